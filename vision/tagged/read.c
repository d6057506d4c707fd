// Which code agrees with the visible cells. Each cell is black or white by the code, blurred as the picture is, or hidden by something of any gray.
// It is likelier hidden near the place that a figure on the base covers, and near cells that show colour or a gray between black and white. The
// likelihood of each of the roster's codes at each heading is compared with the others and with a code outside the roster.
// This is quick, and good enough to choose between outlines. Bases that are to be named are looked at closely (cells.h).
#include <math.h>
#include <stdlib.h>

#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"

enum { MAX_CELLS = TAG_CELLS, POINTS = 5 };

typedef struct {
    double gray[MAX_CELLS][MAX_CELLS];    // 0 black, 1 white
    double hidden[MAX_CELLS][MAX_CELLS];  // chance that the print is hidden
    int cells;
    double blur;  // share of a cell's gray that comes from each neighbour in its row and in its column
} cell_grid;

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Gray of the paper and of the ink around this tag.
static void local_tones(const tagged_search *s, const tagged_fit *fit, const local_view *v, float *black, float *white) {
    enum { N = 40 };
    const tagged_look *l = &s->looks[fit->look];
    float w[N], b[N];
    for (int i = 0; i < N; i++) {
        double t = (i % (N / 4) + 0.5) * 8 / N - 1, turn = fit->heading_rad + i / (N / 4) * (PI / 2);
        px2 p = local_view_px(v, vec2_rotate((vec2){l->half_tag + l->cell / 2, t * l->half_tag}, turn));
        px2 q = local_view_px(v, vec2_rotate((vec2){l->half_tag - l->cell / 2, t * (l->half_tag - l->cell / 2)}, turn));
        w[i] = gray_between(s->frame, p.u, p.v);
        b[i] = gray_between(s->frame, q.u, q.v);
    }
    qsort(w, N, sizeof *w, by_value);
    qsort(b, N, sizeof *b, by_value);
    *white = w[N * 3 / 4];
    *black = b[N / 5];
}

static float colourless(const tagged_search *s, px2 p, float step) {
    int u = (int)(p.u + 0.5), v = (int)(p.v + 0.5);
    if (u < 0 || v < 0 || u >= s->frame->width || v >= s->frame->height) return 1;
    float chroma = (float)tagged_chroma(s, u, v) / step;
    return chroma < 0.2f ? 1 : chroma > 0.45f ? 0 : (0.45f - chroma) / 0.25f;
}

// How little a cell looks like print, 0..1: it has colour, or a gray between black and white.
static double strangeness(double gray, double clean, double cell_px) {
    double off = fmin(fabs(gray), fabs(gray - 1)), allowed = cell_px > 4 ? 0.2 : 0.4;  // small cells are blurred by their neighbours
    return fmax(1 - clean, fmin(fmax((off - allowed) / 0.2, 0), 1));
}

static double segment_nearness(vec2 p, vec2 a, vec2 b) {
    double d = (segment_distance(p, a, b) - TAGGED_READ_FIGURE_RADIUS_IN) / 0.12;
    return d < 0 ? 1 : d > 1 ? 0 : 1 - d;
}

// Where the head of a figure in the base's middle is seen on the top, in the fit's frame.
static vec2 head_of(const tagged_search *s, const tagged_fit *fit) {
    px2 p = s->view->to_px(s->view->context, (vec3){fit->at.x, fit->at.y, fit->z_in + TAGGED_READ_FIGURE_HEIGHT_IN});
    vec2 at = s->view->to_table(s->view->context, p, fit->z_in);
    if (!isfinite(at.x) || !isfinite(at.y)) return (vec2){0, 0};
    return vec2_rotate(vec2_sub(at, fit->at), -fit->heading_rad);
}

