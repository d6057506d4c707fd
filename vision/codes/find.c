// The search for bases with rim codes: looks and words of the game, places where one may stand, each looked at closely, never two in one
// place, no figure twice unless both are plainly read.
#include <stdlib.h>
#include <string.h>

#include "vision/bases/bases.h"
#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

status rim_search_create(rim_search **out) {
    rim_search *s = calloc(1, sizeof *s);
    *out = s;
    if (!s) return STATUS_MEMORY;
    s->looks = calloc(VISION_RIM_MAX_KINDS, sizeof *s->looks);
    s->words = calloc(RIM_MAX_WORDS, sizeof *s->words);
    s->word_kind = calloc(RIM_MAX_WORDS, sizeof *s->word_kind);
    s->word_entry = calloc(RIM_MAX_WORDS, sizeof *s->word_entry);
    s->candidates = calloc(RIM_MAX_CANDIDATES, sizeof *s->candidates);
    s->finds = calloc(RIM_MAX_FINDS, sizeof *s->finds);
    return s->looks && s->words && s->word_kind && s->word_entry && s->candidates && s->finds ? STATUS_OK : STATUS_MEMORY;
}

void rim_search_destroy(rim_search *s) {
    if (!s) return;
    free(s->looks);
    free(s->words);
    free(s->word_kind);
    free(s->word_entry);
    free(s->candidates);
    free(s->finds);
    free(s->plane_capacity);
    free(s);
}

// ---- looks and words

static bool same_look(const rim_coded_kind *a, const rim_coded_kind *b) {
    return base_is_like(a->base, b->base) && a->base.top_inset_in == b->base.top_inset_in && a->cells == b->cells;
}

static void add_words(rim_search *s, int kind) {
    const rim_coded_kind *k = &s->kinds[kind];
    for (int i = 0; i < k->id_count && s->word_count < RIM_MAX_WORDS; i++) {
        uint64_t word = rim_code_word(k->cells, k->ids[i].id);
        if (!word) continue;
        s->words[s->word_count] = word;
        s->word_kind[s->word_count] = kind;
        s->word_entry[s->word_count++] = i;
    }
}

static uint64_t mirrored(uint64_t word, int cells) {
    uint64_t out = 0;
    for (int i = 0; i < cells; i++) out |= (word >> i & 1) << (cells - 1 - i);
    return out;
}

enum { FEW_CELLS = 32 };

// A base that shows one of the game's words backwards (a mirrored picture, a print from its back) is unregistered. The words are not chosen against
// that: two of the first 100 of 48 cells, which differ by 14 or more, differ by 6 where one of them runs backwards. A ring of few cells can't
// distinguish so many words, and needs more evidence than chance anyhow. A frame's reversed word shows along each side what the word itself shows
// along the opposite one: displaced by the width of the frame, a third of an oblong agrees.
static void add_mirrored(const rim_search *s, rim_look_kind *l) {
    for (int w = l->first_word; w < l->first_word + l->word_count && l->other_count < RIM_MAX_OTHERS; w++)
        l->others[l->other_count++] = mirrored(s->words[w], l->ring.cells);
}

static void add_others(const rim_search *s, rim_look_kind *l) {
    l->other_count = 0;
    for (int id = 0; id < RIM_CODE_IDS; id++) {
        uint64_t word = rim_code_word(l->ring.cells, id);
        bool ours = !word;
        for (int w = l->first_word; w < l->first_word + l->word_count && !ours; w++) ours = s->words[w] == word;
        if (!ours) l->others[l->other_count++] = word;
    }
    if (!l->ring.round || l->ring.cells > FEW_CELLS) add_mirrored(s, l);
}

