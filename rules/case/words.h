// rules/case/words -- parts of the sentences that findings say to players.
#ifndef VEDETTE_RULES_CASE_WORDS_H
#define VEDETTE_RULES_CASE_WORDS_H

#include "rules/case/case.h"

#define WORDS_MAX 120

typedef struct {
    char text[WORDS_MAX];
} words;

words words_inches(double inches);                            // 12", 11.9", 0.04"
int words_maneuver_count(const explanation *how);             // that words_maneuvers names
words words_maneuvers(const explanation *how);                // "Wheel and advance"
words words_widest_gap(double inches);                        // of a ring: "the widest gap 0.6\"", "without a gap"
words words_unit(const game *g, int unit);                    // its name
void words_add_terrain(const rule_case *c, rule_measure *m);  // to what m says: " (5\" in light woods cost 9\")", where terrain cost anything
const char *words_cheaper_reading(const rule_case *c);        // by which a way made of permitted maneuvers costs less
words words_enemy(const rule_case *c, int figure);            // name of the unit that the figure belongs to

#endif
