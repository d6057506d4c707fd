// Which base is which figure when figures moved since the last look: carried, single, under a hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formation/identify/identify.h"
#include "tests/formation/army.h"

// The army stands so and is known to. Returns how many bases it has.
static int know_army(game *g, const stand *stands, identify_figure *known, base_sighting *bases, int *truth, unsigned long long *seed) {
    know_nothing(known);
    const int n = set_up(g, stands, bases, truth, seed);
    for (int i = 0; i < n; i++) know(known, truth[i], bases[i].pose);
    return n;
}

// A past, and one block carried as a body any way at all (by one file, too, so that most places are taken again) with some of it unseen.
static void a_carried_block_keeps_its_figures(void **state) {
    (void)state;
    unsigned long long seed = 21;
    game *g = make_army();
    for (int round = 0; round < 80; round++) {
        base_sighting bases[ROOM];
        int truth[ROOM], unseen = round % 4;
        identify_figure known[ROOM];
        stand stands[4] = {{16, 16, 90}, {36, 16, 90}, {16, 36, 90}, {50, 36, -90}};
        int n = know_army(g, stands, known, bases, truth, &seed);
        identify_past past = {.figures = known};
        int moved = round % 2 ? A : D;
        stands[moved].x += round < 20 ? 1.02 : -4 + 8 * table_uniform(&seed);
        stands[moved].y += round < 20 ? 0 : 5 * table_uniform(&seed);
        stands[moved].facing_deg += round < 20 ? 0 : -60 + 120 * table_uniform(&seed);
        n = set_up(g, stands, bases, truth, &seed);
        shuffle(bases, truth, n, &seed);
        int kept = 0;
        for (int i = 0; i < n; i++) {
            if (round >= 20 && unseen > 0 && g->figures[truth[i]].unit == moved) {
                unseen--;
                continue;
            }
            bases[kept] = bases[i];
            truth[kept++] = truth[i];
        }
        identify(g, bases, kept, &past);
        check_names(g, bases, truth, kept, true);
    }
    game_destroy(g);
}

// A block wheels, and arms hide much of it; all its corners are in sight, so that it fits in one place only. Each figure is named. Where
// the fronts are in doubt the wheel is small: after a great one a turn about is as likely.
static void a_part_of_a_wheeled_block_has_one_place(void **state) {
    (void)state;
    unsigned long long seed = 77;
    game *g = make_army();
    const int first = g->units[A].first_figure, wide = files[A], deep = ranks[A];
    for (int round = 0; round < 80; round++) {
        base_sighting bases[ROOM];
        int truth[ROOM], n = 0;
        identify_figure known[ROOM];
        know_nothing(known);
        for (int f = 0; f < g->figure_count; f++) known[f].absent = g->figures[f].unit != A;
        double wheel = (3 + (round % 2 ? 12 : 29) * table_uniform(&seed)) * RAD_PER_DEG;
        vec2 corner = grid_pose(A, 0, 20, 20, 90, 1.02).at;
        for (int i = 0; i < wide * deep; i++) {
            bool at_corner = (i % wide == 0 || i % wide == wide - 1) && (i / wide == 0 || i / wide == deep - 1);
            know(known, first + i, grid_pose(A, i, 20, 20, 90, 1.02));
            if (!at_corner && table_uniform(&seed) < 0.6) continue;
            truth[n] = first + i;
            bases[n] = plain_base(g, first + i, table_noisy(table_carry(known[first + i].at, corner, wheel, (vec2){0, 0}), 0.02, 3, &seed));
            bases[n++].front_doubtful = round % 2;
        }
        shuffle(bases, truth, n, &seed);
        identify(g, bases, n, &(identify_past){.figures = known});
        check_names(g, bases, truth, n, true);
    }
    game_destroy(g);
}

// A hand's edge across the table: it hides what lies before it, or what lies behind.
typedef struct {
    double y;
    bool beyond;
} hand_edge;

