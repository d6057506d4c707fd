// stream/event_fields -- the one list of what events hold. The reader and the writer walk it; docs/stream.md and the fuzz dictionary are made from it
// and held to it by a test. Internal to stream/.
//
// A new key is one row here and one member in core/event.h.
#ifndef VEDETTE_STREAM_EVENT_FIELDS_H
#define VEDETTE_STREAM_EVENT_FIELDS_H

#include <cjson/cJSON.h>

#include "stream/json_keys.h"
#include "stream/json_text.h"
#include "stream/stream.h"

typedef struct event_field event_field;

// One sort of value: how it is read from the object `o`, which may lack the key, into the struct at `holder`, and how it is written from there.
typedef struct {
    const char *value;  // for people: "unit id"
    status (*read)(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault);
    void (*write)(json_text *j, const game *g, const event_field *f, const void *holder);
} field_type;

struct event_field {
    const char *key;
    const field_type *type;
    field_need need;
    size_t at, size;           // of the member in the struct that holds it; of a list: its array
    size_t count_at;           // of a list: its count
    int low, high;             // of a whole number
    const char *const *words;  // that it may be, NULL-ended; NULL: any
    const char *says;          // one line for docs/stream.md
};

// A key of the objects that an event holds in a list or map of its own.
typedef enum {
    STATE_FLAG,
    STATE_INCHES,
    STATE_COUNT,
    STATE_LEADER,         // a figure of the unit, or null
    STATE_PLACE_OR_UNIT,  // [x, y], a unit's id, or null
    STATE_FORMATION,
    STATE_UNITS  // a list of unit ids
} state_kind;

typedef struct {
    const char *key;
    state_kind kind;
    const char *says;
} event_state;

// What an event of one kind holds, in the order in which it is read and written.
typedef struct {
    const event_field *fields;
    int field_count;
    const char *says;
} event_layout;

extern const event_layout event_layouts[EVENT_KIND_COUNT];
// Of each leg of an order, in order_leg.
extern const event_layout event_leg_layout;
// Keys of a declaration that become items: what they may be is checked, their members are none. Other keys become items unchecked.
extern const event_layout event_declared_layout;
// Keys of the object `set` of a status.
extern const event_state event_states[];
extern const int event_state_count;

// Numbers and words.
extern const field_type field_version, field_whole, field_any_word, field_text, field_unit_id, field_side_id, field_outcome, field_loudness;
extern const field_type field_gap, field_degrees, field_inches, field_kept;
// Of the figures: event_figures.c. `at` and `count_at` are those of the poses, or of the list of figures.
extern const field_type field_poses, field_sigma_in, field_sigma_deg, field_sigmas, field_fronts, field_still;
extern const field_type field_figures, field_hidden, field_nudged, field_groups;
// Lists of their own: event_items.c.
extern const field_type field_legs, field_further, field_states;

extern const char *const event_formations[];  // NULL-ended

static inline void *field_in(void *holder, size_t at) { return (char *)holder + at; }
static inline const void *field_of(const void *holder, size_t at) { return (const char *)holder + at; }

#endif
