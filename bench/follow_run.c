// A play before the tracker or the whole pipeline, and before the judge.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/follow.h"
#include "pipeline/pipeline.h"
#include "stream/stream.h"
#include "tests/pipeline/camera_of.h"

#define REST_AFTER_S 2.0     // an act's end: everything has settled
#define CONFIRM_AFTER_S 1.0  // players answer an offer
#define HELD_SHARE 0.3       // of a base under an arm, as the pipeline has it
#define OFFERS_MAX 64

typedef struct {
    follow_run *run;
    const game *game;
    session *session;
    follow_figure *known;
    event_pose *rounded;
    struct {
        int unit;
        double due_s;
    } offers[OFFERS_MAX];
    int offer_count;
    int next_event;
    bool forgets;  // reports are not kept
} watcher;

static void *capacity(size_t count, size_t size) {
    void *at = calloc(count + 1, size);
    if (!at) {
        fputs("bench: out of memory\n", stderr);
        exit(1);
    }
    return at;
}

static void must(status s, const fault *fault) {
    if (s == STATUS_OK) return;
    fprintf(stderr, "bench: %s\n", fault->text);
    exit(1);
}

double follow_cpu_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_offer(watcher *w, const char *name, const cJSON *json, double t_s) {
    const cJSON *unit = cJSON_GetObjectItem(json, "unit");
    if (strcmp(name, "offer") != 0 || !cJSON_IsString(unit) || w->offer_count == OFFERS_MAX) return;
    w->offers[w->offer_count].unit = game_find_unit(w->game, unit->valuestring);
    w->offers[w->offer_count++].due_s = t_s + CONFIRM_AFTER_S;
}

static void hear(void *context, const report *what) {
    watcher *w = context;
    follow_run *r = w->run;
    const char *text = what->drawn ? what->drawn : what->json;
    cJSON *json = cJSON_Parse(text);
    if (!json) return;
    const cJSON *kind = cJSON_GetObjectItem(json, "kind");
    const char *name = what->kind == REPORT_SETTLED ? "settled" : cJSON_IsString(kind) ? kind->valuestring : "";
    keep_offer(w, name, json, what->t_s);
    if (w->forgets) {
        cJSON_Delete(json);
        return;
    }
    if (r->line_count == r->line_capacity) {
        r->line_capacity = 2 * r->line_capacity + 64;
        r->lines = realloc(r->lines, (size_t)r->line_capacity * sizeof *r->lines);
        if (!r->lines) exit(1);
    }
    r->lines[r->line_count++] = (follow_line){what->t_s, name, json};
}

static void feed(watcher *w, const event *e) {
    fault fault = {""};
    double begin = follow_cpu_s();
    must(session_feed(w->session, e, &fault), &fault);
    w->run->session_s += follow_cpu_s() - begin;
}

// What the events tell of the figures.
static void learn(watcher *w, const event *e) {
    event_pose_list poses = event_poses(e);
    const event_observe *seen = event_as_observe(e);
    const event_remove *gone = event_as_remove(e);
    for (int i = 0; i < poses.count; i++) {
        follow_figure *f = &w->known[poses.at[i].figure];
        f->at = poses.at[i].pose;
        f->known = true, f->hidden = false;
    }
    for (int i = 0; seen && i < seen->hidden_count; i++) w->known[seen->hidden[i]].hidden = true;
    for (int i = 0; gone && i < gone->figure_count; i++) w->known[gone->figures[i]].removed = true;
    for (int i = 0; seen && i < seen->ambiguous_count; i++) w->known[seen->ambiguous[i]].ambiguous = true;
}

static void observe(watcher *w, const event *seen) {
    if (event_tells_nothing(seen)) return;
    event e = stream_rounded(seen, w->rounded);
    learn(w, &e);
    feed(w, &e);
}

