#include "referee/flip_trial.h"

#include <stdlib.h>
#include <string.h>

#include "referee/session.h"
#include "stream/stream.h"

// A listener that waits for one verdict.
typedef struct {
    int unit;
    double t_s;
    flip_outcome *out;
    bool failed;
} waiting;

static void hear(void *context, const report *what) {
    waiting *w = context;
    if (what->kind != REPORT_MOVE || what->verdict->unit != w->unit || what->t_s != w->t_s || w->out->judged) return;
    w->out->judged = true;
    w->out->ruling = what->verdict->ruling;
    w->out->json = strdup(what->json);
    w->failed |= !w->out->json;
}

static void pass_over(void *context, const char *text) { (void)context, (void)text; }

static status feed(session *s, stream_reader *r, const char *line, fault *fault) {
    event e;
    status read = stream_read_event(r, line, strlen(line), &e, NULL);
    if (read == STATUS_MEMORY) return fault_set(fault, read, "out of memory");
    return read == STATUS_OK ? session_feed(s, &e, fault) : STATUS_OK;  // what the judge passed over
}

static status run(const flip_trials *t, const game *g, const char *declared, waiting *w, fault *fault) {
    session *s = NULL;
    stream_reader *r = NULL;
    status result = session_create(g, (session_options){.bad = pass_over}, hear, w, &s, fault);
    if (result == STATUS_OK) result = stream_reader_create(g, &r, fault);
    for (long i = 0; i < t->count && result == STATUS_OK && !w->out->judged; i++) {
        if (declared && i == t->phase_at) result = feed(s, r, declared, fault);
        if (result == STATUS_OK) result = feed(s, r, t->lines[i], fault);
    }
    if (result == STATUS_OK && !w->out->judged) result = session_finish(s, t->of->t_s, fault);
    stream_reader_destroy(r);
    session_destroy(s);
    return result;
}

static status parse_game(const cJSON *json, game **out, fault *fault) {
    char *text = cJSON_PrintUnformatted(json);
    if (!text) return fault_set(fault, STATUS_MEMORY, "out of memory");
    status s = game_parse(text, strlen(text), "the game", out, NULL, NULL, fault);
    free(text);
    return s;
}

status flip_try(flip_trials *t, const cJSON *game_json, const char *declared, flip_outcome *out, fault *fault) {
    game *g = NULL;
    *out = (flip_outcome){0};
    t->trials++;
    status s = parse_game(game_json, &g, fault);
    if (s == STATUS_OK) {
        waiting w = {.unit = game_find_unit(g, t->of->unit), .t_s = t->of->t_s, .out = out};
        s = run(t, g, declared, &w, fault);
        if (w.failed) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    }
    game_destroy(g);
    return s == STATUS_INVALID ? STATUS_OK : s;
}

// Thinning ------------------------------------------------------------------------------------------------------------------------------------

// What an observation is of: 0 where it is none, or hides something.
static unsigned long figures_seen(const event *e) {
    const event_observe *o = event_as_observe(e);
    event_pose_list poses = event_poses(e);
    unsigned long h = 1469598103934665603ul;
    if (!o || o->hidden_count > 0 || o->gap_s > 0 || poses.count == 0) return 0;
    for (int i = 0; i < poses.count; i++) h = (h ^ (unsigned long)poses.at[i].figure) * 1099511628211ul;
    return h | 1;
}

// Of looks at the same figures, one after the other within seconds, the last is enough, before the phase in question: what happened on the way was
// judged then.
static void thin(flip_trials *t, const unsigned long *seen, const double *times) {
    long kept = 0;
    for (long i = 0; i < t->of->count; i++) {
        bool again = i + 1 < t->phase_at && seen[i] && seen[i + 1] == seen[i] && times[i + 1] - times[i] < 1;
        if (i == t->phase_at) t->phase_at = kept;
        if (!again) t->lines[kept++] = t->of->lines[i];
    }
    t->count = kept;
}

static void take_all(flip_trials *t) {
    memcpy(t->lines, t->of->lines, (size_t)t->of->count * sizeof *t->lines);
    t->count = t->of->count;
}

// Finds where the phase began in which the verdict fell, and what each line is of.
static status look_through(flip_trials *t, const game *g, unsigned long *seen, double *times, fault *fault) {
    stream_reader *r = NULL;
    status s = stream_reader_create(g, &r, fault);
    for (long i = 0; i < t->of->count && s == STATUS_OK; i++) {
        event e;
        if (stream_read_event(r, t->of->lines[i], strlen(t->of->lines[i]), &e, NULL) != STATUS_OK) continue;
        seen[i] = figures_seen(&e);
        times[i] = e.t_s;
        if (e.kind == EVENT_PHASE) t->phase_at = i + 1, t->phase_s = e.t_s;
    }
    stream_reader_destroy(r);
    return s;
}

static bool same_outcome(const flip_outcome *a, const flip_outcome *b) {
    return a->judged && b->judged && a->json && b->json && strcmp(a->json, b->json) == 0;
}

// Thinned only where the verdict is then the same to the last digit.
static status choose_lines(flip_trials *t, const unsigned long *seen, const double *times, flip_outcome *was, fault *fault) {
    flip_outcome thinned;
    const long phase_at = t->phase_at;
    take_all(t);
    status s = flip_try(t, t->game, NULL, was, fault);
    if (s != STATUS_OK || !was->judged) return s;
    thin(t, seen, times);
    s = flip_try(t, t->game, NULL, &thinned, fault);
    if (s == STATUS_OK && !same_outcome(was, &thinned)) t->phase_at = phase_at, take_all(t);
    free(thinned.json);
    return s;
}

status flip_trials_begin(flip_trials *t, const flip_case *c, flip_outcome *was, fault *fault) {
    *t = (flip_trials){.of = c};
    *was = (flip_outcome){0};
    game *g = NULL;
    size_t n = (size_t)c->count + 1;
    unsigned long *seen = calloc(n, sizeof *seen);
    double *times = calloc(n, sizeof *times);
    t->lines = calloc(n, sizeof *t->lines);
    t->game = cJSON_Parse(c->game_text);
    status s = seen && times && t->lines ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK && !cJSON_IsObject(t->game)) s = fault_set(fault, STATUS_INVALID, "the game file is not JSON");
    if (s == STATUS_OK) s = parse_game(t->game, &g, fault);
    if (s == STATUS_OK) s = look_through(t, g, seen, times, fault);
    if (s == STATUS_OK) s = choose_lines(t, seen, times, was, fault);
    if (s == STATUS_OK && !was->judged)
        s = fault_set(fault, STATUS_INVALID, "no verdict on %.40s falls at %.3f s when the game is judged again", c->unit, c->t_s);
    game_destroy(g);
    free(seen);
    free(times);
    return s;
}

void flip_trials_end(flip_trials *t) {
    cJSON_Delete(t->game);
    free(t->lines);
    *t = (flip_trials){0};
}
