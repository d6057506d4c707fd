// The search for bases with a half-hidden tag: outlines, poses, codes. The choice then takes bases that can be read alone, then those that their
// block helps to read, then sure outlines.
#include "vision/tagged/tagged.h"
#include "vision/bases/bases.h"
#include "vision/tagged/tagged_limits.h"

#include <stdlib.h>
#include <string.h>

status tagged_create(tagged_search **out) {
    tagged_search *s = calloc(1, sizeof *s);
    if (!s) return STATUS_MEMORY;
    s->codes = malloc(TAGGED_MAX_IDS * sizeof *s->codes);
    s->fits = malloc(TAGGED_MAX * sizeof *s->fits);
    if (!s->codes || !s->fits) {
        tagged_destroy(s);
        return STATUS_MEMORY;
    }
    *out = s;
    return STATUS_OK;
}

void tagged_destroy(tagged_search *s) {
    if (!s) return;
    free(s->codes);
    free(s->fits);
    free(s->bright);
    free(s->evidence);
    cell_reader_destroy(s->cells);
    free(s);
}

double tagged_top_in(const tagged_search *s, const tagged_look *l, double z_in, vec2 at) {
    double ground = s->view->ground_in ? s->view->ground_in(s->view->context, at) : 0;
    return (isfinite(ground) ? ground : 0) + z_in + l->base.height_in;
}

static bool kind_sensible(const tagged_base_kind *k) {
    double least = fmin(k->base.width_in, k->base.depth_in) - 2 * k->base.top_inset_in;
    return vision_base_is_sensible(k->base, k->z_in) && k->size_in > 0.15 && k->size_in < least && k->id_count > 0;
}

// The cells inside the black border. False for a family without a black border.
static bool find_code(const tag_family *f, int id, tag_code *out) {
    if (f->light_inside || id < 0 || id >= f->count || f->border < 4 || f->border > 10 || f->bits != (f->border - 2) * (f->border - 2)) return false;
    *out = (tag_code){.cells = f->border - 2};
    for (int i = 0; i < f->bits; i++)
        if (f->turned[4 * (size_t)id] >> i & 1) out->white |= UINT64_C(1) << (8 * (f->y[i] - 1) + f->x[i] - 1);
    return true;
}

static int look_index(tagged_search *s, const tagged_base_kind *k, int cells) {
    for (int i = 0; i < s->look_count; i++) {
        const tagged_look *l = &s->looks[i];
        if (base_is_like(l->base, k->base) && l->base.height_in == k->base.height_in && l->base.top_inset_in == k->base.top_inset_in &&
            l->half_tag == k->size_in / 2 && l->cells == cells)
            return i;
    }
    tagged_look *l = &s->looks[s->look_count];
    *l = (tagged_look){.base = k->base, .round = k->base.shape == BASE_ROUND, .half_tag = k->size_in / 2, .z_in = k->z_in, .cells = cells};
    l->cell = k->size_in / (cells + 2);
    l->half_x = k->base.depth_in / 2 - k->base.top_inset_in;
    l->half_y = k->base.width_in / 2 - k->base.top_inset_in;
    if (l->round) l->half_x = l->half_y;
    l->quarter_turns = !l->round && fabs(l->half_x - l->half_y) > 0.02 * l->half_x ? 2 : 4;
    return s->look_count++;
}

static void take_kind(vision *v, int kind) {
    tagged_search *s = v->tagged;
    const tagged_base_kind *k = &s->kinds[kind];
    s->look_of[kind] = -1;
    const tag_family *family = vision_family(v, k->family);
    if (!kind_sensible(k) || !family) return;
    for (int i = 0; i < k->id_count && s->code_count < TAGGED_MAX_IDS; i++) {
        tagged_code *c = &s->codes[s->code_count];
        *c = (tagged_code){.kind = kind, .id = k->ids[i].id, .figure = k->ids[i].figure, .family = family};
        if (!find_code(family, c->id, &c->code)) continue;
        c->look = s->look_of[kind] = look_index(s, k, c->code.cells);
        s->code_count++;
    }
}

