#include "formation/shape/shape.h"

#include <float.h>

#include "formation/body_motion.h"
#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"

bool formation_is_anew(const vec2 *from, const vec2 *to, int n) {
    return n >= 3 && body_strays(from, to, n) > fmin(SHAPE_STRAYS, SHAPE_STRAY_SHARE * n);
}

shape_limits shape_default_limits(void) {
    return (shape_limits){.closed_gap_max_in = SHAPE_CLOSED_GAP_MAX_IN,
                          .open_low_in = SHAPE_OPEN_LOW_IN,
                          .open_high_in = SHAPE_OPEN_HIGH_IN,
                          .skirmish_gap_min_in = SHAPE_SKIRMISH_GAP_MIN_IN,
                          .neighbour_gap_in = SHAPE_NEIGHBOUR_GAP_IN,
                          .formed_gap_max_in = SHAPE_FORMED_GAP_MAX_IN,
                          .rank_tol_fraction = SHAPE_RANK_TOL,
                          .stands_low_in = SHAPE_STANDS_LOW_IN,
                          .stands_high_in = SHAPE_STANDS_HIGH_IN};
}

static void collect(const game *g, const game_unit *u, const pose *poses, const bool *present, stand *s) {
    s->n = 0;
    for (int i = 0; i < u->figure_count; i++) {
        if (present && !present[i]) continue;
        const base *b = &g->figures[u->first_figure + i].base;
        s->index[s->n] = i;
        s->at[s->n++] = (ranked_base){.at = poses[i].at,
                                      .heading_rad = poses[i].heading_rad,
                                      .has_heading = pose_has_heading(poses[i]),
                                      .round = b->shape == BASE_ROUND,
                                      .width_in = b->width_in,
                                      .depth_in = b->depth_in,
                                      .rank = -1};
    }
}

static bool ranked_type(unit_type t) { return t == UNIT_REGULAR || t == UNIT_RANKED; }

// The front edge: through the front rank's figures (rank 0), or across the foremost point of all (rank -1: no ranks). The front rank's ends may lie
// farther left and right by figures that are hidden.
static void front_edge(const stand *s, int rank, double more_left, double more_right, unit_form *f) {
    double left = -DBL_MAX, right = DBL_MAX, line = 0, most = -DBL_MAX, mean_left = 0, cross = 0, square = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        if (b->rank != rank && rank >= 0) continue;
        left = fmax(left, b->left + b->width_in / 2);
        right = fmin(right, b->left - b->width_in / 2);
        most = fmax(most, b->ahead);
        line += b->ahead;
        mean_left += b->left;
        n++;
    }
    left += more_left;
    right -= more_right;
    line = rank < 0 ? most : line / n;
    mean_left /= n;
    for (int i = 0; rank >= 0 && i < s->n; i++) {
        if (s->at[i].rank != rank) continue;
        cross += (s->at[i].left - mean_left) * (s->at[i].ahead - line);
        square += (s->at[i].left - mean_left) * (s->at[i].left - mean_left);
    }
    double slope = square > 0 ? cross / square : 0;  // the line as it stands, not as the headings have it
    double middle = (left + right) / 2;
    f->front_left = vec2_rotate((vec2){line + slope * (left - mean_left), left}, f->facing_rad);
    f->front_right = vec2_rotate((vec2){line + slope * (right - mean_left), right}, f->facing_rad);
    f->anchor = vec2_rotate((vec2){line + slope * (middle - mean_left), middle}, f->facing_rad);
}

static void put_feet(const game *g, const game_unit *u, const stand *s, const pose *poses, double facing_rad, footprint *foot) {
    for (int i = 0; i < s->n; i++) {
        pose p = poses[s->index[i]];
        if (!s->at[i].has_heading) p.heading_rad = facing_rad;
        foot[i] = base_footprint(g->figures[u->first_figure + s->index[i]].base, p);
    }
}

static int count_seen(const game_unit *u, const shape_sight *known) {
    int n = 0;
    for (int i = 0; i < u->figure_count; i++) n += (!known->present || known->present[i]) && !(known->hidden && known->hidden[i]);
    return n;
}

bool shaping_is_lost(const shape_sight *known, int i) { return known->present && known->hidden && known->hidden[i] && !known->present[i]; }

static int count_lost(const game_unit *u, const shape_sight *known) {
    int n = 0;
    for (int i = 0; i < u->figure_count; i++) n += shaping_is_lost(known, i);
    return n;
}

static gap_summary measure_gaps(shaping *p) {
    footprint foot[GAME_MAX_FIGURES];
    lattice l = p->lost > 0 || p->form.ranks == 0 ? p->files : shaping_files(p);
    put_feet(p->g, p->u, &p->s, p->known->poses, p->form.facing_rad, foot);
    gap_summary m = spacing_measure(&p->s, foot, p->known->poses, l.pitch_in, p->lost > 0, p->limits);
    p->form.gap_lateral_in = m.lateral;
    p->form.gap_depth_in = m.depth;
    return m;
}

// In a picture that nothing came before: figures that were not found, so far as they leave holes.
static int count_unfound(shaping *p) {
    int missing = p->u->figure_count - p->s.n;
    if (missing == 0) return 0;
    lattice l = shaping_files(p);
    int holes = lattice_holes(p->s.at, p->s.ranked, &l);
    return holes < missing ? holes : missing;
}

static void shape_ranked(shaping *p) {
    const lattice *l = &p->files;
    shaping_find_ranks(p);
    if (p->known->still) p->lost = count_unfound(p);
    if (p->lost > 0) shaping_complete(p);
    gap_summary m = measure_gaps(p);
    shaping_classify_ranked(p, &m);
    front_edge(&p->s, p->form.ranks > 0 ? 0 : -1, (l->front_first - l->first) * l->pitch_in, (l->last - l->front_last) * l->pitch_in, &p->form);
}

static void shape_loose(shaping *p) {
    shaping_find_no_ranks(p);
    gap_summary m = measure_gaps(p);
    shaping_classify_loose(p, &m);
    front_edge(&p->s, -1, 0, 0, &p->form);
}

unit_form formation_shape_partly(const game *g, int unit, const shape_sight *known, const unit_form *previous, const shape_limits *limits,
                                 int16_t *rank) {
    const game_unit *u = &g->units[unit];
    shaping p;
    p.g = g, p.u = u, p.known = known, p.previous = previous, p.limits = limits;
    p.leader = u->leader - u->first_figure, p.lost = count_lost(u, known);
    p.files = (lattice){0}, p.readings = 0;
    p.form = (unit_form){.figures = count_seen(u, known), .gap_lateral_in = NAN, .gap_depth_in = NAN, .sigma_facing_rad = HEADING_UNKNOWN};
    collect(g, u, known->poses, known->present, &p.s);
    for (int i = 0; rank && i < u->figure_count; i++) rank[i] = -1;
    p.s.ranked = p.s.n;
    if (p.s.n == 0) return p.form;
    p.form.facing_rad = shaping_first_facing(&p);
    if (ranked_type(u->type))
        shape_ranked(&p);
    else
        shape_loose(&p);
    for (int i = 0; rank && i < p.s.n; i++) rank[p.s.index[i]] = (int16_t)p.s.at[i].rank;
    return p.form;
}

unit_form formation_shape(const game *g, int unit, const pose *poses, const bool *present, const unit_form *previous, const shape_limits *limits,
                          int16_t *rank) {
    return formation_shape_partly(g, unit, &(shape_sight){.poses = poses, .present = present}, previous, limits, rank);
}
