#include "rules/measure/contact/gaps.h"

#include "core/sort.h"
#include "rules/measure/contact/contact_limits.h"

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
    return hypot(sin_sum, cos_sum) > FACING_AGREES && isfinite(*foremost);
}

front_gaps gaps_of_front(const rules *r, const rules_state *s, const game_unit *u) {
    double facing, foremost, at[LARGEST_UNIT];
    front_gaps k = {0, INFINITY, 0};
    int n = 0;
    if (u->figure_count > LARGEST_UNIT || !find_front(s, u, &facing, &foremost)) return k;
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
        front_gaps k = gaps_of_front(r, s, u);
        state->closed_hole = k.narrowest <= r->n.closed_max;
        state->done.owes_gaps = (state->closed_hole || r->n.gaps_fall_due) && k.behind > 0 &&
                                k.widest > missing + (state->closed_hole ? r->n.closed_max : r->n.open_high);
        if (!state->done.owes_gaps) state->done.losses = 0;
    }
}

bool gaps_extent(const rules_state *s, const game_unit *u, double facing, double *front, double *rear) {
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
    gaps_extent(s, u, k->facing_rad, &k->front_in, &k->rear_in);
}
