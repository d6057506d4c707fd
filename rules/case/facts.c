#include "rules/case/hooks.h"

#include <stdlib.h>
#include <string.h>

#include "rules/case/ways.h"

// Of facts.points, in figures of the move: what explain_move works with, the body with its unseen figures, and where these stood.
#define SCRATCH 4
#define POINTS 6

static vec2 *points_of(const facts *f, int part) { return f->points + (size_t)part * ((size_t)f->c.m->figure_count + 1); }

static status allocate(facts *f, int figures, int enemies) {
    size_t n = (size_t)figures + 1;
    f->ints = malloc(2 * n * sizeof *f->ints);
    f->poses = malloc(2 * n * sizeof *f->poses);
    f->points = malloc(POINTS * n * sizeof *f->points);
    f->flags = calloc(n, sizeof *f->flags);
    f->sums = malloc(2 * n * sizeof *f->sums);
    f->enemies = malloc(((size_t)enemies + 1) * sizeof *f->enemies);
    return f->ints && f->poses && f->points && f->flags && f->sums && f->enemies ? STATUS_OK : STATUS_MEMORY;
}

void facts_finish(facts *f) {
    free(f->ints);
    free(f->poses);
    free(f->points);
    free(f->flags);
    free(f->sums);
    free(f->enemies);
    crowd_finish(&f->crowd);
}

static void take_figures(facts *f, int *local, pose *from, pose *to) {
    const move *m = f->c.m;
    double in = 0, rad = 0;
    int n = 0, headed = 0;
    for (int i = 0; i < m->figure_count; i++) {
        if (!m->moved_with[i]) continue;
        local[n] = i;
        from[n] = m->from[i];
        to[n++] = m->to[i];
        in += (pow(pose_sigma_in(f->c.n, m->from[i]), 2) + pow(pose_sigma_in(f->c.n, m->to[i]), 2)) / 2;
        if (!pose_has_heading(m->from[i]) || !pose_has_heading(m->to[i])) continue;
        rad += (pow(pose_sigma_rad(f->c.n, m->from[i]), 2) + pow(pose_sigma_rad(f->c.n, m->to[i]), 2)) / 2;
        headed++;
    }
    f->c.count = n;
    f->c.local = local;
    f->c.from = from;
    f->c.to = to;
    f->c.sigma_in = n ? sqrt(in / n) : f->c.n->sigma_pos;
    f->c.sigma_rad = headed ? sqrt(rad / headed) : f->c.n->sigma_heading;
}

static void take_unseen(facts *f) {
    const move *m = f->c.m;
    vec2 *stood = points_of(f, SCRATCH + 1);
    for (int i = 0; i < m->figure_count && m->sight; i++)
        if (m->sight[i] == MOVE_WENT_UNSEEN) stood[f->unseen_count++] = m->from[i].at;
    f->unseen_sure = f->unseen_count;
    for (int i = 0; i < m->figure_count && m->sight; i++)
        if (m->sight[i] == MOVE_LONG_UNSEEN) stood[f->unseen_count++] = m->from[i].at;
}

static void find_allowance(rule_case *c) {
    const declarations *d = &c->mine->reported;
    c->rate = state_rate(c->r, c->s, c->unit_index);
    c->before = c->s->phase_entered ? c->mine->done.spent : (spending){0};
    double spent = c->before.cost_in;
    double march = c->rate * c->n->march_factor - spent, charge = c->rate * c->n->charge_factor - spent;
    c->allowance = c->rate - spent;
    if (d->forced_march) c->allowance = fmax(c->allowance, march);
    bool charges = d->charge && charge_type(c->unit->type);
    if (charges) c->allowance = fmax(c->allowance, charge);
    c->raised = d->forced_march || charges;
    c->raised_allowance = fmax(march, charge);
    c->excused = c->mine->routed || c->mine->fleeing || d->flee || d->follow_up;
}

static void find_phase(rule_case *c) { c->in_movement = state_may_move(c->r, c->s, c->unit->side); }

// The box that the figures swept.
static void sweep(const rule_case *c, vec2 *low, vec2 *high) {
    *low = (vec2){INFINITY, INFINITY};
    *high = (vec2){-INFINITY, -INFINITY};
    const move *m = c->m;
    for (int i = 0; i < c->count; i++)
        for (int s = 0; s < m->sample_count + 2; s++) {
            vec2 p = s == 0 ? c->from[i].at : s == 1 ? c->to[i].at : m->samples[(s - 2) * m->figure_count + c->local[i]].at;
            if (p.x < low->x) low->x = p.x;
            if (p.y < low->y) low->y = p.y;
            if (p.x > high->x) high->x = p.x;
            if (p.y > high->y) high->y = p.y;
        }
}

// Going out of command or routing opens the ranks (BS1-7.6-3, 7.6-5), as does a charge that ends without contact (BS1-7.14-15).
static bool opens_for_nothing(const facts *f) {
    const rule_case *c = &f->c;
    bool touches = false;
    for (int i = 0; i < c->count; i++) touches = touches || f->flags[i];
    bool fails = c->mine->reported.charge && charge_type(c->unit->type) && !touches;
    bool unruly = c->n->auto_open && (c->mine->in_command == NO || c->mine->routed);
    return c->m->after.formation == FORMATION_OPEN && (unruly || fails);
}

