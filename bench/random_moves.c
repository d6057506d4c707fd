#include "bench/random_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random_table.h"

#define MOVES_A_PHASE 4
#define MAX_STEPS 4
#define RATE_IN 12.0
#define SETTLE_S 2.0
#define SAMPLE_S 0.1

// A piece of a move: about `pivot` by `turn_rad`, then by `shift`; at its end the figures turn in place by `face_rad`.
typedef struct {
    vec2 pivot, shift;
    double turn_rad, face_rad;
} piece;

struct random_moves {
    game *game;
    char *text;  // its file
    random_kind kind;
    int samples;
    pose *at, *from;
    event_pose *reported;
    event event;
    uint64_t seed;
    int units, turn, moves, moves_a_phase;  // moves: begun in this phase
    int unit, sample;                       // of the move that goes on; sample 0: none does
    piece pieces[MAX_STEPS];
    int piece_count;
    double t_s;
};

// xorshift64* (S. Vigna, ACM TOMS 42, 2016): the same on every machine, unlike rand().
static double uniform(random_moves *r, double lo, double hi) {
    r->seed ^= r->seed >> 12;
    r->seed ^= r->seed << 25;
    r->seed ^= r->seed >> 27;
    return lo + (hi - lo) * (double)((r->seed * 2685821657736338717ull) >> 11) / 9007199254740992.0;
}

// Takes the text over.
static random_moves *create(char *text, unsigned seed) {
    random_moves *r = calloc(1, sizeof *r);
    if (r && text) game_parse(text, strlen(text), "random moves", &r->game, NULL, NULL, NULL);
    if (!r || !r->game) {
        free(text);
        random_moves_destroy(r);
        return NULL;
    }
    size_t figures = (size_t)r->game->figure_count;
    *r = (random_moves){.game = r->game, .text = text, .seed = seed * 2654435761u + 88172645463325252ull, .units = r->game->unit_count, .samples = 1};
    r->at = calloc(figures, sizeof *r->at);
    r->from = calloc(figures, sizeof *r->from);
    r->reported = calloc(figures, sizeof *r->reported);
    if (!r->at || !r->from || !r->reported) {
        random_moves_destroy(r);
        return NULL;
    }
    for (size_t i = 0; i < figures; i++) r->at[i] = r->game->figures[i].start;
    return r;
}

static random_moves *with_phases_of(random_moves *r, int moves) {
    if (r) r->moves = r->moves_a_phase = moves;
    return r;
}

random_moves *random_moves_create(int units, int files, int ranks, unsigned seed) {
    return with_phases_of(create(random_table_even(units, files, ranks), seed), MOVES_A_PHASE);
}

random_moves *random_moves_full(int units, unsigned seed) { return with_phases_of(create(random_table_mixed(units), seed), units / 2); }

void random_moves_choose(random_moves *r, random_kind kind, int samples) {
    r->kind = kind;
    r->samples = samples;
}

void random_moves_destroy(random_moves *r) {
    if (!r) return;
    game_destroy(r->game);
    free(r->text);
    free(r->at);
    free(r->from);
    free(r->reported);
    free(r);
}

const game *random_moves_game(const random_moves *r) { return r->game; }
const char *random_moves_game_file(const random_moves *r) { return r->text; }

static bool on_table(const random_moves *r, vec2 p) { return p.x > 1 && p.y > 1 && p.x < r->game->width_in - 1 && p.y < r->game->depth_in - 1; }

static vec2 ahead_by(double heading, double inches) { return vec2_scale(heading_forward(heading), inches); }

// A motion of the kind that players make, and a wild one.
static piece choose_any(random_moves *r, const pose *lead) {
    double far = uniform(r, 1, 14);
    switch ((int)uniform(r, 0, 5)) {
        case 0:
            return (piece){.shift = ahead_by(lead->heading_rad, far)};
        case 1:
            return (piece){.shift = ahead_by(lead->heading_rad + uniform(r, -1, 1), far)};
        case 2:  // about its left front figure and on
            return (piece){.pivot = lead->at, .turn_rad = uniform(r, -1.5, 1.5), .shift = ahead_by(lead->heading_rad, far / 3)};
        case 3:
            return (piece){.face_rad = (int)uniform(r, 1, 4) * PI / 2};
        default:
            return (piece){.pivot = lead->at, .turn_rad = uniform(r, -3, 3), .shift = {uniform(r, -10, 10), uniform(r, -10, 10)}};
    }
}

// The unit's poses part of the way through a piece.
static void advance(const piece *k, double part, pose *at, int n) {
    for (int i = 0; i < n; i++) {
        vec2 from_pivot = vec2_rotate(vec2_sub(at[i].at, k->pivot), k->turn_rad * part);
        at[i].at = vec2_add(vec2_add(k->pivot, from_pivot), vec2_scale(k->shift, part));
        at[i].heading_rad = angle_wrap(at[i].heading_rad + k->turn_rad * part + (part < 1 ? 0 : k->face_rad));
    }
}

