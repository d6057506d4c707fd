#include "formation/shape/still.h"

#include <string.h>

#include "formation/fronts.h"
#include "formation/shape/shape_limits.h"
#include "formation/shape/still_fronts.h"

// As the game file has it, where figures of the unit stand at their starts. False: none does.
static bool faced_at_start(const game *g, int unit, const base_sighting *bases, int count, double *facing_rad) {
    vec2 sum = {0, 0};
    for (int i = 0; i < count; i++) {
        if (!still_is_of(g, unit, &bases[i])) continue;
        const game_figure *f = &g->figures[bases[i].figure];
        if (f->has_start && vec2_distance(f->start.at, bases[i].pose.at) < SHAPE_AT_START_IN)
            sum = vec2_add(sum, heading_forward(f->start.heading_rad));
    }
    *facing_rad = atan2(sum.y, sum.x);
    return vec2_dot(sum, sum) > 0;
}

// As its figures look, where these told each other.
static bool faced_by_figures(const game *g, int unit, const base_sighting *bases, int count, double *facing_rad) {
    vec2 sum = {0, 0};
    for (int i = 0; i < count; i++)
        if (still_is_of(g, unit, &bases[i]) && bases[i].front_by_unit && !bases[i].front_doubtful)
            sum = vec2_add(sum, heading_forward(bases[i].pose.heading_rad));
    *facing_rad = atan2(sum.y, sum.x);
    return vec2_dot(sum, sum) > 0;
}

// As its figures or the game file have it; else the way to the enemy, from the middle of the side's figures to that of the others'.
static shape_still still_of(const game *g, int unit, const base_sighting *bases, int count) {
    int side = g->units[unit].side;
    double start;
    if (faced_by_figures(g, unit, bases, count, &start)) return (shape_still){.ahead_rad = start, .ahead_worth = SHAPE_TOLD_WORTH};
    if (faced_at_start(g, unit, bases, count, &start)) return (shape_still){.ahead_rad = start, .ahead_worth = SHAPE_START_WORTH};
    vec2 sum[2] = {{0, 0}, {0, 0}};
    int n[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        if (bases[i].figure < 0) continue;
        bool enemy = g->units[g->figures[bases[i].figure].unit].side != side;
        sum[enemy] = vec2_add(sum[enemy], bases[i].pose.at);
        n[enemy]++;
    }
    if (n[0] == 0 || n[1] == 0) return (shape_still){0};
    vec2 way = vec2_sub(vec2_scale(sum[1], 1.0 / n[1]), vec2_scale(sum[0], 1.0 / n[0]));
    return (shape_still){.ahead_rad = atan2(way.y, way.x), .ahead_worth = vec2_dot(way, way) > 0 ? SHAPE_ENEMY_WORTH : 0};
}

// What the looks of the unit's bases say of their fronts.
static int looks_of(const game *g, int unit, const base_sighting *bases, int count, side_look out[GAME_MAX_FIGURES]) {
    int n = 0;
    for (int i = 0; i < count && n < GAME_MAX_FIGURES; i++) {
        const base_sighting *b = &bases[i];
        if (!still_is_of(g, unit, b) || !sighting_was_looked_at(b)) continue;
        out[n] = (side_look){.heading_rad = (double)b->look_rad, .edged = b->base.shape != BASE_ROUND};
        for (int q = 0; q < 4; q++) out[n].chance[q] = (double)b->look[q];
        n++;
    }
    return n;
}

// The unit told this front, so it tells the unit's facing no better: the base may look as its shape allows.
static void leave_open(pose *p, base_shape shape) {
    if (shape == BASE_ROUND)
        p->sigma_rad = HEADING_UNKNOWN;
    else
        p->fronts = base_sides(shape);
}

unit_form formation_still_form(const game *g, int unit, const base_sighting *bases, int count, pose *poses, bool *present) {
    const game_unit *u = &g->units[unit];
    memset(present, 0, (size_t)u->figure_count * sizeof *present);
    for (int i = 0; i < count; i++) {
        if (!still_is_of(g, unit, &bases[i])) continue;
        int k = bases[i].figure - u->first_figure;
        poses[k] = bases[i].pose;
        if (bases[i].front_by_unit) leave_open(&poses[k], bases[i].base.shape);
        present[k] = true;
    }
    shape_limits limits = shape_default_limits();
    side_look looks[GAME_MAX_FIGURES];
    shape_still still = still_of(g, unit, bases, count);
    still.looks = looks;
    still.look_count = looks_of(g, unit, bases, count, looks);
    return formation_shape_partly(g, unit, &(shape_sight){.poses = poses, .present = present, .still = &still}, NULL, &limits, NULL);
}

static bool any_open(const game *g, int unit, const base_sighting *bases, int count) {
    for (int i = 0; i < count; i++)
        if (still_is_of(g, unit, &bases[i]) && bases[i].front_doubtful) return true;
    return false;
}

void formation_still_face(const game *g, base_sighting *bases, int count) {
    for (int unit = 0; unit < g->unit_count; unit++) {
        pose poses[GAME_MAX_FIGURES];
        bool present[GAME_MAX_FIGURES];
        unit_form form = formation_still_form(g, unit, bases, count, poses, present);
        if (form.figures == 0) continue;
        still_fronts_tell(g, unit, form.formation, bases, count);
        if (form.ranks == 0 || !fronts_stand_in_ranks(&g->units[unit]) || !any_open(g, unit, bases, count)) continue;
        form = formation_still_form(g, unit, bases, count, poses, present);
        for (int i = 0; i < count; i++)
            if (still_is_of(g, unit, &bases[i]) && bases[i].base.shape != BASE_ROUND) sighting_face(&bases[i], form.facing_rad);
    }
}
