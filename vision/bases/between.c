// Blocks that were chosen half a pitch aside, and ranks of blocks. Between the bases of a closed block, whose gaps are not seen, a look takes halves
// of two for one base: a block that begins so agrees with itself, each site with its neighbours. And where hands centre a last rank that is not full,
// it stands half a pitch beside the files of the others. So each rank, each file and the whole block are compared with what stands between their
// sites, and the likelier is kept.
#include <math.h>

#include "vision/bases/painted.h"

enum { MOST_LINES = 64, MOST_BETWEEN = 2 * LATTICE_MOST_POINTS };

// What stands in one line of a block, and what between.
typedef struct {
    double chosen, between;  // worth
    int count;
} line;

static double worth(const painted_search *s, int find, int kind) { return painted_weight_alone(s, &s->at[find], kind) - BASES_NOTHING_WEIGHT; }

// Half a pitch where sites are moved, in ranks and in files.
static double by_ranks(painted_between where) { return where == BETWEEN_FILES ? 0 : 0.5; }
static double by_files(painted_between where) { return where == BETWEEN_RANKS ? 0 : 0.5; }

// Which of the block's lines a place is of; -1: none that is compared.
static int line_of(const lattice *l, painted_between where, double rank, double file) {
    double k = where == BETWEEN_FILES ? rank - l->first_rank : where == BETWEEN_RANKS ? file - l->first_file : 0;
    return k > -0.5 && k < MOST_LINES - 0.5 ? (int)lround(k) : -1;
}

static int line_at(const lattice *l, painted_between where, vec2 at) {
    vec2 d = vec2_rotate(vec2_sub(at, l->origin), -l->heading_rad);
    return line_of(l, where, d.x / l->pitch_in[0], d.y / l->pitch_in[1]);
}

// The same of one of the lattice's points.
static int line_of_point(const lattice *l, painted_between where, const lattice_point *p) { return p->in ? line_of(l, where, p->rank, p->file) : -1; }

// A base of the block stands half a pitch from the site, or nearer.
static bool is_beside(const painted_search *s, int points, double rank, double file) {
    for (int i = 0; i < points; i++) {
        const lattice_point *p = &s->points[i];
        if (p->in && fabs(p->rank - rank) < 0.75 && fabs(p->file - file) < 0.75) return true;
    }
    return false;
}

int painted_sites_between(painted_search *s, int kind, const lattice *l, int points, painted_between where) {
    const double ranks = by_ranks(where), files = by_files(where);
    int n = 0;
    for (double r = l->first_rank - ranks; r <= l->last_rank + ranks; r++) {
        for (double c = l->first_file - files; c <= l->last_file + files; c++) {
            if (n == MOST_BETWEEN || n == BASES_MAX_SUPPOSED - s->count) return n;
            if (!is_beside(s, points, r, c)) continue;
            s->expected_form[n] = s->form_of[kind];
            s->poses[n++] = (pose){.at = lattice_site(l, r, c), .heading_rad = l->heading_rad};
        }
    }
    return n;
}

// The heaviest of s->at[from..) in the line that was not counted; -1: none is left.
static int heaviest_left(const painted_search *s, int from, int kind, const lattice *l, painted_between where, int k, const bool *counted) {
    int best = -1;
    for (int i = from; i < s->count; i++)
        if (!counted[i - from] && line_at(l, where, s->at[i].site.at) == k && (best < 0 || worth(s, i, kind) > worth(s, best, kind))) best = i;
    return best;
}

// Of what stands between in a line as many count as were chosen in it, the heaviest first.
static void measure(const painted_search *s, int from, int kind, const lattice *l, int points, painted_between where, line *lines) {
    bool counted[MOST_BETWEEN] = {false};
    for (int i = 0; i < points; i++) {
        int k = line_of_point(l, where, &s->points[i]);
        if (k >= 0) lines[k].chosen += worth(s, s->point_of[i], kind), lines[k].count++;
    }
    for (int k = 0; k < MOST_LINES; k++) {
        for (int n = 0; n < lines[k].count; n++) {
            int i = heaviest_left(s, from, kind, l, where, k, counted);
            if (i < 0) break;
            counted[i - from] = true;
            lines[k].between += fmax(worth(s, i, kind), 0);
        }
    }
}

static bool stands_between(const line *l) { return l->count >= BETWEEN_LEAST && l->between > l->chosen + BETWEEN_GAIN; }

bool painted_take_between(painted_search *s, int from, int kind, const lattice *l, int points, painted_between where) {
    line lines[MOST_LINES] = {{0}};
    measure(s, from, kind, l, points, where, lines);
    for (int i = 0; i < points; i++) {
        int k = line_of_point(l, where, &s->points[i]);
        if (k >= 0 && stands_between(&lines[k])) s->at[s->point_of[i]].find.look.odds = -INFINITY;
    }
    int kept = from;
    for (int i = from; i < s->count; i++) {
        int k = line_at(l, where, s->at[i].site.at);
        if (k >= 0 && stands_between(&lines[k])) s->at[kept++] = s->at[i];
    }
    s->count = kept;
    return kept > from;
}

typedef struct {
    bases_finder *finder;
    const frame *frame;
    const vision_view *view;
    bool taken;
    status st;
} between_search;

static bool is_sure(const painted_search *s, int kind, int points) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < points; i++)
        if (s->points[i].in) sum += worth(s, s->point_of[i], kind), n++;
    return sum > n * BETWEEN_SURE;
}

static void compare(painted_search *s, int kind, const lattice *l, int points, void *context) {
    between_search *b = context;
    const base of = s->kinds[kind].base;
    const supposed_gates gates = {false, LATTICE_SITE_ODDS, BASES_ABOUT * fmin(of.width_in, of.depth_in), true};
    if (is_sure(s, kind, points)) return;
    for (int where = 0; where < BETWEEN_WAYS && b->st == STATUS_OK; where++) {
        const int before = s->count, n = painted_sites_between(s, kind, l, points, (painted_between)where);
        b->st = painted_look_at_places(s, b->finder, b->frame, b->view, n, gates);
        if (b->st != STATUS_OK || !painted_take_between(s, before, kind, l, points, (painted_between)where)) continue;
        b->taken = true;
        return;
    }
}

status painted_look_between(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view) {
    between_search b = {finder, f, view, false, STATUS_OK};
    for (int k = 0; k < s->kind_count; k++) painted_for_lattices(s, k, compare, &b);
    return b.taken && b.st == STATUS_OK ? painted_look_and_choose(s, finder, f, view) : b.st;
}
