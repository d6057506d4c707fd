#include "referee/repeats.h"
#include "referee/referee_limits.h"

#include <math.h>
#include <string.h>

static bool same(const char *rule, const char *violation, const alert *a) {
    return strcmp(rule, a->rule) == 0 && strcmp(violation, a->violation) == 0;
}

static int find_told(const repeats *r, const alert *a) {
    for (int i = 0; i < r->count; i++)
        if (same(r->reported[i].rule, r->reported[i].violation, a)) return i;
    return -1;
}

static const alert *find_now(const repeats *r, int i, const alert *now, int count) {
    for (int k = 0; k < count; k++)
        if (same(r->reported[i].rule, r->reported[i].violation, &now[k])) return &now[k];
    return NULL;
}

int repeats_news(repeats *r, const alert *all, int all_count, const alert *now, int now_count, double t_s, alert *out) {
    int news = 0;
    for (int i = 0; i < r->count; i++) {
        const alert *again = find_now(r, i, now, now_count);
        if (again && t_s - r->reported[i].off_since_s >= REPEATS_CLEARED_S) out[news++] = *again;
        r->reported[i].off_since_s = again ? INFINITY : fmin(r->reported[i].off_since_s, t_s);
    }
    for (int i = 0; i < all_count && r->count < REPEATS_MAX; i++) {
        if (find_told(r, &all[i]) >= 0) continue;
        r->reported[r->count].rule = all[i].rule;
        r->reported[r->count].violation = all[i].violation;
        r->reported[r->count++].off_since_s = INFINITY;
        out[news++] = all[i];
    }
    return news;
}
