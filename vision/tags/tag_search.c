#include "vision/tags/tag_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/wide.h"
#include "vision/tags/decode.h"
#include "vision/tags/outline.h"
#include "vision/tags/place.h"
#include "vision/tags/quad.h"
#include "vision/tags/soft.h"
#include "vision/tags/tags_limits.h"
#include "vision/thread_pool.h"

// Tags that one part of a picture can hold.
enum { PART_TAGS = 2048, SMALL_PICTURE = 600, MOST_HIDDEN_IDS = 2500 };

// What one thread needs and finds.
typedef struct {
    outline line;
    tag_sighting tag[PART_TAGS];
    int count;
    bool full;
} tag_part;

struct tag_search {
    double least_px;
    thread_pool *pool;
    tag_part **part;  // one for each thread of the pool
    place_tables tables;
    dark_mask mask;
    uint64_t *visited;
    size_t visited_capacity;
    uint8_t *small;  // the picture reduced
    size_t small_capacity;
};

// One pass over a picture for the families of one polarity.
typedef struct {
    tag_search *reader;
    const tag_family *const *families;
    int count, parts;
    int least_range;            // of brightness about a tag
    bool light, again;          // again: with the other limit, for what was not found
    const tag_sighting *known;  // found already
    int known_count;
    const tag_list *given;  // known before: not asked by halves
    vision_notes *notes;
    const frame *frame;
    px_rect where;
    gray_part gray;
    int scale;        // pixels of the picture along one of `gray`'s
    double least_px;  // edge, of `gray`'s pixels
} tag_pass;

// A place in the reduced part, in the picture.
static px2 in_picture(const tag_pass *p, px2 c) {
    double middle = 0.5 * (p->scale - 1);
    return (px2){c.u * p->scale + middle + p->where.x, c.v * p->scale + middle + p->where.y};
}

status tag_search_create(const vision_options *o, tag_search **out) {
    tag_search *r = calloc(1, sizeof *r);
    *out = r;
    if (!r) return STATUS_MEMORY;
    r->least_px = o->least_tag_px;
    light_table_fill(&r->tables.curve);
    status s = thread_pool_create(o->threads, &r->pool);
    if (s != STATUS_OK) return s;
    r->part = calloc((size_t)o->threads, sizeof *r->part);
    for (int i = 0; r->part && i < o->threads; i++)
        if (!(r->part[i] = malloc(sizeof *r->part[i]))) return STATUS_MEMORY;
    return r->part ? STATUS_OK : STATUS_MEMORY;
}

void tag_search_destroy(tag_search *r) {
    if (!r) return;
    for (int i = 0; r->part && i < thread_pool_count(r->pool); i++) free(r->part[i]);
    free(r->part);
    thread_pool_destroy(r->pool);
    mask_finish(&r->mask);
    free(r->visited);
    free(r->small);
    free(r);
}

static status reserve(tag_search *r, int width, int height) {
    if (mask_reserve(&r->mask, width, height) != STATUS_OK) return STATUS_MEMORY;
    size_t need = (size_t)r->mask.words * (size_t)(height + 2 * MASK_GUARD);
    if (need > r->visited_capacity) {
        free(r->visited);
        r->visited = malloc(need * sizeof *r->visited);
        r->visited_capacity = r->visited ? need : 0;
    }
    return r->visited ? STATUS_OK : STATUS_MEMORY;
}

static void note_quad(const tag_pass *p, const tag_quad *q, const char *stage, bool kept, const char *what) {
    if (!p->notes) return;
    px2 c[4];
    for (int k = 0; k < 4; k++) c[k] = in_picture(p, q->corner[k]);
    note_add(p->notes, stage, kept, c, 4, "%s; edge %.1f px, %.0f %% lie on its sides, rms %.2f", what, q->mean, 100 * q->lying, q->rms);
}

// The tag that was read in the square, if its print fits; corners to sub-pixel.
static bool settle(const tag_pass *p, const tag_quad *q, const tag_family *f, const cell_reading *r, tag_sighting *t) {
    *t = (tag_sighting){.id = r->match.id, .hamming = r->match.hamming, .decision_margin = r->margin, .sigma_px = 0.3};
    memcpy(t->family, f->name, sizeof t->family);
    for (int k = 0; k < 4; k++) {
        t->corner[k] = in_picture(p, q->corner[(k + r->match.turn) % 4]);
    }
    const place_tables *tables = &p->reader->tables;
    double misfit, most = f->chance > TAGS_WEAK_CHANCE ? TAGS_WEAK_MISFIT : TAGS_STRONG_MISFIT;
    return place_tag(tables, p->frame, f, t, &misfit) && misfit < most;
}

