// vision/codes -- what the steps of the search for rim codes share.
//
// Inches in the base's own frame: x forward, y left, its centre the origin. The way round the rim, its cells and its depth: core/rim_code.h.
#ifndef VEDETTE_VISION_CODES_H
#define VEDETTE_VISION_CODES_H

#include "vision/fit/local_view.h"
#include "vision/fit/sample.h"
#include "vision/internal.h"
#include "vision/rim_codes.h"
#include "vision/thread_pool.h"

enum {
    RIM_SUB = 6,  // steps a cell at which the rim is sampled
    RIM_STEPS = RIM_CODE_MAX_CELLS * RIM_SUB,
    RIM_WINDOWS = 16  // parts of the way; the grid of cells is searched in each part separately
};

// One place on the middle of the band.
typedef struct {
    float x, y;     // where
    float tx, ty;   // unit vector along the way, counter-clockwise
    float nx, ny;   // unit vector outwards
    bool straight;  // no corner of a frame near it
} rim_step;

// Bases that look the same but for their ids and colours: the geometry of their bands.
typedef struct {
    base base;
    bool round;
    double z_in;            // of what they stand on: the first kind's
    double half_x, half_y;  // of the top face
    double way_in, cell_in;
    int cells, turns, steps;  // turns: headings that the outline can't tell apart: all cells, 4 or 2
    rim_step step[RIM_STEPS];
} rim_ring;

// False where the base can't carry a code of that many cells.
bool rim_ring_make(rim_ring *r, base b, double z_in, int cells);

// A base where it may stand. z_in: of its top.
typedef struct {
    vec2 at;
    double heading_rad, z_in;
} rim_place;

// The picture about a place: px = origin + x * (fu, fv) + y * (lu, lv) for a point (x, y) of the base's frame.
typedef struct {
    const frame *frame;
    float u, v, fu, fv, lu, lv;
    float px_per_in;
} rim_aim;

// False where it can't be seen or the picture of it is no sensible size.
bool rim_aim_at(const frame *f, const vision_view *view, const rim_place *at, rim_aim *out);

// True where all of the band and what lies up to beyond_in about it is in the picture.
bool rim_lies_inside(const rim_ring *r, const rim_aim *a, double beyond_in);

// The gray along the way, averaged across the band.
typedef struct {
    float gray[RIM_STEPS];
} rim_strip;

void rim_strip_take(const rim_ring *r, const rim_aim *a, rim_strip *out);

// How well the transitions of a strip fit a grid of cells, and the displacement of the base at which they fit.
typedef struct {
    vec2 shift_in;     // in the base's frame
    double turn_rad;   // on a round base within half a cell
    double agreement;  // 0..1: 1 all transitions on the grid
} rim_grid;

// Looks for shifts up to reach_in either way and (frames) turns up to turn_rad either way.
rim_grid rim_grid_find(const rim_ring *r, const rim_strip *strip, double px_per_in, double reach_in, double turn_rad);

// Moves the place, by at most reach_in and turn_rad either way, to where the cells' tones agree best with the word (bit i: cell i light). Returns the
// agreement: 1 all cells, 0 chance, -1 where the base can't be seen as a whole.
double rim_word_seek(const rim_ring *r, const frame *f, const vision_view *view, uint64_t word, double reach_in, double turn_rad, rim_place *at);

typedef struct {
    float gray, b, g, r;
} rim_tone;

// What the cells show.
typedef struct {
    int cells;
    bool coloured;
    rim_tone at[RIM_CODE_MAX_CELLS];
    rim_tone dark, light;  // of the two paints here
    float noise;           // sigma of a pixel, levels
    float colour_gain;     // log density (ln) of a paint's colour where it shows over that of an occluder
} rim_tones;

void rim_tones_take(const rim_ring *r, const rim_aim *a, const rim_strip *strip, rim_tones *out);
// Takes out of each cell what blur of blur_px (sigma, px) brought into it from the two beside it.
void rim_tones_unblur(const rim_ring *r, double px_per_in, double blur_px, rim_tones *t);
// Sets dark and light from the tones themselves; false where they show no two paints.
bool rim_tones_split(rim_tones *t);

