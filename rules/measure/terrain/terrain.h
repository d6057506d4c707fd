// rules/measure/terrain/terrain -- terrain in a rulebook: the hooks that charge it, find which figures went where, and remember (docs/geometry.md
// section 13).
#ifndef VEDETTE_RULES_TERRAIN_H
#define VEDETTE_RULES_TERRAIN_H

#include "rules/case/hooks.h"
#include "rules/measure/terrain/going.h"
#include "rules/measure/terrain/walker.h"

// Hook `facts`: charges the terrain of the move to its explanation and fills f->c.terrain.
void terrain_charge(facts *f);
// Hook `explain`: as the common one, but terrain may make the move too dear, so every reading of it is looked at; irregular units go figure by figure
// where they keep no shape; facing costs what the rulebook says of the unit's class.
void terrain_explain(facts *f);
void terrain_phase_begins(const rules *r, rules_state *s);
void terrain_entered_hook(const rules *r, rules_state *s, const event *e);
void terrain_booked(const rules *r, rules_state *s, const move *m, const verdict *v);
void terrain_tell(const rules *r, const rules_state *s, int unit, teller *t);

// Whether the unit is in irregular formation, as entered; what a change between that and regular formation costs it now.
answer terrain_irregular(const game_unit *u, const unit_state *s);
double terrain_reform_cost(const rule_case *c);

// Fills the table of what ground costs from its rows: their parameters' values, 1 for an inch where no row says more.
void going_fill(const rules *r, const going_row *rows, int count, going out[GROUND_COUNT][MOVER_COUNT]);

// The list of what a piece forbids the unit: a rulebook's terrain_bans adds to it.
#define TERRAIN_MAX_BANS 6
typedef struct ban_list {
    terrain_ban ban[TERRAIN_MAX_BANS];
    int count;
} ban_list;
void ban_add(ban_list *list, terrain_ban b);
// How deep the figure went where it may not go, against the tolerance of an edge.
void measure_depth(const rule_case *c, const intrusion *k, rule_measure *m);

// True where the rulebook states no price of that facing change for the unit's class: nothing is charged for it.
bool own_faces_unstated(const rule_case *c, maneuver_kind k);

// Between the files of the module.
// Facing costs of the unit's class for the search of explanations, where the rulebook has its own.
void own_faces_price(tuning *n, const rule_case *c);
// What the move costs beyond its way because it crosses, or goes on crossing, a river (`crossed`: a measured way crosses this piece; -1); fills what
// c->terrain says of it.
double river_more_in(rule_case *c, const walker *w, int crossed);
// Gives back what the search took for facing changes of unstated price; `priced`: the numbers of the search.
void own_faces_settle(facts *f, const tuning *priced, double allowance);
#define TERRAIN_MAX_WAYS 24
// Bases and ways that lie where the unit may not go; ways[0..count) are those of the figures local[].
void terrain_intrusions(rule_case *c, const walker *w, const way *ways, const int *local, int count);
// Least gap between the unit's bases, standing by `poses`, and the piece; 0 where one stands in it.
double terrain_gap(const game *g, const game_terrain *t, int first_figure, const int *local, const pose *poses, int count);

#endif
