// Bases that look alike but stand at different heights (on a tray or on the table). One base's picture can't show its height; its block can. Bases
// that touch stand on the same thing, so each block gets one kind: the expected kind, else the kind whose number is nearest.
#include <stdlib.h>

#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

// Names the block of each base of the look by its first member, in block[]; others get -1.
static void find_blocks(const base_search *s, int look, int *block) {
    for (int i = 0; i < s->fit_count; i++) block[i] = s->look_of[s->fits[i].kind] == look ? i : -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < s->fit_count; i++)
            for (int k = 0; k < i; k++) {
                if (block[i] < 0 || block[k] < 0 || block[i] == block[k]) continue;
                const found_base *a = &s->fits[i], *b = &s->fits[k];
                double reach = 2 * s->models[a->kind].reach + PLAIN_HEIGHTS_TOUCHING_IN;
                if (vec2_distance(a->fit.at, b->fit.at) > reach) continue;
                base shape = s->models[a->kind].kind.base;
                pose pa = {a->fit.at, a->fit.heading_rad, 0, 0}, pb = {b->fit.at, b->fit.heading_rad, 0, 0};
                if (base_gap(shape, pa, shape, pb) > PLAIN_HEIGHTS_TOUCHING_IN) continue;
                block[i] = block[k] = block[i] < block[k] ? block[i] : block[k];
                changed = true;
            }
    }
}

// The kind of that look whose remaining number is nearest to n.
static int nearest_kind(const base_search *s, int look, int n, const int *left) {
    int best = look;
    for (int k = look; k < s->kind_count; k++)
        if (s->look_of[k] == look && abs(left[k] - n) < abs(left[best] - n)) best = k;
    return best;
}

// The kind of that look that is expected nearest to the base; -1 if none is within its own size.
static int expected_kind(const base_search *s, const found_base *b) {
    int kind = -1;
    double nearest = 2 * s->models[b->kind].reach;
    for (int i = 0; i < s->expected_count; i++) {
        const expected_base *e = &s->expected[i];
        if (e->kind < 0 || e->kind >= s->kind_count || s->look_of[e->kind] != s->look_of[b->kind]) continue;
        double apart = vec2_distance(e->pose.at, b->fit.at);
        if (apart < nearest) nearest = apart, kind = e->kind;
    }
    return kind;
}

// The kind that is expected for most of the block's bases; -1: none.
static int expected_of_block(const base_search *s, const int *block, int b) {
    int votes[VISION_MAX_KINDS] = {0}, best = -1;
    for (int i = 0; i < s->fit_count; i++) {
        int kind = block[i] == b ? expected_kind(s, &s->fits[i]) : -1;
        if (kind >= 0 && (++votes[kind] > (best < 0 ? 0 : votes[best]))) best = kind;
    }
    return best;
}

static void move_to(base_search *s, found_base *b, int kind) {
    px2 at = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in});
    vec2 place;
    double z_in;
    if (!search_place(s, kind, at, &place, &z_in)) return;
    b->kind = kind;
    b->fit.at = place;
    b->fit.z_in = z_in;
}

// The largest block that has no kind yet, or -1; its size.
static int largest_block(const base_search *s, const int *block, int *size) {
    int best = -1;
    *size = 0;
    for (int i = 0; i < s->fit_count; i++) {
        int n = 0;
        for (int k = 0; k < s->fit_count && block[i] == i; k++) n += block[k] == i;
        if (n > *size) *size = n, best = i;
    }
    return best;
}

static void place_blocks(base_search *s, int look, int *block) {
    int left[VISION_MAX_KINDS], size;
    for (int k = 0; k < s->kind_count; k++) left[k] = s->models[k].kind.count;
    for (int b; (b = largest_block(s, block, &size)) >= 0;) {
        int kind = expected_of_block(s, block, b);
        if (kind < 0) kind = nearest_kind(s, look, size, left);
        left[kind] -= size;
        for (int i = 0; i < s->fit_count; i++) {
            if (block[i] != b) continue;
            if (s->fits[i].by != FOUND_EXPECTED) move_to(s, &s->fits[i], kind);
            if (i != b) block[i] = -1;
        }
        block[b] = -1;
    }
}

void assign_heights(base_search *s) {
    for (int look = 0; look < s->kind_count; look++) {
        bool alone = true;
        for (int k = look + 1; k < s->kind_count; k++) alone &= s->look_of[k] != look;
        if (alone || s->look_of[look] != look || s->fit_count == 0) continue;
        find_blocks(s, look, s->block);
        place_blocks(s, look, s->block);
    }
}
