// Blocks among the chosen finds: where their bases stand by the whole block, and which sites are looked at.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs the ones above first
#include <cmocka.h>

#include <math.h>

#include "vision/bases/painted.h"

#define MM IN_PER_MM

enum { MOST = 64, RANKS = 3, FILES = 4, SHIFTED = 5 };

static const base_kind kind = {.base = {BASE_SQUARE, 25 * MM, 25 * MM, 3 * MM, 0.5 * MM}, .rim_rgb = NO_COLOUR, .mark_rgb = NO_COLOUR, .count = MOST};
static painted_find finds[MOST];
static lattice_point points[MOST];
static int point_of[MOST];
static painted_search search;
static pose poses[MOST];
static int forms[MOST];
static double between_odds;  // of what is seen between the sites of a block
static int sites_between;

static vec2 place_of(int i) { return (vec2){20 + i / FILES * 25.4 * MM, 20 + i % FILES * 25.4 * MM}; }

// A closed block of 12 bases, all seen where they stand but the one in its middle: that is seen so far along the block.
static void lay_block(double sigma_mm, double shift_mm) {
    search = (painted_search){.kinds = &kind, .kind_count = 1, .at = finds, .points = points, .point_of = point_of};
    for (int i = 0; i < RANKS * FILES; i++) {
        vec2 at = place_of(i);
        if (i == SHIFTED) at.y += shift_mm * MM;
        finds[search.count++] = (painted_find){
            .find.look = {.odds = 3, .at = at, .sigma_in = {(float)(sigma_mm * MM), (float)(sigma_mm * MM)}, .sigma_rad = (float)(2 * RAD_PER_DEG)}};
    }
}

static void settle(void) {
    const painted_sight blind = {NULL, NULL, NULL};  // by looks alone
    assert_int_equal(painted_settle_blocks(&search, &blind), STATUS_OK);
}

static double off_mm(vec2 place) { return vec2_distance(finds[SHIFTED].find.look.at, place) / MM; }
static double sigma_mm(void) { return (double)finds[SHIFTED].find.look.sigma_in[1] / MM; }  // to its left, where it is shifted to

// 1.2 mm of error, 6 mm off its site among eleven that are not: such looks slip along a block more often than bases stand so. It is placed nearer to
// its site, and both places lie within three of its sigmas.
static void an_unsharp_find_that_slipped_is_drawn_to_its_site(void **state) {
    (void)state;
    lay_block(1.2, 6);
    settle();
    vec2 seen = vec2_add(place_of(SHIFTED), (vec2){0, 6 * MM});
    assert_true(off_mm(place_of(SHIFTED)) < off_mm(seen));
    assert_true(off_mm(place_of(SHIFTED)) < 3 * sigma_mm() && off_mm(seen) < 3 * sigma_mm());
}

// 0.2 mm of error: it was most likely knocked askew and stays where it is seen, within a tenth of the way, and surely off its site.
static void a_sharp_find_off_its_site_stands_askew(void **state) {
    (void)state;
    lay_block(0.2, 6);
    settle();
    assert_true(off_mm(vec2_add(place_of(SHIFTED), (vec2){0, 6 * MM})) < 0.6);
    assert_true(off_mm(place_of(SHIFTED)) > 3.5 * sigma_mm());
}

// As unsharp as those that slip; but every other rank is shifted too: that is no block, and each is where it is seen.
static void a_ragged_block_draws_no_one(void **state) {
    (void)state;
    lay_block(1.2, 6);
    for (int i = 0; i < FILES; i++)
        if (i != SHIFTED - FILES) finds[i].find.look.at.y += (i % 2 ? 6 : -6) * MM;
    settle();
    assert_true(off_mm(vec2_add(place_of(SHIFTED), (vec2){0, 6 * MM})) < off_mm(place_of(SHIFTED)));
}

// Those that lie within their errors are placed better by the block than by themselves.
static void a_dressed_block_is_measured_as_a_whole(void **state) {
    (void)state;
    lay_block(1.2, 1);
    settle();
    assert_true(off_mm(place_of(SHIFTED)) < 0.6);
    assert_true(sigma_mm() < 1.2);
}

// The same ragged block, but the marker on its tray has the bases in ranks and files: the looks slipped, as they do where miniatures hide where one
// base ends and the next begins. A base seen with 0.2 mm of error stands askew all the same: a tray's marker does not tell what was knocked on it.
static void a_marker_tells_which_looks_slipped(void **state) {
    (void)state;
    static expected_base marked[RANKS * FILES];
    for (int i = 0; i < RANKS * FILES; i++) marked[i] = (expected_base){.supposed = true, .pose = {.at = place_of(i), .sigma_in = 1.3 * MM}};
    for (int sharp = 0; sharp < 2; sharp++) {
        lay_block(sharp ? 0.2 : 1.2, 6);
        search.expected = marked, search.expected_count = RANKS * FILES;
        for (int i = 0; i < FILES && !sharp; i++)
            if (i != SHIFTED - FILES) finds[i].find.look.at.y += (i % 2 ? 6 : -6) * MM;
        settle();
        assert_true((off_mm(place_of(SHIFTED)) < off_mm(vec2_add(place_of(SHIFTED), (vec2){0, 6 * MM}))) == !sharp);
    }
}

