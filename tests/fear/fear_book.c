#include "fear_book.h"

#include <math.h>

const fear_book fear_books[FEAR_BOOKS] = {{"battlesystem-1e", false, false, 1.0 / 3, 1.0 / 2, 1.0 / 4, 1, 1000},
                                          {"chainmail-battlesystem", false, false, 1.0 / 3, 1.0 / 2, 1.0 / 3, 1, 1},
                                          {"battlesystem-2e", false, true, 1.0 / 3, 1.0 / 2, 1.0 / 4, 2, 2},
                                          {"ranked-fantasy", true, false, 0, 0, 0, 0, 1, .straight = true}};

// Formations and frontages change by the move there: no part of a move (CM-FF-2).
const fear_book fear_chainmail = {"chainmail", false, false, 1.0 / 3, 1.0 / 2, INFINITY, INFINITY, 1, .straight = true, .no_wheels = true};

double fear_frontage_cost(const fear_book *b, int figures) { return b->frontage_in * ((figures + b->frontage_figures - 1) / b->frontage_figures); }
