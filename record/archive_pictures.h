// record/archive_pictures -- the pictures of an archive: which there are, and which of them fit into it. Internal to record/.
#ifndef VEDETTE_RECORD_ARCHIVE_PICTURES_H
#define VEDETTE_RECORD_ARCHIVE_PICTURES_H

#include <cjson/cJSON.h>

#include "record/record.h"
#include "stream/json_text.h"

typedef struct {
    int64_t seq;
    double t_s;
    int move;  // number; 0: of the whole table
    char unit[64];
    char what[16];  // "before", "after", "table"
    char type[16];  // "image/jpeg", "image/png"
    int width, height;
    double box[4];  // table inches
    bool boxed;     // there is one
    bool chosen;    // its bytes go into the archive
} archive_picture;

typedef struct {
    archive_picture *at;
    int count;
    int *grave;  // numbers of the moves that were judged other than legal
    int grave_count;
} archive_pictures;  // all zeros: none

// Notes an evidence row; one that is no picture, or lacks what a page needs, is passed over. STATUS_MEMORY.
status archive_pictures_add(archive_pictures *p, const record_row *row, fault *fault);
// Notes the ruling of a move from its verdict.
void archive_pictures_judged(archive_pictures *p, const cJSON *verdict);
// Writes the list of all pictures to j, with the bytes of as many as fit while j stays within `most` bytes. STATUS_IO.
status archive_pictures_put(archive_pictures *p, record *r, size_t most, json_text *j, fault *fault);
void archive_pictures_finish(archive_pictures *p);

#endif
