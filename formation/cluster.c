#include "formation/cluster.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_UNITS 8

typedef struct {
    double gap;
    int a, b;
} link_gap;

static int by_gap(const void *pa, const void *pb) {
    const link_gap *a = pa, *b = pb;
    if (a->gap != b->gap) return a->gap < b->gap ? -1 : 1;
    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

static double gap_of(const base_sighting *a, const base_sighting *b) {
    double sizes = (fmin(a->base.width_in, a->base.depth_in) + fmin(b->base.width_in, b->base.depth_in)) / 2;
    return fmax(0, vec2_distance(a->pose.at, b->pose.at) - sizes);
}

// The n - 1 gaps of the least tree that joins all bases (Prim, Bell System Technical Journal 36, 1957).
static bool least_tree(const base_sighting *const *bases, int n, link_gap *links) {
    double *gap = malloc((size_t)n * sizeof *gap);
    int *from = malloc((size_t)n * sizeof *from);
    if (gap && from) {
        for (int i = 0; i < n; i++) {
            gap[i] = i ? gap_of(bases[0], bases[i]) : -1;  // -1: in the tree
            from[i] = 0;
        }
        for (int k = 0; k + 1 < n; k++) {
            int next = -1;
            for (int i = 0; i < n; i++)
                if (gap[i] >= 0 && (next < 0 || gap[i] < gap[next])) next = i;
            links[k] = (link_gap){gap[next], from[next], next};
            gap[next] = -1;
            for (int i = 0; i < n; i++) {
                double g = gap[i] >= 0 ? gap_of(bases[next], bases[i]) : DBL_MAX;
                if (g >= gap[i] || gap[i] < 0) continue;
                gap[i] = g;
                from[i] = next;
            }
        }
    }
    bool ok = gap && from;
    free(gap);
    free(from);
    return ok;
}

static int root_of(int *parent, int i) {
    while (parent[i] >= 0) i = parent[i];
    return i;
}

static void join(cluster_tree *t, int *parent, const link_gap *l) {
    int a = root_of(parent, l->a), b = root_of(parent, l->b), k = t->count++;
    const cluster_node *na = &t->nodes[a], *nb = &t->nodes[b];
    int links = na->size + nb->size - 1;
    double sum = na->mean_in * (na->size - 1) + nb->mean_in * (nb->size - 1) + l->gap;
    t->nodes[k] = (cluster_node){.left = a, .right = b, .size = na->size + nb->size, .height_in = l->gap, .mean_in = sum / links};
    parent[a] = parent[b] = k;
}

// Lays the bases out so that each group's stand together.
static void lay_out(cluster_tree *t, int n) {
    t->nodes[t->count - 1].first = 0;
    for (int k = t->count - 1; k >= n; k--) {
        cluster_node *node = &t->nodes[k];
        t->nodes[node->left].first = node->first;
        t->nodes[node->right].first = node->first + t->nodes[node->left].size;
    }
    for (int i = 0; i < n; i++) t->order[t->nodes[i].first] = i;
}

bool cluster_make(const base_sighting *const *bases, int n, cluster_tree *out) {
    size_t room = 2 * (size_t)n;
    *out = (cluster_tree){.nodes = calloc(room, sizeof *out->nodes), .order = calloc((size_t)n, sizeof *out->order)};
    link_gap *links = calloc(room, sizeof *links);
    int *parent = calloc(room, sizeof *parent);
    bool ok = out->nodes && out->order && links && parent && least_tree(bases, n, links);
    if (ok) {
        qsort(links, (size_t)n - 1, sizeof *links, by_gap);
        for (int i = 0; i < 2 * n; i++) parent[i] = -1;
        for (int i = 0; i < n; i++) out->nodes[i] = (cluster_node){.left = -1, .right = -1, .size = 1};
        out->count = n;
        for (int i = 0; i + 1 < n; i++) join(out, parent, &links[i]);
        lay_out(out, n);
    }
    free(links);
    free(parent);
    return ok;
}

void cluster_free(cluster_tree *t) {
    free(t->nodes);
    free(t->order);
    *t = (cluster_tree){0};
}

// Least cost of the bases under each node when the units of a set are given to groups under it; how it was reached: the set that went left, or
// TAKEN where the node itself went to the set's one unit.
#define TAKEN 0xffff

typedef struct {
    double *least;
    uint16_t *went_left;
    int sets;
} choice_table;

static void fill_node(const cluster_tree *t, choice_table *c, int k, int units, cluster_cost *cost, const void *context, double loose_cost) {
    const cluster_node *node = &t->nodes[k];
    double *least = c->least + (long)k * c->sets;
    uint16_t *went = c->went_left + (long)k * c->sets;
    for (int set = 0; set < c->sets; set++) {
        least[set] = node->left < 0 ? (set == 0 ? loose_cost : DBL_MAX) : DBL_MAX;
        went[set] = 0;
        if (node->left < 0) continue;
        const double *l = c->least + (long)node->left * c->sets, *r = c->least + (long)node->right * c->sets;
        for (int sub = set;; sub = (sub - 1) & set) {
            if (l[sub] < DBL_MAX && r[set ^ sub] < DBL_MAX && l[sub] + r[set ^ sub] < least[set]) {
                least[set] = l[sub] + r[set ^ sub];
                went[set] = (uint16_t)sub;
            }
            if (sub == 0) break;
        }
    }
    for (int u = 0; u < units; u++) {
        double whole = cost(context, t, k, u);
        if (whole >= least[1 << u]) continue;
        least[1 << u] = whole;
        went[1 << u] = TAKEN;
    }
}

static void unwind(const cluster_tree *t, const choice_table *c, int k, int set, int *node_of) {
    while (set) {
        int went = c->went_left[(long)k * c->sets + set];
        if (went == TAKEN) {
            for (int u = 0; set >> u; u++)
                if (set >> u & 1) node_of[u] = k;
            return;
        }
        unwind(t, c, t->nodes[k].left, went, node_of);  // as deep as the tree; bases of one kind are few
        k = t->nodes[k].right;
        set ^= went;
    }
}

static bool choose_exactly(const cluster_tree *t, int units, cluster_cost *cost, const void *context, double loose_cost, const double *absent,
                           int *node_of) {
    choice_table c = {.sets = 1 << units};
    c.least = malloc((size_t)t->count * (size_t)c.sets * sizeof *c.least);
    c.went_left = malloc((size_t)t->count * (size_t)c.sets * sizeof *c.went_left);
    bool ok = c.least && c.went_left;
    if (ok) {
        for (int k = 0; k < t->count; k++) fill_node(t, &c, k, units, cost, context, loose_cost);
        int best = 0;
        double least = DBL_MAX;
        for (int set = 0; set < c.sets; set++) {
            double sum = c.least[(long)(t->count - 1) * c.sets + set];
            for (int u = 0; u < units; u++)
                if (!(set >> u & 1)) sum += absent[u];
            if (sum >= least) continue;
            least = sum;
            best = set;
        }
        unwind(t, &c, t->count - 1, best, node_of);
    }
    free(c.least);
    free(c.went_left);
    return ok;
}

static bool overlap(const cluster_node *a, const cluster_node *b) { return a->first < b->first + b->size && b->first < a->first + a->size; }

// The unit and group that save most, then the next.
static bool choose_greedily(const cluster_tree *t, int units, cluster_cost *cost, const void *context, double loose_cost, const double *absent,
                            int *node_of) {
    bool *blocked = calloc((size_t)t->count, sizeof *blocked);
    if (!blocked) return false;
    for (int best_unit = 0; best_unit >= 0;) {
        int best_node = -1;
        double most = 0;
        best_unit = -1;
        for (int u = 0; u < units; u++)
            for (int k = 0; node_of[u] < 0 && k < t->count; k++) {
                double saved = blocked[k] ? 0 : absent[u] + loose_cost * t->nodes[k].size - cost(context, t, k, u);
                if (saved <= most) continue;
                most = saved;
                best_unit = u;
                best_node = k;
            }
        if (best_unit < 0) break;
        node_of[best_unit] = best_node;
        for (int k = 0; k < t->count; k++) blocked[k] |= overlap(&t->nodes[k], &t->nodes[best_node]);
    }
    free(blocked);
    return true;
}

bool cluster_choose(const cluster_tree *t, int units, cluster_cost *cost, const void *context, double loose_cost, const double *absent,
                    int *node_of) {
    for (int u = 0; u < units; u++) node_of[u] = -1;
    if (units <= EXACT_UNITS) return choose_exactly(t, units, cost, context, loose_cost, absent, node_of);
    return choose_greedily(t, units, cost, context, loose_cost, absent, node_of);
}
