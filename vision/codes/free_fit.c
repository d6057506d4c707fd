// The affine map that fits best, once the word is known: Gauss-Newton on where its transitions lie along the way, with Tukey's weights. On a ring
// they point to the centre and say nothing of its size; there the band's own ends do.
#include "vision/codes/codes_limits.h"
#include "vision/codes/free_parts.h"
#include "vision/fit/robust.h"

enum { UNKNOWNS = 6, ROUNDS = 4 };  // of the displacement (a + b x + c y, d + e x + f y) in the base's frame

static void add(normal_equations *n, const double j[UNKNOWNS], double r, double say) {
    double w = fit_tukey(say, r, 0.6);
    if (!(w > 0)) return;
    solve_add(n, j, r, w);
    solve_tally(n, r, w);
}

static void add_transitions(const rim_ring *r, const rim_known *known, const rim_aim *aim, double sigma, normal_equations *n) {
    rim_strip strip;
    rim_laid_word word;
    double contrast = (double)(known->light - known->dark);
    rim_strip_take(r, aim, &strip);
    rim_lay_word(r, known->word, sigma, &word);
    for (int j = 0; j < r->steps; j++) {
        const rim_step *s = &r->step[j];
        double say = (double)known->visible[j / RIM_SUB];
        if (say < 0.3 || !s->straight) continue;
        double slope = (double)word.slope[j], x = (double)s->x, y = (double)s->y;
        double tx = -slope * (double)s->tx, ty = -slope * (double)s->ty;
        add(n, (double[UNKNOWNS]){tx, tx * x, tx * y, ty, ty * x, ty * y},
            ((double)strip.gray[j] - (double)known->dark) / contrast - (double)word.tone[j], say);
    }
}

static void hold(normal_equations *n, const rim_aim *aim) {
    double shift = FREE_HELD_PX / (double)aim->px_per_in, each = 1 / (shift * shift), rate = 1 / (FREE_HELD_RATE * FREE_HELD_RATE);
    for (int i = 0; i < UNKNOWNS; i++) solve_hold(n, i, 0, RIM_RESIDUAL * RIM_RESIDUAL * (i % 3 ? rate : each));
}

// The equations' factors with a ring's size as good as known: the band tells it.
static bool hold_size(const rim_ring *r, normal_equations *n) {
    static const double firm = 1e6;
    if (r->round) n->a[1][1] += firm, n->a[5][1] += firm, n->a[5][5] += firm;
    return solve_factor(n);
}

static void apply(rim_aim *m, const double x[UNKNOWNS]) {
    rim_aim was = *m;
    m->u += (float)(x[0] * (double)was.fu + x[3] * (double)was.lu), m->v += (float)(x[0] * (double)was.fv + x[3] * (double)was.lv);
    m->fu += (float)(x[1] * (double)was.fu + x[4] * (double)was.lu), m->fv += (float)(x[1] * (double)was.fv + x[4] * (double)was.lv);
    m->lu += (float)(x[2] * (double)was.fu + x[5] * (double)was.lu), m->lv += (float)(x[2] * (double)was.fv + x[5] * (double)was.lv);
    m->px_per_in = sqrtf(fabsf(m->fu * m->lv - m->fv * m->lu));
}

// Mean sigma of a corner's coordinates, px, from the factors of the equations.
static double corner_sigma(const rim_ring *r, const rim_aim *m, const normal_equations *n, double variance) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double cx = k & 1 ? r->half_x : -r->half_x, cy = k & 2 ? r->half_y : -r->half_y;
        for (int d = 0; d < 2; d++) {
            double f = d ? (double)m->fv : (double)m->fu, l = d ? (double)m->lv : (double)m->lu;
            sum += solve_variance(n, (double[UNKNOWNS]){f, f * cx, f * cy, l, l * cx, l * cy}) / 8;
        }
    }
    return sqrt(variance * sum);
}

// A fit under way.
typedef struct {
    const rim_ring *ring;
    const rim_known *known;
    rim_aim start, *aim;
    normal_equations sized;  // of this round, with a ring's size held
    double *sigma_px;
} fitting;

