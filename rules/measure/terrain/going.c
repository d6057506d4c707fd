#include "rules/measure/terrain/going.h"

#include <string.h>

static const struct {
    const char *kind, *words;
} names[GROUND_COUNT] = {
    [GROUND_CLEAR] = {"clear", "clear ground"},
    [GROUND_LIGHT_WOODS] = {"light-woods", "light woods"},
    [GROUND_DENSE_WOODS] = {"dense-woods", "dense woods"},
    [GROUND_SWAMP] = {"swamp", "swamp"},
    [GROUND_DEEP_WATER] = {"deep-water", "deep water"},
    [GROUND_SHALLOW_WATER] = {"shallow-water", "shallow water"},
    [GROUND_WATER] = {"water", "water"},
    [GROUND_OBSTACLE] = {"obstacle", "an obstacle"},
    [GROUND_ROUGH] = {"rough", "rough ground"},
    [GROUND_BRUSH] = {"brush", "brush"},
    [GROUND_HILL] = {"hill", "a hill"},
    [GROUND_CLIFF] = {"cliff", "a cliff"},
    [GROUND_ROAD] = {"road", "a road"},
    [GROUND_TRAIL] = {"trail", "a trail"},
    [GROUND_IMPASSABLE] = {"impassable", "impassable ground"},
    [GROUND_WOODS] = {"woods", "woods"},
    [GROUND_MARSH] = {"marsh", "marsh"},
    [GROUND_DITCH] = {"ditch", "a ditch"},
    [GROUND_RAMPART] = {"rampart", "a rampart"},
    [GROUND_STREAM] = {"stream", "a stream"},
    [GROUND_RIVER] = {"river", "a river"},
};

ground_kind going_ground(const char *kind) {
    for (int k = 1; k < GROUND_COUNT; k++)
        if (strcmp(kind, names[k].kind) == 0) return (ground_kind)k;
    return GROUND_CLEAR;
}

const char *going_words(ground_kind k) { return names[k].words; }