// Worth reading with hidden cells: a complete border, and cells of both colours within it. Plain black squares are the commonest things that are
// none.
static bool patterned(const cell_grid *c, const tag_family *f) {
    float border = f->light_inside ? c->ring_light : c->ring_dark, about = f->light_inside ? c->ring_dark : c->ring_light;
    int light = 0;
    for (int i = 0; i < f->bits; i++) light += c->at[f->y[i] + c->out][f->x[i] + c->out] > 0.5F * (c->dark[0] + c->light[0]);
    return border > 0.9F && about > 0.7F && light > 5 && light < f->bits - 3;
}

// How many cells plainly contradict a code: paper where it has ink, or ink where it has paper, the lesser of both. What hides a tag is rather one of
// them; another code, or a mirrored one, is both in full view.
static int contradictions(const cell_grid *c, const tag_family *f, int id, int turn) {
    uint64_t code = f->turned[4 * id + turn];
    float middle = 0.5F * (float)(c->border - 1);
    int paper = 0, ink = 0;
    for (int i = 0; i < f->bits; i++) {
        float x = (float)f->x[i] - middle, y = (float)f->y[i] - middle, dark = c->dark[0] + c->dark[1] * x + c->dark[2] * y;
        float light = c->light[0] + c->light[1] * x + c->light[2] * y, z = (c->at[f->y[i] + c->out][f->x[i] + c->out] - dark) / (light - dark);
        paper += z > 0.8F && !(code >> i & 1), ink += z < 0.2F && (code >> i & 1);
    }
    return paper < ink ? paper : ink;
}

// Reads a square with a complete border and a code that no family has: a figure may hide part of the tag. Only long codes keep enough cells.
static bool read_hidden(const tag_pass *p, const tag_quad *q, const cell_grid *cells, const tag_family *const *families, int count, tag_sighting *t) {
    const place_tables *tables = &p->reader->tables;
    soft_reading r;
    px2 corner[4];
    double misfit;
    for (int k = 0; k < 4; k++) corner[k] = in_picture(p, q->corner[k]);
    if (!soft_read(p->frame, corner, families, NULL, count, &r) || r.log_odds < TAGS_HIDDEN_ODDS) return false;
    *t = (tag_sighting){.id = r.id, .hamming = r.hamming, .decision_margin = r.log_odds, .sigma_px = 0.3};
    memcpy(t->family, families[r.family]->name, sizeof t->family);
    for (int k = 0; k < 4; k++) t->corner[k] = corner[(k + r.turn) % 4];
    if (r.log_odds < TAGS_CONTRADICTED_ODDS && contradictions(cells, families[r.family], r.id, r.turn) > 1) return false;
    if (!place_tag(tables, p->frame, families[r.family], t, &misfit) || misfit > TAGS_STRONG_MISFIT) return false;
    t->sigma_px *= TAGS_HIDDEN_ERROR;
    return true;
}

static bool lies_on_one(const tag_pass *p, const tag_quad *q, const tag_sighting *known, int count) {
    px2 sum = {0, 0};
    for (int k = 0; k < 4; k++) sum.u += q->corner[k].u / 4, sum.v += q->corner[k].v / 4;
    sum = in_picture(p, sum);
    double u = sum.u, v = sum.v, edge = q->mean * p->scale;
    for (int i = 0; i < count; i++) {
        const px2 *c = known[i].corner;
        double du = (c[0].u + c[2].u) / 2 - u, dv = (c[0].v + c[2].v) / 2 - v;
        if (du * du + dv * dv < 0.09 * edge * edge) return true;
    }
    return false;
}

