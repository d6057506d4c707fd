// Who is looked for while something changes. A frame has time for so many: the figures of a unit move together, so some of them tell where the
// others are, and all have their turn within a few frames. Searches are for who is lost, one a frame, and not again at once where it was in vain, but
// for what hands have left since.
#include <string.h>

#include "pipeline/pipeline_state.h"

#define STEP_MAX_IN 1.5   // from one look to the next: more was a leap, and tells nothing
#define NEAR_IN 0.1       // of the tracked place: the sighting is this figure's
#define CLEAR_SHARE 0.05  // of a base: who was missed with more of it under a hand may be found once the hand has gone
#define LOST_LOOKS 2      // what lies under a hand is looked for less often from then on
#define SELDOM 4          // every so many looks
#define RETRY 32          // looks after which a tag that was hidden may show again
#define PROBES 4          // of a unit that begins to move: they tell where the others went
#define FRAME_COST 550    // what one frame has time for, in hundredths of a millisecond at 12 megapixels
#define RIM_COST 20       // of following one: measured with bench/steady.c
#define LOST_RIM_COST 100
#define TAG_COST 25
#define PAINT_COST 25
#define HIDDEN_TAG_COST 100
#define DEAR_COST 50
#define SEARCH_COST 200     // of the part of a search that one frame has time for: see part_px
#define FRESH_EVERY_S 0.06  // a search of what is fresh is no oftener made: two frames of a fast camera, and each of a slow one

// Cheapest first; frames between two searches that find nothing.
static const unsigned sorts[FOLLOW_SORTS] = {EYE_TAGS, EYE_PLAIN, EYE_RIMS, EYE_HIDDEN_TAGS};
static const int vain_waits[FOLLOW_SORTS] = {4, 8, 16, 16};
// Pixels that are searched in about SEARCH_COST.
static const double part_px[FOLLOW_SORTS] = {6e5, 4e5, 5e4, 6e4};
enum { FIRST_OF_MANY_PARTS = 2 };  // of the sorts: from that on every other frame is left to those that are followed

static const pose *place_of(const pipeline *p, int figure, bool *known, bool *hidden) {
    const pose *tracked = formation_pose(p->formation, figure, known, hidden);
    return p->follow[figure].on && p->follow[figure].carried ? &p->place[figure] : tracked;
}

static void expect_nobody(pipeline *p) {
    size_t n = (size_t)p->game->figure_count;
    memset(p->is_expected, 0, n * sizeof *p->is_expected);
    memset(p->searched, 0, n * sizeof *p->searched);
    memset(p->elsewhere, 0, n * sizeof *p->elsewhere);
    memset(p->due, 0, n * sizeof *p->due);
    memset(p->touched, 0, n * sizeof *p->touched);
}

void follow_forget(pipeline *p) {
    memset(p->follow, 0, (size_t)p->game->figure_count * sizeof *p->follow);
    memset(p->search_wait, 0, sizeof p->search_wait);
    memset(p->search_part, 0, sizeof p->search_part);
    p->lost = p->searched_in_vain = 0;
}

void follow_everyone(pipeline *p) {
    expect_nobody(p);
    follow_forget(p);
    for (int i = 0; i < p->game->figure_count; i++) {
        bool known;
        const pose *at = formation_pose(p->formation, i, &known, NULL);
        p->searched[i] = true;
        if (!known) continue;
        p->expected[i] = *at;
        p->is_expected[i] = eye_base_box(p->eye, i, *at, 0).width > 0;
        p->searched[i] = p->is_expected[i];
    }
}

// Who is expected ---------------------------------------------------------------------------------------------------------------------------

static bool any_under(const vision_changes *c, const uint8_t *tiles, px_rect box) {
    int right = (box.x + box.width - 1) / c->tile_px, below = (box.y + box.height - 1) / c->tile_px;
    for (int y = box.y / c->tile_px; y <= below && y < c->rows; y++)
        for (int x = box.x / c->tile_px; x <= right && x < c->columns; x++)
            if (tiles[y * c->columns + x]) return true;
    return false;
}

// Where it goes if it goes on as it went; if it was missed there, half as far, then where it was, in turn: hands slow down and stop.
static pose predict(const followed_place *m, pose now) {
    enum { WAYS = 3 };
    static const double goes_on[WAYS] = {1, 0.5, 0};
    if (!m->on || !m->has_step) return now;
    double share = goes_on[m->lost % WAYS];
    now.at = vec2_add(now.at, vec2_scale(m->step_in, share));
    if (pose_has_heading(now)) now.heading_rad = angle_wrap(now.heading_rad + share * m->step_rad);
    return now;
}

