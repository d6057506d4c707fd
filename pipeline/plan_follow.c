// Which bases are followed while something changes. A frame has time for so many: the figures of a unit move together, so some of them tell where the
// others are, and all have their turn within a few frames.
#include <string.h>

#include "pipeline/boxes.h"
#include "pipeline/plan_parts.h"

follow_cost plan_cost_of(const figure_state *f) {
    if (f->searches & EYE_RIMS) return f->follow.lost ? FOLLOW_LOST_RIM : FOLLOW_RIM;
    if (f->searches & EYE_HIDDEN_TAGS) return f->hides_its_tag || f->follow.lost ? FOLLOW_HIDDEN_TAG : FOLLOW_TAG;
    return FOLLOW_PAINT;
}

// A figure is dear if its neighbourhood has to be searched.
static bool is_dear(const figure_state *f) {
    follow_cost k = plan_cost_of(f);
    return k == FOLLOW_LOST_RIM || k == FOLLOW_HIDDEN_TAG;
}

void plan_expect_none(int count, look_plan *out) {
    memset(out->marks, 0, (size_t)count * sizeof *out->marks);
    for (int i = 0; i < count; i++) {
        eye_wish *wish = &out->wishes[i];
        wish->is_expected = wish->has_place = wish->has_left = wish->elsewhere = wish->stands = wish->lost = false;
    }
}

void plan_forget_following(plan_memory *m, figure_state *figures, int count) {
    for (int i = 0; i < count; i++) figures[i].follow = (follow_memory){0};
    for (int s = 0; s < SEARCH_COUNT; s++) m->search[s].wait = m->search[s].part = 0;
    m->lost = m->searched_in_vain = 0;
}

void plan_expect_all(const plan_view *v, const figure_state *figures, look_plan *out) {
    plan_expect_none(v->game->figure_count, out);
    for (int i = 0; i < v->game->figure_count; i++) {
        eye_wish *wish = &out->wishes[i];
        wish->hides_its_tag = false;
        out->marks[i].searched = true;
        if (!figures[i].known) continue;
        wish->expected = figures[i].sought;
        wish->is_expected = box_of_base(v->game, v->camera, i, figures[i].sought, 0).width > 0;
        out->marks[i].searched = wish->is_expected;
    }
}

// Which figures are expected ----------------------------------------------------------------------------------------------------------------

// The predicted place: a step like its last one. If it was missed there, half of that step, then its old place, in turn: hands slow down and stop.
static pose predict(const follow_memory *m, pose now) {
    enum { WAYS = 3 };
    static const double goes_on[WAYS] = {1, 0.5, 0};
    if (!m->on || !m->has_step) return now;
    double share = goes_on[m->lost % WAYS];
    now.at = vec2_add(now.at, vec2_scale(m->step_in, share));
    if (pose_has_heading(now)) now.heading_rad = angle_wrap(now.heading_rad + share * m->step_rad);
    return now;
}

// A base that was covered and is no more is searched for at once. Of one that was missed, a little that is covered counts, beside what its own
// miniature hides.
static void note_cover(figure_state *f) {
    follow_memory *m = &f->follow;
    bool covered = f->covered > (m->lost ? CLEAR_SHARE : UNCOVERED_SHARE);
    if (m->was_covered && !covered) m->lost = 0, m->uncovered = true;
    if (covered || m->lost > LOST_LOOKS) m->uncovered = false;
    m->was_covered = covered;
}

// Expects the figure if something changed about it.
static void expect_figure(const plan_view *v, int figure, figure_state *f, look_plan *out) {
    const pose at = f->follow.on && f->follow.carried ? f->place : f->sought;
    eye_wish *wish = &out->wishes[figure];
    plan_mark *mark = &out->marks[figure];
    wish->expected = at;
    px_rect box = box_of_base(v->game, v->camera, figure, at, 2);
    if (box.width == 0) return;
    f->follow.rests = !box_any_under(v->changes, v->changes->moving, box);
    bool touched = !f->follow.rests || box_any_under(v->changes, v->changes->changed, box) || figure_may_have_gone_on(f);
    wish->is_expected = touched;
    wish->has_place = true;
    wish->has_left = figure_has_left(f);
    wish->elsewhere = wish->stands = f->met && !f->hidden && !touched;
    *mark = (plan_mark){.searched = touched, .touched = touched, .due = touched && out->kind == PLAN_SETTLE && rects_overlap(&out->where, box)};
    if (!touched) {
        f->follow = (follow_memory){0};
        return;
    }
    note_cover(f);
    f->follow.tracked_at = f->at.at;
    f->place = at;
    wish->expected = predict(&f->follow, at);
    f->follow.on = true;
}

// The budget --------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    const plan_view *v;
    plan_memory *m;
    figure_state *figures;
    look_plan *out;
    double whole_us;  // of this frame, for following
} choice;

// No single figure costs more than half of a frame: however slow the machine, each has its turn.
static double capped_us(const choice *c, follow_cost kind) { return fmin(costs_follow_us(c->v->costs, kind), c->whole_us / 2); }
static double cost_us(const choice *c, int figure) { return capped_us(c, plan_cost_of(&c->figures[figure])); }

