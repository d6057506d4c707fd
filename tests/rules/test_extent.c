// What is passed over at a glance (rules/state/extent.h, rules/measure/contact/crowd.h). The boxes agree with the figures after every kind of event.
// The nearest figure is the one that a search of all finds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"
#include "rules/measure/contact/crowd.h"
#include "rules/state/extent.h"
#include "rules/state/state_limits.h"

static field f;
static unsigned seed;

static int below(int n) { return (int)uniform(&seed, 0, n); }
static pose somewhere(void) { return (pose){.at = {uniform(&seed, 0, 40), uniform(&seed, 0, 30)}, .heading_rad = uniform(&seed, -PI, PI)}; }

static void begin_game(void) {
    field_init(&f);
    for (int u = 0; u < 6; u++)
        field_block(&f, "Unit", u % 2, u == 4 ? UNIT_SKIRMISH : UNIT_REGULAR, 3 + u, 2, u == 4 ? 1.5 : 0, (vec2){4 + 6.0 * u, 10 + 6 * (u % 2)}, 90,
                    12);
    field_start(&f);
}

static void apply(event e) { assert_int_equal(rules_apply(f.r, f.s, &e), STATUS_OK); }

static void move_and_book(int unit) {
    field_begin(&f, unit);
    field_shift(&f, unit, uniform(&seed, -6, 6), uniform(&seed, -6, 6));
    rules_book(f.r, f.s, &f.m, field_judge(&f));
}

// A figure is seen with a doubtful front, another one of the unit is lost from sight.
static void see_and_lose(int unit) {
    const game_unit *u = &f.units[unit];
    event_pose seen = {.figure = u->first_figure + below(u->figure_count), .pose = somewhere()};
    int hidden = u->first_figure + below(u->figure_count);
    seen.pose.fronts = below(2) ? 4 : 0;
    apply((event){.kind = EVENT_OBSERVE, .observe = {.poses = &seen, .pose_count = 1, .hidden = &hidden, .hidden_count = 1}});
}

static void anything(void) {
    int unit = below(f.g.unit_count), figure = below(f.g.figure_count);
    event_pose put = {.figure = figure, .pose = somewhere()};
    switch (below(6)) {
        case 0:
            move_and_book(unit);
            break;
        case 1:
            see_and_lose(unit);
            break;
        case 2:
            apply((event){.kind = EVENT_REMOVE, .remove = {&figure, 1}});
            break;
        case 3:
            apply((event){.kind = EVENT_PLACE, .place = {.poses = &put, .pose_count = 1}});
            break;
        case 4:
            apply((event){.kind = EVENT_TAKE_BACK, .take_back = {unit}});
            break;
        default:
            field_phase(&f, 1, "movement", below(2));
    }
}

static void holds_extents(void) {
    rules_state *fresh = rules_state_copy(f.s);
    assert_non_null(fresh);
    extent_renew_all(f.r, fresh);
    for (int u = 0; u < f.g.unit_count; u++) {
        const unit_extent *kept = &f.s->extents[u], *true_one = &fresh->extents[u];
        assert_true(kept->low.x == true_one->low.x && kept->low.y == true_one->low.y);
        assert_true(kept->high.x == true_one->high.x && kept->high.y == true_one->high.y);
        assert_int_equal(kept->sides, true_one->sides);
    }
    rules_state_destroy(fresh);
}

static void holds_sides(void) {
    int unit = below(f.g.unit_count), most = 0;
    for (int i = f.units[unit].first_figure; i < f.units[unit].first_figure + f.units[unit].figure_count; i++)
        if (f.s->figures[i].on_table && f.s->figures[i].at.fronts > most) most = f.s->figures[i].at.fronts;
    assert_int_equal(rules_doubtful_sides(f.s, unit), most);
}

static bool same(nearest a, nearest b) { return a.gap == b.gap && a.sigma == b.sigma && a.figure == b.figure && a.enemy == b.enemy; }

static void holds_nearest(void) {
    int figure = below(f.g.figure_count), side = f.units[f.figures[figure].unit].side, enemies[FIELD_FIGURES], count = 0;
    double reach = below(2) ? 0.2 : uniform(&seed, 0, 40);
    pose p = somewhere();
    for (int e = 0; e < f.g.figure_count; e++)
        if (f.units[f.figures[e].unit].side != side && figure_stands(&f.s->figures[e])) enemies[count++] = e;
    nearest all = nearest_of(f.r, f.s, figure, p, enemies, count, reach);
    assert_true(same(nearest_enemy(f.r, f.s, figure, p, reach), all));
    crowd c;
    assert_int_equal(crowd_init(&c, f.r, f.s, enemies, count), STATUS_OK);
    assert_true(same(crowd_nearest(&c, f.r, f.s, figure, p, reach), all));
    crowd_finish(&c);
}

// No base lies nearer than is said, whatever is asked.
static void holds_bounds(void) {
    vec2 a = somewhere().at, b = somewhere().at;
    int unit = below(f.g.unit_count), i = f.units[unit].first_figure + below(f.units[unit].figure_count);
    double reach = uniform(&seed, 0, 3), radius = base_radius(f.figures[i].base);
    if (!figure_stands(&f.s->figures[i])) return;
    vec2 p = f.s->figures[i].at.at;
    assert_true(extent_from(f.s, unit, a) <= fmax(vec2_distance(a, p) - radius, 0) + EXTENT_SLACK_IN);
    if (segment_distance(p, a, b) <= reach) assert_true(extent_meets_line(f.s, unit, a, b, reach));
    if (vec2_distance(a, p) <= reach) assert_true(rules_may_stand_near(f.s, unit, a, reach));
}

static void what_is_passed_over_is_not_near(void **state) {
    (void)state;
    for (int game = 0; game < 20; game++) {
        seed = 100 + (unsigned)game;
        begin_game();
        for (int i = 0; i < 60; i++) {
            anything();
            holds_extents();
            holds_sides();
            for (int k = 0; k < 10; k++) holds_nearest(), holds_bounds();
        }
        field_end(&f);
    }
}

// Far off, units are passed over; else the bounds would be worth nothing.
static void what_is_far_is_passed_over(void **state) {
    (void)state;
    begin_game();
    assert_true(extent_from(f.s, 0, (vec2){4, 60}) > 40);
    assert_false(rules_may_stand_near(f.s, 0, (vec2){30, 30}, 5));
    assert_false(extent_meets_line(f.s, 0, (vec2){0, 14}, (vec2){8, 22}, 1));  // it passes the box by, though its own box meets that
    assert_false(enemies_may_be_near(f.r, f.s, 0, 0.1));
    field_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_passed_over_is_not_near), cmocka_unit_test(what_is_far_is_passed_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
