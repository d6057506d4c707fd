#include "app/watch.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "app/aids.h"
#include "app/cli.h"
#include "app/desk.h"
#include "app/event_file.h"
#include "app/evidence.h"
#include "app/expect.h"
#include "app/flip_search.h"
#include "app/health_line.h"
#include "app/judging.h"
#include "app/listen.h"
#include "app/live_archive.h"
#include "app/options.h"
#include "app/pace.h"
#include "app/play.h"
#include "app/posts.h"
#include "app/progress.h"
#include "app/resume.h"
#include "app/video.h"
#include "capture/capture.h"
#include "core/clock.h"
#include "core/plural.h"
#include "pipeline/pipeline.h"
#include "stream/stream.h"

#define STATE_EVERY_S 0.08  // ten a second, at ten or thirty pictures a second
#define LOOK_UP_S 0.5       // a camera is waited for so long at a time: entries and signals wait no longer
#define NO_PICTURE_S 2.0    // the slowest cameras send one a second in bad light
#define FILE_MAX_BYTES ((size_t)64 << 20)

// All that one run holds.
typedef struct {
    const watch_options *o;
    game *game;
    calibration calibration;
    bool has_calibration;
    capture *capture;
    pipeline *pipeline;
    play play;
    desk desk;
    evidence *evidence;  // NULL: nothing is recorded, and there is no page
    video *video;        // NULL: no film is kept
    aids aids;
    flip_search *flips;    // NULL: there is no page
    live_archive archive;  // of the game so far
    health_line health_line;
    event_file file;  // entries from --events
    posts posts;      // entries from the page
    bool from_file;   // the event that is taken now comes from --events
    long bad_events;  // of the file, that the state of play contradicts
    event_pose *rounded;
    expectation *expectation;
    bool unexpected;  // a whole clip's verdicts were not those expected
    double t_s, state_s;
    double from_s;                                // of the first frame; later than 0 in a continued game
    double last_event_s;                          // of the newest event
    pace pace;                                    // of a clip that is paced
    double picture_s;                             // of the clock, when the newest picture came
    char health[HEALTH_TEXT], said[HEALTH_TEXT];  // shown on the page; said on the terminal last
    bool state_stale;
} watcher;

// A session_listener that also compares the reports with the expected ones.
static void hear(void *context, const report *what) {
    watcher *w = context;
    desk_report(&w->desk, what);
    evidence_report(w->evidence, what);
    if (what->kind == REPORT_MOVE && w->expectation) expectation_take(w->expectation, w->game, what->verdict);
    w->state_stale = true;
}

// A session_note.
static void note(void *context, const char *text) {
    const watcher *w = context;
    if (!w->o->quiet && !w->desk.recalls) cli_message("%s", text);
}

// A session_note: what contradicts the state counts where it was entered in a file.
static void leave_aside(void *context, const char *text) {
    watcher *w = context;
    if (w->desk.recalls) return;  // it was reported then
    desk_report_ignored(&w->desk, w->t_s, text);
    w->bad_events += w->from_file;
}

// A session_judged.
static void look_for_flips(void *context, const session_case *c) {
    const watcher *w = context;
    if (!w->desk.recalls) flip_search_take(w->flips, c);
}

// origin: as desk_keep.
static status take_event(watcher *w, const event *e, const char *origin, fault *fault) {
    w->last_event_s = fmax(w->last_event_s, e->t_s);
    w->state_stale = true;
    return play_take(&w->play, e, origin, fault);
}

// Entered events -----------------------------------------------------------------------------------------------------------------------------

static status take_entered_until(watcher *w, double t_s, fault *fault) {
    event_file *file = &w->file;
    while (file->has_next && file->next.t_s <= t_s) {
        w->from_file = true;
        status s = take_event(w, &file->next, "file", fault);
        w->from_file = false;
        if (s == STATUS_OK) s = event_file_read(file, fault);
        if (s != STATUS_OK) return s;
    }
    return STATUS_OK;
}

