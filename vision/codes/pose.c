// The pose that fits best: Gauss-Newton on where the band's outer and inner edges lie across it and, once the word is known, where its
// transitions lie along it, with Tukey's weights, so that hidden parts have no influence. An edge is taken halfway between the tones that
// show on its two sides, since the tone outside of the band is not known. A transition is finally taken between the tones of its two cells.
#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"
#include "vision/fit/robust.h"

enum { UNKNOWNS = 3, ROUNDS = 5 };  // forward, left, turn

typedef struct {
    normal_equations of;
    double (*pulls)[UNKNOWNS];  // parts of of.b, by the bound of cells that they lie about; NULL: not asked for
} equations;

// What a base is held against.
typedef struct {
    const rim_ring *ring;
    const frame *frame;
    const vision_view *view;
    const rim_known *known;  // NULL: edges alone
    rim_aim aim;
    gray_part picture;
    double contrast;
    bool inside;     // all that is looked at lies in the picture
    bool own_tones;  // of the cells; else those of the two paints
    rim_laid_word word;
} laid;

static void begin(equations *n, double (*pulls)[UNKNOWNS]) {
    solve_begin(&n->of, UNKNOWNS);
    n->pulls = pulls;
}

// About the bound before the bound'th cell.
static void add(equations *n, int bound, const double j[UNKNOWNS], double r, double gate, double misfit, double say) {
    double w = say > 0 ? fit_tukey(say, misfit, gate) : 0;
    if (!(w > 0)) return;
    solve_add(&n->of, j, r, w);
    solve_tally(&n->of, misfit, w);
    for (int i = 0; n->pulls && i < UNKNOWNS; i++) n->pulls[bound][i] += w * j[i] * r;
}

static int nearest_bound(const rim_ring *r, int step) { return (step + RIM_SUB / 2) / RIM_SUB % r->cells; }

static inline float look(const laid *l, double x, double y) {
    const rim_aim *a = &l->aim;
    float fx = (float)x, fy = (float)y, u = a->u + fx * a->fu + fy * a->lu, v = a->v + fx * a->fv + fy * a->lv;
    return l->inside ? sample_gray(&l->picture, u, v) : sample_gray_or_0(&l->picture, u, v);
}

// One place of an edge: `off` inches outwards of the middle of the band.
static void add_edge(const laid *l, int step, double off, double say, equations *n) {
    const rim_step *s = &l->ring->step[step];
    double h = RIM_EDGE_REACH_PX / (double)l->aim.px_per_in, nx = (double)s->nx, ny = (double)s->ny, x = (double)s->x + off * nx,
           y = (double)s->y + off * ny;
    double out = (double)look(l, x + h * nx, y + h * ny), in = (double)look(l, x - h * nx, y - h * ny), clear = fabs(in - out) / l->contrast;
    if (clear < 0.25) return;
    double here = (double)look(l, x, y), k = (in - out) / l->contrast * 0.4 / RIM_BLUR_PX * (double)l->aim.px_per_in;
    double r = (here - (in + out) / 2) / l->contrast;
    add(n, nearest_bound(l->ring, step), (double[UNKNOWNS]){k * nx, k * ny, k * (ny * x - nx * y)}, r, 0.4 * fmin(1, clear), r, say);
}

static void add_edges(const laid *l, equations *n) {
    for (int j = 0; j < l->ring->steps; j += l->known ? 2 : 4) {
        double say = RIM_EDGE_WEIGHT;
        if (l->known) say *= (double)l->known->visible[j / RIM_SUB];
        if (!l->ring->step[j].straight || say < 0.3 * RIM_EDGE_WEIGHT) continue;
        add_edge(l, j, RIM_CODE_WIDTH_IN / 2, say, n);
        add_edge(l, j, -RIM_CODE_WIDTH_IN / 2, say, n);
    }
}

typedef struct {
    double misfit[RIM_STEPS];         // share of the contrast
    double tone[RIM_CODE_MAX_CELLS];  // misfit of the cells' middles
} along;

