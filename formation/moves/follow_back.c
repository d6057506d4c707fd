#include "formation/moves/follow_back.h"

#include <float.h>
#include <string.h>

#include "core/game.h"
#include "formation/moves/moves_limits.h"

// The body on its way back.
typedef struct {
    const pose *rest;
    const bool *rested;  // its place at rest is known
    int count;
    vec2 at[GAME_MAX_FIGURES];  // where its figures are
    rigid2 motion;              // from rest
} body;

static bool begin(body *b, const path *p, const body_end *end) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    *b = (body){.rest = path_poses(p, 0), .rested = path_seen(p, 0), .count = p->figures};
    for (int k = 0; k < b->count; k++) {
        if (!b->rested[k] || !end->seen[k]) continue;
        from[n] = b->rest[k].at;
        to[n++] = end->now[k];
    }
    if (n < MOVES_SHIFTED_LEAST) return false;
    b->motion = rigid2_fit(from, to, n);
    for (int k = 0; k < b->count; k++) b->at[k] = end->seen[k] ? end->now[k] : rigid2_apply(b->motion, b->rest[k].at);
    return b->motion.residual_max <= MOVES_BODY_IN;
}

// Gives the bases that were seen to the figures nearest to them, the nearest pairs first. as[k]: the base of figure k; -1: none.
static void assign(const body *b, const pose *seen_at, const bool *seen, int *as) {
    bool given[GAME_MAX_FIGURES] = {false};
    for (int k = 0; k < b->count; k++) as[k] = -1;
    for (;;) {
        double least = DBL_MAX;
        int base = -1, figure = -1;
        for (int j = 0; j < b->count; j++)
            for (int k = 0; seen[j] && !given[j] && k < b->count; k++) {
                double d = as[k] < 0 ? vec2_distance(seen_at[j].at, b->at[k]) : DBL_MAX;
                if (d < least) least = d, base = j, figure = k;
            }
        if (base < 0) return;
        as[figure] = base;
        given[base] = true;
    }
}

// One base alone tells no turn.
static void move_to(body *b, const pose *seen_at, const int *as) {
    vec2 from[GAME_MAX_FIGURES], to[GAME_MAX_FIGURES];
    int n = 0;
    for (int k = 0; k < b->count; k++) {
        if (as[k] < 0) continue;
        b->at[k] = seen_at[as[k]].at;
        if (!b->rested[k]) continue;
        from[n] = b->rest[k].at;
        to[n++] = b->at[k];
    }
    if (n == 0) return;
    if (n > 1)
        b->motion = rigid2_fit(from, to, n);
    else
        b->motion.shift = vec2_add(b->motion.shift, vec2_sub(to[0], rigid2_apply(b->motion, from[0])));
    for (int k = 0; k < b->count; k++)
        if (as[k] < 0 && b->rested[k]) b->at[k] = rigid2_apply(b->motion, b->rest[k].at);
}

bool follow_back(const path *p, const body_end *end, path *room) {
    body b;
    if (p->count == 0 || !begin(&b, p, end)) return false;
    room->count = p->count;
    for (int i = p->count - 1; i >= 0; i--) {
        const pose *at = path_poses(p, i);
        int as[GAME_MAX_FIGURES];
        memcpy(path_poses(room, i), at, (size_t)p->figures * sizeof *at);
        memcpy(path_seen(room, i), path_seen(p, i), (size_t)p->figures * sizeof(bool));
        if (i == 0) break;  // they were named rightly at rest
        assign(&b, at, path_seen(p, i), as);
        move_to(&b, at, as);
        for (int k = 0; k < p->figures; k++) {
            path_seen(room, i)[k] = as[k] >= 0;
            if (as[k] >= 0) path_poses(room, i)[k] = at[as[k]];
        }
    }
    return true;
}

double follow_back_length(const path *p, const path *named, int from, const body_end *end) {
    double sum = 0;
    for (int k = 0; k < p->figures; k++) {
        bool begun = false;
        vec2 last = {0, 0};
        for (int i = 0; i < p->count; i++) {
            const path *by = i < from ? p : named;
            if (!path_seen(by, i)[k]) continue;
            vec2 at = path_poses(by, i)[k].at;
            if (begun) sum += vec2_distance(last, at);
            last = at;
            begun = true;
        }
        if (begun && end->seen[k]) sum += vec2_distance(last, end->now[k]);
    }
    return sum;
}
