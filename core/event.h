// core/event -- what was seen or entered, as the event stream has it (docs/stream.md, "Events").
//
// An event borrows its arrays from its maker until the maker's next event.
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
    pose pose;           // sigmas: the figure's own, else the event's, else 0 (not stated)
    double still_for_s;  // observe: nothing has moved at its place for at least so long, even if it was found or identified there just now; 0: not
                         // known
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
    char title[GAME_NAME_MAX];
} event_header;

typedef struct {
    int turn;
    int side;  // the side whose phase it is: index or -1
    char phase[EVENT_WORD_MAX];
} event_phase;

typedef struct {
    int side;  // index
} event_initiative;

typedef struct {
    const event_pose *poses;
    int pose_count;
    const int *hidden;
    int hidden_count;
    const int *nudged;  // figures that were displaced while no hand was moving them
    int nudged_count;
    const int *ambiguous;        // figures that may have been exchanged, within their group, since they were last identified
    const int *ambiguous_group;  // the group of mixed[i]: 0, 1, ... in order
    int ambiguous_count;
    double gap_s;  // length of the gap in the pictures before these poses, all at once or as often as one was waited for; 0: no gap
} event_observe;

typedef struct {
    int unit;    // index
    int target;  // unit index or -1
    int side;    // index or -1
    char action[EVENT_WORD_MAX];
    const int *figures;
    int figure_count;
    const event_item *items;  // its further keys
    int item_count;
} event_declare;

typedef struct {
    int unit;
    const order_leg *legs;
    int leg_count;
} event_order;

typedef struct {
    int unit;
    char check[EVENT_WORD_MAX];
    bool passed;
} event_dice;

typedef struct {
    int unit;
    const event_item *items;
    int item_count;
} event_status;

typedef struct {
    const int *figures;
    int figure_count;
} event_remove;

typedef struct {
    const event_pose *poses;
    int pose_count;
} event_place;

typedef struct {
    int unit;
} event_end_move;

typedef struct {
    int unit;
} event_take_back;

typedef struct {
    int move;
    char ruling[EVENT_WORD_MAX], by[GAME_ID_MAX];
    char note[GAME_NAME_MAX];
} event_ruling;

typedef struct {
    char rule[EVENT_WORD_MAX];  // a rule's id, the name of its breach, or "*"
    behaviour how;
} event_behaviour;

// The kind says which member holds. A member is written by its name beside the kind, and read by its name only where a switch has just asked for the
// kind; everywhere else event_as_... or one of the functions below is asked.
typedef struct {
    event_kind kind;
    double t_s;
    union {
        event_header header;
        event_phase phase;
        event_initiative initiative;
        event_observe observe;
        event_declare declare;
        event_order order;
        event_dice dice;
        event_status status;
        event_remove remove;
        event_place place;
        event_end_move end_move;
        event_take_back take_back;
        event_ruling ruling;
        event_behaviour behaviour;
    };
} event;

// The member, or NULL where e is NULL or of another kind.
const event_phase *event_as_phase(const event *e);
const event_observe *event_as_observe(const event *e);
const event_declare *event_as_declare(const event *e);
const event_dice *event_as_dice(const event *e);
const event_status *event_as_status(const event *e);
const event_remove *event_as_remove(const event *e);
const event_ruling *event_as_ruling(const event *e);

typedef struct {
    const event_pose *at;
    int count;
} event_pose_list;

typedef struct {
    const event_item *at;
    int count;
} event_item_list;

// What several kinds have; of the others -1 and empty lists.
int event_unit(const event *e);               // declare, order, dice, status, end-move, take-back
event_pose_list event_poses(const event *e);  // observe, place
event_item_list event_items(const event *e);  // declare, status
// Of an observe or place: these in place of its poses; other kinds stay as they are.
void event_set_poses(event *e, const event_pose *poses, int count);
// An observe or place without poses, hidden or mixed figures; false for other kinds.
bool event_tells_nothing(const event *e);
// e (NULL: false) declares that action of that unit.
bool event_declares(const event *e, int unit, const char *action);

const char *event_kind_name(event_kind k);  // "observe", "end-move", ...

#endif
