// Which cells of a tag can be seen, and what those say for its code. What hides a tag is one thing or few: a cell is the likelier hidden, the more
// of its neighbours are. Each cell's part of the likelihood is taken given its neighbours (a pseudo-likelihood), so that cells in the shade of an
// occluder that happen to agree count little. The code is held against every other code of the family in every turn, not against random bits.
// Source: Besag, "On the Statistical Analysis of Dirty Pictures", JRSS B 48 (1986), for the field of hidden cells.
#include <math.h>
#include <string.h>

#include "vision/tags/follow_parts.h"
#include "vision/tags/tags_limits.h"

enum { SWEEPS = 4, WIDE = FOLLOW_CELLS + 2 };

typedef struct {
    float off;                 // of the cell's light from what the code says, 0, to the opposite, 1
    float mine, other, hides;  // densities: of the code's colour, of the opposite, of an occluder
    float hidden;              // likelihood that the cell is hidden
    float reported;            // the same as its neighbours alone have it
    float lone;                // log odds of that with no say of the neighbours
    bool used;
} cell_state;

typedef cell_state cell_field[WIDE][WIDE];  // with a frame of unused cells

static float bell(float x, float sigma) { return expf(-x * x / (2 * sigma * sigma)) / (sigma * 2.5066283f); }

// Of light x between ink, 0, and paper, 1: as paper that may lie in the shade, and as ink.
static float paper_density(float x, float sigma) {
    float shade = x > 0.2f && x < 1 ? 0.12f : 0.01f;
    return 0.88f * bell(x - 1, sigma) + shade;
}

static float ink_density(float x, float sigma) {
    float shine = x > 0 && x < 0.5f ? 0.08f : 0.01f;
    return 0.92f * bell(x, sigma) + shine;
}

// Whatever hides: mostly dark things and shadows.
static float hiding_density(float x) { return x < 0 ? 1.5f : x > 1 ? 0.4f : 1.5f - 1.1f * x; }

// Where column (or row) i of the grid lies in its cell: 0..1.
static float phase_of(const follow_template *t, int i) { return ((float)((i + t->per_cell / 2) % t->per_cell) + 0.5f) / (float)t->per_cell; }

typedef struct {
    float sum, weight;  // of how far the points' light lies from the template's
} cell_mean;

// A cell that is half hidden still shows its colour in the other half: points of it that lie toward what seems hidden have little say.
static float say_of_point(const cell_field c, int x, int y, float s, float t) {
    static const float least_say = 0.02f;
    int i = s < 0.5f ? x - 1 : x + 1, j = t < 0.5f ? y - 1 : y + 1;
    float beside_s = c[y + 1][i + 1].hidden, beside_t = c[j + 1][x + 1].hidden, corner = c[j + 1][i + 1].hidden;
    return fmaxf((1 - beside_s) * (1 - beside_t) * (1 - corner), least_say);
}

// Means over each cell; `c` (may be NULL): what seems hidden so far.
static void mean_cells(const follow_template *t, const follow_fit *fit, const cell_field c, cell_mean out[FOLLOW_CELLS][FOLLOW_CELLS]) {
    float scale = 1 / (fit->white - fit->black);
    int at = 0;
    for (int row = 0; row < t->side; row++) {
        for (int i = 0; i < t->side; i++, at++) {
            if (fit->weight[at] <= 0) continue;
            int x = t->cell[i], y = t->cell[row];
            float say = c ? say_of_point(c, x, y, phase_of(t, i), phase_of(t, row)) : 1;
            out[y][x].sum += say * follow_residual(t, fit, scale, at);
            out[y][x].weight += say;
        }
    }
}

double follow_worst_cell(const follow_template *t, const follow_fit *fit) {
    cell_mean mean[FOLLOW_CELLS][FOLLOW_CELLS] = {{{0}}};
    float most = 0;
    mean_cells(t, fit, NULL, mean);
    for (int y = 0; y < FOLLOW_CELLS; y++)
        for (int x = 0; x < FOLLOW_CELLS; x++)
            if (mean[y][x].weight > 0) most = fmaxf(most, fabsf(mean[y][x].sum) / mean[y][x].weight);
    return (double)(most / fmaxf(t->own, 0.3f));
}

