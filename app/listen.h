// app/listen -- starts the page where the command line says so, and tells people the addresses, the password and the code.
//
// This machine itself needs no password, where none is given. Beyond it a judge logs in with a password and players with a table code; what is not
// given is made and told on the terminal.
#ifndef VEDETTE_APP_LISTEN_H
#define VEDETTE_APP_LISTEN_H

#include "app/options.h"
#include "core/status.h"

typedef struct {
    const char *listen;         // "ADDR:PORT", "ADDR", ":PORT" or "[IPv6]:PORT"; NULL: 127.0.0.1, on port 8080 or any free one
    const char *password_file;  // its first line is the judge's password
    const char *table_code;     // of the players
    const char *cert, *key;     // PEM files
} listen_options;

// Rows of a table of options that serves the page; o: the listen_options.
#define LISTEN_ROWS(o)                                                                                                           \
    {"judge-password-file", "FILE", "the judge logs in with the first line of this file, on this machine too", OPTION_SETS_TEXT, \
     &(o).password_file},                                                                                                        \
        {"table-code", "CODE", "players log in with this code", OPTION_SETS_TEXT, &(o).table_code},                              \
        {"tls-cert", "FILE", "serve the page by TLS with this certificate (PEM)", OPTION_SETS_TEXT, &(o).cert}, {                \
        "tls-key", "FILE", "its private key (PEM)", OPTION_SETS_TEXT, &(o).key                                                   \
    }

struct desk;
// Starts the desk's page. live: a game is judged on it, not shown again. STATUS_INVALID: an address, file or code that can't be, with the remedy; and
// as web_start.
status listen_begin(struct desk *d, const listen_options *o, bool live, fault *fault);

#endif
