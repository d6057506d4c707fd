#include "app/eye_state.h"

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
        if (!vision_knows_family(o->families[i]) || !add_family(v, o->families[i]))
            return fault_set(why, STATUS_INVALID,
                             "--family %s: not known: tag36h11, tag25h9, tag16h5, tagStandard41h12 or an ArUco dictionary as aruco4x4_100",
                             o->families[i]);
    for (int i = 0; g && i < g->table_marker_count && s == STATUS_OK; i++) s = take_family(v, &g->table_markers[i].marker, "table.markers", i, why);
    for (int i = 0; g && i < g->unit_count && s == STATUS_OK; i++) s = take_family(v, &g->units[i].marker, "the marker of units", i, why);
    for (int i = 0; g && i < g->figure_count && s == STATUS_OK; i++) s = take_family(v, &g->figures[i].marker, "the marker of figure", i, why);
    for (int i = 0; g && i < g->declaration_count && s == STATUS_OK; i++)
        s = take_family(v, &g->declarations[i].marker, "declaration_markers", i, why);
    bool none = !v->families[0][0];
    for (size_t i = 0; !g && none && i < sizeof usual_families / sizeof *usual_families; i++) add_family(v, usual_families[i]);
    if (!v->families[0][0]) add_family(v, "tag36h11");
    return s;
}

static bool same_kind(const base_kind *a, const base_kind *b) {
    return a->base.shape == b->base.shape && a->base.width_in == b->base.width_in && a->base.depth_in == b->base.depth_in &&
           a->base.height_in == b->base.height_in && a->base.top_inset_in == b->base.top_inset_in && a->z_in == b->z_in && a->rim_rgb == b->rim_rgb &&
           a->mark_rgb == b->mark_rgb;
}

// The classes of bases that are found by their painted rims.
static void sort_kinds(eye *e) {
    const game *g = e->game;
    for (int i = 0; i < g->figure_count; i++) {
        const game_figure *f = &g->figures[i];
        const game_unit *u = &g->units[f->unit];
        e->kind_of[i] = -1;
        if (u->rim_rgb == NO_COLOUR || f->marker.family[0]) continue;
        base_kind k = {.base = f->base, .z_in = u->has_tray ? u->tray_height_in : 0, .rim_rgb = u->rim_rgb, .mark_rgb = u->mark_rgb};
        int at = 0;
        while (at < e->kind_count && !same_kind(&e->kinds[at], &k)) at++;
        if (at == VISION_MAX_KINDS) continue;
        if (at == e->kind_count) e->kinds[e->kind_count++] = k;
        e->kinds[at].count++;
        e->kind_of[i] = at;
    }
}

static bool same_tagged(const tagged_base_kind *k, const game_figure *f) {
    return k->base.shape == f->base.shape && k->base.width_in == f->base.width_in && k->base.depth_in == f->base.depth_in &&
           k->base.height_in == f->base.height_in && k->base.top_inset_in == f->base.top_inset_in && k->size_in == f->marker.size_in &&
           strcmp(k->family, f->marker.family) == 0;
}

// The classes of bases with a tag under the figure: those of a unit that look the same. Units' figures stand together.
static void sort_tagged(eye *e) {
    const game *g = e->game;
    tagged_base_kind *k = NULL;
    int unit = -1, count = 0;
    for (int i = 0; i < g->figure_count; i++) {
        const game_figure *f = &g->figures[i];
        const game_unit *u = &g->units[f->unit];
        if (!f->marker.family[0] || strcmp(f->marker.family, "rim") == 0) continue;
        if (!k || f->unit != unit || !same_tagged(k, f)) {
            if (e->tagged_count == VISION_MAX_TAGGED_KINDS) return;
            k = &e->tagged[e->tagged_count++];
            *k = (tagged_base_kind){
                .unit = f->unit, .base = f->base, .z_in = u->has_tray ? u->tray_height_in : 0, .size_in = f->marker.size_in, .ids = e->ids + count};
            memcpy(k->family, f->marker.family, sizeof k->family);
            unit = f->unit;
        }
        e->ids[count++] = (tagged_id){f->marker.id, i};
        k->id_count++;
    }
}

