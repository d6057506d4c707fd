// How a ranked unit went: forward with wheels, backward, sideways, none of these, or by a reform (docs/geometry.md sections 6, 7.7 and 10).

#include "core/sort.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/books/ranked/ranked_limits.h"
#include "rules/measure/maneuver/path.h"

// A direction that most of the figures agree on: a few that were set down askew do not matter.
typedef struct {
    double rad, sigma;
} agreed;

// How the figures faced before, or (`turn`) how they turned; of the form where no heading was seen.
static agreed agree(const explain_task *t, bool turn) {
    double *off = (double *)(t->scratch + 2 * t->count), first = turn ? angle_difference(facing_after(t), facing_before(t)) : facing_before(t);
    int n = 0;
    for (int i = 0; i < t->count; i++) {
        pose a = t->from[i], b = t->to[i];
        if (!pose_has_heading(a) || (turn && !pose_has_heading(b))) continue;
        off[n++] = angle_difference(turn ? b.heading_rad - a.heading_rad : a.heading_rad, first);
    }
    if (n == 0) return (agreed){first, t->sigma_rad};
    sort_numbers(off, n);
    double half = (off[(3 * n) / 4] - off[n / 4]) / 2 * 1.5;  // of a normal spread: its sigma
    return (agreed){angle_wrap(first + off[n / 2]), 1.25 * fmax(turn ? sqrt(2) * t->sigma_rad : t->sigma_rad, half) / sqrt(n)};
}

static double sigma_way(const explain_task *t, double way) { return hypot(shift_sigma(t), t->n->scale_error * way); }

static void take_way(facts *f, ranked_way way, double in, double sigma, maneuver_kind kind, vec2 from, vec2 to) {
    explanation *e = &f->c.how;
    ranked_facts_edit(&f->c)->way = way;
    e->cost = e->direct = in;
    e->least = exactly(in);
    e->sigma = sigma;
    e->count = 0;
    trace_fixed(e, kind, in, from);
    e->list[0].to = to;
    e->list[0].distance_in = in;
}

// How much of a way along `dominant` may lead aside by hand (WF-NM-7).
static double noise_aside(const tuning *n, double dominant) {
    return fmax(ranked_tuning_of(n)->mix_in, ranked_tuning_of(n)->mix_frac * fabs(dominant));
}

static void describe_shift(const explain_task *t, explanation *e) {
    double heading = agree(t, false).rad;
    vec2 shift = vec2_sub(poses_middle(t->to, t->count), poses_middle(t->from, t->count));
    e->ahead = vec2_dot(shift, heading_forward(heading));
    e->left = vec2_dot(shift, heading_left(heading));
    e->straight = vec2_length(shift);
}

// Which of the three directions the shift of the middle leads along; WAY_MIXED: none. Fills what leads aside.
static ranked_way straight_way(const explain_task *t, const explanation *e, ranked_facts *k) {
    double ahead = fabs(e->ahead), aside = fabs(e->left), most = fmax(ahead, aside);
    k->aside_in = fmin(ahead, aside);
    k->aside_limit_in = noise_aside(t->n, most);
    k->aside_sigma = hypot(shift_sigma(t), most * agree(t, false).sigma);
    if (k->aside_in > k->aside_limit_in + t->n->k_advisory * k->aside_sigma) return WAY_MIXED;
    if (aside > ahead) return WAY_SIDEWAYS;
    return e->ahead > 0 ? WAY_FORWARD : WAY_BACKWARD;
}

static void take_straight(facts *f, const explain_task *t, ranked_way way) {
    static const maneuver_kind kinds[] = {
        [WAY_FORWARD] = MANEUVER_ADVANCE, [WAY_BACKWARD] = MANEUVER_BACKWARD, [WAY_SIDEWAYS] = MANEUVER_SIDEWAYS, [WAY_MIXED] = MANEUVER_OTHER};
    explanation *e = &f->c.how;
    take_way(f, way, e->straight, sigma_way(t, e->straight), kinds[way], t->m->before.anchor, t->m->after.anchor);
}

