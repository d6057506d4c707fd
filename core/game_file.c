// Reads the game file (docs/game-file.md) into a game: structure first, then what refers to what.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game_check.h"
#include "core/game_json.h"

#define FILE_MAX_BYTES (64u << 20)
#define BEHAVIOURS_MAX 1000  // more than there are rules
#define TABLE_MAX_IN 600.0   // docs/game-file.md

typedef struct {
    game g;
    arena_block *blocks;
} owned_game;

static bool read_table_markers(json_reader *r, const json_node *list, game *g) {
    static const char *const keys[] = {"family", "id", "size_mm", "at_in", "heading", "z_mm", NULL};
    if (!json_array(r, list, false)) return false;
    int n = json_count(list);
    table_marker *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < n; i++) {
        json_node m = json_item(list, i);
        double at[2], heading = 90, z = 0;
        if (!game_read_marker(r, &m, keys, true, &out[i].marker)) return false;
        json_node at_in = json_member(&m, "at_in"), up = json_member(&m, "heading"), z_mm = json_member(&m, "z_mm");
        if (!json_numbers(r, &at_in, 2, "the marker's centre [x, y] in inches", at)) return false;
        if (up.json && !json_number(r, &up, -3600, 3600, "degrees, from -3600 to 3600", &heading)) return false;
        if (z_mm.json && !json_number(r, &z_mm, -100, 1000, "millimetres above the table, from -100 to 1000", &z)) return false;
        out[i].pose = (pose){.at = {at[0], at[1]}, .heading_rad = angle_wrap(heading * RAD_PER_DEG)};
        out[i].z_in = z * IN_PER_MM;
    }
    g->table_markers = out;
    g->table_marker_count = n;
    return true;
}

static bool read_table(json_reader *r, const json_node *root, game *g) {
    static const char *const keys[] = {"width_in", "depth_in", "markers", NULL};
    json_node table = json_member(root, "table");
    if (!json_object(r, &table)) return false;
    json_unknown_keys(r, &table, keys);
    json_node width = json_member(&table, "width_in"), depth = json_member(&table, "depth_in"), markers = json_member(&table, "markers");
    const char *meaning = "the table's size in inches, above 0 and at most 600";
    return json_number(r, &width, 1e-6, TABLE_MAX_IN, meaning, &g->width_in) && json_number(r, &depth, 1e-6, TABLE_MAX_IN, meaning, &g->depth_in) &&
           read_table_markers(r, &markers, g);
}

static bool read_sides(json_reader *r, const json_node *root, game *g) {
    static const char *const keys[] = {"id", "name", "colour", "home_edge", NULL};
    static const char *const edges[] = {"", "north", "east", "south", "west"};
    json_node list = json_member(root, "sides");
    if (!json_array(r, &list, false)) return false;
    int n = json_count(&list);
    game_side *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < n; i++) {
        json_node s = json_item(&list, i);
        if (!json_object(r, &s)) return false;
        json_unknown_keys(r, &s, keys);
        json_node id = json_member(&s, "id"), name = json_member(&s, "name"), colour = json_member(&s, "colour"), edge = json_member(&s, "home_edge");
        int home = EDGE_NONE;
        out[i].rgb = NO_COLOUR;
        if (!json_id(r, &id, out[i].id) || !json_text(r, &name, out[i].name, GAME_NAME_MAX) || !json_colour(r, &colour, &out[i].rgb) ||
            !json_choice(r, &edge, edges, EDGE_COUNT, &home))
            return false;
        out[i].home_edge = (table_edge)home;
        if (!out[i].name[0]) snprintf(out[i].name, GAME_NAME_MAX, "%s", out[i].id);
    }
    g->sides = out;
    g->side_count = n;
    return true;
}

static bool read_points(json_reader *r, const json_node *list, int least, const vec2 **out, int *count) {
    if (!list->json) return true;
    if (!json_array(r, list, true)) return false;
    int n = json_count(list);
    if (n < least || n > 100000) return json_reject(r, list, "must have from %d to 100000 points [x, y]", least);
    vec2 *at = json_keep(r, (size_t)n, sizeof *at);
    if (!at) return false;
    int i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, list->json) {  // walked as a list: json_item would make long outlines quadratic
        json_node p = {.json = item};
        snprintf(p.place, sizeof p.place, "%.140s[%d]", list->place, i);
        double xy[2];
        if (!json_numbers(r, &p, 2, "a point [x, y] in inches", xy)) return false;
        at[i++] = (vec2){xy[0], xy[1]};
    }
    *out = at;
    *count = n;
    return true;
}

