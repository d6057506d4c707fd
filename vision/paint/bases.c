// Following painted rims: the bases that are expected are fitted with the stated colours of their paints, which teaches how those look in this
// picture, and then with the seen ones. The choice among the poses comes last.
#include <stdlib.h>
#include <string.h>

#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

status search_create(base_search **out) {
    base_search *s = calloc(1, sizeof *s);
    if (!s) return STATUS_MEMORY;
    s->fits = malloc(MAX_FITS * sizeof *s->fits);
    s->lit.brightness = malloc(WHITE_SAMPLES);
    if (cache_init(&s->cache) != STATUS_OK || !s->fits || !s->lit.brightness) {
        search_destroy(s);
        return STATUS_MEMORY;
    }
    *out = s;
    return STATUS_OK;
}

static void models_free(base_search *s) {
    for (int k = 0; k < s->model_count; k++) rim_model_free(&s->models[k]);
    s->model_count = 0;
}

void search_destroy(base_search *s) {
    if (!s) return;
    models_free(s);
    cache_finish(&s->cache);
    even_finish(&s->even);
    free(s->lit.brightness);
    free(s->patch);
    free(s->fits);
    free(s);
}

static double search_top_in(const base_search *s, int kind, vec2 at) {
    const base_kind *k = &s->models[kind].kind;
    double ground = s->view->ground_in ? s->view->ground_in(s->view->context, at) : 0;
    return (isfinite(ground) ? ground : 0) + k->z_in + k->base.height_in;
}

static bool holds_rect(const colour_plane *p, px_rect r) {
    return r.x >= p->x && r.y >= p->y && r.x + r.width <= p->x + p->width && r.y + r.height <= p->y + p->height;
}

rim_planes search_planes(base_search *s, int kind, const local_view *v, double reach_in) {
    double half_u = reach_in * hypot(v->m[0][0], v->m[0][1]) + 3, half_v = reach_in * hypot(v->m[1][0], v->m[1][1]) + 3;
    double edge = fmax(fabs(v->origin.u) + half_u, fabs(v->origin.v) + half_v);
    rim_planes p = {.frame = s->frame, .mark = s->marks[s->mark_of[kind]].now, .px_per_in = s->px_per_in};
    p.rim.at = s->patch;
    px_rect r = {(int)(v->origin.u - half_u), (int)(v->origin.v - half_v), 2 * (int)half_u + 2, 2 * (int)half_v + 2};
    r = edge < 1e6 ? rect_clip(&r, s->frame->width, s->frame->height) : (px_rect){0, 0, 0, 0};
    even_need(s, r, (int)(0.5 * s->px_per_in));  // and its surroundings: search_on_paper
    if (s->patch_layer == s->rim_of[kind] && holds_rect(&s->last_patch, r)) {
        p.rim = s->last_patch;
    } else if ((size_t)r.width * (size_t)r.height <= s->patch_capacity) {
        cache_copy(&s->cache, s->rim_of[kind], r, &p.rim);
        s->last_patch = p.rim;
        s->patch_layer = s->rim_of[kind];
    }
    return p;
}

static bool same_look(const base_kind *a, const base_kind *b) {
    return base_is_like(a->base, b->base) && a->base.top_inset_in == b->base.top_inset_in && a->rim_rgb == b->rim_rgb && a->mark_rgb == b->mark_rgb;
}

static void assign_look(base_search *s, int kind) {
    s->look_of[kind] = kind;
    for (int k = kind - 1; k >= 0; k--)
        if ((s->rim_of[k] == NO_PLANE) == (s->rim_of[kind] == NO_PLANE) && same_look(&s->models[k].kind, &s->models[kind].kind)) s->look_of[kind] = k;
}

static bool same_kind(const base_kind *a, const base_kind *b) {
    return same_look(a, b) && a->z_in == b->z_in && a->base.height_in == b->base.height_in && a->count == b->count;
}

// Builds the models of these kinds at this scale. Unchanged models of the last frame stay.
static status ready_models(base_search *s, const base_kind *kinds, int kind_count) {
    bool same = s->model_count == kind_count && s->model_px_per_in == s->px_per_in;
    for (int k = 0; k < kind_count && same; k++) same = same_kind(&s->models[k].kind, &kinds[k]);
    if (same) return STATUS_OK;
    models_free(s);
    for (int k = 0; k < kind_count; k++) {
        status st = rim_model_make(&s->models[k], &kinds[k], s->px_per_in);
        if (st != STATUS_OK) return st;
        s->model_count = k + 1;
    }
    s->model_px_per_in = s->px_per_in;
    return STATUS_OK;
}

