// What a file is and whether a picture is whole: headers written byte by byte after the formats' specifications.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "capture/content.h"
#include "capture/natural.h"
#include "capture/picture.h"

// The smallest PNG: 1 x 1, 8-bit gray; every chunk with its checksum (values of zlib's crc32).
static const uint8_t png[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
                              0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00,
                              0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81,
                              0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

static void files_are_known_by_their_first_bytes(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        content is;
        const char *why;
    } cases[] = {
        {"\xff\xd8\xff\xe0", 4, CONTENT_JPEG, "JPEG: SOI and a marker"},
        {"\x89PNG\r\n\x1a\n", 8, CONTENT_PNG, "PNG signature"},
        {"BM\0\0", 4, CONTENT_BMP, "BMP"},
        {"P5 1 1 255\n\0", 12, CONTENT_PNM, "binary gray map"},
        {"P6\n1 1\n255\n\0\0\0", 14, CONTENT_PNM, "binary pixel map"},
        {"P3 1 1 255 0 0 0", 16, CONTENT_UNKNOWN, "text pixel map: not read"},
        {"\0\0\0\x20"
         "ftypisom",
         12, CONTENT_CLIP, "MP4"},
        {"\x1a\x45\xdf\xa3", 4, CONTENT_CLIP, "Matroska"},
        {"RIFF\0\0\0\0AVI LIST", 16, CONTENT_CLIP, "AVI"},
        {"RIFF\0\0\0\0WAVEfmt ", 16, CONTENT_UNKNOWN, "sound"},
        {"#EXTM3U\nhttp://x/y.ts\n", 22, CONTENT_UNKNOWN, "a playlist would make the decoder open other files"},
        {"ffconcat version 1.0\n", 21, CONTENT_UNKNOWN, "so would a script"},
        {"hello, world", 12, CONTENT_UNKNOWN, "text"},
        {"", 0, CONTENT_UNKNOWN, "nothing"},
        {"\xff\xd8", 2, CONTENT_UNKNOWN, "two bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        content is = content_of((const uint8_t *)cases[i].bytes, cases[i].length);
        if (is != cases[i].is) fail_msg("%s: %d instead of %d", cases[i].why, is, cases[i].is);
    }
}

static void a_png_is_whole_or_has_a_defect_at_every_cut(void **state) {
    (void)state;
    assert_null(content_defect(png, sizeof png));
    for (size_t n = 0; n < sizeof png; n++) assert_non_null(content_defect(png, n));
}

static void a_flipped_bit_in_a_png_chunk_is_found(void **state) {
    (void)state;
    for (size_t at = 16; at < sizeof png; at++) {
        uint8_t bad[sizeof png];
        memcpy(bad, png, sizeof png);
        bad[at] ^= 4;
        if (!content_defect(bad, sizeof bad)) fail_msg("byte %zu flipped and not found", at);
    }
}

static void forged_sizes_are_refused_before_memory_is_asked_for(void **state) {
    (void)state;
    uint8_t big_png[sizeof png];
    memcpy(big_png, png, sizeof png);
    memset(big_png + 16, 0x7f, 8);
    assert_string_equal(content_defect(big_png, sizeof big_png), "it is empty or larger than 100 megapixels");
    static const uint8_t big_jpeg[] = {0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0, 0xff, 0xd9};
    assert_string_equal(content_defect(big_jpeg, sizeof big_jpeg), "it is empty or larger than 100 megapixels");
    static const char big_pnm[] = "P5 4000000000 4000000000 255\n";
    assert_non_null(content_defect((const uint8_t *)big_pnm, sizeof big_pnm - 1));
}

static void a_jpeg_ends_with_its_marker(void **state) {
    (void)state;
    // SOI, a comment that holds an end marker, SOF0 8 x 8, SOS, data with a stuffed FF and a restart, EOI
    static const uint8_t jpeg[] = {0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xc0, 0,    11,   8, 0,    8,    0,    8,    1,    1,    0x11, 0,
                                   0xff, 0xda, 0,    8,    1, 1, 0,    0,    63,   0,    0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9, 'x'};
    assert_null(content_defect(jpeg, sizeof jpeg));
    for (size_t n = 0; n < sizeof jpeg - 1; n++) assert_non_null(content_defect(jpeg, n));
}

static void a_pnm_holds_as_many_bytes_as_it_says(void **state) {
    (void)state;
    static const char pnm[] = "P6 # a remark\n2 1\n255\nabcdef";
    assert_null(content_defect((const uint8_t *)pnm, sizeof pnm - 1));
    for (size_t n = 0; n < sizeof pnm - 1; n++) assert_non_null(content_defect((const uint8_t *)pnm, n));
}

static void names_count_as_a_person_counts(void **state) {
    (void)state;
    static const char *const in_order[] = {"a", "a1",   "a2", "a02b", "a10", "a010b", "a99999999999999999999998", "a99999999999999999999999",
                                           "b", "b.png"};
    int n = (int)(sizeof in_order / sizeof *in_order);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            int order = natural_compare(in_order[i], in_order[k]);
            if ((order > 0) - (order < 0) != (i > k) - (i < k)) fail_msg("%s against %s: %d", in_order[i], in_order[k], order);
        }
    assert_true(natural_compare("img01", "img1") != 0);
}

