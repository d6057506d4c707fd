// Units that left their places as bodies. Several may have, and equal ones may be taken for one another: for each unit the motions that bring enough
// of its figures to bases are found (carried_motions.c), and of all units' motions those are taken together that cost least.
#include "formation/identify/carried.h"

typedef struct {
    const work *w;
    carried_body *bodies;
    int count, *stack;  // stack: the choice of each body on the way
    int *holder;        // per base: the body that has it on the way, -1
    double least;
    int choices_left;
} together;

static double cost_to_stay(const carried_body *b) { return IDENTIFY_MISSING * (b->expected - b->in_place) + b->gaps_cost; }

// Nothing that body k and those after it may choose costs less.
static double at_least(const together *t, int k) {
    double sum = 0;
    for (; k < t->count; k++) {
        double least = cost_to_stay(&t->bodies[k]);
        for (int v = 0; v < t->bodies[k].motion_count; v++) least = fmin(least, t->bodies[k].motions[v].cost);
        sum += least;
    }
    return sum;
}

static bool is_free(const together *t, const carried_body *b, const carried_motion *v) {
    for (int i = 0; i < t->w->g->units[b->unit].figure_count; i++)
        if (v->base_of[i] >= 0 && t->holder[v->base_of[i]] >= 0) return false;
    return true;
}

static void hold(const together *t, const carried_body *b, const carried_motion *v, int holder) {
    for (int i = 0; i < t->w->g->units[b->unit].figure_count; i++)
        if (v->base_of[i] >= 0) t->holder[v->base_of[i]] = holder;
}

static void choose_from(together *t, int k, double cost) {
    if (t->choices_left-- <= 0 || cost + at_least(t, k) >= t->least) return;
    if (k == t->count) {
        t->least = cost;
        for (int i = 0; i < k; i++) t->bodies[i].chosen = t->stack[i];
        return;
    }
    carried_body *b = &t->bodies[k];
    for (int v = 0; v < b->motion_count; v++) {
        if (!is_free(t, b, &b->motions[v])) continue;
        hold(t, b, &b->motions[v], k);
        t->stack[k] = v;
        choose_from(t, k + 1, cost + b->motions[v].cost);
        hold(t, b, &b->motions[v], -1);
    }
    t->stack[k] = -1;
    choose_from(t, k + 1, cost + cost_to_stay(b));
}

// The unit's figures are expected where the motion brings them, and those that were found elsewhere by their looks alone lose their bases.
static void apply_motion(carried_search *s, carried_body *b) {
    work *w = s->w;
    s->u = &w->g->units[b->unit];
    rigid2 m = carried_refine(s, &b->motions[b->chosen]);
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (!carried_is_expected(w, f)) continue;
        if (w->figures[f].base_of >= 0 && w->bases[w->figures[f].base_of].by == SEEN_BY_PLAIN) {
            w->bases[w->figures[f].base_of].figure = -1;
            w->figures[f].base_of = -1;
        }
        w->figures[f].expect = carried_pose(m, w->figures[f].expect);
        if (w->figures[f].by != EXPECT_TRAY) w->figures[f].by = EXPECT_CARRIED;
    }
}

static status name_carried(work *w, const carried_body *bodies, int count, match_row *rows) {
    int n = 0;
    for (int k = 0; k < count; k++) {
        const game_unit *u = &w->g->units[bodies[k].unit];
        for (int f = u->first_figure; bodies[k].chosen >= 0 && f < u->first_figure + u->figure_count; f++)
            if (carried_is_expected(w, f) && w->figures[f].base_of < 0) rows[n++] = (match_row){f, bodies[k].tol_in, true};
    }
    return n > 0 ? match_near(w, rows, n) : STATUS_OK;
}

// What matching carried units takes.
typedef struct {
    carried_body *bodies;  // per unit
    int *bases_of;         // IDENTIFY_MOTIONS x figures: the bases of each unit's motions
    int *stack;            // per unit
    int *holder;           // per base
    match_row *rows;
} carrying;

static carrying take_carrying(const work *w, carried_search *s) {
    size_t units = (size_t)w->g->unit_count, figures = (size_t)w->g->figure_count, bases = (size_t)w->count;
    carried_take_search(w, s);
    return (carrying){.bodies = arena_take_zeroed(w->arena, units, sizeof(carried_body)),
                      .bases_of = arena_take(w->arena, IDENTIFY_MOTIONS * figures, sizeof(int)),
                      .stack = arena_take(w->arena, units, sizeof(int)),
                      .holder = arena_take(w->arena, bases, sizeof(int)),
                      .rows = arena_take(w->arena, figures, sizeof(match_row))};
}

// Finds the units that may have been carried, and their motions. Returns their number.
static int find_bodies(carried_search *s, const carrying *c) {
    const work *w = s->w;
    int count = 0;
    for (int u = 0; u < w->g->unit_count; u++) {
        carried_body *b = &c->bodies[count];
        *b = (carried_body){.unit = u, .chosen = -1};
        for (int k = 0; k < IDENTIFY_MOTIONS; k++)
            b->motions[k].base_of = c->bases_of + IDENTIFY_MOTIONS * w->g->units[u].first_figure + k * w->g->units[u].figure_count;
        carried_find_motions(s, b);
        count += b->motion_count > 0;
    }
    return count;
}

status match_carried(work *w) {
    size_t mark = w->arena->used;
    carried_search s = {.w = w, .all_budget = IDENTIFY_ALL_BUDGET};
    carrying c = take_carrying(w, &s);
    if (w->arena->exhausted) return STATUS_MEMORY;
    int count = find_bodies(&s, &c);
    for (int i = 0; i < w->count; i++) c.holder[i] = -1;
    together t = {
        .w = w, .bodies = c.bodies, .count = count, .stack = c.stack, .holder = c.holder, .least = INFINITY, .choices_left = IDENTIFY_CHOICES};
    if (count > 0) choose_from(&t, 0, 0);
    for (int k = 0; k < count; k++)
        if (c.bodies[k].chosen >= 0) apply_motion(&s, &c.bodies[k]);
    if (name_carried(w, c.bodies, count, c.rows) != STATUS_OK) return STATUS_MEMORY;
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

void match_measure_carried(const work *w) {
    size_t mark = w->arena->used;
    carried_search s;
    take_carrying(w, &s);
    match_measure_near(w);
    arena_reset(w->arena, mark);
}
