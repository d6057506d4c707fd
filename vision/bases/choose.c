// Which find is which kind. Every pair of find and kind has a weight: the log of how much likelier the close look is if such a base stands there. The
// pairs are taken best first, never two in one place nor more of a kind than the game has, and exchanged as far as all together are then likelier
// (exchange.c, rearrange.c, regroup.c). What was taken then shows how each kind looks on this table, and which finds are in the company of others
// that look alike, and the choice is made again.
#include <math.h>
#include <stdlib.h>

#include "vision/bases/paint.h"
#include "vision/bases/painted.h"

enum { ROUNDS = 4 };

// Where it stands among others. A look at a site may slip along the block, where its bases show no edges: the base that it saw stands at the site.
static pose seen_at(const painted_find *f) { return (pose){.at = f->find.look.at, .heading_rad = (double)f->find.look.heading_rad}; }
static pose place_among(const painted_find *f) { return f->at_site ? f->site : seen_at(f); }

// in by which two bases overlap; 0: they don't.
static double overlap_of(base x, pose at_x, base y, pose at_y) {
    if (vec2_distance(at_x.at, at_y.at) > base_radius(x) + base_radius(y)) return 0;
    return fmax(-base_gap(x, at_x, y, at_y), 0);
}

bool painted_collide(const painted_search *s, const painted_find *a, int kind_a, const painted_find *b, int kind_b) {
    base x = s->kinds[kind_a].base, y = s->kinds[kind_b].base;
    double least = fmin(fmin(x.width_in, x.depth_in), fmin(y.width_in, y.depth_in));
    return overlap_of(x, place_among(a), y, place_among(b)) > BASES_OVERLAP * least;
}

double painted_overlap_cost(const painted_search *s, const painted_find *a, int kind_a, const painted_find *b, int kind_b) {
    if (!s->followed) return 0;
    const double freedom = BASES_OVERLAP_FREEDOM, over = overlap_of(s->kinds[kind_a].base, seen_at(a), s->kinds[kind_b].base, seen_at(b));
    if (over == 0) return 0;  // of most pairs
    const double sigma = hypot(painted_sigma_of_look(&a->find.look), painted_sigma_of_look(&b->find.look));
    return (freedom + 1) / 2 * log1p(squared(over / sigma) / freedom);
}

// What a base of the kind carries, as a set of bits.
static unsigned carried_by(const base_kind *k) {
    if (k->print == PRINT_TAG) return 1u << CARRIES_TAG;
    if (k->print == PRINT_RIM_CODE) return 1u << CARRIES_CODE;
    return painted_is_kind(k) ? 1u << CARRIES_RIM | 1u << CARRIES_SOLID : 1u << CARRIES_NOTHING;
}

// As how much of a find the one that was taken for the kind counts.
static double share_of(const painted_search *s, const painted_find *f, int kind, const kind_looks *l) {
    const bool known = !s->followed || (f->expected && f->expected->kind == kind && !f->expected->left);
    return known ? 1 : l->share;
}

// Chance that a base of the kind carries what was seen on this one, among all that bases of this game carry. What is said of the kind's other finds
// counts as what it carries, the more of them there are.
static double carried_chance(const painted_search *s, const painted_find *f, int kind, const kind_looks *l) {
    const unsigned own = carried_by(&s->kinds[kind]);
    const bool is_one = f->kind == kind;  // it is no witness of itself
    const double own_share = is_one ? share_of(s, f, kind, l) : 0, n = l->heard - own_share;
    double others[CARRIES_COUNT], most = 1e-9, carried = 0, any = BASES_CARRIES_ELSE;
    for (int c = 0; c < CARRIES_COUNT; c++) {
        others[c] = l->said[c] - own_share * (double)f->find.look.carries[c];
        most = fmax(most, others[c]);
    }
    for (int c = 0; c < CARRIES_COUNT; c++) {
        double said = (double)f->find.look.carries[c];
        carried += own >> c & 1 ? said : n > 0 ? n / (n + BASES_LOOKS_PRIOR) * fmax(others[c], 0) / most * said : 0;
        any += s->carried >> c & 1 ? said : 0;
    }
    return fmin(carried / any, 1);
}

// ln of how much likelier it is that a base is seen just where it stood before if it has not moved, than anywhere in reach. What only looks like one
// is seen somewhere about; and no hand puts a base back so exactly.
static double worth_in_place(const painted_find *f) {
    const pose *stood = &f->expected->pose;
    const double sigma_in = hypot(painted_sigma_of_look(&f->find.look), BASES_COMMON_IN), off = vec2_distance(f->find.look.at, stood->at) / sigma_in;
    return log1p(BASES_EXPECTED_REACH_IN * BASES_EXPECTED_REACH_IN / (2 * sigma_in * sigma_in) * exp(-off * off / 2));
}

// ln that it is worth that a base of the kind was expected here.
static double worth_where_expected(const painted_find *f) {
    if (f->expected->supposed) return BASES_EXPECTED_WORTH;
    return (f->expected->left ? -BASES_UNEXPECTED_COST : BASES_EXPECTED_WORTH) + worth_in_place(f);
}

