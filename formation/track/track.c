#include "formation/track/track.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "formation/track/track_state.h"

#define OTHERS_SEEN 256  // bases of nobody in one view; memory grows only where there are more than ever before
#define GATE_IN 0.06     // half a millimetre of rim paint, three times
#define GATE_RAD (3 * RAD_PER_DEG)
#define AT_REST_S 0.25  // after it last moved a figure's place is averaged
#define SAY_IN 0.03     // a known pose that changed by less is not worth saying
#define SAY_RAD (2.5 * RAD_PER_DEG)
#define BETTER 1.5       // unless it is known so many times better now
#define SAY_AGAIN_S 1.0  // at rest, between two corrections of one unit's poses
#define FIRST_LOOKS 4    // measurements before a figure that was found first is placed
#define JUMP_IN 1.0      // one figure alone that seems to have jumped so far must be seen there again
#define JUMP_LOOKS 2
#define JUMP_LOOKS_RANKED 6  // one that left its rank while the others are followed and a hand is at it: fingers over a rim look like bases, too
#define FINGERS_IN 1.0       // from a base's edge: no farther off a hand are they
#define JUMP_SHARE 0.3       // of a unit: so many at once are a unit carried
#define JUMP_SAME_IN 0.4
#define SAME_PLACE 0.5      // of a base's lesser side: no two stand so near
#define BUSY_S 0.2          // after a hand was near a unit its bases have been looked at without it
#define UNWATCHED_S 1.0     // between two views: a hand comes, takes a unit away and is gone
#define LATELY_S 3.0        // before it was seen last: the hand may have come back in a moment that nobody saw
#define UNFOUND_S 0.8       // with something going on about it: nobody can say that a figure is there
#define LAIN_LONG_S 60.0    // longer than any settle time
#define FIRST_REACH_IN 1.0  // besides what it may have been carried since it was seen

formation_options formation_default_options(void) {
    return (formation_options){
        .report_s = 0.1, .floor_in = 0.008, .floor_rad = 0.25 * RAD_PER_DEG, .still_s = 0.4, .hand_speed_in_s = 30, .misses_hidden = 3};
}

// Room for the bases of a view, those remembered and those laid on trays.
static bool make_base_room(formation *f, int seen) {
    int most = seen + f->g->figure_count + LOOSE_MAX;
    if (most <= f->base_room) return true;
    base_sighting *bases = realloc(f->bases, (size_t)most * sizeof *bases);
    if (bases) f->bases = bases;
    double *since = realloc(f->since, (size_t)most * sizeof *since);
    if (since) f->since = since;
    double *lies = realloc(f->lies, (size_t)most * sizeof *lies);
    if (lies) f->lies = lies;
    scratch_close(&f->room);
    f->base_room = 0;
    if (!bases || !since || !lies || !scratch_open(&f->room, formation_identify_room(f->g, seen + LOOSE_MAX))) return false;
    f->base_room = most;
    return true;
}

static bool make_room(formation *f) {
    size_t n = (size_t)f->g->figure_count + 1, units = (size_t)f->g->unit_count + 1;
    f->figures = calloc(n, sizeof *f->figures);
    f->units = calloc(units, sizeof *f->units);
    f->at = calloc(n, sizeof *f->at);
    f->stood = calloc(n, sizeof *f->stood);
    f->layout = calloc(n, sizeof *f->layout);
    f->known = calloc(n, sizeof *f->known);
    f->absent = calloc(n, sizeof *f->absent);
    f->layout_known = calloc(n, sizeof *f->layout_known);
    f->reach = calloc(n, sizeof *f->reach);
    f->here = calloc(n, sizeof *f->here);
    f->found_s = calloc(n, sizeof *f->found_s);
    f->wanted = calloc(n, sizeof *f->wanted);
    f->unmoved = calloc(n, sizeof *f->unmoved);
    f->gone = calloc(n, sizeof *f->gone);
    f->busy = calloc(units, sizeof *f->busy);
    f->lost = calloc(units, sizeof *f->lost);
    f->jumps = calloc(units, sizeof *f->jumps);
    f->said_poses = calloc(n, sizeof *f->said_poses);
    f->said_hidden = calloc(n, sizeof *f->said_hidden);
    f->said_nudged = calloc(n, sizeof *f->said_nudged);
    f->said_mixed = calloc(n, sizeof *f->said_mixed);
    f->said_groups = calloc(n, sizeof *f->said_groups);
    return f->figures && f->units && f->at && f->stood && f->layout && f->known && f->absent && f->layout_known && f->here && f->found_s &&
           f->wanted && f->unmoved && f->gone && f->lost && f->busy && f->reach && f->jumps && f->said_poses && f->said_hidden && f->said_nudged &&
           f->said_mixed && f->said_groups && make_base_room(f, f->g->figure_count + OTHERS_SEEN);
}

