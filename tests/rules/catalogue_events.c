#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "catalogue.h"

#define STEP_IN 0.5  // between two looks at a path
#define STEP_DEG 5.0

// The table as the case's events have it so far.
typedef struct {
    const game *g;
    cJSON *events;
    double t_s;
    pose *now;
    bool *stands, *moves;  // moves: figures of the step under way
    bool dense;
} scene;

static bool is(const cJSON *item, const char *word) { return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0; }

static double number(const cJSON *list, int i) {
    const cJSON *n = cJSON_GetArrayItem(list, i);
    if (!cJSON_IsNumber(n)) fail_msg("a number is missing in the case");
    return n->valuedouble;
}

static pose read_pose(const cJSON *p) { return (pose){.at = {number(p, 0), number(p, 1)}, .heading_rad = number(p, 2) * RAD_PER_DEG}; }

static int figure_named(const scene *s, const char *id) {
    int f = game_find_figure(s->g, id);
    if (f < 0) fail_msg("%s: no such figure in the case", id);
    return f;
}

static void add_event(scene *s, cJSON *e, double wait_s) {
    const cJSON *t = cJSON_GetObjectItem(e, "t");
    s->t_s = t ? t->valuedouble : s->t_s + wait_s;
    if (!t) cJSON_AddNumberToObject(e, "t", s->t_s);
    cJSON_AddItemToArray(s->events, e);
}

// One look at the figures that the step moves.
static void look(scene *s) {
    cJSON *e = cJSON_CreateObject();
    cJSON_AddStringToObject(e, "kind", "observe");
    cJSON *figures = cJSON_AddObjectToObject(e, "figures");
    for (int i = 0; i < s->g->figure_count; i++) {
        if (!s->moves[i]) continue;
        double p[3] = {s->now[i].at.x, s->now[i].at.y, s->now[i].heading_rad * DEG_PER_RAD};
        cJSON_AddItemToObject(figures, s->g->figures[i].id, cJSON_CreateDoubleArray(p, 3));
    }
    add_event(s, e, 0.5);
}

static void pick_figures(scene *s, const game_unit *u, const cJSON *step) {
    const cJSON *chosen = cJSON_GetObjectItem(step, "figures"), *id;
    for (int i = 0; i < s->g->figure_count; i++) s->moves[i] = false;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) s->moves[i] = !chosen && s->stands[i];
    cJSON_ArrayForEach(id, chosen) s->moves[figure_named(s, id->valuestring)] = true;
}

static double facing(const scene *s) {
    double x = 0, y = 0;
    for (int i = 0; i < s->g->figure_count; i++)
        if (s->moves[i]) x += cos(s->now[i].heading_rad), y += sin(s->now[i].heading_rad);
    return atan2(y, x);
}

static void shift(scene *s, vec2 d) {
    int parts = s->dense ? (int)ceil(vec2_length(d) / STEP_IN) : 1;
    for (int k = 0; k < parts; k++) {
        for (int i = 0; i < s->g->figure_count; i++)
            if (s->moves[i]) s->now[i].at = vec2_add(s->now[i].at, vec2_scale(d, 1.0 / parts));
        look(s);
    }
}

// Outer front corner of the moved figures: as far forward and as far to that side as any of their bases reaches.
static vec2 corner(const scene *s, double side) {
    double h = facing(s), ahead = -1e9, out = -1e9;
    vec2 f = heading_forward(h), l = vec2_scale(heading_left(h), side), at[4];
    for (int i = 0; i < s->g->figure_count; i++) {
        if (!s->moves[i]) continue;
        base_corners(s->g->figures[i].base, s->now[i], at);
        for (int k = 0; k < 4; k++) ahead = fmax(ahead, vec2_dot(at[k], f)), out = fmax(out, vec2_dot(at[k], l));
    }
    return vec2_add(vec2_scale(f, ahead), vec2_scale(l, out));
}

static void wheel(scene *s, double side, double degrees) {
    vec2 pivot = corner(s, side);
    int parts = s->dense ? (int)ceil(fabs(degrees) / STEP_DEG) : 1;
    double turn = side * degrees * RAD_PER_DEG / parts;
    for (int k = 0; k < parts; k++) {
        for (int i = 0; i < s->g->figure_count; i++) {
            if (!s->moves[i]) continue;
            s->now[i].at = vec2_add(pivot, vec2_rotate(vec2_sub(s->now[i].at, pivot), turn));
            s->now[i].heading_rad = angle_wrap(s->now[i].heading_rad + turn);
        }
        look(s);
    }
}

static void face(scene *s, double degrees) {
    for (int i = 0; i < s->g->figure_count; i++)
        if (s->moves[i]) s->now[i].heading_rad = angle_wrap(s->now[i].heading_rad + degrees * RAD_PER_DEG);
    look(s);
}

static void put(scene *s, const cJSON *places) {
    const cJSON *p;
    for (int i = 0; i < s->g->figure_count; i++) s->moves[i] = false;
    cJSON_ArrayForEach(p, places) {
        int f = figure_named(s, p->string);
        s->now[f] = read_pose(p);
        s->moves[f] = s->stands[f] = true;
    }
    look(s);
}

