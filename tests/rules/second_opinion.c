#include "second_opinion.h"

#define WHEELS 2
#define FACES 2
#define GRAIN_IN 0.01  // the bounds are brought this near to each other
#define LEAST_STEP_RAD 1e-7
#define COARSE 12  // grid cells of the first look at a sequence

static int quarter_turns(second_kind face) { return face == SECOND_FACE_LEFT ? 1 : face == SECOND_FACE_RIGHT ? -1 : 2; }

double second_heading(second_stand s) { return s.lay_rad + s.quarter * PI / 2; }

static double pitch(const second_block *b) { return b->base_in + b->gap_in; }

pose second_figure(const second_block *b, second_stand s, int i) {
    double ahead = ((b->ranks - 1) / 2.0 - i / b->files) * pitch(b), leftward = ((b->files - 1) / 2.0 - i % b->files) * pitch(b);
    vec2 off = vec2_add(vec2_scale(heading_forward(s.lay_rad), ahead), vec2_scale(heading_left(s.lay_rad), leftward));
    return (pose){vec2_add(s.centre, off), angle_wrap(second_heading(s)), 0, 0};
}

// The ends of the front: of the figures with a base front within half a base of the foremost (section 3).
static void find_corners(second_block *b, int quarter) {
    second_stand s = {{0, 0}, 0, quarter};
    vec2 forward = heading_forward(second_heading(s)), leftward = heading_left(second_heading(s));
    double foremost = -INFINITY, left = -INFINITY, right = INFINITY;
    for (int i = 0; i < b->count; i++) foremost = fmax(foremost, vec2_dot(second_figure(b, s, i).at, forward));
    for (int i = 0; i < b->count; i++) {
        vec2 at = second_figure(b, s, i).at;
        if (vec2_dot(at, forward) < foremost - b->base_in / 2) continue;
        left = fmax(left, vec2_dot(at, leftward) + b->base_in / 2);
        right = fmin(right, vec2_dot(at, leftward) - b->base_in / 2);
    }
    vec2 line = vec2_scale(forward, foremost + b->base_in / 2);
    b->corner[quarter][0] = vec2_add(line, vec2_scale(leftward, left));
    b->corner[quarter][1] = vec2_add(line, vec2_scale(leftward, right));
}

second_block second_block_of(int files, int ranks, int absent, double base_in, double gap_in, double rate_in) {
    second_block b = {.files = files, .ranks = ranks, .count = files * ranks - absent, .base_in = base_in, .gap_in = gap_in, .rate_in = rate_in};
    for (int quarter = 0; quarter < 4; quarter++) find_corners(&b, quarter);
    return b;
}

vec2 second_corner(const second_block *b, second_stand s, bool left) {
    return vec2_add(s.centre, vec2_rotate(b->corner[(s.quarter % 4 + 4) % 4][left ? 0 : 1], s.lay_rad));
}

vec2 second_front_middle(const second_block *b, second_stand s) { return vec2_lerp(second_corner(b, s, true), second_corner(b, s, false), 0.5); }

double second_radius(const second_block *b, second_stand s, bool left) {
    vec2 corner = second_corner(b, s, left);
    double farthest = 0;
    for (int i = 0; i < b->count; i++) {
        pose p = second_figure(b, s, i);
        vec2 front = vec2_add(p.at, vec2_scale(heading_forward(p.heading_rad), b->base_in / 2));
        farthest = fmax(farthest, vec2_distance(front, corner));
    }
    return farthest;
}

second_stand second_wheel(const second_block *b, second_stand s, bool left, double angle_rad) {
    double turn = left ? angle_rad : -angle_rad;
    vec2 corner = second_corner(b, s, left);
    s.centre = vec2_add(corner, vec2_rotate(vec2_sub(s.centre, corner), turn));
    s.lay_rad += turn;
    return s;
}

second_stand second_face(second_stand s, second_kind face) {
    s.quarter = (s.quarter + quarter_turns(face) + 4) % 4;
    return s;
}

second_stand second_take(const second_block *b, second_stand s, second_step step) {
    if (step.kind <= SECOND_WHEEL_RIGHT) return second_wheel(b, s, step.kind == SECOND_WHEEL_LEFT, step.angle_rad);
    return second_face(s, step.kind);
}

double second_step_cost(const second_block *b, second_stand s, second_step step) {
    if (step.kind <= SECOND_WHEEL_RIGHT) return second_radius(b, s, step.kind == SECOND_WHEEL_LEFT) * step.angle_rad;
    return step.kind == SECOND_FACE_ABOUT ? b->rate_in / 2 : b->rate_in / 3;
}

