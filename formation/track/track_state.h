// formation/track/track_state -- what the tracker remembers, and its handling of units that are carried as a body. Internal to formation/.
#ifndef VEDETTE_FORMATION_TRACK_TRACK_STATE_H
#define VEDETTE_FORMATION_TRACK_TRACK_STATE_H

#include "formation/shape/body.h"
#include "formation/track/steady.h"
#include "formation/track/track.h"

// A displacement from where the figure stood, until it is known whether anybody moved it.
typedef struct {
    bool open;
    bool was;     // the last one that ended was one of 2 mm or more
    bool due;     // it was a nudge, and that is not said yet
    bool pushed;  // it stood against a base of another unit that was being moved
    pose from;
    double t_from_s, t_seen_s;  // last seen there, first seen elsewhere
} track_shift;

// A time for which the figure was out of sight, or nobody could say that it stood where it was.
typedef struct {
    bool open;
    pose from;
    double t0_s, t1_s;
    int empty_looks;  // that showed its place empty; in full view: twice
} track_gap;

typedef struct {
    bool known;   // has a place: by its start, by an entry or seen
    bool seen;    // by the camera or by an entry: more than a start
    bool absent;  // taken off the table
    bool hidden;
    bool said_hidden;
    bool placed;           // its first place was said
    bool found;            // in this view
    double found_since_s;  // and its base had been seen there since
    bool direct;           // last seen itself, not by its unit's marker
    bool coded;            // last seen by its own tag or rim code
    steady now;
    pose said;
    double t_here_s;   // last time that it surely was where it is known to be
    double t_first_s;  // when it was first found
    double t_moved_s;
    double t_lies_s;  // nothing has moved where it lies since then; INFINITY: nobody knows
    double t_came_s;  // and it came no sooner: it was seen elsewhere
    bool has_left;    // in this view it was found far from where it was seen last, at t_left_s
    double t_left_s;
    int misses;
    int turned;       // looks in a row that showed its front on another side than its way here explains
    int front_looks;  // that surely showed it on that side since it came here; up to a few
    int jump_looks;   // in a row, at `jump`, far from where it should be
    pose jump;
    track_shift shift;
    track_gap gap_now, gap;          // gap: the last one that was long enough for something to happen
    bool back;                       // it ended in this view
    pose stood;                      // where it was when its unit was last lost from sight as a body
    int mix;                         // the group of those that it may have been taken for; 0: none
    bool mix_news;                   // which is not said yet
    double t_hand_s, t_hand_came_s;  // a hand was near it last, and since when
    double t_hand_about_s;           // within reach of it last
    bool has_body;
    bool strayed;  // when last seen it was not where its body's motion had it
    pose body;     // where it stood when its unit last stood still: hidden figures are looked for where those seen say that the unit was carried
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
    double t_change_s, t_said_s;
    body_motion motion;  // since it last stood still
    bool body_due;       // it has settled, and its body is not yet the new one, since figures are hidden
    bool unfollowed;     // searched for and too little of it found to follow it, since t_unfollowed_s
    double t_unfollowed_s;
    double t_carried_s;  // a figure of it was on its way last, too far for a nudge
    double t_hand_s;     // a hand was near one of them last
    track_absence away;  // as a body: the one that goes on, or the last one
    double t_marker_s;   // its own marker was seen last
    double t_whole_s;    // all its plain figures were in sight last
    bool doubted;        // it may as a whole be another unit, that went the same way unseen: who goes with it is of it, and that tells nothing
} unit_track;

#define LOOSE_MAX 256

// A base that belongs to nobody, as it was last seen.
typedef struct {
    base_sighting seen;
    int looks;
    double t_first_s, t_last_s;
    double t_lies_s;  // as a track has it
} loose_base;

struct formation {
    const game *g;
    formation_options o;
    steady_terms terms;
    double t_s;
    bool hand;  // in this view
    track *figures;
    unit_track *units;
    // what identification is told, per game figure
    pose *at, *stood, *layout;
    bool *known, *absent, *layout_known, *wanted, *unmoved, *gone, *lost, *busy;  // lost, busy: per unit
    double *reach;
    int *jumps;  // per unit, in this view
    base_sighting *bases;
    double *since;  // per base: when it was first seen where it is
    double *lies;   // per base: since when nothing has moved where it lies; INFINITY: nobody knows
    int base_room;
    scratch room;  // for identification
    double *here, *found_s;
    loose_base loose[LOOSE_MAX];
    int loose_count;
    event_pose *said_poses;
    int *said_hidden, *said_nudged, *said_mixed, *said_groups;
    int mixes;  // groups that there ever were
};