// What the move may take at most: nothing is known to forbid a march.
static double most_allowed(const rule_case *c) {
    if (c->rate <= 0) return INFINITY;
    return ranked_may_march(c) ? ranked_tuning_of(c->n)->march * c->rate : c->rate;
}

static bool within(const rule_case *c, double least, double sigma, double limit) {
    return least + ranked_spent(c) - limit - c->n->player_tolerance <= c->n->k_illegal * sigma;
}

// No wheel or leg takes the middle of the front farther than it costs, and a wheel costs as much again for half of the unit's width.
static double shortest_conceivable(const explain_task *t, const priced *p, double turn) {
    return vec2_distance(t->m->before.anchor, t->m->after.anchor) + p->body.radius[FACE_FRONT][0] / 2 * fabs(turn);
}

static double turned_by_wheels(const priced *p) {
    double sum = 0;
    for (int i = 0; i < p->best.count; i++) sum += fabs(p->best.step[i].angle);
    return sum;
}

// The wheels turn the unit all the way round, where it turned only so far. Two opposite wheels, however wide, do not.
static bool is_loop(const priced *p, double turn) {
    double sum = 0;
    for (int i = 0; i < p->best.count; i++) sum += p->best.step[i].angle;
    return fabs(sum) > fabs(turn) + LOOP_RAD;
}

// Where wheels lead so far round that hardly anybody goes so, the same way must do by either reading: another one might be none but for what the
// readings leave open.
static void leave_out_loops(priced *p, double turn) {
    if (turned_by_wheels(p) > fabs(turn) + LOOP_RAD) p->least = (least_cost){p->cost, PROVEN_IN, 0, 0};
}

// Cheapest way forward. The other reading measures wheels at the middle of the outer figure's front (WF-NM-3).
static priced price_forward(const explain_task *t, rigid2 fit) {
    body_motion m = {fabs(fit.rotation_rad) < SMALL_TURN ? 0 : fit.rotation_rad, fit.shift, FACE_FRONT};
    if (m.rotation_rad == 0) m.shift = vec2_sub(poses_middle(t->to, t->count), poses_middle(t->from, t->count));
    whole_lay_out(t, t->scratch);
    priced p = whole_price(t, agree(t, false).rad, &m, 1, 0);
    leave_out_loops(&p, fit.rotation_rad);
    if (t->n->pivot_fixed || !(p.cost < INFINITY) || turned_by_wheels(&p) <= 0) return p;
    tuning other = *t->n;
    explain_task own = *t;
    other.corner_measured = false;
    own.n = &other;
    priced q = whole_price(&own, agree(t, false).rad, &m, 1, 0);
    leave_out_loops(&q, fit.rotation_rad);
    take_kinder(&p.least, q.least);
    return p;
}

static void take_forward(facts *f, const explain_task *t, const priced *p, double turn) {
    explanation *e = &f->c.how;
    ranked_facts_edit(&f->c)->way = WAY_FORWARD;
    ranked_facts_edit(&f->c)->wheeled = p->best.count > 0;
    take_price(e, p);
    e->motion.rotation_rad = turn;
    e->count = 0;
    trace_program(t, e, p, poses_middle(t->from, t->count));
    for (int i = 0; i < e->count; i++)
        if (e->list[i].kind == MANEUVER_OBLIQUE) e->list[i].kind = MANEUVER_ADVANCE;  // a hand's drift: there is no oblique here
}

// Turned by so much, and not by wheels in forward movement.
static void take_turn(facts *f, const explain_task *t, double turn, double sigma) {
    ranked_facts_edit(&f->c)->turn_rad = turn;
    ranked_facts_edit(&f->c)->turn_sigma = sigma;
    take_way(f, WAY_WHEEL, f->c.how.straight, sigma_way(t, f->c.how.straight), MANEUVER_OTHER, t->m->before.anchor, t->m->after.anchor);
}

