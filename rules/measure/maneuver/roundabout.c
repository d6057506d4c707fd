// The way by the places where the unit was seen to stand: where it went round, that is what it took.
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/path.h"
#include "rules/measure/maneuver/stands.h"

// A piece of the way between two stands.
typedef struct {
    priced p;
    vec2 middle;  // of the figures where it begins
} piece;

static vec2 lay_out(const explain_task *t, int sample, vec2 *at) {
    vec2 middle = {0, 0};
    for (int i = 0; i < t->count; i++) middle = vec2_add(middle, vec2_scale(path_pose(t->m, sample, t->local[i]).at, 1.0 / t->count));
    for (int i = 0; i < t->count; i++) at[i] = vec2_sub(path_pose(t->m, sample, t->local[i]).at, middle);
    return middle;
}

// Mean heading of the figures at the sample, about that of the first; false where one is unknown.
static bool heading_at(const explain_task *t, int sample, double *heading) {
    double first = path_pose(t->m, sample, t->local[0]).heading_rad, sum = 0;
    for (int i = 0; i < t->count; i++) {
        pose p = path_pose(t->m, sample, t->local[i]);
        if (!pose_has_heading(p)) return false;
        sum += angle_difference(p.heading_rad, first);
    }
    *heading = angle_wrap(first + sum / t->count);
    return true;
}

// What one wheel, one facing change and legs take from stand to stand; INFINITY where they do not lead there.
static double price_piece(const explain_task *t, int from, int to, piece *out) {
    vec2 *a = t->scratch, *b = t->scratch + t->count;
    double before, after;
    out->p.direct = INFINITY;
    if (!heading_at(t, from, &before) || !heading_at(t, to, &after)) return INFINITY;
    out->middle = lay_out(t, from, a);
    vec2 way = vec2_sub(lay_out(t, to, b), out->middle);
    rigid2 fit = rigid2_fit(a, b, t->count);
    if (fit.residual_max > t->n->residual + FIT_SIGMAS * t->sigma_in) return INFINITY;
    double turn = angle_difference(after - before, fit.rotation_rad);
    int quarter = (int)lround(turn / (PI / 2));
    if (fabs(turn - quarter * PI / 2) > t->n->facing_tol + t->n->k_illegal * sqrt(2) * t->sigma_rad) return INFINITY;
    body_motion m = {fabs(fit.rotation_rad) < SMALL_TURN ? 0 : fit.rotation_rad, way, (body_face)((quarter + FACE_COUNT) % FACE_COUNT)};
    explain_task own = *t;
    own.allowance = 0;
    whole_lay_out(t, a);
    out->p = whole_price(&own, before, &m, 1, 0);
    return out->p.direct;
}

// Set down too far and drawn back, or set down where no maneuver leads: that was put right. And where it hardly lengthens the way, it says nothing.
static bool says_nothing(const explain_task *t, const stands *k, int i) {
    piece p;
    double there = price_piece(t, k->sample[i - 1], k->sample[i], &p), on = price_piece(t, k->sample[i], k->sample[i + 1], &p);
    if (!(there < INFINITY && on < INFINITY)) return true;
    double past = price_piece(t, k->sample[i - 1], k->sample[i + 1], &p), back = price_piece(t, k->sample[i + 1], k->sample[i], &p);
    return past + back <= there + t->n->nudge || there + on <= past + t->n->nudge;
}

static void leave_out(stands *k, int i) {
    for (k->count--; i < k->count; i++) k->sample[i] = k->sample[i + 1];
}

static void drop_idle(const explain_task *t, stands *k) {
    for (int i = 1; i + 1 < k->count;) {
        if (!says_nothing(t, k, i)) {
            i++;
            continue;
        }
        leave_out(k, i);
        if (i > 1) i--;  // its neighbours are new to each other
    }
}

typedef struct {
    double cost, variance;
    least_cost least;
} way_cost;

// What pieces rest on is held to be so together, unless of none it is.
static void add_least(least_cost *sum, least_cost piece) {
    sum->more_chance = sum->more > 0 && piece.more > 0 ? sum->more_chance * piece.more_chance : sum->more_chance + piece.more_chance;
    sum->kindest += piece.kindest;
    sum->unproven += piece.unproven;
    sum->more += piece.more;
}

static bool sum_pieces(const explain_task *t, const stands *k, explanation *e, way_cost *sum) {
    *sum = (way_cost){0};
    for (int i = 0; i + 1 < k->count; i++) {
        piece p;
        if (!(price_piece(t, k->sample[i], k->sample[i + 1], &p) < INFINITY)) return false;
        sum->cost += p.p.cost;
        add_least(&sum->least, p.p.least);
        sum->variance += p.p.sigma * p.p.sigma;
        if (e) trace_program(t, e, &p.p, p.middle);
    }
    return true;
}

void explain_roundabout(const explain_task *t, explanation *e) {
    stands k = stands_find(t->m, t->local, t->count, t->n->nudge);
    way_cost sum;
    if (k.count < 3 || !k.followed || e->shape != SHAPE_RIGID || e->fixed > 0 || t->unit->type == UNIT_MOB) return;
    drop_idle(t, &k);
    if (k.count < 3 || !sum_pieces(t, &k, NULL, &sum) || sum.cost <= e->cost) return;
    e->count = 0;
    sum_pieces(t, &k, e, &sum);
    e->cost = e->direct = sum.cost;
    e->least = sum.least;
    e->sigma = sqrt(sum.variance);
}
