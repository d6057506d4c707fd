// pipeline/pipeline_state -- what a pipeline holds. Internal to pipeline.c (a frame's course), pipeline_look.c (where to search, and looking),
// pipeline_rest.c (what has come to rest), pipeline_cover.c (hands and things, and whom they cover), pipeline_doubled.c (markers that are there
// twice), pipeline_first.c (whether a hand lies in the first picture), pipeline_relit.c (readings in other light) and pipeline_follow.c (who is
// looked for while something changes).
#ifndef VEDETTE_PIPELINE_PIPELINE_STATE_H
#define VEDETTE_PIPELINE_PIPELINE_STATE_H

#include "formation/track/track.h"
#include "pipeline/declared_markers.h"
#include "pipeline/health.h"
#include "pipeline/pipeline.h"
#include "vision/occluders.h"

#define RECTS_MAX 24
#define FRESH_LOOKS 4  // whole pictures searched at the start, averaged by the tracker
#define DOUBLE_PLACES 4
#define DOUBLED_MARKERS 4
#define SETTLE_LOOKS 3       // with all searches, where something changed, before it is taken for granted
#define UNCOVERED_SHARE 0.3  // of a base: with less under a hand it can be found
#define COVERED_SHARE 0.9    // with more it can't
#define UNKNOWN_MAX 16
#define DOUBLED_LOOKS 3  // that must see a marker twice before it is said: a code may be misread

// Two bases with one marker, as last seen.
typedef struct {
    bool on, asked, noted;  // there is one; both places are looked at in this look; this look saw it
    char name[128];         // of the marker
    px_rect places[DOUBLE_PLACES];
    int count;
    int looks;  // that saw it: a misread code is no second base
} doubled_marker;

// A figure while something changes about it.
typedef struct {
    bool on, has_step, asked;  // taken part in the last look at changes; at the one before, too; looked for in the last one
    bool carried;              // its place is told by the rest of its unit
    bool rests;                // nothing moves about it
    bool was_covered;          // in the last look at changes
    bool uncovered;            // since it was found last: the picture may soon be as it was, and then nobody looks here
    int lost;                  // looks in a row that did not find it
    int unseen;                // looks in a row that told nothing of its place
    vec2 step_in;              // of its last move
    double step_rad;
} followed_place;

enum { FOLLOW_SORTS = 4, EYE_ALL = EYE_TAGS | EYE_PLAIN | EYE_RIMS | EYE_HIDDEN_TAGS };

// A base or marker that belongs to no figure.
typedef struct {
    int looks;  // that saw it; 0: none
    bool said, seen;
    vec2 at;
    bool has_base;
    base base;
    char name[64];  // of its marker; ""
} unknown_base;

// Where the picture changed: what moves there, what has come to rest. Arrays by tile.
typedef struct {
    vision_changes now;  // of this frame: its arrays are vision's
    int tiles;           // room
    double *motion_s;    // when the tile moved last
    uint8_t *looks;      // with all searches, since then
    uint8_t *label;      // of this frame: its region was gone through; REST_DUE
    uint8_t *settle;     // tiles to settle
    int *queue;
} rest_map;
typedef struct pipeline_markers pipeline_markers;

