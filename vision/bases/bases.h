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
bool base_form_is(const base_form *a, const base_form *b);  // the same

// A base that was found.
typedef struct {
    int form;
    int place;    // which proposal it comes of: other forms of it may be left too; -1: it was expected
    int kept;     // where the finder keeps it; -1: it doesn't
    bool around;  // it was looked at from all its sides
    double z_in;  // of its top
    close_look look;
} base_find;

// How likely the find is one of its form, 0..1: by its odds and by how well its size fits.
double base_find_likely(const base_find *f);

typedef struct bases_finder bases_finder;

// threads >= 1. STATUS_MEMORY, STATUS_EXTERNAL (no threads), STATUS_INVALID (a network that is built in is damaged).
status bases_create(int threads, bases_finder **out, fault *fault);
void bases_destroy(bases_finder *b);
// Its threads, for others that look at what it found. Borrowed.
thread_pool *bases_pool(const bases_finder *b);

// Looks for proposals in the rectangles (NULL: the whole table; none with where not NULL: there are no proposals then). f must have colour.
status bases_propose(bases_finder *b, const frame *f, const vision_view *view, const px_rect *where, int where_count, fault *fault);
void bases_propose_nothing(bases_finder *b);
// Proposals were looked for in this picture, though there may be none. Else hand-made searches do what they can.
bool bases_has_proposed(const bases_finder *b);

// Looks at every proposal with every form that it may be: first with the nearest one, then with those of about the size and shape that this shows;
// once with each form, however often it is asked for. f is the picture of the proposals. The finds, likeliest first; more than one form may be left
// for a place. They are the finder's until the next call.
// around: those that are to be looked at from all their sides (around.h); NULL: none.
typedef bool base_wanted(const base_find *f);
status bases_find(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, int form_count, base_wanted *around,
                  const base_find **out, int *count, fault *fault);
// Poses at which an oblong base of the form may stand of which a square at that place is an end: the rest of it lies ahead, to the left, behind or to
// the right. Pure.
enum { BASES_OF_END = 4 };
void bases_of_end(const base_form *form, vec2 at, double heading_rad, pose out[BASES_OF_END]);
// Poses at which a base of the form may stand of which a proposal shows a part alone: in a closed block the finder takes either end of an oblong base
// for a base of its own, and where the top is white, its tag. Or it shows all of it, and the first look, which tries one form, measured it wrongly:
// the finder had measured what the form can be. tagged: bases of the form may carry one. Into out[0..most); returns how many. Only
// after bases_find, which looks at the proposals.
enum { BASES_OF_PART = BASES_OF_END + 2 };  // the most that one proposal may be
int bases_of_parts(const bases_finder *b, const base_form *form, bool tagged, pose *out, int most);
// Poses at which a base of the form may stand by what the first looks saw, whatever size that had. Into out[0..most); returns how many. Only after
// bases_find.
int bases_of_proposals(const bases_finder *b, const base_form *form, pose *out, int most);
// Looks at a base of the form where it is expected; out->look.odds is -INFINITY where it can't be seen. headings: of `poses`. once: a second look
// from where the first one sees it is left out.
status bases_look(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, const int *form_of, const pose *poses, int count,
                  bool once, base_find *out, fault *fault);
// Looks at each of the finds from its other sides too (around.h), unless it was: where it stands, and which way it faces, is then better known. What
// the finder keeps of it is made better too. count <= BASES_MAX_SUPPOSED.
status bases_look_around(bases_finder *b, const frame *f, const vision_view *view, const base_form *forms, base_find *const *finds, int count,
                         fault *fault);

#endif
