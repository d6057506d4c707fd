// How units stand in a picture that nothing came before: which side is the front where the bases leave that open, and figures that were not found.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "formation/shape/still.h"
#include "table.h"

#define MOST 64

// Red has a unit of `count` figures U-1, U-2, ... of that base, with starts where `start` names a field for them; blue has one figure, which stands
// at (36, 40).
static game *make_game_of(const char *type, int count, const char *base, const char *start) {
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, "{\"id\":\"U\",\"side\":\"red\",\"type\":\"%s\",\"figures\":[", type);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{\"id\":\"U-%d\",\"base\":{%s}%s}", i ? "," : "", i + 1, base, start);
    snprintf(text + used, sizeof text - used,
             "]},{\"id\":\"E\",\"side\":\"blue\",\"figures\":[{\"id\":\"E-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25}}]}");
    return table_game(text);
}

static game *make_game(int count, const char *base, const char *start) { return make_game_of("regular", count, base, start); }

static const char disc[] = "\"shape\":\"round\",\"diameter_mm\":25.4", square[] = "\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4";

typedef struct {
    game *g;
    base_sighting base[MOST];
    int count;
} picture;

// `count` figures in ranks of `files`, 1.02" from each to the next, about (36, 20), facing so; the last rank's from its left end. Then the enemy.
static picture take_picture(game *g, int count, int files, double facing_deg) {
    picture p = {.g = g};
    for (int i = 0; i < count; i++) {
        vec2 off = vec2_rotate((vec2){-(i / files) * 1.02, (files / 2.0 - i % files) * 1.02}, facing_deg * RAD_PER_DEG);
        p.base[p.count++] = (base_sighting){.by = SEEN_BY_PLAIN,
                                            .figure = i,
                                            .unit = -1,
                                            .base = g->figures[i].base,
                                            .rim_rgb = NO_COLOUR,
                                            .pose = {.at = {36 + off.x, 20 + off.y}, .sigma_in = 0.01, .sigma_rad = HEADING_UNKNOWN}};
    }
    int enemy = g->units[1].first_figure;
    p.base[p.count] = p.base[0];
    p.base[p.count].figure = enemy;
    p.base[p.count++].pose.at = (vec2){36, 40};
    return p;
}

// All of the unit's bases are seen to face that way or any other by quarter turns.
static void leave_four_sides(picture *p, double likely_deg) {
    for (int i = 0; i < p->count - 1; i++) {
        p->base[i].front_doubtful = true;
        p->base[i].pose.heading_rad = angle_wrap(likely_deg * RAD_PER_DEG);
        p->base[i].pose.sigma_rad = 1 * RAD_PER_DEG;
        p->base[i].pose.fronts = 4;
    }
}

static void loses(picture *p, int i) { p->base[i] = p->base[--p->count]; }

static unit_form form_of(const picture *p) {
    pose poses[GAME_MAX_FIGURES];
    bool present[GAME_MAX_FIGURES];
    return formation_still_form(p->g, 0, p->base, p->count, poses, present);
}

static void check(const unit_form *f, int ranks, int frontage, double facing_deg) {
    double off = fabs(angle_difference(f->facing_rad, facing_deg * RAD_PER_DEG)) * DEG_PER_RAD;
    if (f->ranks != ranks || f->frontage != frontage || off > 1)
        fail_msg("%d ranks of %d facing %.1f, not %d of %d facing %.1f", f->ranks, f->frontage, f->facing_rad * DEG_PER_RAD, ranks, frontage,
                 facing_deg);
}

// 5, 5 and 2 round bases: the last rank alone may be short, so the front is on the other side, wherever the enemy stands. From any other side a rank
// of three is followed by shorter ones.
static void a_short_rank_is_the_last(void **state) {
    (void)state;
    game *g = make_game(12, disc, "");
    for (int facing = -175; facing <= 180; facing += 15) {
        picture p = take_picture(g, 12, 5, facing);
        unit_form f = form_of(&p);
        check(&f, 3, 5, facing);
        assert_true(f.sigma_facing_rad >= HEADING_UNKNOWN);  // chosen, not measured
    }
    game_destroy(g);
}

