#include "bench/vision_bench.h"
#include "tests/vision/field.h"

enum { FOUND_MAX = 1024, FIRST_SEED = 9001 };

// "told" and "false" of all that stands there; "sane" of those with a rim that an eye can tell from ground and covering (FIELD_DRAB), "drab" of the
// others.
static void run_tables(FILE *out, const char *what, field_options o, int tables) {
    static base_sighting at[FOUND_MAX];
    static expected_base expected[FOUND_MAX];
    static field f;
    field_tally t = {0};
    double seconds = 0;
    for (int i = 0; i < tables; i++) {
        base_list found = {at, 0, FOUND_MAX};
        o.seed = (uint32_t)(FIRST_SEED + i) + 100 * (bench_seed() - 1);
        field_make(&f, o);
        int n = f.table.game->figure_count <= FOUND_MAX ? table_expect(&f.table, o.seed, expected) : 0;
        double begin = bench_cpu_s();
        vision_follow_paint(f.table.vision, &f.table.frame, &f.table.view, f.table.kinds, f.table.kind_count, expected, n, &found);
        seconds += bench_cpu_s() - begin;
        field_count(&f, &found, &t);
        field_free(&f);
    }
    fprintf(out, "%-44s %8.1f %5d of %-5d %6.2f %%  %6.2f %%  %4d of %-4d %3d in %-3d %8.3f %6.2f %3d of %-4d  %5.1f %%  %5.1f %%\n", what,
            1e3 * seconds / tables, t.found, t.bases, 100.0 * t.found / fmax(1, t.bases),
            100.0 * (t.found - t.drab_found) / fmax(1, t.bases - t.drab), t.drab_found, t.drab, t.is_unregistered, t.pictures,
            sqrt(t.mm2 / fmax(1, t.sigmas)), sqrt(t.deg2 / fmax(1, t.headings - t.turned)), t.turned, t.headings,
            100.0 * t.inside / fmax(1, t.sigmas), 100.0 * t.inside_rad / fmax(1, t.headings - t.turned));
    fflush(out);
}

void bench_plain(FILE *out) {
    fprintf(out, "%-44s %8s %14s %8s %9s %12s %9s %8s %6s %11s %8s %8s\n", "painted rims followed, half of them in sight", "cpu ms", "told", "",
            "sane", "drab", "false", "mm rms", "deg", "turned", "ellipse", "heading");
    run_tables(out, "1080p, red against blue", (field_options){.camera = FIELD_1080, .painted = 1, .other = 2}, 10);
    run_tables(out, "1080p, any liveries on any ground", (field_options){.camera = FIELD_1080}, 10);
    run_tables(out, "piece of 12 MP, any liveries, tall figures", (field_options){.camera = FIELD_12MP, .tall = true}, 6);
}
