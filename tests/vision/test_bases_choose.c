// Which find is which kind: lists of finds made by hand, their answers worked by hand from what a close look says and from bases_limits.h. What a
// base carries counts 1.8 times: that it surely is what the game's bases carry is worth 1.8 * ln(1 / (1 + BASES_CARRIES_ELSE)) = -0.17, since
// something else may look like it. Its own paint is worth 1.0 where it stands alone, 1.8 where others show it too (own_paint). The odds count 1.24
// times, what nothing announced costs 2, and n bases near it that look like it are worth 1.2 * ln(1 + n).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <string.h>

#include "tests/vision/finds.h"

#define MM IN_PER_MM

// ln density of a paint of 0.2, 0.2, 0.6 just as it is expected, seen with a scatter of 0.05: of the covariance light^2 s s' + shine^2 / 3 1 1' +
// each^2 I the determinant is each^6 + each^4 (light^2 s.s + shine^2) + each^2 light^2 shine^2 / 3 (3 s.s - (s.1)^2).
static double log_density(double light, double shine, double each, double rim) {
    static const double s[3] = {0.2 - 0.04, 0.2 + 0.01, 0.6 + 0.03};
    const double e2 = each * each + rim * rim * 0.05 * 0.05, l2 = light * light, h2 = shine * shine;
    const double ss = s[0] * s[0] + s[1] * s[1] + s[2] * s[2], s1 = s[0] + s[1] + s[2];
    return -log(e2 * e2 * e2 + e2 * e2 * (l2 * ss + h2) + e2 * l2 * h2 / 3 * (3 * ss - s1 * s1)) / 2;
}

// ln that its own paint is worth to such a find, alone or where others of it were taken: 1.0 or 1.8.
static double own_paint(bool alone) {
    double stated = log_density(0.3, 0.22, 0.05, 0.1), others = log_density(0.022, 0.033, 0.006, 0.065);
    return 0.5 * stated + 0.12 * (alone ? stated : others) - 2.8;
}

// The odds with which an unannounced find that surely carries what the game's bases carry is worth so much, without its paint.
static double odds_worth(double weight) { return (weight + 2 + 1.8 * log(1.1)) / 1.24; }

static void carry(painted_find *f, double tag, double rim, double solid, double code, double nothing) {
    const double chance[CARRIES_COUNT] = {tag, rim, solid, code, nothing};
    for (int k = 0; k < CARRIES_COUNT; k++) f->find.look.carries[k] = (float)chance[k];
}

static void likelier_form_takes_the_place(void **state) {
    (void)state;
    int s = add_kind(square, 0, paint(153), 5), r = add_kind(disc, 1, paint(153), 5);
    painted_find *a = add(0, 100, 100, 2, 0.6), *b = add(1, 101, 100, 3, 0.6);
    painted_find *c = add(0, 500, 100, 3, 0.6), *d = add(1, 500, 101, 2, 0.6);
    painted_choose(&search);
    assert_int_equal(a->kind, -1);
    assert_int_equal(b->kind, r);
    assert_int_equal(c->kind, s);
    assert_int_equal(d->kind, -1);
}

// Bases that touch may seem to overlap by a fifth of a side, 5 mm.
static void a_seeming_overlap_is_no_collision(void **state) {
    (void)state;
    int s = add_kind(square, 0, paint(153), 5);
    painted_find *a = add(0, 100, 100, 3, 0.6), *b = add(0, 121, 100, 2, 0.6), *c = add(0, 140, 100, 1, 0.6);
    assert_false(painted_collide(&search, a, s, b, s));  // 4 mm
    assert_true(painted_collide(&search, b, s, c, s));   // 6 mm
    painted_choose(&search);
    assert_int_equal(a->kind, s);
    assert_int_equal(b->kind, s);
    assert_int_equal(c->kind, -1);
}

// 50 mm bases side by side, 26 mm apart: end to end they overlap, side by side they don't.
static void headings_decide_whether_bases_collide(void **state) {
    (void)state;
    int k = add_kind(cavalry, 0, paint(153), 5);
    painted_find *a = add(0, 100, 100, 3, 0.6), *b = add(0, 126, 100, 2, 0.6);
    assert_true(painted_collide(&search, a, k, b, k));
    a->find.look.heading_rad = b->find.look.heading_rad = (float)(PI / 2);
    assert_false(painted_collide(&search, a, k, b, k));
}

