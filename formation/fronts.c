#include "formation/fronts.h"

#include "formation/formation_limits.h"

bool fronts_stand_in_ranks(const game_unit *u) { return u->type == UNIT_REGULAR || u->type == UNIT_RANKED; }

static bool is_sure(pose p) { return pose_has_heading(p) && !pose_front_is_doubtful(p); }

bool fronts_facing(const pose *poses, int count, double *facing_rad) {
    vec2 sum = {0, 0};
    int sure = 0, all = 0;
    for (int i = 0; i < count; i++) {
        if (!pose_has_heading(poses[i])) continue;
        all++;
        if (!is_sure(poses[i])) continue;
        sum = vec2_add(sum, heading_forward(poses[i].heading_rad));
        sure++;
    }
    if (sure < FRONTS_LEAST || sure < FRONTS_SHARE * all) return false;
    *facing_rad = atan2(sum.y, sum.x);
    for (int i = 0; i < count; i++)
        if (is_sure(poses[i]) && fabs(angle_difference(poses[i].heading_rad, *facing_rad)) > FRONTS_SAME_WAY_RAD) return false;
    return true;
}

bool fronts_facing_of_most(const pose *poses, int count, double share, double *facing_rad) {
    int sure = 0, most = 0;
    for (int i = 0; i < count; i++) {
        int alike = 0;
        for (int k = 0; k < count; k++)
            alike +=
                is_sure(poses[i]) && is_sure(poses[k]) && fabs(angle_difference(poses[i].heading_rad, poses[k].heading_rad)) <= FRONTS_SAME_WAY_RAD;
        sure += is_sure(poses[i]);
        if (alike > most) most = alike, *facing_rad = poses[i].heading_rad;
    }
    return most >= FRONTS_LEAST && most >= share * sure;
}

pose fronts_settle(pose p, double facing_rad) {
    if (!pose_front_is_doubtful(p)) return p;
    pose turned = pose_face(p, facing_rad);
    if (fabs(angle_difference(turned.heading_rad, facing_rad)) > FRONTS_SAME_WAY_RAD) return p;
    turned.fronts = 0;
    return turned;
}
