// Fighting withdrawals, the enemy's answer, and what that answer costs it (Battlesystem 7.12).
#include <stdio.h>
#include <string.h>

#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/checks_rout.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/books/battlesystem/rout_hooks.h"
#include "rules/case/words.h"
#include "rules/measure/terrain/ground.h"

static words mover(const rule_case *c) { return words_unit(c->g, c->unit_index); }

// Announced, or the very shape of one at a price that nothing else allows.
static bool claims_withdrawal(const rule_case *c) {
    bool too_dear = fmin(c->how.least.kindest, c->how.cost) - c->before.spared_in > c->allowance + c->n->player_tolerance && c->rate > 0;
    return c->mine->reported.withdrawal || (rout_case_of(c)->withdrawal.like && too_dear);
}

void check_withdrawal_engaged(const rule_case *c, rule_measure *m) {
    m->applies = c->s->phase_entered && !c->excused && !may_have_begun_engaged(c).so && claims_withdrawal(c) && c->how.shape != SHAPE_STILL;
    if (!m->applies) return;
    measure_unengaged(c, m);
    measure_says(m, "%s went back %s: that would be a fighting withdrawal, and it began its movement phase in contact with nobody", mover(c).text,
                 words_inches(rout_case_of(c)->withdrawal.way_in).text);
}

static bool withdraws(const rule_case *c) {
    return (c->withdrew || rout_case_of(c)->withdrawal.tried) && (may_have_begun_engaged(c).so || !c->s->phase_entered);
}

void check_withdrawal_rate(const rule_case *c, rule_measure *m) {
    m->applies = withdraws(c);
    if (!m->applies) return;
    m->fact = m->ask = c->rate <= 0;
    m->chance = 1;
    m->sense = SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = c->rate;
    m->limit = battlesystem_tuning_of(c->n)->withdrawal_rate;
    m->unit = "in";
    if (m->ask)
        measure_says(m, "What is the rate of %s now? A fighting withdrawal needs %s", mover(c).text, words_inches(m->limit).text);
    else
        measure_says(m, "The rate of %s is %s now; a fighting withdrawal needs %s", mover(c).text, words_inches(c->rate).text,
                     words_inches(m->limit).text);
}

static bool is_second_move(const rule_case *c) {
    const rout_done *d = rout_done_of(c->mine);
    return battlesystem_tuning_of(c->n)->withdrawal_ends_move && c->s->phase_entered && d->left_count > 0 && d->left_phase == c->s->phase_count;
}

static void measure_second_move(const rule_case *c, rule_measure *m) {
    m->measured = m->kindest = rout_case_of(c)->follow.way_in;
    m->limit = c->n->nudge;
    measure_says(m, "%s moved again after its fighting withdrawal, which is its whole move", mover(c).text);
}

static void measure_length(const rule_case *c, rule_measure *m) {
    double way = rout_case_of(c)->withdrawal.way_in;
    m->sense = way > battlesystem_tuning_of(c->n)->withdrawal ? SHOULD_BE_AT_MOST : SHOULD_BE_AT_LEAST;
    m->measured = m->kindest = way;
    m->limit = battlesystem_tuning_of(c->n)->withdrawal;
    m->tolerance = battlesystem_tuning_of(c->n)->withdrawal_tol + c->n->player_tolerance;
    measure_says(m, "%s went back %s; a fighting withdrawal is %s", mover(c).text, words_inches(way).text,
                 words_inches(battlesystem_tuning_of(c->n)->withdrawal).text);
}

static void measure_aside(const rule_case *c, rule_measure *m) {
    m->measured = m->kindest = rout_case_of(c)->withdrawal.aside_in;
    m->limit = 0.5;  // docs/geometry.md section 8
    m->tolerance = c->n->player_tolerance;
    measure_says(m, "%s drew off %s to the side; a fighting withdrawal goes straight back, facing the enemy", mover(c).text,
                 words_inches(rout_case_of(c)->withdrawal.aside_in).text);
}

static void measure_bend(const rule_case *c, rule_measure *m) {
    m->fact = true;
    m->chance = 1;
    measure_says(m, "%s did not go straight back as it stood: a fighting withdrawal keeps its ranks and its facing", mover(c).text);
}

