// rules/books/chainmail/chainmail -- Chainmail, and the Battlesystem printed beside it, which inherits Battlesystem.
#ifndef VEDETTE_RULES_CHAINMAIL_H
#define VEDETTE_RULES_CHAINMAIL_H

#include "rules/state/state.h"

extern const rules_ruleset chainmail, chainmail_battlesystem;

// Between the files of the folder.
extern const rules_rows chainmail_formation_rows, chainmail_change_rows, chainmail_facing_rows;
extern const rules_declaration chainmail_declarations[];
extern const rules_hooks chainmail_hooks, chainmail_battlesystem_hooks;
extern const rules_parameters chainmail_parameters;

#endif
