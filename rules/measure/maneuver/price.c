// What a rigid motion costs: one wheel where that will do, the search where it will not, the other readings where it is too dear.
#include "core/chance.h"
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

double rounded_fraction(const tuning *n, double inches) {
    if (n->rounding == ROUND_UP_HALF) return ceil(inches * 2 - 1e-9) / 2;
    if (n->rounding == ROUND_DOWN_HALF) return floor(inches * 2 + 1e-9) / 2;
    return inches;
}

double frontage_price(const tuning *n, int figures) {
    if (figures <= 0 || !n->frontage_per_figure) return figures > 0 ? n->frontage_cost : 0;
    return n->frontage_cost * ceil(figures / fmax(n->frontage_group, 1) - 1e-9);
}

double face_price(const explain_task *t, body_face face) {
    if (face == FACE_FRONT) return 0;
    return rounded_fraction(t->n, t->rate * (face == FACE_ABOUT ? t->n->about_fraction : t->n->face_fraction));
}

// What a move is priced with: the body as it is read, and its other form where it takes one on its way.
typedef struct {
    block body;
    program_change change;
    bool changes;
} bodies;

static bodies bodies_of(const explain_task *t, const vec2 *layout, int count, double heading, const form_change *change, bool kind) {
    base b = t->g->figures[t->unit->first_figure + t->local[0]].base;
    bodies k = {.body = block_make(layout, count, b, heading, price_reading(t->n, kind))};
    if (!change) return k;
    k.changes = true;
    k.change = (program_change){block_make(change->layout, count, b, heading, price_reading(t->n, kind)), change->front, change->slide_low,
                                change->slide_high};
    return k;
}

static program_rules strict_rules(const explain_task *t, const bodies *k) {
    program_rules pr = {.body = &k->body,
                        .change = k->changes ? &k->change : NULL,
                        .cone_rad = t->n->oblique_max + (t->drift_in > 0 ? t->n->oblique_tol : 0),
                        .slack_in = t->drift_in,
                        .max_wheels = 2,
                        .max_faces = t->unit->type == UNIT_MOB || t->no_faces ? 0 : 2,
                        .chord = t->n->chord};
    for (int f = 0; f < FACE_COUNT; f++) pr.face_cost[f] = face_price(t, (body_face)f);
    return pr;
}

// Error of a direction found from a way of that length (docs/geometry.md section 14).
static double direction_sigma(const explain_task *t, double way) {
    int n = t->count < 3 ? t->count : 3;
    return hypot(sqrt(2.0 / n) * t->sigma_in / fmax(way, 1e-3), t->sigma_rad / sqrt(t->count));
}

// One wheel and one facing change at most, with the tolerance of angles: what players do and name.
// A relabelled motion (a tray set down the other way round) is direct only as a facing change, not as a wheel and a facing change.
static program_rules direct_rules(const explain_task *t, const bodies *k, body_motion m, bool relabelled) {
    program_rules pr = strict_rules(t, k);
    double way = vec2_length(m.shift);
    pr.max_wheels = relabelled && m.turn != FACE_FRONT ? 0 : 1;
    if (pr.max_faces > 1) pr.max_faces = 1;
    pr.cone_rad = t->n->oblique_max + t->n->oblique_tol + t->n->k_illegal * fmin(direction_sigma(t, fmax(way, ANGLES_FROM)), DIRECTION_MOST);
    pr.slack_in = m.turn == FACE_FRONT && fabs(angle_wrap(m.rotation_rad)) < SMALL_TURN ? ANGLES_FROM : t->n->residual;
    return pr;
}

wheel_reading price_reading(const tuning *n, bool kind) {
    return (wheel_reading){
        .pivot_at_front_centre = kind || n->pivot != PIVOT_CORNER, .front_rank_only = n->front_rank_measured, .measure_corner = n->corner_measured};
}

// One wheel about a point of the corner figure's base costs its arc, wherever in that base the point lies.
static program corner_wheel(const program_rules *pr, double angle) {
    program p = {.count = 1, .step = {{.wheel = true, .angle = angle}}};
    p.cost = program_wheel_cost(pr, pr->body, FACE_FRONT, angle);
    return p;
}

