// vision_find_proposed_bases: what is expected is looked at where it was, what was proposed with every form of the game; painted_choose says which is
// which. vision_confirm_bases: the same in haste.
#include "vision/bases/painted.h"

#include <math.h>
#include <stdlib.h>

#include "vision/bases/rims.h"
#include "vision/internal.h"

void painted_destroy(painted_search *s) {
    if (!s) return;
    free(s->found);
    free(s->at);
    free(s->chosen);
    free(s->pairs);
    free(s->heads);
    free(s->of_expected);
    free(s->taken);
    free(s->poses);
    free(s->expected_form);
    free(s->proposed);
    free(s->in_place.find);
    free(s->in_place.from);
    free(s->beside.find);
    free(s->beside.from);
    free(s->over.find);
    free(s->over.from);
    free(s->may_be);
    free(s->first_pair);
    free(s->next_pair);
    free(s->points);
    free(s->point_of);
    free(s->sites);
    free(s->likeliest);
    rim_reader_destroy(s->rims);
    edge_reader_destroy(s->edges);
    free(s->columns);
    free(s);
}

static bool finds_about_create(finds_about *a) {
    a->find = calloc(PAINTED_MAX_BESIDE, sizeof *a->find);
    a->from = calloc(BASES_MAX_SUPPOSED + 1, sizeof *a->from);
    return a->find && a->from;
}

static bool make_lists(painted_search *s) {
    enum { MOST = BASES_MAX_SUPPOSED };
    s->found = calloc(MOST, sizeof *s->found), s->at = calloc(MOST, sizeof *s->at), s->chosen = calloc(MOST, sizeof *s->chosen);
    s->pairs = calloc(PAINTED_MAX_PAIRS, sizeof *s->pairs), s->taken = calloc(MOST, sizeof *s->taken);
    s->heads = calloc(BASES_MAX_PROPOSALS, sizeof *s->heads), s->of_expected = calloc(MOST, sizeof *s->of_expected);
    s->poses = calloc(MOST, sizeof *s->poses), s->expected_form = calloc(MOST, sizeof *s->expected_form);
    s->proposed = calloc(PAINTED_MAX_PROPOSED, sizeof *s->proposed);
    s->may_be = calloc(MOST, sizeof *s->may_be), s->first_pair = calloc(MOST, sizeof *s->first_pair);
    s->next_pair = calloc(PAINTED_MAX_PAIRS, sizeof *s->next_pair);
    s->points = calloc(MOST, sizeof *s->points), s->point_of = calloc(MOST, sizeof *s->point_of);
    s->sites = calloc(MOST, sizeof *s->sites), s->likeliest = calloc(BASES_MAX_PROPOSALS, sizeof *s->likeliest);
    s->columns = calloc(PAINTED_MAX_COLUMNS, sizeof *s->columns);
    return finds_about_create(&s->in_place) && finds_about_create(&s->beside) && finds_about_create(&s->over) && s->found && s->at && s->chosen &&
           s->pairs && s->taken && s->heads && s->of_expected && s->poses && s->expected_form && s->proposed && s->may_be && s->first_pair &&
           s->next_pair && s->points && s->point_of && s->sites && s->likeliest && s->columns;
}

static status painted_create(painted_search **out) {
    painted_search *s = calloc(1, sizeof *s);
    if (!s) return STATUS_MEMORY;
    if (!make_lists(s)) {
        painted_destroy(s);
        return STATUS_MEMORY;
    }
    status st = rim_reader_create(&s->rims, NULL);
    if (st == STATUS_OK) st = edge_reader_create(&s->edges, NULL);
    if (st != STATUS_OK) {
        painted_destroy(s);
        return st;
    }
    *out = s;
    return STATUS_OK;
}

static void take_forms(painted_search *s) {
    s->form_count = 0;
    for (int k = 0; k < s->kind_count; k++) {
        s->form_of[k] = -1;
        if (s->kinds[k].count <= 0 || !vision_base_is_sensible(s->kinds[k].base, s->kinds[k].z_in)) continue;
        base_form form = base_form_of(s->kinds[k].base, s->kinds[k].z_in);
        int i = 0;
        while (i < s->form_count && !base_form_is(&s->forms[i], &form)) i++;
        if (i == s->form_count) s->forms[s->form_count++] = form;
        s->form_of[k] = i;
    }
}

static bool expects_sense(const painted_search *s, const expected_base *e) {
    return e->kind >= 0 && e->kind < s->kind_count && s->form_of[e->kind] >= 0 && isfinite(e->pose.at.x) && isfinite(e->pose.at.y);
}

static void add(painted_search *s, const vision_view *view, painted_find f) {
    f.cover = !f.expected && view->cover ? view->cover(view->context, f.find.look.at) : COVER_NONE;
    s->at[s->count++] = f;
}

