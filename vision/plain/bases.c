// The search for plain bases: paints to planes, marks to candidates, candidates to poses. It runs first with the stated colours and then with the
// seen colours. The choice among the poses comes last.
#include <stdlib.h>
#include <string.h>

#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

status search_create(base_search **out) {
    base_search *s = calloc(1, sizeof *s);
    if (!s) return STATUS_MEMORY;
    s->spots.at = malloc(MAX_SPOTS * sizeof *s->spots.at);
    s->fits = malloc(MAX_FITS * sizeof *s->fits);
    s->block = malloc(MAX_FITS * sizeof *s->block);
    s->cells = malloc(MAX_CELLS);
    s->print.paper = malloc(2 * MAX_PRINT_CELLS);
    s->lit.brightness = malloc(WHITE_SAMPLES);
    s->outlines = malloc(MAX_OUTLINES * sizeof *s->outlines);
    bool have = s->spots.at && s->fits && s->block && s->outlines && s->cells && s->print.paper && s->lit.brightness;
    if (outline_init(&s->outline) != STATUS_OK || cache_init(&s->cache) != STATUS_OK || !have) {
        search_destroy(s);
        return STATUS_MEMORY;
    }
    s->print.ink = s->print.paper + MAX_PRINT_CELLS;
    s->spots.capacity = MAX_SPOTS;
    for (int h = 0; h < HEADINGS; h++) s->ahead[h] = heading_forward(2 * PI * h / HEADINGS);
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
    outline_finish(&s->outline);
    even_finish(&s->even);
    free(s->outlines);
    free(s->cells);
    free(s->print.paper);
    free(s->lit.brightness);
    free(s->patch);
    free(s->spots.at);
    free(s->fits);
    free(s->block);
    free(s);
}

double search_top_in(const base_search *s, int kind, vec2 at) {
    const base_kind *k = &s->models[kind].kind;
    double ground = s->view->ground_in ? s->view->ground_in(s->view->context, at) : 0;
    return (isfinite(ground) ? ground : 0) + k->z_in + k->base.height_in;
}

bool search_place(const base_search *s, int kind, px2 at, vec2 *out, double *z_in) {
    *z_in = s->models[kind].kind.z_in + s->models[kind].kind.base.height_in;
    for (int i = 0; i < 2; i++) {  // the ground's height depends on the place, and the place slightly on the height
        *out = s->view->to_table(s->view->context, at, *z_in);
        if (!(out->x > 0 && out->y > 0 && out->x < s->view->width_in && out->y < s->view->depth_in)) return false;
        *z_in = search_top_in(s, kind, *out);
    }
    return true;
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
    return later && l->width == f->width && l->height == f->height && fabs(ground.b - l->ground.b) <= PLAIN_BASES_SAME_CODE &&
           fabs(ground.g - l->ground.g) <= PLAIN_BASES_SAME_CODE && fabs(ground.r - l->ground.r) <= PLAIN_BASES_SAME_CODE;
}

// Learns the unevenness of the light and the look of paper and ground. A whole picture (where: NULL) and a changed ground need it anew; otherwise it
// is renewed at intervals. A renewal is split over two frames, since each half costs as much as a search.
static status learn_light(base_search *s, const px_rect *where, int where_count, px_rect all) {
    lit_picture *l = &s->lit;
    double now_s = s->original->t_s;
    colour glance = learn_ground(s, GLANCE_COLUMNS, GLANCE_ROWS);
    bool same = where && is_lit_as_before(s, s->original, glance), even = !same || now_s - l->even_t_s > PLAIN_BASES_LIGHT_KEPT_S;
    bool white = !same || (!even && now_s - l->white_t_s > PLAIN_BASES_LIGHT_KEPT_S);
    if (even) {
        l->width = 0;
        s->ground = learn_ground(s, GROUND_COLUMNS, GROUND_ROWS);
        status st = even_learn(s);
        if (st != STATUS_OK) return st;
        l->even_t_s = now_s;
        l->ground = glance;
    }
    even_open(s, where ? where : &all, where ? where_count : 1);
    if (white) s->white = learn_white(s), l->white_t_s = now_s;
    if (even && s->even.step > 0) s->ground = learn_ground(s, GROUND_COLUMNS, GROUND_ROWS);
    l->width = s->original->width, l->height = s->original->height;
    return STATUS_OK;
}

