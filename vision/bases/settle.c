// Where bases stand by their whole block: a block is moved to where the edges of all its bases have it, then each of them is placed by its site, its
// close look and its own edges.
#include <math.h>

#include "vision/bases/painted.h"

// The angle's quarter turn nearest to `to`.
static double nearest_side(double angle, double to) { return angle + floor((to - angle) / (PI / 2) + 0.5) * PI / 2; }

// A block whose bases are looked at where they stand by its lattice. Lengths in mm along the lattice's heading and across it.
typedef struct {
    painted_search *s;
    const lattice *l;
    int members[LATTICE_MOST_POINTS], count;  // which of s->points
    int seen, columns;                        // members whose columns are in s->columns, and how many each has
    vec2 middle;                              // in ranks and files
    edge_pose moved;                          // by its edges, about its middle
} settled_block;

static const lattice_point *point_of(const settled_block *b, int member) { return &b->s->points[b->members[member]]; }

static vec2 site_in(const settled_block *b, int member) { return lattice_site(b->l, point_of(b, member)->rank, point_of(b, member)->file); }

static vec2 from_middle(const settled_block *b, int member) {
    const lattice_point *p = point_of(b, member);
    return (vec2){(p->rank - b->middle.x) * b->l->pitch_in[0] / IN_PER_MM, (p->file - b->middle.y) * b->l->pitch_in[1] / IN_PER_MM};
}

static painted_find *find_of(const settled_block *b, int member) { return &b->s->at[b->s->point_of[b->members[member]]]; }

// A find's close look alone against its site: where it has the base, and the errors of that.
static void look_from_site(const settled_block *b, int member, edge_pose *out) {
    const painted_find *f = find_of(b, member);
    const close_look *look = f->edged ? &f->alone : &f->find.look;
    const double turn = (double)look->heading_rad - b->l->heading_rad;
    vec2 off = vec2_rotate(vec2_sub(look->at, site_in(b, member)), -b->l->heading_rad);
    out->shift[0] = off.x / IN_PER_MM, out->shift[1] = off.y / IN_PER_MM;
    out->shift[2] = angle_difference((double)look->heading_rad, nearest_side(b->l->heading_rad, (double)look->heading_rad));
    double along = (double)look->sigma_in[0] / IN_PER_MM, across = (double)look->sigma_in[1] / IN_PER_MM;
    out->sigma[0] = hypot(along * cos(turn), across * sin(turn)), out->sigma[1] = hypot(along * sin(turn), across * cos(turn));
    out->sigma[2] = (double)look->sigma_rad;
}

static const double dressed_mm = LATTICE_DRESSED_IN / IN_PER_MM;

// Where the close looks have the block, without its edges: they err alike in a part.
static edge_pose looks_together(const settled_block *b) {
    edge_pose out = {.sigma = {0, 0, 2 * b->l->scatter * sqrt(fmax(b->l->covariance[2][2], 0))}};
    for (int k = 0; k < 2; k++) {
        double weights = 0, sum = 0, sigmas = 0;
        for (int i = 0; i < b->count; i++) {
            edge_pose look;
            look_from_site(b, i, &look);
            double variance = squared(look.sigma[k]) + squared(dressed_mm), misfit2 = squared(look.shift[k]) / variance;
            double weight = 1 / (variance * (1 + misfit2 / squared(LATTICE_ROBUST)));
            weights += weight, sum += weight * look.shift[k], sigmas += weight * look.sigma[k];
        }
        out.shift[k] = sum / weights;
        out.sigma[k] = hypot(LATTICE_COMMON * sigmas / weights, sqrt(1 / weights));
    }
    return out;
}

static edge_column *columns_of(const settled_block *b, int member) { return b->s->columns + member * b->columns; }

static void shift_columns(const settled_block *b, double sign) {
    for (int i = 0; i < b->seen; i++) {
        vec2 off = vec2_scale(from_middle(b, i), sign);
        for (int j = 0; j < b->columns; j++) columns_of(b, i)[j].place = vec2_add(columns_of(b, i)[j].place, off);
    }
}

// Moves the block as a whole to where the edges of all its bases have it.
static void fit_block(settled_block *b) {
    const edge_pose before = looks_together(b);
    shift_columns(b, 1);
    double evidence;
    b->moved = edges_fit(b->s->columns, b->seen * b->columns, &before, dressed_mm, true, &evidence);
    shift_columns(b, -1);
}

