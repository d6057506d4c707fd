#include "rules/books/battlesystem/escape.h"

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/measure/contact/contact.h"
#include "rules/measure/terrain/ground.h"

static double sweep(vec2 p, vec2 a, vec2 b) {
    vec2 u = vec2_sub(a, p), v = vec2_sub(b, p);
    return atan2(vec2_cross(u, v), vec2_dot(u, v));
}

static bool goes_through(const outline *own, int count, vec2 a, vec2 b) {
    for (int i = 0; i < count; i++) {
        vec2 middle = outline_middle(&own[i]);
        double half = own[i].count == 1 ? own[i].round_in : vec2_distance(own[i].at[0], own[i].at[1]) / 2;
        if (segment_distance(middle, a, b) < fmax(half - GRAZE_IN, 0.05)) return true;
    }
    return false;
}

static double radius_of(const outline *o, vec2 middle) {
    double far = 0;
    for (int i = 0; i < o->count; i++) far = fmax(far, vec2_distance(middle, o->at[i]));
    return far + o->round_in;
}

typedef struct {
    const outline *obstacles, *own;
    int count, own_count;
    double gap_in;
    vec2 p;
    vec2 middle[RING_MAX];
    double radius[RING_MAX], angle[RING_MAX];  // angle: swept from the first of its chain
    bool reached[RING_MAX];
    int queue[RING_MAX];
} ring;

// Angle about p from the middle of i to that of j, by way of the gap between them; false where they are not linked.
static bool link(const ring *k, int i, int j, double *turn) {
    vec2 a, b;
    if (vec2_distance(k->middle[i], k->middle[j]) > k->radius[i] + k->radius[j] + k->gap_in) return false;
    if (outline_gap(&k->obstacles[i], &k->obstacles[j], &a, &b) >= k->gap_in || goes_through(k->own, k->own_count, a, b)) return false;
    *turn = sweep(k->p, k->middle[i], a) + sweep(k->p, a, b) + sweep(k->p, b, k->middle[j]);
    return true;
}

// Follows the chain from its first obstacle: true where it comes back to one of its own by another way round p.
static bool closes(ring *k, int first) {
    int head = 0, tail = 0;
    k->queue[tail++] = first;
    k->reached[first] = true;
    k->angle[first] = 0;
    while (head < tail) {
        int i = k->queue[head++];
        for (int j = 0; j < k->count; j++) {
            double turn;
            if (j == i || !link(k, i, j, &turn)) continue;
            if (k->reached[j] && fabs(k->angle[i] + turn - k->angle[j]) > PI) return true;
            if (k->reached[j]) continue;
            k->reached[j] = true;
            k->angle[j] = k->angle[i] + turn;
            k->queue[tail++] = j;
        }
    }
    return false;
}

// All of them lie to one side of p, so that no chain of them leads round it.
static bool lie_to_one_side(const outline *obstacles, int count, vec2 p) {
    vec2 toward = {0, 0};
    for (int i = 0; i < count; i++) toward = vec2_add(toward, vec2_sub(outline_middle(&obstacles[i]), p));
    double length = vec2_length(toward);
    const double hair = 1e-6;  // far above rounding
    for (int i = 0; i < count; i++)
        for (int c = 0; c < obstacles[i].count; c++)
            if (vec2_dot(toward, vec2_sub(obstacles[i].at[c], p)) <= (obstacles[i].round_in + hair) * length) return false;
    return true;
}

bool ring_encloses(const outline *obstacles, int count, double gap_in, const outline *own, int own_count, vec2 p) {
    if (lie_to_one_side(obstacles, count, p)) return false;
    ring k = {.obstacles = obstacles, .own = own, .count = count, .own_count = own_count, .gap_in = gap_in, .p = p};
    for (int i = 0; i < count; i++) {
        k.middle[i] = outline_middle(&obstacles[i]);
        k.radius[i] = radius_of(&obstacles[i], k.middle[i]);
    }
    for (int i = 0; i < count; i++)
        if (!k.reached[i] && closes(&k, i)) return true;
    return false;
}

// What may bar the unit's way, and its own bases.
typedef struct {
    outline obstacles[RING_MAX], own[RING_MAX];
    int count, own_count;
    vec2 at[RING_MAX];  // middles of its figures
    double sigma;
} surroundings;

bool bars_routers(const rules *r, const rules_state *s, int unit) {
    unit_type t = r->game->units[unit].type;
    if (s->units[unit].routed || s->units[unit].fleeing) return false;
    return t == UNIT_REGULAR || t == UNIT_MOB || (t == UNIT_SKIRMISH && battlesystem_tuning_of(&r->n)->by_skirmishers);
}

static void add_enemies(const rules *r, const rules_state *s, int unit, surroundings *k) {
    const game *g = r->game;
    for (int f = 0; f < g->figure_count; f++) {
        int u = g->figures[f].unit;
        if (g->units[u].side == g->units[unit].side || !figure_stands(&s->figures[f]) || !bars_routers(r, s, u)) continue;
        if (k->count == RING_MAX || vec2_distance(s->figures[f].at.at, k->at[0]) > REACH_IN) continue;
        k->obstacles[k->count++] = outline_of_base(g->figures[f].base, s->figures[f].at);
        k->sigma = fmax(k->sigma, sqrt(2) * pose_sigma_in(&r->n, s->figures[f].at));
    }
}

static void add_ground(const rules *r, int unit, surroundings *k) {
    for (int t = 0; t < r->game->terrain_count; t++) {
        const game_terrain *g = &r->game->terrain[t];
        for (int i = 0; i < g->polygon_count && ground_is_closed(r, unit, g) && k->count < RING_MAX; i++)
            k->obstacles[k->count++] = outline_of_edge(g->polygon[i], g->polygon[(i + 1) % g->polygon_count]);
    }
}

static void look_round(const rules *r, const rules_state *s, int unit, surroundings *k) {
    const game_unit *u = &r->game->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count && k->own_count < RING_MAX; f++) {
        if (!figure_stands(&s->figures[f])) continue;
        k->at[k->own_count] = s->figures[f].at.at;
        k->own[k->own_count++] = outline_of_base(r->game->figures[f].base, s->figures[f].at);
    }
    if (k->own_count == 0) return;
    k->sigma = sqrt(2) * r->n.sigma_pos;
    add_enemies(r, s, unit, k);
    add_ground(r, unit, k);
}

// One figure outside the ring is enough: the unit is not surrounded.
static bool shuts_in(const surroundings *k, double gap_in) {
    for (int i = 0; i < k->own_count; i++)
        if (!ring_encloses(k->obstacles, k->count, gap_in, k->own, k->own_count, k->at[i])) return false;
    return k->own_count > 0;
}

static double narrowest_ring(const surroundings *k) {
    double low = 0, high = SEEK_IN;
    if (!shuts_in(k, high)) return INFINITY;
    for (int i = 0; i < RING_HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (shuts_in(k, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

escape find_escape(const rules *r, const rules_state *s, int unit) {
    surroundings k = {.count = 0};
    look_round(r, s, unit, &k);
    double gap = battlesystem_tuning_of(&r->n)->escape_gap, error = r->n.k_illegal * k.sigma;
    escape e = {ESCAPE_FREE, k.count > 2 ? narrowest_ring(&k) : INFINITY};
    if (e.widest_in < gap - error)
        e.kind = ESCAPE_NONE;
    else if (e.widest_in < gap + error)
        e.kind = ESCAPE_DOUBTFUL;
    return e;
}
