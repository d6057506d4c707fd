// A better choice among finds that stand in each other's place. The heaviest are taken first; where a look ended halfway between two bases of a
// block, one wrong find then keeps two right ones out. Here one that was left out is taken, those in its place leave, others are taken in their
// places, and so on, as far as all that is taken is likelier: chains of exchanges, as B. W. Kernighan and S. Lin have them in An efficient heuristic
// procedure for partitioning graphs, Bell System Technical Journal 49 (1970). What stands side by side in a block is likelier for it, each pair by as
// much: so a block is not held by what was taken first. And bases are solid: two that overlap by more than their looks err are the less likely.
#include <math.h>

#include "vision/bases/painted.h"

enum { MOST_CHANGES = 48, MOST_IN_PLACE = 32, ROUNDS = 4 };

// One find taken or left.
typedef struct {
    painted_pair pair;
    bool taken;
} change;

typedef struct {
    painted_search *s;
    change log[MOST_CHANGES];
    int count;
} chain;

// What a find adds by itself if it is taken.
static double worth_of(const painted_search *s, int find, double weight) {
    const painted_find *f = &s->at[find];
    return weight - BASES_NOTHING_WEIGHT - (f->at_site || f->in_block ? BASES_SITE_WORTH + BASES_UNEXPECTED_COST : 0);
}

static int kind_of(const painted_search *s, int find) { return s->pairs[s->first_pair[find]].kind; }

// They stand side by side as hands dress bases in a block.
static bool are_beside(const painted_search *s, int a, int b) {
    const base *of = &s->kinds[kind_of(s, a)].base;
    const close_look *x = &s->at[a].find.look, *y = &s->at[b].find.look;
    vec2 d = vec2_sub(y->at, x->at);
    const double distance = vec2_length(d);
    if (s->at[a].find.form != s->at[b].find.form || distance > fmax(of->width_in, of->depth_in) + LATTICE_GAP_IN + REARRANGE_OFF_IN) return false;
    if (of->shape == BASE_ROUND) return fabs(distance - of->width_in - LATTICE_GAP_IN) < REARRANGE_OFF_IN;
    if (fabs(angle_difference(4 * (double)x->heading_rad, 4 * (double)y->heading_rad)) > 4 * BASES_ALIGNED_RAD) return false;
    d = vec2_rotate(d, -(double)x->heading_rad);
    const double ahead = fabs(d.x), left = fabs(d.y);
    return (fabs(ahead - of->depth_in - LATTICE_GAP_IN) < REARRANGE_OFF_IN && left < REARRANGE_OFF_IN) ||
           (fabs(left - of->width_in - LATTICE_GAP_IN) < REARRANGE_OFF_IN && ahead < REARRANGE_OFF_IN);
}

static bool are_in_place(const painted_search *s, int a, int b) { return painted_collide(s, &s->at[a], kind_of(s, a), &s->at[b], kind_of(s, b)); }

static double cost_of_overlap(const painted_search *s, int a, int b) {
    return painted_overlap_cost(s, &s->at[a], kind_of(s, a), &s->at[b], kind_of(s, b));
}

static bool overlap(const painted_search *s, int a, int b) { return cost_of_overlap(s, a, b) > REARRANGE_LEAST_COST && !are_in_place(s, a, b); }

// Chains the pairs of each find, the heaviest first, and lists the finds that have any. Returns how many.
static int list_finds(painted_search *s) {
    int n = 0;
    for (int i = 0; i < s->count; i++) s->first_pair[i] = -1;
    for (int p = s->pair_count - 1; p >= 0; p--) {
        s->next_pair[p] = s->first_pair[s->pairs[p].find];
        s->first_pair[s->pairs[p].find] = p;
    }
    for (int i = 0; i < s->count; i++)
        if (s->first_pair[i] >= 0) s->may_be[n++] = i;
    return n;
}

static void list_finds_that(painted_search *s, int finds, bool (*is_about)(const painted_search *, int, int), finds_about *out) {
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        out->from[i] = n;
        for (int k = 0; k < finds && s->first_pair[i] >= 0 && n < PAINTED_MAX_BESIDE; k++)
            if (s->may_be[k] != i && is_about(s, i, s->may_be[k])) out->find[n++] = s->may_be[k];
    }
    out->from[s->count] = n;
}

static bool is_in_chain(const chain *c, int find) {
    for (int i = 0; i < c->count; i++)
        if (c->log[i].pair.find == find) return true;
    return false;
}

static bool is_among(int find, const int *list, int count) {
    for (int k = 0; k < count; k++)
        if (list[k] == find) return true;
    return false;
}

