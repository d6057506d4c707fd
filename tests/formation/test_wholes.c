// Equal units carried unseen, all at once: the assignments are few enough to try them all.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "formation/assign.h"
#include "formation/carry_cost.h"
#include "formation/track/track.h"
#include "table.h"

enum { UNITS_MOST = 4, BLOCK = 8, FIGURES_MOST = UNITS_MOST * BLOCK };

#define FRAME_S 0.1
#define LIKELY 3.0     // nats: the tracker reports what is not twenty times less likely
#define HARDLY_SO 0.4  // no check nearer to LIKELY than this: the tracker sees places with noise

static const double homes[UNITS_MOST][2] = {{14, 14}, {54, 14}, {34, 42}, {34, 24}};

#define TILE_AHEAD_IN -2.8  // of the middle of a block's front edge, of its unit's marker

typedef enum { RANKED, MARKED, SKIRMISHERS } block_kind;

// Equal blocks of four files and two ranks.
static game *make_blocks(int count, block_kind kind) {
    char text[2000] = "", tile[200] = "";
    size_t n = 0;
    for (int u = 0; u < count; u++) {
        if (kind == MARKED)
            snprintf(tile, sizeof tile, "\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":20,\"offset\":[%g,0,0]},", 50 + u, TILE_AHEAD_IN);
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "%s{%s\"id\":\"%c\",\"type\":\"%s\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"array\":{\"files\":4,\"ranks\":2,\"base\":{\"shape\":"
            "\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"gap_in\":%g,\"at\":[%g,%g,90]}}",
            u ? "," : "", tile, 'A' + u, kind == SKIRMISHERS ? "skirmish" : "regular", kind == SKIRMISHERS ? 0.5 : 0.0, homes[u][0], homes[u][1]);
    }
    return table_game(text);
}

// Where a block is set down: by how much a unit at the first block's home would be turned and shifted.
typedef struct {
    vec2 to;  // the block's middle
    double turn_rad;
} place;

static vec2 middle_of(const pose *poses) {
    vec2 middle = {0, 0};
    for (int i = 0; i < BLOCK; i++) middle = vec2_add(middle, vec2_scale(poses[i].at, 1.0 / BLOCK));
    return middle;
}

static pose carried(const pose *home, int k, place p) {
    vec2 middle = middle_of(home);
    return table_carry(home[k], middle, p.turn_rad, vec2_sub(p.to, middle));
}

typedef struct {
    game *g;
    int units;
    pose home[FIGURES_MOST];
    place places[UNITS_MOST];
    unsigned long long seed;
} setting;

static double uniform(setting *s, double low, double high) { return low + (high - low) * table_uniform(&s->seed); }

static bool stands_free(const setting *s, int n, vec2 to) {
    for (int u = 0; u < s->units; u++)
        if (vec2_distance(middle_of(s->home + u * BLOCK), to) < 7) return false;
    for (int u = 0; u < n; u++)
        if (vec2_distance(s->places[u].to, to) < 7) return false;
    return true;
}

static void choose_places(setting *s) {
    for (int u = 0; u < s->units; u++) {
        do s->places[u].to = (vec2){uniform(s, 6, 66), uniform(s, 6, 44)};
        while (!stands_free(s, u, s->places[u].to));
        s->places[u].turn_rad = uniform(s, -0.7, 0.7);
    }
}

static setting open_setting(int units, block_kind kind, unsigned long long seed) {
    setting s = {.g = make_blocks(units, kind), .units = units, .seed = seed};
    for (int i = 0; i < s.g->figure_count; i++) s.home[i] = s.g->figures[i].start;
    return s;
}

// Way of unit u to place p; the figures' mean way, as the turn is about the block's middle.
static double cost_of(const setting *s, int u, int p) {
    double way = 0;
    for (int k = 0; k < BLOCK; k++) way += vec2_distance(s->home[u * BLOCK + k].at, carried(s->home + u * BLOCK, k, s->places[p]).at) / BLOCK;
    return carry_cost(way, s->places[p].turn_rad);
}