// Laid anew: what was moved is at least how far the unit's middle and its front went, whichever went less far.
static void take_reform(facts *f, const explain_task *t) {
    double way = fmin(f->c.how.straight, vec2_distance(t->m->before.anchor, t->m->after.anchor));
    take_way(f, WAY_REFORM, way, sigma_way(t, way), MANEUVER_REFORM, t->m->before.anchor, t->m->after.anchor);
    f->c.how.shape = SHAPE_FRONTAGE;
}

// The figures kept or exchanged their places and turned there by quarters: a new arrangement with the same outline.
static bool turned_in_place(const explain_task *t, double rotation, vec2 shift) {
    body_motion motions[4] = {{rotation, shift, FACE_FRONT}};
    int count = alike_motions(t, t->scratch, t->scratch + t->count, motions[0], motions, 1);
    for (int i = 1; i < count; i++)
        if (fabs(angle_wrap(motions[i].rotation_rad)) < SMALL_TURN) return true;
    return false;
}

// A turn that hands make while the unit goes backward or sideways.
static bool is_drift(const explain_task *t, double turn) { return fabs(turn) <= t->n->facing_tol + t->n->k_advisory * t->sigma_rad; }

// A way forward that may have been gone: no loops, and within what is allowed, or else not far longer than it needs be.
static bool is_credible(const rule_case *c, const explain_task *t, const priced *p, double turn) {
    if (!(p->cost < INFINITY) || is_loop(p, turn)) return false;
    return within(c, p->least.kindest, p->sigma, most_allowed(c)) || p->cost <= ROUNDABOUT * shortest_conceivable(t, p, turn) + 1;
}

// A march leads forward only, and so does what counts as one (WF-NM-11, 15).
static bool only_forward(const rule_case *c) {
    const ranked_entered *k = ranked_entered_of(c->mine);
    return k->marches || (k->test == NO && ranked_tuning_of(c->n)->failed_restricted);
}

// A deep, narrow unit that wheels a little ends to the side: what it may have gone, straight or forward, is what it went for less, and forward where
// nothing else is permitted.
static void explain_wheeled(facts *f, const explain_task *t, rigid2 fit) {
    rule_case *c = &f->c;
    double turn = fit.rotation_rad, sigma = sigma_way(t, c->how.straight);
    ranked_way straight = straight_way(t, &c->how, ranked_facts_edit(c));
    bool drift = (straight == WAY_BACKWARD || straight == WAY_SIDEWAYS) && is_drift(t, turn);
    bool plain = drift && !only_forward(c) && (c->rate <= 0 || within(c, c->how.straight, sigma, ranked_half(c)));
    priced p = price_forward(t, fit);
    bool credible = is_credible(c, t, &p, turn);
    if (credible && !(plain && c->how.straight < p.least.kindest))
        take_forward(f, t, &p, turn);
    else if (drift)
        take_straight(f, t, straight);
    else if (turned_in_place(t, turn, fit.shift))
        take_reform(f, t);
    else
        take_turn(f, t, turn, c->how.sigma_rotation);
}

// Shifted as straight movement has it, and no farther than that may lead.
static bool is_plain(const rule_case *c, const explain_task *t, ranked_way way) {
    if (way != WAY_MIXED && way != WAY_FORWARD && only_forward(c)) return false;
    if (way == WAY_MIXED || way == WAY_FORWARD || c->rate <= 0) return way != WAY_MIXED;
    return within(c, c->how.straight, sigma_way(t, c->how.straight), ranked_half(c));
}

// So short a way is no direction: hands drift as far.
static bool is_noise(const explain_task *t, double way) { return way <= noise_aside(t->n, way) + t->n->k_advisory * sigma_way(t, way); }

