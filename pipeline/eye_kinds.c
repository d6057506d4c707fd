// What there is to look for: the classes of bases of a game, by what they carry.
#include <string.h>

#include "pipeline/eye_state.h"

static bool same_base(base a, base b) {
    return a.shape == b.shape && a.width_in == b.width_in && a.depth_in == b.depth_in && a.height_in == b.height_in &&
           a.top_inset_in == b.top_inset_in;
}

static double height_under(const game_unit *u) { return u->has_tray ? u->tray_height_in : 0; }

// The class of bases that are found by their painted rims; -1: there are too many.
static int paint_kind(eye_kinds *all, const game *g, const game_figure *f) {
    const game_unit *u = &g->units[f->unit];
    base_kind k = {.base = f->base, .z_in = height_under(u), .rim_rgb = u->rim_rgb, .mark_rgb = u->mark_rgb};
    int at = 0;
    for (; at < all->painted_count; at++) {
        const base_kind *o = &all->painted[at];
        if (same_base(o->base, k.base) && o->z_in == k.z_in && o->rim_rgb == k.rim_rgb && o->mark_rgb == k.mark_rgb) break;
    }
    if (at == VISION_MAX_KINDS) return -1;
    if (at == all->painted_count) all->painted[all->painted_count++] = k;
    all->painted[at].count++;
    return at;
}

// The class of bases with a tag under the figure: those of a unit that look the same. Units' figures stand together.
static int tagged_kind(eye_kinds *all, const game *g, int figure, const tagged_id *id) {
    const game_figure *f = &g->figures[figure];
    tagged_base_kind *k = all->tagged_count ? &all->tagged[all->tagged_count - 1] : NULL;
    if (!k || k->unit != f->unit || !same_base(k->base, f->base) || k->size_in != f->marker.size_in || strcmp(k->family, f->marker.family) != 0) {
        if (all->tagged_count == VISION_MAX_TAGGED_KINDS) return -1;
        k = &all->tagged[all->tagged_count++];
        *k = (tagged_base_kind){.unit = f->unit, .base = f->base, .z_in = height_under(&g->units[f->unit]), .size_in = f->marker.size_in, .ids = id};
        memcpy(k->family, f->marker.family, sizeof k->family);
    }
    k->id_count++;
    return all->tagged_count - 1;
}

static rim_coded_kind rim_kind_of(const game *g, const game_figure *f) {
    const game_unit *u = &g->units[f->unit];
    return (rim_coded_kind){.base = f->base,
                            .z_in = height_under(u),
                            .cells = f->marker.cells > 0 ? f->marker.cells : rim_code_default_cells(f->base),
                            .dark_rgb = u->rim_rgb == NO_COLOUR ? RIM_CODE_DARK_RGB : u->rim_rgb,
                            .light_rgb = u->mark_rgb == NO_COLOUR ? RIM_CODE_LIGHT_RGB : u->mark_rgb};
}

static bool same_rim_kind(const rim_coded_kind *a, const rim_coded_kind *b) {
    return same_base(a->base, b->base) && a->z_in == b->z_in && a->cells == b->cells && a->dark_rgb == b->dark_rgb && a->light_rgb == b->light_rgb;
}

static int rim_kind(const eye_kinds *all, const game *g, const game_figure *f) {
    rim_coded_kind k = rim_kind_of(g, f);
    for (int at = 0; at < all->rim_count; at++)
        if (same_rim_kind(&all->rims[at], &k)) return at;
    return -1;
}

// Rim codes of one look across all units: first the kinds, then each kind's ids behind each other.
static void sort_rims(eye_kinds *all, const game *g) {
    for (int i = 0; i < g->figure_count; i++)
        if (strcmp(g->figures[i].marker.family, "rim") == 0 && rim_kind(all, g, &g->figures[i]) < 0 && all->rim_count < VISION_RIM_MAX_KINDS)
            all->rims[all->rim_count++] = rim_kind_of(g, &g->figures[i]);
    rim_coded_id *next = all->rim_ids;
    for (int k = 0; k < all->rim_count; k++) {
        all->rims[k].ids = next;
        for (int i = 0; i < g->figure_count; i++) {
            const game_figure *f = &g->figures[i];
            if (strcmp(f->marker.family, "rim") != 0 || rim_kind(all, g, f) != k) continue;
            *next++ = (rim_coded_id){.id = f->marker.id, .figure = i, .unit = f->unit};
            all->rims[k].id_count++;
            all->marks[i] = (figure_mark){MARKED_BY_RIM_CODE, k, -1};
        }
    }
}

static base_kind base_kind_of(const game *g, const game_figure *f, marked_by by) {
    const game_unit *u = &g->units[f->unit];
    bool tag = by == MARKED_BY_TAG;
    return (base_kind){.base = f->base,
                       .z_in = height_under(u),
                       .rim_rgb = tag ? NO_COLOUR : u->rim_rgb,
                       .mark_rgb = tag ? NO_COLOUR : u->mark_rgb,
                       .print = tag                        ? PRINT_TAG
                                : by == MARKED_BY_RIM_CODE ? PRINT_RIM_CODE
                                                           : PRINT_NONE};
}

// The class of the figure's base among those of all sorts; -1: there are too many.
static int base_kind_index(eye_kinds *all, const base_kind *k) {
    for (int i = 0; i < all->base_count; i++) {
        const base_kind *o = &all->bases[i];
        if (o->print == k->print && same_base(o->base, k->base) && o->z_in == k->z_in && o->rim_rgb == k->rim_rgb && o->mark_rgb == k->mark_rgb)
            return i;
    }
    if (all->base_count == VISION_MAX_BASE_KINDS) return -1;
    all->bases[all->base_count] = *k;
    return all->base_count++;
}

static void sort_bases(eye_kinds *all, const game *g) {
    for (int i = 0; i < g->figure_count; i++) {
        all->marks[i].base = -1;
        if (all->marks[i].by == MARKED_BY_NOTHING) continue;
        base_kind k = base_kind_of(g, &g->figures[i], all->marks[i].by);
        all->marks[i].base = base_kind_index(all, &k);
        if (all->marks[i].base >= 0) all->bases[all->marks[i].base].count++;
    }
}

void eye_sort_kinds(eye_kinds *all, const game *g) {
    int tagged = 0;
    for (int i = 0; i < g->figure_count; i++) {
        const game_figure *f = &g->figures[i];
        all->marks[i] = (figure_mark){MARKED_BY_NOTHING, -1, -1};
        if (strcmp(f->marker.family, "rim") == 0) continue;
        if (f->marker.family[0]) {
            all->tagged_ids[tagged] = (tagged_id){f->marker.id, i};
            all->marks[i] = (figure_mark){MARKED_BY_TAG, tagged_kind(all, g, i, &all->tagged_ids[tagged]), -1};
            tagged++;
        } else {
            int kind = paint_kind(all, g, f);
            if (kind >= 0) all->marks[i] = (figure_mark){MARKED_BY_PAINT, kind, -1};
        }
    }
    sort_rims(all, g);
    sort_bases(all, g);
}

unsigned eye_searches_for(const eye *e, int figure) {
    static const unsigned by[] = {
        [MARKED_BY_NOTHING] = 0, [MARKED_BY_PAINT] = EYE_PLAIN, [MARKED_BY_TAG] = EYE_TAGS | EYE_HIDDEN_TAGS, [MARKED_BY_RIM_CODE] = EYE_RIMS};
    return by[e->kinds.marks[figure].by];
}