// Where a member stands by its block.
static edge_pose site_of(const settled_block *b, int member) {
    vec2 lever = from_middle(b, member);
    const edge_pose *m = &b->moved;
    return (edge_pose){{m->shift[0] - m->shift[2] * lever.y, m->shift[1] + m->shift[2] * lever.x, m->shift[2]},
                       {hypot(hypot(m->sigma[0], m->sigma[2] * lever.y), dressed_mm), hypot(hypot(m->sigma[1], m->sigma[2] * lever.x), dressed_mm),
                        hypot(m->sigma[2], LATTICE_TURNED_RAD)}};
}

// Two measurements of one pose.
static edge_pose both(const edge_pose *a, const edge_pose *b) {
    edge_pose out;
    for (int k = 0; k < 3; k++) {
        double share = squared(a->sigma[k]) / (squared(a->sigma[k]) + squared(b->sigma[k]));
        out.shift[k] = a->shift[k] + share * (b->shift[k] - a->shift[k]);
        out.sigma[k] = a->sigma[k] * sqrt(1 - share);
    }
    return out;
}

// Square of how many sigmas two measurements of one place lie apart.
static double misfit2(const edge_pose *a, const edge_pose *b) {
    double sum = 0;
    for (int k = 0; k < 2; k++) sum += squared(a->shift[k] - b->shift[k]) / (squared(a->sigma[k]) + squared(b->sigma[k]));
    return sum;
}

// How many members' looks lie off their sites.
static int count_off(const settled_block *b) {
    int n = 0;
    for (int i = 0; i < b->count; i++) n += lattice_misfit(b->l, point_of(b, i)) > LATTICE_SLIPPED * b->l->scatter;
    return n;
}

static void take_pose(close_look *l, const lattice *of, vec2 site, const edge_pose *p, bool round) {
    l->at = vec2_add(site, vec2_rotate((vec2){p->shift[0] * IN_PER_MM, p->shift[1] * IN_PER_MM}, of->heading_rad));
    const double side = nearest_side(of->heading_rad, (double)l->heading_rad);
    const bool across = lround((side - of->heading_rad) / (PI / 2)) % 2 != 0;
    for (int k = 0; k < 2; k++) l->sigma_in[k] = (float)(p->sigma[across ? 1 - k : k] * IN_PER_MM);
    if (round) l->sigma_in[0] = l->sigma_in[1] = (float)sqrt((squared((double)l->sigma_in[0]) + squared((double)l->sigma_in[1])) / 2);
    if (!round) l->heading_rad = (float)angle_wrap(side + p->shift[2]), l->sigma_rad = (float)p->sigma[2];
}

// Where a marker has a base of the kind, within so far of the place; NULL: nowhere.
static const pose *supposed_near(const painted_search *s, int kind, vec2 at, double near_in) {
    const pose *nearest = NULL;
    for (int i = 0; i < s->expected_count; i++) {
        const expected_base *e = &s->expected[i];
        double d = vec2_distance(e->pose.at, at);
        if (e->supposed && e->kind == kind && d < near_in) nearest = &e->pose, near_in = d;
    }
    return nearest;
}

