// The state of play at the start of a game.
#include <string.h>

#include "rules/case/hooks.h"
#include "rules/state/extent.h"

static void start_unit(const game_unit *roster, unit_state *u) {
    u->reported.target = -1;
    u->in_command = !roster->in_command_stated ? UNKNOWN : roster->in_command ? YES : NO;
    u->rallied_phase = u->leader = -1;
}

rules_state *rules_state_create(const rules *r) {
    const game *g = r->game;
    rules_state *s = state_allocate(g->figure_count, g->unit_count);
    if (!s) return NULL;
    s->side = s->initiative = s->last_mover = -1;
    memcpy(s->behaviours, r->behaviours, sizeof s->behaviours);
    for (int i = 0; i < g->unit_count; i++) start_unit(&g->units[i], &s->units[i]);
    for (int i = 0; i < g->figure_count; i++) {
        figure_state *f = &s->figures[i];
        f->known = f->on_table = f->stood_at_start = g->figures[i].has_start;
        f->at = f->before = f->phase_start = g->figures[i].start;
        f->placed_phase = f->removed_phase = f->broken_phase = -1;
        f->start_gap_in = INFINITY;
    }
    extent_renew_all(r, s);
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->game_begins) r->hooks[i]->game_begins(r, s);
    return s;
}
