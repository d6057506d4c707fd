// A tray placed by its marker and by the bases seen on it, against where the bases truly stand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "formation/identify/identify.h"
#include "table.h"

#define FILES 6
#define RANKS 4
#define COUNT (FILES * RANKS)
#define SIDE_IN (20 / 25.4)
#define EXACT_IN (0.7 / 25.4)  // the aim at 1080p
#define SIGMAS_95 2.4477       // radius of the circle that holds 95 % of a plane normal distribution

// Six files, four ranks of unpainted 20 mm bases and a tile half an inch behind their rear edge, in the middle.
static const double tile_forward = -(RANKS * SIDE_IN + 0.8);

// `others`: further units of the game.
static game *make_block_and(const char *others) {
    char text[900];
    snprintf(
        text, sizeof text,
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":20,\"offset\":[%.6f,0,0]},"
        "\"array\":{\"files\":%d,\"ranks\":%d,\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20}}}%s",
        tile_forward, FILES, RANKS, others);
    return table_game(text);
}

static game *make_block(void) { return make_block_and(""); }

// Where things truly are when the middle of the front edge is at (30, 20) and the unit faces `facing_deg`.
typedef struct {
    pose front, tile, figure[COUNT];
} truth;

static pose carried(pose front, pose in_unit) {
    return (pose){.at = vec2_add(front.at, vec2_rotate(in_unit.at, front.heading_rad)), .heading_rad = front.heading_rad + in_unit.heading_rad};
}

static truth stand(double facing_deg, double pitch) {
    truth t = {.front = table_pose(30, 20, facing_deg, 0, 0)};
    t.tile = carried(t.front, (pose){.at = {tile_forward, 0}});
    for (int i = 0; i < COUNT; i++)
        t.figure[i] = carried(t.front, (pose){.at = {-(0.5 + i / FILES) * pitch, ((FILES - 1) / 2.0 - i % FILES) * pitch}});
    return t;
}

static base_sighting tile_seen(pose at, double sigma_in, double sigma_deg) {
    at.sigma_in = sigma_in, at.sigma_rad = sigma_deg * RAD_PER_DEG;
    return (base_sighting){.by = SEEN_BY_UNIT_MARKER, .figure = -1, .unit = 0, .rim_rgb = NO_COLOUR, .pose = at, .score = 1};
}

static base_sighting base_seen(const game *g, pose at, double sigma_in, double sigma_deg) {
    at.sigma_in = sigma_in, at.sigma_rad = sigma_deg * RAD_PER_DEG;
    return (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = g->figures[0].base, .rim_rgb = NO_COLOUR, .pose = at, .score = 0.9};
}

