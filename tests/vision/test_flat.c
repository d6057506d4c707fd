// The flat map against pictures of which each place's colour is known: under pinhole cameras, the colour is a linear function of the place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "vision/bases/flat.h"

#define MM_PER_IN 25.4

// A camera without distortion: R's rows are its axes (right, down, ahead) on the table, eye its place, mm.
typedef struct {
    double axis[3][3], eye[3], focal, cu, cv;
    double blind_x_mm;  // places east of it can't be seen
} pinhole;

static px2 pinhole_px(const void *context, vec3 at) {
    const pinhole *c = context;
    const double from[3] = {at.x * MM_PER_IN - c->eye[0], at.y * MM_PER_IN - c->eye[1], at.z * MM_PER_IN - c->eye[2]};
    double seen[3];
    if (at.x * MM_PER_IN > c->blind_x_mm) return (px2){NAN, NAN};
    for (int i = 0; i < 3; i++) seen[i] = c->axis[i][0] * from[0] + c->axis[i][1] * from[1] + c->axis[i][2] * from[2];
    return (px2){c->cu + c->focal * seen[0] / seen[2], c->cv + c->focal * seen[1] / seen[2]};
}

static vec2 pinhole_table(const void *context, px2 at, double z_in) {
    const pinhole *c = context;
    const double u = (at.u - c->cu) / c->focal, v = (at.v - c->cv) / c->focal;
    double ray[3];
    for (int i = 0; i < 3; i++) ray[i] = c->axis[0][i] * u + c->axis[1][i] * v + c->axis[2][i];
    double far = (z_in * MM_PER_IN - c->eye[2]) / ray[2];
    return (vec2){(c->eye[0] + far * ray[0]) / MM_PER_IN, (c->eye[1] + far * ray[1]) / MM_PER_IN};
}

// Looks down from `height_mm` over (x, y), turned about the vertical by yaw and then tilted about its own right axis.
static pinhole camera_over(double x, double y, double height_mm, double px_per_mm, double yaw, double tilt, int width, int height) {
    double c = cos(yaw), s = sin(yaw), ct = cos(tilt), st = sin(tilt);
    return (pinhole){.axis = {{c, s, 0}, {s * ct, -c * ct, -st}, {-s * st, c * st, -ct}},
                     .eye = {x, y, height_mm},
                     .focal = px_per_mm * height_mm,
                     .cu = (width - 1) / 2.0,
                     .cv = (height - 1) / 2.0,
                     .blind_x_mm = INFINITY};
}

enum { WIDE_MM = 304, DEEP_MM = 203 };  // whole mm of the table of 12" x 8"
static vision_view view_of(const pinhole *c) { return (vision_view){c, pinhole_px, pinhole_table, NULL, 12, 8}; }

// B grows to the east, G to the north, R to the north-west.
static double colour_at(double x_mm, double y_mm, int channel) {
    return channel == 0 ? 25 + 0.66 * x_mm : channel == 1 ? 30 + 0.9 * y_mm : 130 - 0.35 * x_mm + 0.4 * y_mm;
}

static frame picture_of(const pinhole *c, int width, int height) {
    uint8_t *bgr = malloc(3 * (size_t)width * (size_t)height);
    assert_non_null(bgr);
    for (int v = 0; v < height; v++)
        for (int u = 0; u < width; u++) {
            vec2 at = pinhole_table(c, (px2){u, v}, FLAT_PLANE_MM / MM_PER_IN);
            for (int k = 0; k < 3; k++)
                bgr[3 * (v * width + u) + k] = (uint8_t)lround(fmin(fmax(colour_at(at.x * MM_PER_IN, at.y * MM_PER_IN, k), 0), 255));
        }
    return (frame){.width = width, .height = height, .bgr = bgr, .bgr_stride = 3 * (size_t)width};
}

enum { SPARE = 5 };  // floats a pixel: the finder's input lies in a wider map
static net_map room_for(flat_part p) {
    net_map m = {.batch = 1, .height = p.rows, .width = p.columns, .channels = 3, .pixel = SPARE};
    m.row = SPARE * p.columns, m.item = m.row * p.rows;
    m.at = malloc((size_t)m.item * sizeof *m.at);
    assert_non_null(m.at);
    for (ptrdiff_t i = 0; i < m.item; i++) m.at[i] = 77;
    return m;
}

// Codes of the map, 0..255.
static double code_at(const net_map *m, int row, int column, int channel) { return ((double)net_map_at(m, 0, row, column)[channel] + 1) * 128; }

