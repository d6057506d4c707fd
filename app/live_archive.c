#include "app/live_archive.h"

#include <stdlib.h>
#include <string.h>

#include "record/archive.h"

// A web_archive_make. What is committed so far is read while more is written: SQLite's readers see one state of the file.
static status make(void *context, char **json, size_t *length, fault *fault) {
    const live_archive *a = context;
    record *r = NULL;
    status s = record_open(a->path, &r, fault);
    if (s == STATUS_OK) s = archive_make_live(r, a->game, json, length, fault);
    record_close(r, NULL);
    return s;
}

// A web_picture_find.
static bool find(void *context, int64_t number, void **bytes, size_t *length) {
    const live_archive *a = context;
    const void *found;
    record *r = NULL;
    *bytes = NULL;
    if (record_open(a->path, &r, NULL) == STATUS_OK && record_bytes(r, number, &found, length, NULL) == STATUS_OK && (*bytes = malloc(*length + 1)))
        memcpy(*bytes, found, *length);
    record_close(r, NULL);
    return *bytes != NULL;
}

void live_archive_offer(live_archive *a, web *w) { web_offer_archive(w, make, find, a); }
