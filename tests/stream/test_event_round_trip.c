// Whatever event of whatever kind is written is read back as the same event, bit for bit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stream/event_fields.h"
#include "tests/record/small_game.h"
#include "tests/same_pose.h"

#define TRIALS 3000  // of each kind
#define FIGURES 5    // of the small game

// An event's arrays.
typedef struct {
    event_pose poses[FIGURES];
    int order[FIGURES], hidden[FIGURES], nudged[FIGURES], group[FIGURES];
    event_item items[20];
    order_leg legs[8];
} arrays;

static game *g;
static uint64_t dice = 99;

// Source: Marsaglia, Xorshift RNGs (2003).
static int roll(int n) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (int)(dice % (uint64_t)n);
}

static double between(double low, double high) { return low + (high - low) * roll(1 << 30) / (1 << 30); }

// A whole angle that is written without rounding.
static double angle(void) { return (roll(1440) / 4.0 - 179.75) * RAD_PER_DEG; }

static int one_or_none(int count) { return roll(count + 1) - 1; }

// Text with all that has to be escaped, of whole characters.
static void make_text(char *out, size_t size, bool may_be_empty) {
    static const char *const parts[] = {"a", " ", "\"", "\\", "<", "\n", "\x01", "\x7f", "\xC3\xBC", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2", "0"};
    size_t used = 0, most = may_be_empty ? (size_t)roll((int)size) : 1 + (size_t)roll((int)size - 1);
    out[0] = '\0';
    for (;;) {
        const char *part = parts[used == 0 && !may_be_empty ? 0 : roll(sizeof parts / sizeof *parts)];
        if (used + strlen(part) > most || used + strlen(part) >= size) return;
        strcpy(out + used, part);
        used += strlen(part);
    }
}

static const char *a_word(const char *const *words) {
    int count = 0;
    while (words[count]) count++;
    return words[roll(count)];
}

// The words that the list has for a key.
static const char *const *words_of(const event_layout *l, const char *key) {
    for (int i = 0; i < l->field_count; i++)
        if (strcmp(l->fields[i].key, key) == 0) return l->fields[i].words;
    fail_msg("no key %s", key);
    return NULL;
}

static void shuffle(arrays *a) {
    for (int i = 0; i < FIGURES; i++) a->order[i] = i;
    for (int i = FIGURES - 1; i > 0; i--) {
        int k = roll(i + 1), was = a->order[i];
        a->order[i] = a->order[k];
        a->order[k] = was;
    }
}

// The first `count` of the shuffled figures have a pose.
static void make_poses(arrays *a, int count, bool still) {
    double sigma_in = roll(2) ? between(0, 0.1) : 0, sigma_rad = roll(2) ? between(0, 4) : 0;
    for (int i = 0; i < count; i++) {
        pose p = {{between(-99, 99), between(-99, 99)}, between(-9, 9), sigma_in, sigma_rad};
        if (roll(3) == 0) p.sigma_in = between(0, 0.1), p.sigma_rad = between(0, 4);
        if (roll(4) == 0) p.fronts = roll(2) ? 2 : 4;
        a->poses[i] = (event_pose){a->order[i], p, still && roll(2) ? between(0, 30) : 0};
    }
    stream_round_event(a->poses, count);
}

static void make_groups(arrays *a, event_observe *e) {
    int cut = 2 + roll(2);
    e->ambiguous_count = roll(2) ? FIGURES : 2;
    for (int i = 0; i < e->ambiguous_count; i++) a->group[i] = i >= cut;
    if (e->ambiguous_count == 2) a->group[1] = 0;
    e->ambiguous = a->order;
    e->ambiguous_group = a->group;
}

static event_observe make_observation(arrays *a) {
    event_observe e = {.poses = a->poses, .pose_count = roll(FIGURES + 1), .gap_s = roll(3) ? 0 : between(0, 1000)};
    make_poses(a, e.pose_count, true);
    for (int i = e.pose_count; i < FIGURES; i++)
        if (roll(2)) a->hidden[e.hidden_count++] = a->order[i];
    for (int i = 0; i < e.pose_count; i++)
        if (roll(3) == 0) a->nudged[e.nudged_count++] = a->order[i];
    if (roll(2)) make_groups(a, &e);
    e.hidden = a->hidden;
    e.nudged = a->nudged;
    return e;
}

// A key with any value that an item can hold.
static event_item make_item(const char *key) {
    event_item it = {.kind = OPTION_FLAG};
    snprintf(it.key, sizeof it.key, "%s", key);
    switch (roll(5)) {
        case 0:
            it.is_null = true;
            break;
        case 1:
            it.flag = roll(2);
            break;
        case 2:
            it.kind = OPTION_NUMBER;
            it.number = between(-1e5, 1e5);
            break;
        case 3:
            it.kind = OPTION_RANGE;
            it.number = between(-99, 99);
            it.high = between(-99, 99);
            break;
        default:
            it.kind = OPTION_TEXT;
            make_text(it.text, sizeof it.text, true);
    }
    return it;
}

static event_item text_item(const char *key, const char *text) {
    event_item it = {.kind = OPTION_TEXT};
    snprintf(it.key, sizeof it.key, "%s", key);
    snprintf(it.text, sizeof it.text, "%s", text);
    return it;
}

static event_declare make_declaration(arrays *a) {
    event_declare e = {.unit = roll(g->unit_count), .target = one_or_none(g->unit_count), .side = one_or_none(g->side_count), .items = a->items};
    strcpy(e.action, a_word(words_of(&event_layouts[EVENT_DECLARE], "action")));
    e.figure_count = roll(FIGURES + 1);
    e.figures = a->order;
    if (roll(2)) a->items[e.item_count++] = text_item("supports", g->units[roll(g->unit_count)].id);
    if (roll(2)) a->items[e.item_count++] = text_item("to", a_word(event_formations));
    if (roll(2)) a->items[e.item_count++] = text_item("edge", a_word(words_of(&event_declared_layout, "edge")));
    if (roll(2)) a->items[e.item_count++] = make_item("withdrawn");
    if (roll(2)) a->items[e.item_count++] = make_item("a key that is not known");
    return e;
}

static event_item make_state(const event_state *state, int unit) {
    const game_unit *u = &g->units[unit];
    event_item it = {.kind = OPTION_FLAG, .flag = roll(2)};
    snprintf(it.key, sizeof it.key, "%s", state->key);
    switch (state->kind) {
        case STATE_FLAG:
            break;
        case STATE_INCHES:
            it = (event_item){.kind = OPTION_NUMBER, .number = between(0, 30)};
            break;
        case STATE_COUNT:
            it = (event_item){.kind = OPTION_NUMBER, .number = roll(40)};
            break;
        case STATE_LEADER:
            it = text_item("", g->figures[u->first_figure + roll(u->figure_count)].id);
            break;
        case STATE_PLACE_OR_UNIT:
            it = roll(2) ? text_item("", g->units[roll(g->unit_count)].id)
                         : (event_item){.kind = OPTION_RANGE, .number = between(0, 72), .high = -1.5};
            break;
        case STATE_FORMATION:
            it = text_item("", a_word(event_formations));
            break;
        case STATE_UNITS:
            it = text_item("", g->units[roll(g->unit_count)].id);
            if (roll(3) == 0) it.is_null = true, it.text[0] = '\0';
            break;
    }
    snprintf(it.key, sizeof it.key, "%s", state->key);
    return it;
}

static event_status make_status(arrays *a) {
    event_status e = {.unit = roll(g->unit_count), .items = a->items};
    for (int i = 0; i < event_state_count; i++)
        if (roll(3) == 0) a->items[e.item_count++] = make_state(&event_states[i], e.unit);
    if (roll(3) == 0) a->items[e.item_count++] = make_item("mood");
    return e;
}

static event_order make_order(arrays *a) {
    event_order e = {roll(g->unit_count), a->legs, roll(9)};
    for (int i = 0; i < e.leg_count; i++) a->legs[i] = (order_leg){angle(), roll(400) / 16.0, angle()};
    return e;
}

static void make(event *e, event_kind kind, double t_s, arrays *a) {
    *e = (event){.kind = kind, .t_s = t_s};
    shuffle(a);
    switch (kind) {
        case EVENT_HEADER:
            make_text(e->header.title, sizeof e->header.title, true);
            break;
        case EVENT_PHASE:
            e->phase.turn = roll(100001);
            e->phase.side = one_or_none(g->side_count);
            make_text(e->phase.phase, sizeof e->phase.phase, false);
            break;
        case EVENT_INITIATIVE:
            e->initiative.side = roll(g->side_count);
            break;
        case EVENT_OBSERVE:
            e->observe = make_observation(a);
            break;
        case EVENT_DECLARE:
            e->declare = make_declaration(a);
            break;
        case EVENT_ORDER:
            e->order = make_order(a);
            break;
        case EVENT_DICE:
            e->dice = (event_dice){.unit = roll(g->unit_count), .passed = roll(2)};
            strcpy(e->dice.check, a_word(words_of(&event_layouts[EVENT_DICE], "check")));
            break;
        case EVENT_STATUS:
            e->status = make_status(a);
            break;
        case EVENT_REMOVE:
            e->remove = (event_remove){a->order, roll(FIGURES + 1)};
            break;
        case EVENT_PLACE:
            e->place = (event_place){a->poses, roll(FIGURES + 1)};
            make_poses(a, e->place.pose_count, false);
            break;
        case EVENT_END_MOVE:
            e->end_move.unit = roll(g->unit_count);
            break;
        case EVENT_TAKE_BACK:
            e->take_back.unit = roll(g->unit_count);
            break;
        case EVENT_RULING:
            e->ruling.move = 1 + roll(100000);
            make_text(e->ruling.ruling, sizeof e->ruling.ruling, false);
            make_text(e->ruling.by, sizeof e->ruling.by, true);
            make_text(e->ruling.note, sizeof e->ruling.note, true);
            break;
        case EVENT_BEHAVIOUR:
            make_text(e->behaviour.rule, sizeof e->behaviour.rule, false);
            e->behaviour.how = (behaviour)roll(BEHAVIOUR_COUNT);
            break;
        case EVENT_KIND_COUNT:
            fail();
    }
}

static bool same_poses(event_pose_list a, event_pose_list b) {
    bool same = a.count == b.count;
    for (int i = 0; same && i < a.count; i++) {
        const pose *p = &a.at[i].pose, *q = &b.at[i].pose;
        same = a.at[i].figure == b.at[i].figure && same_pose(*p, *q) && a.at[i].still_for_s == b.at[i].still_for_s;
    }
    return same;
}

static bool same_ints(const int *a, int a_count, const int *b, int b_count) {
    return a_count == b_count && (a_count == 0 || memcmp(a, b, (size_t)a_count * sizeof *a) == 0);
}

static bool same_items(event_item_list a, event_item_list b) {
    bool same = a.count == b.count;
    for (int i = 0; same && i < a.count; i++) {
        const event_item *x = &a.at[i], *y = &b.at[i];
        same = strcmp(x->key, y->key) == 0 && x->is_null == y->is_null && (x->is_null || x->kind == y->kind);
        same = same && x->number == y->number && x->high == y->high && x->flag == y->flag && strcmp(x->text, y->text) == 0;
    }
    return same;
}

static bool same_observation(const event_observe *a, const event_observe *b) {
    return same_ints(a->hidden, a->hidden_count, b->hidden, b->hidden_count) && same_ints(a->nudged, a->nudged_count, b->nudged, b->nudged_count) &&
           same_ints(a->ambiguous, a->ambiguous_count, b->ambiguous, b->ambiguous_count) &&
           same_ints(a->ambiguous_group, a->ambiguous_count, b->ambiguous_group, b->ambiguous_count) && a->gap_s == b->gap_s;
}

static bool same_legs(const event_order *a, const event_order *b) {
    bool same = a->leg_count == b->leg_count;
    for (int i = 0; same && i < a->leg_count; i++)
        same = a->legs[i].direction_rad == b->legs[i].direction_rad && a->legs[i].distance_in == b->legs[i].distance_in &&
               a->legs[i].facing_rad == b->legs[i].facing_rad;
    return same;
}

static bool same_keys(const event *a, const event *b) {
    switch (a->kind) {
        case EVENT_HEADER:
            return strcmp(a->header.title, b->header.title) == 0;
        case EVENT_PHASE:
            return a->phase.turn == b->phase.turn && a->phase.side == b->phase.side && strcmp(a->phase.phase, b->phase.phase) == 0;
        case EVENT_INITIATIVE:
            return a->initiative.side == b->initiative.side;
        case EVENT_OBSERVE:
            return same_observation(&a->observe, &b->observe);
        case EVENT_DECLARE:
            return a->declare.target == b->declare.target && a->declare.side == b->declare.side &&
                   strcmp(a->declare.action, b->declare.action) == 0 &&
                   same_ints(a->declare.figures, a->declare.figure_count, b->declare.figures, b->declare.figure_count);
        case EVENT_ORDER:
            return same_legs(&a->order, &b->order);
        case EVENT_DICE:
            return a->dice.passed == b->dice.passed && strcmp(a->dice.check, b->dice.check) == 0;
        case EVENT_REMOVE:
            return same_ints(a->remove.figures, a->remove.figure_count, b->remove.figures, b->remove.figure_count);
        case EVENT_RULING:
            return a->ruling.move == b->ruling.move && strcmp(a->ruling.ruling, b->ruling.ruling) == 0 && strcmp(a->ruling.by, b->ruling.by) == 0 &&
                   strcmp(a->ruling.note, b->ruling.note) == 0;
        case EVENT_BEHAVIOUR:
            return strcmp(a->behaviour.rule, b->behaviour.rule) == 0 && a->behaviour.how == b->behaviour.how;
        case EVENT_STATUS:
        case EVENT_PLACE:
        case EVENT_END_MOVE:
        case EVENT_TAKE_BACK:  // unit, items and poses are all that they have
            return true;
        case EVENT_KIND_COUNT:
            break;
    }
    return false;
}

static bool same_event(const event *a, const event *b) {
    return a->kind == b->kind && a->t_s == b->t_s && event_unit(a) == event_unit(b) && same_poses(event_poses(a), event_poses(b)) &&
           same_items(event_items(a), event_items(b)) && same_keys(a, b);
}

static void what_is_written_is_read_back(void **state) {
    stream_reader *r;
    fault fault = {""};
    arrays a;
    event made, read;
    double t_s = 0;
    (void)state;
    assert_int_equal(stream_reader_create(g, &r, &fault), STATUS_OK);
    for (int i = 0; i < TRIALS * EVENT_KIND_COUNT; i++) {
        make(&made, (event_kind)(i % EVENT_KIND_COUNT), t_s += roll(2) ? between(0, 1) : 0, &a);
        char *json = stream_event_json(g, &made);
        assert_non_null(json);
        if (stream_read_event(r, json, strlen(json), &read, &fault) != STATUS_OK) fail_msg("%s\nwas refused: %s", json, fault.text);
        if (!same_event(&made, &read)) fail_msg("%s\nis read as another event", json);
        free(json);
    }
    stream_reader_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read_back)};
    fault fault;
    if (game_parse(small_game, strlen(small_game), "small", &g, NULL, NULL, &fault) != STATUS_OK) return 1;
    int failed = g->figure_count == FIGURES ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    game_destroy(g);
    return failed;
}
