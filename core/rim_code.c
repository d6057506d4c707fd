#include "core/rim_code.h"

#include <math.h>

const int rim_code_sizes[RIM_CODE_SIZES] = {24, 32, 48, 64};

// Stands in until the tables are there: words from a hash, balanced and without long runs.
int rim_code_default_cells(base b) {
    double least = fmin(b.width_in, b.depth_in) / IN_PER_MM;
    return least < 20 ? 0 : least <= 32 ? 48 : 64;
}

uint64_t rim_code_turn(uint64_t word, int cells, int steps) {
    uint64_t mask = cells == 64 ? ~0ull : (1ull << cells) - 1;
    int k = ((steps % cells) + cells) % cells;
    return k ? ((word >> k) | (word << (cells - k))) & mask : word & mask;
}

static uint64_t mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static bool decent(uint64_t w, int cells) {
    uint64_t ones = w, zeros = ~w & (cells == 64 ? ~0ull : (1ull << cells) - 1);
    int light = __builtin_popcountll(w);
    if (light < cells * 2 / 5 || light > cells * 3 / 5) return false;
    for (int k = 0; k < 5; k++) {
        ones &= rim_code_turn(w, cells, k + 1);
        zeros &= rim_code_turn(~w, cells, k + 1);
    }
    return !ones && !zeros;
}

uint64_t rim_code_word(int cells, int id) {
    if (id < 0 || id >= RIM_CODE_IDS || (cells != 24 && cells != 32 && cells != 48 && cells != 64)) return 0;
    uint64_t mask = cells == 64 ? ~0ull : (1ull << cells) - 1;
    for (uint64_t k = 0;; k++) {
        uint64_t w = mix((uint64_t)id * 1000003 + (uint64_t)cells * 7919 + k * 104729) & mask;
        if (decent(w, cells)) return w;
    }
}

int rim_code_distance(int cells, const int *ids, int count) {
    int least = cells;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= i; k++)
            for (int t = i == k; t < cells; t++) {
                int d = __builtin_popcountll(rim_code_word(cells, ids[i]) ^ rim_code_turn(rim_code_word(cells, ids[k]), cells, t));
                least = d < least ? d : least;
            }
    return least;
}

vec2 rim_code_point(base b, double s, double depth_in) {
    double hx = b.depth_in / 2 - b.top_inset_in, hy = b.width_in / 2 - b.top_inset_in;
    if (b.shape == BASE_ROUND) return (vec2){(hy - depth_in) * cos(2 * PI * s), (hy - depth_in) * sin(2 * PI * s)};
    double mx = hx - RIM_CODE_WIDTH_IN / 2, my = hy - RIM_CODE_WIDTH_IN / 2, out = RIM_CODE_WIDTH_IN / 2 - depth_in;
    double t = s * 4 * (mx + my), kx = (mx + out) / mx, ky = (my + out) / my;
    if (t < my) return (vec2){mx + out, t * ky};
    if ((t -= my) < 2 * mx) return (vec2){(mx - t) * kx, my + out};
    if ((t -= 2 * mx) < 2 * my) return (vec2){-mx - out, (my - t) * ky};
    if ((t -= 2 * my) < 2 * mx) return (vec2){(-mx + t) * kx, -my - out};
    return (vec2){mx + out, (-my + (t - 2 * mx)) * ky};
}

bool rim_code_at(base b, vec2 p, double *s, double *depth_in) {
    double hx = b.depth_in / 2 - b.top_inset_in, hy = b.width_in / 2 - b.top_inset_in;
    if (b.shape == BASE_ROUND) {
        double a = atan2(p.y, p.x) / (2 * PI);
        *depth_in = hy - vec2_length(p);
        *s = a < 0 ? a + 1 : a;
        return *depth_in >= 0 && *depth_in <= RIM_CODE_WIDTH_IN;
    }
    double dx = hx - fabs(p.x), dy = hy - fabs(p.y), mx = hx - RIM_CODE_WIDTH_IN / 2, my = hy - RIM_CODE_WIDTH_IN / 2;
    bool front = dx / hx < dy / hy;
    front = dx < dy;
    *depth_in = front ? dx : dy;
    double out = RIM_CODE_WIDTH_IN / 2 - *depth_in, kx = (mx + out) / mx, ky = (my + out) / my, t;
    if (front)
        t = p.x > 0 ? p.y / ky : my + 2 * mx + my - p.y / ky;
    else
        t = p.y > 0 ? my + mx - p.x / kx : 3 * my + 2 * mx + mx + p.x / kx;
    *s = t / (4 * (mx + my));
    if (*s < 0) *s += 1;
    return *depth_in >= 0 && *depth_in <= RIM_CODE_WIDTH_IN;
}
