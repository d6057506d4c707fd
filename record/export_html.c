// One self-contained page: the live page with the record's archive in it.
#include <stdlib.h>
#include <string.h>

#include "record/archive.h"
#include "record/page_bundle.h"
#include "record/store.h"

// What mail servers and chats still take. Pictures fill what the game leaves of it.
#define HTML_MAX_BYTES ((size_t)10 * 1000 * 1000)

status export_html(record *r, const game *g, FILE *out, fault *fault) {
    const char *before = (const char *)page_bundle_before, *after = (const char *)page_bundle_after;
    char *json;
    size_t length;
    status s = archive_make(r, g, HTML_MAX_BYTES - strlen(before) - strlen(after), &json, &length, fault);
    if (s != STATUS_OK) return s;
    fputs(before, out);
    fwrite(json, 1, length, out);
    fputs(after, out);
    free(json);
    return STATUS_OK;  // whether it was written is asked of `out` once
}
