// app/event_file -- the entries of `--events FILE`, one after another in order of time: what people would enter during play.
#ifndef VEDETTE_APP_EVENT_FILE_H
#define VEDETTE_APP_EVENT_FILE_H

#include "app/lines.h"
#include "stream/stream.h"

typedef struct {
    stream_reader *reader;
    line_reader lines;
    bool open, has_next;
    event next;      // valid while has_next; borrows from the reader until the next event_file_read
    double after_s;  // entries up to this time are passed over: the record that is continued has them
    double from_s;   // entries before this time take effect then: nothing was watched earlier
    long bad_lines;  // reported and skipped
} event_file;

// An empty file of entries. Borrows g. STATUS_MEMORY.
status event_file_init(event_file *f, const game *g, fault *fault);
// STATUS_INVALID: the file can't be read, with its name.
status event_file_open(event_file *f, const char *path, fault *fault);
// Reads on to the next entry. Bad lines go to stderr with their number. STATUS_IO, STATUS_MEMORY.
status event_file_read(event_file *f, fault *fault);
void event_file_finish(event_file *f);

#endif
