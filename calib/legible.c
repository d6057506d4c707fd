#include "calib/legible.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "calib/tag_bitmap.h"
#include "core/plural.h"
#include "core/rim_code.h"

#define STEPS 12       // of the grid over the table, each way
#define STEP_IN 0.125  // half of the distance over which the picture's scale is taken

static bool in_picture(const calibration *c, px2 p) { return p.u >= -0.5 && p.v >= -0.5 && p.u <= c->width - 0.5 && p.v <= c->height - 0.5; }

double legible_px_mm(const calibration *c, vec2 at, double z_in) {
    px2 e = calib_to_px(c, (vec3){at.x + STEP_IN, at.y, z_in}), w = calib_to_px(c, (vec3){at.x - STEP_IN, at.y, z_in});
    px2 n = calib_to_px(c, (vec3){at.x, at.y + STEP_IN, z_in}), s = calib_to_px(c, (vec3){at.x, at.y - STEP_IN, z_in});
    if (!in_picture(c, calib_to_px(c, (vec3){at.x, at.y, z_in}))) return NAN;
    double a = e.u - w.u, b = n.u - s.u, d = e.v - w.v, f = n.v - s.v;  // the Jacobian's columns; its smaller singular value
    double sum = a * a + b * b + d * d + f * f, det = a * f - b * d;
    double least = sqrt(fmax(0, (sum - sqrt(fmax(0, sum * sum - 4 * det * det))) / 2));
    return least / (2 * STEP_IN) * IN_PER_MM;
}

// Over the whole table at a height: least scale and where; how much of the table is not in the picture.
static double least_px_mm(const game *g, const calibration *c, double z_in, vec2 *where, double *hidden) {
    double least = INFINITY;
    int unseen = 0;
    for (int i = 0; i <= STEPS; i++)
        for (int j = 0; j <= STEPS; j++) {
            vec2 at = {g->width_in * i / STEPS, g->depth_in * j / STEPS};
            double here = legible_px_mm(c, at, z_in);
            unseen += !(here >= 0);
            if (!(here < least)) continue;
            least = here;
            *where = at;
        }
    *hidden = (double)unseen / ((STEPS + 1) * (STEPS + 1));
    return least;
}

__attribute__((format(printf, 2, 3))) static void warn(legible_report *r, const char *format, ...) {
    if (r->warning_count == LEGIBLE_MAX_WARNINGS) return;
    va_list args;
    va_start(args, format);
    vsnprintf(r->warnings[r->warning_count++], sizeof r->warnings[0], format, args);
    va_end(args);
}

// The kind of that name, made where it is new; NULL where there are too many.
static legible_kind *find_kind(legible_report *r, const char *what, bool *is_new) {
    *is_new = false;
    for (int i = 0; i < r->kind_count; i++)
        if (strcmp(r->kinds[i].what, what) == 0) return &r->kinds[i];
    if (r->kind_count == LEGIBLE_MAX_KINDS) {
        r->all_kinds = false;
        return NULL;
    }
    *is_new = true;
    legible_kind *k = &r->kinds[r->kind_count++];
    *k = (legible_kind){.count = 0};
    snprintf(k->what, sizeof k->what, "%s", what);
    return k;
}

static void name_base(base b, char *out, size_t capacity) {
    double w = b.width_in / IN_PER_MM, d = b.depth_in / IN_PER_MM;
    if (b.shape == BASE_RECT)
        snprintf(out, capacity, "a %.4g x %.4g mm base", w, d);
    else
        snprintf(out, capacity, "a %s %.4g mm base", base_shape_name(b.shape), w);
}

static void judge(const game *g, const calibration *c, double z_in, legible_kind *k) {
    vec2 at;
    double hidden;
    k->middle_px_mm = legible_px_mm(c, (vec2){g->width_in / 2, g->depth_in / 2}, z_in);
    k->least_px_mm = least_px_mm(g, c, z_in, &at, &hidden);
    k->where = k->least_px_mm >= k->need_px_mm ? LEGIBLE_EVERYWHERE : k->middle_px_mm >= k->need_px_mm ? LEGIBLE_IN_PART : LEGIBLE_NOWHERE;
}