static void look_along(const laid *l, along *out) {
    rim_strip strip;
    rim_strip_take(l->ring, &l->aim, &strip);
    for (int j = 0; j < l->ring->steps; j++) out->misfit[j] = (double)(strip.gray[j] - l->known->dark) / l->contrast - (double)l->word.tone[j];
    for (int i = 0, j = RIM_SUB / 2; i < l->ring->cells; i++, j += RIM_SUB)
        out->tone[i] = fmax(-RIM_MOST_TONE, fmin(RIM_MOST_TONE, (out->misfit[j - 1] + out->misfit[j]) / 2));
}

static double tone_there(const laid *l, const along *way, int step) {
    int cell = step / RIM_SUB, k = step % RIM_SUB, bound = nearest_bound(l->ring, step), n = l->ring->cells;
    bool begins = bound == cell;
    int beyond = begins ? (cell + n - 1) % n : bound;
    double own = l->word.own[begins ? k : RIM_SUB - 1 - k];
    return own * way->tone[cell] + (1 - own) * way->tone[beyond];
}

// A cell that is darker or lighter than its paint pulls its two bounds opposite ways: with its own tone it pulls neither.
static void add_transitions(const laid *l, equations *n) {
    along way;
    look_along(l, &way);
    for (int j = 0; j < l->ring->steps; j++) {
        const rim_step *s = &l->ring->step[j];
        double say = (double)l->known->visible[j / RIM_SUB], tx = (double)s->tx, ty = (double)s->ty, k = -(double)l->word.slope[j];
        if (say < 0.3 || !s->straight) continue;
        double r = way.misfit[j] - (l->own_tones ? tone_there(l, &way, j) : 0);
        add(n, nearest_bound(l->ring, j), (double[UNKNOWNS]){k * tx, k * ty, k * (ty * (double)s->x - tx * (double)s->y)}, r, 0.6, way.misfit[j],
            say);
    }
}

static bool aim(laid *l, const rim_place *at) {
    if (!rim_aim_at(l->frame, l->view, at, &l->aim)) return false;
    l->inside = rim_lies_inside(l->ring, &l->aim, RIM_EDGE_REACH_PX / (double)l->aim.px_per_in);
    return true;
}

// What the picture pulls a base at the place; false where it can't be seen there.
static bool pull(laid *l, const rim_place *at, equations *n) {
    if (!aim(l, at)) return false;
    begin(n, NULL);
    add_edges(l, n);
    if (l->known) add_transitions(l, n);
    return true;
}

static rim_place beside(const rim_place *start, const double gone[UNKNOWNS]) {
    return (rim_place){vec2_add(start->at, vec2_rotate((vec2){gone[0], gone[1]}, start->heading_rad)), start->heading_rad + gone[2], start->z_in};
}

// How the pulls change where the base is laid aside: what they really do, whatever blur and noise make of the picture. Lower triangle.
static bool slope_of_pulls(laid *l, const rim_place *at, const double here[UNKNOWNS], normal_equations *out) {
    double full[UNKNOWNS][UNKNOWNS];
    equations there;
    solve_begin(out, UNKNOWNS);
    for (int k = 0; k < UNKNOWNS; k++) {
        double gone[UNKNOWNS] = {0};
        gone[k] = RIM_ASIDE_PX / (double)l->aim.px_per_in / (k == 2 ? l->ring->half_x : 1);
        rim_place aside = beside(at, gone);
        if (!pull(l, &aside, &there)) return false;
        for (int i = 0; i < UNKNOWNS; i++) full[i][k] = (here[i] - there.of.b[i]) / gone[k];
    }
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k <= i; k++) out->a[i][k] = (full[i][k] + full[k][i]) / 2;
    return true;
}

