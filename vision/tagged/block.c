// Gives names to the fits. A half-hidden code alone is seldom certain. In a block all bases belong to one unit and face one way, so all of them
// together show the unit and the heading. Each fit's belief in (kind, heading) is multiplied by its neighbours', round by round. The surest name is
// then given first and is no longer available to the others.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

enum { LABELS = 4 * VISION_MAX_TAGGED_KINDS, MAX_NEIGHBOURS = 8, BELIEF_ROUNDS = 4 };

typedef struct {
    double own[LABELS];                                          // likelihood of the fit's cells, largest 1
    double scale;                                                // factor that makes it relative to the likelihood under no code of the roster
    double belief[LABELS];                                       // with the neighbours', sum 1
    double prior[LABELS];                                        // the neighbours' alone, sum 1
    int near[MAX_NEIGHBOURS], turn[MAX_NEIGHBOURS], near_count;  // turn: quarters from this heading's label to theirs
} fit_belief;

static const float *evidence_of(const tagged_search *s, int fit) { return s->evidence + (size_t)fit * 4 * (size_t)s->code_count; }

status tagged_reserve(tagged_search *s, int fits) {
    size_t need = (size_t)fits * 4 * (size_t)s->code_count;
    if (s->evidence_capacity >= need) return STATUS_OK;
    free(s->evidence);
    s->evidence_capacity = 0;
    s->evidence = malloc(need * sizeof *s->evidence);
    if (!s->evidence) return STATUS_MEMORY;
    s->evidence_capacity = need;
    return STATUS_OK;
}

static status read_all(tagged_search *s) {
    status st = tagged_reserve(s, s->fit_count);
    return st == STATUS_OK ? tagged_read_closely(s, s->fits, s->fit_count, s->evidence) : st;
}

// Likelihood of each kind and quarter: the mean over the kind's ids that no other base was read as; 0 where all were.
static void own_likelihood(const tagged_search *s, int fit, fit_belief *b) {
    int count[LABELS] = {0};
    const float *e = evidence_of(s, fit);
    double most = 0;
    memset(b->own, 0, sizeof b->own);
    for (int i = 0; i < s->code_count; i++) {
        for (int q = 0; q < 4; q++) {
            if (s->codes[i].used || e[4 * i + q] <= TAGGED_NEVER) continue;
            b->own[4 * s->codes[i].kind + q] += exp((double)e[4 * i + q]);
            count[4 * s->codes[i].kind + q]++;
        }
    }
    for (int k = 0; k < LABELS; k++) {
        if (count[k]) b->own[k] = b->own[k] / count[k] + 0.02;  // never 0: a figure may hide most cells
        most = fmax(most, b->own[k]);
    }
    b->scale = most;
    for (int k = 0; k < LABELS && most > 0; k++) b->own[k] /= most;
}

static void normalize(double *p) {
    double sum = 0;
    for (int k = 0; k < LABELS; k++) sum += p[k];
    for (int k = 0; k < LABELS && sum > 0; k++) p[k] /= sum;
}

static bool neighbours(const tagged_search *s, const tagged_fit *a, const tagged_fit *b, int *turn) {
    const tagged_look *l = &s->looks[a->look];
    if (a->look != b->look || vec2_distance(a->at, b->at) > 2 * l->half_x + 2 * l->half_y + 2 * TAGGED_BLOCK_NEAR_SIDES * l->half_y) return false;
    double d = angle_difference(a->heading_rad, b->heading_rad) / (PI / 2);
    *turn = ((int)lround(d) + 4) % 4;
    if (fabs(d - round(d)) * (PI / 2) > TAGGED_BLOCK_ALIGNED_RAD) return false;
    pose pa = {.at = a->at, .heading_rad = a->heading_rad}, pb = {.at = b->at, .heading_rad = b->heading_rad};
    return base_gap(l->base, pa, l->base, pb) < TAGGED_BLOCK_NEAR_SIDES * l->base.width_in;
}

