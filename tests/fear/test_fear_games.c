// Games that a judge might fear: full tables of all rulesets that go on from move to move, of which each move is known to be legal or a breach.
// Usage: test_fear_games [--games N] [--seed S] [--tell K] [--ruleset R [--only SEED]]: N games of each ruleset or one; K errors are told; one game
// alone, by the seed that was told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fear_run.h"

static int games = 60, told = 8;
static unsigned long long first_seed = 1, only;
static const char *ruleset;

typedef void player(fear_run *k);

static const struct {
    const char *name;
    const fear_book *book;
    player *play;
} rulesets[] = {
    {"battlesystem-1e", &fear_books[0], fear_play_battlesystem}, {"chainmail-battlesystem", &fear_books[1], fear_play_battlesystem},
    {"battlesystem-2e", &fear_books[2], fear_play_battlesystem}, {"ranked-fantasy", &fear_books[3], fear_play_ranked},
    {"chainmail", &fear_chainmail, fear_play_chainmail},         {"m42", NULL, fear_play_m42},
};

static void tell_tally(const char *name, const fear_run *k, fear_tally *sum) {
    for (int c = 0; c < FEAR_CLASS_COUNT; c++) {
        const fear_tally *n = &k->tally[c];
        if (n->judged + n->breaches > 0)
            fprintf(stderr, "      %-22s %-16s %6d legal: %d accused, %d doubtful, %d asked; %5d breaches: %d found, %d suspected, %d missed\n", name,
                    fear_class_name((fear_class)c), n->judged, n->accused, n->doubtful, n->asked, n->breaches, n->found, n->suspected, n->missed);
        sum->judged += n->judged, sum->accused += n->accused;
        sum->breaches += n->breaches, sum->found += n->found, sum->missed += n->missed;
    }
}

static void games_are_judged_right(void **state) {
    static fear_run k;
    fear_tally sum = {0};
    (void)state;
    for (size_t r = 0; r < sizeof rulesets / sizeof *rulesets; r++) {
        if (ruleset && strcmp(ruleset, rulesets[r].name) != 0) continue;
        k = (fear_run){.book = rulesets[r].book, .told = told};
        for (int i = 0; i < games; i++) {
            unsigned long long seed = only ? only : (first_seed + (unsigned long long)i) * 0x9E3779B97F4A7C15ULL + r, own = seed;
            k.seed = &seed;
            k.own_seed = own;
            fear_table_init(&k.table, rulesets[r].name, fear_random_sight(&seed), &seed);
            rulesets[r].play(&k);
        }
        tell_tally(rulesets[r].name, &k, &sum);
    }
    fprintf(stderr, "      %d legal moves: %d accused; %d breaches: %d found, %d missed\n", sum.judged, sum.accused, sum.breaches, sum.found,
            sum.missed);
    assert_int_equal(sum.accused, 0);
    assert_int_equal(sum.missed, 0);
    assert_true(sum.found >= 0.98 * sum.breaches);
}

int main(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--games") == 0) games = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seed") == 0) first_seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--only") == 0) only = strtoull(argv[i + 1], NULL, 10), games = 1;
        if (strcmp(argv[i], "--ruleset") == 0) ruleset = argv[i + 1];
        if (strcmp(argv[i], "--tell") == 0) told = atoi(argv[i + 1]);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_are_judged_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
