// Movement and enemy units: contact, what may follow it, units that begin their phase in it (Battlesystem 7.4, 7.8).
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks.h"
#include "rules/books/battlesystem/checks_charge.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/case/words.h"

void check_skirmisher_contact(const rule_case *c, rule_measure *m) {
    nearest end = c->contact.made, way = c->contact.path;
    if (c->unit->type != UNIT_SKIRMISH || c->excused) return;
    // The likelier of the two: at rest, or in passing.
    bool passing = way.enemy >= 0 && (end.enemy < 0 || contact_chance(c->n, way.gap, way.sigma) > contact_chance(c->n, end.gap, end.sigma));
    nearest touch = passing ? way : end;
    m->applies = touch.enemy >= 0;
    if (!m->applies) return;
    measure_contact(m, c->n, touch);
    measure_says(m, "A skirmisher of %s %s %s: skirmishers may never move into contact", words_unit(c->g, c->unit_index).text,
                 passing ? "touched" : "moved into contact with", words_enemy(c, touch.enemy).text);
}

// Contact at the start of the phase holds the unit by rules of its own.
static bool is_locked(const rule_case *c) { return c->s->phase_entered && c->mine->at_start.touching; }

// A break-through that names no enemy lets the unit pass every enemy that it touched. Named enemies are dropped earlier (rules/case/facts.c).
static bool breaks_through(const rule_case *c) { return c->mine->reported.break_through && !c->mine->reported.broken_named; }

static bool judged_after_contact(const rule_case *c) { return c->contact.sample >= 0 && !c->excused && !breaks_through(c) && !is_locked(c); }

bool measure_went_on(const rule_case *c, rule_measure *m) {
    m->applies = judged_after_contact(c) && c->contact.moved_after >= 0;
    if (!m->applies) return false;
    m->measured = m->kindest = c->contact.moved_after_in;
    m->limit = c->n->residual;
    m->sigma = sqrt(2) * c->sigma_in;
    m->doubt = c->contact.doubt;
    m->unit = "in";
    m->has_at = true;
    m->at = c->contact.first.at;
    measure_names(m, c->contact.moved_after);
    measure_names(m, c->contact.first.enemy);
    measure_says(m, "A figure of %s touched %s and went on %s: a figure stops at contact", words_unit(c->g, c->unit_index).text,
                 words_enemy(c, c->contact.first.enemy).text, words_inches(m->measured).text);
    return true;
}

void check_move_after_contact(const rule_case *c, rule_measure *m) {
    if (!went_on_in_long_move(c)) measure_went_on(c, m);
}

// More than is allowed after contact, by more than its error.
static bool is_turn(const rule_case *c, double rad) { return fabs(rad) > c->n->post_contact_tol + c->n->k_illegal * c->contact.turned_sigma; }

static void measure_turn(const rule_case *c, rule_measure *m, double rad, double sigma) {
    m->measured = m->kindest = fabs(rad) * DEG_PER_RAD;
    m->limit = c->n->post_contact_tol * DEG_PER_RAD;
    m->sigma = sigma * DEG_PER_RAD;
    m->unit = "deg";
}

// The unit turned and touched, and no picture shows which came first: the player is not accused, and a judge may have seen it (BS1-7.8-3,
// if_missing).
static bool turned_out_of_sight(const rule_case *c, rule_measure *m) {
    const contact_facts *k = &c->contact;
    if (!judged_after_contact(c) || !is_turn(c, k->turned_unseen_rad)) return false;
    m->applies = true;
    measure_turn(c, m, k->turned_unseen_rad, k->turned_sigma);
    m->doubt = TURNED_FIRST;
    m->doubted = "no picture shows which came first";
    m->has_at = true;
    m->at = k->first.at;
    measure_names(m, k->first.figure);
    measure_says(m, "%s turned by %.0f\u00b0 and touched %s: after contact no figure may change direction", words_unit(c->g, c->unit_index).text,
                 m->measured, words_enemy(c, k->first.enemy).text);
    return true;
}

void check_post_contact_turn(const rule_case *c, rule_measure *m) {
    const contact_facts *k = &c->contact;
    if (turned_out_of_sight(c, m)) return;
    bool seen = judged_after_contact(c), unseen = k->strayed >= 0 && !c->excused && !is_locked(c);
    m->applies = (seen || unseen) && (k->turned_after >= 0 || k->strayed >= 0) && !breaks_through(c);
    if (!m->applies) return;
    // A figure that turned says it best; the way of one that did not turn, where none did.
    bool strayed = !is_turn(c, k->turned_after_rad) && k->strayed_rad > fabs(k->turned_after_rad);
    measure_turn(c, m, strayed ? k->strayed_rad : k->turned_after_rad, strayed ? k->strayed_sigma : k->turned_sigma);
    m->doubt = seen ? 1 - (1 - k->doubt) * (1 - (strayed ? 0 : k->turned_doubt)) : 0;
    if (!strayed && k->turned_doubt > k->doubt) m->doubted = "one figure alone appears to have turned";
    nearest touch = k->sample >= 0 ? k->first : k->at_end;
    m->has_at = touch.figure >= 0;
    m->at = touch.at;
    measure_names(m, strayed ? k->strayed : k->turned_after);
    measure_names(m, touch.figure);
    if (strayed)
        measure_says(m, "After %s touched %s a figure went on %.0f\u00b0 off straight ahead: after contact the others may only go straight on",
                     words_unit(c->g, c->unit_index).text, words_enemy(c, touch.enemy).text, m->measured);
    else
        measure_says(m, "%s turned by %.0f\u00b0 after touching %s: after contact no figure may change direction",
                     words_unit(c->g, c->unit_index).text, m->measured, words_enemy(c, touch.enemy).text);
}

