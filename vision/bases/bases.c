#include "vision/bases/bases.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "vision/bases/around.h"
#include "vision/bases/bases_limits.h"

// What a first look at a proposal says of it: with which forms it is worth looking at again, and from where.
typedef struct {
    bool looked;
    bool oblong;               // it was looked at as one
    double long_in, short_in;  // sides as the look measured them
    close_look look;
    double z_in;  // of the top as it was supposed
} first_look;

struct bases_finder {
    proposer *proposer;
    closer *closer;
    thread_pool *pool;
    base_proposal *proposals;  // BASES_MAX_PROPOSALS
    int proposal_count;
    bool has_proposed;
    first_look *first;                // of each proposal
    supposed_base *supposed, *moved;  // BASES_MAX_SUPPOSED of each; moved: to where the first look says they stand
    close_look *looks, *again;
    int *worth;
    base_find *finds;
    base_find **asked;  // BASES_MAX_SUPPOSED, to be looked at from all sides
    // What was looked at since the proposals were made: each search asks for the forms that are its own.
    base_find *kept;  // BASES_MAX_SUPPOSED
    int kept_count;
    base_form kept_forms[BASES_MAX_FORMS];
    int kept_form_count;
    int16_t *kept_at;  // of each proposal and form: which of `kept`; NOT_LOOKED
};

enum { NOT_LOOKED = -1 };

base_form base_form_of(base b, double z_in) {
    double inset = 2 * b.top_inset_in;
    return (base_form){
        .length_in = b.depth_in - inset, .across_in = b.width_in - inset, .above_in = z_in + b.height_in, .round = b.shape == BASE_ROUND};
}

bool base_form_is(const base_form *a, const base_form *b) {
    return a->round == b->round && a->length_in == b->length_in && a->across_in == b->across_in && a->above_in == b->above_in;
}

double base_find_likely(const base_find *f) {
    const close_look *l = &f->look;
    double misfit = (double)(l->length_log * l->length_log + l->across_log * l->across_log) / (2 * BASES_SIZE_LOG * BASES_SIZE_LOG);
    return 1 / (1 + exp(misfit - (double)l->odds));
}

static bool make_lists(bases_finder *b) {
    enum { MOST = BASES_MAX_SUPPOSED };
    b->proposals = calloc(BASES_MAX_PROPOSALS, sizeof *b->proposals), b->first = calloc(BASES_MAX_PROPOSALS, sizeof *b->first);
    b->supposed = calloc(MOST, sizeof *b->supposed), b->moved = calloc(MOST, sizeof *b->moved);
    b->looks = calloc(MOST, sizeof *b->looks), b->again = calloc(MOST, sizeof *b->again);
    b->worth = calloc(MOST, sizeof *b->worth);
    b->asked = calloc(MOST, sizeof *b->asked);
    b->finds = calloc(MOST, sizeof *b->finds), b->kept = calloc(MOST, sizeof *b->kept);
    b->kept_at = malloc((size_t)BASES_MAX_PROPOSALS * BASES_MAX_FORMS * sizeof *b->kept_at);
    return b->proposals && b->first && b->supposed && b->moved && b->looks && b->again && b->worth && b->asked && b->finds && b->kept && b->kept_at;
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
    free(b->first);
    free(b->supposed);
    free(b->moved);
    free(b->looks);
    free(b->again);
    free(b->worth);
    free(b->finds);
    free(b->asked);
    free(b->kept);
    free(b->kept_at);
    free(b);
}

thread_pool *bases_pool(const bases_finder *b) { return b->pool; }

void bases_propose_nothing(bases_finder *b) {
    b->proposal_count = b->kept_count = b->kept_form_count = 0;
    b->has_proposed = false;
}

bool bases_has_proposed(const bases_finder *b) { return b->has_proposed; }

status bases_propose(bases_finder *b, const frame *f, const vision_view *view, const px_rect *where, int where_count, fault *fault) {
    bases_propose_nothing(b);
    status s = proposer_find(b->proposer, f, view, where, where_count, b->pool, b->proposals, BASES_MAX_PROPOSALS, &b->proposal_count, fault);
    b->has_proposed = s == STATUS_OK;
    for (int i = 0; i < b->proposal_count; i++) b->first[i] = (first_look){0};
    for (int i = 0; i < b->proposal_count * BASES_MAX_FORMS; i++) b->kept_at[i] = NOT_LOOKED;
    return s;
}

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

static bool oblong(const base_form *f) { return !f->round && fabs(f->length_in - f->across_in) > IN_PER_MM; }