void check_withdrawal_way(const rule_case *c, rule_measure *m) {
    bool again = is_second_move(c) && !c->excused;
    m->applies = again || (withdraws(c) && c->how.shape != SHAPE_STILL);
    if (!m->applies) return;
    m->sigma = hypot(sqrt(2) * c->sigma_in, c->n->scale_error * rout_case_of(c)->withdrawal.way_in);
    m->unit = "in";
    // With enemies on two sides, straight back is not defined (BS1-7.12-3).
    m->advise = !again && rout_case_of(c)->withdrawal.sides > 1;
    double off = fabs(rout_case_of(c)->withdrawal.way_in - battlesystem_tuning_of(c->n)->withdrawal) - battlesystem_tuning_of(c->n)->withdrawal_tol;
    if (again)
        measure_second_move(c, m);
    else if (!rout_case_of(c)->withdrawal.as_a_body || rout_case_of(c)->withdrawal.ahead_in >= 0)
        measure_bend(c, m);
    else if (off >= rout_case_of(c)->withdrawal.aside_in - 0.5)
        measure_length(c, m);
    else
        measure_aside(c, m);
}

// Nearest figure of the enemy unit to the mover's at the end; INFINITY beyond what may be contact.
static nearest end_contact(const rule_case *c, const game_unit *enemy) {
    nearest best = {INFINITY, 0, -1, -1, {0, 0}};
    for (int e = enemy->first_figure; e < enemy->first_figure + enemy->figure_count; e++)
        for (int i = 0; i < c->count && figure_stands(&c->s->figures[e]); i++) {
            nearest n = nearest_of(c->r, c->s, figure_of(c, i), c->to[i], &e, 1, c->n->contact_doubt);
            if (n.gap < best.gap) best = n;
        }
    return best;
}

void check_withdrawal_contact(const rule_case *c, rule_measure *m) {
    if (!withdraws(c)) return;
    nearest best = {INFINITY, 0, -1, -1, {0, 0}};
    for (int u = 0; u < c->g->unit_count; u++) {
        nearest n = c->g->units[u].side == c->unit->side ? best : end_contact(c, &c->g->units[u]);
        if (n.gap < best.gap && !stood_in_contact(c->r, c->s, c->m, u)) best = n;
    }
    m->applies = best.enemy >= 0;
    if (!m->applies) return;
    measure_contact(m, c->n, best);
    measure_says(m, "%s ended its fighting withdrawal in contact with %s: it may end in contact with no other enemy", mover(c).text,
                 words_enemy(c, best.enemy).text);
}

// Ground that is closed to the unit lies between it and `to_unit`.
static bool way_is_barred(const rule_case *c, int to_unit) {
    const game_unit *u = &c->g->units[to_unit];
    for (int t = 0; t < c->g->terrain_count; t++) {
        const game_terrain *k = &c->g->terrain[t];
        for (int e = 0; e < k->polygon_count && ground_is_closed(c->r, c->unit_index, k); e++)
            for (int i = 0; i < c->count; i++)
                if (segments_cross(c->to[i].at, c->s->figures[u->first_figure].at.at, k->polygon[e], k->polygon[(e + 1) % k->polygon_count]))
                    return true;
    }
    return false;
}

void check_follow_up(const rule_case *c, rule_measure *m) {
    const follow_facts *k = &rout_case_of(c)->follow;
    m->applies = k->going && c->how.shape != SHAPE_STILL;
    if (!m->applies) return;
    double far = battlesystem_tuning_of(c->n)->follow_up + battlesystem_tuning_of(c->n)->withdrawal_tol;
    bool too_far = k->way_in > far + c->n->player_tolerance;
    m->unit = "in";
    m->sigma = too_far ? hypot(sqrt(2) * c->sigma_in, c->n->scale_error * k->way_in) : k->sigma_in;
    m->tolerance = too_far ? battlesystem_tuning_of(c->n)->withdrawal_tol + c->n->player_tolerance : 0;
    if (k->of < 0) {
        m->fact = m->ask = true;
        measure_says(m, "Whom does %s follow up? No enemy drew off from it in this phase", mover(c).text);
    } else if (too_far) {
        m->measured = m->kindest = k->way_in;
        m->limit = battlesystem_tuning_of(c->n)->follow_up;
        measure_says(m, "%s followed %s up by %s; a follow-up is %s", mover(c).text, words_unit(c->g, k->of).text, words_inches(k->way_in).text,
                     words_inches(m->limit).text);
    } else {
        m->measured = m->kindest = k->gap_in;
        m->limit = c->n->contact_doubt;
        m->advise = way_is_barred(c, k->of);
        measure_says(m, "%s followed %s up and ends %s from it: a follow-up must restore the contact", mover(c).text, words_unit(c->g, k->of).text,
                     words_inches(k->gap_in).text);
    }
}

