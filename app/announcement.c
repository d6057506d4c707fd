#include "app/announcement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/progress.h"

static size_t room_of(const char *text) { return text ? strlen(text) + 1 : 0; }

static const char *place(char **at, const char *text) {
    if (!text) return NULL;
    char *placed = strcpy(*at, text);
    *at += strlen(text) + 1;
    return placed;
}

announcement *announcement_copy(const announcement *a) {
    announcement *copy = malloc(sizeof *copy + room_of(a->line) + room_of(a->words) + room_of(a->kind) + room_of(a->json));
    if (!copy) return NULL;
    char *at = (char *)(copy + 1);
    *copy = (announcement){.snapshot = a->snapshot};
    copy->line = place(&at, a->line);
    copy->words = place(&at, a->words);
    copy->kind = place(&at, a->kind);
    copy->json = place(&at, a->json);
    return copy;
}

void announcement_give(const announcement *a, web *page) {
    if (a->line || a->words) progress_clear();
    if (a->line) puts(a->line);
    if (a->words) fputs(a->words, stderr);
    if (!page || !a->kind || !a->json) return;
    if (a->snapshot)
        web_set(page, a->kind, a->json);
    else
        web_publish(page, a->kind, a->json);
}
