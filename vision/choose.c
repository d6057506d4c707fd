// The choice among the poses found: those that together explain most of the painted band, never two in one place.
#include <stdlib.h>

#include "vision/search.h"

// What a base must show. One beside another of its kind is believed with less: monsters hide most of their own bases.
static const double alone_shown = 0.57, beside_shown = 0.42, unmarked_shown = 0.55, least_mark = 0.25;
static const double by_chance = 0.35;                      // of a band
static const double overlap_allowed_in = 2.0 * IN_PER_MM;  // the error of two poses

enum { SWAP_ROUNDS = 2, MAX_RIVALS = 256 };

double search_shown(const found_base *b) { return 0.6 * b->fit.seen + 0.4 * b->fit.edged; }

static bool holds(const found_base *b) {
    return b->fit.mark >= least_mark ? search_shown(b) >= beside_shown : b->expected && search_shown(b) >= unmarked_shown;
}

// Inches of band that the base explains beyond what chance would (a large outline laid over anything finds some band), less where its
// mark does not show.
static double weigh(const base_search *s, const found_base *b) {
    base shape = s->models[b->kind].kind.base;
    double round = shape.shape == BASE_ROUND ? PI * shape.width_in : 2 * (shape.width_in + shape.depth_in);
    double mark = fmin(1, fmax(0, b->fit.mark / 0.8));
    return round * fmax(0.01, search_shown(b) - by_chance) * (0.4 + 0.6 * mark);
}

static int by_weight(const void *a, const void *b) {
    const found_base *p = a, *q = b;
    if (p->weight != q->weight) return p->weight > q->weight ? -1 : 1;
    if (p->fit.at.x != q->fit.at.x) return p->fit.at.x < q->fit.at.x ? -1 : 1;
    return (p->fit.at.y > q->fit.at.y) - (p->fit.at.y < q->fit.at.y);
}

static pose pose_of(const found_base *b) { return (pose){b->fit.at, b->fit.heading_rad, 0, 0}; }

static bool collide(const base_search *s, const found_base *a, const found_base *b) {
    const rim_model *m = &s->models[a->kind], *n = &s->models[b->kind];
    if (vec2_distance(a->fit.at, b->fit.at) > m->reach + n->reach) return false;
    return base_gap(m->kind.base, pose_of(a), n->kind.base, pose_of(b)) < -overlap_allowed_in;
}

bool search_blocked(const base_search *s, const found_base *b, int except) {
    for (int k = 0; k < s->fit_count; k++)
        if (s->fits[k].chosen && k != except && collide(s, b, &s->fits[k])) return true;
    return false;
}

// Those that hold, the weightiest first.
static void order(base_search *s) {
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        if (!holds(&b)) continue;
        b.weight = weigh(s, &b);
        b.chosen = false;
        s->fits[kept++] = b;
    }
    s->fit_count = kept;
    qsort(s->fits, (size_t)kept, sizeof *s->fits, by_weight);
}

// Puts in place of the chosen fit i several that collide with it alone, where together they explain more: two small bases for a large
// one laid over both.
static void swap(base_search *s, int i) {
    int rivals[MAX_RIVALS], count = 0;
    double sum = 0;
    for (int k = 0; k < s->fit_count && count < MAX_RIVALS; k++) {
        if (s->fits[k].chosen || !collide(s, &s->fits[i], &s->fits[k]) || search_blocked(s, &s->fits[k], i)) continue;
        s->fits[k].chosen = true;  // so that the next one keeps clear of it
        rivals[count++] = k;
        sum += s->fits[k].weight;
    }
    bool better = sum > s->fits[i].weight;
    for (int k = 0; k < count; k++) s->fits[rivals[k]].chosen = better;
    s->fits[i].chosen = !better;
}

// True where a mark at another place of the same round base looks about as good.
static bool turned_rival(const base_search *s, const found_base *b) {
    static const double same_place_in = 2.5 * IN_PER_MM, another_way_rad = 30 * RAD_PER_DEG, about_as_good = 0.15;
    if (!s->models[b->kind].round) return false;
    for (int k = 0; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        if (o->kind == b->kind && vec2_distance(o->fit.at, b->fit.at) < same_place_in && o->fit.mark > b->fit.mark - about_as_good &&
            fabs(angle_difference(o->fit.heading_rad, b->fit.heading_rad)) > another_way_rad)
            return true;
    }
    return false;
}

// True where a well-shown base of the same look stands near.
static bool has_company(const base_search *s, int i) {
    const found_base *b = &s->fits[i];
    for (int k = 0; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        if (k != i && o->chosen && s->look_of[o->kind] == s->look_of[b->kind] && search_shown(o) >= alone_shown &&
            vec2_distance(o->fit.at, b->fit.at) < 3 * s->models[b->kind].reach)
            return true;
    }
    return false;
}

int search_count(const base_search *s, int look) {
    int sum = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (s->look_of[k] == look && s->models[k].kind.count > 0) sum += s->models[k].kind.count;
    return sum;
}

// Keeps the chosen ones that show enough; drops the lightest of a look where there are more than the game has.
static void keep_chosen(base_search *s) {
    int found[VISION_MAX_KINDS] = {0}, kept = 0;
    for (int i = 0; i < s->fit_count; i++) {
        found_base *b = &s->fits[i];
        b->ambiguous = b->chosen && turned_rival(s, b);
        if (b->chosen && !b->expected && search_shown(b) < alone_shown && !has_company(s, i)) b->chosen = false;
    }
    for (int i = 0; i < s->fit_count; i++) {
        found_base b = s->fits[i];
        int look = s->look_of[b.kind];
        if (b.chosen && found[look]++ < search_count(s, look)) s->fits[kept++] = b;
    }
    s->fit_count = kept;
}

void choose_bases(base_search *s) {
    order(s);
    for (int i = 0; i < s->fit_count; i++) s->fits[i].chosen = !search_blocked(s, &s->fits[i], -1);
    for (int round = 0; round < SWAP_ROUNDS; round++)
        for (int i = 0; i < s->fit_count; i++)
            if (s->fits[i].chosen) swap(s, i);
    keep_chosen(s);
}
