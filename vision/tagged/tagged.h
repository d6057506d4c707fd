// vision/tagged -- what the steps of the search for bases with a half-hidden tag share.
//
// Inches in the base's own frame: x forward, y left; the origin is its centre and the tag's middle. Around the tag's black border (one cell wide)
// lies white, at least one cell. Beyond the top's edge it is darker: the base's side, a gap, the table.
#ifndef VEDETTE_VISION_TAGGED_H
#define VEDETTE_VISION_TAGGED_H

#include "vision/fit/local_view.h"
#include "vision/internal.h"
#include "vision/tagged/cells.h"
#include "vision/tagged/tagged_limits.h"

enum { TAGGED_MAX = 4096, TAGGED_MAX_IDS = 4096, TAGGED_SIDES = 4 };

// Kinds that look the same: they differ in their ids and in what they stand on.
typedef struct {
    base base;
    bool round, filled;     // filled: the white around the black border reaches the top's edge
    double half_x, half_y;  // of the top face; a round one's radius in both
    double half_tag, cell;  // half the edge of the black square; one cell
    double z_in;
    int cells;          // inside the black border
    int quarter_turns;  // headings that the outline can't separate
} tagged_look;

typedef struct {
    int kind, look, id, figure;
    tag_code code;
    const tag_family *family;
    bool used;  // by a fit
} tagged_code;

typedef struct {
    int look;
    vec2 at;
    double heading_rad, z_in;
    double rank;               // order among fits that can't stand together
    double shown;              // agreement of the outline, 0..1
    float side[TAGGED_SIDES];  // the same of each side: front, left, rear, right
    float ring[TAGGED_SIDES];  // of the black border on each side
    double sigma_in, sigma_rad;
    int code;                  // index of the read code; -1: none
    int kind;                  // the code's, or its block's; -1: unknown
    double support;            // log of the likelihood of kind and heading over that of no roster's tag, neighbours' cells included
    double heading_certainty;  // of heading_rad among its quarter turns, 0..1
    int front_count;           // quarter turns from heading_rad that may be its front, likeliest (0) first; 0: not weighed
    uint8_t fronts[4];
    bool followed;  // it was expected and found: done
    bool found;     // vision/bases says that such a base stands here, and its cells were looked at closely:
    float says;     // the most that they say for a code of its look
} tagged_fit;

// A block of the picture, or the sum of many. `bright` is 1 where the block may be part of a print. c4 and s4 are its edge's direction, fourfold,
// weighted by its step.
typedef struct {
    int32_t bright, c4, s4, weight;
} tagged_block;

struct tagged_search {
    const frame *frame;
    const vision_view *view;
    cell_reader *cells;  // NULL until bases are first looked for in colour
    thread_pool *pool;   // for it; borrowed
    const tagged_base_kind *kinds;
    double blur_px;  // the lens's blur, as measured on the tags in this picture
    double px_per_in;
    double white, black;  // white: gray of white paper above black (<= 0: not measured yet); black: gray without light, 0..255
    double balance[3];    // factors of B, G, R above `black` that make paper gray
    tagged_look looks[VISION_MAX_TAGGED_KINDS];
    int look_of[VISION_MAX_TAGGED_KINDS], look_count;
    tagged_code *codes;  // TAGGED_MAX_IDS
    int code_count;
    tagged_fit *fits;  // TAGGED_MAX
    int fit_count;
    float *evidence;  // of each fit: 4 a code; block.c
    size_t evidence_capacity;
    tagged_block *bright;  // sums over the blocks above and left of each within `blocks`; see scan.c
    size_t bright_capacity;
    px_rect blocks;  // the part of the picture's blocks that is searched, with its surroundings
};

