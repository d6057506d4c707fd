// Finds the word that explains the cells. A cell shows the word's tone, or something hides it. Occluders hide runs of cells along the rim: a
// chain of two states, in view and hidden. The likelihood of each word in each turn is the sum over all such runs. It is weighed against all
// other words and against a base with random cells.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes.h"
#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

enum { CLOSE = 16, BYTES = RIM_CODE_MAX_CELLS / 8, BINS = 256, TALLIES = 4 };

static float bounded(float x) { return x > RIM_MOST_EVIDENCE ? RIM_MOST_EVIDENCE : x > -RIM_MOST_EVIDENCE ? x : -RIM_MOST_EVIDENCE; }

static void bound(const rim_evidence *e, rim_evidence *out) {
    out->cells = e->cells < 0 ? 0 : e->cells > RIM_CODE_MAX_CELLS ? RIM_CODE_MAX_CELLS : e->cells;
    for (int i = 0; i < out->cells; i++) out->dark[i] = bounded(e->dark[i]), out->light[i] = bounded(e->light[i]);
}

typedef struct {
    double view, hidden;
} chain;

static chain chain_start(void) { return (chain){RIM_IN_VIEW_SHARE, 1 - RIM_IN_VIEW_SHARE}; }

static chain chain_step(chain c, double likely) {
    return (chain){(c.view * (1 - RIM_HIDES) + c.hidden * RIM_SHOWS) * likely, c.view * RIM_HIDES + c.hidden * (1 - RIM_SHOWS)};
}

// Likelihoods of the cells where they are in view.
typedef struct {
    double dark[RIM_CODE_MAX_CELLS], light[RIM_CODE_MAX_CELLS], coin[RIM_CODE_MAX_CELLS];
} likelihoods;

static void take_likelihoods(const rim_evidence *e, likelihoods *l) {
    for (int i = 0; i < e->cells; i++) {
        l->dark[i] = exp((double)e->dark[i]), l->light[i] = exp((double)e->light[i]);
        l->coin[i] = (l->dark[i] + l->light[i]) / 2;
    }
}

typedef struct {
    double view, unlike, dark, light;
} honest_chain;

// The chain's next cell, which is `likely` where it is in view.
static honest_chain honest_step(const honest_chain *c, double likely, double dark, double light) {
    double hidden = c->unlike + c->dark + c->light, fresh = c->view * RIM_HIDES + hidden * (1 - RIM_SHOWS) * RIM_RECOLOURED,
           stay = (1 - RIM_SHOWS) * (1 - RIM_RECOLOURED);
    return (honest_chain){(c->view * (1 - RIM_HIDES) + hidden * RIM_SHOWS) * likely, fresh * RIM_HIDES_UNLIKE + stay * c->unlike,
                          (fresh * RIM_HIDES_LIKE_DARK + stay * c->dark) * dark, (fresh * RIM_HIDES_LIKE_LIGHT + stay * c->light) * light};
}

static honest_chain honest_start(double in_view) {
    return (honest_chain){in_view, (1 - in_view) * RIM_HIDES_UNLIKE, (1 - in_view) * RIM_HIDES_LIKE_DARK, (1 - in_view) * RIM_HIDES_LIKE_LIGHT};
}

// ln of the likelihood of cells that are `likely` where in view; NULL: none is in view.
static double weigh_honestly(const likelihoods *l, const double *likely, int cells) {
    honest_chain c = honest_start(likely ? RIM_IN_VIEW_SHARE : 0);
    for (int i = 0; i < cells; i++) c = honest_step(&c, likely ? likely[i] : 0, l->dark[i], l->light[i]);
    return log(c.view + c.unlike + c.dark + c.light);
}

// ln of the likelihood of the cells under one word.
static double weigh_word(const likelihoods *l, int cells, uint64_t word) {
    chain c = chain_start();
    for (int i = 0; i < cells; i++) c = chain_step(c, word >> i & 1 ? l->light[i] : l->dark[i]);
    return log(c.view + c.hidden);
}

// How likely each cell is in view, given what it would show there: forwards and backwards.
static void find_visible(const double *likely, int cells, float *visible) {
    chain ahead[RIM_CODE_MAX_CELLS + 1], back = {1, 1};
    ahead[0] = chain_start();
    for (int i = 0; i < cells; i++) ahead[i + 1] = chain_step(ahead[i], likely[i]);
    for (int i = cells - 1; i >= 0; i--) {
        double view = ahead[i + 1].view * back.view, hidden = ahead[i + 1].hidden * back.hidden, scale;
        visible[i] = view + hidden > 0 ? (float)(view / (view + hidden)) : 0;
        chain b = {(1 - RIM_HIDES) * likely[i] * back.view + RIM_HIDES * back.hidden,
                   RIM_SHOWS * likely[i] * back.view + (1 - RIM_SHOWS) * back.hidden};
        scale = 1 / (b.view + b.hidden);
        back = (chain){b.view * scale, b.hidden * scale};
    }
}

