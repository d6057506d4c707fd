// pipeline/plan -- what to look for next, and where: from what changed, from what is known of each figure, and from what a frame has time for.
//
// Pure: the same view, memory and figures give the same plan. Sees no picture and asks no clock; time is the frames'.
#ifndef VEDETTE_PIPELINE_PLAN_H
#define VEDETTE_PIPELINE_PLAN_H

#include "pipeline/costs.h"
#include "pipeline/duplicates.h"
#include "pipeline/eye.h"
#include "pipeline/figures.h"
#include "pipeline/rects.h"
#include "pipeline/rest.h"

// What the plan is made from.
typedef struct {
    const game *game;
    const calibration *camera;
    const cost_model *costs;
    const vision_changes *changes;
    const occluder_list *occluders;  // hands and things
    const rest_map *rest;
    const duplicate_list *duplicates;
    int width, height;  // of the picture
    double t_s;
    bool at_rest;  // nothing has moved anywhere for a while
} plan_view;

// One sort of search, for what is lost while something moves.
typedef struct {
    int wait;           // frames until it may be made again
    int part;           // of what changed: which part is next
    double searched_s;  // when it was made last
} search_memory;

// The sweep through the picture while nothing changes.
typedef struct {
    double slice_px;  // of one slice, in this round
    int slice, sort;  // where the sweep is, and what it searches for there
    int rounds;       // since something changed
    int idle_frames;
    int next_verified, next_back;  // of the known bases, and of those that may be back
} sweep_memory;

// What the plan remembers from frame to frame, beside the figures' own memory.
typedef struct {
    int fresh;                     // whole pictures that are still to be searched
    int looks;                     // at changes
    int next_followed, next_dear;  // the next figure in turn, of those with a cheap and those with a dear search
    int next_back;                 // the next one in turn that may be back while something moves elsewhere
    unsigned lost;                 // searches that may find what is lost while something moves
    unsigned searched_in_vain;
    search_memory search[SEARCH_COUNT];
    sweep_memory sweep;
} plan_memory;

typedef enum {
    PLAN_NOTHING,
    PLAN_EVERYWHERE,  // all searches in the whole picture
    PLAN_SETTLE,      // all searches where something came to rest
    PLAN_FOLLOW,      // something moves: expected bases, and perhaps one search for what is lost
    PLAN_VERIFY,      // known bases where nothing changes
    PLAN_SWEEP,       // one search in one slice
    PLAN_SWEEP_END    // what the slices of a round showed is one look
} plan_kind;

// What the look means for a figure, for the tracker.
typedef struct {
    bool searched;  // its place is searched: if it is not found there, it counts as missing
    bool touched;   // something changed or moves about it
    bool due;       // something changed about it and came to rest
} plan_mark;

typedef struct {
    plan_kind kind;
    unsigned searches;  // EYE_*; 0: none, only what is expected is looked for
    rect_list where;
    px_rect slice;                       // PLAN_SWEEP: a base whose middle lies outside belongs to another slice
    bool duplicates[DUPLICATE_MARKERS];  // by duplicate marker: all its places are looked at
    eye_wish *wishes;                    // by figure
    plan_mark *marks;                    // by figure
    uint8_t *tiles;                      // by tile: PLAN_TILE_DUE where the region is looked at as settled
    int tile_capacity;
    int *queue;   // scratch, by tile
    int *probes;  // scratch, by unit
} look_plan;

enum { PLAN_TILE_DUE = 1 };

// Allocates for the figures and units of g. STATUS_MEMORY.
status plan_init(look_plan *p, const game *g, fault *fault);
void plan_finish(look_plan *p);
// Makes room for the tiles of another picture size. STATUS_MEMORY.
status plan_size_to(look_plan *p, int tiles, fault *fault);
plan_memory plan_begin(void);

// The next look. Takes turns: what *m and the figures remember moves on.
void plan_next(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out);

// How the figure is looked for where it is expected, as far as its cost goes.
follow_cost plan_cost_of(const figure_state *f);

#endif
