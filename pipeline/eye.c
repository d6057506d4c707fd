#include "pipeline/eye_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_family(vision_options *o, const char *family) {
    int i = 0;
    while (i < VISION_MAX_FAMILIES && o->families[i][0]) {
        if (strcmp(o->families[i], family) == 0) return true;
        i++;
    }
    if (i >= VISION_MAX_FAMILIES) return false;
    size_t n = strlen(family);
    if (n >= TAG_FAMILY_MAX) return false;
    memcpy(o->families[i], family, n + 1);
    return true;
}

static status take_family(vision_options *o, const marker *m, const char *place, int index, fault *why) {
    if (!m->family[0] || strcmp(m->family, "rim") == 0) return STATUS_OK;
    if (vision_knows_family(m->family) && add_family(o, m->family)) return STATUS_OK;
    return fault_set(
        why, STATUS_INVALID,
        "%s[%d]: the tag family \"%s\" is not known: tag36h11, tag25h9, tag16h5, tagStandard41h12 or an ArUco dictionary as aruco4x4_100", place,
        index, m->family);
}

// Without a game nobody says which markers lie there: the families and dictionaries in common use, none of which reads another's marker.
static const char *const usual_families[] = {"tag36h11",     "tag25h9",      "tag16h5",      "tagStandard41h12",
                                             "aruco4x4_100", "aruco5x5_100", "aruco6x6_250", "aruco_original"};

static status choose_families(const game *g, const eye_options *o, vision_options *v, fault *why) {
    memset(v->families, 0, sizeof v->families);
    status s = STATUS_OK;
    for (int i = 0; i < o->family_count && s == STATUS_OK; i++)
        if (!(vision_knows_family(o->families[i]) || strcmp(o->families[i], "rim") == 0) || !add_family(v, o->families[i]))
            return fault_set(why, STATUS_INVALID,
                             "--family %s: not known: tag36h11, tag25h9, tag16h5, tagStandard41h12, an ArUco dictionary as aruco4x4_100, or rim",
                             o->families[i]);
    for (int i = 0; g && i < g->table_marker_count && s == STATUS_OK; i++) s = take_family(v, &g->table_markers[i].marker, "table.markers", i, why);
    for (int i = 0; g && i < g->unit_count && s == STATUS_OK; i++) s = take_family(v, &g->units[i].marker, "the marker of units", i, why);
    for (int i = 0; g && i < g->figure_count && s == STATUS_OK; i++) s = take_family(v, &g->figures[i].marker, "the marker of figure", i, why);
    for (int i = 0; g && i < g->declaration_count && s == STATUS_OK; i++)
        s = take_family(v, &g->declarations[i].marker, "declaration_markers", i, why);
    bool none = !v->families[0][0];
    for (size_t i = 0; !g && none && i < sizeof usual_families / sizeof *usual_families; i++)
        if (vision_reads_family(v->reader, usual_families[i])) add_family(v, usual_families[i]);
    if (!v->families[0][0]) add_family(v, "tag36h11");
    for (int i = 0; i < VISION_MAX_FAMILIES && v->families[i][0] && s == STATUS_OK; i++)
        if (!vision_reads_family(v->reader, v->families[i]) && strcmp(v->families[i], "rim") != 0)
            s = fault_set(why, STATUS_INVALID, "OpenCV's reader has no tag family \"%s\": leave --reader away", v->families[i]);
    return s;
}

static bool make_room(eye *e, size_t figures) {
    e->marks = calloc(figures + 1, sizeof *e->marks);
    e->expected = calloc(figures + 1, sizeof *e->expected);
    e->ids = calloc(figures + 1, sizeof *e->ids);
    e->rim_ids = calloc(figures + 1, sizeof *e->rim_ids);
    e->expected_rims = calloc(figures + 1, sizeof *e->expected_rims);
    e->expected_tags = calloc(figures + 1, sizeof *e->expected_tags);
    e->expected_tagged = calloc(figures + 1, sizeof *e->expected_tagged);
    e->followed = calloc(figures + 1, sizeof *e->followed);
    e->doubled = calloc(DOUBLED_MAX, sizeof *e->doubled);
    e->tags = calloc(TAGS_MAX, sizeof *e->tags);
    e->found_tags = calloc(TAGS_MAX, sizeof *e->found_tags);
    e->declared = calloc(e->game ? (size_t)e->game->declaration_count + 1 : 1, sizeof *e->declared);
    e->bases = calloc(BASES_MAX, sizeof *e->bases);
    e->plain = calloc(BASES_MAX, sizeof *e->plain);
    return e->marks && e->expected && e->ids && e->rim_ids && e->expected_rims && e->expected_tags && e->expected_tagged && e->followed &&
           e->doubled && e->tags && e->found_tags && e->declared && e->bases && e->plain;
}

