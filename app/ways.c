#include "app/ways.h"

#include <math.h>
#include <stdlib.h>

#include "pipeline/table_cut.h"

#define EVERY_S 0.25
#define FORGET_S 4.0    // a hand that was at a unit so long ago did not move it
#define STIRRED_IN 0.1  // less is no motion worth a picture
#define MARGIN_IN 2.5   // for hands to be seen
#define LONGEST_PX 320
#define PX_IN_MOST 24.0

// One unit's pictures since a hand came to it.
typedef struct {
    picture_job *at[WAY_PICTURES_MAX];
    int count;
    double every_s;  // from one to the next: doubled when they are too many
    double taken_s, active_s;
    vec2 low, high;  // of all places so far
    vec2 middle;
} way;

struct ways {
    const game *game;
    way *units;
};

status ways_create(const game *g, ways **out, fault *fault) {
    ways *w = calloc(1, sizeof *w);
    if (w) w->units = calloc((size_t)g->unit_count + 1, sizeof *w->units);
    if (!w || !w->units) {
        free(w);
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    w->game = g;
    for (int u = 0; u < g->unit_count; u++) w->units[u].active_s = w->units[u].taken_s = -INFINITY;
    *out = w;
    return STATUS_OK;
}

static void forget(way *w) {
    for (int i = 0; i < w->count; i++) free(w->at[i]);
    w->count = 0;
    w->taken_s = -INFINITY;
}

void ways_destroy(ways *w) {
    for (int u = 0; w && u < w->game->unit_count; u++) forget(&w->units[u]);
    if (w) free(w->units);
    free(w);
}

// Where the unit stands. False: nowhere.
static bool find_places(const ways *k, const session *s, int unit, vec2 *low, vec2 *high) {
    const game_unit *u = &k->game->units[unit];
    bool any = false;
    *low = (vec2){INFINITY, INFINITY}, *high = (vec2){-INFINITY, -INFINITY};
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        bool seen;
        const pose *p = session_place(s, f, &seen);
        if (!p) continue;
        any = true;
        *low = (vec2){fmin(low->x, p->at.x), fmin(low->y, p->at.y)};
        *high = (vec2){fmax(high->x, p->at.x), fmax(high->y, p->at.y)};
    }
    return any;
}

// Each second one goes, so that a long move has as many.
static void thin(way *w) {
    int kept = 0;
    for (int i = 0; i < w->count; i++) {
        if (i % 2)
            free(w->at[i]);
        else
            w->at[kept++] = w->at[i];
    }
    w->count = kept;
    w->every_s *= 2;
}

static void take(const ways *k, way *w, int unit, const calibration *c, const frame *f) {
    vec2 low = {fmax(w->low.x - MARGIN_IN, 0), fmax(w->low.y - MARGIN_IN, 0)},
         high = {fmin(w->high.x + MARGIN_IN, k->game->width_in), fmin(w->high.y + MARGIN_IN, k->game->depth_in)};
    double longest = fmax(high.x - low.x, high.y - low.y), px_in = fmin(LONGEST_PX / longest, PX_IN_MOST);
    picture_job *j = longest > 0 ? pictures_new((int)((high.x - low.x) * px_in), (int)((high.y - low.y) * px_in)) : NULL;
    if (!j) return;
    j->about.t_s = f->t_s, j->about.unit = unit, j->about.what = "way", j->about.low = low, j->about.high = high;
    table_cut_take(c, f, low, high, j->about.width, j->about.height, j->bgr);
    if (w->count == WAY_PICTURES_MAX) thin(w);
    w->at[w->count++] = j;
    w->taken_s = f->t_s;
}

static void follow(const ways *k, way *w, int unit, const calibration *c, session *s, const frame *f, bool handled) {
    vec2 low, high;
    if (!find_places(k, s, unit, &low, &high)) return;
    vec2 middle = {(low.x + high.x) / 2, (low.y + high.y) / 2};
    bool stirred = vec2_distance(middle, w->middle) > STIRRED_IN;
    if (handled || stirred) w->active_s = f->t_s, w->middle = middle;
    if (w->count > 0 && f->t_s - w->active_s > FORGET_S && !session_goes_on(s, unit)) forget(w);
    if (f->t_s > w->active_s || f->t_s - w->taken_s < (w->count > 0 ? w->every_s : EVERY_S)) return;
    if (w->count == 0) w->low = low, w->high = high, w->every_s = EVERY_S;
    w->low = (vec2){fmin(w->low.x, low.x), fmin(w->low.y, low.y)};
    w->high = (vec2){fmax(w->high.x, high.x), fmax(w->high.y, high.y)};
    take(k, w, unit, c, f);
}

void ways_frame(ways *w, const calibration *c, session *s, const frame *f, const bool *handled) {
    for (int u = 0; c && u < w->game->unit_count; u++) follow(w, &w->units[u], u, c, s, f, handled[u]);
}

void ways_judged(ways *w, int unit, int move, unsigned use, pictures *p) {
    way *k = &w->units[unit];
    for (int i = 0; i < k->count; i++) {
        k->at[i]->about.move = move;
        k->at[i]->use = use;
        pictures_give(p, k->at[i]);
    }
    k->count = 0;
    k->taken_s = -INFINITY;
}