static bool shows(const void *context, int figure, pose at) {
    (void)figure;
    const hand_edge *h = context;
    return h->beyond ? at.at.y < h->y - 0.5 : at.at.y > h->y + 0.5;
}

// Block A, carried six inches forward from (20, 20): so many of its four ranks are seen, from `rank` on. Returns how many bases.
static int see_ranks(const game *g, int rank, int seen, identify_figure *known, base_sighting *bases, int *truth) {
    int first = g->units[A].first_figure, wide = files[A];
    know_nothing(known);
    for (int f = 0; f < g->figure_count; f++) known[f].absent = g->figures[f].unit != A;
    for (int i = 0; i < wide * ranks[A]; i++) know(known, first + i, grid_pose(A, i, 20, 20, 90, 1.02));
    for (int i = 0; i < seen * wide; i++) {
        truth[i] = first + rank * wide + i;
        bases[i] = plain_base(g, truth[i], grid_pose(A, rank * wide + i, 20.3, 26, 93, 1.02));
    }
    return seen * wide;
}

static void check_unnamed(const base_sighting *bases, int n) {
    for (int i = 0; i < n; i++) assert_int_equal(bases[i].figure, -1);
}

// Two ranks of four may be the first two or the last two. The hand tells which: it must lie over the others.
static void the_unseen_half_of_a_block_lies_under_the_hand(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    base_sighting bases[ROOM];
    int truth[ROOM];
    for (int last = 0; last < 2; last++) {
        hand_edge hand = {.y = 26 - 1.53, .beyond = last};
        int n = see_ranks(g, 2 * last, 2, known, bases, truth);
        identify(g, bases, n, &(identify_past){.figures = known});
        check_unnamed(bases, n);
        n = see_ranks(g, 2 * last, 2, known, bases, truth);
        identify(g, bases, n, &(identify_past){.figures = known, .sight = {&hand, shows}});
        check_names(g, bases, truth, n, true);
    }
    game_destroy(g);
}

// Unit D has not moved and stands before block A, base to base with it or half a base aside.
static void put_enemy_before(const game *g, identify_figure *known, int halves) {
    const int enemy = g->units[D].first_figure;
    for (int i = 0; i < g->units[D].figure_count; i++) {
        know(known, enemy + i, grid_pose(D, i, 20.3 + 0.5 * halves, 27 + 0.3 * halves, -90, 1.02));
        known[enemy + i].absent = known[enemy + i].searched = false;
        known[enemy + i].unmoved = true;
    }
}

// An enemy unit that has not moved stands before the two ranks, base to base with them or half a base aside: no rank of the block stands there.
static void no_rank_of_a_block_stands_where_the_enemy_does(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    base_sighting bases[ROOM];
    int truth[ROOM];
    for (int halves = 0; halves < 2; halves++) {
        const int n = see_ranks(g, 0, 2, known, bases, truth);
        put_enemy_before(g, known, halves);
        identify(g, bases, n, &(identify_past){.figures = known});
        check_names(g, bases, truth, n, true);
    }
    game_destroy(g);
}

// Three ranks of four are seen before the enemy. Two of their figures were placed 0.25" off by the last look, so that all pairs of bases that are
// tried stand as far apart as in the last three ranks, and none as in the first three: the block is tried a rank behind that, too.
static void a_block_is_tried_a_rank_aside(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    base_sighting bases[ROOM];
    int truth[ROOM], n = see_ranks(g, 0, 3, known, bases, truth), first = g->units[A].first_figure;
    known[first + 10].at.at.x -= 0.25;
    known[first + 12].at.at.x += 0.25;
    put_enemy_before(g, known, 1);
    identify(g, bases, n, &(identify_past){.figures = known});
    check_names(g, bases, truth, n, true);
    game_destroy(g);
}

