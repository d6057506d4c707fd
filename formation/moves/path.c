#include "formation/moves/path.h"

#include <string.h>

path path_take(arena *a, int figures, int capacity) {
    size_t cells = (size_t)capacity * (size_t)figures;
    return (path){.figures = figures,
                  .capacity = capacity,
                  .t_s = arena_take(a, (size_t)capacity, sizeof(double)),
                  .at = arena_take(a, cells, sizeof(pose)),
                  .seen = arena_take(a, cells, sizeof(bool))};
}

static void thin(path *p) {
    int kept = 1;
    for (int i = 2; i < p->count; i += 2, kept++) {
        p->t_s[kept] = p->t_s[i];
        memcpy(path_poses(p, kept), path_poses(p, i), (size_t)p->figures * sizeof *p->at);
        memcpy(path_seen(p, kept), path_seen(p, i), (size_t)p->figures * sizeof *p->seen);
    }
    p->count = kept;
}

int path_append(path *p, double t_s) {
    if (p->count == p->capacity) thin(p);
    p->t_s[p->count] = t_s;
    return p->count++;
}
