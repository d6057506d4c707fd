#include "vision/tags/own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/tags/decode.h"
#include "vision/tags/outline.h"
#include "vision/tags/place.h"
#include "vision/tags/quad.h"

enum { LEAST_RANGE = 14, LARGE_PX = 60 };

struct own_reader {
    double least_px;
    int threads;
    place_tables tables;
    dark_mask mask;
    uint64_t *visited;
    size_t visited_room;
    outline line;
};

// One pass over a picture for the families of one polarity.
typedef struct {
    own_reader *reader;
    const tag_family *const *families;
    int count;
    bool light;
    vision_notes *notes;
    const frame *frame;
    px_rect where;
    gray_part gray;
    tag_list *out;
} own_pass;

status own_create(const vision_options *o, own_reader **out) {
    own_reader *r = calloc(1, sizeof *r);
    *out = r;
    if (!r) return STATUS_MEMORY;
    r->least_px = o->least_tag_px;
    r->threads = o->threads;
    place_tables_fill(&r->tables);
    return STATUS_OK;
}

void own_destroy(own_reader *r) {
    if (!r) return;
    mask_finish(&r->mask);
    free(r->visited);
    free(r);
}

static status reserve(own_reader *r, int width, int height) {
    if (mask_reserve(&r->mask, width, height) != STATUS_OK) return STATUS_MEMORY;
    size_t need = (size_t)r->mask.words * (size_t)(height + 2 * MASK_GUARD);
    if (need > r->visited_room) {
        free(r->visited);
        r->visited = malloc(need * sizeof *r->visited);
        r->visited_room = r->visited ? need : 0;
    }
    if (!r->visited) return STATUS_MEMORY;
    memset(r->visited, 0, need * sizeof *r->visited);
    return STATUS_OK;
}

static void note_quad(const own_pass *p, const tag_quad *q, const char *stage, bool kept, const char *text) {
    if (!p->notes) return;
    px2 c[4];
    for (int k = 0; k < 4; k++) c[k] = (px2){q->corner[k].u + p->where.x, q->corner[k].v + p->where.y};
    note_add(p->notes, stage, kept, c, 4, "%s; edge %.1f px, %.0f %% on the sides, rms %.2f", text, q->mean, 100 * q->lying, q->rms);
}

// Families of which a random square reads as one more often than this must look like their print in all pixels. Real ones have a misfit of 0.01 to
// 0.05 (noise), to 0.14 under a figure; things that are none 0.16 and more.
static const double weak_chance = 5e-5, weak_misfit = 0.1, strong_misfit = 0.25;

static status keep(own_pass *p, const tag_quad *q, const tag_family *f, const cell_reading *r) {
    tag_sighting t = {.id = r->match.id, .hamming = r->match.hamming, .decision_margin = r->margin, .sigma_px = 0.3};
    memcpy(t.family, f->name, sizeof t.family);
    for (int k = 0; k < 4; k++) {
        px2 c = q->corner[(k + r->match.turn) % 4];
        t.corner[k] = (px2){c.u + p->where.x, c.v + p->where.y};
    }
    if (p->out->count == p->out->capacity) return STATUS_FULL;
    double misfit;
    tag_sighting placed = t;
    bool good = place_tag(&p->reader->tables, p->frame, f, &placed, &misfit);
    if (!good || misfit > (f->chance > weak_chance ? weak_misfit : strong_misfit)) {
        note_quad(p, q, "tags: print", false, f->name);
        return STATUS_OK;
    }
    if (q->mean < LARGE_PX)
        t = placed;
    else
        corners_refine(p->frame, &t, f->border);
    p->out->at[p->out->count++] = t;
    return STATUS_OK;
}

static status read_quad(own_pass *p, const tag_quad *q) {
    cell_grid cells;
    const tag_family *sampled = NULL;
    for (int i = 0; i < p->count; i++) {
        const tag_family *f = p->families[i];
        cell_reading r;
        if (!sampled || sampled->border != f->border || sampled->cells != f->cells) {
            sampled = NULL;
            if (!cells_sample(&p->gray, q, f, &cells)) continue;
            sampled = f;
        }
        if (!cells_read(&cells, f, &r)) continue;
        note_quad(p, q, "tags: code", true, f->name);
        status s = keep(p, q, f, &r);
        if (s != STATUS_OK) return s;
    }
    return STATUS_OK;
}

static status run_pass(own_pass *p) {
    own_reader *r = p->reader;
    outline_walk walk;
    int least = (int)(0.6 * r->least_px), most = p->gray.width > p->gray.height ? p->gray.width : p->gray.height;
    mask_fill(&r->mask, &p->gray, 0, r->mask.rows, LEAST_RANGE, p->light);
    outline_begin(&walk, &r->mask, &p->gray, r->visited, least, most, 0, r->mask.height);
    status s = STATUS_OK;
    long quads = 0, outlines = 0;
    while (s == STATUS_OK && outline_next(&walk, &r->line)) {
        tag_quad q;
        outlines++;
        if (!quad_fit(&r->mask, &p->gray, &r->line, p->light, &q) || q.mean < r->least_px) continue;
        quads++;
        s = read_quad(p, &q);
    }
    if (getenv("OWN_TRACE"))
        fprintf(stderr, "steps %ld seeds %ld closed %ld outlines %ld quads %ld\n", walk.steps, walk.tried, walk.followed, outlines, quads);
    return s;
}

status own_find(own_reader *r, const tag_family *const *families, int family_count, vision_notes *notes, const frame *f, px_rect where,
                tag_list *out) {
    const tag_family *of[VISION_MAX_FAMILIES];
    if (where.width < 4 || where.height < 4) return STATUS_OK;
    if (reserve(r, where.width, where.height) != STATUS_OK) return STATUS_MEMORY;
    gray_part g = {f->gray + (size_t)where.y * f->gray_stride + where.x, f->gray_stride, where.width, where.height};
    mask_measure(&r->mask, &g, 0, r->mask.rows);
    status s = STATUS_OK;
    for (int light = 0; light < 2 && s == STATUS_OK; light++) {
        int count = 0;
        for (int i = 0; i < family_count; i++)
            if (families[i]->light_inside == (light == 1)) of[count++] = families[i];
        own_pass p = {r, of, count, light == 1, notes, f, where, g, out};
        if (count > 0) s = run_pass(&p);
    }
    return s;
}
