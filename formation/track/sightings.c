// The figures take the bases that were named for them, and what is not found where something changed becomes hidden.
#include "formation/formation_limits.h"
#include "formation/track/state.h"
#include "formation/track/track_limits.h"

// Which of a unit's plain figures a base was named for says little, but while all of them are in sight every other base is another unit's.
static void note_whole_units(formation *f) {
    for (int u = 0; u < f->g->unit_count; u++) {
        bool whole = true;
        for (int i = f->g->units[u].first_figure; i < f->g->units[u].first_figure + f->g->units[u].figure_count; i++) {
            const track *t = &f->figures[i];
            if (track_is_plain(f, i) && !t->absent && t->known) whole &= t->seen && !t->hidden && t->t_here_s == f->t_s;
        }
        if (whole) f->units[u].t_whole_s = f->t_s;
    }
}

static bool jumped(const formation *f, const base_sighting *b) {
    const track *t = &f->figures[b->figure];
    return t->seen && b->by == SEEN_BY_PLAIN && vec2_distance(f->prior[b->figure].at.at, b->pose.at) > TRACK_JUMP_IN;
}

static void count_jumps(formation *f, int count) {
    for (int u = 0; u < f->g->unit_count; u++) f->units[u].jumps = 0;
    for (int i = 0; i < count; i++)
        if (f->view.bases[i].figure >= 0 && jumped(f, &f->view.bases[i])) track_unit_of(f, f->view.bases[i].figure)->jumps++;
}

// A hand is about that may look like this base, or it is not known yet what is a hand. A remembered base is seen no more, so that this is not known.
static bool may_be_fingers(const formation *f, const formation_view *v, const base_sighting *b) {
    long i = b - f->view.bases;
    return !v->hand_in || (v->hand && (!v->base_hand_in || i >= v->base_count || v->base_hand_in[i] <= TRACK_FINGERS_IN));
}

// Nothing has moved since the figure was seen where it stands: neither there nor where this base lies. It can't have come from the one to the other,
// so one of the two was placed wrong.
static bool nothing_moved(const formation *f, const formation_view *v, const base_sighting *b) {
    const track *t = &f->figures[b->figure];
    if (!t->seen || t->hidden || b->by != SEEN_BY_PLAIN) return false;
    return track_is_still(v, b->figure, t->t_here_s) && f->view.still_s[b - f->view.bases] <= t->t_here_s;
}

// Where nothing moved: in a closed block without edges between its bases a look may slip along the rank. One far sharper than those that placed it
// tells that they had.
static bool slipped(const formation *f, const base_sighting *b) {
    const pose *known = &f->figures[b->figure].now.mean;
    double off = vec2_distance(known->at, b->pose.at) / track_lesser_side(f, b->figure);
    return off > TRACK_SLIP_LEAST && off < SLIP_MOST && TRACK_FAR_SHARPER * fmax(b->pose.sigma_in, TRACK_SIGMA_IN) > known->sigma_in;
}

// Figure i's base would lie there so far over that of j that both can't be right.
static bool lies_over(const formation *f, int i, pose at, int j) {
    const pose there = f->figures[j].now.mean;
    const double side = track_lesser_side(f, i);
    return vec2_distance(at.at, there.at) < side + track_lesser_side(f, j) &&
           base_gap(f->g->figures[i].base, at, f->g->figures[j].base, there) < -TRACK_INSIDE_SHARE * side;
}

// This look shows figure j where it stood, or nothing has touched it.
static bool stands_in_view(const formation *f, const formation_view *v, int count, int j) {
    const track *t = &f->figures[j];
    if (!track_is_in_sight(t)) return false;
    if (track_is_untouched(v, j)) return true;
    for (int k = 0; k < count; k++)
        if (f->view.bases[k].figure == j)
            return vec2_distance(f->view.bases[k].pose.at, t->now.mean.at) < TRACK_INSIDE_SHARE * track_lesser_side(f, j);
    return false;
}

// The base lies so far over that of a mate which stands, and whose place is far surer, that it was placed wrong: a blurred look slips along ranks,
// and from one into the next. A sharp one tells that the one base was pushed onto the other.
static bool lies_on_standing(const formation *f, const formation_view *v, int count, const base_sighting *b) {
    const int i = b->figure;
    const double moved_in = vec2_distance(f->figures[i].now.mean.at, b->pose.at);
    if (b->by != SEEN_BY_PLAIN || moved_in < TRACK_INSIDE_SHARE * track_lesser_side(f, i)) return false;
    const game_unit *u = &f->g->units[f->g->figures[i].unit];
    for (int j = u->first_figure; j < u->first_figure + u->figure_count; j++) {
        if (j == i || TRACK_FAR_SHARPER * f->figures[j].now.mean.sigma_in > b->pose.sigma_in) continue;
        if (lies_over(f, i, b->pose, j) && stands_in_view(f, v, count, j)) return true;
    }
    return false;
}

