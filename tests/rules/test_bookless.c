// The engine without any rulebook of the program: this executable links rules/state, measure, case and engine, and no file of rules/books. Its
// rulebook is made up here, as docs/how-to-add.md says that one is written.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "rules/case/hooks.h"
#include "rules/case/words.h"
#include "rules/engine/common.h"

// The rulebook -----------------------------------------------------------------------------------------------------------------------------

typedef enum { HOP_SHORT, HOP_LONG, HOP_HIGH } hop_style;

typedef struct {
#define HOUSE_RULES "tests/rules/hop_house.def"
#include "rules/state/house_fields.h"
} hop_tuning;

typedef struct {
    int hops;
} hop_done;

typedef struct {
    bool waits;
    int rests;
} hop_entered;

typedef struct {
    double farthest_in;
} hop_facts;

BOOK_AREA(hop_tuning, hop_tuning, tuning, areas, AREA_OF_ROOT, 0)
BOOK_AREA(hop_done, hop_done, unit_state, done.areas, AREA_OF_ROOT, 0)
BOOK_AREA(hop_entered, hop_entered, unit_state, areas, AREA_OF_ROOT, 0)
BOOK_AREA(hop_facts, hop_facts, rule_case, areas, AREA_OF_ROOT, 0)

static void check_leap(const rule_case *c, rule_measure *m) {
    m->applies = true;
    m->measured = m->kindest = hop_facts_of(c)->farthest_in;
    m->limit = hop_tuning_of(c->n)->leap;
    m->sigma = 0.01;
    m->unit = "in";
    measure_says(m, "%s hopped %s", words_unit(c->g, c->unit_index).text, words_inches(m->measured).text);
}

static bool due_rest(const act_case *a, char *says) {
    if (hop_done_of(a->mine)->hops == 0) return false;
    strcpy(says, "It rests now");
    return true;
}

static void act_waiting(const act_case *a, rule_measure *m) {
    m->applies = m->fact = !a->e && hop_entered_of(a->mine)->waits;
    m->chance = 1;
    if (m->applies) measure_says(m, "It waited");
}

static const rules_row rows[] = {
    {.id = "HOP-1",
     .citation = "Hop 1",
     .text = "A hop leads no farther than a leap.",
     .kind = RULES_LIMIT,
     .severity = RULES_SAYS_ILLEGAL,
     .violation = "OVER_DISTANCE",
     .force = RULES_IN_MOVEMENT,
     .check = check_leap},
    {.id = "HOP-2",
     .citation = "Hop 2",
     .text = "A hopper rests.",
     .kind = RULES_OBLIGATION,
     .severity = RULES_SAYS_ADVISORY,
     .violation = "RESTLESS",
     .force = RULES_ALWAYS,
     .act = act_waiting,
     .due = due_rest},
};

#define HOUSE_AT(field) AREA_OFFSET(tuning, AREA_OF_ROOT, hop_tuning, field)
static const rules_parameter parameters[] = {
#define HOUSE_RULES "tests/rules/hop_house.def"
#include "rules/state/house_rows.h"
};

static void find_farthest(facts *f) {
    for (int i = 0; i < f->c.count; i++)
        hop_facts_edit(&f->c)->farthest_in = fmax(hop_facts_of(&f->c)->farthest_in, vec2_distance(f->c.from[i].at, f->c.to[i].at));
}

static void booked(const rules *r, rules_state *s, const move *m, const verdict *v) {
    (void)r, (void)v;
    hop_done_edit(&s->units[m->unit])->hops++;
}

static void game_begins(const rules *r, rules_state *s) {
    (void)r;
    for (int i = 0; i < s->unit_count; i++) hop_entered_edit(&s->units[i])->rests = 7;
}

static void tell(const rules *r, const rules_state *s, int unit, teller *t) {
    (void)r;
    tell_number(t, "hops", hop_done_of(&s->units[unit])->hops);
}

