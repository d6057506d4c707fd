// Bases that stand or went where the unit may not: how deep, and which base.
#include "rules/measure/terrain/terrain.h"
#include "rules/measure/terrain/terrain_limits.h"

typedef struct {
    rule_case *c;
    const walker *w;
    const walker_piece *piece;
} search;

void ban_add(ban_list *list, terrain_ban b) {
    if (list->count < TERRAIN_MAX_BANS) list->ban[list->count++] = b;
}

void measure_depth(const rule_case *c, const intrusion *k, rule_measure *m) {
    m->measured = m->kindest = k->depth_in;
    m->limit = c->n->terrain.edge_tol;
    m->sigma = sqrt(2) * c->sigma_in;
    m->unit = "in";
    m->has_at = true;
    m->at = k->at;
    measure_names(m, k->figure);
}

// What is crossed rather than stood in.
static bool is_barrier(const walker_piece *p) {
    return p->ground == GROUND_OBSTACLE || p->ground == GROUND_CLIFF || p->ground == GROUND_DITCH || p->ground == GROUND_RAMPART ||
           p->ground == GROUND_STREAM || p->ground == GROUND_RIVER;
}

static bool is_line(const walker_piece *p) { return p->at->polygon_count < 3 && (is_barrier(p) || p->at->width_in <= 0); }

// Points of a base's edge and its middle.
static int points_of(base b, pose p, vec2 out[9]) {
    vec2 corner[4];
    base_corners(b, p, corner);
    for (int i = 0; i < 4; i++) {
        out[i] = b.shape == BASE_ROUND ? vec2_lerp(p.at, corner[i], sqrt(0.5)) : corner[i];
        out[4 + i] = vec2_lerp(corner[i], corner[(i + 1) % 4], 0.5);
    }
    out[8] = p.at;
    return 9;
}

// Side of p from the line's nearest piece, and how far: positive to its left.
static double beside(const game_terrain *t, vec2 p) {
    double least = INFINITY, side = 0;
    for (int e = 0; e < area_edge_count(t); e++) {
        vec2 a, b;
        area_edge(t, e, &a, &b);
        double d = segment_distance(p, a, b);
        if (d < least) least = d, side = vec2_cross(vec2_sub(b, a), vec2_sub(p, a)) >= 0 ? d : -d;
    }
    return side;
}

// How far a base reaches over a line to either side: the smaller of the two.
static double astride(const game_terrain *t, base b, pose p) {
    vec2 at[9];
    double left = 0, right = 0;
    if (area_line_distance(t, p.at) > hypot(b.width_in, b.depth_in)) return 0;
    for (int i = 0, n = points_of(b, p, at); i < n; i++) {
        double s = beside(t, at[i]);
        left = fmax(left, s), right = fmax(right, -s);
    }
    return fmin(left, right);
}

static bool over_water(const search *s, vec2 p) {
    for (int i = 0; i < s->w->count; i++) {
        ground_kind g = s->w->piece[i].ground;
        bool water = s->piece->at->bridge_stated ? s->w->piece[i].first.forbidden && g == GROUND_DEEP_WATER
                                                 : g == GROUND_DEEP_WATER || g == GROUND_SHALLOW_WATER || g == GROUND_WATER;
        if (water && area_contains(s->w->piece[i].at, p)) return true;
    }
    return false;
}

static bool in_special(const search *s, vec2 p) {
    for (int i = 0; i < s->w->count; i++)
        if (walker_is_special(s->w->piece[i].ground) && area_contains(s->w->piece[i].at, p)) return true;
    return false;
}

// True on a road that leads into water without a bridge. The rule of the road judges that place, not the rule of the water.
static bool on_bridgeless_road(const search *s, vec2 p) {
    for (int i = 0; i < s->w->count; i++) {
        const walker_piece *road = &s->w->piece[i];
        bool leads = road->named == GROUND_ROAD || road->named == GROUND_TRAIL;
        if (leads && road->at->bridge_stated && !road->at->bridge && area_depth(road->at, p) >= -s->w->n->road_margin) return true;
    }
    return false;
}

// How deep the point lies in what the ban is about; 0 or less: not in it.
static double depth_at(const search *s, terrain_ban b, vec2 p) {
    double depth = area_depth(s->piece->at, p);
    if (b == BAN_TRAIL || b == BAN_CAVALRY_TRAIL || b == BAN_NO_BRIDGE || b == BAN_BRIDGE_UNKNOWN) {
        bool on = depth >= -s->w->n->road_margin && (b == BAN_CAVALRY_TRAIL || (b == BAN_TRAIL ? in_special(s, p) : over_water(s, p)));
        return on ? 1 : 0;  // on it or not: how deep in the road means nothing
    }
    if (depth <= 0 || walker_road_lifts(s->w, s->piece, p)) return 0;
    return b == BAN_DEEP_WATER && on_bridgeless_road(s, p) ? 0 : depth;
}

