// Markers that lie on the table twice: noted when a look sees one in two places, said when several did, gone when a search of both places sees
// no more than one.
#include <stdio.h>
#include <string.h>

#include "pipeline/pipeline_state.h"

static bool touches(const doubled_marker *d, const px_rect *rects, int count) {
    for (int k = 0; k < d->count; k++)
        for (int i = 0; i < count; i++)
            if (rect_overlaps(d->places[k], rects[i])) return true;
    return false;
}

void doubled_begin(pipeline *p, bool everywhere) {
    for (int m = 0; m < DOUBLED_MARKERS; m++) {
        doubled_marker *d = &p->doubled[m];
        d->asked = d->on && (everywhere || touches(d, p->rects, p->rect_count));
        for (int k = 0; k < d->count && d->asked && !everywhere; k++) look_add_rect(p, d->places[k]);
    }
}

void doubled_note(pipeline *p, const base_sighting *b, px_rect place) {
    doubled_marker *d = NULL;
    char name[sizeof d->name];
    eye_name_marker(p->eye, b, name, sizeof name);
    for (int m = 0; m < DOUBLED_MARKERS; m++) {
        if (p->doubled[m].on && strcmp(p->doubled[m].name, name) == 0) {
            d = &p->doubled[m];
            break;
        }
        if (!p->doubled[m].on && !d) d = &p->doubled[m];
    }
    if (!d) return;
    if (!d->on) *d = (doubled_marker){.on = true};
    if (!d->noted) d->count = 0;
    d->noted = true;
    memcpy(d->name, name, sizeof name);
    if (d->count < DOUBLE_PLACES) d->places[d->count++] = place;
}

void doubled_end(pipeline *p) {
    for (int m = 0; m < DOUBLED_MARKERS; m++) {
        doubled_marker *d = &p->doubled[m];
        if (d->noted)
            d->looks++;
        else if (d->asked)
            *d = (doubled_marker){0};
        d->asked = d->noted = false;
    }
}

bool doubled_in_doubt(const pipeline *p) {
    for (int m = 0; m < DOUBLED_MARKERS; m++)
        if (p->doubled[m].on && p->doubled[m].looks < DOUBLED_LOOKS) return true;
    return false;
}

int doubled_say(const pipeline *p, char *out, size_t room) {
    int count = 0;
    char names[160] = "";
    for (int m = 0; m < DOUBLED_MARKERS; m++) {
        const doubled_marker *d = &p->doubled[m];
        if (!d->on || d->looks < DOUBLED_LOOKS) continue;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", count ? ", " : "", d->name);
        count++;
    }
    if (count == 1) snprintf(out, room, "Two bases carry the marker %s: neither is believed. Take one of them off the table.", names);
    if (count > 1) snprintf(out, room, "Two bases each carry the markers %s: none is believed. Take one of each off the table.", names);
    return count;
}
