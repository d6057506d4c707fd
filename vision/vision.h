// vision -- finds tags and plain bases in one frame and says what changed since the last ones. It knows no calibration: how the table
// lies in the picture is lent by the caller (vision_view), and nothing found in one frame is remembered for the next; only the settled
// picture and a few frames' tiles are kept, for vision_watch.
//
// Units: pixels (centre of the top-left pixel at (0, 0)), table inches, radians. Threads: one at a time a handle.
#ifndef VEDETTE_VISION_VISION_H
#define VEDETTE_VISION_VISION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/frame.h"
#include "core/sighting.h"
#include "core/status.h"
#include "vision/notes.h"
#include "vision/rect.h"

#define VISION_MAX_FAMILIES 16
#define VISION_MAX_KINDS 32  // classes of plain bases in one game
#define VISION_MAX_TAGGED_KINDS 64
#define VISION_MAX_BASE_KINDS 160  // classes of bases of all sorts
#define VISION_MAX_EDGE_PX 20000   // larger than any camera's picture

typedef struct vision vision;

// The searches for tags. The libraries are kept for comparison with our own reader; they don't follow tags or read hidden cells.
typedef enum {
    TAG_READER_OWN,        // all families
    TAG_READER_LIBRARIES,  // libapriltag for AprilTag's families, OpenCV's aruco for its dictionaries
    TAG_READER_OPENCV      // OpenCV's aruco for its dictionaries and the AprilTag families that it has (tag16h5, tag25h9, tag36h10, tag36h11)
} tag_reader_kind;

typedef struct {
    // Names of the tag families to look for, "" at the end: AprilTag's (tag36h11, tag25h9, tag16h5, tag36h10, tagStandard41h12,
    // tagStandard52h13, tagCircle21h7, tagCircle49h12, tagCustom48h12), or OpenCV's dictionaries (aruco4x4_50, _100, _250, _1000, the
    // same for 5x5, 6x6 and 7x7, and aruco_original); "rim": rim codes on round and square bases of any size (docs/rim-code.md), of which corners are
    // those of the square or rectangle about the base's top.
    char families[VISION_MAX_FAMILIES][TAG_FAMILY_MAX];
    tag_reader_kind reader;
    int threads;          // of each search; >= 1
    double least_tag_px;  // tags with a shorter mean edge are not reported
    int tile_px;          // edge of a tile of vision_watch, 4 to 256
} vision_options;

// tag36h11 alone, our own reader, one thread, 8 px, tiles of 16 px.
vision_options vision_default_options(void);
// True where `family` is one of the names above.
bool vision_knows_family(const char *family);
// True where that reader can search for it: OpenCV has some families only.
bool vision_reads_family(tag_reader_kind reader, const char *family);

// A new handle. STATUS_INVALID: an unknown family; STATUS_EXTERNAL: a library failed; STATUS_MEMORY.
status vision_create(const vision_options *o, vision **out, fault *fault);
void vision_destroy(vision *v);
// From now on the searches note in *notes what they look at (NULL: no more). The caller empties it between pictures.
void vision_explain(vision *v, vision_notes *notes);

// The caller's array of `capacity` entries; `count` is set by the call.
typedef struct {
    tag_sighting *at;
    int count, capacity;
} tag_list;

// Finds every tag of the enabled families in f's gray picture, inside `where` (NULL: everywhere). Fills *out sorted by (family, id);
// nothing found is STATUS_OK with count 0. Corners as in core/sighting.h, refined to sub-pixel on the tag's edges; sigma_px comes from the
// scatter of those edges. STATUS_FULL: the first `capacity` are kept. STATUS_EXTERNAL, STATUS_MEMORY, STATUS_INVALID (no picture).
// Source: vision/tags/tag_search.h; of the codes Olson, "AprilTag", ICRA 2011, and Garrido-Jurado et al., Pattern Recognition 47 (2014).
status vision_find_tags(vision *v, const frame *f, const px_rect *where, tag_list *out);
// The same beside tags that are known to lie in this picture, for less: at their places a tag that is not read plainly is not read by halves, which
// is most of what half hidden ones cost. `known` is borrowed and no part of *out.
status vision_find_other_tags(vision *v, const frame *f, const px_rect *where, const tag_list *known, tag_list *out);

// How white paper and black ink show in the picture, codes of B, G and R (of gray, where there is no colour).
#define VISION_MAX_TONES 64
typedef struct {
    bool known;
    double paper[3], ink[3];
    px2 at[VISION_MAX_TONES];       // of the markers that tell
    double gray[VISION_MAX_TONES];  // of their paper
    int count;
} vision_tones;

