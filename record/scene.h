// record/scene -- where every figure stands as the observations go by, for exports. Internal to record/.
#ifndef VEDETTE_RECORD_SCENE_H
#define VEDETTE_RECORD_SCENE_H

#include "core/event.h"

typedef struct {
    const game *g;
    pose *at;  // the rest: one for each figure of the game
    bool *on_table, *hidden;
    bool *changed;  // since the user of the scene cleared it
} scene;

// Figures with a start stand there. STATUS_MEMORY. g is borrowed.
status scene_init(scene *s, const game *g, fault *fault);
void scene_finish(scene *s);
// Places, hides and removes the figures that e names. False: e names none.
bool scene_apply(scene *s, const event *e);

#endif