static void no_more_than_the_game_has(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 3);
    for (int i = 0; i < 5; i++) add(0, 100 + 100 * i, 100, i % 2 ? 1 + i : 5 - i, 0.6);  // odds 5, 2, 3, 4, 1
    painted_choose(&search);
    static const int expected[5] = {1, 0, 1, 1, 0};
    for (int i = 0; i < 5; i++) assert_int_equal(finds[i].kind == k, expected[i]);
}

static void what_is_likelier_nothing_is_not_chosen(void **state) {
    (void)state;
    add_kind(square, 0, paint(153), 5);
    add(0, 100, 100, odds_worth(gates.least - 0.2 - own_paint(false)), 0.6);
    add(0, 400, 100, odds_worth(gates.least + 0.2 - own_paint(false)), 0.6);
    add(0, 700, 100, -INFINITY, 0.6);
    painted_choose(&search);
    assert_int_equal(finds[0].kind, -1);
    assert_int_equal(finds[1].kind, 0);
    assert_int_equal(finds[2].kind, -1);
}

// Twice as far off as from where on it costs, sqrt(2) * 0.0283 = 0.04 in, a look is worth ln 2 = 0.69 less.
static void unsharp_looks_must_show_more(void **state) {
    (void)state;
    add_kind(square, 0, paint(153), 5);
    for (int i = 0; i < 3; i++) {
        close_look *l = &add(0, 100 + 300 * i, 100, odds_worth(gates.least + (i == 2 ? 0.8 : 0.6) - own_paint(false)), 0.6)->find.look;
        l->sigma_in[0] = l->sigma_in[1] = i == 0 ? 0.01F : 0.0283F;
    }
    painted_choose(&search);
    static const int expected[3] = {0, -1, 0};
    for (int i = 0; i < 3; i++) assert_int_equal(finds[i].kind, expected[i]);
}

// Where by the rules no figure stands, a base that nothing announced costs 5 where it costs 2 elsewhere, and in woods 3.5: a plain one is no base
// then, a plainly painted one is.
static void under_cover_it_must_show_more(void **state) {
    (void)state;
    static const struct {
        ground_cover cover;
        double more;
        bool is_base;
    } of[] = {{COVER_BARRED, 2.8, false}, {COVER_BARRED, 3.2, true}, {COVER_WOODS, 1.3, false}, {COVER_WOODS, 1.7, true}, {COVER_NONE, 0.2, true}};
    for (int i = 0; i < 5; i++) {
        begin(state);
        add_kind(square, 0, paint(153), 5);
        add(0, 100, 100, odds_worth(gates.least + of[i].more - own_paint(true)), 0.6)->cover = of[i].cover;
        painted_choose(&search);
        assert_int_equal(finds[0].kind, of[i].is_base ? 0 : -1);
    }
}

// Two of a kind that look alike help one another by 1.2 ln 2 = 0.83, but not where no figure stands.
static void stones_of_a_ruin_are_no_company(void **state) {
    for (int barred = 0; barred < 2; barred++) {
        begin(state);
        add_kind(square, 0, paint(153), 5);
        for (int i = 0; i < 2; i++)
            add(0, 100 + 100 * i, 100, odds_worth(gates.least + (barred ? 3 : 0) - 0.4 - own_paint(false)), 0.6)->cover =
                barred ? COVER_BARRED : COVER_NONE;
        painted_choose(&search);
        for (int i = 0; i < 2; i++) assert_int_equal(finds[i].kind, barred ? -1 : 0);
    }
}

// A rim that varnish makes white is of no paint's colour, and looks like a tag's white; neither speaks against a base by more than 3: 1.24 * 5 - 2 -
// 3 = 1.2. What it seems to carry alone is worth 1.8 * ln(0.05 / (0.05 + 0.1)) = -2. A rim of another colour is no base of the kind.
static void shine_hides_the_paint(void **state) {
    (void)state;
    add_kind(square, 0, paint(153), 5);
    static const float rims[2][3] = {{1, 1, 1}, {1, 0.2F, 0.2F}};
    for (int i = 0; i < 2; i++) {
        painted_find *f = add(0, 100 + 300 * i, 100, 5, 0.6);
        memcpy(f->find.look.rim, rims[i], sizeof rims[i]);
        carry(f, 0.95, 0.05, 0, 0, 0);
    }
    painted_choose(&search);
    assert_int_equal(finds[0].kind, 0);
    assert_int_equal(finds[1].kind, -1);
}

