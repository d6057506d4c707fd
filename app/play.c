#include "app/play.h"

#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/again.h"
#include "app/cli.h"
#include "core/clock.h"
#include "stream/stream.h"

#define DENIED_A_MINUTE 60  // more are a flood that says nothing new
#define LIST_EVERY_S 0.2

// A desk's `kept`: the recorder's thread tells the row of an entry's event.
static void note_row(void *context, int entry, int64_t row) {
    play *p = context;
    pthread_mutex_lock(&p->lock);
    listed_entry *e = entry_list_find(&p->entries, entry);
    if (e) e->row = row;
    pthread_mutex_unlock(&p->lock);
}

status play_init(play *p, desk *d, pipeline *pipeline, const seat_listeners *l, bool remembers, fault *fault) {
    *p = (play){.desk = d, .pipeline = pipeline, .listeners = *l, .remembers = remembers, .lock = PTHREAD_MUTEX_INITIALIZER, .listed_s = -INFINITY};
    d->kept = note_row;
    d->kept_context = p;
    status s = seat_create(d->game, l, true, remembers, &p->seat, fault);
    if (s == STATUS_OK) d->premeasure = session_may_premeasure(p->seat->session);
    return s;
}

void play_finish(play *p) {
    rejudge_drop(p->again);
    seat_destroy(p->seat);
    history_free(&p->history);
    entry_list_free(&p->entries);
}

// Events -------------------------------------------------------------------------------------------------------------------------------------

// Tells the judge that is to be told. json is taken over.
static status feed(play *p, const event *e, char *json, const char *origin, int entry, fault *fault) {
    past_event *past = NULL;
    if (json) desk_keep(p->desk, e, json, origin, entry);
    if (entry > 0) pipeline_enter(p->pipeline, e);
    p->seat->aside = false;
    status s = session_feed(p->seat->session, e, fault);
    if (p->remembers && json)
        past = history_add(&p->history, json, entry);
    else
        free(json);
    if (past) past->aside = p->seat->aside;
    if (e->kind == EVENT_BEHAVIOUR) desk_publish_rules(p->desk, p->seat->session);
    desk_publish_ruling(p->desk, e);
    return s == STATUS_OK && p->remembers && !past ? fault_set(fault, STATUS_MEMORY, "out of memory while following the game") : s;
}

// Adds to the list; its number, 0: out of memory.
static int list(play *p, const web_who *who, const char *role, const char *what, const char *event, double t_s, const char *wrong) {
    pthread_mutex_lock(&p->lock);
    listed_entry *e = entry_list_add(&p->entries, who, what, event, t_s);
    if (e && role) snprintf(e->role, sizeof e->role, "%s", role);
    if (e) e->taken = !wrong;
    if (e && wrong) snprintf(e->error, sizeof e->error, "%s", wrong);
    int number = e ? e->number : 0;
    pthread_mutex_unlock(&p->lock);
    return number;
}

// Keeps the line of the list, and then answers whoever waits.
static void keep_listed(play *p, int number, uint64_t ticket, const char *answer) {
    pthread_mutex_lock(&p->lock);
    const listed_entry *e = entry_list_find(&p->entries, number), kept = e ? *e : (listed_entry){0};
    char *json = e ? listed_entry_json(e) : NULL;
    pthread_mutex_unlock(&p->lock);
    if (json) desk_keep_entry(p->desk, kept.what, kept.t_s, json, ticket, answer);
    free(json);
}

status play_take(play *p, const event *e, const char *origin, fault *fault) {
    const bool listed = strcmp(origin, "file") == 0 || strcmp(origin, "marker") == 0;
    char *json = p->remembers || p->desk->recorder || listed ? stream_event_json(p->desk->game, e) : NULL;
    int number = listed ? list(p, &(web_who){0}, origin, "entry", json, e->t_s, NULL) : 0;
    status s = feed(p, e, json, origin, number, fault);
    if (listed) keep_listed(p, number, 0, NULL);
    return s;
}

static void refuse(play *p, const web_entry *from, const char *what, const char *event, double t_s, const char *wrong) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "fate", "refused");
    cJSON_AddStringToObject(o, "error", wrong);
    char *answer = cJSON_PrintUnformatted(o);
    keep_listed(p, list(p, &from->who, NULL, what, event, t_s, wrong), 0, NULL);
    desk_refuse(p->desk, from->ticket, answer ? answer : "{\"fate\":\"refused\",\"error\":\"out of memory\"}");
    free(answer);
    cJSON_Delete(o);
}

static void take(play *p, const web_entry *from, int number, double t_s) {
    char answer[96];
    snprintf(answer, sizeof answer, "{\"fate\":\"taken\",\"number\":%d,\"t\":%.9g}", number, t_s);
    keep_listed(p, number, from->ticket, answer);
}

void play_list(play *p, const web_entry *from, const char *what, const char *event, double t_s, const char *wrong) {
    if (wrong)
        refuse(p, from, what, event, t_s, wrong);
    else
        take(p, from, list(p, &from->who, NULL, what, event, t_s, NULL), t_s);
}

