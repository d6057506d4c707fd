// pipeline/unregistered -- bases and markers on the table that belong to no figure of the game: noted when a look with all searches sees one,
// reported once when several did, forgotten when a look at its place no longer does.
#ifndef VEDETTE_PIPELINE_UNREGISTERED_H
#define VEDETTE_PIPELINE_UNREGISTERED_H

#include "pipeline/declared_watch.h"
#include "pipeline/rects.h"
#include "vision/occluders.h"

typedef struct {
    int looks;  // that saw it; 0: none, the entry is free
    bool reported, seen;
    vec2 at;
    bool has_base;
    base base;
    char name[64];  // of its marker; ""
} unregistered_base;

typedef struct {
    unregistered_base at[UNREGISTERED_MAX];
} unregistered_list;

// What is known of the table.
typedef struct {
    const game *game;
    const calibration *camera;
    const figure_state *figures;
    const declared_watch *declared;  // NULL: the game has no declaration markers
} table_view;

// A look with all searches begins; what it saw; it is over: what was not seen and would have been, in `where` (NULL: everywhere), is there no more.
void unregistered_begin(unregistered_list *l);
void unregistered_note(unregistered_list *l, const table_view *v, const eye_sight *seen);
void unregistered_end(unregistered_list *l, const table_view *v, const rect_list *where);
// Looks for bases among the things that lie there, of kinds that the game has no more of. STATUS_EXTERNAL, STATUS_MEMORY.
status unregistered_look(unregistered_list *l, const table_view *v, eye *e, const frame *f, const occluder_list *occluders, fault *fault);
// The next that is to be reported; false: none. *json is the caller's, NULL where memory failed.
bool unregistered_take(unregistered_list *l, const table_view *v, double t_s, char *text, size_t capacity, char **json);

#endif
