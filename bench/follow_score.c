// Scores the reports on a play against its truth.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/follow.h"

#define NEAR_IN 0.15      // the middle of a unit where a move began and ended
#define OFFER_WITHIN_S 6  // of the way back's end
#define ENTRY_WITHIN_S 4  // a nudge is entered once no hand has been at its unit for so long: until then it may be the beginning of a move
#define AT_IN 1           // a hand so near to a base may move it
#define ASTRAY_IN 0.4     // a figure at rest is reported so far from its true place
#define SETTLE_S 1.5
#define STIRRED_IN 0.08    // 2 mm
#define EARLY_S 0.1        // from one look to the next
#define TRUTH_STEP_S 0.02  // between two looks at what truly is

typedef struct {
    const follow_run *run;
    const game *g;
    const play_act *acts;
    int act_count;
    bool *used;  // per line
    play_view view;
    follow_tally *t;
    bool say;
} score;

static void complain(const score *s, double t_s, const char *what, int unit) {
    if (!s->say) return;
    fprintf(stderr, "  %7.1f s  %s%s%s\n", t_s, what, unit >= 0 ? " " : "", unit >= 0 ? s->g->units[unit].id : "");
}

static bool is_move(const play_act *a) { return a->kind == PLAY_PUSH || a->kind == PLAY_FIGURES; }

static int undone_by(const score *s, int act) {
    for (int i = 0; i < s->act_count; i++)
        if (s->acts[i].kind == PLAY_TAKE_BACK && s->acts[i].undoes == act) return i;
    return -1;
}

static int unit_of_line(const score *s, const cJSON *json) {
    const cJSON *unit = cJSON_GetObjectItem(json, "unit");
    return cJSON_IsString(unit) ? game_find_unit(s->g, unit->valuestring) : -1;
}

// The figure was put in another's place before this report. Its place is scored by itself, and does not count for the ends of its unit's move, since
// an exchange just before or after a move is part of the move.
static bool was_exchanged(const score *s, int f, double reported_s) {
    for (int k = 0; k < s->act_count; k++) {
        const play_act *x = &s->acts[k];
        if (x->kind == PLAY_EXCHANGE && x->first_s < reported_s && (x->figure == f || x->other == f)) return true;
    }
    return false;
}

// Middle of the figures that the map places, as it has them, and of the same figures as they truly are at t; false where it places none.
static bool middles_of(const score *s, double reported_s, const cJSON *map, double t_s, vec2 *reported, vec2 *truth) {
    play_view v = s->view;
    int n = 0;
    *reported = *truth = (vec2){0, 0};
    play_at(s->run->play, t_s, &v);
    for (const cJSON *e = cJSON_IsObject(map) ? map->child : NULL; e; e = e->next) {
        int f = game_find_figure(s->g, e->string);
        if (was_exchanged(s, f, reported_s)) continue;
        *reported = vec2_add(*reported, (vec2){cJSON_GetArrayItem(e, 0)->valuedouble, cJSON_GetArrayItem(e, 1)->valuedouble});
        *truth = vec2_add(*truth, v.poses[f].at);
        n++;
    }
    if (n == 0) return false;
    *reported = vec2_scale(*reported, 1.0 / n), *truth = vec2_scale(*truth, 1.0 / n);
    return true;
}

// The verdict tells the move from and to the right places.
static bool fits(const score *s, const follow_line *line, const play_act *a) {
    vec2 reported, truth;
    if (!middles_of(s, line->t_s, cJSON_GetObjectItem(line->json, "figures_from"), a->first_s - 0.01, &reported, &truth)) return false;
    if (vec2_distance(reported, truth) >= NEAR_IN) return false;
    if (!middles_of(s, line->t_s, cJSON_GetObjectItem(line->json, "figures_to"), a->last_s + 0.01, &reported, &truth)) return false;
    return vec2_distance(reported, truth) < NEAR_IN;
}

static bool is_line(const follow_line *l, const char *kind) { return strcmp(l->kind, kind) == 0; }

// The next time at which a hand begins to move the unit.
static double next_begin(const score *s, const play_act *a) {
    double next = INFINITY;
    for (int i = 0; i < s->act_count; i++)
        if (is_move(&s->acts[i]) && s->acts[i].unit == a->unit && s->acts[i].first_s > a->last_s) next = fmin(next, s->acts[i].first_s);
    return next;
}

