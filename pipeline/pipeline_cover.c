// What is foreign in the picture, and what that means for each figure: how much of its base it covers, how near the nearest hand is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define MINIATURE_IN 1.4       // a miniature of 28 to 32 mm with its base
#define MINIATURE_OF_BASE 1.6  // larger bases carry larger ones, as high as so many widths of their base
#define MINIATURE_SHARE 0.8    // of its base's width: arms and weapons stand out, feet don't
#define SAMPLES 5              // along each edge of a base
#define HAND_TOP_IN 4.0        // a hand that handles figures is no higher; where it is over the table depends on that
#define HAND_NEAR_IN 6.0       // farther off its distance need not be exact
#define THING_STILL_S 1.0      // a thing that is told has lain there for so long
#define NAMED_MAX 4            // figures named in one sentence
#define HAND_HEIGHTS 3         // from the base's top to HAND_TOP_IN

status cover_make_room(pipeline *p, fault *why) {
    size_t n = (size_t)p->game->figure_count + 1;
    p->shapes = calloc(n, sizeof *p->shapes);
    p->shape_pose = calloc(n, sizeof *p->shape_pose);
    p->covered = calloc(n, sizeof *p->covered);
    p->hand_in = calloc(n, sizeof *p->hand_in);
    p->placed = calloc(n, sizeof *p->placed);
    bool ok = p->shapes && p->shape_pose && p->covered && p->hand_in && p->placed;
    return ok ? STATUS_OK : fault_set(why, STATUS_MEMORY, "out of memory");
}

void cover_free_room(pipeline *p) {
    free(p->shapes);
    free(p->shape_pose);
    free(p->covered);
    free(p->hand_in);
    free(p->placed);
}

void cover_forget(pipeline *p) {
    memset(p->shapes, 0, (size_t)p->game->figure_count * sizeof *p->shapes);
    for (int i = 0; i < p->game->figure_count; i++) p->covered[i] = 0, p->hand_in[i] = INFINITY;
    p->hand = false;
    p->foreign.count = 0;
    vision_forget_foreign(eye_vision(p->eye));
}

// Figures in the picture --------------------------------------------------------------------------------------------------------------------

static double standing_in(const pipeline *p, int figure) {
    const game_unit *u = &p->game->units[p->game->figures[figure].unit];
    return game_ground_in(p->game, p->shape_pose[figure].at) + (u->has_tray ? u->tray_height_in : 0);
}

static vec2 on_base(const pipeline *p, int figure, double forward, double left) {
    const base *b = &p->game->figures[figure].base;
    pose at = p->shape_pose[figure];
    double heading = pose_has_heading(at) ? at.heading_rad : 0;
    return vec2_add(at.at, vec2_rotate((vec2){forward * b->depth_in, left * b->width_in}, heading));
}

// Adds the corners of the base, grown by `share`, at that height.
static int add_corners(const pipeline *p, int figure, double share, double z_in, vec2 *out, int count) {
    for (int k = 0; k < 4; k++) {
        vec2 at = on_base(p, figure, k & 1 ? share / 2 : -share / 2, k & 2 ? share / 2 : -share / 2);
        px2 px = calib_to_px(eye_calibration(p->eye), (vec3){at.x, at.y, z_in});
        if (isfinite(px.u) && isfinite(px.v)) out[count++] = (vec2){px.u, px.v};
    }
    return count;
}

static int hull_of(vec2 *at, int count, px2 *out) {
    vec2 hull[9];
    int n = count == 8 ? convex_hull(at, count, hull) : 0;
    for (int k = 0; k < n; k++) out[k] = (px2){hull[k].x, hull[k].y};
    return n;
}

static void shape_figure(pipeline *p, int figure, pose at) {
    foreign_figure *f = &p->shapes[figure];
    const base *b = &p->game->figures[figure].base;
    vec2 corner[8];
    p->shape_pose[figure] = at;
    double z = standing_in(p, figure), tall = fmax(MINIATURE_IN, MINIATURE_OF_BASE * fmin(b->width_in, b->depth_in));
    int n = add_corners(p, figure, 1, z, corner, 0);
    f->count = hull_of(corner, add_corners(p, figure, MINIATURE_SHARE, z + tall, corner, n), f->outline);
}

// The base's sides and top, where it was found in the last look.
static void show_base(pipeline *p, int figure, bool found) {
    foreign_figure *f = &p->shapes[figure];
    vec2 corner[8];
    f->base_count = 0;
    if (!found || f->count == 0) return;
    double z = standing_in(p, figure);
    int n = add_corners(p, figure, 1, z, corner, 0);
    f->base_count = hull_of(corner, add_corners(p, figure, 1, z + p->game->figures[figure].base.height_in, corner, n), f->base);
}

