#include "referee/conclusions.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {[REPORT_MOVE] = "move", [REPORT_ACT] = "act", [REPORT_ALERT] = "alert", [REPORT_OBLIGATION] = "obligation"};
#define KINDS ((int)(sizeof names / sizeof *names))

const char *conclusion_kind(const conclusion *c) { return names[c->kind]; }

static void copy_keys(cJSON *to, const cJSON *from, const char *const *keys) {
    for (; *keys; keys++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, *keys);
        if (item) cJSON_AddItemToObject(to, *keys, cJSON_Duplicate(item, true));
    }
}

// The parts that a person compares, with the numbers that they rest on: no number of the move, no places.
static char *brief_of(const char *json) {
    static const char *const own[] = {"ruling", "cost_in", "allowance_in", "taken_back", "rule", "violation", "behaviour", "message", NULL};
    static const char *const of_finding[] = {"ruling", "violation", "rule", "behaviour", "message", "measured", "allowed", "unit", NULL};
    cJSON *o = cJSON_Parse(json), *out = cJSON_CreateObject();
    copy_keys(out, o, own);
    const cJSON *f, *findings = cJSON_GetObjectItemCaseSensitive(o, "findings");
    cJSON *list = findings ? cJSON_AddArrayToObject(out, "findings") : NULL;
    cJSON_ArrayForEach(f, findings) {
        cJSON *one = cJSON_CreateObject();
        copy_keys(one, f, of_finding);
        cJSON_AddItemToArray(list, one);
    }
    char *text = o && out ? cJSON_PrintUnformatted(out) : NULL;
    cJSON_Delete(o);
    cJSON_Delete(out);
    return text;
}

static conclusion *next_place(conclusions *c) {
    if (c->count == c->capacity) {
        long capacity = c->capacity ? 2 * c->capacity : 64;
        conclusion *more = realloc(c->at, (size_t)capacity * sizeof *more);
        if (!more) return NULL;
        c->at = more;
        c->capacity = capacity;
    }
    return &c->at[c->count];
}

// Takes brief and line, which are freed where they can't be kept.
static void keep(conclusions *c, conclusion what, const char *rule, char *brief, char *line) {
    conclusion *one = brief && line ? next_place(c) : NULL;
    if (!one) {
        free(brief);
        free(line);
        c->failed = true;
        return;
    }
    *one = what;
    one->reported = c->count++;
    one->brief = brief;
    one->line = line;
    snprintf(one->rule, sizeof one->rule, "%s", rule);
}

static void add(conclusions *c, conclusion what, const char *rule, const char *json) { keep(c, what, rule, brief_of(json), strdup(json)); }

void conclusions_add(conclusions *c, const game *g, const report *what) {
    bool is_verdict = what->kind == REPORT_MOVE || what->kind == REPORT_ACT;
    if (!is_verdict && what->kind != REPORT_ALERT && what->kind != REPORT_OBLIGATION) return;
    int unit = is_verdict ? what->verdict->unit : what->kind == REPORT_ALERT ? what->alert->unit : what->obligation->unit;
    const char *rule = what->kind == REPORT_ALERT ? what->alert->rule : what->kind == REPORT_OBLIGATION ? what->obligation->rule : "";
    int move = what->kind == REPORT_MOVE ? what->verdict->move : 0;
    add(c, (conclusion){.kind = what->kind, .t_s = what->t_s, .unit = g->units[unit].id, .move = move}, rule, what->drawn ? what->drawn : what->json);
}

static const char *text_at(const cJSON *o, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return text ? text : "";
}

static bool is_kind(const char *word, report_kind *out) {
    for (int k = 0; word && k < KINDS; k++) {
        if (!names[k] || strcmp(names[k], word) != 0) continue;
        *out = (report_kind)k;
        return true;
    }
    return false;
}

// What a line or a change says of whom it is about.
static conclusion read_subject(const cJSON *o, const game *g, report_kind kind, double t_s) {
    int unit = game_find_unit(g, text_at(o, "unit"));
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(o, "move");
    conclusion one = {.kind = kind, .t_s = t_s, .unit = unit >= 0 ? g->units[unit].id : ""};
    if (kind == REPORT_MOVE && cJSON_IsNumber(move)) one.move = move->valueint;
    return one;
}

static bool has_rule(report_kind kind) { return kind == REPORT_ALERT || kind == REPORT_OBLIGATION; }

void conclusions_add_line(conclusions *c, const game *g, const char *kind, double t_s, const char *json) {
    report_kind k;
    if (!is_kind(kind, &k)) return;
    cJSON *o = cJSON_Parse(json);
    add(c, read_subject(o, g, k, t_s), has_rule(k) ? text_at(o, "rule") : "", json);
    cJSON_Delete(o);
}

static bool is_same(const conclusion *a, const conclusion *b, const char *brief) {
    return a->kind == b->kind && a->t_s == b->t_s && strcmp(a->unit, b->unit) == 0 && strcmp(a->rule, b->rule) == 0 && strcmp(a->brief, brief) == 0;
}

static void drop(conclusions *c, const conclusion *like, const char *brief) {
    for (long i = 0; i < c->count; i++) {
        if (!is_same(&c->at[i], like, brief)) continue;
        free(c->at[i].brief);
        free(c->at[i].line);
        memmove(&c->at[i], &c->at[i + 1], (size_t)(c->count - i - 1) * sizeof *c->at);
        c->count--;
        return;
    }
}

void conclusions_change(conclusions *c, const game *g, const char *json) {
    cJSON *o = cJSON_Parse(json);
    const cJSON *t = cJSON_GetObjectItemCaseSensitive(o, "t"), *was = cJSON_GetObjectItemCaseSensitive(o, "was"),
                *is = cJSON_GetObjectItemCaseSensitive(o, "is");
    report_kind kind;
    if (cJSON_IsNumber(t) && is_kind(text_at(o, "of"), &kind)) {
        conclusion one = read_subject(o, g, kind, t->valuedouble);
        snprintf(one.rule, sizeof one.rule, "%s", has_rule(kind) ? text_at(cJSON_IsObject(is) ? is : was, "rule") : "");
        char *brief = cJSON_IsObject(was) ? cJSON_PrintUnformatted(was) : NULL;
        if (brief) drop(c, &one, brief);
        free(brief);
        if (cJSON_IsObject(is)) keep(c, one, one.rule, cJSON_PrintUnformatted(is), strdup(""));
    }
    cJSON_Delete(o);
}

void conclusions_free(conclusions *c) {
    for (long i = 0; i < c->count; i++) {
        free(c->at[i].brief);
        free(c->at[i].line);
    }
    free(c->at);
    *c = (conclusions){0};
}
