// Event lines in and out, and verdicts out: against the contract's own words and numbers worked by hand.
#include "stream/stream.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "tests/record/small_game.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static game *g;
static stream_reader *w;

static int set_up(void **state) {
    (void)state;
    fault fault;
    return game_parse(small_game, strlen(small_game), "small", &g, NULL, NULL, &fault) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    game_destroy(g);
    return 0;
}

static int new_reader(void **state) {
    (void)state;
    return stream_reader_create(g, &w, NULL) == STATUS_OK ? 0 : -1;
}

static int drop_reader(void **state) {
    (void)state;
    stream_reader_destroy(w);
    return 0;
}

static event read_good(const char *line) {
    event e;
    fault fault = {""};
    if (stream_read_event(w, line, strlen(line), &e, &fault) != STATUS_OK) fail_msg("%s\nwas refused: %s", line, fault.text);
    return e;
}

static void every_kind_is_read(void **state) {
    (void)state;
    event e = read_good("{\"vedette\":1,\"kind\":\"header\",\"title\":\"A game\"}");
    assert_int_equal(e.kind, EVENT_HEADER);
    e = read_good("{\"kind\":\"initiative\",\"t\":0,\"side\":\"blue\"}");
    assert_int_equal(e.initiative.side, 1);
    e = read_good("{\"kind\":\"phase\",\"t\":1,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}");
    assert_int_equal(e.phase.turn, 2);
    assert_string_equal(e.phase.phase, "movement");
    assert_int_equal(e.phase.side, 0);
    e = read_good("{\"kind\":\"phase\",\"t\":1,\"turn\":2,\"phase\":\"orders\"}");
    assert_int_equal(e.phase.side, -1);
    e = read_good(
        "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-2\":[1.5,2.25,180],\"B1-1\":[3,4,-180]},\"sigma_in\":0.02,\"sigma_deg\":1.5,\"hidden\":["
        "\"R1-3\",\"R1-3\"]}");
    assert_int_equal(e.observe.pose_count, 2);
    assert_int_equal(e.observe.poses[0].figure, 1);
    NEAR(e.observe.poses[0].pose.at.y, 2.25, 0);
    NEAR(e.observe.poses[0].pose.heading_rad, PI, 1e-15);
    NEAR(e.observe.poses[1].pose.heading_rad, PI, 1e-15);  // -180 is 180
    NEAR(e.observe.poses[1].pose.sigma_in, 0.02, 0);
    NEAR(e.observe.poses[1].pose.sigma_rad, 1.5 * PI / 180, 1e-15);
    assert_int_equal(e.observe.hidden_count, 1);
    assert_int_equal(e.observe.hidden[0], 2);
    e = read_good(
        "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-2\":[1.5,2.25,180]},\"nudged\":[\"R1-2\"],\"mixed\":[[\"R1-1\",\"B1-1\"],[\"R1-2\",\"R1-3\"]"
        "]}");
    assert_int_equal(e.observe.nudged_count, 1);
    assert_int_equal(e.observe.nudged[0], e.observe.poses[0].figure);
    assert_int_equal(e.observe.ambiguous_count, 4);
    assert_int_equal(e.observe.ambiguous[1], game_find_figure(g, "B1-1"));
    assert_int_equal(e.observe.ambiguous_group[0], e.observe.ambiguous_group[1]);
    assert_int_equal(e.observe.ambiguous_group[2], 1);
    char *again = stream_event_json(g, &e);
    assert_non_null(strstr(again, "\"nudged\":[\"R1-2\"],\"mixed\":[[\"R1-1\",\"B1-1\"],[\"R1-2\",\"R1-3\"]]}"));
    free(again);
    read_good("{\"kind\":\"observe\",\"t\":2,\"figures\":{},\"mixed\":[[\"R1-1\"],[\"B1-1\"]]}");
    e = read_good("{\"kind\":\"observe\",\"t\":2,\"mixed\":[[\"R1-1\",\"B1-1\"]]}");
    assert_int_equal(e.observe.pose_count, 0);
    e = read_good("{\"kind\":\"observe\",\"t\":2,\"hidden\":[\"B1-1\"],\"lens\":{\"unknown\":[1]}}");
    assert_int_equal(e.observe.pose_count, 0);
    e = read_good("{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}");
    assert_string_equal(e.declare.action, "charge");
    assert_int_equal(e.declare.unit, 0);
    assert_int_equal(e.declare.target, 1);
    e = read_good("{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"change-formation\",\"to\":\"open\"}");
    assert_int_equal(e.declare.item_count, 1);
    assert_string_equal(e.declare.items[0].key, "to");
    assert_string_equal(e.declare.items[0].text, "open");
    e = read_good("{\"kind\":\"declare\",\"t\":3,\"unit\":\"R1\",\"action\":\"break-through\",\"figures\":[\"R1-1\",\"R1-3\"]}");
    assert_int_equal(e.declare.figure_count, 2);
    assert_int_equal(e.declare.item_count, 0);
    e = read_good("{\"kind\":\"behaviour\",\"t\":3,\"rule\":\"BS1-7.4-6\",\"behaviour\":\"log\"}");
    assert_string_equal(e.behaviour.rule, "BS1-7.4-6");
    assert_int_equal(e.behaviour.how, BEHAVIOUR_LOG);
    e = read_good("{\"kind\":\"order\",\"t\":4,\"unit\":\"B1\",\"moves\":[{\"direction\":90,\"distance_in\":6,\"facing\":450}]}");
    assert_int_equal(e.order.leg_count, 1);
    NEAR(e.order.legs[0].distance_in, 6, 0);
    NEAR(e.order.legs[0].facing_rad, PI / 2, 1e-15);
    e = read_good("{\"kind\":\"dice\",\"t\":5,\"unit\":\"B1\",\"check\":\"morale\",\"outcome\":\"fail\"}");
    assert_false(e.dice.passed);
    e = read_good("{\"kind\":\"remove\",\"t\":6,\"figures\":[\"B1-2\"]}");
    assert_int_equal(e.remove.figures[0], 4);
    e = read_good("{\"kind\":\"place\",\"t\":7,\"figures\":{\"B1-2\":[-3,50,0]}}");  // off the table: judged, not refused
    NEAR(e.place.poses[0].pose.at.x, -3, 0);
    NEAR(e.place.poses[0].pose.sigma_in, 0, 0);
    assert_int_equal(read_good("{\"kind\":\"end-move\",\"t\":8,\"unit\":\"R1\"}").kind, EVENT_END_MOVE);
    assert_int_equal(read_good("{\"kind\":\"take-back\",\"t\":8,\"unit\":\"R1\"}").kind, EVENT_TAKE_BACK);
    e = read_good("{\"kind\":\"ruling\",\"t\":9,\"move\":3,\"ruling\":\"overruled\",\"by\":\"J\\u00fcrgen\",\"note\":\"seen\"}");
    assert_int_equal(e.ruling.move, 3);
    assert_string_equal(e.ruling.by, "J\xC3\xBCrgen");
}

