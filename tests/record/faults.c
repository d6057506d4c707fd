#include "tests/record/faults.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;  // stands behind this
    const char *name;    // SQLite keeps it as long as the file is open; NULL: a temporary one
} failing_file;

static sqlite3_vfs layer;
static sqlite3_vfs *below;
static atomic_int kind, left;
static atomic_bool keeps_synced;

static sqlite3_file *real_of(sqlite3_file *f) { return ((failing_file *)f)->real; }

// FAULT_NONE while there is still something left before the failure.
static fault_kind due(void) {
    if (atomic_load(&kind) == FAULT_NONE) return FAULT_NONE;
    if (atomic_load(&left) > 0 && atomic_fetch_sub(&left, 1) > 0) return FAULT_NONE;
    return (fault_kind)atomic_load(&kind);
}

static int close_file(sqlite3_file *f) { return real_of(f)->pMethods->xClose(real_of(f)); }
static int read_file(sqlite3_file *f, void *to, int n, sqlite3_int64 at) { return real_of(f)->pMethods->xRead(real_of(f), to, n, at); }

static int write_file(sqlite3_file *f, const void *from, int n, sqlite3_int64 at) {
    sqlite3_file *real = real_of(f);
    switch (due()) {
        case FAULT_FULL:
            return SQLITE_FULL;
        case FAULT_WRITE:
            return SQLITE_IOERR_WRITE;
        case FAULT_SHORT_WRITE:
            real->pMethods->xWrite(real, from, n / 2, at);
            return SQLITE_IOERR_WRITE;
        case FAULT_HANGS:
            while (atomic_load(&kind) == FAULT_HANGS) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
            break;
        default:
            break;
    }
    return real->pMethods->xWrite(real, from, n, at);
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 n) { return real_of(f)->pMethods->xTruncate(real_of(f), n); }

static void synced_name(const char *name, char out[620]) { snprintf(out, 620, "%s.synced", name); }

// Whole, and in one step: a kill in the middle leaves the copy before.
static void copy_file(const char *from, const char *to) {
    char part[720], block[65536];
    size_t n;
    snprintf(part, sizeof part, "%s.part", to);
    FILE *in = fopen(from, "rb"), *out = in ? fopen(part, "wb") : NULL;
    while (out && (n = fread(block, 1, sizeof block, in)) > 0) fwrite(block, 1, n, out);
    if (in) fclose(in);
    if (out && fclose(out) == 0) rename(part, to);
}

static int sync_file(sqlite3_file *f, int flags) {
    if (due() == FAULT_SYNC) return SQLITE_IOERR_FSYNC;
    const char *name = ((failing_file *)f)->name;
    int code = real_of(f)->pMethods->xSync(real_of(f), flags);
    if (code == SQLITE_OK && name && atomic_load(&keeps_synced)) {
        char to[620];
        synced_name(name, to);
        copy_file(name, to);
    }
    return code;
}

void faults_keep_synced(void) { atomic_store(&keeps_synced, true); }

void faults_cut_power(const char *path) {
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        char name[512], synced[620];
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        synced_name(name, synced);
        bool was_there = access(name, F_OK) == 0;
        unlink(name);
        if (was_there && rename(synced, name) != 0 && i == 0) {  // synced under the name that it had first
            char first[600];
            snprintf(first, sizeof first, "%s.part", path);
            synced_name(first, synced);
            rename(synced, name);
        }
        unlink(synced);
    }
}

static int size_of(sqlite3_file *f, sqlite3_int64 *n) { return real_of(f)->pMethods->xFileSize(real_of(f), n); }
static int lock_file(sqlite3_file *f, int l) { return real_of(f)->pMethods->xLock(real_of(f), l); }
static int unlock_file(sqlite3_file *f, int l) { return real_of(f)->pMethods->xUnlock(real_of(f), l); }
static int check_lock(sqlite3_file *f, int *out) { return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out); }
static int control(sqlite3_file *f, int op, void *arg) { return real_of(f)->pMethods->xFileControl(real_of(f), op, arg); }
static int sector(sqlite3_file *f) { return real_of(f)->pMethods->xSectorSize(real_of(f)); }
static int traits(sqlite3_file *f) { return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f)); }
static int map_shared(sqlite3_file *f, int page, int n, int extend, void volatile **out) {
    return real_of(f)->pMethods->xShmMap(real_of(f), page, n, extend, out);
}
static int lock_shared(sqlite3_file *f, int at, int n, int flags) { return real_of(f)->pMethods->xShmLock(real_of(f), at, n, flags); }
static void barrier(sqlite3_file *f) { real_of(f)->pMethods->xShmBarrier(real_of(f)); }
static int unmap_shared(sqlite3_file *f, int remove) { return real_of(f)->pMethods->xShmUnmap(real_of(f), remove); }

static const sqlite3_io_methods methods = {.iVersion = 2,
                                           .xClose = close_file,
                                           .xRead = read_file,
                                           .xWrite = write_file,
                                           .xTruncate = truncate_file,
                                           .xSync = sync_file,
                                           .xFileSize = size_of,
                                           .xLock = lock_file,
                                           .xUnlock = unlock_file,
                                           .xCheckReservedLock = check_lock,
                                           .xFileControl = control,
                                           .xSectorSize = sector,
                                           .xDeviceCharacteristics = traits,
                                           .xShmMap = map_shared,
                                           .xShmLock = lock_shared,
                                           .xShmBarrier = barrier,
                                           .xShmUnmap = unmap_shared};

static int open_file(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out) {
    (void)v;
    failing_file *file = (failing_file *)f;
    file->real = (sqlite3_file *)(file + 1);
    file->name = name;
    int code = below->xOpen(below, name, file->real, flags, out);
    file->base.pMethods = file->real->pMethods ? &methods : NULL;
    return code;
}

// A file of that name that is made later has nothing to do with the old one.
static int delete_file(sqlite3_vfs *v, const char *name, int sync_folder) {
    char synced[620];
    (void)v;
    synced_name(name, synced);
    if (atomic_load(&keeps_synced)) unlink(synced);
    return below->xDelete(below, name, sync_folder);
}

bool faults_install(void) {
    below = sqlite3_vfs_find(NULL);
    if (!below) return false;
    layer = *below;
    layer.zName = "failing";
    layer.pNext = NULL;
    layer.szOsFile = (int)sizeof(failing_file) + below->szOsFile;
    layer.xOpen = open_file;
    layer.xDelete = delete_file;
    return sqlite3_vfs_register(&layer, 1) == SQLITE_OK;
}

void faults_begin_after(fault_kind k, int after) {
    atomic_store(&left, after);
    atomic_store(&kind, (int)k);
}

void faults_begin(fault_kind k) { faults_begin_after(k, 0); }

void faults_clear(void) { atomic_store(&kind, FAULT_NONE); }
