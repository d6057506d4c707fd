// Reads the units of a game file and their figures.
#include <stdio.h>
#include <string.h>

#include "core/game_check.h"

#define FAVORED_MAX 64
#define RATE_MAX_IN 1000.0     // more than any table is long
#define LEADERSHIP_MAX 1000.0  // more than any dice make

static const char *const types[] = {"regular", "skirmish", "mob", "individual", "ranked", "lone-model", "squad", "swarm"};
static const char *const troops[] = {"infantry", "cavalry", "special", "artillery", "vehicle"};
static const char *const sizes[] = {"man", "cavalry", "large", "giant"};

bool game_read_size(json_reader *r, const json_node *n, int *out) { return json_choice(r, n, sizes, SIZE_COUNT, out); }

static bool read_base(json_reader *r, const json_node *n, base *b) {
    static const char *const keys[] = {"shape", "diameter_mm", "width_mm", "depth_mm", "height_mm", "top_inset_mm", NULL};
    static const char *const shapes[] = {"round", "square", "rect"};
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node shape = json_member(n, "shape"), diameter = json_member(n, "diameter_mm"), width = json_member(n, "width_mm"),
              depth = json_member(n, "depth_mm");
    json_node height = json_member(n, "height_mm"), inset = json_member(n, "top_inset_mm");
    if (!shape.json) return json_reject(r, &shape, "is missing: it must be one of: round, square, rect");
    int which = BASE_ROUND;
    double w = 0, d = 0, h = 3, i = 0;
    if (!json_choice(r, &shape, shapes, 3, &which)) return false;
    if (which == BASE_ROUND) {
        if (!json_number(r, &diameter, 1e-3, 1000, "a size in millimetres, from 0.001 to 1000", &w)) return false;
        d = w;
    } else {
        if (!json_number(r, &width, 1e-3, 1000, "a size in millimetres, from 0.001 to 1000", &w)) return false;
        d = w;
        if ((which == BASE_RECT || depth.json) && !json_number(r, &depth, 1e-3, 1000, "a size in millimetres, from 0.001 to 1000", &d)) return false;
        if (which == BASE_SQUARE && d != w) return json_reject(r, n, "is a square of %g x %g mm: make it a \"rect\"", w, d);
    }
    if (height.json && !json_number(r, &height, 0, 500, "millimetres above what the base stands on, from 0 to 500", &h)) return false;
    if (inset.json && !json_number(r, &inset, 0, fmin(w, d) / 2.001, "millimetres, less than half of the base", &i)) return false;
    *b = (base){(base_shape)which, w * IN_PER_MM, d * IN_PER_MM, h * IN_PER_MM, i * IN_PER_MM};
    return true;
}

bool game_read_marker(json_reader *r, const json_node *n, const char *const *keys, bool sized, marker *m) {
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node family = json_member(n, "family"), id = json_member(n, "id"), size = json_member(n, "size_mm");
    double number = 0, mm = 0;
    if (!family.json) return json_reject(r, &family, "is missing: name the marker's family, as \"tag36h11\"");
    if (!json_text(r, &family, m->family, sizeof m->family)) return false;
    if (!m->family[0]) return json_reject(r, &family, "is empty: name the marker's family, as \"tag36h11\"");
    if (game_is_rim(m)) return json_reject(r, &family, "is \"rim\", which only a figure's base can carry: name a tag, as \"tag36h11\"");
    if (!json_number(r, &id, 0, 1e6, "a whole number from 0 to 1000000", &number)) return false;
    if (number != floor(number)) return json_reject(r, &id, "must be a whole number");
    if ((sized || size.json) && !json_number(r, &size, 1e-3, 5000, "the edge of the tag's black square in millimetres, from 0.001 to 5000", &mm))
        return false;
    m->id = (int)number;
    m->size_in = mm * IN_PER_MM;
    return true;
}

static bool read_figure_marker(json_reader *r, const json_node *n, base b, marker *m) {
    static const char *const keys[] = {"family", "id", "size_mm", NULL};
    if (!n->json) return true;
    json_node family = json_member(n, "family");
    if (cJSON_IsString(family.json) && strcmp(family.json->valuestring, "rim") == 0) return game_read_rim_marker(r, n, b, m);
    return game_read_marker(r, n, keys, true, m);
}

static bool read_pose(json_reader *r, const json_node *n, pose *p) {
    double v[3];
    if (!json_numbers(r, n, 3, "a pose [x, y, heading] in inches and degrees", v)) return false;
    *p = (pose){.at = {v[0], v[1]}, .heading_rad = angle_wrap(v[2] * RAD_PER_DEG)};
    return true;
}

