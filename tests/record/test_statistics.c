// Counts of a game, worked out by hand: the last word on a move counts, what was taken back does not.
#include "record/statistics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/record/small_game.h"

static game *made_game(void) {
    game *g;
    fault fault = {""};
    if (game_parse(small_game, strlen(small_game), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return g;
}

static void seen(statistics *s, double t_s, const char *json) {
    statistics_take(s, &(record_row){.log = RECORD_OBSERVATION, .t_s = t_s, .kind = "", .origin = "", .json = json});
}

static void said(statistics *s, double t_s, const char *json) {
    statistics_take(s, &(record_row){.log = RECORD_CONCLUSION, .t_s = t_s, .kind = "move", .origin = "", .json = json});
}

static const char shooting[] =
    "{\"kind\":\"act\",\"move\":5,\"unit\":\"R1\",\"ruling\":\"illegal\",\"cost_in\":3,\"findings\":[{\"ruling\":\"illegal\",\"rule\":\"C-3\"}]}";

// Red moves twice (one illegal, overruled by the judge), Blue three times: one doubtful, then answered and legal; one taken back; one asked. Then Red
// shoots against the rules.
static void play(statistics *s) {
    seen(s, 0, "{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}");
    said(
        s, 10,
        "{\"kind\":\"move\",\"move\":1,\"unit\":\"R1\",\"ruling\":\"legal\",\"cost_in\":5.5,\"findings\":[{\"ruling\":\"legal\",\"rule\":\"A-1\"}]}");
    said(
        s, 20,
        "{\"kind\":\"move\",\"move\":2,\"unit\":\"R1\",\"ruling\":\"illegal\",\"cost_in\":13,\"findings\":[{\"ruling\":\"illegal\",\"rule\":\"B-2\"},"
        "{\"ruling\":\"advisory\",\"rule\":\"A-1\"}]}");
    seen(s, 25, "{\"kind\":\"ruling\",\"t\":25,\"move\":2,\"ruling\":\"overruled\",\"by\":\"Ann\"}");
    seen(s, 30, "{\"kind\":\"phase\",\"t\":30,\"turn\":1,\"phase\":\"melee\",\"side\":\"red\"}");
    seen(s, 40, "{\"kind\":\"phase\",\"t\":40,\"turn\":1,\"phase\":\"movement\",\"side\":\"blue\"}");
    said(s, 50,
         "{\"kind\":\"move\",\"move\":3,\"unit\":\"B1\",\"ruling\":\"doubtful\",\"cost_in\":4,\"findings\":[{\"ruling\":\"doubtful\",\"rule\":\"B-"
         "2\"}]}");
    said(s, 55, "{\"kind\":\"move\",\"move\":3,\"unit\":\"B1\",\"ruling\":\"legal\",\"cost_in\":4,\"findings\":[]}");
    said(s, 60,
         "{\"kind\":\"move\",\"move\":4,\"unit\":\"B1\",\"ruling\":\"illegal\",\"cost_in\":20,\"taken_back\":true,"
         "\"findings\":[{\"ruling\":\"illegal\",\"rule\":\"B-2\"}]}");
    said(s, 70,
         "{\"kind\":\"move\",\"move\":5,\"unit\":\"B1\",\"ruling\":\"ask\",\"cost_in\":2,\"findings\":[{\"ruling\":\"ask\",\"rule\":\"C-3\"}]}");
    statistics_take(s, &(record_row){.log = RECORD_CONCLUSION, .t_s = 80, .kind = "act", .origin = "", .json = shooting});
    seen(s, 100, "{\"kind\":\"observe\",\"t\":100,\"figures\":{}}");
}

static void check(statistics_counts c, const int counts[8], double distance_in) {
    const int is[8] = {c.moves, c.legal, c.illegal, c.doubtful, c.ask, c.upheld, c.overruled, c.taken_back};
    for (int i = 0; i < 8; i++)
        if (is[i] != counts[i]) fail_msg("count %d: %d, not %d", i, is[i], counts[i]);
    assert_true(c.distance_in == distance_in);
}

static void moves_are_counted_by_their_last_word(void **state) {
    (void)state;
    game *g = made_game();
    statistics *s;
    assert_int_equal(statistics_create(g, &s, NULL), STATUS_OK);
    play(s);
    check(statistics_of_all(s), (int[]){5, 2, 1, 0, 1, 0, 1, 1}, 5.5 + 13 + 4 + 2);
    check(statistics_of_side(s, 0), (int[]){2, 1, 1, 0, 0, 0, 1, 0}, 18.5);
    check(statistics_of_side(s, 1), (int[]){3, 1, 0, 0, 1, 0, 0, 1}, 6);
    check(statistics_of_unit(s, 1), (int[]){3, 1, 0, 0, 1, 0, 0, 1}, 6);
    assert_true(statistics_of_all(s).acts == 1 && statistics_of_all(s).illegal_acts == 1);
    assert_true(statistics_of_side(s, 0).acts == 1 && statistics_of_side(s, 1).acts == 0);
    int count;
    const statistics_rule *r = statistics_rules(s, &count);
    assert_int_equal(count, 3);
    assert_string_equal(r[0].rule, "A-1");
    assert_int_equal(r[0].advisory, 1);
    assert_string_equal(r[1].rule, "B-2");
    assert_true(r[1].illegal == 1 && r[1].doubtful == 0);  // the other breach was taken back, the doubt answered
    assert_string_equal(r[2].rule, "C-3");
    assert_true(r[2].ask == 1 && r[2].illegal == 1);  // acts count here too
    const statistics_turn *t = statistics_turns(s, &count);
    assert_int_equal(count, 2);
    assert_true(t[0].turn == 1 && t[0].side == 0 && t[0].seconds == 40);  // movement and melee of one side
    assert_true(t[1].turn == 1 && t[1].side == 1 && t[1].seconds == 60);
    statistics_destroy(s);
    game_destroy(g);
}

static void what_is_no_move_is_passed_over(void **state) {
    (void)state;
    static const char *const lines[] = {"",
                                        "[]",
                                        "{\"move\":1e308}",
                                        "{\"move\":-3}",
                                        "{\"move\":\"1\"}",
                                        "{\"move\":1,\"unit\":7,\"findings\":{}}",
                                        "{\"move\":2,\"cost_in\":1e400,\"findings\":[1,[],{\"ruling\":5}]}"};
    game *g = made_game();
    statistics *s;
    assert_int_equal(statistics_create(g, &s, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) said(s, 1e308, lines[i]), seen(s, -1, lines[i]);
    seen(s, 1e308, "{\"kind\":\"phase\",\"turn\":1e300,\"side\":[]}");
    check(statistics_of_all(s), (int[]){2, 0, 0, 0, 0, 0, 0, 0}, 0);
    char *json = statistics_json(s);
    assert_non_null(json);
    assert_null(strstr(json, "inf"));
    free(json);
    statistics_destroy(s);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves_are_counted_by_their_last_word), cmocka_unit_test(what_is_no_move_is_passed_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
