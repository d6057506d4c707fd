// The searches of one look for bases: painted rims, rim codes, tags under miniatures; what is expected first.
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "formation/identify/identify.h"
#include "pipeline/eye_state.h"

const base_sighting *eye_sighting_of(const base_list *bases, int count, int figure) {
    for (int i = 0; i < count; i++)
        if (bases->at[i].figure == figure) return &bases->at[i];
    return NULL;
}

static bool figure_seen(const base_list *bases, int count, int figure) { return eye_sighting_of(bases, count, figure) != NULL; }

// An outline alone: whatever was read there is the better explanation.
static bool is_outline(const base_sighting *b) { return b->figure < 0 && (b->unread || (b->by == SEEN_BY_PLAIN && b->rim_rgb == NO_COLOUR)); }

static bool in_one_place(const base_sighting *a, const base_sighting *b) {
    return a->by != SEEN_BY_UNIT_MARKER &&
           base_gap(a->base, a->pose, b->base, b->pose) < -EYE_INSIDE_SHARE * fmin(b->base.width_in, b->base.depth_in);
}

bool eye_place_taken(const base_list *bases, int count, const base_sighting *b, bool read) {
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

// The search for bases that carry this print.
static unsigned search_for(base_print print) {
    static const unsigned by[] = {[PRINT_NONE] = EYE_PLAIN, [PRINT_TAG] = EYE_HIDDEN_TAGS, [PRINT_RIM_CODE] = EYE_RIMS};
    return by[print];
}

static bool stands_elsewhere(const eye_request *r, int figure) { return r->wishes && (r->wishes[figure].elsewhere || r->wishes[figure].absent); }

// A figure stands there, where nothing has changed: no other base does.
static bool lies_on_standing(const eye *e, const eye_request *r, const base_sighting *b) {
    for (int i = 0; r->wishes && i < e->game->figure_count; i++) {
        const eye_wish *wish = &r->wishes[i];
        if (!wish->stands || wish->absent) continue;
        if (in_one_place(&(base_sighting){.base = e->game->figures[i].base, .pose = wish->expected}, b)) return true;
    }
    return false;
}

// It is looked for in this part of the picture.
static bool is_looked_for(const eye *e, const eye_request *r, const vision_view *view, int figure, vec2 at) {
    if (stands_elsewhere(r, figure)) return false;
    px2 px = view->to_px(view->context, (vec3){at.x, at.y, game_base_top_in(e->game, figure, at)});
    bool within = !r->where;
    for (int i = 0; i < r->where_count && !within; i++) within = rect_holds(r->where[i], px);
    return within;
}

// Where the markers of trays that were read have the bases on them, beside where those are expected: in a block that touches, miniatures may hide
// where one base ends and the next begins. Returns their number.
static int suppose_on_trays(eye *e, const vision_view *view, const eye_request *r, const base_kind *kinds, const eye_sight *seen, expected_base *at) {
    base_sighting *laid = e->lists.found_bases;
    int n = 0, count = formation_lay_trays(e->game, seen->bases.at, seen->bases.count, NULL, laid, BASES_MAX);
    for (int i = 0; i < count; i++) {
        int kind = e->kinds.marks[laid[i].figure].base;
        if (kind >= 0 && kinds[kind].count > 0 && is_looked_for(e, r, view, laid[i].figure, laid[i].pose.at))
            at[n++] = (expected_base){.kind = kind, .pose = laid[i].pose, .supposed = true};
    }
    return n;
}

// Bases of all sorts among what the networks propose: of the kinds that are searched for, and those that are expected.
static status look_for_proposed(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    base_kind kinds[VISION_MAX_BASE_KINDS];
    int n = 0;
    for (int k = 0; k < e->kinds.base_count; k++) {
        kinds[k] = e->kinds.bases[k];
        kinds[k].elsewhere = true;
        if (!eye_searches(r, search_for(kinds[k].print))) kinds[k].count = 0;
    }
    for (int i = 0; i < e->game->figure_count; i++) {
        int kind = e->kinds.marks[i].base;
        if (kind < 0) continue;
        kinds[kind].elsewhere = kinds[kind].elsewhere && stands_elsewhere(r, i);
        kinds[kind].lost |= r->wishes && r->wishes[i].lost;
        bool placed = kinds[kind].count > 0 && r->wishes && r->wishes[i].has_place && is_looked_for(e, r, view, i, r->wishes[i].expected.at);
        if (!eye_expects(r, i) && !placed) continue;
        e->lists.expected_bases[n++] = eye_expected_base(e, r, i);
        if (!eye_searches(r, search_for(kinds[kind].print))) kinds[kind].count++;
    }
    n += suppose_on_trays(e, view, r, kinds, out, e->lists.expected_bases + n);
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const double begin_s = clock_monotonic_s();
    status s = vision_find_proposed_bases(e->vision, f, view, kinds, e->kinds.base_count, e->lists.expected_bases, n, &found);
    eye_add_spent(out, SEARCH_PLAIN, begin_s);
    int before = out->bases.count;
    for (int i = 0; i < found.count; i++)
        if (!eye_place_taken(&out->bases, before, &found.at[i], false)) eye_append(&out->bases, &found.at[i]);
    return s;
}

static bool is_unread(const base_sighting *b) { return b->figure < 0 && b->unit < 0 && b->unread; }

// A round base's front is not known, but how its look lies.
static pose looked_pose(const base_sighting *b) {
    if (pose_has_heading(b->pose)) return b->pose;
    return (pose){b->pose.at, (double)b->look_rad, b->pose.sigma_in, (double)b->look_sigma_rad};
}

// Adds bases that carry a rim code and were found unread.
static int add_unread_rims(eye *e, const eye_sight *seen, int n) {
    for (int i = 0; i < seen->bases.count; i++) {
        const base_sighting *b = &seen->bases.at[i];
        if (!is_unread(b)) continue;
        for (int k = 0; k < e->kinds.rim_count; k++)
            if (base_is_like(e->kinds.rims[k].base, b->base) && n < e->lists.expected_capacity)
                e->lists.expected_rims[n++] = (expected_rim){.kind = k, .figure = -1, .pose = looked_pose(b), .unread = true};
    }
    return n;
}

static status look_for_rims(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.rim_count == 0 || !eye_seeks_any(e, r, MARKED_BY_RIM_CODE, EYE_RIMS)) return STATUS_OK;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].by == MARKED_BY_RIM_CODE)
            e->lists.expected_rims[n++] =
                (expected_rim){.kind = e->kinds.marks[i].kind, .figure = i, .pose = r->wishes[i].expected, .reach_in = r->reach_in};
    for (int i = 0; i < out->bases.count && n < e->lists.expected_capacity; i++)
        if (out->bases.at[i].by == SEEN_BY_TAG && out->bases.at[i].figure >= 0)
            e->lists.expected_rims[n++] = (expected_rim){.taken = true, .base = out->bases.at[i].base, .pose = out->bases.at[i].pose};
    n = add_unread_rims(e, out, n);
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const px_rect *where;
    int where_count = eye_rectangles(r, EYE_RIMS, &where);
    const double begin_s = clock_monotonic_s();
    status s = vision_find_rim_codes(e->vision, f, view, e->kinds.rims, e->kinds.rim_count, where, where_count, e->lists.expected_rims, n, &found);
    eye_add_spent(out, SEARCH_RIMS, begin_s);
    int before = out->bases.count;
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        if (eye_place_taken(&out->bases, before, b, b->figure >= 0)) continue;
        if (b->unit >= 0) b->rim_rgb = e->game->units[b->unit].rim_rgb;
        if (b->figure >= 0) {
            give_way(&out->bases, &before, b);
            eye_take_read(b, out);
        } else {
            eye_append(&out->bases, b);
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
                eye_seeks(r, e->kinds.tagged[k].ids[i].figure, EYE_HIDDEN_TAGS) && !figure_seen(seen, seen->count, e->kinds.tagged[k].ids[i].figure);
        if (unread) kinds[n++] = e->kinds.tagged[k];
    }
    return n;
}

