// formation/identify/work -- one identification while it goes on, and its steps. Internal to formation/identify/.
//
// The order of the steps (identify.c): read codes, expect trays (tray.c), assign starts (cold.c), match figures with prior knowledge (match*.c), fill
// gaps (fill_gaps.c), start the rest cold (cold*.c), close ranks
// (close_ranks.c), turn fronts (tray.c).
#ifndef VEDETTE_FORMATION_IDENTIFY_WORK_H
#define VEDETTE_FORMATION_IDENTIFY_WORK_H

#include "formation/arena.h"
#include "formation/identify/identify.h"

typedef enum { EXPECT_NOTHING, EXPECT_START, EXPECT_KNOWN, EXPECT_CARRIED, EXPECT_TRAY } expectation;

typedef struct {
    const identify_figure *past;  // never NULL
    pose expect;                  // where it should be
    expectation by;               // and why
    int base_of;                  // its base, -1
    bool duplicate;               // two bases carry its code, and neither is believed
} work_figure;

typedef struct {
    const game *g;
    base_sighting *bases;
    int count;
    const identify_past *past;  // never NULL; its arrays may be, see work_figure.past
    arena *arena;               // to work in
    work_figure *figures;       // per game figure
    bool *barred;               // per base: it carries a code that two bases carry, or is a unit's marker
    bool *settled;              // per unit: all of its bases were assigned at once; no other base is its
} work;

// Whether a base may be figure f, whatever its paint was taken for (formation_base_fits asks for that too).
bool work_form_fits(const game *g, int figure, const base_sighting *b);

// A base that could still be named.
static inline bool work_is_loose(const work *w, int i) {
    const base_sighting *b = &w->bases[i];
    return !w->barred[i] && b->figure < 0 && b->by != SEEN_BY_UNIT_MARKER && isfinite(b->pose.at.x) && isfinite(b->pose.at.y) &&
           isfinite(b->pose.heading_rad);
}
static inline bool work_is_sought(const work *w, int f) {
    return w->figures[f].base_of < 0 && !w->figures[f].duplicate && !w->figures[f].past->absent;
}
static inline bool work_was_searched(const work *w, int f) { return w->figures[f].past->searched; }
static inline identify_hand work_hand_at(const work *w, int unit) { return w->past->units ? w->past->units[unit].hand : IDENTIFY_HAND_UNKNOWN; }
static inline bool work_is_lost(const work *w, int unit) { return w->past->units && w->past->units[unit].lost; }
// Whether base i may be figure f.
static inline bool work_fits(const work *w, int f, int i) {
    int unit = w->g->figures[f].unit;
    return (!w->settled[unit] || w->bases[i].unit == unit) && formation_base_fits(w->g, f, &w->bases[i]);
}
static inline void work_name(work *w, int f, int i) {
    w->figures[f].base_of = i;
    w->bases[i].figure = f;
    w->bases[i].unit = w->g->figures[f].unit;
}

// Each step gives its memory back to the arena. If a step fails, with STATUS_MEMORY, the caller that began the work gives it back. work_measure_...:
// takes from w's measuring arena, and gives back, the most that the step takes for w->count bases.
// Assigns bases to units that look alike and of which only the starts are known. Expects no figure where the assignment isn't sure.
status work_note_started(work *w);
// Figures found near where they were expected, then whole units carried by a rigid motion, then single figures.
status work_match(work *w);
void work_measure_match(const work *w);
// Loose bases beside a unit's bases that were read: its figures of which nothing is expected.
void work_fill(work *w);
// Figures of which nothing is expected: bases of one kind clustered and the clusters given to units.
status work_cold(work *w);
void work_measure_cold(const work *w);
// Loose bases at empty places of units in ranks of which nothing was known, whatever kind they were taken for.
status work_close_ranks(work *w);
void work_measure_close(const work *w);
// Expects the figures of units with a seen marker at their places on the tray, as marker and bases together give them.
status work_expect_trays(work *w);
// Sets fronts that could not be seen: of bases on trays with a facing known from the marker, and of bases in ranks by those with a sure front.
status work_turn_fronts(work *w);
void work_measure_trays(const work *w);

#endif
