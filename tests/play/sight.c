#include "tests/play/sight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/render/texture.h"

#define ARM_IN 1.25      // half as wide as the arm, with what it hides by its height
#define HAND_IN 1.5      // about a point behind the fingertips
#define NEAR_IN 3.0      // of a hand: the picture changes there
#define STIR_IN 0.5      // of a base: the picture's tiles are so wide
#define RESTS_S 0.6      // after something changed there the pipeline takes a place for settled, and looks each time until then
#define FIRST_LOOKS 6    // at everything
#define IDLE_EVERY 8     // looks, until a figure at rest is looked at again
#define FAKE_REACH_IN 2  // of a hand: false finds
#define ASTRAY_IN 0.4    // a figure known to be so far from where it is may stand in another's place
enum { GRID = 5 };

struct sight {
    const play *play;
    const formation *tracker;
    sight_options o;
    uint32_t n;
    int looks;
    pose *before;
    double *changed_s;  // per figure: when something changed last where it truly is
    base_sighting *bases;
    bool *looked_at;  // per figure, where it truly is
    bool *searched;
    bool *had_arm;  // per figure: in the look before
    double *covered, *hand_in, *base_hand_in;
    double *stirred_s;          // per figure: when something moved last where it truly lies
    double *still_for_s;        // per base seen
    double *place_still_for_s;  // per figure, as it is known
};

sight_options sight_default_options(uint32_t seed, play_bases bases) {
    sight_options o = {.seed = seed, .sigma_in = 0.3 * IN_PER_MM, .sigma_rad = 0.6 * RAD_PER_DEG, .missed = 0.02, .readable = 0.5, .findable = 0.5};
    if (bases == PLAY_TAGS) o.readable = 0.95;
    return o;
}

static void *capacity(size_t count, size_t size) {
    void *at = calloc(count, size);
    assert_non_null(at);
    return at;
}

sight *sight_make(const play *p, const sight_options *o) {
    sight *s = capacity(1, sizeof *s);
    size_t n = (size_t)play_game(p)->figure_count;
    *s = (sight){.play = p, .o = *o};
    s->before = capacity(n, sizeof *s->before);
    s->changed_s = capacity(n, sizeof *s->changed_s);
    s->bases = capacity(n + 1, sizeof *s->bases);
    s->looked_at = capacity(n, sizeof *s->looked_at);
    s->searched = capacity(n, sizeof *s->searched);
    s->had_arm = capacity(n, sizeof *s->had_arm);
    s->covered = capacity(n, sizeof *s->covered);
    s->hand_in = capacity(n, sizeof *s->hand_in);
    s->base_hand_in = capacity(n + 1, sizeof *s->base_hand_in);
    s->stirred_s = capacity(n, sizeof *s->stirred_s);
    s->still_for_s = capacity(n + 1, sizeof *s->still_for_s);
    s->place_still_for_s = capacity(n, sizeof *s->place_still_for_s);
    return s;
}

void sight_free(sight *s) {
    free(s->before);
    free(s->changed_s);
    free(s->bases);
    free(s->looked_at);
    free(s->searched);
    free(s->had_arm);
    free(s->covered);
    free(s->hand_in);
    free(s->base_hand_in);
    free(s->stirred_s);
    free(s->still_for_s);
    free(s->place_still_for_s);
    free(s);
}

void sight_follow(sight *s, const formation *f) { s->tracker = f; }

static double roll(sight *s) { return texture_random(s->o.seed, s->n++, 911); }

// Box and Muller's.
static double gauss(sight *s) { return sqrt(-2 * log(1 - roll(s))) * cos(2 * PI * roll(s)); }

// From a place to the edge of the nearest arm or hand; negative: under it.
static double hand_distance(const play_view *v, vec2 at) {
    double least = INFINITY;
    for (int h = 0; h < v->hand_count; h++) {
        const render_hand *hand = &v->hands[h];
        vec2 along = vec2_sub(hand->from, hand->at);
        vec2 palm = vec2_add(hand->at, vec2_scale(along, 1.0 / fmax(vec2_length(along), 1)));
        least = fmin(least, segment_distance(at, hand->from, palm) - ARM_IN);
        least = fmin(least, vec2_distance(at, palm) - HAND_IN);
    }
    return least;
}

