// A cold start: bases of which nothing is known but what they look like and how they stand.
#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formation/block.h"
#include "formation/redivide.h"
#include "formation/stats.h"
#include "formation/work.h"

// Costs are counted in figures: one that is missing from a group costs MISSING, one too many SURPLUS, a base given to no unit LOOSE.
#define MISSING 1.0
#define UNEVEN 0.02  // the square of what is missing: losses spread over the units are likelier than all in one
#define SURPLUS 1.2
#define LOOSE 0.9
#define MISFIT 2.0       // a base of the wrong kind
#define STRETCH 1.5      // an inch of gap more than the unit's formation has
#define SPACING 0.5      // an inch by which the usual gap is off, a figure
#define WRONG_GAP 0.4    // a gap that the unit's formation doesn't have; and one for each of two kinds in one unit
#define OUT_OF_LINE 0.6  // a base out of line, of a unit that stands in ranks
#define IN_LINE 0.2      // of a ranked unit's bases may be out of line for it to be told by how they stand
#define TIDY 0.05        // more misfit, a base, and TIDY_ANY besides hardly any unit has where hands put it down, however its headings are seen
#define TIDY_ANY 0.3
#define HOLE 0.6         // a hole in a full rank for which no figure is missing
#define OVERFULL 1.25    // a group larger than this many times the unit's figures isn't worth a look
#define OTHER_ARRAY 0.5  // a rank or file more or less than the roster's array has
#define ARRAY_MOST 1.5   // units do change their formation
#define FROM_OWN 0.3     // an inch from the unit's other figures
#define FROM_MARKER 0.1  // an inch from the marker that lies beside the unit
#define AT_START 0.4     // an inch from where the game file has it, near there
#define NEAR_START_IN 4.0
#define FROM_START 0.05  // and farther off
#define FROM_MOST 4.0    // none of these costs more: units do move
#define SURE 1.0         // a unit is told only where everything else that its bases may be costs so much more
#define TELLS 0.3        // the cost of e times less chance to see just these of a unit's block: SURE is about thirty to one
#define CHANGES 4        // of the choice for that, one after the other; what is unsettled then is left open
#define BEATEN 4         // other choices for a unit that only such chances tell from the best one
#define SAME_GROUP 0.9   // of the bases of two groups: they differ by a few that may be missing
#define FITS_ROOM (1 << 13)
#define CUT_WORK 100000            // costs asked for in cutting groups, most of them quickly told; what isn't settled by then is left open
#define OTHER_WORK (3 * CUT_WORK)  // and in looking for other choices

enum { BY_GAP, BY_LINE, TREES };  // by which bases are gathered

typedef struct {
    uint64_t key;  // 0: empty
    block_fit fit;
} known_fit;

// Bases of one kind and the units that they may belong to.
typedef struct {
    const work *w;
    int *units, *open;  // open: figures of the unit without a base
    int unit_count;
    int *bases;
    int base_count;
    bool *fits;  // unit_count x base_count
    double
        *apart;  // unit_count x base_count: cost of the base's distance from the unit's other figures or its loose marker; < 0 where there is neither
    bool by_start;                // bases are to be told for units that have starts, not named
    const base_sighting **seen;   // base_count
    known_fit *fits_known;        // FITS_ROOM, by the bases of a group
    int avoid;                    // the unit that is to have another group than in `chosen`, if that costs little more; -1
    int *chosen, *other, *third;  // base_count: the unit of each base, -1; `other` and `third` are for looking at others
    int *beaten, beaten_count;    // BEATEN x base_count: choices found to be worse; the avoided unit is to have another group than in them, too
} kind;

static bool is_open(const work *w, int f) { return work_is_sought(w, f) && w->by[f] <= EXPECT_START && work_was_searched(w, f); }

static int open_figures(const work *w, int unit) {
    const game_unit *u = &w->g->units[unit];
    int n = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) n += is_open(w, f);
    return n;
}

static bool fits_unit(const work *w, int unit, int i) {
    const game_unit *u = &w->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (is_open(w, f) && work_fits(w, f, i)) return true;
    return false;
}

typedef struct {
    double widest, usual_low, usual_high;
} spacing;

