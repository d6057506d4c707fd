// Figures whose looks are written out one by one: what a base shows of its front and its marker, and how its block lies, against where the figure is
// told to stand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "looks.h"

// The marker of the only unit, there.
static base_sighting marker_sight(pose at) {
    return (base_sighting){.by = SEEN_BY_UNIT_MARKER, .figure = -1, .unit = 0, .rim_rgb = NO_COLOUR, .score = 1, .pose = at};
}

// Look k of ten a second, at the whole table.
static void look(formation *f, int k, const base_sighting *seen, int count) {
    event e;
    formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = count};
    assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
}

static void check_facing(const formation *f, int figure, double heading_rad) {
    assert_true(fabs(angle_difference(formation_pose(f, figure, NULL, NULL)->heading_rad, heading_rad)) < 0.2);
}

// Two marks of a block are misread by a quarter for four looks, two more look doubtful for long; then the whole block truly faces left.
static void misread_marks_do_not_turn_single_figures(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    unsigned long long seed = 4;
    for (int k = 0; k < 40; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) {
            seen[i] = plain_sight(g, i, table_noisy(g->figures[i].start, 0.015, 2, &seed));
            seen[i].front_doubtful = k >= 10 && k < 20 && i >= 2 && i < 4;
            if (k >= 20 || (k >= 10 && k < 14 && i < 2) || seen[i].front_doubtful)
                seen[i].pose.heading_rad = angle_wrap(seen[i].pose.heading_rad + PI / 2);
        }
        look(f, k, seen, 8);
        for (int i = 0; i < 8 && (k < 20 || k >= 30); i++)  // between, the turn is looked at again before it is believed
            check_facing(f, i, k < 20 ? PI / 2 : PI);
    }
    formation_destroy(f);
    game_destroy(g);
}

// Three marks of a block of eight are misread by half a turn for as long as nothing changes: single figures don't turn in their ranks. Then the
// others are turned, too, one every half second: by the end all have turned, and before the fourth none has.
static void figures_turn_in_their_ranks_together(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    for (int k = 0; k < 90; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) {
            seen[i] = plain_sight(g, i, g->figures[i].start);
            const bool turned = k >= (i < 3 ? 10 : 30 + 5 * i);
            if (turned) seen[i].pose.heading_rad = angle_wrap(seen[i].pose.heading_rad + PI);
        }
        look(f, k, seen, 8);
        for (int i = 0; i < 8 && (k < 45 || k >= 80); i++) check_facing(f, i, k < 45 ? PI / 2 : -PI / 2);
    }
    formation_destroy(f);
    game_destroy(g);
}

// Its front is doubtful, to the left or to the right.
static void seem_to_look_aside(base_sighting *b) {
    b->front_doubtful = true;
    b->pose.heading_rad = angle_wrap(b->pose.heading_rad + PI / 2);
    b->front_count = 2;
    b->fronts_rad[0] = (float)b->pose.heading_rad;
    b->fronts_rad[1] = (float)angle_wrap(b->pose.heading_rad + PI);
}

// A block whose fronts are hard to see goes ahead. In every other look one of its figures seems to face left or right, and neither is its way: it
// goes on facing as the block does.
static void two_sides_misread_do_not_turn_a_figure_in_ranks(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    unsigned long long seed = 6;
    for (int k = 0; k < 40; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) {
            seen[i] = plain_sight(g, i, table_noisy(g->figures[i].start, 0.015, 2, &seed));
            seen[i].pose.at.y += k < 10 ? 0 : k < 30 ? (k - 10) * 0.2 : 4;
            seen[i].front_doubtful = true;
            if (i == 5 && k % 2 == 0) seem_to_look_aside(&seen[i]);
        }
        look(f, k, seen, 8);
        for (int i = 0; i < 8; i++) check_facing(f, i, PI / 2);
    }
    formation_destroy(f);
    game_destroy(g);
}

