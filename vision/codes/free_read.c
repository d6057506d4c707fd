// One place of unknown scale, looked at closely: which number of cells has its grid there, what the cells say, where exactly they lie. Refuses
// what might be chance: any of 256 words so turned, in a picture full of other things.
#include <string.h>

#include "vision/codes/codes_limits.h"
#include "vision/codes/free_parts.h"

enum { ROUNDS = 3, CHOICES = 4 };

typedef struct {
    const free_words *words;
    const rim_ring *ring;
    rim_aim aim;
    rim_tones tones;
    rim_evidence evidence;
    rim_reading reading;
    double agreement;
} closer;

static const uint64_t *words_of(const free_words *w, int cells) {
    int i = 0;
    while (i < RIM_CODE_SIZES - 1 && rim_code_sizes[i] != cells) i++;
    return w->word + i * RIM_CODE_IDS;
}

static void turn_aim(rim_aim *a, double rad) {
    float c = (float)cos(rad), s = (float)sin(rad), fu = a->fu, fv = a->fv;
    a->fu = c * fu + s * a->lu, a->fv = c * fv + s * a->lv;
    a->lu = c * a->lu - s * fu, a->lv = c * a->lv - s * fv;
}

static void shift_aim(rim_aim *a, double x, double y) { a->u += (float)x * a->fu + (float)y * a->lu, a->v += (float)x * a->fv + (float)y * a->lv; }

static void scale_aim(rim_aim *a, double by) {
    float k = (float)by;
    a->fu *= k, a->fv *= k, a->lu *= k, a->lv *= k, a->px_per_in *= k;
}

// Moves the aim onto the grid of cells; false where there is none.
static bool onto_grid(const rim_ring *r, double reach_in, double turn_rad, double least, rim_aim *a, double *agreement) {
    rim_strip strip;
    rim_strip_take(r, a, &strip);
    rim_grid g = rim_grid_find(r, &strip, (double)a->px_per_in, reach_in, turn_rad);
    *agreement = g.agreement;
    if (!(g.agreement >= least)) return false;
    shift_aim(a, g.shift_in.x, g.shift_in.y);
    turn_aim(a, g.turn_rad);
    return true;
}

static uint64_t word_there(const closer *c) {
    return rim_code_turn(words_of(c->words, c->ring->cells)[c->reading.word], c->ring->cells, -c->reading.turn);
}

// The two paints' tones from the cells that the word says they are on.
static bool tones_by_word(closer *c) {
    rim_tone sum[2];
    float n[2] = {0, 0};
    uint64_t word = word_there(c);
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < c->ring->cells; i++) {
        const rim_tone *t = &c->tones.at[i];
        rim_tone *to = &sum[word >> i & 1];
        float w = c->reading.visible[i] > 0.5f ? c->reading.visible[i] : 0;
        to->gray += w * t->gray, to->b += w * t->b, to->g += w * t->g, to->r += w * t->r;
        n[word >> i & 1] += w;
    }
    if (n[0] < 3 || n[1] < 3 || sum[1].gray / n[1] - sum[0].gray / n[0] < 8) return false;
    c->tones.dark = (rim_tone){sum[0].gray / n[0], sum[0].b / n[0], sum[0].g / n[0], sum[0].r / n[0]};
    c->tones.light = (rim_tone){sum[1].gray / n[1], sum[1].b / n[1], sum[1].g / n[1], sum[1].r / n[1]};
    return true;
}

// Reads the cells where the aim is; with `again`, by the tones that the last reading tells.
static bool read_at(closer *c, bool again) {
    rim_strip strip;
    rim_lexicon all = {.words = words_of(c->words, c->ring->cells), .count = RIM_CODE_IDS, .turns = c->ring->turns, .expected = -1};
    rim_strip_take(c->ring, &c->aim, &strip);
    rim_tones_take(c->ring, &c->aim, &strip, &c->tones);
    c->tones.colour_gain = FREE_GAIN_COLOUR;
    if (again ? !tones_by_word(c) : !rim_tones_split(&c->tones)) return false;
    rim_evidence_weigh(&c->tones, &c->evidence);
    rim_decode(&c->evidence, &all, &c->reading);
    return c->reading.word >= 0;
}

static rim_known known_of(const closer *c) {
    return (rim_known){word_there(c), c->reading.visible, c->tones.dark.gray, c->tones.light.gray, FREE_BLUR_PX};
}

// Follows up what was read: the map by its transitions, a ring's size by its band, the cells there again.
static bool refine(closer *c, double *sigma_px, double *outer, double *inner) {
    for (int i = 0; i < ROUNDS; i++) {
        rim_known known = known_of(c);
        if (!free_fit(c->ring, &known, &c->aim, sigma_px)) return false;
        if (!free_band(c->ring, &known, &c->aim, outer, inner)) return false;
        double middle = (*outer + *inner) / 2;
        if (c->ring->round) scale_aim(&c->aim, middle), *outer /= middle, *inner /= middle;
        if (!read_at(c, true)) return false;
    }
    return true;
}

static void count_cells(const closer *c, free_find *out) {
    uint64_t word = word_there(c);
    int n = c->ring->cells;
    out->against = out->in_view = 0;
    for (int i = 0; i < c->ring->cells; i++) {
        float for_dark = c->evidence.dark[i] - c->evidence.light[i];
        if (fabsf(for_dark) < 3 || fmaxf(c->evidence.dark[i], c->evidence.light[i]) < 0) continue;
        bool among_seen = c->reading.visible[(i + 1) % n] > 0.5f && c->reading.visible[(i + n - 1) % n] > 0.5f;
        if (c->reading.visible[i] < 0.5f && !among_seen) continue;  // of a run that is hidden
        out->in_view++;
        out->against += (word >> i & 1) == (for_dark > 0);
    }
}