static void read_quad(const tag_pass *p, const tag_quad *q, tag_part *part) {
    cell_grid cells, again;
    const tag_family *sampled = NULL;
    const tag_family *hidden[VISION_MAX_FAMILIES];
    int hidden_count = 0;
    bool found = false;
    for (int i = 0; i < p->count && !part->full; i++) {
        const tag_family *f = p->families[i];
        cell_reading r;
        tag_sighting t;
        if (!sampled || sampled->border != f->border || sampled->cells != f->cells) {
            sampled = cells_sample(&p->gray, q, f, (float)p->least_range, &cells) ? f : NULL;
            if (!sampled) continue;
        }
        if (f->chance < TAGS_WEAK_CHANCE && f->count <= MOST_HIDDEN_IDS && patterned(&cells, f)) hidden[hidden_count++] = f;
        if (!cells_read(&cells, f, &r) && !(f->chance < TAGS_WEAK_CHANCE && cells_level_within(&cells, f, &again) && cells_read(&again, f, &r)))
            continue;
        bool good = settle(p, q, f, &r, &t);
        note_quad(p, q, "tags: code", good, f->name);
        if (!good) continue;
        found = true;
        part->full = part->count == PART_TAGS;
        if (!part->full) part->tag[part->count++] = t;
    }
    tag_sighting t;
    // Tried once only: a tag that has a narrow margin and hidden cells too can hardly ever be read.
    if (!found && !p->again && hidden_count > 0 && !part->full && !lies_on_one(p, q, p->given->at, p->given->count) &&
        read_hidden(p, q, &cells, hidden, hidden_count, &t)) {
        found = true;
        note_quad(p, q, "tags: hidden code", true, t.family);
        part->full = part->count == PART_TAGS;
        if (!part->full) part->tag[part->count++] = t;
    }
    if (!found) note_quad(p, q, "tags: square", false, sampled ? "no code" : "no border");
}

static void measure_part(void *task, int part) {
    const tag_pass *p = task;
    dark_mask *m = &p->reader->mask;
    if (part < p->parts) mask_measure(m, &p->gray, thread_pool_share(m->rows, part, p->parts), thread_pool_share(m->rows, part + 1, p->parts));
}

static void fill_part(void *task, int part) {
    const tag_pass *p = task;
    dark_mask *m = &p->reader->mask;
    if (part < p->parts)
        mask_fill(m, &p->gray, thread_pool_share(m->rows, part, p->parts), thread_pool_share(m->rows, part + 1, p->parts), p->least_range, p->light);
}

static void search_part(void *task, int part) {
    const tag_pass *p = task;
    tag_search *r = p->reader;
    tag_part *mine = r->part[part];
    outline_walk walk;
    int least = (int)fmax(4, 0.6 * p->least_px), longest = p->gray.width > p->gray.height ? p->gray.width : p->gray.height;
    int most = longest < 2 * SMALL_PICTURE ? SMALL_PICTURE : longest / 2;
    mine->count = 0;
    mine->full = false;
    if (part >= p->parts) return;
    outline_begin(&walk, &r->mask, &p->gray, r->visited, least, most, thread_pool_share(r->mask.height, part, p->parts),
                  thread_pool_share(r->mask.height, part + 1, p->parts));
    while (!mine->full && outline_next(&walk, &mine->line)) {
        tag_quad q;
        if (!quad_fit(&r->mask, &p->gray, &mine->line, &q)) continue;
        if (q.mean >= p->least_px && !(p->again && lies_on_one(p, &q, p->known, p->known_count))) read_quad(p, &q, mine);
    }
}

// The same outline may have been found in two parts at the same time; what was read in it is the same to the last bit.
static bool told_already(const tag_list *out, int from, const tag_sighting *t) {
    for (int i = from; i < out->count; i++) {
        const tag_sighting *o = &out->at[i];
        if (o->id == t->id && o->corner[0].u == t->corner[0].u && o->corner[0].v == t->corner[0].v && strcmp(o->family, t->family) == 0) return true;
    }
    return false;
}

static status collect(const tag_pass *p, tag_list *out) {
    int from = out->count;
    bool full = false;
    for (int i = 0; i < p->parts; i++) {
        const tag_part *part = p->reader->part[i];
        full |= part->full;
        for (int k = 0; k < part->count; k++) {
            if (p->parts > 1 && told_already(out, from, &part->tag[k])) continue;
            if (out->count == out->capacity) return STATUS_FULL;
            out->at[out->count++] = part->tag[k];
        }
    }
    return full ? STATUS_FULL : STATUS_OK;
}

static status run_pass(tag_pass *p, tag_list *out) {
    tag_search *r = p->reader;
    memset(r->visited, 0, (size_t)r->mask.words * (size_t)(r->mask.height + 2 * MASK_GUARD) * sizeof *r->visited);
    thread_pool_run(r->pool, fill_part, p);
    thread_pool_run(r->pool, search_part, p);
    return collect(p, out);
}

// Half of two rows: means of four pixels.
WIDENED static void halve_row(const uint8_t *restrict a, const uint8_t *restrict b, int width, uint8_t *restrict to) {
    for (int x = 0; x < width; x++) {
        uint16_t p, q;  // of two pixels each, in any order
        memcpy(&p, a + 2 * x, sizeof p);
        memcpy(&q, b + 2 * x, sizeof q);
        to[x] = (uint8_t)((uint16_t)((p & 255) + (p >> 8) + (q & 255) + (q >> 8) + 2) >> 2);
    }
}

