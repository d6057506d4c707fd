#include "fear_game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/session.h"

// Where the move begins: a price is certain only as far as the figures that a wheel turns about and is measured at stand in their places.
#define WELL_DRESSED 0.3

#define SEEN_EVERY_S 0.5

typedef struct {
    game g;
    game_side sides[2];
    game_unit units[2];
    game_figure figures[2 * FEAR_FIGURES];
    event_pose seen[2 * FEAR_FIGURES];
    verdict *out;
    bool judged;
} table;

static void hear(void *context, const report *what) {
    table *t = context;
    if (what->kind != REPORT_MOVE || what->verdict->unit != 0) return;
    *t->out = *what->verdict;
    t->judged = true;
}

static void add_unit(table *t, const char *id, const fear_book *book, const fear_scene *c, int side, int count, const pose *at) {
    game_unit *u = &t->units[t->g.unit_count++];
    *u = (game_unit){.side = side,
                     .type = book->ranked ? UNIT_RANKED : UNIT_REGULAR,
                     .movement_in = c->rate_in,
                     .formation = side == 0 && c->open ? FORMATION_OPEN : FORMATION_CLOSED,
                     .first_figure = t->g.figure_count,
                     .figure_count = count,
                     .leader = -1,
                     .reference_figure = -1,
                     .in_command = true,
                     .in_command_stated = true,
                     .rim_rgb = NO_COLOUR,
                     .mark_rgb = NO_COLOUR};
    snprintf(u->id, sizeof u->id, "%s", id);
    for (int i = 0; i < count; i++) {
        game_figure *f = &t->figures[t->g.figure_count++];
        *f = (game_figure){.unit = t->g.unit_count - 1, .base = c->base, .has_start = true, .start = at[i]};
        snprintf(f->id, sizeof f->id, "%s-%d", id, i + 1);
    }
}

static void set_up(table *t, const fear_book *book, const fear_scene *c) {
    memset(t, 0, sizeof *t);
    t->g = (game){.width_in = 120, .depth_in = 120, .sides = t->sides, .side_count = 2, .units = t->units, .figures = t->figures};
    snprintf(t->g.ruleset, sizeof t->g.ruleset, "%s", book->ruleset);
    strcpy(t->sides[0].id, "red");
    strcpy(t->sides[1].id, "blue");
    add_unit(t, "R1", book, c, 0, c->count, c->at[0]);
    if (c->enemies) add_unit(t, "B1", book, c, 1, c->enemies, c->enemy);
}

void fear_set_down(pose *p, int n, double hands_in, double hands_rad, unsigned long long *seed) {
    for (int i = 0; i < n; i++) {
        p[i].at = vec2_add(p[i].at, (vec2){hands_in * random_normal(seed), hands_in * random_normal(seed)});
        p[i].heading_rad = angle_wrap(p[i].heading_rad + hands_rad * random_normal(seed));
    }
}

static void feed(session *s, event e) {
    fault why = {""};
    status st = session_feed(s, &e, &why);
    assert(st == STATUS_OK);
    (void)st;
}

static void see(table *t, session *s, double t_s, int unit, const pose *true_poses, fear_sight how, unsigned long long *seed) {
    double common = how.sigma_in / sqrt(3), own = how.sigma_in * sqrt(2.0 / 3);
    vec2 all = {common * random_normal(seed), common * random_normal(seed)};
    int n = t->units[unit].figure_count;
    for (int i = 0; i < n; i++) {
        pose p = true_poses[i];
        p.at = vec2_add(p.at, vec2_add(all, (vec2){own * random_normal(seed), own * random_normal(seed)}));
        p.heading_rad = angle_wrap(p.heading_rad + how.sigma_rad * random_normal(seed));
        p.sigma_in = how.sigma_in;
        p.sigma_rad = how.sigma_rad;
        t->seen[i] = (event_pose){.figure = t->units[unit].first_figure + i, .pose = p};
    }
    feed(s, (event){.kind = EVENT_OBSERVE, .t_s = t_s, .observe = {.poses = t->seen, .pose_count = n}});
}

static void declare(session *s, const char *action) {
    event e = {.kind = EVENT_DECLARE, .t_s = 2, .declare = {.unit = 0, .target = -1, .side = -1}};
    snprintf(e.declare.action, sizeof e.declare.action, "%s", action);
    feed(s, e);
}

static void play(table *t, session *s, const fear_book *book, const fear_scene *c, fear_sight how, unsigned long long *seed) {
    double t_s = 10;
    see(t, s, 0, 0, c->at[0], how, seed);
    if (c->enemies) see(t, s, 0.1, 1, c->enemy, how, seed);
    feed(s, (event){.kind = EVENT_PHASE, .t_s = 1, .phase = {.turn = 1, .side = 0, .phase = "movement"}});
    if (!book->ranked) declare(s, "advance");
    for (int i = 0; i < 2; i++)
        if (c->declare[i]) declare(s, c->declare[i]);
    for (int i = 1; i < c->places; i++, t_s += SEEN_EVERY_S) see(t, s, t_s, 0, c->at[i], how, seed);
    feed(s, (event){.kind = EVENT_END_MOVE, .t_s = t_s + 5, .end_move = {.unit = 0}});
}

bool fear_judge_scene(const fear_book *book, const fear_scene *c, fear_sight how, unsigned long long *seed, verdict *out) {
    static table t;
    session *s;
    fault why = {""};
    set_up(&t, book, c);
    t.out = out;
    if (session_create(&t.g, (session_options){0}, hear, &t, &s, &why) != STATUS_OK) {
        fprintf(stderr, "%s\n", why.text);
        return false;
    }
    play(&t, s, book, c, how, seed);
    session_destroy(s);
    return t.judged;
}

bool fear_judge(const fear_book *book, const fear_move *m, fear_sight how, unsigned long long *seed, verdict *out) {
    static fear_scene c;
    c = (fear_scene){.count = m->from.count, .base = m->from.base, .rate_in = m->rate_in, .open = m->from.gap_in > 0.2, .places = 2};
    fear_stand(&m->from, c.at[0]);
    fear_stand(&m->to, c.at[1]);
    fear_set_down(c.at[0], c.count, how.hands_in * WELL_DRESSED, how.hands_rad, seed);
    fear_set_down(c.at[1], c.count, how.hands_in, how.hands_rad, seed);
    if (how.declared && m->files_changed) c.declare[0] = "change-frontage";
    if (how.declared && m->formation_changed) c.declare[1] = "change-formation";
    return fear_judge_scene(book, &c, how, seed, out);
}
