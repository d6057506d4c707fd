// Fits the outline of an unpainted base to two edges: the edge of its top, which is brighter than the dark line of its side and shadow, and the outer
// edge of that line, where the ground begins.
#include <math.h>

#include "vision/fit/robust.h"
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

enum { PLACES = 72, OUTSIDE = 16, PROFILE = 27, SPAN = 3, ROUNDS = 5 };

// The brightness around a base, and the base's place in it.
typedef struct {
    colour_plane plane;
    px2 origin;
    double fu, fv, lu, lv;
    vec2 foot;  // where the middle of its foot is seen, in the base's frame
    double inset_in, blur_in;
} bare_view;

// An edge that was searched for: its offset inward from the expected place, inches, and its strength, gray levels.
typedef struct {
    double off, contrast;
} bare_edge;

typedef struct {
    vec2 at, normal;  // in the base's frame
    double side_in;   // seen width of the side there
    bare_edge top;    // bright inside
    bare_edge foot;   // bright outside
} bare_place;

static bool copy_brightness(base_search *s, const local_view *v, double reach_in, colour_plane *out) {
    double half_u = reach_in * hypot(v->m[0][0], v->m[0][1]) + 3, half_v = reach_in * hypot(v->m[1][0], v->m[1][1]) + 3;
    if (!(fabs(v->origin.u) < 1e6 && fabs(v->origin.v) < 1e6 && half_u < 1e5 && half_v < 1e5)) return false;
    px_rect r = {(int)(v->origin.u - half_u), (int)(v->origin.v - half_v), 2 * (int)half_u + 2, 2 * (int)half_v + 2};
    r = rect_clip(&r, s->frame->width, s->frame->height);
    if (r.width < 4 || r.height < 4 || (size_t)r.width * (size_t)r.height > s->patch_capacity) return false;
    s->patch_layer = NO_PLANE;
    even_need(s, r, (int)(0.5 * s->px_per_in));
    *out = (colour_plane){s->patch, r.x, r.y, r.width, r.height};
    frame_want_colours(s->frame, r.x, r.y, r.width, r.height);
    for (int y = 0; y < r.height; y++) {
        const uint8_t *p = s->frame->bgr + (size_t)(r.y + y) * s->frame->bgr_stride + 3 * (size_t)r.x;
        uint8_t *to = out->at + (size_t)y * (size_t)r.width;
        for (int x = 0; x < r.width; x++, p += 3) to[x] = (uint8_t)((p[0] + 2 * p[1] + p[2]) >> 2);
    }
    return true;
}

static double brightness(const colour_plane *p, double u, double v) {
    u = fmin(fmax(u - p->x, 0), p->width - 1.001), v = fmin(fmax(v - p->y, 0), p->height - 1.001);
    int x = (int)u, y = (int)v;
    double a = u - x, b = v - y;
    const uint8_t *q = p->at + y * p->width + x, *r = q + p->width;
    return (1 - b) * ((1 - a) * q[0] + a * q[1]) + b * ((1 - a) * r[0] + a * r[1]);
}

static px2 bare_px(const bare_view *v, vec2 p) { return (px2){v->origin.u + p.x * v->fu + p.y * v->lu, v->origin.v + p.x * v->fv + p.y * v->lv}; }

// The strongest crest of that sign within `reach` steps of step number `middle` of the profile. Contrast 0: none.
static bare_edge strongest(const double *contrast, double sign, int middle, int reach) {
    int low = middle - reach < SPAN + 1 ? SPAN + 1 : middle - reach, high = middle + reach > PROFILE - SPAN - 2 ? PROFILE - SPAN - 2 : middle + reach;
    int best = -1;
    for (int i = low; i <= high; i++) {
        double here = sign * contrast[i];
        if (here > 0 && here >= sign * contrast[i - 1] && here >= sign * contrast[i + 1] && (best < 0 || here > sign * contrast[best])) best = i;
    }
    if (best < 0) return (bare_edge){0, 0};
    double a = sign * contrast[best - 1], b = sign * contrast[best], c = sign * contrast[best + 1], bend = a - 2 * b + c;
    double part = bend < -1e-6 ? fmin(fmax(0.5 * (a - c) / bend, -0.5), 0.5) : 0;
    return (bare_edge){(best - middle + part) * PLAIN_BARE_FIT_STEP_IN, b};
}

