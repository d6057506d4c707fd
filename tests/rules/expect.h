// What a test of a rule expects of a verdict.
#ifndef TESTS_RULES_EXPECT_H
#define TESTS_RULES_EXPECT_H

#include "field.h"

// The ruling is `r`, and where violation is not NULL there is a finding of that name, by that rule, graded `r` (or `grade` where the finding is
// milder).
void expect(const verdict *v, ruling r, const char *violation, const char *rule);
void expect_advice(const verdict *v, const char *violation, const char *rule);  // an advisory beside a legal ruling
void expect_none(const verdict *v, const char *violation);

#endif