// Gaps to be expected within a unit, with holes where a base was not found.
static spacing expected_spacing(const game_unit *u) {
    switch (u->type) {
        case UNIT_REGULAR:
        case UNIT_RANKED:
            if (u->formation == FORMATION_OPEN) return (spacing){1.1, 0.15, 0.9};
            return u->formation == FORMATION_UNKNOWN ? (spacing){1.1, 0, 0.9} : (spacing){0.5, 0, 0.25};
        case UNIT_SKIRMISH:
            return (spacing){5, 0.7, 5};
        case UNIT_MOB:
            return (spacing){0.6, 0, 0.3};
        default:
            return (spacing){6, 0, 6};
    }
}

static double beyond(double x, double low, double high) { return fmax(0, fmax(low - x, x - high)); }

// Least distance of a base from the unit's figures that are known; DBL_MAX where none is.
static double from_own_figures(const work *w, const game_unit *u, vec2 at) {
    double least = DBL_MAX;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (w->base_of[f] < 0 && w->by[f] < EXPECT_KNOWN) continue;
        least = fmin(least, vec2_distance(at, w->base_of[f] >= 0 ? w->bases[w->base_of[f]].pose.at : w->expect[f].at));
    }
    return least;
}

static double from_marker(const work *w, int unit, vec2 at) {
    double least = DBL_MAX;
    for (int m = 0; m < w->count; m++)
        if (w->bases[m].by == SEEN_BY_UNIT_MARKER && w->bases[m].unit == unit) least = fmin(least, vec2_distance(w->bases[m].pose.at, at));
    return least;
}

static double apart_cost(const work *w, int unit, vec2 at) {
    double own = from_own_figures(w, &w->g->units[unit], at);
    if (own < DBL_MAX) return FROM_OWN * own;
    double mark = from_marker(w, unit, at);
    return mark < DBL_MAX ? FROM_MARKER * mark : -1;
}

// What it costs that the group stands where the unit did not start.
static double from_start(const kind *k, const int *list, int n, const game_unit *u) {
    vec2 start = {0, 0}, group = {0, 0};
    int starts = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (k->w->by[f] != EXPECT_START) continue;
        start = vec2_add(start, k->w->expect[f].at);
        starts++;
    }
    for (int i = 0; i < n; i++) group = vec2_add(group, vec2_scale(k->seen[list[i]]->pose.at, 1.0 / n));
    double off = starts ? vec2_distance(vec2_scale(start, 1.0 / starts), group) : 0;
    return AT_START * fmin(off, NEAR_START_IN) + FROM_START * fmax(0, off - NEAR_START_IN);
}

static double place_cost(const kind *k, const int *list, int n, int index) {
    double least = DBL_MAX;
    for (int i = 0; i < n; i++) least = fmin(least, k->apart[(long)index * k->base_count + list[i]]);
    return fmin(FROM_MOST, least >= 0 ? least : from_start(k, list, n, &k->w->g->units[k->units[index]]));
}

static double missing_cost(double missing) { return MISSING * missing + UNEVEN * missing * missing; }

// The same for the same bases in any order (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014, of each base's number).
static uint64_t group_key(const int *list, int n) {
    uint64_t key = 1;
    for (int i = 0; i < n; i++) {
        uint64_t z = ((uint64_t)list[i] + 1) * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        key += z ^ (z >> 31);
    }
    return key ? key : 1;
}

// Groups are asked for over and over: for each unit, and again for each unit that might be another.
static block_fit fit_of(kind *k, const int *list, int n) {
    uint64_t key = group_key(list, n);
    known_fit *known = &k->fits_known[key % FITS_ROOM];
    if (known->key != key) *known = (known_fit){key, block_measure(k->seen, list, n)};
    return known->fit;
}

static bool is_ranked(const game_unit *u) { return u->type == UNIT_REGULAR || u->type == UNIT_RANKED; }

// True where the group is about what the avoided unit had.
static bool is_avoided(const kind *k, const int *list, int n, int index) {
    if (index != k->avoid) return false;
    for (int c = -1; c < k->beaten_count; c++) {
        const int *unit_of = c < 0 ? k->chosen : k->beaten + (long)c * k->base_count;
        int had = 0, both = 0;
        for (int i = 0; i < k->base_count; i++) had += unit_of[i] == index;
        for (int i = 0; i < n; i++) both += unit_of[list[i]] == index;
        if (2 * both >= SAME_GROUP * (had + n)) return true;
    }
    return false;
}

