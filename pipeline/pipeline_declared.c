// Declaration markers in the pictures: where one was read it is followed, until it is seen to be gone.
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define AGAIN_EVERY 8     // frames between two looks at a marker about which nothing changes
#define UNDER_IN 0.4      // of its middle: a base seen there is its tile
#define COVER_SIZE 2      // of a marker's box: larger things hide it
#define FORGET_LOOKS 300  // that missed it in its place: it is gone, and will be read anew where it is laid

struct pipeline_markers {
    declared_markers *logic;
    declared_sighting *last, *was, *now;  // by marker; of one follow
    bool *known, *found;                  // has a place; of one follow
    bool *sure, *doubtful;                // seen there, and nothing changed since; may be hidden in this frame
    int *misses;                          // looks in a row that did not find it there
    int *followed;
    bool *looked;
    marker_sighting *told;
    pose *figures;
    bool *stands;
    long frames;
};

static bool make_room(pipeline_markers *m, size_t markers, size_t figures) {
    m->last = calloc(markers, sizeof *m->last);
    m->was = calloc(markers, sizeof *m->was);
    m->now = calloc(markers, sizeof *m->now);
    m->known = calloc(markers, sizeof *m->known);
    m->misses = calloc(markers, sizeof *m->misses);
    m->found = calloc(markers, sizeof *m->found);
    m->sure = calloc(markers, sizeof *m->sure);
    m->doubtful = calloc(markers, sizeof *m->doubtful);
    m->followed = calloc(markers, sizeof *m->followed);
    m->looked = calloc(markers, sizeof *m->looked);
    m->told = calloc(markers, sizeof *m->told);
    m->figures = calloc(figures, sizeof *m->figures);
    m->stands = calloc(figures, sizeof *m->stands);
    return m->last && m->was && m->now && m->known && m->misses && m->found && m->sure && m->doubtful && m->followed && m->looked && m->told &&
           m->figures && m->stands;
}

status markers_create(const game *g, pipeline_markers **out, fault *why) {
    *out = NULL;
    if (g->declaration_count == 0) return STATUS_OK;
    pipeline_markers *m = calloc(1, sizeof *m);
    if (!m) return fault_set(why, STATUS_MEMORY, "out of memory");
    status s = declared_markers_create(g, &m->logic, why);
    if (s == STATUS_OK && !make_room(m, (size_t)g->declaration_count, (size_t)g->figure_count + 1))
        s = fault_set(why, STATUS_MEMORY, "out of memory");
    if (s != STATUS_OK)
        markers_destroy(m);
    else
        *out = m;
    return s;
}

void markers_destroy(pipeline_markers *m) {
    if (!m) return;
    declared_markers_destroy(m->logic);
    free(m->last);
    free(m->was);
    free(m->now);
    free(m->known);
    free(m->misses);
    free(m->found);
    free(m->sure);
    free(m->doubtful);
    free(m->followed);
    free(m->looked);
    free(m->told);
    free(m->figures);
    free(m->stands);
    free(m);
}

static bool any_under(const vision_changes *c, const uint8_t *tiles, px_rect box) {
    int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    for (int y = box.y < 0 ? 0 : box.y / c->tile_px; y <= below && y < c->rows; y++)
        for (int x = box.x < 0 ? 0 : box.x / c->tile_px; x <= right && x < c->columns; x++)
            if (tiles[y * c->columns + x]) return true;
    return false;
}

// What the looks of this frame read.
static void take_read(pipeline *p) {
    pipeline_markers *m = p->markers;
    const declared_sighting *read;
    int n = eye_take_declared(p->eye, &read);
    for (int i = 0; i < n; i++) {
        int k = read[i].marker;
        if (!isfinite(read[i].at.x)) continue;  // in two places: neither is believed
        m->last[k] = read[i];
        m->known[k] = m->looked[k] = m->sure[k] = true;
        m->misses[k] = 0;
    }
}

static bool holds(px_rect r, px2 at) { return at.u >= r.x && at.v >= r.y && at.u <= r.x + r.width && at.v <= r.y + r.height; }

