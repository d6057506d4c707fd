// What a routing unit's move amounts to: how far it led, in which direction, and what stood in its way (docs/geometry.md section 9, "Rout";
// BS1-7.15).

#include "core/sort.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/escape.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/measure/maneuver/outline.h"
#include "rules/measure/maneuver/path.h"
#include "rules/measure/terrain/ground.h"

// Is figure o something that a router goes round: an enemy, or a friend that has not routed and is no skirmisher?
static bool stands_fast(const rule_case *c, int o) {
    int u = c->g->figures[o].unit;
    const game_unit *unit = &c->g->units[u];
    if (u == c->unit_index || !figure_stands(&c->s->figures[o])) return false;
    if (unit->side != c->unit->side) return true;
    // One that broke in this phase may have stood when the router came: it is in favour of the router that it did.
    bool stood = !c->s->units[u].routed || (c->s->phase_entered && rout_entered_of(&c->s->units[u])->phase == c->s->phase_count);
    return stood && unit->type != UNIT_SKIRMISH && unit->type != UNIT_INDIVIDUAL;
}

// True where an obstacle stands within `reach` of the outline; *unit: the unit that it belongs to, -1: ground.
static bool find_obstacle(const rule_case *c, const outline *k, double reach, int *unit) {
    vec2 a, b, at = outline_middle(k);
    double radius = vec2_distance(at, k->at[0]) + k->round_in;
    for (int o = 0; o < c->g->figure_count; o++) {
        base other_base = c->g->figures[o].base;
        double near = reach + radius + hypot(other_base.width_in, other_base.depth_in) / 2;
        if (vec2_distance(c->s->figures[o].at.at, at) > near || !stands_fast(c, o)) continue;
        outline other = outline_of_base(other_base, c->s->figures[o].at);
        if (outline_gap(k, &other, &a, &b) > reach) continue;
        *unit = c->g->figures[o].unit;
        return true;
    }
    *unit = -1;
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *g = &c->g->terrain[t];
        for (int i = 0; i < g->polygon_count && ground_is_closed(c->r, c->unit_index, g); i++) {
            outline edge = outline_of_edge(g->polygon[i], g->polygon[(i + 1) % g->polygon_count]);
            if (outline_gap(k, &edge, &a, &b) <= reach) return true;
        }
    }
    return false;
}

bool run_is_barred(const rule_case *c, vec2 from, double course_rad, double length_in) {
    vec2 along = heading_forward(course_rad);  // what it stands against lies behind the first inch
    outline way = outline_of_edge(vec2_add(from, vec2_scale(along, fmin(AHEAD_IN, length_in))), vec2_add(from, vec2_scale(along, length_in)));
    int unit;
    return find_obstacle(c, &way, CLEAR_IN, &unit);
}

// What stands before the unit where it ended.
static void find_halt(const rule_case *c, run_facts *k) {
    k->halted_by = -1;
    for (int i = 0; i < c->count && k->has_course; i++) {
        pose ahead = c->to[i];
        ahead.at = vec2_add(ahead.at, vec2_scale(heading_forward(k->course_rad), AHEAD_IN));
        outline o = outline_of_base(c->g->figures[figure_of(c, i)].base, ahead);
        int unit;
        if (!find_obstacle(c, &o, c->n->contact_gap, &unit)) continue;
        k->halted = true;
        if (unit >= 0 && c->g->units[unit].side == c->unit->side) k->halted_by = unit;
    }
}

// Enemy bases round which a figure's way must lead; more than way_round takes: none.
static int find_ring(const facts *f, outline *out) {
    int n = 0;
    for (int i = 0; i < f->enemy_count; i++) {
        int e = f->enemies[i];
        if (!bars_routers(f->c.r, f->c.s, f->c.g->figures[e].unit)) continue;
        if (n == WAY_ROUND_MAX) return 0;
        out[n++] = outline_of_base(f->c.g->figures[e].base, f->c.s->figures[e].at);
    }
    return n;
}

