#include "pipeline/report.h"

#include <stdio.h>

#include "pipeline/follow.h"
#include "pipeline/quality.h"

// Gaps --------------------------------------------------------------------------------------------------------------------------------------

void report_begin_after(gap_state *g, figure_state *figures, int figure_count, double gap_s) {
    *g = (gap_state){.gap_s = gap_s, .end_s = INFINITY, .cut_s = gap_s};
    for (int i = 0; i < figure_count; i++) figures[i].awaited = figures[i].known;
}

// A figure that was not seen from the first picture after the gap on may have gone in it, too, however late it is found. True: the event tells of
// one.
static bool tells_of_awaited(const game *roster, figure_state *figures, const merged_looks *looks, const event *out) {
    const event_pose_list poses = event_poses(out);
    bool any = false;
    for (int i = 0; i < poses.count; i++) {
        figure_state *f = &figures[poses.at[i].figure];
        any |= f->awaited;
        f->awaited = false;
    }
    for (int i = 0; looks->seen_count > 0 && i < roster->figure_count; i++) {
        if (!figures[i].awaited || !follow_was_found(roster, i, &figures[i], looks->seen, looks->seen_count)) continue;
        figures[i].awaited = false;  // it stands where it stood
        figures[i].met = true;
    }
    return any;
}

// What is found out soon after a gap may have happened in it.
void report_gap(gap_state *g, const intake *n, const game *roster, figure_state *figures, const merged_looks *looks, bool has_looked, event *out) {
    const double gap_s = intake_gap_s(n);
    if (isinf(g->end_s) && has_looked) g->end_s = out->t_s;  // the first that is seen after it
    if (out->t_s - g->end_s > GAP_REPORTED_S) g->gap_s = 0;
    if (gap_s > 0) g->gap_s = fmax(g->gap_s, gap_s), g->end_s = out->t_s;
    bool awaited = tells_of_awaited(roster, figures, looks, out);
    if (out->kind != EVENT_OBSERVE) return;
    event_observe *seen = &out->observe;
    if (seen->pose_count > 0 || seen->hidden_count > 0) seen->gap_s = g->gap_s;
    if (awaited) seen->gap_s = fmax(seen->gap_s, g->cut_s);
}

// Health ------------------------------------------------------------------------------------------------------------------------------------

void report_count_unseen(const figure_state *figures, int figure_count, int *hidden, int *unknown) {
    *hidden = *unknown = 0;
    for (int i = 0; i < figure_count; i++) {
        *unknown += !figures[i].known;
        *hidden += figures[i].known && figures[i].hidden;
    }
}

void report_health(health_report *r, const intake *n, intake_kind kind, const table_state *t, const eye *e, const comparison *c,
                   const duplicate_list *duplicates, const lost_watch *lost, const figure_state *figures) {
    const calibration *camera = eye_calibration(e);
    health_facts *h = &r->facts;
    *h = (health_facts){.camera_fps = intake_fps(n),
                        .dropped = n->dropped,
                        .light = n->light,
                        .no_table = !camera && t->trouble[0],
                        .back = kind == INTAKE_BACK,
                        .wrong_size = t->wrong_size,
                        .moved = t->moved,
                        .unread = t->unread,
                        .mirrored = t->mirrored,
                        .burnt_out = quality_burnt_out(eye_burnt_ink(e)),
                        .frozen = intake_is_frozen(n),
                        .slow = intake_is_slow(n),
                        .calibration_px = camera ? camera->rms_px : 0,
                        .figures = eye_game(e)->figure_count,
                        .hand = c->occlusion.hand,
                        .hands_unknown = !comparison_knows_hands(c, n->t_s)};
    report_count_unseen(figures, h->figures, &h->hidden, &h->unknown);
    snprintf(h->trouble, sizeof h->trouble, "%s", t->trouble);
    if (!duplicates_describe(duplicates, h->duplicates, sizeof h->duplicates)) h->duplicates[0] = '\0';
    occlusion_describe(&c->occlusion, figures, camera, h->covered, sizeof h->covered);
    lost_describe(lost, h->lost, sizeof h->lost);
    r->troubled = health_describe(h, r->health);
}

void report_no_picture(health_report *r) {
    r->facts.no_picture = true;
    r->troubled = health_describe(&r->facts, r->health);
}