// Two figures of a block whose fronts are hard to see lie under a hand for longer than a heading is remembered. When they are found in their places
// they seem to face left or right: the one look does not turn them out of their ranks.
static void two_sides_misread_do_not_turn_a_figure_found_late(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    for (int k = 0; k < 70; k++) {
        base_sighting seen[8];
        int n = 0;
        for (int i = 0; i < 8; i++) {
            bool covered = i == 2 || i == 6;
            if (covered && k >= 10 && k < 60) continue;
            seen[n] = plain_sight(g, i, g->figures[i].start);
            seen[n].front_doubtful = true;
            if (covered && k >= 60) seem_to_look_aside(&seen[n]);
            n++;
        }
        look(f, k, seen, n);
        for (int i = 0; i < 8; i++) check_facing(f, i, PI / 2);
    }
    formation_destroy(f);
    game_destroy(g);
}

// Two figures of a closed block are lost under a hand, and something half over the places of both is taken for one of them. When the other is found
// in its place, more exactly, the two can't both stand there: that one is lost again, though nobody looked for it.
static void no_figure_stays_half_over_a_surer_one(void **state) {
    (void)state;
    enum { FRONT = 1, REAR = 5 };
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    const pose front = g->figures[FRONT].start, rear = g->figures[REAR].start;
    const vec2 between = vec2_lerp(front.at, rear.at, 0.5);
    bool searched[8] = {false}, touched[8] = {false}, hidden;
    base_sighting seen[8];
    event e;
    int k = 0;
    for (; k < 6; k++) {
        for (int i = 0; i < 8; i++) seen[i] = plain_sight(g, i, g->figures[i].start), seen[i].pose.sigma_in = 0.008;
        look(f, k, seen, 8);
    }
    searched[FRONT] = searched[REAR] = touched[FRONT] = touched[REAR] = true;
    for (; k < 20; k++) {
        seen[0] = plain_sight(g, FRONT, front);
        seen[0].pose.at = between, seen[0].pose.sigma_in = 0.06;
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = k < 12 ? 0 : 1, .searched = searched, .touched = touched, .hand = k < 12};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    int taken = vec2_distance(formation_pose(f, FRONT, NULL, &hidden)->at, between) < 0.1 && !hidden ? FRONT : REAR, other = FRONT + REAR - taken;
    assert_true(vec2_distance(formation_pose(f, taken, NULL, &hidden)->at, between) < 0.1 && !hidden);
    searched[taken] = touched[taken] = false;
    seen[0].pose = g->figures[other].start, seen[0].pose.sigma_in = 0.008;
    for (; k < 23; k++) {
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = 1, .searched = searched, .touched = touched};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    assert_true(vec2_distance(formation_pose(f, other, NULL, &hidden)->at, g->figures[other].start.at) < 0.05 && !hidden);
    formation_pose(f, taken, NULL, &hidden);
    assert_true(hidden);
    formation_destroy(f);
    game_destroy(g);
}

// A block starts off by itself, as far as anybody knows: the hand at it is not made out. Then it is lost from sight, and found at rest 6" farther on.
// What was seen to go may have gone on.
static void a_block_that_went_off_may_be_far_away(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    bool searched[8], hidden;
    double hand_in[8];
    base_sighting seen[8];
    event e;
    for (int i = 0; i < 8; i++) searched[i] = true, hand_in[i] = INFINITY;
    for (int k = 0; k < 40; k++) {
        double ahead = k < 10 ? 0 : k < 14 ? (k - 9) * 0.15 : 6.6;
        bool lost = k >= 14 && k < 30;
        for (int i = 0; i < 8; i++) seen[i] = plain_sight(g, i, g->figures[i].start), seen[i].pose.at.y += ahead;
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = lost ? 0 : 8, .searched = searched, .touched = searched, .hand_in = hand_in};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    for (int i = 0; i < 8; i++) {
        const pose *p = formation_pose(f, i, NULL, &hidden);
        assert_true(!hidden && fabs(p->at.y - (g->figures[i].start.at.y + 6.6)) < 0.05);
    }
    formation_destroy(f);
    game_destroy(g);
}

