// Which markers there are, where they lie on the sheets, and the sheets as PDF.
#include "calib/print.h"

#include <assert.h>
#include <cairo-pdf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/print_draw.h"
#include "core/rim_code.h"

#define MARGIN_MM 8.0  // beyond what common printers leave white
#define TOP_MM 13.0    // below the sheet's title
#define FOOT_MM 14.0   // above the ruler
#define GAP_MM 3.0
#define CAPTION_MM 7.0         // two lines below the marker
#define ARROW_MM 5.0           // above it
#define CAPTION_LEAST_MM 29.8  // six columns on A4
#define POINTS_PER_MM (72 / 25.4)

static const struct {
    const char *key, *name;
    double width_mm, height_mm;
} papers[PAPER_COUNT] = {{"a4", "A4", 210, 297}, {"letter", "Letter", 215.9, 279.4}};

print_paper print_paper_by_name(const char *name) {
    int i = 0;
    while (i < PAPER_COUNT && strcmp(papers[i].key, name) != 0) i++;
    return (print_paper)i;
}

const char *print_paper_name(print_paper paper) { return papers[paper].name; }

static double cell_mm(const print_item *i) { return i->size_mm / i->tag.border; }

// What is cut out: a marker with its white margin, one cell wide, or the band of a rim code. x and y alone are not set.
static print_box extent_mm(const print_item *i) {
    if (i->rim.cells == 0) return (print_box){.width_mm = cell_mm(i) * (i->tag.cells + 2), .height_mm = cell_mm(i) * (i->tag.cells + 2)};
    base b = i->rim.base;
    return (print_box){.width_mm = (b.width_in - 2 * b.top_inset_in) / IN_PER_MM, .height_mm = (b.depth_in - 2 * b.top_inset_in) / IN_PER_MM};
}

// A rim code has its arrow inside.
static double strips_mm(const print_item *i) { return CAPTION_MM + (i->front && i->rim.cells == 0 ? ARROW_MM : 0); }

// Markers for the table and for declarations lie loose and keep their caption; those for bases and trays are cut to the margin.
static bool keeps_caption(const print_item *i) { return i->kind == PRINT_TABLE || i->kind == PRINT_DECLARATION; }

static status check_fits(const print_sheets *p, const print_item *i, fault *fault) {
    double width = p->width_mm - 2 * MARGIN_MM, height = p->height_mm - TOP_MM - FOOT_MM - strips_mm(i);
    print_box extent = extent_mm(i);
    if (extent.width_mm <= width && extent.height_mm <= height) return STATUS_OK;
    if (i->rim.cells)
        return fault_set(
            fault, STATUS_INVALID,
            "%.190s: its base of %.4g x %.4g mm with rim code %d does not fit on the sheet, which has room for %d x %d mm: give it a tag", i->name,
            extent.width_mm, extent.height_mm, i->marker->id, (int)width, (int)height);
    double most = fmin(width, height) / (i->tag.cells + 2) * i->tag.border;
    return fault_set(
        fault, STATUS_INVALID,
        "%.190s: its marker %s %d of %.4g mm takes %.4g mm with its white margin and does not fit on the sheet: state at most %d mm in the "
        "game file",
        i->name, i->marker->family, i->marker->id, i->size_mm, extent.width_mm, (int)most);
}

static status add(print_sheets *p, print_kind kind, const marker *m, bool front, const char *name, fault *fault) {
    if (!m->family[0]) return STATUS_OK;
    print_item *i = &p->items[p->item_count];
    *i = (print_item){.kind = kind, .marker = m, .front = front, .size_mm = m->size_in / IN_PER_MM};
    if (i->size_mm <= 0) i->size_mm = PRINT_DECLARATION_MM;
    snprintf(i->name, sizeof i->name, "%s", name);
    struct fault inner = {""};
    status s = tag_bitmap_make(m->family, m->id, &i->tag, &inner);
    if (s != STATUS_OK) return fault_set(fault, s, "%.190s: its marker cannot be printed: %.250s", name, inner.text);
    p->item_count++;
    return check_fits(p, i, fault);
}

