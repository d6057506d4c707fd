// The chances of hidden figures: they sum to one, and neat patterns are likelier than scattered ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "formation/shape/occlusion.h"

enum { FILES = 4, RANKS = 3, ALL = FILES * RANKS };

static void stand(occlusion_place *at, unsigned hidden) {
    for (int i = 0; i < ALL; i++) at[i] = (occlusion_place){-(double)(i / FILES), -1.2 * (i % FILES), hidden >> i & 1};
}

static double chance(unsigned hidden) {
    occlusion_place at[ALL];
    stand(at, hidden);
    return occlusion_chance(at, ALL, 1.2, 1);
}

static int count_bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static void chances_add_up(void **state) {
    (void)state;
    for (int hidden = 1; hidden < ALL; hidden++) {
        double sum = 0;
        for (unsigned set = 0; set < 1u << ALL; set++)
            if (count_bits(set) == hidden) sum += chance(set);
        if (fabs(sum - 1) > 0.05) fail_msg("%d hidden: the chances of all ways add up to %.3f", hidden, sum);
    }
}

static unsigned picture(const char *p) {
    unsigned set = 0;
    for (int i = 0; *p; p++)
        if (*p == '#' || *p == '.') set |= (*p == '.' ? 1u : 0) << i++;
    return set;
}

static void neat_ways_are_likelier(void **state) {
    (void)state;
    static const char *const neat[] = {"###. ###. ###.", ".### .### .###", "#### #### #...", "...# #### ####", "#..# #.## ####"};
    double scattered = chance(picture("#.## ###. .###"));
    for (size_t i = 0; i < sizeof neat / sizeof *neat; i++)
        if (chance(picture(neat[i])) < 3 * scattered) fail_msg("%s: %.5f, scattered %.5f", neat[i], chance(picture(neat[i])), scattered);
    double untidy = chance(picture("###. ###. ##.#"));  // an end, but for one
    assert_true(untidy > scattered && untidy < chance(picture("###. ###. ###.")));
    assert_true(fabs(chance(picture("###. ###. ###.")) - chance(picture(".### .### .###"))) < 1e-12);
}

static void no_figure_or_every_figure(void **state) {
    (void)state;
    assert_true(chance(0) == 1 && chance((1u << ALL) - 1) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chances_add_up), cmocka_unit_test(neat_ways_are_likelier),
                                       cmocka_unit_test(no_figure_or_every_figure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
