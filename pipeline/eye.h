// pipeline/eye -- one frame in, bases on the table out: wires vision (pixels) to calib (inches) for one game and one camera.
//
// Remembers nothing of what it saw; formation/ does. One thread a handle.
#ifndef VEDETTE_PIPELINE_EYE_H
#define VEDETTE_PIPELINE_EYE_H

#include "calib/camera.h"
#include "calib/fit.h"
#include "core/frame.h"
#include "core/game.h"
#include "pipeline/costs.h"
#include "vision/vision.h"

typedef struct eye eye;

typedef struct {
    const char *const *families;  // further tag families to look for, beyond those that the game names; family_count of them
    int family_count;
    int threads;
    tag_reader_kind reader;  // the one that searches for tags
} eye_options;

// Borrows g (may be NULL: tags alone). STATUS_INVALID: a tag family that is not known; STATUS_MEMORY, STATUS_EXTERNAL.
status eye_create(const game *g, eye_options o, eye **out, fault *fault);
void eye_destroy(eye *e);
const game *eye_game(const eye *e);  // NULL: tags alone

// The calibration to look through; copied. Without one only tags can be found.
void eye_set_calibration(eye *e, const calibration *c);
const calibration *eye_calibration(const eye *e);  // NULL while there is none
// How the table lies in the picture, for vision; while there is a calibration.
vision_view eye_view(const eye *e);
// Gray of ink beside paper that is at the sensor's limit, as the table's markers showed it last; 0: it isn't, or no marker was seen.
double eye_burnt_ink(const eye *e);
vision *eye_vision(eye *e);

// What is searched for. Tags that a miniature hides cost the most.
enum {
    EYE_TAGS = 1u << SEARCH_TAGS,
    EYE_PLAIN = 1u << SEARCH_PLAIN,
    EYE_RIMS = 1u << SEARCH_RIMS,
    EYE_HIDDEN_TAGS = 1u << SEARCH_HIDDEN_TAGS,
    EYE_ALL = (1u << SEARCH_COUNT) - 1
};

// What a look asks of a figure.
typedef struct {
    pose expected;       // valid where is_expected: where it was a moment ago
    bool is_expected;    // it is looked for there, whatever is searched
    bool has_place;      // `expected` is valid though it is not: a whole search there still begins with it
    bool has_left;       // that place was seen empty since: what lies there is as likely as anywhere
    bool elsewhere;      // it stands elsewhere and needs no search
    bool stands;         // at `expected`, where nothing has changed: no other base does
    bool absent;         // it was taken off the table
    bool lost;           // most of its unit is missed, and no hand lies where is searched
    bool hides_its_tag;  // too much of its tag is hidden to follow it; what is left of its base is looked for
} eye_wish;

// What to look for, and where. All zero: everything everywhere.
typedef struct {
    unsigned searches;       // of the above; 0: all. What is expected is looked for in any case
    const px_rect *where;    // where to search; NULL: everywhere
    int where_count;         // 0 with `where` not NULL: nowhere, only what is expected is looked for
    const eye_wish *wishes;  // by figure; NULL: nothing is expected, and nothing stands elsewhere
    double reach_in;         // how far from there what is expected may be
    bool quick;              // each base is looked at once: for what is looked at many times a second (eye_quick.c)
} eye_request;

// A declaration marker that was read (pipeline/declared_markers).
typedef struct {
    int marker;  // index into game.declarations
    vec2 at;     // of its middle; not finite: it was read in two places, and which is the game's is not known
    tag_sighting tag;
} declared_sighting;

// What one look found. Arrays belong to the eye until the next look.
typedef struct {
    tag_list tags;
    base_list bases;                // by tag, by rim code, plain, and unit markers; figures of plain bases not yet known
    int from_hidden;                // bases from this one on were found by the search for hidden tags
    base_list duplicates;           // bases (and unit markers) with duplicate markers, each seen in two or more places: not among `bases`
    double spent_us[SEARCH_COUNT];  // in vision, by search, with following what that search would find; 0: it was not made
} eye_sight;

// Looks at f as r (may be NULL) says: expected bases first, then tags, rim codes and plain bases in the rectangles. Tags of the table itself are in
// the tags only. So are tags of another size than the game states: a print or a screen that lies on the table. STATUS_INVALID: the picture's size is
// not the calibration's; STATUS_MEMORY, STATUS_EXTERNAL.
status eye_look(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *fault);
// The declaration markers that were read since the last call: borrowed until the next look.
int eye_take_declared(eye *e, const declared_sighting **out);
// Looks for markers where they lay: was[0..count). now[i] answers was[i], where found[i]. STATUS_EXTERNAL, STATUS_MEMORY.
status eye_follow_declared(eye *e, const frame *f, const declared_sighting *was, int count, declared_sighting *now, bool *found, fault *fault);
// Its bounding rectangle in the picture, grown by margin_px.
px_rect eye_declared_box(const declared_sighting *d, int margin_px);
// The searches that can find this figure, of those named above.
unsigned eye_searches_for(const eye *e, int figure);
// Names the marker of a sighting, for a person: "the marker tag36h11 101 (R1-1)".
void eye_name_marker(const eye *e, const base_sighting *b, char *out, size_t capacity);

// Corners of the table's markers among the tags, for the table's pose; returns their number, at most max. Four points a marker.
int eye_table_points(const game *g, const tag_list *tags, calib_point *out, int max);
// True where the table's markers can be read in the picture's mirror image. Slow, and it takes memory: not for every frame.
bool eye_reads_mirrored(eye *e, const frame *f);
// STATUS_INVALID, and in *fault that the picture is mirrored and what to do.
status eye_refuse_mirrored(fault *fault);
// Finds the camera's pose from the table's markers in f and takes it, with `lens` or, where that is NULL, a lens free of distortion whose focal
// length is fitted too. STATUS_INVALID: too few markers; the fault names the missing ones.
status eye_find_table(eye *e, const frame *f, const calibration *lens, calib_table_report *report, fault *fault);
// What was assumed of the lens by a fit, in words that follow "from its markers"; "" where it was known.
const char *eye_lens_words(bool has_lens, const calib_table_report *report);
// Looks at the table's markers where the calibration says they are; report->count 0: none was seen. STATUS_MEMORY, STATUS_EXTERNAL.
status eye_check_table(eye *e, const frame *f, calib_table_report *report, fault *fault);

#endif
