// The search for tags over large pictures: it finds all tags and nothing else, in their places, with errors as stated.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include "tests/vision/tag_score.h"

static const char *const all_families[] = {"tag36h11",         "tag36h10",       "tag25h9",       "tag16h5",        "tagStandard41h12",
                                           "tagStandard52h13", "tagCustom48h12", "tagCircle21h7", "tagCircle49h12", "aruco4x4_1000",
                                           "aruco5x5_1000",    "aruco6x6_1000",  "aruco7x7_1000", "aruco_original"};
enum { FAMILIES = sizeof all_families / sizeof *all_families };

// Some hundred tags of 587 ids: many an id lies there twice, and both tags are reported.
static void all_tags_are_found_and_nothing_else(void **state) {
    (void)state;
    tag_score sum = {0};
    for (uint64_t seed = 11; seed < 13; seed++) {
        tag_field_options o = tag_score_field(2800, 2100, 200, 16, 40, seed);
        tag_score one = tag_score_of(&o, TAG_READER_OWN);
        sum.laid += one.laid, sum.seen += one.seen, sum.others += one.others, sum.corners += one.corners, sum.square += one.square;
    }
    if (sum.seen < 0.995 * sum.laid || sum.others > 0) fail_msg("%d of %d tags seen, %d false", sum.seen, sum.laid, sum.others);
    double rms = sqrt(sum.square / sum.corners);
    if (rms > 0.06) fail_msg("corners %.3f px off", rms);
}

static void every_family_is_found(void **state) {
    (void)state;
    for (int i = 0; i < FAMILIES; i++) {
        tag_field_options o = tag_score_field(1000, 750, 20, 20, 50, 3);
        o.family = all_families[i];
        tag_score sum = tag_score_of(&o, TAG_READER_OWN);
        if (sum.seen < sum.laid || sum.others > 0) fail_msg("%s: %d of %d, %d false", o.family, sum.seen, sum.laid, sum.others);
        if (sqrt(sum.square / sum.corners) > 0.06) fail_msg("%s: corners %.3f px off", o.family, sqrt(sum.square / sum.corners));
    }
}

