#include "app/evidence.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "capture/jpeg.h"
#include "stream/stream.h"

#define MARGIN_IN 1.5      // round the figures of a move
#define TABLE_EVERY_S 300  // with a game of three hours, 4 MB
#define TABLE_PX 1280      // width at most, of the whole table
#define CROP_PX 400        // the same of a part: 19 kB on textured ground, 800 in a long game
#define QUALITY 75
#define WAITING_MOST 32  // pictures

// A picture to be made a JPEG and recorded.
typedef struct job {
    struct job *next;
    stream_picture about;
    uint8_t bgr[];
} job;

// A verdict of which the picture after the move is still to come.
typedef struct {
    int move, unit;  // move 0: none
} pending;

struct evidence {
    desk *desk;
    table_view *view;
    double *began_s;  // of each unit's move that goes on or was judged last; -1: it stands
    pending *after;   // one for each unit
    double table_s;   // when the whole table was kept last
    double t_s;
    pthread_t thread;
    pthread_mutex_t lock;  // of the rest
    pthread_cond_t more;
    job *first, **end;
    int waiting;
    bool stopping;
};

// The thread ---------------------------------------------------------------------------------------------------------------------------------

static void keep(const evidence *e, const job *j) {
    uint8_t *bytes = NULL;
    size_t length = 0;
    fault lost = {""};
    status s = jpeg_encode(j->bgr, j->about.width, j->about.height, 3 * (size_t)j->about.width, QUALITY, &bytes, &length, &lost);
    char *json = s == STATUS_OK ? stream_picture_json(e->desk->game, &j->about) : NULL;
    const record_entry row = {.log = RECORD_EVIDENCE, .t_s = j->about.t_s, .kind = "picture", .json = json, .bytes = bytes, .length = length};
    if (json) s = recorder_put(e->desk->recorder, &row, NULL, &lost);
    if (s != STATUS_OK) cli_message("%s", lost.text);
    free(json);
    free(bytes);
}

