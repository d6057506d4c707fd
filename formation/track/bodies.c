// Units carried as a body: where their figures are to be looked for, and which is which when they are set down.
#include "formation/shape/shape.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

bool track_any_hidden(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (f->figures[i].hidden) return true;
    return false;
}

bool track_goes_with_body(const formation *f, int i) {
    const track *t = &f->figures[i];
    return t->body.known && !t->body.strayed && f->units[f->g->figures[i].unit].motion.valid;
}

static bool lies_at(const formation_view *v, vec2 at, double near_in) {
    for (int i = 0; i < v->base_count; i++)
        if (v->bases[i].by != SEEN_BY_UNIT_MARKER && vec2_distance(v->bases[i].pose.at, at) <= near_in) return true;
    return false;
}

// Figures of the unit's body that the view's bases show where it would be, had it moved as it did until t_s.
static int shown_there(const formation *f, const formation_view *v, int unit, double t_s) {
    const game_unit *u = &f->g->units[unit];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        base b = f->g->figures[i].base;
        if (!track_goes_with_body(f, i) || t->absent) continue;
        n += lies_at(v, body_predict(&f->units[unit].motion, t->body.stood, t_s).at, TRACK_EXPECTED_NEAR * fmin(b.width_in, b.depth_in));
    }
    return n;
}

void track_expect_carried(formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    const unit_track *ut = &f->units[unit];
    if (!ut->motion.valid) return;
    double t_s = f->t_s;
    bool goes = vec2_length(ut->motion.speed_in_s) > 0 || ut->motion.spin_rad_s != 0;
    if (goes && shown_there(f, v, unit, ut->motion.t_s) > shown_there(f, v, unit, t_s)) t_s = ut->motion.t_s;
    bool all = fronts_stand_in_ranks(u) && (ut->unsettled || track_any_hidden(f, unit));
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!track_goes_with_body(f, i) || !(t->hidden || all)) continue;
        pose p = body_predict(&ut->motion, t->body.stood, t_s);
        f->prior[i].at.at = p.at;
        f->prior[i].at.heading_rad = p.heading_rad;
    }
}

pose track_in_body_pose(const formation *f, int i) {
    const track *t = &f->figures[i];
    const int unit = f->g->figures[i].unit;
    const body_motion *m = &f->units[unit].motion;
    if (!track_goes_with_body(f, i) || !fronts_stand_in_ranks(&f->g->units[unit])) return t->now.mean;
    return body_predict(m, t->body.stood, m->t_s);
}

bool track_is_lost(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const unit_track *ut = &f->units[unit];
    return fronts_stand_in_ranks(u) && u->figure_count >= 4 && ut->unfollowed && f->t_s - ut->t_unfollowed_s > TRACK_LOST_S;
}

// It is known where the body is now: it was followed in this view, or most of it stands where it did. A lone figure leaves no body behind.
static bool knows_body(const formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    int known = 0, resting = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!f->figures[i].body.known) continue;
        known++;
        resting += track_is_untouched(v, i);
    }
    return known < 2 || f->units[unit].motion.t_s == f->t_s || 2 * resting >= known;
}

// Figures that are moved one by one leave their body; where they were seen last says more of them than the others do. The first that is seen of a
// body that is being carried has not left it. A blurred look at a base on its way is no proof that it went: it counts where it was seen, not where it
// is known to have stood.
static void note_strays(formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    const body_motion *m = &f->units[unit].motion;
    if (!knows_body(f, v, unit)) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (t->look.found && t->body.known && m->valid)
            t->body.strayed = vec2_distance(body_predict(m, t->body.stood, m->t_s).at, t->look.at) > TRACK_BODY_OFF_IN;
    }
}

// A figure that was seen on its way with its body, and is not found while that is followed elsewhere, has gone on with it: it is hidden.
static void hide_gone_on(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const body_motion *m = &f->units[unit].motion;
    if (!m->valid || m->t_s != f->t_s || !fronts_stand_in_ranks(u)) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (!track_is_in_sight(t) || t->look.found || !track_goes_with_body(f, i)) continue;
        bool moved = vec2_distance(t->now.mean.at, t->body.stood.at) > TRACK_BODY_OFF_IN;
        if (!moved || vec2_distance(t->now.mean.at, track_in_body_pose(f, i).at) <= TRACK_BODY_OFF_IN) continue;
        t->hidden = true;
        track_disturb(f, i);
    }
}