// What it costs that a group of n bases, with so many missing, does not stand as the unit does.
static double misfit_cost(const game_unit *u, const block_fit *f, int n, double missing) {
    spacing s = expected_spacing(u);
    double hole = fmax(0, missing) * f->side_in;
    double cost = STRETCH * fmax(0, f->widest_in - s.widest - hole) + SPACING * n * beyond(f->mean_in, s.usual_low, s.usual_high);
    if (!is_ranked(u)) return cost;
    int wrong = u->formation == FORMATION_UNKNOWN ? 0 : u->formation == FORMATION_OPEN ? f->close : f->half_open;
    cost += fmin(ARRAY_MOST, WRONG_GAP * wrong) + WRONG_GAP * fmin(f->close, f->half_open);
    return cost + OUT_OF_LINE * (f->out_of_line + f->turned) + HOLE * fmax(0, f->holes - fmax(0, missing));
}

static double group_cost(void *context, const int *list, int n, int index, double most) {
    kind *k = context;
    const game_unit *u = &k->w->g->units[k->units[index]];
    double missing = k->open[index] - n;
    if (n > OVERFULL * k->open[index] + 2) return INFINITY;
    double cost = missing > 0 ? missing_cost(missing) : -SURPLUS * missing;
    for (int i = 0; i < n; i++) cost += k->fits[(long)index * k->base_count + list[i]] ? 0 : MISFIT;
    cost += place_cost(k, list, n, index) + (is_avoided(k, list, n, index) ? SURE : 0);
    if (n < 2 || cost > most) return cost;
    block_fit f = fit_of(k, list, n);
    if (u->array_files > 0) cost += fmin(ARRAY_MOST, OTHER_ARRAY * (abs(f.files - u->array_files) + abs(f.ranks - u->array_ranks)));
    return cost + misfit_cost(u, &f, n, missing);
}

typedef struct {
    ranked_base at;
    int base;  // index into w->bases
    int slot;  // in the roster's order, as the grid has it
} member;

// Front rank first, from the left end; bases in no rank last. Without ranks: the foremost first.
static int by_rank(const void *pa, const void *pb) {
    const member *a = pa, *b = pb;
    unsigned ra = (unsigned)a->at.rank, rb = (unsigned)b->at.rank;  // -1 becomes the largest
    if (ra != rb) return ra < rb ? -1 : 1;
    return (a->at.left < b->at.left) - (a->at.left > b->at.left);
}

static int by_ahead(const void *pa, const void *pb) {
    const member *a = pa, *b = pb;
    return (a->at.ahead < b->at.ahead) - (a->at.ahead > b->at.ahead);
}

static double heading_from_home(const game *g, const game_unit *u) {
    switch (g->sides[u->side].home_edge) {
        case EDGE_NORTH:
            return -PI / 2;
        case EDGE_EAST:
            return PI;
        case EDGE_WEST:
            return 0;
        default:
            return PI / 2;
    }
}

// Where bases are missing, a base's place in the grid tells which. Slots are left at the order of counting unless every base has one of its own.
static void find_slots(member *m, int n, int room) {
    double step[GAME_MAX_FIGURES], left = -DBL_MAX;
    int steps = 0, files = 0, slot[GAME_MAX_FIGURES];
    bool used[GAME_MAX_FIGURES] = {false};
    for (int i = 0; i < n; i++) {
        if (m[i].at.rank < 0) return;
        left = fmax(left, m[i].at.left);
        if (i > 0 && m[i].at.rank == m[i - 1].at.rank) step[steps++] = m[i - 1].at.left - m[i].at.left;
    }
    double pitch = steps ? stats_median(step, steps) : 0;
    if (pitch <= 0) return;
    for (int i = 0; i < n; i++) files = (int)fmax(files, 1 + round((left - m[i].at.left) / pitch));
    for (int i = 0; i < n; i++) {
        double s = m[i].at.rank * (double)files + round((left - m[i].at.left) / pitch);
        if (s >= room || used[(int)s]) return;
        used[(int)s] = true;
        slot[i] = (int)s;
    }
    for (int i = 0; i < n; i++) m[i].slot = slot[i];
}