explain_task facts_task(const facts *f, const tuning *n) {
    const rule_case *c = &f->c;
    explain_task t = {
        .g = c->g, .n = n, .m = c->m, .unit = c->unit, .count = c->count, .local = c->local, .from = c->from, .to = c->to, .touching = f->flags};
    t.rate = c->rate;
    t.allowance = c->rate > 0 ? c->allowance : INFINITY;
    t.sigma_in = c->sigma_in;
    t.sigma_rad = c->sigma_rad;
    t.free = c->free;
    t.losses = c->mine->done.losses > 0;
    t.free_formation_change = opens_for_nothing(f);
    t.forms_up = c->mine->reported.frontage;
    t.scratch = f->points;
    t.whole = points_of(f, SCRATCH);
    t.unseen = points_of(f, SCRATCH + 1);
    t.unseen_count = f->unseen_count;
    t.unseen_sure = f->unseen_sure;
    t.order = f->ints + c->m->figure_count + 1;
    return t;
}

void facts_explain(facts *f, const tuning *n) {
    explain_task t = facts_task(f, n);
    f->c.how = explain_move(&t);
}

static void explain_by_book(facts *f) {
    const rules *r = f->c.r;
    for (int i = r->hook_count - 1; i >= 0; i--)
        if (r->hooks[i]->explain) {
            r->hooks[i]->explain(f);
            return;
        }
    facts_explain(f, f->c.n);
}

// Where no maneuver was needed the list says what was done all the same, at no cost: the figure that was moved farthest or turned most stands for
// all.
static void list_rest(rule_case *c) {
    explanation *e = &c->how;
    if (e->count > 0 || c->count == 0) return;
    int walker, turner, i = 0;
    double way = farthest_way(c, &walker), turn = widest_turn(c, &turner);
    int figure = way > 0 ? walker : turner;
    while (figure >= 0 && figure_of(c, i) != figure) i++;
    bool straight = turn <= c->n->facing_tol + c->n->k_illegal * c->sigma_rad;
    maneuver_kind kind = way == 0 && turn == 0 ? MANEUVER_ARRIVAL : straight ? MANEUVER_DRESSING : MANEUVER_OTHER;
    e->list[e->count++] = (maneuver){.kind = kind, .pivot_figure = -1, .from = c->from[i].at, .to = c->to[i].at, .distance_in = way};
}

static void explain(facts *f) {
    explain_by_book(f);
    list_rest(&f->c);
}

static bool is_gap_class(formation_kind k) { return k == FORMATION_CLOSED || k == FORMATION_OPEN; }

// The players' word for closed or open formation counts, until the gaps are seen to change from one to the other.
static void take_word(facts *f) {
    formation_kind reported = f->c.mine->formation;
    bool changed = f->reported.before.formation != f->reported.after.formation;
    f->c.m = &f->reported;
    if (f->c.unit->type != UNIT_REGULAR || !is_gap_class(reported) || !is_gap_class(f->reported.before.formation)) return;
    f->reported.before.formation = reported;
    f->reported.before.doubtful = false;
    if (changed) return;
    f->reported.after.formation = reported;
    f->reported.after.doubtful = false;
}

// Enemies that a break-through named stop no figure (BS1-7.14-13).
static void drop_broken(facts *f) {
    int kept = 0;
    for (int i = 0; i < f->enemy_count; i++) {
        bool broken = f->c.mine->reported.broken_named && f->c.s->figures[f->enemies[i]].broken_phase == f->c.s->phase_count;
        if (!broken) f->enemies[kept++] = f->enemies[i];
    }
    f->enemy_count = kept;
}

static void mark_touching(facts *f) {
    for (int i = 0; i < f->c.count; i++) f->flags[i] = facts_nearest(f, i, f->c.to[i], f->c.n->contact_doubt).enemy >= 0;
}

static status fill(facts *f, const rules *r, const rules_state *s, const move *m, bool so_far) {
    *f = (facts){0};
    status st = allocate(f, m->figure_count, r->game->figure_count);
    if (st != STATUS_OK) {
        facts_finish(f);
        return st;
    }
    rule_case *c = &f->c;
    c->r = r, c->g = r->game, c->n = &r->n, c->s = s, c->m = m;
    c->unit_index = m->unit;
    c->unit = &r->game->units[m->unit];
    c->mine = &s->units[m->unit];
    c->free = c->unit->type == UNIT_SKIRMISH || c->unit->type == UNIT_INDIVIDUAL || c->unit->type == UNIT_SQUAD || c->unit->type == UNIT_SWARM;
    c->passed_unit = c->went_round = -1;
    f->reported = *m;
    take_word(f);
    take_figures(f, f->ints, f->poses, f->poses + m->figure_count + 1);
    take_unseen(f);
    find_allowance(c);
    find_phase(c);
    sweep(c, &f->low, &f->high);
    f->enemy_count = enemies_near(r, s, m->unit, f->low, f->high, 3, f->enemies);
    drop_broken(f);
    if (crowd_init(&f->crowd, r, s, f->enemies, f->enemy_count) != STATUS_OK) {
        facts_finish(f);
        return STATUS_MEMORY;
    }
    mark_touching(f);
    if (!so_far) explain(f);
    find_contacts(f);
    if (!so_far) find_spacing(f), find_passing(f);
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->facts) r->hooks[i]->facts(f);
    return STATUS_OK;
}

status facts_init(facts *f, const rules *r, const rules_state *s, const move *m) { return fill(f, r, s, m, false); }

status facts_init_so_far(facts *f, const rules *r, const rules_state *s, const move *m) { return fill(f, r, s, m, true); }
