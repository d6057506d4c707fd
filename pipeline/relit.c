#include "pipeline/relit.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_limits.h"

status relit_init(relit_state *r, int figure_count, fault *fault) {
    *r = (relit_state){.last_hand_s = -INFINITY, .last_relit_s = -INFINITY};
    r->sifted = calloc((size_t)figure_count + 1, sizeof *r->sifted);
    return r->sifted ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

void relit_finish(relit_state *r) {
    free(r->sifted);
    r->sifted = NULL;
}

static bool is_reading(pose was, pose now) {
    return vec2_distance(was.at, now.at) < RELIT_READING_IN && fabs(angle_difference(was.heading_rad, now.heading_rad)) < RELIT_READING_RAD;
}

void relit_note(figure_state *figures, const event *e) {
    const event_pose_list poses = event_poses(e);
    for (int i = 0; i < poses.count; i++) {
        figure_state *f = &figures[poses.at[i].figure];
        f->reported = poses.at[i].pose, f->is_reported = true;
    }
}

void relit_sift(relit_state *r, figure_state *figures, light_state light, bool hand, event *out) {
    const event_pose_list poses = event_poses(out);
    const double t_s = out->t_s;
    if (light >= LIGHT_CHANGING) r->last_relit_s = t_s;
    if (hand && light < LIGHT_CHANGING) r->last_hand_s = t_s;
    bool doubted = t_s - r->last_relit_s < RELIT_S || light == LIGHT_DARK;
    if (doubted && t_s - r->last_hand_s > RELIT_NO_HAND_S && poses.count > 0) {
        memcpy(r->sifted, poses.at, (size_t)poses.count * sizeof *r->sifted);
        for (int i = 0; i < poses.count; i++) {
            event_pose *e = &r->sifted[i];
            const figure_state *f = &figures[e->figure];
            if (f->is_reported && is_reading(f->reported, e->pose)) e->pose = f->reported;
        }
        event_set_poses(out, r->sifted, poses.count);
    }
    relit_note(figures, out);
}
