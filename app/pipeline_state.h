// app/pipeline_state -- what a pipeline holds. Internal to pipeline.c (a frame's course) and pipeline_look.c (where to look, and looking).
#ifndef VEDETTE_APP_PIPELINE_STATE_H
#define VEDETTE_APP_PIPELINE_STATE_H

#include "app/pipeline.h"
#include "formation/track.h"

#define RECTS_MAX 24
#define DOUBLE_PLACES 4
#define DOUBLED_LOOKS 3  // that must see a marker twice before it is said: a code may be misread

// Two bases with one marker, as last seen.
typedef struct {
    bool on;
    char name[128];  // of the marker
    px_rect places[DOUBLE_PLACES];
    int count;
    int looks;  // that saw it: a misread code is no second base
} doubled_marker;

struct pipeline {
    const game *game;
    eye *eye;
    formation *formation;
    calibration lens;
    bool has_lens, started, table_moved;
    int fresh;
    double last_motion_s, last_check_s;
    pose *expected;
    bool *is_expected, *elsewhere, *searched;
    pose *previous;  // by figure: where it stood at the look before, to tell where it goes
    bool *has_previous;
    bool *stood;          // by figure: looked for where it stood, though it was read elsewhere
    bool *hides_its_tag;  // by figure: only the search for tags under miniatures found it last
    bool *met;            // by figure: the camera has found it at some time
    bool *absent;         // by figure: taken off the table
    px_rect *rects;
    int rect_count;
    uint8_t *label;
    size_t label_room;
    base_sighting *seen;  // of the look that is taken in now
    int seen_count;
    base_sighting *swept;  // of the sweep under way
    int swept_count;
    int slice, sweep_sort, rounds,
        idle_frames;                    // of the sweep: where it is, what it looks for there, how often it has been round since something changed
    int next_verified, verified_ahead;  // known bases: who is next, how many were looked at beyond the usual number
    int change_looks;                   // since something changed
    bool rims_lost;                     // at the last look one was expected that could not be followed
    doubled_marker doubled;
    char health[256], notice[256];
    bool troubled;
    pipeline_costs costs;
};

status look_make_room(pipeline *p, fault *why);
void look_free_room(pipeline *p);
// Searches everywhere.
status look_everywhere(pipeline *p, const frame *f, bool hand, event *out, fault *why);
// Looks for what is known where the picture changed or moves, and searches there.
status look_at_changes(pipeline *p, const frame *f, const vision_changes *c, event *out, fault *why);
// Nothing changes: looks at some of the known bases and, at rest, searches a slice of the picture.
status look_idly(pipeline *p, const frame *f, bool at_rest, event *out, fault *why);

#endif
