#include "tests/vision/rim_stress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

static const double px_12mp = 55.9, px_1080p = 26.7;  // over 72 inches

typedef struct {
    const char *name;
    base_shape shape;
    double width_mm, depth_mm;
    int cells;
    bool coarse;  // a camera of 1080p
} stress_look;

static const stress_look looks[STRESS_LOOKS] = {
    {"round 25 mm, 48 cells", BASE_ROUND, 25, 25, 48, false},         {"round 25 mm, 32 cells", BASE_ROUND, 25, 25, 32, false},
    {"round 32 mm, 64 cells", BASE_ROUND, 32, 32, 64, false},         {"round 25 mm, 24 cells, 1080p", BASE_ROUND, 25, 25, 24, true},
    {"round 25 mm, 32 cells, 1080p", BASE_ROUND, 25, 25, 32, true},   {"round 40 mm, 48 cells, 1080p", BASE_ROUND, 40, 40, 48, true},
    {"square 20 mm, 48 cells", BASE_SQUARE, 20, 20, 48, false},       {"square 25 mm, 64 cells", BASE_SQUARE, 25, 25, 64, false},
    {"square 25 mm, 48 cells", BASE_SQUARE, 25, 25, 48, false},       {"25 x 50 mm, 64 cells", BASE_RECT, 25, 50, 64, false},
    {"square 25 mm, 32 cells, 1080p", BASE_SQUARE, 25, 25, 32, true}, {"25 x 50 mm, 48 cells, 1080p", BASE_RECT, 25, 50, 48, true}};

const char *rim_stress_name(int look) { return looks[look].name; }

static const uint32_t grounds[] = {0x5a6a3c, 0x4a4a50, 0x8a6a45, 0xe4e8ee, 0x6b5f48};  // grass, mat, wood, snow, mud
static const double textures[] = {0.35, 0.05, 0.15, 0.05, 0.3};
static const uint32_t paints[][2] = {{0x3b3a36, 0xc9bfa3}, {0x24324a, 0xb0b8b0}, {0x4a2420, 0xb09a70}, {0x2c3a24, 0xc8c878}, {0x101010, 0xe8e8e8}};
enum { GROUNDS = sizeof grounds / sizeof *grounds, PAINTS = sizeof paints / sizeof *paints };

static bool chance(rim_field *f, double p) { return field_random(f) < p; }
static int any_of(rim_field *f, int count) { return (int)(field_random(f) * count); }
static double within(rim_field *f, double reach) { return (2 * field_random(f) - 1) * reach; }

// ---- where bases stand

static void place_scattered(rim_stress *s, double side_in) {
    base b = s->kind.base;
    int files = (int)(side_in / (1.4 * fmax(b.width_in, b.depth_in)));
    files = files > 6 ? 6 : files;
    double pitch = side_in / files, free = pitch - fmax(b.width_in, b.depth_in) * (b.shape == BASE_ROUND ? 1 : 1.2);
    for (s->count = 0; s->count < files * files; s->count++) {
        pose *p = &s->bases[s->count].pose;
        p->at.x = (s->count % files + 0.5) * pitch + within(&s->field, fmax(free, 0) / 2);
        p->at.y = (s->count / files + 0.5) * pitch + within(&s->field, fmax(free, 0) / 2);
        p->heading_rad = within(&s->field, PI);
    }
}

// Ranks and files base to base, each a little askew; every fourth looks another way.
static void place_in_ranks(rim_stress *s, double side_in) {
    base b = s->kind.base;
    double gap = 0.05 * field_random(&s->field), wide = b.width_in + gap, deep = b.depth_in + gap, heading = within(&s->field, PI),
           capacity = side_in * 0.66;
    int files = (int)(capacity / wide), ranks = (int)(capacity / deep);
    files = files > 6 ? 6 : files, ranks = ranks > 6 ? 6 : ranks;
    for (s->count = 0; s->count < files * ranks; s->count++) {
        pose *p = &s->bases[s->count].pose;
        vec2 in_block = {(s->count / files - (ranks - 1) / 2.0) * deep, (s->count % files - (files - 1) / 2.0) * wide};
        in_block.x += within(&s->field, 0.3 * gap), in_block.y += within(&s->field, 0.3 * gap);
        p->at = vec2_add((vec2){side_in / 2, side_in / 2}, vec2_rotate(in_block, heading));
        p->heading_rad = angle_wrap(heading + within(&s->field, gap / b.depth_in * 0.5));
        if (chance(&s->field, 0.25)) p->heading_rad = angle_wrap(p->heading_rad + (b.shape == BASE_RECT ? PI : PI / 2));
    }
}

// ---- what they show

uint64_t mirrored_word(uint64_t word, int cells) {
    uint64_t out = 0;
    for (int i = 0; i < cells; i++) out |= (word >> i & 1) << (cells - 1 - i);
    return out;
}