int follow_cost(const pipeline *p, int figure) {
    unsigned searches = eye_searches_for(p->eye, figure);
    if (searches & EYE_RIMS) return p->follow[figure].lost ? LOST_RIM_COST : RIM_COST;
    if (searches & EYE_HIDDEN_TAGS) return p->hides_its_tag[figure] || p->follow[figure].lost ? HIDDEN_TAG_COST : TAG_COST;
    return PAINT_COST;
}

// A step through the figures that comes by all of them, and by many units at once.
static int stride_of(int count) { return count % 7 ? 7 : count % 11 ? 11 : count % 13 ? 13 : 1; }

// What lies under a hand, and what looks other than it did but doesn't move, is looked for less often.
static bool is_for_later(const pipeline *p, int figure) {
    const followed_place *m = &p->follow[figure];
    bool seldom = m->lost > LOST_LOOKS || (m->rests && m->has_step) || p->covered[figure] > COVERED_SHARE;
    return seldom && (p->follow_looks + figure) % SELDOM != 0;
}

// Looked for whatever it costs.
static bool is_first(const pipeline *p, int figure) { return p->due[figure] || p->follow[figure].uncovered; }

static void leave_out(pipeline *p, int figure) {
    p->is_expected[figure] = false;
    p->elsewhere[figure] = look_stands(p, figure) && p->follow[figure].lost == 0;  // no search is made for who is there but has no turn
    p->searched[figure] = p->covered[figure] > COVERED_SHARE;                      // what hides it is what was looked at
}

// Counts those of the unit that are asked without knowing where it goes; true where they are enough.
static bool are_probes_enough(pipeline *p, int figure) {
    int unit = p->game->figures[figure].unit;
    return !p->follow[figure].has_step && p->probes[unit]++ >= PROBES;
}

static bool is_dear(const pipeline *p, int figure) { return follow_cost(p, figure) >= DEAR_COST; }

// Those that are not due: puts off what can wait; returns whether any are left that cost much.
static bool put_off(pipeline *p) {
    bool any_dear = false;
    memset(p->probes, 0, (size_t)p->game->unit_count * sizeof *p->probes);
    for (int k = 0; k < p->game->figure_count; k++) {
        int i = (p->next_followed + k * stride_of(p->game->figure_count)) % p->game->figure_count;
        if (!p->is_expected[i] || is_first(p, i)) continue;
        if (is_for_later(p, i) || are_probes_enough(p, i))
            leave_out(p, i);
        else
            any_dear |= is_dear(p, i);
    }
    return any_dear;
}

// Of those that are expected and cost much, or little, keeps as many as there is time for, from the one on whose turn it is. Returns what they cost.
static int keep_in_turn(pipeline *p, bool dear, int budget, int *turn) {
    int n = p->game->figure_count, stride = stride_of(n), spent = 0, i = n ? *turn % n : 0, next = i;
    bool full = false;
    for (int k = 0; k < n; k++, i = (i + stride) % n) {
        if (!p->is_expected[i] || is_first(p, i) || is_dear(p, i) != dear) continue;
        int cost = follow_cost(p, i);
        if (!full && spent + cost > budget) full = true, next = i;
        if (full)
            leave_out(p, i);
        else
            spent += cost;
    }
    *turn = next;
    return spent;
}

// Who is due or was just uncovered is looked for. Then who can be seen: he tells where the others of his unit went. Who is lost, and costs much, has
// one turn a frame and what is left of the time.
static void keep_to_budget(pipeline *p, int budget) {
    p->follow_looks++;
    bool any_dear = p->game->figure_count > 0 && put_off(p);
    for (int i = 0; i < p->game->figure_count; i++)
        if (p->is_expected[i] && is_first(p, i)) budget -= follow_cost(p, i);
    int spent = keep_in_turn(p, false, budget - (any_dear ? HIDDEN_TAG_COST : 0), &p->next_followed);
    keep_in_turn(p, true, budget - spent, &p->next_dear);
    for (int i = 0; i < p->game->figure_count; i++)
        if (p->is_expected[i] && (p->follow_looks + i) % RETRY == 0) p->hides_its_tag[i] = false;
}

