#include "rules/measure/maneuver/explain.h"

#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/path.h"

double facing_before(const explain_task *t) {
    if (t->m->before.figures > 0 && t->m->before.sigma_facing_rad < HEADING_UNKNOWN) return t->m->before.facing_rad;
    for (int i = 0; i < t->count; i++)
        if (pose_has_heading(t->from[i])) return t->from[i].heading_rad;
    return 0;
}

double facing_after(const explain_task *t) {
    if (t->m->after.figures > 0 && t->m->after.sigma_facing_rad < HEADING_UNKNOWN) return t->m->after.facing_rad;
    for (int i = 0; i < t->count; i++)
        if (pose_has_heading(t->to[i])) return t->to[i].heading_rad;
    return facing_before(t);
}

// How the figures turned in place, beyond the body's rotation.
typedef struct {
    bool known;
    body_face body;          // what most did
    int turned[FACE_COUNT];  // figures of each class
    double odd;              // largest turn that is no quarter turn; 0
    int odd_figure, odd_count;
} turns;

static turns find_turns(const explain_task *t, double rotation, double sigma_rotation) {
    turns k = {.odd_figure = -1};
    double slack = facing_slack(t, sigma_rotation);
    for (int i = 0; i < t->count; i++) {
        if (!pose_has_heading(t->from[i]) || !pose_has_heading(t->to[i])) continue;
        double turn = angle_difference(t->to[i].heading_rad - t->from[i].heading_rad, rotation);
        int quarter = (int)lround(turn / (PI / 2));
        // A turn of up to 45 degrees that is no face may be an oblique that turned: it counts as none.
        if (fabs(turn) <= PI / 4 + t->n->oblique_tol && fabs(turn - quarter * PI / 2) > slack) quarter = 0;
        if (fabs(turn - quarter * PI / 2) > slack) {
            k.odd_count++;
            if (fabs(turn) > fabs(k.odd)) k.odd = turn, k.odd_figure = i;
        }
        k.turned[(quarter + FACE_COUNT) % FACE_COUNT]++;
        k.known = true;
    }
    for (int f = 1; f < FACE_COUNT; f++)
        if (k.turned[f] > k.turned[k.body]) k.body = (body_face)f;
    return k;
}

// Facing changes of some figures only, each kind once (BS1-7.9-11); those that did not turn with the body cost nothing more.
static double partial_faces(const explain_task *t, const turns *k, explanation *e) {
    double cost = 0;
    static const maneuver_kind kinds[] = {MANEUVER_OTHER, MANEUVER_LEFT_FACE, MANEUVER_ABOUT_FACE, MANEUVER_RIGHT_FACE};
    for (int f = 1; f < FACE_COUNT; f++) {
        if (k->turned[f] == 0 || f == (int)k->body) continue;
        double price = face_price(t, (body_face)f);
        if (!t->n->face_per_kind && cost > 0) price = fmax(price - cost, 0);  // one cost, the dearest
        cost += price;
        if (e) trace_fixed(e, kinds[f], price, t->m->after.anchor);
    }
    return cost;
}

void take_price(explanation *e, const priced *p) {
    e->cost = p->cost;
    e->least = p->least;
    e->direct = p->direct;
    e->sigma = p->sigma;
    e->motion = p->motion;
}

void take_kinder(least_cost *a, least_cost b) {
    double sure = fmin(a->kindest + a->more, b.kindest + b.more), bound = fmin(a->kindest - a->unproven, b.kindest - b.unproven);
    double not_a = a->kindest < sure ? a->more_chance : 1, not_b = b.kindest < sure ? b.more_chance : 1;
    a->kindest = fmin(a->kindest, b.kindest);
    a->unproven = a->kindest < INFINITY ? a->kindest - bound : 0;
    a->more = a->kindest < sure ? sure - a->kindest : 0;
    a->more_chance = a->more > 0 ? not_a * not_b : 0;
}

least_cost least_plus(least_cost a, double inches) {
    a.kindest += inches;
    return a;
}

explanation explanation_none(double sigma_rotation) {
    return (explanation){.stray = -1, .farthest = -1, .odd_figure = -1, .sigma_rotation = sigma_rotation};
}

static void describe_way(const explain_task *t, explanation *e, vec2 shift, double heading) {
    double way = vec2_length(shift);
    e->ahead = vec2_dot(shift, heading_forward(heading));
    e->left = vec2_dot(shift, heading_left(heading));
    e->deviation = atan2(e->left, e->ahead);
    int n = t->count < 3 ? t->count : 3;
    e->sigma_deviation = hypot(sqrt(2.0 / n) * t->sigma_in / fmax(way, 1e-3), t->sigma_rad / sqrt(t->count));
}

