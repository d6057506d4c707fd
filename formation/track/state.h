// formation/track/state -- what the tracker remembers of figures, units and bases, and the steps of one view. Internal to formation/track/.
//
// A view passes through these steps: its bases are named (prior.c), the figures take them (sightings.c), what that means for units carried as bodies
// (bodies.c, whole_units.c), for bases without a figure (loose_bases.c), for equal bases (ambiguity.c) and for small displacements (nudges.c) is
// worked out, and what is new is reported (report.c). Inches, radians, seconds.
#ifndef VEDETTE_FORMATION_TRACK_STATE_H
#define VEDETTE_FORMATION_TRACK_STATE_H

#include "formation/body_motion.h"
#include "formation/fronts.h"
#include "formation/steady.h"
#include "formation/track/track.h"
#include "formation/track/track_limits.h"

// The last sighting of a figure.
typedef struct {
    bool found;      // in this view
    vec2 at;         // its base as it was seen last, by itself
    double since_s;  // its base had been seen there since then
    bool direct;     // by its own base, not by its unit's marker
    bool headed;     // its heading was seen
    int fronts;      // sides that may be its front by what was seen, as pose has them
    bool coded;      // by its own tag or rim code
    bool read;       // so it was since it came to where it is
    bool has_left;   // in this view it was found far from where it was seen last, at t_left_s
    double t_left_s;
    int misses;  // views in a row that looked for it in vain
} track_look;

// What was reported last.
typedef struct {
    bool placed;  // its first place
    bool hidden;
    pose pose;
} track_report;

// The side on which a base's front is seen.
typedef struct {
    int turned;  // looks in a row that showed it on another side than its way here explains
    int looks;   // that surely showed it on this side since the figure came here; up to a few
} track_front_looks;

// A sighting far from where the figure should be, and how many looks in a row have shown it.
typedef struct {
    int looks;
    pose at;
} track_jump;

// When a hand was near the figure last, since when it had been, and when one was within reach last.
typedef struct {
    double t_s, t_came_s, t_about_s;
} track_hand;

// A displacement from where the figure stood, until it is known whether a player moved it.
typedef struct {
    bool open;
    bool was;     // the last one that ended was one of 2 mm or more
    bool due;     // it was a nudge, and that is not reported yet
    bool pushed;  // it stood against a base of another unit that was being moved
    pose from;
    double t_from_s, t_seen_s;  // last seen there, first seen elsewhere
} track_shift;

// A time for which the figure was out of sight, or was not surely where it had stood.
typedef struct {
    bool open;
    pose from;
    double t0_s, t1_s;
    int empty_looks;  // that showed its place empty; in full view: twice
} track_gap;

typedef struct {
    track_gap now, last;  // last: the last one that was long enough for an exchange
    bool back;            // it ended in this view
    pose stood;           // where the figure was when its unit was last lost from sight as a body
} track_away;

// The group of figures that may have been taken for one another; 0: none.
typedef struct {
    int group;
    double since_s;  // it is in a group since then
    double hand_s;   // only since a hand was over it and another for so long, until then, and neither has moved; 0: for other reasons
    bool due;        // not reported yet
    bool apart_due;  // nor that it was told apart
} track_ambiguity;

// The figure's part in its unit's body.
typedef struct {
    bool known;
    bool strayed;  // when last seen it was not where its body's motion had it
    pose stood;    // when its unit last stood still: hidden figures are looked for where those seen say that the unit was carried
} track_in_body;

typedef struct {
    bool known;   // has a place: by its start, by an entry or seen
    bool seen;    // by the camera or by an entry: more than a start
    bool absent;  // taken off the table
    bool hidden;
    track_look look;
    track_report reported;
    steady now;
    double t_here_s;   // last time that it surely was where it is known to be
    double t_first_s;  // when it was first found
    double t_moved_s;
    double t_still_s;  // nothing has moved in the picture where it stands since then; INFINITY: not known
    double t_came_s;   // it came no sooner: it was seen elsewhere
    track_front_looks front;
    track_jump jump;
    track_hand hand;
    track_shift shift;
    track_away away;
    track_ambiguity ambiguity;
    track_in_body body;
} track;

// A time for which too little of a unit was in sight to follow it as a body.
typedef struct {
    bool open, ended;
    double t0_s, t1_s;
    vec2 from;  // its middle, and the mean heading of its figures, when it was lost
    double heading_rad;
    bool has_heading;
    vec2 to;  // its middle where it was found again, and by how much it had turned
    double turn_rad;
    int figures, found;
    bool as_body;  // it kept its array
} track_absence;