// What stands alone must show more than what has company that looks like it: one such neighbour is worth 1.2 * ln 2 = 0.83. A neighbour of another
// look, 0.3 of white redder, is worth 1.2 * e^(-0.3^2 / (2 * 0.08^2)) = 0.001.
static void lone_finds_must_show_more(void **state) {
    (void)state;
    int many = add_kind(square, 0, NO_COLOUR, 9);
    const double faint = odds_worth(gates.least - 0.4) + BASES_PLAIN_COST / 1.24;
    painted_find *of[] = {add(0, 100, 100, faint, 0.6), add(0, 600, 100, faint, 0.6), add(0, 700, 100, faint, 0.6), add(0, 100, 600, faint, 0.6),
                          add(0, 200, 600, faint, 0.9)};
    for (int i = 0; i < 5; i++) carry(of[i], 0, 0, 0, 0, 1);
    painted_choose(&search);
    static const bool stands[5] = {false, true, true, false, false};
    for (int i = 0; i < 5; i++) assert_int_equal(of[i]->kind, stands[i] ? many : -1);
}

// Each of nine is fainter than a base must be alone, 1.24 * -0.7 - 2 - 0.17 + 1.8 = -1.2; side by side they are a block, 1.2 * ln 9 = 2.6 more. As
// faint and out of each other's sight (8 in, 203 mm) they are nothing.
static void a_faint_block_is_seen_as_a_whole(void **state) {
    (void)state;
    int block = add_kind(square, 0, paint(153), 9), apart = add_kind(disc, 1, paint(153), 9);
    for (int i = 0; i < 9; i++) add(0, 100 + 26 * (i % 3), 100 + 26 * (i / 3), -0.7, 0.6);
    for (int i = 0; i < 9; i++) add(1, 400 + 210 * (i % 3), 400 + 210 * (i / 3), -0.7, 0.6);
    painted_choose(&search);
    assert_int_equal(chosen(block), 9);
    assert_int_equal(chosen(apart), 0);
}

static void paint_tells_kinds_of_one_form(void **state) {
    (void)state;
    int dark = add_kind(square, 0, paint(51), 8), light = add_kind(square, 0, paint(204), 8);
    for (int i = 0; i < 8; i++) add(0, 100 + 100 * i, 100, 4, (i % 2 ? 0.8 : 0.2) + 0.02 * (i % 3 - 1));
    painted_choose(&search);
    for (int i = 0; i < 8; i++) assert_int_equal(finds[i].kind, i % 2 ? light : dark);
}

// Rims at 0.75 of white's red under a warm lamp, where the file has 0 for one kind and 0.4 for the other: far off both, ln densities of -3.7 and 1.7,
// and they are the other kind's.
static void of_two_paints_far_off_the_nearer_is_likelier(void **state) {
    (void)state;
    add_kind(square, 0, paint(0), 3);
    int near = add_kind(square, 0, paint(102), 3);
    for (int i = 0; i < 3; i++) add(0, 100 + 40 * i, 100, 6, 0.75);
    painted_choose(&search);
    assert_int_equal(chosen(near), 3);
}

// The same of grey paints that look greener than red and blue, which are a fifth of white.
static uint32_t green_paint(int green) { return 0x330033 | (uint32_t)green << 8; }
static painted_find *add_green(double x_mm, double y_mm, double odds, double green) {
    painted_find *f = add(0, x_mm, y_mm, odds, 0.2);
    f->find.look.rim[1] = (float)green + 0.01F;
    return f;
}

