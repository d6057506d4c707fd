#include "formation/moves/path.h"

#include <stdlib.h>
#include <string.h>

path path_empty(int figures) { return (path){.figures = figures}; }

void path_free(path *p) {
    free(p->t_s);
    free(p->at);
    free(p->seen);
    *p = path_empty(p->figures);
}

static bool grow(path *p) {
    int room = p->room ? 2 * p->room : 16;
    size_t cells = (size_t)room * (size_t)p->figures;
    double *t_s = realloc(p->t_s, (size_t)room * sizeof *t_s);
    if (t_s) p->t_s = t_s;
    pose *at = realloc(p->at, cells * sizeof *at);
    if (at) p->at = at;
    bool *seen = realloc(p->seen, cells * sizeof *seen);
    if (seen) p->seen = seen;
    if (!t_s || !at || !seen) return false;
    p->room = room;
    return true;
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
    if (p->count == PATH_MAX_SAMPLES) thin(p);
    if (p->count == p->room && !grow(p)) return -1;
    p->t_s[p->count] = t_s;
    return p->count++;
}
