#include "vision/tags/family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/internal.h"
#include "vision/tags/aruco.h"
#include "vision/tags/tags_limits.h"

enum { MOST_PART_BITS = 12, MOST_ARUCO = 1024 };

// Bits that a dictionary's codes may have wrong, by its distance: scenery must not read as a marker.
static void aruco_strictness(tag_family *f) { f->mended = f->distance >= 7 ? 2 : f->distance >= 4 ? 1 : 0; }

static status aruco_fill_family(const char *name, tag_family *f, fault *fault) {
    int border;
    if (!aruco_knows(name, &border)) return fault_set(fault, STATUS_INVALID, "unknown tag family \"%s\"", name);
    uint64_t *white = malloc(MOST_ARUCO * sizeof *white);
    if (!white) return fault_set(fault, STATUS_MEMORY, "out of memory for the tag families");
    f->border = border;
    f->cells = border + 2;
    int inner = border - 2;
    for (int i = 0; i < inner * inner; i++) f->x[i] = (int8_t)(1 + i % inner), f->y[i] = (int8_t)(1 + i / inner);
    f->bits = inner * inner;
    f->count = aruco_codes(name, white, MOST_ARUCO);
    f->turned = f->count > 0 ? calloc(4 * (size_t)f->count, sizeof *f->turned) : NULL;
    for (int id = 0; f->turned && id < f->count; id++)
        for (int i = 0; i < f->bits; i++) f->turned[4 * id] |= (white[id] >> (8 * (i / inner) + i % inner) & 1) << i;
    free(white);
    return f->turned ? STATUS_OK : fault_set(fault, STATUS_EXTERNAL, "OpenCV does not tell the codes of \"%s\"", name);
}

static int bit_at(const tag_family *f, int x, int y) {
    for (int i = 0; i < f->bits; i++)
        if (f->x[i] == x && f->y[i] == y) return i;
    return -1;
}

// Turn 1, the tag's bottom left is one corner further on: its cell (x, y) lies at (y, border - 1 - x) of the square.
static bool turn_codes(tag_family *f) {
    int to[FAMILY_MAX_BITS];
    for (int i = 0; i < f->bits; i++) {
        to[i] = bit_at(f, f->y[i], f->border - 1 - f->x[i]);
        if (to[i] < 0) return false;
    }
    for (int e = 0; e < 4 * f->count; e++) {
        if (e % 4 == 0) continue;
        uint64_t code = 0;
        for (int i = 0; i < f->bits; i++) code |= (f->turned[e - 1] >> i & 1) << to[i];
        f->turned[e] = code;
    }
    return true;
}

// Of the first ids with all, which is enough to tell: a table of all pairs of the largest families would take seconds.
static int least_distance(const tag_family *f) {
    enum { FIRST = 64 };
    int least = f->bits;
    for (int id = 0; id < f->count && id < FIRST; id++)
        for (int e = 4 * (id + 1); e < 4 * f->count; e++) {
            int d = __builtin_popcountll(f->turned[4 * id] ^ f->turned[e]);
            if (d < least) least = d;
        }
    return least;
}

// That one of the codes agrees with random cells in all of `bits` but `wrong`.
static double chance_of(const tag_family *f, int bits, int wrong) {
    double patterns = 1, choose = 1;
    for (int k = 1; k <= wrong; k++) choose *= (bits - k + 1) / (double)k, patterns += choose;
    return 4 * f->count * patterns / (double)(UINT64_C(1) << bits);
}

static uint32_t part_of(const tag_family *f, int part, uint64_t code) {
    int from = part * f->bits / f->parts, to = (part + 1) * f->bits / f->parts, n = to - from < f->part_bits ? to - from : f->part_bits;
    return (uint32_t)(code >> from & ((UINT64_C(1) << n) - 1));
}