// Wheels and wheels back may lead to the side or back as well.
static void explain_shifted(facts *f, const explain_task *t, rigid2 fit) {
    rule_case *c = &f->c;
    ranked_way way = straight_way(t, &c->how, ranked_facts_edit(c));
    if (!is_plain(c, t, way)) {
        priced p = price_forward(t, fit);
        bool leads = way == WAY_MIXED || p.best.count > 0 || is_noise(t, c->how.straight);
        bool forward = p.cost < INFINITY && !is_loop(&p, 0) && leads;
        if (forward && within(c, p.least.kindest, p.sigma, most_allowed(c))) {
            take_forward(f, t, &p, 0);
            return;
        }
    }
    take_straight(f, t, way);
}

// No figure went farther than dressing.
static bool stood_still(const explain_task *t, double turn) {
    double far = 0;
    for (int i = 0; i < t->count; i++) far = fmax(far, vec2_distance(t->from[i].at, t->to[i].at));
    return far <= t->n->nudge && fabs(turn) <= t->n->facing_tol;
}

static bool same_arrangement(const unit_form *a, const unit_form *b) {
    return a->files == b->files && a->ranks == b->ranks && a->figures == b->figures;
}

// No rigid motion: a reform where the arrangement changed; else most of the figures went one way, and others closed up or were set down loosely.
static void explain_loose(facts *f, const explain_task *t) {
    explanation *e = &f->c.how;
    double straight = e->straight;
    bool closed_up = t->losses && reshape_gaps(t, e);
    if (!closed_up && !same_arrangement(&t->m->before, &t->m->after)) {
        take_reform(f, t);
        return;
    }
    if (!closed_up) reshape_broken(t, e);
    ranked_facts_edit(&f->c)->way = WAY_UNFACED;
    e->straight = straight;
    if (e->cost <= ROUNDABOUT * straight + 1) return;
    take_way(f, WAY_UNFACED, straight, sigma_way(t, straight), MANEUVER_OTHER, t->m->before.anchor, t->m->after.anchor);
}

// How the figures turned beyond the body's rotation; 0 within the error. The rotation comes from the places or the headings, whichever show it
// better: the places of a narrow unit hardly do.
static double turn_in_place(const explain_task *t, explanation *e, agreed faced, rigid2 *fit) {
    double in_place = angle_difference(faced.rad, fit->rotation_rad);
    if (fabs(in_place) > t->n->facing_tol + t->n->k_illegal * hypot(faced.sigma, e->sigma_rotation)) return in_place;
    if (faced.sigma >= e->sigma_rotation) return 0;
    fit->rotation_rad = faced.rad;
    e->sigma_rotation = faced.sigma;
    return 0;
}

static void take_turn_in_place(facts *f, const explain_task *t, double in_place, double sigma) {
    double quarter = round(in_place / (PI / 2)) * PI / 2;
    if (quarter != 0 && fabs(in_place - quarter) <= t->n->facing_tol + t->n->k_illegal * sigma)
        take_reform(f, t);
    else
        take_turn(f, t, in_place, sigma);
}

static void explain_ranks(facts *f, explain_task *t) {
    explanation *e = &f->c.how;
    rigid2 fit;
    describe_shift(t, e);
    e->shape = SHAPE_RIGID;
    bool rigid = fit_body(t, e, &fit);
    agreed faced = agree(t, true);
    double in_place = rigid ? turn_in_place(t, e, faced, &fit) : 0;
    t->drift_in += t->n->k_advisory * hypot(shift_sigma(t), e->sigma_rotation * vec2_distance(t->m->before.front_left, t->m->before.front_right) / 2);
    if (stood_still(t, faced.rad))
        e->shape = SHAPE_STILL;
    else if (!rigid)
        explain_loose(f, t);
    else if (in_place != 0)
        take_turn_in_place(f, t, in_place, hypot(faced.sigma, e->sigma_rotation));
    else if (fabs(fit.rotation_rad) < fmax(SMALL_TURN, t->n->k_illegal * e->sigma_rotation))
        explain_shifted(f, t, fit);
    else
        explain_wheeled(f, t, fit);
}