static bool gather(void *problem, int round, normal_equations *n) {
    fitting *f = problem;
    // From afar first: a sharp edge is felt no farther than it is blurred.
    double sigma = fmax(FREE_BLUR_PX / (double)f->aim->px_per_in, FREE_WIDEST * (ROUNDS - 1 - round) / (ROUNDS - 1) * f->ring->cell_in);
    solve_begin(n, UNKNOWNS);
    add_transitions(f->ring, f->known, f->aim, sigma, n);
    hold(n, f->aim);
    f->sized = *n;
    return n->sum_weight >= 2 * RIM_SUB;
}

static fit_result move(void *problem, int round, const normal_equations *n, const double *x) {
    fitting *f = problem;
    rim_aim *aim = f->aim;
    (void)round;
    apply(aim, x);
    double stretch = (double)(aim->px_per_in / f->start.px_per_in), gone = hypot((double)(aim->u - f->start.u), (double)(aim->v - f->start.v));
    if (!(stretch > 0.8 && stretch < 1.25) || !(gone < 8 + 0.2 * (double)f->start.px_per_in * f->ring->half_x)) return FIT_FAILED;
    // Samples that lie closer than a pixel and a half share their noise.
    double apart_px = f->ring->cell_in / RIM_SUB * (double)aim->px_per_in, common = fmax(1, 1.5 / apart_px);
    if (!hold_size(f->ring, &f->sized)) return FIT_FAILED;
    *f->sigma_px = hypot(FREE_BAND_PX, corner_sigma(f->ring, aim, &f->sized, common * fmax(n->sum_square / n->sum_weight, 1e-4)));
    return FIT_MOVED;
}

bool free_fit(const rim_ring *r, const rim_known *known, rim_aim *aim, double *sigma_px) {
    static const fit_steps steps = {.rounds = ROUNDS, .gather = gather, .move = move};
    fitting f = {.ring = r, .known = known, .start = *aim, .aim = aim, .sigma_px = sigma_px};
    return known->light - known->dark > 4 && fit_run(&steps, &f) != FIT_FAILED;
}

// ---- the ends of the band

enum { BAND_STEPS = 41 };

// How clearly the word shows at `share` of the way's size, levels.
static double shows_at(const rim_ring *r, const rim_known *known, const rim_aim *aim, float share) {
    gray_part g = sample_whole(aim->frame);
    double sum[2] = {0, 0}, weight[2] = {0, 0};
    for (int i = 0; i < r->cells; i++) {
        for (int k = RIM_SUB / 2 - 1; k <= RIM_SUB / 2; k++) {
            const rim_step *s = &r->step[i * RIM_SUB + k];
            double w = (double)known->visible[i];
            int light = (int)(known->word >> i & 1);
            if (!s->straight || w < 0.5) continue;
            // A frame grows by as much on all sides, along the outward normal.
            float grow = (share - 1) * (float)(fmin(r->half_x, r->half_y) - RIM_CODE_WIDTH_IN / 2), x = s->x + grow * s->nx, y = s->y + grow * s->ny;
            sum[light] += w * (double)sample_gray_or_0(&g, aim->u + x * aim->fu + y * aim->lu, aim->v + x * aim->fv + y * aim->lv);
            weight[light] += w;
        }
    }
    return weight[0] > 2 && weight[1] > 2 ? sum[1] / weight[1] - sum[0] / weight[0] : 0;
}

bool free_band(const rim_ring *r, const rim_known *known, const rim_aim *aim, double *outer, double *inner) {
    double at[BAND_STEPS], most = 0, step = (FREE_BAND_TO - FREE_BAND_FROM) / (BAND_STEPS - 1);
    int peak = 0;
    for (int i = 0; i < BAND_STEPS; i++) {
        at[i] = shows_at(r, known, aim, (float)(FREE_BAND_FROM + i * step));
        if (at[i] > most) most = at[i], peak = i;
    }
    double half = most / 2;
    int a = peak, b = peak;
    while (a >= 0 && at[a] >= half) a--;
    while (b < BAND_STEPS && at[b] >= half) b++;
    if (most < 8 || a < 0 || b == BAND_STEPS) return false;
    *inner = FREE_BAND_FROM + step * (a + (half - at[a]) / (at[a + 1] - at[a]));
    *outer = FREE_BAND_FROM + step * (b - (half - at[b]) / (at[b - 1] - at[b]));
    return true;
}
