// The pose of a base with a tag: first by steps to the best agreement of its borders, then by least squares to its edges. Tukey's weights remove the
// influence of the figure's edges.
#include <math.h>
#include <string.h>

#include "vision/fit/robust.h"
#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

enum { A_SIDE = 10, MAX_EDGES = 512, PROFILE = 12 };

// The light of a pixel's code, 0..1: the camera's tone curve inverted (about x^2.2). Optics blur light, not codes.
static float light(float code) {
    float x = code * (1.0f / 255);
    return x * x * (0.75f + 0.25f * x);
}

static vec2 on_side(int side, double depth, double along) {
    const vec2 forward[TAGGED_SIDES] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    vec2 f = forward[side];
    return (vec2){f.x * depth - f.y * along, f.y * depth + f.x * along};
}

// A point on the top's edge and its outward normal, t = -1..1 along the side.
static vec2 outline_at(const tagged_look *l, int side, double t, double grow, vec2 *normal) {
    if (l->round) {
        *normal = heading_forward((side + t / 2) * PI / 2);
        return vec2_scale(*normal, l->half_x + grow);
    }
    *normal = on_side(side, 1, 0);
    return on_side(side, (side % 2 ? l->half_y : l->half_x) + grow, t * 0.9 * (side % 2 ? l->half_x : l->half_y));
}

typedef struct {
    const tagged_search *s;
    local_view view;
    vec2 forward, left;  // of the base on the table
    double white;
} placed;

static bool place(const tagged_search *s, const tagged_fit *fit, placed *p) {
    *p = (placed){.s = s, .forward = heading_forward(fit->heading_rad), .left = heading_left(fit->heading_rad)};
    if (!local_view_at(s->view, fit->at, fit->z_in, &p->view)) return false;
    p->white = tagged_white_at(s, p->view.origin);
    return true;
}

static px2 placed_px(const placed *p, vec2 at) { return local_view_px(&p->view, vec2_add(vec2_scale(p->forward, at.x), vec2_scale(p->left, at.y))); }

static float placed_gray(const placed *p, vec2 at) {
    px2 q = placed_px(p, at);
    return gray_between(p->s->frame, q.u, q.v);
}

// 0..1: how clearly the first is brighter than the second.
static float clearly(const placed *p, float bright, float dark) {
    float step = (bright - dark) / (float)p->white;
    return bright < (float)(p->s->black + 0.4 * p->white) || step < 0.08f ? 0 : step > 0.4f ? 1 : (step - 0.08f) / 0.32f;
}

// Agreement of the borders at this pose, 0..1; also for each side, into side and ring.
static double agreement(const placed *p, const tagged_look *l, float *side, float *ring) {
    static const double edge_in[2] = {0.5 * IN_PER_MM, 1.0 * IN_PER_MM};
    double sum = 0;
    for (int k = 0; k < TAGGED_SIDES; k++) {
        side[k] = ring[k] = 0;
        for (int i = 0; i < A_SIDE; i++) {
            double t = (2.0 * i + 1 - A_SIDE) / A_SIDE;
            vec2 n, e = outline_at(l, k, t, 0, &n);
            float in = placed_gray(p, vec2_sub(e, vec2_scale(n, 0.4 * l->cell)));
            float a = placed_gray(p, vec2_add(e, vec2_scale(n, edge_in[0]))), b = placed_gray(p, vec2_add(e, vec2_scale(n, edge_in[1])));
            side[k] += clearly(p, in, a < b ? a : b) / A_SIDE;
            float white = placed_gray(p, on_side(k, l->half_tag + l->cell / 2, t * l->half_tag));
            float black = placed_gray(p, on_side(k, l->half_tag - l->cell / 2, t * (l->half_tag - l->cell / 2)));
            ring[k] += clearly(p, white, black) / A_SIDE;
        }
        sum += (double)side[k] + (double)ring[k];
    }
    return sum / (2 * TAGGED_SIDES);
}

static bool agree(const tagged_search *s, tagged_fit *fit) {
    placed p;
    if (!place(s, fit, &p)) return false;
    fit->shown = agreement(&p, &s->looks[fit->look], fit->side, fit->ring);
    return true;
}

// Gray above black and chroma of the pixel there. False: outside the picture.
static bool look_at(const placed *p, vec2 at, double *gray, double *tint) {
    const frame *f = p->s->frame;
    px2 q = placed_px(p, at);
    if (!(q.u >= 0 && q.v >= 0 && q.u < f->width - 1 && q.v < f->height - 1)) return false;
    int u = (int)(q.u + 0.5), v = (int)(q.v + 0.5);
    *gray = f->gray[(size_t)v * f->gray_stride + (size_t)u] - p->s->black;
    *tint = tagged_chroma(p->s, u, v);
    return true;
}

