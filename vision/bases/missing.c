// What is missing once something was chosen: it is looked for where the finder saw a part of it alone, about what it proposed, beside what was
// chosen, at empty sites of blocks, and between sites of blocks that are not sure; after each, the choice is made again.
#include <math.h>

#include "vision/bases/painted.h"

// The game has more bases of the form than were chosen. tagged: of those that carry a tag.
static bool any_missing(const painted_search *s, int form, bool tagged) {
    for (int k = 0; k < s->kind_count; k++)
        if (s->form_of[k] == form && s->left[k] > 0 && (!tagged || s->kinds[k].print == PRINT_TAG)) return true;
    return false;
}

// Some of the form's bases have the outline of the kind's, and both are painted, which tells them apart.
static bool may_be_taken_for(const painted_search *s, int form, int kind) {
    const base_kind *of = &s->kinds[kind];
    for (int k = 0; k < s->kind_count && painted_is_kind(of); k++)
        if (s->form_of[k] == form && painted_is_kind(&s->kinds[k]) && base_is_like(s->kinds[k].base, of->base)) return true;
    return false;
}

// A find that is sure enough stands over the middle.
static bool is_taken(const painted_search *s, vec2 at) {
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0 || f->weight < BASES_PART_TAKEN_ODDS) continue;
        const base *b = &s->kinds[f->kind].base;
        if (vec2_distance(f->find.look.at, at) < fmin(b->width_in, b->depth_in) / 2) return true;
    }
    return false;
}

// Looks for bases of which the finder saw a part alone, and chooses again with what stands there.
static status find_by_parts(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    int n = 0;
    for (int form = 0; form < s->form_count; form++) {
        if (!any_missing(s, form, false)) continue;
        bool tagged = any_missing(s, form, true);
        int end = n + bases_of_parts(finder, &s->forms[form], tagged, s->poses + n, BASES_MAX_SUPPOSED - s->count - n);
        for (int i = n; i < end; i++)
            if (!is_taken(s, s->poses[i].at)) s->expected_form[n] = form, s->poses[n++] = s->poses[i];
    }
    const int before = s->count;
    status st = painted_look_at_places(s, finder, f, view, n, (supposed_gates){false, BASES_LEAST_ODDS, INFINITY, false});
    return s->count > before && st == STATUS_OK ? painted_look_and_choose(s, finder, f, view) : st;
}

// Adds to s->poses[0..*n) places about the pose, a part of its sides away, and the pose itself if `middle`.
static void list_places_near(painted_search *s, int form, const pose *p, bool middle, int *n) {
    const double ahead = BASES_ABOUT * s->forms[form].length_in, left = BASES_ABOUT * s->forms[form].across_in;
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) {
            if ((!i && !j && !middle) || *n >= BASES_MAX_SUPPOSED - s->count) continue;
            s->expected_form[*n] = form;
            s->poses[(*n)++] = (pose){.at = vec2_add(p->at, vec2_rotate((vec2){i * ahead, j * left}, p->heading_rad)), .heading_rad = p->heading_rad};
        }
    }
}

// Lists places about what the finder proposed and nothing stands over, and about what was chosen for a kind that is not complete.
static int list_places(painted_search *s, bases_finder *finder) {
    int n = 0;
    for (int form = 0; form < s->form_count; form++) {
        if (!any_missing(s, form, false)) continue;
        int proposed = bases_of_proposals(finder, &s->forms[form], s->proposed, PAINTED_MAX_PROPOSED);
        for (int i = 0; i < proposed; i++)
            if (!is_taken(s, s->proposed[i].at)) list_places_near(s, form, &s->proposed[i], true, &n);
        for (int i = 0; i < s->count; i++) {
            const painted_find *c = &s->at[i];
            if (c->kind < 0 || c->find.form != form || s->left[c->kind] <= 0 || c->weight > BASES_ABOUT_SURE) continue;
            list_places_near(s, form, &(pose){.at = c->find.look.at, .heading_rad = (double)c->find.look.heading_rad}, false, &n);
        }
    }
    return n;
}

static bool is_same(const painted_search *s, const base_find *a, const base_find *b) {
    if (a->form != b->form || vec2_distance(a->look.at, b->look.at) > BASES_SAME_IN) return false;
    return s->forms[a->form].round ||
           fabs(angle_difference(4 * (double)a->look.heading_rad, 4 * (double)b->look.heading_rad)) < 4 * BASES_ALIGNED_RAD;
}

