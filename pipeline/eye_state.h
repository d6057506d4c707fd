// pipeline/eye_state -- what an eye holds. Internal to eye.c, eye_kinds.c (what to look for), eye_look.c (a look, tags), eye_bases.c (the searches
// for bases), eye_tiles.c (unit markers), eye_declared.c (declaration markers) and eye_table.c (where the table lies).
#ifndef VEDETTE_PIPELINE_EYE_STATE_H
#define VEDETTE_PIPELINE_EYE_STATE_H

#include "pipeline/boxes.h"
#include "pipeline/eye.h"
#include "pipeline/pipeline_limits.h"
#include "vision/follow.h"
#include "vision/rim_codes.h"

#define TAGS_MAX 2048
#define DUPLICATES_MAX 256
#define BASES_MAX (GAME_MAX_FIGURES + 1024)

// By what a figure's base is found.
typedef enum { MARKED_BY_NOTHING, MARKED_BY_PAINT, MARKED_BY_TAG, MARKED_BY_RIM_CODE } marked_by;

typedef struct {
    marked_by by;
    int kind;  // index into the kinds of that sort; -1: none
    int base;  // index into the kinds of all sorts; -1: none
} figure_mark;

// What to search for in this game, made once by eye_kinds.c.
typedef struct {
    figure_mark *marks;  // by figure
    base_kind painted[VISION_MAX_KINDS];
    int painted_count;
    tagged_base_kind tagged[VISION_MAX_TAGGED_KINDS];
    int tagged_count;
    tagged_id *tagged_ids;  // one list after the other, as the roster has them
    rim_coded_kind rims[VISION_RIM_MAX_KINDS];
    int rim_count;
    rim_coded_id *rim_ids;
    base_kind bases[VISION_MAX_BASE_KINDS];  // those of all three sorts
    int base_count;
} eye_kinds;

// Lists of one look: what vision is asked, and what it answers.
typedef struct {
    expected_base *expected_bases;
    expected_base *supposed_bases;
    int expected_capacity;  // of rims and of tagged bases
    expected_rim *expected_rims;
    expected_tag *expected_tags;
    expected_tagged *expected_tagged;
    followed_tag *followed;
    tag_sighting *tags, *found_tags;
    base_sighting *bases, *found_bases, *confirmed_bases;
    base_sighting *duplicates;
} eye_lists;

struct eye {
    const game *game;
    vision *vision;
    calibration calibration;
    bool calibrated;
    vision_tones tones;  // as the table's markers showed them last
    eye_kinds kinds;
    eye_lists lists;
    declared_sighting *declared;  // read since they were taken last: one a marker at most
    int declared_count;
};

// Sorts the figures of g into the kinds that the searches know.
void eye_sort_kinds(eye_kinds *k, const game *g);
// STATUS_INVALID, in words, where the picture is larger than vision can see.
status eye_take_size(const frame *f, fault *fault);
// What the request asks: whether that is searched for anywhere; whether the figure is expected.
bool eye_searches(const eye_request *r, unsigned what);
bool eye_expects(const eye_request *r, int figure);
// The rectangles that are searched for this; none where it isn't asked for.
int eye_rectangles(const eye_request *r, unsigned what, const px_rect **where);
// True where a figure is to be looked for: it isn't known to stand elsewhere.
bool eye_seeks(const eye_request *r, int figure, unsigned what);
bool eye_seeks_any(const eye *e, const eye_request *r, marked_by by, unsigned what);
// Adds the time since begin_s to what the search took.
void eye_add_spent(eye_sight *out, search_sort sort, double begin_s);
void eye_append(base_list *list, const base_sighting *b);
// eye_look.c: the figure's base, of the kinds of all sorts, where its wish has it.
expected_base eye_expected_base(const eye *e, const eye_request *r, int figure);
// eye_quick.c: plain bases in a look that has no time for more than one look at each.
status eye_look_quickly(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out);
// eye_quick.c: figures marked by a rim code, or by a tag, that were expected and not read in such a look: their bases are looked at closely.
status eye_look_at_unread(eye *e, const frame *f, const vision_view *view, const eye_request *r, marked_by by, eye_sight *out);
// Takes a base with a marker that was read. If the same marker was read in another place, both bases are duplicates, and so is every further one.
void eye_take_read(const base_sighting *b, eye_sight *out);
// eye_bases.c: the one of bases[0..count) that was read as the figure; NULL: none.
const base_sighting *eye_sighting_of(const base_list *bases, int count, int figure);
// eye_bases.c: one of bases[0..count) stands in the place of b. read: b, or the block that it stands in, was: outlines give way to it.
bool eye_place_taken(const base_list *bases, int count, const base_sighting *b, bool read);
// eye_bases.c: searches for bases as the request says.
status eye_look_for_bases(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *fault);
// eye_look.c: takes tags that were read: each into the tags and, where it is the game's, its base or unit.
void eye_take_tags(eye *e, const tag_list *some, eye_sight *out);
// Pose of a tag that lies above_in over the ground: its middle, and the heading in which its upper edge points. False where it is not of the stated
// size (0: none is stated).
bool eye_place_tag(const eye *e, const tag_sighting *t, double above_in, double size_in, pose *out);
// eye_declared.c: takes a tag if it is a declaration marker's.
void eye_note_declared(eye *e, const tag_sighting *t);
// eye_tiles.c: unit markers that were not read, by their tiles, where `search` is true; takes from the bases what lies on a tile.
status eye_look_for_tiles(eye *e, const frame *f, const vision_view *view, const eye_request *r, bool search, eye_sight *out);
// eye_table.c: how paper and ink show, from those of the tags that are markers of the table; as before where none of them is.
void eye_learn_tones(eye *e, const frame *f, const tag_list *tags);

#endif
