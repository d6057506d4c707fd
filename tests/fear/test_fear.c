// Moves that a judge might fear: blocks with ragged ranks that wheel, face, open, close and change their frontage in any order, set down by hands in
// any order of the figures. Usage: test_fear [--moves N] [--seed S]
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fear_bound.h"
#include "fear_contact.h"
#include "fear_game.h"

#define BREACH_IN 0.5

static int moves = 4000;
static unsigned long long first_seed = 1;
static int told = 8;
static unsigned long long only;  // one move alone, by the seed that was told

static void show(const fear_book *book, const fear_move *m, const fear_sight *how, const verdict *v, unsigned long long seed) {
    fprintf(stderr,
            "      seed %llu %s: %d figures, %d files, rear %.1f, gap %.2f, rate %.0f, cost %.2f%s%s: %s\n        hands %.3f %.1f deg, sigma %.3f "
            "%.1f deg\n",
            seed, book->ruleset, m->from.count, m->from.files, m->from.rear, m->from.gap_in, m->rate_in, m->cost_in, m->shuffled ? ", shuffled" : "",
            how->declared ? ", declared" : "", m->words, how->hands_in, how->hands_rad * DEG_PER_RAD, how->sigma_in, how->sigma_rad * DEG_PER_RAD);
    for (const unit_form *k = &v->before; k; k = k == &v->before ? &v->after : NULL)
        fprintf(stderr, "        seen %s, %d files, %d ranks, gaps %.2f %.2f, facing %.1f +- %.1f deg\n", formation_name(k->formation), k->files,
                k->ranks, k->gap_lateral_in, k->gap_depth_in, k->facing_rad * DEG_PER_RAD, k->sigma_facing_rad * DEG_PER_RAD);
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling >= RULING_ADVISORY)
            fprintf(stderr, "        %d %s p %.4f: %s\n", v->findings[i].ruling, v->findings[i].rule, v->findings[i].p_illegal,
                    v->findings[i].message);
}

typedef struct {
    int judged, illegal, doubtful, asked;
} legal_tally;

static void judge_legal_move(unsigned long long seed, legal_tally *n) {
    unsigned long long own = seed;
    const fear_book *book = &fear_books[random_between(&seed, 0, FEAR_BOOKS - 1)];
    fear_move m = fear_move_make(book, 1, &seed);
    fear_sight how = fear_random_sight(&seed);
    verdict v;
    if (!fear_judge(book, &m, how, &seed, &v)) return;
    n->judged++;
    n->doubtful += v.ruling == RULING_DOUBTFUL;
    n->asked += v.ruling == RULING_ASK;
    if (v.ruling == RULING_ILLEGAL && n->illegal++ < told) show(book, &m, &how, &v, own);
}

static void legal_moves_are_never_accused(void **state) {
    (void)state;
    legal_tally n = {0};
    for (int k = 0; k < moves; k++) judge_legal_move(only ? only : (first_seed + (unsigned long long)k) * 0x9E3779B97F4A7C15ULL, &n);
    fprintf(stderr, "      of %d legal moves %d judged: %d accused, %d doubtful, %d asked\n", moves, n.judged, n.illegal, n.doubtful, n.asked);
    assert_int_equal(n.illegal, 0);
}

// Moves that were accused before, so rare that no run of the test above need find one.
static void once_accused(void **state) {
    (void)state;
    static const unsigned long long seeds[] = {
        5409210094912719905ULL,  // closed up, wheeled by 73 and 46 degrees and went on to the last inch: hands scattered the new form by 0.05"
    };
    legal_tally n = {0};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) judge_legal_move(seeds[i], &n);
    assert_int_equal(n.judged, sizeof seeds / sizeof *seeds);
    assert_int_equal(n.illegal, 0);
}

static void tell_findings(const verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling >= RULING_ADVISORY)
            fprintf(stderr, "        %d %s p %.4f: %s\n", v->findings[i].ruling, v->findings[i].rule, v->findings[i].p_illegal,
                    v->findings[i].message);
}

