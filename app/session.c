#include "app/session.h"

#include <stdlib.h>
#include <string.h>

#include "app/places.h"
#include "app/question.h"
#include "app/repeats.h"
#include "app/rule_table.h"
#include "record/wire.h"

#define ALERTS_A_CALL 16
#define CONTACTS_MAX 16
#define OBLIGATIONS_TOLD 64
#define FACTS_MAX 24

typedef struct {
    repeats told;  // alerts of the move that goes on
    bool settled_said;
    verdict last;  // of its last finished move, for a take-back
    bool has_last;
    question *asked;  // its last move, where the verdict was a question that this phase may still answer; else NULL
} unit_memory;

struct session {
    const game *game;
    rules *rules;
    rules_state *state;
    segmenter *segmenter;
    places *places;
    session_options options;
    session_say *say;
    void *context;
    unit_memory *units;
    obligation due[OBLIGATIONS_TOLD];  // told already, and still due
    int due_count;
    int move;  // number of the last finished one
    bool noted;
    double t_s;
    session_tally tally;
    verdict verdict;  // scratch: too large for the stack of a thread
};

static segment_options segment_options_of(const rules *r) {
    segment_options o = segment_default_options();
    o.settle_s = rules_number(r, "settle_s");
    o.nudge_in = rules_number(r, "nudge_tolerance_in");
    o.facing_tol_rad = rules_number(r, "facing_tol_deg") * RAD_PER_DEG;
    o.default_sigma_in = rules_number(r, "sigma_pos_in");
    o.default_sigma_rad = rules_number(r, "sigma_heading_deg") * RAD_PER_DEG;
    o.limits.closed_gap_max_in = rules_number(r, "closed_gap_max_in");
    o.limits.open_low_in = rules_number(r, "open_gap_band_in");
    o.limits.open_high_in = rules_number_high(r, "open_gap_band_in");
    o.limits.skirmish_gap_min_in = rules_number(r, "skirmish_gap_min_in");
    o.limits.rank_tol_fraction = rules_number(r, "rank_tol_fraction");
    o.limits.use_stands = rules_flag(r, "use_stands");
    return o;
}

static void say_bad(void *context, const char *text) {
    session *s = context;
    if (s->options.bad) s->options.bad(s->context, text);
}

status session_create(const game *g, session_options o, session_say *say, void *context, session **out, fault *why) {
    *out = NULL;
    session *s = calloc(1, sizeof *s);
    if (!s) return fault_set(why, STATUS_MEMORY, "out of memory");
    *s = (session){.game = g, .options = o, .say = say, .context = context};
    status result = rules_create(g, &s->rules, why);
    if (result != STATUS_OK) goto fail;
    s->state = rules_state_create(s->rules);
    s->units = calloc((size_t)g->unit_count + 1, sizeof *s->units);
    if (!s->state || !s->units) {
        result = fault_set(why, STATUS_MEMORY, "out of memory");
        goto fail;
    }
    segment_options so = segment_options_of(s->rules);
    result = segmenter_create(g, &so, &s->segmenter, why);
    if (result == STATUS_OK) result = places_create(g, so.settle_s, say_bad, s, &s->places, why);
    if (result != STATUS_OK) goto fail;
    *out = s;
    return STATUS_OK;
fail:
    session_destroy(s);
    return result;
}

void session_destroy(session *s) {
    if (!s) return;
    places_destroy(s->places);
    segmenter_destroy(s->segmenter);
    rules_state_destroy(s->state);
    rules_destroy(s->rules);
    for (int u = 0; s->units && u < s->game->unit_count; u++) question_drop(s->units[u].asked);
    free(s->units);
    free(s);
}

static status said_memory(fault *why) { return fault_set(why, STATUS_MEMORY, "out of memory while writing a verdict"); }

// Hands a line to the listener; takes and frees json.
static status pass_on(session *s, said what, char *json, fault *why) {
    what.json = json;
    bool ok = json != NULL;
    if (ok) s->say(s->context, &what);
    free(json);
    return ok ? STATUS_OK : said_memory(why);
}

static status say_verdict(session *s, said_kind kind, const verdict *v, const move *m, fault *why) {
    said what = {.kind = kind, .t_s = v->t_s, .verdict = v};
    char *drawn = s->options.drawn ? wire_verdict_drawn_json(s->game, v, m) : NULL;
    what.drawn = drawn;
    status result = drawn || !s->options.drawn ? pass_on(s, what, wire_verdict_json(s->game, v), why) : said_memory(why);
    free(drawn);
    return result;
}

