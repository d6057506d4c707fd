#include "vision/tags/place.h"

#include <math.h>
#include <string.h>

#include "vision/fit/line.h"
#include "vision/fit/robust.h"
#include "vision/tags/place_parts.h"
#include "vision/tags/tags_limits.h"

enum { EVENLY = 640, LEVELS = 2, MODES = 8, BLUR = LEVELS + MODES, TONE, STRAIGHT, PARAMETERS = STRAIGHT + BENDS };
enum { ROUNDS = 3, MOST_ROUNDS = 12, MOST_ROUNDS_SMALL = 6 };

// Pixels of a small tag that each round takes: the first ones have to come near only, the last one starts from there.
static const int evenly[ROUNDS] = {EVENLY / 3, EVENLY / 2, EVENLY};

// Ink and paper before anything is fitted: the straight line through light over print.
static bool first_levels(const pixel_list *p, placing *at) {
    line_sums s = {.weight = p->count};
    straight_line line;
    for (int i = 0; i < p->count; i++) {
        double x = (double)p->model[i], y = (double)p->light[i];
        s.x += x, s.y += y, s.xx += x * x, s.xy += x * y;
    }
    if (!line_fit(&s, PLACE_LEAST_VARIANCE, &line)) return false;
    at->ink = line.at_0, at->step = line.slope;
    return at->step > PLACE_LEAST_STEP;
}

static inline float modelled(const placing *at, float m) { return (float)at->ink + (float)at->step * (m + (float)at->tone * m * (1 - m)); }

// Square of how much the light that belongs to a camera's code changes by one code, over that light: about the same for all.
static double light_a_code(double light) {
    double code = pow(fmax(light, 1e-4), 1 / 2.2), slope = code * (1.5 + 0.75 * code) / 255;  // as in place_tables_fill
    return slope * slope / fmax(light, 1e-4);
}

// By Tukey's weights; none for what fills up the last lanes. The gate is not narrower than what the picture's noise alone reaches: 4.7 of its
// deviations, for which Tukey's estimate has 95 % of the best one's efficiency.
WIDENED static void weigh(const placing *at, float gate, double code_noise, pixel_list *p) {
    float ink = (float)at->ink, step = (float)at->step, tone = (float)at->tone, noise = (float)at->noise, more = (float)at->noise_more;
    float least = gate * gate * step * step, reach = (float)(4.7 * 4.7 * code_noise * code_noise * light_a_code(at->ink + at->step));
    bool known = noise > 0;
    for (int i = 0; i < p->count; i++) {
        float m = p->model[i], r = p->light[i] - (ink + step * (m + tone * m * (1 - m))), wide = reach * (ink + step * m);
        p->sure[i] = known ? 1 / (noise + more * m) : 1;
        p->gated[i] = 1 / (wide > least ? wide : least);
        float w = 1 - r * r * p->gated[i];
        w = w > 0 ? w : 0;
        p->weight[i] = w * w;
    }
}

// A camera's codes are about equally noisy, dark or light, and a code's worth of light goes with the light to the power of 0.55, so that its variance
// grows about as the light does: the straight line through the squares of what the print leaves unexplained. Where it explains badly that is some of
// the noise, too.
static void find_noise(const pixel_list *p, placing *at) {
    static const double least = 0.01, most_unlike = 40;  // of the step: no print and no lens is better; of variances
    float8 s0 = {0}, s1 = {0}, s2 = {0}, r0 = {0}, r1 = {0};
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 w = *(const float8 *)(p->weight + i), m = *(const float8 *)(p->model + i);
        float8 r = *(const float8 *)(p->light + i) - (float)at->ink - (float)at->step * (m + (float)at->tone * m * (1 - m)), wm = w * m,
               wr = w * r * r;
        s0 += w, s1 += wm, s2 += wm * m, r0 += wr, r1 += wr * m;
    }
    double n = float8_sum(&s0), m = float8_sum(&s1), mm = float8_sum(&s2), r = float8_sum(&r0), rm = float8_sum(&r1);
    straight_line line = {0, 0};
    line_fit(&(line_sums){n, m, mm, r, rm}, 1e-6, &line);
    double more = fmax(0, line.slope), mean = r / fmax(n, 1);
    at->noise = fmax(fmax((r - more * m) / fmax(n, 1), mean / most_unlike), least * least * at->step * at->step);
    at->noise_more = m > 0 ? fmax(0, (r - at->noise * n) / m) : 0;
}