// How much a form differs from sides (ln), the longer ones and the shorter ones compared.
static double unlike(const base_form *form, double long_in, double short_in) {
    double longer = fmax(form->length_in, form->across_in), shorter = fmin(form->length_in, form->across_in);
    return fmax(fabs(log(longer / long_in)), fabs(log(shorter / short_in)));
}

// The form that comes nearest to what the finder says of a proposal.
static const base_form *nearest_form(const base_proposal *p, const base_form *forms, int count) {
    const base_form *best = NULL;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double longer = (double)fmaxf(p->length_mm, p->across_mm) * IN_PER_MM, shorter = (double)fminf(p->length_mm, p->across_mm) * IN_PER_MM;
        double misfit =
            unlike(&forms[i], longer, shorter) / BASES_FINDER_SIZE_LOG - log(fmax((double)(forms[i].round ? p->round : 1 - p->round), 1e-6));
        if (misfit < least) best = &forms[i], least = misfit;
    }
    return best;
}

// The heading from which a base of the form is looked at: what the finder says is enough to tell its sides.
static double heading_of(const base_proposal *p, const base_form *form) {
    return (double)(form->round ? p->front_rad : oblong(form) ? p->axis_rad : p->quarter_rad);
}

// Looks at the proposals that were not looked at yet, each with the form that is nearest to it.
static status look_first(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, fault *fault) {
    int n = 0;
    for (int i = 0; i < b->proposal_count; i++) {
        const base_proposal *p = &b->proposals[i];
        const base_form *form = b->first[i].looked ? NULL : nearest_form(p, forms, form_count);
        if (!form || !place_form(view, form, p->px, &b->supposed[n])) continue;
        b->supposed[n].heading_rad = heading_of(p, form);
        b->first[i].oblong = oblong(form);
        b->worth[n++] = i;
    }
    status s = closer_look(b->closer, f, view, b->supposed, n, b->pool, b->looks, fault);
    for (int k = 0; k < n && s == STATUS_OK; k++) {
        const supposed_base *as = &b->supposed[k];
        double length = as->length_in * exp((double)b->looks[k].length_log), across = as->across_in * exp((double)b->looks[k].across_log);
        first_look *first = &b->first[b->worth[k]];
        first->looked = true, first->look = b->looks[k], first->z_in = as->z_in;
        first->long_in = fmax(length, across), first->short_in = fmin(length, across);
    }
    return s;
}

// True where it is worth looking at what was seen with the form.
static bool may_be(const first_look *seen, const base_form *form) {
    double shape = (double)(form->round ? seen->look.round : 1 - seen->look.round);
    return seen->looked && isfinite(seen->look.odds) && shape > BASES_LEAST_SHAPE &&
           unlike(form, seen->long_in, seen->short_in) < BASES_MOST_SIZE_LOG;
}

// The form where the first look says that the base stands.
static bool place_seen(const vision_view *view, const base_proposal *p, const first_look *seen, const base_form *form, supposed_base *out) {
    px2 px = view->to_px(view->context, (vec3){seen->look.at.x, seen->look.at.y, seen->z_in});
    if (!isfinite(px.u) || !isfinite(px.v) || !place_form(view, form, px, out)) return false;
    out->heading_rad = oblong(form) && !seen->oblong ? (double)p->axis_rad : (double)seen->look.heading_rad;
    return true;
}

// Where it is kept what a look at the proposal with the form said; NULL: there is no room for so many forms.
static int16_t *place_of(bases_finder *b, int proposal, const base_form *form) {
    int k = 0;
    while (k < b->kept_form_count && !base_form_is(&b->kept_forms[k], form)) k++;
    if (k == BASES_MAX_FORMS) return NULL;
    if (k == b->kept_form_count) b->kept_forms[b->kept_form_count++] = *form;
    return &b->kept_at[proposal * BASES_MAX_FORMS + k];
}

