// Units known by a marker on their tray: the layout laid behind it, and moved under the bases that are seen.
#include <float.h>
#include <stdlib.h>

#include <string.h>

#include "formation/fronts.h"
#include "formation/identify/identify_limits.h"
#include "formation/identify/tray_fit.h"
#include "formation/identify/work.h"
#include "formation/shape/shape.h"

typedef struct {
    int files, ranks;
    double last;  // files by which the last rank begins to the right of the others
} block;

static pose block_place(base b, block k, double gap, int i) {
    int rank = i / k.files;
    double file = i % k.files + (rank == k.ranks - 1 ? k.last : 0);
    return (pose){.at = {-b.depth_in / 2 - rank * (b.depth_in + gap), ((k.files - 1) / 2.0 - file) * (b.width_in + gap)}};
}

// A rectangle about the unit's axes: forward x, left y, from the middle of the block's front edge.
typedef struct {
    double front, back, left, right;
} extent;

static extent block_extent(base b, block k) { return (extent){0, -k.ranks * b.depth_in, k.files * b.width_in / 2, -k.files * b.width_in / 2}; }

static bool tray_holds(const game_unit *u, base b, extent e) {
    double spare_width = u->tray_width_in - (e.left - e.right), spare_depth = u->tray_depth_in - (e.front - e.back);
    return spare_width > -IDENTIFY_TRAY_MISSTATED_IN && spare_depth > -IDENTIFY_TRAY_MISSTATED_IN && spare_width < IDENTIFY_TRAY_SPARE * b.width_in &&
           spare_depth < IDENTIFY_TRAY_SPARE * b.depth_in;
}

static extent tile_extent(const game_unit *u) {
    double half = IDENTIFY_TILE_OF_TAG * u->marker.size_in;
    vec2 at = u->marker_offset.at;
    return (extent){at.x + half, at.x - half, at.y + half, at.y - half};
}

// The marker's tile lies beside the block, close to it, and not under its bases.
static bool tile_fits(const game_unit *u, base b, block k) {
    extent e = block_extent(b, k), tile = tile_extent(u);
    double apart = fmax(fmax(tile.back - e.front, e.back - tile.front), fmax(tile.right - e.left, e.right - tile.left));
    return apart > -IDENTIFY_TRAY_MISSTATED_IN && apart < IDENTIFY_TILE_NEAR_IN;
}

// The tile lies on the tray, too.
static bool tray_holds_both(const game_unit *u, base b, block k) {
    extent e = block_extent(b, k), tile = tile_extent(u);
    extent both = {fmax(e.front, tile.front), fmin(e.back, tile.back), fmax(e.left, tile.left), fmin(e.right, tile.right)};
    return tile_fits(u, b, k) && tray_holds(u, b, both);
}

// Tray and marker leave room for the block.
static bool has_room(const game_unit *u, base b, block k) {
    if (!u->has_tray) return u->marker_has_offset && tile_fits(u, b, k);
    return tray_holds(u, b, block_extent(b, k)) || (u->marker_has_offset && tray_holds_both(u, b, k));
}

// The one full block that there is room for.
static bool only_block(const game_unit *u, base b, block *out) {
    int fits = 0;
    for (int files = 1; files <= u->figure_count; files++) {
        if (u->figure_count % files) continue;
        block k = {files, u->figure_count / files, 0};
        if (!has_room(u, b, k)) continue;
        *out = k;
        fits++;
    }
    return fits == 1;
}

static bool closed_block(const game *g, const game_unit *u, pose *poses) {
    base b = g->figures[u->first_figure].base;
    block k = {u->array_files, u->array_ranks, 0};
    double gap = u->array_gap_in;
    for (int i = 1; i < u->figure_count; i++) {
        base other = g->figures[u->first_figure + i].base;
        if (fabs(other.width_in - b.width_in) > IDENTIFY_TRAY_ALIKE_IN || fabs(other.depth_in - b.depth_in) > IDENTIFY_TRAY_ALIKE_IN) return false;
    }
    if (k.files == 0) {
        if (u->type != UNIT_REGULAR && u->type != UNIT_RANKED) return false;
        if (u->formation == FORMATION_OPEN || !only_block(u, b, &k)) return false;
        gap = 0;
    }
    for (int i = 0; i < u->figure_count; i++) poses[i] = block_place(b, k, gap, i);
    return true;
}

