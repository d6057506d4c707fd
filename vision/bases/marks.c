#include "vision/bases/marks.h"

#include <math.h>

#include "core/geom.h"
#include "vision/bases/bases_limits.h"
#include "vision/fit/sample.h"

enum { ACROSS = 5, DEEP = 4, STEPS = 9 };  // places of a mark; turns to either side of a round base's quarter

typedef struct {
    const frame *frame;
    local_axes axes;
    print_tones tones;
    const float *rim, *mark;
    double each;  // px that a place stands for
} rim_view;

// ln of: the mark's paint is seen there, over the rim's. Something else is like neither: each misfit counts up to a limit only.
static double weigh_place(const rim_view *v, double forward_mm, double left_mm) {
    float code[3] = {0, 0, 0}, seen[3];
    sample_add_colour(v->frame, (float)(v->axes.origin.u + forward_mm * v->axes.fu + left_mm * v->axes.lu),
                      (float)(v->axes.origin.v + forward_mm * v->axes.fv + left_mm * v->axes.lv), code);
    paint_share(&v->tones, code, seen);
    for (int c = 0; c < 3; c++) seen[c] = (seen[c] + 1) / 2;
    double scale = 2 * MARKS_SIGMA * MARKS_SIGMA;
    return fmin(paint_distance2(seen, v->rim) / scale, MARKS_MOST) - fmin(paint_distance2(seen, v->mark) / scale, MARKS_MOST);
}

// The same for a mark whose outer edge is at the outline, that many rad from the heading.
static double weigh_mark(const rim_view *v, double turn_rad, double reach_mm) {
    double c = cos(turn_rad), s = sin(turn_rad), sum = 0;
    for (int i = 0; i < DEEP; i++) {
        for (int k = 0; k < ACROSS; k++) {
            double out = reach_mm - MARKS_FROM_MM - (MARKS_TO_MM - MARKS_FROM_MM) * i / (DEEP - 1);
            double left = MARKS_HALF_MM * (2.0 * k / (ACROSS - 1) - 1);
            sum += weigh_place(v, out * c - left * s, out * s + left * c);
        }
    }
    return sum * v->each;
}

bool marks_weigh(const frame *f, const vision_view *view, const supposed_base *b, const float rim[3], const float mark[3], float log_odds[4],
                 float turn_rad[4]) {
    rim_view v = {.frame = f, .tones = paint_tones(view), .rim = rim, .mark = mark};
    double half_mm[2] = {b->length_in / IN_PER_MM / 2, b->across_in / IN_PER_MM / 2};
    if (!closer_aim(view, f, b, &v.axes)) return false;
    closer_want(f, &v.axes, fmax(half_mm[0], half_mm[1]) + 2);
    double px2_a_mm2 = fabs(v.axes.fu * v.axes.lv - v.axes.fv * v.axes.lu), area_mm2 = 2 * MARKS_HALF_MM * (MARKS_TO_MM - MARKS_FROM_MM);
    v.each = fmin(px2_a_mm2 * area_mm2, MARKS_MOST_PX) / (ACROSS * DEEP);
    for (int q = 0; q < 4; q++) {
        double best = -INFINITY;
        for (int i = b->round ? -STEPS : 0; i <= (b->round ? STEPS : 0); i++) {
            double turn = i * PI / 4 / STEPS, weight = weigh_mark(&v, q * PI / 2 + turn, half_mm[b->round ? 0 : q % 2]);
            if (!(weight > best)) continue;
            best = weight;
            turn_rad[q] = (float)turn;
        }
        log_odds[q] = (float)best;
    }
    return true;
}