// How eight pixels' light changes by each parameter. cell_px and half: of the print.
INLINED void columns_at(const pixel_list *p, const placing *at, float half, float to_px, int count, int i, float8 c[PARAMETERS]) {
    float step = (float)at->step, slope = step * half, to_half = 1 / half;
    float8 m = *(const float8 *)(p->model + i), gx = slope * *(const float8 *)(p->gx + i), gy = slope * *(const float8 *)(p->gy + i);
    float8 x = *(const float8 *)(p->x + i) * to_half - 1, y = *(const float8 *)(p->y + i) * to_half - 1, one = {1, 1, 1, 1, 1, 1, 1, 1};
    c[0] = one, c[1] = m, c[2] = gx, c[3] = gy;
    c[4] = gx * x, c[5] = gx * y, c[6] = gy * x, c[7] = gy * y;
    float8 outward = c[4] + c[7];
    c[8] = outward * x, c[9] = outward * y;
    c[BLUR] = step * to_px * *(const float8 *)(p->blur + i);
    c[TONE] = step * m * (1 - m);
    if (count == STRAIGHT) return;
    float8 down = 1 - y * y, right = 1 - x * x;
    c[STRAIGHT] = gx * down, c[STRAIGHT + 1] = gx * right, c[STRAIGHT + 2] = gy * down, c[STRAIGHT + 3] = gy * right;
    c[STRAIGHT + 4] = outward * (down + right);
}

// `count` is a constant where this is called, so that the loops unroll.
INLINED void gather_some(const pixel_list *p, const placing *at, int border, double cell_px, const int count, normal_equations *e) {
    float8 a[PARAMETERS * (PARAMETERS + 1) / 2] = {{0}}, b[PARAMETERS] = {{0}}, weight = {0}, square = {0};
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 w = *(const float8 *)(p->weight + i), m = *(const float8 *)(p->model + i), c[PARAMETERS];
        float8 r = *(const float8 *)(p->light + i) - (float)at->ink - (float)at->step * (m + (float)at->tone * m * (1 - m));
        columns_at(p, at, 0.5F * (float)border, (float)(1 / cell_px), count, i, c);
        float8 ws = w * *(const float8 *)(p->sure + i);
        int k = 0;
        for (int j = 0; j < count; j++) {
            float8 wc = ws * c[j];
            b[j] += wc * r;
            for (int q = 0; q <= j; q++) a[k++] += wc * c[q];
        }
        weight += w, square += ws * r * r;
    }
    int k = 0;
    for (int j = 0; j < count; j++) {
        e->b[j] = float8_sum(&b[j]);
        for (int q = 0; q <= j; q++) e->a[j][q] = float8_sum(&a[k++]);
    }
    e->sum_weight = float8_sum(&weight);
    e->sum_square = float8_sum(&square);
}

WIDENED static void gather(const pixel_list *p, const placing *at, int border, double cell_px, normal_equations *e) {
    e->count = at->large ? PARAMETERS : STRAIGHT;
    if (at->large)
        gather_some(p, at, border, cell_px, PARAMETERS, e);
    else
        gather_some(p, at, border, cell_px, STRAIGHT, e);
}