static void set_densities(int white, float share, float sigma, cell_state *s) {
    float light = fminf(fmaxf((float)white + share, -0.25f), 1.25f);
    s->used = true;
    s->off = white ? 1 - light : light;
    s->mine = white ? paper_density(light, sigma) : ink_density(light, sigma);
    s->other = white ? ink_density(light, sigma) : paper_density(light, sigma);
    s->hides = hiding_density(light);
}

static float lone_odds(const follow_pattern *p, int x, int y) {
    float dx = 2 * ((float)x + 0.5f - (float)p->cells / 2) / (float)p->border, dy = 2 * ((float)y + 0.5f - (float)p->cells / 2) / (float)p->border;
    return FOLLOW_LONE_HIDDEN + FOLLOW_HIDDEN_MIDDLE * fmaxf(0, 1 - hypotf(dx, dy) / 0.85f);
}

// What each cell looks like; again: away from what seems hidden so far.
static void look_at_cells(const follow_pattern *p, const follow_template *t, const follow_fit *fit, bool again, cell_field c) {
    cell_mean mean[FOLLOW_CELLS][FOLLOW_CELLS] = {{{0}}};
    mean_cells(t, fit, again ? (const cell_state(*)[WIDE])c : NULL, mean);
    float own = fmaxf(t->own, 0.3f), sigma = fminf(hypotf(0.10f, (float)fit->residual * 0.6f / own), 0.17f);
    memset(c, 0, sizeof(cell_field));
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            if (p->white[y][x] < 0 || mean[y][x].weight <= 0) continue;
            cell_state *s = &c[y + 1][x + 1];
            set_densities(p->white[y][x], mean[y][x].sum / mean[y][x].weight / own, sigma, s);
            s->hidden = 0.15f;
            s->lone = lone_odds(p, x, y);
        }
    }
}

static float lean(const cell_state *s) { return s->used ? 2 * s->hidden - 1 : 0; }

static float likelihood_of(float log_odds) { return 1 / (1 + expf(-log_odds)); }

// Mean field: each cell by its own light and by how hidden its neighbours are.
static void settle_field(const follow_pattern *p, cell_field c) {
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int y = 1; y <= p->cells; y++) {
            for (int x = 1; x <= p->cells; x++) {
                cell_state *s = &c[y][x];
                if (!s->used) continue;
                float near = lean(&c[y - 1][x]) + lean(&c[y + 1][x]) + lean(&c[y][x - 1]) + lean(&c[y][x + 1]);
                float far = lean(&c[y - 1][x - 1]) + lean(&c[y - 1][x + 1]) + lean(&c[y + 1][x - 1]) + lean(&c[y + 1][x + 1]);
                s->reported = likelihood_of(s->lone + FOLLOW_HIDDEN_BESIDE * near + FOLLOW_HIDDEN_ACROSS * far);
                float h = s->reported * s->hides;
                s->hidden = h / (h + (1 - s->reported) * s->mine);
            }
        }
    }
}

// Of the whole cells: one that is half hidden has no say where the tag lies.
static void note_hidden(const follow_pattern *p, const cell_field c, follow_evidence *out) {
    float shown = 0;
    int used = 0;
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            if (!c[y + 1][x + 1].used) continue;
            out->hidden[y][x] = c[y + 1][x + 1].hidden;
            shown += 1 - c[y + 1][x + 1].hidden;
            used++;
        }
    }
    out->shown = used ? (double)shown / used : 0;
}

typedef struct {
    float swapped[FAMILY_MAX_BITS];  // log of the likelihood of the code's bit over that of the opposite one
    int bits;
} bit_odds;

// Returns what none_odds would be of a tag that is all seen.
static double add_odds(const follow_pattern *p, const cell_field c, bit_odds *bits, follow_evidence *out) {
    float random = 0, strain = 0, most = 0;
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            const cell_state *s = &c[y + 1][x + 1];
            if (!s->used) continue;
            float h = s->reported, mine = (1 - h) * s->mine + h * s->hides, other = (1 - h) * s->other + h * s->hides;
            float gain = logf(2 * mine / (mine + other));
            most += (p->bit[y][x] >= 0 ? 1 : FOLLOW_FIXED_SHARE) * 0.69f;
            strain += (p->bit[y][x] >= 0 ? 1 : FOLLOW_FIXED_SHARE) * fmaxf((1 - h) * 0.66f - gain, 0);
            random += p->bit[y][x] >= 0 ? gain : FOLLOW_FIXED_SHARE * gain;
            if (p->bit[y][x] < 0) continue;
            bits->swapped[p->bit[y][x]] = logf(mine / other);
            out->wrong += s->off > 0.6f && h < FOLLOW_SEEN_LIMIT;
        }
    }
    out->none_odds = (double)random;
    out->strain = (double)strain;
    return (double)most;
}

