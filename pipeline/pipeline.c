#include "pipeline/pipeline_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "pipeline/quality.h"

#define STILL_S 0.6     // nothing moved for so long: the picture is at rest
#define GAP_TOLD_S 2.0  // after a gap: who was carried far in it is found by a search, and not in the first look

status pipeline_create(const game *g, const calibration *c, pipeline **out, fault *why) {
    *out = NULL;
    pipeline *p = calloc(1, sizeof *p);
    if (!p) return fault_set(why, STATUS_MEMORY, "out of memory");
    *p = (pipeline){.game = g, .fresh = FRESH_LOOKS, .last_search_s = -INFINITY, .intake = intake_begin()};
    status s = look_make_room(p, why);
    if (s == STATUS_OK) s = cover_make_room(p, why);
    if (s == STATUS_OK) s = relit_make_room(p, why);
    formation_options fo = formation_default_options();
    if (s == STATUS_OK) s = eye_create(g, (eye_options){.threads = 2}, &p->eye, why);
    if (s == STATUS_OK) s = formation_create(g, &fo, &p->formation, why);
    if (s == STATUS_OK) s = markers_create(g, &p->markers, why);
    if (s != STATUS_OK) {
        pipeline_destroy(p);
        return s;
    }
    if (c) {
        p->lens = *c;
        p->has_lens = true;
        if (c->has_table) eye_set_calibration(p->eye, c);
    }
    *out = p;
    return STATUS_OK;
}

void pipeline_destroy(pipeline *p) {
    if (!p) return;
    formation_destroy(p->formation);
    eye_destroy(p->eye);
    markers_destroy(p->markers);
    look_free_room(p);
    cover_free_room(p);
    relit_free_room(p);
    rest_free_room(p);
    free(p->awaited);
    free(p);
}

void pipeline_count_unseen(const pipeline *p, int *hidden, int *unknown) {
    *hidden = *unknown = 0;
    for (int i = 0; i < p->game->figure_count; i++) {
        bool is_known, is_hidden;
        formation_pose(p->formation, i, &is_known, &is_hidden);
        *unknown += !is_known;
        *hidden += is_known && is_hidden;
    }
}

static void say_health(pipeline *p, intake_kind kind) {
    health_facts *h = &p->facts;
    const calibration *c = eye_calibration(p->eye);
    pipeline_count_unseen(p, &h->hidden, &h->unknown);
    h->figures = p->game->figure_count;
    h->camera_fps = intake_fps(&p->intake);
    h->dropped = p->intake.dropped;
    h->light = p->intake.light;
    h->burnt_out = quality_burnt_out(eye_burnt_ink(p->eye));
    h->frozen = intake_is_frozen(&p->intake);
    h->slow = intake_is_slow(&p->intake);
    h->no_picture = false;
    h->no_table = !c && h->trouble[0];
    h->back = kind == INTAKE_BACK;
    h->moved = p->table_moved;
    h->calibration_px = c ? c->rms_px : 0;
    h->hand = p->hand;
    h->hands_unknown = !pipeline_knows_hands(p);
    if (!doubled_say(p, h->doubled, sizeof h->doubled)) h->doubled[0] = '\0';
    cover_say(p, h->covered);
    p->troubled = health_say(h, p->health);
}

// Looks where there is reason to.
static status look_at(pipeline *p, const frame *f, const vision_changes *c, bool at_rest, event *out, fault *why) {
    if (p->table_moved || p->facts.unread) return STATUS_OK;  // nothing that is seen now can be trusted
    if (p->fresh > 0) {
        p->fresh--;
        return look_everywhere(p, f, out, why);
    }
    return c->changed_count > 0 || c->moving_count > 0 ? look_at_changes(p, f, c, out, why) : look_idly(p, f, at_rest, out, why);
}

static status compare(pipeline *p, const frame *f, vision_changes *c, fault *why) {
    double begin = clock_monotonic_s();
    status s = vision_watch(eye_vision(p->eye), f, c);
    if (s != STATUS_OK) return fault_set(why, s, "comparing pictures: %s", status_text(s));
    if (!p->started) p->started = true, p->last_motion_s = p->last_check_s = f->t_s, table_begin(p, f);
    if (c->moving_count > 0) p->last_motion_s = f->t_s;
    s = rest_note(p, f, c, why);
    if (s == STATUS_OK) s = cover_find(p, f, c, why);
    p->costs.watch_s += clock_monotonic_s() - begin;
    return s;
}

// A frame of steady light and of the calibration's size.
static status take_frame(pipeline *p, const frame *f, event *out, fault *why) {
    vision_changes changes;
    status s = eye_calibration(p->eye) ? STATUS_OK : table_find(p, f, why);
    if (s != STATUS_OK || !eye_calibration(p->eye)) return s;
    s = compare(p, f, &changes, why);
    if (s != STATUS_OK) return s;
    bool at_rest = f->t_s - p->last_motion_s >= STILL_S;
    s = table_watch(p, f, &changes, at_rest, why);
    if (s == STATUS_OK && intake_light_returned(&p->intake) && changes.changed_count > 0) s = table_relight(p, f, why);
    if (s == STATUS_OK) s = look_at(p, f, &changes, at_rest, out, why);
    bool trusted = !p->table_moved && !p->facts.unread;
    if (s == STATUS_OK && trusted) s = markers_see(p, f, &changes, why);
    if (!trusted && changes.changed_count > 0 && at_rest) vision_settle(eye_vision(p->eye), f, NULL);
    if (trusted && changes.changed_count > 0) rest_settle(p, f, &changes);
    return s;
}