enum { GROUND_COLUMNS = 60, GROUND_ROWS = 40, GLANCE_COLUMNS = 30, GLANCE_ROWS = 20 };

// True where the light of an earlier frame is still valid. Each frame covers a part of the picture. Light changes slowly, or else it changes the look
// of the ground.
static bool is_lit_as_before(const base_search *s, const frame *f, colour ground) {
    const lit_picture *l = &s->lit;
    bool later = f->t_s > l->even_t_s && f->t_s > l->white_t_s;
    return later && l->width == f->width && l->height == f->height && fabs(ground.b - l->ground.b) <= PAINT_BASES_SAME_CODE &&
           fabs(ground.g - l->ground.g) <= PAINT_BASES_SAME_CODE && fabs(ground.r - l->ground.r) <= PAINT_BASES_SAME_CODE;
}

// Learns the unevenness of the light and the look of paper and ground. A changed ground needs it anew; otherwise it is renewed at intervals. A
// renewal is split over two frames, since each half costs as much as all the rest.
static status learn_light(base_search *s) {
    lit_picture *l = &s->lit;
    double now_s = s->original->t_s;
    colour glance = learn_ground(s, GLANCE_COLUMNS, GLANCE_ROWS);
    bool same = is_lit_as_before(s, s->original, glance), even = !same || now_s - l->even_t_s > PAINT_BASES_LIGHT_KEPT_S;
    bool white = !same || (!even && now_s - l->white_t_s > PAINT_BASES_LIGHT_KEPT_S);
    if (even) {
        l->width = 0;
        s->ground = learn_ground(s, GROUND_COLUMNS, GROUND_ROWS);
        status st = even_learn(s);
        if (st != STATUS_OK) return st;
        l->even_t_s = now_s;
        l->ground = glance;
    }
    even_open(s);
    if (white) s->white = learn_white(s), l->white_t_s = now_s;
    if (even && s->even.step > 0) s->ground = learn_ground(s, GROUND_COLUMNS, GROUND_ROWS);
    l->width = s->original->width, l->height = s->original->height;
    return STATUS_OK;
}

static status prepare(base_search *s, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count) {
    local_view middle;
    s->frame = s->original = f;
    s->even.step = 0;
    s->view = view;
    s->fit_count = s->rim_count = s->mark_count = s->kind_count = 0;
    if (!local_view_at(view, (vec2){view->width_in / 2, view->depth_in / 2}, 0, &middle)) return STATUS_OK;
    s->px_per_in = sqrt(fabs(middle.m[0][0] * middle.m[1][1] - middle.m[0][1] * middle.m[1][0]));
    if (!(s->px_per_in < PAINT_BASES_MOST_PX_PER_IN)) return STATUS_OK;
    status st = ready_models(s, kinds, kind_count);
    if (st != STATUS_OK) return st;
    s->kind_count = kind_count;
    st = learn_light(s);
    if (st != STATUS_OK) return st;
    st = paints_open(s, kinds, kind_count);
    for (int k = 0; k < kind_count; k++) assign_look(s, k);
    return st;
}

// Counts paper and ink on the line `out` inches outside the middle of b's band (negative: inside).
static void look_about(const base_search *s, const found_base *b, const local_view *v, double out, int *paper, int *ink) {
    const rim_model *m = &s->models[b->kind];
    double grow = 1 + 2 * out / (m->half_x + m->half_y - RIM_WIDTH_IN);
    for (int i = 0; i < RIM_SCAN_BAND; i += 2) {
        px2 at = local_view_px(v, vec2_rotate(vec2_scale(m->scan_band[i], grow), b->fit.heading_rad));
        if (!(at.u >= 0 && at.v >= 0 && at.u < s->frame->width - 0.5 && at.v < s->frame->height - 0.5)) continue;
        const uint8_t *p = frame_colour_at(s->frame, (int)(at.u + 0.5), (int)(at.v + 0.5));
        *paper += search_is_paper(s, p);
        *ink += search_is_ink(s, p);
    }
}

// True for ground as white as paper, such as snow: such surroundings don't make a base a card.
static bool paper_like(colour ground, colour white) {
    return ground.b > PAINT_BASES_SNOW_OF_WHITE * white.b && ground.g > PAINT_BASES_SNOW_OF_WHITE * white.g &&
           ground.r > PAINT_BASES_SNOW_OF_WHITE * white.r;
}

// Print is black and white, so a red mark or a blue rim is not print.
static bool coloured(uint32_t rgb) {
    int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
    return fmin(r, fmin(g, b)) < 0.5 * fmax(r, fmax(g, b)) && fmax(r, fmax(g, b)) > 80;
}

