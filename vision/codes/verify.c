// Verifies one place: whether the cells lie on a grid there, which word they show, and where exactly the base stands.
#include <string.h>

#include "vision/codes/codes_limits.h"
#include "vision/codes/verify_parts.h"

static void shift(rim_place *at, const rim_grid *g) {
    at->at = vec2_add(at->at, vec2_rotate(g->shift_in, at->heading_rad));
    at->heading_rad += g->turn_rad;
}

// The two paints' tones from the cells that the word says they are on.
static void tones_by_word(rim_tones *t, uint64_t word, const float *visible) {
    rim_tone sum[2];
    float n[2] = {0, 0};
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < t->cells; i++) {
        int k = (int)(word >> i & 1);
        float w = visible[i] > 0.5f ? visible[i] : 0;
        sum[k].gray += w * t->at[i].gray, sum[k].b += w * t->at[i].b, sum[k].g += w * t->at[i].g, sum[k].r += w * t->at[i].r;
        n[k] += w;
    }
    if (n[0] < 3 || n[1] < 3 || sum[1].gray / n[1] - sum[0].gray / n[0] < 8) return;
    t->dark = (rim_tone){sum[0].gray / n[0], sum[0].b / n[0], sum[0].g / n[0], sum[0].r / n[0]};
    t->light = (rim_tone){sum[1].gray / n[1], sum[1].b / n[1], sum[1].g / n[1], sum[1].r / n[1]};
}

static rim_lexicon lexicon_of(const rim_search *s, int look, rim_hope hope) {
    const rim_look_kind *l = &s->looks[look];
    return (rim_lexicon){.words = s->words + l->first_word,
                         .count = l->word_count,
                         .turns = l->ring.turns,
                         .expected = hope.word >= l->first_word && hope.word < l->first_word + l->word_count ? hope.word - l->first_word : -1,
                         .others = l->others,
                         .other_count = l->other_count};
}

// What the cells would show of the one word.
static void read_only(closer *c, const rim_evidence *e) {
    rim_lexicon one = c->words;
    one.words += c->only, one.count = 1, one.other_count = 0;
    one.expected = c->only == c->words.expected ? 0 : -1;
    rim_decode(e, &one, &c->reading);
    if (c->reading.word >= 0) c->reading.word = c->only;
}

closer closer_begin(const rim_search *s, int look, rim_place at, rim_hope hope) {
    return (closer){.s = s,
                    .ring = &s->looks[look].ring,
                    .words = lexicon_of(s, look, hope),
                    .only = -1,
                    .reading = {.word = -1, .odds = -1e9},
                    .expected = at,
                    .slack_rad = hope.slack_rad,
                    .beside = hope.beside,
                    .blur_px = RIM_BLUR_PX};
}

bool closer_read_at(closer *c, const rim_place *at, bool again) {
    rim_aim a;
    rim_strip strip;
    rim_evidence e;
    rim_tone dark = c->tones.dark, light = c->tones.light;
    double cell_rad = 2 * PI / c->ring->cells;
    if (!rim_aim_at(c->s->frame, c->s->view, at, &a)) return false;
    rim_strip_take(c->ring, &a, &strip);
    rim_tones_take(c->ring, &a, &strip, &c->tones);
    if (c->blur_px > RIM_BLUR_PX) rim_tones_unblur(c->ring, (double)a.px_per_in, c->blur_px, &c->tones);
    c->tones.dark = dark, c->tones.light = light;
    if (again)
        tones_by_word(&c->tones, rim_code_turn(c->words.words[c->reading.word], c->ring->cells, -c->reading.turn), c->reading.visible);
    else if (c->beside)
        c->tones.dark = c->beside->dark, c->tones.light = c->beside->light;
    else if (!rim_tones_split(&c->tones))
        return false;
    c->words.expected_turn = (int)lrint(angle_difference(c->expected.heading_rad, at->heading_rad) / cell_rad);
    c->words.slack = 1 + (int)(c->slack_rad / cell_rad);
    rim_evidence_weigh(&c->tones, &e);
    if (c->only >= 0)
        read_only(c, &e);
    else
        rim_decode(&e, &c->words, &c->reading);
    return c->reading.word >= 0;
}

