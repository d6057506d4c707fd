// Bytes make a picture of any size and stride, a view of the table and kinds of bases; everything in vision/ is asked about it. What is found must be
// finite, in its list and of the game.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz_table.h"
#include "vision/follow.h"
#include "vision/rim_codes.h"

enum { EDGE_MAX = 400, KINDS = 3, IDS = 4, FOUND = 64 };

typedef struct {
    const uint8_t *at;
    size_t left;
} feed;

static unsigned take(feed *f) {
    if (f->left == 0) return 0;
    f->left--;
    return *f->at++;
}

// Any number that two bytes can say, and those that are none.
static double take_number(feed *f, double scale) {
    unsigned a = take(f), b = take(f);
    if (a == 255) return b & 1 ? NAN : b & 2 ? INFINITY : 1e300;
    return ((int)(a * 256 + b) - 32640) / 32640.0 * scale;
}

static int take_int(feed *f, int most) { return (int)(take(f) * 256 + take(f)) * 2 * most / 65536 - most; }

// What the view makes of places: a plane seen from above, turned and sheared, or nonsense.
typedef struct {
    double px_in, shear, u, v, ground;
    unsigned kind;
} lens;

static px2 to_px(const void *context, vec3 at) {
    const lens *l = context;
    if (l->kind == 1) return (px2){NAN, NAN};
    double lean = l->kind == 2 ? 1 + at.z / 60 : 1;
    return (px2){l->u + l->px_in * lean * (at.x + l->shear * at.y), l->v - l->px_in * lean * at.y};
}

static vec2 to_table(const void *context, px2 at, double z) {
    const lens *l = context;
    if (l->kind == 1) return (vec2){NAN, NAN};
    double lean = l->kind == 2 ? 1 + z / 60 : 1, y = (l->v - at.v) / (l->px_in * lean);
    return (vec2){(at.u - l->u) / (l->px_in * lean) - l->shear * y, y};
}

static double ground(const void *context, vec2 at) {
    const lens *l = context;
    return at.x > 10 ? l->ground : 0;
}

static lens take_lens(feed *f) {
    lens l = {.px_in = fabs(take_number(f, 60)), .shear = take_number(f, 1), .u = take_number(f, 300), .v = 200 + take_number(f, 300)};
    l.ground = take(f) & 1 ? take_number(f, 4) : 0;
    l.kind = take(f) % 4;
    return l;
}

static base take_base(feed *f) {
    double size = fabs(take_number(f, 3)), other = fabs(take_number(f, 3));
    unsigned shape = take(f) % 3;
    base b = {.shape = shape == 0 ? BASE_ROUND : shape == 1 ? BASE_SQUARE : BASE_RECT, .width_in = size, .depth_in = shape == 2 ? other : size};
    b.height_in = take_number(f, 0.5);
    return b;
}

static uint32_t take_colour(feed *f) {
    unsigned r = take(f);
    return r == 0 ? NO_COLOUR : r << 16 | take(f) << 8 | take(f);
}

// The rest of the input is the picture, over and over, each time a little else; or a card of cells that looks like a tag's.
static void paint(feed *f, int width, int height, size_t stride, unsigned style, uint8_t *out) {
    for (int y = 0; y < height; y++)
        for (size_t x = 0; x < (size_t)width; x++) {
            size_t cell = style & 1 ? (size_t)(y / (int)(2 + style / 2)) * 61 + x / (2 + style / 2) : (size_t)y * (size_t)width + x;
            out[(size_t)y * stride + x] = f->left ? (uint8_t)(f->at[cell % f->left] + (style & 1 ? 0 : cell / f->left * 7)) : (uint8_t)(style * 16);
        }
}

static void insist_sane(const base_list *l) {
    fuzz_insist(l->count >= 0 && l->count <= l->capacity, "no more bases than fit");
    for (int i = 0; i < l->count; i++) {
        const base_sighting *b = &l->at[i];
        fuzz_insist(isfinite(b->pose.at.x) && isfinite(b->pose.at.y), "a place is a number");
        fuzz_insist(b->pose.sigma_in >= 0 && b->score >= 0 && b->score <= 1.001, "errors and scores are sane");
        fuzz_insist(b->figure >= -1 && b->figure < KINDS * IDS, "figures are the game's");
    }
}

static void insist_sane_tags(const tag_list *l) {
    fuzz_insist(l->count >= 0 && l->count <= l->capacity, "no more tags than fit");
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < 4; k++) fuzz_insist(isfinite(l->at[i].corner[k].u) && isfinite(l->at[i].corner[k].v), "corners are numbers");
}

static bool answered(status s) { return s == STATUS_OK || s == STATUS_FULL || s == STATUS_INVALID; }

