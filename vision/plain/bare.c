// Unpainted bases. Their colour is unknown, so each is found by its outline at its known size. Edges vote in a reduced picture, a cheap look drops
// most spots (bare_scan.c), and a fit places the rest (bare_fit.c). One choice among all fits then decides which bases stand there (bare_choose.c,
// bare_blocks.c).
#include <stdlib.h>

#include "vision/notes.h"
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

bool bare_kind(const base_search *s, int kind) {
    const base_kind *k = &s->models[kind].kind;
    return k->rim_rgb == NO_COLOUR && k->count > 0 && base_sensible(k);
}

static void reduce_picture(const base_search *s, outline_map *o) {
    int n = o->reduce, half = n * n * 2;
    frame_want_colours(s->frame, o->box.x, o->box.y, o->width * n, o->height * n);
    for (int y = 0; y < o->height; y++) {
        uint8_t *to = o->image + (size_t)y * (size_t)o->width;
        for (int x = 0; x < o->width; x++) {
            int sum = half;
            for (int v = 0; v < n; v++) {
                const uint8_t *p = s->frame->bgr + (size_t)(o->box.y + y * n + v) * s->frame->bgr_stride + 3 * (size_t)(o->box.x + x * n);
                for (int u = 0; u < n; u++, p += 3) sum += p[0] + 2 * p[1] + p[2];
            }
            to[x] = (uint8_t)(sum / (4 * n * n));
        }
    }
}

// The median steepness of the ground's texture and noise, gray levels a pixel.
static double common_steepness(const outline_map *o) {
    int bins[511] = {0}, count = 0, sum = 0;
    for (int y = 2; y < o->height - 2; y += 3)
        for (int x = 2; x < o->width - 2; x += 3, count++) {
            const uint8_t *p = o->image + (size_t)y * (size_t)o->width + x;
            bins[abs(p[1] - p[-1]) + abs(p[o->width] - p[-o->width])]++;
        }
    for (int i = 0; i < 511; i++)
        if ((sum += bins[i]) * 2 >= count) return i / 2.0;
    return 255;
}

static void add_fit(base_search *s, const found_base *b) {
    if (search_on_paper(s, b)) return;
    if (s->fit_count < MAX_FITS) s->fits[s->fit_count++] = *b;
}

static void try_spot(base_search *s, int kind, const outline_spot *spot, double steep) {
    found_base b = {.kind = kind, .by = FOUND_BY_OUTLINE, .bare = true};
    px2 at = {(double)spot->u, (double)spot->v};
    if (!search_place(s, kind, at, &b.fit.at, &b.fit.z_in)) return;
    // The direction of an edge in the picture, as a heading on the table.
    px2 ahead = {at.u + 20 * cos((double)spot->turn), at.v + 20 * sin((double)spot->turn)};
    vec2 there = s->view->to_table(s->view->context, ahead, b.fit.z_in);
    b.fit.heading_rad = atan2(there.y - b.fit.at.y, there.x - b.fit.at.x);
    if (isfinite(b.fit.heading_rad) && bare_refine(s, &b, steep) && b.fit.seen >= PLAIN_BARE_LEAST_SEEN) add_fit(s, &b);
}

static int by_votes(const void *a, const void *b) {
    const outline_spot *p = a, *q = b;
    if (p->votes != q->votes) return p->votes > q->votes ? -1 : 1;
    if (p->u != q->u) return p->u < q->u ? -1 : 1;
    return (p->v > q->v) - (p->v < q->v);
}

// True where one of the first `count` spots is nearly the same spot.
static bool again(const outline_spot *at, int count, const outline_spot *spot, double apart) {
    for (int i = 0; i < count; i++)
        if (fabs((double)(at[i].u - spot->u)) < apart && fabs((double)(at[i].v - spot->v)) < apart &&
            fabs((double)(at[i].turn - spot->turn)) < PLAIN_BARE_SAME_TURN)
            return true;
    return false;
}

// Scans each spot again and keeps the best ones without repeats. Returns their number.
static int sift(base_search *s, int kind, double steep, int count) {
    bare_line line;
    int kept = 0, most = 150 + 2 * search_count(s, kind);
    bare_scan_line(&s->models[kind], s->px_per_in / s->outline.reduce, &line);
    for (int i = 0; i < count; i++) s->outlines[i].votes = (float)bare_scan(&s->outline, &line, PLAIN_BARE_ENOUGH * steep, &s->outlines[i]);
    qsort(s->outlines, (size_t)count, sizeof *s->outlines, by_votes);
    for (int i = 0; i < count && kept < most; i++)
        if (!again(s->outlines, kept, &s->outlines[i], 1.5 * s->outline.reduce)) s->outlines[kept++] = s->outlines[i];
    return kept;
}

