// A recorded game for the page: one JSON text and the pictures that it names.
#include <stdlib.h>
#include <string.h>

#include "web/requests.h"

status web_set_archive(web *w, const char *json, size_t length, web_picture_find *find, void *context, fault *fault) {
    web_archive *a = calloc(1, sizeof *a);
    char *copy = malloc(length + 1);
    if (!a || !copy) {
        free(a);
        free(copy);
        return fault_set(fault, STATUS_MEMORY, "out of memory for the recorded game");
    }
    memcpy(copy, json, length);
    *a = (web_archive){copy, length, find, context};
    w->archive = a;
    return STATUS_OK;
}

// What the bytes themselves say: a record may come from anywhere. NULL: no picture.
static const char *picture_type(const unsigned char *bytes, size_t length) {
    static const unsigned char jpeg[] = {0xff, 0xd8, 0xff}, png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    if (length > sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) return "image/jpeg";
    if (length > sizeof png && memcmp(bytes, png, sizeof png) == 0) return "image/png";
    return NULL;
}

static enum MHD_Result send_picture(const web_archive *a, struct MHD_Connection *c, const char *what) {
    char *rest;
    void *bytes = NULL;
    size_t length = 0;
    long long number = strtoll(what, &rest, 10);
    bool found = *what >= '0' && *what <= '9' && !*rest && a->find && a->find(a->context, number, &bytes, &length);
    const char *type = found ? picture_type(bytes, length) : NULL;
    if (type) return requests_send(c, MHD_HTTP_OK, MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE), type);
    free(bytes);
    return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no such picture");
}

enum MHD_Result archive_answer(struct web *w, struct MHD_Connection *c, const char *what) {
    const web_archive *a = w->archive;
    if (!a) return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no record is shown here");
    if (what) return send_picture(a, c, what);
    return requests_send(c, MHD_HTTP_OK, MHD_create_response_from_buffer(a->length, a->json, MHD_RESPMEM_PERSISTENT), "application/json");
}