// Where hands set figures down less exactly than they are measured, the figures' scatter about the motion beyond that is its error too.
double beyond_measured(const explain_task *t) { return fmax(0, squared(t->scatter_in) - 2 * squared(t->sigma_in)); }

double rotation_sigma(const explain_task *t, const vec2 *layout) {
    double sum = 0;
    for (int i = 0; i < t->count; i++) sum += vec2_dot(layout[i], layout[i]);
    return sum > 1e-6 ? sqrt((2 * squared(t->sigma_in) + beyond_measured(t)) / sum) : t->sigma_rad;
}

// A third of the variance of places may be common to the unit's figures (docs/stream.md, "sigma_in"): more than three of them average nothing out.
double shift_sigma(const explain_task *t) { return sqrt(2 * squared(t->sigma_in) / (t->count < 3 ? t->count : 3) + beyond_measured(t) / t->count); }

// Error of the facing from which legs and wheels start.
static double facing_sigma(const explain_task *t) {
    double stated = t->m->before.figures > 0 ? t->m->before.sigma_facing_rad : 0;
    return stated > 0 && stated < HEADING_UNKNOWN ? stated : t->sigma_rad / sqrt(t->count);
}

// What is priced: figures laid out, that go by one of several readings of one motion.
typedef struct {
    const vec2 *layout;
    int count;
    double heading;
    const form_change *change;
    const body_motion *motions;
    int motion_count;
} moved_body;

// Looks for a program cheaper than the kindest so far.
static void try_kindest(priced *p, const program_rules *pr, body_motion m) {
    program q = program_find(pr, m, p->least.kindest);
    double cost = fmin(q.cost, p->least.kindest);
    if (cost < INFINITY) take_kinder(&p->least, (least_cost){.kindest = cost, .unproven = cost - q.least});
}

// By the first reading where one leg leads aside by the tolerance of hands, whatever else the unit did. Not on top of a kinder reading.
static void try_tolerance(const explain_task *t, const moved_body *b, body_motion m, priced *p) {
    bodies k = bodies_of(t, b->layout, b->count, b->heading, b->change, false);
    program_rules pr = strict_rules(t, &k);
    pr.thorough = true;
    pr.tolerance_rad = t->n->oblique_tol;
    try_kindest(p, &pr, m);
}

// A cost that holds with a chance only; what is as good as sure, or as good as not so, is taken for that.
static void allow_perhaps(const explain_task *t, priced *p, least_cost perhaps, double chance) {
    if (chance <= 1 - t->n->confidence) return;
    if (chance < t->n->confidence) perhaps.more = INFINITY, perhaps.more_chance = 1 - chance;
    take_kinder(&p->least, perhaps);
}

// Least cost of a motion with the smallest admitted radius.
static void try_readings(const explain_task *t, const moved_body *b, body_motion m, bool relabelled, bool named_only, priced *p) {
    bodies k = bodies_of(t, b->layout, b->count, b->heading, b->change, !t->n->pivot_fixed && t->n->advise_on_readings);
    program_rules pr = direct_rules(t, &k, m, relabelled), strict = strict_rules(t, &k);
    strict.thorough = true;
    try_kindest(p, &pr, m);
    if (named_only) return;
    try_kindest(p, &strict, m);
    try_tolerance(t, b, m, p);
}

// A turn that is perhaps too small to be a wheel, and one that is perhaps a single wheel about the corner.
static void try_perhaps(const explain_task *t, const moved_body *b, body_motion m, bool relabelled, bool named_only, double small, priced *p) {
    double sigma = rotation_sigma(t, b->layout);
    bodies k = bodies_of(t, b->layout, b->count, b->heading, b->change, !t->n->pivot_fixed && t->n->advise_on_readings);
    program_rules pr = direct_rules(t, &k, m, relabelled);
    corner_turn turn = find_corner_turn(t, b->layout, b->count, b->heading, m, sigma);
    if (!b->change) allow_perhaps(t, p, exactly(corner_wheel(&pr, turn.angle).cost), turn.chance);
    if (small <= 1 - t->n->confidence || small >= t->n->confidence) return;
    priced still = {.least = exactly(p->least.kindest + p->least.more)};
    m.rotation_rad = 0;
    try_readings(t, b, m, relabelled, named_only, &still);
    allow_perhaps(t, p, still.least, small);
}

