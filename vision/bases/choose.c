// Which find is which kind. Every pair of find and kind has a weight: the log of how much likelier the close look is if such a base stands there. The
// pairs are taken best first, never two in one place nor more of a kind than the game has. What was taken then shows how each paint looks on this
// table and which neighbours stand together, and the choice is made again.
#include <math.h>
#include <stdlib.h>

#include "vision/bases/painted.h"

enum { ROUNDS = 3 };

bool painted_collide(const painted_search *s, const painted_find *a, int kind_a, const painted_find *b, int kind_b) {
    base x = s->kinds[kind_a].base, y = s->kinds[kind_b].base;
    double d = vec2_distance(a->find.look.at, b->find.look.at);
    if (d > base_radius(x) + base_radius(y)) return false;
    double least = fmin(fmin(x.width_in, x.depth_in), fmin(y.width_in, y.depth_in));
    return base_gap(x, (pose){.at = a->find.look.at, .heading_rad = (double)a->find.look.heading_rad}, y,
                    (pose){.at = b->find.look.at, .heading_rad = (double)b->find.look.heading_rad}) < -BASES_OVERLAP * least;
}

static bool is_painted(const base_kind *k) { return k->rim_rgb != NO_COLOUR; }

// Chance that a base of the kind carries what was seen on this one.
static double carried_chance(const base_kind *k, const close_look *l) {
    if (k->print == PRINT_TAG) return (double)l->carries[CARRIES_TAG];
    if (k->print == PRINT_RIM_CODE) return (double)l->carries[CARRIES_CODE];
    return is_painted(k) ? (double)(l->carries[CARRIES_RIM] + l->carries[CARRIES_SOLID]) : (double)l->carries[CARRIES_NOTHING];
}

// ln that what is known of the place is worth.
static double worth_of_expecting(const painted_search *s, const painted_find *f, int kind) {
    if (f->expected != kind) return 0;
    if (!f->seen_before) return BASES_EXPECTED_WORTH;
    return is_painted(&s->kinds[kind]) ? BASES_SEEN_WORTH : BASES_SEEN_BARE_WORTH;
}

static void stated_paint(const base_kind *k, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = (float)(k->rim_rgb >> (8 * c) & 255) / 255;
}

static double colour_misfit(const float a[3], const float b[3]) {
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += (double)((a[c] - b[c]) * (a[c] - b[c]));
    return sum;
}

// first: the paints are not yet known as they look here.
static double kind_weight(const painted_search *s, const painted_find *f, int kind, bool first) {
    const base_kind *k = &s->kinds[kind];
    const close_look *l = &f->find.look;
    double w = fmin((double)l->odds, BASES_MOST_ODDS) + log(fmax(carried_chance(k, l), BASES_LEAST_CARRIES));
    w -= (double)(l->length_log * l->length_log + l->across_log * l->across_log) / (2 * BASES_SIZE_LOG * BASES_SIZE_LOG);
    if (is_painted(k)) {
        double sigma2 = (double)(l->rim_sigma * l->rim_sigma) + BASES_PAINT_SIGMA * BASES_PAINT_SIGMA;
        w -= fmin(colour_misfit(l->rim, s->paint[kind]) / (2 * sigma2), first ? BASES_FIRST_MISFIT : BASES_MOST_MISFIT);
    }
    return w + worth_of_expecting(s, f, kind);
}

// How many chosen finds of the kind stand beside it.
static int alike_beside(const painted_search *s, const painted_find *f, int kind) {
    const base *b = &s->kinds[kind].base;
    double reach = BASES_BESIDE * fmax(b->width_in, b->depth_in);
    int n = 0;
    for (int i = 0; i < s->count && n < BASES_MOST_BESIDE; i++) {
        const painted_find *o = &s->at[i];
        if (o == f || o->kind != kind || fabs(o->find.look.at.x - f->find.look.at.x) > reach) continue;
        double d = vec2_distance(o->find.look.at, f->find.look.at);
        n += d < reach && d > 0.5 * fmin(b->width_in, b->depth_in);
    }
    return n;
}

