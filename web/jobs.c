#include "web/jobs.h"

#include <string.h>

// With the lock held: whoever waits for it goes on, or, where nobody does any more, it is freed.
static void end(job *j) {
    j->done = true;
    if (j->left)
        j->free(j);
    else
        MHD_resume_connection(j->connection);
}

static void *work(void *context) {
    jobs *q = context;
    pthread_mutex_lock(&q->lock);
    while (!q->stopping) {
        job *j = q->first;
        if (!j) {
            pthread_cond_wait(&q->news, &q->lock);
            continue;
        }
        q->first = j->next;
        q->count--;
        pthread_mutex_unlock(&q->lock);
        j->run(j);
        pthread_mutex_lock(&q->lock);
        end(j);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

bool jobs_start(jobs *q) {
    memset(q, 0, sizeof *q);
    if (pthread_mutex_init(&q->lock, NULL) != 0) return false;
    if (pthread_cond_init(&q->news, NULL) != 0) {
        pthread_mutex_destroy(&q->lock);
        return false;
    }
    q->started = pthread_create(&q->thread, NULL, work, q) == 0;
    if (q->started) return true;
    pthread_cond_destroy(&q->news);
    pthread_mutex_destroy(&q->lock);
    return false;
}

// Those that are still queued are called done, so that their connections can end.
void jobs_stop(jobs *q) {
    if (!q->started) return;
    pthread_mutex_lock(&q->lock);
    q->stopping = true;
    pthread_cond_signal(&q->news);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->thread, NULL);
    pthread_mutex_lock(&q->lock);
    while (q->first) {
        job *j = q->first;
        q->first = j->next;
        end(j);
    }
    pthread_mutex_unlock(&q->lock);
}

bool jobs_put(jobs *q, job *j) {
    pthread_mutex_lock(&q->lock);
    bool room = q->count < JOBS_MAX && !q->stopping;
    if (room) {
        job **end = &q->first;
        while (*end) end = &(*end)->next;
        j->next = NULL;
        *end = j;
        q->count++;
        MHD_suspend_connection(j->connection);
        pthread_cond_signal(&q->news);
    }
    pthread_mutex_unlock(&q->lock);
    return room;
}

bool jobs_is_done(jobs *q, const job *j) {
    pthread_mutex_lock(&q->lock);
    bool done = j->done;
    pthread_mutex_unlock(&q->lock);
    return done;
}

void jobs_leave(jobs *q, job *j) {
    pthread_mutex_lock(&q->lock);
    j->left = true;
    if (j->done) j->free(j);
    pthread_mutex_unlock(&q->lock);
}
