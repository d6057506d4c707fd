#include "looks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
// cmocka needs the ones above first
#include <cmocka.h>

base_sighting plain_sight(const game *g, int i, pose at) {
    const game_figure *f = &g->figures[i];
    return (base_sighting){
        .by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = f->base, .rim_rgb = g->units[f->unit].rim_rgb, .score = 1, .pose = at};
}

formation *tracker_of(const game *g) {
    formation_options o = formation_default_options();
    formation *f;
    assert_int_equal(formation_create(g, &o, &f, NULL), STATUS_OK);
    return f;
}

game *square_block(int files, int ranks) {
    char text[300];
    snprintf(text, sizeof text,
             "{\"id\":\"T\",\"side\":\"red\",\"array\":{\"files\":%d,\"ranks\":%d,"
             "\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"at\":[20,20,90]}}",
             files, ranks);
    return table_game(text);
}