static void states_become_items(void **state) {
    (void)state;
    event e = read_good(
        "{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"routed\":true,\"rout_cause\":[3,4.5],\"movement_in\":9,\"leader\":null,"
        "\"formation\":\"square\",\"engaged_with\":[\"B1\"],\"mood\":\"grim\"}}");
    assert_int_equal(e.status.item_count, 7);
    assert_int_equal(e.status.items[0].kind, OPTION_FLAG);
    assert_true(e.status.items[0].flag);
    assert_int_equal(e.status.items[1].kind, OPTION_RANGE);
    NEAR(e.status.items[1].high, 4.5, 0);
    NEAR(e.status.items[2].number, 9, 0);
    assert_true(e.status.items[3].is_null);
    assert_string_equal(e.status.items[4].text, "square");
    assert_string_equal(e.status.items[5].key, "engaged_with");
    assert_string_equal(e.status.items[5].text, "B1");
    e = read_good("{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"engaged_with\":[]}}");
    assert_int_equal(e.status.item_count, 1);
    assert_true(e.status.items[0].is_null);
}

static void a_figure_may_have_an_error_of_its_own(void **state) {
    (void)state;
    event e =
        read_good("{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[1,2,3],\"R1-2\":[4,5,6]},\"sigma_in\":0.01,\"sigmas\":{\"R1-2\":[0.3,180]}}");
    NEAR(e.observe.poses[0].pose.sigma_in, 0.01, 0);
    NEAR(e.observe.poses[1].pose.sigma_in, 0.3, 0);
    assert_false(pose_has_heading(e.observe.poses[1].pose));
    assert_true(pose_has_heading(e.observe.poses[0].pose));
}

