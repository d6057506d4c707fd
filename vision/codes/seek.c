// Finds where a base stands when its word and heading are nearly known: its cells' tones are compared with the picture in small steps around
// the place.
#include <limits.h>
#include <stdlib.h>

#include "vision/codes/codes.h"
#include "vision/codes/codes_limits.h"

enum { SHIFTS_MAX = 5, TURNS_MAX = 3, GRAYS = 256, FULL = 64 };  // either way; what a cell that is plainly of one paint says

// The word's light cells first, then its dark ones.
typedef struct {
    int light, count;
    uint8_t cell[RIM_CODE_MAX_CELLS];
    int16_t says[GRAYS];                   // by how far a gray lies from the middle of those about here, -FULL to FULL
    ptrdiff_t offset[RIM_CODE_MAX_CELLS];  // of the cells' pixels from the place's
} word_print;

static void take_word(uint64_t word, int cells, word_print *p) {
    p->light = 0, p->count = cells;
    for (int i = 0; i < cells; i++)
        if (word >> i & 1) p->cell[p->light++] = (uint8_t)i;
    for (int i = 0, k = p->light; i < cells; i++)
        if (!(word >> i & 1)) p->cell[k++] = (uint8_t)i;
}

// The pixels of the cells' middles, the base turned.
static void lay_out(const rim_ring *r, const rim_aim *a, double turn, word_print *p) {
    float c = (float)cos(turn), s = (float)sin(turn), fu = c * a->fu + s * a->lu, fv = c * a->fv + s * a->lv, lu = c * a->lu - s * a->fu,
          lv = c * a->lv - s * a->fv;
    for (int i = 0; i < p->count; i++) {
        const rim_step *q = &r->step[p->cell[i] * RIM_SUB + RIM_SUB / 2];
        p->offset[i] = (ptrdiff_t)lrintf(q->x * fv + q->y * lv) * (ptrdiff_t)a->frame->gray_stride + lrintf(q->x * fu + q->y * lu);
    }
}

static void take_levels(const uint8_t *at, word_print *p) {
    int sum = 0, off = 0;
    for (int i = 0; i < p->count; i++) sum += at[p->offset[i]];
    int middle = sum / p->count;
    for (int i = 0; i < p->count; i++) off += abs(at[p->offset[i]] - middle);
    int paint = off / p->count < 4 ? 4 : off / p->count;
    for (int g = 0; g < GRAYS; g++) {
        int t = (g - middle) * FULL / paint;
        p->says[g] = (int16_t)(t < -FULL ? -FULL : t > FULL ? FULL : t);
    }
}

static inline int agreement_at(const word_print *p, const uint8_t *at) {
    int sum = 0;
    for (int i = 0; i < p->light; i++) sum += p->says[at[p->offset[i]]];
    for (int i = p->light; i < p->count; i++) sum -= p->says[at[p->offset[i]]];
    return sum;
}

typedef struct {
    int shifts, turns;
    double shift_in, turn_rad;  // steps
} seek_plan;

static seek_plan plan(const rim_ring *r, double reach_in, double turn_rad) {
    double step = RIM_SEEK_STEP_CELLS * r->cell_in, lever = fmax(r->half_x, r->half_y);
    int shifts = (int)ceil(reach_in / step), turns = (int)ceil(turn_rad * lever / step);
    shifts = shifts > SHIFTS_MAX ? SHIFTS_MAX : shifts, turns = turns > TURNS_MAX ? TURNS_MAX : turns;
    return (seek_plan){shifts, turns, shifts ? reach_in / shifts : 0, turns ? turn_rad / turns : 0};
}

static const uint8_t *pixel_at(const rim_aim *a, double x, double y) {
    ptrdiff_t u = lrint((double)a->u + x * (double)a->fu + y * (double)a->lu), v = lrint((double)a->v + x * (double)a->fv + y * (double)a->lv);
    return a->frame->gray + v * (ptrdiff_t)a->frame->gray_stride + u;
}

double rim_word_seek(const rim_ring *r, const frame *f, const vision_view *view, uint64_t word, double reach_in, double turn_rad, rim_place *at) {
    rim_aim a;
    word_print p;
    rim_place start = *at;
    int best = INT_MIN;
    if (!rim_aim_at(f, view, at, &a) || !rim_lies_inside(r, &a, 1.5 * reach_in)) return -1;
    seek_plan by = plan(r, reach_in, turn_rad);
    take_word(word, r->cells, &p);
    lay_out(r, &a, 0, &p);
    take_levels(pixel_at(&a, 0, 0), &p);
    for (int t = -by.turns; t <= by.turns; t++) {
        lay_out(r, &a, t * by.turn_rad, &p);
        for (int k = 0; k < (2 * by.shifts + 1) * (2 * by.shifts + 1); k++) {
            double x = (k % (2 * by.shifts + 1) - by.shifts) * by.shift_in, y = (k / (2 * by.shifts + 1) - by.shifts) * by.shift_in;
            int got = agreement_at(&p, pixel_at(&a, x, y));
            if (got <= best) continue;
            best = got;
            at->at = vec2_add(start.at, vec2_rotate((vec2){x, y}, start.heading_rad));
            at->heading_rad = start.heading_rad + t * by.turn_rad;
        }
    }
    return (double)best / (FULL * p.count);
}
