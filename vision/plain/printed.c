// What is printed in black on white paper: table markers, tags, cards with print. Its black squares look like dark rims, its white ones like marks
// and its blurred edges like gray paint, so nothing on it is taken for a base. Known by what no figures are: nearly all of it is white paper or black
// ink, and both.
#include <string.h>

#include "vision/plain/search.h"

enum { SAMPLES = 3, ALL = SAMPLES * SAMPLES, AROUND = 2, WINDOW = (2 * AROUND + 1) * (2 * AROUND + 1) };
static const double cell_mm = 5;
static const double least_each = 0.16, least_both = 0.62;  // shares of a window of 25 mm

bool search_is_paper(const base_search *s, const uint8_t *p) {
    static const double of_white = 0.68, above_ground = 0.3;
    if (p[0] < of_white * s->white.b || p[1] < of_white * s->white.g || p[2] < of_white * s->white.r) return false;
    double white = s->white.b + s->white.g + s->white.r, ground = s->ground.b + s->ground.g + s->ground.r;
    return p[0] + p[1] + p[2] > ground + above_ground * (white - ground);
}

bool search_is_ink(const base_search *s, const uint8_t *p) { return p[0] + p[1] + p[2] < 0.22 * (s->white.b + s->white.g + s->white.r); }

static void count_cell(const base_search *s, print_map *m, int x, int y) {
    int paper = 0, ink = 0;
    for (int i = 0; i < ALL; i++) {
        int u = m->box.x + x * m->edge + (2 * (i % SAMPLES) + 1) * m->edge / (2 * SAMPLES);
        int v = m->box.y + y * m->edge + (2 * (i / SAMPLES) + 1) * m->edge / (2 * SAMPLES);
        const uint8_t *p = s->frame->bgr + (size_t)v * s->frame->bgr_stride + 3 * (size_t)u;
        if (search_is_ink(s, p))
            ink++;
        else
            paper += search_is_paper(s, p);
    }
    m->paper[y * m->columns + x] = (uint8_t)paper, m->ink[y * m->columns + x] = (uint8_t)ink;
}

static bool mostly_printed(const print_map *m, int at) { return 2 * (m->paper[at] + m->ink[at]) >= ALL; }

static bool window_printed(const print_map *m, int x, int y) {
    int paper = 0, ink = 0;
    if (x < AROUND || y < AROUND || x >= m->columns - AROUND || y >= m->rows - AROUND) return false;
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) paper += m->paper[v * m->columns + u], ink += m->ink[v * m->columns + u];
    return paper >= least_each * ALL * WINDOW && ink >= least_each * ALL * WINDOW && paper + ink >= least_both * ALL * WINDOW;
}

// Marks what is printed about a printed window's middle: up to the edge of its paper.
static void mark_about(print_map *m, int x, int y) {
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) m->on[v * m->columns + u] |= mostly_printed(m, v * m->columns + u);
}

void print_open(base_search *s, const px_rect *where, int where_count) {
    print_map *m = &s->print;
    m->columns = m->rows = 0;
    px_rect box = search_table_box(s);
    if (where_count == 0 || box.width <= 0 || box.height <= 0) return;
    if (where_count == 1) {
        int by = (int)(2 * s->px_per_in);
        px_rect r = rect_clip(&where[0], s->frame->width, s->frame->height), g = {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
        box = rect_clip(&g, s->frame->width, s->frame->height);
    }
    m->box = box;
    m->edge = (int)fmax(SAMPLES, cell_mm * IN_PER_MM * s->px_per_in + 0.5);
    while ((size_t)(box.width / m->edge) * (size_t)(box.height / m->edge) > MAX_PRINT_CELLS) m->edge *= 2;
    m->columns = box.width / m->edge, m->rows = box.height / m->edge;
    memset(m->on, 0, (size_t)m->columns * (size_t)m->rows);
    for (int y = 0; y < m->rows; y++)
        for (int x = 0; x < m->columns; x++) count_cell(s, m, x, y);
    for (int y = 0; y < m->rows; y++)
        for (int x = 0; x < m->columns; x++)
            if (mostly_printed(m, y * m->columns + x) && window_printed(m, x, y)) mark_about(m, x, y);
}

bool print_at(const print_map *m, double u, double v) {
    if (m->columns <= 0 || !(u >= m->box.x && v >= m->box.y)) return false;
    double x = (u - m->box.x) / m->edge, y = (v - m->box.y) / m->edge;
    return x < m->columns && y < m->rows && m->on[(int)y * m->columns + (int)x];
}

bool search_on_print(const base_search *s, const found_base *b, const rim_view *v) {
    static const double most = 0.4;
    const rim_model *m = &s->models[b->kind];
    int on = 0;
    if (s->print.columns <= 0) return false;
    for (int i = 0; i < RIM_SCAN_INNER; i++) {
        px2 at = rim_px(v, vec2_rotate(m->scan_inner[i], b->fit.heading_rad));
        on += print_at(&s->print, at.u, at.v);
    }
    return on > most * RIM_SCAN_INNER;
}
