#include "pipeline/declared_markers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/marker_means.h"
#include "pipeline/pipeline_limits.h"
#include "rules/rules.h"

enum { EVENTS_MAX = 64, PHASES_MAX = 16 };

typedef struct {
    marker_means means;
    bool lies, settled, asked;
    vec2 at;
    int looks;
    double since_s, gone_s;  // in this place since; missed since, NAN: not missed
    int unit;                // for which its meaning was reported and holds; -1
    vec2 stood;              // middle of the unit when it was reported; NAN: not known yet
    int phase;               // number of the phase in which it was reported
    int candidates[2];
} one_marker;

typedef struct {
    event event;
    event_item item;
} made_event;

struct declared_markers {
    const game *game;
    one_marker *list;
    made_event events[EVENTS_MAX];
    int event_count, event_next;
    marker_question questions[EVENTS_MAX];
    int question_count, question_next;
    made_event given;
    int *reported;        // by marker and unit: the phase in which its meaning was reported for the unit, + 1; 0: never, or it was taken back
    double t_s, first_s;  // of the first picture; NAN: there was none
    int turn, phases;     // phases begun: names the present one
    char phase[EVENT_WORD_MAX];
    int side;
    uint64_t begun[PHASES_MAX];  // in this turn, by phase: bit side + 1
};

