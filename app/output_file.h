// app/output_file -- a file that is there when it is whole: written beside its name, renamed at the end. Through a link it is written where the link
// leads to. What is no regular file (a pipe, /dev/stdout) is written in place.
#ifndef VEDETTE_APP_OUTPUT_FILE_H
#define VEDETTE_APP_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "core/status.h"

typedef struct {
    const char *path;  // "-": standard output
    char *target;      // what `part` becomes
    char *part;        // what is written; NULL: there is no file to rename
    FILE *file;        // NULL: the caller writes to `part` by itself
} output_file;

// stream false: only the name of the part is made. STATUS_INVALID: stream false and no regular file; STATUS_IO, STATUS_MEMORY: nothing is left.
status output_begin(output_file *o, const char *path, bool stream, fault *fault);
// Puts the whole file in its place, durable. STATUS_IO: it could not be, and nothing is left.
status output_keep(output_file *o, fault *fault);
// Leaves no trace. Fine after output_keep too.
void output_drop(output_file *o);

#endif
