// rules/state/state -- what the rules remember between events: a value that copies as a whole.
#ifndef VEDETTE_RULES_STATE_STATE_H
#define VEDETTE_RULES_STATE_STATE_H

#include "rules/state/answer.h"
#include "rules/state/area.h"
#include "rules/state/terrain_state.h"
#include "rules/state/tuning.h"

// Announced in this phase.
typedef struct {
    bool charge, forced_march, wrap_around, withdrawal, follow_up, flee, break_through, formation, frontage, face,
        plain;          // plain: advance or halt, so no long move
    bool broken_named;  // the break-through named figures
    int target;         // of the charge; -1
    formation_kind to;  // of the change of formation; FORMATION_UNKNOWN: not entered
} declarations;

// How the enemy that a unit touches came there.
typedef struct {
    bool touching;
    bool by_self;  // the unit's own move made the contact
    int turn;      // when it was made; -1: not seen
} engagement;

typedef enum { DICE_MORALE, DICE_DISCIPLINE, DICE_LEADERSHIP, DICE_RALLY, DICE_COUNT } dice_kind;

// Checks entered: the last outcome, and in which phase.
typedef struct {
    answer passed;
    int phase, turn;
    int times;  // entered in that phase
} dice_entry;

// The extent of a unit along its facing before figures of it were taken off, and when the last of them were.
typedef struct {
    double t_s, facing_rad, front_in, rear_in;
} loss_memory;

#define STATE_MAX_LEGS 8

// Of a unit's movement: by the first reading of its moves; how much less it may have been, by the kindest readings as far as they are proven; and
// the variance of either.
typedef struct {
    double cost_in, spared_in, variance;
} spending;

// Set by the unit's finished moves; a take-back restores the values from before the last move.
typedef struct {
    spending spent;
    engagement now;
    bool moved;       // a move of it was booked in this phase
    bool moved_into;  // made contact by its own move in this phase
    bool exhausted;   // closing gaps cost more than the rate: no further move in exhausted_turn
    int exhausted_turn;
    int losses;      // figures removed since it last closed its ranks
    bool owes_gaps;  // left its front gaps open through its own movement phase
    int moves;       // booked in this phase
    int contested;   // number of its last move that was ruled illegal and on which no judge has spoken; 0: none
    terrain_done terrain;
    AREAS(AREA_DONE);
} unit_done;

typedef struct {
    unit_done done, before_last;
    bool can_undo;
    double rate_in;  // 0: the roster's
    declarations reported;
    engagement at_start;  // as it was when the phase began
    bool closed_hole;     // stood closed when its phase ended: the losses ought to have come off its rear
    loss_memory fallen;   // how it stood before its figures fell
    // What players or judges entered.
    answer in_command;
    bool routed, fleeing, concealed;
    int rallied_phase;  // phase in which it was entered as rallied; -1
    bool has_cause;     // of its rout: a place, or where a unit stood when it was entered
    vec2 cause;
    formation_kind formation;  // the players' word; FORMATION_UNKNOWN: what is measured
    bool leader_reported;      // by a status line; else the roster's
    int leader;                // figure; -1: killed, or none
    dice_entry dice[DICE_COUNT];
    order_leg order[STATE_MAX_LEGS];
    int order_count, order_turn;
    bool has_order;
    terrain_entered terrain;
    AREAS(AREA_ENTERED);
} unit_state;

// What a word of `declare` does to the unit's state, and whether it may be taken back (rules/engine/declare.h).
struct rules_declaration {
    const char *action;
    size_t flag;                                                           // offset in unit_state of the bool that it sets; 0: none
    void (*take)(const rules *r, rules_state *s, const event_declare *e);  // what else it does at once
    bool lasts;                                                            // it is never taken back
    bool (*holds)(const rules_state *s, const unit_state *u);              // without a flag: it was declared, in this phase
    void (*forget)(unit_state *u);                                         // what taking it back does, beside clearing the flag
    const char *(*stands)(const rules *r);                                 // why it may not be taken back in this game, or NULL; NULL: it may
};

// Who changes where a figure is, or whether it stands in sight, renews its unit's extent (rules/state/extent.h).
typedef struct {
    pose at;
    pose before;  // where the unit's last booked move began
    bool known, on_table, hidden;
    pose phase_start;  // where it stood when the phase began
    bool stood_at_start;
    int placed_phase;                     // in which it was last placed; -1
    int removed_phase;                    // in which it was last taken off; -1
    int broken_phase;                     // in which a break-through at it was announced; -1
    double start_gap_in, start_sigma_in;  // to the nearest enemy when the phase began; start_gap_in is INFINITY before any phase
    AREAS(AREA_FIGURE);
} figure_state;

// What is kept of a unit's figures as a whole (rules/state/extent.h).
typedef struct {
    vec2 low, high;  // box of the bases that stand; empty (low beyond high) where none does
    int sides;       // the most that a doubtful front of a figure on the table may have; 0: all are sure
} unit_extent;

struct rules_state {
    int figure_count, unit_count;
    double t_s;  // of the last event
    int turn;
    int phase_count;  // phases begun: names the present one
    char phase[EVENT_WORD_MAX];
    int side;
    bool phase_entered;
    int initiative;                            // side; -1
    int last_mover;                            // unit of the last booked move; -1
    unsigned char behaviours[RULES_MAX_ROWS];  // now, parallel to rules.rows
    figure_state *figures;
    unit_state *units;
    unit_extent *extents;  // by unit
};

static inline bool figure_stands(const figure_state *f) { return f->known && f->on_table && !f->hidden; }

// Bodies of troops charge: regular units and mobs. Skirmishers and individuals do not.
static inline bool charge_type(unit_type t) { return t == UNIT_REGULAR || t == UNIT_MOB; }

// What its last illegal move would demand is held back until a judge upholds or overrules the verdict, or the move is taken back.
static inline bool state_is_contested(const unit_state *u) { return u->done.contested > 0; }

rules_state *state_allocate(int figures, int units);  // zeros; NULL: out of memory
// What the move of the verdict spends.
spending spending_of(const verdict *v);
// True where the state is in a phase of movement of that side, or none was ever entered.
bool state_may_move(const rules *r, const rules_state *s, int side);
// Outcome of a check entered in the present phase; UNKNOWN where none was.
answer state_dice(const rules_state *s, int unit, dice_kind k);
double state_rate(const rules *r, const rules_state *s, int unit);  // full rate now; 0: unknown
int state_leader(const rules *r, const rules_state *s, int unit);   // figure; -1: none, or killed
// Middle of the unit as it stands; false where nothing of it does.
bool state_middle(const rules *r, const rules_state *s, int unit, vec2 *out);

#endif
