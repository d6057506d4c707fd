// The state of play as one line of JSON.
#include <stdlib.h>

#include "referee/session_state.h"
#include "stream/stream.h"

#define CONTACTS_MAX 16
#define FACTS_MAX 24

// One reading of the session, written for judges and for others (NULL: not for them).
static bool write_states(session *s, double t_s, const session_view *v, char **judges, char **others) {
    const char *health = v->health;
    const game *g = s->game;
    size_t n = (size_t)g->unit_count, f = (size_t)g->figure_count;
    stream_unit *units = calloc(n + 1, sizeof *units);
    int *contacts = calloc(n * CONTACTS_MAX + 1, sizeof *contacts);
    pose *figures = calloc(f + 1, sizeof *figures);
    bool *on_table = calloc(2 * f + 2, sizeof *on_table), *hidden = on_table ? on_table + f + 1 : NULL;
    game_option *facts = calloc(n * FACTS_MAX + 1, sizeof *facts);
    stream_nudge nudges[LEDGER_MAX];
    stream_envelope envelopes[ENVELOPES_MAX];
    bool done = false;
    *judges = NULL;
    if (others) *others = NULL;
    if (!units || !contacts || !figures || !on_table || !facts) goto done;
    stream_state w = {.t_s = t_s,
                      .turn = rules_turn(s->state),
                      .move = s->move,
                      .units = units,
                      .unit_count = g->unit_count,
                      .shadow = v->shadow,
                      .premeasure = v->premeasure};
    w.phase = rules_phase(s->state, &w.side);
    for (int u = 0; u < g->unit_count; u++) {
        move m;
        int *touching = contacts + (size_t)u * CONTACTS_MAX;
        units[u] =
            (stream_unit){.unit = u, .form = *segmenter_form(s->segmenter, u), .spent_in = rules_spent(s->rules, s->state, u), .contacts = touching};
        units[u].facts = facts + (size_t)u * FACTS_MAX;
        units[u].fact_count = rules_unit_facts(s->rules, s->state, u, facts + (size_t)u * FACTS_MAX, FACTS_MAX);
        units[u].contact_count = rules_contacts(s->rules, s->state, u, touching, CONTACTS_MAX);
        const session_unit *memory = &s->units[u];
        units[u].offered = memory->offer == OFFER_UNENDED || memory->offer == OFFER_OPEN;
        units[u].offered_move = memory->offer == OFFER_OPEN ? memory->last.move : 0;
        if (memory->offer == OFFER_OPEN) units[u].spent_in = memory->spent_before_in;
        bool going_on = segmenter_ongoing(s->segmenter, u, &m);
        units[u].moving = going_on && !segmenter_settled(s->segmenter, u);
        if (going_on && m.after.figures > 0) units[u].form = m.after;  // as it stands now, not as it stood
        if (rules_counts_open(s->rules, s->state, u)) units[u].form.formation = FORMATION_OPEN;
    }
    if (health) {
        for (int i = 0; i < g->figure_count; i++) {
            const pose *p = rules_pose(s->state, i, &on_table[i], &hidden[i]);
            if (p)
                figures[i] = *p;
            else
                on_table[i] = false;
        }
        w.figures = figures, w.on_table = on_table, w.hidden = hidden, w.health = health;
        w.due = s->due, w.due_count = s->due_count;
        w.nudges = nudges, w.nudge_count = ledger_list(s->ledger, nudges);
        w.envelopes = envelopes;
        if (session_envelopes(s, envelopes, ENVELOPES_MAX, &w.envelope_count) != STATUS_OK) goto done;
    }
    *judges = stream_state_json(g, &w);
    w.is_public = true;
    if (others) *others = stream_state_json(g, &w);
    done = *judges && (!others || *others);
done:
    free(units);
    free(contacts);
    free(figures);
    free(on_table);
    free(facts);
    return done;
}

char *session_state_json(session *s, double t_s, const char *health) {
    char *json;
    write_states(s, t_s, &(session_view){.premeasure = true, .health = health}, &json, NULL);
    return json;
}

status session_states_make(session *s, double t_s, const session_view *v, session_states *out) {
    *out = (session_states){0};
    return write_states(s, t_s, v, &out->judges, &out->others) ? STATUS_OK : STATUS_MEMORY;
}

void session_states_free(session_states *s) {
    free(s->judges);
    free(s->others);
    *s = (session_states){0};
}
