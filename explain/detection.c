#include "explain/detection.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formation/shape/still.h"

static cJSON *rounded(double x, int decimals) {
    char text[40];
    if (!isfinite(x)) return cJSON_CreateNull();
    snprintf(text, sizeof text, "%.*f", decimals, x);
    if (strchr(text, '.')) {
        size_t n = strlen(text);
        while (text[n - 1] == '0') text[--n] = '\0';
        if (text[n - 1] == '.') text[--n] = '\0';
    }
    return cJSON_CreateRaw(strcmp(text, "-0") == 0 ? "0" : text);
}

static void add_rounded(cJSON *o, const char *key, double x, int decimals) { cJSON_AddItemToObject(o, key, rounded(x, decimals)); }

static cJSON *px_json(px2 p) {
    cJSON *a = cJSON_CreateArray();
    cJSON_AddItemToArray(a, rounded(p.u, 3));
    cJSON_AddItemToArray(a, rounded(p.v, 3));
    return a;
}

static cJSON *tag_json(const tag_sighting *t) {
    cJSON *o = cJSON_CreateObject(), *corners = cJSON_CreateArray();
    cJSON_AddStringToObject(o, "family", t->family);
    cJSON_AddNumberToObject(o, "id", t->id);
    for (int i = 0; i < 4; i++) cJSON_AddItemToArray(corners, px_json(t->corner[i]));
    cJSON_AddItemToObject(o, "corners", corners);
    add_rounded(o, "sigma_px", t->sigma_px, 3);
    add_rounded(o, "decision_margin", t->decision_margin, 1);
    cJSON_AddNumberToObject(o, "hamming", t->hamming);
    return o;
}

static cJSON *base_json(base b) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "shape", base_shape_name(b.shape));
    if (b.shape == BASE_ROUND) {
        add_rounded(o, "diameter_mm", b.width_in / IN_PER_MM, 3);
    } else {
        add_rounded(o, "width_mm", b.width_in / IN_PER_MM, 3);
        add_rounded(o, "depth_mm", b.depth_in / IN_PER_MM, 3);
    }
    return o;
}

// Where more than one side may be the front: all of them, so that no reader takes the likeliest for a measurement.
static void add_fronts(cJSON *o, const base_sighting *b) {
    double fronts[POSE_FRONTS_MAX];
    int n = sighting_fronts(b, fronts);
    if (n < 2) return;
    cJSON_AddBoolToObject(o, "front_doubtful", true);
    cJSON *list = cJSON_AddArrayToObject(o, "fronts");
    for (int k = 0; k < n; k++) cJSON_AddItemToArray(list, rounded(fronts[k] * DEG_PER_RAD, 2));
}

static void add_pose(cJSON *o, const base_sighting *b) {
    cJSON *p = cJSON_AddArrayToObject(o, "pose");
    bool heading = pose_has_heading(b->pose);
    cJSON_AddItemToArray(p, rounded(b->pose.at.x, 4));
    cJSON_AddItemToArray(p, rounded(b->pose.at.y, 4));
    cJSON_AddItemToArray(p, heading ? rounded(b->pose.heading_rad * DEG_PER_RAD, 2) : cJSON_CreateNull());
    add_rounded(o, "sigma_in", b->pose.sigma_in, 4);
    if (heading) add_rounded(o, "sigma_deg", b->pose.sigma_rad * DEG_PER_RAD, 2);
    if (heading && b->front_by_unit) cJSON_AddStringToObject(o, "front_by", "unit");
    add_fronts(o, b);
    cJSON_AddItemToObject(o, "px", px_json(b->px));
}

static cJSON *figure_json(const game *g, const base_sighting *b) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", g->figures[b->figure].id);
    cJSON_AddStringToObject(o, "unit", g->units[g->figures[b->figure].unit].id);
    cJSON_AddStringToObject(o, "by", seen_by_name(b->by));
    if (b->assumed) cJSON_AddTrueToObject(o, "assumed");
    cJSON_AddItemToObject(o, "base", base_json(b->base));
    add_pose(o, b);
    return o;
}

// Where one of many alone is sure of its front, the others have heard it and doubt it.
static bool front_is_sure(const game *g, int unit, const base_sighting *bases, int count) {
    int told = 0, of = 0;
    for (int i = 0; i < count; i++) {
        if (!still_is_of(g, unit, &bases[i])) continue;
        told += sighting_is_told(&bases[i]);
        of++;
    }
    return told > 0 && 4 * told >= of;
}