static double covered_at(const play *p, const play_view *v, int f, pose at) {
    const base *b = &play_game(p)->figures[f].base;
    int under = 0, all = 0;
    for (int i = 0; i < GRID; i++)
        for (int k = 0; k < GRID; k++) {
            vec2 off = {b->depth_in * ((i + 0.5) / GRID - 0.5), b->width_in * ((k + 0.5) / GRID - 0.5)};
            if (b->shape == BASE_ROUND && vec2_length(off) > b->width_in / 2) continue;
            under += hand_distance(v, vec2_add(at.at, vec2_rotate(off, at.heading_rad))) < 0;
            all++;
        }
    return (double)under / all;
}

double sight_covered(const play *p, const play_view *v, int f) { return covered_at(p, v, f, v->poses[f]); }

static double hand_at(const play *p, const play_view *v, int f, pose at) {
    return fmax(0, hand_distance(v, at.at) - base_radius(play_game(p)->figures[f].base));
}

double sight_hand_in(const play *p, const play_view *v, int f) { return hand_at(p, v, f, v->poses[f]); }

static bool changes(const sight *s, const play_view *v, int f, double covered) {
    if (covered > 0 || sight_hand_in(s->play, v, f) < NEAR_IN) return true;
    return vec2_distance(s->before[f].at, v->poses[f].at) > 0.02;
}

// The picture moves where the figure lies: an arm is over it or beside it, or was in the look before, or it was moved, if by a hair.
static void note_stir(sight *s, const play_view *v, int f, double covered, double t_s) {
    bool arm = covered > 0 || sight_hand_in(s->play, v, f) < STIR_IN, had_arm = s->had_arm[f];
    pose was = s->before[f], is = v->poses[f];
    s->had_arm[f] = arm;
    if (s->looks == 1 || arm || had_arm || vec2_distance(was.at, is.at) > 0 || was.heading_rad != is.heading_rad) s->stirred_s[f] = t_s;
}

static bool is_looked_at(sight *s, const play_view *v, int f, double covered, double t_s) {
    if (changes(s, v, f, covered)) s->changed_s[f] = t_s;
    return s->looks <= FIRST_LOOKS || t_s - s->changed_s[f] < RESTS_S || (s->looks + f) % IDLE_EVERY == 0;
}

static pose place_known(const sight *s, const play_view *v, int f) {
    bool known = false;
    const pose *p = s->tracker ? formation_pose(s->tracker, f, &known, NULL) : NULL;
    return known && vec2_distance(p->at, v->poses[f].at) > ASTRAY_IN ? *p : v->poses[f];
}

// Figure f's place as it is known, which may be another's: looked at where that one is, where a hand is near, and where no figure stands any more.
static bool is_place_searched(const sight *s, const play_view *v, int f, pose at) {
    if (s->covered[f] > 0 || s->hand_in[f] < NEAR_IN) return true;
    bool empty = true;
    for (int i = 0; i < play_game(s->play)->figure_count; i++) {
        if (!v->present[i] || vec2_distance(v->poses[i].at, at.at) >= ASTRAY_IN) continue;
        if (s->looked_at[i]) return true;
        empty = false;
    }
    return empty;
}

// For how long nothing has moved at a place: since the figure there came. If no figure is there, the one seen there has left, perhaps just now.
static double place_lain(const sight *s, const play_view *v, pose at, double t_s) {
    double stirred = -INFINITY;
    for (int i = 0; i < play_game(s->play)->figure_count; i++)
        if (v->present[i] && vec2_distance(v->poses[i].at, at.at) < ASTRAY_IN) stirred = fmax(stirred, s->stirred_s[i]);
    return isfinite(stirred) ? t_s - stirred : 0;
}

static void tell_places(sight *s, const play_view *v, double t_s) {
    for (int f = 0; f < play_game(s->play)->figure_count; f++) {
        pose at = place_known(s, v, f);
        s->covered[f] = covered_at(s->play, v, f, at);
        s->hand_in[f] = s->covered[f] > 0 ? 0 : hand_at(s->play, v, f, at);
        s->searched[f] = is_place_searched(s, v, f, at);
        s->place_still_for_s[f] = place_lain(s, v, at, t_s);
    }
}