// Who was covered and is no more is looked for at once. A little that is covered counts of who was missed, beside what his own figure hides.
static void uncover(pipeline *p, int figure) {
    followed_place *m = &p->follow[figure];
    bool covered = p->covered[figure] > (m->lost ? CLEAR_SHARE : UNCOVERED_SHARE);
    if (m->was_covered && !covered) m->lost = 0, m->uncovered = true;
    if (covered || m->lost > LOST_LOOKS) m->uncovered = false;
    m->was_covered = covered;
}

static bool touches_rects(const pipeline *p, px_rect box) {
    for (int i = 0; i < p->rect_count; i++)
        if (rect_overlaps(p->rects[i], box)) return true;
    return false;
}

void follow_choose(pipeline *p, const vision_changes *c, bool settling, unsigned searches) {
    expect_nobody(p);
    for (int i = 0; i < p->game->figure_count; i++) {
        followed_place *m = &p->follow[i];
        bool known, hidden;
        const pose *at = place_of(p, i, &known, &hidden);
        if (!known) continue;
        p->expected[i] = *at;
        px_rect box = eye_base_box(p->eye, i, *at, 2);
        if (box.width == 0) continue;
        m->rests = !any_under(c, c->moving, box);
        bool touched = !m->rests || any_under(c, c->changed, box);
        p->is_expected[i] = p->searched[i] = p->touched[i] = touched;
        p->due[i] = touched && settling && touches_rects(p, box);
        p->elsewhere[i] = p->met[i] && !hidden && !touched;
        if (!touched) {
            *m = (followed_place){0};
            continue;
        }
        uncover(p, i);
        p->place[i] = *at;
        p->expected[i] = predict(m, *at);
        m->on = true;
    }
    keep_to_budget(p, searches ? FRAME_COST - SEARCH_COST : FRAME_COST);
    for (int i = 0; i < p->game->figure_count; i++) p->follow[i].asked = p->is_expected[i];
}

// Who is searched for -----------------------------------------------------------------------------------------------------------------------

unsigned follow_due_search(pipeline *p) {
    unsigned due = 0;
    for (int s = 0; s < FOLLOW_SORTS; s++) {
        bool resting = s >= FIRST_OF_MANY_PARTS && p->follow_looks % 2;
        if (p->search_wait[s] > 0) p->search_wait[s]--;
        if (!(p->lost & sorts[s])) p->search_part[s] = 0;
        if (!due && !resting && (p->lost & sorts[s]) && p->search_wait[s] == 0) due = sorts[s];
    }
    return due;
}

// The box of the tiles in `within` that changed or move; width 0: none do.
static px_rect changed_in(const vision_changes *c, px_rect within) {
    int x0 = within.x / c->tile_px, y0 = within.y / c->tile_px, x1 = (within.x + within.width - 1) / c->tile_px,
        y1 = (within.y + within.height - 1) / c->tile_px, left = c->columns, top = c->rows, right = -1, below = -1;
    for (int y = y0 > 0 ? y0 : 0; y <= y1 && y < c->rows; y++)
        for (int x = x0 > 0 ? x0 : 0; x <= x1 && x < c->columns; x++) {
            if (!c->changed[y * c->columns + x] && !c->moving[y * c->columns + x]) continue;
            left = x < left ? x : left, right = x > right ? x : right, top = y < top ? y : top, below = y;
        }
    if (right < 0) return (px_rect){0};
    return (px_rect){left * c->tile_px, top * c->tile_px, (right - left + 1) * c->tile_px, (below - top + 1) * c->tile_px};
}

// A square about the middle of those who are lost and whom the search would find.
static px_rect about_lost(const pipeline *p, unsigned search, int edge) {
    double u = 0, v = 0;
    int count = 0;
    for (int i = 0; i < p->game->figure_count; i++) {
        const followed_place *m = &p->follow[i];
        if (!m->on || !m->lost || !(eye_searches_for(p->eye, i) & search)) continue;
        px_rect box = eye_base_box(p->eye, i, p->place[i], 0);
        if (box.width == 0) continue;
        u += box.x + box.width / 2, v += box.y + box.height / 2;
        count++;
    }
    if (count == 0) return (px_rect){0};
    return (px_rect){(int)(u / count) - edge / 2, (int)(v / count) - edge / 2, edge, edge};
}

// The parts: first where the lost ones were, then squares of the picture, row by row. Number `part` or the next one in which something changed;
// false where none is left.
static bool find_part(const pipeline *p, const vision_changes *c, unsigned search, int edge, int *part, px_rect *out) {
    int across = c->columns * c->tile_px / edge + 1, count = across * (c->rows * c->tile_px / edge + 1);
    for (; *part <= count; ++*part) {
        int k = *part - 1;
        *out = changed_in(c, *part == 0 ? about_lost(p, search, edge) : (px_rect){k % across * edge, k / across * edge, edge, edge});
        if (out->width > 0) return true;
    }
    return false;
}

