// M42: the kinds of move, and how far each model may go.
#include "rules/books/m42/m42.h"
#include "rules/books/m42/m42_areas.h"
#include "rules/case/words.h"
#include "rules/measure/maneuver/path.h"

void m42_measure_way(const rule_case *c, rule_measure *m, int k, double limit) {
    double way = m42_way(c, k);
    m->applies = true;
    m->measured = m->kindest = way;
    m->limit = limit;
    m->tolerance = c->n->player_tolerance;
    m->sigma = hypot(m42_sigma(c), c->n->scale_error * way);
    m->unit = "in";
    measure_names(m, m42_figure(c, k));
}

int m42_farthest(const rule_case *c, m42_about *is_about) {
    int subject = -1;
    for (int k = 0; k < c->unit->figure_count; k++)
        if (m42_moves_now(c, k) && m42_moved(c, k) && is_about(c, k) && (subject < 0 || m42_way(c, k) > m42_way(c, subject))) subject = k;
    return subject;
}

static bool anyone(const rule_case *c, int k) { return c && k >= 0; }
static bool is_in_command(const rule_case *c, int k) { return !m42_regroups(c, k); }
static bool is_mate_in_command(const rule_case *c, int k) { return !m42_is_leader(c, k) && !m42_regroups(c, k); }

static const char *kind_word(m42_kind k) {
    return k == M42_HALT ? "a halt" : k == M42_ADVANCE ? "an advance" : k == M42_DOUBLE ? "a move at the double" : "digging in";
}

// M42-MV-13: farther than any kind of move.
void check_m42_kind(const rule_case *c, rule_measure *m) {
    int k = m42_facts_of(c)->leader - c->unit->first_figure;
    if (!m42_known(c) || m42_facts_of(c)->leader < 0 || !m42_moves_now(c, k)) return;
    m42_measure_way(c, m, k, m42_tuning_of(c->n)->double_factor * m42_facts_of(c)->mv);
    measure_says(m, "The leader of %s went %s; no kind of move takes him farther than %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, words_inches(m->limit).text);
}

// M42-MV-14: an announced halt leaves the leader where he is.
void check_m42_halt_leader(const rule_case *c, rule_measure *m) {
    int k = m42_facts_of(c)->leader - c->unit->first_figure;
    if (!m42_known(c) || !m42_facts_of(c)->reported || m42_facts_of(c)->kind != M42_HALT || m42_facts_of(c)->leader < 0 || !m42_moves_now(c, k))
        return;
    m42_measure_way(c, m, k, c->n->nudge);
    m->tolerance = 0;
    measure_says(m, "%s announced a halt, in which its leader does not move; he went %s", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text);
}

static void say_limit(const rule_case *c, rule_measure *m, int k) {
    m->always_listed = true;
    const char *unit = words_unit(c->g, c->unit_index).text;
    if (m->measured <= m->limit + m->tolerance)
        measure_says(m, "%s of %s went %s of %s", m42_id(c, k), unit, words_inches(m->measured).text, words_inches(m->limit).text);
    else if (m->ask)
        measure_says(m, "%s of %s went %s, more than %s: was it a move at the double?", m42_id(c, k), unit, words_inches(m->measured).text,
                     words_inches(m->limit).text);
    else
        measure_says(m, "%s of %s went %s; in %s it may go %s: %s too far", m42_id(c, k), unit, words_inches(m->measured).text,
                     kind_word(m42_facts_of(c)->kind), words_inches(m->limit).text, words_inches(m->measured - m->limit).text);
}

static void measure_kind(const rule_case *c, rule_measure *m, int subject, double factor) {
    if (subject < 0) return;
    m42_measure_way(c, m, subject, factor * m42_facts_of(c)->mv);
    double most = m42_tuning_of(c->n)->double_factor * m42_facts_of(c)->mv + m->tolerance + c->n->k_illegal * m->sigma;
    m->ask = !m42_facts_of(c)->reported && m->measured <= most;
    say_limit(c, m, subject);
}

// M42-MV-15: the others in a halt.
void check_m42_halt(const rule_case *c, rule_measure *m) {
    if (m42_known(c) && m42_facts_of(c)->kind == M42_HALT)
        measure_kind(c, m, m42_farthest(c, is_mate_in_command), m42_tuning_of(c->n)->advance_factor);
}

static void ask_movement(const rule_case *c, rule_measure *m) {
    int subject = m42_farthest(c, anyone);
    if (c->excused || m42_facts_of(c)->killed || m42_facts_of(c)->kind == M42_DIG_IN || subject < 0) return;
    m->applies = m->fact = m->ask = true;
    m->chance = 1;
    measure_names(m, m42_figure(c, subject));
    measure_says(m, "How far may %s move? Its Movement was not entered; %s went %s", words_unit(c->g, c->unit_index).text, m42_id(c, subject),
                 words_inches(m42_way(c, subject)).text);
}

// M42-MV-16: the leader, and those in command, in an advance.
void check_m42_advance(const rule_case *c, rule_measure *m) {
    if (m42_facts_of(c)->mv <= 0)
        ask_movement(c, m);
    else if (m42_known(c) && m42_facts_of(c)->kind == M42_ADVANCE)
        measure_kind(c, m, m42_farthest(c, is_in_command), m42_tuning_of(c->n)->advance_factor);
}

// M42-MV-18.
void check_m42_double(const rule_case *c, rule_measure *m) {
    if (m42_known(c) && m42_facts_of(c)->kind == M42_DOUBLE) measure_kind(c, m, m42_farthest(c, is_in_command), m42_tuning_of(c->n)->double_factor);
}

// M42-MV-21.
void check_m42_dig_in(const rule_case *c, rule_measure *m) {
    int subject = m42_farthest(c, anyone);
    if (c->excused || m42_facts_of(c)->kind != M42_DIG_IN || subject < 0) return;
    m42_measure_way(c, m, subject, c->n->nudge);
    m->tolerance = 0;
    measure_says(m, "%s digs in, so none of its models may move; %s went %s", words_unit(c->g, c->unit_index).text, m42_id(c, subject),
                 words_inches(m->measured).text);
}
