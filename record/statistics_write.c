// Statistics as JSON and as a table.
#include "record/csv.h"
#include "record/statistics.h"
#include "stream/json_text.h"

static void put_counts(json_text *j, const statistics_counts *c) {
    emit_key_int(j, "moves", c->moves);
    emit_key_int(j, "legal", c->legal);
    emit_key_int(j, "illegal", c->illegal);
    emit_key_int(j, "doubtful", c->doubtful);
    emit_key_int(j, "ask", c->ask);
    emit_key_int(j, "upheld", c->upheld);
    emit_key_int(j, "overruled", c->overruled);
    emit_key_int(j, "taken_back", c->taken_back);
    emit_key_number(j, "distance_in", c->distance_in, 2);
    emit_key_int(j, "acts", c->acts);
    emit_key_int(j, "illegal_acts", c->illegal_acts);
}

static void put_named(json_text *j, const char *id, const char *name, const statistics_counts *c) {
    emit_open(j, '{');
    emit_key_string(j, "id", id);
    emit_key_string(j, "name", name);
    put_counts(j, c);
    emit_close(j, '}');
}

static void put_rules(json_text *j, statistics *s) {
    int count;
    const statistics_rule *rules = statistics_rules(s, &count);
    emit_key(j, "rules");
    emit_open(j, '[');
    for (int i = 0; i < count; i++) {
        emit_open(j, '{');
        emit_key_string(j, "rule", rules[i].rule);
        emit_key_int(j, "illegal", rules[i].illegal);
        emit_key_int(j, "doubtful", rules[i].doubtful);
        emit_key_int(j, "ask", rules[i].ask);
        emit_key_int(j, "advisory", rules[i].advisory);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

static void put_turns(json_text *j, statistics *s, const game *g) {
    int count;
    const statistics_turn *turns = statistics_turns(s, &count);
    emit_key(j, "turns");
    emit_open(j, '[');
    for (int i = 0; i < count; i++) {
        emit_open(j, '{');
        emit_key_int(j, "turn", turns[i].turn);
        if (turns[i].side >= 0) emit_key_string(j, "side", g->sides[turns[i].side].id);
        emit_key_number(j, "seconds", turns[i].seconds, 1);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

char *statistics_json(statistics *s) {
    json_text j = {0};
    const game *g = statistics_game(s);
    statistics_counts c = statistics_of_all(s);
    emit_open(&j, '{');
    emit_key(&j, "all");
    emit_open(&j, '{');
    put_counts(&j, &c);
    emit_close(&j, '}');
    emit_key(&j, "sides");
    emit_open(&j, '[');
    for (int i = 0; i < g->side_count; i++) c = statistics_of_side(s, i), put_named(&j, g->sides[i].id, game_side_name(&g->sides[i]), &c);
    emit_close(&j, ']');
    emit_key(&j, "units");
    emit_open(&j, '[');
    for (int i = 0; i < g->unit_count; i++) c = statistics_of_unit(s, i), put_named(&j, g->units[i].id, game_unit_name(&g->units[i]), &c);
    emit_close(&j, ']');
    put_rules(&j, s);
    put_turns(&j, s, g);
    emit_close(&j, '}');
    return emit_finish(&j);
}

static void write_row(FILE *out, const char *what, const char *id, const char *name, const statistics_counts *c) {
    const int judged = c->moves - c->taken_back;
    csv_put_text(out, what);
    fputc(',', out);
    csv_put_text(out, id);
    fputc(',', out);
    csv_put_text(out, name);
    fprintf(out, ",%d,%d,%d,%d,%d,%d,%d,%d,%.2f,%.4f,,,%d,%d\r\n", c->moves, c->legal, c->illegal, c->doubtful, c->ask, c->upheld, c->overruled,
            c->taken_back, c->distance_in, judged > 0 ? (double)c->doubtful / judged : 0, c->acts, c->illegal_acts);
}

void statistics_write_csv(statistics *s, FILE *out) {
    const game *g = statistics_game(s);
    int count;
    fputs(
        "what,id,name,moves,legal,illegal,doubtful,ask,upheld,overruled,taken_back,distance_in,doubtful_share,advisory,seconds,acts,illegal_acts\r\n",
        out);
    statistics_counts c = statistics_of_all(s);
    write_row(out, "all", "", "", &c);
    for (int i = 0; i < g->side_count; i++) c = statistics_of_side(s, i), write_row(out, "side", g->sides[i].id, game_side_name(&g->sides[i]), &c);
    for (int i = 0; i < g->unit_count; i++) c = statistics_of_unit(s, i), write_row(out, "unit", g->units[i].id, game_unit_name(&g->units[i]), &c);
    const statistics_rule *rules = statistics_rules(s, &count);
    for (int i = 0; i < count; i++) {
        fputs("\"rule\",", out);
        csv_put_text(out, rules[i].rule);
        fprintf(out, ",\"\",,,%d,%d,%d,,,,,,%d,,,\r\n", rules[i].illegal, rules[i].doubtful, rules[i].ask, rules[i].advisory);
    }
    const statistics_turn *turns = statistics_turns(s, &count);
    for (int i = 0; i < count; i++) {
        fprintf(out, "\"turn\",\"%d\",", turns[i].turn);
        csv_put_text(out, turns[i].side >= 0 ? g->sides[turns[i].side].name : "");
        fprintf(out, ",,,,,,,,,,,,%.1f,,\r\n", turns[i].seconds);
    }
}
