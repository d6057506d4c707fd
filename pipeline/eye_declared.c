// Declaration markers among the tags: which of the game's it is, where it lies, and whether it still does.
#include <string.h>

#include "pipeline/eye_state.h"

enum { FOLLOWED_MAX = 16 };  // in one call of the follower

static int marker_of(const eye *e, const tag_sighting *t) {
    for (int k = 0; k < e->game->declaration_count; k++) {
        const marker *m = &e->game->declarations[k].marker;
        if (m->id == t->id && strcmp(m->family, t->family) == 0) return k;
    }
    return -1;
}

static bool place(const eye *e, const tag_sighting *t, int marker_index, declared_sighting *out) {
    pose p;
    *out = (declared_sighting){.marker = marker_index, .tag = *t};
    if (!eye_place_tag(e, t, 0, e->game->declarations[marker_index].marker.size_in, &p)) return false;
    out->at = p.at;
    return true;
}

void eye_note_declared(eye *e, const tag_sighting *t) {
    declared_sighting d;
    int k = marker_of(e, t);
    if (k < 0 || !place(e, t, k, &d)) return;
    for (int i = 0; i < e->declared_count; i++) {
        if (e->declared[i].marker != k) continue;
        if (vec2_distance(e->declared[i].at, d.at) > EYE_DECLARED_SAME_IN) e->declared[i].at = (vec2){NAN, NAN};
        return;
    }
    e->declared[e->declared_count++] = d;
}

int eye_take_declared(eye *e, const declared_sighting **out) {
    int n = e->declared_count;
    *out = e->declared;
    e->declared_count = 0;
    return n;
}

static expected_tag expect(const eye *e, const declared_sighting *was) {
    expected_tag x = {.id = was->tag.id};
    double px_in = calib_sigma_in(&e->calibration, was->tag.corner[0], 0, 1);
    memcpy(x.family, was->tag.family, sizeof x.family);
    memcpy(x.corner, was->tag.corner, sizeof x.corner);
    x.reach_px = fmax(EYE_DECLARED_REACH_IN / fmax(px_in, 1e-6), 1);
    return x;
}

status eye_follow_declared(eye *e, const frame *f, const declared_sighting *was, int count, declared_sighting *now, bool *found, fault *fault) {
    for (int first = 0; first < count; first += FOLLOWED_MAX) {
        expected_tag expected[FOLLOWED_MAX];
        followed_tag seen[FOLLOWED_MAX];
        int n = count - first < FOLLOWED_MAX ? count - first : FOLLOWED_MAX;
        for (int i = 0; i < n; i++) expected[i] = expect(e, &was[first + i]);
        status s = vision_follow_tags(e->vision, f, expected, n, seen);
        if (s != STATUS_OK) return fault_set(fault, s, "looking for declaration markers: %s", status_text(s));
        for (int i = 0; i < n; i++)
            found[first + i] = seen[i].result != FOLLOW_LOST && place(e, &seen[i].tag, was[first + i].marker, &now[first + i]);
    }
    return STATUS_OK;
}

px_rect eye_declared_box(const declared_sighting *d, int margin_px) {
    double lo_u = INFINITY, lo_v = INFINITY, hi_u = -INFINITY, hi_v = -INFINITY;
    for (int i = 0; i < 4; i++) {
        px2 c = d->tag.corner[i];
        lo_u = fmin(lo_u, c.u), hi_u = fmax(hi_u, c.u), lo_v = fmin(lo_v, c.v), hi_v = fmax(hi_v, c.v);
    }
    int x = (int)floor(lo_u) - margin_px, y = (int)floor(lo_v) - margin_px;
    return (px_rect){x, y, (int)ceil(hi_u) + margin_px - x, (int)ceil(hi_v) + margin_px - y};
}
