// Moves judged, booked and watched.
#include <stdio.h>
#include <string.h>

#include "core/plural.h"
#include "rules/case/hooks.h"
#include "rules/case/words.h"
#include "rules/engine/behaviour.h"
#include "rules/engine/engine.h"
#include "rules/state/extent.h"

// Where none was entered the first phase in which units move is assumed.
static const char *assumed_phase(const rules_ruleset *rs) {
    while (!rs->moving && rs->parent) rs = rs->parent;
    return rs->moving[0];
}

// Another phase of the printed book, which these rules know nothing of, judges nothing.
static bool judges_nothing(const rules *r, const rules_state *s) {
    for (const rules_ruleset *rs = r->ruleset; s->phase_entered && rs; rs = rs->parent)
        if (rules_has_word(rs->other_phases, s->phase)) return true;
    return false;
}

static void describe(const rule_case *c, verdict *v) {
    v->t_s = c->m->t_end_s;
    v->move = c->m->number;
    v->turn = c->s->turn;
    snprintf(v->phase, sizeof v->phase, "%s", c->s->phase_entered ? c->s->phase : assumed_phase(c->r->ruleset));
    v->unit = c->unit_index;
    v->before = c->m->before;
    v->after = c->m->after;
    v->maneuver_count = c->how.count;
    memcpy(v->maneuvers, c->how.list, sizeof v->maneuvers);
    v->cost_in = c->excused || !c->in_movement ? 0 : c->how.cost;
    v->least_in = fmax(0, fmin(v->cost_in, c->how.least.kindest - c->how.least.unproven));
    bool unknown = c->excused || c->rate <= 0 || !isfinite(c->allowance);
    v->allowance_in = !c->in_movement && !c->excused ? 0 : unknown ? -1 : fmax(c->allowance, 0);
    v->sigma_in = c->how.sigma;
    v->blocks_in = c->terrain.blocks_in;
    v->crossed_river = c->terrain.counts ? c->terrain.river + 1 : 0;
}

static void judge_rows(const rule_case *c, verdict *v) {
    for (int i = 0; i < c->r->row_count && v->finding_count < VERDICT_MAX_FINDINGS; i++) {
        const rules_row *row = c->r->rows[i];
        if (!row->check || row_is_off(c->s, i) || !engine_in_force(c, row) || !engine_judge(c, row, &v->findings[v->finding_count])) continue;
        finding *found = &v->findings[v->finding_count++];
        found->how = row_behaviour(c->s, i);
        // The most that a move may take is the limit that its distance was compared with: the rate, or even the longest march.
        if (found->ruling == RULING_ILLEGAL && found->has_measure && strcmp(found->violation, "OVER_DISTANCE") == 0) v->allowance_in = found->allowed;
        ruling r = found->ruling;
        if (r != RULING_ADVISORY && r > v->ruling) v->ruling = r;
    }
}

// Counts the unit's figures on the table that were not seen where the move left them; hidden_alone: of those, the ones that can't be found.
static int count_lost(const rule_case *c, bool hidden_alone) {
    int lost = 0;
    for (int i = 0; i < c->m->figure_count; i++) {
        bool on_table, hidden;
        lost += !c->m->moved_with[i] && rules_pose(c->s, c->unit->first_figure + i, &on_table, &hidden) && on_table && (hidden || !hidden_alone);
    }
    return lost;
}

// Makes a verdict that finds no breach doubtful. Returns the finding, for its message; where there is no room, it takes that of the last one.
static finding *add_doubt(verdict *v) {
    finding *f = &v->findings[v->finding_count < VERDICT_MAX_FINDINGS ? v->finding_count++ : v->finding_count - 1];
    *f = (finding){.ruling = RULING_DOUBTFUL, .violation = "", .rule = "", .how = BEHAVIOUR_ANNOUNCE};
    if (v->ruling < RULING_DOUBTFUL) v->ruling = RULING_DOUBTFUL;
    return f;
}

// A move that was not watched all the way. The findings stand, but there may have been breaches that were not seen.
static void doubt_unwatched(const rule_case *c, verdict *v) {
    char places[80] = "";
    int lost = count_lost(c, false);
    bool long_gap = c->m->gap_s >= 120;
    if (c->m->gap_s <= 0) return;
    if (lost > 0) snprintf(places, sizeof places, ", nor where %d of its %d figure%s stand", lost, c->m->figure_count, plural_s(c->m->figure_count));
    finding *f = add_doubt(v);
    snprintf(f->message, sizeof f->message,
             "For %.*f %s at a time no picture came while %s was moved: what it did and touched on its way was not seen%s, please look",
             c->m->gap_s < 10, long_gap ? c->m->gap_s / 60 : c->m->gap_s, long_gap ? "min" : "s", words_unit(c->g, c->unit_index).text, places);
}

// Where the figures that were seen fit no way together, they don't tell how far the others went.
static void doubt_scattered(const rule_case *c, verdict *v) {
    int lost = count_lost(c, true);
    if (c->how.shape != SHAPE_BROKEN || lost == 0) return;
    finding *f = add_doubt(v);
    snprintf(f->message, sizeof f->message,
             "%d of the %d figures of %s can't be found, and the others did not keep their places in it: how far it went is not proven, please look",
             lost, c->m->figure_count, words_unit(c->g, c->unit_index).text);
}