status formation_create(const game *g, const formation_options *o, formation **out, fault *why) {
    formation *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return fault_set(why, STATUS_MEMORY, "out of memory for tracking %d figures", g->figure_count);
    *f = (formation){.g = g, .o = *o, .terms = {0.02, 2 * RAD_PER_DEG, GATE_IN, GATE_RAD}, .t_s = -INFINITY};
    if (!make_room(f)) {
        formation_destroy(f);
        return fault_set(why, STATUS_MEMORY, "out of memory for tracking %d figures", g->figure_count);
    }
    for (int i = 0; i < g->figure_count; i++) {
        f->figures[i].t_hand_s = f->figures[i].t_hand_came_s = f->figures[i].t_hand_about_s = -INFINITY;
        if (!g->figures[i].has_start) continue;
        f->figures[i].known = true;
        f->figures[i].now = steady_start(g->figures[i].start, f->terms);
    }
    for (int u = 0; u < g->unit_count; u++)
        f->units[u].t_said_s = f->units[u].t_carried_s = f->units[u].t_hand_s = f->units[u].t_marker_s = f->units[u].t_whole_s = -INFINITY;
    *out = f;
    return STATUS_OK;
}

void formation_destroy(formation *f) {
    if (!f) return;
    free(f->figures);
    free(f->units);
    free(f->at);
    free(f->stood);
    free(f->layout);
    free(f->known);
    free(f->absent);
    free(f->layout_known);
    free(f->here);
    free(f->found_s);
    free(f->since);
    free(f->lies);
    free(f->wanted);
    free(f->unmoved);
    free(f->gone);
    free(f->reach);
    free(f->lost);
    free(f->busy);
    free(f->jumps);
    free(f->bases);
    scratch_close(&f->room);
    free(f->said_poses);
    free(f->said_hidden);
    free(f->said_nudged);
    free(f->said_mixed);
    free(f->said_groups);
    free(f);
}

static unit_track *unit_of(formation *f, int figure) { return &f->units[f->g->figures[figure].unit]; }

// Pictures were lost, or it was dark: nobody can say that no hand was about.
static void suspect_hands(formation *f, double t_s) {
    if (!isfinite(f->t_s) || t_s - f->t_s < UNWATCHED_S) return;
    for (int i = 0; i < f->g->figure_count; i++) f->figures[i].t_hand_about_s = t_s;
}

static bool is_plain(const formation *f, int i) { return !f->g->figures[i].marker.family[0]; }

// Which of a unit's plain figures a base was named for says little, but while all of them are in sight every other base is somebody else's.
static void note_whole_units(formation *f) {
    for (int u = 0; u < f->g->unit_count; u++) {
        bool whole = true;
        for (int i = f->g->units[u].first_figure; i < f->g->units[u].first_figure + f->g->units[u].figure_count; i++) {
            const track *t = &f->figures[i];
            if (is_plain(f, i) && !t->absent && t->known) whole &= t->seen && !t->hidden && t->t_here_s == f->t_s;
        }
        if (whole) f->units[u].t_whole_s = f->t_s;
    }
}

// Where no hand has been near, a figure is knocked aside at most.
static double reach_of(const formation *f, const formation_view *v, const track *t) {
    bool by_hand = !v->hand_in || t->t_hand_about_s >= t->t_here_s - LATELY_S;
    return FIRST_REACH_IN + (by_hand ? f->o.hand_speed_in_s * (v->t_s - t->t_here_s) : 0);
}

