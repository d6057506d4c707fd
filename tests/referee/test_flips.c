// Each flip that is told is held against a whole game judged again with that one thing changed: at the value told the ruling changes, and at its
// neighbour it does not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>
#include <cmocka.h>

#include "bench/random_moves.h"
#include "referee/flips.h"
#include "stream/stream.h"

#define LINES_MAX 400

// A game as text, and its events as lines.
typedef struct {
    const char *game;
    char *lines[LINES_MAX];
    int count;
} play;

static const char table[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
    "\"units\":["
    "{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":12,\"figures\":[{\"id\":\"R1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20}"
    ","
    "\"start\":[20,10,90]},{\"id\":\"R1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[20.7874,10,90]}]},"
    "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":12,\"figures\":[{\"id\":\"B1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":"
    "20},"
    "\"start\":[60,40,-90]}]}]}";

static void add_line(play *p, const char *line) {
    assert_true(p->count < LINES_MAX);
    p->lines[p->count++] = strdup(line);
}

static void forget(play *p) {
    for (int i = 0; i < p->count; i++) free(p->lines[i]);
}

// R1 goes by (dx, dy) in the movement phase of red.
static play play_move(double dx, double dy) {
    play p = {.game = table};
    char line[256];
    add_line(&p, "{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}");
    snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[%.4f,%.4f,90],\"R1-2\":[%.4f,%.4f,90]}}", 20 + dx, 10 + dy,
             20.7874 + dx, 10 + dy);
    add_line(&p, line);
    add_line(&p, "{\"kind\":\"end-move\",\"t\":9,\"unit\":\"R1\"}");
    return p;
}