// A mob may go straight ahead or wheel: what its move costs without obliques (BS1-7.9-3).
static double price_without_oblique(const explain_task *t, const vec2 *layout, int count, double heading, body_motion m) {
    base b = t->g->figures[t->unit->first_figure + t->local[0]].base;
    block body = block_make(layout, count, b, heading, (wheel_reading){0});
    program_rules pr = {.body = &body, .cone_rad = t->n->oblique_tol, .slack_in = 1, .max_wheels = 2, .chord = t->n->chord};
    return program_find(&pr, m, INFINITY).cost;
}

// The body as both rest states show it: where the figures stood, and where they were set down as far as hands are to be trusted.
static void blend_layout(const explain_task *t, vec2 *a, const vec2 *b, rigid2 fit) {
    double before = t->sigma_in * t->sigma_in, after = before + beyond_measured(t), share = before / fmax(before + after, 1e-12);
    for (int i = 0; i < t->count; i++) a[i] = vec2_lerp(a[i], vec2_rotate(vec2_sub(b[i], fit.shift), -fit.rotation_rad), share);
}

static void explain_rigid(const explain_task *t, explanation *e, vec2 *a, const vec2 *b, rigid2 fit) {
    double heading = facing_before(t), rotation = fit.rotation_rad;
    blend_layout(t, a, b, fit);
    turns k = find_turns(t, rotation, e->sigma_rotation);
    vec2 middle = poses_middle(t->from, t->count), shift = vec2_sub(poses_middle(t->to, t->count), middle);
    body_motion motions[6] = {{rotation, fit.shift, t->unit->type == UNIT_MOB ? FACE_FRONT : k.body}};
    // A turn too small to be a wheel is dressing: the way of the middle is what was moved.
    if (fabs(rotation) < SMALL_TURN) motions[0] = (body_motion){0, shift, motions[0].turn};
    int count = t->unit->type == UNIT_MOB ? 1 : alike_motions(t, a, b, motions[0], motions, 1);
    double fixed = t->unit->type == UNIT_MOB ? 0 : partial_faces(t, &k, NULL);
    int whole = whole_lay_out(t, a);
    if (t->unseen_count > 0) shift = whole_way(t, motions[0]);
    priced p = whole_price(t, heading, motions, count, fixed);
    e->shape = SHAPE_RIGID;
    take_price(e, &p);
    e->motion = motions[0];
    e->fixed = fixed;
    e->straight = vec2_length(shift);
    e->pivot = whole_pivot(t, heading, motions[0], e->sigma_rotation, &e->pivot_at);
    e->pivot_at = vec2_add(e->pivot_at, middle);
    describe_way(t, e, shift, heading);
    if (k.odd_count * 2 > t->count) e->odd_turn = k.odd, e->odd_figure = k.odd_figure;
    trace_program(t, e, &p, middle);
    if (t->unit->type != UNIT_MOB) partial_faces(t, &k, e);
    if (t->unit->type == UNIT_MOB) e->without_oblique = price_without_oblique(t, t->whole, whole, heading, motions[0]);
}

// Under the readings "about one of its figures" and "backward too" the wheel costs the way of the figure farthest from where it turned.
static void price_other_pivot(const explain_task *t, explanation *e) {
    if (e->pivot != PIVOT_AT_FRONT_FIGURE || e->shape != SHAPE_RIGID || e->motion.turn != FACE_FRONT) return;
    double far = 0;
    for (int i = 0; i < t->count; i++) {
        base b = t->g->figures[t->unit->first_figure + t->local[i]].base;
        far = fmax(far, vec2_distance(base_front(b, t->from[i]), e->pivot_at));
    }
    double cost = far * fabs(e->motion.rotation_rad);
    e->direct = fmin(e->direct, cost);
    take_kinder(&e->least, exactly(cost));
    if (cost >= e->cost) return;
    e->cost = cost;
    e->count = 0;
    trace_fixed(e, MANEUVER_WHEEL, cost, t->m->before.anchor);
    e->list[0].pivot = e->pivot_at;
    e->list[0].angle_rad = e->motion.rotation_rad;
    e->list[0].distance_in = cost;
    e->list[0].to = t->m->after.anchor;
}

// How far a figure went: by its centre or its front, whichever is less (docs/stream.md); by a house rule its centre alone (BS1-7.7-1).
static double way_of_one(const explain_task *t, int i) {
    base b = t->g->figures[t->unit->first_figure + t->local[i]].base;
    double centre = vec2_distance(t->from[i].at, t->to[i].at), front = vec2_distance(base_front(b, t->from[i]), base_front(b, t->to[i]));
    return t->n->centre_measured ? centre : fmin(centre, front);
}

