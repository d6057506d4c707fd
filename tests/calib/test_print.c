// Printed sheets, looked at as pictures: every tag is read at its size and place, nothing overlaps or leaves the sheet, the ruler and the board
// are true.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "calib/fit.h"
#include "calib/print.h"
#include "tests/calib/sheet_game.h"
#include "tests/calib/sheet_picture.h"

#define TAGS_MAX 128

// What the game of these tests holds, and what the camera must be able to read.
static const struct {
    const char *family;
    int id;
    double size_mm;
} figures[] = {
    {"tag36h11", 101, 16},
    {"tag36h11", 586, 6},
    {"tag36h10", 2319, 20},
    {"tag25h9", 34, 18},
    {"tag16h5", 29, 12},
    {"tagStandard41h12", 2114, 9},
    {"tagStandard52h13", 48713, 20},
    {"tagCircle21h7", 37, 15},
    {"tagCircle49h12", 65534, 15},
    {"tagCustom48h12", 42210, 24},
    {"tagStandard41h12", 0, 11},
    {"tagCircle49h12", 0, 16},
    {"aruco4x4_50", 49, 16},
    {"aruco5x5_100", 99, 17},
    {"aruco6x6_250", 249, 19},
    {"aruco7x7_1000", 999, 21},
    {"aruco_original", 1000, 22.5},
};
#define FIGURES ((int)(sizeof figures / sizeof *figures))

static const char *const aruco[] = {"aruco4x4_50", "aruco5x5_100", "aruco6x6_250", "aruco7x7_1000", "aruco_original"};
#define ARUCO ((int)(sizeof aruco / sizeof *aruco))

static game *mixed_game(void) {
    char list[8192] = "", *at = list;
    for (int i = 0; i < FIGURES; i++)
        at +=
            snprintf(at, sizeof list - (size_t)(at - list),
                     "%s{\"id\":\"R1-%d\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},\"marker\":{\"family\":\"%s\",\"id\":%d,\"size_mm\":%g}}",
                     i ? "," : "", i, figures[i].family, figures[i].id, figures[i].size_mm);
    return sheet_game(list,
                      "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":100,\"at_in\":[2,2],\"heading\":90},"
                      "{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":80,\"at_in\":[70,2],\"heading\":90}",
                      ",\"declaration_markers\":[{\"family\":\"tag36h11\",\"id\":500,\"means\":\"charge\"}]");
}

static double size_in_game(const char *family, int id) {
    if (strcmp(family, "tag36h11") == 0) {
        if (id == 0) return 100;
        if (id == 1) return 80;
        if (id == 60) return 31;
        if (id == 500) return 30;  // the size of a declaration marker that states none
    }
    for (int i = 0; i < FIGURES; i++)
        if (strcmp(figures[i].family, family) == 0 && figures[i].id == id) return figures[i].size_mm;
    fail_msg("%s %d is not in the game", family, id);
    return 0;
}

static const sheet_tag *find(const sheet_tag *tags, int count, const marker *m) {
    for (int i = 0; i < count; i++)
        if (tags[i].id == m->id && strcmp(tags[i].family, m->family) == 0) return &tags[i];
    return NULL;
}

// Upright, its size that of the game file, its corners those of the layout: to 0.1 mm.
static void check_tag(const print_item *item, const sheet_tag *seen) {
    if (!seen) fail_msg("%s %d cannot be read", item->marker->family, item->marker->id);
    const double size = size_in_game(seen->family, seen->id), x = item->square.x_mm, y = item->square.y_mm;
    const double want[4][2] = {{x, y + size}, {x + size, y + size}, {x + size, y}, {x, y}};
    for (int k = 0; k < 4; k++)
        for (int c = 0; c < 2; c++)
            if (fabs(seen->corner_mm[k][c] - want[k][c]) > 0.1)
                fail_msg("%s %d: corner %d lies %.3f mm off", seen->family, seen->id, k, seen->corner_mm[k][c] - want[k][c]);
}