// All bases look greener than their paints are stated, by 0.15, and one of A by another 0.03: by the stated paints it is rather B in less light, by
// 0.62 * 1.3. Six others show how A looks here, 0.03 from it, and B's 0.37: 0.12 * 12.
static void paints_are_as_they_look_on_this_table(void **state) {
    (void)state;
    int a = add_kind(square, 0, green_paint(51), 7), b = add_kind(square, 0, green_paint(153), 7);
    for (int i = 0; i < 6; i++) add_green(100 + 100 * i, 100, 4, share(51) + 0.15);
    for (int i = 0; i < 6; i++) add_green(100 + 100 * i, 300, 4, share(153) + 0.15);
    painted_find *odd = add_green(100, 500, 4, share(51) + 0.15 + 0.03);
    painted_choose(&search);
    for (int i = 0; i < 6; i++) assert_int_equal(finds[i].kind, a);
    for (int i = 6; i < 12; i++) assert_int_equal(finds[i].kind, b);
    assert_int_equal(odd->kind, a);
}

// A rim greener than the stated paint by 0.2 is none of the kind's where it is seen once, 1.24 * 1.9 - 2 - 0.17 - 1.1, and is where it is seen eight
// times, 0.12 * 10 more. They stand 300 mm apart, out of each other's sight.
static void a_paint_seen_often_counts_as_seen(void **state) {
    (void)state;
    int k = add_kind(square, 0, green_paint(51), 8);
    add_green(100, 100, 1.9, share(51) + 0.2);
    painted_choose(&search);
    assert_int_equal(chosen(k), 0);
    for (int i = 1; i < 8; i++) add_green(100 + 300 * i, 100, 1.9, share(51) + 0.2);
    painted_choose(&search);
    assert_int_equal(chosen(k), 8);
}

// Of a game of painted and unpainted bases; what looks like a tag or a code is neither: 0.02 / (0.02 + 0.1) at most is left, which is worth
// 1.8 * ln 0.17 = -3.2.
static void what_they_carry_tells_painted_from_unpainted(void **state) {
    (void)state;
    int painted = add_kind(square, 0, paint(153), 5), bare = add_kind(square, 0, NO_COLOUR, 5);
    carry(add(0, 100, 100, 3, 0.6), 0, 0.9, 0, 0, 0.1);
    carry(add(0, 200, 100, 3, 0.6), 0, 0, 0.9, 0, 0.1);
    carry(add(0, 300, 100, 3, 0.2), 0, 0.05, 0.05, 0, 0.9);
    carry(add(0, 400, 100, 1, 0.6), 0.98, 0.01, 0, 0, 0.01);  // 1.24 - 2 + 1.8 * ln(0.01 / 0.12) < gates.least
    carry(add(0, 500, 100, 1, 0.6), 0, 0, 0.01, 0.98, 0.01);
    painted_choose(&search);
    static const int expected[5] = {0, 0, 1, -1, -1};
    assert_true(painted == 0 && bare == 1);
    for (int i = 0; i < 5; i++) assert_int_equal(finds[i].kind, expected[i]);
}

// An unpainted base that carries nothing costs 0.65: at odds that are enough for a painted one it is nothing, with 0.65 / 1.24 more it is a base.
static void what_nothing_tells_must_show_more(void **state) {
    (void)state;
    int painted = add_kind(square, 0, paint(153), 5), bare = add_kind(square, 0, NO_COLOUR, 5);
    const double enough = odds_worth(gates.least + 0.2);
    carry(add(0, 100, 100, odds_worth(gates.least + 0.2 - own_paint(true)), 0.6), 0, 1, 0, 0, 0);
    carry(add(0, 400, 100, enough, 0.6), 0, 0, 0, 0, 1);
    carry(add(0, 700, 100, enough + 0.65 / 1.24, 0.6), 0, 0, 0, 0, 1);
    painted_choose(&search);
    assert_int_equal(finds[0].kind, painted);
    assert_int_equal(finds[1].kind, -1);
    assert_int_equal(finds[2].kind, bare);
}

// Between A's paint (0.302) and B's (0.502), a little nearer to B's: 0.102 and 0.098. Four neighbours of A's look are worth
// 1.2 * ln(1 + 4 * e^(-0.102^2 / (2 * 0.08^2))) = 1.2.
static painted_find *add_undecided(double x, double y) { return add(0, x, y, 4, 103 / 255.0); }

static void neighbours_decide_an_undecided_one(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(77), 9), b = add_kind(square, 0, paint(128), 9);
    static const int beside[4][2] = {{26, 0}, {-26, 0}, {0, 26}, {0, -26}};
    for (int i = 0; i < 4; i++) add(0, 200 + beside[i][0], 200 + beside[i][1], 4, share(77));
    add(0, 600, 100, 4, share(128)), add(0, 700, 100, 4, share(128));
    painted_find *among = add_undecided(200, 200), *alone = add_undecided(450, 400);
    painted_choose(&search);
    assert_int_equal(among->kind, a);
    assert_int_equal(alone->kind, b);
}

