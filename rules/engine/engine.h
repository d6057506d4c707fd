// rules/engine/engine -- compares, once and for all rules, what a check measured with its limit and the error (docs/geometry.md section 14).
#ifndef VEDETTE_RULES_ENGINE_ENGINE_H
#define VEDETTE_RULES_ENGINE_ENGINE_H

#include "rules/case/case.h"

// Judges one row. False: there is nothing to say.
bool engine_judge(const rule_case *c, const rules_row *row, finding *out);
bool engine_judge_act(const act_case *a, const rules_row *row, finding *out);
bool engine_in_force(const rule_case *c, const rules_row *row);
// The comparison by itself: what the measure amounts to under a row of that severity, and the chance that the limit is truly passed.
ruling engine_compare(const tuning *n, const rule_measure *m, rules_severity severity, double *p_illegal);

#endif
