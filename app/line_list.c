#include "app/line_list.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "app/lines.h"

// Room for one more line; doubling, so that long streams are not copied again and again.
static bool reserve(line_list *l) {
    if (l->count & (l->count - 1)) return true;  // room runs out at powers of two alone
    size_t capacity = l->count ? 2 * (size_t)l->count : 1;
    text_line *more = realloc(l->at, capacity * sizeof *more);
    if (more) l->at = more;
    return more != NULL;
}

static bool add_line(line_list *l, const char *line, size_t length) {
    if (!reserve(l)) return false;
    char *copy = malloc(length + 1);
    if (!copy) return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    l->at[l->count++] = (text_line){copy, length};
    return true;
}

status line_list_read(line_list *l, const char *path, size_t longest, fault *fault) {
    line_reader r;
    *l = (line_list){0};
    status s = lines_open(&r, path, longest, fault);
    if (s != STATUS_OK) return s;
    l->name = r.name;
    const char *line;
    size_t length;
    while ((s = lines_next(&r, &line, &length)) == STATUS_OK) {
        if (add_line(l, line, length)) continue;
        s = fault_set(fault, STATUS_MEMORY, "%s: out of memory after line %ld", r.name, r.number);
        break;
    }
    if (s == STATUS_IO) fault_set(fault, s, "%s: reading failed after line %ld: %s", r.name, r.number, strerror(errno));
    lines_close(&r);
    return s == STATUS_END ? STATUS_OK : s;
}

void line_list_free(line_list *l) {
    for (long i = 0; i < l->count; i++) free(l->at[i].text);
    free(l->at);
    *l = (line_list){0};
}
