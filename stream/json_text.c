#include "stream/json_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(json_text *j, const char *s, size_t n) {
    if (j->failed) return;
    if (j->length + n + 1 > j->capacity) {
        size_t capacity = (j->length + n + 1) * 2 + 256;
        char *grown = realloc(j->text, capacity);
        if (!grown) {
            j->failed = true;
            return;
        }
        j->text = grown;
        j->capacity = capacity;
    }
    memcpy(j->text + j->length, s, n);
    j->length += n;
    j->text[j->length] = '\0';
}

static void begin_value(json_text *j) {
    if (j->comma) put(j, ",", 1);
    j->comma = true;
}

void emit_open(json_text *j, char bracket) {
    begin_value(j);
    put(j, &bracket, 1);
    j->comma = false;
}

void emit_close(json_text *j, char bracket) {
    put(j, &bracket, 1);
    j->comma = true;
}

static void put_escaped(json_text *j, unsigned char c) {
    char escaped[8];
    if (c == '"' || c == '\\')
        snprintf(escaped, sizeof escaped, "\\%c", c);
    else
        snprintf(escaped, sizeof escaped, "\\u%04x", c);
    put(j, escaped, strlen(escaped));
}

static void put_text(json_text *j, const char *s) {
    size_t left = strlen(s);
    put(j, "\"", 1);
    while (left > 0) {
        size_t n = utf8_sequence(s, left);
        unsigned char c = (unsigned char)*s;
        if (n == 0)
            put(j, "\xEF\xBF\xBD", 3);
        else if (n == 1 && (c < ' ' || c == '"' || c == '\\' || c == '<' || c == 0x7F))
            put_escaped(j, c);
        else
            put(j, s, n);
        if (n == 0) n = 1;
        s += n;
        left -= n;
    }
    put(j, "\"", 1);
}

void emit_string(json_text *j, const char *s) {
    begin_value(j);
    put_text(j, s);
}

void emit_key(json_text *j, const char *key) {
    emit_string(j, key);
    put(j, ":", 1);
    j->comma = false;
}

void emit_raw(json_text *j, const char *json) {
    begin_value(j);
    put(j, json, strlen(json));
}

void emit_raw_safe(json_text *j, const char *json) {
    begin_value(j);
    for (size_t n; *json; json += n) {
        n = strcspn(json, "<");
        put(j, json, n);
        if (json[n] != '<') continue;
        put(j, "\\u003c", 6);
        n++;
    }
}

void emit_bool(json_text *j, bool b) { emit_raw(j, b ? "true" : "false"); }
void emit_null(json_text *j) { emit_raw(j, "null"); }

void emit_int(json_text *j, long long n) {
    char text[24];
    snprintf(text, sizeof text, "%lld", n);
    emit_raw(j, text);
}

static void trim_zeros(char *number) {
    char *point = strchr(number, '.');
    if (!point) return;
    char *end = number + strlen(number);
    while (end[-1] == '0') *--end = '\0';
    if (end[-1] == '.') *--end = '\0';
    if (strcmp(number, "-0") == 0) memcpy(number, "0", 2);
}

#define FIXED_DECIMALS 4  // most that are written without printf

// As printf's "%.*f", which is dear. False where it can't be: too large, or too near to the middle of two numbers to be sure of rounding
// as printf does.
static bool put_fixed(char *text, double x, int decimals) {
    static const unsigned tens[FIXED_DECIMALS + 1] = {1, 10, 100, 1000, 10000};
    if (decimals < 1 || decimals > FIXED_DECIMALS) return false;
    double scaled = fabs(x) * tens[decimals], whole = floor(scaled), rest = scaled - whole;
    if (!(scaled < 1e9) || fabs(rest - 0.5) < 1e-6) return false;  // the product is off by less than 1e-6
    unsigned n = (unsigned)whole + (rest > 0.5), at = 0;
    char back[16];
    for (int i = 0; i < decimals; i++, n /= 10) back[at++] = (char)('0' + n % 10);
    back[at++] = '.';
    do back[at++] = (char)('0' + n % 10);
    while (n /= 10);
    if (signbit(x)) back[at++] = '-';
    while (at > 0) *text++ = back[--at];
    *text = '\0';
    return true;
}

void emit_number(json_text *j, double x, int decimals) {
    char text[64];
    if (!isfinite(x)) {
        emit_null(j);
        return;
    }
    if (fabs(x) >= 1e15) {  // beyond any table: the fraction is no longer there to be rounded
        emit_exact(j, x);
        return;
    }
    if (!put_fixed(text, x, decimals)) snprintf(text, sizeof text, "%.*f", decimals, x);
    trim_zeros(text);
    emit_raw(j, text);
}

void emit_exact(json_text *j, double x) {
    char text[40];
    if (!isfinite(x)) {
        emit_null(j);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    emit_raw(j, text);
}

void emit_key_int(json_text *j, const char *key, long n) {
    emit_key(j, key);
    emit_int(j, n);
}

void emit_key_bool(json_text *j, const char *key, bool b) {
    emit_key(j, key);
    emit_bool(j, b);
}

void emit_point(json_text *j, vec2 p) {
    emit_open(j, '[');
    emit_number(j, p.x, 4);
    emit_number(j, p.y, 4);
    emit_close(j, ']');
}

void emit_key_outline(json_text *j, const char *key, const vec2 *at, int count) {
    emit_key(j, key);
    emit_open(j, '[');
    for (int i = 0; i < count; i++) {
        emit_open(j, '[');
        emit_number(j, at[i].x, 2);
        emit_number(j, at[i].y, 2);
        emit_close(j, ']');
    }
    emit_close(j, ']');
}

char *emit_finish(json_text *j) {
    if (j->failed) {
        free(j->text);
        j->text = NULL;
    }
    char *text = j->text;
    *j = (json_text){0};
    return text;
}

double emit_round4(double x) {
    char text[64];
    if (!isfinite(x) || fabs(x) >= 1e15) return x;
    if (!put_fixed(text, x, 4)) snprintf(text, sizeof text, "%.4f", x);
    return strtod(text, NULL) + 0.0;  // no negative zero
}

double emit_heading_deg(double rad) {
    double deg = emit_round4(fmod(rad * DEG_PER_RAD, 360.0));
    if (deg > 180) deg = emit_round4(deg - 360);
    if (deg <= -180) deg = emit_round4(deg + 360);
    return deg;
}

void emit_key_string(json_text *j, const char *key, const char *s) {
    emit_key(j, key);
    emit_string(j, s);
}

void emit_key_number(json_text *j, const char *key, double x, int decimals) {
    emit_key(j, key);
    emit_number(j, x, decimals);
}
