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

void eye_name_marker(const eye *e, const base_sighting *b, char *out, size_t room) {
    const game *g = e->game;
    const marker *m = b->figure >= 0 ? &g->figures[b->figure].marker : &g->units[b->unit].marker;
    snprintf(out, room, "%s %d (%s)", m->family, m->id, b->figure >= 0 ? g->figures[b->figure].id : g->units[b->unit].id);
}

// Two bases with one marker -----------------------------------------------------------------------------------------------------------------

static bool same_marker(const base_sighting *a, const base_sighting *b) {
    if (a->by == SEEN_BY_UNIT_MARKER || b->by == SEEN_BY_UNIT_MARKER) return a->by == b->by && a->unit == b->unit;
    return a->figure >= 0 && a->figure == b->figure;
}

static bool same_place(const base_sighting *a, const base_sighting *b) {
    return vec2_distance(a->pose.at, b->pose.at) < EYE_SAME_PLACE * fmin(b->base.width_in, b->base.depth_in);
}

static void append(base_list *list, const base_sighting *b) {
    if (list->count < list->capacity) list->at[list->count++] = *b;
}

// Takes a base whose marker was read. The same one in another place: both go to the doubled ones, and so does every further one.
static void take_read(const base_sighting *b, eye_sight *out) {
    bool doubled = false;
    int other = 0;
    for (int i = 0; i < out->doubled.count; i++) {
        if (!same_marker(&out->doubled.at[i], b)) continue;
        if (same_place(&out->doubled.at[i], b)) return;
        doubled = true;
    }
    while (other < out->bases.count && !same_marker(&out->bases.at[other], b)) other++;
    if (doubled) {
        append(&out->doubled, b);
    } else if (other == out->bases.count) {
        append(&out->bases, b);
    } else if (!same_place(&out->bases.at[other], b)) {
        append(&out->doubled, &out->bases.at[other]);
        append(&out->doubled, b);
        out->bases.at[other] = out->bases.at[--out->bases.count];
    }
}

// Tags --------------------------------------------------------------------------------------------------------------------------------------

static bool searches(const eye_request *r, unsigned what) { return (!r->where || r->where_count > 0) && (r->searches == 0 || (r->searches & what)); }

static bool expects(const eye_request *r, int figure) { return r->wishes && r->wishes[figure].is_expected; }

// Adds the time since then to what the sort of search took.
static void add_spent(eye_sight *out, search_sort sort, double begin_s) { out->spent_us[sort] += 1e6 * (clock_monotonic_s() - begin_s); }

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
    return expects(r, figure) && e->kinds.marks[figure].by == MARKED_BY_TAG && !r->wishes[figure].hides_its_tag;
}

static status follow_expected(eye *e, const frame *f, const eye_request *r, eye_sight *out) {
    int count = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (is_followed(e, r, i) && expect_tag(e, r, i, &e->lists.expected_tags[count])) count++;
    const double begin_s = clock_monotonic_s();
    status s = count ? vision_follow_tags(e->vision, f, e->lists.expected_tags, count, e->lists.followed) : STATUS_OK;
    if (count) add_spent(out, SEARCH_TAGS, begin_s);
    int n = 0;
    for (int i = 0; i < e->game->figure_count && n < count && s == STATUS_OK; i++) {
        expected_tag again;
        if (!is_followed(e, r, i) || !expect_tag(e, r, i, &again)) continue;
        const followed_tag *t = &e->lists.followed[n++];
        base_sighting b;
        if (t->result == FOLLOW_LOST || !figure_of_tag(e, &t->tag, i, &b)) continue;
        take_read(&b, out);
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
        if (figure >= 0 ? figure_of_tag(e, t, figure, &b) : unit >= 0 && unit_of_tag(e, t, unit, &b)) take_read(&b, out);
        if (figure < 0 && unit < 0) eye_note_declared(e, t);
    }
}

static status find_tags(eye *e, const frame *f, const eye_request *r, eye_sight *out) {
    const tag_list followed = out->tags;
    for (int i = 0; searches(r, EYE_TAGS) && i < (r->where ? r->where_count : 1); i++) {
        tag_list some = {.at = e->lists.found_tags, .capacity = TAGS_MAX};
        const double begin_s = clock_monotonic_s();
        status s = vision_find_other_tags(e->vision, f, r->where ? &r->where[i] : NULL, &followed, &some);
        add_spent(out, SEARCH_TAGS, begin_s);
        if (s != STATUS_OK && s != STATUS_FULL) return s;
        eye_take_tags(e, &some, out);
    }
    drop_repeats(&out->tags);
    return STATUS_OK;
}

// Bases -------------------------------------------------------------------------------------------------------------------------------------

// The rectangles that are searched for this; none where it isn't asked for.
static int rectangles(const eye_request *r, unsigned what, const px_rect **where) {
    static const px_rect nowhere;
    bool searched = searches(r, what);
    *where = searched ? r->where : &nowhere;
    return searched ? r->where_count : 0;
}

static const base_sighting *sighting_of_figure(const base_list *bases, int count, int figure) {
    for (int i = 0; i < count; i++)
        if (bases->at[i].figure == figure) return &bases->at[i];
    return NULL;
}

