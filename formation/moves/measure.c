// Displacement, rest and form of a unit.
#include "formation/fronts.h"
#include "formation/moves/state.h"

double segment_turn(pose a, pose b) { return pose_has_heading(a) && pose_has_heading(b) ? fabs(pose_turn(a, b)) : 0; }

bool segment_is_move(const segmenter *s, pose a, pose b) {
    if (!steady_differ(a, b, s->terms)) return false;
    return vec2_distance(a.at, b.at) >= s->o.nudge_in || segment_turn(a, b) > s->o.facing_tol_rad;
}

int segment_places(const segmenter *s, int unit, vec2 *from, vec2 *to) {
    int n = 0;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!fig->in_move || !seg_is_there(fig)) continue;
        from[n] = fig->rest.mean.at;
        to[n++] = seg_unknocked(fig).at;
    }
    return n;
}

// True where ranks, of which so many figures turned, kept their places in their body, and it stands where it stood: each figure may stand a little
// aside or turned, or be read so.
static bool body_stands(const segmenter *s, int unit, int turned) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    if (!fronts_stand_in_ranks(&s->g->units[unit])) return false;
    const int n = segment_places(s, unit, from, to);
    if (n < MOVES_BODY_LEAST || 2 * turned > n) return false;
    rigid2 m = rigid2_fit(from, to, n);
    if (m.residual_max > MOVES_BODY_IN || fabs(m.rotation_rad) > s->o.facing_tol_rad) return false;
    for (int i = 0; i < n; i++)
        if (vec2_distance(rigid2_apply(m, from[i]), from[i]) >= s->o.nudge_in) return false;
    return true;
}

seg_shift segment_shift(const segmenter *s, int unit) {
    bool arriving = s->units[unit].moving && s->units[unit].arriving;
    seg_shift m = {.beyond_nudge = arriving, .beyond_noise = arriving};
    int turned = 0, faced = 0;  // and by more than an eighth
    bool any_far = false;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        const seg_figure *fig = &s->figures[f];
        if (!seg_is_there(fig)) continue;
        m.there++;
        if (!fig->in_move) continue;
        pose now = seg_unknocked(fig);
        m.farthest_in = fmax(m.farthest_in, vec2_distance(now.at, fig->rest.mean.at));
        any_far |= segment_is_move(s, fig->rest.mean, now);
        m.displaced += steady_differ(fig->rest.mean, now, s->terms);
        turned += segment_turn(fig->rest.mean, now) > s->o.facing_tol_rad;
        faced += segment_turn(fig->rest.mean, now) > PI / 4;
    }
    m.beyond_nudge |= any_far && (faced > 0 || !body_stands(s, unit, turned));
    m.beyond_noise |= m.displaced > 0;
    return m;
}

move_sight segment_sight(const segmenter *s, int figure) {
    const seg_figure *fig = &s->figures[figure];
    if (!fig->on_table || seg_is_there(fig) || (!fig->in_move && !(fig->stale && fig->carried))) return MOVE_NO_SIGHT;
    bool with_the_move = fig->in_move && fig->t_hidden_s >= s->units[s->g->figures[figure].unit].t_begin_s - MOVES_TAKEN_UP_S;
    return with_the_move ? MOVE_WENT_UNSEEN : MOVE_LONG_UNSEEN;
}

// A hand that covers a figure of a unit in motion may still push it: until that has been hidden for so long, too, the unit has not settled.
double segment_settles_s(const segmenter *s, int unit) {
    double since = s->units[unit].t_change_s;
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].hidden && !s->figures[f].trusted) since = fmax(since, s->figures[f].t_hidden_s);
    return since + s->o.settle_s;
}

bool segment_still(const segmenter *s, int unit) { return s->t_s >= segment_settles_s(s, unit) - SEGMENT_HAIR_S; }

unit_form segment_known_form(const seg_unit *su) {
    unit_form f = su->form.now;
    f.ranks = su->form.whole_ranks;
    f.files = su->form.whole_files;
    return f;
}

void segment_measure(segmenter *s, int unit) {
    const game_unit *u = &s->g->units[unit];
    seg_unit *su = &s->units[unit];
    pose poses[GAME_MAX_FIGURES];
    bool present[GAME_MAX_FIGURES], hidden[GAME_MAX_FIGURES];
    int lost = 0;
    for (int i = 0; i < u->figure_count; i++) {
        const seg_figure *fig = &s->figures[u->first_figure + i];
        poses[i] = fig->rest.mean;
        present[i] = seg_has_place(fig);
        hidden[i] = fig->on_table && !seg_is_there(fig);
        lost += hidden[i] && !present[i];
    }
    unit_form last = segment_known_form(su);
    su->form.now = formation_shape_partly(s->g, unit, &(shape_sight){.poses = poses, .present = present, .hidden = hidden, .anew = su->form.anew},
                                          last.figures > 0 ? &last : NULL, &s->o.limits, su->form.rank);
    su->form.stale = false;
    if (lost > 0) return;
    su->form.whole_ranks = su->form.now.ranks;
    su->form.whole_files = su->form.now.files;
    su->form.anew = false;
}

void segment_rest(segmenter *s, int unit) {
    seg_unit *su = &s->units[unit];
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++) {
        seg_figure *fig = &s->figures[f];
        fig->in_move = false;
        seg_forget_knock(fig);
        if (seg_is_there(fig)) fig->rest = fig->lately = fig->now;
    }
    su->reinforces &= !su->arriving;
    su->moving = su->went_far = su->went_as_body = su->returning = su->returned = su->arriving = false;
    segment_measure(s, unit);
}

bool segment_in_sight(const segmenter *s, int unit) {
    for (int f = seg_first(s, unit); f < seg_after(s, unit); f++)
        if (s->figures[f].in_move && !seg_is_there(&s->figures[f])) return false;
    return true;
}
