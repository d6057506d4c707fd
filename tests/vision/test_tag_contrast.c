// Tags in low contrast, out of focus, in noise, seen obliquely and in a photograph: never fewer than any library reads in the same picture, and
// nothing that is not there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "capture/capture.h"
#include "tests/vision/tag_score.h"

static const char *const families[] = {"aruco4x4_50", "aruco5x5_100", "tag36h11", "tag25h9"};
enum { FAMILIES = sizeof families / sizeof *families };

typedef struct {
    const char *what;
    double px, ink_code, paper_code, blur_px, noise, squash, margin;
    double least;  // share of the tags that are read
} hard_picture;

// How many a library reads, whichever reads more.
static int most_of_libraries(const tag_field_options *o) {
    tag_score april = tag_score_of(o, TAG_READER_LIBRARIES);
    tag_score opencv = vision_reads_family(TAG_READER_OPENCV, o->family) ? tag_score_of(o, TAG_READER_OPENCV) : april;
    return april.seen > opencv.seen ? april.seen : opencv.seen;
}

static void read_all(const hard_picture *row, uint64_t seed) {
    for (int i = 0; i < FAMILIES; i++) {
        tag_field_options o = tag_score_field(640, 480, 20, row->px, row->px, seed);
        o.family = families[i], o.ink_code = row->ink_code, o.paper_code = row->paper_code, o.blur_px = row->blur_px, o.noise = row->noise;
        o.squash = row->squash, o.margin = row->margin;
        tag_score own = tag_score_of(&o, TAG_READER_OWN);
        int library = most_of_libraries(&o);
        if (own.seen < library || own.seen < row->least * own.laid || own.others > 0 || own.laid < 8)
            fail_msg("%s, %s: %d of %d read, %d by a library, %d false", o.family, row->what, own.seen, own.laid, library, own.others);
    }
}

// Black and white stand apart by so many grey levels.
static void low_contrast_is_read(void **state) {
    (void)state;
    static const hard_picture rows[] = {{"80 levels", 24, 80, 160, 0.7, 2, 0, 0.5, 0.95},
                                        {"40 levels, dark", 24, 20, 60, 0.7, 2, 0, 0.5, 0.95},
                                        {"30 levels, light", 32, 190, 220, 0.7, 2, 0, 0.5, 0.95},
                                        {"12 levels", 32, 100, 112, 0.7, 0.7, 0, 0.5, 0.95}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) read_all(&rows[i], 4100 + i);
}

static void blurred_and_noisy_tags_are_read(void **state) {
    (void)state;
    static const hard_picture rows[] = {{"blur of 1.4 px", 28, 0, 0, 1.4, 2, 0, 0.5, 0.9},
                                        {"blur of 1.4 px, 80 levels", 28, 80, 160, 1.4, 2, 0, 0.5, 0.9},
                                        {"noise of 8", 32, 60, 180, 0.8, 8, 0, 0.5, 0.9},
                                        {"oblique", 30, 0, 0, 0.7, 2, 0.5, 1, 0.9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) read_all(&rows[i], 4200 + i);
}

// Ground and clutter without a tag, in contrast as low, with the families of the fewest bits: nothing is read.
static void pale_scenery_is_no_tag(void **state) {
    (void)state;
    static const char *const weak[] = {"aruco4x4_50", "aruco4x4_1000", "tag16h5", "aruco5x5_1000", "tagCircle21h7", "tag25h9", "tag36h11"};
    static const double paper[] = {0, 160, 110}, noise[] = {2, 2, 5};
    static tag_sight s;
    vision *v = tag_score_reader(weak, sizeof weak / sizeof *weak, TAG_READER_OWN, 1);
    for (int i = 0; i < 3; i++) {
        tag_field_options o = tag_score_field(1000, 750, 0, 20, 20, 4300 + (uint64_t)i);
        tag_field f;
        o.clutter = 400, o.ink_code = paper[i] > 0 ? 70 : 0, o.paper_code = paper[i], o.noise = noise[i];
        assert_true(tag_field_make(&o, &f));
        tag_score_look(v, f.gray, f.width, f.height, &s);
        tag_field_finish(&f);
        if (s.count > 0) fail_msg("picture %d: %s %d where nothing lies", i, s.tag[0].family, s.tag[0].id);
    }
    vision_destroy(v);
}

enum { PHOTO_TAGS = 64 };

// The middles of the tags that the reference library finds in the photograph; their number, 0 where the list is not at hand.
static int photo_truth(const char *path, px2 at[PHOTO_TAGS]) {
    FILE *f = fopen(path, "r");
    char line[256];
    int count = 0, id;
    while (f && count < PHOTO_TAGS && fgets(line, sizeof line, f)) {
        px2 c[4];
        if (sscanf(line, "%d, (%lf %lf), (%lf %lf), (%lf %lf), (%lf %lf)", &id, &c[0].u, &c[0].v, &c[1].u, &c[1].v, &c[2].u, &c[2].v, &c[3].u,
                   &c[3].v) == 9)
            at[count++] = (px2){(c[0].u + c[1].u + c[2].u + c[3].u) / 4, (c[0].v + c[1].v + c[2].v + c[3].v) / 4};
    }
    if (f) fclose(f);
    return count;
}

// Small tags on boxes in the shade, their lit tops beside them, some oblique: all are of id 0. The photograph may not be copied here.
static void a_photograph_is_read(void **state) {
    (void)state;
    static tag_sight own, library;
    px2 truth[PHOTO_TAGS];
    int count = photo_truth("../shared/data/photos/swarm.txt", truth), right = 0;
    capture *c = NULL;
    capture_options o = capture_default_options();
    frame f;
    fault fault = {""};
    if (count == 0 || capture_open("../shared/data/photos/swarm.jpg", &o, &c, &fault) != STATUS_OK) {
        print_message("the photograph is not here: skipped\n");
        skip();
    }
    assert_int_equal(capture_next(c, &f, &fault), STATUS_OK);
    for (int kind = 0; kind < 2; kind++) {
        vision *v = tag_score_reader(&families[2], 1, kind ? TAG_READER_LIBRARIES : TAG_READER_OWN, 1);
        tag_list list = {kind ? library.tag : own.tag, 0, TAG_SCORE_MOST};
        assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
        *(kind ? &library.count : &own.count) = list.count;
        vision_destroy(v);
    }
    capture_close(c);
    for (int k = 0; k < own.count; k++) assert_int_equal(own.tag[k].id, 0);
    for (int i = 0; i < count; i++)
        for (int k = 0, found = 0; k < own.count && !found; k++) {
            const px2 *at = own.tag[k].corner;
            found = hypot((at[0].u + at[2].u) / 2 - truth[i].u, (at[0].v + at[2].v) / 2 - truth[i].v) < 3;
            right += found;
        }
    if (right < count - 1 || own.count < library.count)
        fail_msg("%d of %d tags of the list, %d in all, libapriltag %d", right, count, own.count, library.count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_contrast_is_read),
        cmocka_unit_test(blurred_and_noisy_tags_are_read),
        cmocka_unit_test(pale_scenery_is_no_tag),
        cmocka_unit_test(a_photograph_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
