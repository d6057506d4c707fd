// record/draw/camera -- the camera's picture at any moment of the game, out of the films beside the record. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_CAMERA_H
#define VEDETTE_RECORD_DRAW_CAMERA_H

#include <cairo.h>

#include "record/record.h"

typedef struct camera_films camera_films;

// Finds the films that the record names. *out NULL: there are none. STATUS_IO, STATUS_MEMORY.
status camera_films_find(record *r, camera_films **out, fault *fault);
void camera_films_free(camera_films *c);
// Puts the picture of game time t_s into that part of the surface; gray where no film shows it.
void camera_films_put(camera_films *c, cairo_t *cr, double t_s, double x, double y, double width, double height);

#endif
