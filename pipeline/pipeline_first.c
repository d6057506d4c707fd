// Whether a hand may lie over the table in the picture that is taken for bare: an arm comes in over an edge of the table, and there it is of another
// colour than the table on both sides of it. What the game states to lie at the edge is left out; anything else there (a book, a cloth) may be one.
#include <stdlib.h>

#include "pipeline/pipeline_state.h"

#define STEP_IN 0.25
#define STEPS_MAX 640  // a table's edge of 160"
#define NEAR_IN 0.75   // the two lines along an edge that an arm crosses, inside of it
#define FAR_IN 2.5
#define ASIDE_IN 4.0          // it may cross them aslant
#define ARM_LEAST_IN 1.25     // of its width
#define GAP_IN 0.5            // folds and creases in it that look like the table
#define WINDOW 36             // steps to either side: what is commoner there is the table
#define LEAST_STEP 20         // gray levels, in one of the colours
#define SPREAD_STEPS 7.0      // times the median of what the table's own pattern differs by: 5 sigma
#define MARKER_MARGIN_IN 1.0  // of white paper about a table marker
#define TERRAIN_MARGIN_IN 0.75
#define BASE_REACH_IN 3.0  // of a base and the miniature on it

typedef struct {
    int count;
    double inset_in;
    bool sampled[STEPS_MAX], odd[STEPS_MAX];
    uint8_t colour[STEPS_MAX][3], off[STEPS_MAX];
} edge_line;

static vec2 place_on(const game *g, int edge, double along, double inset) {
    switch (edge) {
        case 0:
            return (vec2){along, inset};
        case 1:
            return (vec2){along, g->depth_in - inset};
        case 2:
            return (vec2){inset, along};
        default:
            return (vec2){g->width_in - inset, along};
    }
}

// On the piece or beside its edge: banks and hedges are where people put them.
static bool is_on_terrain(const game_terrain *t, vec2 at) {
    for (int i = 0; i + 1 < t->line_count; i++)
        if (segment_distance(at, t->line[i], t->line[i + 1]) < t->width_in / 2 + TERRAIN_MARGIN_IN) return true;
    for (int i = 0; i < t->polygon_count; i++)
        if (segment_distance(at, t->polygon[i], t->polygon[(i + 1) % t->polygon_count]) < TERRAIN_MARGIN_IN) return true;
    return polygon_contains(t->polygon, t->polygon_count, at);
}

static bool is_stated_there(const game *g, vec2 at) {
    for (int m = 0; m < g->table_marker_count; m++)
        if (vec2_distance(g->table_markers[m].pose.at, at) < 0.71 * g->table_markers[m].marker.size_in + MARKER_MARGIN_IN) return true;
    for (int t = 0; t < g->terrain_count; t++)
        if (is_on_terrain(&g->terrain[t], at)) return true;
    return false;
}

static bool is_stood_on(const pipeline *p, vec2 at) {
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known;
        const pose *stands = formation_pose(p->formation, i, &known, NULL);
        if (known && vec2_distance(stands->at, at) < BASE_REACH_IN) return true;
    }
    return false;
}

// Mean colour about a place; what lies outside of the picture is looked at at its edge.
static void colour_at(const pipeline *p, const frame *f, vec2 at, uint8_t out[3]) {
    px2 px = calib_to_px(eye_calibration(p->eye), (vec3){at.x, at.y, 0});
    int half = f->width / 960 + 1, sum[3] = {0}, n = 0;
    int u0 = (int)fmin(fmax(px.u, half), f->width - 1 - half), v0 = (int)fmin(fmax(px.v, half), f->height - 1 - half);
    for (int v = v0 - half; v <= v0 + half; v++)
        for (int u = u0 - half; u <= u0 + half; u++, n++) {
            if (u < 0 || v < 0 || u >= f->width || v >= f->height) continue;
            const uint8_t *gray = f->gray + (size_t)v * f->gray_stride + (size_t)u, *bgr = f->bgr ? frame_glance_at(f, u, v) : NULL;
            for (int k = 0; k < 3; k++) sum[k] += bgr ? bgr[k] : *gray;
        }
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)(sum[k] / n);
}

static void sample_line(const pipeline *p, const frame *f, int edge, edge_line *l) {
    double length = edge < 2 ? p->game->width_in : p->game->depth_in;
    l->count = (int)fmin(length / STEP_IN, STEPS_MAX);
    for (int i = 0; i < l->count; i++) {
        vec2 at = place_on(p->game, edge, (i + 0.5) * STEP_IN, l->inset_in);
        l->sampled[i] = !is_stated_there(p->game, at) && !is_stood_on(p, at);
        if (l->sampled[i]) colour_at(p, f, at, l->colour[i]);
    }
}

static int by_level(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static int median(uint8_t *at, int n) {
    qsort(at, (size_t)n, 1, by_level);
    return at[n / 2];
}

// How far the sample is from what is common about it, in the colour in which it is farthest.
static uint8_t off_at(const edge_line *l, int i) {
    int most = 0;
    for (int k = 0; k < 3; k++) {
        uint8_t near[2 * WINDOW + 1];
        int n = 0;
        for (int j = i - WINDOW; j <= i + WINDOW; j++)
            if (j >= 0 && j < l->count && l->sampled[j]) near[n++] = l->colour[j][k];
        int off = abs(l->colour[i][k] - median(near, n));
        most = off > most ? off : most;
    }
    return (uint8_t)most;
}

static void find_odd(edge_line *l) {
    uint8_t sorted[STEPS_MAX];
    int n = 0;
    for (int i = 0; i < l->count; i++) l->off[i] = l->sampled[i] ? off_at(l, i) : 0;
    for (int i = 0; i < l->count; i++)
        if (l->sampled[i]) sorted[n++] = l->off[i];
    double limit = n ? fmax(LEAST_STEP, SPREAD_STEPS * median(sorted, n)) : 255;
    for (int i = 0; i < l->count; i++) l->odd[i] = l->off[i] > limit;
}

// The next run of odd samples as wide as an arm, from *i on: where its middle is; false: none.
static bool next_run(const edge_line *l, int *i, double *middle_in) {
    const int gap = (int)(GAP_IN / STEP_IN), least = (int)(ARM_LEAST_IN / STEP_IN);
    while (*i < l->count) {
        int from = *i, last = from;
        for (; *i < l->count && *i - last <= gap && (l->odd[from] || *i == from); ++*i)
            if (l->odd[*i]) last = *i;
        if (l->odd[from] && last - from + 1 >= least) {
            *middle_in = (from + last + 1) / 2.0 * STEP_IN;
            return true;
        }
    }
    return false;
}

bool first_may_hold_hand(const pipeline *p, const frame *f) {
    for (int edge = 0; edge < 4; edge++) {
        edge_line near = {.inset_in = NEAR_IN}, far = {.inset_in = FAR_IN};
        sample_line(p, f, edge, &near);
        sample_line(p, f, edge, &far);
        find_odd(&near);
        find_odd(&far);
        double here, there;
        for (int i = 0; next_run(&near, &i, &here);)
            for (int k = 0; next_run(&far, &k, &there);)
                if (fabs(here - there) <= ASIDE_IN) return true;
    }
    return false;
}