// A member stands at its site as hands dress bases, where the look and the site are two measurements of it; or the look slipped along the block, as
// unsharp ones do, and the site alone tells, the more so where a marker has a base there (supposed); or it stands askew, or the block is none, and it
// stands where look and edges had it. The edges as they are seen from the site tell these apart. askew: the share of the block's bases that stand so.
static void settle_member(const settled_block *b, int member, double askew, bool supposed) {
    painted_find *f = find_of(b, member);
    const bool round = b->s->kinds[f->kind].base.shape == BASE_ROUND;
    const int columns = member < b->seen ? b->columns : 0;
    const edge_pose site = site_of(b, member);
    edge_pose look;
    look_from_site(b, member, &look);
    double sigma2 = (squared(look.sigma[0]) + squared(look.sigma[1])) / 2 * squared(IN_PER_MM);
    const double unsharp = sigma2 / (sigma2 + squared(LATTICE_UNSHARP_IN)), slips = LATTICE_SLIPS * (supposed ? unsharp : squared(unsharp));
    double dressed = LATTICE_DRESSED_TIMES * exp(-misfit2(&site, &look) / 2);
    const edge_pose before = dressed > slips ? both(&site, &look) : site;
    double evidence;
    const edge_pose at = edges_fit(columns_of(b, member), columns, &before, 0, !round, &evidence);
    evidence += log((1 - askew) * (dressed + slips) / askew);
    const double askew_chance = 1 / (1 + exp(evidence - f->evidence));
    close_look settled = f->find.look;
    take_pose(&settled, b->l, site_in(b, member), &at, round);
    vec2 apart = vec2_rotate(vec2_sub(f->find.look.at, settled.at), -(double)settled.heading_rad);
    if (askew_chance < 0.5) f->find.look = settled;
    for (int k = 0; k < 2; k++) {
        double doubt = askew_chance * (1 - askew_chance) * squared(k ? apart.y : apart.x);  // of the two places
        f->find.look.sigma_in[k] = (float)sqrt(squared((double)f->find.look.sigma_in[k]) + doubt);
    }
}

typedef struct {
    const painted_sight *in;
    status status;
} block_sight;

static void settle(painted_search *s, int kind, const lattice *l, int points, void *context) {
    block_sight *sight = context;
    settled_block b = {.s = s, .l = l};
    edged_base bases[LATTICE_MOST_POINTS];
    for (int i = 0; i < points && b.count < LATTICE_MOST_POINTS; i++) {
        const lattice_point *p = &s->points[i];
        if (!p->in) continue;
        b.middle = vec2_add(b.middle, (vec2){p->rank, p->file});
        bases[b.count] = painted_edged(s, &s->at[s->point_of[i]], lattice_site(l, p->rank, p->file), l->heading_rad);
        b.members[b.count++] = i;
    }
    b.middle = vec2_scale(b.middle, 1.0 / b.count);
    b.seen = painted_look_at_edges(s, sight->in, bases, b.count, &sight->status);
    b.columns = b.seen ? edge_columns_of(&bases[0].base) : 0;
    fit_block(&b);
    const int all_off = count_off(&b);
    for (int i = 0; i < b.count; i++) {
        double off = lattice_misfit(l, point_of(&b, i)) / l->scatter, others_off = all_off - (off > LATTICE_SLIPPED);
        bool supposed = supposed_near(s, kind, site_in(&b, i), LATTICE_SUPPOSED_IN) != NULL;
        if (supposed) others_off = 0;
        settle_member(&b, i, (others_off + LATTICE_ASKEW_PRIOR) / (b.count - 1 + LATTICE_ASKEW_OF), supposed);
    }
}

status painted_settle_blocks(painted_search *s, const painted_sight *in) {
    block_sight sight = {in, STATUS_OK};
    for (int k = 0; k < s->kind_count && sight.status == STATUS_OK; k++) painted_for_lattices(s, k, settle, &sight);
    return sight.status;
}

// The look and the marker are two measurements of one place.
static void join_marker(close_look *l, const pose *marked) {
    vec2 off = vec2_rotate(vec2_sub(marked->at, l->at), -(double)l->heading_rad);
    double along[2] = {off.x, off.y}, share[2], misfit2 = 0;
    for (int k = 0; k < 2; k++) {
        double look2 = squared(painted_true_error((double)l->sigma_in[k])), both2 = look2 + squared(marked->sigma_in);
        misfit2 += squared(along[k]) / both2;
        share[k] = look2 / both2;
    }
    if (misfit2 > squared(LATTICE_SLIPPED)) return;
    l->at = vec2_add(l->at, vec2_rotate((vec2){share[0] * along[0], share[1] * along[1]}, (double)l->heading_rad));
    for (int k = 0; k < 2; k++) l->sigma_in[k] *= (float)cbrt(1 - share[k]);  // of which the true error is the 1.5th power
}

void painted_join_markers(painted_search *s) {
    for (int i = 0; i < s->count; i++) {
        painted_find *f = &s->at[i];
        const pose *marked = f->kind < 0 ? NULL : supposed_near(s, f->kind, f->find.look.at, LATTICE_MARKED_IN);
        if (marked) join_marker(&f->find.look, marked);
    }
}