// Searches along the normal for both edges, at most `reach` steps from their expected places.
static void look_across(const bare_view *v, bare_place *e, int reach) {
    double sum[PROFILE + 1] = {0}, contrast[PROFILE] = {0};
    for (int i = 0; i < PROFILE; i++) {
        px2 at = bare_px(v, vec2_sub(e->at, vec2_scale(e->normal, (i - OUTSIDE) * PLAIN_BARE_FIT_STEP_IN)));
        sum[i + 1] = sum[i] + brightness(&v->plane, at.u, at.v);
    }
    for (int i = SPAN; i + SPAN < PROFILE; i++) contrast[i] = ((sum[i + SPAN + 1] - sum[i + 1]) - (sum[i] - sum[i - SPAN])) / SPAN;
    e->side_in = fmax(0, vec2_dot(v->foot, e->normal) + v->inset_in);
    int top = OUTSIDE + (int)lround(PLAIN_BARE_FIT_TOP_APART * v->blur_in / PLAIN_BARE_FIT_STEP_IN),
        foot = OUTSIDE - (int)lround((e->side_in + PLAIN_BARE_FIT_FOOT_APART * v->blur_in) / PLAIN_BARE_FIT_STEP_IN);
    e->top = strongest(contrast, 1, top, reach);
    e->foot = strongest(contrast, -1, foot, reach);
}

// True where the place lies on the table's edge, which shows an edge with or without a base.
static bool on_table_edge(const vision_view *view, const rim_fit *f, vec2 place) {
    vec2 p = vec2_add(f->at, vec2_rotate(place, f->heading_rad));
    return fmin(fmin(p.x, view->width_in - p.x), fmin(p.y, view->depth_in - p.y)) < PLAIN_BARE_FIT_NEAR_IN;
}

static void look_round(const base_search *s, const found_base *b, const bare_view *v, bare_place *e, int reach) {
    for (int i = 0; i < PLACES; i++) {
        e[i].at = rim_edge(&s->models[b->kind], (i + 0.5) / PLACES, &e[i].normal);
        look_across(v, &e[i], reach);
        if (on_table_edge(s->view, &b->fit, e[i].at)) e[i].top.contrast = e[i].foot.contrast = 0;
    }
}

static void aim(bare_view *b, const local_view *v, const rim_fit *f, vec2 shift) {
    local_axes a = local_view_axes(v, vec2_sub(f->at, v->at), f->heading_rad);
    b->origin = a.origin, b->fu = a.fu, b->fv = a.fv, b->lu = a.lu, b->lv = a.lv;
    b->foot = vec2_rotate(shift, -f->heading_rad);
}

enum { X, Y, TURN, TOP, FOOT, UNKNOWNS };

// Normal equations of the edges that count. Each gives its offset inward from the expected place. Blur and shadow move all top edges inward and all
// outer edges outward by common amounts: two unknowns.
typedef struct {
    normal_equations of;
    int count;
} bare_sums;

static void add_edge(bare_sums *n, const bare_place *e, bool top, double share, double grown, double gate) {
    const bare_edge *edge = top ? &e->top : &e->foot;
    double w = fit_tukey(share, edge->off + grown, gate);
    if (!(w > 0)) return;
    double j[] = {e->normal.x, e->normal.y, e->normal.y * e->at.x - e->normal.x * e->at.y, top, !top};
    solve_add(&n->of, j, -edge->off, w);
    solve_tally(&n->of, edge->off + grown, w);
    n->count++;
}

// One step towards the edges. The heading of a round base is held.
static bool step_towards(const rim_model *m, const bare_place *e, double steep, double gate, double grown[2], rim_fit *f) {
    bare_sums n = {.count = 0};
    double x[UNKNOWNS];
    solve_begin(&n.of, UNKNOWNS);
    for (int i = 0; i < PLACES; i++) {
        double top = fmax(0, e[i].top.contrast - steep / 2), foot = fmax(0, e[i].foot.contrast - steep / 2), sum = top + foot;
        if (e[i].top.contrast > steep) add_edge(&n, &e[i], true, top / sum, grown[0], gate);
        if (e[i].foot.contrast > steep) add_edge(&n, &e[i], false, foot / sum, grown[1], gate);
    }
    if (n.count < PLAIN_BARE_FIT_LEAST_EDGES) return false;
    solve_hold(&n.of, TURN, 0, m->round ? 1e3 : 1e-3);
    solve_hold(&n.of, TOP, 0, PLAIN_BARE_FIT_PRIOR);
    solve_hold(&n.of, FOOT, 0, PLAIN_BARE_FIT_PRIOR);
    if (!solve_factor(&n.of)) return false;
    solve_for(&n.of, n.of.b, x);
    f->at = vec2_add(f->at, vec2_rotate((vec2){x[X], x[Y]}, f->heading_rad));
    f->heading_rad = angle_wrap(f->heading_rad + x[TURN]);
    grown[0] = x[TOP], grown[1] = x[FOOT];
    // Neighbouring edges have a common error (one shadow, one tuft): four of them count as one.
    double variance = 4 * (n.of.sum_square / fmax(n.of.sum_weight, 1) + 0.01 * PLAIN_BARE_FIT_STEP_IN * PLAIN_BARE_FIT_STEP_IN);
    f->sigma_in = sqrt(variance * (solve_variance_of(&n.of, X) + solve_variance_of(&n.of, Y)) / 2);
    f->sigma_rad = sqrt(variance * solve_variance_of(&n.of, TURN));
    return true;
}

