// Keeping a play, and where everything is at a time.
#include "tests/play/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/play/play_parts.h"
#include "tests/render/texture.h"

enum { MAX_ACTS = 2000, MAX_STRETCHES = 100000, MAX_KEYS = 400000, MAX_EVENTS = 2000 };

const char *play_kind_name(play_kind k) {
    static const char *const names[] = {"push", "figures", "take-back", "nudge", "pass", "dice", "stick", "exchange", "casualty"};
    return names[k];
}

double play_roll(play_dice *d, double low, double high) { return low + (high - low) * texture_random(d->seed, d->n++, 907); }

int play_choose(play_dice *d, int count) {
    int k = (int)play_roll(d, 0, count);
    return k < count ? k : count - 1;
}

bool play_chance(play_dice *d, double p) { return play_roll(d, 0, 1) < p; }

static void *capacity(size_t count, size_t size) {
    void *at = calloc(count, size);
    assert_non_null(at);
    return at;
}

play *play_new(const play_options *o) {
    play *p = capacity(1, sizeof *p);
    fault fault = {""};
    p->o = *o;
    p->dice = (play_dice){o->seed, 0};
    const char *text = play_roster(&p->dice, o->bases);
    if (game_parse(text, strlen(text), "play", &p->game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    p->acts = capacity(MAX_ACTS, sizeof *p->acts);
    p->arms = capacity(MAX_ACTS, sizeof *p->arms);
    p->litter = capacity(MAX_ACTS, sizeof *p->litter);
    p->stretches = capacity(MAX_STRETCHES, sizeof *p->stretches);
    p->keys = capacity(MAX_KEYS, sizeof *p->keys);
    p->events = capacity(MAX_EVENTS, sizeof *p->events);
    p->removed = capacity(MAX_EVENTS, sizeof *p->removed);
    return p;
}

void play_free(play *p) {
    if (!p) return;
    game_destroy(p->game);
    free(p->acts);
    free(p->arms);
    free(p->litter);
    free(p->stretches);
    free(p->keys);
    free(p->events);
    free(p->removed);
    free(p);
}

void play_add_stretch(play *p, play_stretch s) {
    assert_true(p->stretch_count < MAX_STRETCHES);
    p->stretches[p->stretch_count++] = s;
}

void play_add_key(play *p, double t_s, vec2 at) {
    assert_true(p->key_count < MAX_KEYS);
    p->keys[p->key_count++] = (hand_key){t_s, at};
}

play_arm *play_begin_arm(play *p, int side, vec2 at, double z_in) {
    assert_true(p->arm_count < MAX_ACTS);
    play_arm *a = &p->arms[p->arm_count++];
    *a = (play_arm){.z_in = z_in, .first = p->key_count};
    a->shoulder = (vec2){at.x + (TABLE_WIDTH_IN / 2 - at.x) * 0.12 + 2, side ? TABLE_DEPTH_IN + 16 : -16};
    return a;
}

void play_end_arm(play *p, play_arm *a) {
    a->count = p->key_count - a->first;
    assert_true(a->count > 0);
    a->t0_s = p->keys[a->first].t_s;
    a->t1_s = p->keys[a->first + a->count - 1].t_s;
}

play_act *play_add_act(play *p, play_act a) {
    assert_true(p->act_count < MAX_ACTS);
    p->acts[p->act_count] = a;
    return &p->acts[p->act_count++];
}

const game *play_game(const play *p) { return p->game; }
play_bases play_kind_of_bases(const play *p) { return p->o.bases; }
double play_length(const play *p) { return p->length_s; }
int play_acts(const play *p, const play_act **acts) {
    *acts = p->acts;
    return p->act_count;
}
int play_events(const play *p, const event **events) {
    *events = p->events;
    return p->event_count;
}

play_view play_view_make(const play *p) {
    size_t n = (size_t)p->game->figure_count;
    return (play_view){.poses = capacity(n, sizeof(pose)), .present = capacity(n, sizeof(bool))};
}

void play_view_free(play_view *v) {
    free(v->poses);
    free(v->present);
}

static double smooth(double k) {
    k = fmin(fmax(k, 0), 1);
    return k * k * (3 - 2 * k);
}

static pose on_the_way(const play_stretch *s, double k) {
    if (k >= 1) return s->to;
    pose at = s->from;
    if (s->turns) {
        at.at = vec2_add(s->pivot, vec2_rotate(vec2_sub(s->from.at, s->pivot), s->turn_rad * k));
        at.heading_rad = angle_wrap(s->from.heading_rad + s->turn_rad * k);
        return at;
    }
    at.at = vec2_lerp(s->from.at, s->to.at, k);
    at.heading_rad = angle_wrap(s->from.heading_rad + k * angle_difference(s->to.heading_rad, s->from.heading_rad));
    return at;
}

static vec2 tips_at(const play *p, const play_arm *a, double t_s) {
    const hand_key *k = p->keys + a->first;
    int i = 1;
    while (i < a->count - 1 && k[i].t_s < t_s) i++;
    if (a->count == 1) return k[0].at;
    double part = (t_s - k[i - 1].t_s) / fmax(k[i].t_s - k[i - 1].t_s, 1e-9);
    return vec2_lerp(k[i - 1].at, k[i].at, fmin(fmax(part, 0), 1));
}

void play_at(const play *p, double t_s, play_view *v) {
    for (int f = 0; f < p->game->figure_count; f++) {
        v->poses[f] = p->game->figures[f].start;
        v->present[f] = true;
    }
    for (int i = 0; i < p->stretch_count; i++) {  // a figure's stretches follow one another in time
        const play_stretch *s = &p->stretches[i];
        if (t_s < s->t0_s) continue;
        v->poses[s->figure] = on_the_way(s, smooth((t_s - s->t0_s) / fmax(s->t1_s - s->t0_s, 1e-9)));
        v->present[s->figure] = !s->removed && !(s->lifted && t_s < s->t1_s);
    }
    v->hand_count = v->scatter_count = 0;
    for (int i = 0; i < p->arm_count && v->hand_count < PLAY_MAX_HANDS; i++) {
        const play_arm *a = &p->arms[i];
        if (t_s < a->t0_s || t_s > a->t1_s) continue;
        vec2 tips = tips_at(p, a, t_s);
        v->hands[v->hand_count++] =
            (render_hand){.from = {a->shoulder.x + (tips.x - a->shoulder.x) * 0.1, a->shoulder.y}, .at = tips, .z_in = a->z_in};
    }
    for (int i = 0; i < p->litter_count && v->scatter_count < PLAY_MAX_SCATTER; i++)
        if (t_s >= p->litter[i].t0_s && t_s < p->litter[i].t1_s) v->scatter[v->scatter_count++] = p->litter[i].thing;
}

render_camera play_camera(void) {
    render_camera c = render_camera_above(1920, 1080, 1900, (vec2){TABLE_WIDTH_IN / 2 + 0.3, TABLE_DEPTH_IN / 2 - 0.2}, 52, 0.015, -0.01);
    c.k[0] = -0.03;
    return c;
}
