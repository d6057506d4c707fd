// What the events of each kind hold (contracts/events.md "In", vocabulary.md).
#include <string.h>

#include "stream/event_reader.h"
#include "stream/json_keys.h"

// Index of the figure that v names, or -1 with the reason said.
static int figure_of(const stream_reader *w, const char *key, const cJSON *v, fault *why) {
    if (!cJSON_IsString(v)) {
        fault_set(why, STATUS_INVALID, "%s: a figure's id is wanted, in quotes", key);
        return -1;
    }
    int f = stream_find_figure(w, v->valuestring);
    if (f < 0) fault_set(why, STATUS_INVALID, "%s: no figure \"%s\" in the game file", key, field_quote(v->valuestring).text);
    return f;
}

// The figures that the list names, after those in out[0..*count), each once in a line: `named` remembers.
static status read_ids(const stream_reader *w, const char *key, const cJSON *list, unsigned *named, int *out, int *count, fault *why) {
    if (!cJSON_IsArray(list)) return fault_set(why, STATUS_INVALID, "%s: a list of figure ids is wanted: [\"...\"]", key);
    for (const cJSON *v = list->child; v; v = v->next) {
        int f = figure_of(w, key, v, why);
        if (f < 0) return STATUS_INVALID;
        if (named[f] == w->stamp) continue;
        named[f] = w->stamp;
        out[(*count)++] = f;
    }
    return STATUS_OK;
}

static status read_figure_list(stream_reader *w, const cJSON *o, const char *key, field_need need, const int **out, int *count, fault *why) {
    const cJSON *list;
    status s = field_find(o, key, need, &list, why);
    if (s == STATUS_OK && list) s = read_ids(w, key, list, w->listed, w->figures, count, why);
    if (s == STATUS_OK && list) *out = w->figures;
    return s;
}

static double sigma_rad_of(double deg) { return deg >= 180 ? HEADING_UNKNOWN : deg * RAD_PER_DEG; }

static status read_sigma(const cJSON *o, const char *key, double *out, fault *why) {
    status s = field_number(o, key, OPTIONAL, out, why);
    if (s == STATUS_OK && *out < 0) return fault_set(why, STATUS_INVALID, "%s: %g: a standard deviation is not negative", key, *out);
    return s;
}

static status read_pose(stream_reader *w, const cJSON *v, pose sigmas, int *count, fault *why) {
    int f = stream_find_figure(w, v->string);
    if (f < 0) return fault_set(why, STATUS_INVALID, "figures: no figure \"%s\" in the game file", field_quote(v->string).text);
    if (w->posed[f] == w->stamp) return fault_set(why, STATUS_INVALID, "figures.%s: given twice: keep one", w->g->figures[f].id);
    w->posed[f] = w->stamp;
    w->pose_at[f] = *count;
    double at[3];
    if (!field_numbers(v, 3, at))
        return fault_set(why, STATUS_INVALID, "figures.%s: a pose is [x, y, heading], three finite numbers", w->g->figures[f].id);
    sigmas.at = (vec2){at[0], at[1]};
    sigmas.heading_rad = field_heading_rad(at[2]);
    w->poses[(*count)++] = (event_pose){.figure = f, .pose = sigmas};
    return STATUS_OK;
}

// The figure's own errors: `sigmas`, which may name figures with a pose only.
static status read_own_sigmas(stream_reader *w, const cJSON *o, fault *why) {
    const cJSON *map;
    status s = field_find(o, "sigmas", OPTIONAL, &map, why);
    if (s != STATUS_OK || !map) return s;
    if (!cJSON_IsObject(map)) return fault_set(why, STATUS_INVALID, "sigmas: {figure: [sigma_in, sigma_deg]} is wanted");
    for (const cJSON *v = map->child; v; v = v->next) {
        double own[2];
        int f = stream_find_figure(w, v->string);
        if (f < 0) return fault_set(why, STATUS_INVALID, "sigmas: no figure \"%s\" in the game file", field_quote(v->string).text);
        if (!field_numbers(v, 2, own) || own[0] < 0 || own[1] < 0)
            return fault_set(why, STATUS_INVALID, "sigmas.%s: [sigma_in, sigma_deg] is wanted, neither negative", w->g->figures[f].id);
        if (w->posed[f] != w->stamp) return fault_set(why, STATUS_INVALID, "sigmas.%s: the line has no pose of this figure", w->g->figures[f].id);
        pose *p = &w->poses[w->pose_at[f]].pose;
        p->sigma_in = own[0];
        p->sigma_rad = sigma_rad_of(own[1]);
    }
    return STATUS_OK;
}