static unsigned char pixel(const sheet_picture *s, double x_mm, double y_mm) {
    return s->gray[(int)(y_mm * PX_PER_MM) * s->width + (int)(x_mm * PX_PER_MM)];
}

// One cell around all that is black is white, up to the cut line.
static void check_margin(const print_item *item, const sheet_picture *s) {
    double cell = item->size_mm / item->tag.border, outside = cell * ((item->tag.cells - item->tag.border) / 2), whole = cell * item->tag.cells;
    double x0 = item->square.x_mm - outside, y0 = item->square.y_mm - outside, step = 1.0 / PX_PER_MM;
    for (double along = -cell + 0.2; along < whole + cell - 0.2; along += step)
        for (double depth = 0.2; depth < cell - 0.2; depth += step) {
            assert_int_equal(pixel(s, x0 + along, y0 - depth), 255);
            assert_int_equal(pixel(s, x0 + along, y0 + whole + depth), 255);
            assert_int_equal(pixel(s, x0 - depth, y0 + along), 255);
            assert_int_equal(pixel(s, x0 + whole + depth, y0 + along), 255);
        }
}

static bool is_april(const char *family) { return strncmp(family, "tag", 3) == 0; }

// Nothing else reads as an AprilTag. ArUco's first dictionary is so weak that the reader finds its 1023 in the cells of other tags: not counted.
static void check_tags_of_sheet(const print_sheets *p, int sheet, const sheet_picture *s) {
    sheet_tag tags[TAGS_MAX];
    int count = sheet_find_tags(s, aruco, ARUCO, tags, TAGS_MAX), april_seen = 0, april_laid = 0;
    for (int i = 0; i < count; i++) april_seen += is_april(tags[i].family);
    for (int i = 0; i < p->item_count; i++) {
        if (p->items[i].sheet != sheet) continue;
        check_tag(&p->items[i], find(tags, count, p->items[i].marker));
        check_margin(&p->items[i], s);
        april_laid += is_april(p->items[i].marker->family);
    }
    assert_int_equal(april_seen, april_laid);
}

static void every_tag_is_read_at_its_size_and_place(void **state) {
    (void)state;
    game *g = mixed_game();
    for (print_paper paper = PAPER_A4; paper < PAPER_COUNT; paper++) {
        print_sheets p = sheet_layout(g, paper);
        assert_int_equal(p.item_count, FIGURES + 4);
        for (int sheet = 0; sheet < p.sheet_count - 1; sheet++) {
            sheet_picture s = sheet_draw(&p, sheet);
            check_tags_of_sheet(&p, sheet, &s);
            sheet_finish(&s);
        }
        print_finish(&p);
    }
    game_destroy(g);
}

static bool apart(print_box a, print_box b) {
    return a.x_mm + a.width_mm <= b.x_mm || b.x_mm + b.width_mm <= a.x_mm || a.y_mm + a.height_mm <= b.y_mm || b.y_mm + b.height_mm <= a.y_mm;
}

static bool inside(print_box a, print_box b) {
    const double e = 1e-9;
    return a.x_mm >= b.x_mm - e && a.y_mm >= b.y_mm - e && a.x_mm + a.width_mm <= b.x_mm + b.width_mm + e &&
           a.y_mm + a.height_mm <= b.y_mm + b.height_mm + e;
}

static void check_edge_is_white(const sheet_picture *s) {
    const int edge = 7 * PX_PER_MM;  // the ruler's base line lies 8 mm from the bottom
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            if (x >= edge && x < s->width - edge && y >= edge && y < s->height - edge) continue;
            if (s->gray[y * s->width + x] != 255) fail_msg("ink at %d, %d px", x, y);
        }
}

// 400 figures of all sizes: several sheets.
static game *large_game(void) {
    const size_t capacity = 100000;
    char *list = malloc(capacity), *at = list;
    assert_non_null(list);
    for (int i = 0; i < 400; i++)
        at += snprintf(at, capacity - (size_t)(at - list),
                       "%s{\"id\":\"A long id of a figure that fills its room %d\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25},"
                       "\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":%d}}",
                       i ? "," : "", i, 100 + i, 8 + i * 7 % 40);
    game *g = sheet_game(list, "", "");
    free(list);
    return g;
}

