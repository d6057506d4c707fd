// rules/state/house_rows -- makes the lines of a table of house rules (*.def) the rows that `vedette rules` prints, each bound to its field
// (rules/state/house_fields.h says how the lines are written). Included inside the initialiser of a table of rules_parameter, before that file; the
// includer defines HOUSE_AT(field), the field's offset in `tuning`.

// Offset of a field of `tuning` itself, of that type.
#define HOUSE_SET(type, field)                                                                                          \
    (offsetof(tuning, field) + 0 * sizeof(struct {                                                                      \
                                   int none;                                                                            \
                                   _Static_assert(__builtin_types_compatible_p(__typeof__(((tuning *)0)->field), type), \
                                                  "the field has another type");                                        \
                               }))

#define HOUSE_NUMBER(name_, value_, least_, most_, unit_, meaning_, rules_, ...) \
    {.name = name_,                                                              \
     .kind = OPTION_NUMBER,                                                      \
     .number = value_,                                                           \
     .least = least_,                                                            \
     .most = most_,                                                              \
     .unit = unit_,                                                              \
     .meaning = meaning_,                                                        \
     .used_by = rules_,                                                          \
     __VA_ARGS__},
#define HOUSE_FLAG(name_, value_, meaning_, rules_, ...) \
    {.name = name_, .kind = OPTION_FLAG, .flag = value_, .unit = "", .meaning = meaning_, .used_by = rules_, __VA_ARGS__},
#define HOUSE_WORD(name_, value_, choices_, meaning_, rules_, ...) \
    {.name = name_, .kind = OPTION_TEXT, .text = value_, .choices = choices_, .unit = "", .meaning = meaning_, .used_by = rules_, __VA_ARGS__},

#define NUMBER(field, ...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_NUMBER, .at = HOUSE_AT(field))
#define ANGLE(field, ...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_ANGLE, .at = HOUSE_AT(field))
#define WHOLE(field, ...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_WHOLE, .at = HOUSE_AT(field))
#define RANGE(low, high_, name_, low_value, high_value, least_, most_, unit_, meaning_, rules_) \
    {.name = name_,                                                                             \
     .kind = OPTION_RANGE,                                                                      \
     .number = low_value,                                                                       \
     .high = high_value,                                                                        \
     .least = least_,                                                                           \
     .most = most_,                                                                             \
     .unit = unit_,                                                                             \
     .meaning = meaning_,                                                                       \
     .used_by = rules_,                                                                         \
     .bind = BIND_RANGE,                                                                        \
     .at = HOUSE_AT(low),                                                                       \
     .at_high = HOUSE_AT(high_)},
#define FLAG(field, ...) HOUSE_FLAG(__VA_ARGS__, .bind = BIND_FLAG, .at = HOUSE_AT(field))
#define UNLESS(field, ...) HOUSE_FLAG(__VA_ARGS__, .bind = BIND_UNLESS, .at = HOUSE_AT(field))
#define WORD(field, is, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_WORD, .at = HOUSE_AT(field), .word = is)
#define UNLESS_WORD(field, is, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_UNLESS_WORD, .at = HOUSE_AT(field), .word = is)
#define CHOICE(type, field, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_CHOICE, .at = HOUSE_AT(field))
#define FLAG_CHOSEN(field, chosen, ...) \
    HOUSE_FLAG(__VA_ARGS__, .bind = BIND_FLAG, .at = HOUSE_AT(field), .has_chosen = true, .at_chosen = HOUSE_AT(chosen))
#define WORD_CHOSEN(field, chosen, is, ...) \
    HOUSE_WORD(__VA_ARGS__, .bind = BIND_WORD, .at = HOUSE_AT(field), .word = is, .has_chosen = true, .at_chosen = HOUSE_AT(chosen))
#define CHOICE_CHOSEN(type, field, chosen, ...) \
    HOUSE_WORD(__VA_ARGS__, .bind = BIND_CHOICE, .at = HOUSE_AT(field), .has_chosen = true, .at_chosen = HOUSE_AT(chosen))

#define SET_NUMBER(field, ...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_NUMBER, .at = HOUSE_SET(double, field))
#define SET_ANGLE(field, ...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_ANGLE, .at = HOUSE_SET(double, field))
#define SET_FLAG(field, ...) HOUSE_FLAG(__VA_ARGS__, .bind = BIND_FLAG, .at = HOUSE_SET(bool, field))
#define SET_UNLESS(field, ...) HOUSE_FLAG(__VA_ARGS__, .bind = BIND_UNLESS, .at = HOUSE_SET(bool, field))
#define SET_WORD(field, is, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_WORD, .at = HOUSE_SET(bool, field), .word = is)
#define SET_WORD_CHOSEN(field, chosen, is, ...) \
    HOUSE_WORD(__VA_ARGS__, .bind = BIND_WORD, .at = HOUSE_SET(bool, field), .word = is, .has_chosen = true, .at_chosen = HOUSE_SET(bool, chosen))
#define SET_UNLESS_WORD(field, is, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_UNLESS_WORD, .at = HOUSE_SET(bool, field), .word = is)
#define SET_CHOICE(type, field, ...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_CHOICE, .at = HOUSE_SET(type, field))
#define SET_CHOICE_CHOSEN(type, field, chosen, ...) \
    HOUSE_WORD(__VA_ARGS__, .bind = BIND_CHOICE, .at = HOUSE_SET(type, field), .has_chosen = true, .at_chosen = HOUSE_SET(bool, chosen))
#define AGAIN_FLAG(field, ...) FLAG(field, __VA_ARGS__)
#define BARE_NUMBER(...) HOUSE_NUMBER(__VA_ARGS__, .bind = BIND_NOTHING)
#define BARE_FLAG(...) HOUSE_FLAG(__VA_ARGS__, .bind = BIND_NOTHING)
#define BARE_WORD(...) HOUSE_WORD(__VA_ARGS__, .bind = BIND_NOTHING)

#include HOUSE_RULES

#include "rules/state/house_end.h"