static void score_move(score *s, const play_act *a) {
    s->t->moves++;
    int reported = 0;
    bool right = false;
    double until = next_begin(s, a);
    for (int i = 0; i < s->run->line_count; i++) {
        const follow_line *l = &s->run->lines[i];
        if (!is_line(l, "move") || s->used[i] || unit_of_line(s, l->json) != a->unit || l->t_s < a->first_s || l->t_s > until + 60) continue;
        if (l->t_s > until && !fits(s, l, a)) continue;
        s->used[i] = true;
        right |= fits(s, l, a);
        reported++;
        if (right) break;
    }
    s->t->right += reported == 1 && right;
    s->t->missed += reported == 0;
    s->t->wrong_place += reported > 0 && !right;
    s->t->split += reported > 1 && right;
    if (reported == 0) complain(s, a->first_s, "move not told:", a->unit);
    if (reported > 0 && !right) complain(s, a->first_s, "move told from or to elsewhere:", a->unit);
    if (reported > 1 && right) complain(s, a->first_s, "move told in pieces:", a->unit);
}

static void score_take_back(score *s, const play_act *a, const play_act *undone) {
    bool offered = false;
    s->t->take_backs++;
    for (int i = 0; i < s->run->line_count; i++) {
        const follow_line *l = &s->run->lines[i];
        if (unit_of_line(s, l->json) != a->unit) continue;
        if (is_line(l, "offer") && l->t_s >= a->first_s && l->t_s <= a->last_s + OFFER_WITHIN_S) offered = true;
    }
    s->t->offered += offered;
    if (!offered) complain(s, a->first_s, "take-back not offered:", a->unit);
    bool stands = false;
    for (int i = 0; i < s->run->line_count; i++) {
        const follow_line *l = &s->run->lines[i];
        if (!is_line(l, "move") || unit_of_line(s, l->json) != a->unit || s->used[i]) continue;
        bool of_it = l->t_s > undone->first_s && l->t_s < next_begin(s, a) && (fits(s, l, undone) || fits(s, l, a));
        if (!of_it) continue;
        s->used[i] = true;
        stands = !cJSON_IsTrue(cJSON_GetObjectItem(l->json, "taken_back"));
    }
    s->t->charged += stands;
    if (stands) complain(s, a->first_s, "a move that was taken back is charged:", a->unit);
}

// A hand or an arm, whosever it is, lies over one of the unit's figures, or within at_in of it.
static bool is_at_hand(const score *s, int unit, double at_in) {
    const game_unit *u = &s->g->units[unit];
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        if (!s->view.present[f]) continue;
        if (sight_covered(s->run->play, &s->view, f) > 0 || (at_in > 0 && sight_hand_in(s->run->play, &s->view, f) <= at_in)) return true;
    }
    return false;
}

// From when on the unit, of which something moved until from_s, lies free for so long.
static double left_at(score *s, int unit, double from_s, double at_in, double free_s) {
    double left = from_s;
    for (double t = from_s; t - left < free_s; t += TRUTH_STEP_S) {
        play_at(s->run->play, t, &s->view);
        if (is_at_hand(s, unit, at_in)) left = t + TRUTH_STEP_S;
    }
    return left;
}

static bool names_figure(const score *s, const cJSON *json, int f) {
    const cJSON *v;
    cJSON_ArrayForEach(v, cJSON_GetObjectItem(json, "figures")) {
        if (cJSON_IsString(v) && strcmp(v->valuestring, s->g->figures[f].id) == 0) return true;
    }
    return false;
}

// The entry names the figure, or the figure that it replaced in an exchange, at its place.
static bool is_entry_of(score *s, const follow_line *l, const play_act *a) {
    if (names_figure(s, l->json, a->figure)) return true;
    const cJSON *to = cJSON_GetObjectItem(l->json, "to");
    play_at(s->run->play, a->last_s + 0.01, &s->view);
    for (const cJSON *e = to && was_exchanged(s, a->figure, l->t_s) ? to->child : NULL; e; e = e->next) {
        vec2 reported = {cJSON_GetArrayItem(e, 0)->valuedouble, cJSON_GetArrayItem(e, 1)->valuedouble};
        if (vec2_distance(reported, s->view.poses[a->figure].at) < NEAR_IN) return true;
    }
    return false;
}

