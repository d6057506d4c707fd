// record -- the game record: one SQLite file with two logs, what was seen and entered (observations) and what was concluded (verdicts, alerts,
// obligations), and `meta`: what is needed to judge it again. Appends, reads, verifies, exports. Never judges.
//
// Times are seconds since the recording began. Rows of both logs share one count (seq), so that their order is kept. A handle is for one thread.
// Method: SQLite's write-ahead log with synchronous=NORMAL survives a killed process without loss of what was committed (sqlite.org/wal.html); a
// commit is made at the latest half a second after the first row that is not yet in one.
#ifndef VEDETTE_RECORD_RECORD_H
#define VEDETTE_RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/status.h"

#define RECORD_SCHEMA 1

typedef struct record record;

// What a record says about itself; NULL counts as "".
typedef struct {
    const char *game_text;         // the game file, whole
    const char *calibration_text;  // the calibration file, whole
    const char *ruleset, *program_version, *source;
    const char *made;  // ISO 8601
} record_meta;

typedef enum { RECORD_OBSERVATION, RECORD_CONCLUSION } record_log;

typedef struct {
    record_log log;
    int64_t seq;
    double t_s;
    const char *kind;  // of a conclusion: "move", "alert", ...; "" for an observation
    const char *json;  // one line; both belong to the record until its next call
} record_row;

typedef struct {
    int64_t observations, conclusions;
    double first_t_s, last_t_s;  // of the observations; 0 where there are none
    bool closed_cleanly, cut;
    double lost_t_s;       // where it was cut: the first row that is missing
    int gaps;              // number of times that it was interrupted and continued
    double longest_gap_s;  // without pictures, then
    int64_t damage_count;  // 0: the record is sound
    char damage[256];      // the first thing found wrong, "" where nothing is
} record_report;

// Makes a new record at `path`; a file that exists and is not empty is left alone: STATUS_INVALID, as where another program records into it just now.
// STATUS_IO: folder missing or not writable, disk full.
status record_create(const char *path, const record_meta *m, record **out, fault *fault);
// The state of a record that is continued.
typedef struct {
    double last_t_s;      // of both logs; 0 where there is none
    int64_t conclusions;  // rows of that log
    bool closed_cleanly;  // it was, before
    char made[40];        // as its meta says
} record_past;

// Goes on with the record at `path`: rows are appended after those that are there, and it counts as open again. STATUS_INVALID: no record, of another
// game or calibration than m says (byte by byte), one of which rows were lost, or one that another program records into just now; STATUS_IO.
status record_continue(const char *path, const record_meta *m, record_past *past, record **out, fault *fault);
// Appends a line to a log. `json` is copied. STATUS_IO: the disk is full or went away; what was committed before is safe.
status record_observation(record *r, double t_s, const char *json, fault *fault);
status record_conclusion(record *r, double t_s, const char *kind, const char *json, fault *fault);
// Commits what was appended. To be called about every 0.5 s; appending does it too where the last commit is older.
status record_flush(record *r, fault *fault);
// Commits, marks the record as closed cleanly (one that is being written) and frees r whatever comes of it. record_close(NULL) is fine.
status record_close(record *r, fault *fault);

// Opens a record for reading, also one left behind by a killed process or still being written (the rows committed so far). STATUS_INVALID: no such
// file, no record, made by a newer version; STATUS_IO.
status record_open(const char *path, record **out, fault *fault);
bool record_closed_cleanly(const record *r);
// True where writing it failed (the disk was full or went away) and the program could still say so: what came from *lost_t_s on is missing.
bool record_was_cut(const record *r, double *lost_t_s);
// "game", "calibration", "ruleset", "program", "source", "made", "schema"; NULL where the record does not say. Belongs to r.
const char *record_meta_text(const record *r, const char *key);
// The next row of both logs in order. STATUS_END after the last, STATUS_IO where the file is damaged.
status record_next(record *r, record_row *out);
// Calls row_read with the time of each row that is read from now on, by exports too: so that long ones can show how far they are. NULL: no more.
typedef void record_row_read(void *context, double t_s);
void record_on_row(record *r, record_row_read *row_read, void *context);
// Continues at the first observation at or after t_s (0: from the start).
status record_seek(record *r, double t_s);
// Time of the last observation; 0 where there is none.
double record_duration_s(record *r);

// Reads the whole file and counts what is wrong: SQLite's own check, schema, JSON of each row, order of t and seq. STATUS_OK says only that it could
// be read: see report->damage_count. STATUS_INVALID: not a record at all. STATUS_IO.
status record_verify(const char *path, record_report *report, fault *fault);

// Writes the whole record to `out`: "jsonl" both logs in order, "events" the first alone (input of `vedette judge`), "html" one self-contained page,
// "csv" the findings of the verdicts, "svg" the last state as a picture. STATUS_INVALID: another format or a record that can't be exported so;
// STATUS_IO.
status record_export(record *r, const char *format, FILE *out, fault *fault);

#endif
