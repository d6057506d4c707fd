// rules -- judges moves by the rules of the game: game + event -> next state; state + move -> verdict. Never draws, reads files, asks a clock
// or remembers anything outside the values it is given.
//
// Inches and radians. Everything is const or a value: a `rules` may be shared by threads, a `rules_state` belongs to one at a time.
// Sources: the rule catalogue (ids such as BS1-7.9-4), docs/geometry.md, docs/stream.md.
#ifndef VEDETTE_RULES_RULES_H
#define VEDETTE_RULES_RULES_H

#include "core/move.h"
#include "core/verdict.h"

// A rulebook as data -----------------------------------------------------------------------------------------------------------------------

typedef enum { RULES_SAYS_ILLEGAL, RULES_SAYS_ADVISORY, RULES_SAYS_NOTHING } rules_severity;
typedef enum {
    RULES_LIMIT,
    RULES_COST,
    RULES_PROHIBITION,
    RULES_PERMISSION,
    RULES_OBLIGATION,
    RULES_DEFINITION,
    RULES_STATE_CHANGE,
    RULES_PROCEDURE
} rules_kind;

// A ready answer to what a rule asks or demands. Pages offer it as a button: the label, and the event in words: "declare
// ACTION", "dice CHECK OUTCOME", "status KEY [VALUE]", "order", "remove". Words that are left out (the target of a charge, the new rate) are still to
// be asked.
typedef struct {
    const char *label, *entry;
} rules_answer;

// When a rule is in force: in the movement phase of the mover's side, outside of it, or always.
typedef enum { RULES_IN_MOVEMENT = 1, RULES_OUT_OF_MOVEMENT = 2, RULES_ALWAYS = 3 } rules_force;

typedef struct rule_case rule_case;        // a move, and what a check may look at (rules/case/case.h)
typedef struct act_case act_case;          // something entered or left undone, likewise
typedef struct rule_measure rule_measure;  // what a check found: fact, not opinion (rules/case/case.h)
typedef void rules_check(const rule_case *c, rule_measure *out);
typedef void rules_act(const act_case *a, rule_measure *out);
// True where the rule demands something of the unit that has not happened yet: `says` (FINDING_MESSAGE_MAX bytes) is the demand.
typedef bool rules_due(const act_case *a, char *says);

typedef struct {
    const char *id;        // of the catalogue
    const char *citation;  // book and section: "Battlesystem 7.9"
    const char *text;      // the rule in one sentence
    rules_kind kind;
    rules_severity severity;
    const char *violation;  // name of the breach; "" where it cannot be broken
    rules_force force;
    bool alerts;                  // judged while the move still goes on, by places and contacts alone (facts_init_so_far)
    rules_check *check;           // of a move; NULL: none of its own (a definition, or a cost that the explanation of the move charges)
    rules_act *act;               // of what was entered, or left undone when a phase ends; NULL: none
    rules_due *due;               // announces what falls due; NULL: nothing does
    const rules_answer *answers;  // to what it asks or demands; the last has no label. NULL: none is evident
    const char *why_not;          // no program can check it: why; else NULL
} rules_row;

typedef enum {
    BIND_NOTHING,
    BIND_NUMBER,
    BIND_ANGLE,  // degrees to radians
    BIND_WHOLE,
    BIND_RANGE,
    BIND_FLAG,
    BIND_UNLESS,  // the contrary of the flag
    BIND_WORD,    // true where the text is `word`
    BIND_UNLESS_WORD,
    BIND_CHOICE  // the place of the text among the choices
} rules_binding;

// A number, switch or word that house rules may set.
typedef struct {
    const char *name;
    option_kind kind;
    double number, high;  // default (OPTION_NUMBER, OPTION_RANGE)
    bool flag;            // default (OPTION_FLAG)
    const char *text;     // default (OPTION_TEXT)
    const char *choices;  // OPTION_TEXT: words with | between them; else NULL
    double least, most;   // admitted numbers
    const char *unit;     // "in", "deg", "of the rate", ...; "" for none
    const char *meaning;
    const char *used_by;  // rule ids
    // The field of the game's numbers that it is resolved into (rules/state/house_rows.h): its offset in `tuning`.
    rules_binding bind;
    size_t at, at_high;
    const char *word;  // BIND_WORD, BIND_UNLESS_WORD
    bool has_chosen;
    size_t at_chosen;  // of the flag that is true where the judge set it
} rules_parameter;