// Looks at supposed[0..count) into looks, and, unless once is enough, once more at those that are worth it, from where the first look says they
// stand.
static status look_at_supposed(bases_finder *b, const frame *f, const vision_view *view, int count, bool once, fault *fault) {
    status s = closer_look(b->closer, f, view, b->supposed, count, b->pool, b->looks, fault);
    int n = 0;
    for (int i = 0; i < count && s == STATUS_OK && !once; i++) {
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

// Looks with every form that a proposal may be and that was not tried on it since the proposals were made; keeps what the looks say.
static status look_at_new(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, fault *fault) {
    int n = 0;
    for (int i = 0; i < b->proposal_count; i++) {
        for (int k = 0; k < form_count && b->kept_count + n < BASES_MAX_SUPPOSED; k++) {
            int16_t *at = may_be(&b->first[i], &forms[k]) ? place_of(b, i, &forms[k]) : NULL;
            if (!at || *at != NOT_LOOKED || !place_seen(view, &b->proposals[i], &b->first[i], &forms[k], &b->supposed[n])) continue;
            b->kept[b->kept_count + n].place = i;
            *at = (int16_t)(b->kept_count + n++);
        }
    }
    status s = look_at_supposed(b, f, view, n, false, fault);
    for (int i = 0; i < n; i++, b->kept_count++) {
        base_find *kept = &b->kept[b->kept_count];
        kept->kept = b->kept_count;
        kept->around = false;
        kept->z_in = b->supposed[i].z_in;
        kept->look = s == STATUS_OK ? b->looks[i] : (close_look){.odds = -INFINITY};
    }
    return s;
}

static int likeliest_first(const void *a, const void *b) {
    const base_find *x = a, *y = b;
    if (x->look.odds != y->look.odds) return x->look.odds > y->look.odds ? -1 : 1;
    if (x->look.at.y != y->look.at.y) return x->look.at.y < y->look.at.y ? -1 : 1;
    return (x->look.at.x > y->look.at.x) - (x->look.at.x < y->look.at.x);
}

// What was seen is as wide as the form and too short for it.
static bool may_be_end(const first_look *seen, const base_form *form) {
    double longer = fmax(form->length_in, form->across_in), shorter = fmin(form->length_in, form->across_in);
    return seen->looked && isfinite(seen->look.odds) && fabs(log(seen->short_in / shorter)) < BASES_MOST_SIZE_LOG &&
           log(longer / seen->long_in) > BASES_END_LOG;
}

void bases_of_end(const base_form *form, vec2 at, double heading_rad, pose out[BASES_OF_END]) {
    double aside = fabs(form->length_in - form->across_in) / 2, across = form->length_in < form->across_in ? PI / 2 : 0;
    for (int way = 0; way < BASES_OF_END; way++) {
        double towards = heading_rad + way * PI / 2;
        out[way] = (pose){.at = vec2_add(at, vec2_scale(heading_forward(towards), aside)), .heading_rad = angle_wrap(towards + across)};
    }
}

// What was seen is the tag in the middle of a base of the form.
static bool may_be_tag(const first_look *seen, const base_form *form) {
    return seen->looked && isfinite(seen->look.odds) && (double)seen->look.carries[CARRIES_TAG] > BASES_TAG_CHANCE &&
           log(fmax(form->length_in, form->across_in) / seen->long_in) > BASES_TAG_LOG;
}

// The first look, with another form, measured what the form can't be; but the finder had measured what it can be.
static bool may_be_misread(const base_proposal *p, const first_look *seen, const base_form *form) {
    double longer = (double)fmaxf(p->length_mm, p->across_mm) * IN_PER_MM, shorter = (double)fminf(p->length_mm, p->across_mm) * IN_PER_MM;
    return seen->looked && !may_be(seen, form) && unlike(form, longer, shorter) < BASES_MOST_SIZE_LOG;
}

int bases_of_parts(const bases_finder *b, const base_form *form, bool tagged, pose *out, int most) {
    int n = 0;
    for (int i = 0; i < b->proposal_count && n + BASES_OF_PART <= most; i++) {
        const close_look *seen = &b->first[i].look;
        if (oblong(form) && may_be_end(&b->first[i], form)) {
            bases_of_end(form, seen->at, (double)seen->heading_rad, out + n);
            n += BASES_OF_END;
        }
        bool part = tagged && may_be_tag(&b->first[i], form);
        if (!part && !may_be_misread(&b->proposals[i], &b->first[i], form)) continue;
        for (int way = 0; way < (oblong(form) ? 2 : 1); way++)
            out[n++] = (pose){.at = seen->at, .heading_rad = angle_wrap((double)seen->heading_rad + way * PI / 2)};
    }
    return n;
}

int bases_of_proposals(const bases_finder *b, const base_form *form, pose *out, int most) {
    const int ways = oblong(form) ? 2 : 1;
    int n = 0;
    for (int i = 0; i < b->proposal_count && n + ways <= most; i++) {
        const first_look *seen = &b->first[i];
        if (!seen->looked || !isfinite(seen->look.odds)) continue;
        double heading = oblong(form) ? (double)b->proposals[i].axis_rad : (double)seen->look.heading_rad;
        for (int way = 0; way < ways; way++) out[n++] = (pose){.at = seen->look.at, .heading_rad = angle_wrap(heading + way * PI / 2)};
    }
    return n;
}

status bases_look(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, const int *form_of, const pose *poses, int count,
                  bool once, base_find *out, fault *fault) {
    for (int from = 0; from < count; from += BASES_MAX_SUPPOSED) {
        int n = count - from < BASES_MAX_SUPPOSED ? count - from : BASES_MAX_SUPPOSED;
        for (int i = 0; i < n; i++) {
            const base_form *form = &forms[form_of[from + i]];
            pose p = poses[from + i];
            b->supposed[i] = (supposed_base){
                p.at, height_at(view, form, p.at), isfinite(p.heading_rad) ? p.heading_rad : 0, form->length_in, form->across_in, form->round};
        }
        status s = look_at_supposed(b, f, view, n, once, fault);
        if (s != STATUS_OK) return s;
        for (int i = 0; i < n; i++) out[from + i] = (base_find){form_of[from + i], -1, -1, false, b->supposed[i].z_in, b->looks[i]};
    }
    return STATUS_OK;
}

// Looks at finds[0..count), at most BASES_MAX_SUPPOSED / AROUND_SIDES, from their other sides, and makes one look of each one's.
static status look_around(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, base_find *const *finds, int count,
                          fault *fault) {
    int n = 0, turns[AROUND_SIDES] = {0};
    for (int i = 0; i < count; i++) {
        const base_form *form = &forms[finds[i]->form];
        const close_look *seen = &finds[i]->look;
        int sides = finds[i]->around ? 0 : around_turns(form->round, form->length_in, form->across_in, turns + 1);
        for (int k = 1; k <= sides; k++)
            b->moved[n++] = (supposed_base){seen->at,        finds[i]->z_in,  (double)seen->heading_rad + turns[k] * PI / 2,
                                            form->length_in, form->across_in, form->round};
    }
    status s = closer_look(b->closer, f, view, b->moved, n, b->pool, b->again, fault);
    const close_look *other = b->again;
    for (int i = 0; i < count && s == STATUS_OK; i++) {
        const base_form *form = &forms[finds[i]->form];
        close_look all[AROUND_SIDES] = {finds[i]->look};
        if (finds[i]->around) continue;
        int sides = around_turns(form->round, form->length_in, form->across_in, turns + 1);
        for (int k = 1; k <= sides; k++) all[k] = *other++;
        finds[i]->look = around_together(all, turns, 1 + sides);
        finds[i]->around = true;
        if (finds[i]->kept >= 0) b->kept[finds[i]->kept].look = finds[i]->look, b->kept[finds[i]->kept].around = true;
    }
    return s;
}

status bases_look_around(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, base_find *const *finds, int count,
                         fault *fault) {
    enum { AT_ONCE = BASES_MAX_SUPPOSED / AROUND_SIDES };
    status s = STATUS_OK;
    for (int i = 0; i < count && s == STATUS_OK; i += AT_ONCE)
        s = look_around(b, f, view, forms, finds + i, count - i < AT_ONCE ? count - i : AT_ONCE, fault);
    return s;
}

status bases_find(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, base_wanted *around,
                  const base_find **out, int *count, fault *fault) {
    int found = 0, asked = 0;
    status s = look_first(b, f, view, forms, form_count, fault);
    if (s == STATUS_OK) s = look_at_new(b, f, view, forms, form_count, fault);
    for (int i = 0; i < b->proposal_count && s == STATUS_OK; i++) {
        for (int k = 0; k < form_count && found < BASES_MAX_SUPPOSED; k++) {
            const int16_t *at = may_be(&b->first[i], &forms[k]) ? place_of(b, i, &forms[k]) : NULL;
            if (!at || *at == NOT_LOOKED || !((double)b->kept[*at].look.odds > BASES_LEAST_ODDS)) continue;
            b->finds[found] = b->kept[*at];
            b->finds[found++].form = k;
        }
    }
    for (int i = 0; i < found && around; i++)
        if (around(&b->finds[i])) b->asked[asked++] = &b->finds[i];
    if (s == STATUS_OK) s = bases_look_around(b, f, view, forms, b->asked, asked, fault);
    qsort(b->finds, (size_t)found, sizeof *b->finds, likeliest_first);
    *out = b->finds, *count = found;
    return s;
}