// Each pixel is right within the picture's rounding, and all of them together within a tenth of a millimetre.
static void assert_shows_places(const net_map *m, flat_part part) {
    double sum[3] = {0, 0, 0};
    int n = 0;
    for (int row = 0; row < part.rows && part.row + row < DEEP_MM; row++)
        for (int column = 0; column < part.columns && part.column + column < WIDE_MM; column++, n++) {
            double x = part.column + column + 0.5, y = 8 * MM_PER_IN - (part.row + row) - 0.5;
            for (int k = 0; k < 3; k++) {
                double off = code_at(m, row, column, k) - colour_at(x, y, k);
                assert_true(fabs(off) < 0.75);
                sum[k] += off;
            }
        }
    assert_true(n > 0);
    for (int k = 0; k < 3; k++) assert_true(fabs(sum[k] / n) < 0.04);
}

static void a_pixel_has_the_colour_of_its_place(void **state) {
    (void)state;
    enum { W = 1400, H = 1100 };
    // Over the west edge, so that the plane's height shifts all of it one way. 1, 2 and 3 places along a pixel.
    const pinhole cameras[] = {camera_over(20, 60, 500, 1.1, 0, 0, W, H), camera_over(20, 60, 500, 1.1, PI / 2, 0, W, H),
                               camera_over(150, 100, 500, 1.9, 0.3, 0, W, H), camera_over(150, 100, 600, 2.8, -0.1, 0, W, H),
                               camera_over(20, 60, 900, 1.2, 3, 0.15, W, H)};
    for (size_t i = 0; i < sizeof cameras / sizeof *cameras; i++) {
        vision_view view = view_of(&cameras[i]);
        px2 px = pinhole_px(&cameras[i], (vec3){3, 5, 0.2});  // the camera itself is sane
        vec2 back = pinhole_table(&cameras[i], px, 0.2);
        assert_true(fabs(back.x - 3) + fabs(back.y - 5) < 1e-9);
        frame f = picture_of(&cameras[i], W, H);
        flat_part whole = flat_whole(&view), some = {48, 32, 112, 64};
        net_map m = room_for(whole), n = room_for(some);
        flat_lay(&f, &view, whole, NULL, &m);
        assert_shows_places(&m, whole);
        flat_lay(&f, &view, some, NULL, &n);
        assert_shows_places(&n, some);
        for (ptrdiff_t k = 0; k < n.item; k++) assert_true(k % SPARE < 3 ? n.at[k] >= -1 && n.at[k] < 1 : n.at[k] == 77);
        free(m.at), free(n.at), free((void *)f.bgr);
    }
}

// Straight columns, a whole number of them a millimetre: column 0 of the map shows the picture's columns from `first` on.
typedef struct {
    double scale;
    int first;
} ruled;

static px2 ruled_px(const void *context, vec3 at) {
    const ruled *r = context;
    return (px2){r->first + r->scale * at.x * MM_PER_IN - 0.5, r->first + r->scale * (8 - at.y) * MM_PER_IN - 0.5};
}
static vec2 ruled_table(const void *context, px2 at, double z) {
    const ruled *r = context;
    (void)z;
    return (vec2){(at.u + 0.5 - r->first) / r->scale / MM_PER_IN, 8 - (at.v + 0.5 - r->first) / r->scale / MM_PER_IN};
}

static void a_finer_camera_gives_the_mean(void **state) {
    (void)state;
    enum { SIDE = 1000 };
    static const int stripe[3][3] = {{120, 120, 120}, {0, 200, 200}, {0, 90, 210}};
    static const double mean[3] = {120, 100, 100};
    for (int fine = 1; fine <= 3; fine++) {
        const ruled r = {fine, 3 * fine};
        vision_view view = {&r, ruled_px, ruled_table, NULL, 12, 8};
        uint8_t *bgr = malloc((size_t)3 * SIDE * SIDE);
        assert_non_null(bgr);
        for (int i = 0; i < SIDE * SIDE; i++)
            for (int k = 0; k < 3; k++) bgr[3 * i + k] = (uint8_t)stripe[fine - 1][(k == 1 ? i / SIDE : i % SIDE) % fine];  // G across the others
        frame f = {.width = SIDE, .height = SIDE, .bgr = bgr, .bgr_stride = 3 * SIDE};
        flat_part part = {16, 32, 160, 96};
        net_map m = room_for(part);
        flat_lay(&f, &view, part, NULL, &m);
        for (int row = 0; row < part.rows; row++)
            for (int column = 0; column < part.columns; column++)
                for (int k = 0; k < 3; k++) assert_true(fabs(code_at(&m, row, column, k) - mean[fine - 1]) < 0.1);
        free(m.at), free(bgr);
    }
}