static void score_nudges(score *s) {
    for (int k = 0; k < s->act_count; k++) {
        const play_act *a = &s->acts[k];
        if (a->kind != PLAY_NUDGE) continue;
        bool entered = false;
        double until = left_at(s, a->unit, a->last_s, AT_IN, ENTRY_WITHIN_S) + ENTRY_WITHIN_S;
        s->t->nudges++;
        for (int i = 0; i < s->run->line_count; i++) {
            const follow_line *l = &s->run->lines[i];
            if (!is_line(l, "nudge") || l->t_s < a->first_s || l->t_s > until || !is_entry_of(s, l, a)) continue;
            s->used[i] = entered = true;
        }
        s->t->entered += entered;
        if (!entered) complain(s, a->first_s, "nudge not entered, of", a->unit);
    }
    for (int i = 0; i < s->run->line_count; i++) {
        if (!is_line(&s->run->lines[i], "nudge") || s->used[i]) continue;
        s->t->false_entries++;
        complain(s, s->run->lines[i].t_s, "nudge of nobody entered", -1);
    }
}

// Two figures that were put in each other's places did move, in their units.
static bool is_exchange(const score *s, const follow_line *l) {
    int unit = unit_of_line(s, l->json);
    for (int k = 0; k < s->act_count; k++) {
        const play_act *a = &s->acts[k];
        if (a->kind != PLAY_EXCHANGE || l->t_s < a->first_s) continue;
        if (s->g->figures[a->figure].unit == unit || s->g->figures[a->other].unit == unit) return true;
    }
    return false;
}

static void count_phantoms(score *s) {
    for (int i = 0; i < s->run->line_count; i++) {
        const follow_line *l = &s->run->lines[i];
        if (!is_line(l, "move") || s->used[i] || cJSON_IsTrue(cJSON_GetObjectItem(l->json, "taken_back"))) continue;
        if (is_exchange(s, l)) continue;
        s->t->phantoms++;
        complain(s, l->t_s, "move that nobody made:", unit_of_line(s, l->json));
    }
}

static const char *late_text(double late_s) {
    static char text[64];
    snprintf(text, sizeof text, "verdict %.2f s late:", late_s);
    return text;
}

// How late verdicts come that hold if the move ends here: after the last hand has left the unit and the settle time is over.
static void score_delay(score *s) {
    for (int k = 0; k < s->act_count; k++) {
        const play_act *a = &s->acts[k];
        if (!is_move(a)) continue;
        double due = left_at(s, a->unit, a->last_s, 0, SETTLE_S) + SETTLE_S;
        if (k + 1 < s->act_count && s->acts[k + 1].t0_s < due + 0.5) continue;  // the next act may begin before
        for (int i = 0; i < s->run->line_count; i++) {
            const follow_line *l = &s->run->lines[i];
            if ((!is_line(l, "settled") && !is_line(l, "move")) || l->t_s < a->last_s || unit_of_line(s, l->json) != a->unit) continue;
            double late = l->t_s - due;
            s->t->verdicts++;
            s->t->late_sum_s += fmax(0, late);
            s->t->late_worst_s = fmax(s->t->late_worst_s, late);
            s->t->late += late > FOLLOW_LATE_S;
            if (late > FOLLOW_LATE_S) complain(s, due, late_text(late), a->unit);
            break;
        }
    }
}

// One of the unit's figures was moved between these times.
static bool was_stirred(score *s, int unit, double t0_s, double t1_s) {
    const game_unit *u = &s->g->units[unit];
    vec2 now[GAME_MAX_FIGURES];
    play_at(s->run->play, t1_s, &s->view);
    for (int i = 0; i < u->figure_count; i++) now[i] = s->view.poses[u->first_figure + i].at;
    for (double t = t0_s; t < t1_s; t += TRUTH_STEP_S) {
        play_at(s->run->play, t, &s->view);
        for (int i = 0; i < u->figure_count; i++)
            if (vec2_distance(s->view.poses[u->first_figure + i].at, now[i]) > STIRRED_IN) return true;
    }
    return false;
}

// Verdicts that were reported before the unit had been still for the settle time.
static void score_haste(score *s) {
    for (int i = 0; i < s->run->line_count; i++) {
        const follow_line *l = &s->run->lines[i];
        int unit = unit_of_line(s, l->json);
        if (!is_line(l, "settled") || unit < 0 || !was_stirred(s, unit, l->t_s - SETTLE_S + EARLY_S, l->t_s)) continue;
        s->t->early++;
        complain(s, l->t_s, "verdict before the settle time was over:", unit);
    }
}

