// rules/state/area -- what a rulebook keeps in the engine's values: in the numbers of a game, in a unit, in a figure, in a case.
//
// The engine starts an area as zeros, copies it with the value that it lies in, gives it back on a take-back, and never looks inside. A rulebook that
// inherits no other one has the first slot, one that inherits it the second: rulebooks of one game never share a slot (asserted on binding), and an
// area that nothing in the game's chain uses stays zeros. Pure; nothing is allocated.
#ifndef VEDETTE_RULES_STATE_AREA_H
#define VEDETTE_RULES_STATE_AREA_H

#include <stdalign.h>
#include <stddef.h>

typedef enum { AREA_NONE, AREA_OF_ROOT, AREA_OF_HEIR } area_slot;
#define AREA_SLOTS 2

// Bytes of a slot. Too small a one does not compile (BOOK_AREA).
#define AREA_TUNING 320   // in `tuning`
#define AREA_DONE 256     // in `unit_done`
#define AREA_ENTERED 192  // in `unit_state`
#define AREA_FIGURE 16    // in `figure_state`
#define AREA_CASE 768     // in `rule_case`

// Offset in `holder` of `member` of the type that a rulebook keeps at the start of its slot.
#define AREA_OFFSET(holder, slot, type, member) (offsetof(holder, areas) + ((slot)-1) * sizeof(((holder *)0)->areas[0]) + offsetof(type, member))

typedef unsigned char area_byte __attribute__((may_alias));
#define AREAS(bytes) alignas(8) area_byte areas[AREA_SLOTS][bytes]

// Declares NAME_of and NAME_edit, which give the `type` at `offset` of the slot in a holder's `areas`, to read and to change.
#define BOOK_AREA(name, type, holder, areas, slot, offset)                                                                                \
    _Static_assert((offset) + sizeof(type) <= sizeof(((holder *)0)->areas[0]) && (offset) % 8 == 0, #type " does not fit into its area"); \
    static inline const type *name##_of(const holder *h) { return (const type *)(const void *)(h->areas[(slot)-1] + (offset)); }          \
    static inline type *name##_edit(holder *h) { return (type *)(void *)(h->areas[(slot)-1] + (offset)); }

#endif
