// What would change a verdict: each thing that is told is judged on both of its sides here, by the session itself.
#include "referee/flips.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "referee/session.h"
#include "stream/stream.h"

// One unit of three in a row that may go 12", and an enemy far away.
static const char game_format[] =
    "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"options\":{%s},"
    "\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],\"units\":["
    "{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":%g,\"figures\":["
    "{\"id\":\"a\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[10,10,90]},"
    "{\"id\":\"b\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[11,10,90]},"
    "{\"id\":\"c\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[12,10,90]}]},"
    "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":9,\"figures\":["
    "{\"id\":\"x\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[60,40,-90]}]}]}";

#define LINES_MOST 8

typedef struct {
    char game[4000];
    char text[LINES_MOST][200];
    long count;
} table;

static void add_line(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_line(table *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->text[t->count], sizeof t->text[0], format, args);
    va_end(args);
    t->count++;
}

static void set_game(table *t, const char *options, double rate) { snprintf(t->game, sizeof t->game, game_format, options, rate); }

// The unit goes straight ahead by so many inches in its phase.
static table straight_ahead(double inches) {
    table t = {.count = 0};
    set_game(&t, "", 12);
    add_line(&t, "{\"kind\":\"phase\",\"t\":1,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}");
    add_line(&t, "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"a\":[10,%.2f,90],\"b\":[11,%.2f,90],\"c\":[12,%.2f,90]}}", 10 + inches / 2,
             10 + inches / 2, 10 + inches / 2);
    add_line(&t, "{\"kind\":\"observe\",\"t\":3,\"figures\":{\"a\":[10,%.2f,90],\"b\":[11,%.2f,90],\"c\":[12,%.2f,90]}}", 10 + inches, 10 + inches,
             10 + inches);
    add_line(&t, "{\"kind\":\"end-move\",\"t\":4,\"unit\":\"R1\"}");
    return t;
}

