// app/entry_rights -- who may enter what. A judge anything; a player what concerns units of the own side; a viewer nothing. Pure.
#ifndef VEDETTE_APP_ENTRY_RIGHTS_H
#define VEDETTE_APP_ENTRY_RIGHTS_H

#include <cJSON.h>

#include "core/game.h"
#include "web/web.h"

// STATUS_INVALID: o may not be entered by who, with the reason as one sentence. What is no entry at all is allowed here and refused by its reader.
status entry_rights_check(const game *g, const web_who *who, const cJSON *o, fault *fault);

#endif
