// The choice among the poses found: the set without overlaps that explains most of the painted bands.
#include <stdlib.h>

#include "vision/paint/paint_limits.h"
#include "vision/paint/search.h"

enum { MAX_RIVALS = 40, MAX_STEP = 64 };

double search_shown(const found_base *b) { return 0.6 * b->fit.seen + 0.4 * b->fit.edged; }

bool search_certain(const found_base *b) {
    double shown = search_shown(b), mark = b->fit.mark;
    return shown >= PAINT_CHOOSE_ALONE_SHOWN && b->fit.edged >= PAINT_CHOOSE_ALONE_EDGED && mark >= PAINT_CHOOSE_ALONE_MARK &&
           shown + PAINT_CHOOSE_MARK_WORTH * mark >= PAINT_CHOOSE_ALONE_SUM;
}

bool search_likely(const found_base *b) { return search_shown(b) >= PAINT_CHOOSE_ALONE_SHOWN && b->fit.mark >= PAINT_CHOOSE_LIKELY_MARK; }

// Skin, clothes and roofs show a rim's colour everywhere, not only in a band. Where the mark is clear, a figure's clothes may fill the inside.
static bool is_band(const found_base *b) {
    double share = b->fit.mark < PAINT_CHOOSE_CLEAR_MARK                          ? PAINT_CHOOSE_EDGED_SHARE
                   : b->in_line && b->fit.mark >= PAINT_CHOOSE_CLEAR_MARK_IN_LINE ? PAINT_CHOOSE_IN_LINE_EDGED_SHARE
                                                                                  : PAINT_CHOOSE_CLEAR_EDGED_SHARE;
    return b->fit.edged >= share * b->fit.seen;
}

// True where only the mark is missing and may be hidden. A token has a full ring, so no mark can be hidden on it.
static bool outlined(const found_base *b, double shown) {
    return b->fit.veiled && !b->on_paper && search_shown(b) >= shown && b->fit.edged >= PAINT_CHOOSE_OUTLINED_EDGED * b->fit.seen;
}

// A band and its mark, or more of the band where no mark shows.
static bool shows_enough(const found_base *b) {
    return search_shown(b) >= (b->fit.mark >= PAINT_CHOOSE_LEAST_MARK ? PAINT_CHOOSE_BESIDE_SHOWN : PAINT_CHOOSE_UNMARKED_SHOWN);
}

static bool holds(const found_base *b) {
    if (!is_band(b) || b->on_paper) return false;
    return outlined(b, PAINT_CHOOSE_OUTLINED_ALONE) || shows_enough(b);
}

// Inches of band that the base explains beyond chance (a large outline always finds some band), less where its mark does not show.
static double weigh(const base_search *s, const found_base *b) {
    base shape = s->models[b->kind].kind.base;
    double round = shape.shape == BASE_ROUND ? PI * shape.width_in : 2 * (shape.width_in + shape.depth_in);
    double mark = fmin(1, fmax(0, b->fit.mark / 0.8));
    return round * fmax(0.01, search_shown(b) - PAINT_CHOOSE_BY_CHANCE) * (1 - PAINT_CHOOSE_MARK_SHARE + PAINT_CHOOSE_MARK_SHARE * mark) *
           (b->in_line ? PAINT_CHOOSE_IN_LINE_GAIN : 1);
}

static int by_weight(const void *a, const void *b) {
    const found_base *p = a, *q = b;
    if (p->weight != q->weight) return p->weight > q->weight ? -1 : 1;
    if (p->fit.at.x != q->fit.at.x) return p->fit.at.x < q->fit.at.x ? -1 : 1;
    return (p->fit.at.y > q->fit.at.y) - (p->fit.at.y < q->fit.at.y);
}

static pose pose_of(const found_base *b) { return (pose){b->fit.at, b->fit.heading_rad, 0, 0}; }

static bool search_collide(const base_search *s, const found_base *a, const found_base *b) {
    const rim_model *m = &s->models[a->kind], *n = &s->models[b->kind];
    if (vec2_distance(a->fit.at, b->fit.at) > m->reach + n->reach) return false;
    double longest = 2 * fmax(fmax(m->half_x, m->half_y), fmax(n->half_x, n->half_y));
    return base_gap(m->kind.base, pose_of(a), n->kind.base, pose_of(b)) <
           -PAINT_CHOOSE_OVERLAP_ALLOWED_IN - PAINT_CHOOSE_OVERLAP_ALLOWED_SHARE * longest;
}