static status take_tag(const game *g, const calibration *c, const marker *m, const char *on, const base *b, double z_in, legible_report *r,
                       fault *fault) {
    char what[128];
    bool is_new;
    tag_bitmap tag;
    double size_mm = m->size_in / IN_PER_MM;
    if (size_mm <= 0) return STATUS_OK;  // a declaration marker of no stated size
    snprintf(what, sizeof what, "%s of %.4g mm %s", m->family, size_mm, on);
    legible_kind *k = find_kind(r, what, &is_new);
    if (!k) return STATUS_OK;
    k->count++;
    if (!is_new) return STATUS_OK;
    status s = tag_bitmap_make(m->family, m->id, &tag, fault);
    if (s != STATUS_OK) return s;
    double need_px = (b ? LEGIBLE_COVERED_TAG_CELL_PX : LEGIBLE_TAG_CELL_PX) * tag.border;
    k->need_px_mm = need_px / size_mm;
    judge(g, c, z_in, k);
    if (k->where == LEGIBLE_EVERYWHERE) return STATUS_OK;
    double large = ceil(need_px / k->least_px_mm);
    if (b && large * (tag.cells + 1) / tag.border > fmin(b->width_in, b->depth_in) / IN_PER_MM)
        snprintf(k->remedy, sizeof k->remedy, "it needs %.0f mm, more than the base has room for: give it a rim code, or bring the camera nearer",
                 large);
    else
        snprintf(k->remedy, sizeof k->remedy, "make it %.0f mm or larger", large);
    return STATUS_OK;
}

// The shortest cell that is read where the camera gives least.
static double readable_cell_in(double px_mm) { return fmax(LEGIBLE_RIM_CELL_PX / px_mm * IN_PER_MM, RIM_CODE_SHORTEST_IN); }

// How many cells to print on a base: as many as are clear, but 32 before 24.
static int cells_to_offer(base b, double px_mm, double shortest_in) {
    enum { ENOUGH = 32 };
    int most = rim_code_most_cells(b, fmax(readable_cell_in(px_mm), shortest_in));
    double cell_in = rim_code_cell_in(b, ENOUGH);
    return most < ENOUGH && cell_in >= shortest_in && cell_in / IN_PER_MM * px_mm >= LEGIBLE_RIM_CELL_OF_32_PX ? ENOUGH : most;
}

static bool bands_are_seen(double px_mm) { return RIM_CODE_WIDTH_IN / IN_PER_MM * px_mm >= LEGIBLE_BAND_PX; }

static void take_rim(const game *g, const calibration *c, const game_figure *f, double z_in, legible_report *r) {
    char what[128], on[64];
    bool is_new;
    name_base(f->base, on, sizeof on);
    snprintf(what, sizeof what, "rim code of %d cells on %s", f->marker.cells, on);
    legible_kind *k = find_kind(r, what, &is_new);
    if (!k) return;
    k->count++;
    if (!is_new) return;
    double cell_mm = rim_code_cell_in(f->base, f->marker.cells) / IN_PER_MM;
    k->need_px_mm = fmax(LEGIBLE_RIM_CELL_PX / cell_mm, LEGIBLE_BAND_PX / (RIM_CODE_WIDTH_IN / IN_PER_MM));
    judge(g, c, z_in, k);
    if (k->where == LEGIBLE_EVERYWHERE) return;
    int fewer = bands_are_seen(k->least_px_mm) ? cells_to_offer(f->base, k->least_px_mm, RIM_CODE_SHORTEST_IN) : 0;
    if (fewer > 0 && fewer < f->marker.cells)
        snprintf(k->remedy, sizeof k->remedy, "state \"cells\": %d in its marker and print it again", fewer);
    else if (fewer > 0)
        snprintf(k->remedy, sizeof k->remedy, "many are read only where they are expected: bring the camera nearer, or take one with more pixels");
    else
        snprintf(k->remedy, sizeof k->remedy, "no rim code can be read on this base: bring the camera nearer, or take one with more pixels");
}

