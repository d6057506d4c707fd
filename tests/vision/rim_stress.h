// Small tables made to have rim codes misread: bases of the game among unregistered ones (another game's codes, words that are in no table, mirrored
// prints, painted rims), in ranks or scattered, under figures, in any paints and light, with expectations that are right, exchanged or beside the
// mark.
#ifndef VEDETTE_TESTS_VISION_RIM_STRESS_H
#define VEDETTE_TESTS_VISION_RIM_STRESS_H

#include "tests/vision/rim_field.h"

// A word as a print shows it from behind.
uint64_t mirrored_word(uint64_t word, int cells);

enum { STRESS_BASES = 36, STRESS_LOOKS = 12, STRESS_FOUND = 256 };

// Shares: of bases that are none of the game's; of tables that are followed instead of searched; of expectations that are wrong.
typedef struct {
    double unregistered, followed, misled;
} stress_mix;

typedef struct {
    rim_field field;
    rim_coded_kind kind;
    rim_coded_id ids[RIM_CODE_IDS];
    field_base bases[STRESS_BASES];
    int figure[STRESS_BASES];  // of the game; -1: unregistered
    int count;
    bool followed;
    expected_rim expected[STRESS_BASES];
    int expected_count;
} rim_stress;

enum { STRESS_TENTHS = 11 };

typedef struct {
    int bases, ours, read;
    int wrong;   // sightings that carry the name of a figure that is not there
    int turned;  // named rightly, with the front in a wrong cell
    // By tenths of the band that are hidden: bases, those of the game, those of them that were read, and wrong names nearest to one.
    int bases_at[STRESS_TENTHS], ours_at[STRESS_TENTHS], read_at[STRESS_TENTHS], wrong_at[STRESS_TENTHS];
} stress_tally;

// A table of that look (0 .. STRESS_LOOKS - 1) by that seed, drawn. Asserts. Released by rim_stress_free.
void rim_stress_make(rim_stress *s, const occluder_book *book, stress_mix mix, int look, uint64_t seed);
void rim_stress_free(rim_stress *s);
const char *rim_stress_name(int look);

// Looks at it `exposures` times, each with other noise, and counts; prints what is named wrongly. Asserts that the search succeeds.
void rim_stress_count(rim_stress *s, vision *v, int exposures, stress_tally *t);
void rim_stress_add(stress_tally *sum, const stress_tally *t);

#endif
