// Which enemies a move touched, when, and what the unit did after that (docs/geometry.md section 8).
#include "rules/case/case_limits.h"
#include "rules/case/facts.h"
#include "rules/measure/maneuver/path.h"

static bool surely(const tuning *n, nearest t) { return t.enemy >= 0 && t.gap > -CARRIED_IN && contact_chance(n, t.gap, t.sigma) >= n->confidence; }

nearest facts_nearest(const facts *f, int i, pose p, double reach) {
    int figure = figure_of(&f->c, i);
    double k = reach + base_radius(f->c.g->figures[figure].base);
    bool away = p.at.x < f->enemy_low.x - k || p.at.x > f->enemy_high.x + k || p.at.y < f->enemy_low.y - k || p.at.y > f->enemy_high.y + k;
    return nearest_of(f->c.r, f->c.s, figure, p, f->enemies, away ? 0 : f->enemy_count, reach);
}

static nearest least(const facts *f, const pose *poses) {
    nearest best = {INFINITY, f->c.sigma_in * sqrt(2), -1, -1, {0, 0}};
    for (int i = 0; i < f->c.count; i++) {
        nearest n = facts_nearest(f, i, poses[i], fmin(best.gap, 2));
        if (n.gap < best.gap) best = n;
    }
    return best;
}

static bool touched_before(const facts *f, int i) {
    nearest n = facts_nearest(f, i, f->c.from[i], f->c.n->contact_doubt);
    return n.enemy >= 0 && contact_chance(f->c.n, n.gap, n.sigma) > LIKELIER;
}

static nearest made_contact(const facts *f) {
    nearest best = {INFINITY, f->c.sigma_in * sqrt(2), -1, -1, {0, 0}};
    for (int i = 0; i < f->c.count; i++) {
        nearest n = facts_nearest(f, i, f->c.to[i], fmin(best.gap, f->c.n->contact_doubt));
        if (n.gap < best.gap && !touched_before(f, i)) best = n;
    }
    return best;
}

// In a stream of pictures one alone proves nothing: the next or the last one must show the figure there too. Lines of a record stand for themselves.
static bool is_confirmed(const facts *f, int s, int i) {
    const move *m = f->c.m;
    bool streamed = false;
    if (!m->sample_t_s) return true;
    for (int k = s - 1; k <= s + 1; k += 2) {
        if (k < 1 || k >= m->sample_count || !path_seen(m, k, f->c.local[i])) continue;
        if (fabs(m->sample_t_s[k] - m->sample_t_s[s]) > STREAM_S) continue;
        streamed = true;
        nearest n = facts_nearest(f, i, path_pose(m, k, f->c.local[i]), f->c.n->contact_doubt);
        if (n.enemy >= 0 && contact_chance(f->c.n, n.gap, n.sigma) > LIKELIER) return true;
    }
    return !streamed;
}

// The first sample in which a figure surely touches, and the likeliest contact of the whole path.
static void follow_path(facts *f) {
    contact_facts *k = &f->c.contact;
    double likeliest = LIKELIER;
    for (int s = 1; s < f->c.m->sample_count; s++)
        for (int i = 0; i < f->c.count; i++) {
            if (!path_seen(f->c.m, s, f->c.local[i])) continue;
            nearest n = facts_nearest(f, i, path_pose(f->c.m, s, f->c.local[i]), f->c.n->contact_doubt);
            if (n.enemy < 0 || n.gap < -CARRIED_IN) continue;
            double chance = contact_chance(f->c.n, n.gap, n.sigma);
            if (chance <= LIKELIER || !is_confirmed(f, s, i)) continue;
            if (chance > likeliest && !touched_before(f, i)) likeliest = chance, k->path = n;
            if (k->sample < 0 && surely(f->c.n, n) && (f->c.free || path_is_body(f->c.m, s, f->c.n->residual))) k->sample = s, k->first = n;
        }
}

// Bases that only brush past each other stop no figure: the enemy must stand in the figure's way.
static bool is_stopped(const facts *f, int i, pose p, double gap) {
    pose ahead = p;
    ahead.at = vec2_add(p.at, vec2_scale(heading_forward(p.heading_rad), STOP_STEP_IN));
    return !pose_has_heading(p) || facts_nearest(f, i, ahead, f->c.n->contact_doubt).gap < gap - STOP_STEP_IN / 2;
}

