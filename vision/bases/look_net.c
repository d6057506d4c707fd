#include "vision/bases/look_net.h"

#include <stdatomic.h>
#include <stdlib.h>

struct look_net {
    const look_net_kind *kind;
    net *net;
    int threads;  // for which there is room
    bool has_room;
};

status look_net_create(const look_net_kind *kind, look_net **out, fault *fault) {
    look_net *n = calloc(1, sizeof *n);
    if (!n) return fault_set(fault, STATUS_MEMORY, "no memory for the %s network", kind->name);
    n->kind = kind;
    status s = net_load(kind->begin, (size_t)(kind->end - kind->begin), &n->net, fault);
    if (s == STATUS_OK && (net_input_channels(n->net) != kind->inputs || net_output_count(n->net) != 1))
        s = fault_set(fault, STATUS_INVALID, "the %s network has other inputs or outputs than it should", kind->name);
    if (s != STATUS_OK) {
        look_net_destroy(n);
        return s;
    }
    *out = n;
    return STATUS_OK;
}

void look_net_destroy(look_net *n) {
    if (!n) return;
    net_destroy(n->net);
    free(n);
}

static status reserve(look_net *n, thread_pool *pool, fault *fault) {
    int threads = thread_pool_count(pool);
    if (n->has_room && threads <= n->threads) return STATUS_OK;
    status s = net_reserve(n->net, LOOK_AT_ONCE, n->kind->height, n->kind->width, threads, fault);
    n->has_room = s == STATUS_OK;
    n->threads = threads;
    return s;
}

static status check(const look_net_kind *k, const net_map *in, const net_map *said, fault *fault) {
    bool map = k->shrink == 0 || (said->height * k->shrink == in->height && said->width * k->shrink == in->width);
    if (map && said->channels >= k->outputs) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID,
                     "the %s network says %d things at %d x %d places of a crop of %d x %d: it is another one than it should be", k->name,
                     said->channels, said->width, said->height, in->width, in->height);
}

// The crops of a run: slot i shows place index[i].
typedef struct {
    const look_steps *steps;
    net_map in;
    int count, index[LOOK_AT_ONCE];
    atomic_int next;
} look_run;

static void fill_crops(void *of, int part) {
    look_run *r = of;
    (void)part;
    for (int i; (i = atomic_fetch_add(&r->next, 1)) < r->count;) r->steps->fill(r->steps->task, i, &r->in);
}

status look_net_run(look_net *n, const look_steps *steps, int count, int height, int width, thread_pool *pool, fault *fault) {
    look_run r = {.steps = steps};
    status s = count > 0 ? reserve(n, pool, fault) : STATUS_OK;
    for (int done = 0; done < count && s == STATUS_OK;) {
        for (r.count = 0; done < count && r.count < LOOK_AT_ONCE; done++)
            if (steps->aim(steps->task, r.count, done)) r.index[r.count++] = done;
        if (r.count == 0) continue;
        r.in = net_input(n->net, r.count, height, width);
        atomic_store(&r.next, 0);
        thread_pool_run(pool, fill_crops, &r);
        net_run(n->net, pool);
        net_map said = net_output(n->net, 0);
        s = check(n->kind, &r.in, &said, fault);
        for (int i = 0; i < r.count && s == STATUS_OK; i++) steps->take(steps->task, i, r.index[i], &said);
    }
    return s;
}
