// bench -- the figures of speed: frames a second, milliseconds a stage and peak memory of the pipeline on clips; moves a second and the heap of
// the judge. Prints a table; judges nothing. Usage: vedette_bench [FOLDER]: every NAME.mp4 with NAME.game.json and NAME.cal.json in it (default:
// the sample, and ../shared/data where it is there); then the judge. vedette_bench judge: the judge alone.
#include <glob.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/cli.h"
#include "bench/random_moves.h"
#include "capture/capture.h"
#include "core/clock.h"
#include "pipeline/pipeline.h"
#include "referee/session.h"
#include "stream/stream.h"

static void count_said(void *context, const report *what) { *(int *)context += what->kind == REPORT_MOVE; }

static int fail(const fault *fault) {
    fprintf(stderr, "bench: %s\n", fault->text);
    return 1;
}

// In a process of its own, so that its peak of memory is its own.
static int bench_clip(const char *stem) {
    char game_path[1024], calibration_path[1024], clip_path[1024];
    snprintf(game_path, sizeof game_path, "%s.game.json", stem);
    snprintf(calibration_path, sizeof calibration_path, "%s.cal.json", stem);
    snprintf(clip_path, sizeof clip_path, "%s.mp4", stem);
    game *g;
    calibration c;
    capture *source;
    pipeline *p;
    session *s;
    fault fault = {""};
    int moves = 0;
    capture_options o = capture_default_options();
    o.colour = true;
    if (game_read(game_path, &g, NULL, NULL, &fault) != STATUS_OK || calib_load(calibration_path, &c, &fault) != STATUS_OK ||
        capture_open(clip_path, &o, &source, &fault) != STATUS_OK || pipeline_create(g, &c, &p, &fault) != STATUS_OK ||
        session_create(g, (session_options){0}, count_said, &moves, &s, &fault) != STATUS_OK)
        return fail(&fault);
    double begin = clock_monotonic_s(), decode = 0, judge = 0, length = 0, worst = 0;
    long frames = 0;
    for (;;) {
        frame f;
        double t0 = clock_monotonic_s();
        if (capture_next(source, &f, &fault) != STATUS_OK) break;
        double t1 = clock_monotonic_s();
        event e;
        if (pipeline_frame(p, &f, &e, &fault) != STATUS_OK) return fail(&fault);
        double t2 = clock_monotonic_s();
        if (!event_tells_nothing(&e) && session_feed(s, &e, &fault) != STATUS_OK) return fail(&fault);
        double t3 = clock_monotonic_s();
        decode += t1 - t0, judge += t3 - t2, length = f.t_s, frames++;
        if (t3 - t1 > worst) worst = t3 - t1;
    }
    session_finish(s, length, &fault);
    double wall = clock_monotonic_s() - begin;
    pipeline_costs k = pipeline_cost(p);
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    const char *name = strrchr(stem, '/');
    double ms = 1e3 / (double)frames;
    printf("%-26s %5ld %7.1f %6.1fx %8.2f %8.2f %8.2f %8.2f %8.2f %9.1f %7.0f\n", name ? name + 1 : stem, frames, (double)frames / wall,
           length / wall, decode * ms, k.watch_s * ms, k.look_s * ms, k.track_s * ms, judge * ms, worst * 1e3, (double)use.ru_maxrss / 1024);
    session_destroy(s);
    pipeline_destroy(p);
    capture_close(source);
    game_destroy(g);
    return 0;
}

static void bench_folder(const char *folder) {
    char pattern[1024];
    glob_t clips;
    snprintf(pattern, sizeof pattern, "%s/*.mp4", folder);
    if (glob(pattern, 0, NULL, &clips) == 0)
        for (size_t i = 0; i < clips.gl_pathc; i++) {
            char *path = clips.gl_pathv[i];
            path[strlen(path) - strlen(".mp4")] = '\0';
            fflush(stdout);
            pid_t child = fork();
            if (child == 0) {
                int code = bench_clip(path);
                fflush(stdout);
                _exit(code);
            }
            waitpid(child, NULL, 0);
        }
    globfree(&clips);
}

typedef struct {
    const char *what;
    int moves, files, ranks;  // files 0: a full table of mixed units, `ranks` of them
    random_kind kind;
    int samples;
} judge_run;

// Of this process alone: the judge has one thread, and others may want the machine too.
static double cpu_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// All that the judge does, from the event to the line that it says, on one core.
static void bench_judge(judge_run k) {
    random_moves *r = k.files > 0 ? random_moves_create(8, k.files, k.ranks, 1) : random_moves_full(k.ranks, 1);
    session *s;
    fault fault = {""};
    int judged = 0;
    long events = 0;
    if (!r || session_create(random_moves_game(r), (session_options){0}, count_said, &judged, &s, &fault) != STATUS_OK) {
        fail(&fault);
        return;
    }
    random_moves_choose(r, k.kind, k.samples);
    size_t early = 0;
    double begin = cpu_s();
    for (; judged < k.moves; events++) {
        if (session_feed(s, random_moves_next(r), &fault) != STATUS_OK) break;
        if (judged <= k.moves / 10) early = mallinfo2().uordblks;
    }
    double busy = cpu_s() - begin;
    size_t late = mallinfo2().uordblks;
    const game *g = random_moves_game(r);
    printf(
        "judge: %6d %s, %3d units of %4d figures, %2d sight%s a move: %6.0f moves/s, %7.0f events/s; heap %+ld bytes over the last nine tenths of "
        "%ld events\n",
        k.moves, k.what, g->unit_count, g->figure_count, k.samples, k.samples == 1 ? "" : "s", judged / busy, (double)events / busy,
        (long)late - (long)early, events);
    fflush(stdout);
    session_destroy(s);
    random_moves_destroy(r);
}

static void bench_judges(void) {
    const judge_run runs[] = {{"random moves", 50000, 5, 2, RANDOM_ANY, 1},    {"programs", 50000, 5, 2, RANDOM_PROGRAMS, 1},
                              {"random moves", 5000, 8, 5, RANDOM_ANY, 1},     {"programs", 5000, 8, 5, RANDOM_PROGRAMS, 1},
                              {"random moves", 5000, 8, 5, RANDOM_ANY, 16},    {"programs", 5000, 8, 5, RANDOM_PROGRAMS, 16},
                              {"random moves", 5000, 0, 64, RANDOM_ANY, 1},    {"programs", 5000, 0, 64, RANDOM_PROGRAMS, 1},
                              {"random moves", 2000, 0, 64, RANDOM_ANY, 16},   {"programs", 2000, 0, 64, RANDOM_PROGRAMS, 16},
                              {"random moves", 5000, 0, 200, RANDOM_ANY, 1},   {"programs", 5000, 0, 200, RANDOM_PROGRAMS, 1},
                              {"programs", 2000, 0, 200, RANDOM_PROGRAMS, 16}, {"programs", 800000, 5, 2, RANDOM_PROGRAMS, 1}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) bench_judge(runs[i]);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "judge") == 0) {
        bench_judges();
        return 0;
    }
    printf("%-26s %5s %7s %7s %8s %8s %8s %8s %8s %9s %7s\n", "clip", "n", "frame/s", "speed", "decode", "changes", "look", "track", "judge",
           "worst ms", "peak MB");
    printf("%-26s %5s %7s %7s %44s\n", "", "", "", "", "milliseconds a frame");
    if (argc > 1) {
        bench_folder(argv[1]);
    } else {
        bench_folder("samples");
        bench_folder("../shared/data");
    }
    bench_judges();
    return 0;
}
