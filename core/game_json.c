#include "core/game_json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"

struct arena_block {
    arena_block *next;
    max_align_t data[];
};

#define WARNED_MAX 64

void *json_keep(json_reader *r, size_t count, size_t size) {
    if (count == 0) count = 1;
    arena_block *block = count <= (SIZE_MAX - sizeof *block) / size ? calloc(1, sizeof *block + count * size) : NULL;
    if (!block) {
        r->failed = fault_set(r->fault, STATUS_MEMORY, "%s: out of memory", r->name);
        return NULL;
    }
    block->next = *r->blocks;
    *r->blocks = block;
    return block->data;
}

void json_free_blocks(arena_block *blocks) {
    while (blocks) {
        arena_block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

bool json_reject(json_reader *r, const json_node *n, const char *format, ...) {
    char message[320];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (r->failed == STATUS_OK) r->failed = fault_set(r->fault, STATUS_INVALID, "%s: %s%s%s", r->name, n->place, n->place[0] ? ": " : "", message);
    return false;
}

json_node json_member(const json_node *n, const char *key) {
    json_node m = {.json = cJSON_GetObjectItemCaseSensitive(n->json, key)};
    snprintf(m.place, sizeof m.place, "%.100s%s%s", n->place, n->place[0] ? "." : "", key);
    return m;
}

json_node json_item(const json_node *n, int index) {
    json_node m = {.json = cJSON_GetArrayItem(n->json, index)};
    snprintf(m.place, sizeof m.place, "%.140s[%d]", n->place, index);
    return m;
}

int json_count(const json_node *n) { return cJSON_IsArray(n->json) ? cJSON_GetArraySize(n->json) : 0; }

// units[2].figures[0].paint -> units[].figures[].paint, so that a key repeated in each figure is reported once.
static void without_indices(const char *place, char out[GAME_NAME_MAX]) {
    size_t k = 0;
    for (bool inside = false; *place && k + 1 < GAME_NAME_MAX; place++) {
        if (*place == ']') inside = false;
        if (!inside) out[k++] = *place;
        if (*place == '[') inside = true;
    }
    out[k] = '\0';
}

static void warn_once(json_reader *r, const json_node *n) {
    char pattern[GAME_NAME_MAX];
    without_indices(n->place, pattern);
    for (int i = 0; i < r->warned_count; i++)
        if (strcmp(r->warned[i], pattern) == 0) return;
    if (r->warned_count < WARNED_MAX) snprintf(r->warned[r->warned_count++], GAME_NAME_MAX, "%s", pattern);
    r->warn(r->context, n->place);
}

void json_unknown_keys(json_reader *r, const json_node *n, const char *const *known) {
    if (!r->warn) return;
    const cJSON *item;
    cJSON_ArrayForEach(item, n->json) {
        bool found = !item->string;
        for (const char *const *k = known; *k && !found; k++) found = strcmp(*k, item->string) == 0;
        if (found) continue;
        json_node m = json_member(n, item->string);
        if (!r->warned) r->warned = json_keep(r, WARNED_MAX, GAME_NAME_MAX);
        if (r->warned) warn_once(r, &m);
    }
}

bool json_object(json_reader *r, const json_node *n) {
    return cJSON_IsObject(n->json) ? true : json_reject(r, n, n->json ? "must be an object { ... }" : "is missing: it must be an object { ... }");
}

bool json_array(json_reader *r, const json_node *n, bool required) {
    if (!n->json) return required ? json_reject(r, n, "is missing: it must be an array [ ... ]") : true;
    return cJSON_IsArray(n->json) ? true : json_reject(r, n, "must be an array [ ... ]");
}

// Ids come out again on the wire, which is UTF-8.
static bool unicode_text(const char *text) {
    for (size_t n, left = strlen(text); left > 0; text += n, left -= n)
        if ((n = utf8_sequence(text, left)) == 0) return false;
    return true;
}

bool json_text(json_reader *r, const json_node *n, char *out, size_t capacity) {
    if (!n->json) return true;
    if (!cJSON_IsString(n->json)) return json_reject(r, n, "must be text in quotes");
    if (strlen(n->json->valuestring) >= capacity) return json_reject(r, n, "is too long: at most %zu bytes", capacity - 1);
    if (!unicode_text(n->json->valuestring)) return json_reject(r, n, "is not UTF-8 text: save the file as UTF-8");
    if (utf8_has_disruptive(n->json->valuestring))
        return json_reject(r, n, "holds control characters, line separators or marks of direction: use plain text");
    snprintf(out, capacity, "%s", n->json->valuestring);
    return true;
}

bool json_id(json_reader *r, const json_node *n, char out[GAME_ID_MAX]) {
    if (!n->json) return json_reject(r, n, "is missing: it must be a short text in quotes");
    if (!json_text(r, n, out, GAME_ID_MAX)) return false;
    return out[0] ? true : json_reject(r, n, "is empty: it must be a short text in quotes");
}

bool json_number(json_reader *r, const json_node *n, double lo, double hi, const char *meaning, double *out) {
    if (!cJSON_IsNumber(n->json)) return json_reject(r, n, "%s: it must be %s", n->json ? "is no number" : "is missing", meaning);
    double v = n->json->valuedouble;
    if (!isfinite(v) || v < lo || v > hi) return json_reject(r, n, "is %g: it must be %s", v, meaning);
    *out = v;
    return true;
}

bool json_positive(json_reader *r, const json_node *n, double most, double *out) {
    if (!n->json) return true;
    if (!cJSON_IsNumber(n->json)) return json_reject(r, n, "must be a number");
    if (!(n->json->valuedouble > 0 && n->json->valuedouble <= most))
        return json_reject(r, n, "is %g: it must be above 0 and at most %g", n->json->valuedouble, most);
    *out = n->json->valuedouble;
    return true;
}

bool json_flag(json_reader *r, const json_node *n, bool *out) {
    if (!n->json) return true;
    if (!cJSON_IsBool(n->json)) return json_reject(r, n, "must be true or false");
    *out = cJSON_IsTrue(n->json);
    return true;
}

bool json_colour(json_reader *r, const json_node *n, uint32_t *out) {
    if (!n->json) return true;
    const char *text = cJSON_IsString(n->json) ? n->json->valuestring : "";
    if (strlen(text) != 7 || text[0] != '#' || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return json_reject(r, n, "must be a colour like \"#b02020\"");
    *out = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

bool json_numbers(json_reader *r, const json_node *n, int count, const char *meaning, double *out) {
    if (json_count(n) != count) return json_reject(r, n, "must be %s", meaning);
    int i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, n->json) {
        if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || fabs(item->valuedouble) > 1e6)
            return json_reject(r, n, "must be %s, each finite", meaning);
        out[i++] = item->valuedouble;
    }
    return true;
}

bool json_choice(json_reader *r, const json_node *n, const char *const *names, int count, int *out) {
    if (!n->json) return true;
    char list[200] = "";
    for (int i = 0; i < count; i++) {
        if (cJSON_IsString(n->json) && strcmp(n->json->valuestring, names[i]) == 0) {
            *out = i;
            return true;
        }
        size_t used = strlen(list);
        if (names[i][0]) snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", names[i]);
    }
    return json_reject(r, n, "must be one of: %s", list);
}
