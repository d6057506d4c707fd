#include "vision/codes/free.h"

#include <stdlib.h>
#include <string.h>

#include "vision/codes/codes_limits.h"
#include "vision/codes/free_parts.h"
#include "vision/fit/square.h"

enum { SHAPES = 2, PLACES_MAX = 100000, EACH_SIZE = 400, READ_MAX = 6000, VAIN_MAX = 500, FINDS_MAX = 2048 };

// The proportions that are looked for. Oblong frames are left out: searching a 12 MP picture for each of their proportions takes half a minute.
static const struct {
    base_shape shape;
    double width_mm, depth_mm;
} proportions[SHAPES] = {{BASE_ROUND, 40, 40}, {BASE_SQUARE, 25, 25}};

// A place where edges agree with a shape's band of that size.
typedef struct {
    rim_candidate at;
    float worth;  // its score over the least of its size
    double px_per_in;
} free_place;

struct rim_free {
    rim_search *search;
    free_shape shape[SHAPES];
    free_words words;
    free_place *place;  // PLACES_MAX
    int place_count;
    free_find *find;  // FINDS_MAX
    int find_count;
    vision_notes *notes;
};

static void make_shape(free_shape *s, base b) {
    s->count = 0;
    for (int i = 0; i < RIM_CODE_SIZES; i++) {
        rim_ring *r = &s->ring[s->count];
        if (!rim_ring_make(r, b, 0, rim_code_sizes[i])) continue;
        r->turns = r->round ? r->cells : 4;  // a rectangle's front may be any of its sides
        s->count++;
    }
}

status rim_free_create(rim_free **out) {
    rim_free *r = *out = calloc(1, sizeof *r);
    if (!r) return STATUS_MEMORY;
    for (int i = 0; i < SHAPES; i++)
        make_shape(
            &r->shape[i],
            (base){.shape = proportions[i].shape, .width_in = proportions[i].width_mm * IN_PER_MM, .depth_in = proportions[i].depth_mm * IN_PER_MM});
    for (int i = 0; i < RIM_CODE_SIZES; i++)
        for (int id = 0; id < RIM_CODE_IDS; id++) r->words.word[i * RIM_CODE_IDS + id] = rim_code_word(rim_code_sizes[i], id);
    r->place = calloc(PLACES_MAX, sizeof *r->place);
    r->find = calloc(FINDS_MAX, sizeof *r->find);
    return rim_search_create(&r->search) == STATUS_OK && r->place && r->find ? STATUS_OK : STATUS_MEMORY;
}

void rim_free_destroy(rim_free *r) {
    if (!r) return;
    rim_search_destroy(r->search);
    free(r->place);
    free(r->find);
    free(r);
}

// ---- a table of any scale: seen straight from above, its y axis upward in the picture

static px2 scaled_to_px(const void *context, vec3 at) {
    double k = *(const double *)context;
    return (px2){at.x * k, -at.y * k};
}

static vec2 scaled_to_table(const void *context, px2 at, double z_in) {
    double k = *(const double *)context;
    (void)z_in;
    return (vec2){at.u / k, -at.v / k};
}

// ---- places

// Larger bands have fewer edges for their size.
static float least_score(const rim_search *s, int look) {
    float by = s->plane.cell_px > 4 ? 0.5f : s->plane.cell_px > 2 ? 0.8f : 1;
    return by * (s->looks[look].ring.round ? FREE_RING_LEAST_SCORE : FREE_FRAME_LEAST_SCORE);
}

// The best of one size.
static void keep_places(rim_free *r, float least, double px_per_in) {
    rim_search *s = r->search;
    qsort(s->candidates, (size_t)s->candidate_count, sizeof *s->candidates, rim_likeliest_first);
    for (int i = 0; i < s->candidate_count && i < EACH_SIZE && s->candidates[i].score >= least && r->place_count < PLACES_MAX; i++)
        r->place[r->place_count++] = (free_place){s->candidates[i], s->candidates[i].score / least, px_per_in};
}

static int cell_for(double half_px) { return half_px < 26 ? 2 : half_px < 90 ? 4 : half_px < 150 ? 8 : 16; }

// Half the lesser size of the way, inches.
static double way_half(const rim_ring *r) { return fmin(r->half_x, r->half_y) - RIM_CODE_WIDTH_IN / 2; }

static status find_places(rim_free *r, const frame *f, px_rect where) {
    rim_search *s = r->search;
    double scale = 1, end = fmin(FREE_MOST_PX, fmin(where.width, where.height) / 2.0);
    vision_view view = {.context = &scale, .to_px = scaled_to_px, .to_table = scaled_to_table};
    int cell_px = 0;
    r->place_count = 0;
    s->frame = f, s->view = &view;
    s->look_count = SHAPES;
    for (int i = 0; i < SHAPES; i++) s->looks[i].ring = r->shape[i].ring[r->shape[i].count - 1];
    for (double half = FREE_LEAST_PX; half < end; half *= FREE_STEP) {
        if (cell_for(half) != cell_px) {
            cell_px = cell_for(half);
            status st = rim_plane_fill(s, where, cell_px, 1.8 * fmin(half * 2.1, end) + 4 * cell_px);
            if (st != STATUS_OK) return st;
        }
        for (int i = 0; i < SHAPES; i++) {
            scale = half / way_half(&s->looks[i].ring);
            s->candidate_count = 0;
            float least = least_score(s, i);
            if (!s->looks[i].ring.round && half < FREE_LEAST_FRAME_PX) continue;
            if (s->looks[i].ring.round)
                free_rings_search(s, i, scale, least);
            else
                free_frames_search(s, i, scale, least);
            keep_places(r, least, scale);
        }
    }
    s->view = NULL;
    return STATUS_OK;
}

