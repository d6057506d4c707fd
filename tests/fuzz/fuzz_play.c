// A game played by bytes: each few of them are an event that the reader would take, so that nothing is spent on text and all on the judge.
// Input: a byte that chooses the game, then events: a byte for the kind and its operands.
#include <string.h>

#include "rules/rules.h"
#include "tests/fuzz/fuzz_table.h"

#define EVENTS_MAX 120
#define FIGURES_MAX 256

typedef struct {
    const uint8_t *at, *end;
} bytes;

static int take(bytes *b) { return b->at < b->end ? *b->at++ : 0; }
static double between(bytes *b, double low, double high) { return low + (high - low) * take(b) / 255; }

static const char *a_word(const char *const *words, int n) {
    int count = 0;
    while (words[count]) count++;
    return count ? words[n % count] : "";
}

static const rules_ruleset *ruleset_of(const game *g) { return rules_ruleset_find(g->ruleset); }

// How a unit is carried: a step, a wheel about a front corner, faces in place, or each figure as it likes.
static void carry(bytes *b, const game *g, int unit, event_pose *poses, event_pose *now) {
    const game_unit *u = &g->units[unit];
    int how = take(b);
    double x = between(b, -10, 10), y = between(b, -10, 10), turn = how & 1 ? between(b, -PI, PI) : (take(b) % 8) * PI / 4;
    vec2 pivot = now[u->first_figure + take(b) % u->figure_count].pose.at;
    for (int i = 0; i < u->figure_count; i++) {
        pose p = now[u->first_figure + i].pose;
        if (how & 2) p.at = vec2_add(pivot, vec2_rotate(vec2_sub(p.at, pivot), turn));
        if (how & 6) p.heading_rad = angle_wrap(p.heading_rad + turn);
        if (how & 8) p.at = vec2_add(p.at, (vec2){between(b, -2, 2), between(b, -2, 2)});
        if (!(how & 16)) p.at = vec2_add(p.at, (vec2){x, y});
        poses[i] = now[u->first_figure + i] = (event_pose){.figure = u->first_figure + i, .pose = p};
    }
}

static void make_items(bytes *b, const game *g, event_status *e, event_item *items) {
    static const char *const flags[] = {"in_command", "routed", "rallied", "fleeing", "disrupted", "moved_compulsorily", "concealed"};
    int n = take(b);
    event_item *it = &items[0];
    *it = (event_item){.kind = OPTION_FLAG, .flag = n & 1};
    if (n % 11 < 7) {
        strcpy(it->key, flags[n % 11]);
    } else if (n % 11 == 7) {
        strcpy(it->key, "movement_in");
        it->kind = OPTION_NUMBER;
        it->number = take(b) % 30;
    } else if (n % 11 == 8) {
        strcpy(it->key, "rout_cause");
        it->kind = OPTION_RANGE;
        it->number = between(b, 0, 72);
        it->high = between(b, 0, 48);
    } else if (n % 11 == 9) {
        strcpy(it->key, "leader");
        it->kind = OPTION_TEXT;
        strcpy(it->text, g->figures[g->units[e->unit].first_figure].id);
    } else {
        strcpy(it->key, "engaged_with");
        it->kind = OPTION_TEXT;
        strcpy(it->text, g->units[take(b) % g->unit_count].id);
    }
    e->items = items;
    e->item_count = 1;
}

static void make_declaration(bytes *b, const game *g, event_declare *e, event_item *items) {
    static const char *const formations[] = {"closed", "open", "irregular", "column", "line", "square", NULL};
    static const char *const edges[] = {"north", "east", "south", "west", NULL};
    strcpy(e->action, a_word(rules_ruleset_words(ruleset_of(g), RULES_ACTIONS), take(b)));
    if (!e->action[0]) strcpy(e->action, "charge");
    int n = take(b);
    e->target = n & 1 ? take(b) % g->unit_count : -1;
    if (!(n & 2)) return;
    items[0] = (event_item){.kind = OPTION_TEXT};
    strcpy(items[0].key, n & 4 ? "to" : "edge");
    strcpy(items[0].text, a_word(n & 4 ? formations : edges, take(b)));
    e->items = items;
    e->item_count = 1;
}