// The nearest few neighbours.
static void find_neighbours(const tagged_search *s, int fit, fit_belief *b) {
    b->near_count = 0;
    double far[MAX_NEIGHBOURS];
    for (int i = 0; i < s->fit_count; i++) {
        int turn, n = b->near_count;
        if (i == fit || !neighbours(s, &s->fits[fit], &s->fits[i], &turn)) continue;
        double d = vec2_distance(s->fits[fit].at, s->fits[i].at);
        if (n == MAX_NEIGHBOURS && d >= far[n - 1]) continue;
        if (n < MAX_NEIGHBOURS) n = ++b->near_count;
        int k = n - 1;
        for (; k > 0 && far[k - 1] > d; k--) far[k] = far[k - 1], b->near[k] = b->near[k - 1], b->turn[k] = b->turn[k - 1];
        far[k] = d, b->near[k] = i, b->turn[k] = turn;
    }
}

static void ask_neighbours(fit_belief *all, int fit) {
    fit_belief *b = &all[fit];
    int labels = 0;
    for (int k = 0; k < LABELS; k++) labels += b->own[k] > 0, b->prior[k] = b->own[k] > 0;
    for (int n = 0; n < b->near_count; n++) {
        const double *theirs = all[b->near[n]].belief;
        for (int k = 0; k < LABELS; k++)
            if (b->own[k] > 0) b->prior[k] *= TAGGED_BLOCK_ALIKE * theirs[k / 4 * 4 + (k + b->turn[n]) % 4] + (1 - TAGGED_BLOCK_ALIKE) / labels;
        normalize(b->prior);
    }
    normalize(b->prior);
}

static void believe(const tagged_search *s, fit_belief *all) {
    for (int i = 0; i < s->fit_count; i++) {
        own_likelihood(s, i, &all[i]);
        find_neighbours(s, i, &all[i]);
        memcpy(all[i].belief, all[i].own, sizeof all[i].own);
        normalize(all[i].belief);
    }
    for (int round = 0; round < BELIEF_ROUNDS; round++) {
        for (int i = 0; i < s->fit_count; i++) ask_neighbours(all, i);
        for (int i = 0; i < s->fit_count; i++) {
            for (int k = 0; k < LABELS; k++) all[i].belief[k] = all[i].own[k] * all[i].prior[k];
            normalize(all[i].belief);
        }
    }
}

typedef struct {
    int code, quarter;
    double certainty, evidence;
    double alone;  // certainty without the neighbours
} name;

// The likeliest of the names that are not used.
static name best_name(const tagged_search *s, int fit, const fit_belief *b) {
    name best = {-1, 0, 0, 0, 0};
    const float *e = evidence_of(s, fit);
    int count[VISION_MAX_TAGGED_KINDS] = {0};
    double most = 0, sum = TAGGED_BLOCK_ODDS_OF_NONE, alone = 0;
    int names = 0;
    for (int i = 0; i < s->code_count; i++) count[s->codes[i].kind] += !s->codes[i].used;
    for (int i = 0; i < s->code_count; i++) {
        for (int q = 0; q < 4 && !s->codes[i].used; q++) {
            if (e[4 * i + q] <= TAGGED_NEVER) continue;
            double p = b->prior[4 * s->codes[i].kind + q] / count[s->codes[i].kind] * exp((double)e[4 * i + q]);
            sum += p;
            alone += exp((double)e[4 * i + q]);
            names++;
            if (p > most) most = p, best = (name){i, q, 0, (double)e[4 * i + q], 0};
        }
    }
    best.certainty = most / sum;
    best.alone = exp(best.evidence) / (alone + TAGGED_BLOCK_ODDS_OF_NONE * names);
    return best;
}

