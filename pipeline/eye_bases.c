// The searches of one look for bases: painted rims, rim codes, tags under miniatures; what is expected first.
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "pipeline/eye_state.h"

// The rectangles that are searched for this; none where it isn't asked for.
static int rectangles(const eye_request *r, unsigned what, const px_rect **where) {
    static const px_rect nowhere;
    bool searched = eye_searches(r, what);
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
    return eye_expects(r, figure) || (eye_searches(r, what) && !(r->wishes && r->wishes[figure].elsewhere));
}

static bool any_sought(const eye *e, const eye_request *r, marked_by by, unsigned what) {
    for (int i = 0; i < e->game->figure_count; i++)
        if (e->kinds.marks[i].by == by && e->kinds.marks[i].kind >= 0 && is_sought(r, i, what)) return true;
    return false;
}

// An outline alone: whatever was read there is the better explanation.
static bool is_outline(const base_sighting *b) { return b->figure < 0 && (b->unread || (b->by == SEEN_BY_PLAIN && b->rim_rgb == NO_COLOUR)); }

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

// Bases of all sorts among what the networks propose. known: the plain ones that the first look found.
static status look_for_proposed(eye *e, const frame *f, const vision_view *view, const eye_request *r, const base_list *known, eye_sight *out) {
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].base >= 0)
            e->lists.expected_bases[n++] = (expected_base){.kind = e->kinds.marks[i].base, .pose = r->wishes[i].expected};
    base_list found = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const double begin_s = clock_monotonic_s();
    status s = vision_find_proposed_bases(e->vision, f, view, e->kinds.bases, e->kinds.base_count, e->lists.expected_bases, n, known->at,
                                          known->count, &found);
    eye_add_spent(out, SEARCH_PLAIN, begin_s);
    int before = out->bases.count;
    for (int i = 0; i < found.count; i++)
        if (!place_taken(&out->bases, before, &found.at[i], false)) eye_append(&out->bases, &found.at[i]);
    return s;
}

static status look_for_plain(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.painted_count == 0 || !f->bgr || !any_sought(e, r, MARKED_BY_PAINT, EYE_PLAIN)) return STATUS_OK;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].by == MARKED_BY_PAINT && e->kinds.marks[i].kind >= 0)
            e->lists.expected_bases[n++] = (expected_base){.kind = e->kinds.marks[i].kind, .pose = r->wishes[i].expected};
    base_list plain = {.at = e->lists.found_bases, .capacity = BASES_MAX};
    const px_rect *where;
    int where_count = rectangles(r, EYE_PLAIN, &where);
    const double begin_s = clock_monotonic_s();
    status s =
        vision_find_bases(e->vision, f, view, e->kinds.painted, e->kinds.painted_count, where, where_count, e->lists.expected_bases, n, &plain);
    eye_add_spent(out, SEARCH_PLAIN, begin_s);
    for (int i = 0; i < plain.count; i++) eye_append(&out->bases, &plain.at[i]);
    return s;
}

static status look_for_rims(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.rim_count == 0 || !any_sought(e, r, MARKED_BY_RIM_CODE, EYE_RIMS)) return STATUS_OK;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].by == MARKED_BY_RIM_CODE)
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
    eye_add_spent(out, SEARCH_RIMS, begin_s);
    int before = out->bases.count;
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        if (place_taken(&out->bases, before, b, b->figure >= 0)) continue;
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
                is_sought(r, e->kinds.tagged[k].ids[i].figure, EYE_HIDDEN_TAGS) && !figure_seen(seen, seen->count, e->kinds.tagged[k].ids[i].figure);
        if (unread) kinds[n++] = e->kinds.tagged[k];
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
        const base_sighting *seen = sighting_of_figure(&out->bases, before, i);
        if (seen)
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = seen->pose, .seen = true};
        else if (eye_expects(r, i))
            e->lists.expected_tagged[n++] = (expected_tagged){.figure = i, .pose = r->wishes[i].expected, .reach_in = r->reach_in};
    }
    const double begin_s = clock_monotonic_s();
    status s = vision_find_tagged_bases(e->vision, f, view, kinds, count, where, where_count, e->lists.expected_tagged, n, &found);
    eye_add_spent(out, SEARCH_HIDDEN_TAGS, begin_s);
    for (int i = 0; i < found.count; i++) {
        base_sighting *b = &found.at[i];
        bool read = b->figure >= 0 || b->unit >= 0;
        if (place_taken(&out->bases, before, b, read) || place_taken(&out->duplicates, out->duplicates.count, b, read)) continue;
        if (b->figure >= 0 && (figure_seen(&out->bases, before, b->figure) || figure_seen(&out->duplicates, out->duplicates.count, b->figure)))
            continue;
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
    int where_count = rectangles(r, EYE_HIDDEN_TAGS, &where);
    status s = r->where ? find_tagged(e, f, view, r, &nowhere, 0, out) : STATUS_OK;
    if ((s == STATUS_OK || s == STATUS_FULL) && (!where || where_count > 0)) s = find_tagged(e, f, view, r, where, where_count, out);
    return s;
}

static bool failed(status s) { return s != STATUS_OK && s != STATUS_FULL; }