static void look_for_bases(vision *v, const frame *f, const lens *l, feed *in, const px_rect *where, int where_count) {
    vision_view view = {l, to_px, to_table, take(in) & 1 ? ground : NULL, fabs(take_number(in, 80)), fabs(take_number(in, 50))};
    base_kind plain[KINDS];
    tagged_base_kind tagged[KINDS];
    rim_coded_kind rims[KINDS];
    tagged_id tag_ids[KINDS * IDS];
    rim_coded_id rim_ids[KINDS * IDS];
    expected_base expected[KINDS];
    expected_rim expected_rims[KINDS];
    expected_tagged expected_tags[KINDS];
    base_sighting found[FOUND];
    for (int i = 0; i < KINDS * IDS; i++) tag_ids[i] = (tagged_id){(int)take(in), i}, rim_ids[i] = (rim_coded_id){(int)take(in), i, 0};
    for (int k = 0; k < KINDS; k++) {
        base b = take_base(in);
        plain[k] =
            (base_kind){.base = b, .z_in = take_number(in, 1), .rim_rgb = take_colour(in), .mark_rgb = take_colour(in), .count = (int)take(in)};
        tagged[k] =
            (tagged_base_kind){.unit = 0, .base = b, .family = "tag36h11", .size_in = take_number(in, 2), .ids = tag_ids + k * IDS, .id_count = IDS};
        rims[k] = (rim_coded_kind){.base = b,
                                   .cells = rim_code_sizes[take(in) % RIM_CODE_SIZES],
                                   .dark_rgb = plain[k].rim_rgb,
                                   .light_rgb = plain[k].mark_rgb,
                                   .ids = rim_ids + k * IDS,
                                   .id_count = IDS};
        pose p = {{take_number(in, 40), take_number(in, 40)}, take_number(in, 7), 0.01, 0.01};
        expected[k] = (expected_base){(int)take(in) % (KINDS + 1), p};
        expected_rims[k] = (expected_rim){.kind = k, .figure = k * IDS, .pose = p, .reach_in = take_number(in, 2)};
        expected_tags[k] = (expected_tagged){k * IDS, p, take_number(in, 2)};
    }
    base_list list = {found, 0, FOUND};
    fuzz_insist(answered(vision_follow_paint(v, f, &view, plain, KINDS, expected, KINDS, &list)), "painted bases: a status");
    insist_sane(&list);
    fuzz_insist(answered(vision_find_tagged_bases(v, f, &view, tagged, KINDS, where, where_count, expected_tags, KINDS, &list)),
                "tagged bases: a status");
    insist_sane(&list);
    fuzz_insist(answered(vision_find_rim_codes(v, f, &view, rims, KINDS, where, where_count, expected_rims, KINDS, &list)), "rim codes: a status");
    insist_sane(&list);
}

static void look_for_tags(vision *v, const frame *f, feed *in, const px_rect *where, int where_count) {
    static tag_sighting found[FOUND];
    tag_list list = {found, 0, FOUND};
    for (int i = 0; i < (where ? where_count : 1); i++) {
        fuzz_insist(answered(vision_find_tags(v, f, where ? &where[i] : NULL, &list)), "tags: a status");
        insist_sane_tags(&list);
    }
    expected_tag e = {.family = "tag36h11", .id = (int)take(in) * 3 - 9, .reach_px = take_number(in, 60)};
    for (int k = 0; k < 4; k++) e.corner[k] = (px2){take_number(in, 500), take_number(in, 500)};
    followed_tag followed = {0};
    if (vision_follow_tags(v, f, &e, 1, &followed) != STATUS_OK || followed.result == FOLLOW_LOST) return;
    fuzz_insist(followed.tag.id == e.id && isfinite(followed.tag.corner[0].u), "what is followed is what was expected");
}

static void watch(vision *v, const frame *f) {
    vision_changes c;
    status s = vision_watch(v, f, &c);
    fuzz_insist(answered(s), "watching: a status");
    if (s != STATUS_OK) return;
    int changed = 0;
    for (int i = 0; i < c.columns * c.rows; i++) changed += c.changed[i] != 0;
    fuzz_insist(changed == c.changed_count, "changed tiles are counted");
    vision_settle(v, f, f->width % 2 ? c.changed : NULL);
}

// Colours to be made, of a picture that holds them: which are asked for is all that is looked at.
typedef struct {
    frame_colours colours;
    int width, height;
} asked_colours;

static void make(frame_colours *c, int x, int y, int width, int height) {
    const asked_colours *of = (asked_colours *)c;
    fuzz_insist(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= of->width && y + height <= of->height, "colours of the picture");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static vision *v;  // as in a program: one handle sees pictures of all sizes
    vision_options o = vision_default_options();
    if (!v) {
        strcpy(o.families[1], "tag16h5");
        strcpy(o.families[2], "aruco4x4_50");
        fuzz_insist(vision_create(&o, &v, NULL) == STATUS_OK, "a handle");
    }
    feed in = {data, size};
    int width = 1 + (int)(take(&in) * 256 + take(&in)) % EDGE_MAX, height = 1 + (int)(take(&in) * 256 + take(&in)) % EDGE_MAX;
    unsigned style = take(&in) % 32, colour = take(&in);
    size_t stride = (size_t)width + take(&in) % 8, wide = 3 * (size_t)width + take(&in) % 8;
    px_rect where[2];
    int where_count = (int)take(&in) % 4;
    for (int i = 0; i < 2; i++) where[i] = (px_rect){take_int(&in, 500), take_int(&in, 500), take_int(&in, 500), take_int(&in, 500)};
    lens l = take_lens(&in);
    uint8_t *gray = malloc(stride * (size_t)height), *bgr = malloc(wide * (size_t)height);
    fuzz_insist(gray && bgr, "memory");
    frame f = {.width = width, .height = height, .gray = gray, .gray_stride = stride, .bgr = colour % 4 ? bgr : NULL, .bgr_stride = wide};
    uint8_t made[(EDGE_MAX / FRAME_SQUARE_PX + 1) * (EDGE_MAX / FRAME_SQUARE_PX + 1)] = {0};
    asked_colours asked = {{make, made, frame_squares(width)}, width, height};
    if (colour % 4 == 2) f.colours = &asked.colours;
    feed rest = in;
    paint(&rest, width, height, stride, style, gray);
    paint(&rest, 3 * width, height, wide, style, bgr);
    watch(v, &f);
    paint(&rest, width, height / 2, stride, style + 1, gray);
    watch(v, &f);
    look_for_tags(v, &f, &in, where_count == 3 ? NULL : where, where_count);
    look_for_bases(v, &f, &l, &in, where_count == 3 ? NULL : where, where_count);
    free(gray);
    free(bgr);
    return 0;
}
