// rules/engine/reach_area -- the shapes that an envelope's area has. Internal to rules/.
#ifndef VEDETTE_RULES_ENGINE_REACH_AREA_H
#define VEDETTE_RULES_ENGINE_REACH_AREA_H

#include "rules/case/facts.h"
#include "rules/engine/reach.h"

// All around a place, by ways that cost at most budget_in.
void reach_around(const facts *f, vec2 from, double budget_in, rules_reach *out);
// Of a body that goes within its cone, straight away or after one wheel.
void reach_of_body(const facts *f, double budget_in, rules_reach *out);
// The cost, beyond the way itself, of going at an angle to the facing; for reach_fan.
typedef double reach_aside(const rule_case *c, double angle_rad);
// Of a body that goes at any angle up to a right one, at a price.
void reach_fan(const facts *f, double budget_in, reach_aside *aside, rules_reach *out);
// The area for rulebooks without a hook of their own: all around for units that move figure by figure, else that of a body that wheels.
void reach_common(const facts *f, rules_reach *out);

#endif
