#include "rules/measure/terrain/detour.h"
#include "rules/measure/terrain/terrain_limits.h"

#define MAX_NODES 56

typedef struct {
    const walker *w;
    vec2 node[MAX_NODES];
    int count;
    double least[MAX_NODES];
    int before[MAX_NODES];
    bool done[MAX_NODES];
} graph;

static void add_node(graph *g, vec2 p) {
    for (int i = 0; i < g->count; i++)
        if (vec2_distance(g->node[i], p) < BESIDE_IN / 2) return;
    if (g->count < MAX_NODES) g->node[g->count++] = p;
}

static vec2 nearest_on(vec2 p, vec2 a, vec2 b) {
    vec2 d = vec2_sub(b, a);
    double length2 = vec2_dot(d, d), k = length2 > 0 ? vec2_dot(vec2_sub(p, a), d) / length2 : 0;
    return vec2_lerp(a, b, fmax(0, fmin(1, k)));
}

// A little outside of the edge a-b at p.
static vec2 outside(const game_terrain *t, vec2 p, vec2 a, vec2 b) {
    double length = vec2_distance(a, b);
    if (length <= 0) return p;
    vec2 aside = vec2_scale((vec2){b.y - a.y, a.x - b.x}, BESIDE_IN / length);
    return area_contains(t, vec2_add(p, aside)) ? vec2_sub(p, aside) : vec2_add(p, aside);
}

static bool slows(const walker_piece *p) {
    return p->first.forbidden || p->first.per_in > 1 || p->at->elevation_in > 0 || p->at->is_slope || p->ground == GROUND_OBSTACLE ||
           p->ground == GROUND_CLIFF || p->ground == GROUND_STREAM || p->ground == GROUND_RIVER;
}

static bool leads(const walker_piece *p) { return p->named == GROUND_ROAD || p->named == GROUND_TRAIL; }

// Round a polygon's corners, in and out where it is nearest; round a line's ends; along roads.
static void add_piece(graph *g, const walker_piece *p, vec2 from, vec2 to) {
    bool polygon = p->at->polygon_count >= 3;
    for (int e = 0; e < area_edge_count(p->at); e++) {
        vec2 a, b;
        area_edge(p->at, e, &a, &b);
        vec2 beyond = vec2_sub(b, a);
        double length = vec2_length(beyond);
        if (length <= 0) continue;
        if (polygon && slows(p)) {
            vec2 middle = area_middle(p->at), out = vec2_sub(a, middle);
            add_node(g, vec2_add(a, vec2_scale(out, BESIDE_IN / fmax(vec2_length(out), BESIDE_IN))));
            add_node(g, outside(p->at, nearest_on(from, a, b), a, b));
            add_node(g, outside(p->at, nearest_on(to, a, b), a, b));
            continue;
        }
        double past = (p->at->width_in / 2 + BESIDE_IN) / length;
        add_node(g, leads(p) ? a : vec2_lerp(a, b, -past));
        add_node(g, leads(p) ? b : vec2_lerp(a, b, 1 + past));
        if (leads(p)) add_node(g, nearest_on(from, a, b)), add_node(g, nearest_on(to, a, b));
    }
}

static double edge_cost(const graph *g, int i, int j) {
    way one = {.count = 1, .leg = {{g->node[i], g->node[j], -1, false, false}}};
    toll t = walker_toll(g->w, &one, READ_FIRST);
    return t.cost + CLOSED_COST * t.closed_in;
}

static int nearest_open(const graph *g) {
    int best = -1;
    for (int i = 0; i < g->count; i++)
        if (!g->done[i] && (best < 0 || g->least[i] < g->least[best])) best = i;
    return best;
}

// Shortest ways from node 0; the last is node 1.
static void search(graph *g) {
    for (int i = 0; i < g->count; i++) g->least[i] = INFINITY, g->before[i] = -1, g->done[i] = false;
    g->least[0] = 0;
    for (int at = 0; at >= 0 && at != 1; at = nearest_open(g)) {
        g->done[at] = true;
        for (int i = 0; i < g->count; i++) {
            if (g->done[i] || g->least[at] + vec2_distance(g->node[at], g->node[i]) * 0.999 >= fmin(g->least[i], g->least[1])) continue;
            double cost = g->least[at] + edge_cost(g, at, i);
            if (cost < g->least[i] - 1e-9) g->least[i] = cost, g->before[i] = at;
        }
    }
}

static void add_found(const graph *g, int node, int part, way *out) {
    int chain[MAX_NODES], n = 0;
    for (int i = node; i >= 0; i = g->before[i]) chain[n++] = i;
    for (int i = n - 1; i > 0; i--) way_add(out, (way_leg){g->node[chain[i]], g->node[chain[i - 1]], part, false, false});
}

static void round_leg(const walker *w, vec2 from, vec2 to, int part, way *out) {
    graph g = {.w = w, .count = 2, .node = {from, to}};
    for (int i = 0; i < w->count; i++)
        if (slows(&w->piece[i]) || leads(&w->piece[i])) add_piece(&g, &w->piece[i], from, to);
    search(&g);
    add_found(&g, 1, part, out);
}

#define MAX_EDGES 3000

bool detour_can_look(const walker *w) {
    int edges = 0;
    for (int i = 0; i < w->count; i++) edges += area_edge_count(w->piece[i].at);
    return edges <= MAX_EDGES;
}

void detour_find(const walker *w, const way *straight, way *out) {
    out->count = 0;
    out->seen = straight->seen;
    for (int i = 0, end; i < straight->count; i = end) {
        const way_leg *leg = &straight->leg[i];
        end = i + 1;
        if (leg->seen || leg->turns) {
            way_add(out, *leg);
            continue;
        }
        // Successive legs of an explanation are one leg: nothing was seen between them either.
        while (end < straight->count && !straight->seen && !straight->leg[end].turns) end++;
        round_leg(w, leg->from, straight->leg[end - 1].to, leg->maneuver, out);
    }
}