typedef struct {
    bool unsettled;
    double t_change_s, t_reported_s;
    body_motion motion;  // since it last stood still
    bool body_due;       // it has settled, and its body is not yet the new one, since figures are hidden
    bool unfollowed;     // searched for and too little of it found to follow it, since t_unfollowed_s
    double t_unfollowed_s;
    double t_carried_s;  // a figure of it was on its way last, too far for a nudge
    double t_hand_s;     // a hand was near one of its figures last
    track_absence away;  // as a body: the one that goes on, or the last one
    double t_marker_s;   // its own marker was seen last
    pose marker;         // there
    double t_whole_s;    // all its plain figures were in sight last
    bool doubted;        // as a whole it may be another unit that went the same way unseen: that a figure goes with it tells nothing
    int jumps;           // figures of it that seem to have jumped, in this view
} unit_track;

// A base that is no figure's, as it was last seen.
typedef struct {
    base_sighting seen;
    int looks;
    double t_first_s, t_last_s;
    double t_still_s;  // as a track has it
    double t_lies_s;   // it has lain there since then
} loose_base;

// The bases of one view: those seen, those remembered and those laid on trays. Made anew where a view has more than any before.
typedef struct {
    base_sighting *bases;
    double *since_s;  // per base: when it was first seen where it is
    double *still_s;  // per base: since when nothing has moved where it lies; INFINITY: not known
    double *lies_s;   // per base: since when it has lain there, if no figure like it was known there; else INFINITY
    int capacity;
    arena memory;  // of these arrays, and for identification
} track_view;

// What one view reports; each list holds all figures.
typedef struct {
    event_pose *poses;
    int *hidden, *nudged, *ambiguous, *groups;
} track_news;

struct formation {
    const game *g;
    formation_options o;
    steady_terms terms;
    double t_s;
    bool hand;  // in this view
    track *figures;
    unit_track *units;
    identify_figure *prior;     // per game figure: what identification is given
    identify_unit *unit_prior;  // per unit
    track_view view;
    loose_base loose[TRACK_LOOSE_MOST];
    int loose_count;
    track_news news;
    int groups;    // of ambiguous figures that there ever were
    arena memory;  // of the arrays by figure and unit
};

static inline bool track_is_covered(const formation_view *v, int i) { return v->covered && v->covered[i] > TRACK_COVERED_SHARE; }
static inline bool track_was_searched(const formation_view *v, int i) { return !v->searched || v->searched[i]; }

// It has a place on the table and was not missed there.
static inline bool track_is_in_sight(const track *t) { return t->seen && !t->hidden && !t->absent; }

// Figure i was not looked for, since nothing changed about it: it stands where it did.
static inline bool track_is_untouched(const formation_view *v, int i) {
    return !track_was_searched(v, i) && !track_is_covered(v, i) && !(v->touched && v->touched[i]);
}

static inline unit_track *track_unit_of(formation *f, int figure) { return &f->units[f->g->figures[figure].unit]; }

// Something has moved since then where figure i was last known; nothing has. Neither where that is not known.
static inline bool track_has_stirred(const formation_view *v, int i, double since_s) {
    return v->place_still_for_s && v->t_s - v->place_still_for_s[i] > since_s;
}
static inline bool track_is_still(const formation_view *v, int i, double since_s) {
    return v->place_still_for_s && v->t_s - v->place_still_for_s[i] <= since_s;
}

// Without a marker of its own.
static inline bool track_is_plain(const formation *f, int i) { return !f->g->figures[i].marker.family[0]; }

static inline double track_lesser_side(const formation *f, int i) { return fmin(f->g->figures[i].base.width_in, f->g->figures[i].base.depth_in); }

// track.c: memory for the bases of a view in which so many are seen. False: out of memory.
bool track_make_view(formation *f, int seen);

// Since when the view's base i has lain there; INFINITY: not known.
static inline double track_lies_since(const formation *f, const formation_view *v, int i) {
    return v->lies_for_s ? v->t_s - v->lies_for_s[i] : f->view.still_s[i];
}

// prior.c: names the view's bases and those remembered, and lays out its trays, in f->view. Returns their number; -1: out of memory.
int track_name_bases(formation *f, const formation_view *v, fault *fault);
// True where figure i stands in ranks of which no figure has moved since all were seen, and nothing has stirred about i.
bool track_stands_in_ranks(const formation *f, const formation_view *v, int i);