static bool prepare(vision *v, const frame *f, const vision_view *view, const tagged_base_kind *kinds, int kind_count) {
    tagged_search *s = v->tagged;
    local_view middle;
    s->frame = f, s->view = view, s->kinds = kinds;
    s->look_count = s->code_count = s->fit_count = 0;
    tagged_take_tones(s);
    for (int k = 0; k < kind_count; k++) take_kind(v, k);
    if (s->code_count == 0 || !local_view_at(view, (vec2){view->width_in / 2, view->depth_in / 2}, 0, &middle)) return false;
    s->px_per_in = sqrt(fabs(middle.m[0][0] * middle.m[1][1] - middle.m[0][1] * middle.m[1][0]));
    return true;
}

static int count_shown(const float *side, float least) {
    int n = 0;
    for (int k = 0; k < TAGGED_SIDES; k++) n += side[k] >= least;
    return n;
}

// True where both borders show on three sides and partly on the fourth; less is needed where the block gives the fit a kind.
bool tagged_outline_sure(const tagged_fit *f) {
    if (f->found) return true;
    if (f->kind >= 0 && f->shown > TAGGED_BLOCK_SHOWN && count_shown(f->ring, 0.4f) >= 3) return true;
    return f->shown > TAGGED_SURE_SHOWN && count_shown(f->side, 0.4f) >= 3 && count_shown(f->side, 0.15f) == 4 && count_shown(f->ring, 0.4f) >= 2 &&
           count_shown(f->ring, 0.15f) >= 3;
}

bool tagged_overlap(const tagged_search *s, const tagged_fit *a, const tagged_fit *b) {
    const tagged_look *la = &s->looks[a->look], *lb = &s->looks[b->look];
    if (vec2_distance(a->at, b->at) > hypot(la->half_x, la->half_y) + hypot(lb->half_x, lb->half_y) + 0.2) return false;
    double least = fmin(fmin(la->half_x, la->half_y), fmin(lb->half_x, lb->half_y));
    return base_gap(la->base, (pose){.at = a->at, .heading_rad = a->heading_rad}, lb->base, (pose){.at = b->at, .heading_rad = b->heading_rad}) <
           -0.25 * least;
}

static int best_ranked_first(const void *a, const void *b) {
    const tagged_fit *x = a, *y = b;
    if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
    return x->at.x != y->at.x ? (x->at.x > y->at.x) - (x->at.x < y->at.x) : (x->at.y > y->at.y) - (x->at.y < y->at.y);
}

static int most_shown_first(const void *a, const void *b) {
    const tagged_fit *x = a, *y = b;
    if (x->shown != y->shown) return x->shown > y->shown ? -1 : 1;
    return x->at.x != y->at.x ? (x->at.x > y->at.x) - (x->at.x < y->at.x) : (x->at.y > y->at.y) - (x->at.y < y->at.y);
}

// Of the fits from number `from` on, all of one look, keeps those that show most where several crowd one place.
static void thin_out(tagged_search *s, int from, double apart) {
    int kept = from;
    qsort(s->fits + from, (size_t)(s->fit_count - from), sizeof *s->fits, most_shown_first);
    for (int i = from; i < s->fit_count; i++) {
        bool crowded = false;
        for (int k = from; k < kept && !crowded; k++)
            crowded = fabs(s->fits[k].at.x - s->fits[i].at.x) < apart && vec2_distance(s->fits[k].at, s->fits[i].at) < apart;
        if (!crowded) s->fits[kept++] = s->fits[i];
    }
    s->fit_count = kept;
}

static void climb_all(tagged_search *s, int from) {
    int kept = from;
    for (int i = from; i < s->fit_count; i++) {
        tagged_fit f = s->fits[i];
        if (!tagged_climb(s, &f) || f.shown < TAGGED_LEAST_SHOWN) continue;
        s->fits[kept++] = f;
    }
    s->fit_count = kept;
}

// A long base's outline may show less than the tag on it. Each fit is also tried turned by a quarter; the code decides.
static void add_turned(tagged_search *s, int from) {
    int count = s->fit_count;
    for (int i = from; i < count && s->fit_count < TAGGED_MAX; i++) {
        tagged_fit f = s->fits[i];
        f.heading_rad += PI / 2;
        if (tagged_climb(s, &f) && f.shown >= TAGGED_LEAST_SHOWN) s->fits[s->fit_count++] = f;
    }
}

