#include "app/judge_flips.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/recorded_game.h"
#include "referee/flips.h"

// The flips of each move, until its next verdict: a question may be answered.
typedef struct {
    const game *game;
    int wanted;  // move; 0: all
    flips **by_move;
    int count, capacity;
    bool met;
    status failed;
} flip_book;

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

static const char *of_kind(flip_kind k) {
    static const char *const names[] = {[FLIP_RATE] = "rate",        [FLIP_NUMBER] = "option", [FLIP_WORD] = "option",
                                        [FLIP_DECLARED] = "declare", [FLIP_DICE] = "dice",     [FLIP_COMMAND] = "status"};
    return names[k];
}

static void add_change(cJSON *o, const game *g, const flip *f, const char *key) {
    switch (f->kind) {
        case FLIP_RATE:
        case FLIP_NUMBER:
            cJSON_AddNumberToObject(o, key, f->at);
            cJSON_AddNumberToObject(o, "not_at", f->last);
            cJSON_AddNumberToObject(o, "is", f->is);
            cJSON_AddStringToObject(o, "unit", f->unit_name);
            break;
        case FLIP_WORD:
            cJSON_AddStringToObject(o, key, f->word);
            cJSON_AddStringToObject(o, "is", f->is_word);
            break;
        case FLIP_DECLARED:
            if (f->target >= 0) cJSON_AddStringToObject(o, "target", g->units[f->target].id);
            if (f->word[0]) cJSON_AddStringToObject(o, "to", f->word);
            break;
        default:
            cJSON_AddStringToObject(o, key, f->kind == FLIP_DICE ? "pass" : "true");
            break;
    }
}

static status print_flip(const game *g, const flip *f, fault *fault) {
    char key[24];
    cJSON *o = cJSON_CreateObject();
    snprintf(key, sizeof key, "%s_at", ruling_name(f->becomes));
    cJSON_AddStringToObject(o, "kind", "flip");
    cJSON_AddNumberToObject(o, "move", f->move);
    cJSON_AddStringToObject(o, "ruling", ruling_name(f->was));
    cJSON_AddStringToObject(o, "rule", f->rule);
    cJSON_AddStringToObject(o, "of", of_kind(f->kind));
    if (f->kind != FLIP_RATE) cJSON_AddStringToObject(o, "name", f->name);
    add_change(o, g, f, key);
    cJSON_AddStringToObject(o, "text", f->text);
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    if (text) puts(text);
    free(text);
    return text ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

static status print_all(const flip_book *b, fault *fault) {
    int moves = 0, count = 0;
    status s = STATUS_OK;
    for (int m = 0; m < b->count && s == STATUS_OK; m++) {
        const flips *page = b->by_move[m];
        for (int i = 0; page && i < page->count && s == STATUS_OK; i++, count++) s = print_flip(b->game, &page->at[i], fault);
        moves += page && page->count > 0;
    }
    if (s == STATUS_OK) printf("{\"kind\":\"flips\",\"moves\":%d,\"flips\":%d}\n", moves, count);
    return s;
}

static void free_book(flip_book *b) {
    for (int i = 0; i < b->capacity; i++) free(b->by_move[i]);
    free(b->by_move);
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

status judge_flips(const judge_record_request *q, int move, amend_result *out, fault *fault) {
    recorded_game r;
    flip_book b = {.wanted = move};
    cli_catch_signals();
    status s = recorded_game_open(&r, q->path, q->game, q->house_rules, fault);
    b.game = r.game.now;
    if (s == STATUS_OK && !cli_signal()) s = judge(&r, &b, q->quiet, out, fault);
    if (s == STATUS_OK && b.failed != STATUS_OK) s = fault_set(fault, b.failed, "out of memory");
    if (s == STATUS_OK && move > 0 && !b.met && !cli_signal())
        s = fault_set(fault, STATUS_INVALID, "%s: has no move %d: it has 1 to %d", q->path, move, out->tally.moves);
    if (s == STATUS_OK && !cli_signal()) s = print_all(&b, fault);
    free_book(&b);
    recorded_game_close(&r);
    return s;
}
