// Blocks as lattices: ranks and files that are laid out here, seen with errors of a known size, and asked back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "core/pose.h"
#include "tests/render/texture.h"
#include "vision/bases/bases_limits.h"
#include "vision/bases/lattice.h"

#define MM IN_PER_MM

enum { MOST = 128 };

static lattice_point points[MOST];
static int count;

// A block of `ranks` ranks with its front towards heading: rank 0 file 0 at `at`, pitches in mm.
typedef struct {
    vec2 at;
    double heading_rad, ahead_mm, left_mm;
    int ranks, files;
    double sigma_mm;  // stated of each point; and its real scatter
    uint32_t seed;
    bool round;
} block;

static vec2 site_of(const block *b, int rank, int file) {
    return vec2_add(b->at, vec2_rotate((vec2){rank * b->ahead_mm * MM, file * b->left_mm * MM}, b->heading_rad));
}

// About normal: the sum of four uniform numbers.
static double scatter(uint32_t seed, uint32_t i, uint32_t what) {
    double sum = 0;
    for (uint32_t k = 0; k < 4; k++) sum += texture_random(seed, i, 10 * what + k) - 0.5;
    return sum * sqrt(3);
}

static void lay(const block *b) {
    count = 0;
    for (int r = 0; r < b->ranks; r++) {
        for (int c = 0; c < b->files; c++) {
            uint32_t i = (uint32_t)(r * b->files + c);
            vec2 off = {scatter(b->seed, i, 1) * b->sigma_mm * MM, scatter(b->seed, i, 2) * b->sigma_mm * MM};
            points[count++] = (lattice_point){.at = vec2_add(site_of(b, r, c), off),
                                              .sigma_in = {b->sigma_mm * MM, b->sigma_mm * MM},
                                              .heading_rad = b->round ? NAN : b->heading_rad};
        }
    }
}

static void take_away(int i) { points[i] = points[--count]; }

static double off_mm(const lattice *l, const lattice_point *p, vec2 truth) { return vec2_distance(lattice_site(l, p->rank, p->file), truth) / MM; }

static void an_exact_block_is_told_exactly(void **state) {
    (void)state;
    block b = {{20, 20}, 0.7, 25.4, 20.4, 3, 6, 0.3, 1, false};
    lay(&b);
    for (int i = 0; i < count; i++) points[i].at = site_of(&b, i / 6, i % 6);
    lattice l;
    assert_true(lattice_fit(points, count, 0, 25 * MM, 20 * MM, &l));
    assert_int_equal(l.count, 18);
    assert_true(fabs(l.pitch_in[0] - 25.4 * MM) < 0.02 * MM);
    assert_true(fabs(l.pitch_in[1] - 20.4 * MM) < 0.02 * MM);
    assert_true(fabs(l.heading_rad - 0.7) < 1e-4);
    assert_int_equal(l.last_rank - l.first_rank, 2);
    assert_int_equal(l.last_file - l.first_file, 5);
    for (int i = 0; i < count; i++) assert_true(points[i].in && off_mm(&l, &points[i], site_of(&b, i / 6, i % 6)) < 0.05);
}

// The lattice is nearer to the truth than the points are, and its stated error is of that size.
static void many_points_place_each_other(void **state) {
    (void)state;
    double squares = 0, stated = 0;
    int n = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        block b = {{30, 24}, seed * 0.37, 25.3, 25.3, 4, 5, 0.8, seed, seed % 3 == 0};
        lay(&b);
        lattice l;
        assert_true(lattice_fit(points, count, (int)(seed % 20), 25 * MM, 25 * MM, &l));
        assert_int_equal(l.count, 20);
        l.common_in[0] = l.common_in[1] = 0;
        for (int i = 0; i < count; i++) {
            double sigma = lattice_sigma(&l, points[i].rank, points[i].file, i) / MM, e = off_mm(&l, &points[i], site_of(&b, i / 5, i % 5));
            squares += e * e, stated += 2 * sigma * sigma, n++;
        }
    }
    double rms = sqrt(squares / n);
    assert_true(rms < 0.6 * 0.8 * sqrt(2));
    assert_true(rms < 1.3 * sqrt(stated / n) && rms > 0.5 * sqrt(stated / n));
}