static int median_code(const uint8_t *codes, int count) {
    int histogram[256] = {0}, sum = 0;
    for (int i = 0; i < count; i++) histogram[codes[i]]++;
    for (int i = 0; i < 256; i++)
        if ((sum += histogram[i]) * 2 >= count) return i;
    return 255;
}

static double strength(const bare_place *e) { return fmax(e->top.contrast, e->foot.contrast); }

// The median colour just inside the outline at places where the edge shows.
static colour cover_of(const base_search *s, const bare_view *v, const bare_place *e, double steep) {
    uint8_t value[3][PLACES];
    int count = 0;
    for (int i = 0; i < PLACES; i++) {
        px2 at = bare_px(v, vec2_sub(e[i].at, vec2_scale(e[i].normal, 1.5 * IN_PER_MM)));
        if (strength(&e[i]) < steep || !(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
        const uint8_t *p = frame_colour_at(s->frame, (int)(at.u + 0.5), (int)(at.v + 0.5));
        for (int k = 0; k < 3; k++) value[k][count] = p[k];
        count++;
    }
    return (colour){median_code(value[0], count), median_code(value[1], count), median_code(value[2], count)};
}

// The share of the outline where an edge shows, the share where the edge is strong, and the smallest share of the four sides (quarters of a round
// base).
static void judge(const bare_place *e, double steep, rim_fit *f) {
    int side[4] = {0}, places[4] = {0}, all = 0;
    double strong = 0;
    for (int i = 0; i < PLACES; i++) {
        vec2 n = e[i].normal;
        int k = fabs(n.x) > fabs(n.y) ? (n.x > 0 ? 0 : 2) : n.y > 0 ? 1 : 3;
        bool here = strength(&e[i]) > steep;
        places[k]++;
        side[k] += here, all += here, strong += here * fmin(1, strength(&e[i]) / (2 * steep));
    }
    double least = 1;
    for (int k = 0; k < 4; k++)
        if (places[k]) least = fmin(least, (double)side[k] / places[k]);
    f->seen = f->score = (double)all / PLACES;
    f->edged = strong / PLACES;
    f->around = least;
    f->mark = 1;
}

// Errors that the scatter of the edges does not show. Where few edges show, they may belong to texture or to a figure. The shadow at a base's foot
// differs around the base. Checked against rendered truth.
static void add_doubt(const base_search *s, found_base *b) {
    const rim_model *m = &s->models[b->kind];
    double hidden = 1 + PLAIN_BARE_FIT_UNTOLD * (1 - b->fit.seen);
    b->fit.sigma_in = hypot(PLAIN_BARE_FIT_REPORTED * hidden * b->fit.sigma_in, PLAIN_BARE_FIT_SHADOW_IN);
    b->fit.sigma_rad = hypot(PLAIN_BARE_FIT_TURN_TOLD * hidden * b->fit.sigma_rad, 0.5 * PLAIN_BARE_FIT_SHADOW_IN / fmax(m->half_x, m->half_y));
}

// The seen offset from the middle of the top to the middle of the foot, on the plane of the top.
static vec2 foot_shift(const base_search *s, const found_base *b) {
    px2 top = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in});
    vec2 under = s->view->to_table(s->view->context, top, b->fit.z_in - s->models[b->kind].kind.base.height_in), d = vec2_sub(b->fit.at, under);
    return isfinite(d.x) && isfinite(d.y) ? d : (vec2){0, 0};
}

bool bare_refine(base_search *s, found_base *b, double steep) {
    const rim_model *m = &s->models[b->kind];
    local_view v;
    bare_view bv = {.inset_in = m->kind.base.top_inset_in, .blur_in = m->blur};
    bare_place e[PLACES];
    vec2 start = b->fit.at, shift = foot_shift(s, b);
    double grown[2] = {0, 0};
    if (!local_view_at(s->view, start, b->fit.z_in, &v)) return false;
    if (!copy_brightness(s, &v, m->reach + PLAIN_BARE_FIT_FARTHEST_IN + OUTSIDE * PLAIN_BARE_FIT_STEP_IN, &bv.plane)) return false;
    for (int i = 0; i < ROUNDS; i++) {
        static const int reach[ROUNDS] = {6, 5, 3, 2, 2};
        aim(&bv, &v, &b->fit, shift);
        look_round(s, b, &bv, e, reach[i]);
        if (!step_towards(m, e, steep, (i < 2 ? 6 : 2.7) * PLAIN_BARE_FIT_STEP_IN, grown, &b->fit) ||
            vec2_distance(b->fit.at, start) > PLAIN_BARE_FIT_FARTHEST_IN)
            return false;
    }
    aim(&bv, &v, &b->fit, shift);
    look_round(s, b, &bv, e, 2);
    judge(e, steep, &b->fit);
    b->fit.rim_width = 0;
    b->cover = cover_of(s, &bv, e, steep);
    add_doubt(s, b);
    return isfinite(b->fit.at.x) && isfinite(b->fit.at.y);
}
