// Damaged pictures and clips: bytes changed at random must give a frame or a fault, never a crash. Sanitizers watch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

#include "capture/capture.h"
#include "tests/capture/make_media.h"

#define FILE_MAX 65536

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;  // xorshift32 (Marsaglia 2003)
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static size_t read_file(const char *path, uint8_t *out) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(out, 1, FILE_MAX, f);
    fclose(f);
    assert_true(n > 0 && n < FILE_MAX);
    return n;
}

static void write_file(const char *path, const uint8_t *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

// A few bytes anywhere, one of them most often in the headers; at times the end is cut.
static size_t damage(uint8_t *bytes, size_t n, uint32_t *random) {
    int changes = 1 + (int)(next_random(random) % 8);
    for (int i = 0; i < changes; i++) bytes[next_random(random) % (i ? n : n < 300 ? n : 300)] = (uint8_t)next_random(random);
    return next_random(random) % 4 ? n : 1 + next_random(random) % n;
}

static volatile uint8_t last_pixel;  // read, so that a picture shorter than it says is noticed

static void read_all(const char *path) {
    capture *c = NULL;
    fault fault = {""};
    status s = capture_open(path, NULL, &c, &fault);
    if (s) {
        assert_int_equal(s, STATUS_INVALID);
        assert_true(strlen(fault.text) > 0 && !c);
        return;
    }
    frame f;
    int frames = 0;
    for (int calls = 0; calls < 100 && s != STATUS_END; calls++) {
        s = capture_next(c, &f, &fault);
        assert_true(s == STATUS_OK || s == STATUS_INVALID || s == STATUS_END);
        if (s == STATUS_OK) {
            assert_true(f.width > 0 && f.height > 0 && f.gray && f.gray_stride >= (size_t)f.width);
            last_pixel = f.gray[(size_t)(f.height - 1) * f.gray_stride + (size_t)(f.width - 1)];
            frames++;
        }
    }
    assert_true(s == STATUS_END || frames > 0);
    capture_close(c);
}

static void survives(const char *ending, int rounds) {
    static uint8_t whole[FILE_MAX], bad[FILE_MAX];
    char path[64];
    snprintf(path, sizeof path, "/tmp/vedette-hostile-%d%s", (int)getpid(), ending);
    bool clip = strcmp(ending, ".avi") == 0 || strcmp(ending, ".mp4") == 0 || strcmp(ending, ".mkv") == 0;
    assert_true(clip ? make_clip(path, strcmp(ending, ".avi") ? "mp4v" : "MJPG", 64, 48, 10, 8, 20, 20) : make_flat_picture(path, 48, 32, 99));
    size_t n = read_file(path, whole);
    uint32_t random = 2463534242u;
    for (int i = 0; i < rounds; i++) {
        memcpy(bad, whole, n);
        write_file(path, bad, damage(bad, n, &random));
        read_all(path);
    }
    unlink(path);
}

// What decoders say to damaged entropy data goes to stderr from inside libjpeg and libpng; it is kept out of the test's log.
static int kept_stderr;

static int hush(void **state) {
    (void)state;
    fflush(stderr);
    int null = open("/dev/null", O_WRONLY);
    kept_stderr = dup(2);
    return null >= 0 && kept_stderr >= 0 && dup2(null, 2) == 2 ? close(null) : -1;
}

static int speak(void **state) {
    (void)state;
    fflush(stderr);
    return dup2(kept_stderr, 2) == 2 ? close(kept_stderr) : -1;
}

static void damaged_pictures_do_no_harm(void **state) {
    (void)state;
    static const char *const endings[] = {".jpg", ".png", ".bmp", ".ppm"};
    for (int i = 0; i < 4; i++) survives(endings[i], 400);
}

static void damaged_clips_do_no_harm(void **state) {
    (void)state;
    static const char *const endings[] = {".avi", ".mp4", ".mkv"};
    for (int i = 0; i < 3; i++) survives(endings[i], 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(damaged_pictures_do_no_harm, hush, speak),
        cmocka_unit_test_setup_teardown(damaged_clips_do_no_harm, hush, speak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
