// Finds expected tags. Each is first looked for where it was, since most figures stand still. One that is not there and may have moved is looked for
// near by.
#include "vision/follow.h"

#include <string.h>

#include "vision/internal.h"
#include "vision/tags/follow_parts.h"
#include "vision/tags/tags_limits.h"

enum { FREE_BLUR = 1, LENS_BLUR = 2 };  // how the blur is taken: found with the tag; the lens's
enum { CANDIDATES = 4, QUICK_STEPS = 5, FULL_STEPS = 6, MASKED_STEPS = 3 };

// What one look needs; some tens of kilobytes, on the stack.
typedef struct {
    const vision *v;
    const frame *frame;
    light_table light;
    const tag_family *family;
    const expected_tag *expected;
    follow_pattern pattern;
    follow_template template;
    follow_fit fit, spare;
    double believed;
    double blur_px;  // as it was on the last tag: the lens is one
    px2 shift;       // of the last tag from where it was expected: one hand moves, or stops, them all
    unsigned tried;  // *_BLUR
    bool settled;    // what was tried last, there
    px2 place[4];
} follow_look;

static bool settle(follow_look *l, const follow_evidence *seen, int steps, double blur_spread_px, double reach_px, follow_fit *fit) {
    return follow_settle(l->frame, &l->light, &l->pattern, &l->template, seen, steps, blur_spread_px, reach_px, fit);
}

// What shifting, turning and growing alone make of `from` on its way to `to`; how far the farthest corner of `to` lies from that.
static double unbent(const px2 from[4], const px2 to[4], px2 out[4]) {
    px2 m = {0, 0}, n = {0, 0};
    double re = 0, im = 0, sum = 0, most = 0;
    for (int k = 0; k < 4; k++) m.u += from[k].u / 4, m.v += from[k].v / 4, n.u += to[k].u / 4, n.v += to[k].v / 4;
    for (int k = 0; k < 4; k++) {
        double x = from[k].u - m.u, y = from[k].v - m.v, u = to[k].u - n.u, v = to[k].v - n.v;
        re += x * u + y * v, im += x * v - y * u, sum += x * x + y * y;
    }
    for (int k = 0; k < 4; k++) {
        double x = from[k].u - m.u, y = from[k].v - m.v;
        out[k] = (px2){n.u + (re * x - im * y) / sum, n.v + (im * x + re * y) / sum};
        most = fmax(most, hypot(out[k].u - to[k].u, out[k].v - to[k].v));
    }
    return most;
}

// Where a corner strayed, fits once more from the expected shape: the corner has locked on to something beside the tag.
static bool settle_unbent(follow_look *l, const px2 corner[4], int steps, double blur_spread_px, double reach_px) {
    px2 again[4];
    if (!settle(l, NULL, steps, blur_spread_px, reach_px, &l->fit)) return false;
    if (unbent(corner, l->fit.corner, again) < FOLLOW_BENT_PX + FOLLOW_BENT_SHARE * square_mean_edge(corner)) return true;
    memcpy(l->fit.corner, again, sizeof again);
    if (!settle(l, NULL, steps, blur_spread_px, reach_px, &l->fit)) return false;
    double bent = unbent(corner, l->fit.corner, again);
    if (bent > FOLLOW_BENT_PX + FOLLOW_BENT_SHARE * square_mean_edge(corner)) l->fit.sigma_px = hypot(l->fit.sigma_px, bent / 2);
    return true;
}

// Settles from the corners and weighs. What is plain at once and all in sight is believed as it is. Else it is weighed with the lens's blur, which
// leaves less room for scenery to look like a tag (where it is found to have that blur by itself, it is), and what is believed then is settled once
// more without the cells that turned out to be hidden.
static bool settle_and_weigh(follow_look *l, const px2 corner[4], int steps, double reach_px, follow_evidence *e) {
    follow_fit *fit = &l->fit;
    bool has_blur = false;
    memcpy(fit->corner, corner, sizeof fit->corner);
    if ((l->tried & FREE_BLUR) && settle_unbent(l, corner, steps, FOLLOW_FREE_BLUR_PX, reach_px)) {
        follow_weigh(l->family, l->expected->id, &l->pattern, &l->template, fit, e);
        if (e->odds <= FOLLOW_HOPELESS_ODDS || (e->odds >= FOLLOW_PLAIN_ODDS && e->shown >= FOLLOW_ALL_SHOWN)) return true;
        has_blur = fabs(l->template.blur_px + (double)fit->widen - l->blur_px) <= FOLLOW_HELD_BLUR_PX;
    }
    if (!has_blur || e->odds < l->believed) {
        if (!(l->tried & LENS_BLUR)) return false;
        memcpy(fit->corner, corner, sizeof fit->corner);
        if (l->template.blur_px != l->blur_px) follow_template_make(&l->pattern, l->template.cell_px, l->blur_px, &l->template);
        if (!settle_unbent(l, corner, steps, FOLLOW_HELD_BLUR_PX, reach_px)) return false;
        follow_weigh(l->family, l->expected->id, &l->pattern, &l->template, fit, e);
        if (e->odds < l->believed) return true;
    }
    l->spare = *fit;
    if (settle(l, e, MASKED_STEPS, FOLLOW_FREE_BLUR_PX, reach_px, &l->spare)) *fit = l->spare;
    return true;
}

