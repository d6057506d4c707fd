#include "field.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void field_init(field *f) {
    memset(f, 0, sizeof *f);
    strcpy(f->g.ruleset, "battlesystem-1e");
    f->g.width_in = f->g.depth_in = 200;
    strcpy(f->sides[0].id, "red");
    strcpy(f->sides[1].id, "blue");
    f->g.sides = f->sides;
    f->g.side_count = 2;
    f->g.units = f->units;
    f->g.figures = f->figures;
    f->g.options = f->options;
}

void field_option_number(field *f, const char *name, double value) {
    game_option *o = &f->options[f->g.option_count++];
    strcpy(o->name, name);
    o->kind = OPTION_NUMBER;
    o->number = value;
}

void field_option_text(field *f, const char *name, const char *value) {
    game_option *o = &f->options[f->g.option_count++];
    strcpy(o->name, name);
    o->kind = OPTION_TEXT;
    strcpy(o->text, value);
}

static pose in_rank(vec2 at, double heading, double pitch, int file, int rank) {
    vec2 right = vec2_scale(heading_left(heading), -pitch * file), back = vec2_scale(heading_forward(heading), -pitch * rank);
    return (pose){vec2_add(at, vec2_add(right, back)), heading, 0, 0};
}

int field_block(field *f, const char *name, int side, unit_type type, int files, int ranks, double gap_in, vec2 at, double heading_deg,
                double rate_in) {
    int unit = f->g.unit_count++, first = f->g.figure_count;
    assert(unit < FIELD_UNITS && first + files * ranks <= FIELD_FIGURES);
    game_unit *u = &f->units[unit];
    snprintf(u->id, sizeof u->id, "%s", name);
    snprintf(u->name, sizeof u->name, "%s", name);
    u->side = side;
    u->type = type;
    u->movement_in = rate_in;
    u->first_figure = first;
    u->figure_count = files * ranks;
    u->leader = u->reference_figure = -1;
    for (int i = 0; i < files * ranks; i++) {
        game_figure *g = &f->figures[first + i];
        snprintf(g->id, sizeof g->id, "%s-%d", name, i + 1);
        g->unit = unit;
        g->base = (base){BASE_SQUARE, MM20, MM20, 0.12, 0};
        g->has_start = true;
        g->start = f->now[first + i] = in_rank(at, heading_deg * RAD_PER_DEG, MM20 + gap_in, i % files, i / files);
    }
    f->g.figure_count += files * ranks;
    return unit;
}

void field_start(field *f) {
    fault fault = {""};
    if (rules_create(&f->g, &f->r, &fault) != STATUS_OK) fprintf(stderr, "%s\n", fault.text);
    assert(f->r);
    f->s = rules_state_create(f->r);
    assert(f->s);
}

void field_end(field *f) {
    rules_state_destroy(f->s);
    rules_destroy(f->r);
}

static void apply(field *f, event e) {
    status st = rules_apply(f->r, f->s, &e);
    assert(st == STATUS_OK);
    (void)st;
}

void field_phase(field *f, int turn, const char *phase, int side) {
    event e = {.kind = EVENT_PHASE, .phase = {.turn = turn, .side = side}};
    strcpy(e.phase.phase, phase);
    apply(f, e);
}

void field_initiative(field *f, int side) { apply(f, (event){.kind = EVENT_INITIATIVE, .initiative = {.side = side}}); }

void field_declare(field *f, int unit, const char *action, int target) {
    event e = {.kind = EVENT_DECLARE, .declare = {.unit = unit, .target = target, .side = -1}};
    strcpy(e.declare.action, action);
    apply(f, e);
}

void field_status(field *f, int unit, const char *key, bool value) {
    event_item item = {.kind = OPTION_FLAG, .flag = value};
    strcpy(item.key, key);
    apply(f, (event){.kind = EVENT_STATUS, .status = {.unit = unit, .items = &item, .item_count = 1}});
}

void field_remove(field *f, int figure) {
    f->gone[figure] = true;
    apply(f, (event){.kind = EVENT_REMOVE, .remove = {.figures = &figure, .figure_count = 1}});
}

