// Blocks among the chosen finds, and which sites of them are empty.
#include <math.h>

#include "vision/bases/painted.h"

// The chosen finds of a kind as points, the surest first: lattices begin with them. Returns how many.
static int take_points(painted_search *s, int kind) {
    bool round = s->kinds[kind].base.shape == BASE_ROUND;
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind != kind) continue;
        const close_look *look = &f->find.look;
        lattice_point p = {.at = look->at,
                           .sigma_in = {(double)look->sigma_in[0], (double)look->sigma_in[1]},
                           .axis_rad = (double)look->heading_rad,
                           .heading_rad = round ? NAN : (double)look->heading_rad};
        int k = n++;
        for (; k > 0 && lattice_point_sigma(&s->points[k - 1]) > lattice_point_sigma(&p); k--)
            s->points[k] = s->points[k - 1], s->point_of[k] = s->point_of[k - 1];
        s->points[k] = p, s->point_of[k] = i;
    }
    return n;
}

void painted_for_lattices(painted_search *s, int kind, lattice_use *use, void *context) {
    base b = s->kinds[kind].base;
    int n = take_points(s, kind);
    for (int seed = 0; seed < n; seed++) {
        lattice l;
        if (!lattice_fit(s->points, n, seed, b.depth_in, b.width_in, &l)) continue;
        use(s, kind, &l, n, context);
        int left = 0;  // those that are not in it
        for (int i = 0; i < n; i++) {
            if (s->points[i].in) continue;
            s->point_of[left] = s->point_of[i];
            s->points[left++] = s->points[i];
        }
        n = left, seed = -1;
    }
}

typedef struct {
    const vision_view *view;
    empty_site *out;
    int count, most;
} site_list;

static bool on_table(const vision_view *v, vec2 at) { return at.x > 0 && at.y > 0 && at.x < v->width_in && at.y < v->depth_in; }

static bool stands_at(const painted_search *s, const lattice *l, int points, int rank, int file) {
    for (int i = 0; i < points; i++) {
        const lattice_point *p = &s->points[i];
        if (p->in && p->rank == rank && p->file == file && lattice_misfit(l, p) <= LATTICE_SLIPPED) return true;
    }
    return false;
}

// Others of the block stand in its rank or in its file.
static bool has_company(const painted_search *s, int points, int of) {
    for (int i = 0; i < points; i++)
        if (i != of && s->points[i].in && (s->points[i].rank == s->points[of].rank || s->points[i].file == s->points[of].file)) return true;
    return false;
}

static void list_sites(painted_search *s, int kind, const lattice *l, int points, void *context) {
    site_list *sites = context;
    for (int i = 0; i < points; i++) {
        painted_find *f = &s->at[s->point_of[i]];
        if (!s->points[i].in) continue;
        f->slipped = lattice_misfit(l, &s->points[i]) > LATTICE_SLIPPED;
        f->in_block = !f->slipped && has_company(s, points, i);
    }
    for (int r = l->first_rank; r <= l->last_rank; r++) {
        for (int c = l->first_file; c <= l->last_file; c++) {
            vec2 at = lattice_site(l, r, c);
            if (sites->count == sites->most || !on_table(sites->view, at) || stands_at(s, l, points, r, c)) continue;
            sites->out[sites->count++] = (empty_site){kind, {.at = at, .heading_rad = l->heading_rad}};
        }
    }
}

int painted_empty_sites(painted_search *s, const vision_view *view, empty_site *out, int most) {
    site_list sites = {view, out, 0, most};
    for (int i = 0; i < s->count; i++) s->at[i].slipped = s->at[i].in_block = false;
    for (int k = 0; k < s->kind_count; k++) painted_for_lattices(s, k, list_sites, &sites);
    return sites.count;
}

// A site nearer to one that was listed than bases can stand.
static bool is_listed(const empty_site *sites, int count, int kind, vec2 at, double apart) {
    for (int i = 0; i < count; i++)
        if (sites[i].kind == kind && vec2_distance(sites[i].at.at, at) < apart) return true;
    return false;
}

// Adds a site where a base of the kind has room, if none was listed there.
static void list_beside(const painted_search *s, site_list *sites, const painted_find *like, vec2 at, double heading_rad) {
    const int kind = like->kind;
    const base b = s->kinds[kind].base;
    painted_find beside = *like;
    beside.at_site = false;
    beside.find.look.at = at;
    if (sites->count == sites->most || !on_table(sites->view, at) || !painted_stands_free(s, &beside, kind, NULL)) return;
    if (is_listed(sites->out, sites->count, kind, at, BASES_SAME_SITE * fmin(b.width_in, b.depth_in))) return;
    sites->out[sites->count++] = (empty_site){kind, {.at = at, .heading_rad = heading_rad}};
}

int painted_sites_beside(painted_search *s, const vision_view *view, empty_site *out, int count, int most) {
    site_list sites = {view, out, count, most};
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind < 0 || s->left[f->kind] <= 0 || s->kinds[f->kind].base.shape == BASE_ROUND) continue;
        const base b = s->kinds[f->kind].base;
        const double heading = (double)f->find.look.heading_rad;
        for (int side = 0; side < 4; side++) {
            vec2 way = vec2_scale(heading_forward(heading + side * PI / 2), (side % 2 ? b.width_in : b.depth_in) + LATTICE_GAP_IN);
            list_beside(s, &sites, f, vec2_add(f->find.look.at, way), heading);
        }
    }
    return sites.count;
}