// Fits from these corners. True where the result is accepted; it is written to *out if it is the best yet.
static bool try_from(follow_look *l, const px2 corner[4], int steps, double reach_px, unsigned blurs, followed_tag *out) {
    follow_evidence e;
    l->tried = l->believed >= FOLLOW_BELIEVED ? blurs : blurs & LENS_BLUR;  // a caller with lower odds expects a half hidden tag
    if (l->tried == 0) return false;
    l->settled = settle_and_weigh(l, corner, steps, reach_px, &e);
    if (!l->settled) {
        note_add(l->v->notes, "follow: place", false, corner, 4, "%s %d: does not settle", l->family->name, l->expected->id);
        return false;
    }
    memcpy(l->place, l->fit.corner, sizeof l->place);
    bool ok = e.odds >= l->believed;
    note_add(l->v->notes, "follow: place", ok, l->fit.corner, 4,
             "%s %d: %.0f %% shown, odds %.1f: codes %.1f, the next %.1f, scenery %.1f, strain %.1f; %.2f px", l->family->name, l->expected->id,
             100 * e.shown, e.odds, e.other_odds, e.rival_odds, e.none_odds, e.strain, l->fit.sigma_px);
    if (!ok || (out->result != FOLLOW_LOST && e.odds <= out->log_odds)) return ok;
    if (e.shown >= FOLLOW_BLUR_SHOWN)
        l->blur_px += (e.shown >= FOLLOW_ALL_SHOWN ? 0.3 : 0.1) * (l->template.blur_px + (double)l->fit.widen - l->blur_px);
    *out = (followed_tag){.result = e.shown >= FOLLOW_ALL_SHOWN ? FOLLOW_SEEN : FOLLOW_PARTLY, .shown = e.shown, .log_odds = e.odds};
    out->tag = (tag_sighting){.id = l->expected->id, .decision_margin = e.odds, .hamming = e.wrong};
    double more = 1 + FOLLOW_HIDDEN_ERRS * fmax(0, 0.9 - e.shown);
    out->tag.sigma_px = more * l->fit.sigma_px;
    out->centre_sigma_px = more * l->fit.centre_sigma_px;
    out->turn_sigma_rad = more * l->fit.turn_sigma_rad;
    memcpy(out->tag.family, l->family->name, sizeof out->tag.family);
    memcpy(out->tag.corner, l->fit.corner, sizeof l->fit.corner);
    return true;
}

// Most tags lie where they lay and nothing hides them: then few points and two steps are enough to tell and to place them. *hidden: something does.
static bool quick_look(follow_look *l, double cell, bool *hidden, followed_tag *out) {
    const expected_tag *e = l->expected;
    follow_fit *fit = &l->fit;
    px2 unused[4];
    follow_template_make_sparse(&l->pattern, cell, l->blur_px, &l->template);
    memcpy(fit->corner, e->corner, sizeof fit->corner);
    if (!settle(l, NULL, 1, FOLLOW_HELD_BLUR_PX, 0.5 * cell, fit)) return false;
    double worst = follow_worst_cell(&l->template, fit);
    *hidden = worst > FOLLOW_PLAINLY_OTHER;
    if (fit->residual > FOLLOW_QUICK_RESIDUAL || worst > FOLLOW_QUICK_WORST) return false;
    if (unbent(e->corner, fit->corner, unused) > FOLLOW_BENT_PX + FOLLOW_BENT_SHARE * square_mean_edge(e->corner)) return false;
    *out = (followed_tag){.result = FOLLOW_SEEN, .shown = 1, .log_odds = FOLLOW_PLAIN_ODDS};
    out->tag = (tag_sighting){.id = e->id, .decision_margin = FOLLOW_PLAIN_ODDS, .sigma_px = fit->sigma_px};
    out->centre_sigma_px = fit->centre_sigma_px;
    out->turn_sigma_rad = fit->turn_sigma_rad;
    memcpy(out->tag.family, l->family->name, sizeof out->tag.family);
    memcpy(out->tag.corner, fit->corner, sizeof fit->corner);
    return true;
}

