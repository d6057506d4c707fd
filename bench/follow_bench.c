// bench -- how well hands are followed: random plays before the tracker and before the whole pipeline, held against what truly happened.
// Usage: vedette_bench_follow [simulated|rendered|identity|cost|memory] [PLAYS] [-v] [--seed N] [--fps F] [--bases tags|rim|plain]; without a part:
// all, with numbers that take some minutes. PLAYS are of all sorts of bases together, in turn; with --bases those of the others are left out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/follow.h"

static double fps = 10;  // of the camera
static int only = -1;    // of play_bases; -1: all
#define LONG_MOVES 590   // about two hours
#define CLIP_MOVES 4     // of a rendered play: about a minute

static const char *const bases_names[PLAY_BASES_COUNT] = {"tags", "rim codes", "plain"};

static int find_bases(const char *name) {
    for (int b = 0; b < PLAY_BASES_COUNT; b++)
        if (strncmp(name, bases_names[b], strlen(name)) == 0) return b;
    fprintf(stderr, "bench: --bases %s: tags, rim or plain\n", name);
    exit(1);
}

static double share(int part, int all) { return all > 0 ? 100.0 * part / all : 100; }

static void head(const char *what) {
    printf("\n%s\n%-10s %5s %6s %8s %7s %7s %7s %8s %8s | %5s %8s %8s | %6s %8s %9s | %8s %6s %6s %8s %9s %8s %8s\n", what, "bases", "plays", "moves",
           "right %", "missed", "places", "pieces", "phantoms", "misplcd", "backs", "offered%", "charged", "nudges", "entered%", "false/h",
           "verdicts", "early", "late", "late ms", "worst ms", "ms/frame", "worst");
}

static void row(const char *name, const follow_tally *t, const follow_run *cost) {
    printf("%-10s %5d %6d %8.2f %7d %7d %7d %8d %8d | %5d %8.1f %8d | %6d %8.1f %9.1f | %8d %6d %6d %8.0f %9.0f %8.3f %8.2f\n", name, t->plays,
           t->moves, share(t->right, t->moves), t->missed, t->wrong_place, t->split, t->phantoms, t->misplaced + t->swapped, t->take_backs,
           share(t->offered, t->take_backs), t->charged, t->nudges, share(t->entered, t->nudges), 3600 * t->false_entries / t->length_s, t->verdicts,
           t->early, t->late, t->verdicts ? 1e3 * t->late_sum_s / t->verdicts : 0, 1e3 * t->late_worst_s,
           1e3 * (cost->watch_s > 0 ? cost->watch_s : cost->track_s) / (double)cost->frames, 1e3 * cost->worst_track_s);
    fflush(stdout);
}

static void add_cost(follow_run *sum, const follow_run *r) {
    sum->track_s += r->track_s, sum->session_s += r->session_s, sum->watch_s += r->watch_s, sum->frames += r->frames;
    sum->worst_track_s = fmax(sum->worst_track_s, r->worst_track_s);
}

static void follow_plays(const char *title, follow_source source, int plays, unsigned seed, bool say, bool exchanges) {
    head(title);
    for (int b = 0; b < PLAY_BASES_COUNT; b++) {
        if (only >= 0 && b != only) continue;
        follow_tally t = {0};
        follow_run sum = {0};
        for (int i = 0; i < (plays + PLAY_BASES_COUNT - 1 - b) / PLAY_BASES_COUNT; i++) {
            play_options o = play_default_options(seed + (unsigned)(i * PLAY_BASES_COUNT + b), (play_bases)b);
            if (source == FOLLOW_RENDERED) o.moves = CLIP_MOVES;
            if (exchanges) o.exchanges = 0.5;
            play *p = play_make(&o);
            if (say) fprintf(stderr, "%s, seed %u\n", bases_names[b], o.seed);
            follow_run r = follow_watch(p, source, fps, false);
            follow_score(&r, &t, say);
            add_cost(&sum, &r);
            follow_run_free(&r);
            play_free(p);
        }
        if (t.plays == 0) continue;
        row(bases_names[b], &t, &sum);
        if (exchanges)
            printf(
                "%-10s %d exchanges between units: %d told rightly, %d said to be in doubt, %d unnoticed; %d figures taken for others' otherwise\n",
                "", t.exchanges, t.exchanged_right, t.exchanged_said, t.exchanged_unnoticed, t.swapped);
    }
}

// One long game: what the heap holds after its first tenth, and after all of it.
static void long_game(const char *what, follow_source source, double looks, unsigned seed) {
    play_options o = play_default_options(seed, PLAY_PLAIN);
    o.moves = LONG_MOVES;
    play *p = play_make(&o);
    follow_run r = follow_watch(p, source, looks, true);
    printf("%-32s %8.1f %8ld %12.1f %12.1f\n", what, play_length(p) / 3600, r.frames, (double)r.heap_early / 1e3,
           ((double)r.heap_end - (double)r.heap_early) / 1e3);
    follow_run_free(&r);
    play_free(p);
}

static void memory(unsigned seed) {
    printf("\none long game, what the heap holds\n%-32s %8s %8s %12s %12s\n", "", "hours", "looks", "early, kB", "growth, kB");
    long_game("sightings without pictures", FOLLOW_SIMULATED, fps, seed);
    long_game("rendered, one look a second", FOLLOW_RENDERED, 1, seed + 1);
}

int main(int argc, char **argv) {
    const char *part = "";
    int plays = 0;
    unsigned seed = 1;
    bool say = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            say = true;
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--fps") == 0 && i + 1 < argc)
            fps = fmax(1, strtod(argv[++i], NULL));
        else if (strcmp(argv[i], "--bases") == 0 && i + 1 < argc)
            only = find_bases(argv[++i]);
        else if (argv[i][0] >= '0' && argv[i][0] <= '9')
            plays = atoi(argv[i]);
        else
            part = argv[i];
    }
    bool all = part[0] == '\0';
    if (all || strcmp(part, "simulated") == 0)
        follow_plays("moves, sightings without pictures", FOLLOW_SIMULATED, plays ? plays : 200, seed, say, false);
    if (all || strcmp(part, "identity") == 0)
        follow_plays("identity, sightings without pictures, with exchanges", FOLLOW_SIMULATED, plays ? plays : 60, seed + 5000, say, true);
    if (all || strcmp(part, "rendered") == 0)
        follow_plays("moves, rendered clips of 1080 lines through the whole pipeline", FOLLOW_RENDERED, plays ? plays : 12, seed + 9000, say, false);
    if (all || strcmp(part, "cost") == 0) follow_print_cost();
    if (all || strcmp(part, "memory") == 0) memory(seed + 20000);
    return 0;
}