static px_rect grown(const base_search *s, px_rect r, int by) {
    r = rect_clip(&r, s->frame->width, s->frame->height);
    px_rect g = {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
    return rect_clip(&g, s->frame->width, s->frame->height);
}

static outline_shape shape_of(const base_search *s, int kind) {
    const rim_model *m = &s->models[kind];
    double k = s->px_per_in / s->outline.reduce;
    return (outline_shape){.round = m->round, .half_x = m->half_x * k, .half_y = m->half_y * k, .band = -0.9 * IN_PER_MM * k, .least = 0.25};
}

// Finds the candidates of all unpainted looks in one rectangle.
static status search_rect(base_search *s, px_rect r, double *steep) {
    double reach = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (bare_kind(s, k)) reach = fmax(reach, s->models[k].reach);
    int reduce = (int)fmax(1, s->px_per_in * IN_PER_MM / PLAIN_BARE_WORK_PX_PER_MM + 0.3);
    px_rect box = grown(s, r, (int)(reach * s->px_per_in) + 4);
    if (box.width < 8 * reduce || box.height < 8 * reduce) return STATUS_OK;
    if (outline_open(&s->outline, box, reduce) != STATUS_OK) return STATUS_MEMORY;
    reduce_picture(s, &s->outline);
    double common = common_steepness(&s->outline);
    double light = fmin(1, fmax(0.4, (s->white.b + s->white.g + s->white.r) / (3 * 235.0)));  // in weaker light all edges are flatter
    outline_edges(&s->outline, (int)fmin(fmax(2.2 * common, 3 * light), 12));
    *steep = fmin(fmax(1.5 * common, 5 * light), 16);
    for (int k = 0; k < s->kind_count; k++) {
        if (!bare_kind(s, k) || s->look_of[k] != k) continue;
        int count = outline_find(&s->outline, shape_of(s, k), s->outlines, MAX_OUTLINES);
        count = sift(s, k, *steep, count);
        for (int i = 0; i < count; i++) try_spot(s, k, &s->outlines[i], *steep);
    }
    return STATUS_OK;
}

static void try_expected(base_search *s, double steep) {
    for (int i = 0; i < s->expected_count; i++) {
        const expected_base *e = &s->expected[i];
        if (e->kind < 0 || e->kind >= s->kind_count || !bare_kind(s, e->kind)) continue;
        found_base b = {.kind = e->kind, .by = FOUND_EXPECTED, .bare = true, .fit = {.at = e->pose.at, .heading_rad = e->pose.heading_rad}};
        b.fit.z_in = search_top_in(s, b.kind, b.fit.at);
        if (bare_refine(s, &b, steep) && b.fit.seen >= PLAIN_BARE_LEAST_SEEN) add_fit(s, &b);
    }
}

// The picture shows the axes of a block of square bases, not its front. The likelier front is across the block's longer side, towards the middle of
// the table.
static void face(base_search *s, int from) {
    for (int i = from; i < s->fit_count; i++) {
        found_base *b = &s->fits[i];
        const rim_model *m = &s->models[b->kind];
        b->ambiguous = true;
        if (m->round || b->by == FOUND_EXPECTED) continue;
        vec2 f = heading_forward(b->fit.heading_rad), l = heading_left(b->fit.heading_rad),
             to = {s->view->width_in / 2 - b->fit.at.x, s->view->depth_in / 2 - b->fit.at.y};
        double along = 0, across = 0, reach = 16 * fmax(m->half_x, m->half_y);
        for (int k = from; k < s->fit_count; k++) {
            vec2 d = vec2_sub(s->fits[k].fit.at, b->fit.at);
            if (s->look_of[s->fits[k].kind] != s->look_of[b->kind] || vec2_length(d) > reach) continue;
            along += pow(vec2_dot(d, f), 2), across += pow(vec2_dot(d, l), 2);
        }
        bool quarter = m->half_x == m->half_y && (along > 1.2 * across || (along > across / 1.2 && fabs(vec2_dot(to, l)) > fabs(vec2_dot(to, f))));
        double turn = quarter ? PI / 2 : 0;
        if (vec2_dot(to, heading_forward(b->fit.heading_rad + turn)) < 0) turn += PI;
        b->fit.heading_rad = angle_wrap(b->fit.heading_rad + turn);
    }
}

status find_bare(base_search *s, const px_rect *where, int where_count) {
    int from = s->fit_count;
    bool any = false;
    double steep = 6;
    status st = STATUS_OK;
    for (int k = 0; k < s->kind_count; k++) any |= bare_kind(s, k);
    if (!any) return STATUS_OK;
    for (int i = 0; i < from; i++) s->fits[i].chosen = true;
    for (int i = 0; i < where_count && st == STATUS_OK; i++) st = search_rect(s, where[i], &steep);
    if (st != STATUS_OK) return st;
    try_expected(s, steep);
    bare_choose(s, from, steep);
    face(s, from);
    return STATUS_OK;
}
