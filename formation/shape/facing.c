// Which way a unit faces and in which ranks it stands.
#include <float.h>

#include "formation/fronts.h"
#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"
#include "formation/shape/sides.h"
#include "formation/shape/wrap.h"

// Circular mean heading of the figures of one rank (-1: of all) and its error; in a rank, of those that face about as most of the unit does, so that
// a figure turned aside doesn't turn the unit. False where none has a heading.
static bool mean_facing(const stand *s, const pose *poses, int rank, unit_form *f) {
    double heading[GAME_MAX_FIGURES], variance = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->at[i].has_heading || (rank >= 0 && s->at[i].rank != rank)) continue;
        if (rank >= 0 && fabs(angle_difference(s->at[i].heading_rad, f->facing_rad)) > SHAPE_ELSEWHERE_RAD) continue;
        variance += poses[s->index[i]].sigma_rad * poses[s->index[i]].sigma_rad;
        heading[n++] = s->at[i].heading_rad;
    }
    if (n == 0) return false;
    f->facing_rad = angle_mean(heading, n);
    f->sigma_facing_rad = sqrt(variance) / n;
    return true;
}

static void swap_figures(stand *s, int i, int j) {
    int index = s->index[i];
    ranked_base at = s->at[i];
    s->index[i] = s->index[j], s->at[i] = s->at[j];
    s->index[j] = index, s->at[j] = at;
}

// True for the leader and for figures that look elsewhere than the unit does.
static bool is_apart(const stand *s, int i, int leader, double facing_rad) {
    return s->index[i] == leader || (s->at[i].has_heading && fabs(angle_difference(s->at[i].heading_rad, facing_rad)) > SHAPE_ELSEWHERE_RAD);
}

// The figures that look as the unit does: how far ahead they stand, across the rows, and beyond which lines a figure stands at their ends.
typedef struct {
    double slope;  // of the rows
    double front, left, right;
} party;

static double ahead_of_rows(const party *p, const ranked_base *b) { return b->ahead + p->slope * b->left; }

static party find_party(const stand *s, int leader, const rank_grid *grid) {
    party p = {.slope = tan(grid->skew_rad), .front = -DBL_MAX, .left = -DBL_MAX, .right = DBL_MAX};
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        if (!b->has_heading || is_apart(s, i, leader, grid->facing_rad)) continue;
        p.front = fmax(p.front, ahead_of_rows(&p, b));
        p.left = fmax(p.left, b->left - b->width_in);
        p.right = fmin(p.right, b->left + b->width_in);
    }
    return p;
}

static bool is_ahead(const party *p, const ranked_base *b) { return ahead_of_rows(p, b) >= p->front + SHAPE_AHEAD * b->depth_in; }

static bool is_at_end(const party *p, const ranked_base *b) { return b->left > p->left || b->left < p->right; }

// A leader ahead of the front rank stands in no rank, nor do figures at its ends that went forward about an enemy's flanks and look inward
// (BS1-7.12). They are moved behind the others in s, with known ahead and left. Figures ahead elsewhere that look aside are a rank that turned.
//
// Figures with unseen headings stand so if others do, or if they and the `lost` are too few for a rank as wide as the widest, and no other figure
// stands ahead between them.
static void set_apart(stand *s, int leader, const rank_grid *grid, int lost) {
    party main = find_party(s, leader, grid);
    bool wrapped = false, between = false;
    int nameless = 0;
    for (int i = 0; i < s->n; i++) {
        const ranked_base *b = &s->at[i];
        const bool at_end = is_at_end(&main, b);
        if (s->index[i] == leader || !is_ahead(&main, b)) continue;
        if (!b->has_heading) nameless += at_end, between |= !at_end;
        if (!is_apart(s, i, leader, grid->facing_rad)) continue;
        if (!at_end) return;
        wrapped = true;
    }
    wrapped |= nameless > 0 && !between && nameless + lost < grid->files;
    for (int i = s->n - 1; i >= 0; i--) {
        if (!is_ahead(&main, &s->at[i]) || !(is_apart(s, i, leader, grid->facing_rad) || (wrapped && !s->at[i].has_heading))) continue;
        s->at[i].rank = -1;
        swap_figures(s, i, --s->ranked);
    }
    if (s->ranked == 0) s->ranked = s->n;  // all look elsewhere: none stands apart
}

