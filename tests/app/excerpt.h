// tests/app/excerpt -- cuts a piece out of a clip, for tests that play pictures and have no time for all of them.
#ifndef VEDETTE_TESTS_APP_EXCERPT_H
#define VEDETTE_TESTS_APP_EXCERPT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes the pictures of `clip` from from_s until to_s to a clip at `path`, with as many a second. False: one of them can't be read or written.
bool excerpt_make(const char *clip, double from_s, double to_s, const char *path);

#ifdef __cplusplus
}
#endif
#endif
