// The colours of the paints as this picture shows them.
#include <string.h>

#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"
#include "vision/tones.h"

// Medians of three channels.
typedef struct {
    unsigned bins[3][256], count;
} colour_votes;

static void vote(colour_votes *c, const frame *f, px2 at) {
    if (!(at.u >= 0 && at.v >= 0 && at.u < f->width - 0.5 && at.v < f->height - 0.5)) return;
    const uint8_t *p = frame_colour_at(f, (int)(at.u + 0.5), (int)(at.v + 0.5));
    for (int i = 0; i < 3; i++) c->bins[i][p[i]]++;
    c->count++;
}

static void vote_in_even_light(const base_search *s, colour_votes *c, px2 at) {
    uint8_t p[3];
    if (!(at.u >= 0 && at.v >= 0 && at.u < s->original->width - 0.5 && at.v < s->original->height - 0.5)) return;
    search_pixel(s, (int)(at.u + 0.5), (int)(at.v + 0.5), p);
    for (int i = 0; i < 3; i++) c->bins[i][p[i]]++;
    c->count++;
}

static double median_of(const unsigned *bins, unsigned count) {
    unsigned sum = 0;
    for (int i = 0; i < 256; i++)
        if ((sum += bins[i]) * 2 >= count) return i;
    return 255;
}

static colour median_colour(const colour_votes *c) {
    return (colour){median_of(c->bins[0], c->count), median_of(c->bins[1], c->count), median_of(c->bins[2], c->count)};
}

colour learn_ground(const base_search *s, int columns, int rows) {
    colour_votes c;
    memset(&c, 0, sizeof c);
    for (int i = 0; i < columns * rows; i++) {
        vec2 at = {(i % columns + 0.5) * s->view->width_in / columns, (i / columns + 0.5) * s->view->depth_in / rows};
        vote_in_even_light(s, &c, s->view->to_px(s->view->context, (vec3){at.x, at.y, 0}));
    }
    return median_colour(&c);
}

// The box of pixels around the table's corners, sampled about 300 x 200 times and never more than 600 x 400 times.
typedef struct {
    px_rect box;
    int step;
} sampling;

// The table's part of the picture.
static px_rect table_box(const base_search *s) {
    double u0 = 1e9, v0 = 1e9, u1 = -1e9, v1 = -1e9;
    for (int i = 0; i < 64; i++) {
        double t = i % 16 / 15.0, x[4] = {t, 1, t, 0}, y[4] = {0, t, 1, t};
        px2 p = s->view->to_px(s->view->context, (vec3){x[i / 16] * s->view->width_in, y[i / 16] * s->view->depth_in, 0});
        if (!isfinite(p.u) || !isfinite(p.v)) return (px_rect){0, 0, s->frame->width, s->frame->height};
        u0 = fmin(u0, p.u), v0 = fmin(v0, p.v), u1 = fmax(u1, p.u), v1 = fmax(v1, p.v);
    }
    u0 = fmax(u0, 0), v0 = fmax(v0, 0), u1 = fmin(u1, s->frame->width), v1 = fmin(v1, s->frame->height);
    if (!(u1 > u0 && v1 > v0)) return (px_rect){0, 0, 0, 0};
    return (px_rect){(int)u0, (int)v0, (int)(u1 - u0), (int)(v1 - v0)};
}

static sampling sample_table(const base_search *s) {
    sampling g = {table_box(s), 1};
    g.step = (int)fmax(1, fmax(g.box.width / 300.0, g.box.height / 200.0));
    return g;
}

// Stores the brightness of each sampled pixel. Returns the brightness that a share `share` of them exceed.
static int brightness_exceeded(const base_search *s, sampling g, double share, uint8_t *noted) {
    unsigned bins[256] = {0}, count = 0, above = 0;
    for (int y = g.box.y; y < g.box.y + g.box.height; y += g.step) {
        frame_glance_at_colours(s->original, g.box.x, y, g.box.width, 1);  // converting a whole row is faster than converting single pixels
        for (int x = g.box.x; x < g.box.x + g.box.width; x += g.step, count++) {
            uint8_t p[3];
            search_pixel_made(s, x, y, p);
            noted[count] = (uint8_t)((p[0] + 2 * p[1] + p[2]) / 4);
            bins[noted[count]]++;
        }
    }
    for (int i = 255; i > 0; i--)
        if ((above += bins[i]) > share * count) return i;
    return 0;
}

