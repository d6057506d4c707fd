#include "rules/engine/answers.h"

const rules_answer answers_rate[] = {{"Its rate", "status movement_in"}, {0}};
const rules_answer answers_charge[] = {{"It charged", "declare charge"}, {"No charge", "declare advance"}, {0}};
const rules_answer answers_morale[] = {{"Passed", "dice morale pass"}, {"Failed", "dice morale fail"}, {0}};
const rules_answer answers_discipline[] = {{"Passed", "dice discipline pass"}, {"Failed", "dice discipline fail"}, {0}};
const rules_answer answers_leadership[] = {{"Passed", "dice leadership pass"}, {"Failed", "dice leadership fail"}, {0}};
