// web/pictures -- pictures of the running game, in memory: those of moves by number, the newest of the table. Internal to web/. Any thread.
#ifndef VEDETTE_WEB_PICTURES_H
#define VEDETTE_WEB_PICTURES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PICTURES_KEPT 4096

// Bytes that more than one answer may be sending.
typedef struct {
    int owners;  // under the lock of the pictures
    size_t length;
    unsigned char bytes[];
} picture_bytes;

typedef struct {
    pthread_mutex_t lock;
    struct {
        picture_bytes *bytes;
        bool is_public;
    } at[PICTURES_KEPT];   // that of number n at n % PICTURES_KEPT
    uint64_t last, first;  // first: the oldest that is kept
    size_t total;
    picture_bytes *table;
    double table_s;
    uint64_t asked_ms;  // when the table's was asked for last
} pictures;

bool pictures_init(pictures *p);
void pictures_finish(pictures *p);
// The picture's number, from 1; 0: out of memory.
uint64_t pictures_add(pictures *p, const void *jpeg, size_t length, bool is_public);
void pictures_set_table(pictures *p, double t_s, const void *jpeg, size_t length);
bool pictures_wants_table(pictures *p, uint64_t now_ms);
// NULL: there is none (any more), or not for such a viewer. Given back by pictures_drop.
picture_bytes *pictures_get(pictures *p, uint64_t number, bool is_judge);
picture_bytes *pictures_table(pictures *p, uint64_t now_ms, double *t_s);
void pictures_drop(pictures *p, picture_bytes *b);

#endif