// fit_excess of the pixels: in dark, noisy pictures noise comes near the gate.
static double weighted_away(const pixel_list *p, const placing *at) {
    float8 psi2 = {0}, slope = {0}, weight = {0}, square = {0};
    for (int i = 0; i < p->count; i += FLOAT8) {
        float8 w = *(const float8 *)(p->weight + i), m = *(const float8 *)(p->model + i);
        float8 r = *(const float8 *)(p->light + i) - (float)at->ink - (float)at->step * (m + (float)at->tone * m * (1 - m));
        float8 q = r * r * *(const float8 *)(p->gated + i), in = 1 - q, z = r * r * *(const float8 *)(p->sure + i);
        slope += w * (1 - 5 * q) * in / (in * in + 1e-4f);  // w holds (1 - q)^2, of which one (1 - q) is the slope's
        psi2 += w * w * z, weight += w, square += w * z;
    }
    return fit_excess(&(fit_sums){float8_sum(&weight), float8_sum(&square), float8_sum(&psi2), float8_sum(&slope)});
}

// What is known beforehand of blur and tone, as so many observations.
static void add_expectation(const placing *at, double blur_px, double variance, normal_equations *e) {
    double b = variance / (PLACE_BLUR_SIGMA_PX * PLACE_BLUR_SIGMA_PX), t = variance / (PLACE_TONE_SIGMA * PLACE_TONE_SIGMA), shape = variance * 0.25;
    solve_hold(e, BLUR, blur_px - at->blur_px, b);
    solve_hold(e, TONE, -at->tone, t);
    for (int k = LEVELS; k < LEVELS + MODES; k++) solve_hold(e, k, 0, shape);  // keeps a print that says nothing of one direction solvable
    for (int k = STRAIGHT; k < e->count; k++) {
        solve_hold(e, k, -at->bend[k - STRAIGHT], variance / (PLACE_BEND_SIGMA * PLACE_BEND_SIGMA));
    }
}

static const double corner_x[4] = {-1, 1, 1, -1}, corner_y[4] = {1, 1, -1, -1};  // y down

// By how much the modes carry corner k, in half edges.
static vec2 carried(const double *x, int k) {
    double s = corner_x[k], t = corner_y[k], bulge = x[8] * s + x[9] * t;
    return (vec2){x[2] + x[4] * s + x[5] * t + bulge * s, x[3] + x[6] * s + x[7] * t + bulge * t};
}

static void take_step(placing *at, const cell_map *m, int border, const double *x) {
    double half = 0.5 * border;
    const double *h = m->to_px;
    for (int k = 0; k < 4; k++) {
        vec2 d = carried(x, k);
        double s = half * (1 + corner_x[k] - d.x), t = half * (1 + corner_y[k] - d.y), w = h[6] * s + h[7] * t + 1;
        at->corner[k] = (px2){(h[0] * s + h[1] * t + h[2]) / w, (h[3] * s + h[4] * t + h[5]) / w};
    }
    at->ink += x[0], at->step += x[1];
    at->blur_px = fmin(fmax(2.5, 0.4 * square_mean_edge(at->corner) / border), fmax(0.35, at->blur_px + x[BLUR]));
    for (int k = 0; at->large && k < BENDS; k++) at->bend[k] += x[STRAIGHT + k];
    at->tone = fmin(2, fmax(-0.9, at->tone + x[TONE]));
}

// RMS over the corners' coordinates of what the factored equations leave open, px.
static double spread(const normal_equations *e, double half_px, double variance) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double s = corner_x[k], t = corner_y[k];
        const double row[2][SOLVE_MAX] = {{0, 0, 1, 0, s, t, 0, 0, s * s, s * t}, {0, 0, 0, 1, 0, 0, s, t, s * t, t * t}};
        sum += (solve_variance(e, row[0]) + solve_variance(e, row[1])) / 8;
    }
    return half_px * sqrt(sum * variance);
}

// RMS over the pixels, of large tags over those of the cells' middles, of the step from ink to paper; what lies far off counts as half a step.
static double unweighted_residual(const pixel_list *p, const placing *at) {
    double sum = 0;
    for (int i = 0; i < p->flat; i++) {
        double r = fabs((double)(p->light[i] - modelled(at, p->model[i]))) / at->step;
        sum += r > 0.5 ? 0.25 : r * r;
    }
    return sqrt(sum / p->flat);
}

