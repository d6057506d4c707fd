// Reads the game file (contracts/game-file.md).
#include <stdlib.h>

#include "core/game.h"

status game_read(const char *path, game **out, game_warn *warn, void *context, fault *why) {
    (void)out, (void)warn, (void)context;
    return fault_set(why, STATUS_INVALID, "%s: not read", path);
}

void game_destroy(game *g) { free(g); }