// The same places with the figures in another order: the block turned by whole quarters on itself. A block that is no square of figures only
// coincides with itself after a half turn, one that lacks figures only after a whole one.
static second_stand told_anew(second_stand s, int quarters) {
    s.lay_rad += quarters * PI / 2;
    s.quarter = ((s.quarter - quarters) % 4 + 4) % 4;
    return s;
}

static int quarters_between_readings(const second_block *b) {
    if (b->count < b->files * b->ranks) return 4;
    return b->files == b->ranks ? 1 : 2;
}

// From the middle to the farthest corner.
static double reach_of(const second_block *b) {
    double reach = 0;
    for (int quarter = 0; quarter < 4; quarter++)
        for (int end = 0; end < 2; end++) reach = fmax(reach, vec2_length(b->corner[quarter][end]));
    return reach;
}

bool second_same(const second_block *b, second_stand p, second_stand q, double tolerance_in, double tolerance_rad) {
    for (int k = 0; k < 4; k += quarters_between_readings(b)) {
        second_stand r = told_anew(q, k);
        if (r.quarter == ((p.quarter % 4) + 4) % 4 && vec2_distance(p.centre, r.centre) <= tolerance_in &&
            fabs(angle_difference(p.lay_rad, r.lay_rad)) <= tolerance_rad)
            return true;
    }
    return false;
}

// One sequence of steps with two wheels. Their angles depend on one unknown: the first is x, the second offset + slope x (the turn of the whole is
// given). Sequences with fewer wheels are those where an angle is 0.
typedef struct {
    const second_block *block;
    second_stand from, to;
    second_latitude latitude;
    second_step steps[SECOND_STEPS];
    int step_count, first, second;  // indices of the wheels
    double offset, slope;
    double faces_in, radius[WHEELS];
    double reach_in;  // centre to corner
    second_cost *best;
} sequence;

static void set_angles(sequence *q, double x) {
    q->steps[q->first].angle_rad = x;
    q->steps[q->second].angle_rad = fmax(0, q->offset + q->slope * x);
}

static double arcs(const sequence *q, double x) { return q->radius[0] * x + q->radius[1] * fmax(0, q->offset + q->slope * x); }

// Length of the legs when the first wheel turns by x; see second_legs for slack.
static double legs(sequence *q, double x, double slack_in) {
    double headings[SECOND_STEPS + 1];
    set_angles(q, x);
    second_stand s = q->from;
    headings[0] = second_heading(s);
    for (int i = 0; i < q->step_count; i++) {
        s = second_take(q->block, s, q->steps[i]);
        headings[i + 1] = second_heading(s);
    }
    return second_legs(vec2_sub(q->to.centre, s.centre), headings, q->step_count + 1, q->latitude, slack_in);
}

static void try_at(sequence *q, double x) {
    double bare = q->faces_in + arcs(q, x);
    if (bare >= q->best->high_in) return;
    double length = legs(q, x, 0);
    if (bare + length >= q->best->high_in) return;
    q->best->high_in = bare + length;
    q->best->legs_in = length;
    q->best->step_count = q->step_count;
    for (int i = 0; i < q->step_count; i++) q->best->steps[i] = q->steps[i];
}

// What no x of [low, high] can fall below, provided that it beats the best so far. Legs walked between the wheels turn with x, and either wheel's
// sweep ends elsewhere by at most reach x the change: carried over to the middle x, a plan misses the end by no more than the slack.
static double bound(sequence *q, double low, double high) {
    double middle = (low + high) / 2, bare = q->faces_in + fmin(arcs(q, low), arcs(q, high));
    if (bare >= q->best->high_in) return bare;
    double legs_at_most = isinf(q->best->high_in) ? 1000 : q->best->high_in - bare;
    return bare + legs(q, middle, (legs_at_most + 2 * q->reach_in) * (high - low) / 2);
}

static void search(sequence *q, double low, double high) {
    double least = bound(q, low, high);
    if (least < q->best->high_in) try_at(q, (low + high) / 2);
    if (least >= q->best->high_in - GRAIN_IN || high - low < LEAST_STEP_RAD) {
        q->best->low_in = fmin(q->best->low_in, least);
        return;
    }
    double middle = (low + high) / 2;
    search(q, low, middle);
    search(q, middle, high);
}

typedef void visit(sequence *q, double low, double high);

static void look(sequence *q, double low, double high) {
    for (int i = 0; i <= COARSE; i++) try_at(q, low + (high - low) * i / COARSE);
}