static double moved_px(const px2 a[4], const px2 b[4]) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += hypot(a[k].u - b[k].u, a[k].v - b[k].v) / 4;
    return sum;
}

// As far from where it is expected as the last tag was; false where that is no other place, or it does not plainly lie there.
static bool try_shifted(follow_look *l, double cell, double reach, unsigned blurs, followed_tag *out) {
    px2 corner[4];
    double far = hypot(l->shift.u, l->shift.v);
    if (far < 0.4 * cell || far > reach) return false;
    for (int k = 0; k < 4; k++) corner[k] = (px2){l->expected->corner[k].u + l->shift.u, l->expected->corner[k].v + l->shift.v};
    follow_template_make(&l->pattern, cell, l->blur_px, &l->template);
    return try_from(l, corner, QUICK_STEPS, fmax(cell, 1), blurs, out) && moved_px(out->tag.corner, corner) < 0.4 * cell;
}

// Near where it is expected. What is partly hidden is never plain at once: it is taken with the lens's blur, and only where that fails with its own.
static bool try_expected(follow_look *l, double cell, double reach, bool hidden, followed_tag *out) {
    const px2 *corner = l->expected->corner;
    double within = fmax(fmin(reach, 1.2 * cell), 1);
    follow_template_make(&l->pattern, cell, l->blur_px, &l->template);
    if (try_from(l, corner, QUICK_STEPS, within, hidden ? LENS_BLUR : FREE_BLUR | LENS_BLUR, out)) return true;
    if (!hidden) return false;
    follow_template_make(&l->pattern, cell, l->blur_px, &l->template);
    return try_from(l, corner, QUICK_STEPS, within, FREE_BLUR, out);
}

static void find_one(follow_look *l, followed_tag *out) {
    const expected_tag *e = l->expected;
    px2 near[CANDIDATES][4];
    bool hidden = false;
    if (e->id < 0 || e->id >= l->family->count) return;
    double cell = square_mean_edge(e->corner) / l->family->border, reach = e->reach_px;
    if (!(cell >= FOLLOW_LEAST_CELL_PX) || !(cell < 1e4) || !(reach >= 0)) return;
    follow_pattern_of(l->family, e->id, &l->pattern);
    if (l->believed >= FOLLOW_BELIEVED && quick_look(l, cell, &hidden, out)) return;
    if (try_shifted(l, cell, reach, hidden ? LENS_BLUR : FREE_BLUR | LENS_BLUR, out)) return;
    bool there = try_expected(l, cell, reach, hidden, out);
    // One that settled far off and is half hidden may have settled a cell aside of its place.
    if (reach <= 0.3 * cell || (there && (out->log_odds > FOLLOW_SURE_ODDS || moved_px(out->tag.corner, e->corner) < 0.4 * cell))) return;
    int count = follow_near(l->frame, &l->pattern, e->corner, reach, near, CANDIDATES);
    for (int i = 0; i < count; i++) {
        if (l->settled && moved_px(near[i], l->place) < FOLLOW_SAME_PLACE_CELLS * cell) continue;  // would settle there once more
        follow_template_make(&l->pattern, cell, l->blur_px, &l->template);
        try_from(l, near[i], FULL_STEPS, 1.5 * cell, FREE_BLUR | LENS_BLUR, out);
    }
}

static void follow_one(follow_look *l, followed_tag *out) {
    *out = (followed_tag){.result = FOLLOW_LOST};
    find_one(l, out);
    if (out->result == FOLLOW_LOST) return;
    l->shift = (px2){0, 0};
    for (int k = 0; k < 4; k++) {
        l->shift.u += (out->tag.corner[k].u - l->expected->corner[k].u) / 4;
        l->shift.v += (out->tag.corner[k].v - l->expected->corner[k].v) / 4;
    }
}

status follow_tags(vision *v, const frame *f, const expected_tag *expected, int count, double believed, double *blur_px, followed_tag *out) {
    if (!frame_has_gray(f)) return STATUS_INVALID;
    follow_look l = {.v = v, .frame = f, .believed = believed, .blur_px = *blur_px > 0 ? *blur_px : FOLLOW_USUAL_BLUR_PX};
    light_table_fill(&l.light);
    for (int i = 0; i < count; i++)
        if (!vision_family(v, expected[i].family)) return STATUS_INVALID;
    for (int i = 0; i < count; i++) {
        l.family = vision_family(v, expected[i].family);
        l.expected = &expected[i];
        follow_one(&l, &out[i]);
    }
    *blur_px = l.blur_px;
    return STATUS_OK;
}

status vision_follow_tags(vision *v, const frame *f, const expected_tag *expected, int count, followed_tag *out) {
    double blur_px = 0;
    return follow_tags(v, f, expected, count, FOLLOW_BELIEVED, &blur_px, out);
}
