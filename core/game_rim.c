// Reads rim codes from a game file: the markers of the family "rim", and whether the paints of their unit differ enough.
#include <string.h>

#include "core/game_check.h"
#include "core/rim_code.h"

bool game_is_rim(const marker *m) { return strcmp(m->family, "rim") == 0; }

void game_rim_colours(const game *g, int f, uint32_t *dark_rgb, uint32_t *light_rgb) {
    const game_unit *u = &g->units[g->figures[f].unit];
    *dark_rgb = u->rim_rgb == NO_COLOUR ? RIM_CODE_DARK_RGB : u->rim_rgb;
    *light_rgb = u->mark_rgb == NO_COLOUR ? RIM_CODE_LIGHT_RGB : u->mark_rgb;
}

// How many cells: what is stated, else what fits.
static bool read_cells(json_reader *r, const json_node *n, base b, int *out) {
    double number = 0;
    if (!n->json) {
        *out = rim_code_default_cells(b);
        return true;
    }
    if (!json_number(r, n, 0, RIM_CODE_MAX_CELLS, "a number of cells: 24, 32, 48 or 64", &number)) return false;
    for (int i = 0; i < RIM_CODE_SIZES; i++)
        if (number == rim_code_sizes[i]) *out = rim_code_sizes[i];
    if (*out == 0) return json_reject(r, n, "must be a number of cells: 24, 32, 48 or 64");
    double long_mm = rim_code_cell_in(b, *out) / IN_PER_MM;
    int most = rim_code_most_cells(b, RIM_CODE_SHORTEST_IN);
    if (*out > most && most > 0) return json_reject(r, n, "makes cells of %.2f mm, too short to be read: at most %d fit on this base", long_mm, most);
    return true;
}

bool game_read_rim_marker(json_reader *r, const json_node *n, base b, marker *m) {
    static const char *const keys[] = {"family", "id", "cells", "size_mm", NULL};  // size_mm as other markers have it: a rim code has its base's
    double number = 0;
    json_unknown_keys(r, n, keys);
    json_node id = json_member(n, "id"), cells = json_member(n, "cells"), family = json_member(n, "family");
    if (!json_text(r, &family, m->family, sizeof m->family)) return false;
    if (!json_number(r, &id, 0, RIM_CODE_IDS - 1, "a whole number from 0 to 255", &number)) return false;
    if (number != floor(number)) return json_reject(r, &id, "must be a whole number");
    m->id = (int)number;
    if (rim_code_most_cells(b, RIM_CODE_SHORTEST_IN) == 0 || rim_code_default_cells(b) == 0)
        return json_reject(r, n, "is a rim code on a base that is too small for one: round bases need %g mm and others %g mm, with a flat top",
                           RIM_CODE_LEAST_ROUND_IN / IN_PER_MM, RIM_CODE_LEAST_SIDE_IN / IN_PER_MM);
    return read_cells(r, &cells, b, &m->cells);
}

bool game_rim_colours_differ(json_reader *r, const json_node *unit, const game *g, const game_unit *u) {
    uint32_t dark, light;
    json_node place = json_member(unit, u->rim_rgb != NO_COLOUR ? "rim_colour" : "mark_colour");
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (!game_is_rim(&g->figures[f].marker)) continue;
        game_rim_colours(g, f, &dark, &light);
        double contrast = rim_code_contrast(dark, light);
        if (contrast >= RIM_CODE_LEAST_CONTRAST) return true;
        if (rim_code_contrast(light, dark) >= RIM_CODE_LEAST_CONTRAST)
            return json_reject(r, &place,
                               "is lighter than the light cells of the unit's rim codes: rim_colour #%06x is for the dark cells, mark_colour "
                               "#%06x for the light ones: exchange them, or state both",
                               (unsigned)dark, (unsigned)light);
        return json_reject(
            r, &place,
            "leaves too little contrast for the unit's rim codes: dark cells #%06x and light ones #%06x (rim_colour, mark_colour) are as "
            "%.1f : 1 and need %.0f : 1: choose a darker rim_colour or a lighter mark_colour",
            (unsigned)dark, (unsigned)light, contrast, RIM_CODE_LEAST_CONTRAST);
    }
    return true;
}
