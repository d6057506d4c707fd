// pipeline/pipeline -- frames in, observations out: looks only where the picture changed, keeps the tracker, knows what it is blind to and says why.
//
// eye (vision, calib) -> formation. One thread a handle. Time is the frames'.
#ifndef VEDETTE_PIPELINE_PIPELINE_H
#define VEDETTE_PIPELINE_PIPELINE_H

#include "core/event.h"
#include "pipeline/declared_markers.h"
#include "pipeline/eye.h"
#include "pipeline/figures.h"
#include "stream/eye.h"

typedef struct pipeline pipeline;

// Where a frame's time went, in seconds, summed since creation; for bench/.
typedef struct {
    double watch_s, look_s, track_s;
    long frames, looks;
} pipeline_costs;

// Borrows g. `c` may be NULL or lack the table's pose: it is then found from the table's markers in the first pictures. STATUS_* as eye_create.
status pipeline_create(const game *g, const calibration *c, pipeline **out, fault *fault);
void pipeline_destroy(pipeline *p);
// The source is live: what looking costs is learned from measured durations, so that a frame looks at as much as this machine has time for. Otherwise
// the costs are nominal, and the same pictures always give the same looks.
void pipeline_measure_costs(pipeline *p);

// Takes a frame; fills *out with what is now known (EVENT_PLACE or EVENT_OBSERVE; no poses and no figures: nothing new). Its arrays belong to the
// pipeline until the next call. A frame that comes again or late, one in the dark or of another size than those before is passed over, and said in
// the health line. STATUS_INVALID: the first picture does not fit the calibration; STATUS_MEMORY, STATUS_EXTERNAL.
status pipeline_frame(pipeline *p, const frame *f, event *out, fault *fault);
// What the declaration markers in the last frame say, as events to be taken like entered ones, and of which marker the unit can't be told; false: no
// more. Where they lie.
bool pipeline_next_declared(pipeline *p, event *out);
bool pipeline_next_question(pipeline *p, marker_question *out);
int pipeline_markers_list(const pipeline *p, marker_place *out, int max);
// Before the first frame: nothing was seen for gap_s before it. What is found to have changed soon after it begins to see may have changed then.
void pipeline_note_gap(pipeline *p, double gap_s);
// An event that people entered, or, of a game that is gone on with, one of before.
void pipeline_enter(pipeline *p, const event *e);

// Figures that were seen and can't be found now, and those that were never seen.
void pipeline_count_unseen(const pipeline *p, int *hidden, int *unknown);
// What is known of a figure: for tests and for finding out why. The pipeline's until its next call.
const figure_state *pipeline_figure(const pipeline *p, int figure);
// The time at which f would be taken: never earlier than the frames before.
double pipeline_time(const pipeline *p, const frame *f);
// No picture came for a while: said until one comes.
void pipeline_miss_frame(pipeline *p);
// What the judge is blind to just now and why, one line; "" where it sees everything.
const char *pipeline_health(const pipeline *p);
// True where that is worth a word beyond the page: no passing hand, but something that stays so.
bool pipeline_troubled(const pipeline *p);
// True where nothing at all is judged.
bool pipeline_is_blind(const pipeline *p);
// False where a hand may have lain over the table in the picture that all others are compared with: how near hands are is not known yet.
bool pipeline_knows_hands(const pipeline *p);
// True where something lies on figures of the unit: a hand on any of them, or whatever hides one.
bool pipeline_covers(const pipeline *p, int unit);
// The facts behind it and what is foreign on the table, for the page; the pipeline's until its next call.
const stream_eye *pipeline_eye(pipeline *p);
// A base or marker on the table that belongs to no figure of the game, each told once; false: nothing to tell. *json is the caller's, NULL where
// memory failed.
bool pipeline_take_unregistered(pipeline *p, char *text, size_t capacity, char **json);
// The calibration in use; NULL until the table was found.
const calibration *pipeline_calibration(const pipeline *p);
// What was found out about the table when it was calibrated from its markers, once; false where there is nothing to tell.
bool pipeline_take_notice(pipeline *p, char *text, size_t capacity);
// The vision behind it, which keeps the settled picture.
vision *pipeline_vision(pipeline *p);
pipeline_costs pipeline_cost(const pipeline *p);

#endif
