// core/game -- the roster: table, sides, units, figures, terrain, house rules, as a game file states them. Const during play.
//
// Read once from the game file (docs/game-file.md); inches and radians inside. Everything belongs to the game and dies with it.
// A figure, unit or side is known everywhere by its index here. Threads: a const game may be read by any.
#ifndef VEDETTE_CORE_GAME_H
#define VEDETTE_CORE_GAME_H

#include <stddef.h>

#include "core/behaviour.h"
#include "core/sighting.h"
#include "core/status.h"
#include "core/unit.h"

#define GAME_MAX_FIGURES 4096
#define GAME_ID_MAX 64     // bytes of an id with its NUL
#define GAME_NAME_MAX 128  // bytes of a name or title with its NUL

typedef enum {
    UNIT_REGULAR,
    UNIT_SKIRMISH,
    UNIT_MOB,
    UNIT_INDIVIDUAL,
    UNIT_RANKED,
    UNIT_LONE_MODEL,
    UNIT_SQUAD,
    UNIT_SWARM,
    UNIT_TYPE_COUNT
} unit_type;
typedef enum { TROOP_INFANTRY, TROOP_CAVALRY, TROOP_SPECIAL, TROOP_ARTILLERY, TROOP_VEHICLE, TROOP_COUNT } troop_kind;
typedef enum { SIZE_MAN, SIZE_CAVALRY, SIZE_LARGE, SIZE_GIANT, SIZE_COUNT } size_class;
typedef enum { DEPTH_UNSTATED, DEPTH_SHALLOW, DEPTH_DEEP, DEPTH_COUNT } water_depth;
typedef enum { EDGE_NONE, EDGE_NORTH, EDGE_EAST, EDGE_SOUTH, EDGE_WEST, EDGE_COUNT } table_edge;

typedef struct {
    char family[TAG_FAMILY_MAX];  // "" where there is no marker; "rim" for a rim code
    int id;
    double size_in;  // edge of the tag's black square
    int cells;       // of a rim code: as stated, else what its base has room for; 0 for other families
} marker;

typedef struct {
    marker marker;
    pose pose;    // heading: where its upper edge points
    double z_in;  // height of its paper above the table
} table_marker;

typedef struct {
    char id[GAME_ID_MAX], name[GAME_NAME_MAX];
    uint32_t rgb;  // NO_COLOUR where the file has none
    table_edge home_edge;
} game_side;

typedef struct {
    char id[GAME_ID_MAX];
    int unit;
    base base;
    marker marker;
    bool has_start;
    pose start;
} game_figure;

// Terrain that a unit moves through as if it were something else.
typedef struct {
    char kind[GAME_ID_MAX];
    char as[GAME_ID_MAX];  // "" for clear ground
} favored_terrain;

typedef struct {
    char id[GAME_ID_MAX], name[GAME_NAME_MAX];
    int side;
    unit_type type;
    troop_kind troop;
    size_class size;
    bool size_stated;
    double movement_in;              // full movement rate; 0 where the file has none
    double charge_move_in;           // 0 where the file has none
    formation_kind formation;        // at the start; FORMATION_UNKNOWN: what is measured
    int first_figure, figure_count;  // its figures stand together in game.figures
    int array_files, array_ranks;    // of `array`, else 0: the known layout of the tray
    double array_gap_in;
    int leader;            // figure index; -1
    int reference_figure;  // of a mob; -1
    double leadership;     // 0: none
    bool in_command, in_command_stated;
    uint32_t rim_rgb, mark_rgb;  // NO_COLOUR where unpainted or unknown
    marker marker;               // stands for the whole unit; family "" where none
    double marker_z_in;
    bool marker_has_offset;
    pose marker_offset;  // seen from the middle of the front edge: at.x forward, at.y left, heading relative to the facing
    bool has_tray;
    double tray_width_in, tray_depth_in, tray_height_in;
    const char *const *traits;  // trait_count words
    int trait_count;
    const favored_terrain *favored;  // favored_count
    int favored_count;
    bool favored_stated;  // the file has the list, be it empty
} game_unit;

