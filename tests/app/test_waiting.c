// Reports while no picture comes from a camera, and what a record gives the page. The camera and the page are the test's.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/cli.h"
#include "app/watch.h"
#include "capture/capture.h"
#include "record/record.h"
#include "web/web.h"

#define STATES_MAX 400

static const char game_text[] =
    "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":["
    "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":100,\"at_in\":[3.5,3.5]},{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":100,\"at_in\":[68.5,3.5]},"
    "{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":100,\"at_in\":[68.5,44.5]},{\"family\":\"tag36h11\",\"id\":3,\"size_mm\":100,\"at_in\":[3.5,44.5]}"
    "]},\"sides\":[{\"id\":\"red\"}],\"units\":[{\"id\":\"R1\",\"side\":\"red\",\"movement_in\":12,\"formation\":\"closed\",\"figures\":["
    "{\"id\":\"R1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[20,10,90]},"
    "{\"id\":\"R1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"start\":[20.8,10,90]}]}]}";

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(double s) {
    struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

// The page --------------------------------------------------------------------------------------------------------------------------------

struct web {
    int nothing;
};

static web page;
static double begun_s;
static const char *posted;  // an entry that waits
static int state_count;
static char *states[STATES_MAX];  // as they were reported, with their times
static double state_at_s[STATES_MAX];
static char *archive;
static int pictures_found;
static int answers[2];  // entries that were refused, and taken

web_options web_default_options(void) { return (web_options){.address = "127.0.0.1"}; }

status web_start(const web_options *o, web **out, fault *fault) {
    (void)o, (void)fault;
    *out = &page;
    return STATUS_OK;
}

int web_port(const web *w) { return w ? 1 : 0; }

void web_set(web *w, const char *name, const char *json, const char *public_json) {
    (void)w, (void)public_json;
    if (strcmp(name, "state") != 0 || state_count == STATES_MAX) return;
    state_at_s[state_count] = now_s() - begun_s;
    states[state_count++] = strdup(json);
}

void web_publish(web *w, const char *kind, const char *json, const char *public_json) { (void)w, (void)kind, (void)json, (void)public_json; }

const char *web_role_name(web_role role) { return role == WEB_JUDGE ? "judge" : "viewer"; }
const char *web_judge_password(const web *w) { return w ? NULL : ""; }
const char *web_table_code(const web *w) { return w ? NULL : ""; }
bool web_take_access(web *w, web_access *out) { return !w && out; }

void web_answer_entry(web *w, uint64_t ticket, bool taken, const char *json) {
    (void)w, (void)json;
    assert_int_equal(ticket, 7);
    answers[taken]++;
}

status web_set_archive(web *w, const char *json, size_t length, web_picture_find *find, void *context, fault *fault) {
    (void)w, (void)fault;
    archive = strndup(json, length);
    for (int64_t number = -1; number < 100; number++) {
        void *bytes;
        size_t n;
        if (!find(context, number, &bytes, &n)) continue;
        pictures_found += n == 4 && memcmp(bytes, "\xff\xd8\xff\xe0", 4) == 0;
        free(bytes);
    }
    return STATUS_OK;
}

bool web_take_entry(web *w, web_entry *out) {
    (void)w;
    if (!posted) return false;
    *out = (web_entry){.line = strdup(posted), .who = {.role = WEB_JUDGE, .name = "Kim"}, .ticket = 7};
    posted = NULL;
    return true;
}

void web_add_picture(web *w, const char *about_json, const void *jpeg, size_t length, bool is_public) {
    (void)w, (void)about_json, (void)jpeg, (void)length, (void)is_public;
}
void web_set_table_picture(web *w, double t_s, const void *jpeg, size_t length) { (void)w, (void)t_s, (void)jpeg, (void)length; }
bool web_wants_table_picture(web *w) { return !w; }
void web_offer_archive(web *w, web_archive_make *make, web_picture_find *find, void *context) { (void)w, (void)make, (void)find, (void)context; }

int web_viewers(web *w) { return w ? 1 : 0; }

void web_stop(web *w) { (void)w; }

static void begin(void) {
    for (int i = 0; i < state_count; i++) free(states[i]);
    state_count = 0;
    posted = NULL;
    begun_s = now_s();
}

// When a state that holds the text was reported first, in seconds from the beginning; -1: never.
static double told_at(const char *text) {
    for (int i = 0; i < state_count; i++)
        if (strstr(states[i], text)) return state_at_s[i];
    return -1;
}

// The camera: sends no picture, and is unplugged after a while ------------------------------------------------------------------------------

static int asked;
static double wait_s;
static int waits, entry_at;

capture_options capture_default_options(void) { return (capture_options){.timeout_s = 5}; }

status capture_open(const char *source, const capture_options *o, capture **out, fault *fault) {
    (void)source, (void)fault;
    wait_s = o->timeout_s < 0.6 ? o->timeout_s : 0.6;  // the test's patience
    asked = 0;
    *out = (capture *)&page;
    return STATUS_OK;
}

status capture_next(capture *c, frame *out, fault *fault) {
    (void)c, (void)out;
    if (++asked == entry_at) posted = "{\"kind\":\"phase\",\"turn\":1,\"phase\":\"movement\",\"side\":\"red\"}";
    if (asked > waits) return fault_set(fault, STATUS_DEVICE, "the camera was unplugged");
    rest(wait_s);
    return fault_set(fault, STATUS_TIMEOUT, "no picture");
}

bool capture_is_live(const capture *c) { return c != NULL; }
double capture_fps(const capture *c) { return c ? 10 : 0; }
int64_t capture_frame_count(const capture *c) { return c ? -1 : 0; }
int64_t capture_skipped(const capture *c) { return c ? 0 : -1; }
bool capture_ended_early(const capture *c) { return c == NULL; }
const char *capture_picture(const capture *c) { return c ? "camera" : ""; }
void capture_close(capture *c) { (void)c; }

// The tests ---------------------------------------------------------------------------------------------------------------------------------

static char folder[] = "/tmp/vedette-waiting-XXXXXX", game_path[64], record_path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(game_path, sizeof game_path, "%s/a.game.json", folder);
    snprintf(record_path, sizeof record_path, "%s/a.vedette", folder);
    FILE *f = fopen(game_path, "w");
    return f && fputs(game_text, f) >= 0 && fclose(f) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    begin();
    unlink(game_path);
    unlink(record_path);
    return rmdir(folder);
}

// What the judge enters while the camera sends nothing is on the page at once, not when pictures come again.
static void what_is_entered_without_pictures_is_shown(void **state) {
    (void)state;
    begin();
    waits = 8, entry_at = 7;
    watch_options o = {.game = game_path, .source = "a camera", .page = true, .quiet = true};
    assert_int_equal(watch_run(&o), EXIT_DEVICE);
    assert_true(told_at("\"phase\":\"movement\"") >= 0);
}

// A silent camera is reported, but a slow one is not.
static void silence_of_the_camera_is_told(void **state) {
    (void)state;
    begin();
    waits = 8, entry_at = -1;
    watch_options o = {.game = game_path, .source = "a camera", .page = true, .quiet = true};
    assert_int_equal(watch_run(&o), EXIT_DEVICE);
    double reported_s = told_at("No picture comes");
    assert_true(reported_s > 1.1);  // and before the camera was unplugged
}

static void make_record(void) {
    fault fault = {""};
    record *r;
    record_meta meta = {.game_text = game_text, .ruleset = "battlesystem-1e"};
    const record_entry rows[] = {{.t_s = 2, .json = "{\"kind\":\"observe\",\"t\":2,\"figures\":{\"R1-1\":[20,13,90],\"R1-2\":[20.8,13,90]}}"},
                                 {.log = RECORD_CONCLUSION, .t_s = 3, .kind = "move", .json = "{\"kind\":\"move\",\"t\":3,\"move\":1}"},
                                 {.log = RECORD_EVIDENCE, .t_s = 3, .kind = "picture", .json = "{}", .bytes = "\xff\xd8\xff\xe0", .length = 4}};
    if (record_create(record_path, &meta, &r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (record_add(r, &rows[i], &fault) != STATUS_OK) fail_msg("%s", fault.text);
    if (record_close(r, &fault) != STATUS_OK) fail_msg("%s", fault.text);
}

// A replay gives the page the whole record, and the pictures that it asks for.
static void a_replay_gives_the_page_the_whole_record(void **state) {
    (void)state;
    make_record();
    begin();
    char *argv[] = {(char[]){"replay"}, (char[]){"--once"}, (char[]){"--quiet"}, record_path, NULL};
    assert_int_equal(command_replay(4, argv), EXIT_DONE);
    assert_non_null(archive);
    assert_non_null(strstr(archive, "\"log\":[{\"kind\":\"move\",\"data\":{\"kind\":\"move\",\"t\":3,\"move\":1}}]"));
    assert_non_null(strstr(archive, "\"duration\":3,"));
    assert_int_equal(pictures_found, 1);
    free(archive);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_entered_without_pictures_is_shown), cmocka_unit_test(silence_of_the_camera_is_told),
                                       cmocka_unit_test(a_replay_gives_the_page_the_whole_record)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
