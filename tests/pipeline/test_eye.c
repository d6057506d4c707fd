// What a look searches for: markers where no game says which there are, and bases where others stand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/eye.h"
#include "tests/pipeline/film.h"
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

// How many bases a search for hidden tags about T-3, of which that of T-1 is missing, reports where T-3 stands.
static int found_at_third(film *s, eye *e, bool stands) {
    enum { T1, T2, T3 };
    eye_wish wishes[16] = {0};
    for (int i = T2; i < s->game->figure_count; i++) wishes[i].elsewhere = true;
    wishes[T3].expected = s->true_pose[T3];
    wishes[T3].stands = stands;
    vision_view view = eye_view(e);
    px2 at = view.to_px(view.context, (vec3){s->true_pose[T3].at.x, s->true_pose[T3].at.y, 0});
    px_rect where = {(int)at.u - 80, (int)at.v - 80, 160, 160};
    eye_sight seen;
    frame f = film_frame(s);
    fault fault = {""};
    const eye_request r = {.searches = EYE_HIDDEN_TAGS, .where = &where, .where_count = 1, .wishes = wishes, .quick = true};
    if (eye_look(e, &f, &r, &seen, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    int n = 0;
    for (int i = 0; i < seen.bases.count; i++) n += vec2_distance(seen.bases.at[i].pose.at, s->true_pose[T3].at) < 1;
    return n;
}

// A base that stands where nothing has changed is not looked at again; the outline of one there is no other one's. But what is read there is told:
// here T-3's tag is 22, in the game that the eye has it is as it says.
static int found_with_tag(int id, bool stands) {
    film s = film_begin(true);
    eye *e = NULL;
    fault fault = {""};
    game *other = NULL;
    char text[4096];
    const char *tag = strstr(film_game, "\"id\":22");
    snprintf(text, sizeof text, "%.*s\"id\":%d%s", (int)(tag - film_game), film_game, id, tag + strlen("\"id\":22"));
    if (game_parse(text, strlen(text), "other", &other, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (eye_create(other, (eye_options){.threads = 1}, &e, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    eye_set_calibration(e, &s.calibration);
    film_draw(&s);
    int found = found_at_third(&s, e, stands);
    eye_destroy(e);
    game_destroy(other);
    film_end(&s);
    return found;
}

static void no_outline_is_found_where_a_base_stands(void **state) {
    (void)state;
    assert_int_equal(found_with_tag(29, false), 1);
    assert_int_equal(found_with_tag(29, true), 0);
    assert_int_equal(found_with_tag(22, true), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_game_the_usual_families_are_read),
                                       cmocka_unit_test(no_outline_is_found_where_a_base_stands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
