// What an event holds beyond its own keys, read and written: the legs of an order, further keys of a declaration, the states of a status.
#include <string.h>

#include "stream/event_fields.h"
#include "stream/event_reader.h"

static status read_layout(stream_reader *r, const cJSON *o, const event_layout *l, void *holder, fault *fault) {
    status s = STATUS_OK;
    for (int i = 0; i < l->field_count && s == STATUS_OK; i++) s = l->fields[i].type->read(r, o, &l->fields[i], holder, fault);
    return s;
}

static status read_legs(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *legs;
    int *count = field_in(holder, f->count_at);
    status s = field_find(o, f->key, f->need, &legs, fault);
    if (s != STATUS_OK) return s;
    if (!cJSON_IsArray(legs)) return fault_set(fault, STATUS_INVALID, "%s: a list of {direction, distance_in, facing} is wanted", f->key);
    for (const cJSON *v = legs->child; v; v = v->next) {
        if (*count == LEGS_MAX) return fault_set(fault, STATUS_INVALID, "%s: more than %d legs", f->key, LEGS_MAX);
        if (!cJSON_IsObject(v)) return fault_set(fault, STATUS_INVALID, "%s: a leg is {direction, distance_in, facing}", f->key);
        if ((s = read_layout(r, v, &event_leg_layout, &r->legs[(*count)++], fault)) != STATUS_OK) return s;
    }
    *(const order_leg **)field_in(holder, f->at) = r->legs;
    return STATUS_OK;
}

