#include "web/sessions.h"

#include <stdio.h>
#include <string.h>

#include "web/connections.h"

// Without letters that look like others, or make words.
static const char letters[] = "bcdfghjkmnpqrstvwxz23456789";
#define PASSWORD_GROUPS 3
#define PASSWORD_GROUP 4
#define CODE_DIGITS 6

// Three groups of four: 57 bits, guessed by nobody at five tries in half a minute.
static void make_password(char out[WEB_SECRET_MAX]) {
    size_t n = 0;
    for (int i = 0; i < PASSWORD_GROUPS * PASSWORD_GROUP; i++) {
        if (i > 0 && i % PASSWORD_GROUP == 0) out[n++] = '-';
        out[n++] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    out[n] = '\0';
}

static void make_code(char out[WEB_SECRET_MAX]) { snprintf(out, WEB_SECRET_MAX, "%0*u", CODE_DIGITS, (unsigned)randombytes_uniform(1000000)); }

static status check_secret(const char *text, const char *what, fault *fault) {
    if (!text || (text[0] && strlen(text) < WEB_SECRET_MAX)) return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, "the %s must have 1 to %d bytes", what, WEB_SECRET_MAX - 1);
}

status sessions_init(sessions *s, const char *password, const char *code, fault *fault) {
    memset(s, 0, sizeof *s);
    if (sodium_init() < 0) return fault_set(fault, STATUS_EXTERNAL, "libsodium does not start: no random numbers for sessions");
    status result = check_secret(password, "judge's password", fault);
    if (result == STATUS_OK) result = check_secret(code, "players' table code", fault);
    if (result != STATUS_OK) return result;
    s->free_guesses = GUESSES_OF_ALL;
    if (!password) make_password(s->made_password);
    s->code_made = !code;
    if (code)
        snprintf(s->table_code, sizeof s->table_code, "%s", code);
    else
        make_code(s->table_code);
    const char *secret = password ? password : s->made_password;
    if (crypto_pwhash_str(s->password_hash, secret, strlen(secret), crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return fault_set(fault, STATUS_MEMORY, "out of memory for the judge's password");
    if (pthread_mutex_init(&s->lock, NULL) != 0) return fault_set(fault, STATUS_MEMORY, "no lock for sessions");
    return STATUS_OK;
}

void sessions_finish(sessions *s) {
    pthread_mutex_destroy(&s->lock);
    sodium_memzero(s, sizeof *s);
}

// Guessers -----------------------------------------------------------------------------------------------------------------------------------

static guesser *find_guesser(sessions *s, const char *address) {
    for (int i = 0; i < GUESSERS_MAX; i++)
        if (s->guessers[i].failed > 0 && strcmp(s->guessers[i].address, address) == 0) return &s->guessers[i];
    return NULL;
}

static void fill(sessions *s, uint64_t now_ms) {
    if (now_ms <= s->filled_ms) return;
    s->free_guesses += (double)(now_ms - s->filled_ms) / GUESS_OF_ALL_MS;
    if (s->free_guesses > GUESSES_OF_ALL) s->free_guesses = GUESSES_OF_ALL;
    s->filled_ms = now_ms;
}

static bool has_judge(const sessions *s, const char *address) {
    for (int i = 0; i < SESSIONS_MAX; i++)
        if (s->rows[i].number != 0 && s->rows[i].who.role == WEB_JUDGE && strcmp(s->rows[i].who.address, address) == 0) return true;
    return false;
}

// With the lock held.
static uint64_t locked_ms(sessions *s, const char *address, uint64_t now_ms) {
    const guesser *g = find_guesser(s, address);
    if (g && g->locked_until_ms > now_ms) return g->locked_until_ms - now_ms;
    fill(s, now_ms);
    return s->free_guesses >= 1 || connections_is_loopback(address) || has_judge(s, address) ? 0 : GUESS_OF_ALL_MS;
}

uint64_t sessions_locked_ms(sessions *s, const char *address, uint64_t now_ms) {
    pthread_mutex_lock(&s->lock);
    const uint64_t left = locked_ms(s, address, now_ms);
    pthread_mutex_unlock(&s->lock);
    return left;
}

// The one that guessed longest ago makes room.
static guesser *take_place(sessions *s, const char *address) {
    guesser *oldest = &s->guessers[0];
    for (int i = 1; i < GUESSERS_MAX; i++)
        if (s->guessers[i].last_ms < oldest->last_ms) oldest = &s->guessers[i];
    *oldest = (guesser){0};
    snprintf(oldest->address, sizeof oldest->address, "%s", address);
    return oldest;
}

// Five guesses are free; then each costs twice the time of the one before.
static void note_guess(sessions *s, const char *address, bool right, uint64_t now_ms) {
    guesser *g = find_guesser(s, address);
    if (right) {
        if (g) *g = (guesser){0};
        return;
    }
    if (!g) g = take_place(s, address);
    if (s->free_guesses >= 1 && !connections_is_loopback(address)) s->free_guesses -= 1;
    g->failed++;
    g->last_ms = now_ms;
    if (g->failed < GUESSES_FREE) return;
    int doublings = g->failed - GUESSES_FREE;
    uint64_t wait_ms = doublings < 6 ? (uint64_t)LOCK_FIRST_MS << doublings : LOCK_MOST_MS;
    g->locked_until_ms = now_ms + (wait_ms < LOCK_MOST_MS ? wait_ms : LOCK_MOST_MS);
}

bool sessions_check_password(sessions *s, const char *address, const char *password, uint64_t now_ms) {
    if (sessions_locked_ms(s, address, now_ms) > 0) return false;  // by those of its tries that were checked while this one waited
    bool right = crypto_pwhash_str_verify(s->password_hash, password, strlen(password)) == 0;
    pthread_mutex_lock(&s->lock);
    note_guess(s, address, right, now_ms);
    pthread_mutex_unlock(&s->lock);
    return right;
}

bool sessions_check_code(sessions *s, const char *address, const char *code, uint64_t now_ms) {
    char given[WEB_SECRET_MAX] = "";
    bool fits = strlen(code) < sizeof given;
    if (fits) strcpy(given, code);
    pthread_mutex_lock(&s->lock);
    bool right = sodium_memcmp(given, s->table_code, sizeof given) == 0 && fits && locked_ms(s, address, now_ms) == 0;
    note_guess(s, address, right, now_ms);
    pthread_mutex_unlock(&s->lock);
    return right;
}

// Sessions -----------------------------------------------------------------------------------------------------------------------------------

static bool hash_token(const char *token, unsigned char hash[crypto_generichash_BYTES]) {
    unsigned char bytes[SESSION_TOKEN_BYTES];
    size_t n;
    if (strlen(token) != SESSION_TOKEN_TEXT - 1) return false;
    if (sodium_hex2bin(bytes, sizeof bytes, token, SESSION_TOKEN_TEXT - 1, NULL, &n, NULL) != 0 || n != sizeof bytes) return false;
    crypto_generichash(hash, crypto_generichash_BYTES, bytes, sizeof bytes, NULL, 0);
    return true;
}

// With the lock held. NULL: there is none, or it has expired.
static session_row *find_row(sessions *s, const char *token, uint64_t now_ms) {
    unsigned char hash[crypto_generichash_BYTES];
    if (!hash_token(token, hash)) return NULL;
    for (int i = 0; i < SESSIONS_MAX; i++) {
        session_row *r = &s->rows[i];
        if (r->number == 0 || sodium_memcmp(r->hash, hash, sizeof hash) != 0) continue;
        if (now_ms - r->used_ms <= SESSION_IDLE_MS) return r;
        *r = (session_row){0};
    }
    return NULL;
}

uint64_t sessions_begin(sessions *s, const web_who *who, uint64_t now_ms, char token[SESSION_TOKEN_TEXT]) {
    unsigned char bytes[SESSION_TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, SESSION_TOKEN_TEXT, bytes, sizeof bytes);
    pthread_mutex_lock(&s->lock);
    session_row *place = &s->rows[0];
    for (int i = 1; i < SESSIONS_MAX && place->number != 0; i++)
        if (s->rows[i].number == 0 || s->rows[i].used_ms < place->used_ms) place = &s->rows[i];
    *place = (session_row){.who = *who, .used_ms = now_ms, .number = ++s->last_number};
    hash_token(token, place->hash);
    uint64_t number = place->number;
    pthread_mutex_unlock(&s->lock);
    return number;
}

uint64_t sessions_find(sessions *s, const char *token, uint64_t now_ms, web_who *who) {
    pthread_mutex_lock(&s->lock);
    session_row *r = find_row(s, token, now_ms);
    uint64_t number = r ? r->number : 0;
    if (r) {
        r->used_ms = now_ms;
        *who = r->who;
    }
    pthread_mutex_unlock(&s->lock);
    return number;
}

void sessions_end(sessions *s, const char *token, uint64_t now_ms) {
    pthread_mutex_lock(&s->lock);
    session_row *r = find_row(s, token, now_ms);
    if (r) *r = (session_row){0};
    pthread_mutex_unlock(&s->lock);
}

static session_row *find_number(sessions *s, uint64_t number) {
    for (int i = 0; i < SESSIONS_MAX; i++)
        if (s->rows[i].number == number) return &s->rows[i];
    return NULL;
}

bool sessions_lives(sessions *s, uint64_t number) {
    pthread_mutex_lock(&s->lock);
    bool lives = find_number(s, number) != NULL;
    pthread_mutex_unlock(&s->lock);
    return lives;
}

bool sessions_may_enter_now(sessions *s, uint64_t number, uint64_t now_ms) {
    if (number == 0) return true;
    pthread_mutex_lock(&s->lock);
    session_row *r = find_number(s, number);
    bool may = false;
    if (r) {
        const double rate = r->who.role == WEB_JUDGE ? 20 : 5, most = 2 * rate;
        r->tokens = r->filled_ms == 0 ? most : r->tokens + rate * (double)(now_ms - r->filled_ms) / 1000;
        if (r->tokens > most) r->tokens = most;
        r->filled_ms = now_ms;
        may = r->tokens >= 1;
        if (may) r->tokens -= 1;
    }
    pthread_mutex_unlock(&s->lock);
    return may;
}

bool sessions_is_judges(sessions *s, const char *address) {
    pthread_mutex_lock(&s->lock);
    bool found = has_judge(s, address);
    pthread_mutex_unlock(&s->lock);
    return found;
}
