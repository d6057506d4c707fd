#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/calib_limits.h"
#include "calib/fit.h"
#include "calib/opencv.h"
#include "calib/pose_fit.h"

#define MAX_POINTS (16 * CALIB_MAX_MARKERS)

typedef struct {
    calibration lens;
    const calib_point *points;
    int count;
    int group[MAX_POINTS];  // marker's index of each point
    int ids[CALIB_MAX_MARKERS], sizes[CALIB_MAX_MARKERS];
    int markers;
    pose_freedom freedom;
    double trial_limit_in;
} table_view;

static bool is_finite_point(const calib_point *p) {
    return isfinite(p->px.u) && isfinite(p->px.v) && isfinite(p->at_in.x) && isfinite(p->at_in.y) && isfinite(p->at_in.z) && isfinite(p->sigma_px);
}

static int group_of(table_view *v, int id) {
    for (int m = 0; m < v->markers; m++)
        if (v->ids[m] == id) return m;
    if (v->markers == CALIB_MAX_MARKERS) return -1;
    v->ids[v->markers] = id;
    return v->markers++;
}

static status group_points(table_view *v, const calib_point *points, int count, calib_table_report *report, fault *fault) {
    *report = (calib_table_report){0};
    if (count > MAX_POINTS) return fault_set(fault, STATUS_INVALID, "more than %d points of table markers; use fewer markers", MAX_POINTS);
    v->points = points;
    v->count = count;
    for (int i = 0; i < count; i++) {
        if (!is_finite_point(&points[i]))
            return fault_set(fault, STATUS_INVALID, "table marker %d: its place is no number; detect it again", points[i].marker);
        v->group[i] = group_of(v, points[i].marker);
        if (v->group[i] < 0) return fault_set(fault, STATUS_INVALID, "more than %d table markers; use fewer", CALIB_MAX_MARKERS);
        v->sizes[v->group[i]]++;
    }
    return STATUS_OK;
}

// True where the markers' points lie nearly on one line: their smaller spread is below a twentieth of their larger one.
static bool on_one_line(const table_view *v) {
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < v->count; i++) {
        mx += v->points[i].at_in.x / v->count;
        my += v->points[i].at_in.y / v->count;
    }
    for (int i = 0; i < v->count; i++) {
        double dx = v->points[i].at_in.x - mx, dy = v->points[i].at_in.y - my;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    double half = (xx + yy) / 2, root = hypot((xx - yy) / 2, xy);
    return half - root < (half + root) / 400;
}

// The pose from the points in use alone, into *c. STATUS_OK with *cost INFINITY: they have none.
static status pose_from(const table_view *v, const bool *use, calibration *c, double *cost, double *sigma_focal, fault *fault) {
    vec2 at[MAX_POINTS], rays[MAX_POINTS];
    int n = 0, found = 0;
    for (int i = 0; i < v->count; i++)
        if (use[i]) {
            at[n] = (vec2){v->points[i].at_in.x, v->points[i].at_in.y};
            rays[n++] = calib_undistort(&v->lens, v->points[i].px);
        }
    plane_pose start[2];
    *cost = INFINITY;
    status s = opencv_plane_pose(at, rays, n, start, &found, fault);
    for (int k = 0; k < found; k++) {
        calibration tried = v->lens;
        double sigma = 0;
        calib_set_pose(&tried, start[k].rotation_vector, start[k].translation_in);
        double sum = pose_refine(&tried, v->points, v->count, use, v->freedom, &sigma);
        if (!(sum < *cost) || !(calib_camera_place(&tried).z > 0)) continue;
        *cost = sum;
        *c = tried;
        if (sigma_focal) *sigma_focal = sigma;
    }
    return s;
}

// Pixels an inch at p.
static double scale_at(const calibration *c, vec3 p) {
    const double *r = c->rotation[2];
    double depth = r[0] * p.x + r[1] * p.y + r[2] * p.z + c->translation_in.z;
    return depth > 0 ? c->fx / depth : NAN;
}