// What the bytes say next; false for a kind that carries nothing here.
static bool make_event(bytes *b, const game *g, event *e, event_pose *poses, event_pose *now, event_item *items, int *figures, order_leg *legs) {
    const rules_ruleset *rs = ruleset_of(g);
    int kind = take(b), unit = take(b) % g->unit_count;
    const game_unit *u = &g->units[unit];
    switch (kind % 16) {
        case 0:
        case 1:
            e->kind = EVENT_PHASE;
            strcpy(e->phase.phase, a_word(rules_ruleset_words(rs, RULES_PHASES), take(b)));
            e->phase.turn = take(b) % 6;
            e->phase.side = take(b) % 3 - 1;
            return e->phase.phase[0] != 0;
        case 2:
        case 3:
            e->kind = EVENT_DECLARE;
            e->declare = (event_declare){.unit = unit, .target = -1, .side = -1};
            make_declaration(b, g, &e->declare, items);
            return true;
        case 4:
            e->kind = EVENT_STATUS;
            e->status.unit = unit;
            make_items(b, g, &e->status, items);
            return true;
        case 5:
            e->kind = EVENT_DICE;
            e->dice.unit = unit;
            strcpy(e->dice.check, (const char *[]){"morale", "discipline", "leadership", "rally"}[take(b) % 4]);
            e->dice.passed = take(b) & 1;
            return true;
        case 6:
            e->kind = kind & 16 ? EVENT_TAKE_BACK : EVENT_END_MOVE;
            if (kind & 16)
                e->take_back.unit = unit;
            else
                e->end_move.unit = unit;
            return true;
        case 7:
            e->kind = EVENT_REMOVE;
            figures[0] = u->first_figure + take(b) % u->figure_count;
            e->remove = (event_remove){figures, 1};
            return true;
        case 8:
            e->kind = EVENT_ORDER;
            legs[0] = (order_leg){between(b, -PI, PI), between(b, 0, 20), between(b, -PI, PI)};
            e->order = (event_order){unit, legs, take(b) % 2};
            return true;
        case 9:
            e->kind = EVENT_INITIATIVE;
            e->initiative.side = take(b) % g->side_count;
            return true;
        case 10:
            e->kind = EVENT_END_MOVE;
            e->end_move.unit = unit;
            return true;
        default:
            e->kind = kind & 32 && kind & 64 ? EVENT_PLACE : EVENT_OBSERVE;
            carry(b, g, unit, poses, now);
            event_set_poses(e, poses, u->figure_count);
            if (e->kind == EVENT_OBSERVE && kind % 16 == 15) {  // one is seen no more
                figures[0] = u->first_figure;
                e->observe = (event_observe){.poses = poses + 1, .pose_count = u->figure_count - 1, .hidden = figures, .hidden_count = 1};
            }
            return true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const game *g = fuzz_game(data[0]);
    event_pose poses[FIGURES_MAX], now[FIGURES_MAX];
    event_item items[4];
    order_leg legs[4];
    int figures[FIGURES_MAX];
    bytes b = {data + 1, data + size};
    fuzz_table t;
    double t_s = 0;
    fuzz_insist(g->figure_count <= FIGURES_MAX, "the games are small");
    for (int f = 0; f < g->figure_count; f++) now[f] = (event_pose){.figure = f, .pose = g->figures[f].start};
    fuzz_open(&t, g, data[0]);
    for (int i = 0; b.at < b.end && i < EVENTS_MAX; i++) {
        event e = {.t_s = t_s += 0.1 * (take(&b) % 32)};
        if (!make_event(&b, g, &e, poses, now, items, figures, legs)) continue;
        stream_round_event(poses, event_poses(&e).count);
        fuzz_take(&t, g, &e);
    }
    fuzz_close(&t, t_s);
    return 0;
}
