// Entries and their fates: what is taken, what is refused, what is undone, and that a record says the same of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/judge_record.h"
#include "app/posts.h"
#include "app/resume.h"
#include "tests/referee/stage.h"

#define SAID_MAX 256
#define POSTED_MAX 16

// The page --------------------------------------------------------------------------------------------------------------------------------

struct web {
    const char *posted[POSTED_MAX];
    web_who who;
    int posted_count, taken_count;
    char answer[300];
    bool answered;
    char *said[SAID_MAX], *public_said[SAID_MAX];
    int said_count;
    char *entries;
};

static web page;

const char *web_role_name(web_role role) { return role == WEB_JUDGE ? "judge" : role == WEB_PLAYER ? "player" : "viewer"; }
status web_start(const web_options *o, web **out, fault *fault) {
    (void)o;
    *out = NULL;
    return fault_set(fault, STATUS_IO, "no page");
}

int web_viewers(web *w) { return w->said_count; }
bool web_take_access(web *w, web_access *out) { return !w && out; }

void web_set(web *w, const char *name, const char *json, const char *public_json) {
    if (strcmp(name, "entries") != 0) return;
    assert_null(public_json);
    free(w->entries);
    w->entries = strdup(json);
}

void web_publish(web *w, const char *kind, const char *json, const char *public_json) {
    assert_non_null(kind);
    assert_true(w->said_count < SAID_MAX);
    w->said[w->said_count] = strdup(json);
    w->public_said[w->said_count++] = public_json ? strdup(public_json) : NULL;
}

bool web_take_entry(web *w, web_entry *out) {
    if (w->taken_count == w->posted_count) return false;
    *out = (web_entry){.line = strdup(w->posted[w->taken_count++]), .who = w->who, .ticket = 7};
    return true;
}

void web_answer_entry(web *w, uint64_t ticket, bool taken, const char *json) {
    assert_int_equal(ticket, 7);
    assert_int_equal(taken, strstr(json, "\"taken\"") != NULL);
    snprintf(w->answer, sizeof w->answer, "%s", json);
    __atomic_store_n(&w->answered, true, __ATOMIC_RELEASE);
}

static void clear_page(void) {
    for (int i = 0; i < page.said_count; i++) {
        free(page.said[i]);
        free(page.public_said[i]);
    }
    free(page.entries);
    page = (web){.who = {.role = WEB_JUDGE, .name = "Kim", .address = "127.0.0.1"}};
}

// The number of lines with both texts that were said.
static int said(const char *one, const char *other) {
    int n = 0;
    for (int i = 0; i < page.said_count; i++) n += strstr(page.said[i], one) && strstr(page.said[i], other);
    return n;
}

// The table -------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    stage stage;  // of it the game alone
    desk desk;
    pipeline *pipeline;
    play play;
    aids aids;
    posts posts;
    stream_reader *seen;
    double t_s;
} table;

static char folder[] = "/tmp/vedette-undo-XXXXXX", path[64];

static void quiet(void *context, const char *text) { (void)context, (void)text; }

static void pause_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL); }

static void open_table(table *t) {
    fault fault = {""};
    *t = (table){.stage = stage_begin()};
    t->desk = (desk){.game = t->stage.game, .web = &page};
    assert_int_equal(pipeline_create(t->stage.game, NULL, &t->pipeline, &fault), STATUS_OK);
    const seat_listeners l = {false, desk_report, quiet, quiet, NULL, &t->desk};
    assert_int_equal(play_init(&t->play, &t->desk, t->pipeline, &l, true, &fault), STATUS_OK);
    assert_int_equal(aids_init(&t->aids, &t->desk, &fault), STATUS_OK);
    assert_int_equal(posts_init(&t->posts, &t->play, &t->aids, &fault), STATUS_OK);
    assert_int_equal(stream_reader_create(t->stage.game, &t->seen, &fault), STATUS_OK);
}

static void close_table(table *t) {
    fault fault = {""};
    assert_int_equal(play_take(&t->play, &(event){.kind = EVENT_OBSERVE, .t_s = t->t_s}, "program", &fault), STATUS_OK);
    assert_int_equal(session_finish(play_session(&t->play), t->t_s, &fault), STATUS_OK);
    if (t->desk.recorder) assert_int_equal(desk_end_recording(&t->desk, &fault), STATUS_OK);
    stream_reader_destroy(t->seen);
    posts_finish(&t->posts);
    aids_finish(&t->aids);
    play_finish(&t->play);
    pipeline_destroy(t->pipeline);
    stage_end(&t->stage);
}

static record_meta meta_of(void) {
    static const char text[] =
        "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],"
        "\"units\":[{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{"
        "\"shape\":\"square\","
        "\"width_mm\":20,\"depth_mm\":20},\"at\":[20,10,90]}},{\"id\":\"S1\",\"side\":\"red\",\"type\":\"skirmish\",\"movement_in\":12,\"formation\":"
        "\"skirmish\",\"figures\":["
        "{\"id\":\"S1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[40,20,90]},"
        "{\"id\":\"S1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[43,20,90]}]},"
        "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":12,\"formation\":\"closed\",\"array\":{\"files\":5,\"ranks\":2,\"base\":{\"shape\":"
        "\"square\","
        "\"width_mm\":20,\"depth_mm\":20},\"at\":[40,30,-90]}}]}";
    return (record_meta){.game_text = text, .ruleset = "battlesystem-1e", .program_version = "0", .made = "2026-11-26T10:00:00Z"};
}