static identify_past past_of(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        f->unmoved[i] = !t->hidden && track_is_untouched(v, i);
        if (f->unmoved[i]) t->t_here_s = v->t_s;
        f->at[i] = f->stood[i] = t->now.mean;
        f->found_s[i] = t->t_here_s;
        f->here[i] = is_plain(f, i) ? unit_of(f, i)->t_whole_s : t->t_here_s;
        f->known[i] = t->known && t->seen;
        f->absent[i] = t->absent;
        f->gone[i] = t->hidden;
        f->wanted[i] = t->hidden || track_was_searched(v, i);  // who is hidden may turn up anywhere
        f->reach[i] = reach_of(f, v, t);
    }
    for (int u = 0; u < f->g->unit_count; u++) {
        track_expect_carried(f, v, u);
        f->lost[u] = track_is_lost(f, u);
        f->busy[u] = v->t_s - f->units[u].t_hand_s < BUSY_S;
    }
    return (identify_past){.at = f->at,
                           .stood = f->stood,
                           .known = f->known,
                           .absent = f->absent,
                           .reach_in = f->reach,
                           .here_s = f->here,
                           .found_s = f->found_s,
                           .t_s = f->t_s,
                           .searched = f->wanted,
                           .unmoved = f->unmoved,
                           .hidden = f->gone,
                           .busy = f->busy,
                           .lost = f->lost,
                           .layout = f->layout,
                           .layout_known = f->layout_known};
}

// Names the view's bases and those remembered, and lays out its trays, in f->bases. Returns their number; -1: out of memory.
static int name_bases(formation *f, const formation_view *v, fault *why) {
    int n = v->base_count;
    if (!make_base_room(f, v->base_count)) return -1;
    if (n > 0) memcpy(f->bases, v->bases, (size_t)n * sizeof *f->bases);
    identify_past past = past_of(f, v);
    n += track_recall_loose(f, v, f->bases + n, LOOSE_MAX);
    for (int i = 0; i < n; i++) f->since[i] = track_loose_since(f, &f->bases[i]);
    for (int i = 0; i < v->base_count; i++) f->lies[i] = v->lain_s ? f->t_s - v->lain_s[i] : INFINITY;
    for (int i = v->base_count; i < n; i++) f->lies[i] = track_loose_lies(f, &f->bases[i]);
    past.since_s = f->since;
    if (n == 0) return 0;
    if (formation_identify_in(&f->room, f->g, f->bases, n, &past, why) != STATUS_OK) return -1;
    int laid = formation_lay_trays(f->g, f->bases, n, &past, f->bases + n, f->base_room - n);
    for (int i = n; i < n + laid; i++) f->since[i] = f->t_s, f->lies[i] = INFINITY;
    return n + laid;
}

static bool jumped(const formation *f, const base_sighting *b) {
    const track *t = &f->figures[b->figure];
    return t->seen && b->by == SEEN_BY_PLAIN && vec2_distance(f->at[b->figure].at, b->pose.at) > JUMP_IN;
}

static void count_jumps(formation *f, int count) {
    memset(f->jumps, 0, (size_t)f->g->unit_count * sizeof *f->jumps);
    for (int i = 0; i < count; i++)
        if (f->bases[i].figure >= 0 && jumped(f, &f->bases[i])) f->jumps[f->g->figures[f->bases[i].figure].unit]++;
}

// A hand is about that may look like this base. One that was remembered is seen no more: nobody knows.
static bool may_be_fingers(const formation *f, const formation_view *v, const base_sighting *b) {
    long i = b - f->bases;
    return v->hand && (!v->base_hand_in || i >= v->base_count || v->base_hand_in[i] <= FINGERS_IN);
}