// The mob's reference figure: the named one, else the nearest to its middle (docs/stream.md). Of several that may be the nearest, as nobody can tell,
// the one that went least.
static int reference_of(const explain_task *t) {
    vec2 middle = poses_middle(t->from, t->count);
    double nearest = INFINITY, unsure = t->n->k_illegal * sqrt(2) * t->sigma_in;
    int best = -1;
    for (int i = 0; i < t->count; i++) {
        if (t->unit->reference_figure == t->unit->first_figure + t->local[i]) return i;
        nearest = fmin(nearest, vec2_distance(t->from[i].at, middle));
    }
    for (int i = 0; i < t->count; i++)
        if (vec2_distance(t->from[i].at, middle) <= nearest + unsure && (best < 0 || way_of_one(t, i) < way_of_one(t, best))) best = i;
    return best;
}

// A mob is measured at one figure, however the others swarm (BS1-7.7-3).
static void measure_mob(const explain_task *t, explanation *e) {
    int i = reference_of(t);
    double way = way_of_one(t, i);
    e->farthest = i;
    take_kinder(&e->least, exactly(way));
    if (e->shape == SHAPE_RIGID && e->motion.rotation_rad != 0) return;
    if (e->shape != SHAPE_RIGID) e->shape = SHAPE_FREE, e->fixed = e->frontage_surplus = 0, e->direct = way, e->straight = way, e->count = 0;
    if (e->count == 0) trace_fixed(e, MANEUVER_ADVANCE, way, t->from[i].at);
    if (e->count == 1) e->list[0].cost_in = e->list[0].distance_in = way;
    e->list[0].to = e->shape == SHAPE_FREE ? t->to[i].at : e->list[0].to;
    e->cost = e->direct = way;
    e->sigma = hypot(sqrt(2) * t->sigma_in, t->n->scale_error * way);
}

void explain_free(const explain_task *t, explanation *e) {
    e->shape = SHAPE_FREE;
    e->cost = -1;
    for (int i = 0; i < t->count; i++) {
        double way = way_of_one(t, i);
        way = fmax(way, path_length(t->m, t->local[i], t->sigma_in));
        if (way > e->cost) e->cost = way, e->farthest = i;
    }
    e->direct = e->straight = e->cost;
    e->least = exactly(e->cost);
    e->sigma = hypot(sqrt(2) * t->sigma_in, t->n->scale_error * e->cost);
    trace_fixed(e, MANEUVER_FREE_MOVE, e->cost, t->from[e->farthest].at);
    e->list[0].to = t->to[e->farthest].at;
    e->list[0].distance_in = e->cost;
}

// A gap that moved by less than this across the line between two classes is dressing, where the body moved rigidly.

static bool gaps_changed(const explain_task *t) {
    const unit_form *a = &t->m->before, *b = &t->m->after;
    double enough = CLASS_GAP + t->n->k_illegal * 2 * t->sigma_in;  // two gaps, each between two figures
    return !(fabs(b->gap_lateral_in - a->gap_lateral_in) < enough) || fabs(b->gap_depth_in - a->gap_depth_in) >= enough;
}

static bool classes_differ(const explain_task *t) {
    formation_kind a = t->m->before.formation, b = t->m->after.formation;
    bool both = (a == FORMATION_CLOSED || a == FORMATION_OPEN) && (b == FORMATION_CLOSED || b == FORMATION_OPEN);
    return both && a != b && t->unit->type == UNIT_REGULAR;
}

static bool stood_still(const explain_task *t, const rigid2 *fit, double sigma_rotation) {
    double far = 0;
    for (int i = 0; i < t->count; i++) far = fmax(far, vec2_distance(t->from[i].at, t->to[i].at));
    if (far > t->n->nudge) return false;
    turns k = find_turns(t, fabs(fit->rotation_rad) < 5 * RAD_PER_DEG ? fit->rotation_rad : 0, sigma_rotation);
    return k.turned[FACE_FRONT] * 2 > t->count && k.turned[1] + k.turned[2] + k.turned[3] == 0 && k.odd_count == 0;
}

bool heading_known(const explain_task *t) {
    if (t->m->before.figures > 0 && t->m->before.sigma_facing_rad < HEADING_UNKNOWN) return true;
    for (int i = 0; i < t->count; i++)
        if (pose_has_heading(t->from[i])) return true;
    return false;
}

