#include "app/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "formation/track.h"

#define RECTS_MAX 24
#define FRESH_LOOKS 4        // whole pictures searched at the start, averaged by the tracker
#define STILL_S 0.6          // nothing moved for so long: the picture has settled
#define STILL_HAND_S 3.0     // the same where something large lies in it that may be a hand
#define SWEEP_S 4.0          // at rest, between whole searches for figures that are not found
#define TABLE_CHECK_S 2.0    // at rest, between looks at the table's markers
#define TABLE_MOVED_IN 0.06  // most of the table's markers are off by so much: camera or table have moved
#define MARGIN_MM 25.0       // about a base, searched around what changed

struct pipeline {
    const game *game;
    eye *eye;
    formation *formation;
    calibration lens;
    bool has_lens, started, table_moved;
    int fresh;
    double last_motion_s, last_sweep_s, last_check_s;
    bool unsettled;
    pose *expected;
    bool *is_expected, *searched;
    px_rect *rects;
    int rect_count;
    uint8_t *label;
    size_t label_room;
    char health[256], notice[256];
    bool troubled;
    pipeline_costs costs;
};

status pipeline_create(const game *g, const calibration *c, pipeline **out, fault *why) {
    *out = NULL;
    pipeline *p = calloc(1, sizeof *p);
    if (!p) return fault_set(why, STATUS_MEMORY, "out of memory");
    size_t n = (size_t)g->figure_count + 1;
    *p = (pipeline){.game = g, .fresh = FRESH_LOOKS};
    p->expected = calloc(n, sizeof *p->expected);
    p->is_expected = calloc(n, sizeof *p->is_expected);
    p->searched = calloc(n, sizeof *p->searched);
    p->rects = calloc(RECTS_MAX, sizeof *p->rects);
    status s = p->expected && p->is_expected && p->searched && p->rects ? STATUS_OK : fault_set(why, STATUS_MEMORY, "out of memory");
    formation_options fo = formation_default_options();
    if (s == STATUS_OK) s = eye_create(g, (eye_options){.threads = 2}, &p->eye, why);
    if (s == STATUS_OK) s = formation_create(g, &fo, &p->formation, why);
    if (s != STATUS_OK) {
        pipeline_destroy(p);
        return s;
    }
    if (c) {
        p->lens = *c;
        p->has_lens = true;
        if (c->has_table) eye_set_calibration(p->eye, c);
    }
    *out = p;
    return STATUS_OK;
}

void pipeline_destroy(pipeline *p) {
    if (!p) return;
    formation_destroy(p->formation);
    eye_destroy(p->eye);
    free(p->expected);
    free(p->is_expected);
    free(p->searched);
    free(p->rects);
    free(p->label);
    free(p);
}

// What changed -> where to look -------------------------------------------------------------------------------------------------------------

static bool overlaps(px_rect a, px_rect b) { return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height; }

static px_rect cover_both(px_rect a, px_rect b) {
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width,
        below = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (px_rect){x, y, right - x, below - y};
}

static void add_rect(pipeline *p, px_rect r) {
    for (int i = 0; i < p->rect_count; i++) {  // overlapping ones become one, and that one may overlap others
        if (!overlaps(p->rects[i], r) && p->rect_count < RECTS_MAX) continue;
        r = cover_both(p->rects[i], r);
        p->rects[i] = p->rects[--p->rect_count];
        i = -1;
    }
    p->rects[p->rect_count++] = r;
}

// Bounding rectangle, in tiles, of the changed tiles that hang together with tile i (8-connected); marks them.
static px_rect region_from(const vision_changes *c, uint8_t *label, int *stack, int i) {
    int depth = 0, lo_x = c->columns, lo_y = c->rows, hi_x = -1, hi_y = -1;
    stack[depth++] = i;
    label[i] = 1;
    while (depth > 0) {
        int at = stack[--depth], x = at % c->columns, y = at / c->columns;
        lo_x = x < lo_x ? x : lo_x, hi_x = x > hi_x ? x : hi_x, lo_y = y < lo_y ? y : lo_y, hi_y = y > hi_y ? y : hi_y;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int nx = x + dx, ny = y + dy, next = ny * c->columns + nx;
                if (nx < 0 || ny < 0 || nx >= c->columns || ny >= c->rows || label[next] || !(c->changed[next] || c->moving[next])) continue;
                label[next] = 1;
                stack[depth++] = next;
            }
    }
    return (px_rect){lo_x, lo_y, hi_x - lo_x + 1, hi_y - lo_y + 1};
}

static int margin_px(const pipeline *p) {
    const calibration *c = eye_calibration(p->eye);
    double inch = calib_sigma_in(c, (px2){c->cx, c->cy}, 0, 1);
    return inch > 0 && isfinite(inch) ? (int)(MARGIN_MM * IN_PER_MM / inch) + 1 : 32;
}