static void beyond_the_picture_it_is_black(void **state) {
    (void)state;
    enum { W = 150, H = 100, FIRST = 3 };
    const ruled r = {1, FIRST};
    vision_view view = {&r, ruled_px, ruled_table, NULL, 12, 8};
    static uint8_t bgr[3 * W * H];
    memset(bgr, 200, sizeof bgr);
    frame f = {.width = W, .height = H, .bgr = bgr, .bgr_stride = 3 * W};
    flat_part whole = flat_whole(&view);
    net_map m = room_for(whole);
    flat_lay(&f, &view, whole, NULL, &m);
    for (int row = 0; row < whole.rows; row++)
        for (int column = 0; column < whole.columns; column++) {
            bool shown = column + FIRST < W - 2 && row + FIRST < H - 2, beyond = column + FIRST >= W || row + FIRST >= H;
            for (int k = 0; k < 3 && (shown || beyond); k++) assert_true(fabs(code_at(&m, row, column, k) - (shown ? 200 : 0)) < 0.01);
        }
    free(m.at);
}

// No pixel depends on a place that the camera can't see.
static void what_the_camera_cannot_see_is_black(void **state) {
    (void)state;
    enum { W = 700, H = 500 };
    pinhole c = camera_over(150, 100, 500, 1.1, 0, 0, W, H);
    frame f = picture_of(&c, W, H);
    vision_view view = view_of(&c);
    flat_part whole = flat_whole(&view);
    net_map m = room_for(whole);
    for (int blind = 0; blind < 2; blind++) {
        c.blind_x_mm = blind ? -1 : 200;
        flat_lay(&f, &view, whole, NULL, &m);
        for (int row = 0; row < DEEP_MM; row++)
            for (int column = 0; column < whole.columns; column++)
                for (int k = 0; k < 3; k++) {
                    double code = code_at(&m, row, column, k);
                    if (column > c.blind_x_mm) assert_true(code == 0);
                    if (column < c.blind_x_mm - 2 * FLAT_STEP) assert_true(fabs(code - colour_at(column + 0.5, 8 * MM_PER_IN - row - 0.5, k)) < 0.75);
                }
    }
    free(m.at), free((void *)f.bgr);
}

static void threads_change_nothing(void **state) {
    (void)state;
    enum { W = 800, H = 600 };
    pinhole c = camera_over(150, 100, 500, 1.9, 0.2, 0.1, W, H);
    frame f = picture_of(&c, W, H);
    vision_view view = view_of(&c);
    flat_part part = flat_whole(&view);
    net_map alone = room_for(part), shared = room_for(part);
    flat_lay(&f, &view, part, NULL, &alone);
    for (int threads = 1; threads <= 20; threads += 1 + threads) {  // 1, 3, 7, 15: fewer and more than strips
        thread_pool *pool;
        assert_int_equal(thread_pool_create(threads, &pool), STATUS_OK);
        for (ptrdiff_t i = 0; i < shared.item; i++) shared.at[i] = 77;
        flat_lay(&f, &view, part, pool, &shared);
        assert_memory_equal(alone.at, shared.at, (size_t)alone.item * sizeof *alone.at);
        thread_pool_destroy(pool);
    }
    free(alone.at), free(shared.at), free((void *)f.bgr);
}

static void the_whole_is_the_table(void **state) {
    (void)state;
    static const struct {
        double width_in, depth_in;
        int columns, rows;
    } tables[] = {{12, 8, 304, 208}, {72, 48, 1840, 1232}, {44, 30, 1120, 768}, {0, 0, 0, 0}, {-1, NAN, 0, 0}};  // 304.8 mm: 304 = 19 steps
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        vision_view view = {.width_in = tables[i].width_in, .depth_in = tables[i].depth_in};
        flat_part whole = flat_whole(&view);
        assert_int_equal(whole.column, 0);
        assert_int_equal(whole.row, 0);
        assert_int_equal(whole.columns, tables[i].columns);
        assert_int_equal(whole.rows, tables[i].rows);
    }
    vision_view huge = {.width_in = 1e9, .depth_in = INFINITY};  // still a number, and more than any network takes
    assert_true(flat_whole(&huge).columns > 100000 && flat_whole(&huge).rows > 100000);
}

static void assert_sound(flat_part p, flat_part whole) {
    assert_true(p.column % FLAT_STEP == 0 && p.row % FLAT_STEP == 0 && p.columns % FLAT_STEP == 0 && p.rows % FLAT_STEP == 0);
    assert_true(p.column >= 0 && p.row >= 0 && p.columns >= 0 && p.rows >= 0);
    assert_true(p.column + p.columns <= whole.columns && p.row + p.rows <= whole.rows);
}