// What is posted is as new as anything that was seen: a replay takes it in the same order.
static status take_page_entries(watcher *w, fault *fault) {
    bool posted = false, changed = false;
    status s = posts_take(&w->posts, w->t_s, &posted, fault);
    if (s == STATUS_OK) s = play_tend(&w->play, w->t_s, &changed, fault);
    if (posted) w->last_event_s = fmax(w->last_event_s, w->t_s);
    w->state_stale |= posted || changed;
    return s;
}

// Frames -------------------------------------------------------------------------------------------------------------------------------------

// Judges what is written down: the poses are rounded to what the record carries, so that judging it again gives the same verdicts bit for bit.
static status take_observation(watcher *w, const event *seen, fault *fault) {
    if (event_tells_nothing(seen)) return STATUS_OK;
    event e = stream_rounded(seen, w->rounded);
    return take_event(w, &e, "camera", fault);
}

// What the declaration markers on the table say is recorded and judged like what is entered.
static status take_declared(watcher *w, fault *fault) {
    event e;
    marker_question q;
    status s = STATUS_OK;
    while (s == STATUS_OK && pipeline_next_declared(w->pipeline, &e)) {
        e.t_s = w->t_s;
        s = take_event(w, &e, "marker", fault);
    }
    while (s == STATUS_OK && pipeline_next_question(w->pipeline, &q)) s = aids_ask(&w->aids, &q, w->t_s, fault), w->state_stale = true;
    return s;
}

static status take_frame(watcher *w, const frame *f, fault *fault) {
    event seen;
    w->t_s = fmax(w->t_s, pipeline_time(w->pipeline, f));
    status s = take_entered_until(w, w->t_s, fault);
    if (s == STATUS_OK) s = take_page_entries(w, fault);
    if (s == STATUS_OK) s = pipeline_frame(w->pipeline, f, &seen, fault);
    if (s == STATUS_OK) s = take_observation(w, &seen, fault);
    if (s == STATUS_OK) s = take_declared(w, fault);
    if (s == STATUS_OK && (pipeline_is_blind(w->pipeline) || !pipeline_knows_hands(w->pipeline))) session_note_blind(play_session(&w->play), w->t_s);
    for (int u = 0; u < w->game->unit_count; u++) session_hold(play_session(&w->play), u, pipeline_covers(w->pipeline, u));
    if (s == STATUS_OK) s = session_tick(play_session(&w->play), w->t_s, fault);
    if (s == STATUS_OK) video_frame(w->video, f, w->t_s);
    if (s == STATUS_OK) evidence_frame(w->evidence, w->pipeline, play_session(&w->play), f, !event_tells_nothing(&seen));
    bool shown = false;
    if (s == STATUS_OK) s = aids_follow(&w->aids, play_session(&w->play), w->t_s, &shown, fault);
    w->state_stale |= shown;
    if (s == STATUS_OK) s = health_line_follow(&w->health_line, w->pipeline, &w->desk, w->t_s, false, fault);
    char notice[256], *unknown;
    if (pipeline_take_notice(w->pipeline, notice, sizeof notice)) cli_message("%s", notice);
    while (pipeline_take_unregistered(w->pipeline, notice, sizeof notice, &unknown)) desk_report_unregistered(&w->desk, notice, unknown);
    return s;
}

static void show_state(watcher *w, bool replay_over) {
    const char *health = replay_over ? "The clip is over." : pipeline_health(w->pipeline);
    bool health_changed = strcmp(health, w->health) != 0;
    if (!w->state_stale && !health_changed && w->t_s - w->state_s < 1) return;
    if (!health_changed && w->t_s - w->state_s < STATE_EVERY_S && !replay_over && w->t_s >= w->state_s) return;
    snprintf(w->health, sizeof w->health, "%s", health);
    const char *words = pipeline_troubled(w->pipeline) ? health : "";
    if (w->desk.words && !replay_over && !health_same_reason(words, w->said)) {
        if (words[0]) cli_message("%s", words);
        snprintf(w->said, sizeof w->said, "%s", words);
    }
    w->state_s = w->t_s;
    w->state_stale = false;
    aids_publish_state(&w->aids, play_session(&w->play), w->pipeline, w->t_s, health);
}