// Bases that no code names and no paint: `what` they are, and from which resolution on they are found.
static void take_unmarked(const game *g, const calibration *c, const char *what, double need_px_mm, const char *remedy, double z_in,
                          legible_report *r) {
    bool is_new;
    legible_kind *k = find_kind(r, what, &is_new);
    if (!k) return;
    k->count++;
    if (!is_new) return;
    k->need_px_mm = need_px_mm;
    judge(g, c, z_in, k);
    if (k->where != LEGIBLE_EVERYWHERE) snprintf(k->remedy, sizeof k->remedy, "%s", remedy);
}

static const char nearer[] = "bring the camera nearer, or take one with more pixels";

static void take_plain(const game *g, const calibration *c, const game_figure *f, double z_in, legible_report *r) {
    char what[128], on[64];
    name_base(f->base, on, sizeof on);
    snprintf(what, sizeof what, "painted rim of %s", on);
    take_unmarked(g, c, what, LEGIBLE_BAND_PX / (RIM_CODE_WIDTH_IN / IN_PER_MM), nearer, z_in, r);
}

static void take_bare(const game *g, const calibration *c, const game_figure *f, double z_in, legible_report *r) {
    char what[128], on[64];
    name_base(f->base, on, sizeof on);
    snprintf(what, sizeof what, "outline of %s without paint or marker", on);
    take_unmarked(g, c, what, LEGIBLE_BARE_PX_MM, "paint its rim and state rim_colour, or bring the camera nearer", z_in, r);
}

// Placed by their unit's marker: they are known where that is read.
static status take_laid(const game *g, const calibration *c, const game_unit *u, legible_report *r, fault *fault) {
    char what[128];
    tag_bitmap tag;
    double size_mm = u->marker.size_in / IN_PER_MM;
    if (size_mm <= 0) return STATUS_OK;
    status s = tag_bitmap_make(u->marker.family, u->marker.id, &tag, fault);
    if (s != STATUS_OK) return s;
    snprintf(what, sizeof what, "base laid behind its unit's %s of %.4g mm", u->marker.family, size_mm);
    take_unmarked(g, c, what, LEGIBLE_TAG_CELL_PX * tag.border / size_mm, "make the unit's marker larger", u->marker_z_in, r);
    return s;
}

// Reported once a unit. A tag as wide as its base still shows its code, with the base's own rim as its margin.
static void check_capacity(const game *g, int figure, legible_report *r) {
    const game_figure *f = &g->figures[figure];
    double capacity = fmin(f->base.width_in, f->base.depth_in) - 2 * f->base.top_inset_in, size = f->marker.size_in;
    const game_figure *before = figure > g->units[f->unit].first_figure ? f - 1 : NULL;
    if (size <= capacity * 1.001 || (before && before->marker.size_in > capacity * 1.001)) return;
    warn(r, "%s: its %s of %.4g mm is larger than the top of its base, %.4g mm: print a smaller one", f->id, f->marker.family, size / IN_PER_MM,
         capacity / IN_PER_MM);
}

static status take_figures(const game *g, const calibration *c, legible_report *r, fault *fault) {
    status s = STATUS_OK;
    for (int i = 0; i < g->figure_count && s == STATUS_OK; i++) {
        const game_figure *f = &g->figures[i];
        const game_unit *u = &g->units[f->unit];
        double z_in = f->base.height_in + (u->has_tray ? u->tray_height_in : 0);
        if (game_is_rim(&f->marker))
            take_rim(g, c, f, z_in, r);
        else if (f->marker.family[0])
            check_capacity(g, i, r), s = take_tag(g, c, &f->marker, "under a figure", &f->base, z_in, r, fault);
        else if (u->rim_rgb != NO_COLOUR)
            take_plain(g, c, f, z_in, r);
        else if (u->marker.family[0] && u->marker_has_offset)
            s = take_laid(g, c, u, r, fault);
        else
            take_bare(g, c, f, z_in, r);
        bool is_bare = !f->marker.family[0] && u->rim_rgb == NO_COLOUR && !(u->marker.family[0] && u->marker_has_offset);
        if (is_bare && i == u->first_figure)
            warn(r,
                 "unit %s has figures with neither a marker nor a rim_colour, and no marker of its own with an offset: they are sought by "
                 "their outlines alone, the least sure way, and show no front: paint their rims and state rim_colour, or give them rim codes",
                 u->id);
    }
    return s;
}

