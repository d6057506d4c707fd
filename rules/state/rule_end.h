// rules/state/rule_end -- forgets the words of a table of rules: the end of rule_rows.h and rule_checks.h.
#undef RULE
#undef RULE_ACT
#undef RULE_ACT_DUE
#undef RULE_CHECK
#undef RULE_CHECK_ACT
#undef RULE_CHECK_ACT_DUE
#undef RULE_CHECK_DUE
#undef RULE_DUE
#undef RULES