static void contacts(fear_after after, double turn_rad, bool seen, int count, int *judged, int rulings[RULING_ILLEGAL + 1]) {
    static fear_scene c;
    for (int k = 0; only ? k < 1 : *judged < count; k++) {
        unsigned long long seed = only ? only : (first_seed + 700000000 + (unsigned long long)k) * 0x9E3779B97F4A7C15ULL, own = seed;
        fear_sight how = fear_random_sight(&seed);
        double turn = turn_rad * (random_between(&seed, 0, 1) ? 1 : -1);
        verdict v;
        if (!fear_contact_make(after, turn, seen, how, &seed, &c) || !fear_judge_scene(&fear_books[0], &c, how, &seed, &v)) continue;
        (*judged)++;
        rulings[v.ruling]++;
        bool wrong = after == FEAR_TURN_AFTER ? v.ruling == RULING_LEGAL : v.ruling == RULING_ILLEGAL;
        if (!wrong || rulings[v.ruling] > told) continue;
        fprintf(stderr, "      seed %llu: %d figures against %d, hands %.3f, sigma %.3f %.1f deg, %s\n", own, c.count, c.enemies, how.hands_in,
                how.sigma_in, how.sigma_rad * DEG_PER_RAD, seen ? "seen on its way" : "seen at rest");
        tell_findings(&v);
    }
    fprintf(stderr, "      %d: %d legal, %d doubtful, %d asked, %d illegal\n", *judged, rulings[RULING_LEGAL], rulings[RULING_DOUBTFUL],
            rulings[RULING_ASK], rulings[RULING_ILLEGAL]);
}

static void contacts_are_never_accused(void **state) {
    (void)state;
    int accused = 0;
    for (int k = 0; k < 4; k++) {
        int judged = 0, rulings[RULING_ILLEGAL + 1] = {0};
        contacts(k % 2 ? FEAR_GO_ON : FEAR_STOP_TOGETHER, 0, k / 2, moves / 10, &judged, rulings);
        accused += rulings[RULING_ILLEGAL];
    }
    assert_int_equal(accused, 0);
}

static void turns_after_contact_are_found(void **state) {
    (void)state;
    int judged = 0, rulings[RULING_ILLEGAL + 1] = {0};
    contacts(FEAR_TURN_AFTER, 25 * RAD_PER_DEG, true, moves / 20, &judged, rulings);
    assert_true(rulings[RULING_LEGAL] * 30 <= judged);  // where noise hides the contact
}

// Breaches by more than half an inch under every reading, of blocks that kept their form.
static void breaches_are_found(void **state) {
    (void)state;
    int found = 0, breaches = 0;
    for (int k = 0; only ? k < 1 : breaches < moves / 10; k++) {
        unsigned long long seed = only ? only : (first_seed + 500000000 + (unsigned long long)k) * 0x9E3779B97F4A7C15ULL, own = seed;
        const fear_book *book = &fear_books[random_between(&seed, 0, FEAR_BOOKS - 1)];
        fear_move m = fear_move_make(book, 1.1 + fear_uniform(&seed, 0, 0.6), &seed);
        fear_sight how = fear_random_sight(&seed);
        verdict v;
        if (m.cost_in < m.rate_in + BREACH_IN || fear_least(book, &m) < m.rate_in + BREACH_IN) continue;
        if (!fear_judge(book, &m, how, &seed, &v)) continue;
        breaches++;
        found += v.ruling == RULING_ILLEGAL;
        if (v.ruling != RULING_ILLEGAL && breaches - found < told) show(book, &m, &how, &v, own);
    }
    fprintf(stderr, "      of %d breaches %d found\n", breaches, found);
    assert_true(found >= 0.998 * breaches);
}

int main(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--moves") == 0) moves = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seed") == 0) first_seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--only") == 0) only = strtoull(argv[i + 1], NULL, 10), moves = 1;
        if (strcmp(argv[i], "--tell") == 0) told = atoi(argv[i + 1]);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves_are_never_accused), cmocka_unit_test(once_accused),
                                       cmocka_unit_test(breaches_are_found), cmocka_unit_test(contacts_are_never_accused),
                                       cmocka_unit_test(turns_after_contact_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