// Least cost of all ways to give units from u on the places that are left, with unit other_than elsewhere than in reported[].
static double least_cost(const setting *s, int u, unsigned taken, int other_than, const int *reported) {
    double least = INFINITY;
    if (u == s->units) return 0;
    for (int p = 0; p < s->units; p++) {
        if (taken >> p & 1 || (u == other_than && p == reported[u])) continue;
        least = fmin(least, cost_of(s, u, p) + least_cost(s, u + 1, taken | 1u << p, other_than, reported));
    }
    return least;
}

static base_sighting seen(const setting *s, pose at) {
    base_sighting b = {.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = s->g->figures[0].base, .rim_rgb = s->g->units[0].rim_rgb, .score = 0.9};
    b.pose = at;
    return b;
}

// The bases in their places, in any order.
static void set_down(setting *s, const int *place_of, base_sighting *bases) {
    int n = s->units * BLOCK;
    for (int i = 0; i < n; i++) {
        const pose *home = s->home + i / BLOCK * BLOCK;
        bases[i] = seen(s, table_noisy(carried(home, i % BLOCK, s->places[place_of[i / BLOCK]]), 0.01, 0.7, &s->seed));
    }
    for (int i = n - 1; i > 0; i--) {
        int k = (int)uniform(s, 0, i + 1);
        base_sighting b = bases[i];
        bases[i] = bases[k], bases[k] = b;
    }
}

static int place_at(const setting *s, vec2 at, int k) {
    for (int p = 0; p < s->units; p++)
        for (int u = 0; u < s->units; u++)
            if (vec2_distance(carried(s->home + u * BLOCK, k, s->places[p]).at, at) < 0.2) return p;
    return -1;
}

static void shuffle(setting *s, int *order) {
    for (int u = 0; u < s->units; u++) order[u] = u;
    for (int u = s->units - 1; u > 0; u--) {
        int k = (int)uniform(s, 0, u + 1), of = order[u];
        order[u] = order[k], order[k] = of;
    }
}

// One look: whatever the truth is, each unit is reported whole, and no other assignment costs less.
static void units_are_told_at_the_least_cost(void **state) {
    (void)state;
    for (int round = 0; round < 120; round++) {
        setting s = open_setting(2 + round % 3, RANKED, 41u + 7u * (unsigned)round);
        base_sighting bases[FIGURES_MOST];
        identify_figure known[FIGURES_MOST];
        identify_unit lost[UNITS_MOST] = {{.lost = true}, {.lost = true}, {.lost = true}, {.lost = true}};
        int place_of[UNITS_MOST], reported[UNITS_MOST] = {0}, n = s.units * BLOCK;
        choose_places(&s);
        shuffle(&s, place_of);
        set_down(&s, place_of, bases);
        for (int i = 0; i < n; i++) {
            known[i] = identify_unknown();
            known[i].known = true;
            known[i].at = known[i].stood = s.home[i];
        }
        identify_past past = {.figures = known, .units = lost};
        fault fault = {""};
        if (formation_identify(s.g, bases, n, &past, &fault) != STATUS_OK) fail_msg("%s", fault.text);
        double cost = 0;
        for (int i = 0; i < n; i++) {
            if (bases[i].figure < 0) fail_msg("round %d: a base without a name", round);
            int unit = bases[i].figure / BLOCK, at = place_at(&s, bases[i].pose.at, bases[i].figure % BLOCK);
            if (bases[i].figure % BLOCK == 0) reported[unit] = at;
        }
        for (int i = 0; i < n; i++)
            if (place_at(&s, bases[i].pose.at, bases[i].figure % BLOCK) != reported[bases[i].figure / BLOCK])
                fail_msg("round %d: a unit torn apart", round);
        for (int u = 0; u < s.units; u++) cost += cost_of(&s, u, reported[u]);
        double least = least_cost(&s, 0, 0, -1, reported);
        if (cost > least + 0.02) fail_msg("round %d: told at a cost of %.3f, the least is %.3f", round, cost, least);
        game_destroy(s.g);
    }
}

typedef struct {
    setting *s;
    formation *f;
    double t_s;
    bool ambiguous[FIGURES_MOST];
} table;

