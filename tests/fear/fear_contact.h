// fear_contact -- an advance into a slanted enemy, legal by docs/geometry.md section 8: each figure stops where it touches, the free ones stop with
// it or go straight on.
#ifndef TESTS_FEAR_CONTACT_H
#define TESTS_FEAR_CONTACT_H

#include "fear_game.h"

typedef enum { FEAR_GO_ON, FEAR_STOP_TOGETHER, FEAR_TURN_AFTER } fear_after;

// A closed block advances within its rate until its first figure touches; what the others do after that. FEAR_TURN_AFTER is a breach: the whole unit
// turns about the figure that touched by `turn_rad`. False where this one doesn't reach the enemy. seen_on_way: the places between, too.
bool fear_contact_make(fear_after after, double turn_rad, bool seen_on_way, fear_sight how, unsigned long long *seed, fear_scene *out);

#endif