// A look is sure of the wrong side of every other base of a block that stands, and leaves those between open to both: each figure has the base in its
// place all the same, and the block has not turned about.
static void misread_fronts_do_not_turn_a_block(void **state) {
    (void)state;
    unsigned long long seed = 34;
    game *g = make_army();
    base_sighting bases[ROOM];
    int truth[ROOM];
    identify_figure known[ROOM];
    stand stands[4] = {{16, 16, 90}, {36, 16, 90}, {16, 36, 90}, {50, 36, -90}};
    int n = know_army(g, stands, known, bases, truth, &seed);
    for (int i = 0; i < n; i++) {
        if (g->figures[truth[i]].unit != A) continue;
        double ahead_rad = bases[i].pose.heading_rad, behind_rad = angle_wrap(ahead_rad + PI);
        bases[i].front_doubtful = truth[i] % 2 == 0;
        bases[i].front_count = truth[i] % 2 == 0 ? 2 : 0;
        bases[i].fronts_rad[0] = (float)ahead_rad, bases[i].fronts_rad[1] = (float)behind_rad;
        if (truth[i] % 2) bases[i].pose.heading_rad = behind_rad;
    }
    identify(g, bases, n, &(identify_past){.figures = known});
    check_names(g, bases, truth, n, true);
    game_destroy(g);
}

// Skirmishers walk one by one, each less than half the distance to his neighbours.
static void single_figures_go_to_the_nearest(void **state) {
    (void)state;
    unsigned long long seed = 33;
    game *g = make_army();
    for (int round = 0; round < 40; round++) {
        base_sighting bases[ROOM];
        int truth[ROOM];
        identify_figure known[ROOM];
        stand stands[4] = {{16, 16, 90}, {36, 16, 90}, {16, 36, 90}, {50, 36, -90}};
        int n = know_army(g, stands, known, bases, truth, &seed);
        for (int i = 0; i < n; i++) {
            if (g->figures[truth[i]].unit != C || truth[i] % 3) continue;
            double way = 2 * PI * table_uniform(&seed);
            bases[i].pose.at = vec2_add(bases[i].pose.at, (vec2){cos(way), sin(way)});
        }
        shuffle(bases, truth, n, &seed);
        identify(g, bases, n, &(identify_past){.figures = known});
        check_names(g, bases, truth, n, true);
    }
    game_destroy(g);
}

// Skirmishers are moved one by one, and two of them happen to lie as if all had been carried as a body. The others are hidden by the arm and expected
// where that would have taken them: the one that stood still comes to light where it stood, and the base that was set down is another's, which went
// five and a half inches.
static void a_skirmisher_that_stood_still_is_itself(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    identify_unit units[4] = {{.hand = IDENTIFY_HAND_HERE}, {.hand = IDENTIFY_HAND_HERE}, {.hand = IDENTIFY_HAND_HERE}, {.hand = IDENTIFY_HAND_HERE}};
    const int first = g->units[C].first_figure, moved = first, still = first + 1;
    know_nothing(known);
    for (int f = 0; f < g->figure_count; f++) known[f].absent = f != moved && f != still;
    know(known, moved, table_pose(24.1, 33.9, 90, 0, 0));
    know(known, still, table_pose(23.4, 38.1, 90, 0, 0));
    known[moved].at = table_pose(34.2, 31.7, 90, 0, 0);
    known[still].at = table_pose(30.3, 30.1, 90, 0, 0);
    base_sighting bases[] = {plain_base(g, moved, table_pose(26.3, 28.7, 75, 0, 0)), plain_base(g, still, table_pose(23.4, 38.1, 90, 0, 0))};
    identify(g, bases, 2, &(identify_past){.figures = known, .units = units});
    assert_int_equal(bases[0].figure, moved);
    assert_int_equal(bases[1].figure, still);
    game_destroy(g);
}

