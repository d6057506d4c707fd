// The last state as a picture: a plain SVG of the table from above, one unit an inch.
#include <string.h>

#include "record/scene.h"
#include "record/store.h"
#include "stream/json_text.h"
#include "stream/stream.h"

static void put_escaped(FILE *out, const char *s) {
    size_t left = strlen(s);
    while (left > 0) {
        size_t n = utf8_sequence(s, left);
        if (n == 1 && (strchr("<>&\"'", *s) || (unsigned char)*s < ' '))
            fprintf(out, "&#%d;", (unsigned char)*s < ' ' ? ' ' : *s);
        else if (n == 0)
            fputs("\xEF\xBF\xBD", out);
        else
            fwrite(s, 1, n, out);
        if (n == 0) n = 1;
        s += n;
        left -= n;
    }
}

static void put_points(FILE *out, const game *g, const vec2 *at, int count) {
    for (int i = 0; i < count; i++) fprintf(out, "%s%.3f,%.3f", i ? " " : "", at[i].x, g->depth_in - at[i].y);
}

static const char *terrain_colour(const char *kind) {
    static const char *const colours[][2] = {{"wood", "#b5cf9e"},  {"water", "#b5d3e2"},     {"river", "#b5d3e2"}, {"stream", "#b5d3e2"},
                                             {"swamp", "#b5d3e2"}, {"marsh", "#b5d3e2"},     {"hill", "#cfc79f"},  {"road", "#cdbb96"},
                                             {"trail", "#cdbb96"}, {"impassable", "#b9b3a8"}};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        if (strstr(kind, colours[i][0])) return colours[i][1];
    return "#cbc8ab";
}

static void put_terrain(FILE *out, const game *g) {
    for (int i = 0; i < g->terrain_count; i++) {
        const game_terrain *t = &g->terrain[i];
        bool is_line = t->line_count > 0;
        fprintf(out,
                is_line ? "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.3f\" points=\""
                        : "<polygon fill=\"%s\" stroke=\"#0002\" stroke-width=\"%.3f\" points=\"",
                terrain_colour(t->kind), is_line ? fmax(t->width_in, 0.4) : 0.1);
        put_points(out, g, is_line ? t->line : t->polygon, is_line ? t->line_count : t->polygon_count);
        fputs("\"/>\n", out);
    }
}

static void put_figure(FILE *out, const scene *s, int f) {
    static const uint32_t usual[] = {0xb02020, 0x2040b0, 0x2f7d32, 0x8a5a00};
    const game_figure *figure = &s->g->figures[f];
    int side = s->g->units[figure->unit].side;
    uint32_t rgb = side >= 0 && s->g->sides[side].rgb != NO_COLOUR ? s->g->sides[side].rgb : usual[(side < 0 ? 0 : side) % 4];
    double w = figure->base.width_in, d = figure->base.depth_in;
    const pose *p = &s->at[f];
    fprintf(out, "<g fill=\"#%06x\"%s transform=\"translate(%.3f %.3f) rotate(%.2f)\"><title>", (unsigned)(rgb & 0xffffff),
            s->hidden[f] ? " opacity=\".35\"" : "", p->at.x, s->g->depth_in - p->at.y, -emit_heading_deg(p->heading_rad));
    put_escaped(out, figure->id);
    if (figure->base.shape == BASE_ROUND)
        fprintf(out, "</title><circle r=\"%.3f\" stroke=\"#fff\" stroke-width=\".07\"/>", w / 2);
    else
        fprintf(out, "</title><rect x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" stroke=\"#fff\" stroke-width=\".07\"/>", -d / 2, -w / 2, d,
                w);
    fprintf(out, "<path fill=\"#fff\" d=\"M%.3f 0L%.3f %.3fV%.3fZ\"/></g>\n", d * 0.42, d * 0.1, w * 0.24, -w * 0.24);
}

// The unit's name below its southernmost figure.
static void put_name(FILE *out, const scene *s, const game_unit *u) {
    double sum_x = 0, low_y = INFINITY;
    int n = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (!s->on_table[f]) continue;
        sum_x += s->at[f].at.x;
        low_y = fmin(low_y, s->at[f].at.y);
        n++;
    }
    if (n == 0) return;
    fprintf(out, "<text x=\"%.2f\" y=\"%.2f\">", sum_x / n, s->g->depth_in - low_y + 1.9);
    put_escaped(out, u->name[0] ? u->name : u->id);
    fputs("</text>\n", out);
}

static void put_picture(FILE *out, const scene *s, double t_s) {
    const game *g = s->g;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -3 %.2f %.2f\" width=\"%.0f\" font-family=\"sans-serif\">\n<title>",
            g->width_in + 2, g->depth_in + 4, fmin(20 * g->width_in, 4000));
    put_escaped(out, g->title);
    fputs("</title>\n<text x=\"0\" y=\"-1\" font-size=\"1.4\">", out);
    put_escaped(out, g->title);
    fprintf(out, ", at %.1f s</text>\n<rect width=\"%.3f\" height=\"%.3f\" fill=\"#d9dfc7\" stroke=\"#a8a48d\" stroke-width=\".25\"/>\n", t_s,
            g->width_in, g->depth_in);
    put_terrain(out, g);
    for (int f = 0; f < g->figure_count; f++)
        if (s->on_table[f]) put_figure(out, s, f);
    fputs(
        "<g font-size=\"1.1\" font-weight=\"bold\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"#f0f2e6\" stroke-width=\".3\" "
        "fill=\"#22242a\">\n",
        out);
    for (int u = 0; u < g->unit_count; u++) put_name(out, s, &g->units[u]);
    fputs("</g>\n</svg>\n", out);
}

static status play_through(record *r, stream_reader *w, scene *sc, fault *fault) {
    record_row row;
    event e;
    status s = record_seek(r, 0);
    while (s == STATUS_OK && (s = record_next(r, &row)) == STATUS_OK) {
        if (row.log != RECORD_OBSERVATION) continue;
        if (stream_read_event(w, row.json, strlen(row.json), &e, NULL) == STATUS_OK) scene_apply(sc, &e);
    }
    return s == STATUS_END ? STATUS_OK : store_failed(r->db, r->path, fault);
}

status export_svg(record *r, const game *g, FILE *out, fault *fault) {
    scene sc;
    stream_reader *w = NULL;
    status s = scene_init(&sc, g, fault);
    if (s != STATUS_OK) return s;
    s = stream_reader_create(g, &w, fault);
    if (s == STATUS_OK) s = play_through(r, w, &sc, fault);
    if (s == STATUS_OK) put_picture(out, &sc, record_duration_s(r));
    stream_reader_destroy(w);
    scene_finish(&sc);
    return s;
}
