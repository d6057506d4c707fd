// core/clock -- how long something took, and the time of day. For measuring costs, for watching live sources and for stamps only: time in a game
// comes from frames and events.
#ifndef VEDETTE_CORE_CLOCK_H
#define VEDETTE_CORE_CLOCK_H

// Seconds of a clock that never jumps, from an arbitrary start. Any thread.
double clock_monotonic_s(void);
// The time of day in UTC as "2026-11-26T20:01:02Z" (ISO 8601), for a stamp. Any thread.
#define CLOCK_STAMP_MAX 24
void clock_stamp(char out[CLOCK_STAMP_MAX]);

#endif
