// Where to look in a frame, and looking: everywhere at the start, then where something changed, and bit by bit everywhere else.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "pipeline/pipeline_state.h"

#define MARGIN_MM 25.0         // about a base, searched around what changed
#define REACH_IN 0.25          // what is expected may have gone so far from one frame to the next; what went farther is searched
#define REACH_AT_REST_IN 0.05  // where nothing changed
#define VERIFY_COST 60         // for known bases that are looked at again where nothing changes, as follow_cost has it
#define VERIFY_EVERY 2         // frames
#define SLICE_PX 190000.0      // of the background sweep: a 64th of 12 megapixels
#define SLICE_EVERY 4          // frames between two searches of the sweep where every figure is seen
#define SLICE_MISSING 2        // where one is missing
#define SLICE_VAIN 8           // where it has been looked for in vain, and what is searched costs much
#define VAIN_ROUNDS 2
#define SEEN_MAX (GAME_MAX_FIGURES + 1024)

status look_make_room(pipeline *p, fault *why) {
    size_t n = (size_t)p->game->figure_count + 1;
    p->expected = calloc(n, sizeof *p->expected);
    p->is_expected = calloc(n, sizeof *p->is_expected);
    p->elsewhere = calloc(n, sizeof *p->elsewhere);
    p->searched = calloc(n, sizeof *p->searched);
    p->touched = calloc(n, sizeof *p->touched);
    p->met = calloc(n, sizeof *p->met);
    p->absent = calloc(n, sizeof *p->absent);
    p->due = calloc(n, sizeof *p->due);
    p->stood = calloc(n, sizeof *p->stood);
    p->place = calloc(n, sizeof *p->place);
    p->follow = calloc(n, sizeof *p->follow);
    p->probes = calloc((size_t)p->game->unit_count + 1, sizeof *p->probes);
    p->hides_its_tag = calloc(n, sizeof *p->hides_its_tag);
    p->rects = calloc(RECTS_MAX, sizeof *p->rects);
    p->seen = calloc(SEEN_MAX, sizeof *p->seen);
    p->base_hand_in = calloc(SEEN_MAX, sizeof *p->base_hand_in);
    p->lain_s = calloc(SEEN_MAX, sizeof *p->lain_s);
    p->place_lain_s = calloc(n, sizeof *p->place_lain_s);
    p->swept = calloc(SEEN_MAX, sizeof *p->swept);
    bool ok = p->expected && p->is_expected && p->elsewhere && p->searched && p->touched && p->met && p->absent && p->due && p->stood && p->place &&
              p->follow && p->probes && p->hides_its_tag && p->rects && p->seen && p->base_hand_in && p->lain_s && p->place_lain_s && p->swept;
    return ok ? STATUS_OK : fault_set(why, STATUS_MEMORY, "out of memory");
}

void look_free_room(pipeline *p) {
    free(p->expected);
    free(p->is_expected);
    free(p->elsewhere);
    free(p->searched);
    free(p->touched);
    free(p->met);
    free(p->absent);
    free(p->due);
    free(p->stood);
    free(p->place);
    free(p->follow);
    free(p->probes);
    free(p->hides_its_tag);
    free(p->rects);
    free(p->seen);
    free(p->base_hand_in);
    free(p->lain_s);
    free(p->place_lain_s);
    free(p->swept);
}

// What changed -> where to look -------------------------------------------------------------------------------------------------------------

void look_add_rect(pipeline *p, px_rect r) {
    for (int i = 0; i < p->rect_count; i++) {  // overlapping ones become one, and that one may overlap others
        if (!rect_overlaps(p->rects[i], r) && p->rect_count < RECTS_MAX) continue;
        r = rect_both(p->rects[i], r);
        p->rects[i] = p->rects[--p->rect_count];
        i = -1;
    }
    p->rects[p->rect_count++] = r;
}

int look_margin_px(const pipeline *p) {
    const calibration *c = eye_calibration(p->eye);
    double inch = calib_sigma_in(c, (px2){c->cx, c->cy}, 0, 1);
    return inch > 0 && isfinite(inch) ? (int)(MARGIN_MM * IN_PER_MM / inch) + 1 : 32;
}

// Two bases with one marker -----------------------------------------------------------------------------------------------------------------

static bool is_read(const base_sighting *b) { return b->figure >= 0 && (b->by == SEEN_BY_TAG || b->by == SEEN_BY_RIM); }