typedef struct {
    const rules_parameter *rows;
    int count;
} rules_parameters;

// A table of rows: the sections of a long rulebook stand in files of their own.
typedef struct {
    const rules_row *rows;
    int count;
} rules_rows;

// A table that a game's options bring into a rulebook: its rows, parameters and hooks, not those of its parents.
typedef struct {
    const char *flag;            // must be true, and
    const char *option, *value;  // this option must have this value
    const struct rules_ruleset *module;
} rules_attachment;

typedef struct rules_declaration rules_declaration;  // what a word of `declare` does (rules/state/state.h)
typedef struct rules_hooks rules_hooks;              // what a rulebook does beyond its rows (rules/case/hooks.h)

typedef struct rules_ruleset {
    const char *key, *title;
    const struct rules_ruleset *parent;     // its rows and parameters hold where this one has none of that id or name; or NULL
    const char *const *phases;              // NULL-terminated, in the order of a turn
    const char *const *other_phases;        // NULL-terminated: of the printed book, which these rules know nothing of: they judge nothing; or NULL
    const char *const *moving;              // NULL-terminated: those in which units move
    const char *const *actions;             // NULL-terminated: words for `declare`
    const rules_declaration *declarations;  // what those do, beside the parents' rows; the last has no action. Or NULL
    const char *const *returning;           // NULL-terminated: those of them that bring back a unit that was taken off; or NULL
    const char *const *checks;              // NULL-terminated: words for `dice`
    const char *const *terrain;             // NULL-terminated: kinds of terrain that mean something to these rules
    const char *const *traits;              // NULL-terminated: words for a unit's `traits`
    const unit_type *unit_types;            // the first is the default
    int unit_type_count;
    const rules_row *rows;
    int row_count;
    const rules_rows *const *more;       // NULL-terminated: further tables of its rows; or NULL
    const rules_parameters *parameters;  // or NULL
    const char *const (*aliases)[2];     // NULL-terminated pairs: an older or handier name of a parameter, and its name; or NULL
    const char *const *dropped;          // NULL-terminated ids of the parent's rows that do not hold here; or NULL
    const rules_hooks *hooks;            // or NULL; the parents' run before them
    const rules_attachment *attachments;
    int attachment_count;
} rules_ruleset;

int rules_ruleset_count(void);
const rules_ruleset *rules_ruleset_at(int i);
const rules_ruleset *rules_ruleset_find(const char *key);  // NULL where there is none
// Every rule and parameter of the ruleset with those it inherits. Return the count; fill at most max entries (out may be NULL with max 0).
int rules_ruleset_rows(const rules_ruleset *rs, const rules_row **out, int max);
int rules_ruleset_parameters(const rules_ruleset *rs, const rules_parameter **out, int max);
// The words of a kind that the ruleset states, or else its nearest parent that does: NULL-terminated, never NULL itself.
typedef enum { RULES_PHASES, RULES_ACTIONS, RULES_CHECKS, RULES_TERRAIN, RULES_TRAITS, RULES_WORDS_COUNT } rules_words;
const char *const *rules_ruleset_words(const rules_ruleset *rs, rules_words which);
// True where the NULL-terminated list (or NULL: an empty one) has the word.
bool rules_has_word(const char *const *words, const char *word);
// Places of a phase among RULES_PHASES: `first` and `last` are the same, but for a word that may be entered in place of several of them
// (docs/stream.md, "Words"), and it means the last. Both -1: another phase of the book, or the ruleset names none. False: it may not be entered.
bool rules_phase_span(const rules_ruleset *rs, const char *phase, int *first, int *last);
#define RULES_OTHER_PHASES_MAX 8
// Phases that may be entered and are none of RULES_PHASES: fills out with up to `max` words and returns how many there are.
int rules_other_phases(const rules_ruleset *rs, const char **out, int max);
// Types of units likewise; returns their count, the first is the default.
int rules_ruleset_unit_types(const rules_ruleset *rs, const unit_type **out);
const char *rules_kind_name(rules_kind k);          // "limit", "cost", ...
const char *rules_severity_name(rules_severity s);  // "illegal", "advisory", "none"

// A game bound to its rulebook and house rules ---------------------------------------------------------------------------------------------

typedef struct rules rules;