// One figure alone that is suddenly elsewhere may be a false find: it must be found there again.
static bool believe(formation *f, const formation_view *v, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    int unit = f->g->figures[b->figure].unit;
    if (!jumped(f, b) || (f->jumps[unit] > 1 && f->jumps[unit] >= JUMP_SHARE * f->g->units[unit].figure_count)) return true;
    if (t->jump_looks == 0 || vec2_distance(t->jump.at, b->pose.at) > JUMP_SAME_IN) {
        t->jump_looks = 0;
        t->jump = b->pose;
    }
    bool followed = track_stands_in_ranks(&f->g->units[unit]) && f->units[unit].motion.valid && !f->units[unit].unfollowed;
    return ++t->jump_looks >= (followed && may_be_fingers(f, v, b) ? JUMP_LOOKS_RANKED : JUMP_LOOKS);
}

static void disturb(formation *f, int i) {
    unit_of(f, i)->unsettled = true;
    unit_of(f, i)->t_change_s = f->t_s;
}

static double lesser_side(const formation *f, int i) { return fmin(f->g->figures[i].base.width_in, f->g->figures[i].base.depth_in); }

// The figure was seen at `before` last, at t_before_s, and lies where the picture has not changed since t_lies_s.
static void note_lying(formation *f, int i, double t_lies_s, vec2 before, double t_before_s) {
    track *t = &f->figures[i];
    t->t_lies_s = t_lies_s;
    t->has_left = vec2_distance(before, t->now.mean.at) > SAME_PLACE * lesser_side(f, i);
    t->t_left_s = t_before_s;
}

static void take_sighting(formation *f, const formation_view *v, const base_sighting *b) {
    track *t = &f->figures[b->figure];
    bool by_tray = b->by == SEEN_BY_UNIT_MARKER;
    if (t->absent || !believe(f, v, b)) return;
    pose p = track_front(f, b), before = t->now.mean;
    double t_before_s = t->t_here_s, t_lies_s = f->lies[b - f->bases];
    t->found = true;
    t->found_since_s = f->since[b - f->bases];
    t->jump_looks = 0;
    t->misses = 0;
    t->t_here_s = f->t_s;
    if (!t->seen) {
        t->now = steady_start(p, f->terms);
        t->t_first_s = f->t_s;
        t->t_moved_s = -INFINITY;  // as far as anyone knows
        t->t_lies_s = t_lies_s;
        t->known = t->seen = true;
        disturb(f, b->figure);
    } else {
        bool moved = steady_add(&t->now, p, f->t_s - t->t_moved_s >= AT_REST_S, f->terms);
        if (moved) {
            t->t_moved_s = f->t_s;
            track_begin_shift(f, b->figure, before, t_before_s);
        }
        if (moved || !by_tray) note_lying(f, b->figure, t_lies_s, before.at, t_before_s);
        if (moved || t->hidden) disturb(f, b->figure);
    }
    t->hidden = false;
    t->direct = !by_tray;
    t->coded = b->by == SEEN_BY_TAG || b->by == SEEN_BY_RIM;
    if (t->coded) track_tell_apart(f, b->figure);
}

// Who was seen elsewhere came since, however long nothing has moved where he is found; unless nothing has moved there since either, and what was
// seen there was another. A code is read of nobody else.
static void note_came(formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        bool was_another = is_plain(f, i) && v->place_lain_s && f->t_s - v->place_lain_s[i] <= t->t_left_s;
        if (t->found && t->has_left && !was_another) t->t_came_s = fmax(t->t_came_s, t->t_left_s);
        t->has_left = false;
    }
}

static bool searched_all(const formation *f, const formation_view *v) {
    for (int i = 0; i < f->g->figure_count; i++)
        if (!track_was_searched(v, i)) return false;
    return true;
}

// Looked for in vain often enough, or something goes on about it and it has not been found for long, whatever there was time to look for.
static bool is_missed(formation *f, const formation_view *v, int i) {
    track *t = &f->figures[i];
    if (track_was_searched(v, i) && ++t->misses >= f->o.misses_hidden) return true;
    return v->touched && v->touched[i] && f->t_s - t->t_here_s >= UNFOUND_S;
}

