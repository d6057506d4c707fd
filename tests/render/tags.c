#include "tests/render/tags.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h11.h>
#include <apriltag/tagStandard41h12.h>
#include <apriltag/tagStandard52h13.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    apriltag_family_t *(*create)(void);
    void (*destroy)(apriltag_family_t *);
} family_row;

static const family_row families[] = {
    {"tag36h11", tag36h11_create, tag36h11_destroy},
    {"tag25h9", tag25h9_create, tag25h9_destroy},
    {"tag16h5", tag16h5_create, tag16h5_destroy},
    {"tagStandard41h12", tagStandard41h12_create, tagStandard41h12_destroy},
    {"tagStandard52h13", tagStandard52h13_create, tagStandard52h13_destroy},
};

static status draw(const family_row *row, int id, tag_bitmap *t, fault *fault) {
    apriltag_family_t *family = row->create();
    if (!family) return fault_set(fault, STATUS_MEMORY, "tag %s %d: out of memory", row->name, id);
    image_u8_t *image = id >= 0 && (uint32_t)id < family->ncodes ? apriltag_to_image(family, id) : NULL;
    bool good = image && image->width <= TAG_CELLS_MAX && image->width == image->height;
    if (good) {
        t->cells = image->width;
        t->border = family->width_at_border;
        for (int y = 0; y < t->cells; y++) {
            for (int x = 0; x < t->cells; x++) t->white[y][x] = image->buf[y * image->stride + x] > 127;
        }
    }
    if (image) free(image->buf);  // Debian's library keeps image_u8_destroy to itself
    free(image);
    row->destroy(family);
    return good ? STATUS_OK : fault_set(fault, STATUS_EXTERNAL, "tag %s %d: the family has no such id", row->name, id);
}

static status add(tag_book *b, const char *name, int id, fault *fault) {
    if (b->count == b->capacity) {
        int capacity = b->capacity ? 2 * b->capacity : 64;
        tag_bitmap **items = realloc(b->items, (size_t)capacity * sizeof *items);
        if (!items) return fault_set(fault, STATUS_MEMORY, "tag %s %d: out of memory", name, id);
        b->items = items;
        b->capacity = capacity;
    }
    tag_bitmap *t = calloc(1, sizeof *t);
    if (!t) return fault_set(fault, STATUS_MEMORY, "tag %s %d: out of memory", name, id);
    status s = fault_set(fault, STATUS_EXTERNAL, "tag family \"%s\": the renderer knows only AprilTag families", name);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (strcmp(families[i].name, name) == 0) s = draw(&families[i], id, t, fault);
    }
    snprintf(t->family, sizeof t->family, "%s", name);
    t->id = id;
    if (s == STATUS_OK)
        b->items[b->count++] = t;
    else
        free(t);
    return s;
}

status tag_book_find(tag_book *b, const char *family, int id, const tag_bitmap **out, fault *fault) {
    for (int i = 0; i < b->count; i++) {
        if (b->items[i]->id == id && strcmp(b->items[i]->family, family) == 0) {
            *out = b->items[i];
            return STATUS_OK;
        }
    }
    status s = add(b, family, id, fault);
    if (s == STATUS_OK) *out = b->items[b->count - 1];
    return s;
}

void tag_book_finish(tag_book *b) {
    for (int i = 0; i < b->count; i++) free(b->items[i]);
    free(b->items);
    *b = (tag_book){0};
}

bool tag_is_white(const tag_bitmap *t, double f, double l, double half) {
    double cell = 2 * half / t->border, middle = t->cells / 2.0;
    double x = middle - l / cell, y = middle - f / cell;
    if (x < 0 || y < 0 || x >= t->cells || y >= t->cells) return true;
    return t->white[(int)y][(int)x];
}
