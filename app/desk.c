#include "app/desk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/announcement.h"
#include "app/cli.h"
#include "app/progress.h"
#include "app/words.h"
#include "stream/public_view.h"
#include "stream/stream.h"

#define ASIDE_AGAIN_S 30  // a camera may see the same thing in every picture

static const char *const kinds[] = {"move", "settled", "nudge", "alert", "obligation", "state", "act", "offer", "mixed"};

// Says a now, or, where there is a record, when it holds row (NULL: none) and all before it.
static void say_as_it_is(desk *d, const announcement *a, const record_entry *row) {
    if (!d->recorder) {
        announcement_give(a, d->web);
        return;
    }
    fault lost = {""};
    announcement *copy = announcement_copy(a);
    if (!copy) announcement_give(a, d->web);
    if (recorder_put(d->recorder, row, copy, &lost) != STATUS_OK) cli_message("%s", lost.text);
}

// The same of a message that is not the same for judges and for others.
static void say(desk *d, const announcement *a, const record_entry *row) {
    announcement whole = *a;
    char *part = NULL;
    public_share share = a->kind && d->web ? public_view_of(a->kind, a->json, d->shadow, &part) : PUBLIC_NOTHING;
    whole.others = share == PUBLIC_ALL ? a->json : part;
    say_as_it_is(d, &whole, row);
    free(part);
}

// Recording ----------------------------------------------------------------------------------------------------------------------------------

static void give(void *context, void *what, int64_t row) {
    const desk *d = context;
    const announcement *a = what;
    if (a->entry > 0 && row > 0 && d->kept) d->kept(d->kept_context, a->entry, row);  // before its answer
    announcement_give(a, d->web);
    free(what);
}

static void news_in_words(const desk *d, const recorder_state *state) {
    const char *red = d->colour ? "\033[1;31m" : "", *plain = d->colour ? "\033[0m" : "";
    progress_clear();
    if (state->failing)
        fprintf(stderr, "%svedette: NOT RECORDED: %s. The game goes on; what is said from %.1f s on is kept in memory and tried again.%s\n", red,
                state->why, state->since_t_s, plain);
    else if (state->lost_rows > 0)
        fprintf(stderr, "%svedette: recording goes on, but what came from %.1f to %.1f s is lost.%s\n", red, state->lost_from_s, state->lost_to_s,
                plain);
    else
        fprintf(stderr, "vedette: recording goes on, and nothing is lost.\n");
}

// Said at once by the recorder's thread, before anything that is not recorded.
static void tell_news(void *context, const recorder_state *state) {
    const desk *d = context;
    char *json = stream_recording_json(&(stream_recording){.t_s = state->since_t_s,
                                                           .failing = state->failing,
                                                           .why = state->why,
                                                           .lost = state->lost_rows > 0,
                                                           .lost_from_s = state->lost_from_s,
                                                           .lost_to_s = state->lost_to_s});
    news_in_words(d, state);
    if (json) announcement_give(&(announcement){.line = d->json ? json : NULL, .kind = "recording", .json = json, .others = json}, d->web);
    free(json);
}

status desk_begin_recording(desk *d, record *r, fault *fault) {
    const recorder_options o = recorder_default_options();
    return recorder_start(r, &o, &(recorder_listener){.announce = give, .news = tell_news, .context = d}, &d->recorder, fault);
}

status desk_end_recording(desk *d, fault *fault) {
    status s = recorder_stop(d->recorder, fault);
    d->recorder = NULL;
    return s;
}

void desk_tend(desk *d) {
    if (d->recorder) recorder_tend(d->recorder);
}

// Reports ------------------------------------------------------------------------------------------------------------------------------------

// What the terminal says of a report, which the caller frees; NULL: nothing.
static char *words_of(const desk *d, const report *what) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    words_print(out, d->game, what, d->colour);
    if (fclose(out) == 0 && length > 0) return text;
    free(text);
    return NULL;
}

static void publish_statistics(desk *d) {
    char *json = statistics_json(d->statistics), *others = d->shadow ? NULL : statistics_json(d->statistics_of_others);
    if (json) say_as_it_is(d, &(announcement){.kind = "statistics", .json = json, .others = others, .snapshot = true}, NULL);
    free(json);
    free(others);
}