// A word of which as many cells are light as dark, by chance: of no table.
static uint64_t random_word(rim_field *f, int cells) {
    uint64_t word = 0;
    while (__builtin_popcountll(word) < cells / 2) word |= (uint64_t)1 << any_of(f, cells);
    return word;
}

// Another game's code; none; a print seen from behind; paint alone.
static void make_stranger(rim_stress *s, int id_count, field_base *b) {
    double what = field_random(&s->field);
    b->id = id_count + any_of(&s->field, RIM_CODE_IDS - id_count);
    if (what < 0.4) return;
    if (what < 0.7)
        b->word = random_word(&s->field, b->cells);
    else if (what < 0.9)
        b->word = mirrored_word(rim_code_word(b->cells, any_of(&s->field, id_count)), b->cells);
    else
        b->light_rgb = b->dark_rgb;
}

static void paint(rim_stress *s, stress_mix mix, const occluder_book *book, const int *order, int id_count, int i) {
    rim_field *f = &s->field;
    field_base *b = &s->bases[i];
    double mm = fmin(s->kind.base.width_in, s->kind.base.depth_in) / IN_PER_MM, shift = 0.45 * s->kind.base.width_in * field_random(f),
           way = 2 * PI * field_random(f);
    const uint32_t *other = paints[any_of(f, PAINTS)];
    bool ours = i < id_count && !chance(f, mix.unregistered), of_another = !ours && chance(f, 0.3);
    b->base = s->kind.base, b->cells = s->kind.cells, b->id = order[i % id_count];
    b->dark_rgb = of_another ? other[0] : s->kind.dark_rgb, b->light_rgb = of_another ? other[1] : s->kind.light_rgb;
    if (!ours) make_stranger(s, id_count, b);
    s->figure[i] = ours ? b->id : -1;
    b->hider = chance(f, 0.1) ? NULL : &book->at[any_of(f, book->count)];
    b->hider_turn_rad = 2 * PI * field_random(f);
    b->hider_scale = (0.7 + 1.1 * field_random(f)) * fmax(0.8, mm / 25);
    b->hider_shift_in = (vec2){shift * cos(way), shift * sin(way)};
}

// ---- what is expected

static void expect(rim_stress *s, double misled, int i, int id_count) {
    rim_field *f = &s->field;
    expected_rim *e = &s->expected[s->expected_count];
    double off = 0.06, turn = 0.05, how = chance(f, misled) ? field_random(f) : 1;
    if (s->figure[i] < 0 && how == 1) return;
    *e = (expected_rim){.figure = s->figure[i], .pose = s->bases[i].pose, .reach_in = chance(f, 0.3) ? 0.5 * field_random(f) : 0.15};
    if (s->figure[i] < 0 || how < 0.4) e->figure = any_of(f, id_count);                                  // another one has come here
    if (how > 0.3 && how < 1) off = fmin(0.5 * fmin(s->kind.base.width_in, 2), fmax(e->reach_in, 0.1));  // it has moved
    if (how > 0.7 && how < 1) turn = PI;                                                                 // and turned
    e->pose.at.x += within(f, off), e->pose.at.y += within(f, off);
    e->pose.heading_rad = angle_wrap(e->pose.heading_rad + within(f, turn));
    if (how < 0.1) e->pose.sigma_rad = HEADING_UNKNOWN;
    s->expected_count++;
}

static void shuffle(rim_field *f, int *ids, int count) {
    for (int i = 0; i < count; i++) ids[i] = i;
    for (int i = 0; i < count; i++) {
        int k = any_of(f, count), t = ids[i];
        ids[i] = ids[k], ids[k] = t;
    }
}

static void set_up(rim_stress *s, const stress_look *l, uint64_t seed) {
    double px_per_in = l->coarse ? px_1080p : px_12mp, side_in = l->shape == BASE_RECT ? 11 : 8.5 * fmax(1, l->width_mm / 32);
    rim_field *f = &s->field;
    rim_field_make(f, (int)(side_in * px_per_in), (int)(side_in * px_per_in), px_per_in);
    f->dice ^= (seed + 1) * 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < 8; i++) field_random(f);
    int ground = any_of(f, GROUNDS), paint = any_of(f, PAINTS);
    f->ground_rgb = grounds[ground], f->ground_contrast = textures[ground];
    f->light = 0.6 + 0.5 * field_random(f), f->blur_px = 0.5 + 0.4 * field_random(f), f->noise = 3 + 5 * field_random(f);
    base b = {l->shape, l->width_mm * IN_PER_MM, l->depth_mm * IN_PER_MM, 3 * IN_PER_MM, 0};
    s->kind = (rim_coded_kind){.base = b, .cells = l->cells, .dark_rgb = paints[paint][0], .light_rgb = paints[paint][1], .ids = s->ids};
}

