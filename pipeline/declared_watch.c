#include "pipeline/declared_watch.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/boxes.h"
#include "pipeline/pipeline_limits.h"

typedef struct {
    declared_sighting last;
    bool known;     // it has a place
    bool sure;      // seen there, and nothing changed since
    bool doubtful;  // it may be hidden in this frame
    int misses;     // looks in a row that did not find it there
} watched_marker;

// One call of the follower, and the view that is made of a frame.
typedef struct {
    int *followed;  // markers
    declared_sighting *was, *now;
    bool *found;
    bool *looked;  // by marker
    marker_sighting *seen;
    pose *figures;
    bool *stands;
} watch_scratch;

struct declared_watch {
    const game *game;
    declared_markers *logic;
    watched_marker *at;  // by marker
    watch_scratch scratch;
    long frames;
};

static bool make_scratch(watch_scratch *s, size_t markers, size_t figures) {
    *s = (watch_scratch){.followed = calloc(markers, sizeof *s->followed),
                         .was = calloc(markers, sizeof *s->was),
                         .now = calloc(markers, sizeof *s->now),
                         .found = calloc(markers, sizeof *s->found),
                         .looked = calloc(markers, sizeof *s->looked),
                         .seen = calloc(markers, sizeof *s->seen),
                         .figures = calloc(figures, sizeof *s->figures),
                         .stands = calloc(figures, sizeof *s->stands)};
    return s->followed && s->was && s->now && s->found && s->looked && s->seen && s->figures && s->stands;
}

status declared_watch_create(const game *g, declared_watch **out, fault *fault) {
    *out = NULL;
    if (g->declaration_count == 0) return STATUS_OK;
    size_t markers = (size_t)g->declaration_count;
    declared_watch *w = calloc(1, sizeof *w);
    if (!w) return fault_set(fault, STATUS_MEMORY, "out of memory");
    w->game = g;
    w->at = calloc(markers, sizeof *w->at);
    status s = declared_markers_create(g, &w->logic, fault);
    if (s == STATUS_OK && !(w->at && make_scratch(&w->scratch, markers, (size_t)g->figure_count + 1)))
        s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s != STATUS_OK)
        declared_watch_destroy(w);
    else
        *out = w;
    return s;
}

void declared_watch_destroy(declared_watch *w) {
    if (!w) return;
    declared_markers_destroy(w->logic);
    free(w->at);
    free(w->scratch.followed);
    free(w->scratch.was);
    free(w->scratch.now);
    free(w->scratch.found);
    free(w->scratch.looked);
    free(w->scratch.seen);
    free(w->scratch.figures);
    free(w->scratch.stands);
    free(w);
}

// What the looks of this frame read.
static void take_read(declared_watch *w, eye *e) {
    const declared_sighting *read;
    int n = eye_take_declared(e, &read);
    for (int i = 0; i < n; i++) {
        watched_marker *m = &w->at[read[i].marker];
        if (!isfinite(read[i].at.x)) continue;  // in two places: neither is believed
        m->last = read[i];
        m->known = m->sure = w->scratch.looked[read[i].marker] = true;
        m->misses = 0;
    }
}

static bool holds(px_rect r, px2 at) { return at.u >= r.x && at.v >= r.y && at.u <= r.x + r.width && at.v <= r.y + r.height; }

// A hand, or a thing larger than the marker, lies over its middle. What is about as large as the marker may be the marker, or where it lay. A thing
// that in parts looks like what was there, or like a shadow, is seen in pieces.
static bool is_covered(const occluder_list *occluders, px_rect box) {
    px2 middle = {box.x + box.width / 2.0, box.y + box.height / 2.0};
    px_rect all = {0};
    for (int i = 0; i < occluders->count; i++) {
        const occluder_region *r = &occluders->at[i];
        if (!rect_overlaps(r->box, box)) continue;
        if (r->kind == OCCLUDER_HAND) return true;
        all = all.width ? rect_both(all, r->box) : r->box;
    }
    return holds(all, middle) && all.width * all.height > DECLARED_COVER_SIZE * box.width * box.height;
}

