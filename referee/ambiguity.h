// referee/ambiguity -- figures with an ambiguous identity, and how their moves are judged: under every assignment that may be true. Where all
// assignments agree that is the verdict. Else the verdict is a question and accuses no player.
//
// Observations name the groups (JSON key `mixed`). A group concerns each of its units until a move of that unit which ended meanwhile is judged, or
// until one of its figures is placed or removed. A line that names a figure again moves the figure to the new group.
#ifndef VEDETTE_REFEREE_AMBIGUITY_H
#define VEDETTE_REFEREE_AMBIGUITY_H

#include "formation/shape/shape.h"
#include "rules/rules.h"

#define AMBIGUITY_MAX_FIGURES 128  // of a group: three units of forty; figures beyond count as unambiguous
#define AMBIGUITY_MAX_GROUPS 16
#define AMBIGUITY_MAX_CASES 6  // assignments that are tried: three figures, or two pairs; with more the verdict is a question at once

typedef struct {
    double t_s;  // when their identity became ambiguous
    int figures[AMBIGUITY_MAX_FIGURES];
    int count;
    bool judged[AMBIGUITY_MAX_FIGURES];  // a move of the figure's unit was judged since
    int stands[AMBIGUITY_MAX_FIGURES];   // known since: the figure stands at the place of that figure of the group; -1: not known
} ambiguous_group;

typedef struct {
    ambiguous_group at[AMBIGUITY_MAX_GROUPS];
    int count;
} ambiguous_groups;

// Takes an observation's groups and copies the new ones to *news. More than AMBIGUITY_MAX_GROUPS: the oldest are forgotten.
void ambiguity_take(ambiguous_groups *m, const event *e, ambiguous_groups *news);
// Drops the groups whose figures the event places or removes.
void ambiguity_resolve(ambiguous_groups *m, const event *e);
// Copies to *out the groups that concern the unit and have not been judged with it.
void ambiguity_of_unit(const ambiguous_groups *m, const game *g, int unit, ambiguous_groups *out);
void ambiguity_judged(ambiguous_groups *m, const game *g, int unit);
bool ambiguity_holds(const ambiguous_groups *m, int figure);
// Writes as one sentence which figures are ambiguous; names the first few of a large group.
void ambiguity_describe(const ambiguous_groups *m, const game *g, char *out, size_t capacity);

typedef struct {
    const rules *rules;
    const game *game;
    const shape_limits *limits;
} ambiguity_court;

// Judges the move in state s as rules_judge does, under every assignment of the groups. STATUS_MEMORY.
status ambiguity_judge(const ambiguity_court *c, const rules_state *s, const move *m, const ambiguous_groups *groups, verdict *out);
// Takes an entry that places a figure of the groups. True: the entry settles its identity. Places are those of state s and of the end of the move.
bool ambiguity_settle(const ambiguity_court *c, const rules_state *s, const move *m, ambiguous_groups *groups, const event *e);

#endif
