// Pictures of a record: figures stand where they stood, a move has its ruling, and what a crafted record says does no harm.
#include "record/draw/draw.h"

#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "capture/capture.h"
#include "tests/record/rows.h"
#include "tests/record/small_game.h"

static char folder[] = "/tmp/vedette-draw-XXXXXX";
static char path[128], film_path[128];

static const record_meta meta = {.game_text = small_game, .ruleset = "battlesystem-1e", .program_version = "test", .made = "2026-11-26T10:00:00Z"};

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.vedette", folder);
    snprintf(film_path, sizeof film_path, "%s/a.mp4", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static int remove_files(void **state) {
    (void)state;
    unlink(path);
    unlink(film_path);
    return 0;
}

static const char verdict[] =
    "{\"kind\":\"move\",\"t\":2,\"move\":1,\"turn\":1,\"phase\":\"movement\",\"unit\":\"R1\",\"side\":\"red\",\"ruling\":\"illegal\","
    "\"maneuvers\":[{\"kind\":\"advance\",\"cost_in\":13.5,\"from\":[11,10.5],\"to\":[24.5,10.5]}],\"cost_in\":13.5,\"allowance_in\":12,"
    "\"sigma_in\":0.02,\"findings\":[{\"ruling\":\"illegal\",\"rule\":\"BS1-7.0-3\",\"violation\":\"OVER_DISTANCE\",\"message\":\"<b>too far</b>\","
    "\"measured\":13.5,\"allowed\":12,\"bound\":13.2,\"at\":[24.5,10]}],"
    "\"figures_from\":{\"R1-1\":[10,10,90],\"R1-2\":[11,10,90],\"R1-3\":[12,10,90]},\"figures_to\":{\"R1-1\":[23.5,10,90]},\"path\":[[11,10],[24,10]]"
    "}";

// The first red figure goes from 10 to 23.5; one blue one is taken off.
static record *made_record(const char *line) {
    record *r;
    fault fault = {""};
    if (record_create(path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    add_row(r, RECORD_OBSERVATION, 1, "", "{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[15,10,90]}}");
    add_row(r, RECORD_OBSERVATION, 2, "", "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[23.5,10,90]}}");
    add_row(r, RECORD_CONCLUSION, 2, "move", line);
    add_row(r, RECORD_OBSERVATION, 3, "", "{\"kind\":\"remove\",\"t\":3,\"figures\":[\"B1-1\"]}");
    if (record_close(r, &fault) != STATUS_OK || record_open(path, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return r;
}

typedef struct {
    char *bytes;
    size_t length, at;
} output;

static output drawn(record *r, const char *format, int move) {
    output o = {0};
    fault fault = {""};
    FILE *out = open_memstream(&o.bytes, &o.length);
    const record_export_options options = {.move = move};
    if (draw_export(r, format, &options, out, &fault) != STATUS_OK) fail_msg("%s: %s", format, fault.text);
    fclose(out);
    return o;
}

static cairo_status_t read_bytes(void *context, unsigned char *to, unsigned length) {
    output *o = context;
    if (o->at + length > o->length) return CAIRO_STATUS_READ_ERROR;
    memcpy(to, o->bytes + o->at, length);
    o->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static uint32_t pixel(cairo_surface_t *s, double x, double y) {
    const unsigned char *row = cairo_image_surface_get_data(s) + (size_t)lround(y) * (size_t)cairo_image_surface_get_stride(s);
    uint32_t p;
    memcpy(&p, row + 4 * (size_t)lround(x), 4);
    return p & 0xffffff;
}

// The picture of the whole table is the table and an inch around it below a strip of 60 units, at 1,200 units a width and two pixels a unit.
static uint32_t pixel_of_table(cairo_surface_t *s, double x_in, double y_in) {
    const double scale = 2 * 1200.0 / 74;
    return pixel(s, (x_in + 1) * scale, 120 + (48 + 1 - y_in) * scale);
}

static void figures_stand_where_they_stood(void **state) {
    (void)state;
    record *r = made_record(verdict);
    output o = drawn(r, "png", 0);
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(read_bytes, &o);
    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    const uint32_t red = 0xb02020, blue = 0x2040b0, ground = 0xd9dfc7;
    assert_int_equal(pixel_of_table(s, 23.5 - 0.3, 10 - 0.3), red);
    assert_int_equal(pixel_of_table(s, 11 - 0.3, 10 - 0.3), red);
    assert_int_equal(pixel_of_table(s, 10 - 0.3, 10 - 0.3), ground);  // where it was
    assert_int_equal(pixel_of_table(s, 41.5 + 0.3, 40), blue);
    assert_int_equal(pixel_of_table(s, 40 - 0.2, 40), ground);  // taken off
    cairo_surface_destroy(s);
    free(o.bytes);
    record_close(r, NULL);
}

static long count_pixels(cairo_surface_t *s, uint32_t rgb) {
    long n = 0;
    for (int y = 0; y < cairo_image_surface_get_height(s); y++)
        for (int x = 0; x < cairo_image_surface_get_width(s); x++) n += pixel(s, x, y) == rgb;
    return n;
}

static void a_move_has_its_ruling(void **state) {
    (void)state;
    record *r = made_record(verdict);
    output o = drawn(r, "png", 1);
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(read_bytes, &o);
    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    assert_true(count_pixels(s, 0xb3123f) > 1000);  // the octagon, the word, the breach
    assert_true(count_pixels(s, 0xb02020) > 1000);  // its figures
    cairo_surface_destroy(s);
    free(o.bytes);
    o = drawn(r, "svg", 1);
    assert_non_null(strstr(o.bytes, "<svg"));
    assert_null(strstr(o.bytes, "<b>"));
    free(o.bytes);
    o = drawn(r, "pdf", 0);
    assert_memory_equal(o.bytes, "%PDF", 4);
    free(o.bytes);
    record_close(r, NULL);
}

static void an_unknown_move_is_refused_with_those_there_are(void **state) {
    (void)state;
    fault fault = {""};
    record *r = made_record(verdict);
    FILE *out = fopen("/dev/null", "w");
    static const char *const formats[] = {"svg", "png", "pdf"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        assert_int_equal(draw_export(r, formats[i], &(record_export_options){.move = 7}, out, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.text, "it has 1"));
    }
    assert_int_equal(draw_film(r, &(record_export_options){.move = 7}, film_path, &fault), STATUS_INVALID);
    fclose(out);
    record_close(r, NULL);
}

static void the_film_shows_the_game(void **state) {
    (void)state;
    capture *c;
    frame f;
    fault fault = {""};
    double last_s = 0;
    int n = 0;
    record *r = made_record(verdict);
    if (draw_film(r, &(record_export_options){.speed = 1}, film_path, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    record_close(r, NULL);
    if (capture_open(film_path, NULL, &c, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    while (capture_next(c, &f, &fault) == STATUS_OK) last_s = f.t_s, n++;
    capture_close(c);
    assert_true(n >= 3);
    assert_true(last_s >= 3 && last_s < 30);  // the ruling stays for three seconds; nothing else takes long
}

// Whatever stands in the lines of a record, drawing ends in good order.
static void crafted_lines_do_no_harm(void **state) {
    (void)state;
    static const char *const lines[] = {
        "{\"move\":1,\"unit\":\"R1\",\"ruling\":\"illegal\",\"findings\":7,\"maneuvers\":{},\"figures_from\":[1],\"path\":\"x\"}",
        "{\"move\":1,\"unit\":\"nobody\",\"ruling\":[],\"findings\":[{\"ruling\":\"illegal\",\"at\":[1e308,-1e308]},{\"at\":[1]},3]}",
        "{\"move\":1,\"ruling\":\"ask\",\"maneuvers\":[{\"kind\":\"wheel\",\"from\":[1,1],\"pivot_at\":[1,1],\"angle_deg\":1e300},"
        "{\"kind\":\"wheel\",\"from\":[1,1],\"to\":[2,2],\"pivot_at\":[0,0],\"angle_deg\":90,\"turn\":\"up\"},{\"from\":[0,0],\"to\":[1e9,0]}]}",
        "{\"move\":1,\"ruling\":\"legal\",\"figures_from\":{\"R1-1\":[1,1,1e308],\"R1-2\":[1]},\"figures_to\":{\"R1-1\":[1e3,1e3,0]}}",
        "{\"move\":1,\"ruling\":\"doubtful\",\"findings\":[{\"message\":\"\\u202e\\u0007\\u0001 "
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww\"}]}",
    };
    static const char *const formats[] = {"svg", "png", "pdf"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        record *r = made_record(lines[i]);
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
            output o = drawn(r, formats[k], 1);
            assert_true(o.length > 100);
            free(o.bytes);
        }
        record_close(r, NULL);
        remove_files(NULL);
    }
}

#define ON_A_RECORD(test) cmocka_unit_test_teardown(test, remove_files)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_RECORD(figures_stand_where_they_stood),
        ON_A_RECORD(a_move_has_its_ruling),
        ON_A_RECORD(an_unknown_move_is_refused_with_those_there_are),
        ON_A_RECORD(the_film_shows_the_game),
        ON_A_RECORD(crafted_lines_do_no_harm),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