// What people enter by then: the play's events, and the confirmation of offers. `tell` hears them, too.
static void enter_until(watcher *w, double t_s, void (*tell)(void *looker, const event *e), void *looker) {
    const event *events;
    int count = play_events(w->run->play, &events);
    while (w->next_event < count && events[w->next_event].t_s <= t_s) {
        const event *e = &events[w->next_event++];
        tell(looker, e);
        learn(w, e);
        feed(w, e);
    }
    for (int i = 0; i < w->offer_count; i++) {
        if (w->offers[i].due_s > t_s) continue;
        event e = {.kind = EVENT_TAKE_BACK, .t_s = t_s, .take_back = {w->offers[i].unit}};
        w->offers[i--] = w->offers[--w->offer_count];
        feed(w, &e);
    }
}

// A while after each act, where no other goes on: what is known then.
static void note_rest(watcher *w, double t_s) {
    const play_act *acts;
    int count = play_acts(w->run->play, &acts), latest = -1;
    for (int i = 0; i < count; i++) {
        if (acts[i].t0_s < t_s && t_s < acts[i].t1_s + REST_AFTER_S) return;
        if (acts[i].t1_s + REST_AFTER_S <= t_s && (latest < 0 || acts[i].t1_s > acts[latest].t1_s)) latest = i;
    }
    follow_run *r = w->run;
    if (latest < 0 || (r->rest_count > 0 && r->rests[r->rest_count - 1].act == latest)) return;
    size_t n = (size_t)w->game->figure_count;
    follow_rest *rest = &r->rests[r->rest_count++];
    *rest = (follow_rest){t_s, latest, capacity(n, sizeof *rest->figures)};
    memcpy(rest->figures, w->known, n * sizeof *rest->figures);
}

// What the heap holds after a tenth of the play, and now.
static void note_heap(follow_run *r, double t_s) {
    r->heap_end = mallinfo2().uordblks;
    if (t_s < play_length(r->play) / 10) r->heap_early = r->heap_end;
}

// Simulated ---------------------------------------------------------------------------------------------------------------------------------

// Units that arms lie on are held, as the program does.
static void hold_covered(watcher *w, const play_view *v) {
    for (int u = 0; u < w->game->unit_count; u++) {
        const game_unit *unit = &w->game->units[u];
        bool covered = false;
        for (int f = unit->first_figure; f < unit->first_figure + unit->figure_count; f++)
            covered |= v->present[f] && sight_covered(w->run->play, v, f) >= HELD_SHARE;
        session_hold(w->session, u, covered);
    }
}

static void tell_tracker(void *looker, const event *e) { formation_place(looker, e); }

static void run_simulated(watcher *w, double fps) {
    follow_run *r = w->run;
    fault fault = {""};
    formation *f;
    formation_options fo = formation_default_options();
    must(formation_create(w->game, &fo, &f, &fault), &fault);
    sight_options so = sight_default_options(7, play_kind_of_bases(r->play));
    sight *looker = sight_make(r->play, &so);
    sight_follow(looker, f);
    play_view v = play_view_make(r->play);
    for (long i = 0; (double)i / fps < play_length(r->play); i++) {
        double t = (double)i / fps;
        play_at(r->play, t, &v);
        formation_view view = sight_look(looker, &v, t);
        event seen;
        enter_until(w, t, tell_tracker, f);
        double begin = follow_cpu_s();
        must(formation_see(f, &view, &seen, &fault), &fault);
        double took = follow_cpu_s() - begin;
        r->track_s += took, r->worst_track_s = took > r->worst_track_s ? took : r->worst_track_s;
        observe(w, &seen);
        hold_covered(w, &v);
        must(session_tick(w->session, t, &fault), &fault);
        if (!w->forgets) note_rest(w, t);
        note_heap(r, t);
        r->frames++;
    }
    play_view_free(&v);
    sight_free(looker);
    formation_destroy(f);
}

// Rendered ----------------------------------------------------------------------------------------------------------------------------------

// The calibration of the camera that draws.
static calibration calibration_of(const render_camera *c) {
    calibration cal = calib_plain_lens(c->width, c->height);
    cal.fx = c->fx, cal.fy = c->fy, cal.cx = c->cx, cal.cy = c->cy;
    cal.k1 = c->k[0], cal.k2 = c->k[1], cal.p1 = c->k[2], cal.p2 = c->k[3], cal.k3 = c->k[4];
    calib_set_pose(&cal, (vec3){c->rotation[0], c->rotation[1], c->rotation[2]},
                   (vec3){c->translation_in[0], c->translation_in[1], c->translation_in[2]});
    return cal;
}