// ln that what is known of the place is worth. At a site of a block any kind of the form may stand.
static double worth_of_place(const painted_search *s, const painted_find *f, int kind) {
    if (f->cover == COVER_BARRED) return -BASES_BARRED_COST;
    if (f->at_site || f->in_block) return BASES_SITE_WORTH;
    if (f->expected && f->expected->kind == kind) return worth_where_expected(f);
    double w = s->kinds[kind].elsewhere ? -BASES_UNEXPECTED_COST - BASES_ELSEWHERE_COST : -BASES_UNEXPECTED_COST;
    return f->cover == COVER_WOODS ? w - BASES_WOODS_COST : w;
}

// The rim of a kind's bases as the game file states it. Where it has cells of two colours, it shows any mixture of the two.
static rim_paint stated_paint(const base_kind *k) {
    static const float warmer[3] = BASES_PAINT_WARMER;
    rim_paint out = {{0}, {0}};
    float light[3];
    const bool cells = k->print == PRINT_RIM_CODE;
    paint_stated(k->rim_rgb, out.mean);
    paint_stated(k->mark_rgb == NO_COLOUR ? 0xffffff : k->mark_rgb, light);
    for (int c = 0; c < 3; c++) {
        if (cells) out.span[c] = (float)BASES_CELLS_SPAN * (light[c] - out.mean[c]);
        out.mean[c] = (cells ? (out.mean[c] + light[c]) / 2 : out.mean[c]) + warmer[c];
    }
    return out;
}

// ln that the paint of a rim speaks for the kind: by the paint that the game file states, and by that of the others that were taken for the kind.
static double worth_of_paint(const painted_search *s, const painted_find *f, int kind, const kind_looks *looks) {
    static const paint_scatter by_stated = BASES_PAINT_STATED, by_others = BASES_PAINT_OTHERS;
    const close_look *l = &f->find.look;
    // It is no witness of itself, and where the kind has no room left, it would stand in the place of one.
    const int taken = looks->count - (f->kind == kind), room = s->kinds[kind].count - 1, others = taken < room ? taken : room;
    if (l->rim_sigma >= BASES_UNSEEN_SIGMA) return 0;
    double as_stated = paint_log_chance(&by_stated, l->rim, (double)l->rim_sigma, &s->stated[kind]);
    double as_others = others > 0 ? paint_log_chance(&by_others, l->rim, (double)l->rim_sigma, &s->paint[kind]) : as_stated;
    double mean = s->kinds[kind].print == PRINT_RIM_CODE ? BASES_CELLS_COST : BASES_PAINTED_COST;
    return BASES_STATED_WORTH * as_stated + BASES_OTHERS_WORTH * as_others - mean;
}

// What it shows of paint is the shine over it.
static bool is_washed_out(const painted_search *s, const close_look *l, int kind) {
    bool washed = l->rim_sigma < BASES_UNSEEN_SIGMA;
    for (int c = 0; c < 3; c++) washed = washed && (double)(l->rim[c] - s->stated[kind].mean[c]) > BASES_WASHED_OUT;
    return washed;
}

// ln that what it shows, its paint and what it carries, is worth.
static double worth_of_looks(const painted_search *s, const painted_find *f, int kind, const kind_looks *looks) {
    const base_kind *k = &s->kinds[kind];
    double w = BASES_CARRIES_WORTH * log(fmax(carried_chance(s, f, kind, looks), BASES_LEAST_CARRIES));
    if (!painted_is_kind(k)) return k->print == PRINT_NONE ? w - BASES_PLAIN_COST : w;
    w += worth_of_paint(s, f, kind, looks);
    return is_washed_out(s, &f->find.look, kind) && !s->followed ? fmax(w, BASES_WASHED_LEAST) : w;
}

// ln that a look is less likely true for being less sharp.
static double cost_of_unsharp(const painted_search *s, const close_look *l) {
    if (s->followed) return 0;
    return BASES_UNSHARP_COST * fmax(0, log(hypot((double)l->sigma_in[0], (double)l->sigma_in[1]) / BASES_SHARP_IN));
}

// looks: of the finds that were taken for the kind.
static double kind_weight(const painted_search *s, const painted_find *f, int kind, const kind_looks *looks) {
    const close_look *l = &f->find.look;
    double w = BASES_ODDS_WORTH * fmin((double)l->odds, BASES_MOST_ODDS) + worth_of_looks(s, f, kind, looks);
    return w + worth_of_place(s, f, kind) - cost_of_unsharp(s, l) - (f->slipped ? BASES_SLIPPED_COST : 0);
}

double painted_weight_alone(const painted_search *s, const painted_find *f, int kind) {
    static const kind_looks none;
    return kind_weight(s, f, kind, &none);
}

