// The cells of a tag: prints drawn here, of any number of cells, some under a figure; what is read is held against what was printed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "core/geom.h"
#include "tests/vision/above.h"
#include "vision/tagged/cells.h"

#define MM IN_PER_MM

enum { SIDE = 80, FINE = 4 };
static const above_camera camera = {SIDE, 1.5};
static const double cell_mm = 2;  // 3 px
static uint8_t bgr[SIDE * SIDE * 3];
static const frame picture = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = SIDE * 3};

typedef struct {
    int cells;
    uint64_t white;  // bit 8 * row + column
    double heading_rad;
    double cover_mm;  // radius of a green figure's disc on the tag's front left corner; 0: none
} print;

static const vec2 middle = {26.3, 26.8};  // mm

static bool is_white(const print *p, int row, int column) { return p->white >> (8 * row + column) & 1; }

// Share of white paper at a place, mm from the tag's middle, forward and left: the print on 3 cells of margin; beyond lies a dark table.
static double paper_at(const print *p, vec2 at) {
    double half = p->cells / 2.0, row = half - at.x / cell_mm, column = half - at.y / cell_mm;
    if (fmax(fabs(row - half), fabs(column - half)) > half + 3) return 0.3;
    if (fmax(fabs(row - half), fabs(column - half)) > half + 1) return 1;
    if (row < 0 || column < 0 || row >= p->cells || column >= p->cells) return 0;
    return is_white(p, (int)row, (int)column);
}

static bool is_covered(const print *p, vec2 at) {
    return p->cover_mm > 0 && vec2_distance(at, (vec2){p->cells * cell_mm / 2, p->cells * cell_mm / 2}) < p->cover_mm;
}

static void draw(const print *p) {
    static const double green[3] = {0.2, 0.5, 0.25};
    for (int v = 0; v < SIDE; v++) {
        for (int u = 0; u < SIDE; u++) {
            double sum[3] = {0, 0, 0};
            for (int i = 0; i < FINE * FINE; i++) {
                px2 px = {u + (i % FINE + 0.5) / FINE - 0.5, v + (i / FINE + 0.5) / FINE - 0.5};
                vec2 at = vec2_rotate(vec2_sub(above_mm(&camera, px), middle), -p->heading_rad);
                for (int k = 0; k < 3; k++) sum[k] += (is_covered(p, at) ? green[k] : paper_at(p, at)) / (FINE * FINE);
            }
            for (int k = 0; k < 3; k++) bgr[(v * SIDE + u) * 3 + k] = above_code(sum[k]);
        }
    }
}

static tag_cells look(cell_reader *r, const print *p, double heading_rad) {
    const vision_view view = above_view(&camera);
    placed_tag t = {vec2_scale(middle, MM), 0, heading_rad, cell_mm * MM, p->cells};
    tag_cells out;
    assert_int_equal(cell_reader_look(r, &picture, &view, &t, 1, NULL, &out, NULL), STATUS_OK);
    return out;
}

static print any_print(int cells, uint64_t *seed) {
    print p = {.cells = cells};
    for (int i = 0; i < 64; i++) {
        *seed = *seed * 6364136223846793005U + 1442695040888963407U;
        p.white |= (uint64_t)(*seed >> 63) << i;
    }
    p.heading_rad = 0.1 * (double)(*seed >> 58);
    return p;
}

static int prepare(void **state) {
    fault f;
    return cell_reader_create((cell_reader **)state, &f) == STATUS_OK ? 0 : -1;
}

static int clear(void **state) {
    cell_reader_destroy(*state);
    return 0;
}

static void bare_prints_of_any_size_are_read(void **state) {
    uint64_t seed = 1;
    for (int cells = 4; cells <= TAG_CELLS; cells++) {
        for (int i = 0; i < 12; i++) {
            print p = any_print(cells, &seed);
            draw(&p);
            tag_cells said = look(*state, &p, p.heading_rad);
            for (int r = 0; r < cells; r++)
                for (int c = 0; c < cells; c++) assert_true((said.white[r][c] > 0) == is_white(&p, r, c));
        }
    }
}

// Looked at from another side, row 0 lies at that side: a quarter turn counter-clockwise brings the left column to the top, its lower end first.
static void a_print_may_be_looked_at_from_any_side(void **state) {
    uint64_t seed = 2;
    for (int cells = 5; cells <= 6; cells++) {
        print p = any_print(cells, &seed);
        draw(&p);
        tag_cells said = look(*state, &p, p.heading_rad + PI / 2);
        for (int r = 0; r < cells; r++)
            for (int c = 0; c < cells; c++) assert_true((said.white[r][c] > 0) == is_white(&p, cells - 1 - c, r));
    }
}

// What a figure hides is called neither; the rest is read.
static void covered_cells_are_left_open(void **state) {
    uint64_t seed = 3;
    double open = 0, hidden = 0;
    int wrong = 0, opens = 0, hiddens = 0;
    for (int i = 0; i < 20; i++) {
        print p = any_print(6, &seed);
        p.cover_mm = 8;
        draw(&p);
        tag_cells said = look(*state, &p, p.heading_rad);
        for (int r = 0; r < 6; r++) {
            for (int c = 0; c < 6; c++) {
                vec2 at = {(2.5 - r) * cell_mm, (2.5 - c) * cell_mm};
                double far = vec2_distance(at, (vec2){6 * cell_mm / 2, 6 * cell_mm / 2});
                double odds = (double)(is_white(&p, r, c) ? said.white[r][c] : -said.white[r][c]);
                if (far < 6) hidden += fabs(odds), hiddens++;
                if (far > 10) open += odds, opens++, wrong += odds < 0;
            }
        }
    }
    assert_true(hiddens > 60 && opens > 300);
    assert_true(wrong * 100 <= opens);
    assert_true(hidden / hiddens < 0.25 * open / opens);
}

static void what_cant_be_seen_says_nothing(void **state) {
    const vision_view view = above_view(&camera);
    const vec2 here = vec2_scale(middle, MM);
    const placed_tag odd[] = {{{1e6, 0}, 0, 0, cell_mm * MM, 6}, {{NAN, 0}, 0, 0, cell_mm * MM, 6}, {here, 0, 0, 0, 6}, {here, 0, 0, NAN, 6},
                              {here, 0, 0, cell_mm * MM, 0},     {here, 0, 0, cell_mm * MM, 9}};
    tag_cells out[6];
    memset(out, 1, sizeof out);
    assert_int_equal(cell_reader_look(*state, &picture, &view, odd, 6, NULL, out, NULL), STATUS_OK);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < TAG_CELLS * TAG_CELLS; k++) assert_true(out[i].white[k / TAG_CELLS][k % TAG_CELLS] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bare_prints_of_any_size_are_read),
        cmocka_unit_test(a_print_may_be_looked_at_from_any_side),
        cmocka_unit_test(covered_cells_are_left_open),
        cmocka_unit_test(what_cant_be_seen_says_nothing),
    };
    return cmocka_run_group_tests(tests, prepare, clear);
}
