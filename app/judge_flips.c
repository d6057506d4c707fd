#include "app/judge_flips.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/flip_book.h"

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

status judge_flips(const judge_record_request *q, int move, amend_result *out, fault *fault) {
    recorded_game r;
    flip_book b = {0};
    cli_catch_signals();
    status s = recorded_game_open(&r, q->path, q->game, q->house_rules, fault);
    if (s == STATUS_OK && !cli_signal()) s = flip_book_read(&b, &r, move, q->quiet, out, fault);
    if (s == STATUS_OK && move > 0 && !b.met && !cli_signal())
        s = fault_set(fault, STATUS_INVALID, "%s: has no move %d: it has 1 to %d", q->path, move, out->tally.moves);
    if (s == STATUS_OK && !cli_signal()) s = print_all(&b, fault);
    flip_book_free(&b);
    recorded_game_close(&r);
    return s;
}