static status take_markers(const game *g, const calibration *c, legible_report *r, fault *fault) {
    status s = STATUS_OK;
    for (int i = 0; i < g->table_marker_count && s == STATUS_OK; i++)
        s = take_tag(g, c, &g->table_markers[i].marker, "on the table", NULL, g->table_markers[i].z_in, r, fault);
    for (int u = 0; u < g->unit_count && s == STATUS_OK; u++)
        if (g->units[u].marker.family[0]) s = take_tag(g, c, &g->units[u].marker, "of a unit", NULL, g->units[u].marker_z_in, r, fault);
    for (int d = 0; d < g->declaration_count && s == STATUS_OK; d++)
        s = take_tag(g, c, &g->declarations[d].marker, "for declarations", NULL, 0, r, fault);
    return s;
}

// Rim codes of one number of cells: as far apart as so many can be, or as the first ENOUGH_IDS are?
static void check_ids(const game *g, int cells, legible_report *r) {
    enum { ENOUGH_IDS = 50 };
    int ids[RIM_CODE_IDS], first[RIM_CODE_IDS], n = 0;
    for (int f = 0; f < g->figure_count && n < RIM_CODE_IDS; f++)
        if (game_is_rim(&g->figures[f].marker) && g->figures[f].marker.cells == cells) ids[n++] = g->figures[f].marker.id;
    if (n == 0) return;
    int lowest = n < ENOUGH_IDS ? ENOUGH_IDS : n;
    for (int i = 0; i < lowest; i++) first[i] = i;
    int apart = rim_code_distance(cells, ids, n), could = rim_code_distance(cells, first, lowest);
    if (apart < could)
        warn(r, "the ids of the %d rim code%s of %d cells differ in as few as %d cell%s; among 0 to %d it is %d: take the lowest ids", n, plural_s(n),
             cells, apart, plural_s(apart), lowest - 1, could);
}

typedef struct {
    double l, a, b;
} lab;

