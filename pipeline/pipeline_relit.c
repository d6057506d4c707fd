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
    for (int i = 0; i < e->pose_count; i++) p->told[e->poses[i].figure] = e->poses[i].pose, p->is_told[e->poses[i].figure] = true;
}

void relit_sift(pipeline *p, event *out) {
    double t = out->t_s;
    if (p->intake.light >= LIGHT_CHANGING) p->last_relit_s = t;
    if (p->hand && p->intake.light < LIGHT_CHANGING) p->last_hand_s = t;
    bool doubted = t - p->last_relit_s < RELIT_S || p->intake.light == LIGHT_DARK;
    if (doubted && t - p->last_hand_s > NO_HAND_S && out->pose_count > 0) {
        memcpy(p->sifted, out->poses, (size_t)out->pose_count * sizeof *p->sifted);
        for (int i = 0; i < out->pose_count; i++) {
            event_pose *e = &p->sifted[i];
            if (p->is_told[e->figure] && is_reading(p->told[e->figure], e->pose)) e->pose = p->told[e->figure];
        }
        out->poses = p->sifted;
    }
    relit_note(p, out);
}