static status prepare(base_search *s, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const px_rect *where,
                      int where_count) {
    local_view middle;
    s->frame = s->original = f;
    s->even.step = 0;
    s->view = view;
    s->fit_count = s->rim_count = s->mark_count = s->kind_count = 0;
    if (!local_view_at(view, (vec2){view->width_in / 2, view->depth_in / 2}, 0, &middle)) return STATUS_OK;
    s->px_per_in = sqrt(fabs(middle.m[0][0] * middle.m[1][1] - middle.m[0][1] * middle.m[1][0]));
    if (!(s->px_per_in < PLAIN_BASES_MOST_PX_PER_IN)) return STATUS_OK;
    status st = ready_models(s, kinds, kind_count);
    if (st != STATUS_OK) return st;
    s->kind_count = kind_count;
    st = learn_light(s, where, where_count, search_table_box(s));
    if (st != STATUS_OK) return st;
    st = paints_open(s, kinds, kind_count);
    for (int k = 0; k < kind_count; k++) assign_look(s, k);
    return st;
}

// The table's part of the picture.
px_rect search_table_box(const base_search *s) {
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
    return ground.b > PLAIN_BASES_SNOW_OF_WHITE * white.b && ground.g > PLAIN_BASES_SNOW_OF_WHITE * white.g &&
           ground.r > PLAIN_BASES_SNOW_OF_WHITE * white.r;
}

// Print is black and white, so a red mark or a blue rim is not print.
static bool coloured(uint32_t rgb) {
    int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
    return fmin(r, fmin(g, b)) < 0.5 * fmax(r, fmax(g, b)) && fmax(r, fmax(g, b)) > 80;
}

bool search_like_print(const base_search *s, int rim) { return !coloured(s->rims[rim].rgb); }

bool search_on_paper(const base_search *s, const found_base *b) {
    enum { POINTS = RIM_SCAN_BAND / 2, LINES = 3 };
    static const double outside_in[LINES] = {3.2 * IN_PER_MM, 6.5 * IN_PER_MM, 10 * IN_PER_MM};
    uint32_t rgb = s->models[b->kind].kind.rim_rgb;
    int high = (int)fmax(rgb >> 16 & 255, fmax(rgb >> 8 & 255, rgb & 255)), low = (int)fmin(rgb >> 16 & 255, fmin(rgb >> 8 & 255, rgb & 255));
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return false;
    bool marked = !b->bare && coloured(s->models[b->kind].kind.mark_rgb) && b->fit.mark >= PLAIN_BASES_CLEAR_MARK;
    if (!marked && (b->bare || search_like_print(s, s->rim_of[b->kind])) && search_on_print(s, b, &v)) return true;
    int paper = 0, ink = 0;
    look_about(s, b, &v, -4.0 * IN_PER_MM, &paper, &ink);
    if ((low < 190 || b->bare) && paper > (b->bare ? PLAIN_BASES_MOST_INSIDE_BARE : PLAIN_BASES_MOST_INSIDE) * POINTS) return true;
    // Black outside the band and light inside it are squares of print.
    if (!b->bare && high < 130 && b->fit.around > PLAIN_BASES_BLACK_ABOUT && search_light(s, b) > PLAIN_BASES_LEAST_FRAMED &&
        search_like_print(s, s->rim_of[b->kind]))
        return true;
    paper = ink = 0;
    for (int i = 0; i < LINES; i++) look_about(s, b, &v, outside_in[i], &paper, &ink);
    bool snow = paper_like(s->ground, s->white);
    if (b->bare) return !snow && paper > PLAIN_BASES_MOST_ABOUT_BARE * LINES * POINTS;
    if (marked || !search_like_print(s, s->rim_of[b->kind])) return false;
    return (high < 130 && !snow && paper > PLAIN_BASES_MOST_ABOUT * LINES * POINTS) || (low > 190 && ink > PLAIN_BASES_MOST_ABOUT * LINES * POINTS);
}

bool search_refine(base_search *s, found_base *b, rim_effort effort) {
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return false;
    rim_planes p = search_planes(s, b->kind, &v, s->models[b->kind].reach + SEARCH_WANDER_IN);
    if (!rim_refine(&s->models[b->kind], &p, s->view, effort, &b->fit)) return false;
    b->on_paper = search_on_paper(s, b);
    return true;
}