// `lain`, which may name figures with a pose only.
static status read_lain(stream_reader *w, const cJSON *o, fault *why) {
    const cJSON *map;
    status s = field_find(o, "lain", OPTIONAL, &map, why);
    if (s != STATUS_OK || !map) return s;
    if (!cJSON_IsObject(map)) return fault_set(why, STATUS_INVALID, "lain: {figure: seconds} is wanted");
    for (const cJSON *v = map->child; v; v = v->next) {
        int f = stream_find_figure(w, v->string);
        if (f < 0) return fault_set(why, STATUS_INVALID, "lain: no figure \"%s\" in the game file", field_quote(v->string).text);
        if (!cJSON_IsNumber(v) || !isfinite(v->valuedouble) || v->valuedouble < 0)
            return fault_set(why, STATUS_INVALID, "lain.%s: seconds are wanted, not negative", w->g->figures[f].id);
        if (w->posed[f] != w->stamp) return fault_set(why, STATUS_INVALID, "lain.%s: the line has no pose of this figure", w->g->figures[f].id);
        w->poses[w->pose_at[f]].lain_s = v->valuedouble;
    }
    return STATUS_OK;
}

static status read_poses(stream_reader *w, const cJSON *o, field_need need, const event_pose **out, int *count, fault *why) {
    const cJSON *map;
    pose sigmas = {0};
    double sigma_deg = 0;
    status s = read_sigma(o, "sigma_in", &sigmas.sigma_in, why);
    if (s == STATUS_OK) s = read_sigma(o, "sigma_deg", &sigma_deg, why);
    if (s == STATUS_OK) s = field_find(o, "figures", need, &map, why);
    if (s != STATUS_OK) return s;
    if (map && !cJSON_IsObject(map)) return fault_set(why, STATUS_INVALID, "figures: {figure: [x, y, heading]} is wanted");
    sigmas.sigma_rad = sigma_rad_of(sigma_deg);
    for (const cJSON *v = map ? map->child : NULL; v; v = v->next)
        if ((s = read_pose(w, v, sigmas, count, why)) != STATUS_OK) return s;
    *out = w->poses;
    return read_own_sigmas(w, o, why);
}

static status read_header(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_header *e = &out->header;
    (void)w;
    int version = 1;
    status s = field_int(o, "vedette", OPTIONAL, 1, 1, &version, why);
    if (s != STATUS_OK) return fault_set(why, s, "vedette: not a version that this program reads: 1 is");
    return field_prose(o, "title", e->title, sizeof e->title, why);
}

static status read_phase(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_phase *e = &out->phase;
    status s = field_word(o, "phase", REQUIRED, e->phase, sizeof e->phase, why);
    if (s == STATUS_OK) s = field_int(o, "turn", REQUIRED, 0, 100000, &e->turn, why);
    return s == STATUS_OK ? field_side(o, "side", OPTIONAL, w->g, &e->side, why) : s;
}

static status read_initiative(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_initiative *e = &out->initiative;
    return field_side(o, "side", REQUIRED, w->g, &e->side, why);
}

static status read_nudged(stream_reader *w, const cJSON *o, event_observe *e, fault *why) {
    const cJSON *list;
    status s = field_find(o, "nudged", OPTIONAL, &list, why);
    if (s == STATUS_OK && list) s = read_ids(w, "nudged", list, w->nudged_in, w->nudged, &e->nudged_count, why);
    for (int i = 0; s == STATUS_OK && i < e->nudged_count; i++)
        if (w->posed[w->nudged[i]] != w->stamp)
            s = fault_set(why, STATUS_INVALID, "nudged: the line has no pose of %s", w->g->figures[w->nudged[i]].id);
    e->nudged = w->nudged;
    return s;
}

static status read_mixed(stream_reader *w, const cJSON *o, event_observe *e, fault *why) {
    const cJSON *groups;
    status s = field_find(o, "mixed", OPTIONAL, &groups, why);
    if (s != STATUS_OK || !groups) return s;
    if (!cJSON_IsArray(groups)) return fault_set(why, STATUS_INVALID, "mixed: a list of lists of figure ids is wanted: [[\"...\"]]");
    int group = 0;
    for (const cJSON *list = groups->child; list; list = list->next, group++) {
        int first = e->mixed_count;
        s = read_ids(w, "mixed", list, w->mixed_in, w->mixed, &e->mixed_count, why);
        if (s == STATUS_OK && e->mixed_count - first < 2)
            s = fault_set(why, STATUS_INVALID, "mixed: at least two figures are wanted in each list, each figure in one list");
        if (s != STATUS_OK) return s;
        for (int i = first; i < e->mixed_count; i++) w->mixed_group[i] = group;
    }
    e->mixed = w->mixed;
    e->mixed_group = w->mixed_group;
    return STATUS_OK;
}