// Nothing is on the table but the first two skirmishers, known there. Returns the first.
static int know_two(const game *g, identify_figure *known, pose first_at, pose second_at) {
    const int first = g->units[C].first_figure;
    know_nothing(known);
    for (int f = 0; f < g->figure_count; f++) known[f].absent = f != first && f != first + 1;
    know(known, first, first_at);
    know(known, first + 1, second_at);
    return first;
}

// Two skirmishers that face sixty degrees apart are set down anew as they faced. By their ways alone they would be exchanged (0.36 and 5.8 inches
// instead of 3.2 and 5.0), but then each would have been turned by sixty degrees.
static void skirmishers_are_told_by_how_they_face(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    for (int facing = 0; facing < 2; facing++) {
        const int first = know_two(g, known, table_pose(50, 20, 60, 0, 0), table_pose(53, 20, 120, 0, 0)), second = first + 1;
        base_sighting bases[] = {plain_base(g, first, table_pose(53.2, 20.3, 60, 0, 0)), plain_base(g, second, table_pose(53, 25, 120, 0, 0))};
        for (int i = 0; i < 2 && !facing; i++) bases[i].pose.sigma_rad = HEADING_UNKNOWN;
        identify(g, bases, 2, &(identify_past){.figures = known});
        assert_int_equal(bases[0].figure, facing ? first : second);
        assert_int_equal(bases[1].figure, facing ? second : first);
    }
    game_destroy(g);
}

// Which of two skirmishers that are known at (50, 20) and at (50, 28.2) is set down at (50, 24.5): 4.5 inches from the first, 3.7 from the second.
static int set_down_between(const game *g, const identify_figure *known) {
    base_sighting b = plain_base(g, g->units[C].first_figure, table_pose(50, 24.5, 90, 0, 0));
    identify(g, &b, 1, &(identify_past){.figures = known, .t_s = 10});
    return b.figure;
}

// The first one's place was seen empty; the hand lies over the second. Hands take up one after the other: it is the one that has gone, and where
// neither place was seen, the nearer one.
static void the_one_whose_place_is_empty_was_set_down(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    const int gone = know_two(g, known, table_pose(50, 20, 90, 0, 0), table_pose(50, 28.2, 90, 0, 0)), covered = gone + 1;
    known[gone].found_s = known[covered].found_s = 0;
    assert_int_equal(set_down_between(g, known), covered);
    known[gone].gone = true;
    assert_int_equal(set_down_between(g, known), gone);
    game_destroy(g);
}

// Neither place was seen, but the nearer figure stood in its own half a second before the base was: no hand is so quick.
static void no_figure_is_carried_in_half_a_second(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    const int farther = know_two(g, known, table_pose(50, 20, 90, 0, 0), table_pose(50, 28.2, 90, 0, 0)), nearer = farther + 1;
    known[farther].found_s = 5;
    known[nearer].found_s = 9;
    assert_int_equal(set_down_between(g, known), nearer);
    known[nearer].found_s = 9.5;
    assert_int_equal(set_down_between(g, known), farther);
    game_destroy(g);
}

// A base lies half a base from the place of a figure that was not searched for, and a whole base from the place of a missing one. Another base has no
// room so near to a figure, so it is the first figure, a little displaced. Farther off it is the missing one.
static void a_figure_found_by_chance_keeps_its_base(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    know_nothing(known);
    int left_alone = g->units[A].first_figure + 1, missing = g->units[A].first_figure;
    for (int i = 0; i < files[A] * ranks[A]; i++) know(known, g->units[A].first_figure + i, grid_pose(A, i, 20, 20, 90, 1.02));
    for (int f = 0; f < ROOM; f++) known[f].searched = f == missing, known[f].found_lately = f != missing;
    identify_past past = {.figures = known};
    static const double off[] = {0.5, 1.6};
    for (int k = 0; k < 2; k++) {
        pose at = known[left_alone].at;
        at.at.y += off[k];
        base_sighting b = plain_base(g, left_alone, at);
        identify(g, &b, 1, &past);
        assert_int_equal(b.figure, k == 0 ? left_alone : missing);
    }
    game_destroy(g);
}

