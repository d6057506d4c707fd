// rules/case/case -- what a check may look at, and what it answers. Facts that several rules need are computed once, before the rows.
#ifndef VEDETTE_RULES_CASE_CASE_H
#define VEDETTE_RULES_CASE_CASE_H

#include "rules/case/terrain_facts.h"
#include "rules/measure/contact/contact.h"
#include "rules/measure/maneuver/explain.h"

// How the unit's figures stand to the enemy and to each other after the move, and on the way.
typedef struct {
    nearest at_start, at_end;  // nearest enemy to any figure, by the end poses; at_start by the start poses
    int sample;                // path sample of the first contact that what follows is measured from; -1: none seen
    nearest first;             // that contact
    double doubt;              // chance that it was none: 0 where it is sure
    bool began_touching;       // in contact when the move began, by its own earlier move of this phase
    int moved_after;           // figure that touched and yet went on; -1
    double moved_after_in;
    int turned_after;  // figure whose heading changed most after contact; -1
    double turned_after_rad;
    double turned_sigma;       // of this turn, and of the one unseen
    double turned_doubt;       // chance that it was misread: it is the only one of a unit that went as a body
    double turned_unseen_rad;  // the unit, between two pictures, the later of which shows it in contact: before or after it touched. 0: not known
    int strayed;               // free figure that left the straight line most; -1
    double strayed_rad, strayed_sigma;
    nearest made;      // nearest enemy at the end to a figure that did not touch at the start
    nearest path;      // likeliest such contact on the way, no base being carried over another; figure -1: none
    bool wheeled_end;  // those that turned stand at an end of the line and turned inward
} contact_facts;

typedef struct {
    double least_gap, sigma;  // of two figures of the unit, one of which moved
    int a, b;
    double loosest_gap;  // least over figures of the gap to the nearest comrade
    double median_gap;
    double component_gap;  // widest gap that a chain through all figures must cross
    double aspect;         // hull: longer over shorter side
} spacing_facts;

struct rule_case {
    const rules *r;
    const game *g;
    const tuning *n;
    const rules_state *s;
    const move *m;
    const game_unit *unit;
    const unit_state *mine;
    int unit_index;
    double rate;       // full rate now; 0: unknown
    double allowance;  // what is left of it with what was announced
    bool raised;       // a forced march or charge was announced
    bool may_raise;    // one could still be announced
    double raised_allowance;
    bool in_movement;  // the movement phase of the mover's side, or none entered
    bool free;         // skirmishers and individuals move figure by figure
    bool withdrew;     // began the phase in contact and went straight back: a fighting withdrawal
    bool excused;      // routed, fleeing, following up, breaking through: shape and distance are not judged by these rules
    int count;         // figures that took part
    const int *local;  // their places in the move's arrays
    const pose *from, *to;
    double sigma_in, sigma_rad;  // of their poses
    spending before;             // what it spent earlier in the phase
    explanation how;
    contact_facts contact;
    spacing_facts spacing;
    int passed_unit;   // friendly unit that was passed through; -1
    double passed_in;  // how deep
    terrain_facts terrain;
    int went_round;  // friendly unit that the straight way crosses: the way round it is charged; -1
    AREAS(AREA_CASE);
};

// Something entered for a unit, or what it left undone.
struct act_case {
    const rules *r;
    const game *g;
    const tuning *n;
    const rules_state *s;  // before the event
    const event *e;        // NULL: the phase ends
    const game_unit *unit;
    const unit_state *mine;
    int unit_index;
    double rate;  // full rate now; 0: unknown
};

typedef enum { SHOULD_BE_AT_MOST, SHOULD_BE_AT_LEAST } measure_sense;

struct rule_measure {
    bool applies;
    measure_sense sense;
    double measured, limit, tolerance, sigma;
    double kindest;            // the same under the admitted reading kindest to the player; equal to measured where there is one reading
    double unproven;           // the search may have missed a way that measures so much less than kindest, and not more
    double more, more_chance;  // what kindest rests on is perhaps not so: with that chance it is so much more
    double doubt;              // chance that what the measure rests on is not so: it then breaks no rule
    const char *doubted;       // what a player is then asked to look at; NULL: whether it touches
    bool contact;              // doubtful as soon as it is likelier than not (contact held against a player)
    bool fact;                 // nothing is measured: `chance` says how sure the breach is
    double chance;
    bool ask;                   // beyond the limit, but an answer not yet given may allow it: `says` is the question
    bool advise;                // worth saying, whatever the row's severity
    bool grave;                 // a breach though the row only advises
    bool always_listed;         // the finding is listed where the move is legal too
    bool two_readings;          // kindest names another reading of an ambiguous rule: doubtful where they differ
    const char *other_reading;  // in words, where two_readings
    const char *unit;
    bool has_at;
    vec2 at;
    int figures[FINDING_MAX_FIGURES];
    int figure_count;
    char says[FINDING_MESSAGE_MAX];
};

// Error of a cost with what was spent earlier in the phase.
static inline double case_sigma(const rule_case *c, double sigma) { return sqrt(sigma * sigma + c->before.variance); }
// Where the limit is what earlier moves left, they are read as kindly as this one and their error counts. After m->kindest and m->sigma.
static inline void measure_before(const rule_case *c, rule_measure *m) {
    m->kindest -= c->before.spared_in;
    m->sigma = case_sigma(c, m->sigma);
}
// How sure the least is that the measure takes from the explanation of the move.
static inline void measure_search(const rule_case *c, rule_measure *m) {
    m->unproven = c->how.least.unproven;
    m->more = c->how.least.more;
    m->more_chance = c->how.least.more_chance;
}
static inline int figure_of(const rule_case *c, int i) { return c->unit->first_figure + c->local[i]; }
static inline void measure_names(rule_measure *m, int figure) {
    if (figure >= 0 && m->figure_count < FINDING_MAX_FIGURES) m->figures[m->figure_count++] = figure;
}
// Figures of a mob that stand within `depth` of its foremost edge, its front as far as an irregular array has one: how far their number changed by
// the move. One figure more or less may be the raggedness of the array.
void measure_mob_front(const rule_case *c, rule_measure *m, double depth, int *before, int *after);
// The surest contact with the enemy when the phase began, of the case's figures that `takes_part` (NULL: of all); enemy is -1 always.
typedef bool case_figure(const rule_case *c, int i);
nearest nearest_at_start(const rule_case *c, case_figure *takes_part);
// Measures the gap to the nearest enemy when the phase began, for rules that demand contact then. A fact where no enemy was near.
void measure_unengaged(const rule_case *c, rule_measure *m);
// Contact held against a player: doubtful as soon as it is likelier than not. Names the two figures and the place between them.
void measure_contact(rule_measure *m, const tuning *n, nearest touch);
// Printf into m->says.
void measure_says(rule_measure *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