static void bad_lines_are_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"", "not JSON"},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R1\"", "not JSON"},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R1\"} {}", "not JSON"},
        {"{\"kind\":\"end-move\",\"t\":NaN,\"unit\":\"R1\"}", "not JSON"},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R\xff\"}", "UTF-8"},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R1\\u0000x\"}", "u0000"},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":1,\"phase\":\"move\\u202ement\"}", "phase: holds line separators or marks of direction"},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"charge\xe2\x80\xa8\"}", "action: holds line separators"},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"char\xc2\x85ge\"}", "action: holds line separators"},
        {"{\"kind\":\"behaviour\",\"t\":1,\"rule\":\"\\u2066*\",\"behaviour\":\"off\"}", "rule: holds line separators"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"leader\":\"B1-1\"}}", "leader: the id of a figure of the unit"},
        {"[1,2]", "not an object"},
        {"{\"kind\":\"behaviour\",\"t\":1,\"rule\":\"*\",\"behaviour\":\"shout\"}", "behaviour: \"shout\" is not known"},
        {"{\"kind\":\"behaviour\",\"t\":1,\"behaviour\":\"off\"}", "rule: missing"},
        {"{\"t\":1}", "kind: missing"},
        {"{\"kind\":7,\"t\":1}", "kind: not a text"},
        {"{\"kind\":\"observed\",\"t\":1}", "no kind of event"},
        {"{\"kind\":\"end-move\",\"unit\":\"R1\"}", "t: missing"},
        {"{\"kind\":\"end-move\",\"t\":\"1\",\"unit\":\"R1\"}", "t: a finite number"},
        {"{\"kind\":\"end-move\",\"t\":1e999,\"unit\":\"R1\"}", "t: a finite number"},
        {"{\"kind\":\"end-move\",\"t\":1,\"t\":2,\"unit\":\"R1\"}", "t: given twice"},
        {"{\"kind\":\"end-move\",\"t\":1}", "unit: missing"},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R9\"}", "no unit \"R9\""},
        {"{\"kind\":\"end-move\",\"t\":1,\"unit\":3}", "unit: not a text"},
        {"{\"kind\":\"header\",\"vedette\":2}", "vedette"},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":1}", "phase: missing"},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":1.5,\"phase\":\"melee\"}", "turn"},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":-1,\"phase\":\"melee\"}", "turn"},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":1,\"phase\":\"melee\",\"side\":\"green\"}", "no side \"green\""},
        {"{\"kind\":\"phase\",\"t\":1,\"turn\":1,\"phase\":\"a phase with a name that goes on and on and on\"}", "too long"},
        {"{\"kind\":\"observe\",\"t\":1}", "figures: missing"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":[]}", "figures"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"X\":[1,2,3]}}", "no figure \"X\""},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2]}}", "three finite numbers"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3,4]}}", "three finite numbers"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,null]}}", "three finite numbers"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,1e999,3]}}", "three finite numbers"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":{\"x\":1}}}", "three finite numbers"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3],\"R1-1\":[1,2,3]}}", "R1-1: given twice"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"sigma_in\":-1}", "sigma_in"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"sigmas\":{\"R1-1\":[1,1]}}", "no pose of this figure"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"fronts\":{\"R1-1\":[0,180]}}", "fronts.R1-1: the line has no pose of this figure"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3]},\"fronts\":{\"R1-1\":[3]}}", "fronts.R1-1: two or 4 headings"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3]},\"fronts\":{\"R1-1\":[3,\"x\"]}}", "fronts.R1-1: two or 4 headings"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"lain\":{\"R1-1\":1}}", "lain.R1-1: the line has no pose of this figure"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"lain\":{\"R9-1\":1}}", "lain: no figure"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3]},\"lain\":{\"R1-1\":-1}}", "lain.R1-1: seconds"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-1\":[1,2,3]},\"lain\":[1]}", "lain: {figure: seconds}"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"gap_s\":-0.5}", "gap_s"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"hidden\":[\"X\"]}", "no figure \"X\""},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"hidden\":\"R1-1\"}", "hidden"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{\"R1-2\":[1,2,3],\"R1-1\":[1,2,3]},\"hidden\":[\"R1-1\"]}",
         "hidden: R1-1 has a pose in figures, too: it is seen or hidden, not both"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"nudged\":[\"R1-1\"]}", "no pose of R1-1"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[\"R1-1\"]}", "mixed"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[[]]}", "at least one"},
        {"{\"kind\":\"observe\",\"t\":1,\"figures\":{},\"mixed\":[[\"R1-1\",\"R1-2\"],[\"R1-2\",\"R1-3\"]]}", "one list"},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"charg\"}", "\"charg\" is not known"},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B9\"}", "no unit \"B9\""},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"change-formation\",\"to\":\"wedge\"}", "\"wedge\" is not known"},
        {"{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"march\",\"x\":1,\"x\":2}", "x: given twice"},
        {"{\"kind\":\"order\",\"t\":1,\"unit\":\"R1\",\"moves\":[{\"direction\":0,\"distance_in\":-1,\"facing\":0}]}", "distance_in"},
        {"{\"kind\":\"order\",\"t\":1,\"unit\":\"R1\",\"moves\":[{\"direction\":0,\"facing\":0}]}", "distance_in: missing"},
        {"{\"kind\":\"dice\",\"t\":1,\"unit\":\"R1\",\"check\":\"luck\",\"outcome\":\"pass\"}", "\"luck\" is not known"},
        {"{\"kind\":\"dice\",\"t\":1,\"unit\":\"R1\",\"check\":\"morale\",\"outcome\":true}", "outcome: not a text"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\"}", "set: missing"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"routed\":\"yes\"}}", "routed: true or false"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"routed\":[1,2,3]}}", "routed"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"captured\":3}}", "captured: true or false"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"guards\":-1}}", "guards: a number of figures"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"leader\":\"R7\"}}", "leader"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"rout_cause\":\"nobody\"}}", "rout_cause"},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"engaged_with\":[\"B7\"]}}", "no unit \"B7\""},
        {"{\"kind\":\"status\",\"t\":1,\"unit\":\"R1\",\"set\":{\"engaged_with\":[\"B1\",\"B1\",\"B1\"]}}", "more units"},
        {"{\"kind\":\"remove\",\"t\":1}", "figures: missing"},
        {"{\"kind\":\"ruling\",\"t\":1,\"ruling\":\"upheld\"}", "move: missing"},
        {"{\"kind\":\"ruling\",\"t\":1,\"move\":0,\"ruling\":\"upheld\"}", "move"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        event e;
        fault fault = {""};
        if (stream_read_event(w, bad[i].line, strlen(bad[i].line), &e, &fault) != STATUS_INVALID || !strstr(fault.text, bad[i].says))
            fail_msg("%s\nsaid \"%s\" instead of \"%s\"", bad[i].line, fault.text, bad[i].says);
    }
}

