// Codes on bases that vision/bases found: where such a base stands is known to a fraction of a cell, so its cells are read there without asking
// whether they lie on a grid. What is then not sure by itself is told by its company: bases of one unit stand together.
#include "core/geom.h"
#include "vision/codes/codes_limits.h"
#include "vision/codes/verify_parts.h"

// How far and how finely the places about a find are tried.
typedef struct {
    int half, half_turns;
    double step, turn_step;
} about;

static about plan(const rim_ring *r, double sigma_in, double sigma_rad) {
    about a = {.step = RIM_FOUND_STEP_CELLS * r->cell_in};
    a.turn_step = r->round ? 2 * PI / r->cells / 3 : a.step / fmax(r->half_x, r->half_y);
    a.half = (int)fmin(ceil(RIM_FOUND_SIGMAS * sigma_in / a.step), RIM_FOUND_MOST_STEPS);
    a.half_turns = r->round ? 1 : (int)fmin(ceil(RIM_FOUND_SIGMAS * sigma_rad / a.turn_step), RIM_FOUND_MOST_TURNS);
    return a;
}

// Reads at each of the places, in a picture of that blur, and keeps the one with the best odds. True where one was better.
static bool read_about(closer *c, const rim_place *found, const about *a, double blur_px, rim_place *at) {
    closer best = *c;
    bool any = false;
    for (int t = -a->half_turns; t <= a->half_turns; t++) {
        for (int i = 0; i < (2 * a->half + 1) * (2 * a->half + 1); i++) {
            vec2 by = {(i % (2 * a->half + 1) - a->half) * a->step, (i / (2 * a->half + 1) - a->half) * a->step};
            rim_place there = {vec2_add(found->at, vec2_rotate(by, found->heading_rad)), found->heading_rad + t * a->turn_step, found->z_in};
            closer here = *c;
            here.blur_px = blur_px;
            if (!closer_read_at(&here, &there, false) || here.reading.odds <= best.reading.odds) continue;
            best = here, *at = there;
            any = true;
        }
    }
    *c = best;
    return any;
}

// The blur of the last base that was read is tried first: the lens is one.
static bool read_blurred(rim_search *s, closer *c, const rim_place *found, const about *a, rim_place *at) {
    static const double blurs[] = {RIM_BLUR_PX, 1.2, 1.6};
    bool any = read_about(c, found, a, s->blur_px, at);
    for (size_t i = 0; i < sizeof blurs / sizeof *blurs && c->reading.odds < RIM_FOUND_PLAIN_ODDS; i++)
        if (blurs[i] != s->blur_px) any |= read_about(c, found, a, blurs[i], at);
    return any;
}

static bool may_be_told(const closer *c, const rim_find *f) {
    return f->odds >= RIM_FOUND_ODDS && closer_is_worth(c) && f->seen >= RIM_LEAST_SEEN && f->errors.variance <= RIM_MOST_VARIANCE;
}

bool rim_read_found(rim_search *s, int look, rim_place found, double sigma_in, double sigma_rad, rim_find *out) {
    const rim_ring *r = &s->looks[look].ring;
    const choices none = {.count = 0};
    closer c = closer_begin(s, look, found, (rim_hope){-1, 0, NULL, 0});
    about a = plan(r, sigma_in, sigma_rad);
    rim_place at;
    *out = (rim_find){.look = look, .word = -1, .odds = -1e9, .at = found, .hoped = -1};
    out->errors = (rim_errors){0.3 * r->cell_in, r->round ? PI : RIM_FOUND_TURN_RAD, 1};
    if (!read_blurred(s, &c, &found, &a, &at) || !closer_refine(&c, &at, &out->errors)) return false;
    if (closer_may_have_slipped(&c) && !closer_rule_out_slips(&c, &at, &out->errors)) return false;
    closer_weigh_strangers_beside(&c, &none, &at, 0, out);
    out->odds = c.reading.odds, out->over_chance = c.reading.over_chance, out->seen = c.reading.shown;
    if (!may_be_told(&c, out)) return false;
    out->needs_company = !closer_is_sure(&c, out);
    s->blur_px = c.blur_px;
    closer_settle(&c, &at, out);
    return true;
}

// ---- company

static double bounded(double odds) { return fmax(-RIM_OVER_CHANCE, fmin(RIM_OVER_CHANCE, odds)); }

// What the bases about this one say of whether they are of its unit: log odds over chance.
static double company_of(const rim_search *s, const rim_find *f) {
    const base *b = &s->looks[f->look].ring.base;
    double reach = RIM_COMPANY_SIDES * fmax(b->width_in, b->depth_in), sum = 0;
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *o = &s->finds[i];
        if (o == f || o->look != f->look || vec2_distance(o->at.at, f->at.at) > reach) continue;
        bool like = o->word >= 0 && o->word != f->word && s->word_kind[o->word] == s->word_kind[f->word];
        sum += like ? bounded(o->over_chance) : o->is_unregistered ? -RIM_OVER_CHANCE : 0;
    }
    return sum;
}

void rim_ask_company(rim_search *s) {
    bool told[RIM_MAX_FINDS];
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *f = &s->finds[i];
        told[i] = !f->needs_company || company_of(s, f) >= RIM_OVER_CHANCE;
    }
    for (int i = 0; i < s->find_count; i++) {
        rim_find *f = &s->finds[i];
        if (!told[i]) f->word = -1, f->at = f->found_at, f->errors = f->found_errors;
        f->needs_company = false;
    }
}
