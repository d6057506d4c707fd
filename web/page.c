#include "web/page.h"

#include <string.h>

const page_file *page_find(const char *path) {
    if (strcmp(path, "/") == 0) path = "/index.html";
    for (int i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, path) == 0) return &page_files[i];
    return NULL;
}
