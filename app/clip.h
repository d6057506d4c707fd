// app/clip -- the few seconds of film that show a recorded move. Behind `vedette replay RECORD --export clip --move N`.
#ifndef VEDETTE_APP_CLIP_H
#define VEDETTE_APP_CLIP_H

#include "record/record.h"

// Cuts them out of the films beside the record at `record_path`, which r reads, into a new film at out_path. STATUS_INVALID: no such move, or no film
// shows it: *fault says why; STATUS_IO, STATUS_MEMORY.
status clip_export(record *r, const char *record_path, int move, const char *out_path, fault *fault);

#endif