static void take_looks(rim_search *s, int kind_count) {
    bool taken[VISION_RIM_MAX_KINDS] = {false};
    s->look_count = s->word_count = 0;
    for (int k = 0; k < kind_count; k++) {
        rim_look_kind *l = &s->looks[s->look_count];
        const rim_coded_kind *kind = &s->kinds[k];
        if (taken[k] || kind->id_count < 1 || !kind->ids || !rim_ring_make(&l->ring, kind->base, kind->z_in, kind->cells)) continue;
        l->first_word = s->word_count;
        for (int i = k; i < kind_count; i++) {
            if (!same_look(kind, &s->kinds[i]) || !s->kinds[i].ids) continue;
            taken[i] = true;
            add_words(s, i);
        }
        l->word_count = s->word_count - l->first_word;
        if (!l->word_count) continue;
        add_others(s, l);
        s->look_count++;
    }
}

static int look_of_kind(const rim_search *s, int kind) {
    for (int i = 0; i < s->look_count; i++) {
        const rim_look_kind *l = &s->looks[i];
        for (int w = l->first_word; w < l->first_word + l->word_count; w++)
            if (s->word_kind[w] == kind) return i;
    }
    return -1;
}

static double top_at(const rim_search *s, double z_in, double height_in, vec2 at) {
    double ground = s->view->ground_in ? s->view->ground_in(s->view->context, at) : 0;
    return (isfinite(ground) ? ground : 0) + z_in + height_in;
}

double rim_top_in(const rim_search *s, const rim_ring *r, vec2 at) { return top_at(s, r->z_in, r->base.height_in, at); }

// ---- places

// Pixels an inch in the middle of a rectangle; 0 where the table can't be seen.
static double scale_at(const rim_search *s, px_rect where) {
    px2 p = {where.x + where.width / 2.0, where.y + where.height / 2.0};
    vec2 at = s->view->to_table(s->view->context, p, 0);
    local_view v;
    if (!isfinite(at.x) || !isfinite(at.y) || !local_view_at(s->view, at, 0, &v)) return 0;
    return sqrt(fabs(v.m[0][0] * v.m[1][1] - v.m[0][1] * v.m[1][0]));
}

static double widest_in(const rim_search *s) {
    double most = 0;
    for (int i = 0; i < s->look_count; i++) most = fmax(most, hypot(s->looks[i].ring.half_x, s->looks[i].ring.half_y));
    return most;
}

static px_rect table_box(const rim_search *s) {
    double u0 = 1e9, v0 = 1e9, u1 = -1e9, v1 = -1e9;
    for (int i = 0; i < 4; i++) {
        px2 p = s->view->to_px(s->view->context, (vec3){i & 1 ? s->view->width_in : 0, i & 2 ? s->view->depth_in : 0, 0});
        if (!isfinite(p.u) || !isfinite(p.v) || fabs(p.u) > 1e6 || fabs(p.v) > 1e6) return (px_rect){0, 0, s->frame->width, s->frame->height};
        u0 = fmin(u0, p.u), v0 = fmin(v0, p.v), u1 = fmax(u1, p.u), v1 = fmax(v1, p.v);
    }
    px_rect box = {(int)floor(u0) - 8, (int)floor(v0) - 8, (int)(u1 - u0) + 17, (int)(v1 - v0) + 17};
    return rect_clip(&box, s->frame->width, s->frame->height);
}

static int surest_first(const void *a, const void *b) {
    const rim_find *x = a, *y = b;
    if ((x->word >= 0) != (y->word >= 0)) return x->word >= 0 ? -1 : 1;
    double i = x->word >= 0 ? x->odds : x->agreement, k = y->word >= 0 ? y->odds : y->agreement;
    if (i != k) return i > k ? -1 : 1;
    if (x->at.at.y != y->at.at.y) return x->at.at.y < y->at.at.y ? -1 : 1;
    return (x->at.at.x > y->at.at.x) - (x->at.at.x < y->at.at.x);
}

// What tells most of what stands where: codes that were read, the game's or not.
static int weightiest_first(const void *a, const void *b) {
    const rim_find *x = a, *y = b;
    bool reads_x = x->word >= 0 || x->is_unregistered, reads_y = y->word >= 0 || y->is_unregistered;
    if (reads_x != reads_y) return reads_x ? -1 : 1;
    if (reads_x && x->odds != y->odds) return x->odds > y->odds ? -1 : 1;
    return surest_first(a, b);
}