// The support of the label by the fit's cells and its neighbours'. Without tags each term is below 0 on average, since the mean likelihood is 1.
static double support_of(const fit_belief *all, int fit, int label) {
    const fit_belief *b = &all[fit];
    double sum = fmin(fmax(log(b->own[label] * b->scale), TAGGED_BLOCK_LEAST_OF_ONE), TAGGED_BLOCK_MOST_OF_ONE);
    for (int n = 0; n < b->near_count; n++) {
        const fit_belief *o = &all[b->near[n]];
        sum += fmin(fmax(log(o->own[label / 4 * 4 + (label + b->turn[n]) % 4] * o->scale), TAGGED_BLOCK_LEAST_OF_ONE), TAGGED_BLOCK_MOST_OF_ONE);
    }
    return sum;
}

// The chance that another base carries the code, by its cells alone: where two seem to, neither is sure to.
static double rival_of(const tagged_search *s, const name *names, int fit) {
    double most = 0;
    for (int i = 0; i < s->fit_count; i++) {
        const float *e = evidence_of(s, i) + 4 * names[fit].code;
        if (i == fit || s->fits[i].code >= 0 || names[i].code < 0) continue;
        for (int q = 0; q < 4; q++)
            if (e[q] > TAGGED_NEVER) most = fmax(most, names[i].alone * exp((double)e[q] - names[i].evidence));
    }
    return fmin(most, 1);
}

static void give(tagged_search *s, int fit, const name *n) {
    tagged_fit *f = &s->fits[fit];
    f->code = n->code;
    f->kind = s->codes[n->code].kind;
    f->heading_rad = angle_wrap(f->heading_rad + n->quarter * PI / 2);
    s->codes[n->code].used = true;
}

// The chance that the fit is of the kind, by its neighbours alone.
static double of_kind(const fit_belief *b, int kind) {
    return b->prior[4 * kind] + b->prior[4 * kind + 1] + b->prior[4 * kind + 2] + b->prior[4 * kind + 3];
}

static void give_and_ask_again(tagged_search *s, const fit_belief *all, name *names, int fit) {
    give(s, fit, &names[fit]);
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].code < 0 && names[i].code >= 0 && (s->codes[names[i].code].used || of_kind(&all[i], s->fits[fit].kind) > 0.5))
            names[i] = best_name(s, i, &all[i]);
}

static bool looks_sure(const tagged_search *s, const name *names, int fit) {
    const name *n = &names[fit];
    if (n->certainty < TAGGED_LOOKED_CERTAINTY || n->alone < TAGGED_LOOKED_ALONE) return false;
    double rival = rival_of(s, names, fit), mine = n->alone * (1 - rival);
    return mine / (mine + 1 - n->alone) >= TAGGED_LOOKED_ALONE;
}

static bool is_sure(const tagged_search *s, const name *names, int fit, const fit_belief *b) {
    const name *n = &names[fit];
    if (n->code >= 0 && s->fits[fit].found) return looks_sure(s, names, fit);
    if (n->code < 0 || (b->near_count <= 1 && n->evidence < TAGGED_BLOCK_ALONE_EVIDENCE)) return false;
    return n->certainty >= (n->evidence < TAGGED_BLOCK_LITTLE_EVIDENCE ? TAGGED_BLOCK_LITTLE_CERTAINTY : TAGGED_BLOCK_LEAST_CERTAINTY);
}

// Gives the surest names first, which leaves fewer for the others of the kind.
static void give_names(tagged_search *s, const fit_belief *all, name *names) {
    for (int i = 0; i < s->fit_count; i++) names[i] = best_name(s, i, &all[i]);
    while (true) {
        int best = -1;
        for (int i = 0; i < s->fit_count; i++) {
            if (s->fits[i].code >= 0 || !is_sure(s, names, i, &all[i])) continue;
            if (best < 0 || names[i].certainty > names[best].certainty) best = i;
        }
        if (best < 0) return;
        int label = 4 * s->codes[names[best].code].kind + names[best].quarter;
        if (names[best].evidence < TAGGED_BLOCK_NAME_EVIDENCE || s->fits[best].shown < TAGGED_BLOCK_LEAST_AGREEING ||
            (!s->fits[best].found && support_of(all, best, label) < TAGGED_BLOCK_LEAST_SUPPORT_NAMED))
            names[best].code = -1;
        else
            give_and_ask_again(s, all, names, best);
    }
}

