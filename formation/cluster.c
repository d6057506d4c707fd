#include "formation/cluster.h"

#include <float.h>
#include <stdlib.h>

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