static status read_observe(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_observe *e = &out->observe;
    status s = read_figure_list(w, o, "hidden", OPTIONAL, &e->hidden, &e->hidden_count, why);
    if (s == STATUS_OK) s = read_mixed(w, o, e, why);
    if (s == STATUS_OK) s = read_poses(w, o, e->hidden || e->mixed ? OPTIONAL : REQUIRED, &e->poses, &e->pose_count, why);
    for (int i = 0; s == STATUS_OK && i < e->hidden_count; i++)
        if (w->posed[e->hidden[i]] == w->stamp)
            s = fault_set(why, STATUS_INVALID, "hidden: %s has a pose in figures, too: it is seen or hidden, not both",
                          w->g->figures[e->hidden[i]].id);
    if (s == STATUS_OK) s = read_lain(w, o, why);
    if (s == STATUS_OK) s = field_number(o, "gap_s", OPTIONAL, &e->gap_s, why);
    if (s == STATUS_OK && e->gap_s < 0) s = fault_set(why, STATUS_INVALID, "gap_s: %g is less than 0", e->gap_s);
    return s == STATUS_OK ? read_nudged(w, o, e, why) : s;
}

static status read_place(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_place *e = &out->place;
    return read_poses(w, o, REQUIRED, &e->poses, &e->pose_count, why);
}

static status read_remove(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_remove *e = &out->remove;
    return read_figure_list(w, o, "figures", REQUIRED, &e->figures, &e->figure_count, why);
}

static status read_end_move(stream_reader *w, const cJSON *o, event *e, fault *why) {
    return field_unit(o, "unit", REQUIRED, w->g, &e->end_move.unit, why);
}
static status read_take_back(stream_reader *w, const cJSON *o, event *e, fault *why) {
    return field_unit(o, "unit", REQUIRED, w->g, &e->take_back.unit, why);
}

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

static status check_keys(const char *name, const cJSON *o, fault *why) {
    int n = 0;
    for (const cJSON *a = o->child; a; a = a->next) {
        if (++n > KEYS_MAX) return fault_set(why, STATUS_INVALID, "%s: more than %d keys", name, KEYS_MAX);
        for (const cJSON *b = o->child; b != a; b = b->next)
            if (strcmp(a->string, b->string) == 0) return fault_set(why, STATUS_INVALID, "%s: given twice: keep one", field_quote(a->string).text);
    }
    return STATUS_OK;
}

static bool is_one_of(const char *word, const char *const *list) {
    while (*list && strcmp(word, *list) != 0) list++;
    return *list != NULL;
}

static status check_formation(const char *key, const char *name, fault *why) {
    static const char *const formations[] = {"closed", "open", "skirmish", "mob", "irregular", "column", "line", "square", NULL};
    return field_one_of(key, name, formations, why);
}

static status read_declare(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_declare *e = &out->declare;
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
    static const char *const own_keys[] = {"kind", "t", "unit", "action", "target", "side", "figures", NULL};
    static const char *const edges[] = {"north", "east", "south", "west", NULL};
    char word[EVENT_WORD_MAX];
    int supports;
    status s = check_keys("declare", o, why);
    if (s == STATUS_OK) s = field_unit(o, "unit", REQUIRED, w->g, &e->unit, why);
    if (s == STATUS_OK) s = field_word(o, "action", REQUIRED, e->action, sizeof e->action, why);
    if (s == STATUS_OK) s = field_one_of("action", e->action, actions, why);
    if (s == STATUS_OK) s = field_unit(o, "target", OPTIONAL, w->g, &e->target, why);
    if (s == STATUS_OK) s = field_side(o, "side", OPTIONAL, w->g, &e->side, why);
    if (s == STATUS_OK) s = field_unit(o, "supports", OPTIONAL, w->g, &supports, why);
    if (s == STATUS_OK) s = field_word(o, "to", OPTIONAL, word, sizeof word, why);
    if (s == STATUS_OK && word[0]) s = check_formation("to", word, why);
    if (s == STATUS_OK) s = field_word(o, "edge", OPTIONAL, word, sizeof word, why);
    if (s == STATUS_OK && word[0]) s = field_one_of("edge", word, edges, why);
    if (s == STATUS_OK) s = read_figure_list(w, o, "figures", OPTIONAL, &e->figures, &e->figure_count, why);
    if (s != STATUS_OK) return s;
    for (const cJSON *v = o->child; v; v = v->next)
        if (!is_one_of(v->string, own_keys) && make_item(v, &w->items[e->item_count])) e->item_count++;
    e->items = w->items;
    return STATUS_OK;
}

