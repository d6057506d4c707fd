#include "tests/referee/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// R1 is U52 of docs/geometry.md: 5 x 2 on 20 mm bases facing north, rate 12"; its front line lies at y = 10. B1 the same, facing south, its front
// line at y = 30. S1 are skirmishers.
static const char battle[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
    "\"units\":["
    "{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":\"square\","
    "\"width_mm\":20,\"depth_mm\":20},\"at\":[20,10,90]}},"
    "{\"id\":\"S1\",\"side\":\"red\",\"type\":\"skirmish\",\"movement_in\":12,\"formation\":\"skirmish\",\"figures\":["
    "{\"id\":\"S1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[40,20,90]},"
    "{\"id\":\"S1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[43,20,90]}]},"
    "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":\"square\","
    "\"width_mm\":20,\"depth_mm\":20},\"at\":[40,30,-90]}}]}";

void stage_hear(void *context, const report *what) {
    heard *h = context;
    if (what->kind == REPORT_MOVE) h->last = *what->verdict;
    if (what->kind == REPORT_ALERT) snprintf(h->alert, sizeof h->alert, "%s", what->alert->violation);
    if (h->count < HEARD_MAX) h->lines[h->count++] = strdup(what->json);
}

static void stage_bad(void *context, const char *text) {
    heard *h = context;
    snprintf(h->bad, sizeof h->bad, "%s", text);
    h->bad_count++;
}

void stage_forget(heard *h) {
    for (int i = 0; i < h->count; i++) free(h->lines[i]);
    *h = (heard){0};
}

stage stage_begin_with(const char *options) {
    stage t = {0};
    fault fault = {""};
    char text[4096];
    snprintf(text, sizeof text, "{\"options\":%s,%s", options, battle + 1);
    if (game_parse(text, strlen(text), "battle", &t.game, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return t;
}

stage stage_begin(void) { return stage_begin_with("{}"); }

void stage_open(stage *t) {
    fault fault = {""};
    if (session_create(t->game, (session_options){.bad = stage_bad}, stage_hear, &t->heard, &t->session, &fault) != STATUS_OK)
        fail_msg("%s", fault.text);
    if (stream_reader_create(t->game, &t->reader, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

void stage_end(stage *t) {
    session_destroy(t->session);
    stream_reader_destroy(t->reader);
    stage_forget(&t->heard);
    game_destroy(t->game);
}

void stage_feed(stage *t, const char *line) {
    event e;
    fault fault = {""};
    if (stream_read_event(t->reader, line, strlen(line), &e, &fault) != STATUS_OK) fail_msg("%s: %s", line, fault.text);
    assert_int_equal(session_feed(t->session, &e, &fault), STATUS_OK);
}

void stage_move(stage *t, const char *unit, rigid2 m, double turn_rad, double t_s) { stage_move_by(t, "observe", unit, m, turn_rad, t_s); }

void stage_move_by(stage *t, const char *kind, const char *unit, rigid2 m, double turn_rad, double t_s) {
    const game_unit *u = &t->game->units[game_find_unit(t->game, unit)];
    char line[4096];
    size_t n = (size_t)snprintf(line, sizeof line, "{\"kind\":\"%s\",\"t\":%g,\"figures\":{", kind, t_s);
    for (int i = 0; i < u->figure_count; i++) {
        const game_figure *f = &t->game->figures[u->first_figure + i];
        vec2 at = rigid2_apply(m, f->start.at);
        n += (size_t)snprintf(line + n, sizeof line - n, "%s\"%s\":[%.4f,%.4f,%.3f]", i ? "," : "", f->id, at.x, at.y,
                              angle_wrap(f->start.heading_rad + m.rotation_rad + turn_rad) * DEG_PER_RAD);
    }
    snprintf(line + n, sizeof line - n, "}}");
    stage_feed(t, line);
}

int stage_lines_with(const stage *t, const char *text) {
    int n = 0;
    for (int i = 0; i < t->heard.count; i++) n += strstr(t->heard.lines[i], text) != NULL;
    return n;
}
