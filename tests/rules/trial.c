#include "trial.h"

#include <assert.h>
#include <string.h>

#include "rules/case/facts.h"

// The unit as it stands while the trial is made.
typedef struct {
    trial *t;
    pose now[FIELD_FIGURES];
    unsigned *seed;
    double rate;
} maker;

static const base square20 = {BASE_SQUARE, MM20, MM20, 0.12, 0};

vec2 trial_corner(const pose *now, int n, double side) {
    double h = now[0].heading_rad, ahead = -1e9, out = -1e9;
    vec2 fw = heading_forward(h), l = vec2_scale(heading_left(h), side);
    for (int i = 0; i < n; i++) ahead = fmax(ahead, vec2_dot(now[i].at, fw)), out = fmax(out, vec2_dot(now[i].at, l));
    return vec2_add(vec2_scale(fw, ahead + MM20 / 2), vec2_scale(l, out + MM20 / 2));
}

double trial_reach(const pose *now, int n, vec2 pivot) {
    double far = 0;
    for (int i = 0; i < n; i++) far = fmax(far, vec2_distance(base_front(square20, now[i]), pivot));
    return far;
}

static void look(maker *k) {
    if (k->t->places < TRIAL_PLACES) memcpy(k->t->at[k->t->places++], k->now, sizeof k->now);
}

static void turn(maker *k, vec2 pivot, double rad) {
    for (int i = 0; i < k->t->count; i++) {
        k->now[i].at = vec2_add(pivot, vec2_rotate(vec2_sub(k->now[i].at, pivot), rad));
        k->now[i].heading_rad = angle_wrap(k->now[i].heading_rad + rad);
    }
}

static void shift(maker *k, vec2 by) {
    for (int i = 0; i < k->t->count; i++) k->now[i].at = vec2_add(k->now[i].at, by);
}

// Each maneuver is seen half way and at its end.
static double wheel(maker *k, double hand, double rad) {
    vec2 pivot = trial_corner(k->now, k->t->count, hand);
    double cost = trial_reach(k->now, k->t->count, pivot) * rad;
    for (int half = 0; half < 2; half++) turn(k, pivot, hand * rad / 2), look(k);
    return cost;
}

static double leg(maker *k, double inches) {
    vec2 way = vec2_scale(heading_forward(k->now[0].heading_rad + uniform(k->seed, -45, 45) * RAD_PER_DEG), inches);
    for (int half = 0; half < 2; half++) shift(k, vec2_scale(way, 0.5)), look(k);
    return inches;
}

static double face(maker *k) {
    static const double turns[] = {-PI / 2, PI / 2, PI};
    int which = (int)uniform(k->seed, 0, 3);
    for (int i = 0; i < k->t->count; i++) k->now[i].heading_rad = angle_wrap(k->now[i].heading_rad + turns[which]);
    look(k);
    return which == 2 ? k->rate / 2 : k->rate / 3;
}

static void go(maker *k, double most) {
    int wheels = 0, faces = 0;
    trial *t = k->t;
    for (int steps = (int)uniform(k->seed, 1, 6); steps > 0; steps--) {
        int what = (int)uniform(k->seed, 0, 5);
        double left = most - t->cost;
        if (what == 0 && faces < 2 && left > k->rate / 2)
            t->cost += face(k), faces++;
        else if (what <= 2 && wheels < 2 && left > 0.3) {
            double hand = uniform(k->seed, -1, 1) > 0 ? 1 : -1, furthest = left / trial_reach(k->now, t->count, trial_corner(k->now, t->count, hand));
            t->cost += wheel(k, hand, uniform(k->seed, 0.2, 1) * fmin(furthest, 120 * RAD_PER_DEG)), wheels++;
        } else if (left > 0.3)
            t->cost += leg(k, uniform(k->seed, 0.1, 1) * left);
    }
    if (uniform(k->seed, 0, 1) < 0.5 && most - t->cost > 0) t->cost += leg(k, most - t->cost);  // to the last inch
}

trial trial_make(unsigned *seed, double rate, double most) {
    trial t = {.files = (int)uniform(seed, 2, 9), .ranks = (int)uniform(seed, 1, 5), .gap_in = uniform(seed, 0, 1) < 0.3 ? 0.5 : 0.01};
    maker k = {.t = &t, .seed = seed, .rate = rate};
    double heading = uniform(seed, -PI, PI), pitch = MM20 + t.gap_in;
    t.count = t.files * t.ranks;
    for (int i = 0; i < t.count; i++) {
        vec2 in_block = {-pitch * (i / t.files), -pitch * (i % t.files)};
        k.now[i] = (pose){vec2_add((vec2){100, 100}, vec2_rotate(in_block, heading)), heading, 0, 0};
    }
    look(&k);
    go(&k, most);
    if (t.places > 1) t.places--;  // the last one is where it ends, however many were looked at
    look(&k);
    return t;
}

void trial_jitter(trial *t, unsigned *seed, double sigma_in) {
    for (int i = 0; i < t->count; i++) {
        vec2 *at = &t->at[t->places - 1][i].at;
        *at = vec2_add(*at, (vec2){sigma_in * gaussian(seed), sigma_in * gaussian(seed)});
    }
}

static void see(const trial *t, int place, field *f, unsigned *seed) {
    double common = f->sigma_in / sqrt(3), own = f->sigma_in * sqrt(2.0 / 3);
    vec2 all = {common * gaussian(seed), common * gaussian(seed)};
    for (int i = 0; i < t->count; i++) {
        f->now[i] = t->at[place][i];
        f->now[i].at = vec2_add(f->now[i].at, vec2_add(all, (vec2){own * gaussian(seed), own * gaussian(seed)}));
        f->now[i].heading_rad = angle_wrap(f->now[i].heading_rad + f->sigma_rad * gaussian(seed));
    }
}

const verdict *trial_judge(const trial *t, field *f, unsigned *seed, double rate, double sigma_in, double sigma_rad, sight how) {
    field_init(f);
    f->sigma_in = sigma_in;
    f->sigma_rad = sigma_rad;
    int unit = field_block(f, "R1", 0, UNIT_REGULAR, t->files, t->ranks, t->gap_in, (vec2){100, 100}, 90, rate);
    if (t->gap_in > 0.2) f->units[unit].formation = FORMATION_OPEN;
    field_start(f);
    field_status(f, unit, "in_command", false);
    see(t, 0, f, seed);
    field_begin(f, unit);
    for (int p = 1; p + 1 < t->places && how != SEEN_AT_REST; p++) {
        if (how == SEEN_SPARSELY && uniform(seed, 0, 1) < 0.6) continue;
        see(t, p, f, seed);
        field_look(f);
        for (int i = 0; i < t->count && how == SEEN_SPARSELY; i++) f->seen[(f->m.sample_count - 1) * t->count + i] = uniform(seed, 0, 1) < 0.5;
    }
    see(t, t->places - 1, f, seed);
    return field_judge(f);
}

explanation trial_explained(const field *f) {
    facts k;
    status st = facts_init(&k, f->r, f->s, &f->m);
    assert(st == STATUS_OK);
    (void)st;
    explanation how = k.c.how;
    facts_finish(&k);
    return how;
}
