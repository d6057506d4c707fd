#include "bench/vision_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/armies.h"
#include "bench/delivered.h"
#include "pipeline/pipeline.h"
#include "tests/pipeline/camera_of.h"
#include "tests/render/render.h"

enum { WIDTH = 4056, HEIGHT = 3040, FRAMES = 12, MOVES = 6, ROW = 5, HOVERS = 200 };

typedef struct {
    game *game;
    calibration calibration;
    render_scene scene;
    renderer *renderer;
    pipeline *pipeline;
    pose *poses;
    bool *reported;  // by figure: the pipeline has reported its place
    pose *told_at;
    uint8_t *bgr, *capacity[2];
    raw_picture raw[2];  // what the camera delivers: a still table's pictures differ by their noise
    picture *shown;
    double t_s;
    long frames;
    double moving_ms[MOVES * FRAMES];  // what each frame cost in which a unit moved
    int moving;
} table;

static void table_clear(table *t) {
    pipeline_destroy(t->pipeline);
    renderer_destroy(t->renderer);
    game_destroy(t->game);
    free(t->poses);
    free(t->reported);
    free(t->told_at);
    free(t->bgr);
    free(t->capacity[0]);
    free(t->capacity[1]);
    picture_destroy(t->shown);
}

static status set_scene(table *t, bool rim_codes, fault *fault) {
    char *text = armies_text(rim_codes ? ARMIES_RIM_CODES : ARMIES_TAGS);
    status s = text ? game_parse(text, strlen(text), "bench", &t->game, NULL, NULL, fault) : STATUS_MEMORY;
    free(text);
    if (s != STATUS_OK) return s;
    t->poses = calloc((size_t)t->game->figure_count, sizeof *t->poses);
    t->reported = calloc((size_t)t->game->figure_count, sizeof *t->reported);
    t->told_at = calloc((size_t)t->game->figure_count, sizeof *t->told_at);
    if (!t->poses || !t->reported || !t->told_at) return fault_set(fault, STATUS_MEMORY, "out of memory");
    for (int i = 0; i < t->game->figure_count; i++) t->poses[i] = t->game->figures[i].start;
    t->scene = render_default_scene(camera_of(&t->calibration), t->game);
    t->scene.poses = t->poses;
    t->scene.seed = bench_seed();
    return renderer_create(&t->scene, &t->renderer, fault);
}

static status table_set(table *t, raw_format format, fault *fault) {
    t->calibration = calib_plain_lens(WIDTH, HEIGHT);
    t->calibration.fx = t->calibration.fy = 4050;
    calib_set_pose(&t->calibration, (vec3){PI - 0.01, 0.01, -0.005}, (vec3){-36, 24, 75});
    t->bgr = malloc((size_t)WIDTH * HEIGHT * 3);
    t->shown = picture_create(true);
    for (int i = 0; i < 2; i++) t->capacity[i] = delivered_capacity(format, WIDTH, HEIGHT, &t->raw[i]);
    if (!t->bgr || !t->shown || !t->capacity[0] || !t->capacity[1]) return fault_set(fault, STATUS_MEMORY, "out of memory");
    status s = set_scene(t, true, fault);
    return s == STATUS_OK ? pipeline_create(t->game, &t->calibration, &t->pipeline, fault) : s;
}

static double cpu_ms(void) { return 1e3 * bench_cpu_s(); }

// A line of /proc/self/status, MB; 0 where there is none.
static double memory_mb(const char *key) {
    FILE *f = fopen("/proc/self/status", "r");
    char line[128];
    double kb = 0;
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0) kb = atof(line + strlen(key) + 1);
    if (f) fclose(f);
    return kb / 1024;
}

static void forget_peak(void) {
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (!f) return;
    fputs("5", f);
    fclose(f);
}

typedef struct {
    double sum, worst, least;
    int count;
    pipeline_costs before;
} tally;

// What the camera delivered last: from that to what is seen in it.
static status give(table *t, tally *sum, event *e, fault *fault) {
    frame f = {.t_s = t->t_s};
    double begin = cpu_ms();
    status s = picture_convert(t->shown, &t->raw[t->frames & 1], fault);
    if (s != STATUS_OK) return s;
    picture_show(t->shown, &f);
    s = pipeline_frame(t->pipeline, &f, e, fault);
    double ms = cpu_ms() - begin;
    event_pose_list poses = event_poses(e);
    for (int i = 0; s == STATUS_OK && i < poses.count; i++) t->reported[poses.at[i].figure] = true, t->told_at[poses.at[i].figure] = poses.at[i].pose;
    t->t_s += 0.1;
    t->frames++;
    sum->worst = ms > sum->worst ? ms : sum->worst;
    sum->least = sum->count == 0 || ms < sum->least ? ms : sum->least;
    sum->sum += ms;
    sum->count++;
    return s;
}