static void what_was_expected_decides_an_undecided_one(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(77), 9), b = add_kind(square, 0, paint(128), 9);
    painted_find *f = add_undecided(200, 200);
    painted_choose(&search);
    assert_int_equal(f->kind, b);
    f->expected = &(expected_base){.kind = a, .pose = {.at = f->find.look.at}};
    painted_choose(&search);
    assert_int_equal(f->kind, a);
}

// A base that is expected: worth 3, and ln(1 + .4^2 / (2 s^2) e^(-d^2 / (2 s^2))) more if it is seen d from there. Looks that
// state 0.02" along and across err by 0.02 sqrt(0.02 / 0.0091) = 0.02965" and have s = sqrt(0.02965^2 + 2 * 0.00472^2) = 0.0304", with what all looks
// and the place itself are off: 4.473 in place, 0 from 0.17" on.
static painted_find *add_expected(double x, double d_in, const expected_base *e) {
    painted_find *f = add(0, x, 100, 0, share(153));
    f->find.look.sigma_in[0] = f->find.look.sigma_in[1] = 0.02F;
    f->expected = e;
    f->find.look.at.x += d_in;
    return f;
}

static void a_base_just_where_it_stood_is_believed(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9);
    expected_base stood[3] = {{.kind = k, .pose.at = {100 * MM, 100 * MM}},
                              {.kind = k, .pose.at = {400 * MM, 100 * MM}},
                              {.kind = k, .pose.at = {700 * MM, 100 * MM}, .left = true}};
    const painted_find *in_place = add_expected(100, 0, &stood[0]), *aside = add_expected(400, 0.3, &stood[1]);
    const painted_find *left = add_expected(700, 0.3, &stood[2]);
    painted_choose(&search);
    assert_true(fabs(painted_weight_alone(&search, in_place, k) - painted_weight_alone(&search, aside, k) - 4.473) < 0.01);
    assert_true(fabs(painted_weight_alone(&search, aside, k) - painted_weight_alone(&search, left, k) - 5) < 1e-6);
    stood[0].left = true;  // it was only not seen: no hand puts a base back so exactly
    assert_true(painted_weight_alone(&search, in_place, k) > painted_weight_alone(&search, left, k) + 4);
}

// A little nearer to B's paint than to A's (0.4 ln of look and paint), but B's bases all stand elsewhere untouched: it is A's. A base that none
// but such a kind can be is told all the same.
static void a_kind_that_stands_elsewhere_is_less_likely(void **state) {
    (void)state;
    int a = add_kind(square, 0, paint(77), 9), b = add_kind(square, 0, paint(128), 9);
    int c = add_kind(cavalry, 1, paint(153), 9);
    painted_find *between = add_undecided(200, 200), *sure = add(1, 500, 200, 8, share(153));
    kinds[b].elsewhere = kinds[c].elsewhere = true;
    painted_choose(&search);
    assert_int_equal(between->kind, a);
    assert_int_equal(sure->kind, c);
}

static double chance(uint32_t *seed) {
    *seed = *seed * 1664525U + 1013904223U;
    return (*seed >> 8) / 16777216.0;
}

static const base any_base[3] = {{BASE_SQUARE, 25 * MM, 25 * MM, 3 * MM, 0.5 * MM},
                                 {BASE_RECT, 25 * MM, 50 * MM, 3 * MM, 0.5 * MM},
                                 {BASE_ROUND, 32 * MM, 32 * MM, 3 * MM, 0.5 * MM}};

