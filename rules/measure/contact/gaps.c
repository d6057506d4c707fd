#include "rules/measure/contact/gaps.h"
#include "core/sort.h"

#include <stdio.h>

#include "rules/books/battlesystem/checks.h"
#include "rules/engine/case.h"

#define LARGEST 400  // figures of a unit whose front is looked at

// Facing of the unit, and how far forward its foremost figure stands; false where nothing stands.
static bool find_front(const rules_state *s, const game_unit *u, double *facing, double *foremost) {
    double sin_sum = 0, cos_sum = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i]) || !pose_has_heading(s->figures[i].at)) continue;
        sin_sum += sin(s->figures[i].at.heading_rad), cos_sum += cos(s->figures[i].at.heading_rad);
    }
    *facing = atan2(sin_sum, cos_sum);
    *foremost = -INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figure_stands(&s->figures[i])) *foremost = fmax(*foremost, vec2_dot(s->figures[i].at.at, heading_forward(*facing)));
    return hypot(sin_sum, cos_sum) > 0.5 && isfinite(*foremost);
}

// The gaps of the front rank.
typedef struct {
    double widest, narrowest;
    int behind;  // figures that stand behind it
} front_gaps;

static front_gaps measure_front(const rules *r, const rules_state *s, const game_unit *u) {
    double facing, foremost, at[LARGEST];
    front_gaps k = {0, INFINITY, 0};
    int n = 0;
    if (u->figure_count > LARGEST || !find_front(s, u, &facing, &foremost)) return k;
    base b = r->game->figures[u->first_figure].base;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        vec2 p = s->figures[i].at.at;
        if (vec2_dot(p, heading_forward(facing)) < foremost - b.depth_in / 2)
            k.behind++;
        else
            at[n++] = vec2_dot(p, heading_left(facing));
    }
    sort_numbers(at, n);
    for (int i = 1; i < n; i++) {
        k.widest = fmax(k.widest, at[i] - at[i - 1] - b.width_in);
        k.narrowest = fmin(k.narrowest, at[i] - at[i - 1] - b.width_in);
    }
    return k;
}

void note_gaps(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        const game_unit *u = &r->game->units[i];
        unit_state *state = &s->units[i];
        if (u->type != UNIT_REGULAR || state->done.losses == 0 || (s->side >= 0 && u->side != s->side)) continue;
        double missing = r->game->figures[u->first_figure].base.width_in - r->n.residual;  // a fallen figure leaves the width of its base open
        front_gaps k = measure_front(r, s, u);
        state->closed_hole = k.narrowest <= r->n.closed_max;
        state->done.owes_gaps = (state->closed_hole || r->n.gaps_fall_due) && k.behind > 0 &&
                                k.widest > missing + (state->closed_hole ? r->n.closed_max : r->n.open_high);
        if (!state->done.owes_gaps) state->done.losses = 0;
    }
}

// How far forward the unit stands along its facing, and how far back.
static bool find_extent(const rules_state *s, const game_unit *u, double facing, double *front, double *rear) {
    *front = -INFINITY, *rear = INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        double ahead = vec2_dot(s->figures[i].at.at, heading_forward(facing));
        *front = fmax(*front, ahead), *rear = fmin(*rear, ahead);
    }
    return isfinite(*front);
}

void note_loss(const rules *r, rules_state *s, int unit) {
    const game_unit *u = &r->game->units[unit];
    unit_state *state = &s->units[unit];
    loss_memory *k = &state->fallen;
    double foremost;
    k->t_s = s->t_s;
    if (state->done.losses > 0 || !find_front(s, u, &k->facing_rad, &foremost)) return;
    find_extent(s, u, k->facing_rad, &k->front_in, &k->rear_in);
}

// The time to set the ranks right is over, and no move has been made since that closed them.
static bool settled(const act_case *a) { return a->mine->done.losses > 0 && a->s->t_s - a->mine->fallen.t_s >= a->n->settle_s; }

// A figure is missing in the front rank of a unit that stands closed, and others stand behind.
static bool has_closed_hole(const act_case *a) {
    double missing = a->g->figures[a->unit->first_figure].base.width_in - a->n->residual;
    front_gaps k = measure_front(a->r, a->s, a->unit);
    return a->unit->type == UNIT_REGULAR && k.behind > 0 && k.narrowest <= a->n->closed_max && k.widest > missing + a->n->closed_max;
}

bool due_rear_losses(const act_case *a, char *says) {
    if (!(a->mine->done.owes_gaps && a->mine->closed_hole) && !(settled(a) && has_closed_hole(a))) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s has a hole in its front: losses of a closed unit come off its rear", a->unit->name);
    return true;
}

// The front of a mob went back by a rank while its rear stayed (BS1-7.5-3).
bool due_mob_losses(const act_case *a, char *says) {
    const loss_memory *k = &a->mine->fallen;
    double front, rear, depth = a->g->figures[a->unit->first_figure].base.depth_in;
    if (a->unit->type != UNIT_MOB || !settled(a) || !find_extent(a->s, a->unit, k->facing_rad, &front, &rear)) return false;
    if (k->front_in - front < depth / 2 || fabs(rear - k->rear_in) > a->n->residual) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "The front of %.70s went back by %.1f\": losses of a mob come off its rear", a->unit->name,
             k->front_in - front);
    return true;
}

static bool owes_open_gaps(const act_case *a, bool engaged, char *says) {
    if (!a->mine->done.owes_gaps || a->mine->closed_hole || a->mine->done.now.touching != engaged) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s has gaps in its front line and figures behind to fill them: they must step up%s, at 1\" each",
             a->unit->name, engaged ? " though it is in contact" : "");
    return true;
}

bool due_front_gaps(const act_case *a, char *says) { return owes_open_gaps(a, false, says); }
bool due_front_gaps_engaged(const act_case *a, char *says) { return owes_open_gaps(a, true, says); }
