// Painted bases with a hidden mark. They are found by the outline of the rim's paint, in areas where the found bases leave enough of the paint
// unexplained.
#include <stdlib.h>
#include <string.h>

#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

enum { CELL_SAMPLES = 10 };

// Cells of the picture with rim-coloured pixels that no found base explains.
typedef struct {
    int columns, rows, edge;
    uint8_t *open;
} cell_map;

// True where the place on the table, near the height of a base's top, lies on a base.
static bool on_base(const base_search *s, const found_base *b, vec2 p) {
    const rim_model *m = &s->models[b->kind];
    if (!(vec2_distance(p, b->fit.at) < m->reach + PLAIN_RINGS_SLACK)) return false;
    vec2 l = vec2_rotate(vec2_sub(p, b->fit.at), -b->fit.heading_rad);
    return m->round ? vec2_length(l) < m->half_x + PLAIN_RINGS_SLACK
                    : fabs(l.x) < m->half_x + PLAIN_RINGS_SLACK && fabs(l.y) < m->half_y + PLAIN_RINGS_SLACK;
}

static bool explained(const base_search *s, px2 at) {
    vec2 p;
    double z = PLAIN_RINGS_USUAL_TOP_IN;
    for (int i = 0; i < 2; i++) {  // higher on a hill
        p = s->view->to_table(s->view->context, at, z);
        if (i == 0 && s->view->ground_in) z += fmax(0, s->view->ground_in(s->view->context, p));
        if (z == PLAIN_RINGS_USUAL_TOP_IN) break;
    }
    for (int i = 0; i < s->fit_count; i++)
        if (s->fits[i].chosen && search_shown(&s->fits[i]) >= PLAIN_RINGS_WELL_SHOWN && on_base(s, &s->fits[i], p)) return true;
    return false;
}

static bool on_table(const base_search *s, px2 at) {
    vec2 p = s->view->to_table(s->view->context, at, 0);
    return p.x > -0.3 && p.y > -0.3 && p.x < s->view->width_in + 0.3 && p.y < s->view->depth_in + 0.3;
}

static bool cell_open(const base_search *s, const paint *of, px_rect r) {
    const colour_table *rim = of->now;
    int open = 0, need = (int)(PLAIN_RINGS_CELL_SHARE * CELL_SAMPLES * CELL_SAMPLES), like = 0;
    px2 at[CELL_SAMPLES * CELL_SAMPLES];
    for (int k = 0; k < CELL_SAMPLES * CELL_SAMPLES; k++) {
        int x = r.x + (2 * (k % CELL_SAMPLES) + 1) * r.width / (2 * CELL_SAMPLES),
            y = r.y + (2 * (k / CELL_SAMPLES) + 1) * r.height / (2 * CELL_SAMPLES);
        const uint8_t *p = frame_colour_at(s->frame, x, y);
        if (rim->like[colour_bin(p)] >= PLAIN_RINGS_LIKE) at[like++] = (px2){x, y};
    }
    if (like < need || (search_like_print(s, (int)(of - s->rims)) && print_at(s, r.x + r.width / 2.0, r.y + r.height / 2.0)) ||
        !on_table(s, (px2){r.x + r.width / 2.0, r.y + r.height / 2.0}))
        return false;
    for (int k = 0; k < like && open < need && open + like - k >= need; k++) open += !explained(s, at[k]);
    return open >= need;
}

static void mark_cells(const base_search *s, const paint *rim, px_rect box, cell_map *c) {
    for (int y = 0; y < c->rows; y++)
        for (int x = 0; x < c->columns; x++)
            c->open[y * c->columns + x] = cell_open(s, rim, (px_rect){box.x + x * c->edge, box.y + y * c->edge, c->edge, c->edge});
}

// Removes the open cells connected with (x, y) and returns the box around them, in cells.
static px_rect take_cluster(cell_map *c, int x, int y) {
    px_rect r = {x, y, 1, 1};
    for (bool grown = true; grown;) {
        grown = false;
        for (int v = r.y - 1; v <= r.y + r.height; v++)
            for (int u = r.x - 1; u <= r.x + r.width; u++) {
                if (u < 0 || v < 0 || u >= c->columns || v >= c->rows || !c->open[v * c->columns + u]) continue;
                c->open[v * c->columns + u] = 0;
                int right = r.x + r.width > u + 1 ? r.x + r.width : u + 1, below = r.y + r.height > v + 1 ? r.y + r.height : v + 1;
                px_rect g = {r.x < u ? r.x : u, r.y < v ? r.y : v, 0, 0};
                g.width = right - g.x, g.height = below - g.y;
                grown |= g.width != r.width || g.height != r.height;
                r = g;
            }
    }
    return r;
}

static void reduce_rim(const base_search *s, const colour_table *rim, outline_map *o) {
    frame_want_colours(s->frame, o->box.x, o->box.y, o->width * o->reduce, o->height * o->reduce);
    for (int y = 0; y < o->height; y++) {
        const uint8_t *p =
            s->frame->bgr + (size_t)(o->box.y + y * o->reduce + o->reduce / 2) * s->frame->bgr_stride + 3 * (size_t)(o->box.x + o->reduce / 2);
        uint8_t *to = o->image + (size_t)y * (size_t)o->width;
        for (int x = 0; x < o->width; x++, p += 3 * o->reduce) to[x] = rim->like[colour_bin(p)];
    }
}

