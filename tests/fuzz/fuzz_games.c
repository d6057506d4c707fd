// Game files through their reader, the rulebooks and, where they are accepted, a first observation.
#include "rules/rules.h"
#include "tests/fuzz/fuzz_table.h"

#define FIGURES_MAX 64

static void play_a_little(const game *g) {
    fuzz_table t;
    fuzz_open(&t, g, 255);
    event_pose poses[FIGURES_MAX];
    int n = 0;
    for (int f = 0; f < g->figure_count && n < FIGURES_MAX; f++) {
        pose p = g->figures[f].start;
        p.at.x += 3;
        poses[n++] = (event_pose){.figure = f, .pose = p};
    }
    stream_round_event(poses, n);
    fuzz_take(&t, g, &(event){.kind = EVENT_OBSERVE, .t_s = 1, .observe = {.poses = poses, .pose_count = n}});
    fuzz_close(&t, 5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    game *g = NULL;
    rules *r = NULL;
    fault fault = {""};
    status s = game_parse((const char *)data, size, "fuzz", &g, NULL, NULL, &fault);
    fuzz_insist(s == STATUS_OK || (s == STATUS_INVALID && fault.text[0] && !g), "a game or a reason");
    if (s == STATUS_OK && g->figure_count <= FIGURES_MAX && rules_create(g, &r, &fault) == STATUS_OK) play_a_little(g);
    rules_destroy(r);
    game_destroy(g);
    return 0;
}
