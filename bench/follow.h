// bench/follow -- watches plays from end to end and scores the reports against the truth. Only the play knows the truth.
#ifndef VEDETTE_BENCH_FOLLOW_H
#define VEDETTE_BENCH_FOLLOW_H

#include <cjson/cJSON.h>

#include "referee/session.h"
#include "tests/play/sight.h"

// A line that the judge wrote.
typedef struct {
    double t_s;
    const char *kind;  // of json
    cJSON *json;
} follow_line;

// What was known of a figure from the events, at one time of the play.
typedef struct {
    pose at;
    bool known, hidden, ambiguous, removed;
} follow_figure;

typedef struct {
    double t_s;
    int act;  // the last act that had ended a while ago
    follow_figure *figures;
} follow_rest;

typedef struct {
    const play *play;
    follow_line *lines;
    int line_count, line_capacity;
    follow_rest *rests;  // some seconds after each act, where nothing moves
    int rest_count;
    double track_s, session_s, watch_s;  // processor time of the tracker or pipeline, of the session; watch_s: all
    long frames;
    double worst_track_s;
    size_t heap_early, heap_end;  // bytes, after a tenth of the play and after all of it
} follow_run;

typedef enum { FOLLOW_SIMULATED, FOLLOW_RENDERED } follow_source;

// Plays p before the tracker (sightings without pictures) or the whole pipeline (rendered pictures), `fps` looks a second. Aborts on failure.
// `forgets`: keeps neither lines nor rests, to see what the program itself keeps.
follow_run follow_watch(const play *p, follow_source source, double fps, bool forgets);
void follow_run_free(follow_run *r);

#define FOLLOW_LATE_S 0.1  // after the last hand's leaving and the settle time

typedef struct {
    int plays;
    int moves, right, missed, wrong_place, split;  // moves not taken back; right: reported as one move between the right places
    int phantoms;                                  // moves reported that were not made
    int take_backs, offered, charged;              // charged: a verdict stands for a move that was taken back
    int nudges, entered, false_entries;
    int rests, misplaced;  // misplaced: figures at rest, reported farther from their true places than an exchange of equal figures explains
    int exchanges, exchanged_right, exchanged_said, exchanged_unnoticed;  // of two units' figures
    int swapped;                      // equal figures of two units that changed identity without being touched, unreported
    int verdicts, late;               // late: by more than FOLLOW_LATE_S
    int early;                        // before the unit had lain still for the settle time
    double late_sum_s, late_worst_s;  // from the last hand's leaving and the settle time to the verdict
    double length_s;
} follow_tally;

// Holds the run against its play; `say`: prints each failure to stderr.
void follow_score(const follow_run *r, follow_tally *t, bool say);

// Prints what the tracker costs with 300 figures.
void follow_print_cost(void);
// Processor time of this process.
double follow_cpu_s(void);

#endif