// The markers that were not read anyway and about which something is to be found out: what lies under something that moves can't be. Under what may
// be a hand that rests, one that is found is there, and one that is not may be hidden.
static int choose(declared_watch *w, const vision_changes *c, const occluder_list *occluders) {
    int n = 0;
    for (int k = 0; k < w->game->declaration_count; k++) {
        watched_marker *m = &w->at[k];
        if (!m->known || w->scratch.looked[k]) continue;
        px_rect box = eye_declared_box(&m->last, 2);
        bool changed = box_any_under(c, c->changed, box), moves = box_any_under(c, c->moving, box);
        m->doubtful = moves || is_covered(occluders, box);
        if (m->sure && !changed && !moves && (w->frames + k) % DECLARED_AGAIN_EVERY != 0)
            w->scratch.looked[k] = true;  // there it was, and nothing changed
        else if (!moves)
            w->scratch.followed[n++] = k;
        m->sure &= !m->doubtful;
    }
    return n;
}

static status follow(declared_watch *w, eye *e, const frame *f, int n, fault *fault) {
    watch_scratch *s = &w->scratch;
    for (int i = 0; i < n; i++) s->was[i] = w->at[s->followed[i]].last;
    status result = n ? eye_follow_declared(e, f, s->was, n, s->now, s->found, fault) : STATUS_OK;
    for (int i = 0; i < n && result == STATUS_OK; i++) {
        watched_marker *m = &w->at[s->followed[i]];
        bool looked = s->found[i] || !m->doubtful;
        s->looked[s->followed[i]] = looked;
        if (!looked) continue;
        m->sure = s->found[i];
        m->misses = s->found[i] ? 0 : m->misses + 1;
        if (s->found[i]) m->last = s->now[i];
        if (m->misses > DECLARED_FORGET_LOOKS) m->known = false;
    }
    return result;
}

static void tell_sightings(declared_watch *w, const figure_state *figures, double t_s) {
    watch_scratch *s = &w->scratch;
    int n = 0;
    for (int k = 0; k < w->game->declaration_count; k++)
        if (w->at[k].known && s->looked[k] && w->at[k].misses == 0) s->seen[n++] = (marker_sighting){k, w->at[k].last.at};
    for (int i = 0; i < w->game->figure_count; i++) s->figures[i] = figures[i].at, s->stands[i] = figures[i].known;
    markers_view v = {.t_s = t_s, .seen = s->seen, .seen_count = n, .looked = s->looked, .figures = s->figures, .known = s->stands};
    declared_markers_see(w->logic, &v);
}

status declared_watch_see(declared_watch *w, eye *e, const figure_state *figures, const frame *f, const vision_changes *c,
                          const occluder_list *occluders, fault *fault) {
    w->frames++;
    memset(w->scratch.looked, 0, (size_t)w->game->declaration_count * sizeof *w->scratch.looked);
    take_read(w, e);
    status s = follow(w, e, f, choose(w, c, occluders), fault);
    if (s == STATUS_OK) tell_sightings(w, figures, f->t_s);
    return s;
}

bool declared_watch_lies_at(const declared_watch *w, vec2 at) {
    for (int k = 0; w && k < w->game->declaration_count; k++)
        if (w->at[k].known && vec2_distance(w->at[k].last.at, at) < DECLARED_UNDER_IN) return true;
    return false;
}

void declared_watch_enter(declared_watch *w, const event *e) {
    if (w) declared_markers_enter(w->logic, e);
}

bool declared_watch_next(declared_watch *w, event *out) { return w && declared_markers_next(w->logic, out); }
bool declared_watch_next_question(declared_watch *w, marker_question *out) { return w && declared_markers_next_question(w->logic, out); }
int declared_watch_list(const declared_watch *w, marker_place *out, int max) { return w ? declared_markers_list(w->logic, out, max) : 0; }
