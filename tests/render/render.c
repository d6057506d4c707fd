// The renderer: what stays, what moves, and the sensor that looks at both.
#include "tests/render/render.h"

#include <stdlib.h>
#include <string.h>

#include "core/rim_code.h"
#include "tests/render/canvas.h"
#include "tests/render/sensor.h"

struct renderer {
    render_camera camera;
    double blur_px;
    tag_book book;
    ground ground;
    ray_map rays;
    canvas still;           // what never moves
    canvas sharp, picture;  // the last frame
    cast cast;
    tile_index tiles;
    sensor sensor;
};

render_scene render_default_scene(render_camera camera, const game *g) {
    return (render_scene){
        .camera = camera, .game = g, .standing = true, .trees = true, .light = 1, .vignette = 0.12, .blur_px = 0.6, .noise = 1.5, .seed = 1};
}

bool render_figure_pose(const render_scene *s, int figure, pose *out) {
    const game_figure *f = &s->game->figures[figure];
    if (s->present ? !s->present[figure] : !s->poses && !f->has_start) return false;
    *out = s->poses ? s->poses[figure] : f->start;
    return s->poses || f->has_start;
}

static status allocate(renderer *r, const render_scene *s, fault *fault) {
    int w = s->camera.width, h = s->camera.height;
    status st = canvas_init(&r->still, w, h, fault);
    if (st == STATUS_OK) st = canvas_init(&r->sharp, w, h, fault);
    if (st == STATUS_OK) st = canvas_init(&r->picture, w, h, fault);
    if (st == STATUS_OK) st = tile_index_init(&r->tiles, w, h, fault);
    if (st == STATUS_OK) st = ray_map_init(&r->rays, &s->camera, fault);
    if (st == STATUS_OK) st = sensor_init(&r->sensor, s, fault);
    return st;
}

static status draw_still(renderer *r, const render_scene *s, fault *fault) {
    status st = ground_init(&r->ground, s, &r->book, fault);
    if (st == STATUS_OK) st = paint_ground(&r->still, &r->rays, &r->ground, fault);
    if (st == STATUS_OK && s->trees) st = cast_trees(&r->cast, s, fault);
    if (st == STATUS_OK) st = tile_index_fill(&r->tiles, &r->cast, fault);
    if (st == STATUS_OK) st = tile_index_changes(&r->tiles, &r->cast, fault);
    if (st != STATUS_OK) return st;
    paint_things(&r->still, &r->still, &r->rays, &r->cast, &r->tiles);
    canvas_blur(&r->picture, &r->still, s->blur_px, NULL);
    canvas_copy(&r->sharp, &r->still);
    tile_index_forget(&r->tiles);
    return STATUS_OK;
}

status renderer_create(const render_scene *s, renderer **out, fault *fault) {
    renderer *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "renderer: out of memory");
    r->camera = s->camera;
    r->blur_px = s->blur_px;
    status st = allocate(r, s, fault);
    if (st == STATUS_OK) st = draw_still(r, s, fault);
    if (st == STATUS_OK)
        *out = r;
    else
        renderer_destroy(r);
    return st;
}

void renderer_destroy(renderer *r) {
    if (!r) return;
    tag_book_finish(&r->book);
    ground_finish(&r->ground);
    cast_finish(&r->cast);
    tile_index_finish(&r->tiles);
    sensor_finish(&r->sensor);
    free(r->rays.slope);
    free(r->still.v);
    free(r->sharp.v);
    free(r->picture.v);
    free(r);
}

static status stage(renderer *r, const render_scene *s, fault *fault) {
    render_scene here = *s;
    here.camera = r->camera;
    status st = cast_scene(&r->cast, &here, &r->book, fault);
    return st == STATUS_OK ? tile_index_fill(&r->tiles, &r->cast, fault) : st;
}

status renderer_frame(renderer *r, const render_scene *s, uint8_t *bgr, size_t stride, fault *fault) {
    status st = stage(r, s, fault);
    if (st == STATUS_OK) st = tile_index_changes(&r->tiles, &r->cast, fault);
    if (st != STATUS_OK) return st;
    paint_things(&r->sharp, &r->still, &r->rays, &r->cast, &r->tiles);
    canvas_blur(&r->picture, &r->sharp, r->blur_px, r->tiles.touched);
    sensor_expose(&r->sensor, s, &r->picture, bgr, stride);
    return STATUS_OK;
}

