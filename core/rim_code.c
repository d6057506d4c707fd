// Where the cells of a rim code lie on a base, and how far apart its words are. The words themselves are in rim_code_words.c.
#include "core/rim_code.h"

#include <assert.h>

#include "core/rim_code_words.h"

// Sizes are compared with a hair's allowance: millimetres come through inches.
#define HAIR_IN (1e-3 * IN_PER_MM)

const int rim_code_sizes[RIM_CODE_SIZES] = {24, 32, 48, 64};

static int size_index(int cells) {
    for (int i = 0; i < RIM_CODE_SIZES; i++)
        if (rim_code_sizes[i] == cells) return i;
    return -1;
}

// Of the middle line of the band, once round the top.
static double way_in(base b) {
    double deep = b.depth_in - 2 * b.top_inset_in - RIM_CODE_WIDTH_IN, wide = b.width_in - 2 * b.top_inset_in - RIM_CODE_WIDTH_IN;
    if (fmin(deep, wide) <= RIM_CODE_WIDTH_IN) return 0;  // nothing would be left inside of the band
    return b.shape == BASE_ROUND ? PI * wide : 2 * (deep + wide);
}

double rim_code_cell_in(base b, int cells) { return cells > 0 ? way_in(b) / cells : 0; }

int rim_code_most_cells(base b, double cell_in) {
    double least = b.shape == BASE_ROUND ? RIM_CODE_LEAST_ROUND_IN : RIM_CODE_LEAST_SIDE_IN;
    int most = 0;
    if (fmin(b.width_in, b.depth_in) < least - HAIR_IN) return 0;
    for (int i = 0; i < RIM_CODE_SIZES; i++)
        if (way_in(b) >= rim_code_sizes[i] * cell_in) most = rim_code_sizes[i];
    return most;
}

int rim_code_default_cells(base b) { return rim_code_most_cells(b, RIM_CODE_CELL_IN); }

uint64_t rim_code_word(int cells, int id) {
    int size = size_index(cells);
    return size >= 0 && id >= 0 && id < RIM_CODE_IDS ? rim_code_words[size][id] : 0;
}

uint64_t rim_code_turn(uint64_t word, int cells, int steps) {
    assert(cells > 0 && cells <= RIM_CODE_MAX_CELLS);
    uint64_t all = cells == 64 ? ~UINT64_C(0) : (UINT64_C(1) << cells) - 1;
    int s = ((steps % cells) + cells) % cells;
    return s == 0 ? word & all : ((word & all) >> s | word << (cells - s)) & all;
}

// Least difference of a from b turned by from .. cells - 1 steps.
static int turned_distance(uint64_t a, uint64_t b, int cells, int from) {
    int least = cells;
    for (int s = from; s < cells; s++) {
        int d = __builtin_popcountll(a ^ rim_code_turn(b, cells, s));
        if (d < least) least = d;
    }
    return least;
}

int rim_code_distance(int cells, const int *ids, int count) {
    int least = cells;
    for (int i = 0; i < count; i++) {
        uint64_t a = rim_code_word(cells, ids[i]);
        for (int j = 0; j <= i; j++) {
            int d = turned_distance(a, rim_code_word(cells, ids[j]), cells, i == j);
            if (d < least) least = d;
        }
    }
    return least;
}

// A quarter of a frame's way as seen from its own side: `side` 0 the front, then left, rear, right.
typedef struct {
    vec2 out, along;      // unit vectors: outward from the side, and the way round
    double half, beyond;  // half the length of the side, and how far it lies from the middle: of the top
} frame_side;

