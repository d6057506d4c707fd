// rules/state/house_fields -- makes the lines of a table of house rules (*.def) the fields of a struct (docs/how-to-add.md). Included before such a
// file, any number of times, so it has no guard; house_rows.h makes the same lines the rows that `vedette rules` prints, bound to these fields.
//
//   NUMBER(field, name, default, least, most, unit, meaning, rules)   a number
//   ANGLE(...)                                                        likewise, degrees in game files and radians in the field
//   WHOLE(...)                                                        likewise, a whole number
//   RANGE(low, high, name, low, high, least, most, unit, meaning, rules)
//   FLAG(field, name, default, meaning, rules)                        true or false; UNLESS(...): the field is the contrary
//   WORD(field, is, name, default, choices, meaning, rules)           true where the word is `is`; UNLESS_WORD(...): where it is not
//   CHOICE(type, field, name, default, choices, meaning, rules)       the place of the word among the choices, as an enum
//   ..._CHOSEN(field, chosen, ...)                                    `chosen` is true where the judge set the option
//   SET_...(field, ...)                                               a field of `tuning` itself, which is declared there
//   AGAIN_...(field, ...)                                             a field of this struct that another rulebook's line declares
//   BARE_...(name, ...)                                               no field: the parent's line binds it, a hook reads it, or it is stated only

#define NUMBER(field, ...) double field;
#define ANGLE(field, ...) double field;
#define WHOLE(field, ...) int field;
#define RANGE(low, high, ...) double low, high;
#define FLAG(field, ...) bool field;
#define UNLESS(field, ...) bool field;
#define WORD(field, ...) bool field;
#define UNLESS_WORD(field, ...) bool field;
#define CHOICE(type, field, ...) type field;
#define FLAG_CHOSEN(field, chosen, ...) bool field, chosen;
#define WORD_CHOSEN(field, chosen, ...) bool field, chosen;
#define CHOICE_CHOSEN(type, field, chosen, ...) \
    type field;                                 \
    bool chosen;
#define SET_NUMBER(...)
#define SET_ANGLE(...)
#define SET_FLAG(...)
#define SET_UNLESS(...)
#define SET_WORD(...)
#define SET_WORD_CHOSEN(...)
#define SET_UNLESS_WORD(...)
#define SET_CHOICE(...)
#define SET_CHOICE_CHOSEN(...)
#define AGAIN_FLAG(...)
#define BARE_NUMBER(...)
#define BARE_FLAG(...)
#define BARE_WORD(...)

#include HOUSE_RULES

#include "rules/state/house_end.h"
