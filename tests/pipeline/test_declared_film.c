// Declaration markers from pictures: laid by a hand beside a unit, passed over by another, taken away.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/pipeline/film.h"

#define MARKER_IN (30 * IN_PER_MM)

static char reported[1024];

static film begin(void) {
    char text[8192];
    snprintf(text, sizeof text, "{\"declaration_markers\":[{\"family\":\"tag36h11\",\"id\":300,\"means\":\"forced-march\",\"size_mm\":30},%s%s",
             "{\"family\":\"tag36h11\",\"id\":301,\"means\":\"phase:movement:red\",\"size_mm\":30},"
             "{\"family\":\"tag36h11\",\"id\":302,\"means\":\"rout\"}],",
             film_game + 1);
    film s = film_begin_game(text, false);
    reported[0] = '\0';
    return s;
}

static void show(film *s, int frames) {
    event e;
    char text[256], *json;
    for (int i = 0; i < frames; i++) {
        film_show(s);
        while (pipeline_take_unregistered(s->pipeline, text, sizeof text, &json)) fail_msg("%s", text);
        while (pipeline_next_declared(s->pipeline, &e)) {
            size_t used = strlen(reported);
            const char *unit = event_unit(&e) >= 0 ? s->game->units[event_unit(&e)].id : "";
            if (e.kind == EVENT_PHASE) snprintf(reported + used, sizeof reported - used, "%d %s %d;", e.phase.turn, e.phase.phase, e.phase.side);
            if (e.kind == EVENT_DECLARE)
                snprintf(reported + used, sizeof reported - used, "%s %s%s;", unit, e.declare.action, e.declare.item_count ? " withdrawn" : "");
            if (e.kind == EVENT_STATUS)
                snprintf(reported + used, sizeof reported - used, "%s %s %d;", unit, e.status.items[0].key, e.status.items[0].flag);
        }
    }
}

static void expect(const char *what) {
    assert_string_equal(reported, what);
    reported[0] = '\0';
}

// The hand comes from the south in five frames with the marker, or for it, and goes.
static void reach(film *s, render_hand *hand, vec2 to, render_scatter *m, bool brings) {
    s->scene.hands = hand;
    s->scene.hand_count = 1;
    *hand = (render_hand){.from = {to.x + 2, -8}, .z_in = 1};
    for (int i = 0; i <= 10; i++) {
        double away = i < 5 ? 5 - i : i - 5;
        hand->at = (vec2){to.x, to.y - 2.5 * away};
        m->pose.at = brings == (i < 5) ? hand->at : to;
        show(s, 1);
    }
    s->scene.hand_count = 0;
    if (!brings) s->scene.scatter_count = 0;
}

static void a_marker_is_laid_passed_over_and_taken_away(void **state) {
    (void)state;
    film s = begin();
    render_hand hand;
    render_scatter m = {.kind = SCATTER_MARKER, .marker = 0, .size_in = MARKER_IN, .pose = {.heading_rad = 0.4}};
    const vec2 beside = {17, 14};  // T-1 stands at (15, 14)
    show(&s, 8);
    expect("");
    s.scene.scatter = &m;
    s.scene.scatter_count = 1;
    reach(&s, &hand, beside, &m, true);
    show(&s, 15);
    expect("T forced-march;");
    s.scene.hand_count = 1;  // a hand comes over it and stays for more than three seconds
    hand.at = (vec2){beside.x, beside.y + 2};
    show(&s, 36);
    s.scene.hand_count = 0;
    show(&s, 15);
    expect("");
    reach(&s, &hand, beside, &m, false);
    show(&s, 70);  // what a hand left behind that rested long may be one for three seconds, and three more it has to be gone
    expect("T forced-march withdrawn;");
    film_end(&s);
}

// One without a stated size, there from the beginning, beside the block; a phase marker laid anywhere.
static void states_and_phases_are_read_off_the_table(void **state) {
    (void)state;
    film s = begin();
    render_scatter m[3] = {{.kind = SCATTER_MARKER, .marker = 2, .size_in = MARKER_IN, .pose = {.at = {40, 8.5}}},
                           {.kind = SCATTER_MARKER, .marker = 1, .size_in = MARKER_IN, .pose = {.at = {60, 20}, .heading_rad = 2}}};
    s.scene.scatter = m;
    s.scene.scatter_count = 1;
    show(&s, 12);
    expect("R routed 1;");
    s.scene.scatter_count = 2;
    show(&s, 20);
    expect("1 movement 0;");
    m[2] = (render_scatter){.kind = SCATTER_TOKEN, .size_in = 3, .rgb = 0xb03090, .ring = 0x30c0c0, .pose = {.at = {40.2, 8.3}}};
    s.scene.scatter_count = 3;  // a bright saucer set down upon it: it is hidden, not gone
    show(&s, 45);
    s.scene.scatter_count = 2;
    show(&s, 10);
    expect("");
    s.scene.scatter = m + 1;
    s.scene.scatter_count = 1;
    show(&s, 45);
    expect("R routed 0;");
    film_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marker_is_laid_passed_over_and_taken_away),
        cmocka_unit_test(states_and_phases_are_read_off_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
