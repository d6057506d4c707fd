// Bases that were seen and are no figure's: remembered for a while, since no look shows all of the table, and figures that are hidden may turn up as
// them one by one. A base that stays is unregistered.
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

// A plain base that no figure took: none was named, or it was not believed yet.
static bool is_loose(const formation *f, const base_sighting *b) {
    if (b->by != SEEN_BY_PLAIN || !isfinite(b->pose.at.x) || !isfinite(b->pose.at.y)) return false;
    return b->figure < 0 || !f->figures[b->figure].look.found;
}

static double lesser_side(const base_sighting *b) { return fmin(b->base.width_in, b->base.depth_in); }

// Index of the remembered base that this is; -1: none.
static int remembered(const formation *f, const base_sighting *b) {
    for (int k = 0; k < f->loose_count; k++) {
        const base_sighting *l = &f->loose[k].seen;
        if (l->base.shape == b->base.shape && vec2_distance(l->pose.at, b->pose.at) < TRACK_LOOSE_SAME_IN) return k;
    }
    return -1;
}

const loose_base *track_loose_of(const formation *f, const base_sighting *b) {
    int k = b->by == SEEN_BY_PLAIN ? remembered(f, b) : -1;
    return k >= 0 ? &f->loose[k] : NULL;
}

static bool is_near_any(const base_sighting *bases, int count, const base_sighting *b) {
    for (int i = 0; i < count; i++)
        if (bases[i].by != SEEN_BY_UNIT_MARKER && vec2_distance(bases[i].pose.at, b->pose.at) < TRACK_SAME_PLACE * lesser_side(b)) return true;
    return false;
}

int track_recall_loose(const formation *f, const formation_view *v, base_sighting *out, int capacity) {
    int n = 0;
    for (int k = 0; k < f->loose_count && n < capacity; k++) {
        const loose_base *l = &f->loose[k];
        if (l->looks < TRACK_LOOSE_LOOKS || is_near_any(v->bases, v->base_count, &l->seen)) continue;
        out[n++] = l->seen;
    }
    return n;
}

// A figure stands there now, or none has for long.
static bool is_over(const formation *f, const formation_view *v, const loose_base *l) {
    if (f->t_s - l->t_last_s > (v->hand ? TRACK_LOOSE_KEPT_UNDER_HAND_S : TRACK_LOOSE_KEPT_S)) return true;
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        if (t->seen && !t->hidden && vec2_distance(t->now.mean.at, l->seen.pose.at) < TRACK_SAME_PLACE * lesser_side(&l->seen)) return true;
    }
    return false;
}

void track_remember_loose(formation *f, const formation_view *v) {
    for (int i = 0; i < v->base_count; i++) {
        const base_sighting *b = &f->view.bases[i];
        if (!is_loose(f, b)) continue;
        int k = remembered(f, b);
        if (k < 0 && f->loose_count == TRACK_LOOSE_MOST) continue;
        if (k < 0) f->loose[k = f->loose_count++] = (loose_base){.t_first_s = f->t_s};
        loose_base *l = &f->loose[k];
        l->seen = *b;
        l->seen.figure = l->seen.unit = -1;
        l->looks++;
        l->t_last_s = f->t_s;
        l->t_still_s = f->view.still_s[i];
        l->t_lies_s = track_lies_since(f, v, i);
    }
    for (int k = 0; k < f->loose_count; k++)
        if (is_over(f, v, &f->loose[k])) f->loose[k--] = f->loose[--f->loose_count];
}

int formation_unregistered(const formation *f, base_sighting *out, int capacity) {
    int n = 0;
    for (int k = 0; k < f->loose_count && n < capacity; k++) {
        const loose_base *l = &f->loose[k];
        if (l->looks >= TRACK_STRANGER_LOOKS && l->t_last_s - l->t_first_s >= TRACK_STRANGER_S) out[n++] = l->seen;
    }
    return n;
}