// { "man": "deep", "large": "shallow" }
static bool read_depth(json_reader *r, const json_node *n, game_terrain *t) {
    static const char *const keys[] = {"man", "cavalry", "large", "giant", NULL};
    static const char *const depths[] = {"", "shallow", "deep"};
    if (!n->json) return true;
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    for (int i = 0; i < SIZE_COUNT; i++) {
        json_node d = json_member(n, keys[i]);
        int depth = DEPTH_UNSTATED;
        if (!json_choice(r, &d, depths, DEPTH_COUNT, &depth)) return false;
        if (d.json && depth == DEPTH_UNSTATED) return json_reject(r, &d, "must be one of: shallow, deep");
        t->depth[i] = (water_depth)depth;
    }
    return true;
}

// The cost of crossing it, and which sizes may pass.
static bool read_passage(json_reader *r, const json_node *n, game_terrain *t) {
    json_node cross = json_member(n, "cross_cost_in"), bridge = json_member(n, "bridge"), most = json_member(n, "max_size"),
              depth = json_member(n, "depth");
    int size = SIZE_MAN;
    t->has_cross_cost = cross.json != NULL;
    t->bridge_stated = bridge.json != NULL;
    t->has_max_size = most.json != NULL;
    if (cross.json && !json_number(r, &cross, 0, 1000, "inches of movement, from 0 to 1000", &t->cross_cost_in)) return false;
    if (!json_flag(r, &bridge, &t->bridge) || !game_read_size(r, &most, &size) || !read_depth(r, &depth, t)) return false;
    t->max_size = (size_class)size;
    return true;
}

static bool read_height(json_reader *r, const json_node *n, game_terrain *t) {
    json_node gained = json_member(n, "elevation_in"), uphill = json_member(n, "uphill_deg"), ascent = json_member(n, "ascent_factor");
    if (gained.json && !json_number(r, &gained, 0, 100, "inches gained in height, from 0 to 100", &t->elevation_in)) return false;
    if (ascent.json && !json_number(r, &ascent, 1, 100, "the cost of an inch climbed, from 1 to 100", &t->ascent_factor)) return false;
    t->is_slope = uphill.json != NULL;
    if (uphill.json && !json_number(r, &uphill, -3600, 3600, "the heading of the way up in degrees, from -3600 to 3600", &t->uphill_rad))
        return false;
    t->uphill_rad = angle_wrap(t->uphill_rad * RAD_PER_DEG);
    return true;
}

static bool read_terrain_piece(json_reader *r, const json_node *n, game_terrain *t) {
    static const char *const keys[] = {"id",    "kind",          "polygon_in", "line_in",  "width_in", "elevation_in", "uphill_deg", "ascent_factor",
                                       "depth", "cross_cost_in", "bridge",     "max_size", "name",     "height_in",    NULL};
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node id = json_member(n, "id"), kind = json_member(n, "kind"), area = json_member(n, "polygon_in"), line = json_member(n, "line_in");
    json_node width = json_member(n, "width_in");
    if (!json_id(r, &id, t->id) || !json_id(r, &kind, t->kind)) return false;
    if (!area.json && !line.json) return json_reject(r, n, "has no place: give polygon_in, or line_in with width_in");
    if (!read_points(r, &area, 3, &t->polygon, &t->polygon_count) || !read_points(r, &line, 2, &t->line, &t->line_count)) return false;
    return json_positive(r, &width, TABLE_MAX_IN, &t->width_in) && read_height(r, n, t) && read_passage(r, n, t);
}

static bool read_terrain(json_reader *r, const json_node *root, game *g) {
    json_node list = json_member(root, "terrain");
    if (!json_array(r, &list, false)) return false;
    int n = json_count(&list);
    game_terrain *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < n; i++) {
        json_node piece = json_item(&list, i);
        if (!read_terrain_piece(r, &piece, &out[i])) return false;
    }
    g->terrain = out;
    g->terrain_count = n;
    return true;
}

static bool read_declarations(json_reader *r, const json_node *root, game *g) {
    static const char *const keys[] = {"family", "id", "size_mm", "means", NULL};
    json_node list = json_member(root, "declaration_markers");
    if (!json_array(r, &list, false)) return false;
    int n = json_count(&list);
    declaration_marker *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < n; i++) {
        json_node d = json_item(&list, i);
        json_node means = json_member(&d, "means");
        if (!game_read_marker(r, &d, keys, false, &out[i].marker) || !json_id(r, &means, out[i].means)) return false;
    }
    g->declarations = out;
    g->declaration_count = n;
    return true;
}

