#include "fear_contact.h"

#include <string.h>

#define STEP_IN 0.01
#define TOUCH_IN 0.01  // hands leave no less
#define ON_MOST_IN 3.0

static double gap_to_enemy(const fear_scene *c, pose p) {
    double least = INFINITY;
    for (int i = 0; i < c->enemies; i++) least = fmin(least, base_gap(c->base, p, c->base, c->enemy[i]));
    return least;
}

static pose moved(pose p, double heading, double inches) {
    p.at = vec2_add(p.at, vec2_scale(heading_forward(heading), inches));
    return p;
}

// How far the figure may go before it touches; `most` where it does not.
static double way_to_contact(const fear_scene *c, pose p, double heading, double most) {
    for (double way = 0; way < most; way += STEP_IN)
        if (gap_to_enemy(c, moved(p, heading, way)) <= TOUCH_IN) return way;
    return most;
}

// The front rank's own ways to contact; the rear follows its file.
static int first_to_touch(const fear_scene *c, const fear_block *b, const pose *from, double heading, double most, double *way) {
    int first = -1;
    for (int i = 0; i < b->files; i++) {
        way[i] = way_to_contact(c, from[b->figure[i]], heading, most);
        if (way[i] < most && (first < 0 || way[i] < way[first])) first = i;
    }
    return first;
}

static void add_place(fear_scene *c, const fear_block *b, const double *way, double heading) {
    for (int i = 0; i < b->count; i++) {
        int f = b->figure[i];
        c->at[c->places][f] = moved(c->at[0][f], heading, way[i % b->files]);
    }
    c->places++;
}

static void set_up_enemy(fear_scene *c, const fear_block *b, unsigned long long *seed) {
    int files = random_between(seed, 3, 9), ranks = random_between(seed, 1, 2);
    double width = b->base.width_in, h = b->lay_rad, slant = fear_uniform(seed, -40, 40) * RAD_PER_DEG,
           ahead = fear_uniform(seed, 3, 9) + files * width / 2;
    vec2 middle = vec2_add(b->corner, vec2_scale(heading_left(h), -(b->files - 1) * width / 2));
    vec2 at = vec2_add(middle, vec2_add(vec2_scale(heading_forward(h), ahead), vec2_scale(heading_left(h), fear_uniform(seed, -3, 3))));
    fear_block e = {.count = files * ranks, .files = files, .gap_in = 0.01, .base = b->base, .lay_rad = h + PI + slant};
    e.corner = vec2_add(at, vec2_scale(heading_left(e.lay_rad), (files - 1) * width / 2));
    for (int i = 0; i < e.count; i++) e.figure[i] = i;
    c->enemies = e.count;
    fear_stand(&e, c->enemy);
}

static void turn_about(fear_scene *c, vec2 at, double rad) {
    for (int i = 0; i < c->count; i++) {
        pose p = c->at[c->places - 1][i];
        c->at[c->places][i] = (pose){vec2_add(at, vec2_rotate(vec2_sub(p.at, at), rad)), angle_wrap(p.heading_rad + rad), 0, 0, 0};
    }
    c->places++;
}

bool fear_contact_make(fear_after after, double turn_rad, bool seen_on_way, fear_sight how, unsigned long long *seed, fear_scene *out) {
    fear_block b = {.files = random_between(seed, 2, 8), .gap_in = 0.01, .lay_rad = fear_uniform(seed, -PI, PI), .corner = {60, 60}};
    double side = 20 * IN_PER_MM, way[FEAR_FIGURES], part[FEAR_FIGURES], go = fear_uniform(seed, -40, 40) * RAD_PER_DEG;
    b.count = b.files * random_between(seed, 1, 3);
    b.base = (base){BASE_SQUARE, side, side, 0.12, 0};
    for (int i = 0; i < b.count; i++) b.figure[i] = i;
    *out = (fear_scene){.count = b.count, .base = b.base, .rate_in = 24, .places = 1};
    fear_stand(&b, out->at[0]);
    fear_set_down(out->at[0], b.count, how.hands_in * 0.3, how.hands_rad, seed);
    set_up_enemy(out, &b, seed);
    double heading = b.lay_rad + (random_between(seed, 0, 1) ? go : 0);
    int first = first_to_touch(out, &b, out->at[0], heading, 15, way);
    if (first < 0 || way[first] < 1) return false;
    double common = way[first], on = fear_uniform(seed, 0, ON_MOST_IN);
    for (int k = 1; seen_on_way && k < 6; k++) {
        for (int i = 0; i < b.files; i++) part[i] = common * k / 6;
        add_place(out, &b, part, heading);
    }
    for (int i = 0; i < b.files; i++) part[i] = common;
    add_place(out, &b, part, heading);
    if (after == FEAR_TURN_AFTER) turn_about(out, out->at[out->places - 1][b.figure[first]].at, turn_rad);
    if (after == FEAR_GO_ON) {
        for (int i = 0; i < b.files; i++) part[i] = fmin(way[i], common + on);
        if (!seen_on_way) out->places--;
        add_place(out, &b, part, heading);
    }
    return true;
}