// What it adds that others are taken beside the find and over it, without those that leave.
static double worth_of_others(const painted_search *s, int find, const int *leaving, int leaving_count) {
    double worth = 0;
    for (int i = s->beside.from[find]; i < s->beside.from[find + 1]; i++)
        if (s->at[s->beside.find[i]].kind >= 0 && !is_among(s->beside.find[i], leaving, leaving_count)) worth += REARRANGE_BESIDE_WORTH;
    for (int i = s->over.from[find]; i < s->over.from[find + 1]; i++)
        if (s->at[s->over.find[i]].kind >= 0 && !is_among(s->over.find[i], leaving, leaving_count))
            worth -= cost_of_overlap(s, find, s->over.find[i]);
    return worth;
}

// What all that is taken would gain with the pair and without what stands in its place; -INFINITY: it can't be taken.
static double gain_with(const chain *c, const painted_pair *p) {
    const painted_search *s = c->s;
    int leaving[MOST_IN_PLACE], n = 0, room = s->left[p->kind];
    double gain = worth_of(s, p->find, p->weight);
    for (int i = s->in_place.from[p->find]; i < s->in_place.from[p->find + 1]; i++) {
        const int other = s->in_place.find[i];
        const painted_find *o = &s->at[other];
        if (o->kind < 0) continue;
        if (n == MOST_IN_PLACE || is_in_chain(c, other)) return -INFINITY;
        room += o->kind == p->kind;
        gain -= worth_of(s, other, o->weight) + worth_of_others(s, other, leaving, n);
        leaving[n++] = other;
    }
    return room > 0 ? gain + worth_of_others(s, p->find, leaving, n) : -INFINITY;
}

// Takes the pair in place of what stands there. False where the chain is full: something may have left then.
static bool take(chain *c, const painted_pair *p) {
    painted_search *s = c->s;
    for (int i = s->in_place.from[p->find]; i < s->in_place.from[p->find + 1]; i++) {
        const int other = s->in_place.find[i];
        painted_find *o = &s->at[other];
        if (o->kind < 0) continue;
        if (c->count == MOST_CHANGES) return false;
        c->log[c->count++] = (change){{.find = other, .kind = o->kind, .weight = o->weight}, false};
        painted_leave(s, o);
    }
    if (c->count == MOST_CHANGES) return false;
    painted_take(s, p);
    c->log[c->count++] = (change){*p, true};
    return true;
}

static void undo(chain *c, int down_to) {
    while (c->count > down_to) {
        const change *last = &c->log[--c->count];
        if (last->taken)
            painted_leave(c->s, &c->s->at[last->pair.find]);
        else
            painted_take(c->s, &last->pair);
    }
}

// Of what stands in the places of those that left the pair that gains most; NULL: none can be taken.
static const painted_pair *next_best(const chain *c, double *gain) {
    const painted_search *s = c->s;
    const painted_pair *best = NULL;
    *gain = -INFINITY;
    for (int i = 0; i < c->count; i++) {
        const int left = c->log[i].pair.find;
        for (int k = s->in_place.from[left]; k < s->in_place.from[left + 1] && !c->log[i].taken; k++) {
            const int find = s->in_place.find[k];
            if (s->at[find].kind >= 0 || is_in_chain(c, find)) continue;
            for (int p = s->first_pair[find]; p >= 0; p = s->next_pair[p]) {
                double with = gain_with(c, &s->pairs[p]);
                if (with > *gain) best = &s->pairs[p], *gain = with;
            }
        }
    }
    return best;
}

// Follows the chain that begins with the pair, and keeps of it what gains most.
static bool rearrange_from(painted_search *s, const painted_pair *first) {
    chain c = {.s = s};
    double gain = gain_with(&c, first), all = 0, most = 0;
    int kept = 0;
    for (const painted_pair *p = first; p && all + gain > -REARRANGE_MOST_LOST && take(&c, p); p = next_best(&c, &gain)) {
        all += gain;
        if (all > most + REARRANGE_GAIN) most = all, kept = c.count;
    }
    undo(&c, kept);
    return kept > 0;
}

void painted_rearrange(painted_search *s) {
    const int finds = list_finds(s);
    list_finds_that(s, finds, are_in_place, &s->in_place);
    list_finds_that(s, finds, are_beside, &s->beside);
    list_finds_that(s, finds, overlap, &s->over);
    bool any = true;
    for (int round = 0; round < ROUNDS && any; round++) {
        any = false;
        for (int p = 0; p < s->pair_count; p++) any |= s->at[s->pairs[p].find].kind < 0 && rearrange_from(s, &s->pairs[p]);
    }
}