static void tell_pipeline(void *looker, const event *e) { pipeline_enter(looker, e); }

static render_scene scene_of(const play *p, const play_view *v) {
    render_scene s = render_default_scene(play_camera(), play_game(p));
    s.standing = play_kind_of_bases(p) != PLAY_TAGS;  // tags lie in full view
    s.poses = v->poses, s.present = v->present;
    s.hands = v->hands;
    s.scatter = v->scatter;
    return s;
}

static void run_rendered(watcher *w, double fps) {
    follow_run *r = w->run;
    fault fault = {""};
    play_view v = play_view_make(r->play);
    play_at(r->play, 0, &v);
    render_scene scene = scene_of(r->play, &v);
    calibration cal = calibration_of(&scene.camera);
    renderer *draw;
    pipeline *looker;
    must(renderer_create(&scene, &draw, &fault), &fault);
    must(pipeline_create(w->game, &cal, &looker, &fault), &fault);
    int width = scene.camera.width, height = scene.camera.height;
    uint8_t *bgr = capacity((size_t)width * (size_t)height, 3), *gray = capacity((size_t)width * (size_t)height, 1);
    for (long i = 0; (double)i / fps < play_length(r->play); i++) {
        double t = (double)i / fps;
        play_at(r->play, t, &v);
        scene.hands = v.hands, scene.hand_count = v.hand_count;
        scene.scatter = v.scatter, scene.scatter_count = v.scatter_count;
        scene.sequence = (uint32_t)i;
        must(renderer_frame(draw, &scene, bgr, (size_t)width * 3, &fault), &fault);
        render_gray(bgr, width, height, gray);
        frame f = {
            .width = width, .height = height, .gray = gray, .gray_stride = (size_t)width, .bgr = bgr, .bgr_stride = (size_t)width * 3, .t_s = t};
        event seen;
        enter_until(w, t, tell_pipeline, looker);
        double begin = follow_cpu_s();
        must(pipeline_frame(looker, &f, &seen, &fault), &fault);
        r->watch_s += follow_cpu_s() - begin;
        observe(w, &seen);
        for (int u = 0; u < w->game->unit_count; u++) session_hold(w->session, u, pipeline_covers(looker, u));
        must(session_tick(w->session, t, &fault), &fault);
        if (!w->forgets) note_rest(w, t);
        note_heap(r, t);
        r->frames++;
    }
    r->track_s = pipeline_cost(looker).track_s;
    free(bgr);
    free(gray);
    pipeline_destroy(looker);
    renderer_destroy(draw);
    play_view_free(&v);
}

follow_run follow_watch(const play *p, follow_source source, double fps, bool forgets) {
    const play_act *acts;
    follow_run r = {.play = p};
    size_t n = (size_t)play_game(p)->figure_count;
    r.rests = capacity((size_t)play_acts(p, &acts), sizeof *r.rests);
    watcher w = {
        .run = &r, .game = play_game(p), .known = capacity(n, sizeof *w.known), .rounded = capacity(n, sizeof *w.rounded), .forgets = forgets};
    fault fault = {""};
    must(session_create(w.game, (session_options){.drawn = true, .provisional = true}, hear, &w, &w.session, &fault), &fault);
    if (source == FOLLOW_SIMULATED)
        run_simulated(&w, fps);
    else
        run_rendered(&w, fps);
    must(session_finish(w.session, play_length(p), &fault), &fault);
    session_destroy(w.session);
    free(w.known);
    free(w.rounded);
    return r;
}

void follow_run_free(follow_run *r) {
    for (int i = 0; i < r->line_count; i++) cJSON_Delete(r->lines[i].json);
    for (int i = 0; i < r->rest_count; i++) free(r->rests[i].figures);
    free(r->lines);
    free(r->rests);
}