// 2 full ranks of 6: either long side may be the front, and likelier is the one that looks at the enemy, to the north.
static void a_full_block_looks_at_the_enemy(void **state) {
    (void)state;
    game *g = make_game(12, disc, "");
    picture north = take_picture(g, 12, 6, 80), south = take_picture(g, 12, 6, -80);
    unit_form f = form_of(&north);
    check(&f, 2, 6, 80);
    f = form_of(&south);
    check(&f, 2, 6, 100);
    game_destroy(g);
}

// The same where the bases have sides, and look as if the front were on the right: five of six files would lie behind one another.
static void looks_are_weighed_against_the_block(void **state) {
    (void)state;
    game *g = make_game(11, square, "");
    picture p = take_picture(g, 11, 6, 90);
    leave_four_sides(&p, 0);
    unit_form f = form_of(&p);
    check(&f, 2, 6, 90);
    formation_still_face(g, p.base, p.count);
    for (int i = 0; i < 11; i++) {
        assert_near(p.base[i].pose.heading_rad, PI / 2, 1e-6);
        assert_true(p.base[i].front_doubtful);
    }
    game_destroy(g);
}

// Every figure of the unit looks, by that chance each, that way and so many quarter turns farther.
static void look_like(picture *p, double look_deg, const float chance[4]) {
    for (int i = 0; i < p->count - 1; i++) {
        p->base[i].look_rad = (float)(look_deg * RAD_PER_DEG);
        memcpy(p->base[i].look, chance, sizeof p->base[i].look);
    }
}

// 2 full ranks of 6 discs, backs to the enemy: that speaks for their other side by 2 x 1.5 x cos 10 degrees = 2.95 (ln). What 12 looks say counts
// 0.8 x 12 / (1 + 0.3 x 11) = 2.23 times a single one: 2.23 x ln(0.8 / 0.06) = 5.78, but 2.23 x ln(0.4 / 0.2) = 1.55.
static void figures_tell_the_front_that_no_mark_tells(void **state) {
    (void)state;
    static const float plain[4] = {0.8F, 0.07F, 0.06F, 0.07F}, faint[4] = {0.4F, 0.2F, 0.2F, 0.2F};
    game *g = make_game(12, disc, "");
    picture p = take_picture(g, 12, 6, -80);
    look_like(&p, -80, plain);
    unit_form f = form_of(&p);
    check(&f, 2, 6, -80);
    assert_true(f.sigma_facing_rad >= HEADING_UNKNOWN);  // still chosen, not measured
    look_like(&p, -80, faint);
    f = form_of(&p);
    check(&f, 2, 6, 100);
    game_destroy(g);
}

// Squares in rows of 4, 4 and 2, enemies to the north, whose figures all look to the left: 0.8 x 10 / (1 + 0.3 x 9) = 2.16 times a single one, 2.16 x
// ln(0.7 / 0.1) = 4.21, less 1.5 x (cos 30 - cos 60 degrees) = 0.55. From there, ranks of 3, 3, 2 and 2 would leave a place empty before the last
// one, for 3, and be deeper than wide, for ln 4 = 1.39. A mob has no ranks.
static void ranks_tell_of_units_that_have_them(void **state) {
    (void)state;
    static const float left[4] = {0.7F, 0.1F, 0.1F, 0.1F};
    game *g = make_game(10, square, "");
    picture p = take_picture(g, 10, 4, 60);
    look_like(&p, 150, left);
    unit_form f = form_of(&p);
    check(&f, 3, 4, 60);
    game_destroy(g);
    p.g = g = make_game_of("mob", 10, square, "");
    f = form_of(&p);
    assert_near(f.facing_rad, 150 * RAD_PER_DEG, 1 * RAD_PER_DEG);
    game_destroy(g);
}

// A disc's looks need not be along its unit's axes. An eighth of a turn off, either of two quarters is as near: 2.23 x ln(0.47 / 0.03) = 6.14.
static void discs_looks_are_told_between_their_quarters(void **state) {
    (void)state;
    static const float chance[4] = {0.47F, 0.03F, 0.03F, 0.47F};
    game *g = make_game(12, disc, "");
    picture p = take_picture(g, 12, 6, -80);
    look_like(&p, -80 + 45, chance);
    unit_form f = form_of(&p);
    check(&f, 2, 6, -80);
    game_destroy(g);
}

