// core/clock -- how long something took. For measuring costs and for watching live sources only: time in a game comes from frames and events.
#ifndef VEDETTE_CORE_CLOCK_H
#define VEDETTE_CORE_CLOCK_H

// Seconds of a clock that never jumps, from an arbitrary start. Any thread.
double clock_monotonic_s(void);

#endif
