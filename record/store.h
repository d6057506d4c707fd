// record/store -- what writing, reading and verifying a record share. Internal to record/.
#ifndef VEDETTE_RECORD_STORE_H
#define VEDETTE_RECORD_STORE_H

#include <sqlite3.h>

#include "core/game.h"
#include "record/record.h"

#define RECORD_APPLICATION 0x56445454  // "VDTT": SQLite's application_id

typedef struct {
    char *key, *value;
} record_meta_row;

struct record {
    sqlite3 *db;
    char *path;
    bool writing;
    int lock;  // file descriptor that keeps a second writer away; 0: none
    // writing
    sqlite3_stmt *add_observation, *add_conclusion;
    int64_t last_seq;
    bool in_batch;
    double batch_began_s;
    bool failed;  // a row was lost; the first at lost_t_s
    double lost_t_s;
    double batch_t_s;  // of the first row in the batch
    // reading
    sqlite3_stmt *rows;
    record_meta_row *meta;
    int meta_count;
    record_row_read *row_read;
    void *context;  // of row_read
};

// Says what SQLite's last failure on db means for a person. STATUS_IO, STATUS_INVALID or STATUS_MEMORY.
status store_failed(sqlite3 *db, const char *path, fault *fault);
status store_run(sqlite3 *db, const char *path, const char *sql, fault *fault);
// Opens `path` for reading and makes sure that it is a record of a known schema.
status store_open(const char *path, sqlite3 **out, fault *fault);
void store_free(record *r);

// The formats that need more than a few lines. Rows are read from the start; the place of reading is moved.
status export_html(record *r, const game *g, FILE *out, fault *fault);
status export_svg(record *r, const game *g, FILE *out, fault *fault);
status export_csv(record *r, FILE *out, fault *fault);

#endif