static int exchange_of(const score *s, int f, double t_s) {
    for (int k = 0; k < s->act_count; k++)
        if (s->acts[k].kind == PLAY_EXCHANGE && s->acts[k].last_s < t_s && (s->acts[k].figure == f || s->acts[k].other == f)) return k;
    return -1;
}

// Another unit's figure of an equal base with its true place where figure f is reported, or -1.
static int taken_for(const score *s, int f, vec2 reported) {
    for (int i = 0; i < s->g->figure_count; i++) {
        const base *a = &s->g->figures[i].base, *b = &s->g->figures[f].base;
        if (s->g->figures[i].unit == s->g->figures[f].unit || a->shape != b->shape || a->width_in != b->width_in || !s->view.present[i]) continue;
        if (vec2_distance(s->view.poses[i].at, reported) < ASTRAY_IN / 2) return i;
    }
    return -1;
}

// True where a figure of f's own unit truly stands there; which one does not matter.
static bool mate_there(const score *s, int f, vec2 reported) {
    for (int i = 0; i < s->g->figure_count; i++)
        if (s->g->figures[i].unit == s->g->figures[f].unit && s->view.present[i] && vec2_distance(s->view.poses[i].at, reported) < ASTRAY_IN / 2)
            return true;
    return false;
}

static void score_rest(score *s, const follow_rest *rest, bool *exchange_wrong, bool *exchange_unsaid) {
    play_at(s->run->play, rest->t_s, &s->view);
    for (int f = 0; f < s->g->figure_count; f++) {
        const follow_figure *k = &rest->figures[f];
        if (!s->view.present[f] || !k->known || k->hidden || k->removed) continue;
        s->t->rests++;
        if (vec2_distance(k->at.at, s->view.poses[f].at) < ASTRAY_IN) continue;
        bool coded = s->g->figures[f].marker.family[0];
        int other = taken_for(s, f, k->at.at), exchanged = exchange_of(s, f, rest->t_s);
        if (exchanged >= 0) {
            exchange_wrong[exchanged] = true;
            exchange_unsaid[exchanged] |= !k->ambiguous;
        } else if (other >= 0) {
            s->t->swapped += !k->ambiguous;
            if (!k->ambiguous) complain(s, rest->t_s, "taken for a figure of another unit:", s->g->figures[f].unit);
        } else if (coded || !mate_there(s, f, k->at.at)) {
            s->t->misplaced++;
            complain(s, rest->t_s, "told elsewhere than it stands: a figure of", s->g->figures[f].unit);
        }
    }
}

static void score_identity(score *s) {
    bool *wrong = calloc((size_t)s->act_count + 1, sizeof *wrong), *unsaid = calloc((size_t)s->act_count + 1, sizeof *unsaid);
    if (!wrong || !unsaid) exit(1);
    for (int i = 0; i < s->run->rest_count; i++) score_rest(s, &s->run->rests[i], wrong, unsaid);
    for (int k = 0; k < s->act_count; k++) {
        if (s->acts[k].kind != PLAY_EXCHANGE) continue;
        s->t->exchanges++;
        s->t->exchanged_right += !wrong[k];
        s->t->exchanged_said += wrong[k] && !unsaid[k];
        s->t->exchanged_unnoticed += wrong[k] && unsaid[k];
        if (wrong[k] && unsaid[k]) complain(s, s->acts[k].first_s, "exchange not noticed, with a figure of", s->acts[k].unit);
    }
    free(wrong);
    free(unsaid);
}

void follow_score(const follow_run *r, follow_tally *t, bool say) {
    score s = {.run = r, .g = play_game(r->play), .t = t, .say = say, .view = play_view_make(r->play)};
    s.act_count = play_acts(r->play, &s.acts);
    s.used = calloc((size_t)r->line_count + 1, sizeof *s.used);
    if (!s.used) exit(1);
    t->plays++;
    t->length_s += play_length(r->play);
    for (int k = 0; k < s.act_count; k++) {
        int undone = is_move(&s.acts[k]) ? undone_by(&s, k) : -1;
        if (is_move(&s.acts[k]) && undone < 0) score_move(&s, &s.acts[k]);
        if (undone >= 0) score_take_back(&s, &s.acts[undone], &s.acts[k]);
    }
    score_nudges(&s);
    count_phantoms(&s);
    score_delay(&s);
    score_haste(&s);
    score_identity(&s);
    free(s.used);
    play_view_free(&s.view);
}
