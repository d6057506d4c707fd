// Writes the random tables of tests/vision/field in the contracts' formats, so that vision/bases/train learns from a third way of drawing:
//   vedette_field_pictures FOLDER FIRST_SEED COUNT
// Pictures are FOLDER/field_SEED.ppm; every third is unpainted, every fourth a piece of 12 MP.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/vision/field.h"

static FILE *open_for(const char *folder, unsigned seed, const char *what) {
    char path[1024];
    snprintf(path, sizeof path, "%s/field_%06u.%s", folder, seed, what);
    FILE *f = fopen(path, "wb");
    if (!f) fprintf(stderr, "%s: can't be written\n", path), exit(3);
    return f;
}

static void close_all(FILE *f) {
    if (fclose(f) != 0) fprintf(stderr, "a file can't be written: no room?\n"), exit(3);
}

static void write_picture(FILE *f, const frame *p) {
    fprintf(f, "P6\n%d %d\n255\n", p->width, p->height);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            const uint8_t *c = frame_bgr(p, x, y);
            fputc(c[2], f), fputc(c[1], f), fputc(c[0], f);
        }
}

static void write_camera(FILE *f, const render_camera *c) {
    fprintf(f,
            "{\"vedette\":1,\"image\":{\"width\":%d,\"height\":%d},\"camera_matrix\":[[%.9g,0,%.9g],[0,%.9g,%.9g],[0,0,1]],"
            "\"distortion_coefficients\":[%.9g,%.9g,%.9g,%.9g,%.9g],\"table\":{\"rotation_vector\":[%.12g,%.12g,%.12g],"
            "\"translation_in\":[%.12g,%.12g,%.12g]}}\n",
            c->width, c->height, c->fx, c->cx, c->fy, c->cy, c->k[0], c->k[1], c->k[2], c->k[3], c->k[4], c->rotation[0], c->rotation[1],
            c->rotation[2], c->translation_in[0], c->translation_in[1], c->translation_in[2]);
}

static void write_base(FILE *f, const base *b) {
    fprintf(f, "{\"shape\":\"%s\",\"height_mm\":%.6g,\"top_inset_mm\":%.6g,", b->shape == BASE_ROUND ? "round" : "square", b->height_in * 25.4,
            b->top_inset_in * 25.4);
    if (b->shape == BASE_ROUND)
        fprintf(f, "\"diameter_mm\":%.6g}", b->width_in * 25.4);
    else
        fprintf(f, "\"width_mm\":%.6g,\"depth_mm\":%.6g}", b->width_in * 25.4, b->depth_in * 25.4);
}

static void write_colour(FILE *f, const char *name, uint32_t rgb) {
    if (rgb != NO_COLOUR) fprintf(f, ",\"%s\":\"#%06" PRIx32 "\"", name, rgb);
}

static void write_game(FILE *f, const field *t) {
    const game *g = t->table.game;
    fprintf(f, "{\"table\":{\"width_in\":%.9g,\"depth_in\":%.9g},\"units\":[", t->table.view.width_in, t->table.view.depth_in);
    for (int u = 0; u < g->unit_count; u++) {
        fprintf(f, "%s{\"id\":\"%s\"", u ? "," : "", g->units[u].id);
        write_colour(f, "rim_colour", g->units[u].rim_rgb);
        write_colour(f, "mark_colour", g->units[u].mark_rgb);
        fprintf(f, "}");
    }
    fprintf(f, "]}\n");
}

static void write_truth(FILE *f, const field *t, bool empty) {
    const game *g = t->table.game;
    fprintf(f, "{\"made\":{\"generator\":\"field\"},\"figures\":[");
    for (int i = 0; i < g->figure_count && !empty; i++) {
        const game_figure *p = &g->figures[i];
        const game_unit *u = &g->units[p->unit];
        double ground = t->table.view.ground_in ? t->table.view.ground_in(t->table.view.context, p->start.at) : 0;
        double tray = u->has_tray ? u->tray_height_in : 0;
        fprintf(f,
                "%s{\"id\":\"%s\",\"unit\":\"%s\",\"pose\":[%.9g,%.9g,%.9g],\"z_mm\":%.6g,\"by\":\"%s\",\"visible\":%.4g,\"base\":", i ? ",\n" : "",
                p->id, u->id, p->start.at.x, p->start.at.y, p->start.heading_rad * 180 / 3.14159265358979, (ground + tray) * 25.4,
                u->rim_rgb == NO_COLOUR ? "plain" : "rim", t->visible ? t->visible[i] : 1);
        write_base(f, &p->base);
        fprintf(f, "}");
    }
    fprintf(f, "]}\n");
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: vedette_field_pictures FOLDER FIRST_SEED COUNT\n");
        return 2;
    }
    unsigned first = (unsigned)strtoul(words[2], NULL, 10), pictures = (unsigned)strtoul(words[3], NULL, 10);
    for (unsigned seed = first; seed < first + pictures; seed++) {
        static field t;
        bool empty = seed % 12 == 11;
        field_make(
            &t, (field_options){.camera = seed % 4 ? FIELD_1080 : FIELD_12MP, .seed = seed, .bare = seed % 3 == 0, .tall = seed % 2, .empty = empty});
        FILE *f = open_for(words[1], seed, "ppm");
        write_picture(f, &t.table.frame), close_all(f);
        f = open_for(words[1], seed, "cal.json");
        write_camera(f, &t.table.scene.camera), close_all(f);
        f = open_for(words[1], seed, "game.json");
        write_game(f, &t), close_all(f);
        f = open_for(words[1], seed, "truth.json");
        write_truth(f, &t, empty), close_all(f);
        field_free(&t);
    }
    return 0;
}
