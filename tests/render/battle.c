// What happens in samples/battle.mp4; samples/README.md gives the reasons and the arithmetic.
#include "tests/render/script.h"

static const script_move moves[] = {
    // Turn 1, red.
    {3.0, "R1", 0.0, 0.25, {{LEG_GO, 5.0, 0, 0}}},
    {10.5, "R2", 1.3, 0.25, {{LEG_WHEEL, -35, 0, 0}, {LEG_PAUSE, 0.3, 0, 0}, {LEG_GO, 1.5, 0, 0}}},
    {19.0, "R3", 0, 0, {{LEG_CARRY, 1, 32.66, 27.6}, {LEG_CARRY, 2, 36.0, 26.4}, {LEG_CARRY, 3, 39.2, 27.4}, {LEG_CARRY, 4, 37.6, 23.4}}},
    {37.5, "R4", 0.0, 0.6, {{LEG_SPIN, 70, 0, 0}}},
    // Turn 1, blue.
    {46.0, "B2", 0.0, 0.25, {{LEG_GO, 4.5, -30, 0}}},
    {53.5, "B1", 0.0, 0.25, {{LEG_GO, 4.995, 0, 0}}},
    {61.0, "B3", 0, 0, {{LEG_CARRY, 1, 15.6107, 18.9}, {LEG_CARRY, 2, 19.2, 20.5}, {LEG_CARRY, 3, 17.9, 23.0}, {LEG_CARRY, 4, 21.0, 23.4}}},
    // Turn 2, red.
    {82.0, "R2", 2.0, 0.25, {{LEG_GO, 3.0, 0, 0}, {LEG_PAUSE, 0.8, 0, 0}, {LEG_WHEEL, 35, 0, 0}}},
    {92.0, "R4", 0.0, 0.25, {{LEG_GO, 8.0, 0, 0}}},
};

const script battle_script = {moves, sizeof moves / sizeof *moves, 103};