// Root mean square over a marker's points of how far it is seen from where it should be, in inches at its place.
static double marker_off(const table_view *v, const calibration *c, int marker) {
    double sum = 0;
    for (int i = 0; i < v->count; i++) {
        if (v->group[i] != marker) continue;
        px2 p = calib_to_px(c, v->points[i].at_in);
        double d = hypot(p.u - v->points[i].px.u, p.v - v->points[i].px.v) / scale_at(c, v->points[i].at_in);
        sum += d * d;
    }
    double off = sqrt(sum / v->sizes[marker]);
    return isfinite(off) ? off : INFINITY;
}

// What noise of the corners alone may put a marker off, five sigma.
static double noise_in(const table_view *v, const calibration *c, int marker) {
    double worst = 0;
    for (int i = 0; i < v->count; i++)
        if (v->group[i] == marker) worst = fmax(worst, 5 * pose_sigma_px(&v->points[i]) / scale_at(c, v->points[i].at_in));
    return worst;
}

static void use_markers(const table_view *v, const bool *markers, bool *use) {
    for (int i = 0; i < v->count; i++) use[i] = markers[v->group[i]];
}

static int count_true(const bool *flags, int n) {
    int k = 0;
    for (int i = 0; i < n; i++) k += flags[i];
    return k;
}

// Fewest markers that may carry the pose: three, and more than half of all.
static int fewest(const table_view *v) { return v->markers / 2 + 1 > 3 ? v->markers / 2 + 1 : 3; }

// Score of a trial (the less the better: Torr and Zisserman's MSAC, 2000) and the markers that agree with it.
static double score(const table_view *v, const calibration *c, bool *agree) {
    double sum = 0;
    for (int m = 0; m < v->markers; m++) {
        double limit = hypot(v->trial_limit_in, noise_in(v, c, m)), share = marker_off(v, c, m) / limit;
        agree[m] = share < 1;
        sum += agree[m] ? share * share : 1;
    }
    return sum;
}

// Steps `picked` to the next k of n in lexical order; false after the last.
static bool next_subset(int *picked, int k, int n) {
    int i = k - 1;
    while (i >= 0 && picked[i] == n - k + i) i--;
    if (i < 0) return false;
    picked[i]++;
    for (int j = i + 1; j < k; j++) picked[j] = picked[j - 1] + 1;
    return true;
}

static double subsets(int n, int k) {
    double c = 1;
    for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
    return c;
}

// The markers that the best of many trials with a few of them agrees with.
static status agreeing_markers(const table_view *v, bool *agree, fault *fault) {
    int k = 3, picked[4] = {0, 1, 2, 3};
    for (int m = 0; m < v->markers; m++)
        if (v->sizes[m] < 3) k = 4;  // single points: four are needed for a pose
    double best = INFINITY, stride = fmax(1, subsets(v->markers, k) / CALIB_MAX_TRIALS), due = 0, at = 0;
    do {
        if (at++ < due) continue;
        due += stride;
        bool markers[CALIB_MAX_MARKERS] = {false}, use[MAX_POINTS], now[CALIB_MAX_MARKERS];
        for (int i = 0; i < k; i++) markers[picked[i]] = true;
        use_markers(v, markers, use);
        calibration c;
        double cost;
        status s = pose_from(v, use, &c, &cost, NULL, fault);
        if (s) return s;
        double points = isfinite(cost) ? score(v, &c, now) : INFINITY;
        if (points < best) {
            best = points;
            memcpy(agree, now, sizeof now);
        }
    } while (next_subset(picked, k, v->markers));
    return STATUS_OK;
}

static double rms_off(const table_view *v, const calibration *c, const bool *markers) {
    double sum = 0;
    for (int m = 0; m < v->markers; m++)
        if (markers[m]) sum += pow(marker_off(v, c, m), 2);
    return sqrt(sum / count_true(markers, v->markers));
}