// What the judge writes in his own words is kept; what would turn the line round or break it is a blank.
static void a_note_is_shown_harmlessly(void **state) {
    (void)state;
    event e = read_good(
        "{\"kind\":\"ruling\",\"t\":1,\"move\":1,\"ruling\":\"upheld\",\"by\":\"J\\u202eo\",\"note\":\"a\\u2028b\xc3\xa9\\u0085\\u202ac\"}");
    assert_string_equal(e.ruling.by, "J o");
    assert_string_equal(e.ruling.note, "a b\xc3\xa9  c");
}

static void time_may_stand_still_but_not_go_back(void **state) {
    (void)state;
    event e;
    fault fault;
    static const char back[] = "{\"kind\":\"end-move\",\"t\":4.9,\"unit\":\"R1\"}";
    read_good("{\"kind\":\"end-move\",\"t\":5,\"unit\":\"R1\"}");
    read_good("{\"kind\":\"end-move\",\"t\":5,\"unit\":\"R1\"}");
    assert_int_equal(stream_read_event(w, back, strlen(back), &e, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "goes back"));
    // a line that was refused does not move the clock
    static const char far[] = "{\"kind\":\"end-move\",\"t\":100,\"unit\":\"R9\"}";
    assert_int_equal(stream_read_event(w, far, strlen(far), &e, &fault), STATUS_INVALID);
    read_good("{\"kind\":\"end-move\",\"t\":5.5,\"unit\":\"R1\"}");
}

static void an_over_long_line_is_refused(void **state) {
    (void)state;
    event e;
    fault fault;
    size_t length = STREAM_LINE_MAX + 1;
    char *line = malloc(length);
    assert_non_null(line);
    memset(line, ' ', length);
    memcpy(line, "{\"kind\":\"end-move\",\"t\":1,\"unit\":\"R1\"}", 37);
    assert_int_equal(stream_read_event(w, line, length, &e, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "longer"));
    assert_int_equal(stream_read_event(w, line, length - 1, &e, &fault), STATUS_OK);
    free(line);
}

static void an_entry_takes_the_time_it_is_made_at(void **state) {
    (void)state;
    event e;
    static const char entry[] = "{\"kind\":\"end-move\",\"unit\":\"R1\"}", early[] = "{\"kind\":\"take-back\",\"t\":0.5,\"unit\":\"R1\"}";
    assert_int_equal(stream_read_entry(w, entry, strlen(entry), 7.5, &e, NULL), STATUS_OK);
    NEAR(e.t_s, 7.5, 0);
    assert_int_equal(stream_read_entry(w, early, strlen(early), 8, &e, NULL), STATUS_OK);
    NEAR(e.t_s, 8, 0);
}

static void assert_same_pose(pose a, pose b) {
    assert_true(a.at.x == b.at.x && a.at.y == b.at.y && a.heading_rad == b.heading_rad);
    assert_true(a.sigma_in == b.sigma_in && a.sigma_rad == b.sigma_rad);
}

