// The state of the game as a JSON line (docs/stream.md, "The state").
#include "stream/line_parts.h"

// What the rulebook keeps of the unit: "wrapped": true, "marched": false, ...
static void put_facts(json_text *j, const stream_unit *u) {
    emit_key(j, "rules");
    emit_open(j, '{');
    for (int i = 0; i < u->fact_count; i++) {
        const game_option *f = &u->facts[i];
        if (f->kind == OPTION_FLAG)
            emit_key_bool(j, f->name, f->flag);
        else if (f->kind == OPTION_NUMBER)
            emit_key_number(j, f->name, f->number, 4);
        else
            emit_key_string(j, f->name, f->text);
    }
    emit_close(j, '}');
}

// How else the unit may stand, where that is nearly as likely.
static void put_runner_up(json_text *j, const unit_form *f) {
    emit_key(j, "runner_up");
    emit_open(j, '{');
    emit_key_string(j, "formation", formation_name(f->second.formation));
    emit_key_int(j, "frontage", f->second.frontage);
    emit_key_int(j, "ranks", f->second.ranks);
    emit_key_int(j, "files", f->second.files);
    emit_key_number(j, "odds", f->odds, 2);
    emit_close(j, '}');
}

static void put_unit_state(json_text *j, const game *g, const stream_unit *u) {
    const unit_form *f = &u->form;
    emit_open(j, '{');
    emit_key_string(j, "id", g->units[u->unit].id);
    emit_key_string(j, "formation", formation_name(f->formation));
    if (f->doubtful) emit_key_bool(j, "doubtful", true);
    if (f->odds > 0) put_runner_up(j, f);
    emit_key_degrees(j, "facing", f->facing_rad);
    emit_key_int(j, "frontage", f->frontage);
    emit_key_int(j, "ranks", f->ranks);
    emit_key_int(j, "files", f->files);
    emit_key_string(j, "array", array_name(f->array));
    emit_key_point(j, "anchor", f->anchor);
    emit_key(j, "contacts");
    emit_open(j, '[');
    for (int i = 0; i < u->contact_count; i++) emit_string(j, g->units[u->contacts[i]].id);
    emit_close(j, ']');
    emit_key_number(j, "spent", u->spent_in, 4);
    emit_key_bool(j, "moving", u->moving);
    if (u->offered) emit_key_int(j, "take_back", u->offered_move);
    if (u->fact_count > 0) put_facts(j, u);
    emit_close(j, '}');
}

static void key_nudges(json_text *j, const game *g, const stream_state *s) {
    emit_key(j, "nudges");
    emit_open(j, '[');
    for (int i = 0; i < s->nudge_count; i++) {
        emit_open(j, '{');
        emit_key(j, "t");
        emit_exact(j, s->nudges[i].t_s);
        emit_nudge(j, g, &s->nudges[i], "number");
        emit_key_bool(j, "open", s->nudges[i].open);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

// Beyond this no declaration would make the move legal; less is lost in rounding.
#define OVER_IN 0.05

static bool is_over(const stream_envelope *e) { return isfinite(e->limit_in) && e->come_in > fmax(e->limit_in, e->raised_in) + OVER_IN; }

// What tells a player how far the unit can go is a measurement: not before the action is declared, where the rules forbid it.
static void put_envelope(json_text *j, const game *g, const stream_state *s, const stream_envelope *e) {
    emit_open(j, '{');
    emit_key_string(j, "unit", g->units[e->unit].id);
    if (s->is_public && !s->premeasure && !e->declared) {
        if (!s->shadow && is_over(e)) emit_key_bool(j, "over", true);
        emit_close(j, '}');
        return;
    }
    if (isfinite(e->as_of_s)) emit_key_number(j, "as_of", e->as_of_s, 2);
    emit_key_number(j, "come_in", e->come_in, 2);
    emit_key_number(j, "limit_in", e->limit_in, 2);
    emit_key_number(j, "left_in", e->left_in, 2);
    if (e->raised_in > 0) emit_key_number(j, "raised_in", e->raised_in, 2);
    emit_key_outline(j, "reach", e->area, e->area_count);
    emit_close(j, '}');
}

// Figures of which more than one side looks like the front; nothing where there are none.
static void put_fronts(json_text *j, const game *g, const stream_state *s) {
    bool open = false;
    for (int i = 0; i < g->figure_count; i++) {
        if ((s->on_table && !s->on_table[i]) || !pose_front_is_doubtful(s->figures[i])) continue;
        if (!open) {
            emit_key(j, "fronts");
            emit_open(j, '{');
        }
        open = true;
        emit_key(j, g->figures[i].id);
        emit_fronts(j, s->figures[i], 2);
    }
    if (open) emit_close(j, '}');
}

static void key_due(json_text *j, const game *g, const stream_state *s) {
    emit_key(j, "due");
    emit_open(j, '[');
    for (int i = 0; i < s->due_count; i++) {
        const obligation *o = &s->due[i];
        if (s->is_public && (s->shadow || o->how != BEHAVIOUR_ANNOUNCE)) continue;
        emit_open(j, '{');
        emit_key_unit(j, g, o->unit);
        emit_key_word(j, "rule", o->rule);
        if (o->how != BEHAVIOUR_ANNOUNCE) emit_key_string(j, "behaviour", behaviour_names[o->how]);
        emit_key_word(j, "message", o->message);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

static void put_page_state(json_text *j, const game *g, const stream_state *s) {
    emit_key_string(j, "health", s->health ? s->health : "");
    emit_key_bool(j, "premeasure", s->premeasure);
    if (!s->is_public) emit_key_bool(j, "shadow", s->shadow);
    key_due(j, g, s);
    key_nudges(j, g, s);
    emit_key(j, "envelopes");
    emit_open(j, '[');
    for (int i = 0; i < s->envelope_count; i++) put_envelope(j, g, s, &s->envelopes[i]);
    emit_close(j, ']');
    emit_key(j, "figures");
    emit_open(j, '{');
    for (int i = 0; i < g->figure_count; i++) {
        if (s->on_table && !s->on_table[i]) continue;
        emit_key(j, g->figures[i].id);
        emit_open(j, '[');
        emit_number(j, s->figures[i].at.x, 3);
        emit_number(j, s->figures[i].at.y, 3);
        emit_number(j, emit_heading_deg(s->figures[i].heading_rad), 2);
        emit_int(j, s->hidden && s->hidden[i]);
        emit_close(j, ']');
    }
    emit_close(j, '}');
    put_fronts(j, g, s);
}

char *stream_state_json(const game *g, const stream_state *s) {
    json_text j = {0};
    emit_line(&j, "state", s->t_s);
    emit_key_int(&j, "turn", s->turn);
    emit_key_string(&j, "phase", s->phase ? s->phase : "");
    if (s->side >= 0 && s->side < g->side_count) emit_key_string(&j, "side", g->sides[s->side].id);
    emit_key_int(&j, "move", s->move);
    emit_key(&j, "units");
    emit_open(&j, '[');
    for (int i = 0; i < s->unit_count; i++) put_unit_state(&j, g, &s->units[i]);
    emit_close(&j, ']');
    if (s->figures) put_page_state(&j, g, s);
    emit_close(&j, '}');
    return emit_finish(&j);
}
