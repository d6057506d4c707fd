// Verdicts, acts, alerts and obligations as JSON lines (docs/stream.md, "Verdicts" and "What is said when").
#include "stream/line_parts.h"

static void key_form(json_text *j, const char *key, const unit_form *f) {
    emit_key(j, key);
    emit_open(j, '{');
    emit_key(j, "anchor");
    emit_pose(j, f->anchor, f->facing_rad);
    emit_key_string(j, "formation", formation_name(f->formation));
    emit_key_int(j, "files", f->files);
    emit_key_int(j, "ranks", f->ranks);
    emit_key_int(j, "frontage", f->frontage);
    emit_close(j, '}');
}

static bool is_turn(maneuver_kind k) {
    return k == MANEUVER_WHEEL || k == MANEUVER_RIGHT_FACE || k == MANEUVER_LEFT_FACE || k == MANEUVER_ABOUT_FACE || k == MANEUVER_WRAP_AROUND;
}

static void put_maneuver(json_text *j, const game *g, const maneuver *m) {
    emit_open(j, '{');
    emit_key_string(j, "kind", maneuver_name(m->kind));
    if (m->kind == MANEUVER_WHEEL) {
        if (m->pivot_figure >= 0 && m->pivot_figure < g->figure_count) emit_key_string(j, "pivot", g->figures[m->pivot_figure].id);
        emit_key_point(j, "pivot_at", m->pivot);
    }
    if (is_turn(m->kind)) {
        emit_key_number(j, "angle_deg", fabs(m->angle_rad) * DEG_PER_RAD, 2);
        emit_key_string(j, "turn", m->angle_rad < 0 ? "right" : "left");
    }
    emit_key_number(j, "distance_in", m->distance_in, 4);
    emit_key_number(j, "cost_in", m->cost_in, 4);
    emit_key_point(j, "from", m->from);
    emit_key_point(j, "to", m->to);
    emit_close(j, '}');
}

// What every reader may shout is not marked.
static void key_behaviour(json_text *j, behaviour how) {
    if (how != BEHAVIOUR_ANNOUNCE) emit_key_string(j, "behaviour", behaviour_names[how]);
}

// Advice accuses nobody, however far a measure lies beyond its limit.
static bool has_chance(const finding *f) {
    return f->ruling != RULING_ADVISORY && (f->has_measure || f->ruling == RULING_ILLEGAL || f->ruling == RULING_DOUBTFUL);
}

static void put_finding(json_text *j, const game *g, const finding *f) {
    emit_open(j, '{');
    emit_key_string(j, "ruling", ruling_name(f->ruling));
    emit_key_word(j, "violation", f->violation);
    emit_key_word(j, "rule", f->rule);
    key_behaviour(j, f->how);
    emit_key_figures(j, g, f->figures, f->figure_count);
    emit_key_string(j, "message", f->message);
    if (f->has_measure) {
        emit_key_number(j, "measured", f->measured, 4);
        emit_key_number(j, "allowed", f->allowed, 4);
        emit_key_number(j, "sigma", f->sigma, 4);
        if (f->ruling != RULING_LEGAL && f->ruling != RULING_ADVISORY) emit_key_number(j, "bound", f->bound, 4);
        emit_key_string(j, "unit", f->measure_unit && f->measure_unit[0] ? f->measure_unit : "in");
    }
    if (has_chance(f)) emit_key_number(j, "p_illegal", f->p_illegal, 4);
    if (f->has_at) emit_key_point(j, "at", f->at);
    emit_close(j, '}');
}

static void key_poses(json_text *j, const game *g, const char *key, const move *m, const pose *at) {
    int first = g->units[m->unit].first_figure;
    emit_key(j, key);
    emit_open(j, '{');
    for (int i = 0; i < m->figure_count; i++) {
        if (!m->moved_with[i]) continue;
        emit_key(j, g->figures[first + i].id);
        emit_pose(j, at[i].at, at[i].heading_rad);
    }
    emit_close(j, '}');
}