// The tile changed, has moved since the search was made last, and no hand lies over it any more.
static bool is_fresh(const pipeline *p, const vision_changes *c, int tile, double searched_s) {
    if (!(c->changed[tile] || c->moving[tile]) || p->rest.motion_s[tile] <= searched_s) return false;
    px2 middle = {(tile % c->columns + 0.5) * c->tile_px, (tile / c->columns + 0.5) * c->tile_px};
    int region = foreign_at(&p->foreign, middle);
    return region < 0 || p->foreign.at[region].kind != FOREIGN_HAND;
}

// Leaves in p->rects what is fresh; false: nothing, or more than one frame has time for.
static bool find_fresh(pipeline *p, const vision_changes *c, int sort) {
    int margin = look_margin_px(p);
    double area = 0;
    p->rect_count = 0;
    for (int i = 0; i < c->columns * c->rows; i++)
        if (is_fresh(p, c, i, p->searched_s[sort]))
            look_add_rect(p, rect_grow((px_rect){i % c->columns * c->tile_px, i / c->columns * c->tile_px, c->tile_px, c->tile_px}, margin));
    for (int i = 0; i < p->rect_count; i++) area += (double)p->rects[i].width * p->rects[i].height;
    return area > 0 && area <= part_px[sort];
}

unsigned follow_choose_fresh(pipeline *p, const frame *f, const vision_changes *c) {
    for (int s = 0; s < FOLLOW_SORTS; s++) {
        if (!(p->lost & sorts[s]) || p->search_wait[s] == 0 || f->t_s < p->searched_s[s] + FRESH_EVERY_S || !find_fresh(p, c, s)) continue;
        p->searched_s[s] = f->t_s;
        return sorts[s];
    }
    return 0;
}

// About a part: what is searched for may lie across its edge. A rim code is found by its middle, wherever its rim lies: half a base is enough.
static int part_margin_px(const pipeline *p, unsigned search) {
    int margin = look_margin_px(p), widest = 0;
    for (int i = 0; search == EYE_RIMS && i < p->game->figure_count; i++) {
        if (!(eye_searches_for(p->eye, i) & EYE_RIMS)) continue;
        px_rect box = eye_base_box(p->eye, i, p->place[i], 0);
        int half = (box.width > box.height ? box.width : box.height) / 2 + 1;
        widest = half > widest ? half : widest;
    }
    return widest > 0 && widest < margin ? widest : margin;
}

bool follow_choose_part(pipeline *p, const frame *f, const vision_changes *c, unsigned search) {
    int s = 0, margin = look_margin_px(p);
    double area = 0;
    while (s + 1 < FOLLOW_SORTS && sorts[s] != search) s++;
    for (int i = 0; i < p->rect_count; i++) area += (double)p->rects[i].width * p->rects[i].height;
    px_rect part, next;
    int edge = (int)fmax(sqrt(part_px[s]) - 2 * margin, margin);
    if (area > part_px[s]) {
        p->rect_count = 0;
        if (find_part(p, c, search, edge, &p->search_part[s], &part)) {
            look_add_rect(p, rect_grow(part, part_margin_px(p, search)));
            p->search_part[s]++;
        }
        if (find_part(p, c, search, edge, &p->search_part[s], &next)) return false;
    }
    p->search_part[s] = 0;
    p->searched_s[s] = f->t_s;
    p->search_wait[s] = vain_waits[s];
    p->searched_in_vain |= search;
    return true;
}

void follow_excuse(pipeline *p, unsigned searches) {
    for (int i = 0; i < p->game->figure_count; i++) {
        unsigned needed = eye_searches_for(p->eye, i), made = searches == EYE_ALL && !p->due[i] ? 0 : searches;
        if (p->covered[i] > COVERED_SHARE) continue;
        if (p->follow[i].lost >= LOST_LOOKS) made |= p->searched_in_vain;
        if (needed & EYE_HIDDEN_TAGS) needed = p->hides_its_tag[i] ? EYE_HIDDEN_TAGS : EYE_TAGS;
        if (needed & ~made) p->searched[i] = false;
    }
}

// What the look told ------------------------------------------------------------------------------------------------------------------------

