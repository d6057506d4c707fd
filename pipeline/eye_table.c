// Where the table lies under the camera: from its markers, and whether it still does.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/eye_state.h"

// The one sighting of the marker; NULL where there is none, or more than one: then which is the table's is not known.
static const tag_sighting *only_sighting(const tag_list *tags, const marker *m) {
    const tag_sighting *found = NULL;
    for (int i = 0; i < tags->count; i++) {
        const tag_sighting *s = &tags->at[i];
        if (s->id != m->id || strcmp(s->family, m->family) != 0) continue;
        if (found) return NULL;
        found = s;
    }
    return found;
}

static int marker_points(const table_marker *t, int index, const tag_sighting *s, calib_point out[4]) {
    vec2 up = vec2_scale(heading_forward(t->pose.heading_rad), t->marker.size_in / 2),
         left = vec2_scale(heading_left(t->pose.heading_rad), t->marker.size_in / 2);
    const vec2 corner[4] = {vec2_add(vec2_sub(t->pose.at, up), left), vec2_sub(vec2_sub(t->pose.at, up), left),
                            vec2_sub(vec2_add(t->pose.at, up), left), vec2_add(vec2_add(t->pose.at, up), left)};
    for (int k = 0; k < 4; k++)
        out[k] = (calib_point){.px = s->corner[k], .at_in = {corner[k].x, corner[k].y, t->z_in}, .marker = index, .sigma_px = s->sigma_px};
    return 4;
}

int eye_table_points(const game *g, const tag_list *tags, calib_point *out, int max) {
    int n = 0;
    for (int m = 0; m < g->table_marker_count && n + 4 <= max; m++) {
        const tag_sighting *s = only_sighting(tags, &g->table_markers[m].marker);
        if (s) n += marker_points(&g->table_markers[m], m, s, out + n);
    }
    return n;
}

void eye_learn_tones(eye *e, const frame *f, const tag_list *tags) {
    const game *g = e->game;
    tag_sighting markers[CALIB_MAX_MARKERS];
    vision_tones tones;
    int n = 0;
    for (int m = 0; m < g->table_marker_count && n < CALIB_MAX_MARKERS; m++) {
        const tag_sighting *s = only_sighting(tags, &g->table_markers[m].marker);
        if (s) markers[n++] = *s;
    }
    vision_learn_tones(e->vision, f, markers, n, &tones);
    bool enough = !e->tones.known || 2 * n >= g->table_marker_count;  // one alone may lie in a hand's shadow
    if (tones.known && enough) e->tones = tones;
}

double eye_burnt_ink(const eye *e) { return vision_burnt_ink(&e->tones); }

// A camera or a program that mirrors makes every marker another one.
bool eye_reads_mirrored(eye *e, const frame *f) {
    size_t width = (size_t)f->width;
    uint8_t *mirror = malloc(width * (size_t)f->height);
    tag_list tags = {.at = malloc(TAGS_MAX * sizeof *tags.at), .capacity = TAGS_MAX};  // those that the last look found stay as they are
    calib_point points[4 * CALIB_MAX_MARKERS];
    bool reads = false;
    if (mirror && tags.at) {
        for (int y = 0; y < f->height; y++)
            for (size_t x = 0; x < width; x++) mirror[(size_t)y * width + x] = f->gray[(size_t)y * f->gray_stride + width - 1 - x];
        frame turned = {.width = f->width, .height = f->height, .gray = mirror, .gray_stride = width};
        status s = vision_find_tags(e->vision, &turned, NULL, &tags);
        reads = (s == STATUS_OK || s == STATUS_FULL) && eye_table_points(e->game, &tags, points, 4 * CALIB_MAX_MARKERS) >= 12;
    }
    free(mirror);
    free(tags.at);
    return reads;
}

status eye_refuse_mirrored(fault *fault) {
    return fault_set(
        fault, STATUS_INVALID,
        "the picture is mirrored: the table's markers can be read in a mirror only. Turn mirroring (flip, selfie view) off in the camera "
        "or in the program that the picture came from");
}

static status too_few_markers(const game *g, const calib_point *points, int count, fault *fault) {
    char missing[200] = "";
    if (g->table_marker_count == 0)
        return fault_set(fault, STATUS_INVALID,
                         "the table's place can't be found: the game file states no markers of the table. Lay four printed tags near its corners and "
                         "state them (table.markers: family, id, size_mm, at_in), or give --calibration");
    for (int m = 0; m < g->table_marker_count; m++) {
        bool seen = false;
        for (int i = 0; i < count; i++) seen |= points[i].marker == m;
        size_t used = strlen(missing);
        if (!seen && used + 40 < sizeof missing)
            snprintf(missing + used, sizeof missing - used, "%s%s %d", used ? ", " : "", g->table_markers[m].marker.family,
                     g->table_markers[m].marker.id);
    }
    return fault_set(fault, STATUS_INVALID,
                     "the table's place can't be found: %d of %d table markers are seen and four are needed%s%s: lay them flat and free in the "
                     "picture, or give --calibration",
                     count / 4, g->table_marker_count, missing[0] ? "; not seen: " : "", missing);
}