// What is known of A, drawn up with its front rank at (20, 20).
typedef struct {
    identify_figure figures[ROOM];
    identify_unit units[4];
    double since_s[ROOM];
} memory;

static pose place_in_a(int i) { return grid_pose(A, i, 20, 20, 90, 1.02); }

static memory remember_nothing(void) {
    memory m = {.since_s = {0}};
    know_nothing(m.figures);
    for (int f = 0; f < ROOM; f++) m.figures[f].searched = false, m.figures[f].found_lately = true, m.figures[f].found_s = 0;
    for (int u = 0; u < 4; u++) m.units[u].hand = IDENTIFY_HAND_AWAY;
    return m;
}

static memory remember_a(const game *g) {
    memory m = remember_nothing();
    for (int i = 0; i < files[A] * ranks[A]; i++) {
        know(m.figures, g->units[A].first_figure + i, place_in_a(i));
        m.figures[g->units[A].first_figure + i].searched = true;
    }
    return m;
}

static void hide(memory *m, int figure) { m->figures[figure].found_lately = false; }

static identify_past past_of(const memory *m) { return (identify_past){.figures = m->figures, .units = m->units, .since_s = m->since_s}; }

// A rank that stood in front of the block was taken up and is put down behind it. The first of the other ranks is not searched for,
// since nothing changes near it. A move of the whole block back by a rank would explain more of the seen bases, but then that rank would have left.
static void an_unmoved_figure_is_not_carried_off(void **state) {
    (void)state;
    game *g = make_army();
    memory m = remember_a(g);
    base_sighting bases[ROOM];
    int first = g->units[A].first_figure, n = 0;
    for (int i = 0; i < files[A] * ranks[A]; i++) {
        int rank = i / files[A];
        if (rank == 0) m.figures[first + i].searched = false, m.figures[first + i].unmoved = true;
        if (rank == 3) {
            pose at = m.figures[first + i].at;
            at.at.y = 21.5;
            know(m.figures, first + i, at);
            hide(&m, first + i);
        }
        if (rank > 0) bases[n++] = plain_base(g, first + i, place_in_a(i));
    }
    identify_past past = past_of(&m);
    identify(g, bases, n, &past);
    for (int k = 0; k < n; k++) assert_int_equal(bases[k].figure, first + files[A] + k);
    game_destroy(g);
}

// One look misses a figure. Beside it lies the base of a figure that was taken up elsewhere. That base lay there already when the first figure was
// last found.
static void a_missed_figure_is_not_the_base_beside_it(void **state) {
    (void)state;
    game *g = make_army();
    memory m = remember_a(g);
    base_sighting bases[ROOM];
    int first = g->units[A].first_figure, count = files[A] * ranks[A], n = 1, missed = first, taken_up = first + count - 1;
    for (int i = 0; i < count; i++) m.figures[first + i].found_s = 10;
    pose up = m.figures[taken_up].at;
    up.at.y -= 5;
    know(m.figures, taken_up, up);
    hide(&m, taken_up);
    m.figures[taken_up].found_s = 3;
    bases[0] = plain_base(g, taken_up, table_pose(m.figures[missed].at.at.x - 1, m.figures[missed].at.at.y, 90, 0, 0));
    for (int f = first + 1; f < taken_up; f++) bases[n++] = plain_base(g, f, m.figures[f].at);
    for (int k = 0; k < n; k++) m.since_s[k] = 10.1;
    identify_past past = past_of(&m);
    for (int k = 0; k < 2; k++) {
        base_sighting look[ROOM];
        m.since_s[0] = k == 0 ? 9.8 : 10.1;  // in the second case it may be the missed one, pushed aside since then
        memcpy(look, bases, sizeof look);
        identify(g, look, n, &past);
        assert_int_equal(look[0].figure, k == 0 ? taken_up : missed);
    }
    game_destroy(g);
}