static void record_in(table *t) {
    record *r;
    fault fault = {""};
    record_meta meta = meta_of();
    if (record_create(path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(desk_begin_recording(&t->desk, r, &fault), STATUS_OK);
}

// Posts the entry and waits for its answer.
static const char *post(table *t, const char *line) {
    fault fault = {""};
    bool changed = false;
    page.answered = false;
    assert_true(page.posted_count < POSTED_MAX);
    page.posted[page.posted_count++] = line;
    assert_int_equal(posts_take(&t->posts, t->t_s, &changed, &fault), STATUS_OK);
    for (int i = 0; i < 500 && !__atomic_load_n(&page.answered, __ATOMIC_ACQUIRE); i++) pause_ms(10);
    assert_true(page.answered);
    return page.answer;
}

// Lets the game be judged again, and what was put be recorded.
static void settle(table *t) {
    fault fault = {""};
    bool changed = false;
    if (play_settle(&t->play, t->t_s, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(play_tend(&t->play, t->t_s += 1, &changed, &fault), STATUS_OK);
    pause_ms(t->desk.recorder ? 100 : 0);
}

static void see(table *t, double t_s, double y_in) {
    event e;
    fault fault = {""};
    char line[1024];
    size_t n = (size_t)snprintf(line, sizeof line, "{\"kind\":\"observe\",\"t\":%g,\"figures\":{", t_s);
    for (int i = 0; i < 10; i++) {
        const game_figure *f = &t->stage.game->figures[i];
        n += (size_t)snprintf(line + n, sizeof line - n, "%s\"%s\":[%.4f,%.4f,90]", i ? "," : "", f->id, f->start.at.x, f->start.at.y + y_in);
    }
    snprintf(line + n, sizeof line - n, "}}");
    if (stream_read_event(t->seen, line, strlen(line), &e, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    t->t_s = t_s;
    assert_int_equal(play_take(&t->play, &e, "camera", &fault), STATUS_OK);
}

// R1, of a rate of 12", goes 16": legal as a forced march, which is entry 2.
static void play_forced_march(table *t) {
    t->t_s = 1;
    assert_non_null(strstr(post(t, "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}"), "\"number\":1"));
    assert_non_null(strstr(post(t, "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"forced-march\"}"), "\"number\":2"));
    for (int i = 1; i <= 8; i++) see(t, 2 + i, 2.0 * i);
    t->t_s = 14;
    assert_non_null(strstr(post(t, "{\"kind\":\"end-move\",\"unit\":\"R1\"}"), "\"number\":3"));
    assert_int_equal(said("\"move\":1", "\"ruling\":\"legal\""), 1);
}

static void an_entry_is_taken_or_refused_with_the_reason(void **state) {
    (void)state;
    table t;
    clear_page();
    open_table(&t);
    assert_non_null(strstr(post(&t, "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}"), "\"fate\":\"taken\",\"number\":1"));
    assert_non_null(strstr(post(&t, "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"tea\"}"), "\"fate\":\"refused\",\"error\":\""));
    assert_non_null(strstr(post(&t, "rubbish"), "refused"));
    assert_non_null(strstr(post(&t, "{\"kind\":\"take-back\",\"unit\":\"R1\"}"), "no move that could be taken back"));
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":9}"), "there is no entry 9"));
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":2}"), "was refused"));
    assert_non_null(strstr(post(&t, "{\"kind\":\"challenge\",\"move\":1}"), "has not been judged yet"));
    page.who = (web_who){.role = WEB_PLAYER, .name = "Anna", .side = "blue"};
    assert_non_null(strstr(post(&t, "{\"kind\":\"declare\",\"unit\":\"R1\",\"action\":\"halt\"}"), "the other side's"));
    assert_int_equal(t.play.history.count, 1);  // what was refused is no event
    settle(&t);
    assert_non_null(strstr(page.entries, "\"by\":\"Anna\",\"role\":\"player\""));
    assert_non_null(strstr(page.entries, "\"fate\":\"refused\",\"error\":\"R1 is the other side"));
    close_table(&t);
}

static void an_undone_entry_never_was(void **state) {
    (void)state;
    table t;
    clear_page();
    open_table(&t);
    play_forced_march(&t);
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":2}"), "\"fate\":\"taken\",\"number\":4"));
    settle(&t);
    assert_int_equal(said("\"move\":1", "\"again\":true"), 1);
    assert_int_equal(said("\"ruling\":\"ask\"", "\"again\":true"), 1);
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":2}"), "is undone already"));
    post(&t, "{\"kind\":\"undo\",\"number\":4}");
    settle(&t);
    assert_int_equal(said("\"ruling\":\"legal\"", "\"again\":true"), 1);
    post(&t, "{\"kind\":\"undo\",\"number\":3}");  // the move goes on
    settle(&t);
    assert_int_equal(said("\"move\":1", "\"gone\":true"), 1);
    assert_true(session_goes_on(play_session(&t.play), 0));
    close_table(&t);
}