status painted_look_at_supposed(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, int n, supposed_gates g) {
    const int from = s->count;
    status st = bases_look(finder, f, view, s->forms, s->expected_form, s->poses, n, g.once, s->found, NULL);
    for (int i = 0; i < n && st == STATUS_OK; i++) {
        const expected_base *e = s->at[from + i].expected;
        bool seen = (double)s->found[i].look.odds > g.odds && vec2_distance(s->found[i].look.at, s->poses[i].at) < g.reach_in;
        if (seen) add(s, view, (painted_find){.find = s->found[i], .expected = e, .at_site = g.at_sites, .site = s->poses[i], .kind = -1});
    }
    return st;
}

status painted_look_at_places(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, int n, supposed_gates g) {
    for (int i = 0; i < n; i++) s->at[s->count + i].expected = NULL;
    return painted_look_at_supposed(s, finder, f, view, n, g);
}

// Adds what is seen where it was expected.
static status follow(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, bool once) {
    int n = 0;
    for (int i = 0; i < s->expected_count && n < BASES_MAX_SUPPOSED; i++) {
        const expected_base *e = &s->expected[i];
        if (!expects_sense(s, e)) continue;
        s->at[n].expected = e->unknown ? NULL : e;
        s->poses[n] = e->pose;
        s->expected_form[n++] = s->form_of[e->kind];
    }
    return painted_look_at_supposed(s, finder, f, view, n, (supposed_gates){once, BASES_LEAST_ODDS, BASES_EXPECTED_REACH_IN, false});
}

double painted_true_error(double stated_in) { return stated_in * sqrt(stated_in / BASES_TRUE_AT_IN); }

double painted_sigma_of_look(const close_look *l) {
    return hypot(painted_true_error(hypot((double)l->sigma_in[0], (double)l->sigma_in[1]) / sqrt(2)), BASES_COMMON_IN);
}

static status find(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    const base_find *found;
    int n;
    status st = bases_find(finder, f, view, s->forms, s->form_count, NULL, &found, &n, NULL);
    for (int i = 0; i < n && st == STATUS_OK && s->count < BASES_MAX_SUPPOSED; i++) add(s, view, (painted_find){.find = found[i], .kind = -1});
    return st;
}

// The odds of the likeliest find of each place.
static void measure_places(painted_search *s) {
    for (int i = 0; i < BASES_MAX_PROPOSALS; i++) s->likeliest[i] = -INFINITY;
    for (int i = 0; i < s->count; i++) {
        const base_find *f = &s->at[i].find;
        if (f->place >= 0) s->likeliest[f->place] = fmax(s->likeliest[f->place], (double)f->look.odds);
    }
}

// It may be a base, and among what its place may be it is likeliest, or nearly.
static bool may_be_chosen(const painted_search *s, const base_find *f) {
    return (double)f->look.odds > BASES_AROUND_ODDS && (f->place < 0 || (double)f->look.odds > s->likeliest[f->place] - BASES_AROUND_BEHIND);
}

status painted_look_and_choose(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    int n = 0;
    measure_places(s);
    for (int i = 0; i < s->count; i++)
        if (may_be_chosen(s, &s->at[i].find)) s->chosen[n++] = &s->at[i].find;
    status st = bases_look_around(finder, f, view, s->forms, s->chosen, n, NULL);
    if (st == STATUS_OK) painted_choose(s);
    return st;
}

status painted_look_around(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    int n = 0;
    for (int i = 0; i < s->count; i++)
        if (s->at[i].kind >= 0) s->chosen[n++] = &s->at[i].find;
    return bases_look_around(finder, f, view, s->forms, s->chosen, n, NULL);
}

// What is followed from look to look is not placed by its edges: each look sees another part of a block, and hands over it, and where edges are taken
// for others in one of them a base that nobody touched seems nudged.
painted_sight painted_edges_in(const painted_search *s, const frame *f, const vision_view *view, thread_pool *pool) {
    return (painted_sight){s->followed ? NULL : f, view, pool};
}

static bool front_is_open(const painted_search *s, const close_look *l) {
    return (double)fmaxf(fmaxf(l->front[0], l->front[1]), fmaxf(l->front[2], l->front[3])) < s->gates.sure_front;
}

