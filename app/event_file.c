#include "app/event_file.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "app/cli.h"

status event_file_init(event_file *f, const game *g, fault *fault) {
    *f = (event_file){.after_s = -INFINITY};
    return stream_reader_create(g, &f->reader, fault);
}

status event_file_open(event_file *f, const char *path, fault *fault) {
    status s = lines_open(&f->lines, path, STREAM_LINE_MAX, fault);
    f->open = s == STATUS_OK;
    return s;
}

static status at_end(const event_file *f, status s, fault *fault) {
    if (!f->open || s != STATUS_IO) return STATUS_OK;
    return fault_set(fault, s, "%s: reading failed after line %ld: %s", f->lines.name, f->lines.number, strerror(errno));
}

status event_file_read(event_file *f, fault *fault) {
    const char *line;
    size_t length;
    status s = STATUS_OK;
    f->has_next = false;
    while (f->open && (s = lines_next(&f->lines, &line, &length)) == STATUS_OK) {
        if (strspn(line, " \t") == length) continue;
        struct fault wrong = {""};
        s = stream_read_event(f->reader, line, length, &f->next, &wrong);
        if (s == STATUS_OK && f->next.t_s <= f->after_s) continue;
        if (s == STATUS_OK) {
            f->next.t_s = fmax(f->next.t_s, f->from_s);
            f->has_next = true;
            return STATUS_OK;
        }
        if (s != STATUS_INVALID) return fault_set(fault, s, "%s:%ld: %s", f->lines.name, f->lines.number, wrong.text);
        cli_message("%s:%ld: %s; the line is skipped", f->lines.name, f->lines.number, wrong.text);
        f->bad_lines++;
    }
    return at_end(f, s, fault);
}

void event_file_finish(event_file *f) {
    stream_reader_destroy(f->reader);
    if (f->open) lines_close(&f->lines);
}
