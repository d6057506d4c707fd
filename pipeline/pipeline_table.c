// Where the table lies in the picture: found from its markers, noticed when camera or table are moved, found again when they are at rest, even while
// hands go on; and pictures of another size.
#include <stdio.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define TABLE_CHECK_S 2.0     // at rest, between looks at the table's markers
#define TABLE_MOVED_IN 0.06   // most of the table's markers are off by so much: camera or table have moved
#define TABLE_STEADY_IN 0.01  // off by the same again: they are at rest, whatever moves on the table
#define TABLE_STEADY_S 0.5
#define HANDS_UNKNOWN_S 10.0  // a hand that was in the picture that is taken for the bare table has moved or gone by then
#define ODD_FRAMES 15         // pictures of another size before the table is sought in them, and between two searches
#define SAME_SHAPE 0.01       // of a picture's proportions: the lens's calibration scales with it

status table_find(pipeline *p, const frame *f, fault *why) {
    calib_table_report report;
    status s = eye_find_table(p->eye, f, p->has_lens ? &p->lens : NULL, &report, why);
    p->facts.trouble[0] = '\0';
    p->markers_met |= s == STATUS_OK;
    if (s == STATUS_OK)
        snprintf(p->notice, sizeof p->notice, "the table's place is taken from its markers%s, residual %.2f px", eye_lens_words(p->has_lens, &report),
                 report.rms_px);
    else if (s == STATUS_INVALID)
        snprintf(p->facts.trouble, sizeof p->facts.trouble, "%s", why->text);
    return s == STATUS_INVALID ? STATUS_OK : s;
}

void table_begin(pipeline *p, const frame *f) { p->hands_known_s = first_may_hold_hand(p, f) ? f->t_s + HANDS_UNKNOWN_S : f->t_s; }

// Everything is looked at anew, in a picture that is another one than before.
static void begin_anew(pipeline *p, const frame *f) {
    p->fresh = FRESH_LOOKS;
    table_begin(p, f);
    p->table_moved = p->facts.unread = p->facts.mirrored = false;
    p->markers_met = true;
    cover_forget(p);
}

static void take_anew(pipeline *p, const frame *f) {
    begin_anew(p, f);
    vision_settle(eye_vision(p->eye), f, NULL);
}

// Moved ---------------------------------------------------------------------------------------------------------------------------------------

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

// Calibrates anew once camera and table are at rest again; what is seen before that is not believed.
static status calibrate_anew(pipeline *p, const frame *f, fault *why) {
    calibration before = *eye_calibration(p->eye);
    calib_table_report report;
    status s = eye_find_table(p->eye, f, &before, &report, why);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(p->notice, sizeof p->notice, "the camera or the table was moved: it is calibrated anew from the table's markers, residual %.2f px",
             report.rms_px);
    take_anew(p, f);
    return STATUS_OK;
}

// The markers have been off by the same for a while.
static bool is_steady(pipeline *p, const frame *f, double off_in) {
    if (fabs(off_in - p->off_in) > TABLE_STEADY_IN) p->off_in = off_in, p->off_since_s = f->t_s;
    return f->t_s - p->off_since_s >= TABLE_STEADY_S;
}

// The markers lie out of reach of where they are looked for: the whole picture is searched, now and then.
static status search_table(pipeline *p, const frame *f, fault *why) {
    if (f->t_s - p->last_search_s < TABLE_CHECK_S) return STATUS_OK;
    p->last_search_s = f->t_s;
    status s = calibrate_anew(p, f, why);
    p->facts.mirrored = s == STATUS_OK && p->facts.unread && eye_reads_mirrored(p->eye, f);
    return s;
}

static status check_table(pipeline *p, const frame *f, bool shaken, bool at_rest, fault *why) {
    calib_table_report report;
    status s = eye_check_table(p->eye, f, &report, why);
    if (s != STATUS_OK) return s;
    bool off = report.count >= 3 && report.typical_off_in > TABLE_MOVED_IN;
    bool steady = report.count >= 3 && is_steady(p, f, report.typical_off_in);
    if (report.count > 0 && p->facts.unread) take_anew(p, f);
    p->markers_met |= report.count > 0;
    p->facts.unread = !p->markers_met && p->game->table_marker_count > 0;
    if (off || (shaken && report.count < 3))
        p->table_moved = true;  // as far as anyone can tell
    else if (steady)
        p->table_moved = false;  // no mere swing through its old place
    if (p->facts.unread || (p->table_moved && at_rest && report.count < 4)) return search_table(p, f, why);
    return off && steady && report.count >= 4 ? calibrate_anew(p, f, why) : STATUS_OK;
}

status table_watch(pipeline *p, const frame *f, const vision_changes *c, bool at_rest, fault *why) {
    bool shaken = c->changed_count > 0 && is_shaken(p, c), doubted = p->table_moved || (!p->markers_met && p->game->table_marker_count > 0);
    if (!shaken && !doubted && !(at_rest && f->t_s - p->last_check_s >= TABLE_CHECK_S)) return STATUS_OK;
    p->last_check_s = f->t_s;
    return check_table(p, f, shaken, at_rest, why);
}

status table_relight(pipeline *p, const frame *f, fault *why) {
    calib_table_report report;
    status s = eye_check_table(p->eye, f, &report, why);
    if (s != STATUS_OK || report.count < 3 || report.typical_off_in > TABLE_MOVED_IN) return s;
    take_anew(p, f);
    return STATUS_OK;
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
static status find_in_size(pipeline *p, const frame *f, fault *why) {
    const calibration *home = &p->home;
    calib_table_report report;
    calibration lens = scaled_lens(home, f);
    bool same = fabs((double)f->width * home->height / ((double)f->height * home->width) - 1) <= SAME_SHAPE;
    status s = eye_find_table(p->eye, f, same ? &lens : NULL, &report, why);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(p->notice, sizeof p->notice, "the pictures are %d x %d now: calibrated anew from the table's markers, residual %.2f px", f->width,
             f->height, report.rms_px);
    begin_anew(p, f);
    return STATUS_OK;
}

static bool is_of(const frame *f, const calibration *c) { return f->width == c->width && f->height == c->height; }

status table_take_size(pipeline *p, const frame *f, bool *fits, fault *why) {
    const calibration *c = eye_calibration(p->eye);
    health_facts *h = &p->facts;
    status s = STATUS_OK;
    *fits = true;
    if (!c) return STATUS_OK;
    if (!is_of(f, c) && !p->started)
        return fault_set(why, STATUS_INVALID, "the picture is %d x %d and the calibration is for %d x %d: calibrate at the picture's size", f->width,
                         f->height, c->width, c->height);
    if (p->home.width == 0) p->home = *c;
    if (!is_of(f, c) && is_of(f, &p->home)) {
        eye_set_calibration(p->eye, &p->home);
        begin_anew(p, f);
    } else if (!is_of(f, c) && ++p->odd_frames % ODD_FRAMES == 0) {
        s = find_in_size(p, f, why);
    }
    *fits = is_of(f, eye_calibration(p->eye));
    if (*fits && p->odd_frames) p->odd_frames = 0;
    if (*fits && is_of(f, &p->home)) p->home = *eye_calibration(p->eye);
    h->wrong_size = !*fits;
    if (h->wrong_size)
        snprintf(h->trouble, sizeof h->trouble,
                 "The pictures are %d x %d suddenly and were %d x %d: nothing is judged until the table is found in them.", f->width, f->height,
                 p->home.width, p->home.height);
    return s;
}
