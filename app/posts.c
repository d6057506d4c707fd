#include "app/posts.h"

#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/entry_rights.h"
#include "core/utf8.h"

#define NOTE_MAX 200

// One entry, and what is made of it.
typedef struct {
    posts *e;
    const web_entry *from;
    cJSON *json;  // NULL: it is none
    double t_s;
    char *event;       // what the list shows: of an entry that is no event
    const char *what;  // "entry", "undo"
} posted;

status posts_init(posts *e, play *p, aids *a, fault *fault) {
    *e = (posts){.play = p, .aids = a};
    status s = stream_reader_create(p->desk->game, &e->posted, fault);
    return s == STATUS_OK ? stream_reader_create(p->desk->game, &e->exact, fault) : s;
}

void posts_finish(posts *e) {
    stream_reader_destroy(e->posted);
    stream_reader_destroy(e->exact);
}

static bool is_kind(const posted *p, const char *kind) {
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(p->json, "kind"));
    return word && strcmp(word, kind) == 0;
}

static status whole_at(const posted *p, const char *key, int *out, fault *fault) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(p->json, key);
    if (!cJSON_IsNumber(v) || v->valuedouble != floor(v->valuedouble) || v->valuedouble < 1 || v->valuedouble > 1e6)
        return fault_set(fault, STATUS_INVALID, "%s: a whole number from 1 on is wanted", key);
    *out = v->valueint;
    return STATUS_OK;
}

static status flag_at(const posted *p, const char *key, bool *out, fault *fault) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(p->json, key);
    if (!cJSON_IsBool(v)) return fault_set(fault, STATUS_INVALID, "%s: true or false is wanted", key);
    *out = cJSON_IsTrue(v);
    return STATUS_OK;
}

static status take_challenge(posted *p, fault *fault) {
    desk *d = p->e->play->desk;
    int move = 0;
    status s = whole_at(p, "move", &move, fault);
    if (s != STATUS_OK) return s;
    int unit = play_mover(p->e->play, move);
    if (unit < 0) return fault_set(fault, STATUS_INVALID, "move: %d has not been judged yet", move);
    char note[NOTE_MAX];
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(p->json, "note"));
    snprintf(note, sizeof note, "%s", text ? text : "");
    utf8_defuse(note, ' ');
    const stream_challenge c = {.t_s = p->t_s, .move = move, .unit = unit, .by = p->from->who.name, .side_id = p->from->who.side, .note = note};
    p->event = stream_challenge_json(d->game, &c);
    if (!p->event) return fault_set(fault, STATUS_MEMORY, "out of memory");
    desk_send(d, "challenge", p->t_s, p->event, NULL, true);
    return STATUS_OK;
}

static status take_undo(posted *p, fault *fault) {
    int number = 0;
    status s = whole_at(p, "number", &number, fault);
    p->what = "undo";
    return s == STATUS_OK ? play_undo(p->e->play, number, p->from->who.name, p->t_s, fault) : s;
}

static status take_shadow(posted *p, fault *fault) {
    bool on = false;
    status s = flag_at(p, "on", &on, fault);
    if (s == STATUS_OK) p->e->play->desk->shadow = on;
    return s;
}

static status take_premeasure(posted *p, fault *fault) { return flag_at(p, "allowed", &p->e->play->desk->premeasure, fault); }

static status take_guide(posted *p, fault *fault) {
    bool mine;
    return aids_take_entry(p->e->aids, play_session(p->e->play), p->from->line, p->t_s, &mine, fault);
}

// A judge's word bears the name of the judge.
static void sign(const posted *p, event *e) {
    if (e->kind == EVENT_RULING && p->from->who.name[0]) snprintf(e->ruling.by, sizeof e->ruling.by, "%s", p->from->who.name);
}

// The event as the record has it, so that judging it again gives the same.
static status take_event(posted *p, fault *fault) {
    event e;
    posts *k = p->e;
    struct fault failed = {""};
    status s = stream_read_entry(k->posted, p->from->line, strlen(p->from->line), p->t_s, &e, fault);
    if (s != STATUS_OK) return s;
    sign(p, &e);
    char *line = stream_event_json(k->play->desk->game, &e);
    if (!line) return fault_set(fault, STATUS_MEMORY, "out of memory");
    s = stream_read_event(k->exact, line, strlen(line), &e, fault);
    free(line);
    if (s == STATUS_OK && play_take_posted(k->play, &e, p->from, &failed) != STATUS_OK) return fault_set(fault, STATUS_MEMORY, "%s", failed.text);
    return s;
}

typedef struct {
    const char *kind;
    status (*take)(posted *p, fault *fault);
} taker;

static const taker takers[] = {
    {"challenge", take_challenge}, {"undo", take_undo}, {"shadow", take_shadow}, {"premeasure", take_premeasure}, {"guide", take_guide}};
#define TAKERS ((int)(sizeof takers / sizeof *takers))

// What the list shows of an entry that can't be read: nothing, or what of it is JSON.
static void list(posted *p, const char *wrong) {
    char *shown = p->event ? p->event : cJSON_IsObject(p->json) ? cJSON_PrintUnformatted(p->json) : NULL;
    play_list(p->e->play, p->from, p->what, shown, p->t_s, wrong);
    free(shown);
}

static status take_one(posted *p, fault *fault) {
    struct fault wrong = {""};
    status s = entry_rights_check(p->e->play->desk->game, &p->from->who, p->json, &wrong);
    int i = 0;
    while (i < TAKERS && !is_kind(p, takers[i].kind)) i++;
    if (s == STATUS_OK) s = i < TAKERS ? takers[i].take(p, &wrong) : take_event(p, &wrong);
    bool is_listed = s == STATUS_OK && i == TAKERS;
    if (s == STATUS_OK || s == STATUS_INVALID) {
        if (!is_listed) list(p, s == STATUS_OK ? NULL : wrong.text);
        return STATUS_OK;
    }
    free(p->event);
    return fault_set(fault, s, "%s", wrong.text);
}

status posts_take(posts *e, double t_s, bool *changed, fault *fault) {
    web_entry from;
    status s = STATUS_OK;
    while (s == STATUS_OK && e->play->desk->web && web_take_entry(e->play->desk->web, &from)) {
        posted p = {.e = e, .from = &from, .json = cJSON_Parse(from.line), .t_s = t_s, .what = "entry"};
        s = take_one(&p, fault);
        cJSON_Delete(p.json);
        free(from.line);
        *changed = true;
    }
    return s;
}