status pipeline_note_gap(pipeline *p, double gap_s, fault *why) {
    p->gap_s = p->cut_s = gap_s;
    p->gap_t_s = INFINITY;
    p->awaited = calloc((size_t)p->game->figure_count + 1, sizeof *p->awaited);
    if (!p->awaited) return fault_set(why, STATUS_MEMORY, "out of memory");
    for (int i = 0; i < p->game->figure_count; i++) formation_pose(p->formation, i, &p->awaited[i], NULL);
    return STATUS_OK;
}

// Who was not seen from the first picture after the gap on may have gone in it, too, however late he is found. True: the event tells of one.
static bool tells_of_awaited(pipeline *p, const event *out) {
    event_pose_list poses = event_poses(out);
    bool any = false;
    for (int i = 0; p->awaited && i < poses.count; i++) any |= p->awaited[poses.at[i].figure], p->awaited[poses.at[i].figure] = false;
    for (int i = 0; p->awaited && p->seen_count > 0 && i < p->game->figure_count; i++) {
        if (!p->awaited[i] || !follow_was_found(p, i, *formation_pose(p->formation, i, NULL, NULL))) continue;
        p->awaited[i] = false;  // it stands where it stood
        p->met[i] = true;
    }
    return any;
}

// What is found out soon after a gap may have happened in it.
static void tell_gap(pipeline *p, event *out) {
    double gap = intake_gap_s(&p->intake);
    if (isinf(p->gap_t_s) && p->costs.looks > 0) p->gap_t_s = out->t_s;  // the first that is seen after it
    if (out->t_s - p->gap_t_s > GAP_TOLD_S) p->gap_s = 0;
    if (gap > 0) p->gap_s = fmax(p->gap_s, gap), p->gap_t_s = out->t_s;
    bool awaited = tells_of_awaited(p, out);
    if (out->kind != EVENT_OBSERVE) return;
    event_observe *seen = &out->observe;
    if (seen->pose_count > 0 || seen->hidden_count > 0) seen->gap_s = p->gap_s;
    if (awaited) seen->gap_s = fmax(seen->gap_s, p->cut_s);
}

status pipeline_frame(pipeline *p, const frame *given, event *out, fault *why) {
    frame f = *given;
    bool fits = true;
    intake_kind kind = intake_take(&p->intake, given, &f.t_s);
    *out = (event){.kind = EVENT_OBSERVE, .t_s = f.t_s};
    p->costs.frames++;
    status s = table_take_size(p, &f, &fits, why);
    if (s == STATUS_OK && fits && kind == INTAKE_GOOD) s = take_frame(p, &f, out, why);
    relit_sift(p, out);
    if (kind == INTAKE_GOOD) tell_gap(p, out);
    say_health(p, kind);
    return s;
}

double pipeline_time(const pipeline *p, const frame *f) { return intake_time(&p->intake, f); }

void pipeline_miss_frame(pipeline *p) {
    p->facts.no_picture = true;
    p->troubled = health_say(&p->facts, p->health);
}

const stream_eye *pipeline_eye(pipeline *p) {
    p->page = health_for_page(&p->facts, p->health);
    p->page.foreign = p->page_foreign;
    p->page.foreign_count = eye_calibration(p->eye) ? cover_outlines(p) : 0;
    return &p->page;
}

void pipeline_tell(pipeline *p, const event *e) {
    const event_remove *gone = event_as_remove(e);
    event_pose_list poses = event_poses(e);
    for (int i = 0; gone && i < gone->figure_count; i++) p->absent[gone->figures[i]] = true;
    for (int i = 0; i < poses.count; i++) p->absent[poses.at[i].figure] = false;
    formation_place(p->formation, e);
    relit_note(p, e);
    markers_tell(p, e);
}

const char *pipeline_health(const pipeline *p) { return p->health; }
bool pipeline_troubled(const pipeline *p) { return p->troubled; }
bool pipeline_knows_hands(const pipeline *p) { return !p->started || p->intake.t_s >= p->hands_known_s; }
bool pipeline_is_blind(const pipeline *p) { return health_is_blind(&p->facts); }
const calibration *pipeline_calibration(const pipeline *p) { return eye_calibration(p->eye); }

bool pipeline_take_notice(pipeline *p, char *text, size_t room) {
    if (!p->notice[0]) return false;
    snprintf(text, room, "%s", p->notice);
    p->notice[0] = '\0';
    return true;
}

vision *pipeline_vision(pipeline *p) { return eye_vision(p->eye); }
pipeline_costs pipeline_cost(const pipeline *p) { return p->costs; }
