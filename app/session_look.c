// Looks into a session, for those who help players with it: nothing here changes it.
#include "app/session_inside.h"

const pose *session_place(const session *s, int figure, bool *seen) {
    bool on_table, hidden;
    const pose *p = rules_pose(s->state, figure, &on_table, &hidden);
    *seen = p && on_table && !hidden;
    return p && on_table ? p : NULL;
}

const pose *session_place_before(const session *s, int figure) { return segmenter_before(s->segmenter, figure); }

status session_envelopes(session *s, wire_envelope *out, rules_reach *reach, int max, int *count) {
    *count = 0;
    for (int u = 0; u < s->game->unit_count && *count < max; u++) {
        move m;
        if (!segmenter_ongoing(s->segmenter, u, &m)) continue;
        rules_reach *k = &reach[*count];
        status result = rules_reach_of(s->rules, s->state, &m, k);
        if (result != STATUS_OK) return result;
        out[(*count)++] = (wire_envelope){.unit = u,
                                          .come_in = k->come_in,
                                          .limit_in = k->limit_in,
                                          .left_in = k->left_in,
                                          .raised_in = k->raised_in,
                                          .area = k->area,
                                          .area_count = k->area_count};
    }
    return STATUS_OK;
}
