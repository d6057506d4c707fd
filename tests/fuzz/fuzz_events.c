// Lines of text through the reader of events and all that stands behind it. Input: a byte that chooses the game, then lines.
#include <string.h>

#include "tests/fuzz/fuzz_table.h"

#define LINES_MAX 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const game *g = fuzz_game(data[0]);
    fuzz_table t;
    double t_s = 0;
    stream_reader *reader;  // of its own: what it read is written and read again by the table's
    fault fault = {""};
    fuzz_open(&t, g, data[0]);
    fuzz_insist(stream_reader_create(g, &reader, &fault) == STATUS_OK, fault.text);
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        event e;
        status s = stream_read_event(reader, at, length, &e, &fault);
        fuzz_insist(s == STATUS_OK || s == STATUS_INVALID, fault.text);
        if (s == STATUS_OK) t_s = e.t_s, fuzz_take(&t, g, &e);
        at += length + 1;
    }
    fuzz_close(&t, t_s);
    stream_reader_destroy(reader);
    return 0;
}
