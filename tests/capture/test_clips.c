// Clips that are not as one wishes: of changing size, turned, with uneven times, with sound alone, damaged in the middle, cut off anywhere.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/capture.h"
#include "tests/capture/make_clips.h"
#include "tests/capture/make_media.h"

#define NEAR(a, b, eps) assert_true(fabs((double)(a) - (double)(b)) <= (eps))
#define FILE_MAX 200000

static char folder[] = "/tmp/vedette-clips-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

// A path in the folder, good until the next call.
static const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static capture *opened(const char *path) {
    capture *c = NULL;
    fault fault = {""};
    if (capture_open(path, NULL, &c, &fault)) fail_msg("%s", fault.text);
    return c;
}

static int level_at(const frame *f, int percent_x, int percent_y) {
    return f->gray[(size_t)(f->height * percent_y / 100) * f->gray_stride + (size_t)(f->width * percent_x / 100)];
}

// Ten pictures of each size, a little brighter one after the other.
static void make_sizes(const char *path, const char *codec, clip_picture out[40]) {
    static const struct { int width, height; } sizes[] = {{320, 240}, {640, 480}, {176, 144}, {320, 240}};
    for (int i = 0; i < 40; i++) out[i] = (clip_picture){sizes[i / 10].width, sizes[i / 10].height, 60 + i, 200, 40 * i};
    assert_true(make_clip_of(path, codec, out, 40, 0));
}

static void a_change_of_size_comes_through(void **state) {
    (void)state;
    const char *path = in_folder("sizes.mkv");
    clip_picture made[40];
    make_sizes(path, "mjpeg", made);
    capture *c = opened(path);
    frame f;
    fault fault;
    for (int i = 0; i < 40; i++) {
        assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
        assert_int_equal(f.width, made[i].width);
        assert_int_equal(f.height, made[i].height);
        NEAR(f.t_s, 0.04 * i, 1e-3);
        NEAR(level_at(&f, 25, 50), made[i].left, 3);
        NEAR(level_at(&f, 75, 99), made[i].right, 3);
    }
    assert_int_equal(capture_next(c, &f, &fault), STATUS_END);
    assert_false(capture_ended_early(c));
    capture_close(c);
    unlink(path);
}

// Streams one behind the other, as receivers write them. The decoder of MPEG-2 drops the picture that it holds back when the size changes.
static void streams_put_together_keep_their_sizes(void **state) {
    (void)state;
    const char *path = in_folder("sizes.ts");
    clip_picture made[40];
    make_sizes(path, "mpeg2video", made);
    capture *c = opened(path);
    frame f;
    fault fault;
    int given = 0;
    while (capture_next(c, &f, &fault) == STATUS_OK) {
        const clip_picture *p = &made[(int)lround(f.t_s / 0.04)];
        assert_true(f.width == p->width && f.height == p->height);
        NEAR(level_at(&f, 25, 50), (p->left - 16) * 255.0 / 219, 4);  // luma 16 is black, 235 white
        given++;
    }
    assert_true(given >= 36);
    assert_false(capture_ended_early(c));
    capture_close(c);
    unlink(path);
}

static void a_turned_clip_comes_upright(void **state) {
    (void)state;
    static const clip_picture half_bright = {160, 80, 40, 220, 0};
    // Where the bright half is, in percent of the upright picture.
    static const struct { int x, y; } bright[] = {{75, 50}, {50, 75}, {25, 50}, {50, 25}};
    for (int turns = 0; turns < 4; turns++) {
        const char *path = in_folder("turned.mp4");
        assert_true(make_clip_of(path, "mjpeg", &half_bright, 1, turns));
        capture *c = opened(path);
        frame f;
        fault fault;
        assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
        assert_int_equal(f.width, turns % 2 ? 80 : 160);
        assert_int_equal(f.height, turns % 2 ? 160 : 80);
        assert_true(level_at(&f, bright[turns].x, bright[turns].y) > 200);
        assert_true(level_at(&f, 100 - bright[turns].x, 100 - bright[turns].y) < 60);
        capture_close(c);
        unlink(path);
    }
}

static void uneven_times_are_kept(void **state) {
    (void)state;
    static const int t_ms[] = {0, 40, 300, 310, 1000, 1500, 1501, 4000};
    enum { N = sizeof t_ms / sizeof *t_ms };
    static const char *const names[] = {"uneven.mkv", "uneven.mp4"};
    clip_picture pictures[N];
    for (int i = 0; i < N; i++) pictures[i] = (clip_picture){64, 48, 50, 60, t_ms[i]};
    for (int k = 0; k < 2; k++) {
        const char *path = in_folder(names[k]);
        assert_true(make_clip_of(path, "mjpeg", pictures, N, 0));
        capture *c = opened(path);
        frame f;
        fault fault;
        for (int i = 0; i < N; i++) {
            assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
            NEAR(f.t_s, t_ms[i] / 1000.0, 1e-6);
        }
        assert_int_equal(capture_next(c, &f, &fault), STATUS_END);
        assert_false(capture_ended_early(c));
        capture_close(c);
        unlink(path);
    }
}