static const rules_hooks hooks = {.slot = AREA_OF_ROOT, .facts = find_farthest, .game_begins = game_begins, .booked = booked, .tell = tell};

static const rules_declaration declared[] = {
    {.action = "wait", .flag = AREA_OFFSET(unit_state, AREA_OF_ROOT, hop_entered, waits)},
    {0},
};

static const rules_ruleset hop = {
    .key = "hop",
    .title = "Hop",
    .parent = &common_rules,
    .phases = (const char *const[]){"hop", "rest", NULL},
    .moving = (const char *const[]){"hop", NULL},
    .actions = (const char *const[]){"wait", "advance", NULL},
    .declarations = declared,
    .unit_types = (const unit_type[]){UNIT_INDIVIDUAL},
    .unit_type_count = 1,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .parameters = &(const rules_parameters){parameters, sizeof parameters / sizeof *parameters},
    .hooks = &hooks,
};

// A game by it -------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    game g;
    game_side sides[2];
    game_unit units[2];
    game_figure figures[2];
    game_option options[4];
    rules *r;
    rules_state *s;
} table;

static void lay(table *t) {
    *t = (table){.g = {.width_in = 72, .depth_in = 48, .side_count = 2, .unit_count = 2, .figure_count = 2}};
    t->g.sides = t->sides, t->g.units = t->units, t->g.figures = t->figures, t->g.options = t->options;
    for (int i = 0; i < 2; i++) {
        t->units[i] = (game_unit){.id = "hare",
                                  .side = i,
                                  .type = UNIT_INDIVIDUAL,
                                  .movement_in = 6,
                                  .first_figure = i,
                                  .figure_count = 1,
                                  .leader = -1,
                                  .reference_figure = -1};
        t->figures[i] = (game_figure){
            .id = "hare-1", .unit = i, .base = {BASE_SQUARE, 0.8, 0.8, 0.12, 0}, .has_start = true, .start = {{10, 10 + 20.0 * i}, 0, 0.01, 0.01}};
    }
}

static void begin(table *t) {
    assert_int_equal(rules_bind(&hop, &t->g, &t->r, NULL), STATUS_OK);
    t->s = rules_state_create(t->r);
    assert_non_null(t->s);
}

static void end(table *t) {
    rules_state_destroy(t->s);
    rules_destroy(t->r);
}

static void option_text(table *t, const char *name, const char *text) {
    game_option *o = &t->options[t->g.option_count++];
    *o = (game_option){.kind = OPTION_TEXT};
    strcpy(o->name, name);
    strcpy(o->text, text);
}

static void declare(table *t, const char *action, bool withdrawn) {
    event_item item = {.key = "withdrawn", .kind = OPTION_FLAG, .flag = true};
    event e = {.kind = EVENT_DECLARE, .declare = {.unit = 0, .target = -1, .side = -1}};
    strcpy(e.declare.action, action);
    if (withdrawn) e.declare.items = &item, e.declare.item_count = 1;
    assert_false(rules_contradicts(t->r, t->s, &e, &(fault){""}));
    assert_int_equal(rules_apply(t->r, t->s, &e), STATUS_OK);
}

// Judges a hop of the first hare straight ahead, and books it.
static verdict hop_by(table *t, double inches) {
    pose from = t->figures[0].start, to = from;
    to.at.x += inches;
    pose samples[2] = {from, to};
    bool all[2] = {true, true};
    move m = {.number = 1, .figure_count = 1, .moved_with = all, .from = &from, .to = &to, .finished = true};
    m.sample_count = 2, m.samples = samples, m.sample_seen = all, m.sample_t_s = (double[]){0, 1};
    verdict v;
    assert_int_equal(rules_judge(t->r, t->s, &m, &v), STATUS_OK);
    rules_book(t->r, t->s, &m, &v);
    return v;
}

