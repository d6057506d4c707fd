// Units carried as a body: where their figures are to be looked for, and which is which when they are set down.
#include "formation/shape/shape.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

static bool any_hidden(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (f->figures[i].hidden) return true;
    return false;
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
        if (!t->body.known || t->body.strayed || t->absent) continue;
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
    bool all = fronts_stand_in_ranks(u) && (ut->unsettled || any_hidden(f, unit));
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!t->body.known || t->body.strayed || !(t->hidden || all)) continue;
        pose p = body_predict(&ut->motion, t->body.stood, t_s);
        f->prior[i].at.at = p.at;
        f->prior[i].at.heading_rad = p.heading_rad;
    }
}

bool track_is_lost(const formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const unit_track *ut = &f->units[unit];
    return fronts_stand_in_ranks(u) && u->figure_count >= 4 && ut->unfollowed && f->t_s - ut->t_unfollowed_s > TRACK_LOST_S;
}

// Figures that are moved one by one leave their body; where they were seen last says more of them than the others do.
static void note_strays(formation *f, int unit) {
    const game_unit *u = &f->g->units[unit];
    const body_motion *m = &f->units[unit].motion;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (t->look.found && t->body.known && m->valid)
            t->body.strayed = vec2_distance(body_predict(m, t->body.stood, m->t_s).at, t->now.mean.at) > TRACK_BODY_OFF_IN;
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
    note_strays(f, unit);
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
        if (!t->seen || t->hidden || t->absent || !t->look.direct || !pose_has_heading(t->now.mean)) return;
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
    f->units[unit].body_due = (!in_order || any_hidden(f, unit)) && f->t_s - f->units[unit].t_change_s < TRACK_BODY_LATE_S;
    if (f->units[unit].body_due) return;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->known || !t->seen) continue;
        t->body.stood = t->now.mean;
        t->body.known = true;
        t->body.strayed = false;
        middle = vec2_add(middle, t->body.stood.at);
        n++;
    }
    if (n > 0) middle = vec2_scale(middle, 1.0 / n);
    f->units[unit].motion = (body_motion){.valid = n > 0, .middle = middle, .at = middle, .t_s = f->t_s};
}

// The unit's figures with known places then and now. False if one must not be renamed, since it is coded or hidden.
static bool list_plain(const formation *f, int unit, int *figures, int *count) {
    const game_unit *u = &f->g->units[unit];
    *count = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        if (!t->known || !t->seen) continue;
        if (t->hidden || t->look.coded || !t->body.known) return false;
        figures[(*count)++] = i;
    }
    return *count >= 4;
}

// Greatest distance of a figure from where the body's motion takes it, if figures[k] is in truth the one seen as figures[as[k]].
static double body_residual(const formation *f, const int *figures, const int *as, int n) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    for (int k = 0; k < n; k++) {
        from[k] = f->figures[figures[k]].body.stood.at;
        to[k] = f->figures[figures[as[k]]].now.mean.at;
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

// Assigns the present places to the figures by the unit's last rest state alone.
static bool name_anew(formation *f, const int *figures, int n, int *as) {
    base_sighting seen[GAME_MAX_FIGURES];
    for (int i = 0; i < f->g->figure_count; i++) f->prior[i] = nobody_else(&f->prior[i]);
    for (int k = 0; k < n; k++) {
        int i = figures[k];
        f->prior[i].absent = false;
        f->prior[i].known = true;
        f->prior[i].at = f->prior[i].stood = f->figures[i].body.stood;
        seen[k] = (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = f->g->figures[i].base, .rim_rgb = NO_COLOUR, .score = 1};
        seen[k].pose = f->figures[i].now.mean;
    }
    identify_past past = {.figures = f->prior};
    if (formation_identify_in(&f->view.memory, f->g, seen, n, &past, NULL) != STATUS_OK) return false;
    for (int k = 0; k < n; k++) as[k] = -1;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            if (seen[k].figure == figures[j]) as[j] = k;
    for (int k = 0; k < n; k++)
        if (as[k] < 0) return false;
    return true;
}

// What goes with a place, whichever figure is found to stand there.
typedef struct {
    steady now;
    track_front_looks front;
    double t_still_s, t_came_s;
} standing;

static standing standing_of(const track *t) { return (standing){t->now, t->front, t->t_still_s, t->t_came_s}; }

bool track_straighten(formation *f, int unit) {
    int figures[GAME_MAX_FIGURES], as[GAME_MAX_FIGURES], n;
    standing now[GAME_MAX_FIGURES];
    if (!fronts_stand_in_ranks(&f->g->units[unit]) || !list_plain(f, unit, figures, &n)) return true;
    for (int k = 0; k < n; k++) as[k] = k;
    if (body_residual(f, figures, as, n) <= TRACK_BODY_OFF_IN) return true;
    if (!name_anew(f, figures, n, as) || body_residual(f, figures, as, n) > TRACK_BODY_OFF_IN) return false;
    for (int k = 0; k < n; k++) now[k] = standing_of(&f->figures[figures[as[k]]]);
    for (int k = 0; k < n; k++) {
        track *t = &f->figures[figures[k]];
        t->now = now[k].now, t->front = now[k].front;
        t->t_still_s = now[k].t_still_s, t->t_came_s = now[k].t_came_s;
    }
    return true;
}