static void what_is_judged_live_is_what_is_read_back(void **state) {
    (void)state;
    srand(5);
    for (int trial = 0; trial < 5000; trial++) {
        event_pose poses[3];
        int hidden[] = {4};
        for (int i = 0; i < 3; i++) {
            double u = (double)rand() / RAND_MAX, v = (double)rand() / RAND_MAX;
            poses[i] = (event_pose){.figure = i,
                                    .pose = {.at = {80 * u - 4, 50 * v},
                                             .heading_rad = 9 * (u - v),
                                             .sigma_in = trial % 3 ? 0.03 * v : 0.01,
                                             .sigma_rad = i == 2 ? 7 * u : 0.01},
                                    .still_for_s = trial % 4 ? 20 * u * v : 0};
        }
        if (trial == 0) poses[0].pose.heading_rad = -PI;
        if (trial == 1) poses[0].pose = (pose){.at = {-0.00001, 0.00005}, .heading_rad = -1e-9, .sigma_in = 1e-9};
        stream_round_event(poses, 3);
        event e = {.kind = EVENT_OBSERVE,
                   .t_s = trial / 30.0,
                   .observe = {.poses = poses, .pose_count = 3, .gap_s = trial % 2 ? trial / 7.0 : 0, .hidden = hidden, .hidden_count = 1}};
        char *json = stream_event_json(g, &e);
        assert_non_null(json);
        event back = read_good(json);
        free(json);
        assert_true(back.t_s == e.t_s);
        assert_int_equal(back.observe.pose_count, 3);
        for (int i = 0; i < 3; i++) {
            assert_same_pose(back.observe.poses[i].pose, poses[i].pose);
            assert_true(back.observe.poses[i].still_for_s == poses[i].still_for_s);
        }
        assert_int_equal(back.observe.hidden[0], 4);
        assert_true(back.observe.gap_s == e.observe.gap_s);
    }
}

// One line of every kind, as the writer has it.
static const char *const lines[] = {
    "{\"kind\":\"header\",\"t\":0,\"vedette\":1,\"title\":\"A \\u003cgame>\"}",
    "{\"kind\":\"phase\",\"t\":0.1,\"turn\":2,\"phase\":\"movement\",\"side\":\"red\"}",
    "{\"kind\":\"initiative\",\"t\":0.1,\"side\":\"blue\"}",
    "{\"kind\":\"observe\",\"t\":0.1,\"figures\":{\"R1-1\":[1.25,2.5,-45],\"B1-1\":[3,4,180]},\"sigma_in\":0.02,\"sigmas\":{\"B1-1\":[0.1,180]},"
    "\"lain\":{\"B1-1\":1.25},\"hidden\":[\"R1-3\"]}",
    "{\"kind\":\"observe\",\"t\":0.1,\"figures\":{\"R1-1\":[1.25,2.5,-45],\"B1-1\":[3,4,180]},\"sigma_in\":0.02,\"sigma_deg\":1,"
    "\"fronts\":{\"R1-1\":[-45,45,135,-135],\"B1-1\":[180,0]}}",
    "{\"kind\":\"declare\",\"t\":0.1,\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\",\"side\":\"red\",\"figures\":[\"R1-1\"],\"by\":"
    "\"word\",\"n\":1.5,\"sure\":true,\"at\":[1,2.5]}",
    "{\"kind\":\"order\",\"t\":0.1,\"unit\":\"R1\",\"moves\":[{\"direction\":90,\"distance_in\":6.5,\"facing\":-90}]}",
    "{\"kind\":\"dice\",\"t\":0.1,\"unit\":\"R1\",\"check\":\"discipline\",\"outcome\":\"pass\"}",
    "{\"kind\":\"status\",\"t\":0.1,\"unit\":\"R1\",\"set\":{\"routed\":false,\"engaged_with\":[\"B1\",\"R1\"],\"leader\":null,\"rout_cause\":[1,"
    "2]}}",
    "{\"kind\":\"remove\",\"t\":0.1,\"figures\":[\"B1-2\",\"R1-1\"]}",
    "{\"kind\":\"place\",\"t\":0.1,\"figures\":{\"B1-2\":[1,2,3]}}",
    "{\"kind\":\"end-move\",\"t\":0.1,\"unit\":\"R1\"}",
    "{\"kind\":\"take-back\",\"t\":0.1,\"unit\":\"B1\"}",
    "{\"kind\":\"ruling\",\"t\":0.1,\"move\":3,\"ruling\":\"upheld\",\"by\":\"a judge\",\"note\":\"he \\\"saw\\\" it\"}",
    "{\"kind\":\"behaviour\",\"t\":9,\"rule\":\"*\",\"behaviour\":\"propose\"}",
};
#define LINES (int)(sizeof lines / sizeof *lines)

