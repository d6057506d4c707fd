#include "record/draw/diagram.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TITLE 15.0  // sizes of type
#define TEXT 9.5
#define SMALL 8.0
#define GAP 6.0
#define FINDINGS_MOST 12  // a verdict has fewer; a crafted record may have more than a page holds
#define MARGIN_IN 2.0     // of the map, round the move
#define PICTURES 0.30     // share of the width, where there are pictures

void diagram_title(const game *g, const tale_move *m, char *out, size_t capacity) {
    const game_unit *u = m->unit >= 0 ? &g->units[m->unit] : NULL;
    snprintf(out, capacity, "Move %d: %s", m->number, u ? game_unit_name(u) : tale_text(m->verdict, "unit"));
}

// What became of the ruling since: it must be seen where the ruling is.
static void put_fate(const tale_move *m, char *out, size_t capacity) {
    const char *word = tale_text(m->word, "ruling");
    const cJSON *is = cJSON_GetObjectItemCaseSensitive(m->change, "is");
    bool taken_back = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(m->verdict, "taken_back"));
    snprintf(out, capacity, "%s%s", taken_back ? " Taken back." : "",
             strcmp(word, "overruled") == 0 ? " Overruled by the judge."
             : strcmp(word, "upheld") == 0  ? " Upheld by the judge."
                                            : "");
    size_t n = strlen(out);
    if (m->change) snprintf(out + n, capacity - n, " By later corrections: %.20s.", cJSON_IsObject(is) ? tale_text(is, "ruling") : "no move");
}

static void put_head(cairo_t *cr, const diagram *d, double x, double y, double width) {
    char title[400], line[400], fate[120];
    const game *g = d->game;
    const cJSON *v = d->move->verdict;
    sign s = sign_of(tale_ruling(d->move));
    diagram_title(g, d->move, title, sizeof title);
    put_fate(d->move, fate, sizeof fate);
    canvas_put_sign(cr, s, x + TITLE * 0.7, y + TITLE * 0.75, TITLE * 1.3);
    canvas_set_sign(cr, s);
    const font bold = {TITLE, true}, plain = {TEXT, false};
    double word = canvas_text_width(cr, bold, sign_word(s));
    canvas_put_text(cr, bold, x + width - word, y + TITLE * 1.1, 0, sign_word(s));
    canvas_set_rgb(cr, 0x101014, 1);
    canvas_put_text(cr, bold, x + TITLE * 1.7, y + TITLE * 1.1, width - word - TITLE * 2.4, title);
    int side = d->move->unit >= 0 ? g->units[d->move->unit].side : -1;
    snprintf(line, sizeof line, "%s%sTurn %.0f, %s. Judged at %d:%04.1f.%s", side >= 0 ? game_side_name(&g->sides[side]) : "", side >= 0 ? ". " : "",
             tale_number(v, "turn", 0), tale_text(v, "phase")[0] ? tale_text(v, "phase") : "no phase entered", (int)(d->move->t_s / 60),
             d->move->t_s - 60 * floor(d->move->t_s / 60), fate);
    canvas_put_text(cr, plain, x + TITLE * 1.7, y + TITLE * 1.1 + TEXT * 1.5, width - TITLE * 1.7, line);
}

static const double head_height = TITLE * 1.1 + TEXT * 1.5 + GAP;

// Words below the map -------------------------------------------------------------------------------------------------------------------------

typedef struct {
    cairo_t *cr;
    double x, y, width;
    bool draw;
} column;

static void put_words(column *c, const char *text, uint32_t rgb, bool bold) {
    canvas_set_rgb(c->cr, rgb, 1);
    c->y = canvas_put_paragraph(c->cr, (font){TEXT, bold}, c->x, c->y, c->width, text, c->draw);
}