// Adds the variances due to one kind of residuals: those of independent samples, times the excess scatter of the bounds, alone and a few in a row
// together. The factor is the same for all three unknowns, since so few bounds can't determine three factors.
static void add_scatter(const equations *n, int cells, double y[UNKNOWNS][UNKNOWNS], double variance[UNKNOWNS]) {
    double moved[RIM_CODE_MAX_CELLS][UNKNOWNS], model[UNKNOWNS], sum = 0;
    int bounds = 0;
    for (int i = 0; i < UNKNOWNS; i++) {
        model[i] = 0;
        for (int j = 0; j < UNKNOWNS; j++)
            for (int k = 0; k < UNKNOWNS; k++) model[i] += y[i][j] * y[i][k] * n->of.a[j > k ? j : k][j > k ? k : j];
        for (int c = 0; c < cells; c++) moved[c][i] = y[i][0] * n->pulls[c][0] + y[i][1] * n->pulls[c][1] + y[i][2] * n->pulls[c][2];
    }
    for (int c = 0; c < cells; c++) {
        bounds += n->pulls[c][0] != 0 || n->pulls[c][1] != 0;
        for (int i = 0; i < UNKNOWNS; i++)
            for (int lag = 0; lag < RIM_IN_COMMON && model[i] > 0; lag++)
                sum += (lag ? 2.0 : 1.0) * (RIM_IN_COMMON - lag) / RIM_IN_COMMON * moved[c][i] * moved[(c + lag) % cells][i] / model[i];
    }
    sum *= bounds / fmax(bounds - RIM_IN_COMMON, 1) / UNKNOWNS;
    for (int i = 0; i < UNKNOWNS; i++) variance[i] += sum * model[i];
}

static bool lay(laid *l, const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, const rim_place *at) {
    l->ring = r, l->frame = f, l->view = view, l->known = known, l->own_tones = false;
    l->picture = sample_whole(f);
    l->contrast = known ? (double)(known->light - known->dark) : 60;
    if (!(l->contrast > 1) || !aim(l, at)) return false;
    if (known) rim_lay_word(r, known->word, known->blur_px / (double)l->aim.px_per_in, &l->word);
    return true;
}

void rim_weigh_errors(const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, const rim_place *at, rim_errors *out) {
    double pulls[2][RIM_CODE_MAX_CELLS][UNKNOWNS] = {{{0}}}, here[UNKNOWNS], y[UNKNOWNS][UNKNOWNS], variance[UNKNOWNS] = {0};
    equations edges, transitions;
    normal_equations slope;
    laid l;
    if (!lay(&l, r, f, view, known, at)) return;
    l.own_tones = true;
    begin(&edges, pulls[0]), begin(&transitions, pulls[1]);
    add_edges(&l, &edges);
    add_transitions(&l, &transitions);
    for (int i = 0; i < UNKNOWNS; i++) here[i] = edges.of.b[i] + transitions.of.b[i];
    if (!slope_of_pulls(&l, at, here, &slope) || !solve_factor(&slope)) return;
    for (int i = 0; i < UNKNOWNS; i++) solve_for(&slope, (double[UNKNOWNS]){i == 0, i == 1, i == 2}, y[i]);
    add_scatter(&edges, r->cells, y, variance);
    add_scatter(&transitions, r->cells, y, variance);
    double scale = (double)l.aim.px_per_in, model_px = r->round ? RIM_MODEL_PX : hypot(RIM_MODEL_PX, RIM_FRAME_MODEL_PX2 / (r->cell_in * scale));
    out->sigma_in = hypot(model_px / scale, sqrt((variance[0] + variance[1]) / 2));
    out->sigma_rad = sqrt(variance[2]);
}

// A fit under way.
typedef struct {
    laid laid;
    rim_place start, *at;
    double gone[UNKNOWNS];  // from the start
    rim_errors *errors;
} settling;

static bool gather(void *problem, int round, normal_equations *out) {
    settling *s = problem;
    const double held[UNKNOWNS] = {1 / (RIM_HELD_IN * RIM_HELD_IN), 1 / (RIM_HELD_IN * RIM_HELD_IN), 1 / (RIM_HELD_RAD * RIM_HELD_RAD)};
    equations n;
    (void)round;
    if (!pull(&s->laid, s->at, &n)) return false;
    for (int i = 0; i < UNKNOWNS; i++) solve_hold(&n.of, i, -s->gone[i], RIM_RESIDUAL * RIM_RESIDUAL * held[i]);
    *out = n.of;
    return true;
}

