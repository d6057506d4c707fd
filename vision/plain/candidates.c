// From marks to candidates: a spot that may be a front mark, the headings in which a band runs through it, the pose that agrees best.
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

bool scan_headings(base_search *s, int kind, const mark_spot *spot, vec2 *at, double *z_in, double *agreement) {
    static const double beside = MARK_WIDTH_IN / 2 + 1.8 * IN_PER_MM;
    local_view v;
    if (!search_place(s, kind, (px2){spot->u, spot->v}, at, z_in) || !local_view_at(s->view, *at, *z_in, &v)) return false;
    const rim_model *m = &s->models[kind];
    rim_planes p = search_planes(s, kind, &v, m->reach + m->mark_x + SEARCH_WANDER_IN);
    for (int h = 0; h < HEADINGS; h++) {
        vec2 ahead = s->ahead[h], l = vec2_scale((vec2){-ahead.y, ahead.x}, beside);
        px2 a = local_view_px(&v, l), b = local_view_px(&v, vec2_scale(l, -1));
        bool band = plane_near(&p.rim, a.u, a.v) > 80 || plane_near(&p.rim, b.u, b.v) > 80;
        agreement[h] = band ? rim_scan(m, &p, &v, vec2_scale(ahead, -m->mark_x), ahead, PLAIN_CANDIDATES_WORTH) : -1;
    }
    return true;
}

double scan_at(base_search *s, const found_base *b) {
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return -1;
    rim_planes p = search_planes(s, b->kind, &v, s->models[b->kind].reach);
    return rim_scan(&s->models[b->kind], &p, &v, (vec2){0, 0}, heading_forward(b->fit.heading_rad), 0);
}

found_base candidate_at(const base_search *s, int kind, vec2 mark, double z_in, double heading_rad, double agreement) {
    vec2 at = vec2_sub(mark, vec2_scale(heading_forward(heading_rad), s->models[kind].mark_x));
    return (found_base){.kind = kind, .fit = {.at = at, .heading_rad = heading_rad, .z_in = z_in, .score = agreement}};
}

// Adds the headings that agree best, above `least`: local maxima, at most three of a kind.
static void candidates_at(base_search *s, const mark_spot *spot, int mark_paint, double least) {
    for (int k = 0; k < s->kind_count; k++) {
        double agreement[HEADINGS], z_in;
        vec2 at;
        if (s->mark_of[k] != mark_paint || s->look_of[k] != k || !scan_headings(s, k, spot, &at, &z_in, agreement)) continue;
        for (int n = 0; n < 3; n++) {
            int best = 0;
            for (int h = 1; h < HEADINGS; h++)
                if (agreement[h] > agreement[best]) best = h;
            if (agreement[best] < least) break;
            if (s->fit_count < MAX_FITS) s->fits[s->fit_count++] = candidate_at(s, k, at, z_in, 2 * PI * best / HEADINGS, agreement[best]);
            for (int d = -4; d <= 4; d++) agreement[(best + d + HEADINGS) % HEADINGS] = -1;
        }
    }
}

// Drops the candidates from number `from` on that agree much less than the best one: they share one spot.
static void keep_near_best(base_search *s, int from) {
    double best = 0;
    int kept = from;
    for (int i = from; i < s->fit_count; i++) best = fmax(best, s->fits[i].fit.score);
    for (int i = from; i < s->fit_count; i++)
        if (s->fits[i].fit.score >= PLAIN_CANDIDATES_SHARE * best) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
}

void find_spots(base_search *s, int mark, const px_rect *where, int where_count, double finely) {
    s->spots.count = 0;
    for (int i = 0; i < where_count; i++) {
        px_rect r = rect_clip(&where[i], s->frame->width, s->frame->height);
        marks_find(s->frame, s->marks[mark].now, s->rims[s->mark_beside[mark]].now, r, MARK_WIDTH_IN * s->px_per_in, finely, &s->spots);
    }
    int kept = 0;
    if (!search_like_print(s, s->mark_beside[mark])) return;
    for (int i = 0; i < s->spots.count; i++)
        if (!print_at(s, s->spots.at[i].u, s->spots.at[i].v)) s->spots.at[kept++] = s->spots.at[i];
    s->spots.count = kept;
}

// True for a base seen so well that nothing else can stand there.
static bool beyond_doubt(const found_base *b) { return b->fit.seen > 0.8 && b->fit.edged > 0.75 && b->fit.mark > 0.6; }

// True where the spot lies on a base beyond doubt: it is that base's mark or a part of its figure. A spot on the band of a round base is excepted,
// since it may be the true mark.
static bool explained(const base_search *s, const mark_spot *spot) {
    for (int i = s->fit_count - 1; i >= 0; i--) {
        const found_base *b = &s->fits[i];
        const rim_model *m = &s->models[b->kind];
        if (!beyond_doubt(b) && !(b->by == FOUND_EXPECTED && search_certain(b))) continue;
        vec2 at = s->view->to_table(s->view->context, (px2){spot->u, spot->v}, b->fit.z_in);
        if (!(vec2_distance(at, b->fit.at) < m->reach)) continue;
        vec2 l = vec2_rotate(vec2_sub(at, b->fit.at), -b->fit.heading_rad);
        if (hypot(l.x - m->mark_x, l.y) < 0.4 * MARK_WIDTH_IN) return true;
        if (!beyond_doubt(b)) continue;
        if (m->round ? hypot(l.x, l.y) < m->half_x - 1.3 * RIM_WIDTH_IN : fabs(l.x) < m->half_x && fabs(l.y) < m->half_y) return true;
    }
    return false;
}

static void refine_from_number(base_search *s, int from) {
    int kept = from;
    for (int i = from; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        if (search_refine(s, &b, RIM_QUICK)) s->fits[kept++] = b;
    }
    s->fit_count = kept;
}

void find_candidates(base_search *s, const px_rect *where, int where_count, const bool *wanted) {
    for (int m = 0; m < s->mark_count; m++) {
        if (wanted && !wanted[s->mark_beside[m]]) continue;
        find_spots(s, m, where, where_count, 0.34);
        for (int i = 0; i < s->spots.count; i++) {
            int from = s->fit_count;
            if (explained(s, &s->spots.at[i])) continue;
            candidates_at(s, &s->spots.at[i], m, PLAIN_CANDIDATES_REFINE_FROM);
            keep_near_best(s, from);
            refine_from_number(s, from);
        }
    }
}
