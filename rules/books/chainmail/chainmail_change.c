#include "rules/books/chainmail/chainmail_change.h"
#include "rules/books/chainmail/chainmail_areas.h"
#include "rules/books/chainmail/chainmail_limits.h"
#include "rules/measure/maneuver/maneuver_limits.h"

#include <string.h>

formation_kind chainmail_formation(const tuning *n, const unit_form *f) {
    if (f->array == ARRAY_SQUARE) return FORMATION_SQUARE;
    if (f->ranks <= 0 || f->frontage <= 0) return FORMATION_UNKNOWN;
    if (f->frontage >= chainmail_tuning_of(n)->line_ratio * f->ranks) return FORMATION_LINE;
    if (f->ranks >= chainmail_tuning_of(n)->line_ratio * f->frontage) return FORMATION_COLUMN;
    return FORMATION_UNKNOWN;
}

double chainmail_training(const tuning *n, const game_unit *u) {
    if (!chainmail_tuning_of(n)->training) return 1;
    bool poor = game_unit_has_trait(u, "poorly-trained");
    bool elite = game_unit_has_trait(u, "swiss") || game_unit_has_trait(u, "landsknecht") || u->troop == TROOP_CAVALRY;
    double p = poor ? chainmail_tuning_of(n)->poor : 1, e = elite ? chainmail_tuning_of(n)->elite : 1;
    if (!poor || !elite || chainmail_tuning_of(n)->combine == COMBINE_MULTIPLY) return p * e;
    return chainmail_tuning_of(n)->combine == COMBINE_WORST ? fmax(p, e) : fmin(p, e);
}

// Price in moves; 0 for what the book does not charge.
static double price(const chainmail_tuning *n, formation_kind from, formation_kind to) {
    if (from == FORMATION_COLUMN) return to == FORMATION_LINE ? n->column_line : to == FORMATION_SQUARE ? n->column_square : 0;
    if (from == FORMATION_LINE) return to == FORMATION_COLUMN ? n->line_column : to == FORMATION_SQUARE ? n->line_square : 0;
    if (from == FORMATION_SQUARE) return to == FORMATION_COLUMN ? n->square_column : to == FORMATION_LINE ? n->square_line : 0;
    return 0;
}

// Turn of most of the figures; 0 where they turned to several sides, as into a square.
static double common_turn(const rule_case *c) {
    int count[4] = {0}, most = 0, headed = 0;
    double sum[4] = {0};
    for (int i = 0; i < c->count; i++) {
        if (!pose_has_heading(c->from[i]) || !pose_has_heading(c->to[i])) continue;
        double turn = angle_difference(c->to[i].heading_rad, c->from[i].heading_rad);
        int quarter = ((int)lround(turn / (PI / 2)) + 4) % 4;
        count[quarter]++;
        sum[quarter] += angle_difference(turn, quarter * PI / 2);
        headed++;
    }
    for (int q = 1; q < 4; q++)
        if (count[q] > count[most]) most = q;
    return 2 * count[most] > headed ? angle_wrap(most * PI / 2 + sum[most] / count[most]) : 0;
}

// True where the block, turned by `turn`, stands as before. Figures of a unit are alike: they may have changed places.
static bool kept_places(facts *f, double turn) {
    const rule_case *c = &f->c;
    vec2 from = poses_middle(c->from, c->count), to = poses_middle(c->to, c->count);
    double tol = c->n->residual + 2 * c->sigma_in;
    int *taken = f->ints + c->m->figure_count + 1;
    memset(taken, 0, (size_t)c->count * sizeof *taken);
    for (int i = 0; i < c->count; i++) {
        vec2 p = vec2_add(to, vec2_rotate(vec2_sub(c->from[i].at, from), turn));
        int best = vec2_distance(p, c->to[i].at) <= tol && !taken[i] ? i : -1;
        for (int j = 0; j < c->count && best < 0 && c->count <= ALIKE_MAX; j++)
            if (!taken[j] && vec2_distance(p, c->to[j].at) <= tol) best = j;
        if (best < 0) return false;
        taken[best] = 1;
    }
    return true;
}

static bool is_array(formation_kind k) { return k == FORMATION_COLUMN || k == FORMATION_LINE || k == FORMATION_SQUARE; }

static bool announced(const rule_case *c) { return chainmail_entered_of(c->mine)->change > chainmail_done_of(c->mine)->completed; }

static bool touches(const facts *f) {
    for (int i = 0; i < f->c.count; i++)
        if (f->flags[i]) return true;
    return false;
}

static formation_kind or_word(formation_kind measured, formation_kind word) {
    if (is_array(measured)) return measured;
    return is_array(word) ? word : FORMATION_UNKNOWN;
}

// Players' words stand in where the block is neither column nor line: of how it stood, and where that was seen, of how it stands.
static void name_formations(rule_case *c) {
    chainmail_facts *k = chainmail_facts_edit(c);
    formation_kind seen = chainmail_formation(c->n, &c->m->before), word = c->mine->formation;
    k->from = or_word(seen, is_array(word) ? word : c->unit->formation);
    k->to = or_word(chainmail_formation(c->n, &c->m->after), announced(c)     ? chainmail_entered_of(c->mine)->to
                                                             : is_array(seen) ? word
                                                                              : FORMATION_UNKNOWN);
}

void chainmail_find_change(facts *f) {
    rule_case *c = &f->c;
    chainmail_facts *k = chainmail_facts_edit(c);
    k->training = chainmail_training(c->n, c->unit);
    if (c->unit->type != UNIT_REGULAR || c->count < 2) return;
    name_formations(c);
    bool squared = (k->from == FORMATION_SQUARE) != (k->to == FORMATION_SQUARE);
    k->turn = squared ? 0 : common_turn(c);
    k->laid_anew = squared || !(kept_places(f, 0) || (fabs(k->turn) > SMALL_TURN && kept_places(f, k->turn)));
    if (!k->laid_anew) return;
    bool known = k->from != FORMATION_UNKNOWN && k->to != FORMATION_UNKNOWN;
    // An advance that the enemy stops here and there makes odd blocks: no change unless it was announced.
    k->unclear = !known || (k->from != k->to && touches(f) && !announced(c));
    k->changed = known && k->from != k->to && !k->unclear;
    if (!k->changed) return;
    k->whole_change_in = price(chainmail_tuning_of(c->n), k->from, k->to) * k->training * c->rate;
    double paid = announced(c) && chainmail_entered_of(c->mine)->to == k->to ? chainmail_entered_of(c->mine)->paid_in : 0;
    k->change_in = fmax(k->whole_change_in - paid, 0);
}

bool chainmail_is_changing(const rules *r, const rules_state *s, int unit) {
    const unit_state *u = &s->units[unit];
    if (chainmail_entered_of(u)->change > chainmail_done_of(u)->completed) return true;
    return chainmail_done_of(u)->changed && state_may_move(r, s, r->game->units[unit].side);
}

bool chainmail_is_flanked(const rules *r, const rules_state *s, int unit) {
    const unit_state *u = &s->units[unit];
    if (!chainmail_tuning_of(&r->n)->flanked) return false;
    return chainmail_entered_of(u)->flanked || (u->done.now.touching && chainmail_is_changing(r, s, unit));
}