static px_rect place_box(const pipeline *p, const base_sighting *b) {
    int half = look_margin_px(p) * 3 / 2;
    return (px_rect){(int)b->px.u - half, (int)b->px.v - half, 2 * half, 2 * half};
}

static void note_doubled(pipeline *p, const base_sighting *b) {
    doubled_note(p, b, place_box(p, b));
    if (b->figure >= 0) p->searched[b->figure] = false;  // neither is believed, and the figure is not gone
}

// Figures that were read far from where they stand, though nothing changed there: they are looked for there, too. Who is found there again
// is there twice.
static status look_where_they_stood(pipeline *p, const frame *f, fault *why) {
    int count = 0;
    bool *stood = p->stood;
    memset(stood, 0, (size_t)p->game->figure_count * sizeof *stood);
    for (int i = 0; i < p->seen_count; i++) {
        const base_sighting *b = &p->seen[i];
        if (!is_read(b) || !p->elsewhere[b->figure] || vec2_distance(p->expected[b->figure].at, b->pose.at) < b->base.width_in) continue;
        stood[b->figure] = true;
        count++;
    }
    if (count == 0) return STATUS_OK;
    eye_sight again;
    eye_request r = {.where = p->rects, .expected = p->expected, .is_expected = stood, .reach_in = REACH_AT_REST_IN};
    status s = eye_look(p->eye, f, &r, &again, why);
    for (int k = 0; s == STATUS_OK && k < again.bases.count; k++) {
        const base_sighting *there = &again.bases.at[k];
        if (!is_read(there) || !stood[there->figure]) continue;
        for (int i = 0; i < p->seen_count; i++) {
            if (p->seen[i].figure != there->figure) continue;
            if (there->by == SEEN_BY_TAG) note_doubled(p, &p->seen[i]), note_doubled(p, there);  // a rim code half hidden may be misread
            p->seen[i--] = p->seen[--p->seen_count];
        }
    }
    return s;
}

// One look ----------------------------------------------------------------------------------------------------------------------------------

static void keep_seen(pipeline *p, const eye_sight *seen) {
    for (int i = 0; i < seen->bases.count; i++)
        if (is_read(&seen->bases.at[i])) p->hides_its_tag[seen->bases.at[i].figure] = i >= seen->from_hidden;
    p->seen_count = seen->bases.count < SEEN_MAX ? seen->bases.count : SEEN_MAX;
    memcpy(p->seen, seen->bases.at, (size_t)p->seen_count * sizeof *p->seen);
    for (int i = 0; i < seen->doubled.count; i++) note_doubled(p, &seen->doubled.at[i]);
}

static status take_in(pipeline *p, const frame *f, event *out, fault *why) {
    double begin = clock_monotonic_s();
    bool hands_known = f->t_s >= p->hands_known_s;
    if (hands_known) cover_measure_seen(p);
    rest_measure_lain(p, f->t_s);
    formation_view view = {.t_s = f->t_s,
                           .bases = p->seen,
                           .base_count = p->seen_count,
                           .searched = p->searched,
                           .touched = p->touched,
                           .covered = p->covered,
                           .hand_in = hands_known ? p->hand_in : NULL,
                           .base_hand_in = hands_known ? p->base_hand_in : NULL,
                           .still_for_s = p->lain_s,
                           .place_still_for_s = p->place_lain_s,
                           .hand = p->hand};
    status s = formation_see(p->formation, &view, out, why);
    p->costs.track_s += clock_monotonic_s() - begin;
    for (int i = 0; s == STATUS_OK && i < out->pose_count; i++) p->met[out->poses[i].figure] = true;
    return s;
}

static status look(pipeline *p, const frame *f, const eye_request *r, fault *why) {
    double begin = clock_monotonic_s();
    eye_sight seen;
    status s = eye_look(p->eye, f, r, &seen, why);
    if (s == STATUS_OK) keep_seen(p, &seen);
    if (s == STATUS_OK && (!r->where || r->searches == EYE_ALL)) unknown_note(p, &seen);
    if (s == STATUS_OK && r->where) s = look_where_they_stood(p, f, why);
    if (s == STATUS_OK) doubled_end(p);
    p->costs.look_s += clock_monotonic_s() - begin;
    p->costs.looks++;
    return s;
}

