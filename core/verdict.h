// core/verdict -- what the judge concludes: the explanation of a move, its findings, alerts and obligations (docs/stream.md, "Verdicts").
#ifndef VEDETTE_CORE_VERDICT_H
#define VEDETTE_CORE_VERDICT_H

#include "core/game.h"

// In order of gravity. RULING_ADVISORY is a finding's only: it leaves the move's ruling as it is.
typedef enum { RULING_LEGAL, RULING_ADVISORY, RULING_DOUBTFUL, RULING_ASK, RULING_ILLEGAL } ruling;

typedef enum {
    MANEUVER_ADVANCE,
    MANEUVER_OBLIQUE,
    MANEUVER_WHEEL,
    MANEUVER_RIGHT_FACE,
    MANEUVER_LEFT_FACE,
    MANEUVER_ABOUT_FACE,
    MANEUVER_FORMATION_CHANGE,
    MANEUVER_FRONTAGE_CHANGE,
    MANEUVER_GAP_CLOSING,
    MANEUVER_FREE_MOVE,  // a skirmisher's or lone figure's path
    MANEUVER_WRAP_AROUND,
    MANEUVER_WITHDRAWAL,
    MANEUVER_BACKWARD,
    MANEUVER_SIDEWAYS,
    MANEUVER_REFORM,
    MANEUVER_OTHER,     // what no permitted maneuver explains
    MANEUVER_DRESSING,  // figures set straight in their places: no maneuver, and no cost
    MANEUVER_ARRIVAL,   // put on the table where it stands
    MANEUVER_COUNT
} maneuver_kind;

typedef struct {
    maneuver_kind kind;
    int pivot_figure;    // wheel: figure index of the pivot; else -1
    vec2 pivot;          // wheel: the fixed corner
    double angle_rad;    // wheel, face: counter-clockwise positive
    vec2 from, to;       // track of the middle of the unit's front edge (a free move: of the figure that went farthest)
    double distance_in;  // travelled; a wheel's arc
    double cost_in;
} maneuver;

#define VERDICT_MAX_MANEUVERS 16
#define VERDICT_MAX_FINDINGS 24
#define FINDING_MAX_FIGURES 16
#define FINDING_MESSAGE_MAX 320

typedef struct {
    ruling ruling;
    const char *violation;              // static; "" where the finding breaches nothing
    const char *rule;                   // static; id of the rule catalogue
    behaviour how;                      // as the judge wants the rule's word passed on
    char message[FINDING_MESSAGE_MAX];  // one sentence for players
    bool has_measure;
    double measured, allowed, sigma;
    double bound;              // what is measured is proven to be no less, whichever way was gone and under any reading; errors of measuring aside
    const char *measure_unit;  // "in", "deg", "figures"
    double p_illegal;
    int figures[FINDING_MAX_FIGURES];
    int figure_count;
    bool has_at;
    vec2 at;
} finding;

typedef struct {
    double t_s;
    int move, turn;
    char phase[40];
    int unit;
    ruling ruling;
    unit_form before, after;
    maneuver maneuvers[VERDICT_MAX_MANEUVERS];
    int maneuver_count;
    double least_in;                         // cost under the reading kindest to the player, as far as it was proven
    double cost_in, allowance_in, sigma_in;  // allowance: negative where none applies (a rout), or the rate is not known
    finding findings[VERDICT_MAX_FINDINGS];
    int finding_count;
    bool taken_back;
    int seen_count, figure_count;  // of the unit's figures on the table, how many were seen when the move ended; 0 and 0: not stated
    double blocks_in;              // way through ground that is charged by started blocks
    int crossed_river;             // piece of terrain, plus 1; 0: none
} verdict;

// Reported while the move still goes on.
typedef struct {
    double t_s;
    int unit;
    const char *rule, *violation;
    behaviour how;
    char message[FINDING_MESSAGE_MAX];
    int figures[FINDING_MAX_FIGURES];
    int figure_count;
    vec2 at;
} alert;

// Something that the rules demand and that has not happened.
typedef struct {
    double t_s;
    int unit;
    const char *rule;
    behaviour how;
    char message[FINDING_MESSAGE_MAX];
} obligation;

// Copies a verdict without the findings that it does not have: most of its size.
void verdict_copy(verdict *to, const verdict *from);

const char *ruling_name(ruling r);
const char *maneuver_name(maneuver_kind k);  // "advance", "wheel", ...

#endif
