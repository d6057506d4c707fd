// vision/bases/lattice -- a closed block as a whole: its bases stand in ranks and files, as far apart as they are large. What a close look can't tell
// of one base between others that look alike, all of them tell together.
//
// Pure geometry; nothing is remembered. Inches and radians.
#ifndef VEDETTE_VISION_BASES_LATTICE_H
#define VEDETTE_VISION_BASES_LATTICE_H

#include <stdbool.h>

#include "core/geom.h"

enum { LATTICE_MOST_POINTS = 512 };  // of one lattice

// A base as it was seen by itself.
typedef struct {
    vec2 at;
    double sigma_in[2], axis_rad;  // of the place, along the axis and across it
    double heading_rad;            // of any of its sides, NAN where it has none (a round one)
    int rank, file;                // out: its place, from any one of the block's; ranks count forward, files to the left
    bool in;                       // out: it belongs to the lattice
} lattice_point;

typedef struct {
    vec2 origin;              // of rank 0, file 0
    double heading_rad;       // in which ranks follow each other
    double pitch_in[2];       // from rank to rank, and from file to file
    double covariance[5][5];  // of origin x, y, heading, pitches
    double common_in[2];      // sigma of what all of its points are off by alike, along the heading and across it
    double scatter;           // how much worse the points lie than their errors say; at least 1
    int first_rank, last_rank, first_file, last_file;
    int count;  // points in it
} lattice;

// Fits a lattice to those of points[0..count) that hang together with points[seed]: neighbours within reach of one pitch. length_in, across_in: of a
// base along its heading and across it: bases can't stand nearer. False, and no point `in`, where fewer than LATTICE_LEAST do.
bool lattice_fit(lattice_point *points, int count, int seed, double length_in, double across_in, lattice *out);
vec2 lattice_site(const lattice *l, double rank, double file);
// Sigma of the site in the axis' direction.
double lattice_sigma(const lattice *l, double rank, double file, double axis_rad);
// A point's sigma of either coordinate, mean of both ways.
double lattice_point_sigma(const lattice_point *p);
// How many sigmas a point in the lattice lies off its site.
double lattice_misfit(const lattice *l, const lattice_point *p);

#endif