static void begin_sweep(pipeline *p) { p->slice = p->sweep_sort = p->swept_count = p->idle_frames = p->rounds = p->next_back = 0; }

status look_everywhere(pipeline *p, const frame *f, event *out, fault *why) {
    doubled_begin(p, true);
    begin_sweep(p);
    follow_everyone(p);
    eye_request r = {.expected = p->expected, .is_expected = p->is_expected, .reach_in = REACH_IN};
    unknown_begin(p);
    status s = look(p, f, &r, why);
    unknown_end(p, true);
    return s == STATUS_OK ? take_in(p, f, out, why) : s;
}

// Where something has come to rest all searches are made a few times: who is not found then is hidden. Where something moves those who are expected
// are followed, and searches are made for those who are lost only.
status look_at_changes(pipeline *p, const frame *f, const vision_changes *c, event *out, fault *why) {
    begin_sweep(p);
    bool settling = rest_choose_rects(p, c);
    unsigned searches = settling ? EYE_ALL : follow_due_search(p);
    bool all = settling || searches == 0 || follow_choose_part(p, f, c, searches);
    if (searches == 0) searches = follow_choose_fresh(p, f, c), all = searches == 0;
    if (settling) doubled_begin(p, false);
    follow_choose(p, c, settling, searches);
    follow_excuse(p, all ? searches : 0);
    eye_request r = {.searches = searches,
                     .where = p->rects,
                     .where_count = searches ? p->rect_count : 0,
                     .expected = p->expected,
                     .is_expected = p->is_expected,
                     .elsewhere = p->elsewhere,
                     .hides_its_tag = p->hides_its_tag,
                     .reach_in = REACH_IN};
    if (settling) unknown_begin(p);
    status s = look(p, f, &r, why);
    if (settling) rest_looked(p);
    if (s == STATUS_OK) s = take_in(p, f, out, why);
    if (s == STATUS_OK && settling) s = unknown_look(p, f, why);
    if (settling) unknown_end(p, false);
    if (s == STATUS_OK) follow_learn(p);
    return s;
}

// Nothing changes ---------------------------------------------------------------------------------------------------------------------------

bool look_stands(const pipeline *p, int figure) {
    bool known, hidden;
    formation_pose(p->formation, figure, &known, &hidden);
    return known && !hidden && p->met[figure];
}

// The searches that some figure is missing to: not seen now and not taken off the table.
unsigned look_missing_searches(const pipeline *p) {
    unsigned searches = 0;
    for (int i = 0; i < p->game->figure_count; i++)
        if (!look_stands(p, i) && !p->absent[i]) searches |= eye_searches_for(p->eye, i);
    return searches;
}

// Hidden though nothing covers it any more: it may have been shown again while there was no time to look.
static bool may_be_back(const pipeline *p, int figure) {
    bool known, hidden;
    formation_pose(p->formation, figure, &known, &hidden);
    return known && hidden && !p->absent[figure] && p->covered[figure] <= UNCOVERED_SHARE;
}

static int verify(pipeline *p, int figure) {
    if (p->is_expected[figure]) return 0;
    p->expected[figure] = *formation_pose(p->formation, figure, NULL, NULL);
    p->is_expected[figure] = true;
    return follow_cost(p, figure);
}

// Some of the known bases, by their markers and rims alone, as many as there is time for: first, once, who may be back, then all in turn.
static status verify_some(pipeline *p, const frame *f, fault *why) {
    int n = p->game->figure_count, chosen = 0, cost = 0;
    memset(p->is_expected, 0, (size_t)n * sizeof *p->is_expected);
    for (; p->next_back < n && cost < VERIFY_COST; p->next_back++) {
        if (!may_be_back(p, p->next_back)) continue;
        cost += verify(p, p->next_back);
        chosen++;
    }
    for (int k = 0; k < n && cost < VERIFY_COST; k++) {
        int i = p->next_verified = (p->next_verified + 1) % n;
        if (!look_stands(p, i) && !may_be_back(p, i)) continue;
        cost += verify(p, i);
        chosen++;
    }
    p->seen_count = 0;
    if (chosen == 0) return STATUS_OK;
    eye_request r = {
        .where = p->rects, .expected = p->expected, .is_expected = p->is_expected, .hides_its_tag = p->hides_its_tag, .reach_in = REACH_AT_REST_IN};
    eye_sight seen;
    status s = eye_look(p->eye, f, &r, &seen, why);
    if (s == STATUS_OK) keep_seen(p, &seen);
    return s;
}