static frame_side side_of(base b, int side) {
    static const vec2 out[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double deep = b.depth_in / 2 - b.top_inset_in, wide = b.width_in / 2 - b.top_inset_in;
    bool across = side % 2 == 0;  // front and rear run across the base's width
    return (frame_side){out[side], {-out[side].y, out[side].x}, across ? wide : deep, across ? deep : wide};
}

// Along a side the way runs from -m to m, the middles of its two corner blocks; m is half - RIM_CODE_WIDTH_IN / 2.
// Between the corners' blocks a depth is a step inward; within a block every line across the band starts from the block's inner corner.
static vec2 side_point(frame_side s, double along, double depth_in) {
    double h = RIM_CODE_WIDTH_IN / 2, straight = s.half - 2 * h, share = fmax(2 * h - depth_in, 0) / h;
    double reach = s.beyond - depth_in;
    if (fabs(along) > straight) along = copysign(straight + (fabs(along) - straight) * share, along);
    return vec2_add(vec2_scale(s.out, reach), vec2_scale(s.along, along));
}

static vec2 frame_point(base b, double share, double depth_in) {
    double m[4], at = share * way_in(b);
    for (int i = 0; i < 4; i++) m[i] = side_of(b, i).half - RIM_CODE_WIDTH_IN / 2;
    if (at < m[0]) return side_point(side_of(b, 0), at, depth_in);  // from the middle of the front edge to its left end
    at -= m[0];
    for (int i = 1; i < 4; i++) {
        if (at < 2 * m[i]) return side_point(side_of(b, i), at - m[i], depth_in);
        at -= 2 * m[i];
    }
    return side_point(side_of(b, 0), fmin(at - m[0], 0), depth_in);
}

vec2 rim_code_point(base b, double s, double depth_in) {
    if (b.shape != BASE_ROUND) return frame_point(b, s - floor(s), depth_in);
    double radius = b.width_in / 2 - b.top_inset_in - depth_in;
    return vec2_scale(heading_forward(2 * PI * s), radius);
}

static bool frame_at(base b, vec2 p, double *s, double *depth_in) {
    double before = 0, h = RIM_CODE_WIDTH_IN / 2, nearest = INFINITY;
    for (int i = 0; i < 4; i++) {
        frame_side side = side_of(b, i);
        double depth = side.beyond - vec2_dot(p, side.out), along = vec2_dot(p, side.along), m = side.half - h, straight = m - h;
        double spread = fmax(2 * h - depth, 0) / h;
        if (fabs(along) > straight) along = spread > 0 ? copysign(straight + (fabs(along) - straight) / spread, along) : copysign(straight, along);
        along = fmin(fmax(along, -m), m);
        if (depth < nearest) {
            nearest = depth;
            *s = (i == 0 ? along : before + m + along) / way_in(b);
        }
        before += i == 0 ? m : 2 * m;
    }
    if (*s < 0) *s += 1;
    *depth_in = nearest;
    return nearest >= 0 && nearest <= RIM_CODE_WIDTH_IN;
}

bool rim_code_at(base b, vec2 p, double *s, double *depth_in) {
    bool on = false;
    *s = 0, *depth_in = -INFINITY;
    if (b.shape != BASE_ROUND) {
        on = way_in(b) > 0 && frame_at(b, p, s, depth_in);
    } else {
        double turn = atan2(p.y, p.x) / (2 * PI);
        *s = turn < 0 ? turn + 1 : turn;
        *depth_in = b.width_in / 2 - b.top_inset_in - vec2_length(p);
        on = *depth_in >= 0 && *depth_in <= RIM_CODE_WIDTH_IN;
    }
    if (!(*s < 1)) *s = 0;  // rounding at the seam
    return on;
}

bool rim_code_is_light(base b, int cells, uint64_t word, vec2 p) {
    double s, depth;
    if (!rim_code_at(b, p, &s, &depth)) return false;
    int cell = (int)(s * cells);
    return word >> (cell < cells ? cell : 0) & 1;
}

// sRGB to linear light. Source: IEC 61966-2-1.
static double linear(uint32_t byte) {
    double v = (byte & 255) / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t rgb) { return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb); }

double rim_code_contrast(uint32_t dark, uint32_t light) { return (luminance(light) + 0.05) / (luminance(dark) + 0.05); }