static bool add_text(json_reader *r, const json_node *n, game_option *o, const char *between, const char *more) {
    size_t used = strlen(o->text);
    int wrote = snprintf(o->text + used, sizeof o->text - used, "%s%s", used ? between : "", more);
    return (size_t)wrote < sizeof o->text - used || json_reject(r, n, "is too long: at most %d bytes", GAME_ID_MAX - 1);
}

// ["closed", "open"], or [[45, 2], [90, 4]]; false where it is refused.
static bool read_option_list(json_reader *r, const json_node *n, game_option *o) {
    o->kind = OPTION_TEXT;
    for (int i = 0; i < json_count(n); i++) {
        json_node item = json_item(n, i);
        char text[GAME_ID_MAX];
        double pair[2];
        bool word = cJSON_IsString(item.json);
        if (word ? !json_text(r, &item, text, sizeof text) : !json_numbers(r, &item, 2, "a word or a pair of numbers", pair)) return false;
        if (!word) snprintf(text, sizeof text, "%g:%g", pair[0], pair[1]);
        if (!add_text(r, &item, o, word ? "," : " ", text)) return false;
    }
    return true;
}

static bool is_range(const json_node *n) {
    const cJSON *first = cJSON_GetArrayItem(n->json, 0);
    return first && !cJSON_IsString(first) && !cJSON_IsArray(first);
}

static bool read_option(json_reader *r, const json_node *n, game_option *o) {
    if (cJSON_IsNull(n->json)) {
        o->is_null = true;
        return true;
    }
    if (cJSON_IsBool(n->json)) {
        o->kind = OPTION_FLAG;
        return json_flag(r, n, &o->flag);
    }
    if (cJSON_IsString(n->json)) {
        o->kind = OPTION_TEXT;
        return json_text(r, n, o->text, sizeof o->text);
    }
    double range[2];
    if (cJSON_IsArray(n->json) && !is_range(n)) return read_option_list(r, n, o);
    if (cJSON_IsArray(n->json)) {
        if (!json_numbers(r, n, 2, "a range [low, high]", range)) return false;
        *o = (game_option){.kind = OPTION_RANGE, .number = range[0], .high = range[1]};
        return true;
    }
    o->kind = OPTION_NUMBER;
    return json_number(r, n, -1e6, 1e6, "a number, true, false, a word or a range [low, high]", &o->number);
}

static bool read_behaviours(json_reader *r, const json_node *all, game *g) {
    if (!json_object(r, all)) return false;
    int n = cJSON_GetArraySize(all->json), i = 0;
    if (n > BEHAVIOURS_MAX) return json_reject(r, all, "holds more than %d rules", BEHAVIOURS_MAX);
    game_behaviour *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    const cJSON *item;
    cJSON_ArrayForEach(item, all->json) {
        json_node one = json_member(all, item->string);
        int how = 0;
        one.json = item;
        if (strlen(item->string) >= GAME_ID_MAX) return json_reject(r, all, "names a rule in over %d bytes", GAME_ID_MAX - 1);
        if (!json_choice(r, &one, behaviour_names, BEHAVIOUR_COUNT, &how)) return false;
        snprintf(out[i].rule, GAME_ID_MAX, "%s", item->string);
        out[i].how = (behaviour)how;
        for (int k = 0; k < i; k++)
            if (strcmp(out[k].rule, out[i].rule) == 0) return json_reject(r, &one, "is set twice: keep one");
        i++;
    }
    g->behaviours = out;
    g->behaviour_count = n;
    return true;
}

static bool read_options(json_reader *r, const json_node *root, game *g) {
    json_node options = json_member(root, "options");
    if (!options.json) return true;
    if (!json_object(r, &options)) return false;
    int n = cJSON_GetArraySize(options.json), i = 0;
    game_option *out = json_keep(r, (size_t)n, sizeof *out);
    if (!out) return false;
    const cJSON *item;
    cJSON_ArrayForEach(item, options.json) {
        json_node o = json_member(&options, item->string);
        o.json = item;
        if (strcmp(item->string, "behaviour") == 0) {
            if (g->behaviours) return json_reject(r, &o, "is set twice: keep one");
            if (!read_behaviours(r, &o, g)) return false;
            continue;
        }
        if (strlen(item->string) >= GAME_ID_MAX)
            return json_reject(r, &options, "holds a name of over %d bytes: `vedette rules --json` lists the names", GAME_ID_MAX - 1);
        if (!read_option(r, &o, &out[i])) return false;
        snprintf(out[i].name, GAME_ID_MAX, "%s", item->string);
        for (int k = 0; k < i; k++)
            if (strcmp(out[k].name, out[i].name) == 0) return json_reject(r, &o, "is set twice: keep one");
        i++;
    }
    g->options = out;
    g->option_count = i;
    return true;
}

