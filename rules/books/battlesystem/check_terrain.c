// Where units may not go, and what must be known of terrain (Battlesystem, second edition).
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/checks_terrain.h"
#include "rules/case/words.h"
#include "rules/measure/terrain/terrain.h"

static const char *ground_of(const intrusion *k) { return going_words(going_ground(k->piece->kind)); }

// Ground that is closed to the unit; `to` says which troops may enter it.
static void closed_ground(const rule_case *c, rule_measure *m, terrain_ban b, const char *to) {
    const intrusion *k = &c->terrain.into[b];
    m->applies = c->terrain.counts && k->depth_in > 0;
    if (!m->applies) return;
    measure_depth(c, k, m);
    words unit = words_unit(c->g, c->unit_index), deep = words_inches(k->depth_in);
    if (k->depth_in <= m->limit || !k->allowed_kindly) {
        measure_says(m, "%s went %s deep into %s: %s", unit.text, deep.text, ground_of(k), to);
        return;
    }
    m->fact = true;
    m->ask = !c->unit->size_stated;
    m->chance = 0.75;
    m->two_readings = true;
    m->other_reading = "were small special units treated as infantry there,";
    measure_says(m, "%s went %s deep into %s: %s%s", unit.text, deep.text, ground_of(k), to, m->ask ? "; how large are its figures?" : "");
}

void check_light_woods_closed(const rule_case *c, rule_measure *m) {
    closed_ground(c, m, BAN_LIGHT_WOODS, "closed to special units of cavalry size or larger");
}
void check_dense_woods_closed(const rule_case *c, rule_measure *m) { closed_ground(c, m, BAN_DENSE_WOODS, "only infantry may enter"); }
void check_swamp_closed(const rule_case *c, rule_measure *m) { closed_ground(c, m, BAN_SWAMP, "only infantry may enter"); }
void check_rough_closed(const rule_case *c, rule_measure *m) { closed_ground(c, m, BAN_ROUGH, "cavalry may not enter"); }
void check_deep_water(const rule_case *c, rule_measure *m) { closed_ground(c, m, BAN_DEEP_WATER, "too deep for its figures, and no bridge"); }

void check_cliff(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_CLIFF];
    m->applies = c->terrain.counts && k->depth_in > 0;
    if (!m->applies) return;
    measure_depth(c, k, m);
    measure_says(m, "%s went %s beyond %s, and no way round it is short enough", words_unit(c->g, c->unit_index).text, words_inches(k->depth_in).text,
                 ground_of(k));
}

void check_water_depth(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_DEPTH_UNKNOWN];
    m->applies = m->fact = c->terrain.counts && k->depth_in > c->n->terrain.edge_tol;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "How deep is the water \"%s\" for %s? The game file does not say; it was taken as shallow", k->piece->id,
                     words_unit(c->g, c->unit_index).text);
}

// A road leads into water. Where the game file says nothing of a bridge, there is one.
void check_bridge(const rule_case *c, rule_measure *m) {
    bool none = c->terrain.into[BAN_NO_BRIDGE].depth_in > 0;
    const intrusion *k = &c->terrain.into[none ? BAN_NO_BRIDGE : BAN_BRIDGE_UNKNOWN];
    m->applies = m->fact = c->terrain.counts && k->depth_in > 0;
    m->chance = 1;
    m->advise = !none;
    if (!m->applies) return;
    m->has_at = true;
    m->at = k->at;
    measure_names(m, k->figure);
    words unit = words_unit(c->g, c->unit_index);
    if (none)
        measure_says(m, "%s went into deep water where the road \"%s\" has no bridge", unit.text, k->piece->id);
    else
        measure_says(m, "%s crossed water on the road \"%s\": a bridge was assumed, as the game file does not say", unit.text, k->piece->id);
}

void check_trail_width(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_TRAIL];
    m->applies = m->fact = c->terrain.counts && k->depth_in > 0;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s is too large for the trail \"%s\": the ground beside it counts", words_unit(c->g, c->unit_index).text, k->piece->id);
}

