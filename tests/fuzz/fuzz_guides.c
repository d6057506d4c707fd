// Entries for guides, as a page posts them, among events: whatever text comes is taken or refused. Input: a byte that chooses the game, then lines.
#include <stdlib.h>
#include <string.h>

#include "referee/guides.h"
#include "tests/fuzz/fuzz_table.h"

#define LINES_MAX 50

static void hear(void *context, double t_s, const char *json, const char *words) {
    (void)context, (void)t_s;
    fuzz_insist(json[0] == '{' && words[0], "a guide says nothing");
}

// The line with a NUL behind it, as the server hands it on; it holds none inside.
static bool give(guides *k, const session *s, const char *line, size_t length, double t_s) {
    char *text = malloc(length + 1);
    fault fault = {""};
    bool mine;
    fuzz_insist(text != NULL, "out of memory");
    memcpy(text, line, length);
    text[length] = '\0';
    status result = guides_take_entry(k, s, text, t_s, &mine, &fault);
    fuzz_insist(result == STATUS_OK || (result == STATUS_INVALID && mine && fault.text[0]), fault.text);
    free(text);
    return mine;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const game *g = fuzz_game(data[0]);
    fuzz_table t;
    guides *k;
    stream_reader *reader;
    double t_s = 0;
    fault fault = {""};
    fuzz_open(&t, g, data[0]);
    fuzz_insist(guides_create(g, hear, NULL, &k, &fault) == STATUS_OK, fault.text);
    fuzz_insist(stream_reader_create(g, &reader, &fault) == STATUS_OK, fault.text);
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        event e;
        if (!give(k, t.session, at, length, t_s) && stream_read_event(reader, at, length, &e, &fault) == STATUS_OK) t_s = e.t_s, fuzz_take(&t, g, &e);
        fuzz_insist(guides_follow(k, t.session, t_s, &fault) == STATUS_OK, fault.text);
        at += length + 1;
    }
    guides_destroy(k);
    stream_reader_destroy(reader);
    fuzz_close(&t, t_s);
    return 0;
}
