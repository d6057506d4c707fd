#include "pipeline/tracking.h"

#include <stdlib.h>

#include "pipeline/boxes.h"

status tracking_init(tracking *t, const game *g, fault *fault) {
    size_t n = (size_t)g->figure_count + 1;
    tracking_view *v = &t->view;
    *v = (tracking_view){.searched = calloc(n, sizeof *v->searched),
                         .touched = calloc(n, sizeof *v->touched),
                         .covered = calloc(n, sizeof *v->covered),
                         .hand_in = calloc(n, sizeof *v->hand_in),
                         .still_for_s = calloc(n, sizeof *v->still_for_s),
                         .base_hand_in = calloc(SEEN_MAX, sizeof *v->base_hand_in),
                         .base_still_for_s = calloc(SEEN_MAX, sizeof *v->base_still_for_s),
                         .base_lies_for_s = calloc(SEEN_MAX, sizeof *v->base_lies_for_s)};
    const bool all_bases = v->base_hand_in && v->base_still_for_s && v->base_lies_for_s;
    if (!v->searched || !v->touched || !v->covered || !v->hand_in || !v->still_for_s || !all_bases)
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    formation_options o = formation_default_options();
    return formation_create(g, &o, &t->formation, fault);
}

void tracking_finish(tracking *t) {
    formation_destroy(t->formation);
    free(t->view.searched);
    free(t->view.touched);
    free(t->view.covered);
    free(t->view.hand_in);
    free(t->view.still_for_s);
    free(t->view.base_hand_in);
    free(t->view.base_still_for_s);
    free(t->view.base_lies_for_s);
    *t = (tracking){0};
}

static void show_figures(tracking_view *view, const table_view *v, figure_state *figures, const compared *now, const look_plan *plan, double t_s) {
    for (int i = 0; i < v->game->figure_count; i++) {
        figure_state *f = &figures[i];
        f->still_for_s = f->known ? rest_still_for_s(&now->changes, box_of_base(v->game, v->camera, i, f->at, 0), t_s) : 0;
        view->searched[i] = plan->marks[i].searched;
        view->touched[i] = plan->marks[i].touched;
        view->covered[i] = f->covered;
        view->hand_in[i] = f->hand_in;
        view->still_for_s[i] = f->still_for_s;
    }
}

// What the look says of a place.
typedef struct {
    const table_view *table;
    const occluder_list *occluders;
    const look_plan *plan;
} place_sight;

// The whole base was looked for, and nothing lies over it.
static bool shows_place(const void *context, int figure, pose at) {
    const place_sight *s = context;
    px_rect box = box_of_base(s->table->game, s->table->camera, figure, at, 0);
    const bool everywhere = s->plan->kind == PLAN_EVERYWHERE;
    if (box.width == 0 || !(s->plan->searches & s->table->figures[figure].searches)) return false;
    for (int k = 0; k < 9; k++) {
        px2 p = {box.x + (box.width - 1) * (k % 3) / 2.0, box.y + (box.height - 1) * (k / 3) / 2.0};
        if ((!everywhere && !rects_hold(&s->plan->where, p)) || occluder_at(s->occluders, p) >= 0) return false;
    }
    return true;
}

status tracking_take(tracking *t, const table_view *v, figure_state *figures, const comparison *c, const compared *now, const look_plan *plan,
                     const merged_looks *looks, double t_s, event *out, fault *fault) {
    const bool hands_known = t_s >= c->hands_known_s;
    tracking_view *view = &t->view;
    show_figures(view, v, figures, now, plan, t_s);
    if (hands_known) occlusion_measure_seen(&c->occlusion, v->camera, looks->seen, looks->seen_count, view->base_hand_in);
    for (int i = 0; i < looks->seen_count; i++) {
        const px_rect box = box_of_seen(v->game, v->camera, &looks->seen[i]);
        view->base_still_for_s[i] = rest_still_for_s(&now->changes, box, t_s);
        view->base_lies_for_s[i] = rest_lies_for_s(&c->rest, &now->changes, box, t_s);
    }
    const place_sight sight = {v, &c->occlusion.list, plan};
    formation_view shown = {.t_s = t_s,
                            .bases = looks->seen,
                            .base_count = looks->seen_count,
                            .searched = view->searched,
                            .touched = view->touched,
                            .covered = view->covered,
                            .hand_in = hands_known ? view->hand_in : NULL,
                            .base_hand_in = hands_known ? view->base_hand_in : NULL,
                            .still_for_s = view->base_still_for_s,
                            .lies_for_s = view->base_lies_for_s,
                            .place_still_for_s = view->still_for_s,
                            .sight = {&sight, hands_known ? shows_place : NULL},
                            .hand = c->occlusion.hand};
    status s = formation_see(t->formation, &shown, out, fault);
    if (s != STATUS_OK) return s;
    figures_read(figures, v->game->figure_count, t->formation);
    const event_pose_list poses = event_poses(out);
    for (int i = 0; i < poses.count; i++) figures[poses.at[i].figure].met = true;
    return STATUS_OK;
}