status eye_create(const game *g, eye_options o, eye **out, fault *why) {
    *out = NULL;
    eye *e = calloc(1, sizeof *e);
    if (!e) return fault_set(why, STATUS_MEMORY, "out of memory");
    e->game = g;
    size_t figures = g ? (size_t)g->figure_count : 0;
    e->kind_of = calloc(figures + 1, sizeof *e->kind_of);
    e->expected = calloc(figures + 1, sizeof *e->expected);
    e->ids = calloc(figures + 1, sizeof *e->ids);
    e->tags = calloc(TAGS_MAX, sizeof *e->tags);
    e->found_tags = calloc(TAGS_MAX, sizeof *e->found_tags);
    e->bases = calloc(BASES_MAX, sizeof *e->bases);
    e->plain = calloc(BASES_MAX, sizeof *e->plain);
    vision_options v = vision_default_options();
    if (o.threads > 0) v.threads = o.threads;
    status s = e->kind_of && e->expected && e->ids && e->tags && e->found_tags && e->bases && e->plain
                   ? choose_families(g, &o, &v, why)
                   : fault_set(why, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = vision_create(&v, &e->vision, why);
    if (s != STATUS_OK) {
        eye_destroy(e);
        return s;
    }
    if (g) sort_kinds(e);
    if (g) sort_tagged(e);
    *out = e;
    return STATUS_OK;
}

void eye_destroy(eye *e) {
    if (!e) return;
    vision_destroy(e->vision);
    free(e->kind_of);
    free(e->expected);
    free(e->ids);
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

// From a tag's corners to a place -----------------------------------------------------------------------------------------------------------

// Pose of a tag that lies `above_in` over the ground: its middle, and the heading in which its upper edge points.
static bool place_tag(const eye *e, const tag_sighting *t, double above_in, double size_in, pose *out) {
    const calibration *c = &e->calibration;
    px2 middle = {0, 0};
    for (int i = 0; i < 4; i++) middle = (px2){middle.u + t->corner[i].u / 4, middle.v + t->corner[i].v / 4};
    double z = above_in;
    vec2 at, corner[4];
    for (int round = 0; round < 3; round++) {  // the ground's height depends on where the tag is
        if (!calib_to_table(c, middle, z, &at)) return false;
        z = game_ground_in(e->game, at) + above_in;
    }
    for (int i = 0; i < 4; i++)
        if (!calib_to_table(c, t->corner[i], z, &corner[i])) return false;
    vec2 sum = {0, 0};
    for (int i = 0; i < 4; i++) sum = vec2_add(sum, vec2_scale(corner[i], 0.25));
    vec2 up = vec2_sub(vec2_add(corner[2], corner[3]), vec2_add(corner[0], corner[1]));
    double sigma = calib_sigma_in(c, middle, z, t->sigma_px);
    *out = (pose){.at = sum, .heading_rad = atan2(up.y, up.x), .sigma_in = sigma / 2, .sigma_rad = sigma / fmax(size_in, 1e-3)};
    return isfinite(sum.x) && isfinite(sum.y) && isfinite(sigma);
}

static px2 middle_px(const tag_sighting *t) {
    px2 m = {0, 0};
    for (int i = 0; i < 4; i++) m = (px2){m.u + t->corner[i].u / 4, m.v + t->corner[i].v / 4};
    return m;
}

static void add_tag_base(eye *e, const tag_sighting *t, base_list *out) {
    const game *g = e->game;
    int figure = game_figure_of_marker(g, t->family, t->id), unit = figure < 0 ? game_unit_of_marker(g, t->family, t->id) : g->figures[figure].unit;
    if (unit < 0 || out->count >= out->capacity) return;
    const game_unit *u = &g->units[unit];
    base_sighting b = {.figure = figure, .unit = unit, .rim_rgb = u->rim_rgb, .px = middle_px(t), .score = 1};
    bool placed;
    if (figure >= 0) {
        const game_figure *f = &g->figures[figure];
        b.by = SEEN_BY_TAG;
        b.base = f->base;
        placed = place_tag(e, t, (u->has_tray ? u->tray_height_in : 0) + f->base.height_in, f->marker.size_in, &b.pose);
    } else {
        b.by = SEEN_BY_UNIT_MARKER;
        b.base = g->figures[u->first_figure].base;
        placed = place_tag(e, t, u->marker_z_in, u->marker.size_in, &b.pose);
    }
    if (placed) out->at[out->count++] = b;
}

static int list_expected(eye *e, const pose *expected, const bool *is_expected) {
    int n = 0;
    for (int i = 0; expected && i < e->game->figure_count; i++)
        if (is_expected[i] && e->kind_of[i] >= 0) e->expected[n++] = (expected_base){.kind = e->kind_of[i], .pose = expected[i]};
    return n;
}

static int by_family_then_id(const void *a, const void *b) {
    const tag_sighting *x = a, *y = b;
    int order = strcmp(x->family, y->family);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

// Tags in all the rectangles; one seen in two of them is kept once.
static status find_tags(eye *e, const frame *f, const px_rect *where, int count, tag_list *out) {
    if (!where) return vision_find_tags(e->vision, f, NULL, out);
    for (int i = 0; i < count; i++) {
        tag_list some = {.at = e->found_tags, .capacity = TAGS_MAX};
        status s = vision_find_tags(e->vision, f, &where[i], &some);
        if (s != STATUS_OK && s != STATUS_FULL) return s;
        for (int k = 0; k < some.count && out->count < out->capacity; k++) out->at[out->count++] = some.at[k];
    }
    qsort(out->at, (size_t)out->count, sizeof *out->at, by_family_then_id);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        const tag_sighting *last = kept ? &out->at[kept - 1] : NULL;
        if (!last || by_family_then_id(last, &out->at[i]) != 0 ||
            hypot(middle_px(last).u - middle_px(&out->at[i]).u, middle_px(last).v - middle_px(&out->at[i]).v) > 3)
            out->at[kept++] = out->at[i];
    }
    out->count = kept;
    return STATUS_OK;
}

static bool figure_seen(const base_list *bases, int count, int figure) {
    for (int i = 0; i < count; i++)
        if (bases->at[i].figure == figure) return true;
    return false;
}

static bool place_taken(const base_list *bases, int count, const base_sighting *b) {
    double least = fmin(b->base.width_in, b->base.depth_in);
    for (int i = 0; i < count; i++)
        if (bases->at[i].by != SEEN_BY_UNIT_MARKER && base_gap(bases->at[i].base, bases->at[i].pose, b->base, b->pose) < -0.2 * least) return true;
    return false;
}

// Bases whose tags were not read. All ids are asked for, also those that were read: what stands beside a base tells what it is. A base that
// nobody can name is of use to formation/ all the same.
static status look_for_tagged(eye *e, const frame *f, const vision_view *view, const px_rect *where, int where_count, base_list *out) {
    base_list found = {.at = e->plain, .capacity = BASES_MAX};
    int before = out->count, unread = 0;
    for (int k = 0; k < e->tagged_count; k++)
        for (int i = 0; i < e->tagged[k].id_count; i++) unread += !figure_seen(out, before, e->tagged[k].ids[i].figure);
    if (unread == 0) return STATUS_OK;
    status s = vision_find_tagged_bases(e->vision, f, view, e->tagged, e->tagged_count, where, where_count, NULL, 0, &found);
    for (int i = 0; i < found.count && out->count < out->capacity; i++) {
        base_sighting *b = &found.at[i];
        if (place_taken(out, before, b)) continue;
        if (b->figure >= 0 && figure_seen(out, before, b->figure)) continue;
        if (b->unit >= 0) b->rim_rgb = e->game->units[b->unit].rim_rgb;
        out->at[out->count++] = *b;
    }
    return s;
}

static status look_for_plain(eye *e, const frame *f, const vision_view *view, const px_rect *where, int where_count, int expected_count,
                             base_list *out) {
    if (e->kind_count == 0 || !f->bgr) return STATUS_OK;
    base_list plain = {.at = e->plain, .capacity = BASES_MAX};
    status s = vision_find_bases(e->vision, f, view, e->kinds, e->kind_count, where, where_count, e->expected, expected_count, &plain);
    for (int i = 0; i < plain.count && out->count < out->capacity; i++) out->at[out->count++] = plain.at[i];
    return s;
}

status eye_look(eye *e, const frame *f, const px_rect *where, int where_count, const pose *expected, const bool *is_expected, eye_sight *out,
                fault *why) {
    *out = (eye_sight){.tags = {.at = e->tags, .capacity = TAGS_MAX}, .bases = {.at = e->bases, .capacity = BASES_MAX}};
    if (e->calibrated && (f->width != e->calibration.width || f->height != e->calibration.height))
        return fault_set(why, STATUS_INVALID, "the picture is %d x %d and the calibration is for %d x %d: calibrate at the picture's size", f->width,
                         f->height, e->calibration.width, e->calibration.height);
    status s = find_tags(e, f, where, where_count, &out->tags);
    if (s != STATUS_OK && s != STATUS_FULL) return fault_set(why, s, "looking for tags: %s", status_text(s));
    if (!e->game || !e->calibrated) return STATUS_OK;
    for (int i = 0; i < out->tags.count; i++) add_tag_base(e, &out->tags.at[i], &out->bases);
    vision_view view = {.context = e,
                        .to_px = lend_to_px,
                        .to_table = lend_to_table,
                        .ground_in = lend_ground,
                        .width_in = e->game->width_in,
                        .depth_in = e->game->depth_in};
    s = look_for_plain(e, f, &view, where, where_count, list_expected(e, expected, is_expected), &out->bases);
    if (s != STATUS_OK && s != STATUS_FULL) return fault_set(why, s, "looking for bases: %s", status_text(s));
    s = look_for_tagged(e, f, &view, where, where_count, &out->bases);
    if (s != STATUS_OK && s != STATUS_FULL) return fault_set(why, s, "looking for bases with tags: %s", status_text(s));
    return STATUS_OK;
}

px_rect eye_base_box(const eye *e, int figure, pose p, int margin_px) {
    const base *b = &e->game->figures[figure].base;
    vec2 corner[4];
    base_corners(*b, p, corner);
    double z = game_base_top_in(e->game, figure, p.at), lo_u = 1e9, lo_v = 1e9, hi_u = -1e9, hi_v = -1e9;
    for (int i = 0; i < 4; i++) {
        px2 at = calib_to_px(&e->calibration, (vec3){corner[i].x, corner[i].y, z});
        if (!isfinite(at.u) || !isfinite(at.v)) return (px_rect){0, 0, 0, 0};
        lo_u = fmin(lo_u, at.u), hi_u = fmax(hi_u, at.u), lo_v = fmin(lo_v, at.v), hi_v = fmax(hi_v, at.v);
    }
    int x = (int)floor(fmax(lo_u - margin_px, 0)), y = (int)floor(fmax(lo_v - margin_px, 0));
    int right = (int)ceil(fmin(hi_u + margin_px, e->calibration.width)), below = (int)ceil(fmin(hi_v + margin_px, e->calibration.height));
    return right > x && below > y ? (px_rect){x, y, right - x, below - y} : (px_rect){0, 0, 0, 0};
}