// No picture came in time. Reports it once, on the page too, until pictures come again.
static void say_blind(watcher *w) {
    pipeline_miss_frame(w->pipeline);
    if (strcmp(w->health, pipeline_health(w->pipeline)) == 0) return;
    cli_message("%s: no picture came: waiting", w->o->source);
    snprintf(w->health, sizeof w->health, "%s", pipeline_health(w->pipeline));
    w->state_stale = true;
}

// No picture comes just now. What is entered meanwhile is judged, shown and recorded all the same.
static status wait_for_picture(watcher *w, fault *fault) {
    const bool blind = clock_monotonic_s() - w->picture_s >= NO_PICTURE_S;
    if (blind) say_blind(w);
    status s = take_page_entries(w, fault);
    if (s == STATUS_OK && blind) s = health_line_follow(&w->health_line, w->pipeline, &w->desk, w->t_s, true, fault);
    if (s == STATUS_OK && w->state_stale) {
        w->state_stale = false;
        aids_publish_state(&w->aids, play_session(&w->play), w->pipeline, w->t_s, w->health);
    }
    desk_tend(&w->desk);
    return s;
}

// All frames until the source ends, fails or a signal comes.
static status run_frames(watcher *w, fault *fault) {
    status s = STATUS_OK;
    frame f;
    int64_t frames = 0;
    w->picture_s = clock_monotonic_s();
    while (!cli_signal()) {
        s = capture_next(w->capture, &f, fault);
        if (s == STATUS_TIMEOUT) {
            s = wait_for_picture(w, fault);
            if (s != STATUS_OK) break;
            continue;
        }
        w->picture_s = clock_monotonic_s();
        f.t_s += w->from_s;
        if (s == STATUS_INVALID && capture_frame_count(w->capture) > 1) {
            cli_message("%s; it is passed over", fault->text);
            continue;
        }
        if (s != STATUS_OK) break;
        if (w->o->paced) pace_keep(&w->pace, f.t_s, capture_fps(w->capture));
        s = take_frame(w, &f, fault);
        if (s != STATUS_OK) break;
        show_state(w, false);
        desk_tend(&w->desk);
        progress_show(++frames, capture_frame_count(w->capture));
        if (w->o->json && ferror(stdout)) return fault_set(fault, STATUS_IO, "standard output: cannot write");
    }
    return s == STATUS_END || cli_signal() ? STATUS_OK : s;
}

// Before and after ---------------------------------------------------------------------------------------------------------------------------

static status begin_recording(watcher *w, record *r, fault *fault) {
    status s = w->o->sign ? record_sign(r, w->o->sign, fault) : STATUS_OK;
    if (s == STATUS_OK) s = desk_begin_recording(&w->desk, r, fault);
    if (s != STATUS_OK) record_leave(r);
    bool waits = !w->o->realtime && !capture_is_live(w->capture);
    if (s == STATUS_OK && w->o->video) s = video_begin(&w->desk, w->o->record, waits, &w->video, fault);
    return s;
}

static status begin_record(watcher *w, const record_meta *m, fault *fault) {
    record *r;
    status s = record_create(w->o->record, m, &r, fault);
    return s == STATUS_OK ? begin_recording(w, r, fault) : s;
}

