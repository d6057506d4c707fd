// Candidates from which the paints are learned. At first only the stated colours are known, and light, gloss and camera change them. A candidate is
// therefore judged by the share of its band that shows one of the possible colours where its inside does not. Most true candidates of a paint agree
// on one colour; chance candidates have any colour.
#include <stdlib.h>
#include <string.h>

#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

typedef struct {
    uint8_t bgr[RIM_SCAN_BAND][3];
    int count;
} colours;

static bool alike(const uint8_t *p, colour c) {
    return fabs(p[0] - c.b) <= PLAIN_SAMPLE_ALIKE_CODES + PLAIN_SAMPLE_ALIKE_SHARE * c.b &&
           fabs(p[1] - c.g) <= PLAIN_SAMPLE_ALIKE_CODES + PLAIN_SAMPLE_ALIKE_SHARE * c.g &&
           fabs(p[2] - c.r) <= PLAIN_SAMPLE_ALIKE_CODES + PLAIN_SAMPLE_ALIKE_SHARE * c.r;
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
        if (stated->like[colour_bin(p)] >= PLAIN_SAMPLE_POSSIBLE) memcpy(likely->bgr[likely->count++], p, 3);
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
        count_alike(s, &at, m->scan_band, RIM_SCAN_BAND, 2, 1 + 2 * PLAIN_SAMPLE_BESIDE_IN / (m->half_x + m->half_y - RIM_WIDTH_IN), b->paint);
    b->fit.score = (double)band / RIM_SCAN_BAND - 0.4 * inner / RIM_SCAN_INNER - 0.4 * outer / (RIM_SCAN_BAND / 2);
}

static int by_between(const void *a, const void *b) {
    const mark_spot *p = a, *q = b;
    double x = (double)(p->between * p->likeness), y = (double)(q->between * q->likeness);
    if (x != y) return x > y ? -1 : 1;
    if (p->v != q->v) return p->v < q->v ? -1 : 1;
    return (p->u > q->u) - (p->u < q->u);
}

// True where the mark's place does not show the band's colour: gray paint looks like a white mark in the shade.
static bool shows_mark(const base_search *s, const found_base *b) {
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return false;
    local_axes at = local_view_axes(&v, (vec2){0, 0}, b->fit.heading_rad);
    const uint8_t *p = pixel_on(s->frame, &at, (vec2){s->models[b->kind].mark_x, 0}, 1);
    return p && !alike(p, b->paint);
}

// Adds the best heading of the kind at the spot as a fit: first every second heading, then those beside the best.
static void sample_kind(base_search *s, int kind, const mark_spot *spot) {
    double agreement[HEADINGS], z_in;
    found_base best = {.fit = {.score = -1}};
    vec2 at;
    int nearest = 0;
    if (!scan_headings(s, kind, spot, &at, &z_in, agreement)) return;
    for (int i = 0; i < HEADINGS / 2 + 2; i++) {
        int h = i < HEADINGS / 2 ? 2 * i : (nearest + (i == HEADINGS / 2 ? 1 : HEADINGS - 1)) % HEADINGS;
        if (agreement[h] < PLAIN_SAMPLE_WORTH_A_LOOK) continue;
        found_base b = candidate_at(s, kind, at, z_in, 2 * PI * h / HEADINGS, agreement[h]);
        look_at(s, &b);
        if (b.fit.score <= best.fit.score || !shows_mark(s, &b)) continue;
        best = b;
        if (i < HEADINGS / 2) nearest = h;
    }
    if (best.fit.score >= PLAIN_SAMPLE_LEARN_FROM && s->fit_count < MAX_FITS) s->fits[s->fit_count++] = best;
}

// Squares of the table that share out the spots.
typedef struct {
    px_rect box;
    int edge, columns, rows;
} spread;