void tagged_print(const tagged_search *s, const tagged_fit *fit, double *paper, double *ink) {
    enum { POINTS = TAGGED_SIDES * A_SIDE };
    const tagged_look *l = &s->looks[fit->look];
    placed p;
    double gray, tint;
    int bright = 0, plain = 0, black = 0;
    *paper = *ink = 0;
    if (!place(s, fit, &p)) return;
    for (int i = 0; i < POINTS; i++) {
        double t = (2.0 * (i / TAGGED_SIDES) + 1 - A_SIDE) / A_SIDE;
        if (look_at(&p, on_side(i % TAGGED_SIDES, l->half_tag + l->cell / 2, t * l->half_tag), &gray, &tint) && gray > 0.4 * p.white) {
            bright++;
            plain += tint < 0.3 * gray;
        }
        vec2 in = on_side(i % TAGGED_SIDES, l->half_tag - l->cell / 2, t * (l->half_tag - l->cell / 2));
        black += look_at(&p, in, &gray, &tint) && gray < 0.45 * p.white && tint < 0.3 * p.white;
    }
    *paper = bright ? (double)plain / bright : 0;
    *ink = (double)black / POINTS;
}

// The places that agreement() compares, in the base's frame. For each point of a side: the inner edge, two places beyond it, the white border and the
// black border.
enum { CLIMB_POINTS = TAGGED_SIDES * A_SIDE, CLIMB_PLACES = 5 };

typedef struct {
    const frame *frame;
    local_view view;  // at the start: flat enough for the length of a climb
    float x[CLIMB_PLACES][CLIMB_POINTS], y[CLIMB_PLACES][CLIMB_POINTS];
    float bright, scale, reach;
} climb;

static void set_place(climb *c, int place, int point, vec2 at) { c->x[place][point] = (float)at.x, c->y[place][point] = (float)at.y; }

static bool climb_begin(const tagged_search *s, const tagged_fit *fit, climb *c) {
    const tagged_look *l = &s->looks[fit->look];
    if (!local_view_at(s->view, fit->at, fit->z_in, &c->view)) return false;
    c->frame = s->frame;
    double white = tagged_white_at(s, c->view.origin);
    c->bright = (float)(s->black + 0.4 * white), c->scale = 1 / (float)white;
    double far = fmax(hypot(l->half_x, l->half_y), 1.5 * l->half_tag) + 0.05;
    c->reach = (float)(far * hypot(hypot(c->view.m[0][0], c->view.m[0][1]), hypot(c->view.m[1][0], c->view.m[1][1]))) + 2;
    for (int i = 0; i < CLIMB_POINTS; i++) {
        int k = i % TAGGED_SIDES;  // the first few always lie on all sides
        double t = (2.0 * (i / TAGGED_SIDES * 7 % A_SIDE) + 1 - A_SIDE) / A_SIDE;
        vec2 n, e = outline_at(l, k, t, 0, &n);
        set_place(c, 0, i, vec2_sub(e, vec2_scale(n, 0.4 * l->cell)));
        set_place(c, 1, i, vec2_add(e, vec2_scale(n, 0.5 * IN_PER_MM)));
        set_place(c, 2, i, vec2_add(e, vec2_scale(n, 1.0 * IN_PER_MM)));
        set_place(c, 3, i, on_side(k, l->half_tag + l->cell / 2, t * l->half_tag));
        set_place(c, 4, i, on_side(k, l->half_tag - l->cell / 2, t * (l->half_tag - l->cell / 2)));
    }
    return true;
}

static inline float climb_gray(const frame *f, float u, float v) {
    int x = (int)u, y = (int)v;
    float a = u - (float)x, b = v - (float)y;
    const uint8_t *p = f->gray + (size_t)y * f->gray_stride + x, *q = p + f->gray_stride;
    float top = (float)p[0] + a * (float)(p[1] - p[0]), low = (float)q[0] + a * (float)(q[1] - q[0]);
    return top + b * (low - top);
}

static float climb_clearly(const climb *c, float bright, float dark) {
    float step = (bright - dark) * c->scale;
    return bright < c->bright || step < 0.08f ? 0 : step > 0.4f ? 1 : (step - 0.08f) / 0.32f;
}

