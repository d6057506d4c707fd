// Wrap-arounds: which figures kept the line, which widened it, which ends wheeled and about what (docs/geometry.md section 8; BS1-7.11).
#include <stdlib.h>
#include <string.h>

#include "core/sort.h"
#include "rules/books/battlesystem/battlesystem_areas.h"
#include "rules/books/battlesystem/battlesystem_limits.h"
#include "rules/books/battlesystem/rout_facts.h"
#include "rules/measure/maneuver/outline.h"

// The line before the move, carried to where the figures that kept it stand now.
typedef struct {
    double heading, ahead, left, right;  // front edge; its ends
    vec2 f, l, shift;                    // shift: how far the whole line went first
    base base;
    int files;
} line;

bool figure_acted(const rule_case *c, int i) {
    if (vec2_distance(c->from[i].at, c->to[i].at) > c->n->nudge + 0.1) return true;
    if (!pose_has_heading(c->from[i]) || !pose_has_heading(c->to[i])) return false;
    double turn = fabs(angle_difference(c->to[i].heading_rad, c->from[i].heading_rad));
    return turn > c->n->facing_tol + c->n->k_illegal * sqrt(2) * c->sigma_rad;
}

bool began_engaged(const rule_case *c) {
    if (c->s->phase_entered) return c->mine->at_start.touching;
    return c->contact.at_start.enemy >= 0 && contact_chance(c->n, c->contact.at_start.gap, fmax(c->contact.at_start.sigma, 1e-9)) > 0.5;
}

possibly may_have_begun_engaged(const rule_case *c) {
    nearest n = c->s->phase_entered ? nearest_at_start(c, NULL) : c->contact.at_start;
    n.enemy = n.figure;  // the state keeps the gap alone
    return (possibly){began_engaged(c) || contact_possibly(c->n, n).so};
}

double gap_at_start(const facts *f, int i, double *sigma) {
    const rule_case *c = &f->c;
    const figure_state *k = &c->s->figures[figure_of(c, i)];
    nearest n = {k->start_gap_in, k->start_sigma_in, -1, -1, {0, 0}};
    if (!c->s->phase_entered) n = nearest_of(c->r, c->s, figure_of(c, i), c->from[i], f->enemies, f->enemy_count, c->n->contact_doubt + 1e-9);
    *sigma = isfinite(n.gap) ? n.sigma : c->n->sigma_pos * sqrt(2);
    return n.gap;
}

static double turn_of(const rule_case *c, const line *k, int i) {
    return pose_has_heading(c->to[i]) ? angle_difference(c->to[i].heading_rad, k->heading) : 0;
}

static bool in_line(const rule_case *c, const line *k, int i) { return fabs(turn_of(c, k, i)) < TURNED_FROM; }

// How far the line went before its ends wheeled: the way of the figure in it that went least.
static vec2 way_of_line(const rule_case *c, const line *k) {
    vec2 best = {0, 0};
    double least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        vec2 way = vec2_sub(c->to[i].at, c->from[i].at);
        if (in_line(c, k, i) && vec2_length(way) < least) least = vec2_length(way), best = way;
    }
    return least > c->n->nudge + 0.1 && least < INFINITY ? best : (vec2){0, 0};
}

static vec2 front_of(const rule_case *c, pose p, double heading) {
    base b = c->g->figures[c->unit->first_figure + c->local[0]].base;
    return vec2_add(p.at, vec2_scale(heading_forward(heading), b.depth_in / 2));
}

// The front rank of the poses: its edge and ends; returns its files. `all`: else only the figures that face as the line does.
static int find_rank(const rule_case *c, line *k, const pose *poses, bool all) {
    int files = 0;
    if (all) k->ahead = -INFINITY;
    for (int i = 0; i < c->count && all; i++) k->ahead = fmax(k->ahead, vec2_dot(front_of(c, poses[i], k->heading), k->f));
    k->left = -INFINITY, k->right = INFINITY;
    for (int i = 0; i < c->count; i++) {
        vec2 p = front_of(c, poses[i], k->heading);
        if (fabs(vec2_dot(p, k->f) - k->ahead) > k->base.depth_in / 2 || (!all && !in_line(c, k, i))) continue;
        k->left = fmax(k->left, vec2_dot(p, k->l) + k->base.width_in / 2);
        k->right = fmin(k->right, vec2_dot(p, k->l) - k->base.width_in / 2);
        files++;
    }
    return files;
}

static line find_line(const facts *f) {
    const rule_case *c = &f->c;
    line k = {.base = c->g->figures[figure_of(c, 0)].base};
    k.heading = c->m->before.figures > 0 && c->m->before.sigma_facing_rad < HEADING_UNKNOWN ? c->m->before.facing_rad : c->from[0].heading_rad;
    k.f = heading_forward(k.heading);
    k.l = heading_left(k.heading);
    k.files = find_rank(c, &k, c->from, true);
    k.shift = way_of_line(c, &k);
    k.ahead += vec2_dot(k.shift, k.f);
    return k;
}

