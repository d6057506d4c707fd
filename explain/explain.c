#include "explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "core/plural.h"
#include "explain/sheet.h"
#include "formation/shape/shape.h"

#define SIGMAS_95 2.4477      // radius of the ellipse that holds 95 % of a plane normal distribution, in standard deviations
#define HEADING_95 1.96       // the same on a line
#define TINY 5.0              // sheet units: an ellipse smaller than this is drawn larger
#define ENLARGED_TO 9.0       // so that the usual one has this radius
#define MARKER_GAIN 50.0      // table markers' residuals are drawn so many times larger
#define LEAST_TYPE 9.0        // words smaller than this can't be read
#define MOST_TYPE_OF_SHEET 3  // words in bases are at most so many times that
#define MISSING_LINES 2

// How a base came to be there; the looks of it, and the legend's words.
typedef enum { WAY_TAG, WAY_RIM, WAY_PLAIN, WAY_TRAY, WAY_LOOSE, WAY_COUNT } way;

typedef struct {
    ink colour;
    double dash;
    const char *words;
} way_look;

static const way_look looks[WAY_COUNT] = {{INK_SKY, 0, "by tag"},
                                          {INK_GREEN, 0, "by rim code"},
                                          {INK_YELLOW, 0, "by rim colour or outline"},
                                          {INK_ORANGE, 2.5, "not seen: laid behind its unit's marker"},
                                          {INK_PURPLE, 1.5, "base that is no figure of the game or could be several"}};

static way way_of(const base_sighting *b) {
    if (b->figure < 0) return WAY_LOOSE;
    switch (b->by) {
        case SEEN_BY_TAG:
            return WAY_TAG;
        case SEEN_BY_RIM:
            return WAY_RIM;
        case SEEN_BY_UNIT_MARKER:
            return WAY_TRAY;
        default:
            return WAY_PLAIN;
    }
}

static bool is_shown(const base_sighting *b) { return b->figure >= 0 || b->by != SEEN_BY_UNIT_MARKER; }

// Where things are in the picture -----------------------------------------------------------------------------------------------------------

static double top_of(const detection *v, const base_sighting *b) {
    if (b->figure >= 0) return game_base_top_in(v->game, b->figure, b->pose.at);
    return game_ground_in(v->game, b->pose.at) + b->base.height_in;
}

// A point of the base's top face, forward and left of its middle. An unregistered base may stand on a tray: the middle of its top is where it
// was seen, and the rest goes with it.
static px2 top_point(const detection *v, const base_sighting *b, double forward, double left) {
    double z = top_of(v, b), turn = pose_has_heading(b->pose) ? b->pose.heading_rad : 0;
    vec2 at = vec2_add(b->pose.at, vec2_rotate((vec2){forward, left}, turn));
    px2 p = calib_to_px(v->camera, (vec3){at.x, at.y, z});
    if (b->figure >= 0) return p;
    px2 middle = calib_to_px(v->camera, (vec3){b->pose.at.x, b->pose.at.y, z});
    return (px2){p.u + b->px.u - middle.u, p.v + b->px.v - middle.v};
}

int explain_outline(const detection *v, const base_sighting *b, px2 *out) {
    double w = b->base.width_in / 2 - b->base.top_inset_in, d = b->base.depth_in / 2 - b->base.top_inset_in;
    if (b->base.shape != BASE_ROUND) {
        const double corner[4][2] = {{d, w}, {-d, w}, {-d, -w}, {d, -w}};
        for (int i = 0; i < 4; i++) out[i] = top_point(v, b, corner[i][0], corner[i][1]);
        return 4;
    }
    for (int i = 0; i < EXPLAIN_OUTLINE; i++) out[i] = top_point(v, b, w * cos(2 * PI * i / EXPLAIN_OUTLINE), w * sin(2 * PI * i / EXPLAIN_OUTLINE));
    return EXPLAIN_OUTLINE;
}

static void ellipse_about(const detection *v, const base_sighting *b, double radius_in, px2 *out) {
    for (int i = 0; i < EXPLAIN_OUTLINE; i++)
        out[i] = top_point(v, b, radius_in * cos(2 * PI * i / EXPLAIN_OUTLINE), radius_in * sin(2 * PI * i / EXPLAIN_OUTLINE));
}

static double px_apart(px2 a, px2 b) { return hypot(a.u - b.u, a.v - b.v); }

