// web/access -- log-ins and refusals, until the program asks for them. Internal to web/. Any thread.
#ifndef VEDETTE_WEB_ACCESS_H
#define VEDETTE_WEB_ACCESS_H

#include <pthread.h>

#include "web/web.h"

#define ACCESSES_MAX 64

typedef struct {
    pthread_mutex_t lock;
    web_access at[ACCESSES_MAX];  // a ring: the newest that found room; a flood of refusals tells nothing new
    int first, count;
} accesses;

bool accesses_init(accesses *a);
void accesses_finish(accesses *a);
void accesses_put(accesses *a, const web_who *who, const char *what, bool taken, const char *why);
bool accesses_take(accesses *a, web_access *out);

#endif
