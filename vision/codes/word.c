// What a word shows along the way, blurred.
#include "vision/codes/codes.h"

// Phi(x) nearly.
static double rise(double x) { return 1 / (1 + exp(-1.702 * x)); }

void rim_lay_word(const rim_ring *r, uint64_t word, double sigma_in, rim_laid_word *out) {
    double rate = 1.702 / sigma_in;
    for (int k = 0; k < RIM_SUB; k++) out->own[k] = rise((k + 0.5) / RIM_SUB * r->cell_in / sigma_in);
    for (int j = 0; j < r->steps; j++) {
        int n = r->cells, cell = j / RIM_SUB, k = j % RIM_SUB;
        int before = (int)(word >> (cell ? cell - 1 : n - 1) & 1), here = (int)(word >> cell & 1),
            after = (int)(word >> (cell + 1 < n ? cell + 1 : 0) & 1);
        double first = out->own[k], last = out->own[RIM_SUB - 1 - k];  // its share where the neighbour on that side were all there is beside it
        out->tone[j] = (float)(here + (here - before) * (first - 1) + (after - here) * (1 - last));
        out->slope[j] = (float)(((here - before) * first * (1 - first) + (after - here) * last * (1 - last)) * rate);
    }
}
