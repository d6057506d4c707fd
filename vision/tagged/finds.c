// Bases that vision/bases found and that seem to carry a tag: each is tried at the place where it was found and where its borders agree best, and its
// cells are looked at closely.
#include <math.h>

#include "vision/bases/bases.h"
#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

static bool believed_find(const base_find *b) {
    return base_find_likely(b) >= TAGGED_FOUND_LIKELY && b->look.carries[CARRIES_TAG] >= TAGGED_LEAST_CARRIED;
}

enum { TRIES = 2, AT_ONCE = 16 };  // poses that are tried of each find; finds that are read together

static tagged_fit fit_of_find(const base_find *b) {
    return (tagged_fit){.look = b->form,
                        .at = b->look.at,
                        .heading_rad = (double)b->look.heading_rad,
                        .z_in = b->z_in,
                        .sigma_in = fmax((double)b->look.sigma_in[0], (double)b->look.sigma_in[1]),
                        .sigma_rad = (double)b->look.sigma_rad,
                        .shown = base_find_likely(b),
                        .code = -1,
                        .kind = -1,
                        .found = true};
}

static tagged_fit fit_of_unread(const tagged_search *s, const expected_tagged *e) {
    const tagged_look *l = &s->looks[s->look_of[e->kind]];
    return (tagged_fit){.look = s->look_of[e->kind],
                        .at = e->pose.at,
                        .heading_rad = e->pose.heading_rad,
                        .z_in = tagged_top_in(s, l, l->z_in, e->pose.at),
                        .sigma_in = e->pose.sigma_in,
                        .sigma_rad = e->pose.sigma_rad,
                        .shown = 1,
                        .code = -1,
                        .kind = -1,
                        .found = true};
}

// The find as it was found, and where its borders agree best. Returns how many.
static int tries_of(const tagged_search *s, const tagged_fit *f, tagged_fit out[TRIES]) {
    const tagged_look *l = &s->looks[f->look];
    tagged_fit moved = *f;
    out[0] = *f;
    if (!tagged_climb(s, &moved) || vec2_distance(moved.at, f->at) >= TAGGED_FOUND_CELLS * l->cell) return 1;
    tagged_fit fine = moved;
    if (tagged_edges(s, &fine, TAGGED_FEW_ROUNDS) && vec2_distance(fine.at, f->at) < TAGGED_FOUND_CELLS * l->cell) moved = fine;
    out[1] = moved;
    return 2;
}

typedef struct {
    tagged_fit fits[TRIES * AT_ONCE];
    int fit_count, tries[AT_ONCE], count;
} finds_taken;

// Adds each find at that of its poses which can be read best.
static status read_taken(tagged_search *s, finds_taken *t) {
    size_t each = 4 * (size_t)s->code_count;
    status st = tagged_reserve(s, t->fit_count);
    if (st == STATUS_OK) st = tagged_read_closely(s, t->fits, t->fit_count, s->evidence);
    for (int i = 0, at = 0; i < t->count && st == STATUS_OK; at += t->tries[i++]) {
        int best = at;
        float most = TAGGED_NEVER;
        for (int k = at; k < at + t->tries[i]; k++) {
            float says = tagged_most_evidence(s->evidence + (size_t)k * each, (int)each, TAGGED_NEVER);
            if (says > most) most = says, best = k;
        }
        if (s->fit_count == TAGGED_MAX) break;
        tagged_fit *f = &s->fits[s->fit_count++];
        *f = t->fits[best];
        f->shown = t->fits[at].shown;
        f->says = most;
    }
    t->count = t->fit_count = 0;
    return st;
}

static status take(tagged_search *s, finds_taken *t, const tagged_fit *f) {
    t->fit_count += t->tries[t->count] = tries_of(s, f, t->fits + t->fit_count);
    return ++t->count == AT_ONCE ? read_taken(s, t) : STATUS_OK;
}

static bool is_found(const tagged_search *s, const tagged_fit *f) {
    for (int i = 0; i < s->fit_count; i++)
        if (tagged_overlap(s, &s->fits[i], f)) return true;
    return false;
}

static bool is_there_unread(const tagged_search *s, const expected_tagged *e) {
    return e->unread && e->kind >= 0 && s->look_of[e->kind] >= 0 && isfinite(e->pose.at.x + e->pose.at.y + e->pose.heading_rad);
}

status tagged_take_finds(vision *v, const expected_tagged *expected, int expected_count) {
    tagged_search *s = v->tagged;
    base_form forms[VISION_MAX_TAGGED_KINDS];
    const base_find *found;
    int count;
    finds_taken taken = {.count = 0};
    for (int l = 0; l < s->look_count; l++) forms[l] = base_form_of(s->looks[l].base, s->looks[l].z_in);
    s->pool = bases_pool(v->bases);
    status st = s->frame->bgr && !s->cells ? cell_reader_create(&s->cells, NULL) : STATUS_OK;
    if (st == STATUS_OK) st = bases_find(v->bases, s->frame, s->view, forms, s->look_count, believed_find, &found, &count, NULL);
    for (int i = 0; i < count && st == STATUS_OK; i++) {
        tagged_fit f = fit_of_find(&found[i]);
        if (believed_find(&found[i])) st = take(s, &taken, &f);
    }
    if (st == STATUS_OK) st = read_taken(s, &taken);
    for (int i = 0; i < expected_count && st == STATUS_OK; i++) {
        if (!is_there_unread(s, &expected[i])) continue;
        tagged_fit f = fit_of_unread(s, &expected[i]);
        if (!is_found(s, &f)) st = take(s, &taken, &f);
    }
    return st == STATUS_OK ? read_taken(s, &taken) : st;
}
