#include "formation/track/track_state.h"

#define TURNED_LOOKS 6               // in a row at most, before a turn in place is believed
#define LEAPT 0.3                    // of a base's lesser side from one look to the next: it may be another one that is named so now
#define HALFWAY 0.25                 // of the turn from one side to the next, about the middle between them: what is expected tells neither
#define SPUN_RAD (50 * RAD_PER_DEG)  // a round base that turned so far at once
#define EXPECTED_FOR_S 3.0           // out of sight for longer, anybody may have turned it

// By how much the shape may be turned and look the same; 0: never.
static double symmetry(base_shape shape) { return shape == BASE_SQUARE ? PI / 2 : shape == BASE_RECT ? PI : 0; }

static bool went_with_body(const formation *f, int i) {
    const track *t = &f->figures[i];
    return t->has_body && !t->strayed && f->units[f->g->figures[i].unit].motion.valid && pose_has_heading(t->body);
}

// The heading that the figure has if it went with its unit's body, or stayed as it was.
static bool expected_heading(const formation *f, const base_sighting *b, double *heading_rad) {
    const track *t = &f->figures[b->figure];
    bool carried = went_with_body(f, b->figure);
    if (!t->seen || f->t_s - t->t_here_s > EXPECTED_FOR_S || (!carried && !pose_has_heading(t->now.mean))) return false;
    *heading_rad = carried ? body_predict(&f->units[f->g->figures[b->figure].unit].motion, t->body, f->t_s).heading_rad : t->now.mean.heading_rad;
    return true;
}

// Its front is seen on another side than it should be: as often as it was seen there before tells that it is so, and TURNED_LOOKS do in any case.
static bool is_turned(const formation *f, int i) {
    track *t = &f->figures[i];
    int needed = went_with_body(f, i) ? TURNED_LOOKS : t->front_looks + 1;
    if (++t->turned < needed) return false;
    t->front_looks = 1;
    return true;
}

pose track_front(formation *f, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    pose p = b->pose;
    double step = symmetry(b->base.shape), expected;
    bool leapt = vec2_distance(t->now.mean.at, p.at) > LEAPT * fmin(b->base.width_in, b->base.depth_in);
    if (t->hidden || leapt) t->front_looks = t->turned = 0;
    if (b->by != SEEN_BY_PLAIN || !pose_has_heading(p) || !expected_heading(f, b, &expected)) return p;
    double off = angle_difference(p.heading_rad, expected), sides = step > 0 ? round(off / step) : 0;
    bool turned = step > 0 ? sides != 0 : fabs(off) > SPUN_RAD;
    if (!turned) {
        t->turned = 0;
        if (!b->front_doubtful && t->front_looks < TURNED_LOOKS - 1) t->front_looks++;
        return p;
    }
    if (step > 0 && b->front_doubtful) {
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
        return p;
    }
    if (step > 0 && fabs(fabs(off) / step - 0.5) < HALFWAY) return p;
    if (is_turned(f, b->figure)) return p;
    if (step > 0)
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
    else
        p.sigma_rad = HEADING_UNKNOWN;
    return p;
}
