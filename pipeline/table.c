#include "pipeline/table.h"

#include <stdio.h>
#include <string.h>

#include "pipeline/boxes.h"
#include "pipeline/pipeline_limits.h"

table_state table_begin(const calibration *c) {
    table_state t = {.last_search_s = -INFINITY};
    if (c) t.lens = *c, t.has_lens = true;
    return t;
}

status table_find(table_state *t, eye *e, const frame *f, fault *fault) {
    calib_table_report report;
    status s = eye_find_table(e, f, t->has_lens ? &t->lens : NULL, &report, fault);
    t->trouble[0] = '\0';
    t->met |= s == STATUS_OK;
    if (s == STATUS_OK)
        snprintf(t->notice, sizeof t->notice, "the table's place is taken from its markers%s, residual %.2f px", eye_lens_words(t->has_lens, &report),
                 report.rms_px);
    else if (s == STATUS_INVALID)
        snprintf(t->trouble, sizeof t->trouble, "%s", fault->text);
    return s == STATUS_INVALID ? STATUS_OK : s;
}

// Everything is looked at anew, in a picture that is another one than before.
static void take_anew(table_state *t, bool *anew) {
    *anew = true;
    t->moved = t->unread = t->mirrored = false;
    t->met = true;
}

// Moved ---------------------------------------------------------------------------------------------------------------------------------------

// The middle of the marker's box looks other than in the settled picture.
static bool marker_changed(const game *g, const calibration *camera, const vision_changes *c, int m) {
    px_rect box = box_of_marker(g, camera, m);
    int third = box.width / 3;
    for (int y = (box.y + third) / c->tile_px; y <= (box.y + 2 * third) / c->tile_px; y++)
        for (int x = (box.x + third) / c->tile_px; x <= (box.x + 2 * third) / c->tile_px; x++)
            if (x >= 0 && y >= 0 && x < c->columns && y < c->rows && c->changed[y * c->columns + x]) return true;
    return false;
}

// True where most of the table's markers changed at once: a knock against the camera or the table does that, a hand does not.
static bool is_shaken(const eye *e, const vision_changes *c) {
    const game *g = eye_game(e);
    int changed = 0;
    for (int m = 0; m < g->table_marker_count; m++) changed += marker_changed(g, eye_calibration(e), c, m);
    return changed >= TABLE_LEAST_MARKERS && 2 * changed > g->table_marker_count;
}

// Calibrates anew once camera and table are at rest again; frames before that are not used.
static status calibrate_anew(table_state *t, eye *e, const frame *f, bool *anew, fault *fault) {
    calibration before = *eye_calibration(e);
    calib_table_report report;
    status s = eye_find_table(e, f, &before, &report, fault);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(t->notice, sizeof t->notice, "the camera or the table was moved: it is calibrated anew from the table's markers, residual %.2f px",
             report.rms_px);
    take_anew(t, anew);
    return STATUS_OK;
}

// The markers have been off by the same for a while.
static bool is_steady(table_state *t, double t_s, double off_in) {
    if (fabs(off_in - t->off_in) > TABLE_STEADY_IN) t->off_in = off_in, t->off_since_s = t_s;
    return t_s - t->off_since_s >= TABLE_STEADY_S;
}

// The markers lie out of reach of where they are looked for: the whole picture is searched, now and then.
static status search_table(table_state *t, eye *e, const frame *f, bool *anew, fault *fault) {
    if (f->t_s - t->last_search_s < TABLE_CHECK_S) return STATUS_OK;
    t->last_search_s = f->t_s;
    status s = calibrate_anew(t, e, f, anew, fault);
    t->mirrored = s == STATUS_OK && t->unread && eye_reads_mirrored(e, f);
    return s;
}

