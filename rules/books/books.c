// The rulebooks that this program knows: a new one is its folder and a line here (docs/how-to-add.md).
#include <string.h>

#include "rules/books/battlesystem/battlesystem.h"
#include "rules/books/chainmail/chainmail.h"
#include "rules/books/m42/m42.h"
#include "rules/books/ranked/ranked.h"

static const rules_ruleset *const books[] = {
    &battlesystem_1e, &battlesystem_2e, &chainmail, &chainmail_battlesystem, &m42, &ranked_fantasy,
};

int rules_ruleset_count(void) { return (int)(sizeof books / sizeof *books); }

const rules_ruleset *rules_ruleset_at(int i) { return books[i]; }

const rules_ruleset *rules_ruleset_find(const char *key) {
    for (int i = 0; i < rules_ruleset_count(); i++)
        if (strcmp(books[i]->key, key) == 0) return books[i];
    return NULL;
}

static status unknown_ruleset(const game *g, fault *fault) {
    char known[200] = "";
    for (int i = 0; i < rules_ruleset_count(); i++) {
        size_t used = strlen(known);
        const char *key = rules_ruleset_at(i)->key;
        if (used + strlen(key) + 3 > sizeof known) break;
        if (used) strcat(known, ", ");
        strcat(known, key);
    }
    return fault_set(fault, STATUS_INVALID, "ruleset: %s is not known; use one of: %s", g->ruleset, known);
}

status rules_create(const game *g, rules **out, fault *fault) {
    const rules_ruleset *rs = rules_ruleset_find(g->ruleset);
    *out = NULL;
    return rs ? rules_bind(rs, g, out, fault) : unknown_ruleset(g, fault);
}
