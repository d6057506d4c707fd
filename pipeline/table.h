// pipeline/table -- where the table lies in the picture: found from its markers, noticed when camera or table are moved, found again when they are at
// rest, even while hands go on; and pictures of another size.
#ifndef VEDETTE_PIPELINE_TABLE_H
#define VEDETTE_PIPELINE_TABLE_H

#include "pipeline/eye.h"
#include "pipeline/health.h"

typedef struct {
    calibration lens;  // that was given, valid where has_lens
    bool has_lens;
    calibration home;            // for the pictures' first size; width 0: not known yet
    int odd_frames;              // in a row, of another size than the calibration's
    bool moved;                  // camera or table was moved, as far as is known
    bool met;                    // one of the markers was read where the calibration has it
    bool unread, mirrored;       // none of them ever was; they are read in a mirror
    bool wrong_size;             // the pictures have another size than the calibration
    double off_in, off_since_s;  // of the markers from where they were; about so since then
    double last_check_s, last_search_s;
    char trouble[HEALTH_TEXT];  // why the table was not found
    char notice[256];           // what was found out about it; "": nothing new
} table_state;

// c may be NULL, or lack the table's pose.
table_state table_begin(const calibration *c);
// Nothing that is seen can be trusted while this is false.
static inline bool table_is_trusted(const table_state *t) { return !t->moved && !t->unread; }

// *anew, of these functions, is set where all has to be looked at anew, and else left as it is.
//
// *fits: f has the calibration's size, or has it now that it was calibrated anew. `started`: a picture was taken before. STATUS_INVALID: the first
// picture never had that size.
status table_take_size(table_state *t, eye *e, const frame *f, bool started, bool *fits, bool *anew, fault *fault);
// Finds the table where there is no calibration yet; where it can't be found that is noted as trouble.
status table_find(table_state *t, eye *e, const frame *f, fault *fault);
// Notices that camera or table were moved, and calibrates anew when they are at rest.
status table_watch(table_state *t, eye *e, const frame *f, const vision_changes *c, bool at_rest, bool *anew, fault *fault);
// The light changed and parts of the picture look other than before: where the table still lies as it did all of it is to be taken anew.
status table_relight(table_state *t, eye *e, const frame *f, bool *anew, fault *fault);

#endif
