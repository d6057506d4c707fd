// web/page -- the files of the page, as they were when the program was built. Internal to web/.
#ifndef VEDETTE_WEB_PAGE_H
#define VEDETTE_WEB_PAGE_H

#include <stddef.h>

typedef struct {
    const char *path;  // "/style.css"
    const char *type;  // its Content-Type
    const unsigned char *bytes;
    size_t length;
} page_file;

extern const page_file page_files[];
extern const int page_file_count;

// The file at `path` ("/" is the page itself), or NULL.
const page_file *page_find(const char *path);

#endif