static status choose_rects(pipeline *p, const vision_changes *c, fault *why) {
    size_t tiles = (size_t)c->columns * (size_t)c->rows, room = tiles * (1 + sizeof(int));
    if (room > p->label_room) {
        uint8_t *more = realloc(p->label, room + sizeof(int));
        if (!more) return fault_set(why, STATUS_MEMORY, "out of memory");
        p->label = more;
        p->label_room = room;
    }
    int *stack = (int *)(void *)p->label;  // the stack first, for its alignment; the labels behind it
    uint8_t *label = p->label + tiles * sizeof(int);
    memset(label, 0, tiles);
    p->rect_count = 0;
    int margin = margin_px(p);
    for (int i = 0; i < (int)tiles; i++) {
        if (label[i] || !(c->changed[i] || c->moving[i])) continue;
        px_rect r = region_from(c, label, stack, i);
        add_rect(p, (px_rect){r.x * c->tile_px - margin, r.y * c->tile_px - margin, r.width * c->tile_px + 2 * margin,
                              r.height * c->tile_px + 2 * margin});
    }
    return STATUS_OK;
}

static bool inside(px_rect inner, px_rect outer) {
    return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
           inner.y + inner.height <= outer.y + outer.height;
}

// Figures whose last place lies where we look, and which of them are looked at whole.
static void choose_expected(pipeline *p, bool everywhere) {
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known, hidden;
        const pose *at = formation_pose(p->formation, i, &known, &hidden);
        p->is_expected[i] = p->searched[i] = false;
        if (!known) {
            p->searched[i] = everywhere;
            continue;
        }
        px_rect box = eye_base_box(p->eye, i, *at, 0);
        p->expected[i] = *at;
        if (box.width == 0) continue;
        p->searched[i] = everywhere;
        p->is_expected[i] = everywhere;
        for (int r = 0; r < p->rect_count && !everywhere; r++) {
            p->is_expected[i] |= overlaps(box, p->rects[r]);
            p->searched[i] |= inside(box, p->rects[r]);
        }
    }
}

// One look --------------------------------------------------------------------------------------------------------------------------------

static status look(pipeline *p, const frame *f, bool everywhere, bool hand, event *out, fault *why) {
    double begin = cli_clock_s();
    choose_expected(p, everywhere);
    eye_sight seen;
    status s = eye_look(p->eye, f, everywhere ? NULL : p->rects, p->rect_count, p->expected, p->is_expected, &seen, why);
    double middle = cli_clock_s();
    p->costs.look_s += middle - begin;
    p->costs.looks++;
    if (s != STATUS_OK) return s;
    formation_view view = {.t_s = f->t_s, .bases = seen.bases.at, .base_count = seen.bases.count, .searched = p->searched, .hand = hand};
    s = formation_see(p->formation, &view, out, why);
    p->costs.track_s += cli_clock_s() - middle;
    return s;
}

static status pass_time(pipeline *p, const frame *f, bool hand, event *out, fault *why) {
    memset(p->searched, 0, (size_t)p->game->figure_count * sizeof *p->searched);
    formation_view view = {.t_s = f->t_s, .searched = p->searched, .hand = hand};
    return formation_see(p->formation, &view, out, why);
}

void pipeline_count_unseen(const pipeline *p, int *hidden, int *unknown) {
    *hidden = *unknown = 0;
    for (int i = 0; i < p->game->figure_count; i++) {
        bool is_known, is_hidden;
        formation_pose(p->formation, i, &is_known, &is_hidden);
        *unknown += !is_known;
        *hidden += is_known && is_hidden;
    }
}

static bool some_unseen(const pipeline *p) {
    int hidden, unknown;
    pipeline_count_unseen(p, &hidden, &unknown);
    return hidden + unknown > 0;
}

// The middle of the marker's box looks other than in the settled picture.
static bool marker_changed(const pipeline *p, const vision_changes *c, int m) {
    px_rect box = eye_marker_box(p->eye, m);
    int third = box.width / 3;
    for (int y = (box.y + third) / c->tile_px; y <= (box.y + 2 * third) / c->tile_px; y++)
        for (int x = (box.x + third) / c->tile_px; x <= (box.x + 2 * third) / c->tile_px; x++)
            if (x >= 0 && y >= 0 && x < c->columns && y < c->rows && c->changed[y * c->columns + x]) return true;
    return false;
}

// True where most of the table's markers changed at once: no hand does that, a knock against the camera or the table does.
static bool is_shaken(const pipeline *p, const vision_changes *c) {
    int changed = 0;
    for (int m = 0; m < p->game->table_marker_count; m++) changed += marker_changed(p, c, m);
    return changed >= 3 && 2 * changed > p->game->table_marker_count;
}

// Calibrates anew once everything is at rest again; what is seen before that is not believed.
static status calibrate_anew(pipeline *p, const frame *f, fault *why) {
    calibration before = *eye_calibration(p->eye);
    calib_table_report report;
    status s = eye_find_table(p->eye, f, &before, &report, why);
    if (s != STATUS_OK) return s == STATUS_INVALID ? STATUS_OK : s;
    snprintf(p->notice, sizeof p->notice, "the camera or the table was moved: it is calibrated anew from the table's markers, residual %.2f px",
             report.rms_px);
    p->table_moved = false;
    p->fresh = FRESH_LOOKS;
    vision_settle(eye_vision(p->eye), f, NULL);
    return STATUS_OK;
}

