// What the Battlesystem printed beside Chainmail does beyond its rows: Chainmail's costs of formation and training, where the judge wants them.
#include <string.h>

#include "rules/books/chainmail/chainmail.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_change.h"
#include "rules/books/chainmail/chainmail_explain.h"
#include "rules/books/chainmail/chainmail_turn.h"
#include "rules/case/hooks.h"

static bool is_own(const rules_row *row) { return strncmp(row->id, "CB-", 3) == 0; }

static void attach_changes(rules *r) {
    for (int i = 0; i < chainmail_change_rows.count && r->row_count < RULES_MAX_ROWS; i++) r->rows[r->row_count++] = &chainmail_change_rows.rows[i];
}

static void leave_alone_what_is_not_printed(rules *r) {
    int kept = 0;
    for (int i = 0; i < r->row_count; i++)
        if (is_own(r->rows[i])) r->rows[kept++] = r->rows[i];
    r->row_count = kept;
}

static void tune(rules *r) {
    if (!rules_flag(r, "inherit_battlesystem_1e")) leave_alone_what_is_not_printed(r);
    if (chainmail_tuning_of(&r->n)->columns) attach_changes(r);
}

// The numbers of the rulebook as they are for this unit's training.
static void explain(facts *f) {
    tuning n = *f->c.n;
    double k = chainmail_training(&n, f->c.unit);
    if (chainmail_tuning_of(&n)->columns) {
        chainmail_explain(f);
        if (chainmail_facts_of(&f->c)->changed) return;
    }
    n.face_fraction *= k;
    n.about_fraction *= k;
    n.formation_fraction *= k;
    facts_explain(f, &n);
}

static void end_phase(const rules *r, rules_state *s) {
    if (chainmail_tuning_of(&r->n)->columns) chainmail_phase_ends(r, s);
}

const rules_hooks chainmail_battlesystem_hooks = {.slot = AREA_OF_HEIR,
                                                  .tune = tune,
                                                  .explain = explain,
                                                  .phase_ends = end_phase,
                                                  .phase_begins = chainmail_phase_begins,
                                                  .entered = chainmail_enter,
                                                  .booked = chainmail_book};
