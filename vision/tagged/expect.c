// Expected bases. Their tag is followed. If too little of it can be seen, the outline and the code are examined at the expected place.
#include <math.h>
#include <string.h>

#include "vision/tagged/tagged.h"
#include "vision/tagged/tagged_limits.h"
#include "vision/tags/follow_parts.h"

// The tag's corners in the contract's order: its upper edge is to the front.
static bool corners_of(const tagged_search *s, const tagged_look *l, const tagged_fit *f, px2 out[4]) {
    static const double x[4] = {-1, -1, 1, 1}, y[4] = {1, -1, -1, 1};
    for (int k = 0; k < 4; k++) {
        vec2 p = vec2_add(f->at, vec2_rotate((vec2){x[k] * l->half_tag, y[k] * l->half_tag}, f->heading_rad));
        out[k] = s->view->to_px(s->view->context, (vec3){p.x, p.y, f->z_in});
        if (!isfinite(out[k].u) || !isfinite(out[k].v)) return false;
    }
    return true;
}

// The pose whose tag has these corners.
static bool pose_of(const tagged_search *s, const followed_tag *t, tagged_fit *f) {
    vec2 p[4], sum = {0, 0};
    for (int k = 0; k < 4; k++) {
        p[k] = s->view->to_table(s->view->context, t->tag.corner[k], f->z_in);
        if (!isfinite(p[k].x) || !isfinite(p[k].y)) return false;
        sum = vec2_add(sum, vec2_scale(p[k], 0.25));
    }
    vec2 up = vec2_sub(vec2_add(p[2], p[3]), vec2_add(p[0], p[1])), across = vec2_sub(vec2_add(p[1], p[2]), vec2_add(p[0], p[3]));
    f->at = sum;
    f->heading_rad = atan2(up.y + across.x, up.x - across.y);  // by both edges: `across` turned by a quarter is `up`
    return true;
}

static bool follow_tag(vision *v, const tagged_code *c, double reach_in, double believed, tagged_fit *f, double *odds) {
    const tagged_search *s = v->tagged;
    const tagged_look *l = &s->looks[c->look];
    expected_tag e = {.id = c->id};
    followed_tag t;
    local_view view;
    if (!corners_of(s, l, f, e.corner) || !local_view_at(s->view, f->at, f->z_in, &view)) return false;
    double px_per_in = sqrt(fabs(view.m[0][0] * view.m[1][1] - view.m[0][1] * view.m[1][0]));
    memcpy(e.family, c->family->name, sizeof e.family);
    e.reach_px = reach_in * px_per_in;
    if (follow_tags(v, s->frame, &e, 1, believed, &v->tagged->blur_px, &t) != STATUS_OK || t.result == FOLLOW_LOST || !pose_of(s, &t, f))
        return false;
    f->shown = t.shown;
    *odds = t.log_odds;
    f->sigma_in = hypot(hypot(t.centre_sigma_px, TAGGED_EXPECT_SHADOW_SIGMA_PX) / px_per_in, TAGGED_EXPECT_BASE_SIGMA_IN);
    f->sigma_rad = hypot(t.turn_sigma_rad, 5e-4);
    return true;
}

// Examines the borders and the code at the place itself. They are weaker evidence than a followed tag, but the base was there before.
static bool ask_borders(tagged_search *s, const tagged_code *c, double reach_in, tagged_fit *f) {
    const tagged_look *l = &s->looks[c->look];
    vec2 from = f->at;
    tagged_need_white(s, 8);
    if (!tagged_edges(s, f, TAGGED_ALL_ROUNDS) || f->shown < TAGGED_EXPECT_LEAST_AGREEING ||
        vec2_distance(from, f->at) > fmax(reach_in, 0.5 * l->cell))
        return false;
    if ((double)tagged_read_one(s, f, c) >= TAGGED_EXPECT_LEAST_EVIDENCE) return true;
    bool sure = reach_in <= 0.5 * l->cell && tagged_outline_sure(f);  // borders look alike one cell away
    f->code = f->kind = -1;                                           // a base is there, perhaps this one
    return sure;
}

// Looks first at the old place, where the roster's tag is the likeliest thing; then near it.
static bool look_for(vision *v, const tagged_code *c, double reach_in, tagged_fit *f) {
    double cell = v->tagged->looks[c->look].cell;
    tagged_fit from = *f;
    double odds;
    if (follow_tag(v, c, 0.3 * cell, TAGGED_EXPECT_THERE_ODDS, f, &odds)) return true;
    *f = from;
    if (ask_borders(v->tagged, c, reach_in, f)) return true;
    *f = from;
    return reach_in > 0.3 * cell && follow_tag(v, c, reach_in, TAGGED_EXPECT_NEAR_ODDS, f, &odds);
}

static int code_of(const tagged_search *s, int figure, int from) {
    for (int i = 0; i < s->code_count; i++) {
        int k = (from + i) % s->code_count;
        if (s->codes[k].figure == figure) return k;
    }
    return -1;
}

