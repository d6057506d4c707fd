// vedette check: validates a game file, a calibration file or a record, by what it is and not by its name.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/eye.h"
#include "app/options.h"
#include "calib/camera.h"
#include "record/record.h"
#include "rules/rules.h"

// A family that no reader knows would only be found out at the table.
static status check_families(const game *g, fault *why) {
    eye *e = NULL;
    status s = eye_create(g, (eye_options){0}, &e, why);
    eye_destroy(e);
    return s;
}

static int check_game(const char *path) {
    game *g = NULL;
    rules *r = NULL;
    fault why = {""};
    status s = cli_read_game(path, &g, &why);
    if (s == STATUS_OK) {
        s = rules_create(g, &r, &why);
        if (s == STATUS_OK) s = check_families(g, &why);
        if (s != STATUS_OK) cli_in_file(path, &why);
    }
    if (s != STATUS_OK)
        cli_fail(s, &why);
    else
        printf("%s: a game by %s: %d sides, %d units, %d figures, %d pieces of terrain, %d table markers\n", path, g->ruleset, g->side_count,
               g->unit_count, g->figure_count, g->terrain_count, g->table_marker_count);
    rules_destroy(r);
    game_destroy(g);
    return cli_exit_of(s);
}

static int check_calibration(const char *path) {
    calibration c;
    fault why = {""};
    status s = calib_load(path, &c, &why);
    if (s != STATUS_OK) return cli_fail(s, &why);
    vec3 at = c.has_table ? calib_camera_place(&c) : (vec3){0, 0, 0};
    if (c.has_table)
        printf("%s: a calibration for %d x %d pictures, camera %.1f\" above the table at %.1f, %.1f, residual %.2f px\n", path, c.width, c.height,
               at.z, at.x, at.y, c.rms_px);
    else
        printf("%s: a lens for %d x %d pictures, residual %.2f px; the table's place is not in it\n", path, c.width, c.height, c.rms_px);
    return EXIT_DONE;
}

static int check_record(const char *path) {
    record_report report;
    fault why = {""};
    status s = record_verify(path, &report, &why);
    if (s != STATUS_OK) return cli_fail(s, &why);
    printf("%s: a record of %lld observations and %lld conclusions, %.1f to %.1f s, %s\n", path, (long long)report.observations,
           (long long)report.conclusions, report.first_t_s, report.last_t_s,
           report.closed_cleanly ? "closed cleanly" : "not closed: the program ended while recording");
    if (report.damage_count == 0) return EXIT_DONE;
    cli_say("%s: damaged in %lld places, first: %s", path, (long long)report.damage_count, report.damage);
    return EXIT_NOT_IN_ORDER;
}

int command_check(int argc, char **argv) {
    const option_row options[] = {{0}};
    int code;
    if (!options_read("check", argc, argv, options, &code)) return code;
    if (optind + 1 != argc) return cli_misused("check", "needs one file");
    const char *path = argv[optind];
    char head[4096] = "";
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(head, 1, sizeof head - 1, file) : 0;
    if (file) fclose(file);
    if (n >= 16 && memcmp(head, "SQLite format 3", 16) == 0) return cli_finish_output(check_record(path));
    bool is_calibration = strstr(head, "\"camera_matrix\"") || (strstr(head, "\"distortion_coefficients\"") && !strstr(head, "\"ruleset\""));
    return cli_finish_output(is_calibration ? check_calibration(path) : check_game(path));
}