// Least sum of `count` of the bits' odds: no code that differs in so many can come nearer.
static float least_sum(const bit_odds *b, int count) {
    float least[FAMILY_MAX_BITS], sum = 0;
    int n = 0;
    for (int i = 0; i < b->bits; i++) {
        if (b->swapped[i] < 0) sum += b->swapped[i];  // may be among any code's
        float v = fmaxf(b->swapped[i], 0);
        if (n == count && v >= least[n - 1]) continue;
        int k = n < count ? n++ : n - 1;
        for (; k > 0 && least[k - 1] > v; k--) least[k] = least[k - 1];
        least[k] = v;
    }
    for (int i = 0; i < n; i++) sum += least[i];
    return sum;
}

enum { BYTE = 256, PARTS = FAMILY_MAX_BITS / 8 };

// Sums of the bits' odds for every byte of a difference between codes.
static void fill_sums(const bit_odds *b, int parts, float table[PARTS][BYTE]) {
    for (int k = 0; k < parts; k++) {
        table[k][0] = 0;
        for (int v = 1; v < BYTE; v++) {
            int bit = 8 * k + __builtin_ctz((unsigned)v);
            table[k][v] = table[k][v & (v - 1)] + (bit < b->bits ? b->swapped[bit] : 0);
        }
    }
}

// Log odds of code `mine` against the family's in every turn but `except`, all of them as likely; *likeliest: the nearest of them.
static float odds_against_codes(const tag_family *f, uint64_t mine, int except, const bit_odds *b, int *likeliest) {
    float table[PARTS][BYTE], least = 1e9f, sum = 0;
    int parts = (f->bits + 7) / 8;
    fill_sums(b, parts, table);
    for (int e = 0; e < 4 * f->count; e++) {
        if (e == except) continue;
        uint64_t differ = f->turned[e] ^ mine;
        float odds = 0;
        for (int k = 0; k < parts; k++) odds += table[k][differ >> 8 * k & 255];
        if (odds > least + 10) continue;
        if (odds < least) {
            sum *= expf(odds - least);
            least = odds;
            *likeliest = e;
        }
        sum += expf(least - odds);
    }
    return least + logf((float)(4 * f->count - 1) / sum);
}

static float field_likelihood(const follow_pattern *p, const cell_field c) {
    float sum = 0;
    for (int y = 1; y <= p->cells; y++)
        for (int x = 1; x <= p->cells; x++)
            if (c[y][x].used) sum += logf((1 - c[y][x].reported) * c[y][x].mine + c[y][x].reported * c[y][x].hides);
    return sum;
}

// The bits' odds where nothing is known of what is hidden.
static void odds_without_field(const follow_pattern *p, const cell_field c, bit_odds *bits) {
    static const float h = 0.15f;
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            const cell_state *s = &c[y + 1][x + 1];
            if (p->bit[y][x] >= 0 && s->used)
                bits->swapped[p->bit[y][x]] = logf(((1 - h) * s->mine + h * s->hides) / ((1 - h) * s->other + h * s->hides));
        }
    }
}

// The same print with these bits otherwise, hidden where that one must be: log of the likelihood of this code over that one's.
static float odds_against_print(const follow_pattern *p, const cell_field c, uint64_t differ) {
    cell_field d;
    memcpy(d, c, sizeof d);
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            cell_state *s = &d[y + 1][x + 1];
            float other = s->other;
            s->hidden = 0.15f;
            if (p->bit[y][x] < 0 || !(differ >> p->bit[y][x] & 1)) continue;
            s->other = s->mine, s->mine = other;
        }
    }
    settle_field(p, d);
    return field_likelihood(p, c) - field_likelihood(p, (const cell_state(*)[WIDE])d);
}