// A crowd that no table could hold, of three forms and five kinds; backwards: the same finds, listed from the other end.
static void fill_crowd(uint32_t seed, bool backwards) {
    enum { CROWD = 150 };
    begin(NULL);
    for (int k = 0; k < 5; k++) add_kind(any_base[k % 3], k % 3, k == 4 ? NO_COLOUR : paint(40 * k), 4 + 3 * k);
    for (int i = 0; i < CROWD; i++) {
        double x = 300 * chance(&seed), y = 300 * chance(&seed), odds = 8 * chance(&seed) - 2, red = chance(&seed), bare = chance(&seed);
        painted_find *f = add(i % 3, x, y, odds, red);
        carry(f, 0, 1 - bare, 0, 0, bare);
        f->find.look.heading_rad = (float)(2 * PI * chance(&seed));
    }
    for (int i = 0; backwards && i < CROWD / 2; i++) {
        painted_find f = finds[i];
        finds[i] = finds[CROWD - 1 - i], finds[CROWD - 1 - i] = f;
    }
}

static void any_crowd_obeys_the_rules(void **state) {
    (void)state;
    static int kind_of[MOST_FINDS];
    for (uint32_t seed = 1; seed <= 20; seed++) {
        fill_crowd(seed, false);
        painted_choose(&search);
        for (int k = 0; k < search.kind_count; k++) assert_true(chosen(k) <= kinds[k].count);
        assert_true(chosen(-1) < search.count - 20);
        for (int i = 0; i < search.count; i++) {
            const painted_find *f = &finds[i];
            kind_of[i] = f->kind;
            if (f->kind < 0) continue;
            assert_int_equal(search.form_of[f->kind], f->find.form);
            for (int o = 0; o < i; o++) {
                if (finds[o].kind < 0) continue;
                base x = kinds[f->kind].base, y = kinds[finds[o].kind].base;
                pose at = {f->find.look.at, (double)f->find.look.heading_rad, 0, 0};
                pose beside = {finds[o].find.look.at, (double)finds[o].find.look.heading_rad, 0, 0};
                double least = fmin(fmin(x.width_in, x.depth_in), fmin(y.width_in, y.depth_in));
                assert_true(base_gap(x, at, y, beside) > -BASES_OVERLAP * least - 1e-9);
            }
        }
        fill_crowd(seed, true);
        painted_choose(&search);
        for (int i = 0; i < search.count; i++) assert_int_equal(finds[i].kind, kind_of[search.count - 1 - i]);
    }
}

static void nothing_is_chosen_from_nothing(void **state) {
    (void)state;
    painted_choose(&search);
    painted_tell_fronts(&search);
    add(0, 100, 100, 5, 0.6);  // no kinds
    painted_choose(&search);
    painted_tell_fronts(&search);
    assert_int_equal(finds[0].kind, -1);
    assert_false(finds[0].front_told);
}

// A rim code of dark and light cells may show any mixture of the two, but not another colour: of two as far from the middle, the gray one is a base,
// 1.24 * 1.8 - 2 - 0.17 + 1.1, and the red one none, 1.24 * 1.8 - 2 - 0.17 - 2.1.
static void a_code_shows_a_mixture_of_its_paints(void **state) {
    (void)state;
    int k = add_kind(square, 0, 0x333333, 9);
    kinds[k].print = PRINT_RIM_CODE, kinds[k].mark_rgb = 0xcccccc;
    painted_find *gray = add(0, 100, 100, 1.8, 0.8), *red = add(0, 700, 100, 1.8, 0.8);
    for (int c = 0; c < 3; c++) gray->find.look.rim[c] = 0.7F, red->find.look.rim[c] = c == 2 ? 0.85F : 0.5F;  // 0.35: 0.2 * sqrt(3)
    carry(gray, 0, 0, 0, 1, 0), carry(red, 0, 0, 0, 1, 0);
    painted_choose(&search);
    assert_int_equal(gray->kind, k);
    assert_int_equal(red->kind, -1);
}

// Two codes of light and dark cells: A's are gray, 0.2 and 0.8, B's are redder by 0.15. Half of A's each is B's less 0.15 of red, which no mixture,
// light or shine makes: 0.62 * 2.5 = 1.6, more than the 1.24 * 0.2 by which the look likes B's form better.
static void codes_are_told_by_the_line_between_their_paints(void **state) {
    (void)state;
    int gray = add_kind(square, 0, 0x333333, 9), red = add_kind(square, 1, 0x593333, 9);
    kinds[gray].print = kinds[red].print = PRINT_RIM_CODE;
    kinds[gray].mark_rgb = 0xcccccc, kinds[red].mark_rgb = 0xf2cccc;
    for (int i = 0; i < 2; i++) {
        painted_find *f = add(i, 100 + i, 100, 4 + 0.2 * i, 0.5);
        for (int c = 0; c < 3; c++) f->find.look.rim[c] = 0.5F;
        f->find.look.rim_sigma = 0.3F;
        f->find.place = 0;
        carry(f, 0, 0, 0, 1, 0);
    }
    painted_choose(&search);
    assert_int_equal(finds[0].kind, gray);
    assert_int_equal(finds[1].kind, -1);
}

