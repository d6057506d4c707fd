#include "tests/fuzz/fuzz_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "stream/json_text.h"

#define GAMES_MAX 64
#define PARAMETERS_MAX 512

typedef enum { AS_USUAL, OTHERWISE, LEAST, MOST, TURNS } turn_kind;

void fuzz_insist(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static void put_words(json_text *j, const char *key, const char *const *words) {
    emit_key(j, key);
    emit_open(j, '[');
    for (; *words; words++) emit_string(j, *words);
    emit_close(j, ']');
}

static void last_choice(const char *choices, char *out, size_t capacity) {
    const char *bar = strrchr(choices, '|');
    snprintf(out, capacity, "%s", bar ? bar + 1 : choices);
}

static void put_option(json_text *j, const rules_parameter *p, turn_kind turn) {
    char word[64];
    double low = turn == LEAST ? p->least : turn == MOST ? p->most : p->number, high = turn == LEAST ? p->least : turn == MOST ? p->most : p->high;
    if (p->kind == OPTION_TEXT && !p->choices) return;
    emit_key(j, p->name);
    if (p->kind == OPTION_FLAG) {
        emit_bool(j, !p->flag);
    } else if (p->kind == OPTION_TEXT) {
        last_choice(p->choices, word, sizeof word);
        emit_string(j, word);
    } else if (p->kind == OPTION_NUMBER) {
        emit_exact(j, low);
    } else {
        emit_open(j, '[');
        emit_exact(j, low);
        emit_exact(j, high);
        emit_close(j, ']');
    }
}

static void put_options(json_text *j, const rules_ruleset *rs, turn_kind turn) {
    const rules_parameter *parameters[PARAMETERS_MAX];
    int n = turn == AS_USUAL ? 0 : rules_ruleset_parameters(rs, parameters, PARAMETERS_MAX);
    emit_key(j, "options");
    emit_open(j, '{');
    for (int i = 0; i < n; i++) put_option(j, parameters[i], turn);
    emit_close(j, '}');
}

static void put_base(json_text *j, int unit) {
    static const char *const bases[] = {"{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20}", "{\"shape\":\"round\",\"diameter_mm\":25}",
                                        "{\"shape\":\"rect\",\"width_mm\":25,\"depth_mm\":50}"};
    emit_key(j, "base");
    emit_raw(j, bases[unit % 3]);
}

static void put_array(json_text *j, int unit, bool lone, double x, double y, double heading_deg) {
    char at[64];
    emit_key(j, "array");
    emit_open(j, '{');
    emit_key_number(j, "files", lone ? 1 : 3, 0);
    emit_key_number(j, "ranks", lone ? 1 : 2, 0);
    put_base(j, unit);
    snprintf(at, sizeof at, "[%g,%g,%g]", x, y, heading_deg);
    emit_key(j, "at");
    emit_raw(j, at);
    emit_key_number(j, "gap_in", 0.5 * (unit % 3), 2);
    emit_close(j, '}');
}

static void put_unit(json_text *j, const rules_ruleset *rs, int unit, unit_type type, int side) {
    char id[16];
    snprintf(id, sizeof id, "U%d", unit);
    emit_open(j, '{');
    emit_key_string(j, "id", id);
    emit_key_string(j, "side", side ? "blue" : "red");
    emit_key_string(j, "type", unit_type_name(type));
    emit_key_number(j, "movement_in", 6 + 3 * (unit % 3), 0);
    emit_key_number(j, "charge_move_in", 12, 0);
    emit_key_number(j, "leadership", 7, 0);
    put_words(j, "traits", unit % 2 ? (const char *const[]){NULL} : rules_ruleset_words(rs, RULES_TRAITS));
    put_array(j, unit, type == UNIT_INDIVIDUAL || type == UNIT_LONE_MODEL, 8 + 9 * (unit / 2), side ? 30 : 18, side ? -90 : 90);
    emit_close(j, '}');
}

static void put_units(json_text *j, const rules_ruleset *rs) {
    const unit_type *types;
    int n = rules_ruleset_unit_types(rs, &types), unit = 0;
    emit_key(j, "units");
    emit_open(j, '[');
    for (int i = 0; i < (n == 1 ? 2 : n); i++)
        for (int side = 0; side < 2; side++) put_unit(j, rs, unit++, types[i % n], side);
    emit_close(j, ']');
}

static void put_terrain(json_text *j, const rules_ruleset *rs) {
    int n = 0;
    char text[256];
    emit_key(j, "terrain");
    emit_open(j, '[');
    for (const char *const *kind = rules_ruleset_words(rs, RULES_TERRAIN); *kind; kind++, n++) {
        double x = 4 + 6 * (n % 10), y = 21 + 4 * (n / 10);
        snprintf(text, sizeof text, "{\"id\":\"T%d\",\"kind\":\"%s\",\"polygon_in\":[[%g,%g],[%g,%g],[%g,%g],[%g,%g]],\"elevation_in\":%d}", n, *kind,
                 x, y, x + 5, y, x + 5, y + 3, x, y + 3, n % 3);
        emit_raw(j, text);
    }
    emit_close(j, ']');
}

static char *game_text(const rules_ruleset *rs, turn_kind turn) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key_number(&j, "vedette", 1, 0);
    emit_key_string(&j, "ruleset", rs->key);
    put_options(&j, rs, turn);
    emit_key(&j, "table");
    emit_raw(&j, "{\"width_in\":72,\"depth_in\":48}");
    emit_key(&j, "sides");
    emit_raw(&j, "[{\"id\":\"red\",\"home_edge\":\"south\"},{\"id\":\"blue\",\"home_edge\":\"north\"}]");
    put_units(&j, rs);
    put_terrain(&j, rs);
    emit_close(&j, '}');
    return emit_finish(&j);
}