// The most that the cells of any code say for the fit; at least `least`.
static float best_evidence(const tagged_search *s, const tagged_fit *f, float least) {
    tagged_read(s, f, s->evidence);
    return tagged_most_evidence(s->evidence, 4 * s->code_count, least);
}

static void find_look(tagged_search *s, int look, const px_rect *where, int where_count) {
    const tagged_look *l = &s->looks[look];
    int from = s->fit_count;
    double half = fmin(l->half_x, l->half_y);
    for (int i = 0; i < where_count; i++) tagged_scan(s, look, rect_clip(&where[i], s->frame->width, s->frame->height));
    thin_out(s, from, 0.6 * half);
    climb_all(s, from);
    thin_out(s, from, 0.8 * half);
    if (l->quarter_turns == 2) add_turned(s, from);
    for (int i = from; i < s->fit_count; i++) {
        tagged_fit f = s->fits[i];
        if (tagged_edges(s, &f, TAGGED_FEW_ROUNDS)) s->fits[i] = f;
    }
}

// The value of an agreeing code beside the borders: bases of other shapes may carry tags of the same size.
static double read_bonus(const tagged_search *s, const tagged_fit *f) {
    double best = f->found ? (double)f->says : (double)best_evidence(s, f, 0);
    return fmin(fmax((best - log(4.0 * s->code_count)) * TAGGED_RANK_EACH, 0), TAGGED_RANK_MOST);
}

// Of fits that can't stand together, keeps the ones that show most.
static void keep_apart(tagged_search *s) {
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++) s->fits[i].rank = s->fits[i].followed ? 10 : s->fits[i].shown + read_bonus(s, &s->fits[i]);
    qsort(s->fits, (size_t)s->fit_count, sizeof *s->fits, best_ranked_first);
    for (int i = 0; i < s->fit_count; i++) {
        bool free = true;
        for (int k = 0; k < kept && free; k++) free = !tagged_overlap(s, &s->fits[k], &s->fits[i]);
        if (free) s->fits[kept++] = s->fits[i];
    }
    s->fit_count = kept;
}

// Moves the base to its own kind's height: the same pixel, another place.
static void settle_height(const tagged_search *s, tagged_fit *f) {
    const tagged_look *l = &s->looks[f->look];
    double z = tagged_top_in(s, l, s->kinds[f->kind].z_in, f->at);
    if (fabs(z - f->z_in) < 1e-9) return;
    px2 p = s->view->to_px(s->view->context, (vec3){f->at.x, f->at.y, f->z_in});
    vec2 at = s->view->to_table(s->view->context, p, z);
    if (isfinite(at.x) && isfinite(at.y)) f->at = at, f->z_in = z;
}

static void note_outline(const vision *v, const tagged_fit *f, bool kept, const char *why) {
    const tagged_search *s = v->tagged;
    if (!v->notes) return;
    px2 at = s->view->to_px(s->view->context, (vec3){f->at.x, f->at.y, f->z_in});
    note_spot(v->notes, "tagged: outline", kept, at, s->looks[f->look].half_tag * s->px_per_in,
              "%s: %.0f %%; edges %.1f %.1f %.1f %.1f, border %.1f %.1f %.1f %.1f", why, 100 * f->shown, (double)f->side[0], (double)f->side[1],
              (double)f->side[2], (double)f->side[3], (double)f->ring[0], (double)f->ring[1], (double)f->ring[2], (double)f->ring[3]);
}

static void note_read(const vision *v, const tagged_fit *f, bool kept, double paper, double ink) {
    const tagged_search *s = v->tagged;
    if (!v->notes) return;
    px2 at = s->view->to_px(s->view->context, (vec3){f->at.x, f->at.y, f->z_in});
    note_spot(v->notes, "tagged: read", kept, at, s->looks[f->look].half_tag * s->px_per_in,
              "code %d, kind %d, support %.1f, heading %.0f %%; paper %.2f, ink %.2f; %.2f mm, %.2f deg", f->code >= 0 ? s->codes[f->code].id : -1,
              f->kind, f->support, 100 * f->heading_certainty, paper, ink, f->sigma_in / IN_PER_MM, f->sigma_rad / RAD_PER_DEG);
}