// Counts are of what each may see.
static void count_line(desk *d, record_log log, const char *kind, double t_s, const char *json) {
    if (!d->statistics || !json) return;
    char *part;
    record_row row = {.log = log, .t_s = t_s, .kind = kind, .origin = "", .json = json};
    statistics_take(d->statistics, &row);
    public_share share = public_view_of(kind, json, false, &part);
    if (share == PUBLIC_PART) row.json = part;
    if (share != PUBLIC_NOTHING) statistics_take(d->statistics_of_others, &row);
    free(part);
    publish_statistics(d);
}

// True where the record has the report already.
static bool is_recorded(desk *d, bool conclusion) {
    if (!conclusion) return d->recalls;  // what is not recorded was said then
    if (d->recorded == 0) return false;
    d->recorded--;
    return true;
}

void desk_report(void *context, const report *what) {
    desk *d = context;
    const bool stream = what->kind != REPORT_SETTLED;  // what is provisional is for people
    const bool conclusion = stream && what->kind != REPORT_STATE;
    const bool old = is_recorded(d, conclusion);
    const char *full = what->drawn ? what->drawn : what->json, *kind = kinds[what->kind];
    char *words = d->words && !old ? words_of(d, what) : NULL;
    announcement a = {.line = d->json && stream && !old ? what->json : NULL, .words = words};
    if (what->kind != REPORT_STATE) a.kind = kind, a.json = full;
    const record_entry row = {.log = RECORD_CONCLUSION, .t_s = what->t_s, .kind = kind, .json = full};
    say(d, &a, conclusion && !old ? &row : NULL);
    free(words);
    if (what->kind == REPORT_MOVE) count_line(d, RECORD_CONCLUSION, kind, what->t_s, what->json);
    d->moves += what->kind == REPORT_MOVE;
    d->alerts += what->kind == REPORT_ALERT;
}

void desk_count(desk *d, const event *e) {
    if (!d->statistics || (e->kind != EVENT_PHASE && e->kind != EVENT_RULING)) return;
    char *json = stream_event_json(d->game, e);
    count_line(d, RECORD_OBSERVATION, "", e->t_s, json);
    free(json);
}

void desk_keep(desk *d, const event *e, const char *json, const char *origin, int entry) {
    desk_count(d, e);
    if (!d->recorder) return;
    fault lost = {""};
    const record_entry row = {.log = RECORD_OBSERVATION, .t_s = e->t_s, .origin = origin, .json = json};
    if (entry > 0)
        say_as_it_is(d, &(announcement){.entry = entry}, &row);
    else if (recorder_put(d->recorder, &row, NULL, &lost) != STATUS_OK)
        cli_message("%s", lost.text);
}

void desk_keep_entry(desk *d, const char *kind, double t_s, const char *json, uint64_t ticket, const char *answer) {
    const record_entry row = {.log = RECORD_ENTRIES, .t_s = t_s, .kind = kind, .json = json};
    say_as_it_is(d, &(announcement){.ticket = ticket, .answer = answer}, &row);
}

void desk_keep_amendment(desk *d, const char *kind, double t_s, const char *json) {
    say_as_it_is(d, &(announcement){0}, &(record_entry){.log = RECORD_AMENDMENT, .t_s = t_s, .kind = kind, .json = json});
}

void desk_report_again(desk *d, const char *kind, double t_s, const char *json) {
    const record_entry row = {.log = RECORD_AMENDMENT, .t_s = t_s, .kind = "again", .json = json};
    say(d, &(announcement){.line = d->json ? json : NULL, .kind = kind, .json = json}, &row);
    if (strcmp(kind, "move") == 0) count_line(d, RECORD_CONCLUSION, kind, t_s, json);
}

void desk_publish_entries(desk *d, const char *json) {
    if (d->web) say_as_it_is(d, &(announcement){.kind = "entries", .json = json, .snapshot = true}, NULL);
}

void desk_refuse(desk *d, uint64_t ticket, const char *json) {
    if (d->web) web_answer_entry(d->web, ticket, false, json);
}

// Adds a member to the object that `json` is; takes and frees it. NULL: out of memory.
static char *add_member(char *json, const char *member) {
    if (!json || !member[0]) return json;
    size_t n = strlen(json), capacity = n + strlen(member) + 3;
    char *more = malloc(capacity);
    if (more) snprintf(more, capacity, "%.*s,%s}", (int)(n - 1), json, member);
    free(json);
    return more;
}