static game *make_game(int choice) {
    const rules_ruleset *rs = rules_ruleset_at(choice / TURNS);
    fault fault = {""};
    game *g = NULL;
    rules *r = NULL;
    char *text = game_text(rs, (turn_kind)(choice % TURNS));
    status s = game_parse(text, strlen(text), rs->key, &g, NULL, NULL, &fault);
    if (s == STATUS_OK) s = rules_create(g, &r, &fault);
    rules_destroy(r);
    if (s != STATUS_OK) fprintf(stderr, "%s\n%s\n", fault.text, text);
    free(text);
    fuzz_insist(s == STATUS_OK, "every parameter takes its own least, most and other value");
    return g;
}

const game *fuzz_game(uint8_t choice) {
    static game *made[GAMES_MAX];
    int at = choice % (rules_ruleset_count() * TURNS) % GAMES_MAX;
    if (!made[at]) made[at] = make_game(at);
    return made[at];
}

static void hear(void *context, const report *what) {
    fuzz_table *t = context;
    t->reported++;
    fuzz_insist(what->json && what->json[0] == '{', "what is said is an object");
}

static void hear_words(void *context, const char *text) {
    fuzz_table *t = context;
    t->reported++;
    fuzz_insist(text[0] != 0, "words say something");
}

void fuzz_open(fuzz_table *t, const game *g, uint8_t choice) {
    fault fault = {""};
    *t = (fuzz_table){0};
    session_options o = {.states = choice >= 128, .drawn = true, .provisional = true, .note = hear_words, .bad = hear_words};
    fuzz_insist(session_create(g, o, hear, t, &t->session, &fault) == STATUS_OK, fault.text);
    fuzz_insist(stream_reader_create(g, &t->reader, &fault) == STATUS_OK, fault.text);
}

void fuzz_take(fuzz_table *t, const game *g, const event *e) {
    fault fault = {""};
    char *json = stream_event_json(g, e), *again;
    event read;
    fuzz_insist(json != NULL, "memory");
    fuzz_insist(stream_read_event(t->reader, json, strlen(json), &read, &fault) == STATUS_OK, json);
    fuzz_insist((again = stream_event_json(g, &read)) != NULL, "memory");
    fuzz_insist(strcmp(json, again) == 0, json);
    free(again);
    free(json);
    fuzz_insist(session_feed(t->session, &read, &fault) == STATUS_OK, fault.text);
    fuzz_insist(session_tick(t->session, read.t_s, &fault) == STATUS_OK, fault.text);
}

void fuzz_close(fuzz_table *t, double t_s) {
    fault fault = {""};
    fuzz_insist(session_finish(t->session, t_s, &fault) == STATUS_OK, fault.text);
    char *json = session_state_json(t->session, t_s, ""), *table = session_rules_json(t->session);
    fuzz_insist(json && table, "memory");
    free(json);
    free(table);
    session_destroy(t->session);
    stream_reader_destroy(t->reader);
}