// Figures not found where something changed become hidden. A search of the whole quiet table that misses one says nothing: nothing changed there.
static void count_misses(formation *f, const formation_view *v) {
    bool quiet = !v->hand && searched_all(f, v);
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->known || !t->seen || t->hidden || t->found || (quiet && !track_is_covered(v, i)) || !is_missed(f, v, i)) continue;
        t->hidden = true;
        disturb(f, i);
    }
}

// Where a tray's marker says that a figure stands counts for figures that are carried or hidden, not for one that stands where it was seen itself.
static bool needs_tray(const formation *f, const formation_view *v, int i) {
    const track *t = &f->figures[i];
    if (!t->seen || t->hidden || !t->direct) return true;
    return track_was_searched(v, i) && (v->hand || f->units[f->g->figures[i].unit].unsettled);
}

// Nobody stands where another was found just now: that one is somewhere, since whenever.
static void evict(formation *f) {
    for (int i = 0; i < f->g->figure_count; i++) {
        if (!f->figures[i].found) continue;
        double side = lesser_side(f, i);
        for (int j = 0; j < f->g->figure_count; j++) {
            track *t = &f->figures[j];
            if (j == i || t->found || !t->seen || t->hidden || t->absent) continue;
            if (vec2_distance(t->now.mean.at, f->figures[i].now.mean.at) > SAME_PLACE * side) continue;
            t->hidden = true;
            t->t_here_s = -INFINITY;
            disturb(f, j);
        }
    }
}

static void take_view(formation *f, const formation_view *v, int count) {
    for (int i = 0; i < f->g->figure_count; i++) f->figures[i].found = false;
    count_jumps(f, count);
    for (int i = 0; i < count; i++) {
        const base_sighting *b = &f->bases[i];
        if (b->figure < 0 || (b->by == SEEN_BY_UNIT_MARKER && !needs_tray(f, v, b->figure))) continue;
        take_sighting(f, v, b);
    }
    note_came(f, v);
    for (int u = 0; u < f->g->unit_count; u++) track_follow_body(f, v, u);
    evict(f);
    count_misses(f, v);
    note_whole_units(f);
    track_remember_loose(f, v);
    track_watch_mixes(f, v);
    track_watch_shifts(f, v);
}

static pose with_floor(const formation *f, pose p) {
    p.sigma_in = fmax(p.sigma_in, f->o.floor_in);
    if (pose_has_heading(p)) p.sigma_rad = fmax(p.sigma_rad, f->o.floor_rad);
    return p;
}

static bool worth_saying(const formation *f, int i) {
    const track *t = &f->figures[i];
    if (!t->placed || t->hidden || track_is_held(f, i)) return false;
    double off = vec2_distance(t->said.at, t->now.mean.at);
    if (t->said_hidden || off > SAY_IN || (t->said.sigma_in > BETTER * t->now.mean.sigma_in && off > t->said.sigma_in / 2)) return true;
    if (!pose_has_heading(t->now.mean)) return false;
    return !pose_has_heading(t->said) || fabs(angle_difference(t->said.heading_rad, t->now.mean.heading_rad)) > SAY_RAD;
}

static void say_pose(formation *f, event *out, int i) {
    track *t = &f->figures[i];
    t->said = with_floor(f, t->now.mean);
    t->said_hidden = false;
    double lain_s = t->t_here_s - fmax(t->t_lies_s, t->t_came_s);
    f->said_poses[out->pose_count++] = (event_pose){.figure = i, .pose = t->said, .lain_s = fmin(fmax(lain_s, 0), LAIN_LONG_S)};
    if (t->shift.due) f->said_nudged[out->nudged_count++] = i;
    t->shift.due = false;
}

static bool is_new(const track *t) { return t->seen && !t->placed && !t->absent && !t->hidden; }

// Where figures stand that were found for the first time, once one of them has been measured a few times.
static bool say_first(formation *f, event *out) {
    bool due = false;
    for (int i = 0; i < f->g->figure_count; i++) {
        const track *t = &f->figures[i];
        due |= is_new(t) && (t->now.count >= FIRST_LOOKS || f->t_s - t->t_first_s >= f->o.still_s);
    }
    for (int i = 0; due && i < f->g->figure_count; i++) {
        if (!is_new(&f->figures[i])) continue;
        f->figures[i].placed = true;
        say_pose(f, out, i);
    }
    if (out->pose_count > 0) out->kind = EVENT_PLACE;
    return out->pose_count > 0;
}

