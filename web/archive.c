// A recorded game for the page: one JSON text and the pictures that it names. Of a game that is recorded just now the text is made when somebody
// asks.
#include <stdlib.h>
#include <string.h>

#include "web/requests.h"

// An archive that is being made.
typedef struct {
    job job;
    const web_archive *archive;
    char *json;
    size_t length;
    status result;
    fault fault;
} making;

status web_set_archive(web *w, const char *json, size_t length, web_picture_find *find, void *context, fault *fault) {
    web_archive *a = calloc(1, sizeof *a);
    char *copy = malloc(length + 1);
    if (!a || !copy) {
        free(a);
        free(copy);
        return fault_set(fault, STATUS_MEMORY, "out of memory for the recorded game");
    }
    memcpy(copy, json, length);
    *a = (web_archive){.json = copy, .length = length, .find = find, .context = context};
    w->archive = a;
    return STATUS_OK;
}

void web_offer_archive(web *w, web_archive_make *make, web_picture_find *find, void *context) {
    web_archive *a = calloc(1, sizeof *a);
    if (!a) return;  // the page says that there is none
    *a = (web_archive){.make = make, .find = find, .context = context};
    w->archive = a;
}

// What the bytes themselves say: a record may come from anywhere. NULL: no picture.
static const char *picture_type(const unsigned char *bytes, size_t length) {
    static const unsigned char jpeg[] = {0xff, 0xd8, 0xff}, png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    if (length > sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) return "image/jpeg";
    if (length > sizeof png && memcmp(bytes, png, sizeof png) == 0) return "image/png";
    return NULL;
}

enum MHD_Result archive_picture(struct web *w, struct MHD_Connection *c, const char *what) {
    const web_archive *a = w->archive;
    char *rest;
    void *bytes = NULL;
    size_t length = 0;
    long long number = strtoll(what, &rest, 10);
    if (!a) return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no record is shown here");
    bool found = *what >= '0' && *what <= '9' && !*rest && a->find && a->find(a->context, number, &bytes, &length);
    const char *type = found ? picture_type(bytes, length) : NULL;
    if (type) return requests_send(c, MHD_HTTP_OK, MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE), type);
    free(bytes);
    return requests_send_error(c, MHD_HTTP_NOT_FOUND, "no such picture");
}

static void run_making(job *j) {
    making *m = (making *)j;
    m->result = m->archive->make(m->archive->context, &m->json, &m->length, &m->fault);
}

static void free_making(job *j) {
    free(((making *)j)->json);
    free(j);
}

enum MHD_Result archive_answer(request *r) {
    const web_archive *a = r->web->archive;
    if (!a)
        return requests_send_error(r->connection, MHD_HTTP_NOT_FOUND,
                                   "this game is not recorded: start vedette watch with --record FILE to look back on it");
    if (a->json)
        return requests_send(r->connection, MHD_HTTP_OK, MHD_create_response_from_buffer(a->length, a->json, MHD_RESPMEM_PERSISTENT),
                             "application/json");
    making *m = calloc(1, sizeof *m);
    if (!m) return MHD_NO;
    *m = (making){.job = {.run = run_making, .free = free_making, .connection = r->connection}, .archive = a, .result = STATUS_END};
    r->job = &m->job;
    if (jobs_put(&r->web->jobs, &m->job)) return MHD_YES;
    r->job = NULL;
    free_making(&m->job);
    return requests_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE, "too many look back just now: try again");
}

enum MHD_Result archive_finish(request *r) {
    making *m = (making *)r->job;
    enum MHD_Result result;
    if (m->result == STATUS_OK) {
        struct MHD_Response *response = MHD_create_response_from_buffer(m->length, m->json, MHD_RESPMEM_MUST_FREE);
        if (response) m->json = NULL;
        result = requests_send(r->connection, MHD_HTTP_OK, response, "application/json");
    } else {
        result =
            requests_send_error(r->connection, MHD_HTTP_NOT_FOUND, m->fault.text[0] ? m->fault.text : "the record can't be read just now: try again");
    }
    jobs_leave(&r->web->jobs, r->job);
    r->job = NULL;
    return result;
}
