// One look at a frame: what is expected first, by its marker; then what the searches find.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "pipeline/eye_state.h"

// From a tag's corners to a place -----------------------------------------------------------------------------------------------------------

static px2 middle_px(const tag_sighting *t) {
    px2 m = {0, 0};
    for (int i = 0; i < 4; i++) m = (px2){m.u + t->corner[i].u / 4, m.v + t->corner[i].v / 4};
    return m;
}

static bool size_agrees(const vec2 corner[4], double size_in) {
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += vec2_distance(corner[i], corner[(i + 1) % 4]);
    return fabs(sum / 4 - size_in) <= EYE_SIZE_OFF * size_in;
}

bool eye_place_tag(const eye *e, const tag_sighting *t, double above_in, double size_in, pose *out) {
    const calibration *c = &e->calibration;
    px2 middle = middle_px(t);
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
    return isfinite(sum.x) && isfinite(sum.y) && isfinite(sigma) && (size_in <= 0 || size_agrees(corner, size_in));
}

static double under_in(const eye *e, int figure) {
    const game_unit *u = &e->game->units[e->game->figures[figure].unit];
    return u->has_tray ? u->tray_height_in : 0;
}

static bool figure_of_tag(const eye *e, const tag_sighting *t, int figure, base_sighting *out) {
    const game_figure *f = &e->game->figures[figure];
    *out = (base_sighting){.by = SEEN_BY_TAG,
                           .figure = figure,
                           .unit = f->unit,
                           .base = f->base,
                           .rim_rgb = e->game->units[f->unit].rim_rgb,
                           .px = middle_px(t),
                           .score = 1};
    return eye_place_tag(e, t, under_in(e, figure) + f->base.height_in, f->marker.size_in, &out->pose);
}

static bool unit_of_tag(const eye *e, const tag_sighting *t, int unit, base_sighting *out) {
    const game_unit *u = &e->game->units[unit];
    *out = (base_sighting){.by = SEEN_BY_UNIT_MARKER,
                           .figure = -1,
                           .unit = unit,
                           .base = e->game->figures[u->first_figure].base,
                           .rim_rgb = u->rim_rgb,
                           .px = middle_px(t),
                           .score = 1};
    return eye_place_tag(e, t, u->marker_z_in, u->marker.size_in, &out->pose);
}

void eye_name_marker(const eye *e, const base_sighting *b, char *out, size_t capacity) {
    const game *g = e->game;
    const marker *m = b->figure >= 0 ? &g->figures[b->figure].marker : &g->units[b->unit].marker;
    snprintf(out, capacity, "%s %d (%s)", m->family, m->id, b->figure >= 0 ? g->figures[b->figure].id : g->units[b->unit].id);
}

// Two bases with one marker -----------------------------------------------------------------------------------------------------------------

static bool same_marker(const base_sighting *a, const base_sighting *b) {
    if (a->by == SEEN_BY_UNIT_MARKER || b->by == SEEN_BY_UNIT_MARKER) return a->by == b->by && a->unit == b->unit;
    return a->figure >= 0 && a->figure == b->figure;
}

static bool same_place(const base_sighting *a, const base_sighting *b) {
    return vec2_distance(a->pose.at, b->pose.at) < EYE_SAME_PLACE * fmin(b->base.width_in, b->base.depth_in);
}

void eye_append(base_list *list, const base_sighting *b) {
    if (list->count < list->capacity) list->at[list->count++] = *b;
}

void eye_take_read(const base_sighting *b, eye_sight *out) {
    bool is_duplicate = false;
    int other = 0;
    for (int i = 0; i < out->duplicates.count; i++) {
        if (!same_marker(&out->duplicates.at[i], b)) continue;
        if (same_place(&out->duplicates.at[i], b)) return;
        is_duplicate = true;
    }
    while (other < out->bases.count && !same_marker(&out->bases.at[other], b)) other++;
    if (is_duplicate) {
        eye_append(&out->duplicates, b);
    } else if (other == out->bases.count) {
        eye_append(&out->bases, b);
    } else if (!same_place(&out->bases.at[other], b)) {
        eye_append(&out->duplicates, &out->bases.at[other]);
        eye_append(&out->duplicates, b);
        out->bases.at[other] = out->bases.at[--out->bases.count];
    }
}

