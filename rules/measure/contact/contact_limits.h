// rules/measure/contact/contact_limits -- the numbers by which gaps are measured: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_CONTACT_LIMITS_H
#define VEDETTE_RULES_CONTACT_LIMITS_H

#include "rules/state/state_limits.h"

#define CARRIED_IN 0.30    // in; bases that overlap deeper are carried over one another. Hand-set, 282b5f4. Low: a push is no contact.
#define FACING_AGREES 0.5  // figures; sum of their headings from which a unit faces anywhere. Hand-set. Low: a scattered unit has a front.

#endif
