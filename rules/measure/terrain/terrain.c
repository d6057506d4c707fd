#include "rules/measure/terrain/terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/case/words.h"
#include "rules/measure/terrain/detour.h"
#include "rules/measure/terrain/terrain_limits.h"

// What the move costs each measured figure.
typedef struct {
    int local[TERRAIN_MAX_WAYS];
    way taken[TERRAIN_MAX_WAYS];
    toll first[TERRAIN_MAX_WAYS];
    double kind[TERRAIN_MAX_WAYS];
    double length;  // of the longest way, as explained or seen
    int count, dearest;
} fare;

static bool has_ranks(const rule_case *c) {
    for (int i = 0; i < c->count; i++)
        if (c->m->rank_before && c->m->rank_before[c->local[i]] == 0) return true;
    return false;
}

// The front rank; all where each is a unit of his own or there is no rank. Of very many, some evenly spread.
static void pick_measured(const rule_case *c, fare *f) {
    bool all = c->unit->type == UNIT_SKIRMISH || c->unit->type == UNIT_INDIVIDUAL || !has_ranks(c);
    int n = 0, stride;
    for (int i = 0; i < c->count; i++) n += all || c->m->rank_before[c->local[i]] == 0;
    stride = (n + TERRAIN_MAX_WAYS - 1) / TERRAIN_MAX_WAYS;
    n = 0;
    for (int i = 0; i < c->count; i++) {
        if (!all && c->m->rank_before[c->local[i]] != 0) continue;
        if (n++ % stride == 0 && f->count < TERRAIN_MAX_WAYS) f->local[f->count++] = i;
    }
}

static bool has_gone_unseen(const way *w) {
    for (int i = 0; i < w->count; i++)
        if (!w->leg[i].seen && !w->leg[i].turns) return true;
    return false;
}

// Where it was not seen whether the unit wheeled before or after it entered costly ground, it wheeled where that was cheaper.
static double kindly_turned(const walker *w, const way *taken) {
    way gone = {.seen = taken->seen};
    double turned = 0;
    for (int i = 0; i < taken->count; i++) {
        if (taken->leg[i].turns)
            turned += vec2_distance(taken->leg[i].from, taken->leg[i].to);
        else
            way_add(&gone, taken->leg[i]);
    }
    return turned + walker_toll(w, &gone, READ_KINDLY).cost;
}

// The cheapest way that the figure may have taken. A way round closed ground counts only as far as the unit could go. False: it was not seen,
// and a cheaper one was not looked for.
static bool take_way(const rule_case *c, const walker *w, way *taken, toll *cost) {
    *cost = walker_toll(w, taken, READ_FIRST);
    bool closed = cost->closed_in > 0;
    if (!has_gone_unseen(taken) || (!closed && cost->cost <= cost->length + WORTH_SAYING_IN)) return true;
    if (!detour_can_look(w)) return false;
    way round;
    detour_find(w, taken, &round);
    toll other = walker_toll(w, &round, READ_FIRST);
    double reach = fmax(c->allowance, c->may_raise || c->raised ? c->raised_allowance : 0) + c->n->player_tolerance;
    bool better = closed ? other.closed_in < cost->closed_in && (other.cost <= reach || c->rate <= 0) : other.cost < cost->cost;
    if (!better) return true;
    *taken = round;
    *cost = other;
    return true;
}

static void measure(const rule_case *c, const walker *w, fare *f) {
    pick_measured(c, f);
    for (int k = 0; k < f->count; k++) {
        way_of(c, f->local[k], &f->taken[k]);
        f->length = fmax(f->length, way_length(&f->taken[k]));
        bool known = take_way(c, w, &f->taken[k], &f->first[k]);
        f->kind[k] = known ? kindly_turned(w, &f->taken[k]) : f->first[k].length;
        if (f->first[k].cost > f->first[f->dearest].cost) f->dearest = k;
    }
}

static int descending(const void *pa, const void *pb) {
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a < b) - (a > b);
}

// Kindly read, terrain counts for a unit once half of its front is in it.
static double kind_cost(const rule_case *c, const fare *f) {
    double cost[TERRAIN_MAX_WAYS];
    memcpy(cost, f->kind, sizeof cost);
    qsort(cost, (size_t)f->count, sizeof *cost, descending);
    return c->unit->type == UNIT_SKIRMISH || c->unit->type == UNIT_INDIVIDUAL ? cost[0] : cost[(f->count + 1) / 2 - 1];
}

static bool is_in_place(maneuver_kind k) {
    return k == MANEUVER_LEFT_FACE || k == MANEUVER_RIGHT_FACE || k == MANEUVER_ABOUT_FACE || k == MANEUVER_FRONTAGE_CHANGE;
}

