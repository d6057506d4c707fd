// What the tracker costs with a full table: 300 figures on plain bases, the hardest to tell apart.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/armies.h"
#include "bench/follow.h"

enum { LOOKS = 300, MOVER = 7 };

typedef struct {
    game *game;
    formation *tracker;
    pose *poses;
    base_sighting *bases;
    bool *searched;
    double *covered, *hand_in;
    uint32_t n;
    double t_s;
} full_table;

static bool open_table(full_table *t, fault *fault) {
    char *text = armies_text(ARMIES_PLAIN);
    formation_options o = formation_default_options();
    bool ok = text && game_parse(text, strlen(text), "bench", &t->game, NULL, NULL, fault) == STATUS_OK &&
              formation_create(t->game, &o, &t->tracker, fault) == STATUS_OK;
    free(text);
    if (!ok) return false;
    size_t n = (size_t)t->game->figure_count;
    t->poses = calloc(n, sizeof *t->poses), t->bases = calloc(n, sizeof *t->bases), t->searched = calloc(n, sizeof *t->searched);
    t->covered = calloc(n, sizeof *t->covered), t->hand_in = calloc(n, sizeof *t->hand_in);
    if (!t->poses || !t->bases || !t->searched || !t->covered || !t->hand_in) return false;
    for (size_t i = 0; i < n; i++) t->poses[i] = t->game->figures[i].start;
    return true;
}

static void close_table(full_table *t) {
    formation_destroy(t->tracker);
    game_destroy(t->game);
    free(t->poses), free(t->bases), free(t->searched), free(t->covered), free(t->hand_in);
}

static double jitter(full_table *t) { return (double)((t->n = t->n * 1664525u + 1013904223u) >> 8) / (1 << 24) - 0.5; }

static int look(full_table *t, bool everywhere, bool hand, formation_view *v) {
    int count = 0;
    for (int f = 0; f < t->game->figure_count; f++) {
        bool mover = hand && t->game->figures[f].unit == MOVER;
        t->searched[f] = everywhere || mover;
        t->covered[f] = mover && f % 5 == 0 ? 1 : 0;
        t->hand_in[f] = hand ? vec2_distance(t->poses[f].at, t->poses[t->game->units[MOVER].first_figure].at) : INFINITY;
        if (!t->searched[f] || t->covered[f] > 0) continue;
        base_sighting *b = &t->bases[count++];
        *b = (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = t->game->figures[f].base, .pose = t->poses[f], .score = 1};
        b->rim_rgb = t->game->units[t->game->figures[f].unit].rim_rgb;
        b->pose.at = vec2_add(b->pose.at, (vec2){0.02 * jitter(t), 0.02 * jitter(t)});
        b->pose.sigma_in = 0.01, b->pose.sigma_rad = 0.01;
    }
    *v = (formation_view){
        .t_s = t->t_s, .bases = t->bases, .base_count = count, .searched = t->searched, .covered = t->covered, .hand_in = t->hand_in, .hand = hand};
    return count;
}

static bool run(full_table *t, const char *what, bool everywhere, bool hand, fault *fault) {
    double sum = 0, worst = 0;
    for (int i = 0; i < LOOKS; i++) {
        formation_view v;
        event e;
        for (int f = 0; hand && f < t->game->figure_count; f++)
            if (t->game->figures[f].unit == MOVER) t->poses[f].at.y += i < LOOKS / 2 ? 0.02 : -0.02;
        look(t, everywhere, hand, &v);
        double begin = follow_cpu_s();
        if (formation_see(t->tracker, &v, &e, fault) != STATUS_OK) return false;
        double took = follow_cpu_s() - begin;
        sum += took, worst = fmax(worst, took);
        t->t_s += 0.1;
    }
    printf("%-52s %10.3f %10.3f\n", what, 1e3 * sum / LOOKS, 1e3 * worst);
    return true;
}

void follow_print_cost(void) {
    full_table t = {0};
    fault fault = {""};
    printf("\nwhat the tracker costs, 300 figures on plain bases\n%-52s %10s %10s\n", "", "ms a look", "worst");
    bool ok = open_table(&t, &fault) && run(&t, "first looks, everything searched", true, false, &fault) &&
              run(&t, "a unit moved by a hand, its places searched", false, true, &fault) &&
              run(&t, "a unit moved by a hand, everything searched", true, true, &fault);
    if (!ok) fprintf(stderr, "bench: %s\n", fault.text);
    close_table(&t);
}