// Tags --------------------------------------------------------------------------------------------------------------------------------------

bool eye_searches(const eye_request *r, unsigned what) { return (!r->where || r->where_count > 0) && (r->searches == 0 || (r->searches & what)); }

bool eye_expects(const eye_request *r, int figure) { return r->wishes && r->wishes[figure].is_expected; }

expected_base eye_expected_base(const eye *e, const eye_request *r, int figure) {
    const eye_wish *wish = &r->wishes[figure];
    return (expected_base){.kind = e->kinds.marks[figure].base, .pose = wish->expected, .left = wish->has_left};
}

int eye_rectangles(const eye_request *r, unsigned what, const px_rect **where) {
    static const px_rect nowhere;
    bool searched = eye_searches(r, what);
    *where = searched ? r->where : &nowhere;
    return searched ? r->where_count : 0;
}

bool eye_seeks(const eye_request *r, int figure, unsigned what) {
    return eye_expects(r, figure) || (eye_searches(r, what) && !(r->wishes && r->wishes[figure].elsewhere));
}

bool eye_seeks_any(const eye *e, const eye_request *r, marked_by by, unsigned what) {
    for (int i = 0; i < e->game->figure_count; i++)
        if (e->kinds.marks[i].by == by && e->kinds.marks[i].kind >= 0 && eye_seeks(r, i, what)) return true;
    return false;
}

void eye_add_spent(eye_sight *out, search_sort sort, double begin_s) { out->spent_us[sort] += 1e6 * (clock_monotonic_s() - begin_s); }

// Where the tag of an expected figure should be.
static bool expect_tag(const eye *e, const eye_request *r, int figure, expected_tag *out) {
    const game_figure *f = &e->game->figures[figure];
    pose p = r->wishes[figure].expected;
    double z = game_base_top_in(e->game, figure, p.at);
    *out = (expected_tag){.id = f->marker.id};
    if (!isfinite(p.heading_rad) || !box_tag_corners(&e->calibration, p, z, f->marker.size_in, out->corner)) return false;
    double px_in = calib_sigma_in(&e->calibration, out->corner[0], z, 1);
    out->reach_px = fmax(r->reach_in / fmax(px_in, 1e-6), 1);
    memcpy(out->family, f->marker.family, sizeof out->family);
    return isfinite(out->reach_px);
}

static bool is_followed(const eye *e, const eye_request *r, int figure) {
    return eye_expects(r, figure) && e->kinds.marks[figure].by == MARKED_BY_TAG && !r->wishes[figure].hides_its_tag;
}

static status follow_expected(eye *e, const frame *f, const eye_request *r, eye_sight *out) {
    int count = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (is_followed(e, r, i) && expect_tag(e, r, i, &e->lists.expected_tags[count])) count++;
    const double begin_s = clock_monotonic_s();
    status s = count ? vision_follow_tags(e->vision, f, e->lists.expected_tags, count, e->lists.followed) : STATUS_OK;
    if (count) eye_add_spent(out, SEARCH_TAGS, begin_s);
    int n = 0;
    for (int i = 0; i < e->game->figure_count && n < count && s == STATUS_OK; i++) {
        expected_tag again;
        if (!is_followed(e, r, i) || !expect_tag(e, r, i, &again)) continue;
        const followed_tag *t = &e->lists.followed[n++];
        base_sighting b;
        if (t->result == FOLLOW_LOST || !figure_of_tag(e, &t->tag, i, &b)) continue;
        eye_take_read(&b, out);
        if (out->tags.count < out->tags.capacity) out->tags.at[out->tags.count++] = t->tag;
    }
    return s;
}