static int worst_of(const table_view *v, const calibration *c, const bool *markers) {
    int worst = -1;
    double off = -1;
    for (int m = 0; m < v->markers; m++)
        if (markers[m] && marker_off(v, c, m) > off) {
            off = marker_off(v, c, m);
            worst = m;
        }
    return worst;
}

// Fits the agreeing markers; while the worst of them lies far from where the others expect it, leaves it out and fits again.
static status fit_without_moved(const table_view *v, bool *agree, calibration *c, double *sigma_focal, fault *fault) {
    bool use[MAX_POINTS];
    double cost;
    use_markers(v, agree, use);
    status s = pose_from(v, use, c, &cost, sigma_focal, fault);
    while (!s && isfinite(cost) && count_true(agree, v->markers) > fewest(v)) {
        int worst = worst_of(v, c, agree);
        bool others[CALIB_MAX_MARKERS];
        memcpy(others, agree, sizeof others);
        others[worst] = false;
        use_markers(v, others, use);
        calibration without;
        double others_cost, others_sigma = 0, floor_in = count_true(others, v->markers) > 3 ? CALIB_MOVED_IN : CALIB_MOVED_OF_FOUR_IN;
        s = pose_from(v, use, &without, &others_cost, &others_sigma, fault);
        if (s || !isfinite(others_cost)) break;
        double limit = fmax(fmax(floor_in, 4 * rms_off(v, &without, others)), noise_in(v, &without, worst));
        if (marker_off(v, &without, worst) <= limit) break;
        agree[worst] = false;
        *c = without;
        if (sigma_focal) *sigma_focal = others_sigma;
    }
    if (s) return s;
    return isfinite(cost) ? STATUS_OK
                          : fault_set(fault, STATUS_INVALID, "the table's markers give no place of the camera; check their places in the game file");
}