// A line that is read, written, read and written again is the same line.
static void every_kind_survives_the_round_trip(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        event e = read_good(lines[i]);
        char *json = stream_event_json(g, &e);
        assert_string_equal(json, lines[i]);
        free(json);
    }
}

// Bytes changed, cut out and doubled at random: whatever comes is taken or refused, and what is taken can be written.
static void damaged_lines_do_no_harm(void **state) {
    (void)state;
    static const char spice[] = "{}[]\",:\\0129.eE-+ntu\xff\x80 ";
    srand(11);
    int taken = 0;
    for (int trial = 0; trial < 60000; trial++) {
        char line[400];
        size_t length = strlen(lines[trial % LINES]);
        memcpy(line, lines[trial % LINES], length);
        for (int k = rand() % 4; k >= 0; k--) {
            size_t place = (size_t)rand() % length, span = (size_t)rand() % 8;
            if (rand() % 3 && length > place + span) {
                memmove(line + place, line + place + span, length - place - span);
                length -= span;
            }
            if (place < length && rand() % 2) line[place] = spice[(size_t)rand() % (sizeof spice - 1)];
        }
        event e;
        fault fault = {""};
        status s = stream_read_entry(w, line, length, 1, &e, &fault);
        assert_true(s == STATUS_OK || (s == STATUS_INVALID && fault.text[0]));
        if (s != STATUS_OK) continue;
        char *json = stream_event_json(g, &e);
        assert_int_equal(stream_read_entry(w, json, strlen(json), 1, &e, &fault), STATUS_OK);
        free(json);
        taken++;
    }
    assert_true(taken > 100 && taken < 60000);
}

static const cJSON *at(const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!v) fail_msg("no key %s", key);
    return v;
}

static double number_at(const cJSON *o, const char *key) { return at(o, key)->valuedouble; }

static cJSON *parsed(char *json) {
    assert_non_null(json);
    assert_null(strchr(json, '\n'));
    cJSON *o = cJSON_Parse(json);
    if (!o) fail_msg("not JSON: %s", json);
    free(json);
    return o;
}

// The example of the contract, with this game's figures: a wheel of 35 degrees to the right about the right end, then an advance.
static void a_verdict_is_written_as_the_contract_has_it(void **state) {
    (void)state;
    verdict v = {.t_s = 14.2,
                 .move = 3,
                 .turn = 1,
                 .phase = "movement",
                 .unit = 0,
                 .ruling = RULING_ILLEGAL,
                 .cost_in = 18.6,
                 .allowance_in = 18,
                 .sigma_in = 0.05};
    v.before = (unit_form){.formation = FORMATION_CLOSED, .ranks = 2, .files = 5, .facing_rad = PI / 2, .anchor = {20, 10}};
    v.after = (unit_form){.formation = FORMATION_CLOSED, .ranks = 2, .files = 5, .facing_rad = 55 * RAD_PER_DEG, .anchor = {25.6, 25.6}};
    v.maneuvers[0] = (maneuver){.kind = MANEUVER_WHEEL, .pivot_figure = 2, .pivot = {22, 10}, .angle_rad = -35 * RAD_PER_DEG, .cost_in = 2.4};
    v.maneuvers[1] = (maneuver){.kind = MANEUVER_ADVANCE, .pivot_figure = -1, .distance_in = 16.2, .cost_in = 16.2};
    v.maneuver_count = 2;
    v.findings[0] = (finding){.ruling = RULING_ILLEGAL,
                              .violation = "OVER_DISTANCE",
                              .rule = "BS1-7.0-3",
                              .message = "0.6\" too far",
                              .has_measure = true,
                              .measured = 18.6,
                              .allowed = 18,
                              .sigma = 0.05,
                              .measure_unit = "in",
                              .p_illegal = 0.99999,
                              .figures = {0},
                              .figure_count = 1};
    v.findings[1] = (finding){.ruling = RULING_ADVISORY,
                              .violation = "",
                              .rule = "BS1-7.2-9",
                              .message = "dressed",
                              .has_measure = true,
                              .measured = (double)NAN,
                              .allowed = INFINITY,
                              .p_illegal = 1};
    v.findings[2] = (finding){.ruling = RULING_ASK, .violation = "", .rule = "BS1-7.0-3", .message = "a march?", .has_measure = true, .p_illegal = 1};
    v.finding_count = 3;
    cJSON *o = parsed(stream_verdict_json(g, &v));
    assert_string_equal(at(o, "kind")->valuestring, "move");
    NEAR(number_at(o, "t"), 14.2, 0);
    assert_string_equal(at(o, "unit")->valuestring, "R1");
    assert_string_equal(at(o, "side")->valuestring, "red");
    assert_string_equal(at(o, "ruling")->valuestring, "illegal");
    NEAR(cJSON_GetArrayItem(at(at(o, "from"), "anchor"), 2)->valuedouble, 90, 0);
    NEAR(cJSON_GetArrayItem(at(at(o, "to"), "anchor"), 0)->valuedouble, 25.6, 0);
    NEAR(number_at(at(o, "from"), "files"), 5, 0);
    const cJSON *wheel = cJSON_GetArrayItem(at(o, "maneuvers"), 0);
    assert_string_equal(at(wheel, "pivot")->valuestring, "R1-3");
    NEAR(number_at(wheel, "angle_deg"), 35, 0);
    assert_string_equal(at(wheel, "turn")->valuestring, "right");
    NEAR(number_at(cJSON_GetArrayItem(at(o, "maneuvers"), 1), "distance_in"), 16.2, 0);
    const cJSON *f = cJSON_GetArrayItem(at(o, "findings"), 0);
    assert_string_equal(at(f, "violation")->valuestring, "OVER_DISTANCE");
    assert_string_equal(cJSON_GetArrayItem(at(f, "figures"), 0)->valuestring, "R1-1");
    NEAR(number_at(f, "measured"), 18.6, 0);
    NEAR(number_at(f, "p_illegal"), 1, 0);
    const cJSON *advice = cJSON_GetArrayItem(at(o, "findings"), 1);
    assert_true(cJSON_IsNull(at(advice, "measured")));
    assert_true(cJSON_IsNull(at(advice, "allowed")));
    assert_null(cJSON_GetObjectItemCaseSensitive(advice, "violation"));
    assert_null(cJSON_GetObjectItemCaseSensitive(advice, "p_illegal"));  // advice accuses nobody
    NEAR(number_at(cJSON_GetArrayItem(at(o, "findings"), 2), "p_illegal"), 1, 0);
    assert_null(cJSON_GetObjectItemCaseSensitive(o, "taken_back"));
    cJSON_Delete(o);
}

