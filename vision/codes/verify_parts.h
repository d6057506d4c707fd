// vision/codes/verify_parts -- one place that is looked at closely: what verify.c and found.c share.
#ifndef VEDETTE_VISION_CODES_VERIFY_PARTS_H
#define VEDETTE_VISION_CODES_VERIFY_PARTS_H

#include "vision/codes/codes.h"

// A look at one place, and what was read there last.
typedef struct {
    const rim_search *s;
    const rim_ring *ring;
    rim_lexicon words;
    int only;  // index of the one word that is followed up; -1: any may be there
    rim_place expected;
    double slack_rad;
    const rim_find *beside;
    double blur_px;  // of the picture, sigma
    rim_tones tones;
    rim_reading reading;
} closer;

enum { CHOICES_MAX = 10 };

// Places that may be the base's, the one whose grid agrees best first.
typedef struct {
    rim_place at[CHOICES_MAX];
    double agreement[CHOICES_MAX];
    int count;
} choices;

closer closer_begin(const rim_search *s, int look, rim_place at, rim_hope hope);
// Reads the cells at a place; with `again`, by the tones that the last reading tells. False where none of the game's words explains them best.
bool closer_read_at(closer *c, const rim_place *at, bool again);
// Follows up what was read: the pose by its transitions, the cells there again. False where they can't be followed.
bool closer_refine(closer *c, rim_place *at, rim_errors *errors);
// True where few cells are in view, or a frame gives little evidence: the base may be displaced by a cell.
bool closer_may_have_slipped(const closer *c);
// Tries the places then that look nearly the same. False where an unregistered code explains one of them better.
bool closer_rule_out_slips(closer *c, rim_place *at, rim_errors *errors);
// An unregistered code that is read at a displaced pose can match a word by chance on a part of its cells, since many poses are tried. At its true
// pose all of its cells are in view. So a word's lead over chance is compared with that of random cells in the places beside, too. A ring can be
// displaced in any direction and by parts of a cell, so its doubt is shared among some directions. known: of an earlier, wider look.
void closer_weigh_strangers_beside(closer *c, const choices *among, const rim_place *at, double known, rim_find *out);
// By how much the word's lead over chance is larger than it must be for the share of the cells in view; ln.
double closer_worth(const closer *c);
// True where what was read, which is in *f, is told by itself.
bool closer_is_sure(const closer *c, const rim_find *f);
// Fills in the word, its tones, and the pose with its errors.
void closer_settle(const closer *c, const rim_place *at, rim_find *out);

#endif
