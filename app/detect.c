// vedette detect: what is seen in single pictures, one JSON line each (contracts/vision.md).
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/eye.h"
#include "app/options.h"
#include "capture/capture.h"
#include "formation/identify.h"
#include "formation/shape.h"

typedef struct {
    const char *game, *calibration;
    text_list families;
    bool tags_only, quiet;
} detect_arguments;

typedef struct {
    const game *game;
    eye *eye;
    calibration lens;
    bool has_lens, tags_only, quiet;
    base_sighting *bases;  // room for all that is seen and for trays laid out
    int capacity;
} detector;

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

static void add_pose(cJSON *o, const base_sighting *b) {
    cJSON *p = cJSON_AddArrayToObject(o, "pose");
    bool heading = pose_has_heading(b->pose);
    cJSON_AddItemToArray(p, rounded(b->pose.at.x, 4));
    cJSON_AddItemToArray(p, rounded(b->pose.at.y, 4));
    cJSON_AddItemToArray(p, heading ? rounded(b->pose.heading_rad * DEG_PER_RAD, 2) : cJSON_CreateNull());
    add_rounded(o, "sigma_in", b->pose.sigma_in, 4);
    if (heading) add_rounded(o, "sigma_deg", b->pose.sigma_rad * DEG_PER_RAD, 2);
    cJSON_AddItemToObject(o, "px", px_json(b->px));
}

static cJSON *figure_json(const game *g, const base_sighting *b) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", g->figures[b->figure].id);
    cJSON_AddStringToObject(o, "unit", g->units[g->figures[b->figure].unit].id);
    cJSON_AddStringToObject(o, "by", seen_by_name(b->by));
    cJSON_AddItemToObject(o, "base", base_json(b->base));
    add_pose(o, b);
    return o;
}

static cJSON *loose_base_json(const base_sighting *b) {
    cJSON *o = cJSON_CreateObject();
    char colour[16];
    cJSON_AddStringToObject(o, "by", seen_by_name(b->by));
    cJSON_AddItemToObject(o, "base", base_json(b->base));
    snprintf(colour, sizeof colour, "#%06x", (unsigned)(b->rim_rgb & 0xffffff));
    if (b->rim_rgb != NO_COLOUR) cJSON_AddStringToObject(o, "rim_colour", colour);
    add_pose(o, b);
    return o;
}

static cJSON *unit_json(const game *g, int unit, const base_sighting *bases, int count, pose *poses, bool *present) {
    const game_unit *u = &g->units[unit];
    memset(present, 0, (size_t)u->figure_count * sizeof *present);
    bool any = false;
    for (int i = 0; i < count; i++) {
        int k = bases[i].figure - u->first_figure;
        if (bases[i].figure < 0 || k < 0 || k >= u->figure_count) continue;
        poses[k] = bases[i].pose;
        present[k] = any = true;
    }
    if (!any) return NULL;
    shape_limits limits = shape_default_limits();
    unit_form form = formation_shape(g, unit, poses, present, NULL, &limits, NULL);
    cJSON *o = cJSON_CreateObject(), *ids = cJSON_CreateArray();
    cJSON_AddStringToObject(o, "id", u->id);
    cJSON_AddStringToObject(o, "formation", formation_name(form.formation));
    if (form.ranks) {
        cJSON_AddNumberToObject(o, "ranks", form.ranks);
        cJSON_AddNumberToObject(o, "files", form.files);
        cJSON_AddNumberToObject(o, "frontage", form.frontage);
    }
    if (isfinite(form.facing_rad) && form.sigma_facing_rad < HEADING_UNKNOWN) add_rounded(o, "facing", form.facing_rad * DEG_PER_RAD, 2);
    for (int k = 0; k < u->figure_count; k++)
        if (present[k]) cJSON_AddItemToArray(ids, cJSON_CreateString(g->figures[u->first_figure + k].id));
    cJSON_AddItemToObject(o, "figures", ids);
    if (form.array != ARRAY_NONE) cJSON_AddStringToObject(o, "array", array_name(form.array));
    return o;
}

static status add_bases(cJSON *o, detector *d, const base_sighting *bases, int count) {
    cJSON *figures = cJSON_AddArrayToObject(o, "figures"), *loose = cJSON_AddArrayToObject(o, "bases"), *units = cJSON_AddArrayToObject(o, "units");
    const game *g = d->game;
    if (!g) return STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (bases[i].figure >= 0)
            cJSON_AddItemToArray(figures, figure_json(g, &bases[i]));
        else if (bases[i].by != SEEN_BY_UNIT_MARKER)
            cJSON_AddItemToArray(loose, loose_base_json(&bases[i]));
    }
    pose *poses = calloc((size_t)g->figure_count + 1, sizeof *poses);
    bool *present = calloc((size_t)g->figure_count + 1, sizeof *present);
    if (!poses || !present) {
        free(poses);
        free(present);
        return STATUS_MEMORY;
    }
    for (int u = 0; u < g->unit_count; u++) {
        cJSON *unit = unit_json(g, u, bases, count, poses, present);
        if (unit) cJSON_AddItemToArray(units, unit);
    }
    free(poses);
    free(present);
    return STATUS_OK;
}