static void order_members(const work *w, int unit, member *m, int n, int open) {
    const game_unit *u = &w->g->units[unit];
    ranked_base at[GAME_MAX_FIGURES];
    double facing;
    for (int i = 0; i < n; i++) at[i] = m[i].at;
    if (!ranks_heading(at, n, &facing)) facing = heading_from_home(w->g, u);
    ranks_find(at, n, facing, 0.35, false);
    for (int i = 0; i < n; i++) m[i].at = at[i];
    bool ranked = is_ranked(u);
    qsort(m, (size_t)n, sizeof *m, ranked ? by_rank : by_ahead);
    for (int i = 0; i < n; i++) m[i].slot = i;
    if (ranked && n < open) find_slots(m, n, open);
}

// The figure of the unit that takes the slot: the slot's own where it is open and of that kind, else the first such.
static int figure_for(const work *w, const int *figures, int open, const member *m) {
    for (int i = 0; i < open; i++) {
        int f = figures[(m->slot + i) % open];
        if (w->base_of[f] < 0 && work_fits(w, f, m->base)) return f;
    }
    return -1;
}

// Of more bases than the unit has figures, those farthest from all others are left out.
static int leave_out(const work *w, member *m, int n, int open) {
    while (n > open) {
        int worst = 0;
        double most = -1;
        for (int i = 0; i < n; i++) {
            double least = DBL_MAX;
            for (int j = 0; j < n; j++)
                if (j != i) least = fmin(least, vec2_distance(w->bases[m[i].base].pose.at, w->bases[m[j].base].pose.at));
            if (least <= most) continue;
            most = least;
            worst = i;
        }
        m[worst] = m[--n];
    }
    return n;
}

// True where the base may be another unit's that lacks one.
static bool has_double(const work *w, int unit, int i) {
    for (int u = 0; u < w->g->unit_count; u++) {
        const game_unit *other = &w->g->units[u];
        for (int f = other->first_figure; u != unit && f < other->first_figure + other->figure_count; f++)
            if (w->base_of[f] < 0 && work_fits(w, f, i)) return true;
    }
    return false;
}

// The group that was chosen for the unit, then those of its bases that were known already. Returns their number; *chosen: of the first ones.
static int list_body(const kind *k, int index, const base_sighting **body, int *chosen) {
    const game_unit *u = &k->w->g->units[k->units[index]];
    int n = 0;
    for (int i = 0; i < k->base_count && n < GAME_MAX_FIGURES; i++)
        if (k->chosen[i] == index) body[n++] = k->seen[i];
    *chosen = n;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count && n < GAME_MAX_FIGURES; f++)
        if (k->w->base_of[f] >= 0) body[n++] = &k->w->bases[k->w->base_of[f]];
    return n;
}

// False where the best choice for a unit in ranks is no body in ranks, or one that is as nobody puts it down.
static bool stands_in_line(const kind *k, int index) {
    const game_unit *u = &k->w->g->units[k->units[index]];
    const base_sighting *body[GAME_MAX_FIGURES];
    int list[GAME_MAX_FIGURES], chosen, first = 0, n = list_body(k, index, body, &chosen);
    for (int i = 0; i < n; i++) list[i] = i;
    for (int i = k->base_count - 1; i >= 0; i--)
        if (k->chosen[i] == index) first = k->bases[i];
    if (n < 2 || chosen == 0 || !is_ranked(u)) return true;
    block_fit f = block_measure(body, list, n);
    f.turned = 0;
    if (f.out_of_line > IN_LINE * n) return false;
    if (!has_double(k->w, k->units[index], first)) return true;
    bool in_block = true;
    if (k->open[index] == u->figure_count && n <= u->figure_count) block_log_chance(body, list, n, u, &in_block);
    return in_block && misfit_cost(u, &f, n, k->open[index] - chosen) <= TIDY * n + TIDY_ANY;
}

static void name_group(work *w, const kind *k, int index) {
    member m[GAME_MAX_FIGURES];
    int figures[GAME_MAX_FIGURES], open = 0, n = 0, unit = k->units[index];
    const game_unit *u = &w->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (is_open(w, f)) figures[open++] = f;
    for (int i = 0; i < k->base_count && n < GAME_MAX_FIGURES; i++)
        if (k->chosen[i] == index && fits_unit(w, unit, k->bases[i])) m[n++] = (member){.at = block_base(k->seen[i]), .base = k->bases[i]};
    n = leave_out(w, m, n, open);
    order_members(w, unit, m, n, open);
    for (int i = 0; i < n; i++) {
        int f = figure_for(w, figures, open, &m[i]);
        if (f >= 0) work_name(w, f, m[i].base);
    }
}

