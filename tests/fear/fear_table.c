#include "fear_table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/session.h"

#define SEEN_EVERY_S 0.5
#define PAUSE_S 5.0

fear_sight fear_random_sight(unsigned long long *seed) {
    static const double in[] = {0.003, 0.01, 0.02, 0.04};
    fear_sight how = {.hands_in = 0.05 * random_uniform(seed), .hands_rad = 2 * RAD_PER_DEG * random_uniform(seed)};
    int k = random_between(seed, 0, 3);
    how.sigma_in = in[k];
    how.sigma_rad = (0.3 + 0.5 * k) * RAD_PER_DEG;
    how.declared = random_between(seed, 0, 1);
    return how;
}

void fear_set_down(pose *p, int n, double hands_in, double hands_rad, unsigned long long *seed) {
    for (int i = 0; i < n; i++) {
        p[i].at = vec2_add(p[i].at, (vec2){hands_in * random_normal(seed), hands_in * random_normal(seed)});
        p[i].heading_rad = angle_wrap(p[i].heading_rad + hands_rad * random_normal(seed));
    }
}

static void accuse(fear_table *t, const char *rule, const char *message) {
    t->accusations++;
    snprintf(t->accusation, sizeof t->accusation, "%s: %s", rule, message);
}

static const finding *gravest(const verdict *v) {
    const finding *worst = NULL;
    for (int i = 0; i < v->finding_count; i++)
        if (!worst || v->findings[i].ruling > worst->ruling) worst = &v->findings[i];
    return worst;
}

static void hear(void *context, const report *what) {
    fear_table *t = context;
    if (what->kind == REPORT_ALERT) accuse(t, what->alert->rule, what->alert->message);
    if (what->kind != REPORT_MOVE && what->kind != REPORT_ACT) return;
    const verdict *v = what->verdict;
    if (what->kind == REPORT_MOVE && v->unit == t->asked) {
        if (!t->judged || v->ruling > t->v.ruling) verdict_copy(&t->v, v);
        t->judged = true;
    } else if (v->ruling == RULING_ILLEGAL) {
        const finding *f = gravest(v);
        accuse(t, f ? f->rule : "", f ? f->message : "");
    }
}

void fear_table_init(fear_table *t, const char *ruleset, fear_sight how, unsigned long long *seed) {
    memset(t, 0, sizeof *t);
    t->g = (game){.width_in = 4000, .depth_in = 2000, .sides = t->sides, .side_count = 2, .units = t->units, .figures = t->figures};
    snprintf(t->g.ruleset, sizeof t->g.ruleset, "%s", ruleset);
    strcpy(t->sides[0].id, "red");
    strcpy(t->sides[1].id, "blue");
    t->how = how;
    t->seed = seed;
    t->asked = -1;
}

int fear_table_add(fear_table *t, int side, unit_type type, base b, double rate_in, int count, const pose *at) {
    int unit = t->g.unit_count++, first = t->g.figure_count;
    assert(unit < FEAR_UNITS && first + count <= FEAR_TABLE_FIGURES);
    game_unit *u = &t->units[unit];
    *u = (game_unit){.side = side,
                     .type = type,
                     .movement_in = rate_in,
                     .first_figure = first,
                     .figure_count = count,
                     .leader = -1,
                     .reference_figure = -1,
                     .in_command = true,
                     .in_command_stated = true,
                     .rim_rgb = NO_COLOUR,
                     .mark_rgb = NO_COLOUR};
    snprintf(u->id, sizeof u->id, "%c%d", side ? 'B' : 'R', unit + 1);
    for (int i = first; i < first + count; i++) {
        t->figures[i] = (game_figure){.unit = unit, .base = b, .has_start = true, .start = at[i - first]};
        t->at[i] = at[i - first];
        snprintf(t->figures[i].id, sizeof t->figures[i].id, "%.8s-%d", u->id, i - first + 1);
    }
    t->g.figure_count += count;
    return unit;
}