// Fits the read bases again with their code's edges. Drops fits that were not read and whose outline is not sure.
static void settle(vision *v) {
    tagged_search *s = v->tagged;
    int kept = 0;
    for (int i = 0; i < s->fit_count; i++) {
        tagged_fit f = s->fits[i];
        if (f.followed) {
            s->fits[kept++] = f;
            continue;
        }
        if (f.kind >= 0) settle_height(s, &f);
        tagged_fit fine = f;
        if (tagged_edges(s, &fine, TAGGED_ALL_ROUNDS)) f = fine;
        f.heading_rad = angle_wrap(f.heading_rad);
        bool sure = f.code >= 0 || tagged_outline_sure(&f);
        note_outline(v, &f, sure, f.code >= 0 ? "read" : f.kind >= 0 ? "in a block read" : sure ? "clear" : "not clear, not read");
        if (!sure) continue;
        if (f.code < 0) tagged_second_look(v, &f);
        double paper, ink;
        tagged_print(s, &f, &paper, &ink);
        bool print = f.found || (paper >= TAGGED_LEAST_PAPER && ink >= TAGGED_LEAST_INK);
        note_read(v, &f, print, paper, ink);
        if (print) s->fits[kept++] = f;
    }
    s->fit_count = kept;
}

static bool stands_free(const tagged_search *s, const tagged_fit *f) {
    for (int i = 0; i < s->fit_count; i++)
        if (fabs(s->fits[i].at.x - f->at.x) < 6 && tagged_overlap(s, &s->fits[i], f)) return false;
    return true;
}

static bool lies_in(const tagged_search *s, const tagged_fit *f, const px_rect *where, int where_count) {
    px2 p = s->view->to_px(s->view->context, (vec3){f->at.x, f->at.y, f->z_in});
    for (int i = 0; i < where_count; i++)
        if (rect_holds(where[i], p)) return true;
    return false;
}

// Tries the base that would stand beside this one in its block, inside the searched parts. It is accepted if its whole print gives a name, or if its
// borders show on most sides exactly where the block predicts them. In the second case its front is the block's.
static bool find_beside(vision *v, const tagged_fit *known, int side, const px_rect *where, int where_count, tagged_fit *f) {
    const tagged_search *s = v->tagged;
    const tagged_look *l = &s->looks[known->look];
    vec2 to = side % 2 ? (vec2){0, l->base.width_in} : (vec2){l->base.depth_in, 0};
    *f = (tagged_fit){
        .look = known->look, .heading_rad = known->heading_rad, .heading_certainty = 1, .z_in = known->z_in, .code = -1, .kind = known->kind};
    f->at = vec2_add(known->at, vec2_rotate(side > 1 ? vec2_scale(to, -1) : to, known->heading_rad));
    vec2 place = f->at;
    if (!lies_in(s, f, where, where_count) || !stands_free(s, f) || !tagged_climb(s, f) || f->shown < TAGGED_LEAST_SHOWN) return false;
    tagged_fit fine = *f;
    if (tagged_edges(s, &fine, TAGGED_ALL_ROUNDS)) *f = fine;
    bool in_line =
        vec2_distance(f->at, place) < TAGGED_BESIDE_CELLS * l->cell && fabs(angle_difference(f->heading_rad, known->heading_rad)) < TAGGED_BESIDE_RAD;
    if (!stands_free(s, f) || (!tagged_second_look(v, f) && !(in_line && tagged_outline_sure(f)))) return false;
    double paper, ink;
    tagged_print(s, f, &paper, &ink);
    bool print = paper >= TAGGED_LEAST_PAPER && ink >= TAGGED_LEAST_INK;
    note_read(v, f, print, paper, ink);
    f->heading_rad = angle_wrap(f->heading_rad);
    return print;
}

static bool front_known(const tagged_fit *f) { return f->kind >= 0 && (f->code >= 0 || f->heading_certainty >= TAGGED_SURE_HEADING); }

// Searches for bases in and beside blocks. A base that shows little may have lost its place to an outline that mixes it with its neighbours. Parts
// that are not searched are left alone, since each place there would cost several looks.
static void fill_blocks(vision *v, const px_rect *where, int where_count) {
    tagged_search *s = v->tagged;
    for (int i = 0; i < s->fit_count; i++) {
        bool block = front_known(&s->fits[i]) && !s->looks[s->fits[i].look].round;
        for (int side = 0; side < TAGGED_SIDES && block; side++) {
            tagged_fit f;
            if (s->fit_count < TAGGED_MAX && find_beside(v, &s->fits[i], side, where, where_count, &f)) s->fits[s->fit_count++] = f;
        }
    }
}

