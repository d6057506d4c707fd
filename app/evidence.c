#include "app/evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/pictures.h"
#include "app/ways.h"
#include "pipeline/table_cut.h"
#include "stream/stream.h"

#define MARGIN_IN 1.5      // round the figures of a move
#define TABLE_EVERY_S 300  // with a game of three hours, 4 MB
#define TABLE_PX 1280      // width at most, of the whole table
#define CROP_PX 400        // the same of a part: 19 kB on textured ground, 800 in a long game
#define SHOWN_EVERY_S 1.0  // the whole table, for the page while somebody looks at it
#define SHOWN_PX 800       // its width

// A verdict of which the picture after the move is still to come.
typedef struct {
    int move, unit;  // move 0: none
} pending;

struct evidence {
    desk *desk;
    table_view *view;
    double *began_s;  // of each unit's move that goes on or was judged last; -1: it stands
    pending *after;   // one for each unit
    bool *handled;    // an occluder is at the unit
    double table_s;   // when the whole table was kept last
    double shown_s;   // when it was made for the page last
    double t_s;
    pictures *pictures;
    ways *ways;
};

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

static void cut_out(const evidence *e, const table_picture *p, stream_picture about, int most_px, unsigned use) {
    cut c = cut_of(p, &about, most_px);
    if (c.width < 1 || c.height < 1) return;
    picture_job *j = pictures_new(c.width, c.height);
    if (!j) return;
    about.width = c.width;
    about.height = c.height;
    about.t_s = p->to_s;
    about.low = (vec2){c.x / p->px_in, p->depth_in - (c.y + c.height * c.step) / p->px_in};
    about.high = (vec2){(c.x + c.width * c.step) / p->px_in, p->depth_in - c.y / p->px_in};
    j->about = about;
    j->use = use;
    for (int y = 0; y < c.height; y++)
        for (int x = 0; x < c.width; x++) copy_pixel(p, &c, x, y, j->bgr + 3 * ((size_t)y * (size_t)c.width + (size_t)x));
    pictures_give(e->pictures, j);
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
    if (before && before != after) cut_out(e, before, about, CROP_PX, PICTURE_TO_RECORD | PICTURE_TO_PAGE);
    about.what = "after";
    if (after) cut_out(e, after, about, CROP_PX, PICTURE_TO_RECORD | PICTURE_TO_PAGE);
}

static void keep_moves(evidence *e, const session *s) {
    for (int u = 0; u < e->desk->game->unit_count; u++)
        if (e->after[u].move > 0) keep_move(e, s, u);
}

static void keep_table(evidence *e) {
    const table_picture *p = table_view_before(e->view, INFINITY);
    if (!e->desk->recorder || !p || p->to_s - e->table_s < TABLE_EVERY_S) return;
    e->table_s = p->to_s;
    cut_out(e, p, (stream_picture){.unit = -1, .what = "table", .high = {e->desk->game->width_in, e->desk->game->depth_in}}, TABLE_PX,
            PICTURE_TO_RECORD);
}

void evidence_report(evidence *e, const report *what) {
    if (!e || what->kind != REPORT_MOVE || e->desk->recalls) return;
    const verdict *v = what->verdict;
    e->after[v->unit] = (pending){.move = v->move, .unit = v->unit};
    // Records stay small: the way of a legal move is for those who look on.
    ways_judged(e->ways, v->unit, v->move, PICTURE_TO_PAGE | (v->ruling == RULING_LEGAL ? 0 : PICTURE_TO_RECORD), e->pictures);
}

// The whole table as this frame shows it, for the page.
static void show_table(evidence *e, const calibration *c, const frame *f) {
    const game *g = e->desk->game;
    if (!c || !e->desk->web || (f->t_s - e->shown_s < SHOWN_EVERY_S && f->t_s >= e->shown_s) || !web_wants_table_picture(e->desk->web)) return;
    picture_job *j = pictures_new(SHOWN_PX, (int)(SHOWN_PX * g->depth_in / g->width_in));
    if (!j) return;
    e->shown_s = f->t_s;
    j->use = PICTURE_IS_TABLE;
    j->about.t_s = f->t_s, j->about.what = "table", j->about.high = (vec2){g->width_in, g->depth_in};
    table_cut_take(c, f, (vec2){0, 0}, j->about.high, j->about.width, j->about.height, j->bgr);
    pictures_give(e->pictures, j);
}

static void note_moves(evidence *e, session *s) {
    for (int u = 0; u < e->desk->game->unit_count; u++) {
        bool goes_on = session_goes_on(s, u);
        if (goes_on && e->began_s[u] < 0) e->began_s[u] = e->t_s;
        if (!goes_on && e->after[u].move == 0) e->began_s[u] = -1;
    }
}

static bool any_covered(evidence *e, const pipeline *p) {
    bool any = false;
    for (int u = 0; u < e->desk->game->unit_count; u++) any |= e->handled[u] = pipeline_covers(p, u);
    return any;
}

void evidence_frame(evidence *e, const pipeline *p, session *s, const frame *f, bool changed) {
    if (!e) return;
    frame at = *f;
    e->t_s = at.t_s = pipeline_time(p, f);
    note_moves(e, s);
    bool covered = any_covered(e, p);
    table_view_take(e->view, pipeline_calibration(p), &at, changed, pipeline_is_blind(p) || covered);
    ways_frame(e->ways, pipeline_calibration(p), s, &at, e->handled);
    show_table(e, pipeline_calibration(p), &at);
    if (!table_view_is_current(e->view)) return;
    keep_moves(e, s);
    keep_table(e);
}

// Before and after ---------------------------------------------------------------------------------------------------------------------------

static void finish(evidence *e) {
    pictures_end(e->pictures);
    ways_destroy(e->ways);
    table_view_destroy(e->view);
    free(e->began_s);
    free(e->after);
    free(e->handled);
    free(e);
}

status evidence_begin(desk *d, evidence **out, fault *fault) {
    size_t units = (size_t)d->game->unit_count + 1;
    evidence *e = calloc(1, sizeof *e);
    if (!e) return fault_set(fault, STATUS_MEMORY, "out of memory");
    e->desk = d;
    e->table_s = e->shown_s = -INFINITY;
    e->began_s = malloc(units * sizeof *e->began_s);
    e->after = calloc(units, sizeof *e->after);
    e->handled = calloc(units, sizeof *e->handled);
    status s = e->began_s && e->after && e->handled ? table_view_create(d->game, &e->view, fault) : fault_set(fault, STATUS_MEMORY, "out of memory");
    for (size_t u = 0; s == STATUS_OK && u < units; u++) e->began_s[u] = -1;
    if (s == STATUS_OK) s = ways_create(d->game, &e->ways, fault);
    if (s == STATUS_OK) s = pictures_begin(d, &e->pictures, fault);
    if (s == STATUS_OK)
        *out = e;
    else
        finish(e);
    return s;
}

void evidence_end(evidence *e, const session *s) {
    if (!e) return;
    keep_moves(e, s);
    finish(e);
}
