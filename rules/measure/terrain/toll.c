// What a way costs: cut at the edges of the terrain, each strip at its price, crossings and steps once each (docs/geometry.md section 13).

#include "core/sort.h"
#include "rules/measure/terrain/terrain_limits.h"
#include "rules/measure/terrain/walker.h"

#define MAX_CUTS 256

typedef struct {
    const walker *w;
    terrain_reading how;
    toll sum;
    double height;  // of the stepped ground under the last strip
    bool begun;
    // Way through ground charged by blocks, not yet charged.
    double run_in, run_cost, run_per_in, run_block_in;
    ground_kind run_ground;
} walk;

// An edge passed by less than the error of measurement may not have been passed at all.
static double doubt_in(const walk *k) { return DOUBT_SIGMAS * sqrt(2) * k->w->c->sigma_in; }

static double started_blocks(const walk *k, double length) { return ceil(fmax(0, length - doubt_in(k)) / k->run_block_in - 1e-6); }

// Charges the blocks that the run started beyond those that the unit had begun before.
static void charge_run(walk *k) {
    if (k->run_in <= 0) return;
    double before = k->w->n->blocks_by_visit ? 0 : k->w->c->mine->done.terrain.blocks_in + k->sum.blocks_in;
    double blocks = started_blocks(k, before + k->run_in) - started_blocks(k, before), steeper = k->run_cost / (k->run_in * k->run_per_in);
    double cost = blocks * k->run_block_in * k->run_per_in * steeper;
    k->sum.cost += cost;
    k->sum.spent[k->run_ground] += cost;
    k->sum.blocks_in += k->run_in;
    k->run_in = k->run_cost = 0;
}

static void add_by(walk *k, const way_leg *leg, double beyond) {
    if (leg->maneuver >= 0 && leg->maneuver < VERDICT_MAX_MANEUVERS) k->sum.by[leg->maneuver] += beyond;
}

static void spend(walk *k, const way_leg *leg, ground_kind g, double cost) {
    k->sum.cost += cost;
    k->sum.spent[g] += cost;
    add_by(k, leg, cost);
}

static void walk_strip(walk *k, const way_leg *leg, const footing *f, double length) {
    double cost = length * (f->per_in + f->climb);
    k->sum.in[f->ground] += length;
    k->sum.steepest = fmax(k->sum.steepest, f->per_in + f->climb - 1);
    if (f->climb > 0) k->sum.up_in += length;
    if (f->closed) k->sum.closed_in += length;
    add_by(k, leg, cost - length);
    if (f->block_in > 0) {
        k->run_in += length, k->run_cost += cost;
        k->run_per_in = f->per_in, k->run_block_in = f->block_in, k->run_ground = f->ground;
        return;
    }
    if (k->w->n->blocks_by_visit) charge_run(k);
    k->sum.cost += cost;
    k->sum.spent[f->ground] += cost;
}

// Height of stepped ground: its pieces name the height over the table (BS2-TER-7).
static double height_at(const walker *w, vec2 p) {
    double top = 0;
    for (int i = 0; i < w->count; i++) {
        const game_terrain *t = w->piece[i].at;
        if (!t->is_slope && t->elevation_in > top && area_contains(t, p)) top = t->elevation_in;
    }
    return top;
}

// A step up costs by its height, the ground on top counting (BS2-TER-8).
static void climb_step(walk *k, const way_leg *leg, vec2 p, const footing *f, double left_in) {
    if (!k->w->n->climbs) return;
    double height = height_at(k->w, p);
    if (k->begun && height > k->height && left_in > doubt_in(k))
        spend(k, leg, GROUND_HILL, (height - k->height) / k->w->n->step_in * k->w->n->ascent_factor * fmax(f->per_in, 1));
    k->height = height;
    k->begun = true;
}

static double crossing_cost(const walker *w, const walker_piece *p) {
    if (p->at->has_cross_cost) return p->at->cross_cost_in;
    return p->ground == GROUND_OBSTACLE ? w->n->obstacle_cost : w->n->stream_cost;
}

// A line that is closed to the unit, as a cliff: it has no inside.
static bool is_closed_line(const walker_piece *p) { return p->first.forbidden && p->at->polygon_count < 3; }

static bool is_barrier(const walker *w, const walker_piece *p) {
    if (is_closed_line(p)) return true;
    return (w->n->barriers & GROUNDS(p->ground)) != 0;
}

static void cross_barriers(walk *k, const way_leg *leg, bool last) {
    double at[16], length = vec2_distance(leg->from, leg->to);
    for (int i = 0; i < k->w->count; i++) {
        const walker_piece *p = &k->w->piece[i];
        if (!is_barrier(k->w, p)) continue;
        int n = area_crossings(p->at, leg->from, leg->to, at, 16);
        for (int c = 0; c < n; c++) {
            bool doubtful = last && (1 - at[c]) * length <= doubt_in(k);
            if (doubtful || walker_road_lifts(k->w, p, vec2_lerp(leg->from, leg->to, at[c]))) continue;
            if (is_closed_line(p))
                k->sum.closed_in += 1;
            else if (p->ground == GROUND_RIVER && !p->at->has_cross_cost)
                k->sum.river = p->index;
            else
                spend(k, leg, p->ground, crossing_cost(k->w, p));
        }
    }
}

static int cuts_of(const walker *w, const way_leg *leg, double at[MAX_CUTS + 1]) {
    int n = 0;
    for (int i = 0; i < w->count; i++) n += area_cuts(w->piece[i].at, leg->from, leg->to, at + n, MAX_CUTS - n);
    at[n++] = 1;
    sort_numbers(at, n);
    return n;
}

static void walk_leg(walk *k, const way_leg *leg, bool last) {
    double at[MAX_CUTS + 1], length = vec2_distance(leg->from, leg->to), from = 0;
    if (length <= 0) return;
    int n = cuts_of(k->w, leg, at);
    vec2 direction = vec2_scale(vec2_sub(leg->to, leg->from), 1 / length);
    for (int i = 0; i < n; i++) {
        if (at[i] <= from) continue;
        vec2 middle = vec2_lerp(leg->from, leg->to, (from + at[i]) / 2);
        footing f = walker_footing(k->w, middle, direction, k->how);
        climb_step(k, leg, middle, &f, last ? (1 - from) * length : INFINITY);
        walk_strip(k, leg, &f, (at[i] - from) * length);
        from = at[i];
    }
    cross_barriers(k, leg, last);
}

toll walker_toll(const walker *w, const way *path, terrain_reading how) {
    walk k = {.w = w, .how = how, .sum = {.river = -1}};
    for (int i = 0; i < path->count; i++) walk_leg(&k, &path->leg[i], i + 1 == path->count);
    charge_run(&k);
    k.sum.length = way_length(path);
    return k.sum;
}
