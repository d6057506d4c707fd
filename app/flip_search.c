#include "app/flip_search.h"

#include <pthread.h>
#include <stdlib.h>

#include "app/flip_line.h"
#include "referee/flips.h"
#include "referee/question.h"

#define WAITING_MOST 16  // moves; more at once are not looked at one by one

// A case as it was judged, independent of the session.
typedef struct kept_case {
    struct kept_case *next;
    question *of;  // state and move
    ambiguous_groups ambiguous;
    shape_limits limits;
    verdict verdict;
} kept_case;

struct flip_search {
    desk *desk;
    rules *rules;
    pthread_t thread;
    pthread_mutex_t lock;  // of the rest
    pthread_cond_t more;
    kept_case *first, **end;
    int waiting;
    bool stopping;
};

static void drop(kept_case *k) {
    if (!k) return;
    question_drop(k->of);
    free(k);
}

// How the finding is passed on that the flip is about.
static behaviour behaviour_of(const verdict *v) {
    behaviour how = BEHAVIOUR_ANNOUNCE;
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].how != BEHAVIOUR_ANNOUNCE) how = v->findings[i].how;
    return how;
}

// The rate says most to people; else what was found first.
static const flip *best_of(const flips *found) {
    for (int i = 0; i < found->count; i++)
        if (found->at[i].kind == FLIP_RATE) return &found->at[i];
    return found->count > 0 ? &found->at[0] : NULL;
}

static void search(flip_search *s, const kept_case *k, flips *found) {
    const ambiguity_court court = {s->rules, s->desk->game, &k->limits};
    const session_case c = {&court, question_state(k->of), question_move(k->of), &k->ambiguous, &k->verdict, false};
    const flip *best = flips_find(&c, found) == STATUS_OK ? best_of(found) : NULL;
    char *line = best ? flip_line(s->desk->game, best, behaviour_of(&k->verdict)) : NULL;
    if (line) desk_show(s->desk, "flip", line);
    free(line);
}

static void *run(void *context) {
    flip_search *s = context;
    flips *found = malloc(sizeof *found);
    pthread_mutex_lock(&s->lock);
    while (!s->stopping) {
        kept_case *k = s->first;
        if (!k) {
            pthread_cond_wait(&s->more, &s->lock);
            continue;
        }
        s->first = k->next;
        if (!s->first) s->end = &s->first;
        s->waiting--;
        pthread_mutex_unlock(&s->lock);
        if (found) search(s, k, found);
        drop(k);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    free(found);
    return NULL;
}

void flip_search_take(flip_search *s, const session_case *c) {
    if (!s || c->excused || c->verdict->ruling == RULING_LEGAL || !flips_are_due(c->verdict)) return;
    kept_case *k = calloc(1, sizeof *k);
    if (k) k->of = question_keep(c->state, c->move);
    if (!k || !k->of) {
        drop(k);
        return;
    }
    k->ambiguous = *c->ambiguous;
    k->limits = *c->court->limits;
    verdict_copy(&k->verdict, c->verdict);
    pthread_mutex_lock(&s->lock);
    bool taken = s->waiting < WAITING_MOST;
    if (taken) {
        *s->end = k;
        s->end = &k->next;
        s->waiting++;
        pthread_cond_signal(&s->more);
    }
    pthread_mutex_unlock(&s->lock);
    if (!taken) drop(k);
}

status flip_search_begin(desk *d, flip_search **out, fault *fault) {
    flip_search *s = calloc(1, sizeof *s);
    if (!s) return fault_set(fault, STATUS_MEMORY, "out of memory");
    s->desk = d;
    s->end = &s->first;
    status result = rules_create(d->game, &s->rules, fault);
    if (result == STATUS_OK &&
        (pthread_mutex_init(&s->lock, NULL) != 0 || pthread_cond_init(&s->more, NULL) != 0 || pthread_create(&s->thread, NULL, run, s) != 0))
        result = fault_set(fault, STATUS_MEMORY, "no thread can be started for what would change verdicts");
    if (result == STATUS_OK) {
        *out = s;
        return STATUS_OK;
    }
    rules_destroy(s->rules);
    free(s);
    return result;
}

void flip_search_end(flip_search *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    for (kept_case *k = s->first, *next; k; k = next) {
        next = k->next;
        drop(k);
    }
    rules_destroy(s->rules);
    free(s);
}