static double member(const cJSON *o, const char *key, double otherwise) {
    const cJSON *n = cJSON_GetObjectItem(o, key);
    return cJSON_IsNumber(n) ? n->valuedouble : otherwise;
}

// The moved figures in the roster's order, front rank first, each rank from the left.
static void lay_out(scene *s, const game_unit *u, const cJSON *a) {
    base b = s->g->figures[u->first_figure].base;
    int files = (int)member(a, "files", 1), k = 0;
    double gap = member(a, "gap_in", 0), across = b.width_in + gap, deep = b.depth_in + gap;
    pose front = read_pose(cJSON_GetObjectItem(a, "at"));
    vec2 f = heading_forward(front.heading_rad), l = heading_left(front.heading_rad);
    for (int i = 0; i < s->g->figure_count; i++) {
        if (!s->moves[i]) continue;
        double left = ((files - 1) / 2.0 - k % files) * across, back = b.depth_in / 2 + k / files * deep;
        s->now[i] = front;
        s->now[i].at = vec2_add(front.at, vec2_sub(vec2_scale(l, left), vec2_scale(f, back)));
        k++;
    }
    look(s);
}

static void take_step(scene *s, const game_unit *u, const cJSON *step) {
    pick_figures(s, u, step);
    const cJSON *by = cJSON_GetObjectItem(step, "by"), *d = cJSON_GetObjectItem(step, "shift"), *hand = cJSON_GetObjectItem(step, "wheel"),
                *turn = cJSON_GetObjectItem(step, "face"), *at = cJSON_GetObjectItem(step, "at"), *array = cJSON_GetObjectItem(step, "array");
    double h = facing(s);
    if (by)
        shift(s, vec2_add(vec2_scale(heading_forward(h), number(by, 0)), vec2_scale(heading_left(h), number(by, 1))));
    else if (d)
        shift(s, (vec2){number(d, 0), number(d, 1)});
    else if (hand)
        wheel(s, is(hand, "left") ? 1 : -1, member(step, "deg", 0));
    else if (turn)
        face(s, turn->valuedouble);
    else if (at)
        put(s, at);
    else if (array)
        lay_out(s, u, array);
    else
        fail_msg("a step of the case says nothing that is known");
}

static void make_move(scene *s, const cJSON *e) {
    const cJSON *unit = cJSON_GetObjectItem(e, "move"), *step;
    int u = game_find_unit(s->g, unit->valuestring);
    if (u < 0) fail_msg("%s: no such unit in the case", unit->valuestring);
    s->dense = is(cJSON_GetObjectItem(e, "seen"), "path");
    s->t_s += 5;
    pick_figures(s, &s->g->units[u], e);
    look(s);
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(e, "steps")) take_step(s, &s->g->units[u], step);
    if (cJSON_IsFalse(cJSON_GetObjectItem(e, "end"))) return;
    cJSON *end = cJSON_CreateObject();
    cJSON_AddStringToObject(end, "kind", "end-move");
    cJSON_AddStringToObject(end, "unit", unit->valuestring);
    add_event(s, end, 2);
}

// A contract event, with what it changes on the table.
static void copy_event(scene *s, const cJSON *e) {
    cJSON *copy = cJSON_Duplicate(e, true);
    if (!cJSON_GetObjectItem(copy, "kind")) cJSON_AddStringToObject(copy, "kind", "phase");
    const cJSON *kind = cJSON_GetObjectItem(copy, "kind"), *figures = cJSON_GetObjectItem(copy, "figures"), *f;
    if (is(kind, "observe") || is(kind, "place")) cJSON_ArrayForEach(f, figures) {
            int i = game_find_figure(s->g, f->string);
            if (i >= 0) s->now[i] = read_pose(f), s->stands[i] = true;
        }
    if (is(kind, "remove")) cJSON_ArrayForEach(f, figures) {
            int i = game_find_figure(s->g, f->valuestring);
            if (i >= 0) s->stands[i] = false;
        }
    add_event(s, copy, 5);
}

cJSON *catalogue_events(const cJSON *test, const game *g) {
    size_t n = (size_t)g->figure_count + 1;
    scene s = {.g = g, .events = cJSON_CreateArray(), .now = calloc(n, sizeof(pose)), .stands = calloc(2 * n, sizeof(bool))};
    assert_non_null(s.now);
    assert_non_null(s.stands);
    s.moves = s.stands + n;
    for (int i = 0; i < g->figure_count; i++) s.now[i] = g->figures[i].start, s.stands[i] = g->figures[i].has_start;
    const cJSON *e;
    cJSON_ArrayForEach(e, cJSON_GetObjectItem(test, "events")) {
        if (cJSON_IsString(cJSON_GetObjectItem(e, "move")))  // a ruling names its move by a number
            make_move(&s, e);
        else
            copy_event(&s, e);
    }
    free(s.now);
    free(s.stands);
    return s.events;
}