static void find_ways(const facts *f, run_facts *k, double before) {
    const rule_case *c = &f->c;
    outline ring[WAY_ROUND_MAX];
    int n = find_ring(f, ring);
    k->farthest = -1;
    for (int i = 0; i < c->count; i++) {
        double way = fmax(vec2_distance(c->from[i].at, c->to[i].at), path_length(c->m, c->local[i], c->sigma_in)) + before;
        double round = fmax(way, way_round(ring, n, ESCAPER_IN, c->from[i].at, c->to[i].at) + before);
        f->sums[i] = way;
        if (round > k->farthest_in) k->farthest_in = round, k->farthest = figure_of(c, i);
    }
    sort_numbers(f->sums, c->count);
    k->least_in = f->sums[0];
    k->middle_in = f->sums[(c->count - 1) / 2];
    k->most_in = f->sums[c->count - 1];
}

// Direction of the unit's first inch, as far as it was seen.
static double first_course(const rule_case *c, const run_facts *k) {
    for (int s = 1; s < c->m->sample_count; s++) {
        vec2 sum = {0, 0};
        int n = 0;
        for (int i = 0; i < c->count; i++)
            if (path_seen(c->m, s, c->local[i])) sum = vec2_add(sum, vec2_sub(path_pose(c->m, s, c->local[i]).at, c->from[i].at)), n++;
        if (n > 0 && vec2_length(sum) / n >= COURSE_FROM_IN) return atan2(sum.y, sum.x);
    }
    return k->course_rad;
}

static void find_course(const rule_case *c, run_facts *k) {
    k->start = poses_middle(c->from, c->count);
    k->end = poses_middle(c->to, c->count);
    vec2 way = vec2_sub(k->end, k->start);
    k->has_course = vec2_length(way) >= COURSE_FROM_IN;
    k->course_rad = atan2(way.y, way.x);
    k->course_sigma = sqrt(2) * c->sigma_in / fmax(vec2_length(way), COURSE_FROM_IN);
    k->first_rad = first_course(c, k);
}

bool rout_cause(const rules *r, const rules_state *s, int unit, vec2 *cause, bool *assumed) {
    const unit_state *u = &s->units[unit];
    double least = CAUSE_WITHIN_IN;
    int enemy = -1;
    *assumed = !u->has_cause;
    *cause = u->cause;
    for (int e = 0; e < s->unit_count && !u->has_cause; e++) {
        double gap = r->game->units[e].side == r->game->units[unit].side ? INFINITY : units_gap(r, s, unit, e, least);
        if (gap < least) least = gap, enemy = e;
    }
    return u->has_cause || (enemy >= 0 && state_middle(r, s, enemy, cause));
}

static bool is_off_table(const game *g, pose p, double slack) {
    return p.at.x < -slack || p.at.y < -slack || p.at.x > g->width_in + slack || p.at.y > g->depth_in + slack;
}

static bool has_left(const rule_case *c) {
    int off = 0;
    for (int i = 0; i < c->count; i++) off += is_off_table(c->g, c->to[i], c->n->k_illegal * pose_sigma_in(c->n, c->to[i]));
    return battlesystem_tuning_of(c->n)->whole_over_edge ? off == c->count : off > 0;
}

// Friends that stood shoulder to shoulder with it are run into where it goes through them.
static bool comes_near(const rule_case *c, int i, pose a, pose b, int friend) {
    base own = c->g->figures[figure_of(c, i)].base, other = c->g->figures[friend].base;
    bool beside = base_gap(own, c->from[i], other, c->s->figures[friend].at) <= c->n->contact_doubt;
    double near = beside ? -c->n->residual : c->n->contact_gap;
    int steps = (int)ceil(vec2_distance(a.at, b.at) / STEP_IN) + 1;
    for (int s = 0; s <= steps; s++) {
        pose p = a;
        p.at = vec2_lerp(a.at, b.at, (double)s / steps);
        if (base_gap(own, p, other, c->s->figures[friend].at) <= near) return true;
    }
    return false;
}

static bool runs_into(const rule_case *c, int i, int friend) {
    pose last = c->from[i];
    vec2 at = c->s->figures[friend].at.at;
    for (int s = 1; s < c->m->sample_count; s++) {
        if (!path_seen(c->m, s, c->local[i])) continue;
        pose next = path_pose(c->m, s, c->local[i]);
        if (segment_distance(at, last.at, next.at) < 3 && comes_near(c, i, last, next, friend)) return true;
        last = next;
    }
    return segment_distance(at, last.at, c->to[i].at) < 3 && comes_near(c, i, last, c->to[i], friend);
}

