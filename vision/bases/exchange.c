// Room among kinds. The best pairs of find and kind are taken first; so a base may be taken for a kind that it only resembles, and a true one of that
// kind finds no room. One is then exchanged: an assignment is mended by the shortest of augmenting paths.
#include <math.h>

#include "vision/bases/painted.h"

enum { ROUNDS = 4 };

int *painted_head_of(const painted_search *s, int find) {
    int place = s->at[find].find.place;
    return place >= 0 ? &s->heads[place] : &s->of_expected[find];
}

// Chains each place's pairs, heaviest first.
static void chain_places(painted_search *s) {
    for (int i = 0; i < s->count; i++) *painted_head_of(s, i) = -1;
    for (int i = s->pair_count - 1; i >= 0; i--) {
        int *head = painted_head_of(s, s->pairs[i].find);
        s->pairs[i].next = *head;
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
static bool make_room_for(painted_search *s, const painted_pair *pair, double least) {
    const painted_find *f = &s->at[pair->find];
    painted_find *gives = NULL;
    double lost = pair->weight - least;
    int to = -1;
    for (int i = 0; i < s->count; i++) {
        painted_find *o = &s->at[i];
        if (o->kind != pair->kind || o == f) continue;
        int next = next_likely(s, o, *painted_head_of(s, i));
        double loss = next >= 0 ? o->weight - s->pairs[next].weight : INFINITY;
        if (!(loss < lost || (gives && loss == lost && o->weight < gives->weight))) continue;  // whatever the order of the finds
        gives = o, to = next, lost = loss;
    }
    if (!gives) return false;
    painted_leave(s, gives);
    painted_take(s, &s->pairs[to]);
    if (!painted_stands_free(s, f, pair->kind, NULL)) return false;
    painted_take(s, pair);
    return true;
}

void painted_make_room(painted_search *s, double least) {
    bool any = true;
    chain_places(s);
    for (int round = 0; round < ROUNDS && any; round++) {
        any = false;
        for (int i = 0; i < s->pair_count; i++) {
            const painted_pair *p = &s->pairs[i];
            const painted_find *f = &s->at[p->find];
            if (f->kind >= 0 || !painted_stands_free(s, f, p->kind, NULL)) continue;
            if (s->left[p->kind] <= 0) {
                any |= make_room_for(s, p, least);
            } else {
                painted_take(s, p);
                any = true;
            }
        }
    }
}