// True where a chosen fit other than `except` (-1: none) takes b's place.
static bool blocked(const base_search *s, const found_base *b, int except) {
    for (int k = 0; k < s->fit_count; k++)
        if (s->fits[k].chosen && k != except && search_collide(s, b, &s->fits[k])) return true;
    return false;
}

// Keeps the fits that hold, heaviest first.
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

static int search_count(const base_search *s, int look) {
    int sum = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (s->look_of[k] == look && s->models[k].kind.count > 0) sum += s->models[k].kind.count;
    return sum;
}

// Counts the chosen fits of each look into found[].
static void count_looks(const base_search *s, int *found) {
    for (int k = 0; k < s->kind_count; k++) found[k] = 0;
    for (int i = 0; i < s->fit_count; i++) found[s->look_of[s->fits[i].kind]] += s->fits[i].chosen;
}

// The worth of fit i: its weight less the price of its look.
static double worth(const base_search *s, int i) { return s->fits[i].weight - s->price[s->look_of[s->fits[i].kind]]; }

// Chooses the fits that are free to stand, heaviest first. `within`: no more of a look than the game has.
static void fill(base_search *s, bool within) {
    int found[VISION_MAX_KINDS];
    count_looks(s, found);
    for (int i = 0; i < s->fit_count; i++) {
        int look = s->look_of[s->fits[i].kind];
        if (s->fits[i].chosen || (within ? found[look] >= search_count(s, look) : worth(s, i) <= 0) || blocked(s, &s->fits[i], -1)) continue;
        s->fits[i].chosen = true;
        found[look]++;
    }
}

// A step of the choice: the fits that it adds or drops, and what it gains.
typedef struct {
    int at[MAX_STEP], count;
    double gain;
} step;

// Adds or drops fit i. False where the step has grown too large.
static bool flip(base_search *s, step *t, int i) {
    if (t->count == MAX_STEP) return false;
    s->fits[i].chosen = !s->fits[i].chosen;
    t->gain += s->fits[i].chosen ? worth(s, i) : -worth(s, i);
    t->at[t->count++] = i;
    return true;
}

// Undoes the step unless it gains something. Returns whether the step stands.
static bool conclude(base_search *s, const step *t, bool whole) {
    if (whole && t->gain > PAINT_CHOOSE_LEAST_GAIN) return true;
    for (int k = t->count - 1; k >= 0; k--) s->fits[t->at[k]].chosen = !s->fits[t->at[k]].chosen;
    return false;
}

// Replaces the chosen fits that collide with fit i by fit i, if it explains more than they do together.
static bool swap_for_one(base_search *s, int i) {
    step t = {.count = 0};
    bool whole = true;
    double capacity = worth(s, i);
    for (int k = 0; k < s->fit_count && whole && capacity > 0; k++) {
        if (!s->fits[k].chosen || !search_collide(s, &s->fits[i], &s->fits[k])) continue;
        capacity -= worth(s, k);
        whole = flip(s, &t, k);
    }
    whole = whole && capacity > 0 && flip(s, &t, i);
    return conclude(s, &t, whole);
}

// Puts the candidates for the place of one chosen base into at[], heaviest first. Returns their number.
static int find_rivals(const base_search *s, int i, int at[MAX_RIVALS]) {
    int count = 0;
    for (int k = 0; k < s->fit_count && count < MAX_RIVALS; k++) {
        const found_base *f = &s->fits[k];
        if (f->chosen || !(search_likely(f) || (f->in_line && search_shown(f) >= PAINT_CHOOSE_ALONE_SHOWN)) ||
            search_shown(f) < search_shown(&s->fits[i]) - PAINT_CHOOSE_AS_GOOD)
            continue;
        if (search_collide(s, &s->fits[i], f) && !blocked(s, f, i)) at[count++] = k;
    }
    return count;
}

