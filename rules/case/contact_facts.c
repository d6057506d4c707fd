// Which enemies a move touched, when, and what the unit did after that (docs/geometry.md section 8).
#include "core/sort.h"
#include "rules/case/case_limits.h"
#include "rules/case/facts.h"
#include "rules/measure/contact/contact_limits.h"
#include "rules/measure/maneuver/path.h"

nearest facts_nearest(const facts *f, int i, pose p, double reach) { return crowd_nearest(&f->crowd, f->c.r, f->c.s, figure_of(&f->c, i), p, reach); }

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

// The enemy nearest to the case's figure i at p, as far as it may be touched.
static nearest touch_of(const facts *f, int i, pose p) { return facts_nearest(f, i, p, contact_reach(f->c.n, sqrt(2) * f->c.sigma_in)); }

// First samples in which a figure surely touches, and in which one does as far as not is likely.
typedef struct {
    int sure, likely;
    nearest at_sure, at_likely;
    double chance;  // of the likely one
} first_contacts;

static void note_contact(const facts *f, first_contacts *k, int s, nearest n, double chance) {
    if (!f->c.free && !path_is_body(f->c.m, s, f->c.n->residual)) return;
    if (k->sure < 0 && contact_surely(f->c.n, n).so) k->sure = s, k->at_sure = n;
    if (k->likely < 0 || (k->likely == s && chance > k->chance)) k->likely = s, k->at_likely = n, k->chance = chance;
}

// Also finds the likeliest contact of the whole path.
static first_contacts follow_path(facts *f) {
    first_contacts k = {.sure = -1, .likely = -1};
    double likeliest = LIKELIER;
    for (int s = 1; s < f->c.m->sample_count; s++)
        for (int i = 0; i < f->c.count; i++) {
            if (!path_seen(f->c.m, s, f->c.local[i])) continue;
            nearest n = touch_of(f, i, path_pose(f->c.m, s, f->c.local[i]));
            if (n.enemy < 0 || n.gap < -CARRIED_IN) continue;
            double chance = contact_chance(f->c.n, n.gap, n.sigma);
            if (chance <= LIKELIER || !is_confirmed(f, s, i)) continue;
            if (chance > likeliest && !touched_before(f, i)) likeliest = chance, f->c.contact.path = n;
            note_contact(f, &k, s, n, chance);
        }
    return k;
}

// Bases that only brush past each other stop no figure: the enemy must stand in the figure's way.
static bool is_stopped(const facts *f, int i, pose p, double gap) {
    pose ahead = p;
    ahead.at = vec2_add(p.at, vec2_scale(heading_forward(p.heading_rad), STOP_STEP_IN));
    return !pose_has_heading(p) || facts_nearest(f, i, ahead, f->c.n->contact_doubt).gap < gap - STOP_STEP_IN / 2;
}

static bool pushes(const facts *f, int i, pose p, double way_rad, double sigma) {
    p.at = vec2_add(p.at, vec2_scale(heading_forward(way_rad), BLOCK_STEP_IN));
    return touch_of(f, i, p).gap < -f->c.n->k_illegal * sigma;
}

// Held against a player: straight ahead, and on as it came, the figure would surely push into the enemy and pass no corner.
static surely is_blocked(const facts *f, int i, pose p, nearest n) {
    vec2 way = vec2_sub(p.at, f->c.from[i].at);
    bool on = vec2_length(way) < STRAIGHT_FROM || pushes(f, i, p, atan2(way.y, way.x), n.sigma);
    return (surely){on && (!pose_has_heading(p) || pushes(f, i, p, p.heading_rad, n.sigma))};
}

// Where the unit stood when it touched: by the path, or where it only ends in contact, by the way of the figure that was stopped first.
typedef struct {
    pose at;
    bool known;
    surely stopped;
    possibly touching;
} stand;

static bool is_known_in(const facts *f, int sample, int i) { return sample == 0 || path_seen(f->c.m, sample, f->c.local[i]); }

static pose pose_in(const facts *f, int sample, int i) { return sample == 0 ? f->c.from[i] : path_pose(f->c.m, sample, f->c.local[i]); }