// Pictures of a carried model show the way of the hand; lines entered one by one, the places where it stood.
static bool is_streamed(const move *m) {
    int near = 0;
    for (int s = 1; m->sample_t_s && s < m->sample_count; s++) near += m->sample_t_s[s] - m->sample_t_s[s - 1] <= PICTURES_S;
    return near * 2 > m->sample_count;
}

static bool has_pivoted(const rule_case *c, int i) {
    const pose from = c->from[i];
    for (int s = 0; s < c->m->sample_count; s++) {
        pose p = path_pose(c->m, s, c->local[i]);
        if (!path_seen(c->m, s, c->local[i]) || !pose_has_heading(p) || !pose_has_heading(from)) continue;
        if (fabs(angle_difference(p.heading_rad, from.heading_rad)) > TURNED_RAD) return true;
    }
    return pose_has_heading(c->to[i]) && pose_has_heading(from) && fabs(angle_difference(c->to[i].heading_rad, from.heading_rad)) > TURNED_RAD;
}

// WF-NM-26, 27: the path of the centre counts, pivots do not.
static void explain_lone(facts *f, const explain_task *t) {
    rule_case *c = &f->c;
    double straight = vec2_distance(t->from[0].at, t->to[0].at), path = path_length(t->m, t->local[0], t->sigma_in);
    double way = fmax(straight, path);
    take_way(f, WAY_LONE, way, hypot((path > straight ? 2 : sqrt(2)) * t->sigma_in, t->n->scale_error * way), MANEUVER_FREE_MOVE, t->from[0].at,
             t->to[0].at);
    c->how.shape = SHAPE_FREE;
    c->how.straight = straight;
    c->how.least = exactly(is_streamed(t->m) ? straight : way);
    ranked_facts_edit(c)->pivoted = has_pivoted(c, 0);
    if (straight <= t->n->nudge && !ranked_facts_of(c)->pivoted && path <= t->n->nudge) ranked_facts_edit(c)->way = WAY_NONE;
}

static void explain_unfaced(facts *f, const explain_task *t) {
    vec2 a = poses_middle(t->from, t->count), b = poses_middle(t->to, t->count);
    f->c.how.straight = vec2_distance(a, b);
    take_way(f, WAY_UNFACED, f->c.how.straight, sigma_way(t, f->c.how.straight), MANEUVER_ADVANCE, a, b);
    f->c.how.shape = SHAPE_FREE;
}

// Of a unit that is mostly hidden only the way is known, not how it turned.
static bool sees_too_few(const rule_case *c) {
    int standing = 0;
    for (int i = c->unit->first_figure; i < c->unit->first_figure + c->unit->figure_count; i++) standing += c->s->figures[i].on_table;
    return c->count < 2 || c->count * 2 < standing;
}

void ranked_explain(facts *f) {
    rule_case *c = &f->c;
    explain_task t = facts_task(f, f->c.n);
    t.no_faces = true;
    t.drift_in = ranked_tuning_of(c->n)->mix_in;
    t.allowance = c->rate > 0 ? c->rate - ranked_spent(c) : INFINITY;
    c->how = (explanation){.stray = -1, .farthest = -1, .odd_figure = -1};
    *ranked_facts_edit(c) = (ranked_facts){.between = -1, .lone = ranked_is_lone(c)};
    if (t.count == 0) return;
    if (ranked_facts_of(c)->lone)
        explain_lone(f, &t);
    else if (!heading_known(&t) || sees_too_few(c))
        explain_unfaced(f, &t);
    else
        explain_ranks(f, &t);
    if (!(c->how.cost < INFINITY)) c->how.cost = c->how.straight;
    if (!(c->how.least.kindest < c->how.cost)) c->how.least.kindest = c->how.cost;
    if (!(c->how.sigma < INFINITY)) c->how.sigma = 0.1;
}
