#include "app/check_picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/cli.h"
#include "calib/legible.h"
#include "capture/capture.h"
#include "core/plural.h"
#include "formation/identify/identify.h"
#include "pipeline/eye.h"
#include "pipeline/quality.h"

#define LIVE_PICTURES 30  // of a camera, until its exposure and focus have settled
#define STEPS 24          // of the grid over the table on which the ground is sampled, each way
#define PERCENTILE 0.02   // of the brightest samples, which are taken for white

typedef struct {
    const game *game;
    eye *eye;
    const frame *frame;
    bool good;
} checked;

// The picture's colour there, 0xrrggbb; NO_COLOUR outside of it.
static uint32_t colour_at(const frame *f, px2 p) {
    int u = (int)round(p.u), v = (int)round(p.v);
    if (!f->bgr || u < 0 || v < 0 || u >= f->width || v >= f->height) return NO_COLOUR;
    const uint8_t *at = frame_glance_at(f, u, v);
    return (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static int by_level(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

// The level of each channel that is taken for white: paper, snow, foam. The picture's own light is so left out of its colours.
static void white_of(const uint32_t *ground, int n, double white[3]) {
    uint8_t level[STEPS * STEPS];
    for (int channel = 0; channel < 3; channel++) {
        for (int i = 0; i < n; i++) level[i] = (uint8_t)(ground[i] >> (8 * channel));
        qsort(level, (size_t)n, sizeof *level, by_level);
        white[channel] = fmax(64, level[n - 1 - (int)(PERCENTILE * n)]);
    }
}

static uint32_t in_white_light(uint32_t rgb, const double white[3]) {
    uint32_t out = 0;
    for (int channel = 0; channel < 3; channel++) out |= (uint32_t)fmin(255, (rgb >> (8 * channel) & 255) * 235 / white[channel]) << (8 * channel);
    return out;
}

// Plain rims of which the paint is much like a large part of the table.
static void check_paints(checked *k) {
    uint32_t ground[STEPS * STEPS];
    double white[3];
    int n = 0;
    const calibration *c = eye_calibration(k->eye);
    for (int i = 0; i < STEPS * STEPS; i++) {
        vec2 at = {k->game->width_in * (i % STEPS + 0.5) / STEPS, k->game->depth_in * (i / STEPS + 0.5) / STEPS};
        uint32_t rgb = colour_at(k->frame, calib_to_px(c, (vec3){at.x, at.y, 0}));
        if (rgb != NO_COLOUR) ground[n++] = rgb;
    }
    if (n == 0) return;
    white_of(ground, n, white);
    for (int u = 0; u < k->game->unit_count; u++) {
        const game_unit *unit = &k->game->units[u];
        bool plain = unit->rim_rgb != NO_COLOUR && unit->figure_count > 0 && !k->game->figures[unit->first_figure].marker.family[0];
        int alike = 0;
        for (int i = 0; plain && i < n; i++)
            alike += legible_paint_distance(unit->rim_rgb, in_white_light(ground[i], white)) < LEGIBLE_PAINT_DISTANCE;
        if (alike < LEGIBLE_GROUND_SHARE * n) continue;
        k->good = false;
        cli_message("unit %s: its rims #%06x are too much like %d %% of the table: paint them otherwise, or give the bases tags or rim codes",
                    unit->id, (unsigned)unit->rim_rgb, 100 * alike / n);
    }
}

static void check_quality(checked *k) {
    picture_quality q = quality_of(k->frame);
    char amiss[QUALITY_TEXT];
    q.burnt_ink = eye_burnt_ink(k->eye);
    printf("the picture: light %s, edges smeared by %.2f px\n", light_name(q.light), q.blur_px);
    if (!quality_describe(&q, legible_times(k->game, eye_calibration(k->eye)), amiss)) return;
    k->good = false;
    cli_message("the picture is %s", amiss);
}

// Says why figures may not be found, and what to do.
static void tell_missing(const game_unit *u, int found, int doubtful) {
    if (found < u->figure_count)
        cli_message(
            "unit %s: %d of %d figure%s can't be found: are they on the table, uncovered and upright? Else the light, the focus, too few pixels a "
            "millimetre or a paint like the ground keep them from being read: see `vedette detect --explain`",
            u->id, u->figure_count - found, u->figure_count, plural_s(u->figure_count));
    if (doubtful > 0)
        cli_message(
            "unit %s: which side is the front can't be told of %d figure%s: moves that turn on it will be doubtful; paint front marks, or give the "
            "unit a marker",
            u->id, doubtful, plural_s(doubtful));
}

static status check_figures(checked *k, fault *fault) {
    eye_sight seen;
    status s = eye_look(k->eye, k->frame, NULL, &seen, fault);
    if (s == STATUS_OK) s = formation_identify(k->game, seen.bases.at, seen.bases.count, NULL, fault);
    for (int u = 0; s == STATUS_OK && u < k->game->unit_count; u++) {
        const game_unit *unit = &k->game->units[u];
        int found = 0, doubtful = 0;
        for (int i = 0; i < seen.bases.count; i++) {
            const base_sighting *b = &seen.bases.at[i];
            bool own = b->figure >= unit->first_figure && b->figure < unit->first_figure + unit->figure_count && b->by != SEEN_BY_UNIT_MARKER;
            found += own;
            doubtful += own && b->front_doubtful;
        }
        printf("  unit %s: %d of %d figure%s found\n", unit->id, found, unit->figure_count, plural_s(unit->figure_count));
        k->good = k->good && found == unit->figure_count && doubtful == 0;
        tell_missing(unit, found, doubtful);
    }
    return s;
}

static status take_picture(const char *source, const calibration *c, capture **out, frame *f, fault *fault) {
    capture_options o = capture_default_options();
    o.colour = true;
    if (c) o.width = c->width, o.height = c->height;
    status s = capture_open(source, &o, out, fault);
    for (int i = 0; s == STATUS_OK && i < (capture_is_live(*out) ? LIVE_PICTURES : 1); i++) s = capture_next(*out, f, fault);
    return s;
}

int check_picture(const game *g, const calibration *c, const char *source) {
    fault fault = {""};
    frame f;
    capture *pictures = NULL;
    checked k = {.game = g, .frame = &f, .good = true};
    calib_table_report report;
    status s = take_picture(source, c, &pictures, &f, &fault);
    if (s == STATUS_OK) s = eye_create(g, (eye_options){.threads = 2}, &k.eye, &fault);
    if (s == STATUS_OK && c && c->has_table)
        eye_set_calibration(k.eye, c);
    else if (s == STATUS_OK)
        s = eye_find_table(k.eye, &f, c, &report, &fault);
    if (s == STATUS_OK) s = check_figures(&k, &fault);
    if (s == STATUS_OK) {
        check_quality(&k);
        check_paints(&k);
    }
    eye_destroy(k.eye);
    capture_close(pictures);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    return k.good ? EXIT_DONE : EXIT_NOT_IN_ORDER;
}