// The two ranges of x that give the turn in question, no wheel going round more than once.
static void over_angles(sequence *q, double turn, visit *v) {
    bool left = q->steps[q->first].kind == SECOND_WHEEL_LEFT, alike = q->steps[q->first].kind == q->steps[q->second].kind;
    double t = fmod(left ? turn : -turn, 2 * PI);
    if (t < 0) t += 2 * PI;
    if (2 * PI - t < 1e-9) t = 0;
    q->slope = alike ? -1 : 1;
    q->offset = alike ? t : -t;
    if (alike)
        v(q, 0, t);
    else
        v(q, t, 2 * PI);
    q->offset += 2 * PI;
    if (alike)
        v(q, t, 2 * PI);
    else
        v(q, 0, t);
}

static void over_readings(sequence *q, second_stand to, visit *v) {
    second_stand s = q->from;
    int wheels = 0;
    q->faces_in = 0;
    for (int i = 0; i < q->step_count; i++) {
        if (q->steps[i].kind <= SECOND_WHEEL_RIGHT) {
            if (wheels == 0) q->first = i;
            q->second = i;
            q->radius[wheels++] = second_radius(q->block, s, q->steps[i].kind == SECOND_WHEEL_LEFT);
        } else {
            q->faces_in += second_step_cost(q->block, s, q->steps[i]);
            s = second_face(s, q->steps[i].kind);
        }
    }
    if (q->faces_in >= q->best->high_in) return;
    for (int k = 0; k < 4; k += quarters_between_readings(q->block)) {
        q->to = told_anew(to, k);
        if (q->to.quarter == s.quarter) over_angles(q, q->to.lay_rad - q->from.lay_rad, v);
    }
}

static void over_sequences(sequence *q, second_stand to, int wheels, int faces, visit *v) {
    if (wheels == WHEELS) over_readings(q, to, v);
    for (int k = 0; k < SECOND_KINDS; k++) {
        bool wheel = k <= SECOND_WHEEL_RIGHT;
        if (wheel ? wheels == WHEELS : faces == FACES) continue;
        q->steps[q->step_count++] = (second_step){(second_kind)k, 0};
        over_sequences(q, to, wheels + wheel, faces + !wheel, v);
        q->step_count--;
    }
}

second_stand second_straightened(second_stand from, second_stand to, double small_rad) {
    double turn = angle_difference(to.lay_rad, from.lay_rad), quarters = round(turn / (PI / 2));
    if (fabs(turn - quarters * PI / 2) < small_rad) to.lay_rad = from.lay_rad + quarters * PI / 2;
    return to;
}

static bool within_corner_base(const second_block *b, second_stand s, bool left, vec2 at, double slack_in) {
    double h = second_heading(s);
    vec2 d = vec2_sub(at, second_corner(b, s, left));
    double ahead = vec2_dot(d, heading_forward(h)), inward = vec2_dot(d, heading_left(h)) * (left ? -1 : 1);
    return ahead <= slack_in && ahead >= -b->base_in - slack_in && inward >= -slack_in && inward <= b->base_in + slack_in;
}

double second_measured_wheel(const second_block *b, second_stand from, second_stand to, double slack_in) {
    double least = INFINITY;
    for (int k = 0; k < 4; k += quarters_between_readings(b)) {
        second_stand end = told_anew(to, k);
        double turn = angle_difference(end.lay_rad, from.lay_rad);
        if (end.quarter != from.quarter || fabs(turn) < 1e-6) continue;
        // The fixed point c + x of a turn that takes the middle from c to c + d: x = (d + cot(turn / 2) (d turned left)) / 2.
        vec2 d = vec2_sub(end.centre, from.centre), leftward = {-d.y, d.x};
        vec2 at = vec2_add(from.centre, vec2_scale(vec2_add(d, vec2_scale(leftward, 1 / tan(turn / 2))), 0.5));
        bool half = PI - fabs(turn) < 1e-6;  // made either way round: the figures stand in the same places
        for (int left = 0; left < 2; left++)
            if ((half || (turn > 0) == left) && within_corner_base(b, from, left, at, slack_in))
                least = fmin(least, second_radius(b, from, left) * fabs(turn));
    }
    return least;
}

second_cost second_cheapest(const second_block *b, second_stand from, second_stand to, second_latitude l) {
    second_cost best = {.low_in = INFINITY, .high_in = INFINITY};
    sequence q = {.block = b, .from = from, .latitude = l, .reach_in = reach_of(b), .best = &best};
    to.quarter = ((to.quarter % 4) + 4) % 4;
    over_sequences(&q, to, 0, 0, look);
    over_sequences(&q, to, 0, 0, search);
    best.low_in = fmin(best.low_in, best.high_in);
    return best;
}
