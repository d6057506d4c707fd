// Looks into a session, for those who help players with it: nothing here changes it.
#include "app/session_inside.h"

const pose *session_place(const session *s, int figure, bool *seen) {
    bool on_table, hidden;
    const pose *p = rules_pose(s->state, figure, &on_table, &hidden);
    *seen = p && on_table && !hidden;
    return p && on_table ? p : NULL;
}

const pose *session_place_before(const session *s, int figure) { return segmenter_before(s->segmenter, figure); }