status declared_markers_create(const game *g, declared_markers **out, fault *fault) {
    declared_markers *d = calloc(1, sizeof *d);
    *out = d;
    if (!d) return fault_set(fault, STATUS_MEMORY, "out of memory");
    *d = (declared_markers){.game = g, .side = -1, .first_s = NAN, .list = calloc((size_t)g->declaration_count + 1, sizeof *d->list)};
    d->reported = calloc((size_t)g->declaration_count * (size_t)g->unit_count + 1, sizeof *d->reported);
    if (!d->list || !d->reported) {
        declared_markers_destroy(d);
        *out = NULL;
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    for (int m = 0; m < g->declaration_count; m++) {
        d->list[m] = (one_marker){.gone_s = NAN, .unit = -1};
        marker_means_read(g, g->declarations[m].means, &d->list[m].means, NULL);
    }
    return STATUS_OK;
}

void declared_markers_destroy(declared_markers *d) {
    if (!d) return;
    free(d->list);
    free(d->reported);
    free(d);
}

bool declared_markers_fault(const game *g, fault *fault) {
    for (int m = 0; m < g->declaration_count; m++) {
        marker_means means;
        struct fault wrong;
        if (marker_means_read(g, g->declarations[m].means, &means, &wrong) == STATUS_OK) continue;
        fault_set(fault, STATUS_INVALID, "declaration_markers[%d].means: %.400s", m, wrong.text);
        return true;
    }
    return false;
}

// Events ------------------------------------------------------------------------------------------------------------------------------------

static made_event *make(declared_markers *d, event_kind kind) {
    if (d->event_next == d->event_count) d->event_next = d->event_count = 0;
    if (d->event_count >= EVENTS_MAX) return NULL;
    made_event *m = &d->events[d->event_count++];
    *m = (made_event){.event = {.kind = kind, .t_s = d->t_s}};
    return m;
}

bool declared_markers_next(declared_markers *d, event *out) {
    if (d->event_next >= d->event_count) return false;
    d->given = d->events[d->event_next++];
    *out = d->given.event;
    if (out->kind == EVENT_STATUS) out->status.items = &d->given.item;
    if (out->kind == EVENT_DECLARE) out->declare.items = &d->given.item;
    return true;
}

static void add_flag(made_event *m, const char *key, bool value) {
    m->item = (event_item){.kind = OPTION_FLAG, .flag = value};
    snprintf(m->item.key, sizeof m->item.key, "%s", key);
}

static void set_status(declared_markers *d, const marker_means *means, int unit, bool value) {
    made_event *m = make(d, EVENT_STATUS);
    if (!m) return;
    m->event.status = (event_status){.unit = unit, .item_count = 1};
    add_flag(m, means->word, value);
}

static void declare(declared_markers *d, const marker_means *means, int unit, bool withdrawn) {
    made_event *m = make(d, EVENT_DECLARE);
    if (!m) return;
    m->event.declare = (event_declare){.unit = unit, .target = -1, .side = -1, .item_count = withdrawn};
    memcpy(m->event.declare.action, means->word, sizeof m->event.declare.action);
    if (withdrawn) add_flag(m, "withdrawn", true);
}

static void note_phase(declared_markers *d, int turn, const char *phase, int side) {
    int first, last;
    rules_phase_span(rules_ruleset_find(d->game->ruleset), phase, &first, &last);
    if (turn != d->turn) memset(d->begun, 0, sizeof d->begun);
    d->turn = turn;
    d->side = side;
    d->phases++;
    snprintf(d->phase, sizeof d->phase, "%s", phase);
    for (int i = first; i >= 0 && i <= last && i < PHASES_MAX && side < 63; i++) d->begun[i] |= (uint64_t)1 << (side + 1);
}

static void begin_phase(declared_markers *d, const marker_means *means) {
    if (strcmp(d->phase, means->word) == 0 && d->side == means->side) return;  // it goes on
    bool again = means->first == 0 && means->last < PHASES_MAX && means->side < 63 && (d->begun[means->last] >> (means->side + 1) & 1);
    made_event *m = make(d, EVENT_PHASE);
    if (!m) return;
    m->event.phase = (event_phase){.turn = d->turn == 0 ? 1 : d->turn + again, .side = means->side};
    memcpy(m->event.phase.phase, means->word, sizeof m->event.phase.phase);
    note_phase(d, m->event.phase.turn, means->word, means->side);
}

// The unit of a marker ----------------------------------------------------------------------------------------------------------------------

static vec2 middle_of(const game_unit *u, const markers_view *v) {
    vec2 sum = {0, 0};
    int n = 0;
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (v->known[f]) sum = vec2_add(sum, v->figures[f].at), n++;
    return vec2_scale(sum, n ? 1.0 / n : 0);
}

static double gap_to(const declared_markers *d, const markers_view *v, const one_marker *m, int unit) {
    const game_unit *u = &d->game->units[unit];
    const marker *paper = &d->game->declarations[m - d->list].marker;
    double edge = paper->size_in > 0 ? paper->size_in : LAID_MARKER_IN, least = INFINITY;
    base tile = {.shape = BASE_ROUND, .width_in = edge, .depth_in = edge};  // whichever way it is turned
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++)
        if (v->known[f]) least = fmin(least, base_gap(tile, (pose){.at = m->at}, d->game->figures[f].base, v->figures[f]));
    return fmax(least, 0);
}

// The two nearest units, and whether it clearly belongs to the first.
static bool find_owner(const declared_markers *d, const markers_view *v, const one_marker *m, int nearest[2]) {
    double gap[2] = {INFINITY, INFINITY};
    nearest[0] = nearest[1] = -1;
    for (int u = 0; u < d->game->unit_count; u++) {
        double g = gap_to(d, v, m, u);
        if (g < gap[0]) {
            gap[1] = gap[0], nearest[1] = nearest[0];
            gap[0] = g, nearest[0] = u;
        } else if (g < gap[1]) {
            gap[1] = g, nearest[1] = u;
        }
    }
    bool clear = gap[0] <= LAID_BESIDE_IN && gap[1] >= LAID_CLEARLY * gap[0] + LAID_CLEARLY_IN;
    if (gap[0] > LAID_BESIDE_IN) nearest[0] = -1;
    if (gap[1] > LAID_BESIDE_IN) nearest[1] = -1;
    return clear;
}

