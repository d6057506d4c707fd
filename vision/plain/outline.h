// vision/outline -- outlines of known size in a reduced picture: every edge point votes for the middles of the bases on whose edge it could lie.
//
// Source: Duda & Hart, "Use of the Hough transformation to detect lines and curves in pictures", CACM 15 (1972), with the direction of the
// gradient as in Ballard, Pattern Recognition 13 (1981): a point on a straight edge votes along a line parallel to it, one on a circle for a spot.
#ifndef VEDETTE_VISION_OUTLINE_H
#define VEDETTE_VISION_OUTLINE_H

#include "vision/internal.h"

// A pixel of the reduced picture with an edge through it.
typedef struct {
    int16_t u, v;
    int8_t nu, nv;  // unit normal times 127, towards the brighter side
    uint8_t turn;   // direction of the normal, in steps of half a circle's 2 * OUTLINE_TURNS
} edge_point;

enum { OUTLINE_POINTS = 1 << 18, OUTLINE_CORE = 128, OUTLINE_TURNS = 9 };

// The reduced picture: pixel (u, v) of it stands for the square of `reduce` pixels from (box.x + u * reduce, box.y + v * reduce) on.
typedef struct {
    px_rect box;
    int reduce, width, height;
    uint8_t *image;
    size_t capacity;
    edge_point *points;  // row by row
    int count;
    int *row;  // index of the first point of each row; height + 1 of them
    size_t rows;
    uint16_t *votes;  // of one window
} outline_map;

status outline_init(outline_map *o);
void outline_finish(outline_map *o);
// Allocates the reduced picture of that box. STATUS_MEMORY only where it is larger than any before.
status outline_open(outline_map *o, px_rect box, int reduce);
// Finds the edge points of o->image steeper than `least` (grey levels a pixel). At most OUTLINE_POINTS: the rest of the picture is dropped.
void outline_edges(outline_map *o, int least);

// An outline to look for, in pixels of the reduced picture.
typedef struct {
    bool round;
    double half_x, half_y;  // forward and left; a radius in both
    double band;   // how far inside of the outline an edge that is darker inside votes too: a painted band's width; negative: outside; 0: none
    double least;  // share of the outline that must vote
} outline_shape;

typedef struct {
    float u, v;   // pixel of the whole picture
    float turn;   // direction of an edge in the picture, radians; of the one that `half_x` is measured across
    float votes;  // share of the outline
} outline_spot;

// Adds the spots of that shape, the middle inside the reduced picture, to out[]; returns their number, at most max.
int outline_find(outline_map *o, outline_shape shape, outline_spot *out, int max);

#endif