// The middle of the figures that took part, sample by sample; long paths are thinned to about PATH_POINTS.
static void key_path(json_text *j, const move *m) {
    enum { PATH_POINTS = 64 };
    int step = m->sample_count / PATH_POINTS + 1;
    emit_key(j, "path");
    emit_open(j, '[');
    for (int s = 0; s < m->sample_count; s += step) {
        vec2 sum = {0, 0};
        int n = 0;
        for (int i = 0; i < m->figure_count; i++) {
            if (!m->moved_with[i]) continue;
            sum = vec2_add(sum, m->samples[(size_t)s * (size_t)m->figure_count + (size_t)i].at);
            n++;
        }
        if (n > 0) emit_point(j, vec2_scale(sum, 1.0 / n));
    }
    emit_close(j, ']');
}

static void open_verdict(json_text *j, const char *kind, const game *g, const verdict *v) {
    emit_line(j, kind, v->t_s);
    emit_key_int(j, "move", v->move);
    emit_key_int(j, "turn", v->turn);
    emit_key_string(j, "phase", v->phase);
    emit_key_unit(j, g, v->unit);
    emit_key_string(j, "ruling", ruling_name(v->ruling));
}

static void put_judgement(json_text *j, const game *g, const verdict *v) {
    emit_key_number(j, "cost_in", v->cost_in, 4);
    emit_key_number(j, "allowance_in", v->allowance_in < 0 ? NAN : v->allowance_in, 4);  // none: null
    emit_key_number(j, "sigma_in", v->sigma_in, 4);
    emit_key(j, "findings");
    emit_open(j, '[');
    for (int i = 0; i < v->finding_count; i++) put_finding(j, g, &v->findings[i]);
    emit_close(j, ']');
}

char *stream_act_json(const game *g, const verdict *v) {
    json_text j = {0};
    open_verdict(&j, "act", g, v);
    put_judgement(&j, g, v);
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_verdict_drawn_json(const game *g, const verdict *v, const move *m) {
    json_text j = {0};
    open_verdict(&j, "move", g, v);
    key_form(&j, "from", &v->before);
    key_form(&j, "to", &v->after);
    emit_key(&j, "maneuvers");
    emit_open(&j, '[');
    for (int i = 0; i < v->maneuver_count; i++) put_maneuver(&j, g, &v->maneuvers[i]);
    emit_close(&j, ']');
    put_judgement(&j, g, v);
    if (v->taken_back) emit_key_bool(&j, "taken_back", true);
    if (v->seen_count < v->figure_count) {
        emit_key_int(&j, "seen", v->seen_count);
        emit_key_int(&j, "figures", v->figure_count);
    }
    if (m && m->unit >= 0 && m->unit < g->unit_count) {
        key_poses(&j, g, "figures_from", m, m->from);
        key_poses(&j, g, "figures_to", m, m->to);
        key_path(&j, m);
    }
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_verdict_json(const game *g, const verdict *v) { return stream_verdict_drawn_json(g, v, NULL); }

char *stream_alert_json(const game *g, const alert *a) {
    json_text j = {0};
    emit_line(&j, "alert", a->t_s);
    emit_key_unit(&j, g, a->unit);
    emit_key_word(&j, "rule", a->rule);
    emit_key_word(&j, "violation", a->violation);
    key_behaviour(&j, a->how);
    emit_key_string(&j, "message", a->message);
    emit_key_figures(&j, g, a->figures, a->figure_count);
    emit_key_point(&j, "at", a->at);
    emit_close(&j, '}');
    return emit_finish(&j);
}

char *stream_obligation_json(const game *g, const obligation *o) {
    json_text j = {0};
    emit_line(&j, "obligation", o->t_s);
    emit_key_unit(&j, g, o->unit);
    emit_key_word(&j, "rule", o->rule);
    key_behaviour(&j, o->how);
    emit_key_string(&j, "message", o->message);
    emit_close(&j, '}');
    return emit_finish(&j);
}
