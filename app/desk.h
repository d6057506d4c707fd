// app/desk -- passes the judge's reports on: to standard output, in words, to the record, to the live page. Where there is a record, everything is
// said after the record holds it.
#ifndef VEDETTE_APP_DESK_H
#define VEDETTE_APP_DESK_H

#include <stdatomic.h>
#include <stdint.h>

#include "record/recorder.h"
#include "record/statistics.h"
#include "referee/session.h"
#include "stream/eye.h"
#include "web/web.h"

typedef struct desk {
    const game *game;
    bool json, words, colour;
    recorder *recorder;  // NULL: nothing is recorded
    web *web;            // NULL: no page
    char aside[256];     // the event that was ignored last, and when
    double aside_t_s;
    statistics *statistics, *statistics_of_others;  // for the page: judges and others; NULL: none are kept
    atomic_bool shadow;                             // nothing that is judged is told to others than judges
    bool premeasure;                                // players may see how far a unit can go before its action is declared
    // Told, by the recorder's thread, the row of an entry's event once the record holds it. NULL: nobody is.
    void (*kept)(void *context, int entry, int64_t row);
    void *kept_context;
    int alerts, moves;
    bool recalls;      // a resumed game is judged again: what the record has goes to the page only
    int64_t recorded;  // so many of the next reports are in the record already
} desk;

// From here on everything is recorded in r, which is taken over. STATUS_MEMORY: r stays the caller's.
status desk_begin_recording(desk *d, record *r, fault *fault);
// Says what is left and closes the record. STATUS_IO: part of the game is not in it.
status desk_end_recording(desk *d, fault *fault);
// To be called a few times a second.
void desk_tend(desk *d);

// A session_listener; context is the desk.
void desk_report(void *context, const report *what);
// Keeps an observed or entered event in the record; json: its line. origin: "camera", "page", "file", "marker", "program". entry: its number, for
// d->kept; 0: none.
void desk_keep(desk *d, const event *e, const char *json, const char *origin, int entry);
// Keeps a line of who entered what, and then answers the entry with that ticket as taken; answer NULL: nobody waits for one.
void desk_keep_entry(desk *d, const char *kind, double t_s, const char *json, uint64_t ticket, const char *answer);
// Answers it as refused.
void desk_refuse(desk *d, uint64_t ticket, const char *json);
// Keeps a correction, or what followed from it.
void desk_keep_amendment(desk *d, const char *kind, double t_s, const char *json);
// Says a conclusion again that is another after a correction, or that is none any more.
void desk_report_again(desk *d, const char *kind, double t_s, const char *json);
// Gives judges the list of what was entered.
void desk_publish_entries(desk *d, const char *json);
// Gives the page a new snapshot of the state of a live game; `members`, NULL-terminated: what else its line has, each "\"name\":value" or "".
void desk_publish_state(desk *d, session *s, double t_s, const char *health, const char *const *members);
// Counts an event for the page's statistics; desk_keep does it by itself.
void desk_count(desk *d, const event *e);
// Frees what the desk holds of its own. The page and the recording are ended before.
void desk_finish(desk *d);
// Gives the page the rules and the present behaviour of each.
void desk_publish_rules(desk *d, const session *s);
// Shows a judge's ruling on a verdict on the page. Other events show nothing.
void desk_publish_ruling(desk *d, const event *e);
// Reports that an event, or part of it, was ignored, and the reason: in words and on the page. The same text is repeated only after a while.
void desk_report_ignored(desk *d, double t_s, const char *text);
// Reports an unregistered base or marker. Takes over `json`. No record keeps it, since no rule judges it.
void desk_report_unregistered(desk *d, const char *text, char *json);
// Sends a line that is neither an event nor a conclusion, as JSON, in words (NULL: none), and on the page where `shown`. No record keeps it.
void desk_send(desk *d, const char *kind, double t_s, const char *json, const char *words, bool shown);
// The same of what can be judged now, which is recorded.
void desk_report_health(desk *d, double t_s, const char *json);
// Shows a line on the page alone.
void desk_show(desk *d, const char *kind, const char *json);
// Starts the page. Statuses as web_start.
status desk_open_page(desk *d, const web_options *o, fault *fault);

#endif
