#include "pipeline/duplicates.h"

#include <stdio.h>
#include <string.h>

static bool touches(const duplicate_marker *d, const rect_list *where) {
    for (int k = 0; k < d->count; k++)
        if (rects_overlap(where, d->places[k])) return true;
    return false;
}

void duplicates_choose(const duplicate_list *d, rect_list *where, bool asked[DUPLICATE_MARKERS]) {
    for (int m = 0; m < DUPLICATE_MARKERS; m++) {
        const duplicate_marker *one = &d->at[m];
        asked[m] = one->on && touches(one, where);
        for (int k = 0; k < one->count && asked[m]; k++) rects_add(where, one->places[k]);
    }
}

// The entry of that name, else a free one; NULL: there is none.
static duplicate_marker *entry_of(duplicate_list *d, const char *name) {
    duplicate_marker *free_one = NULL;
    for (int m = 0; m < DUPLICATE_MARKERS; m++) {
        if (d->at[m].on && strcmp(d->at[m].name, name) == 0) return &d->at[m];
        if (!d->at[m].on && !free_one) free_one = &d->at[m];
    }
    return free_one;
}

void duplicates_note(duplicate_list *d, const char *name, px_rect place) {
    duplicate_marker *one = entry_of(d, name);
    if (!one) return;
    if (!one->on) *one = (duplicate_marker){.on = true};
    if (!one->noted) one->count = 0;
    one->noted = true;
    snprintf(one->name, sizeof one->name, "%s", name);
    if (one->count < DUPLICATE_PLACES) one->places[one->count++] = place;
}

void duplicates_end(duplicate_list *d, const bool asked[DUPLICATE_MARKERS]) {
    for (int m = 0; m < DUPLICATE_MARKERS; m++) {
        duplicate_marker *one = &d->at[m];
        if (one->noted)
            one->looks++;
        else if (asked[m])
            *one = (duplicate_marker){0};
        one->noted = false;
    }
}

bool duplicates_in_doubt(const duplicate_list *d) {
    for (int m = 0; m < DUPLICATE_MARKERS; m++)
        if (d->at[m].on && d->at[m].looks < DUPLICATE_LOOKS) return true;
    return false;
}

int duplicates_describe(const duplicate_list *d, char *out, size_t capacity) {
    int count = 0;
    char names[160] = "";
    for (int m = 0; m < DUPLICATE_MARKERS; m++) {
        const duplicate_marker *one = &d->at[m];
        if (!one->on || one->looks < DUPLICATE_LOOKS) continue;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", count ? ", " : "", one->name);
        count++;
    }
    if (count == 1) snprintf(out, capacity, "Two bases carry the marker %s: neither is believed. Take one of them off the table.", names);
    if (count > 1) snprintf(out, capacity, "Two bases each carry the markers %s: none is believed. Take one of each off the table.", names);
    return count;
}