status eye_create(const game *g, eye_options o, eye **out, fault *why) {
    *out = NULL;
    eye *e = calloc(1, sizeof *e);
    if (!e) return fault_set(why, STATUS_MEMORY, "out of memory");
    e->game = g;
    vision_options v = vision_default_options();
    if (o.threads > 0) v.threads = o.threads;
    v.reader = o.reader;
    status s = make_room(e, g ? (size_t)g->figure_count : 0) ? choose_families(g, &o, &v, why) : fault_set(why, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = vision_create(&v, &e->vision, why);
    if (s != STATUS_OK) {
        eye_destroy(e);
        return s;
    }
    if (g) eye_sort_kinds(e);
    *out = e;
    return STATUS_OK;
}

void eye_destroy(eye *e) {
    if (!e) return;
    vision_destroy(e->vision);
    free(e->marks);
    free(e->expected);
    free(e->ids);
    free(e->rim_ids);
    free(e->expected_rims);
    free(e->expected_tags);
    free(e->expected_tagged);
    free(e->followed);
    free(e->doubled);
    free(e->declared);
    free(e->tags);
    free(e->found_tags);
    free(e->bases);
    free(e->plain);
    free(e);
}

void eye_set_calibration(eye *e, const calibration *c) {
    e->calibration = *c;
    e->calibrated = c->has_table;
}

const calibration *eye_calibration(const eye *e) { return e->calibrated ? &e->calibration : NULL; }
vision *eye_vision(eye *e) { return e->vision; }

// What vision is lent of the calibration ---------------------------------------------------------------------------------------------------

static px2 lend_to_px(const void *context, vec3 at_in) { return calib_to_px(&((const eye *)context)->calibration, at_in); }

static vec2 lend_to_table(const void *context, px2 at, double z_in) {
    vec2 p;
    return calib_to_table(&((const eye *)context)->calibration, at, z_in, &p) ? p : (vec2){NAN, NAN};
}

static double lend_ground(const void *context, vec2 at) { return game_ground_in(((const eye *)context)->game, at); }

vision_view eye_view(const eye *e) {
    return (vision_view){.context = e,
                         .to_px = lend_to_px,
                         .to_table = lend_to_table,
                         .ground_in = lend_ground,
                         .width_in = e->game->width_in,
                         .depth_in = e->game->depth_in,
                         .tones = e->tones};
}

bool eye_tag_corners(const eye *e, pose p, double z_in, double size_in, px2 out[4]) {
    vec2 up = vec2_scale(heading_forward(p.heading_rad), size_in / 2), left = vec2_scale(heading_left(p.heading_rad), size_in / 2);
    const vec2 corner[4] = {vec2_add(vec2_sub(p.at, up), left), vec2_sub(vec2_sub(p.at, up), left), vec2_sub(vec2_add(p.at, up), left),
                            vec2_add(vec2_add(p.at, up), left)};
    for (int k = 0; k < 4; k++) {
        out[k] = calib_to_px(&e->calibration, (vec3){corner[k].x, corner[k].y, z_in});
        if (!isfinite(out[k].u) || !isfinite(out[k].v)) return false;
    }
    return true;
}

// About a base at p whose top lies z above the table.
static px_rect box_about(const eye *e, base b, pose p, double z, int margin_px) {
    vec2 corner[4];
    base_corners(b, p, corner);
    double lo_u = 1e9, lo_v = 1e9, hi_u = -1e9, hi_v = -1e9;
    for (int i = 0; i < 4; i++) {
        px2 at = calib_to_px(&e->calibration, (vec3){corner[i].x, corner[i].y, z});
        if (!isfinite(at.u) || !isfinite(at.v)) return (px_rect){0, 0, 0, 0};
        lo_u = fmin(lo_u, at.u), hi_u = fmax(hi_u, at.u), lo_v = fmin(lo_v, at.v), hi_v = fmax(hi_v, at.v);
    }
    int width = e->calibration.width, height = e->calibration.height;  // what lies far beside the table may be billions of pixels away
    int x = (int)floor(fmin(fmax(lo_u - margin_px, 0), width)), y = (int)floor(fmin(fmax(lo_v - margin_px, 0), height));
    int right = (int)ceil(fmax(fmin(hi_u + margin_px, width), 0)), below = (int)ceil(fmax(fmin(hi_v + margin_px, height), 0));
    return right > x && below > y ? (px_rect){x, y, right - x, below - y} : (px_rect){0, 0, 0, 0};
}

px_rect eye_base_box(const eye *e, int figure, pose p, int margin_px) {
    return box_about(e, e->game->figures[figure].base, p, game_base_top_in(e->game, figure, p.at), margin_px);
}

px_rect eye_seen_box(const eye *e, const base_sighting *b) {
    if (b->figure >= 0) return eye_base_box(e, b->figure, b->pose, 0);
    return box_about(e, b->base, b->pose, game_ground_in(e->game, b->pose.at) + b->base.height_in, 0);
}