static status read_leg(const cJSON *v, order_leg *out, fault *why) {
    double direction = 0, facing = 0;
    if (!cJSON_IsObject(v)) return fault_set(why, STATUS_INVALID, "moves: a leg is {direction, distance_in, facing}");
    status s = field_number(v, "direction", REQUIRED, &direction, why);
    if (s == STATUS_OK) s = field_number(v, "distance_in", REQUIRED, &out->distance_in, why);
    if (s == STATUS_OK) s = field_number(v, "facing", REQUIRED, &facing, why);
    if (s == STATUS_OK && out->distance_in < 0)
        return fault_set(why, STATUS_INVALID, "distance_in: %g: a distance is not negative", out->distance_in);
    out->direction_rad = field_heading_rad(direction);
    out->facing_rad = field_heading_rad(facing);
    return s;
}

static status read_order(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_order *e = &out->order;
    const cJSON *legs;
    status s = field_unit(o, "unit", REQUIRED, w->g, &e->unit, why);
    if (s == STATUS_OK) s = field_find(o, "moves", REQUIRED, &legs, why);
    if (s != STATUS_OK) return s;
    if (!cJSON_IsArray(legs)) return fault_set(why, STATUS_INVALID, "moves: a list of {direction, distance_in, facing} is wanted");
    for (const cJSON *v = legs->child; v; v = v->next) {
        if (e->leg_count == LEGS_MAX) return fault_set(why, STATUS_INVALID, "moves: more than %d legs", LEGS_MAX);
        if ((s = read_leg(v, &w->legs[e->leg_count++], why)) != STATUS_OK) return s;
    }
    e->legs = w->legs;
    return STATUS_OK;
}

static status read_dice(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_dice *e = &out->dice;
    static const char *const checks[] = {"morale", "discipline", "leadership", "rally", NULL}, *const outcomes[] = {"pass", "fail", NULL};
    char outcome[EVENT_WORD_MAX];
    status s = field_unit(o, "unit", REQUIRED, w->g, &e->unit, why);
    if (s == STATUS_OK) s = field_word(o, "check", REQUIRED, e->check, sizeof e->check, why);
    if (s == STATUS_OK) s = field_one_of("check", e->check, checks, why);
    if (s == STATUS_OK) s = field_word(o, "outcome", REQUIRED, outcome, sizeof outcome, why);
    if (s == STATUS_OK) s = field_one_of("outcome", outcome, outcomes, why);
    e->passed = s == STATUS_OK && strcmp(outcome, "pass") == 0;
    return s;
}

// engaged_with: an item for each unit, or one that is null where the list is empty.
static status add_engaged(stream_reader *w, const cJSON *list, int *count, fault *why) {
    int n = 0;
    if (!cJSON_IsArray(list)) return fault_set(why, STATUS_INVALID, "engaged_with: a list of unit ids is wanted");
    for (const cJSON *v = list->child; v || n == 0; v = v ? v->next : NULL, n++) {
        if (n >= w->g->unit_count && v) return fault_set(why, STATUS_INVALID, "engaged_with: more units than the game has");
        event_item *item = &w->items[(*count)];
        *item = (event_item){.key = "engaged_with", .kind = OPTION_TEXT, .is_null = !v};
        if (v && (!cJSON_IsString(v) || game_find_unit(w->g, v->valuestring) < 0))
            return fault_set(why, STATUS_INVALID, "engaged_with: no unit \"%s\" in the game file",
                             cJSON_IsString(v) ? field_quote(v->valuestring).text : "?");
        if (v) strcpy(item->text, v->valuestring);
        (*count)++;
    }
    return STATUS_OK;
}

static const char *const flags[] = {"in_command", "routed", "rallied", "fleeing", "disrupted", "moved_compulsorily", "concealed", "captured", NULL};
static const char *const others[] = {"movement_in", "leader", "rout_cause", "formation", "guards", NULL};

static bool is_of_unit(const stream_reader *w, int unit, const char *figure) {
    int f = stream_find_figure(w, figure);
    return f >= 0 && w->g->figures[f].unit == unit;
}

