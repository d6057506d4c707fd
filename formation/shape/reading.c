#include "formation/shape/reading.h"

#include "core/game.h"
#include "formation/shape/occlusion.h"
#include "formation/shape/shape_limits.h"

typedef struct {
    int wrapped[2];  // on the left flank and the right, seen or not
    bool leads;
    double weight;
} apart_guess;

typedef struct {
    int files, ranks, last, rest;  // rest: half files by which the last rank stands in from the left end
} block;

typedef struct {
    const reading_sight *s;
    const reading_prior *before;
    int ranked;                 // seen in ranks
    int half_first, half_last;  // outermost half files of those
    int rank[GAME_MAX_FIGURES], half[GAME_MAX_FIGURES];
    occlusion_place place[GAME_MAX_FIGURES + 2 * SHAPE_WRAP_MOST + 1];
    block_reading found[SHAPE_READINGS_MOST];
    int count;
} reader;

static double shape_prior(const reader *k, const block *b, int wrapped) {
    double wide = b->files / SHAPE_USUAL_FILES, deep = b->ranks / SHAPE_USUAL_RANKS, short_ways = 3.0 * (b->files - 1);
    double weight = 1 / (1 + pow(wide, 4)) / (1 + pow(deep, 4));
    if (b->ranks > 1) weight *= b->last == b->files ? SHAPE_LAST_RANK_FULL : (1 - SHAPE_LAST_RANK_FULL) / short_ways;
    if (b->ranks != k->before->ranks || b->files != k->before->files) return weight;
    // Where the block that was known is too small for all, it was known as well that some stand apart.
    bool apart = wrapped > 0 && k->ranked + k->s->wrapped + k->s->hidden > b->ranks * b->files;
    return weight * k->before->times * (apart && k->s->wrapped == 0 ? 1 / SHAPE_WRAPPED : 1);
}

// The block's figure at this place, rank by rank from the left; -1: none.
static int figure_at(const block *b, int rank, int half) {
    bool rear = rank == b->ranks - 1;
    int along = rear ? half - b->rest : half, count = rear ? b->last : b->files;
    return rank >= 0 && rank < b->ranks && along >= 0 && along % 2 == 0 && along / 2 < count ? rank * b->files + along / 2 : -1;
}

// Lays out the block and marks which figures of it are seen, where the foremost rank seen is its rank `down` and half file 0 its half file `right`.
// False where a figure stands in no place of it.
static bool lay_block(reader *k, const block *b, int down, int right) {
    int n = 0;
    for (int r = 0; r < b->ranks; r++)
        for (int i = 0; i < (r == b->ranks - 1 ? b->last : b->files); i++) {
            double half = 2 * i + (r == b->ranks - 1 ? b->rest : 0);
            k->place[n++] = (occlusion_place){-r * k->s->rank_in, -half / 2 * k->s->seen->pitch_in, true};
        }
    for (int i = 0; i < k->ranked; i++) {
        int f = figure_at(b, k->rank[i] + down, k->half[i] + right);
        if (f < 0) return false;
        k->place[f].hidden = false;
    }
    return true;
}

// Which place of those about the flanks this one is; -1: none. `first`: the number of the first of them.
static int wrapped_at(const reader *k, const block *b, const apart_guess *g, int first, reading_place at) {
    double width = k->s->at[0].width_in, depth = k->s->at[0].depth_in, file = -at.left / k->s->seen->pitch_in;
    int i = (int)fmax(-1, round((at.ahead - depth / 2 - SHAPE_LOOSE * width) / ((1 + SHAPE_LOOSE) * width) - 0.5));
    if (i < 0) return -1;
    if (i < g->wrapped[0] && fabs(file) < SHAPE_WRAP_OFF) return first + i;
    return i < g->wrapped[1] && fabs(file - (b->files - 1)) < SHAPE_WRAP_OFF ? first + g->wrapped[0] + i : -1;
}

