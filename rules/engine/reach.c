#include "rules/engine/reach.h"

#include <string.h>

#include "rules/case/hooks.h"
#include "rules/engine/reach_area.h"

// The envelope that a rulebook draws its own way, else the common one.
static void draw(const facts *f, rules_reach *out) {
    const rules *r = f->c.r;
    for (int i = r->hook_count - 1; i >= 0; i--)
        if (r->hooks[i]->reach) {
            r->hooks[i]->reach(f, out);
            return;
        }
    reach_common(f, out);
}

void reach_common(const facts *f, rules_reach *out) {
    const rule_case *c = &f->c;
    if (c->free || c->count == 1)
        reach_around(f, c->count == 1 ? c->from[0].at : poses_middle(c->from, c->count), out->limit_in, out);
    else
        reach_of_body(f, out->limit_in, out);
}

static void take_limit(const rule_case *c, rules_reach *out) {
    bool bounded = !c->excused && c->rate > 0 && isfinite(c->allowance);
    out->come_in = fmax(c->how.cost, 0);
    out->limit_in = !bounded ? NAN : c->in_movement ? fmax(c->allowance, 0) : 0;
    out->left_in = bounded ? fmax(out->limit_in - out->come_in, 0) : NAN;
}

status rules_reach_of(const rules *r, const rules_state *s, const move *m, rules_reach *out) {
    facts f;
    *out = (rules_reach){0};
    status st = facts_init(&f, r, s, m);
    if (st != STATUS_OK) return st;
    take_limit(&f.c, out);
    if (f.c.count > 0 && isfinite(out->limit_in)) draw(&f, out);
    if (out->area_count < 3) out->area_count = 0;
    facts_finish(&f);
    return STATUS_OK;
}
