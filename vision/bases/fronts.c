// Which side is the front. Each close look gives the chance of four quarter turns, and a painted rim that of its mark (rims.h); bases of one kind
// that stand side by side and are aligned face one way far more often than not, so each hears its neighbours. What is then not sure is said to be
// doubtful.
#include <math.h>

#include "core/chance.h"
#include "vision/bases/painted.h"

// The quarter turns from a's heading to b's, 0 to 3; -1: they are not aligned.
static int quarters_between(const painted_find *a, const painted_find *b) {
    double turn = (double)(b->find.look.heading_rad - a->find.look.heading_rad) / (PI / 2), whole = floor(turn + 0.5);
    if (fabs(turn - whole) * (PI / 2) > BASES_ALIGNED_RAD) return -1;
    int q = (int)fmod(whole, 4);
    return q < 0 ? q + 4 : q;
}

// What is printed on a base tells its front where it is read, not by its looks.
bool painted_has_front(const painted_search *s, const painted_find *f) {
    const base_kind *k = f->kind >= 0 ? &s->kinds[f->kind] : NULL;
    return k && k->print == PRINT_NONE && painted_is_kind(k);
}

// Chances that sum to 1, from their logs.
static void chances_of(const double log_chance[4], float out[4]) {
    double most = -INFINITY, sum = 0;
    for (int q = 0; q < 4; q++) most = fmax(most, log_chance[q]);
    for (int q = 0; q < 4; q++) sum += exp(log_chance[q] - most);
    for (int q = 0; q < 4; q++) out[q] = (float)(exp(log_chance[q] - most) / sum);
}

// Of a square or an oblong. Where the mark can't be seen, it may be on any side.
static void hear_sides(close_look *l, const rim_look *rim) {
    double log_chance[4];
    for (int q = 0; q < 4; q++)
        log_chance[q] = log(fmax((double)l->front[q], BASES_LEAST_FRONT)) +
                        RIMS_WORTH * log(fmax((double)(rim->mark[q * rim->columns / 4] + rim->none / 4), BASES_LEAST_MARKED));
    chances_of(log_chance, l->front);
}

static double turn_of(const rim_look *rim, int column) { return 2 * PI * column / rim->columns; }

// How likely the front is that far from the look's heading, by the look: near one of its four quarters.
static double look_says(const close_look *l, double turn_rad) {
    double spread = fmax((double)l->sigma_rad, RIMS_LEAST_SPREAD_RAD), sum = 0;
    for (int q = 0; q < 4; q++) {
        double off = angle_difference(turn_rad, q * PI / 2) / spread;
        sum += fmax((double)l->front[q], BASES_LEAST_FRONT) * exp(-off * off / 2) / (sqrt(2 * PI) * spread);
    }
    return sum * (1 - RIMS_LOOK_ERRS) + RIMS_LOOK_ERRS / (2 * PI);
}

// Divides what is left among the other three quarters about `best`, by what lies nearest to each.
static void share_quarters(const rim_look *rim, const double *chance, int best, double left, float front[4]) {
    double quarter[4] = {0};
    for (int k = 0; k < rim->columns; k++) quarter[lround(4.0 * k / rim->columns) % 4] += chance[(best + k) % rim->columns];
    double others = quarter[1] + quarter[2] + quarter[3];
    for (int q = 1; q < 4; q++) front[q] = (float)(left * (others > 0 ? quarter[q] / others : 1.0 / 3));
}

// Of a round base: it is turned to where its front likeliest is.
static void hear_round(close_look *l, const rim_look *rim) {
    double chance[RIM_MOST_COLUMNS], sum = 0, turn = 0, sigma = 0;
    int best = 0;
    for (int k = 0; k < rim->columns; k++) {
        chance[k] = (double)(rim->mark[k] + rim->none / (float)rim->columns) * look_says(l, turn_of(rim, k));
        sum += chance[k];
        if (chance[k] > chance[best]) best = k;
    }
    const int reach = (int)(BASES_TURNED_RAD / (2 * PI) * rim->columns);
    double sure = chance_about(chance, rim->columns, best, reach, &turn, &sigma) / sum;
    l->heading_rad = (float)angle_wrap((double)l->heading_rad + turn);
    l->sigma_rad = (float)hypot(sigma, RIMS_LEAST_SIGMA_RAD);
    l->front[0] = (float)sure;
    share_quarters(rim, chance, best, 1 - sure, l->front);
}

void painted_hear_rim(close_look *l, bool round, const rim_look *rim) {
    if (rim->columns == 0) return;
    if (round)
        hear_round(l, rim);
    else
        hear_sides(l, rim);
}

// Chance of each side with the neighbours' heard; of a rectangle the two that its form leaves.
static void hear_neighbours(const painted_search *s, painted_find *f) {
    const base *b = &s->kinds[f->kind].base;
    double reach = BASES_BESIDE * fmax(b->width_in, b->depth_in), log_chance[4];
    bool oblong = b->shape != BASE_ROUND && fabs(b->width_in - b->depth_in) > 0.04;
    int heard = 0;
    for (int q = 0; q < 4; q++) log_chance[q] = oblong && q % 2 ? -INFINITY : log(fmax((double)f->find.look.front[q], BASES_LEAST_MARKED));
    for (int i = 0; i < s->count && heard < BASES_MOST_BESIDE; i++) {
        const painted_find *o = &s->at[i];
        if (o == f || o->kind != f->kind || b->shape == BASE_ROUND || vec2_distance(o->find.look.at, f->find.look.at) > reach) continue;
        int turn = quarters_between(f, o);
        if (turn < 0) continue;
        heard++;
        for (int q = 0; q < 4; q++)  // the neighbour's front q' is q' + turn quarters from this one's heading
            log_chance[q] += s->gates.heard * log(fmax((double)o->find.look.front[(q - turn + 4) % 4], BASES_LEAST_MARKED));
    }
    chances_of(log_chance, f->sides);
}

static bool is_round(const painted_search *s, const painted_find *f) { return s->kinds[f->kind].base.shape == BASE_ROUND; }

// Chance that the heading is not farther off than BASES_TURNED_RAD, by its stated error: a square's sides tell it, a round base's front alone.
static double not_turned(const painted_search *s, const painted_find *f) {
    return is_round(s, f) ? erf(BASES_TURNED_RAD / (sqrt(2) * (double)f->find.look.sigma_rad)) : 1;
}

void painted_tell_fronts(painted_search *s) {
    for (int i = 0; i < s->count; i++) {
        painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        hear_neighbours(s, f);
        int best = 0;
        for (int q = 1; q < 4; q++)
            if (f->sides[q] > f->sides[best]) best = q;
        bool sure = painted_has_front(s, f) && (double)f->sides[best] * not_turned(s, f) >= s->gates.sure_front;
        f->front_told = sure;
        f->doubtful = !sure && !is_round(s, f);
        f->heading_rad = angle_wrap((double)f->find.look.heading_rad + best * PI / 2);
    }
}
