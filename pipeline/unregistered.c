#include "pipeline/unregistered.h"

#include <stdio.h>
#include <string.h>

#include "pipeline/boxes.h"
#include "stream/eye.h"

// True where some figure of the game is taken to stand there.
static bool is_a_figures(const table_view *v, vec2 at, double width_in) {
    for (int i = 0; i < v->game->figure_count; i++) {
        const figure_state *f = &v->figures[i];
        double near = UNREGISTERED_OWN_SHARE * fmax(width_in, v->game->figures[i].base.width_in);
        if (f->known && !f->absent && vec2_distance(f->at.at, at) < near) return true;
    }
    return false;
}

// A base might be one that is missing: then it is not yet known.
static bool may_be_missing(const table_view *v, const base *b) {
    for (int i = 0; i < v->game->figure_count; i++) {
        const base *mine = &v->game->figures[i].base;
        if (!figure_stands(&v->figures[i]) && !v->figures[i].absent && mine->shape == b->shape && fabs(mine->width_in - b->width_in) < 1e-6)
            return true;
    }
    return false;
}

static bool on_table(const game *g, vec2 at) { return at.x >= 0 && at.y >= 0 && at.x <= g->width_in && at.y <= g->depth_in; }

static void note(unregistered_list *l, vec2 at, const base *b, const char *name) {
    unregistered_base *free_one = NULL;
    for (int k = 0; k < UNREGISTERED_MAX; k++) {
        unregistered_base *u = &l->at[k];
        if (u->looks == 0) {
            if (!free_one) free_one = u;
        } else if (vec2_distance(u->at, at) < UNREGISTERED_SAME_IN || (name[0] && strcmp(u->name, name) == 0)) {
            u->looks += !u->seen;
            u->seen = true;
            u->at = at;
            return;
        }
    }
    if (!free_one) return;
    *free_one = (unregistered_base){.looks = 1, .seen = true, .at = at, .has_base = b != NULL};
    if (b) free_one->base = *b;
    snprintf(free_one->name, sizeof free_one->name, "%s", name);
}

static void note_bases(unregistered_list *l, const table_view *v, const base_list *bases) {
    for (int i = 0; i < bases->count; i++) {
        const base_sighting *b = &bases->at[i];
        bool unnamed = b->figure < 0 && b->unit < 0 && b->by != SEEN_BY_UNIT_MARKER;
        if (!unnamed || !on_table(v->game, b->pose.at) || declared_watch_lies_at(v->declared, b->pose.at)) continue;
        if (!is_a_figures(v, b->pose.at, b->base.width_in) && !may_be_missing(v, &b->base)) note(l, b->pose.at, &b->base, "");
    }
}

static bool is_marker(const marker *m, const tag_sighting *t) { return m->id == t->id && strcmp(m->family, t->family) == 0; }

static bool is_of_table(const game *g, const tag_sighting *t) {
    for (int m = 0; m < g->table_marker_count; m++)
        if (is_marker(&g->table_markers[m].marker, t)) return true;
    for (int k = 0; k < g->declaration_count; k++)
        if (is_marker(&g->declarations[k].marker, t)) return true;
    return false;
}

static bool is_used(const base_list *l, px2 at, double near_px) {
    for (int i = 0; i < l->count; i++)
        if (hypot(l->at[i].px.u - at.u, l->at[i].px.v - at.v) < near_px) return true;
    return false;
}

static void note_tags(unregistered_list *l, const table_view *v, const eye_sight *seen) {
    for (int i = 0; i < seen->tags.count; i++) {
        const tag_sighting *t = &seen->tags.at[i];
        px2 middle = {0, 0};
        vec2 at;
        for (int k = 0; k < 4; k++) middle = (px2){middle.u + t->corner[k].u / 4, middle.v + t->corner[k].v / 4};
        double edge = hypot(t->corner[1].u - t->corner[0].u, t->corner[1].v - t->corner[0].v);
        if (is_of_table(v->game, t) || is_used(&seen->bases, middle, edge) || is_used(&seen->duplicates, middle, edge)) continue;
        if (!calib_to_table(v->camera, middle, 0, &at) || !on_table(v->game, at)) continue;
        char name[sizeof l->at[0].name];
        snprintf(name, sizeof name, "%s %d", t->family, t->id);
        note(l, at, NULL, name);
    }
}