// The saturation of a pixel under this light, in steps: by how much its weakest channel lies below the strongest.
enum { COLOURFUL_STEPS = 64 };
static int colourful_at(const base_search *s, const double balance[3], int x, int y) {
    uint8_t p[3];
    double high = 0, low = 1e9;
    search_pixel(s, x, y, p);
    for (int k = 0; k < 3; k++) high = fmax(high, p[k] * balance[k]), low = fmin(low, p[k] * balance[k]);
    return high > 0 ? (int)((high - low) * (COLOURFUL_STEPS - 1) / high) : 0;
}

// The largest saturation of paper among pixels this bright: about that of the least coloured quarter. Yellow things are nearly as bright as paper.
static int colourful_paper(const base_search *s, const double balance[3], sampling g, const uint8_t *brightness, int least) {
    enum { SPREAD = 6 };  // noise
    unsigned bins[COLOURFUL_STEPS] = {0}, count = 0, sum = 0;
    for (int y = g.box.y; y < g.box.y + g.box.height; y += g.step)
        for (int x = g.box.x; x < g.box.x + g.box.width; x += g.step)
            if (*brightness++ >= least) bins[colourful_at(s, balance, x, y)]++, count++;
    for (int i = 0; i < COLOURFUL_STEPS; i++)
        if ((sum += bins[i]) * 4 >= count) return i + SPREAD;
    return COLOURFUL_STEPS;
}

// A white of full code in the lamps' colour.
static colour full_white(const double balance[3]) {
    double least = fmin(balance[0], fmin(balance[1], balance[2]));
    return (colour){250 * least / balance[0], 250 * least / balance[1], 250 * least / balance[2]};
}

// The table's brightest pixels are the paper of its markers, front marks and sheets. If they are coloured or dark, there is no paper, and a white of
// full code is used.
colour learn_white(base_search *s) {
    double balance[3];
    tones_balance(&s->view->tones, balance);
    sampling g = sample_table(s);
    const uint8_t *noted = s->lit.brightness;
    int least = brightness_exceeded(s, g, PAINT_LEARN_PAPER_SHARE, s->lit.brightness), colourful = colourful_paper(s, balance, g, noted, least);
    colour_votes c;
    memset(&c, 0, sizeof c);
    for (int y = g.box.y; y < g.box.y + g.box.height; y += g.step)
        for (int x = g.box.x; x < g.box.x + g.box.width; x += g.step)
            if (*noted++ >= least && colourful_at(s, balance, x, y) <= colourful) vote_in_even_light(s, &c, (px2){x, y});
    colour w = median_colour(&c);
    double blue = w.b * balance[0], green = w.g * balance[1], red = w.r * balance[2];
    if (least < 80 || fmax(red, fmax(green, blue)) > PAINT_LEARN_MOST_COLOURED * fmin(red, fmin(green, blue))) return full_white(balance);
    return (colour){8 * floor(w.b / 8) + 4, 8 * floor(w.g / 8) + 4, 8 * floor(w.r / 8) + 4};  // in steps, so that noise makes no new tables
}

static px2 base_px(const local_view *v, const rim_fit *f, vec2 in_base) { return local_view_px(v, vec2_rotate(in_base, f->heading_rad)); }

// Adds the band's pixels that show the sampled colour, and the middle of the mark.
static void vote_base(const base_search *s, const found_base *b, colour_votes *rim, colour_votes *mark) {
    const rim_model *m = &s->models[b->kind];
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return;
    for (int i = 0; i < RIM_SCAN_BAND; i++) {
        px2 at = base_px(&v, &b->fit, m->scan_band[i]);
        if (search_shows_paint(s, b, at)) vote(rim, s->frame, at);
    }
    px2 front = base_px(&v, &b->fit, (vec2){m->mark_x, 0});
    if (!search_shows_paint(s, b, front)) vote(mark, s->frame, front);
}

// Collects the colours of rim `r` in that light and of mark paint `m` on it (NO_PLANE: any). Returns the number of finds that contribute.
static int vote_all(const base_search *s, const found_base *finds, int count, int r, int m, base_light light, colour_votes *rim, colour_votes *mark) {
    int n = 0;
    memset(rim, 0, sizeof *rim);
    memset(mark, 0, sizeof *mark);
    for (int i = 0; i < count; i++) {
        if (s->rim_of[finds[i].kind] != r || finds[i].light != light || (m != NO_PLANE && s->mark_of[finds[i].kind] != m)) continue;
        vote_base(s, &finds[i], rim, mark);
        n++;
    }
    return n;
}