char *session_state_json(session *s, double t_s, const char *health, bool replay, double duration_s) {
    const game *g = s->game;
    size_t n = (size_t)g->unit_count, f = (size_t)g->figure_count;
    wire_unit *units = calloc(n + 1, sizeof *units);
    int *contacts = calloc(n * CONTACTS_MAX + 1, sizeof *contacts);
    pose *figures = calloc(f + 1, sizeof *figures);
    bool *on_table = calloc(2 * f + 2, sizeof *on_table), *hidden = on_table ? on_table + f + 1 : NULL;
    game_option *facts = calloc(n * FACTS_MAX + 1, sizeof *facts);
    char *json = NULL;
    if (!units || !contacts || !figures || !on_table || !facts) goto done;
    wire_state w = {.t_s = t_s,
                    .turn = rules_turn(s->state),
                    .move = s->move,
                    .units = units,
                    .unit_count = g->unit_count,
                    .replay = replay,
                    .duration_s = duration_s};
    w.phase = rules_phase(s->state, &w.side);
    for (int u = 0; u < g->unit_count; u++) {
        move m;
        int *touching = contacts + (size_t)u * CONTACTS_MAX;
        units[u] =
            (wire_unit){.unit = u, .form = *segmenter_form(s->segmenter, u), .spent_in = rules_spent(s->rules, s->state, u), .contacts = touching};
        units[u].facts = facts + (size_t)u * FACTS_MAX;
        units[u].fact_count = rules_unit_facts(s->rules, s->state, u, facts + (size_t)u * FACTS_MAX, FACTS_MAX);
        units[u].contact_count = rules_contacts(s->rules, s->state, u, touching, CONTACTS_MAX);
        bool going_on = segmenter_ongoing(s->segmenter, u, &m);
        units[u].moving = going_on && !segmenter_settled(s->segmenter, u);
        if (going_on && m.after.figures > 0) units[u].form = m.after;  // as it stands now, not as it stood
    }
    if (health) {
        for (int i = 0; i < g->figure_count; i++) {
            const pose *p = rules_pose(s->state, i, &on_table[i], &hidden[i]);
            if (p)
                figures[i] = *p;
            else
                on_table[i] = false;
        }
        w.figures = figures, w.on_table = on_table, w.hidden = hidden, w.health = health;
        w.due = s->due, w.due_count = s->due_count;
    }
    json = wire_state_json(g, &w);
done:
    free(units);
    free(contacts);
    free(figures);
    free(on_table);
    free(facts);
    return json;
}

static status say_state(session *s, fault *why) {
    said what = {.kind = SAID_STATE, .t_s = s->t_s};
    return pass_on(s, what, session_state_json(s, s->t_s, NULL, false, 0), why);
}

static void count_ruling(session *s, ruling r, int by) {
    s->tally.illegal += r == RULING_ILLEGAL ? by : 0;
    s->tally.doubtful += r == RULING_DOUBTFUL ? by : 0;
    s->tally.ask += r == RULING_ASK ? by : 0;
}

static void count_verdict(session *s, const verdict *v) {
    s->tally.moves++;
    count_ruling(s, v->ruling, 1);
}

// Where no phase was ever entered the movement phase of the mover's side is assumed (contracts/events.md): said once.
static void note_assumed_phase(session *s) {
    if (s->noted || rules_phase(s->state, NULL)[0]) return;
    s->noted = true;
    if (s->options.note)
        s->options.note(s->context,
                        "no phase was entered: each move is judged as made in the movement phase of its side, and nothing that turns on "
                        "the phase is held against anyone");
}

static void drop_question(session *s, int unit) {
    question_drop(s->units[unit].asked);
    s->units[unit].asked = NULL;
}

static status keep_question(session *s, const move *m, fault *why) {
    drop_question(s, m->unit);
    if (s->verdict.ruling != RULING_ASK) return STATUS_OK;
    s->units[m->unit].asked = question_keep(s->state, m);
    return s->units[m->unit].asked ? STATUS_OK : fault_set(why, STATUS_MEMORY, "out of memory while judging a move");
}