// A tray with its marker on a tile behind it goes 6" ahead with all its figures under hands: the marker says where they are.
static void a_marker_carries_its_hidden_tray(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"T\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"array\":{\"files\":4,\"ranks\":3,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[20,20,90]},"
        "\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":25,\"offset\":[-4,0,0]}}");
    formation *f = tracker_of(g);
    unsigned long long seed = 4;
    base_sighting seen[16];
    event e;
    for (int k = 0; k < 70; k++) {
        double ahead = k < 20 ? 0 : k < 50 ? (k - 20) * 0.2 : 6;
        bool covered = k >= 15 && k < 55;
        int n = 1;
        seen[0] = marker_sight(table_noisy(table_pose(20, 16 + ahead, 90, 0, 0), 0.01, 0.3, &seed));
        for (int i = 0; !covered && i < 12; i++, n++) {
            seen[n] = plain_sight(g, i, table_noisy(g->figures[i].start, 0.015, 2, &seed));
            seen[n].pose.at.y += ahead;
        }
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = n, .hand = covered};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
        for (int i = 0; k >= 5 && i < 12; i++) {
            bool known, hidden;
            const pose *p = formation_pose(f, i, &known, &hidden);
            assert_true(known && !hidden);
            vec2 truth = vec2_add(g->figures[i].start.at, (vec2){0, ahead});
            if (vec2_distance(p->at, truth) > (covered ? 0.25 : 0.1))
                fail_msg("frame %d: %s %.2f\" off", k, g->figures[i].id, vec2_distance(p->at, truth));
        }
    }
    formation_destroy(f);
    game_destroy(g);
}

// A block of round, unpainted bases is wheeled while a hand lies on its marker: nothing shows which way they face until the marker is seen again.
// What is remembered of the layout is that of before: the headings of before are none of the new place. (A recording: the block was told turned
// about.)
static void a_layout_is_not_learned_from_headings_of_before(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":3,"
        "\"base\":{\"shape\":\"round\",\"diameter_mm\":31.75},\"at\":[20,20,-94]},"
        "\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":25,\"offset\":[-4.6,1.5,0]}}");
    formation *f = tracker_of(g);
    unsigned long long seed = 4;
    base_sighting seen[16];
    event e;
    enum { FIGURES = 15, LIFTED = 15, DOWN = 25, UNCOVERED = 60, END = 80 };
    const pose front = table_pose(20, 20, -94, 0, 0);
    pose tile = {.at = vec2_add(front.at, vec2_rotate((vec2){-4.6, 1.5}, front.heading_rad)), .heading_rad = front.heading_rad};
    const double wheel = 38 * RAD_PER_DEG;
    for (int k = 0; k < END; k++) {
        bool moved = k >= LIFTED, in_hand = k >= LIFTED && k < DOWN;
        int n = 0;
        for (int i = 0; i < FIGURES && !in_hand; i++, n++) {
            pose at = table_carry(g->figures[i].start, g->figures[0].start.at, moved ? wheel : 0, (vec2){0, 0});
            seen[n] = plain_sight(g, i, table_noisy(at, 0.01, 2, &seed));
            seen[n].pose.sigma_rad = HEADING_UNKNOWN;
        }
        if (k < LIFTED || k >= UNCOVERED) {
            seen[n++] = marker_sight(table_noisy(table_carry(tile, g->figures[0].start.at, moved ? wheel : 0, (vec2){0, 0}), 0.01, 0.3, &seed));
        }
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = n, .hand = in_hand};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    for (int i = 0; i < FIGURES; i++) {
        pose truth = table_carry(g->figures[i].start, g->figures[0].start.at, wheel, (vec2){0, 0});
        const pose *p = formation_pose(f, i, NULL, NULL);
        if (vec2_distance(p->at, truth.at) > 0.1) fail_msg("%s is told %.1f\" off", g->figures[i].id, vec2_distance(p->at, truth.at));
        double off = angle_difference(p->heading_rad, truth.heading_rad) * DEG_PER_RAD;
        if (fabs(off) > 10) fail_msg("%s is told to face %.0f degrees off", g->figures[i].id, off);
    }
    formation_destroy(f);
    game_destroy(g);
}

