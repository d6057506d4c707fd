#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "expect.h"

static void tell(const verdict *v, ruling r, const char *violation) {
    fprintf(stderr, "      ruling %s, wanted %s %s; cost %.3f of %.3f\n", ruling_name(v->ruling), ruling_name(r), violation ? violation : "",
            v->cost_in, v->allowance_in);
    for (int i = 0; i < v->finding_count; i++)
        fprintf(stderr, "      %s %s %s: %s\n", ruling_name(v->findings[i].ruling), v->findings[i].rule, v->findings[i].violation,
                v->findings[i].message);
}

static bool has(const verdict *v, ruling grade, const char *violation, const char *rule) {
    for (int i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        if (f->ruling == grade && strcmp(f->violation, violation) == 0 && strcmp(f->rule, rule) == 0) return true;
    }
    return false;
}

void expect(const verdict *v, ruling r, const char *violation, const char *rule) {
    if (v->ruling != r || (violation && !has(v, r, violation, rule))) {
        tell(v, r, violation);
        fail();
    }
}

void expect_advice(const verdict *v, const char *violation, const char *rule) {
    if (v->ruling != RULING_LEGAL || !has(v, RULING_ADVISORY, violation, rule)) {
        tell(v, RULING_ADVISORY, violation);
        fail();
    }
}

void expect_none(const verdict *v, const char *violation) {
    if (field_found(v, violation)) {
        tell(v, RULING_LEGAL, violation);
        fail();
    }
}