static void put_leg_words(char *out, size_t capacity, int number, const cJSON *o) {
    double degrees = fabs(tale_number(o, "angle_deg", 0)), cost = tale_number(o, "cost_in", NAN);
    size_t n = strlen(out);
    char angle[32] = "", price[32] = "";
    if (degrees > 0 && strcmp(tale_text(o, "kind"), "wheel") == 0) snprintf(angle, sizeof angle, " %.8s %.0f\xC2\xB0", tale_text(o, "turn"), degrees);
    if (isfinite(cost)) snprintf(price, sizeof price, " %.1f\"", cost);
    snprintf(out + n, capacity - n, "%s(%d) %s%s%s", number > 1 ? ",  " : "", number, tale_text(o, "kind"), angle, price);
}

static void put_way(column *c, const cJSON *v) {
    char text[1600] = "";
    const cJSON *o, *list = cJSON_GetObjectItemCaseSensitive(v, "maneuvers");
    double cost = tale_number(v, "cost_in", NAN), allowed = tale_number(v, "allowance_in", NAN), sigma = tale_number(v, "sigma_in", NAN);
    int number = 0;
    if (cJSON_GetArraySize(list) == 0) return;
    snprintf(text, sizeof text, "Cheapest way found: ");
    char legs[1000] = "", sum[200] = "";
    cJSON_ArrayForEach(o, list) if (strlen(legs) < sizeof legs - 100) put_leg_words(legs, sizeof legs, ++number, o);
    if (isfinite(cost)) snprintf(sum, sizeof sum, ". In all %.2f\"", cost);
    if (isfinite(cost) && isfinite(sigma)) snprintf(sum + strlen(sum), sizeof sum - strlen(sum), " \xC2\xB1 %.2f\"", 2 * sigma);
    if (isfinite(allowed)) snprintf(sum + strlen(sum), sizeof sum - strlen(sum), " of %.1f\"", allowed);
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s.", legs, sum);
    put_words(c, text, 0x22242a, false);
}

static void put_measure(char *out, size_t capacity, const cJSON *f) {
    double measured = tale_number(f, "measured", NAN), allowed = tale_number(f, "allowed", NAN), sigma = tale_number(f, "sigma", NAN),
           bound = tale_number(f, "bound", NAN), p = tale_number(f, "p_illegal", NAN);
    const char *unit = tale_text(f, "unit");
    out[0] = '\0';
    if (isfinite(measured) && isfinite(allowed)) snprintf(out, capacity, " Measured %.2f %s, allowed %.2f.", measured, unit, allowed);
    if (isfinite(sigma)) snprintf(out + strlen(out), capacity - strlen(out), " Error %.2f (95 %%: \xC2\xB1 %.2f).", sigma, 2 * sigma);
    if (isfinite(bound)) snprintf(out + strlen(out), capacity - strlen(out), " No way takes less than %.2f.", bound);
    if (isfinite(p)) snprintf(out + strlen(out), capacity - strlen(out), " Chance of a breach %.2f %%.", 100 * p);
}

static void put_finding(column *c, const cJSON *f) {
    char text[2000], measure[300];
    sign s = sign_of(tale_text(f, "ruling"));
    put_measure(measure, sizeof measure, f);
    snprintf(text, sizeof text, "%s%s%s%s%s", tale_text(f, "rule"), tale_text(f, "violation")[0] ? " " : "", tale_text(f, "violation"),
             tale_text(f, "rule")[0] ? ": " : "", tale_text(f, "message"));
    c->y += GAP / 2;
    if (c->draw) canvas_put_sign(c->cr, s, c->x + TEXT * 0.6, c->y + TEXT, TEXT * 1.1);
    column words = *c;
    words.x += TEXT * 1.7;
    words.width -= TEXT * 1.7;
    put_words(&words, text, 0x101014, s == SIGN_ILLEGAL);
    if (measure[0]) put_words(&words, measure + 1, 0x44464e, false);
    c->y = words.y;
}

static void put_word(column *c, const cJSON *word) {
    char text[1000];
    if (!word) return;
    const char *by = tale_text(word, "by"), *note = tale_text(word, "note");
    snprintf(text, sizeof text, "The judge%s%s %s this ruling%s%s", by[0] ? ", " : "", by, tale_text(word, "ruling"), note[0] ? ": " : ".", note);
    c->y += GAP / 2;
    put_words(c, text, 0x101014, true);
}

