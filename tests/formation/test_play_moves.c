// Random plays, given to the segmenter as a perfect tracker would report them, ten times a second. Checked: which unit moves, when a move begins and
// ends, what was taken back, what was nudged. VEDETTE_PLAYS=n: so many plays, reported one by one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formation/moves/segment.h"
#include "tests/formation/table.h"
#include "tests/play/sight.h"

#define LOOK_S 0.1
#define NOISE_IN 0.008
#define NOISE_DEG 0.5
#define SAY_IN 0.03     // as the tracker does: less is not worth saying
#define HIDDEN_LOOKS 3  // covered for so many looks
#define COVERED 0.5     // of a base
#define WITHIN_S 0.7    // the soft start of a push, and a hand over it
#define WITHIN_IN 0.1   // of where the figures truly stand
#define NUDGE_LATE_S 6  // a hand may lie on what it knocked over
enum { LOG_ROOM = 400, MOST_FIGURES = 256 };

typedef struct {
    segment_end_kind kind;
    int unit;
    double t_s, begin_s, still_s;
    bool with_all, matched;
    int figures[MOST_FIGURES];
    int count;
    pose to[MOST_FIGURES];
} reported;

typedef struct {
    play *play;
    const game *g;
    segmenter *s;
    play_view view;
    unsigned long long seed;
    pose reported[MOST_FIGURES], before[MOST_FIGURES];
    int covered[MOST_FIGURES];
    bool hidden[MOST_FIGURES];
    double reported_s[MOST_FIGURES];
    reported log[LOG_ROOM];
    int log_count;
} telling;

typedef struct {
    int moves, found, wrong, phantoms, take_backs, offered, false_offers, nudges, noted, false_notes;
} score;

static void keep(telling *w, const segment_end *end) {
    assert_true(w->log_count < LOG_ROOM);
    reported *k = &w->log[w->log_count++];
    *k = (reported){.kind = end->kind, .unit = end->unit, .t_s = end->t_s, .with_all = true};
    for (int i = 0; i < end->shift.figure_count; i++) k->figures[k->count++] = end->shift.figures[i];
    if (end->kind != SEGMENT_MOVED) return;
    const move *m = &end->move;
    k->begin_s = m->t_begin_s;
    k->still_s = m->sample_t_s[m->sample_count - 1];
    k->count = m->figure_count;
    for (int i = 0; i < m->figure_count; i++) {
        k->to[i] = m->to[i];
        k->with_all &= m->moved_with[i];
    }
}

static void take_ended(telling *w) {
    segment_end end;
    while (segmenter_next_finished(w->s, &end)) keep(w, &end);
}

// A knock is an act of its own: true where one displaced this figure since it was last seen.
static bool is_knocked(const telling *w, int f, double t_s) {
    const play_act *acts;
    int n = play_acts(w->play, &acts);
    for (int i = 0; i < n; i++)
        if (acts[i].kind == PLAY_NUDGE && acts[i].figure == f && t_s >= acts[i].first_s && acts[i].last_s + LOOK_S > w->reported_s[f]) return true;
    return false;
}

