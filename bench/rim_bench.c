#include <stdlib.h>
#include <string.h>

#include "bench/vision_bench.h"
#include "tests/vision/rim_field.h"

// A game of 100 figures on bases of one kind, which is the hardest: any id may stand on any base.
enum { ACROSS = 8, BASES = ACROSS * ACROSS, FIGURES = 100, BANDS = 6, PICTURES = 12 };  // of each kind: 100 squares of 20 mm with 30 to 40 % hidden

static const double px_per_in = 2.2 * 25.4;
static const double band_top[BANDS] = {0.1, 0.2, 0.3, 0.4, 0.5, 1.01};

typedef struct {
    int bases, read, wrong, inside, inside_rad;
} band_score;

typedef struct {
    band_score cold[BANDS], followed[BANDS];
    double cold_s, followed_s, error2;
    int pictures, followed_bases, placed;
} rim_score;

static int band_of(double hidden) {
    int i = 0;
    while (i < BANDS - 1 && hidden > band_top[i]) i++;
    return i;
}

// Bases about 1.9" apart, each turned anyhow, a figure of any size and turn standing on its middle or near to it.
static void scatter(rim_field *f, const occluder_book *book, base b, int cells, field_base *bases) {
    double apart = fmax(1.9, 1.3 * fmax(b.width_in, b.depth_in));
    int first = (int)(field_random(f) * FIGURES);
    for (int i = 0; i < BASES; i++) {
        vec2 at = {(i % ACROSS + 0.5) * apart + 0.3 * (field_random(f) - 0.5), (i / ACROSS + 0.5) * apart + 0.3 * (field_random(f) - 0.5)};
        double far = 0.7 * b.width_in * field_random(f), way = 2 * PI * field_random(f);
        bases[i] = (field_base){.base = b,
                                .cells = cells,
                                .id = (i * 37 + first) % FIGURES,  // each another
                                .dark_rgb = RIM_CODE_DARK_RGB,
                                .light_rgb = RIM_CODE_LIGHT_RGB,
                                .pose = {.at = at, .heading_rad = 2 * PI * field_random(f) - PI},
                                .hider = &book->at[(int)(field_random(f) * book->count)],
                                .hider_scale = (0.7 + 0.7 * field_random(f)) * fmax(1, b.width_in / (25 * IN_PER_MM) * 0.8),
                                .hider_turn_rad = 2 * PI * field_random(f),
                                .hider_shift_in = {far * cos(way), far * sin(way)}};
    }
}

static void add_sighting(const base_sighting *s, const field_base *bases, band_score *bands, rim_score *all) {
    int nearest = 0;
    for (int i = 1; i < BASES; i++)
        if (vec2_distance(bases[i].pose.at, s->pose.at) < vec2_distance(bases[nearest].pose.at, s->pose.at)) nearest = i;
    if (s->figure < 0) return;
    band_score *band = &bands[band_of(bases[nearest].hidden)];
    double off = vec2_distance(bases[nearest].pose.at, s->pose.at);
    double turn = fabs(angle_difference(s->pose.heading_rad, bases[nearest].pose.heading_rad));
    if (s->figure != bases[nearest].id || off > 0.15 || turn > 0.2) {
        band->wrong++;
        return;
    }
    band->read++;
    band->inside += off * off < 5.991 * s->pose.sigma_in * s->pose.sigma_in;
    band->inside_rad += turn < 1.96 * s->pose.sigma_rad;
    all->error2 += off * off;
    all->placed++;
}

static void run_picture(rim_field *f, vision *v, const field_base *bases, const rim_coded_kind *kind, base_list *list, rim_score *score) {
    static expected_rim expected[BASES];
    px_rect nowhere = {0, 0, 0, 0};
    double begin = bench_cpu_s();
    vision_find_rim_codes(v, &f->frame, &f->view, kind, 1, NULL, 0, NULL, 0, list);
    score->cold_s += bench_cpu_s() - begin;
    for (int i = 0; i < BASES; i++) score->cold[band_of(bases[i].hidden)].bases++;
    for (int i = 0; i < list->count; i++) add_sighting(&list->at[i], bases, score->cold, score);
    for (int i = 0; i < BASES; i++) {
        vec2 off = {0.12 * (field_random(f) - 0.5), 0.12 * (field_random(f) - 0.5)};
        expected[i] =
            (expected_rim){.kind = 0,
                           .figure = bases[i].id,
                           .pose = {.at = vec2_add(bases[i].pose.at, off), .heading_rad = bases[i].pose.heading_rad + 0.1 * (field_random(f) - 0.5)},
                           .reach_in = 0.15};
        score->followed[band_of(bases[i].hidden)].bases++;
    }
    begin = bench_cpu_s();
    vision_find_rim_codes(v, &f->frame, &f->view, kind, 1, &nowhere, 0, expected, BASES, list);
    score->followed_s += bench_cpu_s() - begin;
    score->followed_bases += BASES;
    for (int i = 0; i < list->count; i++) add_sighting(&list->at[i], bases, score->followed, score);
    score->pictures++;
}

