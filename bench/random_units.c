#include "bench/random_units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *stand_kind_name(stand_kind k) {
    static const char *const names[STAND_KIND_COUNT] = {"closed", "open",   "skirmish", "mob",     "irregular",
                                                        "line",   "column", "square",   "wrapped", "led"};
    return names[k];
}

const char *hide_kind_name(hide_kind k) {
    static const char *const names[HIDE_KIND_COUNT] = {"nobody", "anyone", "under a hand", "an end", "the rear", "the front"};
    return names[k];
}

// Knuth's MMIX generator; its upper bits are good enough to push figures about.
double random_uniform(unsigned long long *seed) {
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

double random_normal(unsigned long long *seed) {
    double u = 1 - random_uniform(seed), v = random_uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

int random_between(unsigned long long *seed, int low, int high) { return low + (int)(random_uniform(seed) * (high - low + 1)); }

// How carefully a unit was set up, and its gaps.
typedef struct {
    unsigned long long *seed;
    double jitter_in, turn_rad;
    double gap_lateral_in, gap_depth_in;
} hands;

base random_unit_base(unsigned long long *seed) {
    static const double sides_mm[] = {20, 25, 25.4, 30, 32, 40};
    double side = sides_mm[random_between(seed, 0, 5)] * IN_PER_MM;
    switch (random_between(seed, 0, 3)) {
        case 0:
            return (base){BASE_ROUND, side, side, 0.12, 0};
        case 1:
            return (base){BASE_RECT, 25 * IN_PER_MM, 50 * IN_PER_MM, 0.12, 0};
        default:
            return (base){BASE_SQUARE, side, side, 0.12, 0};
    }
}

// Rules: closed figures touch; open ones stand half an inch apart (BS1-7.1-1, 7.3-1), by eye.
static hands random_hands(stand_kind kind, const base *b, unsigned long long *seed) {
    hands h = {.seed = seed, .jitter_in = (0.5 + random_uniform(seed)) * IN_PER_MM, .turn_rad = (b->shape == BASE_ROUND ? 4 : 2) * RAD_PER_DEG};
    double gap = kind == STAND_OPEN ? 0.4 + 0.2 * random_uniform(seed) : 0;
    h.gap_lateral_in = gap;
    h.gap_depth_in = gap ? gap + 0.05 * random_normal(seed) : 0;
    return h;
}

static pose set_down(const hands *h, double ahead, double left, double heading_rad) {
    return (pose){{ahead, left}, heading_rad + h->turn_rad * random_normal(h->seed), 0, 0};
}

// One rank of `count` figures, put side by side from the left; its left end stands at `left`, or its middle at 0.
static void set_rank(random_unit *u, const hands *h, int count, double ahead, bool from_left, bool from_right, double width_in) {
    int first = u->count;
    double at = 0;
    for (int i = 0; i < count; i++) {
        double off = fmin(fmax(h->jitter_in / 2 * random_normal(h->seed), -h->jitter_in), h->jitter_in);
        u->row[u->count] = u->ranks;
        u->at[u->count++] = set_down(h, ahead + off, at, 0);
        at -= u->base.width_in + h->gap_lateral_in + h->jitter_in * fabs(random_normal(h->seed));
    }
    double reach = u->at[first].at.y - u->at[u->count - 1].at.y;
    double shift = from_left ? width_in / 2 : from_right ? reach - width_in / 2 : reach / 2;
    for (int i = first; i < u->count; i++) u->at[i].at.y += shift;
    u->ranks++;
}

static void set_block(random_unit *u, const hands *h, int files, int ranks, int last) {
    double ahead = 0, width = 0;
    int side = random_between(h->seed, 0, 2);
    for (int r = 0; r < ranks; r++) {
        int count = r + 1 < ranks ? files : last, first = u->count;
        bool short_rank = count < files;
        set_rank(u, h, count, ahead, short_rank && side == 0, short_rank && side == 1, width);
        if (r == 0) width = u->at[first].at.y - u->at[u->count - 1].at.y;
        ahead -= u->base.depth_in + h->gap_depth_in + h->jitter_in * (1 + fabs(random_normal(h->seed)));
    }
    u->files = u->frontage = ranks > 1 ? files : last;
}

static void set_random_block(random_unit *u, const hands *h) {
    int files = random_between(h->seed, 2, 10), ranks = random_between(h->seed, 1, 6);
    while (files * ranks < 4 || files * ranks > 60) files = random_between(h->seed, 2, 10), ranks = random_between(h->seed, 1, 6);
    bool whole = ranks == 1 || random_uniform(h->seed) < 0.5;
    set_block(u, h, files, ranks, whole ? files : random_between(h->seed, 1, files - 1));
}

// Proportions of Chainmail's line and column (docs/geometry.md section 7.5).
static void set_proportions(random_unit *u, const hands *h, bool line) {
    int least = random_between(h->seed, 1, 3), most = random_between(h->seed, 2 * least, 2 * least + 4);
    set_block(u, h, line ? most : least, line ? least : most, line ? most : least);
}

// Outer figures look outward, the inner ones ahead.
static void set_square(random_unit *u, const hands *h) {
    int side = random_between(h->seed, 4, 7);
    set_block(u, h, side, side, side);
    vec2 middle = poses_middle(u->at, u->count);
    for (int i = 0; i < u->count; i++) {
        int r = i / side, c = i % side;
        bool outer = r == 0 || c == 0 || r == side - 1 || c == side - 1;
        vec2 out = vec2_sub(u->at[i].at, middle);
        double to_front = fabs(out.x) > fabs(out.y) ? (out.x > 0 ? 0 : PI) : (out.y > 0 ? PI / 2 : -PI / 2);
        if (outer) u->at[i].heading_rad += to_front;
    }
}

// Figures anywhere in a disc, none nearer to another than `gap`.
static void scatter(random_unit *u, const hands *h, int count, double gap, double spread) {
    double apart = u->base.shape == BASE_ROUND ? u->base.width_in : vec2_length((vec2){u->base.width_in, u->base.depth_in});
    double radius = (apart + gap) * sqrt(count) * spread;
    while (u->count < count) {
        double way = 2 * PI * random_uniform(h->seed), far = radius * sqrt(random_uniform(h->seed)), nearest = INFINITY;
        vec2 at = {far * cos(way), far * sin(way)};
        for (int i = 0; i < u->count; i++) nearest = fmin(nearest, vec2_distance(at, u->at[i].at));
        radius *= 1.001;  // room for the last ones
        if (nearest < apart + gap) continue;
        u->row[u->count] = -1;
        u->at[u->count++] = set_down(h, at.x, at.y, 0.2 * random_normal(h->seed));
    }
}

// Up to three figures at each end stand ahead of the front, one behind the other along an enemy's flanks, and look inward.
static void wrap_ends(random_unit *u, const hands *h) {
    double front = u->at[0].at.x, left = u->at[0].at.y, right = u->at[u->frontage - 1].at.y;
    int each = random_between(h->seed, 1, 3);
    for (int side = 1; side >= -1; side -= 2)
        for (int i = 0; i < each; i++) {
            double off = u->base.width_in * (i + 0.5) + u->base.depth_in / 2 + 2 * h->jitter_in * (i + 1);
            u->row[u->count] = -1;
            u->at[u->count++] = set_down(h, front + off, (side > 0 ? left : right) + h->jitter_in * random_normal(h->seed), -side * PI / 2);
        }
}

static void lead(random_unit *u, const hands *h) {
    double off = u->base.depth_in * (1 + 0.5 * random_uniform(h->seed)), across = u->frontage * u->base.width_in * (random_uniform(h->seed) - 0.5);
    u->leader = u->count;
    u->row[u->count] = -1;
    u->at[u->count++] = set_down(h, u->at[0].at.x + off, across, 0);
}

random_unit random_unit_make(stand_kind kind, const base *on, unsigned long long *seed) {
    random_unit u = {.kind = kind, .type = UNIT_REGULAR, .base = on ? *on : random_unit_base(seed), .leader = -1, .formation = FORMATION_CLOSED};
    hands h = random_hands(kind, &u.base, seed);
    if (kind == STAND_CLOSED || kind == STAND_OPEN || kind == STAND_WRAPPED || kind == STAND_LED) set_random_block(&u, &h);
    if (kind == STAND_LINE || kind == STAND_COLUMN) set_proportions(&u, &h, kind == STAND_LINE);
    if (kind == STAND_SQUARE) set_square(&u, &h);
    if (kind == STAND_WRAPPED) wrap_ends(&u, &h);
    if (kind == STAND_LED) lead(&u, &h);
    if (kind == STAND_SKIRMISH) scatter(&u, &h, random_between(seed, 3, 16), 1.1, 0.9);
    if (kind == STAND_MOB) scatter(&u, &h, random_between(seed, 8, 40), 0, 0.6);
    if (kind == STAND_IRREGULAR) scatter(&u, &h, random_between(seed, 8, 30), 0.1, 0.8);
    static const formation_kind named[STAND_KIND_COUNT] = {
        [STAND_OPEN] = FORMATION_OPEN,           [STAND_SKIRMISH] = FORMATION_SKIRMISH, [STAND_MOB] = FORMATION_MOB,
        [STAND_IRREGULAR] = FORMATION_IRREGULAR, [STAND_LINE] = FORMATION_LINE,         [STAND_COLUMN] = FORMATION_COLUMN,
        [STAND_SQUARE] = FORMATION_SQUARE};
    if (named[kind]) u.formation = named[kind];
    if (kind == STAND_SKIRMISH) u.type = UNIT_SKIRMISH;
    if (kind == STAND_MOB) u.type = UNIT_MOB;
    random_unit_carry(&u, 2 * PI * random_uniform(seed), (vec2){0, 0});
    return u;
}

random_unit random_unit_formed_anew(const random_unit *u, int files, unsigned long long *seed) {
    random_unit out = *u;
    hands h = random_hands(u->kind, &u->base, seed);
    int ranks = (u->count + files - 1) / files;
    out.count = out.ranks = 0;
    out.leader = -1;
    out.facing_rad = 0;
    set_block(&out, &h, files, ranks, u->count - (ranks - 1) * files);
    random_unit_carry(&out, 2 * PI * random_uniform(seed), (vec2){0, 0});
    return out;
}

void random_unit_carry(random_unit *u, double turn_rad, vec2 shift) {
    for (int i = 0; i < u->count; i++) {
        u->at[i].at = vec2_add(vec2_rotate(u->at[i].at, turn_rad), shift);
        u->at[i].heading_rad = angle_wrap(u->at[i].heading_rad + turn_rad);
    }
    u->facing_rad = angle_wrap(u->facing_rad + turn_rad);
}

pose random_unit_seen(pose p, double sigma_in, double sigma_rad, unsigned long long *seed) {
    p.at.x += sigma_in * random_normal(seed);
    p.at.y += sigma_in * random_normal(seed);
    p.heading_rad = angle_wrap(p.heading_rad + sigma_rad * random_normal(seed));
    p.sigma_in = sigma_in;
    p.sigma_rad = random_uniform(seed) < 0.05 ? HEADING_UNKNOWN : sigma_rad;
    return p;
}

// Outermost edges of the unit as it faces: ahead, behind, left, right.
static void outline(const random_unit *u, double out[4]) {
    vec2 ahead = heading_forward(u->facing_rad), left = heading_left(u->facing_rad);
    for (int k = 0; k < 4; k++) out[k] = -INFINITY;
    for (int i = 0; i < u->count; i++) {
        vec2 corner[4];
        base_corners(u->base, u->base.shape == BASE_ROUND ? (pose){u->at[i].at, u->facing_rad, 0, 0} : u->at[i], corner);
        for (int k = 0; k < 4; k++) {
            double a = vec2_dot(corner[k], ahead), l = vec2_dot(corner[k], left);
            out[0] = fmax(out[0], a), out[1] = fmax(out[1], -a), out[2] = fmax(out[2], l), out[3] = fmax(out[3], -l);
        }
    }
}

void random_unit_join(const random_unit *a, random_unit *b, bool behind, double gap_in, double step_in, double turn_rad) {
    double of_a[4], of_b[4];
    random_unit_carry(b, a->facing_rad - b->facing_rad + turn_rad, (vec2){0, 0});
    b->facing_rad = a->facing_rad;  // both are measured along one facing
    outline(a, of_a);
    outline(b, of_b);
    double forward = behind ? -of_a[1] - gap_in - of_b[0] : of_a[0] - of_b[0] + step_in;
    double left = behind ? of_a[2] - of_b[2] + step_in : -of_a[3] - gap_in - of_b[2];
    random_unit_carry(b, 0, vec2_add(vec2_scale(heading_forward(a->facing_rad), forward), vec2_scale(heading_left(a->facing_rad), left)));
    b->facing_rad = angle_wrap(a->facing_rad + turn_rad);
}

typedef struct {
    double far;
    int figure;
} far_figure;

static int nearest_first(const void *pa, const void *pb) {
    const far_figure *a = pa, *b = pb;
    return (a->far > b->far) - (a->far < b->far);
}

void random_unit_hide(const random_unit *u, hide_kind how, int count, bool *hidden, unsigned long long *seed) {
    far_figure order[RANDOM_UNIT_ROOM];
    vec2 ahead = heading_forward(u->facing_rad), left = heading_left(u->facing_rad), hand = u->at[random_between(seed, 0, u->count - 1)].at;
    double side = random_uniform(seed) < 0.5 ? 1 : -1;
    for (int i = 0; i < u->count; i++) {
        double far[HIDE_KIND_COUNT] = {[HIDE_ANYONE] = random_uniform(seed),
                                       [HIDE_UNDER_A_HAND] = vec2_distance(u->at[i].at, hand),
                                       [HIDE_AN_END] = side * vec2_dot(u->at[i].at, left),
                                       [HIDE_REAR] = vec2_dot(u->at[i].at, ahead),
                                       [HIDE_FRONT] = -vec2_dot(u->at[i].at, ahead)};
        order[i] = (far_figure){far[how], i};
        hidden[i] = false;
    }
    qsort(order, (size_t)u->count, sizeof *order, nearest_first);
    for (int i = 0; i < count && how != HIDE_NOBODY; i++) hidden[order[i].figure] = true;
}

void random_army_muster(random_army *a, const random_unit *units, int count, const formation_kind *formation) {
    memset(a, 0, sizeof *a);
    snprintf(a->side.id, sizeof a->side.id, "red");
    a->side.home_edge = EDGE_SOUTH;
    a->g = (game){.width_in = 72, .depth_in = 48, .sides = &a->side, .side_count = 1, .units = a->units, .figures = a->figures};
    for (int k = 0; k < count; k++) {
        const random_unit *u = &units[k];
        a->units[k] = (game_unit){.type = u->type,
                                  .movement_in = 12,
                                  .formation = formation[k],
                                  .first_figure = a->g.figure_count,
                                  .figure_count = u->count,
                                  .leader = u->leader < 0 ? -1 : a->g.figure_count + u->leader,
                                  .reference_figure = -1,
                                  .rim_rgb = 0xb02020,
                                  .mark_rgb = NO_COLOUR};
        snprintf(a->units[k].id, sizeof a->units[k].id, "%c", 'A' + k);
        for (int i = 0; i < u->count; i++) {
            game_figure *f = &a->figures[a->g.figure_count++];
            f->unit = k;
            f->base = u->base;
            snprintf(f->id, sizeof f->id, "%c-%d", 'A' + k, i + 1);
        }
        a->g.unit_count++;
    }
}
