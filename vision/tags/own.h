// vision/own -- our own search for tags: dark squares by outlines in a mask of thresholds, their codes, their corners to sub-pixel.
//
// Cost goes with the pixels once (thresholds) and with the strong straight edges after that; nothing is allocated once a picture's size is known.
#ifndef VEDETTE_VISION_OWN_H
#define VEDETTE_VISION_OWN_H

#include "vision/internal.h"

// Scratch and threads for the enabled families. STATUS_MEMORY.
status own_create(const vision_options *o, own_reader **out);
void own_destroy(own_reader *r);
// Adds the tags of `families` in the rectangle (already clipped) to *out. Half hidden ones are not read again where one of `known` lies.
// STATUS_FULL, STATUS_MEMORY.
status own_find(own_reader *r, const tag_family *const *families, int family_count, vision_notes *notes, const frame *f, px_rect where,
                const tag_list *known, tag_list *out);

#endif
