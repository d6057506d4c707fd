// vision/bases/around -- what looks at one base from several sides say together. A network errs a little differently from each side: their mean errs
// less, and what they agree on is surer. Pure.
#ifndef VEDETTE_VISION_BASES_AROUND_H
#define VEDETTE_VISION_BASES_AROUND_H

#include "vision/bases/closer.h"

enum { AROUND_SIDES = 4 };

// The quarter turns from the first look at which a base of the form shows itself alike: into out[0..count), the count returned is 1 for an
// oblong (from behind), 3 for a square or a disc.
int around_turns(bool round, double length_in, double across_in, int out[AROUND_SIDES - 1]);

// Makes one of looks[0..count): looks[i] was taken turns[i] quarter turns further than looks[0] (turns[0] is 0). Its heading is that of the first.
// A look with odds of -INFINITY (nothing could be seen) makes it the first alone.
close_look around_together(const close_look *looks, const int *turns, int count);

#endif