double search_side_in(const base_search *s, const found_base *b) {
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
    double codes = search_contrast(s, s->rim_of[b->kind]), reported = fmin(1, PLAIN_BASES_TOLD_CODES / codes);
    double doubt = reported * uniform * fmax(0, b->fit.around - PLAIN_BASES_BLUR_AROUND) / (1 - PLAIN_BASES_BLUR_AROUND) *
                   (search_side_in(s, b) + m->kind.base.top_inset_in);
    double ambiguous = PLAIN_BASES_ERROR_PX / s->px_per_in * pow(PLAIN_BASES_AT_CODES / fmax(codes, PLAIN_BASES_LEAST_CODES), PLAIN_BASES_POWER) *
                       (1 + PLAIN_BASES_UNEDGED * (1 - b->fit.edged));
    b->fit.sigma_in = sqrt(b->fit.sigma_in * b->fit.sigma_in + doubt * doubt + ambiguous * ambiguous);
    b->fit.sigma_rad = sqrt(b->fit.sigma_rad * b->fit.sigma_rad + ambiguous * ambiguous / (m->half_x * m->half_y));
}

// A dark figure beside the band can draw a fit some millimetres away, and no step leads back. Fits that show only a part of their band are begun
// again from places around.
static void begin_again(base_search *s) {
    enum { PLACES = 8 };
    for (int i = 0; i < s->fit_count; i++) {
        found_base best = s->fits[i];
        double most = search_shown(&best) + PLAIN_BASES_MARK_WORTH * best.fit.mark + PLAIN_BASES_BETTER;
        for (int k = 0; k < PLACES && search_shown(&s->fits[i]) < PLAIN_BASES_ENOUGH_SHOWN; k++) {
            found_base b = s->fits[i];
            b.fit.at = vec2_add(b.fit.at, vec2_scale(heading_forward(2 * PI * k / PLACES), PLAIN_BASES_ASIDE_IN));
            if (!search_refine(s, &b, RIM_QUICK) || !(search_shown(&b) + PLAIN_BASES_MARK_WORTH * b.fit.mark > most)) continue;
            most = search_shown(&b) + PLAIN_BASES_MARK_WORTH * b.fit.mark;
            best = b;
        }
        s->fits[i] = best;
    }
}

// Refines the fits from number `from` on and drops those that fail.
static void refine_all(base_search *s, int from, rim_effort effort) {
    int kept = from;
    for (int i = from; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        if (!search_refine(s, &b, effort)) continue;
        if (effort == RIM_FULL) add_doubt(s, &b);
        s->fits[kept++] = b;
    }
    s->fit_count = kept;
}

static bool expected_fit(const base_search *s, int i, found_base *b) {
    const expected_base *e = &s->expected[i];
    int k = e->kind;
    if (k < 0 || k >= s->kind_count || s->rim_of[k] == NO_PLANE) return false;
    *b = (found_base){.kind = k, .by = FOUND_EXPECTED, .fit = {.at = e->pose.at, .heading_rad = e->pose.heading_rad}};
    b->fit.z_in = search_top_in(s, k, b->fit.at);
    return true;
}

// Fits some of the expected bases, to learn the paints from them.
static void sample_expected(base_search *s) {
    int step = s->expected_count / PLAIN_BASES_ENOUGH_EXPECTED + 1;
    for (int i = 0; i < s->expected_count; i += step) {
        found_base b;
        if (!expected_fit(s, i, &b) || !search_refine(s, &b, RIM_QUICK)) continue;
        b.fit.score = scan_at(s, &b);
        s->fits[s->fit_count++] = b;
    }
}

// Fits the expected bases. They need no mark.
static void refine_expected(base_search *s, const bool *wanted) {
    for (int i = 0; i < s->expected_count && s->fit_count < MAX_FITS; i++) {
        found_base b;
        if (wanted && !(s->expected[i].kind >= 0 && s->expected[i].kind < s->kind_count && s->rim_of[s->expected[i].kind] != NO_PLANE &&
                        wanted[s->rim_of[s->expected[i].kind]]))
            continue;
        if (expected_fit(s, i, &b) && search_refine(s, &b, RIM_QUICK)) s->fits[s->fit_count++] = b;
    }
}

