// Units known by a marker on their tray: the layout laid behind it.
#include <float.h>
#include <string.h>

#include "formation/shape.h"
#include "formation/work.h"

#define PLACED_IN 0.04                // a figure stands so far from its place on the tray
#define PLACED_RAD (3 * RAD_PER_DEG)  // and is turned by so much
#define TRAY_SPARE_BASES 0.75         // a tray is larger than the block on it by less than this many bases
#define TILE_OF_TAG 0.65              // half a tile's width over its tag's edge: the tag and its white margin
#define TILE_NEAR_IN 0.6              // a tile lies at most so far from the block that it belongs to

typedef struct {
    int files, ranks;
} block;

static pose block_place(base b, block k, double gap, int i) {
    int rank = i / k.files, file = i % k.files;
    return (pose){.at = {-b.depth_in / 2 - rank * (b.depth_in + gap), ((k.files - 1) / 2.0 - file) * (b.width_in + gap)}};
}

static bool tray_holds(const game_unit *u, base b, block k) {
    double spare_width = u->tray_width_in - k.files * b.width_in, spare_depth = u->tray_depth_in - k.ranks * b.depth_in;
    return spare_width > -0.1 && spare_depth > -0.1 && spare_width < TRAY_SPARE_BASES * b.width_in && spare_depth < TRAY_SPARE_BASES * b.depth_in;
}

// The marker's tile lies beside the block, close to it, and not under its bases.
static bool tile_fits(const game_unit *u, base b, block k) {
    double half = TILE_OF_TAG * u->marker.size_in, x = u->marker_offset.at.x, y = u->marker_offset.at.y;
    double ahead = x, behind = -k.ranks * b.depth_in - x, beside = fabs(y) - k.files * b.width_in / 2;
    double apart = fmax(fmax(ahead, behind), beside) - half;
    return apart > -0.1 && apart < TILE_NEAR_IN;
}

// The one full block that tray and marker leave room for.
static bool only_block(const game_unit *u, base b, block *out) {
    int fits = 0;
    for (int files = 1; files <= u->figure_count; files++) {
        if (u->figure_count % files) continue;
        block k = {files, u->figure_count / files};
        if (u->has_tray ? !tray_holds(u, b, k) : !(u->marker_has_offset && tile_fits(u, b, k))) continue;
        *out = k;
        fits++;
    }
    return fits == 1;
}

static bool closed_block(const game *g, const game_unit *u, pose *poses) {
    base b = g->figures[u->first_figure].base;
    block k = {u->array_files, u->array_ranks};
    double gap = u->array_gap_in;
    for (int i = 1; i < u->figure_count; i++) {
        base other = g->figures[u->first_figure + i].base;
        if (fabs(other.width_in - b.width_in) > 0.02 || fabs(other.depth_in - b.depth_in) > 0.02) return false;
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

bool formation_unit_layout(const game *g, int unit, const identify_past *past, pose *poses) {
    const game_unit *u = &g->units[unit];
    bool known = past && past->layout && past->layout_known;
    for (int i = 0; known && i < u->figure_count; i++) known = past->layout_known[u->first_figure + i];
    if (known) {
        memcpy(poses, past->layout + u->first_figure, (size_t)u->figure_count * sizeof *poses);
        return true;
    }
    return from_starts(g, unit, poses) || closed_block(g, u, poses);
}

// A place of the layout on the table, behind the marker seen at m.
static pose behind_marker(const game_unit *u, pose m, pose place) {
    double facing = m.heading_rad - u->marker_offset.heading_rad;
    vec2 from_marker = vec2_rotate(vec2_sub(place.at, u->marker_offset.at), facing);
    return (pose){.at = vec2_add(m.at, from_marker),
                  .heading_rad = angle_wrap(facing + place.heading_rad),
                  .sigma_in = hypot(hypot(m.sigma_in, PLACED_IN), m.sigma_rad * vec2_length(from_marker)),
                  .sigma_rad = hypot(m.sigma_rad, PLACED_RAD)};
}

static bool stands_for_unit(const game *g, const base_sighting *b) {
    return b->by == SEEN_BY_UNIT_MARKER && b->unit >= 0 && g->units[b->unit].marker_has_offset && pose_has_heading(b->pose);
}

void work_expect_trays(work *w) {
    pose layout[GAME_MAX_FIGURES];
    for (int i = 0; i < w->count; i++) {
        if (!stands_for_unit(w->g, &w->bases[i])) continue;
        const game_unit *u = &w->g->units[w->bases[i].unit];
        if (!formation_unit_layout(w->g, w->bases[i].unit, w->past, layout)) continue;
        for (int k = 0; k < u->figure_count; k++) {
            w->expect[u->first_figure + k] = behind_marker(u, w->bases[i].pose, layout[k]);
            w->by[u->first_figure + k] = EXPECT_TRAY;
        }
    }
}

static bool is_shown(const base_sighting *bases, int count, int figure) {
    for (int i = 0; i < count; i++)
        if (bases[i].figure == figure) return true;
    return false;
}

int formation_lay_trays(const game *g, const base_sighting *bases, int count, const identify_past *past, base_sighting *out, int capacity) {
    pose layout[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (!stands_for_unit(g, &bases[i]) || !formation_unit_layout(g, bases[i].unit, past, layout)) continue;
        const game_unit *u = &g->units[bases[i].unit];
        for (int k = 0; k < u->figure_count && n < capacity; k++) {
            int f = u->first_figure + k;
            if (is_shown(bases, count, f) || (past && past->absent && past->absent[f])) continue;
            out[n] = bases[i];
            out[n].figure = f;
            out[n].base = g->figures[f].base;
            out[n].rim_rgb = u->rim_rgb;
            out[n].pose = behind_marker(u, bases[i].pose, layout[k]);
            n++;
        }
    }
    return n;
}