static spread spread_over(const base_search *s) {
    px_rect box = search_table_box(s);
    int edge = (int)fmax(fmax(1, PLAIN_SAMPLE_SQUARE_IN * s->px_per_in), sqrt((double)box.width * box.height / (MAX_CELLS / 4)) + 1);
    return (spread){box, edge, box.width / edge + 1, box.height / edge + 1};
}

static uint8_t *square_of(const base_search *s, const spread *g, const mark_spot *spot) {
    int x = ((int)spot->u - g->box.x) / g->edge, y = ((int)spot->v - g->box.y) / g->edge;
    x = x < 0 ? 0 : x >= g->columns ? g->columns - 1 : x, y = y < 0 ? 0 : y >= g->rows ? g->rows - 1 : y;
    return &s->cells[y * g->columns + x];
}

// Orders the spots: the best of each square first, then the next of each square. One dark block has more spots that look like a mark than all other
// bases together; without this order only its paint would be learned.
static void order_spots(base_search *s) {
    enum { ROUNDS = 8 };
    spread g = spread_over(s);
    int kept = 0;
    qsort(s->spots.at, (size_t)s->spots.count, sizeof *s->spots.at, by_between);
    for (int round = 0; round < ROUNDS && kept < s->spots.count; round++) {
        memset(s->cells, 0, (size_t)g.columns * (size_t)g.rows);
        for (int i = kept; i < s->spots.count; i++) {
            uint8_t *taken = square_of(s, &g, &s->spots.at[i]);
            if (*taken) continue;
            mark_spot spot = s->spots.at[i];
            memmove(&s->spots.at[kept + 1], &s->spots.at[kept], (size_t)(i - kept) * sizeof spot);
            s->spots.at[kept++] = spot;
            *taken = 1;
        }
    }
}

void sample_candidates(base_search *s, const px_rect *where, int where_count) {
    for (int m = 0; m < s->mark_count; m++) {
        find_spots(s, m, where, where_count, 0.6);
        order_spots(s);
        for (int i = 0; i < s->spots.count && i < PLAIN_SAMPLE_ENOUGH; i++)
            for (int k = 0; k < s->kind_count; k++)
                if (s->mark_of[k] == m && s->look_of[k] == k) sample_kind(s, k, &s->spots.at[i]);
    }
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
    double darker = log((c.b + c.g + c.r + 1) / (level + PLAIN_SAMPLE_SHEEN * paper)) / PLAIN_SAMPLE_LIGHT_DIFFERS;
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
        if (s->rim_of[s->fits[i].kind] != rim || s->fits[i].fit.score < PLAIN_SAMPLE_LEARN_FROM) continue;
        for (int k = 0; k < s->fit_count; k++)
            if (s->rim_of[s->fits[k].kind] == rim && s->fits[k].fit.score >= PLAIN_SAMPLE_LEARN_FROM &&
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
    if (fmin(usual.b, fmin(usual.g, usual.r)) > (1 - PLAIN_SAMPLE_COLOURED) * fmax(usual.b, fmax(usual.g, usual.r)) || k < PLAIN_SAMPLE_DEEPEST)
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
        best[r] = PLAIN_SAMPLE_LEARN_FROM / PLAIN_SAMPLE_LEARN_SHARE, shown[r] = s->fits[i].paint;
        for (int k = 0; k < s->fit_count; k++)
            if (s->rim_of[s->fits[k].kind] == r && alike_paints(s->fits[k].paint, shown[r])) best[r] = fmax(best[r], s->fits[k].fit.score);
    }
    for (int i = 0; i < s->fit_count; i++) {
        int r = s->rim_of[s->fits[i].kind];
        if (s->fits[i].fit.score < PLAIN_SAMPLE_LEARN_SHARE * best[r]) continue;
        s->fits[i].light = USUAL_LIGHT;
        if (alike_paints(s->fits[i].paint, shown[r]) || in_other_light(s->fits[i].paint, shown[r], &s->fits[i].light)) s->fits[kept++] = s->fits[i];
    }
    s->fit_count = kept;
}