static void a_challenge_is_said_and_the_judge_s_word_bears_the_name(void **state) {
    (void)state;
    table t;
    clear_page();
    open_table(&t);
    play_forced_march(&t);
    page.who = (web_who){.role = WEB_PLAYER, .name = "Anna", .side = "blue"};
    assert_non_null(strstr(post(&t, "{\"kind\":\"challenge\",\"move\":1,\"note\":\"look\"}"), "taken"));
    assert_int_equal(said("\"kind\":\"challenge\"", "\"move\":1,\"unit\":\"R1\",\"by\":\"Anna\",\"side\":\"blue\",\"note\":\"look\""), 1);
    page.who = (web_who){.role = WEB_JUDGE, .name = "Kim"};
    post(&t, "{\"kind\":\"ruling\",\"move\":1,\"ruling\":\"overruled\",\"by\":\"Eve\",\"note\":\"shaken\"}");
    assert_int_equal(said("\"overruled\",\"by\":\"Kim\"", "\"note\":\"shaken\""), 1);
    post(&t, "{\"kind\":\"undo\",\"number\":5}");
    assert_int_equal(said("\"kind\":\"ruling\"", "\"withdrawn\""), 1);
    close_table(&t);
}

static void in_shadow_verdicts_are_the_judge_s(void **state) {
    (void)state;
    table t;
    clear_page();
    open_table(&t);
    t.t_s = 0.5;
    post(&t, "{\"kind\":\"shadow\",\"on\":true}");
    assert_non_null(strstr(post(&t, "{\"kind\":\"shadow\"}"), "true or false is wanted"));
    page.posted_count = page.taken_count = 0;
    t.t_s = 1;
    post(&t, "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}");
    for (int i = 1; i <= 8; i++) see(&t, 2 + i, 2.0 * i);
    post(&t, "{\"kind\":\"end-move\",\"unit\":\"R1\"}");
    assert_int_equal(said("\"kind\":\"move\"", "\"move\":1"), 1);
    for (int i = 0; i < page.said_count; i++)
        if (strstr(page.said[i], "\"kind\":\"move\"")) assert_null(page.public_said[i]);
    close_table(&t);
}

static void a_record_says_the_same(void **state) {
    (void)state;
    table t;
    fault fault = {""};
    record_past past;
    record *r;
    resumption resumed;
    clear_page();
    open_table(&t);
    record_in(&t);
    play_forced_march(&t);
    post(&t, "{\"kind\":\"dice\",\"unit\":\"R1\",\"check\":\"morale\",\"outcome\":\"pass\"}");  // else the end of the game brings an act
    post(&t, "{\"kind\":\"premeasure\",\"allowed\":true}");
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":2}"), "taken"));
    settle(&t);
    assert_int_equal(said("\"ruling\":\"ask\"", "\"again\":true"), 1);
    close_table(&t);
    text_list none = {{0}, 0};
    amend_result out = {0};
    if (judge_record(&(judge_record_request){.path = path, .house_rules = &none, .quiet = true}, &out, &fault) != STATUS_OK)
        fail_msg("%s", fault.text);
    assert_int_equal(out.changed, 0);
    assert_int_equal(out.tally.ask, 1);
    // gone on with
    clear_page();
    open_table(&t);
    record_meta meta = meta_of();
    if (record_continue(path, &meta, &past, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(desk_begin_recording(&t.desk, r, &fault), STATUS_OK);
    if (resume_game(&t.play, path, &past, &resumed, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    t.t_s = resumed.t_s;
    assert_int_equal(session_count(play_session(&t.play)).ask, 1);
    assert_true(t.desk.premeasure);
    assert_int_equal(t.play.entries.count, 6);
    assert_true(t.play.entries.at[1].undone);
    assert_non_null(strstr(post(&t, "{\"kind\":\"undo\",\"number\":6}"), "\"number\":7"));
    settle(&t);
    assert_int_equal(session_count(play_session(&t.play)).ask, 0);
    close_table(&t);
    if (judge_record(&(judge_record_request){.path = path, .house_rules = &none, .quiet = true}, &out, &fault) != STATUS_OK)
        fail_msg("%s", fault.text);
    assert_int_equal(out.changed, 0);
    assert_int_equal(out.tally.ask, 0);
    record_report report;
    assert_int_equal(record_verify(path, &report, &fault), STATUS_OK);
    if (report.damage_count) fail_msg("%s", report.damage[0]);
}

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.vedette", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    clear_page();
    free(page.entries);
    unlink(path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_taken_or_refused_with_the_reason),
        cmocka_unit_test(an_undone_entry_never_was),
        cmocka_unit_test(a_challenge_is_said_and_the_judge_s_word_bears_the_name),
        cmocka_unit_test(in_shadow_verdicts_are_the_judge_s),
        cmocka_unit_test(a_record_says_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
