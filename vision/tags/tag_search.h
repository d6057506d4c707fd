// vision/tags/tag_search -- our own search for tags: dark squares by outlines in a mask of thresholds, their codes, their corners to sub-pixel.
//
// Cost goes with the pixels once (thresholds) and with the strong straight edges after that; nothing is allocated once a picture's size is known.
#ifndef VEDETTE_VISION_TAGS_TAG_SEARCH_H
#define VEDETTE_VISION_TAGS_TAG_SEARCH_H

#include "vision/internal.h"

// Scratch and threads for the enabled families. STATUS_MEMORY.
status tag_search_create(const vision_options *o, tag_search **out);
void tag_search_destroy(tag_search *r);
// Adds the tags of `families` in the rectangle (already clipped) to *out. Half hidden ones are not read again where one of `known` lies.
// STATUS_FULL, STATUS_MEMORY.
status tag_search_find(tag_search *r, const tag_family *const *families, int family_count, vision_notes *notes, const frame *f, px_rect where,
                       const tag_list *known, tag_list *out);

#endif
