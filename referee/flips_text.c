#include "referee/flips_text.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    char text[2 * GAME_ID_MAX];
} amount;

static amount amount_of(double x, const char *unit) {
    amount a;
    bool inches = strcmp(unit, "in") == 0, degrees = strcmp(unit, "deg") == 0;
    snprintf(a.text, sizeof a.text, "%.6g%s%s", x, inches ? "\"" : degrees ? " degrees" : unit[0] ? " " : "", inches || degrees ? "" : unit);
    return a;
}

// What the move would be: of a legal one, what is lost.
static const char *outcome(const flip *f) {
    switch (f->becomes) {
        case RULING_ILLEGAL:
            return "illegal";
        case RULING_DOUBTFUL:
            return "doubtful";
        case RULING_ASK:
            return "a question";
        default:
            return "legal";
    }
}

static void describe_number(flip *f, const char *meaning, const finding *measured) {
    amount at = amount_of(f->at, f->unit_name), is = amount_of(f->is, f->unit_name), was = {""};
    // A legal move stays so up to the value: beyond it the ruling changes.
    const char *beyond = f->was != RULING_LEGAL ? "" : f->at < f->is ? " or less" : " or more";
    if (f->was == RULING_LEGAL && measured) {
        amount m = amount_of(measured->measured, measured->measure_unit);
        snprintf(was.text, sizeof was.text, ": measured %.64s", m.text);
    }
    if (f->kind == FLIP_RATE)
        snprintf(f->text, sizeof f->text, "%s if the rate were %s%s%s", outcome(f), at.text, beyond, was.text);
    else if (strcmp(f->name, "player_tolerance_in") == 0)
        snprintf(f->text, sizeof f->text, "%s with a tolerance of %s%s%s", outcome(f), at.text, beyond, was.text);
    else
        snprintf(f->text, sizeof f->text, "%s if %s (%.80s) were %s%s, not %s%s", outcome(f), f->name, meaning, at.text, beyond, is.text, was.text);
}

// "a forced march", "an about face", "a change of frontage".
static amount noun_of(const char *action) {
    static const char change[] = "change-";
    amount a;
    bool changes = strncmp(action, change, sizeof change - 1) == 0;
    if (changes)
        snprintf(a.text, sizeof a.text, "a change of %s", action + sizeof change - 1);
    else
        snprintf(a.text, sizeof a.text, "%s %s", strchr("aeiou", action[0]) ? "an" : "a", action);
    for (char *at = a.text; *at; at++)
        if (*at == '-') *at = ' ';
    return a;
}

static void describe_declared(flip *f, const game *g) {
    amount noun = noun_of(f->name);
    snprintf(f->text, sizeof f->text, "%s if %s%s%s%s%.60s were declared", outcome(f), noun.text, f->word[0] ? " to " : "", f->word,
             f->target >= 0 ? " against " : "", f->target >= 0 ? g->units[f->target].name : "");
}

void flip_describe(flip *f, const game *g, const char *meaning, const finding *measured) {
    switch (f->kind) {
        case FLIP_RATE:
        case FLIP_NUMBER:
            describe_number(f, meaning, measured);
            break;
        case FLIP_WORD:
            snprintf(f->text, sizeof f->text, "%s if %s (%.80s) were %s, not %s", outcome(f), f->name, meaning, f->word, f->is_word);
            break;
        case FLIP_DECLARED:
            describe_declared(f, g);
            break;
        case FLIP_DICE:
            snprintf(f->text, sizeof f->text, "%s if the %s check were passed", outcome(f), f->name);
            break;
        case FLIP_COMMAND:
            snprintf(f->text, sizeof f->text, "%s if the unit were in command", outcome(f));
            break;
    }
}
