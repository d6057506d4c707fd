// A small game on the table, its session, and what it says: for tests of the session.
#ifndef VEDETTE_TESTS_REFEREE_STAGE_H
#define VEDETTE_TESTS_REFEREE_STAGE_H

#include "referee/session.h"
#include "stream/stream.h"

#define HEARD_MAX 128

typedef struct {
    char *lines[HEARD_MAX];  // of the verdict stream
    int count;
    verdict last;
    char alert[64];
    char bad[256];  // what was left aside last
    int bad_count;
} heard;

// A session_listener; context is the heard.
void stage_hear(void *context, const report *what);
void stage_forget(heard *h);

typedef struct {
    game *game;
    session *session;
    stream_reader *reader;
    heard heard;
} stage;

#define MOVEMENT_RED "{\"kind\":\"phase\",\"t\":0,\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}"

// R1, regular, and S1, skirmishers, of red against B1 of blue, by battlesystem-1e; `options` is the game file's "options".
stage stage_begin_with(const char *options);
stage stage_begin(void);
// Opens the session and the reader of lines.
void stage_open(stage *t);
void stage_end(stage *t);
void stage_feed(stage *t, const char *line);
// An observation of a unit carried by a rigid motion from its start.
void stage_move(stage *t, const char *unit, rigid2 m, double turn_rad, double t_s);
// The same as an event of another kind that gives places: "place".
void stage_move_by(stage *t, const char *kind, const char *unit, rigid2 m, double turn_rad, double t_s);
// How many of the reported lines hold the text.
int stage_lines_with(const stage *t, const char *text);

#endif