static rim_known known_by(const closer *c) {
    uint64_t word = rim_code_turn(c->words.words[c->reading.word], c->ring->cells, -c->reading.turn);
    return (rim_known){word, c->reading.visible, c->tones.dark.gray, c->tones.light.gray, c->blur_px};
}

bool closer_refine(closer *c, rim_place *at, rim_errors *errors) {
    int rounds = c->ring->round ? 2 : 4;
    for (int i = 0; i < rounds; i++) {
        rim_known known = known_by(c);
        rim_place moved = *at;
        if (!rim_settle(c->ring, c->s->frame, c->s->view, &known, &moved, errors)) return false;
        double gone = vec2_distance(moved.at, at->at) + fabs(moved.heading_rad - at->heading_rad) * c->ring->half_x;
        *at = moved;
        if (i > 0 && gone < RIM_STILL_IN) i = rounds - 1;
        c->only = i + 1 < rounds ? c->reading.word : -1;
        if (!closer_read_at(c, at, true)) return false;
    }
    return true;
}

// Moves the place onto the grid of cells; false where there is none.
static bool onto_grid(const rim_search *s, const rim_ring *r, double reach_in, double turn_rad, double least, rim_place *at, double *agreement) {
    rim_aim a;
    rim_strip strip;
    if (!rim_aim_at(s->frame, s->view, at, &a)) return false;
    rim_strip_take(r, &a, &strip);
    rim_grid g = rim_grid_find(r, &strip, (double)a.px_per_in, reach_in, turn_rad);
    *agreement = g.agreement;
    if (g.agreement < least) return false;
    shift(at, &g);
    return true;
}

enum { TURN_SLIPS = 2 };

static void choose(choices *c, const rim_place *at, double agreement) {
    int i = c->count < CHOICES_MAX ? c->count++ : CHOICES_MAX - 1;
    if (i == CHOICES_MAX - 1 && c->agreement[i] >= agreement) return;
    for (; i > 0 && c->agreement[i - 1] < agreement; i--) c->at[i] = c->at[i - 1], c->agreement[i] = c->agreement[i - 1];
    c->at[i] = *at, c->agreement[i] = agreement;
}

// A frame that is a whole cell off along one side still lies on the grid there, and so does one that is turned by half a cell and half a cell off
// along both: those that agree best all round. All are counted from the place that was asked about, for the first may have slipped itself.
static void onto_frame(const rim_search *s, const rim_ring *r, double reach_in, double turn_rad, double least, rim_place start, choices *out) {
    double half = r->cell_in / 2, turn = half / (fmin(r->half_x, r->half_y) - RIM_CODE_WIDTH_IN / 2), got;
    rim_place first = start;
    if (!onto_grid(s, r, fmin(reach_in, half), turn_rad, RIM_FAR_SHARE * least, &first, &got)) return;
    int halves = 2 * (int)ceil(reach_in / r->cell_in) + 1;
    halves = halves > 5 ? 5 : halves;
    for (int t = -TURN_SLIPS; t <= TURN_SLIPS; t++) {
        if (t && fabs(first.heading_rad + t * turn - start.heading_rad) > turn_rad + turn / 4) continue;
        for (int x = -halves; x <= halves; x++) {
            for (int y = -halves; y <= halves; y++) {
                rim_place there = first;
                if ((x & 1) != (t & 1) || (y & 1) != (t & 1)) continue;
                there.at = vec2_add(first.at, vec2_rotate((vec2){x * half, y * half}, first.heading_rad));
                there.heading_rad += t * turn;
                if ((x || y) && vec2_distance(there.at, start.at) > reach_in + half) continue;
                if (onto_grid(s, r, 0.3 * r->cell_in, turn_rad / 4, least, &there, &got)) choose(out, &there, got);
            }
        }
    }
}

