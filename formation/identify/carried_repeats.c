// Of a part of a block, whose ranks and files repeat: whether it can be in one place only, and in which of the next ones it is likeliest.
#include "formation/identify/carried.h"
#include "formation/identify/identify_limits.h"

// The unit's middle where it was expected.
static vec2 middle_of(const carried_search *s) {
    vec2 middle = {0, 0};
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        if (carried_is_expected(s->w, f)) middle = vec2_add(middle, vec2_scale(s->w->figures[f].expect.at, 1.0 / s->b->expected));
    return middle;
}

static bool is_near(const carried_search *s, rigid2 m, vec2 middle) {
    const base *like = &s->w->g->figures[s->u->first_figure].base;
    return vec2_distance(rigid2_apply(m, middle), middle) <= IDENTIFY_REPEAT_NEAR * fmin(like->width_in, like->depth_in) &&
           fabs(m.rotation_rad) <= IDENTIFY_REPEAT_TURN_RAD;
}

// The expected figure nearest to a point, which is not `but`; -1 if there is none.
static int nearest_to(const carried_search *s, vec2 p, int but) {
    int best = -1;
    double least = INFINITY;
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (f == but || !carried_is_expected(s->w, f)) continue;
        double d = vec2_distance(s->w->figures[f].expect.at, p);
        if (d >= least) continue;
        least = d;
        best = f;
    }
    return best;
}

// The motion m of a body that was turned about a point and shifted before.
static rigid2 repeated(rigid2 m, vec2 about, double turn_rad, vec2 shift) {
    vec2 from[2] = {about, vec2_add(about, (vec2){1, 0})}, to[2];
    for (int i = 0; i < 2; i++) to[i] = rigid2_apply(m, vec2_add(vec2_add(about, vec2_rotate(vec2_sub(from[i], about), turn_rad)), shift));
    return rigid2_fit(from, to, 2);
}

// As likely is the body shifted so, forth or back, at one of the quarter turns.
static bool fits_shifted(carried_search *s, const carried_motion *v, vec2 middle, vec2 shift) {
    bool stays = vec2_length(shift) == 0;  // the motion itself is no other, and back is forth
    for (int turn = stays; turn < 4; turn++)
        for (int way = stays ? 1 : -1; way <= 1; way += 2) {
            rigid2 m = repeated(v->motion, middle, turn * PI / 2, vec2_scale(shift, way));
            if (carried_weigh(s, m, true).cost < v->cost + IDENTIFY_REPEAT_MARGIN) return true;
        }
    return false;
}

// By how much a figure of the unit stands off the one in its middle, if it is next to it: what repeats in the block.
static bool is_next(const carried_search *s, int centre, double pitch, int f, vec2 *shift) {
    *shift = vec2_sub(s->w->figures[f].expect.at, s->w->figures[centre].expect.at);
    return carried_is_expected(s->w, f) && vec2_length(*shift) <= IDENTIFY_REPEAT_NEXT * pitch;
}

static double pitch_at(const carried_search *s, int centre) {
    const vec2 stood = s->w->figures[centre].expect.at;
    return vec2_distance(s->w->figures[nearest_to(s, stood, centre)].expect.at, stood);
}

bool carried_has_one_place(carried_search *s, const carried_motion *v) {
    vec2 middle = middle_of(s), shift;
    if (is_near(s, v->motion, middle)) return true;
    const int centre = nearest_to(s, middle, -1);
    const double pitch = pitch_at(s, centre);
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++)
        if (is_next(s, centre, pitch, f, &shift) && fits_shifted(s, v, middle, shift)) return false;
    return true;
}

carried_motion carried_likeliest_repeat(carried_search *s, const carried_motion *v) {
    carried_motion best = *v;
    vec2 middle = middle_of(s), shift;
    const int centre = nearest_to(s, middle, -1);
    const double pitch = pitch_at(s, centre);
    for (int f = s->u->first_figure; f < s->u->first_figure + s->u->figure_count; f++) {
        if (f == centre || !is_next(s, centre, pitch, f, &shift)) continue;
        carried_motion shifted = carried_weigh(s, repeated(v->motion, middle, 0, shift), true);
        shifted.base_of = s->hits;
        shifted = carried_weigh(s, carried_refine(s, &shifted), true);
        if (shifted.cost < best.cost) best = shifted;
    }
    carried_weigh(s, best.motion, true);  // leaves its bases in s->hits
    return best;
}