static void the_page_is_told_where_the_move_began(void **state) {
    (void)state;
    bool took_part[] = {true, false, true};
    pose from[] = {{.at = {1, 2}}, {.at = {0, 0}}, {.at = {3, 2}}}, to[] = {{.at = {1, 8}}, {.at = {0, 0}}, {.at = {3, 8}}};
    pose samples[] = {from[0], from[1], from[2], to[0], to[1], to[2]};
    move m = {.unit = 0, .figure_count = 3, .moved_with = took_part, .from = from, .to = to, .sample_count = 2, .samples = samples};
    verdict v = {.unit = 0, .phase = "movement"};
    cJSON *o = parsed(stream_verdict_drawn_json(g, &v, &m));
    assert_int_equal(cJSON_GetArraySize(at(o, "figures_from")), 2);
    NEAR(cJSON_GetArrayItem(at(at(o, "figures_to"), "R1-3"), 1)->valuedouble, 8, 0);
    const cJSON *end = cJSON_GetArrayItem(at(o, "path"), 1);  // middle of (1, 8) and (3, 8)
    NEAR(cJSON_GetArrayItem(end, 0)->valuedouble, 2, 0);
    NEAR(cJSON_GetArrayItem(end, 1)->valuedouble, 8, 0);
    cJSON_Delete(o);
}