static colour in_steps(colour c) { return (colour){4 * floor(c.b / 4) + 2, 4 * floor(c.g / 4) + 2, 4 * floor(c.r / 4) + 2}; }
static bool same_colour(colour a, colour b) { return a.b == b.b && a.g == b.g && a.r == b.r; }

static double apart(colour a, colour b) { return sqrt((a.b - b.b) * (a.b - b.b) + (a.g - b.g) * (a.g - b.g) + (a.r - b.r) * (a.r - b.r)); }

typedef struct {
    colour at[MAX_INSIDES];
    int count;
} insides;

// How much the light of c is of that of `usual`.
static double light_of(colour c, colour usual) { return (c.b + c.g + c.r) / fmax(usual.b + usual.g + usual.r, 1); }

static colour in_light(colour c, double k) { return (colour){fmin(k * c.b, 255), fmin(k * c.g, 255), fmin(k * c.r, 255)}; }

enum { GLOSSES = 3 };  // shares of the gloss for which tables are made

static colour mirrored(colour c, double gloss) { return (colour){fmin(c.b + gloss, 255), fmin(c.g + gloss, 255), fmin(c.r + gloss, 255)}; }

static bool has_hue(colour c) { return fmin(c.b, fmin(c.g, c.r)) <= (1 - PAINT_LEARN_COLOURED) * fmax(c.b, fmax(c.g, c.r)); }

// True where no inside looks like the paint between full light and `dark`: many things look gray or brown in the shade.
static bool told_in_shade(const paint *p, colour seen, colour dark, double light) {
    colour way = {seen.b - dark.b, seen.g - dark.g, seen.r - dark.r};
    double length2 = fmax(way.b * way.b + way.g * way.g + way.r * way.r, 1);
    for (int i = 0; i < p->insides; i++) {
        colour c = in_light(p->inside[i], light);
        double t = ((c.b - dark.b) * way.b + (c.g - dark.g) * way.g + (c.r - dark.r) * way.r) / length2;
        t = fmin(fmax(t, 0), 1);
        if (apart(c, (colour){dark.b + t * way.b, dark.g + t * way.g, dark.r + t * way.r}) < PAINT_LEARN_LEAST_APART) return false;
    }
    return p->insides > 0;  // a mark must differ from its rim, not from the inside
}

// In each light the rim must differ from the insides in that same light: a rim in the shade may look like a lit inside.
static void make_learned(paint *p, double spread) {
    memset(&p->learned, 0, sizeof p->learned);
    for (int i = USUAL_LIGHT; i < LIGHTS; i++) {
        double k = light_of(p->seen[i], p->seen[USUAL_LIGHT]);
        colour_table here, side;
        if (!(k > 0)) continue;
        colour_mixture(&here, p->seen[i], in_light(p->beside, k), fmin(k, 1) * spread);
        colour_mixture(&side, p->seen[i], in_light(p->seen[i], PAINT_LEARN_OF_SIDE), fmin(k, 1) * spread);
        if (told_in_shade(p, p->seen[i], in_light(p->seen[i], PAINT_LEARN_OF_SIDE), k)) colour_add(&here, &side);
        for (int n = 0; n < p->insides; n++) colour_tell_from(&here, p->seen[i], in_light(p->inside[n], k));
        colour_add(&p->learned, &here);
    }
    for (int i = 1; i <= GLOSSES && p->gloss > 0; i++) {
        colour_table here;
        colour glossy = mirrored(p->seen[USUAL_LIGHT], p->gloss * i / GLOSSES);
        colour_mixture(&here, glossy, p->beside, spread);
        for (int n = 0; n < p->insides; n++) colour_tell_from(&here, glossy, p->inside[n]);
        colour_add(&p->learned, &here);
    }
}

// Makes the table of `seen` against `beside` and `inside` and puts it in use. Colours are rounded to steps, so that the noise of each frame makes no
// new tables.
static void take_learned(paint *p, const colour seen[LIGHTS], colour beside, const insides *in, double gloss, double spread) {
    bool same = p->has_learned && p->insides == in->count && p->gloss == gloss;
    p->gloss = gloss;
    for (int i = 0; i < in->count; i++) {
        same = same && same_colour(p->inside[i], in->at[i]);
        p->inside[i] = in->at[i];
    }
    p->insides = in->count;
    beside = in_steps(beside);
    for (int i = 0; i < LIGHTS; i++) {
        bool none = seen[i].b + seen[i].g + seen[i].r <= 0;
        colour c = none ? (colour){0, 0, 0} : in_steps(seen[i]);
        same = same && same_colour(p->seen[i], c);
        p->seen[i] = c;
    }
    spread = fmin(spread, fmax(PAINT_LEARN_LEAST_SPREAD, PAINT_LEARN_SPREAD_SHARE * apart(p->seen[USUAL_LIGHT], beside)));
    if (!same || !same_colour(p->beside, beside)) {
        p->beside = beside;
        make_learned(p, spread);
        p->has_learned = true;
    }
    p->now = &p->learned;
}

