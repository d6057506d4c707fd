// What is no move: judges entries, announces obligations, lists what a rulebook remembers.
#include <stdio.h>
#include <string.h>

#include "rules/case/hooks.h"
#include "rules/engine/behaviour.h"
#include "rules/engine/declare.h"
#include "rules/engine/engine.h"

static act_case case_of(const rules *r, const rules_state *s, const event *e, int unit) {
    return (act_case){.r = r,
                      .g = r->game,
                      .n = &r->n,
                      .s = s,
                      .e = e,
                      .unit = &r->game->units[unit],
                      .mine = &s->units[unit],
                      .unit_index = unit,
                      .rate = state_rate(r, s, unit)};
}

static void begin_verdict(const rules *r, const rules_state *s, int unit, verdict *out) {
    memset(out, 0, sizeof *out);
    out->turn = s->turn;
    snprintf(out->phase, sizeof out->phase, "%s", s->phase);
    out->unit = unit;
    out->ruling = RULING_LEGAL;
    out->allowance_in = state_rate(r, s, unit);
}

bool rules_judge_act(const rules *r, const rules_state *s, const event *e, int unit, verdict *out) {
    if (e && retract_is(e)) return false;  // a word taken back breaks nothing
    act_case a = case_of(r, s, e, unit);
    begin_verdict(r, s, unit, out);
    for (int i = 0; i < r->row_count && out->finding_count < VERDICT_MAX_FINDINGS; i++) {
        if (!r->rows[i]->act || row_is_off(s, i) || !engine_judge_act(&a, r->rows[i], &out->findings[out->finding_count])) continue;
        finding *found = &out->findings[out->finding_count++];
        found->how = row_behaviour(s, i);
        if (found->ruling != RULING_ADVISORY && found->ruling > out->ruling) out->ruling = found->ruling;
    }
    return out->finding_count > 0;
}

// The rows that demand something; returns their number.
static int rows_due(const rules *r, const rules_state *s, int *rows) {
    int count = 0;
    for (int i = 0; i < r->row_count; i++)
        if (r->rows[i]->due && !row_is_off(s, i)) rows[count++] = i;
    return count;
}

int rules_obligations(const rules *r, const rules_state *s, obligation *out, int max) {
    int count = 0, rows[RULES_MAX_ROWS], row_count = rows_due(r, s, rows);
    for (int u = 0; u < s->unit_count; u++) {
        act_case a = case_of(r, s, NULL, u);
        for (int k = 0; k < row_count && count < max; k++) {
            char says[FINDING_MESSAGE_MAX];
            int i = rows[k];
            if (!r->rows[i]->due(&a, says)) continue;
            obligation *o = &out[count++];
            *o = (obligation){.unit = u, .rule = r->rows[i]->id, .how = row_behaviour(s, i)};
            snprintf(o->message, sizeof o->message, "%.270s (%.40s)", says, r->rows[i]->citation);
        }
    }
    return count;
}

// "charge, forced march": what was declared for the unit in this phase; nothing: no fact.
static void tell_declared(const declarations *d, teller *t) {
    const struct {
        bool reported;
        const char *word;
    } words[] = {{d->charge, "charge"},           {d->forced_march, "forced march"},
                 {d->wrap_around, "wrap-around"}, {d->flee, "flee"},
                 {d->withdrawal, "withdrawal"},   {d->follow_up, "follow-up"},
                 {d->formation, "formation"},     {d->break_through, "break-through"},
                 {d->frontage, "frontage"},       {d->face, "facing"},
                 {d->plain, "plain move"}};
    char text[GAME_ID_MAX] = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t used = strlen(text);
        if (words[i].reported) snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", words[i].word);
    }
    if (text[0]) tell_text(t, "declared", text);
}

bool rules_counts_open(const rules *r, const rules_state *s, int unit) {
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->counts_open && r->hooks[i]->counts_open(s, unit)) return true;
    return false;
}

int rules_unit_facts(const rules *r, const rules_state *s, int unit, game_option *out, int max) {
    teller t = {.out = out, .max = max};
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->tell) r->hooks[i]->tell(r, s, unit, &t);
    tell_declared(&s->units[unit].reported, &t);
    return t.count;
}