// Of the finds from `from` on, leaves the likeliest of those that are one, and none that was found before.
static void leave_same(painted_search *s, int from) {
    int kept = from;
    for (int i = from; i < s->count; i++) {
        int k = 0;
        while (k < kept && !is_same(s, &s->at[k].find, &s->at[i].find)) k++;
        if (k == kept)
            s->at[kept++] = s->at[i];
        else if (k >= from && s->at[i].find.look.odds > s->at[k].find.look.odds)
            s->at[k] = s->at[i];
    }
    s->count = kept;
}

// A close look steps to the base that it sees by a part of its size. Where the finder was further off, in closed blocks and under large miniatures,
// it ends halfway between two bases, or sees none. So it begins anew from places about.
static status look_about(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    const int before = s->count, n = list_places(s, finder);
    status st = painted_look_at_places(s, finder, f, view, n, (supposed_gates){false, BASES_ABOUT_ODDS, INFINITY, false});
    leave_same(s, before);
    return s->count > before && st == STATUS_OK ? painted_look_and_choose(s, finder, f, view) : st;
}

// Looks at sites, and chooses again with what stands there. in_blocks: they are empty sites of blocks, where more is believed.
static status look_at_sites(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, const empty_site *sites, int n,
                            bool in_blocks) {
    const supposed_gates gates = {false, in_blocks ? LATTICE_SITE_ODDS : BASES_LEAST_ODDS, BASES_EXPECTED_REACH_IN, in_blocks};
    if (n > BASES_MAX_SUPPOSED - s->count) n = BASES_MAX_SUPPOSED - s->count;
    for (int i = 0; i < n; i++) {
        s->poses[i] = sites[i].at;
        s->expected_form[i] = s->form_of[sites[i].kind];
    }
    status st = painted_look_at_places(s, finder, f, view, n, gates);
    return n > 0 && st == STATUS_OK ? painted_look_and_choose(s, finder, f, view) : st;
}

// Looks beside what was chosen for what is missing: bases of one colour show no edges where they touch, and the finder sees none inside their block.
// Of what is followed, most that is missing is under a hand, and beside it lies what the hand does.
static status look_beside(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    status st = STATUS_OK;
    for (int pass = 0, listed = 0; pass < BASES_BESIDE_PASSES && st == STATUS_OK; pass++) {
        int n = painted_sites_beside(s, view, s->sites, listed, BASES_MAX_SUPPOSED);
        st = look_at_sites(s, finder, f, view, s->sites + listed, n - listed, false);
        listed = n;
    }
    return st;
}

// What was found as a form that was missing may be of another one of its outline, of which others were chosen in its place: it is looked at as that.
static status look_as_others(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        const painted_find *c = &s->at[i];
        for (int form = 0; form < s->form_count && c->kind >= 0 && c->find.place < 0; form++) {
            if (form == c->find.form || !may_be_taken_for(s, form, c->kind) || n >= BASES_MAX_SUPPOSED - s->count) continue;
            s->expected_form[n] = form;
            s->poses[n++] = (pose){.at = c->find.look.at, .heading_rad = (double)c->find.look.heading_rad};
        }
    }
    const int before = s->count;
    status st = painted_look_at_places(s, finder, f, view, n, (supposed_gates){false, BASES_ABOUT_ODDS, BASES_EXPECTED_REACH_IN, false});
    leave_same(s, before);
    return s->count > before && st == STATUS_OK ? painted_look_and_choose(s, finder, f, view) : st;
}

static status fill_blocks(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    const painted_sight in = painted_edges_in(s, f, view, bases_pool(finder));
    status st = painted_look_around(s, finder, f, view);
    if (st == STATUS_OK) st = painted_see_edges(s, &in);
    if (st != STATUS_OK) return st;
    int n = painted_empty_sites(s, view, s->sites, BASES_MAX_SUPPOSED);
    st = look_at_sites(s, finder, f, view, s->sites, n, true);
    return st == STATUS_OK && !s->followed ? painted_look_between(s, finder, f, view) : st;
}

status painted_find_missing(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    status st = find_by_parts(s, finder, f, view);
    if (st == STATUS_OK && !s->followed) st = look_about(s, finder, f, view);
    if (st == STATUS_OK && !s->followed) st = look_beside(s, finder, f, view);
    if (st == STATUS_OK && !s->followed) st = look_as_others(s, finder, f, view);
    return st == STATUS_OK ? fill_blocks(s, finder, f, view) : st;
}