// How much of what the unit was given is left to it in the other choice.
static bool keeps_group(const kind *k, int index) {
    int had = 0, kept = 0, now = 0;
    for (int i = 0; i < k->base_count; i++) {
        had += k->chosen[i] == index;
        now += k->other[i] == index;
        kept += k->chosen[i] == index && k->other[i] == index;
    }
    return 2 * kept >= SAME_GROUP * (had + now);
}

// The cheaper of the choices over the trees, which differ in nothing else. Writes it to unit_of; `third` has as much room.
static double choose_over(const choice *c, const cluster_tree *trees, int *unit_of, int *third, int n) {
    double least = NAN;
    for (int k = 0; k < TREES; k++) {
        choice over = *c;
        over.tree = &trees[k];
        double cost = choose_units(&over, third);
        if (isnan(cost)) return NAN;
        if (k > 0 && cost >= least) continue;
        least = cost;
        memcpy(unit_of, third, (size_t)n * sizeof *unit_of);
    }
    return least;
}

// The unit's bases in the choice; -1: more than it can have.
static int list_group(const kind *k, const int *unit_of, int index, int *list) {
    int n = 0;
    for (int i = 0; i < k->base_count; i++) {
        if (unit_of[i] != index) continue;
        if (n == k->open[index]) return -1;
        list[n++] = i;
    }
    return n;
}

// By how much more likely just these bases are seen of the units as they are chosen than as in `other`, where that can be compared: as many bases of
// the same units, all of them in ranks. Its logarithm.
static double log_likelier(const kind *k) {
    double sum = 0;
    int bases = 0;
    bool in_block;
    for (int u = 0; u < k->unit_count; u++) {
        const game_unit *unit = &k->w->g->units[k->units[u]];
        int had[GAME_MAX_FIGURES], has[GAME_MAX_FIGURES], n = list_group(k, k->chosen, u, had), m = list_group(k, k->other, u, has);
        bases += n - m;
        if (n == m && (n <= 0 || memcmp(had, has, (size_t)n * sizeof *had) == 0)) continue;
        if (n <= 0 || m <= 0 || !is_ranked(unit) || k->open[u] < unit->figure_count) return 0;
        sum += block_log_chance(k->seen, had, n, unit, &in_block) - block_log_chance(k->seen, has, m, unit, &in_block);
    }
    return bases == 0 ? sum : 0;
}

// What the other choice, which costs so much, is worth beside the one at hand.
typedef enum { OTHER_IS_WORSE, OTHER_IS_AS_GOOD, OTHER_IS_BETTER } worth;

static worth weigh_other(const kind *k, const choice *c, int index, double cost) {
    if (cost >= c->most || keeps_group(k, index)) return OTHER_IS_WORSE;
    double more = cost - (c->most - SURE) + TELLS * log_likelier(k);
    return more >= SURE ? OTHER_IS_WORSE : more < 0 ? OTHER_IS_BETTER : OTHER_IS_AS_GOOD;
}

static bool note_beaten(kind *k) {
    if (k->beaten_count == BEATEN) return false;
    memcpy(k->beaten + (long)k->beaten_count++ * k->base_count, k->other, (size_t)k->base_count * sizeof *k->other);
    return true;
}

// Betters the choice in `other` and weighs it. *failed: out of memory.
static worth weigh_bettered(kind *k, const choice *c, int index, bool thoroughly, double *cost, bool *failed) {
    if (k->unit_count > REDIVIDE_UNITS) return OTHER_IS_WORSE;
    *cost = redivide(c, thoroughly, k->other);
    *failed |= isnan(*cost);
    return weigh_other(k, c, index, *cost);
}

// The unit and that one in each other's place: what they have may be divided well then.
static worth weigh_exchanged(kind *k, const choice *c, int index, int u, double *cost, bool *failed) {
    for (int i = 0; i < k->base_count; i++) k->other[i] = k->chosen[i] == index ? u : k->chosen[i] == u ? index : k->chosen[i];
    return weigh_bettered(k, c, index, false, cost, failed);
}

