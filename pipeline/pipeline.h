// pipeline/pipeline -- frames in, observations out: searches only where the picture changed, keeps the tracker, reports what it can't see and why.
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
// The source is live: the costs of searches are learned from measured durations, so that each frame uses the time that this machine has. Otherwise
// the costs are nominal, and the same pictures always give the same searches.
void pipeline_measure_costs(pipeline *p);

// Takes a frame; fills *out with what is now known (EVENT_PLACE or EVENT_OBSERVE; no poses and no figures: nothing new). Its arrays belong to the
// pipeline until the next call. A repeated, late or dark frame, or one of another size than those before, is skipped and reported in the health
// line. STATUS_INVALID: the first picture does not fit the calibration; STATUS_MEMORY, STATUS_EXTERNAL.
status pipeline_frame(pipeline *p, const frame *f, event *out, fault *fault);
// The events that follow from the declaration markers in the last frame, to be taken like entered ones, and the markers with an ambiguous unit;
// false: no more. Where the markers lie.
bool pipeline_next_declared(pipeline *p, event *out);
bool pipeline_next_question(pipeline *p, marker_question *out);
int pipeline_markers_list(const pipeline *p, marker_place *out, int max);
// To be called before the first frame: nothing was seen for gap_s before it. Changes found soon after the first frames may have happened in that gap.
void pipeline_note_gap(pipeline *p, double gap_s);
// An event that people entered, or an earlier event of a game that is continued.
void pipeline_enter(pipeline *p, const event *e);

// Figures that were seen and can't be found now, and those that were never seen.
void pipeline_count_unseen(const pipeline *p, int *hidden, int *unknown);
// What is known of a figure: for tests and diagnosis. The pipeline's until its next call.
const figure_state *pipeline_figure(const pipeline *p, int figure);
// The time at which f would be taken: never earlier than the frames before.
double pipeline_time(const pipeline *p, const frame *f);
// No picture came for a while: reported until one comes.
void pipeline_miss_frame(pipeline *p);
// What can't be judged just now and why, one line; "" where everything can.
const char *pipeline_health(const pipeline *p);
// True where that is worth reporting beyond the page: a lasting cause, not a passing hand.
bool pipeline_troubled(const pipeline *p);
// True where nothing at all is judged.
bool pipeline_is_blind(const pipeline *p);
// False where a hand may have covered part of the table in the settled picture: the distance of hands is not known then.
bool pipeline_knows_hands(const pipeline *p);
// True where figures of the unit can't be found though no hand is at them: lost, or under a thing that lies there.
bool pipeline_misses(const pipeline *p, int unit);
// True where an occluder covers figures of the unit: a hand over any of them, or another thing that hides one.
bool pipeline_covers(const pipeline *p, int unit);
// The facts behind the health line, and the occluders over the table, for the page; the pipeline's until its next call.
const stream_eye *pipeline_eye(pipeline *p);
// An unregistered base or marker on the table, each reported once; false: nothing to report. *json is the caller's, NULL where memory failed.
bool pipeline_take_unregistered(pipeline *p, char *text, size_t capacity, char **json);
// The calibration in use; NULL until the table was found.
const calibration *pipeline_calibration(const pipeline *p);
// What the calibration from the table's markers found out about the table, once; false where there is nothing to report.
bool pipeline_take_notice(pipeline *p, char *text, size_t capacity);
// The vision behind it, which keeps the settled picture.
vision *pipeline_vision(pipeline *p);
pipeline_costs pipeline_cost(const pipeline *p);

#endif
