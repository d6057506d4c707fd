#include "rules/gaps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 400  // figures of a unit whose front is looked at

static int ascending(const void *pa, const void *pb) {
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

// Facing of the unit, and how far forward its foremost figure stands; false where nothing stands.
static bool find_front(const rules *r, const rules_state *s, const game_unit *u, double *facing, double *foremost) {
    double sin_sum = 0, cos_sum = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i]) || !pose_has_heading(s->figures[i].at)) continue;
        sin_sum += sin(s->figures[i].at.heading_rad), cos_sum += cos(s->figures[i].at.heading_rad);
    }
    (void)r;
    *facing = atan2(sin_sum, cos_sum);
    *foremost = -INFINITY;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figure_stands(&s->figures[i])) *foremost = fmax(*foremost, vec2_dot(s->figures[i].at.at, heading_forward(*facing)));
    return hypot(sin_sum, cos_sum) > 0.5 && isfinite(*foremost);
}

// Widest gap between neighbours of the front rank, and how many figures stand behind it.
static double widest_front_gap(const rules *r, const rules_state *s, const game_unit *u, int *behind) {
    double facing, foremost, at[LARGEST], widest = 0;
    int n = 0;
    *behind = 0;
    if (u->figure_count > LARGEST || !find_front(r, s, u, &facing, &foremost)) return 0;
    base b = r->game->figures[u->first_figure].base;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (!figure_stands(&s->figures[i])) continue;
        vec2 p = s->figures[i].at.at;
        if (vec2_dot(p, heading_forward(facing)) < foremost - b.depth_in / 2)
            ++*behind;
        else
            at[n++] = vec2_dot(p, heading_left(facing));
    }
    qsort(at, (size_t)n, sizeof *at, ascending);
    for (int i = 1; i < n; i++) widest = fmax(widest, at[i] - at[i - 1] - b.width_in);
    return widest;
}

void note_gaps(const rules *r, rules_state *s) {
    for (int i = 0; i < s->unit_count; i++) {
        const game_unit *u = &r->game->units[i];
        unit_state *state = &s->units[i];
        if (u->type != UNIT_REGULAR || state->losses == 0 || (s->side >= 0 && u->side != s->side)) continue;
        int behind;
        double base_in = r->game->figures[u->first_figure].base.width_in, gap = widest_front_gap(r, s, u, &behind);
        // A missing file leaves its base and a second gap open; between closed bases there is no gap of open formation left to judge by.
        state->owes_gaps = behind > 0 && gap > r->n.open_high + base_in - r->n.residual;
        if (!state->owes_gaps) state->losses = 0;
    }
}

int rules_obligations(const rules *r, const rules_state *s, obligation *out, int max) {
    int count = 0;
    for (int i = 0; i < s->unit_count && count < max; i++) {
        if (!s->units[i].owes_gaps) continue;
        obligation *o = &out[count++];
        *o = (obligation){.unit = i, .rule = "BS1-7.3-3"};
        snprintf(o->message, sizeof o->message,
                 "%s has gaps in its front line and figures behind to fill them: they must step up, at 1\" each (Battlesystem 7.3)",
                 r->game->units[i].name);
    }
    return count;
}