// Half the base's lesser side, in sheet units.
static double half_on_sheet(const detection *v, const sheet *s, const base_sighting *b) {
    double half = fmin(b->base.width_in, b->base.depth_in) / 2;
    double r = px_apart(top_point(v, b, 0, half), top_point(v, b, 0, 0)) * s->scale;
    return isfinite(r) ? r : 0;
}

static double error_on_sheet(const detection *v, const sheet *s, const base_sighting *b) {
    double radius = SIGMAS_95 * b->pose.sigma_in;
    double r = px_apart(top_point(v, b, radius, 0), top_point(v, b, 0, 0)) * s->scale;
    return isfinite(r) ? r : 0;
}

// Bases ------------------------------------------------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// How many times the small ellipses are drawn larger: 1, 2, 5, 10, 20, ...
static double choose_gain(const detection *v, const sheet *s) {
    double *radius = malloc(((size_t)v->base_count + 1) * sizeof *radius), gain = 1;
    int n = 0;
    for (int i = 0; radius && i < v->base_count; i++) {
        double r = error_on_sheet(v, s, &v->bases[i]);
        if (is_shown(&v->bases[i]) && r > 0 && r < TINY) radius[n++] = r;
    }
    if (n > 0) {
        qsort(radius, (size_t)n, sizeof *radius, by_value);
        static const double steps[3] = {2, 2.5, 2};
        for (int k = 0; gain * radius[n / 2] * 1.5 < ENLARGED_TO && k < 12; k++) gain *= steps[k % 3];
    }
    free(radius);
    return gain;
}

static void draw_error(const detection *v, sheet *s, const base_sighting *b, ink colour, double gain) {
    px2 at[EXPLAIN_OUTLINE];
    double r = error_on_sheet(v, s, b);
    if (r <= 0) return;
    bool tiny = r < TINY;
    ellipse_about(v, b, SIGMAS_95 * b->pose.sigma_in * (tiny ? gain : 1), at);
    sheet_trace(s, at, EXPLAIN_OUTLINE, true, tiny ? INK_WHITE : colour, s->line * (tiny ? 0.6 : 1.2), 0);
}

// The arrow to the front, and how far the heading may be off.
static void draw_heading(const detection *v, sheet *s, const base_sighting *b, ink colour) {
    double front = b->base.depth_in / 2, off = HEADING_95 * b->pose.sigma_rad;
    if (!pose_has_heading(b->pose)) return;
    if (off < 40 * RAD_PER_DEG && off > 3 * RAD_PER_DEG)
        for (int side = -1; side <= 1; side += 2) {
            px2 ray[2] = {top_point(v, b, 0.25 * front, 0), top_point(v, b, front * cos(off), side * front * sin(off))};
            sheet_trace(s, ray, 2, false, colour, 0.5 * s->line, 0);
        }
    sheet_arrow(s, top_point(v, b, 0.25 * front, 0), top_point(v, b, front, 0), b->front_doubtful ? INK_VERMILLION : colour, 1.2 * s->line);
}

static void draw_base(const detection *v, sheet *s, const base_sighting *b, double gain) {
    const way_look *look = &looks[way_of(b)];
    px2 at[EXPLAIN_OUTLINE];
    int n = explain_outline(v, b, at);
    sheet_trace(s, at, n, true, look->colour, s->line * 1.1, look->dash);
    draw_heading(v, s, b, look->colour);
    draw_error(v, s, b, look->colour, gain);
}

// A figure's id without its unit's, which stands beside the block.
static const char *short_id(const game *g, int figure) {
    const char *id = g->figures[figure].id, *unit = g->units[g->figures[figure].unit].id;
    size_t n = strlen(unit);
    return strncmp(id, unit, n) == 0 && strchr("-_.: ", id[n]) && id[n] && id[n + 1] ? id + n + 1 : id;
}

static void name_base(const detection *v, sheet *s, int i) {
    const base_sighting *b = &v->bases[i];
    int claimed = detection_contested(v, i);
    char twice[GAME_ID_MAX + 16];
    snprintf(twice, sizeof twice, "%s twice", claimed >= 0 ? v->game->figures[claimed].id : "");
    const char *words = b->figure >= 0 ? short_id(v->game, b->figure) : claimed >= 0 ? twice : "?";
    double half = half_on_sheet(v, s, b), wide = sheet_words_width(s, words, 100) / 100;
    double type = fmin(fmin(1.5 * half / fmax(wide, 0.1), 0.75 * half), MOST_TYPE_OF_SHEET * LEAST_TYPE);
    px2 at = top_point(v, b, pose_has_heading(b->pose) ? -0.22 * b->base.depth_in : 0, 0);
    if (type >= LEAST_TYPE)
        sheet_label(s, at, (vec2){0.4 * half, 0.4 * half}, true, words, type, looks[way_of(b)].colour, false);
    else
        sheet_label(s, at, (vec2){half, half}, false, words, LEAST_TYPE, looks[way_of(b)].colour, true);
}