// The game with one more house rule.
static game *game_with(const char *text, const char *name, const char *value) {
    game *g;
    fault fault = {""};
    cJSON *o = cJSON_Parse(text), *options = cJSON_GetObjectItem(o, "options");
    if (!options) options = cJSON_AddObjectToObject(o, "options");
    if (name) cJSON_DeleteItemFromObject(options, name);
    if (name) cJSON_AddRawToObject(options, name, value);
    char *whole = cJSON_PrintUnformatted(o);
    if (game_parse(whole, strlen(whole), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    free(whole);
    cJSON_Delete(o);
    return g;
}

typedef struct {
    int move, at;  // the line that is fed
    ruling ruling;
    int ended_at;  // the line that ended it, past the last where the game was over; -1: there was no such move
} awaited;

static void hear(void *context, const report *what) {
    awaited *a = context;
    if (what->kind != REPORT_MOVE || what->verdict->move != a->move) return;
    a->ruling = what->verdict->ruling;
    a->ended_at = a->at;
}

static void feed(session *s, stream_reader *r, const char *line) {
    event e;
    fault fault = {""};
    if (stream_read_event(r, line, strlen(line), &e, &fault) != STATUS_OK) fail_msg("%s: %s", line, fault.text);
    assert_int_equal(session_feed(s, &e, &fault), STATUS_OK);
}

// Judges the whole game, with `entry` before line `before` (-1: nowhere), and tells of one move.
static awaited judge(const play *p, const game *g, int move, const char *entry, int before) {
    awaited a = {.move = move, .ended_at = -1};
    session *s;
    stream_reader *r;
    fault fault = {""};
    assert_int_equal(session_create(g, (session_options){0}, hear, &a, &s, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(g, &r, &fault), STATUS_OK);
    for (a.at = 0; a.at < p->count; a.at++) {
        if (a.at == before) feed(s, r, entry);
        feed(s, r, p->lines[a.at]);
    }
    assert_int_equal(session_finish(s, 1e5, &fault), STATUS_OK);
    stream_reader_destroy(r);
    session_destroy(s);
    return a;
}

typedef struct {
    int move;
    flips *out;
    bool found;
} wanted;

static void take_case(void *context, const session_case *c) {
    wanted *w = context;
    if (c->verdict->move != w->move) return;
    w->found = true;
    assert_int_equal(flips_find(c, w->out), STATUS_OK);
}

static void ignore(void *context, const report *what) {
    (void)context;
    (void)what;
}

// The flips of a move as it was judged last. False: there is no such move.
static bool find(const play *p, int move, flips *out) {
    game *g = game_with(p->game, NULL, NULL);
    session *s;
    stream_reader *r;
    fault fault = {""};
    wanted w = {.move = move, .out = out};
    out->count = 0;
    assert_int_equal(session_create(g, (session_options){.judged = take_case, .judged_context = &w}, ignore, NULL, &s, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(g, &r, &fault), STATUS_OK);
    for (int i = 0; i < p->count; i++) feed(s, r, p->lines[i]);
    assert_int_equal(session_finish(s, 1e5, &fault), STATUS_OK);
    stream_reader_destroy(r);
    session_destroy(s);
    game_destroy(g);
    return w.found;
}

static bool observes(const char *line, const char *figure) { return strstr(line, "observe") && strstr(line, figure); }

// The first line of the move: observations of its unit with none of another's between them.
static int line_of_move(const play *p, const game *g, const flip *f, int ended_at) {
    char figure[GAME_ID_MAX + 4];
    int i = ended_at < p->count ? ended_at : p->count - 1;
    snprintf(figure, sizeof figure, "\"%s\":", g->figures[g->units[f->unit].first_figure].id);
    while (i >= 0 && !observes(p->lines[i], figure)) i--;
    if (i < 0) fail_msg("move %d was never observed", f->move);
    while (i > 0 && observes(p->lines[i - 1], figure)) i--;
    return i;
}

static double time_of(const char *line) { return strtod(strstr(line, "\"t\":") + 4, NULL); }

static void write_entry(const flip *f, const game *g, double t_s, double value, char *out, size_t size) {
    const char *unit = g->units[f->unit].id;
    int n = 0;
    if (f->kind == FLIP_RATE)
        snprintf(out, size, "{\"kind\":\"status\",\"t\":%.17g,\"unit\":\"%s\",\"set\":{\"movement_in\":%.17g}}", t_s, unit, value);
    if (f->kind == FLIP_COMMAND) snprintf(out, size, "{\"kind\":\"status\",\"t\":%.17g,\"unit\":\"%s\",\"set\":{\"in_command\":true}}", t_s, unit);
    if (f->kind == FLIP_DICE)
        snprintf(out, size, "{\"kind\":\"dice\",\"t\":%.17g,\"unit\":\"%s\",\"check\":\"%s\",\"outcome\":\"pass\"}", t_s, unit, f->name);
    if (f->kind != FLIP_DECLARED) return;
    n = snprintf(out, size, "{\"kind\":\"declare\",\"t\":%.17g,\"unit\":\"%s\",\"action\":\"%s\"", t_s, unit, f->name);
    if (f->target >= 0) n += snprintf(out + n, size - (size_t)n, ",\"target\":\"%s\"", g->units[f->target].id);
    if (f->word[0]) n += snprintf(out + n, size - (size_t)n, ",\"to\":\"%s\"", f->word);
    snprintf(out + n, size - (size_t)n, "}");
}

static bool is_number(const flip *f) { return f->kind == FLIP_RATE || f->kind == FLIP_NUMBER; }
static bool is_option(const flip *f) { return f->kind == FLIP_NUMBER || f->kind == FLIP_WORD; }

// The ruling of the whole game judged again with the flip's thing at `value`.
static ruling judge_otherwise(const play *p, const flip *f, double value) {
    char text[GAME_ID_MAX + 8], entry[512] = "";
    bool flag = strcmp(f->word, "true") == 0 || strcmp(f->word, "false") == 0;
    snprintf(text, sizeof text, flag ? "%s" : "\"%s\"", f->word);
    if (f->kind == FLIP_NUMBER) snprintf(text, sizeof text, "%.17g", value);
    game *g = game_with(p->game, is_option(f) ? f->name : NULL, text);
    awaited a = judge(p, g, f->move, NULL, -1);
    if (!is_option(f)) {
        int before = line_of_move(p, g, f, a.ended_at);
        write_entry(f, g, time_of(p->lines[before]), value, entry, sizeof entry);
        a = judge(p, g, f->move, entry, before);
    }
    game_destroy(g);
    assert_int_not_equal(a.ended_at, -1);
    return a.ruling;
}

static void check_flip(const play *p, const flip *f) {
    ruling at = judge_otherwise(p, f, f->at);
    if (at != f->becomes) fail_msg("move %d, %s: \"%s\", but it was %s", f->move, f->name, f->text, ruling_name(at));
    if (!is_number(f)) return;
    ruling last = judge_otherwise(p, f, f->last);
    bool same = f->was == RULING_LEGAL ? last == RULING_LEGAL : last != RULING_LEGAL;
    if (!same) fail_msg("move %d: \"%s\", but at %g it was %s too", f->move, f->text, f->last, ruling_name(last));
}

static const flip *named(const flips *found, const char *name) {
    for (int i = 0; i < found->count; i++)
        if (strcmp(found->at[i].name, name) == 0) return &found->at[i];
    return NULL;
}

static const struct {
    double dx, dy;
    ruling was;
    const char *flips[4];  // names that must be told; NULL after the last
    const char *why;
} cases[] = {
    {0,
     12.6,
     RULING_ASK,
     {"movement_in", "forced-march", "player_tolerance_in"},
     "a little too far: a faster unit, a forced march or a wider tolerance"},
    {0, 19, RULING_ILLEGAL, {"movement_in"}, "too far for any long move: a forced march makes no difference"},
    {0, 11.6, RULING_LEGAL, {"movement_in"}, "near the rate: a slower unit could not"},
    {0, 6, RULING_LEGAL, {NULL}, "half the rate: no limit is near"},
};

static void flips_hold_when_judged_again(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flips found;
        play p = play_move(cases[i].dx, cases[i].dy);
        assert_true(find(&p, 1, &found));
        for (int k = 0; k < 4 && cases[i].flips[k]; k++)
            if (!named(&found, cases[i].flips[k])) fail_msg("%s: %s is not told", cases[i].why, cases[i].flips[k]);
        if (!cases[i].flips[0] && found.count > 0) fail_msg("%s: %s", cases[i].why, found.at[0].text);
        for (int k = 0; k < found.count; k++) {
            assert_int_equal(found.at[k].was, cases[i].was);
            check_flip(&p, &found.at[k]);
        }
        if (i == 1) assert_null(named(&found, "forced-march"));
        forget(&p);
    }
}

// Advance of 12.6" at 12": with the tolerance of 0.1" and two sigma of a few hundredths the rate must be 12.5" less that, on the grid of 0.05".
static void a_rate_is_told_in_words(void **state) {
    (void)state;
    flips found;
    play p = play_move(0, 12.6);
    assert_true(find(&p, 1, &found));
    const flip *rate = named(&found, "movement_in");
    assert_non_null(rate);
    assert_true(rate->at >= 12.4 && rate->at <= 12.5);
    assert_true(rate->is == 12);
    assert_true(fabs(rate->at - rate->last - 0.05) < 1e-9);
    char text[64];
    snprintf(text, sizeof text, "legal if the rate were %g\"", rate->at);
    assert_string_equal(rate->text, text);
    assert_string_equal(named(&found, "forced-march")->text, "legal if a forced march were declared");
    forget(&p);
}

// Of a question that was answered, the answer's verdict is what can be changed.
static void an_answered_question_is_judged_as_answered(void **state) {
    (void)state;
    flips found;
    play p = play_move(0, 12.6);
    add_line(&p, "{\"kind\":\"declare\",\"t\":10,\"unit\":\"R1\",\"action\":\"forced-march\"}");
    assert_true(find(&p, 1, &found));
    for (int i = 0; i < found.count; i++) assert_int_equal(found.at[i].was, RULING_LEGAL);
    assert_null(named(&found, "forced-march"));
    forget(&p);
}

// A doubt names no rule: no house rule bears on it.
static void a_way_that_no_picture_shows_has_no_flip(void **state) {
    (void)state;
    flips found;
    play p = play_move(0, 6);
    char *seen = p.lines[1];
    char unseen[256];
    snprintf(unseen, sizeof unseen, "%.*s,\"gap_s\":0.9}", (int)strlen(seen) - 1, seen);
    p.lines[1] = strdup(unseen);
    free(seen);
    game *g = game_with(table, NULL, NULL);
    assert_int_equal(judge(&p, g, 1, NULL, -1).ruling, RULING_DOUBTFUL);
    game_destroy(g);
    assert_true(find(&p, 1, &found));
    for (int i = 0; i < found.count; i++) assert_true(found.at[i].kind != FLIP_NUMBER && found.at[i].kind != FLIP_WORD);
    forget(&p);
}

#define RANDOM_GAMES 4
#define RANDOM_LINES 40

static play play_random(random_moves *r) {
    play p = {.game = random_moves_game_file(r)};
    for (int i = 0; i < RANDOM_LINES; i++) {
        char *line = stream_event_json(random_moves_game(r), random_moves_next(r));
        assert_non_null(line);
        add_line(&p, line);
        free(line);
    }
    return p;
}

static void flips_of_random_games_hold(void **state) {
    (void)state;
    int checked = 0;
    for (unsigned seed = 1; seed <= RANDOM_GAMES; seed++) {
        random_moves *r = random_moves_create(6, 5, 2, seed);
        assert_non_null(r);
        random_moves_choose(r, seed % 2 ? RANDOM_ANY : RANDOM_PROGRAMS, 1);
        play p = play_random(r);
        flips found;
        for (int move = 1; find(&p, move, &found); move++)
            for (int i = 0; i < found.count; i++, checked++) check_flip(&p, &found.at[i]);
        forget(&p);
        random_moves_destroy(r);
    }
    assert_true(checked > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips_hold_when_judged_again),
        cmocka_unit_test(a_rate_is_told_in_words),
        cmocka_unit_test(a_way_that_no_picture_shows_has_no_flip),
        cmocka_unit_test(an_answered_question_is_judged_as_answered),
        cmocka_unit_test(flips_of_random_games_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