// Replaces the chosen fit i by the rival `first` and by other rivals that can stand beside it, if together they explain more. Example: two small
// bases under one large outline.
static bool swap_for_many(base_search *s, int i, const int *rival, int count, int first) {
    step t = {.count = 0};
    bool whole = flip(s, &t, i) && flip(s, &t, rival[first]);
    for (int a = 0; a < count && whole; a++)
        if (a != first && !blocked(s, &s->fits[rival[a]], -1)) whole = flip(s, &t, rival[a]);
    return conclude(s, &t, whole);
}

static bool open_up(base_search *s, int i) {
    int rival[MAX_RIVALS], count = find_rivals(s, i, rival);
    for (int first = 0; first < count; first++)
        if (swap_for_many(s, i, rival, count, first)) return true;
    return false;
}

// True where the two fits are one round base with two headings.
static bool same_round(const base_search *s, const found_base *a, const found_base *b) {
    return a->kind == b->kind && s->models[a->kind].round && vec2_distance(a->fit.at, b->fit.at) < PAINT_CHOOSE_SAME_PLACE_IN &&
           fabs(angle_difference(a->fit.heading_rad, b->fit.heading_rad)) > PAINT_CHOOSE_ANOTHER_WAY_RAD;
}

// True where the same round base has an equally good mark at another place.
static bool turned_rival(const base_search *s, const found_base *b) {
    for (int k = 0; k < s->fit_count; k++)
        if (same_round(s, &s->fits[k], b) && s->fits[k].fit.mark > b->fit.mark - PAINT_CHOOSE_ABOUT_AS_GOOD) return true;
    return false;
}

// Chooses the heading of a round base whose mark shows much better. The share of the band does not depend on the heading.
static void turn_to_better_mark(base_search *s, int i) {
    int best = i;
    for (int k = 0; k < s->fit_count; k++)
        if (same_round(s, &s->fits[k], &s->fits[i]) && !blocked(s, &s->fits[k], i) &&
            s->fits[k].fit.mark > fmax(s->fits[i].fit.mark + PAINT_CHOOSE_MUCH_BETTER, best == i ? -1 : s->fits[best].fit.mark))
            best = k;
    s->fits[i].chosen = false;
    s->fits[best].chosen = true;
}

// True where a base of the same look, certain and chosen, stands nearby.
static bool has_company(const base_search *s, int i) {
    const found_base *b = &s->fits[i];
    for (int k = 0; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        if (k != i && o->chosen && s->look_of[o->kind] == s->look_of[b->kind] && search_certain(o) &&
            vec2_distance(o->fit.at, b->fit.at) < PAINT_CHOOSE_COMPANY_IN)
            return true;
    }
    return false;
}

// Takes steps as long as they gain.
static void climb(base_search *s) {
    bool changed = true;
    for (int i = 0; i < s->fit_count; i++) s->fits[i].chosen &= worth(s, i) > 0;
    for (int round = 0; round < PAINT_CHOOSE_SWAP_ROUNDS && changed; round++) {
        changed = false;
        fill(s, false);
        for (int i = 0; i < s->fit_count; i++) changed |= s->fits[i].chosen ? open_up(s, i) : swap_for_one(s, i);
    }
    fill(s, false);
}

// Raises the prices of looks that are chosen more often than the game has them. A place that another look explains about as well then goes to that
// look. False: no such look.
static bool raise_prices(base_search *s) {
    int found[VISION_MAX_KINDS];
    double most[VISION_MAX_KINDS] = {0};
    bool any = false;
    count_looks(s, found);
    for (int i = 0; i < s->fit_count; i++) {
        int look = s->look_of[s->fits[i].kind];
        most[look] = fmax(most[look], s->fits[i].weight);
    }
    for (int look = 0; look < s->kind_count; look++) {
        if (found[look] <= search_count(s, look)) continue;
        s->price[look] += PAINT_CHOOSE_PRICE_SHARE * most[look];
        any = true;
    }
    return any;
}

// Drops the lightest bases of looks that are still chosen too often.
static void limit(base_search *s) {
    int found[VISION_MAX_KINDS] = {0};
    for (int i = 0; i < s->fit_count; i++) {
        int look = s->look_of[s->fits[i].kind];
        if (s->fits[i].chosen) s->fits[i].chosen = found[look]++ < search_count(s, look);
    }
}

