// referee/flips -- what would change a verdict: found by judging the game again with one thing changed, never guessed.
//
// What is tried: the unit's rate, each number, switch and word of the house rules that the verdict's rules use, and each declaration of the unit's
// side in the phase. Numbers are bisected, and both sides of what is reported were judged. Pure: no I/O, no clock.
#ifndef VEDETTE_REFEREE_FLIPS_H
#define VEDETTE_REFEREE_FLIPS_H

#include "core/game.h"
#include "core/verdict.h"

// The game up to a verdict. Lines of what was seen and entered, in order; borrowed.
typedef struct {
    const char *game_text;     // the game file
    const char *const *lines;  // of the event stream, up to the one at which the verdict fell
    long count;
    const char *unit;  // whose move it was
    double t_s;        // of the verdict
} flip_case;

typedef enum { FLIP_RATE, FLIP_NUMBER, FLIP_CHOICE, FLIP_DECLARATION } flip_kind;

typedef struct {
    flip_kind kind;
    char name[48];   // "movement_in", the option's name, or the action
    char value[48];  // FLIP_CHOICE, FLIP_DECLARATION: the word, or the target; "" where there is none
    double is, at;   // FLIP_RATE, FLIP_NUMBER: what it is, and from where on the verdict is another one
    double not_at;   // just short of `at`: there the verdict is still the same
    char unit[24];   // of the number
    ruling becomes;
    char text[240];  // "legal if the rate were 12.6\""
} flip;

#define FLIPS_MOST 48

typedef struct {
    ruling was;
    flip at[FLIPS_MOST];
    int count;
    long trials;  // times that the game was judged again
} flips;

// STATUS_INVALID: the game can't be judged, or no verdict on that unit falls at that time; STATUS_MEMORY.
status flips_find(const flip_case *c, flips *out, fault *fault);
// {"kind":"flip","move":..,"unit":..,"of":..,"name":..,"is":..,"at":..,"becomes":..,"text":..}; the caller frees it. NULL: out of memory.
char *flip_json(const flip *f, int move, const char *unit);

#endif