// Points that are sharp one way count by that way: those of the front rank are exact along the heading and useless across it, those of the left file
// the other way round. Together they place the block.
static void sharp_sides_place_a_block(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        block b = {{30, 24}, seed * 0.37, 25.4, 25.4, 3, 4, 0, seed, false};
        lay(&b);
        for (int i = 0; i < count; i++) {
            lattice_point *p = &points[i];
            double sharp = 0.1 * MM, dull = 2 * MM;
            p->axis_rad = b.heading_rad + (seed % 2 ? 0 : PI / 2);
            double along = i >= 8 ? sharp : dull, across = i % 4 == 3 ? sharp : dull;  // rank 2 is the front one, file 3 the left one
            p->sigma_in[0] = seed % 2 ? along : across, p->sigma_in[1] = seed % 2 ? across : along;
            vec2 off = {scatter(seed, (uint32_t)i, 1) * along, scatter(seed, (uint32_t)i, 2) * across};
            p->at = vec2_add(p->at, vec2_rotate(off, b.heading_rad));
        }
        lattice l;
        assert_true(lattice_fit(points, count, 11, 25 * MM, 25 * MM, &l));
        assert_int_equal(l.count, 12);
        for (int i = 0; i < count; i++) assert_true(off_mm(&l, &points[i], site_of(&b, i / 4, i % 4)) < 1.2);
        assert_true(off_mm(&l, &points[11], site_of(&b, 2, 3)) < 0.5);
        l.common_in[0] = l.common_in[1] = 0;
        double corner = lattice_sigma(&l, points[11].rank, points[11].file, b.heading_rad);
        assert_true(corner < 0.5 * MM && corner > 0.2 * MM);
    }
}

// Round bases in open order are no block, though a few of them lie as in one.
static void open_order_is_no_block(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        block b = {{30, 24}, seed * 0.37, 33.5, 33.5, 2, 5, 0.7, seed, true};
        lay(&b);
        lattice l;
        for (int i = 0; i < count; i++) assert_false(lattice_fit(points, count, i, 25 * MM, 25 * MM, &l));
    }
}

// Bases can't stand nearer to each other than they are large: finds that were drawn together don't make a block smaller.
static void a_pitch_is_never_less_than_a_base(void **state) {
    (void)state;
    block b = {{30, 24}, 0.2, 23.5, 23.5, 3, 5, 0.8, 3, false};
    lay(&b);
    lattice l;
    assert_true(lattice_fit(points, count, 0, 25 * MM, 25 * MM, &l));
    assert_true(l.pitch_in[0] >= 25 * MM && l.pitch_in[1] >= 25 * MM);
}

static void a_slipped_find_is_told_from_its_site(void **state) {
    (void)state;
    block b = {{30, 24}, 1.1, 25.3, 25.3, 4, 5, 0.4, 7, false};
    lay(&b);
    vec2 truth = site_of(&b, 1, 2);
    points[7].at = vec2_add(truth, vec2_rotate((vec2){0, 7 * MM}, b.heading_rad));
    lattice l;
    assert_true(lattice_fit(points, count, 0, 25 * MM, 25 * MM, &l));
    assert_true(points[7].in && lattice_misfit(&l, &points[7]) > LATTICE_SLIPPED);
    assert_true(off_mm(&l, &points[7], truth) < 1);
    for (int i = 0; i < count; i++) assert_true(i == 7 || lattice_misfit(&l, &points[i]) < LATTICE_SLIPPED);
}

// What was not found leaves a site inside the block; what stands elsewhere is no part of it.
static void holes_and_strangers(void **state) {
    (void)state;
    block b = {{30, 24}, -2, 25.3, 50.3, 3, 4, 0.3, 9, false};
    lay(&b);
    take_away(5);
    points[count++] = (lattice_point){.at = {50, 24}, .sigma_in = {0.3 * MM, 0.3 * MM}, .heading_rad = 0};
    points[count++] = (lattice_point){
        .at = vec2_add(site_of(&b, 0, 0), vec2_rotate((vec2){-41 * MM, 20 * MM}, b.heading_rad)), .sigma_in = {0.3 * MM, 0.3 * MM}, .heading_rad = 0};
    lattice l;
    assert_true(lattice_fit(points, count, 0, 25 * MM, 50 * MM, &l));
    assert_int_equal(l.count, 11);
    assert_int_equal((l.last_rank - l.first_rank + 1) * (l.last_file - l.first_file + 1), 12);
    assert_false(points[count - 1].in || points[count - 2].in);
}

static void too_few_or_too_loose_are_none(void **state) {
    (void)state;
    lattice l;
    block three = {{30, 24}, 0, 25.3, 25.3, 1, 3, 0.3, 2, false}, crowd = {{30, 24}, 0, 60, 55, 3, 3, 5, 4, false};
    lay(&three);
    assert_false(lattice_fit(points, count, 0, 25 * MM, 25 * MM, &l));
    lay(&crowd);
    assert_false(lattice_fit(points, count, 0, 25 * MM, 25 * MM, &l));
    for (int i = 0; i < count; i++) assert_false(points[i].in);
    points[0] = (lattice_point){.at = {1, 1}, .sigma_in = {0.01, 0.01}, .heading_rad = NAN};
    assert_false(lattice_fit(points, 1, 0, 25 * MM, 25 * MM, &l));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_block_is_told_exactly),
        cmocka_unit_test(many_points_place_each_other),
        cmocka_unit_test(sharp_sides_place_a_block),
        cmocka_unit_test(open_order_is_no_block),
        cmocka_unit_test(a_pitch_is_never_less_than_a_base),
        cmocka_unit_test(a_slipped_find_is_told_from_its_site),
        cmocka_unit_test(holes_and_strangers),
        cmocka_unit_test(too_few_or_too_loose_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