static void look(table *t, base_sighting *bases, int count, bool hand) {
    event e;
    formation_view v = {.t_s = t->t_s, .bases = bases, .base_count = count, .hand = hand};
    assert_int_equal(formation_see(t->f, &v, &e, NULL), STATUS_OK);
    const event_observe *seen = event_as_observe(&e);
    for (int i = 0; seen && i < seen->ambiguous_count; i++) t->ambiguous[seen->ambiguous[i]] = true;
    t->t_s += FRAME_S;
}

// Where the marker of a unit lies whose figures stand at poses[]: behind the middle of the front edge.
static base_sighting marker_seen(const setting *s, int u, const pose *poses) {
    pose at = {.at = vec2_scale(vec2_add(poses[1].at, poses[2].at), 0.5), .heading_rad = poses[0].heading_rad, .sigma_in = 0.01, .sigma_rad = 0.01};
    at.at = vec2_add(at.at, vec2_scale(heading_forward(at.heading_rad), s->g->figures[0].base.depth_in / 2 + TILE_AHEAD_IN));
    return (base_sighting){.by = SEEN_BY_UNIT_MARKER, .figure = -1, .unit = u, .rim_rgb = NO_COLOUR, .pose = at, .score = 1};
}

// All units vanish at once, and lie in their new places at once.
static void carry_all(table *t, const int *place_of) {
    base_sighting bases[FIGURES_MOST + UNITS_MOST];
    int n = t->s->units * BLOCK, marked = t->s->g->units[0].marker_has_offset ? t->s->units : 0;
    for (int k = 0; k < 12; k++) {
        for (int i = 0; i < n; i++) bases[i] = seen(t->s, table_noisy(t->s->home[i], 0.01, 0.7, &t->s->seed));
        look(t, bases, n, false);
    }
    for (int k = 0; k < 30; k++) look(t, bases, 0, true);  // time enough to be carried from any place to any other
    for (int k = 0; k < 15; k++) {
        set_down(t->s, place_of, bases);
        for (int u = 0; u < marked; u++) {
            pose poses[BLOCK];
            for (int i = 0; i < BLOCK; i++) poses[i] = carried(t->s->home + u * BLOCK, i, t->s->places[place_of[u]]);
            bases[n + u] = marker_seen(t->s, u, poses);
        }
        look(t, bases, n + marked, k < 3);
    }
}

static table open_table(setting *s) {
    table t = {.s = s};
    formation_options o = formation_default_options();
    assert_int_equal(formation_create(s->g, &o, &t.f, NULL), STATUS_OK);
    return t;
}

// Which place the tracker has the unit in.
static int told_in(const table *t, int u) {
    bool hidden;
    const pose *p = formation_pose(t->f, u * BLOCK, NULL, &hidden);
    int at = hidden ? -1 : place_at(t->s, p->at, 0);
    if (at < 0) fail_msg("unit %c is in none of the places", 'A' + u);
    return at;
}

// Units are reported as ambiguous if another assignment, of all that there are, is likely, and only then.
static void likely_other_readings_are_said(void **state) {
    (void)state;
    int likely = 0, unlikely = 0;
    for (int round = 0; round < 150; round++) {
        setting s = open_setting(2 + round % 3, round % 2 ? SKIRMISHERS : RANKED, 77u + 13u * (unsigned)round);
        table t = open_table(&s);
        int place_of[UNITS_MOST], reported[UNITS_MOST];
        choose_places(&s);
        shuffle(&s, place_of);
        carry_all(&t, place_of);
        double cost = 0;
        for (int u = 0; u < s.units; u++) cost += cost_of(&s, u, reported[u] = told_in(&t, u));
        if (cost > least_cost(&s, 0, 0, -1, reported) + 0.02) fail_msg("round %d: not told at the least cost", round);
        for (int u = 0; u < s.units; u++) {
            double more = least_cost(&s, 0, 0, u, reported) - cost;
            if (fabs(more - LIKELY) < HARDLY_SO) continue;
            for (int i = u * BLOCK; i < (u + 1) * BLOCK; i++)
                if (t.ambiguous[i] != (more < LIKELY))
                    fail_msg("round %d: %c-%d: another reading costs %.2f more", round, 'A' + u, i % BLOCK + 1, more);
            *(more < LIKELY ? &likely : &unlikely) += 1;
        }
        formation_destroy(t.f);
        game_destroy(s.g);
    }
    assert_true(likely > 50 && unlikely > 50);
}

