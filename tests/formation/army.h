// A small army for the tests of identification: its roster, where its units stand, and what their bases look like. Figures A-1 .. D-10.
#ifndef VEDETTE_TESTS_FORMATION_ARMY_H
#define VEDETTE_TESTS_FORMATION_ARMY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>

#include "formation/identify/identify.h"
#include "table.h"

#define ROOM 512

static inline base_sighting plain_base(const game *g, int figure, pose at) {
    return (base_sighting){.by = SEEN_BY_PLAIN,
                           .figure = -1,
                           .unit = -1,
                           .base = g->figures[figure].base,
                           .rim_rgb = g->units[g->figures[figure].unit].rim_rgb,
                           .pose = at,
                           .score = 0.9};
}

// Shuffles the bases and what they truly are together.
static inline void shuffle(base_sighting *bases, int *truth, int n, unsigned long long *seed) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(table_uniform(seed) * (i + 1));
        base_sighting b = bases[i];
        int t = truth[i];
        bases[i] = bases[j], truth[i] = truth[j];
        bases[j] = b, truth[j] = t;
    }
}

static inline void identify(const game *g, base_sighting *bases, int n, const identify_past *past) {
    fault fault = {""};
    if (formation_identify(g, bases, n, past, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

static inline void know_nothing(identify_figure known[ROOM]) {
    for (int f = 0; f < ROOM; f++) known[f] = identify_unknown();
}

// The figure stands there.
static inline void know(identify_figure *known, int figure, pose at) {
    known[figure].known = true;
    known[figure].at = known[figure].stood = at;
}

// Two red blocks of one kind of base and different size, red skirmishers of another kind, and a blue block of the first kind.
static const char army[] =
    "{\"id\":\"A\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"formation\":\"closed\",\"figures\":[%s]},"
    "{\"id\":\"B\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"formation\":\"closed\",\"figures\":[%s]},"
    "{\"id\":\"C\",\"side\":\"red\",\"type\":\"skirmish\",\"rim_colour\":\"#b02020\",\"figures\":[%s]},"
    "{\"id\":\"D\",\"side\":\"blue\",\"rim_colour\":\"#2040b0\",\"formation\":\"closed\",\"figures\":[%s]}";

enum { A, B, C, D };
static const int files[] = {5, 6, 4, 5}, ranks[] = {4, 3, 2, 2};

static inline void list_figures(char *out, size_t capacity, char unit, int count, const char *shape) {
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(out + used, capacity - used, "%s{\"id\":\"%c-%d\",\"base\":{%s}}", i ? "," : "", unit, i + 1, shape);
}

static inline game *make_army(void) {
    static char text[40000], figures[4][8192];
    const char *square = "\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4", *disc = "\"shape\":\"round\",\"diameter_mm\":25.4";
    for (int u = 0; u < 4; u++) list_figures(figures[u], sizeof figures[u], "ABCD"[u], files[u] * ranks[u], u == C ? disc : square);
    snprintf(text, sizeof text, army, figures[0], figures[1], figures[2], figures[3]);
    return table_game(text);
}

// Where figure i of the unit stands when the middle of the unit's front rank stands at (x, y) and faces so.
static inline pose grid_pose(int unit, int i, double x, double y, double facing_deg, double pitch) {
    pose p = table_pose(((files[unit] - 1) / 2.0 - i % files[unit]) * -pitch, -(i / files[unit]) * pitch, 90, 0, 0);
    return table_carry(p, (vec2){0, 0}, (facing_deg - 90) * RAD_PER_DEG, (vec2){x, y});
}

typedef struct {
    double x, y, facing_deg;
} stand;

static inline int set_up(const game *g, const stand *stands, base_sighting *bases, int *truth, unsigned long long *seed) {
    int n = 0;
    for (int u = 0; u < g->unit_count; u++)
        for (int i = 0; i < g->units[u].figure_count; i++) {
            pose p = grid_pose(u, i, stands[u].x, stands[u].y, stands[u].facing_deg, u == C ? 2.4 : 1.02);
            truth[n] = g->units[u].first_figure + i;
            bases[n++] = plain_base(g, g->units[u].first_figure + i, table_noisy(p, 0.02, 3, seed));
        }
    return n;
}

static inline void check_names(const game *g, const base_sighting *bases, const int *truth, int n, bool skirmishers_too) {
    for (int i = 0; i < n; i++) {
        const char *got = bases[i].figure < 0 ? "nobody" : g->figures[bases[i].figure].id, *want = truth[i] < 0 ? "nobody" : g->figures[truth[i]].id;
        bool same_unit = bases[i].figure >= 0 && truth[i] >= 0 && g->figures[bases[i].figure].unit == g->figures[truth[i]].unit;
        bool loose_order = !skirmishers_too && truth[i] >= 0 && g->figures[truth[i]].unit == C;
        if (bases[i].figure == truth[i] || (loose_order && same_unit)) continue;
        fail_msg("base %d at %.2f %.2f is %s, not %s", i, bases[i].pose.at.x, bases[i].pose.at.y, got, want);
    }
}

#endif