// Agreement of the first `points` points of the borders at the pose; 0 at the picture's edge.
static float climb_agreement(const climb *c, vec2 at, double heading_rad, int points) {
    const frame *f = c->frame;
    px2 o = local_view_px(&c->view, vec2_sub(at, c->view.at));
    if (!(o.u > (double)c->reach && o.v > (double)c->reach && o.u < f->width - 1 - (double)c->reach && o.v < f->height - 1 - (double)c->reach))
        return 0;
    vec2 fw = heading_forward(heading_rad), lf = heading_left(heading_rad);
    float fu = (float)(c->view.m[0][0] * fw.x + c->view.m[0][1] * fw.y), fv = (float)(c->view.m[1][0] * fw.x + c->view.m[1][1] * fw.y);
    float lu = (float)(c->view.m[0][0] * lf.x + c->view.m[0][1] * lf.y), lv = (float)(c->view.m[1][0] * lf.x + c->view.m[1][1] * lf.y), sum = 0;
    for (int i = 0; i < points; i++) {
        float g[CLIMB_PLACES];
        for (int k = 0; k < CLIMB_PLACES; k++)
            g[k] = climb_gray(f, (float)o.u + c->x[k][i] * fu + c->y[k][i] * lu, (float)o.v + c->x[k][i] * fv + c->y[k][i] * lv);
        sum += climb_clearly(c, g[0], g[1] < g[2] ? g[1] : g[2]) + climb_clearly(c, g[3], g[4]);
    }
    return sum / (float)(2 * points);
}

bool tagged_climb(const tagged_search *s, tagged_fit *fit) {
    const tagged_look *l = &s->looks[fit->look];
    climb c;
    if (!climb_begin(s, fit, &c)) return false;
    fit->sigma_in = TAGGED_FIT_CLIMBED_CELLS * l->cell, fit->sigma_rad = TAGGED_FIT_CLIMBED_CELLS * l->cell / l->half_tag;
    for (double step = 0.32 * l->cell; step > 0.06 * l->cell; step /= 2) {
        int points = step > 0.1 * l->cell ? CLIMB_POINTS / 2 : CLIMB_POINTS;
        float shown = climb_agreement(&c, fit->at, fit->heading_rad, points);
        for (int round = 0; round < 4; round++) {
            vec2 at = fit->at;
            double heading = fit->heading_rad;
            float best = shown;
            for (int m = 0; m < 6; m++) {
                double by = m % 2 ? step : -step, turn = m < 4 ? 0 : by / l->half_tag;
                vec2 to = {fit->at.x + (m < 2 ? by : 0), fit->at.y + (m == 2 || m == 3 ? by : 0)};
                float next = climb_agreement(&c, to, fit->heading_rad + turn, points);
                if (next > best) best = next, at = to, heading = fit->heading_rad + turn;
            }
            if (best <= shown) break;
            shown = best, fit->at = at, fit->heading_rad = heading;
        }
    }
    return agree(s, fit);
}

// A place where the picture should be bright on one side and dark on the other.
typedef struct {
    vec2 at, to_dark;
} edge_point;

static int add_edge(edge_point *e, int n, vec2 at, vec2 to_dark) {
    if (n < MAX_EDGES) e[n++] = (edge_point){at, to_dark};
    return n;
}

static int border_edges(const tagged_look *l, edge_point *e) {
    int n = 0;
    for (int k = 0; k < TAGGED_SIDES; k++) {
        for (int i = 0; i < 2 * A_SIDE; i++) {
            double t = (2.0 * i + 1 - 2 * A_SIDE) / (2 * A_SIDE);
            vec2 normal, at = outline_at(l, k, t, 0, &normal);
            n = add_edge(e, n, at, normal);
            n = add_edge(e, n, on_side(k, l->half_tag, 0.92 * t * l->half_tag), on_side(k, -1, 0));
        }
    }
    return n;
}

static bool cell_white(const tag_code *c, int row, int column) {
    return row >= 0 && column >= 0 && row < c->cells && column < c->cells && (c->white >> (8 * row + column) & 1);
}

// Edges between the code's cells; the base's heading is the code's.
static int code_edges(const tagged_look *l, const tag_code *c, edge_point *e, int n) {
    for (int r = 0; r <= c->cells; r++) {
        for (int k = 0; k <= c->cells; k++) {
            double x = (c->cells / 2.0 - r) * l->cell, y = (c->cells / 2.0 - k) * l->cell;  // the cell's front left corner
            bool here = cell_white(c, r, k), front = cell_white(c, r - 1, k), left = cell_white(c, r, k - 1);
            if (here != front) n = add_edge(e, n, (vec2){x, y - l->cell / 2}, (vec2){here ? 1 : -1, 0});
            if (here != left) n = add_edge(e, n, (vec2){x - l->cell / 2, y}, (vec2){0, here ? 1 : -1});
        }
    }
    return n;
}

