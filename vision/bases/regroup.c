// Groups taken for one another. Finds are chosen one by one, and then speak for each other: where two units of one shape were taken for each other at
// first, all that they show of themselves says so ever after. Here finds that stand together and look alike change kinds together, and what each of
// them says by itself counts, with the company that it keeps among its new kind.
#include <math.h>
#include <string.h>

#include "vision/bases/painted.h"

enum { MOST_MEMBERS = 128, MOST_GROUPS = 16, MOST_MOVES = 8, NO_GROUP = -1 };

// A find taken for one of the two kinds.
typedef struct {
    painted_pair pair[2];  // what it is as either; find -1: nothing that was seen in its place may be that kind
    double alone[2];
    int group;
} member;

typedef struct {
    painted_search *s;
    int kind[2];
    member members[MOST_MEMBERS];
    int label[MOST_MEMBERS];  // which of the two each is taken for
    int count, groups;
    float alike[MOST_MEMBERS][MOST_MEMBERS];  // 0: not in each other's company
} two_kinds;

// The heaviest pair of the find's place that is of the kind.
static painted_pair pair_in_place(const painted_search *s, int find, int kind) {
    for (int i = *painted_head_of(s, find); i >= 0; i = s->pairs[i].next)
        if (s->pairs[i].kind == kind) return s->pairs[i];
    return (painted_pair){.find = -1};
}

static void list_members(two_kinds *t) {
    const painted_search *s = t->s;
    for (int i = 0; i < s->count && t->count < MOST_MEMBERS; i++) {
        int label = s->at[i].kind == t->kind[0] ? 0 : 1;
        if (s->at[i].kind != t->kind[label]) continue;
        member *m = &t->members[t->count];
        t->label[t->count++] = label;
        m->group = NO_GROUP;
        m->pair[label] = (painted_pair){.find = i, .kind = t->kind[label], .weight = s->at[i].weight, .next = -1};
        m->pair[1 - label] = pair_in_place(s, i, t->kind[1 - label]);
        for (int k = 0; k < 2; k++)
            m->alone[k] =
                m->pair[k].find < 0 ? BASES_NOTHING_WEIGHT - REGROUP_UNSEEN_COST : painted_weight_alone(s, &s->at[m->pair[k].find], t->kind[k]);
    }
}

static const painted_find *find_of(const two_kinds *t, int i) { return &t->s->at[t->members[i].pair[t->label[i]].find]; }

static void gather(two_kinds *t, int from, int group) {
    t->members[from].group = group;
    for (int j = 0; j < t->count; j++)
        if (t->members[j].group == NO_GROUP && (double)t->alike[from][j] > REGROUP_ALIKE) gather(t, j, group);
}

static void find_groups(two_kinds *t) {
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < t->count; j++) t->alike[i][j] = i == j ? 0 : (float)painted_alike(t->s, find_of(t, i), find_of(t, j), t->kind[0]);
    for (int i = 0; i < t->count; i++)
        if (t->members[i].group == NO_GROUP) gather(t, i, t->groups++);
}

// What finds of one group say by themselves is mostly the same thing said once more: its bases have one paint under one light. So each says less of
// its kind the more of them there are.
static void weigh_as_groups(two_kinds *t) {
    int size[MOST_MEMBERS] = {0};
    for (int i = 0; i < t->count; i++) size[t->members[i].group]++;
    for (int i = 0; i < t->count; i++) {
        member *m = &t->members[i];
        if (m->pair[0].find < 0 || m->pair[1].find < 0) continue;
        double mean = (m->alone[0] + m->alone[1]) / 2, share = 1 / (1 + REGROUP_COMMON * (size[m->group] - 1));
        for (int k = 0; k < 2; k++) m->alone[k] = mean + share * (m->alone[k] - mean);
    }
}

// What the members are worth as they are labelled; -INFINITY: more than the game has.
static double worth_of(const two_kinds *t) {
    double sum = 0;
    int n[2] = {0, 0};
    for (int i = 0; i < t->count; i++) {
        const member *m = &t->members[i];
        double company = 0;
        for (int j = 0; j < t->count; j++)
            if (t->label[j] == t->label[i]) company += (double)t->alike[i][j];
        sum += m->alone[t->label[i]] + BASES_ALIKE_WORTH * log1p(company);
        n[t->label[i]]++;
    }
    for (int k = 0; k < 2; k++)
        if (n[k] > t->s->kinds[t->kind[k]].count) return -INFINITY;
    return sum;
}

static void label_group(two_kinds *t, int group, int label) {
    for (int i = 0; i < t->count; i++)
        if (t->members[i].group == group) t->label[i] = label;
}

// The best of what one group may become, or two of them at once; false: nothing is clearly better than `least`.
static bool better_labels(two_kinds *t, double *least) {
    int now[MOST_MEMBERS], best[MOST_MEMBERS];
    bool any = false;
    memcpy(now, t->label, sizeof now);
    for (int g = 0; g < t->groups; g++) {
        for (int h = 0; h < t->groups; h++) {  // g == h: that one alone
            for (int k = 0; k < (g == h ? 2 : 1); k++) {
                label_group(t, g, k);
                if (h != g) label_group(t, h, 1 - k);
                double worth = worth_of(t);
                if (worth > *least + (any ? 0 : REGROUP_GAIN)) *least = worth, memcpy(best, t->label, sizeof best), any = true;
                memcpy(t->label, now, sizeof now);
            }
        }
    }
    if (any) memcpy(t->label, best, sizeof best);
    return any;
}

static void take_labels(two_kinds *t, const int before[MOST_MEMBERS]) {
    painted_search *s = t->s;
    for (int i = 0; i < t->count; i++)
        if (t->label[i] != before[i]) painted_leave(s, &s->at[t->members[i].pair[before[i]].find]);
    for (int i = 0; i < t->count; i++) {
        const painted_pair *p = &t->members[i].pair[t->label[i]];
        if (t->label[i] != before[i] && p->find >= 0 && painted_stands_free(s, &s->at[p->find], p->kind, NULL)) painted_take(s, p);
    }
}

static void regroup(two_kinds *t) {
    int before[MOST_MEMBERS];
    list_members(t);
    find_groups(t);
    if (t->groups < 2 || t->groups > MOST_GROUPS) return;
    weigh_as_groups(t);
    memcpy(before, t->label, sizeof before);
    double worth = worth_of(t);
    int moves = 0;
    while (moves < MOST_MOVES && better_labels(t, &worth)) moves++;
    take_labels(t, before);
}

void painted_regroup(painted_search *s) {
    for (int a = 0; a < s->kind_count; a++)
        for (int b = 0; b < a; b++)
            if (base_is_like(s->kinds[a].base, s->kinds[b].base) && s->left[a] < s->kinds[a].count && s->left[b] < s->kinds[b].count) {
                two_kinds t = {.s = s, .kind = {a, b}};
                regroup(&t);
            }
}