static void ask(declared_markers *d, one_marker *m, const int nearest[2]) {
    if (d->question_next == d->question_count) d->question_next = d->question_count = 0;
    memcpy(m->candidates, nearest, sizeof m->candidates);
    if (m->asked || d->question_count >= EVENTS_MAX) return;
    m->asked = true;
    d->questions[d->question_count++] =
        (marker_question){.marker = (int)(m - d->list), .at = m->at, .units = {nearest[0], nearest[1]}, .t_s = d->t_s};
}

bool declared_markers_next_question(declared_markers *d, marker_question *out) {
    if (d->question_next >= d->question_count) return false;
    *out = d->questions[d->question_next++];
    return true;
}

// Laid and taken away -----------------------------------------------------------------------------------------------------------------------

static void begin_for(declared_markers *d, one_marker *m, int unit, vec2 stood, bool say) {
    m->unit = unit;
    m->asked = false;
    m->stood = stood;
    m->phase = d->phases;
    if (!say) return;
    if (m->means.kind == MEANS_STATUS) set_status(d, &m->means, unit, m->means.value);
    if (m->means.kind == MEANS_DECLARE) declare(d, &m->means, unit, false);
}

static void end_for(declared_markers *d, one_marker *m, const markers_view *v) {
    int unit = m->unit;
    m->unit = -1;
    if (unit < 0) return;
    if (m->means.kind == MEANS_STATUS && m->means.ends) set_status(d, &m->means, unit, !m->means.value);
    bool stirred = vec2_distance(middle_of(&d->game->units[unit], v), m->stood) > LAID_STIRRED_IN;
    if (m->means.kind == MEANS_DECLARE && m->phase == d->phases && !stirred) declare(d, &m->means, unit, true);
}

static bool all_known(const declared_markers *d, const markers_view *v) {
    for (int f = 0; f < d->game->figure_count; f++)
        if (!v->known[f]) return false;
    return true;
}

static int *said_of(const declared_markers *d, const one_marker *m, int unit) { return &d->reported[(m - d->list) * d->game->unit_count + unit]; }

// In a continued game, a marker that lay there at the first sighting belongs to the unit beside which it was laid.
static void take_up(declared_markers *d, one_marker *m, int unit, const markers_view *v) {
    int reported = m->since_s - d->first_s < LAID_BEFORE_S ? *said_of(d, m, unit) : 0;
    begin_for(d, m, unit, middle_of(&d->game->units[unit], v), reported == 0);
    if (reported > 0) m->phase = reported - 1;
}

static void settle(declared_markers *d, one_marker *m, const markers_view *v) {
    int nearest[2];
    m->settled = true;
    if (m->means.kind == MEANS_PHASE) begin_phase(d, &m->means);
    if (m->means.kind == MEANS_PHASE || m->means.kind == MEANS_NOTHING) return;
    bool clear = find_owner(d, v, m, nearest), still_its = m->unit >= 0 && (nearest[0] == m->unit || (!clear && nearest[1] == m->unit));
    if (still_its) return;
    if (!clear && v->t_s - m->since_s < LAID_PATIENCE_S && !all_known(d, v)) {
        m->settled = false;  // perhaps its unit is not found yet
        return;
    }
    end_for(d, m, v);
    if (clear)
        take_up(d, m, nearest[0], v);
    else
        ask(d, m, nearest);
}

static bool on_table(const game *g, vec2 p) {
    return p.x > -LAID_OFF_TABLE_IN && p.y > -LAID_OFF_TABLE_IN && p.x < g->width_in + LAID_OFF_TABLE_IN && p.y < g->depth_in + LAID_OFF_TABLE_IN;
}

static void seen_at(declared_markers *d, one_marker *m, vec2 at, const markers_view *v) {
    m->gone_s = NAN;
    if (!m->lies || vec2_distance(at, m->at) > LAID_SHIFT_IN) {
        m->lies = true;
        m->settled = m->asked = false;
        m->at = at;
        m->looks = 0;
        m->since_s = v->t_s;
    }
    m->looks++;
    if (m->unit >= 0 && isnan(m->stood.x)) m->stood = middle_of(&d->game->units[m->unit], v);
    if (!m->settled && m->looks >= LAID_LOOKS && v->t_s - m->since_s >= LAID_S) settle(d, m, v);
}