bool follow_was_found(const pipeline *p, int figure, pose at) {
    double width = p->game->figures[figure].base.width_in;
    for (int i = 0; i < p->seen_count; i++) {
        const base_sighting *b = &p->seen[i];
        if (b->by == SEEN_BY_UNIT_MARKER) continue;
        if (b->figure == figure) return true;
        if (b->figure < 0 && vec2_distance(b->pose.at, at.at) < fmax(NEAR_IN, 0.2 * width)) return true;
    }
    return false;
}

typedef struct {
    vec2 from, to;  // middle of those that were found, before and now
    double sine, cosine, turn_rad;
    int count;
    bool since_lost;  // of those that had not been seen for some looks
} unit_move;

// How the unit's figures moved that were found, those that were seen in the look before or those that were not: a turn and a shift, the least squares
// of their places.
static unit_move move_of_those(const pipeline *p, const game_unit *u, bool unseen) {
    unit_move m = {.since_lost = unseen};
    for (int pass = 0; pass < 2; pass++)
        for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
            const followed_place *f = &p->follow[i];
            if (!f->on || !f->asked || f->lost || (f->unseen > 0) != unseen) continue;
            vec2 from = p->place[i].at, to = formation_pose(p->formation, i, NULL, NULL)->at;
            if (vec2_distance(from, to) > STEP_MAX_IN) continue;
            if (pass == 0) {
                m.count++;
                m.from = vec2_add(m.from, from), m.to = vec2_add(m.to, to);
            } else {
                vec2 a = vec2_sub(from, vec2_scale(m.from, 1.0 / m.count)), b = vec2_sub(to, vec2_scale(m.to, 1.0 / m.count));
                m.sine += a.x * b.y - a.y * b.x, m.cosine += a.x * b.x + a.y * b.y;
            }
        }
    if (m.count == 0) return m;
    m.from = vec2_scale(m.from, 1.0 / m.count), m.to = vec2_scale(m.to, 1.0 / m.count);
    m.turn_rad = m.count > 2 && m.cosine > 0 ? atan2(m.sine, m.cosine) : 0;
    return m;
}

// Where the whole unit was lost, those that are found again tell how it went meanwhile.
static unit_move move_of(const pipeline *p, const game_unit *u) {
    unit_move m = move_of_those(p, u, false);
    return m.count > 0 ? m : move_of_those(p, u, true);
}

static pose carry(const unit_move *m, pose at) {
    at.at = vec2_add(m->to, vec2_rotate(vec2_sub(at.at, m->from), m->turn_rad));
    if (pose_has_heading(at)) at.heading_rad = angle_wrap(at.heading_rad + m->turn_rad);
    return at;
}

// Its step of one look, though it may not have been found for some.
static void step_to(followed_place *f, pose before, pose now) {
    double share = 1.0 / (1 + f->unseen);
    f->step_in = vec2_scale(vec2_sub(now.at, before.at), share);
    f->step_rad = pose_has_heading(now) && pose_has_heading(before) ? share * angle_difference(now.heading_rad, before.heading_rad) : 0;
    f->has_step = vec2_length(f->step_in) <= STEP_MAX_IN;
}

// Found: where it is tracked. Else with the rest of its unit, or where it was.
static void learn_figure(pipeline *p, int figure, const unit_move *m) {
    followed_place *f = &p->follow[figure];
    pose before = p->place[figure], now = before;
    bool found = f->asked && f->lost == 0;
    if (!found && (m->count == 0 || (m->since_lost && !f->unseen))) {
        f->unseen++;
        return;
    }
    f->carried = !found;
    now = found ? *formation_pose(p->formation, figure, NULL, NULL) : carry(m, before);
    step_to(f, before, now);
    f->unseen = 0;
    p->place[figure] = now;
}

void follow_learn(pipeline *p) {
    p->lost = look_missing_searches(p);
    for (int i = 0; i < p->game->figure_count; i++) {
        followed_place *f = &p->follow[i];
        if (!f->asked) continue;
        f->lost = follow_was_found(p, i, *formation_pose(p->formation, i, NULL, NULL)) ? 0 : f->lost + 1;
        f->uncovered = f->uncovered && f->lost;
        if (f->lost) p->lost |= eye_searches_for(p->eye, i);
    }
    if (!p->lost) p->searched_in_vain = 0;
    for (int u = 0; u < p->game->unit_count; u++) {
        const game_unit *unit = &p->game->units[u];
        unit_move m = move_of(p, unit);
        for (int i = unit->first_figure; i < unit->first_figure + unit->figure_count; i++)
            if (p->follow[i].on) learn_figure(p, i, &m);
    }
}
