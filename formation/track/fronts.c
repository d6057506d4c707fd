#include "formation/formation_limits.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

// By how much the shape may be turned and look the same; 0: never.
static double symmetry(base_shape shape) { return shape == BASE_ROUND ? 0 : 2 * PI / base_sides(shape); }

static bool in_ranks(const formation *f, int i) { return fronts_stand_in_ranks(&f->g->units[f->g->figures[i].unit]); }

static bool went_with_body(const formation *f, int i) {
    const track *t = &f->figures[i];
    return track_goes_with_body(f, i) && pose_has_heading(t->body.stood);
}

// A figure that is found for the first time where the game file places it faces as it was placed.
static bool is_as_placed(const formation *f, const base_sighting *b) {
    const game_figure *g = &f->g->figures[b->figure];
    return g->has_start && !f->figures[b->figure].seen && vec2_distance(g->start.at, b->pose.at) <= TRACK_AT_START_IN;
}

static bool expected_by_start(const formation *f, const base_sighting *b, pose *expected) {
    *expected = f->g->figures[b->figure].start;
    return b->front_doubtful && is_as_placed(f, b);
}

// The heading that the figure has if it went with its unit's body, or stayed as it was; and whether its front was sure there.
static bool expected_heading(const formation *f, const base_sighting *b, pose *expected) {
    const track *t = &f->figures[b->figure];
    bool carried = went_with_body(f, b->figure);
    if (!t->seen) return expected_by_start(f, b, expected);
    if (f->t_s - t->t_here_s > TRACK_EXPECTED_FOR_S || (!carried && !pose_has_heading(t->now.mean))) return false;
    *expected = carried ? body_predict(&f->units[f->g->figures[b->figure].unit].motion, t->body.stood, f->t_s) : t->now.mean;
    expected->fronts = carried ? t->body.stood.fronts : t->now.mean.fronts;
    return true;
}

// Many of the unit's figures in sight were read as turned, or face that way. Looks at a picture that has not changed misread the same mark again and
// again, but hands turn the figures of a block together.
static bool are_many_turned(const formation *f, int unit, double to_rad) {
    const game_unit *u = &f->g->units[unit];
    int seen = 0, turned = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!track_is_in_sight(t)) continue;
        seen++;
        const bool so_already = pose_has_heading(t->now.mean) && fabs(angle_difference(t->now.mean.heading_rad, to_rad)) <= FRONTS_SAME_WAY_RAD;
        turned += t->front.turned >= TRACK_TURNED_LOOKS || so_already;
    }
    return turned >= TRACK_TURNED_SHARE * seen;
}

// Another figure of its unit stands next to it.
static bool stands_beside_some(const formation *f, int i) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++)
        if (k != i && track_is_in_sight(&f->figures[k]) &&
            vec2_distance(f->figures[k].now.mean.at, f->figures[i].now.mean.at) < TRACK_BESIDE * track_lesser_side(f, i))
            return true;
    return false;
}

// Its front is seen on another side than it should be: as often as it was seen there before tells that it is so, and TRACK_TURNED_LOOKS do in any
// case; in the ranks of its unit, where others are turned, too.
static bool is_turned(const formation *f, int i, double to_rad) {
    track *t = &f->figures[i];
    const int unit = f->g->figures[i].unit, needed = went_with_body(f, i) ? TRACK_TURNED_LOOKS : t->front.looks + 1;
    if (++t->front.turned < needed) return false;
    const bool by_itself = t->body.known && !went_with_body(f, i) && !stands_beside_some(f, i);
    if (!by_itself && in_ranks(f, i) && !are_many_turned(f, unit, to_rad)) return false;
    t->front.looks = 1;
    return true;
}

static void turn_if_doubtful(pose *p, double by_rad) {
    if (p->fronts < 2) return;
    p->heading_rad = angle_wrap(p->heading_rad + by_rad);
    p->fronts = 0;
}