// Chooses what explains each place best, then adjusts to the game's numbers by prices. Prices link places far from each other, which no local step
// can do. Source: Lagrangian relaxation of the numbers (Fisher, "The Lagrangian relaxation method for solving integer programming problems",
// Management Science 27 (1981)).
void choose_bases(base_search *s) {
    order(s);
    for (int look = 0; look < s->kind_count; look++) s->price[look] = 0;
    for (int round = 0; round < PAINT_CHOOSE_PRICE_ROUNDS; round++) {
        climb(s);
        if (!raise_prices(s)) break;
    }
    limit(s);
    fill(s, true);
}

void keep_chosen(base_search *s) {
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].chosen) turn_to_better_mark(s, i);
    for (int i = 0; i < s->fit_count; i++) s->fits[i].ambiguous = s->fits[i].chosen && (s->fits[i].ambiguous || turned_rival(s, &s->fits[i]));
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].chosen) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
}

// The number of bases of the same look, outlined or certain, nearby.
static int neighbours_outlined(const base_search *s, int i) {
    const found_base *b = &s->fits[i];
    int n = 0;
    for (int k = 0; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        n += k != i && s->look_of[o->kind] == s->look_of[b->kind] && (outlined(o, PAINT_CHOOSE_UNMARKED_SHOWN) || search_certain(o)) &&
             vec2_distance(o->fit.at, b->fit.at) < PAINT_CHOOSE_COMPANY_IN;
    }
    return n;
}

// True for a token's face, a counter, or framed ground. A base without its mark is believed only where a figure stands on it.
static bool is_flat(const base_search *s, int i) {
    const found_base *b = &s->fits[i];
    if (b->flat > PAINT_CHOOSE_GROUND_FLAT && b->fit.edged < PAINT_CHOOSE_FRAMED_EDGED * b->fit.seen) return true;
    if (b->flat > PAINT_CHOOSE_FACE_FLAT && b->fit.mark < PAINT_CHOOSE_LEAST_MARK) return true;
    return b->flat > PAINT_CHOOSE_ALONE_FLAT && b->fit.mark < PAINT_CHOOSE_WEAK_MARK && !b->in_line && !has_company(s, i);
}

// The decision after the closer look: with a mark, alone or in company; without a mark, only with other evidence.
static bool still_holds(const base_search *s, int i) {
    const found_base *b = &s->fits[i];
    if (!is_band(b) || b->on_paper || is_flat(s, i)) return false;
    if (search_certain(b)) return true;
    if (outlined(b, PAINT_CHOOSE_OUTLINED_ALONE) || (outlined(b, PAINT_CHOOSE_UNMARKED_SHOWN) && neighbours_outlined(s, i) >= 2)) return true;
    return shows_enough(b);
}

// Decides which of all fits are believed.
static void judge(base_search *s, double enough) {
    for (int i = 0; i < s->fit_count; i++) s->fits[i].chosen = true;
    for (int i = 0; i < s->fit_count; i++) s->fits[i].flat = search_flat(s, &s->fits[i]);
    bool holds_still[MAX_FITS];
    for (int i = 0; i < s->fit_count; i++) holds_still[i] = still_holds(s, i);
    for (int i = 0; i < s->fit_count; i++) s->fits[i].chosen = holds_still[i];
    weigh_again(s, enough);
}

// Puts the chosen fits first. Returns their number.
static int put_chosen_first(base_search *s) {
    int count = 0;
    for (int i = 0; i < s->fit_count; i++) {
        if (!s->fits[i].chosen) continue;
        found_base b = s->fits[i];
        s->fits[i] = s->fits[count];
        s->fits[count++] = b;
    }
    return count;
}

bool refuse_doubtful(base_search *s) {
    int all = s->fit_count, count = put_chosen_first(s), kept = 0;
    s->fit_count = count;
    judge(s, PAINT_CHOOSE_CLEARLY_NONE);
    for (int i = 0; i < all; i++)
        if (i >= count || s->fits[i].chosen) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
    return kept < all;
}

void drop_doubtful(base_search *s) {
    int kept = 0;
    judge(s, PAINT_CHOOSE_BELIEVED);
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].chosen) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
}