// The same, but an occluder may look like paint: a figure's dark edge beside dark cells would bias the pose.
static void find_visible_honestly(const likelihoods *l, const double *likely, int cells, float *visible) {
    honest_chain ahead[RIM_CODE_MAX_CELLS + 1], back = {1, 1, 1, 1};
    double stay = (1 - RIM_SHOWS) * (1 - RIM_RECOLOURED), fresh = (1 - RIM_SHOWS) * RIM_RECOLOURED;
    ahead[0] = honest_start(RIM_IN_VIEW_SHARE);
    for (int i = 0; i < cells; i++) ahead[i + 1] = honest_step(&ahead[i], likely[i], l->dark[i], l->light[i]);
    for (int i = cells - 1; i >= 0; i--) {
        const honest_chain *a = &ahead[i + 1];
        double view = a->view * back.view, hidden = a->unlike * back.unlike + a->dark * back.dark + a->light * back.light;
        visible[i] = view + hidden > 0 ? (float)(view / (view + hidden)) : 0;
        honest_chain b = {likely[i] * back.view, back.unlike, l->dark[i] * back.dark, l->light[i] * back.light};
        double any = RIM_HIDES_UNLIKE * b.unlike + RIM_HIDES_LIKE_DARK * b.dark + RIM_HIDES_LIKE_LIGHT * b.light;
        back = (honest_chain){(1 - RIM_HIDES) * b.view + RIM_HIDES * any, RIM_SHOWS * b.view + fresh * any + stay * b.unlike,
                              RIM_SHOWS * b.view + fresh * any + stay * b.dark, RIM_SHOWS * b.view + fresh * any + stay * b.light};
        double scale = 1 / (back.view + back.unlike);
        back = (honest_chain){back.view * scale, back.unlike * scale, back.dark * scale, back.light * scale};
    }
}

// What each cell adds where it is light instead of dark, roughly, in parts of a nat; twice round, and sums of it over eight cells at a time.
enum { PART = 24, FEW_TURNS = 4 };  // 64 cells of 16 nats each stay within 16 bits

typedef struct {
    int16_t step[2 * RIM_CODE_MAX_CELLS];
    int16_t at[BYTES][256];  // for few turns
    int bytes;
    float dark, most;  // a word of dark cells says; no word can say more
} rough_table;

static void fill_bytes(rough_table *t, int cells) {
    t->bytes = cells / 8;
    for (int k = 0; k < t->bytes; k++) {
        t->at[k][0] = 0;
        for (int m = 1; m < 256; m++) t->at[k][m] = (int16_t)(t->at[k][m & (m - 1)] + t->step[8 * k + __builtin_ctz((unsigned)m)]);
    }
}

static void fill_table(const likelihoods *l, const float *visible, int cells, int turns, rough_table *t) {
    t->most = t->dark = 0;
    for (int i = 0; i < cells; i++) {
        double q = fmin(0.995, (double)visible[i]);
        float a = (float)log(q * l->dark[i] + 1 - q), b = (float)log(q * l->light[i] + 1 - q);
        t->step[i] = t->step[i + cells] = (int16_t)lrintf(PART * (b - a));
        t->dark += a;
        t->most += a > b ? a : b;
    }
    if (turns <= FEW_TURNS || turns != cells) fill_bytes(t, cells);
}

static inline int look_up(const rough_table *t, uint64_t word) {
    int sum = 0;
    for (int k = 0; k < t->bytes; k++) sum += t->at[k][word >> (8 * k) & 255];
    return sum;
}

typedef struct {
    int word, turn;
    uint64_t bits;
    float rough;
    double prior, exact;  // ln
} hypothesis;

typedef struct {
    hypothesis at[CLOSE];
    int count;
    double rest[BINS];  // prior of the hypotheses left out, by how many whole nats their rough likelihood lies below the largest possible
    // Counts of such, of one prior, that are not in `rest` yet; several, as a count that is raised twice in a row waits for itself.
    uint32_t left_out[TALLIES][BINS];
} contest;

static inline int bin_of(int nats) { return nats < 0 ? 0 : nats >= BINS ? BINS - 1 : nats; }