// The front of a figure that was expected so is sure now, at heading_rad. What was read on another side while it was doubtful was misread, and is no
// turn of the figure.
static void settle_past(track *t, pose expected, double heading_rad) {
    double by_rad = angle_difference(pose_face(expected, heading_rad).heading_rad, expected.heading_rad);
    pose *const past[] = {&t->now.mean, &t->now.anchor, &t->body.stood, &t->shift.from, &t->away.now.from, &t->away.last.from, &t->away.stood};
    for (size_t i = 0; i < sizeof past / sizeof *past; i++) turn_if_doubtful(past[i], by_rad);
    t->front.turned = 0;
    t->front.looks = 1;
}

// The poses of the unit's figures that are in sight. Returns how many.
static int poses_in_sight(const formation *f, int unit, pose *out) {
    const game_unit *u = &f->g->units[unit];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (track_is_in_sight(&f->figures[i])) out[n++] = f->figures[i].now.mean;
    return n;
}

// One of the poses leaves its front open.
static bool any_is_doubtful(const pose *poses, int count) {
    int i = 0;
    while (i < count && !pose_front_is_doubtful(poses[i])) i++;
    return i < count;
}

static bool is_first_sight(const formation *f, int i) {
    const track *t = &f->figures[i];
    return track_is_in_sight(t) && t->t_first_s == f->t_s;
}

// In ranks that face one way a figure that the first look shows otherwise was misread: all its sides are open.
static void doubt_first_fronts(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const int end = u->first_figure + u->figure_count;
    pose seen[GAME_MAX_FIGURES];
    double facing_rad;
    int i = u->first_figure;
    while (i < end && !is_first_sight(f, i)) i++;
    if (i == end || !fronts_facing_of_most(seen, poses_in_sight(f, unit, seen), TRACK_RANKS_AGREE, &facing_rad)) return;
    for (; i < end; i++) {
        track *t = &f->figures[i];
        if (is_first_sight(f, i) && pose_has_heading(t->now.mean) &&
            fabs(angle_difference(t->now.mean.heading_rad, facing_rad)) > FRONTS_SAME_WAY_RAD)
            t->now.mean.fronts = t->now.anchor.fronts = POSE_FRONTS_MAX;
    }
}

void track_settle_fronts(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    pose seen[GAME_MAX_FIGURES];
    double facing_rad;
    if (!fronts_stand_in_ranks(u)) return;
    doubt_first_fronts(f, unit);
    const int n = poses_in_sight(f, unit, seen);
    if (!any_is_doubtful(seen, n) || !fronts_facing(seen, n, &facing_rad)) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        pose told = fronts_settle(t->now.mean, facing_rad);
        if (!track_is_in_sight(t) || !pose_front_is_doubtful(t->now.mean) || pose_front_is_doubtful(told)) continue;
        settle_past(t, t->now.mean, told.heading_rad);
    }
}

// Its front was not seen, and it was taken to face as its body had it before this view told how that went: of its sides it is the one that the body
// turned to.
static void turn_with_body(track *t, double turned_rad) {
    pose seen = t->now.mean;
    seen.fronts = t->look.fronts;
    const double by_rad = angle_difference(pose_face(seen, turned_rad).heading_rad, seen.heading_rad);
    t->now.mean.heading_rad = angle_wrap(t->now.mean.heading_rad + by_rad);
    t->now.anchor.heading_rad = angle_wrap(t->now.anchor.heading_rad + by_rad);
}

void track_face_with_body(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const body_motion *m = &f->units[unit].motion;
    if (!m->valid || m->t_s != f->t_s || !fronts_stand_in_ranks(u)) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->look.found || !went_with_body(f, i)) continue;
        double turned_rad = body_predict(m, t->body.stood, f->t_s).heading_rad;
        if (t->look.headed && t->look.fronts > 1) turn_with_body(t, turned_rad);
        if (t->look.headed) continue;
        bool of_before =
            fabs(angle_difference(t->now.mean.heading_rad, turned_rad)) > 3 * TRACK_FACED_RAD;  // the pivot's, say, which stays in its place
        if (pose_has_heading(t->now.mean) && !of_before) continue;
        t->now.mean.heading_rad = turned_rad;
        t->now.mean.sigma_rad = hypot(t->body.stood.sigma_rad, TRACK_FACED_RAD);
        t->now.mean.fronts = t->body.stood.fronts;
    }
}