// Where there is no room left, those go that look least like a base: half of all, but none that was read.
static void reserve(rim_search *s) {
    int kept = RIM_MAX_FINDS / 2;
    if (s->find_count < RIM_MAX_FINDS) return;
    qsort(s->finds, (size_t)s->find_count, sizeof *s->finds, surest_first);
    while (kept < s->find_count && s->finds[kept].word >= 0) kept++;
    s->find_count = kept;
}

static void add_find(rim_search *s, const rim_find *f) {
    rim_aim a;
    reserve(s);
    if (s->find_count == RIM_MAX_FINDS || !rim_aim_at(s->frame, s->view, &f->at, &a)) return;
    s->finds[s->find_count] = *f;
    s->finds[s->find_count].u = a.u, s->finds[s->find_count].v = a.v, s->finds[s->find_count].px_per_in = a.px_per_in;
    s->find_count++;
}

static void explain(const rim_search *s, const rim_find *f, px2 at, bool found) {
    if (!s->notes) return;
    const rim_ring *r = &s->looks[f->look].ring;
    double half = r->half_x * 25;
    if (!found)
        note_spot(s->notes, "rims: outline", false, at, half, "no grid of %d cells", r->cells);
    else if (f->word < 0)
        note_spot(s->notes, "rims: read", false, at, half, "grid %.2f, odds 2^%.0f: not read", f->agreement, fmax(f->odds, -999) / log(2));
    else
        note_spot(s->notes, "rims: read", true, at, half, "id %d, odds 2^%.0f, %.0f %% in view",
                  s->kinds[s->word_kind[f->word]].ids[s->word_entry[f->word]].id, f->odds / log(2), 100 * f->seen);
}

static bool stands_in(const rim_search *s, const rim_find *f) {
    double slack = 0.5;
    return f->at.at.x > -slack && f->at.at.y > -slack && f->at.at.x < s->view->width_in + slack && f->at.at.y < s->view->depth_in + slack;
}

// True where a base was read there.
static bool look_at_candidate(rim_search *s, const rim_candidate *c) {
    const rim_ring *r = &s->looks[c->look].ring;
    px2 px = {(double)c->u, (double)c->v};
    rim_place at = {.heading_rad = (double)c->heading_rad, .z_in = r->z_in + r->base.height_in};
    rim_find f = {.look = c->look};
    for (int i = 0; i < 2; i++) {
        at.at = s->view->to_table(s->view->context, px, at.z_in);
        if (!isfinite(at.at.x) || !isfinite(at.at.y)) return false;
        at.z_in = rim_top_in(s, r, at.at);
    }
    bool found = rim_verify(s, c->look, at, RIM_COLD_REACH_IN, 1.2 * IN_PER_MM / fmin(r->half_x, r->half_y), (rim_hope){-1, 0, NULL}, &f);
    found = found && stands_in(s, &f);
    explain(s, &f, px, found);
    if (found) add_find(s, &f);
    return found && f.word >= 0;
}

// True where a base stands that was read by other means: whatever were found there would be that one.
static bool is_taken(const rim_search *s, vec2 at) {
    for (int i = 0; i < s->expected_count; i++) {
        const expected_rim *e = &s->expected[i];
        if (!e->taken || vec2_distance(at, e->pose.at) > base_radius(e->base)) continue;
        vec2 off = vec2_rotate(vec2_sub(at, e->pose.at), -e->pose.heading_rad);
        if (e->base.shape == BASE_ROUND || (fabs(off.x) < e->base.depth_in / 2 && fabs(off.y) < e->base.width_in / 2)) return true;
    }
    return false;
}

