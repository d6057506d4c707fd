// Room among kinds. The best pairs of find and kind are taken first; so a base may be taken for a kind that it only resembles, and a true one of that
// kind finds no room. One is then exchanged: an assignment is mended by the shortest of augmenting paths.
#include <math.h>

#include "vision/bases/painted.h"

enum { ROUNDS = 4 };

// Chains each place's pairs, heaviest first: heads[place], pairs[].next. A find that was expected is a place of its own.
static void chain_places(painted_search *s, int *heads, int *of_expected) {
    for (int i = 0; i < BASES_MAX_PROPOSALS; i++) heads[i] = -1;
    for (int i = 0; i < s->count; i++) of_expected[i] = -1;
    for (int i = s->pair_count - 1; i >= 0; i--) {
        painted_pair *p = &s->pairs[i];
        int place = s->at[p->find].find.place, *head = place >= 0 ? &heads[place] : &of_expected[p->find];
        p->next = *head;
        *head = i;
    }
}

// The heaviest pair of the place of `chosen`, other than what it is taken for, whose kind has room and which fits among the rest; -1: none.
static int next_likely(const painted_search *s, const painted_find *chosen, int head) {
    for (int i = head; i >= 0; i = s->pairs[i].next) {
        const painted_pair *p = &s->pairs[i];
        if (p->kind != chosen->kind && s->left[p->kind] > 0 && painted_stands_free(s, &s->at[p->find], p->kind, chosen)) return i;
    }
    return -1;
}

// Takes the pair, whose kind has no room, if a find of its kind can be taken for another at less than the pair is worth.
static bool make_room_for(painted_search *s, const painted_pair *pair, const int *heads, const int *of_expected, double least) {
    painted_find *f = &s->at[pair->find], *gives = NULL;
    double lost = pair->weight - least;
    int to = -1;
    for (int i = 0; i < s->count; i++) {
        painted_find *o = &s->at[i];
        if (o->kind != pair->kind || o == f) continue;
        int next = next_likely(s, o, o->find.place >= 0 ? heads[o->find.place] : of_expected[i]);
        double loss = next >= 0 ? o->weight - s->pairs[next].weight : INFINITY;
        if (!(loss < lost || (gives && loss == lost && o->weight < gives->weight))) continue;  // whatever the order of the finds
        gives = o, to = next, lost = loss;
    }
    if (!gives) return false;
    gives->kind = -1;
    painted_find *moved = &s->at[s->pairs[to].find];
    moved->kind = s->pairs[to].kind, moved->weight = s->pairs[to].weight;
    s->left[moved->kind]--;
    bool free = painted_stands_free(s, f, pair->kind, NULL);
    if (free)
        f->kind = pair->kind, f->weight = pair->weight;
    else
        s->left[pair->kind]++;
    return free;
}

void painted_make_room(painted_search *s, double least) {
    chain_places(s, s->heads, s->of_expected);
    for (int round = 0; round < ROUNDS; round++) {
        bool any = false;
        for (int i = 0; i < s->pair_count; i++) {
            const painted_pair *p = &s->pairs[i];
            painted_find *f = &s->at[p->find];
            if (f->kind >= 0 || !painted_stands_free(s, f, p->kind, NULL)) continue;
            if (s->left[p->kind] > 0) {
                f->kind = p->kind, f->weight = p->weight;
                s->left[p->kind]--;
                any = true;
            } else {
                any |= make_room_for(s, p, s->heads, s->of_expected, least);
            }
        }
        if (!any) return;
    }
}
