// vision/bases/closer -- looks closely at places where a base of a known shape is supposed: is it there, where exactly, which way does it face, what
// colours has its rim, and how sure is each of these. The network was trained by train/pose.py; its stated errors are its own, learned as such.
#ifndef VEDETTE_VISION_BASES_CLOSER_H
#define VEDETTE_VISION_BASES_CLOSER_H

#include "vision/bases/look_net.h"
#include "vision/bases/propose.h"

// A base as it is supposed to stand. Lengths of its top face along and across its heading.
typedef struct {
    vec2 at;  // table inches
    double z_in, heading_rad, length_in, across_in;
    bool round;
} supposed_base;

// What a close look says. The heading is the supposed one and a turn: `sides` quarter turns are told apart by fronts, not by the outline.
typedef struct {
    float odds;                    // ln of: such a base stands here, over none does
    vec2 at;                       // of its middle
    float sigma_in[2];             // of the middle, along and across the heading
    float heading_rad;             // of the side that was supposed to be the front
    float sigma_rad;               // of the sides' directions; of no meaning for a round base without a front
    float front[4];                // chance that the front is this many quarter turns further, counter-clockwise
    float length_log, across_log;  // ln of the true size over the supposed one
    float round;                   // chance that it is round
    float rim[3], rim_sigma;       // B, G, R of its rim as shares of white paper, 0..1, and how they scatter over the rim (paint.h)
    float visible;
    float carries[CARRIES_COUNT];
} close_look;

typedef look_net closer;

// STATUS_MEMORY, STATUS_INVALID (the network that is built in is damaged).
status closer_create(closer **out, fault *fault);
void closer_destroy(closer *c);
// Looks at supposed[0..count) into out[0..count); a place outside of the picture has odds -INFINITY. f must have colour. pool may be NULL.
// STATUS_MEMORY (the first look only).
status closer_look(closer *c, const frame *f, const vision_view *view, const supposed_base *supposed, int count, thread_pool *pool, close_look *out,
                   fault *fault);

#endif