// Lays out the wrapped figures behind the block's n and marks those that are seen.
static bool lay_wrapped(reader *k, const block *b, const apart_guess *g, int down, int right, int n) {
    double width = k->s->at[0].width_in, depth = k->s->at[0].depth_in, file_in = k->s->seen->pitch_in;
    int last = n;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < g->wrapped[side]; i++)
            k->place[last++] = (occlusion_place){width * (i + 0.5) + depth / 2, side ? -(b->files - 1) * file_in : 0, true};
    for (int i = 0; i < k->s->wrapped; i++) {
        reading_place at = {k->s->wrap[i].ahead - down * k->s->rank_in, k->s->wrap[i].left - right / 2.0 * file_in};
        int f = wrapped_at(k, b, g, n, at);
        if (f < 0 || !k->place[f].hidden) return false;
        k->place[f].hidden = false;
    }
    return true;
}

// How likely a leader stands there, so far ahead of the front rank and along it.
static double leader_chance(const reader *k, const block *b, int down, int right) {
    double ahead = (k->s->leader.ahead - down * k->s->rank_in) / k->s->at[0].depth_in, file = right / 2.0 - k->s->leader.left / k->s->seen->pitch_in;
    if (file < -1 || file > b->files) return 0;
    bool usual = ahead > SHAPE_LEADER_LOW && ahead < SHAPE_LEADER_HIGH;
    return (usual ? 1 : ahead > SHAPE_AHEAD ? SHAPE_LEADER_ODD : 0) / b->files;
}

static double hidden_chance(reader *k, const block *b, const apart_guess *g, int down, int right, int n) {
    double file_in = k->s->seen->pitch_in, rank_in = k->s->rank_in, ahead = SHAPE_LEADER_AHEAD * k->s->at[0].depth_in, sum = 0;
    if (!g->leads) return occlusion_chance(k->place, n, file_in, rank_in);
    if (k->s->leaders) {
        k->place[n] = (occlusion_place){k->s->leader.ahead - down * rank_in, k->s->leader.left - right / 2.0 * file_in, false};
        return leader_chance(k, b, down, right) * occlusion_chance(k->place, n + 1, file_in, rank_in);
    }
    for (int third = 0; third < 3; third++) {
        k->place[n] = (occlusion_place){ahead, (0.5 - b->files * (third + 0.5) / 3) * file_in, true};
        sum += occlusion_chance(k->place, n + 1, file_in, rank_in) / 3;
    }
    return sum;
}

// Over all ways in which what is seen fits into the block.
static double chance_of(reader *k, const block *b, const apart_guess *g) {
    int count = (b->ranks - 1) * b->files + b->last, wrapped = g->wrapped[0] + g->wrapped[1];
    double sum = 0;
    for (int down = 0; down + k->s->seen->ranks <= b->ranks; down++)
        for (int right = -(k->half_first - (k->half_first & 1)); right + k->half_last <= 2 * (b->files - 1); right += 2)
            if (lay_block(k, b, down, right) && lay_wrapped(k, b, g, down, right, count)) sum += hidden_chance(k, b, g, down, right, count + wrapped);
    return sum;
}

static void keep(reader *k, const block *b, double weight) {
    int i = 0;
    while (i < k->count && (k->found[i].ranks != b->ranks || k->found[i].files != b->files)) i++;
    if (weight <= 0 || i == SHAPE_READINGS_MOST) return;
    if (i == k->count) k->found[k->count++] = (block_reading){b->ranks, b->files, 0};
    k->found[i].weight += weight;
}

// All blocks of `all` figures.
static void try_blocks(reader *k, const apart_guess *g, int all) {
    int spread = (k->half_last - k->half_first) / 2 + 1;
    for (int files = spread; files <= all && files < spread + SHAPE_WIDE_MOST; files++) {
        block b = {.files = files, .ranks = (all + files - 1) / files};
        b.last = all - (b.ranks - 1) * files;
        int shy = files - b.last;
        if (b.ranks < k->s->seen->ranks) break;
        for (int way = 0; way < (shy ? 3 : 1); way++) {
            b.rest = way * shy;  // from the left end, in the middle, from the right end
            keep(k, &b, g->weight * shape_prior(k, &b, g->wrapped[0] + g->wrapped[1]) * chance_of(k, &b, g));
        }
    }
}

