#include "web/login_form.h"

#include <cJSON.h>
#include <string.h>

// The text of that name, without control characters; false: it is not there, or does not fit.
static bool take_text(const cJSON *o, const char *name, char *out, size_t capacity) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, name));
    if (!text || strlen(text) >= capacity) return false;
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) return false;
    strcpy(out, text);
    return true;
}

// The same of one that may be absent.
static bool take_optional(const cJSON *o, const char *name, char *out, size_t capacity) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);
    out[0] = '\0';
    return !item || cJSON_IsNull(item) || take_text(o, name, out, capacity);
}

static const char *read_form(const cJSON *o, login_form *out) {
    const char *role = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "role"));
    const bool judge = role && strcmp(role, "judge") == 0, player = role && strcmp(role, "player") == 0;
    if (!judge && !player) return "log in with role judge and a password, or role player and a code";
    out->role = judge ? WEB_JUDGE : WEB_PLAYER;
    if (!take_text(o, judge ? "password" : "code", out->secret, sizeof out->secret))
        return judge ? "a judge logs in with a password" : "a player logs in with the table's code";
    if (!take_optional(o, "name", out->name, sizeof out->name)) return "a name has at most 47 bytes and no control characters";
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
