// Finds the front side of a square or rectangular base. A weapon, a shield or the mark of the base behind may look like a mark. Where two sides show
// one, the front is ambiguous, and the sure bases of the block decide.
#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

enum { SIDES = 4 };

// The mark's strength on each side, the found front first, counter-clockwise.
static void look_at_sides(const base_search *s, const found_base *b, int sides, double mark[SIDES]) {
    rim_planes p = {.frame = s->frame, .mark = s->marks[s->mark_of[b->kind]].now, .px_per_in = s->px_per_in};
    mark[0] = b->fit.mark;
    for (int k = 1; k < sides; k++) {
        rim_fit turned = b->fit;
        turned.heading_rad = angle_wrap(b->fit.heading_rad + k * 2 * PI / sides);
        mark[k] = rim_mark(&s->models[b->kind], &p, s->view, &turned);
    }
}

// The strongest mark on a round base away from its front.
static double rival_round(const base_search *s, const found_base *b) {
    enum { TURNS = 24, NEAR = 2 };
    rim_planes p = {.frame = s->frame, .mark = s->marks[s->mark_of[b->kind]].now, .px_per_in = s->px_per_in};
    double best = -1;
    for (int k = NEAR + 1; k < TURNS - NEAR; k++) {
        rim_fit turned = b->fit;
        turned.heading_rad = angle_wrap(b->fit.heading_rad + k * 2 * PI / TURNS);
        best = fmax(best, rim_mark(&s->models[b->kind], &p, s->view, &turned));
    }
    return best;
}

// How much band paint shows beside a round base's mark, on the side with less, 0..1. A mark lies on the band; a helmet of the mark's colour that
// leans over the band hides one side or both.
static double flanks(base_search *s, const found_base *b) {
    enum { PLACES = 3 };
    static const double beside[PLACES] = {1.0 * MARK_WIDTH_IN, 1.25 * MARK_WIDTH_IN, 1.5 * MARK_WIDTH_IN};
    const rim_model *m = &s->models[b->kind];
    double least = 1;
    local_view v;
    if (!local_view_at(s->view, b->fit.at, b->fit.z_in, &v)) return 0;
    rim_planes p = search_planes(s, b->kind, &v, m->reach);
    for (int side = -1; side <= 1; side += 2) {
        double sum = 0;
        for (int i = 0; i < PLACES; i++) {
            px2 at = local_view_px(&v, vec2_rotate((vec2){m->mark_x, 0}, b->fit.heading_rad + side * beside[i] / m->mark_x));
            sum += plane_near(&p.rim, at.u, at.v) / 255.0;
        }
        least = fmin(least, sum / PLACES);
    }
    return least;
}

static double best_rival(const double *mark, int sides) {
    double best = -1;
    for (int k = 1; k < sides; k++) best = fmax(best, mark[k]);
    return best;
}

// Counts the votes of the sure neighbours for each side of fit i. Returns the side with most votes; -1 without votes or with a split vote.
static int ask_company(const base_search *s, int i, int sides) {
    const found_base *b = &s->fits[i];
    base shape = s->models[b->kind].kind.base;
    double reach = PAINT_FRONTS_COMPANY_REACH * fmax(shape.width_in, shape.depth_in);
    int votes[SIDES] = {0}, all = 0, most = 0;
    for (int k = 0; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        if (k == i || o->ambiguous || o->fit.mark < PAINT_FRONTS_SURE_MARK || s->look_of[o->kind] != s->look_of[b->kind] ||
            vec2_distance(o->fit.at, b->fit.at) > reach)
            continue;
        for (int side = 0; side < sides; side++)
            if (fabs(angle_difference(o->fit.heading_rad, b->fit.heading_rad + side * 2 * PI / sides)) < PAINT_FRONTS_SAME_WAY_RAD)
                votes[side]++, all++;
    }
    for (int side = 1; side < sides; side++)
        if (votes[side] > votes[most]) most = side;
    return votes[most] >= 2 && votes[most] * 3 >= all * 2 ? most : -1;
}

void settle_fronts(base_search *s) {
    for (int i = 0; i < s->fit_count; i++) {
        found_base *b = &s->fits[i];
        double mark[SIDES];
        int sides = base_sides(s->models[b->kind].kind.base.shape);
        if (sides == 1) {
            double rival = rival_round(s, b);
            b->ambiguous |=
                (rival > PAINT_FRONTS_RIVAL_LEAST && rival > b->fit.mark - PAINT_FRONTS_RIVAL_NEAR) || flanks(s, b) < PAINT_FRONTS_LEAST_FLANK;
            continue;
        }
        look_at_sides(s, b, sides, mark);
        double rival = best_rival(mark, sides);
        b->ambiguous = b->fit.mark < PAINT_FRONTS_SURE_MARK || (rival > PAINT_FRONTS_RIVAL_LEAST && rival > b->fit.mark - PAINT_FRONTS_RIVAL_NEAR);
    }
    for (int i = 0; i < s->fit_count; i++) {
        found_base *b = &s->fits[i];
        int sides = base_sides(s->models[b->kind].kind.base.shape), side = sides > 1 && b->ambiguous ? ask_company(s, i, sides) : -1;
        if (side > 0) b->fit.heading_rad = angle_wrap(b->fit.heading_rad + side * 2 * PI / sides);
    }
}
