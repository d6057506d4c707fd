// app/judging -- one event stream being judged line by line: its reader, its session, its bad lines.
#ifndef VEDETTE_APP_JUDGING_H
#define VEDETTE_APP_JUDGING_H

#include "referee/conclusions.h"
#include "stream/stream.h"

typedef struct {
    const game *game;
    session *session;
    stream_reader *reader;
    conclusions *kept;  // receives the conclusions; NULL: standard output does
    bool silent;        // bad lines are counted and not reported
    const char *name;   // where the present line comes from
    long number;
    const char *bad_name;  // the last bad one
    long bad_number;
    char bad_text[256];  // what in a line contradicted the state of play last
    double last_t_s;
    long bad;  // lines that were skipped, whole or in part
    double latest_t_s;
    bool beyond;  // an event came that can't be waited for
} judging;

typedef struct {
    bool states, notes;  // a state line after each move; words on what is taken for granted
    bool silent;
    conclusions *kept;
    bool drawn;              // keep the lines as a record does, with what a page draws
    double latest_t_s;       // 0: any time may come
    session_judged *judged;  // as in session_options
    void *judged_context;
} judging_options;

// Errors of g's ruleset and house rules, with the file's name, before any event is read. STATUS_INVALID, STATUS_MEMORY.
status judging_check_rules(const game *g, const char *name, fault *fault);
// Begins to judge g, which is borrowed, as is *j by its session: *j must stay where it is. STATUS_* as session_create.
status judging_begin(judging *j, const game *g, judging_options o, fault *fault);
void judging_end(judging *j);

// Takes a line of the stream. STATUS_INVALID: a bad line, of which nothing was taken: *fault is what is wrong with it, for judging_skip or to end
// with; j->beyond: its time is none from 0 to latest_t_s. Anything else but STATUS_OK ends the judging.
status judging_line(judging *j, const char *line, size_t length, const char *name, long number, fault *fault);
// Counts the line taken last as a bad one and tells it, unless silent.
void judging_skip(judging *j, const fault *wrong);
// The stream is over.
status judging_finish(judging *j, fault *fault);

#endif
