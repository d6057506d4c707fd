// explain/explain -- draws on a picture what was found in it and why, or what one stage of a search looked at. Never searches itself.
#ifndef VEDETTE_EXPLAIN_EXPLAIN_H
#define VEDETTE_EXPLAIN_EXPLAIN_H

#include <stdio.h>

#include "explain/detection.h"

// True where the file's name ends in .png, .svg or .pdf.
bool explain_knows(const char *path);
// Draws all that was found: bases by their outlines with an arrow to the front, their figure and how they were seen, the error of their places,
// bases that could not be identified, tags with their corners, table markers with how far they lie from where the calibration has them; a legend
// below with what was not found. `path` ends in .png, .svg or .pdf. STATUS_IO, STATUS_MEMORY with a message.
status explain_found(const detection *v, const char *path, fault *fault);
// Draws what the searches noted at `stage` (all stages whose name begins so, as "tags"): what went on to the next step and what was dropped, with
// the reasons where there is room. STATUS_INVALID: no such stage, says which there are.
status explain_stage(const detection *v, const vision_notes *notes, const char *stage, const char *path, fault *fault);
// Notes as what each tag and each base was identified: "names: tag", "names: base", "names: tray".
void explain_note_names(const detection *v, vision_notes *notes);
// The stages there are, and what each looks at.
void explain_name_stages(FILE *out);
// A line for each stage: how many notes, how many of them kept.
void explain_list_stages(const vision_notes *notes, FILE *out);

// Outline of a base's top face in the picture into out[0..EXPLAIN_OUTLINE): corners, or points around a round one. Returns their number.
#define EXPLAIN_OUTLINE 40
int explain_outline(const detection *v, const base_sighting *b, px2 *out);

#endif