static status check_table(pipeline *p, const frame *f, bool shaken, bool at_rest, fault *why) {
    calib_table_report report;
    status s = eye_check_table(p->eye, f, &report, why);
    if (s != STATUS_OK) return s;
    if (report.count >= 3)
        p->table_moved = report.typical_off_in > TABLE_MOVED_IN;
    else if (shaken)
        p->table_moved = true;  // as far as anyone can tell
    return p->table_moved && at_rest && report.count >= 4 ? calibrate_anew(p, f, why) : STATUS_OK;
}

static void say_health(pipeline *p, bool hand) {
    int hidden, unknown;
    pipeline_count_unseen(p, &hidden, &unknown);
    p->troubled = p->table_moved || (!hand && unknown > 0);
    char *h = p->health;
    size_t room = sizeof p->health;
    h[0] = '\0';
    if (p->table_moved)
        snprintf(h, room, "The camera or the table has moved: nothing is judged until both are at rest and calibrated anew.");
    else if (hand)
        snprintf(h, room, "A hand is over the table%s.", hidden ? ": some figures are hidden" : "");
    else if (hidden || unknown)
        snprintf(h, room, "%d of %d figures can't be seen.", hidden + unknown, p->game->figure_count);
}

static status find_table(pipeline *p, const frame *f, fault *why) {
    calib_table_report report;
    status s = eye_find_table(p->eye, f, p->has_lens ? &p->lens : NULL, &report, why);
    if (s == STATUS_OK)
        snprintf(p->notice, sizeof p->notice, "the table's place is taken from its markers%s, residual %.2f px", eye_lens_words(p->has_lens, &report),
                 report.rms_px);
    else if (s == STATUS_INVALID)
        snprintf(p->health, sizeof p->health, "%.200s", why->text), p->troubled = true;
    return s == STATUS_INVALID ? STATUS_OK : s;
}

status pipeline_frame(pipeline *p, const frame *f, event *out, fault *why) {
    *out = (event){.kind = EVENT_OBSERVE, .t_s = f->t_s, .side = -1, .unit = -1, .target = -1};
    p->costs.frames++;
    if (!eye_calibration(p->eye)) {
        status s = find_table(p, f, why);
        if (s != STATUS_OK || !eye_calibration(p->eye)) return s;
    }
    double begin = cli_clock_s();
    vision_changes changes;
    status s = vision_watch(eye_vision(p->eye), f, &changes);
    p->costs.watch_s += cli_clock_s() - begin;
    if (s != STATUS_OK) return fault_set(why, s, "comparing pictures: %s", status_text(s));
    if (!p->started) p->started = true, p->last_motion_s = p->last_sweep_s = p->last_check_s = f->t_s;
    if (changes.moving_count > 0) p->last_motion_s = f->t_s;
    double still = f->t_s - p->last_motion_s;
    bool at_rest = still >= STILL_S;
    bool shaken = changes.changed_count > 0 && is_shaken(p, &changes);
    if (shaken || (at_rest && f->t_s - p->last_check_s >= TABLE_CHECK_S)) {
        p->last_check_s = f->t_s;
        s = check_table(p, f, shaken, at_rest, why);
        if (s != STATUS_OK) return s;
    }
    bool sweep = p->fresh > 0 || (at_rest && f->t_s - p->last_sweep_s >= SWEEP_S && some_unseen(p));
    if (p->table_moved) {
        s = STATUS_OK;  // nothing that is seen now can be trusted
    } else if (sweep) {
        p->fresh -= p->fresh > 0;
        p->last_sweep_s = f->t_s;
        s = look(p, f, true, changes.hand, out, why);
    } else if (changes.changed_count > 0 || changes.moving_count > 0) {
        s = choose_rects(p, &changes, why);
        if (s == STATUS_OK) s = look(p, f, false, changes.hand, out, why);
    } else {
        s = pass_time(p, f, changes.hand, out, why);
    }
    if (changes.changed_count > 0 && still >= (changes.hand ? STILL_HAND_S : STILL_S)) vision_settle(eye_vision(p->eye), f, NULL);
    say_health(p, changes.hand && !at_rest);
    return s;
}

void pipeline_tell(pipeline *p, const event *e) { formation_place(p->formation, e); }
const char *pipeline_health(const pipeline *p) { return p->health; }
bool pipeline_troubled(const pipeline *p) { return p->troubled; }
const calibration *pipeline_calibration(const pipeline *p) { return eye_calibration(p->eye); }

bool pipeline_take_notice(pipeline *p, char *text, size_t room) {
    if (!p->notice[0]) return false;
    snprintf(text, room, "%s", p->notice);
    p->notice[0] = '\0';
    return true;
}

pipeline_costs pipeline_cost(const pipeline *p) { return p->costs; }
