#include "core/utf8.h"

#include <string.h>

size_t utf8_sequence(const char *s, size_t left) {
    const unsigned char *u = (const unsigned char *)s;
    if (left < 1) return 0;
    if (u[0] < 0x80) return 1;
    size_t n = u[0] >= 0xC2 && u[0] < 0xE0 ? 2 : (u[0] & 0xF0) == 0xE0 ? 3 : u[0] >= 0xF0 && u[0] < 0xF5 ? 4 : 0;
    if (n == 0 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xC0) != 0x80) return 0;
    if (u[0] == 0xE0 && u[1] < 0xA0) return 0;  // overlong
    if (u[0] == 0xED && u[1] > 0x9F) return 0;  // surrogate
    if (u[0] == 0xF0 && u[1] < 0x90) return 0;  // overlong
    if (u[0] == 0xF4 && u[1] > 0x8F) return 0;  // above U+10FFFF
    return n;
}

static unsigned code_point(const unsigned char *u, size_t n) {
    if (n == 1) return u[0];
    unsigned c = u[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) c = c << 6 | (u[i] & 0x3Fu);
    return c;
}

bool utf8_is_disruptive(const char *s, size_t n) {
    unsigned c = code_point((const unsigned char *)s, n);
    bool control = c < 0x20 || (c >= 0x7F && c <= 0x9F), separator = c == 0x2028 || c == 0x2029;
    bool direction = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || separator || direction;
}

bool utf8_has_disruptive(const char *text) {
    for (size_t n, left = strlen(text); left > 0; text += n, left -= n) {
        n = utf8_sequence(text, left);
        if (n > 0 && utf8_is_disruptive(text, n)) return true;
        if (n == 0) n = 1;
    }
    return false;
}

void utf8_defuse(char *text, char stand_in) {
    char *out = text;
    for (size_t n, left = strlen(text); left > 0; text += n, left -= n) {
        n = utf8_sequence(text, left);
        if (n > 0 && utf8_is_disruptive(text, n)) {
            *out++ = stand_in;
            continue;
        }
        if (n == 0) n = 1;
        memmove(out, text, n);
        out += n;
    }
    *out = '\0';
}