static bool read_figure(json_reader *r, const json_node *n, int unit, game_figure *f) {
    static const char *const keys[] = {"id", "base", "marker", "start", NULL};
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node id = json_member(n, "id"), b = json_member(n, "base"), m = json_member(n, "marker"), start = json_member(n, "start");
    f->unit = unit;
    if (!json_id(r, &id, f->id) || !read_base(r, &b, &f->base) || !read_figure_marker(r, &m, f->base, &f->marker)) return false;
    f->has_start = start.json != NULL;
    return !f->has_start || read_pose(r, &start, &f->start);
}

typedef struct {
    int files, ranks;
    base base;
    pose at;  // middle of the front edge of the front rank
    bool placed;
    double gap_in;
} array_shape;

static bool read_array(json_reader *r, const json_node *n, array_shape *a) {
    static const char *const keys[] = {"files", "ranks", "base", "at", "gap_in", NULL};
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node files = json_member(n, "files"), ranks = json_member(n, "ranks"), b = json_member(n, "base"), at = json_member(n, "at"),
              gap = json_member(n, "gap_in");
    double nf, nr;
    const char *meaning = "a whole number from 1 to 4096";
    *a = (array_shape){.placed = at.json != NULL};
    if (!json_number(r, &files, 1, GAME_MAX_FIGURES, meaning, &nf) || !json_number(r, &ranks, 1, GAME_MAX_FIGURES, meaning, &nr) ||
        !read_base(r, &b, &a->base))
        return false;
    if (nf != floor(nf)) return json_reject(r, &files, "must be %s", meaning);
    if (nr != floor(nr)) return json_reject(r, &ranks, "must be %s", meaning);
    if (nf * nr > GAME_MAX_FIGURES) return json_reject(r, n, "makes %g figures: at most %d are possible", nf * nr, GAME_MAX_FIGURES);
    if (gap.json && !json_number(r, &gap, 0, 100, "inches between the bases, from 0 to 100", &a->gap_in)) return false;
    a->files = (int)nf, a->ranks = (int)nr;
    return !a->placed || read_pose(r, &at, &a->at);
}

// Figures UNIT-1, UNIT-2, ... along the front rank from its left end, then the next rank.
static bool make_array(json_reader *r, const json_node *n, const array_shape *a, const game_unit *u, int unit, game_figure *out) {
    vec2 f = heading_forward(a->at.heading_rad), l = heading_left(a->at.heading_rad);
    for (int i = 0; i < a->files * a->ranks; i++) {
        int rank = i / a->files, file = i % a->files;
        double left = ((a->files - 1) / 2.0 - file) * (a->base.width_in + a->gap_in),
               back = a->base.depth_in / 2 + rank * (a->base.depth_in + a->gap_in);
        vec2 at = vec2_add(a->at.at, vec2_sub(vec2_scale(l, left), vec2_scale(f, back)));
        out[i] = (game_figure){.unit = unit, .base = a->base, .has_start = a->placed, .start = {.at = at, .heading_rad = a->at.heading_rad}};
        if (snprintf(out[i].id, GAME_ID_MAX, "%s-%d", u->id, i + 1) >= GAME_ID_MAX)
            return json_reject(r, n, "makes ids that are too long: shorten the unit's id");
    }
    return true;
}

static bool read_figures(json_reader *r, const json_node *n, game *g, game_unit *u, int unit, game_figure *all) {
    json_node figures = json_member(n, "figures"), array = json_member(n, "array");
    if (figures.json && array.json) return json_reject(r, n, "has both figures and array: keep one");
    if (!figures.json && !array.json) return json_reject(r, n, "has no figures: give figures or array");
    u->first_figure = g->figure_count;
    if (array.json) {
        array_shape a;
        if (!read_array(r, &array, &a)) return false;
        if (g->figure_count + a.files * a.ranks > GAME_MAX_FIGURES)
            return json_reject(r, &array, "makes more than %d figures in the game", GAME_MAX_FIGURES);
        u->array_files = a.files, u->array_ranks = a.ranks, u->array_gap_in = a.gap_in;
        u->figure_count = a.files * a.ranks;
        g->figure_count += u->figure_count;
        return make_array(r, &array, &a, u, unit, all + u->first_figure);
    }
    if (!json_array(r, &figures, true)) return false;
    int count = json_count(&figures), i = 0;
    if (count == 0) return json_reject(r, &figures, "is empty: a unit needs at least one figure");
    if (g->figure_count + count > GAME_MAX_FIGURES) return json_reject(r, &figures, "brings more than %d figures into the game", GAME_MAX_FIGURES);
    const cJSON *item;
    cJSON_ArrayForEach(item, figures.json) {
        json_node f = {.json = item};
        snprintf(f.place, sizeof f.place, "%.140s[%d]", figures.place, i);
        if (!read_figure(r, &f, unit, &all[g->figure_count + i++])) return false;
    }
    u->figure_count = count;
    g->figure_count += count;
    return true;
}