// Round bases that never show a front stand where the game file places them, and are spun about the middle of their block by 59 degrees: they face as
// the block was turned.
static void round_bases_face_as_their_block_was_turned(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"array\":{\"files\":4,\"ranks\":2,"
        "\"base\":{\"shape\":\"round\",\"diameter_mm\":32},\"at\":[20,20,94]}}");
    formation *f = tracker_of(g);
    unsigned long long seed = 7;
    enum { FIGURES = 8, LIFTED = 10, DOWN = 28, END = 45 };
    vec2 middle = vec2_lerp(g->figures[0].start.at, g->figures[FIGURES - 1].start.at, 0.5);
    for (int k = 0; k < END; k++) {
        double turn = -59 * RAD_PER_DEG * fmin(fmax(k - LIFTED, 0) / (DOWN - LIFTED), 1);
        base_sighting seen[FIGURES];
        event e;
        for (int i = 0; i < FIGURES; i++) {
            seen[i] = plain_sight(g, i, table_noisy(table_carry(g->figures[i].start, middle, turn, (vec2){0, 0}), 0.01, 2, &seed));
            seen[i].pose.heading_rad = 0.1 * k;  // of no meaning
            seen[i].pose.sigma_rad = HEADING_UNKNOWN;
        }
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = FIGURES, .hand = k >= LIFTED && k < DOWN};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    for (int i = 0; i < FIGURES; i++) {
        const pose *p = formation_pose(f, i, NULL, NULL);
        double off = angle_difference(p->heading_rad, g->figures[i].start.heading_rad - 59 * RAD_PER_DEG) * DEG_PER_RAD;
        if (!pose_has_heading(*p) || fabs(off) > 3) fail_msg("%s faces %.1f degrees off", g->figures[i].id, off);
    }
    formation_destroy(f);
    game_destroy(g);
}

// From 1 s on looks read the mark on the rim of one of eight round bases 13 degrees aside, and state 2 degrees of error. Nothing has turned it: half
// of what lies between is doubt, and so much does not turn the base.
static void a_mark_read_aside_turns_no_base_in_ranks(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"array\":{\"files\":4,\"ranks\":2,"
        "\"base\":{\"shape\":\"round\",\"diameter_mm\":40},\"at\":[20,20,-90]}}");
    formation *f = tracker_of(g);
    for (int k = 0; k < 12; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) {
            seen[i] = plain_sight(g, i, g->figures[i].start);
            seen[i].pose.sigma_rad = 2 * RAD_PER_DEG;
        }
        if (k >= 10) seen[6].pose.heading_rad -= 13 * RAD_PER_DEG;
        look(f, k, seen, 8);
    }
    const double off_rad = angle_difference(formation_pose(f, 6, NULL, NULL)->heading_rad, g->figures[6].start.heading_rad);
    assert_true(fabs(off_rad) < 6.5 * RAD_PER_DEG);
    formation_destroy(f);
    game_destroy(g);
}

// A block of square bases without marks that stands where the game file places it: hands hide it for half a second, and it stands spun about its
// middle by 62 degrees, more than half a quarter. Then it is seen for one look. Its fronts can't be seen; they are where the block turned them.
static void square_bases_face_as_their_block_was_turned(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    enum { FIGURES = 8, LIFTED = 10, DOWN = 15 };
    const double turned = -62 * RAD_PER_DEG;
    vec2 middle = vec2_lerp(g->figures[0].start.at, g->figures[FIGURES - 1].start.at, 0.5);
    for (int k = 0; k <= DOWN; k++) {
        base_sighting seen[FIGURES];
        event e;
        for (int i = 0; i < FIGURES; i++) {
            seen[i] = plain_sight(g, i, table_carry(g->figures[i].start, middle, k < DOWN ? 0 : turned, (vec2){0, 0}));
            seen[i].pose.heading_rad = angle_wrap(seen[i].pose.heading_rad + i % 4 * PI / 2);
            seen[i].pose.sigma_rad = 2 * RAD_PER_DEG;
            seen[i].front_doubtful = true;
        }
        const bool hides = k >= LIFTED && k < DOWN;
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = hides ? 0 : FIGURES, .hand = hides};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
    }
    for (int i = 0; i < FIGURES; i++) check_facing(f, i, g->figures[i].start.heading_rad + turned);
    formation_destroy(f);
    game_destroy(g);
}

