// A game that is watched while people enter things: the sample's pictures with random entries of every kind at random times. Whatever is entered, the
// program goes on to the end of the pictures. What this test is for shows under the sanitizers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/cli.h"
#include "app/watch.h"
#include "stream/stream.h"
#include "tests/app/excerpt.h"

#define GAME "samples/battle.game.json"
#define FROM_S 2.0  // of the sample's clip: hands push R1 from 3.0 s to 7.4 s, and R2 after that
#define TO_S 11.0
#define SEEDS 4
#define ENTRIES 48  // in one run: one a kind, the others of any
#define LINE_MAX_BYTES 400

static char folder[] = "/tmp/vedette-entries-XXXXXX", clip_path[64], events_path[64], record_path[64];
static game *the_game;

// Chance ------------------------------------------------------------------------------------------------------------------------------------

static uint32_t chance;

static uint32_t draw(uint32_t below) {
    chance ^= chance << 13;  // xorshift32 (Marsaglia 2003)
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return (chance >> 4) % below;
}

static double draw_between(double low, double high) { return low + (high - low) * draw(10000) / 10000; }
static bool draw_coin(void) { return draw(2) == 0; }
#define DRAW_OF(list) (list)[draw((uint32_t)(sizeof(list) / sizeof *(list)))]

static const char *draw_unit(void) { return the_game->units[draw((uint32_t)the_game->unit_count)].id; }
static const char *draw_figure(void) { return the_game->figures[draw((uint32_t)the_game->figure_count)].id; }
static const char *draw_side(void) { return the_game->sides[draw((uint32_t)the_game->side_count)].id; }

// The first of a few figures of a unit that follow each other.
static int draw_first(const game_unit *u, int *count) {
    *count = 1 + (int)draw((uint32_t)u->figure_count);
    return u->first_figure + (int)draw((uint32_t)(u->figure_count - *count + 1));
}

// Entries -----------------------------------------------------------------------------------------------------------------------------------

// Writes what goes between the kind and the closing brace: keys with a comma before each.
typedef void entry_maker(char *out, size_t capacity);

static void make_header(char *out, size_t capacity) { snprintf(out, capacity, ",\"vedette\":1,\"title\":\"again\""); }

static void make_phase(char *out, size_t capacity) {
    static const char *const phases[] = {"movement", "melee", "rally", "movement"};
    snprintf(out, capacity, ",\"turn\":%u,\"phase\":\"%s\",\"side\":\"%s\"", 1 + draw(2), DRAW_OF(phases), draw_side());
}

static void make_initiative(char *out, size_t capacity) { snprintf(out, capacity, ",\"side\":\"%s\"", draw_side()); }

// Where people say that figures stand: on the table, beside it, or farther away than any camera sees.
static void make_poses(char *out, size_t capacity) {
    int count, first = draw_first(&the_game->units[draw((uint32_t)the_game->unit_count)], &count);
    double far[] = {0, 0, 60, 1e3, 9e3}, off = DRAW_OF(far);
    vec2 at = {draw_between(-off, the_game->width_in + off), draw_between(-off, the_game->depth_in + off)};
    size_t used = (size_t)snprintf(out, capacity, ",\"figures\":{");
    for (int i = first; i < first + count && used + 100 < capacity; i++)
        used += (size_t)snprintf(out + used, capacity - used, "%s\"%s\":[%.3f,%.3f,%.1f]", i == first ? "" : ",", the_game->figures[i].id,
                                 at.x + 1.2 * (i - first), at.y, draw_between(-180, 180));
    snprintf(out + used, capacity - used, "}");
}

static void make_observe(char *out, size_t capacity) {
    if (draw_coin())
        make_poses(out, capacity);
    else
        snprintf(out, capacity, ",\"hidden\":[\"%s\"]", draw_figure());
}

static void make_declare(char *out, size_t capacity) {
    static const char *const actions[] = {"charge", "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay",     "flee",
                                          "rally",  "about-face",   "left-face",   "change-frontage",     "shoot",     "reinforce"};
    snprintf(out, capacity, ",\"unit\":\"%s\",\"action\":\"%s\",\"target\":\"%s\"", draw_unit(), DRAW_OF(actions), draw_unit());
}