typedef struct {
    char id[GAME_ID_MAX], kind[GAME_ID_MAX];
    const vec2 *polygon;  // polygon_count corners; an area. A line feature with a width is given both ways
    int polygon_count;
    const vec2 *line;
    int line_count;
    double width_in;
    double elevation_in;
    bool is_slope;         // rises evenly towards uphill_rad; else its edge is a step
    double uphill_rad;     // heading of the way up
    double ascent_factor;  // cost of an inch climbed; 0 where the file has none
    bool has_cross_cost;
    double cross_cost_in;
    bool bridge, bridge_stated;
    bool has_max_size;
    size_class max_size;            // largest figures that can use a trail
    water_depth depth[SIZE_COUNT];  // of the water for figures of that size
} game_terrain;

typedef struct {
    marker marker;
    char means[GAME_ID_MAX];
} declaration_marker;

typedef enum { OPTION_NUMBER, OPTION_FLAG, OPTION_TEXT, OPTION_RANGE } option_kind;

// A house rule as written; rules/ knows the names and checks the values.
typedef struct {
    char name[GAME_ID_MAX];
    option_kind kind;
    double number, high;  // number: the value, or the low end of a range
    bool flag;
    bool is_null;            // written as null: as the rulebook has it
    char text[GAME_ID_MAX];  // of a list of words: with commas between them; of pairs of numbers: "45:2 90:4"
} game_option;

// options.behaviour: how the word of a rule (its id, the name of its breach, or "*" for all) is passed on; rules/ knows the rules.
typedef struct {
    char rule[GAME_ID_MAX];
    behaviour how;
} game_behaviour;

typedef struct {
    char title[GAME_NAME_MAX], ruleset[GAME_ID_MAX];
    double width_in, depth_in;
    const table_marker *table_markers;
    int table_marker_count;
    const game_side *sides;
    int side_count;
    const game_unit *units;
    int unit_count;
    const game_figure *figures;
    int figure_count;
    const game_terrain *terrain;
    int terrain_count;
    const declaration_marker *declarations;
    int declaration_count;
    const game_option *options;
    int option_count;
    const game_behaviour *behaviours;
    int behaviour_count;
} game;

// Called once for each unknown key, such as "units[2].colour". `context` is the caller's.
typedef void game_warn(void *context, const char *place);

// Reads the game file `path` into a new *out, which the caller destroys. Everything the contract rejects is STATUS_INVALID with a message
// that names file, place and remedy; a file that can't be read is STATUS_INVALID too; STATUS_MEMORY. warn may be NULL.
status game_read(const char *path, game **out, game_warn *warn, void *context, fault *fault);
// The same from text[0..length); `name` stands for the file in messages.
status game_parse(const char *text, size_t length, const char *name, game **out, game_warn *warn, void *context, fault *fault);
void game_destroy(game *g);

// Index of the thing with this id, or -1.
int game_find_figure(const game *g, const char *id);
int game_find_unit(const game *g, const char *id);
int game_find_side(const game *g, const char *id);
// Figure that carries the marker, or -1; unit that carries it, or -1.
int game_figure_of_marker(const game *g, const char *family, int id);
int game_unit_of_marker(const game *g, const char *family, int id);
// The name that people read: the id where the game file gives none. Borrowed from u or s.
const char *game_unit_name(const game_unit *u);
const char *game_side_name(const game_side *s);
bool game_unit_has_trait(const game_unit *u, const char *trait);
// Height of the ground at p: the highest elevation of the terrain areas that hold it, 0 on the table's surface.
double game_ground_in(const game *g, vec2 p);
// True where p lies in an area of terrain of that kind, as the game file names it ("impassable").
bool game_has_terrain(const game *g, vec2 p, const char *kind);
// Height of the top of figure f's base above the table when it stands at p: ground, tray and base.
double game_base_top_in(const game *g, int f, vec2 p);

bool game_is_rim(const marker *m);
// The two paints of figure f's rim code (rim_colour and mark_colour of its unit, else the muted defaults of core/rim_code.h), 0xrrggbb.
void game_rim_colours(const game *g, int f, uint32_t *dark_rgb, uint32_t *light_rgb);

const char *unit_type_name(unit_type t);
const char *troop_name(troop_kind t);

#endif