static status judge_move(session *s, const move *m, double t_s, fault *why) {
    unit_memory *memory = &s->units[m->unit];
    note_assumed_phase(s);
    status result = rules_judge(s->rules, s->state, m, &s->verdict);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while judging a move");
    s->verdict.t_s = t_s;
    s->verdict.move = s->move = m->number;
    status kept = keep_question(s, m, why);
    if (kept != STATUS_OK) return kept;
    rules_book(s->rules, s->state, m, &s->verdict);
    memory->told.count = 0;
    memory->settled_said = false;
    memory->last = s->verdict;
    memory->has_last = true;
    count_verdict(s, &s->verdict);
    result = say_verdict(s, SAID_MOVE, &s->verdict, m, why);
    return result == STATUS_OK && s->options.states ? say_state(s, why) : result;
}

static status end_one(session *s, const segment_end *end, double t_s, fault *why) {
    if (!end->is_nudge) return judge_move(s, &end->move, t_s, why);
    const segment_nudge *n = &end->nudge;
    if (n->figure_count == 0) return STATUS_OK;
    s->units[n->unit].told.count = 0;
    s->units[n->unit].settled_said = false;
    said what = {.kind = SAID_NUDGE, .t_s = t_s};
    return pass_on(s, what, wire_nudge_json(s->game, t_s, n->figures, n->figure_count, n->distance_in), why);
}

static status judge_finished(session *s, double t_s, fault *why) {
    segment_end end;
    status result = STATUS_OK;
    while (result == STATUS_OK && segmenter_next_finished(s->segmenter, &end)) result = end_one(s, &end, t_s, why);
    return result;
}

static status say_alert(session *s, const alert *found, fault *why) {
    alert a = *found;
    if (a.how == BEHAVIOUR_LOG) return STATUS_OK;  // the verdict carries it
    a.t_s = s->t_s;
    s->tally.alerts++;
    said what = {.kind = SAID_ALERT, .t_s = s->t_s, .alert = &a};
    return pass_on(s, what, wire_alert_json(s->game, &a), why);
}

// The move as if only its last step had been seen: what is wrong with it is wrong now, and not only was on the way.
static move last_step(const move *m) {
    move now = *m;
    if (m->sample_count <= 2) return now;
    size_t skipped = (size_t)m->sample_count - 2, figures = (size_t)m->figure_count;
    now.sample_count = 2;
    now.sample_t_s = m->sample_t_s ? m->sample_t_s + skipped : NULL;
    now.samples = m->samples + skipped * figures;
    now.sample_seen = m->sample_seen ? m->sample_seen + skipped * figures : NULL;
    return now;
}

static status say_alerts(session *s, int unit, fault *why) {
    move m;
    alert all[ALERTS_A_CALL], now[ALERTS_A_CALL], news[REPEATS_MAX];
    repeats *told = &s->units[unit].told;
    if (!segmenter_under_way(s->segmenter, unit, &m)) return STATUS_OK;
    int n = rules_alerts(s->rules, s->state, &m, all, ALERTS_A_CALL), k = 0;
    if (told->count > 0) {
        move step = last_step(&m);
        k = rules_alerts(s->rules, s->state, &step, now, ALERTS_A_CALL);
    }
    n = repeats_news(told, all, n, now, k, s->t_s, news);
    status result = STATUS_OK;
    for (int i = 0; i < n && result == STATUS_OK; i++) result = say_alert(s, &news[i], why);
    return result;
}

static bool same_duty(const obligation *a, const obligation *b) { return a->unit == b->unit && strcmp(a->rule, b->rule) == 0; }

static bool is_among(const obligation *o, const obligation *list, int n) {
    for (int i = 0; i < n; i++)
        if (same_duty(o, &list[i])) return true;
    return false;
}

// What falls due is told once; what was met may fall due again.
static status say_obligations(session *s, fault *why) {
    obligation due[OBLIGATIONS_TOLD];
    int n = rules_obligations(s->rules, s->state, due, OBLIGATIONS_TOLD);
    for (int i = 0; i < n; i++) {
        if (is_among(&due[i], s->due, s->due_count)) continue;
        due[i].t_s = s->t_s;
        said what = {.kind = SAID_OBLIGATION, .t_s = s->t_s, .obligation = &due[i]};
        status result = pass_on(s, what, wire_obligation_json(s->game, &due[i]), why);
        if (result != STATUS_OK) return result;
    }
    memcpy(s->due, due, (size_t)n * sizeof *due);
    s->due_count = n;
    return STATUS_OK;
}

