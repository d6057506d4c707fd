#include "fear_run.h"

#include <stdio.h>

#define WELL_DRESSED 0.3  // of a unit that goes on from where it was set down (fear_game.c)

const char *fear_class_name(fear_class c) {
    static const char *const names[] = {"maneuvers",  "second go", "forced march", "mob",        "skirmishers", "irregular", "charge",
                                        "withdrawal", "follow-up", "wrap-around",  "first half", "second half", "ordered",   "charge by halves",
                                        "squad",      "regroup",   "backward",     "sideways",   "lone model"};
    return names[c];
}

void fear_put(fear_run *k, int unit, const fear_block *b) {
    pose *at = fear_table_places(&k->table, unit);
    fear_stand(b, at);
    for (int i = 0; i < b->count; i++) fear_set_down(&at[b->figure[i]], 1, k->table.how.hands_in * WELL_DRESSED, k->table.how.hands_rad, k->seed);
}

void fear_put_move(fear_run *k, int unit, const fear_block *to) {
    fear_table_begin(&k->table, unit);
    fear_put(k, unit, to);
    fear_table_look(&k->table);
}

void fear_put_maneuvers(fear_run *k, int unit, const fear_move *m) {
    bool seen = fear_one_in(k->seed, 2);
    fear_table_begin(&k->table, unit);
    for (int i = 0; seen && i + 1 < m->via_count; i++) {
        fear_put(k, unit, &m->via[i]);
        fear_table_look(&k->table);
    }
    fear_put(k, unit, &m->to);
    fear_table_look(&k->table);
}

static void tell(fear_run *k, fear_class c, const char *what) {
    const fear_table *t = &k->table;
    if (k->told-- <= 0) return;
    fprintf(stderr, "      seed %llu %s, %s %s: %s; hands %.3f %.1f deg, sigma %.3f %.1f deg\n", k->own_seed, t->g.ruleset, fear_class_name(c), what,
            k->words, t->how.hands_in, t->how.hands_rad * DEG_PER_RAD, t->how.sigma_in, t->how.sigma_rad * DEG_PER_RAD);
    if (t->accusations > 0) fprintf(stderr, "        %s\n", t->accusation);
    for (const unit_form *f = &t->v.before; t->judged && f; f = f == &t->v.before ? &t->v.after : NULL)
        fprintf(stderr, "        seen %s, %d files, %d ranks, gaps %.2f %.2f, facing %.1f +- %.1f deg\n", formation_name(f->formation), f->files,
                f->ranks, f->gap_lateral_in, f->gap_depth_in, f->facing_rad * DEG_PER_RAD, f->sigma_facing_rad * DEG_PER_RAD);
    for (int i = 0; t->judged && i < t->v.finding_count; i++)
        if (t->v.findings[i].ruling >= RULING_ADVISORY)
            fprintf(stderr, "        %s %s %s p %.4f: %s\n", ruling_name(t->v.findings[i].ruling), t->v.findings[i].rule, t->v.findings[i].violation,
                    t->v.findings[i].p_illegal, t->v.findings[i].message);
}

static void hold_legal(fear_run *k, fear_class c, fear_tally *n) {
    const fear_table *t = &k->table;
    if (!t->judged && t->accusations == 0) return;  // it went nowhere
    n->judged++;
    n->doubtful += t->v.ruling == RULING_DOUBTFUL;
    n->asked += t->v.ruling == RULING_ASK;
    bool accused = t->accusations > 0 || t->v.ruling == RULING_ILLEGAL;
    n->accused += accused;
    if (accused) tell(k, c, "accused");
}

static void hold_breach(fear_run *k, fear_class c, fear_tally *n) {
    const fear_table *t = &k->table;
    bool found = t->accusations > 0 || t->v.ruling == RULING_ILLEGAL, suspected = t->v.ruling == RULING_DOUBTFUL || t->v.ruling == RULING_ASK;
    n->breaches++;
    n->found += found;
    n->suspected += !found && suspected;
    n->missed += !found && !suspected;
    if (!found) tell(k, c, suspected ? "suspected" : "missed");
}

void fear_hold(fear_run *k, fear_class c, bool breach) {
    fear_table_end(&k->table);
    if (breach)
        hold_breach(k, c, &k->tally[c]);
    else
        hold_legal(k, c, &k->tally[c]);
}
