// app/lines -- reads a text stream line by line, with a limit on a line's length.
//
// getline(3) has no such limit: one endless line would fill the memory. The buffer here is allocated once.
#ifndef VEDETTE_APP_LINES_H
#define VEDETTE_APP_LINES_H

#include <stdio.h>

#include "core/status.h"

typedef struct {
    FILE *file;
    const char *name;  // for messages
    char *text;
    size_t capacity;
    long number;  // of the line last read, from 1
} line_reader;

// Opens a file, or standard input for "-". STATUS_INVALID with a message.
status lines_open(line_reader *r, const char *path, size_t longest, fault *fault);
// The next line without its newline; *length may exceed what was kept only by being cut to `longest` + 1, which a reader of lines refuses.
// STATUS_END at the end, STATUS_IO where reading failed.
status lines_next(line_reader *r, const char **line, size_t *length);
void lines_close(line_reader *r);

#endif
