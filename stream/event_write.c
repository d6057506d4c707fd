// core/event -> event lines, and the rounding that makes what is judged equal to what is written.
#include <string.h>

#include "stream/json_text.h"
#include "stream/stream.h"

static double round_sigma(double x) {
    if (!(x > 0)) return 0;
    double r = emit_round4(x);
    return r > 0 ? r : 0.0001;  // 0 would say that nobody stated one
}

static double sigma_deg_of(double rad) {
    if (rad >= HEADING_UNKNOWN) return 180;
    double deg = round_sigma(rad * DEG_PER_RAD);
    return deg < 180 ? deg : 179.9999;
}

static double round_lain(double s) { return s > 0 ? emit_round4(s) : 0; }

void stream_round_event(event_pose *poses, int count) {
    for (int i = 0; i < count; i++) {
        pose *p = &poses[i].pose;
        double deg = sigma_deg_of(p->sigma_rad);
        p->at = (vec2){emit_round4(p->at.x), emit_round4(p->at.y)};
        p->heading_rad = emit_heading_deg(p->heading_rad) * RAD_PER_DEG;
        p->sigma_in = round_sigma(p->sigma_in);
        p->sigma_rad = deg >= 180 ? HEADING_UNKNOWN : deg * RAD_PER_DEG;
        poses[i].lain_s = round_lain(poses[i].lain_s);
    }
}

static void key_id(json_text *j, const char *key, const char *id) {
    if (id) emit_key_string(j, key, id);
}

static const char *unit_id(const game *g, int unit) { return unit >= 0 && unit < g->unit_count ? g->units[unit].id : NULL; }
static const char *side_id(const game *g, int side) { return side >= 0 && side < g->side_count ? g->sides[side].id : NULL; }

static void put_poses(json_text *j, const game *g, event_pose_list poses) {
    emit_key(j, "figures");
    emit_open(j, '{');
    for (int i = 0; i < poses.count; i++) {
        const pose *p = &poses.at[i].pose;
        emit_key(j, g->figures[poses.at[i].figure].id);
        emit_open(j, '[');
        emit_number(j, p->at.x, 4);
        emit_number(j, p->at.y, 4);
        emit_number(j, emit_heading_deg(p->heading_rad), 4);
        emit_close(j, ']');
    }
    emit_close(j, '}');
}

static bool same_sigmas(pose a, pose b) {
    return round_sigma(a.sigma_in) == round_sigma(b.sigma_in) && sigma_deg_of(a.sigma_rad) == sigma_deg_of(b.sigma_rad);
}

// The first pose's errors stand for the line; figures that differ are named.
static void put_sigmas(json_text *j, const game *g, event_pose_list poses) {
    bool open = false;
    if (poses.count == 0) return;
    pose common = poses.at[0].pose;
    if (common.sigma_in > 0) emit_key_number(j, "sigma_in", round_sigma(common.sigma_in), 4);
    if (common.sigma_rad > 0) emit_key_number(j, "sigma_deg", sigma_deg_of(common.sigma_rad), 4);
    for (int i = 1; i < poses.count; i++) {
        const pose *p = &poses.at[i].pose;
        if (same_sigmas(*p, common)) continue;
        if (!open) {
            emit_key(j, "sigmas");
            emit_open(j, '{');
        }
        open = true;
        emit_key(j, g->figures[poses.at[i].figure].id);
        emit_open(j, '[');
        emit_number(j, round_sigma(p->sigma_in), 4);
        emit_number(j, sigma_deg_of(p->sigma_rad), 4);
        emit_close(j, ']');
    }
    if (open) emit_close(j, '}');
}

// Of those of whom it is known.
static void put_lain(json_text *j, const game *g, const event_observe *e) {
    bool open = false;
    for (int i = 0; i < e->pose_count; i++) {
        double lain = round_lain(e->poses[i].lain_s);
        if (lain == 0) continue;
        if (!open) {
            emit_key(j, "lain");
            emit_open(j, '{');
        }
        open = true;
        emit_key_number(j, g->figures[e->poses[i].figure].id, lain, 4);
    }
    if (open) emit_close(j, '}');
}

static void put_ids(json_text *j, const game *g, const int *figures, int count) {
    emit_open(j, '[');
    for (int i = 0; i < count; i++) emit_string(j, g->figures[figures[i]].id);
    emit_close(j, ']');
}

static void put_figure_list(json_text *j, const game *g, const char *key, const int *figures, int count) {
    if (count == 0) return;
    emit_key(j, key);
    put_ids(j, g, figures, count);
}

static void put_mixed(json_text *j, const game *g, const event_observe *e) {
    if (e->mixed_count == 0) return;
    emit_key(j, "mixed");
    emit_open(j, '[');
    for (int i = 0, n; i < e->mixed_count; i += n) {
        for (n = 1; i + n < e->mixed_count && e->mixed_group[i + n] == e->mixed_group[i];) n++;
        put_ids(j, g, e->mixed + i, n);
    }
    emit_close(j, ']');
}

static void put_value(json_text *j, const event_item *item) {
    if (item->is_null) {
        emit_null(j);
    } else if (item->kind == OPTION_FLAG) {
        emit_bool(j, item->flag);
    } else if (item->kind == OPTION_NUMBER) {
        emit_exact(j, item->number);
    } else if (item->kind == OPTION_TEXT) {
        emit_string(j, item->text);
    } else {
        emit_open(j, '[');
        emit_exact(j, item->number);
        emit_exact(j, item->high);
        emit_close(j, ']');
    }
}

