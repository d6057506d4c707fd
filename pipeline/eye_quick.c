// Bases in a quick look. Paint suggests in a millisecond or two where painted ones stand that are expected, networks propose others where it is
// searched, and a close look at each says whether a base does. Paint places a rim finely where it is seen well, and strays where a hand lies over
// half of it; a close look is coarser and knows better what it sees. Where the two agree they are one measurement; where they don't, the difference
// is the error. Unpainted bases have no paint to follow, that of others may say nothing, and a tag or rim code may not be read: those are looked at
// closely where they are expected, too.
#include <math.h>

#include "core/clock.h"
#include "pipeline/eye_state.h"

static bool is_painted(const eye *e, int figure) { return e->game->units[e->game->figures[figure].unit].rim_rgb != NO_COLOUR; }

// What paint suggests, where painted bases are expected.
static status suggest(eye *e, const frame *f, const vision_view *view, const eye_request *r, base_list *out) {
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].by == MARKED_BY_PAINT && e->kinds.marks[i].kind >= 0 && is_painted(e, i))
            e->lists.expected_bases[n++] = (expected_base){.kind = e->kinds.marks[i].kind, .pose = r->wishes[i].expected};
    if (n == 0) return STATUS_OK;
    return vision_follow_paint(e->vision, f, view, e->kinds.painted, e->kinds.painted_count, e->lists.expected_bases, n, out);
}

// The class of all bases that a suggestion belongs to; -1: none.
static int kind_of(const eye *e, const base_sighting *b) {
    for (int k = 0; k < e->kinds.base_count; k++) {
        const base_kind *o = &e->kinds.bases[k];
        if (o->print == PRINT_NONE && o->rim_rgb == b->rim_rgb && base_is_like(o->base, b->base)) return k;
    }
    return -1;
}

// True where a base of the kind is expected there.
static bool is_expected_near(const eye *e, const eye_request *r, int kind, vec2 at) {
    for (int i = 0; i < e->game->figure_count; i++) {
        double near = fmin(e->game->figures[i].base.width_in, e->game->figures[i].base.depth_in) / 2;
        if (e->kinds.marks[i].base == kind && eye_expects(r, i) && !r->wishes[i].has_left && vec2_distance(r->wishes[i].expected.at, at) < near)
            return true;
    }
    return false;
}

static const base_sighting *suggestion_of(const base_list *suggested, const base_sighting *b) {
    const base_sighting *best = NULL;
    double least = fmin(b->base.width_in, b->base.depth_in) / 2;
    for (int i = 0; i < suggested->count; i++) {
        const base_sighting *o = &suggested->at[i];
        double d = vec2_distance(o->pose.at, b->pose.at);
        if (o->rim_rgb == b->rim_rgb && base_is_like(o->base, b->base) && d < least) best = o, least = d;
    }
    return best;
}

// Paint suggests a base of the figure's kind near there.
static bool is_suggested(const eye *e, const base_list *suggested, int figure, vec2 at) {
    const game_figure *f = &e->game->figures[figure];
    const base_sighting there = {.base = f->base, .rim_rgb = e->game->units[f->unit].rim_rgb, .pose.at = at};
    return kind_of(e, &there) == e->kinds.marks[figure].base && suggestion_of(suggested, &there);
}

// What is to be looked at closely. Returns how many.
static int list_supposed(eye *e, const eye_request *r, const base_list *suggested) {
    expected_base *at = e->lists.supposed_bases;
    int n = 0;
    for (int i = 0; i < suggested->count; i++) {
        const base_sighting *b = &suggested->at[i];
        int kind = kind_of(e, b);
        if (kind >= 0) at[n++] = (expected_base){.kind = kind, .pose = b->pose, .unknown = !is_expected_near(e, r, kind, b->pose.at)};
    }
    for (int i = 0; i < e->game->figure_count; i++)
        if (eye_expects(r, i) && e->kinds.marks[i].by == MARKED_BY_PAINT && e->kinds.marks[i].base >= 0 &&
            !is_suggested(e, suggested, i, r->wishes[i].expected.at))
            at[n++] = eye_expected_base(e, r, i);
    return n;
}

// Of two measurements of one quantity that are `apart`: how far from the first to the second their mean lies, 0..1, and its sigma. Their errors have
// a picture in common: the mean is no better than the better of them, and where they contradict each other, half of what is between them is doubt.
static double join(double sigma, double other, double apart, double *both) {
    double share = sigma * sigma / fmax(sigma * sigma + other * other, 1e-12), least = fmin(sigma, other);
    bool agree = apart * apart <= EYE_AGREE_SIGMAS * EYE_AGREE_SIGMAS * (sigma * sigma + other * other);
    *both = agree ? least : hypot(least, apart / 2);
    return share;
}

static void name_fronts(base_sighting *b, double other_rad) {
    b->front_doubtful = true;
    b->front_count = 2;
    b->fronts_rad[0] = (float)b->pose.heading_rad;
    b->fronts_rad[1] = (float)other_rad;
}

