#define _GNU_SOURCE
#include "tests/calib/sheet_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static game *parse(const char *text) {
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return g;
}

game *sheet_game(const char *list, const char *markers, const char *more) {
    char *text = NULL;
    int n =
        asprintf(&text,
                 "{\"vedette\":1,\"title\":\"Prüfung\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[%s]},"
                 "\"sides\":[{\"id\":\"red\",\"name\":\"Red\"}],\"units\":[{\"id\":\"R1\",\"name\":\"Pikes\",\"side\":\"red\",\"type\":\"skirmish\","
                 "\"movement_in\":6,\"marker\":{\"family\":\"tag36h11\",\"id\":60,\"size_mm\":31},\"figures\":[%s]}]%s}",
                 markers, list, more);
    assert_true(n > 0);
    game *g = parse(text);
    free(text);
    return g;
}

print_sheets sheet_layout(const game *g, print_paper paper) {
    print_sheets p;
    fault fault = {""};
    if (print_layout(g, paper, &p, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return p;
}
