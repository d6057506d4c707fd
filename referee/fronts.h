// referee/fronts -- moves of figures of which more than one side looks like the front (pose.fronts), judged with each side as the front. Where all
// agree that is the verdict. Else the move is doubtful, in the mover's favour: a heading that was guessed is never held against anyone.
#ifndef VEDETTE_REFEREE_FRONTS_H
#define VEDETTE_REFEREE_FRONTS_H

#include "referee/ambiguity.h"

// Judges the move in state s as ambiguity_judge does, with the doubtful fronts of the mover's figures on each of their sides, and then those of all
// other figures. STATUS_MEMORY.
status fronts_judge(const ambiguity_court *c, const rules_state *s, const move *m, const ambiguous_groups *groups, verdict *out);
// The alerts of rules_alerts that hold on whichever side doubtful fronts are. Out of memory: none.
int fronts_alerts(const ambiguity_court *c, const rules_state *s, const move *so_far, alert *out, int max);

#endif
