#include "web/login_form.h"

#include <cJSON.h>
#include <string.h>

#include "core/utf8.h"

// UTF-8 without controls and marks of direction: a name stands beside others in lists, lines and the record.
static bool can_be_shown(const char *text) {
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        n = utf8_sequence(text, left);
        if (n == 0 || utf8_is_disruptive(text, n)) return false;
    }
    return true;
}

// The text of that name; false: it is not there, or does not fit.
static bool take_text(const cJSON *o, const char *name, char *out, size_t capacity) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, name));
    if (!text || strlen(text) >= capacity) return false;
    strcpy(out, text);
    return true;
}

// The same of one that may be absent, and that others are shown.
static bool take_optional(const cJSON *o, const char *name, char *out, size_t capacity) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);
    out[0] = '\0';
    return !item || cJSON_IsNull(item) || (take_text(o, name, out, capacity) && can_be_shown(out));
}

static const char *read_form(const cJSON *o, login_form *out) {
    const char *role = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "role"));
    const bool judge = role && strcmp(role, "judge") == 0, player = role && strcmp(role, "player") == 0;
    if (!judge && !player) return "log in with role judge and a password, or role player and a code";
    out->role = judge ? WEB_JUDGE : WEB_PLAYER;
    if (!take_text(o, judge ? "password" : "code", out->secret, sizeof out->secret))
        return judge ? "a judge logs in with a password" : "a player logs in with the table's code";
    if (!take_optional(o, "name", out->name, sizeof out->name)) return "a name has at most 47 bytes of UTF-8 and no control characters";
    if (player && !take_optional(o, "side", out->side, sizeof out->side)) return "side is the id of a side of the game";
    return NULL;
}

const char *login_form_read(const char *body, size_t length, login_form *out) {
    memset(out, 0, sizeof *out);
    cJSON *o = cJSON_ParseWithLength(body, length);
    const char *wrong = read_form(o, out);
    cJSON_Delete(o);
    return wrong;
}
