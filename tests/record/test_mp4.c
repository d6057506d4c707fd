// Films: what goes in can be read at its time, a film that is still being written can be read too, and a part can be cut out.
#include "record/mp4.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "capture/capture.h"
#include "record/mp4_read.h"

#define WIDTH 320
#define HEIGHT 200
#define STEP_S 0.1

static char folder[] = "/tmp/vedette-film-XXXXXX";
static char path[128], part_path[128];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.mp4", folder);
    snprintf(part_path, sizeof part_path, "%s/part.mp4", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    unlink(part_path);
    return rmdir(folder);
}

// Picture i is so bright.
static int gray_of(int i) { return 20 + i * 2; }

static mp4 *begin(bool grows) {
    mp4 *f;
    fault fault = {""};
    const mp4_options o = {.width = WIDTH, .height = HEIGHT, .pixels = MP4_BGR, .grows = grows, .quality = 20};
    if (mp4_begin(path, &o, &f, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return f;
}

// The pictures are of twice the film's size.
static void add(mp4 *f, int from, int to) {
    static uint8_t bgr[4 * WIDTH * HEIGHT * 3];
    fault fault = {""};
    for (int i = from; i < to; i++) {
        memset(bgr, gray_of(i), sizeof bgr);
        if (mp4_add(f, bgr, 2 * WIDTH, 2 * HEIGHT, 2 * WIDTH * 3, i * STEP_S, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    }
}

// Reads the film; each picture must be as bright as the one of its time, which began at begins_s. Returns how many there are.
static int check_film(const char *name, double begins_s) {
    capture *c;
    frame f;
    fault fault = {""};
    int n = 0;
    if (capture_open(name, NULL, &c, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    while (capture_next(c, &f, &fault) == STATUS_OK) {
        int i = (int)lround((f.t_s + begins_s) / STEP_S), shown = f.gray[(size_t)f.height / 2 * f.gray_stride + (size_t)f.width / 2];
        assert_int_equal(f.width, WIDTH);
        assert_true(fabs(f.t_s + begins_s - i * STEP_S) < 0.002);
        if (abs(shown - gray_of(i)) > 6) fail_msg("at %.2f s: %d, not %d", f.t_s, shown, gray_of(i));
        n++;
    }
    capture_close(c);
    return n;
}

static void pictures_come_at_their_times(void **state) {
    (void)state;
    mp4 *f = begin(false);
    add(f, 0, 50);
    assert_int_equal(mp4_end(f, STEP_S, NULL), STATUS_OK);
    assert_int_equal(check_film(path, 0), 50);
}

static void a_film_that_grows_survives_a_kill(void **state) {
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        add(begin(true), 0, 100);
        _exit(0);  // without an end
    }
    int how;
    waitpid(child, &how, 0);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    assert_true(check_film(path, 0) >= 30);
}

static void a_part_is_cut_out(void **state) {
    (void)state;
    double begins_s = -1;
    fault fault = {""};
    mp4 *f = begin(true);
    add(f, 0, 100);
    assert_int_equal(mp4_end(f, 0, NULL), STATUS_OK);
    if (mp4_cut(path, 4, 6, part_path, &begins_s, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_true(begins_s >= 0.9 && begins_s <= 4.001);  // key pictures stand three seconds apart
    int n = check_film(part_path, begins_s);
    assert_true(abs(n - (int)lround((6 - begins_s) / STEP_S + 1)) <= 1);
    assert_int_equal(mp4_cut(path, 60, 70, part_path, &begins_s, &fault), STATUS_END);
    assert_int_equal(mp4_cut("/no/such/film.mp4", 0, 1, part_path, &begins_s, &fault), STATUS_IO);
}

// Any moment can be asked for, in any order.
static void a_moment_is_shown(void **state) {
    (void)state;
    static const double times[] = {0, 0.05, 3.04, 9.9, 9.95, 0.5, 4.2};
    static uint8_t bgra[4 * 64 * 40];
    mp4_reader *r;
    fault fault = {""};
    mp4 *f = begin(true);
    add(f, 0, 100);
    assert_int_equal(mp4_end(f, STEP_S, NULL), STATUS_OK);
    if (mp4_reader_open(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        assert_int_equal(mp4_reader_picture(r, times[i], bgra, 64, 40, 4 * 64), STATUS_OK);
        int shown = bgra[4 * (20 * 64 + 32)], wanted = gray_of((int)floor(times[i] / STEP_S + 1e-6));
        if (abs(shown - wanted) > 6) fail_msg("at %.2f s: %d, not %d", times[i], shown, wanted);
    }
    assert_int_equal(mp4_reader_picture(r, 60, bgra, 64, 40, 4 * 64), STATUS_END);
    mp4_reader_close(r);
    assert_int_equal(mp4_reader_open("/no/such/film.mp4", &r, &fault), STATUS_IO);
}

static void what_can_be_no_film_is_refused(void **state) {
    (void)state;
    mp4 *f;
    fault fault = {""};
    const mp4_options odd = {.width = 321, .height = 200}, none = {0}, good = {.width = WIDTH, .height = HEIGHT, .quality = 20};
    assert_int_equal(mp4_begin(path, &odd, &f, &fault), STATUS_INVALID);
    assert_int_equal(mp4_begin(path, &none, &f, &fault), STATUS_INVALID);
    assert_int_equal(mp4_begin("/no/such/folder/a.mp4", &good, &f, &fault), STATUS_IO);
    assert_int_equal(mp4_end(NULL, 0, NULL), STATUS_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_come_at_their_times),
        cmocka_unit_test(a_film_that_grows_survives_a_kill),
        cmocka_unit_test(a_part_is_cut_out),
        cmocka_unit_test(a_moment_is_shown),
        cmocka_unit_test(what_can_be_no_film_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