static void enter(contest *c, hypothesis h, float most) {
    int i = c->count < CLOSE ? c->count++ : CLOSE - 1;
    if (i == CLOSE - 1 && c->at[i].bits) {
        const hypothesis *out = c->at[i].rough < h.rough ? &c->at[i] : &h;
        c->rest[bin_of((int)(most - (out->rough - (float)out->prior)))] += exp(out->prior);
        if (out == &h) return;
    }
    for (; i > 0 && c->at[i - 1].rough < h.rough; i--) c->at[i] = c->at[i - 1];
    c->at[i] = h;
}

static int cells_apart(int a, int b, int cells) {
    int d = abs(a - b) % cells;
    return d < cells - d ? d : cells - d;
}

// ln of the prior of a word so turned.
typedef struct {
    double ln, share;
} prior;

typedef struct {
    prior other, expected, strayed, unregistered;
} priors;

static prior prior_of(double share) { return (prior){log(share), share}; }

static priors take_priors(const rim_lexicon *l, int cells) {
    double all = (double)l->count * l->turns, odds = RIM_EXPECTED_ODDS / (1 + RIM_EXPECTED_ODDS);
    prior unregistered = prior_of(RIM_UNREGISTERED_PRIOR / ((l->other_count > 0 ? l->other_count : 1) * l->turns));
    if (l->expected < 0) return (priors){prior_of(1 / all), prior_of(1 / all), prior_of(1 / all), unregistered};
    int step = cells / l->turns, near = 0;
    for (int t = 0; t < l->turns; t++) near += cells_apart(t * step, l->expected_turn, cells) <= l->slack;
    return (priors){prior_of((1 - odds) / all), prior_of(odds * (1 - RIM_STRAY) / (near > 0 ? near : 1)), prior_of(odds * RIM_STRAY / l->turns),
                    unregistered};
}

// Words are compared that have one prior, but for the expected one.
typedef struct {
    const rim_lexicon *words;
    const rough_table *table;
    int cells, step;
    priors priors;
    const prior *plain;
    // Sums: below `least` a word doesn't matter, up to `beaten` it is none of the best, and none is above `most`.
    int least, beaten, most;
} comparison;

static float rough_of(const comparison *a, const prior *before, int sum) { return (float)sum / PART + a->table->dark + (float)before->ln; }

static int whole_sum(double sum) { return (int)fmin(fmax(sum, INT16_MIN), INT16_MAX); }

// Where the best now are.
static void set_bars(comparison *a, const contest *c) {
    a->least = c->count ? whole_sum((double)(PART * (c->at[0].rough - RIM_NO_MATTER - a->table->dark))) : INT16_MIN;
    a->beaten = INT16_MIN;
    if (c->count < CLOSE) return;
    const float bar = c->at[CLOSE - 1].rough;
    a->beaten = whole_sum(PART * ((double)bar - (double)a->table->dark - a->plain->ln));
    while (a->beaten > INT16_MIN && rough_of(a, a->plain, a->beaten) > bar) a->beaten--;
}

// Enters the score of a word in one of its turns. w: its index, -1 for an unregistered one. k: the base's heading lies k turns on from the strip's
// start, so that cell 0 of the word is at cell k * step of the strip. Where little is seen, most words are none of the best, and are only counted.
static inline void weigh_in(comparison *a, int w, uint64_t word, int k, int sum, contest *c) {
    const rim_lexicon *l = a->words;
    const bool expected = w >= 0 && w == l->expected;
    if (sum < a->least) return;
    if (sum <= a->beaten && !expected) {
        c->left_out[k % TALLIES][bin_of((a->most - sum) / PART)]++;
        return;
    }
    const bool here = expected && cells_apart(k * a->step, l->expected_turn, a->cells) <= l->slack;
    const prior *before = !expected ? a->plain : here ? &a->priors.expected : &a->priors.strayed;
    enter(c, (hypothesis){w, k * a->step, rim_code_turn(word, a->cells, -k * a->step), rough_of(a, before, sum), before->ln, 0}, a->table->most);
    set_bars(a, c);
}

// One word in all its turns, eight at a time.
static void compare_turns(comparison *a, int w, uint64_t word, contest *c) {
    int light[RIM_CODE_MAX_CELLS], count = 0;
    lanes bar = lanes_all((int16_t)a->least);
    for (uint64_t rest = word; rest; rest &= rest - 1) light[count++] = __builtin_ctzll(rest);
    for (int k = 0; k < a->cells; k += LANES) {
        lanes sum = lanes_all(0);
        uint64_t any[2];
        for (int i = 0; i < count; i++) sum += lanes_load(a->table->step + light[i] + k);
        lanes over = sum >= bar;
        memcpy(any, &over, sizeof any);
        if (!(any[0] | any[1])) continue;
        for (int i = 0; i < LANES; i++) weigh_in(a, w, word, k + i, sum[i], c);
    }
}