// What the tracker would say at t: figures that moved, and from time to time those that did not; what arms cover is hidden.
static void look(telling *w, double t_s) {
    event_pose seen[MOST_FIGURES];
    int hidden[MOST_FIGURES], nudged[MOST_FIGURES], poses = 0, hides = 0, nudges = 0;
    play_at(w->play, t_s, &w->view);
    for (int f = 0; f < w->g->figure_count; f++) {
        bool covered = !w->view.present[f] || sight_covered(w->play, &w->view, f) > COVERED;
        w->covered[f] = covered ? w->covered[f] + 1 : 0;
        if (covered && w->covered[f] == HIDDEN_LOOKS && !w->hidden[f]) hidden[hides++] = f, w->hidden[f] = true;
        if (covered) continue;
        bool moved = vec2_distance(w->reported[f].at, w->view.poses[f].at) > SAY_IN ||
                     fabs(angle_difference(w->reported[f].heading_rad, w->view.poses[f].heading_rad)) > 2.5 * RAD_PER_DEG;
        if (!moved && !w->hidden[f] && t_s - w->reported_s[f] < 2) continue;
        if (is_knocked(w, f, t_s)) nudged[nudges++] = f;
        w->reported[f] = w->view.poses[f];
        w->reported_s[f] = t_s;
        w->hidden[f] = false;
        seen[poses++] = (event_pose){.figure = f, .pose = table_noisy(w->view.poses[f], NOISE_IN, NOISE_DEG, &w->seed)};
    }
    event e = {.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = seen, .pose_count = poses, .hidden = hidden, .hidden_count = hides}};
    e.observe.nudged = nudged, e.observe.nudged_count = nudges;
    if (poses + hides > 0) assert_int_equal(segmenter_feed(w->s, &e), STATUS_OK);
    take_ended(w);
}

static void tell(telling *w) {
    const event *entered;
    int n = play_events(w->play, &entered), next = 0;
    for (double t = 0; t < play_length(w->play); t += LOOK_S) {
        for (; next < n && entered[next].t_s <= t; next++) {
            assert_int_equal(segmenter_feed(w->s, &entered[next]), STATUS_OK);
            take_ended(w);
        }
        look(w, t);
        assert_int_equal(segmenter_advance(w->s, t), STATUS_OK);
        take_ended(w);
    }
    assert_int_equal(segmenter_finish(w->s, play_length(w->play)), STATUS_OK);
    take_ended(w);
}

static bool is_undone(const play_act *acts, int n, int i) {
    for (int k = 0; k < n; k++)
        if (acts[k].kind == PLAY_TAKE_BACK && acts[k].undoes == i) return true;
    return false;
}

static bool ends_well(telling *w, const reported *k, const play_act *a) {
    const game_unit *u = &w->g->units[a->unit];
    if (fabs(k->begin_s - a->first_s) > WITHIN_S || k->still_s < a->last_s - WITHIN_S || !k->with_all) return false;
    play_at(w->play, a->last_s + 0.01, &w->view);
    for (int i = 0; i < u->figure_count; i++)
        if (vec2_distance(k->to[i].at, w->view.poses[u->first_figure + i].at) > WITHIN_IN) return false;
    return true;
}

static void score_move(telling *w, const play_act *a, score *sc, bool aloud) {
    sc->moves++;
    for (int i = 0; i < w->log_count; i++) {
        reported *k = &w->log[i];
        if (k->kind != SEGMENT_MOVED || k->matched || k->unit != a->unit || k->begin_s > a->t1_s || k->still_s < a->t0_s) continue;
        k->matched = true;
        bool well = ends_well(w, k, a);
        sc->found += well;
        sc->wrong += !well;
        if (!well && aloud)
            print_message("  %s of %s at %.1f to %.1f: told %.1f to %.1f\n", play_kind_name(a->kind), w->g->units[a->unit].id, a->first_s, a->last_s,
                          k->begin_s, k->still_s);
        return;
    }
    if (aloud) print_message("  %s of %s at %.1f to %.1f: not told\n", play_kind_name(a->kind), w->g->units[a->unit].id, a->first_s, a->last_s);
}

static bool match(telling *w, segment_end_kind kind, int unit, int figure, double from_s, double to_s) {
    for (int i = 0; i < w->log_count; i++) {
        reported *k = &w->log[i];
        bool holds = figure < 0;
        for (int j = 0; j < k->count; j++) holds |= k->figures[j] == figure;
        if (k->kind != kind || k->matched || k->unit != unit || k->t_s < from_s || k->t_s > to_s || !holds) continue;
        k->matched = true;
        return true;
    }
    return false;
}