static bool figure_seen(const base_list *bases, int count, int figure) { return sighting_of_figure(bases, count, figure) != NULL; }

// True where a figure is to be looked for: it isn't known to stand elsewhere.
static bool is_sought(const eye_request *r, int figure, unsigned what) {
    return expects(r, figure) || (searches(r, what) && !(r->wishes && r->wishes[figure].elsewhere));
}

static bool any_sought(const eye *e, const eye_request *r, marked_by by, unsigned what) {
    for (int i = 0; i < e->game->figure_count; i++)
        if (e->kinds.marks[i].by == by && e->kinds.marks[i].kind >= 0 && is_sought(r, i, what)) return true;
    return false;
}

// An outline alone: whatever was read there is the better explanation.
static bool is_outline(const base_sighting *b) {
    return b->figure < 0 && (b->by == SEEN_BY_RIM || (b->by == SEEN_BY_PLAIN && b->rim_rgb == NO_COLOUR));
}

static bool in_one_place(const base_sighting *a, const base_sighting *b) {
    return a->by != SEEN_BY_UNIT_MARKER &&
           base_gap(a->base, a->pose, b->base, b->pose) < -EYE_INSIDE_SHARE * fmin(b->base.width_in, b->base.depth_in);
}

// read: b, or the block that it stands in, was: outlines give way to it.
static bool place_taken(const base_list *bases, int count, const base_sighting *b, bool read) {
    for (int i = 0; i < count; i++)
        if (!(read && is_outline(&bases->at[i])) && in_one_place(&bases->at[i], b)) return true;
    return false;
}

// Takes away the outlines among bases[0..*before) over which b was read; returns how many.
static int give_way(base_list *bases, int *before, const base_sighting *b) {
    int kept = 0, gone = 0;
    for (int i = 0; i < bases->count; i++) {
        bool goes = i < *before && is_outline(&bases->at[i]) && in_one_place(&bases->at[i], b);
        gone += goes;
        if (!goes) bases->at[kept++] = bases->at[i];
    }
    bases->count = kept;
    *before -= gone;
    return gone;
}

static status look_for_plain(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.painted_count == 0 || !f->bgr || !any_sought(e, r, MARKED_BY_PAINT, EYE_PLAIN)) return STATUS_OK;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (expects(r, i) && e->kinds.marks[i].by == MARKED_BY_PAINT && e->kinds.marks[i].kind >= 0)
            e->lists.expected_bases[n++] = (expected_base){.kind = e->kinds.marks[i].kind, .pose = r->wishes[i].expected};
    base_list plain = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const px_rect *where;
    int where_count = rectangles(r, EYE_PLAIN, &where);
    const double begin_s = clock_monotonic_s();
    status s =
        vision_find_bases(e->vision, f, view, e->kinds.painted, e->kinds.painted_count, where, where_count, e->lists.expected_bases, n, &plain);
    add_spent(out, SEARCH_PLAIN, begin_s);
    for (int i = 0; i < plain.count; i++) append(&out->bases, &plain.at[i]);
    return s;
}

static status look_for_rims(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.rim_count == 0 || !any_sought(e, r, MARKED_BY_RIM_CODE, EYE_RIMS)) return STATUS_OK;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (expects(r, i) && e->kinds.marks[i].by == MARKED_BY_RIM_CODE)
            e->lists.expected_rims[n++] =
                (expected_rim){.kind = e->kinds.marks[i].kind, .figure = i, .pose = r->wishes[i].expected, .reach_in = r->reach_in};
    for (int i = 0; i < out->bases.count && n < e->game->figure_count; i++)
        if (out->bases.at[i].by == SEEN_BY_TAG && out->bases.at[i].figure >= 0)
            e->lists.expected_rims[n++] = (expected_rim){.taken = true, .base = out->bases.at[i].base, .pose = out->bases.at[i].pose};
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const px_rect *where;
    int where_count = rectangles(r, EYE_RIMS, &where);
    const double begin_s = clock_monotonic_s();
    status s = vision_find_rim_codes(e->vision, f, view, e->kinds.rims, e->kinds.rim_count, where, where_count, e->lists.expected_rims, n, &found);
    add_spent(out, SEARCH_RIMS, begin_s);
    int before = out->bases.count;
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        if (place_taken(&out->bases, before, b, b->figure >= 0)) continue;
        if (b->unit >= 0) b->rim_rgb = e->game->units[b->unit].rim_rgb;
        if (b->figure >= 0) {
            give_way(&out->bases, &before, b);
            take_read(b, out);
        } else {
            append(&out->bases, b);
        }
    }
    return s;
}

// The kinds of which a base is sought and not yet seen.
static int unread_kinds(const eye *e, const eye_request *r, const base_list *seen, tagged_base_kind *kinds) {
    int n = 0;
    for (int k = 0; k < e->kinds.tagged_count; k++) {
        bool unread = false;
        for (int i = 0; i < e->kinds.tagged[k].id_count && !unread; i++)
            unread =
                is_sought(r, e->kinds.tagged[k].ids[i].figure, EYE_HIDDEN_TAGS) && !figure_seen(seen, seen->count, e->kinds.tagged[k].ids[i].figure);
        if (unread) kinds[n++] = e->kinds.tagged[k];
    }
    return n;
}

