// vision/thread_pool -- a few threads, made once, that do the parts of one task side by side. One task at a time.
#ifndef VEDETTE_VISION_THREAD_POOL_H
#define VEDETTE_VISION_THREAD_POOL_H

#include <stdint.h>

#include "core/status.h"

typedef struct thread_pool thread_pool;

// One part of the task: `part` from 0 to the pool's count - 1.
typedef void thread_pool_work(void *task, int part);

// `count` >= 1: the caller's thread and count - 1 more. STATUS_MEMORY, STATUS_EXTERNAL (no more threads).
status thread_pool_create(int count, thread_pool **out);
void thread_pool_destroy(thread_pool *p);
// NULL: 1, the caller's thread alone.
int thread_pool_count(const thread_pool *p);
// Calls work(task, 0 .. count - 1), each once, at the same time; returns when all are done. p: NULL calls work(task, 0) alone.
void thread_pool_run(thread_pool *p, thread_pool_work *work, void *task);
// Where the range of `part` begins if 0 .. of - 1 are divided among `parts`, in order and as evenly as can be; it ends where that of part + 1 begins.
static inline int thread_pool_share(int of, int part, int parts) { return (int)((int64_t)of * part / parts); }

#endif
