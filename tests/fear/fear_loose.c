#include "fear_loose.h"

void fear_scatter(fear_run *k, const fear_block *b, double jitter_in, pose *out) {
    fear_stand(b, out);
    for (int i = 0; i < b->count; i++)
        out[i].at = vec2_add(out[i].at, (vec2){fear_uniform(k->seed, -jitter_in, jitter_in), fear_uniform(k->seed, -jitter_in, jitter_in)});
    fear_set_down(out, b->count, 0, k->table.how.hands_rad, k->seed);
}

double fear_farthest(const fear_block *b, const pose *from, const pose *to) {
    double far = 0;
    for (int i = 0; i < b->count; i++) {
        far = fmax(far, vec2_distance(from[i].at, to[i].at));
        far = fmax(far, vec2_distance(base_front(b->base, from[i]), base_front(b->base, to[i])));
    }
    return far;
}

static void shift(pose *p, int n, vec2 by) {
    for (int i = 0; i < n; i++) p[i].at = vec2_add(p[i].at, by);
}

double fear_go(const fear_block *b, const pose *from, pose *to, double heading_rad, double most) {
    double low = 0, high = most, gone = 0;
    if (fear_farthest(b, from, to) > most) return 0;
    for (int k = 0; k < 40; k++) {
        double way = (low + high) / 2;
        shift(to, b->count, vec2_scale(heading_forward(heading_rad), way - gone));
        gone = way;
        if (fear_farthest(b, from, to) > most)
            high = way;
        else
            low = way;
    }
    shift(to, b->count, vec2_scale(heading_forward(heading_rad), low - gone));
    return low;
}
