#include "app/judge_flips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/flip_book.h"
#include "app/flip_line.h"

static status print_flip(const game *g, const flip *f, fault *fault) {
    char *text = flip_line(g, f, BEHAVIOUR_ANNOUNCE);
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
