// web/login_form -- what somebody posts to log in. Internal to web/. Pure.
//
// {"role":"judge","password":"..","name":".."} or {"role":"player","code":"..","name":"..","side":"red"}; name and side may be absent.
#ifndef VEDETTE_WEB_LOGIN_FORM_H
#define VEDETTE_WEB_LOGIN_FORM_H

#include <stddef.h>

#include "web/web.h"

typedef struct {
    web_role role;
    char secret[WEB_SECRET_MAX];  // password or code
    char name[WEB_NAME_MAX], side[WEB_SIDE_MAX];
} login_form;

// Reads it; NULL, or what is wrong with it, for a person. *out is whole or nothing that may be used.
const char *login_form_read(const char *body, size_t length, login_form *out);

#endif