// Where the unit stood when it touched: by the path, or where it only ends in contact, by the way of the figure that was stopped first.
typedef struct {
    pose at;
    bool known, touching;
} stand;

static stand stand_at(const facts *f, int sample, int i) {
    stand k = {.known = sample == 0 || path_seen(f->c.m, sample, f->c.local[i])};
    k.at = sample == 0 ? f->c.from[i] : path_pose(f->c.m, sample, f->c.local[i]);
    nearest n = facts_nearest(f, i, k.at, f->c.n->contact_doubt);
    k.touching = k.known && surely(f->c.n, n) && is_stopped(f, i, k.at, n.gap);
    return k;
}

static void note_turn(const facts *f, int i, double turn, double ahead_left) {
    contact_facts *k = (contact_facts *)&f->c.contact;
    if (fabs(turn) > fabs(k->turned_after_rad)) k->turned_after_rad = turn, k->turned_after = figure_of(&f->c, i);
    if (fabs(turn) >= PI / 4 && turn * ahead_left < 0) k->wheeled_end = true;
}

// Angle of the way e from straight ahead: along the facing or the unit's motion before contact (BS1-7.8-3).
static void note_way(facts *f, int i, vec2 e, double facing, double along) {
    contact_facts *k = &f->c.contact;
    double length = vec2_length(e);
    if (length < STRAIGHT_FROM) return;
    double way = atan2(e.y, e.x), off = fabs(angle_difference(way, facing));
    if (isfinite(along)) off = fmin(off, fabs(angle_difference(way, along)));
    if (off <= k->strayed_rad) return;
    k->strayed = figure_of(&f->c, i);
    k->strayed_rad = off;
    k->strayed_sigma = hypot(sqrt(2) * f->c.sigma_in / length, f->c.sigma_rad);
}

// How far left of the unit's middle the figure stands, seen along its facing.
static double leftness(const facts *f, int i, double facing) {
    vec2 middle = {0, 0};
    for (int j = 0; j < f->c.count; j++) middle = vec2_add(middle, f->c.from[j].at);
    middle = vec2_scale(middle, 1.0 / f->c.count);
    return vec2_dot(vec2_sub(f->c.from[i].at, middle), heading_left(facing));
}

static double motion_before(const facts *f, int sample) {
    if (f->c.n->only_facing) return NAN;
    vec2 sum = {0, 0};
    int n = 0;
    for (int i = 0; i < f->c.count; i++) {
        stand k = stand_at(f, sample, i);
        if (k.known) sum = vec2_add(sum, vec2_sub(k.at.at, f->c.from[i].at)), n++;
    }
    return n && vec2_length(sum) / n > STRAIGHT_FROM ? atan2(sum.y, sum.x) : NAN;
}

// Where the figure ended; of a move that goes on, the calmer of the last two pictures, so that one misread picture raises no alarm.
static pose end_pose(const facts *f, int i, pose contact) {
    const move *m = f->c.m;
    pose last = f->c.to[i];
    int k = m->sample_count - 2;
    if (m->finished || k < 1 || !m->sample_t_s || m->sample_t_s[k + 1] - m->sample_t_s[k] > STREAM_S) return last;
    pose before = path_pose(m, k, f->c.local[i]);
    double a = vec2_distance(last.at, contact.at) + fabs(angle_difference(last.heading_rad, contact.heading_rad));
    double b = vec2_distance(before.at, contact.at) + fabs(angle_difference(before.heading_rad, contact.heading_rad));
    return b < a ? before : last;
}

static void after_contact(facts *f, int sample) {
    contact_facts *k = &f->c.contact;
    double along = motion_before(f, sample);
    for (int i = 0; i < f->c.count; i++) {
        stand st = stand_at(f, sample, i);
        if (!st.known) continue;
        pose end = end_pose(f, i, st.at);
        base b = f->c.g->figures[figure_of(&f->c, i)].base;
        double centre = vec2_distance(st.at.at, end.at), way = fmin(centre, vec2_distance(base_front(b, st.at), base_front(b, end)));
        if (st.touching && way > k->moved_after_in) k->moved_after_in = way, k->moved_after = figure_of(&f->c, i);
        if (!st.touching && pose_has_heading(st.at)) note_way(f, i, vec2_sub(end.at, st.at.at), st.at.heading_rad, along);
        if (!pose_has_heading(st.at) || !pose_has_heading(end)) continue;
        note_turn(f, i, angle_difference(end.heading_rad, st.at.heading_rad), leftness(f, i, st.at.heading_rad));
    }
    k->turned_after_sigma = sqrt(2) * f->c.sigma_rad;
}

