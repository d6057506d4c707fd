// app/eye_state -- what an eye holds. Internal to eye.c (looking) and eye_table.c (where the table lies).
#ifndef VEDETTE_APP_EYE_STATE_H
#define VEDETTE_APP_EYE_STATE_H

#include "app/eye.h"

#define TAGS_MAX 2048
#define BASES_MAX (GAME_MAX_FIGURES + 1024)

struct eye {
    const game *game;
    vision *vision;
    calibration calibration;
    bool calibrated;
    base_kind kinds[VISION_MAX_KINDS];
    int kind_count;
    int *kind_of;  // by figure: its kind, -1 where it is not found as a plain base
    expected_base *expected;
    tagged_base_kind tagged[VISION_MAX_TAGGED_KINDS];
    int tagged_count;
    tagged_id *ids;  // one list after the other, as the roster has them
    tag_sighting *tags, *found_tags;
    base_sighting *bases, *plain;
};

#endif
