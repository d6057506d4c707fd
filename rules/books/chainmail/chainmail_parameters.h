// rules/books/chainmail/chainmail_parameters -- the costs of formation and facing that Chainmail and the Battlesystem printed beside it share.
#ifndef VEDETTE_RULES_CHAINMAIL_PARAMETERS_H
#define VEDETTE_RULES_CHAINMAIL_PARAMETERS_H

#include "rules/engine/parameters.h"

#define CHAINMAIL_FORMATION_PARAMETERS                                                                                                          \
    NUMBER("cm_column_line_moves", 1, 0, 10, "moves", "cost of changing from column to line", "CM-FF-2"),                                       \
        NUMBER("cm_line_column_moves", 1, 0, 10, "moves", "cost of changing from line to column", "CM-FF-3"),                                   \
        NUMBER("cm_column_square_moves", 1, 0, 10, "moves", "cost of changing from column to square", "CM-FF-4"),                               \
        NUMBER("cm_line_square_moves", 2, 0, 10, "moves", "cost of changing from line to square", "CM-FF-5"),                                   \
        NUMBER("cm_square_column_moves", 1, 0, 10, "moves", "cost of changing from square to column, which the book does not list", "CM-FF-4"), \
        NUMBER("cm_square_line_moves", 2, 0, 10, "moves", "cost of changing from square to line, which the book does not list", "CM-FF-4"),     \
        NUMBER("line_ratio", 2.0, 1, 20, "", "a line is so many times as broad as deep, a column so many times as deep as broad", "CM-FF-2"),   \
        FLAG("cm_flanked_while_changing", true, "a unit caught in melee while it changes formation counts as flanked", "CM-FF-7"),              \
        NUMBER("cm_poor_multiplier", 2.0, 1, 10, "", "what poorly trained troops pay for formation and facing", "CM-FF-11"),                    \
        NUMBER("cm_elite_multiplier", 0.5, 0, 1, "", "what Swiss, Landsknechte and horse pay for formation and facing", "CM-FF-12"),            \
        WORD("cm_multiplier_combine", "multiply", "multiply|worst|best", "poorly trained horse: which of the two counts", "CM-FF-12")

#endif
