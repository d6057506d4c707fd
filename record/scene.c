#include "record/scene.h"

#include <stdlib.h>

status scene_init(scene *s, const game *g, fault *fault) {
    size_t n = (size_t)g->figure_count + 1;
    *s = (scene){.g = g,
                 .at = calloc(n, sizeof *s->at),
                 .on_table = calloc(n, sizeof(bool)),
                 .hidden = calloc(n, sizeof(bool)),
                 .changed = calloc(n, sizeof(bool))};
    if (!s->at || !s->on_table || !s->hidden || !s->changed) {
        scene_finish(s);
        return fault_set(fault, STATUS_MEMORY, "out of memory for the table's figures");
    }
    for (int i = 0; i < g->figure_count; i++) {
        s->at[i] = g->figures[i].start;
        s->on_table[i] = s->changed[i] = g->figures[i].has_start;
    }
    return STATUS_OK;
}

void scene_finish(scene *s) {
    free(s->at);
    free(s->on_table);
    free(s->hidden);
    free(s->changed);
    *s = (scene){0};
}

bool scene_apply(scene *s, const event *e) {
    event_pose_list poses = event_poses(e);
    const event_observe *seen = event_as_observe(e);
    const event_remove *gone = event_as_remove(e);
    for (int i = 0; i < poses.count; i++) {
        int f = poses.at[i].figure;
        s->at[f] = poses.at[i].pose;
        s->on_table[f] = s->changed[f] = true;
        s->hidden[f] = false;
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) s->changed[seen->hidden[i]] = s->hidden[seen->hidden[i]] = true;
    for (int i = 0; gone && i < gone->figure_count; i++) {
        s->changed[gone->figures[i]] = true;
        s->on_table[gone->figures[i]] = false;
    }
    return poses.count > 0 || (seen && seen->hidden_count > 0) || (gone && gone->figure_count > 0);
}