static void compare(comparison *a, int w, uint64_t word, contest *c) {
    if (!word || (a->cells < RIM_CODE_MAX_CELLS && word >> a->cells)) return;
    if (a->words->turns > FEW_TURNS && a->step == 1) {
        compare_turns(a, w, word, c);
        return;
    }
    for (int k = 0; k < a->words->turns; k++) weigh_in(a, w, word, k, look_up(a->table, rim_code_turn(word, a->cells, -k * a->step)), c);
}

// Enters the counts of what was left out, all of one prior.
static void add_left_out(contest *c, const prior *before) {
    for (int b = 0; b < BINS; b++)
        for (int k = 0; k < TALLIES; k++) c->rest[b] += c->left_out[k][b] * before->share;
    memset(c->left_out, 0, sizeof c->left_out);
}

static void compare_list(comparison *a, const uint64_t *words, int count, bool registered, contest *c) {
    if (count < 1) return;
    a->plain = registered ? &a->priors.other : &a->priors.unregistered;
    set_bars(a, c);
    for (int w = 0; w < count; w++) compare(a, registered ? w : -1, words[w], c);
    add_left_out(c, a->plain);
}

static void compare_all(const rim_lexicon *l, const rough_table *t, int cells, contest *c) {
    comparison a = {.words = l, .table = t, .cells = cells, .step = cells / l->turns, .priors = take_priors(l, cells)};
    a.most = whole_sum((double)(PART * (t->most - t->dark)));
    compare_list(&a, l->words, l->count, true, c);
    compare_list(&a, l->others, l->other_count, false, c);
}

// ln of the sum of all but the best, which are taken to be as much better or worse exactly than roughly as it is.
static double weigh_rest(const contest *c, int best, const rough_table *t) {
    double shift = c->at[best].exact + c->at[best].prior - (double)c->at[best].rough, top = c->at[best].exact + c->at[best].prior, sum = 0;
    for (int i = 0; i < c->count; i++)
        if (i != best) sum += exp(c->at[i].exact + c->at[i].prior - top);
    for (int b = 0; b < BINS; b++)
        if (c->rest[b] > 0) sum += c->rest[b] * exp((double)t->most - b + shift - top);
    return top + log(sum + 1e-300);
}

static void judge(const rim_evidence *e, const likelihoods *k, contest *c, const rough_table *t, rim_reading *out) {
    int best = 0, cells = e->cells;
    for (int i = 0; i < c->count; i++) {
        c->at[i].exact = weigh_word(k, cells, c->at[i].bits);
        if (c->at[i].exact + c->at[i].prior > c->at[best].exact + c->at[best].prior) best = i;
    }
    const hypothesis *h = &c->at[best];
    double likely[RIM_CODE_MAX_CELLS], top = h->exact + h->prior, rest = weigh_rest(c, best, t) - top;
    for (int i = 0; i < cells; i++) likely[i] = h->bits >> i & 1 ? k->light[i] : k->dark[i];
    find_visible(likely, cells, out->visible);
    for (int i = 0; i < cells; i++) out->shown += (double)out->visible[i] / cells;
    find_visible_honestly(k, likely, cells, out->visible);
    out->word = h->word, out->turn = h->turn;
    out->odds = -rest;
    out->over_chance = weigh_honestly(k, likely, cells) + h->prior - weigh_honestly(k, k->coin, cells);
}

double rim_weigh_anybodys(const rim_evidence *e) {
    rim_evidence bounds;
    likelihoods k = {{0}, {0}, {0}};
    bound(e, &bounds);
    take_likelihoods(&bounds, &k);
    return weigh_honestly(&k, k.coin, bounds.cells) - weigh_honestly(&k, NULL, bounds.cells);
}

void rim_decode(const rim_evidence *e, const rim_lexicon *l, rim_reading *out) {
    rim_evidence bounds;
    likelihoods k;
    rough_table t;
    contest c;
    float visible[RIM_CODE_MAX_CELLS];
    memset(out, 0, sizeof *out);
    out->word = -1, out->odds = -1e9;
    bound(e, &bounds);
    if (bounds.cells < 8 || bounds.cells % 8 || l->count < 1 || l->turns < 1 || bounds.cells % l->turns) return;
    take_likelihoods(&bounds, &k);
    find_visible(k.coin, bounds.cells, visible);
    fill_table(&k, visible, bounds.cells, l->turns, &t);
    memset(&c, 0, sizeof c);
    compare_all(l, &t, bounds.cells, &c);
    if (c.count > 0) judge(&bounds, &k, &c, &t, out);
}
