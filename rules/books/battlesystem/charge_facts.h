// rules/books/battlesystem/charge_facts -- what a move is as a forced march or a charge (Battlesystem 7.13, 7.14; docs/geometry.md section 9).
// Inches.
#ifndef VEDETTE_RULES_CHARGE_FACTS_H
#define VEDETTE_RULES_CHARGE_FACTS_H

#include "core/verdict.h"
#include "rules/measure/contact/contact.h"
#include "rules/measure/maneuver/straight.h"

typedef enum { LONG_NONE, LONG_MARCH, LONG_CHARGE } long_kind;

typedef struct {
    long_kind kind;
    bool announced;          // else taken for one: more than the rate was used, into contact or not
    double used, kindest;    // charged in this phase with this move; the same under the kindest reading
    double sigma;            // of both
    bool over, surely_over;  // more than the rate: no longer plainly legal; beyond doubt
    bool locked;             // began its phase in contact
    bool reached;            // stands in contact at the end; kind to the player
    nearest touch;           // likeliest contact that this move made, at the end or on the way; figure -1: none
    bool hidden;             // with an enemy that was not to be seen
    double until_contact;    // charged until it touched
    double way, straight;    // travelled until then in this phase, and the longest straight part of it
    bool path_seen;          // the straight part was seen; else it is the cheapest explanation's
    nearest beyond;          // visible enemy that can be met only beyond the rate, in the direction of the move; figure -1: none
    int went_through;        // enemy unit whose figures were taken off in the way of this move; -1
    double range;            // of its charge
} charge_facts;

// How far a unit may charge (BS1-7.14-2, 7.14-5).
double charge_range(const rules *r, const rules_state *s, int unit);
// What a move is that used more than the rate (`over`) and ended in contact (`reached`), perhaps with a hidden enemy, by what was announced;
// *announced where it was.
long_kind long_kind_of(const rules *r, const rules_state *s, int unit, bool over, bool reached, bool hidden, bool *announced);
// The unit failed the Discipline Check of its charge in this phase (BS1-7.14-11).
bool charge_undisciplined(const rules_state *s, int unit);
// Chaotic or of low intelligence.
bool charge_wild(const game_unit *u);
// How its figures stand now: closed by the players' word or by the gaps between them.
bool stands_closed(const rules *r, const rules_state *s, int unit);
// Nearest enemy to the unit as it stands, no farther than `reach`; figure -1: none.
nearest nearest_to_unit(const rules *r, const rules_state *s, int unit, double reach);
// Gap between the unit, as it stood when its phase began, and `other` as it stands.
double units_gap_from(const rules *r, const rules_state *s, int unit, int other);

#endif
