// The band of a base as a list of places, the picture about it, and the gray along the way.
#include "core/wide.h"
#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

static bool size_sensible(base b) {
    return b.width_in > 0.3 && b.depth_in > 0.3 && b.width_in < 8 && b.depth_in < 8 && b.top_inset_in >= 0 &&
           fmin(b.width_in, b.depth_in) / 2 - b.top_inset_in > 1.5 * RIM_CODE_WIDTH_IN && fabs(b.height_in) < 4;
}

static bool near_corner(const rim_ring *r, vec2 p) {
    return r->half_x - RIM_CODE_WIDTH_IN / 2 - fabs(p.x) < RIM_CORNER_IN && r->half_y - RIM_CODE_WIDTH_IN / 2 - fabs(p.y) < RIM_CORNER_IN;
}

bool rim_ring_make(rim_ring *r, base b, double z_in, int cells) {
    if (!size_sensible(b) || !isfinite(z_in) || !rim_code_word(cells, 0)) return false;
    r->base = b;
    r->round = b.shape == BASE_ROUND;
    r->z_in = z_in;
    r->half_x = b.depth_in / 2 - b.top_inset_in, r->half_y = b.width_in / 2 - b.top_inset_in;
    r->cells = cells;
    r->turns = r->round ? cells : base_sides(b.shape);
    r->steps = cells * RIM_SUB;
    double in = RIM_CODE_WIDTH_IN / 2;
    r->way_in = r->round ? 2 * PI * (r->half_x - in) : 4 * (r->half_x + r->half_y - 2 * in);
    r->cell_in = r->way_in / cells;
    for (int j = 0; j < r->steps; j++) {
        double s = (j + 0.5) / r->steps, h = 0.05 / r->steps;
        vec2 p = rim_code_point(b, s, in);
        vec2 t = vec2_sub(rim_code_point(b, s + h, in), rim_code_point(b, s - h, in));
        double length = vec2_length(t);
        if (!(length > 0)) return false;
        t = vec2_scale(t, 1 / length);
        r->step[j] = (rim_step){(float)p.x, (float)p.y, (float)t.x, (float)t.y, (float)t.y, (float)-t.x, r->round || !near_corner(r, p)};
    }
    return true;
}

bool rim_aim_at(const frame *f, const vision_view *view, const rim_place *at, rim_aim *out) {
    local_view v;
    if (!isfinite(at->at.x) || !isfinite(at->at.y) || !isfinite(at->heading_rad) || !local_view_at(view, at->at, at->z_in, &v)) return false;
    local_axes a = local_view_axes(&v, (vec2){0, 0}, at->heading_rad);
    double scale = sqrt(fabs(a.fu * a.lv - a.fv * a.lu));
    if (!(scale > 8 && scale < 1000) || fabs(a.origin.u) > 1e5 || fabs(a.origin.v) > 1e5) return false;
    *out = (rim_aim){f, (float)a.origin.u, (float)a.origin.v, (float)a.fu, (float)a.fv, (float)a.lu, (float)a.lv, (float)scale};
    return true;
}

bool rim_lies_inside(const rim_ring *r, const rim_aim *a, double beyond_in) {
    float far = (float)((r->round ? r->half_x : hypot(r->half_x, r->half_y)) + beyond_in), u = far * (fabsf(a->fu) + fabsf(a->lu)) + 2,
          v = far * (fabsf(a->fv) + fabsf(a->lv)) + 2;
    return a->u - u > 0 && a->v - v > 0 && a->u + u < (float)a->frame->width && a->v + v < (float)a->frame->height;
}

static const float across = (float)(0.75 * IN_PER_MM);  // of the places beside the middle of the band

enum { AT_ONCE = 64 };  // places

WIDENED static void take_strip_inside(const rim_ring *r, const rim_aim *a, rim_strip *out) {
    float u[3][AT_ONCE], v[3][AT_ONCE], gray[3][AT_ONCE];
    gray_part g = sample_whole(a->frame);
    for (int from = 0; from < r->steps; from += AT_ONCE) {
        int count = r->steps - from < AT_ONCE ? r->steps - from : AT_ONCE;
        for (int i = 0; i < count; i++) {
            const rim_step *s = &r->step[from + i];
            float du = across * (s->nx * a->fu + s->ny * a->lu), dv = across * (s->nx * a->fv + s->ny * a->lv);
            u[1][i] = a->u + s->x * a->fu + s->y * a->lu, v[1][i] = a->v + s->x * a->fv + s->y * a->lv;
            u[0][i] = u[1][i] - du, v[0][i] = v[1][i] - dv, u[2][i] = u[1][i] + du, v[2][i] = v[1][i] + dv;
        }
        for (int k = 0; k < 3; k++) sample_gray_along(&g, (px2){0, 0}, u[k], v[k], count, gray[k]);
        for (int i = 0; i < count; i++) out->gray[from + i] = (gray[0][i] + gray[1][i] + gray[2][i]) / 3;
    }
}

void rim_strip_take(const rim_ring *r, const rim_aim *a, rim_strip *out) {
    if (rim_lies_inside(r, a, 0)) {
        take_strip_inside(r, a, out);
        return;
    }
    gray_part g = sample_whole(a->frame);
    for (int j = 0; j < r->steps; j++) {
        const rim_step *s = &r->step[j];
        float u = a->u + s->x * a->fu + s->y * a->lu, v = a->v + s->x * a->fv + s->y * a->lv;
        float du = across * (s->nx * a->fu + s->ny * a->lu), dv = across * (s->nx * a->fv + s->ny * a->lv);
        out->gray[j] = (sample_gray_or_0(&g, u - du, v - dv) + sample_gray_or_0(&g, u, v) + sample_gray_or_0(&g, u + du, v + dv)) / 3;
    }
}
