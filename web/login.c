// /api/session: who somebody is to the program, log-in by password or table code, log-out.
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/login_form.h"
#include "web/requests.h"

#define COOKIE "vedette_session"

// A password that is being checked.
typedef struct {
    job job;
    sessions *sessions;
    web_who who;
    char password[WEB_SECRET_MAX];
    bool right;
} check;

uint64_t login_who(struct web *w, struct MHD_Connection *c, web_who *who) {
    char token[SESSION_TOKEN_TEXT], address[WEB_ADDRESS_MAX];
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    connections_name(info ? info->client_addr : NULL, address);
    *who = (web_who){.role = WEB_VIEWER};
    uint64_t session =
        origin_cookie(requests_header(c, "Cookie"), COOKIE, token, sizeof token) ? sessions_find(&w->sessions, token, feed_now_ms(), who) : 0;
    if (!session && !w->password_given && connections_is_loopback(address)) who->role = WEB_JUDGE;
    memcpy(who->address, address, sizeof address);
    return session;
}

cJSON *login_describe(const web_who *who) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "role", web_role_name(who->role));
    cJSON_AddStringToObject(o, "name", who->name);
    if (who->side[0])
        cJSON_AddStringToObject(o, "side", who->side);
    else
        cJSON_AddNullToObject(o, "side");
    return o;
}

static char *tell(const struct web *w, const web_who *who) {
    cJSON *o = login_describe(who);
    const web_archive *a = w->archive;
    const bool live = !(a && a->json);
    cJSON *logins = cJSON_AddObjectToObject(o, "login");
    cJSON_AddBoolToObject(logins, "judge", live);
    cJSON_AddBoolToObject(logins, "player", live);
    char *json = cJSON_PrintUnformatted(o);
    cJSON_Delete(o);
    return json;
}

enum MHD_Result login_tell(const request *r) { return requests_send_json(r->connection, tell(r->web, &r->who)); }

static enum MHD_Result refuse(request *r, unsigned code, const char *message) {
    accesses_put(&r->web->accesses, &r->who, "login", false, message);
    return requests_send_error(r->connection, code, message);
}

static enum MHD_Result refuse_locked(request *r, uint64_t locked_ms) {
    char text[160];
    const unsigned wait_s = (unsigned)((locked_ms + 999) / 1000);
    snprintf(text, sizeof text, "{\"error\":\"too many wrong tries: wait %u seconds\",\"wait_s\":%u}", wait_s, wait_s);
    accesses_put(&r->web->accesses, &r->who, "login", false, "too many wrong tries");
    return requests_send_text(r->connection, MHD_HTTP_TOO_MANY_REQUESTS, text);
}

// Sends who it is now, with the cookie of a session that begins.
static enum MHD_Result welcome(request *r, const web_who *who) {
    char token[SESSION_TOKEN_TEXT], cookie[200];
    struct web *w = r->web;
    sessions_begin(&w->sessions, who, feed_now_ms(), token);
    accesses_put(&w->accesses, who, "login", true, "");
    snprintf(cookie, sizeof cookie, COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict%s", token, w->secure ? "; Secure" : "");
    sodium_memzero(token, sizeof token);
    char *json = tell(w, who);
    if (!json) return MHD_NO;
    struct MHD_Response *response = MHD_create_response_from_buffer(strlen(json), json, MHD_RESPMEM_MUST_FREE);
    if (response) MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    return requests_send(r->connection, MHD_HTTP_OK, response, "application/json");
}

static void run_check(job *j) {
    check *c = (check *)j;
    c->right = sessions_check_password(c->sessions, c->who.address, c->password, feed_now_ms());
}

static void free_check(job *j) {
    sodium_memzero(((check *)j)->password, WEB_SECRET_MAX);
    free(j);
}

static enum MHD_Result begin_judge(request *r, const login_form *form, const web_who *who) {
    check *c = calloc(1, sizeof *c);
    if (!c) return MHD_NO;
    *c = (check){.job = {.run = run_check, .free = free_check, .connection = r->connection}, .sessions = &r->web->sessions, .who = *who};
    strcpy(c->password, form->secret);
    r->job = &c->job;
    if (jobs_put(&r->web->jobs, &c->job)) return MHD_YES;
    r->job = NULL;
    free_check(&c->job);
    return refuse(r, MHD_HTTP_TOO_MANY_REQUESTS, "too many log in just now: try again");
}

enum MHD_Result login_begin(request *r) {
    login_form form;
    const uint64_t now_ms = feed_now_ms(), locked_ms = sessions_locked_ms(&r->web->sessions, r->who.address, now_ms);
    if (locked_ms > 0) return refuse_locked(r, locked_ms);
    const char *wrong = login_form_read(r->body, r->length, &form);
    if (wrong) return refuse(r, MHD_HTTP_BAD_REQUEST, wrong);
    web_who who = {.role = form.role};
    memcpy(who.name, form.name, sizeof who.name);
    memcpy(who.side, form.side, sizeof who.side);
    memcpy(who.address, r->who.address, sizeof who.address);
    enum MHD_Result result;
    if (form.role == WEB_JUDGE)
        result = begin_judge(r, &form, &who);
    else if (sessions_check_code(&r->web->sessions, who.address, form.secret, now_ms))
        result = welcome(r, &who);
    else
        result = refuse(r, MHD_HTTP_UNAUTHORIZED, "that is not the code of this table");
    sodium_memzero(&form, sizeof form);
    return result;
}

enum MHD_Result login_finish(request *r) {
    check *c = (check *)r->job;
    const web_who who = c->who;
    const bool right = c->right;
    jobs_leave(&r->web->jobs, r->job);
    r->job = NULL;
    return right ? welcome(r, &who) : refuse(r, MHD_HTTP_UNAUTHORIZED, "that is not the judge's password");
}

enum MHD_Result login_end(request *r) {
    char token[SESSION_TOKEN_TEXT];
    if (origin_cookie(requests_header(r->connection, "Cookie"), COOKIE, token, sizeof token)) sessions_end(&r->web->sessions, token, feed_now_ms());
    if (r->session) accesses_put(&r->web->accesses, &r->who, "logout", true, "");
    feed_stir(&r->web->feed);  // streams of the session end
    web_who who;
    login_who(r->web, r->connection, &who);
    return requests_send_json(r->connection, tell(r->web, &who));
}