static flips found(const table *t) {
    static flips f;
    fault fault = {""};
    const char *lines[LINES_MOST];
    for (int i = 0; i < LINES_MOST; i++) lines[i] = t->text[i];
    const flip_case c = {.game_text = t->game, .lines = lines, .count = t->count, .unit = "R1", .t_s = 4};
    if (flips_find(&c, &f, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return f;
}

static void hear(void *context, const report *what) {
    if (what->kind == REPORT_MOVE) *(ruling *)context = what->verdict->ruling;
}

// The ruling when the game is judged with these options and rate; `declared` before the move, or NULL.
static ruling judged(const table *t, const char *options, double rate, const char *declared) {
    table other = *t;
    game *g;
    session *s;
    stream_reader *r;
    event e;
    fault fault = {""};
    ruling is = RULING_ADVISORY;
    set_game(&other, options, rate);
    if (game_parse(other.game, strlen(other.game), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(session_create(g, (session_options){0}, hear, &is, &s, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(g, &r, &fault), STATUS_OK);
    for (long i = 0; i < t->count; i++) {
        if (i == 1 && declared) {
            assert_int_equal(stream_read_event(r, declared, strlen(declared), &e, &fault), STATUS_OK);
            session_feed(s, &e, &fault);
        }
        assert_int_equal(stream_read_event(r, t->text[i], strlen(t->text[i]), &e, &fault), STATUS_OK);
        session_feed(s, &e, &fault);
    }
    session_finish(s, 5, &fault);
    stream_reader_destroy(r);
    session_destroy(s);
    game_destroy(g);
    return is;
}

static const flip *named(const flips *f, const char *name) {
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->at[i].name, name) == 0) return &f->at[i];
    return NULL;
}

// 20" at a rate of 12": even a forced march is 18". It is illegal as long as 20" less 3.5 sigma of 0.043" lie beyond 1.5 times the rate and the
// players' tolerance of 0.1": up to (20 - 0.15 - 0.1) / 1.5 = 13.17".
static void the_rate_that_would_do_is_told(void **state) {
    (void)state;
    table t = straight_ahead(20);
    flips f = found(&t);
    assert_int_equal(f.was, RULING_ILLEGAL);
    const flip *rate = named(&f, "movement_in");
    assert_non_null(rate);
    assert_true(rate->is == 12);
    assert_true(rate->at > 13.12 && rate->at < 13.24);
    assert_int_equal(judged(&t, "", rate->at, NULL), rate->becomes);
    assert_int_equal(judged(&t, "", rate->not_at, NULL), RULING_ILLEGAL);
    assert_int_not_equal(rate->becomes, RULING_ILLEGAL);
    assert_non_null(strstr(rate->text, "if the rate were"));
}

// Each number that is told flips the ruling where it says so, and not well short of it; so does each word.
static void all_that_is_told_holds(void **state) {
    (void)state;
    static const double ways[] = {20, 14, 18.3};
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        table t = straight_ahead(ways[w]);
        flips f = found(&t);
        for (int i = 0; i < f.count; i++) {
            const flip *one = &f.at[i];
            char options[200];
            if (one->kind == FLIP_NUMBER) {
                snprintf(options, sizeof options, "\"%s\":%.10g", one->name, one->at);
                assert_int_equal(judged(&t, options, 12, NULL), one->becomes);
                snprintf(options, sizeof options, "\"%s\":%.10g", one->name, one->not_at);
                assert_int_equal(judged(&t, options, 12, NULL), f.was);
            }
            if (one->kind == FLIP_CHOICE) {
                const char *quote = strcmp(one->value, "true") == 0 || strcmp(one->value, "false") == 0 ? "" : "\"";
                snprintf(options, sizeof options, "\"%s\":%s%s%s", one->name, quote, one->value, quote);
                assert_int_equal(judged(&t, options, 12, NULL), one->becomes);
            }
            assert_int_not_equal(one->becomes, f.was);
        }
        assert_true(f.count > 0);
    }
}

// 14" at a rate of 12" asks whether it was a forced march: declared, it is none to ask about.
static void a_declaration_that_would_do_is_told(void **state) {
    (void)state;
    table t = straight_ahead(14);
    flips f = found(&t);
    assert_int_equal(f.was, RULING_ASK);
    const flip *march = named(&f, "forced-march");
    assert_non_null(march);
    assert_int_equal(judged(&t, "", 12, "{\"kind\":\"declare\",\"t\":1,\"unit\":\"R1\",\"action\":\"forced-march\"}"), march->becomes);
}

static void a_move_far_from_its_limit_has_none(void **state) {
    (void)state;
    table t = straight_ahead(6);
    flips f = found(&t);
    assert_int_equal(f.was, RULING_LEGAL);
    assert_int_equal(f.count, 0);
    t = straight_ahead(11.8);
    f = found(&t);
    const flip *rate = named(&f, "movement_in");
    assert_non_null(rate);
    assert_true(rate->at < 12 && rate->at > 11.4);
}

static void a_verdict_that_never_fell_is_refused(void **state) {
    (void)state;
    flips f;
    fault fault = {""};
    table t = straight_ahead(6);
    const char *const lines[] = {t.text[0], t.text[1], t.text[2], t.text[3]};
    flip_case c = {.game_text = t.game, .lines = lines, .count = t.count, .unit = "B1", .t_s = 4};
    assert_int_equal(flips_find(&c, &f, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "no verdict on B1"));
    c.game_text = "no game";
    assert_int_equal(flips_find(&c, &f, &fault), STATUS_INVALID);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rate_that_would_do_is_told),       cmocka_unit_test(all_that_is_told_holds),
        cmocka_unit_test(a_declaration_that_would_do_is_told),  cmocka_unit_test(a_move_far_from_its_limit_has_none),
        cmocka_unit_test(a_verdict_that_never_fell_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
