// pipeline/health -- what the judge can see just now, and why not everything: facts, and the one sentence made of them.
#ifndef VEDETTE_PIPELINE_HEALTH_H
#define VEDETTE_PIPELINE_HEALTH_H

#include <stddef.h>

#include "pipeline/intake.h"
#include "stream/eye.h"

#define HEALTH_TEXT 512  // a failure is reported in full: as long as a fault's text

typedef struct {
    double camera_fps;  // 0: not known yet, or no picture comes
    long dropped;       // pictures that never came
    light_state light;
    bool no_picture, no_table;     // none comes; the table was not found in it
    bool back, wrong_size, moved;  // the clock runs backwards; the pictures have another size; the camera or the table was moved
    bool unread, mirrored;         // none of the table's markers was ever read where the calibration has it; they are read in a mirror
    bool burnt_out;                // the paper of the table's markers is far beyond the sensor's limit
    bool frozen, slow;             // one picture comes again and again; pictures come too seldom to follow hands
    double calibration_px;         // residual of the calibration; 0: not known
    int hidden, unknown, figures;  // figures hidden just now, never seen, in all
    bool hand;                     // over the table
    bool hands_unknown;            // a hand may lie in the settled picture: the distance of hands is not known yet
    char duplicates[HEALTH_TEXT];  // markers that lie there twice; ""
    char covered[HEALTH_TEXT];     // what lies on figures; ""
    char lost[HEALTH_TEXT];        // which figures can't be found, and what to do; ""
    char trouble[HEALTH_TEXT];     // why the table was not found, or of which size pictures are
} health_facts;

// What can't be judged and why, one sentence; "" where everything can. Returns true where that is worth reporting beyond the page: a lasting cause,
// not a passing hand.
bool health_describe(const health_facts *h, char out[HEALTH_TEXT]);
// Nothing at all is judged just now.
bool health_is_blind(const health_facts *h);
// The same words but for their numbers, which change all the time.
bool health_same_reason(const char *a, const char *b);
// The facts for the page; `why` is borrowed.
stream_eye health_for_page(const health_facts *h, const char *why);

#endif
