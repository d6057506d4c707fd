// Markers laid beside units, moved, covered and taken away, without pictures: what is entered follows from the game file's meanings.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/marker_lines.h"
#include "pipeline/declared_markers.h"

// A stands at (20, 10), B at (28, 10): their bases reach 1" about. Markers of 30 mm.
static const char text[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
    "\"units\":[{\"id\":\"A\",\"side\":\"red\",\"type\":\"individual\",\"figures\":[{\"id\":\"A-1\",\"base\":{\"shape\":\"square\",\"width_mm\":50.8,"
    "\"depth_mm\":50.8},\"start\":[20,10,90]}]},"
    "{\"id\":\"B\",\"side\":\"blue\",\"type\":\"individual\",\"figures\":[{\"id\":\"B-1\",\"base\":{\"shape\":\"square\",\"width_mm\":50.8,"
    "\"depth_mm\":50.8},\"start\":[28,10,90]}]}],"
    "\"declaration_markers\":[{\"family\":\"tag36h11\",\"id\":500,\"means\":\"charge\"},{\"family\":\"tag36h11\",\"id\":501,\"means\":\"rout\"},"
    "{\"family\":\"tag36h11\",\"id\":502,\"means\":\"out-of-command\"},{\"family\":\"tag36h11\",\"id\":503,\"means\":\"phase:movement:red\"},"
    "{\"family\":\"tag36h11\",\"id\":504,\"means\":\"phase:movement:blue\"},{\"family\":\"tag36h11\",\"id\":505,\"means\":\"phase:melee\"},"
    "{\"family\":\"tag36h11\",\"id\":506,\"means\":\"forced-march\"},{\"family\":\"tag36h11\",\"id\":507,\"means\":\"teatime\"}]}";

enum { CHARGE, ROUT, OUT, RED, BLUE, MELEE, MARCH, TEA, MARKERS };
enum { A, B };

typedef struct {
    game *game;
    declared_markers *markers;
    marker_sighting seen[MARKERS];
    int seen_count;
    bool looked[MARKERS], known[2];
    pose figures[2];
    double t_s;
    char reported[2048];  // events, one after the other
    int asked;
    marker_question question;
} table;

static int begin(void **state) {
    static table t;
    fault fault = {""};
    t = (table){.known = {true, true}};
    if (game_parse(text, strlen(text), "markers", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(declared_markers_create(t.game, &t.markers, &fault), STATUS_OK);
    for (int i = 0; i < 2; i++) t.figures[i] = t.game->figures[i].start;
    for (int i = 0; i < MARKERS; i++) t.looked[i] = true;
    *state = &t;
    return 0;
}

// The same table in ranked fantasy, where `movement` may stand in place of its sub-phases (docs/stream.md, "Words"), and a marker for shooting.
static int begin_ranked(void **state) {
    static table t;
    fault fault = {""};
    t = (table){.known = {true, true}};
    static const char ranked[] =
        "{\"vedette\":1,\"ruleset\":\"ranked-fantasy\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
        "\"units\":[{\"id\":\"A\",\"side\":\"red\",\"figures\":[{\"id\":\"A-1\",\"base\":{\"shape\":\"square\",\"width_mm\":50.8,"
        "\"depth_mm\":50.8},\"start\":[20,10,90]}]},"
        "{\"id\":\"B\",\"side\":\"blue\",\"figures\":[{\"id\":\"B-1\",\"base\":{\"shape\":\"square\",\"width_mm\":50.8,"
        "\"depth_mm\":50.8},\"start\":[28,10,90]}]}],"
        "\"declaration_markers\":[{\"family\":\"tag36h11\",\"id\":500,\"means\":\"phase:charges:red\"},{\"family\":\"tag36h11\",\"id\":501,"
        "\"means\":\"phase:normal-movement:red\"},{\"family\":\"tag36h11\",\"id\":502,\"means\":\"phase:shooting:red\"},"
        "{\"family\":\"tag36h11\",\"id\":503,\"means\":\"phase:movement:red\"},{\"family\":\"tag36h11\",\"id\":504,\"means\":\"phase:movement:blue\"}"
        "]}";
    if (game_parse(ranked, strlen(ranked), "markers", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (declared_markers_fault(t.game, &fault)) fail_msg("%s", fault.text);
    assert_int_equal(declared_markers_create(t.game, &t.markers, &fault), STATUS_OK);
    for (int i = 0; i < 2; i++) t.figures[i] = t.game->figures[i].start;
    for (int i = 0; i < MARKERS; i++) t.looked[i] = true;
    *state = &t;
    return 0;
}

static int end(void **state) {
    table *t = *state;
    declared_markers_destroy(t->markers);
    game_destroy(t->game);
    return 0;
}

static void write_event(table *t, const event *e) {
    size_t used = strlen(t->reported), capacity = sizeof t->reported - used;
    const char *unit = event_unit(e) >= 0 ? t->game->units[event_unit(e)].id : "";
    if (e->kind == EVENT_PHASE)
        snprintf(t->reported + used, capacity, "%d %s %s;", e->phase.turn, e->phase.phase,
                 e->phase.side >= 0 ? t->game->sides[e->phase.side].id : "-");
    if (e->kind == EVENT_DECLARE)
        snprintf(t->reported + used, capacity, "%s %s%s;", unit, e->declare.action, e->declare.item_count ? " withdrawn" : "");
    if (e->kind == EVENT_STATUS)
        snprintf(t->reported + used, capacity, "%s %s %s;", unit, e->status.items[0].key, e->status.items[0].flag ? "true" : "false");
}

static void show(table *t, double seconds) {
    event e;
    for (double until = t->t_s + seconds; t->t_s < until; t->t_s += 0.1) {
        markers_view v = {.t_s = t->t_s, .seen = t->seen, .seen_count = t->seen_count, .looked = t->looked, .figures = t->figures, .known = t->known};
        declared_markers_see(t->markers, &v);
        while (declared_markers_next(t->markers, &e)) write_event(t, &e);
        while (declared_markers_next_question(t->markers, &t->question)) t->asked++;
    }
}

static void lay(table *t, int which, double x, double y) {
    int i = 0;
    while (i < t->seen_count && t->seen[i].marker != which) i++;
    t->seen[i] = (marker_sighting){which, {x, y}};
    if (i == t->seen_count) t->seen_count++;
}

static void take(table *t, int which) {
    for (int i = 0; i < t->seen_count; i++)
        if (t->seen[i].marker == which) t->seen[i--] = t->seen[--t->seen_count];
}

static void expect(table *t, const char *reported) {
    assert_string_equal(t->reported, reported);
    t->reported[0] = '\0';
}

static void a_marker_laid_beside_a_unit_declares_for_it_once(void **state) {
    table *t = *state;
    lay(t, CHARGE, 20, 12);
    show(t, 0.2);
    expect(t, "");  // it may be in passing
    show(t, 3);
    expect(t, "A charge;");
    show(t, 30);
    expect(t, "");
}

static void tell(table *t, event_kind kind, int unit, const char *word, bool value) {
    event_item item = {.kind = OPTION_FLAG, .flag = value};
    event e = {.kind = kind};
    snprintf(item.key, sizeof item.key, "%s", word);
    if (kind == EVENT_STATUS) e.status = (event_status){unit, &item, 1};
    if (kind == EVENT_DECLARE) e.declare = (event_declare){.unit = unit, .side = -1, .target = -1};
    if (kind == EVENT_DECLARE) snprintf(e.declare.action, sizeof e.declare.action, "%s", word);
    if (kind == EVENT_PHASE) e.phase = (event_phase){.turn = 1, .side = -1};
    if (kind == EVENT_PHASE) snprintf(e.phase.phase, sizeof e.phase.phase, "%s", word);
    declared_markers_enter(t->markers, &e);
}

// A game that is gone on with: markers that lie there from the first picture on were taken for what they say when they were laid.
static void what_lay_there_before_is_not_said_again(void **state) {
    table *t = *state;
    tell(t, EVENT_PHASE, -1, "movement", false);
    tell(t, EVENT_DECLARE, A, "charge", false);
    tell(t, EVENT_STATUS, A, "routed", true);
    tell(t, EVENT_STATUS, B, "routed", true);
    tell(t, EVENT_STATUS, A, "routed", false);
    tell(t, EVENT_PHASE, -1, "melee", false);
    lay(t, CHARGE, 20, 12);
    lay(t, ROUT, 28, 8);
    lay(t, MARCH, 28, 12);
    show(t, 3);
    expect(t, "B forced-march;");  // that was laid meanwhile
    take(t, CHARGE);
    take(t, ROUT);
    show(t, 5);
    expect(t, "B routed false;");  // the charge was declared in a phase that is over
    lay(t, CHARGE, 20, 12);
    lay(t, ROUT, 20, 8);
    show(t, 3);
    expect(t, "A charge;A routed true;");  // laid anew
}

static void a_marker_carried_past_declares_nothing(void **state) {
    table *t = *state;
    for (int i = 0; i < 20; i++) {
        lay(t, CHARGE, 18 + 0.3 * i, 12);
        show(t, 0.1);
    }
    take(t, CHARGE);
    show(t, 5);
    expect(t, "");
    assert_int_equal(t->asked, 0);
}

static void a_status_marker_ends_when_it_is_taken_away(void **state) {
    table *t = *state;
    lay(t, ROUT, 28, 8);
    lay(t, OUT, 20, 8);
    show(t, 2);
    expect(t, "B routed true;A in_command false;");
    take(t, ROUT);
    show(t, 2);
    expect(t, "");  // not yet gone for good
    show(t, 3);
    expect(t, "B routed false;");
    take(t, OUT);
    show(t, 5);
    expect(t, "A in_command true;");
}

static void under_a_hand_it_is_not_gone(void **state) {
    table *t = *state;
    lay(t, ROUT, 28, 8);
    show(t, 2);
    expect(t, "B routed true;");
    take(t, ROUT);
    t->looked[ROUT] = false;
    show(t, 30);
    expect(t, "");
    t->looked[ROUT] = true;
    show(t, 2);  // the hand has left: not seen for a moment
    lay(t, ROUT, 28, 8);
    show(t, 10);
    expect(t, "");
}

static void moved_along_with_its_unit_it_says_nothing_new(void **state) {
    table *t = *state;
    lay(t, ROUT, 28, 8);
    show(t, 2);
    expect(t, "B routed true;");
    t->figures[B].at = (vec2){28, 20};
    lay(t, ROUT, 28, 18);
    show(t, 5);
    expect(t, "");
}

static void beside_another_unit_it_is_that_ones(void **state) {
    table *t = *state;
    lay(t, ROUT, 28, 8);
    show(t, 2);
    expect(t, "B routed true;");
    lay(t, ROUT, 20, 8);
    show(t, 2);
    expect(t, "B routed false;A routed true;");
}

static void a_declaration_is_withdrawn_before_the_unit_stirs_and_not_after(void **state) {
    table *t = *state;
    for (int stirs = 0; stirs < 2; stirs++) {
        lay(t, MARCH, 20, 12);
        show(t, 2);
        expect(t, "A forced-march;");
        if (stirs) t->figures[A].at.y = 14;
        take(t, MARCH);
        show(t, 5);
        expect(t, stirs ? "" : "A forced-march withdrawn;");
    }
}

static void nor_is_it_in_a_later_phase(void **state) {
    table *t = *state;
    event next = {.kind = EVENT_PHASE, .phase = {.turn = 1, .side = 1, .phase = "movement"}};
    lay(t, MARCH, 20, 12);
    show(t, 2);
    expect(t, "A forced-march;");
    declared_markers_enter(t->markers, &next);
    take(t, MARCH);
    show(t, 5);
    expect(t, "");
}

static void between_two_units_it_is_asked(void **state) {
    table *t = *state;
    event answer = {.kind = EVENT_DECLARE, .declare = {.unit = B, .side = -1, .target = -1, .action = "forced-march"}};
    marker_place place;
    t->figures[A].at.x = 21;
    t->figures[B].at.x = 27;
    lay(t, MARCH, 24.15, 10);
    show(t, 3);
    expect(t, "");
    assert_int_equal(t->asked, 1);
    assert_int_equal(t->question.units[0] + t->question.units[1], A + B);
    assert_int_equal(declared_markers_list(t->markers, &place, 1), 1);
    assert_true(place.asked && place.unit == -1);
    declared_markers_enter(t->markers, &answer);
    show(t, 3);
    expect(t, "");
    assert_int_equal(t->asked, 1);
    declared_markers_list(t->markers, &place, 1);
    assert_true(!place.asked && place.unit == B);
    take(t, MARCH);
    show(t, 5);
    expect(t, "B forced-march withdrawn;");
}

static void beyond_reach_of_all_it_is_asked_once(void **state) {
    table *t = *state;
    lay(t, ROUT, 50, 40);
    show(t, 20);
    expect(t, "");
    assert_int_equal(t->asked, 1);
    assert_true(t->question.units[0] == -1 && t->question.units[1] == -1);
    take(t, ROUT);
    show(t, 5);
    expect(t, "");
}

// At the beginning not all figures are found at once.
static void no_question_is_asked_before_its_unit_is_found(void **state) {
    table *t = *state;
    t->known[A] = false;
    lay(t, ROUT, 20, 12);
    show(t, 2);
    expect(t, "");
    assert_int_equal(t->asked, 0);
    t->known[A] = true;
    show(t, 1);
    expect(t, "A routed true;");
    t->known[B] = false;  // one that never comes
    lay(t, OUT, 40, 40);
    show(t, 8);
    assert_int_equal(t->asked, 1);
}

static void off_the_table_markers_lie_idle(void **state) {
    table *t = *state;
    marker_place places[MARKERS];
    for (int m = 0; m < MARKERS; m++) lay(t, m, 5 + 3 * m, -2);
    show(t, 10);
    expect(t, "");
    assert_int_equal(t->asked, 0);
    assert_int_equal(declared_markers_list(t->markers, places, MARKERS), 0);
}

// Two units in contact: a marker that touches one and lies three quarters of an inch from the other is the first one's.
static void touching_one_of_two_in_contact_it_is_that_ones(void **state) {
    table *t = *state;
    t->figures[B].at = (vec2){22, 10};
    lay(t, ROUT, 18.4, 10);
    show(t, 2);
    expect(t, "A routed true;");
}

typedef struct {
    int marker;
    const char *reported;
} shown_marker;

// Each marker is laid, told of, and taken away again, which tells nothing.
static void lay_one_after_another(table *t, const shown_marker *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lay(t, rows[i].marker, 40, 40);
        show(t, 2);
        expect(t, rows[i].reported);
        take(t, rows[i].marker);
        show(t, 5);
        expect(t, "");
    }
}

static void phase_markers_begin_phases_and_turns(void **state) {
    static const shown_marker rows[] = {{RED, "1 movement red;"},   {BLUE, "1 movement blue;"}, {MELEE, "1 melee -;"},     {RED, "2 movement red;"},
                                        {BLUE, "2 movement blue;"}, {MELEE, "2 melee -;"},      {BLUE, "3 movement blue;"}};
    lay_one_after_another(*state, rows, sizeof rows / sizeof *rows);
}

// A new turn begins where the first phase comes again, or the word that stands in its place and in that of others.
static void a_word_that_stands_for_several_phases_begins_them(void **state) {
    enum { CHARGES, NORMAL, SHOOTING };
    static const shown_marker rows[] = {{RED, "1 movement red;"},      {SHOOTING, "1 shooting red;"}, {BLUE, "1 movement blue;"},
                                        {RED, "2 movement red;"},      {CHARGES, "3 charges red;"},   {RED, "3 movement red;"},
                                        {BLUE, "3 movement blue;"},    {CHARGES, "4 charges red;"},   {NORMAL, "4 normal-movement red;"},
                                        {SHOOTING, "4 shooting red;"}, {RED, "5 movement red;"}};
    lay_one_after_another(*state, rows, sizeof rows / sizeof *rows);
}

static void the_phase_that_goes_on_is_not_begun_again(void **state) {
    table *t = *state;
    event entered = {.kind = EVENT_PHASE, .phase = {.turn = 4, .side = 0, .phase = "movement"}};
    declared_markers_enter(t->markers, &entered);
    lay(t, RED, 40, 40);
    show(t, 2);
    expect(t, "");
    lay(t, BLUE, 45, 40);
    show(t, 2);
    expect(t, "4 movement blue;");
}

static void what_is_told_of_markers_names_them_and_their_answers(void **state) {
    table *t = *state;
    marker_place place;
    char words[300];
    lay(t, OUT, 24, 10);
    t->figures[A].at.x = 21;
    t->figures[B].at.x = 27;
    show(t, 3);
    assert_int_equal(t->asked, 1);
    char *line = marker_lines_ask(t->game, &t->question, words, sizeof words);
    assert_non_null(strstr(line, "{\"kind\":\"ask\",\"t\":"));
    assert_non_null(strstr(line, "\"marker\":\"tag36h11 502\",\"means\":\"out-of-command\",\"at\":[24.00,10.00],\"units\":[\"A\",\"B\"]"));
    assert_string_equal(words, "the marker \"out-of-command\" lies between A and B: whose is it?");
    free(line);
    assert_int_equal(declared_markers_list(t->markers, &place, 1), 1);
    line = marker_lines_member(t->game, &place, 1);
    assert_string_equal(line,
                        "\"markers\":[{\"marker\":\"tag36h11 502\",\"means\":\"out-of-command\",\"at\":[24.00,10.00],"
                        "\"entry\":{\"kind\":\"status\",\"set\":{\"in_command\":false}},\"asked\":[\"A\",\"B\"]}]");
    free(line);
}

static void a_meaning_that_the_ruleset_has_not_is_said_and_lies_idle(void **state) {
    table *t = *state;
    fault fault = {""};
    assert_true(declared_markers_fault(t->game, &fault));
    assert_non_null(strstr(fault.text, "declaration_markers[7].means: \"teatime\" means nothing in battlesystem-1e"));
    lay(t, TEA, 20, 12);
    show(t, 5);
    expect(t, "");
    assert_int_equal(t->asked, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_marker_laid_beside_a_unit_declares_for_it_once, begin, end),
        cmocka_unit_test_setup_teardown(what_lay_there_before_is_not_said_again, begin, end),
        cmocka_unit_test_setup_teardown(a_marker_carried_past_declares_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_status_marker_ends_when_it_is_taken_away, begin, end),
        cmocka_unit_test_setup_teardown(under_a_hand_it_is_not_gone, begin, end),
        cmocka_unit_test_setup_teardown(moved_along_with_its_unit_it_says_nothing_new, begin, end),
        cmocka_unit_test_setup_teardown(beside_another_unit_it_is_that_ones, begin, end),
        cmocka_unit_test_setup_teardown(a_declaration_is_withdrawn_before_the_unit_stirs_and_not_after, begin, end),
        cmocka_unit_test_setup_teardown(nor_is_it_in_a_later_phase, begin, end),
        cmocka_unit_test_setup_teardown(between_two_units_it_is_asked, begin, end),
        cmocka_unit_test_setup_teardown(beyond_reach_of_all_it_is_asked_once, begin, end),
        cmocka_unit_test_setup_teardown(no_question_is_asked_before_its_unit_is_found, begin, end),
        cmocka_unit_test_setup_teardown(off_the_table_markers_lie_idle, begin, end),
        cmocka_unit_test_setup_teardown(touching_one_of_two_in_contact_it_is_that_ones, begin, end),
        cmocka_unit_test_setup_teardown(phase_markers_begin_phases_and_turns, begin, end),
        cmocka_unit_test_setup_teardown(a_word_that_stands_for_several_phases_begins_them, begin_ranked, end),
        cmocka_unit_test_setup_teardown(the_phase_that_goes_on_is_not_begun_again, begin, end),
        cmocka_unit_test_setup_teardown(what_is_told_of_markers_names_them_and_their_answers, begin, end),
        cmocka_unit_test_setup_teardown(a_meaning_that_the_ruleset_has_not_is_said_and_lies_idle, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
