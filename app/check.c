// vedette check: validates a game file, a calibration file or a record, by what it is and not by its name; with a game and a calibration it tells
// what of the game the camera can read.
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "app/check.h"
#include "app/cli.h"
#include "app/options.h"
#include "calib/camera.h"
#include "core/plural.h"
#include "core/tag_name.h"
#include "pipeline/declared_markers.h"
#include "pipeline/families.h"
#include "record/record.h"
#include "rules/rules.h"

// A number that its family does not have is printed by nothing and seen by nothing. `place` names the marker in the game file.
static status check_tag(const marker *m, const char *place, fault *fault) {
    struct fault inner = {""};
    if (!m->family[0] || game_is_rim(m)) return STATUS_OK;
    status s = tag_name_check(m->family, m->id, &inner);
    return s == STATUS_OK ? s : fault_set(fault, s, "%s: %s", place, inner.text);
}

static status check_tags(const game *g, fault *fault) {
    status s = STATUS_OK;
    char place[80];
    for (int i = 0; i < g->table_marker_count && s == STATUS_OK; i++) {
        snprintf(place, sizeof place, "table.markers[%d]", i);
        s = check_tag(&g->table_markers[i].marker, place, fault);
    }
    for (int u = 0; u < g->unit_count && s == STATUS_OK; u++) {
        const game_unit *unit = &g->units[u];
        snprintf(place, sizeof place, "units[%d].marker", u);
        s = check_tag(&unit->marker, place, fault);
        for (int i = 0; i < unit->figure_count && s == STATUS_OK; i++) {
            snprintf(place, sizeof place, "units[%d].figures[%d].marker", u, i);
            s = check_tag(&g->figures[unit->first_figure + i].marker, place, fault);
        }
    }
    for (int i = 0; i < g->declaration_count && s == STATUS_OK; i++) {
        snprintf(place, sizeof place, "declaration_markers[%d]", i);
        s = check_tag(&g->declarations[i].marker, place, fault);
    }
    return s;
}

// Families that no reader takes would only be found out at the table.
static status check_families(const game *g, fault *fault) {
    vision_options unused = {0};
    return families_of_game(g, &unused, fault);
}

static status read_whole_game(const char *path, game **out, fault *fault) {
    rules *r = NULL;
    status s = cli_read_game(path, out, fault);
    if (s != STATUS_OK) return s;
    s = rules_create(*out, &r, fault);
    if (s == STATUS_OK) s = check_tags(*out, fault);
    if (s == STATUS_OK) s = check_families(*out, fault);
    if (s != STATUS_OK) cli_in_file(path, fault);
    rules_destroy(r);
    return s;
}

int check_game(const char *path, game **out) {
    game *g = NULL;
    fault fault = {""};
    status s = read_whole_game(path, &g, &fault);
    *out = s == STATUS_OK ? g : NULL;
    if (s != STATUS_OK) {
        game_destroy(g);
        return cli_fail(s, &fault);
    }
    printf("%s: a game by %s: %d side%s, %d unit%s, %d figure%s, %d piece%s of terrain, %d table marker%s\n", path, g->ruleset, g->side_count,
           plural_s(g->side_count), g->unit_count, plural_s(g->unit_count), g->figure_count, plural_s(g->figure_count), g->terrain_count,
           plural_s(g->terrain_count), g->table_marker_count, plural_s(g->table_marker_count));
    if (g->unit_count == 0) cli_message("%s: units: there are none yet, so there is nothing to judge: add the units that play", path);
    if (!declared_markers_fault(g, &fault)) return EXIT_DONE;
    cli_message("%s: %s", path, fault.text);
    return EXIT_NOT_IN_ORDER;
}

static int check_game_alone(const char *path) {
    game *g;
    int code = check_game(path, &g);
    game_destroy(g);
    return code;
}