status play_take_posted(play *p, const event *e, const web_entry *from, fault *fault) {
    struct fault why = {""};
    char *json = stream_event_json(p->desk->game, e);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    if (session_contradicts(p->seat->session, e, &why)) {
        refuse(p, from, "entry", json, e->t_s, why.text);
        free(json);
        return STATUS_OK;
    }
    int number = list(p, &from->who, NULL, "entry", json, e->t_s, NULL);
    status s = feed(p, e, json, "page", number, fault);
    take(p, from, number, e->t_s);
    return s;
}

// A record that is continued -----------------------------------------------------------------------------------------------------------------

status play_recall(play *p, const event *e, char *line, bool undone, fault *fault) {
    past_event *past = p->remembers ? history_add(&p->history, line, 0) : NULL;
    if (!p->remembers) free(line);
    if (p->remembers && !past) return fault_set(fault, STATUS_MEMORY, "out of memory");
    if (past) past->undone = undone;
    if (undone) return STATUS_OK;
    p->seat->aside = false;
    pipeline_enter(p->pipeline, e);
    status s = session_feed(p->seat->session, e, fault);
    if (past) past->aside = p->seat->aside;
    desk_publish_ruling(p->desk, e);
    desk_count(p->desk, e);
    return s;
}

static bool is_flag(const cJSON *o, const char *kind, const char *key, bool *out) {
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "kind"));
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!word || strcmp(word, kind) != 0 || !cJSON_IsBool(v)) return false;
    *out = cJSON_IsTrue(v);
    return true;
}

// What a taken entry did that no event says.
static void recall_effect(play *p, const listed_entry *e) {
    bool on;
    cJSON *o = cJSON_Parse(e->event);
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(o, "number");
    if (is_flag(o, "shadow", "on", &on)) p->desk->shadow = on;
    if (is_flag(o, "premeasure", "allowed", &on)) p->desk->premeasure = on;
    if (strcmp(e->what, "undo") == 0 && cJSON_IsNumber(number)) again_mark(&p->entries, number->valueint);
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "kind"));
    if (kind && strcmp(kind, "challenge") == 0 && !p->desk->shadow) desk_send(p->desk, "challenge", e->t_s, e->event, NULL, true);
    cJSON_Delete(o);
}

void play_recall_entry(play *p, const char *json, int64_t event_row) {
    if (!entry_list_recall(&p->entries, json, 0)) return;
    listed_entry *e = &p->entries.at[p->entries.count - 1];
    if (!e->taken) return;
    past_event *last = p->history.count > 0 ? &p->history.at[p->history.count - 1] : NULL;
    if (event_row > 0 && last && last->entry == 0) {
        last->entry = e->number;
        e->row = event_row;
    } else {
        recall_effect(p, e);
    }
}

// Corrections --------------------------------------------------------------------------------------------------------------------------------

// {"row":12,"delete":true,..}, or the event put back in its place.
static void keep_correction(play *p, int64_t row, const past_event *past, const char *by, double t_s) {
    char at[CLOCK_STAMP_MAX];
    clock_stamp(at);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "row", (double)row);
    if (past->undone)
        cJSON_AddTrueToObject(o, "delete");
    else
        cJSON_AddRawToObject(o, "event", past->line);
    if (by[0]) cJSON_AddStringToObject(o, "by", by);
    cJSON_AddStringToObject(o, "at", at);
    char *json = cJSON_PrintUnformatted(o);
    if (json) desk_keep_amendment(p->desk, "amend", t_s, json);
    free(json);
    cJSON_Delete(o);
}

// The entry whose event is meant: its own, or that of the entry which it undid.
static listed_entry *meant(play *p, int number) {
    listed_entry *e = entry_list_find(&p->entries, number);
    for (int i = 0; e && strcmp(e->what, "undo") == 0 && i < p->entries.count; i++) {
        cJSON *o = cJSON_Parse(e->event);
        const cJSON *of = cJSON_GetObjectItemCaseSensitive(o, "number");
        e = cJSON_IsNumber(of) ? entry_list_find(&p->entries, of->valueint) : NULL;
        cJSON_Delete(o);
    }
    return e;
}

// Undoing an undo is right only for the one that holds.
static status check(play *p, int number, const listed_entry *e, const past_event *past, int64_t row, fault *fault) {
    const listed_entry *named = entry_list_find(&p->entries, number);
    if (!named || !e) return fault_set(fault, STATUS_INVALID, "number: there is no entry %d: the list of entries has them", number);
    if (!named->taken) return fault_set(fault, STATUS_INVALID, "number: entry %d was refused: there is nothing to undo", number);
    if (named->undone) return fault_set(fault, STATUS_INVALID, "number: entry %d is undone already: undo that undo to take it in again", number);
    if (!past) return fault_set(fault, STATUS_INVALID, "number: entry %d was no event: enter its contrary, or a ruling on the move", number);
    if (p->desk->recorder && row == 0)
        return fault_set(fault, STATUS_INVALID, "number: the record does not hold entry %d yet: try again in a second", number);
    return STATUS_OK;
}