// Learns them from printed markers that were found in f, those with a black border around their code: the median of what each of them shows, so
// that a shadow on one does not matter. out->known false: none of them tells, or no lamp gives paper such a colour.
void vision_learn_tones(const vision *v, const frame *f, const tag_sighting *markers, int count, vision_tones *out);

// Gray of ink beside paper that is at the sensor's limit in all channels; 0: it isn't, or the tones are not known.
double vision_burnt_ink(const vision_tones *t);

// What stands on the ground beside bases: nothing, trees, which may look like bases, or ruins and rocks where by the rules no figure stands.
typedef enum { COVER_NONE, COVER_WOODS, COVER_BARRED } ground_cover;

// How the table lies in the picture. The functions are pure; a place that can't be seen gives NAN. `ground_in` may be NULL (flat table), and
// `cover` too (open ground).
typedef struct {
    const void *context;
    px2 (*to_px)(const void *context, vec3 at_in);
    vec2 (*to_table)(const void *context, px2 at, double z_in);  // where the ray through the pixel meets the plane at z_in
    double (*ground_in)(const void *context, vec2 at);           // height of the ground
    double width_in, depth_in;                                   // of the table, its south-west corner at (0, 0)
    vision_tones tones;                                          // not known: paper is taken to be the brightest there is
    ground_cover (*cover)(const void *context, vec2 at);
} vision_view;

// What a base has printed on it.
typedef enum { PRINT_NONE, PRINT_RIM_CODE, PRINT_TAG } base_print;

// One class of bases of the game: same shape, size, print, colours and tray.
typedef struct {
    base base;
    double z_in;                 // height of what the base stands on over the ground: the tray
    uint32_t rim_rgb, mark_rgb;  // NO_COLOUR: not stated; without a print: unpainted, found by their outlines, where several are covered alike
    base_print print;
    int count;       // how many the game has: never more are reported
    bool elsewhere;  // all of them stand where nothing is searched, as far as is known: what is found is hardly one of them
    bool lost;       // many of them are missed, and no hand lies where is searched: they are sought as if none had been seen before
} base_kind;

// Where a base of that kind was in an earlier frame, or may stand.
typedef struct {
    int kind;  // index into kinds
    pose pose;
    bool unknown;   // nothing is known of one there: it was not there before
    bool left;      // its place was seen empty since: what lies there is as likely as anywhere, unless it lies just where it stood
    bool supposed;  // it was not seen there before: its unit's marker has it there, with pose.sigma_in of error; a find there is drawn to it
} expected_base;

typedef struct {
    base_sighting *at;
    int count, capacity;
} base_list;

// Looks for places in the rectangles where bases may stand, whatever they carry (NULL: the whole table; where_count 0: none). The searches for codes
// and for tags under miniatures look at them beside what they find themselves, and vision_find_proposed_bases at nothing else. They hold until the
// next call. A picture without colour has none. STATUS_INVALID,
// STATUS_MEMORY (the first frame of a size). Source: networks trained on pictures of three generators; vision/bases/.
status vision_propose_bases(vision *v, const frame *f, const vision_view *view, const px_rect *where, int where_count);

// Finds bases of all kinds, whatever they carry, and reads none: those near `expected` (may be NULL), and any others among what vision_propose_bases
// proposed in this frame. f must have colour.
// Fills *out sorted by kind and then by place (y, x), kinds that are lost last.
//
// A sighting's `figure` and `unit` are -1, `by` is SEEN_BY_PLAIN, `unread` is true where its kind has a print; the pose is at the height of the
// base's top, projected down; its sigma_rad is HEADING_UNKNOWN for a round base whose front can't be told. Never two bases in one place, never more
// of a kind than the game has. A kind is told by its form, by what its bases carry, by its paint as it looks on this table, and by its neighbours. Of
// square and rectangular bases of which more than one side may be the front (all unpainted ones), front_doubtful says so. STATUS_FULL; STATUS_INVALID
// (no colour picture, kind_count beyond VISION_MAX_BASE_KINDS); STATUS_MEMORY (the first look only). Source: vision/bases/closer.h, choose.c.
status vision_find_proposed_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count,
                                  const expected_base *expected, int expected_count, base_list *out);

// The same with one look at each of expected[0..expected_count), of which more than one may be stated of a base, and at what was proposed in this
// frame: for what is looked at many times a second. What has moved from where it is expected by more than a third of its size, and is not proposed,
// is not found, or less exactly placed.
status vision_confirm_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const expected_base *expected,
                            int expected_count, base_list *out);