// A lens that was not fitted is taken as free of distortion, unless the markers themselves prove that it bends.
static status fit_without_lens(const frame *f, const calib_point *points, int count, calibration *out, calib_table_report *report, fault *fault) {
    status s = calib_fit_table_and_focal(f->width, f->height, points, count, out, report, fault);
    calibration bent;
    calib_table_report bent_report;
    if (s != STATUS_OK || calib_fit_table_and_lens(f->width, f->height, points, count, &bent, &bent_report, NULL) != STATUS_OK) return s;
    if (bent_report.used < report->used || bent_report.rms_px > report->rms_px / 2) return s;
    *out = bent;
    *report = bent_report;
    return s;
}

status eye_find_table(eye *e, const frame *f, const calibration *lens, calib_table_report *report, fault *fault) {
    const game *g = e->game;
    tag_list tags = {.at = e->lists.tags, .capacity = TAGS_MAX};
    status s = eye_take_size(f, fault);
    if (s != STATUS_OK) return s;
    s = vision_find_tags(e->vision, f, NULL, &tags);
    if (s != STATUS_OK && s != STATUS_FULL) return fault_set(fault, s, "looking for the table's markers: %s", status_text(s));
    eye_learn_tones(e, f, &tags);
    calib_point *points = calloc((size_t)g->table_marker_count * 4 + 4, sizeof *points);
    if (!points) return fault_set(fault, STATUS_MEMORY, "out of memory");
    int n = eye_table_points(g, &tags, points, g->table_marker_count * 4);
    calibration c;
    if (n < 8 && eye_reads_mirrored(e, f))
        s = eye_refuse_mirrored(fault);
    else if (n < 16)
        s = too_few_markers(g, points, n, fault);
    else if (lens)
        s = calib_fit_table(lens, points, n, &c, report, fault);
    else
        s = fit_without_lens(f, points, n, &c, report, fault);
    free(points);
    if (s == STATUS_OK) eye_set_calibration(e, &c);
    return s;
}

const char *eye_lens_words(bool has_lens, const calib_table_report *report) {
    if (has_lens) return "";
    return report->bend_fitted ? " and the lens's distortion guessed from them (calibrate the lens to be exact)"
                               : " and the lens as free of distortion (calibrate the lens to be exact)";
}

// Where the calibration has the marker's tag, for following.
static bool expect_marker(const eye *e, const table_marker *t, expected_tag *out) {
    double px_in = 0;
    *out = (expected_tag){.id = t->marker.id};
    memcpy(out->family, t->marker.family, sizeof out->family);
    if (!box_tag_corners(&e->calibration, t->pose, t->z_in, t->marker.size_in, out->corner)) return false;
    px_in = calib_sigma_in(&e->calibration, out->corner[0], t->z_in, 1);
    out->reach_px = EYE_MARKER_REACH_IN / fmax(px_in, 1e-6);
    return isfinite(out->reach_px);
}

// The marker where it was, else near by. STATUS_OK with tags->count 0: it can't be seen.
static status look_at_marker(eye *e, const frame *f, int m, tag_list *tags, fault *fault) {
    const game *g = e->game;
    expected_tag expected;
    followed_tag followed = {.result = FOLLOW_LOST};
    status s = STATUS_OK;
    tags->count = 0;
    if (expect_marker(e, &g->table_markers[m], &expected)) s = vision_follow_tags(e->vision, f, &expected, 1, &followed);
    if (s == STATUS_OK && followed.result != FOLLOW_LOST) {
        tags->at[tags->count++] = followed.tag;
        return STATUS_OK;
    }
    px_rect where = box_of_marker(g, &e->calibration, m);
    if (s == STATUS_OK && where.width > 0) s = vision_find_tags(e->vision, f, &where, tags);
    return s == STATUS_OK || s == STATUS_FULL ? STATUS_OK : fault_set(fault, s, "looking for the table's markers: %s", status_text(s));
}

status eye_check_table(eye *e, const frame *f, calib_table_report *report, fault *fault) {
    const game *g = e->game;
    calib_point points[4 * CALIB_MAX_MARKERS];
    tag_sighting markers[CALIB_MAX_MARKERS];
    tag_list all = {.at = markers, .capacity = CALIB_MAX_MARKERS};
    int n = 0;
    *report = (calib_table_report){0};
    for (int m = 0; m < g->table_marker_count && n + 4 <= 4 * CALIB_MAX_MARKERS; m++) {
        tag_list tags = {.at = e->lists.found_tags, .capacity = TAGS_MAX};
        status s = look_at_marker(e, f, m, &tags, fault);
        if (s != STATUS_OK) return s;
        const tag_sighting *seen = only_sighting(&tags, &g->table_markers[m].marker);
        if (!seen) continue;
        n += marker_points(&g->table_markers[m], m, seen, points + n);
        all.at[all.count++] = *seen;
    }
    eye_learn_tones(e, f, &all);
    return n ? calib_check_table(&e->calibration, points, n, report, fault) : STATUS_OK;
}
