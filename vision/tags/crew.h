// vision/crew -- a few threads, made once, that do the parts of one task side by side.
#ifndef VEDETTE_VISION_CREW_H
#define VEDETTE_VISION_CREW_H

#include "core/status.h"

typedef struct crew crew;

// One part of the task: `part` from 0 to the crew's count - 1.
typedef void crew_work(void *task, int part);

// `count` >= 1: the caller's thread and count - 1 more. STATUS_MEMORY, STATUS_EXTERNAL (no more threads).
status crew_create(int count, crew **out);
void crew_destroy(crew *c);
int crew_count(const crew *c);
// Calls work(task, 0 .. count - 1), each once, at the same time; returns when all are done.
void crew_run(crew *c, crew_work *work, void *task);

#endif
