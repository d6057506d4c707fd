#include "pipeline/quality.h"

#include <math.h>
#include <stdio.h>

#include "pipeline/pipeline_limits.h"

#define BINS 400
#define BIN_PX 0.1
#define SIGMA_OF_WIDTH 0.39894228  // 1 / sqrt(2 pi): an edge's height over its steepest slope is its width; of a Gaussian's blur, that over sigma

// Gray levels along a line of the picture at a scale: means of `step` pixels along it and across it.
typedef struct {
    const uint8_t *at;
    ptrdiff_t along, across;
    int count, step;
} line;

static double level_at(const line *l, int i) {
    const uint8_t *p = l->at + i * l->step * l->along;
    int sum = 0;
    for (int a = 0; a < l->step; a++)
        for (int b = 0; b < l->step; b++) sum += p[a * l->along + b * l->across];
    return (double)sum / (l->step * l->step);
}

// Counts the edges on a line by their width: runs of levels that rise, or fall, by much.
static int count_edges(const line *l, int histogram[BINS]) {
    int edges = 0, run = 0;
    double before = level_at(l, 0), from = before, steepest = 0, last = 0;
    for (int i = 1; i < l->count; i++) {
        double now = level_at(l, i), slope = now - before;
        if (slope * last <= 0) {
            double height = fabs(before - from), width = steepest > 0 ? height / steepest : 0;
            int bin = (int)(width / BIN_PX);
            if (height >= QUALITY_CONTRAST && run <= QUALITY_WIDTH_MAX_PX && bin < BINS) histogram[bin]++, edges++;
            from = before, steepest = 0, run = 0;
        }
        steepest = fmax(steepest, fabs(slope));
        run++;
        before = now, last = slope;
    }
    return edges;
}

static int count_all(const frame *f, int step, int histogram[BINS]) {
    int edges = 0;
    for (int k = 0; k < BINS; k++) histogram[k] = 0;
    for (int across = 0; across < 2; across++) {
        int lines = across ? f->width : f->height, length = across ? f->height : f->width;
        ptrdiff_t row = (ptrdiff_t)f->gray_stride;
        for (int k = 0; k < QUALITY_LINES; k++) {
            int at = (int)((double)k / QUALITY_LINES * (lines - step));
            line l = {f->gray + at * (across ? 1 : row), across ? row : 1, across ? 1 : row, length / step, step};
            if (at >= 0 && l.count > 2) edges += count_edges(&l, histogram);
        }
    }
    return edges;
}

// The median: flat strips that are looked along make some edges wider, and bars narrower than the blur make some narrower.
static double median_width(const int histogram[BINS], int edges) {
    int sum = 0, k = 0;
    while (k < BINS - 1 && 2 * (sum += histogram[k]) < edges) k++;
    return (k + 0.5) * BIN_PX;
}

static double blur_of(const frame *f) {
    int histogram[BINS];
    for (int s = 0, step = 1; s < QUALITY_SCALES; s++, step *= 2) {
        int edges = count_all(f, step, histogram);
        if (edges >= QUALITY_LEAST_EDGES) return SIGMA_OF_WIDTH * median_width(histogram, edges) * step;
    }
    return NAN;
}

bool quality_burnt_out(double ink) { return ink > QUALITY_INK_MOST; }

picture_quality quality_of(const frame *f) {
    intake n = intake_begin();
    double t_s;
    intake_take(&n, f, &t_s);
    return (picture_quality){.blur_px = blur_of(f), .light = n.light, .upper_quartile = n.level[2], .overexposed = n.overexposed};
}

// True where the light is to blame: what is too dark or too bright has no edges either.
static bool say_light(const picture_quality *q, char out[QUALITY_TEXT]) {
    if (q->light == LIGHT_OUT || q->light == LIGHT_DARK)
        snprintf(
            out, QUALITY_TEXT,
            "underexposed: three quarters of the picture are darker than level %.0f of 255, and figures may not be found; more light or a longer "
            "exposure helps",
            q->upper_quartile);
    else if (q->light == LIGHT_BRIGHT)
        snprintf(
            out, QUALITY_TEXT,
            "overexposed: %.0f %% of the picture are at the sensor's limit, and figures may not be found; less light or a shorter exposure helps",
            100 * q->overexposed);
    else if (quality_burnt_out(q->burnt_ink))
        snprintf(
            out, QUALITY_TEXT,
            "overexposed: the paper of the table's markers is far beyond the sensor's limit (their ink shows %.0f of 255), so that paints may not be "
            "told by their colour and fronts may be wrong; less light or a shorter exposure helps",
            q->burnt_ink);
    else
        return false;
    return true;
}

bool quality_describe(const picture_quality *q, double times, char out[QUALITY_TEXT]) {
    double most = times > 0 ? QUALITY_BLUR_BORNE_PX * fmax(times, 1) : QUALITY_BLUR_MAX_PX;
    if (say_light(q, out)) return true;
    if (isnan(q->blur_px))
        snprintf(out, QUALITY_TEXT, "no sharp edge is seen in the picture: is the lens covered, or far out of focus?");
    else if (q->blur_px > most)
        snprintf(out, QUALITY_TEXT,
                 "blurred: edges are smeared by %.2f px, and above %.2f some of what is to be read here may not be found; focus the lens, and hold "
                 "the camera still or expose shorter",
                 q->blur_px, most);
    else
        return false;
    return true;
}