static void nothing_overlaps_and_nothing_leaves_the_sheet(void **state) {
    (void)state;
    game *g = large_game();
    for (print_paper paper = PAPER_A4; paper < PAPER_COUNT; paper++) {
        print_sheets p = sheet_layout(g, paper);
        const print_box sheet = {8, 13, p.width_mm - 16, p.height_mm - 13 - 14};
        assert_int_equal(p.item_count, 401);
        assert_true(p.sheet_count > 5);
        for (int i = 0; i < p.item_count; i++) {
            const print_item *a = &p.items[i];
            assert_in_range(a->sheet, 0, p.sheet_count - 2);
            assert_true(inside(a->slot, sheet) && inside(a->cut, a->slot) && inside(a->square, a->cut));
            for (int j = 0; j < i; j++) assert_true(p.items[j].sheet != a->sheet || apart(p.items[j].slot, a->slot));
        }
        for (int i = 0; i < p.sheet_count; i += 3) {
            sheet_picture s = sheet_draw(&p, i);
            check_edge_is_white(&s);
            sheet_finish(&s);
        }
        print_finish(&p);
    }
    game_destroy(g);
}

static void check_near(double got, double want, double within) {
    if (!(fabs(got - want) <= within)) fail_msg("%.4f is not %.4f", got, want);
}

// A row of pixels 1 mm above the ruler's line meets its 11 ticks, 10 mm apart.
static void check_ruler(const sheet_picture *s, double height_mm) {
    const int row = (int)((height_mm - PRINT_RULER_FROM_BOTTOM_MM - 1) * PX_PER_MM);
    double tick_mm[16];
    int ticks = 0;
    for (int x = 0; x < 112 * PX_PER_MM; x++) {
        double ink = 0, moment = 0;
        for (; s->gray[row * s->width + x] < 255; x++) {
            double dark = 255 - s->gray[row * s->width + x];
            ink += dark, moment += dark * (x + 0.5);
        }
        if (ink > 0) {
            assert_true(ticks < 16);
            tick_mm[ticks++] = moment / ink / PX_PER_MM;
        }
    }
    assert_int_equal(ticks, 11);
    for (int i = 1; i < 11; i++) check_near(tick_mm[i] - tick_mm[0], 10 * i, 0.05);
}

static void check_board(const sheet_picture *s) {
    px2 at[9 * 6];
    bool found = false;
    frame f = {.width = s->width, .height = s->height, .gray = s->gray, .gray_stride = (size_t)s->width};
    assert_int_equal(calib_find_board(&f, 9, 6, at, &found, NULL), STATUS_OK);
    assert_true(found);
    for (int row = 0; row < 6; row++)
        for (int i = 1; i < 9; i++) check_near(hypot(at[row * 9 + i].u - at[row * 9].u, at[row * 9 + i].v - at[row * 9].v) / PX_PER_MM, 25 * i, 0.05);
    for (int row = 1; row < 6; row++) check_near(hypot(at[row * 9].u - at[0].u, at[row * 9].v - at[0].v) / PX_PER_MM, 25 * row, 0.05);
}

static void each_sheet_has_a_true_ruler_and_the_last_a_true_board(void **state) {
    (void)state;
    game *g = mixed_game();
    for (print_paper paper = PAPER_A4; paper < PAPER_COUNT; paper++) {
        print_sheets p = sheet_layout(g, paper);
        for (int i = 0; i < p.sheet_count; i++) {
            sheet_picture s = sheet_draw(&p, i);
            check_ruler(&s, p.height_mm);
            check_edge_is_white(&s);
            if (i == p.sheet_count - 1) check_board(&s);
            sheet_finish(&s);
        }
        print_finish(&p);
    }
    game_destroy(g);
}