// One search for bases whose tags were not read, in where[0..where_count) and where they are expected. All ids of a kind are asked for, also those
// that were read: what stands beside a base tells what it is; those stand where they were read. A base without a name is of use to formation/ all
// the same.
static status find_tagged(eye *e, const frame *f, const vision_view *view, const eye_request *r, const px_rect *where, int where_count,
                          eye_sight *out) {
    tagged_base_kind kinds[VISION_MAX_TAGGED_KINDS];
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    int before = out->bases.count, count = unread_kinds(e, r, &out->bases, kinds), n = 0;
    if (count == 0) return STATUS_OK;
    for (int i = 0; i < e->game->figure_count; i++) {
        if (e->kinds.marks[i].by != MARKED_BY_TAG) continue;
        const base_sighting *seen = sighting_of_figure(&out->bases, before, i);
        if (seen)
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = seen->pose, .seen = true};
        else if (expects(r, i))
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = r->wishes[i].expected, .reach_in = r->reach_in};
    }
    const double begin_s = clock_monotonic_s();
    status s = vision_find_tagged_bases(e->vision, f, view, kinds, count, where, where_count, e->lists.expected_tagged, n, &found);
    add_spent(out, SEARCH_HIDDEN_TAGS, begin_s);
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        bool read = b->figure >= 0 || b->unit >= 0;
        if (place_taken(&out->bases, before, b, read) || place_taken(&out->doubled, out->doubled.count, b, read)) continue;
        if (b->figure >= 0 && (figure_seen(&out->bases, before, b->figure) || figure_seen(&out->doubled, out->doubled.count, b->figure))) continue;
        if (b->unit >= 0) b->rim_rgb = e->game->units[b->unit].rim_rgb;
        if (read) out->from_hidden -= give_way(&out->bases, &before, b);
        append(&out->bases, b);
    }
    return s;
}

// Where only a part of the picture is looked at: first what is expected, and a search for what that leaves unread.
static status look_for_tagged(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    static const px_rect nowhere;
    const px_rect *where;
    int where_count = rectangles(r, EYE_HIDDEN_TAGS, &where);
    status s = r->where ? find_tagged(e, f, view, r, &nowhere, 0, out) : STATUS_OK;
    if ((s == STATUS_OK || s == STATUS_FULL) && (!where || where_count > 0)) s = find_tagged(e, f, view, r, where, where_count, out);
    return s;
}

static bool failed(status s) { return s != STATUS_OK && s != STATUS_FULL; }

static status look_for_bases(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *why) {
    vision_view view = eye_view(e);
    status s = look_for_plain(e, f, &view, r, out);
    if (failed(s)) return fault_set(why, s, "looking for bases: %s", status_text(s));
    s = look_for_rims(e, f, &view, r, out);
    if (failed(s)) return fault_set(why, s, "looking for rim codes: %s", status_text(s));
    out->from_hidden = out->bases.count;
    s = look_for_tagged(e, f, &view, r, out);
    if (failed(s)) return fault_set(why, s, "looking for bases with tags: %s", status_text(s));
    s = eye_look_for_tiles(e, f, &view, r, searches(r, EYE_HIDDEN_TAGS), out);
    if (failed(s)) return fault_set(why, s, "looking for unit markers: %s", status_text(s));
    return STATUS_OK;
}

status eye_take_size(const frame *f, fault *why) {
    if (f->width <= VISION_MAX_EDGE_PX && f->height <= VISION_MAX_EDGE_PX) return STATUS_OK;
    return fault_set(why, STATUS_INVALID, "the picture is %d x %d px and may have %d on a side: scale it down or cut out the table", f->width,
                     f->height, VISION_MAX_EDGE_PX);
}

status eye_look(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *why) {
    static const eye_request everything = {0};
    if (!r) r = &everything;
    *out = (eye_sight){.tags = {.at = e->lists.tags, .capacity = TAGS_MAX},
                       .bases = {.at = e->lists.bases, .capacity = BASES_MAX},
                       .doubled = {.at = e->lists.doubled, .capacity = DOUBLED_MAX}};
    if (e->calibrated && (f->width != e->calibration.width || f->height != e->calibration.height))
        return fault_set(why, STATUS_INVALID, "the picture is %d x %d and the calibration is for %d x %d: calibrate at the picture's size", f->width,
                         f->height, e->calibration.width, e->calibration.height);
    bool on_table = e->game && e->calibrated;
    status s = eye_take_size(f, why);
    if (s != STATUS_OK) return s;
    if (on_table) s = follow_expected(e, f, r, out);
    if (s == STATUS_OK) s = find_tags(e, f, r, out);
    if (s != STATUS_OK) return fault_set(why, s, "looking for tags: %s", status_text(s));
    if (on_table) eye_learn_tones(e, f, &out->tags);
    return on_table ? look_for_bases(e, f, r, out, why) : STATUS_OK;
}
