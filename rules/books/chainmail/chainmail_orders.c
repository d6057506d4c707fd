#include "rules/books/chainmail/chainmail_orders.h"

#include <string.h>

bool chainmail_ordered(const rules_state *s, const unit_state *u) { return u->has_order && u->order_turn == s->turn; }

double chainmail_ordered_in(const unit_state *u) {
    double sum = 0;
    for (int i = 0; i < u->order_count; i++) sum += u->order[i].distance_in;
    return sum;
}

vec2 chainmail_ordered_way(const unit_state *u, double inches) {
    vec2 at = {0, 0};
    for (int i = 0; i < u->order_count && inches > 0; i++) {
        double leg = fmin(inches, u->order[i].distance_in);
        at = vec2_add(at, vec2_scale(heading_forward(u->order[i].direction_rad), leg));
        inches -= leg;
    }
    return at;
}

bool chainmail_in_phase(const rules_state *s, const char *phase) { return s->phase_entered && strcmp(s->phase, phase) == 0; }