void rim_stress_make(rim_stress *s, const occluder_book *book, stress_mix mix, int look, uint64_t seed) {
    static const int games[] = {20, 50, 100, 100, 200};
    int order[RIM_CODE_IDS];
    memset(s, 0, sizeof *s);
    assert_true(look >= 0 && look < STRESS_LOOKS);
    set_up(s, &looks[look], seed);
    rim_field *f = &s->field;
    s->kind.id_count = games[any_of(f, 5)];
    for (int i = 0; i < s->kind.id_count; i++) s->ids[i] = (rim_coded_id){i, i, 0};
    shuffle(f, order, s->kind.id_count);
    if (chance(f, 0.5))
        place_in_ranks(s, f->width / f->px_per_in);
    else
        place_scattered(s, f->width / f->px_per_in);
    s->followed = chance(f, mix.followed);
    for (int i = 0; i < s->count; i++) paint(s, mix, book, order, s->kind.id_count, i);
    for (int i = 0; i < s->count && s->followed; i++) expect(s, mix.misled, i, s->kind.id_count);
    rim_field_draw(f, s->bases, s->count);
}

void rim_stress_free(rim_stress *s) { rim_field_free(&s->field); }

// ---- what is found

static int tenth(const field_base *b) { return (int)(b->hidden * 10); }

static int nearest(const rim_stress *s, vec2 at) {
    int best = 0;
    for (int i = 1; i < s->count; i++)
        if (vec2_distance(s->bases[i].pose.at, at) < vec2_distance(s->bases[best].pose.at, at)) best = i;
    return best;
}

static void tell_wrong(const rim_stress *s, const base_sighting *b, int i) {
    const field_base *truth = &s->bases[i];
    vec2 off = vec2_rotate(vec2_sub(b->pose.at, truth->pose.at), -truth->pose.heading_rad);
    printf("wrong: figure %d with score %.2f where %d stands, %.0f %% hidden%s; %.2f mm ahead, %.2f mm to the left, turned by %.1f cells", b->figure,
           b->score, s->figure[i], 100 * truth->hidden,
           s->figure[i] >= 0 ? ""
           : truth->word     ? ", a word of no table"
                             : ", another game's",
           off.x / IN_PER_MM, off.y / IN_PER_MM, angle_difference(b->pose.heading_rad, truth->pose.heading_rad) * s->kind.cells / (2 * PI));
    for (int k = 0; k < s->expected_count; k++) {
        const expected_rim *e = &s->expected[k];
        if (e->figure == b->figure) printf("; expected %.1f mm from there", vec2_distance(e->pose.at, b->pose.at) / IN_PER_MM);
    }
    printf("\n");
}

static void count_named(const rim_stress *s, const base_sighting *b, stress_tally *t) {
    for (int i = 0; i < s->count; i++) {
        if (s->figure[i] != b->figure || vec2_distance(s->bases[i].pose.at, b->pose.at) > 2 * IN_PER_MM) continue;
        double turn = fabs(angle_difference(b->pose.heading_rad, s->bases[i].pose.heading_rad)), cell = 2 * PI / s->kind.cells;
        t->read++, t->read_at[tenth(&s->bases[i])]++;
        t->turned += turn > 0.6 * cell;
        return;
    }
    int i = nearest(s, b->pose.at);
    t->wrong++, t->wrong_at[tenth(&s->bases[i])]++;
    tell_wrong(s, b, i);
}

static void count_bases(const rim_stress *s, stress_tally *t) {
    for (int i = 0; i < s->count; i++) {
        int at = tenth(&s->bases[i]), ours = s->figure[i] >= 0;
        t->bases++, t->bases_at[at]++;
        t->ours += ours, t->ours_at[at] += ours;
    }
}

void rim_stress_count(rim_stress *s, vision *v, int exposures, stress_tally *t) {
    base_sighting at[STRESS_FOUND];
    px_rect nowhere = {0, 0, 0, 0};
    for (int e = 0; e < exposures; e++) {
        base_list found = {at, 0, STRESS_FOUND};
        if (e) rim_field_expose(&s->field);
        assert_int_equal(vision_find_rim_codes(v, &s->field.frame, &s->field.view, &s->kind, 1, s->followed ? &nowhere : NULL, 0, s->expected,
                                               s->expected_count, &found),
                         STATUS_OK);
        count_bases(s, t);
        for (int i = 0; i < found.count; i++)
            if (at[i].figure >= 0) count_named(s, &at[i], t);
    }
}

void rim_stress_add(stress_tally *sum, const stress_tally *t) {
    sum->bases += t->bases, sum->ours += t->ours, sum->read += t->read, sum->wrong += t->wrong, sum->turned += t->turned;
    for (int i = 0; i < STRESS_TENTHS; i++) {
        sum->bases_at[i] += t->bases_at[i], sum->ours_at[i] += t->ours_at[i];
        sum->read_at[i] += t->read_at[i], sum->wrong_at[i] += t->wrong_at[i];
    }
}
