// Unpainted bases. Nothing is known of their colour, so each is sought by its outline, at its known size; the covering that most of those
// that show best share is learned, and what is covered otherwise (a token, a die, a tile) is none of them.
#include <stdlib.h>

#include "vision/notes.h"
#include "vision/plain/search.h"

static const double work_px_per_mm = 1.1;                                    // of the reduced picture
static const double learn_seen = 0.6, alone_seen = 0.55, beside_seen = 0.4;  // share of the outline
static const double alone_quarter = 0.2;                                     // of the quarter that shows least
static const double alike = 22;                                              // codes: coverings of one unit differ by less in each channel
static const double usual_gap_in = 0.3 * IN_PER_MM;

bool bare_kind(const base_search *s, int kind) {
    const base_kind *k = &s->models[kind].kind;
    return k->rim_rgb == NO_COLOUR && k->count > 0 && base_sensible(k);
}

static void reduce_picture(const base_search *s, outline_map *o) {
    int n = o->reduce, half = n * n * 2;
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

// How steep the ground's texture and noise commonly are, in grey levels a pixel.
static double common_steepness(const outline_map *o) {
    int bins[256] = {0}, count = 0, sum = 0;
    for (int y = 2; y < o->height - 2; y += 3)
        for (int x = 2; x < o->width - 2; x += 3, count++) {
            const uint8_t *p = o->image + (size_t)y * (size_t)o->width + x;
            bins[abs(p[1] - p[-1]) / 2 + abs(p[o->width] - p[-o->width]) / 2 > 255 ? 255
                                                                                   : abs(p[1] - p[-1]) / 2 + abs(p[o->width] - p[-o->width]) / 2]++;
        }
    for (int i = 0; i < 256; i++)
        if ((sum += bins[i]) * 2 >= count) return i;
    return 255;
}

static bool alike_covers(colour a, colour b) { return fabs(a.b - b.b) < alike && fabs(a.g - b.g) < alike && fabs(a.r - b.r) < alike; }

static bool ink(const base_search *s, colour c) { return c.b + c.g + c.r < 0.22 * (s->white.b + s->white.g + s->white.r); }

static void add_fit(base_search *s, const found_base *b) {
    if (ink(s, b->cover) || search_on_paper(s, b)) return;
    if (s->fit_count < MAX_FITS) s->fits[s->fit_count++] = *b;
}

static void try_spot(base_search *s, int kind, const outline_spot *spot, double steep) {
    found_base b = {.kind = kind, .by = FOUND_BY_OUTLINE, .bare = true};
    px2 at = {(double)spot->u, (double)spot->v};
    if (!search_place(s, kind, at, &b.fit.at, &b.fit.z_in)) return;
    // The turn of an edge in the picture, as a heading on the table.
    px2 ahead = {at.u + 20 * cos((double)spot->turn), at.v + 20 * sin((double)spot->turn)};
    vec2 there = s->view->to_table(s->view->context, ahead, b.fit.z_in);
    b.fit.heading_rad = atan2(there.y - b.fit.at.y, there.x - b.fit.at.x);
    if (isfinite(b.fit.heading_rad) && bare_refine(s, &b, steep) && b.fit.seen >= beside_seen) add_fit(s, &b);
}

static px_rect grown(const base_search *s, px_rect r, int by) {
    r = rect_clip(&r, s->frame->width, s->frame->height);
    px_rect g = {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
    return rect_clip(&g, s->frame->width, s->frame->height);
}

static outline_shape shape_of(const base_search *s, int kind) {
    const rim_model *m = &s->models[kind];
    double k = s->px_per_in / s->outline.reduce;
    return (outline_shape){.round = m->round, .half_x = m->half_x * k, .half_y = m->half_y * k, .least = 0.25};
}

// Candidates of all bare looks in one rectangle.
static status search_rect(base_search *s, px_rect r, double *steep) {
    double reach = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (bare_kind(s, k)) reach = fmax(reach, s->models[k].reach);
    int reduce = (int)fmax(1, s->px_per_in * IN_PER_MM / work_px_per_mm + 0.3);
    px_rect box = grown(s, r, (int)(reach * s->px_per_in) + 4);
    if (box.width < 8 * reduce || box.height < 8 * reduce) return STATUS_OK;
    if (outline_open(&s->outline, box, reduce) != STATUS_OK) return STATUS_MEMORY;
    reduce_picture(s, &s->outline);
    double common = common_steepness(&s->outline);
    double light = fmin(1, fmax(0.4, (s->white.b + s->white.g + s->white.r) / (3 * 235.0)));  // in less of it all edges are flatter
    outline_edges(&s->outline, (int)fmin(fmax(2.2 * common, 3 * light), 12));
    *steep = fmin(fmax(2.2 * common, 5 * light), 16);
    for (int k = 0; k < s->kind_count; k++) {
        if (!bare_kind(s, k) || s->look_of[k] != k) continue;
        int count = outline_find(&s->outline, shape_of(s, k), s->outlines, MAX_OUTLINES);
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
        if (bare_refine(s, &b, steep) && b.fit.seen >= beside_seen) add_fit(s, &b);
    }
}

// Paper lies about everywhere: cards, tags, markers.
static bool paper(const base_search *s, colour c) { return c.b > 0.8 * s->white.b && c.g > 0.8 * s->white.g && c.r > 0.8 * s->white.r; }

static bool learn_from(const base_search *s, int i, int look) {
    const found_base *b = &s->fits[i];
    return s->look_of[b->kind] == look && b->fit.seen >= learn_seen && !paper(s, b->cover);
}

// The covering that the well seen fits of the look share, those that show best counting most; false where too few do.
static bool learn_cover(const base_search *s, int look, int from, colour *out) {
    double most = 0;
    int members = 0, of_look = search_count(s, look);
    for (int i = from; i < s->fit_count; i++) {
        double sum = 0;
        int n = 0;
        if (!learn_from(s, i, look)) continue;
        for (int k = from; k < s->fit_count; k++) {
            if (!learn_from(s, k, look) || !alike_covers(s->fits[i].cover, s->fits[k].cover)) continue;
            sum += s->fits[k].fit.seen - 0.5 + s->fits[k].fit.edged;
            n++;
        }
        if (sum > most) most = sum, members = n, *out = s->fits[i].cover;
    }
    return members >= (of_look < 3 ? of_look : 3);
}

static bool blocked(const base_search *s, const found_base *b) {
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].chosen && &s->fits[i] != b && search_collide(s, &s->fits[i], b)) return true;
    return false;
}

