#include "formation/shape/lattice.h"

#include <stdlib.h>

#include "core/game.h"
#include "core/sort.h"
#include "formation/shape/shape_limits.h"

typedef struct {
    int rank, at;
    double left;
} cell;

// Front rank first, each from its left end.
static int by_place(const void *pa, const void *pb) {
    const cell *a = pa, *b = pb;
    if (a->rank != b->rank) return a->rank - b->rank;
    return (a->left < b->left) - (a->left > b->left);
}

// From file to file: the lower quartile of the steps along the ranks is a step of one file; steps about as long tell it better.
static double file_pitch(const cell *c, int n, double width_in, double depth_gap_in) {
    double step[GAME_MAX_FIGURES], sum = 0;
    int steps = 0, singles = 0;
    for (int i = 1; i < n; i++)
        if (c[i].rank == c[i - 1].rank) step[steps++] = c[i - 1].left - c[i].left;
    if (steps == 0) return width_in + SHAPE_USUAL_GAP_IN;
    sort_numbers(step, steps);
    double one = fmax(step[steps / 4], SHAPE_STEP_LOW * width_in);
    if (depth_gap_in < SHAPE_NOT_OPEN_IN) one /= fmax(1, round(one / (width_in + SHAPE_USUAL_GAP_IN)));
    for (int i = 0; i < steps; i++) {
        if (step[i] < SHAPE_STEP_LOW * one || step[i] > SHAPE_STEP_HIGH * one) continue;
        sum += step[i];
        singles++;
    }
    return singles ? sum / singles : one;
}

// Counts files along each rank, step by step, so that what hands add up along it does no harm.
static void count_along(ranked_base *at, const cell *c, int n, double pitch_in) {
    for (int i = 0; i < n; i++) {
        bool begins = i == 0 || c[i].rank != c[i - 1].rank;
        at[c[i].at].file = begins ? 0 : at[c[i - 1].at].file + (int)fmax(1, round((c[i - 1].left - c[i].left) / pitch_in));
    }
}

// Where the rank's file 0 would stand, by all of its bases.
static double origin(const ranked_base *at, const cell *c, int n, double pitch_in) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += c[i].left + at[c[i].at].file * pitch_in;
    return sum / n;
}

static int rank_end(const cell *c, int n, int first) {
    int end = first;
    while (end < n && c[end].rank == c[first].rank) end++;
    return end;
}

// Brings the files of each rank under those of the rank before it. Returns whether the last one stands half a file to the right (1) or to the left
// (-1) of them, as a short rank may that stands in the middle.
static int align_ranks(ranked_base *at, const cell *c, int n, double pitch_in) {
    double before = 0, aside = 0;
    for (int i = 0, end; i < n; i = end) {
        end = rank_end(c, n, i);
        double here = origin(at, c + i, end - i, pitch_in), off = i ? (before - here) / pitch_in : 0;
        for (int k = i; k < end; k++) at[c[k].at].file += (int)round(off);
        aside = off - round(off);
        before = here + round(off) * pitch_in;
    }
    return (aside > SHAPE_HALF_FILE) - (aside < -SHAPE_HALF_FILE);
}

static void widen(int *first, int *last, int file) {
    if (file < *first) *first = file;
    if (file > *last) *last = file;
}

lattice lattice_find(ranked_base *at, int n, double depth_gap_in) {
    lattice l = {.first = 1 << 20, .last = -(1 << 20), .front_first = 1 << 20, .front_last = -(1 << 20)};
    cell c[GAME_MAX_FIGURES];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (at[i].rank >= 0) c[count++] = (cell){at[i].rank, i, at[i].left};
    if (count == 0) return (lattice){0};
    qsort(c, (size_t)count, sizeof *c, by_place);
    l.pitch_in = file_pitch(c, count, at[c[0].at].width_in, depth_gap_in);
    count_along(at, c, count, l.pitch_in);
    l.aside = align_ranks(at, c, count, l.pitch_in);
    l.left_in = origin(at, c, rank_end(c, count, 0), l.pitch_in);
    l.ranks = c[count - 1].rank + 1;
    for (int i = 0; i < count; i++) {
        bool rear = c[i].rank == l.ranks - 1;
        l.rear += rear;
        if (c[i].rank == c[0].rank) widen(&l.front_first, &l.front_last, at[c[i].at].file);
        if (!rear || l.aside == 0 || c[i].rank == c[0].rank) widen(&l.first, &l.last, at[c[i].at].file);
    }
    return l;
}

int lattice_holes(const ranked_base *at, int n, const lattice *l) {
    int first[GAME_MAX_FIGURES], last[GAME_MAX_FIGURES], held[GAME_MAX_FIGURES] = {0}, holes = 0;
    for (int i = 0; i < n; i++) {
        int r = at[i].rank;
        if (r < 0 || r >= l->ranks) continue;
        if (held[r]++ == 0) first[r] = last[r] = at[i].file;
        widen(&first[r], &last[r], at[i].file);
    }
    for (int r = 0; r < l->ranks; r++) {
        int places = r < l->ranks - 1 ? l->last - l->first + 1 : held[r] > 0 ? last[r] - first[r] + 1 : 0;
        if (places > held[r]) holes += places - held[r];
    }
    return holes;
}