// Searches by outline for rims that few marks led to.
static void sample_unlearned(base_search *s, const px_rect *where, int where_count) {
    int count[MAX_PAINTS] = {0};
    for (int i = 0; i < s->fit_count; i++) count[s->rim_of[s->fits[i].kind]]++;
    for (int r = 0; r < s->rim_count; r++)
        if (count[r] < PLAIN_BASES_ENOUGH_SAMPLES) sample_rings(s, r, where, where_count);
    keep_best(s);
}

// The stated colours find the bases that show best. Their seen colours then find the others.
static void search_twice(base_search *s, const px_rect *where, int where_count) {
    sample_expected(s);
    if (where_count > 0) sample_candidates(s, where, where_count);
    keep_best(s);
    if (where_count > 0) sample_unlearned(s, where, where_count);
    if (learn_paints(s, s->fits, s->fit_count)) paints_changed(s);
    s->fit_count = 0;
    refine_expected(s, NULL);
    if (where_count > 0) find_candidates(s, where, where_count, NULL);
}

// Learns once more, from the chosen bases, the rims that differ little from their surroundings. The insides of each unit then decide what is band.
static void search_drab_again(base_search *s, const px_rect *where, int where_count) {
    bool wanted[MAX_PAINTS], any = false;
    for (int r = 0; r < s->rim_count; r++) any |= wanted[r] = s->rims[r].now == &s->rims[r].learned && search_contrast(s, r) < PLAIN_BASES_DRAB;
    if (!any) return;
    int finds = 0, others = 0;
    for (int i = 0; i < s->fit_count; i++) {  // the chosen fits of the wanted rims first
        if (!s->fits[i].chosen || !wanted[s->rim_of[s->fits[i].kind]]) continue;
        found_base b = s->fits[i];
        s->fits[i] = s->fits[finds];
        s->fits[finds++] = b;
    }
    for (int i = finds; i < s->fit_count; i++)
        if (!wanted[s->rim_of[s->fits[i].kind]]) s->fits[finds + others++] = s->fits[i];
    s->fit_count = finds;
    keep_best(s);
    bool learned = learn_again(s, s->fits, s->fit_count, wanted);
    memmove(s->fits, s->fits + finds, (size_t)others * sizeof *s->fits);
    s->fit_count = others;
    if (learned) paints_changed(s);
    refine_expected(s, wanted);
    find_candidates(s, where, where_count, wanted);
    choose_bases(s);
}

static base_sighting sighting_of(const base_search *s, const found_base *b) {
    const base_kind *k = &s->models[b->kind].kind;
    bool heading = k->base.shape != BASE_ROUND || (b->fit.mark > PLAIN_BASES_CLEAR_MARK && !b->ambiguous);
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

static void find_painted(base_search *s, const px_rect *where, int where_count) {
    search_twice(s, where, where_count);
    choose_bases(s);
    if (where_count > 0) search_drab_again(s, where, where_count);
    if (where_count > 0) {
        find_rings(s, where, where_count);
        choose_bases(s);
    }
    if (where_count > 0) complete_blocks(s);
    find_lines(s);
    choose_bases(s);
    for (int i = 0; i < PLAIN_BASES_REFUSALS && refuse_doubtful(s); i++) choose_bases(s);
    keep_chosen(s);
    begin_again(s);
    refine_all(s, 0, RIM_FULL);
    drop_doubtful(s);
    settle_fronts(s);
}

status vision_find_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const px_rect *where,
                         int where_count, const expected_base *expected, int expected_count, base_list *out) {
    out->count = 0;
    if (!frame_has_colour(f) || kind_count < 0 || kind_count > VISION_MAX_KINDS) return STATUS_INVALID;
    base_search *s = v->search;
    s->notes = v->notes;
    s->expected = expected;
    s->expected_count = expected ? expected_count : 0;
    status st = prepare(s, f, view, kinds, kind_count, where, where_count);
    if (st != STATUS_OK) return st;
    px_rect all = search_table_box(s);
    if (!where) where = &all, where_count = 1;
    print_open(s, where, where_count);
    if (s->rim_count > 0) find_painted(s, where, where_count);
    st = find_bare(s, where, where_count);
    if (st != STATUS_OK) return st;
    assign_heights(s);
    return report(s, out);
}