// 2 x 2 pixels of each layout with rows longer than their pixels; levels chosen by hand.
static void camera_layouts_become_gray(void **state) {
    (void)state;
    static const uint8_t yuyv[] = {10, 128, 20, 128, 0, 0, 30, 128, 40, 128, 0, 0};
    static const uint8_t luma[] = {10, 20, 0, 30, 40, 0}, chroma[] = {128, 128, 0};
    static const uint8_t gray_rgb[] = {10, 10, 10, 20, 20, 20, 0, 30, 30, 30, 40, 40, 40, 0};
    const raw_picture layouts[] = {
        {RAW_GRAY, 2, 2, {luma}, {3}, {sizeof luma}},
        {RAW_YUYV, 2, 2, {yuyv}, {6}, {sizeof yuyv}},
        {RAW_NV12, 2, 2, {luma, chroma}, {3, 3}, {sizeof luma, sizeof chroma}},
        {RAW_NV21, 2, 2, {luma, chroma}, {3, 3}, {sizeof luma, sizeof chroma}},
        {RAW_RGB, 2, 2, {gray_rgb}, {7}, {sizeof gray_rgb}},
        {RAW_BGR, 2, 2, {gray_rgb}, {7}, {sizeof gray_rgb}},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        picture *p = picture_create(true);
        frame f = {0};
        fault fault;
        assert_int_equal(picture_convert(p, &layouts[i], &fault), STATUS_OK);
        picture_show(p, &f);
        assert_int_equal(f.width, 2);
        assert_int_equal(f.height, 2);
        assert_non_null(f.bgr);
        for (int k = 0; k < 4; k++) assert_int_equal(f.gray[(size_t)(k / 2) * f.gray_stride + (size_t)(k % 2)], 10 * (k + 1));
        raw_picture dear = layouts[i];
        dear.uncached = true;
        assert_int_equal(picture_convert(p, &dear, &fault), STATUS_OK);
        picture_show(p, &f);
        assert_true(f.gray < dear.plane[0] || f.gray >= dear.plane[0] + dear.length[0]);
        for (int k = 0; k < 4; k++) assert_int_equal(f.gray[(size_t)(k / 2) * f.gray_stride + (size_t)(k % 2)], 10 * (k + 1));
        picture_destroy(p);
    }
}

static void red_stays_red_in_either_byte_order(void **state) {
    (void)state;
    static const uint8_t bytes[] = {200, 0, 50};
    for (int rgb = 0; rgb < 2; rgb++) {
        raw_picture raw = {rgb ? RAW_RGB : RAW_BGR, 1, 1, {bytes}, {3}, {3}};
        picture *p = picture_create(true);
        frame f = {0};
        assert_int_equal(picture_convert(p, &raw, NULL), STATUS_OK);
        picture_show(p, &f);
        const uint8_t *bgr = frame_colour_at(&f, 0, 0);
        assert_int_equal(bgr[rgb ? 2 : 0], 200);
        assert_int_equal(bgr[rgb ? 0 : 2], 50);
        picture_destroy(p);
    }
}

static int clipped(double x) { return x < 0 ? 0 : x > 255 ? 255 : (int)(x + 0.5); }

// ITU-R BT.601: black is luma 16, white 235, chroma's middle 128.
static void assert_colour_of(const uint8_t *bgr, int y, int u, int v) {
    double light = 255.0 / 219 * (y < 16 ? 0 : y - 16), by_u = 255.0 / 224 * (u - 128), by_v = 255.0 / 224 * (v - 128);
    int exact[3] = {clipped(light + 1.772 * by_u), clipped(light - 0.344136 * by_u - 0.714136 * by_v), clipped(light + 1.402 * by_v)};
    for (int k = 0; k < 3; k++)
        if (abs(bgr[k] - exact[k]) > 1) fail_msg("Y %d U %d V %d: channel %d is %d, not %d", y, u, v, k, bgr[k], exact[k]);
}