// Adds bases that carry a tag and were found unread.
static int add_unread_tagged(eye *e, const eye_sight *seen, const tagged_base_kind *kinds, int count, int n) {
    for (int i = 0; i < seen->bases.count; i++) {
        const base_sighting *b = &seen->bases.at[i];
        if (!is_unread(b)) continue;
        for (int k = 0; k < count; k++)
            if (base_is_like(kinds[k].base, b->base) && n < e->lists.expected_capacity)
                e->lists.expected_tagged[n++] = (expected_tagged){.figure = -1, .kind = k, .pose = looked_pose(b), .unread = true};
    }
    return n;
}

// One search for bases whose tags were not read, in where[0..where_count) and where they are expected. All ids of a kind are asked for, also those
// that were read: the bases beside a base help to identify it; bases that were read stay where they were read. A base without a name is of use to
// formation/ all the same.
static status find_tagged(eye *e, const frame *f, const vision_view *view, const eye_request *r, const px_rect *where, int where_count,
                          eye_sight *out) {
    tagged_base_kind kinds[VISION_MAX_TAGGED_KINDS];
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    int before = out->bases.count, count = unread_kinds(e, r, &out->bases, kinds), n = 0;
    if (count == 0) return STATUS_OK;
    for (int i = 0; i < e->game->figure_count; i++) {
        if (e->kinds.marks[i].by != MARKED_BY_TAG) continue;
        const base_sighting *seen = eye_sighting_of(&out->bases, before, i);
        if (seen)
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = seen->pose, .seen = true};
        else if (eye_expects(r, i))
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = r->wishes[i].expected, .reach_in = r->reach_in};
    }
    n = add_unread_tagged(e, out, kinds, count, n);
    const double begin_s = clock_monotonic_s();
    status s = vision_find_tagged_bases(e->vision, f, view, kinds, count, where, where_count, e->lists.expected_tagged, n, &found);
    eye_add_spent(out, SEARCH_HIDDEN_TAGS, begin_s);
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        bool read = b->figure >= 0 || b->unit >= 0;
        if (eye_place_taken(&out->bases, before, b, read) || eye_place_taken(&out->duplicates, out->duplicates.count, b, read)) continue;
        if (b->figure >= 0 && (figure_seen(&out->bases, before, b->figure) || figure_seen(&out->duplicates, out->duplicates.count, b->figure)))
            continue;
        if (is_outline(b) && lies_on_standing(e, r, b)) continue;
        if (b->unit >= 0) b->rim_rgb = e->game->units[b->unit].rim_rgb;
        if (read) out->from_hidden -= give_way(&out->bases, &before, b);
        eye_append(&out->bases, b);
    }
    return s;
}

