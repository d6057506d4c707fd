// A table for tests of the rules: units laid out in blocks of known form, moved by hand, judged.
#ifndef TESTS_RULES_FIELD_H
#define TESTS_RULES_FIELD_H

#include "rules/rules.h"

#define FIELD_UNITS 8
#define FIELD_FIGURES 200
#define FIELD_SAMPLES 48
#define MM20 (20 * IN_PER_MM)

typedef struct {
    game g;
    game_side sides[2];
    game_unit units[FIELD_UNITS];
    game_figure figures[FIELD_FIGURES];
    game_option options[8];
    rules *r;
    rules_state *s;
    pose now[FIELD_FIGURES];   // where the figures stand
    bool gone[FIELD_FIGURES];  // taken off
    double sigma_in, sigma_rad;
    // The move under way.
    move m;
    pose from[FIELD_FIGURES], samples[FIELD_SAMPLES * FIELD_FIGURES];
    move_sight sight[FIELD_FIGURES];
    bool moved[FIELD_FIGURES], seen[FIELD_SAMPLES * FIELD_FIGURES];
    double sample_t[FIELD_SAMPLES];
    int16_t rank_before[FIELD_FIGURES], rank_after[FIELD_FIGURES];
    verdict v;
} field;

void field_init(field *f);
void field_option_number(field *f, const char *name, double value);
void field_option_text(field *f, const char *name, const char *value);
// Adds a unit of files x ranks square 20 mm bases, `gap_in` apart, the front-left figure's centre at `at`. Returns its index.
int field_block(field *f, const char *name, int side, unit_type type, int files, int ranks, double gap_in, vec2 at, double heading_deg,
                double rate_in);
// Creates rules and state. Call after the last unit and option.
void field_start(field *f);
void field_end(field *f);

void field_phase(field *f, int turn, const char *phase, int side);
void field_initiative(field *f, int side);
void field_declare(field *f, int unit, const char *action, int target);
void field_status(field *f, int unit, const char *key, bool value);
void field_remove(field *f, int figure);

// A move: begin, change f->now by hand or by the functions below, look (a sample of the path), judge.
void field_begin(field *f, int unit);
void field_look(field *f);
void field_hide(field *f, int figure, move_sight how);  // of the move's unit: out of sight from now on
void field_shift(field *f, int unit, double dx, double dy);
void field_turn(field *f, int unit, vec2 about, double degrees);  // counter-clockwise, as a body
void field_face(field *f, int unit, double degrees);              // every figure in its place
void field_face_one(field *f, int figure, double degrees);
void field_respace(field *f, int unit, int files, double gap_in, vec2 front_left_centre, double heading_deg);  // laid anew in roster order
const verdict *field_judge(field *f);                                                                          // judges only
const verdict *field_finish(field *f);  // judges, books, and lets the state see the new places
int field_alerts(field *f, alert *out, int max);

const finding *field_found(const verdict *v, const char *violation);  // the gravest such finding, or NULL
const finding *field_found_rule(const verdict *v, const char *rule);
double uniform(unsigned *seed, double low, double high);
double gaussian(unsigned *seed);

#endif