double painted_alike(const painted_search *s, const painted_find *a, const painted_find *b, int kind) {
    const base *of = &s->kinds[kind].base;
    const double least = (1 - BASES_OVERLAP) * fmin(of->width_in, of->depth_in), d = vec2_distance(a->find.look.at, b->find.look.at);
    if (d >= BASES_COMPANY_IN || d <= least) return 0;
    return exp(-paint_distance2(a->find.look.rim, b->find.look.rim) / (2 * BASES_ALIKE_SIGMA * BASES_ALIKE_SIGMA));
}

// ln(1 + how many of the finds taken for the kind look as it does), of those near it that don't stand in its place. Stones of a ruin look alike too.
static double alike_near(const painted_search *s, const painted_find *f, int kind) {
    double alike = 0;
    if (f->cover == COVER_BARRED) return 0;
    for (int i = 0; i < s->taken_count; i++) {
        const painted_find *o = &s->at[s->taken[i]];
        if (o != f && o->kind == kind) alike += painted_alike(s, o, f, kind);
    }
    return log1p(alike);
}

static int heaviest_first(const void *a, const void *b) {
    const painted_pair *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return x->find != y->find ? (x->find > y->find) - (x->find < y->find) : (x->kind > y->kind) - (x->kind < y->kind);
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The paint of each kind as most of its chosen finds show it: their median, beside what is mixed of two colours.
static void learn_paints(painted_search *s) {
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

// What the finds of each kind seem to carry: the cells of a code are small, and at this table's light and scale they may look like a painted rim.
static void learn_looks(painted_search *s) {
    static const kind_looks none;
    for (int k = 0; k < s->kind_count; k++) s->looks[k] = (kind_looks){0};
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        s->looks[f->kind].count++;
        s->looks[f->kind].share += 1 - share_of(s, f, f->kind, &none);
    }
    for (int k = 0; k < s->kind_count; k++) s->looks[k].share = 1 / fmax(s->looks[k].share, 1);
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        kind_looks *l = &s->looks[f->kind];
        const double share = share_of(s, f, f->kind, l);
        l->heard += share;
        for (int c = 0; c < CARRIES_COUNT; c++) l->said[c] += share * (double)f->find.look.carries[c];
    }
}

bool painted_stands_free(const painted_search *s, const painted_find *f, int kind, const painted_find *except) {
    for (int i = 0; i < s->count; i++) {
        const painted_find *o = &s->at[i];
        if (o->kind >= 0 && o != f && o != except && painted_collide(s, f, kind, o, o->kind)) return false;
    }
    return true;
}

void painted_take(painted_search *s, const painted_pair *p) {
    s->at[p->find].kind = p->kind, s->at[p->find].weight = p->weight;
    s->left[p->kind]--;
}

void painted_leave(painted_search *s, painted_find *f) {
    s->left[f->kind]++;
    f->kind = -1;
}

static void list_taken(painted_search *s) {
    s->taken_count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->at[i].kind >= 0) s->taken[s->taken_count++] = i;
}

static void list_pairs(painted_search *s, double least) {
    list_taken(s);
    s->pair_count = 0;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < s->kind_count; k++) {
            if (s->at[i].find.form != s->form_of[k]) continue;
            double w = kind_weight(s, &s->at[i], k, &s->looks[k]) + BASES_ALIKE_WORTH * alike_near(s, &s->at[i], k);
            if (w > least && s->pair_count < PAINTED_MAX_PAIRS)
                s->pairs[s->pair_count++] = (painted_pair){.find = i, .kind = k, .weight = w, .next = -1};
        }
    }
    qsort(s->pairs, (size_t)s->pair_count, sizeof *s->pairs, heaviest_first);
}

// The first rounds ask for less: a unit of which each base is faint is seen by all of them together.
static void choose_once(painted_search *s, int round) {
    const double least = s->gates.least - BASES_EACH_ROUND * (ROUNDS - 1 - round);
    list_pairs(s, least);
    for (int k = 0; k < s->kind_count; k++) s->left[k] = s->kinds[k].count;
    for (int i = 0; i < s->count; i++) s->at[i].kind = -1;
    for (int i = 0; i < s->pair_count; i++) {
        const painted_pair *p = &s->pairs[i];
        const painted_find *f = &s->at[p->find];
        if (f->kind < 0 && s->left[p->kind] > 0 && painted_stands_free(s, f, p->kind, NULL)) painted_take(s, p);
    }
    painted_make_room(s, least);
    painted_rearrange(s);
}

void painted_choose(painted_search *s) {
    s->carried = 0;
    for (int k = 0; k < s->kind_count; k++) {
        s->carried |= carried_by(&s->kinds[k]);
        s->stated[k] = stated_paint(&s->kinds[k]);
    }
    for (int i = 0; i < s->count; i++) s->at[i].kind = -1;
    learn_looks(s);
    for (int round = 0; round < ROUNDS; round++) {
        choose_once(s, round);
        if (round >= ROUNDS - 2) painted_regroup(s);
        learn_paints(s);
        learn_looks(s);
    }
}
