// bench/vision_bench -- the figures of seeing: each function renders pictures with known truth, measures, and prints its part of the table.
// Processor time, least of several runs, one thread; truth never comes from the program.
#ifndef VEDETTE_BENCH_VISION_BENCH_H
#define VEDETTE_BENCH_VISION_BENCH_H

#include <stdio.h>

// Tags in 12 MP pictures: ours side by side with libapriltag and OpenCV's aruco in the same pictures; small ones; covered ones, cold and followed;
// how honest sigma is.
void bench_tags(FILE *out);
// Rim codes: cold, followed, wrong ids, over the share of the rim that a figure hides.
void bench_rims(FILE *out);
// Plain bases in rendered pictures at 1080p and 12 MP.
void bench_plain(FILE *out);
// What a live frame costs at 12 MP with 300 known bases, from what a camera delivers (NV12, YUYV, B G R) on: nothing moving, one unit moving; memory.
void bench_steady(FILE *out);
void bench_steady_yuyv(FILE *out);
void bench_steady_bgr(FILE *out);

// The number given by --seed, else 1: of the noise and of what miniatures look like in bench_steady.
unsigned bench_seed(void);
// Processor time of this process, seconds.
double bench_cpu_s(void);

#endif