// sightings.c: the figures take the named bases f->view.bases[0 .. count); those that are not found become hidden.
void track_take_view(formation *f, const formation_view *v, int count);
// sightings.c: something changed about figure i, so that its unit has not settled.
void track_disturb(formation *f, int i);

// report.c: fills *out with what is new.
void track_report_news(formation *f, event *out);

// bodies.c
// Expects a carried unit's figures, in f->prior, where their body has been carried: the hidden ones, and of a unit in ranks all of them. The hand may
// have gone on or stopped: what more of the view's bases agree with.
void track_expect_carried(formation *f, const formation_view *v, int unit);
// It goes where its unit's body goes, as far as is known, and it is known where that is.
bool track_goes_with_body(const formation *f, int i);
// Where the figure is, had it gone with its unit's body; where it is known to stand if it is of no body in ranks, or has left that.
pose track_in_body_pose(const formation *f, int i);
// A unit in ranks that was searched for and could not be followed: it may be anywhere.
bool track_is_lost(const formation *f, int unit);
// Follows a unit's body by the figures found in this view.
void track_follow_body(formation *f, const formation_view *v, int unit);
// The layout of a unit that stands still and was seen whole, for its tray's next way under hands.
void track_remember_layout(formation *f, int unit);
// From here on the unit is carried, if it is. While some of it is hidden or not where its old order has it (in_order false), the old body serves on
// for a time.
void track_remember_body(formation *f, int unit, bool in_order);
// A figure of the unit can't be found now.
bool track_any_hidden(const formation *f, int unit);
// Each of the two is now what the other was taken for.
void track_exchange(formation *f, int i, int j);
// Under hands equal figures of a unit in ranks may have been taken for one another. Where its old order, carried as a body, explains all places and
// the names as they were followed do not, the order decides. False: the old order explains the places in no way.
bool track_straighten(formation *f, int unit);

// fronts.c: the sighting's heading, with its front on the side where the figure's way since its last rest has it: at once where the picture leaves
// the side open, else until a few looks in a row have shown it turned. A round base that seems to have spun keeps its heading unknown so long.
pose track_front(formation *f, const base_sighting *b);
// Fronts of the unit's figures that stayed open are told by the sure ones in its ranks.
void track_settle_fronts(formation *f, int unit);
// Figures that stand in ranks and went with their unit's body, found in this view, face as the body turned where their heading was not seen.
void track_face_with_body(formation *f, int unit);

// nudges.c
// Figure i, last seen at `from` at t_from_s, was seen elsewhere just now.
void track_begin_shift(formation *f, int i, pose from, double t_from_s);
// Takes this view's hands, and tells nudges from moves where figures have come to rest again.
void track_watch_shifts(formation *f, const formation_view *v);
// A displacement that may be a nudge is not reported before that is known, so that no move begins by it.
bool track_is_held(const formation *f, int i);

// loose_bases.c
// The remembered base that this is; NULL: none.
const loose_base *track_loose_of(const formation *f, const base_sighting *b);
// Bases that were seen before, are no figure's and are not in this view, as candidates for figures that are hidden. Returns their number.
int track_recall_loose(const formation *f, const formation_view *v, base_sighting *out, int capacity);
// After the view's bases were named and the figures took them: those that none took.
void track_remember_loose(formation *f, const formation_view *v);

// ambiguity.c
// Takes this view's absences, and groups the figures that came back and may be others.
void track_watch_ambiguity(formation *f, const formation_view *v);
// Equal bases.
bool track_look_alike(const formation *f, int i, int j);
// Figures i and j may have been taken for one another.
void track_join_groups(formation *f, int i, int j);
// The figure's place was seen empty while it was away.
bool track_was_vacated(track_gap g);
// Its absence now, or its last one. t1_s of one that goes on is now.
track_gap track_gap_of(const formation *f, const track *t);
// Figure i is surely itself now.
void track_resolve(formation *f, int i);
// The unit has settled: a figure that went with it is its own, and one taken for a figure of another unit that did is put right.
void track_settle_ambiguity(formation *f, int unit);
// The groups that are new or other than they were, one after the other, as an event has them; both arrays hold all figures. They count as reported
// from then on. Returns how many figures they are.
int track_report_groups(formation *f, int *figures, int *groups);

// whole_units.c
// Units that went out of sight as bodies: after this view's absences, those that came back and may be one another are doubted and grouped. A unit's
// own marker tells it apart.
void track_watch_whole_units(formation *f, const formation_view *v);
// True where the figure was away with its unit as a body in the time of the gap: then what may be exchanged are whole units.
bool track_was_away_whole(const formation *f, int i, track_gap g);

#endif