// Units ------------------------------------------------------------------------------------------------------------------------------------

// The unit's id and how it stands, beside the box that its figures fill.
static void name_unit(const detection *v, sheet *s, int unit) {
    const game_unit *u = &v->game->units[unit];
    double lo_u = INFINITY, hi_u = -INFINITY, lo_v = INFINITY, hi_v = -INFINITY, half = 0;
    int n = 0;
    for (int i = 0; i < v->base_count; i++) {
        const base_sighting *b = &v->bases[i];
        if (b->figure < u->first_figure || b->figure >= u->first_figure + u->figure_count) continue;
        px2 p = top_point(v, b, 0, 0);
        if (!isfinite(p.u) || !isfinite(p.v)) continue;
        half = fmax(half, half_on_sheet(v, s, b));
        lo_u = fmin(lo_u, p.u), hi_u = fmax(hi_u, p.u), lo_v = fmin(lo_v, p.v), hi_v = fmax(hi_v, p.v);
        n++;
    }
    if (n == 0) return;
    char words[GAME_ID_MAX + 40];
    snprintf(words, sizeof words, n == u->figure_count ? "%s" : "%s: %d of %d", u->id, n, u->figure_count);
    sheet_label(s, (px2){(lo_u + hi_u) / 2, (lo_v + hi_v) / 2},
                (vec2){(hi_u - lo_u) / 2 * s->scale + 1.5 * half, (hi_v - lo_v) / 2 * s->scale + 1.5 * half}, false, words, s->type, INK_WHITE,
                false);
}

// Tags -------------------------------------------------------------------------------------------------------------------------------------

static px2 tag_middle(const tag_sighting *t) {
    px2 m = {0, 0};
    for (int i = 0; i < 4; i++) m = (px2){m.u + t->corner[i].u / 4, m.v + t->corner[i].v / 4};
    return m;
}

static double tag_half(const sheet *s, const tag_sighting *t) { return px_apart(t->corner[0], t->corner[2]) / 2 * s->scale; }

static int marker_of(const game *g, const tag_sighting *t) {
    for (int m = 0; g && m < g->table_marker_count; m++)
        if (g->table_markers[m].marker.id == t->id && strcmp(g->table_markers[m].marker.family, t->family) == 0) return m;
    return -1;
}

static bool is_figures(const game *g, const tag_sighting *t) { return g && game_figure_of_marker(g, t->family, t->id) >= 0; }

static void draw_tag(const detection *v, sheet *s, const tag_sighting *t) {
    ink colour = marker_of(v->game, t) >= 0 ? INK_WHITE : is_figures(v->game, t) || !v->game ? INK_SKY : INK_ORANGE;
    double thin = is_figures(v->game, t) ? 0.5 : 1;
    sheet_trace(s, t->corner, 4, true, colour, thin * s->line, 0);
    for (int i = 0; i < 4; i++) sheet_spot(s, t->corner[i], (i ? 1.0 : 2.0) * s->line, i ? colour : INK_VERMILLION);
}

// What a tag is to the game; "" for a figure's, which its base tells.
static void tag_words(const detection *v, const tag_sighting *t, char *out, size_t capacity) {
    int unit = v->game ? game_unit_of_marker(v->game, t->family, t->id) : -1;
    if (is_figures(v->game, t) && v->camera)
        snprintf(out, capacity, "%d", t->id);
    else if (unit >= 0)
        snprintf(out, capacity, "%d marks %s", t->id, v->game->units[unit].id);
    else
        snprintf(out, capacity, "%s %d", t->family, t->id);
}

static void name_tag(const detection *v, sheet *s, const tag_sighting *t) {
    char words[TAG_FAMILY_MAX + GAME_ID_MAX + 24];
    bool small = is_figures(v->game, t) && v->camera;
    if (marker_of(v->game, t) >= 0 && v->camera) return;
    tag_words(v, t, words, sizeof words);
    double half = tag_half(s, t), type = small ? LEAST_TYPE : fmin(fmax(LEAST_TYPE, 0.5 * half), s->type);
    if (small) {  // between the name and the tip of the arrow, where there is room
        if (half > 3.4 * LEAST_TYPE) sheet_label(s, tag_middle(t), (vec2){0.3 * half, 0.3 * half}, true, words, type, INK_WHITE, false);
        return;
    }
    sheet_label(s, tag_middle(t), (vec2){half, half}, false, words, type, INK_WHITE, true);
}

