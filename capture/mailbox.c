#include "capture/mailbox.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct mailbox {
    double began_s;
    pthread_mutex_t lock;  // guards what follows
    pthread_cond_t changed;
    void *newest, *spent;
    double newest_t_s;
    int64_t put, taken;  // pictures that were put; of those, up to which one the consumer has come
    bool closed;
};

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

mailbox *mailbox_create(void) {
    mailbox *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&m->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&m->lock, NULL);
    m->began_s = now_s();
    return m;
}

void mailbox_destroy(mailbox *m) {
    if (!m) return;
    pthread_cond_destroy(&m->changed);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

void *mailbox_put(mailbox *m, void *picture) {
    pthread_mutex_lock(&m->lock);
    void *free_again = m->newest;
    if (!free_again) {
        free_again = m->spent;
        m->spent = NULL;
    }
    m->newest = picture;
    m->newest_t_s = now_s() - m->began_s;
    m->put++;
    pthread_cond_signal(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return free_again;
}

void mailbox_close(mailbox *m) {
    pthread_mutex_lock(&m->lock);
    m->closed = true;
    pthread_cond_signal(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

// With the lock held.
static status take(mailbox *m, void *spent, mail *out) {
    if (!m->newest) return m->closed ? STATUS_END : STATUS_TIMEOUT;
    *out = (mail){.picture = m->newest, .t_s = m->newest_t_s, .sequence = m->put - 1, .skipped = m->put - m->taken - 1};
    assert(!m->spent);  // mailbox_put returned it when it put this picture into the empty box
    m->newest = NULL;
    m->spent = spent;
    m->taken = m->put;
    return STATUS_OK;
}

status mailbox_take(mailbox *m, double timeout_s, void *spent, mail *out) {
    double until_s = now_s() + timeout_s;
    struct timespec until = {.tv_sec = (time_t)until_s, .tv_nsec = (long)((until_s - (double)(time_t)until_s) * 1e9)};
    int waited = 0;
    pthread_mutex_lock(&m->lock);
    while (!m->newest && !m->closed && waited != ETIMEDOUT) waited = pthread_cond_timedwait(&m->changed, &m->lock, &until);
    status s = take(m, spent, out);
    pthread_mutex_unlock(&m->lock);
    return s;
}

bool mailbox_is_closed(mailbox *m) {
    pthread_mutex_lock(&m->lock);
    bool closed = m->closed;
    pthread_mutex_unlock(&m->lock);
    return closed;
}