static bool read_unit_marker(json_reader *r, const json_node *n, game_unit *u) {
    static const char *const keys[] = {"family", "id", "size_mm", "z_mm", "offset", NULL};
    if (!n->json) return true;
    if (!game_read_marker(r, n, keys, true, &u->marker)) return false;
    json_node z = json_member(n, "z_mm"), offset = json_member(n, "offset");
    double z_mm = 0;
    if (z.json && !json_number(r, &z, 0, 1000, "millimetres above the table, from 0 to 1000", &z_mm)) return false;
    u->marker_z_in = z_mm * IN_PER_MM;
    u->marker_has_offset = offset.json != NULL;
    return !u->marker_has_offset || read_pose(r, &offset, &u->marker_offset);
}

static bool read_tray(json_reader *r, const json_node *n, game_unit *u) {
    static const char *const keys[] = {"width_mm", "depth_mm", "height_mm", NULL};
    if (!n->json) return true;
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node width = json_member(n, "width_mm"), depth = json_member(n, "depth_mm"), height = json_member(n, "height_mm");
    double w, d, h;
    const char *meaning = "millimetres, from 0.001 to 5000";
    if (!json_number(r, &width, 1e-3, 5000, meaning, &w) || !json_number(r, &depth, 1e-3, 5000, meaning, &d) ||
        !json_number(r, &height, 0, 500, "millimetres, from 0 to 500", &h))
        return false;
    u->has_tray = true;
    u->tray_width_in = w * IN_PER_MM, u->tray_depth_in = d * IN_PER_MM, u->tray_height_in = h * IN_PER_MM;
    return true;
}

static bool read_traits(json_reader *r, const json_node *n, game_unit *u) {
    if (!json_array(r, n, false)) return false;
    int count = json_count(n);
    const char **out = json_keep(r, (size_t)count, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < count; i++) {
        json_node t = json_item(n, i);
        char *word = json_keep(r, GAME_ID_MAX, 1);
        if (!word || !json_id(r, &t, word)) return false;
        out[i] = word;
    }
    u->traits = out;
    u->trait_count = count;
    return true;
}

// A kind that counts as clear ground, or { "kind", "as" }.
static bool read_favored_kind(json_reader *r, const json_node *n, favored_terrain *out) {
    static const char *const keys[] = {"kind", "as", NULL};
    if (!cJSON_IsObject(n->json)) return json_id(r, n, out->kind);
    json_unknown_keys(r, n, keys);
    json_node kind = json_member(n, "kind"), as = json_member(n, "as");
    return json_id(r, &kind, out->kind) && (!as.json || json_id(r, &as, out->as));
}

static bool read_favored(json_reader *r, const json_node *n, game_unit *u) {
    if (!json_array(r, n, false)) return false;
    int count = json_count(n);
    if (count > FAVORED_MAX) return json_reject(r, n, "has %d kinds: at most %d", count, FAVORED_MAX);
    favored_terrain *out = json_keep(r, (size_t)count, sizeof *out);
    if (!out) return false;
    for (int i = 0; i < count; i++) {
        json_node kind = json_item(n, i);
        if (!read_favored_kind(r, &kind, &out[i])) return false;
        if (strcmp(out[i].as, "clear") == 0) out[i].as[0] = '\0';
    }
    u->favored = out;
    u->favored_count = count;
    u->favored_stated = n->json != NULL;
    return true;
}

// Index of the unit's figure that the text names; absent: -1.
static bool read_figure_of(json_reader *r, const json_node *n, const game *g, const game_unit *u, const game_figure *all, int *out) {
    *out = -1;
    if (!n->json || cJSON_IsNull(n->json)) return true;
    char id[GAME_ID_MAX];
    if (!json_id(r, n, id)) return false;
    for (int i = u->first_figure; i < g->figure_count; i++)
        if (strcmp(all[i].id, id) == 0) *out = i;
    return *out >= 0 ? true : json_reject(r, n, "names \"%s\", which is no figure of this unit", id);
}

static bool read_side(json_reader *r, const json_node *n, const game *g, int *out) {
    char id[GAME_ID_MAX];
    if (!json_id(r, n, id)) return false;
    *out = game_find_side(g, id);
    return *out >= 0 ? true : json_reject(r, n, "names \"%s\", which is none of the sides", id);
}