static fit_result move(void *problem, int round, const normal_equations *n, const double *x) {
    settling *s = problem;
    laid *l = &s->laid;
    double *gone = s->gone, turn = l->ring->round && !l->known ? 0 : x[2];
    (void)round;
    gone[0] += x[0], gone[1] += x[1], gone[2] += turn;
    *s->at = beside(&s->start, gone);
    if (fabs(gone[0]) + fabs(gone[1]) > RIM_FARTHEST_IN || fabs(gone[2]) > RIM_FARTHEST_RAD || !isfinite(gone[0] + gone[1] + gone[2]))
        return FIT_FAILED;
    rim_errors *e = s->errors;
    e->variance = fmax(n->sum_square / fmax(n->sum_weight, 1), 1e-4);
    e->sigma_in = sqrt(e->variance * (solve_variance_of(n, 0) + solve_variance_of(n, 1)) / 2);
    e->sigma_rad = sqrt(e->variance * solve_variance_of(n, 2));
    double step_px = (fabs(x[0]) + fabs(x[1]) + fabs(turn) * l->ring->half_x) * (double)l->aim.px_per_in;
    if (step_px < (l->known ? RIM_SETTLED_PX : RIM_EDGES_SETTLED_PX) && (!l->known || l->own_tones)) return FIT_SETTLED;
    l->own_tones = step_px < RIM_NEAR_PX;
    return FIT_MOVED;
}

bool rim_settle(const rim_ring *r, const frame *f, const vision_view *view, const rim_known *known, rim_place *at, rim_errors *out) {
    static const fit_steps steps = {.rounds = ROUNDS, .gather = gather, .move = move};
    settling s = {.start = *at, .at = at, .errors = out};
    return lay(&s.laid, r, f, view, known, at) && fit_run(&steps, &s) != FIT_FAILED;
}

void rim_unbend(const rim_ring *r, const frame *f, const vision_view *view, const float *visible, rim_place *at) {
    equations n;
    rim_aim a;
    double x[UNKNOWNS];
    if (!rim_aim_at(f, view, at, &a)) return;
    begin(&n, NULL);
    double fu = (double)a.fu, fv = (double)a.fv, lu = (double)a.lu, lv = (double)a.lv, det = fu * lv - fv * lu;
    for (int j = RIM_SUB / 4; j < r->steps; j += RIM_SUB / 2) {
        const rim_step *s = &r->step[j];
        double sx = (double)s->x, sy = (double)s->y, tx = (double)s->tx, ty = (double)s->ty, nx = (double)s->nx, ny = (double)s->ny;
        vec2 p = vec2_add(at->at, vec2_rotate((vec2){sx, sy}, at->heading_rad));
        px2 shows = view->to_px(view->context, (vec3){p.x, p.y, at->z_in});
        double du = shows.u - ((double)a.u + sx * fu + sy * lu), dv = shows.v - ((double)a.v + sx * fv + sy * lv);
        double forward = (du * lv - dv * lu) / det, left = (dv * fu - du * fv) / det, say = (double)visible[j / RIM_SUB];
        if (!isfinite(forward) || !isfinite(left)) return;
        add(&n, 0, (double[UNKNOWNS]){tx, ty, ty * sx - tx * sy}, forward * tx + left * ty, RIM_UNGATED_IN, 0, say);
        add(&n, 0, (double[UNKNOWNS]){nx, ny, ny * sx - nx * sy}, forward * nx + left * ny, RIM_UNGATED_IN, 0, RIM_EDGE_WEIGHT * say);
    }
    if (!solve_factor(&n.of)) return;
    solve_for(&n.of, n.of.b, x);
    at->at = vec2_sub(at->at, vec2_rotate((vec2){x[0], x[1]}, at->heading_rad));
    at->heading_rad -= x[2];
}
