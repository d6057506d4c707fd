// The limit of rim codes that calib/legible.h states, measured: codes drawn small, blurred and noisy, their cells read one by one at a place that is
// a little wrong.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "calib/legible.h"
#include "core/rim_code.h"

#define SIDE_MAX 128
#define DARK 60.0  // the two gray levels of paints whose contrast is the least that is taken: 71 apart
#define LIGHT 131.0
#define GROUND 95.0
#define BLUR_PX 0.7
#define NOISE 6.0
#define POSE_PX 0.3
#define SAMPLES 5  // along and across a pixel

typedef struct {
    int side;
    float at[SIDE_MAX * SIDE_MAX], help[SIDE_MAX * SIDE_MAX];
} patch;

typedef struct {
    base base;
    int cells;
    uint64_t word;
    double px_in;
    vec2 at_px;
    double heading;
} subject;

static double uniform(double lo, double hi) { return lo + (hi - lo) * (double)rand() / RAND_MAX; }

static double normal(void) { return sqrt(-2 * log(uniform(1e-12, 1))) * cos(uniform(0, 2 * PI)); }

static double shade(const subject *s, double u, double v) {
    vec2 p = vec2_rotate((vec2){(u - s->at_px.x) / s->px_in, (v - s->at_px.y) / s->px_in}, -s->heading);
    double share, depth;
    if (!rim_code_at(s->base, p, &share, &depth)) return GROUND;
    return rim_code_is_light(s->base, s->cells, s->word, p) ? LIGHT : DARK;
}

static void blur_rows(const float *from, float *to, int side) {
    float weight[4], sum = 0;
    for (int k = 0; k < 4; k++) weight[k] = (float)exp(-k * k / (2 * BLUR_PX * BLUR_PX)), sum += k ? 2 * weight[k] : weight[k];
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {  // the rows come out as columns
            float v = 0;
            for (int k = -3; k <= 3; k++) v += weight[abs(k)] * from[y * side + (x + k < 0 ? 0 : x + k >= side ? side - 1 : x + k)];
            to[x * side + y] = v / sum;
        }
}

static void draw(const subject *s, patch *p) {
    for (int y = 0; y < p->side; y++)
        for (int x = 0; x < p->side; x++) {
            double sum = 0;
            for (int k = 0; k < SAMPLES * SAMPLES; k++)
                sum += shade(s, x + (k % SAMPLES + 0.5) / SAMPLES - 0.5, y + ((double)(k / SAMPLES) + 0.5) / SAMPLES - 0.5);
            p->at[y * p->side + x] = (float)(sum / (SAMPLES * SAMPLES));
        }
    blur_rows(p->at, p->help, p->side);
    blur_rows(p->help, p->at, p->side);
    for (int i = 0; i < p->side * p->side; i++) p->at[i] += (float)(NOISE * normal());
}

static double look(const patch *p, vec2 at) {
    int x = (int)at.x, y = (int)at.y;
    double a = at.x - x, b = at.y - y;
    const float *q = p->at + y * p->side + x;
    return (q[0] * (1 - a) + q[1] * a) * (1 - b) + (q[p->side] * (1 - a) + q[p->side + 1] * a) * b;
}

// Cells read wrongly at a place and heading that are wrong by POSE_PX at the rim.
static int wrong_cells(const subject *s, const patch *p) {
    int wrong = 0;
    double turn = s->heading + POSE_PX * normal() / (base_radius(s->base) * s->px_in);
    vec2 at = {s->at_px.x + POSE_PX * normal(), s->at_px.y + POSE_PX * normal()};
    for (int i = 0; i < s->cells; i++) {
        double sum = 0;
        for (int k = 0; k < 9; k++) {
            vec2 q = rim_code_point(s->base, (i + 0.5 + 0.2 * (k % 3 - 1)) / s->cells, RIM_CODE_WIDTH_IN * (0.5 + 0.15 * (k / 3 - 1)));
            sum += look(p, vec2_add(at, vec2_scale(vec2_rotate(q, turn), s->px_in)));
        }
        wrong += (sum / 9 > (DARK + LIGHT) / 2) != (s->word >> i & 1);
    }
    return wrong;
}

// Share of wrong cells where a cell is cell_px long.
static double error_rate(base b, int cells, double cell_px, int codes) {
    static patch p;
    long wrong = 0;
    for (int k = 0; k < codes; k++) {
        subject s = {.base = b, .cells = cells, .word = rim_code_word(cells, k % RIM_CODE_IDS), .px_in = cell_px / rim_code_cell_in(b, cells)};
        p.side = (int)ceil(2 * base_radius(b) * s.px_in) + 10;
        assert_true(p.side <= SIDE_MAX);
        s.at_px = (vec2){p.side / 2.0 + uniform(-0.5, 0.5), p.side / 2.0 + uniform(-0.5, 0.5)};
        s.heading = uniform(0, 2 * PI);
        draw(&s, &p);
        wrong += wrong_cells(&s, &p);
    }
    return (double)wrong / ((double)codes * cells);
}

static base round_base(double mm) { return (base){BASE_ROUND, mm * IN_PER_MM, mm * IN_PER_MM, 0, 0}; }

static void cells_at_the_limit_are_read(void **state) {
    (void)state;
    srand(3);
    const base square = {BASE_SQUARE, 20 * IN_PER_MM, 20 * IN_PER_MM, 0, 0};
    const double limit = LEGIBLE_RIM_CELL_PX;
    const struct {
        base b;
        int cells;
        double px, least, most;  // share of wrong cells
    } rows[] = {{round_base(25), 48, limit, 0, 0.02}, {round_base(32), 64, limit, 0, 0.02}, {square, 48, limit, 0, 0.02},
                {round_base(25), 24, limit, 0, 0.02}, {round_base(25), 48, 3.1, 0, 0.0005}, {square, 48, 3.1, 0, 0.002},
                {round_base(25), 48, 1.2, 0.05, 0.5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double rate = error_rate(rows[i].b, rows[i].cells, rows[i].px, 80);
        if (rate < rows[i].least || rate > rows[i].most)
            fail_msg("%d cells of %.1f px: %.3f %% are read wrongly", rows[i].cells, rows[i].px, 100 * rate);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_at_the_limit_are_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
