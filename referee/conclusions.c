#include "referee/conclusions.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_MAX 40

static const char *const names[] = {[REPORT_MOVE] = "move", [REPORT_ACT] = "act", [REPORT_ALERT] = "alert", [REPORT_OBLIGATION] = "obligation"};
#define KINDS ((int)(sizeof names / sizeof *names))

struct conclusion {
    report_kind kind;
    double t_s;
    const char *unit;    // id; the game's
    char rule[KEY_MAX];  // alert, obligation
    int move;            // its number; 0: no move
    long reported;       // conclusions reported before it
    char *brief;         // JSON of what may differ
};

static void copy_keys(cJSON *to, const cJSON *from, const char *const *keys) {
    for (; *keys; keys++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, *keys);
        if (item) cJSON_AddItemToObject(to, *keys, cJSON_Duplicate(item, true));
    }
}

// The parts that a person compares: no number of the move, no places.
static char *brief_of(const char *json) {
    static const char *const own[] = {"ruling", "cost_in", "allowance_in", "taken_back", "rule", "violation", "behaviour", "message", NULL};
    static const char *const of_finding[] = {"ruling", "violation", "rule", "behaviour", "message", "measured", "allowed", NULL};
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

static void add(conclusions *c, conclusion what, const char *rule, const char *json) {
    conclusion *one = next_place(c);
    what.brief = one ? brief_of(json) : NULL;
    if (!what.brief) {
        c->failed = true;
        return;
    }
    what.reported = c->count++;
    snprintf(what.rule, sizeof what.rule, "%s", rule);
    *one = what;
}

void conclusions_add(conclusions *c, const game *g, const report *what) {
    bool is_verdict = what->kind == REPORT_MOVE || what->kind == REPORT_ACT;
    if (!is_verdict && what->kind != REPORT_ALERT && what->kind != REPORT_OBLIGATION) return;
    int unit = is_verdict ? what->verdict->unit : what->kind == REPORT_ALERT ? what->alert->unit : what->obligation->unit;
    const char *rule = what->kind == REPORT_ALERT ? what->alert->rule : what->kind == REPORT_OBLIGATION ? what->obligation->rule : "";
    int move = what->kind == REPORT_MOVE ? what->verdict->move : 0;
    add(c, (conclusion){.kind = what->kind, .t_s = what->t_s, .unit = g->units[unit].id, .move = move}, rule, what->json);
}

static const char *text_at(const cJSON *o, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return text ? text : "";
}

void conclusions_add_line(conclusions *c, const game *g, const char *kind, double t_s, const char *json) {
    int k = 0;
    while (k < KINDS && !(names[k] && strcmp(names[k], kind) == 0)) k++;
    if (k == KINDS) return;
    cJSON *o = cJSON_Parse(json);
    int unit = game_find_unit(g, text_at(o, "unit"));
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(o, "move");
    conclusion one = {.kind = (report_kind)k, .t_s = t_s, .unit = unit >= 0 ? g->units[unit].id : ""};
    if (one.kind == REPORT_MOVE && cJSON_IsNumber(move)) one.move = move->valueint;
    add(c, one, one.kind == REPORT_ALERT || one.kind == REPORT_OBLIGATION ? text_at(o, "rule") : "", json);
    cJSON_Delete(o);
}

void conclusions_free(conclusions *c) {
    for (long i = 0; i < c->count; i++) free(c->at[i].brief);
    free(c->at);
    *c = (conclusions){0};
}

// Orders conclusions by what makes them the same in two runs.
static int by_identity(const conclusion *a, const conclusion *b) {
    if (a->t_s != b->t_s) return a->t_s < b->t_s ? -1 : 1;
    int units = strcmp(a->unit, b->unit), kinds = (a->kind > b->kind) - (a->kind < b->kind);
    return units ? units : kinds ? kinds : strcmp(a->rule, b->rule);
}

static int by_identity_then_order(const void *pa, const void *pb) {
    const conclusion *a = pa, *b = pb;
    int same = by_identity(a, b);
    return same ? same : (a->reported > b->reported) - (a->reported < b->reported);
}

static bool print_change(const conclusion *was, const conclusion *is, FILE *out) {
    const conclusion *one = is ? is : was;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "change");
    cJSON_AddStringToObject(o, "of", names[one->kind]);
    cJSON_AddNumberToObject(o, "t", one->t_s);
    if (one->move > 0) cJSON_AddNumberToObject(o, "move", one->move);
    cJSON_AddStringToObject(o, "unit", one->unit);
    cJSON_AddRawToObject(o, "was", was ? was->brief : "null");
    cJSON_AddRawToObject(o, "is", is ? is->brief : "null");
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    if (text) fprintf(out, "%s\n", text);
    free(text);
    return text != NULL;
}

long conclusions_compare(conclusions *was, conclusions *is, FILE *out) {
    long changed = 0, i = 0, j = 0;
    if (was->failed || is->failed) return -1;
    if (was->count) qsort(was->at, (size_t)was->count, sizeof *was->at, by_identity_then_order);
    if (is->count) qsort(is->at, (size_t)is->count, sizeof *is->at, by_identity_then_order);
    while (i < was->count || j < is->count) {
        const conclusion *a = i < was->count ? &was->at[i] : NULL, *b = j < is->count ? &is->at[j] : NULL;
        int order = !a ? 1 : !b ? -1 : by_identity(a, b);
        if (order <= 0) i++;
        if (order >= 0) j++;
        if (order == 0 && strcmp(a->brief, b->brief) == 0) continue;
        if (!print_change(order <= 0 ? a : NULL, order >= 0 ? b : NULL, out)) return -1;
        changed++;
    }
    return changed;
}