// A square in ranks that was seen to face one of two sides, neither of which is its own.
static bool seems_turned_in_ranks(const formation *f, const base_sighting *b, pose p, double heading_rad) {
    return p.fronts == 2 && b->base.shape == BASE_SQUARE && fabs(angle_difference(p.heading_rad, heading_rad)) > FRONTS_SAME_WAY_RAD &&
           in_ranks(f, b->figure);
}

static pose open_to_all_sides(pose p, pose before) {
    p.fronts = POSE_FRONTS_MAX;
    return pose_face(p, before.heading_rad);
}

// A sighting of a figure whose heading was not seen for so long that it may have any by now. One look at two of its sides says no more than before
// that it turned in its ranks.
static pose face_anew(const formation *f, const base_sighting *b, pose p) {
    const track *t = &f->figures[b->figure];
    bool stood = t->seen && pose_has_heading(t->now.mean);
    return stood && seems_turned_in_ranks(f, b, p, t->now.mean.heading_rad) ? open_to_all_sides(p, t->now.mean) : p;
}

// A sighting that leaves its side open, of a figure whose heading is expected. A figure that was in somebody's hand by itself may have been turned.
// One that seems turned in its ranks keeps all sides open: the others of its unit say more than one look does.
static pose face_expected(const formation *f, const base_sighting *b, pose expected, bool leapt) {
    pose p = pose_face(sighting_pose(b), expected.heading_rad);
    bool may_have_turned = f->figures[b->figure].seen && leapt && !went_with_body(f, b->figure);
    if (may_have_turned) return p;
    if (seems_turned_in_ranks(f, b, p, expected.heading_rad)) return open_to_all_sides(p, expected);
    if (!pose_front_is_doubtful(expected)) p.fronts = 0;
    return p;
}

pose track_front(formation *f, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    pose p = sighting_pose(b), expected;
    double step = symmetry(b->base.shape);
    bool leapt = vec2_distance(t->now.mean.at, p.at) > TRACK_LEAPT * fmin(b->base.width_in, b->base.depth_in);
    if (t->hidden || leapt) t->front.looks = t->front.turned = 0;
    // In ranks it faces as it was placed, even if nothing shows a front.
    if (!pose_has_heading(p) && is_as_placed(f, b) && in_ranks(f, b->figure))
        p.heading_rad = f->g->figures[b->figure].start.heading_rad, p.sigma_rad = TRACK_FACED_RAD;
    if (b->by != SEEN_BY_PLAIN || !pose_has_heading(p)) return p;
    if (!expected_heading(f, b, &expected)) return face_anew(f, b, p);
    if (pose_front_is_doubtful(p)) return face_expected(f, b, expected, leapt);
    if (t->seen && pose_front_is_doubtful(expected)) {
        settle_past(t, expected, p.heading_rad);
        return p;
    }
    double off = angle_difference(p.heading_rad, expected.heading_rad), sides = step > 0 ? round(off / step) : 0;
    bool turned = step > 0 ? sides != 0 : fabs(off) > TRACK_SPUN_RAD;
    if (!turned) {
        t->front.turned = 0;
        if (t->front.looks < TRACK_TURNED_LOOKS - 1) t->front.looks++;
        // A mark on a rim is misread by a few looks in a hundred, in ranks no base turns by itself: half of what lies between is doubt.
        if (step == 0 && in_ranks(f, b->figure)) p.sigma_rad = fmax(p.sigma_rad, fabs(off) / 2);
        return p;
    }
    if (step > 0 && fabs(fabs(off) / step - 0.5) < TRACK_HALFWAY) return p;
    if (is_turned(f, b->figure, p.heading_rad)) return p;
    if (step > 0)
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
    else
        p.sigma_rad = HEADING_UNKNOWN;
    return p;
}
