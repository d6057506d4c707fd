#include "formation/shape/occlusion.h"

#include <math.h>
#include <string.h>

#include "core/game.h"
#include "core/sort.h"
#include "formation/shape/shape_limits.h"

static double choices(int n, int k) {
    double ways = k >= 0 && k <= n;
    for (int i = 1; ways > 0 && i <= k; i++) ways *= (double)(n - k + i) / i;
    return ways;
}

// Figures as what hides them comes to them: those it surely takes, those at its edge, of which it takes some, and those beyond.
typedef struct {
    int under, edge, taken, beyond;
} reach;

// In how many ways it may take so many others for figures of its own.
static double untidy_ways(const reach *r, int swaps) {
    double sum = 0;
    for (int few = 0; few <= swaps; few++) {
        sum += choices(r->under, swaps) * choices(r->edge, r->taken + swaps - few) * choices(r->beyond, few);
        if (few < swaps) sum += choices(r->under, few) * choices(r->edge, r->taken + few - swaps) * choices(r->beyond, swaps);
    }
    return sum;
}

// The chance that of n figures just these are hidden, where those of the least key should be.
static double chance_by(const double *key, const occlusion_place *at, int n, int hidden, double level) {
    double sorted[GAME_MAX_FIGURES];
    memcpy(sorted, key, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    double edge = sorted[hidden - 1];
    int seen_under = 0, hidden_beyond = 0;
    reach r = {0};
    for (int i = 0; i < n; i++) {
        bool under = edge - key[i] > level, beyond = key[i] - edge > level;
        r.under += under;
        r.beyond += beyond;
        seen_under += under && !at[i].hidden;
        hidden_beyond += beyond && at[i].hidden;
    }
    r.edge = n - r.under - r.beyond;
    r.taken = hidden - r.under;
    int swaps = seen_under > hidden_beyond ? seen_under : hidden_beyond, most = hidden < n - hidden ? hidden : n - hidden;
    return pow(SHAPE_UNTIDY, swaps) * (1 - SHAPE_UNTIDY) / (1 - pow(SHAPE_UNTIDY, most + 1)) / untidy_ways(&r, swaps);
}

// A hand over any of the figures, and those nearest to that one.
static double under_a_hand(const occlusion_place *at, int n, int hidden, double pitch) {
    double key[GAME_MAX_FIGURES], sum = 0;
    int step = 1 + hidden * n / SHAPE_HANDS_WORK;
    for (int h = 0, k = 0; h < n; h++) {
        if (!at[h].hidden || k++ % step) continue;
        for (int i = 0; i < n; i++) key[i] = hypot(at[i].ahead - at[h].ahead, at[i].left - at[h].left);
        sum += step * chance_by(key, at, n, hidden, SHAPE_LEVEL_HAND * pitch);
    }
    return sum / n;
}

// Over an edge: the figures farthest to that side.
static double over_edge(const occlusion_place *at, int n, int hidden, double ahead, double left, double level) {
    double key[GAME_MAX_FIGURES];
    for (int i = 0; i < n; i++) key[i] = -ahead * at[i].ahead - left * at[i].left;
    return chance_by(key, at, n, hidden, level);
}

double occlusion_chance(const occlusion_place *at, int n, double file_in, double rank_in) {
    int hidden = 0;
    for (int i = 0; i < n; i++) hidden += at[i].hidden;
    if (hidden == 0 || hidden == n) return 1;
    double end = over_edge(at, n, hidden, 0, 1, SHAPE_LEVEL * file_in) + over_edge(at, n, hidden, 0, -1, SHAPE_LEVEL * file_in);
    double front = over_edge(at, n, hidden, 1, 0, SHAPE_LEVEL * rank_in), rear = over_edge(at, n, hidden, -1, 0, SHAPE_LEVEL * rank_in);
    return (1 / choices(n, hidden) + under_a_hand(at, n, hidden, file_in) + end / 2 + front + rear) / SHAPE_OCCLUSION_WAYS;
}
