// Miniatures, hands and trees out of ellipsoids and capsules: plain, but of the right height and girth.
#include <math.h>
#include <string.h>

#include "tests/render/cast.h"
#include "tests/render/texture.h"

#define MM IN_PER_MM

// Where a part sits, in the frame of what it is a part of: forward and left of the middle, up from the ground; inches.
typedef struct {
    vec2 at;
    double c, s, z;
    double scale, tall;  // tall: of heights alone, over that
} frame_of;

static vec2 placed(const frame_of *o, double f, double l) {
    f *= o->scale;
    l *= o->scale;
    return (vec2){o->at.x + o->c * f - o->s * l, o->at.y + o->s * f + o->c * l};
}

static status no_memory(fault *fault) { return fault_set(fault, STATUS_MEMORY, "renderer: out of memory"); }

static bool blob(cast *c, const frame_of *o, int figure, vec3 at, vec3 radius, paint body) {
    thing *th = cast_add(c);
    if (!th) return false;
    th->kind = THING_BLOB;
    th->figure = figure;
    th->at = placed(o, at.x, at.y);
    th->c = o->c;
    th->s = o->s;
    th->z0 = o->z + at.z * o->scale * o->tall;
    th->half_d = radius.x * o->scale;
    th->half_w = radius.y * o->scale;
    th->half_z = radius.z * o->scale * o->tall;
    th->body = body;
    return true;
}

static bool rod(cast *c, const frame_of *o, int figure, vec3 a, vec3 b, double radius, paint body, bool casts) {
    thing *th = cast_add(c);
    if (!th) return false;
    th->kind = THING_ROD;
    th->figure = figure;
    th->casts = casts;
    th->at = placed(o, a.x, a.y);
    th->to = placed(o, b.x, b.y);
    th->z0 = o->z + a.z * o->scale * o->tall;
    th->z1 = o->z + b.z * o->scale * o->tall;
    th->half_d = radius * o->scale;
    th->body = body;
    return true;
}

static paint coat_of(uint32_t look, paint side) {
    static const paint cloth[] = {{92, 30, 26}, {104, 92, 70}, {52, 52, 60}, {70, 54, 34}, {48, 64, 92}};
    paint c = cloth[look % 5];
    return look >> 8 & 1 ? c : (paint){(c.r + side.r) / 2, (c.g + side.g) / 2, (c.b + side.b) / 2};
}

static const paint heads[] = {{206, 192, 148}, {150, 150, 158}, {172, 172, 178}, {120, 84, 50}, {60, 58, 62}};

static bool foot_soldier(cast *c, const frame_of *o, int f, uint32_t look, paint coat) {
    paint head = heads[look / 7 % 5];
    bool good = blob(c, o, f, (vec3){0, 0, 7 * MM}, (vec3){4.2 * MM, 4.6 * MM, 8 * MM}, coat);
    good = good && blob(c, o, f, (vec3){0, 0, 17 * MM}, (vec3){3.8 * MM, 5.6 * MM, 7 * MM}, coat);
    good = good && blob(c, o, f, (vec3){0.5 * MM, 0, 27 * MM}, (vec3){3.2 * MM, 2.9 * MM, 4 * MM}, head);
    good = good && rod(c, o, f, (vec3){0, 0, 0}, (vec3){0, 0, 26 * MM}, 3.6 * MM, coat, true);
    if (look >> 12 & 1) good = good && blob(c, o, f, (vec3){3 * MM, 5 * MM, 16 * MM}, (vec3){1.6 * MM, 4.4 * MM, 6 * MM}, head);
    double tip = look >> 13 & 1 ? 36 * MM : 25 * MM;
    return good && rod(c, o, f, (vec3){3 * MM, -5.5 * MM, 5 * MM}, (vec3){4.5 * MM, -5.5 * MM, tip}, 0.7 * MM, (paint){110, 96, 76}, false);
}

static bool rider(cast *c, const frame_of *o, int f, uint32_t look, paint coat) {
    static const paint horses[] = {{96, 60, 32}, {58, 38, 24}, {128, 112, 92}};
    paint horse = horses[look / 5 % 3];
    bool good = blob(c, o, f, (vec3){-1 * MM, 0, 16 * MM}, (vec3){14 * MM, 4.6 * MM, 6 * MM}, horse);
    good = good && blob(c, o, f, (vec3){15 * MM, 0, 23 * MM}, (vec3){5 * MM, 2.2 * MM, 4 * MM}, horse);
    good = good && rod(c, o, f, (vec3){0, 0, 2 * MM}, (vec3){0, 0, 16 * MM}, 5 * MM, horse, true);
    good = good && blob(c, o, f, (vec3){-1 * MM, 0, 26 * MM}, (vec3){3.6 * MM, 5 * MM, 6.5 * MM}, coat);
    return good && blob(c, o, f, (vec3){-0.5 * MM, 0, 33 * MM}, (vec3){3 * MM, 2.8 * MM, 3.6 * MM}, heads[look / 11 % 5]);
}