static int heaviest_first(const void *a, const void *b) {
    const painted_pair *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return x->find != y->find ? (x->find > y->find) - (x->find < y->find) : (x->kind > y->kind) - (x->kind < y->kind);
}

// The paint of each kind as most of its chosen finds show it: their median, drawn to what the game file states where they are few.
static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void learn_paints(painted_search *s) {
    enum { MOST = 256 };
    for (int k = 0; k < s->kind_count; k++) {
        float stated[3], seen[3][MOST];
        int n = 0;
        if (!is_painted(&s->kinds[k])) continue;
        stated_paint(&s->kinds[k], stated);
        for (int i = 0; i < s->count && n < MOST; i++) {
            if (s->at[i].kind != k) continue;
            for (int c = 0; c < 3; c++) seen[c][n] = s->at[i].find.look.rim[c];
            n++;
        }
        float share = (float)n / (float)(n + BASES_PAINT_PRIOR);
        for (int c = 0; c < 3; c++) {
            qsort(seen[c], (size_t)n, sizeof *seen[c], by_value);
            s->paint[k][c] = n ? share * seen[c][n / 2] + (1 - share) * stated[c] : stated[c];
        }
    }
}

static void choose_once(painted_search *s, painted_pair *pairs, bool beside) {
    int n = 0, left[VISION_MAX_BASE_KINDS];
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < s->kind_count; k++) {
            if (s->at[i].slipped || s->at[i].find.form != s->form_of[k]) continue;
            double w = kind_weight(s, &s->at[i], k, !beside) + (beside ? BASES_BESIDE_WORTH * alike_beside(s, &s->at[i], k) : 0);
            if (w > s->gates.least && n < PAINTED_MAX_PAIRS) pairs[n++] = (painted_pair){i, k, w};
        }
    }
    qsort(pairs, (size_t)n, sizeof *pairs, heaviest_first);
    for (int k = 0; k < s->kind_count; k++) left[k] = s->kinds[k].count;
    for (int i = 0; i < s->count; i++) s->at[i].kind = -1;
    for (int i = 0; i < n; i++) {
        painted_find *f = &s->at[pairs[i].find];
        bool room = f->kind < 0 && left[pairs[i].kind] > 0;
        for (int o = 0; o < s->count && room; o++)
            room = s->at[o].kind < 0 || &s->at[o] == f || !painted_collide(s, f, pairs[i].kind, &s->at[o], s->at[o].kind);
        if (!room) continue;
        f->kind = pairs[i].kind, f->weight = pairs[i].weight;
        left[f->kind]--;
    }
}

static bool in_company(const painted_search *s, const painted_find *f) {
    for (int i = 0; i < s->count; i++) {
        const painted_find *o = &s->at[i];
        if (o != f && o->kind == f->kind && vec2_distance(o->find.look.at, f->find.look.at) < BASES_COMPANY_IN) return true;
    }
    return false;
}

// Figures of a unit stand together: what stands alone though the game has more of its kind must show more. What lies about on a table is alone.
static void drop_lone(painted_search *s) {
    for (int i = 0; i < s->count; i++) {
        painted_find *f = &s->at[i];
        bool doubted = f->kind >= 0 && (f->expected != f->kind || f->seen_before) && f->weight < s->gates.lone && s->kinds[f->kind].count > 1;
        if (doubted && !in_company(s, f)) f->kind = -1;
    }
}

void painted_choose(painted_search *s) {
    for (int k = 0; k < s->kind_count; k++) stated_paint(&s->kinds[k], s->paint[k]);
    for (int i = 0; i < s->count; i++) s->at[i].kind = -1;
    for (int round = 0; round < ROUNDS; round++) {
        choose_once(s, s->pairs, round > 0);
        learn_paints(s);
    }
    drop_lone(s);
}
