// `vedette detect` from outside: tables of random games, rendered with exact truth at 1080p, 4K and 12 megapixels, written to files, searched by
// the command cold (the game file says nothing of where anything stands), and its lines of JSON held against the truth.
#define _XOPEN_SOURCE 700  // mkdtemp, popen
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "tests/render/render.h"
#include "tests/render/texture.h"

#define FIGURES_MAX 256
#define OWN_MM 5.0  // a find farther from a figure than this is none of it

static const char *vedette;  // the program

// One unit of a scene: how its bases look, how it stands. files 0: skirmishers, `ranks` of them strewn about.
typedef struct {
    const char *id, *look, *base;  // JSON of the unit and of a base
    double width_mm, depth_mm;
    int files, ranks;
    int first_tag;  // number of the first figure's code; 0: none
    double tag_mm;  // 0: they are rim codes
    vec2 at;        // middle of the front edge, or of the crowd
    double facing_deg;
} cohort;

typedef struct {
    const char *what;
    int width, height;
    double focal_px, height_in;  // of the camera
    const char *terrain;
    const cohort *units;
    int unit_count;
    double least_recall, most_mm, most_deg;
    int most_false;
    bool bare;  // no miniatures on the bases
    const render_hand *hand;
    int least_laid;         // figures known by their unit's marker alone
    double light, blur_px;  // 0: as usual
    double most_laid_mm;    // 0: 0.7
    bool figures_only;      // how units stand is not asked
    bool unreadable;        // codes are too fine to be read: names and fronts may be told as what they are, assumed and doubtful
    double vignette;        // 0: as usual
    vec2 gradient;
    double lamp[3];  // what the lamps send of red, green and blue, 1: as much as daylight; 0: daylight
    double fade;     // share by which all codes are nearer to a middle gray: glare, a flat tone curve
} row;

typedef struct {
    game *game;
    pose truth[FIGURES_MAX];
    render_scene scene;
    char folder[64], json[40000];
} table;

// The game and where everything stands --------------------------------------------------------------------------------------------------------

static size_t add(char *out, size_t capacity, size_t used, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(out + used, capacity - used, format, args);
    va_end(args);
    assert_true(n >= 0 && used + (size_t)n < capacity);
    return used + (size_t)n;
}

static int figures_of(const cohort *c) { return c->files ? c->files * c->ranks : c->ranks; }

static size_t add_unit(char *out, size_t capacity, size_t used, const cohort *c, bool first) {
    used = add(out, capacity, used, "%s{\"id\":\"%s\",\"movement_in\":12,%s,\"formation\":\"%s\",\"type\":\"%s\",\"figures\":[", first ? "" : ",",
               c->id, c->look, c->files ? "closed" : "skirmish", c->files ? "regular" : "skirmish");
    for (int i = 0; i < figures_of(c); i++) {
        used =
            add(out, capacity, used, "%s{\"id\":\"%s-%d\",\"base\":{%s,\"height_mm\":3.5,\"top_inset_mm\":0.6}", i ? "," : "", c->id, i + 1, c->base);
        if (c->first_tag && c->tag_mm == 0) used = add(out, capacity, used, ",\"marker\":{\"family\":\"rim\",\"id\":%d}", c->first_tag + i);
        if (c->tag_mm > 0)
            used = add(out, capacity, used, ",\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":%g}", c->first_tag + i, c->tag_mm);
        used = add(out, capacity, used, "}");
    }
    return add(out, capacity, used, "]}");
}