static void score_play(telling *w, score *sc, bool aloud) {
    const play_act *acts;
    int n = play_acts(w->play, &acts);
    for (int i = 0; i < n; i++) {
        const play_act *a = &acts[i];
        if ((a->kind == PLAY_PUSH || a->kind == PLAY_FIGURES) && !is_undone(acts, n, i)) score_move(w, a, sc, aloud);
        if (a->kind == PLAY_TAKE_BACK) {
            bool found = match(w, SEGMENT_RETURNED, a->unit, -1, a->last_s, a->t1_s + 4);
            sc->take_backs++, sc->offered += found;
            if (!found && aloud) print_message("  take-back of %s at %.1f to %.1f: not told\n", w->g->units[a->unit].id, a->first_s, a->last_s);
        }
        if (a->kind == PLAY_NUDGE) {
            bool found = match(w, SEGMENT_NUDGED, a->unit, a->figure, a->first_s, a->last_s + NUDGE_LATE_S);
            sc->nudges++, sc->noted += found;
            if (!found && aloud) print_message("  nudge of %s at %.1f: not told\n", w->g->figures[a->figure].id, a->first_s);
        }
    }
    for (int i = 0; i < w->log_count; i++) {
        const reported *k = &w->log[i];
        if (k->matched) continue;
        sc->phantoms += k->kind == SEGMENT_MOVED;
        sc->false_offers += k->kind == SEGMENT_RETURNED;
        sc->false_notes += k->kind == SEGMENT_NUDGED;
        if (aloud && k->kind != SEGMENT_WITHDRAWN)
            print_message("  told without cause: %d of %s at %.1f (%.1f to %.1f)\n", k->kind, w->g->units[k->unit].id, k->t_s, k->begin_s,
                          k->still_s);
    }
}

static void play_one(uint32_t seed, score *sc, bool aloud) {
    telling *w = calloc(1, sizeof *w);
    assert_non_null(w);
    play_options po = play_default_options(seed, PLAY_TAGS);
    if (seed % 2 == 0) po.two_hands = po.nudges = po.take_backs = 0.4;  // every second one is a busy table
    w->play = play_make(&po);
    w->g = play_game(w->play);
    w->seed = seed;
    w->view = play_view_make(w->play);
    assert_true(w->g->figure_count <= MOST_FIGURES);
    for (int f = 0; f < w->g->figure_count; f++) w->reported[f] = w->g->figures[f].start;
    segment_options so = segment_default_options();
    assert_int_equal(segmenter_create(w->g, &so, &w->s, NULL), STATUS_OK);
    if (aloud) print_message("play %u\n", seed);
    tell(w);
    score_play(w, sc, aloud);
    segmenter_destroy(w->s);
    play_view_free(&w->view);
    play_free(w->play);
    free(w);
}

static void plays_are_told_as_they_were_made(void **state) {
    (void)state;
    const char *wanted = getenv("VEDETTE_PLAYS"), *first = getenv("VEDETTE_FIRST_PLAY");
    int plays = wanted ? atoi(wanted) : 16;
    uint32_t seed = first ? (uint32_t)atoi(first) : 1;
    score sc = {0};
    for (int i = 0; i < plays; i++) play_one(seed + (uint32_t)i, &sc, wanted != NULL);
    print_message("%d moves: %d right, %d wrong, %d not told, %d of nobody; %d of %d take-backs, %d false; %d of %d nudges, %d false\n", sc.moves,
                  sc.found, sc.wrong, sc.moves - sc.found - sc.wrong, sc.phantoms, sc.offered, sc.take_backs, sc.false_offers, sc.noted, sc.nudges,
                  sc.false_notes);
    assert_true(sc.moves > 5 * plays && sc.take_backs > 0 && sc.nudges > 0);
    assert_int_equal(sc.phantoms, 0);
    assert_true(sc.found >= 0.995 * sc.moves);
    assert_true(sc.offered >= 0.99 * sc.take_backs);
    assert_true(sc.noted >= 0.99 * sc.nudges);
    assert_int_equal(sc.false_notes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(plays_are_told_as_they_were_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
