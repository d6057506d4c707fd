#include "capture/cameras.h"

#include <stdlib.h>

void camera_list_finish(camera_list *list) {
    for (int i = 0; i < list->count; i++) free(list->at[i].modes);
    free(list->at);
    *list = (camera_list){0};
}

camera_entry *camera_list_add(camera_list *list) {
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 4;
        camera_entry *grown = realloc(list->at, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        list->at = grown;
        list->capacity = capacity;
    }
    camera_entry *c = &list->at[list->count++];
    *c = (camera_entry){0};
    return c;
}

bool camera_add_mode(camera_entry *c, const camera_mode *mode) {
    if (c->mode_count == c->mode_capacity) {
        int capacity = c->mode_capacity ? 2 * c->mode_capacity : 16;
        camera_mode *grown = realloc(c->modes, (size_t)capacity * sizeof *grown);
        if (!grown) return false;
        c->modes = grown;
        c->mode_capacity = capacity;
    }
    c->modes[c->mode_count++] = *mode;
    return true;
}
