// Candidates from which the paints are learned. At first only the stated colours are known, and light, gloss and camera change them. A candidate is
// therefore judged by the share of its band that shows one of the possible colours where its inside does not. Most true candidates of a paint agree
// on one colour; chance candidates have any colour.
#include <stdlib.h>
#include <string.h>

#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

typedef struct {
    uint8_t bgr[RIM_SCAN_BAND][3];
    int count;
} colours;

static bool alike(const uint8_t *p, colour c) {
    return fabs(p[0] - c.b) <= PAINT_SAMPLE_ALIKE_CODES + PAINT_SAMPLE_ALIKE_SHARE * c.b &&
           fabs(p[1] - c.g) <= PAINT_SAMPLE_ALIKE_CODES + PAINT_SAMPLE_ALIKE_SHARE * c.g &&
           fabs(p[2] - c.r) <= PAINT_SAMPLE_ALIKE_CODES + PAINT_SAMPLE_ALIKE_SHARE * c.r;
}

static const uint8_t *pixel_at(const frame *f, px2 at) {
    if (!(at.u >= 0 && at.v >= 0 && at.u < f->width - 0.5 && at.v < f->height - 0.5)) return NULL;
    return frame_colour_at(f, (int)(at.u + 0.5), (int)(at.v + 0.5));
}

bool search_shows_paint(const base_search *s, const found_base *b, px2 at) {
    const uint8_t *p = pixel_at(s->frame, at);
    return p && alike(p, b->paint);
}

static double middle_of(const colours *c, int channel) {
    uint8_t bins[256] = {0};
    int sum = 0, i = 0;
    for (int k = 0; k < c->count; k++) bins[c->bgr[k][channel]]++;
    while ((sum += bins[i]) * 2 <= c->count) i++;
    return i;
}

static const uint8_t *pixel_on(const frame *f, const local_axes *a, vec2 p, double grow) {
    return pixel_at(f, (px2){a->origin.u + grow * (p.x * a->fu + p.y * a->lu), a->origin.v + grow * (p.x * a->fv + p.y * a->lv)});
}

// The colours of the band, and those among them that may be the paint.
static void gather_band(const base_search *s, const rim_model *m, const local_axes *at, const colour_table *stated, colours *all, colours *likely) {
    all->count = likely->count = 0;
    for (int i = 0; i < RIM_SCAN_BAND; i++) {
        const uint8_t *p = pixel_on(s->frame, at, m->scan_band[i], 1);
        if (!p) continue;
        memcpy(all->bgr[all->count++], p, 3);
        if (stated->like[colour_bin(p)] >= PAINT_SAMPLE_POSSIBLE) memcpy(likely->bgr[likely->count++], p, 3);
    }
}

// Counts how many of every `step`th of the points, scaled by `grow` from the middle, show the colour.
static int count_alike(const base_search *s, const local_axes *at, const vec2 *points, int count, int step, double grow, colour c) {
    int n = 0;
    for (int i = 0; i < count; i += step) {
        const uint8_t *p = pixel_on(s->frame, at, points[i], grow);
        n += p && alike(p, c);
    }
    return n;
}

// Fills b->paint. Sets b->fit.score to the share of the band that shows it less those of the inside and outside; -1 where no part of the band can be
// the paint.
static void look_at(const base_search *s, found_base *b) {
    const rim_model *m = &s->models[b->kind];
    colours all, likely;
    local_view v;
    int band = 0;
    b->fit.score = -1;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return;
    local_axes at = local_view_axes(&v, (vec2){0, 0}, b->fit.heading_rad);
    gather_band(s, m, &at, &s->rims[s->rim_of[b->kind]].stated, &all, &likely);
    if (likely.count < RIM_SCAN_BAND / 3) return;
    b->paint = (colour){middle_of(&likely, 0), middle_of(&likely, 1), middle_of(&likely, 2)};
    for (int i = 0; i < all.count; i++) band += alike(all.bgr[i], b->paint);
    double inner = count_alike(s, &at, m->scan_inner, RIM_SCAN_INNER, 1, 1, b->paint);
    double outer =
        count_alike(s, &at, m->scan_band, RIM_SCAN_BAND, 2, 1 + 2 * PAINT_SAMPLE_BESIDE_IN / (m->half_x + m->half_y - RIM_WIDTH_IN), b->paint);
    b->fit.score = (double)band / RIM_SCAN_BAND - 0.4 * inner / RIM_SCAN_INNER - 0.4 * outer / (RIM_SCAN_BAND / 2);
}