static bool from_starts(const game *g, int unit, pose *poses) {
    const game_unit *u = &g->units[unit];
    bool present[GAME_MAX_FIGURES];
    for (int i = 0; i < u->figure_count; i++) {
        if (!g->figures[u->first_figure + i].has_start) return false;
        poses[i] = g->figures[u->first_figure + i].start;
        present[i] = true;
    }
    shape_limits limits = shape_default_limits();
    unit_form f = formation_shape(g, unit, poses, present, NULL, &limits, NULL);
    for (int i = 0; i < u->figure_count; i++) {
        poses[i].at = vec2_rotate(vec2_sub(poses[i].at, f.anchor), -f.facing_rad);
        poses[i].heading_rad = angle_difference(poses[i].heading_rad, f.facing_rad);
    }
    return true;
}

// `drawn`: a closed block put together from the sizes of its bases alone.
static bool find_layout(const game *g, int unit, const identify_past *past, pose *poses, bool *drawn) {
    const game_unit *u = &g->units[unit];
    bool known = past && past->figures;
    *drawn = false;
    for (int i = 0; known && i < u->figure_count; i++) known = past->figures[u->first_figure + i].layout_known;
    if (known) {
        for (int i = 0; i < u->figure_count; i++) poses[i] = past->figures[u->first_figure + i].layout;
        return true;
    }
    if (from_starts(g, unit, poses)) return true;
    *drawn = u->array_gap_in <= 0;
    return closed_block(g, u, poses);
}

bool formation_unit_layout(const game *g, int unit, const identify_past *past, pose *poses) {
    bool drawn;
    return find_layout(g, unit, past, poses, &drawn);
}

// The marker that stands for the unit; NULL where none was seen, or two in different places.
static const base_sighting *marker_of(const game *g, const base_sighting *bases, int count, int unit) {
    const base_sighting *m = NULL;
    if (!g->units[unit].marker_has_offset) return NULL;
    for (int i = 0; i < count; i++) {
        const base_sighting *b = &bases[i];
        if (b->by != SEEN_BY_UNIT_MARKER || b->unit != unit || b->figure >= 0) continue;
        if (!pose_has_heading(b->pose) || !isfinite(b->pose.at.x) || !isfinite(b->pose.at.y) || !isfinite(b->pose.heading_rad)) continue;
        if (m && vec2_distance(m->pose.at, b->pose.at) > IDENTIFY_SAME_TILE_IN) return NULL;
        if (!m || b->score > m->score) m = b;
    }
    return m;
}

// A unit's tray while its bases are identified.
typedef struct {
    const work *w;
    int unit;
    const base_sighting *marker;
    pose layout[GAME_MAX_FIGURES];
    bool drawn;
    tray_base seen[GAME_MAX_FIGURES];
    int seen_count;
    tray_place place;
} tray;

static bool fit(tray *t) { return tray_fit(&t->w->g->units[t->unit], &t->marker->pose, t->seen, t->seen_count, t->drawn, &t->place); }

// True where a figure that the base may be was known to stand there before.
static bool is_anothers(const tray *t, int i, double near_in) {
    const work *w = t->w;
    for (int f = 0; f < w->g->figure_count; f++)
        if (w->figures[f].by == EXPECT_KNOWN && vec2_distance(w->figures[f].expect.at, w->bases[i].pose.at) < near_in &&
            formation_base_fits(w->g, f, &w->bases[i]))
            return true;
    return false;
}