static status check_table(table_state *t, eye *e, const frame *f, bool shaken, bool at_rest, bool *anew, fault *fault) {
    calib_table_report report;
    status s = eye_check_table(e, f, &report, fault);
    if (s != STATUS_OK) return s;
    bool enough = report.count >= TABLE_LEAST_MARKERS, off = enough && report.typical_off_in > TABLE_MOVED_IN;
    bool steady = enough && is_steady(t, f->t_s, report.typical_off_in);
    if (report.count > 0 && t->unread) take_anew(t, anew);
    t->met |= report.count > 0;
    t->unread = !t->met && eye_game(e)->table_marker_count > 0;
    if (off || (shaken && !enough))
        t->moved = true;  // as far as is known
    else if (steady)
        t->moved = false;  // no mere swing through its old place
    if (t->unread || (t->moved && at_rest && report.count < TABLE_ANEW_MARKERS)) return search_table(t, e, f, anew, fault);
    return off && steady && report.count >= TABLE_ANEW_MARKERS ? calibrate_anew(t, e, f, anew, fault) : STATUS_OK;
}

status table_watch(table_state *t, eye *e, const frame *f, const vision_changes *c, bool at_rest, bool *anew, fault *fault) {
    bool shaken = c->changed_count > 0 && is_shaken(e, c), doubted = t->moved || (!t->met && eye_game(e)->table_marker_count > 0);
    if (!shaken && !doubted && !(at_rest && f->t_s - t->last_check_s >= TABLE_CHECK_S)) return STATUS_OK;
    t->last_check_s = f->t_s;
    return check_table(t, e, f, shaken, at_rest, anew, fault);
}

status table_relight(table_state *t, eye *e, const frame *f, bool *anew, fault *fault) {
    calib_table_report report;
    status s = eye_check_table(e, f, &report, fault);
    if (s == STATUS_OK && report.count >= TABLE_LEAST_MARKERS && !(report.typical_off_in > TABLE_MOVED_IN)) take_anew(t, anew);
    return s;
}

// Another size --------------------------------------------------------------------------------------------------------------------------------

static calibration scaled_lens(const calibration *c, const frame *f) {
    calibration lens = *c;
    double k = (double)f->width / c->width;
    lens.width = f->width, lens.height = f->height;
    lens.fx *= k, lens.fy *= k;
    lens.cx = (c->cx + 0.5) * k - 0.5, lens.cy = (c->cy + 0.5) * k - 0.5;
    return lens;
}

// The table in pictures of another size: with the lens in proportion where they show the same view, else with one that is fitted.
static status find_in_size(table_state *t, eye *e, const frame *f, bool *anew, fault *fault) {
    const calibration *home = &t->home;
    calib_table_report report;
    calibration lens = scaled_lens(home, f);
    bool same = fabs((double)f->width * home->height / ((double)f->height * home->width) - 1) <= SAME_SHAPE;
    status s = eye_find_table(e, f, same ? &lens : NULL, &report, fault);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(t->notice, sizeof t->notice, "the pictures are %d x %d now: calibrated anew from the table's markers, residual %.2f px", f->width,
             f->height, report.rms_px);
    take_anew(t, anew);
    return STATUS_OK;
}

static bool is_of(const frame *f, const calibration *c) { return f->width == c->width && f->height == c->height; }

status table_take_size(table_state *t, eye *e, const frame *f, bool started, bool *fits, bool *anew, fault *fault) {
    const calibration *c = eye_calibration(e);
    status s = STATUS_OK;
    *fits = true;
    if (!c) return STATUS_OK;
    if (!is_of(f, c) && !started)
        return fault_set(fault, STATUS_INVALID, "the picture is %d x %d and the calibration is for %d x %d: calibrate at the picture's size",
                         f->width, f->height, c->width, c->height);
    if (t->home.width == 0) t->home = *c;
    if (!is_of(f, c) && is_of(f, &t->home)) {
        eye_set_calibration(e, &t->home);
        take_anew(t, anew);
    } else if (!is_of(f, c) && ++t->odd_frames % ODD_FRAMES == 0) {
        s = find_in_size(t, e, f, anew, fault);
    }
    *fits = is_of(f, eye_calibration(e));
    if (*fits && t->odd_frames) t->odd_frames = 0;
    if (*fits && is_of(f, &t->home)) t->home = *eye_calibration(e);
    t->wrong_size = !*fits;
    if (t->wrong_size)
        snprintf(t->trouble, sizeof t->trouble,
                 "The pictures are %d x %d suddenly and were %d x %d: nothing is judged until the table is found in them.", f->width, f->height,
                 t->home.width, t->home.height);
    return s;
}