// Looked for whatever it costs.
static bool is_first(const choice *c, int figure) { return c->out->marks[figure].due || c->figures[figure].follow.uncovered; }

// Figures under a hand, and figures where the picture changed but nothing moves, are searched for less often.
static bool is_for_later(const choice *c, int figure) {
    const figure_state *f = &c->figures[figure];
    bool seldom = f->follow.lost > LOST_LOOKS || (f->follow.rests && f->follow.has_step) || f->covered > COVERED_SHARE;
    return seldom && (c->m->looks + figure) % SELDOM_LOOKS != 0;
}

static void leave_out(const choice *c, int figure) {
    const figure_state *f = &c->figures[figure];
    c->out->wishes[figure].is_expected = false;
    c->out->wishes[figure].elsewhere = figure_stands(f) && f->follow.lost == 0;  // it has no turn, and no search is made for its sake
    c->out->marks[figure].searched = f->covered > COVERED_SHARE;                 // what hides it is what was looked at
}

// A step through the figures that comes by all of them, and by many units at once.
static int stride_of(int count) { return count % 7 ? 7 : count % 11 ? 11 : count % 13 ? 13 : 1; }

// Counts the figures of the unit that are searched for without a predicted motion; true where they are enough.
static bool are_probes_enough(const choice *c, int figure) {
    int unit = c->v->game->figures[figure].unit;
    return !c->figures[figure].follow.has_step && c->out->probes[unit]++ >= PROBES;
}

// Of those that are not due: puts off what can wait; returns whether any are left that are dear.
static bool put_off(const choice *c) {
    const int n = c->v->game->figure_count;
    bool any_dear = false;
    memset(c->out->probes, 0, (size_t)c->v->game->unit_count * sizeof *c->out->probes);
    for (int k = 0; k < n; k++) {
        int i = (c->m->next_followed + k * stride_of(n)) % n;
        if (!c->out->wishes[i].is_expected || is_first(c, i)) continue;
        if (is_for_later(c, i) || are_probes_enough(c, i))
            leave_out(c, i);
        else
            any_dear |= is_dear(&c->figures[i]);
    }
    return any_dear;
}

// Of the expected figures that are dear, or of those that are not, keeps as many as there is time for, beginning with the next in turn. Returns
// their cost.
static double keep_in_turn(const choice *c, bool dear, double budget_us, int *turn) {
    const int n = c->v->game->figure_count, stride = stride_of(n);
    double spent_us = 0;
    int i = n ? *turn % n : 0, next = i;
    bool full = false;
    for (int k = 0; k < n; k++, i = (i + stride) % n) {
        if (!c->out->wishes[i].is_expected || is_first(c, i) || is_dear(&c->figures[i]) != dear) continue;
        double us = cost_us(c, i);
        if (!full && spent_us + us > budget_us) full = true, next = i;
        if (full)
            leave_out(c, i);
        else
            spent_us += us;
    }
    *turn = next;
    return spent_us;
}

// First what is due or was just uncovered; then what can be seen, which tells where the rest of its unit went; then what is lost and dear, which has
// one turn a frame and what is left of the time.
static void keep_to_budget(const choice *c) {
    const int n = c->v->game->figure_count;
    double budget_us = c->whole_us;
    c->m->looks++;
    bool any_dear = n > 0 && put_off(c);
    for (int i = 0; i < n; i++)
        if (c->out->wishes[i].is_expected && is_first(c, i)) budget_us -= cost_us(c, i);
    double spent_us = keep_in_turn(c, false, budget_us - (any_dear ? capped_us(c, FOLLOW_HIDDEN_TAG) : 0), &c->m->next_followed);
    keep_in_turn(c, true, budget_us - spent_us, &c->m->next_dear);
    for (int i = 0; i < n; i++)
        if (c->out->wishes[i].is_expected && (c->m->looks + i) % RETRY_LOOKS == 0) c->figures[i].hides_its_tag = false;
}

void plan_follow(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    const int n = v->game->figure_count;
    plan_expect_none(n, out);
    for (int i = 0; i < n; i++)
        if (figures[i].known) expect_figure(v, i, &figures[i], out);
    double whole_us = v->costs->frame_us - (out->searches ? COST_SEARCH_US : 0);
    keep_to_budget(&(choice){v, m, figures, out, whole_us});
    for (int i = 0; i < n; i++) {
        figures[i].follow.asked = out->wishes[i].is_expected;
        out->wishes[i].hides_its_tag = figures[i].hides_its_tag;
    }
}

void plan_excuse(const plan_view *v, const plan_memory *m, const figure_state *figures, unsigned searches, look_plan *out) {
    for (int i = 0; i < v->game->figure_count; i++) {
        const figure_state *f = &figures[i];
        unsigned needed = f->searches, made = searches == EYE_ALL && !out->marks[i].due ? 0 : searches;
        if (f->covered > COVERED_SHARE) continue;
        if (f->follow.lost >= LOST_LOOKS) made |= m->searched_in_vain;
        if (needed & EYE_HIDDEN_TAGS) needed = f->hides_its_tag ? EYE_HIDDEN_TAGS : EYE_TAGS;
        if (needed & ~made) out->marks[i].searched = false;
    }
}
