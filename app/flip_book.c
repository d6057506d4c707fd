#include "app/flip_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"

static flips *page_of(flip_book *b, int move) {
    if (move > b->capacity) {
        int capacity = move < 64 ? 64 : 2 * move;
        flips **more = realloc(b->by_move, (size_t)capacity * sizeof *more);
        if (!more) return NULL;
        memset(more + b->capacity, 0, (size_t)(capacity - b->capacity) * sizeof *more);
        b->by_move = more;
        b->capacity = capacity;
    }
    if (move > b->count) b->count = move;
    flips **page = &b->by_move[move - 1];
    if (!*page) *page = malloc(sizeof **page);
    return *page;
}

static void take_case(void *context, const session_case *c) {
    flip_book *b = context;
    int move = c->verdict->move;
    if (b->failed != STATUS_OK || move < 1 || (b->wanted && move != b->wanted)) return;
    b->met = true;
    if (!flips_are_due(c->verdict) && !(move <= b->count && b->by_move[move - 1])) return;
    flips *page = page_of(b, move);
    b->failed = page ? flips_find(c, page) : STATUS_MEMORY;
}

static status judge(recorded_game *r, flip_book *b, bool quiet, amend_result *out, fault *fault) {
    judging j;
    conclusions ignored = {0};
    judging_options o = {.notes = !quiet, .silent = true, .kept = &ignored, .latest_t_s = RECORD_T_MAX_S, .judged = take_case, .judged_context = b};
    status s = judging_begin(&j, r->game.now, o, fault);
    if (s != STATUS_OK) return s;
    s = recorded_game_judge(r, &j, false, fault);
    *out = (amend_result){.tally = session_count(j.session), .bad = r->unread_count};
    judging_end(&j);
    conclusions_free(&ignored);
    return s;
}

status flip_book_read(flip_book *b, recorded_game *r, int move, bool quiet, amend_result *out, fault *fault) {
    *b = (flip_book){.game = r->game.now, .wanted = move};
    status s = judge(r, b, quiet, out, fault);
    return s == STATUS_OK && b->failed != STATUS_OK ? fault_set(fault, b->failed, "out of memory") : s;
}

void flip_book_free(flip_book *b) {
    for (int i = 0; i < b->capacity; i++) free(b->by_move[i]);
    free(b->by_move);
}

char *flip_book_text(const flip_book *b, int move) {
    const flips *page = move >= 1 && move <= b->count ? b->by_move[move - 1] : NULL;
    char *text = NULL;
    size_t length = 0;
    FILE *out = page && page->count > 0 ? open_memstream(&text, &length) : NULL;
    if (!out) return NULL;
    fputs("It would be ", out);
    for (int i = 0; i < page->count; i++) fprintf(out, "%s%s", i ? "; or " : "", page->at[i].text);
    fputs(".", out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}