static bool in_swept_box(const facts *f, int figure) {
    const figure_state *k = &f->c.s->figures[figure];
    vec2 p = k->at.at;
    return figure_stands(k) && p.x > f->low.x - 3 && p.x < f->high.x + 3 && p.y > f->low.y - 3 && p.y < f->high.y + 3;
}

static bool hits_unit(const facts *f, int unit) {
    const game_unit *u = &f->c.g->units[unit];
    for (int o = u->first_figure; o < u->first_figure + u->figure_count; o++)
        for (int i = 0; i < f->c.count && in_swept_box(f, o); i++)
            if (runs_into(&f->c, i, o)) return true;
    return false;
}

static void find_hits(const facts *f, run_facts *k) {
    const rule_case *c = &f->c;
    for (int u = 0; u < c->g->unit_count && k->hit_count < ROUT_MAX_MET; u++) {
        const game_unit *unit = &c->g->units[u];
        bool fast = u != c->unit_index && unit->side == c->unit->side && !c->s->units[u].routed && unit->type != UNIT_INDIVIDUAL;
        if (fast && hits_unit(f, u)) k->hit[k->hit_count++] = u;
    }
}

// Its moves on the table: at once on breaking, then in each movement phase of its side.
static bool find_turn(rule_case *c, run_facts *k, double *before) {
    const rout_done *d = rout_done_of(c->mine);
    const rout_entered *e = rout_entered_of(c->mine);
    int runs = d->rout == e->number ? d->runs : 0;
    bool again = runs > 0 && c->s->phase_entered && d->run_phase == c->s->phase_count;
    if (runs > 0 && !again && !c->in_movement) return false;
    k->first = runs == 0 || (again && d->first_run);
    k->either = runs == 0 && c->s->phase_entered && c->in_movement && e->phase < c->s->phase_count;
    k->goal_in = c->rate * (k->first ? battlesystem_tuning_of(c->n)->rout_factor : battlesystem_tuning_of(c->n)->rout_continue_factor);
    *before = again ? d->run_in : 0;
    return true;
}

static void explain_run(rule_case *c) {
    explanation *e = &c->how;
    double way = rout_case_of(c)->run.middle_in;
    *e = (explanation){.shape = SHAPE_FREE, .stray = -1, .farthest = -1, .odd_figure = -1};
    e->cost = e->direct = e->straight = way;
    e->least = exactly(way);
    e->sigma = hypot(sqrt(2) * c->sigma_in, c->n->scale_error * way);
    e->count = 1;
    e->list[0] = (maneuver){MANEUVER_FREE_MOVE, -1, {0, 0}, 0, rout_case_of(c)->run.start, rout_case_of(c)->run.end, way, way};
}

bool run_is_judged(const rule_case *c) {
    return rout_case_of(c)->run.running && rout_entered_of(c->mine)->escape != ESCAPE_NONE && !rout_done_of(c->mine)->gone;
}

void find_run(facts *f) {
    rule_case *c = &f->c;
    run_facts *k = &rout_case_edit(c)->run;
    double before;
    *k = (run_facts){.farthest = -1, .halted_by = -1};
    if (!c->mine->routed || c->count == 0 || c->how.shape == SHAPE_STILL) return;
    if (c->how.count == 1 && c->how.list[0].kind == MANEUVER_FORMATION_CHANGE)
        return;  // its ranks opened where it stood (BS1-7.6-3): it has yet to run
    k->running = find_turn(c, k, &before);
    if (!k->running) {
        c->excused = false;  // it ran already, and has no turn to run again
        return;
    }
    find_course(c, k);
    if (!k->has_course) {  // it turned where it stands: the run is to come
        k->running = false;
        return;
    }
    find_ways(f, k, before);
    k->roundabout = c->m->sample_count < 3 && run_is_barred(c, k->start, k->course_rad, vec2_distance(k->start, k->end));
    k->has_cause = rout_cause(c->r, c->s, c->unit_index, &k->cause, &k->assumed);
    vec2 away = vec2_sub(k->start, k->cause);
    k->barred = k->has_cause && run_is_barred(c, k->start, atan2(away.y, away.x), fmax(k->goal_in, c->rate));
    k->left_table = has_left(c);
    find_halt(c, k);
    find_hits(f, k);
    explain_run(c);
}
