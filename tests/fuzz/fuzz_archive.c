// Records with any rows at all through the archive and the page that embeds it. Input: a byte that chooses the game, then lines: a digit that is the
// log, then the row's JSON.
#include "record/archive.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz_table.h"

#define LINES_MAX 60
#define PICTURES_MAX 20000  // bytes of the archive, with pictures

static const char *const kinds[] = {"", "move", "health", "picture", "amendment", "lost"};

static char path[64];

// Each row is a second later than the one before; pictures have a few bytes.
static void write_rows(record *r, const char *at, const char *end) {
    char *json = malloc((size_t)(end - at) + 1);
    fuzz_insist(json != NULL, "memory");
    for (int lines = 1; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        int log = length > 0 && *at >= '0' && *at <= '5' ? *at - '0' : 1;
        record_entry e = {.log = (record_log)log, .t_s = lines, .kind = kinds[log], .json = json};
        if (log == RECORD_EVIDENCE) e.bytes = "\xff\xd8\xff bytes", e.length = 9;
        if (length > 0) memcpy(json, at + 1, length - 1);
        json[length > 0 ? length - 1 : 0] = '\0';
        record_add(r, &e, NULL);
        at += length + 1;
    }
    free(json);
}

static void check_frames(const cJSON *archive, int figures) {
    const cJSON *frame, *number;
    double now_cs = 0;
    cJSON_ArrayForEach(frame, cJSON_GetObjectItemCaseSensitive(archive, "frames")) {
        int i = 0;
        cJSON_ArrayForEach(number, frame) {
            if (i == 0) now_cs += number->valuedouble;
            fuzz_insist(i != 0 || number->valuedouble >= 0, "frames in order of time");
            fuzz_insist(i % 4 != 1 || (number->valuedouble >= 0 && number->valuedouble < 4.0 * figures), "a figure of the game");
            i++;
        }
        fuzz_insist(i % 4 == 1, "four numbers a change");
    }
    fuzz_insist(now_cs <= 100 * RECORD_T_MAX_S, "times that a game can have");
}

static void check_archive(record *r, const game *g) {
    char *json;
    size_t length;
    fault fault = {""};
    fuzz_insist(archive_make(r, g, PICTURES_MAX, &json, &length, &fault) == STATUS_OK, fault.text);
    fuzz_insist(strlen(json) == length && !strchr(json, '<'), "text that can stand in a page");
    cJSON *archive = cJSON_Parse(json);
    fuzz_insist(cJSON_IsObject(archive), "sound JSON");
    double duration_s = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(archive, "duration"));
    fuzz_insist(duration_s >= 0 && duration_s <= RECORD_T_MAX_S, "a duration that a game can have");
    check_frames(archive, g->figure_count);
    cJSON_Delete(archive);
    free(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const game *g = fuzz_game(data[0]);
    const record_meta meta = {.game_text = "{}"};
    record *r;
    fault fault = {""};
    if (!path[0]) snprintf(path, sizeof path, "%s/vedette-fuzz-%d", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    fuzz_insist(record_create(path, &meta, &r, &fault) == STATUS_OK, fault.text);
    write_rows(r, (const char *)data + 1, (const char *)data + size);
    fuzz_insist(record_close(r, &fault) == STATUS_OK, fault.text);
    fuzz_insist(record_open(path, &r, &fault) == STATUS_OK, fault.text);
    check_archive(r, g);
    record_close(r, NULL);
    unlink(path);
    return 0;
}
