// vision/bases -- finds bases whatever they carry: the finder proposes places, and a close look with each form that the game has says which of them
// stands there. What reads a base (tags, codes, paints) begins from these finds.
#ifndef VEDETTE_VISION_BASES_BASES_H
#define VEDETTE_VISION_BASES_BASES_H

#include "vision/bases/closer.h"

// A shape and size of base that the game has.
typedef struct {
    double length_in, across_in;  // of its top face along and across its heading
    double above_in;              // of its top over the ground
    bool round;
} base_form;

base_form base_form_of(base b, double z_in);

// A base that was found.
typedef struct {
    int form;
    const base_proposal *from;  // NULL: it was expected
    double z_in;                // of its top
    close_look look;
} base_find;

// How likely the find is one of its form, 0..1: by its odds and by how well its size fits.
double base_find_likely(const base_find *f);

typedef struct bases_finder bases_finder;

// threads >= 1. STATUS_MEMORY, STATUS_EXTERNAL (no threads), STATUS_INVALID (a network that is built in is damaged).
status bases_create(int threads, bases_finder **out, fault *fault);
void bases_destroy(bases_finder *b);

// Looks for proposals in the rectangles (NULL: the whole table; none with where not NULL: there are no proposals then). f must have colour.
status bases_propose(bases_finder *b, const frame *f, const vision_view *view, const px_rect *where, int where_count, fault *fault);
void bases_propose_nothing(bases_finder *b);

// Looks at every proposal with every form that it may be. The finds, likeliest first; more than one form may be left for a place. They are the
// finder's until the next call.
status bases_find(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, const base_find **out, int *count,
                  fault *fault);
// Looks at a base of the form where it is expected; out->look.odds is -INFINITY where it can't be seen. headings: of `poses`.
status bases_look(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, const int *form_of, const pose *poses, int count,
                  base_find *out, fault *fault);

#endif
