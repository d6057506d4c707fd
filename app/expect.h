// app/expect -- holds a run's verdicts against a list of expected ones (samples/*.expect.json): each move in order, its ruling and breach.
#ifndef VEDETTE_APP_EXPECT_H
#define VEDETTE_APP_EXPECT_H

#include <stdio.h>

#include "core/verdict.h"

typedef struct expectation expectation;

// Reads [{"unit", "ruling", "violation" (absent: any or none), "cost_in" (absent: any)}, ...]. STATUS_INVALID names file and place; STATUS_MEMORY.
status expectation_read(const char *path, expectation **out, fault *fault);
void expectation_destroy(expectation *e);
// Compares the next verdict.
void expectation_take(expectation *e, const game *g, const verdict *v);
// Tells on `out` what was as expected and what was not; true where everything was, and nothing is missing.
bool expectation_met(const expectation *e, FILE *out);

#endif
