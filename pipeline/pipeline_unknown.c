// Bases and markers on the table that belong to no figure of the game: noted when a look with all searches sees one, told once when several did,
// forgotten when a look at its place no longer does.
#include <stdio.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

#define UNKNOWN_LOOKS 3     // that must see it: fingers and rims under hands look like bases, too
#define UNKNOWN_REST_S 1.0  // without a hand or anything that moves: a unit's own bases are not all told apart while it is handled
#define OWN_SHARE 0.6       // of a base's width: nearer to a figure's place it may be the figure
#define THING_MARGINS 4     // of a base's margin, an inch: larger things are none
#define SAME_IN 0.3         // it stands where it stood

// True where some figure of the game is taken to stand there.
static bool is_somebodys(const pipeline *p, vec2 at, double width_in) {
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known, hidden;
        const pose *there = formation_pose(p->formation, i, &known, &hidden);
        double near = OWN_SHARE * fmax(width_in, p->game->figures[i].base.width_in);
        if (known && !p->absent[i] && vec2_distance(there->at, at) < near) return true;
    }
    return false;
}

// A base might be one that is missing: then it is not unknown, but not yet known.
static bool may_be_missing(const pipeline *p, const base *b) {
    for (int i = 0; i < p->game->figure_count; i++) {
        const base *mine = &p->game->figures[i].base;
        if (!look_stands(p, i) && !p->absent[i] && mine->shape == b->shape && fabs(mine->width_in - b->width_in) < 1e-6) return true;
    }
    return false;
}

static bool on_table(const pipeline *p, vec2 at) { return at.x >= 0 && at.y >= 0 && at.x <= p->game->width_in && at.y <= p->game->depth_in; }

static void note(pipeline *p, vec2 at, const base *b, const char *name) {
    unknown_base *free_one = NULL;
    for (int k = 0; k < UNKNOWN_MAX; k++) {
        unknown_base *u = &p->unknown[k];
        if (u->looks == 0) {
            if (!free_one) free_one = u;
        } else if (vec2_distance(u->at, at) < SAME_IN || (name[0] && strcmp(u->name, name) == 0)) {
            u->looks += !u->seen;
            u->seen = true;
            u->at = at;
            return;
        }
    }
    if (!free_one) return;
    *free_one = (unknown_base){.looks = 1, .seen = true, .at = at, .has_base = b != NULL};
    if (b) free_one->base = *b;
    snprintf(free_one->name, sizeof free_one->name, "%s", name);
}

static void note_bases(pipeline *p, const base_list *bases) {
    for (int i = 0; i < bases->count; i++) {
        const base_sighting *b = &bases->at[i];
        bool nobodys = b->figure < 0 && b->unit < 0 && b->by != SEEN_BY_UNIT_MARKER && on_table(p, b->pose.at) && !markers_lie(p, b->pose.at);
        if (nobodys && !is_somebodys(p, b->pose.at, b->base.width_in) && !may_be_missing(p, &b->base)) note(p, b->pose.at, &b->base, "");
    }
}

static bool is_table_marker(const pipeline *p, const tag_sighting *t) {
    for (int m = 0; m < p->game->table_marker_count; m++)
        if (p->game->table_markers[m].marker.id == t->id && strcmp(p->game->table_markers[m].marker.family, t->family) == 0) return true;
    return false;
}

static bool is_used(const base_list *l, px2 at, double near_px) {
    for (int i = 0; i < l->count; i++)
        if (hypot(l->at[i].px.u - at.u, l->at[i].px.v - at.v) < near_px) return true;
    return false;
}

static void note_tags(pipeline *p, const eye_sight *seen) {
    for (int i = 0; i < seen->tags.count; i++) {
        const tag_sighting *t = &seen->tags.at[i];
        px2 middle = {0, 0};
        vec2 at;
        for (int k = 0; k < 4; k++) middle = (px2){middle.u + t->corner[k].u / 4, middle.v + t->corner[k].v / 4};
        double edge = hypot(t->corner[1].u - t->corner[0].u, t->corner[1].v - t->corner[0].v);
        if (is_table_marker(p, t) || markers_has(p, t->family, t->id) || is_used(&seen->bases, middle, edge) || is_used(&seen->doubled, middle, edge))
            continue;
        if (!calib_to_table(eye_calibration(p->eye), middle, 0, &at) || !on_table(p, at)) continue;
        char name[sizeof p->unknown[0].name];
        snprintf(name, sizeof name, "%s %d", t->family, t->id);
        note(p, at, NULL, name);
    }
}

