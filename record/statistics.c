#include "record/tale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RULES_OF_A_MOVE 8
#define MOVES_MOST 100000
#define TURNS_MOST 10000
#define COST_MOST_IN 10000.0  // of a move; no table is so large

typedef enum { COUNTED_LEGAL, COUNTED_ILLEGAL, COUNTED_DOUBTFUL, COUNTED_ASK, COUNTED_ADVISORY, COUNTED_NONE } counted;

typedef struct {
    char rule[GAME_ID_MAX];
    counted as;
} named_rule;

// The last word on one move, or one act.
typedef struct {
    int number, unit;  // number 0: an act
    counted ruling;
    double cost_in;
    bool taken_back, overruled, upheld;
    named_rule rules[RULES_OF_A_MOVE];
    int rule_count;
} told_move;

struct statistics {
    const game *game;
    told_move *moves;
    int move_count, move_capacity;
    statistics_rule *rules;  // made when they are asked for
    int rule_count;
    statistics_turn *turns;
    int turn_count, turn_capacity;
    double turn_began_s, last_s;
};

status statistics_create(const game *g, statistics **out, fault *fault) {
    statistics *s = calloc(1, sizeof *s);
    if (!s) return fault_set(fault, STATUS_MEMORY, "out of memory");
    s->game = g;
    *out = s;
    return STATUS_OK;
}

void statistics_destroy(statistics *s) {
    if (!s) return;
    free(s->moves);
    free(s->rules);
    free(s->turns);
    free(s);
}

const game *statistics_game(const statistics *s) { return s->game; }

static bool grow(void **list, int count, int *capacity, size_t size) {
    if (count < *capacity) return true;
    int more = *capacity ? 2 * *capacity : 32;
    void *grown = realloc(*list, (size_t)more * size);
    if (!grown) return false;
    *list = grown;
    *capacity = more;
    return true;
}

// Rows ----------------------------------------------------------------------------------------------------------------------------------------

static double number_at(const cJSON *o, const char *key) {
    double n = tale_number(o, key, 0);
    return isfinite(n) ? n : 0;
}

static counted counted_of(const char *ruling) {
    static const char *const names[] = {"legal", "illegal", "doubtful", "ask", "advisory"};
    for (int i = 0; i < COUNTED_NONE; i++)
        if (strcmp(ruling, names[i]) == 0) return (counted)i;
    return COUNTED_NONE;
}

static told_move *move_at(statistics *s, const cJSON *o, bool make) {
    double number = number_at(o, "move");
    if (!(number >= 1 && number <= MOVES_MOST)) return NULL;
    for (int i = s->move_count - 1; i >= 0; i--)
        if (s->moves[i].number == (int)number) return &s->moves[i];
    if (!make || !grow((void **)&s->moves, s->move_count, &s->move_capacity, sizeof *s->moves)) return NULL;
    told_move *m = &s->moves[s->move_count++];
    *m = (told_move){.number = (int)number};
    return m;
}

static void take_findings(told_move *m, const cJSON *findings) {
    const cJSON *f;
    m->rule_count = 0;
    cJSON_ArrayForEach(f, findings) {
        counted as = counted_of(tale_text(f, "ruling"));
        if (as == COUNTED_LEGAL || as == COUNTED_NONE || m->rule_count == RULES_OF_A_MOVE) continue;
        named_rule *n = &m->rules[m->rule_count++];
        n->as = as;
        snprintf(n->rule, sizeof n->rule, "%s", tale_text(f, "rule"));
    }
}

// An act has no number of its own: each one counts.
static told_move *new_act(statistics *s) {
    if (s->move_count >= MOVES_MOST || !grow((void **)&s->moves, s->move_count, &s->move_capacity, sizeof *s->moves)) return NULL;
    s->moves[s->move_count] = (told_move){0};
    return &s->moves[s->move_count++];
}

static void take_verdict(statistics *s, const cJSON *o, bool act) {
    told_move *m = act ? new_act(s) : move_at(s, o, true);
    if (!m) return;
    m->unit = -1;
    for (int u = 0; u < s->game->unit_count; u++)
        if (strcmp(s->game->units[u].id, tale_text(o, "unit")) == 0) m->unit = u;
    m->ruling = counted_of(tale_text(o, "ruling"));
    m->cost_in = fmin(fmax(number_at(o, "cost_in"), 0), COST_MOST_IN);
    m->taken_back = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "taken_back"));
    take_findings(m, cJSON_GetObjectItemCaseSensitive(o, "findings"));
}

static void take_word(statistics *s, const cJSON *o) {
    told_move *m = move_at(s, o, false);
    if (!m) return;
    m->overruled = strcmp(tale_text(o, "ruling"), "overruled") == 0;
    m->upheld = strcmp(tale_text(o, "ruling"), "upheld") == 0;
}

static void end_turn(statistics *s) {
    if (s->turn_count > 0) s->turns[s->turn_count - 1].seconds += fmax(s->last_s - s->turn_began_s, 0);
    s->turn_began_s = s->last_s;
}