// The table's markers ------------------------------------------------------------------------------------------------------------------------

static void marker_corners(const detection *v, const table_marker *m, px2 *out) {
    double h = m->marker.size_in / 2;
    const double corner[4][2] = {{-h, h}, {-h, -h}, {h, -h}, {h, h}};
    for (int i = 0; i < 4; i++) {
        vec2 p = vec2_add(m->pose.at, vec2_rotate((vec2){corner[i][0], corner[i][1]}, m->pose.heading_rad));
        out[i] = calib_to_px(v->camera, (vec3){p.x, p.y, m->z_in});
    }
}

// The sighting of table marker m that is nearest to its place (another one is a print or a screen that lies about), and how many there are.
static const tag_sighting *nearest_sighting(const detection *v, int m, const px2 should[4], int *count) {
    const tag_sighting *nearest = NULL;
    double least = INFINITY;
    *count = 0;
    for (int i = 0; i < v->tags->count; i++) {
        const tag_sighting *t = &v->tags->at[i];
        if (marker_of(v->game, t) != m) continue;
        double off = hypot(t->corner[0].u - should[0].u, t->corner[0].v - should[0].v);
        if (!nearest || off < least) nearest = t, least = off;
        ++*count;
    }
    return nearest;
}

static void draw_table_marker(const detection *v, sheet *s, int m) {
    const table_marker *t = &v->game->table_markers[m];
    px2 should[4];
    char words[80];
    double sum = 0;
    int count;
    marker_corners(v, t, should);
    const tag_sighting *seen = nearest_sighting(v, m, should, &count);
    if (!seen) sheet_trace(s, should, 4, true, INK_VERMILLION, s->line, 3);
    for (int i = 0; seen && i < 4; i++) {
        double du = seen->corner[i].u - should[i].u, dv = seen->corner[i].v - should[i].v;
        sum += du * du + dv * dv;
        sheet_arrow(s, seen->corner[i], (px2){seen->corner[i].u + MARKER_GAIN * du, seen->corner[i].v + MARKER_GAIN * dv}, INK_ORANGE, s->line);
    }
    if (seen)
        snprintf(words, sizeof words, "table %d: off by %.2f px%s", t->marker.id, sqrt(sum / 4), count > 1 ? ", seen elsewhere too" : "");
    else
        snprintf(words, sizeof words, "table %d: not seen", t->marker.id);
    px2 middle = calib_to_px(v->camera, (vec3){t->pose.at.x, t->pose.at.y, t->z_in});
    double half = px_apart(should[0], should[2]) / 2 * s->scale;
    if (isfinite(half)) sheet_label(s, middle, (vec2){half, half}, false, words, s->type, INK_WHITE, false);
}

// The legend -------------------------------------------------------------------------------------------------------------------------------

// Where the next entry goes.
typedef struct {
    sheet *s;
    double x, y, left;
} legend;

static void legend_break(legend *l) {
    l->x = l->left;
    l->y += 1.6 * l->s->type;
}

static void legend_words(legend *l, const char *words, ink colour) {
    double wide = sheet_words_width(l->s, words, l->s->type);
    if (l->x > l->left && l->x + wide > l->s->width) legend_break(l);
    sheet_write(l->s, l->x, l->y, words, l->s->type, colour);
    l->x += wide + 1.5 * l->s->type;
}

static void legend_swatch(legend *l, ink colour, double dash, const char *words) {
    double t = l->s->type, wide = 1.6 * t + sheet_words_width(l->s, words, t);
    if (l->x + wide > l->s->width) legend_break(l);
    px2 box[4] = {sheet_strip_px(l->s, l->x, l->y + 0.15 * t), sheet_strip_px(l->s, l->x + t, l->y + 0.15 * t),
                  sheet_strip_px(l->s, l->x + t, l->y - 0.8 * t), sheet_strip_px(l->s, l->x, l->y - 0.8 * t)};
    sheet_trace(l->s, box, 4, true, colour, 1.3 * l->s->line, dash);
    l->x += 1.6 * t;
    legend_words(l, words, INK_WHITE);
}

static legend legend_begin(sheet *s) { return (legend){s, s->type, 1.5 * s->type, s->type}; }

static void legend_title(const detection *v, legend *l, const char *more) {
    char words[480];
    const char *slash = strrchr(v->name, '/');
    snprintf(words, sizeof words, "%.200s   %d x %d   %.0f ms   %s", slash ? slash + 1 : v->name, v->frame->width, v->frame->height, v->ms, more);
    legend_words(l, words, INK_WHITE);
    legend_break(l);
}

