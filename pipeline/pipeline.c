#include "pipeline/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "pipeline/follow.h"
#include "pipeline/look.h"
#include "pipeline/pipeline_limits.h"
#include "pipeline/relit.h"
#include "pipeline/report.h"
#include "pipeline/tracking.h"

enum { THREADS = 2 };  // of the vision behind it

// Each value is known in full to the file of its name alone.
struct pipeline {
    const game *game;
    eye *eye;
    figure_state *figures;  // by figure
    intake intake;
    table_state table;
    comparison comparison;
    plan_memory memory;
    look_plan plan;
    merged_looks looks;
    tracking tracking;
    declared_watch *declared;  // NULL: the game has no declaration markers
    relit_state relit;
    gap_state gap;
    health_report report;
    lost_watch lost;
    cost_model costs;
    bool is_live;  // costs are measured
    pipeline_costs spent;
};

// Life --------------------------------------------------------------------------------------------------------------------------------------

static status open_parts(pipeline *p, const game *g, fault *fault) {
    p->figures = calloc((size_t)g->figure_count + 1, sizeof *p->figures);
    status s = p->figures ? eye_create(g, (eye_options){.threads = THREADS}, &p->eye, fault) : fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = comparison_init(&p->comparison, g, fault);
    if (s == STATUS_OK) s = plan_init(&p->plan, g, fault);
    if (s == STATUS_OK) s = merge_init(&p->looks, g, fault);
    if (s == STATUS_OK) s = tracking_init(&p->tracking, g, fault);
    if (s == STATUS_OK) s = declared_watch_create(g, &p->declared, fault);
    if (s == STATUS_OK) s = lost_init(&p->lost, g, fault);
    if (s == STATUS_OK) s = relit_init(&p->relit, g->figure_count, fault);
    return s;
}

status pipeline_create(const game *g, const calibration *c, pipeline **out, fault *fault) {
    *out = NULL;
    pipeline *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, STATUS_MEMORY, "out of memory");
    p->game = g;
    p->intake = intake_begin();
    p->table = table_begin(c);
    p->memory = plan_begin();
    p->costs = costs_nominal();
    status s = open_parts(p, g, fault);
    if (s != STATUS_OK) {
        pipeline_destroy(p);
        return s;
    }
    for (int i = 0; i < g->figure_count; i++) p->figures[i].searches = eye_searches_for(p->eye, i);
    figures_read(p->figures, g->figure_count, p->tracking.formation);
    if (c && c->has_table) eye_set_calibration(p->eye, c);
    *out = p;
    return STATUS_OK;
}

void pipeline_destroy(pipeline *p) {
    if (!p) return;
    tracking_finish(&p->tracking);
    eye_destroy(p->eye);
    declared_watch_destroy(p->declared);
    comparison_finish(&p->comparison);
    plan_finish(&p->plan);
    merge_finish(&p->looks);
    lost_finish(&p->lost);
    relit_finish(&p->relit);
    free(p->figures);
    free(p);
}

void pipeline_measure_costs(pipeline *p) { p->is_live = true; }

// A frame: admit, compare, plan, look, merge, track, report (take_frame) ----------------------------------------------------------------------

typedef struct {
    frame frame;  // at the time at which it is taken
    intake_kind kind;
    bool is_judged;  // of steady light and of the calibration's size
} admitted;

static table_view view_of(const pipeline *p) {
    return (table_view){.game = p->game, .camera = eye_calibration(p->eye), .figures = p->figures, .declared = p->declared};
}

static void begin_anew(pipeline *p, const frame *f) {
    p->memory.fresh = FRESH_LOOKS;
    comparison_begin_anew(&p->comparison, p->eye, p->figures, f);
}

// Takes the frame's time, light and size. STATUS_INVALID: the first picture does not fit the calibration.
static status admit(pipeline *p, const frame *given, admitted *out, fault *fault) {
    bool fits = true, anew = false;
    out->frame = *given;
    out->kind = intake_take(&p->intake, given, &out->frame.t_s);
    status s = table_take_size(&p->table, p->eye, &out->frame, p->comparison.started, &fits, &anew, fault);
    if (anew) begin_anew(p, &out->frame);
    out->is_judged = s == STATUS_OK && fits && out->kind == INTAKE_GOOD;
    if (out->is_judged && !eye_calibration(p->eye)) s = table_find(&p->table, p->eye, &out->frame, fault);
    out->is_judged &= s == STATUS_OK && eye_calibration(p->eye);
    return s;
}

// What changed, and whether the table still lies where it did.
static status compare(pipeline *p, const frame *f, compared *out, fault *fault) {
    bool anew = false;
    const double begin_s = clock_monotonic_s();
    status s = comparison_take(&p->comparison, p->eye, p->figures, f, out, fault);
    p->spent.watch_s += clock_monotonic_s() - begin_s;
    if (s == STATUS_OK && out->is_first) p->table.last_check_s = f->t_s;
    if (s == STATUS_OK) s = table_watch(&p->table, p->eye, f, &out->changes, out->at_rest, &anew, fault);
    if (s == STATUS_OK && intake_light_returned(&p->intake) && out->changes.changed_count > 0) s = table_relight(&p->table, p->eye, f, &anew, fault);
    if (anew) {
        begin_anew(p, f);
        vision_settle(eye_vision(p->eye), f, NULL);
    }
    return s;
}

