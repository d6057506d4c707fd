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
    const bool alike = a->others == a->json;
    announcement *copy = malloc(sizeof *copy + room_of(a->line) + room_of(a->words) + room_of(a->kind) + room_of(a->json) +
                                (alike ? 0 : room_of(a->others)) + room_of(a->answer));
    if (!copy) return NULL;
    char *at = (char *)(copy + 1);
    *copy = *a;
    copy->line = place(&at, a->line);
    copy->words = place(&at, a->words);
    copy->kind = place(&at, a->kind);
    copy->json = place(&at, a->json);
    copy->others = alike ? copy->json : place(&at, a->others);
    copy->answer = place(&at, a->answer);
    return copy;
}

void announcement_give(const announcement *a, web *page) {
    if (a->line || a->words) progress_clear();
    if (a->line) puts(a->line);
    if (a->words) fputs(a->words, stderr);
    if (!page) return;
    if (a->kind && a->json && a->snapshot)
        web_set(page, a->kind, a->json, a->others);
    else if (a->kind && a->json)
        web_publish(page, a->kind, a->json, a->others);
    if (a->answer) web_answer_entry(page, a->ticket, true, a->answer);
}
