// A disk that fails when it is told to: a layer over SQLite's file system (sqlite.org/vfs.html). For tests and the bench of the record.
#ifndef VEDETTE_TESTS_RECORD_FAULTS_H
#define VEDETTE_TESTS_RECORD_FAULTS_H

#include <stdbool.h>

typedef enum {
    FAULT_NONE,
    FAULT_FULL,         // no write has room
    FAULT_WRITE,        // each write fails
    FAULT_SHORT_WRITE,  // each write leaves off in its middle and fails
    FAULT_SYNC,         // what is written is not known to be on the disk
    FAULT_HANGS,        // each write waits until the faults are cleared
} fault_kind;

// Makes it the file system of all databases opened from now on. False: SQLite refused.
bool faults_install(void);
// All files fail from now on so; after `after` more writes and syncs (faults_begin: at once).
void faults_begin(fault_kind kind);
void faults_begin_after(fault_kind kind, int after);
void faults_clear(void);
// From now on each sync of a file leaves a copy of it, PATH.synced: what a power cut would leave.
void faults_keep_synced(void);
// Puts the synced copies of the database at `path` and its log in their places, as after a power cut.
void faults_cut_power(const char *path);

#endif