void track_follow_body(formation *f, const formation_view *v, int unit) {
    const game_unit *u = &f->g->units[unit];
    unit_track *ut = &f->units[unit];
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0, known = 0, searched = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        known += t->body.known;
        searched += t->body.known && track_was_searched(v, i);
        if (!t->look.found || !t->body.known) continue;
        from[n] = t->body.stood.at;
        to[n++] = t->now.mean.at;
    }
    int needed = (int)fmax(2, ceil(TRACK_BODY_SHARE * known));
    if (n >= needed) body_follow(&ut->motion, from, to, n, known, needed, f->t_s);
    note_strays(f, v, unit);
    hide_gone_on(f, unit);
    if (n >= needed || known == 0 || searched < known - n) {  // found, or never at rest yet, or not looked for in most of its places
        ut->unfollowed = false;
    } else if (!ut->unfollowed) {
        ut->unfollowed = true;
        ut->t_unfollowed_s = f->t_s;
    }
}

void track_remember_layout(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    pose poses[GAME_MAX_FIGURES];
    bool present[GAME_MAX_FIGURES];
    if (!u->marker_has_offset) return;
    for (int k = 0; k < u->figure_count; k++) {
        const track *t = &f->figures[u->first_figure + k];
        // A heading that nobody has seen since the unit was moved is that of before, and no part of its layout.
        if (!track_is_in_sight(t) || !t->look.direct || !pose_has_heading(t->now.mean)) return;
        poses[k] = t->now.mean;
        present[k] = true;
    }
    shape_limits limits = shape_default_limits();
    unit_form form = formation_shape(f->g, unit, poses, present, NULL, &limits, NULL);
    for (int k = 0; k < u->figure_count; k++) {
        f->prior[u->first_figure + k].layout = (pose){.at = vec2_rotate(vec2_sub(poses[k].at, form.anchor), -form.facing_rad),
                                                      .heading_rad = angle_difference(poses[k].heading_rad, form.facing_rad)};
        f->prior[u->first_figure + k].layout_known = true;
    }
}

void track_remember_body(formation *f, int unit, bool in_order) {
    const game_unit *u = &f->g->units[unit];
    vec2 middle = {0, 0};
    int n = 0;
    f->units[unit].body_due = (!in_order || track_any_hidden(f, unit)) && f->t_s - f->units[unit].t_change_s < TRACK_BODY_LATE_S;
    if (f->units[unit].body_due) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->known || !t->seen) continue;
        t->body.stood = t->hidden ? track_in_body_pose(f, i) : t->now.mean;
        t->body.known = true;
        t->body.strayed = false;
        middle = vec2_add(middle, t->body.stood.at);
        n++;
    }
    if (n > 0) middle = vec2_scale(middle, 1.0 / n);
    f->units[unit].motion = (body_motion){.valid = n > 0, .middle = middle, .at = middle, .t_s = f->t_s};
}

// A unit's plain figures with known places: `seen` of them in sight, and the hidden ones after those. One that was found for the first time since the
// unit last stood at rest has no place then: it may be any that the others leave.
typedef struct {
    int figures[GAME_MAX_FIGURES];
    int count, seen;
} plain_list;

static bool add_plain(const formation *f, const game_unit *u, bool hidden, plain_list *out) {
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!t->known || !t->seen || t->hidden != hidden) continue;
        if (t->look.coded || (hidden && !t->body.known)) return false;
        out->figures[out->count++] = i;
    }
    return true;
}

// False if one of them must not be renamed, since it is coded, or too few are in sight.
static bool list_plain(const formation *f, int unit, plain_list *out) {
    const game_unit *u = &f->g->units[unit];
    out->count = 0;
    if (!add_plain(f, u, false, out)) return false;
    out->seen = out->count;
    if (!add_plain(f, u, true, out)) return false;
    return out->seen >= fmax(4, TRACK_ORDER_SHARE * out->count);
}

