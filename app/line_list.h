// app/line_list -- a whole text stream in memory, line by line.
#ifndef VEDETTE_APP_LINE_LIST_H
#define VEDETTE_APP_LINE_LIST_H

#include <stddef.h>

#include "core/status.h"

typedef struct {
    char *text;
    size_t length;
} text_line;

typedef struct {
    const char *name;  // for messages; borrowed
    text_line *at;     // line n of the stream is at[n - 1]
    long count;
} line_list;

// Reads a file, or standard input for "-", to its end. STATUS_INVALID: it can't be opened; STATUS_IO: reading failed; STATUS_MEMORY.
status line_list_read(line_list *l, const char *path, size_t longest, fault *fault);
void line_list_free(line_list *l);

#endif