// Finds painted bases near expected[0..expected_count), within some 2 mm, by their paint. f must have colour.
// Fills *out sorted by kind and then by place (y, x).
//
// A sighting's `figure` and `unit` are -1, `by` is SEEN_BY_PLAIN, the pose is at the height of the base's top, projected down; its sigma_rad
// is HEADING_UNKNOWN for a round base whose front mark is hidden or could be in two places. Never two bases in one place.
// Uneven light is estimated from the ground and taken out (a copy of the picture's colours, 3 bytes a pixel, made where it is looked at). What frames
// a flat face (a token) is no base. STATUS_FULL; STATUS_INVALID (no colour picture, kind_count beyond VISION_MAX_KINDS); STATUS_MEMORY (the first
// frame of a size only). Source: model fitted by Gauss-Newton with Tukey's weights to the likeness to paints that are learned from each picture;
// vision/paint/rim_fit.c.
status vision_follow_paint(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const expected_base *expected,
                           int expected_count, base_list *out);

// One id of a roster and its figure.
typedef struct {
    int id;
    int figure;  // index that the sighting will carry
} tagged_id;

// One class of bases that carry a tag in the middle of their white top, upper edge to the front, and a miniature on it. Kinds should be
// no larger than a unit: a base that can hardly be read is more likely to be of its neighbours' kind.
typedef struct {
    int unit;  // index that the sightings will carry; -1
    base base;
    double z_in;  // height of what the base stands on over the ground: the tray
    char family[TAG_FAMILY_MAX];
    double size_in;        // edge of the tag's black square
    const tagged_id *ids;  // id_count of them: those that are looked for
    int id_count;
} tagged_base_kind;

// Where a figure with a tag was in an earlier frame.
typedef struct {
    int figure;  // one of the kinds' ids' figures
    pose pose;
    double reach_in;  // how far from there it may be
    bool seen;        // it was read in this picture at this pose: it is not searched for again, but serves as evidence for its neighbours
    bool unread;      // instead: a base of `kind` (index into kinds) stands at `pose`, whose sigmas say how exactly, and nobody knows which
    int kind;
} expected_tagged;

// Finds bases whose tag the miniature hides too much for vision_find_tags. Those that are expected (may be NULL) are looked for where they were,
// which is cheap, if their heading was told; others in the rectangles where[0..where_count) (NULL: the whole table; where_count 0 with a non-NULL
// where: only what is expected): first the outline by its black and white borders, then which of the ids' codes agrees with the cells that are left
// to be seen. Where vision_propose_bases looked at this frame, what it proposed is read and no outline is searched. Only tags with a black border of
// one cell and white around it (tag36h11, tag36h10, tag25h9, tag16h5, ArUco) can be found; kinds of other families are passed over, as are those that
// are too small in the picture. f needs gray and is better with colour.
//
// Fills *out, identified ones first: `by` SEEN_BY_TAG and the id's `figure`, no id twice. A base whose outline is sure and whose code is not
// has figure -1 and `by` SEEN_BY_PLAIN; where its block tells, it has the kind's `unit` and the block's heading, else unit -1 or front_doubtful.
// Never two bases in one place; tags that
// were read are found again here unless the caller passes over what lies there.
// STATUS_FULL; STATUS_INVALID (no gray picture, too many kinds); STATUS_MEMORY.
// Source: likelihood of the visible cells under each code against one of occluders; vision/tagged/read.c.
status vision_find_tagged_bases(vision *v, const frame *f, const vision_view *view, const tagged_base_kind *kinds, int kind_count,
                                const px_rect *where, int where_count, const expected_tagged *expected, int expected_count, base_list *out);

// What moves and what changed, by square tiles. Arrays are the handle's, columns x rows, 1 or 0, until the next call.
typedef struct {
    int tile_px, columns, rows;
    const uint8_t *changed;   // against the settled picture
    const uint8_t *moving;    // against the frames just before
    const double *stirred_s;  // when, on the frames' clock, something moved there last; the first frame's time where nothing has since
    const double *settled_s;  // when the settled picture was taken there
    int changed_count, moving_count;
    bool hand;            // something large that moves or has changed reaches in over the picture's edge, or is bigger than any unit
    px_rect changed_box;  // pixels; width 0 where nothing changed
} vision_changes;

// Compares f's gray picture with the settled one and with the frames before. The first frame (and the first of another size) becomes the
// settled picture and has no changes. Slow and global changes of light, flicker and noise are taken out. STATUS_MEMORY, STATUS_INVALID.
status vision_watch(vision *v, const frame *f, vision_changes *out);
// Takes this frame as the settled picture where tiles[i] is not 0 (NULL: everywhere). f must be of the size last watched.
void vision_settle(vision *v, const frame *f, const uint8_t *tiles);

#endif