static uint32_t next(uint32_t *seed) { return (*seed = *seed * 1664525U + 1013904223U) >> 8; }

// Whatever the rectangle shows of the map, and around_mm more, is in the part. Straight down, as the outline's corners are then the outermost.
static void a_part_covers_its_rectangle(void **state) {
    (void)state;
    enum { W = 700, H = 500 };
    pinhole c = camera_over(150, 100, 500, 1.5, 0.4, 0, W, H);
    vision_view view = view_of(&c);
    flat_part whole = flat_whole(&view);
    uint32_t seed = 7;
    int shown = 0, empty = 0;
    for (int i = 0; i < 3000; i++) {
        px_rect r = {(int)(next(&seed) % W), (int)(next(&seed) % H), 1 + (int)(next(&seed) % 200), 1 + (int)(next(&seed) % 200)};
        double around = 40 * (i % 3);
        flat_part p = flat_of_px(&view, r, around);
        assert_sound(p, whole);
        shown += p.columns > 0, empty += p.columns == 0;
        for (int k = 0; k < 20; k++) {
            double angle = k, u = r.x + next(&seed) % 1000 / 1000.0 * r.width, v = r.y + next(&seed) % 1000 / 1000.0 * r.height;
            vec2 at = pinhole_table(&c, (px2){u, v}, FLAT_PLANE_MM / MM_PER_IN);
            double column = at.x * MM_PER_IN + around * cos(angle), row = (8 - at.y) * MM_PER_IN + around * sin(angle);
            if (column < 0 || row < 0 || column >= WIDE_MM || row >= DEEP_MM) continue;
            assert_true(column >= p.column && column <= p.column + p.columns && row >= p.row && row <= p.row + p.rows);
        }
    }
    assert_true(shown > 1000 && empty > 10);
}

// No larger than need be: a rectangle of 15 x 15 mm has at most 2 steps along each side.
static void a_part_is_no_larger_than_need_be(void **state) {
    (void)state;
    const ruled r = {2, 0};
    vision_view view = {&r, ruled_px, ruled_table, NULL, 12, 8};
    for (int at = 0; at < 300; at++) {
        flat_part p = flat_of_px(&view, (px_rect){at, at, 30, 30}, 0);
        assert_in_range(p.columns, FLAT_STEP, 2 * FLAT_STEP);
        assert_in_range(p.rows, FLAT_STEP, 2 * FLAT_STEP);
    }
    flat_part away = flat_of_px(&view, (px_rect){2000, 0, 30, 30}, 64);
    assert_int_equal(away.columns, 0);
}

static px2 none_px(const void *context, vec3 at) { return (void)context, (void)at, (px2){NAN, NAN}; }
static vec2 none_table(const void *context, px2 at, double z) { return (void)context, (void)at, (void)z, (vec2){NAN, NAN}; }
static vec2 far_table(const void *context, px2 at, double z) { return (void)context, (void)z, (vec2){1e300 * at.u, -1e300 * at.v}; }

static void rectangles_that_make_no_sense(void **state) {
    (void)state;
    static const px_rect where[] = {{-2000000000, -2000000000, 2000000000, 2000000000},
                                    {2000000000, 0, 2000000000, 5},
                                    {0, 0, -5, -5},
                                    {0, 0, 0, 0},
                                    {10, 10, 2000000000, 2000000000}};
    const ruled r = {2, 0};
    const vision_view views[] = {{&r, ruled_px, ruled_table, NULL, 12, 8},
                                 {&r, none_px, none_table, NULL, 12, 8},
                                 {&r, none_px, far_table, NULL, 12, 8},
                                 {&r, ruled_px, ruled_table, NULL, 0, 0},
                                 {&r, ruled_px, ruled_table, NULL, -1, NAN}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        for (size_t k = 0; k < sizeof where / sizeof *where; k++) assert_sound(flat_of_px(&views[i], where[k], 64), flat_whole(&views[i]));
    flat_part all = flat_of_px(&views[0], (px_rect){-1000000000, -1000000000, 2000000000, 2000000000}, 0), whole = flat_whole(&views[0]);
    assert_memory_equal(&all, &whole, sizeof all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pixel_has_the_colour_of_its_place),
        cmocka_unit_test(a_finer_camera_gives_the_mean),
        cmocka_unit_test(beyond_the_picture_it_is_black),
        cmocka_unit_test(what_the_camera_cannot_see_is_black),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_whole_is_the_table),
        cmocka_unit_test(a_part_covers_its_rectangle),
        cmocka_unit_test(a_part_is_no_larger_than_need_be),
        cmocka_unit_test(rectangles_that_make_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