// By how much less the grid agrees where its cells are hardly wider than the blur. Source: the wave of one cell in the square of a blurred edge's
// slope.
static double grid_clearness(const closer *c, const rim_place *at) {
    rim_aim a;
    if (!rim_aim_at(c->s->frame, c->s->view, at, &a)) return 1;
    double cell_px = c->ring->cell_in * (double)a.px_per_in;
    return fmin(1,
                exp(-2 * PI * PI * RIM_SLOPE_BLUR_PX * RIM_SLOPE_BLUR_PX * (1 / (cell_px * cell_px) - 1 / (RIM_CLEAR_CELL_PX * RIM_CLEAR_CELL_PX))));
}

// Where cells are small their grid alone may mislead: from where the edges are, too.
static void onto_ring(const closer *c, double reach_in, double least, rim_place at, choices *out) {
    const rim_ring *r = c->ring;
    rim_place first = at;
    rim_errors errors;
    double got, clear = grid_clearness(c, &at);
    least *= clear;
    if (onto_grid(c->s, r, reach_in, 0, least, &at, &got) && onto_grid(c->s, r, RIM_FINE_IN, 0, 1.15 * least, &at, &got)) choose(out, &at, got);
    if (clear > 0.9) return;
    if (!rim_settle(r, c->s->frame, c->s->view, NULL, &first, &errors)) return;
    if (onto_grid(c->s, r, RIM_FINE_IN, 0, least, &first, &got)) choose(out, &first, got);
}

// Moves a frame by its edges where they are near.
static void settle_edges(const closer *c, rim_place *at, rim_errors *errors) {
    rim_place moved = *at;
    if (!rim_settle(c->ring, c->s->frame, c->s->view, NULL, &moved, errors)) return;
    if (vec2_distance(moved.at, at->at) < 0.4 * c->ring->cell_in && fabs(moved.heading_rad - at->heading_rad) < 0.025) *at = moved;
}

static double plenty_of(const rim_ring *r) { return r->round ? RIM_PLENTY_SEEN : RIM_FRAME_SEEN; }

// Reads at each of the choices and keeps the one with the best odds; false where none can be read.
static bool read_best(closer *c, const choices *among, rim_find *out) {
    closer best = *c;
    bool any = false;
    for (int i = 0; i < among->count; i++) {
        closer here = *c;
        rim_place at = among->at[i];
        if (among->agreement[i] < 0.6 * among->agreement[0]) break;
        if (!c->ring->round) settle_edges(c, &at, &out->errors);
        if (i == 0) out->at = at;
        bool ours = closer_read_at(&here, &at, false);
        if (here.reading.odds <= best.reading.odds) continue;
        best = here, any = ours;  // an unregistered code may explain it better
        out->at = at, out->agreement = among->agreement[i];
        if (ours && best.reading.shown >= plenty_of(c->ring) && best.reading.odds >= RIM_SURE_ODDS) break;
    }
    *c = best;
    return any;
}

enum { SLIPS_MAX = 26, RING_WAYS = 8 };

// A frame that is off by a cell, or turned by half a cell and half a cell off, may agree on two of its sides.
static int frame_slips(const rim_ring *r, const rim_place *at, rim_place *out) {
    double half = r->cell_in / 2, turn = half / (fmin(r->half_x, r->half_y) - RIM_CODE_WIDTH_IN / 2);
    int count = 0;
    for (int i = 0; i < 27; i++) {
        int x = i % 3 - 1, y = i / 3 % 3 - 1, t = i / 9 - 1;
        if (t ? !x || !y : !x && !y) continue;
        rim_place there = *at;
        there.at = vec2_add(at->at, vec2_rotate((vec2){(t ? 1 : 2) * x * half, (t ? 1 : 2) * y * half}, at->heading_rad));
        there.heading_rad += t * turn;
        out[count++] = there;
    }
    return count;
}

