// Moves on whose way the unit formed up anew: ranks opened or closed, figures that joined or left the front rank, or both (docs/geometry.md
// sections 7.5 and 7.6). Figures are alike: which of them stands where is not asked.
#include <stdlib.h>

#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

static base base_of(const explain_task *t) { return t->g->figures[t->unit->first_figure + t->local[0]].base; }

static front_line front_of(const explain_task *t, const vec2 *at, double heading) {
    return block_front(at, t->count, base_of(t), heading_forward(heading), heading_left(heading));
}

// Ranks stand behind the front: no figure is farther out than its ends.
static bool stands_in_block(const explain_task *t, const vec2 *at, const front_line *line, double heading) {
    double slack = t->n->residual + FIT_SIGMAS * t->sigma_in;
    for (int i = 0; i < t->count; i++) {
        double aside = vec2_dot(at[i], heading_left(heading));
        if (aside > line->left + slack || aside < line->right - slack) return false;
    }
    return true;
}

// From file to file; of a single file, from rank to rank.
static double pitch_of(const explain_task *t, const vec2 *at, const front_line *line, double heading) {
    double rear = INFINITY;
    if (line->files > 1) return (line->left - line->right) / (line->files - 1);
    for (int i = 0; i < t->count; i++) rear = fmin(rear, vec2_dot(at[i], heading_forward(heading)));
    return t->count > 1 ? (line->ahead - base_of(t).depth_in / 2 - rear) / (t->count - 1) : base_of(t).depth_in;
}

static vec2 middle_of(const vec2 *at, int n) {
    vec2 sum = {0, 0};
    for (int i = 0; i < n; i++) sum = vec2_add(sum, at[i]);
    return vec2_scale(sum, 1.0 / n);
}

// One reading of what was done: `turn` quarters of facing in all, `front` of them before the unit formed up anew.
typedef struct {
    body_face turn, front;
    body_motion motion;
    form_change change;
    double fixed;
    front_line before, after;
    double pitch_before, pitch_after;
} reading;

// Half of how far the choice of the flank that figures join or leave, and of the file about which the ranks open, carries the unit aside for nothing.
static double freedom_of(const reading *k, bool respaced) {
    const front_line *a = &k->before, *b = &k->after;
    int changed = abs(b->files - a->files);
    double p = k->pitch_before, q = k->pitch_after, wider = fabs(q - p);
    if (!respaced) return changed > 0 ? fabs((b->left - b->right) - (a->left - a->right)) / 2 : 0;
    return fmax(changed * p + (b->files - 1) * wider, changed * q + (a->files - 1) * wider) / 2;
}

// True where the figures kept their places among each other, all so many times as far apart: they stand within hands' reach of that.
static bool kept_places(const explain_task *t, const vec2 *a, const vec2 *b, double rotation) {
    vec2 middle = middle_of(b, t->count);
    double along = 0, size = 0, most = 0;
    for (int i = 0; i < t->count; i++) along += vec2_dot(vec2_rotate(a[i], rotation), vec2_sub(b[i], middle)), size += vec2_dot(a[i], a[i]);
    for (int i = 0; i < t->count && size > 0; i++)
        most = fmax(most, vec2_distance(vec2_sub(b[i], middle), vec2_scale(vec2_rotate(a[i], rotation), along / size)));
    return t->count > 2 && size > 0 && most <= t->n->residual + FIT_SIGMAS * t->sigma_in;
}

// How far the body turned: as its figures show, and where each kept its place among the others, as their places tell, which know it better.
static double turn_of(const explain_task *t, const vec2 *a, const vec2 *b, body_face turn) {
    double shown = angle_wrap(angle_difference(facing_after(t), facing_before(t)) - (int)turn * PI / 2),
           placed = rigid2_fit(a, b, t->count).rotation_rad;
    return fabs(angle_difference(placed, shown)) <= t->n->oblique_tol && kept_places(t, a, b, placed) ? placed : shown;
}

static bool read_change(const explain_task *t, form_kind kind, reading *k) {
    bool respaced = kind == FORM_RESPACED;
    const vec2 *a = t->scratch, *b = t->scratch + t->count;
    vec2 *back = t->scratch + 2 * t->count;
    double heading = facing_before(t), ahead = heading + (int)k->front * PI / 2;
    double rotation = turn_of(t, a, b, k->turn);
    for (int i = 0; i < t->count; i++) back[i] = vec2_rotate(b[i], -rotation);
    k->before = front_of(t, a, ahead);
    k->after = front_of(t, back, ahead);
    if (!stands_in_block(t, a, &k->before, ahead) || !stands_in_block(t, back, &k->after, ahead)) return false;
    if (kind == FORM_REFRONTED && k->before.files == k->after.files) return false;
    k->pitch_before = pitch_of(t, a, &k->before, ahead);
    k->pitch_after = pitch_of(t, back, &k->after, ahead);
    double left = (k->before.left + k->before.right - k->after.left - k->after.right) / 2, freedom = freedom_of(k, respaced);
    vec2 to_front = vec2_add(vec2_scale(heading_forward(ahead), k->before.ahead - k->after.ahead), vec2_scale(heading_left(ahead), left));
    for (int i = 0; i < t->count; i++) back[i] = vec2_add(back[i], to_front);
    if (fabs(rotation) < SMALL_TURN) rotation = 0;  // dressing: the way of the middle is what was moved
    k->motion = (body_motion){rotation, vec2_sub(middle_of(b, t->count), vec2_rotate(middle_of(back, t->count), rotation)), k->turn};
    k->change = (form_change){.layout = back, .front = k->front, .slide_low = -freedom, .slide_high = freedom, .respaced = respaced};
    k->change.files = abs(k->after.files - k->before.files);
    if (k->change.files) k->change.frontage = frontage_price(t->n, k->change.files);
    if (respaced && !t->free_formation_change) k->change.ranks = rounded_fraction(t->n, t->rate * t->n->formation_fraction);
    k->fixed = k->change.frontage + k->change.ranks;
    return true;
}

