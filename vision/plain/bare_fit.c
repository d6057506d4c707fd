// The outline of an unpainted base laid over the picture: its top against the dark line that its side and shadow draw about it.
// Source: iterated closest points along the normals (Besl & McKay, PAMI 14 (1992)) with Tukey's weights; edges by the difference of two boxes.
#include <math.h>

#include "vision/plain/search.h"

enum { PLACES = 96, PROFILE = 21, SPAN = 4, ROUNDS = 5, LEAST_EDGES = 24 };
static const double step_in = 0.2 * IN_PER_MM;
static const double farthest_in = 2.6 * IN_PER_MM;

// The brightness about a base, and where the base lies in it.
typedef struct {
    colour_plane plane;
    px2 origin;
    double fu, fv, lu, lv;
} bare_view;

// An edge that was looked for at one place of the outline.
typedef struct {
    vec2 at, normal;  // in the base's frame
    double off;       // inwards, inches
    double contrast;  // bright inside, grey levels
    double here;      // the same at the outline itself
} bare_edge;

static bool copy_brightness(base_search *s, const rim_view *v, double reach_in, colour_plane *out) {
    double half_u = reach_in * hypot(v->m[0][0], v->m[0][1]) + 3, half_v = reach_in * hypot(v->m[1][0], v->m[1][1]) + 3;
    if (!(fabs(v->origin.u) < 1e6 && fabs(v->origin.v) < 1e6 && half_u < 1e5 && half_v < 1e5)) return false;
    px_rect r = {(int)(v->origin.u - half_u), (int)(v->origin.v - half_v), 2 * (int)half_u + 2, 2 * (int)half_v + 2};
    r = rect_clip(&r, s->frame->width, s->frame->height);
    if (r.width < 4 || r.height < 4 || (size_t)r.width * (size_t)r.height > s->patch_room) return false;
    s->patch_layer = NO_PLANE;
    even_need(s, r, (int)(0.5 * s->px_per_in));
    *out = (colour_plane){s->patch, r.x, r.y, r.width, r.height};
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

// Looks along the normal for the place where it is brightest inside against outside, no farther than `reach` steps away.
static void look_across(const bare_view *v, bare_edge *e, int reach) {
    double sum[PROFILE + 1] = {0};
    int middle = PROFILE / 2, best = middle;
    for (int i = 0; i < PROFILE; i++) {
        px2 at = bare_px(v, vec2_sub(e->at, vec2_scale(e->normal, (i - middle) * step_in)));
        sum[i + 1] = sum[i] + brightness(&v->plane, at.u, at.v);
    }
    double contrast[PROFILE] = {0};
    for (int i = SPAN; i + SPAN < PROFILE; i++) contrast[i] = ((sum[i + SPAN + 1] - sum[i + 1]) - (sum[i] - sum[i - SPAN])) / SPAN;
    e->here = contrast[middle];
    for (int i = middle - reach; i <= middle + reach; i++)
        if (contrast[i] > contrast[best]) best = i;
    double a = contrast[best - 1], b = contrast[best], c = contrast[best + 1], bend = a - 2 * b + c;
    double part = bend < -1e-6 ? fmin(fmax(0.5 * (a - c) / bend, -0.5), 0.5) : 0;
    e->off = (best - middle + part) * step_in;
    e->contrast = b;
}

static void look_round(const rim_model *m, const bare_view *v, bare_edge *e, int reach) {
    for (int i = 0; i < PLACES; i++) {
        e[i].at = rim_edge(m, (i + 0.5) / PLACES, &e[i].normal);
        look_across(v, &e[i], reach);
    }
}

static void aim(bare_view *b, const rim_view *v, const rim_fit *f) {
    vec2 x = heading_forward(f->heading_rad), y = heading_left(f->heading_rad);
    b->origin = rim_px(v, vec2_sub(f->at, v->at));
    b->fu = v->m[0][0] * x.x + v->m[0][1] * x.y, b->fv = v->m[1][0] * x.x + v->m[1][1] * x.y;
    b->lu = v->m[0][0] * y.x + v->m[0][1] * y.y, b->lv = v->m[1][0] * y.x + v->m[1][1] * y.y;
}

enum { X, Y, TURN, BARE_UNKNOWNS };

// Normal equations of the edges that count: how far each lies inwards of the outline.
typedef struct {
    double a[BARE_UNKNOWNS][BARE_UNKNOWNS], b[BARE_UNKNOWNS], r2, weight;
    int count;
} bare_sums;

static void add_edge(bare_sums *n, const bare_edge *e, double gate) {
    double q = e->off / gate;
    if (fabs(q) >= 1) return;
    double w = (1 - q * q) * (1 - q * q), j[] = {e->normal.x, e->normal.y, e->normal.y * e->at.x - e->normal.x * e->at.y};
    for (int i = 0; i < BARE_UNKNOWNS; i++) {
        for (int k = 0; k < BARE_UNKNOWNS; k++) n->a[i][k] += w * j[i] * j[k];
        n->b[i] -= w * j[i] * e->off;
    }
    n->r2 += w * e->off * e->off, n->weight += w;
    n->count++;
}

// Inverse of the 3 x 3 matrix by its cofactors; false where it is singular.
static bool invert(double a[BARE_UNKNOWNS][BARE_UNKNOWNS], double out[BARE_UNKNOWNS][BARE_UNKNOWNS]) {
    double det = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int p = (i + 1) % 3, q = (i + 2) % 3, r = (k + 1) % 3, t = (k + 2) % 3;
            out[k][i] = a[p][r] * a[q][t] - a[p][t] * a[q][r];
        }
    for (int k = 0; k < 3; k++) det += a[0][k] * out[k][0];
    if (!(fabs(det) > 1e-12)) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) out[i][k] /= det;
    return true;
}

