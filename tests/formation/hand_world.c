#include "tests/formation/hand_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#define FRAME_S 0.1
#define HAND_IN 1.2  // half as wide as the hand
#define TOUCHED_IN 1.0
#define SEEN_IN 0.2  // of a base's middle under the edge of a hand: it is found still

static const char units[] =
    "{\"id\":\"A\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"array\":{\"files\":4,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[12,12,90]}},"
    "{\"id\":\"B\",\"side\":\"red\",\"rim_colour\":\"#b02020\",\"array\":{\"files\":4,\"ranks\":2,"
    "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[26,12,90]}},"
    "{\"id\":\"S\",\"side\":\"red\",\"type\":\"skirmish\",\"rim_colour\":\"#b02020\",\"figures\":["
    "{\"id\":\"S-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[50,20,90]},"
    "{\"id\":\"S-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[53,20,90]},"
    "{\"id\":\"S-3\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[56,20,90]},"
    "{\"id\":\"S-4\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[59,20,90]}]},"
    "{\"id\":\"L\",\"side\":\"blue\",\"type\":\"individual\",\"rim_colour\":\"#2040b0\",\"figures\":["
    "{\"id\":\"L-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":40},\"start\":[60,40,-90],\"marker\":{\"family\":\"tag36h11\",\"id\":7,\"size_"
    "mm\":20}}]}";

int open_world(void **state) {
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *w = (world){.g = table_game(units), .seed = 3};
    formation_options o = formation_default_options();
    assert_int_equal(formation_create(w->g, &o, &w->f, NULL), STATUS_OK);
    for (int i = 0; i < w->g->figure_count; i++) {
        w->truth[i] = w->g->figures[i].start;
        w->coded[i] = w->g->figures[i].marker.family[0] != '\0';
        w->group[i] = -1;
    }
    *state = w;
    return 0;
}

int close_world(void **state) {
    world *w = *state;
    formation_destroy(w->f);
    game_destroy(w->g);
    free(w);
    return 0;
}

int figure(const world *w, const char *id) {
    int i = game_find_figure(w->g, id);
    assert_true(i >= 0);
    return i;
}

static double hand_away(const world *w, vec2 p) { return w->hand ? segment_distance(p, w->tips, (vec2){w->tips.x, -20}) - HAND_IN : INFINITY; }

base_sighting sight(world *w, int i) {
    base_sighting b = {.by = w->coded[i] ? SEEN_BY_TAG : SEEN_BY_PLAIN,
                       .figure = w->coded[i] ? i : -1,
                       .unit = -1,
                       .base = w->g->figures[i].base,
                       .rim_rgb = w->g->units[w->g->figures[i].unit].rim_rgb,
                       .score = 0.9};
    b.pose = table_noisy(w->truth[i], 0.01, 0.7, &w->seed);
    return b;
}

static void hear(world *w, const event *reported) {
    const event_observe *e = event_as_observe(reported);
    if (!e) return;
    for (int i = 0; i < e->nudged_count; i++) {
        w->nudged[e->nudged[i]] = true;
        w->nudges++;
    }
    for (int i = 0; i < e->ambiguous_count; i++) {  // a figure that is named again is in the new group alone
        int of = e->ambiguous_group[i] + 100 * (int)(w->t_s / FRAME_S);
        w->group[e->ambiguous[i]] = of;
    }
}

void look(world *w) {
    base_sighting seen[ROOM];
    double covered[ROOM], hand_in[ROOM], base_hand_in[ROOM];
    bool searched[ROOM] = {false}, touched[ROOM];
    int n = 0;
    for (int i = 0; i < w->g->figure_count; i++) {
        vec2 known = formation_pose(w->f, i, NULL, NULL)->at;
        hand_in[i] = fmax(0, hand_away(w, known) - w->g->figures[i].base.width_in / 2);
        covered[i] = fmin(fmax(0.5 - hand_away(w, known) / w->g->figures[i].base.width_in, 0), 1);
        touched[i] = hand_in[i] < TOUCHED_IN;
        if (!w->lifted[i] && hand_away(w, w->truth[i].at) > SEEN_IN) seen[n++] = sight(w, i);
    }
    if (w->unregistered.base.width_in > 0) seen[n++] = w->unregistered;
    for (int k = 0; k < n; k++) base_hand_in[k] = fmax(0, hand_away(w, seen[k].pose.at) - seen[k].base.width_in / 2);
    formation_view v = {.t_s = w->t_s, .bases = seen, .base_count = n, .covered = covered, .hand_in = hand_in, .hand = w->hand};
    v.base_hand_in = base_hand_in;
    if (w->hurried) v.searched = searched, v.touched = touched;
    event e;
    assert_int_equal(formation_see(w->f, &v, &e, NULL), STATUS_OK);
    hear(w, &e);
    w->t_s += FRAME_S;
}

void rest(world *w, int frames) {
    for (int k = 0; k < frames; k++) look(w);
}

void reach(world *w, vec2 from, vec2 to, int frames) {
    w->hand = true;
    for (int k = 1; k <= frames; k++) {
        w->tips = vec2_lerp(from, to, (double)k / frames);
        look(w);
    }
}

void leave(world *w) {
    reach(w, w->tips, (vec2){w->tips.x, -6}, 5);
    w->hand = false;
}

void shove(world *w, int i, vec2 by) { w->truth[i].at = vec2_add(w->truth[i].at, by); }

void check_at(const world *w, int i, double tol_in) {
    bool hidden;
    const pose *p = formation_pose(w->f, i, NULL, &hidden);
    if (hidden || vec2_distance(p->at, w->truth[i].at) > tol_in)
        fail_msg("t %.1f: %s is %s, %.2f\" off", w->t_s, w->g->figures[i].id, hidden ? "hidden" : "seen", vec2_distance(p->at, w->truth[i].at));
}

bool is_hidden(const world *w, int i) {
    bool hidden;
    formation_pose(w->f, i, NULL, &hidden);
    return hidden;
}
