// Facing changes at a rulebook's own price, which may be stated for some classes of troops only (BS2-TER-33).
//
// What is not stated is charged nothing. A facing change that costs nothing would explain any way by faces there and back, so the search takes it at
// the first edition's share of the rate, whose turns hold here. Faces that the figures show are free; others only where the move is within its
// allowance with them. Beyond that, what it would cost with all of them free is the kindest reading.
#include "rules/measure/terrain/terrain.h"
#include "rules/measure/terrain/terrain_limits.h"

static bool side_is_stated(const rule_case *c) { return c->n->terrain.face_cost[walker_class(c->unit)] >= 0; }
static bool about_is_stated(const rule_case *c) { return c->n->terrain.about_cost >= 0; }

bool own_faces_unstated(const rule_case *c, maneuver_kind k) {
    if (!c->n->terrain.own_costs) return false;
    if (k == MANEUVER_LEFT_FACE || k == MANEUVER_RIGHT_FACE) return !side_is_stated(c);
    return k == MANEUVER_ABOUT_FACE && !about_is_stated(c);
}

void own_faces_price(tuning *n, const rule_case *c) {
    const terrain_tuning *t = &n->terrain;
    if (!t->own_costs || c->rate <= 0) return;
    if (side_is_stated(c)) n->face_fraction = t->face_cost[walker_class(c->unit)] / c->rate;
    if (about_is_stated(c)) n->about_fraction = t->about_cost / c->rate;
}

// A figure turned in place by that kind of facing change, beyond the body's rotation.
static bool is_shown(const rule_case *c, maneuver_kind k) {
    int wanted = k == MANEUVER_LEFT_FACE ? 1 : k == MANEUVER_ABOUT_FACE ? 2 : 3;
    for (int i = 0; i < c->count; i++) {
        if (!pose_has_heading(c->from[i]) || !pose_has_heading(c->to[i])) continue;
        double turn = angle_difference(c->to[i].heading_rad - c->from[i].heading_rad, c->how.motion.rotation_rad);
        if (((int)lround(turn / (PI / 2)) + 4) % 4 == wanted) return true;
    }
    return false;
}

static void give_back(explanation *e, maneuver *m) {
    e->cost -= m->cost_in;
    e->direct -= m->cost_in;
    e->least.kindest = fmin(fmax(e->least.kindest - m->cost_in, 0), e->cost);
    m->cost_in = 0;
}

// The first face of each kind that the figures show; `all`: those that they don't show, too.
static void give_back_unstated(rule_case *c, bool all) {
    bool shown[MANEUVER_COUNT] = {false};
    for (int i = 0; i < c->how.count; i++) {
        maneuver *m = &c->how.list[i];
        if (!own_faces_unstated(c, m->kind)) continue;
        bool first = !shown[m->kind] && is_shown(c, m->kind);
        shown[m->kind] |= first;
        if (all || first) give_back(&c->how, m);
    }
}

// What the move costs where facing changes of unstated price are free.
static double cost_if_free(facts *f, const tuning *priced) {
    explanation first = f->c.how;
    tuning free = *priced;
    if (!side_is_stated(&f->c)) free.face_fraction = 0;
    if (!about_is_stated(&f->c)) free.about_fraction = 0;
    facts_explain(f, &free);
    double cost = f->c.how.cost, unproven = fmax(first.least.unproven, f->c.how.least.unproven);
    f->c.how = first;
    f->c.how.least.unproven = unproven;
    return cost;
}

void own_faces_settle(facts *f, const tuning *priced, double allowance) {
    rule_case *c = &f->c;
    bool stated = side_is_stated(c) && about_is_stated(c);
    if (!c->n->terrain.own_costs || stated || c->rate <= 0 || c->free) return;
    give_back_unstated(c, c->how.cost <= allowance + c->n->player_tolerance);
    if (c->how.cost <= c->allowance + c->n->player_tolerance) return;
    double free = cost_if_free(f, priced);
    if (free >= c->how.least.kindest - SURELY_CHEAPER) return;
    c->how.least.kindest = free;
    c->terrain.free_faces = true;
}
