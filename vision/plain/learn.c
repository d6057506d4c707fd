// The colours of the paints as this picture shows them.
#include <string.h>

#include "vision/plain/search.h"

// Medians of three channels.
typedef struct {
    unsigned bins[3][256], count;
} colour_votes;

static void vote(colour_votes *c, const frame *f, px2 at) {
    if (!(at.u >= 0 && at.v >= 0 && at.u < f->width - 0.5 && at.v < f->height - 0.5)) return;
    const uint8_t *p = f->bgr + (size_t)(at.v + 0.5) * f->bgr_stride + 3 * (size_t)(at.u + 0.5);
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

colour learn_ground(const base_search *s) {
    enum { COLUMNS = 60, ROWS = 40 };
    colour_votes c;
    memset(&c, 0, sizeof c);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        vec2 at = {(i % COLUMNS + 0.5) * s->view->width_in / COLUMNS, (i / COLUMNS + 0.5) * s->view->depth_in / ROWS};
        vote_in_even_light(s, &c, s->view->to_px(s->view->context, (vec3){at.x, at.y, 0}));
    }
    return median_colour(&c);
}

// The box of pixels in which the corners of the table lie, sampled about 300 x 200 times.
typedef struct {
    px_rect box;
    int step;
} sampling;

static sampling sample_table(const base_search *s) {
    sampling g = {search_table_box(s), 1};
    g.step = (int)fmax(1, fmax(g.box.width / 300.0, g.box.height / 200.0));
    return g;
}

static int brightness_at(const base_search *s, int x, int y) {
    uint8_t p[3];
    search_pixel(s, x, y, p);
    return (p[0] + 2 * p[1] + p[2]) / 4;
}

// Brightness that only `share` of the sampled pixels exceed.
static int brightness_exceeded(const base_search *s, sampling g, double share) {
    unsigned bins[256] = {0}, count = 0, above = 0;
    for (int y = g.box.y; y < g.box.y + g.box.height; y += g.step)
        for (int x = g.box.x; x < g.box.x + g.box.width; x += g.step, count++) bins[brightness_at(s, x, y)]++;
    for (int i = 255; i > 0; i--)
        if ((above += bins[i]) > share * count) return i;
    return 0;
}

// The table's brightest pixels are the paper of its markers, front marks, sheets. Where they are coloured or dark there is no paper, and
// a white of full code is taken.
colour learn_white(const base_search *s) {
    static const double share = 0.004, most_coloured = 1.8;
    static const colour full = {250, 250, 250};
    sampling g = sample_table(s);
    int least = brightness_exceeded(s, g, share);
    colour_votes c;
    memset(&c, 0, sizeof c);
    for (int y = g.box.y; y < g.box.y + g.box.height; y += g.step)
        for (int x = g.box.x; x < g.box.x + g.box.width; x += g.step)
            if (brightness_at(s, x, y) >= least) vote_in_even_light(s, &c, (px2){x, y});
    colour w = median_colour(&c);
    double high = fmax(w.r, fmax(w.g, w.b)), low = fmin(w.r, fmin(w.g, w.b));
    if (least < 80 || high > most_coloured * low) return full;
    return (colour){8 * floor(w.b / 8) + 4, 8 * floor(w.g / 8) + 4, 8 * floor(w.r / 8) + 4};  // in steps: noise must not make new tables
}

static px2 base_px(const rim_view *v, const rim_fit *f, vec2 in_base) { return rim_px(v, vec2_rotate(in_base, f->heading_rad)); }

// The band where it shows about the colour that the find was taken for, and the middle of the mark.
static void vote_base(const base_search *s, const found_base *b, colour_votes *rim, colour_votes *mark) {
    const rim_model *m = &s->models[b->kind];
    rim_view v;
    if (!rim_look(s->view, b->fit.at, b->fit.z_in, &v)) return;
    for (int i = 0; i < RIM_SCAN_BAND; i++) {
        px2 at = base_px(&v, &b->fit, m->scan_band[i]);
        if (search_shows_paint(s, b, at)) vote(rim, s->frame, at);
    }
    vote(mark, s->frame, base_px(&v, &b->fit, (vec2){m->mark_x, 0}));
}