// Mean square of what the picture's noise alone leaves of the light, of the step from ink to paper.
static double noise_share(const placing *at, double code_noise) {
    return code_noise * code_noise * light_a_code(at->ink + at->step) * (at->ink + 0.5 * at->step) / (at->step * at->step);
}

// How far the corners may be from where the search put them: the quad's sides lie off by part of the blur and are drawn straight.
static double most_moved(double cell_px) { return fmax(PLACE_MOVED_PX, PLACE_MOVED_CELLS * cell_px); }

static double moved(const px2 *a, const px2 *b) {
    double most = 0;
    for (int k = 0; k < 4; k++) {
        double d = hypot(a[k].u - b[k].u, a[k].v - b[k].v);
        if (!(d <= most)) most = d;
    }
    return most;
}

// Whether a round of the last gate need not be followed by another. What a step leaves undone of a small tag's place goes with its square over the
// width of the blur; it has to be small against what is unsure anyway.
static bool rests(const placing *before, const placing *now, double sigma) {
    double step = moved(before->corner, now->corner);
    if (now->large) return step < 0.01 && fabs(now->blur_px - before->blur_px) < 0.02;
    return step * step < 0.1 * now->blur_px * sigma;
}

// What lies beyond the print's margin shines through a margin that is not much wider than the blur; how light it is, is known so nearly only: by how
// much that moves the outline, px, which is the lack of light over the outline's slope. It is the same all along a side.
static double shines_in(const placing *at, const tag_family *family) {
    double margin = fmax(1, 0.5 * (family->cells - family->border)) * square_mean_edge(at->corner) / family->border;
    double lack = PLACE_BEYOND_SIGMA * 0.5 * erfc(margin / at->blur_px / sqrt(2.0)), slope = 1 / (at->blur_px * sqrt(2 * PI));
    return lack / slope;
}

// How alike the edges between cells lie to the picture's pixels, 0..1, square: over the print's lines of one direction, the length of the mean of the
// arrows that turn once a pixel.
static double alike2(const cell_map *m, int border, bool down) {
    enum { PLACES = 6 };
    double sum[2][2] = {{0}}, n = (border + 1) * PLACES;
    for (int line = 0; line <= border; line++)
        for (int i = 0; i < PLACES; i++) {
            double along = border * (i + 0.5) / PLACES, x = down ? along : line, y = down ? line : along;
            double w = 1 / (m->to_px[6] * x + m->to_px[7] * y + 1);
            for (int axis = 0; axis < 2; axis++) {
                const double *h = m->to_px + 3 * axis;
                double turn = 2 * PI * (h[0] * x + h[1] * y + h[2]) * w;
                sum[axis][0] += cos(turn) / n, sum[axis][1] += sin(turn) / n;
            }
        }
    return fmax(sum[0][0] * sum[0][0] + sum[0][1] * sum[0][1], sum[1][0] * sum[1][0] + sum[1][1] * sum[1][1]);
}

// No lens and no sensor blurs quite as it is modelled, which moves an edge by where it lies within a pixel: of a tag that lies along the picture's
// rows, with cells of two pixels, all edges the same way. px. Measured; the fewer pixels a cell has the less they tell place from blur.
static double misfit_alike(const placing *at, const print_cells *print) {
    double cell = square_mean_edge(at->corner) / print->border;
    cell_map m;
    if (!place_map_of(at->corner, print->border, &m)) return 0;
    return fmin(PLACE_ALIKE_MOST_PX, PLACE_ALIKE_CELL / (cell * cell)) *
           sqrt((alike2(&m, print->border, false) + alike2(&m, print->border, true)) / 2);
}

// A fit under way.
typedef struct {
    const place_tables *tables;
    const frame *frame;
    print_cells print;
    placing at, before;  // before: of the last step
    cell_map map;
    int wide;                // rounds with the widest gate beyond the first
    double variance, sigma;  // of a pixel's light, of what it was taken for; of a corner's coordinate, px
} place_fit;

