#include "vision/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(vision_notes *notes, const char *stage, bool kept, const px2 *corner, int corners, const char *text, va_list rest) {
    if (notes->count >= notes->capacity) {
        notes->dropped++;
        return;
    }
    vision_note *n = &notes->at[notes->count++];
    n->stage = stage;
    n->kept = kept;
    n->corners = corners < NOTE_MAX_CORNERS ? corners : NOTE_MAX_CORNERS;
    memcpy(n->corner, corner, (size_t)n->corners * sizeof *corner);
    vsnprintf(n->text, sizeof n->text, text, rest);
}

void note_add(vision_notes *notes, const char *stage, bool kept, const px2 *corner, int corners, const char *text, ...) {
    if (!notes) return;
    va_list rest;
    va_start(rest, text);
    add(notes, stage, kept, corner, corners, text, rest);
    va_end(rest);
}

void note_spot(vision_notes *notes, const char *stage, bool kept, px2 at, double half_px, const char *text, ...) {
    if (!notes) return;
    px2 corner[4] = {
        {at.u - half_px, at.v + half_px}, {at.u + half_px, at.v + half_px}, {at.u + half_px, at.v - half_px}, {at.u - half_px, at.v - half_px}};
    va_list rest;
    va_start(rest, text);
    add(notes, stage, kept, corner, 4, text, rest);
    va_end(rest);
}