struct pipeline {
    const game *game;
    eye *eye;
    formation *formation;
    calibration lens;
    bool has_lens, started, table_moved;
    intake intake;
    double cut_s;                // nothing was seen for so long before this game was gone on with; 0: it was not
    bool *awaited;               // by figure: known from before, and not seen since; NULL: nobody is
    double gap_s, gap_t_s;       // the longest time without a picture of late, and when the last one ended
    calibration home;            // for the pictures' first size
    int odd_frames;              // in a row, of another size than the calibration's
    double off_in, off_since_s;  // of the table's markers from where they were; about so since then
    bool markers_met;            // one of them was read where the calibration has it
    double last_search_s;        // of the whole picture for them
    unknown_base unknown[UNKNOWN_MAX];
    int fresh;
    double last_motion_s, last_check_s;
    pose *expected;
    bool *is_expected, *elsewhere, *searched;
    bool *touched;           // by figure: something changed or moves about it
    followed_place *follow;  // by figure
    pose *place;             // by figure: where it was taken to be at the last look at changes
    bool *stood;             // by figure: looked for where it stood, though it was read elsewhere
    bool *hides_its_tag;     // by figure: only the search for tags under miniatures found it last
    bool *met;               // by figure: the camera has found it at some time
    bool *absent;            // by figure: taken off the table
    bool *due;               // by figure: something changed about it and has come to rest; it is looked for with all searches
    pose *told;              // by figure: where the last event had it
    bool *is_told;           // by figure
    event_pose *sifted;      // by place in an event
    double last_hand_s, last_relit_s;
    px_rect *rects;
    int rect_count;
    rest_map rest;
    foreign_list foreign;       // hands and things in this frame
    double hands_known_s;       // hands in the picture are told from the table from then on
    bool hand;                  // one of them is a hand
    foreign_figure *shapes;     // by figure: how the picture shows it; count 0: not known, or taken off
    foreign_figure *placed;     // of this frame: the shapes of those that have a place in the picture
    pose *shape_pose;           // by figure: where it has that shape
    double *covered, *hand_in;  // by figure, of this frame: as formation_view has them
    double *base_hand_in;       // by place in `seen`, likewise
    double *lain_s;             // by place in `seen`: for how long nothing has moved where it lies
    double *place_lain_s;       // by figure: the same where it was last known
    base_sighting *seen;        // of the look that is taken in now
    int seen_count;
    base_sighting *swept;  // of the sweep under way
    int swept_count;
    int slice, sweep_sort, rounds,
        idle_frames;                  // of the sweep: where it is, what it looks for there, how often it has been round since something changed
    int next_verified, next_back;     // of the known bases, and of those that may be back: who is next
    int *probes;                      // by unit
    int follow_looks, next_followed;  // at changes; the figure whose turn it is where there are too many for one frame
    unsigned lost;                    // searches that may find who is lost while something moves
    int next_dear;                    // the same of those that cost much to look for
    int search_wait[FOLLOW_SORTS];    // frames until each may be made again
    double searched_s[FOLLOW_SORTS];  // when each was made last
    int search_part[FOLLOW_SORTS];    // of what changed: which part is next
    unsigned searched_in_vain;
    doubled_marker doubled[DOUBLED_MARKERS];
    health_facts facts;
    char health[HEALTH_TEXT], notice[256];
    bool troubled;
    wire_eye page;  // what the page is told, and its parts
    wire_foreign page_foreign[FOREIGN_MAX_REGIONS];
    vec2 page_outline[FOREIGN_MAX_REGIONS][FOREIGN_MAX_POINTS];
    pipeline_markers *markers;  // NULL: the game has no declaration markers
    pipeline_costs costs;
};

// pipeline_declared.c: declaration markers, after the looks of a frame; what was entered.
status markers_create(const game *g, pipeline_markers **out, fault *why);
void markers_destroy(pipeline_markers *m);
status markers_see(pipeline *p, const frame *f, const vision_changes *c, fault *why);
void markers_tell(pipeline *p, const event *e);
bool markers_has(const pipeline *p, const char *family, int id);  // the tag is a declaration marker of the game
bool markers_lie(const pipeline *p, vec2 at);                     // one lies there, or did when it was seen last

status look_make_room(pipeline *p, fault *why);
void look_free_room(pipeline *p);
// Searches everywhere.
status look_everywhere(pipeline *p, const frame *f, event *out, fault *why);
// Looks for what is known where the picture changed or moves, and searches there.
status look_at_changes(pipeline *p, const frame *f, const vision_changes *c, event *out, fault *why);
// Nothing changes: looks at some of the known bases and, at rest, searches a slice of the picture.
status look_idly(pipeline *p, const frame *f, bool at_rest, event *out, fault *why);

// pipeline_rest.c. Notes what moves in this frame; makes room at the first frame of a size.
status rest_note(pipeline *p, const frame *f, const vision_changes *c, fault *why);
// Fills p->rects: of the regions that came to rest and were not yet looked at often enough, where there are any, as much as a frame has time for
// (true: all searches are to be made there), else of all that changed or moves.
bool rest_choose_rects(pipeline *p, const vision_changes *c);
// The look with all searches was made.
void rest_looked(pipeline *p);
// Settles what has been at rest long enough and was looked at.
void rest_settle(pipeline *p, const frame *f, const vision_changes *c);
void rest_free_room(pipeline *p);
// For how long nothing has moved where the bases of the look lie, and where figures were last known.
void rest_measure_lain(pipeline *p, double t_s);
// About a base, in pixels.
int look_margin_px(const pipeline *p);