static void *run(void *context) {
    evidence *e = context;
    pthread_mutex_lock(&e->lock);
    while (e->first || !e->stopping) {
        if (!e->first) {
            pthread_cond_wait(&e->more, &e->lock);
            continue;
        }
        job *j = e->first;
        e->first = j->next;
        if (!e->first) e->end = &e->first;
        e->waiting--;
        pthread_mutex_unlock(&e->lock);
        keep(e, j);
        free(j);
        pthread_mutex_lock(&e->lock);
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

static void give(evidence *e, job *j) {
    pthread_mutex_lock(&e->lock);
    bool taken = e->waiting < WAITING_MOST;
    if (taken) {
        *e->end = j;
        e->end = &j->next;
        e->waiting++;
        pthread_cond_signal(&e->more);
    }
    pthread_mutex_unlock(&e->lock);
    if (!taken) free(j);
}

// Cutting out --------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    int x, y, width, height, step;  // px of the view; each step-th is taken
} cut;

static cut cut_of(const table_picture *p, const stream_picture *about, int most_px) {
    int x0 = (int)fmax(floor(about->low.x * p->px_in), 0), x1 = (int)fmin(ceil(about->high.x * p->px_in), p->width);
    int y0 = (int)fmax(floor((p->depth_in - about->high.y) * p->px_in), 0), y1 = (int)fmin(ceil((p->depth_in - about->low.y) * p->px_in), p->height);
    int longest = x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0, step = (longest + most_px - 1) / most_px;
    if (step < 1) step = 1;
    return (cut){x0, y0, (x1 - x0) / step, (y1 - y0) / step, step};
}

// The mean of each step x step square, so that fine structure does not flicker from picture to picture.
static void copy_pixel(const table_picture *p, const cut *c, int x, int y, uint8_t *out) {
    int sum[3] = {0};
    for (int i = 0; i < c->step; i++) {
        const uint8_t *row = p->bgr + 3 * ((size_t)(c->y + y * c->step + i) * (size_t)p->width + (size_t)(c->x + x * c->step));
        for (int k = 0; k < 3 * c->step; k++) sum[k % 3] += row[k];
    }
    for (int i = 0; i < 3; i++) out[i] = (uint8_t)(sum[i] / (c->step * c->step));
}

static void cut_out(evidence *e, const table_picture *p, stream_picture about, int most_px) {
    cut c = cut_of(p, &about, most_px);
    if (c.width < 1 || c.height < 1) return;
    job *j = malloc(sizeof *j + (size_t)c.width * (size_t)c.height * 3);
    if (!j) return;
    about.width = c.width;
    about.height = c.height;
    about.t_s = p->to_s;
    about.low = (vec2){c.x / p->px_in, p->depth_in - (c.y + c.height * c.step) / p->px_in};
    about.high = (vec2){(c.x + c.width * c.step) / p->px_in, p->depth_in - c.y / p->px_in};
    *j = (job){.about = about};
    for (int y = 0; y < c.height; y++)
        for (int x = 0; x < c.width; x++) copy_pixel(p, &c, x, y, j->bgr + 3 * ((size_t)y * (size_t)c.width + (size_t)x));
    give(e, j);
}

// Moves --------------------------------------------------------------------------------------------------------------------------------------

static void widen(stream_picture *box, const pose *p) {
    if (!p) return;
    box->low = (vec2){fmin(box->low.x, p->at.x - MARGIN_IN), fmin(box->low.y, p->at.y - MARGIN_IN)};
    box->high = (vec2){fmax(box->high.x, p->at.x + MARGIN_IN), fmax(box->high.y, p->at.y + MARGIN_IN)};
}

// Where the unit stood before its last move and stands now.
static stream_picture box_of(const evidence *e, const session *s, int unit) {
    stream_picture box = {.unit = unit, .move = e->after[unit].move, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    const game_unit *u = &e->desk->game->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        bool seen;
        widen(&box, session_place(s, f, &seen));
        widen(&box, session_place_before(s, f));
    }
    return box;
}

static void keep_move(evidence *e, const session *s, int unit) {
    stream_picture about = box_of(e, s, unit);
    const table_picture *before = e->began_s[unit] >= 0 ? table_view_before(e->view, e->began_s[unit]) : NULL;
    const table_picture *after = table_view_before(e->view, INFINITY);
    e->after[unit].move = 0;
    if (!(about.low.x < about.high.x)) return;
    about.what = "before";
    if (before && before != after) cut_out(e, before, about, CROP_PX);
    about.what = "after";
    if (after) cut_out(e, after, about, CROP_PX);
}

static void keep_moves(evidence *e, const session *s) {
    for (int u = 0; u < e->desk->game->unit_count; u++)
        if (e->after[u].move > 0) keep_move(e, s, u);
}

static void keep_table(evidence *e) {
    const table_picture *p = table_view_before(e->view, INFINITY);
    if (!p || p->to_s - e->table_s < TABLE_EVERY_S) return;
    e->table_s = p->to_s;
    cut_out(e, p, (stream_picture){.unit = -1, .what = "table", .high = {e->desk->game->width_in, e->desk->game->depth_in}}, TABLE_PX);
}

void evidence_report(evidence *e, const report *what) {
    if (!e || what->kind != REPORT_MOVE || e->desk->recalls) return;
    e->after[what->verdict->unit] = (pending){.move = what->verdict->move, .unit = what->verdict->unit};
}

static void note_moves(evidence *e, session *s) {
    for (int u = 0; u < e->desk->game->unit_count; u++) {
        bool goes_on = session_goes_on(s, u);
        if (goes_on && e->began_s[u] < 0) e->began_s[u] = e->t_s;
        if (!goes_on && e->after[u].move == 0) e->began_s[u] = -1;
    }
}

static bool any_covered(const evidence *e, const pipeline *p) {
    for (int u = 0; u < e->desk->game->unit_count; u++)
        if (pipeline_covers(p, u)) return true;
    return false;
}

void evidence_frame(evidence *e, const pipeline *p, session *s, const frame *f, bool changed) {
    if (!e) return;
    frame at = *f;
    e->t_s = at.t_s = pipeline_time(p, f);
    note_moves(e, s);
    table_view_take(e->view, pipeline_calibration(p), &at, changed, pipeline_is_blind(p) || any_covered(e, p));
    if (!table_view_is_current(e->view)) return;
    keep_moves(e, s);
    keep_table(e);
}

// Before and after ---------------------------------------------------------------------------------------------------------------------------

static void finish(evidence *e) {
    table_view_destroy(e->view);
    free(e->began_s);
    free(e->after);
    free(e);
}

status evidence_begin(desk *d, evidence **out, fault *fault) {
    size_t units = (size_t)d->game->unit_count + 1;
    evidence *e = calloc(1, sizeof *e);
    if (!e) return fault_set(fault, STATUS_MEMORY, "out of memory");
    e->desk = d;
    e->table_s = -INFINITY;
    e->end = &e->first;
    e->began_s = malloc(units * sizeof *e->began_s);
    e->after = calloc(units, sizeof *e->after);
    status s = e->began_s && e->after ? table_view_create(d->game, &e->view, fault) : fault_set(fault, STATUS_MEMORY, "out of memory");
    for (size_t u = 0; s == STATUS_OK && u < units; u++) e->began_s[u] = -1;
    bool ready = s == STATUS_OK && pthread_mutex_init(&e->lock, NULL) == 0 && pthread_cond_init(&e->more, NULL) == 0 &&
                 pthread_create(&e->thread, NULL, run, e) == 0;
    if (ready) {
        *out = e;
        return STATUS_OK;
    }
    finish(e);
    return s != STATUS_OK ? s : fault_set(fault, STATUS_MEMORY, "no thread can be started to record the pictures");
}

void evidence_end(evidence *e, const session *s) {
    if (!e) return;
    keep_moves(e, s);
    pthread_mutex_lock(&e->lock);
    e->stopping = true;
    pthread_cond_signal(&e->more);
    pthread_mutex_unlock(&e->lock);
    pthread_join(e->thread, NULL);
    pthread_mutex_destroy(&e->lock);
    pthread_cond_destroy(&e->more);
    finish(e);
}
