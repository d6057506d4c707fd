// Which search is made for what is lost while something moves, and in which part of what changed: one a frame, and not again at once where it was in
// vain, but for what hands have left since.
#include "pipeline/boxes.h"
#include "pipeline/plan_parts.h"

static const int vain_waits[SEARCH_COUNT] = SEARCH_WAITS;

static unsigned mask_of(int sort) { return 1u << sort; }

static int sort_of(unsigned search) {
    int s = 0;
    while (s + 1 < SEARCH_COUNT && mask_of(s) != search) s++;
    return s;
}

static double part_px(const plan_view *v, int sort) { return costs_part_px(v->costs, (search_sort)sort); }

unsigned plan_due_search(plan_memory *m) {
    unsigned due = 0;
    for (int s = 0; s < SEARCH_COUNT; s++) {
        search_memory *memory = &m->search[s];
        bool resting = s >= FIRST_OF_MANY_PARTS && m->looks % 2;
        if (memory->wait > 0) memory->wait--;
        if (!(m->lost & mask_of(s))) memory->part = 0;
        if (!due && !resting && (m->lost & mask_of(s)) && memory->wait == 0) due = mask_of(s);
    }
    return due;
}

// The box of the tiles in `within` that changed or move; width 0: none do.
static px_rect changed_in(const vision_changes *c, px_rect within) {
    int x0 = within.x / c->tile_px, y0 = within.y / c->tile_px, x1 = (within.x + within.width - 1) / c->tile_px,
        y1 = (within.y + within.height - 1) / c->tile_px, left = c->columns, top = c->rows, right = -1, below = -1;
    for (int y = y0 > 0 ? y0 : 0; y <= y1 && y < c->rows; y++)
        for (int x = x0 > 0 ? x0 : 0; x <= x1 && x < c->columns; x++) {
            if (!c->changed[y * c->columns + x] && !c->moving[y * c->columns + x]) continue;
            left = x < left ? x : left, right = x > right ? x : right, top = y < top ? y : top, below = y;
        }
    if (right < 0) return (px_rect){0};
    return (px_rect){left * c->tile_px, top * c->tile_px, (right - left + 1) * c->tile_px, (below - top + 1) * c->tile_px};
}

// A square about the middle of the lost figures that the search would find.
static px_rect about_lost(const plan_view *v, const figure_state *figures, unsigned search, int edge) {
    double u = 0, y = 0;
    int count = 0;
    for (int i = 0; i < v->game->figure_count; i++) {
        const figure_state *f = &figures[i];
        if (!f->follow.on || !f->follow.lost || !(f->searches & search)) continue;
        px_rect box = box_of_base(v->game, v->camera, i, f->place, 0);
        if (box.width == 0) continue;
        u += box.x + box.width / 2, y += box.y + box.height / 2;
        count++;
    }
    if (count == 0) return (px_rect){0};
    return (px_rect){(int)(u / count) - edge / 2, (int)(y / count) - edge / 2, edge, edge};
}

// The parts: first where the lost figures were, then squares of the picture, row by row. Number `part` or the next one in which something changed;
// false where none is left.
static bool find_part(const plan_view *v, const figure_state *figures, unsigned search, int edge, int *part, px_rect *out) {
    const vision_changes *c = v->changes;
    int across = c->columns * c->tile_px / edge + 1, count = across * (c->rows * c->tile_px / edge + 1);
    for (; *part <= count; ++*part) {
        int k = *part - 1;
        *out = changed_in(c, *part == 0 ? about_lost(v, figures, search, edge) : (px_rect){k % across * edge, k / across * edge, edge, edge});
        if (out->width > 0) return true;
    }
    return false;
}

// About a part: what is searched for may lie across its edge. A rim code is found by its middle, wherever its rim lies: half a base is enough.
static int part_margin_px(const plan_view *v, const figure_state *figures, unsigned search) {
    int margin = box_margin_px(v->camera), widest = 0;
    for (int i = 0; search == EYE_RIMS && i < v->game->figure_count; i++) {
        if (!(figures[i].searches & EYE_RIMS)) continue;
        px_rect box = box_of_base(v->game, v->camera, i, figures[i].place, 0);
        int half = (box.width > box.height ? box.width : box.height) / 2 + 1;
        widest = half > widest ? half : widest;
    }
    return widest > 0 && widest < margin ? widest : margin;
}

bool plan_choose_part(const plan_view *v, plan_memory *m, const figure_state *figures, unsigned search, look_plan *out) {
    const int s = sort_of(search), margin = box_margin_px(v->camera), edge = (int)fmax(sqrt(part_px(v, s)) - 2 * margin, margin);
    search_memory *memory = &m->search[s];
    px_rect part, next;
    if (rects_area(&out->where) > part_px(v, s)) {
        out->where.count = 0;
        if (find_part(v, figures, search, edge, &memory->part, &part)) {
            rects_add(&out->where, rect_grow(part, part_margin_px(v, figures, search)));
            memory->part++;
        }
        if (find_part(v, figures, search, edge, &memory->part, &next)) return false;
    }
    *memory = (search_memory){.searched_s = v->t_s, .wait = vain_waits[s]};
    m->searched_in_vain |= search;
    return true;
}

// The tile changed, has moved since the search was made last, and no hand lies over it any more.
static bool is_fresh(const plan_view *v, int tile, double searched_s) {
    const vision_changes *c = v->changes;
    if (!(c->changed[tile] || c->moving[tile]) || v->rest->motion_s[tile] <= searched_s) return false;
    px2 middle = {(tile % c->columns + 0.5) * c->tile_px, (tile / c->columns + 0.5) * c->tile_px};
    int region = occluder_at(v->occluders, middle);
    return region < 0 || v->occluders->at[region].kind != OCCLUDER_HAND;
}

// Leaves in out->where what is fresh; false: nothing, or more than one frame has time for.
static bool find_fresh(const plan_view *v, const plan_memory *m, int sort, look_plan *out) {
    const vision_changes *c = v->changes;
    const int margin = box_margin_px(v->camera);
    out->where.count = 0;
    for (int i = 0; i < c->columns * c->rows; i++)
        if (is_fresh(v, i, m->search[sort].searched_s))
            rects_add(&out->where, rect_grow((px_rect){i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px}, margin));
    double area = rects_area(&out->where);
    return area > 0 && area <= part_px(v, sort);
}

unsigned plan_choose_fresh(const plan_view *v, plan_memory *m, look_plan *out) {
    for (int s = 0; s < SEARCH_COUNT; s++) {
        search_memory *memory = &m->search[s];
        bool may_be_made = (m->lost & mask_of(s)) && memory->wait > 0 && v->t_s >= memory->searched_s + FRESH_EVERY_S;
        if (!may_be_made || !find_fresh(v, m, s, out)) continue;
        memory->searched_s = v->t_s;
        return mask_of(s);
    }
    return 0;
}