static status add_rim(print_sheets *p, const game *g, int f, const char *name, fault *fault) {
    const marker *m = &g->figures[f].marker;
    print_item *i = &p->items[p->item_count++];
    *i = (print_item){.kind = PRINT_FIGURE, .marker = m, .front = true};
    i->rim = (print_rim){.cells = m->cells, .word = rim_code_word(m->cells, m->id), .base = g->figures[f].base};
    game_rim_colours(g, f, &i->rim.dark_rgb, &i->rim.light_rgb);
    snprintf(i->name, sizeof i->name, "%s", name);
    return check_fits(p, i, fault);
}

static status add_figures(print_sheets *p, const game *g, fault *fault) {
    char name[PRINT_NAME_MAX];
    status s = STATUS_OK;
    for (int f = 0; f < g->figure_count && s == STATUS_OK; f++) {
        const game_figure *figure = &g->figures[f];
        snprintf(name, sizeof name, "%s %s", figure->id, g->units[figure->unit].name);
        s = game_is_rim(&figure->marker) ? add_rim(p, g, f, name, fault) : add(p, PRINT_FIGURE, &figure->marker, true, name, fault);
    }
    return s;
}

static status add_units(print_sheets *p, const game *g, fault *fault) {
    char name[PRINT_NAME_MAX];
    status s = STATUS_OK;
    for (int u = 0; u < g->unit_count && s == STATUS_OK; u++) {
        const game_unit *unit = &g->units[u];
        snprintf(name, sizeof name, "%s %s", unit->id, unit->name);
        s = add(p, PRINT_UNIT, &unit->marker, unit->marker_has_offset && fabs(unit->marker_offset.heading_rad) < 1e-9, name, fault);
    }
    return s;
}

static status add_all(print_sheets *p, const game *g, fault *fault) {
    char name[PRINT_NAME_MAX];
    status s = STATUS_OK;
    for (int t = 0; t < g->table_marker_count && s == STATUS_OK; t++) {
        pose at = g->table_markers[t].pose;
        snprintf(name, sizeof name, "table at %.4g\", %.4g\", top to %.4g°", at.at.x, at.at.y, round(at.heading_rad * DEG_PER_RAD * 1e3) / 1e3);
        s = add(p, PRINT_TABLE, &g->table_markers[t].marker, false, name, fault);
    }
    if (s == STATUS_OK) s = add_units(p, g, fault);
    if (s == STATUS_OK) s = add_figures(p, g, fault);
    for (int d = 0; d < g->declaration_count && s == STATUS_OK; d++)
        s = add(p, PRINT_DECLARATION, &g->declarations[d].marker, false, g->declarations[d].means, fault);
    return s;
}

// Rows from the top, each as high as its highest marker; each kind begins a new row.
typedef struct {
    double x_mm, y_mm, row_mm;
    int sheet;
} pen;

static void next_row(pen *at) {
    if (at->row_mm > 0) at->y_mm += at->row_mm + GAP_MM;
    at->x_mm = MARGIN_MM;
    at->row_mm = 0;
}

static void set_boxes(print_item *i, double x_mm, double y_mm, double width_mm) {
    double tag_y = y_mm + strips_mm(i) - CAPTION_MM;
    print_box extent = extent_mm(i);
    i->slot = (print_box){x_mm, y_mm, width_mm, extent.height_mm + strips_mm(i)};
    i->cut = i->square = (print_box){x_mm, tag_y, extent.width_mm, extent.height_mm};
    if (i->rim.cells) return;
    double outside = cell_mm(i) * ((i->tag.cells - i->tag.border) / 2 + 1);
    i->square = (print_box){x_mm + outside, tag_y + outside, i->size_mm, i->size_mm};
    if (keeps_caption(i)) i->cut.width_mm = width_mm, i->cut.height_mm += CAPTION_MM;
}

static void place(const print_sheets *p, pen *at, print_item *i) {
    double width = fmax(extent_mm(i).width_mm, CAPTION_LEAST_MM), height = extent_mm(i).height_mm + strips_mm(i), right = p->width_mm - MARGIN_MM;
    if (at->x_mm + width > right + 1e-9) next_row(at);
    if (at->y_mm + height > p->height_mm - FOOT_MM + 1e-9) *at = (pen){.x_mm = MARGIN_MM, .y_mm = TOP_MM, .sheet = at->sheet + 1};
    set_boxes(i, at->x_mm, at->y_mm, width);
    i->sheet = at->sheet;
    at->x_mm += width + GAP_MM;
    at->row_mm = fmax(at->row_mm, height);
}