void shaping_find_ranks(shaping *p) {
    stand *s = &p->s;
    unit_form *f = &p->form;
    double tol = p->limits->rank_tol_fraction;
    bool partly = p->lost > 0;
    p->grid = ranks_find(s->at, s->n, f->facing_rad, tol, partly);
    set_apart(s, p->leader, &p->grid, p->lost);
    if (s->ranked < s->n) p->grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
    if (mean_facing(s, p->known->poses, 0, f)) p->grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
    for (int pass = 0; pass < SHAPE_FACING_PASSES; pass++) {  // turned, it may be found in other ranks, and these tell more
        double before = f->facing_rad;
        if (!shaping_weigh_facing(p)) break;
        p->grid = ranks_find(s->at, s->ranked, f->facing_rad, tol, partly);
        if (fabs(angle_difference(f->facing_rad, before)) < SHAPE_LINE_ERROR_RAD) break;
    }
    f->ranks = p->grid.ranks;
    f->files = p->grid.files;
    f->frontage = p->grid.frontage;
}

lattice shaping_files(shaping *p) { return lattice_find(p->s.at, p->s.ranked, ranks_gap(&p->grid, p->s.at[0].depth_in)); }

void shaping_find_no_ranks(shaping *p) {
    mean_facing(&p->s, p->known->poses, -1, &p->form);
    ranks_find(p->s.at, p->s.n, p->form.facing_rad, SHAPE_ANY_RANK_TOL, false);  // for the places ahead and to the left
    for (int i = 0; i < p->s.n; i++) p->s.at[i].rank = -1;
}

static bool front_is_open(const shaping *p, int i) { return pose_front_is_doubtful(p->known->poses[p->s.index[i]]); }

// Where no looks are known, of each pose the side that is said first.
static int looks_of_poses(const shaping *p, side_look out[GAME_MAX_FIGURES]) {
    int n = 0;
    for (int i = 0; i < p->s.n; i++) {
        pose at = p->known->poses[p->s.index[i]];
        if (!pose_front_is_doubtful(at)) continue;
        side_look *l = &out[n++];
        *l = (side_look){.heading_rad = at.heading_rad, .chance = {SHAPE_SAID_FIRST}, .edged = true};
        for (int k = 1; k < at.fronts; k++) l->chance[k * 4 / at.fronts] = (1 - SHAPE_SAID_FIRST) / (at.fronts - 1);
    }
    return n;
}

static bool likeliest_side(const shaping *p, double *facing_rad) {
    const shape_still *still = p->known->still;
    side_look said[GAME_MAX_FIGURES];
    const bool looked = still && still->look_count > 0;
    open_sides o = {.at = p->s.at,
                    .n = p->s.n,
                    .ranked = fronts_stand_in_ranks(p->u),
                    .looks = looked ? still->looks : said,
                    .look_count = looked ? still->look_count : looks_of_poses(p, said),
                    .ahead_rad = still ? still->ahead_rad : 0,
                    .ahead_worth = still ? still->ahead_worth : 0,
                    .roster_ranks = p->u->array_ranks,
                    .roster_files = p->u->array_files,
                    .rank_tol = p->limits->rank_tol_fraction};
    return sides_facing(&o, facing_rad);
}

// Of a picture that nothing came before. Figures with sure fronts tell the facing; else it is the likeliest of the sides that are open. Those whose
// fronts are doubtful are turned to it.
static bool face_still(shaping *p, double *facing_rad) {
    ranked_base sure[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < p->s.n; i++)
        if (p->s.at[i].has_heading && !front_is_open(p, i)) sure[n++] = p->s.at[i];
    if (!ranks_heading(sure, n, facing_rad) && !likeliest_side(p, facing_rad)) return false;
    for (int i = 0; i < p->s.n; i++)
        if (front_is_open(p, i)) p->s.at[i].heading_rad = pose_face(p->known->poses[p->s.index[i]], *facing_rad).heading_rad;
    return true;
}

double shaping_first_facing(shaping *p) {
    double facing;
    if (p->lost > 0 && wrap_facing(p->s.at, p->s.n, &facing)) return facing;
    if (p->known->still && face_still(p, &facing)) return facing;
    if (ranks_heading(p->s.at, p->s.n, &facing)) return facing;
    if (p->previous && p->previous->figures > 0) return p->previous->facing_rad;
    return likeliest_side(p, &facing) ? facing : 0;
}
