// app/pace -- plays a clip at its own speed and leaves no picture out. A machine that is too slow takes longer, and that is reported.
#ifndef VEDETTE_APP_PACE_H
#define VEDETTE_APP_PACE_H

#include <stdbool.h>

typedef struct {
    bool begun, slow;  // slow: reported
    double began_s;    // of the clock
} pace;

// Waits until the picture of time t_s is due, of a clip with so many pictures a second.
void pace_keep(pace *p, double t_s, double fps);

#endif