static bool is_engaged(const event_item *item) { return strcmp(item->key, "engaged_with") == 0; }

static void put_engaged(json_text *j, event_item_list items, int first) {
    emit_key(j, "engaged_with");
    emit_open(j, '[');
    for (int i = first; i < items.count; i++)
        if (is_engaged(&items.at[i]) && !items.at[i].is_null) emit_string(j, items.at[i].text);
    emit_close(j, ']');
}

static void put_items(json_text *j, event_item_list items, bool lists) {
    bool engaged = false;
    for (int i = 0; i < items.count; i++) {
        if (lists && is_engaged(&items.at[i])) {
            if (!engaged) put_engaged(j, items, i);
            engaged = true;
            continue;
        }
        emit_key(j, items.at[i].key);
        put_value(j, &items.at[i]);
    }
}

static void put_legs(json_text *j, const event_order *e) {
    emit_key(j, "moves");
    emit_open(j, '[');
    for (int i = 0; i < e->leg_count; i++) {
        emit_open(j, '{');
        emit_key_number(j, "direction", emit_heading_deg(e->legs[i].direction_rad), 4);
        emit_key_number(j, "distance_in", e->legs[i].distance_in, 4);
        emit_key_number(j, "facing", emit_heading_deg(e->legs[i].facing_rad), 4);
        emit_close(j, '}');
    }
    emit_close(j, ']');
}

static void put_phase(json_text *j, const game *g, const event_phase *e) {
    emit_key(j, "turn");
    emit_int(j, e->turn);
    emit_key_string(j, "phase", e->phase);
    key_id(j, "side", side_id(g, e->side));
}

static void put_observe(json_text *j, const game *g, const event_observe *e) {
    put_poses(j, g, (event_pose_list){e->poses, e->pose_count});
    put_sigmas(j, g, (event_pose_list){e->poses, e->pose_count});
    put_lain(j, g, e);
    put_figure_list(j, g, "hidden", e->hidden, e->hidden_count);
    put_figure_list(j, g, "nudged", e->nudged, e->nudged_count);
    put_mixed(j, g, e);
    if (e->gap_s > 0) {
        emit_key(j, "gap_s");
        emit_exact(j, e->gap_s);
    }
}

static void put_declare(json_text *j, const game *g, const event_declare *e) {
    emit_key_string(j, "action", e->action);
    key_id(j, "target", unit_id(g, e->target));
    key_id(j, "side", side_id(g, e->side));
    put_figure_list(j, g, "figures", e->figures, e->figure_count);
    put_items(j, (event_item_list){e->items, e->item_count}, false);
}

static void put_dice(json_text *j, const event_dice *e) {
    emit_key_string(j, "check", e->check);
    emit_key_string(j, "outcome", e->passed ? "pass" : "fail");
}

static void put_status(json_text *j, const event_status *e) {
    emit_key(j, "set");
    emit_open(j, '{');
    put_items(j, (event_item_list){e->items, e->item_count}, true);
    emit_close(j, '}');
}

static void put_ruling(json_text *j, const event_ruling *e) {
    emit_key(j, "move");
    emit_int(j, e->move);
    emit_key_string(j, "ruling", e->ruling);
    if (e->by[0]) emit_key_string(j, "by", e->by);
    if (e->note[0]) emit_key_string(j, "note", e->note);
}

static void put_behaviour(json_text *j, const event_behaviour *e) {
    emit_key_string(j, "rule", e->rule);
    emit_key_string(j, "behaviour", behaviour_names[e->how]);
}

static void put_header(json_text *j, const event_header *e) {
    emit_key(j, "vedette");
    emit_int(j, 1);
    if (e->title[0]) emit_key_string(j, "title", e->title);
}

static void put_body(json_text *j, const game *g, const event *e) {
    switch (e->kind) {
        case EVENT_HEADER:
            put_header(j, &e->header);
            break;
        case EVENT_PHASE:
            put_phase(j, g, &e->phase);
            break;
        case EVENT_INITIATIVE:
            key_id(j, "side", side_id(g, e->initiative.side));
            break;
        case EVENT_OBSERVE:
            put_observe(j, g, &e->observe);
            break;
        case EVENT_PLACE:
            put_poses(j, g, event_poses(e));
            put_sigmas(j, g, event_poses(e));
            break;
        case EVENT_DECLARE:
            put_declare(j, g, &e->declare);
            break;
        case EVENT_ORDER:
            put_legs(j, &e->order);
            break;
        case EVENT_DICE:
            put_dice(j, &e->dice);
            break;
        case EVENT_STATUS:
            put_status(j, &e->status);
            break;
        case EVENT_REMOVE:
            emit_key(j, "figures");
            put_ids(j, g, e->remove.figures, e->remove.figure_count);
            break;
        case EVENT_RULING:
            put_ruling(j, &e->ruling);
            break;
        case EVENT_BEHAVIOUR:
            put_behaviour(j, &e->behaviour);
            break;
        case EVENT_END_MOVE:
        case EVENT_TAKE_BACK:
        case EVENT_KIND_COUNT:
            break;
    }
}

char *stream_event_json(const game *g, const event *e) {
    json_text j = {0};
    emit_open(&j, '{');
    emit_key_string(&j, "kind", event_kind_name(e->kind));
    emit_key(&j, "t");
    emit_exact(&j, e->t_s);
    key_id(&j, "unit", unit_id(g, event_unit(e)));
    put_body(&j, g, e);
    emit_close(&j, '}');
    return emit_finish(&j);
}