static bool place_free(const tagged_search *s, const tagged_fit *f) {
    for (int i = 0; i < s->fit_count; i++)
        if (fabs(s->fits[i].at.x - f->at.x) < 6 && tagged_overlap(s, &s->fits[i], f)) return false;
    return true;
}

// Where the heading was not seen, a tag under the miniature can't be held against one: its faint evidence would make a guess a measurement.
static bool can_follow(const expected_tagged *e) {
    return isfinite(e->pose.at.x + e->pose.at.y + e->pose.heading_rad) &&
           (e->seen || (pose_has_heading(e->pose) && !pose_front_is_doubtful(e->pose)));
}

void tagged_follow(vision *v, const expected_tagged *expected, int count) {
    tagged_search *s = v->tagged;
    s->blur_px = 0;
    for (int i = 0, next = 0; i < count && s->fit_count < TAGGED_MAX; i++) {
        int code = expected[i].unread ? -1 : code_of(s, expected[i].figure, next);
        if (code < 0 || s->codes[code].used || !can_follow(&expected[i])) continue;
        next = code + 1;
        tagged_code *c = &s->codes[code];
        const tagged_look *l = &s->looks[c->look];
        tagged_fit f = {.look = c->look, .at = expected[i].pose.at, .heading_rad = expected[i].pose.heading_rad, .code = code, .kind = c->kind};
        f.z_in = tagged_top_in(s, l, s->kinds[c->kind].z_in, f.at);
        f.followed = true;
        f.heading_certainty = 1;
        if (expected[i].seen) f.shown = 1, f.sigma_in = expected[i].pose.sigma_in, f.sigma_rad = expected[i].pose.sigma_rad;
        bool seen = expected[i].seen || look_for(v, c, expected[i].reach_in, &f);
        px2 at = s->view->to_px(s->view->context, (vec3){f.at.x, f.at.y, f.z_in});
        seen = seen && place_free(s, &f);
        note_spot(v->notes, "tagged: expected", seen, at, l->half_tag * s->px_per_in, "%s %d: %.0f %% shown", c->family->name, c->id, 100 * f.shown);
        if (!seen) continue;
        c->used = f.code >= 0;
        s->fits[s->fit_count++] = f;
    }
}

typedef struct {
    int code, quarter;
    float evidence;
} likely_name;

// The likeliest unused names (*of: their number), by the evidence of the cells alone.
static int likeliest_names(tagged_search *s, const tagged_fit *f, likely_name *best, int capacity, int *of) {
    int count = 0;
    *of = 0;
    tagged_read(s, f, s->evidence);
    for (int i = 0; i < 4 * s->code_count; i++) {
        likely_name n = {i / 4, i % 4, s->evidence[i]};
        if (s->codes[n.code].used || n.evidence <= TAGGED_NEVER || (f->kind >= 0 && s->codes[n.code].kind != f->kind)) continue;
        ++*of;
        if ((count == capacity && n.evidence <= best[capacity - 1].evidence)) continue;
        int k = count < capacity ? count++ : capacity - 1;
        for (; k > 0 && best[k - 1].evidence < n.evidence; k--) best[k] = best[k - 1];
        best[k] = n;
    }
    return count;
}

// The chance that the front lies this many quarter turns from where the cells of the base and of its block have it.
static double chance_of_quarter(const tagged_fit *f, int quarter) {
    return quarter == 0 ? f->heading_certainty : fmax((1 - f->heading_certainty) / 3, TAGGED_EXPECT_LEAST_TURNED);
}

bool tagged_second_look(vision *v, tagged_fit *f) {
    enum { NAMES = 8 };
    tagged_search *s = v->tagged;
    likely_name names[NAMES];
    double best_odds = -1e9, second = -1e9, cell = s->looks[f->look].cell;
    tagged_fit best = *f;
    int of, count = likeliest_names(s, f, names, NAMES, &of);
    for (int i = 0; i < count; i++) {
        const tagged_code *c = &s->codes[names[i].code];
        tagged_fit g = *f;
        double odds = -1e9;
        g.heading_rad += names[i].quarter * PI / 2;
        if (!follow_tag(v, c, 0.5 * cell, TAGGED_EXPECT_WORTH_ASKING, &g, &odds) || vec2_distance(f->at, g.at) > 0.5 * cell) continue;
        odds += log(chance_of_quarter(f, names[i].quarter));
        if (odds <= best_odds) {
            second = fmax(second, odds);
            continue;
        }
        second = best_odds, best_odds = odds, best = g;
        best.code = names[i].code, best.kind = c->kind;
    }
    if (best_odds < TAGGED_EXPECT_TOLD_ODDS + log(fmax(of, 1)) || best_odds - second < TAGGED_EXPECT_TOLD_AHEAD) return false;
    best.heading_certainty = 1;
    s->codes[best.code].used = true;
    *f = best;
    return true;
}
