// Finds made by hand, and the kinds that they may be: what is chosen, exchanged and turned in the tests of vision/bases.
#ifndef VEDETTE_TESTS_VISION_FINDS_H
#define VEDETTE_TESTS_VISION_FINDS_H

#include "vision/bases/painted.h"

enum { MOST_FINDS = 256, MOST_KINDS = 8 };

extern base_kind kinds[MOST_KINDS];
extern painted_find finds[MOST_FINDS];
extern painted_search search;
// Even odds, and a front that is told from 0.97 on; a neighbour counts half.
extern const painted_gates gates;
extern const base square, cavalry, disc;  // of 25 mm, the second 50 deep

// No kinds and no finds: a setup of cmocka.
int begin(void **state);
// The kind's number. form: the same number for kinds of one form.
int add_kind(base b, int form, uint32_t rim, int count);
// A find with a painted rim of that red as a paint of it looks; its green and blue are those of paint(). All look a little warmer than stated.
painted_find *add(int form, double x_mm, double y_mm, double odds, double red);
// 0xrrggbb with green and blue of 51, a fifth of white, as add's.
uint32_t paint(int red);
double share(int red);
// How many finds are chosen for the kind.
int chosen(int kind);

#endif
