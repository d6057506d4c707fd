#include "app/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/cli.h"

status lines_open(line_reader *r, const char *path, size_t longest, fault *fault) {
    *r = (line_reader){.file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb"), .name = strcmp(path, "-") == 0 ? "standard input" : path};
    if (!r->file) return fault_set(fault, STATUS_INVALID, "%s: cannot open: %s", path, strerror(errno));
    struct stat info;
    if (fstat(fileno(r->file), &info) == 0 && S_ISDIR(info.st_mode)) {
        lines_close(r);
        return fault_set(fault, STATUS_INVALID, "%s: is a folder: give a file of events, one JSON object a line", path);
    }
    r->capacity = longest + 2;
    r->text = malloc(r->capacity);
    if (r->text) return STATUS_OK;
    lines_close(r);
    return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
}

status lines_next(line_reader *r, const char **line, size_t *length) {
    size_t n = 0;
    int c;
    while ((c = getc_unlocked(r->file)) != EOF && c != '\n') {
        if (n + 1 < r->capacity)
            r->text[n++] = (char)c;  // the rest of an over-long line is read and dropped
        else if (cli_signal())
            break;  // it may have no end
    }
    if (c == EOF && n == 0) return ferror(r->file) ? STATUS_IO : STATUS_END;
    if (n > 0 && r->text[n - 1] == '\r') n--;
    r->text[n] = '\0';
    r->number++;
    *line = r->text;
    *length = n;
    return STATUS_OK;
}

void lines_close(line_reader *r) {
    if (r->file && r->file != stdin) fclose(r->file);
    free(r->text);
    *r = (line_reader){0};
}
