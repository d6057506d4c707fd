// tests/fuzz/fuzz_table -- games to throw events at: one for each ruleset and each way to turn its house rules, made from what the rulesets state.
#ifndef VEDETTE_TESTS_FUZZ_TABLE_H
#define VEDETTE_TESTS_FUZZ_TABLE_H

#include <stdint.h>

#include "referee/session.h"
#include "stream/stream.h"

// What a fuzzer calls; a bug is an abort, a sanitizer's report, or a call that never returns.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The game that the byte chooses, made once and kept: every unit type of the ruleset on both sides, with its traits, terrain of each of its kinds,
// and the house rules at their defaults, all otherwise, at their least or at their most.
const game *fuzz_game(uint8_t choice);

// A session of that game with everything on that can be, half of the choices with a line of state after each move; aborts where it can't be had.
typedef struct {
    session *session;
    stream_reader *reader;
    int reported;
} fuzz_table;
void fuzz_open(fuzz_table *t, const game *g, uint8_t choice);
// Takes the event after checking that it survives being written and read.
void fuzz_take(fuzz_table *t, const game *g, const event *e);
// Ends the stream, asks for all that can be asked, and frees everything.
void fuzz_close(fuzz_table *t, double t_s);

// Stops here where something is not as it must be.
void fuzz_insist(bool holds, const char *what);

#endif