// Names what was seen and lays out the trays whose markers were; returns the count in d->bases.
static status name_bases(detector *d, const base_list *seen, int *count, fault *why) {
    int n = seen->count < d->capacity ? seen->count : d->capacity;
    memcpy(d->bases, seen->at, (size_t)n * sizeof *d->bases);
    status s = formation_identify(d->game, d->bases, n, NULL, why);
    if (s == STATUS_OK) n += formation_lay_trays(d->game, d->bases, n, NULL, d->bases + n, d->capacity - n);
    *count = n;
    return s;
}

static status describe(detector *d, const char *name, const frame *f, fault *why) {
    double begin = cli_clock_s();
    if (d->game && !d->tags_only && (!d->has_lens || !d->lens.has_table)) {
        calib_table_report report;
        status s = eye_find_table(d->eye, f, d->has_lens ? &d->lens : NULL, &report, why);
        if (s != STATUS_OK) return s;
        if (!d->quiet)
            cli_say("%s: no calibration of the table: its place is taken from its markers%s, residual %.2f px", name,
                    eye_lens_words(d->has_lens, &report), report.rms_px);
    }
    eye_sight seen;
    int count = 0;
    status s = eye_look(d->eye, f, NULL, 0, NULL, NULL, &seen, why);
    if (s == STATUS_OK && d->game && !d->tags_only) s = name_bases(d, &seen.bases, &count, why);
    if (s != STATUS_OK) return s;
    double ms = (cli_clock_s() - begin) * 1e3;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "image", name);
    cJSON_AddNumberToObject(o, "width", f->width);
    cJSON_AddNumberToObject(o, "height", f->height);
    add_rounded(o, "ms", ms, 1);
    cJSON *tags = cJSON_AddArrayToObject(o, "tags");
    for (int i = 0; i < seen.tags.count; i++) cJSON_AddItemToArray(tags, tag_json(&seen.tags.at[i]));
    s = d->tags_only ? STATUS_OK : add_bases(o, d, d->bases, count);
    char *text = s == STATUS_OK ? cJSON_PrintUnformatted(o) : NULL;
    cJSON_Delete(o);
    if (!text) return fault_set(why, STATUS_MEMORY, "%s: out of memory", name);
    puts(text);
    free(text);
    return STATUS_OK;
}

// All pictures of one source; a damaged one is told and passed over. Returns the worst exit code.
static int describe_source(detector *d, const char *source) {
    capture_options o = capture_default_options();
    o.colour = d->game && !d->tags_only;
    capture *c = NULL;
    fault why = {""};
    frame f;
    status s = capture_open(source, &o, &c, &why);
    if (s != STATUS_OK) return cli_fail(s, &why);
    int code = EXIT_DONE;
    while ((s = capture_next(c, &f, &why)) != STATUS_END && !cli_signal()) {
        if (s == STATUS_OK) {
            s = describe(d, capture_picture(c), &f, &why);
            if (s == STATUS_INVALID) {
                fault inner = why;
                fault_set(&why, s, "%s: %s", capture_picture(c), inner.text);
            }
        }
        if (s == STATUS_OK) continue;
        int this_code = cli_fail(s, &why);
        code = this_code > code ? this_code : code;
        if (s != STATUS_INVALID) break;
    }
    capture_close(c);
    return code;
}

int command_detect(int argc, char **argv) {
    detect_arguments a = {0};
    const option_row options[] = {
        {"game", OPTION_SETS_TEXT, &a.game, 0, false},           {"calibration", OPTION_SETS_TEXT, &a.calibration, 0, false},
        {"tags-only", OPTION_SETS_FLAG, &a.tags_only, 0, false}, {"family", OPTION_ADDS_TEXT, &a.families, 0, false},
        {"quiet", OPTION_SETS_FLAG, &a.quiet, 0, false},         {0}};
    int code = EXIT_DONE;
    if (!options_read("detect", argc, argv, options, &code)) return code;
    if (optind == argc) return cli_misused("detect", "needs a picture");
    game *g = NULL;
    detector d = {.tags_only = a.tags_only, .quiet = a.quiet, .has_lens = a.calibration != NULL};
    fault why = {""};
    status s = a.game ? cli_read_game(a.game, &g, &why) : STATUS_OK;
    if (s == STATUS_OK && a.calibration) s = calib_load(a.calibration, &d.lens, &why);
    d.game = g;
    if (s == STATUS_OK) s = eye_create(g, (eye_options){.families = a.families.at, .family_count = a.families.count, .threads = 2}, &d.eye, &why);
    d.capacity = 2 * GAME_MAX_FIGURES + 4096;
    d.bases = calloc((size_t)d.capacity, sizeof *d.bases);
    if (s == STATUS_OK && !d.bases) s = fault_set(&why, STATUS_MEMORY, "out of memory");
    if (s != STATUS_OK) code = cli_fail(s, &why);
    if (s == STATUS_OK && d.has_lens && d.lens.has_table) eye_set_calibration(d.eye, &d.lens);
    if (s == STATUS_OK) cli_catch_signals();
    for (int i = optind; s == STATUS_OK && i < argc && !cli_signal(); i++) {
        int this_code = describe_source(&d, argv[i]);
        code = this_code > code ? this_code : code;
    }
    eye_destroy(d.eye);
    free(d.bases);
    game_destroy(g);
    return cli_signal() ? 128 + cli_signal() : cli_finish_output(code);
}
