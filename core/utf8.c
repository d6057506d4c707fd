#include "core/utf8.h"

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
