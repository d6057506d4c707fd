#include "referee/question.h"

#include <stdlib.h>
#include <string.h>

struct question {
    rules_state *before;
    move move;
    void *arrays[9];  // that the move borrows
};

// A copy of count things of `size` bytes, kept as the question's array k; NULL for none.
static bool copy_array(question *q, int k, const void *from, size_t count, size_t size) {
    if (!from) return true;
    q->arrays[k] = malloc(count * size + 1);
    if (q->arrays[k]) memcpy(q->arrays[k], from, count * size);
    return q->arrays[k] != NULL;
}

static bool copy_move(question *q, const move *m) {
    size_t n = (size_t)m->figure_count, samples = (size_t)m->sample_count;
    bool ok = copy_array(q, 0, m->moved_with, n, sizeof *m->moved_with) && copy_array(q, 1, m->from, n, sizeof *m->from) &&
              copy_array(q, 2, m->to, n, sizeof *m->to) && copy_array(q, 3, m->rank_before, n, sizeof *m->rank_before) &&
              copy_array(q, 4, m->rank_after, n, sizeof *m->rank_after) && copy_array(q, 5, m->sample_t_s, samples, sizeof *m->sample_t_s) &&
              copy_array(q, 6, m->samples, samples * n, sizeof *m->samples) &&
              copy_array(q, 7, m->sample_seen, samples * n, sizeof *m->sample_seen) && copy_array(q, 8, m->sight, n, sizeof *m->sight);
    q->move = *m;
    q->move.moved_with = q->arrays[0];
    q->move.from = q->arrays[1];
    q->move.to = q->arrays[2];
    q->move.rank_before = q->arrays[3];
    q->move.rank_after = q->arrays[4];
    q->move.sample_t_s = q->arrays[5];
    q->move.samples = q->arrays[6];
    q->move.sample_seen = q->arrays[7];
    q->move.sight = q->arrays[8];
    return ok;
}

question *question_keep(const rules_state *s, const move *m) {
    question *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->before = rules_state_copy(s);
    if (q->before && copy_move(q, m)) return q;
    question_drop(q);
    return NULL;
}

void question_drop(question *q) {
    if (!q) return;
    rules_state_destroy(q->before);
    for (size_t k = 0; k < sizeof q->arrays / sizeof *q->arrays; k++) free(q->arrays[k]);
    free(q);
}

const move *question_move(const question *q) { return &q->move; }

const rules_state *question_state(const question *q) { return q->before; }

status question_answer(question *q, const rules *r, const event *e) { return rules_apply(r, q->before, e); }
