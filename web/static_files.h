// web/static_files -- the files of the pages, as they were when the program was built, plain and compressed, each with its tag. Internal to web/.
#ifndef VEDETTE_WEB_STATIC_FILES_H
#define VEDETTE_WEB_STATIC_FILES_H

#include <microhttpd.h>
#include <stdbool.h>

#include "core/status.h"
#include "web/page.h"

#define STATIC_FILES_MAX 128

typedef struct {
    struct MHD_Response *plain, *small, *unchanged;  // small NULL: no smaller
    char tag[40];
    unsigned char *bytes;  // of small
} static_file;

typedef struct {
    static_file at[STATIC_FILES_MAX];  // in the order of page_files
} static_files;

status static_files_init(static_files *f, fault *fault);
void static_files_finish(static_files *f);
// Answers with the file of that path, or that it is unchanged. False: there is none.
bool static_files_answer(const static_files *f, struct MHD_Connection *c, const char *path, enum MHD_Result *out);

#endif
