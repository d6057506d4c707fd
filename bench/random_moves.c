#include "bench/random_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_A_PHASE 4

struct random_moves {
    game *game;
    pose *at;
    event_pose *told;
    event event;
    uint64_t seed;
    int units, step, turn;
    double t_s;
};

// xorshift64* (S. Vigna, ACM TOMS 42, 2016): the same on every machine, unlike rand().
static double uniform(random_moves *r, double lo, double hi) {
    r->seed ^= r->seed >> 12;
    r->seed ^= r->seed << 25;
    r->seed ^= r->seed >> 27;
    return lo + (hi - lo) * (double)((r->seed * 2685821657736338717ull) >> 11) / 9007199254740992.0;
}

static game *make_game(int units, int files, int ranks) {
    size_t room = 1024 + (size_t)units * 400, n;
    char *text = malloc(room);
    game *g = NULL;
    if (!text) return NULL;
    n = (size_t)snprintf(text, room,
                         "{\"vedette\":1,\"title\":\"Random moves\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":120,\"depth_in\":80},"
                         "\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],\"units\":[");
    for (int u = 0; u < units; u++) {
        double x = 10 + 100.0 * (u / 2 + 0.5) / ((units + 1) / 2), y = u % 2 ? 60 : 20;
        n += (size_t)snprintf(text + n, room - n,
                              "%s{\"id\":\"U%d\",\"side\":\"%s\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":%d,\"ranks\":%d,"
                              "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":[%.3f,%.3f,%d]}}",
                              u ? "," : "", u, u % 2 ? "blue" : "red", files, ranks, x, y, u % 2 ? -90 : 90);
    }
    n += (size_t)snprintf(text + n, room - n, "]}");
    game_parse(text, n, "random moves", &g, NULL, NULL, NULL);
    free(text);
    return g;
}

random_moves *random_moves_create(int units, int files, int ranks, unsigned seed) {
    random_moves *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->seed = seed * 2654435761u + 88172645463325252ull;
    r->units = units;
    r->game = make_game(units, files, ranks);
    r->at = r->game ? calloc((size_t)r->game->figure_count, sizeof *r->at) : NULL;
    r->told = r->game ? calloc((size_t)r->game->figure_count, sizeof *r->told) : NULL;
    if (!r->at || !r->told) {
        random_moves_destroy(r);
        return NULL;
    }
    for (int i = 0; i < r->game->figure_count; i++) r->at[i] = r->game->figures[i].start;
    return r;
}

void random_moves_destroy(random_moves *r) {
    if (!r) return;
    game_destroy(r->game);
    free(r->at);
    free(r->told);
    free(r);
}

const game *random_moves_game(const random_moves *r) { return r->game; }

static bool on_table(const random_moves *r, vec2 p) { return p.x > 1 && p.y > 1 && p.x < r->game->width_in - 1 && p.y < r->game->depth_in - 1; }

// A rigid motion of the kind that players make; `turn` is what headings turn by beyond it.
static rigid2 choose_motion(random_moves *r, const pose *lead, double *turn) {
    double heading = lead->heading_rad, far = uniform(r, 1, 14);
    vec2 f = heading_forward(heading);
    *turn = 0;
    switch ((int)uniform(r, 0, 5)) {
        case 0:
            return (rigid2){.shift = vec2_scale(f, far)};
        case 1:
            return (rigid2){.shift = vec2_scale(heading_forward(heading + uniform(r, -1, 1)), far)};
        case 2: {  // about its left front corner and on
            rigid2 m = {.rotation_rad = uniform(r, -1.5, 1.5)};
            m.shift = vec2_add(vec2_sub(lead->at, vec2_rotate(lead->at, m.rotation_rad)), vec2_scale(f, far / 3));
            return m;
        }
        case 3:
            *turn = (int)uniform(r, 1, 4) * PI / 2;
            return (rigid2){.shift = {0, 0}};
        default: {
            rigid2 m = {.rotation_rad = uniform(r, -3, 3)};
            m.shift = vec2_add(vec2_sub(lead->at, vec2_rotate(lead->at, m.rotation_rad)), (vec2){uniform(r, -10, 10), uniform(r, -10, 10)});
            return m;
        }
    }
}

static void move_unit(random_moves *r, const game_unit *u) {
    pose *at = r->at + u->first_figure;
    double turn;
    rigid2 m = choose_motion(r, at, &turn);
    for (int i = 0; i < u->figure_count; i++)
        if (!on_table(r, rigid2_apply(m, at[i].at))) {  // back to where it began the game: as good a move as any
            for (int k = 0; k < u->figure_count; k++) at[k] = r->game->figures[u->first_figure + k].start;
            return;
        }
    for (int i = 0; i < u->figure_count; i++) {
        at[i].at = vec2_add(rigid2_apply(m, at[i].at), (vec2){uniform(r, -0.015, 0.015), uniform(r, -0.015, 0.015)});
        at[i].heading_rad = angle_wrap(at[i].heading_rad + m.rotation_rad + turn + uniform(r, -0.01, 0.01));
    }
}

const event *random_moves_next(random_moves *r) {
    int step = r->step++ % (MOVES_A_PHASE + 1);
    r->t_s += 2;
    r->event = (event){.t_s = r->t_s, .side = -1, .unit = -1, .target = -1};
    if (step == 0) {
        r->event.kind = EVENT_PHASE;
        r->event.side = r->turn % 2;
        r->event.turn = ++r->turn / 2 + 1;
        snprintf(r->event.phase, sizeof r->event.phase, "movement");
        return &r->event;
    }
    const game_unit *u = &r->game->units[(int)uniform(r, 0, r->units)];
    move_unit(r, u);
    for (int i = 0; i < u->figure_count; i++) r->told[i] = (event_pose){.figure = u->first_figure + i, .pose = r->at[u->first_figure + i]};
    r->event.kind = EVENT_OBSERVE;
    r->event.poses = r->told;
    r->event.pose_count = u->figure_count;
    return &r->event;
}