static void odd_sizes_come_whole(void **state) {
    (void)state;
    static const struct { int width, height; } sizes[] = {{1, 1}, {3, 5}, {37, 21}, {639, 481}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *path = in_folder("odd.avi");
        const clip_picture flat = {sizes[i].width, sizes[i].height, 120, 120, 0};
        assert_true(make_clip_of(path, "mjpeg", &flat, 1, 0));
        capture *c = opened(path);
        frame f;
        fault fault;
        assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
        assert_true(f.width == sizes[i].width && f.height == sizes[i].height);
        for (int y = 0; y < f.height; y++)
            for (int x = 0; x < f.width; x++) NEAR(f.gray[(size_t)y * f.gray_stride + (size_t)x], 120, 4);
        capture_close(c);
        unlink(path);
    }
}

static void sound_alone_is_refused(void **state) {
    (void)state;
    static const char *const names[] = {"sound.mkv", "sound.avi", "sound.mov"};
    for (int i = 0; i < 3; i++) {
        const char *path = in_folder(names[i]);
        assert_true(make_sound(path));
        capture *c = NULL;
        fault fault = {""};
        assert_int_equal(capture_open(path, NULL, &c, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.text, "holds no pictures"));
        assert_non_null(strstr(fault.text, path));
        unlink(path);
    }
}

static size_t read_file(const char *path, unsigned char *out) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(out, 1, FILE_MAX, f);
    fclose(f);
    assert_true(n > 0 && n < FILE_MAX);
    return n;
}

static void write_file(const char *path, const unsigned char *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

// Faults are reported once, and the frames after them are given.
static void a_damaged_middle_is_told_and_passed_over(void **state) {
    (void)state;
    static unsigned char bytes[FILE_MAX];
    const char *path = in_folder("middle.avi");
    assert_true(make_clip(path, "MJPG", 320, 240, 10, 40, 10, 5));
    size_t n = read_file(path, bytes);
    int pictures = 0, spoilt = 0;
    for (size_t i = 0; i + 4 < n; i++)
        if (memcmp(bytes + i, "\xff\xd8\xff", 3) == 0 && ++pictures >= 11 && pictures <= 15) memset(bytes + i, 0, 300), spoilt++;
    assert_int_equal(spoilt, 5);
    write_file(path, bytes, n);
    capture *c = opened(path);
    int given = 0, reported = 0;
    frame f = {0};
    fault fault = {""};
    for (status s; (s = capture_next(c, &f, &fault)) != STATUS_END;) {
        given += s == STATUS_OK;
        if (s == STATUS_OK) continue;
        assert_int_equal(s, STATUS_INVALID);
        assert_non_null(strstr(fault.text, path));
        assert_non_null(strstr(fault.text, "damaged behind 0.9 s"));
        reported++;
    }
    assert_int_equal(given, 35);
    assert_int_equal(reported, 1);
    NEAR(f.t_s, 3.9, 1e-3);
    assert_false(capture_ended_early(c));
    capture_close(c);
    unlink(path);
}

static void a_cut_is_noticed_wherever_it_is(void **state) {
    (void)state;
    static unsigned char bytes[FILE_MAX];
    static const char *const names[] = {"cut.avi", "cut.mkv"};
    for (int k = 0; k < 2; k++) {
        const char *path = in_folder(names[k]);
        assert_true(make_clip(path, "MJPG", 320, 240, 10, 40, 10, 5));
        size_t n = read_file(path, bytes);
        for (size_t cut = n / 4; cut < n * 9 / 10; cut += 97) {
            write_file(path, bytes, cut);
            capture *c = opened(path);
            frame f;
            fault fault;
            int given = 0;
            for (status s; (s = capture_next(c, &f, &fault)) != STATUS_END; given++) assert_int_equal(s, STATUS_OK);
            assert_true(given > 2 && given < 40);
            if (!capture_ended_early(c)) fail_msg("%s, cut at %zu of %zu: not noticed", path, cut, n);
            capture_close(c);
        }
        unlink(path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_of_size_comes_through),
        cmocka_unit_test(streams_put_together_keep_their_sizes),
        cmocka_unit_test(a_turned_clip_comes_upright),
        cmocka_unit_test(uneven_times_are_kept),
        cmocka_unit_test(odd_sizes_come_whole),
        cmocka_unit_test(sound_alone_is_refused),
        cmocka_unit_test(a_damaged_middle_is_told_and_passed_over),
        cmocka_unit_test(a_cut_is_noticed_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
