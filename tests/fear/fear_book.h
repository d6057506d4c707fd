// fear_book -- what a ruleset lets a formed unit do and what that costs, from the rule catalogue alone: shares no code with rules/.
#ifndef TESTS_FEAR_BOOK_H
#define TESTS_FEAR_BOOK_H

#include <stdbool.h>

typedef struct {
    const char *ruleset;
    double face, about;  // shares of the rate (BS1-7.9-9, 7.9-10)
    double formation;    // share of the rate (BS1-7.6-4, CB-FORM-1)
    double frontage_in;  // per change, or per figure (BS1-7.10-4, CB-FRONT-1)
    bool frontage_each;
} fear_book;

#define FEAR_BOOKS 2
extern const fear_book fear_books[FEAR_BOOKS];

double fear_frontage_cost(const fear_book *b, int figures);

#endif