// In the same pictures: small ones, and with a figure on the middle.
static void no_fewer_than_libapriltag_finds(void **state) {
    (void)state;
    static const struct {
        double px, blur, noise, cover;
    } rows[] = {{12, 0.5, 2, 0}, {12, 0.7, 4, 0},   {14, 0.7, 2, 0},   {14, 0.8, 5, 0},  {16, 0.7, 2, 0},
                {16, 1, 3, 0},   {28, 0.7, 3, 0.2}, {28, 0.7, 3, 0.4}, {28, 0.7, 3, 0.6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tag_field_options o = tag_score_field(1300, 1000, 80, rows[i].px, rows[i].px, 21 + i);
        o.blur_px = rows[i].blur, o.noise = rows[i].noise, o.cover = rows[i].cover, o.margin = 1;
        tag_score own = tag_score_of(&o, TAG_READER_OWN), library = tag_score_of(&o, TAG_READER_LIBRARIES),
                  opencv = tag_score_of(&o, TAG_READER_OPENCV);
        if (own.seen < library.seen || own.seen < opencv.seen || own.others > 0)
            fail_msg("%.0f px, cover %.1f: %d of %d (libapriltag %d, OpenCV %d), %d false", rows[i].px, rows[i].cover, own.seen, own.laid,
                     library.seen, opencv.seen, own.others);
    }
}

static void errors_are_what_they_are_said_to_be(void **state) {
    (void)state;
    static const double blurs[] = {0.5, 0.8, 1.1}, noises[] = {1.5, 3, 6};
    tag_score sum = {0};
    for (int i = 0; i < 9; i++) {
        tag_field_options o = tag_score_field(1500, 1100, 60, 12, 60, 31 + (uint64_t)i);
        o.blur_px = blurs[i % 3], o.noise = noises[i / 3], o.margin = 0.5;
        tag_score one = tag_score_of(&o, TAG_READER_OWN);
        sum.laid += one.laid, sum.seen += one.seen, sum.others += one.others, sum.corners += one.corners, sum.inside += one.inside;
    }
    double share = (double)sum.inside / sum.corners;
    assert_int_equal(sum.others, 0);
    assert_true(sum.corners > 1500);
    if (share < 0.93 || share > 0.97) fail_msg("%.1f %% of %d corners lie inside their 95 %% ellipses", 100 * share, sum.corners);
}

// Codes of a third of the light, and noise over them.
static void darken(tag_field *f, double light, double noise, uint64_t seed) {
    for (int i = 0; i < f->width * f->height; i++) {
        double sum = 0;  // of twelve: nearly normal
        for (int k = 0; k < 12; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            sum += (double)(seed >> 11) / 9007199254740992.0;
        }
        double code = f->gray[i] * light + noise * (sum - 6);
        f->gray[i] = (unsigned char)(code < 0 ? 0 : code > 255 ? 255 : code + 0.5);
    }
}

// Where noise comes near to the step from ink to paper it is more on paper than on ink, and what is weighted away must not make the rest look sure.
static void errors_in_the_dark_are_stated(void **state) {
    (void)state;
    static const char *const family = "tag36h11";
    static const double noises[] = {5, 8};
    vision *v = tag_score_reader(&family, 1, TAG_READER_OWN, 1);
    static tag_sight s;
    tag_score sum = {0};
    for (int i = 0; i < 10; i++) {
        tag_field_options o = tag_score_field(1200, 900, 50, 16, 40, 71 + (uint64_t)i);
        tag_field f;
        o.noise = 0, o.margin = 0.5;
        assert_true(tag_field_make(&o, &f));
        darken(&f, 0.3, noises[i % 2], 171 + (uint64_t)i);
        tag_score_look(v, f.gray, f.width, f.height, &s);
        tag_score_add(&f, family, &s, &sum);
        tag_field_finish(&f);
    }
    double share = (double)sum.inside / sum.corners;
    assert_true(sum.corners > 1250);
    if (share < 0.93 || share > 0.97) fail_msg("%.1f %% of %d corners lie inside their 95 %% ellipses", 100 * share, sum.corners);
    vision_destroy(v);
}

// Ground shines through margins that are little wider than the blur, dark ground so that tags look larger; and the edges of a tag of 16 px may all
// lie alike to the picture's pixels.
static void errors_of_small_tags_are_stated(void **state) {
    (void)state;
    static const double edges_px[] = {12, 14, 16};
    for (int k = 0; k < 3; k++) {
        tag_score sum = {0};
        for (int i = 0; i < 8; i++) {
            tag_field_options o = tag_score_field(1500, 1100, 80, edges_px[k], edges_px[k], 131 + (uint64_t)i);
            tag_score one = tag_score_of(&o, TAG_READER_OWN);
            sum.corners += one.corners, sum.inside += one.inside, sum.others += one.others, sum.seen += one.seen, sum.wider += one.wider;
        }
        double share = (double)sum.inside / sum.corners, wider = sum.wider / sum.seen;
        assert_int_equal(sum.others, 0);
        assert_true(sum.corners > 1000);
        if (share < 0.93 || share > 0.975)
            fail_msg("%g px: %.1f %% of %d corners lie inside their 95 %% ellipses", edges_px[k], 100 * share, sum.corners);
        if (fabs(wider) > 0.01) fail_msg("%g px: edges look longer by %.3f px", edges_px[k], wider);
    }
}

static void covered_tags_are_placed(void **state) {
    (void)state;
    tag_score sum = {0};
    for (int i = 0; i < 6; i++) {
        tag_field_options o = tag_score_field(2000, 1500, 80, 20, 40, 151 + (uint64_t)i);
        o.cover = 0.6;
        tag_score one = tag_score_of(&o, TAG_READER_OWN);
        sum.corners += one.corners, sum.square += one.square, sum.others += one.others;
    }
    double rms = sqrt(sum.square / sum.corners);
    assert_int_equal(sum.others, 0);
    assert_true(sum.corners > 1000);
    if (rms > 0.095) fail_msg("corners %.3f px off", rms);
}

// Large and soft, sharp, bent by the lens, with a tone curve and without: all found, where they lie, and no larger or smaller than they are.
static void large_tags_are_placed_without_bias(void **state) {
    (void)state;
    static const struct {
        double low, high, blur, noise, tone, bend;
    } rows[] = {{60, 160, 0.1, 0.5, 1, 0}, {60, 160, 1, 2, 1, 0}, {60, 160, 1, 2, 2.2, 30}, {150, 200, 3, 2, 2.2, 0}, {150, 200, 4, 2, 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tag_field_options o = tag_score_field(1400, 1000, 12, rows[i].low, rows[i].high, 71 + i);
        o.blur_px = rows[i].blur, o.noise = rows[i].noise, o.tone = rows[i].tone, o.bend_px = rows[i].bend, o.margin = 0.5;
        tag_score sum = tag_score_of(&o, TAG_READER_OWN);
        double rms = sqrt(sum.square / fmax(1, sum.corners)), wider = sum.wider / fmax(1, sum.seen);
        if (sum.seen < sum.laid || sum.others > 0 || sum.laid < 5) fail_msg("row %zu: %d of %d, %d false", i, sum.seen, sum.laid, sum.others);
        if (rms > 0.1 || fabs(wider) > 0.08) fail_msg("row %zu: corners %.3f px off, edges %.3f px too long", i, rms, wider);
    }
}

// By a factor on the codes, and with noise that such a picture's gain brings.
static void dark_pictures_are_read(void **state) {
    (void)state;
    static tag_sight s;
    static const struct {
        double light, noise;
        int tags;
    } rows[] = {{0.08, 0, 60}, {0.1, 1, 60}, {0.2, 2, 60}, {0.08, 0.5, 0}, {0.1, 1.5, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tag_field_options o = tag_score_field(1200, 900, rows[i].tags, 20, 40, 81 + i);
        tag_field f;
        tag_score sum = {0};
        uint32_t r = 5;
        o.clutter = rows[i].tags > 0 ? 30 : 400;
        assert_true(tag_field_make(&o, &f));
        for (int k = 0; k < f.width * f.height; k++) {
            double noise = 0, value;
            for (int q = 0; q < 3; q++) r = r * 1664525u + 1013904223u, noise += (r >> 8) / 8388608.0 - 1;  // variance 1
            value = f.gray[k] * rows[i].light + rows[i].noise * noise + 0.5;
            f.gray[k] = (unsigned char)(value < 0 ? 0 : value);
        }
        vision *v = tag_score_reader(all_families, rows[i].tags > 0 ? 1 : FAMILIES, TAG_READER_OWN, 1);
        tag_score_look(v, f.gray, f.width, f.height, &s);
        tag_score_add(&f, o.family, &s, &sum);
        vision_destroy(v);
        tag_field_finish(&f);
        if (sum.seen < 0.95 * sum.laid || sum.others > 0) fail_msg("row %zu: %d of %d, %d false", i, sum.seen, sum.laid, sum.others);
    }
}

// A mirrored picture has prints of none of the family's codes.
static void mirrored_tags_are_none(void **state) {
    (void)state;
    static tag_sight s;
    vision *v = tag_score_reader(all_families, 1, TAG_READER_OWN, 1);
    for (uint64_t seed = 91; seed < 95; seed++) {
        tag_field_options o = tag_score_field(1600, 1200, 200, 16, 40, seed);
        tag_field f;
        assert_true(tag_field_make(&o, &f));
        for (int y = 0; y < f.height; y++)
            for (int a = 0, b = f.width - 1; a < b; a++, b--) {
                unsigned char *row = f.gray + (size_t)y * (size_t)f.width, t = row[a];
                row[a] = row[b], row[b] = t;
            }
        tag_score_look(v, f.gray, f.width, f.height, &s);
        tag_field_finish(&f);
        if (s.count > 0) fail_msg("id %d, hamming %d", s.tag[0].id, s.tag[0].hamming);
    }
    vision_destroy(v);
}

// Texture and clutter, black squares on paper among it, with all families looked for at once.
static void scenery_is_no_tag(void **state) {
    (void)state;
    static tag_sight s;
    vision *v = tag_score_reader(all_families, FAMILIES, TAG_READER_OWN, 1);
    for (uint64_t seed = 41; seed < 49; seed++) {
        tag_field_options o = tag_score_field(2400, 2000, 0, 20, 20, seed);
        o.texture = seed % 2 ? 1 : 0.3, o.clutter = 1500, o.blur_px = 0.5 + 0.1 * (double)(seed % 5);
        tag_field f;
        assert_true(tag_field_make(&o, &f));
        tag_score_look(v, f.gray, f.width, f.height, &s);
        if (s.count > 0)
            fail_msg("seed %d: %s %d at %.0f, %.0f", (int)seed, s.tag[0].family, s.tag[0].id, s.tag[0].corner[0].u, s.tag[0].corner[0].v);
        tag_field_finish(&f);
    }
    vision_destroy(v);
}

// Close to a camera that is out of focus, or a picture that was made larger.
static void large_and_soft_tags_are_found(void **state) {
    (void)state;
    static const char *const family = "tag36h11";
    static const double blurs[] = {1, 4, 8};
    vision *v = tag_score_reader(&family, 1, TAG_READER_OWN, 1);
    static tag_sight s;
    for (size_t i = 0; i < sizeof blurs / sizeof *blurs; i++) {
        tag_field_options o = tag_field_default();
        tag_field f;
        tag_score sum = {0};
        o.width = 2400, o.height = 1800, o.count = 8, o.low_px = 150, o.high_px = 450, o.blur_px = blurs[i], o.clutter = 20, o.seed = 91 + i;
        assert_true(tag_field_make(&o, &f));
        tag_score_look(v, f.gray, f.width, f.height, &s);
        tag_score_add(&f, family, &s, &sum);
        if (sum.seen < sum.laid || sum.others > 0)
            fail_msg("blur %.0f px: %d of %d found, %d that are not there", blurs[i], sum.seen, sum.laid, sum.others);
        double rms = sqrt(sum.square / sum.corners);
        if (!(rms < 0.15 * blurs[i] + 0.2)) fail_msg("blur %.0f px: corners %.2f px off", blurs[i], rms);
        if (sum.inside < 0.85 * sum.corners) fail_msg("blur %.0f px: the ellipse holds %d of %d corners", blurs[i], sum.inside, sum.corners);
        tag_field_finish(&f);
    }
    vision_destroy(v);
}

static void threads_change_nothing(void **state) {
    (void)state;
    static tag_sight one, more;
    tag_field_options o = tag_score_field(1600, 2400, 150, 14, 60, 51);
    tag_field f;
    static const char *const families[] = {"tag36h11", "tagStandard41h12", "aruco4x4_50"};
    assert_true(tag_field_make(&o, &f));
    vision *v = tag_score_reader(families, 3, TAG_READER_OWN, 1);
    tag_score_look(v, f.gray, f.width, f.height, &one);
    vision_destroy(v);
    for (int threads = 2; threads <= 5; threads++) {
        v = tag_score_reader(families, 3, TAG_READER_OWN, threads);
        for (int again = 0; again < 3; again++) {
            tag_score_look(v, f.gray, f.width, f.height, &more);
            assert_int_equal(more.count, one.count);
            for (int i = 0; i < one.count; i++) {
                assert_int_equal(more.tag[i].id, one.tag[i].id);
                assert_memory_equal(more.tag[i].corner, one.tag[i].corner, sizeof one.tag[i].corner);
            }
        }
        vision_destroy(v);
    }
    tag_field_finish(&f);
}

enum { NONSENSE = 12 };

static unsigned char nonsense(int kind, int x, int y, uint32_t random) {
    int size = 1 << (kind < 8 ? kind : 0);
    if (kind < 8) return (unsigned char)((x / size + y / size) % 2 * 255);
    if (kind == 8) return (unsigned char)(random >> 24);
    return (unsigned char)(kind == 9 ? 0 : kind == 10 ? 255 : x / 3 % 2 * 200);
}

// Bars, boards and noise of any size, in pictures of any shape: nothing is found, and nothing is read outside of them.
static void nonsense_is_searched_in_peace(void **state) {
    (void)state;
    static const int shapes[][2] = {{1, 1},   {1, 500}, {500, 1},   {3, 3},     {4, 4},     {17, 5},     {63, 65},
                                    {64, 64}, {65, 63}, {257, 130}, {8000, 40}, {40, 8000}, {1500, 1200}};
    static tag_sight s;
    vision *v = tag_score_reader(all_families, FAMILIES, TAG_READER_OWN, 2);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        int width = shapes[i][0], height = shapes[i][1];
        unsigned char *gray = malloc((size_t)width * (size_t)height);  // of the exact size: the sanitizers see a step beyond
        uint32_t r = 77;
        assert_non_null(gray);
        for (int kind = 0; kind < NONSENSE; kind++) {
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) {
                    r = r * 1664525u + 1013904223u;
                    gray[(size_t)y * (size_t)width + (size_t)x] = nonsense(kind, x, y, r);
                }
            tag_score_look(v, gray, width, height, &s);
            assert_int_equal(s.count, 0);
        }
        free(gray);
    }
    vision_destroy(v);
}

// The same tag in the same place: what is found of it may differ by what noise does to its corners, no more.
static bool is_among(const tag_list *l, const tag_sighting *t) {
    for (int i = 0; i < l->count; i++) {
        bool same = l->at[i].id == t->id && strcmp(l->at[i].family, t->family) == 0;
        for (int k = 0; k < 4 && same; k++) {
            px2 a = l->at[i].corner[k], b = t->corner[k];
            same = hypot(a.u - b.u, a.v - b.v) < 0.1;
        }
        if (same) return true;
    }
    return false;
}

// A part of a picture whose rows are longer: the same tags as in the whole.
static void parts_of_pictures_are_searched_alone(void **state) {
    (void)state;
    static tag_sight all;
    tag_field_options o = tag_score_field(900, 700, 60, 20, 40, 61);
    tag_field f;
    assert_true(tag_field_make(&o, &f));
    vision *v = tag_score_reader(all_families, 1, TAG_READER_OWN, 1);
    tag_score_look(v, f.gray, f.width, f.height, &all);
    px_rect where = {211, 103, 500, 401};
    tag_sighting at[64];
    tag_list list = {at, 0, 64};
    frame whole = {.width = f.width, .height = f.height, .gray = f.gray, .gray_stride = (size_t)f.width};
    assert_int_equal(vision_find_tags(v, &whole, &where, &list), STATUS_OK);
    int inside = 0;
    for (int i = 0; i < all.count; i++) {
        bool in = true;
        for (int k = 0; k < 4; k++) {
            px2 c = all.tag[i].corner[k];
            in = in && c.u > where.x + 8 && c.v > where.y + 8 && c.u < where.x + where.width - 8 && c.v < where.y + where.height - 8;
        }
        inside += in;
        assert_true(!in || is_among(&list, &all.tag[i]));
    }
    assert_true(inside > 3);
    for (int i = 0; i < list.count; i++) assert_true(is_among(&(tag_list){all.tag, all.count, TAG_SCORE_MOST}, &list.at[i]));
    vision_destroy(v);
    tag_field_finish(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tags_are_found_and_nothing_else),
        cmocka_unit_test(every_family_is_found),
        cmocka_unit_test(no_fewer_than_libapriltag_finds),
        cmocka_unit_test(errors_are_what_they_are_said_to_be),
        cmocka_unit_test(errors_in_the_dark_are_stated),
        cmocka_unit_test(errors_of_small_tags_are_stated),
        cmocka_unit_test(covered_tags_are_placed),
        cmocka_unit_test(large_tags_are_placed_without_bias),
        cmocka_unit_test(dark_pictures_are_read),
        cmocka_unit_test(mirrored_tags_are_none),
        cmocka_unit_test(scenery_is_no_tag),
        cmocka_unit_test(large_and_soft_tags_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(nonsense_is_searched_in_peace),
        cmocka_unit_test(parts_of_pictures_are_searched_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
