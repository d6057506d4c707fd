// Blocks of unpainted bases: the steps from base to base that repeat, and the places where one more base would stand.
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

enum { STEPS = 48 };

// A step from one base to another of its block, in either direction.
typedef struct {
    vec2 by;
    int pairs;
} block_step;

typedef struct {
    block_step at[STEPS];
    int count;
} step_list;

static double farthest_step(const rim_model *m) { return 2 * fmax(m->half_x, m->half_y) + PLAIN_BARE_BLOCKS_WIDEST_GAP_IN; }

static void add_step(step_list *l, vec2 d) {
    if (d.x < 0 || (d.x == 0 && d.y < 0)) d = vec2_scale(d, -1);
    for (int i = 0; i < l->count; i++) {
        block_step *s = &l->at[i];
        vec2 e = fabs(vec2_distance(s->by, d)) < vec2_length(vec2_add(s->by, d)) ? d : vec2_scale(d, -1);  // either sign
        if (vec2_distance(s->by, e) > PLAIN_BARE_BLOCKS_SAME_STEP_IN) continue;
        s->by = vec2_add(vec2_scale(s->by, s->pairs / (s->pairs + 1.0)), vec2_scale(e, 1 / (s->pairs + 1.0)));
        s->pairs++;
        return;
    }
    if (l->count < STEPS) l->at[l->count++] = (block_step){d, 1};
}

// Finds the steps between the chosen bases of that look.
static void find_steps(const base_search *s, int look, int from, step_list *l) {
    double farthest = farthest_step(&s->models[look]);
    int kept = 0;
    l->count = 0;
    for (int i = from; i < s->fit_count; i++) {
        if (!s->fits[i].chosen || s->look_of[s->fits[i].kind] != look) continue;
        for (int k = from; k < i; k++) {
            if (!s->fits[k].chosen || s->look_of[s->fits[k].kind] != look) continue;
            vec2 d = vec2_sub(s->fits[i].fit.at, s->fits[k].fit.at);
            if (vec2_length(d) < farthest) add_step(l, d);
        }
    }
    for (int i = 0; i < l->count; i++)
        if (l->at[i].pairs >= PLAIN_BARE_BLOCKS_LEAST_PAIRS) l->at[kept++] = l->at[i];
    l->count = kept;
}

static bool on_step(const step_list *l, vec2 d) {
    for (int i = 0; i < l->count; i++)
        if (vec2_distance(d, l->at[i].by) < PLAIN_BARE_BLOCKS_SAME_STEP_IN ||
            vec2_distance(vec2_scale(d, -1), l->at[i].by) < PLAIN_BARE_BLOCKS_SAME_STEP_IN)
            return true;
    return false;
}

// True where the base stands one step beside a chosen base with the same turn and covering.
static bool in_line(const base_search *s, const step_list *l, int i, int from) {
    const found_base *b = &s->fits[i];
    const rim_model *m = &s->models[b->kind];
    double again = m->half_x == m->half_y ? PI / 2 : PI, farthest = farthest_step(m) + PLAIN_BARE_BLOCKS_SAME_STEP_IN;
    for (int k = from; k < s->fit_count; k++) {
        const found_base *o = &s->fits[k];
        if (k == i || !o->chosen || !bare_same_cover(s, b, o)) continue;
        vec2 d = vec2_sub(b->fit.at, o->fit.at);
        double turn = remainder(b->fit.heading_rad - o->fit.heading_rad, again);
        if (vec2_length(d) < farthest && (m->round || fabs(turn) < PLAIN_BARE_BLOCKS_SAME_TURN_RAD) && on_step(l, d)) return true;
    }
    return false;
}

void bare_find_lines(base_search *s, int look, int from) {
    step_list l;
    find_steps(s, look, from, &l);
    for (int i = from; i < s->fit_count; i++)
        if (s->look_of[s->fits[i].kind] == look) s->fits[i].in_line = in_line(s, &l, i, from);
}

static bool tried(const base_search *s, int look, int from, vec2 at) {
    for (int i = from; i < s->fit_count; i++)
        if (s->look_of[s->fits[i].kind] == look && vec2_distance(s->fits[i].fit.at, at) < PLAIN_BARE_BLOCKS_SAME_STEP_IN) return true;
    return false;
}

// Tries one more base at `at` with the turn and covering of fit i.
static void try_place(base_search *s, int i, int from, vec2 at, double steep) {
    found_base b = s->fits[i];
    if (!(at.x > 0 && at.y > 0 && at.x < s->view->width_in && at.y < s->view->depth_in)) return;
    if (s->fit_count == MAX_FITS || tried(s, s->look_of[b.kind], from, at)) return;
    b.fit.at = at;
    b.by = FOUND_BESIDE;
    b.chosen = false;
    b.fit.z_in = search_top_in(s, b.kind, at);
    if (bare_refine(s, &b, steep) && vec2_distance(b.fit.at, at) < 2 * PLAIN_BARE_BLOCKS_SAME_STEP_IN && bare_same_cover(s, &b, &s->fits[i]))
        s->fits[s->fit_count++] = b;
}

void bare_continue_blocks(base_search *s, int look, int from, double steep) {
    step_list l;
    find_steps(s, look, from, &l);
    for (int i = from, count = s->fit_count; i < count; i++) {
        if (!s->fits[i].chosen || s->look_of[s->fits[i].kind] != look) continue;
        for (int k = 0; k < 2 * l.count; k++) try_place(s, i, from, vec2_add(s->fits[i].fit.at, vec2_scale(l.at[k / 2].by, k % 2 ? -1 : 1)), steep);
    }
}