bool search_on_paper(const base_search *s, const found_base *b) {
    enum { POINTS = RIM_SCAN_BAND / 2, LINES = 3 };
    static const double outside_in[LINES] = {3.2 * IN_PER_MM, 6.5 * IN_PER_MM, 10 * IN_PER_MM};
    uint32_t rgb = s->models[b->kind].kind.rim_rgb;
    int high = (int)fmax(rgb >> 16 & 255, fmax(rgb >> 8 & 255, rgb & 255)), low = (int)fmin(rgb >> 16 & 255, fmin(rgb >> 8 & 255, rgb & 255));
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return false;
    bool marked = coloured(s->models[b->kind].kind.mark_rgb) && b->fit.mark >= PAINT_BASES_CLEAR_MARK;
    int paper = 0, ink = 0;
    look_about(s, b, &v, -4.0 * IN_PER_MM, &paper, &ink);
    if (low < 190 && paper > PAINT_BASES_MOST_INSIDE * POINTS) return true;
    // Black outside the band and light inside it are squares of print.
    if (high < 130 && b->fit.around > PAINT_BASES_BLACK_ABOUT && search_light(s, b) > PAINT_BASES_LEAST_FRAMED && !coloured(rgb)) return true;
    paper = ink = 0;
    for (int i = 0; i < LINES; i++) look_about(s, b, &v, outside_in[i], &paper, &ink);
    bool snow = paper_like(s->ground, s->white);
    if (marked || !!coloured(rgb)) return false;
    return (high < 130 && !snow && paper > PAINT_BASES_MOST_ABOUT * LINES * POINTS) || (low > 190 && ink > PAINT_BASES_MOST_ABOUT * LINES * POINTS);
}

static bool search_refine(base_search *s, found_base *b, rim_effort effort) {
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return false;
    rim_planes p = search_planes(s, b->kind, &v, s->models[b->kind].reach + SEARCH_WANDER_IN);
    if (!rim_refine(&s->models[b->kind], &p, s->view, effort, &b->fit)) return false;
    b->on_paper = search_on_paper(s, b);
    return true;
}

static double search_side_in(const base_search *s, const found_base *b) {
    px2 top = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in});
    vec2 foot = s->view->to_table(s->view->context, top, b->fit.z_in - s->models[b->kind].kind.base.height_in);
    double side = vec2_distance(foot, b->fit.at);
    return isfinite(side) ? side : 0;
}

// Errors that a fit's residuals don't show. First, the base's shaded side and its shadow may look like its paint, as on snow. The edge of the top is
// then uncertain by that width: a uniform error, smaller where the paint is told better from its surroundings. Second, something beside the band may
// have nearly its colour. The pixels between the two then fall to either. This error grows as the colours approach each other and with the share of
// the band that has no edge inside; it also turns the base. Its size is fitted to 6000 rendered bases of all liveries, to hold 95 %.
static void add_doubt(const base_search *s, found_base *b) {
    static const double uniform = 0.5774;  // 1 / sqrt(3): sigma of a uniform error of half width 1
    const rim_model *m = &s->models[b->kind];
    double codes = search_contrast(s, s->rim_of[b->kind]), reported = fmin(1, PAINT_BASES_TOLD_CODES / codes);
    double doubt = reported * uniform * fmax(0, b->fit.around - PAINT_BASES_BLUR_AROUND) / (1 - PAINT_BASES_BLUR_AROUND) *
                   (search_side_in(s, b) + m->kind.base.top_inset_in);
    double ambiguous = PAINT_BASES_ERROR_PX / s->px_per_in * pow(PAINT_BASES_AT_CODES / fmax(codes, PAINT_BASES_LEAST_CODES), PAINT_BASES_POWER) *
                       (1 + PAINT_BASES_UNEDGED * (1 - b->fit.edged));
    b->fit.sigma_in = sqrt(b->fit.sigma_in * b->fit.sigma_in + doubt * doubt + ambiguous * ambiguous);
    b->fit.sigma_rad = sqrt(b->fit.sigma_rad * b->fit.sigma_rad + ambiguous * ambiguous / (m->half_x * m->half_y));
}

// A dark figure beside the band can draw a fit some millimetres away, and no step leads back. Fits that show only a part of their band are begun
// again from places around.
static void begin_again(base_search *s) {
    enum { PLACES = 8 };
    for (int i = 0; i < s->fit_count; i++) {
        found_base best = s->fits[i];
        double most = search_shown(&best) + PAINT_BASES_MARK_WORTH * best.fit.mark + PAINT_BASES_BETTER;
        for (int k = 0; k < PLACES && search_shown(&s->fits[i]) < PAINT_BASES_ENOUGH_SHOWN; k++) {
            found_base b = s->fits[i];
            b.fit.at = vec2_add(b.fit.at, vec2_scale(heading_forward(2 * PI * k / PLACES), PAINT_BASES_ASIDE_IN));
            if (!search_refine(s, &b, RIM_QUICK) || !(search_shown(&b) + PAINT_BASES_MARK_WORTH * b.fit.mark > most)) continue;
            most = search_shown(&b) + PAINT_BASES_MARK_WORTH * b.fit.mark;
            best = b;
        }
        s->fits[i] = best;
    }
}