// The figures of one end: those that turned, on that side of the line's middle.
static int find_end(const rule_case *c, const line *k, double side, int *figures, double *turn) {
    int n = 0;
    double middle = (k->left + k->right) / 2, sum = 0;
    for (int i = 0; i < c->count; i++) {
        double out = side * (vec2_dot(c->to[i].at, k->l) - middle);
        if (in_line(c, k, i) || out <= 0) continue;
        figures[n++] = i;
        sum += turn_of(c, k, i);
    }
    *turn = n ? sum / n : 0;
    return n;
}

// Where the figure of an end stood in the widened line: forward of its edge, and outward of the corner.
static vec2 unwheel(const rule_case *c, const line *k, const wrap_end *e, double side, int i) {
    vec2 d = vec2_sub(base_front(k->base, c->to[i]), e->pivot);
    d = vec2_rotate(d, -e->angle_rad);
    return (vec2){vec2_dot(d, k->f), side * vec2_dot(d, k->l)};
}

// The end's figures, turned back, stand in ranks outward of the corner, the first rank in the line.
static bool is_wheel(const facts *f, const line *k, double side, const int *figures, int n, wrap_end *e) {
    const rule_case *c = &f->c;
    double *out = f->sums, depth = k->base.depth_in;
    e->files = 0;
    e->radius_in = 0;
    for (int j = 0; j < n; j++) {
        vec2 p = unwheel(c, k, e, side, figures[j]);
        if (fabs(angle_difference(turn_of(c, k, figures[j]), e->angle_rad)) > ALIKE) return false;
        if (p.x > OFF_IN || p.y < k->base.width_in / 2 - OFF_IN) return false;
        e->radius_in = fmax(e->radius_in, vec2_length(p));
        if (p.x > -depth / 2) out[e->files++] = p.y;
    }
    sort_numbers(out, e->files);
    double pitch = k->base.width_in + (c->m->before.formation == FORMATION_OPEN ? fmax(c->m->before.gap_lateral_in, 0) : 0);
    for (int j = 0; j < e->files; j++)
        if (fabs(out[j] - (j * pitch + k->base.width_in / 2)) > OFF_IN) return false;
    return e->files > 0;
}

static void take_end(const facts *f, const line *k, double side, int *figures, wrap_end *e) {
    wrap_facts *w = (wrap_facts *)&rout_case_of(&f->c)->wrap;
    e->figures = find_end(&f->c, k, side, figures, &e->angle_rad);
    if (e->figures == 0) return;
    e->pivot = vec2_add(vec2_scale(k->f, k->ahead), vec2_scale(k->l, side > 0 ? k->left : k->right));
    bool outward = side * e->angle_rad > 0;
    w->outward |= outward;
    if (!is_wheel(f, k, side, figures, e->figures, e) && !outward) w->unexplained = true;
    if (outward) e->files = e->figures;  // no rule prescribes the corner of a backward turn
}

// Outlines that a figure on its way must go round: the enemy, and the comrades that kept their places.
static int find_barriers(const facts *f, outline *out) {
    const rule_case *c = &f->c;
    int n = 0;
    for (int i = 0; i < f->enemy_count && n <= WAY_ROUND_MAX; i++) {
        const figure_state *k = &c->s->figures[f->enemies[i]];
        if (n < WAY_ROUND_MAX) out[n] = outline_of_base(c->g->figures[f->enemies[i]].base, k->at);
        n++;
    }
    for (int i = 0; i < c->count && n <= WAY_ROUND_MAX; i++) {
        if (figure_acted(c, i)) continue;
        if (n < WAY_ROUND_MAX) out[n] = outline_of_base(c->g->figures[figure_of(c, i)].base, c->to[i]);
        n++;
    }
    return n;
}

// The farthest that a single figure walked (BS1-7.11-5).
static void find_walker(facts *f, const line *k) {
    rule_case *c = &f->c;
    outline barriers[WAY_ROUND_MAX];
    int n = battlesystem_tuning_of(c->n)->straight_paths ? 0 : find_barriers(f, barriers);
    double half = fmin(k->base.width_in, k->base.depth_in) / 2;
    rout_case_edit(c)->wrap.walker = -1;
    for (int i = 0; i < c->count; i++) {
        if (!figure_acted(c, i)) continue;
        double way = way_round(barriers, n, half, c->from[i].at, c->to[i].at);
        if (way > rout_case_of(c)->wrap.walked_in) rout_case_edit(c)->wrap.walked_in = way, rout_case_edit(c)->wrap.walker = figure_of(c, i);
    }
}

