#include "app/video.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "record/mp4.h"
#include "stream/stream.h"

#define FILM_S 60.0        // what a kill or a damaged file can cost at most
#define STEP_S (1 / 15.5)  // hands can be followed, and a core has time for more
#define WIDTH_MOST 1920    // px
#define QUALITY 25
#define WAITING_MOST 4  // pictures
#define AGAIN_S 10.0    // after a film could not be written
#define NAME_MAX_BYTES 4096

typedef struct {
    uint8_t *bgr;
    size_t capacity;
    int width, height;
    double t_s;
} picture;

struct video {
    desk *desk;
    bool waits;
    char stem[NAME_MAX_BYTES];
    double taken_s;  // the newest picture
    pthread_t thread;
    pthread_mutex_t lock;  // of the queue
    pthread_cond_t more;
    picture waiting[WAITING_MOST];
    int first, count;
    long left_out;
    bool stopping;
    // the thread's own
    mp4 *film;
    char name[NAME_MAX_BYTES];
    double from_s, to_s, failed_s;
    long frames;
    bool failing;
};

// Films --------------------------------------------------------------------------------------------------------------------------------------

static void keep_row(video *v, const char *kind, double t_s, long frames, const picture *p) {
    const char *slash = strrchr(v->name, '/');
    char *json = stream_film_json(&(stream_film){
        .kind = kind, .t_s = t_s, .file = slash ? slash + 1 : v->name, .frames = frames, .width = p ? p->width : 0, .height = p ? p->height : 0});
    const record_entry row = {.log = RECORD_EVIDENCE, .t_s = t_s, .kind = kind, .json = json};
    if (json) recorder_put(v->desk->recorder, &row, NULL, NULL);
    free(json);
}

// Told once, until it is well again; tried again after a while.
static void fail(video *v, double t_s, const fault *why) {
    if (!v->failing) {
        char words[600];
        snprintf(words, sizeof words, "%s: no film is kept until it can be written again; the game is judged and recorded", why->text);
        char *json = stream_aside_json(t_s, words);
        if (json) desk_send(v->desk, "notice", t_s, json, words, true);
        free(json);
    }
    v->failing = true;
    v->failed_s = t_s;
    mp4_end(v->film, 0, NULL);
    v->film = NULL;
}

static void end_film(video *v) {
    struct fault why = {""};
    if (!v->film) return;
    mp4 *f = v->film;
    v->film = NULL;
    if (mp4_end(f, STEP_S, &why) == STATUS_OK)
        keep_row(v, "film-end", v->to_s, v->frames, NULL);
    else
        fail(v, v->to_s, &why);
}

// A name that no file has yet.
static bool choose_name(video *v) {
    for (int i = 1; i < 10000; i++) {
        snprintf(v->name, sizeof v->name, "%.4000s-%03d.mp4", v->stem, i);
        if (access(v->name, F_OK) != 0) return true;
    }
    return false;
}

static void begin_film(video *v, const picture *p) {
    struct fault why = {""};
    const mp4_options o = {.width = p->width & ~1, .height = p->height & ~1, .pixels = MP4_BGR, .grows = true, .quality = QUALITY};
    if (v->failing && p->t_s - v->failed_s < AGAIN_S) return;
    if (!choose_name(v) || mp4_begin(v->name, &o, &v->film, &why) != STATUS_OK) {
        fail(v, p->t_s, &why);
        return;
    }
    v->failing = false;
    v->from_s = p->t_s;
    v->frames = 0;
    keep_row(v, "film", p->t_s, 0, p);
}

static void take(video *v, const picture *p) {
    struct fault why = {""};
    if (v->film && (p->t_s - v->from_s >= FILM_S || p->t_s < v->to_s)) end_film(v);
    if (!v->film) begin_film(v, p);
    if (!v->film) return;
    if (mp4_add(v->film, p->bgr, p->width, p->height, 3 * (size_t)p->width, p->t_s - v->from_s, &why) != STATUS_OK) {
        fail(v, p->t_s, &why);
        return;
    }
    v->to_s = p->t_s;
    v->frames++;
}