static status check_item(const stream_reader *w, int unit, const event_item *item, fault *why) {
    bool is_text = item->kind == OPTION_TEXT && !item->is_null;
    if (is_one_of(item->key, flags) && (item->kind != OPTION_FLAG || item->is_null))
        return fault_set(why, STATUS_INVALID, "%s: true or false is wanted", item->key);
    if (strcmp(item->key, "movement_in") == 0 && !(item->kind == OPTION_NUMBER && item->number >= 0 && item->number <= FIELD_INCHES_MAX))
        return fault_set(why, STATUS_INVALID, "movement_in: a number of inches is wanted");
    if (strcmp(item->key, "guards") == 0 && !(item->kind == OPTION_NUMBER && item->number >= 0 && item->number <= GAME_MAX_FIGURES))
        return fault_set(why, STATUS_INVALID, "guards: a number of figures is wanted");
    if (strcmp(item->key, "leader") == 0 && !item->is_null && !(is_text && is_of_unit(w, unit, item->text)))
        return fault_set(why, STATUS_INVALID, "leader: the id of a figure of the unit, or null for a leader that is killed");
    if (strcmp(item->key, "rout_cause") == 0 && !item->is_null && item->kind != OPTION_RANGE && !(is_text && game_find_unit(w->g, item->text) >= 0))
        return fault_set(why, STATUS_INVALID, "rout_cause: [x, y] or a unit's id is wanted");
    if (strcmp(item->key, "formation") == 0) return check_formation("formation", is_text ? item->text : "", why);
    return STATUS_OK;
}

static status read_status(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_status *e = &out->status;
    const cJSON *set;
    status s = field_unit(o, "unit", REQUIRED, w->g, &e->unit, why);
    if (s == STATUS_OK) s = field_find(o, "set", REQUIRED, &set, why);
    if (s != STATUS_OK) return s;
    if (!cJSON_IsObject(set)) return fault_set(why, STATUS_INVALID, "set: {state: value} is wanted");
    s = check_keys("set", set, why);
    for (const cJSON *v = set->child; v && s == STATUS_OK; v = v->next) {
        event_item *item = &w->items[e->item_count];
        if (strcmp(v->string, "engaged_with") == 0) {
            s = add_engaged(w, v, &e->item_count, why);
        } else if (make_item(v, item)) {
            s = check_item(w, e->unit, item, why);
            e->item_count++;
        } else if (is_one_of(v->string, flags) || is_one_of(v->string, others)) {
            s = fault_set(why, STATUS_INVALID, "%s: no value that this state can have", v->string);
        }
    }
    e->items = w->items;
    return s;
}

static status read_ruling(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_ruling *e = &out->ruling;
    (void)w;
    status s = field_int(o, "move", REQUIRED, 1, 1000000, &e->move, why);
    if (s == STATUS_OK) s = field_word(o, "ruling", REQUIRED, e->ruling, sizeof e->ruling, why);
    if (s == STATUS_OK) s = field_prose(o, "by", e->by, sizeof e->by, why);
    return s == STATUS_OK ? field_prose(o, "note", e->note, sizeof e->note, why) : s;
}

static status read_behaviour(stream_reader *w, const cJSON *o, event *out, fault *why) {
    event_behaviour *e = &out->behaviour;
    char word[EVENT_WORD_MAX];
    (void)w;
    status s = field_word(o, "rule", REQUIRED, e->rule, sizeof e->rule, why);
    if (s == STATUS_OK) s = field_word(o, "behaviour", REQUIRED, word, sizeof word, why);
    if (s == STATUS_OK && !behaviour_by_name(word, &e->how))
        return fault_set(why, STATUS_INVALID, "behaviour: \"%s\" is not known: one of announce, propose, log, off", field_quote(word).text);
    return s;
}

stream_read_kind *const stream_kind_readers[EVENT_KIND_COUNT] = {
    [EVENT_HEADER] = read_header,   [EVENT_PHASE] = read_phase,         [EVENT_INITIATIVE] = read_initiative,
    [EVENT_OBSERVE] = read_observe, [EVENT_DECLARE] = read_declare,     [EVENT_ORDER] = read_order,
    [EVENT_DICE] = read_dice,       [EVENT_STATUS] = read_status,       [EVENT_REMOVE] = read_remove,
    [EVENT_PLACE] = read_place,     [EVENT_END_MOVE] = read_end_move,   [EVENT_TAKE_BACK] = read_take_back,
    [EVENT_RULING] = read_ruling,   [EVENT_BEHAVIOUR] = read_behaviour,
};
