// Games of M42: squads that advance, double and shuffle about a halted leader, models that regroup.
#include <stdio.h>
#include <string.h>

#include "fear_run.h"

#define TURNS 4
#define LANES 8
#define MODELS 9
#define BREACH_IN 0.5
#define PITCH_IN 2.2
#define JITTER_IN 0.5

typedef struct {
    int unit, count;
    double rate_in, leadership;
    vec2 at;      // of the leader
    bool strays;  // its last model stands out of command; come near again, it stays where it is
    bool over;
} squad;

static const base model_base = {BASE_ROUND, 1.0, 1.0, 0.12, 0};

// Models in threes beside and behind the leader, each somewhat out of place: near enough to each other and to him at any Ld from 6.
static vec2 place(const squad *s, int i, unsigned long long *seed) {
    vec2 p = {s->at.x + (i % 3 - 1) * PITCH_IN, s->at.y - i / 3 * PITCH_IN};
    if (i == 0) return s->at;
    if (i % 3 == 1) p.x = s->at.x, p.y -= PITCH_IN;
    return vec2_add(p, (vec2){fear_uniform(seed, -JITTER_IN, JITTER_IN), fear_uniform(seed, -JITTER_IN, JITTER_IN)});
}

static void add(fear_run *k, squad *s, int lane) {
    pose at[MODELS];
    *s = (squad){.count = random_between(k->seed, 3, MODELS), .rate_in = random_between(k->seed, 4, 8), .leadership = random_between(k->seed, 6, 9)};
    s->at = (vec2){200 + 300 * lane, 800};
    s->strays = fear_one_in(k->seed, 4) && s->count >= 4;
    for (int i = 0; i < s->count; i++) at[i] = (pose){place(s, i, k->seed), fear_uniform(k->seed, -PI, PI), 0, 0, 0};
    if (s->strays) at[s->count - 1].at = vec2_add(s->at, (vec2){2 * s->leadership + fear_uniform(k->seed, 2, 6), 0});
    s->unit = fear_table_add(&k->table, lane % 2, UNIT_SQUAD, model_base, s->rate_in, s->count, at);
    game_unit *u = &k->table.units[s->unit];
    u->leader = u->first_figure;
    u->leadership = s->leadership;
}

static bool in_command(const squad *s, int i) { return !s->strays || i < s->count - 1; }

// The leader goes first; then each comrade to its place by him, if its way is no longer than `most`; else it stays, or goes as far as it may.
static bool comrades_follow(fear_run *k, squad *s, double most) {
    pose *now = fear_table_places(&k->table, s->unit);
    bool all = true;
    for (int i = 1; i < s->count; i++) {
        if (!in_command(s, i)) continue;
        vec2 to = place(s, i, k->seed), way = vec2_sub(to, now[i].at);
        double share = vec2_length(way) > most ? most / vec2_length(way) : 1;
        all &= share == 1;
        now[i].at = vec2_add(now[i].at, vec2_scale(way, share));
        now[i].heading_rad = fear_uniform(k->seed, -PI, PI);
    }
    return all;
}

static void lead(fear_run *k, squad *s, double way) {
    double to = fear_uniform(k->seed, -PI, PI);
    pose *now = fear_table_places(&k->table, s->unit);
    now[0].at = s->at = vec2_add(now[0].at, vec2_scale(heading_forward(to), way));
    fear_table_look(&k->table);
}