status rules_judge(const rules *r, const rules_state *s, const move *m, verdict *out) {
    memset(out, 0, sizeof *out);
    facts f;
    status st = facts_init(&f, r, s, m);
    if (st != STATUS_OK) return st;
    out->ruling = RULING_LEGAL;
    describe(&f.c, out);
    if (!judges_nothing(r, s)) {
        judge_rows(&f.c, out);
        doubt_unwatched(&f.c, out);
        doubt_scattered(&f.c, out);
    }
    facts_finish(&f);
    return STATUS_OK;
}

int rules_alerts(const rules *r, const rules_state *s, const move *so_far, alert *out, int max) {
    facts f;
    if (judges_nothing(r, s) || facts_init_so_far(&f, r, s, so_far) != STATUS_OK) return 0;
    int count = 0;
    for (int i = 0; i < r->row_count && count < max; i++) {
        const rules_row *row = r->rows[i];
        finding found;
        if (!row->alerts || !row->check || row_is_off(s, i) || !engine_in_force(&f.c, row) || !engine_judge(&f.c, row, &found) ||
            found.ruling != RULING_ILLEGAL)
            continue;
        alert *a = &out[count++];
        *a = (alert){.t_s = so_far->t_end_s,
                     .unit = so_far->unit,
                     .rule = found.rule,
                     .violation = found.violation,
                     .how = row_behaviour(s, i),
                     .figure_count = found.figure_count,
                     .at = found.at};
        memcpy(a->figures, found.figures, sizeof a->figures);
        memcpy(a->message, found.message, sizeof a->message);
    }
    facts_finish(&f);
    return count;
}

// Contacts of the unit now that it stands. New contact was made by this move, for both units.
static void book_contacts(const rules *r, rules_state *s, const move *m) {
    unit_done *mine = &s->units[m->unit].done;
    bool touching = false;
    for (int e = 0; e < s->unit_count; e++) {
        if (r->game->units[e].side == r->game->units[m->unit].side) continue;
        if (units_gap(r, s, m->unit, e, r->n.contact_gap) > r->n.contact_gap) continue;
        touching = true;
        if (!mine->now.touching) mine->now = (engagement){true, true, s->turn}, mine->moved_into = true;
        if (!s->units[e].done.now.touching) s->units[e].done.now = (engagement){true, false, s->turn};
    }
    if (!touching) mine->now = (engagement){false, false, 0};
}

static void remember(const rules *r, rules_state *s, const move *m) {
    unit_state *u = &s->units[m->unit];
    u->can_undo = true;
    u->before_last = u->done;
    int first = r->game->units[m->unit].first_figure;
    for (int i = 0; i < m->figure_count; i++) {
        s->figures[first + i].before = s->figures[first + i].at;
        if (!m->moved_with[i]) continue;
        s->figures[first + i].before = m->from[i];
        s->figures[first + i].at = m->to[i];
        s->figures[first + i].known = true;
    }
    extent_renew(r, s, m->unit);
}

static bool closed_gaps(const verdict *v, double *cost) {
    for (int i = 0; i < v->maneuver_count; i++)
        if (v->maneuvers[i].kind == MANEUVER_GAP_CLOSING) {
            *cost = v->maneuvers[i].cost_in;
            return true;
        }
    return false;
}

// The players' word for closed or open formation holds until the gaps are seen to change from one to the other.
static void forget_word(unit_state *u, const move *m) {
    bool reported = u->formation == FORMATION_CLOSED || u->formation == FORMATION_OPEN;
    if (reported && m->before.formation != m->after.formation && !m->after.doubtful) u->formation = FORMATION_UNKNOWN;
}

void rules_book(const rules *r, rules_state *s, const move *m, const verdict *v) {
    remember(r, s, m);
    forget_word(&s->units[m->unit], m);
    unit_done *u = &s->units[m->unit].done;
    spending now = spending_of(v);
    u->spent.cost_in += now.cost_in;
    u->spent.spared_in += now.spared_in;
    u->spent.variance += now.variance;
    u->moved = true;
    u->moves++;
    bool first = !s->phase_entered || u->moves == 1;  // what it did in an earlier phase is settled by now
    if (v->ruling == RULING_ILLEGAL || first) u->contested = v->ruling == RULING_ILLEGAL ? v->move : 0;
    double closing = 0, rate = state_rate(r, s, m->unit);
    if (closed_gaps(v, &closing)) {
        u->losses = 0;
        u->owes_gaps = false;
        if (rate > 0 && closing > rate + r->n.player_tolerance) u->exhausted = true, u->exhausted_turn = s->turn;
    }
    if (!s->phase_entered && s->last_mover != m->unit) u->moved_into = false;  // another unit moved between: another phase is assumed
    s->last_mover = m->unit;
    book_contacts(r, s, m);
    for (int i = 0; i < r->hook_count; i++)
        if (r->hooks[i]->booked) r->hooks[i]->booked(r, s, m, v);
}
