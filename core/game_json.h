// core/game_json -- checked access to the parts of a game file: every value is looked at with its place, so that a message can name it.
//
// Private to the reader of the game file. Each `json_*` function returns false after the first failure, with the message set.
#ifndef VEDETTE_CORE_GAME_JSON_H
#define VEDETTE_CORE_GAME_JSON_H

#include <cJSON.h>

#include "core/game.h"

typedef struct arena_block arena_block;

typedef struct {
    const char *name;  // of the file
    fault *fault;
    status failed;
    game_warn *warn;
    void *context;
    char (*warned)[GAME_NAME_MAX];  // unknown keys reported already, without their indices
    int warned_count;
    arena_block **blocks;  // all that the game owns
} json_reader;

// A value and where it stands, e.g. units[2].figures[0].base
typedef struct {
    const cJSON *json;  // NULL: absent
    char place[160];
} json_node;

// Zeroed memory that lives as long as the game; NULL after setting STATUS_MEMORY.
void *json_keep(json_reader *r, size_t count, size_t size);
void json_free_blocks(arena_block *blocks);

// Sets "NAME: PLACE: message" as STATUS_INVALID; false.
bool json_reject(json_reader *r, const json_node *n, const char *format, ...) __attribute__((format(printf, 3, 4)));

json_node json_member(const json_node *n, const char *key);
json_node json_item(const json_node *n, int index);
int json_count(const json_node *n);  // items of an array, 0 for anything else
// Warns of each member whose key is not in the NULL-terminated list.
void json_unknown_keys(json_reader *r, const json_node *n, const char *const *known);

bool json_object(json_reader *r, const json_node *n);                            // must be an object
bool json_array(json_reader *r, const json_node *n, bool required);              // must be an array, or absent where not required
bool json_id(json_reader *r, const json_node *n, char out[GAME_ID_MAX]);         // non-empty text of at most 63 bytes
bool json_text(json_reader *r, const json_node *n, char *out, size_t capacity);  // absent: left as it is; UTF-8, nothing disruptive
bool json_number(json_reader *r, const json_node *n, double lo, double hi, const char *meaning, double *out);  // required, within lo..hi
bool json_positive(json_reader *r, const json_node *n, double most, double *out);                    // absent: left as it is; else in (0, most]
bool json_flag(json_reader *r, const json_node *n, bool *out);                                       // absent: left as it is
bool json_colour(json_reader *r, const json_node *n, uint32_t *out);                                 // absent: left as it is; "#rrggbb"
bool json_numbers(json_reader *r, const json_node *n, int count, const char *meaning, double *out);  // array of `count` finite numbers
// Index of the text in names[0..count); absent: left as it is.
bool json_choice(json_reader *r, const json_node *n, const char *const *names, int count, int *out);

#endif