// True where a base was read that leaves no room for another one's middle.
static bool under_a_read_one(const rim_search *s, const rim_candidate *c) {
    const rim_ring *r = &s->looks[c->look].ring;
    double clear = 0.8 * fmin(r->half_x, r->half_y);
    vec2 at = s->view->to_table(s->view->context, (px2){(double)c->u, (double)c->v}, r->z_in + r->base.height_in);
    if (!isfinite(at.x) || !isfinite(at.y) || is_taken(s, at)) return true;
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *f = &s->finds[i];
        const rim_ring *q = &s->looks[f->look].ring;
        if (f->word < 0 && !f->is_unregistered) continue;
        vec2 off = vec2_rotate(vec2_sub(at, f->at.at), -f->at.heading_rad);
        double x = fabs(off.x) - q->half_x, y = fabs(off.y) - q->half_y;
        double away = q->round ? vec2_length(off) - 0.8 * q->half_x : hypot(fmax(x, 0), fmax(y, 0));
        if (away < clear) return true;
    }
    return false;
}

static bool all_read(const rim_search *s, int look) {
    int read = 0;
    for (int i = 0; i < s->find_count; i++) read += s->finds[i].look == look && s->finds[i].word >= 0;
    return read >= s->looks[look].word_count;
}

// The likeliest places first, until all that the game has are read.
static void search_look(rim_search *s, int look, px_rect where) {
    s->candidate_count = 0;
    if (all_read(s, look)) return;
    rim_plane_search(s, look, where);
    qsort(s->candidates, (size_t)s->candidate_count, sizeof *s->candidates, rim_likeliest_first);
    for (int i = 0; i < s->candidate_count; i++) {
        if (under_a_read_one(s, &s->candidates[i])) continue;
        if (look_at_candidate(s, &s->candidates[i]) && all_read(s, look)) break;
    }
}

// ---- what was found as bases, whatever they carry

static bool carries_code(const base_find *f) { return f->look.carries[CARRIES_CODE] > RIM_LEAST_CARRIED; }

static bool believed_find(const base_find *b) { return carries_code(b) && base_find_likely(b) >= RIM_FOUND_LIKELY; }

// A base that was found by its looks.
typedef struct {
    rim_place at;
    double sigma_in, sigma_rad, likely, visible;
    bool believed;
} seen_base;

static seen_base seen_of(const base_find *b) {
    return (seen_base){.at = {b->look.at, (double)b->look.heading_rad, b->z_in},
                       .sigma_in = fmax((double)b->look.sigma_in[0], (double)b->look.sigma_in[1]),
                       .sigma_rad = (double)b->look.sigma_rad,
                       .likely = base_find_likely(b),
                       .visible = (double)b->look.visible,
                       .believed = believed_find(b)};
}

// Looks for a code on a base of this look; one that can't be read is an outline all the same.
static void look_at_seen(rim_search *s, int look, const seen_base *b) {
    const rim_ring *r = &s->looks[look].ring;
    double reach = fmin(fmax(RIM_FOUND_REACH_SIGMAS * b->sigma_in, 0.5 * r->cell_in), RIM_COLD_REACH_IN);
    rim_errors errors = {b->sigma_in, b->sigma_rad, 1};
    rim_find f = {.look = look}, close;
    bool read = rim_verify(s, look, b->at, reach, r->round ? PI : RIM_FOUND_TURN_RAD, (rim_hope){-1, 0, NULL, 0}, &f) && stands_in(s, &f);
    if (!b->believed && (!read || f.word < 0)) return;
    if (!read || f.word < 0) {
        f = (rim_find){.look = look,
                       .word = -1,
                       .odds = read ? f.odds : -1e9,
                       .is_unregistered = read && f.is_unregistered,
                       .at = b->at,
                       .hoped = -1,
                       .agreement = b->likely,
                       .seen = b->visible,
                       .errors = errors,
                       .is_found = true,
                       .found_at = b->at,
                       .found_errors = errors};
        if (rim_read_found(s, look, b->at, b->sigma_in, b->sigma_rad, &close)) {
            f = close;
            f.agreement = b->likely, f.is_found = true, f.found_at = b->at, f.found_errors = errors;
        }
    }
    if (s->notes) explain(s, &f, s->view->to_px(s->view->context, (vec3){f.at.at.x, f.at.at.y, f.at.z_in}), true);
    add_find(s, &f);
}