static status go_on(watcher *w, const record_meta *m, fault *fault) {
    record_past past;
    record *old;
    resumption r;
    status s = record_continue(w->o->record, m, &past, &old, fault);
    if (s == STATUS_OK) s = begin_recording(w, old, fault);
    if (s == STATUS_OK) s = resume_game(&w->play, w->o->record, &past, &r, fault);
    if (s != STATUS_OK) return s;
    int moves = session_count(play_session(&w->play)).moves;
    if (past.cut)
        cli_message("%s: part of the game, from %.1f s on, is not in the record: look whether the table is as it is shown", w->o->record,
                    past.lost_t_s);
    if (!w->o->quiet)
        cli_message("%s: the game goes on, %d move%s after its beginning; nothing was seen for %.0f s", w->o->record, moves, plural_s(moves),
                    r.gap_s);
    w->t_s = w->last_event_s = w->from_s = w->file.from_s = r.t_s;
    w->file.after_s = r.reported_s;
    desk_publish_rules(&w->desk, play_session(&w->play));
    return s;
}

static bool holds_something(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && info.st_size > 0;
}

static status open_record(watcher *w, fault *fault) {
    if (!w->o->record) return STATUS_OK;
    char *game_text = NULL, *calibration_text = NULL, made[CLOCK_STAMP_MAX];
    clock_stamp(made);
    status s = cli_read_file(w->o->game, FILE_MAX_BYTES, &game_text, fault);
    if (s == STATUS_OK && w->o->calibration) s = cli_read_file(w->o->calibration, FILE_MAX_BYTES, &calibration_text, fault);
    record_meta meta = {.game_text = game_text,
                        .calibration_text = calibration_text,
                        .ruleset = w->game->ruleset,
                        .program_version = VEDETTE_VERSION,
                        .source = w->o->source,
                        .made = made};
    if (s == STATUS_OK) s = w->o->go_on && holds_something(w->o->record) ? go_on(w, &meta, fault) : begin_record(w, &meta, fault);
    free(game_text);
    free(calibration_text);
    return s;
}

static status open_all(watcher *w, fault *fault) {
    const watch_options *o = w->o;
    status s = cli_read_game(o->game, &w->game, fault);
    if (s != STATUS_OK) return s;
    w->desk = (desk){.game = w->game, .json = o->json, .words = !o->quiet, .colour = cli_colour()};
    s = judging_check_rules(w->game, o->game, fault);
    if (s == STATUS_OK && o->calibration) s = calib_load(o->calibration, &w->calibration, fault), w->has_calibration = true;
    if (s == STATUS_OK) s = pipeline_create(w->game, w->has_calibration ? &w->calibration : NULL, &w->pipeline, fault);
    if (s == STATUS_OK)
        s = play_init(&w->play, &w->desk, w->pipeline, &(seat_listeners){o->states, hear, note, leave_aside, look_for_flips, w},
                      o->page || o->page_options.listen, fault);
    if (s == STATUS_OK && declared_markers_fault(w->game, fault)) cli_message("%s: %s; the marker lies idle", o->game, fault->text);
    if (s == STATUS_OK) s = aids_init(&w->aids, &w->desk, fault);
    if (s == STATUS_OK) s = health_line_init(&w->health_line, w->game, fault);
    if (s == STATUS_OK) s = event_file_init(&w->file, w->game, fault);
    if (s == STATUS_OK) s = posts_init(&w->posts, &w->play, &w->aids, fault);
    if (s == STATUS_OK && o->events) s = event_file_open(&w->file, o->events, fault);
    if (s == STATUS_OK && o->expect) s = expectation_read(o->expect, &w->expectation, fault);
    w->rounded = calloc((size_t)w->game->figure_count + 1, sizeof *w->rounded);
    if (s == STATUS_OK && !w->rounded) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    capture_options c = capture_default_options();
    c.colour = true;
    c.realtime = o->realtime;
    c.timeout_s = LOOK_UP_S;
    if (w->has_calibration) c.width = w->calibration.width, c.height = w->calibration.height;
    if (s == STATUS_OK) s = capture_open(o->source, &c, &w->capture, fault);
    if (s == STATUS_OK && (o->realtime || capture_is_live(w->capture))) pipeline_measure_costs(w->pipeline);
    if (s == STATUS_OK && (o->page || o->page_options.listen)) s = listen_begin(&w->desk, &o->page_options, true, fault);
    if (s == STATUS_OK && w->desk.web) s = flip_search_begin(&w->desk, &w->flips, fault);
    if (s == STATUS_OK) desk_publish_rules(&w->desk, play_session(&w->play));
    if (s == STATUS_OK) s = open_record(w, fault);
    w->archive = (live_archive){o->record, w->game};
    if (s == STATUS_OK && w->desk.recorder && w->desk.web) live_archive_offer(&w->archive, w->desk.web);
    if (s == STATUS_OK && (w->desk.recorder || w->desk.web)) s = evidence_begin(&w->desk, &w->evidence, fault);
    if (s == STATUS_OK) s = event_file_read(&w->file, fault);
    return s;
}

