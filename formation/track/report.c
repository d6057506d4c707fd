// What a view reports: first places, places that changed, figures that became hidden, groups of figures that may be one another.
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

static pose with_floor(const formation *f, pose p) {
    p.sigma_in = fmax(p.sigma_in, f->o.floor_in);
    if (pose_has_heading(p)) p.sigma_rad = fmax(p.sigma_rad, f->o.floor_rad);
    return p;
}

static bool is_worth_reporting(const formation *f, int i) {
    const track *t = &f->figures[i];
    if (!t->reported.placed || t->hidden || track_is_held(f, i)) return false;
    double off = vec2_distance(t->reported.pose.at, t->now.mean.at);
    if (t->reported.hidden || off > TRACK_REPORT_IN ||
        (t->reported.pose.sigma_in > TRACK_BETTER * t->now.mean.sigma_in && off > t->reported.pose.sigma_in / 2))
        return true;
    if (!pose_has_heading(t->now.mean)) return false;
    if (pose_front_is_doubtful(t->reported.pose) != pose_front_is_doubtful(t->now.mean)) return true;
    return !pose_has_heading(t->reported.pose) || fabs(angle_difference(t->reported.pose.heading_rad, t->now.mean.heading_rad)) > TRACK_REPORT_RAD;
}

static void report_pose(formation *f, event_observe *out, int i) {
    track *t = &f->figures[i];
    t->reported.pose = with_floor(f, t->now.mean);
    t->reported.hidden = false;
    double still_for_s = t->t_here_s - fmax(t->t_still_s, t->t_came_s);
    f->news.poses[out->pose_count++] =
        (event_pose){.figure = i, .pose = t->reported.pose, .still_for_s = fmin(fmax(still_for_s, 0), TRACK_STILL_MOST_S)};
    if (t->shift.due) f->news.nudged[out->nudged_count++] = i;
    t->shift.due = false;
}

// Others of its unit have been placed, and the unit has not settled: where the figure is found it may be on its way.
static bool may_be_on_its_way(const formation *f, int i) {
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    if (!f->units[f->g->figures[i].unit].unsettled) return false;
    for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++)
        if (f->figures[k].reported.placed) return true;
    return false;
}

static bool is_new(const formation *f, int i) {
    const track *t = &f->figures[i];
    return t->seen && !t->reported.placed && !t->absent && !t->hidden && !may_be_on_its_way(f, i);
}

// Where figures stand that were found for the first time, once one of them has been measured a few times.
static bool report_first(formation *f, event_observe *out) {
    bool due = false;
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        due |= is_new(f, i) && (t->now.count >= TRACK_FIRST_LOOKS || f->t_s - t->t_first_s >= f->o.still_s);
    }
    for (int i = 0; due && i < f->g->figure_count; i++)
        if (is_new(f, i)) report_pose(f, out, i);
    for (int k = 0; k < out->pose_count; k++) f->figures[f->news.poses[k].figure].reported.placed = true;
    return out->pose_count > 0;
}

static void report_unit(formation *f, event_observe *out, int unit) {
    const game_unit *u = &f->g->units[unit];
    unit_track *ut = &f->units[unit];
    bool settled = ut->unsettled && f->t_s - ut->t_change_s >= f->o.still_s, any = false;
    if (settled) track_settle_ambiguity(f, unit);
    if (settled || (!ut->unsettled && ut->body_due)) track_remember_body(f, unit, track_straighten(f, unit));
    double pause = ut->unsettled ? f->o.report_s : TRACK_CORRECT_S;
    bool due = settled || f->t_s - ut->t_reported_s >= pause - 1e-6;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        bool clean = settled && t->reported.placed && !t->hidden && t->known && !track_is_held(f, i);
        bool news = t->reported.placed && !t->hidden && t->shift.due;
        if (!clean && !news && !(due && is_worth_reporting(f, i))) continue;
        report_pose(f, out, i);
        any = true;
    }
    if (settled) {
        ut->unsettled = false;
        track_remember_layout(f, unit);
    }
    if (settled || any) ut->t_reported_s = f->t_s;
}

static void report_hidden(formation *f, event_observe *out) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->hidden || t->reported.hidden || t->absent || !t->reported.placed) continue;
        t->reported.hidden = true;
        f->news.hidden[out->hidden_count++] = i;
    }
}

void track_report_news(formation *f, event *out) {
    event_observe *news = &out->observe;
    if (report_first(f, news)) {
        *out = (event){.kind = EVENT_PLACE, .t_s = out->t_s, .place = {news->poses, news->pose_count}};
        return;
    }
    for (int u = 0; u < f->g->unit_count; u++) report_unit(f, news, u);
    report_hidden(f, news);
    news->ambiguous_count = track_report_groups(f, f->news.ambiguous, f->news.groups);
}
