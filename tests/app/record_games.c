// Records random games as `vedette watch` does, without a camera: FOLDER/NAME-001.vedette and on. The same for the same seed.
// Usage: record_games FOLDER NAME COUNT SEED [forget|EVENTS [SIGHTS]]; forget: no verdict of a move is kept, as if none had been told. EVENTS: so
// many, and not 16, with SIGHTS places of each move: a long game.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/desk.h"
#include "bench/random_moves.h"
#include "stream/stream.h"

#define FEW_EVENTS 16  // a few moves of each side
#define UNITS 6
#define FILES 5
#define RANKS 2

typedef struct {
    desk desk;  // first: a report's context is a desk
    bool forgets;
    int events;
} game_recorder;

static void hear(void *context, const report *what) {
    const game_recorder *r = context;
    if (!(r->forgets && what->kind == REPORT_MOVE)) desk_report(context, what);
}

static status play(game_recorder *k, random_moves *moves, fault *fault) {
    session *s;
    double last_t_s = 0;
    status result = session_create(k->desk.game, (session_options){.drawn = true, .provisional = true}, hear, k, &s, fault);
    for (int i = 0; i < k->events && result == STATUS_OK; i++) {
        event_pose poses[UNITS * FILES * RANKS];
        event e = stream_rounded(random_moves_next(moves), poses);
        char *json = stream_event_json(k->desk.game, &e);
        result = json ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
        if (json) desk_keep(&k->desk, &e, json, "file", 0);
        free(json);
        last_t_s = e.t_s;
        if (result == STATUS_OK) result = session_feed(s, &e, fault);
    }
    if (result == STATUS_OK) result = session_finish(s, last_t_s, fault);
    session_destroy(s);
    return result;
}

// How a game is recorded.
typedef struct {
    bool forgets;
    int events, sights;
} game_plan;

static game_plan read_plan(int argc, char **argv) {
    game_plan p = {false, FEW_EVENTS, 1};
    if (argc > 5) p.forgets = strcmp(argv[5], "forget") == 0;
    if (argc > 5 && !p.forgets) p.events = atoi(argv[5]);
    if (argc > 6) p.sights = atoi(argv[6]);
    return p;
}

static status record_game(const char *path, unsigned seed, const game_plan *plan, fault *fault) {
    random_moves *moves = random_moves_create(UNITS, FILES, RANKS, seed);
    if (!moves) return fault_set(fault, STATUS_MEMORY, "out of memory");
    random_moves_choose(moves, seed % 2 ? RANDOM_ANY : RANDOM_PROGRAMS, plan->sights);
    record *r;
    game_recorder k = {.desk = {.game = random_moves_game(moves)}, .forgets = plan->forgets, .events = plan->events};
    record_meta meta = {.game_text = random_moves_game_file(moves), .ruleset = "battlesystem-1e", .program_version = VEDETTE_VERSION};
    status s = record_create(path, &meta, &r, fault);
    if (s == STATUS_OK) s = desk_begin_recording(&k.desk, r, fault);
    if (s == STATUS_OK) s = play(&k, moves, fault);
    if (s == STATUS_OK) s = desk_end_recording(&k.desk, fault);
    random_moves_destroy(moves);
    return s;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: record_games FOLDER NAME COUNT SEED [forget|EVENTS [SIGHTS]]\n");
        return 2;
    }
    game_plan plan = read_plan(argc, argv);
    for (int i = 1; i <= atoi(argv[3]); i++) {
        char path[1024];
        fault fault = {""};
        snprintf(path, sizeof path, "%s/%s-%03d.vedette", argv[1], argv[2], i);
        if (record_game(path, (unsigned)(atoi(argv[4]) + i), &plan, &fault) == STATUS_OK) continue;
        fprintf(stderr, "record_games: %s: %s\n", path, fault.text);
        return 3;
    }
    return 0;
}
