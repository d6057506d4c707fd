// record -- the game record: one SQLite file with all that was seen and entered (observations), concluded (verdicts, alerts, obligations), said about
// what can be judged (health), photographed (evidence), corrected later (amendments) and tried to enter (entries), and `meta`: what is needed to
// judge it again. Appends, reads, verifies, exports. Never judges.
//
// Times are seconds since the recording began. All rows share one count (seq, from 1, without gaps), so that their order is kept, and each carries
// the hash of itself and all rows before it (record/chain.h). A closed record has a checksum in each page of the file (record/seal.h). A handle is
// for one thread at a time. Method: SQLite's write-ahead log with synchronous=FULL: what record_flush committed survives a killed process and a power
// cut (sqlite.org/wal.html).
#ifndef VEDETTE_RECORD_RECORD_H
#define VEDETTE_RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/status.h"

#define RECORD_SCHEMA 3
#define RECORD_HASH_BYTES 32
#define RECORD_HASH_HEX (2 * RECORD_HASH_BYTES + 1)
#define RECORD_T_MAX_S (7 * 24 * 3600.0)  // no game is longer: a later time is damage, and is never waited for

typedef struct record record;

// What a record says about itself; NULL counts as "".
typedef struct {
    const char *game_text;         // the game file, whole
    const char *calibration_text;  // the calibration file, whole
    const char *ruleset, *source;
    const char *program_version;  // letters, digits, dots and hyphens
    const char *made;             // ISO 8601
} record_meta;

// The numbers stand in the file: never renumber them.
typedef enum {
    RECORD_OBSERVATION,  // seen or entered: an event of the stream
    RECORD_CONCLUSION,   // a line of the verdict stream
    RECORD_HEALTH,       // what could be judged, as it changed
    RECORD_EVIDENCE,     // pictures, with their bytes, and where a film is
    RECORD_AMENDMENT,    // a later correction and what followed from it
    RECORD_KEEPING,      // of the record itself: "opened", "closed", "lost", "signature"
    RECORD_ENTRIES,      // who entered what and what became of it, who logged in, who was refused
    RECORD_LOG_COUNT
} record_log;

// A row to be added. Texts and bytes are copied.
typedef struct {
    record_log log;
    double t_s;
    const char *kind;    // of a conclusion: "move", "alert", ...; "" for an observation
    const char *origin;  // of an observation: "camera", "page", "file", "marker"; "" where nobody entered it
    const char *json;    // one line
    const void *bytes;   // of evidence; NULL: none
    size_t length;
} record_entry;

typedef struct {
    record_log log;
    int64_t seq;
    double t_s;
    const char *kind;    // as in record_entry
    const char *origin;  // as in record_entry
    const char *json;    // one line; all belong to the record until its next call
} record_row;

#define RECORD_DAMAGES_TOLD 8

typedef struct {
    int64_t rows, observations, conclusions;
    double first_t_s, last_t_s;  // of the observations; 0 where there are none
    bool closed_cleanly;
    bool chained, sealed;                   // false: made by an older version, or not closed; what was changed then can't be told, or less exactly
    char head[RECORD_HASH_HEX];             // hash of the last row: the same as when it was announced. "" where there is none
    char signed_by[RECORD_HASH_HEX];        // the public key of a valid signature; "": not signed
    bool cut;                               // rows were lost while recording failed
    double lost_t_s;                        // the time of the first of them
    int gaps;                               // number of times that it was interrupted and continued
    double longest_gap_s;                   // without pictures, then
    int64_t damage_count;                   // 0: the record is sound
    char damage[RECORD_DAMAGES_TOLD][256];  // what was found wrong first; "" after the last
} record_report;

// Makes a new record at `path`; a file that exists and is not empty is left alone: STATUS_INVALID, as where another program records into it just now.
// STATUS_IO: folder missing or not writable, disk full.
status record_create(const char *path, const record_meta *m, record **out, fault *fault);
// The state of a record that is continued.
typedef struct {
    double last_t_s;      // of all rows; 0 where there is none
    int64_t conclusions;  // rows of that log
    bool closed_cleanly;  // it was, before
    bool cut;             // rows were lost before
    double lost_t_s;      // the time of the first of them
    char made[40];        // as its meta says
} record_past;