static void legend_missing(const detection *v, legend *l) {
    char words[300] = "not found:";
    size_t used = strlen(words);
    int lines = 0;
    for (int k = 0; k < v->game->unit_count && lines < MISSING_LINES; k++) {
        const game_unit *u = &v->game->units[k];
        int seen = 0;
        for (int i = 0; i < v->base_count; i++)
            seen += v->bases[i].figure >= u->first_figure && v->bases[i].figure < u->first_figure + u->figure_count;
        if (seen >= u->figure_count || used + GAME_ID_MAX + 40 > sizeof words) continue;
        used += (size_t)snprintf(words + used, sizeof words - used, "  %s %d of %d", u->id, u->figure_count - seen, u->figure_count);
    }
    if (used > strlen("not found:")) legend_words(l, words, INK_ORANGE);
}

static void draw_tag_legend(const detection *v, legend *l) {
    int others = 0;
    for (int i = 0; i < v->tags->count; i++) others += v->game && marker_of(v->game, &v->tags->at[i]) < 0 && !is_figures(v->game, &v->tags->at[i]);
    if (v->camera) legend_swatch(l, INK_WHITE, 0, "table marker, how far it is off drawn 50 times larger");
    if (!v->game && v->tags->count > 0) legend_swatch(l, INK_SKY, 0, "tag");
    if (others > 0) legend_swatch(l, INK_ORANGE, 0, "unit marker, or a tag that is none of the game");
}

static void draw_legend(const detection *v, sheet *s, double gain) {
    legend l = legend_begin(s);
    char words[160];
    int count[WAY_COUNT] = {0}, figures = 0;
    for (int i = 0; i < v->base_count; i++)
        if (is_shown(&v->bases[i])) count[way_of(&v->bases[i])]++, figures += v->bases[i].figure >= 0;
    if (v->camera)
        snprintf(words, sizeof words, "%d of %d figure%s   %d tag%s", figures, v->game->figure_count, plural_s(v->game->figure_count), v->tags->count,
                 plural_s(v->tags->count));
    else
        snprintf(words, sizeof words, "%d tag%s", v->tags->count, plural_s(v->tags->count));
    legend_title(v, &l, words);
    for (int i = 0; i < WAY_COUNT; i++) {
        if (count[i] == 0) continue;
        snprintf(words, sizeof words, "%d %s", count[i], looks[i].words);
        legend_swatch(&l, looks[i].colour, looks[i].dash, words);
    }
    draw_tag_legend(v, &l);
    legend_words(&l, "red corner: a tag's first, bottom left", INK_VERMILLION);
    if (!v->camera) return;
    legend_break(&l);
    snprintf(words, sizeof words, "thin white ellipse: holds the place with 95 %%, drawn %.0f times larger; bold one in its base's colour: true size",
             gain);
    legend_words(&l, words, INK_WHITE);
    legend_words(&l, "arrow: to the front, red where it could be another side", INK_WHITE);
    legend_missing(v, &l);
}

bool explain_knows(const char *path) { return sheet_knows(path); }

status explain_found(const detection *v, const char *path, fault *fault) {
    sheet s;
    status done = sheet_begin(&s, path, v->frame, 0, v->camera ? 5 : 2, fault);
    if (done != STATUS_OK) return done;
    for (int i = 0; i < v->tags->count; i++) draw_tag(v, &s, &v->tags->at[i]);
    double gain = 1;
    if (v->camera) {
        gain = choose_gain(v, &s);
        for (int m = 0; m < v->game->table_marker_count; m++) draw_table_marker(v, &s, m);
        for (int i = 0; i < v->base_count; i++)
            if (is_shown(&v->bases[i])) draw_base(v, &s, &v->bases[i], gain);
        for (int i = 0; i < v->base_count; i++)
            if (is_shown(&v->bases[i])) name_base(v, &s, i);
    }
    for (int i = 0; i < v->tags->count; i++) name_tag(v, &s, &v->tags->at[i]);
    if (v->camera) {
        for (int i = 0; i < v->base_count; i++) {
            double half = half_on_sheet(v, &s, &v->bases[i]);
            sheet_keep_free(&s, v->bases[i].px, (vec2){half, half});
        }
        for (int k = 0; k < v->game->unit_count; k++) name_unit(v, &s, k);
    }
    draw_legend(v, &s, gain);
    return sheet_end(&s, fault);
}