// Borrows g, which must outlive *out; the caller destroys *out. STATUS_INVALID (unknown ruleset, option, value, unit type) names the place in the
// game file and the remedy; STATUS_MEMORY.
status rules_create(const game *g, rules **out, fault *fault);
// The same by the rulebook `rs`, whatever rulebook the game names.
status rules_bind(const rules_ruleset *rs, const game *g, rules **out, fault *fault);
void rules_destroy(rules *r);
// Value of a numeric parameter of this game; the low end of a range. Asserts that the name exists.
double rules_number(const rules *r, const char *parameter);
double rules_number_high(const rules *r, const char *parameter);  // high end of a range
bool rules_flag(const rules *r, const char *parameter);
const char *rules_text(const rules *r, const char *parameter);

// True where a rule of this game has that id or that breach, or where the word is "*": all rules.
bool rules_names_rule(const rules *r, const char *word);

// The state of play: a value ---------------------------------------------------------------------------------------------------------------

typedef struct rules_state rules_state;

rules_state *rules_state_create(const rules *r);  // the game's start; NULL: out of memory
rules_state *rules_state_copy(const rules_state *s);
void rules_state_destroy(rules_state *s);

// Makes *s the state after the event: poses, phase (freezes the contacts and returns every unit its rate), declarations, status words, dice,
// removals, take-backs. Events that mean nothing to this ruleset change nothing. Indices in e are the game's and must be in range.
status rules_apply(const rules *r, rules_state *s, const event *e);

// Judges a finished move; does not change s. The mover's places are m->from and m->to, those of all other figures are in s.
// STATUS_MEMORY, else STATUS_OK and *out filled entirely (its t_s is m->t_end_s: the caller sets the time of the event that ended the move).
status rules_judge(const rules *r, const rules_state *s, const move *m, verdict *out);
// Charges the move to its unit and remembers it for take-back and for what follows; once for each finished move, after rules_judge.
void rules_book(const rules *r, rules_state *s, const move *m, const verdict *v);
// The alerts of a move that still goes on (finished false, `to` the latest poses). Returns the count, at most max; the same is
// found again at each call: the caller drops repeats.
int rules_alerts(const rules *r, const rules_state *s, const move *so_far, alert *out, int max);
// What the rules demand and what has not happened, as of now. Returns the count, at most max.
int rules_obligations(const rules *r, const rules_state *s, obligation *out, int max);
// Judges what is no move of the unit: what the event e enters for it (s is the state before e), or with e NULL what it left undone in the phase
// that ends now. False: there is nothing to say. Else *out is the verdict, without a move; the caller sets its time.
bool rules_judge_act(const rules *r, const rules_state *s, const event *e, int unit, verdict *out);

// What in the event the state of play contradicts, or what this ruleset doesn't know: a phase or an action that it doesn't have, turns that go back,
// units that were removed. True: the event is to be left aside, and *fault says why.
bool rules_contradicts(const rules *r, const rules_state *s, const event *e, fault *fault);
// How the judge wants the rule's findings passed on now. Rules that are off are not judged: no function above finds them broken.
behaviour rules_behaviour_of(const rules *r, const rules_state *s, const char *rule);

// Enemy units in base contact with the unit now (gap up to contact_gap_in). Returns the count, at most max.
int rules_contacts(const rules *r, const rules_state *s, int unit, int *units, int max);
// What the rulebook keeps of the unit beyond places and inches: "wrapped", "attack_rating_penalty", "marched", ... Returns the count, at most max.
int rules_unit_facts(const rules *r, const rules_state *s, int unit, game_option *out, int max);
// True where the unit counts as open whatever its gaps: it wrapped around, and the melee is over (BS1-7.11-6).
bool rules_counts_open(const rules *r, const rules_state *s, int unit);
double rules_spent(const rules *r, const rules_state *s, int unit);  // inches charged in this phase
// Last known place; NULL where the figure never had one.
const pose *rules_pose(const rules_state *s, int figure, bool *on_table, bool *hidden);
// False where no base of the unit that stands in sight lies within `reach` of the place: what need not be measured.
bool rules_may_stand_near(const rules_state *s, int unit, vec2 at, double reach);
// The same for two units: false where no figure of one stands within `reach` of one of the other.
bool rules_may_be_near(const rules_state *s, int unit, int other, double reach);
// The most sides on which a front of the unit's figures on the table may be that can't be told; 0: all are sure.
int rules_doubtful_sides(const rules_state *s, int unit);
int rules_turn(const rules_state *s);  // 0 before any phase
// Phase now and its side (-1: none, or all sides'); "" before any phase.
const char *rules_phase(const rules_state *s, int *side);

#endif
