// Which side is the front. Each close look gives the chance of four quarter turns; bases of one kind that stand side by side and are aligned face one
// way far more often than not, so each hears its neighbours. What is then not sure is said to be doubtful.
#include <math.h>

#include "vision/bases/painted.h"

// The quarter turns from a's heading to b's, 0 to 3; -1: they are not aligned.
static int quarters_between(const painted_find *a, const painted_find *b) {
    double turn = (double)(b->find.look.heading_rad - a->find.look.heading_rad) / (PI / 2), whole = floor(turn + 0.5);
    if (fabs(turn - whole) * (PI / 2) > BASES_ALIGNED_RAD) return -1;
    int q = (int)fmod(whole, 4);
    return q < 0 ? q + 4 : q;
}

// What is printed on a base tells its front where it is read, not by its looks.
static bool has_front(const painted_search *s, const painted_find *f) {
    const base_kind *k = &s->kinds[f->kind];
    return k->print == PRINT_NONE && k->rim_rgb != NO_COLOUR;
}

// Chances that sum to 1, from their logs.
static void chances_of(const double log_chance[4], float out[4]) {
    double most = -INFINITY, sum = 0;
    for (int q = 0; q < 4; q++) most = fmax(most, log_chance[q]);
    for (int q = 0; q < 4; q++) sum += exp(log_chance[q] - most);
    for (int q = 0; q < 4; q++) out[q] = (float)(exp(log_chance[q] - most) / sum);
}

void painted_hear_marks(close_look *l, bool round, const float log_odds[4], const float turn_rad[4]) {
    double log_chance[4];
    int best = 0;
    for (int q = 0; q < 4; q++) log_chance[q] = log(fmax((double)l->front[q], BASES_LEAST_FRONT)) + (double)log_odds[q];
    for (int q = 1; q < 4; q++)
        if (log_chance[q] > log_chance[best]) best = q;
    chances_of(log_chance, l->front);
    if (!round || !(log_odds[best] > 0) || fabsf(turn_rad[best]) < MARKS_LEAST_TURN_RAD) return;  // the look measures small turns better
    l->heading_rad += turn_rad[best];
    l->sigma_rad = fmaxf(l->sigma_rad, MARKS_TURN_SIGMA_RAD);
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

double painted_heading_sigma(const painted_search *s, const painted_find *f) {
    return (double)f->find.look.sigma_rad * (is_round(s, f) ? BASES_TRUE_SIGMA : 1);
}

// Chance that the heading is not farther off than BASES_TURNED_RAD, by its stated error: a square's sides tell it, a round base's front alone.
static double not_turned(const painted_search *s, const painted_find *f) {
    return is_round(s, f) ? erf(BASES_TURNED_RAD / (sqrt(2) * painted_heading_sigma(s, f))) : 1;
}

void painted_tell_fronts(painted_search *s) {
    for (int i = 0; i < s->count; i++) {
        painted_find *f = &s->at[i];
        if (f->kind < 0) continue;
        hear_neighbours(s, f);
        int best = 0;
        for (int q = 1; q < 4; q++)
            if (f->sides[q] > f->sides[best]) best = q;
        bool sure = has_front(s, f) && (double)f->sides[best] * not_turned(s, f) >= s->gates.sure_front;
        f->front_told = sure;
        f->doubtful = !sure && !is_round(s, f);
        f->heading_rad = angle_wrap((double)f->find.look.heading_rad + best * PI / 2);
    }
}