// Least cost under every reading, what of it is unproven and on what it rests.
static void find_kindest(const explain_task *t, const moved_body *b, priced *p) {
    double sigma = rotation_sigma(t, b->layout);
    bool named_only = t->n->named_ways_only && p->direct < INFINITY;
    p->least.kindest = p->at_corner ? INFINITY : p->cost;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < b->motion_count; i++) {
            body_motion m = b->motions[i];
            double turn = fabs(m.rotation_rad), small = turn > 0 ? chance_below(turn - SMALL_TURN, sigma) : 1;
            if (pass == 0 && small >= t->n->confidence) m.rotation_rad = 0;
            if (pass == 0)
                try_readings(t, b, m, i > 0, named_only, p);
            else
                try_perhaps(t, b, m, i > 0, named_only, small, p);
        }
    if (!(p->least.kindest < p->cost)) p->least.kindest = p->cost;
}

// How much the cost changes from what it is; at the edge of what is possible it jumps, and then the error is that of a steep slope.
static double change_of(const priced *p, const program_rules *pr, body_motion m, double step) {
    double change = program_cost_near(pr, &p->best, m) - p->best.cost;
    return fabs(change) < 4 * step ? change : 4 * step;
}

// The figures' facing enters where the legs go to the edge of what is allowed.
static double change_by_facing(const explain_task *t, const priced *p, const program_rules *pr, const moved_body *b) {
    double step = facing_sigma(t);
    bodies turned = bodies_of(t, b->layout, b->count, b->heading + step, b->change, false);
    program_rules faced = *pr;
    faced.body = &turned.body;
    if (faced.change) faced.change = &turned.change;
    return change_of(p, &faced, p->motion, step * fmax(p->best.cost, pr->body->radius[0][0]));
}

// Variance of a figure's place within the body: known from where it stood before and after, or, where it went unseen, from before alone, and hands
// may have set it down as far off as the others. A body that took another form is known from its own side of the change alone.
static double place_variance(const explain_task *t, int figure, bool before, bool after) {
    double from = squared(t->sigma_in) * 2 / 3, to = from + beyond_measured(t);  // what is common to all figures moves no one within the body
    if (!before || !after) return before && figure < t->count ? from : to;
    return figure < t->count ? from * to / (from + to) : to;
}

// Error of what the program's wheels cost by their radii: each is the distance of two figures within the body.
static double radii_sigma(const explain_task *t, const priced *p) {
    double sum = 0;
    int face = FACE_FRONT;
    for (int i = 0; i < p->best.count; i++) {
        const program_step *s = &p->best.step[i];
        int end = s->angle > 0 ? 0 : 1;
        bool changed = p->changes && i >= p->best.change_at;
        const block *body = changed ? &p->after : &p->body;
        if (s->wheel)
            sum += fabs(s->angle) * sqrt(place_variance(t, body->pivoting[face][end], !changed, changed || !p->changes) +
                                         place_variance(t, body->measured[face][end], !changed, changed || !p->changes));
        else
            face = (face + (int)s->face) % FACE_COUNT;
    }
    return sum;
}

// Error of the cost: how it changes when rotation, shift and facing change by one sigma each, and the error of the scale (docs/geometry.md section
// 14).
static double cost_sigma(const explain_task *t, const priced *p, const program_rules *pr, const moved_body *b, double sigma_rotation) {
    double shift = shift_sigma(t), sum = squared(t->n->scale_error * p->best.legs.length) + squared(radii_sigma(t, p));
    if (p->at_corner) return sqrt(sum + squared(p->best.cost / fmax(fabs(p->best.step[0].angle), 1e-6) * sigma_rotation));
    for (int i = 0; i < 3; i++) {
        body_motion m = p->motion;
        if (i == 0) m.rotation_rad += sigma_rotation;
        if (i == 1) m.shift.x += shift;
        if (i == 2) m.shift.y += shift;
        if (i == 0 && fabs(p->motion.rotation_rad) < 1e-12) continue;  // taken as no turn at all
        sum += squared(change_of(p, pr, m, i == 0 ? sigma_rotation * pr->body->radius[0][0] : shift));
    }
    return sqrt(sum + squared(change_by_facing(t, p, pr, b)));
}