// The colours that rim `r` shows in that light, and the mark paint `m` on it (NO_PLANE: any); returns how many finds tell.
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

// Two colours that are near to each other leave less room for either.
static const double spread_share = 0.45, least_spread = 13;

// How much the light of c is of that of `usual`.
static double light_of(colour c, colour usual) { return (c.b + c.g + c.r) / fmax(usual.b + usual.g + usual.r, 1); }

static void make_learned(paint *p, double spread) {
    colour_mixture(&p->learned, p->seen[USUAL_LIGHT], p->beside, spread);
    for (int i = USUAL_LIGHT + 1; i < LIGHTS; i++) {
        double k = light_of(p->seen[i], p->seen[USUAL_LIGHT]);
        colour beside = {fmin(k * p->beside.b, 255), fmin(k * p->beside.g, 255), fmin(k * p->beside.r, 255)};
        if (k > 0) colour_add_mixture(&p->learned, p->seen[i], beside, fmin(k, 1) * spread);
    }
}

// Takes the table of `seen` before `beside` into use; in steps, so that the noise of one frame after the other makes no new tables.
static void take_learned(paint *p, const colour seen[LIGHTS], colour beside, double spread) {
    bool same = p->has_learned;
    beside = in_steps(beside);
    for (int i = 0; i < LIGHTS; i++) {
        bool none = seen[i].b + seen[i].g + seen[i].r <= 0;
        colour c = none ? (colour){0, 0, 0} : in_steps(seen[i]);
        same = same && same_colour(p->seen[i], c);
        p->seen[i] = c;
    }
    spread = fmin(spread, fmax(least_spread, spread_share * apart(p->seen[USUAL_LIGHT], beside)));
    if (!same || !same_colour(p->beside, beside)) {
        p->beside = beside;
        make_learned(p, spread);
        p->has_learned = true;
    }
    p->now = &p->learned;
}

// What rim r shows, in each light that enough of the finds stand in; false where none are.
static bool learn_rim(const base_search *s, const found_base *finds, int count, int r, colour seen[LIGHTS]) {
    enum { LEAST_RIM = 40, LEAST_FINDS = 3 };
    colour_votes rim, mark;
    for (int l = USUAL_LIGHT; l < LIGHTS; l++) {
        int n = vote_all(s, finds, count, r, NO_PLANE, (base_light)l, &rim, &mark);
        bool enough = rim.count >= LEAST_RIM && (l == USUAL_LIGHT || n >= LEAST_FINDS);
        seen[l] = enough ? median_colour(&rim) : (colour){0, 0, 0};
        if (l == USUAL_LIGHT && !enough) return false;
    }
    return true;
}

static void learn_mark(base_search *s, const found_base *finds, int count, int m) {
    enum { LEAST_MARK = 2 };
    static const double spread = 60;
    colour_votes rim, mark;
    vote_all(s, finds, count, s->mark_beside[m], m, USUAL_LIGHT, &rim, &mark);
    if (rim.count == 0 || mark.count < LEAST_MARK) return;
    const colour seen[LIGHTS] = {median_colour(&mark)};
    take_learned(&s->marks[m], seen, median_colour(&rim), spread);
}

bool learn_paints(base_search *s, const found_base *finds, int count) {
    static const double spread = 38;  // of the 8-bit codes: noise, gloss, chroma blurred by the codec
    bool any = false;
    for (int r = 0; r < s->rim_count; r++) {
        colour seen[LIGHTS];
        if (!learn_rim(s, finds, count, r, seen)) continue;
        take_learned(&s->rims[r], seen, s->ground, spread);
        any = true;
        for (int m = 0; m < s->mark_count; m++)
            if (s->mark_beside[m] == r) learn_mark(s, finds, count, m);
    }
    return any;
}