static void feed(fear_table *t, event e, double wait_s) {
    fault why = {""};
    e.t_s = t->t_s += wait_s;
    status st = session_feed(t->judge, &e, &why);
    assert(st == STATUS_OK);
    (void)st;
}

static void see(fear_table *t, int unit, double wait_s) {
    const game_unit *u = &t->units[unit];
    double common = t->how.sigma_in / sqrt(3), own = t->how.sigma_in * sqrt(2.0 / 3);
    vec2 all = {common * random_normal(t->seed), common * random_normal(t->seed)};
    int n = 0;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        if (t->gone[i]) continue;
        pose p = t->at[i];
        p.at = vec2_add(p.at, vec2_add(all, (vec2){own * random_normal(t->seed), own * random_normal(t->seed)}));
        p.heading_rad = angle_wrap(p.heading_rad + t->how.sigma_rad * random_normal(t->seed));
        p.sigma_in = t->how.sigma_in;
        p.sigma_rad = t->how.sigma_rad;
        t->seen[n++] = (event_pose){.figure = i, .pose = p};
    }
    feed(t, (event){.kind = EVENT_OBSERVE, .observe = {.poses = t->seen, .pose_count = n}}, wait_s);
}

bool fear_table_open(fear_table *t) {
    fault why = {""};
    if (session_create(&t->g, (session_options){0}, hear, t, &t->judge, &why) != STATUS_OK) {
        fprintf(stderr, "%s\n", why.text);
        return false;
    }
    for (int u = 0; u < t->g.unit_count; u++) see(t, u, 0);
    return true;
}

void fear_table_close(fear_table *t) {
    session_destroy(t->judge);
    t->judge = NULL;
}

pose *fear_table_places(fear_table *t, int unit) { return &t->at[t->units[unit].first_figure]; }

void fear_table_phase(fear_table *t, int turn, const char *phase, int side) {
    event e = {.kind = EVENT_PHASE, .phase = {.turn = turn, .side = side}};
    snprintf(e.phase.phase, sizeof e.phase.phase, "%s", phase);
    feed(t, e, PAUSE_S);
}

void fear_table_declare(fear_table *t, int unit, const char *action, int target) {
    event e = {.kind = EVENT_DECLARE, .declare = {.unit = unit, .target = target, .side = -1}};
    snprintf(e.declare.action, sizeof e.declare.action, "%s", action);
    feed(t, e, PAUSE_S);
}

void fear_table_formation(fear_table *t, int unit, const char *word) {
    event_item item = {.key = "formation", .kind = OPTION_TEXT};
    snprintf(item.text, sizeof item.text, "%s", word);
    feed(t, (event){.kind = EVENT_STATUS, .status = {.unit = unit, .items = &item, .item_count = 1}}, PAUSE_S);
}

void fear_table_order(fear_table *t, int unit, double direction_rad, double distance_in, double facing_rad) {
    order_leg leg = {direction_rad, distance_in, facing_rad};
    feed(t, (event){.kind = EVENT_ORDER, .order = {.unit = unit, .legs = &leg, .leg_count = 1}}, PAUSE_S);
}

void fear_table_remove(fear_table *t, int figure) {
    t->gone[figure] = true;
    feed(t, (event){.kind = EVENT_REMOVE, .remove = {.figures = &figure, .figure_count = 1}}, PAUSE_S);
}

void fear_table_begin(fear_table *t, int unit) {
    t->asked = unit;
    t->judged = false;
    t->v = (verdict){.ruling = RULING_LEGAL};
    t->accusations = 0;
    t->t_s += PAUSE_S;
}

void fear_table_look(fear_table *t) { see(t, t->asked, SEEN_EVERY_S); }

void fear_table_end(fear_table *t) {
    feed(t, (event){.kind = EVENT_END_MOVE, .end_move = {.unit = t->asked}}, PAUSE_S);
    t->asked = -1;
}
