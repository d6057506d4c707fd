// vision/notes -- what a search looked at and why it kept or dropped it, for `vedette detect --explain` and for debugging. Nothing is noted, and
// nothing is paid for it, unless the caller lends a list.
#ifndef VEDETTE_VISION_NOTES_H
#define VEDETTE_VISION_NOTES_H

#include <stdbool.h>

#include "core/geom.h"
#include "core/status.h"

#define NOTE_TEXT_MAX 96
#define NOTE_MAX_CORNERS 12

// One thing in the picture at one stage of a search.
typedef struct {
    const char *stage;  // a literal, as "tags: quad" or "bases: close look": the search and the step, the same word for each note of that step
    px2 corner[NOTE_MAX_CORNERS];
    int corners;               // 1: a spot; 2: a line; more: a closed outline
    bool kept;                 // went on to the next step
    char text[NOTE_TEXT_MAX];  // why, with its numbers: "code 17 of 36h11, 2 bits mended" or "odds 2.1, weight 1.4"
} vision_note;

// The caller's array; notes beyond `capacity` are counted and dropped.
typedef struct {
    vision_note *at;
    int count, capacity, dropped;
} vision_notes;

// Adds a note; nothing where `notes` is NULL. Text as in printf.
void note_add(vision_notes *notes, const char *stage, bool kept, const px2 *corner, int corners, const char *text, ...)
    __attribute__((format(printf, 6, 7)));
// A square about (u, v), for things that are spots.
void note_spot(vision_notes *notes, const char *stage, bool kept, px2 at, double half_px, const char *text, ...)
    __attribute__((format(printf, 6, 7)));

#endif