// Turns a round base to the strongest mark, and a square base to the side that shows one.
static void turn_to_mark(base_search *s, found_base *b) {
    const rim_model *m = &s->models[b->kind];
    rim_planes p = {.frame = s->frame, .mark = s->marks[s->mark_of[b->kind]].now, .px_per_in = s->px_per_in};
    int turns = m->round ? HEADINGS : m->half_x == m->half_y ? 4 : 2;
    rim_fit best = b->fit;
    double most = -2;
    for (int i = 0; i < turns; i++) {
        rim_fit f = b->fit;
        f.heading_rad = angle_wrap(b->fit.heading_rad + i * 2 * PI / turns);
        double mark = rim_mark(m, &p, s->view, &f);
        if (mark > most) most = mark, best = f;
    }
    b->fit = best;
}

static bool known_already(const base_search *s, const found_base *b) {
    for (int i = s->fit_count - 1; i >= 0; i--) {
        const found_base *o = &s->fits[i];
        if (o->kind == b->kind && vec2_distance(o->fit.at, b->fit.at) < 1.0 * IN_PER_MM && search_shown(o) >= search_shown(b) - 0.02 &&
            o->fit.mark >= b->fit.mark - 0.05)
            return true;
    }
    return false;
}

// True where a certain base stands at about the same place.
static bool settled(const base_search *s, const found_base *b) {
    for (int i = 0; i < s->fit_count; i++) {
        const found_base *o = &s->fits[i];
        const rim_model *m = &s->models[o->kind];
        if (o->chosen && search_certain(o) && vec2_distance(o->fit.at, b->fit.at) < 0.7 * fmin(m->half_x, m->half_y)) return true;
    }
    return false;
}

// Fits a base at the spot: first as found, then turned to its mark.
static void try_ring(base_search *s, int kind, const outline_spot *spot, bool refine) {
    found_base b = {.kind = kind, .by = FOUND_BY_OUTLINE};
    px2 at = {(double)spot->u, (double)spot->v};
    if (!search_place(s, kind, at, &b.fit.at, &b.fit.z_in) || settled(s, &b)) return;
    px2 ahead = {at.u + 20 * cos((double)spot->turn), at.v + 20 * sin((double)spot->turn)};
    vec2 there = s->view->to_table(s->view->context, ahead, b.fit.z_in);
    b.fit.heading_rad = atan2(there.y - b.fit.at.y, there.x - b.fit.at.x);
    if (!isfinite(b.fit.heading_rad) || s->fit_count == MAX_FITS || scan_at(s, &b) < PLAIN_RINGS_WORTH) return;
    if (s->models[kind].round) turn_to_mark(s, &b);  // its heading is unknown, and a fit turns only a little
    if (!search_refine(s, &b, RIM_QUICK)) return;
    turn_to_mark(s, &b);
    if (!search_refine(s, &b, RIM_QUICK) || known_already(s, &b)) return;
    b.ambiguous = b.fit.mark < 0.5;
    if (!refine) b.fit.score = scan_at(s, &b);
    s->fits[s->fit_count++] = b;
}

static void rings_in(base_search *s, int rim, px_rect r, bool refine) {
    double reach = 0;
    for (int k = 0; k < s->kind_count; k++)
        if (s->rim_of[k] == rim) reach = fmax(reach, s->models[k].reach);
    int by = (int)(1.1 * reach * s->px_per_in) + 4;
    px_rect box = {r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
    box = rect_clip(&box, s->frame->width, s->frame->height);
    int reduce = (int)fmax(1, s->px_per_in * IN_PER_MM / PLAIN_RINGS_WORK_PX_PER_MM + 0.3);
    if (box.width < 8 * reduce || box.height < 8 * reduce || outline_open(&s->outline, box, reduce) != STATUS_OK) return;
    reduce_rim(s, s->rims[rim].now, &s->outline);
    outline_edges(&s->outline, PLAIN_RINGS_STEEP);
    double scale = s->px_per_in / reduce;
    for (int k = 0; k < s->kind_count; k++) {
        const rim_model *m = &s->models[k];
        if (s->rim_of[k] != rim || s->look_of[k] != k) continue;
        outline_shape shape = {m->round, m->half_x * scale, m->half_y * scale, RIM_WIDTH_IN * scale, PLAIN_RINGS_LEAST_VOTES};
        int count = outline_find(&s->outline, shape, s->outlines, MAX_OUTLINES);
        for (int i = 0; i < count; i++) try_ring(s, k, &s->outlines[i], refine);
    }
}

void sample_rings(base_search *s, int rim, const px_rect *where, int where_count) {
    for (int i = 0; i < where_count; i++) rings_in(s, rim, rect_clip(&where[i], s->frame->width, s->frame->height), false);
}

void find_rings(base_search *s, const px_rect *where, int where_count) {
    for (int rim = 0; rim < s->rim_count; rim++)
        for (int i = 0; i < where_count; i++) {
            px_rect r = rect_clip(&where[i], s->frame->width, s->frame->height);
            cell_map c = {.edge = (int)fmax(CELL_SAMPLES, PLAIN_RINGS_CELL_MM * IN_PER_MM * s->px_per_in), .open = s->cells};
            c.columns = r.width / c.edge, c.rows = r.height / c.edge;
            if (c.columns <= 0 || c.rows <= 0 || (size_t)c.columns * (size_t)c.rows > MAX_CELLS) {
                rings_in(s, rim, r, true);
                continue;
            }
            mark_cells(s, &s->rims[rim], r, &c);
            for (int k = 0; k < c.columns * c.rows; k++) {
                if (!c.open[k]) continue;
                px_rect b = take_cluster(&c, k % c.columns, k / c.columns);
                if (b.width * b.height > 1)
                    rings_in(s, rim, (px_rect){r.x + b.x * c.edge, r.y + b.y * c.edge, b.width * c.edge, b.height * c.edge}, true);
            }
        }
}
