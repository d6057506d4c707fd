// fear_book -- what a ruleset lets a formed unit do and what that costs, from the rule catalogue alone: shares no code with rules/.
#ifndef TESTS_FEAR_BOOK_H
#define TESTS_FEAR_BOOK_H

#include <stdbool.h>

typedef struct {
    const char *ruleset;
    bool ranked;          // straight ahead and by wheels measured at the outer corner alone (WF-NM-4, WF-NM-9)
    bool faces_unpriced;  // of infantry: another reading takes them for free (BS2-TER-33)
    double face, about;   // shares of the rate (BS1-7.9-9, 7.9-10)
    double formation;     // share of the rate (BS1-7.6-4, CB-FORM-1)
    double frontage_in;   // for every so many figures that join or leave, begun (BS1-7.10-4, CB-FRONT-1, BS2-TER-30)
    int frontage_figures;
    bool straight;   // legs lead straight ahead (WF-NM-7; by Chainmail a leg aside costs more, CM-FF-8)
    bool no_wheels;  // Chainmail names none
} fear_book;

#define FEAR_BOOKS 4
extern const fear_book fear_books[FEAR_BOOKS];
extern const fear_book fear_chainmail;  // by halves

double fear_frontage_cost(const fear_book *b, int figures);

#endif
