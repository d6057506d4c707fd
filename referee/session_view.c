// Reads a session for pages and guides. Changes nothing.
#include "referee/session_state.h"

const pose *session_place(const session *s, int figure, bool *seen) {
    bool on_table, hidden;
    const pose *p = rules_pose(s->state, figure, &on_table, &hidden);
    *seen = p && on_table && !hidden;
    return p && on_table ? p : NULL;
}

const pose *session_place_before(const session *s, int figure) { return segmenter_before(s->segmenter, figure); }

bool session_goes_on(session *s, int unit) {
    move m;
    return segmenter_under_way(s->segmenter, unit, &m);
}

// The envelope of the unit's move that goes on; *as_of_s NAN. Of a unit out of sight the last one, with its time. NULL: there is none.
// STATUS_MEMORY.
static status take_reach(session *s, int unit, const rules_reach **out, double *as_of_s) {
    session_unit *memory = &s->units[unit];
    move m;
    double begun_s;
    *out = NULL;
    if (!segmenter_ongoing(s->segmenter, unit, &m)) {
        if (segmenter_out_of_sight(s->segmenter, unit, &begun_s) && memory->reach_s >= begun_s) *out = &memory->reach;
        *as_of_s = memory->reach_s;
        return STATUS_OK;
    }
    status result = rules_reach_of(s->rules, s->state, &m, &memory->reach);
    if (result != STATUS_OK) return result;
    memory->reach_s = s->t_s;
    *out = &memory->reach;
    *as_of_s = NAN;
    return STATUS_OK;
}

status session_envelopes(session *s, stream_envelope *out, int max, int *count) {
    *count = 0;
    for (int u = 0; u < s->game->unit_count && *count < max; u++) {
        const rules_reach *k;
        double as_of_s;
        status result = take_reach(s, u, &k, &as_of_s);
        if (result != STATUS_OK) return result;
        if (!k) continue;
        out[(*count)++] = (stream_envelope){.unit = u,
                                            .as_of_s = as_of_s,
                                            .come_in = k->come_in,
                                            .limit_in = k->limit_in,
                                            .left_in = k->left_in,
                                            .raised_in = k->raised_in,
                                            .area = k->area,
                                            .area_count = k->area_count,
                                            .declared = s->units[u].declared};
    }
    return STATUS_OK;
}