// Greatest distance of a figure in sight from where the body's motion takes it, if figure k of the list is in truth the one seen as as[k].
static double body_residual(const formation *f, const plain_list *list, const int *as) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int k = 0; k < list->count; k++) {
        if (as[k] >= list->seen || !f->figures[list->figures[k]].body.known) continue;
        from[n] = f->figures[list->figures[k]].body.stood.at;
        to[n++] = f->figures[list->figures[as[k]]].now.mean.at;
    }
    return rigid2_fit(from, to, n).residual_max;
}

// A figure that is not looked for; what is known of its layout stays.
static identify_figure nobody_else(const identify_figure *before) {
    identify_figure none = identify_unknown();
    none.absent = true;
    none.layout_known = before->layout_known;
    none.layout = before->layout;
    return none;
}

static base_sighting seen_as_plain(const formation *f, int figure) {
    const pose *p = &f->figures[figure].now.mean;
    return (base_sighting){.by = SEEN_BY_PLAIN,
                           .figure = -1,
                           .unit = -1,
                           .base = f->g->figures[figure].base,
                           .rim_rgb = NO_COLOUR,
                           .score = 1,
                           .pose = *p,
                           .front_doubtful = pose_front_is_doubtful(*p)};
}

// The figures that found no place take those of the hidden ones.
static void give_hidden(const plain_list *list, int *as) {
    int next = list->seen;
    for (int k = 0; k < list->count; k++)
        if (as[k] < 0) as[k] = next++;
}

// Assigns the present places to the figures by the unit's last rest state alone. False: some place is nobody's.
static bool name_anew(formation *f, const plain_list *list, int *as) {
    base_sighting seen[GAME_MAX_FIGURES];
    int named = 0;
    for (int i = 0; i < f->g->figure_count; i++) f->prior[i] = nobody_else(&f->prior[i]);
    for (int k = 0; k < list->count; k++) {
        int i = list->figures[k];
        f->prior[i].absent = false;
        f->prior[i].known = f->figures[i].body.known;
        if (f->prior[i].known) f->prior[i].at = f->prior[i].stood = f->figures[i].body.stood;
        if (k < list->seen) seen[k] = seen_as_plain(f, i);
    }
    identify_past past = {.figures = f->prior};
    if (formation_identify_in(&f->view.memory, f->g, seen, list->seen, &past, NULL) != STATUS_OK) return false;
    for (int k = 0; k < list->count; k++) {
        as[k] = -1;
        for (int j = 0; j < list->seen; j++)
            if (seen[j].figure == list->figures[k]) as[k] = j;
        named += as[k] >= 0;
    }
    if (named < list->seen) return false;
    give_hidden(list, as);
    return true;
}

// What goes with a place, whichever figure is found to stand there; a place where none is seen goes with its absence.
typedef struct {
    steady now;
    track_front_looks front;
    double t_here_s, t_still_s, t_came_s;
    bool hidden;
    track_gap gap_now, gap_last;
} standing;

static standing standing_of(const track *t) {
    return (standing){t->now, t->front, t->t_here_s, t->t_still_s, t->t_came_s, t->hidden, t->away.now, t->away.last};
}

static void stand(track *t, const standing *s) {
    t->now = s->now;
    t->front = s->front;
    t->t_here_s = s->t_here_s, t->t_still_s = s->t_still_s, t->t_came_s = s->t_came_s;
    t->hidden = s->hidden;
    t->away.now = s->gap_now, t->away.last = s->gap_last;
}

void track_exchange(formation *f, int i, int j) {
    standing a = standing_of(&f->figures[i]), b = standing_of(&f->figures[j]);
    stand(&f->figures[i], &b);
    stand(&f->figures[j], &a);
}

bool track_straighten(formation *f, int unit) {
    plain_list list;
    int as[GAME_MAX_FIGURES];
    standing now[GAME_MAX_FIGURES];
    if (!fronts_stand_in_ranks(&f->g->units[unit]) || !list_plain(f, unit, &list)) return true;
    for (int k = 0; k < list.count; k++) as[k] = k;
    if (body_residual(f, &list, as) <= TRACK_BODY_OFF_IN) return true;
    if (!name_anew(f, &list, as) || body_residual(f, &list, as) > TRACK_BODY_OFF_IN) return false;
    for (int k = 0; k < list.count; k++) now[k] = standing_of(&f->figures[list.figures[as[k]]]);
    for (int k = 0; k < list.count; k++) stand(&f->figures[list.figures[k]], &now[k]);
    return true;
}