static int gate_of(const place_fit *p, int round) { return round <= p->wide ? 0 : round - p->wide < ROUNDS ? round - p->wide : ROUNDS - 1; }

static bool gather_pixels(void *problem, int round, normal_equations *e) {
    static const float gates[ROUNDS] = {1.2F, 0.6F, PLACE_LAST_GATE};
    place_fit *s = problem;
    placing *at = &s->at;
    const print_cells *print = &s->print;
    int gate = gate_of(s, round);
    pixel_list p;
    double cell = square_mean_edge(at->corner) / print->border;
    s->before = *at;
    if (!(cell > 0.8 && cell < 1e4) || !place_map_of(at->corner, print->border, &s->map)) return false;
    if (!place_pick(s->tables, s->frame, at, &s->map, print, cell, evenly[gate], &p)) return false;
    if (round > 0) place_look_beyond(s->tables, s->frame, &s->map, print, cell, at);
    place_lay(print, at, cell, &p);
    if (round == 0 && !first_levels(&p, at)) return false;
    weigh(at, gates[gate], s->tables->noise, &p);
    if (gate > 0) {
        find_noise(&p, at);
        weigh(at, gates[gate], s->tables->noise, &p);
    }
    gather(&p, at, print->border, cell, e);
    if (e->sum_weight < 0.4 * p.count) return false;
    double open = (double)p.count / fmax(p.count - e->count, 1);  // what the parameters have explained of the noise
    s->variance = open * e->sum_square / e->sum_weight * (gate == ROUNDS - 1 ? weighted_away(&p, at) : 1);
    at->residual = unweighted_residual(&p, at);
    add_expectation(at, PLACE_USUAL_BLUR_PX, s->variance, e);
    return true;
}

static fit_result move_print(void *problem, int round, const normal_equations *e, const double *x) {
    place_fit *s = problem;
    take_step(&s->at, &s->map, s->print.border, x);
    if (!(s->at.step > PLACE_LEAST_STEP)) return FIT_FAILED;
    if (gate_of(s, round) < ROUNDS - 1) return FIT_MOVED;
    s->sigma = spread(e, square_mean_edge(s->before.corner) / 2, s->variance);
    return rests(&s->before, &s->at, s->sigma) ? FIT_SETTLED : FIT_MOVED;
}

static fit_result fit_print(place_fit *s) {
    fit_steps steps = {.rounds = s->at.large ? MOST_ROUNDS : MOST_ROUNDS_SMALL, .gather = gather_pixels, .move = move_print};
    return fit_run(&steps, s);
}

bool place_tag(const place_tables *tables, const frame *f, const tag_family *family, tag_sighting *t, double *misfit) {
    double edge = square_mean_edge(t->corner), cell = edge / family->border;
    place_fit s = {.tables = tables, .frame = f, .at = {.blur_px = PLACE_USUAL_BLUR_PX, .large = edge > PLACE_LARGE_PX}};
    memcpy(s.at.corner, t->corner, sizeof s.at.corner);
    place_print_of(family, t->id, &s.print);
    if (s.at.large) s.at.blur_px = fmax(PLACE_USUAL_BLUR_PX, 0.12 * cell);  // wide at first, so that edges some pixels off are within its reach
    s.wide = s.at.large ? 2 : 0;
    if (fit_print(&s) == FIT_FAILED || !(moved(t->corner, s.at.corner) < most_moved(cell))) return false;
    memcpy(t->corner, s.at.corner, sizeof s.at.corner);
    *misfit = sqrt(fmax(0, s.at.residual * s.at.residual - noise_share(&s.at, tables->noise)));
    double alike = misfit_alike(&s.at, &s.print), beyond = shines_in(&s.at, family);
    // Of a large tag some pixels are picked twice.
    t->sigma_px = sqrt((s.at.large ? 2 : 1) * s.sigma * s.sigma + 0.006 * 0.006 + beyond * beyond + alike * alike);
    return true;
}