static bool read_root(json_reader *r, const json_node *root, game *g) {
    static const char *const keys[] = {"vedette", "title", "ruleset", "options", "table", "sides", "units", "terrain", "declaration_markers", NULL};
    if (!cJSON_IsObject(root->json)) return json_reject(r, root, "is not a game: it must be one JSON object { ... }");
    json_unknown_keys(r, root, keys);
    json_node version = json_member(root, "vedette"), title = json_member(root, "title"), ruleset = json_member(root, "ruleset");
    double v;
    return json_number(r, &version, 1, 1, "1, the version of the format", &v) && json_text(r, &title, g->title, sizeof g->title) &&
           json_id(r, &ruleset, g->ruleset) && read_options(r, root, g) && read_table(r, root, g) && read_sides(r, root, g) &&
           read_terrain(r, root, g) && game_read_units(r, root, g) && read_declarations(r, root, g) && game_check(r, g);
}

// Line of the byte at which the JSON reader gave up.
static int line_of(const char *text, const char *at) {
    int line = 1;
    for (; at && text < at; text++) line += *text == '\n';
    return line;
}

// Where the text holds a control character, which JSON doesn't allow, or an escaped NUL, at which a string would end; NULL: nowhere. cJSON takes the
// one for a blank and the other for the end.
static const char *stray_control(const char *text, size_t length) {
    for (const char *c = text; c < text + length; c++) {
        bool control = (unsigned char)*c < ' ' && !memchr("\t\r\n", *c, 3);
        if (control || (*c == '\\' && text + length - c >= 6 && memcmp(c, "\\u0000", 6) == 0)) return c;
    }
    return NULL;
}

static bool is_blank(const char *from, const char *to) {
    while (from < to && strchr(" \t\r\n", *from) && *from) from++;
    return from == to;
}

status game_parse(const char *text, size_t length, const char *name, game **out, game_warn *warn, void *context, fault *fault) {
    *out = NULL;
    owned_game *owned = calloc(1, sizeof *owned);
    if (!owned) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", name);
    const char *end = NULL, *stray = stray_control(text, length);
    json_reader r = {.name = name, .fault = fault, .warn = warn, .context = context, .blocks = &owned->blocks};
    json_node root = {.json = cJSON_ParseWithLengthOpts(text, length, &end, false)};
    if (is_blank(text, text + length))
        r.failed = fault_set(fault, STATUS_INVALID, "%s: the file is empty: begin with a copy of samples/battle.game.json", name);
    else if (stray)
        r.failed =
            fault_set(fault, STATUS_INVALID, "%s: line %d: holds a control character: save the file as plain UTF-8 text", name, line_of(text, stray));
    else if (!root.json || !is_blank(end, text + length))
        r.failed = fault_set(fault, STATUS_INVALID, "%s: line %d: not JSON: mend the file there", name, line_of(text, end));
    else if (!read_root(&r, &root, &owned->g) && r.failed == STATUS_OK)
        r.failed = fault_set(fault, STATUS_INVALID, "%s: not a game file", name);
    cJSON_Delete((cJSON *)root.json);
    if (r.failed != STATUS_OK) {
        game_destroy(&owned->g);
        return r.failed;
    }
    *out = &owned->g;
    return STATUS_OK;
}

status game_read(const char *path, game **out, game_warn *warn, void *context, fault *fault) {
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return fault_set(fault, STATUS_INVALID, "%s: cannot open the game file: %s", path, strerror(errno));
    size_t capacity = 1 << 16, used = 0;
    char *text = malloc(capacity);
    while (text && used < FILE_MAX_BYTES) {
        size_t n = fread(text + used, 1, capacity - used, file);
        used += n;
        if (n == 0) break;
        if (used == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more) free(text);
            text = more;
        }
    }
    status s = STATUS_OK;
    if (!text)
        s = fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    else if (ferror(file))
        s = fault_set(fault, STATUS_INVALID, "%s: cannot read the game file: %s", path, strerror(errno));
    else if (used >= FILE_MAX_BYTES)
        s = fault_set(fault, STATUS_INVALID, "%s: larger than 64 MB: this is no game file", path);
    fclose(file);
    if (s == STATUS_OK) s = game_parse(text, used, path, out, warn, context, fault);
    free(text);
    return s;
}

void game_destroy(game *g) {
    if (!g) return;
    owned_game *owned = (owned_game *)g;
    json_free_blocks(owned->blocks);
    free(owned);
}