static void price_direct(const explain_task *t, const bodies *k, const moved_body *b, double sigma, priced *p) {
    for (int i = 0; i < b->motion_count; i++) {
        body_motion m = b->motions[i];
        program_rules pr = direct_rules(t, k, m, i > 0);
        program one = program_find(&pr, m, p->best.cost), wheel = {.cost = INFINITY};
        corner_turn turn = find_corner_turn(t, b->layout, b->count, b->heading, m, sigma);
        bool corner = !b->change && turn.chance >= 0.5;
        if (corner) wheel = corner_wheel(&pr, turn.angle);
        if (corner && wheel.cost <= one.cost + SIMPLER) one = wheel;
        if (one.cost >= p->best.cost) continue;
        p->best = one;
        p->motion = m;
        p->at_corner = corner && one.count == 1 && one.legs.count == 0;
        p->corner_chance = turn.chance;
    }
    p->direct = p->best.cost;
}

// True where no cleverer sequence can save anything: no faces, and legs that lead straight to the place.
static bool is_best_possible(const program *p) {
    for (int i = 0; i < p->count; i++)
        if (!p->step[i].wheel) return false;
    return p->cost < INFINITY && p->legs.count < 2;
}

// The cheaper sequences that players hardly make.
static program_rules price_strict(const explain_task *t, const bodies *k, const moved_body *b, priced *p) {
    program_rules used = direct_rules(t, k, p->motion, false);
    for (int i = 0; i < b->motion_count; i++) {
        program_rules pr = strict_rules(t, k);
        program q = program_find(&pr, b->motions[i], p->best.cost - SIMPLER);
        if (q.cost == INFINITY) continue;
        if (q.cost < p->direct - FAR_DEARER) p->direct = INFINITY;
        p->best = q;
        p->motion = b->motions[i];
        p->at_corner = false;
        used = pr;
    }
    return used;
}

// The way that was found, read as kindly as may be: no other is cheaper where it is the best possible.
static double cost_read_kindly(const explain_task *t, const priced *p, const program_rules *used, const moved_body *b) {
    bodies k = bodies_of(t, b->layout, b->count, b->heading, b->change, !t->n->pivot_fixed && t->n->advise_on_readings);
    program_rules kind = *used;
    kind.body = &k.body;
    if (kind.change) kind.change = &k.change;
    double cost = p->at_corner ? corner_wheel(&kind, p->best.step[0].angle).cost : program_cost_near(&kind, &p->best, p->motion);
    return fmin(p->cost, cost);
}

static priced price_body(const explain_task *t, const moved_body *b, double fixed) {
    double sigma_rotation = rotation_sigma(t, b->layout);
    bodies k = bodies_of(t, b->layout, b->count, b->heading, b->change, false);
    priced p = {.best = {.cost = INFINITY}, .body = k.body, .after = k.change.body, .motion = b->motions[0], .changes = k.changes};
    if (b->change) p.change = *b->change;
    price_direct(t, &k, b, sigma_rotation, &p);
    program_rules used = direct_rules(t, &k, p.motion, false);
    double nearly = fixed + NEARLY_SIGMAS * (shift_sigma(t) + sigma_rotation * p.body.radius[0][0]);
    bool named_only = t->n->named_ways_only && p.best.cost < INFINITY;
    if (!named_only && (!is_best_possible(&p.best) || p.best.cost + nearly > t->allowance)) used = price_strict(t, &k, b, &p);
    p.cost = p.least.kindest = p.best.cost;
    if (p.cost == INFINITY) return p;
    p.sigma = cost_sigma(t, &p, &used, b, sigma_rotation);
    bool sure = !p.at_corner || p.corner_chance >= t->n->confidence;
    if (sure && is_best_possible(&p.best) && p.cost + nearly <= t->allowance)
        p.least = exactly(cost_read_kindly(t, &p, &used, b));
    else
        find_kindest(t, b, &p);
    return p;
}

priced price_motion(const explain_task *t, const vec2 *layout, int count, double heading, const body_motion *motions, int motion_count,
                    double fixed) {
    return price_change(t, layout, count, heading, NULL, motions, motion_count, fixed);
}

priced price_change(const explain_task *t, const vec2 *layout, int count, double heading, const form_change *change, const body_motion *motions,
                    int motion_count, double fixed) {
    return price_body(t, &(moved_body){layout, count, heading, change, motions, motion_count}, fixed);
}