static void write_game(table *t, const row *r) {
    static const vec2 corner[4] = {{3, 3}, {69, 3}, {69, 45}, {3, 45}};
    size_t used = add(t->json, sizeof t->json, 0,
                      "{\"vedette\":1,\"title\":\"t\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[");
    for (int i = 0; i < 4; i++)
        used = add(t->json, sizeof t->json, used, "%s{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":90,\"at_in\":[%g,%g],\"heading\":90}",
                   i ? "," : "", i, corner[i].x, corner[i].y);
    used = add(t->json, sizeof t->json, used, "]},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],\"terrain\":[%s],\"units\":[", r->terrain);
    for (int u = 0; u < r->unit_count; u++) used = add_unit(t->json, sizeof t->json, used, &r->units[u], u == 0);
    used = add(t->json, sizeof t->json, used, "]}");
    fault fault = {""};
    if (game_parse(t->json, used, r->what, &t->game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_true(t->game->figure_count <= FIGURES_MAX);
}

// Hands set bases down with gaps and turns of their own.
static pose stand(const cohort *c, int i, uint32_t seed) {
    double a = texture_random(seed, (uint32_t)i, 1) - 0.5, b = texture_random(seed, (uint32_t)i, 2) - 0.5,
           k = texture_random(seed, (uint32_t)i, 3) - 0.5;
    double w = c->width_mm * IN_PER_MM, d = c->depth_mm * IN_PER_MM, facing = c->facing_deg * RAD_PER_DEG;
    vec2 at;
    if (c->files) {
        at = (vec2){-(d / 2 + (i / c->files) * (d + 0.012)) + 0.015 * a, ((c->files - 1) / 2.0 - i % c->files) * (w + 0.012) + 0.015 * b};
    } else {
        double apart = fmax(2.2, 1.15 * hypot(w, d) + 0.9);
        at = (vec2){apart * (i / 4 - (c->ranks - 1) / 8.0) + 0.9 * a, apart * (i % 4 - 1.5) + 0.9 * b};
    }
    return (pose){.at = vec2_add(c->at, vec2_rotate(at, facing)), .heading_rad = angle_wrap(facing + k * (c->files ? 2 : 90) * RAD_PER_DEG)};
}

static void write_calibration(const char *path, const render_camera *c) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out,
            "{\"vedette\":1,\"image\":{\"width\":%d,\"height\":%d},\"camera_matrix\":[[%.17g,0,%.17g],[0,%.17g,%.17g],[0,0,1]],"
            "\"distortion_model\":\"plumb_bob\",\"distortion_coefficients\":[%.17g,%.17g,%.17g,%.17g,%.17g],"
            "\"table\":{\"rotation_vector\":[%.17g,%.17g,%.17g],\"translation_in\":[%.17g,%.17g,%.17g]}}",
            c->width, c->height, c->fx, c->cx, c->fy, c->cy, c->k[0], c->k[1], c->k[2], c->k[3], c->k[4], c->rotation[0], c->rotation[1],
            c->rotation[2], c->translation_in[0], c->translation_in[1], c->translation_in[2]);
    assert_int_equal(fclose(out), 0);
}

// Light of another colour, through the camera's tone curve (about x^2.2); then what lies over the whole picture.
static void recolour(uint8_t *rgb, size_t n, const row *r) {
    uint8_t code[3][256];
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 256; c++) {
            double lit = fmin(c * pow(r->lamp[k] > 0 ? r->lamp[k] : 1, 1 / 2.2), 255);
            code[k][c] = (uint8_t)(lit + r->fade * (128 - lit) + 0.5);
        }
    for (size_t i = 0; i < n; i++) rgb[i] = code[i % 3][rgb[i]];
}

