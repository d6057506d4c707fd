#include "vision/bases/bases.h"

#include <math.h>
#include <stdlib.h>

#include "vision/bases/bases_limits.h"

struct bases_finder {
    thread_pool *pool;
    proposer *proposer;
    closer *closer;
    base_proposal *proposals;  // BASES_MAX_PROPOSALS
    int proposal_count;
    supposed_base *supposed, *moved;  // BASES_MAX_SUPPOSED of each; moved: to where the first look says they stand
    close_look *looks, *again;
    int *form_of, *from, *worth;
    base_find *finds;
};

base_form base_form_of(base b, double z_in) {
    double inset = 2 * b.top_inset_in;
    return (base_form){
        .length_in = b.depth_in - inset, .across_in = b.width_in - inset, .above_in = z_in + b.height_in, .round = b.shape == BASE_ROUND};
}

double base_find_likely(const base_find *f) {
    const close_look *l = &f->look;
    double misfit = (double)(l->length_log * l->length_log + l->across_log * l->across_log) / (2 * BASES_SIZE_LOG * BASES_SIZE_LOG);
    return 1 / (1 + exp(misfit - (double)l->odds));
}

static bool make_lists(bases_finder *b) {
    enum { MOST = BASES_MAX_SUPPOSED };
    b->proposals = calloc(BASES_MAX_PROPOSALS, sizeof *b->proposals);
    b->supposed = calloc(MOST, sizeof *b->supposed), b->moved = calloc(MOST, sizeof *b->moved);
    b->looks = calloc(MOST, sizeof *b->looks), b->again = calloc(MOST, sizeof *b->again);
    b->form_of = calloc(MOST, sizeof *b->form_of), b->from = calloc(MOST, sizeof *b->from), b->worth = calloc(MOST, sizeof *b->worth);
    b->finds = calloc(MOST, sizeof *b->finds);
    return b->proposals && b->supposed && b->moved && b->looks && b->again && b->form_of && b->from && b->worth && b->finds;
}

status bases_create(int threads, bases_finder **out, fault *fault) {
    bases_finder *b = calloc(1, sizeof *b);
    if (!b) return fault_set(fault, STATUS_MEMORY, "no memory to look for bases");
    status s = make_lists(b) ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "no memory to look for bases");
    if (s == STATUS_OK) s = thread_pool_create(threads, &b->pool);
    if (s == STATUS_OK) s = proposer_create(&b->proposer, fault);
    if (s == STATUS_OK) s = closer_create(&b->closer, fault);
    if (s != STATUS_OK) {
        bases_destroy(b);
        return s;
    }
    *out = b;
    return STATUS_OK;
}

void bases_destroy(bases_finder *b) {
    if (!b) return;
    proposer_destroy(b->proposer);
    closer_destroy(b->closer);
    if (b->pool) thread_pool_destroy(b->pool);
    free(b->proposals);
    free(b->supposed);
    free(b->moved);
    free(b->looks);
    free(b->again);
    free(b->form_of);
    free(b->from);
    free(b->worth);
    free(b->finds);
    free(b);
}

status bases_propose(bases_finder *b, const frame *f, const vision_view *view, const px_rect *where, int where_count, fault *fault) {
    b->proposal_count = 0;
    return proposer_find(b->proposer, f, view, where, where_count, b->pool, b->proposals, BASES_MAX_PROPOSALS, &b->proposal_count, fault);
}

void bases_propose_nothing(bases_finder *b) { b->proposal_count = 0; }

static double height_at(const vision_view *view, const base_form *form, vec2 at) {
    double ground = view->ground_in ? view->ground_in(view->context, at) : 0;
    return (isfinite(ground) ? ground : 0) + form->above_in;
}

// Where a base of the form stands whose top's middle shows at the pixel; false off the table.
static bool place_form(const vision_view *view, const base_form *form, px2 px, supposed_base *out) {
    *out = (supposed_base){.z_in = form->above_in, .length_in = form->length_in, .across_in = form->across_in, .round = form->round};
    for (int i = 0; i < 2; i++) {  // the ground's height depends on the place
        out->at = view->to_table(view->context, px, out->z_in);
        if (!isfinite(out->at.x) || !isfinite(out->at.y)) return false;
        out->z_in = height_at(view, form, out->at);
    }
    return out->at.x > -BASES_BEYOND_IN && out->at.y > -BASES_BEYOND_IN && out->at.x < view->width_in + BASES_BEYOND_IN &&
           out->at.y < view->depth_in + BASES_BEYOND_IN;
}