// The unit's facing was not seen: its way is measured, and no breach may depend on the facing.
static void explain_unfaced(const explain_task *t, explanation *e) {
    vec2 a = poses_middle(t->from, t->count), b = poses_middle(t->to, t->count);
    e->shape = SHAPE_FREE;
    e->cost = e->direct = e->straight = vec2_distance(a, b);
    e->least = exactly(e->cost);
    e->sigma = hypot(sqrt(2) * t->sigma_in, t->n->scale_error * e->cost);
    e->farthest = 0;
    trace_fixed(e, MANEUVER_ADVANCE, e->cost, a);
    e->list[0].to = b;
    e->list[0].distance_in = e->cost;
}

void take_cheaper(explanation *e, const explanation *other) {
    least_cost least = least_plus(e->least, e->fixed);
    take_kinder(&least, least_plus(other->least, other->fixed));
    if (other->cost + other->fixed < e->cost + e->fixed) *e = *other;
    e->least = least_plus(least, -e->fixed);
}

// True where the figures of a single line turned and it did not turn with them: it may have filed off into a column, each figure behind the one
// before, and have wheeled then.
static bool may_have_filed(const explain_task *t, const explanation *e) {
    return (t->m->before.ranks == 1 || t->m->before.files == 1) && e->motion.turn != FACE_FRONT;
}

// Where figures changed places, or the players said so, the unit may have formed up anew rather than turned. Where each kept its place within the
// unit, none stepped up or back (BS1-7.10-3), unless it filed off: that is another reading of what was done.
static void try_other_forms(const explain_task *t, explanation *e, bool labelled) {
    explanation other = explanation_none(e->sigma_rotation);
    bool said = !labelled || t->forms_up;
    if (!(said || may_have_filed(t, e)) || t->unit->type == UNIT_MOB || !reshape_form(t, FORM_REFRONTED, &other)) return;
    if (said) {
        take_cheaper(e, &other);
        return;
    }
    e->may_have_filed = other.least.kindest + other.fixed < e->least.kindest + e->fixed;
    take_kinder(&e->least, least_plus(other.least, other.fixed - e->fixed));
}

static void explain_body(const explain_task *t, explanation *e, rigid2 fit, bool labelled) {
    explain_rigid(t, e, t->scratch, t->scratch + t->count, fit);
    price_other_pivot(t, e);
    explain_roundabout(t, e);
    try_other_forms(t, e, labelled);
}

bool turned_as_seen(const explain_task *t, const rigid2 *fit, double sigma_rotation) {
    turns k = find_turns(t, fit->rotation_rad, sigma_rotation);
    return k.odd_count * 2 <= t->count;
}

static void explain_formed(const explain_task *task, explanation *e) {
    explain_task own = *task, *t = &own;
    rigid2 fit;
    bool rigid = fit_labelled(t, &fit);
    own.scatter_in = scatter_of(t, rigid ? &fit : NULL);
    e->sigma_rotation = rotation_sigma(t, t->scratch);
    if (classes_differ(t) && (!rigid || gaps_changed(t)) && reshape_form(t, FORM_RESPACED, e)) return;
    if (stood_still(t, &fit, e->sigma_rotation)) {
        e->shape = SHAPE_STILL;
        return;
    }
    fit_labelled(t, &fit);
    bool closed_up = !rigid && reshape_gaps(t, e), named = rigid && turned_as_seen(t, &fit, e->sigma_rotation);
    double least = named ? fit.residual_rms : INFINITY;
    if (least > 2 * BETTER_FIT_IN && !closed_up && fit_unlabelled(t, t->scratch, t->scratch + t->count, least, &fit))
        explain_body(t, e, fit, false);
    else if (rigid)
        explain_body(t, e, fit, true);
    else if (!closed_up && !reshape_contact(t, e) && !reshape_form(t, FORM_ANY, e))
        reshape_broken(t, e);
    if (t->unit->type == UNIT_MOB) measure_mob(t, e);
}

// No search found a way that costs less than infinity: what the way alone takes stands for it.
static void settle(explanation *e) {
    if (!(e->cost < INFINITY)) e->cost = e->straight;
    if (!(e->least.kindest < INFINITY)) e->least.kindest = e->cost;
    e->cost += e->fixed;
    e->least.kindest = fmin(e->least.kindest + e->fixed, e->cost);
    e->direct += e->fixed;
    e->straight += e->fixed;
    if (!(e->sigma < INFINITY)) e->sigma = UNKNOWN_ERROR_IN;
}

explanation explain_move(const explain_task *t) {
    explanation e = {.stray = -1, .farthest = -1, .odd_figure = -1};
    if (t->count == 0) return e;
    if (t->free || t->count == 1)
        explain_free(t, &e);
    else if (!heading_known(t))
        explain_unfaced(t, &e);
    else
        explain_formed(t, &e);
    settle(&e);
    return e;
}
