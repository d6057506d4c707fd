#include "app/expect.h"

#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"

#define MISMATCHES_MAX 32

struct expectation {
    cJSON *root;
    const cJSON *next;
    int count, taken, right, mismatch_count;
    char mismatch[MISMATCHES_MAX][256];
};

static const char *text_of(const cJSON *o, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

status expectation_read(const char *path, expectation **out, fault *fault) {
    char *text;
    *out = NULL;
    status s = cli_read_file(path, 1 << 20, &text, fault);
    if (s != STATUS_OK) return s;
    expectation *e = calloc(1, sizeof *e);
    if (e) e->root = cJSON_Parse(text);
    free(text);
    if (!e) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    const cJSON *m;
    bool ok = cJSON_IsArray(e->root);
    cJSON_ArrayForEach(m, e->root) ok &= text_of(m, "unit") && text_of(m, "ruling");
    if (!ok) {
        expectation_destroy(e);
        return fault_set(fault, STATUS_INVALID, "%s: must be a list of {\"unit\", \"ruling\", \"violation\", \"cost_in\"}", path);
    }
    e->next = e->root->child;
    e->count = cJSON_GetArraySize(e->root);
    *out = e;
    return STATUS_OK;
}

void expectation_destroy(expectation *e) {
    if (!e) return;
    cJSON_Delete(e->root);
    free(e);
}

// The breaches that an illegal or doubtful verdict names.
static bool names_breach(const verdict *v, const char *violation) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].ruling == v->ruling && strcmp(v->findings[i].violation, violation) == 0) return true;
    return false;
}

// The players' tolerance twice over: the expected cost is of the moves as planned, and the one found may be a cheaper way to the same place.
#define COST_NEAR_IN 0.2

static bool costs_as_expected(const cJSON *want, const verdict *v) {
    const cJSON *cost = cJSON_GetObjectItemCaseSensitive(want, "cost_in");
    return !cJSON_IsNumber(cost) || fabs(cost->valuedouble - v->cost_in) <= COST_NEAR_IN;
}

void expectation_take(expectation *e, const game *g, const verdict *v) {
    const char *unit = g->units[v->unit].id, *want_unit = text_of(e->next, "unit"), *want_ruling = text_of(e->next, "ruling"),
               *violation = text_of(e->next, "violation");
    bool right = want_unit && strcmp(want_unit, unit) == 0 && strcmp(want_ruling, ruling_name(v->ruling)) == 0 &&
                 (!violation || names_breach(v, violation)) && costs_as_expected(e->next, v);
    e->taken++;
    e->right += right;
    if (!right && e->mismatch_count < MISMATCHES_MAX)
        snprintf(e->mismatch[e->mismatch_count++], sizeof e->mismatch[0], "move %d at %.1f s: %s %s, expected %s %s %s", e->taken, v->t_s, unit,
                 ruling_name(v->ruling), want_unit ? want_unit : "no more moves", want_ruling ? want_ruling : "", violation ? violation : "");
    if (e->next) e->next = e->next->next;
}

bool expectation_met(const expectation *e, FILE *out) {
    for (int i = 0; i < e->mismatch_count; i++) fprintf(out, "vedette: not as expected: %s\n", e->mismatch[i]);
    bool met = e->right == e->count && e->taken == e->count;
    fprintf(out, "vedette: %d of %d verdict%s as expected%s\n", e->right, e->count, e->count == 1 ? " is" : "s are",
            e->taken == e->count  ? ""
            : e->taken < e->count ? "; moves are missing"
                                  : "; there were further moves");
    return met;
}
