// record/draw/stage -- the table as it stood at any row of a record, going forward. Internal to record/draw/.
#ifndef VEDETTE_RECORD_DRAW_STAGE_H
#define VEDETTE_RECORD_DRAW_STAGE_H

#include "record/scene.h"
#include "record/tale.h"
#include "stream/stream.h"

typedef struct {
    record *record;
    tale tale;
    scene scene;
    stream_reader *reader;
    record_row row;
    double t_s;  // of the newest observation that was taken
    bool moved;  // the row moved figures
} stage;

// Reads the record's tale and stands at its beginning. stage_end in any case.
status stage_begin(stage *s, record *r, fault *fault);
void stage_end(stage *s);
// Goes to the next row, which s->row has. STATUS_END.
status stage_next(stage *s, fault *fault);
// Goes on to the first verdict on a move, and gives it; STATUS_END: there is none any more. number 0: any move.
status stage_next_move(stage *s, int number, const tale_move **out, fault *fault);
// Says that there is no such move, and names up to twenty that there are. STATUS_INVALID.
status stage_no_such_move(const stage *s, int number, fault *fault);

#endif