static bool sort_part(tag_family *f, int part) {
    size_t buckets = (size_t)1 << f->part_bits, n = 4 * (size_t)f->count;
    uint32_t *start = calloc(buckets + 1, sizeof *start), *code = malloc(n * sizeof *code);
    f->part_start[part] = start;
    f->part_code[part] = code;
    if (!start || !code) return false;
    for (size_t e = 0; e < n; e++) start[part_of(f, part, f->turned[e]) + 1]++;
    for (size_t b = 0; b < buckets; b++) start[b + 1] += start[b];
    for (size_t e = 0; e < n; e++) code[start[part_of(f, part, f->turned[e])]++] = (uint32_t)e;
    for (size_t b = buckets; b > 0; b--) start[b] = start[b - 1];  // each now stands where the next begins
    start[0] = 0;
    return true;
}

static bool sort_codes(tag_family *f) {
    f->parts = f->mended + 1;
    int bits = f->bits / f->parts;
    f->part_bits = bits > MOST_PART_BITS ? MOST_PART_BITS : bits;
    for (int i = 0; i < f->parts; i++)
        if (!sort_part(f, i)) return false;
    return true;
}

status family_create(const char *name, tag_family **out, fault *fault) {
    *out = NULL;
    tag_family *f = calloc(1, sizeof *f);
    if (!f) return fault_set(fault, STATUS_MEMORY, "out of memory for the tag families");
    strncpy(f->name, name, sizeof f->name - 1);
    bool april = april_knows(name);
    status s = april ? april_fill_family(name, f, fault) : aruco_fill_family(name, f, fault);
    if (s == STATUS_OK && !turn_codes(f)) s = fault_set(fault, STATUS_EXTERNAL, "family \"%s\" is not the same in all turns", name);
    if (s == STATUS_OK) {
        f->distance = least_distance(f);
        if (!april) aruco_strictness(f);
        f->margin = f->bits >= 36 ? DECODE_MARGIN_36_BITS : f->bits >= 25 ? DECODE_MARGIN_25_BITS : DECODE_MARGIN_FEW_BITS;
        f->chance = chance_of(f, f->bits, f->mended);
        if (!sort_codes(f)) s = fault_set(fault, STATUS_MEMORY, "out of memory for the tag families");
    }
    if (s == STATUS_OK)
        *out = f;
    else
        family_destroy(f);
    return s;
}

void family_destroy(tag_family *f) {
    if (!f) return;
    free(f->turned);
    for (int i = 0; i < FAMILY_MAX_PARTS; i++) {
        free(f->part_start[i]);
        free(f->part_code[i]);
    }
    free(f);
}

family_cell family_cell_at(const tag_family *f, int x, int y) {
    if (bit_at(f, x, y) >= 0) return CELL_DATA;
    int n = f->border;
    bool square = x >= 0 && y >= 0 && x < n && y < n, ring = x >= -1 && y >= -1 && x <= n && y <= n;
    if (square && (x == 0 || y == 0 || x == n - 1 || y == n - 1)) return f->light_inside ? CELL_WHITE : CELL_BLACK;
    if (!square && ring) return f->light_inside ? CELL_BLACK : CELL_WHITE;
    return CELL_FREE;
}

int family_white(const tag_family *f, int id, int x, int y) {
    int i = bit_at(f, x, y);
    if (i >= 0) return (int)(f->turned[4 * id] >> i & 1);
    family_cell c = family_cell_at(f, x, y);
    return c == CELL_FREE ? -1 : c == CELL_WHITE;
}

bool family_decode(const tag_family *f, uint64_t seen, family_match *out) {
    int best = f->mended + 1;
    uint32_t code = 0;
    for (int part = 0; part < f->parts; part++) {
        uint32_t key = part_of(f, part, seen);
        for (uint32_t i = f->part_start[part][key]; i < f->part_start[part][key + 1]; i++) {
            uint32_t e = f->part_code[part][i];
            int d = __builtin_popcountll(f->turned[e] ^ seen);
            if (d < best || (d == best && d <= f->mended && e < code)) best = d, code = e;
        }
    }
    *out = (family_match){.id = (int)(code / 4), .turn = (int)(code % 4), .hamming = best};
    return best <= f->mended;
}