void check_trail_cavalry(const rule_case *c, rule_measure *m) {
    const intrusion *k = &c->terrain.into[BAN_CAVALRY_TRAIL];
    m->applies = c->terrain.counts && k->along_in > CROSSED_IN;
    m->fact = m->applies;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "%s rode %s along the trail \"%s\", which is closed to cavalry", words_unit(c->g, c->unit_index).text,
                     words_inches(k->along_in).text, k->piece->id);
}

// Even ranks are a proof; where the ranks are uneven the players may only have forgotten to say so.
static void formed_where(const rule_case *c, rule_measure *m, terrain_ban b, const char *what) {
    const intrusion *k = &c->terrain.into[b];
    m->applies = c->terrain.counts && k->depth_in > 0 && (c->terrain.even_ranks || !c->n->terrain.irregular_by_geometry);
    if (!m->applies) return;
    measure_depth(c, k, m);
    m->ask = c->terrain.irregular == UNKNOWN && !c->terrain.even_ranks;
    words unit = words_unit(c->g, c->unit_index);
    if (m->ask)
        measure_says(m, "Is %s in irregular formation? It %s %s", unit.text, what, ground_of(k));
    else
        measure_says(m, "%s %s %s by %s in regular formation: it must be irregular for that", unit.text, what, ground_of(k),
                     words_inches(k->depth_in).text);
}

void check_formed_at_obstacle(const rule_case *c, rule_measure *m) { formed_where(c, m, BAN_FORMED_OBSTACLE, "went over"); }
void check_formed_in_terrain(const rule_case *c, rule_measure *m) { formed_where(c, m, BAN_FORMED, "went into"); }

// Bases whose middle lies in special terrain where the unit ends.
static int figures_in_special(const rule_case *c, int *figure) {
    int n = 0;
    for (int i = 0; i < c->count; i++)
        for (int t = 0; t < c->g->terrain_count; t++) {
            if (!walker_is_special(going_ground(c->g->terrain[t].kind)) || area_depth(&c->g->terrain[t], c->to[i].at) <= c->n->terrain.edge_tol)
                continue;
            *figure = figure_of(c, i);
            n++;
            break;
        }
    return n;
}

void check_reform_place(const rule_case *c, rule_measure *m) {
    int figure = -1, inside = c->mine->terrain.reforms ? figures_in_special(c, &figure) : 0;
    m->applies = m->fact = c->terrain.counts && inside > 0;
    m->chance = 1;
    if (!m->applies) return;
    measure_names(m, figure);
    measure_says(m, "%s takes up regular formation with %d of its bases still in special terrain", words_unit(c->g, c->unit_index).text, inside);
}

// The rules give one class one price; the others' are the judge's to say (BS2-TER-33).
void check_facing_price(const rule_case *c, rule_measure *m) {
    if (c->excused || !c->terrain.counts) return;
    bool charged = false;
    for (int i = 0; i < c->how.count; i++) {
        if (!own_faces_unstated(c, c->how.list[i].kind)) continue;
        m->applies = true;
        charged |= c->how.list[i].cost_in > 0;
    }
    m->fact = m->advise = m->applies;
    m->chance = 1;
    if (m->applies && charged)
        measure_says(m,
                     "The way of %s takes facing changes that no figure shows; what they cost %s troops was not entered: they were taken as in the "
                     "first edition",
                     words_unit(c->g, c->unit_index).text, troop_name(c->unit->troop));
    else if (m->applies)
        measure_says(m, "%s changed its facing: what that costs %s troops was not entered, so nothing was charged",
                     words_unit(c->g, c->unit_index).text, troop_name(c->unit->troop));
}

// The unit would be in time were the ground favored terrain of it, and the roster says nothing on that (BS2-TER-34, 36).
void check_favored_terrain(const rule_case *c, rule_measure *m) {
    const terrain_facts *t = &c->terrain;
    double slack = c->n->player_tolerance + c->n->k_illegal * c->how.sigma;
    m->applies = m->fact = t->counts && t->dearest && !c->unit->favored_stated && c->rate > 0 && !c->excused && c->how.cost > c->allowance + slack &&
                           t->as_clear_in <= c->allowance + c->n->player_tolerance;
    m->chance = 1;
    if (m->applies)
        measure_says(m, "Were %s favored terrain of %s, it could move so; the roster does not list it", going_words(going_ground(t->dearest->kind)),
                     words_unit(c->g, c->unit_index).text);
}
