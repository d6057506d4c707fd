// core/event -- what was seen or entered, as the event stream has it (contracts/events.md, "In").
//
// An event borrows its arrays from whoever made it until the next one is made.
#ifndef VEDETTE_CORE_EVENT_H
#define VEDETTE_CORE_EVENT_H

#include "core/game.h"

typedef enum {
    EVENT_HEADER,
    EVENT_PHASE,
    EVENT_INITIATIVE,
    EVENT_OBSERVE,
    EVENT_DECLARE,
    EVENT_ORDER,
    EVENT_DICE,
    EVENT_STATUS,
    EVENT_REMOVE,
    EVENT_PLACE,
    EVENT_END_MOVE,
    EVENT_TAKE_BACK,
    EVENT_RULING,
    EVENT_BEHAVIOUR,
    EVENT_KIND_COUNT
} event_kind;

#define EVENT_WORD_MAX 40

typedef struct {
    int figure;
    pose pose;      // sigmas: the figure's own, else the event's, else 0 (nobody stated one)
    double lain_s;  // observe: for so long, at least, nothing has moved where it lies, though it may have been found there, or told from others, just
                    // now; 0: nobody knows
} event_pose;

typedef struct {
    double direction_rad, distance_in, facing_rad;
} order_leg;

// One key of a `status` event, or a further key of a declaration.
typedef struct {
    char key[EVENT_WORD_MAX];
    option_kind kind;  // OPTION_NUMBER, OPTION_FLAG or OPTION_TEXT; a place [x, y] is OPTION_RANGE (number, high)
    double number, high;
    bool flag, is_null;
    char text[GAME_ID_MAX];
} event_item;

typedef struct {
    event_kind kind;
    double t_s;
    int side;    // phase, initiative, declare: index or -1
    int unit;    // index or -1
    int target;  // declare: unit index or -1
    int turn;
    char phase[EVENT_WORD_MAX];
    char action[EVENT_WORD_MAX];  // declare
    char check[EVENT_WORD_MAX];   // dice
    bool passed;                  // dice
    const event_pose *poses;      // observe, place
    int pose_count;
    const int *figures;  // remove; observe: hidden; declare: its figures
    int figure_count;
    const int *nudged;  // observe: figures that were displaced while nobody was moving them
    int nudged_count;
    const int *mixed;        // observe: figures that may have been taken for one another since they were last told apart: those of one group among
    const int *mixed_group;  // themselves. mixed_group[i] is the group of mixed[i]: 0, 1, ... in order
    int mixed_count;
    double gap_s;  // observe: for so long no picture came before these poses were taken, all at once or as often as one was waited for; 0: none
    const event_item *items;  // status, declare
    int item_count;
    const order_leg *legs;  // order
    int leg_count;
    int move;  // ruling
    char ruling[EVENT_WORD_MAX], by[GAME_ID_MAX];
    char note[GAME_NAME_MAX];
    char rule[EVENT_WORD_MAX];  // behaviour: a rule's id, the name of its breach, or "*"
    behaviour how;
} event;

const char *event_kind_name(event_kind k);  // "observe", "end-move", ...

#endif