static bool may_be(const base_proposal *p, const base_form *form) {
    double length = form->length_in / IN_PER_MM, across = form->across_in / IN_PER_MM;
    double as_seen = fabs(log((double)(p->length_mm * p->across_mm) / (length * across))) / 2;
    if (form->round ? p->round < BASES_LEAST_SHAPE : p->round > 1 - BASES_LEAST_SHAPE) return false;
    return as_seen < BASES_MOST_SIZE_LOG;
}

static bool oblong(const base_form *f) { return !f->round && fabs(f->length_in - f->across_in) > IN_PER_MM; }

// The heading from which a base of the form is looked at: what the finder says is enough to tell its sides.
static double heading_of(const base_proposal *p, const base_form *form) {
    return (double)(form->round ? p->front_rad : oblong(form) ? p->axis_rad : p->quarter_rad);
}

// Looks at supposed[0..count) into looks, and once more at those that are worth it, from where the first look says they stand.
static status look_twice(bases_finder *b, const frame *f, const vision_view *view, int count, fault *fault) {
    status s = closer_look(b->closer, f, view, b->supposed, count, b->pool, b->looks, fault);
    int n = 0;
    for (int i = 0; i < count && s == STATUS_OK; i++) {
        if (!((double)b->looks[i].odds > BASES_WORTH_ODDS)) continue;
        b->moved[n] = b->supposed[i];
        b->moved[n].at = b->looks[i].at;
        b->moved[n].heading_rad = (double)b->looks[i].heading_rad;
        b->worth[n++] = i;
    }
    if (s == STATUS_OK) s = closer_look(b->closer, f, view, b->moved, n, b->pool, b->again, fault);
    for (int k = 0; k < n && s == STATUS_OK; k++) b->looks[b->worth[k]] = b->again[k];
    return s;
}

static int likeliest_first(const void *a, const void *b) {
    const base_find *x = a, *y = b;
    if (x->look.odds != y->look.odds) return x->look.odds > y->look.odds ? -1 : 1;
    if (x->look.at.y != y->look.at.y) return x->look.at.y < y->look.at.y ? -1 : 1;
    return (x->look.at.x > y->look.at.x) - (x->look.at.x < y->look.at.x);
}

status bases_find(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, const base_find **out, int *count,
                  fault *fault) {
    int n = 0, found = 0;
    for (int i = 0; i < b->proposal_count; i++) {
        for (int k = 0; k < form_count && n < BASES_MAX_SUPPOSED; k++) {
            const base_proposal *p = &b->proposals[i];
            if (!may_be(p, &forms[k]) || !place_form(view, &forms[k], p->px, &b->supposed[n])) continue;
            b->supposed[n].heading_rad = heading_of(p, &forms[k]);
            b->form_of[n] = k, b->from[n++] = i;
        }
    }
    status s = look_twice(b, f, view, n, fault);
    for (int i = 0; i < n && s == STATUS_OK; i++)
        if ((double)b->looks[i].odds > BASES_LEAST_ODDS)
            b->finds[found++] = (base_find){b->form_of[i], &b->proposals[b->from[i]], b->supposed[i].z_in, b->looks[i]};
    qsort(b->finds, (size_t)found, sizeof *b->finds, likeliest_first);
    *out = b->finds, *count = found;
    return s;
}

status bases_look(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, const int *form_of, const pose *poses, int count,
                  base_find *out, fault *fault) {
    for (int from = 0; from < count; from += BASES_MAX_SUPPOSED) {
        int n = count - from < BASES_MAX_SUPPOSED ? count - from : BASES_MAX_SUPPOSED;
        for (int i = 0; i < n; i++) {
            const base_form *form = &forms[form_of[from + i]];
            pose p = poses[from + i];
            b->supposed[i] = (supposed_base){
                p.at, height_at(view, form, p.at), isfinite(p.heading_rad) ? p.heading_rad : 0, form->length_in, form->across_in, form->round};
        }
        status s = look_twice(b, f, view, n, fault);
        if (s != STATUS_OK) return s;
        for (int i = 0; i < n; i++) out[from + i] = (base_find){form_of[from + i], NULL, b->supposed[i].z_in, b->looks[i]};
    }
    return STATUS_OK;
}