static bool read_looks(json_reader *r, const json_node *n, game_unit *u) {
    json_node rim = json_member(n, "rim_colour"), mark = json_member(n, "mark_colour"), m = json_member(n, "marker"), tray = json_member(n, "tray");
    u->rim_rgb = u->mark_rgb = NO_COLOUR;
    return json_colour(r, &rim, &u->rim_rgb) && json_colour(r, &mark, &u->mark_rgb) && read_unit_marker(r, &m, u) && read_tray(r, &tray, u);
}

static bool read_kind(json_reader *r, const json_node *n, const game *g, game_unit *u) {
    json_node type = json_member(n, "type"), troop = json_member(n, "troop"), size = json_member(n, "size"), formation = json_member(n, "formation");
    int t = strcmp(g->ruleset, "ranked-fantasy") == 0 ? UNIT_RANKED : strcmp(g->ruleset, "m42") == 0 ? UNIT_SQUAD : UNIT_REGULAR;
    int k = TROOP_INFANTRY, s = SIZE_MAN;
    char word[GAME_ID_MAX] = "";
    if (!json_choice(r, &type, types, UNIT_TYPE_COUNT, &t) || !json_choice(r, &troop, troops, TROOP_COUNT, &k) || !game_read_size(r, &size, &s) ||
        !json_text(r, &formation, word, sizeof word))
        return false;
    u->type = (unit_type)t, u->troop = (troop_kind)k, u->size = (size_class)s;
    u->size_stated = size.json != NULL;
    u->formation = formation_by_name(word);
    if (formation.json && u->formation == FORMATION_UNKNOWN)
        return json_reject(r, &formation, "must be one of: closed, open, skirmish, mob, irregular, column, line, square");
    return true;
}

static bool read_unit(json_reader *r, const json_node *n, game *g, int unit, game_unit *u, game_figure *all) {
    static const char *const keys[] = {"id",
                                       "name",
                                       "side",
                                       "type",
                                       "troop",
                                       "size",
                                       "movement_in",
                                       "charge_move_in",
                                       "formation",
                                       "traits",
                                       "leadership",
                                       "leader",
                                       "favored_terrain",
                                       "in_command",
                                       "figures",
                                       "array",
                                       "rim_colour",
                                       "mark_colour",
                                       "marker",
                                       "tray",
                                       "reference_figure",
                                       NULL};
    if (!json_object(r, n)) return false;
    json_unknown_keys(r, n, keys);
    json_node id = json_member(n, "id"), name = json_member(n, "name"), side = json_member(n, "side"), rate = json_member(n, "movement_in");
    json_node charge = json_member(n, "charge_move_in"), traits = json_member(n, "traits"), ld = json_member(n, "leadership"),
              leader = json_member(n, "leader");
    json_node command = json_member(n, "in_command"), reference = json_member(n, "reference_figure"), favored = json_member(n, "favored_terrain");
    u->in_command = true;
    u->in_command_stated = command.json != NULL;
    if (!json_id(r, &id, u->id) || !json_text(r, &name, u->name, GAME_NAME_MAX) || !read_side(r, &side, g, &u->side) || !read_kind(r, n, g, u) ||
        !json_positive(r, &rate, RATE_MAX_IN, &u->movement_in) || !json_positive(r, &charge, RATE_MAX_IN, &u->charge_move_in) ||
        !read_traits(r, &traits, u) || !json_positive(r, &ld, LEADERSHIP_MAX, &u->leadership) || !json_flag(r, &command, &u->in_command) ||
        !read_favored(r, &favored, u) || !read_looks(r, n, u) || !read_figures(r, n, g, u, unit, all) || !game_rim_colours_differ(r, n, g, u))
        return false;
    if (!u->name[0]) snprintf(u->name, GAME_NAME_MAX, "%s", u->id);
    return read_figure_of(r, &leader, g, u, all, &u->leader) && read_figure_of(r, &reference, g, u, all, &u->reference_figure);
}

bool game_read_units(json_reader *r, const json_node *root, game *g) {
    json_node list = json_member(root, "units");
    if (!json_array(r, &list, false)) return false;
    int n = json_count(&list);
    if (n > GAME_MAX_FIGURES) return json_reject(r, &list, "has more than %d units", GAME_MAX_FIGURES);
    game_unit *units = json_keep(r, (size_t)n, sizeof *units);
    game_figure *figures = units ? json_keep(r, GAME_MAX_FIGURES, sizeof *figures) : NULL;
    if (!figures) return false;
    g->units = units;
    g->figures = figures;
    for (int i = 0; i < n; i++) {
        json_node u = json_item(&list, i);
        if (!read_unit(r, &u, g, i, &units[i], figures)) return false;
        g->unit_count = i + 1;
    }
    return true;
}
