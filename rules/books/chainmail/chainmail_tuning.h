// rules/books/chainmail/chainmail_tuning -- the numbers of Chainmail, and of the Battlesystem printed beside it, under C names.
#ifndef VEDETTE_RULES_CHAINMAIL_TUNING_H
#define VEDETTE_RULES_CHAINMAIL_TUNING_H

#include <stdbool.h>

#define CHAINMAIL_TABLE_MAX 8

typedef enum { OBLIQUE_LINEAR, OBLIQUE_FREE_45, OBLIQUE_TABLE } oblique_model;
typedef enum { COMBINE_MULTIPLY, COMBINE_WORST, COMBINE_BEST } multiplier_combine;

// Angles in radians; costs of changes of formation in moves.
typedef struct {
    double column_line, line_column, column_square, square_column, line_square, square_line, line_ratio;
    bool columns;   // changes between column, line and square are charged
    bool training;  // penalties depend on training
    double poor, elite;
    multiplier_combine combine;
    bool flanked;  // caught in melee while changing formation counts as flanked
    oblique_model oblique;
    double oblique_up_to[CHAINMAIL_TABLE_MAX], oblique_in[CHAINMAIL_TABLE_MAX];
    int oblique_count;
    double half;                // fraction of the move
    bool half_ordered;          // of the ordered distance, where one was ordered
    bool half_fixed;            // the judge chose which
    double direction, facing;   // tolerances of an order
    double distance;            // likewise, inches
    double breach;              // so many tolerances off an order is a breach
    double cic;                 // fraction of the charge move
    double cic_radius;          // 0: none
    double mob_front;           // base depths
    bool mob_may_change_front;  // of its own will
    bool wrap_may_touch;
} chainmail_tuning;

#endif