// A look of 2 mm of error, 3 mm off where a marker of 1 mm has its base: 4/5 of the way to it, and of 2 / sqrt(5) mm of error. (A look
// errs by the 1.5th power of what it states, and by as much where that is 0.0091".) Other kinds' markers, and one from which it lies more than three
// sigmas, say nothing of it.
static double stated_mm(double error_mm) { return cbrt(error_mm * error_mm * 0.0091 / MM); }
static double error_mm(double stated_mm) { return stated_mm * sqrt(stated_mm * MM / 0.0091); }

static void look_and_marker_are_two_measurements(void **state) {
    (void)state;
    static const struct {
        int kind;
        double off_mm;
        bool heard;
    } cases[] = {{0, 3, true}, {1, 3, false}, {0, 7, false}};
    for (int i = 0; i < 3; i++) {
        lay_block(stated_mm(2), 0);
        search.count = 1;
        const vec2 at = finds[0].find.look.at;
        finds[0].find.look.heading_rad = (float)(PI / 3);
        const expected_base marked = {
            .kind = cases[i].kind, .supposed = true, .pose = {.at = vec2_add(at, (vec2){cases[i].off_mm * MM, 0}), .sigma_in = 1 * MM}};
        search.expected = &marked, search.expected_count = 1;
        painted_join_markers(&search);
        double moved_mm = vec2_distance(at, finds[0].find.look.at) / MM, sigma = error_mm((double)finds[0].find.look.sigma_in[0] / MM);
        assert_true(fabs(moved_mm - (cases[i].heard ? 2.4 : 0)) < 1e-4);
        assert_true(fabs(sigma - (cases[i].heard ? 2 / sqrt(5) : 2)) < 1e-4);
    }
}

static const vision_view table = {.width_in = 72, .depth_in = 48};

// Adds a find of the kind, 25 mm square.
static painted_find *stand(double x_mm, double y_mm, double heading_rad) {
    painted_find *f = &finds[search.count++];
    *f = (painted_find){.find.look = {.odds = 3, .at = {x_mm * MM, y_mm * MM}, .heading_rad = (float)heading_rad}};
    return f;
}

// True where a site lies there, to 0.1 mm.
static bool lists(const empty_site *sites, int n, double x_mm, double y_mm) {
    for (int i = 0; i < n; i++)
        if (vec2_distance(sites[i].at.at, (vec2){x_mm * MM, y_mm * MM}) < 0.1 * MM) return true;
    return false;
}

// Bases of a closed block stand 25.4 mm apart: a side and the gap that hands leave, 0.4 mm.
static void missing_ones_are_sought_beside_what_was_found(void **state) {
    (void)state;
    empty_site sites[MOST];
    search = (painted_search){.kinds = &kind, .kind_count = 1, .at = finds, .left = {2}};
    stand(200, 200, 0), stand(200, 225.4, 0);
    int n = painted_sites_beside(&search, &table, sites, 0, MOST);
    assert_int_equal(n, 6);  // four sides each, but those where they touch
    assert_true(lists(sites, n, 225.4, 200) && lists(sites, n, 174.6, 200) && lists(sites, n, 200, 174.6));
    assert_true(lists(sites, n, 225.4, 225.4) && lists(sites, n, 174.6, 225.4) && lists(sites, n, 200, 250.8));
    assert_int_equal(painted_sites_beside(&search, &table, sites, n, MOST), n);  // nothing new
    stand(235, 200, 0);                                                          // overlaps one, and stands for others
    assert_false(lists(sites, painted_sites_beside(&search, &table, sites, 0, MOST), 225.4, 200));
    assert_int_equal(painted_sites_beside(&search, &table, sites, 0, 3), 3);
}

// As the base is turned; nothing beyond the table's edge.
static void sites_lie_as_the_base_is_turned(void **state) {
    (void)state;
    empty_site sites[MOST];
    search = (painted_search){.kinds = &kind, .kind_count = 1, .at = finds, .left = {1}};
    stand(20, 200, PI / 6);
    int n = painted_sites_beside(&search, &table, sites, 0, MOST);
    assert_int_equal(n, 3);  // the fourth is at 20 - 25.4 * cos 30 = -2.0
    assert_true(lists(sites, n, 20 + 25.4 * cos(PI / 6), 200 + 25.4 * sin(PI / 6)));
    assert_true(fabs(sites[0].at.heading_rad - PI / 6) < 1e-6);
}