status render_frame(const render_scene *s, uint8_t *bgr, size_t stride, fault *fault) {
    renderer *r;
    status st = renderer_create(s, &r, fault);
    if (st != STATUS_OK) return st;
    st = renderer_frame(r, s, bgr, stride, fault);
    renderer_destroy(r);
    return st;
}

void render_gray(const uint8_t *bgr, int width, int height, uint8_t *gray) {
    size_t count = (size_t)width * (size_t)height;
    for (size_t i = 0; i < count; i++) gray[i] = (uint8_t)((1868 * bgr[3 * i] + 9617 * bgr[3 * i + 1] + 4899 * bgr[3 * i + 2] + 8192) >> 14);
}

#define LOOKS 16  // places looked at along and across a top face

static bool sees(const renderer *r, const render_camera *c, int f, vec3 p) {
    px2 at = render_project(c, p);
    if (at.u < 0 || at.v < 0 || at.u > c->width - 1 || at.v > c->height - 1) return false;
    thing_hit hit;
    int seen = nearest_thing(&r->rays, &r->cast, &r->tiles, (int)at.v / TILE * r->tiles.columns + (int)at.u / TILE, at.u, at.v, &hit);
    if (seen < 0) return true;
    const thing *th = &r->cast.items[seen];
    return th->coat == COAT_BASE && th->figure == f;
}

static double visible_share(const renderer *r, const render_camera *c, const thing *top) {
    int seen = 0, looked = 0;
    for (int k = 0; k < LOOKS * LOOKS; k++) {
        double f = (2 * (k % LOOKS + 0.5) / LOOKS - 1), l = (2 * (k / LOOKS + 0.5) / LOOKS - 1);
        if (top->kind == THING_DISC && f * f + l * l > 1) continue;
        f *= top->half_d - top->inset;
        l *= top->half_w - top->inset;
        vec3 p = {top->at.x + top->c * f - top->s * l, top->at.y + top->s * f + top->c * l, top->z1};
        looked++;
        seen += sees(r, c, top->figure, p);
    }
    return (double)seen / looked;
}

status renderer_visible(renderer *r, const render_scene *s, double *share, fault *fault) {
    status st = stage(r, s, fault);
    if (st != STATUS_OK) return st;
    memset(share, 0, (size_t)s->game->figure_count * sizeof *share);
    for (int i = 0; i < r->cast.count; i++) {
        const thing *th = &r->cast.items[i];
        if (th->coat == COAT_BASE && th->figure >= 0) share[th->figure] = visible_share(r, &r->camera, th);
    }
    return STATUS_OK;
}

static uint64_t visible_cells(const renderer *r, const thing *top) {
    uint64_t seen = 0;
    for (int i = 0; i < top->rim_cells; i++) {
        vec2 b = rim_code_point(top->base, (i + 0.5) / top->rim_cells, RIM_CODE_WIDTH_IN / 2);
        vec3 p = {top->at.x + top->c * b.x - top->s * b.y, top->at.y + top->s * b.x + top->c * b.y, top->z1};
        seen |= (uint64_t)sees(r, &r->camera, top->figure, p) << i;
    }
    return seen;
}

status renderer_rim_cells(renderer *r, const render_scene *s, uint64_t *cells, fault *fault) {
    status st = stage(r, s, fault);
    if (st != STATUS_OK) return st;
    memset(cells, 0, (size_t)s->game->figure_count * sizeof *cells);
    for (int i = 0; i < r->cast.count; i++) {
        const thing *th = &r->cast.items[i];
        if (th->coat == COAT_BASE && th->figure >= 0) cells[th->figure] = visible_cells(r, th);
    }
    return STATUS_OK;
}

void render_tag_corners(const render_camera *c, vec2 centre, double heading_rad, double size_in, double z_in, px2 out[4]) {
    static const double forward[4] = {-0.5, -0.5, 0.5, 0.5}, left[4] = {0.5, -0.5, -0.5, 0.5};
    for (int i = 0; i < 4; i++) {
        vec2 f = vec2_scale(heading_forward(heading_rad), forward[i] * size_in), l = vec2_scale(heading_left(heading_rad), left[i] * size_in);
        out[i] = render_project(c, (vec3){centre.x + f.x + l.x, centre.y + f.y + l.y, z_in});
    }
}

bool render_figure_tag(const render_scene *s, int figure, px2 out[4]) {
    const marker *m = &s->game->figures[figure].marker;
    pose p;
    if (!m->family[0] || game_is_rim(m) || !render_figure_pose(s, figure, &p)) return false;
    render_tag_corners(&s->camera, p.at, p.heading_rad, m->size_in, game_base_top_in(s->game, figure, p.at), out);
    return true;
}
