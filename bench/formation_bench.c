// The figures of formation/'s shapes: how often a unit's formation, ranks, files and frontage are right, over how it stands and what is hidden; how
// often they are wrong and the runner-up is right, or neither (silent); how often they could be right at best, and the runner-up with them
// (bench/form_bound: ranks and files alone); and how often plain bases are identified by the roster alone. Usage: vedette_bench_formation [--units N]
// [--seed S] [shape|cold]...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/form_bound.h"
#include "bench/random_units.h"
#include "formation/identify/identify.h"
#include "formation/shape/shape.h"

enum { UNITS = 500 };
#define HIDDEN_SHARE 0.3

typedef struct {
    int units, right, class_right, grid_right, doubtful, told_second;  // told_second: wrong, and the runner-up is right
    double best, best_two;                                             // sums of form_bound; 0 where it says nothing
} tally;

typedef struct {
    int count[FORMATION_COUNT][FORMATION_COUNT];  // truth, measured
} confusion;

// What the roster says of the unit: nothing, the truth, or (of closed and open ones) the other class; Chainmail's words only where they are meant.
static formation_kind roster_word(const random_unit *u, unsigned long long *seed) {
    static const formation_kind formed[] = {FORMATION_LINE, FORMATION_COLUMN, FORMATION_SQUARE};
    if (u->kind == STAND_LINE || u->kind == STAND_COLUMN || u->kind == STAND_SQUARE) return formed[random_between(seed, 0, 2)];
    if (u->kind == STAND_CLOSED || u->kind == STAND_OPEN)
        return (formation_kind[]){FORMATION_UNKNOWN, FORMATION_CLOSED, FORMATION_OPEN}[random_between(seed, 0, 2)];
    return u->formation;
}

typedef struct {
    double sigma_in, sigma_rad;
} camera_noise;

static void see(const random_unit *u, camera_noise n, pose *seen, unsigned long long *seed) {
    for (int i = 0; i < u->count; i++) seen[i] = random_unit_seen(u->at[i], n.sigma_in, n.sigma_rad, seed);
}

static bool same_grid(const random_unit *u, int ranks, int files, int frontage) {
    return u->ranks == ranks && u->files == files && u->frontage == frontage;
}

static void count_form(const random_unit *u, const unit_form *f, tally *t, confusion *c) {
    bool grid = same_grid(u, f->ranks, f->files, f->frontage), class = f->formation == u->formation, right = grid && class;
    t->units++;
    t->right += right;
    t->class_right += class;
    t->grid_right += grid;
    t->doubtful += f->doubtful;
    t->told_second +=
        !right && f->odds > 0 && f->second.formation == u->formation && same_grid(u, f->second.ranks, f->second.files, f->second.frontage);
    if (c) c->count[u->formation][f->formation]++;
}

// What is known of a unit before it is seen with some of it hidden: nothing; the array that the roster states; how it stood when all of it was seen,
// before it was carried elsewhere; another block in which each of its figures was seen, before it was formed anew; or of that other block no more
// than ranks and files, so that only the block itself shows that the unit was formed anew.
typedef enum { KNOWN_NOTHING, KNOWN_ARRAY, KNOWN_BEFORE, KNOWN_ANEW, KNOWN_ANEW_UNNOTICED, KNOWN_COUNT } knowledge;

static const char *const knowledge_names[KNOWN_COUNT] = {"never seen", "array stated", "seen before", "formed anew", "anew, unnoticed"};

// Another block in which the unit may have stood.
static random_unit other_block(const random_unit *u, unsigned long long *seed) {
    int files;
    if (u->ranks == 0 || u->count < 4) return *u;
    do files = random_between(seed, 2, u->count);
    while (files == u->files);
    return random_unit_formed_anew(u, files, seed);
}

static bool went_anew(const random_unit *u, const bool *hidden, const pose *before, const pose *seen) {
    vec2 from[RANDOM_UNIT_ROOM], to[RANDOM_UNIT_ROOM];
    int n = 0;
    for (int i = 0; i < u->count; i++)
        if (!hidden[i]) from[n] = before[i].at, to[n++] = seen[i].at;
    return formation_is_anew(from, to, n);
}

// The best possible result: it is certain that the unit was formed anew, or as likely as not.
static void count_best(const random_unit *u, const bool *hidden, knowledge known, const unit_form *before, tally *t) {
    form_past past = {before->ranks, before->files, known == KNOWN_ANEW ? 0 : 0.5};
    form_bound bound = form_bound_of(u, hidden, known == KNOWN_NOTHING ? NULL : &past);
    t->best += known == KNOWN_NOTHING ? bound.first : bound.reported;
    t->best_two += known == KNOWN_NOTHING ? bound.two : bound.told_two;
}