static void print_bands(FILE *out, const char *what, const char *how, const band_score *bands, double cost, const char *unit) {
    int wrong = 0, read = 0, inside = 0, inside_rad = 0;
    fprintf(out, "%-34s %-9s", what, how);
    for (int i = 0; i < BANDS; i++) {
        fprintf(out, " %6.2f %%", bands[i].bases ? 100.0 * bands[i].read / bands[i].bases : 0);
        wrong += bands[i].wrong, read += bands[i].read, inside += bands[i].inside, inside_rad += bands[i].inside_rad;
    }
    fprintf(out, " %5d of %-6d %6.2f %s   95 %% ellipse holds %.1f %%, of headings %.1f %%\n", wrong, read + wrong, cost, unit,
            100.0 * inside / (read ? read : 1), 100.0 * inside_rad / (read ? read : 1));
    fflush(out);
}

static void run_kind(FILE *out, vision *v, const occluder_book *book, const char *what, base b, int cells, int pictures) {
    static field_base bases[BASES];
    rim_coded_id ids[FIGURES];
    base_sighting seen[4 * FIGURES];
    rim_score score = {0};
    double side = fmax(1.9, 1.3 * fmax(b.width_in, b.depth_in)) * ACROSS * px_per_in;
    for (int i = 0; i < FIGURES; i++) ids[i] = (rim_coded_id){i, i, 0};
    rim_coded_kind kind = {
        .base = b, .cells = cells, .dark_rgb = RIM_CODE_DARK_RGB, .light_rgb = RIM_CODE_LIGHT_RGB, .ids = ids, .id_count = FIGURES};
    rim_field f;
    rim_field_make(&f, (int)side, (int)side, px_per_in);
    f.blur_px = 0.7, f.noise = 6;
    f.dice ^= (bench_seed() - 1) * 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < pictures; i++) {
        base_list list = {.at = seen, .capacity = 4 * FIGURES};
        scatter(&f, book, b, cells, bases);
        rim_field_draw(&f, bases, BASES);
        run_picture(&f, v, bases, &kind, &list, &score);
    }
    print_bands(out, what, "cold", score.cold, 1e3 * score.cold_s / score.pictures, "ms a picture");
    print_bands(out, "", "followed", score.followed, 1e6 * score.followed_s / score.followed_bases, "us a base");
    fprintf(out, "%-44s place rms %.2f mm\n", "", 25.4 * sqrt(score.error2 / fmax(1, score.placed)));
    rim_field_free(&f);
}

void bench_rims(FILE *out) {
    vision_options o = vision_default_options();
    vision *v;
    fault fault;
    occluder_book book;
    if (vision_create(&o, &v, &fault) != STATUS_OK) return;
    occluder_book_make(&book);
    fprintf(out, "%-44s %9s %8s %8s %8s %8s %8s %s\n", "rim codes, 100 figures, 2.2 px/mm, noise 6", "0-10 %", "10-20", "20-30", "30-40", "40-50",
            "over 50", "hidden; wrong ids");
    const double mm = IN_PER_MM;
    const struct {
        const char *what;
        base b;
    } kinds[] = {{"round 25 mm", {BASE_ROUND, 25 * mm, 25 * mm, 0, 0}},   {"round 32 mm", {BASE_ROUND, 32 * mm, 32 * mm, 0, 0}},
                 {"round 50 mm", {BASE_ROUND, 50 * mm, 50 * mm, 0, 0}},   {"square 20 mm", {BASE_SQUARE, 20 * mm, 20 * mm, 0, 0}},
                 {"square 25 mm", {BASE_SQUARE, 25 * mm, 25 * mm, 0, 0}}, {"25 x 50 mm", {BASE_RECT, 25 * mm, 50 * mm, 0, 0}}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char what[64];
        int cells = rim_code_default_cells(kinds[i].b);
        snprintf(what, sizeof what, "%s, %d cells", kinds[i].what, cells);
        run_kind(out, v, &book, what, kinds[i].b, cells, PICTURES);
    }
    occluder_book_free(&book);
    vision_destroy(v);
}