// One step towards the edges. A round base does not turn.
static bool step_towards(const rim_model *m, const bare_edge *e, double steep, double gate, rim_fit *f) {
    bare_sums n = {{{0}}, {0}, 0, 0, 0};
    double inverse[BARE_UNKNOWNS][BARE_UNKNOWNS], x[BARE_UNKNOWNS] = {0};
    for (int i = 0; i < PLACES; i++)
        if (e[i].contrast > steep) add_edge(&n, &e[i], gate);
    if (n.count < LEAST_EDGES) return false;
    n.a[TURN][TURN] += m->round ? 1e3 : 1e-3;
    if (!invert(n.a, inverse)) return false;
    for (int i = 0; i < BARE_UNKNOWNS; i++)
        for (int k = 0; k < BARE_UNKNOWNS; k++) x[i] += inverse[i][k] * n.b[k];
    f->at = vec2_add(f->at, vec2_rotate((vec2){x[X], x[Y]}, f->heading_rad));
    f->heading_rad = angle_wrap(f->heading_rad + x[TURN]);
    // Edges beside each other err alike (one shadow, one tuft): four of them count as one.
    double variance = 4 * (n.r2 / fmax(n.weight, 1) + 0.01 * step_in * step_in);
    f->sigma_in = sqrt(variance * (inverse[X][X] + inverse[Y][Y]) / 2);
    f->sigma_rad = sqrt(variance * inverse[TURN][TURN]);
    return true;
}

static int by_value(const uint8_t *bins, int count, int *histogram) {
    for (int i = 0; i < 256; i++) histogram[i] = 0;
    for (int i = 0; i < count; i++) histogram[bins[i]]++;
    int sum = 0;
    for (int i = 0; i < 256; i++)
        if ((sum += histogram[i]) * 2 >= count) return i;
    return 255;
}

// The median colour just inside the outline where its edge shows.
static colour cover_of(const base_search *s, const bare_view *v, const bare_edge *e, double steep) {
    uint8_t value[3][PLACES];
    int count = 0, histogram[256];
    for (int i = 0; i < PLACES; i++) {
        px2 at = bare_px(v, vec2_sub(e[i].at, vec2_scale(e[i].normal, 1.3 * IN_PER_MM)));
        if (e[i].here < steep || !(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
        const uint8_t *p = s->frame->bgr + (size_t)(at.v + 0.5) * s->frame->bgr_stride + 3 * (size_t)(at.u + 0.5);
        for (int k = 0; k < 3; k++) value[k][count] = p[k];
        count++;
    }
    return (colour){by_value(value[0], count, histogram), by_value(value[1], count, histogram), by_value(value[2], count, histogram)};
}

// Share of the outline at which an edge shows, and the least of the shares of its four sides (quarters of a round one).
static void judge(const bare_edge *e, double steep, rim_fit *f) {
    int side[4] = {0}, places[4] = {0}, all = 0;
    for (int i = 0; i < PLACES; i++) {
        vec2 n = e[i].normal;
        int k = fabs(n.x) > fabs(n.y) ? (n.x > 0 ? 0 : 2) : n.y > 0 ? 1 : 3;
        bool shows = e[i].here > steep;
        places[k]++;
        side[k] += shows, all += shows;
    }
    f->edged = 1;
    for (int k = 0; k < 4; k++)
        if (places[k]) f->edged = fmin(f->edged, (double)side[k] / places[k]);
    f->seen = (double)all / PLACES;
    f->mark = 0;
    f->score = f->seen;
}

// An outline is the top's edge on one side and the foot of the base's side on another, and which of them shows is not known: the width in which the
// side of the base shows, and that of its slope, are errors besides those of the edges. A uniform error of that width, halved: a base has two sides.
static void add_doubt(const base_search *s, found_base *b) {
    static const double uniform = 0.2887;  // 1 / sqrt(12)
    double side = search_side_in(s, b), slope = s->models[b->kind].kind.base.top_inset_in, least = 0.25 / s->px_per_in;
    double variance = uniform * uniform * (side * side + slope * slope) + least * least;
    b->fit.sigma_in = sqrt(b->fit.sigma_in * b->fit.sigma_in + variance);
    b->fit.sigma_rad = sqrt(b->fit.sigma_rad * b->fit.sigma_rad + variance / (s->models[b->kind].half_x * s->models[b->kind].half_y));
}

bool bare_refine(base_search *s, found_base *b, double steep) {
    const rim_model *m = &s->models[b->kind];
    rim_view v;
    bare_view bv;
    bare_edge e[PLACES];
    vec2 start = b->fit.at;
    if (!rim_look(s->view, start, b->fit.z_in, &v)) return false;
    if (!copy_brightness(s, &v, m->reach + farthest_in + PROFILE * step_in / 2, &bv.plane)) return false;
    for (int i = 0; i < ROUNDS; i++) {
        static const int reach[ROUNDS] = {5, 5, 4, 3, 3};
        aim(&bv, &v, &b->fit);
        look_round(m, &bv, e, reach[i]);
        if (!step_towards(m, e, steep, (i < 2 ? 6 : 3.5) * step_in, &b->fit) || vec2_distance(b->fit.at, start) > farthest_in) return false;
    }
    aim(&bv, &v, &b->fit);
    look_round(m, &bv, e, 3);
    judge(e, steep, &b->fit);
    b->cover = cover_of(s, &bv, e, steep);
    b->fit.rim_width = 0;
    add_doubt(s, b);
    return isfinite(b->fit.at.x) && isfinite(b->fit.at.y);
}
