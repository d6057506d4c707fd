// app/export -- writes a record in another form, behind `vedette replay RECORD --export FORMAT`. A file is written beside its name and renamed when
// whole; what fails or is interrupted leaves nothing.
#ifndef VEDETTE_APP_EXPORT_H
#define VEDETTE_APP_EXPORT_H

#include <stdbool.h>

#include "app/output_file.h"
#include "app/replay.h"
#include "record/record.h"

// What the small program can't do by itself: needs cairo, or libav. False: any format that is not known, too.
bool export_needs_full(const char *format);
// The exit code; EXIT_NOT_IN_ORDER where the record is damaged, which the export then says too.
int export_record(const replay_arguments *a);
// Writes the record into `out`. STATUS_END: stopped.
typedef status export_writer(const replay_arguments *a, record *r, record_export_options *o, const output_file *out, fault *fault);
// Opens record and file, writes by `write`, puts the file in its place. stream false: the writer makes the file out->part by itself. The exit code.
int export_by(const replay_arguments *a, export_writer *write, bool stream);
// In the full program: draws the format. In the small one it becomes the full program.
int export_drawn(const replay_arguments *a);

#endif