static int check_calibration(const char *path) {
    calibration c;
    fault fault = {""};
    status s = calib_load(path, &c, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    vec3 at = c.has_table ? calib_camera_place(&c) : (vec3){0, 0, 0};
    if (c.has_table)
        printf("%s: a calibration for %d x %d pictures, camera %.1f\" above the table at %.1f, %.1f, residual %.2f px\n", path, c.width, c.height,
               at.z, at.x, at.y, c.rms_px);
    else
        printf("%s: a lens for %d x %d pictures, residual %.2f px; the table's place is not in it\n", path, c.width, c.height, c.rms_px);
    return EXIT_DONE;
}

static void tell_record(const char *path, const record_report *r) {
    printf("%s: a record of %lld observation%s and %lld conclusion%s, %.1f to %.1f s, %s\n", path, (long long)r->observations,
           plural_s(r->observations), (long long)r->conclusions, plural_s(r->conclusions), r->first_t_s, r->last_t_s,
           r->cut              ? "cut short"
           : r->closed_cleanly ? "closed cleanly"
                               : "not closed: the program ended while recording or its disk was full, or it records still");
    if (r->gaps > 0) printf("%s: interrupted and gone on with %d time%s, for %.0f s at most\n", path, r->gaps, plural_s(r->gaps), r->longest_gap_s);
    if (!r->chained)
        printf("%s: made by an older version: its rows bear no hashes, so whether any was changed can't be told\n", path);
    else
        printf("%s: the last of its %lld rows has the hash %s\n", path, (long long)r->rows, r->head);
    if (r->closed_cleanly && r->chained && !r->sealed)
        printf("%s: its pages are not sealed: it was being read while it was closed, or another program wrote to it\n", path);
    if (r->signed_by[0]) printf("%s: signed by %s\n", path, r->signed_by);
}

// key: the public key that must have signed it; NULL: none is asked for.
static bool is_signed_by(const char *path, const record_report *r, const char *key) {
    if (!key || strcasecmp(key, r->signed_by) == 0) return true;
    if (r->signed_by[0])
        cli_message("%s: signed by another key than %s", path, key);
    else
        cli_message("%s: bears no valid signature", path);
    return false;
}

static int check_record(const char *path, const char *key) {
    record_report report;
    fault fault = {""};
    status s = record_verify(path, &report, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    if (report.rows > 0 || report.damage_count == 0) tell_record(path, &report);  // of a file that can't be read nothing is known
    bool good = is_signed_by(path, &report, key) && !report.cut && report.damage_count == 0;
    if (report.cut)
        cli_message("%s: recording failed (the disk was full or went away): part of what came from %.1f s on is missing", path, report.lost_t_s);
    if (report.damage_count > 0) cli_message("%s: damaged in %lld place%s:", path, (long long)report.damage_count, plural_s(report.damage_count));
    for (int i = 0; i < RECORD_DAMAGES_TOLD && report.damage[i][0]; i++) cli_message("%s: %s", path, report.damage[i]);
    return good ? EXIT_DONE : EXIT_NOT_IN_ORDER;
}

typedef enum { FILE_GAME, FILE_CALIBRATION, FILE_RECORD, FILE_EMPTY, FILE_OTHER } file_kind;

static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && strcmp(path + n - m, end) == 0;
}

static file_kind kind_of(const char *path) {
    char head[4096] = "";
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(head, 1, sizeof head - 1, file) : 0;
    bool readable = file && !ferror(file);
    if (file) fclose(file);
    const char *text = strncmp(head, "\xEF\xBB\xBF", 3) == 0 ? head + 3 : head;
    text += strspn(text, " \t\r\n");
    if ((n >= 16 && memcmp(head, "SQLite format 3", 16) == 0) || (n >= 4096 && ends_with(path, ".vedette"))) return FILE_RECORD;
    if (ends_with(path, ".cal.json")) return FILE_CALIBRATION;
    if (readable && text == head + n) return FILE_EMPTY;
    if (readable && *text != '{') return FILE_OTHER;
    bool is_calibration = strstr(head, "\"camera_matrix\"") || (strstr(head, "\"distortion_coefficients\"") && !strstr(head, "\"ruleset\""));
    return is_calibration ? FILE_CALIBRATION : FILE_GAME;
}

int command_check(int argc, char **argv) {
    const char *camera = NULL, *source = NULL, *key = NULL;
    const option_row options[] = {
        {"calibration", "FILE", "with a game: tell which of its markers and bases this camera can read, and what to do about the others",
         OPTION_SETS_TEXT, &camera},
        {"source", "SOURCE", "with a game: take a picture of the table and tell what is read in it, and why the rest is not: light, focus, paints",
         OPTION_SETS_TEXT, &source},
        {"key", "PUBLICKEY", "with a record: it must be signed by this key", OPTION_SETS_TEXT, &key},
        {0}};
    int code;
    if (!options_read("check", argc, argv, options, &code)) return code;
    int operands = argc - optind;
    if (operands < 1 || operands > (camera ? 1 : 2)) return cli_misused("check", "needs one file, or a game and a calibration");
    const char *path = argv[optind];
    if (operands == 2) camera = argv[optind + 1];
    file_kind kind = kind_of(path);
    if ((camera || source) && kind != FILE_GAME) return cli_misused("check", "%s is no game: say check GAME --calibration FILE", path);
    if (key && kind != FILE_RECORD) return cli_misused("check", "%s is no record: --key is for records", path);
    if (kind == FILE_RECORD) return cli_finish_output(check_record(path, key));
    if (kind == FILE_EMPTY || kind == FILE_OTHER) {
        cli_message("%s: the file is %s: give a game file, a calibration file or a record", path,
                    kind == FILE_EMPTY ? "empty" : "of none of the kinds known");
        return EXIT_UNUSABLE;
    }
    if (camera || source) return cli_finish_output(check_with_camera(path, camera, source));
    return cli_finish_output(kind == FILE_CALIBRATION ? check_calibration(path) : check_game_alone(path));
}
