#include "formation/identify/cluster.h"

#include "formation/identify/identify_limits.h"

#include <float.h>
#include <stdlib.h>

typedef struct {
    double gap;
    int a, b;
} link_gap;

// What joining n bases takes, besides the tree.
typedef struct {
    link_gap *links;  // n - 1
    int *parent;      // per node of the tree; -1: none yet
    double *gap;      // per base: to the least tree so far
    int *from;        // per base: its neighbour in that tree
} joining;

static int by_gap(const void *pa, const void *pb) {
    const link_gap *a = pa, *b = pb;
    if (a->gap != b->gap) return a->gap < b->gap ? -1 : 1;
    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

// From a base's middle to its edge, towards another: of a long base as it is turned, of others the same all round.
static double reach_towards(const base_sighting *b, vec2 other) {
    double shorter = fmin(b->base.width_in, b->base.depth_in) / 2;
    if (b->base.shape != BASE_RECT || !pose_has_heading(b->pose)) return shorter;
    vec2 way = vec2_rotate(vec2_sub(other, b->pose.at), -b->pose.heading_rad);
    double far = vec2_length(way), ahead = fabs(way.x), aside = fabs(way.y);
    if (far == 0) return shorter;
    return far * fmin(ahead > 0 ? b->base.depth_in / 2 / ahead : INFINITY, aside > 0 ? b->base.width_in / 2 / aside : INFINITY);
}

double cluster_gap(const base_sighting *a, const base_sighting *b) {
    return fmax(0, vec2_distance(a->pose.at, b->pose.at) - reach_towards(a, b->pose.at) - reach_towards(b, a->pose.at));
}

// How far two bases stand out of one rank or file, as they face.
static double out_of_line(const base_sighting *a, const base_sighting *b) {
    vec2 way = vec2_sub(b->pose.at, a->pose.at);
    double off = INFINITY;
    for (int k = 0; k < 2; k++) {
        pose p = k ? b->pose : a->pose;
        if (!pose_has_heading(p)) continue;
        vec2 facing = heading_forward(p.heading_rad);
        double here = fmin(fabs(vec2_dot(way, facing)), fabs(vec2_cross(facing, way)));
        off = isinf(off) ? here : (off + here) / 2;
    }
    return isinf(off) ? 0 : off;
}

static double distance(const base_sighting *a, const base_sighting *b, bool in_line) {
    return cluster_gap(a, b) + (in_line ? fmin(IDENTIFY_OUT_MOST_IN, IDENTIFY_OUT_OF_LINE * out_of_line(a, b)) : 0);
}

// The n - 1 gaps of the least tree that joins all bases (Prim, Bell System Technical Journal 36, 1957).
static void least_tree(const base_sighting *const *bases, int n, bool in_line, const joining *j) {
    double *gap = j->gap;
    for (int i = 0; i < n; i++) {
        gap[i] = i ? distance(bases[0], bases[i], in_line) : -1;  // -1: in the tree
        j->from[i] = 0;
    }
    for (int k = 0; k + 1 < n; k++) {
        int next = -1;
        for (int i = 0; i < n; i++)
            if (gap[i] >= 0 && (next < 0 || gap[i] < gap[next])) next = i;
        j->links[k] = (link_gap){gap[next], j->from[next], next};
        gap[next] = -1;
        for (int i = 0; i < n; i++) {
            double g = gap[i] >= 0 ? distance(bases[next], bases[i], in_line) : DBL_MAX;
            if (g >= gap[i] || gap[i] < 0) continue;
            gap[i] = g;
            j->from[i] = next;
        }
    }
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

static cluster_tree take_tree(arena *a, int n) {
    return (cluster_tree){.nodes = arena_take_zeroed(a, 2 * (size_t)n, sizeof(cluster_node)), .order = arena_take(a, (size_t)n, sizeof(int))};
}

static joining take_joining(arena *a, int n) {
    return (joining){.links = arena_take(a, 2 * (size_t)n, sizeof(link_gap)),
                     .parent = arena_take(a, 2 * (size_t)n, sizeof(int)),
                     .gap = arena_take(a, (size_t)n, sizeof(double)),
                     .from = arena_take(a, (size_t)n, sizeof(int))};
}

bool cluster_make(arena *a, const base_sighting *const *bases, int n, bool in_line, cluster_tree *out) {
    *out = take_tree(a, n);
    size_t mark = a->used;
    joining j = take_joining(a, n);
    if (a->exhausted) return false;
    least_tree(bases, n, in_line, &j);
    qsort(j.links, (size_t)n - 1, sizeof *j.links, by_gap);
    for (int i = 0; i < 2 * n; i++) j.parent[i] = -1;
    for (int i = 0; i < n; i++) out->nodes[i] = (cluster_node){.left = -1, .right = -1, .size = 1};
    out->count = n;
    for (int i = 0; i + 1 < n; i++) join(out, j.parent, &j.links[i]);
    lay_out(out, n);
    arena_reset(a, mark);
    return true;
}

void cluster_measure(arena *a, int n) {
    take_tree(a, n);
    size_t mark = a->used;
    take_joining(a, n);
    arena_reset(a, mark);
}