static void go(fear_run *k, squad *s, bool breach) {
    static const char *const kinds[] = {"halt", "advance", "at-the-double"};
    int kind = random_between(k->seed, breach, 2);
    double most = kind == 2 ? 2 * s->rate_in : s->rate_in, led = kind * s->rate_in * (fear_one_in(k->seed, 2) ? 1 : fear_uniform(k->seed, 0.3, 1));
    if (breach) led = most + BREACH_IN + fear_uniform(k->seed, 0, 2);
    // The comrades' places are out of line by a jitter: they come along where the leader leaves them so much.
    if (!breach) led = fmin(led, kind ? most - 2 * sqrt(2) * JITTER_IN : 0);
    fear_table_declare(&k->table, s->unit, kinds[kind], -1);
    fear_table_begin(&k->table, s->unit);
    lead(k, s, led);
    bool together = comrades_follow(k, s, breach ? led + 2 : most);
    snprintf(k->words, sizeof k->words, "%d models, Mv %.0f, Ld %.0f, %s: the leader %.2f", s->count, s->rate_in, s->leadership, kinds[kind], led);
    fear_table_look(&k->table);
    if (together || breach)
        fear_hold(k, FEAR_SQUAD, breach);
    else
        fear_table_end(&k->table);  // one fell behind: in command or not, nothing is certain of it
    s->over |= breach || !together;
}

// One comrade ends farther than Ld from all others (M42-MV-5), within its own Mv.
static void lose_touch(fear_run *k, squad *s) {
    pose *now = fear_table_places(&k->table, s->unit);
    fear_table_declare(&k->table, s->unit, "at-the-double", -1);
    fear_table_begin(&k->table, s->unit);
    lead(k, s, 1);
    now[1].at = vec2_add(now[1].at, (vec2){0, s->leadership + 2 + 2 * PITCH_IN});
    snprintf(k->words, sizeof k->words, "%d models, Mv %.0f, Ld %.0f: one goes out of touch", s->count, s->rate_in, s->leadership);
    fear_table_look(&k->table);
    fear_hold(k, FEAR_SQUAD, true);
    s->over = true;
}

// Straight towards the leader, who halts (M42-MV-27 to 29); a breach goes aside.
static void regroup(fear_run *k, squad *s, bool breach) {
    pose *now = fear_table_places(&k->table, s->unit);
    int i = s->count - 1;
    vec2 to = vec2_sub(now[0].at, now[i].at);
    double way = s->rate_in * fear_uniform(k->seed, 0.5, 1), off = breach ? fear_uniform(k->seed, 50, 130) * RAD_PER_DEG : 0;
    fear_table_declare(&k->table, s->unit, "halt", -1);
    fear_table_begin(&k->table, s->unit);
    now[i].at = vec2_add(now[i].at, vec2_scale(heading_forward(atan2(to.y, to.x) + off), way));
    snprintf(k->words, sizeof k->words, "%d models, Mv %.0f, Ld %.0f, one %.1f away goes %.2f, %.0f deg off", s->count, s->rate_in, s->leadership,
             vec2_length(to), way, off * DEG_PER_RAD);
    fear_table_look(&k->table);
    fear_hold(k, FEAR_REGROUP, breach);
    s->over = breach;
}

static bool is_out_of_command(fear_run *k, const squad *s) {
    const pose *now = fear_table_places(&k->table, s->unit);
    return s->strays && vec2_distance(now[0].at, now[s->count - 1].at) - model_base.width_in > 2 * s->leadership + BREACH_IN;
}

static void move_squad(fear_run *k, squad *s) {
    bool breach = fear_one_in(k->seed, 8);
    if (is_out_of_command(k, s) && fear_one_in(k->seed, 2))
        regroup(k, s, breach);
    else if (!s->strays && breach && fear_one_in(k->seed, 2) && 2 * s->rate_in > s->leadership + 3 + 2 * PITCH_IN)
        lose_touch(k, s);
    else
        go(k, s, breach);
}

void fear_play_m42(fear_run *k) {
    squad squads[LANES];
    for (int i = 0; i < LANES; i++) add(k, &squads[i], i);
    if (!fear_table_open(&k->table)) return;
    for (int turn = 1; turn <= TURNS; turn++)
        for (int side = 0; side < 2; side++) {
            fear_table_phase(&k->table, turn, "movement", side);
            for (int i = 0; i < LANES; i++)
                if (k->table.units[squads[i].unit].side == side && !squads[i].over) move_squad(k, &squads[i]);
            fear_table_phase(&k->table, turn, "shooting", side);
        }
    fear_table_close(&k->table);
}
