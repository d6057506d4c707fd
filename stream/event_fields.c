#include "stream/event_fields.h"

#include <stddef.h>

#define AT(member) .at = offsetof(event, member), .size = sizeof(((event *)0)->member)
#define LIST(array, count) .at = offsetof(event, array), .count_at = offsetof(event, count)
#define LEG(member) .at = offsetof(order_leg, member)
#define LAYOUT(rows, meaning) \
    { .fields = (rows), .field_count = sizeof(rows) / sizeof *(rows), .says = (meaning) }

const char *const event_formations[] = {"closed", "open", "skirmish", "mob", "irregular", "column", "line", "square", NULL};

static const char *const actions[] = {"charge",
                                      "forced-march",
                                      "wrap-around",
                                      "fighting-withdrawal",
                                      "follow-up",
                                      "stay",
                                      "flee",
                                      "break-through",
                                      "change-formation",
                                      "change-frontage",
                                      "left-face",
                                      "right-face",
                                      "about-face",
                                      "march",
                                      "reinforce",
                                      "halt",
                                      "advance",
                                      "at-the-double",
                                      "dig-in",
                                      "assault",
                                      "regroup",
                                      "charge-if-charged",
                                      "split-move",
                                      "shoot",
                                      "rally",
                                      NULL};
static const char *const checks[] = {"morale", "discipline", "leadership", "rally", NULL};
static const char *const outcomes[] = {"pass", "fail", NULL};
static const char *const behaviours[] = {"announce", "propose", "log", "off", NULL};
static const char *const edges[] = {"north", "east", "south", "west", NULL};

static const event_field header_fields[] = {
    {"vedette", &field_version, OPTIONAL, .says = "the version of this format"},
    {"title", &field_text, OPTIONAL, AT(header.title), .says = "the game's name"},
};

static const event_field phase_fields[] = {
    {"turn", &field_whole, REQUIRED, AT(phase.turn), .low = 0, .high = 100000, .says = "number of the turn; 0: the turn that goes on"},
    {"phase", &field_any_word, REQUIRED, AT(phase.phase), .says = "a phase that the ruleset names"},
    {"side", &field_side_id, OPTIONAL, AT(phase.side), .says = "the side whose phase it is; absent in simultaneous play"},
};

static const event_field initiative_fields[] = {
    {"side", &field_side_id, REQUIRED, AT(initiative.side), .says = "the side that won it"},
};

#define POSED(kind) LIST(kind.poses, kind.pose_count)

static const event_field observe_fields[] = {
    {"figures", &field_poses, OPTIONAL, POSED(observe),
     .says = "where they stand now; the others stay. Required unless `hidden` or `mixed` is there"},
    {"sigma_in", &field_sigma_in, OPTIONAL, POSED(observe), .says = "standard deviation of each coordinate of each figure"},
    {"sigma_deg", &field_sigma_deg, OPTIONAL, POSED(observe), .says = "standard deviation of the headings; 180: they were not seen"},
    {"sigmas", &field_sigmas, OPTIONAL, POSED(observe), .says = "the same of single figures of the line"},
    {"fronts", &field_fronts, OPTIONAL, POSED(observe),
     .says =
         "figures of the line of which more than one side looks like the front: the headings that they may have, evenly about a full turn, that of "
         "`figures` first. A verdict that turns on which it is is doubtful"},
    {"lain", &field_still, OPTIONAL, POSED(observe),
     .says = "for so long nothing has moved where the figure stands, though it may have been found just now: its settle time counts from then"},
    {"hidden", &field_hidden, OPTIONAL, LIST(observe.hidden, observe.hidden_count), .says = "figures that are seen no more; none of `figures`"},
    {"nudged", &field_nudged, OPTIONAL, LIST(observe.nudged, observe.nudged_count),
     .says = "figures of the line that were displaced while no unit was moved"},
    {"mixed", &field_groups, OPTIONAL, .at = offsetof(event, observe),
     .says = "groups of figures that may have been taken for one another since they were last told apart; one alone has been told apart"},
    {"gap_s", &field_gap, OPTIONAL, AT(observe.gap_s),
     .says = "for so long no picture came before these places were seen. A move that changed meanwhile is doubtful at best, as its way was not seen. "
             "Without any figure: the program was not running, and what moved then is at worst doubtful, as nothing could be entered"},
};

