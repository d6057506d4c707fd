// Ranks and files of a unit of which some figures are lost from sight.
#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"

// The figures that stand apart from the ranks, as they stand to the foremost rank that is seen and its file 0.
static void list_apart(const stand *s, int leader, double facing_rad, reading_sight *out) {
    vec2 facing = heading_forward(facing_rad);
    double line = 0;
    int front = 0;
    for (int i = 0; i < s->ranked; i++) {
        if (s->at[i].rank != 0) continue;
        line += vec2_dot(s->at[i].at, facing);
        front++;
    }
    for (int i = s->ranked; i < s->n && front > 0; i++) {
        reading_place at = {vec2_dot(s->at[i].at, facing) - line / front, s->at[i].left - out->seen->left_in};
        if (s->index[i] == leader)
            out->leader = at, out->leaders = 1;
        else if (out->wrapped < READING_APART)
            out->wrap[out->wrapped++] = at;
    }
}

// Ranks and files as they were, with fewer ranks where so many figures don't fill them any more.
static reading_prior known_block(const game_unit *u, const unit_form *previous, bool anew, int figures) {
    reading_prior before = {u->array_ranks, u->array_files, SHAPE_ROSTER_TIMES};
    if (anew) return (reading_prior){0, 0, 1};
    if (previous && previous->ranks > 0) before = (reading_prior){previous->ranks, previous->files, SHAPE_BLOCK_STAYS};
    if (before.files > 0) before.ranks = (int)fmin(before.ranks, (figures + before.files - 1) / before.files);
    return before;
}

// The gap between ranks; NAN where it is not known. Figures about an enemy's flanks belong to a closed unit, however few of the rank between them
// are seen.
static double depth_gap(const stand *s, const rank_grid *grid, int leader) {
    bool wrapped = false;
    for (int i = s->ranked; i < s->n; i++) wrapped |= s->index[i] != leader;
    double gap = ranks_gap(grid, s->at[0].depth_in);
    return isnan(gap) && wrapped ? 0 : gap;
}

void shaping_complete(shaping *p) {
    stand *s = &p->s;
    p->files = lattice_find(s->at, s->n, depth_gap(s, &p->grid, p->leader));
    bool leader_hidden = p->leader >= 0 && shaping_is_lost(p->known, p->leader);
    reading_prior before = known_block(p->u, p->previous, p->known->anew, s->ranked + p->lost - leader_hidden);
    double gap = p->files.pitch_in - s->at[0].width_in;
    reading_sight sight = {.at = s->at,
                           .n = s->ranked,
                           .seen = &p->files,
                           .rank_in = p->grid.ranks > 1 ? p->grid.pitch_in : s->at[0].depth_in + fmax(0, gap),
                           .hidden = p->lost,
                           .leader_hidden = leader_hidden,
                           .may_wrap = !shaping_is_formed(p->u) && gap < SHAPE_NOT_OPEN_IN};
    list_apart(s, p->leader, p->form.facing_rad, &sight);
    p->readings = reading_find(&sight, &before, p->reading);
    if (p->readings == 0) return;
    p->form.ranks = p->reading[0].ranks;
    p->form.files = p->form.frontage = p->reading[0].files;
}
