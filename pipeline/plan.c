#include "pipeline/plan.h"

#include <stdlib.h>
#include <string.h>

#include "formation/fronts.h"
#include "pipeline/plan_parts.h"

status plan_init(look_plan *p, const game *g, fault *fault) {
    size_t n = (size_t)g->figure_count + 1;
    *p = (look_plan){.wishes = calloc(n, sizeof *p->wishes), .marks = calloc(n, sizeof *p->marks)};
    p->probes = calloc((size_t)g->unit_count + 1, sizeof *p->probes);
    return p->wishes && p->marks && p->probes ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

void plan_finish(look_plan *p) {
    free(p->wishes);
    free(p->marks);
    free(p->tiles);
    free(p->queue);
    free(p->probes);
    *p = (look_plan){0};
}

status plan_size_to(look_plan *p, int tiles, fault *fault) {
    if (tiles == p->tile_capacity) return STATUS_OK;
    free(p->tiles);
    free(p->queue);
    p->tiles = calloc((size_t)tiles, 1);
    p->queue = calloc((size_t)tiles, sizeof *p->queue);
    p->tile_capacity = p->tiles && p->queue ? tiles : 0;
    return p->tile_capacity ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

plan_memory plan_begin(void) { return (plan_memory){.fresh = FRESH_LOOKS, .sweep = {.slice_px = SWEEP_PX}}; }

static void plan_everywhere(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    out->kind = PLAN_EVERYWHERE;
    out->searches = EYE_ALL;
    for (int k = 0; k < DUPLICATE_MARKERS; k++) out->duplicates[k] = v->duplicates->at[k].on;
    plan_begin_sweep(v, &m->sweep);
    plan_forget_following(m, figures, v->game->figure_count);
    plan_expect_all(v, figures, out);
}

static bool any_hand_in(const plan_view *v, const rect_list *where) {
    for (int i = 0; i < where->count; i++)
        if (occluder_hand_in(v->occluders, where->at[i])) return true;
    return false;
}

// Where no hand lies, a unit that is missed is sought as if it had never been seen: it may be what came to rest there.
static void seek_lost_units(const plan_view *v, const figure_state *figures, look_plan *out) {
    if (any_hand_in(v, &out->where)) return;
    for (int u = 0; u < v->game->unit_count; u++) {
        const game_unit *unit = &v->game->units[u];
        if (!fronts_stand_in_ranks(unit) || !plan_is_unit_lost(unit, figures)) continue;
        for (int i = unit->first_figure; i < unit->first_figure + unit->figure_count; i++) out->wishes[i].lost = true;
    }
}

// All searches are made a few times where something came to rest. A figure that is not found then counts as hidden.
static void plan_settle(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    out->kind = PLAN_SETTLE;
    out->searches = EYE_ALL;
    duplicates_choose(v->duplicates, &out->where, out->duplicates);
    plan_follow(v, m, figures, out);
    seek_lost_units(v, figures, out);
    plan_excuse(v, m, figures, EYE_ALL, out);
}

// Where something moves, expected bases are followed, and only lost ones are searched for.
static void plan_motion(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    out->kind = PLAN_FOLLOW;
    out->searches = plan_due_search(m);
    bool whole = out->searches == 0 || plan_choose_part(v, m, figures, out->searches, out);
    if (out->searches == 0) out->searches = plan_choose_fresh(v, m, out), whole = out->searches == 0;
    if (out->searches == 0) out->where.count = 0;
    plan_follow(v, m, figures, out);
    plan_look_back(v, m, figures, out);
    plan_excuse(v, m, figures, whole ? out->searches : 0, out);
}

static bool any_may_have_gone_on(const plan_view *v, const figure_state *figures) {
    for (int i = 0; i < v->game->figure_count; i++)
        if (figure_may_have_gone_on(&figures[i])) return true;
    return false;
}

void plan_next(const plan_view *v, plan_memory *m, figure_state *figures, look_plan *out) {
    const vision_changes *c = v->changes;
    out->searches = 0;
    out->where.count = 0;
    memset(out->duplicates, 0, sizeof out->duplicates);
    for (int i = 0; i < v->game->figure_count; i++) out->wishes[i].absent = figures[i].absent;
    if (m->fresh > 0) {
        m->fresh--;
        plan_everywhere(v, m, figures, out);
    } else if (c->changed_count > 0 || c->moving_count > 0 || any_may_have_gone_on(v, figures)) {
        plan_begin_sweep(v, &m->sweep);
        if (plan_regions(v, m, figures, out))
            plan_settle(v, m, figures, out);
        else
            plan_motion(v, m, figures, out);
    } else {
        plan_idle(v, m, figures, out);
    }
}
