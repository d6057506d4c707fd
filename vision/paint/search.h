// vision/paint/search -- what the steps of following painted rims share. One frame's scratch, kept between frames for its memory alone.
#ifndef VEDETTE_VISION_SEARCH_H
#define VEDETTE_VISION_SEARCH_H

#include "vision/internal.h"
#include "vision/paint/paint_limits.h"
#include "vision/paint/rim.h"

enum { MAX_PAINTS = MAX_LAYERS, MAX_FITS = 8192, NO_PLANE = -1, MAX_COVERS = 4, MAX_INSIDES = 12 };

// The light on a base, relative to the light on most bases of its paint.
typedef enum { USUAL_LIGHT, IN_SHADE, IN_GLARE, LIGHTS } base_light;

// One paint and its look in this picture.
typedef struct {
    uint32_t rgb;
    const colour_table *now;  // in use: one of the two below
    colour_table stated;      // for the colour `of` in the light `in`
    uint32_t of;
    colour in;
    bool made;
    colour_table learned;         // for the colours `seen` before `beside`
    colour seen[LIGHTS], beside;  // in each light; black: not seen in that light
    colour inside[MAX_INSIDES];   // colours inside most bases, and other rims
    int insides;
    double gloss;  // codes, all channels: the gloss that most of the paint stays below
    bool has_learned;
} paint;

typedef struct {
    int kind;
    bool chosen;
    bool in_line;    // a likely base beside it has the same heading
    bool ambiguous;  // another heading agrees about as well
    double weight;   // choose.c: what it explains
    bool on_paper;   // its inside is as white as paper: a card, a marker
    double flat;     // share of the inside with one colour; set for chosen bases
    double covered;  // share of the inside with the covering of its look's believed bases; set for chosen bases
    bool believed;   // believe.c
    rim_fit fit;
    colour paint;  // sample.c: the colour of most of the band
    base_light light;
} found_base;

// even.c: the picture with the light evened.
enum { EVEN_LEVELS = 128 };
typedef struct {
    frame frame;
    uint8_t *bgr, *level, *done;  // the copy; the table of codes of each small square; whether the square is copied
    size_t capacity, levels;      // pixels, squares
    int step, columns, rows;      // edge of a square (0: the light is even enough or not yet examined); number of squares
    int learned;                  // the edge of a square that the last learned light needs; 0: none
    uint8_t code[EVEN_LEVELS][256];
} even_light;

// The picture from which the light was learned.
enum { WHITE_SAMPLES = 600 * 400 };
typedef struct {
    int width, height;           // 0: none yet
    double even_t_s, white_t_s;  // when the evenness of the light was learned, and when the white
    colour ground;               // as the camera showed it, from a few places
    uint8_t *brightness;         // WHITE_SAMPLES: room for how bright the places are among which paper is looked for
} lit_picture;

struct base_search {
    even_light even;
    lit_picture lit;
    const frame *frame, *original;  // the picture in use; the camera's picture
    const vision_view *view;
    double px_per_in;
    const expected_base *expected;
    int expected_count;
    colour ground;                              // the colour of most of the table
    colour white;                               // the colour of white paper
    paint rims[MAX_PAINTS], marks[MAX_PAINTS];  // a mark must differ from its rim: one entry for each pair
    colour_cache cache;                         // the picture through the rims' tables
    uint8_t *patch;                             // a piece of it
    size_t patch_capacity;
    colour_plane last_patch;  // what the patch holds
    int patch_layer;          // its rim; NO_PLANE: none
    int rim_count, mark_count;
    int mark_beside[MAX_PAINTS];         // the mark's rim
    rim_model models[VISION_MAX_KINDS];  // kept while the kinds stay the same
    int model_count;
    double model_px_per_in;
    int rim_of[VISION_MAX_KINDS], mark_of[VISION_MAX_KINDS];  // index of the paint; NO_PLANE: not searched for
    int look_of[VISION_MAX_KINDS];                            // the first kind that looks the same: such kinds differ in what they stand on
    int kind_count;
    found_base *fits;  // MAX_FITS
    int fit_count;
    double price[VISION_MAX_KINDS];  // of each look, in inches of band: choose.c
};