static void missed(declared_markers *d, one_marker *m, const markers_view *v) {
    if (!m->lies) return;
    if (!isfinite(m->gone_s)) m->gone_s = v->t_s;
    if (v->t_s - m->gone_s < LAID_GONE_S) return;
    m->lies = m->settled = m->asked = false;
    m->gone_s = NAN;
    end_for(d, m, v);
}

void declared_markers_see(declared_markers *d, const markers_view *v) {
    d->t_s = fmax(d->t_s, v->t_s);
    if (isnan(d->first_s)) d->first_s = v->t_s;
    for (int k = 0; k < d->game->declaration_count; k++) {
        one_marker *m = &d->list[k];
        const marker_sighting *s = NULL;
        for (int i = 0; i < v->seen_count; i++)
            if (v->seen[i].marker == k) s = &v->seen[i];
        if (s && on_table(d->game, s->at))
            seen_at(d, m, s->at, v);
        else if (s || v->looked[k])
            missed(d, m, v);
        else
            m->gone_s = NAN;  // covered, or not looked at: not known
    }
}

// From elsewhere ----------------------------------------------------------------------------------------------------------------------------

static bool says_the_same(const marker_means *m, const event *e) {
    const event_status *reported = event_as_status(e);
    if (m->kind == MEANS_DECLARE) return e->kind == EVENT_DECLARE && strcmp(e->declare.action, m->word) == 0;
    for (int i = 0; m->kind == MEANS_STATUS && reported && i < reported->item_count; i++)
        if (strcmp(reported->items[i].key, m->word) == 0 && reported->items[i].flag == m->value) return true;
    return false;
}

// The opposite of what it means, or that it is withdrawn.
static bool says_the_end(const marker_means *m, const event *e) {
    event_item_list items = event_items(e);
    for (int i = 0; i < items.count; i++) {
        const event_item *k = &items.at[i];
        if (m->kind == MEANS_STATUS && e->kind == EVENT_STATUS && strcmp(k->key, m->word) == 0 && k->flag != m->value) return true;
        if (m->kind == MEANS_DECLARE && says_the_same(m, e) && strcmp(k->key, "withdrawn") == 0 && k->flag) return true;
    }
    return false;
}

static void note_said(declared_markers *d, const event *e) {
    int unit = event_unit(e);
    for (int k = 0; k < d->game->declaration_count && unit >= 0; k++) {
        const marker_means *m = &d->list[k].means;
        if (says_the_end(m, e))
            *said_of(d, &d->list[k], unit) = 0;
        else if (says_the_same(m, e))
            *said_of(d, &d->list[k], unit) = d->phases + 1;
    }
}

void declared_markers_enter(declared_markers *d, const event *e) {
    note_said(d, e);
    const event_phase *begun = event_as_phase(e);
    int unit = event_unit(e);
    if (begun && (begun->turn > 0 ? begun->turn >= d->turn : true)) note_phase(d, begun->turn > 0 ? begun->turn : d->turn, begun->phase, begun->side);
    for (int k = 0; k < d->game->declaration_count && unit >= 0; k++) {
        one_marker *m = &d->list[k];
        if (!m->asked || !says_the_same(&m->means, e)) continue;
        begin_for(d, m, unit, (vec2){NAN, NAN}, false);  // the answer; it is entered already
        return;
    }
}

int declared_markers_list(const declared_markers *d, marker_place *out, int max) {
    int n = 0;
    for (int k = 0; k < d->game->declaration_count && n < max; k++)
        if (d->list[k].lies && d->list[k].settled) {
            const one_marker *m = &d->list[k];
            out[n++] = (marker_place){k, m->at, m->unit, m->asked, {m->candidates[0], m->candidates[1]}};
        }
    return n;
}