static bool same_place(pose a, pose b) { return a.at.x == b.at.x && a.at.y == b.at.y && a.heading_rad == b.heading_rad; }

static void shape_figures(pipeline *p) {
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known, hidden;
        const pose *at = formation_pose(p->formation, i, &known, &hidden);
        foreign_figure *f = &p->shapes[i];
        if (!known || p->absent[i]) {
            *f = (foreign_figure){0};
            continue;
        }
        bool found = !hidden && p->met[i] && p->follow[i].lost == 0, moved = f->count == 0 || !same_place(*at, p->shape_pose[i]);
        if (moved) shape_figure(p, i, *at);
        if (moved || found != (f->base_count > 0)) show_base(p, i, found);
    }
}

// Collects the shapes of the figures that have a place in the picture; the others have none to hand on.
static int collect_placed(pipeline *p) {
    int count = 0;
    for (int i = 0; i < p->game->figure_count; i++)
        if (p->shapes[i].count > 0) p->placed[count++] = p->shapes[i];
    return count;
}

// What covers them --------------------------------------------------------------------------------------------------------------------------

// One of the samples on its base's top, in the picture.
static px2 sample_px(const pipeline *p, int figure, int k) {
    double z = standing_in(p, figure) + p->game->figures[figure].base.height_in;
    vec2 at = on_base(p, figure, (k % SAMPLES + 0.5) / SAMPLES - 0.5, (k / SAMPLES + 0.5) / SAMPLES - 0.5);
    return calib_to_px(eye_calibration(p->eye), (vec3){at.x, at.y, z});
}

static double share_covered(const pipeline *p, int figure) {
    int hit = 0;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) hit += foreign_at(&p->foreign, sample_px(p, figure, k)) >= 0;
    return (double)hit / (SAMPLES * SAMPLES);
}

static bool touches_box(const foreign_figure *f, px_rect box) {
    for (int k = 0; k < f->count; k++)
        if (f->outline[k].u >= box.x && f->outline[k].v >= box.y && f->outline[k].u <= box.x + box.width && f->outline[k].v <= box.y + box.height)
            return true;
    return false;
}

static bool may_be_covered(const pipeline *p, int figure) {
    for (int r = 0; r < p->foreign.count; r++)
        if (touches_box(&p->shapes[figure], p->foreign.at[r].box)) return true;
    return false;
}

// How near a hand is ------------------------------------------------------------------------------------------------------------------------

// A hand's outline on the table, were it at that height. What the camera can't project is left out.
typedef struct {
    vec2 at[FOREIGN_MAX_POINTS], low, high;
    int count;
} shadow_outline;

static shadow_outline outline_at(const pipeline *p, const foreign_region *r, double z_in) {
    shadow_outline o = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int k = 0; k < r->count; k++) {
        vec2 at;
        if (!calib_to_table(eye_calibration(p->eye), r->outline[k], z_in, &at)) continue;
        o.low = (vec2){fmin(o.low.x, at.x), fmin(o.low.y, at.y)}, o.high = (vec2){fmax(o.high.x, at.x), fmax(o.high.y, at.y)};
        o.at[o.count++] = at;
    }
    return o;
}

static double distance_to(const shadow_outline *o, vec2 at) {
    double off = hypot(fmax(fmax(o->low.x - at.x, at.x - o->high.x), 0), fmax(fmax(o->low.y - at.y, at.y - o->high.y), 0));
    if (off > HAND_NEAR_IN || o->count < 3) return off;
    if (polygon_contains(o->at, o->count, at)) return 0;
    double nearest = INFINITY;
    for (int k = 0; k < o->count; k++) nearest = fmin(nearest, segment_distance(at, o->at[k], o->at[(k + 1) % o->count]));
    return nearest;
}

static double off_base(const shadow_outline *o, vec2 at, const base *b) { return fmax(0, distance_to(o, at) - fmin(b->width_in, b->depth_in) / 2); }

static double height_of(int h) { return h * HAND_TOP_IN / (HAND_HEIGHTS - 1); }

static void measure_hand(pipeline *p, const foreign_region *r) {
    for (int h = 0; h < HAND_HEIGHTS; h++) {
        shadow_outline o = outline_at(p, r, height_of(h));
        for (int i = 0; i < p->game->figure_count; i++) {
            if (p->shapes[i].count == 0) continue;
            p->hand_in[i] = fmin(p->hand_in[i], off_base(&o, p->shape_pose[i].at, &p->game->figures[i].base));
        }
    }
}

void cover_measure_seen(pipeline *p) {
    for (int i = 0; i < p->seen_count; i++) p->base_hand_in[i] = INFINITY;
    for (int r = 0; r < p->foreign.count; r++) {
        for (int h = 0; h < HAND_HEIGHTS && p->foreign.at[r].kind == FOREIGN_HAND; h++) {
            shadow_outline o = outline_at(p, &p->foreign.at[r], height_of(h));
            for (int i = 0; i < p->seen_count; i++) p->base_hand_in[i] = fmin(p->base_hand_in[i], off_base(&o, p->seen[i].pose.at, &p->seen[i].base));
        }
    }
}