static bool alike_paints(colour a, colour b) {
    uint8_t p[3] = {(uint8_t)a.b, (uint8_t)a.g, (uint8_t)a.r};
    return alike(p, b);
}

// How well a colour fits the stated rim, 0..1; less where it fits another rim better. Red in the shade may be brown, unless the game has no brown.
static double stated_likeness(const base_search *s, int rim, colour c) {
    uint8_t p[3] = {(uint8_t)c.b, (uint8_t)c.g, (uint8_t)c.r};
    uint32_t rgb = s->rims[rim].rgb;
    double paper = (s->white.b + s->white.g + s->white.r) / 3, level = paper * ((rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255)) / 255;
    double darker = log((c.b + c.g + c.r + 1) / (level + PAINT_SAMPLE_SHEEN * paper)) / PAINT_SAMPLE_LIGHT_DIFFERS;
    double like = s->rims[rim].stated.like[colour_bin(p)], best = fmax(like, 1);
    for (int i = 0; i < s->rim_count; i++) best = fmax(best, s->rims[i].stated.like[colour_bin(p)]);
    return exp(-0.5 * darker * darker) * like / 255 * like / best;
}

// The fit of the rim that most other fits agree with in colour; -1: none.
static int most_agreed(const base_search *s, int rim) {
    double most = 0;
    int best = -1;
    for (int i = 0; i < s->fit_count; i++) {
        double sum = 0;
        if (s->rim_of[s->fits[i].kind] != rim || s->fits[i].fit.score < PAINT_SAMPLE_LEARN_FROM) continue;
        for (int k = 0; k < s->fit_count; k++)
            if (s->rim_of[s->fits[k].kind] == rim && s->fits[k].fit.score >= PAINT_SAMPLE_LEARN_FROM &&
                alike_paints(s->fits[k].paint, s->fits[i].paint))
                sum += s->fits[k].fit.score * s->fits[k].fit.score;
        sum *= stated_likeness(s, rim, s->fits[i].paint);
        if (sum > most) most = sum, best = i;
    }
    return best;
}

static double sum_of(colour c) { return c.b + c.g + c.r; }

// True where c is the paint `usual` in another light. In more light, highlights and saturated channels occur. Only a hue can be recognized in any
// light: gray in the shade is another gray.
static bool in_other_light(colour c, colour usual, base_light *light) {
    double k = sum_of(c) / fmax(sum_of(usual), 1), g = (sum_of(c) - sum_of(usual)) / fmax(765 - sum_of(usual), 1);
    *light = k < 1 ? IN_SHADE : IN_GLARE;
    if (fmin(usual.b, fmin(usual.g, usual.r)) > (1 - PAINT_SAMPLE_COLOURED) * fmax(usual.b, fmax(usual.g, usual.r)) || k < PAINT_SAMPLE_DEEPEST)
        return false;
    colour scaled = {fmin(k * usual.b, 255), fmin(k * usual.g, 255), fmin(k * usual.r, 255)},
           glare = {usual.b + g * (255 - usual.b), usual.g + g * (255 - usual.g), usual.r + g * (255 - usual.r)};
    return alike_paints(c, scaled) || (k > 1 && alike_paints(c, glare));
}

void keep_best(base_search *s) {
    colour shown[MAX_PAINTS];
    double best[MAX_PAINTS];
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++) {
        look_at(s, &s->fits[i]);
        if (search_on_paper(s, &s->fits[i])) s->fits[i].fit.score = -1;
    }
    for (int r = 0; r < s->rim_count; r++) {
        int i = most_agreed(s, r);
        best[r] = 2;
        if (i < 0) continue;
        best[r] = PAINT_SAMPLE_LEARN_FROM / PAINT_SAMPLE_LEARN_SHARE, shown[r] = s->fits[i].paint;
        for (int k = 0; k < s->fit_count; k++)
            if (s->rim_of[s->fits[k].kind] == r && alike_paints(s->fits[k].paint, shown[r])) best[r] = fmax(best[r], s->fits[k].fit.score);
    }
    for (int i = 0; i < s->fit_count; i++) {
        int r = s->rim_of[s->fits[i].kind];
        if (s->fits[i].fit.score < PAINT_SAMPLE_LEARN_SHARE * best[r]) continue;
        s->fits[i].light = USUAL_LIGHT;
        if (alike_paints(s->fits[i].paint, shown[r]) || in_other_light(s->fits[i].paint, shown[r], &s->fits[i].light)) s->fits[kept++] = s->fits[i];
    }
    s->fit_count = kept;
}
