#include "web/page.h"

#include <string.h>

// A page by the name that people type, and its file.
static const char *const pages[][2] = {{"/", "/index.html"},      {"/judge", "/judge.html"},     {"/table", "/wall.html"},
                                       {"/phone", "/phone.html"}, {"/overlay", "/overlay.html"}, {"/review", "/review.html"}};

const page_file *page_find(const char *path) {
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        if (strcmp(path, pages[i][0]) == 0) path = pages[i][1];
    for (int i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, path) == 0) return &page_files[i];
    return NULL;
}