static void note(search *s, terrain_ban b, double depth, int local, vec2 at) {
    intrusion *k = &s->c->terrain.into[b];
    if (depth <= k->depth_in) return;
    int inside = k->inside;
    bool not_down = k->not_down;
    double along = k->along_in;
    *k = (intrusion){depth, along, s->c->unit->first_figure + s->c->local[local], inside, at, s->piece->at, not_down, false};
    k->allowed_kindly = s->piece->first.forbidden && !s->piece->kind.forbidden;
}

static double base_depth(const search *s, terrain_ban b, int local, pose p, vec2 *at) {
    base bs = s->c->g->figures[s->c->unit->first_figure + s->c->local[local]].base;
    *at = p.at;
    if (is_line(s->piece)) return astride(s->piece->at, bs, p);
    vec2 points[9];
    double deepest = 0;
    for (int i = 0, n = points_of(bs, p, points); i < n; i++) {
        double d = depth_at(s, b, points[i]);
        if (d > deepest) deepest = d, *at = points[i];
    }
    // A base whose middle is on the road is on the road (BS2-TER-24).
    return walker_road_lifts(s->w, s->piece, p.at) ? 0 : deepest;
}

// Whether the leg crosses the line, or a polygon's long axis within it.
static bool crosses(const game_terrain *t, const way_leg *leg, vec2 *at) {
    double share[8];
    if (area_crossings(t, leg->from, leg->to, share, 8) == 0) return false;
    *at = vec2_lerp(leg->from, leg->to, share[0]);
    return t->polygon_count < 3 || area_contains(t, *at);
}

// How far the way leads past a line that it crosses: the smaller of before and after.
static double past_line(const search *s, const way *path, vec2 *at) {
    double before = 0, after = 0;
    bool crossed = false;
    for (int i = 0; i < path->count; i++) {
        const way_leg *leg = &path->leg[i];
        if (!crossed && crosses(s->piece->at, leg, at)) {
            crossed = true;
            before = fmax(before, area_line_distance(s->piece->at, leg->from));
        }
        double *side = crossed ? &after : &before;
        *side = fmax(*side, area_line_distance(s->piece->at, leg->to));
    }
    return crossed && !walker_road_lifts(s->w, s->piece, *at) ? fmin(before, after) : 0;
}

static bool leads_down(const search *s, const way_leg *leg) {
    const game_terrain *t = s->piece->at;
    return s->piece->ground == GROUND_HILL && t->is_slope && vec2_dot(vec2_sub(leg->to, leg->from), heading_forward(t->uphill_rad)) < 0;
}

static void look_along(search *s, terrain_ban b, const way *path, int local) {
    vec2 at;
    double along = 0;
    // A wall drawn as a polygon may be too thin for any base to stand in it.
    if (is_line(s->piece) || is_barrier(s->piece)) {
        double past = past_line(s, path, &at);
        note(s, b, past, local, at);
    }
    if (is_line(s->piece)) return;
    for (int i = 0; i < path->count; i++) {
        const way_leg *leg = &path->leg[i];
        double length = vec2_distance(leg->from, leg->to);
        int looks = (int)ceil(length / LOOK_IN);
        for (int k = 0; k <= looks; k++) {
            vec2 p = vec2_lerp(leg->from, leg->to, looks ? (double)k / looks : 0);
            double depth = depth_at(s, b, p);
            note(s, b, depth, local, p);
            if (depth > 0) along += length / fmax(looks, 1);
            if (depth > 0 && !leads_down(s, leg)) s->c->terrain.into[b].not_down = true;
        }
    }
    s->c->terrain.into[b].along_in = fmax(s->c->terrain.into[b].along_in, along);
}

static void look(search *s, terrain_ban b, const way *ways, const int *local, int count) {
    vec2 at;
    for (int i = 0; i < s->c->count; i++) {
        double depth = base_depth(s, b, i, s->c->to[i], &at);
        note(s, b, depth, i, at);
        s->c->terrain.into[b].inside += depth > s->w->n->edge_tol;
    }
    // A figure that begins inside has to come out somehow.
    for (int k = 0; k < count; k++)
        if (base_depth(s, b, local[k], s->c->from[local[k]], &at) <= s->w->n->edge_tol || b == BAN_CHARGE || b == BAN_CHARGE_ROUGH)
            look_along(s, b, &ways[k], local[k]);
}

void terrain_intrusions(rule_case *c, const walker *w, const way *ways, const int *local, int count) {
    for (int i = 0; i < w->count; i++) {
        search s = {.c = c, .w = w, .piece = &w->piece[i]};
        ban_list list = {.count = 0};
        if (c->n->terrain.bans) c->n->terrain.bans(c, w, s.piece, &list);
        for (int b = 0; b < list.count; b++) look(&s, list.ban[b], ways, local, count);
    }
}

double terrain_gap(const game *g, const game_terrain *t, int first_figure, const int *local, const pose *poses, int count) {
    double least = INFINITY;
    vec2 at[9];
    for (int i = 0; i < count; i++)
        for (int k = 0, n = points_of(g->figures[first_figure + (local ? local[i] : i)].base, poses[i], at); k < n; k++)
            least = fmin(least, fmax(0, -area_depth(t, at[k])));
    return least;
}
