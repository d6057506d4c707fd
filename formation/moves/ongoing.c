// What goes on: the move of a unit as far as it has come.
#include "formation/moves/state.h"

// What is seen of the unit did not go as one body.
static bool went_anew(const pose *from, const pose *to, const bool *with, int figures) {
    vec2 a[GAME_MAX_FIGURES], b[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < figures; i++)
        if (with[i]) a[n] = from[i].at, b[n++] = to[i].at;
    return formation_is_anew(a, b, n);
}

// The form that the unit has on its way is measured only where it is asked for.
static void fill_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    const game_unit *u = &s->g->units[unit];
    const seg_unit *su = &s->units[unit];
    pose *from = s->ongoing.from, *to = s->ongoing.to;
    bool *with = s->ongoing.with, *present = s->ongoing.present, *hidden = s->ongoing.hidden;
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        from[i] = fig->rest.mean;
        to[i] = seg_unknocked(fig);
        present[i] = seg_is_there(fig);
        hidden[i] = fig->on_table && !present[i];
        with[i] = fig->in_move && present[i];
        s->ongoing.sight[i] = segment_sight(s, u->first_figure + i);
    }
    *out = (move){.number = s->moves + 1,
                  .unit = unit,
                  .t_begin_s = su->t_begin_s,
                  .t_end_s = s->t_s,
                  .gap_s = su->gap_s,
                  .figure_count = u->figure_count,
                  .moved_with = with,
                  .sight = s->ongoing.sight,
                  .from = from,
                  .to = to,
                  .before = su->form.now,
                  .rank_before = su->form.rank,
                  .rank_after = s->ongoing.ranks,
                  .sample_count = su->path.count,
                  .sample_t_s = su->path.t_s,
                  .samples = su->path.at,
                  .sample_seen = su->path.seen};
    out->after = su->form.now;
    if (!with_form) {
        out->rank_after = su->form.rank;
        return;
    }
    unit_form last = segment_known_form(su);
    out->after = formation_shape_partly(
        s->g, unit,
        &(shape_sight){.poses = to, .present = present, .hidden = hidden, .anew = su->form.anew || went_anew(from, to, with, u->figure_count)},
        last.figures > 0 ? &last : NULL, &s->o.limits, s->ongoing.ranks);
}

static bool take_ongoing(segmenter *s, int unit, bool with_form, move *out) {
    seg_unit *su = &s->units[unit];
    if (!su->moving || su->returning || su->returned || !segment_shift(s, unit).beyond_nudge) return false;
    segment_path_to_now(s, unit);
    fill_ongoing(s, unit, with_form, out);
    return true;
}

bool segmenter_ongoing(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, true, out); }

bool segmenter_under_way(segmenter *s, int unit, move *out) { return take_ongoing(s, unit, false, out); }

bool segmenter_out_of_sight(const segmenter *s, int unit, double *begun_s) {
    const seg_unit *su = &s->units[unit];
    *begun_s = su->t_begin_s;
    return su->moving && su->went_far && !su->returning && !su->returned && !segment_in_sight(s, unit);
}

bool segmenter_is_free(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (fig->in_move && !seg_is_there(fig) && s->t_s - fig->t_hidden_s < MOVES_CARRIED * s->o.settle_s) return false;
    }
    return true;
}
