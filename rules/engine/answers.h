// rules/engine/answers -- answers that several rulebooks offer to what their rules ask (rules_row.answers).
#ifndef VEDETTE_RULES_ENGINE_ANSWERS_H
#define VEDETTE_RULES_ENGINE_ANSWERS_H

#include "rules/rules.h"

extern const rules_answer answers_rate[], answers_charge[], answers_morale[], answers_discipline[], answers_leadership[];

#endif
