#include "app/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

status output_begin(output_file *o, const char *path, bool stream, fault *fault) {
    *o = (output_file){.path = path};
    if (strcmp(path, "-") == 0) {
        o->file = stdout;
        return STATUS_OK;
    }
    size_t n = strlen(path) + 32;
    o->part = malloc(n);
    if (!o->part) return fault_set(fault, STATUS_MEMORY, "out of memory");
    snprintf(o->part, n, "%s.part-%ld", path, (long)getpid());
    if (!stream) return STATUS_OK;
    o->file = fopen(o->part, "wb");
    if (o->file) return STATUS_OK;
    fault_set(fault, STATUS_IO, "%s: cannot write: %s", path, strerror(errno));
    free(o->part);
    o->part = NULL;
    return STATUS_IO;
}

status output_keep(output_file *o, fault *fault) {
    if (!o->part) return STATUS_OK;
    bool whole = !o->file || (fflush(o->file) == 0 && fsync(fileno(o->file)) == 0);
    if (o->file && fclose(o->file) != 0) whole = false;
    o->file = NULL;
    if (whole && rename(o->part, o->path) != 0) whole = false;
    status s = whole ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write: %s", o->path, strerror(errno));
    if (!whole) unlink(o->part);
    free(o->part);
    o->part = NULL;
    return s;
}

void output_drop(output_file *o) {
    if (!o->part) return;
    if (o->file) fclose(o->file);
    unlink(o->part);
    free(o->part);
    *o = (output_file){0};
}