static void make_order(char *out, size_t capacity) {
    snprintf(out, capacity, ",\"unit\":\"%s\",\"moves\":[{\"direction\":%.0f,\"distance_in\":%.1f,\"facing\":%.0f}]", draw_unit(),
             draw_between(0, 360), draw_between(0, 9), draw_between(0, 360));
}

static void make_dice(char *out, size_t capacity) {
    static const char *const checks[] = {"morale", "discipline", "leadership", "rally"};
    snprintf(out, capacity, ",\"unit\":\"%s\",\"check\":\"%s\",\"outcome\":\"%s\"", draw_unit(), DRAW_OF(checks), draw_coin() ? "pass" : "fail");
}

static void make_status(char *out, size_t capacity) {
    static const char *const sets[] = {"\"in_command\":false",      "\"routed\":true,\"rout_cause\":[10,10]",
                                       "\"rallied\":true",          "\"movement_in\":3",
                                       "\"engaged_with\":[\"B1\"]", "\"leader\":null",
                                       "\"captured\":true",         "\"formation\":\"open\"",
                                       "\"concealed\":true"};
    snprintf(out, capacity, ",\"unit\":\"%s\",\"set\":{%s}", draw_unit(), DRAW_OF(sets));
}

// Casualties: one, several, or a whole unit.
static void make_remove(char *out, size_t capacity) {
    int count, first = draw_first(&the_game->units[draw((uint32_t)the_game->unit_count)], &count);
    size_t used = (size_t)snprintf(out, capacity, ",\"figures\":[");
    for (int i = first; i < first + count; i++)
        used += (size_t)snprintf(out + used, capacity - used, "%s\"%s\"", i == first ? "" : ",", the_game->figures[i].id);
    snprintf(out + used, capacity - used, "]");
}

static void make_unit(char *out, size_t capacity) { snprintf(out, capacity, ",\"unit\":\"%s\"", draw_unit()); }

static void make_ruling(char *out, size_t capacity) {
    static const char *const rulings[] = {"uphold", "overrule"};
    snprintf(out, capacity, ",\"move\":%u,\"ruling\":\"%s\",\"by\":\"a judge\"", 1 + draw(3), DRAW_OF(rulings));
}

static void make_behaviour(char *out, size_t capacity) {
    static const char *const rules[] = {"*", "OVER_DISTANCE", "BS1-7.10-3"}, *const hows[] = {"announce", "propose", "log", "off"};
    snprintf(out, capacity, ",\"rule\":\"%s\",\"behaviour\":\"%s\"", DRAW_OF(rules), DRAW_OF(hows));
}

// By kind: a new kind of event has none until its line stands here, and the tests fail.
static entry_maker *const makers[EVENT_KIND_COUNT] = {
    [EVENT_HEADER] = make_header,   [EVENT_PHASE] = make_phase,         [EVENT_INITIATIVE] = make_initiative,
    [EVENT_OBSERVE] = make_observe, [EVENT_DECLARE] = make_declare,     [EVENT_ORDER] = make_order,
    [EVENT_DICE] = make_dice,       [EVENT_STATUS] = make_status,       [EVENT_REMOVE] = make_remove,
    [EVENT_PLACE] = make_poses,     [EVENT_END_MOVE] = make_unit,       [EVENT_TAKE_BACK] = make_unit,
    [EVENT_RULING] = make_ruling,   [EVENT_BEHAVIOUR] = make_behaviour,
};

static void make_line(event_kind kind, double t_s, char line[LINE_MAX_BYTES]) {
    char rest[LINE_MAX_BYTES - 80];
    assert_non_null(makers[kind]);
    makers[kind](rest, sizeof rest);
    snprintf(line, LINE_MAX_BYTES, "{\"kind\":\"%s\",\"t\":%.2f%s}", event_kind_name(kind), t_s, rest);
}

static int by_time(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }

// The file of entries of one run: a movement phase first, then one of each kind and others, in any order. Counts what the reader takes, by kind.
static void write_entries(int taken[EVENT_KIND_COUNT]) {
    double at_s[ENTRIES];
    event_kind kinds[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
        at_s[i] = draw_between(0, TO_S - FROM_S);
        kinds[i] = (event_kind)(i < EVENT_KIND_COUNT ? (uint32_t)i : draw(EVENT_KIND_COUNT));
    }
    for (int i = ENTRIES - 1; i > 0; i--) {
        int k = (int)draw((uint32_t)i + 1);
        event_kind kind = kinds[i];
        kinds[i] = kinds[k], kinds[k] = kind;
    }
    qsort(at_s, ENTRIES, sizeof *at_s, by_time);
    FILE *f = fopen(events_path, "w");
    stream_reader *reader;
    fault fault = {""};
    assert_non_null(f);
    assert_int_equal(stream_reader_create(the_game, &reader, &fault), STATUS_OK);
    fprintf(f, "{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}\n");
    for (int i = 0; i < ENTRIES; i++) {
        char line[LINE_MAX_BYTES];
        event e;
        make_line(kinds[i], at_s[i], line);
        if (stream_read_event(reader, line, strlen(line), &e, &fault) != STATUS_OK) fail_msg("%s\n%s", line, fault.text);
        taken[e.kind]++;
        fprintf(f, "%s\n", line);
    }
    stream_reader_destroy(reader);
    assert_int_equal(fclose(f), 0);
}

// The tests ---------------------------------------------------------------------------------------------------------------------------------

static int begin(void **state) {
    fault fault = {""};
    (void)state;
    if (!mkdtemp(folder) || cli_read_game(GAME, &the_game, &fault) != STATUS_OK) return -1;
    snprintf(clip_path, sizeof clip_path, "%s/a.mp4", folder);
    snprintf(events_path, sizeof events_path, "%s/a.events.jsonl", folder);
    snprintf(record_path, sizeof record_path, "%s/a.vedette", folder);
    return excerpt_make("samples/battle.mp4", FROM_S, TO_S, clip_path) ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    game_destroy(the_game);
    unlink(clip_path);
    unlink(events_path);
    unlink(record_path);
    return rmdir(folder);
}

// 1 is the exit code where entries contradicted the game and were left aside, which random ones do.
static void watch_with_entries(uint32_t seed) {
    int taken[EVENT_KIND_COUNT] = {0};
    chance = seed;
    write_entries(taken);
    for (int k = 0; k < EVENT_KIND_COUNT; k++)
        if (taken[k] == 0) fail_msg("seed %u: no entry of the kind \"%s\"", seed, event_kind_name((event_kind)k));
    unlink(record_path);
    watch_options o = {
        .game = GAME, .calibration = "samples/battle.cal.json", .source = clip_path, .events = events_path, .record = record_path, .quiet = true};
    int code = watch_run(&o);
    if (code != EXIT_DONE && code != EXIT_NOT_IN_ORDER) fail_msg("seed %u: ended with %d", seed, code);
}

static void every_kind_of_entry_can_come_while_watching(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) watch_with_entries(seed * 2654435761u);
}

// Figures are taken off one after the other until none is left, while hands are at work; some come back.
static void every_figure_can_be_taken_off_while_watching(void **state) {
    (void)state;
    FILE *f = fopen(events_path, "w");
    assert_non_null(f);
    for (int i = 0; i < the_game->figure_count; i++) {
        const game_figure *g = &the_game->figures[i];
        double t_s = (TO_S - FROM_S - 1) * i / the_game->figure_count;
        fprintf(f, "{\"kind\":\"remove\",\"t\":%.3f,\"figures\":[\"%s\"]}\n", t_s, g->id);
        if (i % 5 == 0) fprintf(f, "{\"kind\":\"place\",\"t\":%.3f,\"figures\":{\"%s\":[%.3f,%.3f,90]}}\n", t_s, g->id, g->start.at.x, g->start.at.y);
    }
    assert_int_equal(fclose(f), 0);
    watch_options o = {.game = GAME, .calibration = "samples/battle.cal.json", .source = clip_path, .events = events_path, .quiet = true};
    int code = watch_run(&o);
    assert_true(code == EXIT_DONE || code == EXIT_NOT_IN_ORDER);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_of_entry_can_come_while_watching),
                                       cmocka_unit_test(every_figure_can_be_taken_off_while_watching)};
    return cmocka_run_group_tests(tests, begin, end);
}
