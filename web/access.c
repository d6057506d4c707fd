#include "web/access.h"

#include <stdio.h>
#include <string.h>

bool accesses_init(accesses *a) {
    memset(a, 0, sizeof *a);
    return pthread_mutex_init(&a->lock, NULL) == 0;
}

void accesses_finish(accesses *a) { pthread_mutex_destroy(&a->lock); }

void accesses_put(accesses *a, const web_who *who, const char *what, bool taken, const char *why) {
    pthread_mutex_lock(&a->lock);
    if (a->count < ACCESSES_MAX) {
        web_access *one = &a->at[(a->first + a->count++) % ACCESSES_MAX];
        *one = (web_access){.who = *who, .what = what, .taken = taken};
        snprintf(one->why, sizeof one->why, "%s", why);
    }
    pthread_mutex_unlock(&a->lock);
}

bool accesses_take(accesses *a, web_access *out) {
    pthread_mutex_lock(&a->lock);
    bool any = a->count > 0;
    if (any) {
        *out = a->at[a->first];
        a->first = (a->first + 1) % ACCESSES_MAX;
        a->count--;
    }
    pthread_mutex_unlock(&a->lock);
    return any;
}