// Names the bases and lays the others; every figure's place into out, by how it was seen into by[].
static void place_all(const game *g, base_sighting *bases, int count, pose *out, seen_by *by) {
    base_sighting laid[COUNT];
    bool have[COUNT] = {false};
    fault fault = {""};
    if (formation_identify(g, bases, count, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    int n = formation_lay_trays(g, bases, count, NULL, laid, COUNT);
    for (int i = 0; i < count + n; i++) {
        const base_sighting *b = i < count ? &bases[i] : &laid[i - count];
        if (b->figure < 0) continue;
        assert_false(have[b->figure]);
        have[b->figure] = true;
        out[b->figure] = b->pose;
        by[b->figure] = b->by;
    }
    for (int i = 0; i < COUNT; i++) assert_true(have[i]);
}

static double farthest(const pose *at, const seen_by *by, const truth *t) {
    double most = 0;
    for (int i = 0; i < COUNT; i++)
        if (by[i] == SEEN_BY_UNIT_MARKER) most = fmax(most, vec2_distance(at[i].at, t->figure[i].at));
    return most;
}

// The error of a figure is that of the marker's place, of its heading over the lever arm, and of how a base stands in its place.
static void lever_arms_count(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(37, SIDE_IN);
    pose at[COUNT];
    seen_by by[COUNT];
    base_sighting tile = tile_seen(t.tile, 0.01, 1.2);
    place_all(g, &tile, 1, at, by);
    for (int i = 0; i < COUNT; i++) {
        double lever = vec2_distance(t.figure[i].at, t.tile.at) * 1.2 * RAD_PER_DEG;
        assert_near(vec2_distance(at[i].at, t.figure[i].at), 0, 0.01 * vec2_distance(t.figure[i].at, t.front.at));  // as wide as blocks are set
        assert_true(at[i].sigma_in >= hypot(0.01, lever));
        assert_true(at[i].sigma_in <= hypot(0.01, lever) + 0.07);
        assert_true(at[i].sigma_rad >= 1.2 * RAD_PER_DEG);
    }
    game_destroy(g);
}

// A marker read so badly that the far corner is laid 5 mm beside its base; ten bases seen put that right.
static void bases_correct_a_bad_marker(void **state) {
    (void)state;
    static const int seen[] = {0, 3, 5, 8, 10, 13, 14, 18, 19, 22};
    game *g = make_block();
    unsigned long long seed = 3;
    for (int round = 0; round < 40; round++) {
        truth t = stand(360 * table_uniform(&seed), SIDE_IN);
        double turn = (round % 2 ? 2.5 : -2.5) * RAD_PER_DEG;
        base_sighting bases[11] = {tile_seen(table_carry(t.tile, t.tile.at, turn, (vec2){0.06, -0.05}), 0.06, 2)};
        pose at[COUNT];
        seen_by by[COUNT];
        for (int i = 0; i < 10; i++) bases[i + 1] = base_seen(g, table_noisy(t.figure[seen[i]], 0.006, 0.7, &seed), 0.006, 0.7);
        place_all(g, bases, 11, at, by);
        for (int i = 0; i < 10; i++) assert_int_equal(by[seen[i]], SEEN_BY_PLAIN);
        double off = farthest(at, by, &t);
        if (off > EXACT_IN) fail_msg("round %d: a hidden base is laid %.2f mm off", round, off * 25.4);
        for (int i = 0; i < COUNT; i++)
            if (by[i] == SEEN_BY_UNIT_MARKER) assert_true(at[i].sigma_in > 0.015 && at[i].sigma_in < 0.035);
    }
    game_destroy(g);
}

// Bases that were seen wrong (half of one hidden, its shadow taken for it) don't drag the tray along.
static void outliers_are_left_out(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(-80, SIDE_IN);
    base_sighting bases[13] = {tile_seen(t.tile, 0.02, 1)};
    pose at[COUNT];
    seen_by by[COUNT];
    for (int i = 0; i < 12; i++) {
        bases[i + 1] = base_seen(g, t.figure[2 * i], 0.006, 0.7);
        bases[i + 1].figure = 2 * i;
        bases[i + 1].by = SEEN_BY_TAG;
        if (i % 4 == 0) bases[i + 1].pose.at.x += 0.25;
    }
    place_all(g, bases, 13, at, by);
    assert_true(farthest(at, by, &t) < 0.3 * EXACT_IN);
    game_destroy(g);
}

// The tile was pushed two inches aside: what is seen of the unit says so.
static void a_moved_tile_is_overruled(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(10, SIDE_IN);
    base_sighting bases[9] = {tile_seen(table_carry(t.tile, t.tile.at, 0.3, (vec2){0.5, 2}), 0.01, 0.5)};
    pose at[COUNT];
    seen_by by[COUNT];
    for (int i = 0; i < 8; i++) {
        bases[i + 1] = base_seen(g, t.figure[3 * i], 0.004, 0.5);
        bases[i + 1].figure = 3 * i;
        bases[i + 1].by = SEEN_BY_TAG;
    }
    place_all(g, bases, 9, at, by);
    assert_true(farthest(at, by, &t) < 0.3 * EXACT_IN);
    game_destroy(g);
}

// Bases that touch stand a little wider than their sizes add up to: the seen half of the block tells for the other.
static void a_block_set_wide_is_measured(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(-95, 1.015 * SIDE_IN);
    base_sighting bases[13] = {tile_seen(t.tile, 0.02, 1.5)};
    pose at[COUNT];
    seen_by by[COUNT];
    for (int i = 0; i < 12; i++) bases[i + 1] = base_seen(g, t.figure[i], 0.006, 0.7);
    place_all(g, bases, 13, at, by);
    assert_true(farthest(at, by, &t) < EXACT_IN);
    game_destroy(g);
}

// Unseen fronts are those of the tray: a quarter turn, half a turn, and a heading not known at all.
static void the_marker_tells_the_fronts(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(120, SIDE_IN);
    base_sighting bases[5] = {tile_seen(t.tile, 0.01, 0.5)};
    pose at[COUNT];
    seen_by by[COUNT];
    for (int i = 0; i < 4; i++) {
        bases[i + 1] = base_seen(g, t.figure[i], 0.005, 0.7);
        bases[i + 1].pose.heading_rad = angle_wrap(t.figure[i].heading_rad + 0.01 + i * PI / 2);
        bases[i + 1].front_doubtful = true;
    }
    place_all(g, bases, 5, at, by);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(by[i], SEEN_BY_PLAIN);
        assert_false(bases[i + 1].front_doubtful || pose_front_is_doubtful(at[i]));
        assert_near(angle_difference(at[i].heading_rad, t.figure[i].heading_rad), 0.01, 1e-6);
    }
    game_destroy(g);
}

// A figure on the same base in green paint.
static const char green[] =
    ",{\"id\":\"G\",\"side\":\"blue\",\"type\":\"skirmish\",\"rim_colour\":\"#00a040\","
    "\"figures\":[{\"id\":\"G-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20}}]}";

// The block and its tile are seen, every sixth of its bases in green. Returns how many bases are named as the block's.
static int named_of_the_block(const game *g, const identify_past *past) {
    truth t = stand(20, SIDE_IN);
    base_sighting bases[COUNT + 1] = {tile_seen(t.tile, 0.01, 0.5)};
    fault fault = {""};
    int named = 0;
    for (int i = 0; i < COUNT; i++) bases[i + 1] = base_seen(g, t.figure[i], 0.01, 1);
    for (int i = 1; i <= COUNT; i += 6) bases[i].rim_rgb = g->units[1].rim_rgb;
    if (formation_identify(g, bases, COUNT + 1, past, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (int i = 1; i <= COUNT; i++) named += bases[i].unit == 0 && bases[i].figure >= 0;
    return named;
}

static void a_place_on_the_tray_outweighs_the_paint(void **state) {
    (void)state;
    game *g = make_block_and(green);
    assert_int_equal(named_of_the_block(g, NULL), COUNT);
    game_destroy(g);
}

// The green one was known to stand just there: it is no base of the block.
static void a_base_known_there_keeps_its_paint(void **state) {
    (void)state;
    game *g = make_block_and(green);
    identify_figure figures[COUNT + 1];
    for (int f = 0; f <= COUNT; f++) figures[f] = identify_unknown();
    figures[COUNT].known = true;
    figures[COUNT].at = stand(20, SIDE_IN).figure[0];
    assert_int_equal(named_of_the_block(g, &(identify_past){.figures = figures}), COUNT - 1);
    game_destroy(g);
}

// It is not known which of two markers is the unit's.
static void two_tiles_lay_nothing(void **state) {
    (void)state;
    game *g = make_block();
    truth t = stand(0, SIDE_IN);
    base_sighting bases[2] = {tile_seen(t.tile, 0.01, 1), tile_seen(t.front, 0.01, 1)}, laid[COUNT];
    assert_int_equal(formation_lay_trays(g, bases, 2, NULL, laid, COUNT), 0);
    bases[1] = bases[0];  // the same one read twice is one
    assert_int_equal(formation_lay_trays(g, bases, 2, NULL, laid, COUNT), COUNT);
    game_destroy(g);
}

// Six 20 mm bases and a tile of 20 mm, half of which with its margin is 13 mm, 13.5 mm behind two ranks: no full block but three files of two leaves
// it there. They stand five and one, at either end or in the middle of the second rank: all are named, and nothing is laid where nothing stands. With
// one of them unseen, it is laid in none of the places that a full block would have.
static void a_last_rank_need_not_be_full(void **state) {
    (void)state;
    enum { SIX = 6 };
    char text[1200] =
        "{\"id\":\"T\",\"side\":\"red\",\"formation\":\"closed\",\"marker\":{\"family\":\"tag36h11\",\"id\":9,\"size_mm\":20,\"offset\":[";
    size_t at = strlen(text);
    at += (size_t)snprintf(text + at, sizeof text - at, "%.6f,0,0]},\"figures\":[", -(2 * SIDE_IN + 13.5 / 25.4));
    for (int i = 0; i < SIX; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s{\"id\":\"T-%d\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20}}",
                               i ? "," : "", i + 1);
    snprintf(text + at, sizeof text - at, "]}");
    game *g = table_game(text);
    const pose front = table_pose(30, 20, 70, 0, 0);
    for (int where = 0; where < 3; where++) {
        for (int unseen = 0; unseen < 2; unseen++) {
            base_sighting bases[SIX + 1], laid[SIX];
            int n = 0;
            bases[n++] = tile_seen(carried(front, (pose){.at = {-(2 * SIDE_IN + 13.5 / 25.4), 0}}), 0.01, 0.5);
            for (int i = unseen; i < SIX; i++) {
                vec2 place = i < 5 ? (vec2){-0.5 * SIDE_IN, (2 - i) * SIDE_IN} : (vec2){-1.5 * SIDE_IN, (2 - 2 * where) * SIDE_IN};
                bases[n++] = base_seen(g, carried(front, (pose){.at = place}), 0.01, 0.5);
            }
            fault fault = {""};
            if (formation_identify(g, bases, n, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
            for (int i = 1; i < n && !unseen; i++) assert_int_equal(bases[i].figure, i - 1);
            for (int i = 0, count = formation_lay_trays(g, bases, n, NULL, laid, SIX); i < count; i++)
                assert_near(vec2_distance(laid[i].pose.at, carried(front, (pose){.at = {-0.5 * SIDE_IN, 2 * SIDE_IN}}).at), 0, 0.1);
        }
    }
    game_destroy(g);
}

// Tiles with random errors, bases with random errors on random places: the 95 % error ellipse holds 95 % of the laid bases, and not
// many more.
static void errors_are_honest(void **state) {
    (void)state;
    game *g = make_block();
    unsigned long long seed = 77;
    int inside = 0, laid = 0;
    double sum = 0;
    for (int round = 0; round < 400; round++) {
        truth t = stand(360 * table_uniform(&seed), SIDE_IN * (1.006 + 0.006 * table_uniform(&seed)));
        double tile_in = 0.005 + 0.03 * table_uniform(&seed), tile_deg = 0.2 + 1.5 * table_uniform(&seed);
        base_sighting bases[COUNT + 1] = {tile_seen(table_noisy(t.tile, tile_in, tile_deg, &seed), tile_in, tile_deg)};
        pose at[COUNT];
        seen_by by[COUNT];
        int n = 1;
        for (int i = 0; i < COUNT; i++) {
            t.figure[i] = table_noisy(t.figure[i], 0.016, 1.2, &seed);
            double sigma = 0.004 + 0.01 * table_uniform(&seed);
            if (round % 3 && table_uniform(&seed) < 0.3) bases[n++] = base_seen(g, table_noisy(t.figure[i], sigma, 1, &seed), sigma, 1);
        }
        place_all(g, bases, n, at, by);
        for (int i = 0; i < COUNT; i++) {
            if (by[i] != SEEN_BY_UNIT_MARKER) continue;
            double off = vec2_distance(at[i].at, t.figure[i].at) / at[i].sigma_in;
            inside += off <= SIGMAS_95;
            sum += off * off / 2;
            laid++;
        }
    }
    double share = (double)inside / laid, rms = sqrt(sum / laid);
    if (share < 0.93 || rms < 0.5) fail_msg("%.1f %% of %d bases inside their ellipse, rms %.2f sigma", 100 * share, laid, rms);
    game_destroy(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lever_arms_count),
                                       cmocka_unit_test(bases_correct_a_bad_marker),
                                       cmocka_unit_test(outliers_are_left_out),
                                       cmocka_unit_test(a_moved_tile_is_overruled),
                                       cmocka_unit_test(a_block_set_wide_is_measured),
                                       cmocka_unit_test(two_tiles_lay_nothing),
                                       cmocka_unit_test(a_last_rank_need_not_be_full),
                                       cmocka_unit_test(a_place_on_the_tray_outweighs_the_paint),
                                       cmocka_unit_test(a_base_known_there_keeps_its_paint),
                                       cmocka_unit_test(the_marker_tells_the_fronts),
                                       cmocka_unit_test(errors_are_honest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
