// What the Battlesystem printed beside Chainmail does beyond its rows.
#include "rules/books.h"
#include "rules/hooks.h"

const rules_hooks chainmail_battlesystem_hooks = {.tune = NULL};
