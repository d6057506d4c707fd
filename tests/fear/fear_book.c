#include "fear_book.h"

const fear_book fear_books[FEAR_BOOKS] = {{"battlesystem-1e", 1.0 / 3, 1.0 / 2, 1.0 / 4, 1, false},
                                          {"chainmail-battlesystem", 1.0 / 3, 1.0 / 2, 1.0 / 3, 1, true}};

double fear_frontage_cost(const fear_book *b, int figures) { return b->frontage_in * (b->frontage_each ? figures : 1); }