// The picture around v for kind, up to `reach_in`. Valid until the next call.
rim_planes search_planes(base_search *s, int kind, const local_view *v, double reach_in);
// printed.c: whether a pixel is paper (brighter than most of the table in this light), or ink (darker than anything that is lit).
bool search_is_paper(const base_search *s, const uint8_t *bgr);
bool search_is_ink(const base_search *s, const uint8_t *bgr);
// face.c: share of the inside of b's rim with one colour; near 1 for a token's face or bare ground.
double search_flat(const base_search *s, const found_base *b);
// face.c: share of the inside of b's rim that is nearly as light as paper.
double search_light(const base_search *s, const found_base *b);
// face.c: share of the inside of b's rim that shows one of the colours.
double search_covered(const base_search *s, const found_base *b, const colour *cover, int covers);
// True where the inside of the rim at b's pose is paper and the rim is none.
bool search_on_paper(const base_search *s, const found_base *b);

// paints.c: the paints that the kinds need, their stated tables and memory for them. STATUS_MEMORY.
status paints_open(base_search *s, const base_kind *kinds, int kind_count);
// paints.c: call after the rims' tables have changed.
void paints_changed(base_search *s);

// sample.c: keeps the candidates that agree about as well as the best of their paint and share the most common colour.
void keep_best(base_search *s);
// sample.c: true where the pixel shows about the colour of b's band.
bool search_shows_paint(const base_search *s, const found_base *b, px2 at);
// even.c: learns the evenness of the light in s->frame; s->ground must be known. STATUS_MEMORY (the first uneven picture of a size).
status even_learn(base_search *s);
// even.c: if the learned light is uneven, s->frame becomes a copy with even light, valid where even_need asks for it.
void even_open(base_search *s);
// even.c: makes the copy valid in r and `by` pixels around it.
void even_need(base_search *s, px_rect r, int by);
// A pixel whose colour is already converted, in even light.
static inline void search_pixel_made(const base_search *s, int x, int y, uint8_t out[3]) {
    const uint8_t *p = frame_bgr(s->original, x, y);
    const even_light *e = &s->even;
    const uint8_t *code = e->step > 0 ? e->code[e->level[y / e->step * e->columns + x / e->step]] : NULL;
    for (int k = 0; k < 3; k++) out[k] = code ? code[p[k]] : p[k];
}
// The same for any pixel.
static inline void search_pixel(const base_search *s, int x, int y, uint8_t out[3]) {
    frame_glance_at(s->original, x, y);
    search_pixel_made(s, x, y, out);
}
void even_finish(even_light *e);
// learn.c: the colour of most of the table, from that many places along its width and depth.
colour learn_ground(const base_search *s, int columns, int rows);
// learn.c: the colour of white paper in this picture, if something white is on the table.
colour learn_white(base_search *s);
// learn.c: makes the paints' tables from the colours of the present finds. False: too little was seen of every paint.
bool learn_paints(base_search *s, const found_base *finds, int count);
// learn.c: the difference between the rim's colour and the nearest colour beside it, codes; at least PAINT_LEARN_UNKNOWN_CODES.
double search_contrast(const base_search *s, int rim);
// learn.c: the covering of the look's chosen certain bases, or of its rim's, into out[MAX_COVERS]. Returns the number of colours.
int learn_covers(const base_search *s, int look, colour out[MAX_COVERS]);
// believe.c: chooses anew among all fits. The fits chosen now show the coverings; fits with at least `enough` evidence (log odds) are then chosen.
void weigh_again(base_search *s, double enough);

// choose.c: the share of the band that shows its colour, and beside it another colour; 0..1.
double search_shown(const found_base *b);
// choose.c: true where the base shows enough, mark included, to be believed anywhere.
bool search_certain(const found_base *b);
// choose.c: true where it is to be believed in a unit.
bool search_likely(const found_base *b);
// choose.c: sets as chosen the fits that hold and together explain most: no two in one place, no more of a kind than the game has.
void choose_bases(base_search *s);
// choose.c: drops the fits that were not chosen.
void keep_chosen(base_search *s);
// choose.c: drops the chosen fits that are clearly not bases; they took places and numbers from others. False: there are none.
bool refuse_doubtful(base_search *s);
// choose.c: drops bases that stand alone and show too little.
void drop_doubtful(base_search *s);
// blocks.c: sets in_line of every fit.
void find_lines(base_search *s);
// fronts.c: turns bases with something like a mark on two sides as their block faces, and marks them as ambiguous.
void settle_fronts(base_search *s);

#endif
