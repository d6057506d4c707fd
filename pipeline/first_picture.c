#include "pipeline/first_picture.h"

#include <stdlib.h>

#include "pipeline/pipeline_limits.h"

// Samples along a line beside one of the table's edges.
typedef struct {
    int count;
    double inset_in;
    bool sampled[FIRST_STEPS_MAX], odd[FIRST_STEPS_MAX];
    uint8_t colour[FIRST_STEPS_MAX][3], off[FIRST_STEPS_MAX];
} edge_line;

typedef struct {
    const game *game;
    const calibration *camera;
    const figure_state *figures;
    const frame *frame;
} view;

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

// On the piece or beside its edge, where banks and hedges stand.
static bool is_on_terrain(const game_terrain *t, vec2 at) {
    for (int i = 0; i + 1 < t->line_count; i++)
        if (segment_distance(at, t->line[i], t->line[i + 1]) < t->width_in / 2 + FIRST_TERRAIN_MARGIN_IN) return true;
    for (int i = 0; i < t->polygon_count; i++)
        if (segment_distance(at, t->polygon[i], t->polygon[(i + 1) % t->polygon_count]) < FIRST_TERRAIN_MARGIN_IN) return true;
    return polygon_contains(t->polygon, t->polygon_count, at);
}

static bool is_stated_there(const game *g, vec2 at) {
    for (int m = 0; m < g->table_marker_count; m++)
        if (vec2_distance(g->table_markers[m].pose.at, at) < 0.71 * g->table_markers[m].marker.size_in + FIRST_MARKER_MARGIN_IN) return true;
    for (int t = 0; t < g->terrain_count; t++)
        if (is_on_terrain(&g->terrain[t], at)) return true;
    return false;
}

static bool is_stood_on(const game *g, const figure_state *figures, vec2 at) {
    for (int i = 0; i < g->figure_count; i++)
        if (figures[i].known && vec2_distance(figures[i].at.at, at) < FIRST_BASE_REACH_IN) return true;
    return false;
}

// Mean colour about a place; of one outside of the picture, at the picture's edge.
static void colour_at(const calibration *c, const frame *f, vec2 at, uint8_t out[3]) {
    px2 px = calib_to_px(c, (vec3){at.x, at.y, 0});
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

static void sample_line(const view *v, int edge, edge_line *l) {
    double length = edge < 2 ? v->game->width_in : v->game->depth_in;
    l->count = (int)fmin(length / FIRST_STEP_IN, FIRST_STEPS_MAX);
    for (int i = 0; i < l->count; i++) {
        vec2 at = place_on(v->game, edge, (i + 0.5) * FIRST_STEP_IN, l->inset_in);
        l->sampled[i] = !is_stated_there(v->game, at) && !is_stood_on(v->game, v->figures, at);
        if (l->sampled[i]) colour_at(v->camera, v->frame, at, l->colour[i]);
    }
}

static int by_level(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static int median(uint8_t *at, int n) {
    qsort(at, (size_t)n, 1, by_level);
    return at[n / 2];
}

// The sample's largest distance, over the colours, from the common colour around it.
static uint8_t off_at(const edge_line *l, int i) {
    int most = 0;
    for (int k = 0; k < 3; k++) {
        uint8_t near[2 * FIRST_WINDOW + 1];
        int n = 0;
        for (int j = i - FIRST_WINDOW; j <= i + FIRST_WINDOW; j++)
            if (j >= 0 && j < l->count && l->sampled[j]) near[n++] = l->colour[j][k];
        int off = abs(l->colour[i][k] - median(near, n));
        most = off > most ? off : most;
    }
    return (uint8_t)most;
}

static void find_odd(edge_line *l) {
    uint8_t sorted[FIRST_STEPS_MAX];
    int n = 0;
    for (int i = 0; i < l->count; i++) l->off[i] = l->sampled[i] ? off_at(l, i) : 0;
    for (int i = 0; i < l->count; i++)
        if (l->sampled[i]) sorted[n++] = l->off[i];
    double limit = n ? fmax(FIRST_LEAST_LEVEL, FIRST_SPREAD * median(sorted, n)) : 255;
    for (int i = 0; i < l->count; i++) l->odd[i] = l->off[i] > limit;
}

// The next run of odd samples as wide as an arm, from *i on: where its middle is; false: none.
static bool next_run(const edge_line *l, int *i, double *middle_in) {
    const int gap = (int)(FIRST_GAP_IN / FIRST_STEP_IN), least = (int)(FIRST_ARM_LEAST_IN / FIRST_STEP_IN);
    while (*i < l->count) {
        int from = *i, last = from;
        for (; *i < l->count && *i - last <= gap && (l->odd[from] || *i == from); ++*i)
            if (l->odd[*i]) last = *i;
        if (l->odd[from] && last - from + 1 >= least) {
            *middle_in = (from + last + 1) / 2.0 * FIRST_STEP_IN;
            return true;
        }
    }
    return false;
}

bool first_picture_may_hold_hand(const game *g, const calibration *c, const figure_state *figures, const frame *f) {
    const view v = {g, c, figures, f};
    for (int edge = 0; edge < 4; edge++) {
        edge_line near = {.inset_in = FIRST_NEAR_IN}, far = {.inset_in = FIRST_FAR_IN};
        sample_line(&v, edge, &near);
        sample_line(&v, edge, &far);
        find_odd(&near);
        find_odd(&far);
        double here, there;
        for (int i = 0; next_run(&near, &i, &here);)
            for (int k = 0; next_run(&far, &k, &there);)
                if (fabs(here - there) <= FIRST_ASIDE_IN) return true;
    }
    return false;
}
