#include "app/pictures.h"

#include <pthread.h>
#include <stdlib.h>

#include "app/cli.h"
#include "capture/jpeg.h"

#define QUALITY 75
#define TABLE_QUALITY 60
#define WAITING_MOST 128  // pictures: those of four moves that end at once

struct pictures {
    desk *desk;
    pthread_t thread;
    pthread_mutex_t lock;  // of the rest
    pthread_cond_t more;
    picture_job *first, **end;
    int waiting;
    bool stopping;
};

static void record_picture(const pictures *p, const picture_job *j, const char *json, const uint8_t *bytes, size_t length) {
    fault lost = {""};
    const record_entry row = {.log = RECORD_EVIDENCE, .t_s = j->about.t_s, .kind = "picture", .json = json, .bytes = bytes, .length = length};
    if (recorder_put(p->desk->recorder, &row, NULL, &lost) != STATUS_OK) cli_message("%s", lost.text);
}

static void make(const pictures *p, const picture_job *j) {
    uint8_t *bytes = NULL;
    size_t length = 0;
    fault lost = {""};
    int quality = j->use & PICTURE_IS_TABLE ? TABLE_QUALITY : QUALITY;
    status s = jpeg_encode(j->bgr, j->about.width, j->about.height, 3 * (size_t)j->about.width, quality, &bytes, &length, &lost);
    char *json = s == STATUS_OK ? stream_picture_json(p->desk->game, &j->about) : NULL;
    if (s != STATUS_OK) cli_message("%s", lost.text);
    if (json && (j->use & PICTURE_TO_RECORD) && p->desk->recorder) record_picture(p, j, json, bytes, length);
    if (json && (j->use & PICTURE_TO_PAGE) && p->desk->web) web_add_picture(p->desk->web, json, bytes, length, true);
    if (json && (j->use & PICTURE_IS_TABLE) && p->desk->web) web_set_table_picture(p->desk->web, j->about.t_s, bytes, length);
    free(json);
    free(bytes);
}

static void *run(void *context) {
    pictures *p = context;
    pthread_mutex_lock(&p->lock);
    while (p->first || !p->stopping) {
        if (!p->first) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        picture_job *j = p->first;
        p->first = j->next;
        if (!p->first) p->end = &p->first;
        p->waiting--;
        pthread_mutex_unlock(&p->lock);
        make(p, j);
        free(j);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

picture_job *pictures_new(int width, int height) {
    picture_job *j = width > 0 && height > 0 ? malloc(sizeof *j + (size_t)width * (size_t)height * 3) : NULL;
    if (j) *j = (picture_job){.about = {.width = width, .height = height, .unit = -1}};
    return j;
}

void pictures_give(pictures *p, picture_job *j) {
    j->next = NULL;
    pthread_mutex_lock(&p->lock);
    bool taken = p->waiting < WAITING_MOST;
    if (taken) {
        *p->end = j;
        p->end = &j->next;
        p->waiting++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    if (!taken) free(j);
}

status pictures_begin(desk *d, pictures **out, fault *fault) {
    pictures *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, STATUS_MEMORY, "out of memory");
    p->desk = d;
    p->end = &p->first;
    if (pthread_mutex_init(&p->lock, NULL) == 0 && pthread_cond_init(&p->more, NULL) == 0 && pthread_create(&p->thread, NULL, run, p) == 0) {
        *out = p;
        return STATUS_OK;
    }
    free(p);
    return fault_set(fault, STATUS_MEMORY, "no thread can be started for the pictures");
}

void pictures_end(pictures *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->more);
    free(p);
}