static void close_all(watcher *w) {
    flip_search_end(w->flips);
    web_stop(w->desk.web);
    capture_close(w->capture);
    pipeline_destroy(w->pipeline);
    play_finish(&w->play);
    health_line_finish(&w->health_line);
    aids_finish(&w->aids);
    event_file_finish(&w->file);
    posts_finish(&w->posts);
    expectation_destroy(w->expectation);
    free(w->rounded);
    desk_finish(&w->desk);
    game_destroy(w->game);
}

// Until Ctrl-C the page stays, and what the judge enters there is still judged and recorded.
static status linger(watcher *w, fault *fault) {
    cli_message("the clip is over; the page stays until Ctrl-C");
    w->state_stale = true;
    show_state(w, true);
    while (!cli_signal()) {
        struct timespec pause = {.tv_nsec = 100000000};
        nanosleep(&pause, NULL);
        status s = take_page_entries(w, fault);
        if (s != STATUS_OK) return s;
        if (w->state_stale) show_state(w, true);
        desk_tend(&w->desk);
    }
    return STATUS_OK;
}

// Reports where the pictures end, even if nothing changed in the last one. Moves that end with the pictures then end at the same time in a replay
// of the record.
static status mark_end(watcher *w, fault *fault) {
    event end = {.kind = EVENT_OBSERVE, .t_s = w->t_s};
    return w->t_s > w->last_event_s ? take_event(w, &end, "program", fault) : STATUS_OK;
}

static status run(watcher *w, fault *fault) {
    struct fault failed = {""};
    bool fast = !w->o->realtime && !w->o->paced && !capture_is_live(w->capture);
    progress_begin("pictures", w->o->quiet || !fast);
    status source = run_frames(w, &failed), s = STATUS_OK;
    progress_end();
    if (source == STATUS_OK && !cli_signal()) s = take_entered_until(w, INFINITY, fault);  // what was entered after the last picture
    if (s == STATUS_OK) s = play_settle(&w->play, w->t_s, fault);
    if (s == STATUS_OK) s = mark_end(w, fault);
    if (s == STATUS_OK) s = session_finish(play_session(&w->play), w->t_s, fault);
    if (s == STATUS_OK && capture_ended_early(w->capture))
        cli_message("%s: the clip ends early, at %.1f s: what came until there is judged%s", w->o->source, w->t_s,
                    w->o->record ? " and recorded" : "");
    if (s == STATUS_OK && source == STATUS_OK && !pipeline_calibration(w->pipeline))
        s = fault_set(fault, STATUS_INVALID, "%s: %s", w->o->source,
                      pipeline_health(w->pipeline)[0] ? pipeline_health(w->pipeline) : "no picture came");
    if (s == STATUS_OK && source == STATUS_OK && w->expectation && !cli_signal()) w->unexpected = !expectation_met(w->expectation, stderr);
    if (s == STATUS_OK && source == STATUS_OK && w->o->linger && w->desk.web && !cli_signal()) s = linger(w, fault);
    if (s == STATUS_OK && source != STATUS_OK) {
        *fault = failed;
        s = source;
    }
    return s;
}