// A base of the look was found there, or one was read that leaves no room for it.
static bool is_looked_at(const rim_search *s, int look, vec2 at) {
    const rim_ring *r = &s->looks[look].ring;
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *f = &s->finds[i];
        if ((f->look == look || f->word >= 0) && vec2_distance(f->at.at, at) < fmin(r->half_x, r->half_y)) return true;
    }
    return is_taken(s, at);
}

// What was seen by other means and could not be read there.
static void look_at_unread(rim_search *s, int kind_count) {
    for (int i = 0; i < s->expected_count; i++) {
        const expected_rim *e = &s->expected[i];
        int look = e->unread && e->kind >= 0 && e->kind < kind_count ? look_of_kind(s, e->kind) : -1;
        if (look < 0 || !isfinite(e->pose.at.x + e->pose.at.y + e->pose.heading_rad) || is_looked_at(s, look, e->pose.at)) continue;
        look_at_seen(s, look,
                     &(seen_base){.at = {e->pose.at, e->pose.heading_rad, rim_top_in(s, &s->looks[look].ring, e->pose.at)},
                                  .sigma_in = e->pose.sigma_in,
                                  .sigma_rad = e->pose.sigma_rad,
                                  .likely = 1,
                                  .visible = 1,
                                  .believed = true});
    }
}

static status look_at_finds(rim_search *s, bases_finder *finder, int kind_count) {
    base_form forms[VISION_RIM_MAX_KINDS];
    const base_find *found;
    int count;
    for (int l = 0; l < s->look_count; l++) forms[l] = base_form_of(s->looks[l].ring.base, s->looks[l].ring.z_in);
    status st = bases_find(finder, s->frame, s->view, forms, s->look_count, believed_find, &found, &count, NULL);
    for (int i = 0; i < count && st == STATUS_OK; i++) {
        seen_base b = seen_of(&found[i]);
        if (!is_taken(s, found[i].look.at)) look_at_seen(s, found[i].form, &b);
    }
    if (st == STATUS_OK) look_at_unread(s, kind_count);
    rim_ask_company(s);
    return st;
}

// The plane of edges of the rectangle and of what bases in it reach to, px.
static status fill_plane(rim_search *s, px_rect where, double scale, double reach) {
    int cell_px = (int)(RIM_PLANE_CELL_IN * scale / 2 + 0.5) * 2, pad = (int)reach + 4;
    cell_px = cell_px < 2 ? 2 : cell_px > 16 ? 16 : cell_px;
    px_rect wide = {where.x - pad, where.y - pad, where.width + 2 * pad, where.height + 2 * pad};
    wide = rect_clip(&wide, s->frame->width, s->frame->height);
    return rim_plane_fill(s, wide, cell_px, 1.8 * reach + 4 * cell_px);
}

static status search_rect(rim_search *s, px_rect where) {
    if (where.width < 8 || where.height < 8) return STATUS_OK;
    double scale = scale_at(s, where), reach = widest_in(s) * scale;
    if (!(scale > 8) || scale > 1000) return STATUS_OK;
    status st = fill_plane(s, where, scale, reach);
    if (st != STATUS_OK) return st;
    for (int rounds = 1; rounds >= 0; rounds--)  // frames cost more: those that lie under a ring are spared
        for (int l = 0; l < s->look_count; l++)
            if (s->looks[l].ring.round == rounds) search_look(s, l, where);
    return STATUS_OK;
}

// ---- what is expected

static int word_of(const rim_search *s, int kind, int figure) {
    for (int w = 0; w < s->word_count; w++)
        if (s->word_kind[w] == kind && s->kinds[kind].ids[s->word_entry[w]].figure == figure) return w;
    return -1;
}