static int ascending(const void *pa, const void *pb) {
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

static double median(double *x, int n) {
    if (n == 0) return NAN;
    qsort(x, (size_t)n, sizeof *x, ascending);
    return x[n / 2];
}

// The form of a unit in straight ranks: figures that stand level make a rank.
static unit_form measure(const field *f, int unit, int16_t *rank) {
    const game_unit *u = &f->units[unit];
    double headings[FIELD_FIGURES], lateral[FIELD_FIGURES], deep[FIELD_FIGURES], foremost = -1e9;
    int n = 0, gaps = 0, depths = 0;
    unit_form k = {.gap_lateral_in = NAN, .gap_depth_in = NAN};
    for (int i = 0; i < u->figure_count; i++)
        if (!f->gone[u->first_figure + i]) headings[n++] = f->now[u->first_figure + i].heading_rad;
    k.figures = n;
    if (n == 0) return k;
    k.facing_rad = angle_mean(headings, n);
    vec2 fw = heading_forward(k.facing_rad), l = heading_left(k.facing_rad);
    for (int i = 0; i < u->figure_count; i++)
        if (!f->gone[u->first_figure + i]) foremost = fmax(foremost, vec2_dot(f->now[u->first_figure + i].at, fw));
    double left = -1e9, right = 1e9;
    for (int i = 0; i < u->figure_count; i++) {
        rank[i] = -1;
        if (f->gone[u->first_figure + i]) continue;
        vec2 p = f->now[u->first_figure + i].at;
        double behind = foremost - vec2_dot(p, fw), nearest_side = 1e9, nearest_back = 1e9;
        rank[i] = (int16_t)lround(behind / (MM20 + (u->formation == FORMATION_OPEN ? 0.5 : 0)));
        if (behind < MM20 / 2) {
            k.files++;
            left = fmax(left, vec2_dot(p, l));
            right = fmin(right, vec2_dot(p, l));
        }
        for (int j = 0; j < u->figure_count; j++) {
            if (j == i || f->gone[u->first_figure + j]) continue;
            vec2 d = vec2_sub(f->now[u->first_figure + j].at, p);
            if (fabs(vec2_dot(d, fw)) < MM20 / 2) nearest_side = fmin(nearest_side, fabs(vec2_dot(d, l)) - MM20);
            if (fabs(vec2_dot(d, l)) < MM20 / 2) nearest_back = fmin(nearest_back, fabs(vec2_dot(d, fw)) - MM20);
        }
        if (nearest_side < 1e8) lateral[gaps++] = nearest_side;
        if (nearest_back < 1e8) deep[depths++] = nearest_back;
    }
    k.frontage = k.files;
    for (int i = 0; i < u->figure_count; i++)
        if (rank[i] >= k.ranks) k.ranks = rank[i] + 1;
    k.gap_lateral_in = median(lateral, gaps);
    k.gap_depth_in = median(deep, depths);
    double gap = isfinite(k.gap_lateral_in) ? k.gap_lateral_in : k.gap_depth_in;
    // In the band of doubt a unit keeps its class (docs/geometry.md section 4).
    bool open = gap > 0.25 || (gap > 0.15 && u->formation == FORMATION_OPEN);
    k.formation = u->type == UNIT_SKIRMISH ? FORMATION_SKIRMISH : u->type == UNIT_MOB ? FORMATION_MOB : open ? FORMATION_OPEN : FORMATION_CLOSED;
    vec2 front = vec2_scale(fw, foremost + MM20 / 2);
    k.front_left = vec2_add(front, vec2_scale(l, left + MM20 / 2));
    k.front_right = vec2_add(front, vec2_scale(l, right - MM20 / 2));
    k.anchor = vec2_lerp(k.front_left, k.front_right, 0.5);
    return k;
}

void field_begin(field *f, int unit) {
    const game_unit *u = &f->units[unit];
    static int number;
    f->m = (move){.number = ++number,
                  .unit = unit,
                  .figure_count = u->figure_count,
                  .moved_with = f->moved,
                  .from = f->from,
                  .rank_before = f->rank_before,
                  .sight = f->sight};
    for (int i = 0; i < u->figure_count; i++) {
        f->moved[i] = !f->gone[u->first_figure + i];
        f->sight[i] = MOVE_NO_SIGHT;
        f->from[i] = f->now[u->first_figure + i];
    }
    f->m.before = measure(f, unit, f->rank_before);
    field_look(f);
}

void field_look(field *f) {
    int n = f->m.figure_count, s = f->m.sample_count++;
    assert(s < FIELD_SAMPLES);
    f->sample_t[s] = s;
    for (int i = 0; i < n; i++) {
        f->samples[s * n + i] = f->now[f->units[f->m.unit].first_figure + i];
        f->seen[s * n + i] = true;
    }
}

void field_hide(field *f, int figure, move_sight how) {
    int i = figure - f->units[f->m.unit].first_figure;
    f->moved[i] = false;
    f->sight[i] = how;
}

static vec2 rotate_about(vec2 p, vec2 about, double rad) { return vec2_add(about, vec2_rotate(vec2_sub(p, about), rad)); }

void field_shift(field *f, int unit, double dx, double dy) {
    const game_unit *u = &f->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) f->now[i].at = vec2_add(f->now[i].at, (vec2){dx, dy});
}

