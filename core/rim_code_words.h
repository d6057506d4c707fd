// core/rim_code_words -- the table of words behind core/rim_code.h. Private to it; made by tests/core/make_rim_words.c.
#ifndef VEDETTE_CORE_RIM_CODE_WORDS_H
#define VEDETTE_CORE_RIM_CODE_WORDS_H

#include "core/rim_code.h"

// A row for each of rim_code_sizes, a word for each id: bit i is cell i, 1 light.
extern const uint64_t rim_code_words[RIM_CODE_SIZES][RIM_CODE_IDS];

#endif
