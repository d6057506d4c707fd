#include "rules/state/tuning.h"

#include <string.h>

#include "core/chance.h"

bool tuning_word_is(const rules *r, const char *parameter, const char *word) { return strcmp(rules_text(r, parameter), word) == 0; }

// x with P(Z <= x) = p of the standard normal, by bisection: exact to the last bits and the same everywhere.
static double normal_quantile(double p) {
    double low = -10, high = 10;
    for (int i = 0; i < 80; i++) {
        double mid = (low + high) / 2;
        if (chance_below(-mid, 1) < p)
            low = mid;
        else
            high = mid;
    }
    return (low + high) / 2;
}

// The confidence from which a breach is reported: the game file states it as a chance or as a number of sigmas.
static void fill_confidence(rules *r) {
    tuning *n = &r->n;
    n->confidence = rules_number(r, "illegal_confidence");
    if (rules_is_fixed(r, "k_illegal") && !rules_is_fixed(r, "illegal_confidence")) n->confidence = chance_below(-rules_number(r, "k_illegal"), 1);
    n->k_illegal = normal_quantile(n->confidence);
    n->k_advisory = fmin(rules_number(r, "k_advisory"), n->k_illegal);
}

// The place of `word` among the |-separated choices.
static int place_of(const char *choices, const char *word) {
    size_t length = strlen(word);
    for (int i = 0; choices; i++) {
        if (strncmp(choices, word, length) == 0 && (choices[length] == '|' || choices[length] == 0)) return i;
        choices = strchr(choices, '|');
        if (choices) choices++;
    }
    return 0;
}

static void put(rules *r, size_t at, const void *value, size_t size) { memcpy((char *)&r->n + at, value, size); }
static void put_number(rules *r, size_t at, double value) { put(r, at, &value, sizeof value); }
static void put_flag(rules *r, size_t at, bool value) { put(r, at, &value, sizeof value); }
static void put_whole(rules *r, size_t at, int value) { put(r, at, &value, sizeof value); }

// By the value that holds in this game, though an heir of the rulebook stated another default.
static void resolve(rules *r, const rules_parameter *p) {
    bool is_text = p->kind == OPTION_TEXT;
    double number = rules_number(r, p->name);
    bool flag = is_text ? p->word && tuning_word_is(r, p->name, p->word) : rules_flag(r, p->name);
    if (p->bind == BIND_NUMBER) put_number(r, p->at, number);
    if (p->bind == BIND_ANGLE) put_number(r, p->at, number * RAD_PER_DEG);
    if (p->bind == BIND_WHOLE) put_whole(r, p->at, (int)number);
    if (p->bind == BIND_RANGE) put_number(r, p->at, number), put_number(r, p->at_high, rules_number_high(r, p->name));
    if (p->bind == BIND_FLAG || p->bind == BIND_WORD) put_flag(r, p->at, flag);
    if (p->bind == BIND_UNLESS || p->bind == BIND_UNLESS_WORD) put_flag(r, p->at, !flag);
    if (p->bind == BIND_CHOICE) put_whole(r, p->at, place_of(p->choices, rules_text(r, p->name)));
    if (p->has_chosen) put_flag(r, p->at_chosen, rules_is_fixed(r, p->name));
}

void tuning_fill(rules *r) {
    for (int m = 0; m < r->module_count; m++) {
        const rules_parameters *own = r->modules[m]->parameters;
        for (int i = 0; own && i < own->count; i++)
            if (own->rows[i].bind != BIND_NOTHING || own->rows[i].has_chosen) resolve(r, &own->rows[i]);
    }
    fill_confidence(r);
}