static const event_field declare_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(declare.unit), .says = "the unit that announces it"},
    {"action", &field_any_word, REQUIRED, AT(declare.action), .words = actions, .says = "what it announces"},
    {"target", &field_unit_id, OPTIONAL, AT(declare.target), .says = "at which unit"},
    {"side", &field_side_id, OPTIONAL, AT(declare.side), .says = "at which side"},
    {"figures", &field_figures, OPTIONAL, LIST(declare.figures, declare.figure_count), .says = "the figures that do it, where not all do"},
    {"", &field_further, OPTIONAL, LIST(declare.items, declare.item_count),
     .says = "further keys, as below; any other word, number, flag or place is kept"},
};

static const event_field declared_fields[] = {
    {"supports", &field_unit_id, OPTIONAL, .says = "`charge-if-charged`: the unit that is supported"},
    {"to", &field_any_word, OPTIONAL, .size = EVENT_WORD_MAX, .words = event_formations, .says = "`change-formation`: the new formation"},
    {"edge", &field_any_word, OPTIONAL, .size = EVENT_WORD_MAX, .words = edges, .says = "`reinforce`: the table edge where it comes on"},
    {"by", &field_kept, OPTIONAL, .says = "`rally`: the commander who tries"},
    {"withdrawn", &field_kept, OPTIONAL, .says = "true: the declaration is taken back, where the rules let go of it"},
};

static const event_field order_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(order.unit), .says = "the unit that is ordered"},
    {"moves", &field_legs, REQUIRED, LIST(order.legs, order.leg_count), .says = "the legs of its move, in order"},
};

static const event_field leg_fields[] = {
    {"direction", &field_degrees, REQUIRED, LEG(direction_rad), .says = "direction of the leg, in the frame of the table"},
    {"distance_in", &field_inches, REQUIRED, LEG(distance_in), .says = "length of the leg"},
    {"facing", &field_degrees, REQUIRED, LEG(facing_rad), .says = "heading of the unit at its end"},
};

static const event_field dice_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(dice.unit), .says = "the unit that is tested"},
    {"check", &field_any_word, REQUIRED, AT(dice.check), .words = checks, .says = "what was rolled for"},
    {"outcome", &field_outcome, REQUIRED, AT(dice.passed), .words = outcomes,
     .says = "how it went. A check entered before `end-move` counts for that move"},
};

static const event_field status_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(status.unit), .says = "the unit that is so"},
    {"set", &field_states, REQUIRED, LIST(status.items, status.item_count),
     .says = "its states, as below; any other word, number, flag or place is kept"},
};

static const event_field remove_fields[] = {
    {"figures", &field_figures, REQUIRED, LIST(remove.figures, remove.figure_count), .says = "the figures that are taken off"},
};

static const event_field place_fields[] = {
    {"figures", &field_poses, REQUIRED, POSED(place), .says = "where they are put"},
    {"sigma_in", &field_sigma_in, OPTIONAL, POSED(place), .says = "standard deviation of each coordinate; without it the places are exact"},
    {"sigma_deg", &field_sigma_deg, OPTIONAL, POSED(place), .says = "standard deviation of the headings"},
    {"sigmas", &field_sigmas, OPTIONAL, POSED(place), .says = "the same of single figures of the line"},
    {"fronts", &field_fronts, OPTIONAL, POSED(place),
     .says =
         "figures of the line of which more than one side looks like the front: the headings that they may have, evenly about a full turn, that of "
         "`figures` first. A verdict that turns on which it is is doubtful"},
};

static const event_field end_move_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(end_move.unit), .says = "the unit that has moved"},
};

static const event_field take_back_fields[] = {
    {"unit", &field_unit_id, REQUIRED, AT(take_back.unit), .says = "the unit that stands again where its move began"},
};