// True where what was read can't be chance.
static bool sure(const free_find *f, double outer, double inner) {
    double out = outer - 1, in = 1 - inner;
    bool band = out > FREE_BAND_LEAST && in > FREE_BAND_LEAST && out < FREE_BAND_MOST && in < FREE_BAND_MOST &&
                fabs(out - in) < FREE_BAND_UNEVEN * (out + in);
    return band && f->odds >= (f->ring->round ? FREE_SURE_ODDS : FREE_SURE_OF_FRAME) &&
           f->over_chance >= (f->ring->cells > 24 ? FREE_SURE_OVER_CHANCE : FREE_SURE_OF_FEW) && f->shown >= FREE_LEAST_SEEN &&
           f->against * FREE_MOST_AGAINST <= f->in_view;
}

static bool finish(closer *c, free_find *out) {
    double sigma_px = 0, outer = 1, inner = 1;
    if (!refine(c, &sigma_px, &outer, &inner)) return false;
    rim_aim front = c->aim;
    turn_aim(&front, c->reading.turn * 2 * PI / c->ring->cells);
    *out = (free_find){.ring = c->ring,
                       .aim = front,
                       .id = c->reading.word,
                       .odds = c->reading.odds,
                       .over_chance = c->reading.over_chance,
                       .shown = c->reading.shown,
                       .agreement = c->agreement,
                       .outer = outer,
                       .sigma_px = sigma_px,
                       .quarters = c->ring->round ? 0 : c->reading.turn * 4 / c->ring->cells};
    count_cells(c, out);
    return sure(out, outer, inner);
}

// ---- where the grid may lie

typedef struct {
    rim_aim at[CHOICES];
    double agreement[CHOICES];
    int count;
} choices;

static void choose(choices *c, const rim_aim *at, double agreement) {
    int i = c->count < CHOICES ? c->count++ : CHOICES - 1;
    if (i == CHOICES - 1 && c->agreement[i] >= agreement) return;
    for (; i > 0 && c->agreement[i - 1] < agreement; i--) c->at[i] = c->at[i - 1], c->agreement[i] = c->agreement[i - 1];
    c->at[i] = *at, c->agreement[i] = agreement;
}

static void onto_ring(const rim_ring *r, const rim_aim *start, double reach_in, choices *out) {
    rim_aim a = *start;
    double got;
    if (onto_grid(r, reach_in, 0, FREE_LEAST_AGREEMENT, &a, &got) && onto_grid(r, reach_in / 3, 0, FREE_LEAST_AGREEMENT, &a, &got))
        choose(out, &a, got);
}

// Of a frame that may still be a cell off, with the grid. By chance few cells agree better than many: of 24, half of all places reach 0.12.
static double first_agreement(const rim_ring *r) { return r->cells > 24 ? 0.095 : 0.14; }

// A frame that is a whole cell off along one side still lies on the grid there, and so does one that is turned by half a cell and half a cell off
// along both: those that agree best all round, in three sizes.
static void onto_frame(const rim_ring *r, const rim_aim *start, double reach_in, choices *out) {
    static const double sizes[3] = {1, 0.975, 1.025};
    double half = r->cell_in / 2, lever = fmin(r->half_x, r->half_y) - RIM_CODE_WIDTH_IN / 2, turn = half / lever, got;
    for (int k = 0; k < 3; k++) {
        rim_aim first = *start;
        scale_aim(&first, sizes[k]);
        if (!onto_grid(r, fmax(half, reach_in), 0.6 * turn, first_agreement(r), &first, &got)) continue;
        for (int i = 0; i < 75; i++) {
            int x = i % 5 - 2, y = i / 5 % 5 - 2, t = i / 25 - 1;
            rim_aim there = first;
            if ((x & 1) != (t & 1) || (y & 1) != (t & 1)) continue;
            shift_aim(&there, x * half, y * half);
            turn_aim(&there, t * turn);
            if (onto_grid(r, 0.3 * r->cell_in, turn / 5, FREE_LEAST_AGREEMENT, &there, &got)) choose(out, &there, got);
        }
    }
}

bool free_read(const free_shape *shape, const free_words *words, const rim_aim *start, double reach_px, free_find *out) {
    bool found = false;
    for (int k = 0; k < shape->count; k++) {
        choices among = {.count = 0};
        const rim_ring *r = &shape->ring[k];
        if (r->cell_in * (double)start->px_per_in < 1.7) continue;
        if (r->round)
            onto_ring(r, start, reach_px / (double)start->px_per_in, &among);
        else
            onto_frame(r, start, reach_px / (double)start->px_per_in, &among);
        for (int i = 0; i < among.count; i++) {
            closer c = {.words = words, .ring = r, .aim = among.at[i], .agreement = among.agreement[i]};
            free_find f;
            if (!read_at(&c, false) || c.reading.over_chance < FREE_LEAST_OVER_CHANCE || !finish(&c, &f) ||
                (found && f.over_chance <= out->over_chance))
                continue;
            *out = f;
            found = true;
        }
    }
    return found;
}
