#include "app/pipeline_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"

#define FRESH_LOOKS 4        // whole pictures searched at the start, averaged by the tracker
#define STILL_S 0.6          // nothing moved for so long: the picture has settled
#define STILL_HAND_S 3.0     // the same where something large lies in it that may be a hand
#define TABLE_CHECK_S 2.0    // at rest, between looks at the table's markers
#define TABLE_MOVED_IN 0.06  // most of the table's markers are off by so much: camera or table have moved

status pipeline_create(const game *g, const calibration *c, pipeline **out, fault *why) {
    *out = NULL;
    pipeline *p = calloc(1, sizeof *p);
    if (!p) return fault_set(why, STATUS_MEMORY, "out of memory");
    *p = (pipeline){.game = g, .fresh = FRESH_LOOKS};
    status s = look_make_room(p, why);
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

// The middle of the marker's box looks other than in the settled picture.
static bool marker_changed(const pipeline *p, const vision_changes *c, int m) {
    px_rect box = eye_marker_box(p->eye, m);
    int third = box.width / 3;
    for (int y = (box.y + third) / c->tile_px; y <= (box.y + 2 * third) / c->tile_px; y++)
        for (int x = (box.x + third) / c->tile_px; x <= (box.x + 2 * third) / c->tile_px; x++)
            if (x >= 0 && y >= 0 && x < c->columns && y < c->rows && c->changed[y * c->columns + x]) return true;
    return false;
}

// True where most of the table's markers changed at once: no hand does that, a knock against the camera or the table does.
static bool is_shaken(const pipeline *p, const vision_changes *c) {
    int changed = 0;
    for (int m = 0; m < p->game->table_marker_count; m++) changed += marker_changed(p, c, m);
    return changed >= 3 && 2 * changed > p->game->table_marker_count;
}

// Calibrates anew once everything is at rest again; what is seen before that is not believed.
static status calibrate_anew(pipeline *p, const frame *f, fault *why) {
    calibration before = *eye_calibration(p->eye);
    calib_table_report report;
    status s = eye_find_table(p->eye, f, &before, &report, why);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(p->notice, sizeof p->notice, "the camera or the table was moved: it is calibrated anew from the table's markers, residual %.2f px",
             report.rms_px);
    p->table_moved = false;
    p->fresh = FRESH_LOOKS;
    vision_settle(eye_vision(p->eye), f, NULL);
    return STATUS_OK;
}

static status check_table(pipeline *p, const frame *f, bool shaken, bool at_rest, fault *why) {
    calib_table_report report;
    status s = eye_check_table(p->eye, f, &report, why);
    if (s != STATUS_OK) return s;
    if (report.count >= 3)
        p->table_moved = report.typical_off_in > TABLE_MOVED_IN;
    else if (shaken)
        p->table_moved = true;  // as far as anyone can tell
    return p->table_moved && at_rest && report.count >= 4 ? calibrate_anew(p, f, why) : STATUS_OK;
}

static void say_health(pipeline *p, bool hand) {
    int hidden, unknown;
    pipeline_count_unseen(p, &hidden, &unknown);
    int doubled = doubled_say(p, p->health, sizeof p->health);
    p->troubled = p->table_moved || doubled || (!hand && unknown > 0);
    char *h = p->health;
    size_t room = sizeof p->health;
    if (!doubled) h[0] = '\0';
    if (p->table_moved)
        snprintf(h, room, "The camera or the table has moved: nothing is judged until both are at rest and calibrated anew.");
    else if (!doubled && hand)
        snprintf(h, room, "A hand is over the table%s.", hidden ? ": some figures are hidden" : "");
    else if (!doubled && (hidden || unknown))
        snprintf(h, room, "%d of %d figures can't be seen.", hidden + unknown, p->game->figure_count);
}

static status find_table(pipeline *p, const frame *f, fault *why) {
    calib_table_report report;
    status s = eye_find_table(p->eye, f, p->has_lens ? &p->lens : NULL, &report, why);
    if (s == STATUS_OK)
        snprintf(p->notice, sizeof p->notice, "the table's place is taken from its markers%s, residual %.2f px", eye_lens_words(p->has_lens, &report),
                 report.rms_px);
    else if (s == STATUS_INVALID)
        snprintf(p->health, sizeof p->health, "%.200s", why->text), p->troubled = true;
    return s == STATUS_INVALID ? STATUS_OK : s;
}

status pipeline_frame(pipeline *p, const frame *f, event *out, fault *why) {
    *out = (event){.kind = EVENT_OBSERVE, .t_s = f->t_s, .side = -1, .unit = -1, .target = -1};
    p->costs.frames++;
    if (!eye_calibration(p->eye)) {
        status s = find_table(p, f, why);
        if (s != STATUS_OK || !eye_calibration(p->eye)) return s;
    }
    double begin = cli_clock_s();
    vision_changes changes;
    status s = vision_watch(eye_vision(p->eye), f, &changes);
    p->costs.watch_s += cli_clock_s() - begin;
    if (s != STATUS_OK) return fault_set(why, s, "comparing pictures: %s", status_text(s));
    if (!p->started) p->started = true, p->last_motion_s = p->last_check_s = f->t_s;
    if (changes.moving_count > 0) p->last_motion_s = f->t_s;
    double still = f->t_s - p->last_motion_s;
    bool at_rest = still >= STILL_S;
    bool shaken = changes.changed_count > 0 && is_shaken(p, &changes);
    if (shaken || (at_rest && f->t_s - p->last_check_s >= TABLE_CHECK_S)) {
        p->last_check_s = f->t_s;
        s = check_table(p, f, shaken, at_rest, why);
        if (s != STATUS_OK) return s;
    }
    if (p->table_moved) {
        s = STATUS_OK;  // nothing that is seen now can be trusted
    } else if (p->fresh > 0) {
        p->fresh--;
        s = look_everywhere(p, f, changes.hand, out, why);
    } else if (changes.changed_count > 0 || changes.moving_count > 0) {
        s = look_at_changes(p, f, &changes, out, why);
    } else {
        s = look_idly(p, f, at_rest, out, why);
    }
    if (s == STATUS_OK && !p->table_moved) s = markers_see(p, f, &changes, why);
    bool looked = p->table_moved || p->full_looks >= SETTLE_LOOKS;
    if (changes.changed_count > 0 && looked && still >= (changes.hand ? STILL_HAND_S : STILL_S)) vision_settle(eye_vision(p->eye), f, NULL);
    say_health(p, changes.hand && !at_rest);
    return s;
}

void pipeline_tell(pipeline *p, const event *e) {
    for (int i = 0; i < e->figure_count && e->kind == EVENT_REMOVE; i++) p->absent[e->figures[i]] = true;
    for (int i = 0; i < e->pose_count; i++) p->absent[e->poses[i].figure] = false;
    formation_place(p->formation, e);
    markers_tell(p, e);
}

const char *pipeline_health(const pipeline *p) { return p->health; }
bool pipeline_troubled(const pipeline *p) { return p->troubled; }
const calibration *pipeline_calibration(const pipeline *p) { return eye_calibration(p->eye); }

bool pipeline_take_notice(pipeline *p, char *text, size_t room) {
    if (!p->notice[0]) return false;
    snprintf(text, room, "%s", p->notice);
    p->notice[0] = '\0';
    return true;
}

vision *pipeline_vision(pipeline *p) { return eye_vision(p->eye); }
pipeline_costs pipeline_cost(const pipeline *p) { return p->costs; }