static void try_unit(stand_kind kind, hide_kind how, knowledge known, tally *t, confusion *c, unsigned long long *seed) {
    static random_army army;
    pose seen[RANDOM_UNIT_ROOM], stood[RANDOM_UNIT_ROOM];
    bool present[RANDOM_UNIT_ROOM], hidden[RANDOM_UNIT_ROOM] = {false};
    random_unit u = random_unit_make(kind, NULL, seed);
    random_army_muster(&army, &u, 1, (formation_kind[]){roster_word(&u, seed)});
    camera_noise noise = {0.008 + 0.022 * random_uniform(seed), (0.5 + random_uniform(seed)) * RAD_PER_DEG};
    shape_limits limits = shape_default_limits();
    unit_form before = {0};
    if (known == KNOWN_ARRAY) army.units[0].array_files = u.files, army.units[0].array_ranks = u.ranks;
    bool past = known >= KNOWN_BEFORE;
    if (past) {
        random_unit was = known == KNOWN_BEFORE ? u : other_block(&u, seed);
        see(&was, noise, stood, seed);
        before = formation_shape_partly(&army.g, 0, &(shape_sight){.poses = stood}, NULL, &limits, NULL);
        random_unit_carry(&u, 2 * PI * random_uniform(seed), (vec2){20 * random_uniform(seed), 20 * random_uniform(seed)});
    }
    see(&u, noise, seen, seed);
    random_unit_hide(&u, how, (int)(HIDDEN_SHARE * u.count), hidden, seed);
    for (int i = 0; i < u.count; i++) present[i] = !hidden[i];
    shape_sight sight = {.poses = seen, .present = present, .hidden = hidden};
    sight.anew = past && known != KNOWN_ANEW_UNNOTICED && went_anew(&u, hidden, stood, seen);
    unit_form f = formation_shape_partly(&army.g, 0, &sight, past ? &before : NULL, &limits, NULL);
    count_form(&u, &f, t, c);
    if (how != HIDE_NOBODY && known != KNOWN_ARRAY && known != KNOWN_BEFORE) count_best(&u, hidden, known, &before, t);
}

static double share(int n, int of) { return of ? 100.0 * n / of : 0; }

static void print_tally(const char *what, const tally *t) {
    printf("%-40s %6d %8.2f %9.2f %9.2f %9.2f %10.2f %8.2f", what, t->units, share(t->right, t->units), share(t->class_right, t->units),
           share(t->grid_right, t->units), share(t->doubtful, t->units), share(t->told_second, t->units),
           share(t->units - t->right - t->told_second, t->units));
    if (t->best > 0) printf(" %8.2f %9.2f", 100 * t->best / t->units, 100 * t->best_two / t->units);
    printf("\n");
    fflush(stdout);
}

static void add(tally *to, const tally *t) {
    to->units += t->units;
    to->right += t->right;
    to->class_right += t->class_right;
    to->grid_right += t->grid_right;
    to->doubtful += t->doubtful;
    to->told_second += t->told_second;
    to->best += t->best;
    to->best_two += t->best_two;
}

static void print_confusion(const char *what, const confusion *c) {
    printf(
        "\n%s: stands as (down), measured as (across), per cent; skirmishers and mobs are told by the roster's type, closed and open by their gaps",
        what);
    printf("\n%-10s", "");
    for (int f = 1; f < FORMATION_COUNT; f++) printf("%10s", formation_name((formation_kind)f));
    for (int truth = 1; truth < FORMATION_COUNT; truth++) {
        int sum = 0;
        for (int f = 0; f < FORMATION_COUNT; f++) sum += c->count[truth][f];
        printf("\n%-10s", formation_name((formation_kind)truth));
        for (int f = 1; f < FORMATION_COUNT; f++) printf("%10.2f", share(c->count[truth][f], sum));
    }
    printf("\n\n");
}

