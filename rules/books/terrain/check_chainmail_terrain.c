// Chainmail's terrain: charges, formed bodies, heavy equipment, rivers.
#include "rules/books/terrain/checks_chainmail_terrain.h"
#include "rules/case/words.h"
#include "rules/measure/terrain/terrain.h"

static const char *ground_of(const intrusion *k) { return going_words(going_ground(k->piece->kind)); }

// Announced; or more than the normal move was used into contact. Contact by less may have been either.
static answer was_charge(const rule_case *c) {
    bool met = contact_chance(c->n, c->contact.made.gap, fmax(c->contact.made.sigma, 1e-9)) > 0.5;
    if (c->mine->reported.charge) return YES;
    if (!met || c->mine->reported.plain) return NO;
    double least = fmin(c->how.least.kindest, c->how.cost) + c->before.cost_in - c->before.spared_in;
    return c->rate > 0 && least > c->rate + c->n->player_tolerance + c->n->k_illegal * case_sigma(c, c->how.sigma) ? YES : UNKNOWN;
}

static void charge_over(const rule_case *c, rule_measure *m, terrain_ban b) {
    const intrusion *k = &c->terrain.into[b];
    if (!c->terrain.counts || k->depth_in <= 0 || c->excused) return;
    answer charge = was_charge(c);
    downhill_charge down = c->n->terrain.downhill_charge;
    bool only_down = k->along_in > 0 && !k->not_down;
    m->applies = charge != NO && !(only_down && down == DOWNHILL_ALLOWED);
    if (!m->applies) return;
    m->measured = m->kindest = k->depth_in;
    m->limit = c->n->terrain.edge_tol;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    m->ask = charge == UNKNOWN;
    m->advise = only_down && down == DOWNHILL_ADVISED;
    m->has_at = true;
    m->at = k->at;
    measure_names(m, k->figure);
    words unit = words_unit(c->g, c->unit_index);
    if (m->ask)
        measure_says(m, "Did %s charge? Its way led over %s, where no charge moves are made", unit.text, ground_of(k));
    else if (m->advise)
        measure_says(m, "%s charged down %s: whether that may be done the book does not say", unit.text, ground_of(k));
    else
        measure_says(m, "%s charged over %s, where no charge moves are made", unit.text, ground_of(k));
}

void check_charge_ground(const rule_case *c, rule_measure *m) { charge_over(c, m, BAN_CHARGE); }
void check_charge_rough(const rule_case *c, rule_measure *m) { charge_over(c, m, BAN_CHARGE_ROUGH); }

static double gap_of(const rule_case *c) { return isfinite(c->m->after.gap_lateral_in) ? c->m->after.gap_lateral_in : c->spacing.median_gap; }

// By the players' word; else a body in ranks with small gaps (docs/geometry.md section 4).
static answer is_formed(const rule_case *c) {
    formation_kind word = c->mine->formation;
    if (word == FORMATION_COLUMN || word == FORMATION_LINE || word == FORMATION_SQUARE || word == FORMATION_CLOSED) return YES;
    if (word != FORMATION_UNKNOWN || c->unit->type != UNIT_REGULAR || c->count < 2 || c->m->after.ranks == 0) return NO;
    double gap = gap_of(c), slack = c->n->k_illegal * sqrt(2) * c->sigma_in;
    if (!isfinite(gap)) return NO;
    return gap < c->n->terrain.formed_gap_max - slack ? YES : gap > c->n->terrain.formed_gap_max + slack ? NO : UNKNOWN;
}

void check_formed_in_woods(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_FORMED_WOODS];
    answer formed = is_formed(c);
    m->applies = c->terrain.counts && k->depth_in > 0 && formed != NO && !c->excused;
    if (!m->applies) return;
    m->measured = m->kindest = k->depth_in;
    m->limit = c->n->terrain.edge_tol;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    m->ask = formed == UNKNOWN;
    m->has_at = true;
    m->at = k->at;
    measure_names(m, k->figure);
    words unit = words_unit(c->g, c->unit_index);
    if (m->ask)
        measure_says(m, "Is %s a formed body? Its gaps are %s, and it went into woods", unit.text, words_inches(gap_of(c)).text);
    else
        measure_says(m, "%s went %s deep into woods as a formed body", unit.text, words_inches(k->depth_in).text);
}

void check_heavy_in_marsh(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_HEAVY_IN_MARSH];
    m->applies = c->terrain.counts && k->depth_in > 0;
    if (!m->applies) return;
    measure_depth(c, k, m);
    measure_says(m, "%s went %s deep into a marsh: heavy equipment, catapults and guns may not enter", words_unit(c->g, c->unit_index).text,
                 words_inches(k->depth_in).text);
}

void check_crossing_known(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_CROSSING_UNKNOWN];
    m->applies = m->fact = c->terrain.counts && k->depth_in > c->n->terrain.edge_tol;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "What does it cost to cross \"%s\"? The game file does not say; it was taken as a typical %s", k->piece->id, k->piece->kind);
}

static double moved_in(const rule_case *c) {
    double far = 0;
    for (int i = 0; i < c->count; i++) far = fmax(far, vec2_distance(c->from[i].at, c->to[i].at));
    return far;
}

// The crossing is the whole move, and it was made in one half of it.
static bool crossed_at_once(const rule_case *c, rule_measure *m) {
    if (c->terrain.river_out_in <= 0) return false;
    m->measured = m->kindest = c->terrain.river_out_in;
    m->limit = 0;
    m->tolerance = c->n->player_tolerance;
    measure_says(m, "%s went into the river and stood %s out of it again within one half of its move: the crossing takes half a move in each half",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text);
    return true;
}

// Halt at the bank, cross as the whole move of a turn, halt on the far bank (CM-TER-12).
void check_river(const rule_case *c, rule_measure *m) {
    const terrain_facts *t = &c->terrain;
    const terrain_done *done = &c->mine->done.terrain;
    bool crosses = t->counts && t->river >= 0, went_on = t->counts && !crosses && done->crossed_river > 0 && done->crossed_turn == c->s->turn;
    m->applies = (crosses || went_on) && !c->excused && c->s->phase_entered;
    if (!m->applies) return;
    words unit = words_unit(c->g, c->unit_index);
    m->unit = "in";
    m->sigma = sqrt(2) * c->sigma_in;
    measure_names(m, figure_of(c, 0));
    bool from_afar = crosses && t->river_from_in > t->river_to_in;
    m->measured = m->kindest = went_on ? moved_in(c) : fmax(t->river_from_in, t->river_to_in);
    m->limit = went_on ? c->n->nudge : c->n->terrain.bank_in;
    m->tolerance = went_on ? 0 : c->n->player_tolerance;
    if (!went_on && m->measured <= m->limit + m->tolerance && crossed_at_once(c, m)) return;
    if (went_on)
        measure_says(m, "%s went on for %s after crossing the river: the crossing is its whole move", unit.text, words_inches(m->measured).text);
    else
        measure_says(m, "%s crossed the river and %s %s from its bank: it must halt at the bank before and after", unit.text,
                     from_afar ? "had begun its turn" : "ended", words_inches(m->measured).text);
}