// A ring of which an arc is in view may be turned about the middle of that arc by a cell: its cells then lie nearly where they did.
static int ring_slips(const closer *c, const rim_place *at, rim_place *out) {
    const rim_ring *r = c->ring;
    double x = 0, y = 0, cell_rad = 2 * PI / r->cells;
    for (int i = 0; i < r->cells; i++) {
        const rim_step *s = &r->step[i * RIM_SUB + RIM_SUB / 2];
        x += (double)(c->reading.visible[i] * s->x), y += (double)(c->reading.visible[i] * s->y);
    }
    double far = hypot(x, y), radius = r->half_x - RIM_CODE_WIDTH_IN / 2;
    if (!(far > 0)) return 0;
    vec2 pivot = {x / far * radius, y / far * radius};
    for (int i = 0; i < 2; i++) {
        double turn = i ? cell_rad : -cell_rad;
        vec2 gone = vec2_sub(pivot, vec2_rotate(pivot, turn));
        out[i] = (rim_place){vec2_add(at->at, vec2_rotate(gone, at->heading_rad)), at->heading_rad + turn, at->z_in};
    }
    return 2;
}

static double word_agreement(const closer *c, const rim_place *at) {
    rim_place there = *at;
    return rim_word_seek(c->ring, c->s->frame, c->s->view, rim_code_turn(c->words.words[c->reading.word], c->ring->cells, -c->reading.turn), 0, 0,
                         &there);
}

bool closer_rule_out_slips(closer *c, rim_place *at, rim_errors *errors) {
    rim_place slip[SLIPS_MAX], first = *at;
    int count = c->ring->round ? ring_slips(c, at, slip) : frame_slips(c->ring, at, slip);
    closer best = *c;
    bool any = false;
    bool hoped = c->reading.word == c->words.expected;  // else another word may be right beside: all are read
    double here_agrees = hoped ? word_agreement(c, at) : 0;
    for (int i = 0; i < count; i++) {
        closer here = *c;
        double got;
        if (hoped && word_agreement(c, &slip[i]) < RIM_SLIP_SHARE * here_agrees) continue;
        if (c->ring->round && !onto_grid(c->s, c->ring, 0.4 * c->ring->cell_in, 0, RIM_SLIP_AGREEMENT, &slip[i], &got)) continue;
        bool ours = closer_read_at(&here, &slip[i], false);
        if (here.reading.odds <= best.reading.odds || vec2_distance(slip[i].at, first.at) < 0.3 * c->ring->cell_in) continue;
        if (!ours) return false;
        best = here, *at = slip[i];
        any = true;
    }
    *c = best;
    return !any || closer_refine(c, at, errors);
}

// What is expected in full view stands where its own word agrees best with the picture, and still explains the place best among all others once it is
// followed up: nothing else need be tried.
static bool read_as_hoped(closer *c, double reach_in, double turn_rad, rim_place *at, rim_find *out) {
    closer here = *c;
    rim_place there = *at;
    uint64_t word = c->words.words[c->words.expected];
    if (c->slack_rad > RIM_MOST_SLACK_RAD) return false;
    out->agreement = rim_word_seek(c->ring, c->s->frame, c->s->view, word, reach_in, turn_rad, &there);
    if (out->agreement < RIM_SOUGHT_AGREEMENT) return false;
    here.only = c->words.expected;
    if (!closer_read_at(&here, &there, false) || here.reading.shown < RIM_LEAST_SEEN || here.reading.over_chance < 0) return false;
    if (!closer_refine(&here, &there, &out->errors) || here.reading.word != c->words.expected) return false;
    if (here.reading.shown < RIM_PLENTY_SEEN && !closer_rule_out_slips(&here, &there, &out->errors)) return false;
    *c = here, *at = there;
    return true;
}

