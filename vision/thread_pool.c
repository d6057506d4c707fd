#include "vision/thread_pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    thread_pool *pool;
    int part;
    pthread_t thread;
} worker;

struct thread_pool {
    int count, made;  // parts; threads that run
    worker *workers;
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long task_number;
    int busy;
    bool leave;
    thread_pool_work *work;
    void *task;
};

static void *serve(void *of) {
    worker *w = of;
    thread_pool *p = w->pool;
    unsigned long done = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->task_number == done && !p->leave) pthread_cond_wait(&p->begin, &p->lock);
        if (p->leave) break;
        done = p->task_number;
        pthread_mutex_unlock(&p->lock);
        p->work(p->task, w->part);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0) pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

status thread_pool_create(int count, thread_pool **out) {
    *out = NULL;
    thread_pool *p = calloc(1, sizeof *p);
    if (!p) return STATUS_MEMORY;
    p->count = count;
    p->workers = calloc((size_t)count, sizeof *p->workers);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    status s = p->workers ? STATUS_OK : STATUS_MEMORY;
    for (int i = 1; i < count && s == STATUS_OK; i++) {
        p->workers[i] = (worker){.pool = p, .part = i};
        if (pthread_create(&p->workers[i].thread, NULL, serve, &p->workers[i]) != 0)
            s = STATUS_EXTERNAL;
        else
            p->made++;
    }
    if (s == STATUS_OK)
        *out = p;
    else
        thread_pool_destroy(p);
    return s;
}

void thread_pool_destroy(thread_pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->leave = true;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (int i = 1; i <= p->made; i++) pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->begin);
    pthread_cond_destroy(&p->end);
    pthread_mutex_destroy(&p->lock);
    free(p->workers);
    free(p);
}

int thread_pool_count(const thread_pool *p) { return p ? p->count : 1; }

void thread_pool_run(thread_pool *p, thread_pool_work *work, void *task) {
    const int count = thread_pool_count(p);
    if (count > 1) {
        pthread_mutex_lock(&p->lock);
        p->work = work;
        p->task = task;
        p->busy = count - 1;
        p->task_number++;
        pthread_cond_broadcast(&p->begin);
        pthread_mutex_unlock(&p->lock);
    }
    work(task, 0);
    if (count == 1) return;
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0) pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
