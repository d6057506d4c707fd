// A text that is written bit by bit: game files made up by tests. Fails the test where it gets too long.
#ifndef VEDETTE_TESTS_WRITER_H
#define VEDETTE_TESTS_WRITER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
// cmocka needs the ones above first
#include <cmocka.h>

typedef struct {
    char text[40000];
    size_t used;
} writer;

static inline void writer_put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void writer_put(writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->used, sizeof w->text - w->used, format, args);
    va_end(args);
    assert_true(n >= 0 && w->used + (size_t)n < sizeof w->text);
    w->used += (size_t)n;
}

#endif
