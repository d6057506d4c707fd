// vision/search -- what the steps of the search for plain bases share. One frame's scratch, kept between frames for its memory alone.
#ifndef VEDETTE_VISION_SEARCH_H
#define VEDETTE_VISION_SEARCH_H

#include "vision/internal.h"
#include "vision/plain/marks.h"
#include "vision/plain/outline.h"
#include "vision/plain/plain_limits.h"
#include "vision/plain/rim.h"

enum { MAX_PAINTS = MAX_LAYERS, MAX_SPOTS = 4096, MAX_FITS = 8192, NO_PLANE = -1, HEADINGS = 72, MAX_OUTLINES = 1024, MAX_CELLS = 1 << 15 };
enum { MAX_PRINT_CELLS = 1 << 17, MAX_COVERS = 4, MAX_INSIDES = 12 };

// What falls on a base, beside what falls on most of those with its paint.
typedef enum { USUAL_LIGHT, IN_SHADE, IN_GLARE, LIGHTS } base_light;

// One paint and how this picture shows it.
typedef struct {
    uint32_t rgb;
    const colour_table *now;  // in use: one of the two below
    colour_table stated;      // for the colour `of` in the light `in`
    uint32_t of;
    colour in;
    bool made;
    colour_table learned;         // for the colours `seen` before `beside`
    colour seen[LIGHTS], beside;  // in each light; black where the picture shows none in it
    colour inside[MAX_INSIDES];   // what most of the bases' insides show, and other rims
    int insides;
    double gloss;  // codes, all channels: what most of the paint mirrors at most
    bool has_learned;
} paint;

typedef enum { FOUND_BY_MARK, FOUND_EXPECTED, FOUND_BESIDE, FOUND_BY_OUTLINE } found_by;

typedef struct {
    int kind;
    found_by by;
    bool chosen;
    bool in_line;    // a likely base beside it has the same heading
    bool ambiguous;  // another heading agrees about as well
    double weight;   // choose.c: how much it explains
    bool on_paper;   // its inside is as white as paper: a card, a marker
    double flat;     // share of the inside that has one colour; known of those chosen
    double covered;  // share of the inside that shows what the believed bases of its look are covered with; known of those chosen
    bool believed;   // believe.c
    bool bare;       // without a painted rim
    rim_fit fit;
    colour cover;  // of a bare base: what its top is covered with
    colour paint;  // sample.c: what most of the band shows
    base_light light;
} found_base;

// Cells of the picture, columns x rows from box's corner on, and what of print they show.
typedef struct {
    px_rect box;
    int edge, columns, rows;
    uint8_t *paper, *ink;  // samples of a cell that are paper, that are ink, once it was asked for; MAX_PRINT_CELLS
} print_map;

// The picture as if the light were even: even.c.
enum { EVEN_LEVELS = 128 };
typedef struct {
    frame frame;
    uint8_t *bgr, *level, *done;  // the copy; which table of codes each small square of it uses, whether it was copied
    size_t capacity, levels;      // pixels, squares
    int step, columns, rows;      // edge of a square, 0: the light is even enough or not yet looked at; of the squares
    int learned;                  // the edge of a square that the light last learned asks for, 0: none
    uint8_t code[EVEN_LEVELS][256];
} even_light;

// The picture that the light was learned from.
enum { WHITE_SAMPLES = 600 * 400 };
typedef struct {
    int width, height;           // 0: none yet
    double even_t_s, white_t_s;  // when it was learned how even it is, and how paper shows in it
    colour ground;               // as the camera showed it, from a few places
    uint8_t *brightness;         // WHITE_SAMPLES: room for how bright the places are among which paper is looked for
} lit_picture;

struct base_search {
    even_light even;
    lit_picture lit;
    vision_notes *notes;  // NULL where nobody asks
    print_map print;
    const frame *frame, *original;  // looked at; as the camera made it
    const vision_view *view;
    double px_per_in;
    const expected_base *expected;
    int expected_count;
    colour ground;                              // what most of the table looks like
    colour white;                               // how white paper shows
    paint rims[MAX_PAINTS], marks[MAX_PAINTS];  // a mark's paint is told from the rim's beside it: one entry a pair
    colour_cache cache;                         // the picture through the rims' tables
    uint8_t *patch;                             // a piece of it
    size_t patch_capacity;
    colour_plane last_patch;  // what it holds
    int patch_layer;          // of which rim; NO_PLANE: of none
    int rim_count, mark_count;
    int mark_beside[MAX_PAINTS];         // the mark's rim
    rim_model models[VISION_MAX_KINDS];  // kept while the kinds stay the same
    int model_count;
    double model_px_per_in;
    int rim_of[VISION_MAX_KINDS], mark_of[VISION_MAX_KINDS];  // index of the paint; NO_PLANE: not looked for
    int look_of[VISION_MAX_KINDS];                            // the first kind that looks the same: they differ in what they stand on
    int kind_count;
    mark_list spots;
    found_base *fits;  // MAX_FITS
    int *block;        // MAX_FITS; heights.c
    int fit_count;
    double price[VISION_MAX_KINDS];  // of each look, in inches of band: choose.c
    outline_map outline;
    outline_spot *outlines;  // MAX_OUTLINES
    uint8_t *cells;          // MAX_CELLS; rings.c
    vec2 ahead[HEADINGS];    // unit vectors of the headings that are tried
};