static void complete_kinds_and_discs_have_none(void **state) {
    (void)state;
    empty_site sites[MOST];
    const base_kind disc = {.base = {BASE_ROUND, 25 * MM, 25 * MM, 3 * MM, 0.5 * MM}, .count = MOST};
    search = (painted_search){.kinds = &kind, .kind_count = 1, .at = finds, .left = {0}};
    stand(200, 200, 0);
    assert_int_equal(painted_sites_beside(&search, &table, sites, 0, MOST), 0);
    search.kinds = &disc, search.left[0] = 1;
    assert_int_equal(painted_sites_beside(&search, &table, sites, 0, MOST), 0);
}

// A block of three ranks of four and a last one of three that hands centred: it stands half a pitch beside the others' files. Its bases were chosen
// in the files all the same; `seen` odds stand between the sites. 25.4 mm apart, as above.
static void lay_centred_rank(double chosen_odds, double seen_odds) {
    enum { LAST = 3 };
    search = (painted_search){
        .kinds = &kind, .kind_count = 1, .at = finds, .points = points, .point_of = point_of, .poses = poses, .expected_form = forms};
    for (int i = 0; i < RANKS * FILES + LAST; i++) {
        finds[search.count++] = (painted_find){.find.look = {.odds = i < RANKS * FILES ? 4 : (float)chosen_odds,
                                                             .at = place_of(i),
                                                             .sigma_in = {(float)(0.5 * MM), (float)(0.5 * MM)},
                                                             .sigma_rad = (float)(2 * RAD_PER_DEG)},
                                               .in_block = true};
    }
    between_odds = seen_odds;
}

// What a look would have seen between the sites of the last rank: a base half a pitch beside each of them. Nothing between those of the other ranks.
static void take_what_is_between(painted_search *s, int k, const lattice *l, int points_in, void *context) {
    const int before = s->count, n = painted_sites_between(s, k, l, points_in, BETWEEN_FILES);
    const double last_mm = place_of(RANKS * FILES).x / MM;
    sites_between = n;
    for (int i = 0; i < n; i++)
        if (fabs(s->poses[i].at.x / MM - last_mm) < 1)
            s->at[s->count++] =
                (painted_find){.find.look = {.odds = (float)between_odds, .at = s->poses[i].at}, .at_site = true, .site = s->poses[i], .kind = -1};
    *(bool *)context = painted_take_between(s, before, k, l, points_in, BETWEEN_FILES);
}

static bool look_between(double chosen_odds, double seen_odds) {
    bool taken = false;
    lay_centred_rank(chosen_odds, seen_odds);
    painted_for_lattices(&search, 0, take_what_is_between, &taken);
    return taken;
}

// Five places along each rank of four, and four along the one of three.
static void a_centred_rank_is_seen_between_the_files(void **state) {
    (void)state;
    const int all = RANKS * FILES + 3;
    assert_true(look_between(-2, 3));
    assert_int_equal(sites_between, RANKS * (FILES + 1) + 4);
    assert_int_equal(search.count, all + 4);
    for (int i = 0; i < all; i++) assert_true(isfinite(finds[i].find.look.odds) == (i < RANKS * FILES));
    for (int i = all; i < search.count; i++) {
        double files = (finds[i].find.look.at.y - 20) / (25.4 * MM) - (finds[all - 3].find.look.at.y - 20) / (25.4 * MM);
        assert_true(fabs(files - floor(files) - 0.5) < 0.05);
    }
}

// As likely as what was chosen, or less: everything stays as it was.
static void nothing_moves_for_what_is_no_likelier(void **state) {
    (void)state;
    static const double odds[][2] = {{2, 2}, {2, -2}, {2, 3}};
    for (int i = 0; i < 3; i++) {
        assert_false(look_between(odds[i][0], odds[i][1]));
        assert_int_equal(search.count, RANKS * FILES + 3);
        for (int k = 0; k < search.count; k++) assert_true(isfinite(finds[k].find.look.odds));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unsharp_find_that_slipped_is_drawn_to_its_site),
        cmocka_unit_test(a_sharp_find_off_its_site_stands_askew),
        cmocka_unit_test(a_ragged_block_draws_no_one),
        cmocka_unit_test(a_dressed_block_is_measured_as_a_whole),
        cmocka_unit_test(a_marker_tells_which_looks_slipped),
        cmocka_unit_test(look_and_marker_are_two_measurements),
        cmocka_unit_test(missing_ones_are_sought_beside_what_was_found),
        cmocka_unit_test(sites_lie_as_the_base_is_turned),
        cmocka_unit_test(complete_kinds_and_discs_have_none),
        cmocka_unit_test(a_centred_rank_is_seen_between_the_files),
        cmocka_unit_test(nothing_moves_for_what_is_no_likelier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
