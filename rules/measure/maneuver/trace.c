// The maneuvers of an explanation as they can be drawn: where the middle of the front edge went, about what it turned.
#include "rules/measure/maneuver/explain.h"
#include "rules/measure/maneuver/maneuver_limits.h"

static maneuver *add(explanation *e) {
    if (e->count >= VERDICT_MAX_MANEUVERS) return NULL;
    maneuver *m = &e->list[e->count++];
    *m = (maneuver){.pivot_figure = -1};
    return m;
}

void trace_fixed(explanation *e, maneuver_kind kind, double cost, vec2 at) {
    maneuver *m = add(e);
    if (!m) return;
    m->kind = kind;
    m->cost_in = cost;
    m->from = m->to = at;
}

// Where the body stands while its program runs: p -> middle + shift + R(rotation) p.
typedef struct {
    vec2 middle, shift;
    double rotation;
    int face;
    const block *body;
} body_place;

static vec2 on_table(const body_place *b, vec2 p) { return vec2_add(b->middle, vec2_add(b->shift, vec2_rotate(p, b->rotation))); }

static vec2 front_at(const body_place *b) { return on_table(b, b->body->front[b->face]); }

static void trace_leg(const explain_task *t, explanation *e, body_place *at, vec2 leg) {
    double length = vec2_length(leg), heading = at->body->heading_rad + at->rotation + at->face * PI / 2;
    vec2 from = front_at(at);
    at->shift = vec2_add(at->shift, leg);
    if (length < TOO_SHORT) return;
    maneuver *m = add(e);
    if (!m) return;
    m->kind = fabs(angle_difference(atan2(leg.y, leg.x), heading)) <= t->n->oblique_tol ? MANEUVER_ADVANCE : MANEUVER_OBLIQUE;
    m->from = from;
    m->to = front_at(at);
    m->distance_in = m->cost_in = length;
}

static int nearest_figure(const explain_task *t, vec2 middle, vec2 pivot) {
    int best = 0;
    vec2 at = vec2_add(middle, pivot);
    for (int i = 1; i < t->count; i++)
        if (vec2_distance(t->from[i].at, at) < vec2_distance(t->from[best].at, at)) best = i;
    return t->unit->first_figure + t->local[best];
}

static void trace_wheel(const explain_task *t, explanation *e, body_place *at, double angle) {
    vec2 k = at->body->pivot[at->face][angle > 0 ? 0 : 1];
    vec2 from = front_at(at), pivot = on_table(at, k);
    at->shift = vec2_add(at->shift, vec2_sub(vec2_rotate(k, at->rotation), vec2_rotate(k, at->rotation + angle)));
    at->rotation += angle;
    program_rules pr = {.body = at->body, .chord = t->n->chord};
    double cost = program_wheel_cost(&pr, at->body, (body_face)at->face, angle);
    if (cost < TOO_SHORT) return;
    maneuver *m = add(e);
    if (!m) return;
    *m = (maneuver){MANEUVER_WHEEL,
                    nearest_figure(t, at->middle, k),
                    pivot,
                    angle,
                    from,
                    front_at(at),
                    at->body->radius[at->face][angle > 0 ? 0 : 1] * fabs(angle),
                    cost};
}

static void trace_face(const explain_task *t, explanation *e, body_place *at, body_face face) {
    static const maneuver_kind kinds[] = {MANEUVER_OTHER, MANEUVER_LEFT_FACE, MANEUVER_ABOUT_FACE, MANEUVER_RIGHT_FACE};
    at->face = (at->face + (int)face) % FACE_COUNT;
    trace_fixed(e, kinds[face], face_price(t, face), front_at(at));
    if (e->count > 0) e->list[e->count - 1].angle_rad = face == FACE_RIGHT ? -PI / 2 : (double)face * PI / 2;
}

static void trace_change(explanation *e, const priced *p, body_place *at) {
    vec2 left = heading_left(at->body->heading_rad + at->rotation + at->face * PI / 2);
    at->body = &p->after;
    at->shift = vec2_add(at->shift, vec2_scale(left, p->best.slide));
    if (p->change.respaced) trace_fixed(e, MANEUVER_FORMATION_CHANGE, p->change.ranks, front_at(at));
    if (p->change.files) trace_fixed(e, MANEUVER_FRONTAGE_CHANGE, p->change.frontage, front_at(at));
}

static void trace_step(const explain_task *t, explanation *e, body_place *at, const program_step *st) {
    if (st->wheel)
        trace_wheel(t, e, at, st->angle);
    else
        trace_face(t, e, at, st->face);
}

void trace_program(const explain_task *t, explanation *e, const priced *p, vec2 middle) {
    body_place at = {.middle = middle, .body = &p->body};
    for (int stage = 0; stage <= p->best.count; stage++) {
        if (p->changes && p->best.change_at == stage) trace_change(e, p, &at);
        for (int i = 0; i < p->best.legs.count; i++)
            if (p->best.legs.stage[i] == stage) trace_leg(t, e, &at, p->best.legs.leg[i]);
        if (stage < p->best.count) trace_step(t, e, &at, &p->best.step[stage]);
    }
}
