#include "tests/vision/finds.h"

#define MM IN_PER_MM

base_kind kinds[MOST_KINDS];
painted_find finds[MOST_FINDS];
static painted_pair pairs[PAINTED_MAX_PAIRS];
static int heads[BASES_MAX_PROPOSALS], of_expected[BASES_MAX_SUPPOSED], taken[BASES_MAX_SUPPOSED];
static int may_be[MOST_FINDS], first_pair[MOST_FINDS], next_pair[PAINTED_MAX_PAIRS];
static int in_place[PAINTED_MAX_BESIDE], in_place_from[MOST_FINDS + 1], beside[PAINTED_MAX_BESIDE], beside_from[MOST_FINDS + 1];
static int over[PAINTED_MAX_BESIDE], over_from[MOST_FINDS + 1];
painted_search search;

const painted_gates gates = {.least = -0.5, .sure_front = 0.97, .heard = 0.5};

int begin(void **state) {
    (void)state;
    search = (painted_search){.gates = gates,
                              .kinds = kinds,
                              .at = finds,
                              .pairs = pairs,
                              .heads = heads,
                              .of_expected = of_expected,
                              .taken = taken,
                              .in_place = {in_place, in_place_from},
                              .beside = {beside, beside_from},
                              .over = {over, over_from},
                              .may_be = may_be,
                              .first_pair = first_pair,
                              .next_pair = next_pair};
    return 0;
}

const base square = {BASE_SQUARE, 25 * MM, 25 * MM, 3 * MM, 0.5 * MM};
const base cavalry = {BASE_RECT, 25 * MM, 50 * MM, 3 * MM, 0.5 * MM};
const base disc = {BASE_ROUND, 25 * MM, 25 * MM, 3 * MM, 0.5 * MM};

int add_kind(base b, int form, uint32_t rim, int count) {
    int k = search.kind_count++;
    kinds[k] = (base_kind){.base = b, .rim_rgb = rim, .mark_rgb = rim == NO_COLOUR ? NO_COLOUR : 0xffffff, .count = count};
    search.form_of[k] = form;
    if (form >= search.form_count) search.form_count = form + 1;
    return k;
}

painted_find *add(int form, double x_mm, double y_mm, double odds, double red) {
    painted_find *f = &finds[search.count++];
    *f = (painted_find){.kind = -1};
    f->find.form = form;
    f->find.place = search.count - 1;  // each of a proposal of its own
    f->find.look = (close_look){.odds = (float)odds,
                                .at = {x_mm * MM, y_mm * MM},
                                .front = {0.25F, 0.25F, 0.25F, 0.25F},
                                .rim = {0.2F - 0.04F, 0.2F + 0.01F, (float)red + 0.03F},
                                .rim_sigma = 0.05F,
                                .visible = 1,
                                .carries = {[CARRIES_RIM] = 1}};
    return f;
}

uint32_t paint(int red) { return (uint32_t)red << 16 | 0x3333; }
double share(int red) { return red / 255.0; }

int chosen(int kind) {
    int n = 0;
    for (int i = 0; i < search.count; i++) n += finds[i].kind == kind;
    return n;
}
