// web/sessions -- who is logged in: passwords, random tokens in cookies, and addresses that guessed too often. Internal to web/. Any thread.
//
// A token is 32 random bytes; what is kept of it is its hash. Source: OWASP Session Management Cheat Sheet; libsodium's password hashing (Argon2id).
#ifndef VEDETTE_WEB_SESSIONS_H
#define VEDETTE_WEB_SESSIONS_H

#include <pthread.h>
#include <sodium.h>
#include <stdint.h>

#include "core/status.h"
#include "web/web.h"

#define SESSIONS_MAX 256
#define SESSION_TOKEN_BYTES 32
#define SESSION_TOKEN_TEXT (2 * SESSION_TOKEN_BYTES + 1)
#define SESSION_IDLE_MS ((uint64_t)12 * 3600 * 1000)
#define GUESSERS_MAX 256
#define GUESSES_FREE 5
#define LOCK_FIRST_MS 30000
#define LOCK_MOST_MS (15 * 60 * 1000)
// Wrong tries of all other machines together, so that many addresses guess no faster: a table code of six digits lasts a day's games.
#define GUESSES_OF_ALL 60
#define GUESS_OF_ALL_MS 1000

typedef struct {
    unsigned char hash[crypto_generichash_BYTES];
    web_who who;
    uint64_t used_ms;  // when it was used last
    double tokens;     // entries that it may make now
    uint64_t filled_ms;
    uint64_t number;  // of the session; 0: the place is free
} session_row;

typedef struct {
    char address[WEB_ADDRESS_MAX];
    int failed;
    uint64_t last_ms, locked_until_ms;
} guesser;

typedef struct {
    pthread_mutex_t lock;
    session_row rows[SESSIONS_MAX];
    guesser guessers[GUESSERS_MAX];
    double free_guesses;  // of all
    uint64_t filled_ms;
    uint64_t last_number;
    char password_hash[crypto_pwhash_STRBYTES];
    char table_code[WEB_SECRET_MAX];
    char made_password[WEB_SECRET_MAX];  // "" where it was given
    bool code_made;
} sessions;

// Of the names `password` and `code`; NULL: one is made. STATUS_INVALID: one that is too long or empty; STATUS_EXTERNAL; STATUS_MEMORY.
status sessions_init(sessions *s, const char *password, const char *code, fault *fault);
void sessions_finish(sessions *s);

// How long the address must wait before it may try a password or code; 0: not at all. What others guess locks neither this machine nor a judge's out.
uint64_t sessions_locked_ms(sessions *s, const char *address, uint64_t now_ms);
// Is it the judge's password, the players' code? Slow (a tenth of a second) for the password. An address that is locked
// is never right. Notes the failure of an address.
bool sessions_check_password(sessions *s, const char *address, const char *password, uint64_t now_ms);
bool sessions_check_code(sessions *s, const char *address, const char *code, uint64_t now_ms);

// Begins a session of `who` and writes its token; the one that was used longest ago ends where there are too many. Returns its number.
uint64_t sessions_begin(sessions *s, const web_who *who, uint64_t now_ms, char token[SESSION_TOKEN_TEXT]);
// Whose token it is: its number, and *who; 0: nobody's, or it has expired. touch: it is used now.
uint64_t sessions_find(sessions *s, const char *token, uint64_t now_ms, web_who *who);
void sessions_end(sessions *s, const char *token, uint64_t now_ms);
// Is that session still there?
bool sessions_lives(sessions *s, uint64_t number);
// May the session enter something now? Judges 20 a second, players 5; 0, which is no session, always.
bool sessions_may_enter_now(sessions *s, uint64_t number, uint64_t now_ms);
// Does the address have a judge's session?
bool sessions_is_judges(sessions *s, const char *address);

#endif
