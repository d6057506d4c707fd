#include "formation/shape/still_fronts.h"

#include <math.h>

#include "core/chance.h"
#include "formation/shape/shape_limits.h"
#include "formation/shape/still.h"

enum { HEADINGS = 120 };  // a circle is so many equal steps

#define HEADING_STEP (2 * PI / HEADINGS)

// A chance for each heading, k * HEADING_STEP; they sum to 1.
typedef struct {
    double of[HEADINGS];
} heading_chances;

// How the figures of a unit look about its facing.
typedef struct {
    double sigma_rad;
    double elsewhere;  // chance that one looks anywhere
    bool one_way;      // closely enough that the others tell a front
} scatter;

static scatter scatter_of(formation_kind stands, bool round) {
    switch (stands) {
        case FORMATION_CLOSED:
        case FORMATION_COLUMN:
        case FORMATION_LINE:
            return (scatter){round ? SHAPE_CLOSED_DISCS_LOOK_RAD : SHAPE_CLOSED_LOOK_RAD, SHAPE_CLOSED_LOOK_ELSEWHERE, true};
        case FORMATION_OPEN:
            return (scatter){round ? SHAPE_OPEN_DISCS_LOOK_RAD : SHAPE_OPEN_LOOK_RAD, SHAPE_LOOK_ELSEWHERE, true};
        case FORMATION_SKIRMISH:
            return (scatter){SHAPE_SKIRMISH_LOOK_RAD, SHAPE_LOOK_ELSEWHERE, false};
        default:
            return (scatter){SHAPE_LOOSE_LOOK_RAD, SHAPE_LOOK_ELSEWHERE, false};
    }
}

static void add_normal(heading_chances *c, double mean_rad, double sigma_rad, double share) {
    double sigma = fmax(sigma_rad, HEADING_STEP / 2), sum = 0, density[HEADINGS];
    for (int k = 0; k < HEADINGS; k++) {
        double off = angle_difference(k * HEADING_STEP, mean_rad) / sigma;
        sum += density[k] = exp(-off * off / 2);
    }
    for (int k = 0; k < HEADINGS; k++) c->of[k] += share * density[k] / sum;
}

static void add_anywhere(heading_chances *c, double share) {
    for (int k = 0; k < HEADINGS; k++) c->of[k] += share / HEADINGS;
}

// A code of its own, or a painted rim with a mark: what tells its front.
static bool has_code(const game *g, const base_sighting *b) { return g->figures[b->figure].marker.family[0]; }
static bool has_rim(const game *g, const base_sighting *b) { return g->units[g->figures[b->figure].unit].rim_rgb != NO_COLOUR; }

// What is seen of the base itself. False: nothing is, and any heading is as likely.
static bool itself_says(const game *g, const base_sighting *b, heading_chances *out) {
    const bool code = has_code(g, b), told = sighting_is_told(b);
    const bool looks = sighting_was_looked_at(b) && (code ? !game_is_rim(&g->figures[b->figure].marker) : has_rim(g, b));
    const double errs = !looks && !told ? 1 : looks && code ? SHAPE_TAG_LOOK_ERRS : SHAPE_FRONT_ERRS;
    *out = (heading_chances){{0}};
    for (int q = 0; looks && q < 4; q++)
        add_normal(out, (double)b->look_rad + q * PI / 2, (double)b->look_sigma_rad, (1 - errs) * (double)b->look[q]);
    if (!looks && told) add_normal(out, b->pose.heading_rad, b->pose.sigma_rad, 1 - errs);
    add_anywhere(out, errs);
    return looks || told;
}

// *out: c, scattered as the kernel is.
static void scatter_chances(const heading_chances *c, const heading_chances *kernel, heading_chances *out) {
    for (int k = 0; k < HEADINGS; k++) {
        double sum = 0;
        for (int j = 0; j < HEADINGS; j++) sum += c->of[j] * kernel->of[(k - j + HEADINGS) % HEADINGS];
        out->of[k] = sum;
    }
}

// Steps to either side of a heading that are no turn away.
enum { REACH = (int)(SHAPE_TURNED_RAD / HEADING_STEP + 0.5) };

// A heading, its scatter, and the chance of not being turned from it.
typedef struct {
    double heading_rad, sigma_rad, chance;
} likely_way;

static likely_way about(const heading_chances *c, int middle) {
    likely_way w = {0};
    w.chance = chance_about(c->of, HEADINGS, middle, REACH, &w.heading_rad, &w.sigma_rad);
    w.heading_rad = angle_wrap(w.heading_rad);
    w.sigma_rad = hypot(w.sigma_rad, SHAPE_LOOK_LEAST_RAD);
    return w;
}

static double chance_of(const heading_chances *c, double heading_rad) {
    return about(c, ((int)lround(heading_rad / HEADING_STEP) % HEADINGS + HEADINGS) % HEADINGS).chance;
}

// The ways of a round base that are likeliest, each without what the ones before it took. Returns how many: two at least.
static int ways_of_round(const heading_chances *c, likely_way out[POSE_FRONTS_MAX]) {
    heading_chances left = *c;
    int n = 0;
    while (n < POSE_FRONTS_MAX) {
        int best = 0;
        for (int k = 0; k < HEADINGS; k++) {
            likely_way w = about(&left, k);
            if (k == 0 || w.chance > out[n].chance) out[n] = w, best = k;
        }
        if (n > 1 && out[n].chance < SHAPE_MAY_LOOK) break;
        n++;
        for (int k = -REACH; k <= REACH; k++) left.of[(best + k + HEADINGS) % HEADINGS] = 0;
    }
    return n;
}

