// What is looked at while nothing changes: some of the known bases, and slices of the picture one after the other, in which each search is made.
#include "pipeline/boxes.h"
#include "pipeline/plan_parts.h"

void plan_begin_sweep(const plan_view *v, sweep_memory *s) {
    *s = (sweep_memory){.slice_px = SWEEP_PX * costs_speed(v->costs), .next_verified = s->next_verified};
}

// Known bases -------------------------------------------------------------------------------------------------------------------------------

static double verify(const plan_view *v, int figure, const figure_state *f, look_plan *out) {
    eye_wish *wish = &out->wishes[figure];
    if (wish->is_expected) return 0;
    *wish = (eye_wish){.expected = f->sought, .is_expected = true, .has_left = figure_has_left(f), .hides_its_tag = f->hides_its_tag};
    return costs_follow_us(v->costs, plan_cost_of(f));
}

// Some of the known bases, by their markers and rims alone, as many as there is time for: first, once, what may be back, then all in turn.
static void plan_verify(const plan_view *v, sweep_memory *s, const figure_state *figures, look_plan *out) {
    const int n = v->game->figure_count;
    const double budget_us = COST_VERIFY_US;
    double us = 0;
    for (; s->next_back < n && us < budget_us; s->next_back++) {
        if (!figure_may_be_back(&figures[s->next_back])) continue;
        us += verify(v, s->next_back, &figures[s->next_back], out);
        out->kind = PLAN_VERIFY;
    }
    for (int k = 0; k < n && us < budget_us; k++) {
        int i = s->next_verified = (s->next_verified + 1) % n;
        if (!figure_stands(&figures[i]) && !figure_may_be_back(&figures[i])) continue;
        us += verify(v, i, &figures[i], out);
        out->kind = PLAN_VERIFY;
    }
}

static bool may_be_back_at_rest(const plan_view *v, int figure, const figure_state *f) {
    if (!figure_may_be_back(f) || f->follow.on) return false;
    px_rect box = box_of_base(v->game, v->camera, figure, f->sought, 0);
    return box.width > 0 && !box_any_under(v->changes, v->changes->moving, box);
}

void plan_look_back(const plan_view *v, plan_memory *m, const figure_state *figures, look_plan *out) {
    const int n = v->game->figure_count;
    for (int k = 0; k < n; k++) {
        int i = m->next_back = (m->next_back + 1) % n;
        if (out->wishes[i].is_expected || !may_be_back_at_rest(v, i, &figures[i])) continue;
        verify(v, i, &figures[i], out);
        return;
    }
}

// The sweep ---------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    int columns, rows;
} slicing;

static slicing slices_of(const plan_view *v, const sweep_memory *s) {
    double edge = sqrt(s->slice_px * v->width / v->height);  // as wide as the picture, in proportion
    int columns = (int)fmax(1, round(v->width / edge)), rows = (int)fmax(1, round((double)v->width * v->height / s->slice_px / columns));
    return (slicing){columns, rows};
}

static bool is_round_over(const plan_view *v, const sweep_memory *s) {
    slicing n = slices_of(v, s);
    return s->slice >= n.columns * n.rows;
}

static px_rect slice_box(const plan_view *v, slicing n, int slice) {
    int64_t x = slice % n.columns, y = slice / n.columns;
    int left = (int)(v->width * x / n.columns), top = (int)(v->height * y / n.rows);
    return (px_rect){left, top, (int)(v->width * (x + 1) / n.columns) - left, (int)(v->height * (y + 1) / n.rows) - top};
}

// The sweep's next search in its slice; 0: none is left there. Tags always, the others where one is missing.
static unsigned next_search(sweep_memory *s, unsigned missing) {
    static const unsigned searches[] = {EYE_TAGS | EYE_PLAIN, EYE_RIMS, EYE_HIDDEN_TAGS};
    while (s->sort < 3) {
        unsigned search = searches[s->sort++];
        if ((search & EYE_TAGS) || (search & missing)) return search;
    }
    return 0;
}

static void plan_slice(const plan_view *v, sweep_memory *s, const figure_state *figures, unsigned missing, look_plan *out) {
    out->searches = next_search(s, missing);
    if (out->searches == 0) {
        s->slice++;
        s->sort = 0;
        out->searches = next_search(s, missing);
    }
    if (is_round_over(v, s)) return;
    out->kind = PLAN_SWEEP;
    out->slice = slice_box(v, slices_of(v, s), s->slice);
    rects_add(&out->where, rect_grow(out->slice, box_margin_px(v->camera)));
    for (int i = 0; i < v->game->figure_count; i++) {
        eye_wish *wish = &out->wishes[i];
        wish->elsewhere = wish->stands = figure_stands(&figures[i]);
        if (wish->stands) wish->expected = figures[i].at;
    }
}

// The round is over: its finds count as one look at the whole table, so that missing figures can be found anywhere.
static void plan_round_end(const plan_view *v, sweep_memory *s, const figure_state *figures, look_plan *out) {
    int rounds = s->rounds + 1;
    out->kind = PLAN_SWEEP_END;
    for (int i = 0; i < v->game->figure_count; i++) out->marks[i].searched = !figure_stands(&figures[i]);
    plan_begin_sweep(v, s);
    s->rounds = rounds;
}

void plan_idle(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    const int n = v->game->figure_count;
    sweep_memory *s = &m->sweep;
    out->kind = PLAN_NOTHING;
    plan_expect_none(n, out);
    plan_forget_following(m, figures, n);
    if (!v->at_rest) return;
    if (is_round_over(v, s)) {
        plan_round_end(v, s, figures, out);
        return;
    }
    unsigned missing = figures_missing_searches(figures, n);
    int every = !missing ? SWEEP_EVERY : s->rounds < VAIN_ROUNDS ? SWEEP_MISSING : SWEEP_VAIN;
    if (s->idle_frames++ % every == 0)
        plan_slice(v, s, figures, missing, out);
    else if (s->idle_frames % VERIFY_EVERY == 0)
        plan_verify(v, s, figures, out);
}
