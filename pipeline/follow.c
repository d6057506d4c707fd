#include "pipeline/follow.h"

#include "formation/fronts.h"

bool follow_was_found(const game *g, int figure, const figure_state *f, const base_sighting *seen, int seen_count) {
    const double near_in = fmax(NEAR_IN, NEAR_OF_BASE * g->figures[figure].base.width_in);
    for (int i = 0; i < seen_count; i++) {
        const base_sighting *b = &seen[i];
        if (b->by == SEEN_BY_UNIT_MARKER) continue;
        if (b->figure == figure) return true;
        if (b->figure < 0 && vec2_distance(b->pose.at, f->at.at) < near_in) return true;
    }
    return false;
}

// A turn and a shift.
typedef struct {
    vec2 from, to;  // middle of the figures that were found, before and now
    double sine, cosine, turn_rad;
    int count;
    bool since_lost;  // of figures that had not been seen for some looks
} unit_move;

static bool tells_of_move(const figure_state *f, bool unseen) {
    const follow_memory *m = &f->follow;
    return m->on && m->asked && !m->lost && (m->unseen > 0) == unseen && !(vec2_distance(f->place.at, f->at.at) > STEP_MAX_IN);
}

// How the unit's figures moved that were found, those that were seen in the look before or those that were not: the least squares of their places.
static unit_move move_of_those(const figure_state *figures, const game_unit *u, bool unseen) {
    unit_move m = {.since_lost = unseen};
    const int end = u->first_figure + u->figure_count;
    for (int i = u->first_figure; i < end; i++) {
        if (!tells_of_move(&figures[i], unseen)) continue;
        m.count++;
        m.from = vec2_add(m.from, figures[i].place.at), m.to = vec2_add(m.to, figures[i].at.at);
    }
    if (m.count == 0) return m;
    for (int i = u->first_figure; i < end; i++) {
        if (!tells_of_move(&figures[i], unseen)) continue;
        vec2 a = vec2_sub(figures[i].place.at, vec2_scale(m.from, 1.0 / m.count)), b = vec2_sub(figures[i].at.at, vec2_scale(m.to, 1.0 / m.count));
        m.sine += a.x * b.y - a.y * b.x, m.cosine += a.x * b.x + a.y * b.y;
    }
    m.from = vec2_scale(m.from, 1.0 / m.count), m.to = vec2_scale(m.to, 1.0 / m.count);
    m.turn_rad = m.count > 2 && m.cosine > 0 ? atan2(m.sine, m.cosine) : 0;
    return m;
}

// Where the whole unit was lost, the figures that are found again tell how it went meanwhile. Skirmishers go each their own way: of one under a hand
// the others tell nothing.
static unit_move move_of(const figure_state *figures, const game_unit *u) {
    if (!fronts_stand_in_ranks(u)) return (unit_move){.count = 0};
    unit_move m = move_of_those(figures, u, false);
    return m.count > 0 ? m : move_of_those(figures, u, true);
}

static pose carry(const unit_move *m, pose at) {
    at.at = vec2_add(m->to, vec2_rotate(vec2_sub(at.at, m->from), m->turn_rad));
    if (pose_has_heading(at)) at.heading_rad = angle_wrap(at.heading_rad + m->turn_rad);
    return at;
}

// Its step of one look, though it may not have been found for some.
static void step_to(follow_memory *m, pose before, pose now) {
    double share = 1.0 / (1 + m->unseen);
    m->step_in = vec2_scale(vec2_sub(now.at, before.at), share);
    m->step_rad = pose_has_heading(now) && pose_has_heading(before) ? share * angle_difference(now.heading_rad, before.heading_rad) : 0;
    m->has_step = vec2_length(m->step_in) <= STEP_MAX_IN;
}

// The tracker has placed it since it was looked for, by a base that was seen before and had no name then.
static bool was_placed(const figure_state *f) { return vec2_distance(f->at.at, f->follow.tracked_at) > 0; }

// Found: where it is tracked. Else with the rest of its unit, or where it was.
static void learn_figure(figure_state *f, const unit_move *m) {
    const pose before = f->place;
    bool found = (f->follow.asked && f->follow.lost == 0) || was_placed(f);
    if (!found && (m->count == 0 || (m->since_lost && !f->follow.unseen))) {
        f->follow.unseen++;
        return;
    }
    f->follow.carried = !found;
    f->place = found ? f->at : carry(m, before);
    step_to(&f->follow, before, f->place);
    f->follow.unseen = 0;
}

static bool any_steps(const figure_state *figures, const game_unit *u) {
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (figures[i].follow.on && figures[i].follow.has_step && vec2_length(figures[i].follow.step_in) > STEP_LEAST_IN) return true;
    return false;
}

// Not while a hand lies over its place: when that goes, it is looked for there first. Of a unit that stands a look may miss one beside a hand; one of
// a unit that moves is soon out of reach.
static bool is_sought_elsewhere(const game *g, const figure_state *figures, int figure) {
    const figure_state *f = &figures[figure];
    if (f->absent || (f->known && f->covered > UNCOVERED_SHARE && figure_is_sought_in_place(f))) return false;
    if (!figure_stands(f)) return true;
    const int missed = f->follow.asked ? f->follow.lost : 0;
    return missed >= LOST_LOOKS || (missed > 0 && any_steps(figures, &g->units[g->figures[figure].unit]));
}

static void learn_look(figure_state *f, bool found) {
    follow_memory *m = &f->follow;
    m->lost = found ? 0 : m->lost + 1;
    m->uncovered = m->uncovered && m->lost;
    f->empty_looks += m->lost && f->hidden && f->covered <= CLEAR_SHARE && figure_is_sought_in_place(f);
}

void follow_learn(const game *g, plan_memory *m, figure_state *figures, const base_sighting *seen, int seen_count) {
    m->lost = 0;
    for (int i = 0; i < g->figure_count; i++) {
        if (figures[i].follow.asked) learn_look(&figures[i], follow_was_found(g, i, &figures[i], seen, seen_count));
        if (is_sought_elsewhere(g, figures, i)) m->lost |= figures[i].searches;
    }
    if (!m->lost) m->searched_in_vain = 0;
    for (int u = 0; u < g->unit_count; u++) {
        const game_unit *unit = &g->units[u];
        unit_move move = move_of(figures, unit);
        for (int i = unit->first_figure; i < unit->first_figure + unit->figure_count; i++)
            if (figures[i].follow.on) learn_figure(&figures[i], &move);
    }
}