static int by_family_then_id(const void *a, const void *b) {
    const tag_sighting *x = a, *y = b;
    int order = strcmp(x->family, y->family);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

// One tag seen in two rectangles, or followed and found, is kept once.
static void drop_repeats(tag_list *tags) {
    qsort(tags->at, (size_t)tags->count, sizeof *tags->at, by_family_then_id);
    int kept = 0;
    for (int i = 0; i < tags->count; i++) {
        bool again = false;
        px2 m = middle_px(&tags->at[i]);
        for (int k = kept - 1; k >= 0 && !again && by_family_then_id(&tags->at[k], &tags->at[i]) == 0; k--) {
            px2 o = middle_px(&tags->at[k]);
            again = hypot(o.u - m.u, o.v - m.v) <= EYE_REPEAT_PX;
        }
        if (!again) tags->at[kept++] = tags->at[i];
    }
    tags->count = kept;
}

void eye_take_tags(eye *e, const tag_list *some, eye_sight *out) {
    const game *g = e->game;
    for (int i = 0; i < some->count; i++) {
        const tag_sighting *t = &some->at[i];
        if (out->tags.count < out->tags.capacity) out->tags.at[out->tags.count++] = *t;
        if (!g || !e->calibrated) continue;
        int figure = game_figure_of_marker(g, t->family, t->id), unit = figure < 0 ? game_unit_of_marker(g, t->family, t->id) : -1;
        base_sighting b;
        if (figure >= 0 ? figure_of_tag(e, t, figure, &b) : unit >= 0 && unit_of_tag(e, t, unit, &b)) eye_take_read(&b, out);
        if (figure < 0 && unit < 0) eye_note_declared(e, t);
    }
}

static status find_tags(eye *e, const frame *f, const eye_request *r, eye_sight *out) {
    const tag_list followed = out->tags;
    for (int i = 0; eye_searches(r, EYE_TAGS) && i < (r->where ? r->where_count : 1); i++) {
        tag_list some = {.at = e->lists.found_tags, .capacity = TAGS_MAX};
        const double begin_s = clock_monotonic_s();
        status s = vision_find_other_tags(e->vision, f, r->where ? &r->where[i] : NULL, &followed, &some);
        eye_add_spent(out, SEARCH_TAGS, begin_s);
        if (s != STATUS_OK && s != STATUS_FULL) return s;
        eye_take_tags(e, &some, out);
    }
    drop_repeats(&out->tags);
    return STATUS_OK;
}

// One look ---------------------------------------------------------------------------------------------------------------------------------

status eye_take_size(const frame *f, fault *fault) {
    if (f->width <= VISION_MAX_EDGE_PX && f->height <= VISION_MAX_EDGE_PX) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "the picture is %d x %d px and may have %d on a side: scale it down or cut out the table", f->width,
                     f->height, VISION_MAX_EDGE_PX);
}

status eye_look(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *fault) {
    static const eye_request everything = {0};
    if (!r) r = &everything;
    *out = (eye_sight){.tags = {.at = e->lists.tags, .capacity = TAGS_MAX},
                       .bases = {.at = e->lists.bases, .capacity = BASES_MAX},
                       .duplicates = {.at = e->lists.duplicates, .capacity = DUPLICATES_MAX}};
    if (e->calibrated && (f->width != e->calibration.width || f->height != e->calibration.height))
        return fault_set(fault, STATUS_INVALID, "the picture is %d x %d and the calibration is for %d x %d: calibrate at the picture's size",
                         f->width, f->height, e->calibration.width, e->calibration.height);
    bool on_table = e->game && e->calibrated;
    status s = eye_take_size(f, fault);
    if (s != STATUS_OK) return s;
    if (on_table) s = follow_expected(e, f, r, out);
    if (s == STATUS_OK) s = find_tags(e, f, r, out);
    if (s != STATUS_OK) return fault_set(fault, s, "looking for tags: %s", status_text(s));
    if (on_table) eye_learn_tones(e, f, &out->tags);
    return on_table ? eye_look_for_bases(e, f, r, out, fault) : STATUS_OK;
}
