// pipeline/families -- which tag families a look searches for. Needs no picture and no reader, so that a game file is checked without either. Pure.
#ifndef VEDETTE_PIPELINE_FAMILIES_H
#define VEDETTE_PIPELINE_FAMILIES_H

#include "core/game.h"
#include "vision/vision.h"

// Adds a family to those that are enabled, once. False: there are VISION_MAX_FAMILIES of them already, or the name is too long.
bool families_add(vision_options *o, const char *family);
// Adds the families of all markers of g but rim codes. STATUS_INVALID: one is not known, or they are too many.
status families_of_game(const game *g, vision_options *o, fault *fault);

#endif
