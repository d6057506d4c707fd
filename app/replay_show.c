// A record on the live page: its events are judged again, at the pace at which they came.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/cli.h"
#include "app/desk.h"
#include "app/replay.h"
#include "core/clock.h"
#include "referee/guides.h"
#include "stream/stream.h"

static const char record_over[] = "The record is over.";

// The state of one replay. The desk comes first, since a report's context is a desk.
typedef struct {
    desk desk;
    double t_s;  // of the game as it is shown now
    double duration_s;
    double began_s, speed;  // of the clock; seconds of the game in one of it
    double shown_s;         // of the state that the page has
    bool begun;             // an observation was taken
    guides *guides;
} replay_desk;

// A guides_listener; the page has the guides in its state.
static void tell_guide(void *context, double t_s, const char *json, const char *words) {
    replay_desk *d = context;
    desk_send(&d->desk, "guide", t_s, json, words, false);
}

static void show_state(replay_desk *d, session *s, const char *health) {
    desk_publish_replay(&d->desk, s, d->t_s, health, d->duration_s, guides_member(d->guides));
}

// What is asked for on the page: the way back, as things stood then. Nothing else can be entered. *asked: there was something.
static status take_page_entries(replay_desk *d, const session *s, bool *asked, fault *fault) {
    char *line;
    *asked = false;
    while (d->desk.web && web_take_entry(d->desk.web, &line)) {
        struct fault wrong = {"a record that is shown again takes no entries"};
        bool for_guide;
        status result = guides_take_entry(d->guides, s, line, d->t_s, &for_guide, &wrong);
        free(line);
        if (result != STATUS_OK && result != STATUS_INVALID) return fault_set(fault, result, "%s", wrong.text);
        if (result != STATUS_OK || !for_guide) desk_report_ignored(&d->desk, d->t_s, wrong.text);
        *asked = true;
    }
    return guides_follow(d->guides, s, d->t_s, fault);
}

// A session_note: what was left aside in the game is left aside again.
static void leave_aside(void *context, const char *text) {
    replay_desk *d = context;
    desk_report_ignored(&d->desk, d->t_s, text);
}

static void show_now_and_then(replay_desk *d, session *s) {
    if (d->t_s - d->shown_s < 0.2 * d->speed && d->t_s >= d->shown_s) return;
    d->shown_s = d->t_s;
    show_state(d, s, "");
}

// The game goes on between two observations, too: the page's clock, and what settles without another one (verdicts of units at rest, ways back).
static status pass_time(replay_desk *d, session *s, double most_s, fault *fault) {
    double now_s = fmin((clock_monotonic_s() - d->began_s) * d->speed, most_s);
    if (!d->begun || now_s <= d->t_s) return STATUS_OK;
    d->t_s = now_s;
    status result = session_tick(s, now_s, fault);
    show_now_and_then(d, s);
    return result;
}

// Waits until the game has come to t_s, and answers the page meanwhile; *stopped: a signal came.
static status wait_until(replay_desk *d, session *s, double t_s, bool *stopped, fault *fault) {
    double due_s = d->began_s + t_s / d->speed;
    status result = STATUS_OK;
    while (!(*stopped = cli_signal() != 0) && result == STATUS_OK) {
        double left = due_s - clock_monotonic_s(), nap = left < 0.1 ? left : 0.1;
        bool asked;
        result = take_page_entries(d, s, &asked, fault);
        if (asked) show_state(d, s, "");
        if (left <= 0) break;
        if (result == STATUS_OK) result = pass_time(d, s, t_s, fault);
        struct timespec pause = {.tv_nsec = (long)(nap * 1e9)};
        nanosleep(&pause, NULL);
    }
    return result;
}

