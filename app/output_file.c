#include "app/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A pipe or a device is written as it stands: renaming would put a file in its place.
static status begin_in_place(output_file *o, bool stream, fault *fault) {
    if (!stream) return fault_set(fault, STATUS_INVALID, "%s: is no file: a film can only be written to a file", o->path);
    o->file = fopen(o->path, "wb");
    return o->file ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write: %s", o->path, strerror(errno));
}

// Where a link leads to, so that the link stays. NULL: out of memory.
static char *resolve(const char *path) {
    char *target = realpath(path, NULL);
    return target || errno == ENOMEM ? target : strdup(path);
}

static status begin_beside(output_file *o, bool stream, fault *fault) {
    o->target = resolve(o->path);
    size_t n = o->target ? strlen(o->target) + 32 : 0;
    o->part = n ? malloc(n) : NULL;
    if (!o->part) return fault_set(fault, STATUS_MEMORY, "out of memory");
    snprintf(o->part, n, "%s.part-%ld", o->target, (long)getpid());
    unlink(o->part);  // of a killed program that had this number
    if (!stream) return STATUS_OK;
    o->file = fopen(o->part, "wbx");
    return o->file ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write: %s", o->path, strerror(errno));
}

status output_begin(output_file *o, const char *path, bool stream, fault *fault) {
    struct stat there;
    *o = (output_file){.path = path};
    if (strcmp(path, "-") == 0) {
        o->file = stdout;
        return STATUS_OK;
    }
    bool in_place = stat(path, &there) == 0 && !S_ISREG(there.st_mode);
    status s = in_place ? begin_in_place(o, stream, fault) : begin_beside(o, stream, fault);
    if (s != STATUS_OK) output_drop(o);
    return s;
}

static void release(output_file *o) {
    free(o->part);
    free(o->target);
    *o = (output_file){.path = o->path};
}

static bool close_whole(output_file *o) {
    if (!o->file || o->file == stdout) return true;
    bool whole = fflush(o->file) == 0 && (!o->part || fsync(fileno(o->file)) == 0);  // a device can't be synced
    if (fclose(o->file) != 0) whole = false;
    o->file = NULL;
    return whole;
}

status output_keep(output_file *o, fault *fault) {
    bool whole = close_whole(o) && (!o->part || rename(o->part, o->target) == 0);
    status s = whole ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write: %s", o->path, strerror(errno));
    if (!whole && o->part) unlink(o->part);
    release(o);
    return s;
}

void output_drop(output_file *o) {
    if (o->file && o->file != stdout) fclose(o->file);
    if (o->part) unlink(o->part);
    release(o);
}