// Other choices for the unit, made from nothing or from the one at hand: leaves the first that is as good or better in `other`, and its cost.
static worth find_other(kind *k, const choice *c, const cluster_tree *trees, int index, double *cost, bool *failed) {
    worth w;
    k->beaten_count = 0;
    do {
        *cost = choose_over(c, trees, k->other, k->third, k->base_count);
        *failed |= isnan(*cost);
        w = weigh_other(k, c, index, *cost);
    } while (w == OTHER_IS_WORSE && *cost < c->most && !keeps_group(k, index) && note_beaten(k));
    if (w != OTHER_IS_WORSE) return w;
    k->beaten_count = 0;
    memcpy(k->other, k->chosen, (size_t)k->base_count * sizeof *k->other);
    w = weigh_bettered(k, c, index, true, cost, failed);
    for (int u = 0; u < k->unit_count && w == OTHER_IS_WORSE; u++)
        if (u != index) w = weigh_exchanged(k, c, index, u, cost, failed);
    return w;
}

// A unit is sure of its bases where any other choice is clearly worse; one that is better is taken for the one at hand. sure[u] receives it.
static status find_sure(kind *k, choice *c, const cluster_tree *trees, bool *sure) {
    bool failed = false;
    for (int u = 0, changes = 0; u < k->unit_count && changes <= CHANGES; u++) {
        double cost;
        k->avoid = u;
        worth w = find_other(k, c, trees, u, &cost, &failed);
        sure[u] = w == OTHER_IS_WORSE && *c->work > 0;
        if (w != OTHER_IS_BETTER) continue;
        memcpy(k->chosen, k->other, (size_t)k->base_count * sizeof *k->chosen);
        c->most = cost + SURE;
        u = -1;  // all of them anew
        if (++changes > CHANGES) memset(sure, 0, (size_t)k->unit_count * sizeof *sure);
    }
    k->avoid = -1;
    return failed ? STATUS_MEMORY : STATUS_OK;
}

static void measure_kind(const work *w, kind *k) {
    for (int i = 0; i < k->base_count; i++) {
        k->seen[i] = &w->bases[k->bases[i]];
        for (int u = 0; u < k->unit_count; u++) {
            k->fits[(long)u * k->base_count + i] = fits_unit(w, k->units[u], k->bases[i]);
            k->apart[(long)u * k->base_count + i] = apart_cost(w, k->units[u], k->seen[i]->pose.at);
        }
    }
}

// A unit in ranks of which nothing is known but where the game file has it.
static bool is_started(const work *w, const kind *k, int index) {
    const game_unit *u = &w->g->units[k->units[index]];
    if (!is_ranked(u) || k->open[index] < u->figure_count) return false;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (w->by[f] != EXPECT_START) return false;
    return true;
}

// Bases of units that look alike belong to a unit before they are taken for its figures where those should stand: near a neighbour's they may be the
// neighbour's. Where it isn't sure which they are, the start says no more than it said already.
static void label_group(work *w, const kind *k, int index, bool sure) {
    const game_unit *u = &w->g->units[k->units[index]];
    if (!is_started(w, k, index)) return;
    w->settled[k->units[index]] = sure;
    for (int i = 0; sure && i < k->base_count; i++)
        if (k->chosen[i] == index) w->bases[k->bases[i]].unit = k->units[index];
    for (int f = u->first_figure; !sure && f < u->first_figure + u->figure_count; f++) w->by[f] = EXPECT_NOTHING;
}

static status name_kind(work *w, kind *k) {
    size_t bases = (size_t)k->base_count, units = (size_t)k->unit_count;
    size_t mark = w->room->used;
    double *absent = scratch_take(w->room, units, sizeof *absent);
    bool *sure = scratch_take_zeroed(w->room, units, sizeof *sure);
    cluster_tree trees[TREES] = {{0}};
    k->seen = scratch_take(w->room, bases, sizeof *k->seen);
    k->fits = scratch_take(w->room, units * bases, sizeof *k->fits);
    k->apart = scratch_take(w->room, units * bases, sizeof *k->apart);
    k->fits_known = scratch_take_zeroed(w->room, FITS_ROOM, sizeof *k->fits_known);
    k->chosen = scratch_take(w->room, bases, sizeof *k->chosen);
    k->other = scratch_take(w->room, bases, sizeof *k->other);
    k->third = scratch_take(w->room, bases, sizeof *k->third);
    k->beaten = scratch_take(w->room, BEATEN * bases, sizeof *k->beaten);
    bool room = absent && sure && k->seen && k->fits && k->apart && k->fits_known && k->chosen && k->other && k->third && k->beaten;
    if (room) measure_kind(w, k);
    status s = room ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < TREES; i++)
        s = cluster_make(w->room, k->seen, k->base_count, i == BY_LINE, &trees[i]) ? STATUS_OK : STATUS_MEMORY;
    if (s == STATUS_OK) {
        for (int u = 0; u < k->unit_count; u++) absent[u] = missing_cost(k->open[u]);
        int cut_work = CUT_WORK;
        choice c = {&trees[0], k->seen, k->unit_count, k->open, group_cost, k, LOOSE, absent, MISSING, INFINITY, w->room, &cut_work};
        k->avoid = -1;
        double least = choose_over(&c, trees, k->chosen, k->third, k->base_count);
        c.most = least + SURE;
        bool best = cut_work > 0;
        cut_work = OTHER_WORK;
        if (isnan(least))
            s = STATUS_MEMORY;
        else if (best)
            s = find_sure(k, &c, trees, sure);
    }
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++) sure[u] = sure[u] && stands_in_line(k, u);
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++) {
        if (k->by_start)
            label_group(w, k, u, sure[u]);
        else if (sure[u])
            name_group(w, k, u);
    }
    scratch_give_back(w->room, mark);
    return s;
}

