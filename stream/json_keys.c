#include "stream/json_keys.h"

#include <stdio.h>
#include <string.h>

#include "stream/json_text.h"

// Copies as many whole characters of s as fit; true where all did.
static bool copy_whole(const char *s, char *out, size_t size) {
    size_t length = strlen(s), n = 0;
    while (n < length) {
        size_t c = utf8_sequence(s + n, length - n);
        if (c == 0) c = 1;
        if (n + c >= size) break;
        n += c;
    }
    memcpy(out, s, n);
    out[n] = '\0';
    return n == length;
}

quoted field_quote(const char *s) {
    quoted q;
    if (!copy_whole(s, q.text, sizeof q.text - 3)) strcat(q.text, "...");
    return q;
}

status field_find(const cJSON *o, const char *key, field_need need, const cJSON **out, fault *fault) {
    *out = NULL;
    bool found = false;
    for (const cJSON *c = o->child; c; c = c->next) {
        if (strcmp(c->string, key) != 0) continue;
        if (found) return fault_set(fault, STATUS_INVALID, "%s: given twice: keep one", key);
        found = true;
        if (!cJSON_IsNull(c)) *out = c;
    }
    if (!*out && need == REQUIRED) return fault_set(fault, STATUS_INVALID, "%s: missing: add it", key);
    return STATUS_OK;
}

static status find_string(const cJSON *o, const char *key, field_need need, const char **out, fault *fault) {
    const cJSON *v;
    status s = field_find(o, key, need, &v, fault);
    *out = "";
    if (s != STATUS_OK || !v) return s;
    if (!cJSON_IsString(v)) return fault_set(fault, STATUS_INVALID, "%s: not a text: write it in quotes", key);
    *out = v->valuestring;
    return STATUS_OK;
}

// The first character beyond ASCII that would disturb what is shown beside it; its length is *n. NULL: none. ASCII's own controls are kept, since
// JSON escapes them.
static char *find_disruptive(char *s, size_t *n) {
    for (size_t left = strlen(s); left > 0; s += *n, left -= *n) {
        *n = utf8_sequence(s, left);
        if (*n > 1 && utf8_is_disruptive(s, *n)) return s;
        if (*n == 0) *n = 1;
    }
    return NULL;
}

status field_word(const cJSON *o, const char *key, field_need need, char *out, size_t size, fault *fault) {
    const char *text;
    status s = find_string(o, key, need, &text, fault);
    if (s != STATUS_OK) return s;
    if (need == REQUIRED && !text[0]) return fault_set(fault, STATUS_INVALID, "%s: empty: name one", key);
    if (!copy_whole(text, out, size))
        return fault_set(fault, STATUS_INVALID, "%s: \"%s\" is too long: at most %zu bytes", key, field_quote(text).text, size - 1);
    size_t n;
    if (find_disruptive(out, &n)) return fault_set(fault, STATUS_INVALID, "%s: holds line separators or marks of direction: use plain text", key);
    return STATUS_OK;
}

status field_prose(const cJSON *o, const char *key, char *out, size_t size, fault *fault) {
    const char *text;
    status s = find_string(o, key, OPTIONAL, &text, fault);
    if (s != STATUS_OK) return s;
    copy_whole(text, out, size);
    size_t n;
    for (char *at = out; (at = find_disruptive(at, &n)) != NULL; at++) {
        memmove(at + 1, at + n, strlen(at + n) + 1);
        *at = ' ';
    }
    return s;
}

static bool is_sound_number(const cJSON *v) { return cJSON_IsNumber(v) && isfinite(v->valuedouble) && fabs(v->valuedouble) <= FIELD_INCHES_MAX; }

status field_number(const cJSON *o, const char *key, field_need need, double *out, fault *fault) {
    const cJSON *v;
    status s = field_find(o, key, need, &v, fault);
    if (s != STATUS_OK || !v) return s;
    if (!cJSON_IsNumber(v)) return fault_set(fault, STATUS_INVALID, "%s: not a number", key);
    if (!is_sound_number(v))
        return fault_set(fault, STATUS_INVALID, "%s: out of bounds: a finite number of at most %g is wanted", key, FIELD_INCHES_MAX);
    *out = v->valuedouble;
    return STATUS_OK;
}

status field_int(const cJSON *o, const char *key, field_need need, int lo, int hi, int *out, fault *fault) {
    double x = *out;
    status s = field_number(o, key, need, &x, fault);
    if (s != STATUS_OK) return s;
    if (x != floor(x) || x < lo || x > hi) return fault_set(fault, STATUS_INVALID, "%s: %g: a whole number from %d to %d is wanted", key, x, lo, hi);
    *out = (int)x;
    return STATUS_OK;
}

typedef int find_index(const game *g, const char *id);

static status find_named(const cJSON *o, const char *key, field_need need, const game *g, find_index *find, const char *what, int *out,
                         fault *fault) {
    const char *id;
    status s = find_string(o, key, need, &id, fault);
    *out = -1;
    if (s != STATUS_OK) return s;
    if (!id[0] && need == OPTIONAL) return STATUS_OK;
    *out = find(g, id);
    if (*out < 0) return fault_set(fault, STATUS_INVALID, "%s: no %s \"%s\" in the game file", key, what, field_quote(id).text);
    return STATUS_OK;
}

status field_unit(const cJSON *o, const char *key, field_need need, const game *g, int *out, fault *fault) {
    return find_named(o, key, need, g, game_find_unit, "unit", out, fault);
}

status field_side(const cJSON *o, const char *key, field_need need, const game *g, int *out, fault *fault) {
    return find_named(o, key, need, g, game_find_side, "side", out, fault);
}

status field_one_of(const char *key, const char *word, const char *const *list, fault *fault) {
    char known[400] = "";
    for (int i = 0; list[i]; i++) {
        if (strcmp(word, list[i]) == 0) return STATUS_OK;
        size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "", list[i]);
    }
    return fault_set(fault, STATUS_INVALID, "%s: \"%s\" is not known: one of %s", key, field_quote(word).text, known);
}

bool field_numbers(const cJSON *v, int n, double *out) {
    if (!cJSON_IsArray(v)) return false;
    int i = 0;
    for (const cJSON *c = v->child; c; c = c->next, i++) {
        if (i == n || !is_sound_number(c)) return false;
        out[i] = c->valuedouble;
    }
    return i == n;
}

double field_heading_rad(double deg) {
    if (deg > 180 || deg <= -180) {
        deg = fmod(deg, 360.0);
        if (deg > 180) deg -= 360;
        if (deg <= -180) deg += 360;
    }
    return deg * RAD_PER_DEG;
}
