#include "pipeline/compare.h"

#include "pipeline/boxes.h"
#include "pipeline/first_picture.h"
#include "pipeline/pipeline_limits.h"

status comparison_init(comparison *c, const game *g, fault *fault) { return occlusion_init(&c->occlusion, g, fault); }

void comparison_finish(comparison *c) {
    rest_finish(&c->rest);
    occlusion_finish(&c->occlusion);
}

static void judge_first_picture(comparison *c, const eye *e, const figure_state *figures, const frame *f) {
    bool may_hold_hand = first_picture_may_hold_hand(eye_game(e), eye_calibration(e), figures, f);
    c->hands_known_s = may_hold_hand ? f->t_s + HANDS_UNKNOWN_S : f->t_s;
}

void comparison_begin_anew(comparison *c, eye *e, figure_state *figures, const frame *f) {
    judge_first_picture(c, e, figures, f);
    occlusion_forget(&c->occlusion, figures, eye_vision(e));
}

// Notes where figures stand: those that have rested there, on all tiles; or every one, on those that are settled just now (NULL: all are).
static void note_standing(comparison *c, const eye *e, const figure_state *figures, const compared *now, bool rested, const uint8_t *tiles,
                          double t_s) {
    const game *g = eye_game(e);
    const calibration *camera = eye_calibration(e);
    for (int i = 0; camera && i < g->figure_count; i++)
        if (figures[i].known && !figures[i].hidden && (figures[i].has_rested || !rested))
            rest_stands(&c->rest, &now->changes, box_of_base(g, camera, i, figures[i].at, 0), tiles, t_s);
}

status comparison_take(comparison *c, eye *e, figure_state *figures, const frame *f, compared *out, fault *fault) {
    vision *v = eye_vision(e);
    status s = vision_watch(v, f, &out->changes);
    if (s != STATUS_OK) return fault_set(fault, s, "comparing pictures: %s", status_text(s));
    out->is_first = !c->started;
    if (out->is_first) {
        c->started = true;
        c->last_motion_s = f->t_s;
        judge_first_picture(c, e, figures, f);
    }
    if (out->changes.moving_count > 0) c->last_motion_s = f->t_s;
    out->at_rest = f->t_s - c->last_motion_s >= STILL_S;
    s = rest_note(&c->rest, &out->changes, f->t_s, fault);
    if (s == STATUS_OK) note_standing(c, e, figures, out, true, NULL, f->t_s);
    vision_view view = eye_view(e);
    if (s == STATUS_OK) s = occlusion_find(&c->occlusion, figures, v, &view, eye_calibration(e), f, &out->changes, fault);
    return s;
}

void comparison_settle(comparison *c, eye *e, const figure_state *figures, const frame *f, const compared *now, bool trusted) {
    if (now->changes.changed_count == 0) return;
    const uint8_t *settled = trusted ? rest_choose_settled(&c->rest, &now->changes, &c->occlusion.list, f->t_s) : NULL;
    if (trusted ? settled == NULL : !now->at_rest) return;
    vision_settle(eye_vision(e), f, settled);
    note_standing(c, e, figures, now, false, settled, f->t_s);
}
