// web/jobs -- work that would hold up all viewers, done by a thread of its own: passwords, archives. Internal to web/.
//
// A job belongs to a request whose connection is suspended meanwhile. Where the request goes first, the job frees itself.
#ifndef VEDETTE_WEB_JOBS_H
#define VEDETTE_WEB_JOBS_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>

#define JOBS_MAX 16

typedef struct job {
    void (*run)(struct job *j);   // by the thread
    void (*free)(struct job *j);  // frees what the job holds, and the job
    struct MHD_Connection *connection;
    bool done, left;
    struct job *next;
} job;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    pthread_t thread;
    job *first;
    int count;
    bool stopping, started;
} jobs;

bool jobs_start(jobs *q);
// Ends the thread and frees all jobs.
void jobs_stop(jobs *q);
// Queues j and suspends its connection. False: too many wait; nothing happened.
bool jobs_put(jobs *q, job *j);
bool jobs_is_done(jobs *q, const job *j);
// The request needs the job no more; it is freed now, or when it is done.
void jobs_leave(jobs *q, job *j);

#endif