static void a_made_up_rule_is_judged(void **state) {
    (void)state;
    table t;
    lay(&t);
    begin(&t);
    assert_int_equal(hop_by(&t, 4).ruling, RULING_LEGAL);
    verdict v = hop_by(&t, 8);
    assert_int_equal(v.ruling, RULING_ILLEGAL);
    assert_string_equal(v.findings[0].rule, "HOP-1");
    assert_true(fabs(v.findings[0].allowed - 5) < 1e-9);
    obligation due[4];
    assert_int_equal(rules_obligations(t.r, t.s, due, 4), 1);
    assert_string_equal(due[0].rule, "HOP-2");
    game_option reported[4];
    assert_int_equal(rules_unit_facts(t.r, t.s, 0, reported, 4), 1);
    assert_true(reported[0].number == 2);
    end(&t);
}

static void house_rules_reach_their_fields(void **state) {
    (void)state;
    table t;
    lay(&t);
    option_text(&t, "hop_sight", "blind");
    option_text(&t, "hop_style", "high");
    option_text(&t, "hop_twice", "on");
    begin(&t);
    const hop_tuning *n = hop_tuning_of(&t.r->n);
    assert_true(n->leap == 5 && fabs(n->turn - PI / 2) < 1e-12 && n->blind && n->style == HOP_HIGH && n->twice && n->twice_fixed);
    assert_true(t.r->n.march_factor == 2 && t.r->n.contact_gap == rules_number(t.r, "contact_gap_in"));
    end(&t);
    lay(&t);
    begin(&t);
    n = hop_tuning_of(&t.r->n);
    assert_true(!n->blind && n->style == HOP_LONG && !n->twice && !n->twice_fixed);
    end(&t);
    lay(&t);
    option_text(&t, "hop_style", "sideways");
    fault unknown = {""};
    assert_int_equal(rules_bind(&hop, &t.g, &t.r, &unknown), STATUS_INVALID);
    assert_non_null(strstr(unknown.text, "short|long|high"));
}

static void areas_begin_copy_and_are_taken_back_with_the_state(void **state) {
    (void)state;
    table t;
    lay(&t);
    begin(&t);
    assert_int_equal(hop_entered_of(&t.s->units[1])->rests, 7);
    hop_by(&t, 3);
    rules_state *copy = rules_state_copy(t.s);
    hop_by(&t, 2);
    assert_int_equal(hop_done_of(&t.s->units[0])->hops, 2);
    assert_int_equal(hop_done_of(&copy->units[0])->hops, 1);
    event e = {.kind = EVENT_TAKE_BACK, .take_back = {.unit = 0}};
    assert_int_equal(rules_apply(t.r, t.s, &e), STATUS_OK);
    assert_int_equal(hop_done_of(&t.s->units[0])->hops, 1);
    rules_state_destroy(copy);
    end(&t);
}

static void a_declared_word_sets_its_flag_and_is_taken_back(void **state) {
    (void)state;
    table t;
    verdict v;
    lay(&t);
    begin(&t);
    assert_false(rules_judge_act(t.r, t.s, NULL, 0, &v));
    declare(&t, "wait", false);
    assert_true(hop_entered_of(&t.s->units[0])->waits && !hop_entered_of(&t.s->units[1])->waits);
    assert_true(rules_judge_act(t.r, t.s, NULL, 0, &v));
    declare(&t, "wait", true);
    assert_false(hop_entered_of(&t.s->units[0])->waits);
    event e = {.kind = EVENT_DECLARE, .declare = {.unit = 0, .target = -1, .side = -1, .action = "forced-march"}};
    assert_true(rules_contradicts(t.r, t.s, &e, &(fault){""}));
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_made_up_rule_is_judged),
        cmocka_unit_test(house_rules_reach_their_fields),
        cmocka_unit_test(areas_begin_copy_and_are_taken_back_with_the_state),
        cmocka_unit_test(a_declared_word_sets_its_flag_and_is_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