static int by_seen(const void *a, const void *b) {
    const found_base *p = a, *q = b;
    double x = p->fit.seen + 0.5 * p->fit.edged, y = q->fit.seen + 0.5 * q->fit.edged;
    if (x != y) return x > y ? -1 : 1;
    if (p->fit.at.x != q->fit.at.x) return p->fit.at.x < q->fit.at.x ? -1 : 1;
    return (p->fit.at.y > q->fit.at.y) - (p->fit.at.y < q->fit.at.y);
}

static bool company(const base_search *s, const found_base *b, int from) {
    double reach = 2.2 * hypot(s->models[b->kind].half_x, s->models[b->kind].half_y) * 2;
    for (int i = from; i < s->fit_count; i++)
        if (s->fits[i].chosen && &s->fits[i] != b && s->look_of[s->fits[i].kind] == s->look_of[b->kind] &&
            vec2_distance(s->fits[i].fit.at, b->fit.at) < reach)
            return true;
    return false;
}

// Chooses of one look, those that show most first, what is covered alike and free to stand there.
static void choose_look(base_search *s, int look, colour cover, int from, int *left) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = from; i<s->fit_count && * left> 0; i++) {
            found_base *b = &s->fits[i];
            if (b->chosen || s->look_of[b->kind] != look || !alike_covers(b->cover, cover)) continue;
            bool sure = b->fit.seen >= alone_seen && b->fit.edged >= alone_quarter;
            if ((!sure && !(b->by == FOUND_EXPECTED || (pass && company(s, b, from)))) || blocked(s, b)) continue;
            b->chosen = true;
            --*left;
        }
}

// Tries the places beside the chosen ones, edge to edge.
static void complete(base_search *s, int look, colour cover, int from, double steep, int *left) {
    for (int i = from; i < s->fit_count; i++)
        for (int side = 0; side < 4 && *left > 0; side++) {
            if (!s->fits[i].chosen || s->look_of[s->fits[i].kind] != look || s->models[look].round) continue;
            found_base b = s->fits[i];
            base shape = s->models[look].kind.base;
            vec2 f = heading_forward(b.fit.heading_rad), l = heading_left(b.fit.heading_rad);
            double along = ((side == 0) - (side == 1)) * (shape.depth_in + usual_gap_in),
                   across = ((side == 2) - (side == 3)) * (shape.width_in + usual_gap_in);
            b.fit.at = vec2_add(b.fit.at, vec2_add(vec2_scale(f, along), vec2_scale(l, across)));
            b.by = FOUND_BESIDE;
            b.chosen = false;
            if (blocked(s, &b) || !bare_refine(s, &b, steep)) continue;
            if (b.fit.seen < beside_seen || !alike_covers(b.cover, cover) || blocked(s, &b) || s->fit_count == MAX_FITS) continue;
            b.chosen = true;
            s->fits[s->fit_count++] = b;
            --*left;
        }
}

// How a block of square bases stands is seen, not which way it looks: across its longer side, towards the middle of the table, is likelier.
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

static void note_fit(const base_search *s, const found_base *b) {
    if (!s->notes) return;
    px2 at = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in});
    note_spot(s->notes, "plain: unpainted", b->chosen, at, s->models[b->kind].half_x * s->px_per_in,
              "outline %.0f %%, least quarter %.0f %%, covered in %.0f %.0f %.0f, sigma %.2f mm", 100 * b->fit.seen, 100 * b->fit.edged, b->cover.r,
              b->cover.g, b->cover.b, b->fit.sigma_in / IN_PER_MM);
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
    qsort(s->fits + from, (size_t)(s->fit_count - from), sizeof *s->fits, by_seen);
    for (int k = 0; k < s->kind_count; k++) {
        colour cover = {0, 0, 0};
        if (!bare_kind(s, k) || s->look_of[k] != k || !learn_cover(s, k, from, &cover)) continue;
        int left = search_count(s, k);
        choose_look(s, k, cover, from, &left);
        complete(s, k, cover, from, steep, &left);
    }
    int kept = from;
    for (int i = from; i < s->fit_count; i++) note_fit(s, &s->fits[i]);
    for (int i = from; i < s->fit_count; i++)
        if (s->fits[i].chosen) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
    face(s, from);
    return STATUS_OK;
}
