// What other light makes of places: where nobody's hand was about, a figure that is seen a hair from where it was told to stand has not been nudged.
// Its marker reads a little otherwise in the dark, or with other shadows.
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define RELIT_S 10.0    // after the light changed, places are told anew
#define NO_HAND_S 3.0   // and no hand was seen for so long
#define READING_IN 0.1  // as far as readings go apart; nudges go farther, moves much
#define READING_RAD (10 * RAD_PER_DEG)

status relit_make_room(pipeline *p, fault *why) {
    size_t n = (size_t)p->game->figure_count + 1;
    p->told = calloc(n, sizeof *p->told);
    p->is_told = calloc(n, sizeof *p->is_told);
    p->sifted = calloc(n, sizeof *p->sifted);
    p->last_hand_s = p->last_relit_s = -INFINITY;
    return p->told && p->is_told && p->sifted ? STATUS_OK : fault_set(why, STATUS_MEMORY, "out of memory");
}

void relit_free_room(pipeline *p) {
    free(p->told);
    free(p->is_told);
    free(p->sifted);
}

static bool is_reading(pose was, pose now) {
    return vec2_distance(was.at, now.at) < READING_IN && fabs(angle_difference(was.heading_rad, now.heading_rad)) < READING_RAD;
}

void relit_note(pipeline *p, const event *e) {
    event_pose_list poses = event_poses(e);
    for (int i = 0; i < poses.count; i++) p->told[poses.at[i].figure] = poses.at[i].pose, p->is_told[poses.at[i].figure] = true;
}

void relit_sift(pipeline *p, event *out) {
    event_pose_list poses = event_poses(out);
    double t = out->t_s;
    if (p->intake.light >= LIGHT_CHANGING) p->last_relit_s = t;
    if (p->hand && p->intake.light < LIGHT_CHANGING) p->last_hand_s = t;
    bool doubted = t - p->last_relit_s < RELIT_S || p->intake.light == LIGHT_DARK;
    if (doubted && t - p->last_hand_s > NO_HAND_S && poses.count > 0) {
        memcpy(p->sifted, poses.at, (size_t)poses.count * sizeof *p->sifted);
        for (int i = 0; i < poses.count; i++) {
            event_pose *e = &p->sifted[i];
            if (p->is_told[e->figure] && is_reading(p->told[e->figure], e->pose)) e->pose = p->told[e->figure];
        }
        event_set_poses(out, p->sifted, poses.count);
    }
    relit_note(p, out);
}