// Orders read fits before others, and better seen ones first.
static int best_first(const void *a, const void *b) {
    const tagged_fit *x = a, *y = b;
    if ((x->code >= 0) != (y->code >= 0)) return x->code >= 0 ? -1 : 1;
    return most_shown_first(a, b);
}

static base_sighting sighting_of(const tagged_search *s, const tagged_fit *f) {
    const tagged_look *l = &s->looks[f->look];
    bool doubtful = f->code < 0 && (f->heading_certainty < (f->found ? TAGGED_LOOKED_HEADING : TAGGED_SURE_HEADING) || f->kind < 0);
    base_sighting b = {.by = f->code >= 0 ? SEEN_BY_TAG : SEEN_BY_PLAIN,
                       .figure = f->code >= 0 ? s->codes[f->code].figure : -1,
                       .unit = f->kind >= 0 ? s->kinds[f->kind].unit : -1,
                       .unread = f->code < 0,
                       .base = l->base,
                       .rim_rgb = NO_COLOUR,
                       .pose = {f->at, f->heading_rad, f->sigma_in, l->round && doubtful ? HEADING_UNKNOWN : f->sigma_rad},
                       .px = s->view->to_px(s->view->context, (vec3){f->at.x, f->at.y, f->z_in}),
                       .front_doubtful = doubtful && !l->round,
                       .score = f->shown};
    for (int k = 0; b.front_doubtful && k < f->front_count; k++)
        if (l->quarter_turns == 4 || f->fronts[k] % 2 == 0) b.fronts_rad[b.front_count++] = (float)angle_wrap(f->heading_rad + f->fronts[k] * PI / 2);
    if (b.front_count < 2) b.front_count = 0;  // one heading is likeliest by far and still not sure: the shape says what else there is
    return b;
}

// What the networks found and nobody can read or tell by its block, vision_find_proposed_bases reports.
static status report(tagged_search *s, base_list *out) {
    qsort(s->fits, (size_t)s->fit_count, sizeof *s->fits, best_first);
    for (int i = 0; i < s->fit_count; i++) {
        if (s->fits[i].found && s->fits[i].code < 0 && s->fits[i].kind < 0) continue;
        if (out->count == out->capacity) return STATUS_FULL;
        out->at[out->count++] = sighting_of(s, &s->fits[i]);
    }
    return STATUS_OK;
}

// Searches everything except the expected bases.
static status search(vision *v, const px_rect *where, int where_count, const expected_tagged *expected, int expected_count) {
    tagged_search *s = v->tagged;
    px_rect all = {0, 0, s->frame->width, s->frame->height};
    if (!where) where = &all, where_count = 1;
    status st = tagged_brighten(s, where, where_count);
    if (st != STATUS_OK) return st;
    st = tagged_reserve(s, 1);
    if (st == STATUS_OK && v->bases) st = tagged_take_finds(v, expected, expected_count);
    if (st != STATUS_OK) return st;
    const bool looked = v->bases && bases_has_proposed(v->bases);
    for (int l = 0; l < s->look_count && !looked; l++) find_look(s, l, where, where_count);
    keep_apart(s);
    st = tagged_name(s);
    if (st != STATUS_OK) return st;
    settle(v);
    fill_blocks(v, where, where_count);
    return STATUS_OK;
}

status vision_find_tagged_bases(vision *v, const frame *f, const vision_view *view, const tagged_base_kind *kinds, int kind_count,
                                const px_rect *where, int where_count, const expected_tagged *expected, int expected_count, base_list *out) {
    out->count = 0;
    if (!frame_has_gray(f) || kind_count < 0 || kind_count > VISION_MAX_TAGGED_KINDS || (f->bgr && !frame_has_colour(f))) return STATUS_INVALID;
    if (!prepare(v, f, view, kinds, kind_count)) return STATUS_OK;
    tagged_search *s = v->tagged;
    s->blur_px = 0;
    if (expected) tagged_follow(v, expected, expected_count);
    status st = where && where_count == 0 ? STATUS_OK : search(v, where, where_count, expected, expected ? expected_count : 0);
    return st == STATUS_OK ? report(s, out) : st;
}
