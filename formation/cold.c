// A cold start: bases of which nothing is known but what they look like and how they stand.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "formation/cluster.h"
#include "formation/ranks.h"
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
#define NEARLY 0.5       // costs that differ by less decide nothing
#define FROM_OWN 0.3     // an inch from the unit's other figures
#define FROM_MARKER 0.1  // an inch from the marker that lies beside the unit
#define FROM_START 0.02  // an inch from where the game file has it

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
        if (is_open(w, f) && formation_base_fits(w->g, f, &w->bases[i])) return true;
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

static const base_sighting *base_at(const kind *k, const cluster_tree *t, int node, int i) {
    return &k->w->bases[k->bases[t->order[t->nodes[node].first + i]]];
}

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

static double from_start(const kind *k, const cluster_tree *t, int node, const game_unit *u) {
    vec2 start = {0, 0}, group = {0, 0};
    int n = 0, size = t->nodes[node].size;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (k->w->by[f] != EXPECT_START) continue;
        start = vec2_add(start, k->w->expect[f].at);
        n++;
    }
    for (int i = 0; i < size; i++) group = vec2_add(group, vec2_scale(base_at(k, t, node, i)->pose.at, 1.0 / size));
    return n ? vec2_distance(vec2_scale(start, 1.0 / n), group) : 0;
}

static double place_cost(const kind *k, const cluster_tree *t, int node, int index) {
    double least = DBL_MAX;
    for (int i = 0; i < t->nodes[node].size; i++) least = fmin(least, k->apart[(long)index * k->base_count + t->order[t->nodes[node].first + i]]);
    return least >= 0 ? least : FROM_START * from_start(k, t, node, &k->w->g->units[k->units[index]]);
}

static double missing_cost(double missing) { return MISSING * missing + UNEVEN * missing * missing; }

static double group_cost(const void *context, const cluster_tree *t, int node, int index) {
    const kind *k = context;
    const cluster_node *group = &t->nodes[node];
    int unit = k->units[index], open = k->open[index];
    spacing s = expected_spacing(&k->w->g->units[unit]);
    double missing = open - group->size;
    double cost = missing > 0 ? missing_cost(missing) : -SURPLUS * missing;
    for (int i = 0; i < group->size; i++) cost += k->fits[(long)index * k->base_count + t->order[group->first + i]] ? 0 : MISFIT;
    if (group->size > 1)
        cost += STRETCH * fmax(0, group->height_in - s.widest) + SPACING * group->size * beyond(group->mean_in, s.usual_low, s.usual_high);
    return cost + place_cost(k, t, node, index);
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
    bool ranked = u->type == UNIT_REGULAR || u->type == UNIT_RANKED;
    qsort(m, (size_t)n, sizeof *m, ranked ? by_rank : by_ahead);
    for (int i = 0; i < n; i++) m[i].slot = i;
    if (ranked && n < open) find_slots(m, n, open);
}

