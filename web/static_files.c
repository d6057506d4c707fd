#include "web/static_files.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/packed.h"
#include "web/requests.h"

static bool add_headers(struct MHD_Response *r, const char *type, const char *tag, bool small) {
    bool ok = r && MHD_add_response_header(r, MHD_HTTP_HEADER_ETAG, tag) == MHD_YES;
    ok = ok && MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache") == MHD_YES;
    ok = ok && MHD_add_response_header(r, MHD_HTTP_HEADER_VARY, "Accept-Encoding") == MHD_YES;
    if (type) ok = ok && MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type) == MHD_YES;
    if (small) ok = ok && MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip") == MHD_YES;
    return ok && requests_add_headers(r);
}

static bool prepare(static_file *f, const page_file *page) {
    unsigned char hash[16];
    char hex[2 * sizeof hash + 1];
    size_t length;
    crypto_generichash(hash, sizeof hash, page->bytes, page->length, NULL, 0);
    snprintf(f->tag, sizeof f->tag, "\"%s\"", sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    f->plain = MHD_create_response_from_buffer(page->length, (void *)(uintptr_t)page->bytes, MHD_RESPMEM_PERSISTENT);
    f->unchanged = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    f->bytes = packed_gzip(page->bytes, page->length, &length);
    if (f->bytes && length < page->length) f->small = MHD_create_response_from_buffer(length, f->bytes, MHD_RESPMEM_PERSISTENT);
    return add_headers(f->plain, page->type, f->tag, false) && add_headers(f->unchanged, NULL, f->tag, false) &&
           (!f->small || add_headers(f->small, page->type, f->tag, true));
}

status static_files_init(static_files *f, fault *fault) {
    memset(f, 0, sizeof *f);
    if (page_file_count > STATIC_FILES_MAX)
        return fault_set(fault, STATUS_FULL, "the page has %d files: STATIC_FILES_MAX is too small", page_file_count);
    for (int i = 0; i < page_file_count; i++)
        if (!prepare(&f->at[i], &page_files[i])) return fault_set(fault, STATUS_MEMORY, "out of memory for the live page");
    return STATUS_OK;
}

void static_files_finish(static_files *f) {
    for (int i = 0; i < STATIC_FILES_MAX; i++) {
        if (f->at[i].plain) MHD_destroy_response(f->at[i].plain);
        if (f->at[i].small) MHD_destroy_response(f->at[i].small);
        if (f->at[i].unchanged) MHD_destroy_response(f->at[i].unchanged);
        free(f->at[i].bytes);
    }
}

bool static_files_answer(const static_files *f, struct MHD_Connection *c, const char *path, enum MHD_Result *out) {
    const page_file *page = page_find(path);
    if (!page) return false;
    const static_file *file = &f->at[page - page_files];
    const char *known = requests_header(c, "If-None-Match");
    if (known && strstr(known, file->tag))
        *out = MHD_queue_response(c, MHD_HTTP_NOT_MODIFIED, file->unchanged);
    else
        *out = MHD_queue_response(c, MHD_HTTP_OK, file->small && requests_takes_gzip(c) ? file->small : file->plain);
    return true;
}
