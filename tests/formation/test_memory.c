// A look allocates nothing, nor does what becomes of it among the moves: the linker hands this test the calls that formation/ makes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "formation/moves/segment.h"
#include "formation/track/track.h"
#include "tests/play/sight.h"

#define FPS 10

static int calls;
static bool counts;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);

void *__wrap_malloc(size_t size) {
    calls += counts;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    calls += counts;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *at, size_t size) {
    calls += counts;
    return __real_realloc(at, size);
}

// Feeds what was reported to the segmenter and asks it all that the program asks. Returns how many moves have ended.
static int follow_moves(segmenter *s, const game *g, const event *e) {
    int moves = 0;
    segment_end end;
    move m;
    assert_int_equal(segmenter_feed(s, e), STATUS_OK);
    while (segmenter_next_finished(s, &end)) moves += end.kind == SEGMENT_MOVED;
    for (int u = 0; u < g->unit_count; u++) segmenter_ongoing(s, u, &m);
    return moves;
}

static int calls_in_play(uint32_t seed, play_bases bases, int *looks, int *moves) {
    play_options o = play_default_options(seed, bases);
    o.moves = 5;
    o.exchanges = o.casualties = 0.3;
    play *p = play_make(&o);
    formation *f;
    formation_options fo = formation_default_options();
    assert_int_equal(formation_create(play_game(p), &fo, &f, NULL), STATUS_OK);
    segmenter *mover;
    segment_options mo = segment_default_options();
    assert_int_equal(segmenter_create(play_game(p), &mo, &mover, NULL), STATUS_OK);
    sight_options so = sight_default_options(seed, bases);
    sight *looker = sight_make(p, &so);
    sight_follow(looker, f);
    play_view v = play_view_make(p);
    calls = 0;
    for (double t = 0; t < play_length(p); t += 1.0 / FPS) {
        event e;
        play_at(p, t, &v);
        formation_view view = sight_look(looker, &v, t);
        counts = true;
        status s = formation_see(f, &view, &e, NULL);
        if (s == STATUS_OK) *moves += follow_moves(mover, play_game(p), &e);
        counts = false;
        assert_int_equal(s, STATUS_OK);
        ++*looks;
    }
    play_view_free(&v);
    sight_free(looker);
    segmenter_destroy(mover);
    formation_destroy(f);
    play_free(p);
    return calls;
}

static void a_look_allocates_nothing(void **state) {
    (void)state;
    int looks = 0, moves = 0;
    for (int b = 0; b < PLAY_BASES_COUNT; b++)
        for (uint32_t seed = 71; seed < 74; seed++) assert_int_equal(calls_in_play(seed, (play_bases)b, &looks, &moves), 0);
    assert_true(looks > 1000 && moves > 10);
}

// More bases than there was room for: it grows once.
static void more_bases_than_ever_are_made_room_for(void **state) {
    (void)state;
    enum { CROWD = 3000 };
    play_options o = play_default_options(5, PLAY_PLAIN);
    play *p = play_make(&o);
    formation *f;
    formation_options fo = formation_default_options();
    assert_int_equal(formation_create(play_game(p), &fo, &f, NULL), STATUS_OK);
    base_sighting *crowd = calloc(CROWD, sizeof *crowd);
    assert_non_null(crowd);
    for (int i = 0; i < CROWD; i++) {
        crowd[i] =
            (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = {BASE_ROUND, 3, 3, 0.1, 0}, .rim_rgb = NO_COLOUR, .score = 1};
        crowd[i].pose.at = (vec2){i % 60, 0.5 * (i / 60)};
    }
    int grown[2];
    for (int k = 0; k < 2; k++) {
        event e;
        formation_view v = {.t_s = k, .bases = crowd, .base_count = CROWD};
        calls = 0, counts = true;
        status s = formation_see(f, &v, &e, NULL);
        counts = false;
        assert_int_equal(s, STATUS_OK);
        grown[k] = calls;
    }
    assert_true(grown[0] > 0);
    assert_int_equal(grown[1], 0);
    free(crowd);
    formation_destroy(f);
    play_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_allocates_nothing),
        cmocka_unit_test(more_bases_than_ever_are_made_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