// A ruling that is gone, or holds again.
static void tell_ruling(play *p, const past_event *past) {
    cJSON *o = cJSON_Parse(past->line);
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "kind"));
    if (kind && strcmp(kind, "ruling") == 0) {
        if (past->undone) cJSON_ReplaceItemInObjectCaseSensitive(o, "ruling", cJSON_CreateString("withdrawn"));
        char *json = cJSON_PrintUnformatted(o);
        if (json) desk_send(p->desk, "ruling", 0, json, NULL, true);
        free(json);
    }
    cJSON_Delete(o);
}

status play_undo(play *p, int number, const char *by, double t_s, fault *fault) {
    const listed_entry *e = meant(p, number);
    past_event *past = e ? history_find(&p->history, e->number) : NULL;
    pthread_mutex_lock(&p->lock);
    const int64_t row = e ? e->row : 0;
    pthread_mutex_unlock(&p->lock);
    status s = check(p, number, e, past, row, fault);
    if (s != STATUS_OK) return s;
    past->undone = !past->undone;
    again_mark(&p->entries, number);
    p->again_wanted = true;
    if (p->desk->recorder) keep_correction(p, row, past, by, t_s);
    tell_ruling(p, past);
    return STATUS_OK;
}

// The pipeline looks for the figures that are on the table now, and for no others.
static void tell_pipeline(play *p, const session *was, const session *is) {
    for (int f = 0; f < p->desk->game->figure_count; f++) {
        bool seen;
        const pose *before = session_place(was, f, &seen), *now = session_place(is, f, &seen);
        event_pose at = {.figure = f};
        if (now) at.pose = *now;
        if (now && !before) pipeline_enter(p->pipeline, &(event){.kind = EVENT_PLACE, .place = {&at, 1}});
        if (!now && before) pipeline_enter(p->pipeline, &(event){.kind = EVENT_REMOVE, .remove = {&f, 1}});
    }
}

static status take_over(play *p, double t_s, fault *fault) {
    seat *now;
    const past_event *news;
    status s = rejudge_finish(p->again, &p->history, t_s, &now, &news, fault);
    p->again = NULL;
    if (s != STATUS_OK) return s;
    seat *was = p->seat;
    tell_pipeline(p, was->session, now->session);
    p->seat = now;
    now->live = true;
    s = again_report(p->desk, &was->said, &now->said, session_count(now->session).moves, t_s, fault);
    seat_destroy(was);
    desk_publish_rules(p->desk, now->session);
    if (news) {
        char text[160];
        snprintf(text, sizeof text, "after the correction entry %d no longer fits the state of play", news->entry);
        desk_report_ignored(p->desk, t_s, text);
    }
    return s;
}

// Log-ins and refusals -----------------------------------------------------------------------------------------------------------------------

static void list_accesses(play *p, double t_s) {
    web_access a;
    if (t_s - p->denied_s > 60 || t_s < p->denied_s) p->denied_s = t_s, p->denied = 0;
    while (p->desk->web && web_take_access(p->desk->web, &a)) {
        if (!a.taken && ++p->denied > DENIED_A_MINUTE) continue;
        keep_listed(p, list(p, &a.who, NULL, a.what, NULL, t_s, a.taken ? NULL : a.why), 0, NULL);
    }
}

static void publish_list(play *p, double t_s) {
    bool due = p->entries.stale && (t_s - p->listed_s >= LIST_EVERY_S || t_s < p->listed_s);
    if (!due || !p->desk->web) return;
    p->listed_s = t_s;
    pthread_mutex_lock(&p->lock);
    char *json = entry_list_json(&p->entries);
    pthread_mutex_unlock(&p->lock);
    if (json) desk_publish_entries(p->desk, json);
    free(json);
}

status play_tend(play *p, double t_s, bool *changed, fault *fault) {
    status s = STATUS_OK;
    *changed = false;
    list_accesses(p, t_s);
    if (p->again && rejudge_is_done(p->again)) {
        s = take_over(p, t_s, fault);
        *changed = true;
    }
    if (s == STATUS_OK && p->again_wanted && !p->again) {
        p->again_wanted = false;
        s = rejudge_begin(p->desk->game, &p->history, &p->listeners, &p->again, fault);
    }
    publish_list(p, t_s);
    return s;
}

status play_settle(play *p, double t_s, fault *fault) {
    bool changed;
    status s = STATUS_OK;
    while (s == STATUS_OK && (p->again || p->again_wanted)) {
        if (p->again && !rejudge_is_done(p->again)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        s = play_tend(p, t_s, &changed, fault);
    }
    return s;
}

int play_mover(const play *p, int move) {
    for (long i = p->seat->said.count - 1; i >= 0; i--)
        if (p->seat->said.at[i].kind == REPORT_MOVE && p->seat->said.at[i].move == move)
            return game_find_unit(p->desk->game, p->seat->said.at[i].unit);
    return -1;
}