// The sides of another base that may be its front, likeliest first. Returns how many: two at least.
static int ways_of_sides(const base_sighting *b, const heading_chances *c, likely_way out[POSE_FRONTS_MAX]) {
    const int step = 4 / base_sides(b->base.shape);
    double sum = 0;
    int n = 0, kept = 2;
    for (int q = 0; q < 4; q += step) {
        likely_way w = {.heading_rad = angle_wrap(b->pose.heading_rad + q * PI / 2), .sigma_rad = b->pose.sigma_rad};
        w.chance = chance_of(c, w.heading_rad);
        sum += w.chance;
        int k = n++;
        for (; k > 0 && out[k - 1].chance < w.chance; k--) out[k] = out[k - 1];
        out[k] = w;
    }
    for (int k = 0; k < n; k++) out[k].chance /= sum;
    while (kept < n && out[kept].chance >= SHAPE_MAY_LOOK) kept++;
    return kept;
}

static void say(base_sighting *b, const heading_chances *c, bool one_way, bool by_others) {
    const bool round = b->base.shape == BASE_ROUND;
    likely_way ways[POSE_FRONTS_MAX];
    if (sighting_is_told(b) && (!one_way || chance_of(c, b->pose.heading_rad) >= SHAPE_STAYS_TOLD)) return;
    if (!round && (!one_way || !pose_has_heading(b->pose))) return;
    int n = round ? ways_of_round(c, ways) : ways_of_sides(b, c, ways);
    if (round && ways[0].chance < SHAPE_LIKELY_WAY) return;
    b->front_doubtful = !one_way || sighting_is_told(b) || ways[0].chance < SHAPE_SURE_WAY;
    b->front_by_unit = by_others;
    b->front_count = b->front_doubtful ? n : 0;
    b->pose.heading_rad = ways[0].heading_rad;
    b->pose.sigma_rad = ways[0].sigma_rad;
    for (int k = 0; k < b->front_count; k++) b->fronts_rad[k] = (float)ways[k].heading_rad;
}

// Of the unit: what all its bases' own fronts say of its facing, ln, and how many do.
typedef struct {
    heading_chances kernel;
    double log_facing[HEADINGS];
    int heard;
} unit_fronts;

static bool is_asked(const game *g, int unit, const base_sighting *b) { return still_is_of(g, unit, b) && b->by != SEEN_BY_UNIT_MARKER; }

// What the base says of the unit's facing, ln.
static void log_facing_by(const unit_fronts *u, const heading_chances *seen, double out[HEADINGS]) {
    heading_chances scattered;
    scatter_chances(seen, &u->kernel, &scattered);
    for (int k = 0; k < HEADINGS; k++) out[k] = log(scattered.of[k]);
}

// Of a base: by itself and by the others. Figures of one sculpt and paint are misread alike, so that many say hardly more than a few.
static void weigh(const unit_fronts *u, const heading_chances *seen, bool says, heading_chances *out) {
    double own[HEADINGS], most = -INFINITY, sum = 0;
    const double worth = 1 / (1 + SHAPE_FRONTS_COMMON * fmax(u->heard - says - 1, 0));
    heading_chances facing;
    log_facing_by(u, seen, own);
    for (int k = 0; k < HEADINGS; k++) {
        facing.of[k] = worth * (u->log_facing[k] - (says ? own[k] : 0));
        most = fmax(most, facing.of[k]);
    }
    for (int k = 0; k < HEADINGS; k++) facing.of[k] = exp(facing.of[k] - most);
    scatter_chances(&facing, &u->kernel, out);
    for (int k = 0; k < HEADINGS; k++) sum += out->of[k] *= seen->of[k];
    for (int k = 0; k < HEADINGS; k++) out->of[k] /= sum;
}

void still_fronts_tell(const game *g, int unit, formation_kind stands, base_sighting *bases, int count) {
    const scatter s = scatter_of(stands, g->figures[g->units[unit].first_figure].base.shape == BASE_ROUND);
    unit_fronts u = {0};
    heading_chances seen, all;
    double own[HEADINGS];
    if (stands == FORMATION_SQUARE) return;  // its sides look outward
    add_normal(&u.kernel, 0, s.sigma_rad, 1 - s.elsewhere);
    add_anywhere(&u.kernel, s.elsewhere);
    for (int i = 0; i < count; i++) {
        if (!is_asked(g, unit, &bases[i]) || !itself_says(g, &bases[i], &seen)) continue;
        log_facing_by(&u, &seen, own);
        for (int k = 0; k < HEADINGS; k++) u.log_facing[k] += own[k];
        u.heard++;
    }
    for (int i = 0; i < count && u.heard > 0; i++) {
        base_sighting *b = &bases[i];
        if (!is_asked(g, unit, b) || b->by != SEEN_BY_PLAIN || !(has_code(g, b) || has_rim(g, b))) continue;
        bool says = itself_says(g, b, &seen);
        weigh(&u, &seen, says, &all);
        say(b, &all, s.one_way, u.heard > says);
    }
}
