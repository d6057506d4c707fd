#include "formation/assign.h"

#include <float.h>
#include <math.h>

#include "formation/formation_limits.h"

#define FORBIDDEN 1e9  // dearer than any sum of true costs

typedef struct {
    const double *cost;
    int rows, columns;  // of cost
    int n;              // of the square problem: the larger
    double *row_price, *column_price, *slack;
    int *row_of, *way;  // 1-based, 0: none
    bool *done;
} problem;

static double cost_at(const problem *p, int row, int column) {
    if (row > p->rows || column > p->columns) return FORBIDDEN;
    double c = p->cost[(long)(row - 1) * p->columns + column - 1];
    return c < FORBIDDEN ? c : FORBIDDEN;
}

// Brings `row` into the assignment by the cheapest alternating path (Dijkstra over reduced costs).
static void augment(problem *p, int row) {
    int column = 0;
    p->row_of[0] = row;
    for (int j = 0; j <= p->n; j++) {
        p->slack[j] = DBL_MAX;
        p->done[j] = false;
    }
    do {
        int i = p->row_of[column], next = 0;
        double least = DBL_MAX;
        p->done[column] = true;
        for (int j = 1; j <= p->n; j++) {
            if (p->done[j]) continue;
            double reduced = cost_at(p, i, j) - p->row_price[i] - p->column_price[j];
            if (reduced < p->slack[j]) {
                p->slack[j] = reduced;
                p->way[j] = column;
            }
            if (p->slack[j] < least) {
                least = p->slack[j];
                next = j;
            }
        }
        for (int j = 0; j <= p->n; j++) {
            if (p->done[j]) {
                p->row_price[p->row_of[j]] += least;
                p->column_price[j] -= least;
            } else {
                p->slack[j] -= least;
            }
        }
        column = next;
    } while (p->row_of[column] != 0);
    while (column) {
        p->row_of[column] = p->row_of[p->way[column]];
        column = p->way[column];
    }
}

static problem take_problem(arena *a, const double *cost, int rows, int columns) {
    int n = rows > columns ? rows : columns;
    size_t all = (size_t)n + 1;
    return (problem){.cost = cost,
                     .rows = rows,
                     .columns = columns,
                     .n = n,
                     .row_price = arena_take_zeroed(a, all, sizeof(double)),
                     .column_price = arena_take_zeroed(a, all, sizeof(double)),
                     .slack = arena_take_zeroed(a, all, sizeof(double)),
                     .row_of = arena_take_zeroed(a, all, sizeof(int)),
                     .way = arena_take_zeroed(a, all, sizeof(int)),
                     .done = arena_take_zeroed(a, all, sizeof(bool))};
}

static bool assign_exactly(arena *a, const double *cost, int rows, int columns, int *column_of) {
    problem p = take_problem(a, cost, rows, columns);
    if (a->exhausted) return false;
    for (int i = 1; i <= p.n; i++) augment(&p, i);
    for (int j = 1; j <= columns; j++) {
        int i = p.row_of[j];
        if (i <= rows && cost_at(&p, i, j) < FORBIDDEN) column_of[i - 1] = j - 1;
    }
    return true;
}

static bool assign_greedily(arena *a, const double *cost, int rows, int columns, int *column_of) {
    bool *taken = arena_take_zeroed(a, (size_t)columns, sizeof *taken);
    if (a->exhausted) return false;
    for (int i = 0; i < rows; i++) {
        int best = -1;
        for (int j = 0; j < columns; j++)
            if (!taken[j] && cost[(long)i * columns + j] < (best < 0 ? FORBIDDEN : cost[(long)i * columns + best])) best = j;
        if (best < 0) continue;
        taken[best] = true;
        column_of[i] = best;
    }
    return true;
}

void assign_measure(arena *a, int rows, int columns) {
    size_t mark = a->used;
    take_problem(a, NULL, rows, columns);  // a greedy assignment takes less
    arena_reset(a, mark);
}

bool assign_in(arena *a, const double *cost, int rows, int columns, int *column_of) {
    size_t mark = a->used;
    for (int i = 0; i < rows; i++) column_of[i] = -1;
    if (rows == 0 || columns == 0) return true;
    bool greedy = rows > ASSIGN_EXACT_MOST || columns > ASSIGN_EXACT_MOST;
    bool ok = greedy ? assign_greedily(a, cost, rows, columns, column_of) : assign_exactly(a, cost, rows, columns, column_of);
    arena_reset(a, mark);
    return ok;
}

bool assign_least(const double *cost, int rows, int columns, int *column_of) {
    arena a = arena_measure();
    assign_measure(&a, rows, columns);
    bool ok = arena_open(&a, a.most) && assign_in(&a, cost, rows, columns, column_of);
    arena_close(&a);
    return ok;
}