// Sums of the colours inside of bases, coarsely sorted.
enum { COARSE = 3, COARSE_BINS = 1 << 3 * COARSE };
typedef struct {
    unsigned count[COARSE_BINS], sum[COARSE_BINS][3], all;
} inside_votes;

static void vote_inside(const base_search *s, const found_base *b, inside_votes *v) {
    static const double inwards[] = {0.9, 0.6};
    const rim_model *m = &s->models[b->kind];
    local_view view;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &view)) return;
    for (int i = 0; i < 2 * RIM_SCAN_INNER; i++) {
        px2 at = base_px(&view, &b->fit, vec2_scale(m->scan_inner[i / 2], inwards[i % 2]));
        if (!(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
        const uint8_t *p = frame_colour_at(s->frame, (int)(at.u + 0.5), (int)(at.v + 0.5));
        int bin = (p[2] >> (8 - COARSE)) << 2 * COARSE | (p[1] >> (8 - COARSE)) << COARSE | p[0] >> (8 - COARSE);
        for (int k = 0; k < 3; k++) v->sum[bin][k] += p[k];
        v->count[bin]++, v->all++;
    }
}

// The colours with most votes, at most MAX_COVERS. Colours nearer than PAINT_LEARN_LEAST_APART to `seen`, the rim's colour, are left out, since they
// can't be told from the rim.
static int most_voted(inside_votes *v, const colour *seen, colour out[MAX_COVERS]) {
    int count = 0;
    while (count < MAX_COVERS) {
        int best = 0;
        for (int i = 1; i < COARSE_BINS; i++)
            if (v->count[i] > v->count[best]) best = i;
        if (v->count[best] == 0 || v->count[best] < PAINT_LEARN_COVER_SHARE * v->all) break;
        double n = v->count[best];
        colour c = in_steps((colour){v->sum[best][0] / n, v->sum[best][1] / n, v->sum[best][2] / n});
        v->count[best] = 0;
        if (!seen || apart(c, *seen) >= PAINT_LEARN_LEAST_APART) out[count++] = c;
    }
    return count;
}

// The coverings: what most insides show and the rim does not.
static insides learn_insides(const base_search *s, const found_base *finds, int count, int r, colour seen) {
    inside_votes v;
    insides in;
    memset(&v, 0, sizeof v);
    for (int i = 0; i < count; i++)
        if (s->rim_of[finds[i].kind] == r) vote_inside(s, &finds[i], &v);
    in.count = most_voted(&v, &seen, in.at);
    return in;
}

int learn_covers(const base_search *s, int look, colour out[MAX_COVERS]) {
    inside_votes v;
    memset(&v, 0, sizeof v);
    for (int same_look = 1; same_look >= 0; same_look--) {
        int count = 0;
        for (int i = 0; i < s->fit_count; i++) {
            const found_base *b = &s->fits[i];
            if (!b->chosen || !search_certain(b) || (same_look ? s->look_of[b->kind] != look : s->rim_of[b->kind] != s->rim_of[look])) continue;
            vote_inside(s, b, &v);
            count++;
        }
        if (count >= PAINT_LEARN_COVER_BASES) return most_voted(&v, NULL, out);
    }
    return 0;
}

// The gloss of the band of rim r: the excess over its usual colour at highlights, codes of all channels, as the level that nine tenths of the glossy
// points stay below. 0 where few points are glossy, or where the paint has no hue and a brighter point may be anything.
static double learn_gloss(const base_search *s, const found_base *finds, int count, int r, colour seen) {
    enum { STEP = 4, MOST = 96, BINS = MOST / STEP };
    if (!has_hue(seen)) return 0;
    unsigned bins[BINS] = {0}, glossy = 0, all = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        const found_base *b = &finds[i];
        const rim_model *m = &s->models[b->kind];
        local_view v;
        if (s->rim_of[b->kind] != r || !local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) continue;
        for (int k = 0; k < RIM_SCAN_BAND; k++) {
            px2 at = base_px(&v, &b->fit, m->scan_band[k]);
            if (vec2_distance(m->scan_band[k], (vec2){m->mark_x, 0}) < 1.2 * MARK_WIDTH_IN) continue;
            if (!(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
            const uint8_t *p = frame_colour_at(s->frame, (int)(at.u + 0.5), (int)(at.v + 0.5));
            double more = (p[0] + p[1] + p[2] - seen.b - seen.g - seen.r) / 3;
            all++;
            if (more < PAINT_LEARN_GLOSS_FROM || more >= MOST || apart((colour){p[0], p[1], p[2]}, mirrored(seen, more)) > PAINT_LEARN_OFF_AXIS)
                continue;
            bins[(int)more / STEP]++;
            glossy++;
        }
    }
    if (glossy < PAINT_LEARN_GLOSS_SHARE * all) return 0;
    for (int i = 0; i < BINS; i++)
        if ((sum += bins[i]) * 10 >= glossy * 9) return (i + 1) * STEP;
    return MOST;
}

// The colour of rim r in each light with enough finds. False: not enough finds in the usual light.
static bool learn_rim(const base_search *s, const found_base *finds, int count, int r, colour seen[LIGHTS]) {
    colour_votes rim, mark;
    for (int l = USUAL_LIGHT; l < LIGHTS; l++) {
        int n = vote_all(s, finds, count, r, NO_PLANE, (base_light)l, &rim, &mark);
        bool enough = rim.count >= PAINT_LEARN_LEAST_RIM && (l == USUAL_LIGHT || n >= PAINT_LEARN_LEAST_FINDS);
        seen[l] = enough ? median_colour(&rim) : (colour){0, 0, 0};
        if (l == USUAL_LIGHT && !enough) return false;
    }
    return true;
}

// The colour of mark m in each light with enough finds: a mark in full light differs much from one in the shade.
static void learn_mark(base_search *s, const found_base *finds, int count, int m) {
    colour_votes rim, mark;
    colour seen[LIGHTS], beside = {0, 0, 0};
    for (int l = USUAL_LIGHT; l < LIGHTS; l++) {
        int n = vote_all(s, finds, count, s->mark_beside[m], m, (base_light)l, &rim, &mark);
        bool enough = rim.count > 0 && mark.count >= PAINT_LEARN_LEAST_MARK && (l == USUAL_LIGHT || n >= PAINT_LEARN_LEAST_FINDS);
        seen[l] = enough ? median_colour(&mark) : (colour){0, 0, 0};
        if (l == USUAL_LIGHT && !enough) return;
        if (l == USUAL_LIGHT) beside = median_colour(&rim);
    }
    take_learned(&s->marks[m], seen, beside, &(insides){.count = 0}, 0, PAINT_LEARN_MARK_SPREAD);
}

// Adds the colours of the other rims to those that this rim must differ from.
static void add_others(insides *in, int r, int rims, colour seen[][LIGHTS], const bool *known) {
    for (int i = 0; i < rims && in->count < MAX_INSIDES; i++)
        if (i != r && known[i] && apart(seen[i][USUAL_LIGHT], seen[r][USUAL_LIGHT]) >= PAINT_LEARN_LEAST_APART)
            in->at[in->count++] = in_steps(seen[i][USUAL_LIGHT]);
}

bool learn_paints(base_search *s, const found_base *finds, int count) {
    colour all[MAX_PAINTS][LIGHTS];
    bool any = false, known[MAX_PAINTS];
    for (int r = 0; r < s->rim_count; r++) known[r] = learn_rim(s, finds, count, r, all[r]);
    for (int r = 0; r < s->rim_count; r++) {
        const colour *seen = all[r];
        if (!known[r]) continue;
        insides in = learn_insides(s, finds, count, r, seen[USUAL_LIGHT]);
        add_others(&in, r, s->rim_count, all, known);
        take_learned(&s->rims[r], seen, s->ground, &in, learn_gloss(s, finds, count, r, seen[USUAL_LIGHT]), PAINT_LEARN_RIM_SPREAD);
        any = true;
        for (int m = 0; m < s->mark_count; m++)
            if (s->mark_beside[m] == r) learn_mark(s, finds, count, m);
    }
    return any;
}

double search_contrast(const base_search *s, int rim) {
    const paint *p = &s->rims[rim];
    if (p->now != &p->learned) return PAINT_LEARN_UNKNOWN_CODES;
    double least = PAINT_LEARN_GROUND_SHARE * apart(p->seen[USUAL_LIGHT], p->beside);
    for (int i = 0; i < p->insides; i++) least = fmin(least, apart(p->seen[USUAL_LIGHT], p->inside[i]));
    return fmax(least, PAINT_LEARN_UNKNOWN_CODES);
}