static void place_all(print_sheets *p) {
    pen at = {.x_mm = MARGIN_MM, .y_mm = TOP_MM};
    for (int i = 0; i < p->item_count; i++) {
        if (i > 0 && p->items[i].kind != p->items[i - 1].kind) next_row(&at);
        place(p, &at, &p->items[i]);
    }
    p->sheet_count = (p->item_count > 0 ? at.sheet + 1 : 0) + 1;
}

status print_layout(const game *g, print_paper paper, print_sheets *out, fault *fault) {
    assert(paper < PAPER_COUNT);
    *out = (print_sheets){.width_mm = papers[paper].width_mm, .height_mm = papers[paper].height_mm, .title = g->title};
    size_t most = (size_t)g->table_marker_count + (size_t)g->unit_count + (size_t)g->figure_count + (size_t)g->declaration_count;
    out->items = calloc(most + 1, sizeof *out->items);
    if (!out->items) return fault_set(fault, STATUS_MEMORY, "out of memory for the sheets");
    status s = add_all(out, g, fault);
    if (s != STATUS_OK) {
        print_finish(out);
        return s;
    }
    place_all(out);
    return STATUS_OK;
}

void print_finish(print_sheets *p) {
    free(p->items);
    *p = (print_sheets){0};
}

typedef struct {
    FILE *file;
    int error;  // errno of the first write that failed
} sink;

static cairo_status_t put(void *context, const unsigned char *data, unsigned int length) {
    sink *s = context;
    errno = 0;
    if (fwrite(data, 1, length, s->file) == length) return CAIRO_STATUS_SUCCESS;
    if (!s->error) s->error = errno ? errno : EIO;
    return CAIRO_STATUS_WRITE_ERROR;
}

static void set_title(cairo_surface_t *pdf, const char *title) {
    char text[GAME_NAME_MAX + 32], name[GAME_NAME_MAX];
    print_clean_text(title, name, sizeof name);
    snprintf(text, sizeof text, "Vedette markers: %s", name);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, text);
}

static cairo_status_t draw_pdf(const print_sheets *p, sink *to) {
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(put, to, p->width_mm * POINTS_PER_MM, p->height_mm * POINTS_PER_MM);
    cairo_pdf_surface_restrict_to_version(pdf, CAIRO_PDF_VERSION_1_4);
    set_title(pdf, p->title);
    cairo_t *cr = cairo_create(pdf);
    cairo_scale(cr, POINTS_PER_MM, POINTS_PER_MM);
    for (int i = 0; i < p->sheet_count; i++) {
        print_draw_sheet(p, i, cr);
        cairo_show_page(cr);
        if (p->drawn) p->drawn(i + 1, p->sheet_count);
    }
    cairo_status_t drawn = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(pdf);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(pdf);
    cairo_surface_destroy(pdf);
    return drawn;
}

status print_write_pdf(const print_sheets *p, const char *path, fault *fault) {
    bool to_stdout = strcmp(path, "-") == 0;
    sink to = {.file = to_stdout ? stdout : fopen(path, "wb")};
    if (!to.file) return fault_set(fault, STATUS_IO, "%s: cannot write the sheets: %s", path, strerror(errno));
    cairo_status_t drawn = draw_pdf(p, &to);
    if (fflush(to.file) != 0 && !to.error) to.error = errno;
    if (!to_stdout && fclose(to.file) != 0 && !to.error) to.error = errno;
    if (to.error) return fault_set(fault, STATUS_IO, "%s: cannot write the sheets: %s", path, strerror(to.error));
    if (drawn == CAIRO_STATUS_SUCCESS) return STATUS_OK;
    return fault_set(fault, drawn == CAIRO_STATUS_NO_MEMORY ? STATUS_MEMORY : STATUS_EXTERNAL, "%s: cairo could not draw the sheets: %s", path,
                     cairo_status_to_string(drawn));
}
