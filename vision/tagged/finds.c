// Bases that vision/bases found and that seem to carry a tag: each is tried at the place where it was found and where its borders agree best, and its
// cells are looked at closely.
#include <math.h>

#include "vision/bases/bases.h"
#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

static bool believed_find(const base_find *b) {
    return base_find_likely(b) >= TAGGED_FOUND_LIKELY && b->look.carries[CARRIES_TAG] >= TAGGED_LEAST_CARRIED;
}

enum { TRIES = 2 };  // poses that are tried of each find

// The find as a base that carries a tag: as it was found, and where its borders agree best. Returns how many.
static int tries_of_find(const tagged_search *s, const base_find *b, tagged_fit out[TRIES]) {
    const tagged_look *l = &s->looks[b->form];
    tagged_fit f = {
        .look = b->form, .at = b->look.at, .heading_rad = (double)b->look.heading_rad, .z_in = b->z_in, .code = -1, .kind = -1, .found = true};
    f.sigma_in = fmax((double)b->look.sigma_in[0], (double)b->look.sigma_in[1]), f.sigma_rad = (double)b->look.sigma_rad;
    tagged_fit moved = f;
    out[0] = f;
    if (!tagged_climb(s, &moved) || vec2_distance(moved.at, f.at) >= TAGGED_FOUND_CELLS * l->cell) return 1;
    tagged_fit fine = moved;
    if (tagged_edges(s, &fine, TAGGED_FEW_ROUNDS) && vec2_distance(fine.at, f.at) < TAGGED_FOUND_CELLS * l->cell) moved = fine;
    out[1] = moved;
    return 2;
}

// Adds each find at that of its poses which can be read best.
static status take_tries(tagged_search *s, const base_find *const *finds, const int *tries, int count, const tagged_fit *fits, int fit_count) {
    size_t each = 4 * (size_t)s->code_count;
    status st = tagged_reserve(s, fit_count);
    if (st == STATUS_OK) st = tagged_read_closely(s, fits, fit_count, s->evidence);
    for (int i = 0, at = 0; i < count && st == STATUS_OK; at += tries[i++]) {
        int best = at;
        float most = TAGGED_NEVER;
        for (int k = at; k < at + tries[i]; k++) {
            float says = tagged_most_evidence(s->evidence + (size_t)k * each, (int)each, TAGGED_NEVER);
            if (says > most) most = says, best = k;
        }
        if (s->fit_count == TAGGED_MAX) break;
        tagged_fit *f = &s->fits[s->fit_count++];
        *f = fits[best];
        f->shown = base_find_likely(finds[i]);
        f->says = most;
    }
    return st;
}

status tagged_take_finds(vision *v) {
    enum { AT_ONCE = 16 };
    tagged_search *s = v->tagged;
    base_form forms[VISION_MAX_TAGGED_KINDS];
    const base_find *found, *finds[AT_ONCE];
    tagged_fit fits[TRIES * AT_ONCE];
    int count, n = 0, fit_count = 0, tries[AT_ONCE];
    for (int l = 0; l < s->look_count; l++) forms[l] = base_form_of(s->looks[l].base, s->looks[l].z_in);
    s->pool = bases_pool(v->bases);
    status st = s->frame->bgr && !s->cells ? cell_reader_create(&s->cells, NULL) : STATUS_OK;
    if (st == STATUS_OK) st = bases_find(v->bases, s->frame, s->view, forms, s->look_count, believed_find, &found, &count, NULL);
    for (int i = 0; i < count && st == STATUS_OK; i++) {
        if (believed_find(&found[i])) {
            tries[n] = tries_of_find(s, &found[i], fits + fit_count);
            finds[n] = &found[i];
            fit_count += tries[n++];
        }
        if (n < AT_ONCE && i + 1 < count) continue;
        st = take_tries(s, finds, tries, n, fits, fit_count);
        n = fit_count = 0;
    }
    return st;
}
