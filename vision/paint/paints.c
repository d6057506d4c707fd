// The paints of the kinds, and the picture seen through them.
#include <stdlib.h>

#include "vision/paint/search.h"

static bool base_sensible(const base_kind *k) {
    base b = k->base;
    return b.width_in > 0.2 && b.depth_in > 0.2 && b.width_in < 40 && b.depth_in < 40 && b.top_inset_in >= 0 && isfinite(b.height_in) &&
           isfinite(k->z_in);
}

// The index of the paint in the list. A new paint is added. NO_PLANE: the list is full.
static int paint_add(paint *list, int *count, uint32_t rgb, const int *beside, int rim) {
    for (int i = 0; i < *count; i++)
        if (list[i].rgb == rgb && (!beside || beside[i] == rim)) return i;
    if (*count == MAX_PAINTS) return NO_PLANE;
    list[*count].rgb = rgb;
    return (*count)++;
}

static void assign_paints(base_search *s, int kind, const base_kind *k) {
    s->rim_of[kind] = s->mark_of[kind] = NO_PLANE;
    if (k->rim_rgb == NO_COLOUR || k->count <= 0 || !base_sensible(k)) return;
    int rim = paint_add(s->rims, &s->rim_count, k->rim_rgb, NULL, 0);
    int mark = rim == NO_PLANE ? NO_PLANE : paint_add(s->marks, &s->mark_count, k->mark_rgb, s->mark_beside, rim);
    if (mark == NO_PLANE) return;
    s->rim_of[kind] = rim;
    s->mark_of[kind] = mark;
    s->mark_beside[mark] = rim;
}

// The table for the stated colour, computed once for each colour and light.
static void stated_table(paint *p, colour white, void (*make)(colour_table *, uint32_t, colour)) {
    if (!p->made || p->of != p->rgb || p->in.b != white.b || p->in.g != white.g || p->in.r != white.r) {
        make(&p->stated, p->rgb, white);
        p->of = p->rgb;
        p->in = white;
        p->made = true;
    }
    p->now = &p->stated;
}

// Allocates the largest piece of the picture that is copied.
static status patch_size(base_search *s) {
    double reach = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (s->rim_of[k] != NO_PLANE) reach = fmax(reach, s->models[k].reach);
    double edge = 2 * (1.6 * (2 * reach + 0.2) * s->px_per_in + 4);
    size_t need = (size_t)fmin(edge * edge, (double)s->frame->width * s->frame->height);
    if (need <= s->patch_capacity) return STATUS_OK;
    free(s->patch);
    s->patch = malloc(need);
    s->patch_capacity = s->patch ? need : 0;
    return s->patch ? STATUS_OK : STATUS_MEMORY;
}

void paints_changed(base_search *s) {
    s->patch_layer = NO_PLANE;
    for (int i = 0; i < s->rim_count; i++) cache_set(&s->cache, i, s->rims[i].now);
}

status paints_open(base_search *s, const base_kind *kinds, int kind_count) {
    for (int k = 0; k < kind_count; k++) assign_paints(s, k, &kinds[k]);
    for (int i = 0; i < s->rim_count; i++) stated_table(&s->rims[i], s->white, colour_rim_stated);
    for (int i = 0; i < s->mark_count; i++) stated_table(&s->marks[i], s->white, colour_mark_stated);
    status st = cache_open(&s->cache, s->frame);
    if (st == STATUS_OK) st = patch_size(s);
    if (st == STATUS_OK) paints_changed(s);
    return st;
}