// A block is turned by 8 degrees a look under the camera's eyes. One figure of it is seen blurred (sigma 0.1") on its way and then no more: half way
// between where the block has it and where it stood, at last 0.33" from either, so that it may as well have stood still. It has not left its block:
// out of sight, it is sought where that takes it, and once it is seen there it is there.
static void a_blurred_figure_has_not_left_its_block(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    enum { FIGURES = 8, BLURRED = 7, BEGIN = 10, SEEN = 13, END = 20 };
    vec2 middle = vec2_lerp(g->figures[0].start.at, g->figures[FIGURES - 1].start.at, 0.5);
    const pose stood = g->figures[BLURRED].start;
    for (int k = 0; k <= END; k++) {
        double turned = -8 * RAD_PER_DEG * fmax(k - BEGIN, 0);
        base_sighting seen[FIGURES];
        int n = 0;
        for (int i = 0; i < FIGURES; i++) {
            pose is = table_carry(g->figures[i].start, middle, turned, (vec2){0, 0});
            if (i == BLURRED && k > SEEN && k < END) continue;
            if (i == BLURRED && k > BEGIN && k <= SEEN)
                is.at = vec2_lerp(is.at, stood.at, 0.5), is.sigma_in = 0.1, is.heading_rad = stood.heading_rad;
            seen[n++] = plain_sight(g, i, is);
        }
        event e;
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = n, .hand = k > BEGIN && k < END};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
        bool hidden;
        pose is = *formation_pose(f, BLURRED, NULL, &hidden), true_one = table_carry(stood, middle, turned, (vec2){0, 0});
        if (k == END - 1)
            assert_true(hidden && vec2_distance(formation_sought(f, BLURRED).at, true_one.at) < 0.1 && vec2_distance(is.at, true_one.at) > 1);
        if (k == END) assert_true(!hidden && vec2_distance(is.at, true_one.at) < 0.05);
    }
    formation_destroy(f);
    game_destroy(g);
}

// A lone square base is put down elsewhere, turned by a quarter: its mark shows the heading at once, since the old heading says nothing there.
// If the mark can't be distinguished from another side, the old heading is kept.
static void a_figure_put_down_elsewhere_faces_anew(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"L\",\"side\":\"red\",\"type\":\"individual\",\"figures\":["
        "{\"id\":\"L-1\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[20,20,90]}]}");
    for (int doubtful = 0; doubtful < 2; doubtful++) {
        formation *f = tracker_of(g);
        unsigned long long seed = 5;
        for (int k = 0; k < 30; k++) {
            pose truth = k < 20 ? g->figures[0].start : (pose){.at = {24, 21}, .heading_rad = PI};
            base_sighting b = plain_sight(g, 0, table_noisy(truth, 0.015, 2, &seed));
            b.front_doubtful = doubtful && k >= 20;
            look(f, k, &b, 1);
            if (k >= 24) check_facing(f, 0, doubtful ? PI / 2 : PI);
        }
        formation_destroy(f);
    }
    game_destroy(g);
}

// A block of two ranks of six of which one figure was not found before it was carried. Under the hand its ranks have taken each other's names, and
// the one found late that of another; by where the others stood, each has its own again.
static void a_figure_found_late_leaves_the_others_their_names(void **state) {
    (void)state;
    enum { FILES = 6, COUNT = 12, LATE = 11 };
    game *g = square_block(FILES, 2);
    formation *f = tracker_of(g);
    for (int k = 0; k < 32; k++) {
        base_sighting seen[COUNT];
        const int n = k < 30 ? LATE : COUNT;
        for (int i = 0; i < n; i++) {
            seen[i] = plain_sight(g, i, g->figures[i].start);
            if (k >= 30) seen[i].pose.at.y += 3;
        }
        look(f, k, seen, n);
    }
    for (int i = 0; i < FILES; i++) track_exchange(f, i, i + FILES);
    track_exchange(f, LATE, 2);
    assert_true(track_straighten(f, 0));
    for (int i = 0; i < COUNT; i++) {
        vec2 at = g->figures[i].start.at;
        assert_near(formation_pose(f, i, NULL, NULL)->at.x, at.x, 0.1);
        assert_near(formation_pose(f, i, NULL, NULL)->at.y, at.y + 3, 0.1);
    }
    formation_destroy(f);
    game_destroy(g);
}