static void write_legs(json_text *j, const game *g, const event_field *f, const void *holder) {
    const order_leg *legs = *(const order_leg *const *)field_of(holder, f->at);
    const event_layout *l = &event_leg_layout;
    int count = *(const int *)field_of(holder, f->count_at);
    emit_key(j, f->key);
    emit_open(j, '[');
    for (int i = 0; i < count; i++) {
        emit_open(j, '{');
        for (int k = 0; k < l->field_count; k++) l->fields[k].type->write(j, g, &l->fields[k], &legs[i]);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

// Items ---------------------------------------------------------------------------------------------------------------------------------------

// One key of a declaration or status; false where its value is none that an item can hold.
static bool make_item(const cJSON *v, event_item *out) {
    double place[2];
    if (strlen(v->string) >= sizeof out->key) return false;
    *out = (event_item){.kind = OPTION_FLAG, .is_null = cJSON_IsNull(v)};
    strcpy(out->key, v->string);
    if (out->is_null) return true;
    if (cJSON_IsBool(v)) {
        out->flag = cJSON_IsTrue(v);
    } else if (cJSON_IsString(v) && strlen(v->valuestring) < sizeof out->text) {
        out->kind = OPTION_TEXT;
        strcpy(out->text, v->valuestring);
    } else if (field_numbers(v, 2, place)) {
        out->kind = OPTION_RANGE;
        out->number = place[0];
        out->high = place[1];
    } else if (cJSON_IsNumber(v) && isfinite(v->valuedouble)) {
        out->kind = OPTION_NUMBER;
        out->number = v->valuedouble;
    } else {
        return false;
    }
    return true;
}

static void write_item(json_text *j, const event_item *item) {
    emit_key(j, item->key);
    if (item->is_null) {
        emit_null(j);
    } else if (item->kind == OPTION_FLAG) {
        emit_bool(j, item->flag);
    } else if (item->kind == OPTION_NUMBER) {
        emit_exact(j, item->number);
    } else if (item->kind == OPTION_TEXT) {
        emit_string(j, item->text);
    } else {
        emit_open(j, '[');
        emit_exact(j, item->number);
        emit_exact(j, item->high);
        emit_close(j, ']');
    }
}

static event_item_list items_of(const void *holder, const event_field *f) {
    return (event_item_list){*(const event_item *const *)field_of(holder, f->at), *(const int *)field_of(holder, f->count_at)};
}

static status check_keys(const char *name, const cJSON *o, fault *fault) {
    int n = 0;
    for (const cJSON *a = o->child; a; a = a->next) {
        if (++n > KEYS_MAX) return fault_set(fault, STATUS_INVALID, "%s: more than %d keys", name, KEYS_MAX);
        for (const cJSON *b = o->child; b != a; b = b->next)
            if (strcmp(a->string, b->string) == 0) return fault_set(fault, STATUS_INVALID, "%s: given twice: keep one", field_quote(a->string).text);
    }
    return STATUS_OK;
}

// Keys of the line that are the declaration's own and no items.
static bool is_own_key(const char *key) {
    const event_layout *l = &event_layouts[EVENT_DECLARE];
    for (int i = 0; i < l->field_count; i++)
        if (strcmp(key, l->fields[i].key) == 0 && key[0]) return true;
    return strcmp(key, "kind") == 0 || strcmp(key, "t") == 0;
}

static status read_further(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    event declared;  // what the checks read, which is kept as items
    int *count = field_in(holder, f->count_at);
    status s = check_keys(event_kind_name(EVENT_DECLARE), o, fault);
    if (s == STATUS_OK) s = read_layout(r, o, &event_declared_layout, &declared, fault);
    if (s != STATUS_OK) return s;
    for (const cJSON *v = o->child; v; v = v->next)
        if (!is_own_key(v->string) && make_item(v, &r->items[*count])) ++*count;
    *(const event_item **)field_in(holder, f->at) = r->items;
    return STATUS_OK;
}

static void write_further(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_item_list items = items_of(holder, f);
    (void)g;
    for (int i = 0; i < items.count; i++) write_item(j, &items.at[i]);
}

// States --------------------------------------------------------------------------------------------------------------------------------------

static const event_state *state_named(const char *key) {
    for (int i = 0; i < event_state_count; i++)
        if (strcmp(event_states[i].key, key) == 0) return &event_states[i];
    return NULL;
}

// A list of units: an item for each, or one that is null where the list is empty.
static status read_units(stream_reader *r, const cJSON *list, const char *key, int *count, fault *fault) {
    int n = 0;
    if (!cJSON_IsArray(list)) return fault_set(fault, STATUS_INVALID, "%s: a list of unit ids is wanted", key);
    for (const cJSON *v = list->child; v || n == 0; v = v ? v->next : NULL, n++) {
        if (n >= r->g->unit_count && v) return fault_set(fault, STATUS_INVALID, "%s: more units than the game has", key);
        event_item *item = &r->items[*count];
        *item = (event_item){.kind = OPTION_TEXT, .is_null = !v};
        strcpy(item->key, key);
        if (v && (!cJSON_IsString(v) || game_find_unit(r->g, v->valuestring) < 0))
            return fault_set(fault, STATUS_INVALID, "%s: no unit \"%s\" in the game file", key,
                             cJSON_IsString(v) ? field_quote(v->valuestring).text : "?");
        if (v) strcpy(item->text, v->valuestring);
        ++*count;
    }
    return STATUS_OK;
}

static bool is_figure_of(const stream_reader *r, int unit, const char *figure) {
    int f = stream_find_figure(r, figure);
    return f >= 0 && r->g->figures[f].unit == unit;
}

static bool is_within(const event_item *item, double most) { return item->kind == OPTION_NUMBER && item->number >= 0 && item->number <= most; }

static status check_state(const stream_reader *r, int unit, const event_state *state, const event_item *item, fault *fault) {
    bool is_text = item->kind == OPTION_TEXT && !item->is_null;
    const char *wanted = NULL;
    switch (state->kind) {
        case STATE_FLAG:
            if (item->kind != OPTION_FLAG || item->is_null) wanted = "true or false is wanted";
            break;
        case STATE_INCHES:
            if (!is_within(item, FIELD_INCHES_MAX)) wanted = "a number of inches is wanted";
            break;
        case STATE_COUNT:
            if (!is_within(item, GAME_MAX_FIGURES)) wanted = "a number of figures is wanted";
            break;
        case STATE_LEADER:
            if (!item->is_null && !(is_text && is_figure_of(r, unit, item->text)))
                wanted = "the id of a figure of the unit, or null for a leader that is killed";
            break;
        case STATE_PLACE_OR_UNIT:
            if (!item->is_null && item->kind != OPTION_RANGE && !(is_text && game_find_unit(r->g, item->text) >= 0))
                wanted = "[x, y] or a unit's id is wanted";
            break;
        case STATE_FORMATION:
            return field_one_of(state->key, is_text ? item->text : "", event_formations, fault);
        case STATE_UNITS:
            break;
    }
    return wanted ? fault_set(fault, STATUS_INVALID, "%s: %s", state->key, wanted) : STATUS_OK;
}

static status read_state(stream_reader *r, int unit, const cJSON *v, int *count, fault *fault) {
    const event_state *state = state_named(v->string);
    event_item *item = &r->items[*count];
    if (state && state->kind == STATE_UNITS) return read_units(r, v, state->key, count, fault);
    if (make_item(v, item)) {
        ++*count;
        return state ? check_state(r, unit, state, item, fault) : STATUS_OK;
    }
    return state ? fault_set(fault, STATUS_INVALID, "%s: no value that this state can have", v->string) : STATUS_OK;
}

static status read_states(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *set;
    int *count = field_in(holder, f->count_at);
    status s = field_find(o, f->key, f->need, &set, fault);
    if (s != STATUS_OK) return s;
    if (!cJSON_IsObject(set)) return fault_set(fault, STATUS_INVALID, "%s: {state: value} is wanted", f->key);
    s = check_keys(f->key, set, fault);
    for (const cJSON *v = set->child; v && s == STATUS_OK; v = v->next) s = read_state(r, event_unit(holder), v, count, fault);
    *(const event_item **)field_in(holder, f->at) = r->items;
    return s;
}

// All items of a list of units stand in one, where the first of them is.
static void write_units(json_text *j, event_item_list items, int first) {
    const char *key = items.at[first].key;
    for (int i = 0; i < first; i++)
        if (strcmp(items.at[i].key, key) == 0) return;
    emit_key(j, key);
    emit_open(j, '[');
    for (int i = first; i < items.count; i++)
        if (strcmp(items.at[i].key, key) == 0 && !items.at[i].is_null) emit_string(j, items.at[i].text);
    emit_close(j, ']');
}

static void write_states(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_item_list items = items_of(holder, f);
    (void)g;
    emit_key(j, f->key);
    emit_open(j, '{');
    for (int i = 0; i < items.count; i++) {
        const event_state *state = state_named(items.at[i].key);
        if (state && state->kind == STATE_UNITS)
            write_units(j, items, i);
        else
            write_item(j, &items.at[i]);
    }
    emit_close(j, '}');
}

const field_type field_legs = {"[{`direction`, `distance_in`, `facing`}]", read_legs, write_legs};
const field_type field_further = {"further keys", read_further, write_further};
const field_type field_states = {"{state: value}", read_states, write_states};
