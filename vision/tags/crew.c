#include "vision/tags/crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    crew *crew;
    int part;
    pthread_t thread;
} member;

struct crew {
    int count, made;  // parts; threads that run
    member *members;
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long task_number;
    int busy;
    bool leave;
    crew_work *work;
    void *task;
};

static void *serve(void *of) {
    member *m = of;
    crew *c = m->crew;
    unsigned long done = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->task_number == done && !c->leave) pthread_cond_wait(&c->begin, &c->lock);
        if (c->leave) break;
        done = c->task_number;
        pthread_mutex_unlock(&c->lock);
        c->work(c->task, m->part);
        pthread_mutex_lock(&c->lock);
        if (--c->busy == 0) pthread_cond_signal(&c->end);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

status crew_create(int count, crew **out) {
    *out = NULL;
    crew *c = calloc(1, sizeof *c);
    if (!c) return STATUS_MEMORY;
    c->count = count;
    c->members = calloc((size_t)count, sizeof *c->members);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begin, NULL);
    pthread_cond_init(&c->end, NULL);
    status s = c->members ? STATUS_OK : STATUS_MEMORY;
    for (int i = 1; i < count && s == STATUS_OK; i++) {
        c->members[i] = (member){.crew = c, .part = i};
        if (pthread_create(&c->members[i].thread, NULL, serve, &c->members[i]) != 0)
            s = STATUS_EXTERNAL;
        else
            c->made++;
    }
    if (s == STATUS_OK)
        *out = c;
    else
        crew_destroy(c);
    return s;
}

void crew_destroy(crew *c) {
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->leave = true;
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    for (int i = 1; i <= c->made; i++) pthread_join(c->members[i].thread, NULL);
    pthread_cond_destroy(&c->begin);
    pthread_cond_destroy(&c->end);
    pthread_mutex_destroy(&c->lock);
    free(c->members);
    free(c);
}

int crew_count(const crew *c) { return c->count; }

void crew_run(crew *c, crew_work *work, void *task) {
    if (c->count > 1) {
        pthread_mutex_lock(&c->lock);
        c->work = work;
        c->task = task;
        c->busy = c->count - 1;
        c->task_number++;
        pthread_cond_broadcast(&c->begin);
        pthread_mutex_unlock(&c->lock);
    }
    work(task, 0);
    if (c->count == 1) return;
    pthread_mutex_lock(&c->lock);
    while (c->busy > 0) pthread_cond_wait(&c->end, &c->lock);
    pthread_mutex_unlock(&c->lock);
}
