// pipeline/intake -- which frames can be judged: their time runs forwards, their light is steady and enough. Counts what was dropped.
//
// Time is the frames'; no clock is asked. One thread a handle; a value without anything to free.
#ifndef VEDETTE_PIPELINE_INTAKE_H
#define VEDETTE_PIPELINE_INTAKE_H

#include <stdbool.h>

#include "core/frame.h"

typedef enum {
    LIGHT_GOOD,
    LIGHT_DARK,      // too little to see everything; judged all the same
    LIGHT_BRIGHT,    // much of the picture is overexposed; judged all the same
    LIGHT_CHANGING,  // just now: nothing is judged
    LIGHT_OUT        // nothing can be seen
} light_state;

const char *light_name(light_state l);  // "good", "dark", "bright", "changing", "out"

typedef enum {
    INTAKE_GOOD,
    INTAKE_REPEATED,  // the same time again
    INTAKE_BACK,      // earlier than one before
    INTAKE_UNLIT      // the light is out or changes
} intake_kind;

#define INTAKE_SAMPLES 5000

// How the light drifts: by what most places of the picture have in common, which no hand changes. Levels are natural logarithms.
typedef struct {
    uint8_t from[INTAKE_SAMPLES];  // gray levels of an earlier picture, to compare with
    int count, middle;             // of them; their median
    double from_s, from_level;
    double fast, slow;  // averages of the level over a short and a longer while
} light_drift;

typedef struct {
    bool started;
    double t_s;         // of the last good time, as taken
    double offset_s;    // what is added to the frames' time since their clock was set back
    double back_t_s;    // frames with earlier times: the last of them
    int back_count;     // of them in a row, running forwards
    double interval_s;  // between frames, averaged
    double last_interval_s;
    int64_t sequence;
    long dropped;  // frames that the source counted and that never came
    light_state light;
    double overexposed;  // share of the last frame at the sensor's limit
    int level[3];        // gray levels of the last frame: quartiles
    double unsteady_s;   // when the light changed last
    light_drift drift;
    int slow;         // of late: intervals too long to follow hands, less those that were not
    uint32_t print;   // of the last picture's samples
    double print_s;   // since when they are the same
    int print_count;  // pictures in a row
    bool returned;    // the light has just become steady again
} intake;

intake intake_begin(void);
// Judges a frame by its time and light; *t_s: the time to take it at, never earlier than the one before. A clock that was set back and then runs on
// is followed after a second's worth of frames.
intake_kind intake_take(intake *n, const frame *f, double *t_s);
// The time that intake_take would give.
double intake_time(const intake *n, const frame *f);
// Frames a second, of late; 0: not known yet.
double intake_fps(const intake *n);
#define INTAKE_FPS_NEEDED 10
// Pictures have come too seldom for a while to follow what hands do.
bool intake_is_slow(const intake *n);
// How long before the last picture none came, where a hand can have moved a figure meanwhile: in one gap, or in each of many shorter ones. 0: not.
double intake_gap_s(const intake *n);
// One and the same picture has come for a while under new times, which no sensor gives: the camera hangs, or a still is shown.
bool intake_is_frozen(const intake *n);
// The light has become steady again since this was asked last.
bool intake_light_returned(intake *n);

#endif