// No base stands on a marker of the table: what looks like one there is its print, unless it was read.
static bool on_table_marker(const game *g, const base_sighting *b) {
    for (int i = 0; i < g->table_marker_count; i++) {
        const table_marker *m = &g->table_markers[i];
        vec2 off = vec2_rotate(vec2_sub(b->pose.at, m->pose.at), -m->pose.heading_rad);
        if (fmax(fabs(off.x), fabs(off.y)) < m->marker.size_in / 2) return true;
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

// One look with all searches. known: the networks propose where bases stand, and painted ones are found among these beside those that the first look
// found.
static status look_once(eye *e, const frame *f, const eye_request *r, const base_list *known, eye_sight *out, fault *fault) {
    vision_view view = eye_view(e);
    const px_rect nowhere = {0, 0, 0, 0};
    status s = vision_propose_bases(e->vision, f, &view, known ? r->where : &nowhere, known ? r->where_count : 0);
    if (failed(s)) return fault_set(fault, s, "looking for bases: %s", status_text(s));
    s = known ? look_for_proposed(e, f, &view, r, known, out) : look_for_plain(e, f, &view, r, out);
    if (failed(s)) return fault_set(fault, s, "looking for bases: %s", status_text(s));
    s = look_for_rims(e, f, &view, r, out);
    if (failed(s)) return fault_set(fault, s, "looking for rim codes: %s", status_text(s));
    out->from_hidden = out->bases.count;
    s = look_for_tagged(e, f, &view, r, out);
    if (failed(s)) return fault_set(fault, s, "looking for bases with tags: %s", status_text(s));
    s = eye_look_for_tiles(e, f, &view, r, eye_searches(r, EYE_HIDDEN_TAGS), out);
    if (failed(s)) return fault_set(fault, s, "looking for unit markers: %s", status_text(s));
    if (known) clear_table_markers(e, &out->bases);
    return STATUS_OK;
}

// True where fewer bases were found than were to be: of the roster in a whole picture, of what was expected in a search of a part.
static bool any_missing(const eye *e, const eye_request *r, const eye_sight *s) {
    int wanted = r->where ? 0 : e->game->figure_count;
    for (int i = 0; r->where && i < e->game->figure_count; i++) wanted += eye_expects(r, i);
    return s->bases.count < wanted;
}

// The lists of a look that a second one writes over.
typedef struct {
    base_sighting *bases, *duplicates;
    eye_sight sight;
} kept_sight;

static bool keep_sight(const eye_sight *s, kept_sight *out) {
    *out = (kept_sight){malloc((size_t)(s->bases.count + 1) * sizeof *out->bases),
                        malloc((size_t)(s->duplicates.count + 1) * sizeof *out->duplicates), *s};
    if (!out->bases || !out->duplicates) return false;
    memcpy(out->bases, s->bases.at, (size_t)s->bases.count * sizeof *out->bases);
    memcpy(out->duplicates, s->duplicates.at, (size_t)s->duplicates.count * sizeof *out->duplicates);
    return true;
}

static void put_back(const kept_sight *k, eye_sight *out) {
    double spent[SEARCH_COUNT];
    memcpy(spent, out->spent_us, sizeof spent);
    *out = k->sight;
    memcpy(out->spent_us, spent, sizeof spent);
    memcpy(out->bases.at, k->bases, (size_t)out->bases.count * sizeof *k->bases);
    memcpy(out->duplicates.at, k->duplicates, (size_t)out->duplicates.count * sizeof *k->duplicates);
}

static void free_sight(kept_sight *k) {
    free(k->bases);
    free(k->duplicates);
}

// Keeps of a look what the search for plain bases found.
static void keep_plain(base_list *bases) {
    int kept = 0;
    for (int i = 0; i < bases->count; i++)
        if (bases->at[i].by == SEEN_BY_PLAIN) bases->at[kept++] = bases->at[i];
    bases->count = kept;
}

// Looks once more from where the first look began, with what that found, and with what the networks propose.
static status look_again(eye *e, const frame *f, const eye_request *r, const kept_sight *begun, eye_sight *out, fault *fault) {
    kept_sight first;
    status s = keep_sight(out, &first) ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "no memory for a second look");
    if (s == STATUS_OK) {
        base_list known = {.at = first.bases, .count = out->bases.count, .capacity = out->bases.count};
        keep_plain(&known);
        put_back(begun, out);
        s = look_once(e, f, r, &known, out, fault);
    }
    free_sight(&first);
    return s;
}

status eye_look_for_bases(eye *e, const frame *f, const eye_request *r, eye_sight *out, fault *fault) {
    bool twice = e->second_look && !r->quick && (!r->where || (r->searches && r->where_count > 0)) && f->bgr && e->game->figure_count > 0;
    kept_sight begun = {0};
    if (twice && !keep_sight(out, &begun)) {
        free_sight(&begun);
        return fault_set(fault, STATUS_MEMORY, "no memory to look for bases");
    }
    status s = look_once(e, f, r, NULL, out, fault);
    if (s == STATUS_OK && twice && any_missing(e, r, out)) s = look_again(e, f, r, &begun, out, fault);
    free_sight(&begun);
    return s;
}