static void *run(void *context) {
    video *v = context;
    pthread_mutex_lock(&v->lock);
    while (v->count > 0 || !v->stopping) {
        if (v->count == 0) {
            pthread_cond_wait(&v->more, &v->lock);
            continue;
        }
        const picture *p = &v->waiting[v->first];
        pthread_mutex_unlock(&v->lock);
        take(v, p);
        pthread_mutex_lock(&v->lock);
        v->first = (v->first + 1) % WAITING_MOST;
        v->count--;
        pthread_cond_broadcast(&v->more);
    }
    pthread_mutex_unlock(&v->lock);
    end_film(v);
    return NULL;
}

// Frames -------------------------------------------------------------------------------------------------------------------------------------

static void copy_row(const frame *f, int y, int step, int width, uint8_t *out) {
    if (f->bgr && step == 1) {
        memcpy(out, frame_bgr(f, 0, y), 3 * (size_t)width);
        return;
    }
    for (int x = 0; x < width; x++, out += 3)
        if (f->bgr)
            memcpy(out, frame_bgr(f, x * step, y), 3);
        else
            memset(out, f->gray[(size_t)y * f->gray_stride + (size_t)(x * step)], 3);
}

static bool copy_picture(const frame *f, double t_s, picture *p) {
    int step = (f->width + WIDTH_MOST - 1) / WIDTH_MOST, width = f->width / step, height = f->height / step;
    size_t bytes = 3 * (size_t)width * (size_t)height;
    if (bytes > p->capacity) {
        free(p->bgr);
        p->bgr = malloc(bytes);
        p->capacity = p->bgr ? bytes : 0;
    }
    if (!p->bgr) return false;
    p->width = width, p->height = height, p->t_s = t_s;
    frame_want_colours(f, 0, 0, f->width, f->height);
    for (int y = 0; y < height; y++) copy_row(f, y * step, step, width, p->bgr + 3 * (size_t)y * (size_t)width);
    return true;
}

void video_frame(video *v, const frame *f, double t_s) {
    if (!v || (t_s - v->taken_s < STEP_S && t_s >= v->taken_s)) return;
    pthread_mutex_lock(&v->lock);
    while (v->waits && v->count == WAITING_MOST) pthread_cond_wait(&v->more, &v->lock);
    bool room = v->count < WAITING_MOST;
    v->left_out += !room;
    picture *p = &v->waiting[(v->first + v->count) % WAITING_MOST];
    pthread_mutex_unlock(&v->lock);
    if (!room || !copy_picture(f, t_s, p)) return;
    v->taken_s = t_s;
    pthread_mutex_lock(&v->lock);
    v->count++;
    pthread_cond_broadcast(&v->more);
    pthread_mutex_unlock(&v->lock);
}

// Before and after ---------------------------------------------------------------------------------------------------------------------------

status video_begin(desk *d, const char *record_path, bool waits, video **out, fault *fault) {
    static const char ending[] = ".vedette";
    size_t n = strlen(record_path), m = sizeof ending - 1;
    video *v = calloc(1, sizeof *v);
    if (!v) return fault_set(fault, STATUS_MEMORY, "out of memory");
    v->desk = d;
    v->waits = waits;
    v->taken_s = -1;
    if (n > m && strcmp(record_path + n - m, ending) == 0) n -= m;
    snprintf(v->stem, sizeof v->stem, "%.*s", (int)n, record_path);
    if (pthread_mutex_init(&v->lock, NULL) == 0 && pthread_cond_init(&v->more, NULL) == 0 && pthread_create(&v->thread, NULL, run, v) == 0) {
        *out = v;
        return STATUS_OK;
    }
    free(v);
    return fault_set(fault, STATUS_MEMORY, "no thread can be started to film the game");
}

void video_end(video *v) {
    if (!v) return;
    pthread_mutex_lock(&v->lock);
    v->stopping = true;
    pthread_cond_broadcast(&v->more);
    pthread_mutex_unlock(&v->lock);
    pthread_join(v->thread, NULL);
    if (v->left_out > 0) cli_message("%ld pictures are not in the film: the machine was too slow to encode them", v->left_out);
    for (int i = 0; i < WAITING_MOST; i++) free(v->waiting[i].bgr);
    pthread_mutex_destroy(&v->lock);
    pthread_cond_destroy(&v->more);
    free(v);
}