void field_turn(field *f, int unit, vec2 about, double degrees) {
    const game_unit *u = &f->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) f->now[i].at = rotate_about(f->now[i].at, about, degrees * RAD_PER_DEG);
    field_face(f, unit, degrees);
}

void field_face_one(field *f, int figure, double degrees) {
    f->now[figure].heading_rad = angle_wrap(f->now[figure].heading_rad + degrees * RAD_PER_DEG);
}

void field_face(field *f, int unit, double degrees) {
    const game_unit *u = &f->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) field_face_one(f, i, degrees);
}

void field_respace(field *f, int unit, int files, double gap_in, vec2 at, double heading_deg) {
    const game_unit *u = &f->units[unit];
    for (int i = 0; i < u->figure_count; i++)
        f->now[u->first_figure + i] = in_rank(at, heading_deg * RAD_PER_DEG, MM20 + gap_in, i % files, i / files);
}

static void complete(field *f) {
    const game_unit *u = &f->units[f->m.unit];
    field_look(f);
    f->m.finished = true;
    f->m.to = &f->samples[(f->m.sample_count - 1) * f->m.figure_count];
    f->m.after = measure(f, f->m.unit, f->rank_after);
    f->m.rank_after = f->rank_after;
    f->m.sample_t_s = f->sample_t;
    f->m.samples = f->samples;
    f->m.sample_seen = f->seen;
    f->m.t_end_s = f->m.sample_count;
    for (int i = 0; i < u->figure_count; i++) {
        f->from[i].sigma_in = f->sigma_in;
        f->from[i].sigma_rad = f->sigma_rad;
    }
    for (int i = 0; i < f->m.sample_count * u->figure_count; i++) {
        f->samples[i].sigma_in = f->sigma_in;
        f->samples[i].sigma_rad = f->sigma_rad;
    }
}

const verdict *field_judge(field *f) {
    complete(f);
    status st = rules_judge(f->r, f->s, &f->m, &f->v);
    assert(st == STATUS_OK);
    (void)st;
    return &f->v;
}

static void show(field *f, int unit) {
    const game_unit *u = &f->units[unit];
    event_pose poses[FIELD_FIGURES];
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (!f->gone[i]) poses[n++] = (event_pose){.figure = i, .pose = f->now[i]};
    apply(f, (event){.kind = EVENT_OBSERVE, .observe = {.poses = poses, .pose_count = n}});
}

const verdict *field_finish(field *f) {
    field_judge(f);
    rules_book(f->r, f->s, &f->m, &f->v);
    show(f, f->m.unit);
    return &f->v;
}

int field_alerts(field *f, alert *out, int max) {
    complete(f);
    f->m.finished = false;
    return rules_alerts(f->r, f->s, &f->m, out, max);
}

const finding *field_found(const verdict *v, const char *violation) {
    const finding *best = NULL;
    for (int i = 0; i < v->finding_count; i++)
        if (strcmp(v->findings[i].violation, violation) == 0 && (!best || v->findings[i].ruling > best->ruling)) best = &v->findings[i];
    return best;
}

const finding *field_found_rule(const verdict *v, const char *rule) {
    for (int i = 0; i < v->finding_count; i++)
        if (strcmp(v->findings[i].rule, rule) == 0 && v->findings[i].violation[0]) return &v->findings[i];
    return NULL;
}

double uniform(unsigned *seed, double low, double high) {
    *seed = *seed * 1664525u + 1013904223u;  // Numerical Recipes, "quick and dirty"
    return low + (high - low) * (*seed >> 8) / 16777216.0;
}

double gaussian(unsigned *seed) {
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += uniform(seed, -0.5, 0.5);
    return sum;
}
