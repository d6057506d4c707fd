// rules/measure/maneuver/explain -- the cheapest legal explanation of a move: which permitted maneuvers join the two rest states, and what they cost.
//
// Source: docs/geometry.md sections 5 to 7. Inches and radians on the table. Uses memory that the caller gives; pure.
#ifndef VEDETTE_RULES_EXPLAIN_H
#define VEDETTE_RULES_EXPLAIN_H

#include "core/move.h"
#include "core/verdict.h"
#include "rules/measure/maneuver/maneuver_limits.h"
#include "rules/measure/maneuver/program.h"
#include "rules/state/tuning.h"

typedef enum {
    SHAPE_STILL,      // no figure went farther than dressing, all face as before
    SHAPE_RIGID,      // as one body, with or without facing changes
    SHAPE_FORMATION,  // ranks opened or closed
    SHAPE_FRONTAGE,   // figures joined or left the front rank
    SHAPE_GAPS,       // figures stepped up for the fallen
    SHAPE_CONTACT,    // an advance that the enemy stopped for some and not for others
    SHAPE_WRAP,       // the line grew and its ends wheeled in (docs/geometry.md section 8)
    SHAPE_FREE,       // each figure on its own
    SHAPE_BROKEN      // no permitted maneuver fits
} motion_shape;

typedef enum { PIVOT_NONE, PIVOT_AT_CORNER, PIVOT_AT_FRONT_FIGURE, PIVOT_ELSEWHERE } pivot_place;

// What a move costs at least, under any admitted reading and with the tolerance of angles.
typedef struct {
    double kindest;            // found
    double unproven;           // a way may have been missed that costs so much less, and not more
    double more, more_chance;  // what kindest rests on is perhaps not so: with that chance it is so much more
} least_cost;

static inline least_cost exactly(double cost) { return (least_cost){.kindest = cost}; }

typedef struct {
    motion_shape shape;
    double cost, sigma;  // of the cheapest explanation, first reading
    least_cost least;
    double direct;            // by at most one wheel; INFINITY: the motion is no such thing
    double straight;          // how far the middle went: no maneuver takes it there for less
    double fixed;             // part of the cost that no way made: formation, frontage, gaps
    double frontage_surplus;  // what the change of frontage would cost more if each figure counted
    double without_oblique;   // of a mob's move without obliques
    body_motion motion;
    double sigma_rotation;
    double ahead, left;                 // of the unit's middle, in the frame of its facing before
    double deviation, sigma_deviation;  // of that way from straight ahead, left positive
    pivot_place pivot;                  // where the centre of the rotation lies, with no legs
    vec2 pivot_at;
    double odd_turn;                // a turn in place that is no quarter turn; 0: none
    int odd_figure;                 // local index
    int moved_up;                   // figures that stepped up or broke rank
    int files_before, files_after;  // SHAPE_FRONTAGE: as the unit looked when it changed
    bool may_have_filed;            // the kindest reading is that a single line filed off
    int stray;                      // local index of the figure farthest from where the motion puts it; -1
    double stray_in;
    double front_ahead;  // how far the front line went forward
    int farthest;        // local index of the measured figure of a free move; -1
    maneuver list[VERDICT_MAX_MANEUVERS];
    int count;
} explanation;

typedef struct {
    const game *g;
    const tuning *n;
    const move *m;
    const game_unit *unit;
    int count;              // figures that took part
    const int *local;       // their places in the move's arrays
    const pose *from, *to;  // count
    const bool *touching;   // count: may touch an enemy at the end
    double rate;            // 0: unknown; the fractions then cost nothing
    double allowance;       // beyond this the cheaper sequences that players hardly make are looked at too
    double sigma_in, sigma_rad;
    bool free, losses, free_formation_change;
    bool no_faces;       // the figures turn with their unit only
    bool forms_up;       // the players said that it forms up anew: tried though every figure kept its place within the unit
    double drift_in;     // so much of a leg may lead aside by hand, however many wheels there are
    double scatter_in;   // filled by explain_move: how far figures were set down from where the unit's motion puts them, per coordinate
    vec2 *scratch;       // 4 x count
    const vec2 *unseen;  // where figures stood that are out of sight after and went along unseen; after the first unseen_sure: perhaps
    int unseen_count, unseen_sure;
    vec2 *whole;  // count + unseen_count: for whole_lay_out
    int *order;   // count
} explain_task;

// The cheapest explanation of the move; never fails: what fits no maneuver is SHAPE_BROKEN with the way that most figures went.
explanation explain_move(const explain_task *t);

// Between the files of the module ---------------------------------------------------------------------------------------------------------

// A change of form that a body makes on its way: ranks opened or closed, figures that joined or left the front rank, or both.
typedef struct {
    const vec2 *layout;  // where its figures stand after, carried back by the motion
    body_face front;     // they face so when it is made
    double slide_low, slide_high;
    int files;               // more or fewer in front
    double frontage, ranks;  // what the change of frontage and that of formation cost; either 0 where it was not made
    bool respaced;
} form_change;

// A body that moved, priced. The costs leave out what is fixed.
typedef struct {
    double cost, direct, sigma;
    least_cost least;
    program best;
    body_motion motion;    // the one of several equal ones that was cheapest
    block body, after;     // after: its other form, where it has one
    bool at_corner;        // one wheel about a point within the corner figure's base
    double corner_chance;  // how surely
    bool changes;
    form_change change;
} priced;