// From now on the frame has its room, for all of its colours too, however few of them are asked for.
static status fill_frame(table *t, fault *fault) {
    frame f = {0};
    status s = picture_convert(t->shown, &t->raw[0], fault);
    if (s != STATUS_OK) return s;
    picture_show(t->shown, &f);
    frame_want_colours(&f, 0, 0, WIDTH, HEIGHT);
    return STATUS_OK;
}

static status draw(table *t, fault *fault) {
    t->scene.sequence++;
    status s = renderer_frame(t->renderer, &t->scene, t->bgr, (size_t)WIDTH * 3, fault);
    if (s == STATUS_OK) delivered_fill(t->bgr, t->capacity[t->frames & 1], &t->raw[t->frames & 1]);
    return s;
}

static void say(FILE *out, const char *what, const tally *sum, const pipeline *p) {
    pipeline_costs c = pipeline_cost(p);
    const pipeline_costs *b = &sum->before;
    double ms = 1e3 / sum->count;
    fprintf(out, "%-44s %3d frames: %6.2f ms a frame, least %6.2f, worst %6.2f (by the clock: watch %.2f, look %.2f, track %.2f)\n", what, sum->count,
            sum->sum / sum->count, sum->least, sum->worst, ms * (c.watch_s - b->watch_s), ms * (c.look_s - b->look_s), ms * (c.track_s - b->track_s));
    fflush(out);
}

static status stay(table *t, FILE *out, const char *what, int frames, int drawn, fault *fault) {
    tally sum = {.before = pipeline_cost(t->pipeline)};
    event e;
    status s = STATUS_OK;
    for (int i = 0; i < frames && s == STATUS_OK; i++) {
        if (i < drawn) s = draw(t, fault);
        if (s == STATUS_OK) s = give(t, &sum, &e, fault);
    }
    if (out && s == STATUS_OK) say(out, what, &sum, t->pipeline);
    return s;
}

// Figures that the camera has found and has in view, by what they carry.
static void say_known(const table *t, FILE *out) {
    int of[3] = {0}, all[3] = {0}, hidden, unknown;
    for (int i = 0; i < t->game->figure_count; i++) {
        int kind = i / ARMIES_UNIT % 3;
        all[kind]++;
        of[kind] += t->reported[i];
    }
    pipeline_count_unseen(t->pipeline, &hidden, &unknown);
    fprintf(out, "    found: %d of %d painted, %d of %d by tag, %d of %d by rim code; %d hidden now. %s\n", of[0], all[0], of[1], all[1], of[2],
            all[2], hidden, pipeline_health(t->pipeline));
}

// Figures with a last reported place that is the true one.
static void say_right(const table *t, FILE *out) {
    int right = 0;
    for (int i = 0; i < t->game->figure_count; i++) right += t->reported[i] && vec2_distance(t->told_at[i].at, t->poses[i].at) < 0.04;
    fprintf(out, "    %d of %d bases known, right within 0.04\"\n", right, t->game->figure_count);
}

// Takes figures off the table that the camera has not found: what is left is known.
static void take_unknown(table *t) {
    for (int i = 0; i < t->game->figure_count; i++)
        if (!t->reported[i]) pipeline_enter(t->pipeline, &(event){.kind = EVENT_REMOVE, .remove = {&i, 1}});
}

static const char *const carried[] = {"painted rims", "tags", "rim codes"};

static bool is_right(const table *t, const event_pose *reported) { return vec2_distance(reported->pose.at, t->poses[reported->figure].at) < 0.1; }

// A unit of the second row goes on by 0.1" a frame; with a hand behind it, back, or by itself. `carries`: index of the above.
static status move(table *t, FILE *out, int carries, bool by_hand, fault *fault) {
    const game_unit *u = &t->game->units[ROW + 1 + carries];
    tally sum = {.before = pipeline_cost(t->pipeline)};
    status s = STATUS_OK;
    event e;
    int followed = 0;
    render_hand hand = {.from = {38, -6}, .z_in = 1};
    t->scene.hands = &hand;
    for (int i = 0; i < FRAMES && s == STATUS_OK; i++) {
        for (int k = u->first_figure; k < u->first_figure + u->figure_count; k++) t->poses[k].at.y -= by_hand ? 0.1 : -0.1;
        hand.at = vec2_add(t->poses[u->first_figure + 17].at, (vec2){0, -1.5});
        t->scene.hand_count = by_hand;
        s = draw(t, fault);
        double before = sum.sum;
        if (s == STATUS_OK) s = give(t, &sum, &e, fault);
        t->moving_ms[t->moving++] = sum.sum - before;
        for (int k = 0; s == STATUS_OK && k < event_poses(&e).count; k++) followed += is_right(t, &event_poses(&e).at[k]);
    }
    t->scene.hand_count = 0;
    char what[64];
    snprintf(what, sizeof what, "one unit of 20 %s%s", by_hand ? "moved by a hand, " : "moves, ", carried[carries]);
    if (s == STATUS_OK) say(out, what, &sum, t->pipeline);
    fprintf(out, "    %d places of %d told, right within 0.1\"\n", followed, FRAMES * u->figure_count);
    return s;
}