// What the painted rims of a form say of the fronts, beside the close looks; quickly: where those leave the front open.
static status hear_rims(painted_search *s, int form, bool quickly, thread_pool *pool, const frame *f, const vision_view *view) {
    enum { AT_ONCE = 16 };
    marked_rim rims[AT_ONCE];
    rim_look said[AT_ONCE];
    close_look *of[AT_ONCE];
    const base_form *b = &s->forms[form];
    status st = STATUS_OK;
    for (int i = 0, n = 0; i <= s->count && st == STATUS_OK; i++) {
        painted_find *at = &s->at[i];
        if (i < s->count && at->find.form == form && painted_has_front(s, at)) {
            close_look *l = &at->find.look;
            const base_kind *k = &s->kinds[at->kind];
            if (b->round) l->sigma_rad *= (float)BASES_TRUE_SIGMA_RAD;  // a square's holds 96 % within 1.96 as the look says it
            if (!quickly || front_is_open(s, l)) {
                of[n] = l;
                rims[n++] =
                    (marked_rim){{l->at, at->find.z_in, (double)l->heading_rad, b->length_in, b->across_in, b->round}, k->rim_rgb, k->mark_rgb};
            }
        }
        if (n < AT_ONCE && i < s->count) continue;
        st = rim_reader_look(s->rims, f, view, rims, n, pool, said, NULL);
        for (int k = 0; k < n && st == STATUS_OK; k++) painted_hear_rim(of[k], b->round, &said[k]);
        n = 0;
    }
    return st;
}

// Of a doubtful front, the sides that may be it, likeliest first.
static void list_fronts(const painted_find *f, base_sighting *b) {
    bool listed[4] = {false};
    for (int n = 0; b->front_doubtful && n < 4; n++) {
        int best = -1;
        for (int q = 0; q < 4; q++)
            if (!listed[q] && (double)f->sides[q] > BASES_MAY_BE_FRONT && (best < 0 || f->sides[q] > f->sides[best])) best = q;
        if (best < 0) break;
        listed[best] = true;
        b->fronts_rad[b->front_count++] = (float)angle_wrap((double)f->find.look.heading_rad + best * PI / 2);
    }
    if (b->front_count < 2) b->front_count = 0;  // the shape says which others there are
}

static base_sighting sighting_of(const painted_search *s, const vision_view *view, const painted_find *f) {
    const base_kind *k = &s->kinds[f->kind];
    const close_look *l = &f->find.look;
    bool heading = k->base.shape != BASE_ROUND || f->front_told;
    base_sighting b = {.by = SEEN_BY_PLAIN,
                       .figure = -1,
                       .unit = -1,
                       .unread = k->print != PRINT_NONE,
                       .base = k->base,
                       .rim_rgb = k->rim_rgb,
                       .front_doubtful = f->doubtful,
                       .pose = {l->at, f->heading_rad, painted_sigma_of_look(l), heading ? (double)l->sigma_rad : HEADING_UNKNOWN},
                       .px = view->to_px(view->context, (vec3){l->at.x, l->at.y, f->find.z_in}),
                       .look_rad = l->heading_rad,
                       .look_sigma_rad = l->sigma_rad,
                       .look = {l->front[0], l->front[1], l->front[2], l->front[3]},
                       .score = fmin(fmax((double)l->visible, 0), 1)};
    list_fronts(f, &b);
    return b;
}

static int by_kind_and_place(const void *a, const void *b) {
    const painted_find *p = a, *q = b;
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    if (p->find.look.at.y != q->find.look.at.y) return p->find.look.at.y < q->find.look.at.y ? -1 : 1;
    return (p->find.look.at.x > q->find.look.at.x) - (p->find.look.at.x < q->find.look.at.x);
}

static void explain(const painted_search *s, vision_notes *notes, const vision_view *view) {
    for (int i = 0; notes && i < s->count; i++) {
        const painted_find *f = &s->at[i];
        const close_look *l = &f->find.look;
        px2 at = view->to_px(view->context, (vec3){l->at.x, l->at.y, f->find.z_in});
        note_spot(notes, "bases: close look", f->kind >= 0, at, 10,
                  "form %d, odds %.1f, kind %d, weight %.1f; tag %.2f rim %.2f solid %.2f code %.2f plain %.2f", f->find.form, (double)l->odds,
                  f->kind, f->weight, (double)l->carries[CARRIES_TAG], (double)l->carries[CARRIES_RIM], (double)l->carries[CARRIES_SOLID],
                  (double)l->carries[CARRIES_CODE], (double)l->carries[CARRIES_NOTHING]);
    }
}

// The networks and their lists are made when they are first asked for: most commands never do.
static status need_bases(vision *v) {
    status st = v->painted ? STATUS_OK : painted_create(&v->painted);
    if (st != STATUS_OK) return st;
    return v->bases ? STATUS_OK : bases_create(v->options.threads, &v->bases, NULL);
}

// Something was seen before; what markers have somewhere is no past.
static bool any_followed(const expected_base *expected, int count) {
    for (int i = 0; i < count; i++)
        if (!expected[i].supposed) return true;
    return false;
}

static void begin_search(painted_search *s, bool followed) {
    s->count = 0;
    s->followed = followed;
    s->gates = (painted_gates){.least = followed ? BASES_LEAST_FOLLOWED : BASES_LEAST_WEIGHT,
                               .sure_front = followed ? BASES_SURE_FOLLOWED : BASES_SURE_FRONT,
                               .heard = BASES_HEARD};
}

