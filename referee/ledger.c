#include "referee/ledger.h"

static int oldest(const ledger *l) { return l->count > LEDGER_MAX ? l->count - LEDGER_MAX + 1 : 1; }

static ledger_entry *entry(ledger *l, int number) { return &l->at[(number - 1) % LEDGER_MAX]; }

const ledger_entry *ledger_enter(ledger *l, const segment_end *nudge, int side) {
    const segment_shift_list *from = &nudge->shift;
    ledger_entry *e = entry(l, ++l->count);
    *e = (ledger_entry){.number = l->count,
                        .t_s = nudge->t_s,
                        .unit = nudge->unit,
                        .side = side,
                        .distance_in = from->distance_in,
                        .gap_s = nudge->gap_s,
                        .open = true};
    for (int i = 0; i < from->figure_count && i < LEDGER_MAX_FIGURES; i++, e->figure_count++) {
        e->figures[i] = from->figures[i];
        e->from[i] = from->from[i];
        e->to[i] = from->to[i];
        e->is_out[i] = true;
    }
    return e;
}

static bool holds(const segment_shift_list *list, int figure) {
    for (int i = 0; i < list->figure_count; i++)
        if (list->figures[i] == figure) return true;
    return false;
}

const ledger_entry *ledger_put_back(ledger *l, const segment_end *back, int after) {
    for (int n = after < oldest(l) ? oldest(l) : after + 1; n <= l->count; n++) {
        ledger_entry *e = entry(l, n);
        bool touched = false, out = false;
        for (int i = 0; i < e->figure_count; i++) {
            touched |= e->is_out[i] && holds(&back->shift, e->figures[i]);
            e->is_out[i] &= !holds(&back->shift, e->figures[i]);
            out |= e->is_out[i];
        }
        if (!e->open || !touched || out) continue;
        e->open = false;
        return e;
    }
    return NULL;
}

void ledger_review(ledger *l, const segmenter *moves) {
    for (int n = oldest(l); n <= l->count; n++) {
        ledger_entry *e = entry(l, n);
        if (!e->open) continue;
        e->open = false;
        for (int i = 0; i < e->figure_count; i++) {
            e->is_out[i] &= segmenter_can_go_back(moves, e->figures[i]);
            e->open |= e->is_out[i];
        }
    }
}

stream_nudge ledger_wire(const ledger_entry *e) {
    return (stream_nudge){.t_s = e->t_s,
                          .gap_s = e->gap_s,
                          .number = e->number,
                          .unit = e->unit,
                          .side = e->side,
                          .figures = e->figures,
                          .from = e->from,
                          .to = e->to,
                          .figure_count = e->figure_count,
                          .distance_in = e->distance_in,
                          .open = e->open};
}

int ledger_list(const ledger *l, stream_nudge *out) {
    int n = 0;
    for (int number = l->count; number >= oldest(l) && number > 0; number--) out[n++] = ledger_wire(&l->at[(number - 1) % LEDGER_MAX]);
    return n;
}
