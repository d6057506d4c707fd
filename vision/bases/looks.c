// How each kind looks on this table: told by the finds that were taken for it, and in a followed look by what earlier looks showed of its bases.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "vision/bases/painted.h"

static_assert((int)BASE_LOOKS_CARRIES == (int)CARRIES_COUNT, "what a base may carry");

// It was known to be of the kind before; in a picture of which nothing was known, what was chosen is all that is known.
static bool is_known(const painted_search *s, const painted_find *f, int kind) {
    return !s->followed || (f->expected && f->expected->kind == kind && !f->expected->left);
}

// As how much of a find the one that was taken for the kind counts.
double painted_share(const painted_search *s, const painted_find *f, int kind, const kind_looks *l) { return is_known(s, f, kind) ? 1 : l->share; }

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The paint of each kind as most of its chosen finds show it: their median, beside what is mixed of two colours.
void painted_learn_paints(painted_search *s) {
    enum { MOST = 256 };
    for (int k = 0; k < s->kind_count; k++) {
        float seen[3][MOST];
        int n = 0;
        if (!painted_is_kind(&s->kinds[k])) continue;
        rim_paint paint = s->stated[k];
        for (int i = 0; i < s->count && n < MOST; i++) {
            float one[3];
            if (s->at[i].kind != k) continue;
            paint_without_mixture(s->at[i].find.look.rim, &paint, one);
            for (int c = 0; c < 3; c++) seen[c][n] = one[c];
            n++;
        }
        for (int c = 0; c < 3 && n > 0; c++) {
            qsort(seen[c], (size_t)n, sizeof *seen[c], by_value);
            paint.mean[c] = seen[c][n / 2];
        }
        s->paint[k] = paint;
    }
}

static kind_looks looks_before(const base_kind *k) {
    kind_looks out = {0};
    if (!k->looked) return out;
    out.heard = k->looked->count;
    for (int c = 0; c < CARRIES_COUNT; c++) out.said[c] = k->looked->carries[c];
    return out;
}

// What the finds of each kind seem to carry: the cells of a code are small, and at this table's light and scale they may look like a painted rim.
void painted_learn_looks(painted_search *s) {
    static const kind_looks none;
    for (int k = 0; k < s->kind_count; k++) s->looks[k] = s->followed ? looks_before(&s->kinds[k]) : (kind_looks){0};
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        s->looks[f->kind].count++;
        s->looks[f->kind].share += 1 - painted_share(s, f, f->kind, &none);
    }
    for (int k = 0; k < s->kind_count; k++) s->looks[k].share = 1 / fmax(s->looks[k].share, 1);
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        kind_looks *l = &s->looks[f->kind];
        const double share = painted_share(s, f, f->kind, l);
        l->heard += share;
        for (int c = 0; c < CARRIES_COUNT; c++) l->said[c] += share * (double)f->find.look.carries[c];
    }
}

void vision_learn_looks(const vision *v, base_looks *looks) {
    const painted_search *s = v->painted;
    for (int i = 0; s && i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0 || !is_known(s, f, f->kind)) continue;
        base_looks *l = &looks[f->kind];
        const double kept = fmin(1, (BASES_LOOKS_MOST - 1) / fmax(l->count, 1));
        l->count = kept * l->count + 1;
        for (int c = 0; c < CARRIES_COUNT; c++) l->carries[c] = kept * l->carries[c] + (double)f->find.look.carries[c];
    }
}
