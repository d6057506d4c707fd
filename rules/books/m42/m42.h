// rules/books/m42/m42 -- between the files of the rulebook M42 ("Movement: Take 2"). Models are counted by their place k in the unit. Inches.
#ifndef VEDETTE_RULES_M42_H
#define VEDETTE_RULES_M42_H

#include "rules/case/hooks.h"

#define RULES "rules/books/m42/m42_rules.def"
#include "rules/state/rule_checks.h"

// Of a move:
pose m42_start(const rule_case *c, int k);      // where model k stood when the phase began; when the move began where no phase was entered
pose m42_end(const rule_case *c, int k);        // where it stands after the move
bool m42_stands(const rule_case *c, int k);     // it is on the table and known
double m42_way(const rule_case *c, int k);      // how far it has gone in this phase, this move included
bool m42_moved(const rule_case *c, int k);      // by more than a nudge
bool m42_moves_now(const rule_case *c, int k);  // in this move
double m42_sigma(const rule_case *c);           // of a way or a gap between two models
int m42_figure(const rule_case *c, int k);
bool m42_is_leader(const rule_case *c, int k);
// Gap, or distance of centres (m42_measure), between two poses of models of the game.
double m42_distance(const rules *r, int figure_a, pose a, int figure_b, pose b);
// Gap between model k at the start of the phase and the leader then: INFINITY where there is no leader.
double m42_start_gap(const rule_case *c, int k);
bool m42_began_in_command(const rule_case *c, int k);  // possibly: the benefit of the doubt
bool m42_regroups(const rule_case *c, int k);          // began surely out of command, and goes
const char *m42_id(const rule_case *c, int k);
bool m42_known(const rule_case *c);  // how far it may go is known, and it is no move that the rules demand
// Measures how far model k has gone against the limit.
void m42_measure_way(const rule_case *c, rule_measure *m, int k, double limit_in);
// The farthest of the models that went in this move and that the rule is about; -1.
typedef bool m42_about(const rule_case *c, int k);
int m42_farthest(const rule_case *c, m42_about *is_about);
// The same from the state alone, for the facts that are listed of a unit.
bool m42_is_swarm(const game_unit *u);
int m42_leader(const rules *r, const rules_state *s, int unit);
bool m42_is_out_of_command(const rules *r, const rules_state *s, int figure, int leader);

extern const rules_ruleset m42;
void m42_find(facts *f);  // fills f->c.m42
extern const rules_hooks m42_hooks;
extern const rules_parameters m42_parameters;

#endif
