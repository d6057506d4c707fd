// The final belief. A base that shows enough is believed wherever it stands (choose.c). The insides of these bases show the covering of each look.
// All fits are then weighed again by all of their evidence: band, mark, covering and neighbours.
#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

typedef struct {
    colour at[MAX_COVERS];
    int count;
} covers;

// The number of fits of the same look nearby.
static int count_near(const base_search *s, int i) {
    int n = 0;
    for (int k = 0; k < s->fit_count; k++)
        n += k != i && s->look_of[s->fits[k].kind] == s->look_of[s->fits[i].kind] &&
             vec2_distance(s->fits[k].fit.at, s->fits[i].fit.at) < PAINT_BELIEVE_NEAR_IN;
    return n;
}

// The logarithm of the odds that fit i is a base. The weights are those of a logistic regression over the fits on 110 rendered tables, 30 of them
// without a base, rounded. Source: Cox, "The regression analysis of binary sequences", J. Royal Statistical Society B 20 (1958).
static double evidence(const base_search *s, int i, bool covers_known) {
    const found_base *b = &s->fits[i];
    const rim_fit *f = &b->fit;
    double band = 2.0 * f->seen + 3.5 * f->edged - 4.0 * f->around, mark = 2.0 * fmin(fmax(f->mark, 0), 0.8);
    double inside = 3.6 * (covers_known ? b->covered : PAINT_BELIEVE_UNKNOWN_COVER) - 5.0 * fmax(0, b->flat - 0.6);
    return band + mark + inside + 2.5 * log(1 + fmin(count_near(s, i), PAINT_BELIEVE_MOST_NEAR)) + 1.9 * b->chosen - 6.6;
}

void weigh_again(base_search *s, double enough) {
    covers of[VISION_MAX_KINDS];
    for (int k = 0; k < s->kind_count; k++) of[k].count = s->look_of[k] == k && s->rim_of[k] != NO_PLANE ? learn_covers(s, k, of[k].at) : 0;
    for (int i = 0; i < s->fit_count; i++) {
        found_base *b = &s->fits[i];
        const covers *c = &of[s->look_of[b->kind]];
        b->covered = search_covered(s, b, c->at, c->count);
        b->believed = !b->on_paper && evidence(s, i, c->count > 0) >= enough;
    }
    for (int i = 0; i < s->fit_count; i++) s->fits[i].chosen |= s->fits[i].believed;
}