static double linear(uint32_t byte) {
    double v = (byte & 255) / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

// sRGB to CIELAB, white point D65. Source: IEC 61966-2-1; CIE 15.
static lab lab_of(uint32_t rgb) {
    double red = linear(rgb >> 16), green = linear(rgb >> 8), blue = linear(rgb);
    double x = lab_curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505), y = lab_curve(0.2126 * red + 0.7152 * green + 0.0722 * blue),
           z = lab_curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    return (lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double legible_paint_distance(uint32_t a, uint32_t b) {
    lab p = lab_of(a), q = lab_of(b);
    return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

static const game_figure *plain_figure(const game *g, const game_unit *u) {
    for (int f = u->first_figure; u->rim_rgb != NO_COLOUR && f < u->first_figure + u->figure_count; f++)
        if (!g->figures[f].marker.family[0]) return &g->figures[f];
    return NULL;
}

// Plain bases are distinguished by shape, size and paint alone.
static void check_paints(const game *g, legible_report *r) {
    for (int u = 0; u < g->unit_count; u++) {
        const game_unit *a = &g->units[u];
        const game_figure *p = plain_figure(g, a);
        if (p && a->mark_rgb != NO_COLOUR && legible_paint_distance(a->rim_rgb, a->mark_rgb) < LEGIBLE_PAINT_DISTANCE)
            warn(r, "unit %s: its front marks #%06x are too much like its rims #%06x to be seen: choose another mark_colour", a->id,
                 (unsigned)a->mark_rgb, (unsigned)a->rim_rgb);
        for (int v = 0; p && v < u; v++) {
            const game_unit *b = &g->units[v];
            const game_figure *q = b->side == a->side ? NULL : plain_figure(g, b);
            if (!q || q->base.shape != p->base.shape || q->base.width_in != p->base.width_in || q->base.depth_in != p->base.depth_in) continue;
            if (legible_paint_distance(a->rim_rgb, b->rim_rgb) >= LEGIBLE_PAINT_DISTANCE) continue;
            warn(r, "units %s and %s, of two sides, have bases of one size and rims too much alike, #%06x and #%06x: paint one of them differently",
                 b->id, a->id, (unsigned)b->rim_rgb, (unsigned)a->rim_rgb);
        }
    }
}

static void tell_smallest_rims(legible_report *r) {
    static const struct {
        base_shape shape;
        double mm;
    } sizes[] = {{BASE_ROUND, 25}, {BASE_ROUND, 32},  {BASE_ROUND, 40},  {BASE_ROUND, 50},
                 {BASE_ROUND, 60}, {BASE_SQUARE, 20}, {BASE_SQUARE, 25}, {BASE_SQUARE, 40}};
    char *out = r->smallest_rims;
    size_t capacity = sizeof r->smallest_rims, n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        base b = {sizes[i].shape, sizes[i].mm * IN_PER_MM, sizes[i].mm * IN_PER_MM, 0, 0};
        int most = cells_to_offer(b, r->least_px_mm, RIM_CODE_CELL_IN);
        if (most > 0 && bands_are_seen(r->least_px_mm) && n < capacity)
            n += (size_t)snprintf(out + n, capacity - n, "%s%s %.0f mm with %d cells", n ? ", " : "", base_shape_name(b.shape), sizes[i].mm, most);
    }
    if (n == 0) snprintf(out, capacity, "none");
}

static void tell_smallest(legible_report *r) {
    const int border = 8;  // cells of tag36h11 between its corners
    snprintf(r->smallest_tag, sizeof r->smallest_tag, "tag36h11 of %.1f mm, under a figure of %.1f mm", border * LEGIBLE_TAG_CELL_PX / r->least_px_mm,
             border * LEGIBLE_COVERED_TAG_CELL_PX / r->least_px_mm);
    snprintf(r->smallest_plain, sizeof r->smallest_plain, "painted rims %.1f mm wide", LEGIBLE_BAND_PX / r->least_px_mm);
    tell_smallest_rims(r);
}

status legible_check(const game *g, const calibration *c, legible_report *out, fault *fault) {
    *out = (legible_report){.all_kinds = true};
    if (!c->has_table)
        return fault_set(fault, STATUS_INVALID,
                         "is a lens alone: what can be read on the table is known once its place is (vedette calibrate table)");
    out->middle_px_mm = legible_px_mm(c, (vec2){g->width_in / 2, g->depth_in / 2}, 0);
    out->least_px_mm = least_px_mm(g, c, 0, &out->least_at, &out->hidden_share);
    if (!isfinite(out->least_px_mm) || !(out->middle_px_mm > 0))
        return fault_set(fault, STATUS_INVALID, "does not show the middle of this game's %g x %g inch table: is it of another table?", g->width_in,
                         g->depth_in);
    if (out->hidden_share > 0)
        warn(out, "%.0f %% of the table lies outside of the picture: what stands there is not seen: raise the camera or turn it",
             fmax(1, 100 * out->hidden_share));
    status s = take_markers(g, c, out, fault);
    if (s == STATUS_OK) s = take_figures(g, c, out, fault);
    for (int i = 0; i < RIM_CODE_SIZES; i++) check_ids(g, rim_code_sizes[i], out);
    check_paints(g, out);
    tell_smallest(out);
    return s;
}

double legible_times(const game *g, const calibration *c) {
    static _Thread_local legible_report r;  // large
    fault fault;
    double least = INFINITY;
    if (legible_check(g, c, &r, &fault) != STATUS_OK) return 0;
    for (int i = 0; i < r.kind_count; i++) least = fmin(least, r.kinds[i].middle_px_mm / r.kinds[i].need_px_mm);
    return isfinite(least) ? least : 0;
}
