// bench/steady -- what a live frame costs at 12 megapixels when nothing moves and when one unit does.
#ifndef VEDETTE_BENCH_STEADY_H
#define VEDETTE_BENCH_STEADY_H

#include <stdio.h>

// Renders a 12 MP table with 300 known bases (painted rims, tags and rim codes), lets the pipeline get to know it, then feeds frames in which nothing
// moves, in which one unit of 20 moves, and in which a hand moves it; prints the CPU time of a frame and the memory beside the frames.
void bench_steady(FILE *out);

#endif
