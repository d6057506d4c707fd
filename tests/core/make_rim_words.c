// Makes core/rim_code_words.c on standard output: the words of the rim code (docs/rim-code.md, "The words").
//
//     make_rim_words [TRIES] > core/rim_code_words.c
//     make_rim_words list > docs/rim-code-words.txt      (after building with them)
//
// A search by random trial, the same on every machine. A level asks for a least difference of the whole ring and of every stretch of it that is
// left to be seen when 30, 40 or 50 % are hidden; levels come strictest first, and a level gives way to the next one when TRIES words in a row
// have failed it. So the first n words are far apart for every n. The table in use took TRIES 150000 and half an hour; the default makes a worse one
// in minutes.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rim_code.h"

#define SPANS 4  // the whole ring and three stretches
#define LONGEST_RUN 5
#define LEAST_CHANGES 0.4  // of the cells: as many edges between dark and light as this share of them
#define UNBALANCE 2        // how many cells more or fewer than half are light
// A stretch may lie anywhere: that it is chosen among as many as there are cells, each like its neighbours, is worth 2.5 bits.
#define STRETCH_BITS 2.5

static const double hidden_share[SPANS] = {0, 0.3, 0.4, 0.5};

typedef struct {
    int cells;
    int seen[SPANS];  // cells of each span
    uint64_t mask[SPANS];
    int least[SPANS];  // differing cells that the level asks for
    uint64_t random;
    uint64_t words[RIM_CODE_IDS];
    int count;
} search;

// SplitMix64. Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
static uint64_t next_random(search *s) {
    uint64_t z = s->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t low_bits(int n) { return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

static uint64_t turn(const search *s, uint64_t w, int by) { return by == 0 ? w : (w >> by | w << (s->cells - by)) & s->mask[0]; }

// log2 of the chance that at most k of n coins show heads.
static double log2_tail(int n, int k) {
    double sum = 0, term = 1;
    for (int i = 0; i <= k; i++) {
        sum += term;
        term *= (double)(n - i) / (i + 1);
    }
    return k < 0 ? -INFINITY : log2(sum) - n;
}

// Asks of every span the same rarity of a failure. Words of an even number of light cells differ in even numbers. False where nothing changed.
static bool set_level(search *s, double rarity_bits) {
    bool changed = false;
    for (int i = 0; i < SPANS; i++) {
        int k = -1;
        while (log2_tail(s->seen[i], k + 1) <= -(rarity_bits + (i == 0 ? 0 : STRETCH_BITS))) k++;
        int least = k + 1 + (i == 0 && (k + 1) % 2);
        changed = changed || least != s->least[i];
        s->least[i] = least;
    }
    return changed;
}

static bool differs_enough(const search *s, uint64_t x) {
    if (__builtin_popcountll(x) < s->least[0]) return false;
    for (int at = 0; at < s->cells; at++) {
        uint64_t y = turn(s, x, at);
        for (int i = 1; i < SPANS; i++)
            if (__builtin_popcountll(y & s->mask[i]) < s->least[i]) return false;
    }
    return true;
}

static bool looks_well(const search *s, uint64_t w) {
    int light = __builtin_popcountll(w);
    uint64_t same = ~(w ^ turn(s, w, 1)) & s->mask[0], run = same;
    for (int i = 1; i < LONGEST_RUN; i++) run &= turn(s, same, i);
    return light % 2 == 0 && abs(light - s->cells / 2) <= UNBALANCE && run == 0 && s->cells - __builtin_popcountll(same) >= LEAST_CHANGES * s->cells;
}

// Rulers, tiles and stripes: cells that change regularly are no word, nor nearly one.
static bool is_no_stripe(const search *s, uint64_t w) {
    for (int half = 1; half <= s->cells / 4; half++) {
        uint64_t stripe = 0;
        if (s->cells % (2 * half) != 0) continue;
        for (int i = 0; i < s->cells; i++) stripe |= (uint64_t)(i / half % 2) << i;
        for (int by = 0; by < 2 * half; by++)
            if (__builtin_popcountll(w ^ turn(s, stripe, by)) < s->cells / 4) return false;
    }
    return true;
}

static bool stands_apart(const search *s, uint64_t w) {
    for (int by = 1; by <= s->cells / 2; by++)
        if (!differs_enough(s, w ^ turn(s, w, by))) return false;
    for (int j = 0; j < s->count; j++)
        for (int by = 0; by < s->cells; by++)
            if (!differs_enough(s, w ^ turn(s, s->words[j], by))) return false;
    return true;
}

static void fill_level(search *s, long most_tries) {
    for (long tries = 0; tries < most_tries && s->count < RIM_CODE_IDS;) {
        uint64_t w = next_random(s) & s->mask[0];
        if (!looks_well(s, w) || !is_no_stripe(s, w)) continue;
        tries++;
        if (!stands_apart(s, w)) continue;
        s->words[s->count++] = w;
        tries = 0;
    }
}

static void find_words(search *s, int cells, long most_tries) {
    *s = (search){.cells = cells, .random = (uint64_t)cells};
    for (int i = 0; i < SPANS; i++) {
        s->seen[i] = cells - (int)ceil(hidden_share[i] * cells - 1e-9);
        s->mask[i] = low_bits(s->seen[i]);
    }
    for (double rarity = 1; s->count < RIM_CODE_IDS; rarity += 0.05) {
        if (!set_level(s, rarity)) continue;
        int before = s->count;
        fill_level(s, most_tries);
        if (s->count > before)
            fprintf(stderr, "%d cells: %d words differ in %d, %d, %d, %d\n", cells, s->count, s->least[0], s->least[1], s->least[2], s->least[3]);
    }
}

static void write_words(const search *s) {
    printf("    {\n");
    for (int i = 0; i < RIM_CODE_IDS; i++)
        printf("%s0x%0*" PRIx64 "%s", i % 6 == 0 ? "        " : " ", s->cells / 4, s->words[i],
               i == RIM_CODE_IDS - 1 ? ",\n"
               : i % 6 == 5          ? ",\n"
                                     : ",");
    printf("    },\n");
}

// docs/rim-code-words.txt: the words as they are compiled in.
static void write_list(void) {
    printf("# The words of the rim code (rim-code.md): bit i of a word is cell i, 1 light.\n# id %-4s %-8s %-12s %s\n", "24", "32", "48", "64");
    for (int id = 0; id < RIM_CODE_IDS; id++) {
        printf("%4d", id);
        for (int i = 0; i < RIM_CODE_SIZES; i++) printf(" %0*" PRIx64, rim_code_sizes[i] / 4, rim_code_word(rim_code_sizes[i], id));
        printf("\n");
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        write_list();
        return 0;
    }
    long most_tries = argc > 1 ? atol(argv[1]) : 10000;
    search s;
    printf("// Made by tests/core/make_rim_words.c %ld; what is promised of these words is in docs/rim-code.md.\n", most_tries);
    printf("#include \"core/rim_code_words.h\"\n\n");
    printf("// clang-format off\nconst uint64_t rim_code_words[RIM_CODE_SIZES][RIM_CODE_IDS] = {\n");
    for (int i = 0; i < RIM_CODE_SIZES; i++) {
        find_words(&s, rim_code_sizes[i], most_tries);
        write_words(&s);
    }
    printf("};\n// clang-format on\n");
    return 0;
}
