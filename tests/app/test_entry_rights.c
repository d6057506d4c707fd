// Who may enter what.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/entry_rights.h"
#include "tests/referee/stage.h"

static const struct {
    const char *why;
    web_role role;
    const char *side, *json;
    bool allowed;
} rows[] = {
    {"a judge enters anything", WEB_JUDGE, "", "{\"kind\":\"undo\",\"number\":1}", true},
    {"a viewer nothing", WEB_VIEWER, "", "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"charge\"}", false},
    {"a player declares for the own side", WEB_PLAYER, "red", "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"charge\"}", true},
    {"not for the other", WEB_PLAYER, "red", "{\"kind\":\"declare\",\"unit\":\"B1\",\"action\":\"charge\"}", false},
    {"a target may be the other side's", WEB_PLAYER, "red", "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"charge\",\"target\":\"B1\"}", true},
    {"a player of both sides for either", WEB_PLAYER, "", "{\"kind\":\"end-move\",\"unit\":\"B1\"}", true},
    {"a phase is the judge's", WEB_PLAYER, "red", "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"movement\"}", false},
    {"a ruling too", WEB_PLAYER, "red", "{\"kind\":\"ruling\",\"move\":1,\"ruling\":\"upheld\"}", false},
    {"undoing too", WEB_PLAYER, "red", "{\"kind\":\"undo\",\"number\":1}", false},
    {"shadow mode too", WEB_PLAYER, "red", "{\"kind\":\"shadow\",\"on\":false}", false},
    {"a challenge is a player's", WEB_PLAYER, "red", "{\"kind\":\"challenge\",\"move\":1,\"unit\":\"B1\"}", true},
    {"a guide for own figures", WEB_PLAYER, "red", "{\"kind\":\"guide\",\"figures\":{\"S1-1\":[1,2,3]}}", true},
    {"not for others", WEB_PLAYER, "blue", "{\"kind\":\"guide\",\"figures\":{\"S1-1\":[1,2,3]}}", false},
    {"a declaration of the other side's figures", WEB_PLAYER, "blue",
     "{\"kind\":\"declare\",\"unit\":\"B1\",\"action\":\"break-through\",\"figures\":[\"S1-1\"]}", false},
    {"rubbish is its reader's", WEB_PLAYER, "red", "{\"what\":1}", true},
};

static void each_enters_what_is_theirs(void **state) {
    (void)state;
    stage t = stage_begin();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        web_who who = {.role = rows[i].role};
        fault fault = {""};
        cJSON *o = cJSON_Parse(rows[i].json);
        snprintf(who.side, sizeof who.side, "%s", rows[i].side);
        if ((entry_rights_check(t.game, &who, o, &fault) == STATUS_OK) != rows[i].allowed) fail_msg("%s: %s", rows[i].why, fault.text);
        if (!rows[i].allowed) assert_true(fault.text[0]);
        cJSON_Delete(o);
    }
    stage_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_enters_what_is_theirs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
