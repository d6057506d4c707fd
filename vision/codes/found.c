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

enum { MOST_PARTS = 16 };

// Reading at the places about a find, in a picture of one blur; each part reads a range of them and keeps the one with the best odds.
typedef struct {
    const closer *from;
    const rim_place *found;
    const about *about;
    double blur_px;
    int parts;
    struct {
        closer best;
        rim_place at;
        bool any;
    } of[MOST_PARTS];
} reading_about;

static int places_about(const about *a) { return (2 * a->half_turns + 1) * (2 * a->half + 1) * (2 * a->half + 1); }

static rim_place place_about(const rim_place *found, const about *a, int i) {
    const int side = 2 * a->half + 1, turn = i / (side * side) - a->half_turns;
    const vec2 by = {(i % side - a->half) * a->step, (i / side % side - a->half) * a->step};
    return (rim_place){vec2_add(found->at, vec2_rotate(by, found->heading_rad)), found->heading_rad + turn * a->turn_step, found->z_in};
}

static void read_part(void *task, int part) {
    reading_about *r = task;
    if (part >= r->parts) return;
    const int all = places_about(r->about), end = thread_pool_share(all, part + 1, r->parts);
    r->of[part].best = *r->from, r->of[part].any = false;
    for (int i = thread_pool_share(all, part, r->parts); i < end; i++) {
        const rim_place there = place_about(r->found, r->about, i);
        closer here = *r->from;
        here.blur_px = r->blur_px;
        if (!closer_read_at(&here, &there, false) || here.reading.odds <= r->of[part].best.reading.odds) continue;
        r->of[part].best = here, r->of[part].at = there;
        r->of[part].any = true;
    }
}

// Reads at each of the places, in a picture of that blur, and keeps the one with the best odds. True where one was better.
static bool read_about(closer *c, const rim_place *found, const about *a, double blur_px, rim_place *at) {
    thread_pool *pool = c->s->pool;
    reading_about r = {.from = c, .found = found, .about = a, .blur_px = blur_px};
    r.parts = thread_pool_count(pool) < MOST_PARTS ? thread_pool_count(pool) : MOST_PARTS;
    thread_pool_run(pool, read_part, &r);
    int best = -1;
    for (int k = 0; k < r.parts; k++)
        if (r.of[k].any && (best < 0 || r.of[k].best.reading.odds > r.of[best].best.reading.odds)) best = k;
    if (best >= 0) *c = r.of[best].best, *at = r.of[best].at;
    return best >= 0;
}

// The blur of the last base that was read is tried first: the lens is one.
static bool read_blurred(rim_search *s, closer *c, const rim_place *found, const about *a, rim_place *at) {
    static const double blurs[] = {RIM_BLUR_PX, 1.2, 1.6};
    bool any = read_about(c, found, a, s->blur_px, at);
    for (size_t i = 0; i < sizeof blurs / sizeof *blurs && c->reading.odds < RIM_FOUND_PLAIN_ODDS; i++)
        if (blurs[i] != s->blur_px) any |= read_about(c, found, a, blurs[i], at);
    return any;
}

// Follows up what was read, and rules out the places beside.
static bool follow_up(closer *c, rim_place *at, rim_find *out) {
    const choices none = {.count = 0};
    if (!closer_refine(c, at, &out->errors)) return false;
    if (closer_may_have_slipped(c) && !closer_rule_out_slips(c, at, &out->errors)) return false;
    closer_weigh_strangers_beside(c, &none, at, 0, out);
    out->odds = c->reading.odds, out->over_chance = c->reading.over_chance, out->seen = c->reading.shown;
    out->worth = closer_worth(c);
    return true;
}

static bool may_be_told(const rim_find *f, double least_odds) {
    return f->odds >= least_odds && f->worth >= -RIM_COMPANY_WORTH && f->seen >= RIM_LEAST_SEEN && f->errors.variance <= RIM_MOST_VARIANCE;
}

