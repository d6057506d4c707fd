// The game file: what the contract's example says is what the game holds, and each thing that the contract rejects is rejected at its place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "core/rim_code.h"

#define NEAR(a, b, eps) assert_true(fabs((a) - (b)) <= (eps))

static const char example[] =
    "{\"vedette\":1,\"title\":\"Table "
    "7\",\"ruleset\":\"battlesystem-1e\",\"options\":{\"formation_change_cost\":0.25,\"use_stands\":true,\"open_gap_band_in\":[0.3,0.7]},"
    "\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":[{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":80,\"at_in\":[2,2],\"heading\":90,\"z_"
    "mm\":2.54}]},"
    "\"sides\":[{\"id\":\"red\",\"name\":\"Red\",\"colour\":\"#b02020\",\"home_edge\":\"south\"},{\"id\":\"blue\"}],"
    "\"units\":[{\"id\":\"R1\",\"name\":\"Pikes\",\"side\":\"red\",\"type\":\"regular\",\"troop\":\"infantry\",\"size\":\"man\",\"movement_in\":12,"
    "\"formation\":\"closed\","
    "\"traits\":[\"chaotic\",\"low-intelligence\"],\"leadership\":8,\"leader\":\"R1-1\",\"favored_terrain\":[],\"in_command\":true,"
    "\"rim_colour\":\"#b02020\",\"tray\":{\"width_mm\":130,\"depth_mm\":105,\"height_mm\":2},"
    "\"marker\":{\"family\":\"tag36h11\",\"id\":60,\"size_mm\":31,\"z_mm\":2.05,\"offset\":[-4,-0.8,-90]},"
    "\"figures\":[{\"id\":\"R1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"marker\":{\"family\":\"tag36h11\",\"id\":101,"
    "\"size_mm\":16},\"start\":[20,10,90]},"
    "{\"id\":\"R1-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4,\"height_mm\":4,\"top_inset_mm\":0.6}}]},"
    "{\"id\":\"B1\",\"side\":\"blue\",\"movement_in\":9,\"array\":{\"files\":3,\"ranks\":2,\"base\":{\"shape\":\"rect\",\"width_mm\":25.4,\"depth_"
    "mm\":50.8},\"at\":[30,40,-90],\"gap_in\":0.5}}],"
    "\"terrain\":[{\"id\":\"wood\",\"kind\":\"light-woods\",\"polygon_in\":[[30,20],[40,20],[40,28],[30,28]]},{\"id\":\"road\",\"kind\":\"road\","
    "\"line_in\":[[0,24],[72,24]],\"width_in\":2},"
    "{\"id\":\"hill\",\"kind\":\"hill\",\"polygon_in\":[[50,30],[60,30],[60,40],[50,40]],\"elevation_in\":1}],"
    "\"declaration_markers\":[{\"family\":\"tag36h11\",\"id\":500,\"means\":\"charge\"}]}";

// House rules whose value is a list: words, pairs of numbers, nothing.
static void options_are_lists(void **state) {
    (void)state;
    const char *text =
        "{\"vedette\":1,\"ruleset\":\"chainmail\",\"options\":{\"a\":[\"open\",\"skirmish\"],\"b\":[[45,2],[90,4.5]],\"c\":[],\"d\":null},"
        "\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"red\"}],\"units\":[]}";
    game *g = NULL;
    fault fault = {""};
    assert_int_equal(game_parse(text, strlen(text), "lists", &g, NULL, NULL, &fault), STATUS_OK);
    for (int i = 0; i < 3; i++) assert_int_equal(g->options[i].kind, OPTION_TEXT);
    assert_string_equal(g->options[0].text, "open,skirmish");
    assert_string_equal(g->options[1].text, "45:2 90:4.5");
    assert_string_equal(g->options[2].text, "");
    assert_true(g->options[3].is_null && !g->options[2].is_null);
    game_destroy(g);
}

static void the_contracts_example_is_read(void **state) {
    (void)state;
    game *g = NULL;
    fault fault = {""};
    assert_int_equal(game_parse(example, strlen(example), "example", &g, NULL, NULL, &fault), STATUS_OK);
    assert_string_equal(g->title, "Table 7");
    assert_int_equal(g->option_count, 3);
    assert_int_equal(g->options[2].kind, OPTION_RANGE);
    NEAR(g->options[2].high, 0.7, 1e-12);
    NEAR(g->table_markers[0].marker.size_in, 80 / 25.4, 1e-12);
    NEAR(g->table_markers[0].z_in, 0.1, 1e-12);
    NEAR(g->table_markers[0].pose.heading_rad, PI / 2, 1e-12);
    assert_int_equal(g->sides[0].rgb, 0xb02020);
    assert_int_equal(g->sides[0].home_edge, EDGE_SOUTH);
    assert_string_equal(g->sides[1].name, "blue");
    const game_unit *u = &g->units[0];
    assert_int_equal(u->formation, FORMATION_CLOSED);
    assert_true(game_unit_has_trait(u, "chaotic") && !game_unit_has_trait(u, "swiss"));
    assert_int_equal(u->leader, 0);
    assert_int_equal(u->figure_count, 2);
    NEAR(u->marker_offset.heading_rad, -PI / 2, 1e-12);
    NEAR(g->figures[0].base.height_in, 3 / 25.4, 1e-12);  // the contract's default
    NEAR(g->figures[1].base.depth_in, 1, 1e-12);
    assert_false(g->figures[1].has_start);
    assert_int_equal(game_find_figure(g, "R1-2"), 1);
    assert_int_equal(game_figure_of_marker(g, "tag36h11", 101), 0);
    assert_int_equal(game_unit_of_marker(g, "tag36h11", 60), 0);
    NEAR(game_ground_in(g, (vec2){55, 35}), 1, 1e-12);
    NEAR(game_base_top_in(g, 1, (vec2){55, 35}), 1 + (2 + 4) / 25.4, 1e-12);
    game_destroy(g);
}

// Facing south at (30, 40): the left end lies east. Bases 1" wide, 2" deep, 0.5" apart: files at 31.5, 30, 28.5, ranks 1" and 3.5" behind the front.
static void an_array_is_laid_out_from_its_left_front(void **state) {
    (void)state;
    game *g = NULL;
    assert_int_equal(game_parse(example, strlen(example), "example", &g, NULL, NULL, NULL), STATUS_OK);
    const game_unit *u = &g->units[1];
    assert_int_equal(u->figure_count, 6);
    assert_int_equal(u->array_files, 3);
    const vec2 want[] = {{31.5, 41}, {30, 41}, {28.5, 41}, {31.5, 43.5}, {30, 43.5}, {28.5, 43.5}};
    for (int i = 0; i < 6; i++) {
        const game_figure *f = &g->figures[u->first_figure + i];
        char id[8];
        snprintf(id, sizeof id, "B1-%d", i + 1);
        assert_string_equal(f->id, id);
        NEAR(f->start.at.x, want[i].x, 1e-9);
        NEAR(f->start.at.y, want[i].y, 1e-9);
    }
    game_destroy(g);
}

// The example with the first occurrence of one text replaced by another.
static char *changed(const char *from, const char *to) {
    const char *at = strstr(example, from);
    if (!at) fail_msg("the example has no %s", from);
    char *text = malloc(sizeof example + strlen(to));
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(at - example), example, to, at + strlen(from));
    return text;
}

#define TAG_101 "\"tag36h11\",\"id\":101,\"size_mm\":16"

static void each_rejection_names_file_and_place(void **state) {
    (void)state;
    const struct {
        const char *from, *to, *says, *why;
    } cases[] = {
        {"\"vedette\":1,", "\"vedette\":1,,", "line 1: not JSON", "bad JSON"},
        {"{\"vedette\":1,", "{} {\"vedette\":1,", "line 1: not JSON", "more than one value"},
        {"\"vedette\":1", "\"vedette\":2", "vedette", "another version"},
        {"\"vedette\":1,", "", "vedette: is missing", "no version"},
        {"\"ruleset\":\"battlesystem-1e\"", "\"ruleset\":7", "ruleset", "wrong type"},
        {"\"title\":\"Table 7\"", "\"title\":[]", "title", "wrong type"},
        {"\"width_in\":72", "\"width_in\":-72", "table.width_in", "not positive"},
        {"\"width_in\":72", "\"width_in\":1e999", "table.width_in", "not finite"},
        {"\"width_in\":72", "\"width_in\":601", "table.width_in", "larger than 600"},
        {"\"width_in\":72,", "", "table.width_in: is missing", "missing"},
        {"\"size_mm\":80", "\"size_mm\":0", "table.markers[0].size_mm", "no size"},
        {"\"size_mm\":80", "\"size_mm\":1e9",
         "table.markers[0].size_mm: is 1e+09: it must be the edge of the tag's black square in millimetres, from 0.001 to 5000",
         "a size beyond the limit, which is told"},
        {"\"width_mm\":20", "\"width_mm\":1001", "is 1001: it must be a size in millimetres, from 0.001 to 1000", "a base larger than any"},
        {"\"id\":101", "\"id\":1e7", "is 1e+07: it must be a whole number from 0 to 1000000", "an id beyond the limit"},
        {"\"gap_in\":0.5", "\"gap_in\":101", "is 101: it must be inches between the bases, from 0 to 100", "a gap beyond the limit"},
        {"\"at_in\":[2,2]", "\"at_in\":[2]", "table.markers[0].at_in", "half a place"},
        {"\"title\":\"Table 7\"",
         "\"title\":\"T\xe4"
         "ble\"",
         "title: is not UTF-8 text", "Latin-1"},
        {"\"name\":\"Pikes\"", "\"name\":\"Pikes\\u202eskip\"", "units[0].name: holds control characters, line separators or marks",
         "a name that turns round"},
        {"\"name\":\"Pikes\"", "\"name\":\"Pikes\xe2\x80\xa8\"", "units[0].name: holds control characters, line separators", "a name of two lines"},
        {"\"name\":\"Pikes\"", "\"name\":\"Pi\xc2\x85kes\"", "units[0].name: holds control characters", "a name with C1's next line"},
        {"\"id\":\"R1-2\"", "\"id\":\"R1-\\u2066\"", "units[0].figures[1].id: holds control characters", "an id that isolates"},
        {"\"name\":\"Pikes\"", "\"name\":\"Pi\\u0000kes\"", "line 1: holds a control character", "a name that ends early"},
        {"\"vedette\":1,", "\"vedette\":1,\x01", "line 1: holds a control character", "a control between tokens"},
        {"#b02020", "red", "sides[0].colour", "no colour"},
        {"\"home_edge\":\"south\"", "\"home_edge\":\"up\"", "sides[0].home_edge", "no edge"},
        {"{\"id\":\"blue\"}", "{\"id\":\"blue\"},{\"id\":\"red\"}", "sides[2].id", "side id twice"},
        {"{\"id\":\"blue\"}", "{}", "sides[1].id: is missing", "side without id"},
        {"\"side\":\"red\"", "\"side\":\"green\"", "units[0].side", "reference to no side"},
        {"\"type\":\"regular\"", "\"type\":\"levy\"", "units[0].type", "unknown type"},
        {"\"troop\":\"infantry\"", "\"troop\":\"navy\"", "units[0].troop", "unknown troop"},
        {"\"movement_in\":12", "\"movement_in\":0", "units[0].movement_in", "rate not positive"},
        {"\"movement_in\":12", "\"movement_in\":1e308", "units[0].movement_in: is 1e+308: it must be above 0 and at most 1000",
         "rate without bounds"},
        {"\"movement_in\":12", "\"charge_move_in\":1e308", "units[0].charge_move_in: is 1e+308", "charge without bounds"},
        {"\"leadership\":8", "\"leadership\":1e308", "units[0].leadership: is 1e+308", "leadership without bounds"},
        {"\"width_in\":2}", "\"width_in\":1e308}", "terrain[1].width_in: is 1e+308: it must be above 0 and at most 600", "road without bounds"},
        {"\"movement_in\":12", "\"movement_in\":\"12\"", "units[0].movement_in", "rate is text"},
        {"\"formation\":\"closed\"", "\"formation\":\"phalanx\"", "units[0].formation", "unknown formation"},
        {"[\"chaotic\",", "[5,", "units[0].traits[0]", "trait is a number"},
        {"\"leader\":\"R1-1\"", "\"leader\":\"R9-1\"", "units[0].leader", "reference to no figure"},
        {"\"in_command\":true", "\"in_command\":1", "units[0].in_command", "number for a flag"},
        {"{\"id\":\"R1-1\",", "{", "units[0].figures[0].id", "figure without id"},
        {"\"id\":\"R1-2\"", "\"id\":\"R1-1\"", "units[0].figures[1].id", "figure id twice"},
        {"\"id\":\"B1\"", "\"id\":\"R1\"", "units[1].id", "unit id twice"},
        {"\"shape\":\"square\"", "\"shape\":\"hex\"", "units[0].figures[0].base.shape", "unknown shape"},
        {"\"shape\":\"square\",", "", "units[0].figures[0].base.shape", "no shape"},
        {"\"width_mm\":20", "\"width_mm\":-20", "units[0].figures[0].base.width_mm", "negative size"},
        {"\"depth_mm\":20", "\"depth_mm\":30", "units[0].figures[0].base", "a square that is none"},
        {"\"diameter_mm\":25.4", "\"diameter_mm\":null", "units[0].figures[1].base.diameter_mm", "no diameter"},
        {"\"top_inset_mm\":0.6", "\"top_inset_mm\":20", "units[0].figures[1].base.top_inset_mm", "inset larger than the base"},
        {"\"id\":101", "\"id\":0", "is used twice", "marker of the table on a figure"},
        {"\"id\":101", "\"id\":60", "is used twice", "marker of the unit on a figure"},
        {"\"id\":101", "\"id\":1.5", "units[0].figures[0].marker.id", "half an id"},
        {"\"id\":500", "\"id\":101", "is used twice", "declaration marker on a figure"},
        {"\"start\":[20,10,90]", "\"start\":[20,10]", "units[0].figures[0].start", "pose of two numbers"},
        {"\"start\":[20,10,90]", "\"start\":[20,1e999,90]", "units[0].figures[0].start", "pose not finite"},
        {"\"start\":[20,10,90]", "\"start\":[20,48.5,90]", "off the 72 x 48", "figure off the table"},
        {"\"at\":[30,40,-90]", "\"at\":[30,47,-90]", "units[1].array.at", "array off the table"},
        {"\"files\":3", "\"files\":2.5", "units[1].array.files", "half a file"},
        {"\"files\":3", "\"files\":4000", "4096", "too many figures"},
        {"\"gap_in\":0.5}", "\"gap_in\":0.5},\"figures\":[]", "both figures and array", "figures and array"},
        {"\"polygon_in\":[[30,20],[40,20],[40,28],[30,28]]", "\"polygon_in\":[[30,20],[40,20]]", "terrain[0].polygon_in", "polygon of two corners"},
        {"\"polygon_in\":[[30,20],[40,20],[40,28],[30,28]]", "\"colour\":1", "terrain[0]: has no place", "terrain without a place"},
        {"\"id\":\"road\"", "\"id\":\"wood\"", "terrain[1].id", "terrain id twice"},
        {"\"width_in\":2}", "\"width_in\":0}", "terrain[1].width_in", "road without width"},
        {"\"use_stands\":true", "\"use_stands\":{}", "options.use_stands", "option of no type"},
        {"\"use_stands\":true", "\"formation_change_cost\":1", "set twice", "option set twice"},
        {"\"use_stands\":true", "\"behaviour\":{\"*\":\"shout\"}", "options.behaviour.*: must be one of: announce, propose, log, off",
         "no behaviour"},
        {"\"use_stands\":true", "\"use_stands\":[\"a\",true]", "options.use_stands", "list of no words"},
        {"\"use_stands\":true", "\"use_stands\":[\"0123456789012345678901234567890123456789\",\"0123456789012345678901234567890123456789\"]",
         "options.use_stands[1]: is too long", "long list of words"},
        {"\"use_stands\":true", "\"behaviour\":\"off\"", "options.behaviour: must be an object", "behaviour of nothing"},
        {"\"use_stands\":true", "\"behaviour\":{\"*\":\"off\",\"*\":\"log\"}", "options.behaviour.*: is set twice", "behaviour set twice"},
        {"\"units\":[", "\"units\":{},\"x\":[", "units: must be an array", "units no array"},
        {"\"elevation_in\":1", "\"uphill_deg\":\"north\"", "terrain[2].uphill_deg", "way up in words"},
        {"\"elevation_in\":1", "\"ascent_factor\":0.5", "terrain[2].ascent_factor", "climbing that saves"},
        {"\"elevation_in\":1", "\"ascent_factor\":1e999", "terrain[2].ascent_factor", "climbing without end"},
        {"\"elevation_in\":1", "\"cross_cost_in\":-4", "terrain[2].cross_cost_in", "a crossing that gives inches"},
        {"\"elevation_in\":1", "\"bridge\":1", "terrain[2].bridge", "number for a flag"},
        {"\"elevation_in\":1", "\"max_size\":\"ogre\"", "terrain[2].max_size", "unknown size"},
        {"\"elevation_in\":1", "\"depth\":\"deep\"", "terrain[2].depth", "depth of all sizes in one word"},
        {"\"elevation_in\":1", "\"depth\":{\"man\":\"wet\"}", "terrain[2].depth.man", "unknown depth"},
        {"\"elevation_in\":1", "\"depth\":{\"man\":\"\"}", "terrain[2].depth.man", "empty depth"},
        {"\"favored_terrain\":[]", "\"favored_terrain\":\"swamp\"", "units[0].favored_terrain", "favored terrain no list"},
        {"\"favored_terrain\":[]", "\"favored_terrain\":[7]", "units[0].favored_terrain[0]", "favored terrain a number"},
        {"\"favored_terrain\":[]", "\"favored_terrain\":[{\"as\":\"clear\"}]", "units[0].favored_terrain[0].kind: is missing",
         "favored without kind"},
        {"\"favored_terrain\":[]", "\"favored_terrain\":[{\"kind\":\"swamp\",\"as\":[]}]", "units[0].favored_terrain[0].as", "favored as a list"},
        {"\"size\":\"man\"", "\"size\":\"small\"", "units[0].size", "unknown size"},
        {TAG_101, "\"rim\",\"id\":256", "units[0].figures[0].marker.id", "a rim code that there is not"},
        {TAG_101, "\"rim\",\"id\":2.5", "units[0].figures[0].marker.id: must be a whole number", "half a rim code"},
        {TAG_101, "\"rim\"", "units[0].figures[0].marker.id: is missing", "a rim code without id"},
        {TAG_101, "\"rim\",\"id\":1,\"cells\":40", "units[0].figures[0].marker.cells", "a number of cells that there is not"},
        {TAG_101, "\"rim\",\"id\":1,\"cells\":\"many\"", "units[0].figures[0].marker.cells", "cells in words"},
        {"\"tag36h11\",\"id\":60", "\"rim\",\"id\":60", "units[0].marker.family", "a rim code for a unit"},
        {"\"tag36h11\",\"id\":500", "\"rim\",\"id\":50", "declaration_markers[0].family", "a rim code that declares"},
        {"\"tag36h11\",\"id\":0", "\"rim\",\"id\":0", "table.markers[0].family", "a rim code on the table"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = changed(cases[i].from, cases[i].to);
        game *g = NULL;
        fault fault = {""};
        status s = game_parse(text, strlen(text), "bad.game.json", &g, NULL, NULL, &fault);
        if (s != STATUS_INVALID || g || !strstr(fault.text, cases[i].says) || strncmp(fault.text, "bad.game.json: ", 15) != 0)
            fail_msg("%s: status %d, said \"%s\"", cases[i].why, (int)s, fault.text);
        free(text);
    }
}

// The wood from (30, 20) to (40, 28) made impassable, and the hill from (50, 30) to (60, 40).
static void terrain_is_found_by_its_kind(void **state) {
    (void)state;
    char *text = changed("\"light-woods\"", "\"impassable\"");
    game *g = NULL;
    assert_int_equal(game_parse(text, strlen(text), "rocks", &g, NULL, NULL, NULL), STATUS_OK);
    assert_true(game_has_terrain(g, (vec2){39, 27}, "impassable"));
    assert_false(game_has_terrain(g, (vec2){41, 27}, "impassable") || game_has_terrain(g, (vec2){55, 35}, "impassable"));
    assert_true(game_has_terrain(g, (vec2){55, 35}, "hill"));
    game_destroy(g);
    free(text);
}

#define RIM_GAME(paints, figures)                                                                                           \
    "{\"vedette\":1,\"ruleset\":\"m42\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"a\"}],\"units\":[" \
    "{\"id\":\"U\",\"side\":\"a\"," paints "\"figures\":[" figures "]}]}"
#define RIM_FIGURE(id, base, marker) "{\"id\":\"" id "\",\"base\":{" base "},\"marker\":{\"family\":\"rim\"," marker "}}"
#define ROUND_25 "\"shape\":\"round\",\"diameter_mm\":25"

static void rim_codes_have_cells_and_paints(void **state) {
    (void)state;
    const char *text = RIM_GAME("\"rim_colour\":\"#501010\",",
                                RIM_FIGURE("a", ROUND_25, "\"id\":255") "," RIM_FIGURE("b", ROUND_25, "\"id\":0,\"cells\":32") "," RIM_FIGURE(
                                    "c", "\"shape\":\"rect\",\"width_mm\":60,\"depth_mm\":100", "\"id\":7,\"size_mm\":60"));
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "rims", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    assert_int_equal(g->figures[0].marker.cells, 48);
    assert_int_equal(g->figures[1].marker.cells, 32);
    assert_int_equal(g->figures[2].marker.cells, 64);
    assert_int_equal(game_figure_of_marker(g, "rim", 255), 0);
    uint32_t dark, light;
    game_rim_colours(g, 0, &dark, &light);
    assert_int_equal(dark, 0x501010);
    assert_int_equal(light, 0xc9bfa3);  // what docs/rim-code.md says is taken where nothing is stated
    game_destroy(g);
}

static void rim_codes_that_cannot_be_read_are_refused(void **state) {
    (void)state;
    const struct {
        const char *text, *says;
    } cases[] = {
        {RIM_GAME("", RIM_FIGURE("a", "\"shape\":\"round\",\"diameter_mm\":20", "\"id\":1")),
         "units[0].figures[0].marker: is a rim code on a base that is too small"},
        {RIM_GAME("", RIM_FIGURE("a", "\"shape\":\"square\",\"width_mm\":18", "\"id\":1")), "others 20 mm"},
        {RIM_GAME("", RIM_FIGURE("a", ROUND_25 ",\"top_inset_mm\":4", "\"id\":1,\"cells\":48")), "at most 32"},
        {RIM_GAME("", RIM_FIGURE("a", ROUND_25, "\"id\":1") "," RIM_FIGURE("b", ROUND_25, "\"id\":1,\"cells\":24")),
         "the marker rim 1 is used twice"},
        {RIM_GAME("\"rim_colour\":\"#808080\",\"mark_colour\":\"#a0a0a0\",", RIM_FIGURE("a", ROUND_25, "\"id\":1")),
         "units[0].rim_colour: leaves too little contrast"},
        {RIM_GAME("\"mark_colour\":\"#505050\",", RIM_FIGURE("a", ROUND_25, "\"id\":1")), "units[0].mark_colour: leaves too little contrast"},
        {RIM_GAME("\"rim_colour\":\"#ffffff\",\"mark_colour\":\"#000000\",", RIM_FIGURE("a", ROUND_25, "\"id\":1")), "exchange them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game *g = NULL;
        fault fault = {""};
        if (game_parse(cases[i].text, strlen(cases[i].text), "rims", &g, NULL, NULL, &fault) != STATUS_INVALID || g ||
            !strstr(fault.text, cases[i].says))
            fail_msg("case %zu: said \"%s\"", i, fault.text);
    }
}

static void rim_codes_gone_wrong_never_crash(void **state) {
    (void)state;
    srand(8);
    static const char good[] =
        RIM_GAME("\"rim_colour\":\"#501010\",\"mark_colour\":\"#d0c0a0\",", RIM_FIGURE("a", ROUND_25, "\"id\":25,\"cells\":48"));
    char text[sizeof good];
    for (int trial = 0; trial < 3000; trial++) {
        memcpy(text, good, sizeof good);
        for (int k = 0; k < 1 + trial % 3; k++) text[(size_t)rand() % (sizeof good - 1)] = "0123456789-e.\"{}[]:,"[rand() % 20];
        game *g = NULL;
        status s = game_parse(text, sizeof good - 1, "noise", &g, NULL, NULL, NULL);
        assert_true((s == STATUS_OK) == (g != NULL));
        if (g && g->figure_count == 1 && game_is_rim(&g->figures[0].marker)) {
            assert_in_range(g->figures[0].marker.id, 0, 255);
            assert_true(rim_code_word(g->figures[0].marker.cells, g->figures[0].marker.id) != 0);
        }
        game_destroy(g);
    }
}

static void terrain_says_what_it_does_to_movers(void **state) {
    (void)state;
    char *text = changed("\"elevation_in\":1}",
                         "\"elevation_in\":1,\"uphill_deg\":-270,\"ascent_factor\":3},"
                         "{\"id\":\"pool\",\"kind\":\"water\",\"polygon_in\":[[1,1],[2,1],[2,2]],\"depth\":{\"man\":\"deep\",\"large\":\"shallow\"}},"
                         "{\"id\":\"wall\",\"kind\":\"obstacle\",\"line_in\":[[5,5],[9,5]],\"cross_cost_in\":6},"
                         "{\"id\":\"path\",\"kind\":\"trail\",\"line_in\":[[5,7],[9,7]],\"width_in\":1,\"max_size\":\"cavalry\",\"bridge\":false}");
    game *g = NULL;
    fault fault = {""};
    assert_int_equal(game_parse(text, strlen(text), "t", &g, NULL, NULL, &fault), STATUS_OK);
    const game_terrain *wood = &g->terrain[0], *hill = &g->terrain[2], *pool = &g->terrain[3], *wall = &g->terrain[4], *path = &g->terrain[5];
    assert_false(wood->is_slope || wood->has_cross_cost || wood->bridge_stated || wood->has_max_size);
    assert_true(hill->is_slope);
    NEAR(hill->uphill_rad, PI / 2, 1e-9);
    NEAR(hill->ascent_factor, 3, 1e-12);
    assert_int_equal(pool->depth[SIZE_MAN], DEPTH_DEEP);
    assert_int_equal(pool->depth[SIZE_CAVALRY], DEPTH_UNSTATED);
    assert_int_equal(pool->depth[SIZE_LARGE], DEPTH_SHALLOW);
    assert_true(wall->has_cross_cost);
    NEAR(wall->cross_cost_in, 6, 1e-12);
    assert_true(path->bridge_stated && !path->bridge && path->has_max_size);
    assert_int_equal(path->max_size, SIZE_CAVALRY);
    game_destroy(g);
    free(text);
}

static void favored_terrain_is_a_kind_or_what_it_counts_as(void **state) {
    (void)state;
    char *text = changed("\"favored_terrain\":[]",
                         "\"favored_terrain\":[\"swamp\",{\"kind\":\"dense-woods\",\"as\":\"light-woods\"},{\"kind\":\"brush\",\"as\":\"clear\"}]");
    game *g = NULL;
    assert_int_equal(game_parse(text, strlen(text), "t", &g, NULL, NULL, NULL), STATUS_OK);
    const game_unit *u = &g->units[0];
    assert_true(u->favored_stated && u->size_stated);
    assert_false(g->units[1].favored_stated || g->units[1].size_stated);
    assert_int_equal(u->favored_count, 3);
    assert_string_equal(u->favored[0].kind, "swamp");
    assert_string_equal(u->favored[0].as, "");
    assert_string_equal(u->favored[1].as, "light-woods");
    assert_string_equal(u->favored[2].as, "");
    game_destroy(g);
    free(text);
}

static void a_file_cut_anywhere_is_refused_without_a_crash(void **state) {
    (void)state;
    for (size_t n = 0; n + 1 < sizeof example - 1; n++) {
        char *text = malloc(n ? n : 1);  // no NUL behind it: a read past the end is seen by the sanitizers
        assert_non_null(text);
        memcpy(text, example, n);
        game *g = NULL;
        assert_int_equal(game_parse(text, n, "cut", &g, NULL, NULL, NULL), STATUS_INVALID);
        assert_null(g);
        free(text);
    }
}

// cJSON takes a NUL between tokens for a blank.
static void a_nul_between_tokens_is_refused(void **state) {
    (void)state;
    char *text = changed("\"vedette\":1,", "\"vedette\":1,\n ");
    size_t length = strlen(text);
    game *g = NULL;
    fault fault = {""};
    *strchr(text, ' ') = '\0';
    assert_int_equal(game_parse(text, length, "nul", &g, NULL, NULL, &fault), STATUS_INVALID);
    assert_string_equal(fault.text, "nul: line 2: holds a control character: save the file as plain UTF-8 text");
    free(text);
}

static void bytes_gone_wrong_never_crash(void **state) {
    (void)state;
    srand(7);
    char text[sizeof example];
    for (int trial = 0; trial < 3000; trial++) {
        memcpy(text, example, sizeof example);
        for (int k = 0; k < 1 + trial % 4; k++) text[(size_t)rand() % (sizeof example - 1)] = (char)(rand() % 255 + 1);
        game *g = NULL;
        status s = game_parse(text, sizeof example - 1, "noise", &g, NULL, NULL, NULL);
        assert_true((s == STATUS_OK) == (g != NULL));
        game_destroy(g);
    }
}

static void more_than_4096_figures_are_refused(void **state) {
    (void)state;
    char *text = malloc(4200 * 80);
    assert_non_null(text);
    size_t n = (size_t)sprintf(text,
                               "{\"vedette\":1,\"ruleset\":\"m42\",\"table\":{\"width_in\":72,\"depth_in\":48},\"sides\":[{\"id\":\"a\"}],\"units\":["
                               "{\"id\":\"U\",\"side\":\"a\",\"figures\":[");
    for (int i = 0; i < 4097; i++)
        n += (size_t)sprintf(text + n, "%s{\"id\":\"f%d\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25}}", i ? "," : "", i);
    n += (size_t)sprintf(text + n, "]}]}");
    game *g = NULL;
    fault fault = {""};
    assert_int_equal(game_parse(text, n, "horde", &g, NULL, NULL, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "4096"));
    free(text);
}

static void count_warning(void *context, const char *place) {
    int *seen = context;
    if (strcmp(place, "units[0].colour") == 0) seen[0]++;
    if (strcmp(place, "units[0].figures[0].paint") == 0) seen[1]++;
    seen[2]++;
}

static void unknown_keys_are_told_once(void **state) {
    (void)state;
    char *text = changed("\"name\":\"Pikes\"", "\"name\":\"Pikes\",\"colour\":\"#102030\"");
    char *more = malloc(strlen(text) + 100), *at = strstr(text, "{\"id\":\"R1-1\"");
    assert_non_null(more);
    sprintf(more, "%.*s{\"paint\":1,%s", (int)(at - text), text, at + 1);
    char *second = strstr(more, "{\"id\":\"R1-2\"");
    memmove(second + 11, second + 1, strlen(second));
    memcpy(second, "{\"paint\":2,", 11);
    game *g = NULL;
    fault fault = {""};
    int seen[3] = {0, 0, 0};
    assert_int_equal(game_parse(more, strlen(more), "x", &g, count_warning, seen, &fault), STATUS_OK);
    assert_int_equal(seen[0], 1);
    assert_int_equal(seen[1], 1);
    assert_int_equal(seen[2], 2);  // the paint of the second figure is the same key
    game_destroy(g);
    free(text);
    free(more);
}

static void a_file_that_is_not_there_is_named(void **state) {
    (void)state;
    game *g = NULL;
    fault fault = {""};
    assert_int_equal(game_read("/nonexistent/x.game.json", &g, NULL, NULL, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.text, "/nonexistent/x.game.json"));
    assert_int_equal(game_read("/", &g, NULL, NULL, &fault), STATUS_INVALID);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contracts_example_is_read),
        cmocka_unit_test(options_are_lists),
        cmocka_unit_test(an_array_is_laid_out_from_its_left_front),
        cmocka_unit_test(each_rejection_names_file_and_place),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_without_a_crash),
        cmocka_unit_test(a_nul_between_tokens_is_refused),
        cmocka_unit_test(bytes_gone_wrong_never_crash),
        cmocka_unit_test(more_than_4096_figures_are_refused),
        cmocka_unit_test(terrain_is_found_by_its_kind),
        cmocka_unit_test(rim_codes_have_cells_and_paints),
        cmocka_unit_test(rim_codes_that_cannot_be_read_are_refused),
        cmocka_unit_test(rim_codes_gone_wrong_never_crash),
        cmocka_unit_test(terrain_says_what_it_does_to_movers),
        cmocka_unit_test(favored_terrain_is_a_kind_or_what_it_counts_as),
        cmocka_unit_test(unknown_keys_are_told_once),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