// Two figures of which the fronts are sure outweigh all that is likely.
static void sure_fronts_tell(void **state) {
    (void)state;
    game *g = make_game(12, square, "");
    picture p = take_picture(g, 12, 6, -90);
    leave_four_sides(&p, 90);
    for (int i = 3; i < 5; i++) p.base[i].front_doubtful = false, p.base[i].pose.fronts = 0, p.base[i].pose.heading_rad = -PI / 2;
    unit_form f = form_of(&p);
    check(&f, 2, 6, -90);
    game_destroy(g);
}

// Where it stands at its start, it looks as the game file has it, away from the enemy as well.
static void at_its_start_a_unit_looks_as_the_roster_has_it(void **state) {
    (void)state;
    game *g = make_game(2, disc, ",\"start\":[36, 20, -90]");
    picture p = take_picture(g, 2, 2, -90);
    p.base[0].pose.at = (vec2){36.45, 20}, p.base[1].pose.at = (vec2){35.43, 20};
    unit_form f = form_of(&p);
    check(&f, 1, 2, -90);
    game_destroy(g);
}

// 3 ranks of 7, of which the second figure of the front rank was not found: its place is a hole, so that seven stand in front. Without the last
// figure of the last rank there is no hole: it may be off the table.
static void holes_are_figures_that_were_not_found(void **state) {
    (void)state;
    game *g = make_game(21, disc, "");
    picture p = take_picture(g, 21, 7, 90);
    loses(&p, 1);
    unit_form f = form_of(&p);
    check(&f, 3, 7, 90);
    assert_int_equal(f.formation, FORMATION_CLOSED);
    p = take_picture(g, 21, 7, 90);
    loses(&p, 20);
    f = form_of(&p);
    check(&f, 3, 7, 90);
    assert_int_equal(f.figures, 20);
    p = take_picture(g, 6, 6, 90);  // 15 more are off the table
    f = form_of(&p);
    check(&f, 1, 6, 90);
    loses(&p, 2);
    f = form_of(&p);
    check(&f, 1, 6, 90);
    game_destroy(g);
}

// Hands turn discs in open order by 10 degrees, and one alone says no more of the unit's facing than that. Two abreast face straight across their
// line, though the only one that shows its front looks 20 degrees aside; 30 degrees aside they stand in echelon.
static void two_discs_face_across_their_line(void **state) {
    (void)state;
    game *g = make_game(2, disc, "");
    for (int aside = -20; aside <= 20; aside += 10) {
        picture p = take_picture(g, 2, 2, 90);
        p.base[0].pose.heading_rad = (90 + aside) * RAD_PER_DEG, p.base[0].pose.sigma_rad = 2 * RAD_PER_DEG;
        unit_form f = form_of(&p);
        assert_int_equal(f.frontage, 2);
        assert_near(f.facing_rad, 90 * RAD_PER_DEG, 2 * RAD_PER_DEG);  // the heading has its say, a tenth of the line's
    }
    picture p = take_picture(g, 2, 2, 90);
    p.base[0].pose.heading_rad = 120 * RAD_PER_DEG, p.base[0].pose.sigma_rad = 2 * RAD_PER_DEG;
    unit_form f = form_of(&p);
    assert_near(f.facing_rad, 120 * RAD_PER_DEG, 1 * RAD_PER_DEG);
    game_destroy(g);
}

static void a_single_round_base_has_no_front(void **state) {
    (void)state;
    game *g = make_game(1, disc, "");
    picture p = take_picture(g, 1, 1, 90);
    unit_form f = form_of(&p);
    assert_int_equal(f.figures, 1);
    assert_true(f.sigma_facing_rad >= HEADING_UNKNOWN);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_rank_is_the_last),
        cmocka_unit_test(a_full_block_looks_at_the_enemy),
        cmocka_unit_test(looks_are_weighed_against_the_block),
        cmocka_unit_test(figures_tell_the_front_that_no_mark_tells),
        cmocka_unit_test(ranks_tell_of_units_that_have_them),
        cmocka_unit_test(discs_looks_are_told_between_their_quarters),
        cmocka_unit_test(sure_fronts_tell),
        cmocka_unit_test(at_its_start_a_unit_looks_as_the_roster_has_it),
        cmocka_unit_test(holes_are_figures_that_were_not_found),
        cmocka_unit_test(two_discs_face_across_their_line),
        cmocka_unit_test(a_single_round_base_has_no_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