// Phases of one side that follow one another are one turn of it.
static void take_phase(statistics *s, const cJSON *o) {
    int turn = (int)fmin(fmax(number_at(o, "turn"), 0), 1e6), side = -1;
    for (int i = 0; i < s->game->side_count; i++)
        if (strcmp(s->game->sides[i].id, tale_text(o, "side")) == 0) side = i;
    end_turn(s);
    const statistics_turn *last = s->turn_count > 0 ? &s->turns[s->turn_count - 1] : NULL;
    if (last && last->turn == turn && last->side == side) return;
    if (s->turn_count == TURNS_MOST || !grow((void **)&s->turns, s->turn_count, &s->turn_capacity, sizeof *s->turns)) return;
    s->turns[s->turn_count++] = (statistics_turn){turn, side, 0};
}

void statistics_take(statistics *s, const record_row *row) {
    bool act = row->log == RECORD_CONCLUSION && strcmp(row->kind, "act") == 0;
    bool move = act || (row->log == RECORD_CONCLUSION && strcmp(row->kind, "move") == 0);
    bool entry = row->log == RECORD_OBSERVATION && (strstr(row->json, "\"phase\"") || strstr(row->json, "\"ruling\""));
    if (row->t_s >= s->last_s && row->t_s <= RECORD_T_MAX_S && row->log == RECORD_OBSERVATION) s->last_s = row->t_s;
    if (!move && !entry) return;
    cJSON *o = cJSON_Parse(row->json);
    if (move) take_verdict(s, o, act);
    if (entry && strcmp(tale_text(o, "kind"), "phase") == 0) take_phase(s, o);
    if (entry && strcmp(tale_text(o, "kind"), "ruling") == 0) take_word(s, o);
    cJSON_Delete(o);
}

// Counts --------------------------------------------------------------------------------------------------------------------------------------

static void count_move(statistics_counts *c, const told_move *m) {
    if (m->number == 0) {
        c->acts++;
        c->illegal_acts += m->ruling == COUNTED_ILLEGAL;
        return;
    }
    c->moves++;
    c->taken_back += m->taken_back;
    if (m->taken_back) return;
    c->distance_in += m->cost_in;
    c->legal += m->ruling == COUNTED_LEGAL;
    c->illegal += m->ruling == COUNTED_ILLEGAL;
    c->doubtful += m->ruling == COUNTED_DOUBTFUL;
    c->ask += m->ruling == COUNTED_ASK;
    c->overruled += m->overruled;
    c->upheld += m->upheld;
}

static int side_of(const statistics *s, const told_move *m) { return m->unit < 0 ? -1 : s->game->units[m->unit].side; }

statistics_counts statistics_of_all(const statistics *s) {
    statistics_counts c = {0};
    for (int i = 0; i < s->move_count; i++) count_move(&c, &s->moves[i]);
    return c;
}

statistics_counts statistics_of_side(const statistics *s, int side) {
    statistics_counts c = {0};
    for (int i = 0; i < s->move_count; i++)
        if (side_of(s, &s->moves[i]) == side) count_move(&c, &s->moves[i]);
    return c;
}

statistics_counts statistics_of_unit(const statistics *s, int unit) {
    statistics_counts c = {0};
    for (int i = 0; i < s->move_count; i++)
        if (s->moves[i].unit == unit) count_move(&c, &s->moves[i]);
    return c;
}

static void count_rule(statistics *s, const named_rule *n, int capacity) {
    statistics_rule *r = s->rules, *end = r + s->rule_count;
    while (r < end && strcmp(r->rule, n->rule) != 0) r++;
    if (r == end && s->rule_count == capacity) return;
    if (r == end) {
        *r = (statistics_rule){0};
        memcpy(r->rule, n->rule, sizeof r->rule);
        s->rule_count++;
    }
    r->illegal += n->as == COUNTED_ILLEGAL;
    r->doubtful += n->as == COUNTED_DOUBTFUL;
    r->ask += n->as == COUNTED_ASK;
    r->advisory += n->as == COUNTED_ADVISORY;
}

static int by_rule(const void *a, const void *b) { return strcmp(((const statistics_rule *)a)->rule, ((const statistics_rule *)b)->rule); }

const statistics_rule *statistics_rules(statistics *s, int *count) {
    int most = 0;
    *count = s->rule_count = 0;
    for (int i = 0; i < s->move_count; i++) most += s->moves[i].rule_count;
    if (most == 0) return NULL;
    statistics_rule *room = realloc(s->rules, (size_t)most * sizeof *room);
    if (!room) return NULL;
    s->rules = room;
    for (int i = 0; i < s->move_count; i++)
        for (int k = 0; k < s->moves[i].rule_count && !s->moves[i].taken_back; k++) count_rule(s, &s->moves[i].rules[k], most);
    qsort(s->rules, (size_t)s->rule_count, sizeof *s->rules, by_rule);
    *count = s->rule_count;
    return s->rules;
}

const statistics_turn *statistics_turns(statistics *s, int *count) {
    end_turn(s);  // the present one goes on
    *count = s->turn_count;
    return s->turns;
}
