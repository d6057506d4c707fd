#include "formation/track/state.h"
#include "formation/track/track_limits.h"

// By how much the shape may be turned and look the same; 0: never.
static double symmetry(base_shape shape) { return shape == BASE_SQUARE ? PI / 2 : shape == BASE_RECT ? PI : 0; }

static bool went_with_body(const formation *f, int i) {
    const track *t = &f->figures[i];
    return t->body.known && !t->body.strayed && f->units[f->g->figures[i].unit].motion.valid && pose_has_heading(t->body.stood);
}

// The heading that the figure has if it went with its unit's body, or stayed as it was.
static bool expected_heading(const formation *f, const base_sighting *b, double *heading_rad) {
    const track *t = &f->figures[b->figure];
    bool carried = went_with_body(f, b->figure);
    if (!t->seen || f->t_s - t->t_here_s > TRACK_EXPECTED_FOR_S || (!carried && !pose_has_heading(t->now.mean))) return false;
    *heading_rad =
        carried ? body_predict(&f->units[f->g->figures[b->figure].unit].motion, t->body.stood, f->t_s).heading_rad : t->now.mean.heading_rad;
    return true;
}

// Its front is seen on another side than it should be: as often as it was seen there before tells that it is so, and TRACK_TURNED_LOOKS do in any
// case.
static bool is_turned(const formation *f, int i) {
    track *t = &f->figures[i];
    int needed = went_with_body(f, i) ? TRACK_TURNED_LOOKS : t->front.looks + 1;
    if (++t->front.turned < needed) return false;
    t->front.looks = 1;
    return true;
}

pose track_front(formation *f, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    pose p = b->pose;
    double step = symmetry(b->base.shape), expected;
    bool leapt = vec2_distance(t->now.mean.at, p.at) > TRACK_LEAPT * fmin(b->base.width_in, b->base.depth_in);
    if (t->hidden || leapt) t->front.looks = t->front.turned = 0;
    if (b->by != SEEN_BY_PLAIN || !pose_has_heading(p) || !expected_heading(f, b, &expected)) return p;
    double off = angle_difference(p.heading_rad, expected), sides = step > 0 ? round(off / step) : 0;
    bool turned = step > 0 ? sides != 0 : fabs(off) > TRACK_SPUN_RAD;
    if (!turned) {
        t->front.turned = 0;
        if (!b->front_doubtful && t->front.looks < TRACK_TURNED_LOOKS - 1) t->front.looks++;
        return p;
    }
    if (step > 0 && b->front_doubtful) {
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
        return p;
    }
    if (step > 0 && fabs(fabs(off) / step - 0.5) < TRACK_HALFWAY) return p;
    if (is_turned(f, b->figure)) return p;
    if (step > 0)
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
    else
        p.sigma_rad = HEADING_UNKNOWN;
    return p;
}