static stand stand_at(const facts *f, int sample, int i) {
    stand k = {.at = pose_in(f, sample, i), .known = is_known_in(f, sample, i)};
    nearest n = touch_of(f, i, k.at);
    bool likely = f->c.contact.doubt > 0 && n.enemy >= 0 && contact_chance(f->c.n, n.gap, n.sigma) > LIKELIER;
    k.stopped.so = k.known && (likely || contact_surely(f->c.n, n).so) && is_stopped(f, i, k.at, n.gap) && is_blocked(f, i, k.at, n).so;
    k.touching.so = k.known && contact_possibly(f->c.n, n).so && is_stopped(f, i, k.at, n.gap);
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
        if (is_known_in(f, sample, i)) sum = vec2_add(sum, vec2_sub(pose_in(f, sample, i).at, f->c.from[i].at)), n++;
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

// The figure came nearer to the enemy after: the enemy had not stopped it yet. One that goes along a slanted front lies
// within the contact's tolerance of it before it touches.
static bool was_still_closing(const facts *f, int i, pose then, pose end) {
    nearest a = touch_of(f, i, then), b = touch_of(f, i, end);
    return b.gap < a.gap - f->c.n->k_illegal * hypot(a.sigma, b.sigma);
}

// How far the unit had turned as a whole in that sample: the median of what its seen figures had. NAN: too few tell it, or they go each their own
// way.
static double common_turn(const facts *f, int sample) {
    double turn[GAME_MAX_FIGURES];
    int n = 0;
    for (int i = 0; i < f->c.count && !f->c.free; i++) {
        pose then = pose_in(f, sample, i);
        if (is_known_in(f, sample, i) && pose_has_heading(then) && pose_has_heading(f->c.from[i]))
            turn[n++] = angle_difference(then.heading_rad, f->c.from[i].heading_rad);
    }
    if (n < TURN_TELLERS) return NAN;
    sort_numbers(turn, n);
    return turn[n / 2];
}

// How far the figure turned after it stood as `then`. One base half under a hand tells its heading badly, and in a unit that goes as a body none
// turns by itself: the lesser of what it shows itself and of what the others do.
static double turned_since(const facts *f, int i, pose then, pose end, double common_rad) {
    double own = angle_difference(end.heading_rad, then.heading_rad);
    if (!isfinite(common_rad) || !pose_has_heading(f->c.from[i])) return own;
    double with = angle_difference(end.heading_rad, f->c.from[i].heading_rad + common_rad);
    return fabs(with) < fabs(own) ? with : own;
}

static void after_contact(facts *f, int sample) {
    contact_facts *k = &f->c.contact;
    double along = motion_before(f, sample), common_rad = common_turn(f, sample);
    int turned = 0;
    for (int i = 0; i < f->c.count; i++) {
        stand st = stand_at(f, sample, i);
        if (!st.known) continue;
        pose end = end_pose(f, i, st.at);
        base b = f->c.g->figures[figure_of(&f->c, i)].base;
        double centre = vec2_distance(st.at.at, end.at), way = fmin(centre, vec2_distance(base_front(b, st.at), base_front(b, end)));
        bool went_on = st.stopped.so && way > k->moved_after_in && !was_still_closing(f, i, st.at, end);
        if (went_on) k->moved_after_in = way, k->moved_after = figure_of(&f->c, i);
        if (!st.touching.so && pose_has_heading(st.at)) note_way(f, i, vec2_sub(end.at, st.at.at), st.at.heading_rad, along);
        if (!pose_has_heading(st.at) || !pose_has_heading(end)) continue;
        double turn = turned_since(f, i, st.at, end, common_rad);
        turned += fabs(turn) > f->c.n->post_contact_tol;
        note_turn(f, i, turn, leftness(f, i, st.at.heading_rad));
    }
    k->turned_doubt = turned == 1 && isfinite(common_rad) ? LONE_MISREAD : 0;
}

// How far the free figures strayed, were `first` the figure that was stopped first: the unit's common motion is then its own.
static void stray_from(facts *f, int first) {
    rule_case *c = &f->c;
    double turn = angle_difference(c->to[first].heading_rad, c->from[first].heading_rad), facing = c->to[first].heading_rad;
    vec2 way = vec2_sub(c->to[first].at, c->from[first].at);
    double along = !c->n->only_facing && vec2_length(way) > STRAIGHT_FROM ? atan2(way.y, way.x) : NAN;
    c->contact.strayed = -1;
    c->contact.strayed_rad = 0;
    for (int i = 0; i < c->count; i++) {
        vec2 put = vec2_add(c->to[first].at, vec2_rotate(vec2_sub(c->from[i].at, c->from[first].at), fabs(turn) > PI / 60 ? turn : 0));
        if (!contact_possibly(c->n, touch_of(f, i, c->to[i])).so) note_way(f, i, vec2_sub(c->to[i].at, put), facing, along);
    }
}

// The contact was not seen coming about: only where no rigid motion explains the end is anything concluded (docs/geometry.md section 8). Any figure
// that may touch may have been the first: what each of them would leave unexplained is not held against the player.
static void after_unseen_contact(facts *f) {
    rule_case *c = &f->c;
    contact_facts least = c->contact;
    least.strayed_rad = INFINITY;
    for (int i = 0; i < c->count; i++) {
        if (!pose_has_heading(c->from[i]) || !pose_has_heading(c->to[i]) || !contact_possibly(c->n, touch_of(f, i, c->to[i])).so) continue;
        stray_from(f, i);
        if (c->contact.strayed_rad < least.strayed_rad) least = c->contact;
    }
    c->contact = least;
    if (isinf(least.strayed_rad)) c->contact.strayed = -1, c->contact.strayed_rad = 0;
}

// Sets what followed the contact seen in the sample.
static void measure_from(facts *f, int sample, nearest first, double doubt) {
    contact_facts *k = &f->c.contact;
    k->sample = sample;
    k->first = first;
    k->doubt = doubt;
    k->moved_after = k->turned_after = k->strayed = -1;
    k->moved_after_in = k->turned_after_rad = k->turned_doubt = k->strayed_rad = 0;
    k->wheeled_end = false;
    if (sample == 0 || sample < f->c.m->sample_count - 1) after_contact(f, sample);
}

// Nothing that a rule forbids after contact.
static bool is_quiet(const rule_case *c) {
    const contact_facts *k = &c->contact;
    return k->moved_after_in <= c->n->residual && fabs(k->turned_after_rad) <= c->n->post_contact_tol && k->strayed_rad <= c->n->post_contact_tol;
}

// From the first sure contact; where nothing came of that, or there is none, from the first likely one, which leaves a doubt.
static void measure_seen(facts *f, const first_contacts *k) {
    if (k->sure >= 0) measure_from(f, k->sure, k->at_sure, 0);
    if (k->likely < 0 || k->likely == k->sure || !is_quiet(&f->c)) return;
    contact_facts sure = f->c.contact;
    measure_from(f, k->likely, k->at_likely, fmax(1 - k->chance, 1e-9));
    if (is_quiet(&f->c)) f->c.contact = sure;
}

// How far the unit turned while no picture showed it, where the next one shows it in contact. A move without times was not watched.
static double turned_unseen(facts *f, int touched) {
    const move *m = f->c.m;
    if (!m->finished || !m->sample_t_s || touched < 1) return 0;
    int before = touched - 1, after = touched;
    double then_rad = common_turn(f, before), now_rad = common_turn(f, after);
    while (before > 0 && !isfinite(then_rad)) then_rad = common_turn(f, --before);
    while (after < m->sample_count - 1 && !isfinite(now_rad)) now_rad = common_turn(f, ++after);
    if (!isfinite(then_rad) || !isfinite(now_rad) || m->sample_t_s[touched] - m->sample_t_s[before] <= STREAM_S) return 0;
    return angle_difference(now_rad, then_rad);
}

void find_contacts(facts *f) {
    rule_case *c = &f->c;
    contact_facts *k = &c->contact;
    *k = (contact_facts){.sample = -1,
                         .moved_after = -1,
                         .turned_after = -1,
                         .strayed = -1,
                         .turned_sigma = sqrt(2) * c->sigma_rad,
                         .made = {INFINITY, 0, -1, -1, {0, 0}},
                         .path = {INFINITY, 0, -1, -1, {0, 0}}};
    k->at_start = least(f, c->from);
    k->at_end = least(f, c->to);
    if (f->enemy_count == 0) return;
    k->made = made_contact(f);
    first_contacts seen = follow_path(f);
    bool same_phase = c->s->phase_entered || c->s->last_mover == c->unit_index;
    k->began_touching = c->mine->done.moved_into && same_phase && contact_surely(c->n, k->at_start).so;
    if (k->began_touching) seen = (first_contacts){0, 0, k->at_start, k->at_start, 1};
    measure_seen(f, &seen);
    bool ended_in_contact = contact_surely(c->n, k->at_end).so && !contact_surely(c->n, k->at_start).so;
    bool followed = k->sample >= 0 && k->sample < c->m->sample_count - 1;
    if (!followed && !k->began_touching && c->m->finished && ended_in_contact && (c->how.shape == SHAPE_CONTACT || c->how.shape == SHAPE_BROKEN))
        after_unseen_contact(f);
    if (!k->began_touching && k->sample >= 0 && is_quiet(c)) k->turned_unseen_rad = turned_unseen(f, k->sample);
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