// Takes and frees json.
static void publish(desk *d, const char *name, char *json) {
    if (json && d->web) say(d, &(announcement){.kind = name, .json = json, .snapshot = true}, NULL);
    free(json);
}

// {"head":..,"failing":true,"why":..}: how recording goes, for the page.
static char *add_recording(desk *d, char *json) {
    recorder_state state;
    if (!d->recorder) return json;
    recorder_state_now(d->recorder, &state);
    char *member = stream_recording_member(state.head, state.failing ? state.why : "");
    json = add_member(json, member ? member : "");
    free(member);
    return json;
}

void desk_publish_state(desk *d, session *s, double t_s, const char *health, const char *const *members) {
    if (!d->web) return;
    session_states states;
    char viewers[40];
    snprintf(viewers, sizeof viewers, "\"viewers\":%d", web_viewers(d->web));
    if (session_states_make(s, t_s, &(session_view){.shadow = d->shadow, .premeasure = d->premeasure, .health = health}, &states) == STATUS_OK) {
        for (; *members; members++) {
            states.judges = add_member(states.judges, *members);
            states.others = add_member(states.others, *members);
        }
        states.judges = add_member(add_recording(d, states.judges), viewers);
        states.others = add_recording(d, states.others);
        if (states.judges) say_as_it_is(d, &(announcement){.kind = "state", .json = states.judges, .others = states.others, .snapshot = true}, NULL);
    }
    session_states_free(&states);
}

static void send(desk *d, const char *kind, double t_s, const char *json, const char *words, bool shown, const record_entry *row) {
    char text[1200] = "";
    if (d->words && words) snprintf(text, sizeof text, "vedette: at %.1f s: %s\n", t_s, words);
    for (char *c = text; *c && c[1]; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    const announcement a = {.line = d->json ? json : NULL, .words = text[0] ? text : NULL, .kind = shown ? kind : NULL, .json = json};
    say(d, &a, row);
}

void desk_send(desk *d, const char *kind, double t_s, const char *json, const char *words, bool shown) {
    send(d, kind, t_s, json, words, shown, NULL);
}

void desk_show(desk *d, const char *kind, const char *json) { say(d, &(announcement){.kind = kind, .json = json}, NULL); }

void desk_report_health(desk *d, double t_s, const char *json) {
    send(d, "health", t_s, json, NULL, true, &(record_entry){.log = RECORD_HEALTH, .t_s = t_s, .kind = "health", .json = json});
}

void desk_publish_rules(desk *d, const session *s) {
    if (d->web) publish(d, "rules", session_rules_json(s));
}

void desk_publish_ruling(desk *d, const event *e) {
    char *json = d->web && e->kind == EVENT_RULING ? stream_event_json(d->game, e) : NULL;
    if (json) say(d, &(announcement){.kind = "ruling", .json = json}, NULL);
    free(json);
}

void desk_report_ignored(desk *d, double t_s, const char *text) {
    if (strcmp(d->aside, text) == 0 && t_s - d->aside_t_s < ASIDE_AGAIN_S) return;
    snprintf(d->aside, sizeof d->aside, "%s", text);
    d->aside_t_s = t_s;
    cli_message("at %.1f s: %s; that is left aside", t_s, text);
    char *json = d->web ? stream_aside_json(t_s, text) : NULL;
    if (json) say(d, &(announcement){.kind = "aside", .json = json}, NULL);
    free(json);
}

void desk_report_unregistered(desk *d, const char *text, char *json) {
    if (d->words) cli_message("%s", text);
    if (json) say(d, &(announcement){.line = d->json ? json : NULL, .kind = "unknown", .json = json}, NULL);
    free(json);
}

status desk_open_page(desk *d, const web_options *o, fault *fault) {
    status s = web_start(o, &d->web, fault);
    if (s == STATUS_OK) s = statistics_create(d->game, &d->statistics, fault);
    if (s == STATUS_OK) s = statistics_create(d->game, &d->statistics_of_others, fault);
    if (s != STATUS_OK) return s;
    char *json = stream_game_json(d->game);
    if (!json) return fault_set(fault, STATUS_MEMORY, "out of memory");
    web_set(d->web, "game", json, json);
    free(json);
    return STATUS_OK;
}

void desk_finish(desk *d) {
    statistics_destroy(d->statistics);
    statistics_destroy(d->statistics_of_others);
}
