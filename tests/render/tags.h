// Bitmaps of printed tags, drawn by libapriltag.
#ifndef VEDETTE_TESTS_RENDER_TAGS_H
#define VEDETTE_TESTS_RENDER_TAGS_H

#include <stdint.h>

#include "core/sighting.h"
#include "core/status.h"

#define TAG_CELLS_MAX 16

// cells x cells, row 0 the tag's top; its black square is `border` cells wide and centred.
typedef struct {
    char family[TAG_FAMILY_MAX];
    int id;
    int cells, border;
    bool white[TAG_CELLS_MAX][TAG_CELLS_MAX];
} tag_bitmap;

typedef struct {
    tag_bitmap **items;
    int count, capacity;
} tag_book;

// The bitmap of a tag, drawn when it is first asked for; it belongs to the book. STATUS_EXTERNAL: unknown family or id; STATUS_MEMORY.
status tag_book_find(tag_book *b, const char *family, int id, const tag_bitmap **out, fault *fault);
void tag_book_finish(tag_book *b);

// Paper colour at (f, l) inches forward and left of the tag's centre, half its black square's half edge: 1 white, 0 black.
bool tag_is_white(const tag_bitmap *t, double f, double l, double half);

#endif