static status play(const replay_arguments *a, record *r, session *s, stream_reader *w, replay_desk *d, fault *fault) {
    record_row row;
    double t_s = 0;
    bool stopped = false;
    d->duration_s = record_duration_s(r);
    d->began_s = clock_monotonic_s();
    d->speed = a->speed;
    d->shown_s = -1;
    status result;
    while ((result = record_next(r, &row)) == STATUS_OK) {
        if (row.log != RECORD_OBSERVATION) continue;
        result = wait_until(d, s, row.t_s, &stopped, fault);
        if (result != STATUS_OK) return result;
        if (stopped) break;
        event e;
        struct fault wrong = {""};
        if (stream_read_event(w, row.json, strlen(row.json), &e, &wrong) != STATUS_OK) {
            cli_message("%s: at %.1f s: %s; passed over", a->record, row.t_s, wrong.text);
            continue;
        }
        d->t_s = t_s = e.t_s;
        d->begun = true;
        result = session_feed(s, &e, fault);
        if (e.kind == EVENT_BEHAVIOUR) desk_publish_rules(&d->desk, s);
        desk_publish_ruling(&d->desk, &e);
        if (result == STATUS_OK) result = session_tick(s, t_s, fault);
        if (result != STATUS_OK) return result;
        show_now_and_then(d, s);
    }
    if (result == STATUS_IO) return fault_set(fault, STATUS_IO, "%s: damaged after %.1f s: `vedette check` tells more", a->record, t_s);
    result = session_finish(s, t_s, fault);
    show_state(d, s, record_over);
    return result;
}

static status linger(replay_desk *d, session *s, fault *fault) {
    status result = STATUS_OK;
    cli_message("the record is over; the page stays until Ctrl-C");
    while (!cli_signal() && result == STATUS_OK) {
        struct timespec pause = {.tv_nsec = 100000000};
        bool asked;
        nanosleep(&pause, NULL);
        result = take_page_entries(d, s, &asked, fault);
        if (asked) show_state(d, s, record_over);
    }
    return result;
}

int replay_show(const replay_arguments *a) {
    record *r = NULL;
    game *g = NULL;
    session *s = NULL;
    stream_reader *w = NULL;
    replay_desk d = {.desk = {.words = !a->quiet, .colour = cli_colour()}};
    fault fault = {""};
    cli_catch_signals();
    status result = record_open(a->record, &r, &fault);
    const char *text = result == STATUS_OK ? record_meta_text(r, "game") : NULL;
    if (result == STATUS_OK && !text) result = fault_set(&fault, STATUS_INVALID, "%s: holds no game file: it is damaged", a->record);
    if (result == STATUS_OK) result = game_parse(text, strlen(text), a->record, &g, NULL, NULL, &fault);
    d.desk.game = g;
    double lost_t_s;
    if (result == STATUS_OK && record_was_cut(r, &lost_t_s))
        cli_message("%s: recording failed (the disk was full or went away): what came from %.1f s on is missing", a->record, lost_t_s);
    else if (result == STATUS_OK && !record_closed_cleanly(r))
        cli_message("%s: was not closed: the program ended while recording or its disk was full, or it records still; what is there is shown",
                    a->record);
    if (result == STATUS_OK)
        result = session_create(g, (session_options){.drawn = true, .provisional = true, .bad = leave_aside}, desk_report, &d, &s, &fault);
    if (result == STATUS_OK) result = stream_reader_create(g, &w, &fault);
    if (result == STATUS_OK) result = guides_create(g, tell_guide, &d, &d.guides, &fault);
    if (result == STATUS_OK) result = desk_listen(&d.desk, a->listen, false, &fault);
    if (result == STATUS_OK) desk_publish_rules(&d.desk, s);
    if (result == STATUS_OK) result = play(a, r, s, w, &d, &fault);
    if (result == STATUS_OK && a->linger && !cli_signal()) result = linger(&d, s, &fault);
    int code = result == STATUS_OK ? EXIT_DONE : cli_fail(result, &fault);
    web_stop(d.desk.web);
    stream_reader_destroy(w);
    guides_destroy(d.guides);
    session_destroy(s);
    game_destroy(g);
    record_close(r, NULL);
    return cli_exit(code);
}