// The offset in inches, from the point towards dark, at which the light falls. False: no clear edge.
static bool edge_offset(const placed *p, const edge_point *e, double reach, double *offset) {
    float first = 0, last = 0, sum = 0, moment = 0, white = light((float)(p->s->black + p->white));
    px2 from = placed_px(p, vec2_sub(e->at, vec2_scale(e->to_dark, reach))), to = placed_px(p, vec2_add(e->at, vec2_scale(e->to_dark, reach)));
    for (int i = 0; i <= PROFILE; i++) {
        double t = (double)i / PROFILE;
        float now = light(gray_between(p->s->frame, from.u + t * (to.u - from.u), from.v + t * (to.v - from.v)));
        if (i == 0) first = now;
        if (i > 0 && last > now) {
            float w = (last - now) * (last - now);
            sum += w;
            moment += w * ((float)i - 0.5f - PROFILE / 2.0f);
        }
        last = now;
    }
    *offset = reach * (double)(moment / sum) * 2 / PROFILE;
    return first > 0.25f * white && first - last > 0.22f * white && sum > 0;
}

// One step of least squares for shift and turn. *used: the number of edges used. *rms: the residual. False: too few edges.
static bool solve_step(tagged_fit *fit, const edge_point *e, const double *offset, const bool *seen, int n, double gate, double *rms, int *used) {
    normal_equations eq;
    double x[3];
    solve_begin(&eq, 3);
    *used = 0;
    for (int i = 0; i < n; i++) {
        double w = seen[i] ? fit_tukey(1, offset[i], gate) : 0;
        if (!(w > 0)) continue;
        solve_add(&eq, (double[3]){e[i].to_dark.x, e[i].to_dark.y, vec2_cross(e[i].at, e[i].to_dark)}, offset[i], w);
        solve_tally(&eq, offset[i], w);
        ++*used;
    }
    if (*used < 12 || !solve_factor(&eq)) return false;
    solve_for(&eq, eq.b, x);
    fit->at = vec2_add(fit->at, vec2_add(vec2_scale(heading_forward(fit->heading_rad), x[0]), vec2_scale(heading_left(fit->heading_rad), x[1])));
    fit->heading_rad += x[2];
    *rms = sqrt(eq.sum_square / eq.sum_weight);
    // Neighbouring edges share pixels and blur: three of them count as one.
    fit->sigma_in = *rms * sqrt(3 * fmax(solve_variance_of(&eq, 0), solve_variance_of(&eq, 1)));
    fit->sigma_rad = *rms * sqrt(3 * solve_variance_of(&eq, 2));
    return true;
}

// Adds the error that all edges of a side have in common. Blur from the next cell reaches them, more so for smaller cells, and an occluder of that
// cell draws them away.
static void add_common_error(const placed *p, const tagged_look *l, tagged_fit *fit) {
    double px_per_in = sqrt(fabs(p->view.m[0][0] * p->view.m[1][1] - p->view.m[0][1] * p->view.m[1][0]));
    double place_in = TAGGED_FIT_COMMON_PX / (l->cell * px_per_in) / px_per_in;
    fit->sigma_in = hypot(fit->sigma_in, fmax(place_in, 0.01 * IN_PER_MM));
    fit->sigma_rad = hypot(fit->sigma_rad, fmax(TAGGED_FIT_COMMON_TURN * place_in / l->half_tag, 5e-4));
}

bool tagged_edges(const tagged_search *s, tagged_fit *fit, int rounds) {
    const tagged_look *l = &s->looks[fit->look];
    edge_point e[MAX_EDGES];
    double offset[MAX_EDGES], rms = 0;
    bool seen[MAX_EDGES];
    int n = border_edges(l, e), used = 0;
    if (fit->code >= 0) n = code_edges(l, &s->codes[fit->code].code, e, n);
    tagged_fit start = *fit;
    placed p;
    for (int round = 0; round < rounds; round++) {
        double reach = l->cell * (round ? 0.42 : 0.5);
        if (!place(s, fit, &p)) return false;
        for (int i = 0; i < n; i++) seen[i] = edge_offset(&p, &e[i], reach, &offset[i]);
        if (!solve_step(fit, e, offset, seen, n, l->cell * (round < 2 ? 0.4 : 0.25), &rms, &used)) return false;
    }
    double most_turn = (l->round ? 15 : 6) * RAD_PER_DEG;  // a round outline gives no heading
    if (vec2_distance(start.at, fit->at) > l->cell || fabs(start.heading_rad - fit->heading_rad) > most_turn) return false;
    add_common_error(&p, l, fit);
    return agree(s, fit);
}
