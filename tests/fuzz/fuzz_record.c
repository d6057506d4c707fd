// Files that may be records: checked, opened and read to their end, whatever is in them. Input: the file. Rows of what opens are counted as
// statistics, so that lines of any kind come behind it too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/record.h"
#include "record/tale.h"
#include "tests/fuzz/fuzz_table.h"

static char path[64];

static void write_file(const uint8_t *data, size_t size) {
    static const char *const tails[] = {"-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    FILE *file = fopen(path, "wb");
    fuzz_insist(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "the input is written");
}

static void remove_file(void) { unlink(path); }

static void read_all(record *r) {
    record_row row;
    status s;
    while ((s = record_next(r, &row)) == STATUS_OK) {
        const void *bytes;
        size_t length;
        fuzz_insist(row.kind && row.origin && row.json, "a row has its texts");
        if (row.log == RECORD_EVIDENCE) record_bytes(r, row.seq, &bytes, &length, NULL);
    }
    fuzz_insist(s == STATUS_END || s == STATUS_IO || s == STATUS_MEMORY, "reading ends");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    record *r;
    record_report report;
    fault fault = {""};
    if (!path[0]) {
        snprintf(path, sizeof path, "%s/vedette-fuzz-%ld.vedette", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
        atexit(remove_file);
    }
    write_file(data, size);
    status checked = record_verify(path, &report, &fault);
    fuzz_insist(checked == STATUS_OK || fault.text[0], "what is refused is refused with words");
    fuzz_insist(checked != STATUS_OK || report.damage_count == 0 || report.damage[0][0], "damage is told");
    if (record_open(path, &r, &fault) != STATUS_OK) return 0;
    read_all(r);
    tale t;
    tale_read(&t, r, &fault);
    tale_finish(&t);
    record_close(r, NULL);
    if (record_append(path, &r, &fault) == STATUS_OK) record_close(r, NULL);
    return 0;
}