static void add_cost(explanation *e, double cost, double kindest) {
    e->cost += cost;
    e->direct += cost;
    e->straight += cost;
    e->least.kindest = fmin(e->least.kindest + kindest, e->cost);
}

// Facing and frontage changes cost by the ground on which they are made (BS2-TER-32).
static void charge_in_place(rule_case *c, const walker *w) {
    explanation *e = &c->how;
    for (int k = 0; k < e->count; k++) {
        maneuver *m = &e->list[k];
        if (!is_in_place(m->kind)) continue;
        footing f = walker_footing(w, m->from, (vec2){0, 0}, READ_FIRST), kindly = walker_footing(w, m->from, (vec2){0, 0}, READ_KINDLY);
        double plain = m->cost_in;
        m->cost_in *= fmax(f.per_in, 1);
        e->fixed += m->cost_in - plain;
        add_cost(e, m->cost_in - plain, plain * fmax(kindly.per_in, 1) - plain);
    }
}

// Each maneuver bears the cost of the terrain that it led over. Cost that belongs to no known place goes to the longest maneuver.
static void share_out(explanation *e, const double by[VERDICT_MAX_MANEUVERS], double beyond) {
    double sum = 0;
    int longest = -1;
    for (int k = 0; k < e->count; k++) {
        sum += fmax(by[k], 0);
        if (!is_in_place(e->list[k].kind) && (longest < 0 || e->list[k].distance_in > e->list[longest].distance_in)) longest = k;
    }
    for (int k = 0; k < e->count && sum > 0; k++) e->list[k].cost_in += beyond * fmax(by[k], 0) / sum;
    if (sum <= 0 && longest >= 0) e->list[longest].cost_in += beyond;
}

static void say_ground(char *says, ground_kind g, double in, double spent) {
    size_t used = strlen(says), capacity = TERRAIN_SAYS_MAX - used;
    const char *join = used ? ", " : "";
    bool crossing = g == GROUND_OBSTACLE || g == GROUND_STREAM;
    if (crossing || g == GROUND_RIVER)
        snprintf(says + used, capacity, "%scrossing %s cost %s", join, going_words(g), words_inches(spent).text);
    else if (g == GROUND_CLEAR)
        snprintf(says + used, capacity, "%s%s uphill cost %s", join, words_inches(in).text, words_inches(spent).text);
    else if (g == GROUND_HILL && in < spent / 20)
        snprintf(says + used, capacity, "%sclimbing cost %s", join, words_inches(spent).text);
    else
        snprintf(says + used, capacity, "%s%s %s %s cost %s", join, words_inches(in).text, g == GROUND_HILL ? "up" : "in", going_words(g),
                 words_inches(spent).text);
}

static void say_toll(rule_case *c, const toll *t) {
    for (int g = 0; g < GROUND_COUNT; g++) {
        double beyond = t->spent[g] - t->in[g];
        if (beyond < WORTH_SAYING_IN) continue;
        if (g == GROUND_CLEAR)
            say_ground(c->terrain.says, GROUND_CLEAR, t->up_in, t->up_in + beyond);
        else
            say_ground(c->terrain.says, (ground_kind)g, t->in[g], t->spent[g]);
    }
}

static const game_terrain *dearest_piece(const walker *w, const toll *t) {
    const game_terrain *best = NULL;
    double most = WORTH_SAYING_IN;
    for (int i = 0; i < w->count; i++) {
        ground_kind g = w->piece[i].ground;
        if (walker_is_special(w->piece[i].named) && t->spent[g] - t->in[g] > most) most = t->spent[g] - t->in[g], best = w->piece[i].at;
    }
    return best;
}

static void charge_way(rule_case *c, const walker *w, const fare *f) {
    explanation *e = &c->how;
    const toll *dear = &f->first[f->dearest];
    // Less than the way itself where it leads through a block that is paid for.
    double beyond = dear->cost - f->length, kindly = fmin(beyond, fmax(fmin(beyond, 0), kind_cost(c, f) - f->length));
    c->terrain.blocks_in = dear->blocks_in;
    if (fabs(beyond) <= 1e-9) return;
    toll shares = *dear;
    if (f->taken[f->dearest].seen) {
        way explained;
        way_explained(c, f->local[f->dearest], &explained);
        shares = walker_toll(w, &explained, READ_FIRST);
    }
    add_cost(e, beyond, kindly);
    e->sigma = hypot(e->sigma, sqrt(2) * c->sigma_in * dear->steepest);
    share_out(e, shares.by, beyond);
    c->terrain.other_reading = kindly < beyond - WORTH_SAYING_IN;
    c->terrain.dearest = dearest_piece(w, dear);
    say_toll(c, dear);
}

