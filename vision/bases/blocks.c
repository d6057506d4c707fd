// Blocks among the chosen finds: which sites of them are empty, and where their bases stand by the whole block.
#include <math.h>

#include "vision/bases/painted.h"

static double sigma_of(const painted_find *f) {
    double along = (double)f->find.look.sigma_in[0], across = (double)f->find.look.sigma_in[1];
    return sqrt((along * along + across * across) / 2);
}

// The chosen finds of a kind as points, the surest first: lattices begin with them. Returns how many.
static int take_points(painted_search *s, int kind) {
    bool round = s->kinds[kind].base.shape == BASE_ROUND;
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        const painted_find *f = &s->at[i];
        if (f->kind != kind) continue;
        lattice_point p = {.at = f->find.look.at, .sigma_in = sigma_of(f), .heading_rad = round ? NAN : (double)f->find.look.heading_rad};
        int k = n++;
        for (; k > 0 && s->points[k - 1].sigma_in > p.sigma_in; k--) s->points[k] = s->points[k - 1], s->point_of[k] = s->point_of[k - 1];
        s->points[k] = p, s->point_of[k] = i;
    }
    return n;
}

// Calls `use` with every lattice of the kind's chosen finds. A point is of one lattice at most: its `in` is then taken.
typedef void lattice_use(painted_search *s, int kind, const lattice *l, int points, void *context);

static void for_lattices(painted_search *s, int kind, lattice_use *use, void *context) {
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

static void list_sites(painted_search *s, int kind, const lattice *l, int points, void *context) {
    site_list *sites = context;
    for (int i = 0; i < points; i++) {
        painted_find *f = &s->at[s->point_of[i]];
        f->slipped = s->points[i].in && lattice_misfit(l, &s->points[i]) > LATTICE_SLIPPED;
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
    for (int k = 0; k < s->kind_count; k++) for_lattices(s, k, list_sites, &sites);
    return sites.count;
}

// The angle's quarter turn nearest to `to`.
static double nearest_side(double angle, double to) { return angle + floor((to - angle) / (PI / 2) + 0.5) * PI / 2; }

// Where a base of a block stands, by its look and by its site.
typedef struct {
    double dressed;  // chance that it stands there as hands dress bases: the look and the site are two measurements of it
    double slipped;  // that the look slipped along the block, as unsharp ones do: the site alone tells
    double askew;    // that it stands askew, or the block is none: the look alone tells
} site_chances;

// askew: the share of the block's bases that stand so.
static site_chances chances_at(double misfit, double sigma_in, double askew) {
    double unsharp = squared(sigma_in) / (squared(sigma_in) + squared(LATTICE_UNSHARP_IN)), slips = LATTICE_SLIPS * squared(unsharp);
    double dressed = (1 - askew) * LATTICE_DRESSED_TIMES * exp(-squared(misfit) / 2), slipped = (1 - askew) * slips;
    double all = dressed + slipped + askew;
    return (site_chances){dressed / all, slipped / all, askew / all};
}

static int count_off(const lattice *l, const lattice_point *p, int points) {
    int n = 0;
    for (int i = 0; i < points; i++) n += p[i].in && lattice_misfit(l, &p[i]) > LATTICE_SLIPPED * l->scatter;
    return n;
}

static void settle_place(const lattice *l, const lattice_point *p, const site_chances *c, close_look *look) {
    double seen = squared(p->sigma_in), scattered = seen * squared(l->scatter), block = squared(lattice_sigma(l, p->rank, p->file));
    double share = scattered / (scattered + block), mean = c->dressed * share + c->slipped;
    vec2 off = vec2_sub(lattice_site(l, p->rank, p->file), look->at);
    double apart = (c->dressed * squared(share) + c->slipped - squared(mean)) * vec2_dot(off, off) / 2;  // of the three answers
    look->at = vec2_add(look->at, vec2_scale(off, mean));
    look->sigma_in[0] = look->sigma_in[1] = (float)sqrt((c->dressed * share + c->slipped) * block + c->askew * seen + apart);
}

static void settle_heading(const lattice *l, const site_chances *c, close_look *look) {
    double heading = nearest_side(l->heading_rad, (double)look->heading_rad), turn = squared((double)look->sigma_rad);
    double share = c->dressed * turn / (turn + squared(LATTICE_TURNED_RAD));
    look->heading_rad = (float)((double)look->heading_rad + share * angle_difference(heading, (double)look->heading_rad));
    look->sigma_rad = (float)sqrt(turn * (1 - share));
}

static void settle(painted_search *s, int kind, const lattice *l, int points, void *context) {
    (void)context;
    const int all_off = count_off(l, s->points, points);
    for (int i = 0; i < points; i++) {
        const lattice_point *p = &s->points[i];
        close_look *look = &s->at[s->point_of[i]].find.look;
        if (!p->in) continue;
        double misfit = lattice_misfit(l, p) / l->scatter, others_off = all_off - (misfit > LATTICE_SLIPPED);
        site_chances c = chances_at(misfit, p->sigma_in, (others_off + LATTICE_ASKEW_PRIOR) / (l->count - 1 + LATTICE_ASKEW_OF));
        settle_place(l, p, &c, look);
        if (s->kinds[kind].base.shape != BASE_ROUND) settle_heading(l, &c, look);
    }
}

void painted_settle_blocks(painted_search *s) {
    for (int k = 0; k < s->kind_count; k++) for_lattices(s, k, settle, NULL);
}