// Headings of one base: the same axis, but for their errors, and the front that is told.
static void join_headings(const base_sighting *paint, base_sighting *b) {
    if (!pose_has_heading(paint->pose)) return;
    if (!pose_has_heading(b->pose)) {
        b->pose.heading_rad = paint->pose.heading_rad, b->pose.sigma_rad = paint->pose.sigma_rad;
        return;
    }
    bool square = b->base.shape != BASE_ROUND;
    double apart = angle_difference(paint->pose.heading_rad, b->pose.heading_rad), turns = square ? round(apart / (PI / 2)) : 0;
    double aside = apart - turns * PI / 2, share = join(b->pose.sigma_rad, paint->pose.sigma_rad, aside, &b->pose.sigma_rad);
    double heading = b->pose.heading_rad + share * aside, turned = angle_wrap(heading + turns * PI / 2);
    if (turns == 0 || paint->front_doubtful) {
        b->front_doubtful = b->front_doubtful && paint->front_doubtful;
        b->pose.heading_rad = angle_wrap(heading);
    } else if (b->front_doubtful) {
        b->front_doubtful = false;
        b->pose.heading_rad = turned;
    } else {
        b->pose.heading_rad = angle_wrap(heading);
        name_fronts(b, turned);
    }
    if (!b->front_doubtful) b->front_count = 0;
}

static void join_measurements(const base_sighting *paint, base_sighting *b) {
    vec2 apart = vec2_sub(paint->pose.at, b->pose.at);
    double share = join(b->pose.sigma_in, paint->pose.sigma_in, vec2_length(apart), &b->pose.sigma_in);
    b->pose.at = vec2_add(b->pose.at, vec2_scale(apart, share));
    b->px = (px2){b->px.u + share * (paint->px.u - b->px.u), b->px.v + share * (paint->px.v - b->px.v)};
    join_headings(paint, b);
}

// The figures so marked that were expected and not read. Returns how many.
static int list_unread(eye *e, const eye_request *r, marked_by by, const base_list *read) {
    expected_base *at = e->lists.supposed_bases;
    int n = 0;
    for (int i = 0; i < e->game->figure_count; i++) {
        const figure_mark *m = &e->kinds.marks[i];
        if (eye_expects(r, i) && m->by == by && m->base >= 0 && !eye_sighting_of(read, read->count, i)) at[n++] = eye_expected_base(e, r, i);
    }
    return n;
}

status eye_look_at_unread(eye *e, const frame *f, const vision_view *view, const eye_request *r, marked_by by, eye_sight *out) {
    base_list seen = {.at = e->lists.confirmed_bases, .capacity = BASES_MAX};
    const int n = f->bgr ? list_unread(e, r, by, &out->bases) : 0, before = out->bases.count;
    if (n == 0) return STATUS_OK;
    const double begin_s = clock_monotonic_s();
    status s = vision_confirm_bases(e->vision, f, view, e->kinds.bases, e->kinds.base_count, e->lists.supposed_bases, n, &seen);
    eye_add_spent(out, by == MARKED_BY_TAG ? SEARCH_HIDDEN_TAGS : SEARCH_RIMS, begin_s);
    for (int i = 0; i < seen.count; i++)
        if (!eye_place_taken(&out->bases, before, &seen.at[i], false)) eye_append(&out->bases, &seen.at[i]);
    return s;
}

// A close look at what is supposed, and at what the networks propose where it is searched.
static status look_closely(eye *e, const frame *f, const vision_view *view, const eye_request *r, int supposed, base_list *seen) {
    const px_rect *where, nowhere = {0, 0, 0, 0};
    int where_count = eye_rectangles(r, EYE_PLAIN, &where);
    if (supposed + where_count == 0) return STATUS_OK;
    status s = vision_propose_bases(e->vision, f, view, where, where_count);
    if (s != STATUS_OK) return s;
    s = vision_confirm_bases(e->vision, f, view, e->kinds.bases, e->kinds.base_count, e->lists.supposed_bases, supposed, seen);
    status none = vision_propose_bases(e->vision, f, view, &nowhere, 0);  // the searches for codes have no time for them
    return s == STATUS_OK || s == STATUS_FULL ? s : none;
}

status eye_look_quickly(eye *e, const frame *f, const vision_view *view, const eye_request *r, eye_sight *out) {
    if (e->kinds.painted_count == 0 || !f->bgr || !eye_seeks_any(e, r, MARKED_BY_PAINT, EYE_PLAIN)) return STATUS_OK;
    base_list suggested = {.at = e->lists.found_bases, .capacity = BASES_MAX}, seen = {.at = e->lists.confirmed_bases, .capacity = BASES_MAX};
    const double begin_s = clock_monotonic_s();
    status s = suggest(e, f, view, r, &suggested);
    if (s == STATUS_OK || s == STATUS_FULL) s = look_closely(e, f, view, r, list_supposed(e, r, &suggested), &seen);
    eye_add_spent(out, SEARCH_PLAIN, begin_s);
    for (int i = 0; i < seen.count; i++) {
        const base_sighting *paint = seen.at[i].rim_rgb == NO_COLOUR ? NULL : suggestion_of(&suggested, &seen.at[i]);
        if (paint) join_measurements(paint, &seen.at[i]);
        eye_append(&out->bases, &seen.at[i]);
    }
    return s;
}
