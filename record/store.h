// record/store -- what writing, reading and verifying a record share. Internal to record/.
#ifndef VEDETTE_RECORD_STORE_H
#define VEDETTE_RECORD_STORE_H

#include <sqlite3.h>

#include "core/game.h"
#include "record/chain.h"
#include "record/record.h"
#include "record/signing.h"

typedef struct {
    char *key, *value;
} record_meta_row;

// The last row and its hash.
typedef struct {
    int64_t seq;
    record_hash hash;
} record_end;

struct record {
    sqlite3 *db;
    char *path;
    int schema;                 // as it stands in the file
    int64_t steps, steps_most;  // of SQLite's machine, while the file is distrusted
    bool writing;
    // writing
    int lock;  // file descriptor that keeps a second writer away; 0: none
    sqlite3_stmt *add_row, *add_bytes;
    bool in_batch;
    record_end added, flushed;  // of a record that is read: flushed is its last row
    double last_t_s;            // of the rows added
    signing_key *key;
    // reading
    sqlite3_stmt *rows, *bytes;
    record_meta_row *meta;
    int meta_count;
    int64_t last_seq;  // of the rows read; they must ascend
    bool closed, cut;
    double lost_t_s;
    record_row_read *row_read;
    void *context;  // of row_read
};

// Says what SQLite's last failure on db means for a person. STATUS_IO, STATUS_INVALID or STATUS_MEMORY.
status store_failed(sqlite3 *db, const char *path, fault *fault);
status store_run(sqlite3 *db, const char *path, const char *sql, fault *fault);
// Opens r->path for reading as r->db and makes sure that it is a record of a known schema.
status store_open(record *r, fault *fault);
// The file may come from anywhere: no triggers, views or functions of its own, no giant cells, no endless walks. db: r's, or one for the time being.
void store_distrust(record *r, sqlite3 *db);
// What r->db holds was looked at: from now on it may take as long as it takes.
void store_trust(record *r);
void store_free(record *r);
// The first column of the first row that the query has; `otherwise` where there is none.
status store_number(sqlite3 *db, const char *path, const char *sql, int64_t otherwise, int64_t *out, fault *fault);

// The format that needs more than a few lines. Rows are read from the start; the place of reading is moved.
status export_html(record *r, const game *g, FILE *out, fault *fault);

#endif
