#include "record/scene.h"

#include <stdlib.h>

status scene_init(scene *s, const game *g, fault *why) {
    size_t n = (size_t)g->figure_count + 1;
    *s = (scene){.g = g,
                 .at = calloc(n, sizeof *s->at),
                 .on_table = calloc(n, sizeof(bool)),
                 .hidden = calloc(n, sizeof(bool)),
                 .changed = calloc(n, sizeof(bool))};
    if (!s->at || !s->on_table || !s->hidden || !s->changed) {
        scene_finish(s);
        return fault_set(why, STATUS_MEMORY, "out of memory for the table's figures");
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

void scene_apply(scene *s, const event *e) {
    if (e->kind != EVENT_OBSERVE && e->kind != EVENT_PLACE && e->kind != EVENT_REMOVE) return;
    for (int i = 0; i < e->pose_count; i++) {
        int f = e->poses[i].figure;
        s->at[f] = e->poses[i].pose;
        s->on_table[f] = s->changed[f] = true;
        s->hidden[f] = false;
    }
    for (int i = 0; i < e->figure_count; i++) {
        int f = e->figures[i];
        s->changed[f] = true;
        if (e->kind == EVENT_REMOVE)
            s->on_table[f] = false;
        else
            s->hidden[f] = true;
    }
}
