// The sample keeps what samples/README.md says of it: rests, phases, gaps and turns, and its truth file is that of the script.
#include <cjson/cJSON.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above first
#include <cmocka.h>

#include "tests/render/script.h"

#define REST_S 2.0  // a unit must have settled before the next hand comes
// cmocka compares floats only
#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

typedef struct {
    game *game;
    pose *poses;
} table;

static void *read_all(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 17);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 17) - 1, f) > 0);
    fclose(f);
    return text;
}

static int set_up(void **state) {
    static table t;
    fault fault = {""};
    if (game_read("samples/battle.game.json", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    t.poses = calloc((size_t)t.game->figure_count, sizeof *t.poses);
    *state = &t;
    return t.poses ? 0 : -1;
}

static int tear_down(void **state) {
    table *t = *state;
    free(t->poses);
    game_destroy(t->game);
    return 0;
}

// Puts everything where it is at time t; true where a hand is over the table.
static bool at(table *t, double time) {
    render_hand hand;
    for (int i = 0; i < t->game->figure_count; i++) t->poses[i] = t->game->figures[i].start;
    return script_at(&battle_script, t->game, time, t->poses, &hand);
}

static double end_of(table *t, int move) {
    const script_move *m = &battle_script.moves[move];
    at(t, m->start_s);
    return m->start_s + script_move_length(m, t->game, t->poses);
}

static double gap(const table *t, int a, int b) { return base_gap(t->game->figures[a].base, t->poses[a], t->game->figures[b].base, t->poses[b]); }

static double enemy_gap(const table *t, int figure) {
    double least = 1e9;
    for (int i = 0; i < t->game->figure_count; i++) {
        int side = t->game->units[t->game->figures[i].unit].side;
        if (side != t->game->units[t->game->figures[figure].unit].side) least = fmin(least, gap(t, figure, i));
    }
    return least;
}

static void units_rest_between_moves(void **state) {
    table *t = *state;
    for (int i = 0; i < battle_script.count; i++) {
        double end = end_of(t, i), next = i + 1 < battle_script.count ? battle_script.moves[i + 1].start_s : battle_script.length_s;
        assert_true(next - end >= REST_S);
        assert_true(at(t, (battle_script.moves[i].start_s + end) / 2));
        assert_false(at(t, end + 0.01));
    }
}

// The phase of the events in force at time t, as "turn side".
static void phase_at(const char *events, double t, char out[32]) {
    out[0] = '\0';
    for (const char *line = events; *line; line = strchr(line, '\n') + 1) {
        cJSON *e = cJSON_ParseWithLength(line, (size_t)(strchr(line, '\n') - line));
        assert_non_null(e);
        const cJSON *when = cJSON_GetObjectItem(e, "t"), *phase = cJSON_GetObjectItem(e, "phase");
        if (phase && when->valuedouble <= t)
            snprintf(out, 32, "%s %d %s", phase->valuestring, cJSON_GetObjectItem(e, "turn")->valueint, cJSON_GetObjectItem(e, "side")->valuestring);
        cJSON_Delete(e);
    }
}

static void each_move_lies_in_its_phase(void **state) {
    table *t = *state;
    char *events = read_all("samples/battle.events.jsonl"), *text = read_all("samples/battle.expect.json");
    cJSON *expect = cJSON_Parse(text);
    assert_int_equal(cJSON_GetArraySize(expect), battle_script.count);
    for (int i = 0; i < battle_script.count; i++) {
        const cJSON *e = cJSON_GetArrayItem(expect, i);
        char want[32], got[32];
        snprintf(want, sizeof want, "movement %d %s", cJSON_GetObjectItem(e, "turn")->valueint, cJSON_GetObjectItem(e, "side")->valuestring);
        assert_string_equal(battle_script.moves[i].unit, cJSON_GetObjectItem(e, "unit")->valuestring);
        phase_at(events, battle_script.moves[i].start_s - 1.0, got);
        assert_string_equal(got, want);
        phase_at(events, end_of(t, i) + REST_S, got);  // time for the unit to settle before the next phase
        assert_string_equal(got, want);
    }
    cJSON_Delete(expect);
    free(text);
    free(events);
}

static void bases_never_overlap_at_rest(void **state) {
    table *t = *state;
    for (int i = 0; i < battle_script.count; i++) {
        at(t, end_of(t, i) + 0.1);
        for (int a = 0; a < t->game->figure_count; a++) {
            for (int b = a + 1; b < t->game->figure_count; b++) assert_true(gap(t, a, b) > -0.001);
        }
    }
}

static void archers_pass_at_half_an_inch(void **state) {
    table *t = *state;
    int archer = game_find_figure(t->game, "R3-1");
    double least = 1e9;
    for (double s = battle_script.moves[2].start_s; s < end_of(t, 2); s += 0.02) {
        at(t, s);
        least = fmin(least, enemy_gap(t, archer));
    }
    assert_near(least, 0.5, 0.02);
}

static void slinger_and_spears_touch(void **state) {
    table *t = *state;
    at(t, end_of(t, 5) + 0.1);
    assert_near(enemy_gap(t, game_find_figure(t->game, "B1-3")), 0.005, 0.002);
    at(t, end_of(t, 6) + 0.1);
    assert_near(enemy_gap(t, game_find_figure(t->game, "B3-1")), 0, 0.002);
    assert_true(enemy_gap(t, game_find_figure(t->game, "B3-2")) > 0.5);
}

static void swords_turn_only_after_they_touch(void **state) {
    table *t = *state;
    int corner = game_find_figure(t->game, "R2-1");
    double contact = 0;
    for (double s = battle_script.moves[7].start_s; contact == 0 && s < end_of(t, 7); s += 0.02) {
        at(t, s);
        if (enemy_gap(t, corner) < 0.02) contact = s;
    }
    assert_true(contact > 0);
    at(t, contact);
    assert_near(t->poses[corner].heading_rad * DEG_PER_RAD, 55, 0.01);
    at(t, end_of(t, 7));
    assert_near(t->poses[corner].heading_rad * DEG_PER_RAD, 90, 0.01);
    assert_near(enemy_gap(t, corner), 0, 0.01);
}

static void guard_goes_eight_inches(void **state) {
    table *t = *state;
    int f = game_find_figure(t->game, "R4-1");
    at(t, battle_script.moves[8].start_s);
    pose before = t->poses[f];
    at(t, end_of(t, 8));
    assert_near(vec2_distance(before.at, t->poses[f].at), 8, 1e-6);
    // The unit had been turned left by 70 degrees, to 160, and goes where it faces.
    assert_near(before.heading_rad * DEG_PER_RAD, 160, 1e-6);
    assert_near(vec2_dot(vec2_sub(t->poses[f].at, before.at), heading_forward(before.heading_rad)), 8, 1e-6);
}

static void check_poses(const table *t, const cJSON *poses) {
    const cJSON *p;
    cJSON_ArrayForEach(p, poses) {
        int f = game_find_figure(t->game, p->string);
        assert_true(f >= 0);
        assert_near(cJSON_GetArrayItem(p, 0)->valuedouble, t->poses[f].at.x, 1e-4);
        assert_near(cJSON_GetArrayItem(p, 1)->valuedouble, t->poses[f].at.y, 1e-4);
        assert_near(cJSON_GetArrayItem(p, 2)->valuedouble, t->poses[f].heading_rad * DEG_PER_RAD, 0.01);
    }
}

static void truth_is_of_this_script(void **state) {
    table *t = *state;
    char *text = read_all("samples/battle.truth.json");
    cJSON *root = cJSON_Parse(text);
    const cJSON *moves = cJSON_GetObjectItem(root, "moves");
    assert_int_equal(cJSON_GetArraySize(moves), battle_script.count);
    for (int i = 0; i < battle_script.count; i++) {
        const cJSON *m = cJSON_GetArrayItem(moves, i);
        double end = end_of(t, i);
        assert_near(cJSON_GetObjectItem(m, "hand_out")->valuedouble, end, 0.01);
        at(t, battle_script.moves[i].start_s);
        check_poses(t, cJSON_GetObjectItem(m, "from"));
        at(t, end + 0.1);
        check_poses(t, cJSON_GetObjectItem(m, "to"));
    }
    cJSON_Delete(root);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_rest_between_moves),    cmocka_unit_test(each_move_lies_in_its_phase),
        cmocka_unit_test(bases_never_overlap_at_rest), cmocka_unit_test(archers_pass_at_half_an_inch),
        cmocka_unit_test(slinger_and_spears_touch),    cmocka_unit_test(swords_turn_only_after_they_touch),
        cmocka_unit_test(guard_goes_eight_inches),     cmocka_unit_test(truth_is_of_this_script),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
