// rules/books/terrain/terrain_tables -- tables of terrain that no one rulebook owns: an option brings them into a game (rules_attachment).
#ifndef VEDETTE_RULES_TERRAIN_TABLES_H
#define VEDETTE_RULES_TERRAIN_TABLES_H

#include "rules/rules.h"

extern const rules_ruleset chainmail_terrain;  // Chainmail's own, which is the parent of Chainmail
extern const rules_ruleset custom_terrain;     // of the judge's numbers

#endif
