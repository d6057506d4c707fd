// A block's path that was named wrongly from some moment on, named anew by following the block back from where it stands.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "formation/moves/follow_back.h"
#include "table.h"

enum { FILES = 6, COUNT = 12, SAMPLES = 40 };

static double t_s[SAMPLES], room_t_s[SAMPLES];
static pose at[SAMPLES * COUNT], room_at[SAMPLES * COUNT], truth[SAMPLES * COUNT];
static bool seen[SAMPLES * COUNT], room_seen[SAMPLES * COUNT], truly_seen[SAMPLES * COUNT];
static path walk, room;

// Two ranks of six, 0.8" from base to base, that go 6" north in 15 samples, 0.4" in each, stand for 5 and wheel right by 20 degrees about their right
// front end in 20; 1 degree turns the far end by 0.07". All are seen at first, then every third, another third in each sample.
static void walk_truly(void) {
    walk = (path){COUNT, 0, SAMPLES, t_s, at, seen}, room = (path){COUNT, 0, SAMPLES, room_t_s, room_at, room_seen};
    unsigned long long seed = 4;
    for (int i = 0; i < SAMPLES; i++) {
        double gone = 0.4 * (i < 15 ? i : 15), turn = i < 20 ? 0 : -(i - 19) * 1.0 * RAD_PER_DEG;
        path_append(&walk, i * 0.1);
        for (int k = 0; k < COUNT; k++) {
            vec2 off = {(k % FILES - (FILES - 1)) * 0.8, -(k / FILES) * 0.8};
            pose p = {.at = vec2_add((vec2){30, 10 + gone}, vec2_rotate(off, turn)), .heading_rad = PI / 2 + turn};
            path_poses(&walk, i)[k] = truth[i * COUNT + k] = table_noisy(p, 0.03, 1, &seed);
            path_seen(&walk, i)[k] = truly_seen[i * COUNT + k] = i < 10 || (i + k) % 3 == 0;
        }
    }
}

// From a sample on, the ranks have each other's names, and within them each figure that of the next one.
static void mix_up(int from) {
    for (int i = from; i < SAMPLES; i++)
        for (int k = 0; k < COUNT; k++) {
            int other = (k + FILES + 1) % COUNT;
            path_poses(&walk, i)[k] = truth[i * COUNT + other];
            path_seen(&walk, i)[k] = truly_seen[i * COUNT + other];
        }
}

static body_end stand(vec2 *now, bool *there) {
    for (int k = 0; k < COUNT; k++) now[k] = truth[(SAMPLES - 1) * COUNT + k].at, there[k] = true;
    return (body_end){now, there};
}

static int best_from(const body_end *end) {
    int from = SAMPLES;
    for (int i = SAMPLES - 1; i > 0; i--)
        if (follow_back_length(&walk, &room, i, end) < follow_back_length(&walk, &room, from, end)) from = i;
    return from;
}

// While it stands and wheels a base moves far less from sample to sample than to the next one's place.
static void a_block_that_wheels_is_named_back(void **state) {
    (void)state;
    vec2 now[COUNT];
    bool there[COUNT];
    walk_truly();
    mix_up(22);
    body_end end = stand(now, there);
    assert_true(follow_back(&walk, &end, &room));
    assert_int_equal(room.count, SAMPLES);
    for (int i = 16; i < SAMPLES; i++)
        for (int k = 0; k < COUNT; k++) {
            assert_int_equal(path_seen(&room, i)[k], truly_seen[i * COUNT + k]);
            if (!path_seen(&room, i)[k]) continue;
            assert_near(path_poses(&room, i)[k].at.x, truth[i * COUNT + k].at.x, 1e-9);
            assert_near(path_poses(&room, i)[k].at.y, truth[i * COUNT + k].at.y, 1e-9);
        }
    int from = best_from(&end);  // before it by some samples the names are the same both ways
    assert_true(from <= 22);
    for (int k = 0; k < COUNT; k++)
        if (truly_seen[22 * COUNT + k]) assert_near(path_poses(&room, 22)[k].at.x, truth[22 * COUNT + k].at.x, 1e-9);
}

static void a_path_named_rightly_stays(void **state) {
    (void)state;
    vec2 now[COUNT];
    bool there[COUNT];
    walk_truly();
    body_end end = stand(now, there);
    double before = follow_back_length(&walk, &room, SAMPLES, &end);
    assert_true(follow_back(&walk, &end, &room));
    assert_true(follow_back_length(&walk, &room, 16, &end) >= before - 1e-9);
    assert_memory_equal(path_seen(&room, 16), path_seen(&walk, 16), (SAMPLES - 16) * COUNT * sizeof(bool));
}

static void what_went_as_no_body_is_left(void **state) {
    (void)state;
    vec2 now[COUNT];
    bool there[COUNT];
    walk_truly();
    body_end end = stand(now, there);
    now[3].y += 2;
    assert_false(follow_back(&walk, &end, &room));
    stand(now, there);
    for (int k = 3; k < COUNT; k++) there[k] = false;
    assert_false(follow_back(&walk, &end, &room));
    walk.count = 0;
    stand(now, there);
    assert_false(follow_back(&walk, &end, &room));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_wheels_is_named_back),
        cmocka_unit_test(a_path_named_rightly_stays),
        cmocka_unit_test(what_went_as_no_body_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