// pipeline_cover.c
status cover_make_room(pipeline *p, fault *why);
void cover_free_room(pipeline *p);
// Finds what is foreign in f, whom it covers and how near hands are.
status cover_find(pipeline *p, const frame *f, const vision_changes *c, fault *why);
// How near hands are to the bases of the look.
void cover_measure_seen(pipeline *p);
// The picture is another one: the next is taken for free of anything foreign.
void cover_forget(pipeline *p);
bool cover_lies_under_hand(const pipeline *p, px_rect tile);
// What lies on figures that can't be found, for a person; "" where nothing does.
void cover_say(const pipeline *p, char out[HEALTH_TEXT]);
// Fills p->page_foreign.
int cover_outlines(pipeline *p);

// pipeline_relit.c
status relit_make_room(pipeline *p, fault *why);
void relit_free_room(pipeline *p);
// People entered where figures stand.
void relit_note(pipeline *p, const event *e);
// Leaves figures that merely read otherwise in other light where they were told to stand; called once a frame.
void relit_sift(pipeline *p, event *out);

// pipeline_first.c: false where no arm reaches in over the table's edge.
bool first_may_hold_hand(const pipeline *p, const frame *f);

// pipeline_table.c: where the table lies in the picture.
status table_find(pipeline *p, const frame *f, fault *why);
// *fits: f has the calibration's size, or has it now that it was calibrated anew. STATUS_INVALID: it never had.
status table_take_size(pipeline *p, const frame *f, bool *fits, fault *why);
// Notices that camera or table were moved, and calibrates anew when they are at rest.
status table_watch(pipeline *p, const frame *f, const vision_changes *c, bool at_rest, fault *why);
// The first picture is there: whether hands can be told from it.
void table_begin(pipeline *p, const frame *f);
// The light changed and parts of the picture look other than before: where the table still lies as it did all of it is taken anew.
status table_relight(pipeline *p, const frame *f, fault *why);

// pipeline_unknown.c: a look with all searches, everywhere or in p->rects. Takes what it saw and nobody is.
void unknown_note(pipeline *p, const eye_sight *seen);
// Looks for bases among the things that lie there, of kinds that the game has no more of.
status unknown_look(pipeline *p, const frame *f, fault *why);
void unknown_begin(pipeline *p);
// The look is over: what was not seen, and would have been, is there no more.
void unknown_end(pipeline *p, bool everywhere);

// Adds a rectangle to those that are searched; overlapping ones become one.
void look_add_rect(pipeline *p, px_rect r);
// True where the figure is known, seen and was met by the camera.
bool look_stands(const pipeline *p, int figure);
// The searches that some figure is missing to: not seen now and not taken off the table.
unsigned look_missing_searches(const pipeline *p);

// Before a look with all searches: doubled markers near what is searched are looked at in all their places, or one would seem to have got well.
void doubled_begin(pipeline *p, bool everywhere);
// This look saw a marker twice; once for each of the places.
void doubled_note(pipeline *p, const base_sighting *b, px_rect place);
void doubled_end(pipeline *p);
// True where one was seen and not yet often enough to be said.
bool doubled_in_doubt(const pipeline *p);
// Names all that are sure, for a person; returns their number.
int doubled_say(const pipeline *p, char *out, size_t room);

// Everyone is expected where he was.
void follow_everyone(pipeline *p);
// What it costs to follow a figure, in hundredths of a millisecond at 12 megapixels.
int follow_cost(const pipeline *p, int figure);
// Those about whom something changed are expected where they were or where they go: all that are due, and of the others as many as a frame has
// time for beside these searches, in turn. `settling`: all searches are made in p->rects, where something came to rest.
void follow_choose(pipeline *p, const vision_changes *c, bool settling, unsigned searches);
// The search that is due for the sake of who is lost: one of the eye's, or 0.
unsigned follow_due_search(pipeline *p);
// Leaves in p->rects the part of what changed that this frame has time to search, the next one in turn. True: it is the last, all has been searched.
bool follow_choose_part(pipeline *p, const frame *f, const vision_changes *c, unsigned search);
// While the searches for who is lost wait, since they were in vain: the one that can be made nevertheless, or 0, and in p->rects where. Hands have
// left something there, or moved on from it, since that search was made.
unsigned follow_choose_fresh(pipeline *p, const frame *f, const vision_changes *c);
// Who is not found is not missed where the search that finds him was not made.
void follow_excuse(pipeline *p, unsigned searches);
// The last look found the figure where it is tracked.
bool follow_was_found(const pipeline *p, int figure, pose at);
// After the look was taken in: who was found, how each unit moves, where those are that were not looked for.
void follow_learn(pipeline *p);
// Nothing changes any more.
void follow_forget(pipeline *p);

#endif