void unregistered_begin(unregistered_list *l) {
    for (int k = 0; k < UNREGISTERED_MAX; k++) l->at[k].seen = false;
}

void unregistered_note(unregistered_list *l, const table_view *v, const eye_sight *seen) {
    note_bases(l, v, &seen->bases);
    note_tags(l, v, seen);
}

void unregistered_end(unregistered_list *l, const table_view *v, const rect_list *where) {
    for (int k = 0; k < UNREGISTERED_MAX; k++) {
        unregistered_base *u = &l->at[k];
        if (!u->looks || u->seen) continue;
        if (!where || rects_hold(where, calib_to_px(v->camera, (vec3){u->at.x, u->at.y, 0}))) *u = (unregistered_base){0};
    }
}

// Things that lie still and might be bases, by their size.
static int choose_things(const occluder_list *occluders, int margin, px_rect out[OCCLUDER_MAX_REGIONS]) {
    int n = 0;
    for (int r = 0; r < occluders->count; r++) {
        const occluder_region *g = &occluders->at[r];
        bool small = g->box.width <= UNREGISTERED_MARGINS * margin && g->box.height <= UNREGISTERED_MARGINS * margin;
        if (g->kind != OCCLUDER_HAND && !g->moves && small) out[n++] = rect_grow(g->box, margin);
    }
    return n;
}

status unregistered_look(unregistered_list *l, const table_view *v, eye *e, const frame *f, const occluder_list *occluders, fault *fault) {
    px_rect where[OCCLUDER_MAX_REGIONS];
    int count = choose_things(occluders, box_margin_px(v->camera), where);
    eye_sight seen;
    if (count == 0) return STATUS_OK;
    eye_request r = {.searches = EYE_PLAIN, .where = where, .where_count = count, .quick = true};
    status s = eye_look(e, f, &r, &seen, fault);
    if (s == STATUS_OK) note_bases(l, v, &seen.bases);
    return s;
}

static void name_base(const unregistered_base *u, char *text, size_t capacity) {
    double w = u->base.width_in / IN_PER_MM, d = u->base.depth_in / IN_PER_MM;
    if (!u->has_base)
        snprintf(text, capacity, "The marker %s at (%.1f, %.1f) belongs to no figure of the game: it is left aside.", u->name, u->at.x, u->at.y);
    else if (u->base.shape == BASE_ROUND)
        snprintf(text, capacity, "A round base of %.0f mm at (%.1f, %.1f) is no figure of the game: it is left aside.", w, u->at.x, u->at.y);
    else
        snprintf(text, capacity, "A base of %.0f x %.0f mm at (%.1f, %.1f) is no figure of the game: it is left aside.", w, d, u->at.x, u->at.y);
}

// Found out since it was noted: it is a figure of the game, or may be.
static bool is_explained(const table_view *v, const unregistered_base *u) {
    return u->has_base && (is_a_figures(v, u->at, u->base.width_in) || may_be_missing(v, &u->base));
}

bool unregistered_take(unregistered_list *l, const table_view *v, double t_s, char *text, size_t capacity, char **json) {
    for (int k = 0; k < UNREGISTERED_MAX; k++) {
        unregistered_base *u = &l->at[k];
        if (u->looks < UNREGISTERED_LOOKS || u->reported || is_explained(v, u)) continue;
        u->reported = true;
        name_base(u, text, capacity);
        *json = stream_unknown_json(t_s, u->at, u->has_base ? &u->base : NULL, text);
        return true;
    }
    return false;
}
