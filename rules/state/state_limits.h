// rules/state/state_limits -- the numbers that several folders of rules/ decide by: value, unit, origin, and what a wrong value costs.
//
// "Hand-set": neither code nor history records a measurement of the number itself, only of the whole (tests/rules: random moves judged right, the
// cases of the catalogue); the commit that set it follows.
#ifndef VEDETTE_RULES_STATE_LIMITS_H
#define VEDETTE_RULES_STATE_LIMITS_H

#define LARGEST_UNIT 400  // figures; larger units are not compared pair by pair: n squared. Hand-set, 282b5f4. Low: their gaps go unjudged.
#define STREAM_S 0.25   // s; samples closer in time come from a camera, not a record. Hand-set, 302e246. Low: a unit in the hand counts as set down.
#define FAR_SIGMAS 3.5  // sigmas; farther off is no error: on one side one in 4,300 of Gaussian errors. As k_illegal. Low: noise bends paths.
#define EXTENT_SLACK_IN \
    1e-6  // inches; boxes are taken as so much wider. Far above rounding. Too low: a base is passed over that is at the limit; high: time.

#endif
