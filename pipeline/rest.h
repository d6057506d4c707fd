// pipeline/rest -- which parts of the picture have come to rest: when each tile moved last, and how often it was looked at since. Regions settle by
// themselves, whatever hands do elsewhere. Time is the frames'.
#ifndef VEDETTE_PIPELINE_REST_H
#define VEDETTE_PIPELINE_REST_H

#include "core/status.h"
#include "vision/occluders.h"

// Arrays by tile.
typedef struct {
    int tiles;
    double *motion_s;  // when the tile moved last
    uint8_t *looks;    // with all searches, since then
    double *stood_s;   // when a figure was known to stand there last; -INFINITY: at no time
    uint8_t *settle;   // scratch: tiles to settle
} rest_map;

void rest_finish(rest_map *r);
// Notes what moves in this frame; allocates at the first frame of a size. STATUS_MEMORY.
status rest_note(rest_map *r, const vision_changes *c, double t_s, fault *fault);
// The tiles for which due[i] == due_value were looked at with all searches.
void rest_looked(rest_map *r, const uint8_t *due, uint8_t due_value);
// The tiles that settle now: at rest for long enough, looked at often enough, under no hand that only rests. NULL: none.
const uint8_t *rest_choose_settled(rest_map *r, const vision_changes *c, const occluder_list *occluders, double t_s);
// For how long nothing has moved in the box; 0 where it is empty.
double rest_still_for_s(const vision_changes *c, px_rect box, double t_s);
// A figure is known to stand in the box, as far as that lies on the tiles that are set (NULL: all).
void rest_stands(rest_map *r, const vision_changes *c, px_rect box, const uint8_t *tiles, double t_s);
// For how long what lies in the box has been there: what comes changes all of its place, so that it has been there for as long as a good part of
// that is the same. A part is the same for so long as nothing has moved there; or, where it looks as the settled picture shows it and no figure has
// stood there since that was taken, since then, whatever passed over it. 0 where the box is empty.
double rest_lies_for_s(const rest_map *r, const vision_changes *c, px_rect box, double t_s);

#endif
