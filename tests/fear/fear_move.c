#include "fear_move.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define OPEN_GAP 0.5
#define CLOSED_GAP 0.01

typedef struct {
    fear_move *m;
    const fear_book *book;
    unsigned long long *seed;
    double left;  // of what it may take
    int wheels, faces;
    bool plain;  // legs and wheels alone
} maker;

__attribute__((format(printf, 3, 4))) static void spend(maker *k, double cost, const char *format, ...) {
    va_list args;
    size_t used = strlen(k->m->words);
    va_start(args, format);
    vsnprintf(k->m->words + used, sizeof k->m->words - used, format, args);
    va_end(args);
    k->m->cost_in += cost;
    k->left -= cost;
    if (k->m->via_count < FEAR_VIA) k->m->via[k->m->via_count++] = k->m->to;
}

static void leg(maker *k, double inches) {
    double off = fear_uniform(k->seed, -PI / 4, PI / 4);
    if (k->book->straight || fear_uniform(k->seed, 0, 1) < 0.3) off = 0;
    fear_advance(&k->m->to, vec2_scale(heading_forward(fear_heading(&k->m->to) + off), inches));
    spend(k, inches, "leg %.2f at %.0f; ", inches, off * DEG_PER_RAD);
}

static void wheel(maker *k) {
    int hand = random_between(k->seed, 0, 1) ? 1 : -1;
    double reach = k->book->ranked ? fear_width(&k->m->to) : fear_reach(&k->m->to, hand);
    double most = fmin(k->left / reach, 2 * PI / 3);
    double angle = fear_uniform(k->seed, 0.1, 1) * most;
    fear_wheel(&k->m->to, hand, angle);
    k->wheels++;
    spend(k, reach * angle, "wheel %.1f; ", hand * angle * DEG_PER_RAD);
}

static void face(maker *k) {
    int quarters = random_between(k->seed, 1, 3);
    double cost = k->m->rate_in * (quarters == 2 ? k->book->about : k->book->face);
    if (cost > k->left || k->faces == 2) return;
    fear_turn(&k->m->to, quarters);
    k->faces++;
    spend(k, cost, "face %d; ", quarters * 90);
}

static void respace(maker *k) {
    double cost = k->book->formation * k->m->rate_in;
    if (cost > k->left || k->m->formation_changed || k->m->to.quarter) return;
    fear_respace(&k->m->to, k->m->to.gap_in > 0.2 ? CLOSED_GAP : OPEN_GAP, random_between(k->seed, 0, k->m->to.files - 1));
    k->m->formation_changed = 1;
    spend(k, cost, "formation; ");
}

// Where a last rank of so many figures begins: at the left, in the middle, at the right.
static double rear_of(int count, int files, unsigned long long *seed) {
    int last = count % files;
    return last ? random_between(seed, 0, 2) / 2.0 * (files - last) : 0;
}

static void refront(maker *k) {
    fear_block *b = &k->m->to;
    int files = b->files + random_between(k->seed, -4, 4), across = b->count % b->files == 0 ? fear_ranks(b) : files;
    if (fear_uniform(k->seed, 0, 1) < 0.3) files = across;  // as many files as it had ranks
    int changed = files > b->files ? files - b->files : b->files - files;
    double cost = fear_frontage_cost(k->book, changed);
    if (files < 1 || files > b->count || changed == 0 || cost > k->left || k->m->files_changed || b->quarter) return;
    int left = random_between(k->seed, 0, changed), before = b->files;
    fear_refront(b, files, left, rear_of(b->count, files, k->seed), k->seed);
    spend(k, cost, "files %d to %d, %d at the left; ", before, files, left);
    k->m->files_changed = changed;
}

static void step(maker *k) {
    double what = fear_uniform(k->seed, k->book->ranked || k->plain ? 0.4 : 0, 1);
    if (what < 0.15)
        refront(k);
    else if (what < 0.25)
        respace(k);
    else if (what < 0.4)
        face(k);
    else if (what < 0.65 && k->wheels < 2 && !k->book->no_wheels)
        wheel(k);
    else if (k->left > 0.5)
        leg(k, fear_uniform(k->seed, 0.05, 1) * k->left);
}

fear_block fear_random_block(unsigned long long *seed) {
    fear_block b = {.gap_in = fear_uniform(seed, 0, 1) < 0.35 ? OPEN_GAP : CLOSED_GAP};
    double side = (fear_uniform(seed, 0, 1) < 0.7 ? 20 : 25) * IN_PER_MM;
    int ranks = random_between(seed, 1, 5);
    b.base = (base){BASE_SQUARE, side, side, 0.12, 0};
    b.files = random_between(seed, ranks == 1 ? 3 : 2, 9);
    b.count = b.files * ranks;
    if (ranks > 1 && fear_uniform(seed, 0, 1) < 0.35) b.count -= random_between(seed, 1, b.files - 1);
    b.rear = rear_of(b.count, b.files, seed);
    b.lay_rad = fear_uniform(seed, -PI, PI);
    b.corner = (vec2){60, 60};
    for (int i = 0; i < b.count; i++) b.figure[i] = i;
    return b;
}

fear_move fear_move_from(const fear_block *from, const fear_book *book, double rate_in, double most, bool plain, unsigned long long *seed) {
    fear_move m = {.from = *from, .rate_in = rate_in};
    maker k = {.m = &m, .book = book, .seed = seed, .left = most * m.rate_in, .plain = plain};
    m.to = m.from;
    for (int steps = random_between(seed, 1, 6); steps > 0 && k.left > 0.1; steps--) step(&k);
    if (fear_uniform(seed, 0, 1) < 0.5 && k.left > 0.1) leg(&k, k.left);
    return m;
}

fear_move fear_move_make(const fear_book *book, double most, unsigned long long *seed) {
    fear_block from = fear_random_block(seed);
    fear_move m = fear_move_from(&from, book, 6 + 3 * random_between(seed, 0, 4), most, false, seed);
    if (fear_uniform(seed, 0, 1) < 0.15) fear_shuffle(&m.to, seed), m.shuffled = 1;
    return m;
}
