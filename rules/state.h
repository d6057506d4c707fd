// rules/state -- what the rules remember between events: a value that copies as a whole.
#ifndef VEDETTE_RULES_STATE_H
#define VEDETTE_RULES_STATE_H

#include "rules/tuning.h"

typedef enum { UNKNOWN, NO, YES } answer;

// Announced in this phase.
typedef struct {
    bool charge, forced_march, wrap_around, withdrawal, follow_up, flee, break_through, formation, frontage, face,
        plain;   // plain: advance or halt, so no long move
    int target;  // of the charge; -1
} declarations;

// How the enemy that a unit touches came there.
typedef struct {
    bool touching;
    bool by_self;  // the unit's own move made the contact
    int turn;      // when it was made; -1: nobody saw
} engagement;

typedef struct {
    double spent_in;
    double rate_in;  // 0: the roster's
    declarations said;
    engagement now;
    engagement at_start;  // as it was when the phase began
    bool moved;           // a move of it was booked in this phase
    bool moved_into;      // made contact by its own move in this phase
    bool exhausted;       // closing gaps cost more than the rate: no further move in exhausted_turn
    int exhausted_turn;
    answer in_command;
    bool routed, fleeing;
    int losses;        // figures removed since it last closed its ranks
    bool owes_gaps;    // left its front gaps open through its own movement phase
    bool closed_hole;  // stood closed then: the losses ought to have come off its rear
    // To give back what the last move was charged.
    bool can_undo;
    double undo_spent_in;
    engagement undo_now;
    bool undo_moved, undo_moved_into, undo_exhausted;
} unit_state;

typedef struct {
    pose at;
    pose before;  // where the unit's last booked move began
    bool known, on_table, hidden;
    double start_gap_in, start_sigma_in;  // to the nearest enemy when the phase began; start_gap_in is INFINITY before any phase
} figure_state;

struct rules_state {
    int figure_count, unit_count;
    int turn;
    char phase[EVENT_WORD_MAX];
    int side;
    bool phase_entered;
    int initiative;  // side; -1
    int last_mover;  // unit of the last booked move; -1
    figure_state *figures;
    unit_state *units;
};

static inline bool figure_stands(const figure_state *f) { return f->known && f->on_table && !f->hidden; }

#endif