static const event_field ruling_fields[] = {
    {"move", &field_whole, REQUIRED, AT(ruling.move), .low = 1, .high = 100000, .says = "number of the move that is ruled on"},
    {"ruling", &field_any_word, REQUIRED, AT(ruling.ruling), .says = "`upheld` or `overruled`"},
    {"by", &field_text, OPTIONAL, AT(ruling.by), .says = "the judge's name"},
    {"note", &field_text, OPTIONAL, AT(ruling.note), .says = "the judge's reason"},
};

static const event_field behaviour_fields[] = {
    {"rule", &field_any_word, REQUIRED, AT(behaviour.rule), .says = "a rule's id, the name of its breach, or `*` for all rules"},
    {"behaviour", &field_loudness, REQUIRED, AT(behaviour.how), .words = behaviours, .says = "how the word of the rule is passed on from now on"},
};

const event_layout event_layouts[EVENT_KIND_COUNT] = {
    [EVENT_HEADER] = LAYOUT(header_fields, "an optional first line"),
    [EVENT_PHASE] = LAYOUT(phase_fields, "a phase begins"),
    [EVENT_INITIATIVE] = LAYOUT(initiative_fields, "a side won the initiative of this round"),
    [EVENT_OBSERVE] = LAYOUT(observe_fields, "what is seen of the figures now; consecutive lines are the observed path"),
    [EVENT_DECLARE] = LAYOUT(declare_fields, "an action is announced"),
    [EVENT_ORDER] = LAYOUT(order_fields, "a written order, for simultaneous movement"),
    [EVENT_DICE] = LAYOUT(dice_fields, "the outcome of a check"),
    [EVENT_STATUS] = LAYOUT(status_fields, "the judge's or the players' word on what no camera sees"),
    [EVENT_REMOVE] = LAYOUT(remove_fields, "casualties are taken off the table"),
    [EVENT_PLACE] =
        LAYOUT(place_fields,
               "figures are put on the table by leave of the rules: no move. A move of the unit that still goes on ends before it, and is judged"),
    [EVENT_END_MOVE] = LAYOUT(end_move_fields,
                              "the move is finished. Without it a move ends when its figures have been still for `settle_s` and another unit moves, "
                              "the phase changes, or the stream ends"),
    [EVENT_TAKE_BACK] = LAYOUT(take_back_fields, "the players agree to take the move back: nothing is charged"),
    [EVENT_RULING] = LAYOUT(ruling_fields, "a judge upholds or overrules a verdict; kept beside it, never in its place"),
    [EVENT_BEHAVIOUR] = LAYOUT(behaviour_fields, "how loud a rule is"),
};

const event_layout event_leg_layout = LAYOUT(leg_fields, "a leg of an order");
const event_layout event_declared_layout = LAYOUT(declared_fields, "further keys of a declaration");

const event_state event_states[] = {
    {"in_command", STATE_FLAG, "the unit is in command"},
    {"routed", STATE_FLAG, "the unit routs"},
    {"rallied", STATE_FLAG, "the unit has rallied"},
    {"fleeing", STATE_FLAG, "the unit flees"},
    {"disrupted", STATE_FLAG, "the unit is disrupted"},
    {"moved_compulsorily", STATE_FLAG, "the unit has made a compulsory move"},
    {"concealed", STATE_FLAG, "the unit is not to be seen by the enemy until met"},
    {"captured", STATE_FLAG, "the unit is taken prisoner"},
    {"movement_in", STATE_INCHES, "the current rate, where it differs from the roster's"},
    {"leader", STATE_LEADER, "a new leader; null: the leader was killed"},
    {"rout_cause", STATE_PLACE_OR_UNIT, "where a rout comes from"},
    {"formation", STATE_FORMATION, "the players' word where the camera can't tell"},
    {"guards", STATE_COUNT, "how many figures guard prisoners"},
    {"engaged_with", STATE_UNITS, "the units that it fights; []: none"},
};
const int event_state_count = sizeof event_states / sizeof *event_states;
