#include "web/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "web/web.h"

#define WANTED_MS 5000

bool pictures_init(pictures *p) {
    memset(p, 0, sizeof *p);
    p->first = 1;
    return pthread_mutex_init(&p->lock, NULL) == 0;
}

static void drop(picture_bytes *b) {
    if (b && --b->owners == 0) free(b);
}

void pictures_finish(pictures *p) {
    for (int i = 0; i < PICTURES_KEPT; i++) drop(p->at[i].bytes);
    drop(p->table);
    pthread_mutex_destroy(&p->lock);
}

static picture_bytes *copy(const void *jpeg, size_t length) {
    picture_bytes *b = malloc(sizeof *b + length);
    if (!b) return NULL;
    b->owners = 1;
    b->length = length;
    memcpy(b->bytes, jpeg, length);
    return b;
}

static void forget_oldest(pictures *p) {
    picture_bytes **b = &p->at[p->first++ % PICTURES_KEPT].bytes;
    p->total -= (*b)->length;
    drop(*b);
    *b = NULL;
}

uint64_t pictures_add(pictures *p, const void *jpeg, size_t length, bool is_public) {
    picture_bytes *b = copy(jpeg, length);
    if (!b) return 0;
    pthread_mutex_lock(&p->lock);
    while (p->first <= p->last && (p->total + length > WEB_PICTURE_BYTES || p->last - p->first + 1 >= PICTURES_KEPT)) forget_oldest(p);
    const uint64_t number = ++p->last;
    p->at[number % PICTURES_KEPT].bytes = b;
    p->at[number % PICTURES_KEPT].is_public = is_public;
    p->total += length;
    pthread_mutex_unlock(&p->lock);
    return number;
}

void pictures_set_table(pictures *p, double t_s, const void *jpeg, size_t length) {
    picture_bytes *b = copy(jpeg, length);
    if (!b) return;
    pthread_mutex_lock(&p->lock);
    drop(p->table);
    p->table = b;
    p->table_s = t_s;
    pthread_mutex_unlock(&p->lock);
}

bool pictures_wants_table(pictures *p, uint64_t now_ms) {
    pthread_mutex_lock(&p->lock);
    bool wants = p->asked_ms > 0 && now_ms - p->asked_ms < WANTED_MS;
    pthread_mutex_unlock(&p->lock);
    return wants;
}

picture_bytes *pictures_get(pictures *p, uint64_t number, bool is_judge) {
    picture_bytes *found = NULL;
    pthread_mutex_lock(&p->lock);
    if (number >= p->first && number <= p->last && (is_judge || p->at[number % PICTURES_KEPT].is_public)) {
        found = p->at[number % PICTURES_KEPT].bytes;
        found->owners++;
    }
    pthread_mutex_unlock(&p->lock);
    return found;
}

picture_bytes *pictures_table(pictures *p, uint64_t now_ms, double *t_s) {
    pthread_mutex_lock(&p->lock);
    p->asked_ms = now_ms;
    picture_bytes *found = p->table;
    if (found) found->owners++;
    *t_s = p->table_s;
    pthread_mutex_unlock(&p->lock);
    return found;
}

void pictures_drop(pictures *p, picture_bytes *b) {
    pthread_mutex_lock(&p->lock);
    drop(b);
    pthread_mutex_unlock(&p->lock);
}
