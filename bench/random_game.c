// vedette_random_game -- writes a random game: NAME.game.json and NAME.events.jsonl, as `vedette judge` reads them. The same for the same seed.
// Usage: vedette_random_game NAME SEED [MOVES [UNITS [SIGHTS [any]]]]: 40 moves of 8 units, each seen once at its end, within their rate unless
// `any`. More than 8 units are a full table of mixed sizes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random_moves.h"
#include "stream/stream.h"

static FILE *open_file(const char *name, const char *end) {
    char path[1024];
    snprintf(path, sizeof path, "%s%s", name, end);
    FILE *file = fopen(path, "w");
    if (!file) fprintf(stderr, "vedette_random_game: %s: cannot write\n", path);
    return file;
}

static bool write_game(const random_moves *r, const char *name) {
    FILE *file = open_file(name, ".game.json");
    return file && fprintf(file, "%s\n", random_moves_game_file(r)) > 0 && fclose(file) == 0;
}

// `sights` events are a move; those of phases come between.
static bool write_events(random_moves *r, const char *name, long sights) {
    FILE *file = open_file(name, ".events.jsonl");
    bool written = file != NULL;
    while (written && sights > 0) {
        const event *e = random_moves_next(r);
        char *line = stream_event_json(random_moves_game(r), e);
        written = line && fprintf(file, "%s\n", line) > 0;
        sights -= e->kind == EVENT_OBSERVE;
        free(line);
    }
    return file && fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: vedette_random_game NAME SEED [MOVES [UNITS [SIGHTS [any]]]]\n");
        return 2;
    }
    int moves = argc > 3 ? atoi(argv[3]) : 40, units = argc > 4 ? atoi(argv[4]) : 8, sights = argc > 5 ? atoi(argv[5]) : 1;
    unsigned seed = (unsigned)strtoul(argv[2], NULL, 10);
    random_moves *r = units > 8 ? random_moves_full(units, seed) : random_moves_create(units, 5, 2, seed);
    if (!r) return 3;
    random_moves_choose(r, argc > 6 && strcmp(argv[6], "any") == 0 ? RANDOM_ANY : RANDOM_PROGRAMS, sights);
    bool written = write_game(r, argv[1]) && write_events(r, argv[1], (long)moves * sights);
    random_moves_destroy(r);
    return written ? 0 : 3;
}