static status begin(vision *v, const frame *f, const base_kind *kinds, int kind_count, const expected_base *expected, int expected_count,
                    base_list *out) {
    out->count = 0;
    if (!frame_has_colour(f) || kind_count < 0 || kind_count > VISION_MAX_BASE_KINDS) return STATUS_INVALID;
    status st = need_bases(v);
    if (st != STATUS_OK) return st;
    painted_search *s = v->painted;
    s->kinds = kinds, s->kind_count = kind_count;
    s->expected = expected, s->expected_count = expected ? expected_count : 0;
    begin_search(s, any_followed(expected, s->expected_count));
    take_forms(s);
    return STATUS_OK;
}

// The kinds that a search tells of.
typedef enum { ALL_KINDS, KNOWN_KINDS, LOST_KINDS } kinds_told;

static bool is_told(const base_kind *k, kinds_told told) { return told == ALL_KINDS || k->lost == (told == LOST_KINDS); }

// What was chosen of those kinds, placed by its blocks and turned to its front, as sightings.
static status report(painted_search *s, kinds_told told, bool quickly, thread_pool *pool, const frame *f, const vision_view *view,
                     vision_notes *notes, base_list *out) {
    const painted_sight in = painted_edges_in(s, f, view, pool);
    status st = painted_see_edges(s, &in);
    if (st == STATUS_OK) st = painted_settle_blocks(s, &in);
    if (st == STATUS_OK) painted_join_markers(s);
    for (int form = 0; form < s->form_count && st == STATUS_OK; form++) st = hear_rims(s, form, quickly, pool, f, view);
    if (st != STATUS_OK) return st;
    painted_tell_fronts(s);
    explain(s, notes, view);
    qsort(s->at, (size_t)s->count, sizeof *s->at, by_kind_and_place);
    for (int i = 0; i < s->count; i++) {
        if (s->at[i].kind < 0 || !is_told(&s->kinds[s->at[i].kind], told)) continue;
        if (out->count == out->capacity) return STATUS_FULL;
        out->at[out->count++] = sighting_of(s, view, &s->at[i]);
    }
    return STATUS_OK;
}

// Looks for bases of all kinds and adds those of some to *out.
static status find_proposed(vision *v, const frame *f, const vision_view *view, kinds_told told, base_list *out) {
    painted_search *s = v->painted;
    status st = follow(s, v->bases, f, view, false);
    if (st == STATUS_OK) st = find(s, v->bases, f, view);
    if (st == STATUS_OK) st = painted_look_and_choose(s, v->bases, f, view);
    if (st == STATUS_OK) st = painted_find_missing(s, v->bases, f, view);
    if (st == STATUS_OK) st = painted_look_around(s, v->bases, f, view);
    return st == STATUS_OK ? report(s, told, false, bases_pool(v->bases), f, view, v->notes, out) : st;
}

static bool any_lost(const base_kind *kinds, int count) {
    for (int k = 0; k < count; k++)
        if (kinds[k].lost && kinds[k].count > 0) return true;
    return false;
}

// A block without edges between its bases is found as a whole or not at all, and that takes what a first look takes.
status vision_find_proposed_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count,
                                  const expected_base *expected, int expected_count, base_list *out) {
    status st = begin(v, f, kinds, kind_count, expected, expected_count, out);
    if (st != STATUS_OK) return st;
    const bool anew = v->painted->followed && any_lost(kinds, kind_count);
    st = find_proposed(v, f, view, anew ? KNOWN_KINDS : ALL_KINDS, out);
    if (!anew || st != STATUS_OK) return st;
    begin_search(v->painted, false);
    return find_proposed(v, f, view, LOST_KINDS, out);
}

status vision_confirm_bases(vision *v, const frame *f, const vision_view *view, const base_kind *kinds, int kind_count, const expected_base *expected,
                            int expected_count, base_list *out) {
    status st = begin(v, f, kinds, kind_count, expected, expected_count, out);
    if (st == STATUS_OK) st = follow(v->painted, v->bases, f, view, true);
    if (st == STATUS_OK) st = find(v->painted, v->bases, f, view);
    if (st != STATUS_OK) return st;
    painted_choose(v->painted);
    return report(v->painted, ALL_KINDS, true, bases_pool(v->bases), f, view, v->notes, out);
}

status vision_propose_bases(vision *v, const frame *f, const vision_view *view, const px_rect *where, int where_count) {
    if (v->bases) bases_propose_nothing(v->bases);
    if (!f->bgr || (where && where_count <= 0)) return STATUS_OK;
    if (!frame_has_colour(f)) return STATUS_INVALID;
    status s = need_bases(v);
    return s == STATUS_OK ? bases_propose(v->bases, f, view, where, where_count, NULL) : s;
}
