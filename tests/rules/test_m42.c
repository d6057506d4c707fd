// Squads of M42 moved at random: no legal move is called illegal, whatever error the poses state; what is plainly too far is found.
//
// The legality of a random move is decided here from the true places alone, by the book's sentences, without the judge's code.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "field.h"

#define MODELS 8
#define LD 7.0
#define MV 6.0

static field f;
static unsigned seed = 5;
static pose start[FIELD_FIGURES], target[FIELD_FIGURES];  // true places

static double gap(int a, pose pa, int b, pose pb) { return base_gap(f.figures[a].base, pa, f.figures[b].base, pb); }

static vec2 anywhere(double r) {
    double a = uniform(&seed, -PI, PI);
    return vec2_scale(heading_forward(a), r * sqrt(uniform(&seed, 0, 1)));
}

// A squad of which each stands in coherency with one before it, and two enemies about.
static int lay_out(int models) {
    field_init(&f);
    strcpy(f.g.ruleset, "m42");
    int squad = field_block(&f, "R1", 0, UNIT_SQUAD, models, 1, 0, (vec2){100, 100}, 90, MV);
    field_block(&f, "B1", 1, UNIT_SQUAD, 2, 1, 1, vec2_add((vec2){100, 100}, anywhere(30)), -90, MV);
    f.units[squad].leadership = f.units[1].leadership = LD;
    f.units[squad].leader = 0;
    f.units[1].leader = models;
    for (int i = 1; i < models; i++) {
        vec2 step = vec2_scale(heading_forward(uniform(&seed, -PI, PI)), uniform(&seed, 1.2, 4));
        f.now[i].at = vec2_add(f.now[(int)uniform(&seed, 0, i)].at, step);
    }
    for (int i = 0; i < f.g.figure_count; i++) f.figures[i].start = start[i] = f.now[i];
    return squad;
}

static bool stands_free(int models) {
    for (int a = 0; a < models; a++)
        for (int b = 0; b < f.g.figure_count; b++)
            if (a != b && gap(a, f.now[a], b, f.now[b]) < (b < models ? 0 : 2)) return false;
    return true;
}

// All models go about the same way, as far as `most`, the leader first.
static void choose(int models, double most) {
    vec2 way = vec2_scale(heading_forward(uniform(&seed, -PI, PI)), uniform(&seed, 0.4, 1) * most);
    for (int i = 0; i < models; i++) {
        vec2 d = vec2_add(way, anywhere(2));
        if (vec2_length(d) > most) d = vec2_scale(d, most / vec2_length(d));
        target[i] = start[i];
        target[i].at = vec2_add(start[i].at, d);
    }
}

static bool path_keeps_away(int i, int models) {
    for (int k = 0; k <= 60; k++) {
        pose p = start[i];
        p.at = vec2_lerp(start[i].at, target[i].at, k / 60.0);
        for (int e = models; e < f.g.figure_count; e++)
            if (gap(i, p, e, start[e]) < 2) return false;
    }
    return true;
}

static bool is_legal(int models, double most) {
    int inside = 0;
    bool chained[MODELS] = {true};
    for (int i = 0; i < models; i++) {
        if (vec2_distance(start[i].at, target[i].at) > most || !path_keeps_away(i, models)) return false;
        if (i > 0 && gap(i, start[i], 0, start[0]) > 2 * LD) return false;  // all in command: regrouping is another case
        if (i > 0 && gap(i, target[i], 0, target[0]) > 2 * LD) return false;
        for (int j = 0; j < i; j++)
            if (gap(i, target[i], j, target[j]) < 0) return false;
        inside++;
    }
    for (int round = 0; round < models; round++)
        for (int i = 1; i < models; i++)
            for (int j = 0; j < models; j++) chained[i] |= chained[j] && gap(i, target[i], j, target[j]) <= LD;
    for (int i = 0; i < models; i++)
        if (!chained[i]) return false;
    return inside * 2 >= models;
}

// As the camera sees it: each true place with the error that it states.
static pose seen(pose p, double sigma) {
    p.at.x += sigma * gaussian(&seed), p.at.y += sigma * gaussian(&seed);
    return p;
}

static void see_all(int n, const pose *places, double sigma) {
    for (int i = 0; i < n; i++) f.now[i] = seen(places[i], sigma);
}

static const verdict *judge(int squad, int models, double sigma, bool dense) {
    see_all(models, start, sigma);
    field_begin(&f, squad);
    for (int k = 1; dense && k < 8; k++) {
        pose on_way[MODELS];
        for (int i = 0; i < models; i++) {
            on_way[i] = start[i];
            // the leader is halfway before the others begin
            double share = i == 0 ? fmin(1, k / 4.0) : fmax(0, (k - 4) / 4.0);
            on_way[i].at = vec2_lerp(start[i].at, target[i].at, share);
        }
        see_all(models, on_way, sigma);
        field_look(&f);
    }
    see_all(models, target, sigma);
    return field_finish(&f);
}

static const verdict *random_move(bool legal, double sigma, bool dense) {
    for (;;) {
        int models = (int)uniform(&seed, 2, MODELS + 1), squad = lay_out(models);
        bool twice = uniform(&seed, 0, 1) < 0.4;
        double most = (twice ? 2 : 1) * MV;
        choose(models, most);
        if (!legal) {  // one model goes 0.6" and more beyond what any reading gives it
            int subject = (int)uniform(&seed, 0, models);
            vec2 d = vec2_sub(target[subject].at, start[subject].at);
            double far = most + uniform(&seed, 0.6, 3);
            target[subject].at = vec2_add(start[subject].at, vec2_scale(d, far / fmax(vec2_length(d), 0.1)));
        }
        if (!stands_free(models) || is_legal(models, most) != legal) continue;
        f.sigma_in = sigma;
        field_start(&f);
        field_phase(&f, 1, "movement", 0);
        field_declare(&f, squad, twice ? "at-the-double" : "advance", -1);
        return judge(squad, models, sigma, dense);
    }
}

static void legal_moves_are_never_accused(void **state) {
    (void)state;
    static const double sigmas[] = {0.005, 0.02, 0.05};
    for (int i = 0; i < 3000; i++) {
        const verdict *v = random_move(true, sigmas[i % 3], i % 2);
        if (v->ruling == RULING_ILLEGAL) {
            for (int k = 0; k < v->finding_count; k++) print_error("%d: %s %s\n", i, v->findings[k].rule, v->findings[k].message);
            fail();
        }
        field_end(&f);
    }
}

static void plain_breaches_are_found(void **state) {
    (void)state;
    int found = 0, n = 1000;
    for (int i = 0; i < n; i++) {
        found += random_move(false, 0.02, i % 2)->ruling == RULING_ILLEGAL;
        field_end(&f);
    }
    assert_true(found >= n * 99 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves_are_never_accused), cmocka_unit_test(plain_breaches_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