// BS1-7.11-1 judges a unit that began its phase without contact: such a unit may not wrap around at all.
void check_wrap_by_mover(const rule_case *c, rule_measure *m) {
    bool claimed = c->mine->reported.wrap_around && c->s->phase_entered && !c->mine->at_start.touching && c->contact.made.enemy >= 0;
    bool wheeled = judged_after_contact(c) && c->contact.wheeled_end;
    m->applies = (claimed || wheeled) && !c->excused;
    if (!m->applies) return;
    if (!wheeled) {
        measure_contact(m, c->n, c->contact.made);
    } else {
        m->fact = true;
        m->chance = 1 - c->contact.doubt;
        measure_names(m, c->contact.turned_after);
    }
    measure_says(m, "%s wrapped around after its own move made contact: only a unit that begins its phase in contact may",
                 words_unit(c->g, c->unit_index).text);
}

static bool contacted_this_round(const rule_case *c) { return c->mine->at_start.turn == c->s->turn && !c->mine->at_start.by_self; }

static bool wraps(const rule_case *c) { return c->mine->reported.wrap_around || c->how.shape == SHAPE_WRAP; }

static bool may_wrap_now(const rule_case *c) { return battlesystem_tuning_of(c->n)->wrap_same_round || !contacted_this_round(c); }

static bool breaks_lock(const rule_case *c) {
    if (!is_locked(c) || c->excused || c->how.shape == SHAPE_GAPS || c->how.shape == SHAPE_STILL || c->mine->reported.break_through) return false;
    if (c->withdrew || rout_case_of(c)->withdrawal.tried || (wraps(c) && may_wrap_now(c)))
        return false;  // what else is wrong with those other rules say
    for (int i = 0; i < c->count; i++)
        if (figure_acted(c, i)) return true;
    return false;
}

// Formation, facing or frontage changed where the unit stands.
static bool changed_in_place(const rule_case *c) {
    if (c->how.shape == SHAPE_FORMATION || c->how.shape == SHAPE_FRONTAGE || c->how.shape == SHAPE_WRAP) return true;
    return c->how.shape == SHAPE_RIGID && hypot(c->how.ahead, c->how.left) <= c->n->nudge &&
           (c->how.motion.turn != FACE_FRONT || c->how.odd_turn != 0);
}

static bool lost_initiative(const rule_case *c) { return c->s->initiative >= 0 && c->s->initiative != c->unit->side; }

static void measure_lock(const rule_case *c, rule_measure *m) {
    nearest movers = nearest_at_start(c, figure_acted);
    bool touching_moved = movers.gap <= c->n->contact_doubt;
    m->applies = touching_moved || !battlesystem_tuning_of(c->n)->lock_figures_only;
    // Only figures that stood free went: it may be a wrap-around that was not announced.
    m->advise = !touching_moved;
    measure_contact(m, c->n, touching_moved ? movers : nearest_at_start(c, NULL));
    words unit = words_unit(c->g, c->unit_index);
    if (touching_moved)
        measure_says(m, "%s began its phase in contact with the enemy: it may only wrap around, withdraw 3\" fighting, or flee", unit.text);
    else
        measure_says(m, "%s began its phase in contact; its free figures moved: was this a wrap-around?", unit.text);
}

void check_locked(const rule_case *c, rule_measure *m) {
    bool older = c->mine->at_start.turn < 0 || (c->mine->at_start.turn == c->s->turn && c->mine->at_start.by_self);
    if (breaks_lock(c) && older) measure_lock(c, m);
}

void check_locked_this_round(const rule_case *c, rule_measure *m) {
    if (breaks_lock(c) && contacted_this_round(c) && !(changed_in_place(c) && lost_initiative(c))) measure_lock(c, m);
}

void check_locked_later(const rule_case *c, rule_measure *m) {
    if (breaks_lock(c) && c->mine->at_start.turn >= 0 && c->mine->at_start.turn != c->s->turn) measure_lock(c, m);
}

void check_change_while_engaged(const rule_case *c, rule_measure *m) {
    if (!breaks_lock(c) || !contacted_this_round(c) || !lost_initiative(c) || !changed_in_place(c)) return;
    m->applies = true;
    measure_contact(m, c->n, nearest_at_start(c, NULL));
    measure_says(m, "%s lost the initiative and was contacted this round: it may not change formation, facing or frontage",
                 words_unit(c->g, c->unit_index).text);
}
