// app/play -- a game that is judged live: what was fed to its session, who entered it, and what was undone of it.
//
// Every event is kept in memory as a line where there is a page, so that an entry can be undone: the game is then judged again without it, on a
// thread of its own, and the new session takes the place of the old one between two frames. What differs is said again.
#ifndef VEDETTE_APP_PLAY_H
#define VEDETTE_APP_PLAY_H

#include <pthread.h>

#include "app/desk.h"
#include "app/entry_list.h"
#include "app/history.h"
#include "app/rejudge.h"
#include "app/seat.h"
#include "pipeline/pipeline.h"

typedef struct {
    desk *desk;
    pipeline *pipeline;
    seat_listeners listeners;
    seat *seat;
    history history;
    bool remembers;      // there is a page
    entry_list entries;  // lock guards it from desk->kept alone
    pthread_mutex_t lock;
    rejudge *again;     // NULL: nothing is judged again now
    bool again_wanted;  // something was undone meanwhile
    double denied_s;    // of the minute in which refusals are counted
    int denied;
    double listed_s;  // the list was published then
} play;

// Creates the session. Borrows all. As session_create.
status play_init(play *p, desk *d, pipeline *pipeline, const seat_listeners *l, bool remembers, fault *fault);
void play_finish(play *p);
static inline session *play_session(const play *p) { return p->seat->session; }

// Takes an event that was seen, that stands in a file or that a marker means: keeps it, tells the pipeline, judges it. origin: as desk_keep. Entries
// of files and markers are listed. STATUS_MEMORY.
status play_take(play *p, const event *e, const char *origin, fault *fault);
// The same of an event that somebody posted, whose list entry l is. *l is filled in and recorded, and the ticket is answered.
// What contradicts the state of play is refused, and no event.
status play_take_posted(play *p, const event *e, const web_entry *from, fault *fault);
// An entry that is no event: it is listed, recorded and answered. wrong NULL: it was taken.
void play_list(play *p, const web_entry *from, const char *what, const char *event, double t_s, const char *wrong);
// An event of a record that is continued, judged again. line: taken over. undone: it does not hold.
status play_recall(play *p, const event *e, char *line, bool undone, fault *fault);
// A row of the log of entries, of such a record. event_row: the row of the last event that was entered.
void play_recall_entry(play *p, const char *json, int64_t event_row);

// Leaves out the event of that entry, or, where that is such a correction itself, takes it in again. STATUS_INVALID: why it can't be.
status play_undo(play *p, int number, const char *by, double t_s, fault *fault);
// To be called at each frame, or a few times a second: takes the newly judged session, and lists log-ins and refusals. *changed: the state is
// another. STATUS_MEMORY.
status play_tend(play *p, double t_s, bool *changed, fault *fault);
// The game ends: what was undone is judged now.
status play_settle(play *p, double t_s, fault *fault);
// The unit that made that move; -1: there is none.
int play_mover(const play *p, int move);

#endif