#define TRACK_GAP_S 0.25      // a look or two that missed a base hide no exchange
#define TRACK_OVERLAP_S 0.25  // nor do absences that hardly meet

#define COVERED_SHARE 0.3  // of a base: nobody can say that it is gone

static inline bool track_is_covered(const formation_view *v, int i) { return v->covered && v->covered[i] > COVERED_SHARE; }
static inline bool track_was_searched(const formation_view *v, int i) { return !v->searched || v->searched[i]; }

// Nobody looked for figure i, since nothing changed about it: it stands where it did.
static inline bool track_is_untouched(const formation_view *v, int i) {
    return !track_was_searched(v, i) && !track_is_covered(v, i) && !(v->touched && v->touched[i]);
}

// Regular and ranked units move as bodies.
bool track_stands_in_ranks(const game_unit *u);
// Expects a carried unit's figures, in f->at, where their body has been carried: the hidden ones, and of a unit in ranks all of them. The hand may
// have gone on or stopped: what more of the view's bases agree with.
void track_expect_carried(formation *f, const formation_view *v, int unit);
// A unit in ranks that was searched for and could not be followed: it may be anywhere.
bool track_is_lost(const formation *f, int unit);
// Follows a unit's body by the figures found in this view.
void track_follow_body(formation *f, const formation_view *v, int unit);
// The layout of a unit that stands still and was seen whole, for its tray's next way under hands.
void track_remember_layout(formation *f, int unit);
// The sighting's heading, with its front on the side where the figure's way since its last rest has it: at once where the picture leaves the side
// open, else until a few looks in a row have shown it turned. A round base that seems to have spun keeps its heading unknown so long.
pose track_front(formation *f, const base_sighting *b);
// From here on the unit is carried, if it is. While some of it is hidden or not where its old order has it (in_order false), the old body serves on
// for a time.
void track_remember_body(formation *f, int unit, bool in_order);
// Under hands equal figures of a unit in ranks may have been taken for one another. Where its old order, carried as a body, explains all places and
// the names as they were followed do not, the order decides. False: the old order explains the places in no way.
bool track_straighten(formation *f, int unit);

// Figure i, last seen at `from` at t_from_s, was seen elsewhere just now.
void track_begin_shift(formation *f, int i, pose from, double t_from_s);
// Takes this view's hands, and tells nudges from moves where figures have come to rest again.
void track_watch_shifts(formation *f, const formation_view *v);
// A displacement that may be a nudge is not said before that is known, so that no move begins by it.
bool track_is_held(const formation *f, int i);

// When the base was first seen where it is.
double track_loose_since(const formation *f, const base_sighting *b);
// Since when nothing has moved where a base that is recalled lies.
double track_loose_lies(const formation *f, const base_sighting *b);
// Bases that were seen before, belong to nobody and are not in this view, as candidates for figures that are hidden. Returns their number.
int track_recall_loose(const formation *f, const formation_view *v, base_sighting *out, int capacity);
// After the view's bases, in f->bases, were named and the figures took them: those that nobody took.
void track_remember_loose(formation *f, const formation_view *v);

// Takes this view's absences, and groups the figures that came back and may be others.
void track_watch_mixes(formation *f, const formation_view *v);
// Equal bases.
bool track_look_alike(const formation *f, int i, int j);
// Figures i and j may have been taken for one another.
void track_join_mix(formation *f, int i, int j);
// The figure's place was seen empty while it was away.
bool track_was_vacated(track_gap g);
// Its absence now, or its last one. t1_s of one that goes on is now.
track_gap track_gap_of(const formation *f, const track *t);
// Units that went out of sight as bodies: after this view's absences, those that came back and may be one another are doubted and mixed. A unit's own
// marker tells it apart.
void track_watch_wholes(formation *f, const formation_view *v);
// True where the figure was away with its unit as a body in the time of the gap: then what may be exchanged are whole units.
bool track_was_away_whole(const formation *f, int i, track_gap g);
// Figure i is surely itself now.
void track_tell_apart(formation *f, int i);
// The unit has settled: who went with it is of it, and who was taken for one of another that did is put right.
void track_settle_mixes(formation *f, int unit);
// The groups that are new or other than they were, one after the other, as an event has them; room for all figures. They count as said from then on.
// Returns how many figures they are.
int track_take_mixed(formation *f, int *figures, int *groups);

#endif