static cJSON *loose_base_json(const detection *d, int i) {
    const base_sighting *b = &d->bases[i];
    int claimed = detection_contested(d, i);
    cJSON *o = cJSON_CreateObject();
    char colour[16];
    cJSON_AddStringToObject(o, "by", seen_by_name(b->by));
    if (claimed >= 0) cJSON_AddStringToObject(o, "contested", d->game->figures[claimed].id);
    if (b->unit >= 0) cJSON_AddStringToObject(o, "unit", d->game->units[b->unit].id);
    cJSON_AddItemToObject(o, "base", base_json(b->base));
    snprintf(colour, sizeof colour, "#%06x", (unsigned)(b->rim_rgb & 0xffffff));
    if (b->rim_rgb != NO_COLOUR) cJSON_AddStringToObject(o, "rim_colour", colour);
    add_pose(o, b);
    return o;
}

static cJSON *unit_json(const game *g, int unit, const base_sighting *bases, int count, pose *poses, bool *present) {
    const game_unit *u = &g->units[unit];
    unit_form form = formation_still_form(g, unit, bases, count, poses, present);
    if (form.figures == 0) return NULL;
    cJSON *o = cJSON_CreateObject(), *ids = cJSON_CreateArray();
    cJSON_AddStringToObject(o, "id", u->id);
    cJSON_AddStringToObject(o, "formation", formation_name(form.formation));
    if (form.ranks) {
        cJSON_AddNumberToObject(o, "ranks", form.ranks);
        cJSON_AddNumberToObject(o, "files", form.files);
        cJSON_AddNumberToObject(o, "frontage", form.frontage);
    }
    bool faced = form.sigma_facing_rad < HEADING_UNKNOWN || (form.ranks > 0 && form.figures > 1);
    if (isfinite(form.facing_rad) && faced) add_rounded(o, "facing", form.facing_rad * DEG_PER_RAD, 2);
    if (faced && !front_is_sure(g, unit, bases, count)) cJSON_AddTrueToObject(o, "front_doubtful");
    for (int k = 0; k < u->figure_count; k++)
        if (present[k]) cJSON_AddItemToArray(ids, cJSON_CreateString(g->figures[u->first_figure + k].id));
    cJSON_AddItemToObject(o, "figures", ids);
    if (form.array != ARRAY_NONE) cJSON_AddStringToObject(o, "array", array_name(form.array));
    return o;
}

static bool add_bases(cJSON *o, const detection *d) {
    cJSON *figures = cJSON_AddArrayToObject(o, "figures"), *loose = cJSON_AddArrayToObject(o, "bases"), *units = cJSON_AddArrayToObject(o, "units");
    const game *g = d->game;
    if (!d->camera) return true;
    for (int i = 0; i < d->base_count; i++) {
        if (d->bases[i].figure >= 0)
            cJSON_AddItemToArray(figures, figure_json(g, &d->bases[i]));
        else if (d->bases[i].by != SEEN_BY_UNIT_MARKER)
            cJSON_AddItemToArray(loose, loose_base_json(d, i));
    }
    pose *poses = calloc((size_t)g->figure_count + 1, sizeof *poses);
    bool *present = calloc((size_t)g->figure_count + 1, sizeof *present);
    for (int u = 0; poses && present && u < g->unit_count; u++) {
        cJSON *unit = unit_json(g, u, d->bases, d->base_count, poses, present);
        if (unit) cJSON_AddItemToArray(units, unit);
    }
    bool done = poses && present;
    free(poses);
    free(present);
    return done;
}

int detection_contested(const detection *d, int i) {
    return d->claimed && d->bases[i].figure < 0 && d->bases[i].by != SEEN_BY_UNIT_MARKER ? d->claimed[i] : -1;
}

char *detection_json(const detection *d) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "image", d->name);
    cJSON_AddNumberToObject(o, "width", d->frame->width);
    cJSON_AddNumberToObject(o, "height", d->frame->height);
    add_rounded(o, "ms", d->ms, 1);
    if (d->quality) add_rounded(o, "blur_px", d->quality->blur_px, 2), cJSON_AddStringToObject(o, "light", light_name(d->quality->light));
    if (d->warning) cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "warnings"), cJSON_CreateString(d->warning));
    cJSON *tags = cJSON_AddArrayToObject(o, "tags");
    for (int i = 0; i < d->tags->count; i++) cJSON_AddItemToArray(tags, tag_json(&d->tags->at[i]));
    bool done = d->tags_only || add_bases(o, d);
    char *text = done ? cJSON_PrintUnformatted(o) : NULL;
    cJSON_Delete(o);
    return text;
}