static status say_provisional(session *s, int unit, fault *why) {
    unit_memory *memory = &s->units[unit];
    move m;
    if (!segmenter_settled(s->segmenter, unit) || !segmenter_ongoing(s->segmenter, unit, &m)) {
        memory->settled_said = false;
        return STATUS_OK;
    }
    if (memory->settled_said) return STATUS_OK;
    memory->settled_said = true;
    status result = rules_judge(s->rules, s->state, &m, &s->verdict);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while judging a move");
    s->verdict.t_s = s->t_s;
    s->verdict.move = s->move + 1;
    return say_verdict(s, SAID_SETTLED, &s->verdict, &m, why);
}

// A move that was judged and is then taken back keeps its verdict, marked so.
static status say_taken_back(session *s, int unit, fault *why) {
    unit_memory *memory = unit >= 0 ? &s->units[unit] : NULL;
    if (!memory || !memory->has_last || memory->last.taken_back) return STATUS_OK;
    memory->last.taken_back = true;
    memory->last.t_s = s->t_s;
    return say_verdict(s, SAID_MOVE, &memory->last, NULL, why);
}

// What e enters for the unit, or with e NULL what it left undone in the phase that ends.
static status say_act(session *s, const event *e, int unit, fault *why) {
    if (!rules_judge_act(s->rules, s->state, e, unit, &s->verdict)) return STATUS_OK;
    s->verdict.t_s = s->t_s;
    s->tally.acts += s->verdict.ruling != RULING_LEGAL;
    s->tally.illegal_acts += s->verdict.ruling == RULING_ILLEGAL;
    said what = {.kind = SAID_ACT, .t_s = s->t_s, .verdict = &s->verdict};
    return pass_on(s, what, wire_act_json(s->game, &s->verdict), why);
}

// A phase is over: what was announced for it and left undone.
static status say_undone(session *s, fault *why) {
    status result = STATUS_OK;
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++) result = say_act(s, NULL, u, why);
    return result;
}

static bool concerns(const session *s, const event *e, int unit) {
    if (e->unit == unit || (e->kind == EVENT_DECLARE && e->target == unit)) return true;
    for (int i = 0; i < e->figure_count && e->kind == EVENT_REMOVE; i++)
        if (s->game->figures[e->figures[i]].unit == unit) return true;
    for (int i = 0; i < e->pose_count; i++)
        if (s->game->figures[e->poses[i].figure].unit == unit) return true;
    return false;
}

// Figures that were taken off the table are seen on it again: no move, yet something to judge (vocabulary.md).
static bool reappears(const session *s, const event *e) {
    for (int i = 0; i < e->pose_count; i++) {
        bool on_table, hidden;
        if (rules_pose(s->state, e->poses[i].figure, &on_table, &hidden) && !on_table) return true;
    }
    return false;
}

// What is entered is judged before it takes effect.
static status say_entered(session *s, const event *e, fault *why) {
    if (e->kind == EVENT_HEADER || (e->kind == EVENT_OBSERVE && !reappears(s, e))) return STATUS_OK;
    status result = STATUS_OK;
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++)
        if (concerns(s, e, u)) result = say_act(s, e, u, why);
    return result;
}

// Units of which the event tells where they stand now.
static status say_what_follows(session *s, const event *e, fault *why) {
    int before = -1;
    for (int i = 0; i < e->pose_count; i++) {
        int unit = s->game->figures[e->poses[i].figure].unit;
        if (unit == before) continue;
        before = unit;
        status result = say_alerts(s, unit, why);
        if (result != STATUS_OK) return result;
    }
    return STATUS_OK;
}

// The verdict of a move that was a question, as the answer makes it: said again, and booked in place of the first.
static status say_answered(session *s, int unit, fault *why) {
    unit_memory *memory = &s->units[unit];
    const move *m = question_move(memory->asked);
    s->verdict.t_s = s->t_s;
    s->verdict.move = memory->last.move;
    event back = {.kind = EVENT_TAKE_BACK, .t_s = s->t_s, .unit = unit, .target = -1, .side = -1};
    status result = rules_apply(s->rules, s->state, &back);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while following the game");
    rules_book(s->rules, s->state, m, &s->verdict);
    count_ruling(s, memory->last.ruling, -1);
    count_ruling(s, s->verdict.ruling, 1);
    memory->last = s->verdict;
    result = say_verdict(s, SAID_MOVE, &s->verdict, m, why);
    drop_question(s, unit);
    return result == STATUS_OK && s->options.states ? say_state(s, why) : result;
}

static bool is_answer(const event *e) { return e->kind == EVENT_DECLARE || e->kind == EVENT_DICE || e->kind == EVENT_STATUS; }

