#include "vision/bases/strip.h"

#include <math.h>

#include "vision/fit/sample.h"

enum { LEAST_COLUMNS = 8 };

strip_outline strip_outline_of(const strip_shape *shape, const supposed_base *b, int most) {
    strip_outline o = {b->length_in / IN_PER_MM, b->across_in / IN_PER_MM, b->round, 0};
    double around = o.round ? PI * o.length_mm : 2 * (o.length_mm + o.across_mm);
    if (around > 0 && around < shape->step_mm * most) o.columns = 4 * (int)lround(around / (4 * shape->step_mm));
    if (o.columns < LEAST_COLUMNS) o.columns = 0;
    return o;
}

bool strip_aim(const strip_shape *shape, const strip_outline *o, const vision_view *view, const frame *f, const supposed_base *b, local_axes *out) {
    if (!crop_aim(view, f, b->at, b->z_in, b->heading_rad, out)) return false;
    crop_want(f, out, hypot(o->length_mm, o->across_mm) / 2 + shape->outside_mm);
    return true;
}

vec2 strip_outline_at(const strip_outline *o, double share, vec2 *normal) {
    if (o->round) {
        *normal = heading_forward(2 * PI * share);
        return vec2_scale(*normal, o->length_mm / 2);
    }
    double a = o->length_mm / 2, b = o->across_mm / 2, quarter = a + b, t = (share - floor(share)) * 4 * quarter;
    const double ends[4] = {b, b + 2 * a, 3 * b + 2 * a, 3 * b + 4 * a};
    const vec2 normals[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int side = 0;
    while (side < 4 && t >= ends[side]) side++;
    if (side == 4) side = 0, t -= 4 * quarter;
    double along = t - side * quarter;
    *normal = normals[side];
    return (vec2){normal->x * (side % 2 ? b : a) - normal->y * along, normal->y * (side % 2 ? b : a) + normal->x * along};
}

void strip_fill_column(const strip_shape *shape, const strip_outline *o, const frame *f, const print_tones *tones, const local_axes *axes, int column,
                       float *out) {
    const int fine = crop_fine(shape->step_mm * crop_px_per_mm(axes)), deep = shape->deep;
    const float part = 1.0f / (float)(fine * fine);
    vec2 place[CROP_MOST_FINE], normal[CROP_MOST_FINE];
    for (int i = 0; i < fine; i++) place[i] = strip_outline_at(o, ((column * fine + i + 0.5) / fine - 0.5) / o->columns, &normal[i]);
    for (int d = 0; d < deep; d++) {
        float sum[3] = {0, 0, 0}, seen[3];
        for (int k = 0; k < fine * fine; k++) {
            int i = k % fine;
            double away = shape->outside_mm - (d * fine + k / fine + 0.5) / (deep * fine) * (shape->outside_mm + shape->inside_mm);
            px2 p = local_axes_px(axes, vec2_add(place[i], vec2_scale(normal[i], away)));
            sample_add_colour(f, (float)p.u, (float)p.v, sum);
        }
        for (int k = 0; k < 3; k++) sum[k] *= part;
        paint_share(tones, sum, seen);
        for (int k = 0; k < 3; k++) out[k * deep + d] = seen[k];
    }
}

void strip_fill_paint(uint32_t rgb, float out[3], float *known) {
    float paint[3] = {0, 0, 0};
    if (rgb != NO_COLOUR) paint_stated(rgb, paint);
    for (int k = 0; k < 3; k++) out[k] = rgb != NO_COLOUR ? 2 * paint[k] - 1 : 0;
    *known = rgb != NO_COLOUR;
}
