// Where a ray meets a thing.
#include <math.h>

#include "tests/render/thing.h"

typedef struct {
    double f, l;    // eye in the thing's frame, forward and left
    double df, dl;  // slope in it
    double z;
} local_ray;

static local_ray to_local(const thing *th, vec3 eye, vec2 slope) {
    double x = eye.x - th->at.x, y = eye.y - th->at.y;
    return (local_ray){th->c * x + th->s * y, th->c * y - th->s * x, th->c * slope.x + th->s * slope.y, th->c * slope.y - th->s * slope.x, eye.z};
}

// Keeps of [*in, *out] where a + b t <= 0; true while something is left. *side tells that this face was the last one entered.
static bool clip(double a, double b, double *in, double *out, bool *side) {
    if (fabs(b) < 1e-15) return a <= 0;
    double t = -a / b;
    if (b > 0) {
        if (t < *out) *out = t;
    } else if (t > *in) {
        *in = t;
        *side = true;
    }
    return *in <= *out;
}

static bool meet_box(const thing *th, local_ray r, thing_hit *hit) {
    double t0 = r.z - th->z1, t1 = r.z - th->z0, m = th->inset / (th->z1 - th->z0);
    bool side = false;
    // A side at +f: f <= half_d - m (z - z0), with f = r.f + r.df t and z = r.z - t.
    double kf = -th->half_d + m * (r.z - th->z0), kl = -th->half_w + m * (r.z - th->z0);
    if (!clip(r.f + kf, r.df - m, &t0, &t1, &side) || !clip(-r.f + kf, -r.df - m, &t0, &t1, &side)) return false;
    if (!clip(r.l + kl, r.dl - m, &t0, &t1, &side) || !clip(-r.l + kl, -r.dl - m, &t0, &t1, &side)) return false;
    *hit = (thing_hit){t0, side ? FACE_SIDE : FACE_TOP, r.f + r.df * t0, r.l + r.dl * t0, 0.5};
    return true;
}

static bool meet_disc(const thing *th, local_ray r, thing_hit *hit) {
    double t0 = r.z - th->z1, m = th->inset / (th->z1 - th->z0);
    double f = r.f + r.df * t0, l = r.l + r.dl * t0, top = th->half_d - th->inset;
    if (f * f + l * l <= top * top) {
        *hit = (thing_hit){t0, FACE_TOP, f, l, 0.5};
        return true;
    }
    // |(f, l) + (df, dl) u|^2 = (top + m u)^2 for u inches below the top face.
    double a = r.df * r.df + r.dl * r.dl - m * m, b = f * r.df + l * r.dl - m * top, c = f * f + l * l - top * top;
    double root = b * b - a * c;
    if (root < 0 || fabs(a) < 1e-15) return false;
    double u = (-b - sqrt(root)) / a;
    if (u < 0) u = (-b + sqrt(root)) / a;
    if (u < 0 || u > th->z1 - th->z0) return false;
    *hit = (thing_hit){t0 + u, FACE_SIDE, 0, 0, 0.5};
    return true;
}

static double lit(double nx, double ny, double nz) {
    double d = (-LIGHT_X * nx - LIGHT_Y * ny + nz) / sqrt(LIGHT_X * LIGHT_X + LIGHT_Y * LIGHT_Y + 1);
    return d > 0 ? d : 0;
}

static bool meet_blob(const thing *th, local_ray r, thing_hit *hit) {
    double of = r.f / th->half_d, ol = r.l / th->half_w, oz = (r.z - th->z0) / th->half_z;
    double df = r.df / th->half_d, dl = r.dl / th->half_w, dz = -1 / th->half_z;
    double a = df * df + dl * dl + dz * dz, b = of * df + ol * dl + oz * dz, c = of * of + ol * ol + oz * oz - 1, root = b * b - a * c;
    if (root < 0) return false;
    double t = (-b - sqrt(root)) / a;
    double nf = (of + df * t) / th->half_d, nl = (ol + dl * t) / th->half_w, nz = (oz + dz * t) / th->half_z, n = sqrt(nf * nf + nl * nl + nz * nz);
    *hit = (thing_hit){t, FACE_ROUND, 0, 0, lit((th->c * nf - th->s * nl) / n, (th->s * nf + th->c * nl) / n, nz / n)};
    return true;
}