// A hand, or a thing larger than the marker, lies over its middle. What is about as large as the marker may be the marker, or where it lay. A thing
// that in parts looks like what was there, or like a shadow, is seen in pieces.
static bool is_covered(const pipeline *p, px_rect box) {
    px2 middle = {box.x + box.width / 2.0, box.y + box.height / 2.0};
    px_rect all = {0};
    for (int i = 0; i < p->foreign.count; i++) {
        const foreign_region *r = &p->foreign.at[i];
        if (!rect_overlaps(r->box, box)) continue;
        if (r->kind == FOREIGN_HAND) return true;
        all = all.width ? rect_both(all, r->box) : r->box;
    }
    return holds(all, middle) && all.width * all.height > COVER_SIZE * box.width * box.height;
}

// Those that were not read anyway and about which something is to be found out: what lies under something that moves can't be. Under what may be a
// hand that rests one that is found is there, and one that is not may be hidden.
static int choose(pipeline *p, const vision_changes *c) {
    pipeline_markers *m = p->markers;
    int n = 0;
    for (int k = 0; k < p->game->declaration_count; k++) {
        if (!m->known[k] || m->looked[k]) continue;
        px_rect box = eye_declared_box(&m->last[k], 2);
        bool changed = any_under(c, c->changed, box), moves = any_under(c, c->moving, box);
        m->doubtful[k] = moves || is_covered(p, box);
        if (m->sure[k] && !changed && !moves && (m->frames + k) % AGAIN_EVERY != 0)
            m->looked[k] = true;  // there it was, and nothing changed
        else if (!moves)
            m->followed[n++] = k;
        m->sure[k] &= !m->doubtful[k];
    }
    return n;
}

static status follow(pipeline *p, const frame *f, const vision_changes *c, fault *why) {
    pipeline_markers *m = p->markers;
    int n = choose(p, c);
    for (int i = 0; i < n; i++) m->was[i] = m->last[m->followed[i]];
    status s = n ? eye_follow_declared(p->eye, f, m->was, n, m->now, m->found, why) : STATUS_OK;
    for (int i = 0; i < n && s == STATUS_OK; i++) {
        int k = m->followed[i];
        m->looked[k] = m->found[i] || !m->doubtful[k];
        if (!m->looked[k]) continue;
        m->sure[k] = m->found[i];
        m->misses[k] = m->found[i] ? 0 : m->misses[k] + 1;
        if (m->found[i]) m->last[k] = m->now[i];
        if (m->misses[k] > FORGET_LOOKS) m->known[k] = false;
    }
    return s;
}

static void tell(pipeline *p, double t_s) {
    pipeline_markers *m = p->markers;
    int n = 0;
    for (int k = 0; k < p->game->declaration_count; k++)
        if (m->known[k] && m->looked[k] && m->misses[k] == 0) m->told[n++] = (marker_sighting){k, m->last[k].at};
    for (int i = 0; i < p->game->figure_count; i++) m->figures[i] = *formation_pose(p->formation, i, &m->stands[i], NULL);
    markers_view v = {.t_s = t_s, .seen = m->told, .seen_count = n, .looked = m->looked, .figures = m->figures, .known = m->stands};
    declared_markers_see(m->logic, &v);
}

status markers_see(pipeline *p, const frame *f, const vision_changes *c, fault *why) {
    pipeline_markers *m = p->markers;
    if (!m) return STATUS_OK;
    m->frames++;
    memset(m->looked, 0, (size_t)p->game->declaration_count * sizeof *m->looked);
    take_read(p);
    status s = follow(p, f, c, why);
    if (s == STATUS_OK) tell(p, f->t_s);
    return s;
}

bool markers_has(const pipeline *p, const char *family, int id) {
    for (int k = 0; k < p->game->declaration_count; k++)
        if (p->game->declarations[k].marker.id == id && strcmp(p->game->declarations[k].marker.family, family) == 0) return true;
    return false;
}

bool markers_lie(const pipeline *p, vec2 at) {
    const pipeline_markers *m = p->markers;
    for (int k = 0; m && k < p->game->declaration_count; k++)
        if (m->known[k] && vec2_distance(m->last[k].at, at) < UNDER_IN) return true;
    return false;
}

void markers_tell(pipeline *p, const event *e) {
    if (p->markers) declared_markers_tell(p->markers->logic, e);
}

bool pipeline_next_declared(pipeline *p, event *out) { return p->markers && declared_markers_next(p->markers->logic, out); }
bool pipeline_next_question(pipeline *p, marker_question *out) { return p->markers && declared_markers_next_question(p->markers->logic, out); }
int pipeline_markers_list(const pipeline *p, marker_place *out, int max) {
    return p->markers ? declared_markers_list(p->markers->logic, out, max) : 0;
}