// Three units half way round a ring, forwards or backwards: no two of them may have changed places alone, and yet each may be another.
static void rings_are_said(void **state) {
    (void)state;
    static const int rounds[2][3] = {{0, 1, 2}, {2, 0, 1}};
    for (int way = 0; way < 2; way++) {
        setting s = open_setting(3, RANKED, 5);
        table t = open_table(&s);
        for (int u = 0; u < 3; u++) s.places[u].to = vec2_lerp(middle_of(s.home + u * BLOCK), middle_of(s.home + (u + 1) % 3 * BLOCK), 0.5);
        carry_all(&t, rounds[way]);
        for (int i = 0; i < 3 * BLOCK; i++) assert_true(t.ambiguous[i]);
        formation_destroy(t.f);
        game_destroy(s.g);
    }
}

// A unit with a marker is identified by it, whatever else is likely.
static void markers_tell(void **state) {
    (void)state;
    for (int round = 0; round < 40; round++) {
        setting s = open_setting(2 + round % 3, MARKED, 19u + 3u * (unsigned)round);
        table t = open_table(&s);
        int place_of[UNITS_MOST];
        choose_places(&s);
        shuffle(&s, place_of);
        carry_all(&t, place_of);
        for (int u = 0; u < s.units; u++) {
            if (told_in(&t, u) != place_of[u]) fail_msg("round %d: %c is told elsewhere than its marker lies", round, 'A' + u);
            if (t.ambiguous[u * BLOCK]) fail_msg("round %d: %c is said to be mixed", round, 'A' + u);
        }
        formation_destroy(t.f);
        game_destroy(s.g);
    }
}

static double least_sum(const double *cost, int rows, int columns, int row, unsigned taken, int missing) {
    if (row == rows) return 0;
    double least = missing > 0 ? least_sum(cost, rows, columns, row + 1, taken, missing - 1) : INFINITY;
    for (int c = 0; c < columns; c++)
        if (!(taken >> c & 1)) least = fmin(least, cost[row * columns + c] + least_sum(cost, rows, columns, row + 1, taken | 1u << c, missing));
    return least;
}

// As many rows as can have a column have one, and no other choice of that many costs less.
static void assignments_cost_least(void **state) {
    (void)state;
    enum { MOST = 6 };
    unsigned long long seed = 11;
    for (int round = 0; round < 2000; round++) {
        double cost[MOST * MOST];
        int rows = 1 + (int)(MOST * table_uniform(&seed)), columns = 1 + (int)(MOST * table_uniform(&seed)), column_of[MOST], missing = 0;
        unsigned taken = 0;
        double forbidden = table_uniform(&seed), sum = 0;
        for (int i = 0; i < rows * columns; i++) cost[i] = table_uniform(&seed) < 0.7 * forbidden ? INFINITY : floor(10 * table_uniform(&seed));
        arena a = arena_measure();
        assign_measure(&a, rows, columns);
        assert_true(arena_open(&a, a.most));
        assert_true(assign_in(&a, cost, rows, columns, column_of));
        assert_int_equal(a.used, 0);
        arena_close(&a);
        for (int r = 0; r < rows; r++) {
            missing += column_of[r] < 0;
            if (column_of[r] < 0) continue;
            assert_false(taken >> column_of[r] & 1);
            taken |= 1u << column_of[r];
            sum += cost[r * columns + column_of[r]];
        }
        if (missing > 0) assert_true(least_sum(cost, rows, columns, 0, 0, missing - 1) == INFINITY);
        assert_true(sum == least_sum(cost, rows, columns, 0, 0, missing));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assignments_cost_least),
        cmocka_unit_test(units_are_told_at_the_least_cost),
        cmocka_unit_test(likely_other_readings_are_said),
        cmocka_unit_test(rings_are_said),
        cmocka_unit_test(markers_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