static void say_unit(formation *f, event *out, int unit) {
    const game_unit *u = &f->g->units[unit];
    unit_track *ut = &f->units[unit];
    bool settled = ut->unsettled && f->t_s - ut->t_change_s >= f->o.still_s, any = false;
    if (settled) track_settle_mixes(f, unit);
    if (settled || (!ut->unsettled && ut->body_due)) track_remember_body(f, unit, track_straighten(f, unit));
    double pause = ut->unsettled ? f->o.report_s : SAY_AGAIN_S;
    bool due = settled || f->t_s - ut->t_said_s >= pause - 1e-6;
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        const track *t = &f->figures[i];
        bool clean = settled && t->placed && !t->hidden && t->known && !track_is_held(f, i);
        bool news = t->placed && !t->hidden && t->shift.due;
        if (!clean && !news && !(due && worth_saying(f, i))) continue;
        say_pose(f, out, i);
        any = true;
    }
    if (settled) {
        ut->unsettled = false;
        track_remember_layout(f, unit);
    }
    if (settled || any) ut->t_said_s = f->t_s;
}

static void say_hidden(formation *f, event *out) {
    for (int i = 0; i < f->g->figure_count; i++) {
        track *t = &f->figures[i];
        if (!t->hidden || t->said_hidden || t->absent || !t->placed) continue;
        t->said_hidden = true;
        f->said_hidden[out->figure_count++] = i;
    }
}

status formation_see(formation *f, const formation_view *v, event *out, fault *why) {
    assert(v->t_s >= f->t_s);
    *out = (event){.kind = EVENT_OBSERVE,
                   .t_s = v->t_s,
                   .side = -1,
                   .unit = -1,
                   .target = -1,
                   .poses = f->said_poses,
                   .figures = f->said_hidden,
                   .nudged = f->said_nudged,
                   .mixed = f->said_mixed,
                   .mixed_group = f->said_groups};
    suspect_hands(f, v->t_s);
    f->t_s = v->t_s;
    f->hand = v->hand;
    int count = name_bases(f, v, why);
    if (count < 0) return fault_set(why, STATUS_MEMORY, "out of memory for %d bases seen", v->base_count);
    take_view(f, v, count);
    if (say_first(f, out)) return STATUS_OK;
    for (int u = 0; u < f->g->unit_count; u++) say_unit(f, out, u);
    say_hidden(f, out);
    out->mixed_count = track_take_mixed(f, f->said_mixed, f->said_groups);
    return STATUS_OK;
}

void formation_place(formation *f, const event *e) {
    bool puts = e->kind == EVENT_PLACE || e->kind == EVENT_OBSERVE;
    for (int i = 0; puts && i < e->pose_count; i++) {
        track *t = &f->figures[e->poses[i].figure];
        track_tell_apart(f, e->poses[i].figure);
        *t = (track){.known = true,
                     .seen = true,
                     .placed = true,
                     .said = e->poses[i].pose,
                     .t_here_s = e->t_s,
                     .t_moved_s = e->t_s,
                     .t_hand_s = t->t_hand_s,
                     .t_hand_came_s = t->t_hand_came_s,
                     .t_hand_about_s = t->t_hand_about_s};
        t->now = steady_start(e->poses[i].pose, f->terms);
    }
    for (int i = 0; e->kind == EVENT_REMOVE && i < e->figure_count; i++) {
        track_tell_apart(f, e->figures[i]);
        f->figures[e->figures[i]] = (track){.absent = true};
    }
    for (int i = 0; e->kind == EVENT_OBSERVE && i < e->figure_count; i++)
        f->figures[e->figures[i]].hidden = f->figures[e->figures[i]].said_hidden = true;
}

const pose *formation_pose(const formation *f, int figure, bool *known, bool *hidden) {
    const track *t = &f->figures[figure];
    if (known) *known = t->known;
    if (hidden) *hidden = t->hidden;
    return &t->now.mean;
}
