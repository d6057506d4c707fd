// Black print on white paper: table markers, tags, printed cards. Its black squares look like dark rims, its white ones like marks and its blurred
// edges like gray paint, so nothing on print is taken for a base. Print differs from figures: nearly all of it is white paper or black ink, and it
// has both. Cells are counted on demand, since few of the table's cells are needed.
#include <string.h>

#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

enum { SAMPLES = 3, ALL = SAMPLES * SAMPLES, AROUND = 2, WINDOW = (2 * AROUND + 1) * (2 * AROUND + 1) };
static const double cell_mm = 5;

bool search_is_paper(const base_search *s, const uint8_t *p) {
    if (p[0] < PLAIN_PRINTED_OF_WHITE * s->white.b || p[1] < PLAIN_PRINTED_OF_WHITE * s->white.g || p[2] < PLAIN_PRINTED_OF_WHITE * s->white.r)
        return false;
    double white = s->white.b + s->white.g + s->white.r, ground = s->ground.b + s->ground.g + s->ground.r;
    return p[0] + p[1] + p[2] > ground + PLAIN_PRINTED_ABOVE_GROUND * (white - ground);
}

bool search_is_ink(const base_search *s, const uint8_t *p) { return p[0] + p[1] + p[2] < 0.22 * (s->white.b + s->white.g + s->white.r); }

enum { NOT_COUNTED = UINT8_MAX };

// Counts the cell's samples, unless they are counted already.
static void count_cell(const base_search *s, int x, int y) {
    const print_map *m = &s->print;
    int paper = 0, ink = 0, at = y * m->columns + x;
    if (m->paper[at] != NOT_COUNTED) return;
    for (int i = 0; i < ALL; i++) {
        uint8_t p[3];
        search_pixel(s, m->box.x + x * m->edge + (2 * (i % SAMPLES) + 1) * m->edge / (2 * SAMPLES),
                     m->box.y + y * m->edge + (2 * (i / SAMPLES) + 1) * m->edge / (2 * SAMPLES), p);
        if (search_is_ink(s, p))
            ink++;
        else
            paper += search_is_paper(s, p);
    }
    m->paper[at] = (uint8_t)paper, m->ink[at] = (uint8_t)ink;
}

static bool mostly_printed(const base_search *s, int x, int y) {
    const print_map *m = &s->print;
    count_cell(s, x, y);
    return 2 * (m->paper[y * m->columns + x] + m->ink[y * m->columns + x]) >= ALL;
}

// The window around a cell; all of it lies in the map.
static bool window_printed(const base_search *s, int x, int y) {
    const print_map *m = &s->print;
    int paper = 0, ink = 0;
    if (x < AROUND || y < AROUND || x >= m->columns - AROUND || y >= m->rows - AROUND) return false;
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) {
            count_cell(s, u, v);
            paper += m->paper[v * m->columns + u], ink += m->ink[v * m->columns + u];
        }
    return paper >= PLAIN_PRINTED_LEAST_EACH * ALL * WINDOW && ink >= PLAIN_PRINTED_LEAST_EACH * ALL * WINDOW &&
           paper + ink >= PLAIN_PRINTED_LEAST_BOTH * ALL * WINDOW;
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
    memset(m->paper, NOT_COUNTED, (size_t)m->columns * (size_t)m->rows);
}

// Print extends from a printed window's middle to the edge of its paper.
static bool cell_on_print(const base_search *s, int x, int y) {
    if (!mostly_printed(s, x, y)) return false;
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) {
            bool inside = u >= 0 && v >= 0 && u < s->print.columns && v < s->print.rows;
            if (inside && mostly_printed(s, u, v) && window_printed(s, u, v)) return true;
        }
    return false;
}

bool print_at(const base_search *s, double u, double v) {
    const print_map *m = &s->print;
    if (m->columns <= 0 || !(u >= m->box.x && v >= m->box.y)) return false;
    double x = (u - m->box.x) / m->edge, y = (v - m->box.y) / m->edge;
    return x < m->columns && y < m->rows && cell_on_print(s, (int)x, (int)y);
}

bool search_on_print(const base_search *s, const found_base *b, const local_view *v) {
    const rim_model *m = &s->models[b->kind];
    int on = 0;
    if (s->print.columns <= 0) return false;
    for (int i = 0; i < RIM_SCAN_INNER; i++) {
        px2 at = local_view_px(v, vec2_rotate(m->scan_inner[i], b->fit.heading_rad));
        on += print_at(s, at.u, at.v);
    }
    return on > PLAIN_PRINTED_MOST * RIM_SCAN_INNER;
}
