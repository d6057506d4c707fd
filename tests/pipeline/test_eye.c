// Which markers are looked for where no game says which there are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/eye.h"
#include "tests/render/tags.h"

#define SIDE 360
#define CELL 20

// A tag upright in the middle of a white picture, CELL pixels a cell.
static void draw(const char *family, int id, unsigned char picture[SIDE * SIDE]) {
    tag_book book = {0};
    const tag_bitmap *t;
    fault fault = {""};
    if (tag_book_find(&book, family, id, &t, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    memset(picture, 255, SIDE * SIDE);
    int first = (SIDE - CELL * t->cells) / 2;
    for (int y = 0; y < CELL * t->cells; y++)
        for (int x = 0; x < CELL * t->cells; x++) picture[(first + y) * SIDE + first + x] = t->white[y / CELL][x / CELL] ? 255 : 0;
    tag_book_finish(&book);
}

static void without_a_game_the_usual_families_are_read(void **state) {
    (void)state;
    static const char *const families[] = {"tag36h11", "tag25h9", "tag16h5", "tagStandard41h12"};
    static unsigned char picture[SIDE * SIDE];
    eye *e = NULL;
    fault fault = {""};
    if (eye_create(NULL, (eye_options){.threads = 1}, &e, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (int i = 0; i < 4; i++) {
        draw(families[i], 7, picture);
        frame f = {.width = SIDE, .height = SIDE, .gray = picture, .gray_stride = SIDE};
        eye_sight seen;
        assert_int_equal(eye_look(e, &f, NULL, &seen, &fault), STATUS_OK);
        assert_int_equal(seen.tags.count, 1);
        assert_string_equal(seen.tags.at[0].family, families[i]);
        assert_int_equal(seen.tags.at[0].id, 7);
    }
    eye_destroy(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_game_the_usual_families_are_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