// Returns the height.
static double put_below(cairo_t *cr, const diagram *d, double x, double y, double width, bool draw) {
    column c = {cr, x, y, width, draw};
    const cJSON *f;
    put_way(&c, d->move->verdict);
    int told = 0;
    cJSON_ArrayForEach(f, cJSON_GetObjectItemCaseSensitive(d->move->verdict, "findings")) if (told++ < FINDINGS_MOST) put_finding(&c, f);
    if (d->note) c.y += GAP / 2, put_words(&c, d->note, 0x22242a, false);
    put_word(&c, d->move->word);
    if (d->damage && d->damage[0]) {
        char text[400];
        snprintf(text, sizeof text, "The record is damaged: %s. Nothing here is proven.", d->damage);
        put_words(&c, text, 0xb3123f, true);
    }
    canvas_set_rgb(cr, 0x55585f, 1);
    c.y = canvas_put_paragraph(
        cr, (font){SMALL, false}, c.x, c.y + GAP / 2, width,
        "Dashed outlines: before the move. Thin line: its way as seen. Dashed line: the cheapest way found, its legs numbered.", draw);
    return c.y - y;
}

// The map -------------------------------------------------------------------------------------------------------------------------------------

static void map_part(const diagram *d, vec2 *low, vec2 *high) {
    if (!map_box_of(d->move->verdict, low, high)) *low = (vec2){0, 0}, *high = (vec2){d->game->width_in, d->game->depth_in};
    *low = (vec2){low->x - MARGIN_IN, low->y - MARGIN_IN};
    *high = (vec2){high->x + MARGIN_IN, high->y + MARGIN_IN};
}

static bool has_pictures(const diagram *d) { return d->before || d->after; }

static double map_width(const diagram *d, double width) { return has_pictures(d) ? width * (1 - PICTURES) - GAP : width; }

static double map_height(const diagram *d, double width, double most) {
    vec2 low, high;
    map_part(d, &low, &high);
    double natural = map_width(d, width) * (high.y - low.y) / fmax(high.x - low.x, 1);
    return fmin(fmax(natural, 0.5 * most), most);
}

static void put_picture(cairo_t *cr, cairo_surface_t *picture, double x, double y, double width, double height, const char *words) {
    if (!picture) return;
    double w = cairo_image_surface_get_width(picture), h = cairo_image_surface_get_height(picture),
           scale = fmin(width / w, (height - SMALL * 1.6) / h);
    canvas_set_rgb(cr, 0x44464e, 1);
    canvas_put_text(cr, (font){SMALL, false}, x, y + SMALL, width, words);
    cairo_save(cr);
    cairo_translate(cr, x, y + SMALL * 1.6);
    cairo_scale(cr, scale, scale);
    cairo_set_source_surface(cr, picture, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
}

double diagram_height(cairo_t *cr, const diagram *d, double width, double map_most) {
    return head_height + map_height(d, width, map_most) + put_below(cr, d, 0, 0, width, false);
}

void diagram_put(cairo_t *cr, const diagram *d, double x, double y, double width, double map_most) {
    vec2 low, high;
    double height = map_height(d, width, map_most), map_w = map_width(d, width);
    put_head(cr, d, x, y, width);
    y += head_height;
    map_part(d, &low, &high);
    map m = map_fit(x, y, map_w, height, low, high);
    map_put_table(cr, &m, d->scene, d->move->unit);
    map_put_move(cr, &m, d->game, d->move->verdict, TEXT);
    map_put_scale(cr, &m, SMALL);
    canvas_set_rgb(cr, 0x8a8c94, 1);
    cairo_set_line_width(cr, 0.8);
    cairo_rectangle(cr, x, y, map_w, height);
    cairo_stroke(cr);
    put_picture(cr, d->before, x + map_w + GAP, y, width - map_w - GAP, height / 2, "Before, as the camera saw it");
    put_picture(cr, d->after, x + map_w + GAP, y + height / 2, width - map_w - GAP, height / 2, "After");
    put_below(cr, d, x, y + height, width, true);
}
