// record/csv -- cells of a table as spreadsheets read them (RFC 4180). Internal to record/.
#ifndef VEDETTE_RECORD_CSV_H
#define VEDETTE_RECORD_CSV_H

#include <stdio.h>

// A text in quotes. What a spreadsheet would take for a formula gets an apostrophe before it; control characters become blanks.
void csv_put_text(FILE *out, const char *text);
// A number, or nothing where it is not finite.
void csv_put_number(FILE *out, double number);

#endif