// Codes that look like painted rims here, 0.1 of a chance, and unpainted bases that do, 0.2. Eight of them show it, and a ninth that looks even less
// like its kind counts for 0.67 * 0.9 + 0.02 then. Alone it is worth 1.24 * 2 - 2 + 1.8 * ln 0.02 at the most.
static void a_kind_looks_as_its_bases_look_here(void **state) {
    (void)state;
    for (int print = 0; print < 2; print++) {
        for (int others = 0; others <= 8; others += 8) {
            begin(NULL);
            int k = add_kind(square, 0, print ? 0x333333 : NO_COLOUR, 9);
            kinds[k].print = print ? PRINT_RIM_CODE : PRINT_NONE;
            add_kind(disc, 1, paint(153), 9);
            for (int i = 0; i < others; i++) carry(add(0, 100 + 60 * i, 100, 4, 0.2), 0, 0.8, 0, print ? 0.1 : 0, print ? 0.1 : 0.2);
            painted_find *f = add(0, 100, 300, 2, 0.2);
            carry(f, 0, 0.9, 0, print ? 0.02 : 0, print ? 0.08 : 0.02);
            painted_choose(&search);
            assert_int_equal(f->kind, others ? k : -1);
        }
    }
}

// The same of eight codes that are followed, or that look like codes only where none was known: those count as one together, for there it is they
// that may be mistaken. The ninth carries 0.67 * 0.9 + 0.02 by the former and 0.2 * 0.9 + 0.02 by the latter, which is 2.0 less; the former is worth
// 1.24 * 1.5 - 2 - 1.0 + 1.8 = 0.7.
static void what_was_not_known_teaches_no_kind(void **state) {
    (void)state;
    for (int known = 0; known < 2; known++) {
        begin(NULL);
        int k = add_kind(square, 0, 0x333333, 9);
        kinds[k].print = PRINT_RIM_CODE;
        add_kind(disc, 1, paint(153), 9);
        expected_base stood[8];
        search.followed = true;
        for (int i = 0; i < 8; i++) {
            painted_find *other = add(0, 100 + 60 * i, 100, 4, 0.2);
            carry(other, 0, 0.8, 0, 0.1, 0.1);
            stood[i] = (expected_base){.kind = k, .pose.at = other->find.look.at};
            if (known) other->expected = &stood[i];
        }
        painted_find *f = add(0, 100, 400, 1.5, 0.2);
        carry(f, 0, 0.9, 0, 0.02, 0.08);
        painted_choose(&search);
        assert_int_equal(chosen(k), known ? 9 : 8);
        assert_int_equal(f->kind, known ? k : -1);
    }
}

// A tag and a rim code make kinds of their own among bases of one shape: chance 0.9 of the right one, at odds of 3.
static void what_is_printed_tells_kinds_apart(void **state) {
    (void)state;
    int painted = add_kind(square, 0, paint(153), 5), tag = add_kind(square, 0, NO_COLOUR, 5), code = add_kind(square, 0, NO_COLOUR, 5),
        bare = add_kind(square, 0, NO_COLOUR, 5);
    kinds[tag].print = PRINT_TAG, kinds[code].print = PRINT_RIM_CODE;
    painted_find *of[] = {add(0, 100, 100, 3, 0.6), add(0, 300, 100, 3, 0.6), add(0, 500, 100, 3, 0.6), add(0, 700, 100, 3, 0.6)};
    carry(of[0], 0.02, 0.9, 0, 0.05, 0.03);
    carry(of[1], 0.9, 0.02, 0.02, 0.03, 0.03);
    carry(of[2], 0.02, 0.05, 0, 0.9, 0.03);
    carry(of[3], 0.02, 0.05, 0, 0.03, 0.9);
    painted_choose(&search);
    assert_int_equal(of[0]->kind, painted);
    assert_int_equal(of[1]->kind, tag);
    assert_int_equal(of[2]->kind, code);
    assert_int_equal(of[3]->kind, bare);
}

