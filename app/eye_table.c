// Where the table lies under the camera: from its markers, and whether it still does.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/eye_state.h"

int eye_table_points(const game *g, const tag_list *tags, calib_point *out, int max) {
    int n = 0;
    for (int m = 0; m < g->table_marker_count; m++) {
        const table_marker *t = &g->table_markers[m];
        for (int i = 0; i < tags->count && n + 4 <= max; i++) {
            const tag_sighting *s = &tags->at[i];
            if (s->id != t->marker.id || strcmp(s->family, t->marker.family) != 0) continue;
            vec2 up = vec2_scale(heading_forward(t->pose.heading_rad), t->marker.size_in / 2),
                 left = vec2_scale(heading_left(t->pose.heading_rad), t->marker.size_in / 2);
            const vec2 corner[4] = {vec2_add(vec2_sub(t->pose.at, up), left), vec2_sub(vec2_sub(t->pose.at, up), left),
                                    vec2_sub(vec2_add(t->pose.at, up), left), vec2_add(vec2_add(t->pose.at, up), left)};
            for (int k = 0; k < 4; k++)
                out[n++] = (calib_point){.px = s->corner[k], .at_in = {corner[k].x, corner[k].y, t->z_in}, .marker = m, .sigma_px = s->sigma_px};
            break;
        }
    }
    return n;
}

static status too_few_markers(const game *g, const calib_point *points, int count, fault *why) {
    char missing[200] = "";
    for (int m = 0; m < g->table_marker_count; m++) {
        bool seen = false;
        for (int i = 0; i < count; i++) seen |= points[i].marker == m;
        size_t used = strlen(missing);
        if (!seen && used + 40 < sizeof missing)
            snprintf(missing + used, sizeof missing - used, "%s%s %d", used ? ", " : "", g->table_markers[m].marker.family,
                     g->table_markers[m].marker.id);
    }
    return fault_set(why, STATUS_INVALID,
                     "the table's place can't be found: %d of %d table markers are seen and four are needed%s%s: lay them flat and free in the "
                     "picture, or give --calibration",
                     count / 4, g->table_marker_count, missing[0] ? "; not seen: " : "", missing);
}

// A lens that nobody fitted is taken as free of distortion, unless the markers themselves prove that it bends.
static status fit_without_lens(const frame *f, const calib_point *points, int count, calibration *out, calib_table_report *report, fault *why) {
    status s = calib_fit_table_and_focal(f->width, f->height, points, count, out, report, why);
    calibration bent;
    calib_table_report bent_report;
    if (s != STATUS_OK || calib_fit_table_and_lens(f->width, f->height, points, count, &bent, &bent_report, NULL) != STATUS_OK) return s;
    if (bent_report.used < report->used || bent_report.rms_px > report->rms_px / 2) return s;
    *out = bent;
    *report = bent_report;
    return s;
}

status eye_find_table(eye *e, const frame *f, const calibration *lens, calib_table_report *report, fault *why) {
    const game *g = e->game;
    tag_list tags = {.at = e->tags, .capacity = TAGS_MAX};
    status s = vision_find_tags(e->vision, f, NULL, &tags);
    if (s != STATUS_OK && s != STATUS_FULL) return fault_set(why, s, "looking for the table's markers: %s", status_text(s));
    calib_point *points = calloc((size_t)g->table_marker_count * 4 + 4, sizeof *points);
    if (!points) return fault_set(why, STATUS_MEMORY, "out of memory");
    int n = eye_table_points(g, &tags, points, g->table_marker_count * 4);
    calibration c;
    if (n < 16)
        s = too_few_markers(g, points, n, why);
    else if (lens)
        s = calib_fit_table(lens, points, n, &c, report, why);
    else
        s = fit_without_lens(f, points, n, &c, report, why);
    free(points);
    if (s == STATUS_OK) eye_set_calibration(e, &c);
    return s;
}

const char *eye_lens_words(bool has_lens, const calib_table_report *report) {
    if (has_lens) return "";
    return report->bend_fitted ? " and the lens's distortion guessed from them (calibrate the lens to be exact)"
                               : " and the lens as free of distortion (calibrate the lens to be exact)";
}

px_rect eye_marker_box(const eye *e, int m) {
    const table_marker *t = &e->game->table_markers[m];
    px2 at = calib_to_px(&e->calibration, (vec3){t->pose.at.x, t->pose.at.y, t->z_in});
    if (!isfinite(at.u) || !isfinite(at.v) || fabs(at.u) > 1e6 || fabs(at.v) > 1e6) return (px_rect){0, 0, 0, 0};
    int half = (int)(1.5 * t->marker.size_in / fmax(calib_sigma_in(&e->calibration, at, t->z_in, 1), 1e-3)) + 8;
    return (px_rect){(int)at.u - half, (int)at.v - half, 2 * half, 2 * half};
}

status eye_check_table(eye *e, const frame *f, calib_table_report *report, fault *why) {
    const game *g = e->game;
    calib_point points[4 * CALIB_MAX_MARKERS];
    int n = 0;
    *report = (calib_table_report){0};
    for (int m = 0; m < g->table_marker_count && n + 4 <= 4 * CALIB_MAX_MARKERS; m++) {
        const table_marker *t = &g->table_markers[m];
        px_rect where = eye_marker_box(e, m);
        if (where.width == 0) continue;
        tag_list tags = {.at = e->found_tags, .capacity = TAGS_MAX};
        status s = vision_find_tags(e->vision, f, &where, &tags);
        if (s != STATUS_OK && s != STATUS_FULL) return fault_set(why, s, "looking for the table's markers: %s", status_text(s));
        const game one = {.table_markers = t, .table_marker_count = 1};
        int count = eye_table_points(&one, &tags, points + n, 4);
        for (int i = 0; i < count; i++) points[n + i].marker = m;
        n += count;
    }
    return n ? calib_check_table(&e->calibration, points, n, report, why) : STATUS_OK;
}