// Each kind of unit under each way of hiding, judged by either.
static void bench_hidden(int units, knowledge known, confusion *c, unsigned long long *seed) {
    tally by_kind[STAND_KIND_COUNT] = {0}, by_way[HIDE_KIND_COUNT] = {0}, all = {0};
    char what[64];
    const char *when = knowledge_names[known];
    for (int how = HIDE_ANYONE; how < HIDE_KIND_COUNT; how++)
        for (int k = 0; k < STAND_KIND_COUNT; k++) {
            tally t = {0};
            for (int i = 0; i < units; i++) try_unit((stand_kind)k, (hide_kind)how, known, &t, c, seed);
            add(&by_kind[k], &t);
            add(&by_way[how], &t);
            add(&all, &t);
        }
    for (int k = 0; k < STAND_KIND_COUNT; k++) {
        snprintf(what, sizeof what, "30 %% hidden, %s: %s", when, stand_kind_name((stand_kind)k));
        print_tally(what, &by_kind[k]);
    }
    for (int how = HIDE_ANYONE; how < HIDE_KIND_COUNT; how++) {
        snprintf(what, sizeof what, "30 %% hidden, %s: %s", when, hide_kind_name((hide_kind)how));
        print_tally(what, &by_way[how]);
    }
    snprintf(what, sizeof what, "30 %% hidden, %s: all", when);
    print_tally(what, &all);
}

static void bench_shape(int units, unsigned long long *seed) {
    confusion whole = {0}, partly = {0};
    printf("%-40s %6s %8s %9s %9s %9s %10s %8s %8s %9s\n", "how units stand, per cent", "units", "right", "class", "grid", "doubtful", "2nd right",
           "silent", "at best", "two best");
    tally all = {0};
    for (int k = 0; k < STAND_KIND_COUNT; k++) {
        tally t = {0};
        for (int i = 0; i < units; i++) try_unit((stand_kind)k, HIDE_NOBODY, KNOWN_NOTHING, &t, &whole, seed);
        print_tally(stand_kind_name((stand_kind)k), &t);
        add(&all, &t);
    }
    print_tally("all, nobody hidden", &all);
    for (int known = 0; known < KNOWN_COUNT; known++) bench_hidden(units / 5, (knowledge)known, &partly, seed);
    print_confusion("nobody hidden", &whole);
    print_confusion("30 % hidden", &partly);
}

// A table of plain bases, all of one colour.
typedef struct {
    const char *name;
    bool joined;          // units stand in contact, side by side or one behind the other
    bool starts, arrays;  // the roster has them
    double lost;          // share of the bases that is not found
} crowd;

typedef struct {
    int units, right, wrong, open;  // open: not identified right, and none of its bases was given to another unit
} reported;

enum { CROWD_ROOM = RANDOM_ARMY_ROOM * RANDOM_UNIT_ROOM };

static int make_crowd(const crowd *c, random_unit *units, unsigned long long *seed) {
    int count = random_between(seed, 2, 5);
    base on = random_unit_base(seed);
    for (int k = 0; k < count; k++) {
        units[k] = random_unit_make(random_uniform(seed) < 0.25 ? STAND_OPEN : STAND_CLOSED, &on, seed);
        bool beside = c->joined && k > 0 && random_uniform(seed) < 0.7;
        if (beside)
            random_unit_join(&units[k - 1], &units[k], random_uniform(seed) < 0.3, 0.1 * random_uniform(seed), 1.5 * random_uniform(seed) - 0.75,
                             3 * RAD_PER_DEG * random_normal(seed));
        else  // far from the others, so that no two overlap
            random_unit_carry(&units[k], 0, (vec2){40.0 * k, 20 * random_uniform(seed)});
    }
    return count;
}

// What the roster says beyond the figures: starts half an inch off, arrays.
static void brief_army(const crowd *c, const random_unit *units, random_army *a, unsigned long long *seed) {
    for (int k = 0; k < a->g.unit_count; k++) {
        if (c->arrays) a->units[k].array_files = units[k].files, a->units[k].array_ranks = units[k].ranks;
        vec2 off = {0.5 * random_normal(seed), 0.5 * random_normal(seed)};
        for (int i = 0; c->starts && i < units[k].count; i++) {
            game_figure *f = &a->figures[a->units[k].first_figure + i];
            f->has_start = true;
            f->start = units[k].at[i];
            f->start.at = vec2_add(f->start.at, off);
        }
    }
}

