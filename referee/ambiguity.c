#include "referee/ambiguity.h"

#include <stdio.h>
#include <string.h>

#define NAMED_MAX 6  // of a group, in one sentence

static int index_in(const ambiguous_group *group, int figure) {
    for (int i = 0; i < group->count; i++)
        if (group->figures[i] == figure) return i;
    return -1;
}

static void drop(ambiguous_groups *m, int i) {
    memmove(&m->at[i], &m->at[i + 1], (size_t)(m->count - i - 1) * sizeof *m->at);
    m->count--;
}

static void add(ambiguous_groups *m, const ambiguous_group *group) {
    if (m->count == AMBIGUITY_MAX_GROUPS) drop(m, 0);
    m->at[m->count++] = *group;
}

// The event's group that begins at i; returns how many figures it has.
static int read_group(const event_observe *e, double t_s, int i, ambiguous_group *out) {
    int n = 0;
    *out = (ambiguous_group){.t_s = t_s};
    for (; i + n < e->ambiguous_count && e->ambiguous_group[i + n] == e->ambiguous_group[i]; n++) {
        if (n >= AMBIGUITY_MAX_FIGURES) continue;
        out->figures[out->count] = e->ambiguous[i + n];
        out->stands[out->count++] = -1;
    }
    return n;
}

static bool is_known(const ambiguous_groups *m, const ambiguous_group *group) {
    for (int i = 0; i < m->count; i++) {
        const ambiguous_group *k = &m->at[i];
        bool same = k->count == group->count;
        for (int j = 0; j < group->count && same; j++) same = index_in(k, group->figures[j]) >= 0 && !k->judged[index_in(k, group->figures[j])];
        if (same) return true;
    }
    return false;
}

static void drop_with(ambiguous_groups *m, int figure) {
    for (int i = m->count - 1; i >= 0; i--)
        if (index_in(&m->at[i], figure) >= 0) drop(m, i);
}

void ambiguity_take(ambiguous_groups *m, const event *e, ambiguous_groups *news) {
    const event_observe *seen = event_as_observe(e);
    ambiguous_group group;
    news->count = 0;
    for (int i = 0; seen && i < seen->ambiguous_count;) {
        i += read_group(seen, e->t_s, i, &group);
        if (is_known(m, &group)) continue;
        for (int j = 0; j < group.count; j++) drop_with(m, group.figures[j]);
        if (group.count < 2) continue;  // told apart
        add(m, &group);
        add(news, &group);
    }
}

void ambiguity_resolve(ambiguous_groups *m, const event *e) {
    for (int i = 0; e->kind == EVENT_PLACE && i < e->place.pose_count; i++) drop_with(m, e->place.poses[i].figure);
    for (int i = 0; e->kind == EVENT_REMOVE && i < e->remove.figure_count; i++) drop_with(m, e->remove.figures[i]);
}

void ambiguity_of_unit(const ambiguous_groups *m, const game *g, int unit, ambiguous_groups *out) {
    out->count = 0;
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->at[i].count; j++) {
            if (g->figures[m->at[i].figures[j]].unit != unit || m->at[i].judged[j]) continue;
            add(out, &m->at[i]);
            break;
        }
}

void ambiguity_judged(ambiguous_groups *m, const game *g, int unit) {
    for (int i = m->count - 1; i >= 0; i--) {
        bool all = true;
        for (int j = 0; j < m->at[i].count; j++) {
            m->at[i].judged[j] |= g->figures[m->at[i].figures[j]].unit == unit;
            all &= m->at[i].judged[j];
        }
        if (all) drop(m, i);
    }
}

bool ambiguity_holds(const ambiguous_groups *m, int figure) {
    for (int i = 0; i < m->count; i++) {
        int k = index_in(&m->at[i], figure);
        if (k >= 0 && !m->at[i].judged[k]) return true;
    }
    return false;
}

void ambiguity_describe(const ambiguous_groups *m, const game *g, char *out, size_t capacity) {
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < m->count; i++) {
        const ambiguous_group *group = &m->at[i];
        int named = group->count < NAMED_MAX ? group->count : NAMED_MAX, others = group->count - named;
        for (int j = 0; j < named && n < capacity; j++) {
            bool last = j + 1 == group->count;
            n += (size_t)snprintf(out + n, capacity - n, "%s%s", j == 0 ? (i ? "; " : "") : last ? " and " : ", ", g->figures[group->figures[j]].id);
        }
        if (others == 1 && n < capacity) n += (size_t)snprintf(out + n, capacity - n, " and another");
        if (others > 1 && n < capacity) n += (size_t)snprintf(out + n, capacity - n, " and %d others", others);
    }
    if (n < capacity) snprintf(out + n, capacity - n, " may have been taken for one another");
}