// Figures that were free when the phase began, and figures that were not and took part (BS1-7.11-9, 7.11-11).
static void find_free(facts *f) {
    rule_case *c = &f->c;
    wrap_facts *w = &rout_case_edit(c)->wrap;
    w->held = w->held_at_corner = -1;
    w->held_gap = INFINITY;
    w->freest_gap = -INFINITY;
    for (int i = 0; i < c->count; i++) {
        double sigma, gap = gap_at_start(f, i, &sigma);
        bool corner = c->s->phase_entered && gap <= c->n->contact_gap && touched_at_corner(c, i);
        w->free_figures += gap > c->n->contact_gap || corner;
        if (gap > w->freest_gap) w->freest_gap = gap, w->freest_sigma = sigma;
        if (corner && figure_acted(c, i)) w->held_at_corner = figure_of(c, i);
        if (!corner && figure_acted(c, i) && gap < w->held_gap) w->held = figure_of(c, i), w->held_gap = gap, w->held_sigma = sigma;
    }
}

static void price(rule_case *c) {
    wrap_facts *w = &rout_case_edit(c)->wrap;
    double a = w->left.radius_in * fabs(w->left.angle_rad), b = w->right.radius_in * fabs(w->right.angle_rad);
    w->frontage_in = frontage_price(c->n, w->added);
    w->sum_in = w->frontage_in + a + b;
    w->longest_in = w->frontage_in + fmax(a, b);
    double turn = c->sigma_rad / sqrt(fmax(w->left.figures + w->right.figures, 1));
    w->sigma_in = hypot(sqrt(2) * c->sigma_in, (w->left.radius_in + w->right.radius_in) * turn);
}

static void add_wheel(explanation *e, const wrap_end *k, const rule_case *c, double cost) {
    if (k->figures == 0) return;
    maneuver *m = &e->list[e->count++];
    vec2 middle = c->m->before.anchor;
    *m = (maneuver){MANEUVER_WHEEL, -1, k->pivot, k->angle_rad, middle, middle, k->radius_in * fabs(k->angle_rad), cost};
    double least = INFINITY;
    for (int i = 0; i < c->count; i++)
        if (vec2_distance(c->to[i].at, k->pivot) < least) least = vec2_distance(c->to[i].at, k->pivot), m->pivot_figure = figure_of(c, i);
    vec2 out = vec2_scale(heading_left(c->m->before.facing_rad), (k->angle_rad < 0 ? 1 : -1) * k->radius_in);
    m->from = vec2_add(k->pivot, out);
    m->to = vec2_add(k->pivot, vec2_rotate(out, k->angle_rad));
}

// The wrap-around takes the place of whatever else was made of the move.
static void explain_wrap(rule_case *c) {
    const wrap_facts *w = &rout_case_of(c)->wrap;
    explanation *e = &c->how;
    double a = w->left.radius_in * fabs(w->left.angle_rad), b = w->right.radius_in * fabs(w->right.angle_rad);
    bool longest = battlesystem_tuning_of(c->n)->wrap_longest;
    *e = (explanation){.shape = SHAPE_WRAP, .stray = -1, .farthest = -1, .odd_figure = -1};
    e->cost = e->direct = e->straight = longest ? w->longest_in : w->sum_in;
    e->least = exactly(battlesystem_tuning_of(c->n)->wrap_cost_fixed ? e->cost : w->longest_in);
    e->sigma = w->sigma_in;
    e->frontage_surplus = c->n->frontage_per_figure || w->added < 2 ? 0 : (w->added - 1) * c->n->frontage_cost;
    e->list[e->count++] = (maneuver){
        .kind = MANEUVER_WRAP_AROUND, .pivot_figure = -1, .from = c->m->before.anchor, .to = c->m->before.anchor, .cost_in = w->frontage_in};
    add_wheel(e, &w->left, c, longest && a < b ? 0 : a);
    add_wheel(e, &w->right, c, longest && b <= a ? 0 : b);
}

// Units that may have widened their line and turned its ends.
static bool is_line(const rule_case *c) {
    bool bent = c->how.shape != SHAPE_STILL && c->how.shape != SHAPE_RIGID;
    return bent && c->count > 1 && !c->excused && (c->unit->type == UNIT_REGULAR || c->unit->type == UNIT_MOB);
}

void find_wrap(facts *f) {
    rule_case *c = &f->c;
    wrap_facts *w = &rout_case_edit(c)->wrap;
    *w = (wrap_facts){.walker = -1, .held = -1, .held_at_corner = -1};
    if (c->count > 0 && (c->mine->reported.wrap_around || is_line(c))) find_free(f);
    if (!is_line(c)) return;
    line k = find_line(f);
    if (!isfinite(k.left)) return;
    int kept = find_rank(c, &k, c->to, false);
    if (kept == 0) return;
    int *figures = f->ints + c->m->figure_count + 1;
    take_end(f, &k, 1, figures, &w->left);
    take_end(f, &k, -1, figures, &w->right);
    int turned = w->left.figures + w->right.figures;
    w->added = kept + w->left.files + w->right.files - k.files;
    bool wider = w->added > 0 && c->mine->reported.wrap_around;
    w->made = !w->unexplained && (turned > 0 || wider) && w->added >= 0;
    if (!w->made) return;
    find_walker(f, &k);
    price(c);
    if (may_have_begun_engaged(c).so) explain_wrap(c);
}