static void guess_hidden(cell_grid *g, double is_unregistered[MAX_CELLS][MAX_CELLS], vec2 head, double cell) {
    int n = g->cells;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            double near = 0;
            for (int i = 0; i < 4; i++) {
                int y = r + (i == 0) - (i == 1), x = c + (i == 2) - (i == 3);
                if (y >= 0 && x >= 0 && y < n && x < n) near = fmax(near, 0.3 * is_unregistered[y][x]);
            }
            vec2 middle = {(n / 2.0 - r - 0.5) * cell, (n / 2.0 - c - 0.5) * cell};
            double h = fmax(fmax(is_unregistered[r][c], near), 0.6 * segment_nearness(middle, (vec2){0, 0}, head));
            g->hidden[r][c] = TAGGED_READ_LEAST_HIDDEN + (TAGGED_READ_MOST_HIDDEN - TAGGED_READ_LEAST_HIDDEN) * h;
        }
    }
}

static bool read_cells(const tagged_search *s, const tagged_fit *fit, cell_grid *g) {
    const tagged_look *l = &s->looks[fit->look];
    local_view v;
    float black, white;
    if (!local_view_at(s->view, fit->at, fit->z_in, &v)) return false;
    local_tones(s, fit, &v, &black, &white);
    if (white - black < 0.2f * (float)tagged_white_at(s, v.origin)) return false;
    double is_unregistered[MAX_CELLS][MAX_CELLS], cell_px = l->cell * s->px_per_in;
    g->cells = l->cells;
    g->blur = fmin(0.16, 0.30 / cell_px);  // blur of about 0.8 px, and the sampling
    for (int r = 0; r < g->cells; r++) {
        for (int c = 0; c < g->cells; c++) {
            vec2 middle = {(g->cells / 2.0 - r - 0.5) * l->cell, (g->cells / 2.0 - c - 0.5) * l->cell};
            float sum = 0, clean = 0;
            for (int i = 0; i < POINTS; i++) {
                static const double x[POINTS] = {0, 0.22, -0.22, 0.22, -0.22}, y[POINTS] = {0, 0.22, 0.22, -0.22, -0.22};
                px2 p = local_view_px(&v, vec2_rotate((vec2){middle.x + x[i] * l->cell, middle.y + y[i] * l->cell}, fit->heading_rad));
                sum += gray_between(s->frame, p.u, p.v);
                clean += colourless(s, p, white - black);
            }
            g->gray[r][c] = (double)((sum / POINTS - black) / (white - black));
            is_unregistered[r][c] = strangeness(g->gray[r][c], (double)clean / POINTS, cell_px);
        }
    }
    guess_hidden(g, is_unregistered, head_of(s, fit), l->cell);
    return true;
}

// The code's bit for a cell, after q quarter turns counter-clockwise from the fit's heading to the code's.
static int code_bit(const tag_code *c, int q, int row, int column) {
    int n = c->cells - 1, r = row, k = column;
    if (q == 1) r = column, k = n - row;
    if (q == 2) r = n - row, k = n - column;
    if (q == 3) r = n - column, k = row;
    return r >= 0 && k >= 0 && r <= n && k <= n && (c->white >> (8 * r + k) & 1);
}

static double density(double gray, double want) {
    double d = (gray - want) / TAGGED_READ_GRAY_SIGMA;
    return exp(-d * d / 2) / (TAGGED_READ_GRAY_SIGMA * sqrt(2 * PI));
}

// Log of the likelihood of each cell under black and under white, with 0 to 4 white neighbours, relative to that under any code.
typedef struct {
    float at[MAX_CELLS][MAX_CELLS][2][5];
} cell_table;

static void fill_table(const cell_grid *g, cell_table *t) {
    for (int r = 0; r < g->cells; r++) {
        for (int c = 0; c < g->cells; c++) {
            double b = g->blur, seen = fmin(fmax(g->gray[r][c], -0.1), 1.1), h = g->hidden[r][c];
            double hides = h * (TAGGED_READ_DARK_HIDES + (TAGGED_READ_BRIGHT_HIDES - TAGGED_READ_DARK_HIDES) * fmin(fmax(seen, 0), 1));
            for (int near = 0; near <= 4; near++) {
                double black = (1 - h) * density(seen, b * near) + hides, white = (1 - h) * density(seen, 1 - 4 * b + b * near) + hides;
                t->at[r][c][0][near] = (float)log(2 * black / (black + white));
                t->at[r][c][1][near] = (float)log(2 * white / (black + white));
            }
        }
    }
}