// Around an expected place: the best of the candidates there, or a look at the place itself.
static bool look_near(rim_search *s, const expected_rim *e, int look, rim_find *f) {
    const rim_ring *r = &s->looks[look].ring;
    rim_place at = {e->pose.at, e->pose.heading_rad, rim_top_in(s, r, e->pose.at)};
    double half = fmax(r->half_x, r->half_y), reach = fmin(fmax(e->reach_in, 0.3 * IN_PER_MM), RIM_NEAR_REACH_IN);
    double turn = fmin(reach / half, 0.15), slack = pose_has_heading(e->pose) ? fmax(e->reach_in, 0.02) / half + 0.05 : PI;
    rim_hope hope = {word_of(s, e->kind, e->figure), slack, NULL};
    return rim_verify(s, look, at, reach, turn, hope, f);
}

static status look_around(rim_search *s, const expected_rim *e, int look, rim_find *best) {
    const rim_ring *r = &s->looks[look].ring;
    px2 px = s->view->to_px(s->view->context, (vec3){e->pose.at.x, e->pose.at.y, rim_top_in(s, r, e->pose.at)});
    if (!isfinite(px.u) || !isfinite(px.v) || fabs(px.u) > 1e6 || fabs(px.v) > 1e6) return STATUS_OK;
    px_rect where = {(int)px.u, (int)px.v, 1, 1};
    double scale = scale_at(s, where), half = fmin(e->reach_in, 3) * scale, reach = hypot(r->half_x, r->half_y) * scale;
    if (!(scale > 8) || scale > 1000) return STATUS_OK;
    where = (px_rect){(int)(px.u - half), (int)(px.v - half), (int)(2 * half) + 1, (int)(2 * half) + 1};
    where = rect_clip(&where, s->frame->width, s->frame->height);
    if (where.width < 2 || where.height < 2) return STATUS_OK;
    status st = fill_plane(s, where, scale, reach);
    if (st != STATUS_OK) return st;
    s->candidate_count = 0;
    rim_plane_search(s, look, where);
    for (int i = 0; i < s->candidate_count; i++) {
        const rim_candidate *c = &s->candidates[i];
        rim_find f = {.look = look};
        vec2 at = s->view->to_table(s->view->context, (px2){(double)c->u, (double)c->v}, rim_top_in(s, r, e->pose.at));
        expected_rim here = *e;
        if (!isfinite(at.x) || !isfinite(at.y)) continue;
        here.pose.at = at;
        if (!r->round) here.pose.heading_rad += remainder((double)c->heading_rad - e->pose.heading_rad, 2 * PI / r->turns);
        here.reach_in = RIM_COLD_REACH_IN;
        if (look_near(s, &here, look, &f) && f.odds > best->odds) *best = f;
    }
    return STATUS_OK;
}

static status search_expected(rim_search *s, const expected_rim *e, int kind_count) {
    if (e->taken || e->unread || e->kind < 0 || e->kind >= kind_count || !(e->reach_in >= 0) ||
        !isfinite(e->pose.at.x + e->pose.at.y + e->pose.heading_rad))
        return STATUS_OK;
    int look = look_of_kind(s, e->kind);
    if (look < 0) return STATUS_OK;
    rim_find f = {.look = look, .odds = -1e9, .word = -1};
    bool found = look_near(s, e, look, &f);
    if (!found) f.odds = -1e9, f.word = -1;
    if (f.word < 0 && e->reach_in > RIM_NEAR_REACH_IN) {
        status st = look_around(s, e, look, &f);
        if (st != STATUS_OK) return st;
        found = f.odds > -1e9 || found;
    }
    if (s->notes && found) explain(s, &f, s->view->to_px(s->view->context, (vec3){f.at.at.x, f.at.at.y, f.at.z_in}), true);
    if (found) add_find(s, &f);
    return STATUS_OK;
}

// ---- which of them hold