// Gathers into k the bases and units that hang together with base `first` by what fits what.
static void gather_kind(const work *w, kind *k, bool *base_done, bool *unit_done, int first) {
    k->unit_count = k->base_count = 0;
    k->bases[k->base_count++] = first;
    base_done[first] = true;
    for (int b = 0; b < k->base_count; b++)
        for (int u = 0; u < w->g->unit_count; u++) {
            if (unit_done[u] || !fits_unit(w, u, k->bases[b])) continue;
            unit_done[u] = true;
            k->open[k->unit_count] = open_figures(w, u);
            k->units[k->unit_count++] = u;
            for (int i = 0; i < w->count; i++) {
                if (base_done[i] || !work_is_loose(w, i) || !fits_unit(w, u, i)) continue;
                base_done[i] = true;
                k->bases[k->base_count++] = i;
            }
        }
}

static bool any_open(const work *w, expectation most, expectation least) {
    for (int f = 0; f < w->g->figure_count; f++)
        if (is_open(w, f) && w->by[f] <= most && w->by[f] >= least) return true;
    return false;
}

static status tell_kinds(work *w, bool by_start) {
    size_t bases = (size_t)w->count + 1, units = (size_t)w->g->unit_count + 1;
    size_t mark = w->room->used;
    kind k = {.w = w,
              .by_start = by_start,
              .units = scratch_take(w->room, units, sizeof *k.units),
              .open = scratch_take(w->room, units, sizeof *k.open),
              .bases = scratch_take(w->room, bases, sizeof *k.bases)};
    bool *base_done = scratch_take_zeroed(w->room, bases, sizeof *base_done), *unit_done = scratch_take_zeroed(w->room, units, sizeof *unit_done);
    status s = k.units && k.open && k.bases && base_done && unit_done ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < w->count; i++) {
        if (base_done[i] || !work_is_loose(w, i)) continue;
        gather_kind(w, &k, base_done, unit_done, i);
        if (k.unit_count > (by_start ? 1 : 0)) s = name_kind(w, &k);
    }
    scratch_give_back(w->room, mark);
    return s;
}

size_t work_cold_room(const game *g, int count) {
    size_t bases = (size_t)count + 1, units = (size_t)g->unit_count + 1;
    size_t kinds = 2 * scratch_share(units, sizeof(int)) + scratch_share(bases, sizeof(int)) + scratch_share(bases, sizeof(bool)) +
                   scratch_share(units, sizeof(bool));
    size_t one = scratch_share(units, sizeof(double)) + scratch_share(units, sizeof(bool)) + scratch_share(bases, sizeof(base_sighting *)) +
                 scratch_share(units * bases, sizeof(bool)) + scratch_share(units * bases, sizeof(double)) +
                 scratch_share(FITS_ROOM, sizeof(known_fit)) + 3 * scratch_share(bases, sizeof(int)) + scratch_share(BEATEN * bases, sizeof(int));
    return kinds + one + TREES * cluster_room(count) + choose_room(count, g->unit_count);
}

status work_cold(work *w) { return any_open(w, EXPECT_START, EXPECT_NOTHING) ? tell_kinds(w, false) : STATUS_OK; }

status work_tell_started(work *w) { return any_open(w, EXPECT_START, EXPECT_START) ? tell_kinds(w, true) : STATUS_OK; }