// How a wheel is read: by the first reading, or by the one most favourable to the player.
wheel_reading price_reading(const tuning *n, bool kind);
// Lays out in t->whole the body of all figures: `seen`, the count that took part, at any time about any middle, and after them the unseen ones where
// the motion of those has taken them. Returns how many it holds.
int whole_lay_out(const explain_task *t, const vec2 *seen);
// How far the motion takes the middle of the body that was laid out.
vec2 whole_way(const explain_task *t, body_motion m);
// price_motion of the body that was laid out. Where figures are perhaps not there any more, what that changes is an error of the cost.
priced whole_price(const explain_task *t, double heading, const body_motion *motions, int motion_count, double fixed);
// find_pivot in the body that was laid out: where the unit turned if all are there, or, if that is nowhere, if only those are that surely are.
pivot_place whole_pivot(const explain_task *t, double heading, body_motion m, double sigma_rotation, vec2 *at);
// Prices the motion of layout[0..count) (relative to `middle`) facing heading; motions[] are different readings of one motion (figures are alike).
// The first t->count of the layout are those that took part: errors come of them. The places of any others are inferred.
priced price_motion(const explain_task *t, const vec2 *layout, int count, double heading, const body_motion *motions, int motion_count, double fixed);
// The same for a body that changes its form on its way; NULL: it does not.
priced price_change(const explain_task *t, const vec2 *layout, int count, double heading, const form_change *change, const body_motion *motions,
                    int motion_count, double fixed);
// Adds the maneuvers of the priced program to e->list; `middle` is where the middle of the layout stood.
void trace_program(const explain_task *t, explanation *e, const priced *p, vec2 middle);
// Adds a maneuver with a cost and no way.
void trace_fixed(explanation *e, maneuver_kind kind, double cost, vec2 at);
// How far a figure's turn, seen from its headings, may be off the body's rotation, found from places.
double facing_slack(const explain_task *t, double sigma_rotation);
// The least-squares motion by the figures' names; true where it fits them all. Lays out t->scratch about the middle of `from`: before, and `count`
// further after.
bool fit_labelled(const explain_task *t, rigid2 *fit);
// The motion by places alone: true where it fits by less than `least` (rms). Overwrites b with the partners of a. Of several turns by quarters from
// what the headings show, the one that fits best.
bool fit_unlabelled(const explain_task *t, const vec2 *a, vec2 *b, double least, rigid2 *fit);
// How far figures were set down from where the fit (NULL: none) puts them, per coordinate.
double scatter_of(const explain_task *t, const rigid2 *fit);
// By their names the figures of a small unit may fit another turn than the one that they show: then some changed places.
bool turned_as_seen(const explain_task *t, const rigid2 *fit, double sigma_rotation);
// Fits one rigid motion to the figures, or to their places where alike figures changed them; t->scratch then holds the layouts about the middle of
// `from`, before and (count further) after. Fills t->scatter_in and e->sigma_rotation. False: none fits.
bool fit_body(explain_task *t, explanation *e, rigid2 *fit);
// Adds to out[0..count) (room for 3 more) the readings of motion `first` in which alike figures changed places and the body turned by other quarters.
int alike_motions(const explain_task *t, const vec2 *a, const vec2 *b, body_motion first, body_motion *out, int count);
bool heading_known(const explain_task *t);  // of the form or of any figure, before the move
// Errors of a body's motion found from its figures (docs/geometry.md section 14.1): of its rotation, and of the way of its middle per coordinate.
// The layout is of those that took part.
double rotation_sigma(const explain_task *t, const vec2 *layout);
double shift_sigma(const explain_task *t);
// Variance per coordinate of where a figure was set down, beyond what was measured wrong.
double beyond_measured(const explain_task *t);
// Cost of a facing change, and of any fraction of the rate after rounding (BS1-7.0-3).
double face_price(const explain_task *t, body_face face);
double rounded_fraction(const tuning *n, double inches);
// What a change of frontage by so many figures costs on clear ground.
double frontage_price(const tuning *n, int figures);
// Facing before: of the form where it is known, else of the figures.
double facing_before(const explain_task *t);
double facing_after(const explain_task *t);
// Tries the shapes that are no rigid motion, in the order of docs/geometry.md section 5. False: none fits.
// How a unit may have formed up anew: another frontage; or its ranks opened or closed, with or without another frontage; or another frontage or no
// more than other places within its block.
typedef enum { FORM_REFRONTED, FORM_RESPACED, FORM_ANY } form_kind;

// The unit formed up anew on its way. Uses t->scratch.
bool reshape_form(const explain_task *t, form_kind kind, explanation *e);
bool reshape_gaps(const explain_task *t, explanation *e);
bool reshape_contact(const explain_task *t, explanation *e);
void reshape_broken(const explain_task *t, explanation *e);
void explain_free(const explain_task *t, explanation *e);
// Takes the way by the places where the unit was seen to stand, where that says more than its ends.
void explain_roundabout(const explain_task *t, explanation *e);
// Where the rotation's centre lies in the body; PIVOT_NONE for turns too small to have one.
pivot_place find_pivot(const explain_task *t, const vec2 *layout, int count, double heading, body_motion m, double sigma_rotation, vec2 *at);
// A turn of unturned figures as one wheel about the corner figure: its angle, the long way round where half a turn fits that better, and how surely
// its centre lies within PIVOT_SLACK of that figure's base.
typedef struct {
    double angle, chance;
} corner_turn;

corner_turn find_corner_turn(const explain_task *t, const vec2 *layout, int count, double heading, body_motion m, double sigma_rotation);
void take_price(explanation *e, const priced *p);
// The least of two ways, of which either may have been gone: the lesser cost, the lesser bound, and more only if neither is so.
void take_kinder(least_cost *a, least_cost b);
least_cost least_plus(least_cost a, double inches);
// Keeps the cheaper of two explanations, and of both what is kindest to the player.
void take_cheaper(explanation *e, const explanation *other);
// Nothing explained yet.
explanation explanation_none(double sigma_rotation);

#endif