// No two bases stand in one place: what has the figure's form where the tray has the figure is the figure, whatever paint it was taken for.
static bool may_be(const tray *t, int figure, int i, double near_in) {
    const work *w = t->w;
    if (!work_form_fits(w->g, figure, &w->bases[i])) return false;
    return formation_base_fits(w->g, figure, &w->bases[i]) || !is_anothers(t, i, near_in);
}

static int nearest(const tray *t, int figure, pose at, const bool *taken) {
    const work *w = t->w;
    base own = w->g->figures[figure].base;
    double most = IDENTIFY_TRAY_GATE_MOST * fmin(own.width_in, own.depth_in), gate = IDENTIFY_TRAY_SIGMAS * hypot(at.sigma_in, IDENTIFY_TRAY_SEEN_IN);
    int best = -1;
    if (gate > 2 * most) return -1;  // its place is not known well enough to tell it from its neighbours
    gate = fmin(gate, most);
    for (int i = 0; i < w->count; i++) {
        double d = vec2_distance(w->bases[i].pose.at, at.at);
        if (d > gate || taken[i] || !work_is_loose(w, i) || !may_be(t, figure, i, most)) continue;
        gate = d;
        best = i;
    }
    return best;
}

// Bases near their places as the tray lies now, those that are known by their codes wherever they are. Returns how many.
static int find_bases(tray *t, bool *taken) {
    const work *w = t->w;
    const game_unit *u = &w->g->units[t->unit];
    t->seen_count = 0;
    memset(taken, 0, (size_t)w->count * sizeof *taken);
    for (int k = 0; k < u->figure_count; k++) {
        int f = u->first_figure + k,
            i = w->figures[f].base_of >= 0 ? w->figures[f].base_of : nearest(t, f, tray_pose(&t->place, t->layout[k]), taken);
        if (i < 0) continue;
        taken[i] = true;
        t->seen[t->seen_count++] = (tray_base){t->layout[k], w->bases[i].pose};
        if (w->bases[i].front_doubtful) t->seen[t->seen_count - 1].seen.sigma_rad = HEADING_UNKNOWN;
    }
    return t->seen_count;
}

// The bases by the marker are found first; each makes the tray's place better known, until those at the far end are found too.
static bool settle(tray *t, bool *taken) {
    int before = -1;
    t->seen_count = 0;
    if (!fit(t)) return false;
    for (int look = 0; look < IDENTIFY_TRAY_ROUNDS && find_bases(t, taken) != before; look++) {
        before = t->seen_count;
        if (!fit(t)) return false;
    }
    return true;
}

static void lay_block(tray *t, block k) {
    const game_unit *u = &t->w->g->units[t->unit];
    for (int i = 0; i < u->figure_count; i++) t->layout[i] = block_place(t->w->g->figures[u->first_figure].base, k, 0, i);
}

// Of blocks with a last rank that is not full, the first of those with most bases in their places, where these are more than `most`; files 0: none.
static block find_short_block(tray *t, bool *taken, int most) {
    const game_unit *u = &t->w->g->units[t->unit];
    block best = {0};
    for (int files = 2; files < u->figure_count; files++) {
        block k = {files, (u->figure_count + files - 1) / files, 0};
        const int empty = k.files * k.ranks - u->figure_count;
        if (empty == 0 || !has_room(u, t->w->g->figures[u->first_figure].base, k)) continue;
        for (int half = 0; half <= 2; half++) {  // from the left, in the middle, from the right
            k.last = empty * half / 2.0;
            lay_block(t, k);
            if (!settle(t, taken) || t->seen_count <= most) continue;
            most = t->seen_count;
            best = k;
        }
    }
    return best;
}

// A block that was drawn from sizes alone is full. Where not all of its bases are in their places, one with a shorter last rank may fit better.
static bool settle_drawn(tray *t, bool *taken) {
    const game *g = t->w->g;
    const game_unit *u = &g->units[t->unit];
    if (!settle(t, taken)) return false;
    if (!t->drawn || u->array_files > 0 || t->seen_count == u->figure_count) return true;
    block k = find_short_block(t, taken, t->seen_count);
    if (k.files > 0)
        lay_block(t, k);
    else
        closed_block(g, u, t->layout);
    return settle(t, taken);
}