typedef struct {
    int columns, rows;
} slicing;

static slicing slices_of(const frame *f) {
    double edge = sqrt(SLICE_PX * f->width / f->height);  // as wide as the picture, in proportion
    int columns = (int)fmax(1, round(f->width / edge)), rows = (int)fmax(1, round((double)f->width * f->height / SLICE_PX / columns));
    return (slicing){columns, rows};
}

static int slice_count(const frame *f) { return slices_of(f).columns * slices_of(f).rows; }

static px_rect slice_box(const frame *f, slicing n, int slice) {
    int64_t x = slice % n.columns, y = slice / n.columns;
    int left = (int)(f->width * x / n.columns), top = (int)(f->height * y / n.rows);
    return (px_rect){left, top, (int)(f->width * (x + 1) / n.columns) - left, (int)(f->height * (y + 1) / n.rows) - top};
}

// What the sweep looks for next in the slice it is at; 0: nothing is left there. Tags always, the others where one is missing.
static unsigned next_sort(pipeline *p, unsigned missing) {
    static const unsigned sorts[] = {EYE_TAGS | EYE_PLAIN, EYE_RIMS, EYE_HIDDEN_TAGS};
    while (p->sweep_sort < 3) {
        unsigned sort = sorts[p->sweep_sort++];
        if ((sort & EYE_TAGS) || (sort & missing)) return sort;
    }
    return 0;
}

// Searches a slice for one sort of what is missing. What is found waits for the end of the round: a unit is told from all its bases.
static status sweep_slice(pipeline *p, const frame *f, unsigned missing, fault *why) {
    unsigned sort = next_sort(p, missing);
    if (sort == 0) {
        p->slice++;
        p->sweep_sort = 0;
        sort = next_sort(p, missing);
    }
    if (p->slice >= slice_count(f)) return STATUS_OK;
    px_rect box = slice_box(f, slices_of(f), p->slice), where = rect_grow(box, look_margin_px(p));
    for (int i = 0; i < p->game->figure_count; i++) p->elsewhere[i] = look_stands(p, i);
    eye_request r = {.searches = sort, .where = &where, .where_count = 1, .elsewhere = p->elsewhere};
    eye_sight seen;
    status s = eye_look(p->eye, f, &r, &seen, why);
    for (int i = 0; s == STATUS_OK && i < seen.bases.count && p->swept_count < SEEN_MAX; i++)
        if (rect_holds(box, seen.bases.at[i].px)) p->swept[p->swept_count++] = seen.bases.at[i];
    return s;
}

// The round is over: what was swept is one look at the whole table, for the sake of those that were missing.
static void take_sweep(pipeline *p) {
    int rounds = p->rounds + 1;
    p->seen_count = p->swept_count;
    memcpy(p->seen, p->swept, (size_t)p->seen_count * sizeof *p->seen);
    for (int i = 0; i < p->game->figure_count; i++) p->searched[i] = !look_stands(p, i);
    begin_sweep(p);
    p->rounds = rounds;
}

static status look_at_rest(pipeline *p, const frame *f, fault *why) {
    if (p->slice >= slice_count(f)) {
        take_sweep(p);
        return STATUS_OK;
    }
    unsigned missing = look_missing_searches(p);
    int every = !missing ? SLICE_EVERY : p->rounds < VAIN_ROUNDS ? SLICE_MISSING : SLICE_VAIN;
    if (p->idle_frames++ % every == 0) return sweep_slice(p, f, missing, why);
    return p->idle_frames % VERIFY_EVERY ? STATUS_OK : verify_some(p, f, why);
}

status look_idly(pipeline *p, const frame *f, bool at_rest, event *out, fault *why) {
    double begin = clock_monotonic_s();
    p->seen_count = p->rect_count = 0;
    memset(p->searched, 0, (size_t)p->game->figure_count * sizeof *p->searched);
    memset(p->touched, 0, (size_t)p->game->figure_count * sizeof *p->touched);
    follow_forget(p);
    status s = at_rest ? look_at_rest(p, f, why) : STATUS_OK;
    p->costs.look_s += clock_monotonic_s() - begin;
    return s == STATUS_OK ? take_in(p, f, out, why) : s;
}