// What is beside the table is no hand over it.
static bool is_over_table(const pipeline *p, const foreign_region *r) {
    shadow_outline o = outline_at(p, r, 0);
    for (int k = 0; k < o.count; k++)
        if (o.at[k].x > 0 && o.at[k].y > 0 && o.at[k].x < p->game->width_in && o.at[k].y < p->game->depth_in) return true;
    return false;
}

status cover_find(pipeline *p, const frame *f, const vision_changes *c, fault *why) {
    vision_view view = eye_view(p->eye);
    shape_figures(p);
    int placed = collect_placed(p);
    status s = vision_find_foreign(eye_vision(p->eye), f, c, &view, p->placed, placed, &p->foreign);
    if (s != STATUS_OK) return fault_set(why, s, "looking for hands: %s", status_text(s));
    p->hand = false;
    for (int i = 0; i < p->game->figure_count; i++) {
        p->hand_in[i] = INFINITY;
        p->covered[i] = p->shapes[i].count > 0 && may_be_covered(p, i) ? share_covered(p, i) : 0;
    }
    for (int r = 0; r < p->foreign.count; r++) {
        if (p->foreign.at[r].kind != FOREIGN_HAND) continue;
        p->hand |= is_over_table(p, &p->foreign.at[r]);
        measure_hand(p, &p->foreign.at[r]);
    }
    return STATUS_OK;
}

// The thing, no hand, that lies on a figure that can't be found; -1.
static int thing_on(const pipeline *p, int figure) {
    bool known, hidden;
    formation_pose(p->formation, figure, &known, &hidden);
    if (!known || !hidden || p->covered[figure] < UNCOVERED_SHARE) return -1;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        int r = foreign_at(&p->foreign, sample_px(p, figure, k));
        if (r >= 0 && p->foreign.at[r].kind != FOREIGN_HAND && p->foreign.at[r].still_s >= THING_STILL_S) return r;
    }
    return -1;
}

static bool lies_under_hand(const pipeline *p, int figure) {
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        int r = foreign_at(&p->foreign, sample_px(p, figure, k));
        if (r >= 0 && p->foreign.at[r].kind == FOREIGN_HAND) return true;
    }
    return false;
}

bool pipeline_covers(const pipeline *p, int unit) {
    const game_unit *u = &p->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count && p->foreign.count > 0; i++) {
        bool known, hidden;
        formation_pose(p->formation, i, &known, &hidden);
        if (known && p->covered[i] >= UNCOVERED_SHARE && (hidden || lies_under_hand(p, i))) return true;
    }
    return false;
}

void cover_say(const pipeline *p, char out[HEALTH_TEXT]) {
    int first = -1, count = 0;
    char names[HEALTH_TEXT / 2] = "";
    out[0] = '\0';
    for (int i = 0; i < p->game->figure_count && p->foreign.count > 0; i++) {
        int r = thing_on(p, i);
        if (r < 0 || (first >= 0 && r != first)) continue;
        first = r;
        size_t used = strlen(names);
        if (count++ < NAMED_MAX) snprintf(names + used, sizeof names - used, "%s%s", count > 1 ? ", " : "", p->game->figures[i].id);
    }
    if (count > NAMED_MAX) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " and %d more", count - NAMED_MAX);
    }
    if (count > 0) snprintf(out, HEALTH_TEXT, "A %s lies on %s: hidden until it is taken away.", foreign_kind_name(p->foreign.at[first].kind), names);
}

int cover_outlines(pipeline *p) {
    int count = 0;
    for (int r = 0; r < p->foreign.count; r++) {
        const foreign_region *g = &p->foreign.at[r];
        if (g->kind != FOREIGN_HAND && g->still_s < THING_STILL_S) continue;  // edges of figures that are just being moved look like small things
        stream_foreign *to = &p->page_foreign[count];
        *to = (stream_foreign){.kind = foreign_kind_name(g->kind), .moves = g->moves, .outline = p->page_outline[count]};
        for (int k = 0; k < g->count; k++)
            if (calib_to_table(eye_calibration(p->eye), g->outline[k], 0, &p->page_outline[count][to->count])) to->count++;
        count++;
    }
    return count;
}

bool cover_lies_under_hand(const pipeline *p, px_rect tile) {
    for (int r = 0; r < p->foreign.count; r++)
        if (p->foreign.at[r].kind == FOREIGN_HAND && rect_overlaps(p->foreign.at[r].box, tile)) return true;
    return false;
}
