#include "fear_block.h"

#include <string.h>

int fear_ranks(const fear_block *b) { return (b->count + b->files - 1) / b->files; }

double fear_heading(const fear_block *b) { return b->lay_rad + b->quarter * PI / 2; }

static double pitch(const fear_block *b) { return b->base.width_in + b->gap_in; }

static vec2 place_of(const fear_block *b, int i) {
    int rank = i / b->files;
    double from_left = i % b->files + (rank > 0 && rank == fear_ranks(b) - 1 && b->count % b->files ? b->rear : 0);
    vec2 back = vec2_scale(heading_forward(b->lay_rad), -rank * pitch(b)), right = vec2_scale(heading_left(b->lay_rad), -from_left * pitch(b));
    return vec2_add(b->corner, vec2_add(back, right));
}

void fear_stand(const fear_block *b, pose *out) {
    for (int i = 0; i < b->count; i++) out[b->figure[i]] = (pose){place_of(b, i), angle_wrap(fear_heading(b)), 0, 0, 0};
}

vec2 fear_corner(const fear_block *b, int hand) {
    double h = fear_heading(b), foremost = -INFINITY, out = -INFINITY, half = b->base.width_in / 2;
    vec2 f = heading_forward(h), l = vec2_scale(heading_left(h), hand);
    for (int i = 0; i < b->count; i++) foremost = fmax(foremost, vec2_dot(place_of(b, i), f));
    for (int i = 0; i < b->count; i++)
        if (vec2_dot(place_of(b, i), f) > foremost - half) out = fmax(out, vec2_dot(place_of(b, i), l));
    return vec2_add(vec2_scale(f, foremost + half), vec2_scale(l, out + half));
}

double fear_reach(const fear_block *b, int hand) {
    vec2 pivot = fear_corner(b, hand), front = vec2_scale(heading_forward(fear_heading(b)), b->base.width_in / 2);
    double far = 0;
    for (int i = 0; i < b->count; i++) far = fmax(far, vec2_distance(vec2_add(place_of(b, i), front), pivot));
    return far;
}

double fear_width(const fear_block *b) { return (b->files - 1) * pitch(b) + b->base.width_in; }

void fear_advance(fear_block *b, vec2 way) { b->corner = vec2_add(b->corner, way); }

void fear_wheel(fear_block *b, int hand, double angle_rad) {
    vec2 pivot = fear_corner(b, hand);
    b->corner = vec2_add(pivot, vec2_rotate(vec2_sub(b->corner, pivot), hand * angle_rad));
    b->lay_rad += hand * angle_rad;
}

void fear_turn(fear_block *b, int quarters) { b->quarter = (b->quarter + quarters + 4) % 4; }

static void move_left(fear_block *b, double inches) { b->corner = vec2_add(b->corner, vec2_scale(heading_left(b->lay_rad), inches)); }

void fear_respace(fear_block *b, double gap_in, int anchor) {
    move_left(b, anchor * (gap_in - b->gap_in));
    b->gap_in = gap_in;
}

static void swap(int *a, int *b) {
    int held = *a;
    *a = *b;
    *b = held;
}

static void shuffle(int *a, int n, unsigned long long *seed) {
    for (int i = n - 1; i > 0; i--) swap(&a[i], &a[random_between(seed, 0, i)]);
}

void fear_refront(fear_block *b, int files, int left, double rear, unsigned long long *seed) {
    fear_block old = *b;
    int free_figures[FEAR_FIGURES], free_count = 0;
    bool kept[FEAR_FIGURES] = {false}, taken[FEAR_FIGURES] = {false};
    move_left(b, (files > b->files ? left : -left) * pitch(b));
    b->files = files;
    b->rear = rear;
    for (int i = 0; i < b->count; i++)
        for (int j = 0; j < b->count; j++)
            if (vec2_distance(place_of(b, i), place_of(&old, j)) < 1e-6) b->figure[i] = old.figure[j], taken[i] = kept[j] = true;
    for (int j = 0; j < b->count; j++)
        if (!kept[j]) free_figures[free_count++] = old.figure[j];
    shuffle(free_figures, free_count, seed);
    for (int i = 0; i < b->count; i++)
        if (!taken[i]) b->figure[i] = free_figures[--free_count];
}

void fear_shuffle(fear_block *b, unsigned long long *seed) { shuffle(b->figure, b->count, seed); }