static rim_find unread(const rim_ring *r, int look, const rim_place *found) {
    rim_find f = {.look = look, .word = -1, .odds = -1e9, .at = *found, .hoped = -1};
    f.errors = (rim_errors){0.3 * r->cell_in, r->round ? PI : RIM_FOUND_TURN_RAD, 1};
    return f;
}

bool rim_read_found(rim_search *s, int look, rim_place found, double sigma_in, double sigma_rad, rim_find *out) {
    const rim_ring *r = &s->looks[look].ring;
    closer c = closer_begin(s, look, found, (rim_hope){-1, 0, NULL, 0});
    about a = plan(r, sigma_in, sigma_rad);
    rim_place at;
    *out = unread(r, look, &found);
    if (!read_blurred(s, &c, &found, &a, &at) || !follow_up(&c, &at, out) || !may_be_told(out, RIM_FOUND_ODDS)) return false;
    out->needs_company = !closer_is_sure(&c, out);
    if (!out->needs_company) s->blur_px = c.blur_px;
    closer_settle(&c, &at, out);
    return true;
}

// ---- company

// The bases that were read about a place, where all of them are of one unit.
typedef struct {
    int kind, count;  // count 0: there are none
    const rim_find *nearest;
    vec2 facing;      // mean of their headings' directions
    double evidence;  // log odds (ln) that the codes about are the game's
    bool mixed;       // two units meet here: there is no company
    bool apart;       // none stands beside: they may face anyhow
} company;

static double bounded(double odds) { return fmax(-RIM_OVER_CHANCE, fmin(RIM_OVER_CHANCE, odds)); }

static company company_within(const rim_search *s, const rim_find *f, double reach) {
    double near = reach;
    company c = {.count = 0};
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *o = &s->finds[i];
        double far = vec2_distance(o->at.at, f->at.at);
        if (o == f || o->look != f->look || far > reach) continue;
        if (o->word < 0 && o->is_unregistered) c.evidence -= RIM_OVER_CHANCE;
        if (o->word < 0) continue;
        if (c.count > 0 && s->word_kind[o->word] != c.kind) return (company){.count = 0, .mixed = true};
        c.kind = s->word_kind[o->word], c.count++;
        c.facing = vec2_add(c.facing, heading_forward(o->at.heading_rad));
        c.evidence += bounded(o->over_chance);
        if (far <= near) near = far, c.nearest = o;
    }
    if (c.count > 0) c.facing = vec2_scale(c.facing, 1.0 / c.count);
    return c;
}

// Those beside it, as in ranks; where there are none, those farther off, as skirmishers stand.
static company company_of(const rim_search *s, const rim_find *f) {
    const base *b = &s->looks[f->look].ring.base;
    double side = fmax(b->width_in, b->depth_in);
    company c = company_within(s, f, RIM_COMPANY_SIDES * side);
    if (c.count > 0 || c.mixed) return c;
    c = company_within(s, f, RIM_COMPANY_FAR_SIDES * side);
    c.apart = true;
    return c;
}

// Bases that all face one way are dressed: one more among them faces so.
static bool is_dressed(const company *c) { return !c->apart && vec2_length(c->facing) > RIM_COMPANY_DRESSED; }

static bool faces_with(const company *c, double heading_rad) {
    return fabs(angle_difference(heading_rad, atan2(c->facing.y, c->facing.x))) < RIM_COMPANY_TURN_RAD;
}

static bool is_read_elsewhere(const rim_search *s, const rim_find *f, int word) {
    for (int i = 0; i < s->find_count; i++)
        if (&s->finds[i] != f && s->finds[i].word == word) return true;
    return false;
}

bool rim_company_agrees(const rim_search *s, const rim_find *f) {
    company c = company_of(s, f);
    bool plenty = c.evidence >= RIM_OVER_CHANCE || c.evidence + bounded(f->over_chance) >= RIM_COMPANY_EVIDENCE;
    return c.count > 0 && c.kind == s->word_kind[f->word] && plenty && (!is_dressed(&c) || faces_with(&c, f->at.heading_rad)) &&
           !is_read_elsewhere(s, f, f->word);
}

