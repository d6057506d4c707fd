// What every rulebook of the program must be, whichever they are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/case/hooks.h"

#define MODULES_MAX 8

static int chain_of(const rules_ruleset *rs, const rules_ruleset **out) {
    int n = 0;
    for (; rs && n < MODULES_MAX; rs = rs->parent) out[n++] = rs;
    return n;
}

static area_slot slot_of(const rules_ruleset *rs) { return rs->hooks ? rs->hooks->slot : AREA_NONE; }

static bool is_in(const rules_ruleset *rs, const rules_ruleset *const *chain, int n) {
    for (int i = 0; i < n; i++)
        if (chain[i] == rs) return true;
    return false;
}

// Rulebooks of one game keep what is theirs in slots of their own, as do those that an option attaches.
static void no_two_rulebooks_of_a_game_share_a_slot(void **state) {
    (void)state;
    for (int b = 0; b < rules_ruleset_count(); b++) {
        const rules_ruleset *chain[MODULES_MAX];
        int n = chain_of(rules_ruleset_at(b), chain);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) assert_true(slot_of(chain[i]) == AREA_NONE || slot_of(chain[i]) != slot_of(chain[k]));
            for (int a = 0; a < chain[i]->attachment_count; a++) {
                const rules_ruleset *module = chain[i]->attachments[a].module;
                if (is_in(module, chain, n)) continue;
                for (int k = 0; k < n; k++) assert_true(slot_of(module) == AREA_NONE || slot_of(module) != slot_of(chain[k]));
            }
        }
    }
}

static void every_row_is_complete_and_has_an_id_of_its_own(void **state) {
    (void)state;
    for (int b = 0; b < rules_ruleset_count(); b++) {
        const rules_row *rows[600];
        int n = rules_ruleset_rows(rules_ruleset_at(b), rows, 600);
        assert_in_range(n, 1, RULES_MAX_ROWS);
        for (int i = 0; i < n; i++) {
            const rules_row *row = rows[i];
            if (!row->id || !row->citation || !row->text || !row->violation || !row->force)
                fail_msg("%s: row %d lacks something", rules_ruleset_at(b)->key, i);
            if ((row->check || row->act) && row->severity == RULES_SAYS_ILLEGAL && !row->violation[0])
                fail_msg("%s: its breach has no name", row->id);
            for (int k = 0; k < i; k++) assert_string_not_equal(row->id, rows[k]->id);
        }
    }
}

static bool is_among(const char *word, const char *const *list) {
    for (; list && *list; list++)
        if (strcmp(*list, word) == 0) return true;
    return false;
}

static bool refuses_phase(const rules_ruleset *rs, const char *phase, fault *why) {
    game g = {.sides = (game_side[2]){{.id = "red"}, {.id = "blue"}}, .side_count = 2, .width_in = 72, .depth_in = 48};
    rules *r = NULL;
    event e = {.kind = EVENT_PHASE, .phase = {.turn = 1, .side = -1}};
    snprintf(e.phase.phase, sizeof e.phase.phase, "%s", phase);
    assert_int_equal(rules_bind(rs, &g, &r, why), STATUS_OK);
    rules_state *s = rules_state_create(r);
    assert_non_null(s);
    bool refused = rules_contradicts(r, s, &e, why);
    rules_state_destroy(s);
    rules_destroy(r);
    return refused;
}

// A phase that a rulebook does not have is refused by the names of those that it has, and each of those may be entered.
static void every_rulebook_takes_its_own_phases_alone(void **state) {
    (void)state;
    for (int b = 0; b < rules_ruleset_count(); b++) {
        const rules_ruleset *rs = rules_ruleset_at(b);
        const char *const *phases = rules_ruleset_words(rs, RULES_PHASES);
        fault why = {""};
        assert_non_null(phases[0]);
        if (!refuses_phase(rs, "tea", &why) || !strstr(why.text, "\"tea\"")) fail_msg("%s takes the phase tea: %s", rs->key, why.text);
        for (int i = 0; phases[i]; i++)
            if (!strstr(why.text, phases[i])) fail_msg("%s: %s is not among what exists: %s", rs->key, phases[i], why.text);
        for (int i = 0; phases[i]; i++)
            if (refuses_phase(rs, phases[i], &why)) fail_msg("%s refuses its own %s: %s", rs->key, phases[i], why.text);
    }
    fault why = {""};
    assert_false(refuses_phase(rules_ruleset_find("ranked-fantasy"), "movement", &why));  // in the place of its sub-phases
    int first, last;
    assert_true(rules_phase_span(rules_ruleset_find("ranked-fantasy"), "movement", &first, &last));
    assert_int_equal(first, 0);  // charges
    assert_int_equal(last, 2);   // normal-movement, which it means (docs/stream.md, "Words")
    static const rules_ruleset unphased = {.key = "unphased", .title = "A rulebook without a list of phases"};
    assert_false(refuses_phase(&unphased, "tea", &why));
}

// What may be entered beside a rulebook's own phases: each of these words is taken, and none stands twice.
static void other_phases_are_those_that_may_be_entered(void **state) {
    (void)state;
    for (int b = 0; b < rules_ruleset_count(); b++) {
        const rules_ruleset *rs = rules_ruleset_at(b);
        const char *words[8];
        int n = rules_other_phases(rs, words, 8);
        fault why = {""};
        assert_in_range(n, 0, 8);
        for (int i = 0; i < n; i++) {
            if (refuses_phase(rs, words[i], &why) || is_among(words[i], rules_ruleset_words(rs, RULES_PHASES))) fail_msg("%s: %s", rs->key, words[i]);
            for (int k = 0; k < i; k++) assert_string_not_equal(words[i], words[k]);
        }
    }
    const char *words[8];
    assert_int_equal(rules_other_phases(rules_ruleset_find("ranked-fantasy"), words, 8), 1);
    assert_string_equal(words[0], "movement");
    assert_int_equal(rules_other_phases(rules_ruleset_find("battlesystem-2e"), words, 8), 2);  // missile, magic
    assert_int_equal(rules_other_phases(rules_ruleset_find("m42"), words, 8), 0);
}

// What can be declared can be taken back, or its row says that it lasts: rows speak of words that their rulebook, or one that inherits it, has.
static void every_declared_word_is_an_action_of_some_rulebook(void **state) {
    (void)state;
    for (int b = 0; b < rules_ruleset_count(); b++)
        for (const rules_ruleset *rs = rules_ruleset_at(b); rs; rs = rs->parent)
            for (const rules_declaration *row = rs->declarations; row && row->action; row++) {
                bool known = false;
                for (int k = 0; k < rules_ruleset_count(); k++)
                    known = known || is_among(row->action, rules_ruleset_words(rules_ruleset_at(k), RULES_ACTIONS));
                if (!known) fail_msg("%s: no rulebook has the action %s", rs->title, row->action);
                assert_true(row->flag || row->holds || row->take);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_rulebooks_of_a_game_share_a_slot),           cmocka_unit_test(every_row_is_complete_and_has_an_id_of_its_own),
        cmocka_unit_test(every_rulebook_takes_its_own_phases_alone),         cmocka_unit_test(other_phases_are_those_that_may_be_entered),
        cmocka_unit_test(every_declared_word_is_an_action_of_some_rulebook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