// Goes on with the record at `path`: rows are appended after those that are there, and it counts as open again. A record of an older schema is
// brought to this one first. STATUS_INVALID: no record, of another game or calibration than m says (byte by byte), a damaged one, or one that another
// program records into just now; STATUS_IO.
status record_continue(const char *path, const record_meta *m, record_past *past, record **out, fault *fault);
// Opens any record for appending, as record_continue does, whatever its game.
status record_append(const char *path, record **out, fault *fault);
// True for a time from 0 to RECORD_T_MAX_S: no other is written, and one that is read is damage.
bool record_is_game_time(double t_s);
// True for a film's name that a record may give: of a file beside it, in no other folder.
bool record_is_film_name(const char *file);
// Appends a row; it is durable after the next record_flush. STATUS_INVALID: a time outside 0 .. RECORD_T_MAX_S, and nothing was changed. STATUS_IO:
// the disk is full or went away; the record is as it was after the last flush, and all rows since must be added again.
status record_add(record *r, const record_entry *e, fault *fault);
// The number of the row that was added last.
int64_t record_last_seq(const record *r);
// Commits what was added: durable when it returns STATUS_OK. STATUS_IO as record_add.
status record_flush(record *r, fault *fault);
// Opens the file anew after STATUS_IO: a disk that went away has other files when it is back. STATUS_IO: it is not there or can't be written;
// STATUS_INVALID: what stands there now is not this record as it was flushed last.
status record_reopen(record *r, fault *fault);
// The hash of the last row that was flushed, or read by record_open, in hexadecimal; "" where a record of the older schema has none.
void record_head(const record *r, char out[RECORD_HASH_HEX]);
// Signs the record with the secret key in this file when it is closed (record/signing.h). STATUS_INVALID, STATUS_IO as signing_read.
status record_sign(record *r, const char *key_path, fault *fault);
// Commits, marks the record as closed and seals it (one that is being written), and frees r whatever comes of it. record_close(NULL) is fine.
status record_close(record *r, fault *fault);
// Frees r without marking the record as closed, as if the program had been killed.
void record_leave(record *r);

// Opens a record for reading, also one left behind by a killed process or still being written (the rows committed so far). STATUS_INVALID: no such
// file, no record, made by a newer version; STATUS_IO.
status record_open(const char *path, record **out, fault *fault);
// Belongs to r.
const char *record_file(const record *r);
bool record_closed_cleanly(const record *r);
// True where rows were lost while recording failed; the first was of *lost_t_s.
bool record_was_cut(const record *r, double *lost_t_s);
// "game", "calibration", "ruleset", "program", "source", "made", "schema"; NULL where the record does not say. Belongs to r.
const char *record_meta_text(const record *r, const char *key);
// The next row of all logs in order. STATUS_END after the last, STATUS_IO where the file is damaged.
status record_next(record *r, record_row *out);
// The bytes of an evidence row. They belong to r until its next call. STATUS_END: it has none; STATUS_IO.
status record_bytes(record *r, int64_t seq, const void **bytes, size_t *length, fault *fault);
// Calls row_read with the time of each row that is read from now on, by exports too: so that long ones can show how far they are. NULL: no more.
typedef void record_row_read(void *context, double t_s);
void record_on_row(record *r, record_row_read *row_read, void *context);
// Continues at the first observation at or after t_s (0: from the start).
status record_seek(record *r, double t_s);
// Time of the last observation; 0 where there is none.
double record_duration_s(record *r);

// Reads the whole file and counts what is wrong: the seals of its pages, SQLite's own check, schema, hashes, JSON of each row, order of t and seq,
// signature. STATUS_OK says only that it could be read: see report->damage_count. STATUS_INVALID: not a record at all. STATUS_IO.
status record_verify(const char *path, record_report *report, fault *fault);

typedef struct {
    int move;                                // "svg", "png", "pdf", "mp4": this move alone; 0: the last state, or all
    double speed;                            // "mp4": times the recorded speed; 0 counts as 1
    const char *damage;                      // what record_verify found first; NULL or "": it is sound. The export says it
    char *(*note)(void *context, int move);  // pictures of a move and the report: a line more on it, which is freed; NULL: none
    bool (*stopped)(void *context);          // asked now and then: true ends the export with STATUS_END; NULL: never
    void *context;                           // of both
} record_export_options;

// Writes the whole record to `out`: "jsonl" all rows in order, "events" what was seen and entered alone (input of `vedette judge`), "html" one
// self-contained page, "csv" the findings of the verdicts, "statistics" counts as a table. STATUS_INVALID: another format or a record that can't be
// exported so; STATUS_IO. Pictures and films: record/draw/draw.h.
status record_export(record *r, const char *format, const record_export_options *o, FILE *out, fault *fault);

#endif