// A hand sweeps over the table, to and fro; every base stays where it is.
static status hover(table *t, FILE *out, fault *fault) {
    tally sum = {.before = pipeline_cost(t->pipeline)};
    status s = STATUS_OK;
    event e;
    render_hand hand = {.z_in = 2};
    t->scene.hands = &hand, t->scene.hand_count = 1;
    for (int i = 0; i < HOVERS && s == STATUS_OK; i++) {
        const double along = i * 0.05;
        hand.at = (vec2){36 + 26 * sin(along), 14 + 8 * sin(2.3 * along)};
        hand.from = (vec2){hand.at.x + 4, -6};
        s = draw(t, fault);
        if (s == STATUS_OK) s = give(t, &sum, &e, fault);
    }
    t->scene.hand_count = 0;
    if (s == STATUS_OK) say(out, "a hand above them, nothing moves", &sum, t->pipeline);
    return s;
}

static int by_value(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }

static void say_moving(table *t, FILE *out) {
    double sum = 0;
    int above = 0;
    for (int i = 0; i < t->moving; i++) sum += t->moving_ms[i], above += t->moving_ms[i] > 10;
    qsort(t->moving_ms, (size_t)t->moving, sizeof *t->moving_ms, by_value);
    fprintf(out, "    all %d frames in which a unit moves: %.2f ms a frame, %d above 10, 95 %% within %.2f, worst %.2f\n", t->moving, sum / t->moving,
            above, t->moving_ms[t->moving * 95 / 100], t->moving_ms[t->moving - 1]);
}

static void run(FILE *out, raw_format format, const char *name) {
    table t = {0};
    fault fault = {""};
    status s = table_set(&t, format, &fault);
    if (s == STATUS_OK) s = draw(&t, &fault);  // what the renderer needs is there from now on
    if (s == STATUS_OK) delivered_fill(t.bgr, t.capacity[1], &t.raw[1]);
    if (s == STATUS_OK) s = fill_frame(&t, &fault);
    double before = memory_mb("VmRSS:");
    forget_peak();
    if (s == STATUS_OK)
        fprintf(out, "steady state at %d x %d, %d bases, camera delivers %s: CPU time of all threads from that on\n", WIDTH, HEIGHT,
                t.game->figure_count, name);
    if (s == STATUS_OK) s = stay(&t, out, "cold start", 4, 4, &fault);
    if (s == STATUS_OK) s = stay(&t, NULL, "", 12, 2, &fault);
    if (s == STATUS_OK) say_known(&t, out);
    if (s == STATUS_OK) s = stay(&t, out, "nothing moves, some are not found", 100, 0, &fault);
    take_unknown(&t);
    if (s == STATUS_OK) s = stay(&t, out, "nothing moves, those not found taken away", 100, 0, &fault);
    if (s == STATUS_OK) s = hover(&t, out, &fault);
    if (s == STATUS_OK) s = stay(&t, out, "    it is gone", 20, 2, &fault);
    for (int i = 0; i < MOVES; i++) {  // away by itself, back by a hand
        if (s == STATUS_OK) s = move(&t, out, i / 2, i % 2, &fault);
        if (s == STATUS_OK) s = stay(&t, out, "    it comes to rest", 20, 2, &fault);
        if (s == STATUS_OK) say_right(&t, out);
    }
    if (s == STATUS_OK) say_known(&t, out), say_moving(&t, out);
    if (s == STATUS_OK) fprintf(out, "    peak memory beside the frames and the renderer: %.1f MB\n", memory_mb("VmHWM:") - before);
    if (s != STATUS_OK) fprintf(out, "steady: %s\n", fault.text);
    table_clear(&t);
}

void bench_steady(FILE *out) { run(out, RAW_NV12, "NV12"); }
void bench_steady_yuyv(FILE *out) { run(out, RAW_YUYV, "YUYV"); }
void bench_steady_bgr(FILE *out) { run(out, RAW_BGR, "B G R"); }
