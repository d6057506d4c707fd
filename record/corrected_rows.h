// record/corrected_rows -- which events of a record do not hold as they came: replaced, or left out. Internal to record/.
#ifndef VEDETTE_RECORD_CORRECTED_ROWS_H
#define VEDETTE_RECORD_CORRECTED_ROWS_H

#include "record/record.h"

typedef struct {
    int64_t row;
    char *event;  // what stands in its place; NULL: nothing does
} corrected_row;

typedef struct {
    corrected_row *at;
    int count;
} corrected_rows;

// Reads the amendments of r, from its start; what follows a row without taking its place is passed over. The place of reading is moved. STATUS_IO,
// STATUS_MEMORY.
status corrected_rows_read(corrected_rows *c, record *r, fault *fault);
// The last correction of that row; NULL: it holds.
const corrected_row *corrected_rows_find(const corrected_rows *c, int64_t row);
void corrected_rows_free(corrected_rows *c);

#endif