// Where faces are free, one there and another back would make a front of any side.
static bool turns_for_nothing(const explain_task *t, const reading *k) {
    return k->front != FACE_FRONT && k->front != k->turn && face_price(t, k->front) <= 0;
}

// What the facing changes cost that the figures make before they form up anew, and after.
static double faces_of(const explain_task *t, const reading *k) {
    int after = ((int)k->turn - (int)k->front + FACE_COUNT) % FACE_COUNT;
    return face_price(t, k->front) + face_price(t, (body_face)after);
}

// No way of this reading costs less.
static double least_of(const explain_task *t, const reading *k) {
    return k->fixed + faces_of(t, k) + fmax(0, vec2_length(k->motion.shift) - k->change.slide_high);
}

// The layout with its files and ranks at `times` their distance, about the middle.
static block spread(const explain_task *t, const vec2 *at, double times) {
    vec2 *out = t->scratch + 3 * t->count, middle = middle_of(at, t->count);
    for (int i = 0; i < t->count; i++) out[i] = vec2_add(middle, vec2_scale(vec2_sub(at[i], middle), times));
    return block_make(out, t->count, base_of(t), facing_before(t), price_reading(t->n, true));
}

// Ranks may have opened or closed at one place of the way and the frontage changed at another: what no such way falls below.
static double least_in_two_steps(const explain_task *t, const reading *k) {
    double wider = k->pitch_after / k->pitch_before;
    block forms[4] = {spread(t, t->scratch, 1), spread(t, t->scratch, wider), spread(t, k->change.layout, 1), spread(t, k->change.layout, 1 / wider)};
    return faces_of(t, k) + program_least((const block *[]){forms, forms + 1, forms + 2, forms + 3}, 4, k->change.slide_high, k->motion);
}

static void take(const explain_task *t, explanation *e, const reading *k, const priced *p) {
    bool kept = k->change.files == 0 && !k->change.respaced;  // the places within the unit changed, and neither its front nor its gaps
    e->shape = k->change.respaced ? SHAPE_FORMATION : kept ? SHAPE_BROKEN : SHAPE_FRONTAGE;
    take_price(e, p);
    e->fixed = k->fixed;
    e->straight = fmax(0, vec2_length(k->motion.shift) - k->change.slide_high);
    e->frontage_surplus = t->n->frontage_per_figure || !k->change.files ? 0 : (k->change.files - 1) * t->n->frontage_cost;
    e->front_ahead = vec2_dot(vec2_sub(t->m->after.anchor, t->m->before.anchor), heading_forward(facing_before(t)));
    e->moved_up = k->change.files;
    e->files_before = k->before.files;
    e->files_after = k->after.files;
    e->count = 0;
    trace_program(t, e, p, poses_middle(t->from, t->count));
}

bool reshape_form(const explain_task *t, form_kind kind, explanation *e) {
    vec2 middle = poses_middle(t->from, t->count);
    double best = INFINITY;
    least_cost least = exactly(INFINITY);
    int most = t->unit->type == UNIT_MOB || t->no_faces ? 1 : FACE_COUNT * FACE_COUNT;
    for (int i = 0; i < t->count; i++) {
        t->scratch[i] = vec2_sub(t->from[i].at, middle);
        t->scratch[t->count + i] = vec2_sub(t->to[i].at, middle);
    }
    for (int i = 0; i < most; i++) {
        reading k = {.turn = (body_face)(i / FACE_COUNT), .front = (body_face)(i % FACE_COUNT)};
        if (turns_for_nothing(t, &k) || !read_change(t, kind, &k) || least_of(t, &k) >= best) continue;
        priced p = price_change(t, t->scratch, t->count, facing_before(t), &k.change, &k.motion, 1, k.fixed);
        if (!(p.cost < INFINITY)) continue;
        if (k.change.respaced && k.change.files) take_kinder(&p.least, exactly(least_in_two_steps(t, &k)));
        take_kinder(&least, least_plus(p.least, k.fixed));
        if (p.cost + k.fixed >= best) continue;
        best = p.cost + k.fixed;
        take(t, e, &k, &p);
    }
    if (best < INFINITY) e->least = least_plus(least, -e->fixed);
    return best < INFINITY;
}