static void a_front_arrow_stands_above_figures_alone(void **state) {
    (void)state;
    game *g = mixed_game();
    print_sheets p = sheet_layout(g, PAPER_A4);
    for (int i = 0; i < p.item_count; i++) {
        const print_item *item = &p.items[i];
        assert_int_equal(item->front, item->kind == PRINT_FIGURE);
        if (!item->front) continue;
        sheet_picture s = sheet_draw(&p, item->sheet);
        double x = item->square.x_mm + item->square.width_mm / 2;
        assert_true(pixel(&s, x, item->cut.y_mm - 2) < 128);
        sheet_finish(&s);
        break;
    }
    print_finish(&p);
    game_destroy(g);
}

static char path[] = "/tmp/vedette-print-XXXXXX";

static int make_file(void **state) {
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static char *read_pdf(size_t *size) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = malloc(1 << 22);
    assert_non_null(text);
    *size = fread(text, 1, 1 << 22, f);
    assert_true(*size > 1000 && *size < 1 << 22);
    fclose(f);
    return text;
}

static int times(const char *text, size_t size, const char *word) {
    int n = 0;
    for (const char *at = text; (at = memmem(at, size - (size_t)(at - text), word, strlen(word))); at++) n++;
    return n;
}

static void the_pdf_has_sheets_of_true_size_in_vector_graphics(void **state) {
    (void)state;
    // 210 mm is 595.276 points, 297 mm 841.890; Letter is 612 x 792 points by definition.
    static const char *const media[] = {"/MediaBox [ 0 0 595.27", "/MediaBox [ 0 0 612 792"};
    game *g = mixed_game();
    for (print_paper paper = PAPER_A4; paper < PAPER_COUNT; paper++) {
        print_sheets p = sheet_layout(g, paper);
        size_t size;
        assert_int_equal(print_write_pdf(&p, path, NULL), STATUS_OK);
        char *text = read_pdf(&size);
        assert_memory_equal(text, "%PDF-1.", 7);
        assert_int_equal(times(text, size, media[paper]), p.sheet_count);
        assert_int_equal(times(text, size, "/Image"), 0);
        assert_int_equal(times(text, size, "%%EOF"), 1);
        free(text);
        print_finish(&p);
    }
    game_destroy(g);
}

static void the_pdf_read_back_is_what_was_laid_out(void **state) {
    (void)state;
    game *g = mixed_game();
    print_sheets p = sheet_layout(g, PAPER_A4);
    bool here = true;
    assert_int_equal(print_write_pdf(&p, path, NULL), STATUS_OK);
    for (int i = 0; i < p.sheet_count && here; i++) {
        sheet_picture s;
        here = sheet_from_pdf(path, i + 1, &s);
        if (!here) break;
        assert_in_range(s.width, 2100, 2101);
        assert_in_range(s.height, 2970, 2971);
        check_tags_of_sheet(&p, i, &s);
        check_ruler(&s, p.height_mm);
        if (i == p.sheet_count - 1) check_board(&s);
        sheet_finish(&s);
    }
    print_finish(&p);
    game_destroy(g);
    if (!here) {
        print_message("skipped: no pdftoppm here to draw a PDF with\n");
        skip();
    }
}

static void a_game_without_markers_gives_the_board_alone(void **state) {
    (void)state;
    const game none = {.title = "none"};
    print_sheets p = sheet_layout(&none, PAPER_A4);
    assert_int_equal(p.item_count, 0);
    assert_int_equal(p.sheet_count, 1);
    sheet_picture s = sheet_draw(&p, 0);
    check_board(&s);
    sheet_finish(&s);
    assert_int_equal(print_write_pdf(&p, path, NULL), STATUS_OK);
    print_finish(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tag_is_read_at_its_size_and_place),
        cmocka_unit_test(nothing_overlaps_and_nothing_leaves_the_sheet),
        cmocka_unit_test(each_sheet_has_a_true_ruler_and_the_last_a_true_board),
        cmocka_unit_test(a_front_arrow_stands_above_figures_alone),
        cmocka_unit_test(the_pdf_has_sheets_of_true_size_in_vector_graphics),
        cmocka_unit_test(the_pdf_read_back_is_what_was_laid_out),
        cmocka_unit_test(a_game_without_markers_gives_the_board_alone),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
