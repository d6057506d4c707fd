// What a reader sees in a tag_field, held against the truth. Failures end the cmocka test.
#ifndef VEDETTE_TESTS_VISION_TAG_SCORE_H
#define VEDETTE_TESTS_VISION_TAG_SCORE_H

#include "tests/vision/tag_field.h"
#include "vision/vision.h"

enum { TAG_SCORE_MOST = 1024 };

typedef struct {
    tag_sighting tag[TAG_SCORE_MOST];
    int count;
} tag_sight;

// What of a picture's truth was seen.
typedef struct {
    int laid, seen, others;  // others: reported, and not laid there with that id
    int corners, inside;     // inside the ellipse that should hold 95 %
    double square;           // of the corners' errors
    double wider;            // sum of how much longer the edges are than they should be
} tag_score;

// A reader of these families; vision_destroy frees it.
vision *tag_score_reader(const char *const *family, int count, tag_reader_kind kind, int threads);
// All that it sees in a gray picture, `width` bytes a row.
void tag_score_look(vision *v, const unsigned char *gray, int width, int height, tag_sight *s);
// Adds to *sum. Each sighting counts for one tag of the truth at most.
void tag_score_add(const tag_field *f, const char *family, const tag_sight *s, tag_score *sum);
// Makes the field, and looks at it with one reader of its family.
tag_score tag_score_of(const tag_field_options *o, tag_reader_kind kind);
// The default field at that size, with clutter to match.
tag_field_options tag_score_field(int width, int height, int count, double low_px, double high_px, uint64_t seed);

#endif