static void say_charge(const game *g, int unit, int target, rule_measure *m) {
    m->applies = m->fact = true;
    m->chance = 1;
    measure_says(m, "%s let %s draw off and may not charge it for the rest of this round", words_unit(g, unit).text, words_unit(g, target).text);
}

// A charge is what was announced as one, or what made contact beyond the rate.
void check_charge_after_stay(const rule_case *c, rule_measure *m) {
    int target = c->contact.made.enemy >= 0 ? c->g->figures[c->contact.made.enemy].unit : -1;
    bool charged = c->mine->reported.charge && c->mine->reported.target == target;
    double over = fmin(c->how.least.kindest, c->how.cost) - c->rate - c->n->player_tolerance;
    if (target < 0 || c->excused || !follow_declined(c->s, c->unit_index, target)) return;
    if (charged || (c->rate > 0 && over > c->n->k_illegal * c->how.sigma)) say_charge(c->g, c->unit_index, target, m);
}

void act_charge_after_stay(const act_case *a, rule_measure *m) {
    int target = event_declares(a->e, a->unit_index, "charge") ? a->e->declare.target : -1;
    if (target >= 0 && follow_declined(a->s, a->unit_index, target)) say_charge(a->g, a->unit_index, target, m);
}

static bool is_headlong(const game_unit *u) { return game_unit_has_trait(u, "chaotic") || game_unit_has_trait(u, "low-intelligence"); }

// Stays though its Discipline Check failed, or chooses before the check was made.
void act_follow_up_missed(const act_case *a, rule_measure *m) {
    bool stays = event_declares(a->e, a->unit_index, "stay");
    answer passed = state_dice(a->s, a->unit_index, DICE_DISCIPLINE);
    int of = follow_pending(a->s, a->unit_index);
    if (of < 0 && !a->e) of = stayed_too_early(a->s, a->unit_index);
    if (of < 0 || !is_headlong(a->unit) || (a->e && !stays) || passed == YES || (!a->e && passed == UNKNOWN)) return;
    m->applies = m->fact = true;
    m->chance = 1;
    m->ask = passed == UNKNOWN;
    words unit = words_unit(a->g, a->unit_index), left = words_unit(a->g, of);
    if (m->ask)
        measure_says(m, "Did %s pass its Discipline Check? Only then may it choose to let %s go", unit.text, left.text);
    else
        measure_says(m, "%s failed its Discipline Check and had to follow %s up; it stayed", unit.text, left.text);
}

bool due_follow_up(const act_case *a, char *says) {
    int of = follow_pending(a->s, a->unit_index);
    if (of < 0 || state_is_contested(&a->s->units[of]) || (is_headlong(a->unit) && state_dice(a->s, a->unit_index, DICE_DISCIPLINE) != YES))
        return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s may follow %.70s up by %.20s at once, or stay and not charge it this round",
             words_unit(a->g, a->unit_index).text, words_unit(a->g, of).text, words_inches(battlesystem_tuning_of(a->n)->follow_up).text);
    return true;
}

bool due_follow_up_discipline(const act_case *a, char *says) {
    int of = follow_pending(a->s, a->unit_index);
    answer passed = state_dice(a->s, a->unit_index, DICE_DISCIPLINE);
    if (of < 0 || state_is_contested(&a->s->units[of]) || !is_headlong(a->unit) || passed == YES) return false;
    words unit = words_unit(a->g, a->unit_index), left = words_unit(a->g, of), far = words_inches(battlesystem_tuning_of(a->n)->follow_up);
    if (passed == NO)
        snprintf(says, FINDING_MESSAGE_MAX, "%.70s failed its Discipline Check and must follow %.70s up by %.20s", unit.text, left.text, far.text);
    else
        snprintf(says, FINDING_MESSAGE_MAX, "%.70s takes a Discipline Check: where it fails it must follow %.70s up by %.20s", unit.text, left.text,
                 far.text);
    return true;
}
