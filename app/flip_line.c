#include "app/flip_line.h"

#include <cJSON.h>
#include <stdio.h>

static const char *of_kind(flip_kind k) {
    static const char *const names[] = {[FLIP_RATE] = "rate",        [FLIP_NUMBER] = "option", [FLIP_WORD] = "option",
                                        [FLIP_DECLARED] = "declare", [FLIP_DICE] = "dice",     [FLIP_COMMAND] = "status"};
    return names[k];
}

static void add_change(cJSON *o, const game *g, const flip *f, const char *key) {
    switch (f->kind) {
        case FLIP_RATE:
        case FLIP_NUMBER:
            cJSON_AddNumberToObject(o, key, f->at);
            cJSON_AddNumberToObject(o, "not_at", f->last);
            cJSON_AddNumberToObject(o, "is", f->is);
            cJSON_AddStringToObject(o, "unit", f->unit_name);
            break;
        case FLIP_WORD:
            cJSON_AddStringToObject(o, key, f->word);
            cJSON_AddStringToObject(o, "is", f->is_word);
            break;
        case FLIP_DECLARED:
            if (f->target >= 0) cJSON_AddStringToObject(o, "target", g->units[f->target].id);
            if (f->word[0]) cJSON_AddStringToObject(o, "to", f->word);
            break;
        default:
            cJSON_AddStringToObject(o, key, f->kind == FLIP_DICE ? "pass" : "true");
            break;
    }
}

char *flip_line(const game *g, const flip *f, behaviour how) {
    char key[24];
    cJSON *o = cJSON_CreateObject();
    snprintf(key, sizeof key, "%s_at", ruling_name(f->becomes));
    cJSON_AddStringToObject(o, "kind", "flip");
    cJSON_AddNumberToObject(o, "move", f->move);
    cJSON_AddStringToObject(o, "ruling", ruling_name(f->was));
    cJSON_AddStringToObject(o, "rule", f->rule);
    if (how != BEHAVIOUR_ANNOUNCE) cJSON_AddStringToObject(o, "behaviour", behaviour_names[how]);
    cJSON_AddStringToObject(o, "of", of_kind(f->kind));
    if (f->kind != FLIP_RATE) cJSON_AddStringToObject(o, "name", f->name);
    add_change(o, g, f, key);
    cJSON_AddStringToObject(o, "text", f->text);
    char *text = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return text;
}