static bool was_looked_at(const pipeline *p, vec2 at) {
    px2 px = calib_to_px(eye_calibration(p->eye), (vec3){at.x, at.y, 0});
    for (int i = 0; i < p->rect_count; i++) {
        px_rect r = p->rects[i];
        if (px.u >= r.x && px.v >= r.y && px.u < r.x + r.width && px.v < r.y + r.height) return true;
    }
    return false;
}

void unknown_begin(pipeline *p) {
    for (int k = 0; k < UNKNOWN_MAX; k++) p->unknown[k].seen = false;
}

void unknown_note(pipeline *p, const eye_sight *seen) {
    note_bases(p, &seen->bases);
    note_tags(p, seen);
}

void unknown_end(pipeline *p, bool everywhere) {
    for (int k = 0; k < UNKNOWN_MAX; k++)
        if (p->unknown[k].looks && !p->unknown[k].seen && (everywhere || was_looked_at(p, p->unknown[k].at))) p->unknown[k] = (unknown_base){0};
}

// Things that lie still and might be bases, by their size.
static int choose_things(const pipeline *p, px_rect out[FOREIGN_MAX_REGIONS]) {
    int n = 0, margin = look_margin_px(p);
    for (int r = 0; r < p->foreign.count; r++) {
        px_rect b = p->foreign.at[r].box;
        if (p->foreign.at[r].kind == FOREIGN_HAND || p->foreign.at[r].moves || b.width > THING_MARGINS * margin || b.height > THING_MARGINS * margin)
            continue;
        out[n++] = (px_rect){b.x - margin, b.y - margin, b.width + 2 * margin, b.height + 2 * margin};
    }
    return n;
}

status unknown_look(pipeline *p, const frame *f, fault *why) {
    px_rect where[FOREIGN_MAX_REGIONS];
    int count = choose_things(p, where);
    eye_sight seen;
    if (count == 0) return STATUS_OK;
    eye_request r = {.searches = EYE_PLAIN, .where = where, .where_count = count};
    status s = eye_look(p->eye, f, &r, &seen, why);
    if (s == STATUS_OK) note_bases(p, &seen.bases);
    return s;
}

static void name_unknown(const unknown_base *u, char *text, size_t room) {
    double w = u->base.width_in / IN_PER_MM, d = u->base.depth_in / IN_PER_MM;
    if (!u->has_base)
        snprintf(text, room, "The marker %s at (%.1f, %.1f) belongs to no figure of the game: it is left aside.", u->name, u->at.x, u->at.y);
    else if (u->base.shape == BASE_ROUND)
        snprintf(text, room, "A round base of %.0f mm at (%.1f, %.1f) is no figure of the game: it is left aside.", w, u->at.x, u->at.y);
    else
        snprintf(text, room, "A base of %.0f x %.0f mm at (%.1f, %.1f) is no figure of the game: it is left aside.", w, d, u->at.x, u->at.y);
}

// Found out since it was noted: it is a figure of the game, or may be.
static bool is_explained(const pipeline *p, const unknown_base *u) {
    return u->has_base && (is_somebodys(p, u->at, u->base.width_in) || may_be_missing(p, &u->base));
}

bool pipeline_take_unknown(pipeline *p, char *text, size_t room, char **json) {
    if (p->hand || p->intake.t_s - p->last_motion_s < UNKNOWN_REST_S) return false;
    for (int k = 0; k < UNKNOWN_MAX; k++) {
        unknown_base *u = &p->unknown[k];
        if (u->looks < UNKNOWN_LOOKS || u->said || is_explained(p, u)) continue;
        u->said = true;
        name_unknown(u, text, room);
        *json = stream_unknown_json(p->intake.t_s, u->at, u->has_base ? &u->base : NULL, text);
        return true;
    }
    return false;
}
