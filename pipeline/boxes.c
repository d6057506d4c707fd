#include "pipeline/boxes.h"

#include "pipeline/pipeline_limits.h"

// The box around a base at p with its top z_in above the table.
static px_rect box_about(const calibration *c, base b, pose p, double z_in, int margin_px) {
    vec2 corner[4];
    base_corners(b, p, corner);
    double lo_u = 1e9, lo_v = 1e9, hi_u = -1e9, hi_v = -1e9;
    for (int i = 0; i < 4; i++) {
        px2 at = calib_to_px(c, (vec3){corner[i].x, corner[i].y, z_in});
        if (!isfinite(at.u) || !isfinite(at.v)) return (px_rect){0, 0, 0, 0};
        lo_u = fmin(lo_u, at.u), hi_u = fmax(hi_u, at.u), lo_v = fmin(lo_v, at.v), hi_v = fmax(hi_v, at.v);
    }
    int width = c->width, height = c->height;  // what lies far beside the table may be billions of pixels away
    int x = (int)floor(fmin(fmax(lo_u - margin_px, 0), width)), y = (int)floor(fmin(fmax(lo_v - margin_px, 0), height));
    int right = (int)ceil(fmax(fmin(hi_u + margin_px, width), 0)), below = (int)ceil(fmax(fmin(hi_v + margin_px, height), 0));
    return right > x && below > y ? (px_rect){x, y, right - x, below - y} : (px_rect){0, 0, 0, 0};
}

px_rect box_of_base(const game *g, const calibration *c, int figure, pose p, int margin_px) {
    return box_about(c, g->figures[figure].base, p, game_base_top_in(g, figure, p.at), margin_px);
}

px_rect box_of_seen(const game *g, const calibration *c, const base_sighting *b) {
    if (b->figure >= 0) return box_of_base(g, c, b->figure, b->pose, 0);
    return box_about(c, b->base, b->pose, game_ground_in(g, b->pose.at) + b->base.height_in, 0);
}

px_rect box_of_marker(const game *g, const calibration *c, int m) {
    const table_marker *t = &g->table_markers[m];
    px2 at = calib_to_px(c, (vec3){t->pose.at.x, t->pose.at.y, t->z_in});
    if (!isfinite(at.u) || !isfinite(at.v) || fabs(at.u) > 1e6 || fabs(at.v) > 1e6) return (px_rect){0, 0, 0, 0};
    int half = (int)(1.5 * t->marker.size_in / fmax(calib_sigma_in(c, at, t->z_in, 1), 1e-3)) + 8;
    return (px_rect){(int)at.u - half, (int)at.v - half, 2 * half, 2 * half};
}

int box_margin_px(const calibration *c) {
    double inch = calib_sigma_in(c, (px2){c->cx, c->cy}, 0, 1);
    return inch > 0 && isfinite(inch) ? (int)(MARGIN_MM * IN_PER_MM / inch) + 1 : 32;
}

bool box_tag_corners(const calibration *c, pose p, double z_in, double size_in, px2 out[4]) {
    vec2 up = vec2_scale(heading_forward(p.heading_rad), size_in / 2), left = vec2_scale(heading_left(p.heading_rad), size_in / 2);
    const vec2 corner[4] = {vec2_add(vec2_sub(p.at, up), left), vec2_sub(vec2_sub(p.at, up), left), vec2_sub(vec2_add(p.at, up), left),
                            vec2_add(vec2_add(p.at, up), left)};
    for (int k = 0; k < 4; k++) {
        out[k] = calib_to_px(c, (vec3){corner[k].x, corner[k].y, z_in});
        if (!isfinite(out[k].u) || !isfinite(out[k].v)) return false;
    }
    return true;
}

bool box_any_under(const vision_changes *c, const uint8_t *tiles, px_rect box) {
    int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    for (int y = box.y < 0 ? 0 : box.y / c->tile_px; y <= below && y < c->rows; y++)
        for (int x = box.x < 0 ? 0 : box.x / c->tile_px; x <= right && x < c->columns; x++)
            if (tiles[y * c->columns + x]) return true;
    return false;
}
