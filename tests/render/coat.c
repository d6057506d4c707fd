// What a thing looks like where a ray meets it, and the shadow that it throws.
#include <math.h>

#include "core/rim_code.h"
#include "tests/render/texture.h"
#include "tests/render/thing.h"

#define RIM_IN (3.0 / 25.4)   // width of the painted band
#define MARK_IN (3.0 / 25.4)  // edge of the front mark
#define INK ((paint){26, 26, 32})
#define PAPER ((paint){232, 232, 234})

static paint scaled(paint p, double k) { return (paint){p.r * k, p.g * k, p.b * k}; }

// Paint under a lamp is never as deep as its sample.
static paint sheen(paint p) { return (paint){p.r * 0.84 + 36, p.g * 0.84 + 36, p.b * 0.84 + 36}; }

// A glossy paint mirrors the lamps here and there.
static paint glossy(paint p, double gloss, vec2 world) {
    double n = texture_noise(world.x * 1.7, world.y * 1.7, 13u), k = 110 * gloss * fmax(0, 2.2 * n - 1.1);
    return (paint){fmin(p.r + k, 255), fmin(p.g + k, 255), fmin(p.b + k, 255)};
}

// How far inside the top face's edge (f, l) lies.
static double inside(const thing *th, double f, double l) {
    if (th->kind == THING_DISC) return th->half_d - th->inset - hypot(f, l);
    return fmin(th->half_d - th->inset - fabs(f), th->half_w - th->inset - fabs(l));
}

static paint base_top(const thing *th, double f, double l, vec2 world, int *zone) {
    double front = th->half_d - th->inset;
    if (th->tag && fmax(fabs(f), fabs(l)) < th->tag_half * th->tag->cells / th->tag->border) {
        *zone = ZONE_FINE;
        return tag_is_white(th->tag, f, l, th->tag_half) ? PAPER : INK;
    }
    double share, depth;
    if (th->rim_cells && rim_code_at(th->base, (vec2){f, l}, &share, &depth)) {
        *zone = ZONE_FINE;
        return sheen(rim_code_is_light(th->base, th->rim_cells, th->rim_word, (vec2){f, l}) ? th->mark : th->rim);
    }
    if (th->has_mark && f > front - MARK_IN && f <= front && fabs(l) <= MARK_IN / 2) {
        *zone = 3;
        return th->mark;
    }
    if (th->has_rim && inside(th, f, l) < RIM_IN) {
        *zone = 2;
        return glossy(sheen(th->rim), th->gloss, world);
    }
    *zone = 1;
    return scaled(th->body, 0.75 + 0.5 * texture_noise(world.x * 14, world.y * 14, 7u));
}

paint thing_paint(const thing *th, const thing_hit *hit, vec3 eye, vec2 slope, int *zone) {
    vec2 world = {eye.x + slope.x * hit->t, eye.y + slope.y * hit->t};
    *zone = 4 + (int)hit->face;
    if (hit->face == FACE_ROUND) return scaled(th->body, 0.38 + 0.68 * hit->shade);
    if (hit->face == FACE_SIDE) return scaled(th->has_rim ? th->rim : th->body, 0.42);
    if (th->coat == COAT_BASE) return base_top(th, hit->f, hit->l, world, zone);
    if (th->coat == COAT_TAG) {
        *zone = ZONE_FINE;
        return tag_is_white(th->tag, hit->f, hit->l, th->tag_half) ? PAPER : INK;
    }
    return scaled(th->body, 0.9 + 0.2 * texture_noise(world.x * 6, world.y * 6, 11u));
}

static double smooth(double edge0, double edge1, double x) {
    double k = (x - edge0) / (edge1 - edge0);
    k = k < 0 ? 0 : k > 1 ? 1 : k;
    return k * k * (3 - 2 * k);
}

// Distance of (x, y) outside the thing's footprint, negative inside.
static double outside(const thing *th, double x, double y) {
    double f = th->c * x + th->s * y, l = th->c * y - th->s * x;
    if (th->kind == THING_DISC) return sqrt(f * f + l * l) - th->half_d;
    double df = fabs(f) - th->half_d, dl = fabs(l) - th->half_w;
    return df > 0 && dl > 0 ? sqrt(df * df + dl * dl) : df > dl ? df : dl;
}

static double rod_shadow(const thing *th, vec3 p) {
    double low = th->z0 - p.z, high = th->z1 - p.z;
    if (fmax(low, high) <= 0) return 1;
    vec2 a = {th->at.x + LIGHT_X * low, th->at.y + LIGHT_Y * low}, b = {th->to.x + LIGHT_X * high, th->to.y + LIGHT_Y * high};
    double d = segment_distance((vec2){p.x, p.y}, a, b) - th->half_d, soft = 0.12 + 0.35 * (low + high) / 2;
    return 1 - 0.40 * (1 - smooth(-soft, soft, d));
}

// A low frustum darkens its foot all round (little sky reaches there) and a strip on the lee side.
static double foot_shadow(const thing *th, vec3 p) {
    double height = th->z1 - p.z;
    if (height <= 1e-6) return 1;
    double x = p.x - th->at.x, y = p.y - th->at.y;
    double lee = outside(th, x - LIGHT_X * height / 2, y - LIGHT_Y * height / 2), near = outside(th, x, y);
    double soft = 0.04 + 0.3 * height;
    return (1 - 0.25 * (1 - smooth(-soft, soft, lee))) * (1 - 0.35 * exp(-fmax(near, 0) / (0.25 * height + 0.02)));
}

double thing_shadow(const thing *th, vec3 p) {
    if (!th->casts) return 1;
    return th->kind == THING_ROD ? rod_shadow(th, p) : th->kind == THING_BLOB ? 1 : foot_shadow(th, p);
}
