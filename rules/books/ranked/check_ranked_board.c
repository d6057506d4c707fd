// Where reinforcements come on, and which figures stand off the board (WF-NM-19, 20, 21, 25, 30).
#include <string.h>

#include "rules/books/ranked/checks_ranked.h"
#include "rules/books/ranked/ranked.h"
#include "rules/books/ranked/ranked_areas.h"
#include "rules/case/words.h"

// How far the point lies inside the edge; negative: beyond it.
static double inside(const game *g, table_edge edge, vec2 p) {
    switch (edge) {
        case EDGE_NORTH:
            return g->depth_in - p.y;
        case EDGE_EAST:
            return g->width_in - p.x;
        case EDGE_SOUTH:
            return p.y;
        default:
            return p.x;
    }
}

static double inward_rad(table_edge edge) {
    static const double headings[EDGE_COUNT] = {[EDGE_NORTH] = -PI / 2, [EDGE_EAST] = PI, [EDGE_SOUTH] = PI / 2, [EDGE_WEST] = 0};
    return headings[edge];
}

static const char *edge_name(table_edge edge) {
    static const char *const names[EDGE_COUNT] = {"table", "north", "east", "south", "west"};
    return names[edge];
}

// Nearest and farthest point of the base from the edge.
typedef struct {
    double near, far;
} span;

static span base_span(const rule_case *c, table_edge edge, int i, pose p) {
    base b = c->g->figures[figure_of(c, i)].base;
    double centre = inside(c->g, edge, p.at), r = b.width_in / 2;
    span k = {centre - r, centre + r};
    if (b.shape == BASE_ROUND || !pose_has_heading(p)) return k;
    vec2 corner[4];
    base_corners(b, p, corner);
    k = (span){INFINITY, -INFINITY};
    for (int j = 0; j < 4; j++) {
        double d = inside(c->g, edge, corner[j]);
        k.near = fmin(k.near, d);
        k.far = fmax(k.far, d);
    }
    return k;
}

static double nearest_to(const rule_case *c, table_edge edge, int *figure) {
    double least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        double d = base_span(c, edge, i, c->from[i]).near;
        if (d < least) least = d, *figure = i;
    }
    return least;
}

// The edge that was entered, else the one nearest to where the unit was placed.
static table_edge edge_of(const rule_case *c) {
    if (ranked_entered_of(c->mine)->edge != EDGE_NONE) return (table_edge)ranked_entered_of(c->mine)->edge;
    table_edge best = EDGE_NORTH;
    int figure;
    for (int e = EDGE_NORTH; e < EDGE_COUNT; e++)
        if (nearest_to(c, (table_edge)e, &figure) < nearest_to(c, best, &figure)) best = (table_edge)e;
    return best;
}

static void measure_gap(const rule_case *c, rule_measure *m, double gap, int i) {
    m->applies = true;
    m->measured = m->kindest = fmax(gap, 0);
    m->limit = c->n->contact_doubt;  // contact that helps a player (docs/geometry.md section 2)
    m->sigma = pose_sigma_in(c->n, c->from[i]);
    m->unit = "in";
    measure_names(m, figure_of(c, i));
}

void check_reinforcement_edge(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->arriving || c->count == 0) return;
    int i = 0;
    table_edge edge = edge_of(c);
    words name = words_unit(c->g, c->unit_index);
    double gap = nearest_to(c, edge, &i);
    measure_gap(c, m, gap, i);
    measure_says(m, "%s came on %s from the %s edge: reinforcements are placed in contact with it", name.text, words_inches(m->measured).text,
                 edge_name(edge));
    bool touches = m->measured <= m->limit + c->n->k_advisory * m->sigma;
    if (ranked_entered_of(c->mine)->edge != EDGE_NONE || !touches) return;
    m->fact = m->ask = true;
    m->chance = 1;
    measure_says(m, "%s came on by the %s edge: is that the edge by which it may come?", name.text, edge_name(edge));
}

void check_reinforcement_facing(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->arriving || c->count == 0 || c->m->before.figures == 0 || !(c->m->before.sigma_facing_rad < HEADING_UNKNOWN)) return;
    m->applies = true;
    m->measured = m->kindest = fabs(angle_difference(c->m->before.facing_rad, inward_rad(edge_of(c)))) * DEG_PER_RAD;
    m->limit = ranked_tuning_of(c->n)->facing_tol * DEG_PER_RAD;
    m->sigma = c->sigma_rad * DEG_PER_RAD;
    m->unit = "deg";
    measure_says(m, "%s came on facing %.0f\u00b0 away from straight into the battlefield", words_unit(c->g, c->unit_index).text, m->measured);
}

// Figures of the file that figure i stands in, itself among them, and how many of them stand behind it.
typedef struct {
    int deep, behind;
} file_place;

static file_place place_in_file(const rule_case *c, int i, double facing) {
    vec2 f = heading_forward(facing), l = heading_left(facing);
    double half = c->g->figures[figure_of(c, i)].base.width_in / 2;
    file_place k = {0, 0};
    for (int j = 0; j < c->count; j++) {
        vec2 d = vec2_sub(c->from[j].at, c->from[i].at);
        if (fabs(vec2_dot(d, l)) > half) continue;
        k.deep++;
        k.behind += vec2_dot(d, f) < -half;
    }
    return k;
}

