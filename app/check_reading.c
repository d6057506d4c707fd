// What the camera can read of a game: by the calibration, and in a picture.
#include <stdio.h>

#include "app/check.h"
#include "app/check_picture.h"
#include "app/cli.h"
#include "calib/legible.h"

static void tell_kind(const legible_kind *k) {
    static const char *const where[] = {"large enough everywhere", "NOT READ where the camera gives least", "NOT READ"};
    printf("  %d x %s: %.2f px/mm in the middle, %.2f at the least, needs %.2f: %s\n", k->count, k->what, k->middle_px_mm, k->least_px_mm,
           k->need_px_mm, where[k->where]);
    if (k->where != LEGIBLE_EVERYWHERE)
        cli_message("%s needs %.2f px/mm; this camera has %.2f: %s", k->what, k->need_px_mm,
                    k->where == LEGIBLE_NOWHERE ? k->middle_px_mm : k->least_px_mm, k->remedy);
}

// Size is not all: a picture tells the rest.
static void tell_unseen(void) {
    printf("That is by size alone, in focus and in good light. What the camera truly reads on the table, a picture of it tells: --source SOURCE\n");
}

static int tell_legible(const calibration *c, const legible_report *r) {
    bool good = true;
    printf("%d x %d pictures: %.2f px/mm in the middle of the table, %.2f at the least (at %.0f\", %.0f\")\n", c->width, c->height, r->middle_px_mm,
           r->least_px_mm, r->least_at.x, r->least_at.y);
    for (int i = 0; i < r->kind_count; i++) {
        tell_kind(&r->kinds[i]);
        good = good && r->kinds[i].where == LEGIBLE_EVERYWHERE;
    }
    if (!r->all_kinds) printf("  and others: only the first %d kinds were looked at\n", LEGIBLE_MAX_KINDS);
    printf("smallest that this camera reads on the whole table, in focus:\n  tags: %s\n  rim codes: %s\n  plain bases: %s\n", r->smallest_tag,
           r->smallest_rims, r->smallest_plain);
    for (int i = 0; i < r->warning_count; i++) cli_message("%s", r->warnings[i]);
    return good ? EXIT_DONE : EXIT_NOT_IN_ORDER;
}

// What the camera of this calibration can read of the game, by size, and where there is a source, as it is seen. NULL: not given.
static int check_reading(const game *g, const char *calibration_path, const char *source) {
    static legible_report report;  // large
    calibration c;
    fault fault = {""};
    int code = EXIT_DONE;
    if (calibration_path) {
        status s = calib_load(calibration_path, &c, &fault);
        bool lens_alone = s == STATUS_OK && !c.has_table && source;  // the table's place is then taken from the picture
        if (s == STATUS_OK && !lens_alone && (s = legible_check(g, &c, &report, &fault)) == STATUS_INVALID) cli_in_file(calibration_path, &fault);
        if (s != STATUS_OK) return cli_fail(s, &fault);
        if (!lens_alone) code = tell_legible(&c, &report);
    }
    if (!source) {
        tell_unseen();
        return code;
    }
    int seen = check_picture(g, calibration_path ? &c : NULL, source);
    return seen > code ? seen : code;
}

int check_with_camera(const char *path, const char *calibration_path, const char *source) {
    game *g;
    int code = check_game(path, &g);
    if (!g) return code;
    int read = check_reading(g, calibration_path, source);
    game_destroy(g);
    return read > code ? read : code;
}
