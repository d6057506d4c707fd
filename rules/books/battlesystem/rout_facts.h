// rules/books/battlesystem/rout_facts -- finds what Battlesystem 7.11, 7.12 and 7.15 ask of a move, and gives the moves that they permit an
// explanation of their own.
#ifndef VEDETTE_RULES_ROUT_FACTS_H
#define VEDETTE_RULES_ROUT_FACTS_H

#include "rules/case/contact_sides.h"
#include "rules/case/facts.h"

void find_wrap(facts *f);        // c.rout.wrap; explains a wrap-around (SHAPE_WRAP)
void find_withdrawal(facts *f);  // c.rout.withdrawal and c.withdrew; explains a fighting withdrawal
void find_follow_up(facts *f);   // c.rout.follow; excuses a follow-up
void find_run(facts *f);         // c.rout.run; explains a rout move, and excuses it where it is the unit's turn to run

// What the unit flees from: as entered, else (`assumed`) the middle of the nearest enemy within 12". False: unknown.
bool rout_cause(const rules *r, const rules_state *s, int unit, vec2 *cause, bool *assumed);
// A rout move, of a unit that is neither destroyed nor out of play.
bool run_is_judged(const rule_case *c);
// True where something that routers go round stands on the way from there.
bool run_is_barred(const rule_case *c, vec2 from, double course_rad, double length_in);

// True where the unit touched that enemy unit when its move began.
bool stood_in_contact(const rules *r, const rules_state *s, const move *m, int enemy);
// Contact when the unit's phase began; where no phase was entered, when its move did.
bool began_engaged(const rule_case *c);
// What a withdrawal or a wrap-around needs: contact that excuses the player need only be possible (docs/geometry.md section 2).
possibly may_have_begun_engaged(const rule_case *c);
// Gap of the unit's i-th figure to the nearest enemy at that time.
double gap_at_start(const facts *f, int i, double *sigma);
// True where the figure went or turned farther than hands do by chance.
bool figure_acted(const rule_case *c, int i);
// Way of the middle one of the figures, in order of their ways.
double middle_way(const facts *f);
// Enemy unit that drew off from `unit` in this phase and may still be followed; -1.
int follow_pending(const rules_state *s, int unit);

#endif
