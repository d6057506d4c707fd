#include "pipeline/merge.h"

#include <stdlib.h>
#include <string.h>

#include "pipeline/boxes.h"

status merge_init(merged_looks *m, const game *g, fault *fault) {
    *m = (merged_looks){.seen = calloc(SEEN_MAX, sizeof *m->seen),
                        .swept = calloc(SEEN_MAX, sizeof *m->swept),
                        .stood = calloc((size_t)g->figure_count + 1, sizeof *m->stood)};
    return m->seen && m->swept && m->stood ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

void merge_finish(merged_looks *m) {
    free(m->seen);
    free(m->swept);
    free(m->stood);
    m->seen = m->swept = NULL, m->stood = NULL;
}

// Two bases with one marker: neither is believed, and the figure is not gone.
static void note_duplicate(merged_looks *m, const eye *e, const base_sighting *b, look_plan *plan) {
    char name[sizeof m->duplicates.at[0].name];
    int half = box_margin_px(eye_calibration(e)) * 3 / 2;
    eye_name_marker(e, b, name, sizeof name);
    duplicates_note(&m->duplicates, name, (px_rect){(int)b->px.u - half, (int)b->px.v - half, 2 * half, 2 * half});
    if (b->figure >= 0) plan->marks[b->figure].searched = false;
}

static void take_seen(merged_looks *m, figure_state *figures, const eye *e, look_plan *plan, const eye_sight *seen) {
    for (int i = 0; i < seen->bases.count; i++)
        if (sighting_is_coded(&seen->bases.at[i])) figures[seen->bases.at[i].figure].hides_its_tag = i >= seen->from_hidden;
    m->seen_count = seen->bases.count < SEEN_MAX ? seen->bases.count : SEEN_MAX;
    memcpy(m->seen, seen->bases.at, (size_t)m->seen_count * sizeof *m->seen);
    for (int i = 0; i < seen->duplicates.count; i++) note_duplicate(m, e, &seen->duplicates.at[i], plan);
}

// Wishes for the figures that were read far from where they stand, though nothing changed there; returns their number.
static int wish_where_they_stood(merged_looks *m, int figure_count, const look_plan *plan) {
    int count = 0;
    memset(m->stood, 0, (size_t)figure_count * sizeof *m->stood);
    for (int i = 0; i < m->seen_count; i++) {
        const base_sighting *b = &m->seen[i];
        if (!sighting_is_coded(b)) continue;
        const eye_wish *wish = &plan->wishes[b->figure];
        if (!wish->elsewhere || vec2_distance(wish->expected.at, b->pose.at) < b->base.width_in) continue;
        m->stood[b->figure] = (eye_wish){.expected = wish->expected, .is_expected = true};
        count++;
    }
    return count;
}

// A figure that is found again where it stood has a duplicate marker. A rim code half hidden may be misread: of that nothing is reported.
static void take_second(merged_looks *m, const eye *e, look_plan *plan, const base_sighting *there) {
    for (int i = 0; i < m->seen_count; i++) {
        if (m->seen[i].figure != there->figure) continue;
        if (there->by == SEEN_BY_TAG) note_duplicate(m, e, &m->seen[i], plan), note_duplicate(m, e, there, plan);
        m->seen[i--] = m->seen[--m->seen_count];
    }
}

static status look_where_they_stood(merged_looks *m, int figure_count, eye *e, const frame *f, look_plan *plan, fault *fault) {
    static const px_rect nowhere;
    eye_sight again;
    if (wish_where_they_stood(m, figure_count, plan) == 0) return STATUS_OK;
    eye_request r = {.where = &nowhere, .wishes = m->stood, .reach_in = REACH_AT_REST_IN};
    status s = eye_look(e, f, &r, &again, fault);
    for (int k = 0; s == STATUS_OK && k < again.bases.count; k++) {
        const base_sighting *there = &again.bases.at[k];
        if (sighting_is_coded(there) && m->stood[there->figure].is_expected) take_second(m, e, plan, there);
    }
    return s;
}

static status merge_search(merged_looks *m, const table_view *v, figure_state *figures, eye *e, const frame *f, look_plan *plan,
                           const eye_sight *seen, fault *fault) {
    const bool everywhere = plan->kind == PLAN_EVERYWHERE;
    status s = STATUS_OK;
    m->swept_count = 0;
    take_seen(m, figures, e, plan, seen);
    if (plan->searches == EYE_ALL) {
        unregistered_begin(&m->unregistered);
        unregistered_note(&m->unregistered, v, seen);
    }
    if (!everywhere) s = look_where_they_stood(m, v->game->figure_count, e, f, plan, fault);
    if (s == STATUS_OK) duplicates_end(&m->duplicates, plan->duplicates);
    return s;
}

static void merge_slice(merged_looks *m, px_rect slice, const eye_sight *seen) {
    for (int i = 0; i < seen->bases.count && m->swept_count < SEEN_MAX; i++)
        if (rect_holds(slice, seen->bases.at[i].px)) m->swept[m->swept_count++] = seen->bases.at[i];
}

// The round is over: the bases of its slices become those of one look, so that a unit is seen with all its bases.
static void merge_round(merged_looks *m) {
    base_sighting *swept = m->swept;
    m->swept = m->seen;
    m->seen = swept;
    m->seen_count = m->swept_count;
    m->swept_count = 0;
}

status merge_look(merged_looks *m, const table_view *v, figure_state *figures, eye *e, const frame *f, look_plan *plan, const eye_sight *seen,
                  fault *fault) {
    m->seen_count = 0;
    switch (plan->kind) {
        case PLAN_EVERYWHERE:
        case PLAN_SETTLE:
        case PLAN_FOLLOW:
            return merge_search(m, v, figures, e, f, plan, seen, fault);
        case PLAN_VERIFY:
            take_seen(m, figures, e, plan, seen);
            return STATUS_OK;
        case PLAN_SWEEP:
            merge_slice(m, plan->slice, seen);
            return STATUS_OK;
        case PLAN_SWEEP_END:
            merge_round(m);
            return STATUS_OK;
        case PLAN_NOTHING:
            return STATUS_OK;
    }
    return STATUS_OK;
}
