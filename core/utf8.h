// core/utf8 -- checks UTF-8 text (RFC 3629) and finds characters that must not be shown.
#ifndef VEDETTE_CORE_UTF8_H
#define VEDETTE_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

// Length of the UTF-8 sequence at s (1-4) within `left` bytes; 0 where it is not valid (overlong, surrogate, cut short).
size_t utf8_sequence(const char *s, size_t left);

// True for the sequence at s, n bytes long, where showing it would change what stands beside it: controls (U+0000 to U+001F, U+007F to U+009F),
// line and paragraph separators (U+2028, U+2029), and the marks, embeddings, overrides and isolates of direction (U+061C, U+200E, U+200F,
// U+202A to U+202E, U+2066 to U+2069).
// Source: Unicode 15, General_Category Cc, Zl and Zp, and property Bidi_Control.
bool utf8_is_disruptive(const char *s, size_t n);

// True where text holds a disruptive character.
bool utf8_has_disruptive(const char *text);

// Puts `stand_in` in the place of each disruptive character. Bytes that are no UTF-8 are kept.
void utf8_defuse(char *text, char stand_in);

#endif