// From the stated middle of a marker to where the calibration sees it on the table.
static double middle_off(const table_view *v, const calibration *c, int marker) {
    vec2 sum = {0, 0};
    for (int i = 0; i < v->count; i++) {
        vec2 seen;
        if (v->group[i] != marker) continue;
        if (!calib_to_table(c, v->points[i].px, v->points[i].at_in.z, &seen)) return INFINITY;
        sum = vec2_add(sum, vec2_sub(seen, (vec2){v->points[i].at_in.x, v->points[i].at_in.y}));
    }
    return vec2_length(sum) / v->sizes[marker];
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void describe(const table_view *v, const calibration *c, const bool *used, calib_table_report *r) {
    double sorted[CALIB_MAX_MARKERS], sum = 0;
    int points = 0;
    *r = (calib_table_report){
        .count = v->markers, .used = count_true(used, v->markers), .focal_fitted = v->freedom.free_focal, .bend_fitted = v->freedom.free_bend};
    for (int m = 0; m < v->markers; m++) {
        double square = 0;
        for (int i = 0; i < v->count; i++) {
            if (v->group[i] != m) continue;
            px2 p = calib_to_px(c, v->points[i].at_in);
            square += pow(p.u - v->points[i].px.u, 2) + pow(p.v - v->points[i].px.v, 2);
        }
        r->markers[m] = (calib_marker_report){v->ids[m], used[m], sqrt(square / v->sizes[m]), middle_off(v, c, m)};
        sorted[m] = r->markers[m].off_in;
        if (r->markers[m].off_in > r->markers[r->worst].off_in) r->worst = m;
        if (used[m]) sum += square, points += v->sizes[m];
    }
    qsort(sorted, (size_t)v->markers, sizeof *sorted, by_value);
    r->typical_off_in = (sorted[(v->markers - 1) / 2] + sorted[v->markers / 2]) / 2;
    r->rms_px = points ? sqrt(sum / points) : 0;
}

static void list_ids(const table_view *v, char *out, size_t n) {
    size_t at = 0;
    *out = '\0';
    for (int m = 0; m < v->markers && at < n; m++) at += (size_t)snprintf(out + at, n - at, "%s%d", m ? ", " : "", v->ids[m]);
}

static status check_layout(const table_view *v, fault *fault) {
    char ids[128];
    list_ids(v, ids, sizeof ids);
    if (v->markers < 4)
        return fault_set(fault, STATUS_INVALID,
                         "%d of the table's markers seen (%s), at least 4 are needed; uncover them or add markers to the game file", v->markers,
                         v->markers ? ids : "none");
    if (on_one_line(v)) return fault_set(fault, STATUS_INVALID, "the table's markers %s lie on one line; spread them over the table's corners", ids);
    return STATUS_OK;
}

static status fit(table_view *v, calibration *out, calib_table_report *report, fault *fault) {
    bool agree[CALIB_MAX_MARKERS] = {false};
    double sigma_focal = 0;
    calibration c = v->lens;
    status s = check_layout(v, fault);
    if (!s) s = agreeing_markers(v, agree, fault);
    if (!s && count_true(agree, v->markers) < fewest(v)) {
        char ids[128];
        list_ids(v, ids, sizeof ids);
        s = fault_set(fault, STATUS_INVALID,
                      "the table's markers %s contradict each other; measure their places and headings again, and their ids in the game file", ids);
    }
    if (!s) s = fit_without_moved(v, agree, &c, &sigma_focal, fault);
    if (s) return s;
    describe(v, &c, agree, report);
    report->sigma_focal = sigma_focal;
    c.rms_px = report->rms_px;
    c.made[0] = '\0';
    *out = c;
    return STATUS_OK;
}

status calib_fit_table(const calibration *lens, const calib_point *points, int count, calibration *out, calib_table_report *report, fault *fault) {
    table_view v = {.lens = *lens, .trial_limit_in = CALIB_KNOWN_LENS_IN};
    status s = group_points(&v, points, count, report, fault);
    return s ? s : fit(&v, out, report, fault);
}

static status fit_unknown_lens(int width, int height, const calib_point *points, int count, bool bent, calibration *out, calib_table_report *report,
                               fault *fault) {
    assert(width > 0 && height > 0);
    table_view v = {.lens = calib_plain_lens(width, height), .trial_limit_in = CALIB_PLAIN_LENS_IN};
    v.freedom = (pose_freedom){
        .free_focal = true, .focal_px = v.lens.fx, .focal_sigma = CALIB_FOCAL_SIGMA, .free_bend = bent, .bend_sigma = CALIB_BEND_SIGMA};
    status s = group_points(&v, points, count, report, fault);
    return s ? s : fit(&v, out, report, fault);
}

status calib_fit_table_and_focal(int width, int height, const calib_point *points, int count, calibration *out, calib_table_report *report,
                                 fault *fault) {
    return fit_unknown_lens(width, height, points, count, false, out, report, fault);
}

status calib_fit_table_and_lens(int width, int height, const calib_point *points, int count, calibration *out, calib_table_report *report,
                                fault *fault) {
    return fit_unknown_lens(width, height, points, count, true, out, report, fault);
}

status calib_check_table(const calibration *c, const calib_point *points, int count, calib_table_report *report, fault *fault) {
    if (!c->has_table) return fault_set(fault, STATUS_INVALID, "the calibration has no table; make one with `vedette calibrate table`");
    table_view v = {.lens = *c};
    status s = group_points(&v, points, count, report, fault);
    if (s) return s;
    if (v.markers == 0) return fault_set(fault, STATUS_INVALID, "none of the table's markers is seen; uncover them");
    bool all[CALIB_MAX_MARKERS];
    for (int m = 0; m < v.markers; m++) all[m] = true;
    describe(&v, c, all, report);
    return STATUS_OK;
}