// Outer front corner of the body, to the left (1) or right (-1), and how far its farthest front is from it.
static vec2 corner_of(const random_moves *r, const game_unit *u, const pose *at, double side, double *radius) {
    vec2 f = heading_forward(at[0].heading_rad), l = vec2_scale(heading_left(at[0].heading_rad), side);
    base b = r->game->figures[u->first_figure].base;
    double ahead = -1e9, out = -1e9;
    for (int i = 0; i < u->figure_count; i++) ahead = fmax(ahead, vec2_dot(at[i].at, f)), out = fmax(out, vec2_dot(at[i].at, l));
    vec2 corner = vec2_add(vec2_scale(f, ahead + b.depth_in / 2), vec2_scale(l, out + b.width_in / 2));
    *radius = 0;
    for (int i = 0; i < u->figure_count; i++) *radius = fmax(*radius, vec2_distance(base_front(b, at[i]), corner));
    return corner;
}

// Up to two wheels with legs before, between and after, as far as the rate goes.
static void choose_program(random_moves *r, const game_unit *u) {
    double left = RATE_IN;
    pose *at = r->at + u->first_figure;
    for (r->piece_count = 0; r->piece_count < MAX_STEPS && left > 1; r->piece_count++) {
        piece *k = &r->pieces[r->piece_count];
        double cost = uniform(r, 0.2, 0.6) * left, radius, hand = uniform(r, -1, 1) > 0 ? 1 : -1;
        *k = (piece){.shift = ahead_by(at[0].heading_rad + uniform(r, -PI / 4, PI / 4), cost)};
        if (r->piece_count % 2 && uniform(r, 0, 1) < 0.7) {
            *k = (piece){.pivot = corner_of(r, u, at, hand, &radius)};
            k->turn_rad = hand * cost / radius;
        }
        advance(k, 1, at, u->figure_count);
        left -= cost;
    }
}

static bool all_on_table(const random_moves *r, const game_unit *u) {
    for (int i = 0; i < u->figure_count; i++)
        if (!on_table(r, r->at[u->first_figure + i].at)) return false;
    return true;
}

static int next_unit(random_moves *r) {
    int side = (r->turn + 1) % 2;
    return r->kind == RANDOM_ANY ? (int)uniform(r, 0, r->units) : side + 2 * (r->moves % ((r->units + 1 - side) / 2));
}

// Chooses the pieces; none where they would lead off the table.
static void begin_move(random_moves *r) {
    r->unit = next_unit(r);
    const game_unit *u = &r->game->units[r->unit];
    pose *at = r->at + u->first_figure;
    memcpy(r->from + u->first_figure, at, (size_t)u->figure_count * sizeof *at);
    if (r->kind == RANDOM_ANY) {
        r->pieces[0] = choose_any(r, at);
        r->piece_count = 1;
        advance(&r->pieces[0], 1, at, u->figure_count);
    } else
        choose_program(r, u);
    if (!all_on_table(r, u)) r->piece_count = 0;
    r->moves++;
    r->t_s += SETTLE_S;
}

// Where the unit stands at the given part of its way; with no pieces, where it began the game: as good a move as any.
static void place(random_moves *r, const game_unit *u, double part) {
    pose *at = r->at + u->first_figure;
    double done = part * r->piece_count;
    for (int i = 0; i < u->figure_count; i++) at[i] = r->piece_count ? r->from[u->first_figure + i] : r->game->figures[u->first_figure + i].start;
    for (int k = 0; k < done; k++) advance(&r->pieces[k], fmin(done - k, 1), at, u->figure_count);
    for (int i = 0; i < u->figure_count; i++) {
        at[i].at = vec2_add(at[i].at, (vec2){uniform(r, -0.015, 0.015), uniform(r, -0.015, 0.015)});
        at[i].heading_rad = angle_wrap(at[i].heading_rad + uniform(r, -0.01, 0.01));
    }
}

static void observe(random_moves *r) {
    if (r->sample == 0) begin_move(r);
    const game_unit *u = &r->game->units[r->unit];
    r->sample++;
    r->t_s += SAMPLE_S;
    place(r, u, (double)r->sample / r->samples);
    for (int i = 0; i < u->figure_count; i++) r->reported[i] = (event_pose){.figure = u->first_figure + i, .pose = r->at[u->first_figure + i]};
    r->event = (event){.kind = EVENT_OBSERVE, .t_s = r->t_s, .observe = {.poses = r->reported, .pose_count = u->figure_count}};
    if (r->sample >= r->samples) r->sample = 0;
}

static void begin_phase(random_moves *r) {
    r->moves = 0;
    r->t_s += SETTLE_S;
    r->event = (event){.kind = EVENT_PHASE, .t_s = r->t_s, .phase = {.turn = (r->turn + 1) / 2 + 1, .side = r->turn % 2, .phase = "movement"}};
    r->turn++;
}

const event *random_moves_next(random_moves *r) {
    if (r->sample == 0 && r->moves >= r->moves_a_phase)
        begin_phase(r);
    else
        observe(r);
    return &r->event;
}