// The evidence of each cell: ln of the likelihood of its tone if it is dark (light) and in view, over that if something hides it.
typedef struct {
    int cells;
    float dark[RIM_CODE_MAX_CELLS], light[RIM_CODE_MAX_CELLS];
} rim_evidence;

void rim_evidence_weigh(const rim_tones *t, rim_evidence *out);

// The possible words. turns: the word may begin at every (cells / turns)th cell.
typedef struct {
    const uint64_t *words;
    int count, turns;
    int expected;            // index into words; -1: none
    int expected_turn;       // in cells, with `expected`: how far the word is likely to be turned
    int slack;               // and by how many cells that may err
    const uint64_t *others;  // other_count words that unregistered bases may carry
    int other_count;
} rim_lexicon;

typedef struct {
    int word, turn;                     // index into words; the word begins `turn` cells along; -1: no evidence
    double odds;                        // ln of: this word in this turn, over all others and the words in `others`
    double over_chance;                 // ln of: this word in this turn, over random cells
    double shown;                       // expected share of cells in view, if an occluder never looks like paint
    float visible[RIM_CODE_MAX_CELLS];  // how likely each cell is in view; occluders are distinguished from paint by their runs of cells
} rim_reading;

// The word that explains the evidence best. Pure. The odds are a number for any evidence, NANs included.
// Source: forward algorithm of a two-state Markov chain (Rabiner, Proc. IEEE 77 (1989)) for cells that are hidden in runs.
void rim_decode(const rim_evidence *e, const rim_lexicon *l, rim_reading *out);

// ln of the likelihood of the evidence for a base with random cells, each dark or light by chance, over that for a base with no cell in view.
double rim_weigh_anybodys(const rim_evidence *e);

// What a word shows along the way.
typedef struct {
    float tone[RIM_STEPS], slope[RIM_STEPS];  // 0 dark to 1 light; and an inch along the way
    double own[RIM_SUB];  // by a step's place in its cell: the cell's share beside the cell before; read backwards: beside the cell after
} rim_laid_word;

// Blurred by sigma_in.
void rim_lay_word(const rim_ring *r, uint64_t word, double sigma_in, rim_laid_word *out);

// Least-squares pose. The word as it lies on the strip (bit i: cell i light), with how likely each cell is in view; word NULL: edges alone.
typedef struct {
    uint64_t word;
    const float *visible;
    float dark, light;
    double blur_px;  // sigma
} rim_known;

typedef struct {
    double sigma_in, sigma_rad;
    double variance;  // of the residuals, share of the contrast squared
} rim_errors;

// Moves *at to where edges and transitions fit best. Its sigmas are those of samples with independent errors. False where the edges can't be followed
// or the pose moves too far away.
bool rim_settle(const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, rim_place *at, rim_errors *out);

// Sets the sigmas of a place that rim_settle has settled: from the scatter of the residuals near each bound between cells, and from how far a
// residual moves the base. Leaves them alone where the picture does not determine the pose. Costs as much as four rounds of settling.
// Source: the sandwich of Huber, "The behavior of maximum likelihood estimates under nonstandard conditions" (1967), with Bartlett's weights for
// neighbours (Newey and West, Econometrica 55 (1987)).
void rim_weigh_errors(const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, const rim_place *at, rim_errors *out);

// The fit takes the picture around the base's middle as affine. Lens distortion and perspective then displace the pose: by 0.3 mm for 60 x 100 mm in
// the corner of a picture of k1 = -0.2. This corrects it to first order, by the same least squares over what is in view.
void rim_unbend(const rim_ring *r, const frame *f, const vision_view *view, const float *visible, rim_place *at);

// The directions of edges over a part of the picture, in squares of cell_px pixels: cos and sin of four times the angle, weighted by the edges'
// clarity. RIM_PLANE_UNIT: all edges are clear and of one direction. Edges along and across a band agree in this measure.
#define RIM_PLANE_UNIT 64
typedef struct {
    int cell_px, columns, rows;
    int margin, stride;        // entries of zeros on all sides; of a row
    int u0, v0;                // pixel at the first entry's corner
    int16_t *co, *si;          // at the first entry that is no margin
    int32_t *sum_co, *sum_si;  // of all entries above and to the left, margins included
} rim_plane;