// Height of a base's top when its kind stands at the place.
double search_top_in(const base_search *s, int kind, vec2 at);
// Place of kind's mark or base that appears at the pixel; false where there is none or it is off the table.
bool search_place(const base_search *s, int kind, px2 at, vec2 *out, double *z_in);
// The table's part of the picture.
px_rect search_table_box(const base_search *s);
// The picture about v for kind, as far as `reach_in`; good until it is asked for again.
rim_planes search_planes(base_search *s, int kind, const local_view *v, double reach_in);
// printed.c: paper in this light, brighter than most of the table; and ink, as dark as nothing that light falls on. Of a pixel.
bool search_is_paper(const base_search *s, const uint8_t *bgr);
bool search_is_ink(const base_search *s, const uint8_t *bgr);
// True where the rim's paint could be that of print: it is about gray.
bool search_like_print(const base_search *s, int rim);
// printed.c: from here on print is looked for about the rectangles; none: there is none.
void print_open(base_search *s, const px_rect *where, int where_count);
// printed.c: true where the pixel lies on print; where much of the inside of b does.
bool print_at(const base_search *s, double u, double v);
bool search_on_print(const base_search *s, const found_base *b, const local_view *v);
// face.c: share of the inside of b's rim that has one colour; near 1 for a token's face or bare ground.
double search_flat(const base_search *s, const found_base *b);
// face.c: share of the inside of b's rim that is nearly as light as paper.
double search_light(const base_search *s, const found_base *b);
// face.c: share of the inside of b's rim that shows one of the colours.
double search_covered(const base_search *s, const found_base *b, const colour *cover, int covers);
// True where the inside of the rim at b's pose is paper and the rim is none.
bool search_on_paper(const base_search *s, const found_base *b);
bool search_refine(base_search *s, found_base *b, rim_effort effort);
// How wide the side of b, below the edge of its top, shows in the picture.
double search_side_in(const base_search *s, const found_base *b);
// How many of this look the game has.
int search_count(const base_search *s, int look);

// paints.c: true where the size can be one of a base.
bool base_sensible(const base_kind *k);
// paints.c: which paints the kinds need, their stated tables and room to look through them. STATUS_MEMORY.
status paints_open(base_search *s, const base_kind *kinds, int kind_count);
// paints.c: the rims' tables have changed.
void paints_changed(base_search *s);

// sample.c: adds candidates from the likeliest of the marks in the rectangles: to learn the paints from.
void sample_candidates(base_search *s, const px_rect *where, int where_count);
// sample.c: keeps of the candidates those that agree about as well as the best of their paint, and in its colour with most of them.
void keep_best(base_search *s);
// sample.c: true where the pixel shows about the colour of b's band.
bool search_shows_paint(const base_search *s, const found_base *b, px2 at);
// candidates.c: the marks of a paint in the rectangles, into s->spots; `finely`: as in marks_find.
void find_spots(base_search *s, int mark, const px_rect *where, int where_count, double finely);
// candidates.c: agreement of kind with a mark at the spot, for each heading. False where the spot is no place for it.
bool scan_headings(base_search *s, int kind, const mark_spot *spot, vec2 *at, double *z_in, double *agreement);
// candidates.c: a base of the kind that has its mark at the place.
found_base candidate_at(const base_search *s, int kind, vec2 mark, double z_in, double heading_rad, double agreement);
// candidates.c: adds refined fits to those that there are already, from the marks in the rectangles that these don't explain: of all rims, or (not
// NULL) of those wanted.
void find_candidates(base_search *s, const px_rect *where, int where_count, const bool *wanted);
// candidates.c: agreement (rim_scan) at the pose of b.
double scan_at(base_search *s, const found_base *b);

// rings.c: the same as sample_candidates, for one rim, from its outlines.
void sample_rings(base_search *s, int rim, const px_rect *where, int where_count);
// rings.c: adds refined fits to those that there are, from the outlines of rims where those chosen don't explain them.
void find_rings(base_search *s, const px_rect *where, int where_count);

