// Sources of every kind: what they give, in which order, at what time, and what they say to bad input.
#define _GNU_SOURCE  // nftw
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/capture.h"
#include "tests/capture/make_media.h"

#define NEAR(a, b, eps) assert_true(fabs((double)(a) - (double)(b)) <= (eps))

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[4][256];
    static int at;
    at = (at + 1) % 4;
    snprintf(path[at], sizeof path[at], "%s/%s", folder, name);
    return path[at];
}

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s", "/tmp/vedette-capture-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static int remove_folder(void **state) {
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static capture *opened(const char *source, const capture_options *o) {
    capture *c = NULL;
    fault fault = {""};
    status s = capture_open(source, o, &c, &fault);
    if (s) fail_msg("%s: %s", source, fault.text);
    return c;
}

static void write_file(const char *path, const void *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static size_t file_size(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return (size_t)info.st_size;
}

static double middle(const frame *f) { return f->gray[(size_t)(f->height / 2) * f->gray_stride + (size_t)(f->width / 2)]; }

static void a_clip_gives_every_frame_at_its_time(void **state) {
    (void)state;
    static const struct {
        const char *name, *fourcc;
        double fps;
    } clips[] = {{"a.avi", "MJPG", 25}, {"b.mp4", "mp4v", 12.5}, {"c.mkv", "mp4v", 10}};
    for (size_t i = 0; i < sizeof clips / sizeof *clips; i++) {
        const char *path = in_folder(clips[i].name);
        assert_true(make_clip(path, clips[i].fourcc, 64, 48, clips[i].fps, 20, 20, 10));
        capture *c = opened(path, NULL);
        assert_false(capture_is_live(c));
        NEAR(capture_fps(c), clips[i].fps, 1e-3);
        frame f;
        fault fault;
        for (int k = 0; k < 20; k++) {
            assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
            assert_int_equal(f.width, 64);
            assert_int_equal(f.height, 48);
            assert_null(f.bgr);
            NEAR(f.t_s, k / clips[i].fps, 2e-3);  // Matroska counts whole milliseconds
            NEAR(middle(&f), 20 + 10 * k, 4);     // lossy
            assert_int_equal(f.sequence, k);
        }
        assert_int_equal(capture_next(c, &f, &fault), STATUS_END);
        assert_int_equal(capture_next(c, &f, &fault), STATUS_END);
        assert_false(capture_ended_early(c));
        assert_int_equal(capture_skipped(c), 0);
        assert_string_equal(capture_picture(c), path);
        capture_close(c);
    }
}

static int frames_until_end(capture *c) {
    frame f;
    fault fault;
    int n = 0;
    while (capture_next(c, &f, &fault) == STATUS_OK) n++;
    return n;
}

static void a_clip_that_was_cut_off_says_so(void **state) {
    (void)state;
    static const char *const names[] = {"cut.avi", "cut.mkv"};
    for (int i = 0; i < 2; i++) {
        const char *path = in_folder(names[i]);
        assert_true(make_clip(path, "MJPG", 320, 240, 10, 40, 10, 5));
        assert_int_equal(truncate(path, (off_t)(file_size(path) / 2)), 0);
        capture *c = opened(path, NULL);
        int n = frames_until_end(c);
        assert_true(n > 5 && n < 35);
        assert_true(capture_ended_early(c));
        capture_close(c);
    }
}

static void a_folder_comes_in_natural_order(void **state) {
    (void)state;
    assert_int_equal(mkdir(in_folder("f"), 0700), 0);
    static const struct {
        const char *name;
        int level;
    } files[] = {{"f/img10.png", 100}, {"f/img2.png", 20}, {"f/img1.jpg", 10}, {"f/img3.PPM", 30}, {"f/img4.bmp", 40}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) assert_true(make_flat_picture(in_folder(files[i].name), 32, 16, files[i].level));
    write_file(in_folder("f/notes.txt"), "no picture", 10);
    write_file(in_folder("f/.hidden.png"), "no picture", 10);
    assert_int_equal(mkdir(in_folder("f/folder.png"), 0700), 0);
    static const int order[] = {10, 20, 30, 40, 100};
    capture_options o = capture_default_options();
    for (int glob = 0; glob < 2; glob++) {
        o.fps = glob ? 4 : 0;
        capture *c = opened(glob ? in_folder("f/i*") : in_folder("f"), &o);
        assert_int_equal(capture_frame_count(c), 5);
        for (int k = 0; k < 5; k++) {
            frame f;
            fault fault;
            assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
            NEAR(middle(&f), order[k], 1);
            NEAR(f.t_s, glob ? k / 4.0 : k, 1e-12);
            assert_int_equal(f.sequence, k);
        }
        assert_string_equal(strrchr(capture_picture(c), '/'), "/img10.png");
        assert_int_equal(frames_until_end(c), 0);
        assert_false(capture_ended_early(c));
        capture_close(c);
    }
}

static void colour_comes_where_it_is_asked_for(void **state) {
    (void)state;
    static const unsigned char blue[3] = {250, 10, 20}, orange[3] = {0, 128, 255};
    const char *path = in_folder("colour.png");
    assert_true(make_two_colours(path, 8, 4, blue, orange));
    capture_options o = capture_default_options();
    o.colour = true;
    capture *c = opened(path, &o);
    frame f;
    fault fault;
    assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
    assert_memory_equal(f.bgr, blue, 3);
    assert_memory_equal(f.bgr + 3 * f.bgr_stride + 3 * 7, orange, 3);
    // 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601): 40.35 and 151.4
    NEAR(f.gray[0], 40, 1);
    NEAR(f.gray[7], 151, 1);
    capture_close(c);
}

static void all_depths_and_channels_come_as_eight_bits(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool (*make)(const char *path, int width, int height, int level);
        int width, height;
    } pictures[] = {{"deep.png", make_deep_picture, 40, 30},  {"clear.png", make_clear_picture, 40, 30}, {"gray.png", make_gray_picture, 40, 30},
                    {"gray.jpg", make_gray_picture, 40, 30},  {"gray.bmp", make_gray_picture, 41, 30},   {"gray.pgm", make_gray_picture, 40, 30},
                    {"tiny.png", make_flat_picture, 1, 1},    {"deep1.png", make_deep_picture, 1, 1},    {"thin.png", make_flat_picture, 1, 3000},
                    {"wide.jpg", make_flat_picture, 30000, 8}};
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        for (int colour = 0; colour < 2; colour++) {
            const char *path = in_folder(pictures[i].name);
            frame f;
            fault fault;
            assert_true(pictures[i].make(path, pictures[i].width, pictures[i].height, 150));
            capture_options o = capture_default_options();
            o.colour = colour;
            capture *c = opened(path, &o);
            assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
            assert_int_equal(f.width, pictures[i].width);
            assert_int_equal(f.height, pictures[i].height);
            size_t last = (size_t)f.width - 1, below = (size_t)f.height - 1;
            NEAR(f.gray[below * f.gray_stride + last], 150, 1);
            for (int k = 0; colour && k < 3; k++) NEAR(f.bgr[below * f.bgr_stride + 3 * last + (size_t)k], 150, 2);
            capture_close(c);
        }
}

static void a_damaged_picture_is_named_and_passed_over(void **state) {
    (void)state;
    assert_int_equal(mkdir(in_folder("d"), 0700), 0);
    static const char *const names[] = {"d/1.jpg", "d/2.jpg", "d/3.png", "d/4.jpg", "d/5.jpg", "d/6.png"};
    for (int i = 0; i < 6; i++) assert_true(make_flat_picture(in_folder(names[i]), 64, 64, 50 + i));
    assert_int_equal(truncate(in_folder("d/2.jpg"), (off_t)(file_size(in_folder("d/2.jpg")) - 20)), 0);
    assert_int_equal(truncate(in_folder("d/3.png"), 60), 0);
    assert_int_equal(truncate(in_folder("d/4.jpg"), 0), 0);
    write_file(in_folder("d/5.jpg"), "this is text", 12);
    capture *c = opened(in_folder("d"), NULL);
    static const status expected[] = {STATUS_OK, STATUS_INVALID, STATUS_INVALID, STATUS_INVALID, STATUS_INVALID, STATUS_OK};
    for (int i = 0; i < 6; i++) {
        frame f;
        fault fault = {""};
        assert_int_equal(capture_next(c, &f, &fault), expected[i]);
        if (expected[i])
            assert_non_null(strstr(fault.text, names[i]));
        else
            NEAR(middle(&f), 50 + i, 1);
    }
    assert_int_equal(frames_until_end(c), 0);
    capture_close(c);
}

static void bad_sources_are_refused_in_one_line(void **state) {
    (void)state;
    write_file(in_folder("empty.mp4"), "", 0);
    write_file(in_folder("text.mp4"), "this is no clip\n", 16);
    write_file(in_folder("list.mp4"), "#EXTM3U\n#EXTINF:1,\n/etc/hostname\n", 33);
    write_file(in_folder("stub.mp4"),
               "\0\0\0\x20"
               "ftypisom\0\0\0\0isomiso2",
               24);
    write_file(in_folder("stub.mkv"), "\x1a\x45\xdf\xa3\x01\0\0\0", 8);
    write_file(in_folder("stub.avi"),
               "RIFF\xff\xff\xff\x7f"
               "AVI LIST",
               16);
    assert_true(make_clip(in_folder("noindex.mp4"), "mp4v", 64, 48, 10, 20, 20, 10));
    assert_int_equal(truncate(in_folder("noindex.mp4"), (off_t)(file_size(in_folder("noindex.mp4")) * 3 / 4)), 0);
    assert_int_equal(mkdir(in_folder("void"), 0700), 0);
    assert_int_equal(mkfifo(in_folder("pipe.png"), 0600), 0);
    static const struct {
        const char *name, *says;
    } cases[] = {
        {"empty.mp4", "empty"},          {"text.mp4", "neither a clip"},  {"list.mp4", "neither a clip"},     {"stub.mp4", "can't be opened"},
        {"stub.mkv", "can't be opened"}, {"stub.avi", "can't be opened"}, {"noindex.mp4", "cut off"},         {"void", "holds no picture"},
        {"pipe.png", "neither file"},    {"missing.png", "no such file"}, {"none*.png", "check the pattern"}, {"*.mp4", "holds no picture"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        capture *c = NULL;
        fault fault = {""};
        status s = capture_open(in_folder(cases[i].name), NULL, &c, &fault);
        if (s != STATUS_INVALID || c) fail_msg("%s: opened with %d", cases[i].name, s);
        if (!strstr(fault.text, cases[i].says) || !strstr(fault.text, cases[i].name)) fail_msg("%s: says \"%s\"", cases[i].name, fault.text);
    }
    capture *c = NULL;
    fault fault;
    assert_int_equal(capture_open("", NULL, &c, &fault), STATUS_INVALID);
    assert_int_equal(capture_open("/dev/null", NULL, &c, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "v4l2:/dev/null"));
}

static void an_unreadable_file_is_refused(void **state) {
    (void)state;
    const char *path = in_folder("secret.png");
    assert_true(make_flat_picture(path, 8, 8, 1));
    assert_int_equal(chmod(path, 0), 0);
    if (access(path, R_OK) == 0) skip();  // root reads everything
    capture *c = NULL;
    fault fault;
    assert_int_equal(capture_open(path, NULL, &c, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "permissions"));
}

static void a_camera_that_is_not_there_is_named_with_what_is(void **state) {
    (void)state;
    static const char *const sources[] = {"v4l2:/dev/video987", "v4l2:987", "v4l2:/dev/null", "v4l2:", "libcamera:987", "libcamera:no such camera"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        capture *c = NULL;
        fault fault = {""};
        assert_int_equal(capture_open(sources[i], NULL, &c, &fault), STATUS_DEVICE);
        assert_null(c);
        assert_non_null(strstr(fault.text, "video devices"));
    }
}

static void the_libraries_keep_silent(void **state) {
    (void)state;
    const char *heard = in_folder("stderr.txt");
    fflush(stderr);
    int kept = dup(2), log = open(heard, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    assert_true(kept >= 0 && log >= 0 && dup2(log, 2) == 2);
    bad_sources_are_refused_in_one_line(state);
    a_camera_that_is_not_there_is_named_with_what_is(state);
    fflush(stderr);
    assert_int_equal(dup2(kept, 2), 2);
    close(kept);
    close(log);
    assert_int_equal(file_size(heard), 0);
}

static void realtime_skips_what_is_overdue(void **state) {
    (void)state;
    const char *path = in_folder("paced.avi");
    assert_true(make_clip(path, "MJPG", 64, 48, 100, 60, 10, 2));
    capture_options o = capture_default_options();
    o.realtime = true;
    capture *c = opened(path, &o);
    frame f;
    fault fault;
    assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
    assert_int_equal(f.sequence, 0);
    usleep(200000);  // twenty frames' time at least
    assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
    assert_true(f.sequence >= 15);
    assert_int_equal(capture_skipped(c), f.sequence - 1);
    capture_close(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_clip_gives_every_frame_at_its_time, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_clip_that_was_cut_off_says_so, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_folder_comes_in_natural_order, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(colour_comes_where_it_is_asked_for, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(all_depths_and_channels_come_as_eight_bits, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_damaged_picture_is_named_and_passed_over, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(bad_sources_are_refused_in_one_line, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(an_unreadable_file_is_refused, make_folder, remove_folder),
        cmocka_unit_test(a_camera_that_is_not_there_is_named_with_what_is),
        cmocka_unit_test_setup_teardown(realtime_skips_what_is_overdue, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(the_libraries_keep_silent, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
