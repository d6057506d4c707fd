#include "rules/state/state.h"

#include <stdlib.h>
#include <string.h>

rules_state *state_allocate(int figures, int units) {
    rules_state *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->figure_count = figures;
    s->unit_count = units;
    s->figures = calloc((size_t)figures + 1, sizeof *s->figures);
    s->units = calloc((size_t)units + 1, sizeof *s->units);
    s->extents = calloc((size_t)units + 1, sizeof *s->extents);
    if (s->figures && s->units && s->extents) return s;
    rules_state_destroy(s);
    return NULL;
}

rules_state *rules_state_copy(const rules_state *s) {
    rules_state *c = state_allocate(s->figure_count, s->unit_count);
    if (!c) return NULL;
    figure_state *figures = c->figures;
    unit_state *units = c->units;
    unit_extent *extents = c->extents;
    *c = *s;
    c->figures = figures;
    c->units = units;
    c->extents = extents;
    memcpy(figures, s->figures, (size_t)s->figure_count * sizeof *figures);
    memcpy(units, s->units, (size_t)s->unit_count * sizeof *units);
    memcpy(extents, s->extents, (size_t)s->unit_count * sizeof *extents);
    return c;
}

void rules_state_destroy(rules_state *s) {
    if (!s) return;
    free(s->figures);
    free(s->units);
    free(s->extents);
    free(s);
}

static bool is_moving_phase(const rules *r, const char *phase) {
    for (const rules_ruleset *at = r->ruleset; at; at = at->parent)
        for (int i = 0; at->moving && at->moving[i]; i++)
            if (strcmp(at->moving[i], phase) == 0) return true;
    return false;
}

bool state_may_move(const rules *r, const rules_state *s, int side) {
    return !s->phase_entered || (is_moving_phase(r, s->phase) && (s->side < 0 || s->side == side));
}

answer state_dice(const rules_state *s, int unit, dice_kind k) {
    const dice_entry *d = &s->units[unit].dice[k];
    return d->times > 0 && d->phase == s->phase_count ? d->passed : UNKNOWN;
}

double state_rate(const rules *r, const rules_state *s, int unit) {
    return s->units[unit].rate_in > 0 ? s->units[unit].rate_in : r->game->units[unit].movement_in;
}

int state_leader(const rules *r, const rules_state *s, int unit) {
    int leader = s->units[unit].leader_reported ? s->units[unit].leader : r->game->units[unit].leader;
    return leader >= 0 && s->figures[leader].on_table ? leader : -1;
}

bool state_middle(const rules *r, const rules_state *s, int unit, vec2 *out) {
    const game_unit *u = &r->game->units[unit];
    vec2 sum = {0, 0};
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figure_stands(&s->figures[i])) sum = vec2_add(sum, s->figures[i].at.at), n++;
    *out = vec2_scale(sum, n ? 1.0 / n : 0);
    return n > 0;
}

spending spending_of(const verdict *v) { return (spending){v->cost_in, v->cost_in - v->least_in, v->sigma_in * v->sigma_in}; }

double rules_spent(const rules *r, const rules_state *s, int unit) {
    (void)r;
    return s->units[unit].done.spent.cost_in;
}

const pose *rules_pose(const rules_state *s, int figure, bool *on_table, bool *hidden) {
    const figure_state *f = &s->figures[figure];
    if (on_table) *on_table = f->on_table;
    if (hidden) *hidden = f->hidden;
    return f->known ? &f->at : NULL;
}

int rules_turn(const rules_state *s) { return s->turn; }

const char *rules_phase(const rules_state *s, int *side) {
    if (side) *side = s->side;
    return s->phase;
}