static float weigh(const cell_table *t, const tag_code *code, int q) {
    float sum = 0;
    int bit[MAX_CELLS + 2][MAX_CELLS + 2] = {{0}};
    for (int r = 0; r < code->cells; r++)
        for (int c = 0; c < code->cells; c++) bit[r + 1][c + 1] = code_bit(code, q, r, c);
    for (int r = 1; r <= code->cells; r++)
        for (int c = 1; c <= code->cells; c++) sum += t->at[r - 1][c - 1][bit[r][c]][bit[r - 1][c] + bit[r + 1][c] + bit[r][c - 1] + bit[r][c + 1]];
    return sum;
}

// NULL: nothing can be seen there.
static void weigh_all(const tagged_search *s, const tagged_fit *fit, const cell_table *t, float *evidence) {
    for (int i = 0; i < s->code_count; i++) {
        for (int q = 0; q < 4; q++) {
            bool possible = s->codes[i].look == fit->look && (q % 2 == 0 || s->looks[fit->look].quarter_turns == 4);
            evidence[4 * i + q] = !possible ? TAGGED_NEVER : t ? weigh(t, &s->codes[i].code, q) : 0;
        }
    }
}

void tagged_read(const tagged_search *s, const tagged_fit *fit, float *evidence) {
    cell_grid g;
    cell_table t;
    bool seen = read_cells(s, fit, &g);
    if (seen) fill_table(&g, &t);
    weigh_all(s, fit, seen ? &t : NULL, evidence);
}

// ln of twice the chance of a cell's colour: relative to any code.
static float told(float odds) { return 0.69314718f - (odds > 0 ? log1pf(expf(-odds)) : log1pf(expf(odds)) - odds); }

static void fill_looked_at(const tag_cells *cells, cell_table *t) {
    for (int r = 0; r < MAX_CELLS; r++)
        for (int c = 0; c < MAX_CELLS; c++)
            for (int near = 0; near <= 4; near++) t->at[r][c][0][near] = told(-cells->white[r][c]), t->at[r][c][1][near] = told(cells->white[r][c]);
}

status tagged_read_closely(const tagged_search *s, const tagged_fit *fits, int count, float *evidence) {
    enum { AT_ONCE = 32 };
    placed_tag placed[AT_ONCE];
    tag_cells cells[AT_ONCE];
    cell_table t;
    size_t each = 4 * (size_t)s->code_count;
    const bool closely = s->cells && s->frame->bgr;
    status st = STATUS_OK;
    for (int i = 0; i < count && !closely; i++) tagged_read(s, &fits[i], evidence + (size_t)i * each);
    for (int done = 0, n; done < count && closely && st == STATUS_OK; done += n) {
        n = count - done < AT_ONCE ? count - done : AT_ONCE;
        for (int i = 0; i < n; i++) {
            const tagged_fit *f = &fits[done + i];
            const tagged_look *l = &s->looks[f->look];
            placed[i] = (placed_tag){.at = f->at, .z_in = f->z_in, .heading_rad = f->heading_rad, .cell_in = l->cell, .cells = l->cells};
        }
        st = cell_reader_look(s->cells, s->frame, s->view, placed, n, s->pool, cells, NULL);
        for (int i = 0; i < n && st == STATUS_OK; i++) {
            fill_looked_at(&cells[i], &t);
            weigh_all(s, &fits[done + i], &t, evidence + (size_t)(done + i) * each);
        }
    }
    return st;
}

float tagged_most_evidence(const float *evidence, int count, float least) {
    for (int i = 0; i < count; i++) least = evidence[i] > least ? evidence[i] : least;
    return least;
}

float tagged_read_one(const tagged_search *s, const tagged_fit *fit, const tagged_code *code) {
    cell_grid g;
    cell_table t;
    if (!read_cells(s, fit, &g)) return 0;
    fill_table(&g, &t);
    return weigh(&t, &code->code, 0);
}
