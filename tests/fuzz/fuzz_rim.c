// Rim codes from arbitrary pictures and evidence. Input: a byte that chooses; then evidence of cells for the decoder, or a view, a
// kind of base, what is expected, and pixels.
#include <math.h>
#include <string.h>

#include "tests/fuzz/fuzz_table.h"
#include "vision/codes/codes.h"

enum { SIDE_MAX = 160, IDS = 40, FOUND_MAX = 64 };

typedef struct {
    const uint8_t *at;
    size_t left;
} reader;

static uint8_t next(reader *r) {
    if (!r->left) return 0;
    r->left--;
    return *r->at++;
}

// From sensible to absurd: most bytes are an eighth apart about nought, the last ones are no numbers.
static float number(reader *r) {
    uint8_t b = next(r);
    return b == 255 ? NAN : b == 254 ? INFINITY : b == 253 ? -1e30f : ((float)b - 126) / 8;
}

static void decode(reader *r) {
    static const int sizes[] = {24, 32, 48, 64, 7, 0, 65};
    rim_evidence e = {.cells = sizes[next(r) % 7]};
    int cells = e.cells < 24 || e.cells > 64 ? 24 : e.cells;
    uint64_t words[IDS], others[IDS];
    for (int i = 0; i < IDS; i++) words[i] = rim_code_word(cells, i), others[i] = rim_code_word(cells, i + IDS);
    rim_lexicon l = {.words = words, .count = next(r) % (IDS + 1), .others = others, .other_count = next(r) % (IDS + 1)};
    static const int turns[] = {1, 2, 4, 0};
    int k = next(r);
    l.turns = k % 5 == 4 ? cells : turns[k % 4];
    l.expected = (int)next(r) % (IDS + 2) - 1;
    l.expected_turn = (int)next(r) - 128, l.slack = next(r) % 8;
    for (int i = 0; i < RIM_CODE_MAX_CELLS; i++) e.dark[i] = number(r), e.light[i] = number(r);
    rim_reading out;
    rim_decode(&e, &l, &out);
    fuzz_insist(out.odds == out.odds && out.over_chance == out.over_chance, "odds are a number");
    fuzz_insist(out.word >= -1 && out.word < (l.count > 0 ? l.count : 1), "the word is one of the list's");
    fuzz_insist(out.shown >= 0 && out.shown < 1.001, "a share is in view");
}

typedef struct {
    double m[4], u, v, fade;
    int blind;  // every so many calls
} loose_view;

static px2 to_px(const void *context, vec3 at) {
    const loose_view *w = context;
    if (w->blind && (int)(at.x * 8) % w->blind == 0) return (px2){NAN, NAN};
    double k = 1 + w->fade * at.y;
    return (px2){w->u + (w->m[0] * at.x + w->m[1] * at.y) / k, w->v + (w->m[2] * at.x + w->m[3] * at.y) / k};
}

static vec2 to_table(const void *context, px2 at, double z) {
    const loose_view *w = context;
    double det = w->m[0] * w->m[3] - w->m[1] * w->m[2], u = at.u - w->u, v = at.v - w->v - z;
    return (vec2){(w->m[3] * u - w->m[1] * v) / det, (w->m[0] * v - w->m[2] * u) / det};
}

static void take_view(reader *r, loose_view *w) {
    *w = (loose_view){.m = {40, 0, 0, -40}, .u = next(r) / 8.0, .v = next(r)};
    for (int i = 0; i < 4; i++) w->m[i] += (double)number(r);
    w->fade = next(r) % 8 == 7 ? (double)number(r) : 0;
    w->blind = next(r) % 16 == 15 ? 3 : 0;
}

static void take_picture(reader *r, frame *f, uint8_t *gray, uint8_t *bgr) {
    *f = (frame){.width = next(r) % SIDE_MAX + 1, .height = next(r) % SIDE_MAX + 1, .gray = gray, .gray_stride = SIDE_MAX};
    if (next(r) % 2) f->bgr = bgr, f->bgr_stride = 3 * SIDE_MAX;
    const uint8_t *from = r->at;
    size_t n = r->left;
    for (size_t i = 0; i < (size_t)SIDE_MAX * SIDE_MAX; i++) gray[i] = n ? from[i % n] : 0;
    for (size_t i = 0; i < 3 * (size_t)SIDE_MAX * SIDE_MAX; i++) bgr[i] = n ? from[i / 3 % n] : 0;
}

static void find(reader *r, vision *v) {
    static uint8_t gray[SIDE_MAX * SIDE_MAX], bgr[3 * SIDE_MAX * SIDE_MAX];
    rim_coded_id ids[IDS];
    loose_view w;
    frame f;
    base_sighting at[FOUND_MAX];
    base_list out = {at, 0, FOUND_MAX};
    for (int i = 0; i < IDS; i++) ids[i] = (rim_coded_id){i, i, i % 3};
    take_view(r, &w);
    rim_coded_kind kinds[2];
    for (int i = 0; i < 2; i++) {
        static const int sizes[] = {24, 32, 48, 64, 5};
        base b = {(base_shape)(next(r) % 3), 1 + (double)number(r) / 16, 1, 0.12, next(r) % 8 == 7 ? (double)number(r) : 0};
        b.depth_in = b.shape == BASE_RECT ? 1.6 : b.width_in;
        kinds[i] = (rim_coded_kind){b, 0, sizes[next(r) % 5], 0x202020, 0xd0d0d0, ids + i * IDS / 2, IDS / 2};
    }
    expected_rim e = {
        next(r) % 3, next(r), {.at = {1 + (double)number(r), 1 + (double)number(r)}, .heading_rad = (double)number(r)}, (double)number(r)};
    take_picture(r, &f, gray, bgr);
    vision_view view = {&w, to_px, to_table, NULL, 4, 4};
    status st = vision_find_rim_codes(v, &f, &view, kinds, 2, NULL, 0, &e, 1, &out);
    fuzz_insist(st == STATUS_OK || st == STATUS_FULL, "the search answers");
    fuzz_insist(out.count >= 0 && out.count <= FOUND_MAX, "no more than there is room for");
    for (int i = 0; i < out.count; i++) {
        fuzz_insist(at[i].figure >= -1 && at[i].figure < IDS, "a figure of the game or none");
        fuzz_insist(isfinite(at[i].pose.at.x) && isfinite(at[i].pose.at.y) && isfinite(at[i].pose.heading_rad), "a place is a place");
        fuzz_insist(at[i].pose.sigma_in > 0 && isfinite(at[i].pose.sigma_in), "an error is told");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static vision *v;
    reader r = {data, size};
    fault fault = {""};
    vision_options o = vision_default_options();
    if (!v) fuzz_insist(vision_create(&o, &v, &fault) == STATUS_OK, fault.text);
    if (next(&r) % 2)
        find(&r, v);
    else
        decode(&r);
    return 0;
}