// The rear rank: the last of each file, but for files that lack a figure in it.
void check_reinforcement_rear(const rule_case *c, rule_measure *m) {
    if (!ranked_facts_of(c)->arriving || c->count == 0) return;
    table_edge edge = edge_of(c);
    double facing = c->m->before.sigma_facing_rad < HEADING_UNKNOWN ? c->m->before.facing_rad : inward_rad(edge), widest = -INFINITY;
    int worst = -1, off = 0, deepest = 0;
    for (int i = 0; i < c->count; i++) {
        int deep = place_in_file(c, i, facing).deep;
        if (deep > deepest) deepest = deep;
    }
    for (int i = 0; i < c->count; i++) {
        file_place k = place_in_file(c, i, facing);
        if (k.behind > 0 || k.deep < deepest) continue;
        double gap = base_span(c, edge, i, c->from[i]).near;
        off += gap > c->n->contact_doubt;
        if (gap > widest) widest = gap, worst = i;
    }
    if (worst < 0) return;
    measure_gap(c, m, widest, worst);
    measure_says(m, "The rear rank of %s came on up to %s from the %s edge (%d of its bases): all of it must touch the edge",
                 words_unit(c->g, c->unit_index).text, words_inches(m->measured).text, edge_name(edge), off);
}

static double within_of(const rule_case *c, table_edge edge, int i, pose p) {
    span k = base_span(c, edge, i, p);
    within_measure how = ranked_tuning_of(c->n)->within;
    return how == WITHIN_NEAREST ? k.near : how == WITHIN_WHOLE ? k.far : inside(c->g, edge, p.at);
}

void check_reinforcement_zone(const rule_case *c, rule_measure *m) {
    if (!(ranked_facts_of(c)->arriving || ranked_done_of(c->mine)->arrived) || c->excused || c->count == 0) return;
    if (!ranked_facts_of(c)->arriving && ranked_entered_of(c->mine)->edge == EDGE_NONE) return;  // its edge was not entered
    table_edge edge = edge_of(c);
    int worst = 0;
    for (int i = 1; i < c->count; i++)
        if (within_of(c, edge, i, c->to[i]) > within_of(c, edge, worst, c->to[worst])) worst = i;
    m->applies = true;
    if (c->rate <= 0) {
        m->fact = m->ask = true;
        m->chance = 1;
        measure_says(m, "How far may %s move? Its Movement was not entered; it stands up to %s from the edge by which it came on",
                     words_unit(c->g, c->unit_index).text, words_inches(within_of(c, edge, worst, c->to[worst])).text);
        return;
    }
    m->measured = m->kindest = within_of(c, edge, worst, c->to[worst]);
    m->limit = ranked_tuning_of(c->n)->zone * c->rate;
    m->tolerance = c->n->player_tolerance;
    m->sigma = pose_sigma_in(c->n, c->to[worst]);
    m->unit = "in";
    measure_names(m, figure_of(c, worst));
    measure_says(m, "%s came on and stands up to %s from the %s edge: all of it must be within %s of it", words_unit(c->g, c->unit_index).text,
                 words_inches(m->measured).text, edge_name(edge), words_inches(m->limit).text);
}

// How far the figure that stands farthest out is off the board, by its centre or by its base.
static double off_board(const rule_case *c, bool by_centre, int *figure) {
    double most = -INFINITY;
    for (int i = 0; i < c->count; i++)
        for (int e = EDGE_NORTH; e < EDGE_COUNT; e++) {
            double d = by_centre ? inside(c->g, (table_edge)e, c->to[i].at) : base_span(c, (table_edge)e, i, c->to[i]).near;
            if (-d > most) most = -d, *figure = i;
        }
    return most;
}

void check_off_board(const rule_case *c, rule_measure *m) {
    const unit_state *u = c->mine;
    if (c->count == 0 || u->fleeing || u->routed || u->reported.flee || u->reported.follow_up) return;
    int i = 0;
    bool centre = off_board(c, true, &i) > 0;
    double off = off_board(c, centre && !ranked_tuning_of(c->n)->any_part_off, &i);
    if (off <= 0) return;
    words name = words_unit(c->g, c->unit_index);
    m->applies = true;
    m->measured = m->kindest = off;
    m->sigma = pose_sigma_in(c->n, c->to[i]);
    m->unit = "in";
    m->has_at = true;
    m->at = c->to[i].at;
    measure_names(m, figure_of(c, i));
    m->advise = !centre && !ranked_tuning_of(c->n)->any_part_off;
    m->tolerance = m->advise ? c->n->player_tolerance : 0;
    m->ask = c->s->phase_entered && strcmp(c->s->phase, "melee") == 0 && u->at_start.touching;
    if (m->ask)
        measure_says(m, "%s stands %s off the board after its fight: does it flee or pursue?", name.text, words_inches(off).text);
    else if (m->advise)
        measure_says(m, "A base of %s hangs %s over the edge of the board", name.text, words_inches(off).text);
    else
        measure_says(m, "A model of %s ends its move %s off the board", name.text, words_inches(off).text);
}
