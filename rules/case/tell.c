#include "rules/case/tell.h"

#include <stdio.h>

static game_option *next(teller *t, const char *name, option_kind kind) {
    if (t->count >= t->max) return NULL;
    game_option *o = &t->out[t->count++];
    *o = (game_option){.kind = kind};
    snprintf(o->name, sizeof o->name, "%s", name);
    return o;
}

void tell_flag(teller *t, const char *name, bool value) {
    game_option *o = next(t, name, OPTION_FLAG);
    if (o) o->flag = value;
}

void tell_true(teller *t, const char *name, bool value) {
    if (value) tell_flag(t, name, true);
}

void tell_number(teller *t, const char *name, double value) {
    game_option *o = next(t, name, OPTION_NUMBER);
    if (o) o->number = value;
}

void tell_text(teller *t, const char *name, const char *value) {
    game_option *o = next(t, name, OPTION_TEXT);
    if (o) snprintf(o->text, sizeof o->text, "%s", value);
}
