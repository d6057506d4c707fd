#include "rules/engine/answers.h"

#include <string.h>

static const rules_answer march_or_charge[] = {{"Forced march", "declare forced-march"},
                                               {"Charge", "declare charge"},
                                               {"Neither", "declare advance"},
                                               {"Another rate", "status movement_in"},
                                               {0}};
static const rules_answer charge[] = {{"It charged", "declare charge"}, {"No charge", "declare advance"}, {0}};
static const rules_answer rate[] = {{"Its rate", "status movement_in"}, {0}};
static const rules_answer at_the_double[] = {{"At the double", "declare at-the-double"}, {"Advance", "declare advance"}, {0}};
static const rules_answer after_fight[] = {
    {"It charged", "declare charge"}, {"It flees", "declare flee"}, {"It pursues", "declare follow-up"}, {"None of these", "declare advance"}, {0}};
static const rules_answer leader[] = {{"Its leader", "status leader"}, {0}};
static const rules_answer morale[] = {{"Passed", "dice morale pass"}, {"Failed", "dice morale fail"}, {0}};
static const rules_answer discipline[] = {{"Passed", "dice discipline pass"}, {"Failed", "dice discipline fail"}, {0}};
static const rules_answer leadership[] = {{"Passed", "dice leadership pass"}, {"Failed", "dice leadership fail"}, {0}};
static const rules_answer follow_up[] = {{"Follow up", "declare follow-up"}, {"Stay", "declare stay"}, {0}};
static const rules_answer rout[] = {{"It routs", "status routed true"}, {"It stands", "status routed false"}, {0}};
static const rules_answer rally[] = {
    {"Rallied", "dice rally pass"}, {"Failed to rally", "dice rally fail"}, {"No attempt", "status routed true"}, {0}};
static const rules_answer rout_cause[] = {{"What it flees from", "status rout_cause"}, {0}};
static const rules_answer removal[] = {{"Take it off", "remove"}, {0}};
static const rules_answer break_through[] = {{"Break-through", "declare break-through"}, {0}};
static const rules_answer irregular[] = {{"Irregular", "status formation irregular"}, {"In its ranks", "status formation closed"}, {0}};
static const rules_answer formed[] = {{"Formed", "status formation closed"}, {"Loose", "status formation open"}, {0}};
static const rules_answer order[] = {{"Its order", "order"}, {"It charges if charged", "declare charge-if-charged"}, {0}};
static const rules_answer contact[] = {{"They fight", "status engaged_with"}, {"It charged", "declare charge"}, {0}};
static const rules_answer support[] = {{"It supports", "declare charge-if-charged"}, {0}};
static const rules_answer guards[] = {{"Guards", "status guards"}, {0}};

static const struct {
    const char *rule;
    const rules_answer *answers;
} table[] = {
    {"BS1-7.0-3", march_or_charge},
    {"BS1-7.12-2", rate},
    {"BS1-7.12-5", follow_up},
    {"BS1-7.12-6", discipline},
    {"BS1-7.13-5", morale},
    {"BS1-7.13-7", morale},
    {"BS1-7.14-10", discipline},
    {"BS1-7.14-13", break_through},
    {"BS1-7.15-1", rout},

    {"BS1-7.15-4", rout_cause},
    {"BS1-7.15-6", morale},
    {"BS1-7.15-9", morale},
    {"BS1-7.15-10", rally},
    {"BS1-7.15-12", removal},
    {"BS1-7.15-13", removal},
    {"BS1-7.15-15", guards},
    {"BS1-7.15-20", rally},
    {"BS2-TER-20", irregular},
    {"BS2-TER-29", irregular},
    {"CM-FF-1", charge},
    {"CM-FF-8", charge},
    {"CM-SIM-1", order},
    {"CM-SIM-3", charge},
    {"CM-SIM-4", contact},
    {"CM-SIM-5", charge},
    {"CM-SIM-8", support},
    {"CM-TER-2", charge},
    {"CM-TER-5", formed},
    {"CM-TER-8", charge},
    {"M42-MV-2", leader},
    {"M42-MV-9", leader},
    {"M42-MV-15", at_the_double},
    {"M42-MV-16", at_the_double},
    {"WF-NM-1", after_fight},
    {"WF-NM-3", rate},
    {"WF-NM-13", leadership},
    {"WF-NM-30", after_fight},
};

const rules_answer *rules_answers(const char *rule) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].rule, rule) == 0) return table[i].answers;
    return 0;
}