static void name_with_company(rim_search *s) {
    bool told[RIM_MAX_FINDS];
    for (int i = 0; i < s->find_count; i++) told[i] = !s->finds[i].needs_company || rim_company_agrees(s, &s->finds[i]);
    for (int i = 0; i < s->find_count; i++) {
        rim_find *f = &s->finds[i];
        if (!told[i]) f->word = -1, f->at = f->found_at, f->errors = f->found_errors;
        f->needs_company = false;
    }
}

// ---- those that are missing in a unit

typedef struct {
    uint64_t words[RIM_CODE_IDS];
    int of[RIM_CODE_IDS], count;  // of: index into the look's words
} missing_words;

static void find_missing(const rim_search *s, const rim_find *f, int kind, missing_words *out) {
    const rim_look_kind *l = &s->looks[f->look];
    out->count = 0;
    for (int w = 0; w < l->word_count && out->count < RIM_CODE_IDS; w++) {
        int word = l->first_word + w;
        if (s->word_kind[word] == kind && !is_read_elsewhere(s, f, word)) out->of[out->count] = w, out->words[out->count++] = s->words[word];
    }
}

// By how much fewer headings are left where the company is dressed; ln.
static double worth_of_facing(const rim_ring *r) {
    double all = r->turns, left = r->round ? 1 + RIM_COMPANY_TURN_RAD / PI * r->turns : 1;
    return log(fmax(1, all / left));
}

// Reads a find as one of those that are missing in its company's unit.
static bool read_as_missing(rim_search *s, rim_find *f, const company *by, const missing_words *missing) {
    const rim_ring *r = &s->looks[f->look].ring;
    closer c = closer_begin(s, f->look, f->found_at, (rim_hope){-1, 0, by->nearest, 0});
    about a = plan(r, f->found_errors.sigma_in, f->found_errors.sigma_rad);
    rim_find out = unread(r, f->look, &f->found_at);
    rim_place at;
    c.words.words = missing->words, c.words.count = missing->count;
    if (!read_blurred(s, &c, &f->found_at, &a, &at) || !follow_up(&c, &at, &out)) return false;
    if (is_dressed(by)) {
        if (!faces_with(by, at.heading_rad + c.reading.turn * 2 * PI / r->cells)) return false;
        out.odds += worth_of_facing(r), out.worth += worth_of_facing(r);
    }
    if (by->evidence >= RIM_MEMBER_EVIDENCE) out.worth += RIM_MEMBER_WORTH;
    if (!may_be_told(&out, RIM_MISSING_ODDS)) return false;
    c.reading.word = missing->of[c.reading.word];
    c.words = closer_begin(s, f->look, f->found_at, (rim_hope){-1, 0, NULL, 0}).words;
    closer_settle(&c, &at, &out);
    out.agreement = f->agreement;
    out.u = f->u, out.v = f->v, out.px_per_in = f->px_per_in;
    *f = out;
    return true;
}

// True where one more was read: it is company for others then, and leaves fewer words.
static bool read_missing(rim_search *s) {
    missing_words missing;
    bool any = false;
    for (int i = 0; i < s->find_count; i++) {
        rim_find *f = &s->finds[i];
        if (f->word >= 0 || !f->is_found || f->is_unregistered) continue;
        company by = company_of(s, f);
        if (by.count < RIM_COMPANY_LEAST || by.evidence < RIM_OVER_CHANCE) continue;
        find_missing(s, f, by.kind, &missing);
        if (missing.count > 0) any |= read_as_missing(s, f, &by, &missing);
    }
    return any;
}

void rim_ask_company(rim_search *s) {
    name_with_company(s);
    for (int round = 0; round < RIM_MISSING_ROUNDS && read_missing(s); round++) continue;
}