// Gray at a point between pixels, 0..255; 0 outside.
static inline float gray_between(const frame *f, double u, double v) {
    if (!(u >= 0 && v >= 0 && u < f->width - 1 && v < f->height - 1)) return 0;
    int x = (int)u, y = (int)v;
    float a = (float)(u - x), b = (float)(v - y);
    const uint8_t *s = f->gray + (size_t)y * f->gray_stride + x, *t = s + f->gray_stride;
    return (1 - b) * ((1 - a) * s[0] + a * s[1]) + b * ((1 - a) * t[0] + a * t[1]);
}

// Height of a look's top at the place, if it stands on something z_in high.
double tagged_top_in(const tagged_search *s, const tagged_look *l, double z_in, vec2 at);
// scan.c: counts the bright blocks around the rectangles and sets s->white. STATUS_MEMORY.
status tagged_brighten(tagged_search *s, const px_rect *where, int where_count);
// tones.c: takes s->black and s->balance from the view's tones; sets s->white to 0.
void tagged_take_tones(tagged_search *s);
// tones.c: measures s->white from every n-th pixel and row, unless it is known.
void tagged_need_white(tagged_search *s, int nth);
// tones.c: s->white, reduced where less light falls.
double tagged_white_at(const tagged_search *s, px2 at);
// tones.c: the pixel's chroma under this light: codes between its strongest and its weakest channel; 0 without colour.
double tagged_chroma(const tagged_search *s, int u, int v);
// expect.c: adds the expected bases that are seen to s->fits.
void tagged_follow(vision *v, const expected_tagged *expected, int count);
// expect.c: gives a fit without a name the name whose whole print agrees far better than any other's. s->evidence must have capacity for one fit.
bool tagged_second_look(vision *v, tagged_fit *fit);
// scan.c: adds the places in the rectangle that look like the outline of the look to s->fits.
void tagged_scan(tagged_search *s, int look, px_rect where);
// fit.c: moves the fit to the best agreement near it, in steps, and sets shown, side and ring. False where it can't be seen.
bool tagged_climb(const tagged_search *s, tagged_fit *fit);
// fit.c: share of the bright points of the white border that are without colour, as paper is, and share of all points of the black
// border that are dark and without colour.
void tagged_print(const tagged_search *s, const tagged_fit *fit, double *paper, double *ink);
// fit.c: fits to the edges of border, outline and, if it was read, code; sets the sigmas. False: too few edges are seen.
bool tagged_edges(const tagged_search *s, tagged_fit *fit, int rounds);
// tagged.c: true where both borders show on most sides; less is needed if the fit's kind is known.
bool tagged_outline_sure(const tagged_fit *f);

// read.c: log of the likelihood of the fit's cells under each code after 0 to 3 quarter turns from the fit's heading, relative to any code:
// evidence[4 * code + quarter]; TAGGED_NEVER for codes of another look.
void tagged_read(const tagged_search *s, const tagged_fit *fit, float *evidence);
// read.c: the same for so many fits, one after the other, looked at closely where the picture has colours. STATUS_MEMORY.
status tagged_read_closely(const tagged_search *s, const tagged_fit *fits, int count, float *evidence);
// read.c: as tagged_read, for one code at the fit's heading.
float tagged_read_one(const tagged_search *s, const tagged_fit *fit, const tagged_code *code);
// read.c: the largest of them; at least `least`.
float tagged_most_evidence(const float *evidence, int count, float least);
// finds.c: adds the bases that vision/bases finds and that seem to carry a tag to s->fits, and those expected that are there unread. STATUS_MEMORY.
status tagged_take_finds(vision *v, const expected_tagged *expected, int expected_count);
// block.c: allocates s->evidence for that many fits. STATUS_MEMORY.
status tagged_reserve(tagged_search *s, int fits);
// block.c: names the fits with enough evidence: sets code and quarter, and aligns neighbours' headings. STATUS_MEMORY.
status tagged_name(tagged_search *s);
// tagged.c: true where the two can't stand on the table together.
bool tagged_overlap(const tagged_search *s, const tagged_fit *a, const tagged_fit *b);

#endif