// Pixels of all lumas and many chromas in rows of every length modulo 16, each layout with room behind its rows; asked for all at once, from some
// pair on, or pixel by pixel.
static void yuv_becomes_the_colour_that_it_stands_for(void **state) {
    (void)state;
    enum { LONGEST = 54, ROWS = 2, STRIDE = 2 * LONGEST + 5 };
    static const raw_format formats[] = {RAW_NV12, RAW_NV21, RAW_YUYV};
    static uint8_t first[STRIDE * ROWS], second[STRIDE];
    unsigned r = 1;
    for (int width = 2; width <= LONGEST; width += 2)
        for (int k = 0; k < 3 * 40; k++) {
            raw_format format = formats[k % 3];
            for (size_t i = 0; i < sizeof first; i++) first[i] = (uint8_t)((r = r * 1664525 + 1013904223) >> 24);
            for (size_t i = 0; i < sizeof second; i++) second[i] = (uint8_t)((r = r * 1664525 + 1013904223) >> 24);
            raw_picture raw = {format, width, ROWS, {first, second}, {STRIDE, STRIDE}, {sizeof first, sizeof second}};
            picture *p = picture_create(true);
            frame f = {0};
            assert_int_equal(picture_convert(p, &raw, NULL), STATUS_OK);
            picture_show(p, &f);
            if (k % 4 < 2) frame_want_colours(&f, k % 4 * 2 * (k % width / 2), 0, width, ROWS);
            for (int i = 0; i < width * ROWS; i++) {
                const uint8_t *row = first + STRIDE * (i / width), *chroma = format == RAW_YUYV ? row : second;
                int x = i % width, pair = x / 2, y = format == RAW_YUYV ? row[2 * x] : row[x];
                int u = format == RAW_YUYV ? chroma[4 * pair + 1] : chroma[2 * pair + (format == RAW_NV21)];
                int v = format == RAW_YUYV ? chroma[4 * pair + 3] : chroma[2 * pair + (format == RAW_NV12)];
                assert_int_equal(f.gray[(size_t)(i / width) * f.gray_stride + (size_t)x], y);
                assert_colour_of(k % 4 == 3 ? frame_glance_at(&f, x, i / width) : frame_colour_at(&f, x, i / width), y, u, v);
            }
            picture_destroy(p);
        }
}

// A handle that showed the camera's own memory makes room of its own for what comes next: the camera's is not written to.
static void what_a_camera_delivered_is_never_written_to(void **state) {
    (void)state;
    uint8_t luma[4] = {10, 20, 30, 40}, chroma[2] = {128, 128}, bgr[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    uint8_t luma_kept[4], bgr_kept[12], pairs[8] = {90, 128, 91, 128, 92, 128, 93, 128};
    memcpy(luma_kept, luma, sizeof luma), memcpy(bgr_kept, bgr, sizeof bgr);
    const raw_picture turns[] = {{RAW_NV12, 2, 2, {luma, chroma}, {2, 2}, {4, 2}, false},
                                 {RAW_BGR, 2, 2, {bgr}, {6}, {12}, false},
                                 {RAW_YUYV, 2, 2, {pairs}, {4}, {8}, false}};
    static const int order[] = {0, 1, 2, 0, 2, 1, 0};
    picture *p = picture_create(true);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        frame f = {0};
        assert_int_equal(picture_convert(p, &turns[order[i]], NULL), STATUS_OK);
        picture_show(p, &f);
        frame_want_colours(&f, 0, 0, 2, 2);
        assert_memory_equal(luma, luma_kept, sizeof luma);
        assert_memory_equal(bgr, bgr_kept, sizeof bgr);
    }
    picture_destroy(p);
}

static void a_buffer_shorter_than_its_picture_is_refused(void **state) {
    (void)state;
    static const uint8_t bytes[64] = {0xff, 0xd8, 0xff};
    const raw_picture bad[] = {
        {RAW_GRAY, 4, 4, {bytes}, {4}, {15}},
        {RAW_GRAY, 4, 4, {bytes}, {3}, {64}},
        {RAW_YUYV, 3, 2, {bytes}, {6}, {64}},
        {RAW_NV12, 4, 4, {bytes}, {4}, {64}},
        {RAW_NV12, 4, 4, {bytes, bytes}, {4, 4}, {64, 7}},
        {RAW_MJPEG, 4, 4, {bytes}, {0}, {0}},
        {RAW_MJPEG, 4, 4, {bytes + 8}, {0}, {56}},
        {RAW_GRAY, 0, 4, {bytes}, {4}, {64}},
    };
    picture *p = picture_create(false);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fault fault = {""};
        assert_int_equal(picture_convert(p, &bad[i], &fault), STATUS_INVALID);
        assert_true(strlen(fault.text) > 0);
    }
    picture_destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_known_by_their_first_bytes),
        cmocka_unit_test(a_png_is_whole_or_has_a_defect_at_every_cut),
        cmocka_unit_test(a_flipped_bit_in_a_png_chunk_is_found),
        cmocka_unit_test(forged_sizes_are_refused_before_memory_is_asked_for),
        cmocka_unit_test(a_jpeg_ends_with_its_marker),
        cmocka_unit_test(a_pnm_holds_as_many_bytes_as_it_says),
        cmocka_unit_test(names_count_as_a_person_counts),
        cmocka_unit_test(camera_layouts_become_gray),
        cmocka_unit_test(red_stays_red_in_either_byte_order),
        cmocka_unit_test(what_a_camera_delivered_is_never_written_to),
        cmocka_unit_test(a_buffer_shorter_than_its_picture_is_refused),
        cmocka_unit_test(yuv_becomes_the_colour_that_it_stands_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
