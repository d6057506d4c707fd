// One place, looked at closely: do the cells lie on a grid there, what do they say, where exactly does the base stand.
#include <string.h>

#include "vision/codes/codes.h"

static const double least_agreement = 0.10, hoped_agreement = 0.08;  // of the grid of cells
static const double least_look_odds = 1;    // ln; below, no word is followed up
static const double sure_odds = 2;         // ln; below, nothing is said
static const double fine_in = 0.7 * IN_PER_MM;

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

typedef struct {
    const rim_search *s;
    const rim_ring *ring;
    rim_lexicon words;
    rim_place expected;
    double slack_rad;
    rim_tones tones;
    rim_reading reading;
} closer;

static rim_lexicon lexicon_of(const rim_search *s, int look, rim_hope hope) {
    const rim_look_kind *l = &s->looks[look];
    return (rim_lexicon){.words = s->words + l->first_word,
                         .count = l->word_count,
                         .turns = l->ring.turns,
                         .expected = hope.word >= l->first_word && hope.word < l->first_word + l->word_count ? hope.word - l->first_word : -1,
                         .others = l->others,
                         .other_count = l->other_count};
}

// Reads the cells at a place; with `again`, by the tones that the last reading tells.
static bool read_at(closer *c, const rim_place *at, bool again) {
    rim_aim a;
    rim_strip strip;
    rim_evidence e;
    rim_tone dark = c->tones.dark, light = c->tones.light;
    double cell_rad = 2 * PI / c->ring->cells;
    if (!rim_aim_at(c->s->frame, c->s->view, at, &a)) return false;
    rim_strip_take(c->ring, &a, &strip);
    rim_tones_take(c->ring, &a, &strip, &c->tones);
    c->tones.dark = dark, c->tones.light = light;
    if (again)
        tones_by_word(&c->tones, rim_code_turn(c->words.words[c->reading.word], c->ring->cells, -c->reading.turn), c->reading.visible);
    else if (!rim_tones_split(&c->tones))
        return false;
    c->words.expected_turn = (int)lrint(angle_difference(c->expected.heading_rad, at->heading_rad) / cell_rad);
    c->words.slack = 1 + (int)(c->slack_rad / cell_rad);
    rim_evidence_weigh(&c->tones, &e);
    rim_decode(&e, &c->words, &c->reading);
    return c->reading.word >= 0;
}

// Follows up what was read: the pose by its transitions, the cells there again.
static bool refine(closer *c, rim_place *at, rim_errors *errors) {
    for (int i = 0; i < 2; i++) {
        uint64_t word = rim_code_turn(c->words.words[c->reading.word], c->ring->cells, -c->reading.turn);
        rim_known known = {word, c->reading.visible, c->tones.dark.gray, c->tones.light.gray};
        rim_place moved = *at;
        if (!rim_settle(c->ring, c->s->frame, c->s->view, &known, &moved, errors)) return false;
        *at = moved;
        if (!read_at(c, at, true)) return false;
    }
    return true;
}

bool rim_verify(const rim_search *s, int look, rim_place at, double reach_in, double turn_rad, rim_hope hope, rim_find *out) {
    const rim_ring *r = &s->looks[look].ring;
    closer c = {.s = s, .ring = r, .words = lexicon_of(s, look, hope), .expected = at, .slack_rad = hope.slack_rad};
    rim_aim a;
    rim_strip strip;
    double least = hope.word >= 0 ? hoped_agreement : least_agreement;
    for (int i = 0; i < 2; i++) {
        if (!rim_aim_at(s->frame, s->view, &at, &a)) return false;
        rim_strip_take(r, &a, &strip);
        rim_grid g = rim_grid_find(r, &strip, (double)a.px_per_in, i ? fine_in : reach_in, i ? turn_rad / 3 : turn_rad);
        if (g.agreement < (i ? 1.15 : 1) * least) return false;
        shift(&at, &g);
        out->agreement = g.agreement;
    }
    out->look = look, out->word = -1, out->odds = -1e9, out->seen = 0, out->dropped = false;
    out->errors = (rim_errors){0.3 * r->cell_in, r->round ? PI : 0.02, 1};
    if (!r->round) rim_settle(r, s->frame, s->view, NULL, &at, &out->errors);
    out->at = at;
    if (!read_at(&c, &at, false)) return true;
    out->odds = c.reading.odds, out->over_chance = c.reading.over_chance;
    if (c.reading.odds < least_look_odds || !refine(&c, &at, &out->errors)) return true;
    out->odds = c.reading.odds, out->over_chance = c.reading.over_chance;
    out->seen = c.reading.shown;
    if (out->odds < sure_odds) return true;
    out->at = at;
    out->at.heading_rad = angle_wrap(at.heading_rad + c.reading.turn * 2 * PI / r->cells);
    out->word = s->looks[look].first_word + c.reading.word;
    return true;
}
