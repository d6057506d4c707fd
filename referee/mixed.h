// referee/mixed -- figures that may have been taken for one another, and how a move is judged while nobody knows which is which: under every
// assignment that may be true. Where all agree that is the verdict; else it is a question, and nobody is accused.
//
// Observations name the groups (`mixed`). A group concerns each of its units until a move of that unit that ends while it holds has been judged, or
// until one of its figures is placed or removed; a line that names a figure again puts it into the new group.
#ifndef VEDETTE_REFEREE_MIXED_H
#define VEDETTE_REFEREE_MIXED_H

#include "formation/shape/shape.h"
#include "rules/rules.h"

#define MIXED_MAX_FIGURES 128  // of a group: three units of forty; what a larger one has beyond counts as in none
#define MIXED_MAX_GROUPS 16
#define MIXED_MAX_CASES 6  // assignments that are tried: three figures, or a pair and another pair; more are asked about at once

typedef struct {
    double t_s;  // when they were mixed
    int figures[MIXED_MAX_FIGURES];
    int count;
    bool judged[MIXED_MAX_FIGURES];  // a move of the figure's unit was judged since
    int stands[MIXED_MAX_FIGURES];   // told since: the figure stands where that one of the group is taken to be; -1: not told
} mixed_group;

typedef struct {
    mixed_group at[MIXED_MAX_GROUPS];
    int count;
} mixed_groups;

// Takes an observation's groups; those that were not known go to *news. More than MIXED_MAX_GROUPS: the oldest are forgotten.
void mixed_take(mixed_groups *m, const event *e, mixed_groups *news);
// Drops the groups whose figures the event places or removes.
void mixed_told_apart(mixed_groups *m, const event *e);
// Those that concern the unit and have not been judged with it.
void mixed_of_unit(const mixed_groups *m, const game *g, int unit, mixed_groups *out);
void mixed_judged(mixed_groups *m, const game *g, int unit);
bool mixed_holds(const mixed_groups *m, int figure);
// Writes who may have been taken for whom as one sentence; of a large group the first few by name.
void mixed_say(const mixed_groups *m, const game *g, char *out, size_t room);

typedef struct {
    const rules *rules;
    const game *game;
    const shape_limits *limits;
} mixed_court;

// Judges the move in state s as rules_judge does, under every assignment of the groups. STATUS_MEMORY.
status mixed_judge(const mixed_court *c, const rules_state *s, const move *m, const mixed_groups *groups, verdict *out);
// Hears where a figure of the groups was placed: true where that tells it apart; the places are those of state s and of the move's end.
bool mixed_hear(const mixed_court *c, const rules_state *s, const move *m, mixed_groups *groups, const event *e);

#endif
