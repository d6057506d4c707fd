#include "pipeline/eye_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/families.h"

// Without a game it is not known which markers lie there: the families and dictionaries in common use, none of which reads another's marker.
static const char *const usual_families[] = {"tag36h11",     "tag25h9",      "tag16h5",      "tagStandard41h12",
                                             "aruco4x4_100", "aruco5x5_100", "aruco6x6_250", "aruco_original"};

static status choose_families(const game *g, const eye_options *o, vision_options *v, fault *fault) {
    memset(v->families, 0, sizeof v->families);
    status s = STATUS_OK;
    for (int i = 0; i < o->family_count && s == STATUS_OK; i++)
        if (!(vision_knows_family(o->families[i]) || strcmp(o->families[i], "rim") == 0) || !families_add(v, o->families[i]))
            return fault_set(fault, STATUS_INVALID,
                             "--family %s: not known: tag36h11, tag25h9, tag16h5, tagStandard41h12, an ArUco dictionary as aruco4x4_100, or rim",
                             o->families[i]);
    if (g) s = families_of_game(g, v, fault);
    bool none = !v->families[0][0];
    for (size_t i = 0; !g && none && i < sizeof usual_families / sizeof *usual_families; i++)
        if (vision_reads_family(v->reader, usual_families[i])) families_add(v, usual_families[i]);
    if (!v->families[0][0]) families_add(v, "tag36h11");
    for (int i = 0; i < VISION_MAX_FAMILIES && v->families[i][0] && s == STATUS_OK; i++)
        if (!vision_reads_family(v->reader, v->families[i]) && strcmp(v->families[i], "rim") != 0)
            s = fault_set(fault, STATUS_INVALID, "OpenCV's reader has no tag family \"%s\": leave --reader away", v->families[i]);
    return s;
}

static bool make_kinds(eye_kinds *k, size_t figures) {
    k->marks = calloc(figures + 1, sizeof *k->marks);
    k->tagged_ids = calloc(figures + 1, sizeof *k->tagged_ids);
    k->rim_ids = calloc(figures + 1, sizeof *k->rim_ids);
    return k->marks && k->tagged_ids && k->rim_ids;
}

static bool make_lists(eye_lists *l, size_t figures) {
    *l = (eye_lists){.expected_bases = calloc(2 * figures + 1, sizeof *l->expected_bases),
                     .supposed_bases = calloc(figures + BASES_MAX, sizeof *l->supposed_bases),
                     .expected_capacity = (int)figures + BASES_MAX,
                     .expected_rims = calloc(figures + BASES_MAX, sizeof *l->expected_rims),
                     .expected_tags = calloc(figures + 1, sizeof *l->expected_tags),
                     .expected_tagged = calloc(figures + BASES_MAX, sizeof *l->expected_tagged),
                     .followed = calloc(figures + 1, sizeof *l->followed),
                     .tags = calloc(TAGS_MAX, sizeof *l->tags),
                     .found_tags = calloc(TAGS_MAX, sizeof *l->found_tags),
                     .bases = calloc(BASES_MAX, sizeof *l->bases),
                     .found_bases = calloc(BASES_MAX, sizeof *l->found_bases),
                     .confirmed_bases = calloc(BASES_MAX, sizeof *l->confirmed_bases),
                     .duplicates = calloc(DUPLICATES_MAX, sizeof *l->duplicates)};
    return l->expected_bases && l->supposed_bases && l->confirmed_bases && l->expected_rims && l->expected_tags && l->expected_tagged &&
           l->followed && l->tags && l->found_tags && l->bases && l->found_bases && l->duplicates;
}

static bool make_all(eye *e, const game *g) {
    size_t figures = g ? (size_t)g->figure_count : 0;
    e->declared = calloc(g ? (size_t)g->declaration_count + 1 : 1, sizeof *e->declared);
    return make_kinds(&e->kinds, figures) && make_lists(&e->lists, figures) && e->declared;
}

status eye_create(const game *g, eye_options o, eye **out, fault *fault) {
    *out = NULL;
    eye *e = calloc(1, sizeof *e);
    if (!e) return fault_set(fault, STATUS_MEMORY, "out of memory");
    e->game = g;
    vision_options v = vision_default_options();
    if (o.threads > 0) v.threads = o.threads;
    v.reader = o.reader;
    status s = make_all(e, g) ? choose_families(g, &o, &v, fault) : fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = vision_create(&v, &e->vision, fault);
    if (s != STATUS_OK) {
        eye_destroy(e);
        return s;
    }
    if (g) eye_sort_kinds(&e->kinds, g);
    *out = e;
    return STATUS_OK;
}

void eye_destroy(eye *e) {
    if (!e) return;
    vision_destroy(e->vision);
    free(e->kinds.marks);
    free(e->kinds.tagged_ids);
    free(e->kinds.rim_ids);
    free(e->lists.expected_bases);
    free(e->lists.supposed_bases);
    free(e->lists.expected_rims);
    free(e->lists.expected_tags);
    free(e->lists.expected_tagged);
    free(e->lists.followed);
    free(e->lists.tags);
    free(e->lists.found_tags);
    free(e->lists.bases);
    free(e->lists.found_bases);
    free(e->lists.confirmed_bases);
    free(e->lists.duplicates);
    free(e->declared);
    free(e);
}

const game *eye_game(const eye *e) { return e->game; }

void eye_set_calibration(eye *e, const calibration *c) {
    e->calibration = *c;
    e->calibrated = c->has_table;
}

const calibration *eye_calibration(const eye *e) { return e->calibrated ? &e->calibration : NULL; }
vision *eye_vision(eye *e) { return e->vision; }

// The calibration as vision sees it ---------------------------------------------------------------------------------------------------------

static px2 lend_to_px(const void *context, vec3 at_in) { return calib_to_px(&((const eye *)context)->calibration, at_in); }

static vec2 lend_to_table(const void *context, px2 at, double z_in) {
    vec2 p;
    return calib_to_table(&((const eye *)context)->calibration, at, z_in, &p) ? p : (vec2){NAN, NAN};
}

static double lend_ground(const void *context, vec2 at) { return game_ground_in(((const eye *)context)->game, at); }

static ground_cover lend_cover(const void *context, vec2 at) {
    static const char *const woods[] = {"woods", "light-woods", "dense-woods"};
    const game *g = ((const eye *)context)->game;
    if (game_has_terrain(g, at, "impassable")) return COVER_BARRED;
    for (size_t k = 0; k < sizeof woods / sizeof *woods; k++)
        if (game_has_terrain(g, at, woods[k])) return COVER_WOODS;
    return COVER_NONE;
}

vision_view eye_view(const eye *e) {
    return (vision_view){.context = e,
                         .to_px = lend_to_px,
                         .to_table = lend_to_table,
                         .ground_in = lend_ground,
                         .cover = lend_cover,
                         .width_in = e->game->width_in,
                         .depth_in = e->game->depth_in,
                         .tones = e->tones};
}