// A draw that stays the same while figure f rests.
static double resting_gauss(const sight *s, const play_view *v, int f, uint32_t which) {
    uint32_t place = (uint32_t)lround(8192 * v->poses[f].at.x) * 31u + (uint32_t)lround(8192 * v->poses[f].at.y), n = 6 * (uint32_t)f + 2 * which;
    return sqrt(-2 * log(1 - texture_random(s->o.seed + 17, n, place))) * cos(2 * PI * texture_random(s->o.seed + 17, n + 1, place));
}

// One error of a sighting: what rests with the figure, and what is drawn anew.
static double error_of(sight *s, const play_view *v, int f, uint32_t which) {
    double fresh = gauss(s);
    return s->o.common > 0 ? sqrt(s->o.common) * resting_gauss(s, v, f, which) + sqrt(1 - s->o.common) * fresh : fresh;
}

static bool see(sight *s, const play_view *v, int f, double covered, base_sighting *out) {
    const game *g = play_game(s->play);
    const game_figure *fig = &g->figures[f];
    double in_view = 1 - covered;
    if (!v->present[f] || in_view < s->o.findable || roll(s) < s->o.missed) return false;
    bool read = fig->marker.family[0] && in_view >= s->o.readable;
    if (fig->marker.family[0] && !read && !game_is_rim(&fig->marker)) return false;  // a tag that is not read is nothing
    pose p = v->poses[f];
    p.at.x += s->o.sigma_in * error_of(s, v, f, 0);
    p.at.y += s->o.sigma_in * error_of(s, v, f, 1);
    p.heading_rad = angle_wrap(p.heading_rad + s->o.sigma_rad * error_of(s, v, f, 2));
    p.sigma_in = s->o.sigma_in, p.sigma_rad = s->o.sigma_rad;
    *out = (base_sighting){.by = !read                       ? SEEN_BY_PLAIN
                                 : game_is_rim(&fig->marker) ? SEEN_BY_RIM
                                                             : SEEN_BY_TAG,
                           .figure = read ? f : -1,
                           .unit = read ? fig->unit : -1,
                           .base = fig->base,
                           .rim_rgb = g->units[fig->unit].rim_rgb,
                           .pose = p,
                           .score = in_view};
    return true;
}

// Fingers over a rim look like a base, too.
static bool fake(sight *s, const play_view *v, base_sighting *out) {
    const game *g = play_game(s->play);
    if (v->hand_count == 0 || roll(s) >= s->o.false_finds) return false;
    const game_figure *fig = &g->figures[(int)(roll(s) * g->figure_count)];
    vec2 at = vec2_add(v->hands[0].at, (vec2){FAKE_REACH_IN * (2 * roll(s) - 1), FAKE_REACH_IN * (2 * roll(s) - 1)});
    *out = (base_sighting){.by = SEEN_BY_PLAIN, .figure = -1, .unit = -1, .base = fig->base, .rim_rgb = g->units[fig->unit].rim_rgb, .score = 0.5};
    out->pose = (pose){at, 2 * PI * roll(s) - PI, s->o.sigma_in, s->o.sigma_rad};
    return true;
}

formation_view sight_look(sight *s, const play_view *v, double t_s) {
    int count = 0, n = play_game(s->play)->figure_count;
    s->looks++;
    for (int f = 0; f < n; f++) {
        double covered = sight_covered(s->play, v, f);
        note_stir(s, v, f, covered, t_s);
        s->looked_at[f] = is_looked_at(s, v, f, covered, t_s);
        s->still_for_s[count] = t_s - s->stirred_s[f];
        if (s->looked_at[f]) count += see(s, v, f, covered, &s->bases[count]);
        s->before[f] = v->poses[f];
    }
    tell_places(s, v, t_s);
    s->still_for_s[count] = 0;  // where fingers are
    count += fake(s, v, &s->bases[count]);
    for (int i = 0; i < count; i++) s->base_hand_in[i] = fmax(0, hand_distance(v, s->bases[i].pose.at) - base_radius(s->bases[i].base));
    return (formation_view){.t_s = t_s,
                            .bases = s->bases,
                            .base_count = count,
                            .searched = s->searched,
                            .covered = s->covered,
                            .hand_in = s->hand_in,
                            .base_hand_in = s->base_hand_in,
                            .still_for_s = s->still_for_s,
                            .place_still_for_s = s->place_still_for_s,
                            .hand = v->hand_count > 0};
}