// A block that a hand pushed back half a base at once stands still, and some of its front rank are not looked at in a look in which there is no time
// to search: no figure is taken for the one behind it.
static void a_block_that_stops_short_keeps_its_names(void **state) {
    (void)state;
    game *g = square_block(5, 3);
    formation *f = tracker_of(g);
    unsigned long long seed = 6;
    for (int k = 0; k < 40; k++) {
        base_sighting seen[15];
        bool searched[15];
        event e;
        double gone = k < 20 ? 0 : -0.54;
        int n = 0;
        for (int i = 0; i < 15; i++) {
            searched[i] = k != 21;
            if (!searched[i] && i < 5 && i % 2 == 0) continue;
            seen[n] = plain_sight(g, i, table_noisy(g->figures[i].start, 0.01, 0.5, &seed));
            seen[n++].pose.at.y += gone;
        }
        double near[15] = {0};  // the hand
        bool touched[15];
        memset(touched, true, sizeof touched);
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = n, .searched = searched, .touched = touched, .hand_in = near, .hand = true};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
        for (int i = 0; i < 15; i++) {
            const pose *p = formation_pose(f, i, NULL, NULL);
            assert_near(p->at.x, g->figures[i].start.at.x, 0.1);
            assert_near(p->at.y, g->figures[i].start.at.y + gone, 0.1);
        }
    }
    formation_destroy(f);
    game_destroy(g);
}

// Two skirmishers with tags are carried out of sight, and found where nobody can read them: one is taken for the other. Then one tag is read, and
// both are known: the other one is at once where the first was taken to stand.
static void a_code_tells_two_figures_apart(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"S\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":["
        "{\"id\":\"S-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[20,20,90],"
        "\"marker\":{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":16}},"
        "{\"id\":\"S-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[24,20,90],"
        "\"marker\":{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":16}}]}");
    formation *f = tracker_of(g);
    pose truth[2] = {g->figures[0].start, g->figures[1].start};
    base_sighting seen[2];
    event e;
    bool hidden;
    for (int k = 0; k < 50; k++) {
        const bool lost = k >= 10 && k < 20, read = k < 10 || k >= 40;
        if (k == 20) truth[0].at = (vec2){24.3, 23}, truth[1].at = (vec2){19.7, 23};  // each where the other is nearer
        for (int i = 0; i < 2; i++) {
            seen[i] = plain_sight(g, i, truth[i]);
            seen[i].unread = !read;
            if (read && (i == 0 || k < 10)) seen[i].figure = i, seen[i].by = SEEN_BY_TAG;
        }
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = lost ? 0 : 2, .hand = lost};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
        bool mixed_up = k >= 30 && k < 40;
        for (int i = 0; i < 2 && (k < 10 || k >= 30); i++)
            assert_true(vec2_distance(formation_pose(f, i, NULL, &hidden)->at, truth[mixed_up ? 1 - i : i].at) < 0.05 && !hidden);
    }
    formation_destroy(f);
    game_destroy(g);
}