static void expect_tray(work *w, tray *t, bool *taken) {
    const game_unit *u = &w->g->units[t->unit];
    if (!settle_drawn(t, taken)) return;
    for (int i = 0; i < w->count; i++)  // the unit's by their places: their paint was mistaken
        if (taken[i] && work_is_loose(w, i) && w->bases[i].rim_rgb != NO_COLOUR) w->bases[i].rim_rgb = u->rim_rgb;
    for (int k = 0; k < u->figure_count; k++) {
        w->figures[u->first_figure + k].expect = tray_pose(&t->place, t->layout[k]);
        w->figures[u->first_figure + k].by = EXPECT_TRAY;
    }
}

// What expecting trays takes.
typedef struct {
    tray *t;
    bool *taken;  // per base
} tray_fitting;

static tray_fitting take_fitting(const work *w) {
    return (tray_fitting){arena_take(w->arena, 1, sizeof(tray)), arena_take(w->arena, (size_t)w->count, sizeof(bool))};
}

status work_expect_trays(work *w) {
    size_t mark = w->arena->used;
    tray_fitting fitting = take_fitting(w);
    if (w->arena->exhausted) return STATUS_MEMORY;
    tray *t = fitting.t;
    for (int unit = 0; unit < w->g->unit_count; unit++) {
        const base_sighting *m = marker_of(w->g, w->bases, w->count, unit);
        if (!m) continue;
        t->w = w, t->unit = unit, t->marker = m;
        if (find_layout(w->g, unit, w->past, t->layout, &t->drawn)) expect_tray(w, t, fitting.taken);
    }
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

static bool is_shown(const base_sighting *bases, int count, int figure) {
    for (int i = 0; i < count; i++)
        if (bases[i].figure == figure) return true;
    return false;
}

// The unit's bases that have their names.
static int named_bases(const game_unit *u, const base_sighting *bases, int count, const pose *layout, tray_base *out) {
    int n = 0;
    for (int i = 0; i < count && n < u->figure_count; i++) {
        int k = bases[i].figure - u->first_figure;
        if (bases[i].by == SEEN_BY_UNIT_MARKER || k < 0 || k >= u->figure_count) continue;
        out[n] = (tray_base){layout[k], bases[i].pose};
        if (bases[i].front_doubtful) out[n].seen.sigma_rad = HEADING_UNKNOWN;
        n++;
    }
    return n;
}

// The tray's facing decides between sides that look alike. A round base with an unseen front takes the heading of its place.
static void turn_front(base_sighting *b, pose place) {
    if (b->by != SEEN_BY_PLAIN || sighting_is_told(b)) return;
    if (b->base.shape == BASE_ROUND) {
        b->pose.heading_rad = place.heading_rad;
        b->pose.sigma_rad = place.sigma_rad;
    } else if (pose_has_heading(b->pose)) {
        b->pose.heading_rad = angle_wrap(place.heading_rad + remainder(b->pose.heading_rad - place.heading_rad, 2 * PI / base_sides(b->base.shape)));
    }
    b->front_doubtful = false;
    b->pose.fronts = 0;
}

// What turning fronts takes.
typedef struct {
    pose *layout;     // GAME_MAX_FIGURES
    tray_base *seen;  // GAME_MAX_FIGURES
} tray_view;

static tray_view take_view(const work *w) {
    return (tray_view){arena_take(w->arena, GAME_MAX_FIGURES, sizeof(pose)), arena_take(w->arena, GAME_MAX_FIGURES, sizeof(tray_base))};
}

// The fronts of one unit's bases, if its marker was seen where its bases have it.
static void turn_unit(work *w, int unit, const tray_view *v) {
    const game_unit *u = &w->g->units[unit];
    const base_sighting *m = marker_of(w->g, w->bases, w->count, unit);
    tray_place place;
    bool drawn;
    if (!m || !find_layout(w->g, unit, w->past, v->layout, &drawn)) return;
    if (!tray_fit(u, &m->pose, v->seen, named_bases(u, w->bases, w->count, v->layout, v->seen), drawn, &place) || !place.marker_fits) return;
    for (int k = 0; k < u->figure_count; k++)
        if (w->figures[u->first_figure + k].base_of >= 0)
            turn_front(&w->bases[w->figures[u->first_figure + k].base_of], tray_pose(&place, v->layout[k]));
}

// Sides that the picture leaves open are told by the others of a unit in ranks.
static void turn_by_block(work *w, int unit, pose *poses) {
    const game_unit *u = &w->g->units[unit];
    double facing_rad;
    int n = 0;
    for (int k = 0; k < u->figure_count; k++)
        if (w->figures[u->first_figure + k].base_of >= 0) poses[n++] = sighting_pose(&w->bases[w->figures[u->first_figure + k].base_of]);
    if (!fronts_stand_in_ranks(u) || !fronts_facing(poses, n, &facing_rad)) return;
    for (int k = 0; k < u->figure_count; k++) {
        int i = w->figures[u->first_figure + k].base_of;
        pose p = i >= 0 ? fronts_settle(sighting_pose(&w->bases[i]), facing_rad) : (pose){0};
        if (i < 0 || !w->bases[i].front_doubtful || pose_front_is_doubtful(p)) continue;
        w->bases[i].pose = p;
        w->bases[i].front_doubtful = false;
    }
}

status work_turn_fronts(work *w) {
    size_t mark = w->arena->used;
    tray_view v = take_view(w);
    if (w->arena->exhausted) return STATUS_MEMORY;
    for (int unit = 0; unit < w->g->unit_count; unit++) {
        turn_unit(w, unit, &v);
        turn_by_block(w, unit, v.layout);
    }
    arena_reset(w->arena, mark);
    return STATUS_OK;
}

void work_measure_trays(const work *w) {
    size_t mark = w->arena->used;
    take_fitting(w);
    arena_reset(w->arena, mark);
    take_view(w);
    arena_reset(w->arena, mark);
}

// The unit's bases don't stand as the layout has them.
static bool stand_otherwise(const tray_place *place, const tray_base *seen, int count, base b) {
    for (int i = 0; i < count; i++)
        if (vec2_distance(tray_pose(place, seen[i].place).at, seen[i].seen.at) > IDENTIFY_TRAY_GATE_MOST * fmin(b.width_in, b.depth_in)) return true;
    return false;
}

int formation_lay_trays(const game *g, const base_sighting *bases, int count, const identify_past *past, base_sighting *out, int capacity) {
    pose layout[GAME_MAX_FIGURES];
    tray_base seen[GAME_MAX_FIGURES];
    int n = 0;
    for (int unit = 0; unit < g->unit_count; unit++) {
        const game_unit *u = &g->units[unit];
        const base_sighting *m = marker_of(g, bases, count, unit);
        tray_place place;
        bool drawn;
        if (!m || !find_layout(g, unit, past, layout, &drawn)) continue;
        const int named = named_bases(u, bases, count, layout, seen);
        if (!tray_fit(u, &m->pose, seen, named, drawn, &place)) continue;
        if (drawn && stand_otherwise(&place, seen, named, g->figures[u->first_figure].base)) continue;
        for (int k = 0; k < u->figure_count && n < capacity; k++) {
            int f = u->first_figure + k;
            if (is_shown(bases, count, f) || (past && past->figures && past->figures[f].absent)) continue;
            out[n] = *m;
            out[n].figure = f;
            out[n].base = g->figures[f].base;
            out[n].rim_rgb = u->rim_rgb;
            out[n].pose = tray_pose(&place, layout[k]);
            n++;
        }
    }
    return n;
}
