#include "app/aids.h"

#include <stdlib.h>

#include "app/marker_lines.h"

#define FOLLOW_EVERY_S 0.25  // as closely as hands are to be led
#define MARKERS_SHOWN 64

// A guides_listener; the page has the guides in its state.
static void tell_guide(void *context, double t_s, const char *json, const char *words) { desk_send(context, "guide", t_s, json, words, false); }

status aids_init(aids *a, desk *d, fault *fault) {
    *a = (aids){.desk = d};
    return guides_create(d->game, tell_guide, d, &a->guides, fault);
}

void aids_finish(aids *a) { guides_destroy(a->guides); }

status aids_take_entry(aids *a, const session *s, const char *line, double t_s, bool *mine, fault *fault) {
    return guides_take_entry(a->guides, s, line, t_s, mine, fault);
}

status aids_follow(aids *a, const session *s, double t_s, bool *shown, fault *fault) {
    *shown = false;
    if (t_s - a->followed_s < FOLLOW_EVERY_S && t_s >= a->followed_s) return STATUS_OK;
    a->followed_s = t_s;
    *shown = guides_any(a->guides);
    return guides_follow(a->guides, s, t_s, fault);
}

status aids_ask(aids *a, const marker_question *q, double t_s, fault *fault) {
    char words[300];
    char *line = marker_lines_ask(a->desk->game, q, words, sizeof words);
    if (!line) return fault_set(fault, STATUS_MEMORY, "out of memory");
    desk_send(a->desk, "ask", t_s, line, words, true);
    free(line);
    return STATUS_OK;
}

void aids_publish_state(aids *a, session *s, pipeline *p, double t_s, const char *health) {
    marker_place places[MARKERS_SHOWN];
    char *markers = marker_lines_member(a->desk->game, places, pipeline_markers_list(p, places, MARKERS_SHOWN));
    char *camera = a->desk->web ? stream_eye_members(pipeline_eye(p)) : NULL;
    desk_publish_state(a->desk, s, t_s, health, (const char *[]){guides_member(a->guides), markers, camera ? camera : "", NULL});
    free(markers);
    free(camera);
}