static int close_record(watcher *w, int code) {
    evidence_end(w->evidence, w->play.seat ? play_session(&w->play) : NULL);
    w->evidence = NULL;
    if (!w->desk.recorder) return code;
    video_end(w->video);
    fault fault = {""};
    status s = desk_end_recording(&w->desk, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    if (!w->o->quiet) cli_message("the game is recorded in %s", w->o->record);
    return code;
}

static void sum_up(const watcher *w) {
    session_tally t = session_count(play_session(&w->play));
    cli_message("%d move%s: %d legal, %d illegal, %d doubtful, %d to ask about; %d act%s, %d illegal, %d advisory; %d alert%s", t.moves,
                plural_s(t.moves), t.moves - t.illegal - t.doubtful - t.ask, t.illegal, t.doubtful, t.ask, t.acts, plural_s(t.acts), t.illegal_acts,
                t.advice, t.alerts, plural_s(t.alerts));
    long long skipped = capture_skipped(w->capture);
    if (skipped > 0) cli_message("%lld picture%s skipped", skipped, skipped == 1 ? " was" : "s were");
}

int watch_run(const watch_options *o) {
    watcher w = {.o = o};
    fault fault = {""};
    int code = EXIT_DONE;
    cli_catch_signals();
    status s = open_all(&w, &fault);
    if (s == STATUS_OK) {
        s = run(&w, &fault);
        if (!o->quiet) sum_up(&w);
    }
    if (s != STATUS_OK) code = cli_fail(s, &fault);
    code = close_record(&w, code);
    if (code == EXIT_DONE && w.unexpected) code = EXIT_NOT_IN_ORDER;
    if (code == EXIT_DONE && w.bad_events + w.file.bad_lines > 0) code = EXIT_NOT_IN_ORDER;
    close_all(&w);
    return cli_finish_output(cli_exit(code));
}

int command_watch(int argc, char **argv) {
    watch_options o = {0};
    char sources[160];
    capture_source_help(sources, sizeof sources);
    const option_row options[] = {
        {"game", "FILE", "the roster and the ruleset", OPTION_SETS_TEXT, &o.game, .needed = true},
        {"source", "SOURCE", sources, OPTION_SETS_TEXT, &o.source, .needed = true},
        {"calibration", "FILE", "lens and table pose (else both are taken from the table's markers)", OPTION_SETS_TEXT, &o.calibration},
        {"events", "FILE", "what people enter during play, by its time in the clip", OPTION_SETS_TEXT, &o.events},
        {"record", "FILE", "keep the game in this new file", OPTION_SETS_TEXT, &o.record},
        {"continue", NULL, "where that file is there already, go on with its game: after a power cut, say", OPTION_SETS_FLAG, &o.go_on},
        {"video", NULL, "with --record: keep the camera's pictures too, as films beside the record", OPTION_SETS_FLAG, &o.video},
        {"sign", "KEYFILE", "sign the record with this key when it is closed; a key is made where there is none", OPTION_SETS_TEXT, &o.sign},
        {"listen", "ADDR:PORT", "serve the live page", OPTION_SETS_TEXT, &o.page_options.listen},
        LISTEN_ROWS(o.page_options),
        {"json", NULL, "one JSON object a line on standard output", OPTION_SETS_FLAG, &o.json},
        {"states", NULL, "with a state line after each move", OPTION_SETS_FLAG, &o.states},
        {"realtime", NULL, "play a clip at its own speed", OPTION_SETS_FLAG, &o.realtime},
        {"quiet", NULL, "no words on standard error but failures", OPTION_SETS_FLAG, &o.quiet},
        {0}};
    int code;
    if (!options_read("watch", argc, argv, options, &code) || !options_end("watch", argc, argv, &code)) return code;
    if (o.go_on && !o.record) return cli_misused("watch", "--continue needs --record FILE: the record that is gone on with");
    if (o.video && !o.record) return cli_misused("watch", "--video needs --record FILE: the films are kept beside it");
    if (o.sign && !o.record) return cli_misused("watch", "--sign needs --record FILE: the record that is signed");
    return watch_run(&o);
}