static pose pose_of(const rim_find *f) { return (pose){.at = f->at.at, .heading_rad = f->at.heading_rad}; }

static bool in_the_way(const rim_search *s, const rim_find *a, const rim_find *b) {
    base x = s->looks[a->look].ring.base, y = s->looks[b->look].ring.base;
    if (vec2_distance(a->at.at, b->at.at) > base_radius(x) + base_radius(y)) return false;
    return base_gap(x, pose_of(a), y, pose_of(b)) < -RIM_OVERLAP_IN;
}

static void keep_apart(rim_search *s, bool sure) {
    int kept = 0;
    qsort(s->finds, (size_t)s->find_count, sizeof *s->finds, weightiest_first);
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *f = &s->finds[i];
        bool free = f->word >= 0 || !sure || f->agreement >= RIM_SURE_OUTLINE;
        for (int k = 0; k < kept && free; k++) free = !in_the_way(s, &s->finds[k], f);
        if (free) s->finds[kept++] = *f;
    }
    s->find_count = kept;
    qsort(s->finds, (size_t)s->find_count, sizeof *s->finds, surest_first);
}

// What the paints look like in this light: the nearest base of the same look that was read.
static const rim_find *nearest_read(const rim_search *s, const rim_find *f) {
    const rim_find *best = NULL;
    for (int i = 0; i < s->find_count && s->finds[i].word >= 0; i++) {
        const rim_find *k = &s->finds[i];
        if (k->look == f->look && (!best || vec2_distance(k->at.at, f->at.at) < vec2_distance(best->at.at, f->at.at))) best = k;
    }
    return best;
}

// Those that could not be read by themselves, by the paints of their neighbours. s->finds has the read ones first.
static void read_by_neighbours(rim_search *s) {
    for (int i = 0; i < s->find_count; i++) {
        rim_find f = s->finds[i], again;
        if (f.word >= 0 || f.is_unregistered) continue;
        rim_hope hope = {f.hoped, f.slack_rad, nearest_read(s, &f), f.unregistered_beside};
        if (!hope.beside || !rim_verify(s, f.look, f.at, RIM_FINE_REACH_IN, 0.02, hope, &again) || again.word < 0) continue;
        again.u = f.u, again.v = f.v, again.px_per_in = f.px_per_in;
        s->finds[i] = again;
    }
}

// Of rings alone: what a frame says over chance has the places beside it in it.
static bool among_unregistered(const rim_search *s) {
    int unregistered = 0, read = 0;
    for (int i = 0; i < s->find_count; i++) {
        const rim_find *f = &s->finds[i];
        if (!s->looks[f->look].ring.round) continue;
        read += f->word >= 0;
        unregistered += f->word < 0 && (f->is_unregistered || f->over_chance < -RIM_UNREGISTERED_ODDS);
    }
    return unregistered > RIM_MANY_UNREGISTERED * (read + unregistered);
}

static bool is_doubtful(const rim_search *s, const rim_find *f) {
    return f->word >= 0 && s->looks[f->look].ring.round && f->word != f->hoped && f->over_chance < RIM_OVER_CHANCE_AMONG_UNREGISTERED &&
           !rim_company_agrees(s, f);
}

// The usual threshold for rings is meant for a table where one base in a hundred is unregistered. Where many are, chance names more than one base in
// a million; but not several of one unit that stand together.
static void doubt_among_unregistered(rim_search *s) {
    bool doubtful[RIM_MAX_FINDS];
    if (!among_unregistered(s)) return;
    for (int i = 0; i < s->find_count; i++) doubtful[i] = is_doubtful(s, &s->finds[i]);
    for (int i = 0; i < s->find_count; i++)
        if (doubtful[i]) s->finds[i].word = -1;
}

// Where two bases show one word, the later in the list keeps it only if its odds are plain; then both are reported.
static void name_once(rim_search *s) {
    for (int i = 0; i < s->find_count; i++) {
        rim_find *f = &s->finds[i];
        for (int k = 0; k < i && f->word >= 0; k++)
            if (s->finds[k].word == f->word && f->odds < RIM_PLAIN_ODDS) f->word = -1;
    }
    qsort(s->finds, (size_t)s->find_count, sizeof *s->finds, surest_first);
}