// The touching figure with the shortest way: the unit's common motion is its own.
static int stopped_first(const facts *f) {
    int best = -1;
    double least_way = INFINITY;
    for (int i = 0; i < f->c.count; i++) {
        double way = vec2_distance(f->c.from[i].at, f->c.to[i].at);
        if (surely(f->c.n, facts_nearest(f, i, f->c.to[i], f->c.n->contact_doubt)) && way < least_way) least_way = way, best = i;
    }
    return best;
}

// The contact was not seen coming about: only where no rigid motion explains the end is anything concluded (docs/geometry.md section 8).
static void after_unseen_contact(facts *f) {
    int first = stopped_first(f);
    if (first < 0 || !pose_has_heading(f->c.from[first]) || !pose_has_heading(f->c.to[first])) return;
    double turn = angle_difference(f->c.to[first].heading_rad, f->c.from[first].heading_rad), facing = f->c.to[first].heading_rad;
    vec2 way = vec2_sub(f->c.to[first].at, f->c.from[first].at);
    double along = !f->c.n->only_facing && vec2_length(way) > STRAIGHT_FROM ? atan2(way.y, way.x) : NAN;
    for (int i = 0; i < f->c.count; i++) {
        vec2 put = vec2_add(f->c.to[first].at, vec2_rotate(vec2_sub(f->c.from[i].at, f->c.from[first].at), fabs(turn) > PI / 60 ? turn : 0));
        bool touching = surely(f->c.n, facts_nearest(f, i, f->c.to[i], f->c.n->contact_doubt));
        if (!touching) note_way(f, i, vec2_sub(f->c.to[i].at, put), facing, along);
    }
}

void find_contacts(facts *f) {
    rule_case *c = &f->c;
    contact_facts *k = &c->contact;
    *k = (contact_facts){.sample = -1,
                         .moved_after = -1,
                         .turned_after = -1,
                         .strayed = -1,
                         .made = {INFINITY, 0, -1, -1, {0, 0}},
                         .path = {INFINITY, 0, -1, -1, {0, 0}}};
    k->at_start = least(f, c->from);
    k->at_end = least(f, c->to);
    if (f->enemy_count == 0) return;
    k->made = made_contact(f);
    follow_path(f);
    bool same_phase = c->s->phase_entered || c->s->last_mover == c->unit_index;
    k->began_touching = c->mine->done.moved_into && same_phase && surely(c->n, k->at_start);
    if (k->began_touching) k->sample = 0, k->first = k->at_start;
    if (k->sample >= 0 && k->sample < c->m->sample_count - 1)
        after_contact(f, k->sample);
    else if (k->began_touching)
        after_contact(f, 0);
    else if (c->m->finished && surely(c->n, k->at_end) && !surely(c->n, k->at_start) &&
             (c->how.shape == SHAPE_CONTACT || c->how.shape == SHAPE_BROKEN))
        after_unseen_contact(f);
}

nearest nearest_at_start(const rule_case *c, case_figure *takes_part) {
    nearest best = {INFINITY, c->n->sigma_pos, -1, -1, {0, 0}};
    for (int i = 0; i < c->count; i++) {
        const figure_state *f = &c->s->figures[figure_of(c, i)];
        if (takes_part && !takes_part(c, i)) continue;
        if (f->start_gap_in < best.gap) best = (nearest){f->start_gap_in, f->start_sigma_in, figure_of(c, i), -1, c->from[i].at};
    }
    return best;
}

void measure_unengaged(const rule_case *c, rule_measure *m) {
    nearest held = nearest_at_start(c, NULL);
    m->applies = true;
    m->fact = !isfinite(held.gap);
    m->chance = 1;
    m->measured = m->kindest = held.gap;
    m->limit = c->n->contact_doubt;
    m->sigma = held.sigma;
    m->unit = "in";
}