bool closer_may_have_slipped(const closer *c) {
    bool hoped = c->reading.word == c->words.expected;
    return c->reading.shown < plenty_of(c->ring) || (!c->ring->round && !hoped && c->reading.over_chance < RIM_PLAIN_OVER_CHANCE);
}

static double anybodys_by(const rim_tones *t) {
    rim_evidence e;
    rim_evidence_weigh(t, &e);
    return rim_weigh_anybodys(&e);
}

// ln of the likelihood of random cells at a place, by the paints that were read and by those that show there. The first misses other paints; the
// second takes ground for paint. Of a frame the mean counts. Of a ring the better one counts: wherever a ring slips, it has ground on one side only.
static double anybodys_at(const closer *c, const rim_place *at) {
    rim_aim a;
    rim_strip strip;
    rim_tones tones;
    if (!rim_aim_at(c->s->frame, c->s->view, at, &a)) return 0;
    rim_strip_take(c->ring, &a, &strip);
    rim_tones_take(c->ring, &a, &strip, &tones);
    if (c->blur_px > RIM_BLUR_PX) rim_tones_unblur(c->ring, (double)a.px_per_in, c->blur_px, &tones);
    tones.dark = c->tones.dark, tones.light = c->tones.light;
    double by_read = anybodys_by(&tones);
    if (!rim_tones_split(&tones)) return by_read;
    double by_shown = anybodys_by(&tones);
    return c->ring->round ? fmax(by_read, by_shown) : (by_read + by_shown) / 2;
}

static double least_worth(const rim_ring *r, bool hoped) {
    if (!r->round) return RIM_FRAME_WORTH + (hoped ? RIM_FRAME_EXPECTED_WORTH : 0);
    return (r->cells < 32 ? RIM_FEW_CELLS_WORTH : RIM_RING_WORTH) + (hoped ? RIM_EXPECTED_WORTH : 0);
}

double closer_worth(const closer *c) {
    double worth = c->reading.over_chance + (c->ring->round ? RIM_RING_SEEN_WORTH : RIM_FRAME_SEEN_WORTH) * (c->reading.shown - 0.5);
    return worth - least_worth(c->ring, c->reading.word == c->words.expected);
}

// The places by a cell beside a ring where the grid of cells is.
static int places_about(const closer *c, const rim_place *at, rim_place *out) {
    int count = 0;
    for (int i = 0; i < RING_WAYS; i++) {
        rim_place there = *at;
        double got;
        there.at = vec2_add(at->at, vec2_rotate((vec2){c->ring->cell_in, 0}, 2 * PI * i / RING_WAYS));
        if (onto_grid(c->s, c->ring, 0.4 * c->ring->cell_in, 0, RIM_SLIP_AGREEMENT, &there, &got)) out[count++] = there;
    }
    return count;
}

void closer_weigh_strangers_beside(closer *c, const choices *among, const rim_place *at, double known, rim_find *out) {
    rim_place beside[SLIPS_MAX];
    bool round = c->ring->round, hoped = c->reading.word == c->words.expected;
    if (c->reading.over_chance > (round ? RIM_RING_PLAIN_OVER_CHANCE : RIM_PLAIN_OVER_CHANCE) || (round && (hoped || closer_worth(c) < 0))) return;
    int count = round ? places_about(c, at, beside) : frame_slips(c->ring, at, beside);
    double here = anybodys_at(c, at), most = here;
    for (int i = 0; i < count; i++) most = fmax(most, anybodys_at(c, &beside[i]));
    for (int i = 0; i < among->count && !round; i++) most = fmax(most, anybodys_at(c, &among->at[i]));
    // Of an expected word the places beside share the doubt.
    if (round || hoped) most = fmax(here, most - log(round ? RING_WAYS : count));
    out->unregistered_beside = fmax(known, most - here);
    c->reading.over_chance -= out->unregistered_beside;
}