// Lists the quarter turns from the likeliest one that have some chance, likeliest first.
static void list_fronts(tagged_fit *f, const double by_quarter[4], int best) {
    f->fronts[0] = 0;
    f->front_count = 1;
    for (int turn = 1; turn < 4; turn++) {
        double chance = by_quarter[(best + turn) % 4];
        if (chance < TAGGED_LEAST_FRONT) continue;
        int k = f->front_count++;
        for (; k > 1 && by_quarter[(best + f->fronts[k - 1]) % 4] < chance; k--) f->fronts[k] = f->fronts[k - 1];
        f->fronts[k] = (uint8_t)turn;
    }
}

// The belief where no code is read, by the cells of the base and of its neighbours. Figures of a unit are of one sculpt, and hide the same cells by
// the same colours: their evidence has much in common, and n terms with correlation c are worth n / (1 + (n - 1) c).
static void believe_unnamed(const fit_belief *all, int fit, double belief[LABELS]) {
    const fit_belief *b = &all[fit];
    double worth = 1 / (1 + b->near_count * TAGGED_BLOCK_COMMON), most = -INFINITY;
    for (int k = 0; k < LABELS; k++) {
        belief[k] = b->own[k] > 0 ? log(b->own[k]) : -INFINITY;
        for (int n = 0; n < b->near_count && b->own[k] > 0; n++)
            belief[k] += log(fmax(all[b->near[n]].own[k / 4 * 4 + (k + b->turn[n]) % 4], TAGGED_BLOCK_LEAST_OWN));
        most = fmax(most, belief[k]);
    }
    for (int k = 0; k < LABELS; k++) belief[k] = isfinite(belief[k]) ? exp(worth * (belief[k] - most)) : 0;
    normalize(belief);
}

// Turns a fit without a name to its likeliest heading, and gives it a kind if its block makes the kind certain.
static void turn_unnamed(tagged_fit *f, const fit_belief *all, int fit) {
    double by_quarter[4] = {0}, belief[LABELS];
    int best = 0;
    believe_unnamed(all, fit, belief);
    for (int k = 0; k < LABELS; k++) {
        by_quarter[k % 4] += belief[k];
        if (belief[k] <= (f->found ? TAGGED_LOOKED_CERTAINTY : TAGGED_BLOCK_LEAST_CERTAINTY)) continue;
        f->support = support_of(all, fit, k);
        if (f->found || f->support > TAGGED_BLOCK_LEAST_SUPPORT) f->kind = k / 4;
    }
    for (int q = 1; q < 4; q++)
        if (by_quarter[q] > by_quarter[best]) best = q;
    f->heading_rad = angle_wrap(f->heading_rad + best * PI / 2);
    f->heading_certainty = by_quarter[best];
    list_fronts(f, by_quarter, best);
}

status tagged_name(tagged_search *s) {
    if (s->fit_count == 0) return STATUS_OK;
    fit_belief *all = calloc((size_t)s->fit_count, sizeof *all);
    name *names = calloc((size_t)s->fit_count, sizeof *names);
    status st = all && names ? read_all(s) : STATUS_MEMORY;
    if (st == STATUS_OK) {
        believe(s, all);
        give_names(s, all, names);
        for (int i = 0; i < s->fit_count; i++)
            if (s->fits[i].code < 0) own_likelihood(s, i, &all[i]);
        for (int i = 0; i < s->fit_count; i++)
            if (s->fits[i].code < 0) turn_unnamed(&s->fits[i], all, i);
    }
    free(all);
    free(names);
    return st;
}
