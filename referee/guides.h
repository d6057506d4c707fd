// referee/guides -- the ways back that people at the table asked for. Each is followed until its figures stand where they stood. Changes nothing that
// is judged; a request is no event and is not recorded.
//
// Entries of the page (web/page): {"kind":"guide","unit":"R1"}: back to where the unit stood before the move that a take-back would take back;
// {"kind":"guide","figures":{"R1-3":[x,y,heading]},"what":"nudge 3"}: those figures to those places; {"kind":"guide","stop":2} ends guide 2.
// Line that is reported: {"kind":"guide","t","guide":2,"what":"R1","done":false,"message":"...","steps":[{"figure","from":[x,y,heading],
// "to":[x,y,heading],"push_in","toward","turn","seen","done","message"}]}: when a guide begins, about once a second while it changes, and when
// all its figures are back. `toward` is a heading; `turn` in degrees, left positive. The state line has the same as "guides":[...].
#ifndef VEDETTE_REFEREE_GUIDES_H
#define VEDETTE_REFEREE_GUIDES_H

#include "referee/guide.h"
#include "referee/session.h"

#define GUIDES_MAX 8

typedef struct guides guides;

// A line in JSON and the same in words; borrowed for the call.
typedef void guides_listener(void *context, double t_s, const char *json, const char *words);

// Borrows g. STATUS_MEMORY.
status guides_create(const game *g, guides_listener *say, void *context, guides **out, fault *fault);
void guides_destroy(guides *g);

// Takes a posted entry, unchecked text, if it asks for a guide: *mine. STATUS_INVALID: it does and can't be followed, with the reason;
// STATUS_MEMORY.
status guides_take_entry(guides *g, const session *s, const char *line, double t_s, bool *mine, fault *fault);
// Compares with where the figures stand now and reports what is due. STATUS_MEMORY.
status guides_follow(guides *g, const session *s, double t_s, fault *fault);
// True while one is shown.
bool guides_any(const guides *g);
// Member of the state line, "\"guides\":[...]", as of the last guides_follow; "" while there is none. Borrowed until the next call.
const char *guides_member(const guides *g);

#endif