// Between frames as they are stamped; 0: not known.
static double interval_us(const pipeline *p) {
    const double fps = intake_fps(&p->intake);
    return fps > 0 ? 1e6 / fps : 0;
}

static status plan(pipeline *p, const frame *f, const compared *now, fault *fault) {
    costs_time_frames(&p->costs, interval_us(p));
    const plan_view v = {.game = p->game,
                         .camera = eye_calibration(p->eye),
                         .costs = &p->costs,
                         .changes = &now->changes,
                         .occluders = &p->comparison.occlusion.list,
                         .rest = &p->comparison.rest,
                         .duplicates = &p->looks.duplicates,
                         .width = f->width,
                         .height = f->height,
                         .t_s = f->t_s,
                         .at_rest = now->at_rest};
    status s = plan_size_to(&p->plan, now->changes.columns * now->changes.rows, fault);
    if (s == STATUS_OK) plan_next(&v, &p->memory, p->figures, &p->plan);
    return s;
}

static status look(pipeline *p, const frame *f, eye_sight *out, fault *fault) {
    const double begin_s = clock_monotonic_s();
    status s = look_take(p->eye, f, &p->plan, out, fault);
    if (s == STATUS_OK && p->is_live) look_learn(&p->costs, &p->plan, p->figures, p->game->figure_count, out);
    p->spent.look_s += clock_monotonic_s() - begin_s;
    p->spent.looks += p->plan.kind == PLAN_EVERYWHERE || p->plan.kind == PLAN_SETTLE || p->plan.kind == PLAN_FOLLOW;
    return s;
}

static status merge(pipeline *p, const frame *f, const eye_sight *seen, fault *fault) {
    const double begin_s = clock_monotonic_s();
    const table_view v = view_of(p);
    status s = merge_look(&p->looks, &v, p->figures, p->eye, f, &p->plan, seen, fault);
    if (p->plan.kind == PLAN_SETTLE) rest_looked(&p->comparison.rest, p->plan.tiles, PLAN_TILE_DUE);
    p->spent.look_s += clock_monotonic_s() - begin_s;
    return s;
}

static status track(pipeline *p, const frame *f, const compared *now, event *out, fault *fault) {
    const double begin_s = clock_monotonic_s();
    const table_view v = view_of(p);
    status s = tracking_take(&p->tracking, &v, p->figures, &p->comparison, now, &p->plan, &p->looks, f->t_s, out, fault);
    p->spent.track_s += clock_monotonic_s() - begin_s;
    return s;
}

// What the look means for the next ones.
static status learn(pipeline *p, const frame *f, const compared *now, fault *fault) {
    const table_view v = view_of(p);
    const occluder_list *occluders = &p->comparison.occlusion.list;
    const plan_kind kind = p->plan.kind;
    unregistered_list *l = &p->looks.unregistered;
    status s = STATUS_OK;
    if (kind == PLAN_SETTLE) s = unregistered_look(l, &v, p->eye, f, occluders, fault);
    if (kind == PLAN_SETTLE || kind == PLAN_EVERYWHERE) unregistered_end(l, &v, kind == PLAN_EVERYWHERE ? NULL : &p->plan.where);
    if (kind == PLAN_SETTLE || kind == PLAN_FOLLOW) follow_learn(p->game, &p->memory, p->figures, p->looks.seen, p->looks.seen_count);
    if (s == STATUS_OK && p->declared) s = declared_watch_see(p->declared, p->eye, p->figures, f, &now->changes, occluders, fault);
    return s;
}

// Reports on the frame: what changed, the gap before it, what can't be judged.
static void report(pipeline *p, const admitted *a, event *out) {
    relit_sift(&p->relit, p->figures, p->intake.light, p->comparison.occlusion.hand, out);
    if (a->kind == INTAKE_GOOD) report_gap(&p->gap, &p->intake, p->game, p->figures, &p->looks, p->spent.looks > 0, out);
    if (a->is_judged && table_is_trusted(&p->table))
        lost_take(&p->lost, p->figures, &a->frame, out->t_s, p->comparison.occlusion.hand, eye_calibration(p->eye), eye_burnt_ink(p->eye));
    report_health(&p->report, &p->intake, a->kind, &p->table, p->eye, &p->comparison, &p->looks.duplicates, &p->lost, p->figures);
}

// On a live source: what all but looking took of a judged frame.
static void measure_frame(pipeline *p, double begin_s, double look_before_s) {
    const double look_s = p->spent.look_s - look_before_s;
    costs_learn_frame(&p->costs, interval_us(p), 1e6 * (clock_monotonic_s() - begin_s - look_s));
}

