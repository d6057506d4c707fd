// What a unit's formation and its past moves mean for terrain: irregular formation, started blocks, rivers.
#include <string.h>

#include "rules/measure/terrain/terrain.h"
#include "rules/measure/terrain/terrain_limits.h"

answer terrain_irregular(const game_unit *u, const unit_state *s) {
    if (s->terrain.reforms && s->done.terrain.reform_paid) return NO;
    if (s->terrain.irregular != UNKNOWN) return s->terrain.irregular;
    return u->formation == FORMATION_IRREGULAR || game_unit_has_trait(u, "irregular") ? YES : UNKNOWN;
}

double terrain_reform_cost(const rule_case *c) {
    const terrain_entered *t = &c->mine->terrain;
    if (c->mine->done.terrain.reform_paid || c->excused) return 0;
    return t->reforms ? c->n->terrain.reform_cost : t->scatters ? c->n->terrain.to_irregular_cost : 0;
}

// The new formation that the players declare or tell; "" where the event is about none.
static const char *told_formation(const event *e) {
    const event_declare *d = event_as_declare(e);
    event_item_list items = event_items(e);
    if (d && strcmp(d->action, "change-formation") != 0) return "";
    for (int i = 0; i < items.count; i++)
        if (items.at[i].kind == OPTION_TEXT && strcmp(items.at[i].key, d ? "to" : "formation") == 0) return items.at[i].text;
    return "";
}

void terrain_entered_hook(const rules *r, rules_state *s, const event *e) {
    int unit = event_unit(e);
    if (unit < 0) return;
    unit_state *u = &s->units[unit];
    const char *formation = told_formation(e);
    if (!formation[0]) return;
    bool pending = (u->terrain.reforms || u->terrain.scatters) && !u->done.terrain.reform_paid;
    if (pending && e->kind == EVENT_STATUS) return;  // the word for a change that was declared: it is paid with the move all the same
    bool was = terrain_irregular(&r->game->units[unit], u) == YES, is = strcmp(formation, "irregular") == 0, declared = e->kind == EVENT_DECLARE;
    u->terrain.reforms = declared && was && !is;
    u->terrain.scatters = declared && !was && is;
    // A unit that declares to take up its ranks stays irregular until it has moved and paid (BS2-TER-31).
    if (!u->terrain.reforms) u->terrain.irregular = is ? YES : NO;
}

void terrain_booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    unit_done *u = &s->units[m->unit].done;
    const terrain_entered *reported = &s->units[m->unit].terrain;
    (void)r;
    if (reported->reforms || reported->scatters) u->terrain.reform_paid = true;
    u->terrain.blocks_in += v->blocks_in;
    if (v->crossed_river == 0) return;
    u->terrain.river_paid_in = v->cost_in + (u->terrain.river_phase == s->phase_count ? u->terrain.river_paid_in : 0);
    u->terrain.river_phase = s->phase_count;
    u->terrain.crossed_river = v->crossed_river;
    u->terrain.crossed_turn = s->turn;
}

static void settle_formation(const game_unit *roster, unit_state *u) {
    if (u->terrain.reforms)
        u->terrain.irregular = NO;
    else
        u->terrain.irregular = terrain_irregular(roster, u);
    u->terrain.reforms = u->terrain.scatters = false;
    u->done.terrain.reform_paid = u->before_last.terrain.reform_paid = false;
    u->done.terrain.blocks_in = u->before_last.terrain.blocks_in = 0;
}

// The river that a unit is nearest to as its turn begins (CM-TER-12).
static void note_bank(const rules *r, const rules_state *s, int unit, terrain_entered *t) {
    const game_unit *u = &r->game->units[unit];
    t->bank = 0;
    t->bank_gap_in = BANK_LOOK_IN;
    t->bank_turn = s->turn;
    for (int i = 0; i < r->game->terrain_count; i++) {
        if (going_ground(r->game->terrain[i].kind) != GROUND_RIVER) continue;
        for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
            if (!figure_stands(&s->figures[f])) continue;
            double gap = terrain_gap(r->game, &r->game->terrain[i], f, NULL, &s->figures[f].at, 1);
            if (gap < t->bank_gap_in || t->bank == 0) t->bank_gap_in = gap, t->bank = i + 1;
        }
    }
}

void terrain_phase_begins(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        settle_formation(&r->game->units[i], &s->units[i]);
        if (r->n.terrain.halts_at_banks && s->units[i].terrain.bank_turn != s->turn) note_bank(r, s, i, &s->units[i].terrain);
    }
}

void terrain_tell(const rules *r, const rules_state *s, int unit, teller *t) {
    if (!r->n.terrain.counts) return;
    const unit_state *u = &s->units[unit];
    if (terrain_irregular(&r->game->units[unit], u) == YES) tell_flag(t, "irregular", true);
    if (u->done.terrain.blocks_in > WORTH_SAYING_IN) tell_number(t, "woods_in", u->done.terrain.blocks_in);
    bool at_bank = u->terrain.bank > 0 && u->terrain.bank_turn == s->turn && u->terrain.bank_gap_in <= r->n.terrain.bank_in;
    if (at_bank) tell_flag(t, "at_bank", true);
    if (u->done.terrain.crossed_river > 0 && u->done.terrain.crossed_turn == s->turn) tell_flag(t, "crossed_river", true);
}

static bool is_face(maneuver_kind k) { return k == MANEUVER_LEFT_FACE || k == MANEUVER_RIGHT_FACE || k == MANEUVER_ABOUT_FACE; }

// A face that another turn takes back, with figures that look as before, is a play of uneven places: no change was made.
static bool changes_in_place(const rule_case *c, const explanation *e) {
    bool turned = fabs(angle_difference(c->m->after.facing_rad, c->m->before.facing_rad)) > PI / 4, faces = false, fronts = false;
    for (int i = 0; i < e->count; i++) faces |= is_face(e->list[i].kind), fronts |= e->list[i].kind == MANEUVER_FRONTAGE_CHANGE;
    return faces ? turned : fronts;
}

// The chapter on moves of irregular units is not available. Such a unit goes figure by figure where that is cheaper or no maneuver explains it.
static void explain_irregular(facts *f, const tuning *n) {
    explanation formed = f->c.how;
    bool lost = formed.shape == SHAPE_BROKEN || formed.direct == INFINITY, free_faces = f->c.terrain.free_faces;
    f->c.free = true;
    if (f->c.mine->reported.frontage || formed.shape == SHAPE_STILL || (!lost && changes_in_place(&f->c, &formed))) return;
    facts_explain(f, n);
    bool stays = !lost && f->c.how.cost > formed.cost - SURELY_CHEAPER;
    if (stays) f->c.how = formed;
    f->c.terrain.free_faces = stays && free_faces;
}

void terrain_explain(facts *f) {
    rule_case *c = &f->c;
    tuning mine = *c->n;
    double allowance = c->allowance;
    own_faces_price(&mine, c);
    // Terrain may yet make the move too dear: every reading of it is looked at, as of one that is.
    for (int i = 0; i < c->g->terrain_count && c->allowance > 0; i++)
        if (area_near(&c->g->terrain[i], f->low, f->high, 2)) c->allowance = 0;
    facts_explain(f, &mine);
    own_faces_settle(f, &mine, allowance);
    if (terrain_irregular(c->unit, c->mine) == YES && !c->free) explain_irregular(f, &mine);
    c->allowance = allowance;
}