// True where an unexpected base of few cells shows no more evidence than random cells may.
static bool may_be_chance(const closer *c) {
    bool hoped = c->reading.word == c->words.expected;
    return c->ring->cells <= 32 && !hoped && c->reading.over_chance < RIM_OVER_CHANCE;
}

void closer_settle(const closer *c, const rim_place *at, rim_find *out) {
    rim_known known = known_by(c);
    rim_weigh_errors(c->ring, c->s->frame, c->s->view, &known, at, &out->errors);
    out->at = *at;
    rim_unbend(c->ring, c->s->frame, c->s->view, c->reading.visible, &out->at);
    out->dark = c->tones.dark, out->light = c->tones.light;
    out->at.heading_rad = angle_wrap(out->at.heading_rad + c->reading.turn * 2 * PI / c->ring->cells);
    out->word = c->s->looks[out->look].first_word + c->reading.word;
}

bool closer_is_sure(const closer *c, const rim_find *f) {
    return f->odds >= RIM_SURE_ODDS && closer_worth(c) >= 0 && f->seen >= RIM_LEAST_SEEN && f->errors.variance <= RIM_MOST_VARIANCE &&
           !may_be_chance(c);
}

// Fills in what was read at the place; leaves word -1 where it is not sure enough.
static void judge(const closer *c, const rim_place *at, rim_find *out) {
    out->odds = c->reading.odds, out->over_chance = c->reading.over_chance;
    out->seen = c->reading.shown;
    if (closer_is_sure(c, out)) closer_settle(c, at, out);
}

static void find_choices(const closer *c, rim_place at, double reach_in, double turn_rad, choices *out) {
    double least = c->words.expected >= 0 ? RIM_EXPECTED_AGREEMENT : RIM_LEAST_AGREEMENT;
    if (c->ring->round)
        onto_ring(c, reach_in, least, at, out);
    else
        onto_frame(c->s, c->ring, reach_in, turn_rad, least, at, out);
}

bool rim_verify(const rim_search *s, int look, rim_place at, double reach_in, double turn_rad, rim_hope hope, rim_find *out) {
    const rim_ring *r = &s->looks[look].ring;
    closer c = closer_begin(s, look, at, hope);
    choices among = {.count = 0};
    *out = (rim_find){.look = look, .word = -1, .odds = -1e9, .at = at, .hoped = hope.word, .slack_rad = hope.slack_rad};
    out->errors = (rim_errors){0.3 * r->cell_in, r->round ? PI : 0.02, 1};
    closer as_hoped = c;
    rim_place hoped_at = at;
    if (c.words.expected >= 0 && read_as_hoped(&as_hoped, reach_in, turn_rad, &hoped_at, out)) {
        closer_weigh_strangers_beside(&as_hoped, &among, &hoped_at, hope.unregistered_beside, out);
        judge(&as_hoped, &hoped_at, out);
        if (out->word >= 0) return true;
    }
    find_choices(&c, at, reach_in, turn_rad, &among);
    if (!among.count) return false;
    out->agreement = among.agreement[0], out->at = among.at[0];
    bool ours = read_best(&c, &among, out);
    out->odds = c.reading.odds, out->over_chance = c.reading.over_chance;
    out->is_unregistered = !ours && out->odds >= RIM_SURE_ODDS && c.reading.shown >= RIM_PLENTY_SEEN;
    if (!ours) return true;
    at = out->at;
    if (c.reading.odds < RIM_LEAST_LOOK_ODDS || !closer_refine(&c, &at, &out->errors)) return true;
    if (closer_may_have_slipped(&c) && !closer_rule_out_slips(&c, &at, &out->errors)) return true;
    closer_weigh_strangers_beside(&c, &among, &at, hope.unregistered_beside, out);
    judge(&c, &at, out);
    return true;
}
