// A segmenter with some units to push about, for the tests of moves: its input and its reports.
#ifndef TESTS_FORMATION_COURSE_H
#define TESTS_FORMATION_COURSE_H

#include "formation/moves/segment.h"
#include "tests/formation/table.h"

#define ROOM 64

// A on the left, B on the right, both 3 x 2 on bases of an inch facing north, front lines at y = 10; S three skirmishers about (23, 30).
// LARGE, 6 x 3 on bases of an inch, stands apart from them at (55, 30).
enum { A, B, S, LARGE };

typedef struct {
    game *g;
    segmenter *s;
    pose at[ROOM];  // where every figure truly is
    int moves;
    int ended[SEGMENT_WITHDRAWN + 1];  // things of each kind
    double ended_s;                    // when the last of them did
    int number;                        // of its move
    int shifted[ROOM];                 // figures of the last nudge; last_from, last_to are theirs then
    move last;                         // of the moves that ended
    pose last_from[ROOM], last_to[ROOM];
    bool last_with[ROOM];
    double nudge_in;
    int nudge_figures;
} course;

// Setup and teardown of a cmocka test; its state is a course.
int course_open(void **state);
int course_close(void **state);
#define COURSE(f) cmocka_unit_test_setup_teardown(f, course_open, course_close)

void course_feed(course *p, const event *e);
void course_say(course *p, double t_s, event_kind kind, int unit);
void course_wait(course *p, double t_s);  // lets time pass
void course_finish(course *p, double t_s);
// Pushes the unit's figures, unseen as yet.
void course_shift(course *p, int unit, double dx, double dy);
// Observes the figures first..first+count-1 where they are, with noise.
void course_observe_figures(course *p, double t_s, int first, int count, double noise_in, unsigned long long *seed);
void course_observe(course *p, double t_s, int unit);
void course_hide(course *p, double t_s, int first, int count);
// Observes one figure at its place, displaced while no hand moved it.
void course_nudge(course *p, double t_s, int figure);

#endif
