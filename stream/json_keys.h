// stream/json_keys -- typed access to the keys of a JSON object, each failure reported with its key and the remedy. Internal to stream/.
//
// A key whose value is null counts as absent. A key given twice is STATUS_INVALID, whatever its values. Text from outside is quoted shortened.
#ifndef VEDETTE_STREAM_JSON_KEYS_H
#define VEDETTE_STREAM_JSON_KEYS_H

#include <cjson/cJSON.h>

#include "core/game.h"

typedef enum { OPTIONAL, REQUIRED } field_need;

// Text from outside, shortened at a whole character for a message.
typedef struct {
    char text[48];
} quoted;
quoted field_quote(const char *s);

// Coordinates, distances and errors beyond this many inches are no table's, and would only overflow what is computed from them.
#define FIELD_INCHES_MAX 1e5

status field_find(const cJSON *o, const char *key, field_need need, const cJSON **out, fault *fault);
// Copies the word at `key` into out[size]; longer ones, and those with disruptive characters beyond ASCII (core/utf8), are STATUS_INVALID. Absent:
// "".
status field_word(const cJSON *o, const char *key, field_need need, char *out, size_t size, fault *fault);
// The same for prose, which is cut at a whole character where it is too long; disruptive characters beyond ASCII become blanks.
status field_prose(const cJSON *o, const char *key, char *out, size_t size, fault *fault);
// A finite number of at most FIELD_INCHES_MAX from zero; *out stays as it is where absent.
status field_number(const cJSON *o, const char *key, field_need need, double *out, fault *fault);
status field_int(const cJSON *o, const char *key, field_need need, int lo, int hi, int *out, fault *fault);
// Index of the unit or side named at `key`; -1 where absent.
status field_unit(const cJSON *o, const char *key, field_need need, const game *g, int *out, fault *fault);
status field_side(const cJSON *o, const char *key, field_need need, const game *g, int *out, fault *fault);
// STATUS_INVALID where `word` is none of the NULL-ended list; the message names them.
status field_one_of(const char *key, const char *word, const char *const *list, fault *fault);

// out[0..n) from an array of exactly n finite numbers; false for anything else.
bool field_numbers(const cJSON *v, int n, double *out);
// Degrees of any size brought into (-180, 180], then to radians.
double field_heading_rad(double deg);

#endif
