#include "rules/engine/engine.h"

#include <stdio.h>
#include <string.h>

#include "core/chance.h"
#include "rules/engine/engine_limits.h"

static double beyond(const rule_measure *m, double measured) {
    double x = m->sense == SHOULD_BE_AT_LEAST ? m->limit - measured : measured - m->limit;
    return x - m->tolerance;
}

// Beyond limit and tolerance by more than the error explains, once a reading is chosen.
static ruling grade(const tuning *n, double p, double x, double sigma, bool contact) {
    if (p >= n->confidence) return RULING_ILLEGAL;
    double sure_until = contact ? EVEN_IN : n->k_advisory * fmax(sigma, 1e-9);
    return x <= sure_until ? RULING_LEGAL : RULING_DOUBTFUL;
}

static ruling soften(const rule_measure *m, rules_severity severity, ruling r) {
    if (m->advise || (severity != RULES_SAYS_ILLEGAL && !m->grave)) return r == RULING_LEGAL ? RULING_LEGAL : RULING_ADVISORY;
    return r == RULING_ILLEGAL && m->ask ? RULING_ASK : r;
}

ruling engine_compare(const tuning *n, const rule_measure *m, rules_severity severity, double *p_illegal) {
    if (m->fact) {
        *p_illegal = m->chance;
        ruling r = m->ask ? RULING_ASK : m->chance >= n->confidence ? RULING_ILLEGAL : m->chance > 0.5 ? RULING_DOUBTFUL : RULING_LEGAL;
        return m->ask ? r : soften(m, severity, r);
    }
    double x = beyond(m, m->measured), kind_x = beyond(m, (n->advise_on_readings ? m->kindest : m->measured) - m->unproven);
    double kind_chance = (1 - m->more_chance) * chance_below(-kind_x, m->sigma) + m->more_chance * chance_below(-kind_x - m->more, m->sigma);
    double p = (1 - m->doubt) * chance_below(-x, m->sigma), kind_p = (1 - m->doubt) * kind_chance;
    ruling first = grade(n, p, x, m->sigma, m->contact);
    *p_illegal = m->more_chance > 0 ? kind_p : fmin(p, kind_p);
    if (first == RULING_ILLEGAL && grade(n, kind_p, kind_x, m->sigma, m->contact) != RULING_ILLEGAL) first = RULING_DOUBTFUL;
    return soften(m, severity, first);
}

bool engine_in_force(const rule_case *c, const rules_row *row) {
    return (row->force & (c->in_movement ? RULES_IN_MOVEMENT : RULES_OUT_OF_MOVEMENT)) != 0;
}

// As much of the text as has room in `size` bytes.
static void add_text(char *to, size_t size, const char *text) {
    size_t used = strlen(to);
    if (used + 1 < size) snprintf(to + used, size - used, "%.*s", (int)(size - used - 1), text);
}

// Where and how well: "(±0.04\"; Battlesystem 7.0)", two standard deviations of what was measured.
static void add_source(const rules_row *row, const rule_measure *m, finding *f) {
    char error[40] = "";
    if (!m->fact && !m->contact && m->sigma > 0 && m->sigma < 100)
        snprintf(error, sizeof error, "\u00b1%.*f%s; ", m->sigma < 0.05 ? 2 : 1, 2 * m->sigma, strcmp(m->unit, "deg") == 0 ? "\u00b0" : "\"");
    add_text(f->message, sizeof f->message, " (");
    add_text(f->message, sizeof f->message, error);
    add_text(f->message, sizeof f->message, row->citation);
    add_text(f->message, sizeof f->message, ")");
}

// The error as players write it.
static void say_error(const tuning *n, const rule_measure *m, char *to, size_t size) {
    const char *unit = strcmp(m->unit, "in") == 0 ? "\"" : strcmp(m->unit, "deg") == 0 ? "\u00b0" : m->unit;
    snprintf(to, size, "; that is within the error of %.2g%s%s, please measure", m->sigma * n->k_illegal, strlen(unit) > 2 ? " " : "", unit);
}

static void write_message(const tuning *n, const rules_row *row, const rule_measure *m, finding *f) {
    char more[160] = "";
    bool readings = m->two_readings && n->advise_on_readings && beyond(m, m->kindest) <= n->k_advisory * m->sigma;
    if (f->ruling == RULING_DOUBTFUL && (m->contact || m->doubt > 0))
        snprintf(more, sizeof more, "; %.100s, please look", m->doubted ? m->doubted : "it appears to touch");
    else if (f->ruling == RULING_DOUBTFUL && m->fact && m->two_readings)
        snprintf(more, sizeof more, "; %.120s it is legal, please decide", m->other_reading);
    else if (f->ruling == RULING_DOUBTFUL && readings)
        snprintf(more, sizeof more, "; %s it takes %.1f\" and is legal, please decide", m->other_reading, m->kindest);
    else if (f->ruling == RULING_DOUBTFUL && !m->fact && m->two_readings && chance_below(-beyond(m, m->measured), m->sigma) >= n->confidence)
        snprintf(more, sizeof more, "; %s it takes %.1f\", which may be within the error, please measure", m->other_reading, m->kindest);
    else if (f->ruling == RULING_DOUBTFUL && !m->fact)
        say_error(n, m, more, sizeof more);
    else if (f->ruling == RULING_DOUBTFUL)
        snprintf(more, sizeof more, "; please look");
    f->message[0] = 0;
    add_text(f->message, sizeof f->message - SOURCE_ROOM, m->says);
    add_text(f->message, sizeof f->message, more);
    add_source(row, m, f);
}

static void clear_measure(rule_measure *m) {
    memset(m, 0, offsetof(rule_measure, says));
    m->says[0] = 0;
    m->unit = m->other_reading = "";
}

// The finding that a measure amounts to. False: there is nothing to say.
static bool conclude(const tuning *n, const rules_row *row, const rule_measure *m, finding *out) {
    if (!m->applies) return false;
    double p;
    ruling r = engine_compare(n, m, row->severity, &p);
    if (r == RULING_LEGAL && !m->always_listed) return false;
    memset(out, 0, offsetof(finding, message));
    out->ruling = r;
    out->rule = row->id;
    out->violation = r == RULING_LEGAL ? "" : row->violation;
    out->has_measure = !m->fact;
    out->measured = m->fact ? 0 : m->measured;
    out->allowed = m->fact ? 0 : m->limit;
    out->sigma = m->fact ? 0 : m->sigma;
    out->bound = m->fact ? 0 : m->kindest - m->unproven;
    out->measure_unit = m->unit;
    out->p_illegal = p;
    out->figure_count = m->figure_count;
    memcpy(out->figures, m->figures, sizeof out->figures);
    out->has_at = m->has_at;
    out->at = m->at;
    write_message(n, row, m, out);
    return true;
}

bool engine_judge(const rule_case *c, const rules_row *row, finding *out) {
    rule_measure m;
    clear_measure(&m);
    row->check(c, &m);
    return conclude(c->n, row, &m, out);
}

bool engine_judge_act(const act_case *a, const rules_row *row, finding *out) {
    rule_measure m;
    clear_measure(&m);
    row->act(a, &m);
    return conclude(a->n, row, &m, out);
}