// An outline that may be a base's.
typedef struct {
    float score;  // 0..1
    float u, v;   // pixels
    float heading_rad;
    int look;
} rim_candidate;

// The words that are not in the game, and the game's words read backwards.
enum { RIM_MAX_OTHERS = 2 * RIM_CODE_IDS };

// One look of the game, and which words may be on it.
typedef struct {
    rim_ring ring;
    int first_word, word_count;
    uint64_t others[RIM_MAX_OTHERS];  // words of the same size that unregistered bases may carry
    int other_count;
} rim_look_kind;

typedef struct {
    int look;
    rim_place at;
    double agreement, seen;      // of the grid; share of the band in view
    int word;                    // index into the search's words; -1: not read
    bool is_unregistered;        // an unregistered code is read there: no base of the game stands in its place
    double odds, over_chance;    // rim_reading's
    double unregistered_beside;  // ln of how much better random cells explain a place beside; 0 or more
    rim_errors errors;
    int hoped;  // the expected word, or -1; its slack
    double slack_rad;
    rim_tone dark, light;  // as they showed, where it was read
    bool is_found;         // by vision/bases: there, with these errors
    rim_place found_at;
    rim_errors found_errors;
    bool needs_company;     // its word is not sure by itself
    double worth;           // closer_worth of it
    float u, v, px_per_in;  // where it shows
} rim_find;

enum { RIM_MAX_WORDS = 8192, RIM_MAX_CANDIDATES = 8192, RIM_MAX_FINDS = 2048 };

struct rim_search {
    const frame *frame;
    const vision_view *view;
    const rim_coded_kind *kinds;
    vision_notes *notes;
    rim_look_kind *looks;  // VISION_RIM_MAX_KINDS
    int look_count;
    uint64_t *words;              // RIM_MAX_WORDS
    int *word_kind, *word_entry;  // of each word: kind, index into its ids
    int word_count;
    rim_plane plane;
    void *plane_capacity;
    size_t plane_bytes;
    rim_candidate *candidates;  // RIM_MAX_CANDIDATES
    int candidate_count;
    rim_find *finds;  // RIM_MAX_FINDS
    int find_count;
    double blur_px;                // of the last find that was read; sigma
    thread_pool *pool;             // that reads about a find; NULL: the caller's thread alone
    const expected_rim *expected;  // of this call
    int expected_count;
};

// What is expected at a place: index into the search's words, or -1, and how far its heading may be off.
typedef struct {
    int word;
    double slack_rad;
    const rim_find *beside;      // a base that was read: shows how the paints look here; NULL: none
    double unregistered_beside;  // rim_find's of an earlier, wider look
} rim_hope;

// verify.c: looks for a base of this look within reach_in of the place: moves it, reads it. False where nothing there resembles such a base.
bool rim_verify(const rim_search *s, int look, rim_place at, double reach_in, double turn_rad, rim_hope hope, rim_find *out);

// found.c: reads the code of a base that vision/bases found there, with its errors. False where none can be told. A find that needs company is told
// by rim_ask_company alone.
bool rim_read_found(rim_search *s, int look, rim_place found, double sigma_in, double sigma_rad, rim_find *out);
// found.c: the bases that were read about a named find are of its unit, face as it does where they all face one way, and are surely the game's.
bool rim_company_agrees(const rim_search *s, const rim_find *f);
// found.c: keeps the names of those finds that need company where the bases of their unit stand about them; the others stand where they were found.
// Then reads those that are left among bases of one unit as what is missing in it.
void rim_ask_company(rim_search *s);

// field.c: fills s->plane from the picture's rectangle (already clipped). STATUS_MEMORY.
status rim_plane_fill(rim_search *s, px_rect where, int cell_px, double reach_px);
// field.c: adds to s->candidates the places inside `where` where edges agree with the look's band.
void rim_plane_search(rim_search *s, int look, px_rect where);
// field.c: adds one; where the list is full, the less likely half of all is dropped first.
void rim_candidate_add(rim_search *s, rim_candidate c);
// field.c: order of candidates for qsort.
int rim_likeliest_first(const void *a, const void *b);

// Height of the top of a base of this look at the place.
double rim_top_in(const rim_search *s, const rim_ring *r, vec2 at);

#endif