// Where only a part of the picture is looked at: first what is expected, and a search for what that leaves unread.
static status look_for_tagged(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    static const px_rect nowhere;
    const px_rect *where;
    int where_count = eye_rectangles(r, EYE_HIDDEN_TAGS, &where);
    status s = r->where ? find_tagged(e, f, view, r, &nowhere, 0, out) : STATUS_OK;
    if ((s == STATUS_OK || s == STATUS_FULL) && (!where || where_count > 0)) s = find_tagged(e, f, view, r, where, where_count, out);
    return s;
}

static bool failed(status s) { return s != STATUS_OK && s != STATUS_FULL; }

// No base stands on a marker of the table: what looks like one there is its print, unless it was read.
static bool on_table_marker(const game *g, const base_sighting *b) {
    for (int i = 0; i < g->table_marker_count; i++) {
        const table_marker *m = &g->table_markers[i];
        if (pose_square_holds(m->pose, m->marker.size_in, b->pose.at)) return true;
    }
    return false;
}

static void clear_table_markers(const eye *e, base_list *bases) {
    int kept = 0;
    for (int i = 0; i < bases->count; i++)
        if (bases->at[i].figure >= 0 || bases->at[i].by == SEEN_BY_UNIT_MARKER || !on_table_marker(e->game, &bases->at[i]))
            bases->at[kept++] = bases->at[i];
    bases->count = kept;
}

// Networks propose where bases of all sorts stand in whole searches; a quick look has no time for that, but for plain ones (eye_quick.c).
static bool proposes(const eye *e, const frame *f, const eye_request *r) {
    return !r->quick && (!r->where || (r->searches && r->where_count > 0)) && f->bgr && e->game->figure_count > 0;
}

status eye_look_for_bases(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *fault) {
    const bool proposed = proposes(e, f, r);
    const px_rect nowhere = {0, 0, 0, 0};
    vision_view view = eye_view(e);
    status s = vision_propose_bases(e->vision, f, &view, proposed ? r->where : &nowhere, proposed ? r->where_count : 0);
    if (failed(s)) return fault_set(fault, s, "looking for bases: %s", status_text(s));
    s = proposed ? look_for_proposed(e, f, &view, r, out) : eye_look_quickly(e, f, &view, r, out);
    if (failed(s)) return fault_set(fault, s, "looking for bases: %s", status_text(s));
    s = look_for_rims(e, f, &view, r, out);
    if (s == STATUS_OK && !proposed) s = eye_look_at_unread(e, f, &view, r, MARKED_BY_RIM_CODE, out);
    if (failed(s)) return fault_set(fault, s, "looking for rim codes: %s", status_text(s));
    out->from_hidden = out->bases.count;
    s = look_for_tagged(e, f, &view, r, out);
    if (s == STATUS_OK && !proposed) s = eye_look_at_unread(e, f, &view, r, MARKED_BY_TAG, out);
    if (failed(s)) return fault_set(fault, s, "looking for bases with tags: %s", status_text(s));
    s = eye_look_for_tiles(e, f, &view, r, eye_searches(r, EYE_HIDDEN_TAGS), out);
    if (failed(s)) return fault_set(fault, s, "looking for unit markers: %s", status_text(s));
    if (proposed) clear_table_markers(e, &out->bases);
    return STATUS_OK;
}