static void write_picture(const char *path, const render_scene *s, const row *r) {
    size_t n = (size_t)s->camera.width * (size_t)s->camera.height * 3;
    uint8_t *bgr = malloc(n);
    fault fault = {""};
    assert_non_null(bgr);
    if (render_frame(s, bgr, (size_t)s->camera.width * 3, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (size_t i = 0; i < n; i += 3) {
        uint8_t b = bgr[i];
        bgr[i] = bgr[i + 2], bgr[i + 2] = b;
    }
    recolour(bgr, n, r);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fprintf(out, "P6\n%d %d\n255\n", s->camera.width, s->camera.height);
    assert_int_equal(fwrite(bgr, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
    free(bgr);
}

static void in_folder(const table *t, const char *name, char out[128]) { snprintf(out, 128, "%s/%s", t->folder, name); }

static void set_up(table *t, const row *r) {
    char path[128];
    memset(t, 0, sizeof *t);
    snprintf(t->folder, sizeof t->folder, "/tmp/vedette-scenes-XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    write_game(t, r);
    for (int u = 0; u < r->unit_count; u++)
        for (int i = 0; i < t->game->units[u].figure_count; i++)
            t->truth[t->game->units[u].first_figure + i] = stand(&r->units[u], i, (uint32_t)u + 17);
    render_camera camera = render_camera_above(r->width, r->height, r->focal_px, (vec2){36.5, 23.6}, r->height_in, 0.025, -0.02);
    camera.k[0] = -0.06, camera.k[1] = 0.012, camera.k[2] = 0.0004;
    t->scene = render_default_scene(camera, t->game);
    t->scene.poses = t->truth;
    bool *present = calloc((size_t)t->game->figure_count + 1, sizeof *present);
    assert_non_null(present);
    for (int i = 0; i < t->game->figure_count; i++) present[i] = true;
    t->scene.present = present;
    t->scene.noise = 2.5;
    t->scene.standing = !r->bare;
    t->scene.hands = r->hand;
    if (r->light > 0) t->scene.light = r->light;
    if (r->blur_px > 0) t->scene.blur_px = r->blur_px;
    t->scene.hand_count = r->hand != NULL;
    if (r->vignette > 0) t->scene.vignette = r->vignette;
    t->scene.gradient = r->gradient;
    in_folder(t, "t.cal.json", path);
    write_calibration(path, &camera);
    in_folder(t, "t.ppm", path);
    write_picture(path, &t->scene, r);
    in_folder(t, "t.game.json", path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(t->json, out) >= 0 && fclose(out) == 0);
    free(present);
    t->scene.present = NULL;
}

static void take_down(table *t) {
    static const char *const names[] = {"t.cal.json", "t.ppm", "t.game.json", "t.out", "t.png", "t.svg"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof *names && !getenv("VEDETTE_SCENES_KEEP"); i++) {
        in_folder(t, names[i], path);
        remove(path);
    }
    rmdir(t->folder);
    game_destroy(t->game);
}

// What the command says ----------------------------------------------------------------------------------------------------------------------

static cJSON *detect(const table *t, const char *more) {
    char command[700], path[128];
    snprintf(command, sizeof command, "cd %s && '%s' detect --quiet --game t.game.json --calibration t.cal.json %s t.ppm > t.out", t->folder, vedette,
             more);
    assert_int_equal(system(command), 0);
    in_folder(t, "t.out", path);
    FILE *in = fopen(path, "r");
    char *text = malloc(1 << 20);
    assert_true(in && text);
    size_t n = fread(text, 1, (1 << 20) - 1, in);
    fclose(in);
    text[n] = '\0';
    cJSON *o = cJSON_Parse(text);
    assert_non_null(o);
    free(text);
    return o;
}

// A base as the line has it: heading NAN where it is null.
static pose pose_of(const cJSON *b) {
    const cJSON *p = cJSON_GetObjectItem(b, "pose"), *h = cJSON_GetArrayItem(p, 2);
    assert_int_equal(cJSON_GetArraySize(p), 3);
    return (pose){.at = {cJSON_GetArrayItem(p, 0)->valuedouble, cJSON_GetArrayItem(p, 1)->valuedouble},
                  .heading_rad = cJSON_IsNumber(h) ? h->valuedouble * RAD_PER_DEG : NAN,
                  .sigma_in = cJSON_GetObjectItem(b, "sigma_in")->valuedouble};
}

typedef struct {
    int figures, found, misnamed, is_unregistered, headings, turned, laid;
    double mm2, deg2, most_mm, most_laid_mm;
} tally;

// The figure of the truth nearest to the find, of the same unit; its number among the game's, -1 where none is near.
static int own_figure(const table *t, const cJSON *f, pose p) {
    int unit = game_find_unit(t->game, cJSON_GetObjectItem(f, "unit")->valuestring), best = -1;
    double least = OWN_MM;
    assert_true(unit >= 0);
    const game_unit *u = &t->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        double mm = vec2_distance(t->truth[i].at, p.at) / IN_PER_MM;
        if (mm < least) least = mm, best = i;
    }
    return best;
}

static void count_figure(const table *t, const cJSON *f, bool unreadable, bool *used, tally *r) {
    pose p = pose_of(f);
    int own = own_figure(t, f, p);
    if (own < 0 || used[own]) {
        r->is_unregistered++;
        return;
    }
    used[own] = true;
    r->found++;
    bool excused = unreadable && cJSON_IsTrue(cJSON_GetObjectItem(f, "assumed"));
    if (t->game->figures[own].marker.family[0] && !excused)
        r->misnamed += strcmp(cJSON_GetObjectItem(f, "id")->valuestring, t->game->figures[own].id) != 0;
    double mm = vec2_distance(t->truth[own].at, p.at) / IN_PER_MM;
    r->mm2 += mm * mm;
    r->most_mm = fmax(r->most_mm, mm);
    if (strcmp(cJSON_GetObjectItem(f, "by")->valuestring, "unit-marker") == 0) r->laid++, r->most_laid_mm = fmax(r->most_laid_mm, mm);
    if (isnan(p.heading_rad) || (unreadable && cJSON_IsTrue(cJSON_GetObjectItem(f, "front_doubtful")))) return;
    double deg = angle_difference(p.heading_rad, t->truth[own].heading_rad) * DEG_PER_RAD;
    r->headings++;
    if (fabs(deg) > 10)
        r->turned++;
    else
        r->deg2 += deg * deg;
}

static tally compare(const table *t, const row *asked, const cJSON *line) {
    bool used[FIGURES_MAX] = {false};
    tally r = {.figures = t->game->figure_count};
    const cJSON *f;
    cJSON_ArrayForEach(f, cJSON_GetObjectItem(line, "figures")) count_figure(t, f, asked->unreadable, used, &r);
    r.is_unregistered += cJSON_GetArraySize(cJSON_GetObjectItem(line, "bases"));
    return r;
}

static void check_units(const row *r, const cJSON *line) {
    for (int u = 0; u < r->unit_count && !r->figures_only; u++) {
        const cJSON *unit, *own = NULL;
        cJSON_ArrayForEach(unit, cJSON_GetObjectItem(line, "units")) if (strcmp(cJSON_GetObjectItem(unit, "id")->valuestring, r->units[u].id) == 0)
            own = unit;
        assert_non_null(own);
        if (r->units[u].files == 0) continue;
        assert_int_equal(cJSON_GetObjectItem(own, "files")->valueint, r->units[u].files);
        assert_int_equal(cJSON_GetObjectItem(own, "ranks")->valueint, r->units[u].ranks);
        double off = angle_difference(cJSON_GetObjectItem(own, "facing")->valuedouble * RAD_PER_DEG, r->units[u].facing_deg * RAD_PER_DEG);
        if (fabs(off) > 2 * RAD_PER_DEG) fail_msg("%s: unit %s faces %.1f degrees off", r->what, r->units[u].id, off * DEG_PER_RAD);
    }
}

// Copies the picture within `half` inches of one place to another, pixel by pixel.
static void copy_square(const table *t, vec2 from, vec2 to, double half) {
    char path[128];
    int w = t->scene.camera.width, h = t->scene.camera.height;
    size_t n = (size_t)w * (size_t)h * 3;
    uint8_t *rgb = malloc(n);
    px2 a = render_project(&t->scene.camera, (vec3){from.x, from.y, 0}), b = render_project(&t->scene.camera, (vec3){to.x, to.y, 0});
    int reach = (int)fabs(render_project(&t->scene.camera, (vec3){from.x + half, from.y, 0}).u - a.u), skip;
    in_folder(t, "t.ppm", path);
    FILE *file = fopen(path, "r+b");
    assert_true(rgb && file);
    assert_int_equal(fscanf(file, "P6 %*d %*d %*d%n", &skip), 0);
    assert_int_equal(fseek(file, skip + 1, SEEK_SET), 0);
    assert_int_equal(fread(rgb, 1, n, file), n);
    for (int y = -reach; y <= reach; y++)
        memcpy(rgb + ((size_t)((int)b.v + y) * (size_t)w + (size_t)((int)b.u - reach)) * 3,
               rgb + ((size_t)((int)a.v + y) * (size_t)w + (size_t)((int)a.u - reach)) * 3, (size_t)(2 * reach + 1) * 3);
    assert_int_equal(fseek(file, skip + 1, SEEK_SET), 0);
    assert_int_equal(fwrite(rgb, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
    free(rgb);
}

static void run(const row *r) {
    static table t;
    set_up(&t, r);
    cJSON *line = detect(&t, "");
    tally y = compare(&t, r, line);
    double rms = sqrt(y.mm2 / fmax(1, y.found)), deg = sqrt(y.deg2 / fmax(1, y.headings - y.turned));
    if (getenv("VEDETTE_SCENES_VERBOSE"))
        print_message("%s: %d of %d found, %d misnamed, %d strange, %d turned, %d laid (%.2f mm), rms %.3f mm (most %.2f), %.2f degrees, %.0f ms\n",
                      r->what, y.found, y.figures, y.misnamed, y.is_unregistered, y.turned, y.laid, y.most_laid_mm, rms, y.most_mm, deg,
                      cJSON_GetObjectItem(line, "ms")->valuedouble);
    if (y.found < r->least_recall * y.figures || y.misnamed || y.turned || y.is_unregistered > r->most_false || y.laid < r->least_laid ||
        y.most_laid_mm > (r->most_laid_mm > 0 ? r->most_laid_mm : 0.7) || rms > r->most_mm || deg > r->most_deg)
        fail_msg("%s: %d of %d found, %d misnamed, %d strange, %d turned, %d laid (%.2f mm), rms %.3f mm (most %.2f), %.2f degrees", r->what, y.found,
                 y.figures, y.misnamed, y.is_unregistered, y.turned, y.laid, y.most_laid_mm, rms, y.most_mm, deg);
    check_units(r, line);
    cJSON_Delete(line);
    take_down(&t);
}

#define RED "\"side\":\"red\",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\""
#define BLUE "\"side\":\"blue\",\"rim_colour\":\"#2040b0\",\"mark_colour\":\"#f6f4ee\""
#define SQUARE(mm) "\"shape\":\"square\",\"width_mm\":" mm ",\"depth_mm\":" mm
#define ROUND(mm) "\"shape\":\"round\",\"diameter_mm\":" mm
#define RECT(w, d) "\"shape\":\"rect\",\"width_mm\":" w ",\"depth_mm\":" d
#define TRAY(w, d) "\"tray\":{\"width_mm\":" w ",\"depth_mm\":" d ",\"height_mm\":2}"
#define TILE(id, offset) "\"marker\":{\"family\":\"tag36h11\",\"id\":" id ",\"size_mm\":22,\"z_mm\":2,\"offset\":" offset "}"
#define WOOD "{\"id\":\"wood\",\"kind\":\"light-woods\",\"polygon_in\":[[32,21],[40,21],[40,27],[32,27]]}"
#define HILLS                                                                                              \
    "{\"id\":\"west\",\"kind\":\"hill\",\"polygon_in\":[[0,6],[11,6],[11,42],[0,42]],\"elevation_in\":2}," \
    "{\"id\":\"east\",\"kind\":\"hill\",\"polygon_in\":[[61,6],[72,6],[72,42],[61,42]],\"elevation_in\":1}"

// Painted blocks, cavalry, tags under figures, skirmishers of both kinds.
static const cohort small_army[] = {
    {"R1", RED, SQUARE("25"), 25, 25, 5, 4, 0, 0, {12, 14}, 82},
    {"R2", RED, RECT("25", "50"), 25, 50, 4, 2, 0, 0, {30, 12}, 97},
    {"R3", "\"side\":\"red\"", SQUARE("40"), 40, 40, 3, 2, 100, 30, {48, 12}, 88},
    {"B1", BLUE, SQUARE("25"), 25, 25, 6, 3, 0, 0, {16, 36}, -94},
    {"B2", BLUE, ROUND("32"), 32, 32, 0, 8, 0, 0, {58, 35}, -80},
    {"B3", "\"side\":\"blue\"", ROUND("50"), 50, 50, 0, 4, 140, 32, {36, 36}, -100},
};
static const cohort large_army[] = {
    {"R1", RED, SQUARE("20"), 20, 20, 8, 4, 0, 0, {12, 14}, 82},
    {"R2", RED, RECT("25", "50"), 25, 50, 5, 2, 0, 0, {30, 12}, 97},
    {"R3", "\"side\":\"red\"", SQUARE("25"), 25, 25, 5, 3, 100, 19, {48, 12}, 88},
    {"B1", BLUE, SQUARE("25"), 25, 25, 6, 4, 0, 0, {16, 36}, -94},
    {"B2", BLUE, ROUND("25"), 25, 25, 0, 12, 0, 0, {58, 35}, -80},
    {"B3", "\"side\":\"blue\"", ROUND("40"), 40, 40, 0, 8, 140, 25, {36, 36}, -100},
};
// Rim codes on round and square bases.
static const cohort coded_army[] = {
    {"R1", "\"side\":\"red\"", SQUARE("25"), 25, 25, 5, 4, 20, 0, {18, 14}, 82},
    {"R2", "\"side\":\"red\"", ROUND("32"), 32, 32, 0, 12, 60, 0, {52, 14}, 97},
    {"B1", "\"side\":\"blue\"", ROUND("25"), 25, 25, 6, 3, 100, 0, {18, 36}, -94},
    {"B2", "\"side\":\"blue\"", ROUND("40"), 40, 40, 0, 8, 140, 0, {58, 36}, -80},
    {"B3", "\"side\":\"blue\"", RECT("60", "100"), 60, 100, 0, 3, 160, 0, {36, 37}, -80},
};

// Most of these codes are too fine for 1080 lines; the large ones among them are read all the same.
static const cohort fine_and_large[] = {
    {"R1", "\"side\":\"red\"", ROUND("25"), 25, 25, 6, 4, 20, 0, {14, 14}, 82},
    {"R2", "\"side\":\"red\"", SQUARE("20"), 20, 20, 6, 4, 60, 0, {30, 14}, 97},
    {"R3", "\"side\":\"red\"", SQUARE("25"), 25, 25, 6, 4, 100, 0, {50, 14}, 90},
    {"B1", "\"side\":\"blue\"", ROUND("60"), 60, 60, 0, 5, 140, 0, {20, 36}, -80},
    {"B2", "\"side\":\"blue\"", ROUND("50"), 50, 50, 0, 6, 150, 0, {50, 36}, -100},
};

// Hills of one and two inches at the table's edges, where parallax is largest: an inch of height taken wrong is 12 mm of place here.
static const cohort on_hills[] = {
    {"R1", RED, SQUARE("25"), 25, 25, 5, 3, 0, 0, {6, 14}, 82},
    {"R2", RED, ROUND("32"), 32, 32, 0, 6, 0, 0, {66, 16}, 97},
    {"B1", BLUE, SQUARE("25"), 25, 25, 4, 3, 0, 0, {66.5, 34}, -94},
    {"B2", "\"side\":\"blue\"", SQUARE("40"), 40, 40, 3, 1, 100, 32, {6, 36}, -80},
};

#define COUNT(a) (int)(sizeof(a) / sizeof *(a))

static void rim_codes_at_12_megapixels(void **state) {
    (void)state;
    run(&(row){"rim codes at 12 MP", 4056, 3040, 3700, 75, WOOD, coded_army, COUNT(coded_army), 0.98, 0.3, 2, 0});
}

static void large_rim_codes_among_fine_ones(void **state) {
    (void)state;
    const double large = 11.0 / 83;  // of the figures
    run(&(row){.what = "large rim codes among fine ones at 1080p",
               .width = 1920,
               .height = 1080,
               .focal_px = 1510,
               .height_in = 75,
               .terrain = WOOD,
               .units = fine_and_large,
               .unit_count = COUNT(fine_and_large),
               .least_recall = 0.9 * large,
               .most_mm = 0.7,
               .most_deg = 2,
               .most_false = 2,
               .figures_only = true,
               .unreadable = true});
}

// A print of one figure's tag lies on the table: both are reported, and the figure is neither of them.
static void a_code_seen_twice(void **state) {
    (void)state;
    static table t;
    set_up(&t, &(row){"a copy", 1920, 1080, 1513, 75, "", small_army, COUNT(small_army), 0.98, 0.7, 2, 0, true});
    int twin = game_find_figure(t.game, "R3-2"), copies = 0;
    copy_square(&t, t.truth[twin].at, (vec2){36, 24}, 1.2);
    cJSON *line = detect(&t, "");
    const cJSON *b;
    cJSON_ArrayForEach(b, cJSON_GetObjectItem(line, "figures")) assert_string_not_equal(cJSON_GetObjectItem(b, "id")->valuestring, "R3-2");
    cJSON_ArrayForEach(b, cJSON_GetObjectItem(line, "bases")) {
        const cJSON *whose = cJSON_GetObjectItem(b, "contested");
        if (!whose) continue;
        vec2 at = pose_of(b).at;
        assert_string_equal(whose->valuestring, "R3-2");
        assert_string_equal(cJSON_GetObjectItem(b, "by")->valuestring, "tag");
        assert_true(fmin(vec2_distance(at, t.truth[twin].at), vec2_distance(at, (vec2){36, 24})) < 0.2);
        copies++;
    }
    assert_int_equal(copies, 2);
    cJSON_Delete(line);
    take_down(&t);
}

// Words for a person, with that calibration, and the exit code that goes with them.
static void words_of(const table *t, const char *calibration, int exit_code, char *out, size_t capacity) {
    char command[700], path[128];
    snprintf(command, sizeof command, "cd %s && '%s' detect --game t.game.json --calibration %s t.ppm > /dev/null 2> t.out", t->folder, vedette,
             calibration);
    assert_int_equal(system(command), exit_code << 8);
    in_folder(t, "t.out", path);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    out[fread(out, 1, capacity - 1, in)] = '\0';
    fclose(in);
}

// A camera that has moved by half an inch is reported, with the distance. The right calibration is not doubted. Duplicate markers show nothing.
static void a_wrong_calibration(void **state) {
    (void)state;
    static table t;
    char path[128], words[2000];
    set_up(&t, &(row){"a wrong calibration", 1920, 1080, 1513, 75, "", small_army, COUNT(small_army), 0.98, 0.7, 2, 0, true});
    words_of(&t, "t.cal.json", 0, words, sizeof words);
    assert_null(strstr(words, "calibration"));
    render_camera moved = t.scene.camera;
    moved.translation_in[0] += 0.5;  // along the picture's x axis
    in_folder(&t, "t.svg", path);
    write_calibration(path, &moved);
    words_of(&t, "t.svg", 0, words, sizeof words);
    const char *lie = strstr(words, "the table's markers lie 0.");
    double off = 0;
    assert_true(lie && sscanf(lie, "the table's markers lie %lf", &off) == 1);
    assert_true(fabs(off - 0.5) < 0.03);
    assert_non_null(strstr(words, "calibrate again"));
    for (int m = 0; m < t.game->table_marker_count; m++) copy_square(&t, t.game->table_markers[m].pose.at, (vec2){24 + 8 * m, 24}, 2.4);
    words_of(&t, "t.cal.json", 0, words, sizeof words);
    assert_non_null(strstr(words, "seen twice"));
    take_down(&t);
}

// A mirrored picture of the right calibration's camera: every place would be on the wrong side, so it is refused.
static void a_mirrored_picture(void **state) {
    (void)state;
    static table t;
    static uint8_t row_bgr[3 * 1920];
    char path[128], words[2000];
    set_up(&t, &(row){"a mirrored picture", 1920, 1080, 1513, 75, "", small_army, COUNT(small_army), 0.98, 0.7, 2, 0, true});
    in_folder(&t, "t.ppm", path);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, -(long)sizeof row_bgr * 1080, SEEK_END), 0);
    for (int v = 0; v < 1080; v++) {
        long at = ftell(f);
        assert_int_equal(fread(row_bgr, 3, 1920, f), 1920);
        for (int u = 0; u < 960; u++)
            for (int k = 0; k < 3; k++) {
                uint8_t left = row_bgr[3 * u + k];
                row_bgr[3 * u + k] = row_bgr[3 * (1919 - u) + k];
                row_bgr[3 * (1919 - u) + k] = left;
            }
        assert_int_equal(fseek(f, at, SEEK_SET), 0);
        assert_int_equal(fwrite(row_bgr, 3, 1920, f), 1920);
        assert_int_equal(fseek(f, at + (long)sizeof row_bgr, SEEK_SET), 0);
    }
    fclose(f);
    words_of(&t, "t.cal.json", 2, words, sizeof words);
    assert_non_null(strstr(words, "mirrored"));
    take_down(&t);
}

static void at_1080p(void **state) {
    (void)state;
    run(&(row){"1080p", 1920, 1080, 1513, 75, WOOD, small_army, COUNT(small_army), 0.98, 0.7, 2, 0});
}

static void on_hills_at_1080p(void **state) {
    (void)state;
    run(&(row){"hills at 1080p", 1920, 1080, 1513, 75, HILLS, on_hills, COUNT(on_hills), 0.98, 0.7, 2, 0});
}

// A hand over a corner of a block on a tray with a tile behind it: what the hand hides is laid where it stands. One tray faces each way.
static const cohort on_trays[] = {
    {"R1", RED "," TRAY("155", "105") "," TILE("60", "[-4.8,0.3,0]"), SQUARE("25"), 25, 25, 6, 4, 0, 0, {20, 20}, 82},
    {"B1", BLUE "," TRAY("155", "80") "," TILE("61", "[-3.9,-0.5,180]"), SQUARE("25"), 25, 25, 6, 3, 0, 0, {52, 30}, -94},
};

static void trays_under_a_hand(void **state) {
    (void)state;
    static const render_hand hand = {.from = {44, 26}, .at = {20, 18.4}, .z_in = 1.6};
    run(&(row){"trays under a hand", 1920, 1080, 1513, 75, "", on_trays, COUNT(on_trays), 1, 0.7, 2, 0, .hand = &hand, .least_laid = 4});
}

// Unpainted bases and a tile so bright and blurred that its marker can't be read: known by its size and by what pattern it must have. Its heading
// over a lever of four inches is good to a millimetre or two, where a base isn't seen itself.
static const cohort on_tiles[] = {
    {"R1", "\"side\":\"red\"," TILE("60", "[-3.9,0,2]"), SQUARE("20"), 20, 20, 6, 4, 0, 0, {20, 20}, 82},
    {"B1", "\"side\":\"blue\"," TILE("61", "[-3.9,0,178]"), SQUARE("20"), 20, 20, 6, 4, 0, 0, {52, 30}, -94},
};

static void overexposed_tiles(void **state) {
    (void)state;
    run(&(row){"overexposed tiles", 1920, 1080, 1513, 75, "", on_tiles, COUNT(on_tiles), 1, 1.2, 3, 0, .light = 1.3, .blur_px = 1.3,
               .most_laid_mm = 1.5});
}

// Tags under figures and painted rims, closed and loose.
static const cohort mixed_army[] = {
    {"R1", "\"side\":\"red\"", SQUARE("25"), 25, 25, 6, 4, 100, 19, {12, 12}, 82},
    {"R2", RED, RECT("25", "50"), 25, 50, 5, 2, 0, 0, {33, 13}, 97},
    {"R3", RED, ROUND("32"), 32, 32, 6, 3, 0, 0, {58, 13}, 88},
    {"B1", BLUE, SQUARE("20"), 20, 20, 8, 4, 0, 0, {10, 36}, -94},
    {"B2", BLUE, ROUND("25"), 25, 25, 0, 12, 0, 0, {60, 35}, -80},
    {"B3", "\"side\":\"blue\"", SQUARE("25"), 25, 25, 5, 3, 150, 19, {36, 36}, -100},
};

// What lamps, lenses and windows make of a table: everything is found, named and turned as by daylight.
static void in_other_light(const char *what, row r) {
    r.what = what, r.terrain = WOOD;
    r.width = 4056, r.height = 3040, r.focal_px = 3700, r.height_in = 75;
    r.units = mixed_army, r.unit_count = COUNT(mixed_army), r.least_recall = 0.98, r.most_mm = 0.3, r.most_deg = 2;
    run(&r);
}

static void under_warm_lamps(void **state) {
    (void)state;
    in_other_light("under warm lamps", (row){.lamp = {1, 0.68, 0.32}});
}

static void under_a_cold_sky(void **state) {
    (void)state;
    in_other_light("under a cold sky", (row){.lamp = {0.35, 0.65, 1}});
}

static void in_a_flat_picture(void **state) {
    (void)state;
    in_other_light("in a flat picture", (row){.fade = 0.65});
}

static void through_a_wide_lens(void **state) {
    (void)state;
    in_other_light("through a wide lens", (row){.vignette = 0.8});
}

static void beside_a_window(void **state) {
    (void)state;
    in_other_light("beside a window", (row){.gradient = {1.2, -0.4}, .light = 0.7});
}

// The outline of a round base tells no heading: the code alone does.
static const cohort round_tags[] = {
    {"R1", "\"side\":\"red\"", ROUND("32"), 32, 32, 5, 3, 100, 24.6, {12, 12}, 82},
    {"R2", "\"side\":\"red\"", ROUND("32"), 32, 32, 5, 3, 120, 24.6, {36, 12}, 97},
    {"R3", "\"side\":\"red\"", ROUND("32"), 32, 32, 5, 3, 140, 24.6, {58, 12}, 88},
    {"B1", "\"side\":\"blue\"", ROUND("32"), 32, 32, 5, 3, 160, 24.6, {14, 36}, -94},
    {"B2", "\"side\":\"blue\"", ROUND("32"), 32, 32, 5, 3, 180, 24.6, {52, 36}, -81},
};

static void round_bases_with_tags(void **state) {
    (void)state;
    run(&(row){"round bases with tags", 1920, 1080, 1513, 75, "", round_tags, COUNT(round_tags), 0.7, 0.7, 2, 20, .figures_only = true});
}

static void at_4k(void **state) {
    (void)state;
    run(&(row){"4K", 3840, 2160, 3026, 75, WOOD, large_army, COUNT(large_army), 0.98, 0.4, 2, 0});
}

static void at_12_megapixels(void **state) {
    (void)state;
    run(&(row){"12 MP", 4056, 3040, 3700, 75, WOOD, large_army, COUNT(large_army), 0.98, 0.3, 2, 0});
}

int main(int argc, char **argv) {
    vedette = argc > 1 ? argv[1] : "build/vedette";
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_1080p),
                                       cmocka_unit_test(on_hills_at_1080p),
                                       cmocka_unit_test(at_4k),
                                       cmocka_unit_test(at_12_megapixels),
                                       cmocka_unit_test(rim_codes_at_12_megapixels),
                                       cmocka_unit_test(large_rim_codes_among_fine_ones),
                                       cmocka_unit_test(a_code_seen_twice),
                                       cmocka_unit_test(trays_under_a_hand),
                                       cmocka_unit_test(overexposed_tiles),
                                       cmocka_unit_test(round_bases_with_tags),
                                       cmocka_unit_test(under_warm_lamps),
                                       cmocka_unit_test(under_a_cold_sky),
                                       cmocka_unit_test(in_a_flat_picture),
                                       cmocka_unit_test(through_a_wide_lens),
                                       cmocka_unit_test(beside_a_window),
                                       cmocka_unit_test(a_wrong_calibration),
                                       cmocka_unit_test(a_mirrored_picture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
