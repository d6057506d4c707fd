// Places by edges: columns about bases that stand elsewhere than supposed, with densities as a network that knows its errors would say them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/bases/bases_limits.h"
#include "vision/bases/edges_fit.h"

enum { SIDE = 25, COLUMNS = 4 * SIDE };  // mm; a column a mm

static edge_column columns[COLUMNS];

// A square base's columns, counter-clockwise from its front's right end.
static void lay_square(void) {
    const vec2 normals[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < COLUMNS; i++) {
        vec2 n = normals[i / SIDE];
        double along = i % SIDE - (SIDE - 1) / 2.0;
        columns[i] = (edge_column){
            .place = {n.x * SIDE / 2 - n.y * along, n.y * SIDE / 2 + n.x * along}, .normal = n, .weight = {1, 0, 0}, .sigma = {1, 1, 1}};
    }
}

static void lay_round(double radius) {
    for (int i = 0; i < COLUMNS; i++) {
        vec2 n = heading_forward(2 * PI * i / COLUMNS);
        columns[i] = (edge_column){.place = vec2_scale(n, radius), .normal = n, .weight = {1, 0, 0}, .sigma = {1, 1, 1}};
    }
}

// Where the edge runs at the column if the base is moved and turned so, mm outwards.
static double away(const edge_column *c, const double shift[3]) {
    return shift[0] * c->normal.x + shift[1] * c->normal.y + shift[2] * (c->normal.y * c->place.x - c->normal.x * c->place.y);
}

// A peak at the distance with that sigma, as it is where distances scatter by EDGES_JITTER_MM: what is seen times the scatter.
static void see(edge_column *c, int peak, double at, double sigma) {
    double both = 1 / (1 / (sigma * sigma) + 1 / (EDGES_JITTER_MM * EDGES_JITTER_MM));
    c->away[peak] = (float)(at * both / (sigma * sigma));
    c->sigma[peak] = (float)sqrt(both);
}

static void see_nothing(edge_column *c) {
    edge_column unseen = edge_unseen();
    unseen.place = c->place, unseen.normal = c->normal;
    *c = unseen;
}

static double evidence;
static const edge_pose loose = {.sigma = {1.5, 1.5, 0.05}};

static void a_base_is_placed_by_its_edges(void **state) {
    (void)state;
    const double truth[3] = {0.8, -0.5, 0.02};
    lay_square();
    for (int i = 0; i < COLUMNS; i++) see(&columns[i], 0, away(&columns[i], truth), 0.3);
    edge_pose p = edges_fit(columns, COLUMNS, &loose, 0, true, &evidence);
    // What is known without them draws it by their sigmas: two sides of 25 columns each tell each shift.
    double share = EDGES_WORTH * 50 / 0.09 / (EDGES_WORTH * 50 / 0.09 + 1 / 2.25);
    assert_true(fabs(p.shift[0] - 0.8 * share) < 0.01 && fabs(p.shift[1] + 0.5 * share) < 0.01 && fabs(p.shift[2] - 0.02) < 0.002);
    assert_true(fabs(p.sigma[0] - sqrt(1 / (EDGES_WORTH * 50 / 0.09 + 1 / 2.25))) < 0.01);
}

static void where_nothing_is_seen_nothing_is_learned(void **state) {
    (void)state;
    const edge_pose known = {.shift = {0.7, -0.4, 0.01}, .sigma = {0.5, 0.8, 0.02}};
    lay_square();
    for (int i = 0; i < COLUMNS; i++) see_nothing(&columns[i]);
    edge_pose p = edges_fit(columns, COLUMNS, &known, 0, true, &evidence);
    for (int k = 0; k < 3; k++) assert_true(fabs(p.shift[k] - known.shift[k]) < 1e-6 && fabs(p.sigma[k] - known.sigma[k]) < 1e-6);
}

static void one_side_tells_one_way_alone(void **state) {
    (void)state;
    const double truth[3] = {0.8, 0.9, 0};
    lay_square();
    for (int i = 0; i < COLUMNS; i++) {
        if (i < SIDE)
            see(&columns[i], 0, away(&columns[i], truth), 0.05);
        else
            see_nothing(&columns[i]);
    }
    edge_pose p = edges_fit(columns, COLUMNS, &loose, 0, true, &evidence);
    assert_true(fabs(p.shift[0] - 0.8) < 0.08 && p.sigma[0] < 0.3);
    assert_true(fabs(p.shift[1]) < 1e-6 && fabs(p.sigma[1] - 1.5) < 1e-3);
}

// A shadow's edge runs 3 mm in front of the base, as plain to see as its own; the side that has but one tells which is which.
static void the_other_side_tells_an_edge_from_a_shadow(void **state) {
    (void)state;
    const double truth[3] = {-0.9, 0, 0};
    lay_square();
    for (int i = 0; i < COLUMNS; i++) {
        edge_column *c = &columns[i];
        see(c, 0, away(c, truth), 0.3);
        if (i >= SIDE) continue;
        see(c, 1, away(c, truth) + 3, 0.3);
        c->weight[0] = c->weight[1] = 0.5F;
    }
    edge_pose p = edges_fit(columns, COLUMNS, &loose, 0, true, &evidence);
    assert_true(fabs(p.shift[0] + 0.9) < 0.1 && fabs(p.shift[1]) < 0.05);
}

static void a_round_base_is_not_turned(void **state) {
    (void)state;
    const edge_pose known = {.sigma = {1, 1, 0.4}};
    const double truth[3] = {0.3, 0.6, 0};
    lay_round(12.5);
    for (int i = 0; i < COLUMNS; i++) see(&columns[i], 0, away(&columns[i], truth), 0.2);
    edge_pose p = edges_fit(columns, COLUMNS, &known, 0, false, &evidence);
    assert_true(fabs(p.shift[0] - 0.3) < 0.03 && fabs(p.shift[1] - 0.6) < 0.03);
    assert_true(p.shift[2] == 0 && p.sigma[2] == 0.4);
}

static void nonsense_is_not_believed(void **state) {
    (void)state;
    lay_square();
    for (int i = 0; i < COLUMNS; i++) columns[i].away[0] = NAN;
    edge_pose p = edges_fit(columns, COLUMNS, &loose, 0, true, &evidence);
    for (int k = 0; k < 3; k++) assert_true(p.shift[k] == 0 && fabs(p.sigma[k] - loose.sigma[k]) < 1e-12);
    p = edges_fit(columns, 0, &loose, 0, true, &evidence);
    for (int k = 0; k < 3; k++) assert_true(p.shift[k] == 0 && fabs(p.sigma[k] - loose.sigma[k]) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_is_placed_by_its_edges), cmocka_unit_test(where_nothing_is_seen_nothing_is_learned),
        cmocka_unit_test(one_side_tells_one_way_alone),  cmocka_unit_test(the_other_side_tells_an_edge_from_a_shadow),
        cmocka_unit_test(a_round_base_is_not_turned),    cmocka_unit_test(nonsense_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