static double wrap_prior(const reading_sight *s, int left, int right) {
    if (s->wrapped == 0 && !s->may_wrap) return left + right == 0;
    if (s->wrapped == 0) return left != right ? 0 : left == 0 ? 1 - SHAPE_WRAPPED : SHAPE_WRAPPED * SHAPE_WRAPPED_EVENLY / SHAPE_WRAP_MOST;
    return left == right ? SHAPE_WRAPPED_EVENLY / SHAPE_WRAP_MOST : (1 - SHAPE_WRAPPED_EVENLY) / (SHAPE_WRAP_MOST * (SHAPE_WRAP_MOST + 1));
}

static void try_leaders(reader *k, apart_guess g, int all) {
    double weight = g.weight;
    g.leads = k->s->leaders > 0;
    g.weight = k->s->leader_hidden ? weight * (1 - SHAPE_LEADS) : weight;
    if (all >= k->ranked) try_blocks(k, &g, all);
    if (!k->s->leader_hidden || all <= k->ranked) return;
    g.leads = true;
    g.weight = weight * SHAPE_LEADS;
    try_blocks(k, &g, all - 1);
}

static void take_seen(reader *k) {
    const reading_sight *s = k->s;
    k->half_first = 1 << 20, k->half_last = -(1 << 20);
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].rank < 0) continue;
        bool aside = s->at[i].rank == s->seen->ranks - 1 && s->seen->ranks > 1;
        int half = 2 * s->at[i].file + (aside ? s->seen->aside : 0);
        k->rank[k->ranked] = s->at[i].rank;
        k->half[k->ranked++] = half;
        if (half < k->half_first) k->half_first = half;
        if (half > k->half_last) k->half_last = half;
    }
}

// Everything that may be read from what is seen.
static void read_all(reader *k) {
    const reading_sight *s = k->s;
    take_seen(k);
    if (k->ranked == 0) return;
    for (int left = 0; left <= SHAPE_WRAP_MOST; left++)
        for (int right = 0; right <= SHAPE_WRAP_MOST; right++) {
            apart_guess g = {.wrapped = {left, right}, .weight = wrap_prior(s, left, right)};
            int hidden = left + right - s->wrapped;
            if (g.weight > 0 && hidden >= 0 && hidden <= s->hidden) try_leaders(k, g, k->ranked + s->hidden - hidden);
        }
}

int reading_find(const reading_sight *s, const reading_prior *before, block_reading out[2]) {
    reader k = {.s = s, .before = before};
    int count = 0;
    read_all(&k);
    for (int i = 0; i < k.count; i++) {
        if (count == 0 || k.found[i].weight > out[0].weight) {
            out[1] = out[0];
            out[0] = k.found[i];
            count += count < 2;
        } else if (count == 1 || k.found[i].weight > out[1].weight) {
            out[1] = k.found[i];
            count = 2;
        }
    }
    return count;
}

double reading_log_chance(const reading_sight *s, const reading_prior *before, bool *in_block) {
    reader k = {.s = s, .before = before};
    double seen = 0, mass = 0;
    read_all(&k);
    int all = k.ranked + s->hidden;
    *in_block = all == 0;
    if (all == 0) return 0;
    for (int i = 0; i < k.count; i++) seen += k.found[i].weight;
    for (int files = 1; files <= all; files++) {
        block b = {.files = files, .ranks = (all + files - 1) / files};
        b.last = all - (b.ranks - 1) * files;
        mass += shape_prior(&k, &b, 0) * (b.last < files ? 3 : 1);
    }
    double in_no_block = log(SHAPE_IN_NO_BLOCK) - lgamma(all + 1) + lgamma(s->hidden + 1) + lgamma(k.ranked + 1);
    double in_one = seen > 0 ? log(seen / mass) : -INFINITY;
    *in_block = in_one > in_no_block;
    return fmax(in_one, in_no_block);
}
