#include "core/event.h"

#include <stddef.h>
#include <string.h>

const char *event_kind_name(event_kind k) {
    static const char *const names[EVENT_KIND_COUNT] = {"header", "phase",  "initiative", "observe",  "declare",   "order",  "dice",
                                                        "status", "remove", "place",      "end-move", "take-back", "ruling", "behaviour"};
    return names[k];
}

const event_phase *event_as_phase(const event *e) { return e && e->kind == EVENT_PHASE ? &e->phase : NULL; }
const event_observe *event_as_observe(const event *e) { return e && e->kind == EVENT_OBSERVE ? &e->observe : NULL; }
const event_declare *event_as_declare(const event *e) { return e && e->kind == EVENT_DECLARE ? &e->declare : NULL; }
const event_dice *event_as_dice(const event *e) { return e && e->kind == EVENT_DICE ? &e->dice : NULL; }
const event_status *event_as_status(const event *e) { return e && e->kind == EVENT_STATUS ? &e->status : NULL; }
const event_remove *event_as_remove(const event *e) { return e && e->kind == EVENT_REMOVE ? &e->remove : NULL; }
const event_ruling *event_as_ruling(const event *e) { return e && e->kind == EVENT_RULING ? &e->ruling : NULL; }

int event_unit(const event *e) {
    switch (e->kind) {
        case EVENT_DECLARE:
            return e->declare.unit;
        case EVENT_ORDER:
            return e->order.unit;
        case EVENT_DICE:
            return e->dice.unit;
        case EVENT_STATUS:
            return e->status.unit;
        case EVENT_END_MOVE:
            return e->end_move.unit;
        case EVENT_TAKE_BACK:
            return e->take_back.unit;
        default:
            return -1;
    }
}

event_pose_list event_poses(const event *e) {
    switch (e->kind) {
        case EVENT_OBSERVE:
            return (event_pose_list){e->observe.poses, e->observe.pose_count};
        case EVENT_PLACE:
            return (event_pose_list){e->place.poses, e->place.pose_count};
        default:
            return (event_pose_list){NULL, 0};
    }
}

event_item_list event_items(const event *e) {
    switch (e->kind) {
        case EVENT_DECLARE:
            return (event_item_list){e->declare.items, e->declare.item_count};
        case EVENT_STATUS:
            return (event_item_list){e->status.items, e->status.item_count};
        default:
            return (event_item_list){NULL, 0};
    }
}

bool event_declares(const event *e, int unit, const char *action) {
    const event_declare *d = event_as_declare(e);
    return d && d->unit == unit && strcmp(d->action, action) == 0;
}

void event_set_poses(event *e, const event_pose *poses, int count) {
    if (e->kind == EVENT_OBSERVE) e->observe.poses = poses, e->observe.pose_count = count;
    if (e->kind == EVENT_PLACE) e->place.poses = poses, e->place.pose_count = count;
}

bool event_tells_nothing(const event *e) {
    const event_observe *seen = event_as_observe(e);
    if (event_poses(e).count > 0) return false;
    return e->kind == EVENT_PLACE || (seen && seen->hidden_count == 0 && seen->ambiguous_count == 0);
}