static int likeliest_first(const void *a, const void *b) {
    const free_place *x = a, *y = b;
    if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
    int by = rim_likeliest_first(&x->at, &y->at);
    if (by != 0) return by;
    if (x->px_per_in != y->px_per_in) return x->px_per_in < y->px_per_in ? -1 : 1;
    return x->at.look - y->at.look;
}

// ---- reading

static double half_px(const free_find *f) { return way_half(f->ring) * (double)f->aim.px_per_in; }

// True where a code was read that leaves no room for the middle of another one.
static bool taken(const rim_free *r, double u, double v, double half) {
    for (int i = 0; i < r->find_count; i++) {
        const free_find *f = &r->find[i];
        double clear = 0.8 * (half_px(f) + fmin(half, half_px(f))), du = u - (double)f->aim.u, dv = v - (double)f->aim.v;
        if (du * du + dv * dv < clear * clear) return true;
    }
    return false;
}

static void corners_of(const free_find *f, px2 out[4]) {
    const rim_ring *r = f->ring;
    double in = RIM_CODE_WIDTH_IN / 2, grow = (f->outer - 1) * way_half(r), hx = r->half_x - in + grow, hy = r->half_y - in + grow;
    double x = f->quarters & 1 ? hy : hx, y = f->quarters & 1 ? hx : hy;
    const double sign[4][2] = {{-1, 1}, {-1, -1}, {1, -1}, {1, 1}};  // rear left, rear right, front right, front left
    for (int k = 0; k < 4; k++) {
        double a = sign[k][0] * x, b = sign[k][1] * y;
        out[k] =
            (px2){(double)f->aim.u + a * (double)f->aim.fu + b * (double)f->aim.lu, (double)f->aim.v + a * (double)f->aim.fv + b * (double)f->aim.lv};
    }
}

static void explain(const rim_free *r, const free_place *p, const free_find *f) {
    if (!r->notes) return;
    px2 corner[4];
    if (!f) {
        note_spot(r->notes, "rims: free", false, (px2){(double)p->at.u, (double)p->at.v}, way_half(&r->shape[p->at.look].ring[0]) * p->px_per_in,
                  "edges agree by %.2f, no code", (double)p->at.score);
        return;
    }
    corners_of(f, corner);
    note_add(r->notes, "rims: free", true, corner, 4, "id %d of %d cells, odds 2^%.0f, over chance 2^%.0f, %.0f %% in view", f->id, f->ring->cells,
             f->odds / log(2), f->over_chance / log(2), 100 * f->shown);
}

// False where a code that was read leaves no room.
static bool look_at(rim_free *r, const frame *f, const free_place *p) {
    float k = (float)p->px_per_in, c = cosf(p->at.heading_rad) * k, s = sinf(p->at.heading_rad) * k;
    rim_aim aim = {.frame = f, .u = p->at.u, .v = p->at.v, .fu = c, .fv = -s, .lu = -s, .lv = -c, .px_per_in = k};
    double half = way_half(&r->shape[p->at.look].ring[0]) * p->px_per_in;
    free_find found;
    if (r->find_count == FINDS_MAX || taken(r, (double)p->at.u, (double)p->at.v, half)) return false;
    bool read = free_read(&r->shape[p->at.look], &r->words, &aim, fmax(1.5, 0.09 * half), &found);
    explain(r, p, read ? &found : NULL);
    if (read && !taken(r, (double)found.aim.u, (double)found.aim.v, half_px(&found))) r->find[r->find_count++] = found;
    return true;
}

// The likeliest places of each shape first, until many in a row were looked at in vain.
static void read_places(rim_free *r, const frame *f) {
    int looked[SHAPES] = {0}, vain[SHAPES] = {0};
    for (int i = 0; i < r->place_count; i++) {
        int look = r->place[i].at.look, before = r->find_count;
        if (looked[look] >= READ_MAX || vain[look] >= VAIN_MAX || !look_at(r, f, &r->place[i])) continue;
        looked[look]++, vain[look]++;
        if (r->find_count > before) vain[look] = 0;
    }
}

static tag_sighting sighting_of(const free_find *f) {
    tag_sighting t = {.family = "rim", .id = f->id, .decision_margin = f->odds, .hamming = f->against, .sigma_px = f->sigma_px};
    corners_of(f, t.corner);
    return t;
}

status rim_free_find(rim_free *r, vision_notes *notes, const frame *f, px_rect where, double least_edge_px, tag_list *out) {
    if (where.width < 24 || where.height < 24) return STATUS_OK;
    r->notes = notes;
    r->find_count = 0;
    status s = find_places(r, f, where);
    if (s != STATUS_OK) return s;
    qsort(r->place, (size_t)r->place_count, sizeof *r->place, likeliest_first);
    read_places(r, f);
    for (int i = 0; i < r->find_count; i++) {
        tag_sighting t = sighting_of(&r->find[i]);
        if (!(square_mean_edge(t.corner) >= least_edge_px)) continue;
        if (out->count == out->capacity) return STATUS_FULL;
        out->at[out->count++] = t;
    }
    return STATUS_OK;
}