static void alerts_states_and_the_roster_are_written(void **state) {
    (void)state;
    alert a = {.t_s = 3,
               .unit = 1,
               .rule = "BS1-7.4-5",
               .violation = "SKIRMISHER_CONTACT",
               .message = "a\nb\"\xff",
               .figures = {3, 0},
               .figure_count = 2,
               .at = {1, 2}};
    cJSON *o = parsed(stream_alert_json(g, &a));
    assert_string_equal(at(o, "message")->valuestring, "a\nb\"\xEF\xBF\xBD");
    assert_int_equal(cJSON_GetArraySize(at(o, "figures")), 2);
    cJSON_Delete(o);
    obligation due = {.t_s = 4, .unit = 0, .rule = "BS1-9.2-1", .message = "a morale check is due"};
    o = parsed(stream_obligation_json(g, &due));
    assert_string_equal(at(o, "kind")->valuestring, "obligation");
    cJSON_Delete(o);
    int nudged[] = {4};
    pose from = {.at = {1, 2}, .heading_rad = PI / 2}, to = {.at = {1.123456, 2}, .heading_rad = PI / 2};
    stream_nudge n = {.t_s = 5, .number = 7, .unit = 1, .side = 0, .figures = nudged, .from = &from, .to = &to, .figure_count = 1};
    n.distance_in = 0.123456;
    o = parsed(stream_nudge_json(g, &n));
    NEAR(number_at(o, "distance_in"), 0.1235, 0);
    assert_string_equal(at(o, "unit")->valuestring, g->units[1].id);
    assert_string_equal(at(o, "side")->valuestring, g->sides[0].id);
    assert_int_equal(number_at(o, "number"), 7);
    NEAR(cJSON_GetArrayItem(at(at(o, "to"), g->figures[4].id), 0)->valuedouble, 1.1235, 0);
    NEAR(cJSON_GetArrayItem(at(at(o, "from"), g->figures[4].id), 2)->valuedouble, 90, 0);
    cJSON_Delete(o);
    o = parsed(stream_put_back_json(g, 6, &n));
    assert_int_equal(number_at(o, "put_back"), 7);
    NEAR(number_at(o, "t"), 6, 0);
    assert_null(cJSON_GetObjectItem(o, "number"));
    cJSON_Delete(o);
    o = parsed(stream_offer_json(g, 8, 1, 3, "back"));
    assert_string_equal(at(o, "action")->valuestring, "take-back");
    assert_int_equal(number_at(o, "move"), 3);
    cJSON_Delete(o);
    int touching[] = {1};
    stream_unit u = {.unit = 0, .form = {.formation = FORMATION_OPEN, .facing_rad = PI}, .spent_in = 3.5, .contacts = touching, .contact_count = 1};
    pose poses[5] = {{.at = {1, 2}}};
    bool on[5] = {true}, hidden[5] = {true};
    stream_state s = {.t_s = 6,
                      .turn = 1,
                      .phase = "melee",
                      .side = -1,
                      .units = &u,
                      .unit_count = 1,
                      .figures = poses,
                      .on_table = on,
                      .hidden = hidden,
                      .health = "blind"};
    o = parsed(stream_state_json(g, &s));
    const cJSON *unit = cJSON_GetArrayItem(at(o, "units"), 0);
    assert_string_equal(at(unit, "formation")->valuestring, "open");
    NEAR(number_at(unit, "facing"), 180, 0);
    assert_string_equal(cJSON_GetArrayItem(at(unit, "contacts"), 0)->valuestring, "B1");
    assert_null(cJSON_GetObjectItem(unit, "runner_up"));
    assert_int_equal(cJSON_GetArraySize(at(o, "figures")), 1);
    NEAR(cJSON_GetArrayItem(at(at(o, "figures"), "R1-1"), 3)->valuedouble, 1, 0);
    cJSON_Delete(o);
    u.form.second = (form_reading){FORMATION_CLOSED, 3, 5, 5};
    u.form.odds = 2.5;
    o = parsed(stream_state_json(g, &s));
    const cJSON *other = at(cJSON_GetArrayItem(at(o, "units"), 0), "runner_up");
    assert_string_equal(at(other, "formation")->valuestring, "closed");
    assert_int_equal(at(other, "ranks")->valueint, 3);
    assert_int_equal(at(other, "frontage")->valueint, 5);
    NEAR(number_at(other, "odds"), 2.5, 0);
    cJSON_Delete(o);
    o = parsed(stream_game_json(g));
    assert_string_equal(at(o, "title")->valuestring, "Table <7>");
    NEAR(number_at(cJSON_GetArrayItem(at(cJSON_GetArrayItem(at(o, "units"), 0), "figures"), 0), "width"), 1, 1e-9);
    assert_int_equal(cJSON_GetArraySize(at(cJSON_GetArrayItem(at(o, "terrain"), 0), "polygon")), 4);
    cJSON_Delete(o);
}

#define ON_A_READER(test) cmocka_unit_test_setup_teardown(test, new_reader, drop_reader)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_READER(every_kind_is_read),
        ON_A_READER(states_become_items),
        ON_A_READER(a_figure_may_have_an_error_of_its_own),
        ON_A_READER(bad_lines_are_refused_with_a_reason),
        ON_A_READER(a_note_is_shown_harmlessly),
        ON_A_READER(time_may_stand_still_but_not_go_back),
        ON_A_READER(an_over_long_line_is_refused),
        ON_A_READER(an_entry_takes_the_time_it_is_made_at),
        ON_A_READER(what_is_judged_live_is_what_is_read_back),
        ON_A_READER(every_kind_survives_the_round_trip),
        ON_A_READER(damaged_lines_do_no_harm),
        cmocka_unit_test(a_verdict_is_written_as_the_contract_has_it),
        cmocka_unit_test(the_page_is_told_where_the_move_began),
        cmocka_unit_test(alerts_states_and_the_roster_are_written),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