static bool meet_rod(const thing *th, vec3 eye, vec2 slope, thing_hit *hit) {
    vec3 b = {th->to.x - th->at.x, th->to.y - th->at.y, th->z1 - th->z0}, w = {eye.x - th->at.x, eye.y - th->at.y, eye.z - th->z0};
    double dd = slope.x * slope.x + slope.y * slope.y + 1, db = slope.x * b.x + slope.y * b.y - b.z, bb = b.x * b.x + b.y * b.y + b.z * b.z;
    double dw = slope.x * w.x + slope.y * w.y - w.z, bw = b.x * w.x + b.y * w.y + b.z * w.z, det = dd * bb - db * db;
    double k = det > 1e-12 ? (dd * bw - db * dw) / det : 0;  // nearest place on the axis
    k = k < 0 ? 0 : k > 1 ? 1 : k;
    double t = (k * db - dw) / dd;
    vec3 n = {w.x + slope.x * t - k * b.x, w.y + slope.y * t - k * b.y, w.z - t - k * b.z};
    double rest = th->half_d * th->half_d - (n.x * n.x + n.y * n.y + n.z * n.z);
    if (rest < 0) return false;
    double back = sqrt(rest / dd);
    n = (vec3){(n.x - slope.x * back) / th->half_d, (n.y - slope.y * back) / th->half_d, (n.z + back) / th->half_d};
    *hit = (thing_hit){t - back, FACE_ROUND, 0, 0, lit(n.x, n.y, n.z)};
    return true;
}

bool thing_meet(const thing *th, vec3 eye, vec2 slope, thing_hit *hit) {
    switch (th->kind) {
        case THING_BOX:
            return meet_box(th, to_local(th, eye, slope), hit);
        case THING_DISC:
            return meet_disc(th, to_local(th, eye, slope), hit);
        case THING_BLOB:
            return meet_blob(th, to_local(th, eye, slope), hit);
        case THING_ROD:
            return meet_rod(th, eye, slope, hit);
    }
    return false;
}

static void widen(double box[4], px2 p, double margin) {
    box[0] = fmin(box[0], p.u - margin);
    box[1] = fmin(box[1], p.v - margin);
    box[2] = fmax(box[2], p.u + margin);
    box[3] = fmax(box[3], p.v + margin);
}

static void bound_column(double box[4], const render_camera *c, vec2 at, double radius, double low, double high) {
    for (int i = 0; i < 8; i++) {
        vec3 p = {at.x + (i & 1 ? radius : -radius), at.y + (i & 2 ? radius : -radius), i & 4 ? high : low};
        widen(box, render_project(c, p), 1.5);
    }
}

void thing_bound(thing *th, const render_camera *c) {
    double empty[4] = {1e9, 1e9, -1e9, -1e9};
    for (int i = 0; i < 4; i++) th->box[i] = th->reach[i] = empty[i];
    double radius = th->kind == THING_BOX ? hypot(th->half_d, th->half_w) : fmax(th->half_d, th->half_w);
    double low = th->kind == THING_BLOB ? th->z0 - th->half_z : fmin(th->z0, th->z1) - (th->kind == THING_ROD ? th->half_d : 0);
    double high = th->kind == THING_BLOB ? th->z0 + th->half_z : fmax(th->z0, th->z1) + (th->kind == THING_ROD ? th->half_d : 0);
    bound_column(th->box, c, th->at, radius, low, high);
    if (th->kind == THING_ROD) bound_column(th->box, c, th->to, radius, low, high);
    for (int i = 0; i < 4; i++) th->reach[i] = th->box[i];
    if (!th->casts) return;
    double soft = 0.25 + 0.7 * fmax(0, high - 0.5);  // as far as thing_shadow reaches
    vec2 a = {th->at.x + LIGHT_X * high, th->at.y + LIGHT_Y * high}, b = {th->to.x + LIGHT_X * high, th->to.y + LIGHT_Y * high};
    bound_column(th->reach, c, a, radius + soft, 0, 0);
    bound_column(th->reach, c, th->at, radius + soft, 0, 0);
    if (th->kind == THING_ROD) bound_column(th->reach, c, b, radius + soft, 0, 0);
}
