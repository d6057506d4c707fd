// stream/json_text -- writes compact JSON into a growing text, with numbers rounded as asked. Internal to stream/.
//
// Running out of memory is remembered and reported once, by emit_finish. Text is escaped; bytes that are not UTF-8 become U+FFFD; numbers that are
// not finite become null; '<' is written \u003c so that the text can stand inside a page's script element.
#ifndef VEDETTE_STREAM_JSON_TEXT_H
#define VEDETTE_STREAM_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/geom.h"
#include "core/utf8.h"

typedef struct {
    char *text;
    size_t length, capacity;
    bool failed;
    bool comma;  // the next value or key needs one before it
} json_text;

void emit_open(json_text *j, char bracket);   // '{' or '['
void emit_close(json_text *j, char bracket);  // '}' or ']'
void emit_key(json_text *j, const char *key);
void emit_string(json_text *j, const char *s);
void emit_bool(json_text *j, bool b);
void emit_int(json_text *j, long long n);
void emit_null(json_text *j);
// Rounded to `decimals`, zeros at the end left out.
void emit_number(json_text *j, double x, int decimals);
// As few digits as read back to the very same double.
void emit_exact(json_text *j, double x);
// A key with its value.
void emit_key_string(json_text *j, const char *key, const char *s);
void emit_key_number(json_text *j, const char *key, double x, int decimals);
// [x, y] with 4 decimals.
void emit_key_int(json_text *j, const char *key, long n);
void emit_key_bool(json_text *j, const char *key, bool b);
void emit_point(json_text *j, vec2 p);
// Key and [[x, y], ...] to a hundredth of an inch: for drawing.
void emit_key_outline(json_text *j, const char *key, const vec2 *at, int count);
// A value or members that are JSON already.
void emit_raw(json_text *j, const char *json);
// The same with each '<' (in JSON only inside strings) escaped.
void emit_raw_safe(json_text *j, const char *json);
// The text, which the caller frees; NULL where memory ran out. Ends the use of j.
char *emit_finish(json_text *j);

// x rounded to 4 decimals, as emit_number writes and strtod reads it.
double emit_round4(double x);
// Degrees in (-180, 180], rounded to 4 decimals.
double emit_heading_deg(double rad);

#endif