// Two skirmishers were taken up and a hand is still about. While only one base is found it is not named. When both are found they are, since nothing
// can become clearer.
static void where_each_has_a_base_no_figure_waits(void **state) {
    (void)state;
    game *g = make_army();
    memory m = remember_nothing();
    int first = g->units[C].first_figure;
    for (int i = 0; i < 2; i++) {
        know(m.figures, first + i, table_pose(30 + 2.5 * i, 20, 90, 0, 0));
        m.figures[first + i].searched = true;
        hide(&m, first + i);
    }
    m.units[C].hand = IDENTIFY_HAND_HERE;
    base_sighting both[2] = {plain_base(g, first, table_pose(30.5, 25, 90, 0, 0)), plain_base(g, first, table_pose(32, 25, 90, 0, 0))}, one = both[0];
    identify_past past = past_of(&m);
    identify(g, &one, 1, &past);
    assert_int_equal(one.figure, -1);
    identify(g, both, 2, &past);
    for (int i = 0; i < 2; i++) assert_int_equal(both[i].figure, first + i);
    game_destroy(g);
}

// A hand over half the block sets its figures down one by one. What it has just put there may be carried on; what has lain there for a second is one
// of those that are missing, however many are.
static void what_was_set_down_is_named_under_the_hand(void **state) {
    (void)state;
    game *g = make_army();
    int first = g->units[A].first_figure, count = files[A] * ranks[A];
    for (int k = 0; k < 2; k++) {
        memory m = remember_a(g);
        base_sighting bases[ROOM];
        int n = 1;
        m.units[A].hand = IDENTIFY_HAND_HERE;
        for (int i = 0; i < count / 2; i++) bases[n++] = plain_base(g, first + i, place_in_a(i));
        for (int i = count / 2; i < count; i++) hide(&m, first + i);
        bases[0] = plain_base(g, first, table_pose(15, 14, 90, 0, 0));
        for (int i = 0; i < n; i++) m.since_s[i] = 9;
        m.since_s[0] = k ? 8.7 : 9.7;
        identify_past past = past_of(&m);
        past.t_s = 10;
        identify(g, bases, n, &past);
        assert_int_equal(bases[0].figure >= first + count / 2 && bases[0].figure < first + count, k);
        assert_int_equal(bases[0].figure >= 0, k);
    }
    game_destroy(g);
}

static void the_absent_are_not_named(void **state) {
    (void)state;
    game *g = make_army();
    identify_figure known[ROOM];
    know_nothing(known);
    for (int f = 0; f < g->figure_count; f++) known[f].absent = true;
    base_sighting b = plain_base(g, 0, table_pose(10, 10, 90, 0.01, 1));
    identify(g, &b, 1, &(identify_past){.figures = known});
    assert_int_equal(b.figure, -1);
    game_destroy(g);
}

// A block without its last figure looks turned half about: a base shows in the empty corner, and none in the opposite one. If it was seen a moment
// ago, no hand can have turned it, since that takes its corners 5" and farther, nor if it was seen a second ago; if nobody saw it for long, that
// explains most.
static void a_block_does_not_turn_about_between_two_looks(void **state) {
    (void)state;
    game *g = make_army();
    const int first = g->units[A].first_figure, n = files[A] * ranks[A];
    const vec2 middle = vec2_scale(vec2_add(grid_pose(A, 0, 20, 20, 90, 1.02).at, grid_pose(A, n - 1, 20, 20, 90, 1.02).at), 0.5);
    for (int lately = 0; lately < 3; lately++) {
        base_sighting bases[ROOM];
        identify_figure known[ROOM];
        know_nothing(known);
        for (int f = 0; f < g->figure_count; f++) known[f].absent = f < first || f >= first + n - 1;
        for (int i = 0; i < n - 1; i++) {
            pose at = grid_pose(A, i, 20, 20, 90, 1.02), turned = at;
            know(known, first + i, at);
            bool outer = i % files[A] == 0 || i % files[A] == files[A] - 1, found_lately = lately == 1 && !outer;
            if (lately == 2) known[first + i].found_s = -1;
            known[first + i].searched = true, known[first + i].found_lately = found_lately, known[first + i].reach_in = found_lately ? 2 : INFINITY;
            turned.at = vec2_sub(vec2_scale(middle, 2), at.at);
            bases[i] = plain_base(g, first + i, turned);
            bases[i].front_doubtful = true;
        }
        identify(g, bases, n - 1, &(identify_past){.figures = known});
        for (int i = 1; i < n - 1; i++) assert_int_equal(bases[i].figure, lately ? first + n - 1 - i : first + i);  // what stood where it lies
    }
    game_destroy(g);
}