// The figure of the unit that takes the slot: the slot's own where it is open and of that kind, else the first such.
static int figure_for(const work *w, const int *figures, int open, const member *m) {
    for (int i = 0; i < open; i++) {
        int f = figures[(m->slot + i) % open];
        if (w->base_of[f] < 0 && formation_base_fits(w->g, f, &w->bases[m->base])) return f;
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

static void name_group(work *w, const kind *k, const cluster_tree *t, int node, int index) {
    member m[GAME_MAX_FIGURES];
    int figures[GAME_MAX_FIGURES], open = 0, n = 0, unit = k->units[index];
    const game_unit *u = &w->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (is_open(w, f)) figures[open++] = f;
    for (int i = 0; i < t->nodes[node].size && n < GAME_MAX_FIGURES; i++) {
        int at = k->bases[t->order[t->nodes[node].first + i]];
        const base_sighting *b = &w->bases[at];
        if (!fits_unit(w, unit, at)) continue;
        m[n++] = (member){.at = {.at = b->pose.at,
                                 .heading_rad = b->pose.heading_rad,
                                 .has_heading = pose_has_heading(b->pose),
                                 .width_in = b->base.width_in,
                                 .depth_in = b->base.depth_in},
                          .base = at};
    }
    n = leave_out(w, m, n, open);
    order_members(w, unit, m, n, open);
    for (int i = 0; i < n; i++) {
        int f = figure_for(w, figures, open, &m[i]);
        if (f >= 0) work_name(w, f, m[i].base);
    }
}

// How many figures the group's grid would hold if it were full: a hole in it is a base not found.
static int full_grid(const kind *k, const cluster_tree *t, int node) {
    ranked_base at[GAME_MAX_FIGURES];
    int n = t->nodes[node].size < GAME_MAX_FIGURES ? t->nodes[node].size : GAME_MAX_FIGURES;
    double facing;
    for (int i = 0; i < n; i++) {
        const base_sighting *b = base_at(k, t, node, i);
        at[i] = (ranked_base){.at = b->pose.at,
                              .heading_rad = b->pose.heading_rad,
                              .has_heading = pose_has_heading(b->pose),
                              .width_in = b->base.width_in,
                              .depth_in = b->base.depth_in};
    }
    if (!ranks_heading(at, n, &facing)) return n;
    rank_grid grid = ranks_find(at, n, facing, 0.35, false);
    return grid.ranks * grid.files;
}

// Two blocks of nearly one size with bases not found may have been taken for one another: their grids tell how many each has room for.
static void exchange_by_grid(const kind *k, const cluster_tree *t, int *node_of) {
    for (int a = 0; a < k->unit_count; a++)
        for (int b = a + 1; b < k->unit_count; b++) {
            if (node_of[a] < 0 || node_of[b] < 0 || k->open[a] == k->open[b]) continue;
            double as_is = group_cost(k, t, node_of[a], a) + group_cost(k, t, node_of[b], b);
            double exchanged = group_cost(k, t, node_of[a], b) + group_cost(k, t, node_of[b], a);
            if (exchanged > as_is + NEARLY) continue;
            int full_a = full_grid(k, t, node_of[a]), full_b = full_grid(k, t, node_of[b]);
            if (abs(full_a - k->open[b]) + abs(full_b - k->open[a]) >= abs(full_a - k->open[a]) + abs(full_b - k->open[b])) continue;
            int kept = node_of[a];
            node_of[a] = node_of[b];
            node_of[b] = kept;
        }
}

static status name_kind(work *w, kind *k) {
    const base_sighting **bases = malloc((size_t)k->base_count * sizeof *bases);
    int *node_of = malloc((size_t)k->unit_count * sizeof *node_of);
    double *absent = malloc((size_t)k->unit_count * sizeof *absent);
    cluster_tree tree = {0};
    size_t cells = (size_t)k->unit_count * (size_t)k->base_count;
    k->fits = malloc(cells * sizeof *k->fits);
    k->apart = malloc(cells * sizeof *k->apart);
    status s = bases && node_of && absent && k->fits && k->apart ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < k->base_count; i++) {
        bases[i] = &w->bases[k->bases[i]];
        for (int u = 0; u < k->unit_count; u++) {
            k->fits[(long)u * k->base_count + i] = fits_unit(w, k->units[u], k->bases[i]);
            k->apart[(long)u * k->base_count + i] = apart_cost(w, k->units[u], bases[i]->pose.at);
        }
    }
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++) absent[u] = missing_cost(k->open[u]);
    if (s == STATUS_OK && !cluster_make(bases, k->base_count, &tree)) s = STATUS_MEMORY;
    if (s == STATUS_OK && !cluster_choose(&tree, k->unit_count, group_cost, k, LOOSE, absent, node_of)) s = STATUS_MEMORY;
    if (s == STATUS_OK) exchange_by_grid(k, &tree, node_of);
    for (int u = 0; s == STATUS_OK && u < k->unit_count; u++)
        if (node_of[u] >= 0) name_group(w, k, &tree, node_of[u], u);
    cluster_free(&tree);
    free(bases);
    free(node_of);
    free(absent);
    free(k->fits);
    free(k->apart);
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

static bool any_open(const work *w) {
    for (int f = 0; f < w->g->figure_count; f++)
        if (is_open(w, f)) return true;
    return false;
}

status work_cold(work *w) {
    if (!any_open(w)) return STATUS_OK;
    size_t bases = (size_t)w->count + 1, units = (size_t)w->g->unit_count + 1;
    kind k = {.w = w, .units = malloc(units * sizeof *k.units), .open = malloc(units * sizeof *k.open), .bases = malloc(bases * sizeof *k.bases)};
    bool *base_done = calloc(bases, sizeof *base_done), *unit_done = calloc(units, sizeof *unit_done);
    status s = k.units && k.open && k.bases && base_done && unit_done ? STATUS_OK : STATUS_MEMORY;
    for (int i = 0; s == STATUS_OK && i < w->count; i++) {
        if (base_done[i] || !work_is_loose(w, i)) continue;
        gather_kind(w, &k, base_done, unit_done, i);
        if (k.unit_count > 0) s = name_kind(w, &k);
    }
    free(k.units);
    free(k.open);
    free(k.bases);
    free(base_done);
    free(unit_done);
    return s;
}