// A find at an empty site of a block may be fainter than one that nothing announced: BASES_SITE_WORTH is worth more than the missing announcement
// costs, by 6 in all. At odds of -3 it is a base at the site, 1.24 * -3 + 4 - 0.17 + 1.8 = 1.9, and of -5.5 none, -1.2.
static void a_block_tells_where_a_base_must_be(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9);
    painted_find *seen = add(0, 100, 100, -3, 0.6), *faint = add(0, 400, 100, -5.5, 0.6), *anywhere = add(0, 700, 100, -3, 0.6);
    seen->at_site = faint->at_site = true;
    painted_choose(&search);
    assert_int_equal(seen->kind, k);
    assert_int_equal(faint->kind, -1);
    assert_int_equal(anywhere->kind, -1);
}

// A find off its block's site gives way to another one at the site that is seen as well but for 0.5, and stays where nothing better is seen there.
static void what_slipped_gives_way_to_its_site(void **state) {
    (void)state;
    int k = add_kind(square, 0, paint(153), 9);
    painted_find *a = add(0, 100, 100, 5, 0.6), *at_site = add(0, 106, 100, 4.5, 0.6);
    painted_find *b = add(0, 300, 100, 5, 0.6), *faint = add(0, 306, 100, 3.5, 0.6);
    a->slipped = b->slipped = true;
    painted_choose(&search);
    assert_int_equal(a->kind, -1);
    assert_int_equal(at_site->kind, k);
    assert_int_equal(b->kind, k);
    assert_int_equal(faint->kind, -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(likelier_form_takes_the_place, begin),
        cmocka_unit_test_setup(a_seeming_overlap_is_no_collision, begin),
        cmocka_unit_test_setup(headings_decide_whether_bases_collide, begin),
        cmocka_unit_test_setup(no_more_than_the_game_has, begin),
        cmocka_unit_test_setup(what_is_likelier_nothing_is_not_chosen, begin),
        cmocka_unit_test_setup(unsharp_looks_must_show_more, begin),
        cmocka_unit_test_setup(under_cover_it_must_show_more, begin),
        cmocka_unit_test_setup(stones_of_a_ruin_are_no_company, begin),
        cmocka_unit_test_setup(shine_hides_the_paint, begin),
        cmocka_unit_test_setup(a_block_tells_where_a_base_must_be, begin),
        cmocka_unit_test_setup(lone_finds_must_show_more, begin),
        cmocka_unit_test_setup(a_faint_block_is_seen_as_a_whole, begin),
        cmocka_unit_test_setup(paint_tells_kinds_of_one_form, begin),
        cmocka_unit_test_setup(of_two_paints_far_off_the_nearer_is_likelier, begin),
        cmocka_unit_test_setup(paints_are_as_they_look_on_this_table, begin),
        cmocka_unit_test_setup(a_paint_seen_often_counts_as_seen, begin),
        cmocka_unit_test_setup(what_they_carry_tells_painted_from_unpainted, begin),
        cmocka_unit_test_setup(what_nothing_tells_must_show_more, begin),
        cmocka_unit_test_setup(neighbours_decide_an_undecided_one, begin),
        cmocka_unit_test_setup(what_was_expected_decides_an_undecided_one, begin),
        cmocka_unit_test_setup(a_base_just_where_it_stood_is_believed, begin),
        cmocka_unit_test_setup(a_kind_that_stands_elsewhere_is_less_likely, begin),
        cmocka_unit_test_setup(any_crowd_obeys_the_rules, begin),
        cmocka_unit_test_setup(nothing_is_chosen_from_nothing, begin),
        cmocka_unit_test_setup(what_was_not_known_teaches_no_kind, begin),
        cmocka_unit_test_setup(what_is_printed_tells_kinds_apart, begin),
        cmocka_unit_test_setup(a_code_shows_a_mixture_of_its_paints, begin),
        cmocka_unit_test_setup(codes_are_told_by_the_line_between_their_paints, begin),
        cmocka_unit_test_setup(a_kind_looks_as_its_bases_look_here, begin),
        cmocka_unit_test_setup(what_slipped_gives_way_to_its_site, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