// The base lies far from all of its figure's unit, which stands in ranks and has not moved since the figure was seen. Units in ranks go as one body:
// it is hardly one of theirs: more likely the ground looks like it where a hand passed.
static bool strays(const formation *f, const base_sighting *b) {
    const game_unit *u = &f->g->units[f->g->figures[b->figure].unit];
    int seen = 0, stand = 0;
    for (int j = u->first_figure; fronts_stand_in_ranks(u) && j < u->first_figure + u->figure_count; j++) {
        const track *mate = &f->figures[j];
        if (j == b->figure || !track_is_in_sight(mate)) continue;
        if (vec2_distance(mate->now.mean.at, b->pose.at) < TRACK_STRAY_IN) return false;
        seen++;
        stand += mate->t_moved_s < f->figures[b->figure].t_here_s;
    }
    return seen > 1 && 2 * stand >= seen;
}

// One figure alone that is suddenly elsewhere may be a false find, and what is aside may be a slip: it must be found there again.
static bool believe(formation *f, const formation_view *v, const base_sighting *b, bool aside) {
    track *t = &f->figures[b->figure];
    int unit = f->g->figures[b->figure].unit;
    if (!aside && (!jumped(f, b) || (f->units[unit].jumps > 1 && f->units[unit].jumps >= TRACK_JUMP_SHARE * f->g->units[unit].figure_count)))
        return true;
    if (t->jump.looks == 0 || vec2_distance(t->jump.at.at, b->pose.at) > TRACK_JUMP_SAME_IN) {
        t->jump.looks = 0;
        t->jump.at = b->pose;
    }
    if (aside) return ++t->jump.looks >= TRACK_SLIP_LOOKS;
    bool followed = fronts_stand_in_ranks(&f->g->units[unit]) && f->units[unit].motion.valid && !f->units[unit].unfollowed;
    const bool stray = strays(f, b), unlikely = stray || (followed && may_be_fingers(f, v, b));
    if (stray && f->t_s - t->t_here_s > TRACK_STRAY_S) return false;
    return ++t->jump.looks >= (unlikely ? TRACK_JUMP_LOOKS_RANKED : TRACK_JUMP_LOOKS);
}

void track_disturb(formation *f, int i) {
    track_unit_of(f, i)->unsettled = true;
    track_unit_of(f, i)->t_change_s = f->t_s;
}

// The figure was seen at `before` last, at t_before_s, and lies where the picture has not changed since t_still_s.
static void note_lying(formation *f, int i, double t_still_s, vec2 before, double t_before_s) {
    track *t = &f->figures[i];
    t->t_still_s = t_still_s;
    t->look.has_left = vec2_distance(before, t->now.mean.at) > TRACK_SAME_PLACE * track_lesser_side(f, i);
    t->look.t_left_s = t_before_s;
}

static bool stands_at(const formation *f, int i, vec2 at) {
    const track *t = &f->figures[i];
    return track_is_in_sight(t) && vec2_distance(t->now.mean.at, at) <= TRACK_SAME_PLACE * track_lesser_side(f, i);
}

// The figure of the same unit, with an equal base, that was taken to stand there though its code was not read since it came; -1: none.
static int taken_to_stand_at(const formation *f, int figure, vec2 at) {
    const game_unit *u = &f->g->units[f->g->figures[figure].unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++)
        if (i != figure && !f->figures[i].look.read && track_look_alike(f, i, figure) && stands_at(f, i, at)) return i;
    return -1;
}

// A code tells that a base is another figure than it was taken for, and that figure was taken to stand elsewhere: the two were mixed up.
static void correct_names(formation *f, int count) {
    for (int k = 0; k < count; k++) {
        const base_sighting *b = &f->view.bases[k];
        if (!sighting_is_coded(b)) continue;
        const track *t = &f->figures[b->figure];
        if (!track_is_in_sight(t) || t->look.read || stands_at(f, b->figure, b->pose.at)) continue;
        int other = taken_to_stand_at(f, b->figure, b->pose.at);
        if (other >= 0) track_exchange(f, b->figure, other);
    }
}

// It is found, only not placed anew.
static void hold(const formation *f, track *t) {
    t->look.found = true;
    t->look.at = t->now.mean.at;
    t->look.misses = 0;
    t->t_here_s = f->t_s;
}