// Against the other code that agrees best.
static float odds_against_rival(const tag_family *f, int id, const follow_pattern *p, const cell_field c) {
    bit_odds bits = {.bits = f->bits};
    int rival = -1;
    uint64_t mine = f->turned[4 * (size_t)id];
    odds_without_field(p, c, &bits);
    odds_against_codes(f, mine, 4 * id, &bits, &rival);
    return rival < 0 ? 1e3f : odds_against_print(p, c, f->turned[rival] ^ mine);
}

typedef struct {
    int8_t to[FAMILY_MAX_BITS];  // the bit that lies where this one does on a print that is mirrored
} bit_mirror;

// False where a bit lies where none is on the mirrored print.
static bool bit_mirror_of(const tag_family *f, bit_mirror *out) {
    for (int i = 0; i < f->bits; i++) {
        int k = 0;
        while (k < f->bits && (f->y[k] != f->y[i] || f->x[k] != f->border - 1 - f->x[i])) k++;
        if (k == f->bits) return false;
        out->to[i] = (int8_t)k;
    }
    return true;
}

static uint64_t mirrored(const bit_mirror *m, uint64_t code, int bits) {
    uint64_t out = 0;
    for (int i = 0; i < bits; i++) out |= (code >> i & 1) << m->to[i];
    return out;
}

// Log odds against the mirrored print (a screen's, a foil's) that agrees best. A family's code distance does not cover mirrored codes. But under the
// wrong one of the two, scattered visible cells contradict the code, and each of them would need an occluder of its own.
static float odds_against_mirrored(const tag_family *f, int id, const follow_pattern *p, const cell_field c) {
    bit_odds bits = {.bits = f->bits}, turned = bits;
    bit_mirror m;
    int rival = -1;
    if (!bit_mirror_of(f, &m)) return 1e3f;
    odds_without_field(p, c, &bits);
    for (int i = 0; i < f->bits; i++) turned.swapped[m.to[i]] = bits.swapped[i];
    uint64_t mine = mirrored(&m, f->turned[4 * (size_t)id], f->bits);
    odds_against_codes(f, mine, -1, &turned, &rival);
    return rival < 0 ? 1e3f : odds_against_print(p, c, mirrored(&m, f->turned[rival] ^ mine, f->bits));
}

// Combines the evidence into one number. The weights are fitted: they separate rendered tags, covered or not, best from other prints in their place.
// Where a mirrored print explains the cells better, the mirrored print is accepted as what lies there, however well this code agrees.
static double odds_of(const follow_evidence *e, double most_none) {
    double rival = fmin(fmax(e->rival_odds, -20), 15);
    double odds = e->other_odds + (e->none_odds - 0.53 * most_none) - e->strain + 0.1 * rival + 5.7;
    return e->mirrored_odds < 0 ? fmin(odds, FOLLOW_BELIEVED + e->mirrored_odds) : odds;
}

void follow_weigh(const tag_family *family, int id, const follow_pattern *p, const follow_template *t, const follow_fit *fit, follow_evidence *out) {
    static const float enough = 30;
    cell_field c;
    bit_odds bits = {.bits = family->bits};
    *out = (follow_evidence){.shown = 0};
    look_at_cells(p, t, fit, false, c);
    settle_field(p, c);
    note_hidden(p, (const cell_state(*)[WIDE])c, out);
    look_at_cells(p, t, fit, true, c);
    settle_field(p, c);
    double most_none = add_odds(p, c, &bits, out);
    int rival = -1;
    float bound = least_sum(&bits, family->distance);  // of each of the other codes
    out->other_odds = out->rival_odds = out->mirrored_odds = (double)bound;
    if (bound < enough) {
        const cell_state(*cells)[WIDE] = (const cell_state(*)[WIDE])c;
        out->other_odds = (double)odds_against_codes(family, family->turned[4 * (size_t)id], 4 * id, &bits, &rival);
        out->rival_odds = out->other_odds > 0 ? (double)odds_against_rival(family, id, p, cells) : 0;
        if (odds_of(out, most_none) >= FOLLOW_LEAST_BELIEVED) out->mirrored_odds = (double)odds_against_mirrored(family, id, p, cells);
    }
    out->odds = odds_of(out, most_none);
}
