// Which cells of a tag can be seen, and what those say for its code. What hides a tag is one thing or few: a cell is the likelier hidden, the more
// of its neighbours are. Each cell's part of the likelihood is taken given its neighbours (a pseudo-likelihood), so that cells in the shade of an
// occluder that happen to agree count little. The code is held against every other code of the family in every turn, not against random bits.
// Source: Besag, "On the Statistical Analysis of Dirty Pictures", JRSS B 48 (1986), for the field of hidden cells.
#include <math.h>
#include <string.h>

#include "vision/tags/follow_parts.h"

enum { SWEEPS = 3, WIDE = FOLLOW_CELLS + 2 };

static const float lone_hidden = -1.0f, beside = 0.55f, across = 0.2f;  // log odds of hidden: with no say of neighbours; what each of them adds
static const float fixed_share = 0.3f;  // borders look alike on all tags and on many other things
static const float seen_limit = 0.5f;

typedef struct {
    float off;        // of the cell's light from what the code says, 0, to the opposite, 1
    float mine, other, hides;  // densities: of the code's colour, of the opposite, of an occluder
    float hidden;     // likelihood that the cell is hidden
    float told;       // the same as its neighbours alone have it
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

// Mean over each cell of how far its points' light lies from the template's.
static void mean_cells(const follow_template *t, const follow_fit *fit, float sum[FOLLOW_CELLS][FOLLOW_CELLS], int n[FOLLOW_CELLS][FOLLOW_CELLS]) {
    float scale = 1 / (fit->white - fit->black);
    int at = 0;
    for (int row = 0; row < t->side; row++) {
        for (int i = 0; i < t->side; i++, at++) {
            if (fit->weight[at] <= 0) continue;
            sum[t->cell[row]][t->cell[i]] += (fit->light[at] - fit->black) * scale - t->want[at];
            n[t->cell[row]][t->cell[i]]++;
        }
    }
}

static void look_at_cells(const follow_pattern *p, const follow_template *t, const follow_fit *fit, cell_field c) {
    float sum[FOLLOW_CELLS][FOLLOW_CELLS] = {{0}};
    int n[FOLLOW_CELLS][FOLLOW_CELLS] = {{0}};
    mean_cells(t, fit, sum, n);
    float own = fmaxf(t->own, 0.3f), sigma = fminf(hypotf(0.10f, (float)fit->residual * 0.6f / own), 0.3f);
    memset(c, 0, sizeof(cell_field));
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            cell_state *s = &c[y + 1][x + 1];
            int white = p->white[y][x];
            if (white < 0 || n[y][x] == 0) continue;
            float share = sum[y][x] / (float)n[y][x] / own, light = fminf(fmaxf((float)white + share, -0.25f), 1.25f);
            s->used = true;
            s->off = white ? 1 - light : light;
            s->mine = white ? paper_density(light, sigma) : ink_density(light, sigma);
            s->other = white ? ink_density(light, sigma) : paper_density(light, sigma);
            s->hides = hiding_density(light);
            s->hidden = 0.15f;
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
                s->told = likelihood_of(lone_hidden + beside * near + across * far);
                float h = s->told * s->hides;
                s->hidden = h / (h + (1 - s->told) * s->mine);
            }
        }
    }
}

typedef struct {
    float swapped[FAMILY_MAX_BITS];  // log of the likelihood of the code's bit over that of the opposite one
    int bits;
} bit_odds;

static void add_odds(const follow_pattern *p, const cell_field c, bit_odds *bits, follow_evidence *out) {
    float random = 0, shown = 0;
    int used = 0;
    for (int y = 0; y < p->cells; y++) {
        for (int x = 0; x < p->cells; x++) {
            const cell_state *s = &c[y + 1][x + 1];
            if (!s->used) continue;
            float h = s->told, mine = (1 - h) * s->mine + h * s->hides, other = (1 - h) * s->other + h * s->hides;
            float gain = logf(2 * mine / (mine + other));
            used++;
            shown += 1 - s->hidden;
            random += p->bit[y][x] >= 0 ? gain : fixed_share * gain;
            if (p->bit[y][x] < 0) continue;
            bits->swapped[p->bit[y][x]] = logf(mine / other);
            out->wrong += s->off > 0.6f && h < seen_limit;
        }
    }
    out->none_odds = (double)random;
    out->shown = used ? (double)shown / used : 0;
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

// Log odds against the likeliest other code in any turn; `enough`: no need to know more exactly.
static float odds_against_codes(const tag_family *f, int id, const bit_odds *b, float enough) {
    float bound = least_sum(b, f->distance);
    if (bound >= enough) return bound;
    enum { BYTE = 256, PARTS = FAMILY_MAX_BITS / 8 };
    float table[PARTS][BYTE];
    int parts = (f->bits + 7) / 8;
    for (int k = 0; k < parts; k++) {
        table[k][0] = 0;
        for (int v = 1; v < BYTE; v++) {
            int low = __builtin_ctz((unsigned)v), bit = 8 * k + low;
            table[k][v] = table[k][v & (v - 1)] + (bit < b->bits ? b->swapped[bit] : 0);
        }
    }
    uint64_t mine = f->turned[4 * (size_t)id];
    float least = 1e9f;
    for (int e = 0; e < 4 * f->count; e++) {
        if (e == 4 * id) continue;
        uint64_t differ = f->turned[e] ^ mine;
        float sum = 0;
        for (int k = 0; k < parts; k++) sum += table[k][differ >> 8 * k & 255];
        if (sum < least) least = sum;
    }
    return least;
}

void follow_weigh(const tag_family *family, int id, const follow_pattern *p, const follow_template *t, const follow_fit *fit,
                  follow_evidence *out) {
    static const float enough = 30;
    cell_field c;
    bit_odds bits = {.bits = family->bits};
    *out = (follow_evidence){.shown = 0};
    look_at_cells(p, t, fit, c);
    settle_field(p, c);
    add_odds(p, c, &bits, out);
    out->other_odds = (double)odds_against_codes(family, id, &bits, enough);
}
