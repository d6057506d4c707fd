#include "formation/track_state.h"

#define TURNED_LOOKS 6               // in a row, before a turn in place is believed
#define SPUN_RAD (50 * RAD_PER_DEG)  // a round base that turned so far at once
#define EXPECTED_FOR_S 3.0           // out of sight for longer, anybody may have turned it

// By how much the shape may be turned and look the same; 0: never.
static double symmetry(base_shape shape) { return shape == BASE_SQUARE ? PI / 2 : shape == BASE_RECT ? PI : 0; }

// The heading that the figure has if it went with its unit's body, or stayed as it was.
static bool expected_heading(const formation *f, const base_sighting *b, double *heading_rad) {
    const track *t = &f->figures[b->figure];
    const body_motion *m = &f->units[f->g->figures[b->figure].unit].motion;
    if (!t->seen || f->t_s - t->t_here_s > EXPECTED_FOR_S) return false;
    bool carried = t->has_body && m->valid && pose_has_heading(t->body);
    if (!carried && !pose_has_heading(t->now.mean)) return false;
    *heading_rad = carried ? body_predict(m, t->body, f->t_s).heading_rad : t->now.mean.heading_rad;
    return true;
}

pose track_front(formation *f, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    pose p = b->pose;
    double step = symmetry(b->base.shape), expected;
    if (b->by != SEEN_BY_PLAIN || !pose_has_heading(p) || !expected_heading(f, b, &expected)) return p;
    double off = angle_difference(p.heading_rad, expected), sides = step > 0 ? round(off / step) : 0;
    bool turned = step > 0 ? sides != 0 : fabs(off) > SPUN_RAD;
    if (!turned) {
        t->turned = 0;
        return p;
    }
    if (step > 0 && b->front_doubtful) {
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
        return p;
    }
    if (++t->turned >= TURNED_LOOKS) return p;
    if (step > 0)
        p.heading_rad = angle_wrap(p.heading_rad - sides * step);
    else
        p.sigma_rad = HEADING_UNKNOWN;
    return p;
}
