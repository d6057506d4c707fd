// rules/measure/contact/contact -- gaps between bases and what they prove (docs/geometry.md sections 2 and 14). Inches.
#ifndef VEDETTE_RULES_CONTACT_H
#define VEDETTE_RULES_CONTACT_H

#include "rules/state/state.h"

typedef struct {
    double gap, sigma;  // INFINITY: no enemy near
    int figure, enemy;  // figure indices; -1
    vec2 at;            // midway between the two bases
} nearest;

// The error that a pose states, or the game's own where it states none.
double pose_sigma_in(const tuning *n, pose p);
double pose_sigma_rad(const tuning *n, pose p);
// Chance that a measured gap is truly no wider than contact_gap_in.
double contact_chance(const tuning *n, double gap, double sigma);
// What is held against a player must surely be so; what excuses him need only be possible. Neither can be given where the other is asked for.
typedef struct {
    bool so;
} surely;
typedef struct {
    bool so;
} possibly;
surely contact_surely(const tuning *n, nearest t);
possibly contact_possibly(const tuning *n, nearest t);
// The widest gap that may still be contact, measured with that error.
double contact_reach(const tuning *n, double sigma);
// Takes `other`, which stands in s, for *best where it is nearer to `figure` standing at `p`.
void nearest_look_at(const rules *r, const rules_state *s, int figure, pose p, int other, nearest *best);
// The same, with the footprints of both at hand.
void nearest_take(const rules *r, const rules_state *s, int figure, pose p, int other, const footprint *here, const footprint *there, nearest *best);
// The nearest enemy base to `figure` standing at `p`, among those that stand in s; looks no farther than `reach`.
nearest nearest_enemy(const rules *r, const rules_state *s, int figure, pose p, double reach);
// False where no enemy stands within `reach` of any figure of the unit.
bool enemies_may_be_near(const rules *r, const rules_state *s, int unit, double reach);
// Enemy figures that stand in s within `margin` of the box low..high, into out (room for all figures); returns the count.
int enemies_near(const rules *r, const rules_state *s, int unit, vec2 low, vec2 high, double margin, int *out);
// The nearest of `others` to `figure` standing at `p`; INFINITY beyond `reach`.
nearest nearest_of(const rules *r, const rules_state *s, int figure, pose p, const int *others, int count, double reach);
// The two figures of units a and b that stand nearest to each other; figure and enemy are -1 and the gap INFINITY beyond `reach`.
nearest units_nearest(const rules *r, const rules_state *s, int a, int b, double reach);
// Least gap between two units as they stand in s; INFINITY where it exceeds `reach`.
double units_gap(const rules *r, const rules_state *s, int a, int b, double reach);

#endif