static void halve(const gray_part *from, uint8_t *to, int width, int height) {
    for (int y = 0; y < height; y++) {
        const uint8_t *a = from->at + (size_t)(2 * y) * from->stride;
        halve_row(a, a + from->stride, width, to + (size_t)y * (size_t)width);
    }
}

// Both polarities of the families in the part `g` of the picture.
static status find_in(tag_pass *p, const tag_family *const *families, int family_count, tag_list *out) {
    tag_search *r = p->reader;
    const tag_family *of[VISION_MAX_FAMILIES];
    p->families = of;
    thread_pool_run(r->pool, measure_part, p);
    p->least_range = mask_least_range(&r->mask);
    if (p->scale == 1) r->tables.noise = mask_noise(&r->mask);  // tags are placed in the picture as it is, wherever they were found
    status s = STATUS_OK;
    for (int light = 0; light < 2 && s == STATUS_OK; light++) {
        p->count = 0;
        p->light = light == 1;
        for (int i = 0; i < family_count; i++)
            if (families[i]->light_inside == p->light) of[p->count++] = families[i];
        r->mask.percent = MASK_PERCENT;
        r->mask.least_high = 0;
        p->again = p->scale > 1;
        p->known = out->at, p->known_count = out->count;
        if (p->count > 0) s = run_pass(p, out);
        if (p->count == 0 || p->light || p->scale > 1 || s != STATUS_OK) continue;
        // Paper beside something lighter, and narrow margins. Not in the dark: else this would cost as much as the first.
        p->again = true;
        p->known = out->at, p->known_count = out->count;
        r->mask.percent = MASK_PERCENT_NARROW_MARGIN;
        r->mask.least_high = (int)(TAGS_NARROW_LEAST_HIGH * mask_brightest(&r->mask));
        s = run_pass(p, out);
    }
    return s;
}

// Room for the picture at half and quarter size.
static status reserve_small(tag_search *r, const gray_part *g) {
    size_t half = (size_t)(g->width / 2) * (size_t)(g->height / 2), need = half + half / 4;
    if (need > r->small_capacity) {
        free(r->small);
        r->small = malloc(need);
        r->small_capacity = r->small ? need : 0;
    }
    return r->small ? STATUS_OK : STATUS_MEMORY;
}

// Large tags that are too soft for the picture as it is, in a half and a quarter of its size.
static status find_soft(tag_pass *p, const tag_family *const *families, int family_count, tag_list *out) {
    tag_search *r = p->reader;
    if (p->gray.width < 4 * TAGS_LEAST_SOFT_PX || p->gray.height < 4 * TAGS_LEAST_SOFT_PX) return STATUS_OK;
    status s = reserve_small(r, &p->gray);
    uint8_t *to = r->small;
    p->least_px = fmax(r->least_px, TAGS_LEAST_SOFT_PX);
    for (int by = 2; by <= 4 && s == STATUS_OK; by *= 2) {
        int width = p->gray.width / 2, height = p->gray.height / 2;
        if (reserve(r, width, height) != STATUS_OK) return STATUS_MEMORY;
        halve(&p->gray, to, width, height);
        p->gray = (gray_part){to, (size_t)width, width, height};
        p->scale = by;
        to += (size_t)width * (size_t)height;
        s = find_in(p, families, family_count, out);
    }
    return s;
}

status tag_search_find(tag_search *r, const tag_family *const *families, int family_count, vision_notes *notes, const frame *f, px_rect where,
                       const tag_list *known, tag_list *out) {
    enum { ROWS_WORTH_A_THREAD = 256 };
    if (where.width < 4 || where.height < 4) return STATUS_OK;
    if (reserve(r, where.width, where.height) != STATUS_OK) return STATUS_MEMORY;
    gray_part g = {f->gray + (size_t)where.y * f->gray_stride + where.x, f->gray_stride, where.width, where.height};
    int parts = notes || where.height < 2 * ROWS_WORTH_A_THREAD ? 1 : thread_pool_count(r->pool);  // notes stand in order
    tag_pass p = {
        .reader = r, .parts = parts, .notes = notes, .frame = f, .where = where, .gray = g, .scale = 1, .least_px = r->least_px, .given = known};
    status s = find_in(&p, families, family_count, out);
    return s == STATUS_OK ? find_soft(&p, families, family_count, out) : s;
}