// A skirmisher is carried out of sight. A look that shows half of the marker of a unit at rest takes its tile for a base of the skirmisher's size
// with a tag that it can't read: that is the marker, and no figure.
static void a_marker_at_rest_is_no_figure(void **state) {
    (void)state;
    game *g = table_game(
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"array\":{\"files\":2,\"ranks\":2,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":40},\"at\":[20,20,90]},"
        "\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":26,\"offset\":[-4.5,0,0]}},"
        "{\"id\":\"S\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":[{\"id\":\"S-1\",\"base\":{\"shape\":\"square\","
        "\"width_mm\":25.4},\"start\":[24,20,90],\"marker\":{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":20}}]}");
    enum { BLOCK = 4, SKIRMISHER = 4, LIFTED = 10, SHOWN = 20, END = 40 };
    formation *f = tracker_of(g);
    base_sighting seen[BLOCK + 2];
    event e;
    bool hidden = false;
    const vec2 tile = {20, 15.5};
    for (int k = 0; k < END; k++) {
        int n = 0;
        for (; n < BLOCK; n++) seen[n] = plain_sight(g, n, g->figures[n].start);
        if (k < LIFTED) seen[n++] = marker_sight((pose){.at = tile, .heading_rad = PI / 2});
        if (k < LIFTED || k >= SHOWN) {
            seen[n] = plain_sight(g, SKIRMISHER, g->figures[SKIRMISHER].start);
            seen[n].unread = k >= SHOWN;
            if (k >= SHOWN) seen[n].pose.at = vec2_add(tile, (vec2){0.1, -0.15});
            if (k < LIFTED) seen[n].figure = SKIRMISHER, seen[n].by = SEEN_BY_TAG;
            n++;
        }
        formation_view v = {.t_s = k * 0.1, .bases = seen, .base_count = n, .hand = k >= LIFTED};
        assert_int_equal(formation_see(f, &v, &e, NULL), STATUS_OK);
        vec2 at = formation_pose(f, SKIRMISHER, NULL, &hidden)->at;
        if (k >= 2) assert_true(vec2_distance(at, g->figures[SKIRMISHER].start.at) < 0.1);
    }
    assert_true(hidden);
    formation_destroy(f);
    game_destroy(g);
}

// A hand knocks one of eight figures 0.5" ahead, and from then on looks show it facing left: where it comes to rest its mark was misread, for it
// stands among others that face one way.
static void an_odd_front_at_rest_is_that_of_its_ranks(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    for (int k = 0; k < 90; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) seen[i] = plain_sight(g, i, g->figures[i].start);
        if (k >= 30) seen[1].pose.at.y += 0.5, seen[1].pose.heading_rad += PI / 2;
        look(f, k, seen, 8);
    }
    assert_near(formation_pose(f, 1, NULL, NULL)->at.y, g->figures[1].start.at.y + 0.5, 0.02);
    assert_near(formation_pose(f, 1, NULL, NULL)->heading_rad, g->figures[1].start.heading_rad, 0.02);
    formation_destroy(f);
    game_destroy(g);
}

// All looks at a block, from the first on, show one of its eight figures facing left: its mark is misread, for ranks face one way.
static void a_front_misread_at_first_is_that_of_its_ranks(void **state) {
    (void)state;
    game *g = square_block(4, 2);
    formation *f = tracker_of(g);
    for (int k = 0; k < 20; k++) {
        base_sighting seen[8];
        for (int i = 0; i < 8; i++) seen[i] = plain_sight(g, i, g->figures[i].start);
        seen[5].pose.heading_rad += PI / 2;
        look(f, k, seen, 8);
        assert_near(formation_pose(f, 5, NULL, NULL)->heading_rad, g->figures[5].start.heading_rad, 0.02);
    }
    formation_destroy(f);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layout_is_not_learned_from_headings_of_before),
        cmocka_unit_test(round_bases_face_as_their_block_was_turned),
        cmocka_unit_test(a_mark_read_aside_turns_no_base_in_ranks),
        cmocka_unit_test(misread_marks_do_not_turn_single_figures),
        cmocka_unit_test(figures_turn_in_their_ranks_together),
        cmocka_unit_test(two_sides_misread_do_not_turn_a_figure_found_late),
        cmocka_unit_test(two_sides_misread_do_not_turn_a_figure_in_ranks),
        cmocka_unit_test(a_figure_put_down_elsewhere_faces_anew),
        cmocka_unit_test(a_figure_found_late_leaves_the_others_their_names),
        cmocka_unit_test(a_block_that_stops_short_keeps_its_names),
        cmocka_unit_test(a_marker_carries_its_hidden_tray),
        cmocka_unit_test(no_figure_stays_half_over_a_surer_one),
        cmocka_unit_test(a_block_that_went_off_may_be_far_away),
        cmocka_unit_test(a_marker_at_rest_is_no_figure),
        cmocka_unit_test(square_bases_face_as_their_block_was_turned),
        cmocka_unit_test(a_blurred_figure_has_not_left_its_block),
        cmocka_unit_test(a_code_tells_two_figures_apart),
        cmocka_unit_test(a_front_misread_at_first_is_that_of_its_ranks),
        cmocka_unit_test(an_odd_front_at_rest_is_that_of_its_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