static void take_sighting(formation *f, const formation_view *v, int count, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    bool by_tray = b->by == SEEN_BY_UNIT_MARKER;
    if (t->absent) return;
    bool came = !t->seen || t->hidden, mended = nothing_moved(f, v, b), aside = mended && slipped(f, b);
    const bool impossible = t->seen && lies_on_standing(f, v, count, b);
    if (impossible || !believe(f, v, b, aside)) {
        if (impossible ? mended : aside) hold(f, t);
        return;
    }
    pose p = track_front(f, b), before = t->now.mean;
    double t_before_s = t->t_here_s, t_still_s = f->view.still_s[b - f->view.bases];
    t->look.found = true;
    t->look.at = b->pose.at;
    t->look.since_s = f->view.since_s[b - f->view.bases];
    t->jump.looks = 0;
    t->look.misses = 0;
    t->t_here_s = f->t_s;
    if (!t->seen) {
        t->now = steady_start(p, f->terms);
        t->t_first_s = f->t_s;
        t->t_moved_s = -INFINITY;  // as far as is known
        t->t_still_s = t_still_s;
        t->known = t->seen = true;
        track_disturb(f, b->figure);
    } else {
        if (t->hidden) steady_disturb(&t->now);
        steady_news news = steady_add(&t->now, p, f->t_s - t->t_moved_s >= TRACK_AT_REST_S, f->terms);
        bool moved = news != STEADY_STANDS;
        came |= moved;
        if (moved) {
            t->t_moved_s = news == STEADY_MOVED ? f->t_s : f->t_s - TRACK_AT_REST_S;
            if (!mended) track_begin_shift(f, b->figure, t->now.came_from, t_before_s);
        }
        if (moved || !by_tray) note_lying(f, b->figure, t_still_s, before.at, t_before_s);
        if (moved || t->hidden) track_disturb(f, b->figure);
    }
    t->hidden = false;
    t->look.direct = !by_tray;
    t->look.headed = pose_has_heading(p);
    t->look.fronts = sighting_pose(b).fronts;
    t->look.coded = sighting_is_coded(b);
    t->look.read = t->look.coded || (t->look.read && !came);
    if (t->look.coded) track_resolve(f, b->figure);
}

// A figure that was seen elsewhere came since then, however long nothing has moved where it is found. Unless nothing has moved there since either:
// then another was seen there. A code is read of no other figure.
static void note_came(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        bool was_another = track_is_plain(f, i) && track_is_still(v, i, t->look.t_left_s);
        if (t->look.found && t->look.has_left && !was_another) t->t_came_s = fmax(t->t_came_s, t->look.t_left_s);
        t->look.has_left = false;
    }
}

static bool searched_all(const formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++)
        if (!track_was_searched(v, i)) return false;
    return true;
}

// Looked for in vain often enough, or something has moved about it since and it has not been found for long, whatever there was time to look for.
static bool is_missed(formation *f, const formation_view *v, int i) {
    track *t = &f->figures[i];
    if (track_was_searched(v, i) && ++t->look.misses >= f->o.misses_hidden) return true;
    if (track_is_still(v, i, t->t_here_s)) return false;
    return v->touched && v->touched[i] && f->t_s - t->t_here_s >= TRACK_UNFOUND_S;
}

// Figures not found where something changed become hidden. A search of the whole quiet table that misses one says nothing: nothing changed there.
static void count_misses(formation *f, const formation_view *v) {
    bool quiet = !v->hand && searched_all(f, v);
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->known || !t->seen || t->hidden || t->look.found || (quiet && !track_is_covered(v, i)) || !is_missed(f, v, i)) continue;
        t->hidden = true;
        track_disturb(f, i);
    }
}

// Where a tray's marker says that a figure stands counts for figures that are carried or hidden, not for one that stands where it was seen itself.
static bool needs_tray(const formation *f, const formation_view *v, int i) {
    const track *t = &f->figures[i];
    if (!t->seen || t->hidden || !t->look.direct) return true;
    return track_was_searched(v, i) && (v->hand || f->units[f->g->figures[i].unit].unsettled);
}

// Figure j can't stand where it was last known, now that figure i was found: i stands in its place, or so far over its base that of the two places
// the less certain one is wrong.
static bool takes_place(const formation *f, int i, int j) {
    const pose a = f->figures[i].now.mean, b = f->figures[j].now.mean;
    if (vec2_distance(a.at, b.at) <= TRACK_SAME_PLACE * track_lesser_side(f, i)) return true;
    return a.sigma_in < b.sigma_in && lies_over(f, i, a, j);
}

// No figure stands where another was found just now: its place is not known, since an unknown time, but that of ranks that stand was only read badly.
// That it had left its body is no more known either.
static void evict(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        if (!f->figures[i].look.found) continue;
        for (int j = 0; j < f->g->figure_count; j++) {
            track *t = &f->figures[j];
            if (j == i || t->look.found || !track_is_in_sight(t)) continue;
            if (!takes_place(f, i, j)) continue;
            t->hidden = true;
            if (f->g->figures[i].unit != f->g->figures[j].unit || !track_stands_in_ranks(f, v, j)) t->t_here_s = -INFINITY;
            t->body.strayed = false;
            track_disturb(f, j);
        }
    }
}

void track_take_view(formation *f, const formation_view *v, int count) {
    for (int i = 0; i < f->g->figure_count; i++) f->figures[i].look.found = false;
    correct_names(f, count);
    count_jumps(f, count);
    for (int i = 0; i < count; i++) {
        const base_sighting *b = &f->view.bases[i];
        if (b->figure < 0 || (b->by == SEEN_BY_UNIT_MARKER && !needs_tray(f, v, b->figure))) continue;
        take_sighting(f, v, count, b);
    }
    note_came(f, v);
    for (int u = 0; u < f->g->unit_count; u++) track_settle_fronts(f, u);
    for (int u = 0; u < f->g->unit_count; u++) {
        track_follow_body(f, v, u);
        track_face_with_body(f, u);
    }
    evict(f, v);
    count_misses(f, v);
    note_whole_units(f);
    track_remember_loose(f, v);
    track_watch_ambiguity(f, v);
    track_watch_shifts(f, v);
}