// The base stands at its own kind's height: the same pixel, another place.
static void settle_height(const rim_search *s, const rim_coded_kind *k, rim_find *f) {
    double z = top_at(s, k->z_in, k->base.height_in, f->at.at);
    if (fabs(z - f->at.z_in) < 1e-9) return;
    vec2 at = s->view->to_table(s->view->context, s->view->to_px(s->view->context, (vec3){f->at.at.x, f->at.at.y, f->at.z_in}), z);
    if (isfinite(at.x) && isfinite(at.y)) f->at.at = at, f->at.z_in = z;
}

static base_sighting sighting_of(const rim_search *s, rim_find *f) {
    const rim_ring *r = &s->looks[f->look].ring;
    const rim_coded_kind *k = f->word >= 0 ? &s->kinds[s->word_kind[f->word]] : NULL;
    if (k) settle_height(s, k, f);
    return (base_sighting){.by = SEEN_BY_RIM,
                           .figure = k ? k->ids[s->word_entry[f->word]].figure : -1,
                           .unit = k ? k->ids[s->word_entry[f->word]].unit : -1,
                           .unread = !k,
                           .base = k ? k->base : r->base,
                           .rim_rgb = k ? k->dark_rgb : NO_COLOUR,
                           .pose = {f->at.at, f->at.heading_rad, f->errors.sigma_in, k || !r->round ? f->errors.sigma_rad : HEADING_UNKNOWN},
                           .px = s->view->to_px(s->view->context, (vec3){f->at.at.x, f->at.at.y, f->at.z_in}),
                           .front_doubtful = !k && !r->round,
                           .score = fmin(1, k ? f->seen : f->agreement)};
}

// What the networks found and nobody can read, vision_find_proposed_bases reports.
static status report(rim_search *s, base_list *out) {
    for (int i = 0; i < s->find_count; i++) {
        if (s->finds[i].word < 0 && s->finds[i].is_found) continue;
        if (out->count == out->capacity) return STATUS_FULL;
        out->at[out->count++] = sighting_of(s, &s->finds[i]);
    }
    return STATUS_OK;
}

status vision_find_rim_codes(vision *v, const frame *f, const vision_view *view, const rim_coded_kind *kinds, int kind_count, const px_rect *where,
                             int where_count, const expected_rim *expected, int expected_count, base_list *out) {
    rim_search *s = v->rims;
    out->count = 0;
    if (!frame_has_gray(f) || kind_count < 0 || kind_count > VISION_RIM_MAX_KINDS || (f->bgr && !frame_has_colour(f))) return STATUS_INVALID;
    s->frame = f, s->view = view, s->kinds = kinds, s->notes = v->notes, s->find_count = 0, s->blur_px = RIM_BLUR_PX;
    s->expected = expected, s->expected_count = expected ? expected_count : 0;
    s->pool = v->bases ? bases_pool(v->bases) : NULL;
    take_looks(s, kind_count);
    px_rect all = table_box(s);
    status st = STATUS_OK;
    for (int i = 0; i < s->expected_count && st == STATUS_OK; i++) st = search_expected(s, &expected[i], kind_count);
    if (st == STATUS_OK && s->look_count && v->bases) st = look_at_finds(s, v->bases, kind_count);
    const bool looked = v->bases && bases_has_proposed(v->bases);
    for (int i = 0; i < (where ? where_count : 1) && st == STATUS_OK && s->look_count && !looked; i++)
        st = search_rect(s, where ? rect_clip(&where[i], f->width, f->height) : all);
    if (st != STATUS_OK) return st;
    keep_apart(s, false);
    read_by_neighbours(s);
    doubt_among_unregistered(s);
    keep_apart(s, true);
    name_once(s);
    return report(s, out);
}