// A river takes the whole move (CM-TER-12).
static void charge_river(rule_case *c, const walker *w, const fare *f) {
    int crossed = -1;
    for (int k = 0; k < f->count; k++)
        if (f->first[k].river >= 0) crossed = f->first[k].river;
    double more = river_more_in(c, w, crossed);
    if (more == 0) return;
    double none[VERDICT_MAX_MANEUVERS] = {0};
    add_cost(&c->how, more, more);
    share_out(&c->how, none, more);
    size_t used = strlen(c->terrain.says);
    snprintf(c->terrain.says + used, TERRAIN_SAYS_MAX - used, "%scrossing a river costs a whole move%s", used ? ", " : "",
             c->n->terrain.river_share && c->n->terrain.river_share(c) < 1 ? ", half of it in each half" : "");
}

// Regular formation taken up again, or given up (BS2-TER-29, 31).
static void charge_reform(rule_case *c) {
    double cost = terrain_reform_cost(c);
    explanation *e = &c->how;
    if (cost <= 0) return;
    add_cost(e, cost, cost);
    e->fixed += cost;
    if (e->count >= VERDICT_MAX_MANEUVERS) return;
    e->list[e->count++] =
        (maneuver){.kind = MANEUVER_FORMATION_CHANGE, .pivot_figure = -1, .from = c->m->after.anchor, .to = c->m->after.anchor, .cost_in = cost};
}

static int in_rank(const rule_case *c, int rank, double *mean) {
    int n = 0;
    double sum = 0;
    for (int i = 0; i < c->count; i++)
        if (c->m->rank_after[c->local[i]] == rank) sum += vec2_dot(c->to[i].at, heading_forward(c->m->after.facing_rad)), n++;
    *mean = n ? sum / n : 0;
    return n;
}

// Even ranks, all full but the last: that is not irregular (docs/geometry.md section 4: a figure out of its rank by more than the dressing
// hints at it).
static bool stands_in_ranks(const rule_case *c) {
    const unit_form *form = &c->m->after;
    if ((form->formation != FORMATION_CLOSED && form->formation != FORMATION_OPEN) || form->ranks <= 0 || !c->m->rank_after) return false;
    for (int r = 0; r < form->ranks; r++) {
        double mean;
        int n = in_rank(c, r, &mean);
        if (n > form->files || (n < form->files && r + 1 < form->ranks)) return false;
        for (int i = 0; i < c->count; i++)
            if (c->m->rank_after[c->local[i]] == r && fabs(vec2_dot(c->to[i].at, heading_forward(form->facing_rad)) - mean) > c->n->residual)
                return false;
    }
    for (int i = 0; i < c->count; i++)
        if (c->m->rank_after[c->local[i]] < 0) return false;
    return true;
}

void terrain_charge(facts *f) {
    rule_case *c = &f->c;
    terrain_facts *t = &c->terrain;
    if (t->counts || c->count == 0) return;
    if (!c->n->terrain.counts) return;
    t->counts = true;
    t->river = -1;
    t->as_clear_in = c->how.cost;
    t->irregular = terrain_irregular(c->unit, c->mine);
    t->even_ranks = stands_in_ranks(c);
    charge_reform(c);
    if (c->how.shape == SHAPE_STILL || c->g->terrain_count == 0) return;
    walker w;
    fare paid = {0};
    walker_init(&w, c, f->low, f->high, 2);
    charge_in_place(c, &w);
    measure(c, &w, &paid);
    if (paid.count == 0) return;
    if (!c->excused) charge_way(c, &w, &paid);
    if (!c->excused) charge_river(c, &w, &paid);
    terrain_intrusions(c, &w, paid.taken, paid.local, paid.count);
}

void going_fill(const rules *r, const going_row *rows, int count, going out[GROUND_COUNT][MOVER_COUNT]) {
    for (int g = 0; g < GROUND_COUNT; g++)
        for (int m = 0; m < MOVER_COUNT; m++) out[g][m] = (going){.per_in = 1};
    for (int i = 0; i < count; i++)
        for (int m = 0; m < MOVER_COUNT; m++) {
            if (!(rows[i].movers & MOVERS(m))) continue;
            double value = rows[i].closed ? 1 : rules_number(r, rows[i].parameter);
            out[rows[i].ground][m] =
                (going){.per_in = rows[i].is_speed ? 1 / value : value, .block_in = rows[i].block_in, .forbidden = rows[i].closed};
        }
}