// even.c: how even the light is in s->frame, of which s->ground is known. STATUS_MEMORY (the first uneven picture of a size).
status even_learn(base_search *s);
// even.c: where the light that was learned is uneven, s->frame becomes a copy without that, good about the rectangles and where it is needed.
void even_open(base_search *s, const px_rect *where, int where_count);
// even.c: makes the copy good in r and `by` pixels about it.
void even_need(base_search *s, px_rect r, int by);
// A pixel anywhere in the picture whose colour is there, in even light.
static inline void search_pixel_made(const base_search *s, int x, int y, uint8_t out[3]) {
    const uint8_t *p = frame_bgr(s->original, x, y);
    const even_light *e = &s->even;
    const uint8_t *code = e->step > 0 ? e->code[e->level[y / e->step * e->columns + x / e->step]] : NULL;
    for (int k = 0; k < 3; k++) out[k] = code ? code[p[k]] : p[k];
}
// The same of any pixel.
static inline void search_pixel(const base_search *s, int x, int y, uint8_t out[3]) {
    frame_glance_at(s->original, x, y);
    search_pixel_made(s, x, y, out);
}
void even_finish(even_light *e);
// learn.c: what most of the table looks like, from that many places along its width and depth.
colour learn_ground(const base_search *s, int columns, int rows);
// learn.c: how white paper shows in this picture, as far as something white is on the table.
colour learn_white(base_search *s);
// learn.c: makes the paints' tables from the colours that the finds so far show. False where too little was seen of any.
bool learn_paints(base_search *s, const found_base *finds, int count);

// learn.c: the same once more for the wanted rims, from finds that were believed, with what the insides of each look show.
bool learn_again(base_search *s, const found_base *finds, int count, const bool *wanted);
// learn.c: how far what the rim shows is from what most lies beside it, in codes; >= 20.
double search_contrast(const base_search *s, int rim);
// learn.c: what the chosen certain bases of the look are covered with, into out[MAX_COVERS], or those of its rim; returns how many colours.
int learn_covers(const base_search *s, int look, colour out[MAX_COVERS]);
// believe.c: among all fits, of which those chosen are believed by themselves, chooses anew with what they tell of the others: those with
// `enough` evidence, natural logarithm of the odds.
void weigh_again(base_search *s, double enough);

// choose.c: how much of the band shows its colour, and beside it another; 0..1.
double search_shown(const found_base *b);
// choose.c: true where the base shows enough, mark included, to be believed wherever it stands.
bool search_certain(const found_base *b);
// choose.c: true where it is to be believed in a unit.
bool search_likely(const found_base *b);
// choose.c: marks as chosen those of s->fits that hold and together explain most, never two in one place, never more of a kind than
// there are.
void choose_bases(base_search *s);
// choose.c: forgets the fits that were not chosen.
void keep_chosen(base_search *s);
// choose.c: forgets those of the chosen that are clearly no bases; false where there are none. They took places and numbers from others.
bool refuse_doubtful(base_search *s);
// choose.c: takes away bases that stand alone and show too little.
void drop_doubtful(base_search *s);
// blocks.c: adds fits beside those chosen that show their band although no mark was seen.
void complete_blocks(base_search *s);
// blocks.c: sets in_line of every fit.
void find_lines(base_search *s);
// fronts.c: turns bases that show something like a mark on two sides as their block stands, and marks them as ambiguous.
void settle_fronts(base_search *s);
// bare.c: true where the kind is looked for by the outline of its unpainted bases.
bool bare_kind(const base_search *s, int kind);
// bare.c: adds the unpainted bases in the rectangles and near the expected places to s->fits. STATUS_MEMORY.
status find_bare(base_search *s, const px_rect *where, int where_count);
// The outline of a kind's top at places along it, and the outward normals there, in pixels of the reduced picture; x ahead.
enum { BARE_SCAN_PLACES = 48 };
typedef struct {
    float x[BARE_SCAN_PLACES], y[BARE_SCAN_PLACES], nx[BARE_SCAN_PLACES], ny[BARE_SCAN_PLACES];
} bare_line;
// bare_choose.c: true where both are of one look and covered alike.
bool bare_same_cover(const base_search *s, const found_base *a, const found_base *b);
// bare_blocks.c: sets in_line of the fits of that look from number `from` on: those that continue a block of chosen ones.
void bare_find_lines(base_search *s, int look, int from);
// bare_blocks.c: adds fits where a block of chosen ones may go on.
void bare_continue_blocks(base_search *s, int look, int from, double steep);
// bare_scan.c: fills *out.
void bare_scan_line(const rim_model *m, double px_per_in, bare_line *out);
// bare_scan.c: moves the spot a little to where most of an edge shows along the outline; how much of it shows, 0..1, `steep` grey levels being
// enough.
double bare_scan(const outline_map *o, const bare_line *line, double steep, outline_spot *spot);
// bare_fit.c: lays the outline of b's kind over the picture and moves it to the edges there; fills b->fit and b->cover. `steep`: grey levels from
// which on an edge counts. False where too little of it shows.
bool bare_refine(base_search *s, found_base *b, double steep);
// bare_choose.c: how much an unpainted base explains, in the unit of the painted ones' weights.
double bare_weight(const base_search *s, const found_base *b);
// bare_choose.c: keeps of the unpainted fits from number `from` on those that stand there.
void bare_choose(base_search *s, int from, double steep);
// choose.c: true where two bases would stand in one place.
bool search_collide(const base_search *s, const found_base *a, const found_base *b);
// heights.c: tells kinds that look the same apart by the blocks they stand in, and moves each base to its own height.
void assign_heights(base_search *s);

#endif