status cast_figure(cast *c, const render_scene *s, int f, pose p, double z, fault *fault) {
    const game_figure *fig = &s->game->figures[f];
    const game_unit *unit = &s->game->units[fig->unit];
    uint32_t look = texture_hash((uint32_t)f, s->seed, 77), rgb = s->game->sides[unit->side].rgb;
    paint side = rgb == NO_COLOUR ? (paint){90, 90, 90} : (paint){rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
    double twist = 0.5 * (texture_random((uint32_t)f, s->seed, 78) - 0.5), a = p.heading_rad + twist;
    double smaller = fmin(fig->base.width_in, fig->base.depth_in) / MM;
    frame_of o = {p.at, cos(a), sin(a), z, fmin(1.12, fmax(0.7, smaller / 25)), s->tallness > 0 ? s->tallness : 1};
    bool horse = fig->base.depth_in > 1.4 * fig->base.width_in || unit->troop == TROOP_CAVALRY;
    bool good = horse ? rider(c, &o, f, look, coat_of(look, side)) : foot_soldier(c, &o, f, look, coat_of(look, side));
    return good ? STATUS_OK : no_memory(fault);
}

status cast_hand(cast *c, const render_hand *h, fault *fault) {
    static const paint skin = {222, 164, 132}, sleeve = {44, 66, 118};
    double a = atan2(h->at.y - h->from.y, h->at.x - h->from.x), far = vec2_distance(h->at, h->from);
    frame_of o = {h->at, cos(a), sin(a), h->z_in, 1, 1};
    bool good = true;
    for (int i = 0; i < 4; i++) {
        double k = i - 1.5;
        vec3 tip = {-0.3 - 0.28 * fabs(k), 0.62 * k, 0.25}, knuckle = {-3.2, 0.74 * k, 0.8};
        good = good && rod(c, &o, -1, knuckle, tip, 0.31, skin, true);
    }
    good = good && rod(c, &o, -1, (vec3){-4.9, 1.1, 0.8}, (vec3){-2.8, 1.95, 0.4}, 0.38, skin, true);
    good = good && blob(c, &o, -1, (vec3){-4.6, 0, 0.9}, (vec3){2.1, 1.55, 0.6}, skin);
    good = good && rod(c, &o, -1, (vec3){-5.2, 0, 0.9}, (vec3){-9.6, 0, 2.0}, 1.02, skin, true);
    good = good && rod(c, &o, -1, (vec3){-9.2, 0, 2.0}, (vec3){-fmax(far, 9.6), 0, 3.0}, 1.5, sleeve, true);
    return good ? STATUS_OK : no_memory(fault);
}

static bool tree(cast *c, vec2 at, double z, double size, uint32_t look) {
    frame_of o = {at, 1, 0, z, size, 1};
    for (uint32_t i = 0; i < 7; i++) {
        double a = 2 * PI * texture_random(look, i, 91), r = i ? 0.55 : 0, tall = 1.5 + 0.9 * texture_random(look, i, 92),
               g = 0.7 + 0.6 * texture_random(look, i, 93);
        if (!blob(c, &o, -1, (vec3){r * cos(a), r * sin(a), tall}, (vec3){0.5, 0.5, 0.45}, (paint){40 * g, 92 * g, 34 * g})) return false;
    }
    return rod(c, &o, -1, (vec3){0, 0, 0.2}, (vec3){0, 0, 1.6}, 0.6, (paint){60, 44, 30}, true);
}

status cast_trees(cast *c, const render_scene *s, fault *fault) {
    c->count = 0;
    for (int i = 0; i < s->game->terrain_count; i++) {
        const game_terrain *t = &s->game->terrain[i];
        if (!strstr(t->kind, "woods") || t->polygon_count < 3) continue;
        vec2 low = t->polygon[0], high = low;
        for (int k = 1; k < t->polygon_count; k++) {
            low = (vec2){fmin(low.x, t->polygon[k].x), fmin(low.y, t->polygon[k].y)};
            high = (vec2){fmax(high.x, t->polygon[k].x), fmax(high.y, t->polygon[k].y)};
        }
        for (uint32_t n = 0; n < 12; n++) {
            uint32_t look = texture_hash(n, (uint32_t)i, s->seed);
            vec2 p = {low.x + (high.x - low.x) * texture_random(look, 1, 94), low.y + (high.y - low.y) * texture_random(look, 2, 94)};
            if (polygon_contains(t->polygon, t->polygon_count, p) && !tree(c, p, 0, 0.8 + 0.5 * texture_random(look, 3, 94), look))
                return no_memory(fault);
        }
    }
    for (int i = 0; i < c->count; i++) thing_bound(&c->items[i], &s->camera);
    return STATUS_OK;
}
