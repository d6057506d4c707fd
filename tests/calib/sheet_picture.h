// A printed sheet as a picture of 10 pixels a millimetre, and what is found on it.
#ifndef VEDETTE_TESTS_CALIB_SHEET_PICTURE_H
#define VEDETTE_TESTS_CALIB_SHEET_PICTURE_H

#include "calib/print.h"

#define PX_PER_MM 10

typedef struct {
    int width, height;
    unsigned char *gray;  // width * height
} sheet_picture;

// Draws the sheet with cairo. Fails the test where it can't.
sheet_picture sheet_draw(const print_sheets *p, int sheet);
// Page `page` (from 1) of a PDF through pdftoppm. False: that program is not here.
bool sheet_from_pdf(const char *pdf, int page, sheet_picture *out);
void sheet_finish(sheet_picture *s);

// A tag on the sheet: corners in millimetres, counter-clockwise from its bottom left as core/sighting.h has them.
typedef struct {
    char family[TAG_FAMILY_MAX];
    int id;
    double corner_mm[4][2];
} sheet_tag;

// Every tag without a wrong bit, of all AprilTag families (the library's own reader) and of the ArUco dictionaries named; returns how many.
int sheet_find_tags(const sheet_picture *s, const char *const *aruco, int aruco_count, sheet_tag *out, int capacity);

#endif
