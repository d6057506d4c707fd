#include "referee/placement.h"
#include "referee/referee_limits.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    pose good;                     // last valid place
    bool has_good, came, tangled;  // tangled: about to be corrected
    vec2 wrong;                    // implausible place, reported already
    bool has_wrong;
} figure_place;

struct placement {
    const game *g;
    double settle_s;
    placement_report *say;
    void *context;
    figure_place *figures;
    double *since_s;  // by unit: arrival of its first figure that is not yet checked; INFINITY: none
    event_pose *poses;
    int *hidden;
    int *near;  // units that may overlap with what is looked at now; near_count of them
    int near_count;
};

status placement_create(const game *g, double settle_s, placement_report *say, void *context, placement **out, fault *fault) {
    size_t figures = (size_t)g->figure_count + 1, units = (size_t)g->unit_count + 1;
    placement *p = calloc(1, sizeof *p);
    *out = p;
    if (!p) return fault_set(fault, STATUS_MEMORY, "out of memory");
    *p = (placement){.g = g, .settle_s = settle_s, .say = say, .context = context};
    p->figures = calloc(figures, sizeof *p->figures);
    p->since_s = calloc(units, sizeof *p->since_s);
    p->poses = calloc(figures, sizeof *p->poses);
    p->hidden = calloc(figures, sizeof *p->hidden);
    p->near = calloc(units, sizeof *p->near);
    if (!p->figures || !p->since_s || !p->poses || !p->hidden || !p->near) {
        placement_destroy(p);
        *out = NULL;
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    for (int f = 0; f < g->figure_count; f++) p->figures[f] = (figure_place){.good = g->figures[f].start, .has_good = g->figures[f].has_start};
    for (int u = 0; u < g->unit_count; u++) p->since_s[u] = INFINITY;
    return STATUS_OK;
}

void placement_destroy(placement *p) {
    if (!p) return;
    free(p->figures);
    free(p->since_s);
    free(p->poses);
    free(p->hidden);
    free(p->near);
    free(p);
}

static bool is_far_off(const game *g, vec2 at) {
    return at.x < -PLACES_OFF_TABLE_IN || at.y < -PLACES_OFF_TABLE_IN || at.x > g->width_in + PLACES_OFF_TABLE_IN ||
           at.y > g->depth_in + PLACES_OFF_TABLE_IN;
}

static double width_of(const game *g, int f) { return fmin(g->figures[f].base.width_in, g->figures[f].base.depth_in); }

static bool overlaps(const placement *p, const rules_state *s, int f, vec2 at, int o) {
    bool on_table, hidden;
    if (o == f || p->figures[o].tangled) return false;
    const pose *other = rules_pose(s, o, &on_table, &hidden);
    if (!other || !on_table || hidden) return false;
    return vec2_distance(other->at, at) < PLACES_OVERLAP * fmin(width_of(p->g, f), width_of(p->g, o));
}

static void find_near_place(placement *p, const rules_state *s, int f, vec2 at) {
    p->near_count = 0;
    for (int u = 0; u < p->g->unit_count; u++)
        if (rules_may_stand_near(s, u, at, PLACES_OVERLAP * width_of(p->g, f))) p->near[p->near_count++] = u;
}

static void find_near_unit(placement *p, const rules_state *s, int unit) {
    const game_unit *own = &p->g->units[unit];
    double widest = 0;
    for (int f = own->first_figure; f < own->first_figure + own->figure_count; f++) widest = fmax(widest, width_of(p->g, f));
    p->near_count = 0;
    for (int u = 0; u < p->g->unit_count; u++)
        if (rules_may_be_near(s, unit, u, PLACES_OVERLAP * widest)) p->near[p->near_count++] = u;
}

// A figure of the units near that overlaps f at `at`, or -1. Figures of other units count while they rest; moves NULL: all count.
static int shares_place(const placement *p, const rules_state *s, const segmenter *moves, int f, vec2 at) {
    double reach = PLACES_OVERLAP * width_of(p->g, f);
    for (int k = 0; k < p->near_count; k++) {
        int unit = p->near[k];
        const game_unit *u = &p->g->units[unit];
        if (!rules_may_stand_near(s, unit, at, reach)) continue;
        for (int o = u->first_figure; o < u->first_figure + u->figure_count; o++)
            if (overlaps(p, s, f, at, o) && (unit == p->g->figures[f].unit || !moves || segmenter_settled(moves, unit))) return o;
    }
    return -1;
}

static void tell(const placement *p, const char *format, int figure, const char *what) {
    char text[256];
    snprintf(text, sizeof text, format, p->g->figures[figure].id, what);
    p->say(p->context, text);
}

static bool report_once(figure_place *fig, vec2 at) {
    bool reported = fig->has_wrong && vec2_distance(fig->wrong, at) < PLACES_STIRRED_IN;
    fig->wrong = at;
    fig->has_wrong = true;
    return !reported;
}

// False where the place is implausible for the figure.
static bool can_be(placement *p, const rules_state *s, const event_pose *e) {
    figure_place *fig = &p->figures[e->figure];
    vec2 at = e->pose.at;
    if (is_far_off(p->g, at)) {
        if (report_once(fig, at)) tell(p, "figures.%s: more than a metre off the table: its last place is kept%s", e->figure, "");
        return false;
    }
    if (fig->has_wrong && vec2_distance(fig->wrong, at) < PLACES_STIRRED_IN) {
        find_near_place(p, s, e->figure, at);
        if (shares_place(p, s, NULL, e->figure, at) >= 0) return false;
    }
    fig->has_wrong = false;
    return true;
}

event placement_sift(placement *p, const rules_state *s, const event *e) {
    event out = *e;
    event_pose_list poses = event_poses(e);
    int count = 0;
    for (int i = 0; i < poses.count; i++)
        if (can_be(p, s, &poses.at[i])) p->poses[count++] = poses.at[i];
    event_set_poses(&out, p->poses, count);
    return out;
}

// The event ends a move of the unit: by its word, or by placing figures of it, which people do exactly.
static bool ends_move(const placement *p, int unit, const event *e) {
    event_pose_list poses = event_poses(e);
    for (int i = 0; e->kind == EVENT_PLACE && i < poses.count; i++)
        if (p->g->figures[poses.at[i].figure].unit == unit && poses.at[i].pose.sigma_in <= 0) return true;
    return e->kind == EVENT_END_MOVE && e->end_move.unit == unit;
}

static bool is_due(const placement *p, const segmenter *moves, int unit, const event *e) {
    if (!isfinite(p->since_s[unit])) return false;
    if (!e || e->kind == EVENT_PHASE || ends_move(p, unit, e)) return true;
    return e->t_s - p->since_s[unit] >= p->settle_s && segmenter_settled(moves, unit);
}

// Checks figure f, which arrived; true where it must be corrected.
static bool look(placement *p, const rules_state *s, const segmenter *moves, int f) {
    figure_place *fig = &p->figures[f];
    bool on_table, hidden;
    const pose *now = rules_pose(s, f, &on_table, &hidden);
    fig->came = false;
    if (!now || !on_table || hidden) return false;
    int other = shares_place(p, s, moves, f, now->at);
    if (other < 0) {
        fig->good = *now;
        fig->has_good = true;
        return false;
    }
    if (report_once(fig, now->at)) tell(p, "figures.%s: stands in one place with %s: its last place is kept", f, p->g->figures[other].id);
    return true;
}

bool placement_untangle(placement *p, const rules_state *s, const segmenter *moves, int unit, const event *e, event *out) {
    if (!is_due(p, moves, unit, e)) return false;
    const game_unit *u = &p->g->units[unit];
    bool all_rest = !e || e->kind == EVENT_PHASE;
    event_observe right = {.poses = p->poses, .hidden = p->hidden};
    p->since_s[unit] = INFINITY;
    find_near_unit(p, s, unit);
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (!p->figures[f].came || !look(p, s, all_rest ? NULL : moves, f)) continue;
        if (p->figures[f].has_good) p->poses[right.pose_count++] = (event_pose){.figure = f, .pose = p->figures[f].good};
        p->hidden[right.hidden_count++] = f;
        p->figures[f].tangled = true;
    }
    for (int i = 0; i < right.hidden_count; i++) p->figures[p->hidden[i]].tangled = false;
    *out = (event){.kind = EVENT_OBSERVE, .observe = right};
    return right.hidden_count > 0;
}

void placement_note(placement *p, const event *e) {
    const event_remove *gone = event_as_remove(e);
    event_pose_list poses = event_poses(e);
    for (int i = 0; gone && i < gone->figure_count; i++) p->figures[gone->figures[i]] = (figure_place){0};
    for (int i = 0; i < poses.count; i++) {
        int f = poses.at[i].figure, unit = p->g->figures[f].unit;
        figure_place *fig = &p->figures[f];
        if (fig->has_good && vec2_distance(fig->good.at, poses.at[i].pose.at) < PLACES_STIRRED_IN) continue;
        fig->came = true;
        p->since_s[unit] = fmin(p->since_s[unit], e->t_s);
    }
}