// What is entered after a move whose verdict was a question may answer it, within the phase.
static status hear_answers(session *s, const event *e, fault *why) {
    if (is_answer(e) && e->unit >= 0) s->units[e->unit].settled_said = false;  // nor need a provisional verdict hold any longer
    for (int u = 0; u < s->game->unit_count; u++) {
        question *q = s->units[u].asked;
        if (q && (e->kind == EVENT_PHASE || (e->kind == EVENT_TAKE_BACK && e->unit == u))) drop_question(s, u);
        if (!s->units[u].asked || !is_answer(e)) continue;
        status result = question_hear(q, s->rules, e, &s->verdict);
        if (result != STATUS_OK) return fault_set(why, result, "out of memory while judging a move");
        if (s->verdict.ruling != RULING_ASK) result = say_answered(s, u, why);
        if (result != STATUS_OK) return result;
    }
    return STATUS_OK;
}

static status take_event(session *s, const event *e, fault *why) {
    bool takes_back = e->kind == EVENT_TAKE_BACK && e->unit >= 0;
    // A move that was not judged yet was not charged: there is nothing that the rules must give back.
    bool gives_back = takes_back && segmenter_takes_back(s->segmenter, e->unit) == SEGMENT_TAKES_ENDED;
    status result = segmenter_feed(s->segmenter, e);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while following a move");
    int moves = s->tally.moves;
    result = judge_finished(s, s->t_s, why);
    if (result == STATUS_OK && s->tally.moves != moves) result = say_obligations(s, why);
    if (result != STATUS_OK) return result;
    if (e->kind == EVENT_PHASE) result = say_undone(s, why);
    if (result == STATUS_OK) result = say_entered(s, e, why);
    if (result != STATUS_OK) return result;
    if (!takes_back || gives_back) result = rules_apply(s->rules, s->state, e);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while following the game");
    if (gives_back) result = say_taken_back(s, e->unit, why);
    if (result == STATUS_OK) result = hear_answers(s, e, why);
    if (result == STATUS_OK && e->kind == EVENT_OBSERVE) result = say_what_follows(s, e, why);
    if (result == STATUS_OK && e->kind != EVENT_OBSERVE) result = say_obligations(s, why);
    return result;
}

// Figures that came to rest where they can't stand are put right before the next event.
static status untangle(session *s, const event *next, fault *why) {
    event right;
    status result = STATUS_OK;
    segmenter_tick(s->segmenter, s->t_s);
    for (int u = 0; u < s->game->unit_count && result == STATUS_OK; u++) {
        if (!places_untangle(s->places, s->state, s->segmenter, u, next, &right)) continue;
        right.t_s = s->t_s;
        result = take_event(s, &right, why);
    }
    return result;
}

static bool contradicts(session *s, const event *e) {
    fault wrong;
    bool found = rules_contradicts(s->rules, s->state, e, &wrong);
    if (!found && e->kind == EVENT_RULING && e->move > s->move) {
        fault_set(&wrong, STATUS_INVALID, "move: %d has not been judged yet: the last one was %d", e->move, s->move);
        found = true;
    }
    if (found) say_bad(s, wrong.text);
    return found;
}

status session_feed(session *s, const event *e, fault *why) {
    s->t_s = e->t_s > s->t_s ? e->t_s : s->t_s;
    if (contradicts(s, e)) return STATUS_OK;
    status result = untangle(s, e, why);
    if (result != STATUS_OK) return result;
    event sound = places_sift(s->places, s->state, e);
    result = take_event(s, &sound, why);
    places_note(s->places, &sound);
    return result;
}

status session_tick(session *s, double t_s, fault *why) {
    s->t_s = t_s > s->t_s ? t_s : s->t_s;
    segmenter_tick(s->segmenter, s->t_s);
    status result = STATUS_OK;
    for (int u = 0; s->options.provisional && u < s->game->unit_count && result == STATUS_OK; u++) result = say_provisional(s, u, why);
    return result;
}

status session_finish(session *s, double t_s, fault *why) {
    s->t_s = t_s > s->t_s ? t_s : s->t_s;
    status result = untangle(s, NULL, why);
    if (result == STATUS_OK) result = segmenter_finish(s->segmenter, s->t_s);
    if (result != STATUS_OK) return fault_set(why, result, "out of memory while following a move");
    result = judge_finished(s, s->t_s, why);
    return result == STATUS_OK ? say_undone(s, why) : result;
}

char *session_rules_json(const session *s) { return rule_table_json(s->game->ruleset, s->rules, s->state); }

session_tally session_count(const session *s) { return s->tally; }
