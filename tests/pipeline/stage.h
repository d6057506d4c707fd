// A table of values before the plan of looks: hand-made changes, places and costs. No picture is looked at.
#ifndef VEDETTE_TESTS_PIPELINE_STAGE_H
#define VEDETTE_TESTS_PIPELINE_STAGE_H

#include <stdlib.h>
#include <string.h>

#include "pipeline/boxes.h"
#include "pipeline/pipeline_limits.h"
#include "pipeline/plan.h"

enum { WIDTH = 1920, HEIGHT = 1080, TILE = 16, COLUMNS = WIDTH / TILE, ROWS = HEIGHT / TILE + 1, TILES = COLUMNS * ROWS, FIGURES = 63, CELL = 8 };

// Three figures with tags, and sixty with painted rims in three units.
static const char game_text[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[]},\"sides\":[{\"id\":\"red\"}],"
    "\"units\":["
    "{\"id\":\"T\",\"side\":\"red\",\"type\":\"skirmish\",\"figures\":["
    "{\"id\":\"T-1\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":20,\"size_mm\":30},"
    "\"start\":[15,34,40]},"
    "{\"id\":\"T-2\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":21,\"size_mm\":30},"
    "\"start\":[50,36,-170]},"
    "{\"id\":\"T-3\",\"base\":{\"shape\":\"square\",\"width_mm\":40,\"depth_mm\":40},\"marker\":{\"family\":\"tag36h11\",\"id\":22,\"size_mm\":30},"
    "\"start\":[36,24,95]}]},"
    "{\"id\":\"R\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\","
    "\"array\":{\"files\":10,\"ranks\":2,\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[20,12,90],\"gap_in\":0.01}},"
    "{\"id\":\"S\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\","
    "\"array\":{\"files\":10,\"ranks\":2,\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[50,12,90],\"gap_in\":0.01}},"
    "{\"id\":\"U\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\","
    "\"array\":{\"files\":10,\"ranks\":2,\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"at\":[36,40,90],\"gap_in\":0.01}}]}";

// Everything that a plan is made from, as values.
typedef struct {
    game *game;
    calibration camera;
    cost_model costs;
    uint8_t changed[TILES], moving[TILES], region_of[(WIDTH / CELL) * (HEIGHT / CELL + 1)];
    double stirred_s[TILES];
    vision_changes changes;
    occluder_list occluders;
    rest_map rest;
    duplicate_list duplicates;
    plan_view view;
    plan_memory memory;
    figure_state figures[FIGURES];
    look_plan plan;
    vec2 carried_in;  // so far from where it was seen last each hidden figure is sought
} stage;

// All figures stand at their starts and were met; nothing changes, all is at rest, the first looks are over.
static inline stage *begin(void) {
    fault fault = {""};
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (game_parse(game_text, strlen(game_text), "plan", &s->game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(s->game->figure_count, FIGURES);
    s->camera = calib_plain_lens(WIDTH, HEIGHT);
    s->camera.fx = s->camera.fy = 1510;
    calib_set_pose(&s->camera, (vec3){PI, 0, 0}, (vec3){-36, 24, 75});
    s->costs = costs_nominal();
    s->changes =
        (vision_changes){.tile_px = TILE, .columns = COLUMNS, .rows = ROWS, .changed = s->changed, .moving = s->moving, .stirred_s = s->stirred_s};
    s->occluders = (occluder_list){.cell_px = CELL, .columns = WIDTH / CELL, .rows = HEIGHT / CELL + 1, .region_of = s->region_of};
    assert_int_equal(rest_note(&s->rest, &s->changes, 0, &fault), STATUS_OK);
    s->memory = plan_begin();
    s->memory.fresh = 0;
    assert_int_equal(plan_init(&s->plan, s->game, &fault), STATUS_OK);
    assert_int_equal(plan_size_to(&s->plan, TILES, &fault), STATUS_OK);
    for (int i = 0; i < FIGURES; i++)
        s->figures[i] = (figure_state){.searches = i < 3 ? EYE_TAGS | EYE_HIDDEN_TAGS : EYE_PLAIN,
                                       .known = true,
                                       .met = true,
                                       .at = s->game->figures[i].start,
                                       .hand_in = INFINITY};
    s->view = (plan_view){.game = s->game,
                          .camera = &s->camera,
                          .costs = &s->costs,
                          .changes = &s->changes,
                          .occluders = &s->occluders,
                          .rest = &s->rest,
                          .duplicates = &s->duplicates,
                          .width = WIDTH,
                          .height = HEIGHT,
                          .t_s = 100,
                          .at_rest = true};
    return s;
}

static inline void end(stage *s) {
    plan_finish(&s->plan);
    rest_finish(&s->rest);
    game_destroy(s->game);
    free(s);
}

// The tiles of the box, in tiles, change, and move or not.
static inline void change(stage *s, px_rect box, bool moves) {
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++) s->changed[y * COLUMNS + x] = 1, s->moving[y * COLUMNS + x] = moves;
    s->changes.changed_count = s->changes.moving_count = 0;
    for (int i = 0; i < TILES; i++) s->changes.changed_count += s->changed[i], s->changes.moving_count += s->moving[i];
}

static inline void change_all(stage *s) { change(s, (px_rect){0, 0, COLUMNS, ROWS}, true); }

static inline px_rect tiles_of(const stage *s, int figure) {
    px_rect b = box_of_base(s->game, &s->camera, figure, s->figures[figure].at, 0);
    return (px_rect){b.x / TILE, b.y / TILE, b.width / TILE + 2, b.height / TILE + 2};
}

static inline void plan(stage *s) {
    for (int i = 0; i < FIGURES; i++) {
        s->figures[i].sought = s->figures[i].at;
        if (s->figures[i].hidden) s->figures[i].sought.at = vec2_add(s->figures[i].at.at, s->carried_in);
    }
    plan_next(&s->view, &s->memory, s->figures, &s->plan);
    s->view.t_s += 0.1;
}

#endif