static int see_crowd(const crowd *c, const random_unit *units, const random_army *a, base_sighting *bases, int *truth, unsigned long long *seed) {
    int n = 0;
    for (int k = 0; k < a->g.unit_count; k++) {
        bool lost[RANDOM_UNIT_ROOM] = {false};
        hide_kind how = random_uniform(seed) < 0.5 ? HIDE_ANYONE : HIDE_UNDER_A_HAND;
        if (c->lost > 0) random_unit_hide(&units[k], how, (int)(c->lost * random_uniform(seed) * units[k].count), lost, seed);
        for (int i = 0; i < units[k].count; i++) {
            if (lost[i]) continue;
            truth[n] = k;
            bases[n++] = (base_sighting){.by = SEEN_BY_PLAIN,
                                         .figure = -1,
                                         .unit = -1,
                                         .base = units[k].base,
                                         .rim_rgb = a->units[k].rim_rgb,
                                         .pose = random_unit_seen(units[k].at[i], 0.015, 1.5 * RAD_PER_DEG, seed),
                                         .score = 0.9};
        }
    }
    for (int i = n - 1; i > 0; i--) {
        int j = random_between(seed, 0, i), t = truth[i];
        base_sighting b = bases[i];
        bases[i] = bases[j], truth[i] = truth[j];
        bases[j] = b, truth[j] = t;
    }
    return n;
}

static void count_told(const random_army *a, const base_sighting *bases, const int *truth, int n, reported *t) {
    for (int k = 0; k < a->g.unit_count; k++) {
        int all = 0, own = 0, is_unregistered = 0;
        for (int i = 0; i < n; i++) {
            int unit = bases[i].figure < 0 ? -1 : a->figures[bases[i].figure].unit;
            all += truth[i] == k;
            own += truth[i] == k && unit == k;
            is_unregistered += (truth[i] == k) != (unit == k) && (truth[i] == k ? unit >= 0 : true);
        }
        t->units++;
        if (is_unregistered)
            t->wrong++;
        else if (own >= 0.9 * all)
            t->right++;
        else
            t->open++;
    }
}

static void bench_cold(int tables, unsigned long long *seed) {
    static const crowd crowds[] = {{"apart, all found", false, false, false, 0},
                                   {"apart, to 30 % not found", false, false, false, 0.3},
                                   {"apart, starts, to 30 % not found", false, true, false, 0.3},
                                   {"in contact, all found", true, false, false, 0},
                                   {"in contact, arrays, all found", true, false, true, 0},
                                   {"in contact, starts, all found", true, true, false, 0},
                                   {"in contact, to 30 % not found", true, false, false, 0.3},
                                   {"in contact, starts, to 30 % not found", true, true, false, 0.3}};
    printf("%-40s %6s %8s %8s %8s %10s\n", "plain bases of one colour, per cent", "units", "right", "wrong", "open", "ms a table");
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        reported t = {0};
        clock_t spent = 0;
        for (int round = 0; round < tables; round++) {
            static random_unit units[RANDOM_ARMY_ROOM];
            static random_army army;
            static base_sighting bases[CROWD_ROOM];
            static int truth[CROWD_ROOM];
            formation_kind word[RANDOM_ARMY_ROOM];
            fault fault;
            int count = make_crowd(&crowds[i], units, seed);
            for (int k = 0; k < count; k++) word[k] = units[k].formation;
            random_army_muster(&army, units, count, word);
            brief_army(&crowds[i], units, &army, seed);
            int n = see_crowd(&crowds[i], units, &army, bases, truth, seed);
            clock_t begin = clock();
            if (formation_identify(&army.g, bases, n, NULL, &fault) != STATUS_OK) fprintf(stderr, "%s\n", fault.text), exit(1);
            spent += clock() - begin;
            count_told(&army, bases, truth, n, &t);
        }
        printf("%-40s %6d %8.2f %8.2f %8.2f %10.1f\n", crowds[i].name, t.units, share(t.right, t.units), share(t.wrong, t.units),
               share(t.open, t.units), 1e3 * (double)spent / CLOCKS_PER_SEC / tables);
        fflush(stdout);
    }
}

typedef struct {
    const char *name;
    void (*run)(int count, unsigned long long *seed);
} bench_part;

int main(int argc, char **argv) {
    static const bench_part parts[] = {{"shape", bench_shape}, {"cold", bench_cold}};
    int count = UNITS, named = 0;
    unsigned long long seed = 2026;
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--units") == 0 && k + 1 < argc)
            count = atoi(argv[++k]);
        else if (strcmp(argv[k], "--seed") == 0 && k + 1 < argc)
            seed = strtoull(argv[++k], NULL, 10);
        else
            named++;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int k = named ? 1 : 0; k < (named ? argc : 1); k++)
            if (!named || strcmp(argv[k], parts[i].name) == 0) parts[i].run(count, &seed);
    return 0;
}