// The way of a judged frame. Where the table is not trusted nothing that is seen now can be believed.
static status take_frame(pipeline *p, const frame *f, event *out, fault *fault) {
    compared now;
    eye_sight seen;
    status s = compare(p, f, &now, fault);
    if (s != STATUS_OK) return s;
    const bool trusted = table_is_trusted(&p->table);
    if (trusted) s = plan(p, f, &now, fault);
    if (trusted && s == STATUS_OK) s = look(p, f, &seen, fault);
    if (trusted && s == STATUS_OK) s = merge(p, f, &seen, fault);
    if (trusted && s == STATUS_OK) s = track(p, f, &now, out, fault);
    if (trusted && s == STATUS_OK) s = learn(p, f, &now, fault);
    if (s == STATUS_OK) comparison_settle(&p->comparison, p->eye, p->figures, f, &now, trusted);
    return s;
}

status pipeline_frame(pipeline *p, const frame *given, event *out, fault *fault) {
    const double begin_s = clock_monotonic_s(), look_before_s = p->spent.look_s;
    admitted a;
    status s = admit(p, given, &a, fault);
    *out = (event){.kind = EVENT_OBSERVE, .t_s = a.frame.t_s};
    p->spent.frames++;
    if (a.is_judged) s = take_frame(p, &a.frame, out, fault);
    report(p, &a, out);
    if (p->is_live && a.is_judged) measure_frame(p, begin_s, look_before_s);
    return s;
}

// Beside the frames -------------------------------------------------------------------------------------------------------------------------

void pipeline_note_gap(pipeline *p, double gap_s) { report_begin_after(&p->gap, p->figures, p->game->figure_count, gap_s); }

void pipeline_enter(pipeline *p, const event *e) {
    const event_remove *gone = event_as_remove(e);
    const event_pose_list poses = event_poses(e);
    for (int i = 0; gone && i < gone->figure_count; i++) p->figures[gone->figures[i]].absent = true;
    for (int i = 0; i < poses.count; i++) p->figures[poses.at[i].figure].absent = false;
    formation_place(p->tracking.formation, e);
    figures_read(p->figures, p->game->figure_count, p->tracking.formation);
    relit_note(p->figures, e);
    declared_watch_enter(p->declared, e);
}

void pipeline_miss_frame(pipeline *p) { report_no_picture(&p->report); }

// What is asked of it -----------------------------------------------------------------------------------------------------------------------

void pipeline_count_unseen(const pipeline *p, int *hidden, int *unknown) { report_count_unseen(p->figures, p->game->figure_count, hidden, unknown); }

const stream_eye *pipeline_eye(pipeline *p) {
    health_report *r = &p->report;
    r->page = health_for_page(&r->facts, r->health);
    r->page.occluders = p->comparison.occlusion.page;
    r->page.occluder_count = eye_calibration(p->eye) ? occlusion_show(&p->comparison.occlusion, eye_calibration(p->eye)) : 0;
    return &r->page;
}

bool pipeline_misses(const pipeline *p, int unit) {
    const game_unit *u = &p->game->units[unit];
    if (lost_of_unit(&p->lost, unit)) return true;
    for (int i = u->first_figure; p->report.facts.covered[0] && i < u->first_figure + u->figure_count; i++)
        if (p->figures[i].known && p->figures[i].hidden && p->figures[i].covered > UNCOVERED_SHARE) return true;
    return false;
}

bool pipeline_covers(const pipeline *p, int unit) { return occlusion_covers(&p->comparison.occlusion, p->figures, eye_calibration(p->eye), unit); }

bool pipeline_take_unregistered(pipeline *p, char *text, size_t capacity, char **json) {
    const table_view v = view_of(p);
    if (p->comparison.occlusion.hand || p->intake.t_s - p->comparison.last_motion_s < UNREGISTERED_REST_S) return false;
    return unregistered_take(&p->looks.unregistered, &v, p->intake.t_s, text, capacity, json);
}

bool pipeline_take_notice(pipeline *p, char *text, size_t capacity) {
    if (!p->table.notice[0]) return false;
    snprintf(text, capacity, "%s", p->table.notice);
    p->table.notice[0] = '\0';
    return true;
}

const figure_state *pipeline_figure(const pipeline *p, int figure) { return &p->figures[figure]; }
double pipeline_time(const pipeline *p, const frame *f) { return intake_time(&p->intake, f); }
const char *pipeline_health(const pipeline *p) { return p->report.health; }
bool pipeline_troubled(const pipeline *p) { return p->report.troubled; }
bool pipeline_knows_hands(const pipeline *p) { return comparison_knows_hands(&p->comparison, p->intake.t_s); }
bool pipeline_is_blind(const pipeline *p) { return health_is_blind(&p->report.facts); }
const calibration *pipeline_calibration(const pipeline *p) { return eye_calibration(p->eye); }
vision *pipeline_vision(pipeline *p) { return eye_vision(p->eye); }
pipeline_costs pipeline_cost(const pipeline *p) { return p->spent; }
bool pipeline_next_declared(pipeline *p, event *out) { return declared_watch_next(p->declared, out); }
bool pipeline_next_question(pipeline *p, marker_question *out) { return declared_watch_next_question(p->declared, out); }
int pipeline_markers_list(const pipeline *p, marker_place *out, int max) { return declared_watch_list(p->declared, out, max); }