// Refines the fits in full and drops those that fail.
static void refine_all(base_search *s) {
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        if (!search_refine(s, &b, RIM_FULL)) continue;
        add_doubt(s, &b);
        s->fits[kept++] = b;
    }
    s->fit_count = kept;
}

static bool expected_fit(const base_search *s, int i, found_base *b) {
    const expected_base *e = &s->expected[i];
    int k = e->kind;
    if (k < 0 || k >= s->kind_count || s->rim_of[k] == NO_PLANE) return false;
    *b = (found_base){.kind = k, .fit = {.at = e->pose.at, .heading_rad = e->pose.heading_rad}};
    b->fit.z_in = search_top_in(s, k, b->fit.at);
    return true;
}

// Fits some of the expected bases, to learn the paints from them.
static void sample_expected(base_search *s) {
    int step = s->expected_count / PAINT_BASES_ENOUGH_EXPECTED + 1;
    for (int i = 0; i < s->expected_count; i += step) {
        found_base b;
        if (!expected_fit(s, i, &b) || !search_refine(s, &b, RIM_QUICK)) continue;
        s->fits[s->fit_count++] = b;
    }
}

static void refine_expected(base_search *s) {
    for (int i = 0; i < s->expected_count && s->fit_count < MAX_FITS; i++) {
        found_base b;
        if (expected_fit(s, i, &b) && search_refine(s, &b, RIM_QUICK)) s->fits[s->fit_count++] = b;
    }
}

// The stated colours find the bases that show best. Their seen colours then find the others.
static void refine_twice(base_search *s) {
    sample_expected(s);
    keep_best(s);
    if (learn_paints(s, s->fits, s->fit_count)) paints_changed(s);
    s->fit_count = 0;
    refine_expected(s);
}

static base_sighting sighting_of(const base_search *s, const found_base *b) {
    const base_kind *k = &s->models[b->kind].kind;
    bool heading = k->base.shape != BASE_ROUND || (b->fit.mark > PAINT_BASES_CLEAR_MARK && !b->ambiguous);
    return (base_sighting){.by = SEEN_BY_PLAIN,
                           .figure = -1,
                           .unit = -1,
                           .base = k->base,
                           .rim_rgb = k->rim_rgb,
                           .front_doubtful = k->base.shape != BASE_ROUND && b->ambiguous,
                           .pose = {b->fit.at, b->fit.heading_rad, b->fit.sigma_in, heading ? b->fit.sigma_rad : HEADING_UNKNOWN},
                           .px = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in}),
                           .score = b->fit.score};
}

static int base_order(const void *a, const void *b) {
    const found_base *p = a, *q = b;
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    if (p->fit.at.y != q->fit.at.y) return p->fit.at.y < q->fit.at.y ? -1 : 1;
    return (p->fit.at.x > q->fit.at.x) - (p->fit.at.x < q->fit.at.x);
}

static status report(base_search *s, base_list *out) {
    qsort(s->fits, (size_t)s->fit_count, sizeof *s->fits, base_order);
    for (int i = 0; i < s->fit_count; i++) {
        if (out->count == out->capacity) return STATUS_FULL;
        out->at[out->count++] = sighting_of(s, &s->fits[i]);
    }
    return STATUS_OK;
}

static void follow(base_search *s) {
    refine_twice(s);
    choose_bases(s);
    find_lines(s);
    choose_bases(s);
    for (int i = 0; i < PAINT_BASES_REFUSALS && refuse_doubtful(s); i++) choose_bases(s);
    keep_chosen(s);
    begin_again(s);
    refine_all(s);
    drop_doubtful(s);
    settle_fronts(s);
}

status vision_follow_paint(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const expected_base *expected,
                           int expected_count, base_list *out) {
    out->count = 0;
    if (!frame_has_colour(f) || kind_count < 0 || kind_count > VISION_MAX_KINDS) return STATUS_INVALID;
    base_search *s = v->search;
    s->expected = expected;
    s->expected_count = expected ? expected_count : 0;
    status st = prepare(s, f, view, kinds, kind_count);
    if (st != STATUS_OK) return st;
    if (s->rim_count > 0) follow(s);
    return report(s, out);
}
