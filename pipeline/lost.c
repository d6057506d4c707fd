#include "pipeline/lost.h"

#include <stdio.h>
#include <stdlib.h>

#include "calib/legible.h"
#include "core/plural.h"
#include "pipeline/pipeline_limits.h"

status lost_init(lost_watch *w, const game *g, fault *fault) {
    *w = (lost_watch){.game = g, .measured_s = -INFINITY};
    w->since_s = malloc(((size_t)g->figure_count + 1) * sizeof *w->since_s);
    w->count = calloc((size_t)g->unit_count + 1, sizeof *w->count);
    if (!w->since_s || !w->count) return fault_set(fault, STATUS_MEMORY, "out of memory");
    for (int i = 0; i < g->figure_count; i++) w->since_s[i] = INFINITY;
    return STATUS_OK;
}

void lost_finish(lost_watch *w) {
    free(w->since_s);
    free(w->count);
    *w = (lost_watch){0};
}

// The camera has found a figure of the unit: then the others are on the table, too, and no reserves.
static bool is_deployed(const game *g, const figure_state *figures, int unit) {
    for (int i = g->units[unit].first_figure; i < g->units[unit].first_figure + g->units[unit].figure_count; i++)
        if (figures[i].met) return true;
    return false;
}

static bool is_missing(const figure_state *f, bool deployed) {
    if (f->absent || f->covered > UNCOVERED_SHARE) return false;
    return f->known ? f->hidden || !f->met : deployed;
}

// Notes since when each figure of the unit can't be found; returns of how many that is so.
static int note_missing(lost_watch *w, const figure_state *figures, int unit, double t_s) {
    const game_unit *u = &w->game->units[unit];
    const bool deployed = is_deployed(w->game, figures, unit);
    int missing = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!is_missing(&figures[i], deployed))
            w->since_s[i] = INFINITY;
        else if (isinf(w->since_s[i]))
            w->since_s[i] = t_s;
        missing += isfinite(w->since_s[i]);
    }
    return missing;
}

static void count_lost(lost_watch *w, const figure_state *figures, double t_s, bool hand) {
    w->figures = 0;
    for (int u = 0; u < w->game->unit_count; u++) {
        const game_unit *unit = &w->game->units[u];
        const double beside_hand_s = note_missing(w, figures, u, t_s) > LOST_HAND_HOLDS ? LOST_MANY_S : LOST_BESIDE_HAND_S;
        w->count[u] = 0;
        for (int i = unit->first_figure; i < unit->first_figure + unit->figure_count; i++)
            w->count[u] += t_s - w->since_s[i] >= (hand ? beside_hand_s : figures[i].met ? LOST_S : LOST_FIRST_S);
        w->figures += w->count[u];
    }
}

// What the picture tells of the cause; a picture in which nothing is amiss leaves the figures themselves.
static void find_remedy(lost_watch *w, const frame *f, const calibration *c, double burnt_ink) {
    picture_quality q = quality_of(f);
    char amiss[QUALITY_TEXT];
    q.burnt_ink = burnt_ink;
    if (w->times <= 0) w->times = c ? legible_times(w->game, c) : 0;
    if (quality_describe(&q, w->times, amiss))
        snprintf(w->remedy, sizeof w->remedy, "The picture is %s.", amiss);
    else if (w->times > 0 && w->times < 1)
        snprintf(w->remedy, sizeof w->remedy, "The camera gives too few pixels a millimetre: bring it nearer, or see what `vedette check` names.");
    else
        snprintf(w->remedy, sizeof w->remedy,
                 "Uncover them and set them upright, apart from what looks like them; or enter where they stand (place), or that they are off "
                 "the table (remove).");
}

void lost_take(lost_watch *w, const figure_state *figures, const frame *f, double t_s, bool hand, const calibration *c, double burnt_ink) {
    count_lost(w, figures, t_s, hand);
    if (w->figures == 0 || (t_s >= w->measured_s && t_s - w->measured_s < LOST_LOOK_S)) return;
    w->measured_s = t_s;
    find_remedy(w, f, c, burnt_ink);
}

bool lost_of_unit(const lost_watch *w, int unit) { return w->count[unit] > 0; }

void lost_describe(const lost_watch *w, char *out, size_t capacity) {
    int units = 0;
    size_t n = 0;
    out[0] = '\0';
    if (w->figures == 0) return;
    for (int u = 0; u < w->game->unit_count && n < capacity; u++) {
        if (w->count[u] == 0 || ++units > NAMED_MAX) continue;
        n += (size_t)snprintf(out + n, capacity - n, "%s%d of %d of %s", units > 1 ? ", " : "", w->count[u], w->game->units[u].figure_count,
                              w->game->units[u].id);
    }
    if (units > NAMED_MAX && n < capacity)
        n += (size_t)snprintf(out + n, capacity - n, " and figures of %d other unit%s", units - NAMED_MAX, plural_s(units - NAMED_MAX));
    if (n < capacity)
        snprintf(out + n, capacity - n, " can't be found: what %s is not judged. %s", w->figures == 1 ? "it does" : "they do", w->remedy);
}