// One look saw a block but for its last file, another one but for its first: of the last file one figure lies where nobody saw it go, and the first
// was not looked at. What was seen looks like the block a file aside, with one figure more. If nothing has moved in the picture where the figures
// were seen, they stand where they stood.
static void a_block_in_a_still_picture_is_not_a_file_aside(void **state) {
    (void)state;
    game *g = make_army();
    const int first = g->units[A].first_figure, n = files[A] * ranks[A], last = files[A] - 1;
    for (int still = 0; still < 2; still++) {
        base_sighting bases[ROOM];
        identify_figure known[ROOM];
        int count = 0;
        know_nothing(known);
        for (int f = 0; f < g->figure_count; f++) known[f].absent = f < first || f >= first + n;
        for (int i = 0; i < n; i++) {
            pose at = grid_pose(A, i, 20, 20, 90, 1.02);
            bool seen = i % files[A] != 0, hidden = i % files[A] == last;
            know(known, first + i, at);
            known[first + i].searched = seen, known[first + i].found_lately = known[first + i].still = still && !hidden;
            if (i == last) known[first + i].at.at = known[first + i].stood.at = vec2_add(at.at, (vec2){-0.7, 0.4});
            if (seen) bases[count++] = plain_base(g, first + i, at);
        }
        identify(g, bases, count, &(identify_past){.figures = known});
        for (int k = 0, i = 0; i < n; i++) {
            if (i % files[A] == 0) continue;
            if (i % files[A] != last) assert_int_equal(bases[k].figure, first + i - !still);
            k++;
        }
    }
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_does_not_turn_about_between_two_looks),
        cmocka_unit_test(a_block_in_a_still_picture_is_not_a_file_aside),
        cmocka_unit_test(a_carried_block_keeps_its_figures),
        cmocka_unit_test(a_block_is_tried_a_rank_aside),
        cmocka_unit_test(misread_fronts_do_not_turn_a_block),
        cmocka_unit_test(single_figures_go_to_the_nearest),
        cmocka_unit_test(a_skirmisher_that_stood_still_is_itself),
        cmocka_unit_test(skirmishers_are_told_by_how_they_face),
        cmocka_unit_test(the_one_whose_place_is_empty_was_set_down),
        cmocka_unit_test(no_figure_is_carried_in_half_a_second),
        cmocka_unit_test(a_figure_found_by_chance_keeps_its_base),
        cmocka_unit_test(an_unmoved_figure_is_not_carried_off),
        cmocka_unit_test(a_missed_figure_is_not_the_base_beside_it),
        cmocka_unit_test(where_each_has_a_base_no_figure_waits),
        cmocka_unit_test(what_was_set_down_is_named_under_the_hand),
        cmocka_unit_test(the_absent_are_not_named),
        cmocka_unit_test(a_part_of_a_wheeled_block_has_one_place),
        cmocka_unit_test(the_unseen_half_of_a_block_lies_under_the_hand),
        cmocka_unit_test(no_rank_of_a_block_stands_where_the_enemy_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
