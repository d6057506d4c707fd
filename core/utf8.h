// core/utf8 -- what is UTF-8 text (RFC 3629) and what is not.
#ifndef VEDETTE_CORE_UTF8_H
#define VEDETTE_CORE_UTF8_H

#include <stddef.h>

// Length of the UTF-8 sequence at s (1-4) within `left` bytes; 0 where it is not valid (overlong, surrogate, cut short).
size_t utf8_sequence(const char *s, size_t left);

#endif
